/* What of a program is drawn: the part around one op, operands and users up to a number of steps away. Ops that stand at
 * the same place of equal layers (repeats.h) are one node. parts.h draws the whole program with the same nodes. */
#pragma once

#include "trace/layers.h"
#include "viewer/views/graph.h"

#define MAX_NODES 150
#define MANY_NEIGHBOURS 12 /* more of one node are folded until it is opened */

typedef struct GraphNode {
    const TraceInstRow *row;
    int distance;        /* from the centre */
    int hidden_operands; /* that are not drawn, constants left out */
    int hidden_users;
    char *constants;     /* values drawn inside the node: "constant.3, iota"; NULL = none */
    int times;           /* equal layers that it stands for, else 1 */
    int n_ops;           /* of one of these; 1: it is an op, else a part of a program, and `row` its dearest op */
    char *label;         /* of a part, or of ops of several layers; NULL: the op's own */
    int64_t fold, close; /* what a click adds to the opened ones, and takes from them; 0 = nothing */
    double cost_ns;      /* of all ops of one layer, NAN = not known */
    int n_body;          /* of a loop that is not opened: the ops of its body, whose times are its own; else 0 */
    int n_args;          /* arguments of the program that a part reads */
    int64_t arg_bytes;   /* on all devices */
} GraphNode;

typedef struct GraphEdge {
    int from, to;        /* nodes */
    int pos;             /* operand number of `to`; -1: of several ops */
    int n;               /* values */
    int layers;          /* of an opened repeat that read from `from`: only the edge to the first is drawn; else 1 */
} GraphEdge;

typedef struct Neighbours {
    GArray *nodes;       /* GraphNode; of a neighbourhood [0] is the centre */
    GArray *edges;       /* GraphEdge */
    GHashTable *at;      /* index of an instruction + 1 -> the node that stands for it + 1 */
    bool cut;            /* not all were drawn */
} Neighbours;

Neighbours *neighbours_empty(void);
/* Adds a node that stands for instruction i, and others by neighbours_stand(). -1: there are too many. */
int neighbours_add(Neighbours *n, const GraphRows *g, int i, int distance);
void neighbours_stand(Neighbours *n, int i, int node);
int neighbours_node_of(const Neighbours *n, int i); /* -1: none */

/* centre: an instruction of `g`; NULL if it has none such. Reading through tuples, copies of layout and the like
 * costs no step. open (may be NULL): int64_t ids of nodes all of whose neighbours are wanted, none of them folded. */
Neighbours *neighbours_new(const GraphRows *g, int64_t centre, int radius, const GArray *open);
void neighbours_free(Neighbours *n);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Neighbours, neighbours_free)
bool graph_is_open(const GArray *open, int64_t id);

/* Fills the indexes of g, whose arrays are there. */
void graph_rows_index(GraphRows *g);
/* Finds its equal layers. layers: taken, names that tell them apart; NULL = none. */
void graph_rows_find_layers(GraphRows *g, TraceLayers *layers);
int graph_rows_index_of(const GraphRows *g, int64_t inst_id); /* in g->insts; -1: not in it */
const TraceInstRow *graph_rows_inst(const GraphRows *g, int64_t inst_id); /* NULL: not in it */
