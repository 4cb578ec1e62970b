/* What each step of a tile program is in vector instructions. Results are equal, bit for bit, to those of the
 * functions in the table of AVX2 (tile_ops.c). */
#include "runtime/compute/tile_code_impl.h"

#include <math.h>

/* Predicates of comparing floats. */
enum { CMP_EQ = 0x00, CMP_UNORDERED = 0x03, CMP_NE = 0x04, CMP_ORDERED = 0x07, CMP_LT = 0x11, CMP_LE = 0x12, CMP_GE = 0x1d, CMP_GT = 0x1e };

static bool is_float(CType ct)
{
    return ct == CT_f32 || ct == CT_f64;
}

static bool is_signed(CType ct)
{
    return ct == CT_s8 || ct == CT_s16 || ct == CT_s32 || ct == CT_s64;
}

static int float_compare(VecCode *v, int predicate, int x, int y)
{
    return vec_2_imm(v, v->width == 4 ? VEC_cmp_ps : VEC_cmp_pd, (int[]){ x, y }, predicate);
}

/* The sign bit of each element. */
static int sign_bit(VecCode *v)
{
    return vec_constant(v, (uint64_t)1 << (8 * v->width - 1));
}

static int int_greater(VecCode *v, CType ct, int x, int y)
{
    if (!is_signed(ct)) {
        x = vec_2(v, VEC_xor, x, sign_bit(v));
        y = vec_2(v, VEC_xor, y, sign_bit(v));
    }
    return vec_2(v, vec_by_width(v, VEC_gt_8, VEC_gt_16, VEC_gt_32, VEC_gt_64), x, y);
}

static int int_equal(VecCode *v, int x, int y)
{
    return vec_2(v, vec_by_width(v, VEC_eq_8, VEC_eq_16, VEC_eq_32, VEC_eq_64), x, y);
}

static int compare(VecCode *v, CompareDir dir, VecArgs in)
{
    static const int predicates[] = { [DIR_EQ] = CMP_EQ, [DIR_NE] = CMP_NE, [DIR_GE] = CMP_GE, [DIR_GT] = CMP_GT, [DIR_LE] = CMP_LE, [DIR_LT] = CMP_LT };
    if (is_float(in.ct))
        return float_compare(v, predicates[dir], in.x, in.y);
    if (in.ct == CT_pred) {
        int differs = dir == DIR_EQ || dir == DIR_NE ? vec_2(v, VEC_xor, in.x, in.y) : -1;
        return dir == DIR_EQ ? vec_not(v, differs) : differs;
    }
    switch (dir) {
    case DIR_EQ: return int_equal(v, in.x, in.y);
    case DIR_NE: return vec_not(v, int_equal(v, in.x, in.y));
    case DIR_GT: return int_greater(v, in.ct, in.x, in.y);
    case DIR_LT: return int_greater(v, in.ct, in.y, in.x);
    case DIR_LE: return vec_not(v, int_greater(v, in.ct, in.x, in.y));
    case DIR_GE: return vec_not(v, int_greater(v, in.ct, in.y, in.x));
    }
    g_assert_not_reached();
}

/* ---- floats ---------------------------------------------------------------------------------------------- */

/* The larger or smaller one: NaN if either is, -0 below 0. */
static int extreme(VecCode *v, bool largest, VecArgs in)
{
    bool single = v->width == 4;
    VecOp op = largest ? single ? VEC_max_ps : VEC_max_pd : single ? VEC_min_ps : VEC_min_pd;
    /* The instruction gives its second operand where the two are equal or one is NaN. */
    double c;
    float f;
    memcpy(&c, &in.constant, 8);
    memcpy(&f, &in.constant, 4);
    if (single)
        c = (double)f;
    if (in.is_constant && c == c && c != 0)
        return vec_2(v, op, in.y, in.x);
    if (in.first_constant)
        return vec_2(v, op, in.x, in.y);
    int same = vec_2(v, largest ? VEC_and : VEC_or, in.x, in.y);
    int r = vec_blend(v, float_compare(v, CMP_EQ, in.x, in.y), same, vec_2(v, op, in.x, in.y));
    return vec_blend(v, float_compare(v, CMP_UNORDERED, in.x, in.x), in.x, r);
}

static int float_constant(VecCode *v, double x)
{
    uint64_t u;
    memcpy(&u, &x, 8);
    return v->width == 4 ? vec_float(v, (float)x) : vec_constant(v, u);
}

