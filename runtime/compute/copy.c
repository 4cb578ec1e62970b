/* The copy engine. Dims are merged and reordered; the innermost work is a contiguous copy, a fill, or a transposition of
 * small squares; the outer dims are divided into blocks for the workers. */
#include "runtime/compute/copy.h"

#include <stdlib.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "runtime/compute/every.h"
#include "runtime/compute/shuffle.h"

enum { SQUARE = 32, SMALL_COPY = 512 /* elements for which no shuffle is planned */, COPY_BLOCK = 1 << 18, SHORT_RUN = 256 /* bytes that are copied without a call */ };

typedef struct Plan {
    int width, rank;
    int64_t dims[MAX_RANK], ss[MAX_RANK], ds[MAX_RANK]; /* outermost first */
    const char *src;
    char *dst;
    int inner;          /* dims handled by the innermost kernel: 1 to 3 */
    int64_t n_outer, per; /* items, and how many per block; an item is a piece of the inner dims at an outer position */
    int64_t piece, n_pieces; /* of the outermost inner dim of a square, of the pixels of a shuffle; the last one is what is left */
    bool square, run_square, shuffled;
    Shuffle shuffle;
} Plan;

/* Arrays begin anywhere: an offset into packed memory, or elements that are copied by twos and fours. */
#define ANYWHERE __attribute__((aligned(1), may_alias))
typedef uint16_t U16 ANYWHERE;
typedef uint32_t U32 ANYWHERE;
typedef uint64_t U64 ANYWHERE;

void strides_of(int rank, const int64_t *dims, int64_t *strides)
{
    int64_t s = 1;
    for (int d = rank - 1; d >= 0; d--) {
        strides[d] = s;
        s *= dims[d];
    }
}

#define RUN(T)                                                                                     \
    do {                                                                                           \
        const T *s = (const T *)src;                                                               \
        T *d = (T *)dst;                                                                           \
        if (ss == 1 && ds == 1)                                                                    \
            memcpy(d, s, (size_t)n * sizeof(T));                                                   \
        else if (ss == 0 && ds == 1)                                                               \
            for (int64_t i = 0; i < n; i++)                                                        \
                d[i] = s[0];                                                                       \
        else if (ds == 1)                                                                          \
            load_every(d, s, ss, sizeof(T), n);                                                    \
        else                                                                                       \
            for (int64_t i = 0; i < n; i++)                                                        \
                d[i * ds] = s[i * ss];                                                             \
    } while (0)

typedef struct ANYWHERE Wide {
    U64 a, b;
} Wide;

static void copy_run(int width, int64_t n, int64_t ss, int64_t ds, const char *src, char *dst)
{
    switch (width) {
    case 1:
        RUN(uint8_t);
        break;
    case 2:
        RUN(U16);
        break;
    case 4:
        RUN(U32);
        break;
    case 8:
        RUN(U64);
        break;
    default:
        RUN(Wide);
        break;
    }
}

/* n runs of as many bytes; steps in bytes. */
#define SHORT_RUNS(bytes)                                                                          \
    for (int64_t i = 0; i < n; i++)                                                                \
        memcpy(dst + i * ds, src + i * ss, (bytes));                                               \
    return true

/* Less than 16 bytes: the last 8 or 4 overlap those before. */
#define SHORT_PAIRS(half)                                                                          \
    for (int64_t i = 0; i < n; i++) {                                                              \
        memcpy(dst + i * ds, src + i * ss, (half));                                                \
        memcpy(dst + i * ds + bytes - (half), src + i * ss + bytes - (half), (half));              \
    }                                                                                              \
    return true

/* 16 bytes or more: the last ones overlap those before. */
static inline void copy_short(char *dst, const char *src, int64_t bytes)
{
    for (int64_t at = 0; at + 16 < bytes; at += 16)
        memcpy(dst + at, src + at, 16);
    memcpy(dst + bytes - 16, src + bytes - 16, 16);
}

