/* Which integer scalars of a loop live in general registers: counters, indices and conditions, from where they are computed to where they are read last,
 * over all trips of loops in between. Others, and those that code other than loop_int.c reads or writes, have their place in the frame. */
#include "runtime/exec/loop_impl.h"

#include <string.h>

enum { MOST_WEIGHT = 1 << 24 };
/* The first ones stay as they are when a function is called. */
static const Gpr homes[] = { RBP, R12, R13, R14, R15, R10, R11, RSI, RDI };
enum { N_KEPT = 5, N_HOMES = G_N_ELEMENTS(homes) };

typedef struct Lives {
    LoopBuild *l;
    SlotLife *of; /* per slot that has storage */
    int *weight;  /* per instruction from entry on: more in inner loops */
} Lives;

static void weigh(Lives *x)
{
    const LoopBuild *l = x->l;
    int n = l->loop->exit - l->loop->entry + 1;
    for (int i = 0; i < n; i++)
        x->weight[i] = 1;
    for (int i = l->loop->entry; i < l->loop->exit; i++) {
        const Instr *in = &l->p->code[i];
        if (in->kind == INSTR_JUMP && in->target <= i)
            for (int k = in->target; k <= i; k++)
                x->weight[k - l->loop->entry] = MIN(x->weight[k - l->loop->entry] * 16, MOST_WEIGHT);
    }
}

/* True if the code of loop_int.c does it, or an index is read where it is. */
static bool is_aware(const LoopBuild *l, const Instr *in, int operand)
{
    switch (in->kind) {
    case INSTR_MOVE: case INSTR_JUMP_IF_NOT: case INSTR_SWITCH:
        return true;
    case INSTR_KERNEL:
        if (in->fused)
            return loop_int_can_group(l, in);
        if (in->op->code == OP_dynamic_update_slice || in->op->code == OP_scatter)
            return operand > 0;
        if ((in->op->code == OP_dynamic_slice || in->op->code == OP_gather) && operand > 0)
            return true;
        return loop_int_can_move(l, in);
    case INSTR_COLLECTIVE: case INSTR_JUMP: case INSTR_LABEL: case INSTR_END:
        return false;
    }
    g_assert_not_reached();
}

static void note(Lives *x, int slot, int at, int operand)
{
    const Instr *in = &x->l->p->code[at];
    int root = loop_root(x->l, slot);
    int weight = x->weight[at - x->l->loop->entry];
    SlotLife *y = &x->of[root];
    y->slot = root;
    y->first = MIN(y->first, at);
    y->last = MAX(y->last, at);
    y->weight += is_aware(x->l, in, operand) ? weight : 0;
    y->vectors += in->kind == INSTR_MOVE || (in->kind == INSTR_KERNEL && in->fused) ? weight : 0;
}

static void find_lives(Lives *x)
{
    const LoopBuild *l = x->l;
    for (int i = l->loop->entry; i <= l->loop->exit; i++) {
        const Instr *in = &l->p->code[i];
        for (int k = 0; k < in->n_in && i > l->loop->entry; k++)
            note(x, in->in[k], i, k);
        for (int k = 0; k < in->n_out && i < l->loop->exit; k++)
            note(x, in->out[k], i, -1);
    }
    for (bool grown = true; grown;) { /* what is there before a loop and read in it is needed to the end of its last trip */
        grown = false;
        for (int i = l->loop->entry; i < l->loop->exit; i++) {
            const Instr *in = &l->p->code[i];
            if (in->kind != INSTR_JUMP || in->target > i)
                continue;
            for (int s = 0; s < l->p->n_slots; s++)
                if (x->of[s].first < in->target && x->of[s].last >= in->target && x->of[s].last < i) {
                    x->of[s].last = i;
                    grown = true;
                }
        }
    }
}

static int compare_lives(const void *a, const void *b)
{
    const SlotLife *x = a, *y = b;
    return x->weight != y->weight ? (x->weight < y->weight ? 1 : -1) : x->slot - y->slot;
}

static bool meet(const SlotLife *x, const SlotLife *y)
{
    return x->first < y->last && y->first < x->last;
}

static bool is_candidate(const LoopBuild *l, const SlotLife *x)
{
    return x->weight > 1 && x->last > x->first && l->store[x->slot].kind == STORE_FIXED && loop_is_int(loop_slot_type(l, x->slot));
}

