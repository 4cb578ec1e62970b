/* Internal to the search for remedies: shared by propose.c (proposes changes), edit.c (variants of a sharding), family.c (annotations
 * that are changed together), remedy.c (the search), try.c (one compile and its effects), check.c (executes the changed program), order.c (orders of the mesh's axes),
 * elsewhere.c (programs of other compilers), text.c and patch.c (changes as a JAX user writes them) and again.c (changes kept for another process). */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "runtime/ir/label.h"
#include "runtime/remedy/remedy.h"
#include "runtime/remedy/roots.h"

/* The values of Annotation.kind that can be changed. */
enum { KIND_PARAMETER = 1, KIND_RESULT = 2, KIND_CONSTRAINT = 3, KIND_OVERRIDE = 8 };

typedef struct Proposal {
    RemedyChange *changes;
    int n;
    double score;              /* time per step, in ns, of the reshards that it is meant for, weighted by how likely it helps */
    int *reshards, n_reshards; /* ids of these reshards */
} Proposal;

typedef struct Search {
    const Compiled *c;
    Arena *arena;
    Roots *roots;
    IrOp **ops;                /* by id: from the module with reshards, else from the input module; NULL = removed */
    int n_ops;
    DecisionLog *words;        /* of the labels: the compile's own log is read only */
    Labels *labels;            /* of the module with reshards */
    GHashTable *known;         /* text of a proposal -> index + 1 */
    VEC(Proposal) proposals;
    char **family, **wide;     /* by annotation: key of the family that is changed together, and of a wider one that may be; NULL = none */
    int for_reshard;           /* the reshard for which proposals are being made */
} Search;

/* ---- family.c ---- */

/* Key of an annotation's family; NULL = none. To be freed. wide: only for constraints in a function that the user calls from several
 * places; they form one family whichever the call. */
char *remedy_family_of(const Search *s, int annotation, bool wide);
const Type *remedy_type_of(const Search *s, const RemedyChange *change);

/* ---- propose.c ---- */

void search_init(Search *s, const Compiled *c, Arena *arena);
void search_clear(Search *s);
/* Fills s->proposals, highest score first. */
void remedy_propose(Search *s);
const IrOp *search_op(const Search *s, int id);

/* ---- edit.c: variants of a sharding ---- */

typedef struct EditedTo {
    const Sharding *to;
    double weight;             /* how likely it is to help, up to 1 */
} EditedTo;

/* Appends to `out` (of EditedTo) every variant that one mesh axis allows: axis removed, moved, exchanged, replaced, added. */
void remedy_edits(Search *s, const Sharding *have, int axis, GArray *out);
/* The sharding without the marks that only concern propagation. */
const Sharding *remedy_plain(Search *s, const Sharding *from);
/* `base` with `axis` added to dim d. */
const Sharding *remedy_with_axis(Search *s, const Sharding *base, int d, int axis);
/* The dim that is split on the axis; -1 = none. */
int remedy_dim_with(const Sharding *s, int axis);

/* ---- text.c ---- */

/* Name of a value: "w['w1']", "result[0]['w1']", "dot.3". In the arena, as all texts below. */
const char *remedy_name_of(const Search *s, int kind, int op, int leaf);
const char *remedy_text(Search *s, const RemedyChange *changes, int n);
/* The changes as source code. */
const char *remedy_code(Search *s, const RemedyChange *changes, int n);
/* The changes as options "--shard ..."; NULL if options cannot make them. */
const char *remedy_try_with(Search *s, const RemedyChange *changes, int n);
/* A reshard as text: "all-gather of x (1.1 KiB)". plan: its collectives; slices in it are left out. */
const char *remedy_move_text(Search *s, const char *value, const char *plan, int64_t bytes);

/* In JAX's notation; of a constraint with the dimensions that propagation may split. */
void remedy_print_spec(GString *out, Search *s, const Sharding *sharding, bool constraint);
/* The source line, "mlp.py:12"; for an existing constraint (there) inside a helper function also the line that calls the helper. */
const char *remedy_place_of(Search *s, const Loc *loc, bool there);
bool remedy_same_line(const Loc *a, const Loc *b);
/* The op as its user knows it: "the result of dot_general" for "jit(f)/mlp/dot_general". */
const char *remedy_call_name(Search *s, const RemedyChange *c);
/* Name of the function that was compiled: "step" for the module "jit_step"; NULL = it has none that a user knows. */
const char *remedy_function(const Search *s);

/* ---- patch.c ---- */

/* The changes as a patch in JAX's words, a line for each line that goes or comes. In the arena. */
const char *remedy_patch(Search *s, const RemedyChange *changes, int n);

/* ---- again.c ---- */

/* The changes as a JSON list, which remedy_read_edits() reads. In the arena. */
const char *remedy_edits_text(Search *s, const IrModule *fresh, const RemedyChange *changes, int n);

/* ---- try.c ---- */

