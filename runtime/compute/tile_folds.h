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
FAST_FOLD(add, FV_(add))
FAST_FOLD(multiply, FV_(mul))
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