static bool copy_short_runs(int64_t bytes, int64_t n, int64_t ss, int64_t ds, const char *src, char *dst)
{
    switch (bytes) {
    case 2: SHORT_RUNS(2);
    case 3: SHORT_RUNS(3);
    case 4: SHORT_RUNS(4);
    case 6: SHORT_RUNS(6);
    case 8: SHORT_RUNS(8);
    case 12: SHORT_RUNS(12);
    case 16: SHORT_RUNS(16);
    case 24: SHORT_RUNS(24);
    case 32: SHORT_RUNS(32);
    case 64: SHORT_RUNS(64);
    default: break;
    }
    if (bytes > 8 && bytes < 16) {
        SHORT_PAIRS(8);
    }
    if (bytes > 4 && bytes < 8) {
        SHORT_PAIRS(4);
    }
    if (bytes < 16 || bytes > SHORT_RUN)
        return false;
    for (int64_t i = 0; i < n; i++)
        copy_short(dst + i * ds, src + i * ss, bytes);
    return true;
}

/* The last two dims of the plan. */
static void copy_rows(const Plan *p, const char *src, char *dst)
{
    int a = p->rank - 2, b = p->rank - 1;
    int64_t n = p->dims[b], ss = p->ss[a] * p->width, ds = p->ds[a] * p->width;
    bool flat = p->ss[b] == 1 && p->ds[b] == 1;
    if (flat && copy_short_runs(n * p->width, p->dims[a], ss, ds, src, dst))
        return;
    for (int64_t r = 0; r < p->dims[a]; r++)
        copy_run(p->width, n, p->ss[b], p->ds[b], src + r * ss, dst + r * ds);
}

/* d[i * d0 + j] = s[i + j * s1] for i < n0, j < n1: a rectangle whose source is contiguous along the outer dim and whose destination is along
 * the inner one. Small squares of K elements within registers; the last ones overlap those before. Rows that are a multiple of so many bytes apart have few
 * places in the first-level cache: if only those of the source are, its lines are read whole before others. */
