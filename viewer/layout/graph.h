/* What the Graph view draws, and the same as DOT text. */
#pragma once

#include "viewer/layout/neighbours.h"

/* What of a program the view is about. */
typedef struct GraphPlace {
    const GraphRows *rows; /* NULL: not recorded */
    int64_t centre;        /* 0: none */
    int radius;
    bool local;            /* of what a device runs, not of the program */
    bool whole;            /* all of it, in parts */
} GraphPlace;
GraphPlace graph_place(const Rows *rows, const Viewport *vp);
Neighbours *graph_nodes(const GraphPlace *p, const Viewport *vp); /* NULL: there is nothing to draw */

/* The changes of layout on an edge. */
typedef struct GraphMoves {
    int n;
    int64_t bytes;                 /* that a device receives */
    const TraceReshardRow *dearest; /* NULL: none */
} GraphMoves;
/* Of each edge; to be freed. */
GraphMoves *graph_moves(const GraphRows *g, const Neighbours *n, const GArray *reshards);
/* "× 24 layers", "decoder/block/0…23", "61 ops each": what a node says. To be cleared. */
typedef struct GraphWords {
    char *title, *name, *size;
} GraphWords;
GraphWords graph_words(const GraphNode *n);
void graph_words_clear(GraphWords *w);

/* As DOT text, to be freed; NULL: there is nothing to draw. */
char *graph_to_dot(const Rows *rows, const Viewport *vp);
