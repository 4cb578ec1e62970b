/* Ops with positions known only at run time: gathers, scatters, dynamic slices and updates. Each device works on positions inside its
 * own tile and leaves the others to the devices that own them. Its result for those is zero, to be summed over devices later, or is
 * discarded. */
#include "runtime/partition/local_build.h"
#include "runtime/partition/local_impl.h"

#include "runtime/partition/lower.h"

static IrOp *clamp(Local *x, IrOp *v, int64_t lo, int64_t hi)
{
    IrOp *args[3] = { lb_spread(x, lb_scalar(x, v->type->elem, lo), v->type), v, lb_spread(x, lb_scalar(x, v->type->elem, hi), v->type) };
    return lb_op(x, OP_clamp, v->type, 3, args);
}

/* min(max(v, 0), limit) as a place, before narrowing, so that large values of other types clamp as they should. */
static IrOp *clamped(Local *x, IrOp *v, int64_t limit)
{
    ElemType e = lb_place_elem(limit);
    if (elem_info[v->type->elem].bits < elem_info[e].bits)
        v = lb_convert(x, v, e);
    return lb_convert(x, clamp(x, v, 0, limit), e);
}

/* An index into a dim of n elements as a position (lb_place_elem). Narrowing must not make a valid position of an index out of range. */
static IrOp *position(Local *x, IrOp *v, int64_t n)
{
    ElemType e = lb_place_elem(n), is = v->type->elem;
    if (elem_info[is].bits > elem_info[e].bits)
        v = clamp(x, v, elem_info[is].cls == CLASS_SIGNED ? -1 : 0, n);
    return lb_convert(x, v, e);
}

/* v with zeros (of pred: false) in rows along dim whose place, first + 0, 1, ..., is not in [0, limit). */
static IrOp *zero_outside(Local *x, IrOp *v, int dim, IrOp *first, IrOp *limit)
{
    IrOp *place = lb_binary(x, OP_add, lb_iota(x, v->type, dim), lb_spread(x, first, v->type));
    IrOp *inside = lb_binary(x, OP_and, lb_compare(x, DIR_GE, place, lb_spread(x, lb_scalar(x, ELEM_s32, 0), v->type)),
                             lb_compare(x, DIR_LT, place, lb_spread(x, limit, v->type)));
    return lb_select(x, inside, v, lb_spread(x, lb_zero(x, v->type->elem), v->type));
}

IrOp *lower_dynamic_slice(Local *x, const IrOp *op)
{
    const IrOp *value = op->operands[0];
    const Sharding *s = sharding_of(value);
    int rank = op->type->rank;
    IrOp *a = local_of(x, value);
    IrOp *args[MAX_RANK + 1];
    int64_t *sizes = arena_array(x->out->arena, int64_t, rank);
    IrOp *first[MAX_RANK] = { NULL }; /* place of the slice relative to the tile */
    const Type *out = lb_local_type(x, op->type, sharding_of(op));
    bool cuts = false;
    for (int d = 0; d < rank; d++) {
        int64_t n = value->type->dims[d], m = op->type->dims[d], tile = a->type->dims[d];
        args[1 + d] = lb_scalar(x, ELEM_s32, 0);
        sizes[d] = tile;
        if (n == m)
            continue;
        IrOp *start = clamped(x, local_of(x, op->operands[1 + d]), n - m);
        bool split = sharding_parts(s, d) > 1;
        if (split)
            start = first[d] = lb_binary(x, OP_subtract, start, lb_index(x, s->dims[d].axes, tile));
        if (split && m != 1)
            continue;
        args[1 + d] = split ? clamped(x, start, tile - 1) : start; /* one row is in one tile: a device that does not hold it may read any row */
        sizes[d] = out->dims[d];
        cuts = true;
    }
    args[0] = a;
    lb_same_places(x, rank, args + 1);
    if (cuts) {
        a = lb_op(x, OP_dynamic_slice, type_with_dims(x->out->types, a->type, rank, sizes), rank + 1, args);
        a->a.dynamic_slice.sizes = (Ints){ sizes, rank };
    }
    for (int d = 0; d < rank; d++)
        if (first[d] && op->type->dims[d] != 1)
            a = lb_rows_from(x, a, d, first[d], op->type->dims[d]);
    for (int d = 0; d < rank; d++) {
        if (!first[d])
            continue;
        int64_t n = value->type->dims[d], tile = tile_size(n, sharding_parts(s, d));
        g_autofree int64_t *valid = g_new0(int64_t, x->mesh->n_devices);
        for (int64_t lin = 0; lin < x->mesh->n_devices; lin++)
            valid[mesh_device_at(x->mesh, lin)] = CLAMP(n - axis_list_index(x->mesh, s->dims[d].axes, lin) * tile, 0, tile);
        a = zero_outside(x, a, d, first[d], lb_table(x, valid));
    }
    return a;
}

