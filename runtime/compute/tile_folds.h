/* Included by tile_ops.c only, once per instruction set: folds of a tile to one element, and pairs of ops in one pass. */

/* ---- folds ----------------------------------------------------------------------------------------------- */

/* 32 lanes, then pairwise: a fixed order that depends on n only. */
#define FOLD(id, t)                                                                                \
    static void fold_##id##_##t(ARGS)                                                              \
    {                                                                                              \
        const t *x = a;                                                                            \
        t acc[32];                                                                                 \
        if (n < 32) {                                                                              \
            acc[0] = x[0];                                                                         \
            for (int i = 1; i < n; i++)                                                            \
                id##_##t(acc, acc, x + i, NULL, 1);                                                \
            memcpy(d, acc, sizeof(t));                                                             \
            return;                                                                                \
        }                                                                                          \
        memcpy(acc, x, sizeof acc);                                                                \
        int i = 32;                                                                                \
        for (; i + 32 <= n; i += 32)                                                               \
            id##_##t(acc, acc, x + i, NULL, 32);                                                   \
        if (i < n)                                                                                 \
            id##_##t(acc, acc, x + i, NULL, n - i);                                                \
        for (int k = 16; k; k >>= 1)                                                               \
            id##_##t(acc, acc, acc + k, NULL, k);                                                  \
        memcpy(d, acc, sizeof(t));                                                                 \
    }
#define FOLD_NUM(t) FOLD(add, t) FOLD(multiply, t) FOLD(maximum, t) FOLD(minimum, t)
#define FOLD_BITS(t) FOLD(and, t) FOLD(or, t) FOLD(xor, t)
FOLD_NUM(s8)
FOLD_NUM(s16)
FOLD_NUM(s32)
FOLD_NUM(s64)
FOLD_NUM(u8)
FOLD_NUM(u16)
FOLD_NUM(u32)
FOLD_NUM(u64)
FOLD_NUM(f32)
FOLD_NUM(f64)
FOLD_NUM(pred)
FOLD_BITS(pred)
FOLD_BITS(s8)
FOLD_BITS(s16)
FOLD_BITS(s32)
FOLD_BITS(s64)
FOLD_BITS(u8)
FOLD_BITS(u16)
FOLD_BITS(u32)
FOLD_BITS(u64)
FOLD(add, c64)
FOLD(add, c128)
FOLD(multiply, c64)
FOLD(multiply, c128)

#ifdef FLOAT_VECTORS
/* As FOLD does it from 32 words on, all lanes in registers: rows are often short, and a lane that was stored a moment ago costs more to read again than to
 * combine. OP takes a prefix and a size of vectors, and two of them; integers are in vectors of floats as they are. */
#define OF_FLOATS(op, W, bits, x, y) W##_##op##_ps(x, y)
#define OF_WORDS(op, W, bits, x, y) W##_castsi##bits##_ps(W##_##op##_epi32(W##_castps_si##bits(x), W##_castps_si##bits(y)))
#if defined(__AVX512F__)
#define OF_LANES(OF, op, x, y) OF(op, _mm512, 512, x, y)
#define LANES_TO_8(OF, op, l)                                                                      \
    fv l16 = OF(op, _mm512, 512, l[0], l[1]);                                                      \
    __m256 l8 = OF(op, _mm256, 256, _mm512_castps512_ps256(l16), _mm512_extractf32x8_ps(l16, 1))
#else
#define OF_LANES(OF, op, x, y) OF(op, _mm256, 256, x, y)
#define LANES_TO_8(OF, op, l)                                                                      \
    __m256 even = OF(op, _mm256, 256, l[0], l[2]), odd = OF(op, _mm256, 256, l[1], l[3]);          \
    __m256 l8 = OF(op, _mm256, 256, even, odd)
