/* The rule table: which maker serves which op family, the builder that makers use, and the cache.
 * Start at rule_of. */
#include "runtime/propagate/rules.h"

#include "runtime/propagate/rules_impl.h"

typedef struct Kind {
    int number;
    bool made;               /* the rule is known */
    const Rule *rule;
} Kind;

struct RuleCache {
    Arena *arena;
    bool conservative;
    Memo kinds;              /* op_kind_key() -> Kind */
    VEC(Kind *) of_op;       /* by op id; NULL = not asked yet */
    int n_kinds;
};

/* ---- the builder ------------------------------------------------------------------------------ */

int rb_factor(RuleBuilder *b, int64_t size, FactorKind kind, bool blocked)
{
    if (b->n_factors == b->cap_factors) {
        b->cap_factors = b->cap_factors * 2 + 8;
        Factor *grown = arena_array(b->arena, Factor, b->cap_factors);
        if (b->n_factors > 0)
            memcpy(grown, b->factors, sizeof *grown * (size_t)b->n_factors);
        b->factors = grown;
    }
    b->factors[b->n_factors] = (Factor){.size = size, .kind = kind, .blocked = blocked};
    return b->n_factors++;
}

void rb_map(RuleBuilder *b, int tensor, int dim, int factor)
{
    BuilderDim *d = &b->dims[tensor][dim];
    if (d->n > 0 && b->factors[factor].size == 1)
        return;
    if (d->n == d->cap) {
        d->cap = d->cap * 2 + 2;
        int *grown = arena_array(b->arena, int, d->cap);
        if (d->n > 0)
            memcpy(grown, d->factors, sizeof *grown * (size_t)d->n);
        d->factors = grown;
    }
    d->factors[d->n++] = factor;
}

void rb_map_range(RuleBuilder *b, int first, int end, int dim, int factor)
{
    for (int t = first; t < end; t++)
        if (dim < rb_rank(b, t))
            rb_map(b, t, dim, factor);
}

void rb_map_dims(RuleBuilder *b, FactorKind kind, int n, const TensorDim *dims)
{
    int f = rb_factor(b, rb_size(b, dims[0].tensor, dims[0].dim), kind, false);
    for (int i = 0; i < n; i++)
        if (dims[i].dim < rb_rank(b, dims[i].tensor))
            rb_map(b, dims[i].tensor, dims[i].dim, f);
}

void rb_map_all(RuleBuilder *b, int dim, int64_t size, FactorKind kind, bool blocked)
{
    rb_map_range(b, 0, rb_n_tensors(b), dim, rb_factor(b, size, kind, blocked));
}

bool rb_pointwise(RuleBuilder *b)
{
    int lead = b->n_results > 0 ? rb_result(b, 0) : 0;
    int rank = rb_rank(b, lead);
    for (int t = 0; t < rb_n_tensors(b); t++)
        if (rb_rank(b, t) != 0 && rb_rank(b, t) != rank)
            return false;
    for (int d = 0; d < rank; d++)
        rb_map_all(b, d, rb_size(b, lead, d), FACTOR_PASS_THROUGH, false);
    return true;
}

/* Operand and result types laid out; false if a value cannot be a tensor of a rule. */
static bool rb_init(RuleBuilder *b, const RuleCache *cache, const IrOp *op, bool stretched)
{
    *b = (RuleBuilder){.arena = cache->arena, .conservative = cache->conservative, .n_operands = op->n_operands};
    for (int i = 0; i < op->n_operands; i++)
        if (op->operands[i]->type->kind == TYPE_TUPLE)
            return false;
    b->n_results = type_n_leaves(op->type);
    int n = rb_n_tensors(b);
    b->types = arena_array(b->arena, const Type *, n);
    b->dims = arena_array(b->arena, BuilderDim *, n);
    for (int t = 0; t < n; t++) {
        const Type *operand = t < b->n_operands ? (stretched ? rule_operand_of(op, t) : op->operands[t])->type : NULL;
        b->types[t] = operand ? operand : type_leaf(op->type, t - b->n_operands);
        b->dims[t] = arena_array(b->arena, BuilderDim, rb_rank(b, t));
    }
    return true;
}

static const Rule *rb_finish(RuleBuilder *b, const IrOp *op)
{
    int n = rb_n_tensors(b);
    for (int t = 0; t < n; t++)
        for (int d = 0; d < rb_rank(b, t); d++)
            if (b->dims[t][d].n == 0)
                rb_map(b, t, d, rb_factor(b, 1, FACTOR_PASS_THROUGH, false));
    RuleTensor *tensors = arena_array(b->arena, RuleTensor, n);
    for (int t = 0; t < n; t++) {
        RuleDim *dims = arena_array(b->arena, RuleDim, rb_rank(b, t));
        for (int d = 0; d < rb_rank(b, t); d++)
            dims[d] = (RuleDim){.n = b->dims[t][d].n, .factors = b->dims[t][d].factors};
        tensors[t] = (RuleTensor){.rank = rb_rank(b, t), .dims = dims};
    }
    Rule *rule = arena_new(b->arena, Rule);
    *rule = (Rule){.n_factors = b->n_factors, .factors = b->factors, .n_operands = b->n_operands,
                   .n_results = b->n_results, .tensors = tensors, .elementwise = op_is_elementwise(op)};
    return rule;
}

/* ---- the table -------------------------------------------------------------------------------- */

static bool rule_elementwise(RuleBuilder *b, const IrOp *op)
{
    (void)op;
    return rb_pointwise(b);
}