/* True if every dim that is split and updated in part is updated by one row: then no update covers parts of two tiles. */
static bool updates_rows(const IrOp *op, const Sharding *s)
{
    for (int d = 0; d < op->type->rank; d++)
        if (sharding_parts(s, d) > 1 && op->operands[1]->type->dims[d] != op->type->dims[d] && op->operands[1]->type->dims[d] != 1)
            return false;
    return true;
}

/* The device that holds the rows writes them; the others write back the rows that are there, so that the update stays in place. */
static IrOp *update_rows(Local *x, const IrOp *op)
{
    const IrOp *value = op->operands[0];
    const Sharding *s = sharding_of(value);
    int rank = op->type->rank;
    IrOp *a = local_of(x, value), *update = local_of(x, op->operands[1]), *mine = NULL;
    IrOp *args[MAX_RANK + 2];
    int64_t *sizes = arena_array(x->out->arena, int64_t, rank);
    for (int d = 0; d < rank; d++) {
        int64_t n = value->type->dims[d], m = op->operands[1]->type->dims[d], tile = a->type->dims[d];
        sizes[d] = update->type->dims[d];
        if (n == m) {
            args[2 + d] = lb_scalar(x, ELEM_s32, 0);
            continue;
        }
        IrOp *start = clamped(x, local_of(x, op->operands[2 + d]), n - m);
        args[2 + d] = start;
        if (sharding_parts(s, d) == 1)
            continue;
        IrOp *at = lb_binary(x, OP_subtract, start, lb_index(x, s->dims[d].axes, tile));
        IrOp *here = lb_binary(x, OP_and, lb_compare(x, DIR_GE, at, lb_scalar(x, ELEM_s32, 0)),
                               lb_compare(x, DIR_LT, at, lb_scalar(x, ELEM_s32, tile)));
        mine = mine ? lb_binary(x, OP_and, mine, here) : here;
        args[2 + d] = clamped(x, at, tile - 1);
    }
    args[0] = a;
    lb_same_places(x, rank, args + 2);
    if (mine) {
        IrOp *old_args[MAX_RANK + 1] = { a };
        memcpy(old_args + 1, args + 2, sizeof *args * (size_t)rank);
        IrOp *old = lb_op(x, OP_dynamic_slice, update->type, rank + 1, old_args);
        old->a.dynamic_slice.sizes = (Ints){ sizes, rank };
        update = lb_select(x, lb_spread(x, mine, update->type), update, old);
    }
    args[1] = update;
    return lb_op(x, OP_dynamic_update_slice, a->type, rank + 2, args);
}

/* Each device writes into the part of its tile that the update can reach, which is as large as the update or all of the tile: the update's rows
 * that belong there, and what is there already. */