static int round_away(VecCode *v, int x)
{
    bool single = v->width == 4;
    int size = vec_2(v, VEC_andn, sign_bit(v), x), down = vec_imm(v, single ? VEC_round_ps : VEC_round_pd, size, 9);
    int rest = vec_2(v, single ? VEC_sub_ps : VEC_sub_pd, size, down);
    int up = vec_2(v, VEC_and, float_compare(v, CMP_GE, rest, float_constant(v, 0.5)), float_constant(v, 1));
    int r = vec_2(v, single ? VEC_add_ps : VEC_add_pd, down, up);
    return vec_2(v, VEC_or, vec_2(v, VEC_andn, sign_bit(v), r), vec_2(v, VEC_and, sign_bit(v), x));
}

static int apply_float(VecCode *v, OpCode op, VecArgs in)
{
    bool single = v->width == 4;
    int x = in.x, y = in.y;
    switch (op) {
    case OP_abs: return vec_2(v, VEC_andn, sign_bit(v), x);
    case OP_negate: return vec_2(v, VEC_xor, x, sign_bit(v));
    case OP_sign: {
        int r = vec_blend(v, float_compare(v, CMP_LT, x, float_constant(v, 0)), float_constant(v, -1), x);
        return vec_blend(v, float_compare(v, CMP_GT, x, float_constant(v, 0)), float_constant(v, 1), r);
    }
    case OP_ceil: return vec_imm(v, single ? VEC_round_ps : VEC_round_pd, x, 10);
    case OP_floor: return vec_imm(v, single ? VEC_round_ps : VEC_round_pd, x, 9);
    case OP_round_nearest_even: return vec_imm(v, single ? VEC_round_ps : VEC_round_pd, x, 8);
    case OP_round_nearest_afz: return round_away(v, x);
    case OP_sqrt: return vec_1(v, single ? VEC_sqrt_ps : VEC_sqrt_pd, x);
    case OP_square: return vec_2(v, single ? VEC_mul_ps : VEC_mul_pd, x, x);
    case OP_is_finite: return float_compare(v, CMP_LT, vec_2(v, VEC_andn, sign_bit(v), x), float_constant(v, INFINITY));
    case OP_add: return vec_2(v, single ? VEC_add_ps : VEC_add_pd, x, y);
    case OP_subtract: return vec_2(v, single ? VEC_sub_ps : VEC_sub_pd, x, y);
    case OP_multiply: return vec_2(v, single ? VEC_mul_ps : VEC_mul_pd, x, y);
    case OP_divide: return vec_2(v, single ? VEC_div_ps : VEC_div_pd, x, y);
    case OP_maximum: return extreme(v, true, in);
    case OP_minimum: return extreme(v, false, in);
    case OP_exponential:
    case OP_log:
    case OP_log_plus_one:
    case OP_tanh:
    case OP_sine:
    case OP_cosine:
    case OP_logistic: return single ? vec_function(v, op, x) : -1;
    case OP_rsqrt:
        return single ? vec_function(v, op, x) : vec_2(v, VEC_div_pd, float_constant(v, 1), vec_1(v, VEC_sqrt_pd, x));
    default: /* by its function in the table */
        return -1;
    }
}

/* ---- integers ------------------------------------------------------------------------------------------------ */

static int shift(VecCode *v, OpCode op, VecArgs in)
{
    int bits = 8 * v->width, n = in.is_constant ? (int)MIN(in.constant, 64) : -1;
    bool arithmetic = op == OP_shift_right_arithmetic, left = op == OP_shift_left;
    if (!in.is_constant) {
        if (v->width < 4 || (arithmetic && v->width == 8))
            return -1;
        return vec_2(v, left ? v->width == 4 ? VEC_left_by_32 : VEC_left_by_64 : arithmetic ? VEC_right_s_by_32 :
                        v->width == 4 ? VEC_right_by_32 : VEC_right_by_64, in.x, in.y);
    }
    if (arithmetic)
        return v->width == 2 ? vec_imm(v, VEC_right_s16, in.x, MIN(n, 15)) : v->width == 4 ? vec_imm(v, VEC_right_s32, in.x, MIN(n, 31)) : -1;
    if (n >= bits)
        return vec_constant(v, 0);
    if (n == 0)
        return in.x;
    if (v->width > 1)
        return vec_imm(v, left ? vec_by_width(v, N_VEC_OPS, VEC_left_16, VEC_left_32, VEC_left_64) :
                                 vec_by_width(v, N_VEC_OPS, VEC_right_16, VEC_right_32, VEC_right_64), in.x, n);
    if (left && n == 1)
        return vec_2(v, VEC_add_8, in.x, in.x);
    int r = vec_imm(v, left ? VEC_left_16 : VEC_right_16, in.x, n); /* bytes in pairs: what came from the neighbour is cleared */
    return vec_2(v, VEC_and, r, vec_constant(v, left ? 0xffu << n & 0xff : 0xffu >> n));
}

