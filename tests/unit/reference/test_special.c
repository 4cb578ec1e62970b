/* Functions of the reference evaluator against values computed with much higher precision
 * (special_values.def), in units of the last place; and their values at the ends of their domains. */
#include "runtime/reference/reference_impl.h"

#include <math.h>
#include <string.h>

/* The largest error, and the number of points where it was measured. */
typedef struct Worst {
    double ulps, at;
    int n;
} Worst;

enum { F32, F64, C64, C128, N_KINDS };

static Worst worst[N_KINDS][N_OPCODES];

/* Guaranteed bounds, in units in the last place. The value in the table is itself rounded, hence the additional half. */
static double bound_of(int kind)
{
    return kind == F32 || kind == C64 ? 1 : 3.5;
}

/* Distance from `want` in units in the last place of its type (24 or 53 bits of mantissa). */
static double ulps(double got, double want, int bits)
{
    if (got == want || (isnan(got) && isnan(want)))
        return 0;
    int place;
    frexp(want == 0 ? 0x1p-1000 : want, &place);
    return fabs(got - want) / ldexp(1, place - bits);
}

static void note(int kind, OpCode op, double error, double at)
{
    Worst *w = &worst[kind][op];
    w->n++;
    if (!(error <= w->ulps)) {
        w->ulps = error;
        w->at = at;
    }
}

static void real(OpCode op, double x, double got, double want, bool is_float)
{
    note(F64, op, ulps(got, want, 53), x);
    if (is_float && fabs(want) > 1e-37 && fabs(want) < 1e38)
        note(F32, op, ulps((float)got, want, 24), x);
}

static void complex_parts(OpCode op, double x, double complex got, double re, double im,
                          bool is_float)
{
    note(C128, op, MAX(ulps(creal(got), re, 53), ulps(cimag(got), im, 53)), x);
    bool fits = MIN(fabs(re), fabs(im)) > 1e-37 && MAX(fabs(re), fabs(im)) < 1e38;
    if (is_float && fits)
        note(C64, op, MAX(ulps((float)creal(got), re, 24), ulps((float)cimag(got), im, 24)), x);
}

static bool is_float(double x)
{
    return (float)x == x;
}

static const char *const kind_names[N_KINDS] = {"f32", "f64", "c64", "c128"};

