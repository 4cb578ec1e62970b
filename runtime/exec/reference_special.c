/* Special functions that C's library lacks, in double precision. Accuracy: about 1e-14 relative
 * away from zeros. */
#include <math.h>

#include "runtime/exec/reference_impl.h"

/* sum of B_2k / (2k)! style terms: the first Bernoulli numbers B_2, B_4, ... */
static const double bernoulli[] = {
    1.0 / 6, -1.0 / 30,     1.0 / 42,      -1.0 / 30,       5.0 / 66,       -691.0 / 2730,
    7.0 / 6, -3617.0 / 510, 43867.0 / 798, -174611.0 / 330, 854513.0 / 138,
};
enum { N_BERNOULLI = sizeof bernoulli / sizeof *bernoulli };

/* Upwards by the recurrence until the asymptotic series converges (Abramowitz and
 * Stegun 6.3.5, 6.3.18); negative arguments by reflection (6.3.7). */
double ref_digamma(double x)
{
    if (isnan(x) || x == -INFINITY || (x <= 0 && x == floor(x)))
        return NAN;
    if (x == INFINITY)
        return x;
    if (x < 0) {
        double r = x - floor(x); /* tan has period pi: keeps the argument small */
        return ref_digamma(1 - x) - G_PI / tan(G_PI * r);
    }
    double sum = 0;
    for (; x < 12; x++)
        sum -= 1 / x;
    double power = 1 / (x * x), series = 0;
    for (int k = 0; k < 8; k++) {
        series += bernoulli[k] / (2 * (k + 1)) * power;
        power /= x * x;
    }
    return sum + log(x) - 0.5 / x - series;
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
    double a = fabs(x), value;
    if (isnan(x))
        return x;
    if (isinf(x))
        return copysign(0, x);
    if (a < 30) {
        double term = a / 2, sum = term;
        for (int k = 1; term > sum * 1e-17 && term > 0; k++) {
            term *= a * a / 4 / ((double)k * (k + 1));
            sum += term;
        }
        value = sum * exp(-a);
    } else {
        double term = 1, sum = 1;
        for (int k = 1; k < 20; k++) {
            double odd = 2 * k - 1;
            term *= -(4 - odd * odd) / (k * 8 * a);
            sum += term;
        }
        value = sum / sqrt(2 * G_PI * a);
    }
    return copysign(value, x);
}

/* Hurwitz's zeta by Euler and Maclaurin: terms one by one up to q + n, then the integral and
 * corrections. */
double ref_zeta(double s, double q)
{
    if (isnan(s) || isnan(q) || s < 1)
        return NAN;
    if (s == 1)
        return INFINITY;
    if (q <= 0) {
        if (q == floor(q))
            return fmod(s, 2) == 0 || s != floor(s) ? INFINITY : NAN;
        if (s != floor(s))
            return NAN;
    }
    double sum = 0, a = q;
    for (; a < 15; a++)
        sum += pow(a, -s);
    sum += pow(a, 1 - s) / (s - 1) + 0.5 * pow(a, -s);
    double factor = s, power = pow(a, -s - 1), factorial = 2;
    for (int k = 0; k < N_BERNOULLI; k++) {
        double term = bernoulli[k] / factorial * factor * power;
        sum += term;
        if (fabs(term) < fabs(sum) * 1e-17)
            break;
        factor *= (s + 2 * k + 1) * (s + 2 * k + 2);
        factorial *= (2 * k + 3) * (2 * k + 4);
        power /= a * a;
    }
    return sum;
}

/* The n-th derivative of digamma (Abramowitz and Stegun 6.4.10). */
double ref_polygamma(double n, double x)
{
    if (isnan(n) || isnan(x) || n < 0 || n != floor(n))
        return NAN;
    if (n == 0)
        return ref_digamma(x);
    double sign = fmod(n, 2) == 0 ? -1 : 1;
    return sign * exp(ref_lgamma(n + 1)) * ref_zeta(n + 1, x);
}
