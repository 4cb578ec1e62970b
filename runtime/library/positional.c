/* Shardings that are an array of devices: JAX's PositionalSharding, whose shape is that of the pieces, and those of jax.pmap. Inside
 * they are layouts on a mesh with an axis for each dimension of that array, and one for copies. */
#include "runtime/library/library_impl.h"

#include <inttypes.h>
#include <string.h>

/* A mesh with axes _0, _1, ... of the sizes and last _r for copies, on n devices in that order, and the sharding that gives axis d to
 * dimension d. */
static ShardscopeSharding *on_made_mesh(ShardscopeShardingKind kind, int n_axes, const int64_t *sizes, int64_t copies, const int64_t *devices)
{
    MeshAxis axes[SHARDSCOPE_MAX_RANK + 1];
    char names[SHARDSCOPE_MAX_RANK][8];
    int n = 0;
    int64_t n_devices = copies;
    for (int d = 0; d < n_axes; d++) {
        n_devices *= sizes[d];
        g_snprintf(names[d], sizeof names[d], "_%d", d);
        if (sizes[d] > 1)
            axes[n++] = (MeshAxis){ names[d], sizes[d] };
    }
    if (copies > 1)
        axes[n++] = (MeshAxis){ "_r", copies };
    bool ids = devices && library_is_permutation(devices, n_devices);
    Mesh mesh = { .name = "mesh", .n_axes = n, .axes = axes, .n_devices = n_devices, .device_ids = ids ? devices : NULL, .inferred = true };
    return library_sharding_new(kind, &mesh, ids ? NULL : devices, n_axes);
}

/* The axis of the made mesh that represents dimension d of the array of devices; an empty list for size 1. */
static AxisList axis_of(const ShardscopeSharding *s, int d)
{
    char name[8];
    g_snprintf(name, sizeof name, "_%d", d);
    int axis = mesh_axis_named(s->mesh, name);
    if (axis < 0)
        return (AxisList){ 0 };
    AxisRef ref = axis_whole(s->mesh, axis);
    return (AxisList){ arena_dup_array(s->arena, &ref, 1), 1 };
}

/* ---- positional ---------------------------------------------------------------------------------------------------------- */

/* cells: `copies` devices for each cell of the shape. Taken. */
static ShardscopeSharding *positional(int rank, const int64_t *shape, int64_t copies, int64_t *cells)
{
    ShardscopeSharding *s = on_made_mesh(SHARDSCOPE_POSITIONAL, rank, shape, copies, cells);
    AxisList *dims = arena_array(s->arena, AxisList, rank);
    for (int d = 0; d < rank; d++) {
        dims[d] = axis_of(s, d);
        s->shape[d] = shape[d];
    }
    s->dims = dims;
    s->n_dims = rank;
    s->copies = copies;
    s->cells = cells;
    return s;
}

static int64_t cells_of(int rank, const int64_t *shape, ShardscopeError **error)
{
    if (rank < 0 || rank > MAX_AXES - 1 || (rank && !shape))
        return library_invalid(error, NULL, "an array of devices of %d dimensions: there can be 0 to %d", rank, MAX_AXES - 1);
    int64_t n = 1;
    for (int d = 0; d < rank; d++) {
        if (shape[d] < 1 || shape[d] > MAX_DEVICES / n)
            return library_invalid(error, NULL, "an array of devices whose dimension %d has the size %" PRId64, d, shape[d]);
        n *= shape[d];
    }
    return n;
}

static int64_t *devices_dup(const int64_t *devices, int64_t n, ShardscopeError **error)
{
    g_autofree int64_t *list = g_new(int64_t, n);
    g_autoptr(GHashTable) seen = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (int64_t i = 0; i < n; i++) {
        list[i] = devices ? devices[i] : i;
        if (list[i] < 0 || list[i] >= MAX_DEVICES || !g_hash_table_add(seen, &list[i])) {
            library_invalid(error, NULL, "device %" PRId64 " at place %" PRId64 " of the array of devices: each can appear once, and is 0 to %d", list[i], i,
                            MAX_DEVICES - 1);
            return NULL;
        }
    }
    return g_steal_pointer(&list);
}

