/* The instructions of a loop, one after the other. Element-wise groups that follow each other become one segment: its values are in vector
 * registers, and memory is written at its end only, so that it reads what was there before. */
#include "runtime/exec/loop_impl.h"

#include <string.h>

enum { MOST_REGS = 30000, MOST_FRAME = 1 << 20 };

/* ---- registers and the frame ------------------------------------------------------------------------------------- */

int32_t loop_fixed(LoopBuild *l, int64_t bytes)
{
    int32_t at = l->fixed_bytes;
    l->fixed_bytes += (int32_t)((bytes + 63) & ~(int64_t)31); /* whole vectors, and what is read behind them */
    return at;
}

int loop_new_reg(LoopBuild *l, ElemType e, RegInfo info, VecHome home)
{
    if (l->n_regs == l->room) {
        l->room = 2 * l->room + 64;
        l->prog.elem = g_renew(ElemType, l->prog.elem, l->room);
        l->info = g_renew(RegInfo, l->info, l->room);
        l->home = g_renew(VecHome, l->home, l->room);
        l->slot_of = g_renew(int, l->slot_of, l->room);
        l->vec.of_reg = g_renew(int, l->vec.of_reg, l->room);
        l->probe.of_reg = g_renew(int, l->probe.of_reg, l->room);
        l->vec.info = l->probe.info = l->info;
    }
    int r = l->n_regs++;
    l->prog.n_regs = l->n_regs;
    l->prog.elem[r] = e;
    l->info[r] = info;
    l->home[r] = home;
    l->slot_of[r] = -1;
    l->vec.of_reg[r] = l->probe.of_reg[r] = -1;
    return r;
}

VecHome loop_home(const LoopBuild *l, int slot)
{
    Storage s = loop_storage(l, slot);
    return (VecHome){ .pointer = s.kind != STORE_FIXED, .at = s.at };
}

int loop_reg(LoopBuild *l, int slot)
{
    if (l->use[slot].reg >= 0)
        return l->use[slot].reg;
    const Type *t = loop_slot_type(l, slot);
    bool array = t && t->kind == TYPE_ARRAY;
    VecHome home = loop_home(l, slot);
    home.kept = l->kept[loop_root(l, slot)];
    int r = loop_new_reg(l, array ? t->elem : ELEM_u8, (RegInfo){ .kind = array && t->n_elems == 1 ? REG_ONE : REG_TILE }, home);
    l->slot_of[r] = slot;
    return l->use[slot].reg = r;
}

/* ---- segments ---------------------------------------------------------------------------------------------------- */

bool loop_is_dirty(const LoopBuild *l, int slot)
{
    for (int i = 0; i < l->seg.dirty.n; i++)
        if (l->seg.dirty.v[i] == l->use[slot].reg)
            return true;
    return false;
}

bool loop_is_pending(const LoopBuild *l, int slot)
{
    int root = loop_root(l, slot);
    for (int i = 0; i < l->seg.dirty.n; i++) {
        int of = l->slot_of[l->seg.dirty.v[i]];
        if (of >= 0 && loop_root(l, of) == root)
            return true;
    }
    for (int i = 0; i < l->seg.raw.n; i++) {
        int of = l->slot_of[l->seg.raw.v[i].to];
        if (of >= 0 && loop_root(l, of) == root)
            return true;
    }
    return false;
}

bool loop_is_met(const LoopBuild *l, int slot)
{
    int root = loop_root(l, slot);
    for (int i = 0; l->seg.open && i < l->vec.values.n; i++) {
        const VecValue *x = &l->vec.values.v[i];
        int of = x->from == FROM_TILE || x->from == FROM_ONE ? l->slot_of[x->at] : -1;
        if (of >= 0 && loop_root(l, of) == root)
            return true;
    }
    return loop_is_pending(l, slot);
}

void loop_open(LoopBuild *l, int width, int64_t n)
{
    if (l->seg.open && l->vec.width == width && l->seg.n == n)
        return;
    loop_close(l);
    l->seg.open = true;
    l->seg.n = n;
    vec_code_reset(&l->vec, width);
}

