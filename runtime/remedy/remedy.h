/* Remedies: changes of annotations that remove collectives or make them cheaper. Each is tried by compiling the program again with the
 * change, in the same pipeline; a remedy states what that compile showed: its effect on every reshard, on bytes, memory and the
 * predicted step. */
#pragma once

#include "runtime/passes/pipeline.h"
#include "runtime/sim/simulate.h"

typedef struct RemedyChange {
    int kind, op, leaf;        /* the value, as in Annotation */
    int annotation;            /* index in the log of the annotation that is replaced; -1 = a new annotation */
    const Sharding *to;        /* the new sharding, in the first compile's table; NULL = the annotation is removed */
    const Loc *loc;            /* source line to edit; NULL = not known */
} RemedyChange;

typedef enum RemedyEffectKind { REMEDY_GONE = 1, REMEDY_CHEAPER, REMEDY_DEARER, REMEDY_IN_VAIN } RemedyEffectKind;

typedef struct RemedyEffect {  /* effect on a reshard of the first compile */
    int reshard;               /* its id */
    RemedyEffectKind kind;     /* removed, fewer bytes, more bytes, or tried for this reshard without effect */
    int64_t bytes_moved;       /* bytes that it still moves in one execution */
} RemedyEffect;

/* Result of executing the changed program on virtual devices with made-up inputs and comparing with the evaluator. */
typedef enum RemedyCheck { REMEDY_NOT_RUN, REMEDY_EQUAL, REMEDY_DIFFERS } RemedyCheck;

typedef struct Remedy {
    const char *text;          /* "in_shardings of w['w1']: P('x', None) -> P(None, 'x')" */
    const char *code;          /* the edit as source code, with its place */
    const char *brings;        /* collectives that the change adds: "all-gather of dot.3 (1.1 KiB)"; NULL = none */
    const char *try_with;      /* options of `shardscope run` that make the same change; NULL = there are none */
    const char *note;          /* a remark; NULL = none */
    const char *patch;         /* the edit, a line for each line that goes or comes */
    const char *edits;         /* the changes as remedy.edits of a trace has them, a JSON list */
    int n_changes, n_effects;
    const RemedyChange *changes;
    const RemedyEffect *effects;
    bool idle;                 /* has no benefit; kept to report what was tried */
    RemedyCheck check;
    int64_t n_collectives, traffic, peak_bytes; /* of the changed program; n_collectives and peak_bytes -1 = not known */
    double step_ns, flops_sum; /* likewise; the step as it is predicted (passes/predicted.h) */
    Estimate simulated;        /* step_ns with its interval */
    double simulated_before_ns; /* of the program without the change */
    const char *mesh;          /* the mesh with its axes in another order, as --mesh takes it; NULL = as it is */
    int64_t try_run;           /* row in the trace of the run that measured it; 0 = not run */
} Remedy;

typedef struct Remedies {
    Arena *arena;
    VEC(Remedy) list;          /* those that help first, most gained first; then the idle ones */
    int n_useful;              /* of the list */
    int n_glanced;             /* changes and pairs of changes looked at by a compile without search */
    int n_open;                /* of a program that another compiler divided: its reshards of which nothing can be claimed */
    int n_tried, n_left;       /* changes compiled in full; thought of, and looked at neither way for the work allowed */
    bool cut;                  /* ended before the work allowed was done, by the clock or on request: another search may find other changes */
} Remedies;

/* The search is bounded by work, which is counted: each compile by the size of the program, in seconds that a core usually takes for
 * it. So two searches of the same program find the same, whatever else the machine does. */
typedef struct RemedyBudget {
    double seconds;            /* of work, on two cores */
    int changes;               /* at most so many compiles in full */
    const SimOptions *sim;     /* how steps are simulated; NULL = as usual */
    void (*progress)(void *user, const char *what, int done, int of); /* may be NULL */
    void *user;
} RemedyBudget;

/* `fresh` is a clone of the module as read, from which `c` was compiled under `o`; both are borrowed. Ends early, with what was
 * found so far and `cut`, once o->stop is requested, or when the cores have spent several times the seconds allowed. */
Remedies *remedies_find(const Compiled *c, const IrModule *fresh, const CompileOptions *o, const RemedyBudget *budget);
/* The same for a program that another compiler divided: `c` holds what that one made, with its reshards. As it cannot be asked, trials are compiled in its manner
 * (op by op, the first plan that fits) beside the unchanged program compiled likewise, and the difference is taken off what c moves. Of reshards that this
 * stand-in does not have nothing is claimed. Bytes and steps are c's; n_collectives is -1, since they are combined later. */
Remedies *remedies_find_elsewhere(const Compiled *c, const IrModule *fresh, const CompileOptions *o, const RemedyBudget *budget);
void remedies_free(Remedies *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Remedies, remedies_free)
/* Work of compiling the module in full, in seconds of a core. */
double remedy_compile_seconds(const IrModule *fresh);

/* Reads such a list and appends its changes to `out` (of ImportChange, whose specs go to `kept`, an array that frees them), for the
 * module as read. False with SHARD_ERROR_USAGE if the list is not one, or not of this module. */
bool remedy_read_edits(const char *edits, const IrModule *fresh, GArray *out, GPtrArray *kept, GError **error);

/* Compiles the program with a remedy's changes, as if the user had made the edit. `fresh` and `o` as for remedies_find. NULL with an
 * error. */
Compiled *remedy_apply(const Remedy *r, const IrModule *fresh, const CompileOptions *o, GError **error);

/* Planned peak memory of one device, as in a trace's module.peak_bytes; -1 if the memory cannot be planned. Plans it if that was not
 * done yet. */
int64_t compiled_peak_bytes(Compiled *c);
