/* Steps of an integer segment, as they are added: what is known of values (their least and most, comparisons, rounded quotients) makes some of them shorter. */
#include "runtime/exec/loop_impl.h"

#include <string.h>

static bool is_signed(CType ct)
{
    return ct == CT_s8 || ct == CT_s16 || ct == CT_s32 || ct == CT_s64;
}

static bool is_wide(CType ct)
{
    return ctype_bytes[ct] == 8;
}

/* ---- what is known ------------------------------------------------------------------------------------------------ */

static int64_t type_least(CType ct)
{
    return is_signed(ct) ? INT64_MIN >> (64 - 8 * ctype_bytes[ct]) : is_wide(ct) ? INT64_MIN : 0;
}

static int64_t type_most(CType ct)
{
    if (ct == CT_pred)
        return 1;
    return is_signed(ct) || is_wide(ct) ? INT64_MAX >> (64 - 8 * ctype_bytes[ct]) : ((int64_t)1 << (8 * ctype_bytes[ct])) - 1;
}

static const IntValue *value_of(const LoopBuild *l, int v)
{
    return &l->ints.values.v[v];
}

static bool is_constant(const LoopBuild *l, int v, int64_t k)
{
    return value_of(l, v)->from == INT_FROM_CONSTANT && value_of(l, v)->constant == k;
}

static const IntStep *step_of(const LoopBuild *l, int v, IntOp op)
{
    const IntValue *x = value_of(l, v);
    const IntStep *s = x->from == INT_FROM_STEP ? &l->ints.steps.v[x->step] : NULL;
    return s && s->op == op ? s : NULL;
}

const IntStep *loop_int_comparison(const LoopBuild *l, int v)
{
    return step_of(l, v, INT_SET);
}

/* The least and most of sums, differences and so on; of what may leave its type's numbers, the type's. */
static void find_range(const LoopBuild *l, const IntStep *s, CType ct, IntValue *v)
{
    const IntValue *a = s->a < 0 ? NULL : value_of(l, s->a), *b = s->b < 0 ? NULL : value_of(l, s->b);
    int64_t least = type_least(ct), most = type_most(ct), x = least, y = most;
    bool over = false;
    if (s->op == INT_ADD)
        over = __builtin_add_overflow(a->least, b->least, &x) || __builtin_add_overflow(a->most, b->most, &y);
    else if (s->op == INT_SUBTRACT)
        over = __builtin_sub_overflow(a->least, b->most, &x) || __builtin_sub_overflow(a->most, b->least, &y);
    else if (s->op == INT_AND && b->from == INT_FROM_CONSTANT && b->constant >= 0)
        x = 0, y = b->constant;
    else if (s->op == INT_CHOOSE && ((s->when == IF_GREATER && s->a == s->c && s->b == s->e) || (s->when == IF_LESS && s->a == s->c && s->b == s->e))) {
        bool largest = s->when == IF_GREATER;
        x = largest ? MAX(a->least, b->least) : MIN(a->least, b->least);
        y = largest ? MAX(a->most, b->most) : MIN(a->most, b->most);
    } else if (s->op == INT_CHOOSE) {
        x = MIN(value_of(l, s->c)->least, value_of(l, s->e)->least);
        y = MAX(value_of(l, s->c)->most, value_of(l, s->e)->most);
    } else if (s->op == INT_SET)
        x = 0, y = 1;
    else if (s->op == INT_SIGN)
        x = -1, y = 1;
    bool inside = !over && x >= least && y <= most;
    v->least = inside ? x : least;
    v->most = inside ? y : most;
}

/* The same has been computed before. */
static int known_step(const LoopBuild *l, const IntStep *s)
{
    for (int i = 0; i < l->ints.steps.n; i++) {
        const IntStep *x = &l->ints.steps.v[i];
        if (x->op == s->op && x->wide == s->wide && x->sign == s->sign && x->wide_choice == s->wide_choice && x->when == s->when && x->a == s->a && x->b == s->b &&
            x->c == s->c && x->e == s->e && x->n == s->n && x->from.pointer == s->from.pointer && x->from.at == s->from.at && x->from.offset == s->from.offset)
            return x->d;
    }
    return -1;
}

