/* Conversions between compute types in vector instructions, and the functions of f32 that tile_float.h has as loops: the same
 * steps in the same order, so that results are equal bit for bit. */
#include "runtime/compute/tile_code_impl.h"

#include <math.h>

enum { CMP_UNORDERED = 0x03, CMP_NE = 0x04, CMP_ORDERED = 0x07, CMP_LT = 0x11, CMP_NOT_LT = 0x15, CMP_GE = 0x1d, CMP_GT = 0x1e };

/* ---- conversions ----------------------------------------------------------------------------------------------- */

static bool is_float(CType ct)
{
    return ct == CT_f32 || ct == CT_f64;
}

static bool is_signed(CType ct)
{
    return ct == CT_s8 || ct == CT_s16 || ct == CT_s32 || ct == CT_s64;
}

static int compare_ps(VecCode *v, int predicate, int x, float y)
{
    return vec_2_imm(v, VEC_cmp_ps, (int[]){ x, vec_float(v, y) }, predicate);
}

static int from_pred(VecCode *v, int mask, CType to)
{
    if (to == CT_pred)
        return mask;
    if (ctype_bytes[to] != v->width)
        return -1;
    double one = 1;
    uint64_t bits = 1;
    if (to == CT_f64)
        memcpy(&bits, &one, 8);
    return vec_2(v, VEC_and, mask, to == CT_f32 ? vec_float(v, 1) : vec_constant(v, bits));
}

static int to_pred(VecCode *v, int x, CType from)
{
    int zero = vec_constant(v, 0);
    if (is_float(from))
        return vec_2_imm(v, from == CT_f32 ? VEC_cmp_ps : VEC_cmp_pd, (int[]){ x, zero }, CMP_NE);
    return vec_not(v, vec_2(v, vec_by_width(v, VEC_eq_8, VEC_eq_16, VEC_eq_32, VEC_eq_64), x, zero));
}

/* Integers from narrower ones in memory. */
static int widened_int(VecCode *v, int x, CType from)
{
    bool sign = is_signed(from);
    switch (ctype_bytes[from]) {
    case 1: return vec_1(v, sign ? vec_by_width(v, N_VEC_OPS, VEC_s8_to_16, VEC_s8_to_32, VEC_s8_to_64) :
                                   vec_by_width(v, N_VEC_OPS, VEC_u8_to_16, VEC_u8_to_32, VEC_u8_to_64), x);
    case 2: return vec_1(v, sign ? vec_by_width(v, N_VEC_OPS, N_VEC_OPS, VEC_s16_to_32, VEC_s16_to_64) :
                                   vec_by_width(v, N_VEC_OPS, N_VEC_OPS, VEC_u16_to_32, VEC_u16_to_64), x);
    default: return vec_1(v, sign ? VEC_s32_to_64 : VEC_u32_to_64, x);
    }
}

static int widened(VecCode *v, int reg, CType from, CType to)
{
    bool known = !is_float(to) ? !is_float(from) : to == CT_f32 ? ctype_bytes[from] < 4 : from == CT_f32 || from == CT_s32;
    int x = known ? vec_read_narrow(v, reg) : -1;
    if (x < 0)
        return -1;
    if (to == CT_f64)
        return vec_1(v, from == CT_f32 ? VEC_ps_to_pd : VEC_s32_to_pd, x);
    int wide = widened_int(v, x, from);
    return to == CT_f32 ? vec_1(v, VEC_s32_to_ps, wide) : wide;
}

/* Truncated; values out of range give the nearest integer, NaN gives 0. */
static int float_to_s32(VecCode *v, int x)
{
    int r = vec_2(v, VEC_xor, vec_1(v, VEC_ps_to_s32, x), compare_ps(v, CMP_GE, x, 0x1p31f));
    return vec_2(v, VEC_and, r, vec_2_imm(v, VEC_cmp_ps, (int[]){ x, x }, CMP_ORDERED));
}

static int float_to_u32(VecCode *v, int x)
{
    int far = compare_ps(v, CMP_GE, x, 0x1p31f);
    int near = vec_1(v, VEC_ps_to_s32, vec_2(v, VEC_sub_ps, x, vec_2(v, VEC_and, far, vec_float(v, 0x1p31f))));
    int r = vec_2(v, VEC_xor, near, vec_2(v, VEC_and, far, vec_constant(v, 0x80000000u)));
    r = vec_2(v, VEC_or, r, compare_ps(v, CMP_GE, x, 0x1p32f));
    return vec_2(v, VEC_and, r, compare_ps(v, CMP_GT, x, 0));
}

