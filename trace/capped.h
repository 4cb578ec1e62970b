/* Saturating addition for numbers from a file, which may be damaged: sums stop at the ends of the range instead of overflowing. */
#pragma once

#include <stdint.h>

static inline int64_t add_capped(int64_t a, int64_t b)
{
    int64_t sum;
    if (__builtin_add_overflow(a, b, &sum))
        return a < 0 ? INT64_MIN : INT64_MAX;
    return sum;
}

static inline int64_t sub_capped(int64_t a, int64_t b)
{
    int64_t rest;
    if (__builtin_sub_overflow(a, b, &rest))
        return a < 0 ? INT64_MIN : INT64_MAX;
    return rest;
}
