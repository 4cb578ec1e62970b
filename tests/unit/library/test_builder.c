/* Programs constructed through shardscope.h alone: every element-wise op, one op of each family, control flow, shardings, errors. Results are
 * compared with numbers computed here. */
#include "tests/unit/library/check.h"

#include <math.h>

typedef ShardscopeValue Value;
#define F32(...) (&(ShardscopeShape){ SHARDSCOPE_F32, (int)(sizeof((int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t)), { __VA_ARGS__ } })
#define S32(...) (&(ShardscopeShape){ SHARDSCOPE_S32, (int)(sizeof((int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t)), { __VA_ARGS__ } })
#define LIST(...) (Value *[]){ __VA_ARGS__ }
static const ShardscopeShape scalar_f32 = { SHARDSCOPE_F32, 0, { 0 } }, scalar_s32 = { SHARDSCOPE_S32, 0, { 0 } };

static ShardscopeMesh *mesh_of(const char *text)
{
    ShardscopeError *error = NULL;
    ShardscopeMesh *mesh = shardscope_mesh_parse(text, &error);
    no_error(error);
    return mesh;
}

/* A builder and its entry. The caller gives back f's builder by run(). */
static ShardscopeBuilder *builder_of(const char *name, const char *mesh_text, ShardscopeFunction **f)
{
    ShardscopeError *error = NULL;
    ShardscopeMesh *mesh = mesh_text ? mesh_of(mesh_text) : NULL;
    ShardscopeBuilder *b = shardscope_builder_new(name, mesh, &error);
    *f = shardscope_builder_entry(b, &error);
    no_error(error);
    shardscope_mesh_unref(mesh);
    return b;
}

/* Builds, gives the builder back, executes with these arguments, each under the sharding that the program wants; results into out[], of
 * the given bytes. `check`: called with the executable. */
typedef struct Run {
    int n_devices, n_in, n_out;
    const void *in[8];
    void *out[64];
    size_t out_bytes[64];
    const char *has; /* in the partitioned text; NULL = anything */
} Run;
static void run(ShardscopeBuilder *b, const Run *r)
{
    ShardscopeError *error = NULL;
    ShardscopeProgram *p = shardscope_builder_build(b, &error);
    no_error(error);
    shardscope_builder_unref(b);
    ShardscopeClient *c = shardscope_client_new(&(ShardscopeClientOptions){ SHARDSCOPE_CLIENT_OPTIONS, .n_devices = r->n_devices, .n_threads = 2 }, &error);
    ShardscopeExecutable *e = shardscope_compile(c, p, &(ShardscopeCompileOptions){ SHARDSCOPE_COMPILE_OPTIONS, .n_partitions = r->n_devices }, &error);
    no_error(error);
    if (r->has) {
        char *text = shardscope_executable_text(e, SHARDSCOPE_STAGE_PARTITIONED, SHARDSCOPE_HLO, &error);
        if (!strstr(text, r->has))
            g_error("\"%s\" is not in\n%s", r->has, text);
        shardscope_free(text);
    }
    ShardscopeArray *in[8], *out[64];
    for (int i = 0; i < r->n_in; i++) {
        ShardscopeSharding *s;
        ShardscopeValueInfo info;
        shardscope_executable_argument(e, i, &info, &s, &error);
        in[i] = shardscope_array_from_host(c, &info.shape, r->in[i], NULL, s, &error);
        shardscope_sharding_unref(s);
    }
    no_error(error);
    g_assert_cmpint(shardscope_executable_n_results(e), ==, r->n_out);
    shardscope_execute(e, in, r->n_in, NULL, out, &error);
    no_error(error);
    for (int i = 0; i < r->n_out; i++)
        shardscope_array_to_host(out[i], r->out[i], r->out_bytes[i], &error);
    no_error(error);
    for (int i = 0; i < r->n_in; i++)
        shardscope_array_unref(in[i]);
    for (int i = 0; i < r->n_out; i++)
        shardscope_array_unref(out[i]);
    shardscope_executable_unref(e);
    shardscope_program_unref(p);
    shardscope_client_unref(c);
}

/* A function of two values of that shape, one op of them. The order in which C evaluates arguments is not known, so parameters are statements. */
static ShardscopeFunction *of_two(ShardscopeBuilder *b, const char *name, const ShardscopeShape *shape, const char *op, const char *attrs)
{
    ShardscopeError *error = NULL;
    ShardscopeFunction *f = shardscope_builder_function(b, name, &error);
    Value *p = shardscope_parameter(f, "p", shape, NULL, &error);
    Value *q = shardscope_parameter(f, "q", shape, NULL, &error);
    shardscope_result(f, shardscope_op(f, op, LIST(p, q), 2, attrs, &error), NULL, NULL, &error);
    no_error(error);
    return f;
}

static void near(double is, double want, double tolerance, const char *what)
{
    if (!(fabs(is - want) <= tolerance * fmax(1, fabs(want))) && !(isnan(is) && isnan(want)))
        g_error("%s: %.9g instead of %.9g", what, is, want);
}

/* ---- element-wise ops ----------------------------------------------------------------------------------------------------------- */

static double sign_of(double x) { return (x > 0) - (x < 0); }
static double rsqrt_of(double x) { return 1 / sqrt(x); }
static double logistic_of(double x) { return 1 / (1 + exp(-x)); }
static double square_of(double x) { return x * x; }
static double same(double x) { return x; }
static double negated(double x) { return -x; }
static double erf_back(double x) /* erf_inv by bisection */
{
    double low = -6, high = 6;
    for (int i = 0; i < 80; i++)
        *(erf((low + high) / 2) < x ? &low : &high) = (low + high) / 2;
    return low;
}
static double digamma_of(double x) { return (lgamma(x + 1e-4) - lgamma(x - 1e-4)) / 2e-4; }
static double bessel_i1e_of(double x) /* the series of I1, times exp(-|x|) */
{
    double sum = 0, term = x / 2;
    for (int k = 0; k < 60; k++) {
        sum += term;
        term *= x * x / 4 / ((k + 1.0) * (k + 2));
    }
    return sum * exp(-fabs(x));
}

