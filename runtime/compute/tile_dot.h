/* Included by tile_ops.c only, once per instruction set: the innermost loops of integer dots. Each multiplies a
 * panel of a few rows with a panel of two vectors of columns and keeps all sums in registers. dot_int.c packs the panels. */
#pragma once

#if defined(__AVX512BW__)
enum { DOT_BYTES = 64, DOT_ROWS = 12 };
typedef __m512i dot_vector;
#define DOT_LOAD(p) _mm512_loadu_si512(p)
#define DOT_PAIR(sum, x, y) _mm512_add_epi32(sum, _mm512_madd_epi16(_mm512_set1_epi32(x), y))
#elif defined(__AVX2__)
enum { DOT_BYTES = 32, DOT_ROWS = 6 };
typedef __m256i dot_vector;
#define DOT_LOAD(p) _mm256_loadu_si256((const __m256i *)(p))
#define DOT_PAIR(sum, x, y) _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_set1_epi32(x), y))
#elif defined(__SSE2__)
enum { DOT_BYTES = 16, DOT_ROWS = 6 };
typedef __m128i dot_vector;
#define DOT_LOAD(p) _mm_loadu_si128((const __m128i *)(p))
#define DOT_PAIR(sum, x, y) _mm_add_epi32(sum, _mm_madd_epi16(_mm_set1_epi32(x), y))
#else
enum { DOT_BYTES = 16, DOT_ROWS = 6 };
#endif

/* The compiler would begin the products of several rows before it adds those of the first, and have no registers left for the sums: each row is
 * complete before the next. */
#if defined(__x86_64__)
#define DOT_DONE(x) __asm__ volatile("" : "+v"(x))
#else
#define DOT_DONE(x)
#endif

/* Panels are [groups][rows or columns][elements of a group]; X holds the group of a row, STEP adds its products. */
#define DOT_TILE(name, V, X, LOAD, STEP)                                                           \
    static void name(int64_t groups, const void *a, const void *b, void *c)                        \
    {                                                                                              \
        V sums[DOT_ROWS][2];                                                                       \
        memset(sums, 0, sizeof sums);                                                              \
        const char *xs = a, *ys = b;                                                               \
        for (int64_t g = 0; g < groups; g++, xs += DOT_ROWS * sizeof(X), ys += 2 * sizeof(V)) {    \
            V y0 = LOAD(ys), y1 = LOAD(ys + sizeof(V));                                            \
            _Pragma("GCC unroll 12") for (int i = 0; i < DOT_ROWS; i++)                            \
            {                                                                                      \
                X x;                                                                               \
                memcpy(&x, xs + (size_t)i * sizeof(X), sizeof x);                                  \
                V s0 = STEP(sums[i][0], x, y0);                                                    \
                DOT_DONE(s0);                                                                      \
                sums[i][0] = s0;                                                                   \
                V s1 = STEP(sums[i][1], x, y1);                                                    \
                DOT_DONE(s1);                                                                      \
                sums[i][1] = s1;                                                                   \
            }                                                                                      \
        }                                                                                          \
        memcpy(c, sums, sizeof sums);                                                              \
    }

typedef u32 dot_words_vector __attribute__((vector_size(DOT_BYTES), aligned(1), may_alias));
typedef u64 dot_longs_vector __attribute__((vector_size(DOT_BYTES), aligned(1), may_alias));
#define DOT_LOAD_WORDS(p) (*(const dot_words_vector *)(const void *)(p))
#define DOT_LOAD_LONGS(p) (*(const dot_longs_vector *)(const void *)(p))
#define DOT_STEP(sum, x, y) ((sum) + (x) * (y))
DOT_TILE(dot_words, dot_words_vector, u32, DOT_LOAD_WORDS, DOT_STEP)
DOT_TILE(dot_longs, dot_longs_vector, u64, DOT_LOAD_LONGS, DOT_STEP)
#ifdef DOT_PAIR
DOT_TILE(dot_pairs, dot_vector, s32, DOT_LOAD, DOT_PAIR)
#define DOT_PAIRS_TILE { dot_pairs, 2, DOT_ROWS, DOT_BYTES / 2 }
#else
#define DOT_PAIRS_TILE { NULL, 0, 0, 0 }
#endif
#if defined(__AVX512BW__)
#define DOT_QUAD(sum, x, y) _mm512_dpbusd_epi32(sum, y, _mm512_set1_epi32(x))
__attribute__((target("avx512vnni"))) DOT_TILE(dot_quads, dot_vector, s32, DOT_LOAD, DOT_QUAD)
#define DOT_QUADS_TILE { dot_quads, 4, DOT_ROWS, DOT_BYTES / 2 }
#else
#define DOT_QUADS_TILE { NULL, 0, 0, 0 }
#endif
