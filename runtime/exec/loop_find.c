/* Which loops are compiled, and which of their values share memory. */
#include "runtime/exec/loop_impl.h"

#include <string.h>

#include "runtime/ir/host_call.h"

enum { MAX_CODE = 2000, MAX_TRIP_BYTES = 192 << 10, HEAVY = 8 };

const Type *loop_slot_type(const LoopBuild *l, int slot)
{
    const Slot *s = &l->p->slots[slot];
    return s->op ? type_leaf(s->op->type, s->leaf) : NULL;
}

/* ---- what a trip costs ------------------------------------------------------------------------------------------ */

/* Bytes that an instruction moves about; a large number for what is never part of a compiled loop. */
static int64_t cost_of(const LoopBuild *l, const Instr *in)
{
    int64_t in_bytes = 0, out_bytes = 0;
    for (int i = 0; i < in->n_in; i++)
        in_bytes += l->p->slots[in->in[i]].bytes;
    for (int i = 0; i < in->n_out; i++)
        out_bytes += in->out_bytes[i];
    if (in->fused)
        return MAX(out_bytes, in->fused->n_elems * 4);
    if (op_is_host_call(in->op))
        return INT64_MAX / 4;
    switch (op_family(in->op)) {
    case FAMILY_collective: case FAMILY_async: case FAMILY_token: case FAMILY_custom: case FAMILY_manual: case FAMILY_group:
        return INT64_MAX / 4;
    case FAMILY_dynamic_update_slice:
        return in->in_place && in->in_place[0] == 0 ? 2 * l->p->slots[in->in[1]].bytes : in_bytes;
    case FAMILY_scatter:
        return in->in_place ? HEAVY * (in_bytes - out_bytes) : HEAVY * in_bytes;
    case FAMILY_dynamic_slice: case FAMILY_gather: case FAMILY_iota: case FAMILY_broadcast: case FAMILY_slice:
        return 2 * out_bytes;
    case FAMILY_dot: case FAMILY_convolution: case FAMILY_sort: case FAMILY_topk: case FAMILY_fft: case FAMILY_linalg: case FAMILY_reduce_window:
    case FAMILY_select_and_scatter: case FAMILY_opaque: case FAMILY_rng_bits:
        return HEAVY * (in_bytes + out_bytes);
    case FAMILY_elementwise: case FAMILY_leaf: case FAMILY_reshape: case FAMILY_transpose: case FAMILY_reverse: case FAMILY_pad:
    case FAMILY_concatenate: case FAMILY_bitcast_convert: case FAMILY_reduce: case FAMILY_device_id: case FAMILY_tuple: case FAMILY_control:
    case FAMILY_barrier: case FAMILY_constraint: case FAMILY_reshard:
        return in_bytes + out_bytes;
    case N_FAMILIES: break;
    }
    g_assert_not_reached();
}

/* The move behind the loop whose first move is at `entry`, or -1. */
static int find_exit(const Program *p, int entry)
{
    const Instr *first = &p->code[entry];
    if (first->kind != INSTR_MOVE || first->op->code != OP_while || entry + 1 >= p->n_code || p->code[entry + 1].kind != INSTR_LABEL ||
        p->code[entry + 1].op != first->op)
        return -1;
    for (int i = entry + 2; i < p->n_code && i < entry + MAX_CODE; i++)
        if (p->code[i].kind == INSTR_JUMP_IF_NOT && p->code[i].op == first->op)
            return p->code[i].target - entry < MAX_CODE ? p->code[i].target : -1;
    return -1;
}

static bool is_cheap(const LoopBuild *l)
{
    int64_t cost = 0;
    for (int i = l->loop->entry + 1; i < l->loop->exit && cost < MAX_TRIP_BYTES; i++) {
        const Instr *in = &l->p->code[i];
        if (in->kind == INSTR_COLLECTIVE || in->kind == INSTR_END)
            return false;
        if (in->kind == INSTR_KERNEL)
            cost += cost_of(l, in);
    }
    return cost < MAX_TRIP_BYTES;
}

/* ---- uses ------------------------------------------------------------------------------------------------------- */

static void find_uses(LoopBuild *l)
{
    const Program *p = l->p;
    for (int s = 0; s < p->n_slots; s++) {
        l->use[s] = (SlotUse){ .last_read = -1, .def = -1, .reg = -1 };
        l->same[s] = s;
    }
    for (int i = l->loop->entry; i <= l->loop->exit; i++) {
        const Instr *in = &p->code[i];
        for (int k = 0; k < in->n_in; k++) {
            l->use[in->in[k]].n_reads++;
            l->use[in->in[k]].last_read = i;
        }
        for (int k = 0; k < in->n_out && i < l->loop->exit; k++) {
            l->use[in->out[k]].n_defs++;
            l->use[in->out[k]].def = i;
        }
        if (in->kind == INSTR_JUMP || in->kind == INSTR_JUMP_IF_NOT)
            l->is_target[in->target - l->loop->entry] = true;
        if (in->kind == INSTR_JUMP_IF_NOT)
            l->is_exit[in->target - l->loop->entry] = true;
        for (int k = 0; k < in->n_targets; k++)
            l->is_target[in->targets[k] - l->loop->entry] = true;
    }
}