/* x is 0.1 to 0.9, where all of them are defined. */
static const struct {
    const char *op;
    double (*of)(double);
    double plus; /* what is added to x before */
    const char *attrs;
} unary[] = {
    { "abs", fabs, -0.5, NULL }, { "acos", acos, 0, NULL }, { "acosh", acosh, 1, NULL }, { "asin", asin, 0, NULL }, { "asinh", asinh, 0, NULL },
    { "atan", atan, 0, NULL }, { "atanh", atanh, 0, NULL }, { "bessel_i1e", bessel_i1e_of, 0, NULL }, { "cbrt", cbrt, 0, NULL }, { "ceil", ceil, 0, NULL },
    { "conj", same, 0, NULL }, { "copy", same, 0, NULL }, { "cosh", cosh, 0, NULL }, { "cosine", cos, 0, NULL }, { "digamma", digamma_of, 1, NULL },
    { "erf", erf, 0, NULL }, { "erf_inv", erf_back, 0, NULL }, { "erfc", erfc, 0, NULL }, { "exponential", exp, 0, NULL },
    { "exponential-minus-one", expm1, 0, NULL }, { "floor", floor, 0, NULL }, { "lgamma", lgamma, 0, NULL }, { "log", log, 0, NULL },
    { "log-plus-one", log1p, 0, NULL }, { "logistic", logistic_of, 0, NULL }, { "negate", negated, 0, NULL },
    { "reduce-precision", same, 0, "exponent_bits=8, mantissa_bits=23" }, { "round-nearest-afz", round, 0, NULL }, { "round-nearest-even", rint, 0, NULL },
    { "rsqrt", rsqrt_of, 0, NULL }, { "sign", sign_of, -0.5, NULL }, { "sine", sin, 0, NULL }, { "sinh", sinh, 0, NULL }, { "sqrt", sqrt, 0, NULL },
    { "square", square_of, 0, NULL }, { "tan", tan, 0, NULL }, { "tanh", tanh, 0, NULL }, { "real", same, 0, NULL },
};

static void test_unary(void)
{
    ShardscopeError *error = NULL;
    ShardscopeFunction *f;
    ShardscopeBuilder *b = builder_of("unary", "d=2", &f);
    ShardscopeMesh *mesh = mesh_of("d=2");
    ShardscopeSharding *split = shardscope_sharding_parse(mesh, "P('d')", 1, &error);
    Value *x = shardscope_parameter(f, "x", F32(8), split, &error);
    float in[8], out[G_N_ELEMENTS(unary)][8];
    Run r = { .n_devices = 2, .n_in = 1, .n_out = G_N_ELEMENTS(unary), .in = { in } };
    for (size_t i = 0; i < G_N_ELEMENTS(unary); i++) {
        Value *at = shardscope_scale(x, 1, unary[i].plus, &error), *y = shardscope_op(f, unary[i].op, &at, 1, unary[i].attrs, &error);
        shardscope_result(f, y, unary[i].op, split, &error);
        r.out[i] = out[i];
        r.out_bytes[i] = sizeof out[i];
    }
    no_error(error);
    for (int i = 0; i < 8; i++)
        in[i] = 0.1f + 0.8f * (float)i / 7;
    run(b, &r);
    for (size_t i = 0; i < G_N_ELEMENTS(unary); i++)
        for (int k = 0; k < 8; k++)
            near(out[i][k], unary[i].of((double)(in[k] + (float)unary[i].plus)), 2e-5, unary[i].op);
    shardscope_sharding_unref(split);
    shardscope_mesh_unref(mesh);
}

static double div_of(double x, double y) { return x / y; }
static double add_of(double x, double y) { return x + y; }
static double sub_of(double x, double y) { return x - y; }
static double mul_of(double x, double y) { return x * y; }
static double next_of(double x, double y) { return (double)nextafterf((float)x, (float)y); }
static double zeta_of(double x, double q) /* Hurwitz: the sum, and the integral of its tail */
{
    double sum = 0;
    int n = 2000;
    for (int k = 0; k < n; k++)
        sum += pow(q + k, -x);
    return sum + pow(q + n, 1 - x) / (x - 1) + 0.5 * pow(q + n, -x);
}
static double polygamma_of(double n, double x) { return (fmod(n, 2) ? 1 : -1) * tgamma(n + 1) * zeta_of(n + 1, x); }
static const struct {
    const char *op;
    double (*of)(double, double);
    double x_is; /* for all elements of the first operand; 0 = as they are */
} binary[] = {
    { "add", add_of, 0 }, { "atan2", atan2, 0 }, { "divide", div_of, 0 }, { "maximum", fmax, 0 }, { "minimum", fmin, 0 }, { "multiply", mul_of, 0 },
    { "next_after", next_of, 0 }, { "polygamma", polygamma_of, 2 }, { "power", pow, 0 }, { "remainder", fmod, 0 }, { "subtract", sub_of, 0 },
    { "zeta", zeta_of, 3 },
};

