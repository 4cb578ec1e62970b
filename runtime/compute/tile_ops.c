/* Loops over tiles, made from elementwise.def. Compiled once per instruction set, which TILE_ISA names; the
 * compiler vectorises the loops, and transcendental functions call SLEEF's vector functions of that width (libm without SLEEF).
 * The result of an element never depends on its position in the tile: the remainder of a vector is computed by the same
 * vector function. a*b+c is not contracted: every op rounds. */
#include <complex.h>
#include <math.h>
#include <string.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif
#ifdef HAVE_SLEEF
#include <sleef.h>
#endif

#include "runtime/base/extremes.h"
#include "runtime/compute/special.h"
#include "runtime/compute/tile_ops.h"
#include "runtime/tensor/tensor.h"

#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Woverride-init"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wpass-failed" /* loops that call libm stay scalar */
#endif

#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#ifdef __clang__
#define NO_OVERLAP _Pragma("clang loop vectorize(assume_safety)")
#else
#define NO_OVERLAP _Pragma("GCC ivdep")
#endif
#define LOOP NO_OVERLAP for (int i = 0; i < n; i++)
#define UNUSED __attribute__((unused))
#define ARGS UNUSED void *d, UNUSED const void *a, UNUSED const void *b, UNUSED const void *c, UNUSED int n

typedef float f32;
typedef double f64;
typedef uint8_t pred;
typedef float complex c64;
typedef double complex c128;
typedef int8_t s8;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;
typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;

#include "runtime/compute/tile_maths.h"
#include "runtime/compute/tile_divide.h"
#include "runtime/compute/tile_float.h"

/* ---- loops by class ---------------------------------------------------------------------------------- */

#define FLOAT_LOOP1(name, R, TT, expr)                                                             \
    static void name(ARGS)                                                                         \
    {                                                                                              \
        R *o = d;                                                                                  \
        const TT *xs = a;                                                                          \
        LOOP                                                                                       \
        {                                                                                          \
            UNUSED TT x = xs[i];                                                                         \
            o[i] = (R)(expr);                                                                      \
        }                                                                                          \
    }
#define LOOP2_AS(name, R, TT, xi, yi, expr)                                                        \
    static void name(ARGS)                                                                         \
    {                                                                                              \
        R *o = d;                                                                                  \
        const TT *xs = a, *ys = b;                                                                 \
        LOOP                                                                                       \
        {                                                                                          \
            TT x = xs[xi], y = ys[yi];                                                             \
            o[i] = (R)(expr);                                                                      \
        }                                                                                          \
    }

