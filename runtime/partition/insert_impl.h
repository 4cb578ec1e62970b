/* Insides of insert_reshards: the state of a walk (insert.c), and what its parts offer each other. More of them have headers of their
 * own: versions.h (values in the layouts they exist in), ways.h (ways to divide an op), candidates.h (ways with prices),
 * known.h (answers remembered), why.h (sentences), net.h (the whole program, for the search). */
#pragma once

#include "runtime/base/memo.h"
#include "runtime/ir/label.h"
#include "runtime/partition/partition.h"
#include "runtime/partition/versions.h"
#include "runtime/propagate/rules.h"

typedef struct Net Net;

/* How an op is to be divided by decision of the search over the whole program (search.c). */
typedef struct Forced {
    const AxisList *factors; /* per factor of its rule; NULL = the cheapest way */
    bool on_partials;
    uint64_t whole;
    const Sharding **state;  /* of a while loop: layouts in which it carries its leaves */
} Forced;

struct Insert {
    IrModule *m;
    Planner *planner;
    const PartitionOptions *options;
    DecisionLog *log;
    Labels *labels;
    Arena *scratch;
    RuleCache *rules;
    int n_ids;             /* size of the tables below, ops made later have no entries */
    Versions *versions;    /* by op id: array-typed ops of the module as it came in */
    const Sharding ***natural; /* by op id: layout of each leaf as computed */
    IrComp *comp;          /* being rebuilt */
    int64_t trips;         /* executions of comp per step */
    IrOp **same_as;        /* by op id: of constraints that ask for the layout that their operand has: that operand, whose versions they share */
    IrOp **behind;         /* by op id: of constraints that copy a value into another layout: that value */
    Layouts *wants;        /* by op id: layouts that users asked for in the round before; NULL in the first */
    Layouts *asked;        /* the same, being collected */
    int n_input;           /* size of both: ids of the module as it came in */
    double total_ns;       /* price of all that was decided so far, times trips */
    double computing_ns;   /* the part of it that is computing */
    bool searching;        /* the search will choose the layouts that loops carry: loops.c need not */
    bool trying;           /* the result of this walk is discarded: loops.c */
    Forced *forced;        /* by op id, of the module as it came in; NULL = none */
    Net *net;              /* filled by this walk; NULL = none wanted */
    GHashTable *futile;    /* places, stages and ways that won nothing in searches of this program: search.c */
    int *n_uses;           /* by op id, of the module as it came in: operand slots and roots */
    Memo known;            /* answers that hold for all ops of a kind: known.c */
    VEC(const Rule *) lowered; /* by kind of op: the rule to partition by; &no_rule = none, NULL = not asked yet */
    int n_bases;           /* candidates numbered so far */
    AxisList manual;       /* axes of the manual regions around comp, over which no op may be divided */
};

/* Who asks for a layout of a value, and why; becomes the row of a reshard in the log. */
struct Asker {
    const IrOp *user;      /* NULL = the program's result */
    int pos;
    Cause cause;
    const IrOp *cause_op;
    const Loc *cause_loc;
    const char *why;       /* may be NULL if the value has the layout already */
    const char *takes;     /* verb of the sentence for boundaries in the program: "takes it as"; NULL = use `why` */
    int choice;
    bool by_rule;          /* the asker could be divided in other ways, or asks on behalf of another op */
    const int *carry;      /* nodes of the net that carry the leaves of a loop; NULL = none */
    int carry_pos;         /* 0 what the loop begins with, 1 what a trip leaves */
    const bool *hoisted;   /* loops: leaves brought to another layout before the loop because no trip changes them; NULL = none */
    int64_t trips;         /* of that loop */
};

/* ---- insert.c ---- */

/* Lays computation c out anew; its root's leaves get the layouts `root`. */
bool walk(Insert *x, IrComp *c, int64_t trips, const Sharding *const *root, const Asker *root_asker, GError **error);

/* ---- rounds.c ---- */

/* Lays the program out with its results in these layouts. Looking ahead: an op is priced with what its users are going to
 * want, which is known from the round before; in the first, what propagation decided represents it. */
bool lay_out(Insert *x, const Sharding *const *results, GError **error);
void layouts_free(Layouts *l, int n);

/* ---- search.c ---- */

/* Looks for ways of the net's ops that make the whole program cheaper; leaves them in x->forced. False if none was found. k counts searches of the program: later ones give up sooner. */
bool search_ways(Insert *x, Net *net, int k);
/* The ways that the net's ops have, to be freed. */
Forced *net_forced(const Net *net);

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
