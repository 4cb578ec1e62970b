/* Element-wise ops on single elements: ops with attributes or with operands of different types, and for the others the choice among the
 * tables of numbers.c by the class of the element type. Floats are computed in double: f64 results are kept as they are, f32 results
 * are rounded once, narrower ones are rounded to f32 first, as HLO specifies. */
#include <math.h>

#include "runtime/reference/reference_impl.h"
#include "runtime/ir/scalar.h"

/* ---- ops with their own types or attributes -------------------------------------------------- */

static ElemType elem_of(const IrOp *op, int i)
{
    return op->operands[i]->type->elem;
}

static Scalar truth(bool v)
{
    return (Scalar){.i = v};
}

static Scalar s_convert(const IrOp *op, const Scalar *a)
{
    return scalar_convert(elem_of(op, 0), op->type->elem, a[0]);
}

/* -1, 0, 1; 2 = unordered. */
static int order(const IrOp *op, const Scalar *a)
{
    ElemType e = elem_of(op, 0);
    ElemClass cls = elem_info[e].cls;
    if (cls == CLASS_COMPLEX) {
        if (isnan(a[0].f) || isnan(a[0].im) || isnan(a[1].f) || isnan(a[1].im))
            return 2;
        return a[0].f == a[1].f && a[0].im == a[1].im ? 0 : 1;
    }
    if (cls == CLASS_FLOAT && op->a.compare.kind == COMPARE_TOTALORDER) {
        int64_t x = ref_total_order_key(a[0].f), y = ref_total_order_key(a[1].f);
        return (x > y) - (x < y);
    }
    if (cls == CLASS_FLOAT) {
        if (isnan(a[0].f) || isnan(a[1].f))
            return 2;
        return (a[0].f > a[1].f) - (a[0].f < a[1].f);
    }
    RefInt t = {elem_info[e].bits, cls == CLASS_SIGNED};
    uint64_t x = a[0].u, y = a[1].u;
    if (op->a.compare.kind == COMPARE_UNSIGNED && t.is_signed) {
        x = ref_low_bits(t, x);
        y = ref_low_bits(t, y);
        t.is_signed = false;
    } else if (op->a.compare.kind == COMPARE_SIGNED && cls == CLASS_UNSIGNED) {
        x = (uint64_t)((int64_t)(x << (64 - t.bits)) >> (64 - t.bits));
        y = (uint64_t)((int64_t)(y << (64 - t.bits)) >> (64 - t.bits));
        t.is_signed = true;
    }
    return ref_int_less(t, y, x) - ref_int_less(t, x, y);
}

static Scalar s_compare(const IrOp *op, const Scalar *a)
{
    int o = order(op, a);
    switch (op->a.compare.dir) {
    case DIR_EQ: return truth(o == 0);
    case DIR_NE: return truth(o != 0);
    case DIR_GE: return truth(o == 0 || o == 1);
    case DIR_GT: return truth(o == 1);
    case DIR_LE: return truth(o == 0 || o == -1);
    case DIR_LT: return truth(o == -1);
    }
    g_assert_not_reached();
}

static Scalar s_select(const IrOp *op, const Scalar *a)
{
    (void)op;
    return a[0].i ? a[1] : a[2];
}

static Scalar s_clamp(const IrOp *op, const Scalar *a)
{
    ElemType e = op->type->elem;
    if (elem_is_float(e))
        return (Scalar){.f = ref_minimum(ref_maximum(a[1].f, a[0].f), a[2].f)};
    RefInt t = {elem_info[e].bits, elem_info[e].cls == CLASS_SIGNED};
    return (Scalar){.u = ref_int2[OP_minimum](t, ref_int2[OP_maximum](t, a[1].u, a[0].u), a[2].u)};
}

static Scalar s_complex(const IrOp *op, const Scalar *a)
{
    (void)op;
    return (Scalar){.f = a[0].f, .im = a[1].f};
}

static Scalar s_imag(const IrOp *op, const Scalar *a)
{
    return (Scalar){.f = elem_info[elem_of(op, 0)].cls == CLASS_COMPLEX ? a[0].im : 0};
}

static Scalar s_is_finite(const IrOp *op, const Scalar *a)
{
    (void)op;
    return truth(isfinite(a[0].f));
}
static Scalar s_is_inf(const IrOp *op, const Scalar *a)
{
    (void)op;
    return truth(isinf(a[0].f));
}
static Scalar s_is_pos_inf(const IrOp *op, const Scalar *a)
{
    (void)op;
    return truth(a[0].f == INFINITY);
}
static Scalar s_is_neg_inf(const IrOp *op, const Scalar *a)
{
    (void)op;
    return truth(a[0].f == -INFINITY);
}

static Scalar s_not(const IrOp *op, const Scalar *a)
{
    ElemType e = elem_of(op, 0);
    return e == ELEM_pred ? truth(!a[0].i) : scalar_round(e, (Scalar){.u = ~a[0].u});
}

