/* Rules of the ops that slide a window: reduce_window, select_and_scatter, convolution.
 * A split of a windowed dim needs its neighbours' edges (a permutation factor). */
#include "runtime/propagate/rules_impl.h"

/* A window of one element that visits every place once. */
static bool window_trivial(const WindowDim *w)
{
    return w->size == 1 && w->stride == 1 && w->pad_lo == 0 && w->pad_hi == 0;
}

bool rule_reduce_window(RuleBuilder *b, const IrOp *op)
{
    int out = rb_result(b, 0);
    for (int d = 0; d < rb_rank(b, out); d++) {
        bool trivial = d < op->a.window.window.n ? window_trivial(&op->a.window.window.dims[d]) : true;
        rb_map_all(b, d, rb_size(b, out, d), trivial ? FACTOR_PASS_THROUGH : FACTOR_PERMUTATION,
                   !trivial && b->conservative);
    }
    return true;
}

/* Operands: operand, source, initial value; the result has the operand's shape. */
bool rule_select_and_scatter(RuleBuilder *b, const IrOp *op)
{
    int out = rb_result(b, 0);
    for (int d = 0; d < rb_rank(b, out); d++) {
        if (d >= op->a.window.window.n || window_trivial(&op->a.window.window.dims[d])) {
            rb_map_all(b, d, rb_size(b, out, d), FACTOR_PASS_THROUGH, false);
            continue;
        }
        rb_map(b, 1, d, rb_factor(b, rb_size(b, 1, d), FACTOR_NEED_REPLICATION, false));
        int f = rb_factor(b, rb_size(b, out, d), FACTOR_PERMUTATION, b->conservative);
        rb_map(b, 0, d, f);
        rb_map(b, out, d, f);
    }
    return true;
}

/* One factor for a dim of each of the tensors named; -1 leaves a tensor out. */
static void map_conv(RuleBuilder *b, int lhs, int rhs, int out, int64_t size, FactorKind kind)
{
    int f = rb_factor(b, size, kind, false);
    if (lhs >= 0)
        rb_map(b, 0, lhs, f);
    if (rhs >= 0)
        rb_map(b, 1, rhs, f);
    if (out >= 0)
        rb_map(b, 2, out, f);
}

/* A spatial dim of the input is seen as places the window visits times places within the window; the larger of the
 * two is the major factor, and neither claims more of the input than there is. */
static void conv_spatial(RuleBuilder *b, int lhs, int rhs, int out)
{
    int64_t left = rb_size(b, 0, lhs), windows = rb_size(b, 2, out), window = rb_size(b, 1, rhs);
    for (int i = 0; i < 2; i++) {
        bool places = (windows >= window) == (i == 0);
        int64_t size = MIN(left, places ? windows : window);
        if (size <= 1)
            continue;
        if (places)
            map_conv(b, lhs, -1, out, size, FACTOR_PERMUTATION);
        else
            map_conv(b, lhs, rhs, -1, size, FACTOR_REDUCTION);
        left /= size;
    }
}

bool rule_convolution(RuleBuilder *b, const IrOp *op)
{
    const ConvDims *d = &op->a.conv.dims;
    if (b->n_operands != 2)
        return false;
    if (d->batch_groups > 1)
        map_conv(b, d->in_batch, d->kernel_out, d->out_feature, d->batch_groups, FACTOR_PASS_THROUGH);
    map_conv(b, d->in_batch, -1, d->out_batch, rb_size(b, 2, d->out_batch), FACTOR_PASS_THROUGH);
    for (int i = 0; i < d->in_spatial.n && !b->conservative; i++)
        conv_spatial(b, (int)d->in_spatial.v[i], (int)d->kernel_spatial.v[i], (int)d->out_spatial.v[i]);
    if (d->feature_groups > 1)
        map_conv(b, d->in_feature, d->kernel_out, d->out_feature, d->feature_groups, FACTOR_PASS_THROUGH);
    map_conv(b, d->in_feature, d->kernel_in, -1, rb_size(b, 1, d->kernel_in), FACTOR_REDUCTION);
    int64_t features = rb_size(b, 2, d->out_feature) / (d->feature_groups * d->batch_groups);
    if (features > 1)
        map_conv(b, -1, d->kernel_out, d->out_feature, features, FACTOR_PASS_THROUGH);
    return true;
}
