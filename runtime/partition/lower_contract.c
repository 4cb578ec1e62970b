/* Dots, convolutions, reductions and windows on tiles. Whatever would add the unspecified tail of an uneven tile to a
 * result masks it first. */
#include "runtime/partition/local_impl.h"

/* Both operands: a zero against an unspecified NaN is still NaN. */
static IrOp *mask_dims(Local *x, const IrOp *value, Ints dims)
{
    IrOp *a = local_of(x, value);
    const Sharding *s = sharding_of(value);
    for (int i = 0; i < dims.n; i++) {
        int d = (int)dims.v[i];
        AxisList axes = s->dims[d].axes;
        if (axes.n && value->type->dims[d] % axis_list_size(axes))
            a = lb_mask_dim(x, a, d, value->type->dims[d], axes, lb_zero(x, a->type->elem));
    }
    return a;
}

IrOp *lower_dot(Local *x, const IrOp *op)
{
    const DotDims *d = &op->a.dot.dims;
    IrOp *args[2] = { mask_dims(x, op->operands[0], d->lhs_contracting), mask_dims(x, op->operands[1], d->rhs_contracting) };
    IrOp *made = lb_op(x, OP_dot, lb_local_type(x, op->type, sharding_of(op)), 2, args);
    made->a = op->a;
    return made;
}

IrOp *lower_convolution(Local *x, const IrOp *op)
{
    const ConvDims *c = &op->a.conv.dims;
    const IrOp *in = op->operands[0], *kernel = op->operands[1];
    const Sharding *out = sharding_of(op);
    int64_t in_feature = c->in_feature, kernel_in = c->kernel_in;
    IrOp *args[2] = { mask_dims(x, in, (Ints){ &in_feature, 1 }), mask_dims(x, kernel, (Ints){ &kernel_in, 1 }) };
    const Window *w = &op->a.conv.window;
    WindowDim *dims = arena_dup_array(x->out->arena, w->dims, w->n);
    for (int i = 0; i < w->n; i++) {
        int d = (int)c->in_spatial.v[i], o = (int)c->out_spatial.v[i], t = (int)c->kernel_spatial.v[i];
        int64_t k = sharding_parts(out, o), tile = tile_size(op->type->dims[o], k), step = tile * dims[i].stride;
        AxisList axes = out->dims[o].axes;
        if (k == 1) { /* or each device has some taps of the window, and visits all places with them */
            axes = sharding_of(kernel)->dims[t].axes;
            k = axis_list_size(axes);
            dims[i].size /= k;
            step = dims[i].size * dims[i].window_dilation;
            tile = op->type->dims[o];
        }
        if (k == 1)
            continue;
        int64_t reach = (dims[i].size - 1) * dims[i].window_dilation + 1;
        int64_t *start = arena_array(x->out->arena, int64_t, k);
        for (int64_t p = 0; p < k; p++)
            start[p] = p * step - dims[i].pad_lo;
        args[0] = fetch_dim(x, args[0], in, d, in->type->dims[d], axes, start, (tile - 1) * dims[i].stride + reach,
                            lb_zero(x, args[0]->type->elem), "reads a window");
        dims[i].pad_lo = dims[i].pad_hi = 0;
    }
    IrOp *made = lb_op(x, OP_convolution, lb_local_type(x, op->type, out), 2, args);
    made->a = op->a;
    made->a.conv.window.dims = dims;
    /* Groups that are split over devices: each has its share of them. */
    if (c->batch_groups > 1)
        made->a.conv.dims.batch_groups = args[0]->type->dims[c->in_batch] / (in->type->dims[c->in_batch] / c->batch_groups);
    if (op->a.conv.dims.feature_groups > 1)
        made->a.conv.dims.feature_groups = args[0]->type->dims[c->in_feature] / args[1]->type->dims[c->kernel_in];
    return made;
}

IrOp *lower_reduce_window(Local *x, const IrOp *op)
{
    int n = op->n_operands / 2;
    const Window *w = &op->a.window.window;
    WindowDim *dims = arena_dup_array(x->out->arena, w->dims, w->n);
    g_autofree IrOp **args = g_new(IrOp *, op->n_operands);
    for (int i = 0; i < op->n_operands; i++)
        args[i] = local_of(x, op->operands[i]);
    const Sharding *out = op->shardings[0];
    const Type *whole = type_leaf(op->type, 0);
    for (int d = 0; d < w->n; d++) {
        int64_t k = sharding_parts(out, d), tile = tile_size(whole->dims[d], k);
        bool trivial = dims[d].size == 1 && dims[d].stride == 1 && !dims[d].pad_lo && !dims[d].pad_hi && dims[d].base_dilation == 1;
        if (k == 1 || trivial)
            continue;
        int64_t reach = (dims[d].size - 1) * dims[d].window_dilation + 1;
        int64_t *start = arena_array(x->out->arena, int64_t, k);
        for (int64_t p = 0; p < k; p++)
            start[p] = p * tile * dims[d].stride - dims[d].pad_lo;
        for (int i = 0; i < n; i++)
            args[i] = fetch_dim(x, args[i], op->operands[i], d, op->operands[i]->type->dims[d], out->dims[d].axes, start,
                                (tile - 1) * dims[d].stride + reach, args[n + i], "reads a window");
        dims[d].pad_lo = dims[d].pad_hi = 0;
    }
    IrOp *made = lower_plain(x, op); /* for its type, computation and provenance */
    for (int i = 0; i < op->n_operands; i++)
        made->operands[i] = args[i];
    made->a.window.window.dims = dims;
    return made;
}

/* ---- reduce ------------------------------------------------------------------------------------------------------ */

