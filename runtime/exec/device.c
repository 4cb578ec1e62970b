/* Stepping through the program. A device touches only its own slots, except that the last to arrive at a meeting hands
 * out results to the others, who are parked. Whoever brings the count of active devices to zero ends the run:
 * all have finished, or nobody ever will. */
#include "runtime/exec/device.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/clock.h"

static void device_main(Task *task);

/* ---- values ------------------------------------------------------------------------------------------ */

static void uncount(Device *d, int slot)
{
    if (!d->counted[slot])
        return;
    d->counted[slot] = false;
    d->held -= (int64_t)d->slots[slot]->size;
}

static void slot_set(Device *d, int slot, Buffer *b)
{
    if (d->run->events) {
        uncount(d, slot);
        d->counted[slot] = b != NULL;
        d->held += b ? (int64_t)b->size : 0;
        d->high = MAX(d->high, d->held);
    }
    if (d->slots[slot])
        buffer_unref(d->slots[slot]);
    d->slots[slot] = b;
}

static void release(Device *d, const Instr *in)
{
    for (int i = 0; i < in->n_release; i++)
        slot_set(d, in->release[i], NULL);
}

enum { ASK_BYTES = 1 << 20 }; /* a buffer of this size is worth the question whether there is room */

/* Ends the run for want of memory. */
static void fail_for(Device *d, const Instr *in, size_t bytes)
{
    atomic_store(&d->run->missing, bytes);
    atomic_store(&d->run->failed, in->op);
}

static void run_kernel(Device *d, const Instr *in)
{
    Run *r = d->run;
    for (int i = 0; i < in->n_in; i++)
        d->args[i] = d->slots[in->in[i]]->data;
    for (int i = 0; i < in->n_out; i++) {
        Buffer *b = NULL;
        bool borrowed = false; /* the place of an argument, which is not counted */
        int from = in->in_place ? in->in_place[i] : -1;
        if (from >= 0) {
            Buffer *x = d->slots[in->in[from]];
            if (buffer_is_unique(x) && x->capacity >= (size_t)in->out_bytes[i]) {
                b = x;
                borrowed = !d->counted[in->in[from]];
                uncount(d, in->in[from]);
                d->slots[in->in[from]] = NULL;
            }
        }
        if (!b && in->out_bytes[i] >= ASK_BYTES && !buffer_room(r->buffers, (size_t)in->out_bytes[i])) {
            fail_for(d, in, (size_t)in->out_bytes[i]);
            return;
        }
        if (!b)
            b = buffer_pool_get(r->buffers, (size_t)in->out_bytes[i]);
        slot_set(d, in->out[i], b);
        if (borrowed)
            uncount(d, in->out[i]);
        d->outs[i] = b->data;
    }
    const Bound *kernel = &r->binding->kernels[d->pc];
    kernel->fn(&(Kernel){ .in = in, .plan = kernel->plan, .args = d->args, .outs = d->outs, .pool = r->pool,
                      .partition = d->index % r->program->n_partitions, .replica = d->index / r->program->n_partitions, .n_devices = r->program->n_devices, .failed = &r->failed, .stop = r->stop });
    release(d, in);
}

static void run_move(Device *d, const Instr *in)
{
    for (int i = 0; i < in->n_in; i++) {
        d->meet_in[i] = buffer_ref(d->slots[in->in[i]]);
        d->moved[i] = d->counted[in->in[i]];
    }
    release(d, in);
    for (int i = 0; i < in->n_in; i++) {
        d->moved[i] &= d->slots[in->in[i]] == NULL && !d->counted[in->in[i]]; /* else it stays counted where it was */
        d->counted[in->in[i]] |= d->moved[i]; /* what moves to several slots counts in one of them */
    }
    for (int i = 0; i < in->n_in; i++)
        d->counted[in->in[i]] &= d->slots[in->in[i]] != NULL;
    for (int i = 0; i < in->n_out; i++) {
        slot_set(d, in->out[i], d->meet_in[i]);
        if (!d->moved[i])
            uncount(d, in->out[i]);
    }
    memset(d->meet_in, 0, sizeof *d->meet_in * (size_t)in->n_in);
}

