/* Between the files of the search for remedies: remedy.c (the search), try.c (one compile, and what it did),
 * check.c (the changed program executed), family.c (what is changed together), propose.c (thinks of
 * changes) and text.c (says them as a JAX user would write them). */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "runtime/remedy/remedy.h"
#include "runtime/remedy/roots.h"

/* Annotation.kind, as far as changes are made. */
enum { KIND_PARAMETER = 1, KIND_RESULT = 2, KIND_CONSTRAINT = 3, KIND_OVERRIDE = 8 };

typedef struct Proposal {
    RemedyChange *changes;
    int n;
    double score;              /* ns a step of the reshards that it is for, weighted by how likely it helps */
    int *reshards, n_reshards; /* ids of those */
} Proposal;

typedef struct Search {
    const Compiled *c;
    Arena *arena;
    Roots *roots;
    IrOp **ops;                /* by id: of the module with reshards, else of the input module; NULL = gone */
    int n_ops;
    GHashTable *known;         /* text of a proposal -> index + 1 */
    VEC(Proposal) proposals;
    char **family, **wide;     /* by annotation: what is changed together, and what might be; NULL = it stands alone */
    int for_reshard;           /* whose proposals are being made */
} Search;

/* ---- family.c ---- */

/* Key of an annotation's family; NULL = it stands alone. To be freed. wide: constraints of a helper of the user's, wherever
 * it is called from, and nothing else. */
char *remedy_family_of(const Search *s, int annotation, bool wide);
const Type *remedy_type_of(const Search *s, const RemedyChange *change);

/* ---- propose.c ---- */

void search_init(Search *s, const Compiled *c, Arena *arena);
void search_clear(Search *s);
/* Fills proposals, best score first. */
void remedy_propose(Search *s);
const IrOp *search_op(const Search *s, int id);

/* ---- edit.c: shardings a little different from one that is there ---- */

typedef struct EditedTo {
    const Sharding *to;
    double weight;             /* 1 = most likely of use */
} EditedTo;

/* Everything that can be done with one mesh axis in one sharding: left out, moved, exchanged, replaced, added. EditedTo. */
void remedy_edits(Search *s, const Sharding *have, int axis, GArray *out);
/* Without what concerns propagation only. */
const Sharding *remedy_plain(Search *s, const Sharding *from);
/* `base` with one more axis on dim d. */
const Sharding *remedy_with_axis(Search *s, const Sharding *base, int d, int axis);
/* The dim that is split over the axis; -1 = none. */
int remedy_dim_with(const Sharding *s, int axis);

/* ---- text.c ---- */

/* "w['w1']", "result[0]['w1']", "dot.3". In the arena. */
const char *remedy_name_of(const Search *s, int kind, int op, int leaf);
const char *remedy_text(Search *s, const RemedyChange *changes, int n);
/* The lines to type. */
const char *remedy_code(Search *s, const RemedyChange *changes, int n);
/* "--shard ..", or NULL. */
const char *remedy_try_with(Search *s, const RemedyChange *changes, int n);
/* "all-gather of x (1.1 KiB)". kinds of the plan, without slices. */
const char *remedy_move_text(Search *s, const char *value, const char *plan, int64_t bytes);

/* ---- try.c ---- */

/* What a compile moves, by who wants what. */
typedef struct Moves {
    GHashTable *bytes;         /* "value leaf > user pos" -> int64_t, of one execution */
    GHashTable *total;         /* the same -> times trips */
} Moves;

typedef struct Finder {
    Search search;
    Remedies *out;
    const IrModule *fresh;
    const CompileOptions *options;
    const RemedyBudget *budget;
    double work_s, done_s;     /* allowed and counted so far, in seconds of a core */
    double look_s, full_s;     /* work of one compile: without search, in full */
    int64_t most_ns;           /* process_ns() at which to end, on machines that are much slower than usual */
    atomic_bool cut;           /* it was reached, or a stop was requested, with work left */
    double comm_ns;            /* predicted, of all reshards, a step */
    Moves before;
    const IrOp **ops;
    int n_ops;
    atomic_int n_started;      /* compiles in full */
    pthread_mutex_t lock;      /* guards out->arena and search, and who is told of progress */
} Finder;

void finder_init(Finder *f);
void finder_clear(Finder *f);
/* Time that the cores have spent on this process: what else the machine does is not in it. */
int64_t process_ns(void);
/* A stop was requested, or the cores have spent much more time than the work should take. */
bool finder_stopped(Finder *f);
/* How many of n pieces of work of so many seconds each may be done before `share` of the whole is used up; they are counted as done. */
int finder_take_work(Finder *f, double each_s, double share, int n);

/* A compile that did not search: totals to compare with other such compiles. */
typedef struct Glance {
    bool looked, compiled;
    double step_ns;
    int64_t traffic;
} Glance;

Glance remedy_glance(Finder *f, const RemedyChange *changes, int n);
/* The program with the changes, compiled in full. NULL with an error if it cannot be. */
Compiled *remedy_compile(Finder *f, const RemedyChange *changes, int n, bool quick, GError **error);
/* True if it compiled; *out is then what came of it. */
bool remedy_try(Finder *f, const Proposal *p, Remedy *out);

/* ---- check.c ---- */

/* Executes the best of the list on virtual devices and compares with the evaluator, as long as time is left. */
void remedies_check(Finder *f);
