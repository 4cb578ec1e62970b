/* Maximum and minimum as HLO defines them: NaN if either operand is NaN, and -0 is below +0. Written as steps without branches,
 * which is what gets vectorised. */
#pragma once

#include "runtime/base/float16.h"

#define EXTREMES(id, T)                                                                            \
    static inline T max_##id(T x, T y)                                                             \
    {                                                                                              \
        T same = id##_of_bits(id##_bits(x) & id##_bits(y)), r = x > y ? x : y;                     \
        r = x == y ? same : r;                                                                     \
        return x != x ? x : r;                                                                     \
    }                                                                                              \
    static inline T min_##id(T x, T y)                                                             \
    {                                                                                              \
        T same = id##_of_bits(id##_bits(x) | id##_bits(y)), r = x < y ? x : y;                     \
        r = x == y ? same : r;                                                                     \
        return x != x ? x : r;                                                                     \
    }
EXTREMES(f32, float)
EXTREMES(f64, double)
#undef EXTREMES