static int multiply(VecCode *v, VecArgs in)
{
    if (in.is_constant && (in.constant & (in.constant - 1)) == 0 && v->width < 8) {
        in.constant = in.constant ? (uint64_t)__builtin_ctzll(in.constant) : 64;
        return shift(v, OP_shift_left, in);
    }
    switch (v->width) {
    case 1: {
        int even = vec_2(v, VEC_mul_16, in.x, in.y);
        int odd = vec_2(v, VEC_mul_16, vec_imm(v, VEC_right_16, in.x, 8), vec_imm(v, VEC_right_16, in.y, 8));
        uint8_t low[32];
        for (int i = 0; i < 32; i++)
            low[i] = i % 2 ? 0 : 0xff;
        return vec_2(v, VEC_or, vec_2(v, VEC_and, even, vec_bytes(v, low)), vec_imm(v, VEC_left_16, odd, 8));
    }
    case 2: return vec_2(v, VEC_mul_16, in.x, in.y);
    case 4: return vec_2(v, VEC_mul_32, in.x, in.y);
    default: {
        int low = vec_2(v, VEC_mul_wide, in.x, in.y), cross = vec_2(v, VEC_mul_wide, vec_imm(v, VEC_right_64, in.x, 32), in.y);
        if (!in.is_constant || in.constant >> 32)
            cross = vec_2(v, VEC_add_64, cross, vec_2(v, VEC_mul_wide, in.x, vec_imm(v, VEC_right_64, in.y, 32)));
        return vec_2(v, VEC_add_64, low, vec_imm(v, VEC_left_64, cross, 32));
    }
    }
}

static int int_extreme(VecCode *v, bool largest, VecArgs in)
{
    bool with_sign = is_signed(in.ct);
    if (v->width == 8) {
        int greater = int_greater(v, in.ct, in.x, in.y);
        return largest ? vec_blend(v, greater, in.x, in.y) : vec_blend(v, greater, in.y, in.x);
    }
    VecOp op = largest ? with_sign ? vec_by_width(v, VEC_max_s8, VEC_max_s16, VEC_max_s32, N_VEC_OPS) :
                                     vec_by_width(v, VEC_max_u8, VEC_max_u16, VEC_max_u32, N_VEC_OPS) :
                         with_sign ? vec_by_width(v, VEC_min_s8, VEC_min_s16, VEC_min_s32, N_VEC_OPS) :
                                     vec_by_width(v, VEC_min_u8, VEC_min_u16, VEC_min_u32, N_VEC_OPS);
    return vec_2(v, op, in.x, in.y);
}

/* How many bits are set: from a table of half bytes, then sums over the bytes of an element. */
static int count_ones(VecCode *v, int x)
{
    static const uint8_t ones[16] = { 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4 };
    if (v->width != 1 && v->width != 4)
        return -1;
    uint8_t table[32], low[32];
    for (int i = 0; i < 32; i++) {
        table[i] = ones[i % 16];
        low[i] = 0x0f;
    }
    int t = vec_bytes(v, table), half = vec_bytes(v, low);
    int a = vec_2(v, VEC_bytes_by, t, vec_2(v, VEC_and, x, half));
    int b = vec_2(v, VEC_bytes_by, t, vec_2(v, VEC_and, vec_imm(v, VEC_right_16, x, 4), half));
    int n = vec_2(v, VEC_add_8, a, b);
    return v->width == 1 ? n : vec_imm(v, VEC_right_32, vec_2(v, VEC_mul_32, n, vec_constant(v, 0x01010101)), 24);
}

/* By a power of two: the remainder has the sign of x. */
static int remainder_of(VecCode *v, VecArgs in)
{
    uint64_t y = in.constant & (v->width == 8 ? ~(uint64_t)0 : ((uint64_t)1 << (8 * v->width)) - 1);
    if (!in.is_constant || y == 0 || (y & (y - 1)) || v->width == 8 || (is_signed(in.ct) && y >> (8 * v->width - 1)))
        return -1;
    int mask = vec_constant(v, y - 1);
    if (!is_signed(in.ct))
        return vec_2(v, VEC_and, in.x, mask);
    int size = vec_1(v, vec_by_width(v, VEC_abs_8, VEC_abs_16, VEC_abs_32, N_VEC_OPS), in.x), r = vec_2(v, VEC_and, size, mask);
    int zero = vec_constant(v, 0), minus = vec_2(v, vec_by_width(v, VEC_sub_8, VEC_sub_16, VEC_sub_32, N_VEC_OPS), zero, r);
    return vec_blend(v, int_greater(v, in.ct, zero, in.x), minus, r);
}