static void test_bounds(void)
{
#define REAL1(op, x, want) real(OP_##op, x, ref_float1[OP_##op](x), want, is_float(x));
#define REAL2(op, x, y, want) \
    real(OP_##op, x, ref_float2[OP_##op](x, y), want, is_float(x) && is_float(y));
#define COMPLEX1(op, x, y, re, im) \
    complex_parts(OP_##op, x, ref_complex1[OP_##op](ref_pair(x, y)), re, im, \
                  is_float(x) && is_float(y));
#define COMPLEX2(op, x, y, u, v, re, im) \
    complex_parts(OP_##op, x, ref_complex2[OP_##op](ref_pair(x, y), ref_pair(u, v)), re, im, \
                  is_float(x) && is_float(y) && is_float(u) && is_float(v));
#include "tests/unit/exec/special_values.def"
    int bad = 0, n_functions = 0;
    for (int k = 0; k < N_KINDS; k++)
        for (int op = 0; op < N_OPCODES; op++) {
            const Worst *w = &worst[k][op];
            if (!w->n)
                continue;
            n_functions++;
            g_assert_cmpint(w->n, >=, 8);
            g_test_message("%s %s: %.2f ulp at most, %d points", op_info[op].id, kind_names[k],
                           w->ulps, w->n);
            if (!(w->ulps <= bound_of(k))) {
                g_test_message("  beyond %.1f: at %a", bound_of(k), w->at);
                bad++;
            }
        }
    g_assert_cmpint(n_functions, ==, 2 * (26 + 4 + 21 + 1));
    g_assert_cmpint(bad, ==, 0);
}

/* Special values, where the result must be exact: zeros with their signs, infinities, NaN, poles, ends of domains. */
static void test_ends(void)
{
    const double inf = INFINITY, nan_ = NAN, pi = G_PI, least = 0x1p-1074, most = 0x1.fffffffffffffp+1023;
    const struct {
        OpCode op;
        double x, want;
    } cases[] = {
        {OP_exponential, inf, inf},          {OP_exponential, -inf, 0},
        {OP_exponential, -0.0, 1},           {OP_exponential, 710, inf},
        {OP_exponential, -746, 0},           {OP_exponential, nan_, nan_},
        {OP_exponential_minus_one, -0.0, -0.0}, {OP_exponential_minus_one, -inf, -1},
        {OP_exponential_minus_one, least, least}, {OP_exponential_minus_one, inf, inf},
        {OP_log, 0, -inf},                   {OP_log, -0.0, -inf},
        {OP_log, -1, nan_},                  {OP_log, inf, inf},
        {OP_log, 1, 0},                      {OP_log_plus_one, -1, -inf},
        {OP_log_plus_one, -2, nan_},         {OP_log_plus_one, -0.0, -0.0},
        {OP_log_plus_one, least, least},     {OP_logistic, inf, 1},
        {OP_logistic, -inf, 0},              {OP_logistic, 0, 0.5},
        {OP_logistic, -1000, 0},             {OP_logistic, nan_, nan_},
        {OP_sine, -0.0, -0.0},               {OP_sine, inf, nan_},
        {OP_cosine, inf, nan_},              {OP_cosine, 0, 1},
        {OP_tan, -0.0, -0.0},                {OP_tan, -inf, nan_},
        {OP_tanh, inf, 1},                   {OP_tanh, -inf, -1},
        {OP_tanh, -0.0, -0.0},               {OP_tanh, 1e300, 1},
        {OP_sqrt, -0.0, -0.0},               {OP_sqrt, -1, nan_},
        {OP_sqrt, inf, inf},                 {OP_sqrt, least, 0x1p-537},
        {OP_rsqrt, 0, inf},                  {OP_rsqrt, -0.0, -inf},
        {OP_rsqrt, inf, 0},                  {OP_rsqrt, -1, nan_},
        {OP_cbrt, -0.0, -0.0},               {OP_cbrt, -8, -2},
        {OP_cbrt, -inf, -inf},               {OP_erf, inf, 1},
        {OP_erf, -0.0, -0.0},                {OP_erfc, inf, 0},
        {OP_erfc, -inf, 2},                  {OP_erf_inv, 1, inf},
        {OP_erf_inv, -1, -inf},              {OP_erf_inv, 1.5, nan_},
        {OP_erf_inv, -0.0, -0.0},            {OP_lgamma, 0, inf},
        {OP_lgamma, -0.0, inf},              {OP_lgamma, -3, inf},
        {OP_lgamma, 1, 0},                   {OP_lgamma, 2, 0},
        {OP_lgamma, -inf, inf},              {OP_digamma, 0, nan_},
        {OP_digamma, -5, nan_},              {OP_digamma, inf, inf},
        {OP_bessel_i1e, -inf, -0.0},         {OP_bessel_i1e, -0.0, -0.0},
        {OP_acos, 1, 0},                     {OP_acos, -1, pi},
        {OP_acos, 1.1, nan_},                {OP_asin, -0.0, -0.0},
        {OP_acosh, 1, 0},                    {OP_acosh, 0.5, nan_},
        {OP_asinh, -inf, -inf},              {OP_atan, inf, pi / 2},
        {OP_atanh, 1, inf},                  {OP_atanh, -1, -inf},
        {OP_atanh, 2, nan_},                 {OP_sinh, -0.0, -0.0},
        {OP_cosh, -inf, inf},                {OP_sinh, 1000, inf},
        {OP_abs, -0.0, 0},                   {OP_sign, -0.0, -0.0},
        {OP_sign, nan_, nan_},               {OP_sign, -inf, -1},
        {OP_round_nearest_even, 2.5, 2},     {OP_round_nearest_even, -0.5, -0.0},
        {OP_round_nearest_even, 0x1.8p+52, 0x1.8p+52}, {OP_round_nearest_afz, 2.5, 3},
        {OP_round_nearest_afz, -0.5, -1},    {OP_round_nearest_afz, 0.49999999999999994, 0},
        {OP_ceil, -0.5, -0.0},               {OP_floor, -0.0, -0.0},
        {OP_floor, -inf, -inf},              {OP_negate, 0, -0.0},
        {OP_abs, -most, most},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        double got = ref_float1[cases[i].op](cases[i].x), want = cases[i].want;
        bool same = isnan(want) ? isnan(got) : got == want && !signbit(got) == !signbit(want);
        if (!same)
            g_error("%s(%a) is %a, not %a", op_info[cases[i].op].id, cases[i].x, got, want);
    }
    const struct {
        OpCode op;
        double x, y, want;
    } pairs[] = {
        {OP_power, nan_, 0, 1},          {OP_power, 1, nan_, 1},       {OP_power, 0, -1, inf},
        {OP_power, -0.0, -1, -inf},      {OP_power, -0.0, 3, -0.0},    {OP_power, -8, 1.0 / 3, nan_},
        {OP_power, -1, inf, 1},          {OP_power, 2, -inf, 0},       {OP_power, -inf, 3, -inf},
        {OP_atan2, 0, 0, 0},             {OP_atan2, -0.0, 0, -0.0},    {OP_atan2, 0, -0.0, pi},
        {OP_atan2, -0.0, -0.0, -pi},     {OP_atan2, inf, inf, pi / 4}, {OP_atan2, inf, -inf, 3 * pi / 4},
        {OP_atan2, nan_, 1, nan_},       {OP_maximum, nan_, inf, nan_}, {OP_maximum, -0.0, 0, 0},
        {OP_maximum, 0, -0.0, 0},        {OP_minimum, 0, -0.0, -0.0},  {OP_minimum, -0.0, 0, -0.0},
        {OP_minimum, -inf, nan_, nan_},  {OP_remainder, 5, 0, nan_},   {OP_remainder, -5, 3, -2},
        {OP_remainder, 5, -3, 2},        {OP_remainder, -6, 3, -0.0},  {OP_remainder, 5, inf, 5},
        {OP_remainder, inf, 2, nan_},    {OP_divide, 1, -0.0, -inf},   {OP_divide, 0, 0, nan_},
        {OP_multiply, inf, 0, nan_},     {OP_subtract, inf, inf, nan_}, {OP_zeta, 1, 3, inf},
        {OP_zeta, 0.5, 3, nan_},         {OP_zeta, 2, -3, inf},        {OP_polygamma, -1, 3, nan_},
        {OP_polygamma, 0.5, 3, nan_},    {OP_add, -0.0, -0.0, -0.0},   {OP_add, 1, -1, 0},
    };
    for (guint i = 0; i < G_N_ELEMENTS(pairs); i++) {
        double got = ref_float2[pairs[i].op](pairs[i].x, pairs[i].y), want = pairs[i].want;
        bool same = isnan(want) ? isnan(got) : got == want && !signbit(got) == !signbit(want);
        if (!same)
            g_error("%s(%a, %a) is %a, not %a", op_info[pairs[i].op].id, pairs[i].x, pairs[i].y, got,
                    want);
    }
}

/* Of a real number the complex function is real, where it is infinite too. */
static void test_complex_ends(void)
{
    double complex got = ref_complex1[OP_exponential_minus_one](ref_pair(INFINITY, 0));
    g_assert_true(creal(got) == INFINITY && cimag(got) == 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/exec/reference/special/bounds", test_bounds);
    g_test_add_func("/exec/reference/special/ends", test_ends);
    g_test_add_func("/exec/reference/special/complex-ends", test_complex_ends);
    return g_test_run();
}