ShardscopeSharding *shardscope_sharding_positional(int rank, const int64_t *shape, const int64_t *devices, ShardscopeError **error)
{
    if (failed_before(error))
        return NULL;
    int64_t n = cells_of(rank, shape, error);
    int64_t *cells = n ? devices_dup(devices, n, error) : NULL;
    return cells ? positional(rank, shape, 1, cells) : NULL;
}

static bool check_positional(const ShardscopeSharding *s, ShardscopeError **error)
{
    return s->cells || library_invalid(error, NULL, "the sharding is no array of devices: only those that shardscope_sharding_positional makes are");
}

static int64_t n_cells(const ShardscopeSharding *s)
{
    int64_t n = 1;
    for (int d = 0; d < s->rank; d++)
        n *= s->shape[d];
    return n;
}

ShardscopeSharding *shardscope_positional_reshape(ShardscopeSharding *s, int rank, const int64_t *shape, ShardscopeError **error)
{
    NEED(s, "a sharding", NULL);
    int64_t n = check_positional(s, error) ? cells_of(rank, shape, error) : 0;
    if (!n)
        return NULL;
    if (n != n_cells(s)) {
        g_autofree char *from = library_dims_text(s->rank, s->shape), *to = library_dims_text(rank, shape);
        library_invalid(error, NULL, "an array of devices of shape %s cannot be reshaped to %s: %" PRId64 " against %" PRId64 " places", from, to, n_cells(s), n);
        return NULL;
    }
    return positional(rank, shape, s->copies, g_memdup2(s->cells, sizeof(int64_t) * (size_t)(n * s->copies)));
}

/* The cells with dimension order[i] as dimension i. */
static int64_t *transposed(const ShardscopeSharding *s, const int *order, int64_t *shape)
{
    int rank = s->rank;
    int64_t stride[SHARDSCOPE_MAX_RANK], step = 1, n = n_cells(s);
    for (int d = rank - 1; d >= 0; d--) {
        stride[d] = step;
        step *= s->shape[d];
    }
    for (int d = 0; d < rank; d++)
        shape[d] = s->shape[order[d]];
    int64_t *cells = g_new(int64_t, n * s->copies);
    for (int64_t i = 0; i < n; i++) {
        int64_t rest = i, from = 0;
        for (int d = rank - 1; d >= 0; d--) {
            from += rest % shape[d] * stride[order[d]];
            rest /= shape[d];
        }
        memcpy(cells + i * s->copies, s->cells + from * s->copies, sizeof(int64_t) * (size_t)s->copies);
    }
    return cells;
}

ShardscopeSharding *shardscope_positional_transpose(ShardscopeSharding *s, const int *axes, ShardscopeError **error)
{
    NEED(s, "a sharding", NULL);
    if (!check_positional(s, error))
        return NULL;
    int order[SHARDSCOPE_MAX_RANK];
    bool seen[SHARDSCOPE_MAX_RANK] = { false };
    for (int d = 0; d < s->rank; d++) {
        order[d] = axes ? axes[d] : s->rank - 1 - d;
        if (order[d] < 0 || order[d] >= s->rank || seen[order[d]]) {
            library_invalid(error, NULL, "the axes of a transpose must be 0 to %d, each once; axes[%d] is %d", s->rank - 1, d, order[d]);
            return NULL;
        }
        seen[order[d]] = true;
    }
    int64_t shape[SHARDSCOPE_MAX_RANK];
    int64_t *cells = transposed(s, order, shape);
    return positional(s->rank, shape, s->copies, cells);
}

/* The sharding with `axis` moved behind all others, where it becomes copies. */
static ShardscopeSharding *replicate_one(const ShardscopeSharding *s, int axis)
{
    int order[SHARDSCOPE_MAX_RANK], n = 0;
    for (int d = 0; d < s->rank; d++)
        if (d != axis)
            order[n++] = d;
    order[n] = axis;
    int64_t shape[SHARDSCOPE_MAX_RANK];
    int64_t *cells = transposed(s, order, shape), copies = s->copies * s->shape[axis];
    memcpy(shape, s->shape, sizeof shape);
    shape[axis] = 1;
    return positional(s->rank, shape, copies, cells);
}

