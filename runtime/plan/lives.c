/* Lifetimes of values and what follows from them: where slots are released, which results may overwrite operands, and
 * the plan of a device's memory. Loops and branches are regions: a use inside a region keeps a value from outside alive until
 * the region's end. */
#include "runtime/plan/program_impl.h"

/* The position until which a use at `pos` in region `r` keeps a slot of region `q` alive. */
static int use_end(const Compile *cx, int q, int r, int pos)
{
    int child = -1;
    while (r != q && r > 0) {
        child = r;
        r = cx->regions.v[r].parent;
    }
    return child < 0 ? pos : cx->regions.v[child].end;
}

void program_find_lives(Compile *cx)
{
    int *state_of = g_new(int, cx->slots.n + 1);
    for (int i = 0; i < cx->slots.n; i++)
        state_of[i] = -1;
    for (int i = 0; i < cx->states.n; i++)
        state_of[cx->states.v[i].slot] = i;
    for (int pos = 0; pos < cx->code.n; pos++) {
        const Instr *in = &cx->code.v[pos];
        for (int k = 0; k < in->n_in; k++) {
            Slot *s = &cx->slots.v[in->in[k]];
            int end = use_end(cx, s->region, cx->code_region.v[pos], pos);
            if (state_of[in->in[k]] >= 0) {
                const State *st = &cx->states.v[state_of[in->in[k]]];
                /* Reads by the condition do not count, nor does the exit, which has its own release. */
                if (end < st->body_begin || end >= st->exit || st->through)
                    continue;
            }
            s->last = MAX(s->last, end);
        }
        for (int k = 0; k < in->n_out; k++) { /* a value without readers is released at once */
            Slot *s = &cx->slots.v[in->out[k]];
            if (state_of[in->out[k]] < 0)
                s->last = MAX(s->last, pos);
        }
    }
    g_free(state_of);
}

/* The position at which a slot is released: after its last use. A value that a move defines and nothing reads is released after the
 * move; one that all branches of a conditional define, where they join. */
static int release_at(const Compile *cx, int slot)
{
    int last = cx->slots.v[slot].last;
    const Instr *in = &cx->code.v[last];
    for (int k = 0; k < in->n_in; k++)
        if (in->in[k] == slot)
            return last;
    for (int k = 0; in->kind == INSTR_MOVE && k < in->n_out; k++)
        if (in->out[k] == slot)
            return in[1].kind == INSTR_JUMP && in->op->code == OP_conditional ? in[1].target : last + 1;
    return last;
}

static void add_releases(Compile *cx)
{
    int n = cx->code.n, *count = g_new0(int, n + 1);
    int **lists = g_new0(int *, n + 1);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < cx->slots.n; i++) {
            const Slot *s = &cx->slots.v[i];
            if (s->constant || s->last < 0 || s->last >= n)
                continue;
            int at = release_at(cx, i);
            if (pass)
                lists[at][count[at]] = i;
            count[at]++;
        }
        for (int i = 0; i < cx->states.n; i++) {
            int at = cx->states.v[i].exit;
            if (pass)
                lists[at][count[at]] = cx->states.v[i].slot;
            count[at]++;
        }
        for (int p = 0; !pass && p < n; p++) {
            lists[p] = count[p] ? arena_array(cx->arena, int, count[p]) : NULL;
            count[p] = 0;
        }
    }
    for (int p = 0; p < n; p++) {
        cx->code.v[p].release = lists[p];
        cx->code.v[p].n_release = count[p];
    }
    g_free(count);
    g_free(lists);
}

static bool may_overwrite(const Compile *cx, int pos, int slot)
{
    const Slot *s = &cx->slots.v[slot];
    const Instr *in = &cx->code.v[pos];
    if (s->constant || s->last != pos || (s->param >= 0 && !cx->p->donated[s->param]))
        return false;
    int n = 0;
    for (int k = 0; k < in->n_in; k++)
        n += in->in[k] == slot;
    return n == 1;
}

/* The slot whose memory the loop state `st` uses at the end of a trip. */
static int left_by_trip(const Compile *cx, const State *st)
{
    const Instr *move = &cx->code.v[st->move];
    for (int k = 0; k < move->n_out; k++)
        if (move->out[k] == st->slot)
            return move->in[k];
    return st->slot; /* returned unchanged */
}

/* A move copies nothing: loop state takes over the memory of the value that moves into it, if this is the value's last use, and the loop's
 * results stay in the memory of the last trip. State that no trip changes is never written and stays in its memory. */
static void share_moved(Compile *cx)
{
    g_autofree int *state_of = g_new(int, cx->slots.n + 1);
    g_autofree bool *taken = g_new0(bool, cx->slots.n + 1); /* one value may become several states: one of them keeps its memory */
    for (int i = 0; i < cx->slots.n; i++)
        state_of[i] = -1;
    for (int i = 0; i < cx->states.n; i++)
        state_of[cx->states.v[i].slot] = i;
    for (int pos = 0; pos < cx->code.n; pos++) {
        const Instr *in = &cx->code.v[pos];
        if (in->kind != INSTR_MOVE || in->op->code != OP_while)
            continue;
        for (int k = 0; k < in->n_in; k++) {
            Slot *to = &cx->slots.v[in->out[k]];
            const Slot *from = &cx->slots.v[in->in[k]];
            if (to->def != pos || to->shares >= 0)
                continue;
            const State *entered = state_of[in->out[k]] >= 0 ? &cx->states.v[state_of[in->out[k]]] : NULL;
            const State *left = state_of[in->in[k]] >= 0 ? &cx->states.v[state_of[in->in[k]]] : NULL;
            bool through = entered && entered->through, ends = from->last == pos && from->param < 0 && !from->constant && !taken[in->in[k]];
            int memory = left && left->exit == pos ? left_by_trip(cx, left) : ends || through ? in->in[k] : -1;
            if (memory < 0 || memory > in->out[k])
                continue;
            to->shares = memory;
            taken[in->in[k]] |= !through;
        }
    }
}

