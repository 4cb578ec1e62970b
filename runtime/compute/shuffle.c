/* Shuffles of bytes within vectors. What is left at the ends of a row is copied element by element: a vector is read and written only where all of it belongs to the row.
 * Start reading at shuffle_plan(). */
#include "runtime/compute/shuffle.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/compute/tile_ops.h"

enum { ABSENT = 0x80, MIN_PIXELS = 32, MIN_ROW = 64 /* bytes of a row of windows */, SHORT = 8 /* bytes of a run that has better copies */ };

/* ---- element by element ------------------------------------------------------------------------------------------ */

static inline void copy_element(int width, char *dst, const char *src)
{
    switch (width) {
    case 1: memcpy(dst, src, 1); break;
    case 2: memcpy(dst, src, 2); break;
    case 4: memcpy(dst, src, 4); break;
    default: memcpy(dst, src, 8); break;
    }
}

static void single_pixels(const Shuffle *s, const char *src, char *dst, int64_t from, int64_t end)
{
    int64_t step = s->kind == SHUFFLE_WINDOW ? s->step : (s->kind == SHUFFLE_SPLIT ? s->channels : 1) * (s->backwards ? -1 : 1);
    int64_t out = s->kind == SHUFFLE_SPLIT ? 1 : s->channels;
    int w = s->width;
    for (int64_t i = from; i < end; i++)
        for (int k = 0; k < s->n_out; k++)
            copy_element(w, dst + (i * out + s->to[k]) * w, src + (i * step + s->from[k]) * w);
}

/* ---- vectors ----------------------------------------------------------------------------------------------------- */

#if defined(HAVE_TILE_AVX) && defined(__x86_64__)
#include <immintrin.h>
#define AVX2 __attribute__((target("avx2")))

static bool has_shuffles(void)
{
    return tile_table() != tile_table_named("base");
}

AVX2 static inline __m256i load_two(const char *low, const char *high)
{
    return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)low)),
                                   _mm_loadu_si128((const __m128i *)(const void *)high), 1);
}

AVX2 static inline __m256i mask_of(const uint8_t *mask)
{
    return _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)mask));
}

/* What C vectors give to vector `made`. */
#define GATHERED(C, made)                                                                          \
    __m256i y = _mm256_shuffle_epi8(x[0], mask_of(s->mask[made][0]));                              \
    for (int k = 1; k < (C); k++)                                                                  \
    y = _mm256_or_si256(y, _mm256_shuffle_epi8(x[k], mask_of(s->mask[made][k])))

/* Pixels in two groups of 16 bytes of a channel each, from the pixel at src on, which is where the first channel is. */
#define SPLIT(C)                                                                                   \
    AVX2 static void split_##C(const Shuffle *s, const char *src, char *dst)                       \
    {                                                                                              \
        const char *next = src + (s->backwards ? -16 : 16) * (C);                                  \
        __m256i x[C];                                                                              \
        for (int k = 0; k < (C); k++)                                                              \
            x[k] = load_two(src + 16 * k, next + 16 * k);                                          \
        for (int j = 0; j < s->n_out; j++) {                                                       \
            GATHERED(C, j);                                                                        \
            _mm256_storeu_si256((__m256i *)(void *)(dst + s->to[j] * s->width), y);                \
        }                                                                                          \
    }
#define JOIN(C)                                                                                    \
    AVX2 static void join_##C(const Shuffle *s, const char *src, char *dst)                        \
    {                                                                                              \
        int64_t next = s->backwards ? -16 : 16;                                                    \
        __m256i x[C];                                                                              \
        for (int k = 0; k < (C); k++)                                                              \
            x[k] = load_two(src + s->from[k] * s->width, src + s->from[k] * s->width + next);      \
        for (int j = 0; j < (C); j++) {                                                            \
            GATHERED(C, j);                                                                        \
            _mm_storeu_si128((__m128i *)(void *)(dst + 16 * j), _mm256_castsi256_si128(y));        \
            _mm_storeu_si128((__m128i *)(void *)(dst + 16 * ((C) + j)), _mm256_extracti128_si256(y, 1)); \
        }                                                                                          \
    }
