/* Included by tile_ops.c only, once per instruction set: small matrices times vectors. A library's function for this takes longer to begin than
 * such a product takes. */
#pragma once

#ifdef FLOAT_VECTORS
/* k elements of each of four rows with those of x. */
static inline void four_products(const f32 *const rows[4], const f32 *x, int64_t k, f32 sums[4])
{
    fv s[4] = { FV_(setzero)(), FV_(setzero)(), FV_(setzero)(), FV_(setzero)() };
    int64_t j = 0;
    for (; j + FV <= k; j += FV) {
        fv v = FV_(loadu)(x + j);
        for (int r = 0; r < 4; r++)
            s[r] = FV_(fmadd)(FV_(loadu)(rows[r] + j), v, s[r]);
    }
    if (j < k) {
        fv zero = FV_(setzero)(), v = FV_FIRST(zero, x + j, (int)(k - j));
        for (int r = 0; r < 4; r++)
            s[r] = FV_(fmadd)(FV_FIRST(zero, rows[r] + j, (int)(k - j)), v, s[r]);
    }
    for (int r = 0; r < 4; r++)
        sums[r] = FV_ACROSS(add, s[r]);
}

static void gemv_rows(const GemvTile *g)
{
    for (int64_t i = 0; i < g->rows; i += 4) {
        int n = (int)(g->rows - i < 4 ? g->rows - i : 4);
        const f32 *rows[4];
        f32 sums[4];
        for (int r = 0; r < 4; r++)
            rows[r] = g->a + (i + (r < n ? r : 0)) * g->ld;
        four_products(rows, g->x, g->cols, sums);
        for (int r = 0; r < n; r++)
            g->y[i + r] = g->accumulate ? g->y[i + r] + sums[r] : sums[r];
    }
}

/* Columns [j, j + n) of the sum of all rows, each times its element of x; n at most four vectors. */
static inline void four_columns(const GemvTile *g, int64_t j, int64_t n)
{
    fv s[4], zero = FV_(setzero)();
    int whole = (int)(n / FV), rest = (int)(n % FV);
    for (int c = 0; c < 4; c++)
        s[c] = zero;
    for (int64_t i = 0; i < g->rows; i++) {
        const f32 *row = g->a + i * g->ld + j;
        fv v = FV_ONE(g->x[i]);
        if (whole == 4) {
            for (int c = 0; c < 4; c++)
                s[c] = FV_(fmadd)(FV_(loadu)(row + c * FV), v, s[c]);
            continue;
        }
        for (int c = 0; c < 4; c++)
            if (c <= whole)
                s[c] = FV_(fmadd)(c < whole ? FV_(loadu)(row + c * FV) : FV_FIRST(zero, row + c * FV, rest), v, s[c]);
    }
    f32 sums[4 * FV];
    for (int c = 0; c < 4; c++)
        FV_(storeu)(sums + c * FV, s[c]);
    for (int64_t c = 0; c < n; c++)
        g->y[j + c] = g->accumulate ? g->y[j + c] + sums[c] : sums[c];
}

static void gemv_columns(const GemvTile *g)
{
    for (int64_t j = 0; j < g->cols; j += 4 * FV)
        four_columns(g, j, g->cols - j < 4 * FV ? g->cols - j : 4 * FV);
}
#define GEMV_TILES { gemv_rows, gemv_columns }
#else
#define GEMV_TILES { NULL, NULL }
#endif
