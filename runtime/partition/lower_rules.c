/* Rules to partition by, where they differ from those of propagation: a lowering may split a dim that propagation leaves whole,
 * because it adds up parts, fetches rows from neighbours or compares candidates. Start reading at lower_rule(). */
#include "runtime/partition/lower.h"

#include "runtime/ir/ragged.h"

/* For a dynamic slice: a dim sliced in part is summed over the devices that may hold the slice, so that the operand may be
 * split where the result is not. */
static const Rule *dynamic_slice_rule(Arena *arena, const IrOp *op)
{
    int rank = op->type->rank, n = 0;
    Rule *rule = arena_new(arena, Rule);
    Factor *factors = arena_array(arena, Factor, 2 * rank + 1);
    RuleTensor *tensors = arena_array(arena, RuleTensor, op->n_operands + 1);
    RuleDim *in = arena_array(arena, RuleDim, rank), *out = arena_array(arena, RuleDim, rank);
    int *ids = arena_array(arena, int, 2 * rank + 1);
    for (int d = 0; d < rank; d++) {
        int64_t size = op->operands[0]->type->dims[d];
        bool whole = size == op->type->dims[d];
        ids[n] = n;
        factors[n] = (Factor){ size, whole ? FACTOR_PASS_THROUGH : FACTOR_REDUCTION, false };
        in[d] = (RuleDim){ 1, &ids[n] };
        if (!whole) {
            n++;
            ids[n] = n;
            factors[n] = (Factor){ op->type->dims[d], FACTOR_NEED_REPLICATION, false };
        }
        out[d] = (RuleDim){ 1, &ids[n] };
        n++;
    }
    tensors[0] = (RuleTensor){ rank, in };
    tensors[op->n_operands] = (RuleTensor){ rank, out };
    *rule = (Rule){ .n_factors = n, .factors = factors, .n_operands = op->n_operands, .n_results = 1, .tensors = tensors };
    return rule;
}

/* The rule given, with result dim d as one along which devices exchange elements: for concatenations, sorts and transforms. */
static const Rule *exchanging_rule(Arena *arena, const Rule *given, int d)
{
    Rule *rule = arena_dup_array(arena, given, 1);
    Factor *factors = arena_dup_array(arena, given->factors, given->n_factors);
    const RuleDim *dim = &rule_result(given, 0)->dims[d];
    for (int i = 0; i < dim->n; i++)
        factors[dim->factors[i]].kind = FACTOR_PERMUTATION;
    rule->factors = factors;
    return rule;
}

/* For a custom-call whose text says how its dims relate. What it computes is not known, except that it treats the matrices along its
 * leading num_batch_dims dims one by one. NULL if it has no such attribute. */
static const Rule *batched_call_rule(Arena *arena, const IrOp *op, const Rule *given)
{
    const char *text = pair_get(op->pairs, op->n_pairs, "num_batch_dims");
    int n_batch = text ? (int)g_ascii_strtoll(text, NULL, 10) : -1;
    if (n_batch < 0)
        return NULL;
    Rule *rule = arena_dup_array(arena, given, 1);
    Factor *factors = arena_dup_array(arena, given->factors, given->n_factors);
    for (int f = 0; f < rule->n_factors; f++)
        for (int t = 0; t < rule->n_operands + rule->n_results; t++) {
            int d;
            if (!rule_tensor_has(&rule->tensors[t], f, &d, NULL) || d >= n_batch || rule->tensors[t].dims[d].n > 1)
                factors[f].kind = FACTOR_NEED_REPLICATION;
        }
    rule->factors = factors;
    rule->custom = false;
    return rule;
}

/* For a select-and-scatter: the source is divided as the windows are. */
static const Rule *window_back_rule(Arena *arena, const IrOp *op, const Rule *given)
{
    if (!lower_can_window_back(op))
        return given;
    int rank = op->type->rank;
    Rule *rule = arena_new(arena, Rule);
    Factor *factors = arena_array(arena, Factor, rank);
    RuleTensor *tensors = arena_array(arena, RuleTensor, 4);
    RuleDim *dims = arena_array(arena, RuleDim, rank);
    int *ids = arena_array(arena, int, rank);
    for (int d = 0; d < rank; d++) {
        const WindowDim *w = d < op->a.window.window.n ? &op->a.window.window.dims[d] : NULL;
        bool trivial = !w || (w->size == 1 && w->stride == 1 && !w->pad_lo && !w->pad_hi);
        factors[d] = (Factor){ op->type->dims[d], trivial ? FACTOR_PASS_THROUGH : FACTOR_PERMUTATION, false };
        ids[d] = d;
        dims[d] = (RuleDim){ 1, &ids[d] };
    }
    for (int t = 0; t < 4; t++)
        tensors[t] = t == 2 ? (RuleTensor){ 0, NULL } : (RuleTensor){ rank, dims };
    *rule = (Rule){ .n_factors = rank, .factors = factors, .n_operands = 3, .n_results = 1, .tensors = tensors };
    return rule;
}