#endif
/* IDENTITY: the bits of an element that changes nothing. */
#define FOLD_WORDS(id, t, OF, op, IDENTITY)                                                        \
    static void fast_fold_##id##_##t(ARGS)                                                         \
    {                                                                                              \
        enum { N = 32 / FV };                                                                      \
        const f32 *x = a;                                                                          \
        if (n < 32) {                                                                              \
            fold_##id##_##t(d, a, NULL, NULL, n);                                                  \
            return;                                                                                \
        }                                                                                          \
        fv l[N];                                                                                   \
        for (int k = 0; k < N; k++)                                                                \
            l[k] = FV_(loadu)(x + k * FV);                                                         \
        int i = 32;                                                                                \
        for (; i + 32 <= n; i += 32)                                                               \
            for (int k = 0; k < N; k++)                                                            \
                l[k] = OF_LANES(OF, op, l[k], FV_(loadu)(x + i + k * FV));                         \
        for (int k = 0; k < N && i < n; k++, i += FV)                                              \
            l[k] = OF_LANES(OF, op, l[k], FV_FIRST(IV_TO_FV(IV_(set1)((s32)(IDENTITY))), x + i, n - i < FV ? n - i : FV)); \
        LANES_TO_8(OF, op, l);                                                                     \
        __m128 l4 = OF(op, _mm, 128, _mm256_castps256_ps128(l8), _mm256_extractf128_ps(l8, 1));    \
        l4 = OF(op, _mm, 128, l4, _mm_movehl_ps(l4, l4));                                          \
        l4 = OF(op, _mm, 128, l4, _mm_movehdup_ps(l4));                                            \
        _mm_store_ss(d, l4);                                                                       \
    }
FOLD_WORDS(add, f32, OF_FLOATS, add, 0x80000000u)
FOLD_WORDS(multiply, f32, OF_FLOATS, mul, 0x3f800000)
FOLD_WORDS(add, s32, OF_WORDS, add, 0)
FOLD_WORDS(maximum, s32, OF_WORDS, max, INT32_MIN)
FOLD_WORDS(minimum, s32, OF_WORDS, min, INT32_MAX)
FOLD_WORDS(add, u32, OF_WORDS, add, 0)
#define _mm512_maxu_epi32 _mm512_max_epu32
#define _mm256_maxu_epi32 _mm256_max_epu32
#define _mm_maxu_epi32 _mm_max_epu32
#define _mm512_minu_epi32 _mm512_min_epu32
#define _mm256_minu_epi32 _mm256_min_epu32
#define _mm_minu_epi32 _mm_min_epu32
FOLD_WORDS(maximum, u32, OF_WORDS, maxu, 0)
FOLD_WORDS(minimum, u32, OF_WORDS, minu, UINT32_MAX)
FOLD_WORDS(or, u32, OF_FLOATS, or, 0)
FOLD_WORDS(xor, u32, OF_FLOATS, xor, 0)
FOLD_WORDS(and, u32, OF_FLOATS, and, UINT32_MAX)
FAST_EXTREME(maximum, max)
FAST_EXTREME(minimum, min)
#endif

/* ---- two ops in one pass ------------------------------------------------------------------------------------ */

#define FUSED3(name, expr)                                                                         \
    static void name(ARGS)                                                                         \
    {                                                                                              \
        f32 *o = d;                                                                                \
        const f32 *xs = a, *ys = b, *zs = c;                                                       \
        LOOP                                                                                       \
        {                                                                                          \
            f32 x = xs[i], y = ys[i], z = zs[i];                                                   \
            o[i] = expr;                                                                           \
        }                                                                                          \
    }
FUSED3(mul_add, x *y + z)
FUSED3(add_mul, (x + y) * z)
FUSED3(mul_sub, x *y - z)
FUSED3(sub_mul, (x - y) * z)
FUSED3(mul_mul, x *y *z)
FUSED3(add_add, x + y + z)

#define SHIFT_OR(t, BITS)                                                                          \
    static void shift_or_##t(ARGS)                                                                 \
    {                                                                                              \
        t *o = d;                                                                                  \
        const t *xs = a, left = *(const t *)b, right = *(const t *)c;                              \
        if (left >= BITS || right >= BITS) { /* shifted out */                                     \
            LOOP o[i] = (left >= BITS ? 0 : xs[i] << (left & (BITS - 1))) | (right >= BITS ? 0 : xs[i] >> (right & (BITS - 1))); \
            return;                                                                                \
        }                                                                                          \
        LOOP o[i] = xs[i] << left | xs[i] >> right;                                                \
    }
SHIFT_OR(u32, 32)
SHIFT_OR(u64, 64)

static void high_product_u32(ARGS)
{
    u32 *o = d;
    const u32 *xs = a, y = *(const u32 *)b;
    LOOP o[i] = (u32)(((u64)xs[i] * y) >> 32);
}
