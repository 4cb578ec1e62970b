/* The geometry of a reshard: which elements a device holds, which it needs, and which device each of the missing ones
 * comes from. Computed from the boxes of two grids of one array. */
#pragma once

#include "viewer/layout/tiles.h"

/* A piece of what a device needs, as whole elements begin[d] .. end[d] of every dimension. */
typedef struct FetchPiece {
    int source;   /* index of the device it comes from; the device itself: it is there already */
    int tile;     /* of the grid before */
    int64_t elements;
    int64_t begin[MAX_RANK], end[MAX_RANK];
} FetchPiece;

/* Pieces of what device `dev` (an index, the same in both grids) needs, FetchPiece, in order of position. A piece
 * that several devices hold comes from the one that shares most mesh coordinates. NULL: the grids do not belong to
 * one array, or there are more than 65,536 pieces. */
GArray *fetch_pieces(const TileGrid *before, const TileGrid *after, int dev);
/* Devices whose parts of tile `tile` add up to its values for `dev`, at most max; one where values are not partial. */
int fetch_sources(const TileGrid *before, int tile, int dev, int *sources, int max);
/* Elements that `dev` must receive at least. */
int64_t fetch_needed(const TileGrid *before, const TileGrid *after, int dev);
/* The device that needs most from others, the first of equals. */
int fetch_hungriest(const TileGrid *before, const TileGrid *after);