static AxisList reduced_axes(Local *x, const IrOp *op)
{
    AxisList axes = { NULL, 0 };
    for (int i = 0; i < op->a.dims.n; i++)
        axes = axis_list_concat(x->out->arena, axes, sharding_of(op->operands[0])->dims[op->a.dims.v[i]].axes);
    return axes;
}

/* The inits as each device may use them: a value that counts more than once must be one that counts for nothing. */
static IrOp *partial_init(Local *x, const IrOp *op, IrOp *init, AxisList axes, ReduceKind kind)
{
    char identity[16];
    const IrOp *given = op->operands[1];
    if (!reduce_identity(kind, init->type->elem, identity))
        return init;
    while (given->code == OP_reshard || given->code == OP_broadcast || given->code == OP_reshape)
        given = given->operands[0];
    if (given->code == OP_constant && given->a.literal->data &&
        memcmp(given->a.literal->data, identity, (size_t)elem_info[init->type->elem].bytes) == 0)
        return init;
    IrOp *first = lb_compare(x, DIR_EQ, lb_index(x, axes, 1), lb_scalar(x, ELEM_s32, 0));
    return lb_select(x, first, init, lb_constant(x, init->type, identity));
}

static IrOp *local_reduce(Local *x, const IrOp *op, int n, IrOp *const *args, Ints dims)
{
    g_autofree const Type **parts = g_new(const Type *, n);
    int64_t keep[MAX_RANK];
    int rank = 0;
    for (int d = 0; d < args[0]->type->rank; d++) {
        bool gone = false;
        for (int i = 0; i < dims.n; i++)
            gone |= dims.v[i] == d;
        if (!gone)
            keep[rank++] = args[0]->type->dims[d];
    }
    for (int i = 0; i < n; i++)
        parts[i] = type_array(x->out->types, type_leaf(op->type, i)->elem, rank, keep);
    const Type *type = op->type->kind == TYPE_TUPLE ? type_tuple(x->out->types, n, parts) : parts[0];
    IrOp *made = lb_op(x, OP_reduce, type, 2 * n, args);
    IrComp *body = lb_copy_comp(x, op->comps[0]);
    op_set_comps(made, 1, &body);
    made->a.dims = dims;
    return made;
}

static IrOp *part(Local *x, IrOp *op, int i)
{
    if (op->type->kind != TYPE_TUPLE)
        return op;
    IrOp *gte = lb_op(x, OP_get_tuple_element, op->type->parts[i], 1, &op);
    gte->a.gte.index = i;
    return gte;
}

/* Any associative computation: the partial results of all devices side by side, reduced once more. */
static IrOp *reduce_again(Local *x, const IrOp *op, int n, IrOp *partial, IrOp *const *inits, AxisList axes)
{
    g_autofree IrOp **args = g_new(IrOp *, 2 * n);
    for (int i = 0; i < n; i++) {
        IrOp *r = part(x, partial, i);
        int64_t dims[MAX_RANK + 1] = { 1 };
        memcpy(dims + 1, r->type->dims, sizeof *dims * (size_t)r->type->rank);
        args[i] = lb_all_gather(x, lb_reshape(x, r, r->type->rank + 1, dims), 0, axes);
        args[n + i] = inits[i];
    }
    static const int64_t zero;
    return local_reduce(x, op, n, args, (Ints){ &zero, 1 });
}

IrOp *lower_reduce(Local *x, const IrOp *op)
{
    int n = op->n_operands / 2;
    g_autofree IrOp **args = g_new(IrOp *, op->n_operands);
    AxisList axes = reduced_axes(x, op);
    ReduceKind kind = n == 1 ? comp_reduce_kind(op->comps[0]) : REDUCE_OTHER;
    for (int i = 0; i < n; i++) {
        IrOp *init = local_of(x, op->operands[n + i]), *a = local_of(x, op->operands[i]);
        if (axes.n)
            init = partial_init(x, op, init, axes, kind);
        const Sharding *s = sharding_of(op->operands[i]);
        for (int k = 0; k < op->a.dims.n; k++) {
            int d = (int)op->a.dims.v[k];
            char identity[16];
            IrOp *fill = init;
            if (op->operands[i]->type->dims[d] % sharding_parts(s, d) == 0)
                continue;
            if (reduce_identity(kind, a->type->elem, identity))
                fill = lb_constant(x, init->type, identity);
            a = lb_mask_dim(x, a, d, op->operands[i]->type->dims[d], s->dims[d].axes, fill);
        }
        args[i] = a;
        args[n + i] = init;
    }
    IrOp *made = local_reduce(x, op, n, args, op->a.dims);
    if (axes.n == 0 || op->shardings[0]->unreduced.n)
        return made;
    const IrOp *value = op->operands[0];
    int64_t bytes = 0;
    for (int i = 0; i < n; i++)
        bytes += type_bytes(part(x, made, i)->type) * (axis_list_size(axes) - 1);
    Reshard row = { .value_op = op->n_origins ? op->origins[0] : op->id, .user_op = op->n_origins ? op->origins[0] : op->id,
                    .from = sharding_of(value), .to = op->shardings[0], .rank = op->shardings[0]->rank, .cause = CAUSE_OP_RULE,
                    .cause_op = op->n_origins ? op->origins[0] : op->id, .cause_loc = op->loc,
                    .why = decision_text(x->log, "each device reduces its own part; the parts' results are compared on all devices"),
                    .plan = "all-gather of partial results", .bytes_full = type_bytes(op->type), .bytes_moved = bytes,
                    .est_ns = x->model->ns_per_coll * n + (double)bytes * x->model->ns_per_byte, .trips = x->trips, .choice = -1 };
    x->reshard_id = decision_reshard(x->log, &row) + 1;
    made = reduce_again(x, op, n, made, args + n, axes);
    x->reshard_id = 0;
    return made;
}
