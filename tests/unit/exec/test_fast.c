/* Kernels with fast paths for some types, shapes or strides, at sizes that take these paths, against the reference evaluator. Runs once
 * for each instruction set (SHARDSCOPE_ISA). */
#include <complex.h>
#include <math.h>
#include <string.h>

#include "runtime/base/vec.h"
#include "runtime/compute/tile_ops.h"
#include "runtime/text/text.h"
#include "tests/unit/exec/run_both.h"

/* Values over the whole range of integer types, with minimum and maximum often. */
static void fill_bits(Tensor *t, GRand *r)
{
    int bytes = elem_info[t->type->elem].bytes, bits = elem_info[t->type->elem].bits;
    for (int64_t i = 0; i < t->type->n_elems; i++) {
        int64_t v = (int64_t)((guint64)g_rand_int(r) << 32 | g_rand_int(r));
        if (g_rand_int_range(r, 0, 4) == 0)
            v = g_rand_boolean(r) ? (int64_t)((guint64)1 << (bits - 1)) : (int64_t)(((guint64)1 << (bits - 1)) - 1);
        if (bits < 8)
            tensor_set_i64(t, i, v & 1);
        else
            memcpy((char *)t->data + i * bytes, &v, (size_t)bytes);
    }
}

static void check_bits(const char *text, guint32 seed)
{
    g_autoptr(IrModule) m = module_of(text);
    g_autoptr(GPtrArray) args = random_args(m, 1, seed, 1);
    GRand *r = g_rand_new_with_seed(seed);
    for (guint i = 0; i < args->len; i++) {
        Tensor *t = args->pdata[i];
        if (!elem_is_float(t->type->elem))
            fill_bits(t, r);
    }
    g_rand_free(r);
    check_against_reference(m, 1, args, text);
}

/* Rows, columns and depths just below and just above the sizes of a tile, a panel and a block. */
static void test_int_dots(void)
{
    static const char *const types[][3] = {
        { "s8", "s8", "s32" }, { "u8", "s8", "s32" }, { "s8", "u8", "s32" }, { "u8", "u8", "u32" }, { "s8", "s8", "s8" }, { "u8", "u8", "s16" },
        { "s16", "s16", "s32" }, { "s16", "s8", "s32" }, { "u16", "u16", "u16" }, { "u16", "u16", "u32" }, { "s32", "s32", "s32" },
        { "s8", "s32", "s32" }, { "s64", "s64", "s64" }, { "s8", "s8", "s64" }, { "u8", "u16", "u64" }, { "pred", "pred", "pred" },
    };
    static const int sizes[][3] = { { 1, 1, 1 }, { 13, 33, 7 }, { 5, 70, 1031 }, { 200, 17, 66 }, { 12, 520, 4 }, { 3, 40, 2053 } };
    for (guint t = 0; t < G_N_ELEMENTS(types); t++)
        for (guint s = 0; s < G_N_ELEMENTS(sizes); s++)
            for (int form = 0; form < 3; form++) {
                const char *a = types[t][0], *b = types[t][1], *c = types[t][2];
                int m = sizes[s][0], n = sizes[s][1], k = sizes[s][2];
                g_autofree char *text =
                    form == 0   ? g_strdup_printf("HloModule m\nENTRY e {\n a = %s[%d,%d] parameter(0)\n b = %s[%d,%d] parameter(1)\n"
                                                  " ROOT d = %s[%d,%d] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n",
                                                  a, m, k, b, k, n, c, m, n)
                    : form == 1 ? g_strdup_printf("HloModule m\nENTRY e {\n a = %s[%d,%d] parameter(0)\n b = %s[%d,%d] parameter(1)\n"
                                                  " ROOT d = %s[%d,%d] dot(a, b), lhs_contracting_dims={0}, rhs_contracting_dims={1}\n}\n",
                                                  a, k, m, b, n, k, c, m, n)
                                : g_strdup_printf("HloModule m\nENTRY e {\n a = %s[2,%d,3,%d] parameter(0)\n b = %s[%d,2,%d] parameter(1)\n"
                                                  " ROOT d = %s[2,%d,3,%d] dot(a, b), lhs_batch_dims={0}, rhs_batch_dims={1}, "
                                                  "lhs_contracting_dims={3}, rhs_contracting_dims={0}\n}\n",
                                                  a, m % 7 + 1, k, b, k, n, c, m % 7 + 1, n);
                check_bits(text, t * 100 + s);
            }
}

