/* Layered drawing of a directed graph: every edge runs downwards. Deterministic: the same graph gives the same picture. */
#pragma once

#include <glib.h>

typedef struct LayerNode {
    double w, h; /* px, given */
    double x, y; /* top left corner, found; the whole drawing begins at (0, 0) */
    int rank;    /* found: 0 = top */
} LayerNode;

typedef struct LayerEdge {
    int from, to;  /* nodes; an edge to itself, or one that would close a circle, is drawn but ranks nothing */
    int first, n;  /* found: its corners in `points`, from the lower edge of `from` to the upper edge of `to` */
} LayerEdge;

typedef struct LayerPoint {
    double x, y;
} LayerPoint;

/* A graph to be drawn: n nodes and m edges, gaps between neighbours and between ranks, px. */
typedef struct Layers {
    LayerNode *nodes;
    int n;
    LayerEdge *edges;
    int m;
    double gap_x, gap_y;
    GArray *points; /* LayerPoint; emptied, then filled */
    double w, h;    /* found: the size of the whole */
} Layers;

/* Places nodes and edges.
 * Source of the method: K. Sugiyama, S. Tagawa, M. Toda, "Methods for visual understanding of hierarchical system
 * structures" (1981): ranks, places for long edges, order by barycentres; then each layer's positions are the closest
 * to its neighbours' that keep the order and the gaps (isotonic regression). */
void layers_place(Layers *g);