/* On the type's own bit pattern, of types of a byte or less on that of f16: the mantissa to m bits, ties to even
 * (denormals keep their places). Only a narrower exponent field changes the range: too large becomes infinite, below
 * the least normal number zero. */
static Scalar reduce_precision(const IrOp *op, ElemType e, const Scalar *a)
{
    const FloatFormat *format = float_format(e);
    int to_m = op->a.reduce_precision.mantissa_bits, to_e = op->a.reduce_precision.exponent_bits,
        m = format->mantissa_bits;
    if (!isfinite(a[0].f) || a[0].f == 0)
        return a[0];
    uint64_t bits = 0;
    scalar_store(e, &bits, 0, a[0]);
    if (to_m < m) {
        int drop = m - to_m;
        bits += ((uint64_t)1 << (drop - 1)) - 1 + (bits >> drop & 1);
        bits &= ~(((uint64_t)1 << drop) - 1);
    }
    Scalar v = scalar_load(e, &bits, 0);
    if (to_e >= format->exponent_bits || isinf(v.f))
        return v;
    int place, bias = (1 << (to_e - 1)) - 1;
    frexp(v.f, &place); /* |v| in [2^(place - 1), 2^place) */
    if (place - 1 > bias)
        return (Scalar){.f = copysign(INFINITY, v.f)};
    return place - 1 < 1 - bias ? (Scalar){.f = copysign(0, v.f)} : v;
}

static Scalar s_reduce_precision(const IrOp *op, const Scalar *a)
{
    ElemType e = op->type->elem;
    if (elem_info[e].bits > 8)
        return reduce_precision(op, e, a);
    return scalar_round(e, reduce_precision(op, e == ELEM_f8e8m0fnu ? ELEM_f32 : ELEM_f16, a));
}

/* One step in the type's bit pattern towards y. */
static Scalar s_next_after(const IrOp *op, const Scalar *a)
{
    ElemType e = op->type->elem;
    double x = a[0].f, y = a[1].f;
    if (isnan(x) || isnan(y))
        return (Scalar){.f = NAN};
    if (x == y)
        return a[1];
    if (e == ELEM_f64)
        return (Scalar){.f = nextafter(x, y)};
    if (e == ELEM_f32)
        return (Scalar){.f = nextafterf((float)x, (float)y)};
    uint8_t raw[8] = {0};
    int bytes = elem_info[e].bytes;
    scalar_store(e, raw, 0, (Scalar){.f = x});
    uint16_t code = (uint16_t)(raw[0] | raw[1] << 8),
             sign = (uint16_t)(1u << (elem_info[e].bits - 1));
    if (x == 0)
        code = (uint16_t)((y < 0 ? sign : 0) | 1);
    else /* away from zero counts up, for either sign */
        code = (uint16_t)((x < y) == (x > 0) ? code + 1 : code - 1);
    raw[0] = (uint8_t)code;
    if (bytes == 2)
        raw[1] = (uint8_t)(code >> 8);
    return scalar_load(e, raw, 0);
}

/* Rounds away from zero with the probability of the fraction that the target cannot hold: if the
 * random bits, as a number below one, lie below it. */
static Scalar s_stochastic_convert(const IrOp *op, const Scalar *a)
{
    ElemType from = elem_of(op, 0), to = op->type->elem;
    double x = a[0].f, chance = ldexp((double)a[1].u, -elem_info[elem_of(op, 1)].bits);
    if (!isfinite(x))
        return scalar_convert(from, to, a[0]);
    double below, above;
    if (elem_is_float(to)) {
        double nearest = scalar_round(to, (Scalar){.f = x}).f;
        if (nearest == x || !isfinite(nearest))
            return (Scalar){.f = nearest};
        /* the neighbour on x's other side: the nearest value of the point mirrored at x is there
         * or beyond x */
        double gap = fabs(x - nearest), other = nearest;
        for (double step = gap; other == nearest; step *= 1.5)
            other = scalar_round(to, (Scalar){.f = x + (x > nearest ? step : -step)}).f;
        below = fabs(nearest) < fabs(other) ? nearest : other;
        above = fabs(nearest) < fabs(other) ? other : nearest;
    } else {
        below = trunc(x);
        above = below + copysign(1, x);
    }
    double fraction = (x - below) / (above - below);
    double picked = chance < fraction ? above : below;
    return scalar_convert(ELEM_f64, to, (Scalar){.f = picked});
}

static Scalar (*const special[N_OPCODES])(const IrOp *, const Scalar *) = {
    [OP_clamp] = s_clamp,
    [OP_compare] = s_compare,
    [OP_complex] = s_complex,
    [OP_convert] = s_convert,
    [OP_imag] = s_imag,
    [OP_is_finite] = s_is_finite,
    [OP_is_inf] = s_is_inf,
    [OP_is_neg_inf] = s_is_neg_inf,
    [OP_is_pos_inf] = s_is_pos_inf,
    [OP_next_after] = s_next_after,
    [OP_not] = s_not,
    [OP_reduce_precision] = s_reduce_precision,
    [OP_select] = s_select,
    [OP_stochastic_convert] = s_stochastic_convert,
};