int loop_root(const LoopBuild *l, int slot)
{
    while (l->same[slot] != slot)
        slot = l->same[slot];
    return slot;
}

static bool is_outside(const LoopBuild *l, int slot)
{
    return l->use[loop_root(l, slot)].n_defs == 0;
}

/* ---- shared memory ---------------------------------------------------------------------------------------------- */

static bool is_entry(const Program *p, int pos)
{
    return p->code[pos].kind == INSTR_MOVE && p->code[pos + 1].kind == INSTR_LABEL && p->code[pos + 1].op == p->code[pos].op && p->code[pos].op->code == OP_while;
}

/* State that no trip changes is what it begins with. */
static void share_entry(LoopBuild *l, int pos)
{
    const Instr *in = &l->p->code[pos];
    for (int k = 0; k < in->n_in; k++)
        if (l->use[in->out[k]].n_defs == 1)
            l->same[in->out[k]] = in->in[k];
}

/* A nested loop's results are its state; where that is another value's, only if this is not read any more, so that nobody writes over it. */
static void share_exit(LoopBuild *l, int pos)
{
    const Instr *in = &l->p->code[pos];
    for (int k = 0; k < in->n_in; k++) {
        int root = loop_root(l, in->in[k]);
        bool own = true;
        for (int s = in->in[k]; l->same[s] != s; s = l->same[s])
            own &= l->use[l->same[s]].last_read <= pos;
        if (l->use[root].n_defs == 0 || own)
            l->same[in->out[k]] = in->in[k];
    }
}

static void share_in_place(LoopBuild *l, const Instr *in)
{
    for (int o = 0; in->in_place && o < in->n_out; o++)
        if (in->in_place[o] >= 0 && !is_outside(l, in->in[in->in_place[o]]))
            l->same[in->out[o]] = in->in[in->in_place[o]];
}

static bool reads_between(const LoopBuild *l, int slot, int after, int to)
{
    for (int i = after + 1; i <= to; i++)
        for (int k = 0; k < l->p->code[i].n_in; k++)
            if (l->p->code[i].in[k] == slot)
                return true;
    return false;
}

static bool is_alone(const LoopBuild *l, int slot)
{
    if (l->same[slot] != slot)
        return false;
    for (int i = l->loop->entry; i < l->loop->exit; i++)
        for (int k = 0; k < l->p->code[i].n_out; k++)
            if (l->p->code[i].out[k] != slot && l->same[l->p->code[i].out[k]] == slot)
                return false;
    return true;
}

/* A scalar that becomes state is computed where the state is, if that is not read any more by then. */
static void share_next(LoopBuild *l, int pos)
{
    const Instr *in = &l->p->code[pos];
    for (int k = 0; k < in->n_in; k++) {
        int next = in->in[k], state = in->out[k];
        const Slot *s = &l->p->slots[next];
        int def = l->use[next].def;
        if (l->use[next].n_defs != 1 || def < l->loop->entry || s->bytes > 8 || s->region != l->p->slots[state].region)
            continue;
        const Instr *by = &l->p->code[def];
        if (by->kind == INSTR_KERNEL && by->fused && !by->fused->reduce && by->fused->n_elems == 1 && !reads_between(l, state, def, pos) &&
            is_alone(l, next) && is_alone(l, state))
            l->same[next] = state;
    }
}

static void share(LoopBuild *l)
{
    const Program *p = l->p;
    for (int i = l->loop->entry; i < l->loop->exit; i++) {
        if (is_entry(p, i))
            share_entry(l, i);
        else if (l->is_exit[i - l->loop->entry] && p->code[i].kind == INSTR_MOVE)
            share_exit(l, i);
        else if (p->code[i].kind == INSTR_KERNEL)
            share_in_place(l, &p->code[i]);
    }
    for (int i = l->loop->entry; i < l->loop->exit; i++)
        if (p->code[i].kind == INSTR_MOVE && p->code[i].op->code == OP_while && p->code[i + 1].kind == INSTR_JUMP)
            share_next(l, i);
}