/* For a gather: a dim that windows cover in part is summed over the devices that may hold some of a window, so that the operand
 * may be split where the result is not. */
static const Rule *gather_rule(Arena *arena, const IrOp *op, const Rule *given)
{
    const GatherDims *g = &op->a.gather;
    int rank = op->operands[0]->type->rank, offset = 0;
    Rule *rule = arena_dup_array(arena, given, 1);
    Factor *factors = arena_array(arena, Factor, given->n_factors + rank);
    memcpy(factors, given->factors, sizeof *factors * (size_t)given->n_factors);
    RuleTensor *tensors = arena_dup_array(arena, given->tensors, given->n_operands + given->n_results);
    RuleTensor *result = &tensors[given->n_operands];
    RuleDim *dims = arena_dup_array(arena, result->dims, result->rank);
    for (int d = 0; d < rank; d++) {
        bool gone = false, indexed = false;
        for (int i = 0; i < g->collapsed.n; i++)
            gone |= g->collapsed.v[i] == d;
        for (int i = 0; i < g->operand_batching.n; i++)
            gone |= g->operand_batching.v[i] == d;
        for (int i = 0; i < g->map.n; i++)
            indexed |= g->map.v[i] == d;
        if (gone)
            continue;
        int at = (int)g->offset.v[offset++];
        int64_t size = op->operands[0]->type->dims[d], window = g->slice_sizes.v[d];
        const RuleDim *in = &given->tensors[0].dims[d];
        if (!indexed || window <= 1 || window == size || in->n != 1)
            continue;
        int *id = arena_new(arena, int);
        *id = rule->n_factors++;
        factors[*id] = (Factor){ window, FACTOR_NEED_REPLICATION, false };
        factors[in->factors[0]].kind = FACTOR_REDUCTION;
        dims[at] = (RuleDim){ 1, id };
    }
    result->dims = dims;
    rule->factors = factors;
    rule->tensors = tensors;
    return rule;
}

/* For a scatter: updates may be split also where later ones replace earlier ones, or where they are combined by "xor". */
static const Rule *scatter_rule(Arena *arena, const IrOp *op, const Rule *given)
{
    int lead = lower_overwrites(op), n = (op->n_operands - 1) / 2;
    bool exclusive = n == 1 && comp_reduce_kind(op->comps[0]) == REDUCE_XOR;
    if (lead < 0 && !exclusive)
        return given;
    Rule *rule = arena_dup_array(arena, given, 1);
    Factor *factors = arena_dup_array(arena, given->factors, given->n_factors);
    const RuleTensor *indices = rule_operand(given, n);
    for (int d = 0; d < indices->rank; d++) {
        int f = indices->dims[d].factors[0];
        bool in_operand = rule_tensor_has(rule_operand(given, 0), f, NULL, NULL);
        if (d != op->a.gather.index_vector_dim && !in_operand && (exclusive || d == lead))
            factors[f].kind = FACTOR_REDUCTION;
    }
    rule->factors = factors;
    return rule;
}

