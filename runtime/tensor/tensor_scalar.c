/* Single elements of any type: reading, writing, rounding and conversion as HLO defines them. The reference evaluator uses only
 * these functions; kernels have their own. Small float formats are converted by searching tables of their values, which is slow but
 * easy to check. */
#include "runtime/tensor/tensor.h"

#include <math.h>
#include <string.h>

#include "runtime/base/float16.h"

/* ---- the small floats ------------------------------------------------------------------------ */

typedef enum Specials { IEEE, FN, FNUZ, NONE } Specials; /* what the top codes mean */

typedef struct Small {
    int mantissa, bias, max_code; /* codes 0 .. max_code are the finite values >= 0, ascending */
    Specials specials;
    unsigned sign_bit;
    int overflow, nan; /* codes of overflow and NaN, positive */
} Small;

/* From the formats' definitions: exponent field zero means no hidden bit; see specials for the top.
 */
static const Small small_of[N_ELEMS] = {
    [ELEM_f8e5m2] = {2, 15, 0x7b, IEEE, 0x80, 0x7c, 0x7e},
    [ELEM_f8e4m3] = {3, 7, 0x77, IEEE, 0x80, 0x78, 0x7c},
    [ELEM_f8e3m4] = {4, 3, 0x6f, IEEE, 0x80, 0x70, 0x78},
    [ELEM_f8e4m3fn] = {3, 7, 0x7e, FN, 0x80, 0x7f, 0x7f},
    [ELEM_f8e4m3b11fnuz] = {3, 11, 0x7f, FNUZ, 0x80, 0x80, 0x80},
    [ELEM_f8e4m3fnuz] = {3, 8, 0x7f, FNUZ, 0x80, 0x80, 0x80},
    [ELEM_f8e5m2fnuz] = {2, 16, 0x7f, FNUZ, 0x80, 0x80, 0x80},
    [ELEM_f6e3m2fn] = {2, 3, 0x1f, NONE, 0x20, 0x1f, 0x20},
    [ELEM_f6e2m3fn] = {3, 1, 0x1f, NONE, 0x20, 0x1f, 0x20},
    [ELEM_f4e2m1fn] = {1, 1, 0x7, NONE, 0x8, 0x7, 0x8},
};

static double small_finite(const Small *s, int code)
{
    int exponent = code >> s->mantissa, fraction = code & ((1 << s->mantissa) - 1);
    if (!exponent)
        return ldexp(fraction, 1 - s->bias - s->mantissa);
    return ldexp(fraction + (1 << s->mantissa), exponent - s->bias - s->mantissa);
}

static double small_decode(ElemType e, unsigned code)
{
    if (e == ELEM_f8e8m0fnu)
        return code == 0xff ? NAN : ldexp(1, (int)code - 127);
    const Small *s = &small_of[e];
    if (s->specials == FNUZ && code == s->sign_bit)
        return NAN;
    int magnitude = (int)(code & (s->sign_bit - 1));
    double v = magnitude <= s->max_code                          ? small_finite(s, magnitude)
               : s->specials == IEEE && magnitude == s->overflow ? INFINITY
                                                                 : NAN;
    return code & s->sign_bit ? -v : v;
}

/* For formats of powers of two only: rounds to the nearest, ties to the larger, and what is between the two least to the larger, as ml_dtypes and XLA have it;
 * values without a code, including zero, become NaN, too small ones the smallest. */
static unsigned e8m0_encode(double x)
{
    if (isnan(x) || x <= 0 || isinf(x))
        return 0xff;
    if (x < 0x1p-126)
        return x > 0x1p-127;
    int e;
    double f = frexp(x, &e); /* x = f * 2^e, f in [0.5, 1) */
    int code = e - 1 + 127;
    code += f >= 0.75;
    return code > 0xfe ? 0xff : (unsigned)MAX(code, 0);
}

static unsigned small_encode(ElemType e, double x)
{
    if (e == ELEM_f8e8m0fnu)
        return e8m0_encode(x);
    const Small *s = &small_of[e];
    unsigned sign = signbit(x) ? s->sign_bit : 0;
    if (isnan(x))
        return s->specials == FNUZ   ? s->sign_bit
               : s->specials == NONE ? s->sign_bit
                                     : sign | (unsigned)s->nan;
    double a = fabs(x);
    int lo = 0, hi = s->max_code + 1; /* largest code whose value is <= a, by halving */
    while (hi - lo > 1) {
        int mid = (lo + hi) / 2;
        if (small_finite(s, mid) <= a)
            lo = mid;
        else
            hi = mid;
    }
    double below = small_finite(s, lo), above = small_finite(s, lo + 1),
           middle = below + (above - below) / 2;
    int code = lo + (a > middle || (a == middle && (lo & 1)));
    if (code > s->max_code)
        return s->specials == FNUZ ? s->sign_bit : sign | (unsigned)s->overflow;
    if (!code && s->specials == FNUZ)
        return 0;
    return sign | (unsigned)code;
}