static int add_value(LoopBuild *l, IntValue v)
{
    if (!l->ints.values.n)
        l->ints.first = l->pos;
    vec_push(&l->ints.values, v);
    return l->ints.values.n - 1;
}

int loop_int_constant(LoopBuild *l, int64_t v)
{
    for (int i = 0; i < l->ints.values.n; i++)
        if (is_constant(l, i, v))
            return i;
    return add_value(l, (IntValue){ .from = INT_FROM_CONSTANT, .constant = v, .least = v, .most = v });
}

int loop_int_home(LoopBuild *l, Gpr home, CType ct)
{
    for (int i = 0; i < l->ints.values.n; i++)
        if (l->ints.values.v[i].from == INT_FROM_HOME && l->ints.values.v[i].home == home)
            return i;
    return add_value(l, (IntValue){ .from = INT_FROM_HOME, .home = home, .least = type_least(ct), .most = type_most(ct) });
}

int loop_int_step(LoopBuild *l, const IntStep *s, CType ct)
{
    int known = known_step(l, s);
    if (known >= 0)
        return known;
    IntStep x = *s;
    IntValue v = { .from = INT_FROM_STEP, .step = l->ints.steps.n };
    find_range(l, &x, ct, &v);
    x.d = add_value(l, v);
    vec_push(&l->ints.steps, x);
    return x.d;
}

/* ---- small steps -------------------------------------------------------------------------------------------------- */

static int step_2(LoopBuild *l, IntOp op, CType ct, const int ab[2])
{
    return loop_int_step(l, &(IntStep){ .op = op, .wide = is_wide(ct), .sign = is_signed(ct), .a = ab[0], .b = ab[1], .c = -1, .e = -1 }, ct);
}

static int step_n(LoopBuild *l, IntOp op, CType ct, int a, int n)
{
    return loop_int_step(l, &(IntStep){ .op = op, .wide = is_wide(ct), .sign = is_signed(ct), .a = a, .b = -1, .c = -1, .e = -1, .n = n }, ct);
}

/* What stands above the bits of a narrow type is made what it has to be. */
static int of_type(LoopBuild *l, CType ct, int v)
{
    const IntValue *x = value_of(l, v);
    if (ct == CT_pred || ctype_bytes[ct] >= 4 || x->from == INT_FROM_CONSTANT)
        return v;
    return step_n(l, INT_EXTEND, ct, v, ctype_bytes[ct]);
}

static int set(LoopBuild *l, bool wide, Condition when, const int ab[2])
{
    return loop_int_step(l, &(IntStep){ .op = INT_SET, .wide = wide, .when = when, .a = ab[0], .b = ab[1], .c = -1, .e = -1 }, CT_pred);
}

static Condition condition(CompareDir dir, bool sign)
{
    switch (dir) {
    case DIR_EQ: return IF_EQUAL;
    case DIR_NE: return IF_NOT_EQUAL;
    case DIR_GE: return sign ? IF_GREATER_EQUAL : IF_ABOVE_EQUAL;
    case DIR_GT: return sign ? IF_GREATER : IF_ABOVE;
    case DIR_LE: return sign ? IF_LESS_EQUAL : IF_BELOW_EQUAL;
    case DIR_LT: return sign ? IF_LESS : IF_BELOW;
    }
    g_assert_not_reached();
}

static bool apart(const IntValue *a, const IntValue *b)
{
    return a->most < b->least || b->most < a->least;
}

static bool same_number(const IntValue *a, const IntValue *b)
{
    return a->from == INT_FROM_CONSTANT && b->from == INT_FROM_CONSTANT && a->constant == b->constant;
}

