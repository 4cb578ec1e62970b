/* Elements of every type: storage, rounding, conversion; comparison; generated inputs; and arrays to numpy's format and back. */
#include "runtime/base/float16.h"
#include "runtime/tensor/fill.h"
#include "runtime/tensor/normal.h"
#include "runtime/reference/reference_impl.h"

#include <math.h>
#include <string.h>

typedef struct Fixture {
    Arena *arena;
    TypeTable *types;
} Fixture;

static void set_up(Fixture *f, gconstpointer data)
{
    (void)data;
    f->arena = arena_new_root();
    f->types = type_table_new(f->arena);
}

static void tear_down(Fixture *f, gconstpointer data)
{
    (void)data;
    type_table_free(f->types);
    arena_free(f->arena);
}

static double round_to(ElemType e, double x)
{
    return scalar_round(e, (Scalar){.f = x}).f;
}

/* Every bit pattern of every float type of at most 16 bits: decoding and encoding is the identity, and a number between two neighbours
 * rounds to the nearest, ties to even; powers of two alone, ties to the larger. */
static void test_codes(Fixture *f, gconstpointer data)
{
    (void)f, (void)data;
    for (int e = 0; e < N_ELEMS; e++) {
        if (!elem_is_float((ElemType)e) || elem_info[e].bits > 16)
            continue;
        int n = 1 << elem_info[e].bits, half = e == ELEM_f8e8m0fnu ? n : n / 2;
        for (int code = 0; code < n; code++) {
            uint16_t raw = (uint16_t)code, back = 0;
            Scalar v = scalar_load((ElemType)e, &raw, 0);
            scalar_store((ElemType)e, &back, 0, v);
            if (isnan(v.f))
                g_assert_true(isnan(scalar_load((ElemType)e, &back, 0).f));
            else
                g_assert_cmpint(back, ==, raw);
        }
        for (int code = 0; code + 1 < half; code++) {
            uint16_t low = (uint16_t)code, high = (uint16_t)(code + 1);
            double a = scalar_load((ElemType)e, &low, 0).f, b = scalar_load((ElemType)e, &high, 0).f;
            if (!isfinite(a) || !isfinite(b))
                continue;
            g_assert_cmpfloat(a, <, b);
            double middle = a + (b - a) / 2;
            if (e == ELEM_f8e8m0fnu && code == 0)
                continue; /* all smaller values encode to the least one */
            g_assert_cmpfloat(round_to((ElemType)e, middle), ==, e == ELEM_f8e8m0fnu || code & 1 ? b : a);
            g_assert_cmpfloat(round_to((ElemType)e, nextafter(middle, INFINITY)), ==, b);
            g_assert_cmpfloat(round_to((ElemType)e, nextafter(middle, 0)), ==, a);
            if (e != ELEM_f8e8m0fnu)
                g_assert_cmpfloat(round_to((ElemType)e, -nextafter(middle, INFINITY)), ==, -b);
        }
    }
}

/* The published largest values of the formats, and larger numbers. */
static void test_limits(Fixture *f, gconstpointer data)
{
    (void)f, (void)data;
    static const struct {
        ElemType e;
        double largest, smallest;
        int beyond; /* 0: infinity, 1: NaN, 2: saturates */
    } cases[] = {
        {ELEM_f8e5m2, 57344, 0x1p-16, 0},       {ELEM_f8e4m3, 240, 0x1p-9, 0},       {ELEM_f8e3m4, 15.5, 0x1p-6, 0},
        {ELEM_f8e4m3fn, 448, 0x1p-9, 1},        {ELEM_f8e4m3fnuz, 240, 0x1p-10, 1},  {ELEM_f8e4m3b11fnuz, 30, 0x1p-13, 1},
        {ELEM_f8e5m2fnuz, 57344, 0x1p-17, 1},   {ELEM_f6e3m2fn, 28, 0x1p-4, 2},      {ELEM_f6e2m3fn, 7.5, 0x1p-3, 2},
        {ELEM_f4e2m1fn, 6, 0.5, 2},             {ELEM_f16, 65504, 0x1p-24, 0},       {ELEM_bf16, 0x1.fep127, 0x1p-133, 0},
    };
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        ElemType e = cases[i].e;
        g_assert_cmpfloat(round_to(e, cases[i].largest), ==, cases[i].largest);
        g_assert_cmpfloat(round_to(e, cases[i].smallest), ==, cases[i].smallest);
        double over = round_to(e, cases[i].largest * 4);
        g_assert_true(cases[i].beyond == 0 ? isinf(over) : cases[i].beyond == 1 ? isnan(over) : over == cases[i].largest);
        g_assert_cmpfloat(round_to(e, cases[i].smallest / 4), ==, 0);
    }
    g_assert_cmpint(f16_from_f32(1.0f), ==, 0x3c00);
    g_assert_cmpint(bf16_from_f32(1.0f), ==, 0x3f80);
    g_assert_cmpint(bf16_from_f32(NAN) & 0x7fff, ==, 0x7fc0);
    g_assert_cmpfloat(f16_to_f32(0x0001), ==, 0x1p-24);
}

