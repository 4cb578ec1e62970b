/* Moves within a loop: parallel assignments of state, of results and of what branches leave. */
#include "runtime/exec/loop_impl.h"

#include <string.h>

typedef struct Pair {
    int from, to; /* slots */
    int value;    /* in the segment; -1 = in memory */
} Pair;

/* The cell that gives its memory to cell `to`, and so on; a permutation. */
typedef struct Swap {
    Storage from, to;
} Swap;

static bool is_same(const LoopBuild *l, const Pair *p)
{
    Storage a = loop_storage(l, p->from), b = loop_storage(l, p->to);
    return a.kind == b.kind && a.at == b.at;
}

/* ---- small values ------------------------------------------------------------------------------------------------ */

static void open_straight(LoopBuild *l)
{
    if (!l->seg.open || l->seg.n)
        loop_open(l, l->seg.open ? l->vec.width : 4, 0);
}

/* All are read before one is assigned. */
static void move_small(LoopBuild *l, Pair *pairs, int n)
{
    bool raw = false;
    open_straight(l);
    for (int i = 0; i < n; i++) {
        int reg = loop_reg(l, pairs[i].from);
        bool here = loop_is_dirty(l, pairs[i].from);
        VecCode *v = &l->vec;
        pairs[i].value = here ? v->of_reg[reg] : -1;
        if (here)
            continue;
        vec_push(&v->values, ((VecValue){ .from = FROM_TILE, .at = reg, .bytes = v->width, .whole = true }));
        int loaded = vec_1(v, VEC_load, v->values.n - 1);
        vec_push(&l->seg.raw, ((RawStore){ loaded, loop_reg(l, pairs[i].to) }));
        raw = true;
    }
    for (int i = 0; i < n; i++)
        if (pairs[i].value >= 0)
            loop_assign(l, loop_reg(l, pairs[i].to), pairs[i].value);
    if (raw) /* what reads these values finds them in memory only */
        loop_close(l);
}

/* ---- large values ------------------------------------------------------------------------------------------------ */

static void copy_large(LoopBuild *l, VecHome to, VecHome from, int64_t bytes)
{
    Mem y = loop_address(l, to, R8), x = loop_address(l, from, RDX);
    loop_copy(l, y, x, bytes);
}

static const Swap *giver_to(const Swap *s, int n, int32_t at)
{
    for (int i = 0; i < n; i++)
        if (s[i].to.at == at)
            return &s[i];
    return NULL;
}

static bool gives(const Swap *s, int n, int32_t at)
{
    for (int i = 0; i < n; i++)
        if (s[i].from.at == at)
            return true;
    return false;
}

/* Addresses change places: chains that end get the memory that is left over at their beginning. */
static void swap_cells(LoopBuild *l, const Swap *s, int n)
{
    Code *c = &l->code;
    bool *done = g_new0(bool, n + 1);
    for (int pass = 0; pass < 2; pass++) /* chains first, then what is left: rings */
        for (int i = 0; i < n; i++) {
            if (done[i] || (pass == 0 && gives(s, n, s[i].to.at)))
                continue;
            /* s[i].to takes from s[i].from, which takes from ... */
            int32_t first = s[i].to.at, at = first;
            code_load(c, RAX, (Mem){ RBX, first }, 8, false);
            for (const Swap *g = giver_to(s, n, at); g && !done[g - s]; g = giver_to(s, n, at)) {
                done[g - s] = true;
                if (g->from.at == first)
                    break;
                code_load(c, RDX, (Mem){ RBX, g->from.at }, 8, false);
                code_store(c, (Mem){ RBX, at }, RDX, 8);
                at = g->from.at;
            }
            code_store(c, (Mem){ RBX, at }, RAX, 8);
        }
    g_free(done);
}

/* Where the value of a slot is after the swaps. */
static VecHome after_swaps(const LoopBuild *l, int slot, const Swap *s, int n)
{
    Storage at = loop_storage(l, slot);
    for (int i = 0; i < n; i++)
        if (s[i].from.at == at.at && at.kind == STORE_CELL)
            return (VecHome){ .pointer = true, .at = s[i].to.at };
    return (VecHome){ .pointer = true, .at = at.at };
}

/* All are read before one is assigned. Nothing else is written by then: that may end the segment. */
static void move_ints(LoopBuild *l, Pair *pairs, int n)
{
    for (int i = 0; i < n; i++)
        if (loop_is_pending(l, pairs[i].from) || loop_is_pending(l, pairs[i].to) || (loop_gpr(l, pairs[i].to) < 0 && loop_is_met(l, pairs[i].to)))
            loop_close(l);
    for (int i = 0; i < n; i++)
        pairs[i].value = loop_int_read(l, pairs[i].from, 0);
    for (int i = 0; i < n; i++)
        loop_int_assign(l, pairs[i].to, 0, pairs[i].value);
}

void loop_move(LoopBuild *l, int pos)
{
    const Instr *in = &l->p->code[pos];
    Pair *ints = g_new(Pair, in->n_in + 1);
    int n_ints = 0;
    Pair *small = g_new(Pair, in->n_in + 1), *large = g_new(Pair, in->n_in + 1);
    Swap *swaps = g_new(Swap, in->n_in + 1);
    int n_small = 0, n_large = 0, n_swaps = 0;
    bool any_large = false;
    for (int k = 0; k < in->n_in; k++) {
        Pair p = { in->in[k], in->out[k], -1 };
        if (is_same(l, &p)) {
            l->use[p.from].n_reads += 1 << 20; /* is stored in any case */
            continue;
        }
        Storage to = loop_storage(l, p.to);
        if (to.kind == STORE_OUTSIDE || l->use[p.to].n_reads == 0) /* nobody reads it */
            continue;
        if (to.kind == STORE_FIXED && loop_is_int(loop_slot_type(l, p.to)) && loop_is_int(loop_slot_type(l, p.from)))
            ints[n_ints++] = p;
        else if (to.kind == STORE_FIXED)
            small[n_small++] = p;
        else if (loop_may_take(l, pos, k))
            swaps[n_swaps++] = (Swap){ loop_storage(l, p.from), to };
        else
            large[n_large++] = p;
        any_large |= to.kind == STORE_CELL;
    }
    move_ints(l, ints, n_ints);
    if (n_small)
        move_small(l, small, n_small);
    if (any_large) {
        loop_close(l);
        swap_cells(l, swaps, n_swaps);
        for (int i = 0; i < n_large; i++)
            copy_large(l, loop_home(l, large[i].to), after_swaps(l, large[i].from, swaps, n_swaps), l->p->slots[large[i].to].bytes);
    }
    g_free(ints);
    g_free(small);
    g_free(large);
    g_free(swaps);
}