/* 1 or 0 if what is compared (with a sign) can only be so, else -1. */
static int known_outcome(const LoopBuild *l, const IntStep *s)
{
    const IntValue *a = value_of(l, s->a), *b = value_of(l, s->b);
    switch (s->when) {
    case IF_LESS: return a->most < b->least ? 1 : a->least >= b->most ? 0 : -1;
    case IF_GREATER_EQUAL: return a->least >= b->most ? 1 : a->most < b->least ? 0 : -1;
    case IF_GREATER: return a->least > b->most ? 1 : a->most <= b->least ? 0 : -1;
    case IF_LESS_EQUAL: return a->most <= b->least ? 1 : a->least > b->most ? 0 : -1;
    case IF_EQUAL: return apart(a, b) ? 0 : same_number(a, b) ? 1 : -1;
    case IF_NOT_EQUAL: return apart(a, b) ? 1 : same_number(a, b) ? 0 : -1;
    default: return -1;
    }
}

/* ---- quotients ---------------------------------------------------------------------------------------------------- */

static bool is_power(int64_t y)
{
    return y > 0 && (y & (y - 1)) == 0;
}

/* x / y or x % y, if the value is that with a y above zero. */
static const IntStep *quotient_by(const LoopBuild *l, int v, IntOp op)
{
    const IntStep *s = step_of(l, v, op);
    return s && s->sign && value_of(l, s->b)->constant > 0 ? s : NULL;
}

/* jnp's x % y is r < 0 ? r + y : r, with r = x % y towards zero: by a power of two, the lowest bits of x. */
static int floor_remainder(LoopBuild *l, const IntStep *s, CType ct)
{
    const IntStep *r = quotient_by(l, s->a, INT_REMAINDER), *sum = step_of(l, s->c, INT_ADD);
    if (!r || s->when != IF_LESS || !is_constant(l, s->b, 0) || s->e != s->a || !sum || sum->a != s->a)
        return -1;
    int64_t y = value_of(l, r->b)->constant;
    if (!is_power(y) || !is_constant(l, sum->b, y))
        return -1;
    return step_2(l, INT_AND, ct, (int[]){ r->a, loop_int_constant(l, y - 1) });
}

/* x // y is x % y < 0 ? x / y - 1 : x / y. */
static int floor_quotient(LoopBuild *l, const IntStep *s, CType ct)
{
    const IntStep *r = quotient_by(l, s->a, INT_REMAINDER), *q = quotient_by(l, s->e, INT_DIVIDE), *less = step_of(l, s->c, INT_SUBTRACT);
    if (!r || !q || s->when != IF_LESS || !is_constant(l, s->b, 0) || !less || less->a != s->e || !is_constant(l, less->b, 1) || r->a != q->a)
        return -1;
    int64_t y = value_of(l, q->b)->constant;
    if (!is_power(y) || !is_constant(l, r->b, y))
        return -1;
    return y == 1 ? q->a : step_n(l, INT_RIGHT_SIGNED, ct, q->a, __builtin_ctzll((uint64_t)y));
}

/* What is true if both are: r != 0 & r < 0 is r < 0, and r != 0 & sign(x) != 1 is the same for r = x % y, y above zero. -1: no shorter form. */
static int both(LoopBuild *l, int x, int y)
{
    const IntStep *a = loop_int_comparison(l, x), *b = loop_int_comparison(l, y);
    if (!a || !b || b->when != IF_NOT_EQUAL || !is_constant(l, b->b, 0))
        return -1;
    if (a->when == IF_LESS && a->a == b->a && is_constant(l, a->b, 0))
        return x;
    const IntStep *r = quotient_by(l, b->a, INT_REMAINDER), *sign = a->when == IF_NOT_EQUAL && is_constant(l, a->b, 1) ? step_of(l, a->a, INT_SIGN) : NULL;
    if (r && sign && sign->a == r->a)
        return set(l, b->wide, IF_LESS, (int[]){ b->a, b->b });
    return -1;
}

