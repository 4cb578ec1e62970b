/* Ops within a loop that only move elements: slices at computed places, and small arrays put together of others. */
#include "runtime/compute/copy.h"
#include "runtime/exec/kernel.h"
#include "runtime/exec/loop_impl.h"

#include <string.h>

enum { MOST_RUN = 512, MOST_MAPPED = 1024, MOST_PIECES = 96, MOST_WINDOWS = 400 };

Mem loop_address(LoopBuild *l, VecHome h, Gpr scratch)
{
    if (!h.pointer)
        return (Mem){ RBX, h.at };
    code_load(&l->code, scratch, (Mem){ RBX, h.at }, 8, false);
    return (Mem){ scratch, h.offset };
}

static Mem beyond(Mem m, int64_t bytes)
{
    return (Mem){ m.base, m.disp + (int32_t)bytes };
}

void loop_copy(LoopBuild *l, Mem to, Mem from, int64_t bytes)
{
    Code *c = &l->code;
    if (bytes > MOST_RUN) {
        loop_before_call(l);
        code_address(c, RDI, to);
        code_address(c, RSI, from);
        code_move_constant(c, RDX, bytes);
        code_call(c, (uintptr_t)memmove);
        loop_after_call(l);
        return;
    }
    int64_t at = 0;
    for (; bytes - at >= 16; at += bytes - at >= 32 ? 32 : 16) {
        bool half = bytes - at < 32;
        code_load_vector(c, 0, beyond(from, at), half);
        code_store_vector(c, beyond(to, at), 0, half);
    }
    for (int w = 8; w >= 1; w /= 2)
        for (; bytes - at >= w; at += w) {
            code_load(c, RAX, beyond(from, at), w, false);
            code_store(c, beyond(to, at), RAX, w);
        }
}

/* ---- slices at computed places ----------------------------------------------------------------------------------- */

bool loop_box(const Type *large, const int64_t *dims, LoopBox *b)
{
    int64_t bytes = elem_info[large->elem].bytes, strides[MAX_RANK], small_strides[MAX_RANK], n = 1;
    int inner = large->rank;
    for (int d = 0; d < large->rank; d++)
        n *= dims[d];
    b->run = bytes;
    while (inner > 0) {
        inner--;
        b->run *= dims[inner];
        if (dims[inner] != large->dims[inner])
            break;
    }
    b->n_runs = b->run ? n * bytes / b->run : 0;
    if (b->n_runs < 1 || b->n_runs > LOOP_MOST_RUNS || (b->n_runs > 1 && b->run > MOST_RUN) || type_bytes(large) > INT32_MAX)
        return false;
    strides_of(large->rank, large->dims, strides);
    strides_of(large->rank, dims, small_strides);
    for (int64_t i = 0; i < b->n_runs; i++) {
        int64_t rest = i;
        b->in_large[i] = b->in_small[i] = 0;
        for (int d = inner - 1; d >= 0; d--) {
            int64_t at = rest % dims[d];
            rest /= dims[d];
            b->in_large[i] += at * strides[d] * bytes;
            b->in_small[i] += at * small_strides[d] * bytes;
        }
    }
    return true;
}

static bool can_index(const IrOp *op, int first)
{
    for (int i = first; i < op->n_operands; i++)
        if (op->operands[i]->type->rank != 0 || op->operands[i]->type->elem == ELEM_u64 || elem_info[op->operands[i]->type->elem].bits < 8)
            return false;
    return op->n_operands - first == op->operands[0]->type->rank;
}

void loop_add_index(LoopBuild *l, int64_t stride)
{
    Code *c = &l->code;
    if (stride > 1 && (stride & (stride - 1)) == 0)
        code_shift(c, SHIFT_LEFT, true, RAX, __builtin_ctzll((uint64_t)stride));
    else if (stride > 1)
        code_multiply(c, RAX, (int32_t)stride);
    code_alu(c, ALU_ADD, R8, RAX);
}

void loop_keep_within(LoopBuild *l, int64_t most)
{
    Code *c = &l->code;
    code_alu(c, ALU_XOR, RDX, RDX);
    code_alu(c, ALU_TEST, RAX, RAX);
    code_move_if(c, IF_NEGATIVE, RAX, RDX);
    code_int_move(c, true, RDX, (IntPlace){ .kind = INT_CONSTANT, .constant = most });
    code_alu(c, ALU_COMPARE, RAX, RDX);
    code_move_if(c, IF_GREATER, RAX, RDX);
}

