/* The part of a program around one op: operands and users up to a number of steps away. */
#pragma once

#include "viewer/views/graph.h"

#define MAX_NODES 150
#define MANY_NEIGHBOURS 12 /* more of one node are folded until it is opened */

typedef struct GraphNode {
    const TraceInstRow *row;
    int distance;        /* from the centre */
    int hidden_operands; /* that are not drawn, constants left out */
    int hidden_users;
    char *constants;     /* values drawn inside the node: "constant.3, iota"; NULL = none */
} GraphNode;

typedef struct GraphEdge {
    int from, to;        /* nodes */
    int pos;             /* operand number of `to` */
} GraphEdge;

typedef struct Neighbours {
    GArray *nodes;       /* GraphNode; [0] is the centre */
    GArray *edges;       /* GraphEdge */
} Neighbours;

/* centre: an instruction of `g`; NULL if it has none such. Reading through tuples, copies of layout and the like
 * costs no step. open (may be NULL): int64_t ids of nodes all of whose neighbours are wanted. */
Neighbours *neighbours_new(const GraphRows *g, int64_t centre, int radius, const GArray *open);
void neighbours_free(Neighbours *n);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Neighbours, neighbours_free)

/* Fills the indexes of g, whose arrays are there. */
void graph_rows_index(GraphRows *g);
const TraceInstRow *graph_rows_inst(const GraphRows *g, int64_t inst_id); /* NULL: not in it */
