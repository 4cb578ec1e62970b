/* Type inference: the type of an op from its operands and attributes. op_infer() dispatches by family; this file has sources, tuples and
 * control flow. The rules are HLO's, which StableHLO shares. */
#include "runtime/ir/infer_impl.h"

#include <string.h>

/* ---- sources, tuples ------------------------------------------------------------------------- */

static const Type *infer_leaf(const IrOp *op, GError **error)
{
    const Type *type = infer_declared(op, error);
    if (type && op->code == OP_constant && op->a.literal && !types_agree(op->a.literal->type, type))
        return infer_fail(op, error, "a literal of %s for a result of %s",
                          infer_text(op->a.literal->type), infer_text(type));
    return type;
}

static const Type *infer_iota(const IrOp *op, GError **error)
{
    const Type *type = infer_declared(op, error);
    if (!type)
        return NULL;
    if (type->kind != TYPE_ARRAY || op->a.iota.dim < 0 || op->a.iota.dim >= type->rank)
        return infer_fail(op, error, "iota_dimension %" G_GINT64_FORMAT " of %s", op->a.iota.dim,
                          infer_text(type));
    if (type->elem == ELEM_pred)
        return infer_fail(op, error, "not defined for pred");
    return type;
}

static const Type *infer_tuple(const IrOp *op, GError **error)
{
    if (op->code == OP_tuple) {
        const Type **parts = g_new(const Type *, op->n_operands + 1);
        for (int i = 0; i < op->n_operands; i++)
            parts[i] = op->operands[i]->type->plain;
        const Type *type = type_tuple_fits(op->n_operands, parts)
                               ? type_tuple(op->parent->module->types, op->n_operands, parts)
                               : infer_fail(op, error, "a tuple of more than %d parts or %d levels",
                                            MAX_TUPLE_NODES, MAX_TUPLE_DEPTH);
        g_free(parts);
        return type;
    }
    const Type *t = op->operands[0]->type;
    if (t->kind != TYPE_TUPLE || op->a.gte.index < 0 || op->a.gte.index >= t->n_parts)
        return infer_fail(op, error, "element %" G_GINT64_FORMAT " of %s", op->a.gte.index,
                          infer_text(t));
    return t->parts[op->a.gte.index]->plain;
}

/* ---- control flow ---------------------------------------------------------------------------- */

static bool one_param(const IrOp *op, GError **error, const IrComp *c, const Type *arg)
{
    if (c->n_params != 1)
        return infer_fail(op, error, "%s takes %d parameters instead of one", c->name,
                          c->n_params) != NULL;
    if (!types_agree(c->params[0]->type, arg))
        return infer_fail(op, error, "%s takes %s, but gets %s", c->name,
                          infer_text(c->params[0]->type), infer_text(arg)) != NULL;
    return true;
}

static const Type *while_type(const IrOp *op, GError **error)
{
    const Type *state = op->operands[0]->type;
    if (op->n_comps != 2)
        return infer_fail(op, error, "a loop has a condition and a body, not %d computations",
                          op->n_comps);
    const IrComp *cond = op->comps[0], *body = op->comps[1];
    if (!one_param(op, error, cond, state) || !one_param(op, error, body, state))
        return NULL;
    if (cond->root->type->kind != TYPE_ARRAY || cond->root->type->rank != 0 ||
        cond->root->type->elem != ELEM_pred)
        return infer_fail(op, error, "the condition %s returns %s instead of pred[]", cond->name,
                          infer_text(cond->root->type));
    if (!types_agree(body->root->type, state))
        return infer_fail(op, error, "the body %s returns %s, but the state is %s", body->name,
                          infer_text(body->root->type), infer_text(state));
    return state->plain;
}

static const Type *conditional_type(const IrOp *op, GError **error)
{
    if (op->n_operands < 1 || op->n_comps < 1 || op->n_operands != op->n_comps + 1)
        return infer_fail(
            op, error, "%d branches and %d operands: it takes the index and one operand per branch",
            op->n_comps, op->n_operands);
    const Type *index = op->operands[0]->type;
    bool is_pred = index->kind == TYPE_ARRAY && index->rank == 0 && index->elem == ELEM_pred;
    if (!(index->kind == TYPE_ARRAY && index->rank == 0 && (is_pred || index->elem == ELEM_s32)))
        return infer_fail(op, error, "the branch index is %s; it must be pred[] or s32[]",
                          infer_text(index));
    if (is_pred && op->n_comps != 2)
        return infer_fail(op, error, "%d branches for a predicate", op->n_comps);
    const Type *result = op->comps[0]->root->type;
    for (int k = 0; k < op->n_comps; k++) {
        if (!one_param(op, error, op->comps[k], op->operands[k + 1]->type))
            return NULL;
        if (!types_agree(op->comps[k]->root->type, result))
            return infer_fail(op, error, "branches return %s and %s", infer_text(result),
                              infer_text(op->comps[k]->root->type));
    }
    return result->plain;
}