static int u32_to_float(VecCode *v, int x)
{
    int high = vec_1(v, VEC_s32_to_ps, vec_imm(v, VEC_right_32, x, 16));
    int low = vec_1(v, VEC_s32_to_ps, vec_2(v, VEC_and, x, vec_constant(v, 0xffff)));
    return vec_2(v, VEC_add_ps, vec_2(v, VEC_mul_ps, high, vec_float(v, 0x1p16f)), low);
}

static int same_width(VecCode *v, int x, CType from, CType to)
{
    if (from == to || (!is_float(from) && !is_float(to)))
        return x;
    if (v->width != 4)
        return -1;
    return to == CT_s32 ? float_to_s32(v, x) : to == CT_u32 ? float_to_u32(v, x) : from == CT_s32 ? vec_1(v, VEC_s32_to_ps, x) : u32_to_float(v, x);
}

/* The lowest `keep` bytes of each element, side by side at the beginning. */
static int packed(VecCode *v, int x, int keep)
{
    int width = v->width, in_half = 16 / width * keep;
    uint8_t bytes[32];
    uint32_t words[8];
    if (width < 8) { /* within each half */
        for (int i = 0; i < 32; i++)
            bytes[i] = i % 16 < in_half ? (uint8_t)(i % 16 / keep * width + i % keep) : 0x80;
        x = vec_2(v, VEC_bytes_by, x, vec_bytes(v, bytes));
    }
    for (int i = 0; i < 8; i++)
        words[i] = width == 8 ? (uint32_t)(i % 4 * 2) : in_half == 8 ? (uint32_t)(i % 4 / 2 * 4 + i % 2) : (uint32_t)(i % 2 * 4);
    return vec_2(v, VEC_words_by, vec_bytes(v, words), x);
}

static int narrowed(VecCode *v, int x, CType from, CType to)
{
    if (from == CT_f64)
        return to == CT_f32 ? vec_1(v, VEC_pd_to_ps, x) : -1;
    if (is_float(to) || (v->width == 8 && ctype_bytes[to] < 4))
        return -1;
    if (from == CT_f32) {
        int bits = 8 * ctype_bytes[to];
        float least = is_signed(to) ? -ldexpf(1, bits - 1) : 0, most = ldexpf(1, is_signed(to) ? bits - 1 : bits) - 1;
        int ordered = vec_2_imm(v, VEC_cmp_ps, (int[]){ x, x }, CMP_ORDERED);
        x = vec_2(v, VEC_max_ps, vec_2(v, VEC_min_ps, x, vec_float(v, most)), vec_float(v, least));
        x = vec_2(v, VEC_and, vec_1(v, VEC_ps_to_s32, x), ordered);
    }
    return packed(v, x, ctype_bytes[to]);
}

int vec_convert(VecCode *v, int reg, CType from, CType to)
{
    if (to == CT_c64 || to == CT_c128)
        return -1;
    if (from == CT_pred)
        return from_pred(v, vec_read(v, reg), to);
    int bytes = to == CT_pred ? ctype_bytes[from] : ctype_bytes[to];
    if (ctype_bytes[from] < v->width)
        return bytes == v->width ? widened(v, reg, from, to) : -1;
    int x = vec_read(v, reg);
    if (x < 0)
        return -1;
    return to == CT_pred ? to_pred(v, x, from) : bytes == v->width ? same_width(v, x, from, to) : bytes < v->width ? narrowed(v, x, from, to) : -1;
}

/* ---- functions ------------------------------------------------------------------------------------------------- */

static int fma_with(VecCode *v, int a, int b, float c)
{
    return vec_fma(v, VEC_fma_ps, (int[]){ a, b, vec_float(v, c) });
}

/* A polynomial in x, the highest coefficient first. */
static int polynomial(VecCode *v, int x, const float *c, int n)
{
    int p = fma_with(v, vec_float(v, c[0]), x, c[1]);
    for (int i = 2; i < n; i++)
        p = fma_with(v, p, x, c[i]);
    return p;
}

/* e^x = (1 + r) 2^n. */
typedef struct Power {
    int r, n;
} Power;

static Power exp_reduced(VecCode *v, int x)
{
    static const float c[] = { 1.9875691500e-4f, 1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f };
    int t = fma_with(v, x, vec_float(v, 1.44269504f), 0x1.8p23f);
    int n = vec_2(v, VEC_sub_32, t, vec_constant(v, 0x4b400000)), k = vec_2(v, VEC_sub_ps, t, vec_float(v, 0x1.8p23f));
    int r = vec_fma(v, VEC_fnma_ps, (int[]){ k, vec_float(v, 0.693359375f), x });
    r = vec_fma(v, VEC_fma_ps, (int[]){ k, vec_float(v, 2.12194440e-4f), r });
    int p = polynomial(v, r, c, 6);
    return (Power){ vec_fma(v, VEC_fma_ps, (int[]){ p, vec_2(v, VEC_mul_ps, r, r), r }), n };
}

