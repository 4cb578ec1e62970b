/* Which factors of an op's rule the lowerings (lower_*.c) can split over devices; see lower.h. */
#include "runtime/partition/lower.h"

#include "runtime/shard/tiles.h"

static int dim_of(const RuleTensor *t, int factor)
{
    int dim;
    return rule_tensor_has(t, factor, &dim, NULL) ? dim : -1;
}

/* True if the indices give a position in dim d; in other dims every window begins at 0. */
static bool is_indexed(const IrOp *op, int d)
{
    for (int i = 0; i < op->a.gather.map.n; i++)
        if (op->a.gather.map.v[i] == d)
            return true;
    return false;
}

bool lower_can_pass(const IrOp *op, const Rule *rule, int f)
{
    switch (op_family(op)) {
    case FAMILY_dynamic_update_slice: { /* dims of the update alone stay whole */
        if (dim_of(rule_operand(rule, 0), f) < 0)
            return false;
        return true;
    }
    case FAMILY_convolution: { /* batch, features where no groups tie them, and whole groups; a spatial dim is never only the result's */
        const ConvDims *c = &op->a.conv.dims;
        int out = dim_of(rule_result(rule, 0), f);
        if (out == c->out_batch)
            return dim_of(rule_operand(rule, 0), f) == c->in_batch && c->batch_groups == 1;
        if (out != c->out_feature || dim_of(rule_operand(rule, 1), f) != c->kernel_out)
            return false;
        bool counts_groups = dim_of(rule_operand(rule, 0), f) >= 0; /* else features within one */
        return counts_groups || (c->feature_groups == 1 && c->batch_groups == 1);
    }
    case FAMILY_reshape: /* memory that both sides cut alike */
        return dim_of(rule_operand(rule, 0), f) >= 0 && dim_of(rule_result(rule, 0), f) >= 0;
    case FAMILY_select_and_scatter: return true;
    case FAMILY_rng_bits: return lower_can_draw(op) && dim_of(&rule->tensors[rule->n_operands + 1], f) >= 0;
    case FAMILY_scatter: { /* window dims that updates cover in part are fixed to the operand's whole dim */
        int d = dim_of(rule_operand(rule, 0), f);
        if (d < 0)
            return true;
        for (int i = 0; i < op->a.gather.collapsed.n; i++)
            if (op->a.gather.collapsed.v[i] == d)
                return is_indexed(op, d);
        for (int i = 0; i < op->a.gather.operand_batching.n; i++)
            if (op->a.gather.operand_batching.v[i] == d)
                return true;
        return dim_of(rule_operand(rule, rule->n_operands - 1), f) >= 0;
    }
    case FAMILY_elementwise: case FAMILY_leaf: case FAMILY_iota: case FAMILY_device_id: case FAMILY_broadcast:
    case FAMILY_transpose: case FAMILY_reverse: case FAMILY_slice: case FAMILY_pad:
    case FAMILY_concatenate: case FAMILY_dynamic_slice: case FAMILY_gather: case FAMILY_bitcast_convert:
    case FAMILY_dot: case FAMILY_reduce: case FAMILY_reduce_window: case FAMILY_sort: case FAMILY_topk:
    case FAMILY_fft: case FAMILY_linalg: case FAMILY_tuple: case FAMILY_control: case FAMILY_barrier:
    case FAMILY_collective: case FAMILY_async: case FAMILY_token: case FAMILY_custom: case FAMILY_constraint:
    case FAMILY_reshard: case FAMILY_group: case FAMILY_manual: case FAMILY_opaque: case N_FAMILIES: break;
    }
    return true;
}

/* The window dim whose taps are the factor f, all of them; -1 if it is none that may be split. */
static int taps_of(const IrOp *op, const Rule *rule, int f)
{
    const ConvDims *c = &op->a.conv.dims;
    int d = dim_of(rule_operand(rule, 1), f);
    for (int i = 0; d >= 0 && i < c->kernel_spatial.n; i++)
        if (c->kernel_spatial.v[i] == d)
            return dim_of(rule_operand(rule, 0), f) == c->in_spatial.v[i] && op->a.conv.window.dims[i].base_dilation == 1 &&
                   !op->a.conv.window.dims[i].reversed && rule->factors[f].size == op->operands[1]->type->dims[d] ? i : -1;
    return -1;
}

/* True if the initial value may be used by every device. Partial results are combined, so it would count once per device, which is known
 * to change nothing only for named reductions (sum, maximum ..). For others a constant is assumed to be the neutral element. */
