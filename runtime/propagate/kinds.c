/* Kinds of ops: two ops are of the same kind if they have the same opcode, attributes and types, whatever their operands
 * are. All that a rule, or a way to divide an op, says follows from the kind; so a model of a hundred equal layers pays
 * for one. Ops that look at more than types and attributes (calls, custom calls, regions) are each a kind of their own.
 * Start reading at op_kind_key(). */
#include "runtime/propagate/rules_impl.h"

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
    op_attrs_key(op, ATTR_RULE, k);
    bool known = !(op->n_pairs && pair_get(op->pairs, op->n_pairs, "xla.sdy.sharding_rule"));
    switch (op_family(op)) { /* what rules look at besides types and attributes */
    case FAMILY_elementwise:
    case FAMILY_reshape:
    case FAMILY_bitcast_convert:
    case FAMILY_constraint:
    case FAMILY_broadcast:
    case FAMILY_transpose:
    case FAMILY_reverse:
    case FAMILY_iota:
    case FAMILY_slice:
    case FAMILY_pad:
    case FAMILY_dynamic_slice:
    case FAMILY_dot:
    case FAMILY_convolution:
    case FAMILY_topk: break;
    case FAMILY_concatenate: key_add(k, rule_concatenate_kind(op)); break;
    case FAMILY_dynamic_update_slice: add_sources(k, op); break;
    case FAMILY_gather:
    case FAMILY_scatter:
    case FAMILY_reduce:
    case FAMILY_reduce_window: add_comps(k, op); break;
    case FAMILY_sort:
        add_comps(k, op);
        add_counts(k, op);
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