/* ---- elements -------------------------------------------------------------------------------- */

Scalar scalar_load(ElemType e, const void *data, int64_t i)
{
    switch (e) {
    case ELEM_pred: return (Scalar){.i = ((const uint8_t *)data)[i] != 0};
    case ELEM_s1:
    case ELEM_s2:
    case ELEM_s4:
    case ELEM_s8: return (Scalar){.i = ((const int8_t *)data)[i]};
    case ELEM_s16: return (Scalar){.i = ((const int16_t *)data)[i]};
    case ELEM_s32: return (Scalar){.i = ((const int32_t *)data)[i]};
    case ELEM_s64: return (Scalar){.i = ((const int64_t *)data)[i]};
    case ELEM_u1:
    case ELEM_u2:
    case ELEM_u4:
    case ELEM_u8: return (Scalar){.u = ((const uint8_t *)data)[i]};
    case ELEM_u16: return (Scalar){.u = ((const uint16_t *)data)[i]};
    case ELEM_u32: return (Scalar){.u = ((const uint32_t *)data)[i]};
    case ELEM_u64: return (Scalar){.u = ((const uint64_t *)data)[i]};
    case ELEM_f16: return (Scalar){.f = f16_to_f32(((const uint16_t *)data)[i])};
    case ELEM_bf16: return (Scalar){.f = bf16_to_f32(((const uint16_t *)data)[i])};
    case ELEM_f32: return (Scalar){.f = ((const float *)data)[i]};
    case ELEM_f64: return (Scalar){.f = ((const double *)data)[i]};
    case ELEM_f8e5m2:
    case ELEM_f8e4m3:
    case ELEM_f8e4m3fn:
    case ELEM_f8e4m3b11fnuz:
    case ELEM_f8e4m3fnuz:
    case ELEM_f8e5m2fnuz:
    case ELEM_f8e3m4:
    case ELEM_f8e8m0fnu:
    case ELEM_f6e3m2fn:
    case ELEM_f6e2m3fn:
    case ELEM_f4e2m1fn: return (Scalar){.f = small_decode(e, ((const uint8_t *)data)[i])};
    case ELEM_c64:
        return (Scalar){.f = ((const float *)data)[2 * i], .im = ((const float *)data)[2 * i + 1]};
    case ELEM_c128:
        return (Scalar){.f = ((const double *)data)[2 * i],
                        .im = ((const double *)data)[2 * i + 1]};
    case N_ELEMS: break;
    }
    g_assert_not_reached();
}

/* Sign-extends the low bits of an integer. */
static int64_t low_signed(int64_t v, int bits)
{
    return (int64_t)((uint64_t)v << (64 - bits)) >> (64 - bits);
}

void scalar_trim(ElemType e, void *data, int64_t n)
{
    int bits = elem_info[e].bits;
    bool is_signed = elem_info[e].cls == CLASS_SIGNED;
    if (!elem_is_int(e) || bits >= 8)
        return;
    for (int64_t i = 0; i < n; i++) {
        uint8_t *at = (uint8_t *)data + i;
        *at = is_signed ? (uint8_t)low_signed(*at, bits) : (uint8_t)(*at & ((1u << bits) - 1));
    }
}

void scalar_store(ElemType e, void *data, int64_t i, Scalar v)
{
    switch (e) {
    case ELEM_pred: ((uint8_t *)data)[i] = v.i != 0; return;
    case ELEM_s1:
    case ELEM_s2:
    case ELEM_s4:
    case ELEM_s8: ((int8_t *)data)[i] = (int8_t)low_signed(v.i, elem_info[e].bits); return;
    case ELEM_s16: ((int16_t *)data)[i] = (int16_t)v.i; return;
    case ELEM_s32: ((int32_t *)data)[i] = (int32_t)v.i; return;
    case ELEM_s64: ((int64_t *)data)[i] = v.i; return;
    case ELEM_u1:
    case ELEM_u2:
    case ELEM_u4:
    case ELEM_u8: ((uint8_t *)data)[i] = (uint8_t)(v.u & ((1u << elem_info[e].bits) - 1)); return;
    case ELEM_u16: ((uint16_t *)data)[i] = (uint16_t)v.u; return;
    case ELEM_u32: ((uint32_t *)data)[i] = (uint32_t)v.u; return;
    case ELEM_u64: ((uint64_t *)data)[i] = v.u; return;
    case ELEM_f16: ((uint16_t *)data)[i] = f16_from_f64(v.f); return;
    case ELEM_bf16: ((uint16_t *)data)[i] = bf16_from_f64(v.f); return;
    case ELEM_f32: ((float *)data)[i] = (float)v.f; return;
    case ELEM_f64: ((double *)data)[i] = v.f; return;
    case ELEM_f8e5m2:
    case ELEM_f8e4m3:
    case ELEM_f8e4m3fn:
    case ELEM_f8e4m3b11fnuz:
    case ELEM_f8e4m3fnuz:
    case ELEM_f8e5m2fnuz:
    case ELEM_f8e3m4:
    case ELEM_f8e8m0fnu:
    case ELEM_f6e3m2fn:
    case ELEM_f6e2m3fn:
    case ELEM_f4e2m1fn: ((uint8_t *)data)[i] = (uint8_t)small_encode(e, v.f); return;
    case ELEM_c64:
        ((float *)data)[2 * i] = (float)v.f;
        ((float *)data)[2 * i + 1] = (float)v.im;
        return;
    case ELEM_c128:
        ((double *)data)[2 * i] = v.f;
        ((double *)data)[2 * i + 1] = v.im;
        return;
    case N_ELEMS: break;
    }
    g_assert_not_reached();
}

