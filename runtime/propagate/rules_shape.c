/* Rules of the ops that rearrange elements: broadcast, reshape, transpose, reverse, slices, pad, concatenate.
 * Sizes that differ between operand and result decide most of them. */
#include "runtime/base/gcd.h"
#include "runtime/propagate/rules_impl.h"

void rule_stretch(RuleBuilder *b, Ints dims)
{
    for (int d = 0; d < rb_rank(b, 1); d++) {
        int from = -1;
        for (int i = 0; i < dims.n; i++)
            from = dims.v[i] == d ? i : from;
        bool repeats = from >= 0 && rb_size(b, 0, from) != rb_size(b, 1, d);
        if (repeats)
            rb_map(b, 0, from, rb_factor(b, 1, FACTOR_PASS_THROUGH, false));
        int f = rb_factor(b, rb_size(b, 1, d), FACTOR_PASS_THROUGH, false);
        if (from >= 0 && !repeats)
            rb_map(b, 0, from, f);
        rb_map(b, 1, d, f);
    }
}

/* Sizes of mapped dims are equal: readers make a reshape of the rows that StableHLO would repeat. */
bool rule_broadcast(RuleBuilder *b, const IrOp *op)
{
    for (int d = 0; d < rb_rank(b, 1); d++) {
        int f = rb_factor(b, rb_size(b, 1, d), FACTOR_PASS_THROUGH, false);
        for (int i = 0; i < op->a.dims.n; i++)
            if (op->a.dims.v[i] == d)
                rb_map(b, 0, i, f);
        rb_map(b, 1, d, f);
    }
    return true;
}

bool rule_transpose(RuleBuilder *b, const IrOp *op)
{
    for (int d = 0; d < rb_rank(b, 1); d++) {
        int f = rb_factor(b, rb_size(b, 1, d), FACTOR_PASS_THROUGH, false);
        rb_map(b, 0, (int)op->a.dims.v[d], f);
        rb_map(b, 1, d, f);
    }
    return true;
}

bool rule_reverse(RuleBuilder *b, const IrOp *op)
{
    for (int d = 0; d < rb_rank(b, 1); d++)
        rb_map_all(b, d, rb_size(b, 1, d), ints_have(op->a.dims, d) ? FACTOR_PERMUTATION : FACTOR_PASS_THROUGH, false);
    return true;
}

/* One side of the walk over a reshape: dims consumed so far multiply to `dims`, factors made for them to `factors`. */
typedef struct ReshapeSide {
    int tensor, dim;
    int64_t dims, factors;
} ReshapeSide;

static bool side_done(const RuleBuilder *b, const ReshapeSide *s)
{
    return s->dim >= rb_rank(b, s->tensor);
}

static void side_add(RuleBuilder *b, ReshapeSide *s, int factor)
{
    rb_map(b, s->tensor, s->dim, factor);
    s->factors *= b->factors[factor].size;
}

/* A factor for the side that is behind, after the two have split a dim in ways that do not fit: of the size that
 * catches up if there is one, else what the other side shares none of. */
static void side_add_behind(RuleBuilder *b, ReshapeSide *s, int64_t left, int64_t other_factors, int64_t common)
{
    int64_t size = left > common ? left / common : left;
    if (other_factors % s->factors == 0 && left % (other_factors / s->factors) == 0)
        size = other_factors / s->factors;
    side_add(b, s, rb_factor(b, size, FACTOR_PASS_THROUGH, false));
}

/* Both sides are walked major to minor; what both have in common at the same stride becomes a shared factor. */
bool rule_reshape(RuleBuilder *b, const IrOp *op)
{
    if (op->type->n_elems == 0)
        return false;
    ReshapeSide in = {.tensor = 0, .dims = 1, .factors = 1}, out = {.tensor = 1, .dims = 1, .factors = 1};
    ReshapeSide *sides[] = {&in, &out};
    while (!side_done(b, &in) || !side_done(b, &out)) {
        bool ones = false;
        for (int i = 0; i < 2 && !ones; i++) {
            ReshapeSide *s = sides[i];
            if (s->dims == s->factors && !side_done(b, s) && rb_size(b, s->tensor, s->dim) == 1) {
                side_add(b, s, rb_factor(b, 1, FACTOR_PASS_THROUGH, false));
                s->dim++;
                ones = true;
            }
        }
        if (ones)
            continue;
        for (int i = 0; i < 2; i++)
            if (sides[i]->dims == sides[i]->factors && !side_done(b, sides[i]))
                sides[i]->dims *= rb_size(b, sides[i]->tensor, sides[i]->dim);
        int64_t left_in = in.dims / in.factors, left_out = out.dims / out.factors;
        int64_t common = gcd64(left_in, left_out);
        if (in.factors == out.factors && common > 1) {
            int f = rb_factor(b, common, FACTOR_PASS_THROUGH, false);
            side_add(b, &in, f);
            side_add(b, &out, f);
        } else if (in.factors == out.factors) {
            side_add(b, &in, rb_factor(b, left_in, FACTOR_PASS_THROUGH, false));
            side_add(b, &out, rb_factor(b, left_out, FACTOR_PASS_THROUGH, false));
        } else if (in.factors < out.factors) {
            side_add_behind(b, &in, left_in, out.factors, common);
        } else {
            side_add_behind(b, &out, left_out, in.factors, common);
        }
        for (int i = 0; i < 2; i++)
            if (sides[i]->dims == sides[i]->factors && !side_done(b, sides[i]))
                sides[i]->dim++;
    }
    return true;
}

