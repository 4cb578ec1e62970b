/* OpenBLAS computes with kernels that the processor is worth, also where it does not know its model. */
#include <cblas.h>
#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/blas.h"

static bool has_avx2(void)
{
#ifdef __x86_64__
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return false;
#endif
}

static void test_better(void)
{
    static const char *const good[] = { "Haswell", "Zen", "SkylakeX", "Cooperlake", "SapphireRapids", "a name of tomorrow" };
    for (guint i = 0; i < G_N_ELEMENTS(good); i++)
        g_assert_null(blas_better_kernels(good[i]));
    const char *better = blas_better_kernels("Prescott");
    if (!has_avx2())
        g_assert_null(better);
    else
        g_assert_true(strcmp(better, "Haswell") == 0 || strcmp(better, "SkylakeX") == 0);
    if (better)
        g_assert_null(blas_better_kernels(better));
}

/* And products are right after the change. */
static void test_chosen(void)
{
    if (g_getenv("OPENBLAS_CORETYPE")) {
        g_test_skip("OPENBLAS_CORETYPE names kernels");
        return;
    }
    enum { M = 37, N = 29, K = 53 };
    size_t missing;
    g_assert_true(blas_ready(&missing));
    g_assert_null(g_getenv("OPENBLAS_CORETYPE"));
    g_test_message("kernels of %s", openblas_get_corename());
    g_assert_null(blas_better_kernels(openblas_get_corename()));
    static float a[M * K], b[K * N], c[M * N];
    for (int i = 0; i < M * K; i++)
        a[i] = (float)(i % 7 - 3);
    for (int i = 0; i < K * N; i++)
        b[i] = (float)(i % 5 - 2);
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, M, N, K, 1, a, K, b, N, 0, c, N);
    for (int i = 0; i < M; i++)
        for (int j = 0; j < N; j++) {
            float sum = 0;
            for (int k = 0; k < K; k++)
                sum += a[i * K + k] * b[k * N + j];
            g_assert_cmpfloat(c[i * N + j], ==, sum);
        }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/base/blas/better", test_better);
    g_test_add_func("/base/blas/chosen", test_chosen);
    return g_test_run();
}
