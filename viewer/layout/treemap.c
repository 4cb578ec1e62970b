/* Squarified treemap. See treemap.h. */
#include "viewer/layout/treemap.h"

/* The worst side ratio of a row with these sums along a side. */
static double worst(double sum, double least, double most, double side)
{
    double s2 = sum * sum, w2 = side * side;
    return MAX(w2 * most / s2, s2 / (w2 * least));
}

/* Lays boxes [from, to) as one row along the shorter side and takes it off the room. */
static void lay_row(TreeBox *b, int from, int to, double sum, Rect *room)
{
    bool tall = room->w < room->h;
    double side = tall ? room->w : room->h, depth = side > 0 ? sum / side : 0, at = 0;
    for (int i = from; i < to; i++) {
        double len = sum > 0 ? side * b[i].value / sum : 0;
        b[i].at = tall ? (Rect){ room->x + at, room->y, len, depth } : (Rect){ room->x, room->y + at, depth, len };
        at += len;
    }
    if (tall) {
        room->y += depth;
        room->h = MAX(room->h - depth, 0);
    } else {
        room->x += depth;
        room->w = MAX(room->w - depth, 0);
    }
}

void treemap_place(TreeBox *b, int n, Rect room)
{
    double all = 0;
    for (int i = 0; i < n; i++)
        all += b[i].value;
    double scale = all > 0 ? room.w * room.h / all : 0;
    for (int i = 0; i < n; i++)
        b[i].value *= scale; /* px² from here on */
    for (int from = 0; from < n;) {
        double side = MIN(room.w, room.h), sum = b[from].value;
        int to = from + 1;
        while (to < n && side > 0) {
            double now = worst(sum, b[to - 1].value, b[from].value, side), then = worst(sum + b[to].value, b[to].value, b[from].value, side);
            if (then > now)
                break;
            sum += b[to++].value;
        }
        lay_row(b, from, to, sum, &room);
        from = to;
    }
}
