/* Matrix products of all the ways that gemm() takes, few rows, narrow, vectors, large: elements picked at random against sums in double
 * precision, and nothing written between the rows of c. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>

#include "runtime/exec/kernels/dot.h"

typedef struct Shape {
    int64_t m, n, k;
} Shape;

static float *random_floats(int64_t n)
{
    float *v = g_new(float, n);
    for (int64_t i = 0; i < n; i++)
        v[i] = (float)(g_test_rand_double() - 0.5);
    return v;
}

static void check(Shape s, bool ta, bool tb, bool accumulate, int64_t pad)
{
    enum { GAP = 12345, PICKED = 300 };
    int64_t rows_a = ta ? s.k : s.m, rows_b = tb ? s.n : s.k, lda = (ta ? s.m : s.k) + pad, ldb = (tb ? s.k : s.n) + pad, ldc = s.n + pad;
    g_autofree float *a = random_floats(rows_a * lda), *b = random_floats(rows_b * ldb), *c = random_floats(s.m * ldc), *before = NULL;
    for (int64_t i = 0; i < s.m; i++)
        for (int64_t j = s.n; j < ldc; j++)
            c[i * ldc + j] = GAP;
    before = g_memdup2(c, (gsize)(s.m * ldc) * sizeof *c);
    gemm(&(Gemm){ CT_f32, ta, tb, accumulate, s.m, s.n, s.k, lda, ldb, ldc }, a, b, c);
    for (int t = 0; t < PICKED; t++) {
        int64_t i = t == 0 ? s.m - 1 : g_test_rand_int_range(0, (gint32)s.m), j = t == 0 ? s.n - 1 : g_test_rand_int_range(0, (gint32)s.n);
        double want = accumulate ? before[i * ldc + j] : 0, size = fabs(want);
        for (int64_t p = 0; p < s.k; p++) {
            double x = (double)a[ta ? p * lda + i : i * lda + p] * (double)b[tb ? j * ldb + p : p * ldb + j];
            want += x;
            size += fabs(x);
        }
        double got = c[i * ldc + j];
        if (!(fabs(got - want) <= 1e-6 * size + 1e-12))
            g_error("%" G_GINT64_FORMAT " x %" G_GINT64_FORMAT " x %" G_GINT64_FORMAT "%s%s%s: element %" G_GINT64_FORMAT ", %" G_GINT64_FORMAT " is %g, not %g", s.m, s.n, s.k,
                    ta ? ", a transposed" : "", tb ? ", b transposed" : "", accumulate ? ", added" : "", i, j, got, want);
    }
    for (int64_t i = 0; i < s.m; i++)
        for (int64_t j = s.n; j < ldc; j++)
            g_assert_true(c[i * ldc + j] == GAP);
}

static void test_shapes(void)
{
    static const Shape shapes[] = {
        { 1, 40, 30 }, { 40, 1, 30 }, { 1, 133, 65 }, { 66, 1, 39 }, { 3, 1, 5 }, { 1, 7, 3 }, { 1, 64, 64 }, { 301, 1, 217 }, { 1, 2, 2500 }, { 5, 300, 900 }, { 16, 700, 300 }, { 17, 700, 300 }, { 200, 200, 200 },
        { 1024, 64, 128 }, { 1000, 33, 77 }, { 1024, 128, 64 }, { 300, 250, 250 }, { 129, 100, 100 }, { 127, 100, 100 }, { 2000, 16, 512 }, { 640, 512, 31 },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(shapes); i++)
        for (int how = 0; how < 8; how++)
            check(shapes[i], how & 1, how & 2, how & 4, how == 5 ? 7 : 0);
    for (int i = 0; i < 40; i++) {
        Shape s = { g_test_rand_int_range(1, 700), g_test_rand_int_range(1, 200), g_test_rand_int_range(1, 300) };
        int how = g_test_rand_int_range(0, 8);
        check(s, how & 1, how & 2, how & 4, g_test_rand_int_range(0, 9));
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/exec/gemm/shapes", test_shapes);
    return g_test_run();
}