/* bf16 from f32 and from f64 agree on every f32; a sample of bit patterns. */
static void test_half_paths(Fixture *f, gconstpointer data)
{
    (void)f, (void)data;
    for (uint32_t i = 0; i < 2000000; i++) {
        float x = f32_of_bits(i * 2147u);
        if (isnan(x))
            continue;
        g_assert_cmpint(bf16_from_f32(x), ==, bf16_from_f64(x));
        g_assert_cmpint(f16_from_f32(x), ==, f16_from_f64(x));
    }
    /* one rounding: through f32 this would become a tie and round to even */
    g_assert_cmpint(f16_from_f64(1 + 0x1p-11 + 0x1p-40), ==, 0x3c01);
}

static int64_t to_int(ElemType from, ElemType to, double x)
{
    return scalar_convert(from, to, (Scalar){.f = x}).i;
}

static void test_convert(Fixture *f, gconstpointer data)
{
    (void)f, (void)data;
    g_assert_cmpint(to_int(ELEM_f32, ELEM_s32, -2.9), ==, -2);
    g_assert_cmpint(to_int(ELEM_f32, ELEM_s32, 3e9), ==, INT32_MAX);
    g_assert_cmpint(to_int(ELEM_f32, ELEM_s32, -INFINITY), ==, INT32_MIN);
    g_assert_cmpint(to_int(ELEM_f32, ELEM_s32, NAN), ==, 0);
    g_assert_cmpint(to_int(ELEM_f32, ELEM_u8, -1), ==, 0);
    g_assert_cmpint(to_int(ELEM_f32, ELEM_u8, 256), ==, 255);
    g_assert_cmpint(to_int(ELEM_f32, ELEM_s4, 100), ==, 7);
    g_assert_true((uint64_t)to_int(ELEM_f64, ELEM_u64, 1e30) == UINT64_MAX);
    g_assert_cmpint(to_int(ELEM_f64, ELEM_s64, 0x1p63), ==, INT64_MAX);
    g_assert_cmpint(to_int(ELEM_f32, ELEM_pred, NAN), ==, 1);
    g_assert_cmpint(to_int(ELEM_f32, ELEM_pred, -0.0), ==, 0);
    g_assert_cmpint(scalar_convert(ELEM_s32, ELEM_s8, (Scalar){.i = 200}).i, ==, -56);
    g_assert_cmpint(scalar_convert(ELEM_s8, ELEM_u32, (Scalar){.i = -1}).i, ==, UINT32_MAX);
    g_assert_cmpint(scalar_convert(ELEM_u8, ELEM_s32, (Scalar){.u = 200}).i, ==, 200);
    g_assert_cmpint(scalar_convert(ELEM_s32, ELEM_u4, (Scalar){.i = -1}).i, ==, 15);
    /* one rounding also from 64-bit integers: 2^60 + 2^36 is half-way between two f32 values, so the last bit decides */
    int64_t tie = ((int64_t)1 << 60) + ((int64_t)1 << 36);
    g_assert_cmpfloat(scalar_convert(ELEM_s64, ELEM_f32, (Scalar){.i = tie}).f, ==, 0x1p60);
    g_assert_cmpfloat(scalar_convert(ELEM_s64, ELEM_f32, (Scalar){.i = tie + 1}).f, ==, 0x1p60 + 0x1p37);
    g_assert_cmpfloat(scalar_convert(ELEM_s64, ELEM_f32, (Scalar){.i = -tie - 1}).f, ==, -0x1p60 - 0x1p37);
    g_assert_cmpfloat(scalar_convert(ELEM_u64, ELEM_f32, (Scalar){.u = UINT64_MAX}).f, ==, 0x1p64);
    Scalar z = scalar_convert(ELEM_f32, ELEM_c64, (Scalar){.f = 2, .im = 7});
    g_assert_cmpfloat(z.im, ==, 0);
}

