/* Products with few rows, as in decoding: bound by reading the large operand once. Compiled per instruction set. Rows are a
 * compile-time constant in the inner functions, so that their sums stay in registers. */
#include <string.h>

#include "runtime/exec/kernels/tile_ops.h"

#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)

#ifdef __AVX512F__
enum { LANES = 16 };
#elif !defined(__AVX__)
enum { LANES = 4 };
#else
enum { LANES = 8 };
#endif
typedef float vec __attribute__((vector_size(LANES * 4), aligned(4)));

static inline vec load(const float *p)
{
    vec v;
    memcpy(&v, p, sizeof v);
    return v;
}

/* Multiplies and adds; fused where the processor does it in one step. */
static inline vec fma_vec(vec x, vec y, vec z)
{
#ifdef __FMA__
    vec r;
    for (int i = 0; i < LANES; i++)
        r[i] = __builtin_fmaf(x[i], y[i], z[i]);
    return r;
#else
    return x * y + z;
#endif
}

#define ALWAYS static inline __attribute__((always_inline))

/* COLS vectors of columns for all rows. */
ALWAYS void nn_block(int m, int cols, int64_t k, const float *a, int64_t lda, const float *b, int64_t ldb, bool acc, float *c, int64_t ldc)
{
    vec s[8][4];
    for (int i = 0; i < m; i++)
        for (int j = 0; j < cols; j++)
            s[i][j] = acc ? load(c + i * ldc + j * LANES) : (vec){ 0 };
    for (int64_t p = 0; p < k; p++) {
        vec y[4];
        for (int j = 0; j < cols; j++)
            y[j] = load(b + p * ldb + j * LANES);
        for (int i = 0; i < m; i++) {
            float x = a[i * lda + p];
            vec xs = (vec){ 0 } + x;
            for (int j = 0; j < cols; j++)
                s[i][j] = fma_vec(xs, y[j], s[i][j]);
        }
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < cols; j++)
            memcpy(c + i * ldc + j * LANES, &s[i][j], sizeof(vec));
}

ALWAYS void nn_rows(int m, int64_t n, int64_t k, const float *a, int64_t lda, const float *b, int64_t ldb, bool acc, float *c, int64_t ldc)
{
    int wide = m <= 4 ? 4 : 2;
    int64_t j = 0;
    for (; j + wide * LANES <= n; j += wide * LANES)
        nn_block(m, wide, k, a, lda, b + j, ldb, acc, c + j, ldc);
    for (; j + LANES <= n; j += LANES)
        nn_block(m, 1, k, a, lda, b + j, ldb, acc, c + j, ldc);
    for (; j < n; j++)
        for (int i = 0; i < m; i++) {
            float s = acc ? c[i * ldc + j] : 0;
            for (int64_t p = 0; p < k; p++)
                s += a[i * lda + p] * b[p * ldb + j];
            c[i * ldc + j] = s;
        }
}

ALWAYS float sum_vec(vec v)
{
    float s[LANES];
    memcpy(s, &v, sizeof s);
    for (int w = LANES / 2; w; w /= 2)
        for (int i = 0; i < w; i++)
            s[i] += s[i + w];
    return s[0];
}

/* Dot products of all rows of a with `cols` rows of b. */
ALWAYS void nt_block(int m, int cols, int64_t k, const float *a, int64_t lda, const float *b, int64_t ldb, bool acc, float *c, int64_t ldc)
{
    vec s[8][4];
    for (int i = 0; i < m; i++)
        for (int j = 0; j < cols; j++)
            s[i][j] = (vec){ 0 };
    int64_t p = 0;
    for (; p + LANES <= k; p += LANES) {
        vec y[4];
        for (int j = 0; j < cols; j++)
            y[j] = load(b + j * ldb + p);
        for (int i = 0; i < m; i++) {
            vec x = load(a + i * lda + p);
            for (int j = 0; j < cols; j++)
                s[i][j] = fma_vec(x, y[j], s[i][j]);
        }
    }
    for (int i = 0; i < m; i++)
        for (int j = 0; j < cols; j++) {
            float r = sum_vec(s[i][j]) + (acc ? c[i * ldc + j] : 0);
            for (int64_t q = p; q < k; q++)
                r += a[i * lda + q] * b[j * ldb + q];
            c[i * ldc + j] = r;
        }
}

ALWAYS void nt_rows(int m, int64_t n, int64_t k, const float *a, int64_t lda, const float *b, int64_t ldb, bool acc, float *c, int64_t ldc)
{
    int wide = m <= 4 ? 4 : 2;
    int64_t j = 0;
    for (; j + wide <= n; j += wide)
        nt_block(m, wide, k, a, lda, b + j * ldb, ldb, acc, c + j, ldc);
    for (; j < n; j++)
        nt_block(m, 1, k, a, lda, b + j * ldb, ldb, acc, c + j, ldc);
}

#define BY_ROWS(name, rows)                                                                        \
    void CAT(name, TILE_ISA)(int64_t m, int64_t n, int64_t k, const float *a, int64_t lda, const float *b, int64_t ldb, \
                             bool accumulate, float *c, int64_t ldc);                              \
    void CAT(name, TILE_ISA)(int64_t m, int64_t n, int64_t k, const float *a, int64_t lda, const float *b, int64_t ldb, \
                             bool accumulate, float *c, int64_t ldc)                               \
    {                                                                                              \
        switch (m) {                                                                               \
        case 1: rows(1, n, k, a, lda, b, ldb, accumulate, c, ldc); break;                          \
        case 2: rows(2, n, k, a, lda, b, ldb, accumulate, c, ldc); break;                          \
        case 3: rows(3, n, k, a, lda, b, ldb, accumulate, c, ldc); break;                          \
        case 4: rows(4, n, k, a, lda, b, ldb, accumulate, c, ldc); break;                          \
        case 5: rows(5, n, k, a, lda, b, ldb, accumulate, c, ldc); break;                          \
        case 6: rows(6, n, k, a, lda, b, ldb, accumulate, c, ldc); break;                          \
        case 7: rows(7, n, k, a, lda, b, ldb, accumulate, c, ldc); break;                          \
        case 8: rows(8, n, k, a, lda, b, ldb, accumulate, c, ldc); break;                          \
        }                                                                                          \
    }
BY_ROWS(skinny_nn_, nn_rows)
BY_ROWS(skinny_nt_, nt_rows)
