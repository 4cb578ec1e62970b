/* For tile_ops.c alone, which includes it once per instruction set: quotients and remainders of integers of up to 32 bits. There
 * are vector instructions to divide floats only, so the quotient of the sizes is worked out in f64, where it is at most one
 * too large, and put right. By 0: all bits set, and the dividend. */
#pragma once

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

#define DIVISION_LOOP(name, T, YI, HEAD, Q, RESULT)                                                \
    static void name(ARGS)                                                                         \
    {                                                                                              \
        T *o = d;                                                                                  \
        const T *xs = a, *ys = b;                                                                  \
        HEAD                                                                                       \
        LOOP                                                                                       \
        {                                                                                          \
            T x = xs[i], y = ys[YI];                                                               \
            u32 ax = x < 0 ? 0 - (u32)x : (u32)x, ay = y < 0 ? 0 - (u32)y : (u32)y, by = ay ? ay : 1; \
            u32 q = Q;                                                                             \
            UNUSED u32 r = ax - q * by;                                                            \
            o[i] = (T)(RESULT);                                                                    \
        }                                                                                          \
    }
#define DIVISION_OF_TILES(name, T, RESULT) DIVISION_LOOP(name, T, i, , quotient(exact_f64(ax) / exact_f64(by), ax, by), RESULT)
#define DIVISION_BY_ONE(name, T, RESULT)                                                           \
    DIVISION_LOOP(name##_by_power, T, 0, int shift = __builtin_ctz((u32)*ys | 0x80000000u);, ax >> shift, RESULT) \
    DIVISION_LOOP(name##_by_any, T, 0, f64 inverse = 1 / exact_f64(*ys < 0 ? 0 - (u32)*ys : (u32)*ys);, \
                  quotient(exact_f64(ax) * inverse, ax, by), RESULT)                               \
    static void name##_vs(ARGS)                                                                    \
    {                                                                                              \
        T y = *(const T *)b;                                                                       \
        u32 ay = y < 0 ? 0 - (u32)y : (u32)y;                                                      \
        if (ay == 0) /* once, not often */                                                         \
            for (int i = 0; i < n; i++)                                                            \
                name((T *)d + i, (const T *)a + i, b, NULL, 1);                                    \
        else if (ay & (ay - 1))                                                                    \
            name##_by_any(d, a, b, NULL, n);                                                       \
        else                                                                                       \
            name##_by_power(d, a, b, NULL, n);                                                     \
    }
#define DIVISION_RESULT_divide y == 0 ? ~0u : (x < 0) != (y < 0) ? 0 - q : q
#define DIVISION_RESULT_remainder y == 0 ? (u32)x : x < 0 ? 0 - r : r
#define DIVISION(id, T) DIVISION_OF_TILES(id##_##T, T, DIVISION_RESULT_##id) DIVISION_BY_ONE(id##_##T, T, DIVISION_RESULT_##id)
