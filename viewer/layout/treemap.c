/* Squarified treemap. See treemap.h. */
#include "viewer/layout/treemap.h"

#include <glib.h>

/* The worst side ratio of a row with these sums along a side. */
static double worst(double sum, double least, double most, double side)
{
    double s2 = sum * sum, w2 = side * side;
    return MAX(w2 * most / s2, s2 / (w2 * least));
}

/* Lays boxes [from, to) as one row along the shorter side and takes it off the room. */
static void lay_row(TreeBox *b, int from, int to, double sum, double *x, double *y, double *w, double *h)
{
    bool tall = *w < *h;
    double side = tall ? *w : *h, depth = side > 0 ? sum / side : 0, at = 0;
    for (int i = from; i < to; i++) {
        double len = sum > 0 ? side * b[i].value / sum : 0;
        b[i].x = tall ? *x + at : *x;
        b[i].y = tall ? *y : *y + at;
        b[i].w = tall ? len : depth;
        b[i].h = tall ? depth : len;
        at += len;
    }
    if (tall) {
        *y += depth;
        *h = MAX(*h - depth, 0);
    } else {
        *x += depth;
        *w = MAX(*w - depth, 0);
    }
}

void treemap_place(TreeBox *b, int n, double x, double y, double w, double h)
{
    double all = 0;
    for (int i = 0; i < n; i++)
        all += b[i].value;
    double scale = all > 0 ? w * h / all : 0;
    for (int i = 0; i < n; i++)
        b[i].value *= scale; /* px² from here on */
    for (int from = 0; from < n;) {
        double side = MIN(w, h), sum = b[from].value;
        int to = from + 1;
        while (to < n && side > 0) {
            double now = worst(sum, b[to - 1].value, b[from].value, side), then = worst(sum + b[to].value, b[to].value, b[from].value, side);
            if (then > now)
                break;
            sum += b[to++].value;
        }
        lay_row(b, from, to, sum, &x, &y, &w, &h);
        from = to;
    }
}
