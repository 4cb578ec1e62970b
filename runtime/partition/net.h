/* The whole program as a net: ops that can be divided in several ways, values between them, and one price for all. A walk
 * (insert.c) writes it down; the search (search.c) then changes ways and sees at once what the program would cost.
 *
 * The price of a value is that of all layouts that its readers want, each made from the cheapest that is there by then:
 * gathered once, cut often. It depends on the way of the op that makes it and on those of the ops that read it, on nothing
 * else; so changing one way touches the prices of a few values. */
#pragma once

#include "runtime/partition/candidates.h"

typedef struct NetUse {
    int node, pos;             /* operand pos of the node reads the value */
} NetUse;

/* How many inputs of nodes want the layout. */
typedef struct NetTally {
    const Sharding *layout;
    int n;
} NetTally;

typedef struct NetValue {
    IrOp *op;
    int maker, leaf;           /* node whose result it is, or -1: in layout `fixed` */
    const Sharding *fixed;
    int behind;                /* the value that it is a copy of, in a layout the program asked for; -1 */
    bool free;                 /* costs nothing in any layout */
    double trips;
    VEC(NetUse) uses;
    VEC(NetTally) tally;       /* of uses, if they are many: kept so that they need not be gone through for each price */
    Layouts wants;             /* of readers that have no choice */
    VEC(int) copies;           /* values that are `behind` this one */
    int root, role;            /* the value that it is a copy of in the end, itself if it is none; which of its copies, 0 = itself */
    uint64_t kind;             /* of a root: hash of all that its price depends on and that no way changes */
    uint64_t wanted;           /* of a root: sum of hashes of layouts that readers of it and its copies want */
    double cost;               /* with that of its copies; 0 for copies themselves */
} NetValue;

typedef struct NetNode {
    IrOp *op;
    const Rule *rule;
    const Type *carried;       /* of a leaf that a loop carries: the node stands for its layout in all trips; else NULL */
    int leaf;
    const Sharding *as_found;  /* of a carried leaf */
    double trips;
    int n_in, n_out;
    int *in, *out;             /* values by operand and by result leaf, -1 where there is none */
    int n_around, *around;     /* values whose price depends on its way, none twice; once prices are there */
    int *at;                   /* by operand, then by result leaf: where in around[], or -1 */
    double least_own;          /* of all its ways: what the cheapest costs, nothing moved */
    VEC(Candidate *) ways;
    int way;                   /* the one taken */
    Layouts followed;          /* layouts of neighbours that ways were made from */
} NetNode;

/* A price before a way was taken: of a value, or (value -1) the total. */
typedef struct NetPrice {
    int value;
    double ns;
} NetPrice;

/* Prices by hash of what they depend on; open addressing, at most half full. */
typedef struct NetPrices {
    uint64_t *keys;            /* 0 = free */
    double *ns;
    int n, cap;
} NetPrices;

struct Net {
    Insert *x;
    VEC(NetNode) nodes;
    VEC(NetValue) values;
    GHashTable *value_of;      /* op id -> number + 1 */
    GHashTable *node_of;
    GHashTable *carries;       /* op id of a loop or of the parameter of its computations -> nodes by leaf, see net_add_carries */
    double sure;               /* what computing counts beside moving: 1, or SURE_OF_COMPUTING */
    double total;              /* price of everything that depends on ways */
    NetPrices prices;          /* of values, for one trip */
    VEC(NetPrice) before;      /* prices to go back to, see net_take() */
    int64_t budget;            /* prices of values that may still be worked out */
};

Net *net_new(Insert *x);
void net_free(Net *net);

/* ---- written by the walk; each accepts a NULL net ---- */

/* An op that takes ways[0] of these; values[] are its operands (NULL where it is no array). */
void net_add_node(Net *net, IrOp *op, const Rule *rule, const GPtrArray *ways, IrOp *const *values);
/* A node per array leaf that the loop carries: inputs are what it begins with and what a trip leaves, results are the
 * leaf inside the body, inside the condition, and after the loop. Returns nodes by leaf (-1 = none), or NULL. */
const int *net_add_carries(Net *net, const IrOp *loop, const Sharding *const *state);
/* The value is input `pos` of a node. */
void net_add_use(Net *net, IrOp *value, int node, int pos);
/* `part` is leaf `leaf` of op. */
void net_add_part(Net *net, IrOp *part, IrOp *op, int leaf);
/* Someone without a choice wants the value so. */
void net_add_want(Net *net, IrOp *value, const Sharding *want);
/* `copy` is the value once more, in the layout asked for. */
void net_add_copy(Net *net, IrOp *copy, IrOp *value, const Sharding *want);

/* ---- for the search ---- */

/* Prices everything; once, after the walk. */
void net_price(Net *net);
/* What computing counts in the price; brings net->total up to date. */
void net_weigh(Net *net, double sure);
/* Time of computing under the ways taken. */
double net_computing(const Net *net);
/* What a way costs by itself in one trip: computing, and what the op's lowering moves. */
double net_own_ns(const Net *net, const Candidate *c);
/* Layout of a value as made under the ways taken. */
const Sharding *net_layout(const Net *net, const NetValue *v);
/* Takes another way and brings net->total up to date. */
void net_take(Net *net, int node, int way);
/* Takes back what was last taken: the node goes on as before, in `way`. */
void net_take_back(Net *net, int node, int way);
/* Whatever was taken stays. */
void net_keep(Net *net);
/* What net->total would be; if it is not below `limit`, any number that is not. */
double net_try(Net *net, int node, int way, double limit);
/* What the node costs beyond its cheapest way, and the values around it: no other way of it alone wins more than that. */
double net_to_win(const Net *net, int node);
/* Hash of what net_try() tells of the node depends on: its way, how many it has, and the layouts around it. */
uint64_t net_surroundings(const Net *net, int node);
/* Number of the way with those factors, added if it is new; -1 if it is NULL. */
int net_way(const Net *net, NetNode *n, Candidate *c);
/* Of a leaf that a loop carries: carried in that layout; NULL if that is out of the question. */
Candidate *net_carry(Net *net, NetNode *n, const Sharding *s);