#define BOTH(C) SPLIT(C) JOIN(C)
BOTH(2) BOTH(3) BOTH(4) BOTH(5) BOTH(6) BOTH(7) BOTH(8)

typedef void (*GroupFn)(const Shuffle *s, const char *src, char *dst);
static const GroupFn splits[] = { [2] = split_2, split_3, split_4, split_5, split_6, split_7, split_8 };
static const GroupFn joins[] = { [2] = join_2, join_3, join_4, join_5, join_6, join_7, join_8 };

/* Two groups at a time; the last two overlap those before. */
static void run_groups(const Shuffle *s, const char *src, char *dst, int64_t from, int64_t end)
{
    bool split = s->kind == SHUFFLE_SPLIT;
    GroupFn fn = (split ? splits : joins)[s->channels];
    int64_t in = (split ? s->channels : 1) * (s->backwards ? -s->width : s->width), out = (split ? 1 : s->channels) * s->width;
    int64_t group = SHUFFLE_BYTES / s->width, first = (s->backwards ? (group - 1) * in : 0) + (split ? s->low * s->width : 0);
    for (int64_t i = from; i < end; i += 2 * group) {
        int64_t at = i + 2 * group <= end ? i : end - 2 * group;
        fn(s, src + at * in + first, dst + at * out);
    }
}

/* Vectors of the source read whole pixels; what is behind the last channel of the last pixel in memory is not ours. */
static void run_pixels(const Shuffle *s, const char *src, char *dst, int64_t from, int64_t end)
{
    int64_t a = from, b = end;
    if (s->kind == SHUFFLE_SPLIT && s->high - s->low + 1 < s->channels) {
        a += s->backwards;
        b -= !s->backwards;
    }
    if (b - a < 2 * SHUFFLE_BYTES / s->width) {
        single_pixels(s, src, dst, from, end);
        return;
    }
    run_groups(s, src, dst, a, b);
    single_pixels(s, src, dst, from, a);
    single_pixels(s, src, dst, b, end);
}

/* A row of pixels: bytes from its first pixel's places on. */
typedef struct Row {
    const char *src;
    char *dst;
    int64_t begin, beyond; /* the bytes of the source that may be read, at least 16 */
} Row;

/* A window at `at` of the source that reaches over the row's begin or end there, or is the last in the result: of both only the bytes that are its own. */
AVX2 static void edge_window(const Shuffle *s, const Row *row, int64_t at, int64_t to)
{
    int64_t from = CLAMP(at, row->begin, row->beyond - SHUFFLE_BYTES);
    __m128i mask = _mm_add_epi8(_mm_loadu_si128((const __m128i *)(const void *)s->mask[0][0]), _mm_set1_epi8((char)(at - from)));
    char bytes[SHUFFLE_BYTES];
    _mm_storeu_si128((__m128i *)(void *)bytes, _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)(row->src + from)), mask));
    memcpy(row->dst + to, bytes, (size_t)(s->pixels * s->channels * s->width));
}

