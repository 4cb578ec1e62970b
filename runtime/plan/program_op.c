/* The instruction of one op, of a fused group or of a collective: which kernel runs it, from what and into what. */
#include "runtime/plan/program_impl.h"

#include <string.h>

#include "runtime/collective/meet.h"
#include "runtime/exec/kernels/fallback.h"

static bool unsupported(Compile *cx, const IrOp *op)
{
    const char *what = op->code == OP_custom_call ? op->a.custom.target : op_info[op->code].hlo ? op_info[op->code].hlo : op_info[op->code].id;
    return diag(cx->error, SHARD_ERROR_UNSUPPORTED, &op->at, NULL, "the executor does not run %s%s",
                op->code == OP_custom_call ? "custom-call " : "", what);
}

/* Ops that mean something by themselves, for one device. */
static bool may_fall_back(const IrOp *op)
{
    switch (op_info[op->code].family) {
    case FAMILY_token:
        return op_is_with_host(op);
    case FAMILY_collective:
    case FAMILY_async:
    case FAMILY_control:
    case FAMILY_tuple:
    case FAMILY_device_id:
    case FAMILY_manual:
    case FAMILY_group:
    case FAMILY_leaf:
        return false;
    default:
        return true;
    }
}

static MakeFn maker_of(const IrOp *op)
{
    switch (op_info[op->code].family) {
    case FAMILY_iota:
    case FAMILY_broadcast:
    case FAMILY_transpose:
    case FAMILY_reverse:
    case FAMILY_slice:
    case FAMILY_reshape:
    case FAMILY_bitcast_convert:
        return make_copy_like;
    case FAMILY_device_id:
        return make_device_id;
    case FAMILY_pad:
        return make_pad;
    case FAMILY_concatenate:
        return make_concatenate;
    case FAMILY_dynamic_slice:
        return make_dynamic_slice;
    case FAMILY_dynamic_update_slice:
        return make_dynamic_update_slice;
    case FAMILY_gather:
        return make_gather;
    case FAMILY_scatter:
        return make_scatter;
    case FAMILY_dot:
        return make_dot;
    case FAMILY_convolution:
        return make_convolution;
    case FAMILY_reduce:
        return make_reduce;
    case FAMILY_reduce_window:
        return make_reduce_window;
    case FAMILY_select_and_scatter:
        return make_select_and_scatter;
    case FAMILY_sort:
        return make_sort;
    case FAMILY_topk:
        return make_topk;
    case FAMILY_rng_bits:
        return make_rng_bits;
    case FAMILY_opaque:
        return op->code == OP_map ? make_map : op->code == OP_bitcast ? make_copy_like : NULL;
    case FAMILY_elementwise:
    case FAMILY_leaf:
    case FAMILY_fft:
    case FAMILY_linalg:
    case FAMILY_tuple:
    case FAMILY_control:
    case FAMILY_barrier:
    case FAMILY_collective:
    case FAMILY_async:
    case FAMILY_token:
    case FAMILY_custom:
    case FAMILY_constraint:
    case FAMILY_reshard:
    case FAMILY_group:
    case FAMILY_manual:
    case N_FAMILIES:
        break;
    }
    return NULL;
}

static EventCat category(const IrOp *op)
{
    switch (op_info[op->code].family) {
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
    default:
        return op->code == OP_copy ? EVENT_COPY : EVENT_COMPUTE;
    }
}

bool program_kernel(Compile *cx, ProgramValues *v, const IrOp *op)
{
    MakeFn make = maker_of(op);
    if (!make && !may_fall_back(op))
        return unsupported(cx, op);
    int n_in;
    int *in = program_operand_leaves(cx, v, op, 0, &n_in);
    if (!in)
        return false;
    int *out = program_new_leaves(cx, v, op);
    Instr *instr = program_emit(cx, INSTR_KERNEL, op, n_in, in, type_n_leaves(op->type), out);
    instr->cat = category(op);
    GError *why = NULL;
    if (make && make(cx->arena, op, instr, &why))
        return true;
    if (why && (why->code == SHARD_ERROR_VERIFY || !may_fall_back(op))) {
        g_propagate_error(cx->error, why);
        return false;
    }
    g_clear_error(&why);
    instr->in_place = NULL;
    Fallback *f = make_fallback(op, instr, cx->error);
    if (f)
        g_ptr_array_add(cx->p->fallbacks, f);
    return f != NULL;
}

bool program_group(Compile *cx, ProgramValues *v, const FuseGroup *g)
{
    Instr made = { 0 };
    FuseInputs inputs = { 0 };
    bool ok = fuse_make(cx->arena, v->c, v->fuse, g, &made, &inputs, cx->error);
    int *in = arena_array(cx->arena, int, inputs.ops.n + 1), *out = arena_array(cx->arena, int, g->outputs.n + 1);
    for (int i = 0; ok && i < inputs.ops.n; i++) {
        const int *l = program_leaves(cx, v, inputs.ops.v[i]);
        ok = l != NULL;
        if (ok)
            in[i] = l[0];
    }
    if (ok) {
        for (int i = 0; i < g->outputs.n; i++)
            out[i] = program_new_leaves(cx, v, g->outputs.v[i])[0];
        Instr *instr = program_emit(cx, INSTR_KERNEL, g->root, inputs.ops.n, in, g->outputs.n, out);
        instr->fn = made.fn;
        instr->plan = made.plan;
        instr->in_place = made.in_place;
        if (g->members.n == 1)
            instr->cat = category(g->root);
    }
    vec_clear(&inputs.ops);
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
    /* The start forms carry their operands along in their result: (in, out, context). */
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
    Instr *instr = program_emit(cx, INSTR_COLLECTIVE, op, n_in, in, c->n_results, out);
    instr->plan = c;
    instr->cat = EVENT_COLLECTIVE;
    return true;
}