void loop_add_address(LoopBuild *l, int slot)
{
    VecHome h = loop_home(l, slot);
    if (h.pointer) {
        code_arith(&l->code, ARITH_ADD, true, R8, (IntPlace){ .kind = INT_IN_MEMORY, .mem = { RBX, h.at } });
    } else {
        code_address(&l->code, RDX, (Mem){ RBX, h.at });
        code_alu(&l->code, ALU_ADD, R8, RDX);
    }
}

/* r8 = the first byte of the box, from starts that are kept within the array. Changes rax, rdx. */
static void place_of(LoopBuild *l, const Instr *in, int first, const Type *small)
{
    const Type *large = in->op->operands[0]->type;
    int64_t strides[MAX_RANK], bytes = elem_info[large->elem].bytes;
    strides_of(large->rank, large->dims, strides);
    code_alu(&l->code, ALU_XOR, R8, R8);
    for (int d = 0; d < large->rank; d++) {
        int64_t most = large->dims[d] - small->dims[d];
        if (most == 0)
            continue;
        loop_load_index(l, RAX, in->in[first + d], 0);
        loop_keep_within(l, most);
        loop_add_index(l, strides[d] * bytes);
    }
}

static bool dynamic_slice(LoopBuild *l, const Instr *in)
{
    LoopBox b;
    if (!can_index(in->op, 1) || !loop_box(in->op->operands[0]->type, in->op->type->dims, &b))
        return false;
    loop_close(l);
    place_of(l, in, 1, in->op->type);
    loop_add_address(l, in->in[0]);
    Mem to = loop_address(l, loop_home(l, in->out[0]), R9);
    for (int64_t i = 0; i < b.n_runs; i++)
        loop_copy(l, beyond(to, b.in_small[i]), (Mem){ R8, (int32_t)b.in_large[i] }, b.run);
    return true;
}

static bool dynamic_update_slice(LoopBuild *l, const Instr *in)
{
    LoopBox b;
    const Type *small = in->op->operands[1]->type;
    if (!can_index(in->op, 2) || !loop_box(in->op->type, small->dims, &b))
        return false;
    loop_close(l);
    Storage x = loop_storage(l, in->in[0]), y = loop_storage(l, in->out[0]);
    if (x.kind != y.kind || x.at != y.at) {
        Mem to = loop_address(l, loop_home(l, in->out[0]), R8), from = loop_address(l, loop_home(l, in->in[0]), RDX);
        loop_copy(l, to, from, type_bytes(in->op->type));
    }
    place_of(l, in, 2, small);
    loop_add_address(l, in->out[0]);
    Mem from = loop_address(l, loop_home(l, in->in[1]), R9);
    for (int64_t i = 0; i < b.n_runs; i++)
        loop_copy(l, (Mem){ R8, (int32_t)b.in_large[i] }, beyond(from, b.in_small[i]), b.run);
    return true;
}

/* ---- small arrays put together of others -------------------------------------------------------------------------- */

static int64_t element(const Type *t, const int64_t *at)
{
    int64_t e = 0;
    for (int d = 0; d < t->rank; d++)
        e = e * t->dims[d] + at[d];
    return e;
}

/* The element of an operand that is at `at` in the result. */
static LoopSource source_of(const IrOp *op, const int64_t *at)
{
    const Type *x = op->operands[0]->type;
    int64_t from[MAX_RANK] = { 0 };
    if (op->code == OP_slice) {
        for (int d = 0; d < x->rank; d++)
            from[d] = op->a.slice.start[d] + at[d] * op->a.slice.stride[d];
    } else if (op->code == OP_reverse) {
        memcpy(from, at, sizeof(int64_t) * (size_t)x->rank);
        for (int i = 0; i < op->a.dims.n; i++)
            from[op->a.dims.v[i]] = x->dims[op->a.dims.v[i]] - 1 - from[op->a.dims.v[i]];
    } else if (op->code == OP_transpose) {
        for (int d = 0; d < x->rank; d++)
            from[op->a.dims.v[d]] = at[d];
    } else if (op->code == OP_broadcast) {
        for (int d = 0; d < x->rank; d++)
            from[d] = at[op->a.dims.v[d]];
    } else { /* concatenate */
        int dim = (int)op->a.concatenate.dim, k = 0;
        memcpy(from, at, sizeof(int64_t) * (size_t)x->rank);
        while (from[dim] >= op->operands[k]->type->dims[dim])
            from[dim] -= op->operands[k++]->type->dims[dim];
        return (LoopSource){ k, element(op->operands[k]->type, from) };
    }
    return (LoopSource){ 0, element(x, from) };
}