void scalar_store_doubles(ElemType e, void *data, int64_t at, const double *v, int64_t n)
{
    if (e == ELEM_f32)
        for (int64_t i = 0; i < n; i++)
            ((float *)data)[at + i] = (float)v[i];
    else if (e == ELEM_f64)
        memcpy((double *)data + at, v, (size_t)n * sizeof *v);
    else if (e == ELEM_bf16)
        for (int64_t i = 0; i < n; i++)
            ((uint16_t *)data)[at + i] = bf16_from_f64(v[i]);
    else
        for (int64_t i = 0; i < n; i++)
            scalar_store(e, data, at + i, (Scalar){ .f = v[i] });
}

void scalar_load_doubles(ElemType e, const void *data, int64_t at, double *v, int64_t n)
{
    if (e == ELEM_f32)
        for (int64_t i = 0; i < n; i++)
            v[i] = ((const float *)data)[at + i];
    else if (e == ELEM_f64)
        memcpy(v, (const double *)data + at, (size_t)n * sizeof *v);
    else if (e == ELEM_bf16)
        for (int64_t i = 0; i < n; i++)
            v[i] = bf16_to_f32(((const uint16_t *)data)[at + i]);
    else
        for (int64_t i = 0; i < n; i++)
            v[i] = scalar_load(e, data, at + i).f;
}

Scalar scalar_round(ElemType e, Scalar v)
{
    if (e == ELEM_f32)
        return (Scalar){.f = (float)v.f};
    if (e == ELEM_s32)
        return (Scalar){.i = (int32_t)v.i};
    if (e == ELEM_u32)
        return (Scalar){.u = (uint32_t)v.u};
    if (e == ELEM_f64 || e == ELEM_s64 || e == ELEM_u64)
        return v;
    char one[16]; /* all others by storing and loading */
    scalar_store(e, one, 0, v);
    return scalar_load(e, one, 0);
}

/* An integer of more than 53 bits as a double that rounds to narrower floats like the integer
 * itself: the bits that do not fit are ORed into the lowest bit that does. */
static double double_for_rounding(uint64_t magnitude)
{
    if (magnitude < (uint64_t)1 << 53)
        return (double)magnitude;
    uint64_t kept = magnitude >> 12 | ((magnitude & 0xfff) != 0);
    return ldexp((double)kept, 12);
}

static double int_to_float(Scalar v, bool is_signed, ElemType to)
{
    if (to == ELEM_f64 || to == ELEM_c128)
        return is_signed ? (double)v.i : (double)v.u;
    if (is_signed && v.i < 0)
        return -double_for_rounding(-v.u);
    return double_for_rounding(v.u);
}

static Scalar float_to_int(double x, ElemType to)
{
    int bits = elem_info[to].bits;
    if (isnan(x))
        return (Scalar){.i = 0};
    if (elem_info[to].cls == CLASS_UNSIGNED) {
        if (x <= 0)
            return (Scalar){.u = 0};
        return (Scalar){.u = x >= ldexp(1, bits) ? UINT64_MAX >> (64 - bits) : (uint64_t)x};
    }
    if (x >= ldexp(1, bits - 1))
        return (Scalar){.i = INT64_MAX >> (64 - bits)};
    if (x <= -ldexp(1, bits - 1))
        return (Scalar){.i = INT64_MIN >> (64 - bits)};
    return (Scalar){.i = (int64_t)x};
}

Scalar scalar_convert(ElemType from, ElemType to, Scalar v)
{
    ElemClass f = elem_info[from].cls, t = elem_info[to].cls;
    bool from_float = f == CLASS_FLOAT || f == CLASS_COMPLEX,
         to_float = t == CLASS_FLOAT || t == CLASS_COMPLEX;
    if (f != CLASS_COMPLEX)
        v.im = 0;
    if (t == CLASS_PRED)
        return (Scalar){.i = from_float ? v.f != 0 : v.i != 0}; /* of a complex number the real part counts, as in every conversion to a real type */
    if (from_float && !to_float)
        return float_to_int(v.f, to);
    if (!from_float && to_float)
        v.f = int_to_float(v, f != CLASS_UNSIGNED, to);
    return scalar_round(to, v);
}
