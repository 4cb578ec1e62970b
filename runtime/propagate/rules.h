/* How an op relates the dims of its operands and results: Shardy's factors.
 *
 * A rule names every independent loop of an op (a factor) and says, for each dim of each operand and result,
 * which factors it is made of, major to minor. Propagation, reshard insertion, cost and explanation read this one
 * table; the makers live in rules_shape.c, rules_dot.c, rules_window.c, rules_index.c, one function per op family.
 * Source: Shardy's sharding representation (factor shardings) and its op rules, which these follow one to one.
 *
 * Example, dot_general of f32[b,m,k] with f32[b,k,n]:
 *   factors  i = b (pass-through), j = m (pass-through), k = n (pass-through), l = k (reduction)
 *   text     ([i, j, l],[i, l, k])->([i, j, k]) {i=.., j=.., k=.., l=..} reduction={l}  */
#pragma once

#include <glib.h>

#include "runtime/ir/ir.h"

typedef enum FactorKind {
    FACTOR_PASS_THROUGH,     /* each part is computed from the same part of the inputs */
    FACTOR_REDUCTION,        /* summed away: a split leaves partial results */
    FACTOR_NEED_REPLICATION, /* every device needs all of it: a split must be gathered first */
    FACTOR_PERMUTATION,      /* a split works if neighbours exchange data (halo, reversal) */
} FactorKind;

typedef struct Factor {
    int64_t size;
    FactorKind kind;
    bool blocked;            /* propagation does not go through it in any direction */
} Factor;

typedef struct RuleDim {     /* factors of one dim, major to minor; n >= 1 */
    int n;
    const int *factors;      /* indices in Rule.factors */
} RuleDim;

typedef struct RuleTensor {  /* rank 0: a scalar, a token, or an operand that the rule leaves alone */
    int rank;
    const RuleDim *dims;
} RuleTensor;

typedef struct Rule {
    int n_factors;
    const Factor *factors;
    int n_operands, n_results; /* a result tensor per leaf of the op's type */
    const RuleTensor *tensors; /* operands, then results */
    bool elementwise;          /* every factor is one dim of every tensor, and the op is a true element-wise one */
    bool custom;               /* stated by the program, not by the table: not to be used for partitioning */
} Rule;

typedef struct RuleCache RuleCache;

/* Rules live in `arena`. An op's rule is made once: change its operands, types or attributes, and the cache is stale
 * (use a new one per pass). `conservative`: no propagation through windows, slices, pads and concatenated dims. */
RuleCache *rule_cache_new(Arena *arena, bool conservative);
void rule_cache_free(RuleCache *cache);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RuleCache, rule_cache_free)

/* The rule of an op, or NULL if it has none: control flow, tuples, sources without operands (constant, iota,
 * parameter), collectives over hosts, ops that the table does not know. Ops whose operands are tuples have none. */
const Rule *rule_of(RuleCache *cache, const IrOp *op);
/* What propagation takes for the operand: of a broadcast that stretches dims of one element the value with these dims, of
 * which the rule of rule_of_stretched speaks. That of rule_of is for the two ops that stand in the module. */
IrOp *rule_operand_of(const IrOp *op, int i);
const Rule *rule_of_stretched(RuleCache *cache, const IrOp *op);
/* The kind of the op, counted from 0: ops that do the same with values of the same types have the same number (kinds.c), and
 * the same rule. All ops asked about must be of one module. */
int rule_kind(RuleCache *cache, const IrOp *op);

/* One factor per dim of `type`, shared by all of n_tensors values of that type, the last of which is the result. */
const Rule *rule_identity(Arena *arena, const Type *type, int n_tensors);

/* True if the op's own family relates dims one to one (add, select, convert, constraint, reshard, ...), with or
 * without a rule. Priorities of Shardy's aggressive strategy ask this. */
bool op_is_elementwise(const IrOp *op);

/* The tensor of operand i or of result leaf i. */
static inline const RuleTensor *rule_operand(const Rule *rule, int i)
{
    return &rule->tensors[i];
}
static inline const RuleTensor *rule_result(const Rule *rule, int i)
{
    return &rule->tensors[rule->n_operands + i];
}
/* True if some dim of the tensor has the factor; *dim and *at (place in the dim's list) may be NULL. */
bool rule_tensor_has(const RuleTensor *t, int factor, int *dim, int *at);
/* The factor's letter as Shardy writes it: i, j, .. z, z_1, .. */
void factor_name(GString *out, int factor);
/* "pass-through", "reduction", "need replication", "permutation". */
const char *factor_kind_name(FactorKind kind);
/* Shardy's text: ([ij])->([i, j]) {i=2, j=4} reduction={..}. */
void rule_print(GString *out, const Rule *rule);
/* Reads that text (as in the attribute sdy.sharding_rule, with or without #sdy.op_sharding_rule<>), for an op with
 * these operand and result types; sets rule->custom if the text says so. NULL + error if it does not fit them. */
const Rule *rule_parse(Arena *arena, const char *text, const IrOp *op, GError **error);
/* Rules that the program states fit their ops; rule_of has no way to say so. */
bool rules_check(const IrModule *m, GError **error);
/* True of ops that may carry such a text without it being theirs: HLO repeats a call's on what takes its tuple apart. */
static inline bool op_repeats_rule(const IrOp *op)
{
    return op->code == OP_get_tuple_element || op->code == OP_tuple;
}