/* On what it depends whether and how another compiler does one of its reshards; see elsewhere.c. */
typedef struct Around {
    char *shardings;           /* of the value and its consumer, and of what they take; "" = not known */
    bool sums;                 /* the value is a sum of elements that lie on several devices */
} Around;

/* Bytes that a compiled program moves, by value and user. Ids differ between compiles, so keys are names: "value leaf > user pos". */
typedef struct Moves {
    GHashTable *bytes;         /* key -> int64_t, bytes of one execution */
    GHashTable *total;         /* key -> the same times the trip count */
    GHashTable *of_value;      /* bytes by "value leaf" alone, whoever uses it */
    Around *around;            /* of a stand-in, by the other compiler's reshards; else NULL */
    int n_around;
} Moves;

typedef struct StandIn StandIn;

typedef struct Finder {
    Search search;
    Remedies *out;
    const IrModule *fresh;
    const CompileOptions *options;
    const RemedyBudget *budget;
    double work_s, done_s;     /* allowed and counted so far, in seconds of a core */
    double look_s, full_s;     /* work of one compile: without search, in full */
    int64_t most_ns;           /* CPU time after which to end, on machines that are much slower than usual */
    atomic_llong spent_ns;     /* CPU time of the search's own threads so far, as finder_stopped() counts it */
    int number;                /* tells this search from others that the same thread works on */
    atomic_bool cut;           /* it was reached, or a stop was requested, with work left */
    double comm_ns;            /* predicted, of all reshards, a step */
    double before_ns;          /* the step of the program as it is: comparable with Remedy.step_ns */
    StandIn *stand_in;         /* of a program that another compiler divided; NULL = of one of ours */
    Moves before;              /* of the program as it is, or of its stand-in */
    const IrOp **ops;
    int n_ops;
    atomic_int n_started;      /* full compiles started */
    pthread_mutex_t lock;      /* guards out->arena, search, and calls of the progress callback */
} Finder;

void finder_init(Finder *f);
void finder_clear(Finder *f);
/* A stop was requested, or the search has taken much more CPU time than the work should. To be called before each piece of work, by the thread
 * that does it: the time since that thread's last call is counted, and neither other threads of the process nor other processes are. */
bool finder_stopped(Finder *f);
/* How many of n pieces of work of so many seconds each may be done before `share` of the whole is used up; they are counted as done. */
int finder_take_work(Finder *f, double each_s, double share, int n);

/* Totals of a quick compile, in which the planner does not search; comparable with other quick compiles only. */
typedef struct Glance {
    bool looked, compiled;
    double price_ns; /* as of Compiled */
    int64_t traffic;
} Glance;

Glance remedy_glance(Finder *f, const RemedyChange *changes, int n);
/* Compiles the program with a remedy's changes and mesh; quick: without search. NULL with an error. */
Compiled *remedy_compile(Finder *f, const Remedy *r, bool quick, GError **error);
/* Compiles a proposal in full. True if it compiled; *out is then the remedy with its effects. */
bool remedy_try(Finder *f, const Proposal *p, Remedy *out);

/* The same of a program with these changes on this mesh (NULL = its own). */
bool remedy_try_on(Finder *f, const Proposal *p, const char *mesh, Remedy *out);
Moves moves_of(const Compiled *c);
void moves_clear(Moves *m);
/* Bytes under a key, 0 if there are none. */
int64_t moves_under(GHashTable *bytes, const char *key);
/* "value leaf > user pos" of a reshard; ops by id, n of them. */
char *move_key(const IrOp *const *ops, int n, const Reshard *r);
/* The predicted step of a compiled program under o (NULL: as the search does). */
Estimate finder_step(const Finder *f, const Compiled *c, const SimOptions *o);

/* ---- elsewhere.c ---- */

/* Compiles the program as it is in the other compiler's manner. False if that fails. */
bool stand_in_init(Finder *f);
void stand_in_clear(Finder *f);
/* Bytes that the reshard moves in one execution once the stand-in's moves are `after`. */
int64_t stand_in_left(const Finder *f, const Moves *after, const Reshard *r);
/* Fills moves->around from the stand-in's program `c`. */
void stand_in_around(const Finder *f, const Compiled *c, Moves *moves);
/* The stand-in makes that move, so that something can be said of it. */
bool stand_in_has(const Finder *f, const Reshard *r);
/* Bytes and step of `out` as the other compiler's, from those of the trial `c`. */
void stand_in_totals(const Finder *f, const Compiled *c, Remedy *out);

/* ---- order.c ---- */

/* Appends to `tried` the best orders of the mesh's axes, where another order makes the simulated step shorter. */
void remedy_orders(Finder *f, Remedies *tried);
/* What to say of such a remedy: text, code, patch, options; in the arena. */
void remedy_order_texts(Finder *f, Remedy *r);

/* ---- check.c ---- */

/* Executes the best remedies on virtual devices and compares the results with the evaluator's, as long as time is left. */
void remedies_check(Finder *f);
