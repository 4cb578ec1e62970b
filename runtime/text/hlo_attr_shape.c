/* HLO attributes of shapes, data movement, gather and scatter. */
#include "runtime/text/hlo_attr_impl.h"

/* ---- shapes and data movement ---------------------------------------------------------------- */

Taken hlo_attr_dimensions(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    switch (op->code) {
    case OP_broadcast:
    case OP_transpose:
    case OP_reverse:
    case OP_reduce:
    case OP_map:
    case OP_get_dimension_size:
    case OP_set_dimension_size: return taken(hlo_int_list(rd, &op->a.dims));
    case OP_concatenate: return taken(hlo_one_dim(rd, &op->a.concatenate.dim));
    case OP_sort: return taken(hlo_one_dim(rd, &op->a.sort.dim));
    case OP_all_gather:
    case OP_reduce_scatter:
    case OP_all_to_all:
    case OP_all_gather_start:
        if (!hlo_one_dim(rd, &op->a.collective.dim))
            return FAILED;
        op->a.collective.concat_dim = op->a.collective.dim;
        return TAKEN;
    default: return NOT_MINE; /* no other op has dimensions={..} */
    }
}

Taken hlo_attr_iota_dimension(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (op->code != OP_iota)
        return NOT_MINE;
    return taken(lex_int(&rd->lx, &op->a.iota.dim, "a dimension"));
}

Taken hlo_attr_index(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (op->code != OP_get_tuple_element)
        return NOT_MINE;
    return taken(lex_int(&rd->lx, &op->a.gte.index, "an index"));
}

/* {[0:4], [0:8:2]} */
Taken hlo_attr_slice(HloReader *rd, IrOp *op, OpAttrs *x)
{
    Lex *lx = &rd->lx;
    if (op->code != OP_slice)
        return NOT_MINE;
    int64_t start[MAX_RANK], limit[MAX_RANK], stride[MAX_RANK];
    int n = 0;
    if (!lex_expect(lx, '{'))
        return FAILED;
    LEX_LIST(lx, '}') {
        if (n == MAX_RANK)
            return taken(
                lex_fail(lx, lx->p, SHARD_ERROR_LIMIT, NULL, "more than %d dimensions", MAX_RANK));
        stride[n] = 1;
        if (!lex_expect(lx, '[') || !lex_int(lx, &start[n], "a start") || !lex_expect(lx, ':') ||
            !lex_int(lx, &limit[n], "a limit"))
            return FAILED;
        if (lex_accept(lx, ':') && !lex_int(lx, &stride[n], "a stride"))
            return FAILED;
        if (!lex_expect(lx, ']'))
            return FAILED;
        n++;
    }
    if (!lex_expect(lx, '}'))
        return FAILED;
    x->rank = n;
    op->a.slice.start = arena_dup_array(rd->a, start, n);
    op->a.slice.limit = arena_dup_array(rd->a, limit, n);
    op->a.slice.stride = arena_dup_array(rd->a, stride, n);
    return TAKEN;
}

/* 0_0x1_2 or 0_0_1x0_0_0 */
Taken hlo_attr_padding(HloReader *rd, IrOp *op, OpAttrs *x)
{
    Lex *lx = &rd->lx;
    if (op->code != OP_pad)
        return NOT_MINE;
    int64_t lo[MAX_RANK], hi[MAX_RANK], interior[MAX_RANK];
    int n = 0;
    lex_skip(lx);
    if (g_ascii_isdigit(*lx->p) || *lx->p == '-') { /* a scalar's padding is empty */
        do {
            if (n == MAX_RANK)
                return taken(lex_fail(lx, lx->p, SHARD_ERROR_LIMIT, NULL, "more than %d dimensions",
                                      MAX_RANK));
            interior[n] = 0;
            if (!lex_int(lx, &lo[n], "padding") || !lex_expect(lx, '_') ||
                !lex_int(lx, &hi[n], "padding"))
                return FAILED;
            if (*lx->p == '_') {
                lx->p++;
                if (!lex_int(lx, &interior[n], "padding"))
                    return FAILED;
            }
            n++;
        } while (*lx->p == 'x' && lx->p++);
    }
    x->rank = n;
    op->a.pad.lo = arena_dup_array(rd->a, lo, n);
    op->a.pad.hi = arena_dup_array(rd->a, hi, n);
    op->a.pad.interior = arena_dup_array(rd->a, interior, n);
    return TAKEN;
}

Taken hlo_attr_dynamic_slice_sizes(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_dynamic_slice ? taken(hlo_int_list(rd, &op->a.dynamic_slice.sizes))
                                        : NOT_MINE;
}

/* ---- gather and scatter ---------------------------------------------------------------------- */

#define GATHER_LIST(attr, opcode, field)                                                           \
    Taken hlo_attr_##attr(HloReader *rd, IrOp *op, OpAttrs *x)                                     \
    {                                                                                              \
        (void)x;                                                                                   \
        return op->code == OP_##opcode ? taken(hlo_int_list(rd, &op->a.gather.field)) : NOT_MINE;  \
    }
GATHER_LIST(offset_dims, gather, offset)
GATHER_LIST(collapsed_slice_dims, gather, collapsed)
GATHER_LIST(start_index_map, gather, map)
GATHER_LIST(operand_batching_dims, gather, operand_batching)
GATHER_LIST(start_indices_batching_dims, gather, indices_batching)
GATHER_LIST(update_window_dims, scatter, offset)
GATHER_LIST(inserted_window_dims, scatter, collapsed)
GATHER_LIST(scatter_dims_to_operand_dims, scatter, map)
GATHER_LIST(input_batching_dims, scatter, operand_batching)
GATHER_LIST(scatter_indices_batching_dims, scatter, indices_batching)

Taken hlo_attr_slice_sizes(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (op->code != OP_gather)
        return NOT_MINE;
    return taken(hlo_int_list(rd, &op->a.gather.slice_sizes));
}

Taken hlo_attr_index_vector_dim(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    if (op->code != OP_gather && op->code != OP_scatter)
        return NOT_MINE;
    return taken(lex_int(&rd->lx, &op->a.gather.index_vector_dim, "a dimension"));
}

Taken hlo_attr_indices_are_sorted(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_gather || op->code == OP_scatter
               ? taken(lex_bool(&rd->lx, &op->a.gather.sorted))
               : NOT_MINE;
}

Taken hlo_attr_unique_indices(HloReader *rd, IrOp *op, OpAttrs *x)
{
    (void)x;
    return op->code == OP_gather || op->code == OP_scatter
               ? taken(lex_bool(&rd->lx, &op->a.gather.unique))
               : NOT_MINE;
}
