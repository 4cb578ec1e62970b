/* What the files of propagation share: the state of one propagation and its phases, in the order they run. */
#pragma once

#include "runtime/propagate/graph.h"
#include "runtime/propagate/propagate.h"

typedef struct PropLog PropLog;

typedef struct Propagation {
    PropGraph graph;
    bool basic;          /* strategy of a visit */
    int stage;           /* op priority 0..4; -1 = no stages, everything may move */
    int priority;        /* user priority being worked on */
    Arena *scratch;      /* of one visit */
    PropLog *log;        /* NULL = record nothing */
    PropEvents events;
    int *stack;          /* nodes to visit, top last */
    int n_stack;
    bool *on_stack;      /* by node */
    int current;         /* node being visited, -1 = none */
} Propagation;

/* split_constants.c: clones constant expressions and broadcasts of scalars, one for each use, so that one use does
 * not shard another; and folds the clones that ended up alike. */
typedef struct ConstantClones ConstantClones;
ConstantClones *constants_split(IrModule *m);
void constants_merge(IrModule *m, ConstantClones *clones);
void constant_clones_free(ConstantClones *clones);

/* captures.c: what regions of loops and branches read from outside, as parts that can be told apart by use. */
typedef struct Captures Captures;
Captures *captures_new(IrModule *m);
void captures_free(Captures *c);
/* What an op of a region represents outside, if it is a part of the region's parameter that is captured; else NULL. */
IrOp *captures_source(const Captures *c, const IrOp *op);
/* True if slot `slot` of a loop body's returned tuple only hands a captured value on. */
bool captures_hands_on(const Captures *c, const IrComp *comp, const IrOp *op, int slot);
/* A name of the captured value for one use: `op` itself the first time, then a new op that the caller puts in its place
 * among the computation's ops. captures_is_free: `op` itself is still to be had. */
bool captures_is_free(const Captures *c, const IrOp *op);
IrOp *captures_take(Captures *c, IrOp *op);
/* The regions of the computation's ops take in what captures_take made in them. */
void captures_widen(Captures *c, IrComp *comp);
/* Parts that no region of the computation's ops reads go away, and with `join` those that mean one value become one. */
void captures_tidy(IrComp *c, bool join);

/* True if shardings pass between a conditional's branches and its results. Shardy knows such edges of case only, not of if;
 * where annotations are GSPMD's both have them. */
static inline bool conditional_flows(const IrOp *op)
{
    return op->operands[0]->type->elem != ELEM_pred || op->parent->module->uneven_boundary;
}

/* constraints.c: applies constraints to their inputs before propagation. Returns the set of those that moved to right behind
 * the value of an edge, the caller's. */
GHashTable *constraints_apply(IrModule *m);

/* groups.c: members of a group start with one sharding. False if their shapes differ. */
bool groups_start(PropGraph *g, GError **error);
/* Groups whose members come with several shardings: each member gets a constraint that is open in all dims, which takes
 * its place in the group and for all readers. True if there were any; the graph is then out of date. */
bool groups_part(const PropGraph *g);

/* priorities.c: the layers around the runs. */
void priorities_run(Propagation *p, PropagateStrategy strategy);
/* What the op stages allow for a factor of a node. */
PropDirection priorities_direction(const Propagation *p, const PropNode *node, int factor);

/* worklist.c: one run to the fixed point. */
void worklist_run(Propagation *p);

/* edges.c: how an edge's value looks from its sources: manual axes added or taken away. Both accept NULL. */
const Sharding *edge_view_from_sources(const Propagation *p, const PropNode *edge, const Sharding *s);
const Sharding *edge_view_back(const Propagation *p, const PropNode *edge, const Sharding *s);
/* The sharding of a manual computation's body value, from the annotation. */
const Sharding *manual_local(ShardingTable *t, const Sharding *whole, AxisList manual);

/* finish.c: values back into the module. */
void finish_store(Propagation *p);
void finish_module(IrModule *m);

/* steps.c: the decision log. */
PropLog *prop_log_new(DecisionLog *log, const PropGraph *g);
void prop_log_free(PropLog *log);
/* What annotations say, as the first steps. */
void prop_log_annotations(Propagation *p);
/* Events of one visit; node -1: the program's result `result`. */
void prop_log_visit(Propagation *p, int node, int result, const Rule *rule);
/* Refusals that still stand, into the log. */
void prop_log_finish(Propagation *p);