const Type *infer_control(const IrOp *op, GError **error)
{
    if (op->code == OP_while)
        return while_type(op, error);
    if (op->code == OP_conditional)
        return conditional_type(op, error);
    if (op->n_comps < 1) /* a composite may lack its decomposition */
        return op->code == OP_composite ? infer_declared(op, error)
                                        : infer_fail(op, error, "no computation to call");
    const IrComp *c = op->comps[0];
    if (c->n_params != op->n_operands)
        return infer_fail(op, error, "%s takes %d parameters, but is called with %d values",
                          c->name, c->n_params, op->n_operands);
    for (int i = 0; i < c->n_params; i++)
        if (!types_agree(c->params[i]->type, op->operands[i]->type))
            return infer_fail(op, error, "parameter %d of %s is %s, but %s is passed", i, c->name,
                              infer_text(c->params[i]->type), infer_text(op->operands[i]->type));
    return c->root->type->plain;
}

/* ---- the rest -------------------------------------------------------------------------------- */

static const Type *infer_rng_bits(const IrOp *op, GError **error)
{
    const Type *state = infer_array(op, 0, error), *type = state ? infer_declared(op, error) : NULL;
    if (!type)
        return NULL;
    if (state->elem != ELEM_u64 || state->rank != 1 || state->dims[0] < 2 || state->dims[0] > 3)
        return infer_fail(op, error, "the state is %s; it must be u64[2] or u64[3]",
                          infer_text(state));
    if (type->kind != TYPE_TUPLE || type->n_parts != 2 || !types_agree(type->parts[0], state) ||
        type->parts[1]->kind != TYPE_ARRAY)
        return infer_fail(op, error, "the result is %s; it must be (state, bits) with the state %s",
                          infer_text(type), infer_text(state));
    return type;
}

static const Type *batch_norm_type(const IrOp *op, GError **error)
{
    const Type *x = infer_array(op, 0, error);
    if (!x)
        return NULL;
    int64_t f = op->a.batch_norm.feature;
    if (f < 0 || f >= x->rank)
        return infer_fail(op, error, "feature_index %" G_GINT64_FORMAT " of %s", f, infer_text(x));
    const Type *per_feature = infer_make(op, error, x->elem, 1, &x->dims[f]);
    if (!per_feature)
        return NULL;
    for (int i = 1; i < op->n_operands; i++) {
        const Type *want = op->code == OP_batch_norm_grad && i == 4 ? x : per_feature;
        if (!types_agree(op->operands[i]->type, want))
            return infer_fail(op, error, "operand %d is %s instead of %s", i,
                              infer_text(op->operands[i]->type), infer_text(want));
    }
    if (op->code == OP_batch_norm_inference)
        return x->plain;
    return infer_results(op, error, 3, (const Type *[]){x->plain, per_feature, per_feature});
}

static const Type *dimension_size_type(const IrOp *op, GError **error)
{
    const Type *x = infer_array(op, 0, error);
    if (!x)
        return NULL;
    if (op->a.dims.n != 1 || !infer_dims(op, error, op->a.dims, x->rank, "dimension"))
        return infer_fail(op, error, "%d dimensions instead of one", op->a.dims.n);
    if (op->code == OP_get_dimension_size)
        return type_scalar(op->parent->module->types, ELEM_s32);
    const Type *size = op->operands[1]->type;
    if (size->kind != TYPE_ARRAY || size->rank != 0 || size->elem != ELEM_s32)
        return infer_fail(op, error, "the size is %s instead of s32[]", infer_text(size));
    bool dyn[MAX_RANK];
    for (int i = 0; i < x->rank; i++)
        dyn[i] = (x->dyn && x->dyn[i]) || i == op->a.dims.v[0];
    return type_array_full(op->parent->module->types, x->elem, x->rank, x->dims, dyn, NULL);
}

/* Operands: a value, and the size of each dimension of the result. The declared type has the bounds. */
static const Type *infer_dynamic_reshape(const IrOp *op, GError **error)
{
    const Type *x = op->n_operands ? infer_array(op, 0, error) : infer_fail(op, error, "no operand"), *to = x ? infer_reshape(op, error) : NULL;
    if (!to)
        return NULL;
    if (op->n_operands - 1 != to->rank)
        return infer_fail(op, error, "%d sizes for %s", op->n_operands - 1, infer_text(to));
    for (int i = 1; i < op->n_operands; i++) {
        const Type *t = infer_array(op, i, error);
        if (!t || t->rank || t->elem != ELEM_s32)
            return t ? infer_fail(op, error, "size %d is %s instead of s32[]", i - 1, infer_text(t)) : NULL;
    }
    if (!x->dyn && !to->dyn && to->n_elems != x->n_elems)
        return infer_fail(op, error, "%s cannot become %s: %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT " elements", infer_text(x), infer_text(to),
                          x->n_elems, to->n_elems);
    return to;
}