enum { SAME_PLACES = 2048 };
#define TRANSPOSE_AT(i, j, small) small(s + (i) + (j) * s1, s1, d + (i) * d0 + (j), d0)
/* Squares along dim a from a0 to a1, beside each other along dim b. */
#define TRANSPOSE_LINES(K, a, a0, a1, b, b0, b1, at)                                               \
    for (int64_t a##_ = a0; a##_ < a1; a##_ += (K)) {                                              \
        int64_t a = MIN(a##_, a1 - (K)), b = b0;                                                   \
        for (; b + (K) <= b1; b += (K))                                                            \
            at;                                                                                    \
        if (b < b1) {                                                                              \
            b = b1 - (K);                                                                          \
            at;                                                                                    \
        }                                                                                          \
    }
#define TRANSPOSE(T, K, SIDE, small)                                                               \
    do {                                                                                           \
        const T *s = (const T *)src;                                                               \
        T *d = (T *)dst;                                                                           \
        bool by_source = s1 * (int64_t)sizeof(T) % SAME_PLACES == 0 && d0 * (int64_t)sizeof(T) % SAME_PLACES != 0; \
        if (n0 < (K) || n1 < (K)) {                                                                \
            for (int64_t i = 0; i < n0; i++)                                                       \
                for (int64_t j = 0; j < n1; j++)                                                   \
                    d[i * d0 + j] = s[i + j * s1];                                                 \
            break;                                                                                 \
        }                                                                                          \
        for (int64_t i0 = 0; i0 < n0; i0 += (SIDE))                                                \
            for (int64_t j0 = 0; j0 < n1; j0 += (SIDE)) {                                          \
                int64_t i1 = MIN(n0, i0 + (SIDE)), j1 = MIN(n1, j0 + (SIDE));                      \
                if (by_source)                                                                     \
                    TRANSPOSE_LINES(K, j, j0, j1, i, i0, i1, TRANSPOSE_AT(i, j, small))            \
                else                                                                               \
                    TRANSPOSE_LINES(K, i, i0, i1, j, j0, j1, TRANSPOSE_AT(i, j, small))            \
            }                                                                                      \
    } while (0)

static inline void small_Wide(const Wide *s, int64_t s1, Wide *d, int64_t d0)
{
    (void)s1, (void)d0;
    *d = *s;
}

#ifdef __SSE2__
static inline __m128i load_128(const void *p)
{
    return _mm_loadu_si128(p);
}

static inline void small_U64(const U64 *s, int64_t s1, U64 *d, int64_t d0)
{
    __m128i a = load_128(s), b = load_128(s + s1);
    _mm_storeu_si128((__m128i *)(void *)d, _mm_unpacklo_epi64(a, b));
    _mm_storeu_si128((__m128i *)(void *)(d + d0), _mm_unpackhi_epi64(a, b));
}

static inline void small_U32(const U32 *s, int64_t s1, U32 *d, int64_t d0)
{
    __m128i a = load_128(s), b = load_128(s + s1), c = load_128(s + 2 * s1), e = load_128(s + 3 * s1);
    __m128i ab = _mm_unpacklo_epi32(a, b), ce = _mm_unpacklo_epi32(c, e), ab2 = _mm_unpackhi_epi32(a, b), ce2 = _mm_unpackhi_epi32(c, e);
    _mm_storeu_si128((__m128i *)(void *)d, _mm_unpacklo_epi64(ab, ce));
    _mm_storeu_si128((__m128i *)(void *)(d + d0), _mm_unpackhi_epi64(ab, ce));
    _mm_storeu_si128((__m128i *)(void *)(d + 2 * d0), _mm_unpacklo_epi64(ab2, ce2));
    _mm_storeu_si128((__m128i *)(void *)(d + 3 * d0), _mm_unpackhi_epi64(ab2, ce2));
}

/* Rows 2k and 2k + 1 of the result, whose elements are interleaved already. */
static inline void put_two(__m128i low, __m128i high, U16 *d, int64_t d0)
{
    _mm_storeu_si128((__m128i *)(void *)d, _mm_unpacklo_epi64(low, high));
    _mm_storeu_si128((__m128i *)(void *)(d + d0), _mm_unpackhi_epi64(low, high));
}

static inline void small_U16(const U16 *s, int64_t s1, U16 *d, int64_t d0)
{
    __m128i pair[8], four[8];
    for (int k = 0; k < 4; k++) {
        __m128i a = load_128(s + 2 * k * s1), b = load_128(s + (2 * k + 1) * s1);
        pair[2 * k] = _mm_unpacklo_epi16(a, b);
        pair[2 * k + 1] = _mm_unpackhi_epi16(a, b);
    }
    for (int half = 0; half < 2; half++)
        for (int k = 0; k < 2; k++) {
            four[4 * half + 2 * k] = _mm_unpacklo_epi32(pair[4 * half + k], pair[4 * half + 2 + k]);
            four[4 * half + 2 * k + 1] = _mm_unpackhi_epi32(pair[4 * half + k], pair[4 * half + 2 + k]);
        }
    for (int k = 0; k < 4; k++)
        put_two(four[k], four[4 + k], d + 2 * k * d0, d0);
}

/* Eight rows of eight bytes each. */
static inline void small_uint8_t(const uint8_t *s, int64_t s1, uint8_t *d, int64_t d0)
{
    __m128i pair[4], four[4];
    for (int k = 0; k < 4; k++)
        pair[k] = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)(const void *)(s + 2 * k * s1)),
                                    _mm_loadl_epi64((const __m128i *)(const void *)(s + (2 * k + 1) * s1)));
    for (int k = 0; k < 2; k++) {
        four[2 * k] = _mm_unpacklo_epi16(pair[2 * k], pair[2 * k + 1]);
        four[2 * k + 1] = _mm_unpackhi_epi16(pair[2 * k], pair[2 * k + 1]);
    }
    for (int k = 0; k < 2; k++) {
        __m128i low = _mm_unpacklo_epi32(four[k], four[2 + k]), high = _mm_unpackhi_epi32(four[k], four[2 + k]);
        _mm_storel_epi64((__m128i *)(void *)(d + 4 * k * d0), low);
        _mm_storel_epi64((__m128i *)(void *)(d + (4 * k + 1) * d0), _mm_unpackhi_epi64(low, low));
        _mm_storel_epi64((__m128i *)(void *)(d + (4 * k + 2) * d0), high);
        _mm_storel_epi64((__m128i *)(void *)(d + (4 * k + 3) * d0), _mm_unpackhi_epi64(high, high));
    }
}
enum { SMALL_8 = 8, SMALL_16 = 8, SMALL_32 = 4, SMALL_64 = 2 };
#else
#define SMALL_ONE(T)                                                                               \
    static inline void small_##T(const T *s, int64_t s1, T *d, int64_t d0)                         \
    {                                                                                              \
        (void)s1, (void)d0;                                                                        \
        *d = *s;                                                                                   \
    }
