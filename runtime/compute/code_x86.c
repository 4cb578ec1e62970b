/* Encodes vector instructions (VEX, always in its form of three bytes) and the instructions of a loop. */
#include "runtime/compute/code_x86.h"

#include <string.h>
#include <sys/mman.h>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "runtime/compute/tile_ops.h"

void code_clear(Code *c)
{
    vec_clear(&c->bytes);
    vec_clear(&c->pool);
    vec_clear(&c->fixes);
}

static void byte(Code *c, int v)
{
    vec_push(&c->bytes, (uint8_t)v);
}

static void word32(Code *c, int64_t v)
{
    for (int i = 0; i < 4; i++)
        byte(c, (int)(v >> (8 * i) & 0xff));
}

int code_pool(Code *c, const void *bytes)
{
    for (int i = 0; i < c->pool.n; i += 32)
        if (memcmp(c->pool.v + i, bytes, 32) == 0)
            return i;
    for (int i = 0; i < 32; i++)
        vec_push(&c->pool, ((const uint8_t *)bytes)[i]);
    return c->pool.n - 32;
}

/* The bytes after the opcode that name the operand. */
static void operand(Code *c, int reg, Place p, int imm)
{
    int r = (reg & 7) << 3;
    switch (p.kind) {
    case PLACE_VECTOR:
        byte(c, 0xc0 | r | (p.n & 7));
        return;
    case PLACE_POOL:
        byte(c, 0x05 | r); /* relative to the next instruction */
        vec_push(&c->fixes, ((PoolFix){ .at = (size_t)c->bytes.n, .end = (size_t)c->bytes.n + 4 + (imm >= 0), .byte = p.n }));
        word32(c, 0);
        return;
    case PLACE_STACK:
        byte(c, 0x84 | r);
        byte(c, 0x24);
        word32(c, p.n);
        return;
    case PLACE_ARRAY:
        byte(c, 0x44 | r);
        byte(c, (p.scale == 1 ? 0 : p.scale == 2 ? 1 : p.scale == 4 ? 2 : 3) << 6 | RCX << 3 | (p.n & 7));
        byte(c, p.offset);
        return;
    case PLACE_ONE:
        byte(c, 0x44 | r);
        byte(c, 0x20 | (p.n & 7)); /* no index */
        byte(c, 0);
        return;
    case PLACE_AT: /* not rsp or r12 */
        if (!p.scale) {
            byte(c, 0x80 | r | (p.n & 7));
        } else {
            byte(c, 0x84 | r);
            byte(c, (p.scale == 1 ? 0 : p.scale == 2 ? 1 : p.scale == 4 ? 2 : 3) << 6 | RCX << 3 | (p.n & 7));
        }
        word32(c, p.offset);
        return;
    }
    g_assert_not_reached();
}

void code_vector(Code *c, const VectorOp *v)
{
    const Encoding *e = &v->encoding;
    bool base_high = (v->last.kind == PLACE_VECTOR || v->last.kind == PLACE_ARRAY || v->last.kind == PLACE_ONE || v->last.kind == PLACE_AT) && v->last.n >= 8;
    byte(c, 0xc4);
    byte(c, (v->reg >= 8 ? 0 : 0x80) | 0x40 | (base_high ? 0 : 0x20) | e->map);
    byte(c, e->w << 7 | (~v->first & 15) << 3 | (v->half ? 0 : 4) | e->prefix);
    byte(c, e->opcode);
    operand(c, v->reg, v->last, v->imm);
    if (v->imm >= 0)
        byte(c, v->imm);
}

void code_load_pointer(Code *c, Gpr to, Gpr table, int index)
{
    byte(c, 0x48 | (to >= 8 ? 4 : 0) | (table >= 8 ? 1 : 0));
    byte(c, 0x8b);
    byte(c, 0x80 | ((int)to & 7) << 3 | ((int)table & 7)); /* neither rsp nor r12 */
    word32(c, (int64_t)index * 8);
}

void code_push(Code *c, Gpr r)
{
    if (r >= 8)
        byte(c, 0x41);
    byte(c, 0x50 | ((int)r & 7));
}

void code_pop(Code *c, Gpr r)
{
    if (r >= 8)
        byte(c, 0x41);
    byte(c, 0x58 | ((int)r & 7));
}

void code_move_stack(Code *c, int bytes)
{
    byte(c, 0x48);
    byte(c, 0x81);
    byte(c, 0xc4);
    word32(c, bytes);
}