ShardscopeSharding *shardscope_positional_replicate(ShardscopeSharding *s, int axis, bool keep_dims, ShardscopeError **error)
{
    NEED(s, "a sharding", NULL);
    if (!check_positional(s, error))
        return NULL;
    bool all = axis == SHARDSCOPE_ALL_AXES;
    int at = axis < 0 ? axis + s->rank : axis;
    if (!all && (at < 0 || at >= s->rank)) {
        library_invalid(error, NULL, "axis %d of an array of devices of %d dimensions", axis, s->rank);
        return NULL;
    }
    ShardscopeSharding *made = shardscope_sharding_ref(s);
    for (int d = all ? 0 : at; d <= (all ? s->rank - 1 : at); d++) {
        ShardscopeSharding *next = replicate_one(made, d);
        shardscope_sharding_unref(made);
        made = next;
    }
    if (keep_dims)
        return made;
    int64_t shape[SHARDSCOPE_MAX_RANK];
    int n = 0;
    for (int d = 0; d < made->rank; d++)
        if (!all && d != at)
            shape[n++] = made->shape[d];
    ShardscopeSharding *less = shardscope_positional_reshape(made, n, shape, error);
    shardscope_sharding_unref(made);
    return less;
}

/* ---- pmap ------------------------------------------------------------------------------------------------------------------ */

ShardscopeSharding *shardscope_sharding_pmap(int rank, const ShardscopePmapDim *dims, int64_t replicas, const int64_t *devices, ShardscopeError **error)
{
    NEED(rank == 0 || dims, "how the dimensions are laid out", NULL);
    int64_t sizes[SHARDSCOPE_MAX_RANK] = { 0 }, n = replicas;
    int first[SHARDSCOPE_MAX_RANK + 1], n_axes = 0;
    if (rank < 0 || rank > SHARDSCOPE_MAX_RANK || replicas < 1 || replicas > MAX_DEVICES) {
        library_invalid(error, NULL, "an array of %d dimensions on %" PRId64 " replicas", rank, replicas);
        return NULL;
    }
    for (int d = 0; d < rank; d++) {
        first[d] = n_axes;
        int count = dims[d].kind == SHARDSCOPE_PMAP_NONE ? 0 : dims[d].kind == SHARDSCOPE_PMAP_UNSTACKED ? 1 : dims[d].n;
        if (count < 0 || count > (int)G_N_ELEMENTS(dims[d].sizes) || n_axes + count >= MAX_AXES - 1) {
            library_invalid(error, NULL, "dimension %d is split by %d numbers", d, count);
            return NULL;
        }
        for (int i = 0; i < count; i++) {
            int64_t size = dims[d].sizes[i];
            if (size < 1 || size > MAX_DEVICES / n) {
                library_invalid(error, NULL, "dimension %d is split into %" PRId64 " pieces", d, size);
                return NULL;
            }
            n *= size;
            sizes[n_axes++] = size;
        }
    }
    first[rank] = n_axes;
    g_autofree int64_t *list = devices_dup(devices, n, error);
    if (!list)
        return NULL;
    ShardscopeSharding *s = on_made_mesh(SHARDSCOPE_PMAP, n_axes, sizes, replicas, list);
    AxisList *axes = arena_array(s->arena, AxisList, rank);
    for (int d = 0; d < rank; d++) {
        axes[d] = (AxisList){ 0 };
        for (int a = first[d]; a < first[d + 1]; a++)
            axes[d] = axis_list_concat(s->arena, axes[d], axis_of(s, a));
        s->unstacked[d] = dims[d].kind == SHARDSCOPE_PMAP_UNSTACKED;
    }
    s->dims = axes;
    s->n_dims = s->rank = rank;
    s->copies = replicas;
    return s;
}
