/* Operations on quantised values, written out: the operands are turned into what they stand for, the op is built on that, and its results
 * are rounded to the numbers that are stored. Ops that only move elements, hand values on, or have a computation of their own, work on what
 * is stored. Start at mop_build_quantised().
 * Source: StableHLO's specification of uniform quantisation, where an op on quantised tensors is dequantise, op, quantise. */
#include "runtime/text/stablehlo_build.h"
#include "runtime/text/stablehlo_op.h"

#include <string.h>

static const TypeQuant *operand_quant(const MOp *op, int i)
{
    const TypeQuant *q = op->operands[i]->type->quant;
    return q || !op->arg_types || i >= op->n_arg_types ? q : op->arg_types[i]->quant;
}

bool mop_is_quantised(const MOp *op)
{
    for (int i = 0; i < op->n_types; i++)
        if (op->types[i]->quant)
            return true;
    for (int i = 0; i < op->n_operands; i++)
        if (operand_quant(op, i))
            return true;
    return false;
}

/* ---- between stored numbers and what they stand for ------------------------------------------------------------------------------ */

static IrOp *converted(Reader *r, IrOp *x, ElemType elem)
{
    return x->type->elem == elem ? x : mop_emit(r, OP_convert, type_with_elem(r->m->types, x->type, elem), 1, &x);
}

static IrOp *binary(Reader *r, OpCode code, IrOp *a, IrOp *b)
{
    return mop_emit(r, code, a->type->plain, 2, (IrOp *[]){ a, b });
}

/* Scales or zero points for each element of `like`. */
static IrOp *spread(Reader *r, const TypeQuant *q, const Type *like, const double *values)
{
    if (q->axis < 0)
        return mop_emit_splat(r, like, values[0], (int64_t)values[0]);
    int64_t n = q->n;
    IrOp *list = mop_emit(r, OP_constant, type_array(r->m->types, ELEM_f64, 1, &n), 0, NULL);
    list->a.literal = mlir_literal_raw(&r->x, r->op->at, list->type, values, sizeof *values * (size_t)q->n);
    int64_t axis = q->axis;
    return mop_emit_broadcast(r, converted(r, list, like->elem), like, (Ints){ &axis, 1 });
}

/* The zero points likewise; NULL if all are 0. */
static IrOp *zero_points(Reader *r, const TypeQuant *q, const Type *like)
{
    double *values = arena_array(r->x.scratch, double, q->n);
    bool any = false;
    for (int i = 0; i < q->n; i++) {
        values[i] = (double)q->zero_points[i];
        any = any || q->zero_points[i] != 0;
    }
    return any ? spread(r, q, like, values) : NULL;
}

/* (x - zero point) * scale; the difference is exact. */
static IrOp *dequantised(Reader *r, IrOp *x, const TypeQuant *q)
{
    bool narrow = elem_info[q->storage].bits < 32;
    const Type *wide = type_with_elem(r->m->types, x->type, narrow ? ELEM_s32 : ELEM_s64);
    IrOp *zero = zero_points(r, q, wide);
    if (zero)
        x = binary(r, OP_subtract, converted(r, x, wide->elem), zero);
    x = converted(r, x, q->expressed);
    return binary(r, OP_multiply, x, spread(r, q, x->type->plain, q->scales));
}

/* x / scale + zero point, clamped to the stored numbers, rounded to the nearest, of two the even one. */
static IrOp *quantised(Reader *r, IrOp *x, const Type *type)
{
    const TypeQuant *q = type->quant;
    x = converted(r, x, q->expressed);
    const Type *t = x->type->plain, *scalar = type_scalar(r->m->types, q->expressed);
    x = binary(r, OP_divide, x, spread(r, q, t, q->scales));
    IrOp *zero = zero_points(r, q, t);
    if (zero)
        x = binary(r, OP_add, x, zero);
    IrOp *clamp[] = { mop_emit_splat(r, scalar, (double)q->min, 0), x, mop_emit_splat(r, scalar, (double)q->max, 0) };
    x = mop_emit(r, OP_clamp, t, 3, clamp);
    x = mop_emit(r, OP_round_nearest_even, t, 1, &x);
    return mop_emit(r, OP_convert, type, 1, &x);
}

/* ---- operations ------------------------------------------------------------------------------------------------------------------ */

/* Reached where nothing is quantised. */
bool mop_build_uniform(Reader *r, MOp *op)
{
    return mop_fail(r, op, "%s has a quantised %s", op->name, strcmp(op->name, "stablehlo.uniform_quantize") == 0 ? "result" : "operand");
}

