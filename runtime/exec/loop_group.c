/* Element-wise groups within a loop: the steps of their tile programs are added to the segment, those without vector instructions are calls of
 * their functions. */
#include "runtime/exec/loop_impl.h"

#include <string.h>

enum { MOST_ELEMS = 1024, MOST_RUNS = 96, MOST_WINDOWS = 400 };

typedef struct Group {
    LoopBuild *l;
    const Instr *in;
    const TileProg *prog;
    int64_t n;      /* elements */
    int64_t looped; /* the same if they are more than a vector, else 0 */
    int *reg;       /* of the loop, per register of the program */
    int first;      /* registers of the loop from here on are the group's own */
    const TileStep *steps; /* all, renumbered */
    int n_steps;
} Group;

static int bytes_of(ElemType e)
{
    return ctype_bytes[ctype_of(e)];
}

static bool is_plain(ElemType e)
{
    return elem_is_ctype(e) && ctype_of(e) != CT_c64 && ctype_of(e) != CT_c128;
}

/* ---- what it reads ------------------------------------------------------------------------------------------------ */

/* Bytes that are in the frame from the beginning. */
static VecHome image(LoopBuild *l, const void *bytes, int64_t n)
{
    int32_t at = loop_fixed(l, n);
    LoopImage head = { at, (int32_t)n };
    for (size_t i = 0; i < sizeof head; i++)
        vec_push(&l->image, ((const uint8_t *)&head)[i]);
    for (int64_t i = 0; i < n; i++)
        vec_push(&l->image, ((const uint8_t *)bytes)[i]);
    return (VecHome){ .at = at };
}

#define PUT(T)                                                                                     \
    do {                                                                                           \
        T t = (T)v;                                                                                \
        memcpy(to, &t, sizeof t);                                                                  \
    } while (0)
static void put_number(CType ct, char *to, int64_t v)
{
    switch (ct) {
    case CT_pred: PUT(bool); break;
    case CT_s8: case CT_u8: PUT(uint8_t); break;
    case CT_s16: case CT_u16: PUT(uint16_t); break;
    case CT_s32: case CT_u32: PUT(uint32_t); break;
    case CT_s64: case CT_u64: PUT(uint64_t); break;
    case CT_f32: PUT(float); break;
    case CT_f64: PUT(double); break;
    case CT_c64: case CT_c128: case N_CTYPES: g_assert_not_reached();
    }
}

static int read_iota(Group *g, const TileLoad *x)
{
    char all[8 * MOST_ELEMS];
    int w = bytes_of(x->elem);
    for (int64_t i = 0; i < g->n; i++)
        put_number(ctype_of(x->elem), all + i * w, i / x->iota_inner % x->iota_size);
    return loop_new_reg(g->l, x->elem, (RegInfo){ .kind = g->n == 1 ? REG_ONE : REG_TILE }, image(g->l, all, g->n * w));
}

/* The element of the operand that each element is. */
static void view_elements(const Group *g, const TileLoad *x, int64_t *from)
{
    for (int64_t i = 0; i < g->n; i++) {
        int64_t rest = i, at = x->offset;
        for (int d = x->rank - 1; d >= 0; d--) {
            at += rest % x->dims[d] * x->strides[d];
            rest /= x->dims[d];
        }
        from[i] = at;
    }
}

static int64_t count_runs(const int64_t *from, int64_t n)
{
    int64_t runs = n > 0;
    for (int64_t i = 1; i < n; i++)
        runs += from[i] != from[i - 1] + 1;
    return runs;
}

/* True if the elements can be had from the slot's vector, in the segment that is open. */
static bool in_vector(const Group *g, const TileLoad *x, int slot)
{
    const LoopBuild *l = g->l;
    int w = elem_info[x->elem].bytes;
    const Type *t = loop_slot_type(l, slot);
    return !g->looped && l->seg.open && !l->seg.n && l->vec.width == w && t->elem == x->elem && loop_fits_vector(t->n_elems, w) && loop_fits_vector(g->n, w);
}

static LoopWeave weave_of(const LoopBuild *l, const TileLoad *x, int slot, const int64_t *from, int64_t n)
{
    LoopSource *sources = g_new(LoopSource, n);
    for (int64_t i = 0; i < n; i++)
        sources[i] = (LoopSource){ 0, from[i] };
    struct LoopWoven *woven = g_new(struct LoopWoven, 1);
    *woven = (struct LoopWoven){ loop_home(l, slot), loop_slot_type(l, slot)->n_elems };
    return (LoopWeave){ x->elem, elem_info[x->elem].bytes, n, sources, woven };
}

static void weave_clear(LoopWeave *w)
{
    g_free((void *)w->from);
    g_free((void *)w->sources);
}

