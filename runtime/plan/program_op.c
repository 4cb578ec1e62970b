/* Makes the instruction of an op, of a fused group or of a collective: what it reads and writes, and which results may overwrite operands. */
#include "runtime/plan/program_impl.h"

#include <string.h>


bool op_overwrites(const IrOp *op, int result, int operand)
{
    switch (op_family(op)) {
    case FAMILY_dynamic_update_slice: return result == 0 && operand == 0;
    case FAMILY_scatter: return result == operand && operand < op->n_operands / 2;
    case FAMILY_elementwise: case FAMILY_leaf: case FAMILY_iota: case FAMILY_device_id: case FAMILY_broadcast:
    case FAMILY_reshape: case FAMILY_transpose: case FAMILY_reverse: case FAMILY_slice: case FAMILY_pad: case FAMILY_concatenate:
    case FAMILY_dynamic_slice: case FAMILY_gather: case FAMILY_bitcast_convert: case FAMILY_dot: case FAMILY_convolution:
    case FAMILY_reduce: case FAMILY_reduce_window: case FAMILY_select_and_scatter: case FAMILY_sort: case FAMILY_topk:
    case FAMILY_fft: case FAMILY_linalg: case FAMILY_rng_bits: case FAMILY_tuple: case FAMILY_control: case FAMILY_barrier:
    case FAMILY_collective: case FAMILY_async: case FAMILY_token: case FAMILY_custom: case FAMILY_constraint:
    case FAMILY_reshard: case FAMILY_group: case FAMILY_manual: case FAMILY_opaque: return false;
    case N_FAMILIES: break;
    }
    g_assert_not_reached();
}

static EventCat category(const IrOp *op)
{
    switch (op_family(op)) {
    case FAMILY_broadcast:
    case FAMILY_transpose:
    case FAMILY_reverse:
    case FAMILY_slice:
    case FAMILY_pad:
    case FAMILY_concatenate:
    case FAMILY_dynamic_slice:
    case FAMILY_dynamic_update_slice:
    case FAMILY_bitcast_convert:
    case FAMILY_reshape:
        return EVENT_COPY;
    case FAMILY_elementwise: return op->code == OP_copy ? EVENT_COPY : EVENT_COMPUTE;
    case FAMILY_leaf: case FAMILY_iota: case FAMILY_device_id: case FAMILY_gather: case FAMILY_scatter: case FAMILY_dot:
    case FAMILY_convolution: case FAMILY_reduce: case FAMILY_reduce_window: case FAMILY_select_and_scatter: case FAMILY_sort:
    case FAMILY_topk: case FAMILY_fft: case FAMILY_linalg: case FAMILY_rng_bits: case FAMILY_tuple: case FAMILY_control:
    case FAMILY_barrier: case FAMILY_collective: case FAMILY_async: case FAMILY_token: case FAMILY_custom:
    case FAMILY_constraint: case FAMILY_reshard: case FAMILY_group: case FAMILY_manual: case FAMILY_opaque: return EVENT_COMPUTE;
    case N_FAMILIES: break;
    }
    g_assert_not_reached();
}

/* For each result, the operand that it may overwrite; NULL if there is none at all. */
static const int *overwritten(Compile *cx, const IrOp *op, int n_out, int n_in)
{
    int *choice = NULL;
    for (int o = 0; o < n_out; o++)
        for (int i = 0; i < n_in; i++)
            if (op_overwrites(op, o, i)) {
                if (!choice)
                    choice = memset(arena_array(cx->arena, int, n_out), -1, sizeof(int) * (size_t)n_out);
                choice[o] = i;
            }
    return choice;
}

bool program_kernel(Compile *cx, ProgramValues *v, const IrOp *op)
{
    int n_in, n_out = type_n_leaves(op->type);
    int *in = program_operand_leaves(cx, v, op, 0, &n_in);
    if (!in)
        return false;
    int *out = program_new_leaves(cx, v, op);
    Instr *instr = program_emit(cx, INSTR_KERNEL, op, (SlotList){ n_in, in }, (SlotList){ n_out, out });
    instr->cat = category(op);
    instr->in_place = overwritten(cx, op, n_out, n_in);
    return true;
}

bool program_group(Compile *cx, ProgramValues *v, const FuseGroup *g)
{
    FusedOps made = { 0 };
    bool ok = fuse_make(cx->arena, v->c, v->fuse, g, &made, cx->error);
    int n_in = made.inputs.ops.n, *in = arena_array(cx->arena, int, n_in + 1), *out = arena_array(cx->arena, int, g->outputs.n + 1);
    for (int i = 0; ok && i < n_in; i++) {
        const int *l = program_leaves(cx, v, made.inputs.ops.v[i]);
        ok = l != NULL;
        if (ok)
            in[i] = l[0];
    }
    if (ok) {
        for (int i = 0; i < g->outputs.n; i++)
            out[i] = program_new_leaves(cx, v, g->outputs.v[i])[0];
        Instr *instr = program_emit(cx, INSTR_KERNEL, g->root, (SlotList){ n_in, in }, (SlotList){ g->outputs.n, out });
        instr->fused = made.code;
        instr->in_place = made.in_place;
        if (g->members.n == 1)
            instr->cat = category(g->root);
    }
    vec_clear(&made.inputs.ops);
    return ok;
}

bool program_collective(Compile *cx, ProgramValues *v, const IrOp *op)
{
    Collective *c = collective_new(cx->arena, op, cx->p->n_replicas, cx->p->n_partitions, cx->error);
    int n_in;
    int *in = c ? program_operand_leaves(cx, v, op, 0, &n_in) : NULL;
    if (!in)
        return false;
    c->index = cx->collectives.n;
    vec_push(&cx->collectives, c);
    /* The results of start ops contain their operands: (in, out, context). */
    int *out = arena_array(cx->arena, int, c->n_results + 1), n_leaves = type_n_leaves(op->type), first = 0;
    int *leaves = arena_array(cx->arena, int, n_leaves + 1);
    if (op->code == OP_all_gather_start || op->code == OP_collective_permute_start) {
        first = c->n_operands;
        memcpy(leaves, in, sizeof(int) * (size_t)MIN(n_leaves, first));
    }
    for (int i = 0; i < c->n_results; i++) {
        out[i] = program_slot(cx, op, first + i, type_bytes(c->result_types[i]));
        if (first + i < n_leaves)
            leaves[first + i] = out[i];
    }
    for (int i = first + c->n_results; i < n_leaves; i++)
        leaves[i] = cx->dummy;
    v->leaves[op->pos] = leaves;
    Instr *instr = program_emit(cx, INSTR_COLLECTIVE, op, (SlotList){ n_in, in }, (SlotList){ c->n_results, out });
    instr->collective = c;
    instr->cat = EVENT_COLLECTIVE;
    return true;
}