static void test_binary(void)
{
    ShardscopeError *error = NULL;
    ShardscopeFunction *f;
    ShardscopeBuilder *b = builder_of("binary", NULL, &f);
    Value *x = shardscope_parameter(f, "x", F32(6), NULL, &error), *y = shardscope_parameter(f, "y", F32(6), NULL, &error);
    float in[2][6], out[G_N_ELEMENTS(binary) + 4][6];
    uint8_t less[6], finite[4][6];
    Run r = { .n_devices = 1, .n_in = 2, .n_out = G_N_ELEMENTS(binary) + 2, .in = { in[0], in[1] } };
    size_t n = G_N_ELEMENTS(binary);
    for (size_t i = 0; i < n; i++) {
        Value *first = binary[i].x_is != 0 ? shardscope_fill(f, F32(6), binary[i].x_is, &error) : x;
        shardscope_result(f, shardscope_op(f, binary[i].op, LIST(first, y), 2, NULL, &error), NULL, NULL, &error);
    }
    Value *half = shardscope_fill(f, &scalar_f32, 0.5, &error), *one = shardscope_fill(f, &scalar_f32, 1, &error);
    shardscope_result(f, shardscope_op(f, "clamp", LIST(half, x, one), 3, "", &error), NULL, NULL, &error);
    Value *is_less = shardscope_compare(x, y, "LT", &error);
    shardscope_result(f, shardscope_select(is_less, x, y, &error), NULL, NULL, &error);
    shardscope_result(f, is_less, NULL, NULL, &error);
    static const char *const tests[] = { "is-finite", "is_inf", "is_neg_inf", "is_pos_inf" };
    for (size_t i = 0; i < n + 2; i++) {
        r.out[i] = out[i];
        r.out_bytes[i] = sizeof out[i];
    }
    r.out[n + 2] = less;
    r.out_bytes[n + 2] = sizeof less;
    Value *over = shardscope_divide(x, shardscope_fill(f, F32(6), 0, &error), &error);
    for (int i = 0; i < 4; i++) {
        shardscope_result(f, shardscope_op(f, tests[i], &over, 1, NULL, &error), NULL, NULL, &error);
        r.out[n + 3 + (size_t)i] = finite[i];
        r.out_bytes[n + 3 + (size_t)i] = sizeof finite[i];
    }
    r.n_out = (int)n + 7;
    no_error(error);
    for (int i = 0; i < 6; i++) {
        in[0][i] = 0.3f + 0.25f * (float)i;
        in[1][i] = 1.9f - 0.3f * (float)i;
    }
    run(b, &r);
    for (int k = 0; k < 6; k++) {
        float xk = in[0][k], yk = in[1][k];
        for (size_t i = 0; i < n; i++)
            near(out[i][k], binary[i].of(binary[i].x_is != 0 ? binary[i].x_is : (double)xk, (double)yk), 1e-4, binary[i].op);
        near(out[n][k], fmin(fmax(xk, 0.5), 1), 0, "clamp");
        near(out[n + 1][k], fmin(xk, yk), 0, "select");
        g_assert_cmpint(less[k], ==, xk < yk);
        g_assert_true(!finite[0][k] && finite[1][k] && !finite[2][k] && finite[3][k]);
    }
}

static void test_integers(void)
{
    ShardscopeError *error = NULL;
    ShardscopeFunction *f;
    ShardscopeBuilder *b = builder_of("integers", NULL, &f);
    int32_t in[4] = { 1, 12, -7, 1 << 30 }, out[12][4];
    Value *x = shardscope_parameter(f, "x", S32(4), NULL, &error), *three = shardscope_constant(f, S32(4), (int32_t[]){ 3, 3, 3, 3 }, &error);
    static const char *const ops[] = { "and", "or", "xor", "shift-left", "shift-right-arithmetic", "shift-right-logical", "mulhi", "not", "popcnt", "count-leading-zeros" };
    Run r = { .n_devices = 1, .n_in = 1, .n_out = 12, .in = { in } };
    for (int i = 0; i < 10; i++)
        shardscope_result(f, shardscope_op(f, ops[i], LIST(x, three), i < 7 ? 2 : 1, NULL, &error), NULL, NULL, &error);
    Value *z = shardscope_op(f, "complex", LIST(shardscope_convert(x, SHARDSCOPE_F32, &error), shardscope_convert(three, SHARDSCOPE_F32, &error)), 2, NULL, &error);
    shardscope_result(f, shardscope_convert(shardscope_op(f, "imag", &z, 1, NULL, &error), SHARDSCOPE_S32, &error), NULL, NULL, &error);
    Value *bits = shardscope_fill(f, &(ShardscopeShape){ SHARDSCOPE_U32, 1, { 4 } }, 0, &error), *whole = shardscope_convert(three, SHARDSCOPE_F32, &error);
    Value *rounded = shardscope_op(f, "s32[4] stochastic-convert", LIST(whole, bits), 2, NULL, &error);
    shardscope_result(f, rounded, NULL, NULL, &error);
    no_error(error);
    for (int i = 0; i < 12; i++) {
        r.out[i] = out[i];
        r.out_bytes[i] = sizeof out[i];
    }
    run(b, &r);
    for (int k = 0; k < 4; k++) {
        uint32_t u = (uint32_t)in[k];
        int32_t want[] = { in[k] & 3, in[k] | 3, in[k] ^ 3, (int32_t)(u << 3), in[k] >> 3, (int32_t)(u >> 3), (int32_t)(((int64_t)in[k] * 3) >> 32), ~in[k],
                           __builtin_popcount(u), u ? __builtin_clz(u) : 32, 3, 3 };
        for (int i = 0; i < 12; i++)
            g_assert_cmpint(out[i][k], ==, want[i]);
    }
}

/* ---- one op of each family, under a sharding ---------------------------------------------------------------------------------------- */