/* By a power of two, towards zero: what is below zero is raised first. */
static int divide(VecCode *v, VecArgs in)
{
    uint64_t y = in.constant & (v->width == 8 ? ~(uint64_t)0 : ((uint64_t)1 << (8 * v->width)) - 1);
    bool sign = is_signed(in.ct);
    if (!in.is_constant || y == 0 || (y & (y - 1)) || (sign && ((v->width != 2 && v->width != 4) || y >> (8 * v->width - 1))))
        return -1;
    if (sign && y > 1) {
        int below = vec_imm(v, v->width == 2 ? VEC_right_s16 : VEC_right_s32, in.x, 8 * v->width - 1);
        int raised = vec_2(v, v->width == 2 ? VEC_add_16 : VEC_add_32, in.x, vec_2(v, VEC_and, below, vec_constant(v, y - 1)));
        return vec_imm(v, v->width == 2 ? VEC_right_s16 : VEC_right_s32, raised, __builtin_ctzll(y));
    }
    in.constant = (uint64_t)__builtin_ctzll(y);
    return shift(v, OP_shift_right_logical, in);
}

static int int_sign(VecCode *v, VecArgs in)
{
    int zero = vec_constant(v, 0), one = vec_constant(v, 1);
    if (!is_signed(in.ct))
        return vec_2(v, VEC_andn, int_equal(v, in.x, zero), one);
    int positive = vec_2(v, VEC_and, int_greater(v, in.ct, in.x, zero), one);
    return vec_2(v, VEC_or, positive, int_greater(v, in.ct, zero, in.x));
}

static int apply_int(VecCode *v, OpCode op, VecArgs in)
{
    int x = in.x, y = in.y;
    VecOp subtract = vec_by_width(v, VEC_sub_8, VEC_sub_16, VEC_sub_32, VEC_sub_64);
    switch (op) {
    case OP_abs: return !is_signed(in.ct) ? x : v->width == 8 ? -1 : vec_1(v, vec_by_width(v, VEC_abs_8, VEC_abs_16, VEC_abs_32, N_VEC_OPS), x);
    case OP_negate: return vec_2(v, subtract, vec_constant(v, 0), x);
    case OP_sign: return int_sign(v, in);
    case OP_not: return vec_not(v, x);
    case OP_popcnt: return count_ones(v, x);
    case OP_add: return vec_2(v, vec_by_width(v, VEC_add_8, VEC_add_16, VEC_add_32, VEC_add_64), x, y);
    case OP_subtract: return vec_2(v, subtract, x, y);
    case OP_multiply: return multiply(v, in);
    case OP_divide: return divide(v, in);
    case OP_remainder: return remainder_of(v, in);
    case OP_maximum: return int_extreme(v, true, in);
    case OP_minimum: return int_extreme(v, false, in);
    case OP_and: return vec_2(v, VEC_and, x, y);
    case OP_or: return vec_2(v, VEC_or, x, y);
    case OP_xor: return vec_2(v, VEC_xor, x, y);
    case OP_shift_left:
    case OP_shift_right_logical:
    case OP_shift_right_arithmetic: return shift(v, op, in);
    default: /* by its function in the table */
        return -1;
    }
}

static int apply_pred(VecCode *v, OpCode op, VecArgs in)
{
    switch (op) {
    case OP_not: return vec_not(v, in.x);
    case OP_add:
    case OP_or:
    case OP_maximum: return vec_2(v, VEC_or, in.x, in.y);
    case OP_multiply:
    case OP_and:
    case OP_minimum: return vec_2(v, VEC_and, in.x, in.y);
    case OP_xor:
    case OP_subtract: return vec_2(v, VEC_xor, in.x, in.y);
    default: /* by its function in the table */
        return -1;
    }
}

int vec_apply(VecCode *v, OpCode op, VecArgs in)
{
    return in.ct == CT_pred ? apply_pred(v, op, in) : is_float(in.ct) ? apply_float(v, op, in) : apply_int(v, op, in);
}

/* ---- rounding and joined steps ------------------------------------------------------------------------------- */

