/* The Graph view's neighbourhood as DOT text. */
#pragma once

#include "viewer/views/graph.h"

/* What of a program the view is about. */
typedef struct GraphPlace {
    const GraphRows *rows; /* NULL: not recorded */
    int64_t centre;        /* 0: none */
    int radius;
    bool local;            /* of what a device runs, not of the program */
} GraphPlace;
GraphPlace graph_place(const Rows *rows, const Viewport *vp);

/* As DOT text, to be freed; NULL: there is nothing to draw. */
char *graph_to_dot(const Rows *rows, const Viewport *vp);
