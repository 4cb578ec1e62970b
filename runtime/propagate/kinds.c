/* Kinds of ops: two ops are of one kind if they compute the same thing of values of the same types, whichever values they
 * take. All that a rule, or a way to divide an op, says follows from the kind; so a model of a hundred equal layers pays
 * for one. Ops that look at more than types and attributes (calls, custom calls, regions) are each a kind of their own.
 * Start reading at op_kind_key(). */
#include "runtime/propagate/rules_impl.h"

static void add_ints(Key *k, Ints l)
{
    key_add(k, (uint64_t)l.n);
    for (int i = 0; i < l.n; i++)
        key_add(k, (uint64_t)l.v[i]);
}

static void add_array(Key *k, const int64_t *v, int n)
{
    for (int i = 0; i < n; i++)
        key_add(k, (uint64_t)v[i]);
}

static void add_window(Key *k, const Window *w)
{
    key_add(k, (uint64_t)w->n);
    for (int i = 0; i < w->n; i++) {
        const WindowDim *d = &w->dims[i];
        const int64_t v[] = { d->size, d->stride, d->pad_lo, d->pad_hi, d->base_dilation, d->window_dilation, d->reversed };
        add_array(k, v, G_N_ELEMENTS(v));
    }
}

static void add_conv(Key *k, const ConvDims *c)
{
    const int64_t v[] = { c->in_batch, c->in_feature, c->kernel_in, c->kernel_out, c->out_batch, c->out_feature, c->feature_groups, c->batch_groups };
    add_array(k, v, G_N_ELEMENTS(v));
    add_ints(k, c->in_spatial);
    add_ints(k, c->kernel_spatial);
    add_ints(k, c->out_spatial);
}

static void add_gather(Key *k, const GatherDims *g)
{
    add_ints(k, g->offset);
    add_ints(k, g->collapsed);
    add_ints(k, g->map);
    add_ints(k, g->operand_batching);
    add_ints(k, g->indices_batching);
    key_add(k, (uint64_t)g->index_vector_dim);
    add_ints(k, g->slice_sizes);
    key_add(k, (uint64_t)(g->sorted + 2 * g->unique));
}

static void add_dot(Key *k, const DotDims *d)
{
    add_ints(k, d->lhs_batch);
    add_ints(k, d->rhs_batch);
    add_ints(k, d->lhs_contracting);
    add_ints(k, d->rhs_contracting);
}

/* Reducers say what they reduce with; any other computation is only equal to itself. */
static void add_comps(Key *k, const IrOp *op)
{
    for (int i = 0; i < op->n_comps; i++) {
        ReduceKind r = comp_reduce_kind(op->comps[i]);
        key_add(k, r);
        if (r == REDUCE_OTHER)
            key_add_ptr(k, op->comps[i]);
    }
}

/* Where an update goes, and whether pieces are cut from one value, is part of some rules. */
static void add_sources(Key *k, const IrOp *op)
{
    for (int i = 2; i < op->n_operands; i++)
        key_add(k, value_resolve(op->operands[i], 0).op->code == OP_constant);
}

/* Operands that only count tell a sort where elements stood. */
static void add_counts(Key *k, const IrOp *op)
{
    for (int i = 0; i < op->n_operands; i++) {
        const IrOp *v = value_resolve(op->operands[i], 0).op;
        if (v->code == OP_iota || v->code == OP_broadcast)
            key_add_ptr(k, v);
        else
            key_add(k, 0);
    }
}

void op_kind_key(const IrOp *op, Key *k)
{
    key_init(k);
    key_add(k, (uint64_t)op->code);
    key_add_ptr(k, op->type->plain);
    key_add(k, (uint64_t)op->n_operands);
    for (int i = 0; i < op->n_operands; i++)
        key_add_ptr(k, op->operands[i]->type->plain);
    bool known = !(op->n_pairs && pair_get(op->pairs, op->n_pairs, "xla.sdy.sharding_rule"));
    switch (op_family(op)) {
    case FAMILY_elementwise:
    case FAMILY_reshape:
    case FAMILY_bitcast_convert:
    case FAMILY_constraint: break;
    case FAMILY_broadcast:
    case FAMILY_transpose:
    case FAMILY_reverse: add_ints(k, op->a.dims); break;
    case FAMILY_iota: key_add(k, (uint64_t)op->a.iota.dim); break;
    case FAMILY_slice:
        add_array(k, op->a.slice.start, op->type->rank);
        add_array(k, op->a.slice.limit, op->type->rank);
        add_array(k, op->a.slice.stride, op->type->rank);
        break;
    case FAMILY_pad:
        add_array(k, op->a.pad.lo, op->type->rank);
        add_array(k, op->a.pad.hi, op->type->rank);
        add_array(k, op->a.pad.interior, op->type->rank);
        break;
    case FAMILY_concatenate:
        key_add(k, (uint64_t)op->a.concatenate.dim);
        key_add(k, (uint64_t)op->a.concatenate.roll);
        key_add(k, rule_concatenate_kind(op));
        break;
    case FAMILY_dynamic_slice: add_ints(k, op->a.dynamic_slice.sizes); break;
    case FAMILY_dynamic_update_slice: add_sources(k, op); break;
    case FAMILY_gather:
    case FAMILY_scatter:
        add_gather(k, &op->a.gather);
        add_comps(k, op);
        break;
    case FAMILY_dot: add_dot(k, &op->a.dot.dims); break;
    case FAMILY_convolution:
        add_window(k, &op->a.conv.window);
        add_conv(k, &op->a.conv.dims);
        break;
    case FAMILY_reduce:
        add_ints(k, op->a.dims);
        add_comps(k, op);
        break;
    case FAMILY_reduce_window:
        add_window(k, &op->a.window.window);
        add_comps(k, op);
        break;
    case FAMILY_sort:
        key_add(k, (uint64_t)op->a.sort.dim);
        add_comps(k, op);
        add_counts(k, op);
        break;
    case FAMILY_topk:
        key_add(k, (uint64_t)op->a.topk.k);
        key_add(k, (uint64_t)(op->a.topk.largest + 2 * op->a.topk.stable));
        break;
    case FAMILY_leaf:
    case FAMILY_device_id:
    case FAMILY_select_and_scatter:
    case FAMILY_fft:
    case FAMILY_linalg:
    case FAMILY_rng_bits:
    case FAMILY_tuple:
    case FAMILY_control:
    case FAMILY_barrier:
    case FAMILY_collective:
    case FAMILY_async:
    case FAMILY_token:
    case FAMILY_custom:
    case FAMILY_reshard:
    case FAMILY_group:
    case FAMILY_manual:
    case FAMILY_opaque:
    case N_FAMILIES: known = false; break;
    }
    if (!known)
        key_add_ptr(k, op);
}
