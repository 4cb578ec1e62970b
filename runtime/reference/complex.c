/* Element-wise ops on complex numbers, by C's functions or by formulas. Formulas beyond plain arithmetic are computed in long
 * double and rounded; where long double is wider than double, both parts are within 3 units in the last place. */
#include <math.h>

#include "runtime/reference/reference_impl.h"

typedef double complex Complex;
typedef long double complex Wide;

#define WIDE(name, fn) \
    static Complex name(Complex z) \
    { \
        return (Complex)fn((Wide)z); \
    }

static Complex c_same(Complex z)
{
    return z;
}
static Complex c_abs(Complex z)
{
    return cabs(z);
}
static Complex c_negate(Complex z)
{
    return ref_pair(-creal(z), -cimag(z));
}
static Complex c_sign(Complex z)
{
    if (isnan(creal(z)) || isnan(cimag(z)))
        return ref_pair(NAN, NAN);
    double r = cabs(z);
    return r == 0 ? 0 : ref_pair(creal(z) / r, cimag(z) / r);
}
/* The plain formulas: unlike C's operators they do not repair infinities. */
static Complex c_multiply(Complex a, Complex b)
{
    return ref_pair(creal(a) * creal(b) - cimag(a) * cimag(b),
                 creal(a) * cimag(b) + cimag(a) * creal(b));
}
static Complex c_divide(Complex a, Complex b)
{
    return a / b;
}
static Complex c_add(Complex a, Complex b)
{
    return a + b;
}
static Complex c_subtract(Complex a, Complex b)
{
    return a - b;
}
static Complex c_square(Complex z)
{
    return c_multiply(z, z);
}
static Wide wide_pair(long double re, long double im)
{
    union {
        long double part[2];
        Wide z;
    } u = {{re, im}};
    return u.z;
}
static Wide w_multiply(Wide a, Wide b)
{
    return wide_pair(creall(a) * creall(b) - cimagl(a) * cimagl(b),
                     creall(a) * cimagl(b) + cimagl(a) * creall(b));
}
static Complex c_rsqrt(Complex z)
{
    return (Complex)(1 / csqrtl((Wide)z));
}
static Complex c_logistic(Complex z)
{
    return (Complex)(1 / (1 + cexpl(-(Wide)z)));
}
static Complex c_cbrt(Complex z)
{
    return (Complex)cpowl((Wide)z, 1.0L / 3);
}
/* e^(x+iy) - 1 without cancellation near zero; of real numbers real, also where e^x is infinite. */
static Complex c_expm1(Complex z)
{
    long double x = creal(z), y = cimag(z), s = sinl(y / 2);
    return (Complex)wide_pair(expm1l(x) * cosl(y) - 2 * s * s, y == 0 ? y : expl(x) * sinl(y));
}
/* log|1+z| from (1+x)^2 + y^2 = 1 + x(2+x) + y^2, likewise. */
static Complex c_log1p(Complex z)
{
    long double x = creal(z), y = cimag(z);
    if (fabsl(x) > 0.5L || fabsl(y) > 0.5L)
        return (Complex)clogl(1 + (Wide)z);
    return (Complex)wide_pair(0.5L * log1pl(x * (2 + x) + y * y), atan2l(y, 1 + x));
}
static Complex c_power(Complex a, Complex b)
{
    if (b == 0)
        return 1;
    if (a == 0 && creal(b) > 0 && cimag(b) == 0)
        return 0;
    return (Complex)cpowl((Wide)a, (Wide)b);
}
/* The angle of x + iy as HLO has it for complex arguments: -i log(w), w = (x + iy) / sqrt(x^2 + y^2).
 * |w|^4 is p / m with p = |x + iy|^2 and m = |x - iy|^2, whose difference has a closed form. */
static Complex c_atan2(Complex y, Complex x)
{
    Wide v = (Wide)y, u = (Wide)x, r = csqrtl(w_multiply(u, u) + w_multiply(v, v));
    Wide w = (u + w_multiply(wide_pair(0, 1), v)) / r;
    long double a = creal(x), b = cimag(x), c = creal(y), d = cimag(y);
    long double p = (a - d) * (a - d) + (b + c) * (b + c), m = (a + d) * (a + d) + (b - c) * (b - c);
    long double more = 4 * (b * c - a * d);
    bool near = fabsl(more) < m / 2;
    return (Complex)wide_pair(cargl(w), -0.25L * (near ? log1pl(more / m) : logl(p / m)));
}

WIDE(c_acos, cacosl)
WIDE(c_acosh, cacoshl)
WIDE(c_asin, casinl)
WIDE(c_asinh, casinhl)
WIDE(c_atan, catanl)
WIDE(c_atanh, catanhl)
WIDE(c_cosh, ccoshl)
WIDE(c_cos, ccosl)
WIDE(c_exp, cexpl)
WIDE(c_log, clogl)
WIDE(c_sin, csinl)
WIDE(c_sinh, csinhl)
WIDE(c_sqrt, csqrtl)
WIDE(c_tan, ctanl)
WIDE(c_tanh, ctanhl)

const RefC1 ref_complex1[N_OPCODES] = {
    [OP_abs] = c_abs,
    [OP_acos] = c_acos,
    [OP_acosh] = c_acosh,
    [OP_asin] = c_asin,
    [OP_asinh] = c_asinh,
    [OP_atan] = c_atan,
    [OP_atanh] = c_atanh,
    [OP_cbrt] = c_cbrt,
    [OP_conj] = conj,
    [OP_copy] = c_same,
    [OP_cosh] = c_cosh,
    [OP_cosine] = c_cos,
    [OP_exponential] = c_exp,
    [OP_exponential_minus_one] = c_expm1,
    [OP_log] = c_log,
    [OP_log_plus_one] = c_log1p,
    [OP_logistic] = c_logistic,
    [OP_negate] = c_negate,
    [OP_real] = c_same,
    [OP_rsqrt] = c_rsqrt,
    [OP_sign] = c_sign,
    [OP_sine] = c_sin,
    [OP_sinh] = c_sinh,
    [OP_sqrt] = c_sqrt,
    [OP_square] = c_square,
    [OP_tan] = c_tan,
    [OP_tanh] = c_tanh,
};

const RefC2 ref_complex2[N_OPCODES] = {
    [OP_add] = c_add,           [OP_atan2] = c_atan2, [OP_divide] = c_divide,
    [OP_multiply] = c_multiply, [OP_power] = c_power, [OP_subtract] = c_subtract,
};
