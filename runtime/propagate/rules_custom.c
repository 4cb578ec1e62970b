/* Rules of the custom calls whose meaning is known. Others have none and keep their operands as they are. */
#include "runtime/propagate/rules_impl.h"

static const char *const pointwise_targets[] = {
    "annotate_device_placement", "Cholesky", "CompactWyHelper", "InspectSharding",
    "InvertDiagBlocksLowerTriangular", "InvertDiagBlocksUpperTriangular", "LayoutConstraint", "mhlo.erf",
    "MoveToDevice", "MoveToHost", "X64SplitHigh", "X64SplitLow", "xla.megascale.provide_metadata",
    "_SPMDInternalOp_MultiPad", "_SPMDInternalOp_RotateRight", "_SPMDInternalOp_MultiRotate",
    "_SPMDInternalOp_MultiSlice", "_SPMDInternalOp_Wrap", NULL,
};

static int batch_dims(RuleBuilder *b)
{
    int n = MAX(rb_rank(b, 0) - 2, 0);
    for (int d = 0; d < n; d++)
        rb_map_all(b, d, rb_size(b, 0, d), FACTOR_PASS_THROUGH, false);
    return n;
}

/* matrix -> vectors, values */
static bool rule_eigh(RuleBuilder *b)
{
    if (b->n_operands != 1 || b->n_results != 2 || rb_rank(b, 0) < 2)
        return false;
    int n = batch_dims(b);
    rb_map_dims(b, FACTOR_PASS_THROUGH, 2, (TensorDim[]){{0, n}, {1, n}});
    rb_map_dims(b, FACTOR_PASS_THROUGH, 3, (TensorDim[]){{0, n + 1}, {1, n + 1}, {2, n}});
    return true;
}

/* matrix -> packed factors, scalars of the reflectors */
static bool rule_qr(RuleBuilder *b)
{
    if (b->n_operands != 1 || b->n_results != 2 || rb_rank(b, 0) < 2 || rb_rank(b, 2) < 1)
        return false;
    int n = batch_dims(b), taus = rb_rank(b, 2) - 1;
    rb_map_dims(b, FACTOR_NEED_REPLICATION, 2, (TensorDim[]){{0, n}, {1, n}});
    rb_map_dims(b, FACTOR_NEED_REPLICATION, 2, (TensorDim[]){{0, n + 1}, {1, n + 1}});
    rb_map(b, 2, taus, rb_factor(b, rb_size(b, 2, taus), FACTOR_NEED_REPLICATION, false));
    return true;
}

static bool rule_householder(RuleBuilder *b)
{
    if (b->n_operands != 2 || b->n_results != 1 || rb_rank(b, 0) < 2 || rb_rank(b, 1) < 1)
        return false;
    int n = batch_dims(b), taus = rb_rank(b, 1) - 1;
    rb_map_dims(b, FACTOR_NEED_REPLICATION, 2, (TensorDim[]){{0, n}, {2, n}});
    rb_map_dims(b, FACTOR_NEED_REPLICATION, 2, (TensorDim[]){{0, n + 1}, {2, n + 1}});
    rb_map(b, 1, taus, rb_factor(b, rb_size(b, 1, taus), FACTOR_NEED_REPLICATION, false));
    return true;
}

/* Operands: values, their indices, then two scalars; the reduced dim is the one whose size changes. */
static bool rule_approx_topk(RuleBuilder *b)
{
    if (b->n_operands < 2 || b->n_results != 2)
        return false;
    int out = rb_result(b, 0);
    for (int d = 0; d < rb_rank(b, 0); d++) {
        if (rb_size(b, 0, d) == rb_size(b, out, d)) {
            rb_map_all(b, d, rb_size(b, 0, d), FACTOR_PASS_THROUGH, false);
            continue;
        }
        rb_map_range(b, 0, 2, d, rb_factor(b, rb_size(b, 0, d), FACTOR_PASS_THROUGH, false));
        rb_map_range(b, out, out + 2, d, rb_factor(b, rb_size(b, out, d), FACTOR_NEED_REPLICATION, true));
    }
    return true;
}

/* Two halves joined to one 64-bit value; the state of a random generator must stay whole. */
static bool rule_x64_combine(RuleBuilder *b, const IrOp *op)
{
    const IrComp *c = op->parent;
    for (int i = op->pos + 1; c && i < c->n_ops; i++)
        for (int k = 0; k < c->ops[i]->n_operands; k++)
            if (c->ops[i]->code == OP_rng_bit_generator && c->ops[i]->operands[k] == op) {
                rb_map_all(b, 0, rb_size(b, rb_result(b, 0), 0), FACTOR_NEED_REPLICATION, true);
                return true;
            }
    return rb_pointwise(b);
}

/* Of a call that says how many leading dims count matrices it takes one by one, as JAX's calls of LAPACK do where no rule of Shardy's
 * is beside it. */
static bool rule_batched(RuleBuilder *b, const IrOp *op)
{
    const char *text = pair_get(op->pairs, op->n_pairs, "num_batch_dims");
    int64_t n = text ? g_ascii_strtoll(text, NULL, 10) : 0;
    if (n <= 0 || rb_n_tensors(b) == 0)
        return false;
    for (int t = 0; t < rb_n_tensors(b); t++) {
        if (rb_rank(b, t) < n)
            return false;
        for (int d = 0; d < n; d++)
            if (rb_size(b, t, d) != rb_size(b, 0, d))
                return false;
    }
    for (int d = 0; d < n; d++)
        rb_map_all(b, d, rb_size(b, 0, d), FACTOR_PASS_THROUGH, false);
    for (int t = 0; t < rb_n_tensors(b); t++)
        for (int d = (int)n; d < rb_rank(b, t); d++)
            rb_map(b, t, d, rb_factor(b, rb_size(b, t, d), FACTOR_NEED_REPLICATION, false));
    return true;
}

bool rule_custom(RuleBuilder *b, const IrOp *op)
{
    const char *target = op->a.custom.target ? op->a.custom.target : "";
    for (int i = 0; pointwise_targets[i]; i++)
        if (strcmp(target, pointwise_targets[i]) == 0)
            return rb_pointwise(b);
    if (strcmp(target, "Eigh") == 0)
        return rule_eigh(b);
    if (strcmp(target, "Qr") == 0 || strcmp(target, "QrDecompositionBlock") == 0)
        return rule_qr(b);
    if (strcmp(target, "ProductOfElementaryHouseholderReflectors") == 0)
        return rule_householder(b);
    if (strcmp(target, "mhlo.topk") == 0 || strcmp(target, "TopK") == 0)
        return b->n_operands == 1 && rule_topk(b, op);
    if (strcmp(target, "ApproxTopK") == 0 || strcmp(target, "PartialReduce") == 0)
        return rule_approx_topk(b);
    if (strcmp(target, "X64Combine") == 0 && rb_rank(b, rb_result(b, 0)) > 0)
        return rule_x64_combine(b, op);
    return rule_batched(b, op);
}