void loop_assign(LoopBuild *l, int reg, int value)
{
    for (int i = 0; i < l->seg.dirty.n; i++)
        if (l->seg.dirty.v[i] == reg) {
            memmove(l->seg.dirty.v + i, l->seg.dirty.v + i + 1, sizeof(int) * (size_t)(l->seg.dirty.n - i - 1));
            l->seg.dirty.n--;
        }
    vec_push(&l->seg.dirty, reg);
    l->vec.of_reg[reg] = value;
}

/* What is stored has to be in a register before anything is stored. */
static void load_first(LoopBuild *l, int reg)
{
    VecCode *v = &l->vec;
    const VecValue *x = &v->values.v[v->of_reg[reg]];
    if (x->from == FROM_TILE)
        v->of_reg[reg] = vec_1(v, VEC_load, v->of_reg[reg]);
    else if (x->from == FROM_ONE)
        v->of_reg[reg] = vec_1(v, vec_by_width(v, VEC_all_8, VEC_all_16, VEC_all_32, VEC_all_64), v->of_reg[reg]);
}

static bool is_read(const LoopBuild *l, int reg)
{
    return l->slot_of[reg] < 0 || l->use[l->slot_of[reg]].n_reads > 0;
}

void loop_close(LoopBuild *l)
{
    Segment *s = &l->seg;
    loop_int_close(l);
    if (!s->open)
        return;
    for (int i = 0; i < s->dirty.n; i++)
        if (is_read(l, s->dirty.v[i]))
            load_first(l, s->dirty.v[i]);
    for (int i = 0; i < s->dirty.n; i++)
        if (is_read(l, s->dirty.v[i]))
            vec_store_result(&l->vec, &(TileStep){ .d = (int16_t)s->dirty.v[i] });
    for (int i = 0; i < s->raw.n; i++)
        vec_push(&l->vec.steps, ((VecStep){ VEC_store, -1, s->raw.v[i].value, -1, 32, s->raw.v[i].to }));
    vec_drop_unread(&l->vec);
    VecPart part = { l->home, s->n, l->all_kept };
    int n_stack = l->vec.steps.n ? vec_emit_part(&l->vec, &l->code, &part) : 0;
    l->n_stack = MAX(l->n_stack, n_stack);
    int bytes = 32 / l->vec.width;
    vec_code_reset(&l->vec, l->vec.width);
    s->open = false;
    for (int i = 0; i < s->dirty.n; i++) {
        int reg = s->dirty.v[i], slot = l->slot_of[reg];
        if (slot < 0 || !is_read(l, reg))
            continue;
        if (!l->home[reg].kept || !vec_part_keeps(&part, bytes * ctype_bytes[ctype_of(l->prog.elem[reg])]))
            loop_from_frame(l, slot);
    }
    for (int i = 0; i < s->raw.n; i++) {
        int reg = s->raw.v[i].to;
        if (l->slot_of[reg] >= 0 && (!l->home[reg].kept || !vec_part_keeps(&part, 32)))
            loop_from_frame(l, l->slot_of[reg]);
    }
    s->dirty.n = s->raw.n = 0;
}

/* ---- single instructions ------------------------------------------------------------------------------------------ */

void loop_kernel_call(LoopBuild *l, int pos)
{
    const Instr *in = &l->p->code[pos];
    loop_close(l);
    for (int i = 0; i < in->n_in; i++)
        loop_to_frame(l, in->in[i]);
    Storage *args = arena_array(l->b->arena, Storage, in->n_in + in->n_out + 1);
    for (int i = 0; i < in->n_in; i++)
        args[i] = loop_storage(l, in->in[i]);
    for (int i = 0; i < in->n_out; i++)
        args[in->n_in + i] = loop_storage(l, in->out[i]);
    loop_before_call(l);
    code_move(&l->code, RDI, RBX);
    code_move_constant(&l->code, RSI, l->calls.n);
    vec_push(&l->calls, ((LoopCall){ in, &l->b->kernels[pos], args, args + in->n_in }));
    code_call(&l->code, (uintptr_t)loop_run_call);
    loop_after_call(l);
    code_alu(&l->code, ALU_TEST, RAX, RAX);
    vec_push(&l->outs, code_jump(&l->code, IF_NOT_EQUAL));
}