IrOp *lower_dynamic_update_slice(Local *x, const IrOp *op)
{
    const IrOp *value = op->operands[0];
    const Sharding *s = sharding_of(value);
    if (updates_rows(op, s))
        return update_rows(x, op);
    int rank = op->type->rank;
    IrOp *a = local_of(x, value), *update = local_of(x, op->operands[1]), *mask[MAX_RANK] = { NULL };
    IrOp *args[MAX_RANK + 2];
    int64_t *sizes = arena_array(x->out->arena, int64_t, rank);
    bool whole = true;
    for (int d = 0; d < rank; d++) {
        int64_t n = value->type->dims[d], m = op->operands[1]->type->dims[d], tile = a->type->dims[d];
        sizes[d] = update->type->dims[d];
        args[2 + d] = lb_scalar(x, ELEM_s32, 0);
        if (n == m)
            continue;
        IrOp *start = clamped(x, local_of(x, op->operands[2 + d]), n - m);
        args[2 + d] = start;
        whole = whole && sharding_parts(s, d) > 1;
        if (sharding_parts(s, d) == 1)
            continue;
        IrOp *at = lb_binary(x, OP_subtract, start, lb_index(x, s->dims[d].axes, tile));
        sizes[d] = MIN(m, tile);
        args[2 + d] = clamped(x, at, tile - sizes[d]);
        whole = whole && sizes[d] == tile;
        IrOp *from = lb_binary(x, OP_subtract, args[2 + d], at); /* the row of the update that belongs into the first of these */
        update = lb_rows_from(x, update, d, from, sizes[d]);
        mask[d] = from;
    }
    args[0] = a;
    lb_same_places(x, rank, args + 2);
    IrOp *old = a;
    if (!whole) {
        IrOp *old_args[MAX_RANK + 1] = { a };
        memcpy(old_args + 1, args + 2, sizeof *args * (size_t)rank);
        old = lb_op(x, OP_dynamic_slice, update->type, rank + 1, old_args);
        old->a.dynamic_slice.sizes = (Ints){ sizes, rank };
    }
    for (int d = 0; d < rank; d++) {
        if (!mask[d])
            continue;
        IrOp *place = lb_binary(x, OP_add, lb_iota(x, update->type, d), lb_spread(x, mask[d], update->type));
        IrOp *inside = lb_binary(x, OP_and, lb_compare(x, DIR_GE, place, lb_spread(x, lb_scalar(x, ELEM_s32, 0), update->type)),
                                 lb_compare(x, DIR_LT, place, lb_spread(x, lb_scalar(x, ELEM_s32, op->operands[1]->type->dims[d]), update->type)));
        update = lb_select(x, inside, update, old);
    }
    args[1] = update;
    return whole ? update : lb_op(x, OP_dynamic_update_slice, a->type, rank + 2, args);
}

/* ---- gather and scatter ------------------------------------------------------------------------------------------- */

/* Position of component k of the index vectors: indices[.., k, ..] as s32 with the index dim kept as size 1 (or without
 * one when the vectors are scalars of their own). */
static IrOp *component(Local *x, IrOp *indices, int64_t vector_dim, int64_t k)
{
    if (vector_dim >= indices->type->rank)
        return indices;
    return lb_slice_dim(x, indices, (int)vector_dim, k, k + 1, 1);
}

static IrOp *join_components(Local *x, int64_t vector_dim, int n, IrOp *const *parts)
{
    return vector_dim >= parts[0]->type->rank ? parts[0] : lb_concat(x, (int)vector_dim, n, parts);
}

/* What index vectors point into. */
typedef struct Indexed {
    const IrOp *operand;
    const GatherDims *dims;
    const int64_t *window; /* per dim of the operand: rows that one index vector is about */
    bool clamps;           /* positions out of range are moved inside, as a gather does; else they stay out of range */
} Indexed;

/* The index tensor with components of split dims made relative to this device's tile. *inside (may be NULL): pred over one component, true where all split dims are ours, except dims
 * that windows cover in part and by more than one row: for these, window - 1 rows are taken to stand before the tile, and
 * first[dim] (where given) gets the place of the window relative to the tile. */
static IrOp *relative_indices(Local *x, IrOp *indices, const Indexed *to, IrOp **inside, IrOp **first)
{
    const IrOp *operand = to->operand;
    const GatherDims *g = to->dims;
    const int64_t *window = to->window;
    bool clamps = to->clamps;
    const Sharding *s = sharding_of(operand);
    bool any = false;
    for (int k = 0; k < g->map.n; k++)
        any |= operand->type->dims[g->map.v[k]] != window[g->map.v[k]] && sharding_parts(s, (int)g->map.v[k]) > 1;
    if (inside)
        *inside = NULL;
    if (!any)
        return indices;
    g_autofree IrOp **parts = g_new(IrOp *, g->map.n);
    for (int k = 0; k < g->map.n; k++) {
        int d = (int)g->map.v[k];
        int64_t n = operand->type->dims[d], parts_d = sharding_parts(s, d), tile = tile_size(n, parts_d);
        IrOp *c = component(x, indices, g->index_vector_dim, k);
        c = clamps ? clamped(x, c, n - window[d]) : position(x, c, n);
        if (parts_d > 1 && n != window[d]) {
            IrOp *mine = lb_binary(x, OP_subtract, c, lb_spread(x, lb_index(x, s->dims[d].axes, tile), c->type));
            if (!clamps) { /* positions in the tail of the last tile, or below zero, belong to no device */
                IrOp *ok = lb_binary(x, OP_and, lb_compare(x, DIR_GE, c, lb_spread(x, lb_scalar(x, ELEM_s32, 0), c->type)),
                                     lb_compare(x, DIR_LT, c, lb_spread(x, lb_scalar(x, ELEM_s32, n), c->type)));
                mine = lb_select(x, ok, mine, lb_spread(x, lb_scalar(x, mine->type->elem, -1), c->type));
            }
            if (first && window[d] > 1) {
                int64_t margin = window[d] - 1;
                first[d] = mine;
                mine = lb_binary(x, OP_add, clamp(x, mine, -margin, tile - 1), lb_spread(x, lb_scalar(x, ELEM_s32, margin), c->type));
            } else if (inside) {
                IrOp *ok = lb_binary(x, OP_and, lb_compare(x, DIR_GE, mine, lb_spread(x, lb_scalar(x, ELEM_s32, 0), c->type)),
                                     lb_compare(x, DIR_LT, mine, lb_spread(x, lb_scalar(x, ELEM_s32, tile), c->type)));
                *inside = *inside ? lb_binary(x, OP_and, *inside, ok) : ok;
            }
            c = mine;
        }
        parts[k] = c;
    }
    lb_same_places(x, g->map.n, parts);
    return join_components(x, g->index_vector_dim, g->map.n, parts);
}