/* Narrow floats: every bit pattern decoded; encoded are numbers that are representable, half-way between two representable ones, next to
 * these, and random ones. */
static void check_narrow(ElemType e, const float *x, int64_t n)
{
    const TileTable *t = tile_table();
    g_autofree uint8_t *code = g_malloc((gsize)n);
    g_autofree float *rounded = g_new(float, n);
    t->store[e](code, x, NULL, NULL, (int)n);
    t->round[e](rounded, x, NULL, NULL, (int)n);
    for (int64_t i = 0; i < n; i++) {
        uint8_t want = 0;
        scalar_store(e, &want, 0, (Scalar){ .f = x[i] });
        float back = (float)scalar_load(e, &want, 0).f;
        if (code[i] != want || memcmp(&back, &rounded[i], 4) != 0)
            g_error("%s of %a: code %d, not %d; rounded %a, not %a", elem_info[e].hlo, (double)x[i], code[i], want, (double)rounded[i], (double)back);
    }
}

static void test_narrow_floats(void)
{
    GRand *r = g_rand_new_with_seed(7);
    for (ElemType e = 0; e < N_ELEMS; e++) {
        if (!elem_is_float(e) || elem_info[e].bits > 8)
            continue;
        uint8_t codes[256];
        float values[256];
        for (int i = 0; i < 256; i++)
            codes[i] = (uint8_t)i;
        tile_table()->load[e](values, codes, NULL, NULL, 256);
        VEC(float) x = { 0 };
        for (int i = 0; i < 256; i++) {
            float want = (float)scalar_load(e, codes, i).f;
            if (memcmp(&want, &values[i], 4) != 0)
                g_error("%s code %d: %a, not %a", elem_info[e].hlo, i, (double)values[i], (double)want);
            for (int k = 0; k < 256; k++) {
                float middle = (want + (float)scalar_load(e, codes, k).f) / 2;
                vec_push(&x, middle);
                vec_push(&x, nextafterf(middle, INFINITY));
                vec_push(&x, nextafterf(middle, -INFINITY));
            }
        }
        for (int i = 0; i < 400000; i++) {
            guint32 u = g_rand_int(r);
            if (i % 2) /* mostly within the range of the formats */
                u = (u & 0x807fffffu) | (guint32)g_rand_int_range(r, 95, 150) << 23;
            float v;
            memcpy(&v, &u, 4);
            vec_push(&x, v);
        }
        check_narrow(e, x.v, x.n);
        vec_clear(&x);
    }
    g_rand_free(r);
}

/* Doubles converted to narrow floats are rounded once. */
static void test_odd(void)
{
    GRand *r = g_rand_new_with_seed(8);
    enum { N = 200001 };
    double *x = g_new(double, N);
    float *y = g_new(float, N);
    static const double edges[] = { 0, -0.0, INFINITY, -INFINITY, 1e300, -1e300, 1e-300, -1e-300, 0x1p-149, 0x1p-150, 3.5e38, 0x1.fffffep127, 1, -1 };
    for (int i = 0; i < N; i++) {
        guint64 u = (guint64)g_rand_int(r) << 32 | g_rand_int(r);
        u = (u & 0x800fffffffffffffu) | (guint64)g_rand_int_range(r, 1023 - 155, 1023 + 130) << 52;
        if (i % 3 == 0)
            u &= ~(guint64)0 << 28; /* often exact in f32 */
        memcpy(&x[i], &u, 8);
        if (i < (int)G_N_ELEMENTS(edges))
            x[i] = edges[i];
    }
    x[N - 1] = NAN;
    tile_table()->f64_to_f32_odd(y, x, NULL, NULL, N);
    for (int i = 0; i < N - 1; i++) {
        float near = (float)x[i];
        guint32 u;
        memcpy(&u, &y[i], 4);
        if ((double)near == x[i])
            g_assert_true(memcmp(&near, &y[i], 4) == 0);
        else /* the neighbour of x with an odd mantissa (round to odd) */
            g_assert_true((u & 1) && !isinf(y[i]) && (double)nextafterf(y[i], -INFINITY) < x[i] && x[i] < (double)nextafterf(y[i], INFINITY));
    }
    g_assert_true(isnan(y[N - 1]));
    g_free(x);
    g_free(y);
    g_rand_free(r);
}

