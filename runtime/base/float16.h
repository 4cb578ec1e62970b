/* The two 16-bit float formats and back, to the bit: round to nearest, ties to even; NaN stays a
 * (quiet) NaN. f16 is 1-5-10 with bias 15, bf16 the upper half of an f32. Values go in and out as
 * f32 or f64; the f64 forms round once, which differs from going through f32 in rare ties. */
#pragma once

#include <stdint.h>
#include <string.h>

static inline uint32_t f32_bits(float x)
{
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}
static inline float f32_of_bits(uint32_t u)
{
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}
static inline uint64_t f64_bits(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}
static inline double f64_of_bits(uint64_t u)
{
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

static inline float bf16_to_f32(uint16_t h)
{
    return f32_of_bits((uint32_t)h << 16);
}

static inline uint16_t bf16_from_f32(float x)
{
    uint32_t u = f32_bits(x);
    if ((u & 0x7fffffffu) > 0x7f800000u)
        return (uint16_t)(u >> 16 | 0x40);
    return (uint16_t)((u + 0x7fff + (u >> 16 & 1)) >> 16);
}

static inline float f16_to_f32(uint16_t h)
{
    uint32_t sign = (uint32_t)(h & 0x8000) << 16, exponent = h >> 10 & 0x1f, mantissa = h & 0x3ff;
    if (exponent == 0x1f)
        return f32_of_bits(sign | 0x7f800000u | mantissa << 13);
    if (exponent)
        return f32_of_bits(sign | (exponent + 112) << 23 | mantissa << 13);
    float tiny = (float)mantissa * 0x1p-24f; /* exact: subnormals and zero */
    return sign ? -tiny : tiny;
}

/* One rounding of a double to a format with `mantissa` stored bits, all exponent bits `e_bits` of
 * an IEEE style layout; the common core of both formats below. */
static inline uint16_t f64_to_half_bits(double x, int e_bits, int mantissa)
{
    uint64_t u = f64_bits(x);
    uint16_t sign = (uint16_t)(u >> 63 << 15);
    uint16_t inf = (uint16_t)(((1u << e_bits) - 1) << mantissa);
    int exponent = (int)(u >> 52 & 0x7ff) - 1023, bias = (1 << (e_bits - 1)) - 1;
    uint64_t fraction = u & 0xfffffffffffffu;
    if (exponent == 1024)
        return fraction ? (uint16_t)(sign | inf | 1u << (mantissa - 1) |
                                     (uint16_t)(fraction >> (52 - mantissa)))
                        : (uint16_t)(sign | inf);
    if (exponent > bias)
        return (uint16_t)(sign | inf);
    int drop = 52 - mantissa; /* bits rounded away */
    uint64_t whole = fraction | (uint64_t)1 << 52;
    uint64_t base = 0;
    if (exponent < 1 - bias) { /* subnormal: the hidden bit moves down */
        drop += 1 - bias - exponent;
        if (drop > 54)
            return sign;
    } else {
        base = (uint64_t)(exponent + bias) << mantissa;
        whole = fraction;
    }
    uint64_t kept = whole >> drop, rest = whole & (((uint64_t)1 << drop) - 1),
             half = (uint64_t)1 << (drop - 1);
    kept += rest > half || (rest == half && (kept & 1));
    return (uint16_t)(sign |
                      (base + kept)); /* a carry runs into the exponent, up to inf, as it should */
}

static inline uint16_t f16_from_f64(double x)
{
    return f64_to_half_bits(x, 5, 10);
}
static inline uint16_t f16_from_f32(float x)
{
    return f64_to_half_bits(x, 5, 10);
}
static inline uint16_t bf16_from_f64(double x)
{
    return f64_to_half_bits(x, 8, 7);
}
