/* What each element-wise op does to one number: tables of functions for floats (in double), integers (as 64-bit values, which the
 * caller truncates to their width) and booleans. Complex numbers are in complex.c. */
#include <math.h>

#include "runtime/base/float16.h"
#include "runtime/reference/reference_impl.h"

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

static uint64_t i_add(RefInt t, uint64_t a, uint64_t b)
{
    (void)t;
    return a + b;
}
static uint64_t i_subtract(RefInt t, uint64_t a, uint64_t b)
{
    (void)t;
    return a - b;
}
static uint64_t i_multiply(RefInt t, uint64_t a, uint64_t b)
{
    (void)t;
    return a * b;
}
static uint64_t i_mulhi(RefInt t, uint64_t a, uint64_t b)
{
    if (t.is_signed)
        return (uint64_t)(((__int128)(int64_t)a * (int64_t)b) >> t.bits);
    return (uint64_t)(((unsigned __int128)a * b) >> t.bits);
}
static uint64_t i_divide(RefInt t, uint64_t a, uint64_t b)
{
    if (!b)
        return UINT64_MAX;
    if (!t.is_signed)
        return a / b;
    return (int64_t)b == -1 ? -a : (uint64_t)((int64_t)a / (int64_t)b);
}
static uint64_t i_remainder(RefInt t, uint64_t a, uint64_t b)
{
    if (!b)
        return a;
    if (!t.is_signed)
        return a % b;
    return (int64_t)b == -1 ? 0 : (uint64_t)((int64_t)a % (int64_t)b);
}
bool ref_int_less(RefInt t, uint64_t a, uint64_t b)
{
    return t.is_signed ? (int64_t)a < (int64_t)b : a < b;
}
static uint64_t i_maximum(RefInt t, uint64_t a, uint64_t b)
{
    return ref_int_less(t, a, b) ? b : a;
}
static uint64_t i_minimum(RefInt t, uint64_t a, uint64_t b)
{
    return ref_int_less(t, b, a) ? b : a;
}
static uint64_t i_and(RefInt t, uint64_t a, uint64_t b)
{
    (void)t;
    return a & b;
}
static uint64_t i_or(RefInt t, uint64_t a, uint64_t b)
{
    (void)t;
    return a | b;
}
static uint64_t i_xor(RefInt t, uint64_t a, uint64_t b)
{
    (void)t;
    return a ^ b;
}
uint64_t ref_low_bits(RefInt t, uint64_t v)
{
    return t.bits == 64 ? v : v & (((uint64_t)1 << t.bits) - 1);
}
/* Shift amounts are read as unsigned numbers of the type's width. */
static uint64_t i_shift_left(RefInt t, uint64_t a, uint64_t b)
{
    uint64_t n = ref_low_bits(t, b);
    return n >= (uint64_t)t.bits ? 0 : a << n;
}
static uint64_t i_shift_right_logical(RefInt t, uint64_t a, uint64_t b)
{
    uint64_t n = ref_low_bits(t, b);
    return n >= (uint64_t)t.bits ? 0 : ref_low_bits(t, a) >> n;
}
static uint64_t i_shift_right_arithmetic(RefInt t, uint64_t a, uint64_t b)
{
    uint64_t n = MIN(ref_low_bits(t, b), (uint64_t)t.bits - 1);
    int64_t wide = (int64_t)(a << (64 - t.bits)) >>
                   (64 - t.bits); /* unsigned types shift their top bit in, too */
    return (uint64_t)(wide >> n);
}
static uint64_t i_power(RefInt t, uint64_t a, uint64_t b)
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

const RefI2 ref_int2[N_OPCODES] = {
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

static uint64_t i_same(RefInt t, uint64_t a)
{
    (void)t;
    return a;
}
static uint64_t i_abs(RefInt t, uint64_t a)
{
    return t.is_signed && (int64_t)a < 0 ? -a : a;
}
static uint64_t i_negate(RefInt t, uint64_t a)
{
    (void)t;
    return -a;
}
static uint64_t i_sign(RefInt t, uint64_t a)
{
    return a == 0 ? 0 : t.is_signed && (int64_t)a < 0 ? UINT64_MAX : 1;
}
static uint64_t i_not(RefInt t, uint64_t a)
{
    (void)t;
    return ~a;
}
static uint64_t i_square(RefInt t, uint64_t a)
{
    (void)t;
    return a * a;
}
static uint64_t i_popcnt(RefInt t, uint64_t a)
{
    return (uint64_t)__builtin_popcountll(ref_low_bits(t, a));
}
static uint64_t i_clz(RefInt t, uint64_t a)
{
    uint64_t v = ref_low_bits(t, a), n = 0;
    for (int bit = t.bits - 1; bit >= 0 && !(v >> bit & 1); bit--)
        n++;
    return n;
}

const RefI1 ref_int1[N_OPCODES] = {
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

const RefP2 ref_pred2[N_OPCODES] = {
    [OP_add] = p_or,      [OP_and] = p_and,      [OP_maximum] = p_or,
    [OP_minimum] = p_and, [OP_multiply] = p_and, [OP_or] = p_or,
    [OP_xor] = p_xor,     [OP_subtract] = p_xor, [OP_power] = p_power,
};