/* Dims without an index are read at position 0, which the first shard along them holds. *inside as above. */
static void first_rows(Local *x, const IrOp *operand, const IrOp *indices, const GatherDims *g, IrOp **inside)
{
    const Sharding *s = sharding_of(operand);
    for (int d = 0; d < operand->type->rank; d++) {
        if (ints_have(g->map, d) || ints_have(g->operand_batching, d) || g->slice_sizes.v[d] == operand->type->dims[d] || sharding_parts(s, d) == 1)
            continue;
        int64_t dims[MAX_RANK];
        for (int k = 0; k < indices->type->rank; k++)
            dims[k] = k == g->index_vector_dim ? 1 : indices->type->dims[k];
        const Type *type = type_array(x->out->types, ELEM_pred, indices->type->rank, dims);
        IrOp *first = lb_spread(x, lb_compare(x, DIR_EQ, lb_index(x, s->dims[d].axes, 1), lb_scalar(x, ELEM_s32, 0)), type);
        *inside = *inside ? lb_binary(x, OP_and, *inside, first) : first;
    }
}

/* A component of the index vectors (batch dims in order, the index dim as size 1 somewhere) spread over a result of the gather. */
static IrOp *over_batches(Local *x, IrOp *component_of, const GatherDims *g, const Type *type)
{
    int64_t batch[MAX_RANK] = { 0 }, where[MAX_RANK];
    int n = 0, k = 0;
    for (int d = 0; d < component_of->type->rank; d++)
        if (d != g->index_vector_dim)
            batch[n++] = component_of->type->dims[d];
    IrOp *flat = lb_reshape(x, component_of, n, batch);
    for (int d = 0; d < type->rank; d++)
        if (!ints_have(g->offset, d))
            where[k++] = d;
    g_assert(k == n);
    IrOp *spread = lb_op(x, OP_broadcast, type_with_elem(x->out->types, type, flat->type->elem), 1, &flat);
    spread->a.dims = ints_dup(x->out->arena, where, n);
    return spread;
}

