/* Meshes with devices in reverse order; see turned.h. */
#include "runtime/xla/turned.h"

/* The position whose digits are those of another, reversed along one part of an axis. */
static int64_t reversed(const Mesh *mesh, int64_t position, AxisRef part)
{
    int64_t stride = mesh->axes[part.axis].size / (part.pre * part.size);
    for (int a = part.axis + 1; a < mesh->n_axes; a++)
        stride *= mesh->axes[a].size;
    int64_t digit = position / stride % part.size;
    return position + (part.size - 1 - 2 * digit) * stride;
}

const Mesh *mesh_turned(Arena *arena, ShardingTable *t, const Mesh *mesh, AxisList axes)
{
    Mesh turned = *mesh;
    int64_t *ids = arena_array(arena, int64_t, (size_t)mesh->n_devices);
    for (int64_t i = 0; i < mesh->n_devices; i++) {
        int64_t from = i;
        for (int k = 0; k < axes.n; k++)
            from = reversed(mesh, from, axes.v[k]);
        ids[i] = mesh_device_at(mesh, from);
    }
    turned.device_ids = ids;
    turned.positions = NULL;
    return mesh_intern(t, &turned);
}

const Sharding *sharding_turned(Arena *arena, ShardingTable *t, const Sharding *s, uint64_t dims)
{
    AxisList of_dims[MAX_RANK + 1] = { 0 }, axes = { 0 };
    if (!s || s->maximal)
        return s;
    for (int d = 0; d < s->rank; d++) {
        of_dims[d] = s->dims[d].axes;
        if (dims >> d & 1)
            axes = axis_list_concat(arena, axes, s->dims[d].axes);
    }
    return axes.n ? sharding_of_dims(t, mesh_turned(arena, t, s->mesh, axes), s->rank, of_dims) : s;
}