SMALL_ONE(uint8_t)
SMALL_ONE(U16)
SMALL_ONE(U32)
SMALL_ONE(U64)
enum { SMALL_8 = 1, SMALL_16 = 1, SMALL_32 = 1, SMALL_64 = 1 };
#endif

/* Rows [first, first + n0) of the last two dims of the plan. */
static void copy_square(const Plan *p, const char *src, char *dst, int64_t first, int64_t n0)
{
    int outer = p->rank - 2, last = p->rank - 1;
    int64_t n1 = p->dims[last], s1 = p->ss[last], d0 = p->ds[outer];
    src += first * p->width;
    dst += first * d0 * p->width;
    switch (p->width) {
    case 1: TRANSPOSE(uint8_t, SMALL_8, 2 * SQUARE, small_uint8_t); break;
    case 2: TRANSPOSE(U16, SMALL_16, SQUARE, small_U16); break;
    case 4: TRANSPOSE(U32, SMALL_32, SQUARE, small_U32); break;
    case 8: TRANSPOSE(U64, SMALL_64, SQUARE, small_U64); break;
    default: TRANSPOSE(Wide, 1, SQUARE, small_Wide); break;
    }
}

/* The same where a short run, the last dim, is in the place of an element. */
static void copy_run_square(const Plan *p, const char *src, char *dst, int64_t first, int64_t n0)
{
    int a = p->rank - 3, b = p->rank - 2;
    int64_t w = p->width, bytes = p->dims[p->rank - 1] * w, sa = p->ss[a] * w, sb = p->ss[b] * w, da = p->ds[a] * w, db = p->ds[b] * w;
    for (int64_t i0 = first; i0 < first + n0; i0 += SQUARE)
        for (int64_t j0 = 0; j0 < p->dims[b]; j0 += SQUARE)
            for (int64_t i = i0; i < MIN(first + n0, i0 + SQUARE); i++)
                copy_short_runs(bytes, MIN(SQUARE, p->dims[b] - j0), sb, db, src + i * sa + j0 * sb, dst + i * da + j0 * db);
}

/* Piece q of what is at an outer position. */
static void copy_inner(const Plan *p, const char *src, char *dst, int64_t q)
{
    int b = p->rank - 1, plane = p->rank - 3;
    int64_t first = q * p->piece, cut = p->dims[p->rank - p->inner];
    int64_t n = q == p->n_pieces - 1 ? (p->shuffled ? p->shuffle.n : cut) - first : p->piece;
    if (p->shuffled)
        shuffle_run(&p->shuffle, src, dst, first, n);
    else if (p->square)
        copy_square(p, src, dst, first, n);
    else if (p->run_square)
        copy_run_square(p, src, dst, first, n);
    else if (p->inner == 3)
        for (int64_t r = 0; r < p->dims[plane]; r++)
            copy_rows(p, src + r * p->ss[plane] * p->width, dst + r * p->ds[plane] * p->width);
    else if (p->inner == 2)
        copy_rows(p, src, dst);
    else
        copy_run(p->width, p->dims[b], p->ss[b], p->ds[b], src, dst);
}

static void copy_block(void *arg, int64_t block)
{
    const Plan *p = arg;
    int64_t at[MAX_RANK], i = block * p->per, end = MIN(p->n_outer, i + p->per), q = i % p->n_pieces, rest = i / p->n_pieces;
    int n_out = p->rank - p->inner;
    const char *src = p->src;
    char *dst = p->dst;
    for (int k = n_out - 1; k >= 0; k--) {
        at[k] = rest % p->dims[k];
        rest /= p->dims[k];
        src += at[k] * p->ss[k] * p->width;
        dst += at[k] * p->ds[k] * p->width;
    }
    for (; i < end; i++) {
        copy_inner(p, src, dst, q);
        if (++q < p->n_pieces)
            continue;
        q = 0;
        for (int k = n_out - 1; k >= 0; k--) {
            src += p->ss[k] * p->width;
            dst += p->ds[k] * p->width;
            if (++at[k] < p->dims[k])
                break;
            src -= p->dims[k] * p->ss[k] * p->width;
            dst -= p->dims[k] * p->ds[k] * p->width;
            at[k] = 0;
        }
    }
}