static Tensor *vector(Fixture *f, ElemType e, const double *v, int64_t n)
{
    Tensor *t = tensor_new(type_array(f->types, e, 1, &n));
    for (int64_t i = 0; i < n; i++)
        tensor_set_f64(t, i, v[i]);
    return t;
}

static bool same(Fixture *f, ElemType e, double a, double b, double other, double *rel)
{
    g_autoptr(Tensor) x = vector(f, e, (double[]){a, other}, 2), y = vector(f, e, (double[]){b, other}, 2);
    *rel = 0;
    return tensor_compare(x, y, NULL, rel);
}

static void test_compare(Fixture *f, gconstpointer data)
{
    (void)data;
    double rel;
    g_assert_true(same(f, ELEM_f32, 1, 1, 0, &rel) && rel == 0);
    g_assert_true(same(f, ELEM_f32, 1, 1.0001, 1, &rel) && rel > 9e-5 && rel < 1.1e-4);
    g_assert_false(same(f, ELEM_f32, 1, 1.001, 1, &rel));
    g_assert_true(same(f, ELEM_f32, 0.001, 0.0011, 100, &rel)); /* relative to the largest value */
    g_assert_true(same(f, ELEM_f32, NAN, NAN, 1, &rel) && rel == 0);
    g_assert_false(same(f, ELEM_f32, NAN, 1, 1, &rel));
    g_assert_false(same(f, ELEM_f32, INFINITY, -INFINITY, 1, &rel) || isfinite(rel));
    g_assert_true(same(f, ELEM_f32, INFINITY, INFINITY, 1, &rel) && rel == 0);
    g_assert_false(same(f, ELEM_f64, 1, 1 + 1e-8, 1, &rel));
    g_assert_true(same(f, ELEM_bf16, 1, 1.0078125, 1, &rel));
    g_assert_false(same(f, ELEM_s32, 1000, 1001, 1000000, &rel));
    g_assert_true(same(f, ELEM_u64, 7, 7, 1, &rel));
    g_autoptr(Tensor) a = vector(f, ELEM_f32, (double[]){1, 2}, 2), b = vector(f, ELEM_f64, (double[]){1, 2}, 2);
    g_assert_false(tensor_compare(a, b, NULL, NULL));
}

static void test_npy(Fixture *f, gconstpointer data)
{
    (void)data;
    const int64_t dims[2] = {3, 5};
    for (int e = 0; e < N_ELEMS; e++) {
        const Type *type = type_array(f->types, (ElemType)e, 2, dims);
        g_autoptr(Tensor) t = fill_tensor(type, FILL_RANDOM, 7, e, 100);
        g_autoptr(NpyArray) a = tensor_to_npy(t, "arg0");
        GError *error = NULL;
        g_autoptr(Tensor) back = tensor_from_npy(a, type, &error);
        g_assert_no_error(error);
        double max_abs = 0;
        g_assert_true(tensor_compare(back, t, &max_abs, NULL));
        g_assert_cmpfloat(max_abs, ==, 0);
        g_autoptr(GError) wrong = NULL;
        g_assert_null(tensor_from_npy(a, type_array(f->types, (ElemType)e, 1, dims), &wrong));
        g_assert_error(wrong, SHARD_ERROR, SHARD_ERROR_RUN);
    }
    g_autoptr(NpyArray) a = npy_new("arg3", 'f', 8, 2, dims);
    g_autoptr(GError) error = NULL;
    g_assert_null(tensor_from_npy(a, type_array(f->types, ELEM_f32, 2, dims), &error));
    g_assert_nonnull(strstr(error->message, "arg3"));
}

