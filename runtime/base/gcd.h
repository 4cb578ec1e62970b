/* The greatest common divisor. */
#pragma once

#include <stdint.h>

static inline int64_t gcd64(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}
