/* Rules of contractions, reductions and whole-dim algorithms: dot, reduce, sort, topk, fft, linear algebra,
 * random bits, batch norm, and collectives that the program wrote itself. */
#include "runtime/propagate/rules_impl.h"

/* Order of factors: batch, left free, right free, contracting. Only the contracting ones are reduced. */
bool rule_dot(RuleBuilder *b, const IrOp *op)
{
    const DotDims *d = &op->a.dot.dims;
    int out = rb_result(b, 0), out_dim = 0;
    for (int i = 0; i < d->lhs_batch.n; i++) {
        int f = rb_factor(b, rb_size(b, 0, (int)d->lhs_batch.v[i]), FACTOR_PASS_THROUGH, false);
        rb_map(b, 0, (int)d->lhs_batch.v[i], f);
        rb_map(b, 1, (int)d->rhs_batch.v[i], f);
        rb_map(b, out, out_dim++, f);
    }
    const Ints batch[] = {d->lhs_batch, d->rhs_batch}, contracting[] = {d->lhs_contracting, d->rhs_contracting};
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < rb_rank(b, side); k++) {
            if (ints_have(batch[side], k) || ints_have(contracting[side], k))
                continue;
            int f = rb_factor(b, rb_size(b, side, k), FACTOR_PASS_THROUGH, false);
            rb_map(b, side, k, f);
            rb_map(b, out, out_dim++, f);
        }
    for (int i = 0; i < d->lhs_contracting.n; i++) {
        int f = rb_factor(b, rb_size(b, 0, (int)d->lhs_contracting.v[i]), FACTOR_REDUCTION, false);
        rb_map(b, 0, (int)d->lhs_contracting.v[i], f);
        rb_map(b, 1, (int)d->rhs_contracting.v[i], f);
    }
    return true;
}

/* Operands: n inputs, then n initial values (scalars). */
bool rule_reduce(RuleBuilder *b, const IrOp *op)
{
    int n = b->n_operands / 2, kept = 0;
    for (int d = 0; d < rb_rank(b, 0); d++) {
        bool reduced = ints_have(op->a.dims, d);
        int f = rb_factor(b, rb_size(b, 0, d), reduced ? FACTOR_REDUCTION : FACTOR_PASS_THROUGH, false);
        for (int i = 0; i < n; i++)
            rb_map(b, i, d, f);
        if (reduced)
            continue;
        for (int i = 0; i < b->n_results; i++)
            rb_map(b, rb_result(b, i), kept, f);
        kept++;
    }
    return true;
}

bool rule_sort(RuleBuilder *b, const IrOp *op)
{
    int rank = rb_rank(b, 0);
    bool others = false; /* a dim that could take axes moved away from the sorted one */
    for (int d = 0; d < rank; d++)
        others = others || (d != op->a.sort.dim && rb_size(b, 0, d) != 1);
    for (int d = 0; d < rank; d++) {
        bool sorted = d == op->a.sort.dim;
        rb_map_all(b, d, rb_size(b, 0, d), sorted ? FACTOR_NEED_REPLICATION : FACTOR_PASS_THROUGH, sorted && !others);
    }
    return true;
}

bool rule_topk(RuleBuilder *b, const IrOp *op)
{
    (void)op;
    int rank = rb_rank(b, 0);
    for (int d = 0; d < rank; d++) {
        bool last = d == rank - 1 && rb_size(b, 0, d) != rb_size(b, 1, d);
        rb_map_all(b, d, rb_size(b, 0, d), last ? FACTOR_NEED_REPLICATION : FACTOR_PASS_THROUGH, last);
    }
    return true;
}

bool rule_fft(RuleBuilder *b, const IrOp *op)
{
    int rank = rb_rank(b, 0), first = rank - op->a.fft.length.n;
    for (int d = 0; d < rank; d++) {
        bool resized = rb_size(b, 0, d) != rb_size(b, 1, d);
        rb_map_all(b, d, rb_size(b, 0, d), d < first ? FACTOR_PASS_THROUGH : FACTOR_NEED_REPLICATION,
                   d >= first && resized);
    }
    return true;
}

