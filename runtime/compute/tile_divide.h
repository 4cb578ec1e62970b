/* Included by tile_ops.c only, once per instruction set: quotients and remainders of integers of up to 32 bits. Processors
 * have vector instructions for dividing floats only, so the quotient of the magnitudes is computed in f64, where it is at most one
 * too large, and then corrected. Division by 0 gives all bits set as quotient and the dividend as remainder. */
#pragma once

#include <stdbool.h>

/* x in f64, by its bits: [0, 2^32) in the last places of [2^52, 2^53). */
static inline f64 exact_f64(u32 x)
{
    return from_f64(0x4330000000000000u | x) - 0x1p52;
}

/* From x / y or x * (1 / y) in f64. */
static inline u32 quotient(f64 near, u32 x, u32 y)
{
    u64 q = bits_f64(near + 0x1p52) & 0xffffffffu;
    return (u32)q - ((s64)(q * (u64)y) > (s64)(u64)x);
}

#define DIVISION_SIZE(v) ((v) < 0 ? 0 - (u32)(v) : (u32)(v))
#define DIVISION_OF_TILES(name, T, RESULT)                                                         \
    static void name(ARGS)                                                                         \
    {                                                                                              \
        T *o = d;                                                                                  \
        const T *xs = a, *ys = b;                                                                  \
        LOOP                                                                                       \
        {                                                                                          \
            T x = xs[i], y = ys[i];                                                                \
            u32 ax = DIVISION_SIZE(x), ay = DIVISION_SIZE(y), by = ay ? ay : 1;                    \
            u32 q = quotient(exact_f64(ax) / exact_f64(by), ax, by);                               \
            UNUSED u32 r = ax - q * by;                                                            \
            o[i] = (T)(RESULT);                                                                    \
        }                                                                                          \
    }
/* By one number y other than 0 for all. */
#define DIVISION_BY(name, T, HEAD, Q, RESULT)                                                      \
    static void name(T *d, const T *a, T y, int n)                                                 \
    {                                                                                              \
        UNUSED bool minus = y < 0;                                                                 \
        const u32 by = DIVISION_SIZE(y);                                                           \
        HEAD                                                                                       \
        LOOP                                                                                       \
        {                                                                                          \
            T x = a[i];                                                                            \
            u32 ax = DIVISION_SIZE(x), q = Q;                                                      \
            UNUSED u32 r = ax - q * by;                                                            \
            d[i] = (T)(RESULT);                                                                    \
        }                                                                                          \
    }
#define DIVISION_BY_ONE(name, T, RESULT)                                                           \
    DIVISION_BY(name##_by_power, T, int shift = __builtin_ctz(by);, ax >> shift, RESULT)           \
    DIVISION_BY(name##_by_any, T, f64 inverse = 1 / exact_f64(by);, quotient(exact_f64(ax) * inverse, ax, by), RESULT) \
    static void name##_vs(ARGS)                                                                    \
    {                                                                                              \
        T y = *(const T *)b;                                                                       \
        u32 by = DIVISION_SIZE(y);                                                                 \
        if (by == 0) /* once, not often */                                                         \
            for (int i = 0; i < n; i++)                                                            \
                name((T *)d + i, (const T *)a + i, b, NULL, 1);                                    \
        else if (by & (by - 1))                                                                    \
            name##_by_any(d, a, y, n);                                                             \
        else                                                                                       \
            name##_by_power(d, a, y, n);                                                           \
    }
#define DIVISION_RESULT_divide y == 0 ? ~0u : (x < 0) != (y < 0) ? 0 - q : q
#define DIVISION_RESULT_remainder y == 0 ? (u32)x : x < 0 ? 0 - r : r
#define DIVISION_BY_RESULT_divide (x < 0) != minus ? 0 - q : q
#define DIVISION_BY_RESULT_remainder x < 0 ? 0 - r : r
#define DIVISION(id, T) DIVISION_OF_TILES(id##_##T, T, DIVISION_RESULT_##id) DIVISION_BY_ONE(id##_##T, T, DIVISION_BY_RESULT_##id)