IrOp *lower_gather(Local *x, const IrOp *op)
{
    const GatherDims *g = &op->a.gather;
    const IrOp *operand = op->operands[0];
    IrOp *a = local_of(x, operand), *inside, *first[MAX_RANK] = { NULL };
    int64_t *sizes = arena_array(x->out->arena, int64_t, operand->type->rank);
    for (int d = 0; d < operand->type->rank; d++)
        sizes[d] = g->slice_sizes.v[d] == operand->type->dims[d] && !ints_have(g->collapsed, d) ? a->type->dims[d] : g->slice_sizes.v[d];
    IrOp *indices = relative_indices(x, local_of(x, op->operands[1]), &(Indexed){ operand, g, g->slice_sizes.v, true }, &inside, first);
    first_rows(x, operand, indices, g, &inside);
    bool straddles = false;
    for (int d = 0; d < operand->type->rank; d++)
        if (first[d]) {
            a = lb_pad_dim(x, a, d, g->slice_sizes.v[d] - 1, g->slice_sizes.v[d] - 1, NULL);
            straddles = true;
        }
    IrOp *args[2] = { a, indices };
    const Type *type = lb_local_type(x, op->type, sharding_of(op));
    IrOp *got = lb_op(x, OP_gather, type, 2, args);
    got->a.gather = *g;
    got->a.gather.slice_sizes = (Ints){ sizes, operand->type->rank };
    if (!inside && !straddles)
        return got;
    IrOp *mask = inside ? over_batches(x, inside, g, type) : NULL;
    int offset = 0;
    for (int d = 0; d < operand->type->rank; d++) { /* rows of a window that other devices hold */
        if (ints_have(g->collapsed, d) || ints_have(g->operand_batching, d))
            continue;
        int at = (int)g->offset.v[offset++];
        if (!first[d])
            continue;
        IrOp *place = lb_binary(x, OP_add, over_batches(x, first[d], g, type), lb_iota(x, type, at));
        int64_t tile = tile_size(operand->type->dims[d], sharding_parts(sharding_of(operand), d));
        IrOp *ours = lb_binary(x, OP_and, lb_compare(x, DIR_GE, place, lb_spread(x, lb_scalar(x, ELEM_s32, 0), place->type)),
                               lb_compare(x, DIR_LT, place, lb_spread(x, lb_scalar(x, ELEM_s32, tile), place->type)));
        mask = mask ? lb_binary(x, OP_and, mask, ours) : ours;
    }
    return lb_select(x, mask, got, lb_spread(x, lb_zero(x, type->elem), type));
}

/* Moves index vectors in the unspecified tail of uneven tiles out of range. */
static IrOp *mask_indices(Local *x, const IrOp *operand, const IrOp *indices_of_m, IrOp *indices, const GatherDims *g)
{
    const Sharding *s = sharding_of(indices_of_m);
    int64_t longest = 0;
    for (int d = 0; d < operand->type->rank; d++)
        longest = MAX(longest, operand->type->dims[d]);
    for (int d = 0; d < indices_of_m->type->rank; d++) {
        if (d == g->index_vector_dim || indices_of_m->type->dims[d] % sharding_parts(s, d) == 0)
            continue;
        indices = position(x, indices, longest);
        indices = lb_mask_dim(x, indices, d, indices_of_m->type->dims[d], s->dims[d].axes, lb_scalar(x, indices->type->elem, -1));
    }
    return indices;
}

int lower_overwrites(const IrOp *op)
{
    if (op->n_operands != 3 || op->n_comps != 1 || op->comps[0]->n_params != 2 || op->comps[0]->root != op->comps[0]->params[1])
        return -1;
    const GatherDims *g = &op->a.gather;
    const Type *indices = op->operands[1]->type;
    ElemType e = op->operands[0]->type->elem;
    if (elem_info[e].cls == CLASS_COMPLEX || (e != ELEM_pred && elem_info[e].bits < 8))
        return -1;
    for (int d = 0; d < indices->rank; d++)
        if (d != g->index_vector_dim && indices->dims[d] > 1 && !ints_have(g->indices_batching, d))
            return d;
    return -1;
}

static IrOp *all_reduce(Local *x, IrOp *a, Reduction r, AxisList axes)
{
    IrComp *body = lb_reducer(x, r, a->type->elem);
    IrOp *op = lb_op(x, OP_all_reduce, a->type, 1, &a);
    op_set_comps(op, 1, &body);
    op->a.collective.groups = lb_groups(x, axes);
    return op;
}

static IrOp *local_scatter(Local *x, const IrOp *op, IrOp *into, IrOp *indices, IrOp *updates)
{
    IrOp *args[3] = { into, indices, updates };
    IrOp *made = lb_op(x, OP_scatter, into->type, 3, args);
    made->a = op->a;
    IrComp *last = comp_new(x->out, "last");
    for (int i = 0; i < 2; i++) {
        IrOp *p = op_new(last, OP_parameter, type_scalar(x->out->types, into->type->elem), NULL, 0, NULL);
        p->a.parameter.number = i;
        last->root = p;
    }
    comp_renumber(last);
    op_set_comps(made, 1, &last);
    return made;
}

/* Updates that replace values, in consecutive parts on devices along the axes. The value of an element comes from the device that wrote it
 * last, or from the first device if none did. Each device marks each element with a number: 2 + its index if it wrote it, else 1
 * on the first device and 0 on others; the largest wins. Values are then combined bit by bit. */