static int choose(LoopBuild *l, IntStep s, CType ct)
{
    int outcome = known_outcome(l, &s), known;
    if (outcome >= 0 || s.c == s.e)
        return outcome == 1 ? s.c : s.e;
    if ((known = floor_remainder(l, &s, ct)) >= 0 || (known = floor_quotient(l, &s, ct)) >= 0)
        return known;
    s.op = INT_CHOOSE;
    s.wide_choice = is_wide(ct);
    return loop_int_step(l, &s, ct);
}

/* ---- ops ---------------------------------------------------------------------------------------------------------- */

int loop_int_select(LoopBuild *l, CType ct, const int mask_yes_no[3])
{
    const IntStep *known = loop_int_comparison(l, mask_yes_no[0]);
    IntStep s = known ? *known : (IntStep){ .when = IF_NOT_EQUAL, .a = mask_yes_no[0], .b = loop_int_constant(l, 0) };
    s.c = mask_yes_no[1];
    s.e = mask_yes_no[2];
    return choose(l, s, ct);
}

static int extreme(LoopBuild *l, CType ct, bool largest, const int ab[2])
{
    const IntValue *a = value_of(l, ab[0]), *b = value_of(l, ab[1]);
    if (ct != CT_u64 && a->least >= b->most)
        return ab[!largest];
    if (ct != CT_u64 && b->least >= a->most)
        return ab[largest];
    return choose(l, (IntStep){ .wide = is_wide(ct), .when = condition(largest ? DIR_GT : DIR_LT, is_signed(ct)), .a = ab[0], .b = ab[1], .c = ab[0], .e = ab[1] }, ct);
}

static int negation(LoopBuild *l, int x)
{
    const IntStep *known = loop_int_comparison(l, x);
    if (known)
        return set(l, known->wide, known->when ^ 1, (int[]){ known->a, known->b });
    return step_2(l, INT_XOR, CT_pred, (int[]){ x, loop_int_constant(l, 1) });
}

static int conjunction(LoopBuild *l, const int xy[2])
{
    int known = both(l, xy[0], xy[1]);
    if (known < 0)
        known = both(l, xy[1], xy[0]);
    return known >= 0 ? known : step_2(l, INT_AND, CT_pred, xy);
}

static int apply_pred(LoopBuild *l, OpCode op, const int xy[2])
{
    switch (op) {
    case OP_not: return negation(l, xy[0]);
    case OP_add: case OP_or: case OP_maximum: return step_2(l, INT_OR, CT_pred, xy);
    case OP_multiply: case OP_and: case OP_minimum: return conjunction(l, xy);
    case OP_xor: case OP_subtract: return step_2(l, INT_XOR, CT_pred, xy);
    default: g_assert_not_reached();
    }
}

static int shift(LoopBuild *l, OpCode op, CType ct, int x, int64_t n)
{
    int bits = 8 * ctype_bytes[ct];
    bool arithmetic = op == OP_shift_right_arithmetic;
    if (n >= bits && !arithmetic)
        return loop_int_constant(l, 0);
    if (n == 0)
        return x;
    if (op == OP_shift_left)
        return of_type(l, ct, step_n(l, INT_LEFT, ct, x, (int)n));
    if (bits < 32 && is_signed(ct) != arithmetic) /* what comes in from the left is another than stands above the type's bits */
        x = loop_int_step(l, &(IntStep){ .op = INT_EXTEND, .sign = arithmetic, .a = x, .b = -1, .c = -1, .e = -1, .n = bits / 8 }, CT_s32);
    return of_type(l, ct, step_n(l, arithmetic ? INT_RIGHT_SIGNED : INT_RIGHT, ct, x, (int)MIN(n, bits < 32 ? 31 : bits - 1)));
}

static int quotient(LoopBuild *l, IntOp op, CType ct, int x, int64_t y)
{
    if (!is_signed(ct) && is_power(y))
        return op == INT_REMAINDER ? step_2(l, INT_AND, ct, (int[]){ x, loop_int_constant(l, y - 1) }) :
               y == 1 ? x : step_n(l, INT_RIGHT, ct, x, __builtin_ctzll((uint64_t)y));
    return step_2(l, op, ct, (int[]){ x, loop_int_constant(l, y) });
}