static void test_families(void)
{
    ShardscopeError *error = NULL;
    ShardscopeFunction *f;
    ShardscopeBuilder *b = builder_of("families", "a=2,b=2", &f);
    ShardscopeMesh *mesh = mesh_of("a=2,b=2");
    ShardscopeSharding *rows = shardscope_sharding_parse(mesh, "P('a', 'b')", 2, &error);
    float in[24], out[16][96];
    Value *x = shardscope_parameter(f, "x", F32(4, 6), rows, &error);
    ShardscopeFunction *sum = of_two(b, "sum", &scalar_f32, "add", NULL);
    of_two(b, "less", &scalar_f32, "compare", "direction=LT");
    Value *zero = shardscope_fill(f, &scalar_f32, 0, &error), *one_at = shardscope_constant(f, &scalar_s32, (int32_t[]){ 1 }, &error);
    Value *state = shardscope_fill(f, &(ShardscopeShape){ SHARDSCOPE_U64, 1, { 2 } }, 7, &error);
    Value *bits = shardscope_op(f, "(u64[2], u32[6]) rng-bit-generator", &state, 1, "algorithm=rng_philox", &error);
    Value *top = shardscope_op(f, "topk", &x, 1, "k=2, largest=true", &error);
    Value *window = shardscope_op(f, "reduce-window", LIST(x, zero), 2, "window={size=2x1 stride=1x1}, to_apply=sum", &error);
    Value *eye = shardscope_scale(shardscope_convert(shardscope_compare(shardscope_iota(f, S32(4, 4), 0, &error), shardscope_iota(f, S32(4, 4), 1, &error), "EQ", &error),
                                                     SHARDSCOPE_F32, &error), 4, 0, &error);
    Value *pick = shardscope_constant(f, S32(2, 1), (int32_t[]){ 3, 1 }, &error);
    struct {
        Value *value;
        int n;
    } all[] = {
        { shardscope_transpose(x, NULL, &error), 24 },
        { shardscope_reshape(x, 1, (int64_t[]){ 24 }, &error), 24 },
        { shardscope_broadcast(x, 3, (int64_t[]){ 2, 4, 6 }, NULL, &error), 48 },
        { shardscope_slice(x, (int64_t[]){ 1, 0 }, (int64_t[]){ 4, 6 }, (int64_t[]){ 1, 2 }, &error), 9 },
        { shardscope_concatenate(LIST(x, x), 2, 1, &error), 48 },
        { shardscope_op(f, "reverse", &x, 1, "dimensions={0}", &error), 24 },
        { shardscope_op(f, "pad", LIST(x, zero), 2, "padding=0_0x1_0", &error), 28 },
        { shardscope_op(f, "dynamic-slice", LIST(x, one_at, one_at), 3, "dynamic_slice_sizes={2,2}", &error), 4 },
        { shardscope_op(f, "gather", LIST(x, pick), 2,
                        "offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,6}", &error), 12 },
        { shardscope_reduce(x, zero, sum, 1, (int[]){ 1 }, &error), 4 },
        { shardscope_reduce_max(x, 0, NULL, &error), 1 },
        { window, 18 },
        { shardscope_op(f, "sort", &x, 1, "dimensions={1}, to_apply=less", &error), 24 },
        { shardscope_value_result(top, 0, &error), 8 },
        { shardscope_op(f, "cholesky", &eye, 1, "lower=true", &error), 16 },
        { shardscope_op_of_shape(f, &(ShardscopeOp){ SHARDSCOPE_OP, .op = "bitcast-convert", .operands = LIST(shardscope_value_result(bits, 1, &error)), .n_operands = 1,
                                                     .results = F32(6), .n_results = 1 }, &error), 6 },
    };
    no_error(error);
    Run r = { .n_devices = 4, .n_in = 1, .n_out = G_N_ELEMENTS(all), .in = { in } };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
        shardscope_result(f, all[i].value, NULL, NULL, &error);
        r.out[i] = out[i];
        r.out_bytes[i] = sizeof(float) * (size_t)all[i].n;
    }
    for (int i = 0; i < 24; i++)
        in[i] = (float)((i * 7) % 24);
    no_error(error);
    run(b, &r);
    for (int i = 0; i < 4; i++) {
        float total = 0, most = -1;
        for (int k = 0; k < 6; k++) {
            float v = in[6 * i + k];
            total += v;
            most = fmaxf(most, v);
            g_assert_cmpfloat(out[0][4 * k + i], ==, v);
            g_assert_cmpfloat(out[1][6 * i + k], ==, v);
            g_assert_cmpfloat(out[2][24 + 6 * i + k], ==, v);
            g_assert_cmpfloat(out[4][12 * i + 6 + k], ==, v);
            g_assert_cmpfloat(out[5][6 * (3 - i) + k], ==, v);
            g_assert_cmpfloat(out[6][7 * i + 1 + k], ==, v);
            if (i < 3)
                g_assert_cmpfloat(out[11][6 * i + k], ==, v + in[6 * (i + 1) + k]);
            if (i >= 1 && k % 2 == 0)
                g_assert_cmpfloat(out[3][3 * (i - 1) + k / 2], ==, v);
            if (k)
                g_assert_cmpfloat(out[12][6 * i + k - 1], <=, out[12][6 * i + k]);
        }
        g_assert_cmpfloat(out[6][7 * i], ==, 0);
        g_assert_cmpfloat(out[7][i], ==, in[6 * (1 + i / 2) + 1 + i % 2]);
        g_assert_cmpfloat(out[9][i], ==, total);
        g_assert_cmpfloat(out[13][2 * i], ==, most);
        g_assert_cmpfloat(out[14][5 * i], ==, 2);
    }
    g_assert_cmpmem(out[8], 24, in + 18, 24);
    g_assert_cmpmem(out[8] + 6, 24, in + 6, 24);
    g_assert_cmpfloat(out[10][0], ==, 23);
    g_assert_true(memcmp(out[15], out[15] + 1, 20) != 0); /* random */
    shardscope_sharding_unref(rows);
    shardscope_mesh_unref(mesh);
}

