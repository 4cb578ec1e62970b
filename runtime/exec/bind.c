/* Selects a kernel for each instruction by the family of its op. Ops without a kernel run on the reference evaluator. */
#include "runtime/exec/bind.h"

#include <string.h>

#include "runtime/exec/kernels/fallback.h"
#include "runtime/exec/kernels/host_call.h"
#include "runtime/ir/host_call.h"
#include "runtime/exec/kernels/fused.h"
#include "runtime/exec/loop.h"
#include "runtime/plan/reduce.h"

/* The maker of an op's kernel; NULL if its family has none. */
static MakeFn maker_of(const IrOp *op)
{
    switch (op_family(op)) {
    case FAMILY_iota: return make_iota;
    case FAMILY_broadcast: return make_broadcast;
    case FAMILY_transpose: return make_transpose;
    case FAMILY_reverse: return make_reverse;
    case FAMILY_slice: return make_slice;
    case FAMILY_reshape:
    case FAMILY_bitcast_convert: return make_same_bytes;
    case FAMILY_device_id: return make_device_id;
    case FAMILY_pad: return make_pad;
    case FAMILY_concatenate: return make_concatenate;
    case FAMILY_dynamic_slice: return make_dynamic_slice;
    case FAMILY_dynamic_update_slice: return make_dynamic_update_slice;
    case FAMILY_gather: return make_gather;
    case FAMILY_scatter: return make_scatter;
    case FAMILY_dot: return make_dot;
    case FAMILY_convolution: return make_convolution;
    case FAMILY_reduce: return make_reduce;
    case FAMILY_reduce_window: return make_reduce_window;
    case FAMILY_select_and_scatter: return make_select_and_scatter;
    case FAMILY_sort: return make_sort;
    case FAMILY_topk: return make_topk;
    case FAMILY_rng_bits: return make_rng_bits;
    case FAMILY_fft: return make_fft;
    case FAMILY_opaque: return op->code == OP_map ? make_map : op->code == OP_bitcast ? make_same_bytes : NULL;
    case FAMILY_elementwise: /* run as fused groups */
    case FAMILY_leaf: case FAMILY_linalg: case FAMILY_tuple: case FAMILY_control: case FAMILY_barrier:
    case FAMILY_collective: case FAMILY_async: case FAMILY_token: case FAMILY_custom: case FAMILY_constraint: case FAMILY_reshard:
    case FAMILY_group: case FAMILY_manual: return NULL;
    case N_FAMILIES: break;
    }
    g_assert_not_reached();
}

/* True for an op that computes new integers of less than a byte: kernels compute bytes, the evaluator cuts them. */
static bool makes_cut_integers(const IrOp *op)
{
    OpFamily f = op_family(op);
    bool computes = f == FAMILY_iota || f == FAMILY_scatter || f == FAMILY_dot || f == FAMILY_convolution || f == FAMILY_reduce || f == FAMILY_reduce_window ||
                    f == FAMILY_select_and_scatter || op->code == OP_map;
    for (int leaf = 0; computes && leaf < type_n_leaves(op->type); leaf++)
        if (elem_is_cut(type_leaf(op->type, leaf)->elem))
            return true;
    return false;
}

/* True if the reference evaluator can run the op: one that is defined by its operands on one device. */
static bool may_fall_back(const IrOp *op)
{
    switch (op_family(op)) {
    case FAMILY_token: return op_is_with_host(op);
    case FAMILY_collective: case FAMILY_async: case FAMILY_control: case FAMILY_tuple: case FAMILY_device_id: case FAMILY_manual:
    case FAMILY_group: case FAMILY_leaf: return false;
    case FAMILY_elementwise: case FAMILY_iota: case FAMILY_broadcast: case FAMILY_reshape: case FAMILY_transpose: case FAMILY_reverse:
    case FAMILY_slice: case FAMILY_pad: case FAMILY_concatenate: case FAMILY_dynamic_slice: case FAMILY_dynamic_update_slice:
    case FAMILY_gather: case FAMILY_scatter: case FAMILY_bitcast_convert: case FAMILY_dot: case FAMILY_convolution: case FAMILY_reduce:
    case FAMILY_reduce_window: case FAMILY_select_and_scatter: case FAMILY_sort: case FAMILY_topk: case FAMILY_fft: case FAMILY_linalg:
    case FAMILY_rng_bits: case FAMILY_barrier: case FAMILY_custom: case FAMILY_constraint: case FAMILY_reshard: case FAMILY_opaque: return true;
    case N_FAMILIES: break;
    }
    g_assert_not_reached();
}

static bool unsupported(const IrOp *op, GError **error)
{
    const char *what = op->code == OP_custom_call ? op->a.custom.target : op_info[op->code].hlo ? op_info[op->code].hlo : op_info[op->code].id;
    return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), NULL, "the executor does not run %s%s",
                op->code == OP_custom_call ? "custom-call " : "", what);
}

static bool bind_op(Binding *b, const IrOp *op, Bound *to, GError **error)
{
    if (op_is_host_call(op)) {
        HostCall *h = make_host_call(op, to, error);
        if (h)
            g_ptr_array_add(b->host_calls, h);
        return h != NULL;
    }
    MakeFn make = makes_cut_integers(op) ? NULL : maker_of(op);
    if (!make && !may_fall_back(op))
        return unsupported(op, error);
    GError *why = NULL;
    if (make && make(b->arena, op, to, &why)) {
        if (to->code)
            g_ptr_array_add(b->codes, to->code);
        return true;
    }
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
    *b = (Binding){ .arena = arena_new_root(), .fallbacks = g_ptr_array_new_with_free_func((GDestroyNotify)fallback_free),
                    .codes = g_ptr_array_new_with_free_func((GDestroyNotify)tile_code_free),
                    .host_calls = g_ptr_array_new_with_free_func((GDestroyNotify)host_call_free),
                    .loops = g_ptr_array_new_with_free_func((GDestroyNotify)loop_free) };
    b->kernels = arena_array(b->arena, Bound, p->n_code + 1);
    b->constants = arena_array(b->arena, Buffer *, p->n_slots + 1);
    for (int i = 0; i < p->n_code; i++) {
        const Instr *in = &p->code[i];
        if (in->kind != INSTR_KERNEL)
            continue;
        if (in->fused)
            g_ptr_array_add(b->codes, make_fused(b->arena, in->fused, &b->kernels[i]));
        else if (!bind_op(b, in->op, &b->kernels[i], error))
            return false;
        g_assert(!in->in_place || b->kernels[i].over);
    }
    for (int i = 0; i < p->n_slots; i++)
        if (p->slots[i].constant)
            b->constants[i] = constant(b, &p->slots[i]);
    bind_loops(b, p);
    return true;
}

void bind_clear(Binding *b, const Program *p)
{
    for (int i = 0; b->constants && i < p->n_slots; i++)
        buffer_unref(b->constants[i]);
    if (b->fallbacks)
        g_ptr_array_unref(b->fallbacks);
    if (b->codes)
        g_ptr_array_unref(b->codes);
    if (b->loops)
        g_ptr_array_unref(b->loops);
    if (b->host_calls)
        g_ptr_array_unref(b->host_calls);
    arena_free(b->arena);
    *b = (Binding){ 0 };
}