/* How many vectors have to be read for a view; -1 = it cannot be done so. */
static int windows_of(const LoopBuild *l, const TileLoad *x, int slot, const int64_t *from, int64_t n)
{
    LoopWeave w = weave_of(l, x, slot, from, n);
    int windows = loop_weave_windows(&w);
    weave_clear(&w);
    return windows;
}

/* Into a place of their own: run by run, or by vectors. */
static int read_view(Group *g, const TileLoad *x, int slot)
{
    LoopBuild *l = g->l;
    int w = elem_info[x->elem].bytes;
    int64_t from[MOST_ELEMS];
    view_elements(g, x, from);
    RegInfo info = { .kind = g->n == 1 ? REG_ONE : REG_TILE };
    if (in_vector(g, x, slot)) {
        int value = loop_lanes(l, slot, from, (int)g->n), reg = loop_new_reg(l, x->elem, info, (VecHome){ 0 });
        l->vec.of_reg[reg] = value;
        return reg;
    }
    const LoopView *known = loop_view(l, slot, x, g->n);
    if (known)
        return loop_new_reg(l, x->elem, info, known->home);
    VecHome home = { .at = loop_fixed(l, g->n * w) };
    int windows = windows_of(l, x, slot, from, g->n);
    loop_keep_view(l, slot, x, (LoopView){ .n = g->n, .home = home });
    if (windows > 0 && windows < count_runs(from, g->n)) {
        LoopWeave weave = weave_of(l, x, slot, from, g->n);
        loop_weave(l, &weave, home);
        weave_clear(&weave);
        return loop_new_reg(l, x->elem, info, home);
    }
    Mem source = loop_address(l, loop_home(l, slot), RDX);
    for (int64_t i = 0, run; i < g->n; i += run) {
        for (run = 1; i + run < g->n && from[i + run] == from[i] + run && run * w < 512; run++)
            ;
        loop_copy(l, (Mem){ RBX, home.at + (int32_t)(i * w) }, (Mem){ source.base, source.disp + (int32_t)(from[i] * w) }, run * w);
    }
    return loop_new_reg(l, x->elem, info, home);
}

static bool is_whole(const Group *g, const TileLoad *x, const Type *t)
{
    return t->elem == x->elem && (x->mode == LOAD_FULL ? t->n_elems == g->n : x->mode == LOAD_SCALAR && t->n_elems == 1);
}

/* True if the load reads memory that the segment is yet to write. */
static bool needs_memory(const Group *g, const TileLoad *x)
{
    if (x->mode == LOAD_CONST || x->mode == LOAD_IOTA)
        return false;
    int slot = g->in->in[x->input];
    return loop_is_dirty(g->l, slot) && !is_whole(g, x, loop_slot_type(g->l, slot)) && (x->mode == LOAD_FULL || !in_vector(g, x, slot));
}

static int read_one(Group *g, const TileLoad *x)
{
    LoopBuild *l = g->l;
    if (x->mode == LOAD_CONST)
        return loop_new_reg(l, x->elem, (RegInfo){ .kind = REG_CONST, .value = x->value }, (VecHome){ 0 });
    if (x->mode == LOAD_IOTA)
        return read_iota(g, x);
    int slot = g->in->in[x->input];
    if (x->mode == LOAD_STRIDED)
        return read_view(g, x, slot);
    if (is_whole(g, x, loop_slot_type(l, slot)))
        return loop_reg(l, slot);
    RegInfo info = { .kind = x->mode == LOAD_SCALAR || g->n == 1 ? REG_ONE : REG_TILE };
    if (loop_is_dirty(l, slot)) { /* one element of its vector */
        int value = loop_lanes(l, slot, &x->offset, 1), reg = loop_new_reg(l, x->elem, info, (VecHome){ 0 });
        l->vec.of_reg[reg] = value;
        return reg;
    }
    VecHome home = loop_home(l, slot);
    int32_t offset = x->mode == LOAD_SCALAR ? (int32_t)x->offset * elem_info[x->elem].bytes : 0;
    *(home.pointer ? &home.offset : &home.at) += offset;
    return loop_new_reg(l, x->elem, info, home);
}

/* ---- steps -------------------------------------------------------------------------------------------------------- */

static bool reads(const TileStep *s, int reg)
{
    return s->a == reg || s->b == reg || s->c == reg;
}

