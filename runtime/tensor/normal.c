/* Box and Muller's normal numbers, many at a time. Logarithm, sine and cosine are polynomials without branches, so that the compiler
 * makes vector code of them; without fused products every instruction set gives the same bits. */
#include "runtime/tensor/normal.h"

#include <math.h>
#include <string.h>

#define ALWAYS_INLINE static inline __attribute__((always_inline))

/* In (0, 1]. */
ALWAYS_INLINE double unit(uint64_t bits)
{
    return (double)((int64_t)(bits >> 11) + 1) * 0x1p-53;
}

/* Of a normal number > 0. x = m 2^e with m within a factor of sqrt(2) of 1, and ln m = 2 artanh((m - 1) / (m + 1)); eleven terms of its series leave 2e-18. */
ALWAYS_INLINE double natural_log(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint64_t low = 0x3fe6a09e667f3bcd; /* sqrt(1/2) */
    int64_t e = (int64_t)((bits - low) >> 52), signed_e = (e ^ 0x800) - 0x800;
    bits -= (uint64_t)signed_e << 52;
    double m, whole;
    memcpy(&m, &bits, sizeof m);
    /* a small integer as a double, by its bits: vectors of AVX2 cannot convert 64-bit integers */
    uint64_t place = 0x4338000000000000u + (uint64_t)signed_e;
    memcpy(&whole, &place, sizeof whole);
    whole -= 0x1.8p52;
    double s = (m - 1) / (m + 1), z = s * s;
    double series = 1.0 / 21;
    series = series * z + 1.0 / 19;
    series = series * z + 1.0 / 17;
    series = series * z + 1.0 / 15;
    series = series * z + 1.0 / 13;
    series = series * z + 1.0 / 11;
    series = series * z + 1.0 / 9;
    series = series * z + 1.0 / 7;
    series = series * z + 1.0 / 5;
    series = series * z + 1.0 / 3;
    return whole * 0.69314718055994530942 + (2 * s + 2 * s * z * series);
}

/* Cosine and sine of x, 0 <= x <= pi / 4. */
ALWAYS_INLINE double small_cos(double x)
{
    double z = x * x, c = 1.0 / 20922789888000;
    c = c * z - 1.0 / 87178291200;
    c = c * z + 1.0 / 479001600;
    c = c * z - 1.0 / 3628800;
    c = c * z + 1.0 / 40320;
    c = c * z - 1.0 / 720;
    c = c * z + 1.0 / 24;
    c = c * z - 0.5;
    return c * z + 1;
}
ALWAYS_INLINE double small_sin(double x)
{
    double z = x * x, s = 1.0 / 355687428096000;
    s = s * z - 1.0 / 1307674368000;
    s = s * z + 1.0 / 6227020800;
    s = s * z - 1.0 / 39916800;
    s = s * z + 1.0 / 362880;
    s = s * z - 1.0 / 5040;
    s = s * z + 1.0 / 120;
    s = s * z - 1.0 / 6;
    return x + x * z * s;
}

/* cos(2 pi v), 0 <= v <= 1: by symmetry of the eighth of a turn that v is in. */
ALWAYS_INLINE double turn_cos(double v)
{
    double half = v > 0.5 ? 1 - v : v, quarter = half > 0.25 ? 0.5 - half : half;
    double eighth = quarter > 0.125 ? 0.25 - quarter : quarter, x = eighth * 6.28318530717958647693;
    double c = small_cos(x), s = small_sin(x), value = quarter > 0.125 ? s : c;
    return half > 0.25 ? -value : value;
}

ALWAYS_INLINE void fill(uint64_t key, int64_t from, int n, double *restrict re, double *restrict im)
{
    for (int k = 0; k < n; k++) {
        uint64_t i = (uint64_t)(from + k) * 2;
        double u = unit(normal_mix(key ^ normal_mix(i))), v = unit(normal_mix(key ^ normal_mix(i + 1)));
        double r = sqrt(-2 * natural_log(u));
        re[k] = r * turn_cos(v);
        if (im) /* sin(2 pi v) = cos(2 pi (v - 1/4)), and cosine is even */
            im[k] = r * turn_cos(v > 0.25 ? v - 0.25 : 0.25 - v);
    }
}

ALWAYS_INLINE void fill_either(uint64_t key, int64_t from, int n, double *re, double *im)
{
    if (im)
        fill(key, from, n, re, im);
    else
        fill(key, from, n, re, NULL);
}

#ifdef __x86_64__
__attribute__((target("avx2"))) static void fill_avx2(uint64_t key, int64_t from, int n, double *re, double *im)
{
    fill_either(key, from, n, re, im);
}
__attribute__((target("avx512f,avx512dq"))) static void fill_avx512(uint64_t key, int64_t from, int n, double *re, double *im)
{
    fill_either(key, from, n, re, im);
}
#endif

void normal_fill(uint64_t key, int64_t from, int n, double *re, double *im)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq"))
        return fill_avx512(key, from, n, re, im);
    if (__builtin_cpu_supports("avx2"))
        return fill_avx2(key, from, n, re, im);
#endif
    fill_either(key, from, n, re, im);
}
