/* Dots and reductions on tiles. Uneven tiles end with unspecified elements; they are masked before anything is summed over them. */
#include "runtime/partition/local_build.h"
#include "runtime/partition/local_impl.h"

#include "runtime/partition/lower.h"

IrOp *lb_mask_contracted(Local *x, const IrOp *value, Ints dims)
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
    IrOp *args[2] = { lb_mask_contracted(x, op->operands[0], d->lhs_contracting), lb_mask_contracted(x, op->operands[1], d->rhs_contracting) };
    IrOp *made = lb_op(x, OP_dot, lb_local_type(x, op->type, sharding_of(op)), 2, args);
    made->a = op->a;
    return made;
}

/* Kept as text: "{1}", "[1]" or "1". */
int64_t lower_ragged_dim(const IrOp *op, const char *key)
{
    const char *text = pair_get(op->extra, op->n_extra, key);
    while (text && *text && !g_ascii_isdigit(*text))
        text++;
    return text && *text ? g_ascii_strtoll(text, NULL, 10) : -1;
}

IrOp *lower_ragged_dot(Local *x, const IrOp *op)
{
    const DotDims *d = &op->a.dot.dims;
    IrOp *args[3] = { lb_mask_contracted(x, op->operands[0], d->lhs_contracting), lb_mask_contracted(x, op->operands[1], d->rhs_contracting),
                      local_of(x, op->operands[2]) };
    IrOp *made = lb_op(x, OP_ragged_dot, lb_local_type(x, op->type, sharding_of(op)), 3, args);
    made->a = op->a;
    lb_annotate(x, made, op);
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

/* The initial values as each device uses them: they count once per device, so they must be neutral elements. */
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

/* For any associative computation: partial results of all devices are gathered and reduced once more. */
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
    AxisList axes = reduced_axes(x, op), partial = op->shardings[0]->unreduced; /* of the operand's own sums too */
    ReduceKind kind = n == 1 ? comp_reduce_kind(op->comps[0]) : REDUCE_OTHER;
    for (int i = 0; i < n; i++) {
        IrOp *init = local_of(x, op->operands[n + i]), *a = local_of(x, op->operands[i]);
        if (axes.n || partial.n)
            init = partial_init(x, op, init, partial.n ? partial : axes, kind);
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
    note_rule(x, op, op, (Reshard){ .from = sharding_of(value), .to = op->shardings[0],
                                    .why = decision_text(x->log, "%s reduces a dimension that is split, with a function of its own, as that of argmax: each device reduces its own piece, then all gather the pieces' results and reduce those",
                                         decision_label(x->log, op)),
                                    .plan = "all-gather of partial results", .bytes_full = type_bytes(op->type), .bytes_moved = bytes,
                                    .est_ns = coll_ns(x->model, x->mesh, COLL_ALL_GATHER, (double)bytes, axes) });
    made = reduce_again(x, op, n, made, args + n, axes);
    x->reshard_id = 0;
    return made;
}