static const Type *infer_opaque(const IrOp *op, GError **error)
{
    switch (op->code) {
    case OP_batch_norm_training:
    case OP_batch_norm_inference:
    case OP_batch_norm_grad: return batch_norm_type(op, error);
    case OP_get_dimension_size:
    case OP_set_dimension_size: return dimension_size_type(op, error);
    case OP_scaled_dot: return infer_dot(op, error); /* scales do not change sizes */
    case OP_ragged_dot: return infer_ragged_dot(op, error);
    case OP_scan: return infer_scan(op, error);
    case OP_rng: {
        const Type *type = infer_declared(op, error);
        for (int i = 0; type && i < op->n_operands; i++) {
            const Type *t = infer_array(op, i, error);
            if (!t)
                return NULL;
            if (t->rank != 0 || type->kind != TYPE_ARRAY || t->elem != type->elem)
                return infer_fail(op, error, "operand %d is %s for numbers of %s", i, infer_text(t), infer_text(type));
        }
        return type;
    }
    case OP_dynamic_reshape:
        return infer_dynamic_reshape(op, error);
    case OP_map: {
        if (op->n_operands < 1 || !infer_array(op, 0, error))
            return infer_fail(op, error, "no operand");
        ElemType *elems = g_new(ElemType, op->n_operands);
        bool fine = true;
        for (int i = 0; i < op->n_operands && fine; i++) {
            const Type *t = infer_array(op, i, error), *x = op->operands[0]->type;
            fine = t && t->rank == x->rank &&
                   memcmp(t->dims, x->dims, (size_t)x->rank * sizeof *x->dims) == 0;
            elems[i] = t ? t->elem : N_ELEMS;
            if (t && !fine)
                infer_fail(op, error, "operands are %s and %s", infer_text(x), infer_text(t));
        }
        fine = fine && infer_scalar_params(op, error, 0, op->n_operands, elems);
        g_free(elems);
        if (!fine)
            return NULL;
        const Type *to = op->comps[0]->root->type;
        if (to->kind != TYPE_ARRAY || to->rank != 0)
            return infer_fail(op, error, "%s returns %s instead of a scalar", op->comps[0]->name,
                              infer_text(to));
        return type_with_elem(op->parent->module->types, op->operands[0]->type, to->elem);
    }
    default: return infer_declared(op, error); /* the type cannot be inferred: it is what the program says */
    }
}

static const Type *infer_async(const IrOp *op, GError **error)
{
    const Type *x = op->n_operands == 1 ? op->operands[0]->type : NULL;
    switch (op->code) {
    case OP_all_reduce_done: return x->plain;
    case OP_all_gather_done:
    case OP_collective_permute_done:
    case OP_copy_done:
    case OP_async_done: {
        int at = op->code == OP_copy_done ? 0 : 1; /* copies name the destination first */
        if (x->kind != TYPE_TUPLE || x->n_parts < 2)
            return infer_fail(op, error, "the operand %s is not what a start returns",
                              infer_text(x));
        return x->parts[at]->plain;
    }
    case OP_async_update:
        if (op->n_operands > 1) /* started without operands: they are given here */
            return infer_declared(op, error);
        return x ? x->plain : infer_fail(op, error, "no operand");
    case OP_all_reduce_start:
    case OP_all_gather_start:
    case OP_collective_permute_start:
    case OP_copy_start: return infer_start(op, error);
    default: return infer_declared(op, error); /* the type cannot be inferred: it is what the program says */
    }
}

static bool is_token(const IrOp *op, int i, GError **error)
{
    return op->operands[i]->type->kind == TYPE_TOKEN ||
           infer_fail(op, error, "operand %d is %s instead of a token", i, infer_text(op->operands[i]->type)) != NULL;
}

/* The type (data, u32[], token[]); `data` NULL = any type. */
static const Type *sent_type(const IrOp *op, const Type *data, GError **error)
{
    const Type *type = infer_declared(op, error);
    if (!type)
        return NULL;
    bool fits = type->kind == TYPE_TUPLE && type->n_parts == 3 && type->parts[2]->kind == TYPE_TOKEN &&
                type->parts[1]->kind == TYPE_ARRAY && type->parts[1]->rank == 0 && elem_is_int(type->parts[1]->elem) &&
                (!data || types_agree(type->parts[0], data));
    return fits ? type : infer_fail(op, error, "the result is %s; it must be (%s, u32[], token[])", infer_text(type), data ? infer_text(data) : "data");
}