static bool counts_init_once(const IrOp *op)
{
    int n = op->n_operands / 2;
    if (n == 1 && comp_reduce_kind(op->comps[0]) != REDUCE_OTHER)
        return true;
    for (int i = n; i < op->n_operands; i++) {
        const IrOp *init = op->operands[i];
        while (init->code == OP_reshard || init->code == OP_copy || init->code == OP_constraint || init->code == OP_convert || init->code == OP_broadcast ||
               init->code == OP_reshape)
            init = init->operands[0];
        if (init->code != OP_constant)
            return false;
    }
    return true;
}

bool lower_can_reduce(const IrOp *op, const Rule *rule, int f)
{
    if (op->code == OP_ragged_dot)
        return true;
    if (lower_is_approx_pick(op))
        return lower_can_pick(op);
    switch (op_family(op)) {
    case FAMILY_dot:
    case FAMILY_dynamic_slice: return true;
    case FAMILY_reduce: return counts_init_once(op);
    case FAMILY_topk: return lower_can_pick(op);
    case FAMILY_convolution: { /* the taps of a window; input features, not through groups */
        const ConvDims *c = &op->a.conv.dims;
        if (taps_of(op, rule, f) >= 0)
            return true;
        return c->feature_groups == 1 && dim_of(rule_operand(rule, 0), f) == c->in_feature && dim_of(rule_operand(rule, 1), f) == c->kernel_in;
    }
    case FAMILY_gather: { /* rows of a split dim: the devices that hold them contribute them */
        int d = dim_of(rule_operand(rule, 0), f);
        return d >= 0 && is_indexed(op, d);
    }
    case FAMILY_scatter: /* updates in the tail of uneven pieces are dropped by index vectors out of range, so there must be index vectors */
        return (op->n_operands - 1) / 2 == 1 && op->a.gather.map.n > 0 &&
               (comp_reduce_kind(op->comps[0]) != REDUCE_OTHER || lower_overwrites(op) >= 0);
    case FAMILY_elementwise: case FAMILY_leaf: case FAMILY_iota: case FAMILY_device_id: case FAMILY_broadcast: case FAMILY_reshape:
    case FAMILY_transpose: case FAMILY_reverse: case FAMILY_slice: case FAMILY_pad: case FAMILY_concatenate:
    case FAMILY_dynamic_update_slice: case FAMILY_bitcast_convert: case FAMILY_reduce_window: case FAMILY_select_and_scatter:
    case FAMILY_sort: case FAMILY_fft: case FAMILY_linalg: case FAMILY_rng_bits: case FAMILY_tuple: case FAMILY_control:
    case FAMILY_barrier: case FAMILY_collective: case FAMILY_async: case FAMILY_token: case FAMILY_custom: case FAMILY_constraint:
    case FAMILY_reshard: case FAMILY_group: case FAMILY_manual: case FAMILY_opaque: case N_FAMILIES: break;
    }
    return false;
}

bool lower_can_permute(const IrOp *op, const Rule *rule, int f)
{
    const RuleTensor *in = rule_operand(rule, 0), *out = rule_result(rule, 0);
    int d = dim_of(in, f), o = dim_of(out, f);
    if (d < 0 || o < 0)
        return false;
    if (op->code != OP_concatenate && op->operands[0]->type->dims[d] == 0) /* there is nothing to send */
        return false;
    if (op->code == OP_scan)
        return lower_scan_runs(op);
    switch (op_family(op)) {
    case FAMILY_slice:
    case FAMILY_reverse:
    case FAMILY_concatenate: return true;
    case FAMILY_sort: return lower_can_sort(op) && d == op->a.sort.dim;
    case FAMILY_fft: return lower_can_transform(op, d);
    case FAMILY_pad: return true;
    case FAMILY_reduce_window: return counts_init_once(op); /* it fills what a window reads beyond a piece */
    case FAMILY_select_and_scatter: return lower_can_window_back(op);
    case FAMILY_convolution: {
        const ConvDims *c = &op->a.conv.dims;
        for (int i = 0; i < op->a.conv.window.n; i++)
            if (c->in_spatial.v[i] == d)
                return c->out_spatial.v[i] == o;
        return false;
    }
    case FAMILY_elementwise: case FAMILY_leaf: case FAMILY_iota: case FAMILY_device_id: case FAMILY_broadcast: case FAMILY_reshape:
    case FAMILY_transpose: case FAMILY_dynamic_slice: case FAMILY_dynamic_update_slice: case FAMILY_gather: case FAMILY_scatter:
    case FAMILY_bitcast_convert: case FAMILY_dot: case FAMILY_reduce: case FAMILY_topk: case FAMILY_linalg: case FAMILY_rng_bits:
    case FAMILY_tuple: case FAMILY_control: case FAMILY_barrier: case FAMILY_collective: case FAMILY_async: case FAMILY_token:
    case FAMILY_custom: case FAMILY_constraint: case FAMILY_reshard: case FAMILY_group: case FAMILY_manual: case FAMILY_opaque:
    case N_FAMILIES: break;
    }
    return false;
}

