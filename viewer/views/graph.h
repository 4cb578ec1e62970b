/* The Graph view's rows: the instructions of the program as it was written and of what one device runs. */
#pragma once

#include "viewer/layout/viewport.h"

/* The instructions of a snapshot and how they hang together. Counted, since it is big and every neighbourhood needs it. */
typedef struct GraphRows {
    gatomicrefcount refs;
    GArray *insts;      /* TraceInstRow */
    GArray *operands;   /* TraceOperand */
    GHashTable *index;  /* id -> index + 1 */
    int *op_at, *ops;   /* operands of instruction i: operands[ops[op_at[i] .. op_at[i + 1])] */
    int *user_at, *users;
    double *cost_ns;           /* of each instruction, measured, else predicted; NAN = not known. NULL = of none */
    struct TraceLayers *layers;
    struct Repeats *repeats;   /* its equal layers; NULL = not looked for */
} GraphRows;

GraphRows *graph_rows_new(GArray *insts, GArray *operands); /* takes both; the indexes are still empty */
GraphRows *graph_rows_ref(GraphRows *g); /* accepts NULL */
void graph_rows_unref(GraphRows *g);     /* accepts NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(GraphRows, graph_rows_unref)

typedef struct GraphViewRows {
    GraphRows *program, *local; /* of the input and of the final snapshot; NULL = not kept */
    int64_t centre[2];          /* the instruction in the middle of each, 0 = none */
    bool measured;              /* what ops took was; else it is predicted */
} GraphViewRows;

const GraphViewRows *graph_view_rows(const Rows *rows); /* NULL: there is no run */
void layout_graph(const Rows *rows, const Viewport *vp, Scene *out);
