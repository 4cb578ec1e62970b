/* The program as propagation sees it: values that carry one sharding each, and nodes that relate them.
 *
 * Functions and regions are flattened into one list of nodes in reading order. A value is what Shardy would give
 * one sharding: the result of an op, an argument, or everything that a data-flow edge ties together (a loop's
 * result and the arguments of its condition and body; a branch's capture is simply the outer value). Tuples and
 * get_tuple_element disappear. A reference says which value an operand represents and how many uses that op result has.
 * Source: Shardy's data-flow edges and its visiting order; the order decides where conflicting shardings meet. */
#pragma once

#include "runtime/ir/decision.h"
#include "runtime/propagate/strategy.h"

typedef struct PropValue {
    const Type *type;          /* array, or a token: rank 0 */
    const Sharding *sharding;  /* current; NULL = none */
    const Sharding *initial;   /* as annotated, with priorities */
    int def;                   /* node that computes it, -1 = argument of the program */
    bool is_edge;              /* represents all targets of a data-flow edge */
    int group;                 /* sharding group, -1 = none */
    IrValue ir;                /* its name in the module, for the log */
} PropValue;

typedef struct PropRef {       /* one name of a value */
    int value;
    bool is_target;            /* a loop argument, that is: not what users of the edge read */
    int n_uses;
} PropRef;

typedef enum NodeKind {
    NODE_OP,                   /* has a rule, or none and only uses its operands */
    NODE_EDGE,                 /* sources to one value */
    NODE_BARRIER,              /* sdy.propagation_barrier */
} NodeKind;

typedef enum EdgeView {        /* manual computations: one side sees the whole value, the other a device's part */
    VIEW_SAME,
    VIEW_INTO_BODY,            /* sources are whole, the value is local */
    VIEW_OUT_OF_BODY,          /* sources are local, the value is whole */
} EdgeView;

typedef struct PropNode {
    NodeKind kind;
    IrOp *op;                  /* edges: the op they belong to */
    const Rule *rule;          /* NULL = nothing to do */
    int n_operands, n_results;
    int *refs;                 /* PropRef of every operand, then of every result */
    EdgeView view;
    const Sharding *as_written; /* manual: the in or out sharding of this value */
    AxisList manual;
    PropDirection barrier;     /* NODE_BARRIER */
    bool pure;                 /* may be dropped when nothing uses its results */
    bool erased;
} PropNode;

typedef struct PropResult {    /* a result of the program */
    int ref;
    const Sharding *sharding, *initial;
    const Rule *rule;          /* identity, two tensors */
} PropResult;

typedef struct PropGroup {     /* in the order in which the program names them */
    int *values;
    IrValue *names;            /* as the program names them: a loop's argument is a name of the loop's value */
    int n_values;
} PropGroup;

typedef struct PropGraph {
    IrModule *m;
    Arena *arena;
    RuleCache *rules;
    VEC(PropValue) values;
    VEC(PropRef) refs;
    VEC(PropNode) nodes;
    VEC(int) order;            /* nodes as they are visited first */
    int *ref_of_op;            /* by op id: PropRef of leaf 0, the others follow; -1 = none */
    int *alias;                /* by PropRef: another one that it merely renames, or -1 (branch arguments, loop invariants) */
    /* Nodes that read value v: users[first[2v] .. first[2v + 1]) of its edge's other targets, then up to first[2v + 2]
     * its own; in reading order. */
    int *users, *first;
    PropResult *results;
    int n_results;
    PropGroup *groups;
    int n_groups;
} PropGraph;

/* The module must be flat: every function and region has one caller. `moved`: constraints that are first visited right
 * behind the edge of what they constrain. False with *error if regions nest too deep. */
bool prop_graph_build(PropGraph *g, IrModule *m, Arena *arena, RuleCache *rules, GHashTable *moved, GError **error);
void prop_graph_clear(PropGraph *g);

/* The value that leaf `leaf` of the op means; -1 if it has none (an op that was not reached). */
int prop_value_of(const PropGraph *g, IrOp *op, int leaf);
static inline PropValue *prop_node_value(const PropGraph *g, const PropNode *node, int i)
{
    return &g->values.v[g->refs.v[node->refs[i]].value];
}