/* float pass one: f32 */
#define T f32
#define M(g) g##f
#define TO_BITS bits_f32
#define FROM_BITS from_f32
#define SIGN_BIT 0x80000000u
#define MAX_OF max_f32
#define MIN_OF min_f32
#define F1(id, expr) FLOAT_LOOP1(id##_f32, f32, f32, expr)
#define P1(id, expr) FLOAT_LOOP1(id##_f32, pred, f32, expr)
#define F2(id, expr)                                                                               \
    LOOP2_AS(id##_f32, f32, f32, i, i, expr)                                                       \
    LOOP2_AS(id##_f32_vs, f32, f32, i, 0, expr)                                                    \
    LOOP2_AS(id##_f32_sv, f32, f32, 0, i, expr)
#define S2(id, expr) LOOP2_AS(id##_f32, f32, f32, i, i, expr)
#define I1(id, expr)
#define I2(id, expr)
#define J2(id, expr)
#define D2(id, expr)
#define B1(id, expr) FLOAT_LOOP1(id##_pred, pred, pred, expr)
#define B2(id, expr) LOOP2_AS(id##_pred, pred, pred, i, i, expr)
#define C1(id, expr)
#define C2(id, expr)
#include "runtime/compute/elementwise.def"
#undef T
#undef M
#undef TO_BITS
#undef FROM_BITS
#undef SIGN_BIT
#undef MAX_OF
#undef MIN_OF

/* float pass two: f64 (V1 and V2 made both) */
#define T f64
#define M(g) g
#define TO_BITS bits_f64
#define FROM_BITS from_f64
#define SIGN_BIT 0x8000000000000000u
#define MAX_OF max_f64
#define MIN_OF min_f64
#define F1(id, expr) FLOAT_LOOP1(id##_f64, f64, f64, expr)
#define V1(id, fn, ulp)
#define P1(id, expr) FLOAT_LOOP1(id##_f64, pred, f64, expr)
#define F2(id, expr)                                                                               \
    LOOP2_AS(id##_f64, f64, f64, i, i, expr)                                                       \
    LOOP2_AS(id##_f64_vs, f64, f64, i, 0, expr)                                                    \
    LOOP2_AS(id##_f64_sv, f64, f64, 0, i, expr)
#define S2(id, expr) LOOP2_AS(id##_f64, f64, f64, i, i, expr)
#define V2(id, fn, ulp)
#define I1(id, expr)
#define I2(id, expr)
#define J2(id, expr)
#define D2(id, expr)
#define B1(id, expr)
#define B2(id, expr)
#define C1(id, expr)
#define C2(id, expr)
#include "runtime/compute/elementwise.def"
#undef T
#undef M
#undef TO_BITS
#undef FROM_BITS
#undef SIGN_BIT
#undef MAX_OF
#undef MIN_OF

/* complex */
#define T f32
#define M(g) g##f
#define F1(id, expr)
#define V1(id, fn, ulp)
#define P1(id, expr)
#define F2(id, expr)
#define S2(id, expr)
#define V2(id, fn, ulp)
#define I1(id, expr)
#define I2(id, expr)
#define J2(id, expr)
#define D2(id, expr)
#define B1(id, expr)
#define B2(id, expr)
#define C1(id, expr) FLOAT_LOOP1(id##_c64, c64, c64, expr)
#define C2(id, expr) LOOP2_AS(id##_c64, c64, c64, i, i, expr)
#include "runtime/compute/elementwise.def"
#undef T
#undef M
#define T f64
#define M(g) g
#define F1(id, expr)
#define V1(id, fn, ulp)
#define P1(id, expr)
#define F2(id, expr)
#define S2(id, expr)
#define V2(id, fn, ulp)
#define I1(id, expr)
#define I2(id, expr)
#define J2(id, expr)
#define D2(id, expr)
#define B1(id, expr)
#define B2(id, expr)
#define C1(id, expr) FLOAT_LOOP1(id##_c128, c128, c128, expr)
#define C2(id, expr) LOOP2_AS(id##_c128, c128, c128, i, i, expr)
#include "runtime/compute/elementwise.def"
#undef T
#undef M

#include "runtime/compute/tile_complex.h"

FLOAT_LOOP1(real_c64, f32, c64, crealf(x))
FLOAT_LOOP1(real_c128, f64, c128, creal(x))
FLOAT_LOOP1(imag_c64, f32, c64, cimagf(x))
FLOAT_LOOP1(imag_c128, f64, c128, cimag(x))
#define PAIRS(t)                                                                                   \
    static void complex_##t(ARGS)                                                                  \
    {                                                                                              \
        t *o = d;                                                                                  \
        const t *x = a, *y = b;                                                                    \
        LOOP                                                                                       \
        {                                                                                          \
            o[2 * i] = x[i];                                                                       \
            o[2 * i + 1] = y[i];                                                                   \
        }                                                                                          \
    }
PAIRS(f32)
PAIRS(f64)

/* Uses e^-|x|, by the vector function: e^-x would be infinite where the result is small but not 0. */
static void logistic_f64(ARGS)
{
    enum { PIECE = 256 };
    f64 *o = d, e[PIECE];
    const f64 *x = a;
    for (int64_t at = 0; at < n; at += PIECE) {
        int64_t m = MIN(n - at, (int64_t)PIECE);
        for (int64_t i = 0; i < m; i++)
            e[i] = x[at + i] < 0 ? x[at + i] : -x[at + i];
        exponential_f64(e, e, NULL, NULL, (int)m);
        for (int64_t i = 0; i < m; i++)
            o[at + i] = (x[at + i] < 0 ? e[i] : 1) / (1 + e[i]);
    }
}

/* SLEEF's functions are infinite from some number on that is far from where their results are: from there on they are logarithms.
 *   fn     of x beyond `limit`, up to rounding: log |x| + more, with the sign of x
 * The result may lie where the operand does. */
#define LOGARITHM_FAR_OUT(fn, t, limit, more)                                                      \
    static void whole_##fn##_##t(ARGS)                                                             \
    {                                                                                              \
        enum { PIECE = 256 };                                                                      \
        for (int at = 0; at < n; at += PIECE) {                                                    \
            int m = n - at < PIECE ? n - at : PIECE, far = 0;                                                   \
            t x[PIECE], w[PIECE], *o = (t *)d + at;                                                \
            memcpy(x, (const t *)a + at, (size_t)m * sizeof *x);                                   \
            fn##_##t(o, x, b, c, m);                                                               \
            NO_OVERLAP for (int i = 0; i < m; i++) far |= (x[i] > (t)limit) | (x[i] < -(t)limit);  \
            if (!far)                                                                              \
                continue;                                                                          \
            for (int i = 0; i < m; i++) w[i] = x[i] < 0 ? -x[i] : x[i];                            \
            log_##t(w, w, NULL, NULL, m);                                                          \
            for (int i = 0; i < m; i++) /* the function itself says where it is no number */       \
                if ((x[i] > (t)limit || x[i] < -(t)limit) && o[i] == o[i])                         \
                    o[i] = x[i] < 0 ? -(w[i] + (t)(more)) : w[i] + (t)(more);                      \
        }                                                                                          \
    }
LOGARITHM_FAR_OUT(log_plus_one, f32, 1e18, 0)
LOGARITHM_FAR_OUT(log_plus_one, f64, 1e150, 0)
LOGARITHM_FAR_OUT(asinh, f32, 1e18, M_LN2)
LOGARITHM_FAR_OUT(asinh, f64, 1e150, M_LN2)
LOGARITHM_FAR_OUT(acosh, f32, 1e18, M_LN2)
LOGARITHM_FAR_OUT(acosh, f64, 1e150, M_LN2)

/* Digamma in f32, worked out in f64: the asymptotic series at x + 10, less the sum of 1 / (x + k) for k below 10, which is one quotient, the derivative of
 * the product of all x + k over that product. Numbers below zero, which are rare, are reflected one by one (special.c). */
static void digamma_f32(ARGS)
{
    (void)b;
    (void)c;
    f32 *o = d, xs[256];
    const f32 *from = a;
    f64 y[256], l[256];
    while (n > 0) {
        int m = n < 256 ? n : 256, below = 0;
        memcpy(xs, from, (size_t)m * sizeof *xs); /* o may be where they are */
        NO_OVERLAP for (int i = 0; i < m; i++) y[i] = xs[i] > 1e6f ? xs[i] : (f64)xs[i] + 10;
        log_f64(l, y, NULL, NULL, m);
        NO_OVERLAP for (int i = 0; i < m; i++)
        {
            f64 x = xs[i], top = 1, product = x, f = 1 / (y[i] * y[i]);
            for (int k = 1; k < 10; k++) {
                top = top * (x + k) + product;
                product *= x + k;
            }
            f64 r = l[i] - 0.5 / y[i] - f * (1.0 / 12 - f * (1.0 / 120 - f * (1.0 / 252 - f * (1.0 / 240 - f * (1.0 / 132)))));
            o[i] = (f32)(xs[i] > 1e6f ? r : r - top / product);
        }
        for (int i = 0; i < m; i++)
            below += !(xs[i] > 0);
        for (int i = 0; below && i < m; i++)
            if (!(xs[i] > 0))
                special_digamma_f32(o + i, xs + i, NULL, NULL, 1);
        o += m;
        from += m;
        n -= m;
    }
}

/* Inverse error function in f32: x times a polynomial in w = -log(1 - x^2), one near the middle, one for the tails.
 * Source: M. Giles, "Approximating the erfinv function", GPU Computing Gems, 2011. */
static void erf_inv_f32(ARGS)
{
    static const f32 middle[9] = { 2.81022636e-08f, 3.43273939e-07f, -3.5233877e-06f, -4.39150654e-06f, 0.00021858087f,
                                   -0.00125372503f, -0.00417768164f, 0.246640727f, 1.50140941f };
    static const f32 tails[9] = { -0.000200214257f, 0.000100950558f, 0.00134934322f, -0.00367342844f, 0.00573950773f,
                                  -0.0076224613f, 0.00943887047f, 1.00167406f, 2.83297682f };
    f32 *o = d, w[256];
    const f32 *xs = a;
    while (n > 0) {
        int m = n < 256 ? n : 256;
        NO_OVERLAP for (int i = 0; i < m; i++) w[i] = -xs[i] * xs[i];
#ifdef FLOAT_VECTORS
        fast_log_plus_one_f32(w, w, NULL, NULL, m);
#else
        log_plus_one_f32(w, w, NULL, NULL, m);
#endif
        NO_OVERLAP for (int i = 0; i < m; i++)
        {
            f32 x = xs[i], v = -w[i], in = v - 2.5f, out = sqrtf(v > 0 ? v : 0) - 3, p = middle[0], q = tails[0];
            for (int k = 1; k < 9; k++) {
                p = middle[k] + p * in;
                q = tails[k] + q * out;
            }
            f32 r = (v < 5 ? p : q) * x;
            o[i] = fabsf(x) == 1 ? x * INFINITY : fabsf(x) > 1 ? NAN : r;
        }
        o += m;
        xs += m;
        n -= m;
    }
}

/* Integers: one loop per type, by the list below. */
#define F1(id, expr)
#define V1(id, fn, ulp)
#define P1(id, expr)
#define F2(id, expr)
#define S2(id, expr)
#define V2(id, fn, ulp)
#define B1(id, expr)
#define B2(id, expr)
#define C1(id, expr)
#define C2(id, expr)
#define I1(id, expr)                                                                               \
    INT_LOOP1(id, s8, u8, s8, 8, 1, expr) INT_LOOP1(id, s16, u16, s16, 16, 1, expr)                \
    INT_LOOP1(id, s32, u32, s32, 32, 1, expr) INT_LOOP1(id, s64, u64, s64, 64, 1, expr)            \
    INT_LOOP1(id, u8, u8, s8, 8, 0, expr) INT_LOOP1(id, u16, u16, s16, 16, 0, expr)                \
    INT_LOOP1(id, u32, u32, s32, 32, 0, expr) INT_LOOP1(id, u64, u64, s64, 64, 0, expr)
#define J2(id, expr)                                                                               \
    INT_LOOP2(id##_s8, s8, u8, s8, 8, 1, i, i, expr) INT_LOOP2(id##_s16, s16, u16, s16, 16, 1, i, i, expr) \
    INT_LOOP2(id##_u8, u8, u8, s8, 8, 0, i, i, expr) INT_LOOP2(id##_u16, u16, u16, s16, 16, 0, i, i, expr) \
    INT_LOOP2(id##_s32, s32, u32, s32, 32, 1, i, i, expr) INT_LOOP2(id##_s64, s64, u64, s64, 64, 1, i, i, expr) \
    INT_LOOP2(id##_u32, u32, u32, s32, 32, 0, i, i, expr) INT_LOOP2(id##_u64, u64, u64, s64, 64, 0, i, i, expr)
#define INT_LOOPS(id, TT, UU, SS, NB, SG, expr)                                                    \
    INT_LOOP2(id##_##TT, TT, UU, SS, NB, SG, i, i, expr)                                           \
    INT_LOOP2(id##_##TT##_vs, TT, UU, SS, NB, SG, i, 0, expr)                                      \
    INT_LOOP2(id##_##TT##_sv, TT, UU, SS, NB, SG, 0, i, expr)
#define I2(id, expr)                                                                               \
    INT_LOOPS(id, s8, u8, s8, 8, 1, expr) INT_LOOPS(id, s16, u16, s16, 16, 1, expr)                \
    INT_LOOPS(id, u8, u8, s8, 8, 0, expr) INT_LOOPS(id, u16, u16, s16, 16, 0, expr)                \
    INT_LOOPS(id, s32, u32, s32, 32, 1, expr) INT_LOOPS(id, s64, u64, s64, 64, 1, expr)            \
    INT_LOOPS(id, u32, u32, s32, 32, 0, expr) INT_LOOPS(id, u64, u64, s64, 64, 0, expr)
#define D2(id, expr)                                                                               \
    INT_LOOP2(id##_s64, s64, u64, s64, 64, 1, i, i, expr) INT_LOOP2(id##_u64, u64, u64, s64, 64, 0, i, i, expr) \
    DIVISION(id, s8) DIVISION(id, u8) DIVISION(id, s16) DIVISION(id, u16) DIVISION(id, s32) DIVISION(id, u32)
/* T, U, S, BITS and SIGNED of the expressions are local names here. W widens so that 16-bit products cannot
 * overflow int. */
#define W(v) ((u64)(U)(v))
#define INT_HEAD(TT, UU, SS, NB, SG)                                                               \
    typedef TT T UNUSED;                                                                           \
    typedef UU U UNUSED;                                                                           \
    typedef SS S UNUSED;                                                                           \
    enum { BITS = NB, SIGNED = SG };
#define INT_LOOP1(id, TT, UU, SS, NB, SG, expr)                                                    \
    static void id##_##TT(ARGS)                                                                    \
    {                                                                                              \
        INT_HEAD(TT, UU, SS, NB, SG)                                                               \
        T *o = d;                                                                                  \
        const T *xs = a;                                                                           \
        LOOP                                                                                       \
        {                                                                                          \
            T x = xs[i];                                                                           \
            o[i] = (T)(expr);                                                                      \
        }                                                                                          \
    }
#define INT_LOOP2(name, TT, UU, SS, NB, SG, xi, yi, expr)                                          \
    static void name(ARGS)                                                                         \
    {                                                                                              \
        INT_HEAD(TT, UU, SS, NB, SG)                                                               \
        T *o = d;                                                                                  \
        const T *xs = a, *ys = b;                                                                  \
        LOOP                                                                                       \
        {                                                                                          \
            T x = xs[xi], y = ys[yi];                                                              \
            o[i] = (T)(expr);                                                                      \
        }                                                                                          \
    }
#include "runtime/compute/elementwise.def"

#include "runtime/compute/tile_convert.h"
#include "runtime/compute/tile_dot.h"
#include "runtime/compute/tile_conv.h"
#include "runtime/compute/tile_gemv.h"
#include "runtime/compute/tile_folds.h"
#include "runtime/compute/tile_arg.h"

static void index_pairs(ARGS)
{
    const IndexPairs *p = c;
    const s32 *v = a;
    s64 *to = d, before = p->before;
    s32 most = p->most[0], most2 = p->most[1], step = p->step[0], step2 = p->step[1];
    (void)b;
    LOOP
    {
        s32 x = v[2 * i] < 0 ? 0 : v[2 * i], y = v[2 * i + 1] < 0 ? 0 : v[2 * i + 1];
        x = x > most ? most : x;
        y = y > most2 ? most2 : y;
        to[i] = before + (s64)x * step + (s64)y * step2;
    }
}

/* ---- the table ------------------------------------------------------------------------------------------------- */

#define EACH_INT(fn) fn(s8) fn(s16) fn(s32) fn(s64) fn(u8) fn(u16) fn(u32) fn(u64)
#define CMP2(t) [DIR_EQ][CT_##t] = eq_##t, [DIR_NE][CT_##t] = ne_##t,
#define CMP6(t)                                                                                    \
    CMP2(t)[DIR_GE][CT_##t] = ge_##t, [DIR_GT][CT_##t] = gt_##t, [DIR_LE][CT_##t] = le_##t, [DIR_LT][CT_##t] = lt_##t,
#define TCMP(t)                                                                                    \
    [DIR_EQ][CT_##t] = teq_##t, [DIR_NE][CT_##t] = tne_##t, [DIR_GE][CT_##t] = tge_##t, [DIR_GT][CT_##t] = tgt_##t, \
    [DIR_LE][CT_##t] = tle_##t, [DIR_LT][CT_##t] = tlt_##t,
#define CV(from, to) [CT_##to] = from##_to_##to,
#define CV_REAL(f) CV(f, pred) CV(f, s8) CV(f, s16) CV(f, s32) CV(f, s64) CV(f, u8) CV(f, u16) CV(f, u32) CV(f, u64) CV(f, f32) CV(f, f64) CV(f, c64) CV(f, c128)
#define NARROW_ROW(kind, id) [ELEM_##id] = kind##_##id,
#define NARROW_ROWS(kind)                                                                          \
    NARROW_ROW(kind, bf16) NARROW_ROW(kind, f16) NARROW_ROW(kind, f8e5m2) NARROW_ROW(kind, f8e4m3) \
    NARROW_ROW(kind, f8e4m3fn) NARROW_ROW(kind, f8e4m3b11fnuz) NARROW_ROW(kind, f8e4m3fnuz)        \
    NARROW_ROW(kind, f8e5m2fnuz) NARROW_ROW(kind, f8e3m4) NARROW_ROW(kind, f8e8m0fnu)              \
    NARROW_ROW(kind, f6e3m2fn) NARROW_ROW(kind, f6e2m3fn) NARROW_ROW(kind, f4e2m1fn)
#define FOLD_ROW(id, t) [OP_##id][CT_##t] = fold_##id##_##t,
#define FOLD_NUM_ROWS(t) FOLD_ROW(add, t) FOLD_ROW(multiply, t) FOLD_ROW(maximum, t) FOLD_ROW(minimum, t)
#define FOLD_INT_ROWS(t) FOLD_NUM_ROWS(t) FOLD_ROW(and, t) FOLD_ROW(or, t) FOLD_ROW(xor, t)

#undef W
extern const TileTable CAT(tile_table_, TILE_ISA);
#define STR_(x) #x
#define STR(x) STR_(x)
#define SPECIAL_ROW(id, t) [OP_##id][CT_##t] = special_##id##_##t,
const TileTable CAT(tile_table_, TILE_ISA) = {
    .isa = STR(TILE_ISA),
    .op = {
        SPECIAL_LOOPS(SPECIAL_ROW)
#define F1(id, expr) [OP_##id][CT_f32] = id##_f32, [OP_##id][CT_f64] = id##_f64,
#define V1(id, fn, ulp) F1(id, 0)
#define P1(id, expr) F1(id, 0)
#define F2(id, expr) F1(id, 0)
#define S2(id, expr) F1(id, 0)
#define V2(id, fn, ulp) F1(id, 0)
#define I1(id, expr)                                                                               \
    [OP_##id][CT_s8] = id##_s8, [OP_##id][CT_s16] = id##_s16, [OP_##id][CT_s32] = id##_s32, [OP_##id][CT_s64] = id##_s64, \
    [OP_##id][CT_u8] = id##_u8, [OP_##id][CT_u16] = id##_u16, [OP_##id][CT_u32] = id##_u32, [OP_##id][CT_u64] = id##_u64,
#define I2(id, expr) I1(id, 0)
#define J2(id, expr) I1(id, 0)
#define D2(id, expr) I1(id, 0)
#define B1(id, expr) [OP_##id][CT_pred] = id##_pred,
#define B2(id, expr) B1(id, 0)
#define C1(id, expr) [OP_##id][CT_c64] = id##_c64, [OP_##id][CT_c128] = id##_c128,
#define C2(id, expr) C1(id, 0)
#include "runtime/compute/elementwise.def"
        [OP_log_plus_one][CT_f32] = whole_log_plus_one_f32, [OP_log_plus_one][CT_f64] = whole_log_plus_one_f64,
        [OP_asinh][CT_f32] = whole_asinh_f32, [OP_asinh][CT_f64] = whole_asinh_f64, [OP_acosh][CT_f32] = whole_acosh_f32, [OP_acosh][CT_f64] = whole_acosh_f64,
        [OP_erf_inv][CT_f32] = erf_inv_f32, [OP_digamma][CT_f32] = digamma_f32, [OP_tanh][CT_f32] = fast_tanh_f32, [OP_exponential][CT_f32] = fast_exp_f32,
#ifdef FLOAT_VECTORS
        [OP_rsqrt][CT_f32] = fast_rsqrt_f32, [OP_log][CT_f32] = fast_log_f32, [OP_log_plus_one][CT_f32] = fast_log_plus_one_f32,
#endif
        [OP_sine][CT_f32] = fast_sine_f32, [OP_cosine][CT_f32] = fast_cosine_f32,
        [OP_logistic][CT_f32] = fast_logistic_f32, [OP_logistic][CT_f64] = logistic_f64,
        [OP_multiply][CT_c64] = multiply_blocks_c64, [OP_multiply][CT_c128] = multiply_blocks_c128, [OP_divide][CT_c64] = divide_blocks_c64, [OP_divide][CT_c128] = divide_blocks_c128,
        [OP_square][CT_c64] = square_blocks_c64, [OP_square][CT_c128] = square_blocks_c128,
        [OP_exponential][CT_c64] = exponential_blocks_c64,
        [OP_abs][CT_c64] = abs_blocks_c64, [OP_abs][CT_c128] = abs_blocks_c128,
        [OP_real][CT_c64] = real_c64, [OP_real][CT_c128] = real_c128,
        [OP_imag][CT_c64] = imag_c64, [OP_imag][CT_c128] = imag_c128,
        [OP_complex][CT_f32] = complex_f32, [OP_complex][CT_f64] = complex_f64,
    },
#define F1(id, expr)
#define V1(id, fn, ulp)
#define P1(id, expr)
#define S2(id, expr)
#define V2(id, fn, ulp)
#define I1(id, expr)
#define B1(id, expr)
#define B2(id, expr)
#define C1(id, expr)
#define C2(id, expr)
#define F2(id, expr) [OP_##id][CT_f32] = id##_f32_vs, [OP_##id][CT_f64] = id##_f64_vs,
#define J2(id, expr)
#define D2(id, expr)                                                                               \
    [OP_##id][CT_s8] = id##_s8_vs, [OP_##id][CT_s16] = id##_s16_vs, [OP_##id][CT_s32] = id##_s32_vs, [OP_##id][CT_u8] = id##_u8_vs, [OP_##id][CT_u16] = id##_u16_vs, [OP_##id][CT_u32] = id##_u32_vs,
#define I2(id, expr)                                                                               \
    [OP_##id][CT_s8] = id##_s8_vs, [OP_##id][CT_s16] = id##_s16_vs, [OP_##id][CT_s32] = id##_s32_vs, [OP_##id][CT_s64] = id##_s64_vs, \
    [OP_##id][CT_u8] = id##_u8_vs, [OP_##id][CT_u16] = id##_u16_vs, [OP_##id][CT_u32] = id##_u32_vs, [OP_##id][CT_u64] = id##_u64_vs,
    .op_vs = {
#include "runtime/compute/elementwise.def"
    },
#define F1(id, expr)
#define V1(id, fn, ulp)
#define P1(id, expr)
#define S2(id, expr)
#define V2(id, fn, ulp)
#define I1(id, expr)
#define B1(id, expr)
#define B2(id, expr)
#define C1(id, expr)
#define C2(id, expr)
#define F2(id, expr) [OP_##id][CT_f32] = id##_f32_sv, [OP_##id][CT_f64] = id##_f64_sv,
#define J2(id, expr)
#define D2(id, expr)
#define I2(id, expr)                                                                               \
    [OP_##id][CT_s8] = id##_s8_sv, [OP_##id][CT_s16] = id##_s16_sv, [OP_##id][CT_s32] = id##_s32_sv, [OP_##id][CT_s64] = id##_s64_sv, \
    [OP_##id][CT_u8] = id##_u8_sv, [OP_##id][CT_u16] = id##_u16_sv, [OP_##id][CT_u32] = id##_u32_sv, [OP_##id][CT_u64] = id##_u64_sv,
    .op_sv = {
#include "runtime/compute/elementwise.def"
    },
    .compare = { CMP6(pred) EACH_INT(CMP6) CMP6(f32) CMP6(f64) CMP2(c64) CMP2(c128) },
    .compare_total = { TCMP(f32) TCMP(f64) },
    .convert = {
        [CT_pred] = { CV_REAL(pred) }, [CT_s8] = { CV_REAL(s8) }, [CT_s16] = { CV_REAL(s16) }, [CT_s32] = { CV_REAL(s32) },
        [CT_s64] = { CV_REAL(s64) }, [CT_u8] = { CV_REAL(u8) }, [CT_u16] = { CV_REAL(u16) }, [CT_u32] = { CV_REAL(u32) },
        [CT_u64] = { CV_REAL(u64) }, [CT_f32] = { CV_REAL(f32) }, [CT_f64] = { CV_REAL(f64) },
        [CT_c64] = { CV(c64, c64) CV(c64, c128) CV(c64, pred) }, [CT_c128] = { CV(c128, c64) CV(c128, c128) CV(c128, pred) },
    },
    .select = { [1] = select_1, [2] = select_2, [4] = select_4, [8] = select_8, [16] = select_16 },
    .load = { NARROW_ROWS(load) },
    .store = { NARROW_ROWS(store) },
    .round = { NARROW_ROWS(round) },
    .f64_to_f32_odd = odd_f32,
    .reduce_precision = reduce_precision_f32, .reduce_precision_f64 = special_reduce_precision_f64,
    .fold = { EACH_INT(FOLD_INT_ROWS) FOLD_INT_ROWS(pred) FOLD_NUM_ROWS(f32) FOLD_NUM_ROWS(f64)
              FOLD_ROW(add, c64) FOLD_ROW(add, c128) FOLD_ROW(multiply, c64) FOLD_ROW(multiply, c128)
#ifdef FLOAT_VECTORS
              [OP_add][CT_f32] = fast_fold_add_f32, [OP_multiply][CT_f32] = fast_fold_multiply_f32,
              [OP_maximum][CT_f32] = fast_fold_maximum_f32, [OP_minimum][CT_f32] = fast_fold_minimum_f32,
              [OP_add][CT_s32] = fast_fold_add_s32, [OP_maximum][CT_s32] = fast_fold_maximum_s32, [OP_minimum][CT_s32] = fast_fold_minimum_s32,
              [OP_add][CT_u32] = fast_fold_add_u32, [OP_maximum][CT_u32] = fast_fold_maximum_u32, [OP_minimum][CT_u32] = fast_fold_minimum_u32,
              [OP_or][CT_u32] = fast_fold_or_u32, [OP_xor][CT_u32] = fast_fold_xor_u32, [OP_and][CT_u32] = fast_fold_and_u32,
              [OP_or][CT_s32] = fast_fold_or_u32, [OP_xor][CT_s32] = fast_fold_xor_u32, [OP_and][CT_s32] = fast_fold_and_u32,
#endif
    },
    .shift_or_u32 = shift_or_u32, .shift_or_u64 = shift_or_u64, .high_product_u32 = high_product_u32, .index_pairs = index_pairs,
    .mul_add = mul_add, .add_mul = add_mul, .mul_sub = mul_sub, .sub_mul = sub_mul, .mul_mul = mul_mul, .add_add = add_add,
    .dot_quads = DOT_QUADS_TILE, .dot_pairs = DOT_PAIRS_TILE,
    .dot_words = { dot_words, 1, DOT_ROWS, DOT_BYTES / 2 }, .dot_longs = { dot_longs, 1, DOT_ROWS, DOT_BYTES / 4 },
    .conv = CONV_TILE,
    .gemv = GEMV_TILES,
    .arg_take = { { { ARG_ROWS_NAN(greatest_first), ARG_ROWS(greatest_first) }, { ARG_ROWS_NAN(greatest_last), ARG_ROWS(greatest_last) } },
                  { { ARG_ROWS_NAN(least_first), ARG_ROWS(least_first) }, { ARG_ROWS_NAN(least_last), ARG_ROWS(least_last) } } },
    .arg_find = ARG_ROWS(find),
};