static int scale_of(VecCode *v, int n)
{
    return vec_imm(v, VEC_left_32, vec_2(v, VEC_add_32, n, vec_constant(v, 127)), 23);
}

static int exponential(VecCode *v, int x)
{
    x = vec_2(v, VEC_max_ps, vec_float(v, EXP_LEAST), vec_2(v, VEC_min_ps, vec_float(v, 89), x));
    Power p = exp_reduced(v, x);
    int half = vec_imm(v, VEC_right_s32, p.n, 1);
    int r = vec_2(v, VEC_mul_ps, vec_2(v, VEC_add_ps, p.r, vec_float(v, 1)), scale_of(v, half));
    return vec_2(v, VEC_mul_ps, r, scale_of(v, vec_2(v, VEC_sub_32, p.n, half)));
}

/* u = 2^e (1 + f). */
typedef struct Fraction {
    int f, e;
} Fraction;

static Fraction log_fraction(VecCode *v, int u)
{
    int e = vec_imm(v, VEC_right_s32, vec_2(v, VEC_sub_32, u, vec_constant(v, 0x3f3504f3)), 23);
    return (Fraction){ vec_2(v, VEC_sub_ps, vec_2(v, VEC_sub_32, u, vec_imm(v, VEC_left_32, e, 23)), vec_float(v, 1)), e };
}

static int log_of(VecCode *v, int f, int k)
{
    static const float c[] = { 7.0376836292e-2f, -1.1514610310e-1f, 1.1676998740e-1f, -1.2420140846e-1f, 1.4249322787e-1f, -1.6668057665e-1f,
                               2.0000714765e-1f, -2.4999993993e-1f, 3.3333331174e-1f };
    int z = vec_2(v, VEC_mul_ps, f, f), p = vec_2(v, VEC_mul_ps, polynomial(v, f, c, 9), f);
    int t = vec_fma(v, VEC_fma_ps, (int[]){ k, vec_float(v, -2.12194440e-4f), vec_2(v, VEC_mul_ps, p, z) });
    t = vec_fma(v, VEC_fma_ps, (int[]){ vec_float(v, -0.5f), z, t });
    return vec_fma(v, VEC_fma_ps, (int[]){ k, vec_float(v, 0.693359375f), vec_2(v, VEC_add_ps, f, t) });
}

static int log_ends(VecCode *v, int u, int r)
{
    r = vec_blend(v, compare_ps(v, CMP_GT, u, 0), r, vec_float(v, -INFINITY));
    r = vec_blend(v, compare_ps(v, CMP_LT, u, 0), vec_float(v, NAN), r);
    return vec_blend(v, compare_ps(v, CMP_LT, u, INFINITY), r, u);
}

static int logarithm(VecCode *v, int x)
{
    int small = compare_ps(v, CMP_LT, x, 0x1p-126f);
    Fraction u = log_fraction(v, vec_blend(v, small, vec_2(v, VEC_mul_ps, x, vec_float(v, 0x1p23f)), x));
    int k = vec_2(v, VEC_add_ps, vec_2(v, VEC_and, small, vec_float(v, -23)), vec_1(v, VEC_s32_to_ps, u.e));
    return log_ends(v, x, log_of(v, u.f, k));
}

static int log_plus_one(VecCode *v, int x)
{
    int u = vec_2(v, VEC_add_ps, x, vec_float(v, 1)), low = vec_2(v, VEC_sub_ps, x, vec_2(v, VEC_sub_ps, u, vec_float(v, 1)));
    Fraction s = log_fraction(v, u);
    int part = vec_2(v, VEC_max_s32, vec_2(v, VEC_sub_32, vec_constant(v, 127), s.e), vec_constant(v, 0));
    int f = vec_fma(v, VEC_fma_ps, (int[]){ low, vec_imm(v, VEC_left_32, part, 23), s.f });
    int r = log_ends(v, u, log_of(v, f, vec_1(v, VEC_s32_to_ps, s.e)));
    return vec_2(v, VEC_or, r, vec_2(v, VEC_and, x, vec_constant(v, 0x80000000u)));
}

