/* Elementwise ops on single elements: tables of small functions by class of the element type.
 * Floats are computed in double; f64 results are that, f32 results are rounded from it once,
 * narrower ones by way of f32 as HLO says. */
#include <math.h>
#include <string.h>

#include "runtime/base/float16.h"
#include "runtime/exec/reference_impl.h"
#include "runtime/ir/scalar.h"

/* ---- floats ---------------------------------------------------------------------------------- */

double ref_maximum(double x, double y)
{
    if (isnan(x) || isnan(y))
        return NAN;
    if (x == y)
        return signbit(x) ? y : x;
    return x > y ? x : y;
}

double ref_minimum(double x, double y)
{
    if (isnan(x) || isnan(y))
        return NAN;
    if (x == y)
        return signbit(x) ? x : y;
    return x < y ? x : y;
}

int64_t ref_total_order_key(double x)
{
    int64_t i = (int64_t)f64_bits(x);
    return i < 0 ? i ^ INT64_MAX : i;
}

static double f_same(double x)
{
    return x;
}
static double f_negate(double x)
{
    return -x;
}
static double f_sign(double x)
{
    return isnan(x) || x == 0 ? x : x > 0 ? 1 : -1;
}
static double f_square(double x)
{
    return x * x;
}
static double f_rsqrt(double x)
{
    return 1 / sqrt(x);
}
static double f_logistic(double x)
{
    return 1 / (1 + exp(-x));
}
static double f_zero(double x)
{
    (void)x;
    return 0;
}

const RefF1 ref_float1[N_OPCODES] = {
    [OP_abs] = fabs,
    [OP_acos] = acos,
    [OP_acosh] = acosh,
    [OP_asin] = asin,
    [OP_asinh] = asinh,
    [OP_atan] = atan,
    [OP_atanh] = atanh,
    [OP_bessel_i1e] = ref_bessel_i1e,
    [OP_cbrt] = cbrt,
    [OP_ceil] = ceil,
    [OP_conj] = f_same,
    [OP_copy] = f_same,
    [OP_cosh] = cosh,
    [OP_cosine] = cos,
    [OP_digamma] = ref_digamma,
    [OP_erf] = erf,
    [OP_erf_inv] = ref_erf_inv,
    [OP_erfc] = erfc,
    [OP_exponential] = exp,
    [OP_exponential_minus_one] = expm1,
    [OP_floor] = floor,
    [OP_imag] = f_zero,
    [OP_lgamma] = ref_lgamma,
    [OP_log] = log,
    [OP_log_plus_one] = log1p,
    [OP_logistic] = f_logistic,
    [OP_negate] = f_negate,
    [OP_real] = f_same,
    [OP_round_nearest_afz] = round,
    [OP_round_nearest_even] = nearbyint,
    [OP_rsqrt] = f_rsqrt,
    [OP_sign] = f_sign,
    [OP_sine] = sin,
    [OP_sinh] = sinh,
    [OP_sqrt] = sqrt,
    [OP_square] = f_square,
    [OP_tan] = tan,
    [OP_tanh] = tanh,
};

static double f_add(double x, double y)
{
    return x + y;
}
static double f_subtract(double x, double y)
{
    return x - y;
}
static double f_multiply(double x, double y)
{
    return x * y;
}
static double f_divide(double x, double y)
{
    return x / y;
}

const RefF2 ref_float2[N_OPCODES] = {
    [OP_add] = f_add,
    [OP_atan2] = atan2,
    [OP_divide] = f_divide,
    [OP_maximum] = ref_maximum,
    [OP_minimum] = ref_minimum,
    [OP_multiply] = f_multiply,
    [OP_polygamma] = ref_polygamma,
    [OP_power] = pow,
    [OP_remainder] = fmod,
    [OP_subtract] = f_subtract,
    [OP_zeta] = ref_zeta,
};

/* ---- integers: values in their 64-bit form, results cut to `bits` by the caller -------------- */

typedef struct IntType {
    int bits;
    bool is_signed;
} IntType;

