/* Before and after a reshard: two pictures, what one device holds and must fetch, and a matrix of senders and receivers. */
#pragma once

#include "viewer/layout/fetch.h"
#include "viewer/layout/sharding.h"

typedef struct PairStyle {
    const TileGrid *before, *after;
    const ShardGeom *from, *to;
    const MeshGeom *mesh;
    int64_t run;
    int dev; /* the device in focus, an index; pair_device() finds it */
    int64_t bytes_moved; /* by the collectives, per device; -1 = not known */
    bool transpose;
} PairStyle;

/* The device that a focus means in these grids; if it means none, the one that has to fetch most. */
int pair_device(const PairStyle *st, Ref focus);
/* One sentence with the numbers of the device in focus. To be freed. */
char *pair_caption(const PairStyle *st);
/* Returns the y below. */
double pair_draw(Scene *s, const Metrics *m, const PairStyle *st, Rect box);
/* Receivers by sources, size px wide from (x, y); nothing is drawn where that would be too much work. */
void pair_matrix(Scene *s, const Metrics *m, const PairStyle *st, double x, double y, double size);