/* Systems a x = b (left) or x a = b (right): each of the three matrix dims pairs a row or column of two of them. */
static void rule_triangular_solve(RuleBuilder *b, const IrOp *op)
{
    int row = rb_rank(b, 0) - 2, col = rb_rank(b, 0) - 1;
    bool left = op->a.linalg.left_side, transposed = op->a.linalg.transpose != 0;
    int free_dim = left != transposed ? row : col; /* of a; the other one is contracted */
    int contracted = free_dim == row ? col : row;
    if (left) {
        rb_map_dims(b, FACTOR_NEED_REPLICATION, 2, (TensorDim[]){{0, free_dim}, {1, row}});
        rb_map_dims(b, FACTOR_NEED_REPLICATION, 2, (TensorDim[]){{1, col}, {2, col}});
        rb_map_dims(b, FACTOR_NEED_REPLICATION, 2, (TensorDim[]){{0, contracted}, {2, row}});
    } else {
        rb_map_dims(b, FACTOR_NEED_REPLICATION, 2, (TensorDim[]){{1, row}, {2, row}});
        rb_map_dims(b, FACTOR_NEED_REPLICATION, 2, (TensorDim[]){{0, free_dim}, {1, col}});
        rb_map_dims(b, FACTOR_NEED_REPLICATION, 2, (TensorDim[]){{0, contracted}, {2, col}});
    }
}

bool rule_linalg(RuleBuilder *b, const IrOp *op)
{
    int rank = rb_rank(b, 0);
    for (int d = 0; d + 2 < rank; d++)
        rb_map_all(b, d, rb_size(b, 0, d), FACTOR_PASS_THROUGH, false);
    if (op->code == OP_triangular_solve) {
        rule_triangular_solve(b, op);
        return true;
    }
    for (int d = MAX(rank - 2, 0); d < rank; d++)
        rb_map_all(b, d, rb_size(b, 0, d), FACTOR_NEED_REPLICATION, false);
    return true;
}

/* Results: the next state, the bits. Every device needs the whole state to make its part of the bits. */
bool rule_rng_bits(RuleBuilder *b, const IrOp *op)
{
    (void)op;
    if (b->n_results != 2)
        return false;
    int state = rb_result(b, 0), bits = rb_result(b, 1);
    for (int d = 0; d < rb_rank(b, state); d++) {
        int f = rb_factor(b, rb_size(b, state, d), FACTOR_NEED_REPLICATION, true);
        if (d < rb_rank(b, 0))
            rb_map(b, 0, d, f);
        rb_map(b, state, d, f);
    }
    for (int d = 0; d < rb_rank(b, bits); d++)
        rb_map(b, bits, d, rb_factor(b, rb_size(b, bits, d), FACTOR_PASS_THROUGH, false));
    return true;
}

/* Operands: x, scale, offset, mean, variance; the last four are vectors over the feature dim. */
bool rule_batch_norm_inference(RuleBuilder *b, const IrOp *op)
{
    int out = rb_result(b, 0);
    for (int d = 0; d < rb_rank(b, out); d++) {
        int f = rb_factor(b, rb_size(b, out, d), FACTOR_PASS_THROUGH, false);
        rb_map(b, 0, d, f);
        rb_map(b, out, d, f);
        for (int i = 1; i < b->n_operands && d == op->a.batch_norm.feature; i++)
            rb_map(b, i, 0, f);
    }
    return true;
}

/* Two factors for a dim that a collective resizes: one of the operands, one of the results. */
static void map_resized(RuleBuilder *b, int dim)
{
    int n = b->n_operands;
    rb_map_range(b, 0, n, dim, rb_factor(b, rb_size(b, 0, dim), FACTOR_NEED_REPLICATION, false));
    rb_map_range(b, n, 2 * n, dim, rb_factor(b, rb_size(b, n, dim), FACTOR_NEED_REPLICATION, false));
}

/* A collective in the program itself sees local shapes; dims that it resizes cannot be split further. */
bool rule_collective(RuleBuilder *b, const IrOp *op)
{
    if (op->code == OP_all_reduce || op->code == OP_collective_permute || op->code == OP_collective_broadcast)
        return rb_pointwise(b);
    if (op->code != OP_all_gather && op->code != OP_reduce_scatter && op->code != OP_all_to_all)
        return false;
    if (b->n_operands != b->n_results || op->a.collective.dim < 0)
        return false;
    int64_t dim = op->a.collective.dim, second = op->code == OP_all_to_all ? op->a.collective.concat_dim : dim;
    for (int d = 0; d < rb_rank(b, 0); d++)
        if (d != dim && d != second)
            rb_map_all(b, d, rb_size(b, 0, d), FACTOR_PASS_THROUGH, false);
    map_resized(b, (int)dim);
    if (second != dim)
        map_resized(b, (int)second);
    return true;
}