static void swap_dims(Plan *p, int a, int b)
{
    int64_t t;
    t = p->dims[a], p->dims[a] = p->dims[b], p->dims[b] = t;
    t = p->ss[a], p->ss[a] = p->ss[b], p->ss[b] = t;
    t = p->ds[a], p->ds[a] = p->ds[b], p->ds[b] = t;
}

/* Orders dims by stride of the destination, largest outermost, so that it is written in order. */
static void order_dims(Plan *p)
{
    for (int i = 1; i < p->rank; i++)
        for (int k = i; k > 0 && llabs((long long)p->ds[k]) > llabs((long long)p->ds[k - 1]); k--)
            swap_dims(p, k, k - 1);
    int n = 0;
    for (int i = 0; i < p->rank; i++) {
        if (n && p->ss[n - 1] == p->ss[i] * p->dims[i] && p->ds[n - 1] == p->ds[i] * p->dims[i]) {
            p->dims[n - 1] *= p->dims[i];
            p->ss[n - 1] = p->ss[i];
            p->ds[n - 1] = p->ds[i];
        } else {
            p->dims[n] = p->dims[i];
            p->ss[n] = p->ss[i];
            p->ds[n++] = p->ds[i];
        }
    }
    p->rank = n;
}

/* Runs of 2, 4, 8 or 16 bytes are elements. */
static void widen(Plan *p)
{
    int b = p->rank - 1;
    int64_t n = p->dims[b], bytes = n * p->width;
    if (p->ss[b] != 1 || p->ds[b] != 1 || bytes > (int64_t)sizeof(Wide) || (bytes & (bytes - 1)) || b == 0)
        return;
    for (int d = 0; d < b; d++)
        if (p->ss[d] % n || p->ds[d] % n)
            return;
    for (int d = 0; d < b; d++) {
        p->ss[d] /= n;
        p->ds[d] /= n;
    }
    p->width = (int)bytes;
    p->rank = b;
}

/* Moves dim k to position `to`, behind it. */
static void move_dim(Plan *p, int k, int to)
{
    for (int i = k; i < to; i++)
        swap_dims(p, i, i + 1);
}

/* Bytes between neighbours of the result in the source that make squares of runs worth it, of a run, and runs of a square; runs side by side that are few, and
 * bytes of the result that stay near. */
enum { FAR = 64, FEW_BYTES = 32, MIN_RUNS = 4, FEW_RUNS = 8, NEAR = 1 << 15 };

/* How the innermost dims are copied. */
static void choose_inner(Plan *p, int64_t total)
{
    int b = p->rank - 1;
    p->inner = 1;
    if (total >= SMALL_COPY && shuffle_plan(&p->shuffle, p->width, p->rank, p->dims, p->ss, p->ds)) {
        p->shuffled = true;
        p->inner = p->shuffle.inner;
        return;
    }
    /* The dim in which the source is contiguous goes next to that of the destination. */
    if (p->ds[b] == 1 && p->ss[b] != 1 && p->ss[b] != 0)
        for (int k = 0; k < b; k++)
            if (p->ss[k] == 1 && p->dims[k] > 3) {
                move_dim(p, k, b - 1);
                p->inner = 2;
                p->square = true;
                return;
            }
    int64_t n = p->dims[b], bytes = n * p->width;
    if (p->rank >= 3 && p->ds[b] == 1 && p->ss[b] == 1 && bytes < FEW_BYTES && llabs(p->ss[b - 1]) * p->width > FAR && p->dims[b - 1] >= MIN_RUNS)
        for (int k = 0; k < b - 1; k++)
            if (p->ss[k] == n && p->dims[k] >= MIN_RUNS) {
                move_dim(p, k, b - 2);
                p->inner = 3;
                p->run_square = true;
                return;
            }
    if (p->rank >= 3 && p->dims[b - 1] < FEW_RUNS && p->dims[b - 1] < p->dims[b - 2] && p->dims[b - 2] * llabs(p->ds[b - 2]) * p->width <= NEAR)
        swap_dims(p, b - 2, b - 1);
    if (p->rank >= 2 && p->dims[b] < 64)
        p->inner = p->rank >= 3 && p->dims[b - 1] < 16 ? 3 : 2;
}

