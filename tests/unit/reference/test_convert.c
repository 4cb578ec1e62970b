/* Every element type converted to every other: checksums made with another implementation of the formats
 * (conversions.def, make_conversions.py), through `convert` and through memory. */
#include "runtime/base/float16.h"
#include "runtime/reference/reference_impl.h"
#include "runtime/ir/scalar.h"

#include <math.h>
#include <string.h>

enum { N_PATTERNS = 4096 };

/* splitmix64, as in make_conversions.py. */
static uint64_t next_pattern(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* The value with these bits. */
static Scalar of_bits(ElemType e, uint64_t bits)
{
    if (elem_info[e].cls == CLASS_SIGNED && elem_info[e].bits < 64 && bits >> (elem_info[e].bits - 1))
        bits |= ~(uint64_t)0 << elem_info[e].bits;
    return scalar_load(e, &bits, 0);
}

/* The values that are converted, as defined in make_conversions.py. */
static int sources(ElemType e, Scalar **values)
{
    int bits = elem_info[e].bits, n = bits <= 16 ? 1 << bits : N_PATTERNS;
    uint64_t state = 42;
    *values = g_new(Scalar, (gsize)n);
    for (int i = 0; i < n; i++) {
        uint64_t code = (uint64_t)i;
        if (bits > 16) {
            uint64_t a = next_pattern(&state), b = next_pattern(&state);
            if (elem_is_float(e)) {
                int mantissa = bits == 32 ? 23 : 52, bias = bits == 32 ? 127 : 1023,
                    cut = mantissa - (int)(b % (uint64_t)(mantissa + 1));
                uint64_t m = (a & (((uint64_t)1 << mantissa) - 1)) >> cut << cut;
                code = a >> 63 << (bits - 1) | ((uint64_t)bias - 40 + (b >> 32) % 81) << mantissa | m;
            } else {
                code = a >> b % (uint64_t)bits & ~(uint64_t)0 >> (64 - bits);
            }
        }
        (*values)[i] = of_bits(e, code);
    }
    return n;
}

static uint64_t hash_word(uint64_t h, uint64_t word)
{
    for (int i = 0; i < 8; i++, word >>= 8)
        h = (h ^ (word & 255)) * 0x100000001b3u;
    return h;
}

static bool is_real(ElemType e)
{
    return elem_is_float(e) || elem_info[e].cls == CLASS_COMPLEX;
}

static uint64_t checksum(ElemType from, ElemType to, const Scalar *values, int n, char *scratch)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (int i = 0; i < n; i++) {
        Scalar v = scalar_convert(from, to, values[i]);
        scalar_store(to, scratch, 0, v);
        Scalar again = scalar_load(to, scratch, 0);
        uint64_t word = is_real(to) ? isnan(v.f) ? 0x7ff8000000000000u : f64_bits(v.f) : v.u;
        uint64_t stored = is_real(to) ? isnan(again.f) ? 0x7ff8000000000000u : f64_bits(again.f) : again.u;
        g_assert_true(word == stored); /* the converted value is representable in the type */
        h = hash_word(h, word);
    }
    return h;
}

static const struct {
    ElemType from, to;
    uint64_t checksum;
} rows[] = {
#define CONVERT(from, to, sum) {ELEM_##from, ELEM_##to, sum},
#include "tests/unit/exec/conversions.def"
};

static void test_from(gconstpointer data)
{
    ElemType from = (ElemType)GPOINTER_TO_INT(data);
    g_autofree Scalar *values = NULL;
    int n = sources(from, &values), seen = 0, bad = 0;
    char scratch[16];
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (rows[i].from != from)
            continue;
        seen++;
        if (checksum(from, rows[i].to, values, n, scratch) != rows[i].checksum) {
            g_test_message("%s to %s", elem_info[from].hlo, elem_info[rows[i].to].hlo);
            bad++;
        }
    }
    g_assert_cmpint(seen, ==, N_ELEMS - 1);
    g_assert_cmpint(bad, ==, 0);
}

/* From complex numbers: the real part, also to pred, as in StableHLO's interpreter and XLA:CPU. */
static void test_complex(void)
{
    for (int to = 0; to < N_ELEMS; to++) {
        Scalar z = {.f = -2.75, .im = 7}, v = scalar_convert(ELEM_c64, (ElemType)to, z),
               r = scalar_convert(ELEM_f32, (ElemType)to, (Scalar){.f = -2.75});
        if (elem_info[to].cls == CLASS_COMPLEX)
            g_assert_true(v.f == -2.75 && v.im == 7);
        else if (is_real((ElemType)to))
            g_assert_true((isnan(v.f) && isnan(r.f)) || v.f == r.f);
        else
            g_assert_cmpint(v.i, ==, r.i);
    }
    g_assert_false(scalar_convert(ELEM_c128, ELEM_pred, (Scalar){.f = 0, .im = 1}).i);
    g_assert_false(scalar_convert(ELEM_c128, ELEM_pred, (Scalar){.f = 0, .im = -0.0}).i);
    g_assert_false(scalar_convert(ELEM_c128, ELEM_pred, (Scalar){.f = 0, .im = NAN}).i);
    g_assert_true(scalar_convert(ELEM_c128, ELEM_pred, (Scalar){.f = NAN, .im = 0}).i);
    Scalar narrow = scalar_convert(ELEM_c128, ELEM_c64, (Scalar){.f = 1 + 0x1p-30, .im = 1e300});
    g_assert_true(narrow.f == 1 && isinf(narrow.im));
}

/* Literals of programs (ir/scalar.c) and the evaluator write the same bits for a number. */
static void test_literals(void)
{
    g_autofree Scalar *values = NULL;
    int n = sources(ELEM_f64, &values);
    const double ends[] = {0, -0.0, INFINITY, -INFINITY, NAN, 0x1p-1074, 0x1p-127, 0x1.8p-127, 1e300, -1e300};
    for (int e = 0; e < N_ELEMS; e++)
        for (int i = 0; i < n + (int)G_N_ELEMENTS(ends); i++) {
            double x = i < n ? values[i].f : ends[i - n];
            uint64_t a[2] = {0}, b[2] = {0};
            scalar_from_double((ElemType)e, x, a);
            scalar_store((ElemType)e, b, 0, scalar_convert(ELEM_f64, (ElemType)e, (Scalar){.f = x}));
            Scalar p = scalar_load((ElemType)e, a, 0), q = scalar_load((ElemType)e, b, 0);
            bool same = is_real((ElemType)e) ? (isnan(p.f) && isnan(q.f)) || memcmp(a, b, sizeof a) == 0
                                             : p.i == q.i;
            bool no_nan = isnan(x) && (!is_real((ElemType)e) || !float_format((ElemType)e)->has_nan);
            if (!same && !no_nan)
                g_error("%a as %s: %" G_GINT64_MODIFIER "x and %" G_GINT64_MODIFIER "x", x,
                        elem_info[e].hlo, a[0], b[0]);
        }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (int e = 0; e < N_ELEMS; e++) {
        g_autofree char *path = g_strdup_printf("/exec/reference/convert/%s", elem_info[e].hlo);
        if (elem_info[e].cls != CLASS_COMPLEX)
            g_test_add_data_func(path, GINT_TO_POINTER(e), test_from);
    }
    g_test_add_func("/exec/reference/convert/complex", test_complex);
    g_test_add_func("/exec/reference/convert/literals", test_literals);
    return g_test_run();
}