/* Dims that keep their size pass through; the others get one shared factor of the operand's size. */
static bool rule_cut(RuleBuilder *b, FactorKind kind, bool blocked)
{
    int out = rb_result(b, 0);
    for (int d = 0; d < rb_rank(b, out); d++) {
        bool same = rb_size(b, 0, d) == rb_size(b, out, d);
        rb_map_all(b, d, rb_size(b, 0, d), same ? FACTOR_PASS_THROUGH : kind, !same && blocked);
    }
    return true;
}

bool rule_slice(RuleBuilder *b, const IrOp *op)
{
    (void)op;
    return rule_cut(b, FACTOR_PERMUTATION, b->conservative);
}

bool rule_pad(RuleBuilder *b, const IrOp *op)
{
    (void)op;
    return rule_cut(b, FACTOR_PERMUTATION, b->conservative);
}

bool rule_dynamic_slice(RuleBuilder *b, const IrOp *op)
{
    (void)op;
    return rule_cut(b, FACTOR_NEED_REPLICATION, true);
}

bool rule_dynamic_update_slice(RuleBuilder *b, const IrOp *op)
{
    int out = rb_result(b, 0);
    bool constant = true;
    for (int i = 2; i < op->n_operands; i++)
        constant = constant && value_resolve(op->operands[i], 0).op->code == OP_constant;
    for (int d = 0; d < rb_rank(b, out); d++) {
        int64_t size = rb_size(b, 0, d);
        if (size == rb_size(b, 1, d)) {
            rb_map_all(b, d, size, FACTOR_PASS_THROUGH, false);
            continue;
        }
        int f = rb_factor(b, size, FACTOR_PASS_THROUGH, false);
        rb_map(b, 0, d, f);
        rb_map(b, out, d, f);
        rb_map(b, 1, d, rb_factor(b, rb_size(b, 1, d), constant ? FACTOR_PASS_THROUGH : FACTOR_NEED_REPLICATION, false));
    }
    return true;
}

/* Concatenating pieces of one value moves rows between neighbours; anything else needs the dim whole. */
FactorKind rule_concatenate_kind(const IrOp *op)
{
    bool all_slices = true, one_value = true, any_slice = false;
    IrValue whole = {0};
    for (int i = 0; i < op->n_operands; i++) {
        IrValue v = value_resolve(op->operands[i], 0);
        bool sliced = v.op->code == OP_slice;
        all_slices = all_slices && sliced;
        any_slice = any_slice || sliced;
        if (sliced)
            v = value_resolve(v.op->operands[0], 0);
        one_value = one_value && (i == 0 || (v.op == whole.op && v.leaf == whole.leaf));
        whole = v;
    }
    return all_slices || (one_value && any_slice) ? FACTOR_PERMUTATION : FACTOR_NEED_REPLICATION;
}

bool rule_concatenate(RuleBuilder *b, const IrOp *op)
{
    int out = rb_result(b, 0);
    for (int d = 0; d < rb_rank(b, out); d++)
        if (d != op->a.concatenate.dim)
            rb_map_all(b, d, rb_size(b, out, d), FACTOR_PASS_THROUGH, false);
        else if (!b->conservative)
            rb_map_all(b, d, rb_size(b, out, d), rule_concatenate_kind(op), false);
    return true;
}

bool rule_bitcast_convert(RuleBuilder *b, const IrOp *op)
{
    (void)op;
    int in = rb_rank(b, 0), out = rb_rank(b, 1), shared = MIN(in, out);
    int shorter = in <= out ? 0 : 1;
    for (int d = 0; d < shared; d++)
        rb_map_all(b, d, rb_size(b, shorter, d), FACTOR_PASS_THROUGH, false);
    for (int t = 0; t < 2; t++)
        for (int d = shared; d < rb_rank(b, t); d++)
            rb_map(b, t, d, rb_factor(b, rb_size(b, t, d), FACTOR_NEED_REPLICATION, false));
    return true;
}