/* A value of n bytes, sign-extended where the type is signed. */
static int64_t int_of(CType ct, const void *p, int64_t i)
{
    static const ElemType elems[N_CTYPES] = { [CT_s8] = ELEM_s8, [CT_u8] = ELEM_u8, [CT_s16] = ELEM_s16, [CT_u16] = ELEM_u16, [CT_s32] = ELEM_s32, [CT_u32] = ELEM_u32 };
    return index_at(elems[ct], p, i);
}

/* Quotients and remainders, with a tile of divisors and with one divisor for all elements; divisors -1 and 0 included, dividends near
 * multiples. */
static void test_divisions(void)
{
    static const CType types[] = { CT_s8, CT_u8, CT_s16, CT_u16, CT_s32, CT_u32 };
    static const int64_t special[] = { 0, 1, -1, 2, 3, 7, 8, 10, 64, 100, 127, 128, -128, 255, 1000, 32767, -32768, 65535, 1 << 30, INT32_MAX, INT32_MIN, UINT32_MAX };
    enum { N = 3000, N_BY = 300 };
    GRand *r = g_rand_new_with_seed(3);
    uint32_t x[N], y[N], q[N];
    for (guint t = 0; t < G_N_ELEMENTS(types); t++) {
        CType ct = types[t];
        int bytes = ctype_bytes[ct];
        for (int k = 0; k < N_BY; k++)
            for (int op = 0; op < 4; op++) {
                for (int i = 0; i < N; i++) {
                    int64_t by = op & 1 ? (k < (int)G_N_ELEMENTS(special) ? special[k] : (int64_t)g_rand_int(r) >> k % 32)
                                        : i % 3 ? special[(k + i) % (int)G_N_ELEMENTS(special)] : (int64_t)g_rand_int(r) >> i % 32;
                    if (op & 1 && i)
                        memcpy(&by, y, 4);
                    int64_t v = i % 2 ? (int64_t)g_rand_int(r) : (int64_t)((guint64)by * (g_rand_int(r) >> (i % 32)) + (guint64)(i % 3 - 1));
                    memcpy((char *)x + i * bytes, &v, (size_t)bytes);
                    memcpy((char *)y + (op & 1 ? 0 : i) * bytes, &by, (size_t)bytes);
                }
                OpCode code = op & 2 ? OP_remainder : OP_divide;
                TileFn fn = op & 1 ? tile_table()->op_vs[code][ct] : tile_table()->op[code][ct];
                fn(q, x, y, NULL, N);
                for (int i = 0; i < N; i++) {
                    int64_t a = int_of(ct, x, i), b = int_of(ct, y, op & 1 ? 0 : i);
                    int64_t want = code == OP_divide ? (b ? a / b : -1) : b ? a % b : a, got = int_of(ct, q, i), cut = 0;
                    memcpy(&cut, &want, (size_t)bytes);
                    if (int_of(ct, &cut, 0) != got)
                        g_error("%s of type %d: %" G_GINT64_FORMAT " by %" G_GINT64_FORMAT ": %" G_GINT64_FORMAT, op_info[code].id, ct, a, b, got);
                }
            }
    }
    g_rand_free(r);
}