static void jump_to(LoopBuild *l, Condition when, int target)
{
    vec_push(&l->jumps, ((JumpFix){ code_jump(&l->code, when), target }));
}

/* Counts an instruction's way here. Changes the flags. */
static int32_t count(LoopBuild *l, int pc, int way)
{
    int32_t at = loop_fixed(l, 8);
    code_count(&l->code, (Mem){ RBX, at });
    vec_push(&l->ways, ((LoopWay){ pc, way, 1, at }));
    return at;
}

/* A trip of a loop within the loop is through: of the times that its condition was looked at, this one was not its end. */
static void count_trip(LoopBuild *l, const Instr *in)
{
    int pc = in->target;
    while (l->p->code[pc].kind != INSTR_JUMP_IF_NOT || l->p->code[pc].op != in->op)
        pc++;
    int32_t at = count(l, pc, 0);
    vec_push(&l->ways, ((LoopWay){ pc, 1, -1, at }));
}

/* Backwards: between two trips a loop looks whether it is to stop, or something has failed. */
static void go_on(LoopBuild *l, const Instr *in, int pos)
{
    if (in->target > pos) {
        jump_to(l, ALWAYS, in->target);
        return;
    }
    if (in->target == l->loop->entry + 1) /* of the loop itself, not of one in it */
        code_count(&l->code, (Mem){ RBX, offsetof(LoopFrame, trips) });
    else
        count_trip(l, in);
    code_load(&l->code, RAX, (Mem){ RBX, offsetof(LoopFrame, stop) }, 8, false);
    code_compare_memory(&l->code, (Mem){ RAX, 0 }, 1, 0);
    vec_push(&l->outs, code_jump(&l->code, IF_NOT_EQUAL));
    code_load(&l->code, RAX, (Mem){ RBX, offsetof(LoopFrame, failed) }, 8, false);
    code_compare_memory(&l->code, (Mem){ RAX, 0 }, 8, 0);
    vec_push(&l->outs, code_jump(&l->code, IF_NOT_EQUAL));
    code_jump_to(&l->code, ALWAYS, l->place[in->target - l->loop->entry]);
}

/* The same choice as device.c makes: pred true is branch 0; integers beyond the branches are the last. */
static void choose(LoopBuild *l, const Instr *in)
{
    Code *c = &l->code;
    ElemType e = in->op->operands[0]->type->elem;
    loop_load_index(l, RAX, in->in[0], 0);
    int n = e == ELEM_pred ? MIN(in->n_targets, 2) : in->n_targets;
    for (int k = 0; k + 1 < n; k++) {
        if (e == ELEM_pred)
            code_alu(c, ALU_TEST, RAX, RAX);
        else
            code_compare_constant(c, RAX, k);
        size_t next = code_jump(c, e == ELEM_pred ? IF_EQUAL : IF_NOT_EQUAL);
        count(l, l->pos, k);
        jump_to(l, ALWAYS, in->targets[k]);
        code_jumps_here(c, next);
    }
    count(l, l->pos, n - 1);
    jump_to(l, ALWAYS, in->targets[n - 1]);
}

static void note_reads(LoopBuild *l, const Instr *in)
{
    for (int k = 0; k < in->n_in; k++)
        if (l->use[in->in[k]].n_defs <= 1) /* others are always stored */
            l->use[in->in[k]].n_reads--;
}