/* Some pixels of the row at a time; the last ones overlap those before. */
AVX2 static void run_windows(const Shuffle *s, const char *src, char *dst, int64_t from, int64_t end)
{
    int64_t w = s->width, in = s->step * w, out = s->channels * w, per = s->pixels;
    int64_t lowest = (s->step < 0 ? (per - 1) * in : 0) + s->low * w; /* of a window, from its first pixel */
    Row row = { src, dst, (s->step < 0 ? (end - 1) : from) * in + s->low * w, (s->step < 0 ? from : end - 1) * in + (s->high + 1) * w };
    if (end - from < per || row.beyond - row.begin < SHUFFLE_BYTES) {
        single_pixels(s, src, dst, from, end);
        return;
    }
    /* The last window that reads and writes whole vectors within the row. */
    int64_t room = in > 0 ? row.beyond - SHUFFLE_BYTES - lowest : lowest - row.begin, last = MIN(end - per, end - (SHUFFLE_BYTES + out - 1) / out), i = from;
    last = room < 0 ? -1 : MIN(last, room / llabs(in));
    for (; i <= last && (i * in + lowest < row.begin || i * in + lowest + SHUFFLE_BYTES > row.beyond); i += per)
        edge_window(s, &row, i * in + lowest, i * out);
    __m128i mask = _mm_loadu_si128((const __m128i *)(const void *)s->mask[0][0]);
    const char *x = src + i * in + lowest;
    char *y = dst + i * out;
    for (; i <= last; i += per, x += per * in, y += per * out)
        _mm_storeu_si128((__m128i *)(void *)y, _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(const void *)x), mask));
    for (; i < end; i += per)
        edge_window(s, &row, MIN(i, end - per) * in + lowest, MIN(i, end - per) * out);
}

/* By width (1, 2, 4), times - 2, and vector made: where the bytes of a vector come from. */
enum { MOST_TIMES = 8 };
static uint8_t repeat_masks[3][MOST_TIMES - 1][MOST_TIMES][SHUFFLE_BYTES];

static void make_repeat_masks(void)
{
    for (int k = 0; k < 3; k++)
        for (int times = 2; times <= MOST_TIMES; times++)
            for (int b = 0; b < times * SHUFFLE_BYTES; b++) {
                int w = 1 << k;
                repeat_masks[k][times - 2][b / SHUFFLE_BYTES][b % SHUFFLE_BYTES] = (uint8_t)(b / w / times * w + b % w);
            }
}

AVX2 static void repeat_vectors(const uint8_t (*masks)[SHUFFLE_BYTES], int times, const char *src, char *dst, int64_t n)
{
    for (int64_t i = 0; i < n; i++, src += SHUFFLE_BYTES) {
        __m128i x = _mm_loadu_si128((const __m128i *)(const void *)src);
        for (int k = 0; k < times; k++, dst += SHUFFLE_BYTES)
            _mm_storeu_si128((__m128i *)(void *)dst, _mm_shuffle_epi8(x, _mm_loadu_si128((const __m128i *)(const void *)masks[k])));
    }
}

int64_t shuffle_repeat(int width, int times, const void *src, int64_t n, void *dst)
{
    static pthread_once_t made = PTHREAD_ONCE_INIT;
    int k = width == 1 ? 0 : width == 2 ? 1 : 2;
    int64_t vectors = n * width / SHUFFLE_BYTES;
    if (times < 2 || times > MOST_TIMES || width > 4 || vectors == 0 || !has_shuffles())
        return 0;
    pthread_once(&made, make_repeat_masks);
    repeat_vectors(repeat_masks[k][times - 2], times, src, dst, vectors);
    return vectors * SHUFFLE_BYTES / width;
}

void shuffle_run(const Shuffle *s, const char *src, char *dst, int64_t first, int64_t n)
{
    (s->kind == SHUFFLE_WINDOW ? run_windows : run_pixels)(s, src, dst, first, first + n);
}
#else
static bool has_shuffles(void)
{
    return false;
}

void shuffle_run(const Shuffle *s, const char *src, char *dst, int64_t first, int64_t n)
{
    single_pixels(s, src, dst, first, first + n);
}

int64_t shuffle_repeat(int width, int times, const void *src, int64_t n, void *dst)
{
    (void)width, (void)times, (void)src, (void)n, (void)dst;
    return 0;
}
#endif

/* ---- masks ------------------------------------------------------------------------------------------------------- */

