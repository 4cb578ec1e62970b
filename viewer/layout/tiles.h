/* Which device holds which tile of an array, from the trace's tile coordinates alone: no sharding algebra.
 * box of a tile = coordinate * ceil(size / parts), cut at the array's end. */
#pragma once

#include "viewer/model/rows.h"
#include "viewer/layout/words.h"

#define MAX_TILES (1 << 20)

typedef struct TileGrid {
    int rank;
    int64_t size[MAX_RANK];  /* of the whole array */
    int parts[MAX_RANK];
    int64_t tile[MAX_RANK];  /* ceil(size / parts) */
    int n_split;             /* dimensions with more than one part, in order */
    int split[MAX_RANK];
    int n_tiles;             /* product of parts */
    int n_dev;               /* in mesh order */
    int n_mesh;              /* axes of the mesh, 0 = none known */
    int mesh_size[MAX_RANK];
    bool partial[MAX_RANK];  /* devices along this axis hold parts of one sum */
    int64_t *ids;            /* [n_dev] global ids */
    int *tile_of;            /* [n_dev] row-major tile number */
    int *first;              /* [n_tiles + 1] into members */
    int *members;            /* [n_dev] indices of devices, tile by tile */
    int64_t elem_bits;
    char elem[16];
    const char *problem;     /* why there is no picture; the other fields are then empty */
} TileGrid;

/* shape: as the trace prints it, whole. mesh may be NULL. geom NULL: no layout was recorded, which is a problem,
 * unless `undecided_is_whole`: no annotation shards it, it is replicated. Never NULL; see problem. */
TileGrid *tile_grid_new(const char *shape, const ShardGeom *geom, const MeshGeom *mesh, int n_devices,
                        bool undecided_is_whole);
void tile_grid_free(TileGrid *g);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TileGrid, tile_grid_free)

int tile_coord(const TileGrid *g, int tile, int dim);
/* Elements [begin, end) that are really there; end <= begin: the tile is all padding. */
void tile_range(const TileGrid *g, int tile, int dim, int64_t *begin, int64_t *end);
int64_t tile_elements(const TileGrid *g, int tile); /* really there */
int64_t grid_bytes(const TileGrid *g, int64_t elements);
int64_t grid_tile_bytes(const TileGrid *g);         /* of a full tile: what each device allocates */
double grid_padding(const TileGrid *g);             /* part of what the tiles hold that is beyond the array, 0..1 */
/* Devices of a tile, as ids: fills ids[at most max], returns how many there are. */
int tile_ids(const TileGrid *g, int tile, int64_t *ids, int max);
int grid_device(const TileGrid *g, int64_t global_id); /* index or -1 */
/* Mesh coordinates that two devices (indices) have in common, axes of partial values left out. */
int grid_shared_coords(const TileGrid *g, int a, int b);