static int pick_branch(const Device *d, const Instr *in)
{
    const Type *t = in->op->operands[0]->type;
    const void *p = d->slots[in->in[0]]->data;
    if (t->elem == ELEM_pred)
        return *(const uint8_t *)p ? 0 : in->n_targets > 1;
    int32_t i = *(const int32_t *)p;
    return i < 0 || i >= in->n_targets ? in->n_targets - 1 : i;
}

/* ---- events --------------------------------------------------------------------------------------------- */

static void record(Device *d, const Instr *in, int64_t from, int64_t to, EventCat cat)
{
    const EventSink *sink = d->run->events;
    if (sink && sink->event && (to > from || cat == EVENT_COLLECTIVE))
        sink->event(sink->lanes[d->index], in->op->id, from, to - from, cat);
}

static void record_memory_of(Device *d)
{
    const EventSink *sink = d->run->events;
    if (sink->memory)
        sink->memory(sink->lanes[d->index], d->now_ns, d->held, d->high);
    d->high = d->held;
}

static void record_step(Device *d, const Instr *in)
{
    if (!d->run->events)
        return;
    int64_t now = clock_ns();
    record(d, in, d->now_ns, now, in->cat);
    d->now_ns = now;
    record_memory_of(d);
}

/* The meeting that this device comes from: waiting for the last, then the exchange. What follows until now was spent
 * in the queue and stays empty in the timeline. */
static void record_meeting(Device *d, const Instr *in)
{
    if (!d->run->events)
        return;
    record(d, in, d->arrive_ns, d->last_ns, EVENT_WAIT);
    record(d, in, d->last_ns, d->end_ns, EVENT_COLLECTIVE);
    d->now_ns = clock_ns();
    record_memory_of(d);
}

/* ---- meetings --------------------------------------------------------------------------------------------- */

static void finish_meeting(Device *d, const Instr *in, const Collective *c, int group)
{
    Run *r = d->run;
    int n = c->group_size[group];
    Buffer *const **operands = g_new(Buffer *const *, n);
    Buffer ***results = g_new(Buffer **, n);
    int64_t last = r->events ? clock_ns() : 0, first = last;
    for (int i = 0; i < n; i++) {
        Device *m = &r->devices[c->members[group][i]];
        operands[i] = m->meet_in;
        results[i] = m->meet_out;
        first = MIN(first, m->arrive_ns);
    }
    size_t bytes = collective_new_bytes(c, group);
    bool done = bytes < ASK_BYTES || buffer_room(r->buffers, bytes);
    if (done)
        collective_exchange(&(Exchange){ .c = c, .group = group, .operands = operands, .results = results, .buffers = r->buffers,
                                         .pool = r->pool });
    else
        fail_for(d, in, bytes); /* the members go on, to find that the run has failed */
    int64_t end = r->events ? clock_ns() : 0;
    for (int i = 0; i < n; i++) {
        Device *m = &r->devices[c->members[group][i]];
        for (int k = 0; k < c->n_operands; k++) {
            buffer_unref(m->meet_in[k]);
            m->meet_in[k] = NULL;
        }
        m->held += m->brought; /* operands are there until the results are */
        for (int k = 0; done && k < c->n_results; k++)
            slot_set(m, in->out[k], m->meet_out[k]);
        m->held -= m->brought;
        m->waiting = NULL;
        m->received += c->bytes;
        m->resumed = true;
        m->last_ns = last;
        m->end_ns = end;
    }
    atomic_fetch_add_explicit(&r->n_meetings, 1, memory_order_relaxed);
    if (r->events && r->events->meeting)
        r->events->meeting(r->events->user, &(EventMeeting){ .op_id = in->op->id, .group = group, .n_members = n,
                                                               .first_ns = first, .last_ns = last, .end_ns = end, .bytes = c->bytes });
    g_free(operands);
    g_free(results);
    atomic_fetch_add(&r->active, n - 1);
    for (int i = 0; i < n; i++) {
        Device *m = &r->devices[c->members[group][i]];
        if (m != d)
            pool_push(r->pool, &m->task);
    }
}