/* Byte b of channel j's vector is byte q of pixel e; vectors read are of whole pixels. */
static void split_masks(Shuffle *s)
{
    int w = s->width, group = SHUFFLE_BYTES / w;
    memset(s->mask, ABSENT, sizeof s->mask);
    for (int j = 0; j < s->n_out; j++)
        for (int b = 0; b < SHUFFLE_BYTES; b++) {
            int e = s->backwards ? group - 1 - b / w : b / w;
            int at = (e * s->channels + (int)(s->from[j] - s->low)) * w + b % w;
            s->mask[j][at / SHUFFLE_BYTES][b] = (uint8_t)(at % SHUFFLE_BYTES);
        }
}

static void join_masks(Shuffle *s)
{
    int w = s->width, group = SHUFFLE_BYTES / w;
    memset(s->mask, ABSENT, sizeof s->mask);
    for (int j = 0; j < s->channels; j++)
        for (int b = 0; b < SHUFFLE_BYTES; b++) {
            int at = (j * SHUFFLE_BYTES + b) / w, e = at / s->channels;
            s->mask[j][at % s->channels][b] = (uint8_t)((s->backwards ? group - 1 - e : e) * w + b % w);
        }
}

static void window_mask(Shuffle *s)
{
    int w = s->width;
    int64_t lowest = (s->step < 0 ? (s->pixels - 1) * s->step : 0) + s->low;
    memset(s->mask[0][0], ABSENT, SHUFFLE_BYTES);
    for (int e = 0; e < s->pixels; e++)
        for (int k = 0; k < s->channels; k++)
            for (int q = 0; q < w; q++)
                s->mask[0][0][(e * s->channels + k) * w + q] = (uint8_t)((e * s->step + s->from[k] - lowest) * w + q);
}

/* ---- plans ------------------------------------------------------------------------------------------------------- */

typedef struct Dims {
    int width, rank;
    int64_t *n, *ss, *ds;
} Dims;

/* The places of the elements of dims [first, end); false if there are more than 8. */
static bool list_channels(Shuffle *s, const Dims *x, int first, int end)
{
    s->n_out = 1;
    s->from[0] = s->to[0] = s->low = s->high = 0;
    for (int d = first; d < end; d++) {
        int before = s->n_out;
        if (x->n[d] * before > SHUFFLE_CHANNELS)
            return false;
        for (int k = before * (int)x->n[d] - 1; k >= 0; k--) {
            s->from[k] = s->from[k / (int)x->n[d]] + k % (int)x->n[d] * x->ss[d];
            s->to[k] = s->to[k / (int)x->n[d]] + k % (int)x->n[d] * x->ds[d];
        }
        s->n_out = before * (int)x->n[d];
    }
    for (int k = 0; k < s->n_out; k++) {
        s->low = MIN(s->low, s->from[k]);
        s->high = MAX(s->high, s->from[k]);
    }
    return true;
}

static void swap_at(int64_t *v, int a, int b)
{
    int64_t t = v[a];
    v[a] = v[b];
    v[b] = t;
}

/* Wide elements are as fast one by one, and squares of them are transposed faster. */
static bool split_pays(int width, int n_out, int channels)
{
    return width < 4 || (n_out > 1 && channels < 4);
}

/* The last dim walks over pixels in the source; dims with less than a pixel between their elements are channels. */
static bool plan_split(Shuffle *s, const Dims *x)
{
    int b = x->rank - 1, first = b;
    int64_t step = x->ss[b];
    if (x->ds[b] != 1 || llabs(step) < 2 || llabs(step) > SHUFFLE_CHANNELS || x->n[b] < MIN_PIXELS)
        return false;
    for (int d = b - 1; d >= 0; d--)
        if (llabs(x->ss[d]) < llabs(step) && x->ss[d]) {
            first--;
            for (int k = d; k < first; k++) {
                swap_at(x->n, k, k + 1);
                swap_at(x->ss, k, k + 1);
                swap_at(x->ds, k, k + 1);
            }
        }
    if (!list_channels(s, x, first, b) || s->high - s->low >= llabs(step) || !split_pays(x->width, s->n_out, (int)llabs(step)))
        return false;
    s->kind = SHUFFLE_SPLIT;
    s->inner = x->rank - first;
    s->channels = (int)llabs(step);
    s->backwards = step < 0;
    s->n = x->n[b];
    split_masks(s);
    return true;
}