static uint64_t i_add(IntType t, uint64_t a, uint64_t b)
{
    (void)t;
    return a + b;
}
static uint64_t i_subtract(IntType t, uint64_t a, uint64_t b)
{
    (void)t;
    return a - b;
}
static uint64_t i_multiply(IntType t, uint64_t a, uint64_t b)
{
    (void)t;
    return a * b;
}
static uint64_t i_mulhi(IntType t, uint64_t a, uint64_t b)
{
    if (t.is_signed)
        return (uint64_t)(((__int128)(int64_t)a * (int64_t)b) >> t.bits);
    return (uint64_t)(((unsigned __int128)a * b) >> t.bits);
}
static uint64_t i_divide(IntType t, uint64_t a, uint64_t b)
{
    if (!b)
        return UINT64_MAX;
    if (!t.is_signed)
        return a / b;
    return (int64_t)b == -1 ? -a : (uint64_t)((int64_t)a / (int64_t)b);
}
static uint64_t i_remainder(IntType t, uint64_t a, uint64_t b)
{
    if (!b)
        return a;
    if (!t.is_signed)
        return a % b;
    return (int64_t)b == -1 ? 0 : (uint64_t)((int64_t)a % (int64_t)b);
}
static bool i_less(IntType t, uint64_t a, uint64_t b)
{
    return t.is_signed ? (int64_t)a < (int64_t)b : a < b;
}
static uint64_t i_maximum(IntType t, uint64_t a, uint64_t b)
{
    return i_less(t, a, b) ? b : a;
}
static uint64_t i_minimum(IntType t, uint64_t a, uint64_t b)
{
    return i_less(t, b, a) ? b : a;
}
static uint64_t i_and(IntType t, uint64_t a, uint64_t b)
{
    (void)t;
    return a & b;
}
static uint64_t i_or(IntType t, uint64_t a, uint64_t b)
{
    (void)t;
    return a | b;
}
static uint64_t i_xor(IntType t, uint64_t a, uint64_t b)
{
    (void)t;
    return a ^ b;
}
/* Shift amounts are read as unsigned numbers of the type's width. */
static uint64_t low_bits(IntType t, uint64_t v)
{
    return t.bits == 64 ? v : v & (((uint64_t)1 << t.bits) - 1);
}
static uint64_t i_shift_left(IntType t, uint64_t a, uint64_t b)
{
    uint64_t n = low_bits(t, b);
    return n >= (uint64_t)t.bits ? 0 : a << n;
}
static uint64_t i_shift_right_logical(IntType t, uint64_t a, uint64_t b)
{
    uint64_t n = low_bits(t, b);
    return n >= (uint64_t)t.bits ? 0 : low_bits(t, a) >> n;
}
static uint64_t i_shift_right_arithmetic(IntType t, uint64_t a, uint64_t b)
{
    uint64_t n = MIN(low_bits(t, b), (uint64_t)t.bits - 1);
    int64_t wide = (int64_t)(a << (64 - t.bits)) >>
                   (64 - t.bits); /* unsigned types shift their top bit in, too */
    return (uint64_t)(wide >> n);
}
static uint64_t i_power(IntType t, uint64_t a, uint64_t b)
{
    if (t.is_signed && (int64_t)b < 0) {
        if ((int64_t)a == 1)
            return 1;
        if ((int64_t)a == -1)
            return b & 1 ? UINT64_MAX : 1;
        return 0;
    }
    uint64_t result = 1;
    for (; b; b >>= 1, a *= a)
        if (b & 1)
            result *= a;
    return result;
}

static uint64_t (*const int2[N_OPCODES])(IntType, uint64_t, uint64_t) = {
    [OP_add] = i_add,
    [OP_and] = i_and,
    [OP_divide] = i_divide,
    [OP_maximum] = i_maximum,
    [OP_minimum] = i_minimum,
    [OP_mulhi] = i_mulhi,
    [OP_multiply] = i_multiply,
    [OP_or] = i_or,
    [OP_power] = i_power,
    [OP_remainder] = i_remainder,
    [OP_shift_left] = i_shift_left,
    [OP_shift_right_arithmetic] = i_shift_right_arithmetic,
    [OP_shift_right_logical] = i_shift_right_logical,
    [OP_subtract] = i_subtract,
    [OP_xor] = i_xor,
};