bool lower_may_take_whole(const IrOp *op)
{
    switch (op_family(op)) {
    case FAMILY_slice: case FAMILY_pad: case FAMILY_reverse: case FAMILY_concatenate: case FAMILY_reduce_window: case FAMILY_convolution:
    case FAMILY_select_and_scatter: return true;
    case FAMILY_elementwise: case FAMILY_leaf: case FAMILY_iota: case FAMILY_device_id: case FAMILY_broadcast: case FAMILY_reshape:
    case FAMILY_transpose: case FAMILY_dynamic_slice: case FAMILY_dynamic_update_slice: case FAMILY_gather: case FAMILY_scatter:
    case FAMILY_bitcast_convert: case FAMILY_dot: case FAMILY_reduce: case FAMILY_sort: case FAMILY_topk: case FAMILY_fft:
    case FAMILY_linalg: case FAMILY_rng_bits: case FAMILY_tuple: case FAMILY_control: case FAMILY_barrier: case FAMILY_collective:
    case FAMILY_async: case FAMILY_token: case FAMILY_custom: case FAMILY_constraint: case FAMILY_reshard: case FAMILY_group:
    case FAMILY_manual: case FAMILY_opaque: case N_FAMILIES: break;
    }
    return false;
}

int64_t lower_taps_left(const WindowDim *w, int64_t n, int64_t parts)
{
    return w->size * w->window_dilation - w->pad_lo >= n ? 0 : w->size % tile_size(w->size, parts);
}

void lower_restrict(Arena *arena, const IrOp *op, const Rule *rule, AxisList *axes)
{
    if (op->code == OP_sort && rule_operand(rule, 0)->rank) {
        AxisList *a = &axes[rule_operand(rule, 0)->dims[op->a.sort.dim].factors[0]];
        *a = a->n ? lower_sort_axes(arena, op->operands[0]->type->dims[op->a.sort.dim], *a) : *a;
    }
    for (int d = 0; op->code == OP_fft && d < op->type->rank; d++) {
        AxisList *a = &axes[rule_operand(rule, 0)->dims[d].factors[0]];
        *a = a->n && lower_can_transform(op, d) ? lower_fft_axes(arena, op->type->dims[d], *a) : *a;
    }
    for (int f = 0; f < rule->n_factors && lower_is_approx_pick(op); f++) /* equal pieces only: the value to pad with is not known */
        while (rule->factors[f].kind == FACTOR_REDUCTION && axes[f].n && rule->factors[f].size % axis_list_size(axes[f]))
            axes[f].n--;
    if (op->code != OP_convolution)
        return;
    /* Taps are not split together with the places that their window visits; only one dim may have a shorter last part. */
    bool has_left = false;
    for (int f = 0; f < rule->n_factors; f++) {
        int k = dim_of(rule_operand(rule, 1), f);
        bool is_spatial = false;
        for (int i = 0; k >= 0 && i < op->a.conv.dims.kernel_spatial.n; i++)
            is_spatial |= op->a.conv.dims.kernel_spatial.v[i] == k;
        if (!is_spatial || !axes[f].n)
            continue;
        int w = taps_of(op, rule, f);
        bool left = w >= 0 && lower_taps_left(&op->a.conv.window.dims[w], op->operands[0]->type->dims[op->a.conv.dims.in_spatial.v[w]],
                                              axis_list_size(axes[f])) > 0;
        bool keep = w >= 0 && !(left && has_left);
        for (int g = 0; keep && g < rule->n_factors; g++)
            keep = g == f || !axes[g].n || dim_of(rule_operand(rule, 0), g) != op->a.conv.dims.in_spatial.v[w];
        has_left |= left && keep;
        if (!keep)
            axes[f] = (AxisList){ NULL, 0 };
    }
}

bool lower_leaves_partial(const IrOp *op)
{
    if (op->code == OP_topk || lower_is_approx_pick(op) || (op->code == OP_scatter && lower_overwrites(op) >= 0))
        return false;
    if (op->code != OP_reduce)
        return true;
    return op->n_operands == 2 && comp_reduce_kind(op->comps[0]) != REDUCE_OTHER;
}
