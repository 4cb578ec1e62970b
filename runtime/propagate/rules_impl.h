/* What the rule makers share: a builder that collects factors, and one function per op family.
 * A maker adds factors and maps dims to them; dims that it leaves out get a factor of size 1 of their own when
 * the rule is finished. A maker returns false if the op has no rule. */
#pragma once

#include "runtime/base/memo.h"
#include "runtime/propagate/rules.h"

typedef struct BuilderDim {
    int n, cap;
    int *factors;
} BuilderDim;

typedef struct RuleBuilder {
    Arena *arena;
    bool conservative;
    int n_operands, n_results;
    const Type **types;       /* of the tensors, operands first */
    BuilderDim **dims;        /* per tensor, rank entries */
    int n_factors, cap_factors;
    Factor *factors;
} RuleBuilder;

typedef bool RuleFn(RuleBuilder *b, const IrOp *op);

static inline int rb_n_tensors(const RuleBuilder *b)
{
    return b->n_operands + b->n_results;
}
static inline int rb_rank(const RuleBuilder *b, int tensor)
{
    return b->types[tensor]->kind == TYPE_ARRAY ? b->types[tensor]->rank : 0;
}
static inline int64_t rb_size(const RuleBuilder *b, int tensor, int dim)
{
    return b->types[tensor]->dims[dim];
}
/* Tensor number of result leaf i. */
static inline int rb_result(const RuleBuilder *b, int i)
{
    return b->n_operands + i;
}
/* A new factor; returns its index. */
int rb_factor(RuleBuilder *b, int64_t size, FactorKind kind, bool blocked);
/* Appends the factor to a dim, as the minor-most one. A factor of size 1 is not added to a dim that has another. */
void rb_map(RuleBuilder *b, int tensor, int dim, int factor);
/* The factor for `dim` of each tensor in [first, end) that has that dim. */
void rb_map_range(RuleBuilder *b, int first, int end, int dim, int factor);
typedef struct TensorDim {
    int tensor, dim;
} TensorDim;
/* One new factor for n dims, of the size of the first; a dim that its tensor lacks is left out. */
void rb_map_dims(RuleBuilder *b, FactorKind kind, int n, const TensorDim *dims);
/* One new factor for `dim` of each tensor that has that dim. */
void rb_map_all(RuleBuilder *b, int dim, int64_t size, FactorKind kind, bool blocked);
/* One pass-through factor per dim of the first result (of the first operand if there is none). False if a tensor
 * that is not a scalar has another rank. */
bool rb_pointwise(RuleBuilder *b);

RuleFn rule_broadcast, rule_reshape, rule_transpose, rule_reverse, rule_slice, rule_pad, rule_concatenate,
    rule_dynamic_slice, rule_dynamic_update_slice, rule_bitcast_convert; /* rules_shape.c */
/* broadcast_in_dim as it was written: `dims` has the result dim of each operand dim. */
void rule_stretch(RuleBuilder *b, Ints dims);
RuleFn rule_dot, rule_reduce, rule_sort, rule_topk, rule_fft, rule_linalg, rule_rng_bits, rule_collective,
    rule_batch_norm_inference; /* rules_dot.c */
RuleFn rule_reduce_window, rule_select_and_scatter, rule_convolution; /* rules_window.c */
RuleFn rule_gather, rule_scatter; /* rules_index.c */
RuleFn rule_custom; /* rules_custom.c */
/* What the concatenated dim is: pieces of one value move between neighbours, others need it whole. */
FactorKind rule_concatenate_kind(const IrOp *op);
/* The words that say what kind of op it is (kinds.c). */
void op_kind_key(const IrOp *op, Key *k);
