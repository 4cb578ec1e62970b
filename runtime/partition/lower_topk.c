/* The k best elements along a split dim: each device picks k of its own piece, these are gathered, and every device picks k of them. */
#include "runtime/partition/local_build.h"
#include "runtime/partition/local_impl.h"

#include <string.h>

#include "runtime/partition/lower.h"

bool lower_is_approx_pick(const IrOp *op)
{
    const char *target = op->code == OP_custom_call ? op->a.custom.target : NULL;
    return target && (!strcmp(target, "ApproxTopK") || !strcmp(target, "PartialReduce"));
}

/* The dim along which an approximate top-k picks: the one that is shorter in the result; -1 if its operands (arrays, then initial
 * values) do not match. */
static int approx_dim(const IrOp *op)
{
    int n = op->n_operands / 2, d = -1;
    if (n < 1 || op->n_operands != 2 * n || op->n_comps != 1 || type_n_leaves(op->type) != n)
        return -1;
    const Type *first = op->operands[0]->type;
    for (int i = 0; i < n; i++) {
        const Type *in = op->operands[i]->type, *out = type_leaf(op->type, i);
        if (in->kind != TYPE_ARRAY || out->kind != TYPE_ARRAY || in->rank != first->rank || out->rank != first->rank)
            return -1;
        for (int k = 0; k < first->rank; k++) {
            if (in->dims[k] != first->dims[k] || (in->dims[k] != out->dims[k] && d >= 0 && d != k))
                return -1;
            d = in->dims[k] != out->dims[k] ? k : d;
        }
    }
    return d;
}

bool lower_can_pick(const IrOp *op)
{
    char worst[16];
    if (lower_is_approx_pick(op))
        return approx_dim(op) >= 0;
    return op->code == OP_topk && op->n_operands == 1 && op->operands[0]->type->rank > 0 &&
           lower_worst_of(op->operands[0]->type->elem, op->a.topk.largest, worst);
}

/* (a, b, i, j) -> a before b */
static IrComp *better(Local *x, ElemType e, ElemType index, bool largest)
{
    IrComp *c = comp_new(x->out, largest ? "greater" : "less");
    IrOp *p[4];
    for (int i = 0; i < 4; i++) {
        p[i] = op_new(c, OP_parameter, type_scalar(x->out->types, i < 2 ? e : index), NULL, 0, NULL);
        p[i]->a.parameter.number = i;
    }
    c->root = op_new(c, OP_compare, type_scalar(x->out->types, ELEM_pred), NULL, 2, p);
    c->root->a.compare.dir = largest ? DIR_GT : DIR_LT;
    c->root->a.compare.kind = elem_is_float(e) ? COMPARE_TOTALORDER : COMPARE_DEFAULT;
    comp_renumber(c);
    return c;
}

static IrOp *part(Local *x, IrOp *tuple, int i)
{
    IrOp *gte = lb_op(x, OP_get_tuple_element, tuple->type->parts[i], 1, &tuple);
    gte->a.gte.index = i;
    return gte;
}

static void note(Local *x, const IrOp *op, AxisList axes, int64_t bytes)
{
    const IrOp *value = op->operands[0];
    note_rule(x, op, op, (Reshard){ .from = sharding_of(value), .to = op->shardings[0],
                                    .why = decision_text(x->log, "%s picks the best along a dimension that is split: each device picks from its own piece, and all of them pick again from what was picked",
                                         decision_label(x->log, op)),
                                    .plan = "all-gather of candidates", .bytes_full = type_bytes(op->type), .bytes_moved = bytes,
                                    .est_ns = coll_ns(x->model, x->mesh, COLL_ALL_GATHER, (double)bytes, axes) });
}

/* x        [.., n/p]
 * returns  ([.., k], [.., k]): values, places in the whole. Moves p * min(k, n/p) candidates. */
