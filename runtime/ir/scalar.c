/* Conversion of elements by bit pattern: one encoder and one decoder serve every float format. */
#include "runtime/ir/scalar.h"

#include <math.h>
#include <string.h>

static const FloatFormat formats[N_ELEMS] = {
    [ELEM_f16] = {5, 10, 15, true, true, true},
    [ELEM_bf16] = {8, 7, 127, true, true, true},
    [ELEM_f32] = {8, 23, 127, true, true, true},
    [ELEM_f64] = {11, 52, 1023, true, true, true},
    [ELEM_f8e5m2] = {5, 2, 15, true, true, true},
    [ELEM_f8e4m3] = {4, 3, 7, true, true, true},
    [ELEM_f8e4m3fn] = {4, 3, 7, true, false, true, .fn = true},
    [ELEM_f8e4m3b11fnuz] = {4, 3, 11, true, false, true, .fnuz = true},
    [ELEM_f8e4m3fnuz] = {4, 3, 8, true, false, true, .fnuz = true},
    [ELEM_f8e5m2fnuz] = {5, 2, 16, true, false, true, .fnuz = true},
    [ELEM_f8e3m4] = {3, 4, 3, true, true, true},
    [ELEM_f8e8m0fnu] = {8, 0, 127, false, false, true, .fn = true},
    [ELEM_f6e3m2fn] = {3, 2, 3, true, false, false, .fn = true},
    [ELEM_f6e2m3fn] = {2, 3, 1, true, false, false, .fn = true},
    [ELEM_f4e2m1fn] = {2, 1, 1, true, false, false, .fn = true},
};

ElemType elem_part(ElemType e)
{
    return e == ELEM_c64 ? ELEM_f32 : e == ELEM_c128 ? ELEM_f64 : e;
}

const FloatFormat *float_format(ElemType e)
{
    e = elem_part(e);
    return elem_is_float(e) ? &formats[e] : NULL;
}

static uint64_t load(const void *p, int bytes)
{
    switch (bytes) {
    case 1: return *(const uint8_t *)p;
    case 2: {
        uint16_t v;
        memcpy(&v, p, 2);
        return v;
    }
    case 4: {
        uint32_t v;
        memcpy(&v, p, 4);
        return v;
    }
    default: {
        uint64_t v;
        memcpy(&v, p, 8);
        return v;
    }
    }
}

static void store(void *p, uint64_t v, int bytes)
{
    switch (bytes) {
    case 1: *(uint8_t *)p = (uint8_t)v; return;
    case 2: {
        uint16_t w = (uint16_t)v;
        memcpy(p, &w, 2);
        return;
    }
    case 4: {
        uint32_t w = (uint32_t)v;
        memcpy(p, &w, 4);
        return;
    }
    default: memcpy(p, &v, 8); return;
    }
}

/* Bits of the largest finite value, without sign. */
static uint64_t max_bits(const FloatFormat *f)
{
    uint64_t all = ((uint64_t)1 << (f->exponent_bits + f->mantissa_bits)) - 1;
    if (f->has_inf)
        return all - ((uint64_t)1 << f->mantissa_bits); /* the top exponent encodes inf and NaN */
    if (f->fn && f->has_nan)
        return all - 1;
    return all; /* fnuz, and types without special values */
}

static double decode(const FloatFormat *f, uint64_t bits)
{
    int e_bits = f->exponent_bits, m_bits = f->mantissa_bits;
    uint64_t magnitude = bits & (((uint64_t)1 << (e_bits + m_bits)) - 1);
    bool negative = f->has_sign && (bits >> (e_bits + m_bits) & 1);
    uint64_t exponent = magnitude >> m_bits, mantissa = magnitude & (((uint64_t)1 << m_bits) - 1);
    if (f->fnuz && negative && magnitude == 0)
        return NAN;
    if (magnitude > max_bits(f)) {
        if (f->has_inf && mantissa == 0)
            return negative ? -INFINITY : INFINITY;
        return negative ? -NAN : NAN;
    }
    double v;
    if (!f->has_sign) /* exponent only: code 0 is 2^-127 */
        v = ldexp(1.0, (int)exponent - f->bias);
    else if (exponent == 0)
        v = ldexp((double)mantissa, 1 - f->bias - m_bits);
    else
        v = ldexp((double)(mantissa | (uint64_t)1 << m_bits), (int)exponent - f->bias - m_bits);
    return negative ? -v : v;
}

static uint64_t nan_bits(const FloatFormat *f, bool negative, uint64_t payload)
{
    int width = f->exponent_bits + f->mantissa_bits;
    uint64_t sign = f->has_sign && negative ? (uint64_t)1 << width : 0;
    if (f->fnuz)
        return (uint64_t)1 << width;
    if (f->fn)
        return sign | (((uint64_t)1 << width) - 1);
    uint64_t exponent = (((uint64_t)1 << f->exponent_bits) - 1) << f->mantissa_bits;
    return sign | exponent | (payload ? payload : (uint64_t)1 << (f->mantissa_bits - 1));
}