/* Bytes: every pair, with a tile of divisors and with one divisor for all elements. */
static void test_bytes(void)
{
    uint8_t x[256], y[256], z[256];
    for (int i = 0; i < 256; i++)
        x[i] = (uint8_t)i;
    for (int k = 0; k < 256; k++)
        for (int form = 0; form < 3; form++)
            for (int op = 0; op < 3; op++) {
                OpCode code = op == 0 ? OP_shift_left : op == 1 ? OP_shift_right_logical : OP_shift_right_arithmetic;
                CType ct = k & 1 ? CT_s8 : CT_u8;
                memset(y, k, sizeof y);
                const TileTable *t = tile_table();
                TileFn fn = form == 0 ? t->op[code][ct] : form == 1 ? t->op_vs[code][ct] : t->op_sv[code][ct];
                if (form == 2)
                    fn(z, y, x, NULL, 256);
                else
                    fn(z, x, y, NULL, 256);
                for (int i = 0; i < 256; i++) {
                    int v = form == 2 ? k : i, by = form == 2 ? i : k;
                    int want = op == 0 ? (by >= 8 ? 0 : v << by) : op == 1 ? (by >= 8 ? 0 : v >> by) : (int8_t)v >> MIN(by, 7);
                    g_assert_cmpint(z[i], ==, want & 255);
                }
            }
    tile_table()->op[OP_popcnt][CT_u8](z, x, NULL, NULL, 256);
    for (int i = 0; i < 256; i++)
        g_assert_cmpint(z[i], ==, __builtin_popcount((unsigned)i));
    GRand *r = g_rand_new_with_seed(4);
    for (int bytes = 2; bytes <= 8; bytes *= 2) {
        guint64 wide[256], ones[256];
        for (int i = 0; i < 256; i++)
            wide[i] = ((guint64)g_rand_int(r) << 32 | g_rand_int(r)) & (i & 1 ? ~(guint64)0 : (guint64)g_rand_int(r));
        wide[0] = ~(guint64)0;
        tile_table()->op[OP_popcnt][bytes == 2 ? CT_u16 : bytes == 4 ? CT_u32 : CT_u64](ones, wide, NULL, NULL, 256);
        for (int i = 0; i < 256; i++) {
            guint64 v = 0, n = 0;
            memcpy(&v, (char *)wide + i * bytes, (size_t)bytes);
            memcpy(&n, (char *)ones + i * bytes, (size_t)bytes);
            g_assert_cmpint((int)n, ==, __builtin_popcountll(v));
        }
    }
    g_rand_free(r);
}

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

static double reciprocal_root(double x)
{
    return 1 / sqrt(x);
}

/* Functions of f32 with vectorized loops: within a few units in the last place of the true value at every position in a tile, and the
 * right special values. */
static void test_functions(void)
{
    static const struct {
        OpCode op;
        double (*fn)(double);
    } functions[] = { { OP_exponential, exp }, { OP_tanh, tanh }, { OP_logistic, logistic }, { OP_rsqrt, reciprocal_root }, { OP_sine, sin },
                    { OP_cosine, cos },
                    { OP_log, log }, { OP_log_plus_one, log1p } };
    static const float special[] = { 0, -0.0f, INFINITY, -INFINITY, NAN, -NAN, 0x1p-149f, -0x1p-149f, 0x1p-126f, 0x1.fffffep-127f, 0x1.fffffep127f, -0x1.fffffep127f,
        88.7f, 88.73f, 89, 1000, -87, -87.4f, -103, -103.97f, -104, -130, -175.9f, -176, -176.1f, -1000, -9984, 0.625f, -0.625f, 9, -9, 20, -20, 1,
        -1, -0x1.fffffep-1f, -0x1.000002p0f, 0x1.6a09e6p-1f, 0x1.6a09e8p-1f, 0x1.6a09e6p0f, 0x1p24f, 0x1p-24f, 1e18f,
        0x1.921fb6p1f, -0x1.921fb6p1f, 0x1.921fb6p0f, 0x1.4a6724p14f, 0x1.fffffep16f, -0x1.fffffep16f, 0x1p17f, 0x1.000002p17f };
    enum { N = 100003 };
    float *x = g_new(float, N), *y = g_new(float, N);
    GRand *r = g_rand_new_with_seed(5);
    for (int i = 0; i < N; i++) {
        guint32 u = g_rand_int(r);
        if (i % 2)
            x[i] = (float)g_rand_double_range(r, -105, 90);
        else
            memcpy(&x[i], &u, 4);
        if (i < (int)G_N_ELEMENTS(special))
            x[i] = special[i];
    }
    for (guint f = 0; f < G_N_ELEMENTS(functions); f++) {
        TileFn fn = tile_table()->op[functions[f].op][CT_f32];
        fn(y, x, NULL, NULL, N);
        for (int i = 0; i < N; i++) {
            double want = functions[f].fn((double)x[i]);
            float one, nearest = (float)want;
            fn(&one, &x[i], NULL, NULL, 1);
            if (memcmp(&one, &y[i], 4) != 0 && !(isnan(one) && isnan(y[i])))
                g_error("%s of %a depends on where it stands: %a, %a", op_info[functions[f].op].id, (double)x[i], (double)one, (double)y[i]);
            bool same = isnan(nearest) ? isnan(y[i]) : isinf(nearest) ? y[i] == nearest : fabs((double)y[i] - want) <= 3e-7 * fabs(want) + 0x1p-148;
            if (!same && !(isinf(nearest) && fabs(want) < 0x1.000002p128))
                g_error("%s of %a: %a, not %a", op_info[functions[f].op].id, (double)x[i], (double)y[i], want);
        }
    }
    g_free(x);
    g_free(y);
    g_rand_free(r);
}

