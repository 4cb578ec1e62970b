/* Insides of insert_reshards, shared by insert.c (the walk), versions.c (values and their layouts), candidates.c (ways
 * to divide an op) and why.c (sentences). */
#pragma once

#include "runtime/partition/partition.h"
#include "runtime/propagate/rules.h"

/* A value in one layout. The first version of a value is the op itself as computed. */
typedef struct Version {
    IrOp *op;
    const Sharding *sharding;
    int reshard;           /* id in the log of the reshard that made it; 0 = as computed */
} Version;

typedef VEC(Version) Versions;
typedef VEC(const Sharding *) Layouts;

typedef struct Insert {
    IrModule *m;
    Planner *planner;
    const PartitionOptions *options;
    DecisionLog *log;
    Arena *scratch;
    RuleCache *rules;
    int n_ids;             /* size of the tables below, ops made later have no entries */
    Versions *versions;    /* by op id: array-typed ops of the module as it came in */
    const Sharding ***natural; /* by op id: layout of each leaf as computed */
    IrComp *comp;          /* being rebuilt */
    int64_t trips;         /* executions of comp per step */
    IrOp **same_as;        /* by op id: constraints that ask for what their operand is already: one value, one set of layouts */
    Layouts *wants;        /* by op id: layouts that users asked for in the round before; NULL in the first */
    Layouts *asked;        /* the same, being collected */
    int n_input;           /* size of both: ids of the module as it came in */
    double total_ns;       /* price of all that was decided so far, times trips */
    bool trying;           /* a walk whose result is thrown away: loops.c */
    int *n_uses;           /* by op id, of the module as it came in: operand slots and roots */
    AxisList manual;       /* of the manual regions around comp: each of their devices works by itself, no op may divide over them */
} Insert;

/* What a request is for: goes into the reshard's row. */
typedef struct Asker {
    const IrOp *user;      /* NULL = the program's result */
    int pos;
    Cause cause;
    const IrOp *cause_op;
    const Loc *cause_loc;
    const char *why;       /* may be NULL if the layout fits already */
    int choice;
    const bool *hoisted;   /* loops: leaves brought to another layout before the loop because no trip changes them; NULL = none */
    int64_t trips;         /* of that loop */
} Asker;

/* ---- versions.c ---- */

/* Appends an op that exists already to the computation being laid out. */
void comp_place(IrComp *c, IrOp *op);

/* Makes `op` (array) known in the layout it was computed in. */
void value_define(Insert *x, IrOp *op, const Sharding *sharding);
/* The op of the value (array-typed, of the module as it came in) behind operand `op`: sees through barriers, makes
 * get_tuple_element ops for leaves as needed. */
IrOp *value_leaf(Insert *x, IrOp *op, int leaf);
/* A get_tuple_element that reads an array out of an op with several results stays what stands for that leaf; other
 * tuple ops are looked through, and what is needed of them is made again. */
void value_keep(Insert *x, IrOp *op);
/* Price of having the value in that layout, 0 if it exists; *from (may be NULL) is the version to start from. */
double value_price(Insert *x, IrOp *op, const Sharding *want, const Version **from);
/* The value in that layout: an existing version, or a new reshard op appended to comp, and its row in the log. */
IrOp *value_request(Insert *x, IrOp *op, const Sharding *want, const Asker *asker);
/* The layout propagation decided for leaf `leaf` of op; replicated if it said nothing. */
const Sharding *decided(Insert *x, const IrOp *op, int leaf);
/* The layout nearest to "as computed" that is not unreduced: what to assume of a value for explanations. */
const Sharding *value_layout(Insert *x, IrOp *op);

/* ---- insert.c ---- */

/* Lays computation c out anew; its root's leaves get the layouts `root`. */
bool walk(Insert *x, IrComp *c, int64_t trips, const Sharding *const *root, const Asker *root_asker, GError **error);

/* ---- saved.c ---- */

/* All that a walk of some computations changes, to be put back: for walks that only find out a price. */
typedef struct Saved Saved;
Saved *walk_save(Insert *x, IrComp *const *comps, int n);
void walk_put_back(Insert *x, Saved *s); /* and frees it */
void walk_saved_free(Saved *s);
double walk_saved_ns(const Saved *s);    /* x->total_ns at that time */

/* ---- loops.c ---- */

/* Layouts in which a while loop should carry its state: as decided, except that values which no trip changes may be
 * brought once, before the loop, to the layout that the body wants of them in every trip. state[] and hoisted[] per leaf. */
bool choose_loop_state(Insert *x, IrOp *loop, const Sharding **state, bool *hoisted, GError **error);

/* ---- candidates.c ---- */

typedef struct Candidate {
    const Sharding **in;   /* per operand; NULL for operands that are no arrays */
    const Sharding **out;  /* per result leaf, as computed */
    AxisList *factors;     /* axes of each factor of the rule; NULL without a rule */
    AxisList used;         /* all axes that divide the work */
    double comm_ns, compute_ns, flops;
    double inner_ns;       /* part of comm_ns that the op's own lowering moves: halos, partial results compared */
    int64_t bytes;
    const char *text;
} Candidate;

/* The ways to run `op` sharded, cheapest first. At least one (everything replicated). *supported false: the op has no
 * rule and only runs on whole operands. */
GPtrArray *candidates_of(Insert *x, IrOp *op, const Rule *rule);

/* Running `op` on partial values as they are, the sum left for later: sums are linear. NULL if the op is not linear in
 * its operands, if none is partial, or if someone else needs the sum of one anyway. */
Candidate *candidate_on_partials(Insert *x, IrOp *op, const Rule *rule);

/* ---- why.c ---- */

/* "x", "w['b1']", "%dot.3". */
const char *value_label(Insert *x, const IrOp *op);
/* Why operand `pos` of op had to change its layout from -> to under the candidate. Sets cause. */
const char *why_operand(Insert *x, const IrOp *op, const Rule *rule, const Candidate *c, int pos, const Sharding *from,
                        const Sharding *to, Cause *cause);
/* Why a partial value must be combined; `asks` ends the sentence: "add needs the sum". */
const char *why_partial(Insert *x, const IrOp *value, AxisList axes, const char *asks);
const char *spec_text(Insert *x, const Sharding *s);
