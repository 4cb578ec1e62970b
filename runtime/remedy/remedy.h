/* What would remove a collective: changes of annotations that were tried by compiling the program again with them, in the
 * same pipeline. Nothing here is guessed from a cause: a change is only named when the second compile has shown what it
 * does to every reshard, to the bytes, to the memory and to the predicted step. */
#pragma once

#include "runtime/passes/pipeline.h"

typedef struct RemedyChange {
    int kind, op, leaf;        /* as Annotation's */
    int annotation;            /* index in the log of the one replaced; -1 = there was none */
    const Sharding *to;        /* of the first compile's tables; NULL = left out */
    const Loc *loc;            /* line to edit; NULL = not known */
} RemedyChange;

typedef enum RemedyEffectKind { REMEDY_GONE = 1, REMEDY_CHEAPER, REMEDY_DEARER, REMEDY_IN_VAIN } RemedyEffectKind;

typedef struct RemedyEffect {  /* on a reshard of the first compile */
    int reshard;               /* its id */
    RemedyEffectKind kind;     /* in vain: it was tried for this one, which stays as it was */
    int64_t bytes_moved;       /* what is left of it, of one execution */
} RemedyEffect;

/* The changed program, executed on virtual devices with made-up inputs, against the evaluator. */
typedef enum RemedyCheck { REMEDY_NOT_RUN, REMEDY_EQUAL, REMEDY_DIFFERS } RemedyCheck;

typedef struct Remedy {
    const char *text;          /* "in_shardings of w['w1']: P('x', None) -> P(None, 'x')" */
    const char *code;          /* what to type, and where */
    const char *brings;        /* moves that were not there before: "all-gather of dot.3 (1.1 KiB)"; NULL = none */
    const char *try_with;      /* options of `shardscope run` that make the same change; NULL = they cannot */
    const char *note;          /* NULL = nothing */
    int n_changes, n_effects;
    const RemedyChange *changes;
    const RemedyEffect *effects;
    bool idle;                 /* helps nobody: kept so that it can be said what was tried */
    RemedyCheck check;
    int64_t n_collectives, traffic, peak_bytes; /* after it; peak_bytes -1 = not known */
    double step_ns, flops_sum;
    int64_t try_run;           /* row of the run that measured it; 0 = none */
} Remedy;

typedef struct Remedies {
    Arena *arena;
    VEC(Remedy) list;          /* those that help first, most gained first; then the idle ones */
    int n_useful;              /* of the list */
    int n_glanced;             /* changes and pairs of changes looked at by a compile without search */
    int n_tried, n_left;       /* changes compiled in full; thought of, and looked at neither way for the work allowed */
    bool cut;                  /* ended before the work allowed was done, by the clock or on request: another search may find other changes */
} Remedies;

/* The search is bounded by work, which is counted: each compile by the size of the program, in seconds that a core usually takes for
 * it. So two searches of the same program find the same, whatever else the machine does. */
typedef struct RemedyBudget {
    double seconds;            /* of work, on two cores */
    int changes;               /* at most so many compiles in full */
    void (*progress)(void *user, const char *what, int done, int of); /* may be NULL */
    void *user;
} RemedyBudget;

/* `fresh` is a clone of the module as read, from which `c` was compiled under `o`; both are borrowed. Ends early, with what was
 * found so far and `cut`, once o->stop is requested, or when the cores have spent several times the seconds allowed. */
Remedies *remedies_find(const Compiled *c, const IrModule *fresh, const CompileOptions *o, const RemedyBudget *budget);
void remedies_free(Remedies *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Remedies, remedies_free)
/* Work of compiling the module in full, in seconds of a core. */
double remedy_compile_seconds(const IrModule *fresh);

/* The program with a remedy, compiled in full: as the user's edit would do it. Ids of r's changes are those of the compile
 * that it was found for; `fresh` and `o` as above. */
Compiled *remedy_apply(const Remedy *r, const IrModule *fresh, const CompileOptions *o, GError **error);

/* Planned memory of one device, as a trace's module.peak_bytes; -1 if the module cannot be planned. Plans it where that was left out. */
int64_t compiled_peak_bytes(Compiled *c);