/* Brings the operands. True if the device can go on; else it is parked, and no longer the caller's to touch. */
static bool meet(Device *d, const Instr *in)
{
    Run *r = d->run;
    const Collective *c = in->collective;
    int group = c->group_of[d->index];
    for (int i = 0; i < in->n_in; i++)
        d->meet_in[i] = buffer_ref(d->slots[in->in[i]]);
    d->brought = d->held;
    release(d, in);
    d->brought -= d->held;
    d->arrive_ns = r->events ? clock_ns() : 0;
    d->pc++;
    if (group < 0) {
        collective_absent(c, d->index, d->meet_in, d->meet_out, r->buffers);
        for (int i = 0; i < in->n_in; i++) {
            buffer_unref(d->meet_in[i]);
            d->meet_in[i] = NULL;
        }
        for (int k = 0; k < in->n_out; k++)
            slot_set(d, in->out[k], d->meet_out[k]);
        return true;
    }
    Meeting *m = &r->meetings[c->index][group];
    int n = c->group_size[group];
    d->waiting = in;
    if (atomic_fetch_add_explicit(&m->arrived, 1, memory_order_acq_rel) + 1 < n)
        return false;
    atomic_store_explicit(&m->arrived, 0, memory_order_relaxed);
    finish_meeting(d, in, c, group);
    return true;
}

/* ---- the task ------------------------------------------------------------------------------------------------- */

static void leave(Run *r)
{
    if (atomic_fetch_sub(&r->active, 1) == 1) {
        Pool *pool = r->pool; /* the run may be gone once it is known to be done */
        atomic_store(&r->done, true);
        pool_wake(pool);
    }
}

