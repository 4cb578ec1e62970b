/* Rectangles as large as their values, near to squares, that fill a rectangle. Pure. */
#pragma once

#include <stdbool.h>

typedef struct TreeBox {
    double value;      /* given, > 0 */
    double x, y, w, h; /* found */
} TreeBox;

/* boxes[n] by value, largest first. Source: M. Bruls, K. Huizing, J. van Wijk, "Squarified treemaps" (2000). */
void treemap_place(TreeBox *boxes, int n, double x, double y, double w, double h);
