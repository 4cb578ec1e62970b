/* Result types of element-wise ops: operands of one shape, with an element class listed in the op's row of ops.def. The rules are HLO's,
 * which StableHLO shares. */
#include "runtime/ir/infer_impl.h"

static ElemType complex_of(ElemType part)
{
    return part == ELEM_f32 ? ELEM_c64 : part == ELEM_f64 ? ELEM_c128 : N_ELEMS;
}

static const Type *unary_type(const IrOp *op, const Type *x, GError **error)
{
    TypeTable *types = op->parent->module->types;
    bool is_complex = elem_info[x->elem].cls == CLASS_COMPLEX;
    ElemType part = x->elem == ELEM_c64 ? ELEM_f32 : x->elem == ELEM_c128 ? ELEM_f64 : x->elem;
    if (op_info[op->code].traits & TO_PRED)
        return type_with_elem(types, x, ELEM_pred);
    if (op_info[op->code].traits & TO_PART)
        return type_with_elem(types, x, part);
    if (op->code == OP_convert || op->code == OP_stochastic_convert) {
        const Type *to = infer_declared(op, error);
        if (!to)
            return NULL;
        if (to->kind != TYPE_ARRAY || to->rank != x->rank ||
            (x->rank && memcmp(to->dims, x->dims, (size_t)x->rank * sizeof *x->dims) != 0))
            return infer_fail(op, error, "the result %s must have the dimensions of the operand %s",
                              infer_text(to), infer_text(x));
        if (is_complex && elem_info[to->elem].cls != CLASS_COMPLEX)
            return infer_fail(op, error, "%s to %s: take the real part first", infer_text(x),
                              infer_text(to));
        return to;
    }
    if (op->code == OP_reduce_precision &&
        (op->a.reduce_precision.exponent_bits < 1 || op->a.reduce_precision.mantissa_bits < 0))
        return infer_fail(op, error, "%d exponent and %d mantissa bits",
                          op->a.reduce_precision.exponent_bits,
                          op->a.reduce_precision.mantissa_bits);
    return x->plain;
}

static const Type *select_type(const IrOp *op, GError **error)
{
    const Type *p = op->operands[0]->type, *x = op->operands[1]->type, *y = op->operands[2]->type;
    if (p->elem != ELEM_pred)
        return infer_fail(op, error, "the predicate is %s, not pred", infer_text(p));
    if (!types_agree(x, y))
        return infer_fail(op, error, "the choices are %s and %s", infer_text(x), infer_text(y));
    if (p->rank != 0 &&
        (p->rank != x->rank || memcmp(p->dims, x->dims, (size_t)x->rank * sizeof *x->dims) != 0))
        return infer_fail(op, error, "a predicate %s for values %s", infer_text(p), infer_text(x));
    return x->plain;
}

static const Type *clamp_type(const IrOp *op, GError **error)
{
    const Type *x = op->operands[1]->type;
    for (int i = 0; i < 3; i += 2) {
        const Type *bound = op->operands[i]->type;
        if (bound->elem != x->elem || (bound->rank != 0 && !types_agree(bound, x)))
            return infer_fail(op, error, "a bound %s for values %s", infer_text(bound),
                              infer_text(x));
    }
    return x->plain;
}

const Type *infer_elementwise(const IrOp *op, GError **error)
{
    if (op->code == OP_copy)
        return op->operands[0]->type->plain;
    for (int i = 0; i < op->n_operands; i++)
        if (!infer_array(op, i, error))
            return NULL;
    const Type *x = op->operands[0]->type;
    int tested = op->code == OP_clamp ? 1 : 0; /* clamp's bounds must have the type of the value */
    if (op->code != OP_select &&
        !(op_info[op->code].classes >> elem_info[op->operands[tested]->type->elem].cls & 1))
        return infer_fail(op, error, "not defined for %s", infer_text(op->operands[tested]->type));
    if (op->code == OP_select)
        return select_type(op, error);
    if (op->code == OP_clamp)
        return clamp_type(op, error);
    if (op->n_operands == 1)
        return unary_type(op, x, error);
    const Type *y = op->operands[1]->type;
    if (op->code == OP_stochastic_convert) /* value and random bits */
        return unary_type(op, x, error);
    if (!types_agree(x, y))
        return infer_fail(op, error, "operands are %s and %s", infer_text(x), infer_text(y));
    if (op->code == OP_compare) {
        if (elem_info[x->elem].cls == CLASS_COMPLEX && op->a.compare.dir != DIR_EQ &&
            op->a.compare.dir != DIR_NE)
            return infer_fail(op, error, "%s has no order", infer_text(x));
        return type_with_elem(op->parent->module->types, x, ELEM_pred);
    }
    if (op->code == OP_complex) {
        ElemType e = complex_of(x->elem);
        return e == N_ELEMS
                   ? infer_fail(op, error, "parts of %s: they must be f32 or f64", infer_text(x))
                   : type_with_elem(op->parent->module->types, x, e);
    }
    return x->plain;
}
