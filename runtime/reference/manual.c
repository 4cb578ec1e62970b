/* Manual regions, whose bodies see one device's tiles along the manual axes. All devices of the mesh are evaluated in step. Operands are
 * divided into tiles and results are assembled by the definition of a tile: a dimension of size n in k parts has tiles of ceil(n / k)
 * elements, the i-th starts at i times that, and elements beyond the end of the array are padding. */
#include "runtime/reference/reference_impl.h"

#include <string.h>

/* The first part of `in` that lies behind the place `from` and is manual: with several meshes one element of a list may hold manual axes and others. */
static bool next_manual(AxisList manual, AxisRef in, int64_t from, AxisRef *out)
{
    bool found = false;
    for (int k = 0; k < manual.n; k++) {
        AxisRef m = manual.v[k];
        int64_t lo = MAX(from, m.pre), hi = MIN(in.pre * in.size, m.pre * m.size);
        if (m.axis != in.axis || lo >= hi || (found && lo >= out->pre))
            continue;
        *out = (AxisRef){ in.axis, lo, hi / lo };
        found = true;
    }
    return found;
}

/* Index of a device's tile along one dimension, counting only the manual axes; *parts gets their
 * number. */
static int64_t tile_index(const IrOp *op, const Sharding *s, int d, int64_t device, int64_t *parts)
{
    *parts = 1;
    int64_t index = 0;
    if (!s || s->maximal || d >= s->rank)
        return 0;
    const Mesh *mesh = op->a.manual.mesh; /* its order of devices counts, whatever mesh the sharding was written on */
    int64_t position = mesh_position_of(mesh, device);
    AxisList axes = s->dims[d].axes;
    for (int i = 0; i < axes.n; i++) {
        AxisRef part;
        for (int64_t from = axes.v[i].pre; next_manual(op->a.manual.axes, axes.v[i], from, &part); from = part.pre * part.size) {
            AxisList one = { &part, 1 };
            index = index * part.size + axis_list_index(mesh, one, position);
            *parts *= part.size;
        }
    }
    return index;
}

/* A device's tile: its corner in the whole array, and the sizes of the part that is inside it. */
typedef struct Tile {
    int64_t start[MAX_RANK], box[MAX_RANK];
} Tile;

/* False if the local type is not that of a tile of the whole type. */
static bool tile_of(const IrOp *op, const Sharding *s, const Type *whole, const Type *local,
                    int64_t device, Tile *out)
{
    if (whole->rank != local->rank || whole->elem != local->elem)
        return false;
    for (int d = 0; d < whole->rank; d++) {
        int64_t parts, index = tile_index(op, s, d, device, &parts), n = whole->dims[d],
                       size = (n + parts - 1) / parts;
        if (local->dims[d] != size)
            return false;
        out->start[d] = MIN(index * size, n);
        out->box[d] = MIN(size, n - out->start[d]);
    }
    return true;
}

static bool mismatch(const IrOp *op, const Type *whole, const Type *local, const char *what, int i,
                     GError **error)
{
    g_autofree char *a = type_text(whole), *b = type_text(local);
    return diag(error, SHARD_ERROR_VERIFY, OP_AT(op), NULL,
                "%s %d of a manual region: %s outside cannot be %s inside by its sharding", what, i,
                a, b);
}