/* uniform_quantize and uniform_dequantize between mop_build_quantised()'s two steps: the value itself. */
static bool build_between(Reader *r, MOp *op, const Type *const *given)
{
    if (!mop_arity(r, op, 1, 1))
        return false;
    const Type *type = op->types[0], *from = op->operands[0]->type;
    bool quantises = strcmp(op->name, "stablehlo.uniform_quantize") == 0;
    if (quantises != (given[0]->quant != NULL) || !elem_is_float(type->elem) || !elem_is_float(from->elem))
        return mop_fail(r, op, "%s turns %s", op->name, quantises ? "floats or quantised values into quantised ones" : "quantised values into floats");
    if (!quantises && type->elem != from->elem)
        return mop_fail(r, op, "%s gives %s: the values stand for %s", op->name, elem_info[type->elem].mlir, elem_info[from->elem].mlir);
    if (type->kind != TYPE_ARRAY || from->kind != TYPE_ARRAY || type->rank != from->rank || memcmp(type->dims, from->dims, sizeof *type->dims * (size_t)type->rank) != 0)
        return mop_fail(r, op, "the operand and the result of %s must have the same dimensions", op->name);
    return mop_result(op, converted(r, op->operands[0], type->elem));
}

/* Values are handed on as they are stored. */
static bool hands_on(const MOp *op)
{
    static const bool table[N_OPCODES] = {
        [OP_tuple] = true, [OP_get_tuple_element] = true, [OP_opt_barrier] = true, [OP_call] = true, [OP_custom_call] = true,
        [OP_bitcast_convert] = true, [OP_bitcast] = true, [OP_constant] = true, [OP_copy] = true, [OP_reduce] = true, [OP_async_start] = true,
        [OP_async_done] = true, [OP_after_all] = true, [OP_send] = true, [OP_recv] = true, [OP_infeed] = true, [OP_outfeed] = true,
    };
    return op->n_regions || table[op->row->code];
}

/* Elements are moved, and none is made up or changed. */
static bool moves(const MOp *op)
{
    static const bool table[N_OPCODES] = {
        [OP_reshape] = true, [OP_broadcast] = true, [OP_transpose] = true, [OP_reverse] = true, [OP_slice] = true, [OP_dynamic_slice] = true,
        [OP_dynamic_update_slice] = true, [OP_concatenate] = true, [OP_pad] = true, [OP_gather] = true, [OP_select] = true, [OP_all_gather] = true,
        [OP_all_to_all] = true, [OP_collective_permute] = true,
    };
    return table[op->row->code];
}

/* All that is quantised, is so in the same way, with one scale. */
static bool one_scale(const MOp *op)
{
    const TypeQuant *first = NULL;
    for (int i = 0; i < op->n_operands + op->n_types; i++) {
        const TypeQuant *q = i < op->n_operands ? operand_quant(op, i) : op->types[i - op->n_operands]->quant;
        if (!q)
            continue;
        if (q->axis >= 0 || (first && strcmp(first->text, q->text) != 0))
            return false;
        first = q;
    }
    return true;
}

/* Every result must be quantised for the op to work on what is stored. */
static bool all_results(const MOp *op)
{
    for (int i = 0; i < op->n_types; i++)
        if (!op->types[i]->quant)
            return false;
    return true;
}

bool mop_build_quantised(Reader *r, MOp *op)
{
    if (hands_on(op) || (moves(op) && one_scale(op) && all_results(op)))
        return op->row->build(r, op);
    IrOp **stored = op->operands;
    const Type **arg_types = op->arg_types, **types = op->types;
    IrOp **meant = arena_array(r->x.scratch, IrOp *, MAX(op->n_operands, 1));
    for (int i = 0; i < op->n_operands; i++) {
        const TypeQuant *q = operand_quant(op, i);
        meant[i] = q ? dequantised(r, stored[i], q) : stored[i];
    }
    op->operands = meant;
    op->types = arena_array(r->x.scratch, const Type *, MAX(op->n_types, 1));
    for (int i = 0; i < op->n_types; i++)
        op->types[i] = types[i]->quant ? type_with_elem(r->m->types, types[i], types[i]->quant->expressed) : types[i];
    op->arg_types = NULL;
    bool ok = op->row->build == mop_build_uniform ? build_between(r, op, types) : op->row->build(r, op);
    for (int i = 0; ok && i < op->n_types && op->results; i++)
        if (types[i]->quant)
            op->results[i] = quantised(r, op->results[i], types[i]);
    op->operands = stored;
    op->arg_types = arg_types;
    op->types = types;
    return ok;
}

IrComp *mop_quantised_reducer(Reader *r, const MOp *op, OpCode code)
{
    const Type *list = op->operands[0]->type;
    if (list->quant->axis >= 0) {
        mop_unsupported(r, op, NULL, "%s: a computation on values with a scale for each index is not supported", op->name);
        return NULL;
    }
    const Type *type = type_array_like(r->m->types, &(Type){ .elem = list->elem, .quant = list->quant });
    g_autofree char *name = g_strdup_printf("%s_quantised", op_info[code].id);
    Region inside = { .kind = REGION_CLONED, .comp = comp_new(r->m, name), .parent = r->region };
    inside.comp->at = r->op->pos;
    r->region = &inside;
    IrOp *v[2];
    for (int i = 0; i < 2; i++) {
        v[i] = mop_emit(r, OP_parameter, type, 0, NULL);
        v[i]->a.parameter.number = i;
    }
    for (int i = 0; i < 2; i++)
        v[i] = dequantised(r, v[i], type->quant);
    inside.comp->root = quantised(r, binary(r, code, v[0], v[1]), type);
    comp_renumber(inside.comp);
    r->region = inside.parent;
    return inside.comp;
}