static uint64_t encode(const FloatFormat *f, double v)
{
    int m_bits = f->mantissa_bits, width = f->exponent_bits + m_bits;
    bool negative = signbit(v);
    uint64_t sign = f->has_sign && negative ? (uint64_t)1 << width : 0;
    if (isnan(v)) {
        if (f->has_nan)
            return nan_bits(f, negative, 0);
        return max_bits(f) | sign; /* the type has neither infinity nor NaN */
    }
    double x = fabs(v);
    uint64_t bits;
    if (isinf(x)) {
        bits = UINT64_MAX >> 1;
    } else if (!f->has_sign) { /* powers of two: no zero, no negative values */
        if (negative || x == 0)
            return nan_bits(f, false, 0);
        int e;
        double m = frexp(x, &e); /* x = m * 2^e, m in [0.5, 1) */
        int64_t code =
            (int64_t)e - 1 + f->bias + (m >= 0.75); /* ties to the larger */
        bits = code < 0 ? 0 : (uint64_t)code;
    } else {
        int e = x == 0 ? 1 - f->bias : MAX(ilogb(x), 1 - f->bias);
        /* In units of the last place the value is exact in a double until rint; in the sum below a carry out of the mantissa raises the
         * exponent. */
        uint64_t units = (uint64_t)rint(ldexp(x, m_bits - e));
        bits = ((uint64_t)(e + f->bias - 1) << m_bits) + units;
    }
    if (bits > max_bits(f)) {
        if (f->has_inf)
            bits = max_bits(f) + 1;
        else if (f->has_nan)
            return nan_bits(f, negative, 0);
        else
            bits = max_bits(f);
    }
    if (bits == 0 && f->fnuz)
        sign = 0;
    return bits | sign;
}

double float_max(ElemType e)
{
    const FloatFormat *f = float_format(e);
    return decode(f, max_bits(f));
}

/* Low `bits` bits, sign-extended if the type is signed. */
static uint64_t narrow(ElemType e, uint64_t v)
{
    int bits = elem_info[e].bits;
    if (bits == 64)
        return v;
    v &= ((uint64_t)1 << bits) - 1;
    if (elem_info[e].cls == CLASS_SIGNED && (v >> (bits - 1) & 1))
        v |= ~(((uint64_t)1 << bits) - 1);
    return v;
}

void scalar_from_int(ElemType e, int64_t v, void *out)
{
    switch (elem_info[e].cls) {
    case CLASS_PRED: *(uint8_t *)out = v != 0; return;
    case CLASS_SIGNED:
    case CLASS_UNSIGNED: store(out, narrow(e, (uint64_t)v), elem_info[e].bytes); return;
    case CLASS_FLOAT:
    case CLASS_COMPLEX: scalar_from_double(e, (double)v, out); return;
    }
}

static void int_limits(ElemType e, double *lo, double *hi)
{
    int bits = elem_info[e].bits;
    bool is_signed = elem_info[e].cls == CLASS_SIGNED;
    *lo = is_signed ? -ldexp(1.0, bits - 1) : 0;
    *hi = ldexp(1.0, is_signed ? bits - 1 : bits);
}

void scalar_from_double(ElemType e, double v, void *out)
{
    double lo, hi;
    switch (elem_info[e].cls) {
    case CLASS_PRED: *(uint8_t *)out = v != 0; return;
    case CLASS_SIGNED:
    case CLASS_UNSIGNED:
        int_limits(e, &lo, &hi);
        if (isnan(v))
            scalar_from_int(e, 0, out);
        else if (v <= lo)
            scalar_lowest(e, out);
        else if (v >= hi)
            scalar_highest(e, out);
        else
            scalar_from_int(e, v < 0 ? (int64_t)v : (int64_t)(uint64_t)v, out);
        return;
    case CLASS_COMPLEX:
        memset(out, 0, (size_t)elem_info[e].bytes);
        scalar_from_double(elem_part(e), v, out);
        return;
    case CLASS_FLOAT: store(out, encode(&formats[e], v), elem_info[e].bytes); return;
    }
}

int64_t scalar_to_int(ElemType e, const void *p)
{
    g_assert(!float_format(e));
    if (e == ELEM_pred)
        return *(const uint8_t *)p != 0;
    return (int64_t)narrow(e, load(p, elem_info[e].bytes));
}

double scalar_to_double(ElemType e, const void *p)
{
    const FloatFormat *f = float_format(e);
    if (f)
        return decode(f, load(p, elem_info[elem_part(e)].bytes));
    int64_t v = scalar_to_int(e, p);
    return elem_info[e].cls == CLASS_UNSIGNED ? (double)(uint64_t)v : (double)v;
}

void scalar_lowest(ElemType e, void *out)
{
    const FloatFormat *f = float_format(e);
    if (f) {
        double v = !f->has_sign ? ldexp(1.0, -f->bias) : f->has_inf ? -INFINITY : -float_max(e);
        scalar_from_double(e, v, out);
    } else if (elem_info[e].cls == CLASS_SIGNED) {
        scalar_from_int(e, (int64_t)((uint64_t)-1 << (elem_info[e].bits - 1)), out);
    } else {
        scalar_from_int(e, 0, out);
    }
}

void scalar_highest(ElemType e, void *out)
{
    const FloatFormat *f = float_format(e);
    if (f)
        scalar_from_double(e, f->has_inf ? INFINITY : float_max(e), out);
    else if (elem_info[e].cls == CLASS_SIGNED)
        scalar_from_int(e, (int64_t) ~((uint64_t)-1 << (elem_info[e].bits - 1)), out);
    else
        scalar_from_int(e, -1, out);
}

bool scalar_nan(ElemType e, bool negative, uint64_t payload, void *out)
{
    const FloatFormat *f = float_format(e);
    if (!f || !f->has_nan)
        return false;
    if (payload && (f->fn || f->fnuz || payload >> f->mantissa_bits))
        return false;
    memset(out, 0, (size_t)elem_info[e].bytes);
    store(out, nan_bits(f, negative, payload), elem_info[elem_part(e)].bytes);
    return true;
}