/* Values of the group in the segment that steps from `from` on, or its results, read: they get places, since the segment ends. */
static void keep_own(Group *g, int from)
{
    LoopBuild *l = g->l;
    for (int r = g->first; r < l->n_regs; r++) {
        if (l->vec.of_reg[r] < 0 || l->home[r].at || l->info[r].kind == REG_CONST)
            continue;
        bool later = false;
        for (int i = from; i < g->n_steps; i++)
            later |= reads(&g->steps[i], r);
        for (int i = 0; i < g->prog->n_stores; i++)
            later |= g->reg[g->prog->stores[i].reg] == r;
        later |= g->in->fused->reduce && g->reg[g->in->fused->reg] == r;
        if (!later)
            continue;
        l->home[r] = (VecHome){ .at = loop_fixed(l, g->n * bytes_of(l->prog.elem[r])) };
        if (g->n > 1)
            l->info[r].kind = REG_TILE; /* one value for all was stored for each of them */
        vec_push(&l->seg.dirty, r);
    }
    loop_close(l);
}

static void open_at(Group *g, int width, int next)
{
    if (g->l->seg.open && (g->l->vec.width != width || g->l->seg.n != g->looped))
        keep_own(g, next);
    loop_open(g->l, width, g->looped);
}

/* True if the step has vector instructions at this width; of what is not a loop, all elements have to be in one vector. */
static bool expands(const Group *g, const TileStep *s, int width)
{
    if (!g->looped && g->n * width > 32)
        return false;
    vec_code_reset(&g->l->probe, width);
    return vec_expand(&g->l->probe, s);
}

/* An operand of a called step in memory, with all its elements. */
static VecHome in_memory(Group *g, int reg, int step)
{
    LoopBuild *l = g->l;
    if (l->info[reg].kind == REG_CONST) {
        int w = bytes_of(l->prog.elem[reg]);
        char all[8 * MOST_ELEMS];
        for (int64_t i = 0; i < g->n; i++)
            memcpy(all + i * w, l->info[reg].value, (size_t)w);
        return image(l, all, g->n * w);
    }
    if (g->n == 1 || l->info[reg].kind == REG_TILE)
        return l->home[reg];
    /* one element for many: a copy of it for each */
    int w = bytes_of(l->prog.elem[reg]);
    open_at(g, w, step);
    int all = loop_new_reg(l, l->prog.elem[reg], (RegInfo){ .kind = REG_TILE }, (VecHome){ .at = loop_fixed(l, g->n * w) });
    int value = vec_read(&l->vec, reg);
    loop_assign(l, all, value);
    keep_own(g, step);
    return l->home[all];
}

static void pass_address(LoopBuild *l, Gpr to, VecHome h)
{
    code_address(&l->code, to, loop_address(l, h, to));
}

/* Its function in the table, which has the arguments d, a, b, c or what it is told at once, and n. */
static void call_step(Group *g, int step)
{
    static const Gpr args[] = { RDI, RSI, RDX, RCX };
    LoopBuild *l = g->l;
    const TileStep *s = &g->steps[step];
    int reg[] = { s->d, s->a, s->b, s->imm ? -1 : s->c };
    VecHome home[4] = { 0 };
    keep_own(g, step);
    for (int i = 1; i < 4; i++)
        if (reg[i] >= 0)
            home[i] = in_memory(g, reg[i], step);
    l->home[s->d] = home[0] = (VecHome){ .at = loop_fixed(l, g->n * bytes_of(l->prog.elem[s->d])) };
    if (g->n > 1)
        l->info[s->d].kind = REG_TILE;
    loop_close(l);
    loop_before_call(l);
    for (int i = 0; i < 4; i++)
        if (reg[i] >= 0)
            pass_address(l, args[i], home[i]);
        else
            code_move_constant(&l->code, args[i], i == 3 ? (int64_t)(uintptr_t)s->imm : 0);
    code_move_constant(&l->code, R8, g->n);
    code_call(&l->code, (uintptr_t)tile_kernel_fn(tile_table(), s->kernel));
    loop_after_call(l);
}

static void do_step(Group *g, int step)
{
    LoopBuild *l = g->l;
    const TileStep *s = &g->steps[step];
    int width = 0;
    if (l->seg.open && l->seg.n == g->looped && expands(g, s, l->vec.width))
        width = l->vec.width;
    for (int w = 4; w && !width; w = w == 4 ? 8 : w == 8 ? 2 : w == 2 ? 1 : 0)
        if (expands(g, s, w))
            width = w;
    if (!width) {
        call_step(g, step);
        return;
    }
    open_at(g, width, step);
    bool ok = vec_expand(&l->vec, s);
    g_assert(ok);
}