void code_zero_rcx(Code *c)
{
    byte(c, 0x31);
    byte(c, 0xc9);
}

/* rax = rcx + step, compared with rsi. */
static void compare_end(Code *c, int step)
{
    byte(c, 0x48); /* lea rax, [rcx + step] */
    byte(c, 0x8d);
    byte(c, 0x41);
    byte(c, step);
    byte(c, 0x48); /* cmp rax, rsi */
    byte(c, 0x39);
    byte(c, 0xf0);
}

size_t code_jump_at_end(Code *c, int step)
{
    compare_end(c, step);
    byte(c, 0x0f); /* jg */
    byte(c, 0x8f);
    word32(c, 0);
    return (size_t)c->bytes.n;
}

void code_jumps_here(Code *c, size_t jump)
{
    int32_t distance = c->bytes.n - (int32_t)jump;
    memcpy(c->bytes.v + jump - 4, &distance, 4);
}

void code_loop(Code *c, int step, size_t top)
{
    byte(c, 0x48); /* add rcx, step */
    byte(c, 0x83);
    byte(c, 0xc1);
    byte(c, step);
    compare_end(c, step);
    byte(c, 0x0f); /* jle */
    byte(c, 0x8e);
    word32(c, (int64_t)top - (c->bytes.n + 4));
}

void code_return(Code *c)
{
    byte(c, 0xc5); /* vzeroupper */
    byte(c, 0xf8);
    byte(c, 0x77);
    byte(c, 0xc3);
}

/* ---- general instructions ---------------------------------------------------------------------------------- */

enum { WIDE = 8 };

static void rex(Code *c, int wide, int reg, int base)
{
    byte(c, 0x40 | wide | (reg >= 8 ? 4 : 0) | (base >= 8 ? 1 : 0));
}

static void memory(Code *c, int reg, Mem m)
{
    byte(c, 0x80 | (reg & 7) << 3 | ((int)m.base & 7));
    if (((int)m.base & 7) == RSP)
        byte(c, 0x24);
    word32(c, m.disp);
}

static void load_opcode(Code *c, int bytes, bool sign)
{
    if (bytes <= 2) {
        byte(c, 0x0f);
        byte(c, (sign ? 0xbe : 0xb6) + (bytes == 2));
    } else {
        byte(c, bytes == 4 && sign ? 0x63 : 0x8b);
    }
}

void code_load(Code *c, Gpr to, Mem from, int bytes, bool sign)
{
    rex(c, bytes == 8 || sign ? WIDE : 0, (int)to, (int)from.base);
    load_opcode(c, bytes, sign);
    memory(c, (int)to, from);
}

void code_load_at(Code *c, Gpr to, Mem from, Gpr index, int bytes, bool sign)
{
    byte(c, 0x40 | (bytes == 8 || sign ? WIDE : 0) | (to >= 8 ? 4 : 0) | (index >= 8 ? 2 : 0) | (from.base >= 8 ? 1 : 0));
    load_opcode(c, bytes, sign);
    byte(c, 0x84 | ((int)to & 7) << 3);
    byte(c, __builtin_ctz((unsigned)bytes) << 6 | ((int)index & 7) << 3 | ((int)from.base & 7));
    word32(c, from.disp);
}

void code_store(Code *c, Mem to, Gpr from, int bytes)
{
    if (bytes == 2)
        byte(c, 0x66);
    rex(c, bytes == 8 ? WIDE : 0, (int)from, (int)to.base);
    byte(c, bytes == 1 ? 0x88 : 0x89);
    memory(c, (int)from, to);
}

void code_address(Code *c, Gpr to, Mem of)
{
    rex(c, WIDE, (int)to, (int)of.base);
    byte(c, 0x8d);
    memory(c, (int)to, of);
}

void code_alu(Code *c, Alu op, Gpr to, Gpr from)
{
    rex(c, WIDE, (int)from, (int)to);
    byte(c, (int)op);
    byte(c, 0xc0 | ((int)from & 7) << 3 | ((int)to & 7));
}

void code_move(Code *c, Gpr to, Gpr from)
{
    rex(c, WIDE, (int)from, (int)to);
    byte(c, 0x89);
    byte(c, 0xc0 | ((int)from & 7) << 3 | ((int)to & 7));
}

void code_move_constant(Code *c, Gpr to, int64_t v)
{
    rex(c, WIDE, 0, (int)to);
    byte(c, 0xb8 | ((int)to & 7));
    word32(c, v);
    word32(c, v >> 32);
}