/* ---- loops, branches, calls --------------------------------------------------------------------------------------------------------- */

static void test_control(void)
{
    ShardscopeError *error = NULL;
    ShardscopeFunction *f;
    ShardscopeBuilder *b = builder_of("control", "d=4", &f);
    ShardscopeMesh *mesh = mesh_of("d=4");
    ShardscopeSharding *split = shardscope_sharding_parse(mesh, "P('d')", 1, &error);
    Value *x = shardscope_parameter(f, "x", F32(8), split, &error);
    /* (i, x): as long as i < 5, (i + 1, 2 x + 1) */
    ShardscopeFunction *condition = shardscope_builder_function(b, "condition", &error), *body = shardscope_builder_function(b, "body", &error);
    Value *i = shardscope_parameter(condition, "i", &scalar_s32, NULL, &error);
    shardscope_parameter(condition, "x", F32(8), NULL, &error);
    shardscope_result(condition, shardscope_compare(i, shardscope_fill(condition, &scalar_s32, 5, &error), "LT", &error), NULL, NULL, &error);
    i = shardscope_parameter(body, "i", &scalar_s32, NULL, &error);
    Value *y = shardscope_parameter(body, "x", F32(8), NULL, &error);
    shardscope_result(body, shardscope_scale(i, 1, 1, &error), NULL, NULL, &error);
    shardscope_result(body, shardscope_scale(y, 2, 1, &error), NULL, NULL, &error);
    Value *loop = shardscope_while(condition, body, LIST(shardscope_fill(f, &scalar_s32, 0, &error), x), 2, &error);
    g_assert_cmpint(shardscope_value_n_results(loop), ==, 2);
    Value *last = shardscope_value_result(loop, 1, &error);
    g_assert_true(shardscope_value_set_sharding(last, split, &error));
    /* the loop again, in HLO's words */
    Value *state = shardscope_op(f, "tuple", LIST(shardscope_fill(f, &scalar_s32, 4, &error), x), 2, NULL, &error);
    Value *again = shardscope_value_result(shardscope_op(f, "while", &state, 1, "condition=condition, body=body", &error), 1, &error);
    /* branches of one and of two operands */
    ShardscopeFunction *plus = of_two(b, "plus", F32(8), "add", NULL), *minus = of_two(b, "minus", F32(8), "subtract", NULL);
    Value *yes = shardscope_compare(shardscope_reduce_sum(x, 0, NULL, &error), shardscope_fill(f, &scalar_f32, 0, &error), "GT", &error);
    Value *chosen = shardscope_conditional(yes, (ShardscopeFunction *[]){ plus, minus }, 2, LIST(last, x), 2, &error);
    Value *third = shardscope_conditional(shardscope_fill(f, &scalar_s32, 1, &error), (ShardscopeFunction *[]){ plus, minus, plus }, 3, LIST(last, x), 2, &error);
    Value *called = shardscope_call(f, minus, LIST(x, last), 2, &error);
    Value *results[] = { shardscope_value_result(loop, 0, &error), last, again, chosen, third, called };
    float in[8], out[6][8];
    int32_t count;
    Run r = { .n_devices = 4, .n_in = 1, .n_out = 6, .in = { in }, .has = "f32[2]" };
    for (int k = 0; k < 6; k++) {
        shardscope_result(f, results[k], NULL, NULL, &error);
        r.out[k] = k ? (void *)out[k] : &count;
        r.out_bytes[k] = k ? sizeof out[k] : sizeof count;
    }
    no_error(error);
    for (int k = 0; k < 8; k++)
        in[k] = (float)k - 3;
    run(b, &r);
    g_assert_cmpint(count, ==, 5);
    for (int k = 0; k < 8; k++) {
        float want = in[k] * 32 + 31;
        g_assert_cmpfloat(out[1][k], ==, want);
        g_assert_cmpfloat(out[2][k], ==, in[k] * 2 + 1);
        g_assert_cmpfloat(out[3][k], ==, want + in[k]); /* the sum is 4 */
        g_assert_cmpfloat(out[4][k], ==, want - in[k]);
        g_assert_cmpfloat(out[5][k], ==, in[k] - want);
    }
    shardscope_sharding_unref(split);
    shardscope_mesh_unref(mesh);
}

/* Several numbers on one line of the source stay several. */
static void test_one_line(void)
{
    ShardscopeError *error = NULL;
    ShardscopeFunction *f;
    ShardscopeBuilder *b = builder_of("line", "d=2", &f);
    float in[2] = { 1, 2 }, out[2][2];
    shardscope_builder_at(b, "user.c", 3);
    Value *x = shardscope_parameter(f, "x", F32(2), NULL, &error);
    shardscope_result(f, shardscope_scale(x, 3, 5, &error), NULL, NULL, &error);
    shardscope_result(f, shardscope_add(shardscope_constant(f, F32(2), (float[]){ 1, 2 }, &error), shardscope_constant(f, F32(2), (float[]){ 10, 20 }, &error), &error), NULL, NULL, &error);
    no_error(error);
    run(b, &(Run){ .n_devices = 2, .n_in = 1, .n_out = 2, .in = { in }, .out = { out[0], out[1] }, .out_bytes = { 8, 8 } });
    g_assert_cmpfloat(out[0][0], ==, 8);
    g_assert_cmpfloat(out[0][1], ==, 11);
    g_assert_cmpfloat(out[1][0], ==, 11);
    g_assert_cmpfloat(out[1][1], ==, 22);
}

/* ---- shardings, donation, source lines ------------------------------------------------------------------------------------------------- */