/* The last dims are the channels of a pixel of the result, and the dim before them is walked. */
static bool plan_join(Shuffle *s, const Dims *x)
{
    int64_t c = 1;
    for (int p = x->rank - 1; p >= 0 && c <= SHUFFLE_CHANNELS && x->ds[p] == c; c *= x->n[p--])
        if (c > 1 && llabs(x->ss[p]) == 1 && x->n[p] >= MIN_PIXELS) {
            if (!list_channels(s, x, p + 1, x->rank))
                return false;
            s->kind = SHUFFLE_JOIN;
            s->inner = x->rank - p;
            s->channels = (int)c;
            s->backwards = x->ss[p] < 0;
            s->n = x->n[p];
            join_masks(s);
            return true;
        }
    return false;
}

/* How many pixels one vector of the source holds, whose bytes fill one of the result at most; dim p walks over them. */
static int pixels_of(const Shuffle *s, const Dims *x, int p)
{
    int64_t most = SHUFFLE_BYTES / x->width, span = s->high - s->low, step = llabs(x->ss[p]);
    if (span >= most || step == 0)
        return 0;
    return (int)MIN(most / s->n_out, (most - 1 - span) / step + 1);
}

static bool plan_window(Shuffle *s, const Dims *x)
{
    int64_t c = 1, run = x->ss[x->rank - 1] == 1 || x->ss[x->rank - 1] == 0 ? x->n[x->rank - 1] * x->width : 0;
    int best = 0, at = -1;
    for (int p = x->rank - 1; run < SHORT && p >= 0 && c <= SHUFFLE_CHANNELS; c *= x->n[p--]) {
        if (x->ds[p] != c || !list_channels(s, x, p + 1, x->rank))
            break;
        int fit = x->n[p] * x->width * c >= MIN_ROW ? pixels_of(s, x, p) : 0;
        if (fit * c > best) {
            best = fit * (int)c;
            at = p;
        }
    }
    if (at < 0 || best < 2 || best * x->width < MIN(12, 4 * x->width))
        return false;
    list_channels(s, x, at + 1, x->rank);
    s->kind = SHUFFLE_WINDOW;
    s->inner = x->rank - at;
    s->channels = s->n_out;
    s->pixels = best / s->channels;
    s->step = x->ss[at];
    s->n = x->n[at];
    window_mask(s);
    return true;
}

bool shuffle_plan(Shuffle *s, int width, int rank, int64_t *dims, int64_t *ss, int64_t *ds)
{
    Dims x = { width, rank, dims, ss, ds };
    if (width > 8 || !has_shuffles())
        return false;
    s->width = width;
    s->backwards = false;
    return (width < 8 && (plan_join(s, &x) || plan_split(s, &x))) || plan_window(s, &x);
}

bool shuffle_join(int width, int n, const void *const *x, int64_t first, int64_t rows, void *to)
{
    if (n < 2 || n > SHUFFLE_CHANNELS || width > 4 || rows < MIN_PIXELS || !has_shuffles())
        return false;
    Shuffle s = { .kind = SHUFFLE_JOIN, .width = width, .n = rows, .channels = n, .n_out = n };
    for (int k = 0; k < n; k++) {
        s.from[k] = ((intptr_t)x[k] - (intptr_t)x[0]) / width;
        s.to[k] = k;
    }
    join_masks(&s);
    shuffle_run(&s, (const char *)x[0] + first * width, to, 0, rows);
    return true;
}