static int hyperbolic_tangent(VecCode *v, int x)
{
    int sign = vec_2(v, VEC_and, x, vec_constant(v, 0x80000000u)), a = vec_2(v, VEC_xor, x, sign);
    Power p = exp_reduced(v, vec_2(v, VEC_min_ps, vec_float(v, 20), vec_2(v, VEC_add_ps, a, a)));
    int scale = scale_of(v, p.n);
    int u = vec_fma(v, VEC_fma_ps, (int[]){ scale, p.r, vec_2(v, VEC_sub_ps, scale, vec_float(v, 1)) });
    return vec_2(v, VEC_or, vec_2(v, VEC_div_ps, u, vec_2(v, VEC_add_ps, u, vec_float(v, 2))), sign);
}

static int logistic(VecCode *v, int x)
{
    int one = vec_float(v, 1), e = exponential(v, vec_2(v, VEC_or, x, vec_constant(v, 0x80000000u)));
    int over = vec_blend(v, compare_ps(v, CMP_LT, x, 0), e, one);
    return vec_2(v, VEC_div_ps, over, vec_2(v, VEC_add_ps, one, e));
}

static int reciprocal_root(VecCode *v, int x)
{
    int small = compare_ps(v, CMP_LT, x, 0x1p-126f);
    int s = vec_blend(v, small, vec_2(v, VEC_mul_ps, x, vec_float(v, 0x1p24f)), x), y = vec_1(v, VEC_rsqrt_ps, s);
    int e = vec_fma(v, VEC_fnma_ps, (int[]){ vec_2(v, VEC_mul_ps, s, y), y, vec_float(v, 1) });
    int step = fma_with(v, e, vec_float(v, 0.375f), 0.5f);
    int r = vec_fma(v, VEC_fma_ps, (int[]){ vec_2(v, VEC_mul_ps, y, e), step, y });
    r = vec_blend(v, small, vec_2(v, VEC_mul_ps, r, vec_float(v, 0x1p12f)), r);
    return vec_blend(v, vec_2_imm(v, VEC_cmp_ps, (int[]){ e, e }, CMP_UNORDERED), y, r);
}

static int sine_rest(VecCode *v, int r)
{
    static const float c[] = { 2.6083159809786593541503e-06f, -0.0001981069071916863322258f, 0.00833307858556509017944336f, -0.166666597127914428710938f };
    int s = vec_2(v, VEC_mul_ps, r, r), u = polynomial(v, s, c, 4);
    int y = vec_fma(v, VEC_fma_ps, (int[]){ vec_2(v, VEC_mul_ps, s, r), u, r });
    y = vec_2(v, VEC_min_ps, vec_2(v, VEC_max_ps, y, vec_float(v, -1)), vec_float(v, 1)); /* rounding may not leave the range of a sine */
    return vec_2(v, VEC_or, y, vec_2(v, VEC_and, r, vec_constant(v, 0x80000000u)));
}

static int rest_of(VecCode *v, int x, int q, float scale)
{
    static const float pi[] = { 0x1.921fb4p1f, 0x1.4442d0p-23f, 0x1.846988p-47f };
    for (int i = 0; i < 3; i++)
        x = vec_fma(v, VEC_fnma_ps, (int[]){ q, vec_float(v, pi[i] * scale), x });
    return x;
}

/* Where any angle is far from zero, or no number, the function in the table is called for all. */
static int angle(VecCode *v, OpCode op, int x)
{
    bool sine = op == OP_sine;
    int turns = vec_float(v, 0x1.45f306p-2f), shift = vec_float(v, 0x1.8p23f);
    int t = sine ? vec_fma(v, VEC_fma_ps, (int[]){ x, turns, shift }) : vec_2(v, VEC_add_ps, fma_with(v, x, turns, -0.5f), shift);
    int q = vec_2(v, VEC_sub_ps, t, shift), odd = vec_imm(v, VEC_left_32, t, 31);
    if (!sine) {
        q = fma_with(v, q, vec_float(v, 2), 1);
        odd = vec_2(v, VEC_xor, odd, vec_constant(v, 0x80000000u));
    }
    int near = vec_2(v, VEC_xor, sine_rest(v, rest_of(v, x, q, sine ? 1 : 0.5f)), odd);
    int size = vec_2(v, VEC_andn, vec_constant(v, 0x80000000u), x), far = compare_ps(v, CMP_NOT_LT, size, FAR_ANGLE);
    return vec_call_if(v, op, (int[]){ near, far, x });
}

int vec_function(VecCode *v, OpCode op, int x)
{
    switch (op) {
    case OP_exponential: return exponential(v, x);
    case OP_tanh: return hyperbolic_tangent(v, x);
    case OP_log: return logarithm(v, x);
    case OP_log_plus_one: return log_plus_one(v, x);
    case OP_logistic: return logistic(v, x);
    case OP_sine: case OP_cosine: return angle(v, op, x);
    default: return reciprocal_root(v, x);
    }
}