static IrOp *overwrite(Local *x, const IrOp *op, IrOp *a, IrOp *indices, IrOp *updates, AxisList axes)
{
    TypeTable *types = x->out->types;
    int64_t p = axis_list_size(axes);
    ElemType who = p < 254 ? ELEM_u8 : ELEM_u32, e = a->type->elem;
    IrOp *first = lb_compare(x, DIR_EQ, lb_index(x, axes, 1), lb_scalar(x, ELEM_s32, 0));
    IrOp *own = lb_convert(x, lb_binary(x, OP_add, lb_index(x, axes, 1), lb_scalar(x, ELEM_s32, 2)), who);
    IrOp *wrote = local_scatter(x, op, lb_spread(x, lb_convert(x, first, who), a->type), indices, lb_spread(x, own, updates->type));
    IrOp *made = local_scatter(x, op, a, indices, updates);
    int64_t bytes = coll_traffic(COLL_ALL_REDUCE, type_bytes(wrote->type), p) + coll_traffic(COLL_ALL_REDUCE, type_bytes(made->type), p);
    note_rule(x, op, op, (Reshard){ .from = sharding_of(op->operands[1]), .to = op->shardings[0],
                                    .why = decision_text(x->log, "%s writes updates that are split over devices, the last one to a place winning: each device writes its own, then all agree whose is the last",
                                         decision_label(x->log, op)),
                                    .plan = "2 x all-reduce", .bytes_full = type_bytes(op->type), .bytes_moved = bytes,
                                    .est_ns = coll_ns(x->model, x->mesh, COLL_ALL_REDUCE, (double)bytes, axes) });
    IrOp *mine = lb_compare(x, DIR_EQ, wrote, all_reduce(x, wrote, REDUCTION_MAX, axes));
    static const ElemType bits_of[] = { ELEM_u8, ELEM_u16, ELEM_u32, ELEM_u64 };
    int size = elem_info[e].bytes;
    ElemType bits = e == ELEM_pred ? e : bits_of[size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3];
    const Type *as_bits = type_with_elem(types, made->type, bits);
    if (bits != e)
        made = lb_op(x, OP_bitcast_convert, as_bits, 1, &made);
    made = all_reduce(x, lb_select(x, mine, made, lb_spread(x, lb_zero(x, bits), as_bits)), REDUCTION_OR, axes);
    x->reshard_id = 0;
    return bits == e ? made : lb_op(x, OP_bitcast_convert, a->type, 1, &made);
}

IrOp *lower_scatter(Local *x, const IrOp *op)
{
    int n = (op->n_operands - 1) / 2;
    const GatherDims *g = &op->a.gather;
    const IrOp *operand = op->operands[0], *indices_of_m = op->operands[n];
    /* Window sizes per operand dim, from the updates. */
    int64_t window[MAX_RANK];
    int k = 0;
    for (int d = 0; d < operand->type->rank; d++) {
        bool gone = ints_have(g->collapsed, d) || ints_have(g->operand_batching, d);
        window[d] = gone ? 1 : op->operands[n + 1]->type->dims[g->offset.v[k++]];
    }
    IrOp *indices = mask_indices(x, operand, indices_of_m, local_of(x, indices_of_m), g);
    indices = relative_indices(x, indices, &(Indexed){ operand, g, window, false }, NULL, NULL);
    g_autofree IrOp **args = g_new(IrOp *, op->n_operands);
    AxisList partial = op->shardings[0]->unreduced;
    for (int i = 0; i < n; i++) {
        IrOp *a = local_of(x, op->operands[i]);
        char identity[16];
        if (partial.n && reduce_identity(comp_reduce_kind(op->comps[0]), a->type->elem, identity)) {
            IrOp *first = lb_compare(x, DIR_EQ, lb_index(x, partial, 1), lb_scalar(x, ELEM_s32, 0));
            a = lb_select(x, lb_spread(x, first, a->type), a,
                          lb_spread(x, lb_constant(x, type_scalar(x->out->types, a->type->elem), identity), a->type));
        }
        args[i] = a;
        args[n + 1 + i] = local_of(x, op->operands[n + 1 + i]);
    }
    args[n] = indices;
    int lead = lower_overwrites(op);
    AxisList parts = lead < 0 ? (AxisList){ NULL, 0 } : sharding_of(indices_of_m)->dims[lead].axes;
    if (axis_list_size(parts) > 1)
        return overwrite(x, op, args[0], indices, args[2], parts);
    IrOp *made = lower_plain(x, op);
    for (int i = 0; i < op->n_operands; i++)
        made->operands[i] = args[i];
    return made;
}
