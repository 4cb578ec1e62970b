/* Treemap: divides a rectangle into rectangles with given areas, as square as possible. */
#pragma once

#include "viewer/layout/scene.h"

typedef struct TreeBox {
    double value; /* given, > 0 */
    Rect at;      /* found */
} TreeBox;

/* boxes[n] by value, largest first, into `room`. Source: M. Bruls, K. Huizing, J. van Wijk, "Squarified treemaps" (2000). */
void treemap_place(TreeBox *boxes, int n, Rect room);
