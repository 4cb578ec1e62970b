/* Included by tile_ops.c only, once per instruction set: vector functions of SLEEF at the width of the instruction set, bits of
 * floats, and integer arithmetic that C has no operator for. */
#pragma once

/* ---- vector maths ------------------------------------------------------------------------------- */

#if defined(HAVE_SLEEF) && defined(__AVX512F__)
#define SIMD
enum { VF = 16, VD = 8 };
typedef __m512 vf;
typedef __m512d vd;
#define LDF _mm512_loadu_ps
#define STF _mm512_storeu_ps
#define LDD _mm512_loadu_pd
#define STD _mm512_storeu_pd
#define LDF_PART(p, k) _mm512_maskz_loadu_ps((__mmask16)((1u << (k)) - 1), p)
#define STF_PART(p, k, x) _mm512_mask_storeu_ps(p, (__mmask16)((1u << (k)) - 1), x)
#define LDD_PART(p, k) _mm512_maskz_loadu_pd((__mmask8)((1u << (k)) - 1), p)
#define STD_PART(p, k, x) _mm512_mask_storeu_pd(p, (__mmask8)((1u << (k)) - 1), x)
#define ALLF _mm512_set1_ps
#define ALLD _mm512_set1_pd
#define ONEF _mm512_cvtss_f32
#define ONED _mm512_cvtsd_f64
#define SLEEF_F(fn, ulp) Sleef_##fn##f16_u##ulp##avx512f
#define SLEEF_D(fn, ulp) Sleef_##fn##d8_u##ulp##avx512f
#elif defined(HAVE_SLEEF) && defined(__AVX2__)
#define SIMD
enum { VF = 8, VD = 4 };
typedef __m256 vf;
typedef __m256d vd;
#define LDF _mm256_loadu_ps
#define STF _mm256_storeu_ps
#define LDD _mm256_loadu_pd
#define STD _mm256_storeu_pd
/* Masks with the first k lanes set. */
static inline __m256i first_words(int k)
{
    return _mm256_cmpgt_epi32(_mm256_set1_epi32(k), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}
static inline __m256i first_pairs(int k)
{
    return _mm256_cmpgt_epi64(_mm256_set1_epi64x(k), _mm256_setr_epi64x(0, 1, 2, 3));
}
#define LDF_PART(p, k) _mm256_maskload_ps(p, first_words(k))
#define STF_PART(p, k, x) _mm256_maskstore_ps(p, first_words(k), x)
#define LDD_PART(p, k) _mm256_maskload_pd(p, first_pairs(k))
#define STD_PART(p, k, x) _mm256_maskstore_pd(p, first_pairs(k), x)
#define ALLF _mm256_set1_ps
#define ALLD _mm256_set1_pd
#define ONEF _mm256_cvtss_f32
#define ONED _mm256_cvtsd_f64
#define SLEEF_F(fn, ulp) Sleef_##fn##f8_u##ulp##avx2
#define SLEEF_D(fn, ulp) Sleef_##fn##d4_u##ulp##avx2
#elif defined(HAVE_SLEEF) && defined(__SSE2__)
#define SIMD
enum { VF = 4, VD = 2 };
typedef __m128 vf;
typedef __m128d vd;
#define LDF _mm_loadu_ps
#define STF _mm_storeu_ps
#define LDD _mm_loadu_pd
#define STD _mm_storeu_pd
static inline vf part_f(const f32 *p, int k)
{
    f32 t[4] = { 0 };
    memcpy(t, p, (size_t)k * sizeof *p);
    return LDF(t);
}
static inline void put_part_f(f32 *p, int k, vf x)
{
    f32 t[4];
    STF(t, x);
    memcpy(p, t, (size_t)k * sizeof *p);
}
#define LDF_PART part_f
#define STF_PART put_part_f
#define LDD_PART(p, k) _mm_load_sd(p) /* k is 1 */
#define STD_PART(p, k, x) _mm_store_sd(p, x)
#define ALLF _mm_set1_ps
#define ALLD _mm_set1_pd
#define ONEF _mm_cvtss_f32
#define ONED _mm_cvtsd_f64
#define SLEEF_F(fn, ulp) Sleef_##fn##f4_u##ulp##sse2
#define SLEEF_D(fn, ulp) Sleef_##fn##d2_u##ulp##sse2
#endif

#ifdef SIMD
/* One element is read and written as such: what was stored a moment ago cannot be forwarded to a masked vector, nor from one. */
#define VEC1_AS(name, T, W, K, FN)                                                                 \
    static void name(ARGS)                                                                         \
    {                                                                                              \
        T *o = d;                                                                                  \
        const T *x = a;                                                                            \
        int i = 0;                                                                                 \
        if (n == 1) {                                                                              \
            *o = ONE##K(FN(ALL##K(*x)));                                                           \
            return;                                                                                \
        }                                                                                          \
        for (; i + W <= n; i += W)                                                                 \
            ST##K(o + i, FN(LD##K(x + i)));                                                        \
        if (i < n)                                                                                 \
            ST##K##_PART(o + i, n - i, FN(LD##K##_PART(x + i, n - i)));                            \
    }
#define VEC2_AS(name, T, W, K, FN)                                                                 \
    static void name(ARGS)                                                                         \
    {                                                                                              \
        T *o = d;                                                                                  \
        const T *x = a, *y = b;                                                                    \
        int i = 0;                                                                                 \
        if (n == 1) {                                                                              \
            *o = ONE##K(FN(ALL##K(*x), ALL##K(*y)));                                               \
            return;                                                                                \
        }                                                                                          \
        for (; i + W <= n; i += W)                                                                 \
            ST##K(o + i, FN(LD##K(x + i), LD##K(y + i)));                                          \
        if (i < n)                                                                                 \
            ST##K##_PART(o + i, n - i, FN(LD##K##_PART(x + i, n - i), LD##K##_PART(y + i, n - i))); \
    }
#define V1(id, fn, ulp)                                                                            \
    VEC1_AS(id##_f32, f32, VF, F, SLEEF_F(fn, ulp)) VEC1_AS(id##_f64, f64, VD, D, SLEEF_D(fn, ulp))
#define V2(id, fn, ulp)                                                                            \
    VEC2_AS(id##_f32, f32, VF, F, SLEEF_F(fn, ulp)) VEC2_AS(id##_f64, f64, VD, D, SLEEF_D(fn, ulp))
#else
#define LIBM1(name, T, FN)                                                                         \
    static void name(ARGS)                                                                         \
    {                                                                                              \
        T *o = d;                                                                                  \
        const T *x = a;                                                                            \
        for (int i = 0; i < n; i++)                                                                \
            o[i] = FN(x[i]);                                                                       \
    }
#define LIBM2(name, T, FN)                                                                         \
    static void name(ARGS)                                                                         \
    {                                                                                              \
        T *o = d;                                                                                  \
        const T *x = a, *y = b;                                                                    \
        for (int i = 0; i < n; i++)                                                                \
            o[i] = FN(x[i], y[i]);                                                                 \
    }
#define V1(id, fn, ulp) LIBM1(id##_f32, f32, fn##f) LIBM1(id##_f64, f64, fn)
#define V2(id, fn, ulp) LIBM2(id##_f32, f32, fn##f) LIBM2(id##_f64, f64, fn)
#endif

/* ---- bits ------------------------------------------------------------------------------------------ */

static inline u32 bits_f32(f32 x)
{
    u32 u;
    memcpy(&u, &x, 4);
    return u;
}
static inline f32 from_f32(u32 u)
{
    f32 x;
    memcpy(&x, &u, 4);
    return x;
}
static inline u64 bits_f64(f64 x)
{
    u64 u;
    memcpy(&u, &x, 8);
    return u;
}
static inline f64 from_f64(u64 u)
{
    f64 x;
    memcpy(&x, &u, 8);
    return x;
}

static u64 int_power(bool is_signed, u64 x, u64 y, bool negative)
{
    if (negative) /* 1/x in integers: only 1 and -1 have one */
        return x == 1 ? 1 : is_signed && x == ~(u64)0 ? (y & 1 ? ~(u64)0 : 1) : 0;
    u64 r = 1;
    for (; y; y >>= 1, x *= x)
        if (y & 1)
            r *= x;
    return r;
}

static u64 int_mulhi(bool is_signed, u64 x, u64 y, int bits)
{
    if (is_signed)
        return (u64)(((__int128)(s64)x * (s64)y) >> bits);
    u64 mask = bits == 64 ? ~(u64)0 : ((u64)1 << bits) - 1;
    return (u64)(((unsigned __int128)(x & mask) * (y & mask)) >> bits);
}

/* ---- bits of integers: steps that exist as vectors of every width ----------------------------------- */

static inline u64 ones_in(int bits, u64 x)
{
    switch (bits) {
    case 8: {
        u8 v = (u8)x;
        v = (u8)(v - ((v >> 1) & 0x55));
        v = (u8)((v & 0x33) + ((v >> 2) & 0x33));
        return (u8)((v + (v >> 4)) & 0x0f);
    }
    case 16: {
        u16 v = (u16)x;
        v = (u16)(v - ((v >> 1) & 0x5555));
        v = (u16)((v & 0x3333) + ((v >> 2) & 0x3333));
        v = (u16)((v + (v >> 4)) & 0x0f0f);
        return (u16)((v + (v >> 8)) & 0x1f);
    }
    case 32: {
        u32 v = (u32)x;
        v = v - ((v >> 1) & 0x55555555u);
        v = (v & 0x33333333u) + ((v >> 2) & 0x33333333u);
        v = (v + (v >> 4)) & 0x0f0f0f0fu;
        return (v * 0x01010101u) >> 24;
    }
    default: {
        u64 v = x;
        v = v - ((v >> 1) & 0x5555555555555555u);
        v = (v & 0x3333333333333333u) + ((v >> 2) & 0x3333333333333333u);
        v = (v + (v >> 4)) & 0x0f0f0f0f0f0f0f0fu;
        v += v >> 8;
        v += v >> 16;
        return (v + (v >> 32)) & 0x7f;
    }
    }
}

/* There are no shifts of bytes by bytes: one after the other by 1, 2 and 4. */
static inline u8 byte_left(u8 x, u8 y)
{
    x = y & 1 ? (u8)(x << 1) : x;
    x = y & 2 ? (u8)(x << 2) : x;
    x = y & 4 ? (u8)(x << 4) : x;
    return y >= 8 ? 0 : x;
}

static inline u8 byte_right(u8 x, u8 y)
{
    x = y & 1 ? (u8)(x >> 1) : x;
    x = y & 2 ? (u8)(x >> 2) : x;
    x = y & 4 ? (u8)(x >> 4) : x;
    return y >= 8 ? 0 : x;
}

static inline u8 byte_right_signed(s8 x, u8 y)
{
    u8 flip = x < 0 ? 0xff : 0; /* what comes in from the left */
    return (u8)(byte_right((u8)((u8)x ^ flip), y) ^ flip);
}
