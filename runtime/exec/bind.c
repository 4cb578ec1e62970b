/* Kernels by family of ops; what no kernel can do the reference evaluator does. */
#include "runtime/exec/bind.h"

#include <string.h>

#include "runtime/exec/kernels/fallback.h"
#include "runtime/exec/kernels/fused.h"

static const MakeFn makers[N_FAMILIES] = {
    [FAMILY_iota] = make_copy_like,
    [FAMILY_broadcast] = make_copy_like,
    [FAMILY_transpose] = make_copy_like,
    [FAMILY_reverse] = make_copy_like,
    [FAMILY_slice] = make_copy_like,
    [FAMILY_reshape] = make_copy_like,
    [FAMILY_bitcast_convert] = make_copy_like,
    [FAMILY_device_id] = make_device_id,
    [FAMILY_pad] = make_pad,
    [FAMILY_concatenate] = make_concatenate,
    [FAMILY_dynamic_slice] = make_dynamic_slice,
    [FAMILY_dynamic_update_slice] = make_dynamic_update_slice,
    [FAMILY_gather] = make_gather,
    [FAMILY_scatter] = make_scatter,
    [FAMILY_dot] = make_dot,
    [FAMILY_convolution] = make_convolution,
    [FAMILY_reduce] = make_reduce,
    [FAMILY_reduce_window] = make_reduce_window,
    [FAMILY_select_and_scatter] = make_select_and_scatter,
    [FAMILY_sort] = make_sort,
    [FAMILY_topk] = make_topk,
    [FAMILY_rng_bits] = make_rng_bits,
};

static MakeFn maker_of(const IrOp *op)
{
    if (op_info[op->code].family == FAMILY_opaque)
        return op->code == OP_map ? make_map : op->code == OP_bitcast ? make_copy_like : NULL;
    return makers[op_info[op->code].family];
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

static bool unsupported(const IrOp *op, GError **error)
{
    const char *what = op->code == OP_custom_call ? op->a.custom.target : op_info[op->code].hlo ? op_info[op->code].hlo : op_info[op->code].id;
    return diag(error, SHARD_ERROR_UNSUPPORTED, &op->at, NULL, "the executor does not run %s%s",
                op->code == OP_custom_call ? "custom-call " : "", what);
}

static bool bind_op(Binding *b, const IrOp *op, Bound *to, GError **error)
{
    MakeFn make = maker_of(op);
    if (!make && !may_fall_back(op))
        return unsupported(op, error);
    GError *why = NULL;
    if (make && make(b->arena, op, to, &why))
        return true;
    if (why && (why->code == SHARD_ERROR_VERIFY || !may_fall_back(op))) {
        g_propagate_error(error, why);
        return false;
    }
    g_clear_error(&why);
    Fallback *f = make_fallback(op, to, error);
    if (f)
        g_ptr_array_add(b->fallbacks, f);
    return f != NULL;
}

/* Splats are written out. */
static Buffer *constant(Binding *b, const Slot *s)
{
    void *data = arena_alloc(b->arena, (size_t)s->bytes + BUFFER_SLACK);
    const Literal *lit = s->literal;
    if (lit && lit->splat) {
        int w = elem_info[lit->type->elem].bytes;
        for (int64_t i = 0; i < lit->type->n_elems; i++)
            memcpy((char *)data + i * w, lit->data, (size_t)w);
    } else if (lit && lit->data) {
        memcpy(data, lit->data, (size_t)s->bytes);
    }
    return buffer_wrap(data, (size_t)s->bytes);
}

bool bind_program(Binding *b, const Program *p, GError **error)
{
    *b = (Binding){ .arena = arena_new_root(), .fallbacks = g_ptr_array_new_with_free_func((GDestroyNotify)fallback_free) };
    b->kernels = arena_array(b->arena, Bound, p->n_code + 1);
    b->constants = arena_array(b->arena, Buffer *, p->n_slots + 1);
    for (int i = 0; i < p->n_code; i++) {
        const Instr *in = &p->code[i];
        if (in->kind != INSTR_KERNEL)
            continue;
        if (in->fused)
            make_fused(b->arena, in->fused, &b->kernels[i]);
        else if (!bind_op(b, in->op, &b->kernels[i], error))
            return false;
        g_assert(!in->in_place || b->kernels[i].over);
    }
    for (int i = 0; i < p->n_slots; i++)
        if (p->slots[i].constant)
            b->constants[i] = constant(b, &p->slots[i]);
    return true;
}

void bind_clear(Binding *b, const Program *p)
{
    for (int i = 0; b->constants && i < p->n_slots; i++)
        buffer_unref(b->constants[i]);
    if (b->fallbacks)
        g_ptr_array_unref(b->fallbacks);
    arena_free(b->arena);
    *b = (Binding){ 0 };
}