static int64_t dot_product(int n, const int64_t *a, const int64_t *b)
{
    int64_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Copies a device's tile out of the whole array, or into it. */
static void copy_tile(const Tensor *whole, const Tensor *local, const Tile *tile, bool out)
{
    const Type *type = whole->type;
    int64_t step[MAX_RANK], local_step[MAX_RANK];
    ref_strides(type->rank, type->dims, step);
    ref_strides(type->rank, local->type->dims, local_step);
    RefSide in_whole = {whole->data, dot_product(type->rank, tile->start, step), step},
            in_local = {local->data, 0, local_step};
    ref_copy(type->rank, tile->box, elem_info[type->elem].bytes, out ? in_local : in_whole,
             out ? in_whole : in_local);
}

static Tensor *cut(const IrOp *op, int i, const Tensor *whole, const Type *local, int64_t device,
                   GError **error)
{
    const Sharding *s = op->a.manual.in && i < op->a.manual.n_in ? op->a.manual.in[i] : NULL;
    if (whole->type->kind != TYPE_ARRAY)
        return tensor_ref(whole);
    Tile tile;
    if (!tile_of(op, s, whole->type, local, device, &tile)) {
        mismatch(op, whole->type, local, "operand", i, error);
        return NULL;
    }
    Tensor *t = tensor_try_new(local, OP_AT(op), error);
    if (t)
        copy_tile(whole, t, &tile, true);
    return t;
}

/* ---- joining --------------------------------------------------------------------------------- */

/* Which devices' tiles make up one whole value: those that differ only along manual axes. */
typedef struct Join {
    const IrOp *op;
    const RefCx *cx; /* inside the region */
    Tensor **tiles;  /* [lane * n_out + i] */
    int n_out;
    AxisList others; /* axes of the mesh that are not manual */
} Join;

/* The device of the mesh that a lane inside of the region is; each replica has all of them. */
static int64_t device_of(const RefCx *cx, int lane)
{
    return cx->ids[lane] % cx->n_partitions;
}

static int64_t place_among_others(const Join *j, int lane)
{
    const Mesh *mesh = j->op->a.manual.mesh;
    return axis_list_index(mesh, j->others, mesh_position_of(mesh, device_of(j->cx, lane)));
}

static bool make_one_value(const Join *j, int a, int b)
{
    return j->cx->ids[a] / j->cx->n_partitions == j->cx->ids[b] / j->cx->n_partitions && place_among_others(j, a) == place_among_others(j, b);
}

/* Which of the partial values of an unreduced result a lane has. */
static int64_t partial_of(const Join *j, const Sharding *s, int lane)
{
    const Mesh *mesh = j->op->a.manual.mesh;
    return axis_list_index(mesh, s->unreduced, mesh_position_of(mesh, device_of(j->cx, lane)));
}

static Scalar combine(Reduction r, ElemType e, Scalar a, Scalar b)
{
    bool real = elem_is_float(e);
    bool less = real ? a.f < b.f : elem_info[e].cls == CLASS_UNSIGNED ? a.u < b.u : a.i < b.i;
    switch (r) {
    case REDUCTION_SUM:
        if (real || elem_info[e].cls == CLASS_COMPLEX)
            return (Scalar){.f = a.f + b.f, .im = a.im + b.im};
        return e == ELEM_pred ? (Scalar){.i = a.i || b.i} : (Scalar){.u = a.u + b.u};
    case REDUCTION_PRODUCT:
        if (elem_info[e].cls == CLASS_COMPLEX)
            return (Scalar){.f = a.f * b.f - a.im * b.im, .im = a.f * b.im + a.im * b.f};
        return real ? (Scalar){.f = a.f * b.f} : (Scalar){.u = a.u * b.u};
    case REDUCTION_MAX: return real ? (Scalar){.f = ref_maximum(a.f, b.f)} : less ? b : a;
    case REDUCTION_MIN: return real ? (Scalar){.f = ref_minimum(a.f, b.f)} : less ? a : b;
    case REDUCTION_AND: return (Scalar){.u = a.u & b.u};
    case REDUCTION_OR: return (Scalar){.u = a.u | b.u};
    case REDUCTION_XOR: return (Scalar){.u = a.u ^ b.u};
    }
    g_assert_not_reached();
}

/* Combines a tile with what other devices along the unreduced axes left in the whole array. */
static void add_tile(Tensor *whole, const Tensor *local, const Tile *tile, Reduction r)
{
    const Type *type = whole->type;
    int64_t step[MAX_RANK], local_step[MAX_RANK], index[MAX_RANK] = {0};
    ref_strides(type->rank, type->dims, step);
    ref_strides(type->rank, local->type->dims, local_step);
    for (int d = 0; d < type->rank; d++)
        if (!tile->box[d])
            return;
    int64_t at = dot_product(type->rank, tile->start, step);
    do {
        int64_t i = at + dot_product(type->rank, index, step),
                k = dot_product(type->rank, index, local_step);
        Scalar a = scalar_load(type->elem, whole->data, i),
               b = scalar_load(type->elem, local->data, k);
        scalar_store(type->elem, whole->data, i, combine(r, type->elem, a, b));
    } while (ref_next(type->rank, tile->box, index));
}

/* Result i outside of the region, for the device of `mine`, a lane inside. Tiles are copied from the last device to the first,
 * so that the first device's copy of replicated data is kept; partial values are combined in device order.
 */
static Tensor *join(const Join *j, int i, int mine, GError **error)
{
    const IrOp *op = j->op;
    const Sharding *s = op->a.manual.out && i < op->a.manual.n_out ? op->a.manual.out[i] : NULL;
    g_autoptr(Tensor) whole = ref_new(op, i, error);
    if (!whole || whole->type->kind != TYPE_ARRAY)
        return g_steal_pointer(&whole);
    Tile tile;
    for (int l = j->cx->n_lanes - 1; l >= 0; l--) {
        const Tensor *local = j->tiles[l * j->n_out + i];
        if (!make_one_value(j, l, mine))
            continue;
        if (!tile_of(op, s, whole->type, local->type, device_of(j->cx, l), &tile)) {
            mismatch(op, whole->type, local->type, "result", i, error);
            return NULL;
        }
        copy_tile(whole, local, &tile, false);
    }
    if (!s || !s->unreduced.n)
        return g_steal_pointer(&whole);
    for (int l = 0; l < j->cx->n_lanes;
         l++) { /* the loop above stored the tile of the device at index 0 of the unreduced axes */
        const Tensor *local = j->tiles[l * j->n_out + i];
        if (!make_one_value(j, l, mine) || !partial_of(j, s, l))
            continue;
        bool first = true; /* of the copies of this partial value */
        for (int k = 0; k < l && first; k++) {
            Tile a, b;
            bool same =
                make_one_value(j, k, mine) && partial_of(j, s, k) == partial_of(j, s, l);
            tile_of(op, s, whole->type, local->type, device_of(j->cx, k), &a);
            tile_of(op, s, whole->type, local->type, device_of(j->cx, l), &b);
            first = !(same && !memcmp(a.start, b.start, sizeof *a.start * (size_t)whole->type->rank));
        }
        if (first) {
            tile_of(op, s, whole->type, local->type, device_of(j->cx, l), &tile);
            add_tile(whole, local, &tile, s->reduction);
        }
    }
    return g_steal_pointer(&whole);
}

/* ---- the region ------------------------------------------------------------------------------ */

/* The context inside: the lanes around if they are a manual region's already, else all devices of the mesh, of each replica: lane r of the
 * context around becomes lanes r * n to r * n + n - 1 of n devices. */
static bool enter(RefCx *cx, const IrOp *op, RefCx *inner, int64_t **ids, GError **error)
{
    const Mesh *mesh = op->a.manual.mesh;
    if (!mesh)
        return ref_unsupported(op, error,
                               "its mesh and shardings are not known; run the import pass first");
    bool replicas = !cx->mesh && cx->n_replicas > 1 && cx->n_partitions == 1;
    if (!replicas && cx->n_devices && cx->n_devices != mesh->n_devices * cx->n_replicas)
        return diag(error, SHARD_ERROR_RUN, OP_AT(op), NULL,
                    "a manual region over %" G_GINT64_FORMAT
                    " devices in a program for %" G_GINT64_FORMAT,
                    mesh->n_devices, cx->n_devices);
    *inner = *cx;
    if (cx->mesh) {
        if (cx->mesh->n_devices != mesh->n_devices)
            return ref_unsupported(op, error, "nested regions over different devices");
        return true;
    }
    if ((cx->n_lanes != 1 && !replicas) || mesh->n_devices > (1 << 16) / cx->n_lanes)
        return ref_unsupported(op, error, "a manual region in per-device code");
    int64_t n = mesh->n_devices;
    *ids = g_new(int64_t, n * cx->n_lanes);
    for (int64_t l = 0; l < n * cx->n_lanes; l++) {
        int64_t device = mesh_device_at(mesh, l % n);
        if (device < 0 || device >= n)
            return ref_unsupported(op, error, "device ids beyond the mesh's number of devices");
        (*ids)[l] = cx->ids[l / n] * n + device;
    }
    inner->mesh = mesh;
    inner->n_lanes = (int)n * cx->n_lanes;
    inner->ids = *ids;
    inner->n_partitions = n;
    if (replicas && inner->n_devices)
        inner->n_devices *= n;
    return true;
}

bool ref_manual(RefCx *cx, const IrOp *op, const RefLeaves *v, GError **error)
{
    const IrComp *body = op->comps[0];
    int n_in = v->n_in, n_out = v->n_out;
    RefCx inner;
    g_autofree int64_t *ids = NULL;
    if (!enter(cx, op, &inner, &ids, error))
        return false;
    if (ref_comp_n_args(body) != n_in || type_n_leaves(body->root->type) != n_out)
        return ref_unsupported(op, error, "its body takes or gives another number of values");
    int spread = cx->mesh ? 1 : inner.n_lanes / cx->n_lanes; /* lanes that get the values of one lane around */
    g_autofree Tensor **args = g_new0(Tensor *, MAX(n_in * inner.n_lanes, 1));
    g_autofree Tensor **tiles = g_new0(Tensor *, MAX(n_out * inner.n_lanes, 1));
    bool ok = true;
    for (int p = 0, i = 0; p < body->n_params; p++)
        for (int l = 0; l < type_n_leaves(body->params[p]->type); l++, i++)
            for (int lane = 0; ok && lane < inner.n_lanes; lane++) {
                Tensor *t = cut(op, i, v->in[lane / spread * n_in + i],
                                type_leaf(body->params[p]->type, l), device_of(&inner, lane), error);
                args[lane * n_in + i] = t;
                ok = t != NULL;
            }
    if (ok)
        ok = ref_comp(&inner, body, args, tiles, error);
    cx->draws = inner.draws;
    Arena *arena = arena_new_root();
    Join j = {op, &inner, tiles, n_out,
              mesh_free_axes(arena, op->a.manual.mesh, &op->a.manual.axes, 1)};
    for (int lane = 0; ok && lane < cx->n_lanes; lane++)
        for (int i = 0; ok && i < n_out; i++)
            ok = (v->out[lane * n_out + i] = join(&j, i, lane * spread, error)) != NULL;
    arena_free(arena);
    for (int i = 0; i < n_in * inner.n_lanes; i++)
        tensor_unref(args[i]);
    for (int i = 0; i < n_out * inner.n_lanes; i++)
        tensor_unref(tiles[i]);
    return ok;
}