/* Where they are largest, sines and cosines are not larger than one: arcsin of them, and the root of 1 - sin^2, are numbers. */
static void test_sine_range(void)
{
    static const OpCode ops[] = { OP_sine, OP_cosine };
    enum { QUARTERS = 83443, NEAR = 3 }; /* to FAR_ANGLE */
    for (int f = 0; f < 2; f++)
        for (int k = -QUARTERS; k < QUARTERS; k++) {
            float x[2 * NEAR + 1], y[2 * NEAR + 1];
            x[0] = (float)(k * G_PI / 2);
            for (int i = 1; i <= 2 * NEAR; i++)
                x[i] = nextafterf(i == NEAR + 1 ? x[0] : x[i - 1], i <= NEAR ? INFINITY : -INFINITY);
            tile_table()->op[ops[f]][CT_f32](y, x, NULL, NULL, 2 * NEAR + 1);
            for (int i = 0; i <= 2 * NEAR; i++)
                if (!(fabsf(y[i]) <= 1))
                    g_error("%s of %a is %a", op_info[ops[f]].id, (double)x[i], (double)y[i]);
        }
}

/* Folds of any length, with NaN and zeros of both signs at any place; minimum and maximum are bitwise exact. */
static void test_folds(void)
{
    static const OpCode ops[] = { OP_add, OP_multiply, OP_maximum, OP_minimum };
    GRand *r = g_rand_new_with_seed(6);
    float x[300];
    for (int k = 0; k < 4000; k++) {
        int n = g_rand_int_range(r, 1, 300), kind = k % 5;
        double want[4] = { 0, 1, -INFINITY, INFINITY };
        bool nan = false, plus = false, minus = false;
        for (int i = 0; i < n; i++) {
            x[i] = (float)g_rand_double_range(r, -2, 2);
            if (kind == 1)
                x[i] = -fabsf(x[i]);
            if (kind == 2)
                x[i] = fabsf(x[i]);
            if ((kind == 1 || kind == 2) && g_rand_int_range(r, 0, 20) == 0)
                x[i] = g_rand_boolean(r) ? 0 : -0.0f;
        }
        if (kind == 3)
            x[g_rand_int_range(r, 0, n)] = g_rand_boolean(r) ? NAN : -NAN;
        for (int i = 0; i < n; i++) {
            nan |= isnan(x[i]);
            plus |= x[i] == 0 && !signbit(x[i]);
            minus |= x[i] == 0 && signbit(x[i]);
            want[0] += (double)x[i];
            want[1] *= (double)x[i];
            want[2] = MAX(want[2], (double)x[i]);
            want[3] = MIN(want[3], (double)x[i]);
        }
        for (int op = 0; op < 4; op++) {
            float got;
            tile_table()->fold[ops[op]][CT_f32](&got, x, NULL, NULL, n);
            if (nan)
                g_assert_true(isnan(got));
            else if (op < 2)
                g_assert_cmpfloat_with_epsilon((double)got, want[op], 1e-4 * MAX(1, fabs(want[op])));
            else
                g_assert_true((double)got == want[op] && (got != 0 || (bool)signbit(got) == (op == 2 ? !plus : minus)));
        }
    }
    g_rand_free(r);
}

