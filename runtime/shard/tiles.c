/* Tile coordinates and boxes; see tiles.h for the rule of uneven sizes. A tile's coordinate in a dim is the device's
 * index along the dim's axes. */
#include "runtime/shard/tiles.h"

void tile_dims(const Sharding *s, int rank, const int64_t *dims, int64_t *out)
{
    g_assert(s->maximal || s->rank == rank);
    for (int d = 0; d < rank; d++)
        out[d] = tile_size(dims[d], sharding_parts(s, d));
}

bool tile_coords(const Sharding *s, int64_t device, int64_t *coord)
{
    int64_t lin = mesh_position_of(s->mesh, device);
    if (lin < 0)
        return false;
    for (int d = 0; d < s->rank; d++)
        coord[d] = axis_list_index(s->mesh, s->dims[d].axes, lin);
    return true;
}

bool tile_box(const Sharding *s, int rank, const int64_t *dims, int64_t device, int64_t *start, int64_t *size)
{
    g_assert(s->maximal || s->rank == rank);
    int64_t lin = mesh_position_of(s->mesh, device);
    if (lin < 0)
        return false;
    for (int d = 0; d < rank; d++) {
        if (s->maximal) {
            start[d] = 0;
            size[d] = dims[d];
            continue;
        }
        AxisList axes = s->dims[d].axes;
        int64_t storage = tile_size(dims[d], axis_list_size(axes));
        start[d] = MIN(axis_list_index(s->mesh, axes, lin) * storage, dims[d]);
        size[d] = MIN(start[d] + storage, dims[d]) - start[d];
    }
    return true;
}

int64_t tile_count(const Sharding *s)
{
    int64_t n = 1;
    for (int d = 0; d < s->rank; d++)
        n *= sharding_parts(s, d);
    return n;
}

int64_t tile_copies(const Sharding *s)
{
    return s->mesh->n_devices / tile_count(s);
}