bool loop_may_take(const LoopBuild *l, int pos, int k)
{
    const Instr *in = &l->p->code[pos];
    int x = in->in[k];
    int root = loop_root(l, x);
    if (l->store[root].kind != STORE_CELL)
        return false;
    for (int i = 0; i < in->n_in; i++) /* one of several takes it, if it does not stay */
        if (loop_root(l, in->in[i]) == root && (i < k || loop_root(l, in->out[i]) == root))
            return false;
    for (int i = 0; i < in->n_out; i++)
        if (loop_root(l, in->out[i]) == root)
            return true;
    if (l->is_exit[pos - l->loop->entry])
        return l->use[x].n_defs > 1; /* state that is the loop's own */
    return l->p->slots[x].last >= 0 && l->p->slots[x].last <= pos;
}

/* ---- places ----------------------------------------------------------------------------------------------------- */

Storage loop_storage(const LoopBuild *l, int slot)
{
    return l->store[loop_root(l, slot)];
}

static void place_slot(LoopBuild *l, int slot)
{
    int root = loop_root(l, slot);
    Storage *s = &l->store[root];
    if (s->kind != STORE_NONE)
        return;
    LoopCode *c = l->loop;
    if (is_outside(l, root)) {
        *s = (Storage){ STORE_OUTSIDE, c->n_outside, 0 };
        c->outside[c->n_outside++] = root;
    } else if (l->p->slots[root].bytes <= 32) {
        *s = (Storage){ STORE_FIXED, -1, -1 };
    } else {
        *s = (Storage){ STORE_CELL, c->n_cells, 0 };
        c->cell_bytes[c->n_cells++] = l->p->slots[root].bytes;
    }
}

/* Pointers first, then what has a fixed place. */
static void place_all(LoopBuild *l)
{
    const Program *p = l->p;
    LoopCode *c = l->loop;
    int most = 0;
    for (int i = c->entry; i <= c->exit; i++)
        most += p->code[i].n_in + p->code[i].n_out;
    c->outside = arena_array(l->b->arena, int, most + 1);
    c->cell_bytes = arena_array(l->b->arena, int64_t, most + 1);
    for (int i = c->entry; i <= c->exit; i++) {
        for (int k = 0; k < p->code[i].n_in && i > c->entry; k++)
            place_slot(l, p->code[i].in[k]);
        for (int k = 0; k < p->code[i].n_out && i < c->exit; k++)
            place_slot(l, p->code[i].out[k]);
    }
    int32_t at = (int32_t)offsetof(LoopFrame, pointers);
    l->fixed_bytes = (at + 8 * (c->n_outside + c->n_cells) + 31) & ~31;
    for (int s = 0; s < p->n_slots; s++) {
        Storage *x = &l->store[s];
        if (x->kind == STORE_OUTSIDE || x->kind == STORE_CELL)
            x->at = at + 8 * (x->number + (x->kind == STORE_CELL ? c->n_outside : 0));
        else if (x->kind == STORE_FIXED)
            x->at = loop_fixed(l, 32);
    }
}

/* ---- entering and leaving --------------------------------------------------------------------------------------- */

static void find_enter(LoopBuild *l)
{
    LoopCode *c = l->loop;
    const Instr *in = &l->p->code[c->entry];
    c->enter = arena_array(l->b->arena, LoopState, in->n_in + 1);
    for (int k = 0; k < in->n_in; k++) {
        Storage s = loop_storage(l, in->out[k]);
        if (s.kind == STORE_OUTSIDE)
            continue;
        LoopState *e = &c->enter[c->n_enter++];
        *e = (LoopState){ in->in[k], s, l->p->slots[in->out[k]].bytes, false };
        for (int i = 0; i < in->n_release; i++)
            e->last |= in->release[i] == in->in[k];
        for (int i = 0; i < in->n_in; i++)
            e->last &= i == k || in->in[i] != in->in[k];
        e->last &= l->store[in->in[k]].kind != STORE_OUTSIDE; /* not read in the loop as well */
    }
}

static void find_leave(LoopBuild *l)
{
    LoopCode *c = l->loop;
    const Instr *in = &l->p->code[c->exit];
    c->leave = arena_array(l->b->arena, LoopState, in->n_in + 1);
    c->n_leave = in->n_in;
    for (int k = 0; k < in->n_in; k++)
        c->leave[k] = (LoopState){ in->out[k], loop_storage(l, in->in[k]), l->p->slots[in->in[k]].bytes, false };
}

bool loop_find(LoopBuild *l, int entry)
{
    l->loop->entry = entry;
    l->loop->exit = find_exit(l->p, entry);
    if (l->loop->exit < 0 || !is_cheap(l))
        return false;
    int n = l->loop->exit - entry + 2;
    l->use = g_new(SlotUse, l->p->n_slots + 1);
    l->same = g_new(int, l->p->n_slots + 1);
    l->store = g_new0(Storage, l->p->n_slots + 1);
    l->is_target = g_new0(bool, n);
    l->is_exit = g_new0(bool, n);
    l->place = g_new0(size_t, n);
    find_uses(l);
    share(l);
    place_all(l);
    find_enter(l);
    find_leave(l);
    loop_find_homes(l);
    return true;
}
