/* Insides of insert_reshards, shared by insert.c (the walk), versions.c (values and their layouts), candidates.c (ways
 * to divide an op) and why.c (sentences). */
#pragma once

#include "runtime/base/memo.h"
#include "runtime/ir/label.h"
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

typedef struct Net Net;

enum { MAX_FACTORS = 48 };

/* How an op is divided: axes per factor of its rule. */
typedef struct Way {
    AxisList f[MAX_FACTORS];
    uint64_t whole; /* a bit per operand: each device has its windowed dims whole, and cuts out what it needs */
} Way;
typedef VEC(Way) Ways;

/* How the search over the whole program (search.c) wants an op divided. */
typedef struct Forced {
    const AxisList *factors; /* per factor of its rule; NULL = as is cheapest there */
    bool on_partials;
    uint64_t whole;
    const Sharding **state;  /* of a while loop: layouts in which it carries its leaves */
} Forced;

typedef struct Insert {
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
    IrOp **same_as;        /* by op id: constraints that ask for what their operand is already: one value, one set of layouts */
    IrOp **behind;         /* by op id: constraints that are a copy of that value in the layout asked for */
    Layouts *wants;        /* by op id: layouts that users asked for in the round before; NULL in the first */
    Layouts *asked;        /* the same, being collected */
    int n_input;           /* size of both: ids of the module as it came in */
    double total_ns;       /* price of all that was decided so far, times trips */
    double computing_ns;   /* the part of it that is computing */
    bool searching;        /* search.c is going to look at loops too: loops.c need not */
    bool trying;           /* a walk whose result is thrown away: loops.c */
    Forced *forced;        /* by op id, of the module as it came in; NULL = none */
    Net *net;              /* what this walk asks for is written down here; NULL = nothing is */
    GHashTable *futile;    /* places, stages and ways with which searches of this program won nothing: search.c */
    int *n_uses;           /* by op id, of the module as it came in: operand slots and roots */
    Memo known;            /* what was worked out for one op and holds for all of its kind: known.c */
    VEC(const Rule *) lowered; /* by kind of op: the rule to partition by; &no_rule = none, NULL = not asked yet */
    int n_bases;           /* candidates numbered so far */
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
    const char *takes;     /* of boundaries in the program: "takes it as"; the sentence is then made of it; NULL = not used */
    int choice;
    bool by_rule;          /* an op that could be divided in other ways too, or one that needs it for somebody else */
    const int *carry;      /* nodes of the net that carry the leaves of a loop; NULL = none */
    int carry_pos;         /* 0 what the loop begins with, 1 what a trip leaves */
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
/* Each version that `want` may be made from: the value's own, and of what it is a copy of those that hold all of it. */
#define FOR_SOURCES(v, x, op)                                                                                         \
    for (const IrOp *o_ = (op); o_; o_ = o_->id < (x)->n_input ? (x)->behind[o_->id] : NULL)                          \
        for (const Version *v = (x)->versions[o_->id].v; v < (x)->versions[o_->id].v + (x)->versions[o_->id].n; v++)  \
            if (o_ == (op) || sharding_holds((op)->type, v->sharding, value_layout(x, op)))

/* Price of having the value in that layout, 0 if it exists; *from (may be NULL) is the version to start from. */
double value_price(Insert *x, IrOp *op, const Sharding *want, const Version **from);
/* Values that cost nothing to make in any layout: constants, iotas, and scalars spread out. */
bool value_is_free(const IrOp *op);
/* True if every device has in `whole` all that it has in `part`. */
bool sharding_holds(const Type *type, const Sharding *whole, const Sharding *part);
/* Price of making all wants, each from the cheapest of what is made by then; a want that serves many comes first. Appends
 * them to made[] (room for n_made + n_wants; 24 in all at most). parents[] (may be NULL): the layout each is made from, numbered
 * as made[] is afterwards. */
double layouts_price(Insert *x, const Type *type, const Sharding **made, int *n_made, const Sharding *const *wants, int n_wants, int *parents);
/* The value in that layout: an existing version, or a new reshard op appended to comp, and its row in the log. */
IrOp *value_request(Insert *x, IrOp *op, const Sharding *want, const Asker *asker);
/* The layout propagation decided for leaf `leaf` of op; replicated if it said nothing. */
const Sharding *decided(Insert *x, const IrOp *op, int leaf);
/* The layout nearest to "as computed" that is not unreduced: what to assume of a value for explanations. */
const Sharding *value_layout(Insert *x, IrOp *op);

/* ---- insert.c ---- */

/* Lays computation c out anew; its root's leaves get the layouts `root`. */
bool walk(Insert *x, IrComp *c, int64_t trips, const Sharding *const *root, const Asker *root_asker, GError **error);

/* ---- rounds.c ---- */

/* Lays the program out with its results in these layouts. Looking ahead: an op is priced with what its users are going to
 * want, which is known from the round before; in the first, what propagation decided stands for it. */
bool lay_out(Insert *x, const Sharding *const *results, GError **error);
void layouts_free(Layouts *l, int n);

/* ---- search.c ---- */

/* Looks for ways of the net's ops that make the whole program cheaper; leaves them in x->forced. False if none was found. k counts searches of the program: later ones give up sooner. */
bool search_ways(Insert *x, Net *net, int k);

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

/* ---- ways.c ---- */

/* True if one layout cannot hold both axes: they share a part of an axis, or cut it at places that no common refinement
 * has (2 x 3 and 3 x 2 of an axis of 6). */
bool axes_clash(AxisRef a, AxisRef b);
bool way_equal(const Rule *rule, const Way *a, const Way *b);
/* The axes of one dim under the way. */
AxisList way_dim(Insert *x, const RuleDim *dim, const Way *w);
/* What a layout of one tensor of the rule says about the factors. */
Way way_project(Insert *x, const Rule *rule, const RuleTensor *t, const Sharding *s);
/* Drops what the local lowering cannot do. */
void way_legalise(Insert *x, const IrOp *op, const Rule *rule, Way *w);
/* All ways worth pricing, from what was seen at the op's tensors. */
void ways_of(Insert *x, const IrOp *op, const Rule *rule, const Way *seen, int n_seen, Ways *out);
/* The way that fits tensor t in layout s, the factors that t lacks as in `now` (may be NULL). False if there is none. */
bool way_following(Insert *x, const IrOp *op, const Rule *rule, const RuleTensor *t, const Sharding *s, const AxisList *now, Way *out);

/* ---- candidates.c ---- */

typedef struct Candidate {
    const Sharding **in;   /* per operand; NULL for operands that are no arrays */
    const Sharding **out;  /* per result leaf, as computed */
    AxisList *factors;     /* axes of each factor of the rule; NULL without a rule */
    AxisList used;         /* all axes that divide the work */
    double comm_ns, compute_ns, flops;
    double share;          /* each device does 1 / share of the work */
    double inner_ns;       /* part of comm_ns that the op's own lowering moves: halos, partial results compared */
    int64_t bytes;
    bool on_partials;      /* takes partial values as they are */
    uint64_t whole;        /* operands of which it takes dims whole though it divides its work along them */
    int base;              /* number of what candidate_base() gave for these factors of this kind of op; 0 = it could not be remembered */
    const char *text;
} Candidate;

/* How much computing counts beside moving when it is asked whether moving more is worth it. The model foretells neither better than
 * that: what a plan wins by moving more must be more than its error, and fewer bytes are fewer for sure. */
#define SURE_OF_COMPUTING 0.8

/* What ways are compared by: computing, and moving to and from the op; computing counts `sure`. */
static inline double candidate_price(const Candidate *c, double sure)
{
    return sure * c->compute_ns + c->comm_ns;
}

/* With the costs of the op itself: computing, and what its lowering moves. One for all ops of the kind: not to be changed. */
Candidate *candidate_base(Insert *x, IrOp *op, const Rule *rule, const Way *w);
/* A copy of it. */
Candidate *candidate_make(Insert *x, IrOp *op, const Rule *rule, const Way *w);
/* The candidate that has tensor `t` of the rule in layout `want` and the rest as `now` (way_following); NULL if there is none. Not
 * to be changed. */
Candidate *candidate_following(Insert *x, IrOp *op, const Rule *rule, const RuleTensor *t, const Sharding *want, const Candidate *now);

/* The ways to run `op` sharded, cheapest first. At least one (everything replicated). *supported false: the op has no
 * rule and only runs on whole operands. */
GPtrArray *candidates_of(Insert *x, IrOp *op, const Rule *rule);

/* Running `op` on partial values as they are, the sum left for later: sums are linear. NULL if the op is not linear in
 * those of its operands that are partial in the layouts at[]; own costs only. */
Candidate *candidate_on_parts(Insert *x, IrOp *op, const Rule *rule, const Sharding *const *at);
/* The bits of operands that are finite numbers, everywhere the same: what on_parts looks at besides the kind. */
uint64_t splat_operands(const IrOp *op);
/* The same on the operands as computed, priced; NULL also if someone else needs the sum of one anyway, unless forced. */
Candidate *candidate_on_partials(Insert *x, IrOp *op, const Rule *rule, bool forced);
/* The candidate with those axes per factor, priced. */
Candidate *candidate_with(Insert *x, IrOp *op, const Rule *rule, const AxisList *factors, uint64_t whole);
/* Text of a candidate for the log. */
const char *candidate_text(Insert *x, const IrOp *op, const Rule *rule, const Candidate *c);

/* ---- known.c: the same answers, worked out once for all ops that ask the same ---- */

/* The rule to partition the op by; NULL if there is none. */
const Rule *known_rule(Insert *x, const IrOp *op);
/* Question: how to divide `op` as its operands, users and annotations stand now. */
void key_of_candidates(Insert *x, IrOp *op, const Rule *rule, Key *k);
/* Question: the op's own part in being divided so. */
void key_of_base(Insert *x, const IrOp *op, const Rule *rule, const Way *w, Key *k);
/* Question: how it can have one tensor in that layout. */
void key_of_following(Insert *x, const IrOp *op, int tensor, const Sharding *want, const Candidate *now, Key *k);
/* Question: how it runs on operands in these layouts, partial as they are. */
void key_of_parts(Insert *x, const IrOp *op, const Sharding *const *at, Key *k);
/* Question: the price of a value's layouts, made from `start`. */
void key_of_layouts(const Type *type, const Sharding *const *start, int n_start, const Sharding *const *wants, int n_wants, Key *k);
/* Question: a leaf of a loop carried in layout s. */
void key_of_carrying(const Type *type, const Sharding *as_found, const Sharding *s, Key *k);

/* ---- why.c ---- */

/* "dot_general (mlp.py:12)". */
const char *op_label(Insert *x, const IrOp *op);
/* "w['b1']", "the result of dot_general (mlp.py:12)". */
const char *value_label(Insert *x, const IrOp *op);
/* Why operand `pos` of op had to change its layout from -> to under the candidate. Sets cause. */
const char *why_operand(Insert *x, const IrOp *op, const Rule *rule, const Candidate *c, int pos, const Sharding *from,
                        const Sharding *to, Cause *cause);
/* Why a partial value must be combined; `asks` ends the sentence: "add needs the sum". */
const char *why_partial(Insert *x, const IrOp *value, AxisList axes, const char *asks);
const char *spec_text(Insert *x, const Sharding *s);