IrOp *lower_topk(Local *x, const IrOp *op)
{
    const IrOp *value = op->operands[0];
    int d = value->type->rank - 1;
    AxisList axes = sharding_of(value)->dims[d].axes;
    int64_t parts = axis_list_size(axes), k = op->a.topk.k;
    if (parts == 1 || k == 0)
        return lower_plain(x, op);
    IrOp *a = local_of(x, value);
    ElemType e = a->type->elem, index = type_leaf(op->type, 1)->elem;
    int64_t tile = a->type->dims[d], own = MIN(k, tile);
    char worst[16];
    g_assert(lower_worst_of(e, op->a.topk.largest, worst));
    a = lb_mask_dim(x, a, d, value->type->dims[d], axes, lb_constant(x, type_scalar(x->out->types, e), worst));
    const Type *few[2] = { lb_with_dim(x, a->type, d, own), type_with_elem(x->out->types, lb_with_dim(x, a->type, d, own), index) };
    IrOp *picked = lb_op(x, OP_topk, type_tuple(x->out->types, 2, few), 1, &a);
    picked->a = op->a;
    picked->a.topk.k = own;
    IrOp *places = part(x, picked, 1);
    places = lb_binary(x, OP_add, places, lb_spread(x, lb_convert(x, lb_index(x, axes, tile), index), places->type));
    IrOp *both[2] = { part(x, picked, 0), places };
    note(x, op, axes, (type_bytes(few[0]) + type_bytes(few[1])) * (parts - 1));
    for (int i = 0; i < 2; i++)
        both[i] = lb_all_gather(x, both[i], d, axes);
    x->reshard_id = 0;
    const Type *all[2] = { both[0]->type, both[1]->type };
    IrComp *order = better(x, e, index, op->a.topk.largest);
    IrOp *sorted = lb_op(x, OP_sort, type_tuple(x->out->types, 2, all), 2, both); /* stable: equals stay by their places */
    op_set_comps(sorted, 1, &order);
    sorted->a.sort.dim = d;
    sorted->a.sort.stable = true;
    for (int i = 0; i < 2; i++)
        both[i] = lb_slice_dim(x, part(x, sorted, i), d, 0, k, 1);
    const Type *out[2] = { both[0]->type, both[1]->type };
    return lb_op(x, OP_tuple, type_tuple(x->out->types, 2, out), 2, both);
}

static IrOp *pick_here(Local *x, const IrOp *op, IrOp **v, int d, int64_t k)
{
    int n = op->n_operands / 2;
    g_autofree IrOp **args = g_new(IrOp *, op->n_operands);
    g_autofree const Type **types = g_new(const Type *, n);
    for (int i = 0; i < n; i++) {
        args[i] = v[i];
        args[n + i] = local_of(x, op->operands[n + i]);
        types[i] = lb_with_dim(x, v[i]->type, d, k);
    }
    IrOp *made = lb_op(x, op->code, op->type->kind == TYPE_TUPLE ? type_tuple(x->out->types, n, types) : types[0], op->n_operands, args);
    made->a = op->a;
    lb_annotate(x, made, op);
    IrComp *order = lb_copy_comp(x, op->comps[0]);
    op_set_comps(made, 1, &order);
    return made;
}

/* The same for an approximate top-k: exact, ties in order of position. */
IrOp *lower_approx_pick(Local *x, const IrOp *op)
{
    int d = approx_dim(op), n = op->n_operands / 2;
    AxisList axes = d < 0 ? (AxisList){ NULL, 0 } : sharding_of(op->operands[0])->dims[d].axes;
    int64_t parts = axis_list_size(axes);
    if (parts == 1)
        return lower_plain(x, op);
    g_autofree IrOp **v = g_new(IrOp *, n);
    for (int i = 0; i < n; i++)
        v[i] = local_of(x, op->operands[i]);
    int64_t k = type_leaf(op->type, 0)->dims[d], bytes = 0;
    IrOp *own = pick_here(x, op, v, d, MIN(k, v[0]->type->dims[d]));
    for (int i = 0; i < n; i++) {
        v[i] = n > 1 || own->type->kind == TYPE_TUPLE ? part(x, own, i) : own;
        bytes += type_bytes(v[i]->type) * (parts - 1);
    }
    note(x, op, axes, bytes);
    for (int i = 0; i < n; i++)
        v[i] = lb_all_gather(x, v[i], d, axes);
    x->reshard_id = 0;
    return pick_here(x, op, v, d, k);
}
