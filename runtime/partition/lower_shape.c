/* Ops that move data along dims: slices, pads, reversals, iotas and ops that work on tiles as they are. A whole dim is handled on the
 * tile; a split one is fetched from neighbours (fetch_dim). */
#include "runtime/partition/halo.h"
#include "runtime/partition/local_build.h"
#include "runtime/partition/local_impl.h"

#include "runtime/partition/lower.h"

IrOp *lower_plain(Local *x, const IrOp *op)
{
    g_autofree IrOp **args = g_new(IrOp *, op->n_operands + 1);
    for (int i = 0; i < op->n_operands; i++)
        args[i] = local_of(x, op->operands[i]);
    const Type *type = op->type->kind == TYPE_ARRAY ? lb_local_type(x, op->type, sharding_of(op)) : NULL;
    if (!type) {
        g_autofree const Type **parts = g_new(const Type *, op->type->n_parts + 1);
        int leaf = 0;
        for (int i = 0; i < op->type->n_parts; i++) {
            parts[i] = op->type->parts[i]->kind == TYPE_ARRAY ? lb_local_type(x, op->type->parts[i], op->shardings[leaf]) :
                                                                 lb_type(x, op->type->parts[i]);
            leaf += type_n_leaves(op->type->parts[i]);
        }
        type = op->type->kind == TYPE_TUPLE ? type_tuple(x->out->types, op->type->n_parts, parts) : lb_type(x, op->type);
    }
    IrOp *made = lb_op(x, op->code, type, op->n_operands, args);
    made->a = op->a;
    lb_annotate(x, made, op);
    if (op->n_comps) {
        g_autofree IrComp **comps = g_new(IrComp *, op->n_comps);
        for (int k = 0; k < op->n_comps; k++)
            comps[k] = lb_copy_comp(x, op->comps[k]);
        op_set_comps(made, op->n_comps, comps);
    }
    return made;
}

IrOp *lower_iota(Local *x, const IrOp *op)
{
    const Sharding *s = sharding_of(op);
    const Type *t = lb_local_type(x, op->type, s);
    int dim = (int)op->a.iota.dim;
    IrOp *local = lb_op(x, OP_iota, t, 0, NULL);
    local->a.iota.dim = dim;
    if (sharding_parts(s, dim) == 1)
        return local;
    IrOp *offset = lb_convert(x, lb_index(x, s->dims[dim].axes, t->dims[dim]), t->elem);
    return lb_binary(x, OP_add, local, lb_spread(x, offset, t));
}

IrOp *lower_constant(Local *x, const IrOp *op)
{
    const Literal *l = op->a.literal;
    const Sharding *s = sharding_of(op);
    const Type *local = lb_local_type(x, op->type, s);
    if (op->type->kind != TYPE_ARRAY) {
        IrOp *same = lb_op(x, OP_constant, lb_type(x, op->type), 0, NULL);
        same->a.literal = l;
        return same;
    }
    if (l->splat && op->type->n_elems > 0)
        return lb_constant(x, local, l->data);
    IrOp *a = lb_op(x, OP_constant, lb_type(x, op->type), 0, NULL);
    a->a.literal = lb_literal(x, a->type, l);
    for (int d = 0; d < op->type->rank; d++) {
        int64_t parts = sharding_parts(s, d), tile = local->dims[d];
        if (parts == 1)
            continue;
        a = lb_pad_dim(x, a, d, 0, tile * parts - a->type->dims[d], NULL);
        a = lb_dynamic_slice_dim(x, a, d, lb_index(x, s->dims[d].axes, tile), tile);
    }
    return a;
}

IrOp *lower_slice(Local *x, const IrOp *op)
{
    const IrOp *value = op->operands[0];
    IrOp *a = local_of(x, value);
    const Sharding *s = sharding_of(op);
    for (int d = 0; d < op->type->rank; d++) {
        int64_t start = op->a.slice.start[d], limit = op->a.slice.limit[d], stride = op->a.slice.stride[d];
        int64_t n = value->type->dims[d], k = sharding_parts(s, d), tile = tile_size(op->type->dims[d], k);
        if (start == 0 && limit == n && stride == 1)
            continue;
        if (k == 1) {
            a = lb_slice_dim(x, a, d, start, limit, stride);
            continue;
        }
        int64_t size = tile ? (tile - 1) * stride + 1 : 0;
        a = fetch_dim(x, &(FetchFrom){ a, value, d, s->dims[d].axes, "takes a part" },
                          &(FetchRows){ limit, fetch_evenly(x->out->arena, k, start, tile * stride), size, NULL }, NULL);
        a = lb_slice_dim(x, a, d, 0, size, stride);
    }
    return a;
}