static void test_fill(Fixture *f, gconstpointer data)
{
    (void)data;
    const int64_t n = 20000;
    g_autoptr(Tensor) x = fill_tensor(type_array(f->types, ELEM_f64, 1, &n), FILL_RANDOM, 1, 0, 3);
    double sum = 0, squares = 0;
    for (int64_t i = 0; i < n; i++) {
        sum += tensor_get_f64(x, i);
        squares += pow(tensor_get_f64(x, i), 2);
    }
    g_assert_cmpfloat(fabs(sum / (double)n), <, 0.003);
    g_assert_cmpfloat(fabs(sqrt(squares / (double)n) - 0.1), <, 0.003);
    g_autoptr(Tensor) k = fill_tensor(type_array(f->types, ELEM_s32, 1, &n), FILL_RANDOM, 1, 0, 3);
    int64_t seen[4] = {0};
    for (int64_t i = 0; i < n; i++) {
        int64_t v = tensor_get_i64(k, i);
        g_assert_true(v >= 0 && v <= 3);
        seen[v]++;
    }
    for (int i = 0; i < 4; i++)
        g_assert_cmpint(ABS(seen[i] - n / 4), <, 300);
    g_autoptr(Tensor) again = fill_tensor(x->type, FILL_RANDOM, 1, 0, 3), other = fill_tensor(x->type, FILL_RANDOM, 2, 0, 3),
                      next = fill_tensor(x->type, FILL_RANDOM, 1, 1, 3);
    g_assert_cmpmem(x->data, (gsize)n * 8, again->data, (gsize)n * 8);
    g_assert_false(tensor_compare(x, other, NULL, NULL));
    g_assert_false(tensor_compare(x, next, NULL, NULL));
    g_autoptr(Tensor) iota = fill_tensor(type_array(f->types, ELEM_u8, 1, &n), FILL_IOTA, 0, 0, 3);
    g_assert_cmpint(tensor_get_i64(iota, 300), ==, 44);
}

/* Normal numbers are those of the formulas, and the same one by one. */
static void test_normal(Fixture *f, gconstpointer data)
{
    (void)f, (void)data;
    enum { N = 1000 };
    double re[N], im[N], alone[N];
    normal_fill(77, 12345, N, re, im);
    normal_fill(77, 12345, N, alone, NULL);
    g_assert_cmpmem(re, sizeof re, alone, sizeof alone);
    for (int i = 0; i < N; i++) {
        uint64_t at = 2 * (12345 + (uint64_t)i);
        double u = (double)((normal_mix(77 ^ normal_mix(at)) >> 11) + 1) * 0x1p-53, v = (double)((normal_mix(77 ^ normal_mix(at + 1)) >> 11) + 1) * 0x1p-53;
        g_assert_cmpfloat(fabs(re[i] - sqrt(-2 * log(u)) * cos(2 * G_PI * v)), <, 1e-14);
        g_assert_cmpfloat(fabs(im[i] - sqrt(-2 * log(u)) * sin(2 * G_PI * v)), <, 1e-14);
        double one;
        normal_fill(77, 12345 + i, 1, &one, NULL);
        g_assert_cmpfloat(one, ==, re[i]);
    }
}

/* An array does not depend on how it is divided when it is filled. */
static void test_fill_parts(Fixture *f, gconstpointer data)
{
    (void)f, (void)data;
    const int64_t n = 300001;
    g_autofree uint16_t *whole = g_new(uint16_t, n), *parts = g_new(uint16_t, n);
    const FillOptions o = { .kind = FILL_RANDOM, .seed = 3, .max_int = 3 };
    fill_elements(&o, 2, (FillRange){ ELEM_bf16, 0, 0, n }, whole);
    for (int64_t i = 0; i < n; i += 777)
        fill_elements(&o, 2, (FillRange){ ELEM_bf16, i, i, MIN(777, n - i) }, parts);
    g_assert_cmpmem(whole, (gsize)n * 2, parts, (gsize)n * 2);
}