void code_multiply(Code *c, Gpr to, int32_t by)
{
    rex(c, WIDE, (int)to, (int)to);
    byte(c, 0x69);
    byte(c, 0xc0 | ((int)to & 7) << 3 | ((int)to & 7));
    word32(c, by);
}

void code_move_if(Code *c, Condition when, Gpr to, Gpr from)
{
    rex(c, WIDE, (int)to, (int)from);
    byte(c, 0x0f);
    byte(c, 0x40 | (int)when);
    byte(c, 0xc0 | ((int)to & 7) << 3 | ((int)from & 7));
}

void code_compare_memory(Code *c, Mem m, int bytes, int with)
{
    rex(c, bytes == 8 ? WIDE : 0, 0, (int)m.base);
    byte(c, bytes == 1 ? 0x80 : 0x83);
    memory(c, 7, m);
    byte(c, with);
}

void code_count(Code *c, Mem m)
{
    rex(c, WIDE, 0, (int)m.base);
    byte(c, 0x83);
    memory(c, 0, m);
    byte(c, 1);
}

/* The operand behind an opcode whose register field is `field`. */
static void gpr_or_memory(Code *c, int field, IntPlace p)
{
    if (p.kind == INT_IN_GPR)
        byte(c, 0xc0 | (field & 7) << 3 | ((int)p.reg & 7));
    else
        memory(c, field, p.mem);
}

static void int_rex(Code *c, bool wide, int field, IntPlace p)
{
    rex(c, wide ? WIDE : 0, field, p.kind == INT_IN_GPR ? (int)p.reg : (int)p.mem.base);
}

void code_arith(Code *c, Arith op, bool wide, Gpr to, IntPlace from)
{
    if (from.kind == INT_CONSTANT) {
        bool small = from.constant == (int8_t)from.constant;
        rex(c, wide ? WIDE : 0, 0, (int)to);
        byte(c, small ? 0x83 : 0x81);
        byte(c, 0xc0 | (int)op << 3 | ((int)to & 7));
        if (small)
            byte(c, (int)from.constant & 0xff);
        else
            word32(c, from.constant);
        return;
    }
    int_rex(c, wide, (int)to, from);
    byte(c, (int)op << 3 | 3);
    gpr_or_memory(c, (int)to, from);
}

void code_int_move(Code *c, bool wide, Gpr to, IntPlace from)
{
    if (from.kind != INT_CONSTANT) {
        int_rex(c, wide, (int)to, from);
        byte(c, 0x8b);
        gpr_or_memory(c, (int)to, from);
    } else if (!wide || from.constant == (int64_t)(uint32_t)from.constant) {
        rex(c, 0, 0, (int)to);
        byte(c, 0xb8 | ((int)to & 7));
        word32(c, from.constant);
    } else {
        code_move_constant(c, to, from.constant);
    }
}

void code_int_multiply(Code *c, bool wide, Gpr to, IntPlace from)
{
    if (from.kind == INT_CONSTANT) {
        rex(c, wide ? WIDE : 0, (int)to, (int)to);
        byte(c, 0x69);
        byte(c, 0xc0 | ((int)to & 7) << 3 | ((int)to & 7));
        word32(c, from.constant);
        return;
    }
    int_rex(c, wide, (int)to, from);
    byte(c, 0x0f);
    byte(c, 0xaf);
    gpr_or_memory(c, (int)to, from);
}

static void one_operand(Code *c, bool wide, int opcode, int field, Gpr r)
{
    rex(c, wide ? WIDE : 0, 0, (int)r);
    byte(c, opcode);
    byte(c, 0xc0 | field << 3 | ((int)r & 7));
}

void code_shift(Code *c, Shift shift, bool wide, Gpr to, int n)
{
    one_operand(c, wide, 0xc1, (int)shift, to);
    byte(c, n);
}

void code_negate(Code *c, bool wide, Gpr to)
{
    one_operand(c, wide, 0xf7, 3, to);
}

void code_divide(Code *c, bool wide, bool sign, Gpr by)
{
    if (sign) { /* rdx = the sign of rax */
        rex(c, wide ? WIDE : 0, 0, 0);
        byte(c, 0x99);
    } else {
        code_alu(c, ALU_XOR, RDX, RDX);
    }
    one_operand(c, wide, 0xf7, sign ? 7 : 6, by);
}