IrOp *lower_pad(Local *x, const IrOp *op)
{
    const IrOp *value = op->operands[0];
    IrOp *a = local_of(x, value), *fill = local_of(x, op->operands[1]);
    const Sharding *s = sharding_of(op);
    int rank = op->type->rank;
    int64_t *v = arena_array(x->out->arena, int64_t, rank * 3), dims[MAX_RANK];
    bool rest = false;
    for (int d = 0; d < rank; d++) {
        int64_t lo = op->a.pad.lo[d], hi = op->a.pad.hi[d], interior = op->a.pad.interior[d];
        int64_t k = sharding_parts(s, d), tile = tile_size(op->type->dims[d], k);
        dims[d] = tile;
        if (lo == 0 && hi == 0 && interior == 0)
            continue;
        if (k > 1) {
            int64_t seen = elements_seen(value->type->dims[d], op->type->dims[d] - 1 - lo, interior + 1);
            a = fetch_stretch(x, &(FetchFrom){ a, value, d, s->dims[d].axes, "pads" },
                              &(FetchRows){ seen, fetch_evenly(x->out->arena, k, -lo, tile), tile, NULL }, interior + 1, fill);
        } else {
            v[d] = lo;
            v[rank + d] = hi;
            v[2 * rank + d] = interior;
            rest = true;
        }
    }
    if (!rest)
        return a;
    IrOp *args[2] = { a, fill };
    IrOp *made = lb_op(x, OP_pad, type_array(x->out->types, op->type->elem, rank, dims), 2, args);
    made->a.pad.lo = v;
    made->a.pad.hi = v + rank;
    made->a.pad.interior = v + 2 * rank;
    return made;
}

/* Tiles of evenly split dims only change places, all of them in one permute. */
static IrOp *swap_tiles(Local *x, const IrOp *op, IrOp *a)
{
    const IrOp *value = op->operands[0];
    const Sharding *s = sharding_of(op);
    int64_t n_dev = x->mesh->n_devices;
    g_autofree int64_t *to = g_new(int64_t, n_dev);
    for (int64_t i = 0; i < n_dev; i++)
        to[i] = i;
    int first = -1;
    for (int i = 0; i < op->a.dims.n; i++) {
        int d = (int)op->a.dims.v[i], n_groups, size;
        if (!lower_swaps_tiles(op, sharding_of(value), d))
            continue;
        first = first < 0 ? d : first;
        int64_t **groups = mesh_groups(x->out->arena, x->mesh, s->dims[d].axes, &n_groups, &size);
        g_autofree int64_t *mirror = g_new(int64_t, n_dev);
        for (int g = 0; g < n_groups; g++)
            for (int k = 0; k < size; k++)
                mirror[groups[g][k]] = groups[g][size - 1 - k];
        for (int64_t k = 0; k < n_dev; k++)
            to[k] = mirror[to[k]];
    }
    if (first < 0)
        return a;
    int64_t *pairs = arena_array(x->out->arena, int64_t, 2 * n_dev), k = sharding_parts(s, first);
    for (int64_t i = 0; i < n_dev; i++) {
        pairs[2 * i] = i;
        pairs[2 * i + 1] = to[i];
    }
    int64_t *start = fetch_evenly(x->out->arena, k, op->type->dims[first] - a->type->dims[first], -a->type->dims[first]);
    Fetch f = fetch_plan(x->out->arena, op->type->dims[first], k, start, a->type->dims[first]);
    note_fetch(x, &f, &(FetchFrom){ a, value, first, s->dims[first].axes, "turns around" });
    IrOp *swapped = lb_op(x, OP_collective_permute, a->type, 1, &a);
    swapped->a.collective.pairs = (Ints){ pairs, (int)(2 * n_dev) };
    swapped->a.collective.groups = (Groups){ .has_channel = true, .channel = 1 };
    x->reshard_id = 0;
    return swapped;
}

IrOp *lower_reverse(Local *x, const IrOp *op)
{
    const IrOp *value = op->operands[0];
    const Sharding *s = sharding_of(op);
    IrOp *a = swap_tiles(x, op, local_of(x, value));
    for (int i = 0; i < op->a.dims.n; i++) {
        int d = (int)op->a.dims.v[i];
        int64_t n = op->type->dims[d], k = sharding_parts(s, d), tile = tile_size(n, k);
        if (k > 1 && !lower_swaps_tiles(op, sharding_of(value), d))
            a = fetch_dim(x, &(FetchFrom){ a, value, d, s->dims[d].axes, "turns around" },
                          &(FetchRows){ n, fetch_evenly(x->out->arena, k, n - tile, -tile), tile, NULL }, NULL);
    }
    IrOp *made = lb_op(x, OP_reverse, a->type, 1, &a);
    made->a.dims = op->a.dims;
    return made;
}