/* Many numbers at once are stored and loaded as single ones are. */
static void test_doubles(Fixture *f, gconstpointer data)
{
    (void)f, (void)data;
    const double v[] = { 0, -0.0, 1, -1.5, 0.1, 1e-3, 448, 65504, 65520, 1e30, 3.3961e38, 1e39, 1e-40, -3e-45, 1.00390625, 1.01171875, 1 + 0x1p-8 + 0x1p-40, INFINITY, -INFINITY, NAN };
    enum { N = G_N_ELEMENTS(v) };
    for (int e = 0; e < N_ELEMS; e++) {
        if (!elem_is_float((ElemType)e))
            continue;
        uint8_t many[8 * N + 8] = { 0 }, one[8 * N + 8] = { 0 };
        double back[N];
        scalar_store_doubles((ElemType)e, many, 1, v, N);
        for (int i = 0; i < N; i++)
            scalar_store((ElemType)e, one, i + 1, (Scalar){ .f = v[i] });
        g_assert_cmpmem(many, sizeof many, one, sizeof one);
        scalar_load_doubles((ElemType)e, many, 1, back, N);
        for (int i = 0; i < N; i++) {
            double want = scalar_load((ElemType)e, one, i + 1).f;
            g_assert_true(memcmp(&back[i], &want, sizeof want) == 0 || (isnan(back[i]) && isnan(want)));
        }
    }
}

/* Values from tables, and identities between functions. */
static void test_special(Fixture *f, gconstpointer data)
{
    (void)f, (void)data;
#define NEAR(x, want) g_assert_cmpfloat(fabs((x) - (want)), <=, 2e-14 * MAX(1, fabs(want)))
    const double euler = 0.57721566490153286061, pi = G_PI;
    NEAR(ref_digamma(1), -euler);
    NEAR(ref_digamma(0.5), -euler - 2 * log(2));
    NEAR(ref_digamma(-0.5), 2 - euler - 2 * log(2));
    NEAR(ref_zeta(2, 1), pi * pi / 6);
    NEAR(ref_zeta(4, 1), pow(pi, 4) / 90);
    NEAR(ref_zeta(2, 0.5), pi * pi / 2);
    NEAR(ref_polygamma(1, 1), pi * pi / 6);
    NEAR(ref_polygamma(2, 1), -2 * 1.2020569031595942854);
    NEAR(ref_polygamma(0, 3.25), ref_digamma(3.25));
    NEAR(ref_bessel_i1e(1), 0.565159103992485027 * exp(-1));
    NEAR(ref_bessel_i1e(-1), -0.565159103992485027 * exp(-1));
    g_assert_cmpfloat(fabs(ref_bessel_i1e(29.999999) - ref_bessel_i1e(30.000001)), <, 1e-8); /* where one series takes over from the other */
    NEAR(ref_lgamma(0.5), log(pi) / 2);
    for (double x = 0.3; x < 40; x *= 1.7) { /* recurrence relations */
        NEAR(ref_digamma(x + 1), ref_digamma(x) + 1 / x);
        NEAR(ref_zeta(2.5, x), ref_zeta(2.5, x + 1) + pow(x, -2.5));
    }
    for (double y = -0.999999; y < 1; y += 0.0371)
        g_assert_cmpfloat(fabs(erf(ref_erf_inv(y)) - y), <=, 3e-16);
    for (double tail = 1e-3; tail > 1e-15; tail /= 7) /* relative to the distance from 1 */
        g_assert_cmpfloat(fabs(erfc(ref_erf_inv(1 - tail)) / tail - 1), <=, 3e-16 / tail + 1e-12);
    g_assert_true(isinf(ref_lgamma(0)) && isinf(ref_lgamma(-3)) && isinf(ref_lgamma(-INFINITY)) && isnan(ref_digamma(0)) &&
                  isnan(ref_digamma(-2)) && isnan(ref_digamma(-INFINITY)) && isnan(ref_erf_inv(1.5)) && isinf(ref_erf_inv(-1)));
    g_assert_true(signbit(ref_erf_inv(-0.0)) && ref_bessel_i1e(INFINITY) == 0);
#undef NEAR
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
#define ADD(name, fn) g_test_add("/exec/reference/values/" name, Fixture, NULL, set_up, fn, tear_down)
    ADD("codes", test_codes);
    ADD("limits", test_limits);
    ADD("half-paths", test_half_paths);
    ADD("convert", test_convert);
    ADD("compare", test_compare);
    ADD("npy", test_npy);
    ADD("fill", test_fill);
    ADD("normal", test_normal);
    ADD("fill-parts", test_fill_parts);
    ADD("doubles", test_doubles);
    ADD("special-functions", test_special);
    return g_test_run();
}
