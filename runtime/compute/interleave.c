/* Interleaving by vectors of 16 bytes, which every x86-64 processor has; what is left at the end, and all on other processors, element by element. */
#include "runtime/compute/interleave.h"

#define SINGLES(T, N)                                                                              \
    static void singles_##T##_##N(const T *const *x, int64_t from, int64_t rows, T *to)            \
    {                                                                                              \
        for (int64_t i = from; i < rows; i++)                                                      \
            for (int k = 0; k < (N); k++)                                                          \
                to[i * (N) + k] = x[k][i];                                                         \
    }
SINGLES(uint8_t, 2)
SINGLES(uint16_t, 2)
SINGLES(uint32_t, 2)
SINGLES(uint64_t, 2)
SINGLES(uint32_t, 3)
SINGLES(uint64_t, 3)
SINGLES(uint32_t, 4)
SINGLES(uint64_t, 4)

#if defined(__SSE2__)
#include <emmintrin.h>

static __m128i load(const void *at)
{
    return _mm_loadu_si128((const __m128i *)at);
}

static void store(void *at, __m128i v)
{
    _mm_storeu_si128((__m128i *)at, v);
}

/* Returns how many rows it did. */
#define PAIRS(T, low, high)                                                                        \
    static int64_t pairs_##T(const T *const *x, int64_t rows, T *to)                               \
    {                                                                                              \
        enum { STEP = 16 / sizeof(T) };                                                            \
        int64_t i = 0;                                                                             \
        for (; i + STEP <= rows; i += STEP) {                                                      \
            __m128i a = load(x[0] + i), b = load(x[1] + i);                                        \
            store(to + 2 * i, low(a, b));                                                          \
            store(to + 2 * i + STEP, high(a, b));                                                  \
        }                                                                                          \
        return i;                                                                                  \
    }
PAIRS(uint8_t, _mm_unpacklo_epi8, _mm_unpackhi_epi8)
PAIRS(uint16_t, _mm_unpacklo_epi16, _mm_unpackhi_epi16)
PAIRS(uint32_t, _mm_unpacklo_epi32, _mm_unpackhi_epi32)
PAIRS(uint64_t, _mm_unpacklo_epi64, _mm_unpackhi_epi64)

/* Of a0..a3, b0..b3, c0..c3: a0 b0 c0 a1, b1 c1 a2 b2, c2 a3 b3 c3. */
static int64_t triples_uint32_t(const uint32_t *const *x, int64_t rows, uint32_t *to)
{
    int64_t i = 0;
    for (; i + 4 <= rows; i += 4) {
        __m128 a = _mm_castsi128_ps(load(x[0] + i)), b = _mm_castsi128_ps(load(x[1] + i)), c = _mm_castsi128_ps(load(x[2] + i));
        __m128 ab = _mm_unpacklo_ps(a, b), ca = _mm_shuffle_ps(c, a, _MM_SHUFFLE(1, 1, 0, 0)), bc = _mm_shuffle_ps(b, c, _MM_SHUFFLE(1, 1, 1, 1));
        __m128 ab2 = _mm_unpackhi_ps(a, b), ca3 = _mm_shuffle_ps(c, a, _MM_SHUFFLE(3, 3, 2, 2)), bc3 = _mm_shuffle_ps(b, c, _MM_SHUFFLE(3, 3, 3, 3));
        store(to + 3 * i, _mm_castps_si128(_mm_shuffle_ps(ab, ca, _MM_SHUFFLE(2, 0, 1, 0))));
        store(to + 3 * i + 4, _mm_castps_si128(_mm_shuffle_ps(bc, ab2, _MM_SHUFFLE(1, 0, 2, 0))));
        store(to + 3 * i + 8, _mm_castps_si128(_mm_shuffle_ps(ca3, bc3, _MM_SHUFFLE(2, 0, 2, 0))));
    }
    return i;
}

static int64_t quadruples_uint32_t(const uint32_t *const *x, int64_t rows, uint32_t *to)
{
    int64_t i = 0;
    for (; i + 4 <= rows; i += 4) {
        __m128i a = load(x[0] + i), b = load(x[1] + i), c = load(x[2] + i), d = load(x[3] + i);
        __m128i ab = _mm_unpacklo_epi32(a, b), cd = _mm_unpacklo_epi32(c, d), ab2 = _mm_unpackhi_epi32(a, b), cd2 = _mm_unpackhi_epi32(c, d);
        store(to + 4 * i, _mm_unpacklo_epi64(ab, cd));
        store(to + 4 * i + 4, _mm_unpackhi_epi64(ab, cd));
        store(to + 4 * i + 8, _mm_unpacklo_epi64(ab2, cd2));
        store(to + 4 * i + 12, _mm_unpackhi_epi64(ab2, cd2));
    }
    return i;
}
#else
#define NONE(name, T)                                                                              \
    static int64_t name(const T *const *x, int64_t rows, T *to)                                    \
    {                                                                                              \
        (void)x, (void)rows, (void)to;                                                             \
        return 0;                                                                                  \
    }
NONE(pairs_uint8_t, uint8_t)
NONE(pairs_uint16_t, uint16_t)
NONE(pairs_uint32_t, uint32_t)
NONE(pairs_uint64_t, uint64_t)
NONE(triples_uint32_t, uint32_t)
NONE(quadruples_uint32_t, uint32_t)
#endif

#define ALL(T, N, vectors)                                                                         \
    do {                                                                                           \
        const T *from[N];                                                                          \
        for (int k = 0; k < (N); k++)                                                              \
            from[k] = (const T *)x[k] + first;                                                     \
        singles_##T##_##N(from, vectors, rows, to);                                                \
        return true;                                                                               \
    } while (0)

bool interleave(int width, int n, const void *const *x, int64_t first, int64_t rows, void *to)
{
    switch (width * 8 + n) {
    case 8 + 2: ALL(uint8_t, 2, pairs_uint8_t(from, rows, to));
    case 16 + 2: ALL(uint16_t, 2, pairs_uint16_t(from, rows, to));
    case 32 + 2: ALL(uint32_t, 2, pairs_uint32_t(from, rows, to));
    case 64 + 2: ALL(uint64_t, 2, pairs_uint64_t(from, rows, to));
    case 32 + 3: ALL(uint32_t, 3, triples_uint32_t(from, rows, to));
    case 64 + 3: ALL(uint64_t, 3, 0);
    case 32 + 4: ALL(uint32_t, 4, quadruples_uint32_t(from, rows, to));
    case 64 + 4: ALL(uint64_t, 4, 0);
    default: return false;
    }
}