void code_set(Code *c, Condition when, Gpr to)
{
    rex(c, 0, 0, (int)to);
    byte(c, 0x0f);
    byte(c, 0x90 | (int)when);
    byte(c, 0xc0 | ((int)to & 7));
    code_extend(c, to, to, 1, false, false);
}

void code_choose(Code *c, Condition when, bool wide, Gpr to, IntPlace from)
{
    int_rex(c, wide, (int)to, from);
    byte(c, 0x0f);
    byte(c, 0x40 | (int)when);
    gpr_or_memory(c, (int)to, from);
}

void code_extend(Code *c, Gpr to, Gpr from, int bytes, bool sign, bool wide)
{
    rex(c, sign && wide ? WIDE : 0, (int)to, (int)from);
    if (bytes < 4) {
        byte(c, 0x0f);
        byte(c, (sign ? 0xbe : 0xb6) + (bytes == 2));
    } else {
        byte(c, sign && wide ? 0x63 : 0x8b);
    }
    byte(c, 0xc0 | ((int)to & 7) << 3 | ((int)from & 7));
}

void code_add_constant(Code *c, Gpr to, int32_t v)
{
    rex(c, WIDE, 0, (int)to);
    byte(c, 0x81);
    byte(c, 0xc0 | ((int)to & 7));
    word32(c, v);
}

void code_compare_constant(Code *c, Gpr r, int32_t with)
{
    rex(c, 0, 0, (int)r);
    byte(c, 0x81);
    byte(c, 0xf8 | ((int)r & 7));
    word32(c, with);
}

size_t code_jump(Code *c, Condition when)
{
    if (when == ALWAYS) {
        byte(c, 0xe9);
    } else {
        byte(c, 0x0f);
        byte(c, 0x80 | (int)when);
    }
    word32(c, 0);
    return (size_t)c->bytes.n;
}

void code_jump_to(Code *c, Condition when, size_t to)
{
    size_t jump = code_jump(c, when);
    int32_t distance = (int32_t)to - (int32_t)jump;
    memcpy(c->bytes.v + jump - 4, &distance, 4);
}

void code_call(Code *c, uintptr_t function)
{
    byte(c, 0xc5); /* vzeroupper */
    byte(c, 0xf8);
    byte(c, 0x77);
    code_move_constant(c, RAX, (int64_t)function);
    byte(c, 0xff);
    byte(c, 0xd0);
}

void code_load_vector(Code *c, int to, Mem from, bool half)
{
    code_vector(c, &(VectorOp){ .encoding = { 0, 1, 0, 0x10 }, .reg = to, .last = { .kind = PLACE_AT, .n = (int)from.base, .offset = from.disp }, .imm = -1, .half = half });
}

void code_store_vector(Code *c, Mem to, int from, bool half)
{
    code_vector(c, &(VectorOp){ .encoding = { 0, 1, 0, 0x11 }, .reg = from, .last = { .kind = PLACE_AT, .n = (int)to.base, .offset = to.disp }, .imm = -1, .half = half });
}

bool code_can_run(void)
{
#if defined(__x86_64__)
    unsigned a, b, features = 0, d;
    bool has_f16c = __get_cpuid(1, &a, &b, &features, &d) && (features & bit_F16C);
    return strcmp(tile_table()->isa, "base") != 0 && has_f16c;
#else
    return false;
#endif
}

bool code_finish(Code *c, ExecMemory *m)
{
    size_t pool = ((size_t)c->bytes.n + 31) & ~(size_t)31;
    for (int i = 0; i < c->fixes.n; i++) {
        const PoolFix *f = &c->fixes.v[i];
        int32_t to = (int32_t)(pool + (size_t)f->byte) - (int32_t)f->end;
        memcpy(c->bytes.v + f->at, &to, 4);
    }
    *m = (ExecMemory){ .bytes = pool + (size_t)c->pool.n };
    void *p = mmap(NULL, m->bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED)
        return false;
    memcpy(p, c->bytes.v, (size_t)c->bytes.n);
    if (c->pool.n)
        memcpy((char *)p + pool, c->pool.v, (size_t)c->pool.n);
    if (mprotect(p, m->bytes, PROT_READ | PROT_EXEC) != 0) {
        munmap(p, m->bytes);
        return false;
    }
    m->at = p;
    return true;
}

void exec_memory_clear(ExecMemory *m)
{
    if (m->at)
        munmap(m->at, m->bytes);
    *m = (ExecMemory){ 0 };
}