static int absolute(LoopBuild *l, CType ct, int x)
{
    if (!is_signed(ct))
        return x;
    int minus = step_n(l, INT_NEGATE, ct, x, 0);
    return of_type(l, ct, choose(l, (IntStep){ .wide = is_wide(ct), .when = IF_LESS, .a = x, .b = loop_int_constant(l, 0), .c = minus, .e = x }, ct));
}

static int sign_of(LoopBuild *l, CType ct, int x)
{
    if (is_signed(ct))
        return step_n(l, INT_SIGN, ct, x, 0);
    return set(l, is_wide(ct), IF_NOT_EQUAL, (int[]){ x, loop_int_constant(l, 0) });
}

int loop_int_apply(LoopBuild *l, OpCode op, CType ct, const int xy[2])
{
    int x = xy[0];
    int64_t k = xy[1] >= 0 ? value_of(l, xy[1])->constant : 0;
    if (ct == CT_pred)
        return apply_pred(l, op, xy);
    switch (op) {
    case OP_add: return of_type(l, ct, step_2(l, INT_ADD, ct, xy));
    case OP_subtract: return of_type(l, ct, step_2(l, INT_SUBTRACT, ct, xy));
    case OP_multiply: return of_type(l, ct, step_2(l, INT_MULTIPLY, ct, xy));
    case OP_and: return step_2(l, INT_AND, ct, xy);
    case OP_or: return step_2(l, INT_OR, ct, xy);
    case OP_xor: return step_2(l, INT_XOR, ct, xy);
    case OP_not: return of_type(l, ct, step_2(l, INT_XOR, ct, (int[]){ x, loop_int_constant(l, -1) }));
    case OP_negate: return of_type(l, ct, step_n(l, INT_NEGATE, ct, x, 0));
    case OP_abs: return absolute(l, ct, x);
    case OP_sign: return sign_of(l, ct, x);
    case OP_maximum: return extreme(l, ct, true, xy);
    case OP_minimum: return extreme(l, ct, false, xy);
    case OP_shift_left: case OP_shift_right_logical: case OP_shift_right_arithmetic: return shift(l, op, ct, x, k);
    case OP_divide: return quotient(l, INT_DIVIDE, ct, x, k);
    case OP_remainder: return quotient(l, INT_REMAINDER, ct, x, k);
    default: g_assert_not_reached();
    }
}

int loop_int_convert(LoopBuild *l, const CType from_to[2], int x)
{
    CType from = from_to[0], to = from_to[1];
    if (to == CT_pred)
        return from == CT_pred ? x : set(l, is_wide(from), IF_NOT_EQUAL, (int[]){ x, loop_int_constant(l, 0) });
    if (from == CT_pred || to == from)
        return x;
    if (ctype_bytes[to] < 4)
        return step_n(l, INT_EXTEND, to, x, ctype_bytes[to]);
    if (is_wide(to) && !is_wide(from))
        return loop_int_step(l, &(IntStep){ .op = INT_EXTEND, .wide = true, .sign = is_signed(from), .a = x, .b = -1, .c = -1, .e = -1, .n = ctype_bytes[from] }, to);
    return loop_int_step(l, &(IntStep){ .op = INT_COPY, .wide = is_wide(to), .a = x, .b = -1, .c = -1, .e = -1 }, to); /* with what is known of the other type */
}

int loop_int_compare(LoopBuild *l, CompareDir dir, CType ct, const int xy[2])
{
    IntStep s = { .when = condition(dir, is_signed(ct)), .a = xy[0], .b = xy[1] };
    int outcome = known_outcome(l, &s);
    return outcome >= 0 ? loop_int_constant(l, outcome) : set(l, is_wide(ct), s.when, xy);
}
