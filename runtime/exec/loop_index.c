/* Gathers and scatters with one index, as `x[i, j]` and `x.at[i, j].add(y)` are written. */
#include "runtime/exec/loop_impl.h"
#include "runtime/compute/copy.h"
#include "runtime/plan/reduce.h"

#include <string.h>

typedef struct IndexWindow {
    const GatherDims *g;
    const Type *large, *index;
    int64_t dims[MAX_RANK];
    LoopBox box;
} IndexWindow;

static bool window_box(IndexWindow *w)
{
    const GatherDims *g = w->g;
    if (w->index->n_elems != g->map.n || g->operand_batching.n || w->index->elem == ELEM_u64 || elem_info[w->index->elem].bits < 8)
        return false;
    for (int d = 0; d < w->large->rank; d++)
        if (w->dims[d] > w->large->dims[d])
            return false;
    return loop_box(w->large, w->dims, &w->box);
}

/* The component of the index that says where the window is in a dim, -1 = it is at the beginning. */
static int component(const GatherDims *g, int dim)
{
    for (int k = 0; k < g->map.n; k++)
        if (g->map.v[k] == dim)
            return k;
    return -1;
}

/* r8 = the window's first byte in the array. Outside: moved into it, or a jump (to be added to `skips`). Changes rax, rdx. */
static void place_of(LoopBuild *l, const IndexWindow *w, int index, bool moves, size_t *skips, int *n_skips)
{
    Code *c = &l->code;
    int64_t strides[MAX_RANK], bytes = elem_info[w->large->elem].bytes;
    strides_of(w->large->rank, w->large->dims, strides);
    code_alu(c, ALU_XOR, R8, R8);
    for (int d = 0; d < w->large->rank; d++) {
        int k = component(w->g, d);
        int64_t most = w->large->dims[d] - w->dims[d];
        if (k < 0 || (most == 0 && moves))
            continue;
        loop_load_index(l, RAX, index, k);
        if (moves) {
            loop_keep_within(l, most);
        } else {
            code_int_move(c, true, RDX, (IntPlace){ .kind = INT_CONSTANT, .constant = most });
            code_alu(c, ALU_COMPARE, RAX, RDX);
            skips[(*n_skips)++] = code_jump(c, IF_ABOVE); /* below zero as well, without a sign */
        }
        loop_add_index(l, strides[d] * bytes);
    }
}

static Mem beyond(Mem m, int64_t bytes)
{
    return (Mem){ m.base, m.disp + (int32_t)bytes };
}

bool loop_gather(LoopBuild *l, const Instr *in)
{
    const IrOp *op = in->op;
    IndexWindow w = { .g = &op->a.gather, .large = op->operands[0]->type, .index = op->operands[1]->type };
    for (int d = 0; d < w.large->rank; d++)
        w.dims[d] = op->a.gather.slice_sizes.v[d];
    if (op->n_operands != 2 || !window_box(&w))
        return false;
    loop_close(l);
    place_of(l, &w, in->in[1], true, NULL, NULL);
    loop_add_address(l, in->in[0]);
    Mem to = loop_address(l, loop_home(l, in->out[0]), R9);
    for (int64_t i = 0; i < w.box.n_runs; i++)
        loop_copy(l, beyond(to, w.box.in_small[i]), (Mem){ R8, (int32_t)w.box.in_large[i] }, w.box.run);
    return true;
}

/* The sizes of the window that an update has: those of its window dims, in order, 1 where a dim was inserted. */
static bool window_of_update(IndexWindow *w, const Type *update)
{
    int at = 0;
    for (int d = 0; d < w->large->rank; d++) {
        bool inserted = false;
        for (int k = 0; k < w->g->collapsed.n; k++)
            inserted |= w->g->collapsed.v[k] == d;
        if (!inserted && at >= w->g->offset.n)
            return false;
        w->dims[d] = inserted ? 1 : update->dims[w->g->offset.v[at++]];
    }
    return window_box(w);
}