/* ---- all together ---------------------------------------------------------------------------- */

static Scalar float_result(ElemType e, double x)
{
    if (e == ELEM_f64)
        return (Scalar){.f = x};
    if (e == ELEM_f32)
        return (Scalar){.f = (float)x};
    return scalar_round(e, (Scalar){.f = (float)x});
}

static Scalar complex_result(ElemType e, double complex z)
{
    if (e == ELEM_c64)
        return (Scalar){.f = (float)creal(z), .im = (float)cimag(z)};
    if (e == ELEM_c128)
        return (Scalar){.f = creal(z), .im = cimag(z)};
    return float_result(e, creal(z));
}

Scalar ref_scalar(const IrOp *op, const Scalar *a)
{
    if (special[op->code])
        return special[op->code](op, a);
    ElemType e = elem_of(op, 0), to = op->type->elem;
    bool one = op->n_operands == 1;
    switch (elem_info[e].cls) {
    case CLASS_FLOAT:
        return float_result(to, one ? ref_float1[op->code](a[0].f)
                                    : ref_float2[op->code](a[0].f, a[1].f));
    case CLASS_COMPLEX: {
        double complex x = ref_pair(a[0].f, a[0].im);
        if (op->code == OP_multiply && e == ELEM_c64) { /* in its own arithmetic, like the sums */
            float p = (float)a[0].f, q = (float)a[0].im, r = (float)a[1].f, s = (float)a[1].im;
            float pr = p * r, qs = q * s, ps = p * s, qr = q * r;
            return (Scalar){.f = pr - qs, .im = ps + qr};
        }
        return complex_result(to, one ? ref_complex1[op->code](x)
                                      : ref_complex2[op->code](x, ref_pair(a[1].f, a[1].im)));
    }
    case CLASS_PRED: return one ? truth(a[0].i) : truth(ref_pred2[op->code](a[0].i, a[1].i));
    case CLASS_SIGNED:
    case CLASS_UNSIGNED: {
        RefInt t = {elem_info[e].bits, elem_info[e].cls == CLASS_SIGNED};
        uint64_t v = one ? ref_int1[op->code](t, a[0].u) : ref_int2[op->code](t, a[0].u, a[1].u);
        return scalar_round(to, (Scalar){.u = v});
    }
    }
    g_assert_not_reached();
}

bool ref_scalar_check(const IrOp *op, GError **error)
{
    bool known = special[op->code] != NULL, one = op->n_operands == 1;
    if (op->n_operands < 1 || op->n_operands > 3 || op->type->kind != TYPE_ARRAY)
        return ref_unsupported(op, error, "wrong number of operands");
    for (int i = 0; i < op->n_operands; i++)
        if (op->operands[i]->type->kind != TYPE_ARRAY)
            return ref_unsupported(op, error, "an operand is not an array");
    ElemType e = elem_of(op, 0);
    if (!known) {
        switch (elem_info[e].cls) {
        case CLASS_FLOAT:
            known = one ? ref_float1[op->code] != NULL : ref_float2[op->code] != NULL;
            break;
        case CLASS_COMPLEX:
            known = one ? ref_complex1[op->code] != NULL : ref_complex2[op->code] != NULL;
            break;
        case CLASS_PRED: known = one ? op->code == OP_copy : ref_pred2[op->code] != NULL; break;
        case CLASS_SIGNED:
        case CLASS_UNSIGNED: known = one ? ref_int1[op->code] != NULL : ref_int2[op->code] != NULL; break;
        }
    }
    return known || ref_unsupported(op, error, "not defined on %s", elem_info[e].hlo);
}

void ref_body_terms(RefBody *b, int64_t n)
{
    enum { FEW = 256 };
    ElemType e = b->n_results ? b->result_elem[0] : ELEM_f32;
    b->rounds = n <= FEW && elem_info[e].bits >= 32;
}

Scalar ref_combine(const RefBody *b, Scalar acc, Scalar x)
{
    ElemType e = b->result_elem[0];
    if (b->rounds)
        return ref_scalar(b->simple_op, (Scalar[]){acc, x});
    if (elem_is_float(e) && ref_float2[b->simple])
        return (Scalar){.f = ref_float2[b->simple](acc.f, x.f)};
    if (elem_info[e].cls == CLASS_COMPLEX && ref_complex2[b->simple]) {
        double complex z = ref_complex2[b->simple](ref_pair(acc.f, acc.im), ref_pair(x.f, x.im));
        return (Scalar){.f = creal(z), .im = cimag(z)};
    }
    return ref_scalar(b->simple_op, (Scalar[]){acc, x});
}
