/* Included by tile_ops.c only, once per instruction set: comparisons, selection, conversions between compute types,
 * and conversions of narrow floats to and from f32. */
#pragma once

/* ---- compare, select, convert ------------------------------------------------------------------------ */

#define COMPARE_ALL(t)                                                                             \
    LOOP2_AS(eq_##t, pred, t, i, i, x == y) LOOP2_AS(ne_##t, pred, t, i, i, x != y)
#define COMPARE_ORD(t)                                                                             \
    COMPARE_ALL(t)                                                                                 \
    LOOP2_AS(ge_##t, pred, t, i, i, x >= y) LOOP2_AS(gt_##t, pred, t, i, i, x > y)                 \
    LOOP2_AS(le_##t, pred, t, i, i, x <= y) LOOP2_AS(lt_##t, pred, t, i, i, x < y)
COMPARE_ORD(pred)
COMPARE_ORD(s8)
COMPARE_ORD(s16)
COMPARE_ORD(s32)
COMPARE_ORD(s64)
COMPARE_ORD(u8)
COMPARE_ORD(u16)
COMPARE_ORD(u32)
COMPARE_ORD(u64)
COMPARE_ORD(f32)
COMPARE_ORD(f64)
COMPARE_ALL(c64)
COMPARE_ALL(c128)

/* Total order: the bits as integers, negative ones mirrored. */
static inline s32 key_f32(u32 u)
{
    return (s32)((u >> 31) ? u ^ 0x7fffffffu : u);
}
static inline s64 key_f64(u64 u)
{
    return (s64)((u >> 63) ? u ^ 0x7fffffffffffffffu : u);
}
#define COMPARE_TOTAL(t, U)                                                                        \
    LOOP2_AS(teq_##t, pred, U, i, i, key_##t(x) == key_##t(y)) LOOP2_AS(tne_##t, pred, U, i, i, key_##t(x) != key_##t(y)) \
    LOOP2_AS(tge_##t, pred, U, i, i, key_##t(x) >= key_##t(y)) LOOP2_AS(tgt_##t, pred, U, i, i, key_##t(x) > key_##t(y)) \
    LOOP2_AS(tle_##t, pred, U, i, i, key_##t(x) <= key_##t(y)) LOOP2_AS(tlt_##t, pred, U, i, i, key_##t(x) < key_##t(y))
COMPARE_TOTAL(f32, u32)
COMPARE_TOTAL(f64, u64)

#define SELECT(bytes, t)                                                                           \
    static void select_##bytes(ARGS)                                                               \
    {                                                                                              \
        t *o = d;                                                                                  \
        const pred *p = a;                                                                         \
        const t *x = b, *y = c;                                                                    \
        LOOP                                                                                       \
        {                                                                                          \
            t u = x[i], v = y[i];                                                                  \
            o[i] = p[i] ? u : v;                                                                   \
        }                                                                                          \
    }
SELECT(1, u8)
SELECT(2, u16)
SELECT(4, u32)
SELECT(8, u64)
SELECT(16, c128)

#define CONVERT(from, to, expr) FLOAT_LOOP1(from##_to_##to, to, from, expr)
#define TO_PRED(from) CONVERT(from, pred, x != 0)
/* Truncates, saturates, NaN to 0. lo and hi are exact in the float type; hi is the first value too large. */
#define FLOAT_TO_INT(from, to, lo, hi, maxval)                                                     \
    CONVERT(from, to, x != x ? 0 : x >= (from)(hi) ? (to)(maxval) : x < (from)(lo) ? (to)(lo) : (to)x)
#define FLOAT_TO_UINT(from, to, hi, maxval)                                                        \
    CONVERT(from, to, x != x ? 0 : x >= (from)(hi) ? (to)(maxval) : x <= 0 ? 0 : (to)x)
#define FROM_FLOAT(from)                                                                           \
    TO_PRED(from)                                                                                  \
    FLOAT_TO_INT(from, s8, -128, 128, INT8_MAX) FLOAT_TO_INT(from, s16, -32768, 32768, INT16_MAX)  \
    FLOAT_TO_INT(from, s32, INT32_MIN, 2147483648.0, INT32_MAX)                                    \
    FLOAT_TO_INT(from, s64, INT64_MIN, 9223372036854775808.0, INT64_MAX)                           \
    FLOAT_TO_UINT(from, u8, 256, UINT8_MAX) FLOAT_TO_UINT(from, u16, 65536, UINT16_MAX)            \
    FLOAT_TO_UINT(from, u32, 4294967296.0, UINT32_MAX)                                             \
    FLOAT_TO_UINT(from, u64, 18446744073709551616.0, UINT64_MAX)                                   \
    CONVERT(from, c64, (f32)x) CONVERT(from, c128, x)
FROM_FLOAT(f32)
FROM_FLOAT(f64)
CONVERT(f32, f32, x)
CONVERT(f32, f64, x)
CONVERT(f64, f32, x)
CONVERT(f64, f64, x)
#define FROM_INT_TO(from)                                                                          \
    CONVERT(from, s8, x) CONVERT(from, s16, x) CONVERT(from, s32, x) CONVERT(from, s64, x)         \
    CONVERT(from, u8, x) CONVERT(from, u16, x) CONVERT(from, u32, x) CONVERT(from, u64, x)         \
    CONVERT(from, f32, x) CONVERT(from, f64, x) CONVERT(from, c64, (f32)x) CONVERT(from, c128, (f64)x) TO_PRED(from)
FROM_INT_TO(pred)
FROM_INT_TO(s8)
FROM_INT_TO(s16)
FROM_INT_TO(s32)
FROM_INT_TO(s64)
FROM_INT_TO(u8)
FROM_INT_TO(u16)
FROM_INT_TO(u32)
FROM_INT_TO(u64)
CONVERT(c64, c64, x)
CONVERT(c64, c128, x)
CONVERT(c128, c64, x)
CONVERT(c128, c128, x)
CONVERT(c64, pred, x != 0)
CONVERT(c128, pred, x != 0)

/* ---- narrow floats ------------------------------------------------------------------------------------- */

static void load_bf16(ARGS)
{
    u32 *o = d;
    const u16 *x = a;
    LOOP o[i] = (u32)x[i] << 16;
}

/* Round to nearest even; a NaN stays one (quiet). */
static inline u32 bf16_bits(u32 u)
{
    u32 r = (u + 0x7fffu + ((u >> 16) & 1)) & 0xffff0000u;
    return (u & 0x7fffffffu) > 0x7f800000u ? (u | 0x400000u) & 0xffff0000u : r;
}

static void store_bf16(ARGS)
{
    u16 *o = d;
    const u32 *x = a;
    LOOP o[i] = (u16)(bf16_bits(x[i]) >> 16);
}

static void round_bf16(ARGS)
{
    u32 *o = d;
    const u32 *x = a;
    LOOP o[i] = bf16_bits(x[i]);
}

static inline u32 half_to_bits(u16 h)
{
    u32 sign = (u32)(h & 0x8000) << 16, e = (h >> 10) & 31, m = h & 1023;
    if (e == 31)
        return sign | 0x7f800000u | m << 13 | (m ? 0x400000u : 0);
    if (e)
        return sign | (e + 112) << 23 | m << 13;
    f32 v = (f32)m * 0x1p-24f; /* zero or subnormal */
    return sign | bits_f32(v);
}

static inline u16 bits_to_half(u32 u)
{
    u16 sign = (u16)(u >> 16 & 0x8000);
    u &= 0x7fffffffu;
    if (u > 0x7f800000u)
        return (u16)(sign | 0x7e00 | (u >> 13 & 1023));
    if (u >= 0x477ff000u) /* rounds to 65536 or more */
        return sign | 0x7c00;
    if (u < 0x38800000u) { /* subnormal in half: the float unit rounds at 2^-24 */
        f32 v = from_f32(u) + 0.5f;
        return (u16)(sign | (bits_f32(v) - 0x3f000000u));
    }
    return (u16)(sign | ((u + 0xfff + ((u >> 13) & 1) - 0x38000000u) >> 13));
}

static void load_f16(ARGS)
{
    u32 *o = d;
    const u16 *x = a;
    int i = 0;
#ifdef __F16C__
    for (; i + 8 <= n; i += 8)
        _mm256_storeu_ps((float *)(o + i), _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(x + i))));
#endif
    for (; i < n; i++)
        o[i] = half_to_bits(x[i]);
}

static void store_f16(ARGS)
{
    u16 *o = d;
    const u32 *x = a;
    int i = 0;
#ifdef __F16C__
    for (; i + 8 <= n; i += 8)
        _mm_storeu_si128((__m128i *)(o + i), _mm256_cvtps_ph(_mm256_loadu_ps((const float *)(x + i)), 0));
#endif
    for (; i < n; i++)
        o[i] = bits_to_half(x[i]);
}

static void round_f16(ARGS)
{
    u32 *o = d;
    const u32 *x = a;
    int i = 0;
#ifdef __F16C__
    for (; i + 8 <= n; i += 8)
        _mm256_storeu_ps((float *)(o + i), _mm256_cvtph_ps(_mm256_cvtps_ph(_mm256_loadu_ps((const float *)(x + i)), 0)));
#endif
    for (; i < n; i++)
        o[i] = half_to_bits(bits_to_half(x[i]));
}

/* The eight-bit and narrower floats. CODES of the finite values >= 0 ascend up to `top`; what rounds beyond it becomes `over`. */
typedef enum SmallSpecials { SMALL_IEEE, SMALL_FN, SMALL_FNUZ, SMALL_NONE } SmallSpecials; /* what codes above `top` mean */
typedef struct SmallFormat {
    u32 mantissa, bias, top;
    SmallSpecials specials;
    u32 sign, over, nan; /* the sign's bit; codes of overflow and NaN, positive */
} SmallFormat;

/* All branches are selects, and the format is known where this is expanded: vectorised. */
static inline u32 small_code(SmallFormat s, u32 u)
{
    u32 a = u & 0x7fffffffu, sign = u >> 31 ? s.sign : 0, drop = 23 - s.mantissa;
    u32 normal = ((a + ((1u << (drop - 1)) - 1) + ((a >> drop) & 1)) >> drop) - ((127 - s.bias) << s.mantissa);
    /* Below the smallest normal value the float unit rounds: the sum has the last place of the codes. */
    u32 magic = (127 + 24 - s.bias - s.mantissa) << 23, least = (128 - s.bias) << 23;
    u32 tiny = bits_f32(from_f32(a < least ? a : 0) + from_f32(magic)) - magic;
    u32 code = a < least ? tiny : normal, out = sign | code;
    if (s.specials == SMALL_FNUZ) {
        out = code == 0 ? 0 : out;
        out = code > s.top ? s.sign : out;
        return a > 0x7f800000u ? s.sign : out;
    }
    out = code > s.top ? sign | s.over : out;
    return a > 0x7f800000u ? s.specials == SMALL_NONE ? s.sign : sign | s.nan : out;
}

static inline u32 small_bits(SmallFormat s, u32 code)
{
    u32 a = code & (s.sign - 1), sign = code & s.sign ? 0x80000000u : 0;
    u32 normal = (a << (23 - s.mantissa)) + ((127 - s.bias) << 23);
    u32 tiny = bits_f32((f32)(s32)a * from_f32((128 - s.bias - s.mantissa) << 23));
    u32 v = a >> s.mantissa ? normal : tiny;
    if (s.specials == SMALL_FNUZ)
        return code == s.sign ? 0x7fc00000u : sign | v;
    v = a > s.top ? s.specials == SMALL_IEEE && a == s.over ? 0x7f800000u : 0x7fc00000u : v;
    return sign | v;
}

/* Powers of two only: the nearer one, ties to the larger, and between the two least the larger, as ml_dtypes and XLA have it; what has no code, zero too, becomes NaN, too small ones the least. */
static inline u32 power_code(u32 u)
{
    u32 e = u >> 23, m = u & 0x7fffffu;
    u32 code = e ? e + (m >= 0x400000u) : m > 0x400000u;
    code = code > 0xfe ? 0xff : code;
    return u == 0 || u > 0x7f7fffffu ? 0xff : code; /* zero, negative, infinite or NaN */
}

static inline u32 power_bits(u32 code)
{
    u32 v = code ? code << 23 : 0x400000u;
    return code == 0xff ? 0x7fc00000u : v;
}

#define NARROW(id, code_of, bits_of)                                                               \
    static void load_##id(ARGS)                                                                    \
    {                                                                                              \
        u32 *o = d;                                                                                \
        const u8 *x = a;                                                                           \
        LOOP o[i] = bits_of((u32)x[i]);                                                            \
    }                                                                                              \
    static void store_##id(ARGS)                                                                   \
    {                                                                                              \
        u8 *o = d;                                                                                 \
        const u32 *x = a;                                                                          \
        LOOP o[i] = (u8)code_of(x[i]);                                                             \
    }                                                                                              \
    static void round_##id(ARGS)                                                                   \
    {                                                                                              \
        u32 *o = d;                                                                                \
        const u32 *x = a;                                                                          \
        LOOP o[i] = bits_of(code_of(x[i]));                                                        \
    }
#define SMALL(id, ...)                                                                             \
    static inline u32 code_##id(u32 u) { return small_code((SmallFormat){ __VA_ARGS__ }, u); }     \
    static inline u32 bits_##id(u32 code) { return small_bits((SmallFormat){ __VA_ARGS__ }, code); } \
    NARROW(id, code_##id, bits_##id)
SMALL(f8e5m2, 2, 15, 0x7b, SMALL_IEEE, 0x80, 0x7c, 0x7e)
SMALL(f8e4m3, 3, 7, 0x77, SMALL_IEEE, 0x80, 0x78, 0x7c)
SMALL(f8e3m4, 4, 3, 0x6f, SMALL_IEEE, 0x80, 0x70, 0x78)
SMALL(f8e4m3fn, 3, 7, 0x7e, SMALL_FN, 0x80, 0x7f, 0x7f)
SMALL(f8e4m3b11fnuz, 3, 11, 0x7f, SMALL_FNUZ, 0x80, 0x80, 0x80)
SMALL(f8e4m3fnuz, 3, 8, 0x7f, SMALL_FNUZ, 0x80, 0x80, 0x80)
SMALL(f8e5m2fnuz, 2, 16, 0x7f, SMALL_FNUZ, 0x80, 0x80, 0x80)
SMALL(f6e3m2fn, 2, 3, 0x1f, SMALL_NONE, 0x20, 0x1f, 0x20)
SMALL(f6e2m3fn, 3, 1, 0x1f, SMALL_NONE, 0x20, 0x1f, 0x20)
SMALL(f4e2m1fn, 1, 1, 0x7, SMALL_NONE, 0x8, 0x7, 0x8)
NARROW(f8e8m0fnu, power_code, power_bits)

/* Where f32 cannot hold it, the neighbour whose last bit is 1: rounded again, it gives what x itself would. */
static void odd_f32(ARGS)
{
    u32 *o = d;
    const f64 *xs = a;
    LOOP
    {
        f64 x = xs[i], ax = from_f64(bits_f64(x) & 0x7fffffffffffffffu);
        u32 u = bits_f32((f32)x), sign = u & 0x80000000u, v = u & 0x7fffffffu;
        f64 y = (f64)from_f32(v);
        u32 other = y > ax ? v - 1 : v + 1; /* also from infinity and from 0 */
        u32 odd = y != ax && (v & 1) == 0 ? other : v;
        o[i] = sign | (v > 0x7f800000u ? v : odd);
    }
}

/* IEEE rounding to a narrower exponent and mantissa; below the smallest normal of a narrower exponent is zero. */
static void reduce_precision_f32(ARGS)
{
    u32 *o = d;
    const u32 *x = a;
    const int *bits = c;
    int eb = bits[0], mb = bits[1];
    u32 max_e = eb >= 8 ? 254 : 127 + (1u << (eb - 1)) - 1, min_e = eb >= 8 ? 0 : 127 - ((1u << (eb - 1)) - 2);
    LOOP
    {
        u32 u = x[i], sign = u & 0x80000000u, v = u & 0x7fffffffu;
        if (mb < 23) {
            u32 drop = 23 - (u32)mb;
            v = (v + ((1u << (drop - 1)) - 1) + ((v >> drop) & 1)) & ~((1u << drop) - 1);
        }
        u32 e = v >> 23;
        u32 r = e > max_e ? 0x7f800000u : e < min_e ? 0 : v;
        o[i] = (u & 0x7fffffffu) > 0x7f800000u ? u : sign | r;
    }
}