static uint32_t combined(OpCode op, CType ct, uint32_t x, uint32_t y)
{
    uint32_t d;
    tile_table()->op[op][ct](&d, &x, &y, NULL, 1);
    return d;
}

/* Words of any number, one after the other. */
static void test_int_folds(void)
{
    static const OpCode ops[] = { OP_add, OP_maximum, OP_minimum, OP_and, OP_or, OP_xor };
    static const CType types[] = { CT_s32, CT_u32 };
    GRand *r = g_rand_new_with_seed(7);
    uint32_t x[200];
    for (int n = 1; n < 200; n++) {
        for (int i = 0; i < n; i++)
            x[i] = n % 3 == 0 ? (uint32_t)g_rand_int_range(r, -9, 9) : n % 3 == 1 ? g_rand_int(r) | g_rand_int(r) | 0x10100 : g_rand_int(r);
        for (guint k = 0; k < G_N_ELEMENTS(ops) * G_N_ELEMENTS(types); k++) {
            OpCode op = ops[k / 2];
            CType ct = types[k % 2];
            uint32_t want = x[0], got = 0;
            for (int i = 1; i < n; i++)
                want = combined(op, ct, want, x[i]);
            tile_table()->fold[op][ct](&got, x, NULL, NULL, n);
            g_assert_cmpuint(got, ==, want);
        }
    }
    g_rand_free(r);
}

/* True if both are the same number, or as near as that, or neither is one. */
static bool near_part(float got, float want, float bound)
{
    return isnan(want) ? isnan(got) : isinf(want) ? got == want : fabsf(got - want) <= bound * fabsf(want);
}

static void check_near(float complex got, float complex want, float bound)
{
    if (!near_part(crealf(got), crealf(want), bound) || !near_part(cimagf(got), cimagf(want), bound))
        g_error("%.9g %.9g in place of %.9g %.9g", (double)crealf(got), (double)cimagf(got), (double)crealf(want), (double)cimagf(want));
}

/* As CMPLXF, which not every compiler has; re + im * I is another number where a part is infinite. */
static float complex number(float re, float im)
{
    float parts[2] = { re, im };
    float complex z;
    memcpy(&z, parts, sizeof z);
    return z;
}

/* HLO's and numpy's product; C's own gives infinities where a part of this is no number. */
static float complex plain_product(float complex x, float complex y)
{
    float a = crealf(x), b = cimagf(x), c = crealf(y), d = cimagf(y);
    volatile float ac = a * c, bd = b * d, ad = a * d, bc = b * c; /* volatile: rounded one by one */
    return number(ac - bd, ad + bc);
}

/* Frequent complex functions against C's, the product against its formula, on all pairs of numbers that are special in some way; more of them than a block holds. */
static void test_complex(void)
{
    static const float parts[] = { 0, -0.0f, 1, -2.5f, 0.3f, 1e-30f, 3e30f, -3e38f, 79.5f, 100, INFINITY, -INFINITY, NAN };
    enum { N_PARTS = G_N_ELEMENTS(parts), N = N_PARTS * N_PARTS * N_PARTS };
    static float complex x[N], y[N], product[N], quotient[N], power[N], in_place[N];
    static float size[N];
    for (int i = 0; i < N; i++) {
        x[i] = number(parts[i % N_PARTS], parts[i / N_PARTS % N_PARTS]);
        y[i] = number(parts[i / N_PARTS / N_PARTS], parts[(i + i / N_PARTS) % N_PARTS]);
    }
    const TileTable *t = tile_table();
    memcpy(in_place, x, sizeof x);
    t->op[OP_multiply][CT_c64](product, x, y, NULL, N);
    t->op[OP_multiply][CT_c64](in_place, in_place, y, NULL, N);
    t->op[OP_divide][CT_c64](quotient, x, y, NULL, N);
    t->op[OP_exponential][CT_c64](power, x, NULL, NULL, N);
    t->op[OP_abs][CT_c64](size, x, NULL, NULL, N);
    for (int i = 0; i < N; i++) {
        check_near(product[i], plain_product(x[i], y[i]), 0);
        check_near(in_place[i], plain_product(x[i], y[i]), 0);
        check_near(quotient[i], x[i] / y[i], 2e-7f);
        check_near(power[i], cexpf(x[i]), 1e-6f);
        check_near(size[i], hypotf(crealf(x[i]), cimagf(x[i])), 2e-7f);
    }
}