/* Keeps only the in-place choices that are valid for all uses. */
static void settle_in_place(Compile *cx)
{
    for (int pos = 0; pos < cx->code.n; pos++) {
        Instr *in = &cx->code.v[pos];
        if (!in->in_place)
            continue;
        int *choice = arena_array(cx->arena, int, in->n_out);
        bool any = false;
        for (int o = 0; o < in->n_out; o++) {
            choice[o] = in->in_place[o];
            if (choice[o] >= 0 && !may_overwrite(cx, pos, in->in[choice[o]]))
                choice[o] = -1;
            if (choice[o] >= 0) {
                any = true;
                cx->slots.v[in->out[o]].shares = in->in[choice[o]];
            }
        }
        in->in_place = any ? choice : NULL;
    }
    share_moved(cx);
}

/* The state's slot keeps the memory of a trip's results until the loop ends; the same for state that no trip changes. */
static void hold_states(Compile *cx)
{
    for (int i = 0; i < cx->states.n; i++) {
        const State *st = &cx->states.v[i];
        Slot *s = &cx->slots.v[st->slot], *left = &cx->slots.v[left_by_trip(cx, st)];
        if (!st->through && s->last < 0)
            s->held_to = MAX(s->held_to, st->move - 1);
        left->held_to = MAX(left->held_to, st->exit - 1);
    }
}

void program_settle_memory(Compile *cx)
{
    add_releases(cx);
    settle_in_place(cx);
    hold_states(cx);
}

/* ---- the memory plan ---------------------------------------------------------------------------------------------------- */

/* Arguments and constants are always alive. A moved value owns its memory from the move on; before, the source does. */
static PlannedBuffer planned(const Program *p, const Slot *s, int result)
{
    PlannedBuffer b = { .op_id = s->op ? s->op->id : -1, .leaf = s->leaf, .param = s->param, .result = result, .size = s->bytes,
                        .shares = s->shares, .live_from = -1, .live_to = p->n_code - 1 };
    if (s->param >= 0 || s->constant || s->def < 0) {
        b.offset = -1;
        b.cat = s->param >= 0 ? BUFFER_PARAMETER : BUFFER_CONSTANT;
        return b;
    }
    bool moved = p->code[s->def].kind == INSTR_MOVE;
    b.live_from = s->def + moved;
    b.live_to = MIN(MAX(MAX(s->last, s->held_to), b.live_from), p->n_code - 1);
    b.offset = result >= 0 ? -1 : 0;
    b.cat = result >= 0 ? BUFFER_OUTPUT : s->op && op_is_collective(s->op) ? BUFFER_COLLECTIVE : BUFFER_TEMPORARY;
    return b;
}

/* The slot whose memory it uses. */
static const Slot *memory_of(const Program *p, int slot)
{
    while (p->slots[slot].shares >= 0)
        slot = p->slots[slot].shares;
    return &p->slots[slot];
}

void program_plan_memory(Program *p)
{
    MemoryPlan *m = &p->memory;
    m->buffers = g_new0(PlannedBuffer, p->n_slots + p->n_results + 1);
    g_autofree int *result_of = g_new(int, p->n_slots + 1);
    for (int i = 0; i < p->n_slots; i++)
        result_of[i] = -1;
    for (int i = p->n_results - 1; i >= 0; i--)
        result_of[p->result_slots[i]] = i;
    for (int i = 0; i < p->n_slots; i++) {
        const Slot *s = &p->slots[i];
        m->buffers[i] = planned(p, s, result_of[i]);
        m->constant_bytes += s->constant ? s->bytes : 0;
        const Slot *memory = memory_of(p, i);
        if (result_of[i] >= 0 && memory->param >= 0 && p->donated[memory->param])
            m->alias_bytes += s->bytes;
    }
    m->n_buffers = p->n_slots;
    for (int i = 0; i < p->n_params; i++)
        m->argument_bytes += type_bytes(p->param_types[i]);
    for (int i = 0; i < p->n_results; i++) {
        const Slot *s = &p->slots[p->result_slots[i]];
        m->output_bytes += type_bytes(p->result_types[i]);
        if (memory_of(p, p->result_slots[i])->constant) { /* returned as a copy, which is made at the end */
            m->buffers[p->result_slots[i]].result = -1;
            m->buffers[m->n_buffers++] = (PlannedBuffer){ .op_id = s->op ? s->op->id : -1, .leaf = s->leaf, .param = -1, .result = i, .offset = -1,
                .size = s->bytes, .shares = -1, .live_from = p->n_code - 1, .live_to = p->n_code - 1, .cat = BUFFER_OUTPUT };
        }
    }
    memory_plan_solve(m);
}