/* A large square or row of pixels is divided itself. */
static void choose_pieces(Plan *p, int64_t inner)
{
    p->n_pieces = 1;
    p->piece = 0;
    if ((!p->square && !p->run_square && !p->shuffled) || inner * p->width < 2 * COPY_BLOCK)
        return;
    int64_t n = p->shuffled ? p->shuffle.n : p->dims[p->rank - p->inner], row = inner / n * p->width;
    p->piece = MAX(SQUARE, COPY_BLOCK / row / SQUARE * SQUARE);
    p->n_pieces = MAX(1, n / p->piece);
}

void copy_strided(Pool *pool, const StridedCopy *c, const void *src, void *dst)
{
    Plan p;
    p.width = c->width;
    p.rank = 0;
    p.src = src;
    p.dst = dst;
    p.square = p.run_square = p.shuffled = false;
    int64_t total = 1;
    for (int d = 0; d < c->rank; d++) {
        total *= c->dims[d];
        if (c->dims[d] == 1)
            continue;
        p.dims[p.rank] = c->dims[d];
        p.ss[p.rank] = c->src_strides[d];
        p.ds[p.rank++] = c->dst_strides[d];
    }
    if (total == 0)
        return;
    order_dims(&p);
    if (p.rank == 0) {
        p.dims[0] = p.ss[0] = p.ds[0] = 1;
        p.rank = 1;
    }
    if (p.rank == 1 && p.ss[0] == 1 && p.ds[0] == 1) {
        copy_flat(pool, total * p.width, src, dst);
        return;
    }
    int64_t bytes = total * p.width;
    widen(&p);
    total = bytes / p.width;
    choose_inner(&p, total);
    int64_t inner = 1;
    for (int d = p.rank - p.inner; d < p.rank; d++)
        inner *= p.dims[d];
    choose_pieces(&p, inner);
    p.n_outer = total / inner * p.n_pieces;
    p.per = MAX(1, COPY_BLOCK / MAX(1, inner / p.n_pieces * p.width));
    pool_for(pool, (p.n_outer + p.per - 1) / p.per, copy_block, &p);
}

typedef struct Flat {
    const char *src;
    char *dst;
    int64_t n, width;
} Flat;

enum { FLAT_BLOCK = 1 << 20 };

static void flat_block(void *arg, int64_t i)
{
    const Flat *f = arg;
    int64_t at = i * FLAT_BLOCK;
    memcpy(f->dst + at, f->src + at, (size_t)MIN(FLAT_BLOCK, f->n - at));
}

void copy_flat(Pool *pool, int64_t bytes, const void *src, void *dst)
{
    Flat f = { .src = src, .dst = dst, .n = bytes };
    if (bytes <= FLAT_BLOCK)
        memcpy(dst, src, (size_t)bytes);
    else
        pool_for(pool, (bytes + FLAT_BLOCK - 1) / FLAT_BLOCK, flat_block, &f);
}

static void fill_block(void *arg, int64_t i)
{
    const Flat *f = arg;
    int64_t per = FLAT_BLOCK / f->width, at = i * per, n = MIN(per, f->n - at);
    copy_run((int)f->width, n, 0, 1, f->src, f->dst + at * f->width);
}

void copy_fill(Pool *pool, int width, int64_t n, const void *value, void *dst)
{
    bool zero = true;
    for (int i = 0; i < width; i++)
        zero &= ((const char *)value)[i] == 0;
    if (zero && n * width <= FLAT_BLOCK) {
        memset(dst, 0, (size_t)(n * width));
        return;
    }
    Flat f = { .src = value, .dst = dst, .n = n, .width = width };
    int64_t per = FLAT_BLOCK / width;
    pool_for(pool, (n + per - 1) / per, fill_block, &f);
}