/* Results, at once: what the group reads is not overwritten before. */
static void put_results(Group *g)
{
    LoopBuild *l = g->l;
    const TileProg *p = g->prog;
    for (int pass = 0; pass < 2; pass++) /* those in the segment first */
        for (int i = 0; i < p->n_stores; i++) {
            int reg = g->reg[p->stores[i].reg], slot = g->in->out[p->stores[i].output];
            bool here = l->seg.open && l->vec.of_reg[reg] >= 0;
            if (here != (pass == 0))
                continue;
            int w = bytes_of(l->prog.elem[reg]);
            if (!here)
                open_at(g, w, g->n_steps);
            int value = here ? l->vec.of_reg[reg] : vec_read(&l->vec, reg); /* a narrower one is there, packed */
            g_assert(value >= 0);
            loop_assign(l, loop_reg(l, slot), value);
        }
}

/* The reduced array has to be in memory, from where its elements are read one by one. */
static void put_reduced(Group *g)
{
    LoopBuild *l = g->l;
    int reg = g->reg[g->in->fused->reg];
    if (l->slot_of[reg] >= 0)
        loop_close(l);
    else
        keep_own(g, g->n_steps);
    VecHome home = l->home[reg];
    home.kept = 0; /* its elements are read one by one */
    loop_reduce(l, g->in, home);
}

static bool can_do(const LoopBuild *l, const Instr *in)
{
    const FusedCode *f = in->fused;
    int64_t from[MOST_ELEMS];
    const TileProg *p = f->prog;
    if ((f->reduce && !loop_can_reduce(l, in)) || f->n_elems < 1 || f->n_elems > MOST_ELEMS || f->n_elems > p->tile || l->n_regs + p->n_regs + 64 > 30000)
        return false;
    for (int i = 0; i < p->n_loads; i++)
        if (p->loads[i].mode != LOAD_CONST && p->loads[i].mode != LOAD_IOTA && !is_plain(p->loads[i].elem))
            return false;
    for (int i = 0; i < p->n_loads; i++)
        if (p->loads[i].mode == LOAD_STRIDED) {
            const TileLoad *x = &p->loads[i];
            view_elements(&(Group){ .n = f->n_elems }, x, from);
            if (count_runs(from, f->n_elems) > MOST_RUNS) {
                int windows = windows_of(l, x, in->in[x->input], from, f->n_elems);
                if (windows < 0 || windows > MOST_WINDOWS)
                    return false;
            }
        }
    for (int r = 0; r < p->n_regs; r++)
        if (bytes_of(p->elem[r]) > 8)
            return false;
    for (int i = 0; i < p->n_stores; i++)
        if (!is_plain(p->stores[i].elem))
            return false;
    return true;
}

bool loop_group(LoopBuild *l, const Instr *in)
{
    const FusedCode *f = in->fused;
    if (!can_do(l, in))
        return false;
    const TileProg *p = f->prog;
    Group g = { .l = l, .in = in, .prog = p, .n = f->n_elems, .reg = g_new(int, p->n_regs + 1), .n_steps = p->n_once + p->n_steps };
    int widest = 1;
    for (int r = 0; r < p->n_regs; r++) {
        g.reg[r] = -1;
        widest = MAX(widest, bytes_of(p->elem[r]));
    }
    g.looped = g.n * widest > 32 ? g.n : 0;
    if (l->seg.open && l->seg.n != g.looped)
        loop_close(l);
    g.first = l->n_regs;
    bool memory = false;
    for (int i = 0; i < p->n_loads; i++)
        memory |= needs_memory(&g, &p->loads[i]);
    if (memory)
        loop_close(l);
    for (int i = 0; i < p->n_loads; i++)
        g.reg[p->loads[i].reg] = read_one(&g, &p->loads[i]);
    for (int r = 0; r < p->n_regs; r++)
        if (g.reg[r] < 0)
            g.reg[r] = loop_new_reg(l, p->elem[r], (RegInfo){ .kind = g.n == 1 ? REG_ONE : REG_TILE }, (VecHome){ 0 });
    TileStep *steps = g_new(TileStep, g.n_steps + 1);
    for (int i = 0; i < g.n_steps; i++) {
        TileStep s = i < p->n_once ? p->once[i] : p->steps[i - p->n_once];
        s.d = (int16_t)g.reg[s.d];
        s.a = (int16_t)g.reg[s.a];
        s.b = (int16_t)(s.b < 0 ? -1 : g.reg[s.b]);
        s.c = (int16_t)(s.c < 0 ? -1 : g.reg[s.c]);
        steps[i] = s;
        if (i < p->n_once)
            l->info[s.d].kind = REG_ONE;
    }
    g.steps = steps;
    for (int i = 0; i < g.n_steps; i++)
        do_step(&g, i);
    put_results(&g);
    if (f->reduce)
        put_reduced(&g);
    g_free(steps);
    g_free(g.reg);
    return true;
}