/* Jumps unless the slot is true. */
static void jump_if_not(LoopBuild *l, const Instr *in)
{
    if (in->op != l->p->code[l->loop->entry].op)
        count(l, l->pos, 1);
    if (loop_int_test(l, in->in[0])) {
        loop_close(l);
        jump_to(l, l->when ^ 1, in->target);
        return;
    }
    loop_close(l);
    int home = loop_gpr(l, in->in[0]);
    if (home >= 0)
        code_alu(&l->code, ALU_TEST, (Gpr)home, (Gpr)home);
    else
        code_compare_memory(&l->code, loop_address(l, loop_home(l, in->in[0]), RDX), 1, 0);
    jump_to(l, IF_EQUAL, in->target);
}

/* Indices are read where they are. */
static bool is_index(const Instr *in, int operand)
{
    OpCode code = in->fused ? N_OPCODES : in->op->code;
    return code == OP_dynamic_slice || code == OP_gather ? operand > 0 : code == OP_dynamic_update_slice ? operand > 1 : code == OP_scatter && operand == 1;
}

/* Code that does not know of registers of slots reads and writes the frame. */
static void compile_kernel(LoopBuild *l, int pos)
{
    const Instr *in = &l->p->code[pos];
    if (in->fused ? loop_int_group(l, in) : loop_int_move(l, in))
        return;
    for (int k = 0; k < in->n_in; k++)
        if (!is_index(in, k))
            loop_to_frame(l, in->in[k]);
    if (in->fused ? !loop_group(l, in) : !loop_op(l, in))
        loop_kernel_call(l, pos);
    for (int k = 0; k < in->n_out; k++)
        if (!loop_is_pending(l, in->out[k]))
            loop_from_frame(l, in->out[k]);
}

static void compile_instr(LoopBuild *l, int pos)
{
    const Instr *in = &l->p->code[pos];
    l->pos = pos;
    if (l->is_target[pos - l->loop->entry] || in->kind == INSTR_LABEL) {
        loop_close(l);
        loop_forget_frame(l);
        l->views.n = 0;
    }
    l->place[pos - l->loop->entry] = (size_t)l->code.bytes.n;
    switch (in->kind) {
    case INSTR_KERNEL:
        compile_kernel(l, pos);
        break;
    case INSTR_MOVE:
        loop_move(l, pos);
        break;
    case INSTR_JUMP:
        loop_close(l);
        go_on(l, in, pos);
        break;
    case INSTR_JUMP_IF_NOT:
        jump_if_not(l, in);
        break;
    case INSTR_SWITCH:
        loop_close(l);
        choose(l, in);
        break;
    case INSTR_LABEL:
        loop_close(l);
        break;
    case INSTR_COLLECTIVE:
    case INSTR_END:
        g_assert_not_reached();
    }
    for (int k = 0; k < in->n_out; k++)
        loop_drop_views(l, in->out[k]);
    note_reads(l, in);
}

/* ---- the whole ----------------------------------------------------------------------------------------------------- */

static const Gpr kept[] = { RBX, RBP, R12, R13, R14, R15 };

/* Returns where the bytes on the stack stand, which are known at the end. */
static size_t prologue(Code *c)
{
    for (size_t i = 0; i < G_N_ELEMENTS(kept); i++)
        code_push(c, kept[i]);
    code_move_stack(c, 0);
    size_t at = (size_t)c->bytes.n - 4;
    code_move(c, RBX, RDI);
    return at;
}

static void epilogue(LoopBuild *l, size_t frame)
{
    Code *c = &l->code;
    code_alu(c, ALU_XOR, RAX, RAX);
    size_t done = code_jump(c, ALWAYS);
    for (int i = 0; i < l->outs.n; i++)
        code_jumps_here(c, l->outs.v[i]);
    code_move_constant(c, RAX, 1);
    code_jumps_here(c, done);
    int32_t bytes = 32 * l->n_stack + 8; /* six registers and the return address: calls want multiples of 16 */
    int32_t less = -bytes;
    memcpy(c->bytes.v + frame, &less, 4);
    code_move_stack(c, bytes);
    for (size_t i = G_N_ELEMENTS(kept); i-- > 0;)
        code_pop(c, kept[i]);
    code_return(c);
}

