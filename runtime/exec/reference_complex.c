/* Elementwise ops on complex numbers, in double precision: C's functions where they fit, else the
 * formulas. */
#include <math.h>

#include "runtime/exec/reference_impl.h"

typedef double complex Complex;

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
static Complex c_rsqrt(Complex z)
{
    return c_divide(1, csqrt(z));
}
static Complex c_logistic(Complex z)
{
    return c_divide(1, 1 + cexp(-z));
}
static Complex c_cbrt(Complex z)
{
    return cpow(z, 1.0 / 3);
}
/* e^(x+iy) - 1 without cancellation near zero. */
static Complex c_expm1(Complex z)
{
    double x = creal(z), y = cimag(z), s = sin(y / 2);
    return ref_pair(expm1(x) * cos(y) - 2 * s * s, exp(x) * sin(y));
}
/* log|1+z| from (1+x)^2 + y^2 = 1 + x(2+x) + y^2, likewise. */
static Complex c_log1p(Complex z)
{
    double x = creal(z), y = cimag(z);
    if (fabs(x) > 0.5 || fabs(y) > 0.5)
        return clog(1 + z);
    return ref_pair(0.5 * log1p(x * (2 + x) + y * y), atan2(y, 1 + x));
}
static Complex c_power(Complex a, Complex b)
{
    if (b == 0)
        return 1;
    if (a == 0)
        return creal(b) > 0 ? 0 : cpow(a, b);
    return cpow(a, b);
}
/* The angle of x + iy as HLO has it for complex arguments: -i log((x + iy) / sqrt(x^2 + y^2)). */
static Complex c_atan2(Complex y, Complex x)
{
    Complex r = csqrt(c_multiply(x, x) + c_multiply(y, y));
    Complex l = clog(c_divide(x + c_multiply(ref_pair(0, 1), y), r));
    return ref_pair(cimag(l), -creal(l));
}

const RefC1 ref_complex1[N_OPCODES] = {
    [OP_abs] = c_abs,
    [OP_acos] = cacos,
    [OP_acosh] = cacosh,
    [OP_asin] = casin,
    [OP_asinh] = casinh,
    [OP_atan] = catan,
    [OP_atanh] = catanh,
    [OP_cbrt] = c_cbrt,
    [OP_conj] = conj,
    [OP_copy] = c_same,
    [OP_cosh] = ccosh,
    [OP_cosine] = ccos,
    [OP_exponential] = cexp,
    [OP_exponential_minus_one] = c_expm1,
    [OP_log] = clog,
    [OP_log_plus_one] = c_log1p,
    [OP_logistic] = c_logistic,
    [OP_negate] = c_negate,
    [OP_real] = c_same,
    [OP_rsqrt] = c_rsqrt,
    [OP_sign] = c_sign,
    [OP_sine] = csin,
    [OP_sinh] = csinh,
    [OP_sqrt] = csqrt,
    [OP_square] = c_square,
    [OP_tan] = ctan,
    [OP_tanh] = ctanh,
};

const RefC2 ref_complex2[N_OPCODES] = {
    [OP_add] = c_add,           [OP_atan2] = c_atan2, [OP_divide] = c_divide,
    [OP_multiply] = c_multiply, [OP_power] = c_power, [OP_subtract] = c_subtract,
};