/* x @ w under shardings that need a collective, in both annotations: of a mesh, and of tiles. */
static void product(const char *mesh_text)
{
    ShardscopeError *error = NULL;
    ShardscopeFunction *f;
    ShardscopeBuilder *b = builder_of("product", mesh_text, &f);
    ShardscopeMesh *mesh = mesh_of("x=4,y=2");
    ShardscopeSharding *inner = shardscope_sharding_parse(mesh, "P(None, 'x')", 2, &error), *outer = shardscope_sharding_parse(mesh, "P('x', None)", 2, &error),
                       *both = shardscope_sharding_parse(mesh, "P('x', 'y')", 2, &error);
    SHARDSCOPE_AT(b);
    Value *x = shardscope_parameter(f, "x", F32(8, 16), inner, &error), *w = shardscope_parameter(f, "params['w']", F32(16, 4), outer, &error);
    int line = __LINE__ + 1;
    shardscope_builder_at(b, "train.c", line);
    Value *h = shardscope_value_constrain(shardscope_matmul(x, w, &error), both, &error);
    Value *y = shardscope_tanh(h, &error);
    shardscope_value_set_sharding(y, both, &error);
    shardscope_result(f, y, "y", outer, &error);
    no_error(error);
    ShardscopeProgram *p = shardscope_builder_build(b, &error);
    no_error(error);
    g_assert_null(shardscope_builder_build(b, &error));
    expect(&error, SHARDSCOPE_INVALID, "the program has been built already");
    g_assert_null(shardscope_tanh(h, &error));
    expect(&error, SHARDSCOPE_INVALID, "the program has been built already");
    shardscope_builder_unref(b);
    ShardscopeValueInfo info;
    g_assert_true(shardscope_program_argument(p, 1, &info, &error));
    g_assert_cmpstr(info.name, ==, "params['w']");
    g_assert_true(shardscope_program_result(p, 0, &info, &error));
    g_assert_cmpstr(info.name, ==, "y");
    char *text = shardscope_program_text(p, SHARDSCOPE_HLO, &error);
    g_assert_nonnull(strstr(text, "train.c"));
    g_assert_nonnull(strstr(text, "custom_call_target=\"Sharding\""));
    shardscope_free(text);

    ShardscopeClient *c = shardscope_client_new(&(ShardscopeClientOptions){ SHARDSCOPE_CLIENT_OPTIONS, .n_devices = 8, .n_threads = 2 }, &error);
    ShardscopeExecutable *e = shardscope_compile(c, p, NULL, &error);
    no_error(error);
    text = shardscope_executable_text(e, SHARDSCOPE_STAGE_PARTITIONED, SHARDSCOPE_HLO, &error);
    g_assert_true(strstr(text, "reduce-scatter") || strstr(text, "all-reduce"));
    shardscope_free(text);
    float in[2][128], out[32];
    for (int i = 0; i < 128; i++) {
        in[0][i] = (float)(i % 5) / 8;
        in[1][i] = (float)(i % 3) / 8;
    }
    ShardscopeArray *a[2] = { shardscope_array_from_host(c, F32(8, 16), in[0], NULL, inner, &error), shardscope_array_from_host(c, F32(16, 4), in[1], NULL, outer, &error) }, *r;
    ShardscopeSharding *made;
    g_assert_true(shardscope_executable_result(e, 0, NULL, &made, &error));
    g_assert_true(shardscope_sharding_equivalent(made, outer, 2));
    g_assert_true(shardscope_execute(e, a, 2, NULL, &r, &error));
    g_assert_true(shardscope_array_to_host(r, out, sizeof out, &error));
    no_error(error);
    for (int i = 0; i < 8; i++)
        for (int k = 0; k < 4; k++) {
            double want = 0;
            for (int j = 0; j < 16; j++)
                want += (double)(in[0][16 * i + j] * in[1][4 * j + k]);
            near(out[4 * i + k], tanh(want), 1e-5, "product");
        }
    /* the bytes of an executable say as much */
    size_t n;
    void *bytes = shardscope_executable_serialise(e, &n, &error);
    ShardscopeExecutable *loaded = shardscope_executable_load(c, bytes, n, &error);
    ShardscopeSharding *again;
    g_assert_true(shardscope_executable_result(loaded, 0, NULL, &again, &error));
    no_error(error);
    g_assert_true(shardscope_sharding_equivalent(again, outer, 2));
    shardscope_free(bytes);
    shardscope_sharding_unref(again);
    shardscope_executable_unref(loaded);
    shardscope_sharding_unref(made);
    shardscope_array_unref(r);
    shardscope_array_unref(a[0]);
    shardscope_array_unref(a[1]);
    shardscope_executable_unref(e);
    shardscope_client_unref(c);
    shardscope_program_unref(p);
    shardscope_sharding_unref(inner);
    shardscope_sharding_unref(outer);
    shardscope_sharding_unref(both);
    shardscope_mesh_unref(mesh);
}

static void test_product_on_mesh(void) { product("x=4,y=2"); }
static void test_product_of_tiles(void) { product(NULL); }