static bool finish(LoopBuild *l)
{
    LoopCode *c = l->loop;
    for (int i = 0; i < l->jumps.n; i++) {
        int32_t distance = (int32_t)l->place[l->jumps.v[i].target - c->entry] - (int32_t)l->jumps.v[i].jump;
        memcpy(l->code.bytes.v + l->jumps.v[i].jump - 4, &distance, 4);
    }
    c->image_bytes = l->image.n;
    c->frame_bytes = l->fixed_bytes + 64;
    if (c->frame_bytes > MOST_FRAME || !code_finish(&l->code, &c->memory))
        return false;
    memcpy(&c->fn, &c->memory.at, sizeof c->fn);
    c->calls = arena_dup_array(l->b->arena, l->calls.v, l->calls.n);
    c->n_calls = l->calls.n;
    c->ways = arena_dup_array(l->b->arena, l->ways.v, l->ways.n);
    c->n_ways = l->ways.n;
    c->image = arena_dup_array(l->b->arena, l->image.v, l->image.n);
    return true;
}

bool loop_compile(LoopBuild *l)
{
    l->vec = (VecCode){ .prog = &l->prog, .code = &l->code };
    l->probe = (VecCode){ .prog = &l->prog, .code = &l->code };
    size_t frame = prologue(&l->code);
    loop_enter_homes(l);
    for (int i = l->loop->entry + 1; i < l->loop->exit; i++) {
        compile_instr(l, i);
        if (l->n_regs > MOST_REGS || l->fixed_bytes > MOST_FRAME)
            return false;
    }
    loop_close(l);
    l->place[l->loop->exit - l->loop->entry] = (size_t)l->code.bytes.n;
    loop_leave_homes(l);
    epilogue(l, frame);
    return finish(l);
}

static void clear(LoopBuild *l)
{
    g_free(l->use);
    g_free(l->same);
    g_free(l->store);
    g_free(l->is_target);
    g_free(l->is_exit);
    g_free(l->place);
    g_free(l->prog.elem);
    g_free(l->info);
    g_free(l->home);
    vec_code_clear(&l->vec);
    vec_code_clear(&l->probe);
    vec_clear(&l->jumps);
    vec_clear(&l->outs);
    vec_clear(&l->calls);
    vec_clear(&l->ways);
    vec_clear(&l->image);
    vec_clear(&l->seg.dirty);
    vec_clear(&l->seg.raw);
    g_free(l->slot_of);
    vec_clear(&l->ints.values);
    vec_clear(&l->ints.steps);
    vec_clear(&l->ints.results);
    vec_clear(&l->lives);
    vec_clear(&l->views);
    g_free(l->gpr);
    g_free(l->kept);
    vec_clear(&l->kept_lives);
    g_free(l->in_frame);
    code_clear(&l->code);
}

static LoopCode *compile_at(Binding *b, const Program *p, int entry)
{
    LoopBuild l = { .p = p, .b = b, .loop = g_new0(LoopCode, 1) };
    LoopCode *made = l.loop;
    if (!loop_find(&l, entry) || !loop_compile(&l)) {
        loop_free(made);
        made = NULL;
    }
    clear(&l);
    return made;
}

void bind_loops(Binding *b, const Program *p)
{
    const char *wanted = g_getenv("SHARDSCOPE_LOOPS");
    if (!code_can_run() || (wanted && strcmp(wanted, "0") == 0))
        return;
    for (int i = 0; i < p->n_code; i++) {
        if (p->code[i].kind != INSTR_MOVE || p->code[i].op->code != OP_while)
            continue;
        LoopCode *l = compile_at(b, p, i);
        if (!l)
            continue;
        if (!b->loop_at)
            b->loop_at = arena_array(b->arena, LoopCode *, p->n_code + 1);
        l->index = (int)b->loops->len;
        b->loop_at[i] = l;
        g_ptr_array_add(b->loops, l);
        i = l->exit;
    }
}

void loop_free(LoopCode *l)
{
    if (!l)
        return;
    exec_memory_clear(&l->memory);
    g_free(l);
}