void loop_find_homes(LoopBuild *l)
{
    int n_slots = l->p->n_slots, n = 0;
    l->gpr = g_new(int8_t, n_slots + 1);
    l->in_frame = g_new0(bool, n_slots + 1);
    l->saved = loop_fixed(l, 8 * N_HOMES);
    memset(l->gpr, -1, (size_t)n_slots + 1);
    Lives x = { .l = l, .of = g_new0(SlotLife, n_slots + 1), .weight = g_new(int, l->loop->exit - l->loop->entry + 1) };
    for (int s = 0; s < n_slots; s++)
        x.of[s] = (SlotLife){ -1, INT_MAX, -1, 0, 0 };
    weigh(&x);
    find_lives(&x);
    loop_find_kept(l, x.of);
    SlotLife *all = g_new(SlotLife, n_slots + 1);
    for (int s = 0; s < n_slots; s++)
        if (x.of[s].slot >= 0 && is_candidate(l, &x.of[s]))
            all[n++] = x.of[s];
    qsort(all, (size_t)n, sizeof *all, compare_lives);
    for (int i = 0; i < n; i++) {
        uint32_t taken = 0;
        for (int k = 0; k < i; k++)
            if (l->gpr[all[k].slot] >= 0 && meet(&all[k], &all[i]))
                taken |= 1u << l->gpr[all[k].slot];
        for (int h = 0; h < N_HOMES && l->gpr[all[i].slot] < 0; h++)
            if (!(taken >> homes[h] & 1))
                l->gpr[all[i].slot] = (int8_t)homes[h];
        if (l->gpr[all[i].slot] >= 0) {
            l->homes |= 1u << l->gpr[all[i].slot];
            vec_push(&l->lives, ((GprLife){ (Gpr)l->gpr[all[i].slot], all[i].first, all[i].last }));
        }
    }
    g_free(all);
    g_free(x.of);
    g_free(x.weight);
}

uint32_t loop_gprs_at(const LoopBuild *l, int first, int last)
{
    uint32_t all = 0;
    for (int i = 0; i < l->lives.n; i++)
        if (l->lives.v[i].first <= last && l->lives.v[i].last >= first)
            all |= 1u << l->lives.v[i].reg;
    return all;
}

int loop_gpr(const LoopBuild *l, int slot)
{
    return l->gpr[loop_root(l, slot)];
}

/* ---- registers and the frame ---------------------------------------------------------------------------------------- */

static Mem frame_place(const LoopBuild *l, int slot)
{
    return (Mem){ RBX, loop_storage(l, slot).at };
}

static int bytes_of(const LoopBuild *l, int slot)
{
    return elem_info[loop_slot_type(l, slot)->elem].bytes;
}

void loop_to_frame(LoopBuild *l, int slot)
{
    int root = loop_root(l, slot);
    for (int i = 0; i < l->ints.results.n; i++)
        if (loop_root(l, l->ints.results.v[i].slot) == root) {
            loop_int_close(l);
            break;
        }
    if (l->gpr[root] < 0 || l->in_frame[root] || loop_is_pending(l, slot))
        return;
    if (loop_is_met(l, slot))
        loop_close(l);
    if (l->in_frame[root])
        return;
    code_store(&l->code, frame_place(l, slot), (Gpr)l->gpr[root], bytes_of(l, slot));
    l->in_frame[root] = true;
}

static void load_home(LoopBuild *l, int root)
{
    ElemType e = loop_slot_type(l, root)->elem;
    code_load(&l->code, (Gpr)l->gpr[root], frame_place(l, root), elem_info[e].bytes, elem_info[e].cls == CLASS_SIGNED);
}

void loop_from_frame(LoopBuild *l, int slot)
{
    int root = loop_root(l, slot);
    loop_kept_load(l, slot);
    if (l->gpr[root] < 0)
        return;
    load_home(l, root);
    l->in_frame[root] = true;
}

void loop_forget_frame(LoopBuild *l)
{
    memset(l->in_frame, 0, (size_t)l->p->n_slots + 1);
}

void loop_enter_homes(LoopBuild *l)
{
    const Instr *in = &l->p->code[l->loop->entry];
    for (int k = 0; k < in->n_out; k++)
        loop_from_frame(l, in->out[k]);
    loop_kept_load_all(l, -1);
    loop_forget_frame(l);
}

void loop_leave_homes(LoopBuild *l)
{
    const Instr *in = &l->p->code[l->loop->exit];
    loop_forget_frame(l);
    for (int k = 0; k < in->n_in; k++)
        loop_to_frame(l, in->in[k]);
}

/* Registers that functions change, in a place of their own: which values they hold is not known here. */
static void each_lost(LoopBuild *l, bool save)
{
    for (int h = N_KEPT; h < N_HOMES; h++)
        if (l->homes >> homes[h] & 1) {
            Mem m = { RBX, l->saved + 8 * h };
            if (save)
                code_store(&l->code, m, homes[h], 8);
            else
                code_load(&l->code, homes[h], m, 8, false);
        }
}

void loop_before_call(LoopBuild *l)
{
    each_lost(l, true);
}

void loop_after_call(LoopBuild *l)
{
    each_lost(l, false);
    loop_kept_load_all(l, l->pos);
}

void loop_load_index(LoopBuild *l, Gpr to, int slot, int k)
{
    ElemType e = loop_slot_type(l, slot)->elem;
    int bytes = elem_info[e].bytes, home = loop_gpr(l, slot);
    bool sign = elem_info[e].cls == CLASS_SIGNED;
    if (home >= 0) {
        if (bytes == 8)
            code_move(&l->code, to, (Gpr)home);
        else
            code_extend(&l->code, to, (Gpr)home, bytes, sign, true);
        return;
    }
    Mem m = loop_address(l, loop_home(l, slot), RDX);
    m.disp += k * bytes;
    code_load(&l->code, to, m, bytes, sign);
}