/* What is done with the old element and the new one: OP_copy takes the new one; N_OPCODES: something else. */
static OpCode combines(const IrComp *c, ElemType e)
{
    const IrOp *r = c->root;
    if (r->code == OP_parameter && r->a.parameter.number == 1)
        return OP_copy;
    bool plain = r->code == OP_add || r->code == OP_multiply || r->code == OP_maximum || r->code == OP_minimum;
    if (!plain || !elem_is_ctype(e) || e == ELEM_pred || r->operands[0]->code != OP_parameter || r->operands[1]->code != OP_parameter ||
        r->operands[0]->a.parameter.number != 0 || r->operands[1]->a.parameter.number != 1)
        return N_OPCODES;
    return r->code;
}

/* The elements at r8, combined with the update, into `to`. False: there are no vector instructions for that. */
static bool combine(LoopBuild *l, const IndexWindow *w, OpCode code, int update)
{
    ElemType e = w->large->elem;
    int bytes = elem_info[e].bytes, n = (int)(w->box.run / bytes);
    RegInfo info = { .kind = n == 1 ? REG_ONE : REG_TILE };
    int old = loop_new_reg(l, e, info, (VecHome){ .at = loop_fixed(l, 32) }), next = loop_new_reg(l, e, info, (VecHome){ .at = loop_fixed(l, 32) });
    TileStep s = { .d = (int16_t)next, .a = (int16_t)old, .b = (int16_t)loop_reg(l, update), .c = -1, .sense = { MEANS_OP, .op = code, .ct = ctype_of(e) } };
    vec_code_reset(&l->probe, bytes);
    if (!vec_expand(&l->probe, &s))
        return false;
    loop_copy(l, (Mem){ RBX, l->home[old].at }, (Mem){ R8, 0 }, w->box.run);
    loop_open(l, bytes, 0);
    vec_expand(&l->vec, &s);
    loop_assign(l, next, l->vec.of_reg[next]);
    loop_close(l);
    loop_copy(l, (Mem){ R8, 0 }, (Mem){ RBX, l->home[next].at }, w->box.run);
    return true;
}

static bool can_combine(LoopBuild *l, const IndexWindow *w, OpCode code, int update)
{
    if (code == OP_copy)
        return true;
    ElemType e = w->large->elem;
    const Type *t = loop_slot_type(l, update);
    if (code == N_OPCODES || w->box.n_runs != 1 || w->box.run > 32 || !t || t->elem != e || t->n_elems * elem_info[e].bytes != w->box.run || l->n_regs > 29000)
        return false;
    TileStep s = { .d = (int16_t)loop_reg(l, update), .a = (int16_t)loop_reg(l, update), .b = (int16_t)loop_reg(l, update), .c = -1,
                   .sense = { MEANS_OP, .op = code, .ct = ctype_of(e) } };
    vec_code_reset(&l->probe, elem_info[e].bytes);
    return vec_expand(&l->probe, &s);
}

bool loop_scatter(LoopBuild *l, const Instr *in)
{
    const IrOp *op = in->op;
    if (op->n_operands != 3)
        return false;
    IndexWindow w = { .g = &op->a.gather, .large = op->type, .index = op->operands[1]->type };
    if (!window_of_update(&w, op->operands[2]->type))
        return false;
    OpCode code = combines(op->comps[0], w.large->elem);
    loop_close(l);
    if (!can_combine(l, &w, code, in->in[2]))
        return false;
    Storage x = loop_storage(l, in->in[0]), y = loop_storage(l, in->out[0]);
    if (x.kind != y.kind || x.at != y.at) {
        Mem to = loop_address(l, loop_home(l, in->out[0]), R8), from = loop_address(l, loop_home(l, in->in[0]), RDX);
        loop_copy(l, to, from, type_bytes(op->type));
    }
    size_t skips[MAX_RANK];
    int n_skips = 0;
    place_of(l, &w, in->in[1], false, skips, &n_skips);
    loop_add_address(l, in->out[0]);
    if (code == OP_copy) {
        Mem from = loop_address(l, loop_home(l, in->in[2]), R9);
        for (int64_t i = 0; i < w.box.n_runs; i++)
            loop_copy(l, (Mem){ R8, (int32_t)w.box.in_large[i] }, beyond(from, w.box.in_small[i]), w.box.run);
    } else {
        bool done = combine(l, &w, code, in->in[2]);
        g_assert(done);
    }
    for (int i = 0; i < n_skips; i++)
        code_jumps_here(&l->code, skips[i]);
    return true;
}