/* For a top-k: candidates of all pieces are compared, so the dim may be split; results are whole along it. */
static const Rule *pick_rule(Arena *arena, const IrOp *op, const Rule *given)
{
    if (!lower_can_pick(op))
        return given;
    int rank = op->operands[0]->type->rank;
    Rule *rule = arena_new(arena, Rule);
    Factor *factors = arena_array(arena, Factor, rank + 1);
    RuleTensor *tensors = arena_array(arena, RuleTensor, 3);
    RuleDim *in = arena_array(arena, RuleDim, rank), *out = arena_array(arena, RuleDim, rank);
    int *ids = arena_array(arena, int, rank + 1);
    for (int f = 0; f <= rank; f++) {
        ids[f] = f;
        int64_t size = f < rank ? op->operands[0]->type->dims[f] : op->a.topk.k;
        factors[f] = (Factor){ size, f < rank - 1 ? FACTOR_PASS_THROUGH : f < rank ? FACTOR_REDUCTION : FACTOR_NEED_REPLICATION, false };
    }
    for (int d = 0; d < rank; d++) {
        in[d] = (RuleDim){ 1, &ids[d] };
        out[d] = (RuleDim){ 1, &ids[d < rank - 1 ? d : rank] };
    }
    tensors[0] = (RuleTensor){ rank, in };
    tensors[1] = tensors[2] = (RuleTensor){ rank, out };
    *rule = (Rule){ .n_factors = rank + 1, .factors = factors, .n_operands = 1, .n_results = 2, .tensors = tensors };
    return rule;
}

/* For an approximate top-k. Its rule divides the dim that it picks along as if each part gave a part of the result; here candidates of all
 * pieces are compared, as for a top-k. */
static const Rule *approx_pick_rule(Arena *arena, const IrOp *op, const Rule *given)
{
    Rule *rule = arena_dup_array(arena, given, 1);
    Factor *factors = arena_dup_array(arena, given->factors, given->n_factors);
    for (int f = 0; f < given->n_factors; f++)
        if (!rule_tensor_has(rule_result(given, 0), f, NULL, NULL))
            factors[f].kind = lower_can_pick(op) ? FACTOR_REDUCTION : FACTOR_NEED_REPLICATION;
    rule->factors = factors;
    return rule;
}

/* For a ragged dot: rows of one side and columns of the other that are not grouped, batches, and the summed dim unless groups run along
 * it may be split. NULL if the attributes for its groups are not as expected. */
static const Rule *ragged_dot_rule(Arena *arena, const IrOp *op)
{
    const DotDims *dims = &op->a.dot.dims;
    const Type *lhs = op->operands[0]->type, *rhs = op->operands[1]->type;
    int64_t ragged = lower_ragged_dim(op, "lhs_ragged_dims"), group = lower_ragged_dim(op, "rhs_group_dims");
    if (ragged < 0 || ragged >= lhs->rank || group >= rhs->rank || lhs->rank + rhs->rank > MAX_RANK)
        return NULL;
    int n = 0, out = 0;
    Rule *rule = arena_new(arena, Rule);
    Factor *factors = arena_array(arena, Factor, lhs->rank + rhs->rank + op->type->rank + 1);
    RuleDim *in[2] = { arena_array(arena, RuleDim, lhs->rank), arena_array(arena, RuleDim, rhs->rank) };
    RuleDim *result = arena_array(arena, RuleDim, op->type->rank);
    int *ids = arena_array(arena, int, lhs->rank + rhs->rank + op->type->rank + 1);
    for (int i = 0; i < lhs->rank + rhs->rank + op->type->rank + 1; i++)
        ids[i] = i;
    Ints pairs[2][2] = { { dims->lhs_batch, dims->rhs_batch }, { dims->lhs_contracting, dims->rhs_contracting } };
    bool grouped = true; /* each group leaves a result of its own: a dim in front */
    for (int kind = 0; kind < 2; kind++)
        for (int i = 0; i < pairs[kind][0].n; i++) {
            int64_t l = pairs[kind][0].v[i], r = pairs[kind][1].v[i];
            bool whole = l == ragged;
            factors[n] = (Factor){ lhs->dims[l], whole ? FACTOR_NEED_REPLICATION : kind ? FACTOR_REDUCTION : FACTOR_PASS_THROUGH, false };
            in[0][l] = in[1][r] = (RuleDim){ 1, &ids[n] };
            grouped = grouped && !(kind == 0 && whole);
            n++;
        }
    grouped = grouped && group < 0;
    if (grouped) {
        factors[n] = (Factor){ op->type->dims[0], FACTOR_NEED_REPLICATION, false };
        result[out++] = (RuleDim){ 1, &ids[n++] };
    }
    for (int i = 0; i < dims->lhs_batch.n; i++)
        result[out++] = in[0][dims->lhs_batch.v[i]];
    for (int side = 0; side < 2; side++) {
        const Type *t = side ? rhs : lhs;
        for (int d = 0; d < t->rank; d++) {
            if (in[side][d].n)
                continue;
            bool is_group = side == 1 && d == group;
            factors[n] = (Factor){ t->dims[d], is_group || (side == 0 && d == ragged) ? FACTOR_NEED_REPLICATION : FACTOR_PASS_THROUGH, false };
            in[side][d] = (RuleDim){ 1, &ids[n++] };
            if (!is_group && out < op->type->rank)
                result[out++] = in[side][d];
        }
    }
    if (out != op->type->rank)
        return NULL;
    RuleTensor *tensors = arena_array(arena, RuleTensor, 4);
    tensors[0] = (RuleTensor){ lhs->rank, in[0] };
    tensors[1] = (RuleTensor){ rhs->rank, in[1] };
    int64_t prefix[MAX_RANK];
    int n_prefix = op->operands[2]->type->rank == 1 ? 0 : ragged_dot_prefix(op, ragged, prefix);
    RuleDim *sizes = arena_array(arena, RuleDim, n_prefix + 1);
    for (int i = 0; i < n_prefix; i++)
        sizes[i] = in[0][prefix[i]];
    factors[n] = (Factor){ op->operands[2]->type->dims[n_prefix], FACTOR_NEED_REPLICATION, false };
    sizes[n_prefix] = (RuleDim){ 1, &ids[n++] };
    tensors[2] = (RuleTensor){ n_prefix + 1, sizes };
    tensors[3] = (RuleTensor){ op->type->rank, result };
    *rule = (Rule){ .n_factors = n, .factors = factors, .n_operands = 3, .n_results = 1, .tensors = tensors };
    return rule;
}

