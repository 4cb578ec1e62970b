/* Types of element-wise ops: operands of one shape, of a class that the op has a meaning for. Rules: HLO's, which StableHLO shares. */
#include "runtime/ir/infer_impl.h"

enum {
    P = 1 << CLASS_PRED,
    I = 1 << CLASS_SIGNED | 1 << CLASS_UNSIGNED,
    F = 1 << CLASS_FLOAT,
    C = 1 << CLASS_COMPLEX
};

/* Element classes the first operand may have. */
static int classes_of(OpCode code)
{
    switch (code) {
    case OP_abs:
    case OP_negate:
    case OP_sign:
    case OP_divide: return I | F | C;
    case OP_square:
    case OP_power:
    case OP_add:
    case OP_subtract:
    case OP_multiply: return P | I | F | C;
    case OP_not:
    case OP_and:
    case OP_or:
    case OP_xor: return P | I;
    case OP_popcnt:
    case OP_count_leading_zeros:
    case OP_mulhi:
    case OP_shift_left:
    case OP_shift_right_arithmetic:
    case OP_shift_right_logical: return I;
    case OP_ceil:
    case OP_floor:
    case OP_round_nearest_afz:
    case OP_round_nearest_even:
    case OP_is_finite:
    case OP_is_inf:
    case OP_is_neg_inf:
    case OP_is_pos_inf:
    case OP_erf:
    case OP_erf_inv:
    case OP_erfc:
    case OP_lgamma:
    case OP_digamma:
    case OP_bessel_i1e:
    case OP_next_after:
    case OP_polygamma:
    case OP_zeta:
    case OP_reduce_precision:
    case OP_complex:
    case OP_stochastic_convert: return F;
    case OP_exponential:
    case OP_exponential_minus_one:
    case OP_log:
    case OP_log_plus_one:
    case OP_logistic:
    case OP_sqrt:
    case OP_rsqrt:
    case OP_cbrt:
    case OP_sine:
    case OP_cosine:
    case OP_tan:
    case OP_tanh:
    case OP_sinh:
    case OP_cosh:
    case OP_asin:
    case OP_acos:
    case OP_atan:
    case OP_asinh:
    case OP_acosh:
    case OP_atanh:
    case OP_atan2:
    case OP_real:
    case OP_imag:
    case OP_conj: return F | C;
    case OP_maximum:
    case OP_minimum:
    case OP_clamp: return P | I | F;
    case OP_remainder: return I | F;
    default: return P | I | F | C;
    }
}

static ElemType complex_of(ElemType part)
{
    return part == ELEM_f32 ? ELEM_c64 : part == ELEM_f64 ? ELEM_c128 : N_ELEMS;
}

static const Type *unary_type(const IrOp *op, const Type *x, GError **error)
{
    TypeTable *types = op->parent->module->types;
    bool is_complex = elem_info[x->elem].cls == CLASS_COMPLEX;
    ElemType part = x->elem == ELEM_c64 ? ELEM_f32 : x->elem == ELEM_c128 ? ELEM_f64 : x->elem;
    switch (op->code) {
    case OP_is_finite:
    case OP_is_inf:
    case OP_is_neg_inf:
    case OP_is_pos_inf: return type_with_elem(types, x, ELEM_pred);
    case OP_abs:
    case OP_real:
    case OP_imag: return type_with_elem(types, x, part);
    case OP_convert:
    case OP_stochastic_convert: {
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
    case OP_reduce_precision:
        if (op->a.reduce_precision.exponent_bits < 1 || op->a.reduce_precision.mantissa_bits < 0)
            return infer_fail(op, error, "%d exponent and %d mantissa bits",
                              op->a.reduce_precision.exponent_bits,
                              op->a.reduce_precision.mantissa_bits);
        return x->plain;
    default: return x->plain;
    }
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
    int tested = op->code == OP_clamp ? 1 : 0; /* clamp's bounds and value share a type */
    if (op->code != OP_select &&
        !(classes_of(op->code) >> elem_info[op->operands[tested]->type->elem].cls & 1))
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
