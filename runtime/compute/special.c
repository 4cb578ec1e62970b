/* Special functions, one element at a time in f64, by standard formulas (Abramowitz and Stegun). The error is a few units in
 * the last place of f32 or less. */
#include "runtime/compute/special.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* Inverse error function: a rational start (Winitzki), then Newton steps on erf. */
static double erf_inv(double x)
{
    if (!(fabs(x) < 1))
        return fabs(x) == 1 ? copysign(INFINITY, x) : NAN;
    double l = log1p(-x * x), a = 0.147, h = 2 / (M_PI * a) + l / 2;
    double y = copysign(sqrt(sqrt(h * h - l / a) - h), x);
    for (int i = 0; i < 4; i++) {
        /* erfc keeps the difference exact near the ends */
        double err = x > 0.5 ? (1 - x) - erfc(y) : x < -0.5 ? erfc(-y) - (1 + x) : erf(y) - x;
        y -= err / (2 / sqrt(M_PI) * exp(-y * y));
    }
    return y;
}

static double digamma(double x)
{
    if (x == 0 || (x < 0 && x == floor(x)))
        return NAN;
    if (x < 0) /* reflection */
        return digamma(1 - x) - M_PI / tan(M_PI * (x - rint(x))); /* tan's period is pi */
    double r = 0;
    for (; x < 10; x++)
        r -= 1 / x;
    double f = 1 / (x * x);
    return r + log(x) - 0.5 / x - f * (1.0 / 12 - f * (1.0 / 120 - f * (1.0 / 252 - f * (1.0 / 240 - f * (1.0 / 132 - f * (691.0 / 32760 - f * (1.0 / 12)))))));
}

enum { MOST_TERMS = 100000 }; /* of a sum from far below zero; the rest is taken as smooth */

/* Hurwitz zeta, sum over (q + k)^-s, by Euler and Maclaurin. */
static double zeta(double s, double q)
{
    static const double b[] = { 1.0 / 6, -1.0 / 30, 1.0 / 42, -1.0 / 30, 5.0 / 66, -691.0 / 2730, 7.0 / 6, -3617.0 / 510 };
    if (!(s > 1) || isnan(q))
        return s == 1 && !isnan(q) ? INFINITY : NAN;
    if (q <= 0) {
        if (q == floor(q)) /* a pole: from both sides alike, or not */
            return fmod(s, 2) == 0 || s != floor(s) ? INFINITY : NAN;
        if (s != floor(s))
            return NAN;
    }
    double sum = 0;
    for (int k = 0; k < 12 || (q <= 9 && k < MOST_TERMS); k++, q++)
        sum += pow(q, -s);
    if (isinf(sum) || pow(q, -s) == 0) /* nothing is left to add, and below would stand infinity times 0 */
        return sum;
    sum += pow(q, 1 - s) / (s - 1) + 0.5 * pow(q, -s);
    double t = s, fact = 2, p = pow(q, -s - 1);
    for (int k = 0; k < 8; k++) {
        sum += b[k] * t / fact * p;
        t *= (s + 2 * k + 1) * (s + 2 * k + 2);
        fact *= (2 * k + 3) * (2 * k + 4);
        p /= q * q;
    }
    return sum;
}

static double polygamma(double n, double x)
{
    if (n == 0)
        return digamma(x);
    if (n < 0 || n != floor(n))
        return NAN;
    return (fmod(n, 2) == 1 ? 1 : -1) * exp(lgamma(n + 1)) * zeta(n + 1, x);
}

/* e^-|x| I1(x): power series, then the asymptotic one. */
static double bessel_i1e(double x)
{
    double ax = fabs(x), r;
    if (ax < 30) {
        double h = ax / 2, t = h, sum = t;
        for (int k = 1; k < 200 && t > sum * 1e-17; k++) {
            t *= h / k * (h / (k + 1));
            sum += t;
        }
        r = sum * exp(-ax);
    } else {
        double t = 1, sum = 1;
        for (int k = 1; k < 20; k++) {
            t *= -(4.0 - (2 * k - 1) * (2.0 * k - 1)) / (k * 8 * ax);
            sum += t;
        }
        r = sum / (sqrt(2 * M_PI) * sqrt(ax)); /* 2 pi ax may be infinite */
    }
    return copysign(r, x);
}

#define ARGS void *d, const void *a, const void *b, const void *c, int n
#define LOOP1(name, t, T)                                                                          \
    void special_##name##_##t(ARGS)                                                                \
    {                                                                                              \
        (void)b, (void)c;                                                                          \
        for (int i = 0; i < n; i++)                                                                \
            ((T *)d)[i] = (T)name(((const T *)a)[i]);                                              \
    }
#define LOOP2(name, t, T)                                                                          \
    void special_##name##_##t(ARGS)                                                                \
    {                                                                                              \
        (void)c;                                                                                   \
        for (int i = 0; i < n; i++)                                                                \
            ((T *)d)[i] = (T)name(((const T *)a)[i], ((const T *)b)[i]);                           \
    }
LOOP1(erf_inv, f64, double)
LOOP1(digamma, f32, float)
LOOP1(digamma, f64, double)
LOOP1(bessel_i1e, f32, float)
LOOP1(bessel_i1e, f64, double)
LOOP2(zeta, f32, float)
LOOP2(zeta, f64, double)
LOOP2(polygamma, f32, float)
LOOP2(polygamma, f64, double)

void special_reduce_precision_f64(ARGS)
{
    (void)b;
    const int *bits = c;
    int eb = bits[0], mb = bits[1];
    int max_e = eb >= 11 ? 1023 : (1 << (eb - 1)) - 1, min_e = eb >= 11 ? -1023 : 1 - max_e;
    for (int i = 0; i < n; i++) {
        uint64_t u;
        memcpy(&u, (const double *)a + i, 8);
        uint64_t sign = u & 0x8000000000000000u, v = u ^ sign;
        if (v <= 0x7ff0000000000000u) {
            if (mb < 52) {
                int drop = 52 - mb;
                v = (v + (((uint64_t)1 << (drop - 1)) - 1) + ((v >> drop) & 1)) & ~(((uint64_t)1 << drop) - 1);
            }
            int e = (int)(v >> 52) - 1023;
            v = e > max_e ? 0x7ff0000000000000u : e < min_e ? 0 : v;
        }
        u = sign | v;
        memcpy((double *)d + i, &u, 8);
    }
}
