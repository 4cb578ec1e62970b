/* Special functions that C's library lacks, computed in long double and rounded. Where long double has a mantissa of 64 bits, f64
 * results are within 3 units in the last place, except near zeros of digamma and polygamma at negative arguments, where terms
 * cancel. */
#include <math.h>

#include "runtime/reference/reference_impl.h"

typedef long double Wide;

#define PI 3.14159265358979323846264338327950288L

/* The Bernoulli numbers B_2, B_4, ... */
static const Wide bernoulli[] = {
    1.0L / 6,         -1.0L / 30,      1.0L / 42,          -1.0L / 30,
    5.0L / 66,        -691.0L / 2730,  7.0L / 6,           -3617.0L / 510,
    43867.0L / 798,   -174611.0L / 330, 854513.0L / 138,   -236364091.0L / 2730,
    8553103.0L / 6,
};
enum { N_BERNOULLI = sizeof bernoulli / sizeof *bernoulli };

/* digamma near its one positive zero x0, without cancellation: digamma(x) - digamma(x0), upwards by
 * the recurrence and then by the asymptotic series, each term's difference with x - x0 as factor. */
static Wide digamma_near_zero(Wide x)
{
    enum { SHIFT = 24 };
    const Wide high = 0x1.762d86356be3fp+0L, low = 9.549995429965697715e-17L; /* x0 = high + low */
    Wide d = (x - high) - low, sum = 0;
    for (int k = 0; k < SHIFT; k++)
        sum += d / ((high + k) * (x + k));
    Wide a = x + SHIFT, b = high + SHIFT;
    sum += log1pl(d / b) + d / (2 * a * b);
    for (int k = 1; k <= 8; k++) { /* -B_2k / 2k (a^-2k - b^-2k) */
        Wide powers = 0;
        for (int j = 0; j < 2 * k; j++)
            powers += powl(a, -(j + 1)) * powl(b, -(2 * k - j));
        sum += bernoulli[k - 1] / (2 * k) * d * powers;
    }
    return sum;
}

/* Upwards by the recurrence until the asymptotic series converges (Abramowitz and
 * Stegun 6.3.5, 6.3.18); negative arguments by reflection (6.3.7). */
static Wide digamma(Wide x)
{
    if (isnan(x) || x == -INFINITY || (x <= 0 && x == floorl(x)))
        return NAN;
    if (x == INFINITY)
        return x;
    if (x < 0) {
        Wide r = x - rintl(x); /* exact; tan has period pi */
        return digamma(1 - x) - PI / tanl(PI * r);
    }
    if (x > 1.2L && x < 1.8L)
        return digamma_near_zero(x);
    Wide sum = 0;
    for (; x < 24; x++)
        sum -= 1 / x;
    Wide power = 1 / (x * x), series = 0;
    for (int k = 0; k < 8; k++) {
        series += bernoulli[k] / (2 * (k + 1)) * power;
        power /= x * x;
    }
    return sum + logl(x) - 0.5L / x - series;
}

double ref_digamma(double x)
{
    return (double)digamma(x);
}

double ref_lgamma(double x)
{
    if (isnan(x))
        return x;
    if (isinf(x) || (x <= 0 && x == floor(x)))
        return INFINITY;
    int sign;
    return lgamma_r(x, &sign);
}

/* A start from the tails' asymptotics, then Newton steps on erf (erfc where erf is flat). */
double ref_erf_inv(double y)
{
    if (isnan(y) || fabs(y) > 1)
        return NAN;
    if (fabs(y) == 1)
        return copysign(INFINITY, y);
    if (y == 0)
        return y;
    /* Winitzki's closed form, good to some 1e-3 */
    double l = log1p(-y * y), t = 2 / (G_PI * 0.147) + l / 2;
    double x = copysign(sqrt(sqrt(t * t - l / 0.147) - t), y);
    for (int i = 0; i < 4; i++) {
        double slope = 2 / sqrt(G_PI) * exp(-x * x);
        double miss = fabs(y) < 0.5 ? erf(x) - y : copysign(1, y) * ((1 - fabs(y)) - erfc(fabs(x)));
        double step = miss / slope;
        x -= step / (1 + x * step); /* Halley's correction */
    }
    return x;
}

/* exp(-|x|) I1(x): the power series where its terms stay below overflow, all of one sign, else
 * Hankel's expansion (Abramowitz and Stegun 9.6.10, 9.7.1). */
double ref_bessel_i1e(double x)
{
    Wide a = fabsl((Wide)x), value;
    if (isnan(x))
        return x;
    if (isinf(x))
        return copysign(0, x);
    if (a < 40) {
        Wide term = a / 2, sum = term;
        for (int k = 1; term > sum * 1e-21L && term > 0; k++) {
            term *= a * a / 4 / ((Wide)k * (k + 1));
            sum += term;
        }
        value = sum * expl(-a);
    } else {
        Wide term = 1, sum = 1;
        for (int k = 1; k < 24; k++) {
            Wide odd = 2 * k - 1;
            term *= -(4 - odd * odd) / (k * 8 * a);
            sum += term;
        }
        value = sum / sqrtl(2 * PI * a);
    }
    return copysign((double)value, x);
}

/* Hurwitz's zeta by Euler and Maclaurin: terms one by one until the rest of them is nothing or the
 * corrections converge fast, then the integral and those. */
static Wide zeta(Wide s, Wide q)
{
    if (isnan(s) || isnan(q) || s < 1)
        return NAN;
    if (s == 1)
        return INFINITY;
    if (q <= 0) {
        if (q == floorl(q))
            return fmodl(s, 2) == 0 || s != floorl(s) ? INFINITY : NAN;
        if (s != floorl(s))
            return NAN;
    }
    enum { MAX_TERMS = 100000 }; /* for very negative q; the rest is treated as smooth */
    Wide sum = 0, a = q, enough = 15 + s;
    for (int n = 0; a < enough && n < MAX_TERMS; a++, n++) {
        Wide term = powl(a, -s);
        sum += term;
        if (a > 0 && term * (1 + a) < fabsl(sum) * 1e-22L)
            return sum;
    }
    sum += powl(a, 1 - s) / (s - 1) + 0.5L * powl(a, -s);
    Wide factor = s, power = powl(a, -s - 1), factorial = 2;
    for (int k = 0; k < N_BERNOULLI; k++) {
        Wide term = bernoulli[k] / factorial * factor * power;
        sum += term;
        if (fabsl(term) < fabsl(sum) * 1e-21L)
            break;
        factor *= (s + 2 * k + 1) * (s + 2 * k + 2);
        factorial *= (Wide)(2 * k + 3) * (2 * k + 4);
        power /= a * a;
    }
    return sum;
}

double ref_zeta(double s, double q)
{
    return (double)zeta(s, q);
}

/* The n-th derivative of digamma (Abramowitz and Stegun 6.4.10). */
double ref_polygamma(double n, double x)
{
    if (isnan(n) || isnan(x) || n < 0 || n != floor(n))
        return NAN;
    if (n == 0)
        return ref_digamma(x);
    Wide sign = fmod(n, 2) == 0 ? -1 : 1;
    return (double)(sign * tgammal((Wide)n + 1) * zeta((Wide)n + 1, x));
}