static void device_main(Task *task)
{
    Device *d = (Device *)task;
    Run *r = d->run;
    const Instr *code = r->program->code;
    if (r->events && !d->resumed)
        d->now_ns = clock_ns();
    for (;;) {
        if (d->resumed) {
            d->resumed = false;
            record_meeting(d, &code[d->pc - 1]);
        }
        if (stop_requested(r->stop) || atomic_load_explicit(&r->failed, memory_order_relaxed))
            break;
        const Instr *in = &code[d->pc];
        if (d->index == r->delay_device && (in->kind == INSTR_KERNEL || in->kind == INSTR_COLLECTIVE))
            usleep((useconds_t)r->delay_us);
        switch (in->kind) {
        case INSTR_KERNEL:
            run_kernel(d, in);
            d->pc++;
            record_step(d, in);
            continue;
        case INSTR_COLLECTIVE:
            if (!meet(d, in)) {
                leave(r);
                return;
            }
            continue;
        case INSTR_MOVE:
            run_move(d, in);
            d->pc++;
            continue;
        case INSTR_JUMP:
            release(d, in);
            d->pc = in->target;
            continue;
        case INSTR_JUMP_IF_NOT: {
            bool go_on = *(const uint8_t *)d->slots[in->in[0]]->data != 0;
            release(d, in);
            d->pc = go_on ? d->pc + 1 : in->target;
            continue;
        }
        case INSTR_SWITCH: {
            int branch = pick_branch(d, in);
            release(d, in);
            d->pc = in->targets[branch];
            continue;
        }
        case INSTR_LABEL:
            release(d, in);
            d->pc++;
            continue;
        case INSTR_END:
            break;
        }
        break;
    }
    d->finished = true;
    atomic_fetch_add(&r->finished, 1);
    leave(r);
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

Run *run_new(const Program *p, const Binding *binding, Pool *pool, BufferPool *buffers)
{
    Run *r = g_new0(Run, 1);
    r->program = p;
    r->binding = binding;
    r->pool = pool;
    r->buffers = buffers;
    r->delay_device = -1;
    int max_in = 1, max_out = 1;
    for (int i = 0; i < p->n_code; i++) {
        max_in = MAX(max_in, p->code[i].n_in);
        max_out = MAX(max_out, p->code[i].n_out);
    }
    r->devices = g_new0(Device, p->n_devices);
    for (int i = 0; i < p->n_devices; i++) {
        Device *d = &r->devices[i];
        d->task.run = device_main;
        d->run = r;
        d->index = i;
        d->slots = g_new0(Buffer *, p->n_slots + 1);
        d->meet_in = g_new0(Buffer *, max_in);
        d->meet_out = g_new0(Buffer *, max_out);
        d->counted = g_new0(bool, p->n_slots + 1);
        d->moved = g_new0(bool, max_in);
        d->args = g_new0(const void *, max_in);
        d->outs = g_new0(void *, max_out);
    }
    r->meetings = g_new0(Meeting *, p->n_collectives + 1);
    for (int i = 0; i < p->n_collectives; i++)
        r->meetings[i] = g_new0(Meeting, p->collectives[i]->n_groups + 1);
    return r;
}

void run_reset(Run *r)
{
    const Program *p = r->program;
    for (int i = 0; i < p->n_devices; i++) {
        Device *d = &r->devices[i];
        for (int s = 0; s < p->n_slots; s++) {
            if (d->slots[s] && d->slots[s] != r->binding->constants[s])
                buffer_unref(d->slots[s]);
            d->slots[s] = r->binding->constants[s];
        }
        memset(d->counted, 0, sizeof *d->counted * (size_t)p->n_slots);
        d->held = d->high = 0;
        /* Operands that a stuck or cancelled meeting never handed out. */
        for (int k = 0; d->waiting && k < d->waiting->n_in; k++) {
            buffer_unref(d->meet_in[k]);
            d->meet_in[k] = NULL;
        }
        d->waiting = NULL;
        d->resumed = d->finished = false;
        d->pc = 0;
    }
    for (int i = 0; i < p->n_collectives; i++)
        for (int g = 0; g < p->collectives[i]->n_groups; g++)
            atomic_store(&r->meetings[i][g].arrived, 0);
}

void run_free(Run *r)
{
    if (!r)
        return;
    run_reset(r);
    for (int i = 0; i < r->program->n_devices; i++) {
        Device *d = &r->devices[i];
        g_free(d->slots);
        g_free(d->counted);
        g_free(d->moved);
        g_free(d->meet_in);
        g_free(d->meet_out);
        g_free(d->args);
        g_free(d->outs);
    }
    for (int i = 0; i < r->program->n_collectives; i++)
        g_free(r->meetings[i]);
    g_free(r->meetings);
    g_free(r->devices);
    g_free(r);
}

bool run_execute(Run *r)
{
    int n = r->program->n_devices;
    atomic_store(&r->done, false);
    atomic_store(&r->finished, 0);
    atomic_store(&r->failed, NULL);
    atomic_store(&r->missing, 0);
    atomic_store(&r->n_meetings, 0);
    atomic_store(&r->active, n);
    for (int i = 0; i < n; i++)
        r->devices[i].received = 0;
    for (int i = 0; i < n; i++)
        pool_push(r->pool, &r->devices[i].task);
    pool_work(r->pool, &r->done);
    return atomic_load(&r->finished) == n;
}

char *run_describe_deadlock(const Run *r)
{
    GString *s = g_string_new(NULL);
    for (int i = 0; i < r->program->n_devices; i++) {
        const Device *d = &r->devices[i];
        if (!d->waiting)
            continue;
        const Collective *c = d->waiting->collective;
        int g = c->group_of[i], missing = 0;
        g_string_append_printf(s, "%sdevice %d waits at %s for", s->len ? "; " : "", i, c->op->name);
        for (int k = 0; k < c->group_size[g]; k++) {
            const Device *m = &r->devices[c->members[g][k]];
            if (m->waiting == d->waiting)
                continue;
            missing++;
            if (m->finished)
                g_string_append_printf(s, " device %d (at its end)", m->index);
            else if (m->waiting)
                g_string_append_printf(s, " device %d (at %s)", m->index, m->waiting->op->name);
            else
                g_string_append_printf(s, " device %d", m->index);
        }
        if (!missing)
            g_string_append(s, " nobody");
    }
    return g_string_free(s, FALSE);
}
