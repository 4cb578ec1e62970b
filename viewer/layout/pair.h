/* Before and after a reshard: two pictures, what one device has and must fetch, and who sends to whom. */
#pragma once

#include "viewer/layout/fetch.h"
#include "viewer/layout/sharding.h"

typedef struct PairStyle {
    const ShardGeom *from, *to;
    const MeshGeom *mesh;
    int64_t run;
    int dev; /* the device in focus, an index */
    int64_t bytes_moved; /* by the collectives, per device; -1 = not known */
    bool transpose;
} PairStyle;

/* The device that a focus means in these grids; the hungriest one if it means none. */
int pair_device(const TileGrid *before, const TileGrid *after, const ShardGeom *from, const ShardGeom *to, Ref focus);
/* One sentence with the numbers of the device in focus. To be freed. */
char *pair_caption(const TileGrid *before, const TileGrid *after, const PairStyle *st);
/* Returns the y below. */
double pair_draw(Scene *s, const Metrics *m, const TileGrid *before, const TileGrid *after, const PairStyle *st,
                 double x, double y, double w, double h);
/* Receiver by source; nothing is drawn where that would be too much work. */
void pair_matrix(Scene *s, const Metrics *m, const TileGrid *before, const TileGrid *after, double x, double y,
                 double size);