/* For a convolution: a spatial dim is divided by the positions of its window, or by taps where there are more of these. The rule given has
 * both, one within the other, so that an uneven split would fit neither. */
static const Rule *convolution_rule(Arena *arena, const IrOp *op, const Rule *given)
{
    RuleTensor *tensors = arena_dup_array(arena, given->tensors, given->n_operands + given->n_results);
    RuleDim *dims = arena_dup_array(arena, tensors[0].dims, tensors[0].rank);
    for (int i = 0; i < op->a.conv.dims.in_spatial.n; i++) {
        RuleDim *d = &dims[op->a.conv.dims.in_spatial.v[i]];
        d->n = MIN(d->n, 1);
    }
    tensors[0].dims = dims;
    Rule *rule = arena_dup_array(arena, given, 1);
    rule->tensors = tensors;
    return rule;
}

const Rule *lower_rule(Arena *arena, const IrOp *op, const Rule *rule)
{
    if (op->code == OP_convolution && rule && !rule->custom)
        return convolution_rule(arena, op, rule);
    if (op->code == OP_reshape && rule && !rule->custom)
        return lower_reshape_rule(arena, op, rule);
    if (op->code == OP_map && !rule)
        return rule_identity(arena, op->type, op->n_operands + 1);
    if (op->code == OP_scan && !rule)
        return lower_scan_rule(arena, op);
    if (op->code == OP_ragged_dot && !rule)
        return ragged_dot_rule(arena, op);
    if (op->code == OP_custom_call && rule && rule->custom) {
        const Rule *batched = batched_call_rule(arena, op, rule);
        return batched ? batched : rule;
    }
    if (rule && lower_is_approx_pick(op))
        return approx_pick_rule(arena, op, rule);
    if (op->code == OP_dynamic_slice)
        return dynamic_slice_rule(arena, op);
    if (op->code == OP_gather && rule && !rule->custom)
        return gather_rule(arena, op, rule);
    if (op->code == OP_scatter && rule && !rule->custom)
        return scatter_rule(arena, op, rule);
    if (op->code == OP_topk)
        return pick_rule(arena, op, rule);
    if (op->code == OP_sort && rule && lower_can_sort(op))
        return exchanging_rule(arena, rule, (int)op->a.sort.dim);
    for (int d = 0; op->code == OP_fft && rule && d < op->type->rank; d++)
        if (lower_can_transform(op, d))
            rule = exchanging_rule(arena, rule, d);
    if (op->code == OP_select_and_scatter)
        return window_back_rule(arena, op, rule);
    if (op->code == OP_concatenate && rule)
        return exchanging_rule(arena, rule, (int)op->a.concatenate.dim);
    return rule;
}
