/* Included by tile_ops.c only, once per instruction set: the innermost loop of convolutions of f32. A few rows, which may lie anywhere, are
 * multiplied with 16 columns, and all sums are in registers. exec/kernels/conv_tiles.c says what the rows are. */
#pragma once

#if defined(__AVX512F__)
enum { CONV_ROWS = 8 };
#define CONV_SUMS(i) __m512 s##i = _mm512_setzero_ps()
#define CONV_COLUMNS __m512 y = _mm512_loadu_ps(b)
#define CONV_STEP(i)                                                                               \
    s##i = _mm512_fmadd_ps(_mm512_set1_ps(x##i[at]), y, s##i);                                     \
    DOT_DONE(s##i)
#define CONV_PUT(i) _mm512_storeu_ps(t->sums + 16 * i, s##i)
#define CONV_EACH(f) f(0); f(1); f(2); f(3); f(4); f(5); f(6); f(7)
#elif defined(__AVX2__) && defined(__FMA__)
enum { CONV_ROWS = 6 };
#define CONV_SUMS(i) __m256 s##i = _mm256_setzero_ps(), z##i = s##i
#define CONV_COLUMNS __m256 y = _mm256_loadu_ps(b), y2 = _mm256_loadu_ps(b + 8)
#define CONV_STEP(i)                                                                               \
    x = _mm256_broadcast_ss(x##i + at);                                                            \
    s##i = _mm256_fmadd_ps(x, y, s##i);                                                            \
    DOT_DONE(s##i);                                                                                \
    z##i = _mm256_fmadd_ps(x, y2, z##i);                                                           \
    DOT_DONE(z##i)
#define CONV_PUT(i)                                                                                \
    _mm256_storeu_ps(t->sums + 16 * i, s##i);                                                      \
    _mm256_storeu_ps(t->sums + 16 * i + 8, z##i)
#define CONV_EACH(f) f(0); f(1); f(2); f(3); f(4); f(5)
#endif

#ifdef CONV_EACH
#define CONV_ROW(i) const float *x##i = t->rows[i] + t->runs[r]
static void conv_tile(ConvTile *t)
{
    CONV_EACH(CONV_SUMS);
    const float *b = t->columns;
    for (int64_t r = 0; r < t->n_runs; r++) {
        CONV_EACH(CONV_ROW);
        for (int64_t at = 0, end = t->k * t->step, step = t->step; at < end; at += step, b += 16) {
            CONV_COLUMNS;
#ifndef __AVX512F__
            __m256 x;
#endif
            CONV_EACH(CONV_STEP);
        }
    }
    CONV_EACH(CONV_PUT);
}
#define CONV_TILE { conv_tile, CONV_ROWS }
#else
#define CONV_TILE { NULL, 0 }
#endif