static void test_donation(void)
{
    ShardscopeError *error = NULL;
    ShardscopeFunction *f;
    ShardscopeBuilder *b = builder_of("step", NULL, &f);
    Value *w = shardscope_parameter(f, "w", F32(4), NULL, &error), *g = shardscope_parameter(f, "g", F32(4), NULL, &error);
    Value *next = shardscope_subtract(w, g, &error);
    shardscope_result(f, shardscope_reduce_sum(next, 1, (int[]){ 0 }, &error), NULL, NULL, &error);
    shardscope_result(f, next, NULL, NULL, &error);
    g_assert_false(shardscope_donate(w, 2, &error));
    expect(&error, SHARDSCOPE_INVALID, "w is donated to result 2, and there are 2 so far");
    g_assert_false(shardscope_donate(w, 0, &error));
    expect(&error, SHARDSCOPE_INVALID, "w of f32[4] is donated to result 0 of f32[]");
    g_assert_false(shardscope_donate(next, 1, &error));
    expect(&error, SHARDSCOPE_INVALID, "is no parameter of the entry");
    g_assert_true(shardscope_donate(w, 1, &error));
    g_assert_false(shardscope_donate(w, -1, &error));
    expect(&error, SHARDSCOPE_INVALID, "w is donated twice");
    g_assert_false(shardscope_donate(g, 1, &error));
    expect(&error, SHARDSCOPE_INVALID, "result 1 has been given w already");
    ShardscopeProgram *p = shardscope_builder_build(b, &error);
    ShardscopeValueInfo info[2];
    g_assert_true(shardscope_program_argument(p, 0, &info[0], &error) && shardscope_program_argument(p, 1, &info[1], &error));
    g_assert_true(info[0].donated && !info[1].donated);
    shardscope_program_unref(p);
    shardscope_builder_unref(b);
}

/* ---- wrong calls -------------------------------------------------------------------------------------------------------------------------- */