static const Type *infer_token(const IrOp *op, GError **error)
{
    TypeTable *types = op->parent->module->types;
    switch (op->code) {
    case OP_after_all:
        for (int i = 0; i < op->n_operands; i++)
            if (op->operands[i]->type->kind != TYPE_TOKEN && op->operands[i]->type->kind != TYPE_ARRAY)
                return infer_fail(op, error, "operand %d is %s instead of a token or an array", i,
                                  infer_text(op->operands[i]->type));
        return type_token(types);
    case OP_add_dependency:
        return is_token(op, 1, error) ? op->operands[0]->type->plain : NULL;
    case OP_outfeed: return is_token(op, 1, error) ? type_token(types) : NULL;
    case OP_send: return is_token(op, 1, error) ? sent_type(op, op->operands[0]->type, error) : NULL;
    case OP_recv: return is_token(op, 0, error) ? sent_type(op, NULL, error) : NULL;
    case OP_send_done:
    case OP_recv_done: {
        const Type *x = op->operands[0]->type;
        if (x->kind != TYPE_TUPLE || x->n_parts != 3 || x->parts[2]->kind != TYPE_TOKEN)
            return infer_fail(op, error, "the operand %s is not what a send or recv returns", infer_text(x));
        return op->code == OP_send_done
                   ? type_token(types)
                   : type_tuple(types, 2, (const Type *[]){x->parts[0]->plain, x->parts[2]});
    }
    case OP_infeed: {
        const Type *type = is_token(op, 0, error) ? infer_declared(op, error) : NULL;
        if (type && (type->kind != TYPE_TUPLE || type->n_parts != 2 || type->parts[1]->kind != TYPE_TOKEN))
            return infer_fail(op, error, "the result is %s; it must be (data, token[])", infer_text(type));
        return type;
    }
    default: return infer_declared(op, error); /* the type cannot be inferred: it is what the program says */
    }
}

static const Type *infer_same(const IrOp *op, GError **error)
{
    return op->n_operands >= 1 ? op->operands[0]->type->plain : infer_fail(op, error, "no operand");
}

const Type *op_infer(const IrOp *op, GError **error)
{
    int want = op_info[op->code].n_args;
    if (want >= 0 && op->n_operands != want)
        return infer_fail(op, error, "%d operands instead of %d", op->n_operands, want);
    switch (op_family(op)) {
    case FAMILY_elementwise: return infer_elementwise(op, error);
    case FAMILY_leaf: return infer_leaf(op, error);
    case FAMILY_iota: return infer_iota(op, error);
    case FAMILY_device_id: return type_scalar(op->parent->module->types, ELEM_u32);
    case FAMILY_broadcast: return infer_broadcast(op, error);
    case FAMILY_reshape: return infer_reshape(op, error);
    case FAMILY_transpose: return infer_transpose(op, error);
    case FAMILY_reverse: return infer_reverse(op, error);
    case FAMILY_slice: return infer_slice(op, error);
    case FAMILY_pad: return infer_pad(op, error);
    case FAMILY_concatenate: return infer_concatenate(op, error);
    case FAMILY_dynamic_slice: return infer_dynamic_slice(op, error);
    case FAMILY_dynamic_update_slice: return infer_dynamic_update_slice(op, error);
    case FAMILY_gather: return infer_gather(op, error);
    case FAMILY_scatter: return infer_scatter(op, error);
    case FAMILY_bitcast_convert: return infer_bitcast_convert(op, error);
    case FAMILY_dot: return infer_dot(op, error);
    case FAMILY_convolution: return infer_convolution(op, error);
    case FAMILY_reduce: return infer_reduce(op, error);
    case FAMILY_reduce_window: return infer_reduce_window(op, error);
    case FAMILY_select_and_scatter: return infer_select_and_scatter(op, error);
    case FAMILY_sort: return infer_sort(op, error);
    case FAMILY_topk: return infer_topk(op, error);
    case FAMILY_fft: return infer_fft(op, error);
    case FAMILY_linalg: return infer_linalg(op, error);
    case FAMILY_rng_bits: return infer_rng_bits(op, error);
    case FAMILY_tuple: return infer_tuple(op, error);
    case FAMILY_control: return infer_control(op, error);
    case FAMILY_barrier:
    case FAMILY_constraint:
    case FAMILY_reshard: return infer_same(op, error);
    case FAMILY_collective: return infer_collective(op, error);
    case FAMILY_async: return infer_async(op, error);
    case FAMILY_token: return infer_token(op, error);
    case FAMILY_custom:
    case FAMILY_group:
    case FAMILY_manual: return infer_declared(op, error);
    case FAMILY_opaque: return infer_opaque(op, error);
    case N_FAMILIES: break;
    }
    g_assert_not_reached();
}
