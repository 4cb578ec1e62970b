/* Included by tile_ops.c only, once per instruction set: functions of f32 that are used often enough for loops of
 * their own: e^x, logarithms, tanh, 1 / sqrt(x), sine and cosine, and the folds of reductions. */
#pragma once

#if defined(__AVX512F__)
#define FLOAT_VECTORS
typedef __m512 fv;
typedef __m512i iv;
enum { FV = 16 };
#define FV_FIRST(rest, p, k) _mm512_mask_loadu_ps(rest, (__mmask16)((1u << (k)) - 1), p)
#define FV_(op) _mm512_##op##_ps
#define IV_(op) _mm512_##op##_epi32
#define FV_TO_IV _mm512_castps_si512
#define IV_TO_FV _mm512_castsi512_ps
#define FV_UNORDERED(x, y) _mm512_cmp_ps_mask(x, y, _CMP_UNORD_Q)
/* The estimate that AVX2 has, not the better one of AVX-512: results are those of compiled steps (tile_code.h), which are AVX2. */
static inline fv rsqrt_guess(fv x)
{
    __m256 low = _mm256_rsqrt_ps(_mm512_castps512_ps256(x)), high = _mm256_rsqrt_ps(_mm512_extractf32x8_ps(x, 1));
    return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
}
#define FV_RSQRT_GUESS rsqrt_guess
#define FV_IF_LESS(x, y, yes, no) _mm512_mask_blend_ps(_mm512_cmp_ps_mask(x, y, _CMP_LT_OQ), no, yes)
#define FV_IF_NAN(x, yes, no) _mm512_mask_blend_ps(_mm512_cmp_ps_mask(x, x, _CMP_UNORD_Q), no, yes)
#define FV_SCALE(x, k, n) _mm512_scalef_ps(x, k)
#define FV_ACROSS(op, x) _mm512_reduce_##op##_ps(x)
#define FV_ANY_NOT_LESS(x, y) _mm512_cmp_ps_mask(x, y, _CMP_NLT_UQ)
#elif defined(__AVX2__) && defined(__FMA__)
#define FLOAT_VECTORS
typedef __m256 fv;
typedef __m256i iv;
enum { FV = 8 };
/* The first k elements at p; the other lanes are those of rest. */
static inline fv first_of(fv rest, const f32 *p, int k)
{
    iv mask = _mm256_cmpgt_epi32(_mm256_set1_epi32(k), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    return _mm256_blendv_ps(rest, _mm256_maskload_ps(p, mask), _mm256_castsi256_ps(mask));
}
#define FV_FIRST first_of
#define FV_(op) _mm256_##op##_ps
#define IV_(op) _mm256_##op##_epi32
#define FV_TO_IV _mm256_castps_si256
#define IV_TO_FV _mm256_castsi256_ps
#define FV_UNORDERED(x, y) _mm256_movemask_ps(_mm256_cmp_ps(x, y, _CMP_UNORD_Q))
#define FV_RSQRT_GUESS _mm256_rsqrt_ps
#define FV_IF_LESS(x, y, yes, no) _mm256_blendv_ps(no, yes, _mm256_cmp_ps(x, y, _CMP_LT_OQ))
#define FV_IF_NAN(x, yes, no) _mm256_blendv_ps(no, yes, _mm256_cmp_ps(x, x, _CMP_UNORD_Q))
/* x 2^n in two steps, so that small results come out rounded; k is n as a float. */
static inline fv scale_of(iv n)
{
    return IV_TO_FV(IV_(slli)(IV_(add)(n, IV_(set1)(127)), 23));
}
static inline fv scaled(fv x, iv n)
{
    iv half = IV_(srai)(n, 1);
    return FV_(mul)(FV_(mul)(x, scale_of(half)), scale_of(IV_(sub)(n, half)));
}
#define FV_SCALE(x, k, n) scaled(x, n)
#define ACROSS_OF(op)                                                                              \
    static inline f32 across_##op(fv x)                                                            \
    {                                                                                              \
        __m128 h = _mm_##op##_ps(_mm256_castps256_ps128(x), _mm256_extractf128_ps(x, 1));          \
        h = _mm_##op##_ps(h, _mm_movehl_ps(h, h));                                                 \
        return _mm_cvtss_f32(_mm_##op##_ss(h, _mm_movehdup_ps(h)));                                \
    }
ACROSS_OF(add)
ACROSS_OF(max)
ACROSS_OF(min)
#define FV_ACROSS(op, x) across_##op(x)
#define FV_ANY_NOT_LESS(x, y) _mm256_movemask_ps(_mm256_cmp_ps(x, y, _CMP_NLT_UQ))
#endif

/* e^x = 2^k e^r with r = x - k ln 2 at most half of ln 2; the polynomial for e^r - 1 is that of S. Moshier's Cephes library (single
 * precision). Errors are below two units of the last place. */
static void sine_f32(ARGS), cosine_f32(ARGS);
#ifdef FLOAT_VECTORS
#define FV_ONE FV_(set1)
/* e^r - 1, k as a float and as an integer. */
static inline fv exp_reduced(fv x, fv *k, iv *n)
{
    fv t = FV_(fmadd)(x, FV_ONE(1.44269504f), FV_ONE(0x1.8p23f)); /* the nearest integer, by the last place of the sum */
    *n = IV_(sub)(FV_TO_IV(t), IV_(set1)(0x4b400000));
    *k = FV_(sub)(t, FV_ONE(0x1.8p23f));
    fv r = FV_(fnmadd)(*k, FV_ONE(0.693359375f), x);
    r = FV_(fmadd)(*k, FV_ONE(2.12194440e-4f), r);
    fv p = FV_(fmadd)(FV_ONE(1.9875691500e-4f), r, FV_ONE(1.3981999507e-3f));
    p = FV_(fmadd)(p, r, FV_ONE(8.3334519073e-3f));
    p = FV_(fmadd)(p, r, FV_ONE(4.1665795894e-2f));
    p = FV_(fmadd)(p, r, FV_ONE(1.6666665459e-1f));
    p = FV_(fmadd)(p, r, FV_ONE(5.0000001201e-1f));
    return FV_(fmadd)(p, FV_(mul)(r, r), r);
}

static inline fv exp_vector(fv x)
{
    fv k;
    iv n;
    x = FV_(max)(FV_ONE(EXP_LEAST), FV_(min)(FV_ONE(89), x)); /* a NaN is the second operand, and stays */
    fv p = FV_(add)(exp_reduced(x, &k, &n), FV_ONE(1));
    return FV_SCALE(p, k, n);
}

/* The fraction f of a normal u = 2^e (1 + f), with 1 + f from sqrt 1/2 to sqrt 2: without an error. */
static inline fv log_fraction(fv u, iv *e)
{
    *e = IV_(srai)(IV_(sub)(FV_TO_IV(u), IV_(set1)(0x3f3504f3)), 23);
    return FV_(sub)(IV_TO_FV(IV_(sub)(FV_TO_IV(u), IV_(slli)(*e, 23))), FV_ONE(1));
}

/* log (1 + f) + k ln 2; the polynomial is Cephes' again. Errors are below two units of the last place. */
static inline fv log_of(fv f, fv k)
{
    fv p = FV_(fmadd)(FV_ONE(7.0376836292e-2f), f, FV_ONE(-1.1514610310e-1f));
    p = FV_(fmadd)(p, f, FV_ONE(1.1676998740e-1f));
    p = FV_(fmadd)(p, f, FV_ONE(-1.2420140846e-1f));
    p = FV_(fmadd)(p, f, FV_ONE(1.4249322787e-1f));
    p = FV_(fmadd)(p, f, FV_ONE(-1.6668057665e-1f));
    p = FV_(fmadd)(p, f, FV_ONE(2.0000714765e-1f));
    p = FV_(fmadd)(p, f, FV_ONE(-2.4999993993e-1f));
    p = FV_(fmadd)(p, f, FV_ONE(3.3333331174e-1f));
    fv z = FV_(mul)(f, f), t = FV_(fmadd)(k, FV_ONE(-2.12194440e-4f), FV_(mul)(FV_(mul)(p, f), z));
    t = FV_(fmadd)(FV_ONE(-0.5f), z, t);
    return FV_(fmadd)(k, FV_ONE(0.693359375f), FV_(add)(f, t));
}

/* r, or what a logarithm of u is where u is not a positive number. */
static inline fv log_ends(fv u, fv r)
{
    r = FV_IF_LESS(FV_(setzero)(), u, r, FV_ONE(-INFINITY));
    r = FV_IF_LESS(u, FV_(setzero)(), FV_ONE(NAN), r);
    return FV_IF_LESS(u, FV_ONE(INFINITY), r, u); /* NaN and infinity are their own */
}

static inline fv log_vector(fv x)
{
    iv e;
    fv least = FV_ONE(0x1p-126f), f = log_fraction(FV_IF_LESS(x, least, FV_(mul)(x, FV_ONE(0x1p23f)), x), &e);
    return log_ends(x, log_of(f, FV_(add)(FV_IF_LESS(x, least, FV_ONE(-23), FV_(setzero)()), FV_(cvtepi32)(e))));
}

/* 1 + x is rounded; what it lost, as a part of its power of two, is added to the fraction. */
static inline fv log_plus_one_vector(fv x)
{
    iv e;
    fv u = FV_(add)(x, FV_ONE(1)), low = FV_(sub)(x, FV_(sub)(u, FV_ONE(1))), f = log_fraction(u, &e);
    iv part = IV_(max)(IV_(sub)(IV_(set1)(127), e), IV_(set1)(0));
    f = FV_(fmadd)(low, IV_TO_FV(IV_(slli)(part, 23)), f);
    return FV_(or)(log_ends(u, log_of(f, FV_(cvtepi32)(e))), FV_(and)(x, FV_ONE(-0.0f)));
}

/* u / (u + 2) with u = e^2|x| - 1 = 2^k (e^r - 1) + (2^k - 1), which is exact near zero too. */
static inline fv tanh_vector(fv x)
{
    fv sign = FV_(and)(x, FV_ONE(-0.0f)), a = FV_(xor)(x, sign), k;
    iv n;
    fv p = exp_reduced(FV_(min)(FV_ONE(20), FV_(add)(a, a)), &k, &n); /* a NaN is the second operand, and stays */
    fv scale = IV_TO_FV(IV_(slli)(IV_(add)(n, IV_(set1)(127)), 23)); /* at most 2^29 */
    fv u = FV_(fmadd)(scale, p, FV_(sub)(scale, FV_ONE(1)));
    return FV_(or)(FV_(div)(u, FV_(add)(u, FV_ONE(2))), sign);
}

/* By e^-|x|: e^-x would be infinite where the result is small but not 0. */
static inline fv logistic_vector(fv x)
{
    fv e = exp_vector(FV_(or)(x, FV_ONE(-0.0f)));
    return FV_(div)(FV_IF_LESS(x, FV_(setzero)(), e, FV_ONE(1)), FV_(add)(FV_ONE(1), e));
}

/* The processor's estimate and one step of Halley's iteration: error about one unit of the last place. The estimate does not know subnormal
 * numbers, which are scaled; of 0 and infinity it is the result. */
static inline fv rsqrt_vector(fv x)
{
    fv least = FV_ONE(0x1p-126f), s = FV_IF_LESS(x, least, FV_(mul)(x, FV_ONE(0x1p24f)), x), y = FV_RSQRT_GUESS(s);
    fv e = FV_(fnmadd)(FV_(mul)(s, y), y, FV_ONE(1)); /* 1 - s y^2 */
    fv r = FV_(fmadd)(FV_(mul)(y, e), FV_(fmadd)(e, FV_ONE(0.375f), FV_ONE(0.5f)), y);
    r = FV_IF_LESS(x, least, FV_(mul)(r, FV_ONE(0x1p12f)), r);
    return FV_IF_NAN(e, y, r); /* 0 times infinity */
}

/* What is left of x where q pi, q an integer, or q pi / 2 is taken away: in three parts, of which the first difference is exact. */
#define REST_OF(x, q, scale)                                                                       \
    FV_(fnmadd)(q, FV_ONE(0x1.846988p-47f * (scale)), FV_(fnmadd)(q, FV_ONE(0x1.4442d0p-23f * (scale)), FV_(fnmadd)(q, FV_ONE(0x1.921fb4p1f * (scale)), x)))

/* sin r, r up to half of pi in size: the polynomial of SLEEF for that. Errors of sine and cosine are below two units of the last place. */
static inline fv sine_rest(fv r)
{
    fv s = FV_(mul)(r, r);
    fv u = FV_(fmadd)(FV_ONE(2.6083159809786593541503e-06f), s, FV_ONE(-0.0001981069071916863322258f));
    u = FV_(fmadd)(u, s, FV_ONE(0.00833307858556509017944336f));
    u = FV_(fmadd)(u, s, FV_ONE(-0.166666597127914428710938f));
    fv y = FV_(min)(FV_(max)(FV_(fmadd)(FV_(mul)(s, r), u, r), FV_ONE(-1)), FV_ONE(1)); /* rounding may not leave the range of a sine */
    return FV_(or)(y, FV_(and)(r, FV_ONE(-0.0f))); /* the sign of zero */
}

/* For |x| < FAR_ANGLE: sin (r + q pi) is sin r, or its opposite where q is odd. */
static inline fv sine_near(fv x)
{
    fv t = FV_(fmadd)(x, FV_ONE(0x1.45f306p-2f), FV_ONE(0x1.8p23f)), q = FV_(sub)(t, FV_ONE(0x1.8p23f));
    return FV_(xor)(sine_rest(REST_OF(x, q, 1)), IV_TO_FV(IV_(slli)(FV_TO_IV(t), 31)));
}

/* The same: cos (r + k pi + pi / 2) is -sin r, or sin r where k is odd. */
static inline fv cosine_near(fv x)
{
    fv t = FV_(add)(FV_(fmadd)(x, FV_ONE(0x1.45f306p-2f), FV_ONE(-0.5f)), FV_ONE(0x1.8p23f));
    fv q = FV_(fmadd)(FV_(sub)(t, FV_ONE(0x1.8p23f)), FV_ONE(2), FV_ONE(1));
    return FV_(xor)(sine_rest(REST_OF(x, q, 0.5f)), FV_(xor)(IV_TO_FV(IV_(slli)(FV_TO_IV(t), 31)), FV_ONE(-0.0f)));
}

/* Elements that are far from zero, or no numbers, are left to the function of SLEEF or libm. */
#define ANGLE_FUNCTION(name, NEAR, whole)                                                          \
    static void name(ARGS)                                                                         \
    {                                                                                              \
        f32 *o = d, in[FV] = { 0 }, out[FV];                                                       \
        const f32 *xs = a;                                                                         \
        for (int i = 0; i < n; i += FV) {                                                          \
            size_t bytes = (size_t)MIN(FV, n - i) * sizeof(f32);                                   \
            bool all = bytes == sizeof in;                                                         \
            if (!all)                                                                              \
                memcpy(in, xs + i, bytes);                                                         \
            fv x = FV_(loadu)(all ? xs + i : in), y = NEAR(x), size = FV_(andnot)(FV_ONE(-0.0f), x); \
            if (FV_ANY_NOT_LESS(size, FV_ONE(FAR_ANGLE))) {                                        \
                FV_(storeu)(in, x);                                                                \
                whole(out, in, NULL, NULL, FV);                                                    \
                y = FV_IF_LESS(size, FV_ONE(FAR_ANGLE), y, FV_(loadu)(out));                       \
            }                                                                                      \
            FV_(storeu)(all ? o + i : out, y);                                                     \
            if (!all)                                                                              \
                memcpy(o + i, out, bytes);                                                         \
        }                                                                                          \
    }
ANGLE_FUNCTION(fast_sine_f32, sine_near, sine_f32)
ANGLE_FUNCTION(fast_cosine_f32, cosine_near, cosine_f32)

#define FLOAT_FUNCTION(name, FN)                                                                   \
    static void name(ARGS)                                                                         \
    {                                                                                              \
        f32 *o = d;                                                                                \
        const f32 *x = a;                                                                          \
        int i = 0;                                                                                 \
        for (; i + FV <= n; i += FV)                                                               \
            FV_(storeu)(o + i, FN(FV_(loadu)(x + i)));                                             \
        if (i < n) {                                                                               \
            f32 t[FV] = { 0 };                                                                     \
            memcpy(t, x + i, (size_t)(n - i) * sizeof(f32));                                       \
            FV_(storeu)(t, FN(FV_(loadu)(t)));                                                     \
            memcpy(o + i, t, (size_t)(n - i) * sizeof(f32));                                       \
        }                                                                                          \
    }
FLOAT_FUNCTION(fast_exp_f32, exp_vector)
FLOAT_FUNCTION(fast_log_f32, log_vector)
FLOAT_FUNCTION(fast_log_plus_one_f32, log_plus_one_vector)
FLOAT_FUNCTION(fast_tanh_f32, tanh_vector)
FLOAT_FUNCTION(fast_logistic_f32, logistic_vector)
FLOAT_FUNCTION(fast_rsqrt_f32, rsqrt_vector)
#else
static inline f32 exp_one(f32 x)
{
    f32 v = x > 89 ? 89 : x;
    v = v < EXP_LEAST ? EXP_LEAST : v;
    f32 t = v * 1.44269504f + 0x1.8p23f, k = t - 0x1.8p23f;
    f32 r = v - k * 0.693359375f + k * 2.12194440e-4f;
    f32 p = ((((1.9875691500e-4f * r + 1.3981999507e-3f) * r + 8.3334519073e-3f) * r + 4.1665795894e-2f) * r + 1.6666665459e-1f) * r + 5.0000001201e-1f;
    p = p * (r * r) + r + 1;
    s32 n = (s32)(bits_f32(t) - 0x4b400000u), half = n >> 1;
    return p * from_f32((u32)(half + 127) << 23) * from_f32((u32)(n - half + 127) << 23);
}

static void fast_exp_f32(ARGS)
{
    f32 *o = d;
    const f32 *x = a;
    LOOP o[i] = exp_one(x[i]);
}

static void fast_tanh_f32(ARGS)
{
    f32 *o = d;
    const f32 *xs = a;
    LOOP
    {
        f32 x = xs[i], z = x * x, e = exp_one(2 * fabsf(x));
        f32 p = (((-5.70498872745e-3f * z + 2.06390887954e-2f) * z - 5.37397155531e-2f) * z + 1.33314422036e-1f) * z - 3.33332819422e-1f;
        f32 near = x + x * (z * p), far = copysignf(1 - 2 / (e + 1), x);
        o[i] = fabsf(x) > 0.625f ? far : near;
    }
}

static void fast_logistic_f32(ARGS)
{
    f32 *o = d;
    const f32 *xs = a;
    LOOP
    {
        f32 x = xs[i], e = exp_one(-fabsf(x));
        o[i] = (x < 0 ? e : 1) / (1 + e);
    }
}

/* x - q pi, or with q pi / 2, in f64: pi in two parts, of which the first has 33 bits. */
static inline f32 rest_one(f64 x, f64 q, f64 scale)
{
    return (f32)(x - q * (0x1.921fb544p1 * scale) - q * (0x1.0b4611a626331p-33 * scale));
}

static inline f32 sine_one(f32 r, bool opposite)
{
    f32 s = r * r, u = ((2.6083159809786593541503e-06f * s - 0.0001981069071916863322258f) * s + 0.00833307858556509017944336f) * s - 0.166666597127914428710938f;
    f32 y = copysignf(fminf(fabsf(s * r * u + r), 1), r);
    return opposite ? -y : y;
}

/* SLEEF's functions for far angles depend on the other elements of a vector: each is computed alone. */
static void fast_sine_f32(ARGS)
{
    f32 *o = d;
    const f32 *xs = a;
    LOOP
    {
        f64 x = (f64)xs[i], t = x * 0x1.45f306dc9c883p-2 + 0x1.8p52;
        if (fabs(x) < (f64)FAR_ANGLE)
            o[i] = sine_one(rest_one(x, t - 0x1.8p52, 1), bits_f64(t) & 1);
        else
            sine_f32(o + i, xs + i, NULL, NULL, 1);
    }
}

static void fast_cosine_f32(ARGS)
{
    f32 *o = d;
    const f32 *xs = a;
    LOOP
    {
        f64 x = (f64)xs[i], t = x * 0x1.45f306dc9c883p-2 - 0.5 + 0x1.8p52;
        if (fabs(x) < (f64)FAR_ANGLE)
            o[i] = sine_one(rest_one(x, (t - 0x1.8p52) * 2 + 1, 0.5), !(bits_f64(t) & 1));
        else
            cosine_f32(o + i, xs + i, NULL, NULL, 1);
    }
}
#endif

#ifdef FLOAT_VECTORS
/* The processor's maximum knows neither NaN nor the sign of 0: where these matter, all over again. Any order gives the same
 * result, and twice is as good as once, so that the last vector may hold elements of the one before. */
#define FAST_EXTREME(id, op)                                                                       \
    static void fast_fold_##id##_f32(ARGS)                                                         \
    {                                                                                              \
        enum { N = 32 / FV };                                                                      \
        const f32 *x = a;                                                                          \
        if (n < FV) {                                                                              \
            fold_##id##_f32(d, a, NULL, NULL, n);                                                  \
            return;                                                                                \
        }                                                                                          \
        fv lanes[N];                                                                               \
        unsigned nan = 0;                                                                          \
        if (n < 32) {                                                                              \
            for (int k = 0; k < N; k++)                                                            \
                lanes[k] = FV_(loadu)(x + (k < n / FV ? k * FV : n - FV));                         \
        } else {                                                                                   \
            for (int k = 0; k < N; k++)                                                            \
                lanes[k] = FV_(loadu)(x + k * FV);                                                 \
        }                                                                                          \
        for (int k = 0; k < N; k += 2)                                                             \
            nan |= (unsigned)FV_UNORDERED(lanes[k], lanes[k + 1]);                                 \
        for (int i = 32; i < n; i += 32) {                                                         \
            const f32 *y = x + (i + 32 <= n ? i : n - 32);                                         \
            for (int k = 0; k < N; k += 2) {                                                       \
                fv u = FV_(loadu)(y + k * FV), v = FV_(loadu)(y + (k + 1) * FV);                   \
                nan |= (unsigned)FV_UNORDERED(u, v);                                               \
                lanes[k] = FV_(op)(lanes[k], u);                                                   \
                lanes[k + 1] = FV_(op)(lanes[k + 1], v);                                           \
            }                                                                                      \
        }                                                                                          \
        for (int k = 1; k < N; k++)                                                                \
            lanes[0] = FV_(op)(lanes[0], lanes[k]);                                                \
        f32 best = FV_ACROSS(op, lanes[0]);                                                        \
        if (nan || best == 0)                                                                      \
            fold_##id##_f32(d, a, NULL, NULL, n);                                                  \
        else                                                                                       \
            memcpy(d, &best, sizeof best);                                                         \
    }
#endif