static bool rule_constraint(RuleBuilder *b, const IrOp *op)
{
    (void)op;
    return rb_pointwise(b);
}

/* Only propagation barriers relate dims by themselves; optimisation barriers are edges of the data flow. */
static bool rule_barrier(RuleBuilder *b, const IrOp *op)
{
    return op->code == OP_propagation_barrier && rb_pointwise(b);
}

static bool rule_opaque(RuleBuilder *b, const IrOp *op)
{
    return op->code == OP_batch_norm_inference && rule_batch_norm_inference(b, op);
}

static bool rule_nothing(RuleBuilder *b, const IrOp *op)
{
    (void)b;
    (void)op;
    return false;
}
#define rule_leaf rule_nothing
#define rule_iota rule_nothing
#define rule_device_id rule_nothing
#define rule_tuple rule_nothing
#define rule_control rule_nothing
#define rule_async rule_nothing
#define rule_token rule_nothing
#define rule_reshard rule_nothing
#define rule_group rule_nothing
#define rule_manual rule_nothing

static RuleFn *const makers[N_OPCODES] = {
#define OP(id, hlo, mlir, args, family, ...) [OP_##id] = rule_##family,
#include "runtime/ir/ops.def"
};

bool op_is_elementwise(const IrOp *op)
{
    if (op->code == OP_constraint || op->code == OP_reshard || op->code == OP_propagation_barrier)
        return true;
    if (op->code == OP_bitcast_convert)
        return op->type->rank == op->operands[0]->type->rank;
    /* Shardy sees erf as a custom call and therefore not as one of the element-wise ops. */
    return op_family(op) == FAMILY_elementwise && op->code != OP_erf;
}

const Rule *rule_identity(Arena *arena, const Type *type, int n_tensors)
{
    int rank = type->kind == TYPE_ARRAY ? type->rank : 0;
    Factor *factors = arena_array(arena, Factor, rank);
    int *numbers = arena_array(arena, int, rank);
    RuleDim *dims = arena_array(arena, RuleDim, rank);
    for (int d = 0; d < rank; d++) {
        factors[d].size = type->dims[d];
        numbers[d] = d;
        dims[d] = (RuleDim){.n = 1, .factors = &numbers[d]};
    }
    RuleTensor *tensors = arena_array(arena, RuleTensor, n_tensors);
    for (int t = 0; t < n_tensors; t++)
        tensors[t] = (RuleTensor){.rank = rank, .dims = dims};
    Rule *rule = arena_new(arena, Rule);
    *rule = (Rule){.n_factors = rank, .factors = factors, .n_operands = n_tensors - 1, .n_results = 1, .tensors = tensors};
    return rule;
}

RuleCache *rule_cache_new(Arena *arena, bool conservative)
{
    RuleCache *cache = g_new0(RuleCache, 1);
    *cache = (RuleCache){.arena = arena, .conservative = conservative, .kinds = {.arena = arena}};
    return cache;
}

void rule_cache_free(RuleCache *cache)
{
    if (!cache)
        return;
    vec_clear(&cache->of_op);
    g_free(cache);
}

static const Rule *rule_make(RuleCache *cache, const IrOp *op)
{
    const char *stated = pair_get(op->pairs, op->n_pairs, "xla.sdy.sharding_rule");
    if (stated && !op_repeats_rule(op) && !broadcast_stretched(op))
        return rule_parse(cache->arena, stated, op, NULL);
    RuleBuilder b;
    if (makers[op->code] == rule_nothing || !rb_init(&b, cache, op, false) || !makers[op->code](&b, op))
        return NULL;
    return rb_finish(&b, op);
}

IrOp *rule_operand_of(const IrOp *op, int i)
{
    const IrOp *reshape = broadcast_stretched(op);
    return reshape ? reshape->operands[i] : op->operands[i];
}

const Rule *rule_of_stretched(RuleCache *cache, const IrOp *op)
{
    const char *stated = pair_get(op->pairs, op->n_pairs, "xla.sdy.sharding_rule");
    if (stated)
        return rule_parse(cache->arena, stated, op, NULL);
    RuleBuilder b;
    g_assert(rb_init(&b, cache, op, true));
    rule_stretch(&b, broadcast_stretched(op)->a.stretched);
    return rb_finish(&b, op);
}

static Kind *kind_of(RuleCache *cache, const IrOp *op)
{
    while (cache->of_op.n <= op->id)
        vec_push(&cache->of_op, NULL);
    Kind *kind = cache->of_op.v[op->id];
    if (kind)
        return kind;
    Key key;
    op_kind_key(op, &key);
    kind = memo_get(&cache->kinds, &key);
    if (!kind) {
        kind = arena_new(cache->arena, Kind);
        kind->number = cache->n_kinds++;
        memo_put(&cache->kinds, &key, kind);
    }
    return cache->of_op.v[op->id] = kind;
}

int rule_kind(RuleCache *cache, const IrOp *op)
{
    return kind_of(cache, op)->number;
}

const Rule *rule_of(RuleCache *cache, const IrOp *op)
{
    Kind *kind = kind_of(cache, op);
    if (!kind->made) {
        kind->rule = rule_make(cache, op);
        kind->made = true;
    }
    return kind->rule;
}

bool rule_tensor_has(const RuleTensor *t, int factor, int *dim, int *at)
{
    for (int d = 0; d < t->rank; d++)
        for (int i = 0; i < t->dims[d].n; i++)
            if (t->dims[d].factors[i] == factor) {
                if (dim)
                    *dim = d;
                if (at)
                    *at = i;
                return true;
            }
    return false;
}
