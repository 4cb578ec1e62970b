/* Columns of narrow arrays (a coordinate of points, a channel of pixels) by vectors of 32 bytes: of each of `stride` vectors that follow each other some
 * elements are wanted, which are brought together and into their order. */
#include "runtime/compute/every.h"

#include <string.h>

#include "runtime/compute/tile_ops.h"

#define ANYWHERE __attribute__((aligned(1), may_alias))
typedef uint16_t U16 ANYWHERE;
typedef uint32_t U32 ANYWHERE;
typedef uint64_t U64 ANYWHERE;

#if defined(HAVE_TILE_AVX) && defined(__x86_64__)
#include <immintrin.h>
#define AVX2 __attribute__((target("avx2")))

AVX2 static inline __m256i at(const void *s, int k)
{
    return _mm256_loadu_si256((const __m256i *)s + k);
}

AVX2 static inline __m256 words(const void *s, int k)
{
    return _mm256_castsi256_ps(at(s, k));
}

AVX2 static inline __m256i two_words(const void *s)
{
    __m256i v = _mm256_castps_si256(_mm256_shuffle_ps(words(s, 0), words(s, 1), _MM_SHUFFLE(2, 0, 2, 0)));
    return _mm256_permute4x64_epi64(v, _MM_SHUFFLE(3, 1, 2, 0));
}

/* Elements 0, 3, 6 of the first vector, 1, 4, 7 of the second and 2, 5 of the third. */
AVX2 static inline __m256i three_words(const void *s)
{
    __m256i v = _mm256_blend_epi32(_mm256_blend_epi32(at(s, 0), at(s, 1), 0x92), at(s, 2), 0x24);
    return _mm256_permutevar8x32_epi32(v, _mm256_setr_epi32(0, 3, 6, 1, 4, 7, 2, 5));
}

AVX2 static inline __m256i four_words(const void *s)
{
    __m256i low = _mm256_unpacklo_epi32(at(s, 0), at(s, 1)), high = _mm256_unpacklo_epi32(at(s, 2), at(s, 3));
    return _mm256_permutevar8x32_epi32(_mm256_unpacklo_epi64(low, high), _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
}

AVX2 static inline __m256i two_longs(const void *s)
{
    return _mm256_permute4x64_epi64(_mm256_unpacklo_epi64(at(s, 0), at(s, 1)), _MM_SHUFFLE(3, 1, 2, 0));
}

/* Elements 0, 3 of the first vector, 2 of the second and 1 of the third. */
AVX2 static inline __m256i three_longs(const void *s)
{
    __m256i v = _mm256_blend_epi32(_mm256_blend_epi32(at(s, 0), at(s, 1), 0x30), at(s, 2), 0x0c);
    return _mm256_permute4x64_epi64(v, _MM_SHUFFLE(1, 2, 3, 0));
}

/* The last vector reads behind the last element wanted, so that one more must be. Returns how many were loaded. */
#define VECTORS(name, T, N, some)                                                                  \
    AVX2 static int64_t name(T *d, const T *s, int64_t n)                                          \
    {                                                                                              \
        enum { STEP = 32 / sizeof(T) };                                                            \
        int64_t i = 0;                                                                             \
        for (; i + STEP < n; i += STEP)                                                            \
            _mm256_storeu_si256((__m256i *)(void *)(d + i), some(s + i * (N)));                    \
        return i;                                                                                  \
    }
VECTORS(every_2_words, U32, 2, two_words)
VECTORS(every_3_words, U32, 3, three_words)
VECTORS(every_4_words, U32, 4, four_words)
VECTORS(every_2_longs, U64, 2, two_longs)
VECTORS(every_3_longs, U64, 3, three_longs)

static int64_t by_vectors(void *d, const void *s, int64_t stride, int bytes, int64_t n)
{
    if (n <= 8 || stride < 2 || stride > 4 || bytes < 4 || bytes > 8 || tile_table() == tile_table_named("base"))
        return 0;
    if (bytes == 4)
        return (stride == 2 ? every_2_words : stride == 3 ? every_3_words : every_4_words)(d, s, n);
    return stride == 2 ? every_2_longs(d, s, n) : stride == 3 ? every_3_longs(d, s, n) : 0;
}
#else
static int64_t by_vectors(void *d, const void *s, int64_t stride, int bytes, int64_t n)
{
    (void)d, (void)s, (void)stride, (void)bytes, (void)n;
    return 0;
}
#endif

#define ONE_BY_ONE(T)                                                                              \
    for (int64_t i = from; i < n; i++)                                                             \
        ((T *)d)[i] = ((const T *)s)[i * stride];                                                  \
    break

void load_every(void *d, const void *s, int64_t stride, int bytes, int64_t n)
{
    int64_t from = by_vectors(d, s, stride, bytes, n);
    switch (bytes) {
    case 1: ONE_BY_ONE(uint8_t);
    case 2: ONE_BY_ONE(U16);
    case 4: ONE_BY_ONE(U32);
    case 8: ONE_BY_ONE(U64);
    default:
        for (int64_t i = 0; i < n; i++)
            memcpy((char *)d + i * 16, (const char *)s + i * stride * 16, 16);
    }
}
