/* Rules of gather and scatter: the same walk over the dims of the slices, with operand and result swapped. */
#include "runtime/propagate/rules_impl.h"

/* Which tensors play which part. */
typedef struct IndexWalk {
    RuleBuilder *b;
    const GatherDims *dims;
    int indices;                       /* tensor number */
    int input0, n_inputs;              /* gather: the operand; scatter: the inputs, results follow them */
    int slices0, n_slices;             /* gather: the result; scatter: the updates */
    int results0, n_results;           /* scatter only */
    FactorKind batch_kind;             /* of batch dims that only indices and slices have */
} IndexWalk;

static void walk_map(const IndexWalk *w, int f, int input_dim, int indices_dim, int slices_dim)
{
    for (int i = 0; i < w->n_inputs && input_dim >= 0; i++)
        rb_map(w->b, w->input0 + i, input_dim, f);
    if (indices_dim >= 0)
        rb_map(w->b, w->indices, indices_dim, f);
    for (int i = 0; i < w->n_slices && slices_dim >= 0; i++)
        rb_map(w->b, w->slices0 + i, slices_dim, f);
    for (int i = 0; i < w->n_results && input_dim >= 0; i++)
        rb_map(w->b, w->results0 + i, input_dim, f);
}

/* A dim of the slices that runs through the input's dim `input_dim`. */
static void walk_offset(const IndexWalk *w, int input_dim, int slices_dim)
{
    int64_t input = rb_size(w->b, w->input0, input_dim), slice = rb_size(w->b, w->slices0, slices_dim);
    bool scatter = w->n_results > 0;
    if (input == slice) {
        walk_map(w, rb_factor(w->b, input, FACTOR_PASS_THROUGH, false), input_dim, -1, slices_dim);
    } else if (scatter || slice == 1) {
        walk_map(w, rb_factor(w->b, input, scatter ? FACTOR_NEED_REPLICATION : FACTOR_REDUCTION, false), input_dim, -1, -1);
        walk_map(w, rb_factor(w->b, slice, FACTOR_NEED_REPLICATION, false), -1, -1, slices_dim);
    } else {
        walk_map(w, rb_factor(w->b, input, FACTOR_NEED_REPLICATION, true), input_dim, -1, slices_dim);
    }
}

static int index_of(Ints list, int64_t x)
{
    for (int i = 0; i < list.n; i++)
        if (list.v[i] == x)
            return i;
    return -1;
}

static void walk_slices(const IndexWalk *w)
{
    const GatherDims *d = w->dims;
    int input_dim = 0, indices_dim = 0;
    for (int k = 0; k < rb_rank(w->b, w->slices0); k++) {
        if (ints_have(d->offset, k)) {
            while (ints_have(d->collapsed, input_dim) || ints_have(d->operand_batching, input_dim))
                input_dim++;
            walk_offset(w, input_dim++, k);
            continue;
        }
        if (indices_dim == d->index_vector_dim)
            indices_dim++;
        int64_t size = rb_size(w->b, w->slices0, k);
        int pair = index_of(d->indices_batching, indices_dim);
        if (pair >= 0)
            walk_map(w, rb_factor(w->b, size, FACTOR_PASS_THROUGH, false), (int)d->operand_batching.v[pair], indices_dim, k);
        else
            walk_map(w, rb_factor(w->b, size, w->batch_kind, false), -1, indices_dim, k);
        indices_dim++;
    }
}

static void walk_index_vector(const IndexWalk *w)
{
    int64_t dim = w->dims->index_vector_dim;
    if (dim < rb_rank(w->b, w->indices))
        walk_map(w, rb_factor(w->b, rb_size(w->b, w->indices, (int)dim), FACTOR_NEED_REPLICATION, false), -1, (int)dim, -1);
}

bool rule_gather(RuleBuilder *b, const IrOp *op)
{
    const GatherDims *d = &op->a.gather;
    IndexWalk w = {.b = b, .dims = d, .indices = 1, .input0 = 0, .n_inputs = 1, .slices0 = rb_result(b, 0),
                   .n_slices = 1, .batch_kind = FACTOR_PASS_THROUGH};
    walk_slices(&w);
    for (int i = 0; i < d->collapsed.n; i++) {
        int64_t size = rb_size(b, 0, (int)d->collapsed.v[i]);
        walk_map(&w, rb_factor(b, size, size == 1 ? FACTOR_NEED_REPLICATION : FACTOR_REDUCTION, false),
                 (int)d->collapsed.v[i], -1, -1);
    }
    walk_index_vector(&w);
    return true;
}

/* Updates of different devices to one place can be combined afterwards only by these. */
static bool updates_combine(const IrOp *op)
{
    switch (op->n_comps == 1 ? comp_reduce_kind(op->comps[0]) : REDUCE_OTHER) {
    case REDUCE_SUM:
    case REDUCE_PRODUCT:
    case REDUCE_MAX:
    case REDUCE_MIN:
    case REDUCE_AND:
    case REDUCE_OR:
        return true;
    case REDUCE_XOR:
    case REDUCE_OTHER:
        break;
    }
    return false;
}

/* Operands: n inputs, the indices, n updates; n results. */
bool rule_scatter(RuleBuilder *b, const IrOp *op)
{
    const GatherDims *d = &op->a.gather;
    int n = (b->n_operands - 1) / 2;
    IndexWalk w = {.b = b, .dims = d, .indices = n, .input0 = 0, .n_inputs = n, .slices0 = n + 1, .n_slices = n,
                   .results0 = rb_result(b, 0), .n_results = b->n_results,
                   .batch_kind = updates_combine(op) ? FACTOR_REDUCTION : FACTOR_NEED_REPLICATION};
    walk_slices(&w);
    for (int i = 0; i < d->collapsed.n; i++)
        walk_map(&w, rb_factor(b, rb_size(b, 0, (int)d->collapsed.v[i]), FACTOR_PASS_THROUGH, false),
                 (int)d->collapsed.v[i], -1, -1);
    walk_index_vector(&w);
    return true;
}