static void test_wrong(void)
{
    ShardscopeError *error = NULL;
    ShardscopeFunction *f, *g;
    g_assert_null(shardscope_builder_new("a b", NULL, &error));
    expect(&error, SHARDSCOPE_INVALID, "\"a b\" cannot be the name of a program");
    g_assert_null(shardscope_builder_new(NULL, NULL, &error));
    expect(&error, SHARDSCOPE_INVALID, "NULL where a name is needed");
    ShardscopeBuilder *b = builder_of("wrong", "d=2", &f), *other = builder_of("other", NULL, &g);
    Value *x = shardscope_parameter(f, "x", F32(4, 8), NULL, &error), *y = shardscope_parameter(f, "y", F32(4, 8), NULL, &error),
          *far = shardscope_parameter(g, "far", F32(4, 8), NULL, &error);
    no_error(error);
    shardscope_builder_at(b, "user.c", 42);
    g_assert_null(shardscope_matmul(x, y, &error));
    g_assert_cmpstr(shardscope_error_file(error), ==, "user.c");
    g_assert_cmpint(shardscope_error_line(error), ==, 42);
    expect(&error, SHARDSCOPE_VERIFY, "user.c:42:1: dot(f32[4,8] x, f32[4,8] y), lhs_batch_dims={}, lhs_contracting_dims={1}, rhs_batch_dims={}, rhs_contracting_dims={0}: ");
    g_assert_null(shardscope_add(x, shardscope_transpose(y, NULL, &error), &error));
    expect(&error, SHARDSCOPE_VERIFY, "add(f32[4,8] x, f32[8,4] transpose");
    g_assert_null(shardscope_add(x, NULL, &error));
    expect(&error, SHARDSCOPE_INVALID, "NULL where a second value is needed");
    g_assert_null(shardscope_add(x, far, &error));
    expect(&error, SHARDSCOPE_INVALID, "add: operand 1 belongs to another builder");
    static const struct {
        const char *op, *attrs, *message;
        int n;
        ShardscopeStatus status;
    } wrong[] = {
        { "addd", NULL, "unknown operation addd", 2, SHARDSCOPE_PARSE },
        { "add", NULL, "add takes 2 operands, not 1", 1, SHARDSCOPE_PARSE },
        { "square", NULL, "square takes 1 operand, not 2", 2, SHARDSCOPE_PARSE },
        { "square", "dimensions={1}", "square has no attributes", 1, SHARDSCOPE_PARSE },
        { "reshape", NULL, "the result type cannot be inferred", 1, SHARDSCOPE_VERIFY },
        { "f32[33] reshape", NULL, "f32[33]", 1, SHARDSCOPE_VERIFY },
        { "f32[4 reshape", NULL, "expected", 1, SHARDSCOPE_PARSE },
        { "transpose", NULL, "transpose needs the attribute dimensions", 1, SHARDSCOPE_PARSE },
        { "transpose", "dimensions={0,0}", "transpose(f32[4,8] x), dimensions={0,0}: ", 1, SHARDSCOPE_VERIFY },
        { "transpose", "dimensions={0,x}", "expected", 1, SHARDSCOPE_PARSE },
        { "transpose", "dimensions={1,0} nonsense", "expected ',' or the end of the attributes", 1, SHARDSCOPE_PARSE },
        { "transpose", "dimensions={1,0}, dimensions={1,0}", "given twice", 1, SHARDSCOPE_PARSE },
        { "add", "dimensions={1}", "unexpected attribute dimensions", 2, SHARDSCOPE_PARSE },
        { "reduce", "dimensions={1}, to_apply=summ", "the builder has no function summ that can be called", 2, SHARDSCOPE_INVALID },
        { "parameter", NULL, "parameters and constants are made by functions of their own", 0, SHARDSCOPE_PARSE },
        { "custom-call", "custom_call_target=\"x\"", "the result type cannot be inferred", 1, SHARDSCOPE_VERIFY },
        { "", NULL, "", 1, SHARDSCOPE_PARSE },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_assert_null(shardscope_op(f, wrong[i].op, LIST(x, y), wrong[i].n, wrong[i].attrs, &error));
        expect(&error, wrong[i].status, wrong[i].message);
    }
    g_assert_null(shardscope_op_of_shape(f, &(ShardscopeOp){ SHARDSCOPE_OP, .op = "reshape", .operands = &x, .n_operands = 1, .results = F32(-1), .n_results = 1 }, &error));
    expect(&error, SHARDSCOPE_INVALID, "cannot be");
    g_assert_null(shardscope_parameter(f, "z", &(ShardscopeShape){ 99, 0, { 0 } }, NULL, &error));
    g_assert_nonnull(error);
    shardscope_error_free(error);
    error = NULL;
    g_assert_null(shardscope_fill(f, &scalar_s32, 0.5, &error));
    expect(&error, SHARDSCOPE_INVALID, "s32 has no number 0.5");
    g_assert_null(shardscope_constant(f, &(ShardscopeShape){ SHARDSCOPE_PRED, 1, { 2 } }, (uint8_t[]){ 1, 2 }, &error));
    expect(&error, SHARDSCOPE_INVALID, "element 1 of the constant is 2");
    g_assert_null(shardscope_value_result(x, 1, &error));
    expect(&error, SHARDSCOPE_INVALID, "x has 1 result, and no number 1");
    g_assert_true(shardscope_value_result(x, 0, &error) == x);

    /* functions */
    g_assert_null(shardscope_builder_function(b, "main", &error));
    expect(&error, SHARDSCOPE_INVALID, "there is a function main already");
    ShardscopeFunction *h = shardscope_builder_function(b, "h", &error);
    g_assert_null(shardscope_call(f, h, &x, 1, &error));
    expect(&error, SHARDSCOPE_INVALID, "the function h has no results");
    Value *p = shardscope_parameter(h, "p", F32(4, 8), NULL, &error);
    g_assert_false(shardscope_result(h, x, NULL, NULL, &error));
    expect(&error, SHARDSCOPE_INVALID, "a value of main cannot be a result of h");
    g_assert_null(shardscope_add(x, p, &error));
    expect(&error, SHARDSCOPE_INVALID, "operand 1 is a value of h, not of main");
    g_assert_null(shardscope_call(h, h, &p, 1, &error));
    expect(&error, SHARDSCOPE_INVALID, "h cannot call itself");
    g_assert_true(shardscope_result(h, p, NULL, NULL, &error));
    g_assert_null(shardscope_call(f, h, LIST(x, y), 2, &error));
    expect(&error, SHARDSCOPE_VERIFY, "h takes 1 parameters, but is called with 2 values");
    g_assert_null(shardscope_tanh(p, &error));
    expect(&error, SHARDSCOPE_INVALID, "the function h is called already");
    g_assert_null(shardscope_while(h, h, LIST(x, y), 2, &error));
    expect(&error, SHARDSCOPE_VERIFY, "the condition h takes (f32[4,8]), and gets (f32[4,8], f32[4,8])");
    g_assert_null(shardscope_while(h, h, &x, 1, &error));
    expect(&error, SHARDSCOPE_VERIFY, "pred[]");
    g_assert_null(shardscope_conditional(x, (ShardscopeFunction *[]){ h, h }, 2, &x, 1, &error));
    g_assert_nonnull(error);
    shardscope_error_free(error);
    error = NULL;

    /* shardings */
    ShardscopeMesh *mesh = mesh_of("d=2"), *wide = mesh_of("d=4");
    ShardscopeSharding *fits = shardscope_sharding_parse(mesh, "P('d', None)", 2, &error), *not = shardscope_sharding_parse(wide, "P('d', None)", 2, &error),
                       *vector = shardscope_sharding_parse(mesh, "P('d')", 1, &error);
    no_error(error);
    g_assert_null(shardscope_value_constrain(x, not, &error));
    expect(&error, SHARDSCOPE_SHARDING, "the axes of the mesh cannot say the layout");
    g_assert_false(shardscope_value_set_sharding(x, vector, &error));
    expect(&error, SHARDSCOPE_SHARDING, "is for arrays of 1 dimension, and this one has 2");
    g_assert_false(shardscope_value_set_sharding(p, fits, &error));
    g_assert_nonnull(error);
    shardscope_error_free(error);
    error = NULL;
    g_assert_null(shardscope_parameter(shardscope_builder_function(b, "k", &error), "q", F32(4, 8), fits, &error));
    expect(&error, SHARDSCOPE_INVALID, "which is not the entry");

    /* errors stay: a row of calls is checked once */
    Value *z = shardscope_add(x, shardscope_tanh(shardscope_matmul(x, y, &error), &error), &error);
    g_assert_null(z);
    g_assert_false(shardscope_result(f, z, NULL, NULL, &error));
    g_assert_null(shardscope_builder_build(b, &error));
    expect(&error, SHARDSCOPE_VERIFY, "dot(");
    g_assert_null(shardscope_builder_build(b, &error));
    expect(&error, SHARDSCOPE_INVALID, "the function main has no results");
    /* and none of it is left */
    g_assert_true(shardscope_result(f, shardscope_add(x, y, &error), NULL, NULL, &error));
    ShardscopeProgram *program = shardscope_builder_build(b, &error);
    no_error(error);
    char *text = shardscope_program_text(program, SHARDSCOPE_HLO_SHORT, &error);
    g_assert_null(strstr(text, "dot"));
    g_assert_null(strstr(text, "custom-call"));
    shardscope_free(text);
    shardscope_program_unref(program);
    shardscope_sharding_unref(fits);
    shardscope_sharding_unref(not);
    shardscope_sharding_unref(vector);
    shardscope_mesh_unref(mesh);
    shardscope_mesh_unref(wide);
    shardscope_builder_unref(b);
    shardscope_builder_unref(other);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/library/builder/unary", test_unary);
    g_test_add_func("/library/builder/binary", test_binary);
    g_test_add_func("/library/builder/integers", test_integers);
    g_test_add_func("/library/builder/families", test_families);
    g_test_add_func("/library/builder/control", test_control);
    g_test_add_func("/library/builder/one-line", test_one_line);
    g_test_add_func("/library/builder/product-on-mesh", test_product_on_mesh);
    g_test_add_func("/library/builder/product-of-tiles", test_product_of_tiles);
    g_test_add_func("/library/builder/donation", test_donation);
    g_test_add_func("/library/builder/wrong", test_wrong);
    return g_test_run();
}