/* `size`: of the whole number, whose parts may cancel. */
static bool near_double(double got, double want, double size)
{
    return isnan(want) ? isnan(got) : got == want || fabs(got - want) <= 5e-16 * size + 2e-323;
}

/* The absolute value and the quotient of complex numbers in double precision, near both ends of the range too. */
static void test_complex_doubles(void)
{
    static const double parts[] = { 0, -0.0, 1, -2.5, 0.3, 3, -4, 5e-324, 1e-310, -3e-160, 7e-140, 1e150, -1e151, 1e154, 9e300, 1.7e308, (double)INFINITY, -(double)INFINITY, (double)NAN };
    enum { N_PARTS = G_N_ELEMENTS(parts), N = N_PARTS * N_PARTS };
    double x[2 * N];
    for (int i = 0; i < N; i++) {
        x[2 * i] = parts[i % N_PARTS];
        x[2 * i + 1] = parts[i / N_PARTS];
    }
    double want[N];
    for (int i = 0; i < N; i++)
        want[i] = hypot(x[2 * i], x[2 * i + 1]);
    static double complex u[N * N], v[N * N], quotient[N * N];
    for (int i = 0; i < N * N; i++) {
        memcpy(&u[i], &x[2 * (i % N)], sizeof *u);
        memcpy(&v[i], &x[2 * (i / N)], sizeof *v);
    }
    memcpy(quotient, u, sizeof u);
    tile_table()->op[OP_divide][CT_c128](quotient, quotient, v, NULL, N * N); /* in place */
    for (int i = 0; i < N * N; i++) {
        double complex z = u[i] / v[i];
        double size = fabs(creal(z)) + fabs(cimag(z));
        if (!near_double(creal(quotient[i]), creal(z), size) || !near_double(cimag(quotient[i]), cimag(z), size))
            g_error("(%.17g %.17g) / (%.17g %.17g): %.17g %.17g in place of %.17g %.17g", creal(u[i]), cimag(u[i]), creal(v[i]), cimag(v[i]), creal(quotient[i]),
                    cimag(quotient[i]), creal(z), cimag(z));
    }
    tile_table()->op[OP_abs][CT_c128](x, x, NULL, NULL, N); /* in place */
    for (int i = 0; i < N; i++)
        if (isnan(want[i]) ? !isnan(x[i]) : !(x[i] == want[i] || fabs(x[i] - want[i]) <= 3e-16 * want[i] + 5e-324))
            g_error("%.17g in place of %.17g", x[i], want[i]);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_message("instruction set %s", tile_table()->isa);
    g_test_add_func("/exec/fast/int-dots", test_int_dots);
    g_test_add_func("/exec/fast/narrow-floats", test_narrow_floats);
    g_test_add_func("/exec/fast/odd", test_odd);
    g_test_add_func("/exec/fast/divisions", test_divisions);
    g_test_add_func("/exec/fast/bytes", test_bytes);
    g_test_add_func("/exec/fast/functions", test_functions);
    g_test_add_func("/exec/fast/sine-range", test_sine_range);
    g_test_add_func("/exec/fast/folds", test_folds);
    g_test_add_func("/exec/fast/int-folds", test_int_folds);
    g_test_add_func("/exec/fast/complex", test_complex);
    g_test_add_func("/exec/fast/complex-doubles", test_complex_doubles);
    return g_test_run();
}
