/* Included by tile_ops.c only, once per instruction set: the greatest or least elements with their positions. */
#pragma once

/* Elements of the row that KEEP does not hold of take the place of the best, and the row's number that of its. */
#define ARG_TAKE(name, t, KEEP)                                                                    \
    static void name(void *best, s32 *at, const void *row, s32 number, int n)                      \
    {                                                                                              \
        t *ms = best;                                                                              \
        const t *xs = row;                                                                         \
        LOOP                                                                                       \
        {                                                                                          \
            t x = xs[i], m = ms[i];                                                                \
            s32 from = at[i];                                                                      \
            bool keep = KEEP;                                                                      \
            ms[i] = keep ? m : x;                                                                  \
            at[i] = keep ? from : number;                                                          \
        }                                                                                          \
    }
#define ARG_TAKES(t)                                                                               \
    ARG_TAKE(greatest_first_##t, t, x <= m) ARG_TAKE(greatest_last_##t, t, x < m)                  \
    ARG_TAKE(least_first_##t, t, x >= m) ARG_TAKE(least_last_##t, t, x > m)
#define ARG_TAKES_NAN(t)                                                                           \
    ARG_TAKE(greatest_first_nan_##t, t, (x <= m) | (m != m)) ARG_TAKE(greatest_last_nan_##t, t, (x < m) | (m != m)) \
    ARG_TAKE(least_first_nan_##t, t, (x >= m) | (m != m)) ARG_TAKE(least_last_nan_##t, t, (x > m) | (m != m))

/* The first or last of n elements that is *value, or that is a NaN if that is one; -1 = none. */
#define ARG_FIND(t)                                                                                \
    static int find_##t(const void *elements, const void *value, int n, bool last)                 \
    {                                                                                              \
        enum { AT_ONCE = 64, WORDS = AT_ONCE / 8 };                                                \
        const t *xs = elements, m = *(const t *)value;                                             \
        int n_blocks = (n + AT_ONCE - 1) / AT_ONCE;                                                \
        for (int k = 0; k < n_blocks; k++) {                                                       \
            int from = (last ? n_blocks - 1 - k : k) * AT_ONCE, len = n - from < AT_ONCE ? n - from : AT_ONCE; \
            u8 hits[AT_ONCE] = { 0 };                                                              \
            for (int i = 0; i < len; i++)                                                          \
                hits[i] = ARG_IS(xs[from + i], m);                                                 \
            u64 words[WORDS];                                                                      \
            memcpy(words, hits, sizeof words);                                                     \
            for (int i = 0; i < WORDS; i++) {                                                      \
                int w = last ? WORDS - 1 - i : i;                                                  \
                if (words[w]) /* one byte of each word for an element */                           \
                    return from + 8 * w + (last ? 63 - __builtin_clzll(words[w]) : __builtin_ctzll(words[w])) / 8; \
            }                                                                                      \
        }                                                                                          \
        return -1;                                                                                 \
    }
#define ARG_IS(x, m) (((x) == (m)) | (((x) != (x)) & ((m) != (m))))
ARG_TAKES_NAN(f32)
ARG_TAKES_NAN(f64)
#define ARG_ALL(t) ARG_TAKES(t) ARG_FIND(t)
ARG_ALL(s8)
ARG_ALL(s16)
ARG_ALL(s32)
ARG_ALL(s64)
ARG_ALL(u8)
ARG_ALL(u16)
ARG_ALL(u32)
ARG_ALL(u64)
ARG_ALL(f32)
ARG_ALL(f64)

#define ARG_ROW(t, what) [CT_##t] = what##_##t,
#define ARG_INTS(what)                                                                             \
    ARG_ROW(s8, what) ARG_ROW(s16, what) ARG_ROW(s32, what) ARG_ROW(s64, what) ARG_ROW(u8, what) ARG_ROW(u16, what) ARG_ROW(u32, what) ARG_ROW(u64, what)
#define ARG_ROWS(what) { ARG_INTS(what) ARG_ROW(f32, what) ARG_ROW(f64, what) }
#define ARG_ROWS_NAN(what) { ARG_INTS(what) ARG_ROW(f32, what##_nan) ARG_ROW(f64, what##_nan) }