/* How many elements from i on follow each other in their operand, at most as many as are copied without a call. */
static int64_t run_at(const LoopSource *from, int64_t i, int64_t n, int64_t w)
{
    int64_t run = 1;
    while (i + run < n && from[i + run].operand == from[i].operand && from[i + run].elem == from[i].elem + run && (run + 1) * w <= MOST_RUN)
        run++;
    return run;
}

/* By vectors, if that takes fewer than there are pieces. */
static bool weave(LoopBuild *l, const Instr *in, const LoopSource *from, int pieces)
{
    const Type *t = in->op->type;
    int w = elem_info[t->elem].bytes;
    struct LoopWoven *sources = g_new(struct LoopWoven, in->n_in);
    bool apart = l->n_regs < 25000;
    Storage to = loop_storage(l, in->out[0]);
    for (int i = 0; i < in->n_in; i++) {
        Storage x = loop_storage(l, in->in[i]);
        sources[i] = (struct LoopWoven){ loop_home(l, in->in[i]), in->op->operands[i]->type->n_elems };
        apart &= x.kind != to.kind || x.at != to.at;
    }
    LoopWeave x = { w == 4 ? ELEM_u32 : ELEM_u64, w, t->n_elems, from, sources };
    int windows = apart && pieces > 1 ? loop_weave_windows(&x) : -1;
    bool ok = windows > 0 && windows < pieces && windows <= MOST_WINDOWS;
    if (ok)
        loop_weave(l, &x, loop_home(l, in->out[0]));
    g_free(sources);
    return ok;
}

static bool mapped(LoopBuild *l, const Instr *in)
{
    const IrOp *op = in->op;
    const Type *t = op->type;
    int64_t w = elem_info[t->elem].bytes, n = t->n_elems;
    if (n < 1 || n > MOST_MAPPED || w > 8 || in->n_in != op->n_operands || (op->code == OP_concatenate && op->n_operands < 2))
        return false;
    LoopSource from[MOST_MAPPED];
    int64_t at[MAX_RANK] = { 0 };
    for (int64_t i = 0; i < n; i++) {
        from[i] = source_of(op, at);
        for (int d = t->rank - 1; d >= 0 && ++at[d] == t->dims[d]; d--)
            at[d] = 0;
    }
    if (loop_put_together(l, in, from))
        return true;
    int pieces = 0;
    for (int64_t i = 0; i < n; i += run_at(from, i, n, w))
        pieces++;
    if (weave(l, in, from, pieces))
        return true;
    if (pieces > MOST_PIECES)
        return false;
    loop_close(l);
    Mem to = loop_address(l, loop_home(l, in->out[0]), R8), x = { RBX, 0 };
    int loaded = -1;
    for (int64_t i = 0, run; i < n; i += run) {
        run = run_at(from, i, n, w);
        if (from[i].operand != loaded)
            x = loop_address(l, loop_home(l, in->in[from[i].operand]), RDX);
        loaded = from[i].operand;
        loop_copy(l, beyond(to, i * w), beyond(x, from[i].elem * w), run * w);
    }
    return true;
}

static bool same_bytes(LoopBuild *l, const Instr *in)
{
    int64_t bytes = type_bytes(in->op->type);
    if (!kernel_same_bytes(in->op) || bytes > 4096)
        return false;
    loop_close(l);
    Mem to = loop_address(l, loop_home(l, in->out[0]), R8), from = loop_address(l, loop_home(l, in->in[0]), RDX);
    loop_copy(l, to, from, bytes);
    return true;
}

bool loop_op(LoopBuild *l, const Instr *in)
{
    if (in->op->type->kind != TYPE_ARRAY || in->op->n_operands < 1)
        return false;
    OpCode code = in->op->code;
    if (code == OP_dynamic_slice)
        return dynamic_slice(l, in);
    if (code == OP_dynamic_update_slice)
        return dynamic_update_slice(l, in);
    if (code == OP_gather)
        return loop_gather(l, in);
    if (code == OP_scatter)
        return loop_scatter(l, in);
    if (code == OP_slice || code == OP_reverse || code == OP_transpose || code == OP_broadcast || code == OP_concatenate)
        return mapped(l, in);
    if (code == OP_reshape || code == OP_bitcast_convert || code == OP_bitcast)
        return same_bytes(l, in);
    return false;
}