/* To the values of a narrower float, in f32. */
static int round_to(VecCode *v, ElemType e, int x)
{
    if (v->width != 4 || (e != ELEM_bf16 && e != ELEM_f16))
        return -1;
    if (e == ELEM_f16)
        return vec_1(v, VEC_half_to_ps, vec_imm(v, VEC_ps_to_half, x, 0));
    const VecValue *known = &v->values.v[x];
    if (known->short_all)
        return x;
    bool nan_is_short = known->short_nan; /* nothing carries into its exponent */
    int last = vec_2(v, VEC_and, vec_imm(v, VEC_right_32, x, 16), vec_constant(v, 1));
    int up = vec_2(v, VEC_add_32, vec_2(v, VEC_add_32, x, vec_constant(v, 0x7fff)), last);
    if (!nan_is_short)
        up = vec_blend(v, float_compare(v, CMP_UNORDERED, x, x), vec_2(v, VEC_or, x, vec_constant(v, 0x400000)), up);
    int r = vec_2(v, VEC_and, up, vec_constant(v, 0xffff0000u));
    v->values.v[r].rough = 1 + up;
    return r;
}

/* The high halves of products of u32. */
static int high_product(VecCode *v, int x, int y)
{
    int even = vec_imm(v, VEC_right_64, vec_2(v, VEC_mul_wide, x, y), 32), odd = vec_2(v, VEC_mul_wide, vec_imm(v, VEC_right_64, x, 32), y);
    return vec_2_imm(v, VEC_blend_words, (int[]){ even, odd }, 0xaa);
}

static VecArgs args_of(VecCode *v, CType ct, int x, int y)
{
    VecArgs in = { .x = vec_read(v, x), .y = y < 0 ? -1 : vec_read(v, y), .ct = ct };
    if (y >= 0 && v->info[y].kind == REG_CONST && ct != CT_pred) {
        in.is_constant = true;
        memcpy(&in.constant, v->info[y].value, (size_t)v->width);
    }
    if (v->info[x].kind == REG_CONST && is_float(ct)) {
        double d = 0;
        float f;
        memcpy(&f, v->info[x].value, 4);
        memcpy(&d, v->info[x].value, 8);
        d = ct == CT_f32 ? (double)f : d;
        in.first_constant = d == d && d != 0;
    }
    if (y >= 0 && in.y < 0)
        in.x = -1;
    return in;
}

/* Registers b and c hold numbers of places as u32 or u64. */
static int rotate(VecCode *v, const TileStep *s, CType ct)
{
    VecArgs left = args_of(v, ct, s->a, s->b), right = args_of(v, ct, s->a, s->c);
    if (left.x < 0 || right.x < 0)
        return -1;
    return vec_2(v, VEC_or, shift(v, OP_shift_left, left), shift(v, OP_shift_right_logical, right));
}

static int expanded(VecCode *v, const TileStep *s)
{
    const TileSense *m = &s->sense;
    if (m->ct == CT_c64 || m->ct == CT_c128)
        return -1;
    if (m->what == MEANS_CONVERT)
        return vec_convert(v, s->a, m->ct, m->to);
    if (m->ct != CT_pred && ctype_bytes[m->ct] != v->width)
        return -1;
    if (m->what == MEANS_SHIFTS)
        return rotate(v, s, m->ct);
    VecArgs in = args_of(v, m->ct, s->a, s->b);
    if (in.x < 0)
        return -1;
    switch (m->what) {
    case MEANS_OP: return vec_apply(v, m->op, in);
    case MEANS_COMPARE: return compare(v, m->dir, in);
    case MEANS_ROUND: return round_to(v, v->prog->elem[s->d], in.x);
    case MEANS_HIGH_PRODUCT: return high_product(v, in.x, in.y);
    case MEANS_PAIR: {
        int inner = vec_apply(v, m->op, in), z = vec_read(v, s->c);
        return inner < 0 || z < 0 ? -1 : vec_apply(v, m->second, (VecArgs){ .x = inner, .y = z, .ct = m->ct });
    }
    case MEANS_SELECT: {
        int no = vec_read(v, s->c);
        return no < 0 ? -1 : vec_blend(v, in.x, in.y, no);
    }
    case MEANS_OTHER:
    case MEANS_CONVERT:
    case MEANS_SHIFTS:
        break;
    }
    return -1;
}

bool vec_expand(VecCode *v, const TileStep *s)
{
    int x = s->sense.what == MEANS_OTHER || s->imm ? -1 : expanded(v, s);
    v->of_reg[s->d] = x;
    return x >= 0;
}
