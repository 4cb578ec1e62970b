/* The whole program as a net: ops that can be divided in several ways (nodes), the values between them, and one price for all. A
 * walk (insert.c) builds it; the search (search.c) then changes ways and reads the new price at once.
 *
 * The price of a value is that of making all layouts that its readers want, each from the cheapest that exists by then: gathered
 * once, sliced often. It depends only on the way of the op that makes the value and on those of the ops that read it, so
 * changing one way changes the prices of a few values. Prices are in ns (sim/cost.h), times the trips of loops. */
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
    int behind;                /* the value of which it is a copy in a layout that the program asks for; -1 = none */
    bool free;                 /* costs nothing in any layout */
    double trips;
    VEC(NetUse) uses;
    VEC(NetTally) tally;       /* of uses, kept only if they are many, so that pricing need not visit each */
    Layouts wants;             /* of readers that can be divided in one way only */
    VEC(int) copies;           /* values that are `behind` this one */
    int root, role;            /* the value that it is a copy of in the end, itself if it is none; which of its copies, 0 = itself */
    uint64_t kind;             /* of a root: hash of everything that its price depends on, except ways */
    uint64_t wanted;           /* of a root: sum of hashes of layouts that readers of it and its copies want */
    double cost;               /* its copies included; 0 for copies themselves */
} NetValue;

typedef struct NetNode {
    IrOp *op;
    const Rule *rule;
    const Type *carried;       /* of a node for a leaf that a loop carries: its type; the way is its layout in all trips. Else NULL */
    int leaf;
    const Sharding *as_found;  /* of a carried leaf */
    double trips;
    int n_in, n_out;
    int *in, *out;             /* values by operand and by result leaf, -1 where there is none */
    int n_around, *around;     /* values whose price depends on its way, none twice; set by net_price() */
    int *at;                   /* by operand, then by result leaf: where in around[], or -1 */
    double least_own;          /* own price of its cheapest way, without moving operands and results */
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
    double sure;               /* weight of computing against moving: 1, or SURE_OF_COMPUTING */
    double total;              /* price of everything that depends on ways */
    NetPrices prices;          /* of values, for one trip */
    VEC(NetPrice) before;      /* prices to restore, see net_take_back() */
    int64_t budget;            /* prices of values that may still be computed */
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
/* A reader that can be divided in one way only wants the value in that layout. */
void net_add_want(Net *net, IrOp *value, const Sharding *want);
/* `copy` is the value once more, in the layout asked for. */
void net_add_copy(Net *net, IrOp *copy, IrOp *value, const Sharding *want);

/* ---- for the search ---- */

/* Prices everything; once, after the walk. */
void net_price(Net *net);
/* Sets the weight of computing and updates net->total. */
void net_weigh(Net *net, double sure);
/* Time of computing under the ways taken. */
double net_computing(const Net *net);
/* What a way costs by itself in one trip: computing, and what the op's lowering moves. */
double net_own_ns(const Net *net, const Candidate *c);
/* Layout of a value as made under the ways taken. */
const Sharding *net_layout(const Net *net, const NetValue *v);
/* Gives the node another way and updates net->total. */
void net_take(Net *net, int node, int way);
/* Undoes the last net_take(): the node has its way `way` again. */
void net_take_back(Net *net, int node, int way);
/* Makes all net_take() since the last call final. */
void net_keep(Net *net);
/* What net->total would be with that way; any number not below `limit` if it is not below `limit`. */
double net_try(Net *net, int node, int way, double limit);
/* Upper bound of what another way of this node alone can win: its own price above its cheapest way's, and the values around it. */
double net_to_win(const Net *net, int node);
/* Hash of everything that net_try() depends on at this node: its way, the number of its ways, and the layouts around it. */
uint64_t net_surroundings(const Net *net, int node);
/* Number of the way with those factors, added if it is new; -1 if it is NULL. */
int net_way(const Net *net, NetNode *n, Candidate *c);
/* For a leaf that a loop carries: the candidate with that layout; NULL if it cannot be carried so. */
Candidate *net_carry(Net *net, NetNode *n, const Sharding *s);