static uint64_t i_same(IntType t, uint64_t a)
{
    (void)t;
    return a;
}
static uint64_t i_abs(IntType t, uint64_t a)
{
    return t.is_signed && (int64_t)a < 0 ? -a : a;
}
static uint64_t i_negate(IntType t, uint64_t a)
{
    (void)t;
    return -a;
}
static uint64_t i_sign(IntType t, uint64_t a)
{
    return a == 0 ? 0 : t.is_signed && (int64_t)a < 0 ? UINT64_MAX : 1;
}
static uint64_t i_not(IntType t, uint64_t a)
{
    (void)t;
    return ~a;
}
static uint64_t i_square(IntType t, uint64_t a)
{
    (void)t;
    return a * a;
}
static uint64_t i_popcnt(IntType t, uint64_t a)
{
    return (uint64_t)__builtin_popcountll(low_bits(t, a));
}
static uint64_t i_clz(IntType t, uint64_t a)
{
    uint64_t v = low_bits(t, a), n = 0;
    for (int bit = t.bits - 1; bit >= 0 && !(v >> bit & 1); bit--)
        n++;
    return n;
}

static uint64_t (*const int1[N_OPCODES])(IntType, uint64_t) = {
    [OP_abs] = i_abs,       [OP_copy] = i_same,     [OP_count_leading_zeros] = i_clz,
    [OP_negate] = i_negate, [OP_not] = i_not,       [OP_popcnt] = i_popcnt,
    [OP_sign] = i_sign,     [OP_square] = i_square,
};

/* ---- pred ------------------------------------------------------------------------------------ */

static bool p_or(bool a, bool b)
{
    return a || b;
}
static bool p_and(bool a, bool b)
{
    return a && b;
}
static bool p_xor(bool a, bool b)
{
    return a != b;
}
static bool p_power(bool a, bool b)
{
    return a || !b;
}

static bool (*const pred2[N_OPCODES])(bool, bool) = {
    [OP_add] = p_or,      [OP_and] = p_and,      [OP_maximum] = p_or,
    [OP_minimum] = p_and, [OP_multiply] = p_and, [OP_or] = p_or,
    [OP_xor] = p_xor,     [OP_subtract] = p_xor, [OP_power] = p_power,
};

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
    IntType t = {elem_info[e].bits, cls == CLASS_SIGNED};
    uint64_t x = a[0].u, y = a[1].u;
    if (op->a.compare.kind == COMPARE_UNSIGNED && t.is_signed) {
        x = low_bits(t, x);
        y = low_bits(t, y);
        t.is_signed = false;
    } else if (op->a.compare.kind == COMPARE_SIGNED && cls == CLASS_UNSIGNED) {
        x = (uint64_t)((int64_t)(x << (64 - t.bits)) >> (64 - t.bits));
        y = (uint64_t)((int64_t)(y << (64 - t.bits)) >> (64 - t.bits));
        t.is_signed = true;
    }
    return i_less(t, y, x) - i_less(t, x, y);
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
    IntType t = {elem_info[e].bits, elem_info[e].cls == CLASS_SIGNED};
    return (Scalar){.u = i_minimum(t, i_maximum(t, a[1].u, a[0].u), a[2].u)};
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

/* On the type's own bit pattern: the mantissa to m bits, ties to even (denormals keep their
 * places). Only a narrower exponent field changes the range: too large becomes infinite, below the
 * least normal number zero. */
static Scalar s_reduce_precision(const IrOp *op, const Scalar *a)
{
    ElemType e = op->type->elem;
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
        /* the neighbour on x's other side: the nearest value of the point mirrored at x lies there
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
    case CLASS_PRED: return one ? truth(a[0].i) : truth(pred2[op->code](a[0].i, a[1].i));
    case CLASS_SIGNED:
    case CLASS_UNSIGNED: {
        IntType t = {elem_info[e].bits, elem_info[e].cls == CLASS_SIGNED};
        uint64_t v = one ? int1[op->code](t, a[0].u) : int2[op->code](t, a[0].u, a[1].u);
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
        case CLASS_PRED: known = one ? op->code == OP_copy : pred2[op->code] != NULL; break;
        case CLASS_SIGNED:
        case CLASS_UNSIGNED: known = one ? int1[op->code] != NULL : int2[op->code] != NULL; break;
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
