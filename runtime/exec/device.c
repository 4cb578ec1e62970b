/* Executes the program of each device. A device only accesses its own state; the transport brings the members of a collective together.
 * The device that decrements the count of active devices to zero ends the run: either all devices have finished, or none can continue.
 * If other ranks may wake a device, the count is one higher until all devices of this rank have finished or the transport reports that
 * they are stuck. */
#include "runtime/exec/device_impl.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/clock.h"
#include "runtime/exec/loop.h"

static void device_main(Task *task);

/* ---- values ------------------------------------------------------------------------------------------ */

void device_uncount(Device *d, int slot)
{
    if (!d->counted[slot])
        return;
    d->counted[slot] = false;
    d->held -= (int64_t)d->slots[slot]->size;
}

void device_slot_set(Device *d, int slot, Buffer *b)
{
    if (d->run->events) {
        device_uncount(d, slot);
        d->counted[slot] = b != NULL;
        d->held += b ? (int64_t)b->size : 0;
        d->high = MAX(d->high, d->held);
    }
    if (d->slots[slot])
        buffer_nest_unref(&d->nest, d->run->buffers, d->slots[slot]);
    d->slots[slot] = b;
}

void device_release(Device *d, const Instr *in)
{
    for (int i = 0; i < in->n_release; i++)
        device_slot_set(d, in->release[i], NULL);
}

enum { ASK_BYTES = 1 << 20 }; /* for buffers of this size buffer_room() is asked first */

/* Ends the run because there is not enough memory. The first device that finds none is named. */
static void fail_for(Device *d, const Instr *in, Shortage s)
{
    Run *r = d->run;
    if (atomic_flag_test_and_set(&r->short_of))
        return; /* whoever set it also sets `failed`; this device ends, having nothing to go on with */
    r->missing = s.bytes;
    r->missing_what = s.what;
    r->missing_device = d->index;
    atomic_store(&r->failed, in->op);
}

Buffer *device_buffer(Device *d, const Instr *in, int64_t bytes)
{
    Run *r = d->run;
    Buffer *b = buffer_nest_take(&d->nest, (size_t)bytes);
    if (!b && (bytes < ASK_BYTES || buffer_room(r->buffers, (size_t)bytes)))
        b = buffer_pool_try(r->buffers, (size_t)bytes);
    if (!b)
        fail_for(d, in, (Shortage){ (size_t)MAX(bytes, 1), "its result" });
    return b;
}

bool device_call(Device *d, const Instr *in, const Bound *kernel)
{
    Run *r = d->run;
    kernel->fn(&(Kernel){ .in = in, .plan = kernel->plan, .args = d->args, .outs = d->outs, .pool = r->pool,
                      .partition = d->partition, .replica = d->replica, .device = d->index,
                      .n_devices = r->program->n_devices, .run = r->number, .failed = &r->failed, .why = &r->why, .stop = r->stop });
    Shortage s = pool_take_short();
    if (s.bytes)
        fail_for(d, in, s);
    return s.bytes == 0;
}

/* True of a result that other ranks are to read where it is. */
static bool lies_open(const Run *r, const Instr *in, int i)
{
    return r->transport->meets && r->transport->meets[in->out[i]] && in->out_bytes[i] >= r->transport->least_shared && (in->out_bytes[i] < ASK_BYTES || buffer_room(r->transport->shared, (size_t)in->out_bytes[i]));
}

static Buffer *kernel_buffer(Device *d, const Instr *in, int i)
{
    Buffer *b = lies_open(d->run, in, i) ? buffer_pool_try(d->run->transport->shared, (size_t)in->out_bytes[i]) : NULL;
    return b ? b : device_buffer(d, in, in->out_bytes[i]);
}

/* False if there is not enough memory: the run fails. */
static bool run_kernel(Device *d, const Instr *in)
{
    for (int i = 0; i < in->n_in; i++)
        d->args[i] = d->slots[in->in[i]]->data;
    for (int i = 0; i < in->n_out; i++) {
        Buffer *b = NULL;
        bool borrowed = false; /* the place of an argument, which is not counted */
        int from = in->in_place ? in->in_place[i] : -1;
        if (from >= 0) {
            Buffer *x = d->slots[in->in[from]];
            if (buffer_is_unique(x) && x->capacity >= (size_t)in->out_bytes[i] && (!lies_open(d->run, in, i) || x->pool == d->run->transport->shared)) {
                b = x;
                borrowed = !d->counted[in->in[from]];
                device_uncount(d, in->in[from]);
                d->slots[in->in[from]] = NULL;
            }
        }
        if (!b)
            b = kernel_buffer(d, in, i);
        if (!b)
            return false;
        device_slot_set(d, in->out[i], b);
        if (borrowed)
            device_uncount(d, in->out[i]);
        d->outs[i] = b->data;
    }
    bool ok = device_call(d, in, &d->run->binding->kernels[d->pc]);
    device_release(d, in);
    return ok;
}

static void run_move(Device *d, const Instr *in)
{
    for (int i = 0; i < in->n_in; i++) {
        d->meet_in[i] = buffer_ref(d->slots[in->in[i]]);
        d->moved[i] = d->counted[in->in[i]];
    }
    device_release(d, in);
    for (int i = 0; i < in->n_in; i++) {
        d->moved[i] &= d->slots[in->in[i]] == NULL && !d->counted[in->in[i]]; /* else it stays counted where it was */
        d->counted[in->in[i]] |= d->moved[i]; /* what moves to several slots counts in one of them */
    }
    for (int i = 0; i < in->n_in; i++)
        d->counted[in->in[i]] &= d->slots[in->in[i]] != NULL;
    for (int i = 0; i < in->n_out; i++) {
        device_slot_set(d, in->out[i], d->meet_in[i]);
        if (!d->moved[i])
            device_uncount(d, in->out[i]);
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
        sink->event(sink->lanes[d->index - d->run->first], in->op->id, from, to - from, cat);
}

static void record_memory_of(Device *d)
{
    const EventSink *sink = d->run->events;
    if (sink->memory)
        sink->memory(sink->lanes[d->index - d->run->first], d->now_ns, d->held, d->high);
    d->high = d->held;
}

void device_record(Device *d, const Instr *in)
{
    if (!d->run->events)
        return;
    int64_t now = clock_ns();
    record(d, in, d->now_ns, now, in->cat);
    d->now_ns = now;
    record_memory_of(d);
}

void device_record_loop(Device *d, const Instr *in, int64_t trips)
{
    const EventSink *sink = d->run->events;
    if (!sink)
        return;
    int64_t now = clock_ns();
    if (sink->trips && now > d->now_ns)
        sink->trips(sink->lanes[d->index - d->run->first], trips);
    record(d, in, d->now_ns, now, in->cat);
    d->now_ns = now;
    record_memory_of(d);
}

/* Emits the time that the device waited for a core, from when it could run until then. Times below the clock's accuracy are not emitted. */
static void record_queue(Device *d, int64_t ready_ns, int64_t until_ns)
{
    const EventSink *sink = d->run->events;
    enum { LEAST_NS = 200 };
    if (sink->event && until_ns - ready_ns >= LEAST_NS)
        sink->event(sink->lanes[d->index - d->run->first], -1, ready_ns, until_ns - ready_ns, EVENT_QUEUE);
}

/* Emits the time that this core has run this device. */
static void record_core(Device *d, int64_t until_ns)
{
    const EventSink *sink = d->run->events;
    int core = pool_worker();
    if (sink && sink->core && core < sink->n_cores && until_ns > d->on_core_ns)
        sink->core(sink->user, core, d->index, d->on_core_ns, until_ns - d->on_core_ns);
    d->on_core_ns = until_ns;
}

/* Emits the events of the collective that this device returns from: waiting for the last member, the exchange, waiting for a core. */
static void record_meeting(Device *d, const Instr *in)
{
    if (!d->run->events)
        return;
    const Arrival *a = &d->arrival;
    record(d, in, a->arrive_ns, a->last_ns, EVENT_WAIT);
    record_queue(d, a->ready_ns, a->began_ns); /* all was there, but other ranks, or other devices, had the cores: within the collective */
    record(d, in, a->last_ns, a->end_ns, EVENT_COLLECTIVE);
    if (d->run->events->meeting && a->collective->position_of[d->index] == 0) /* its first member emits the meeting */
        d->run->events->meeting(d->run->events->user, &(EventMeeting){ .op_id = in->op->id, .group = a->group,
            .n_members = a->collective->group_size[a->group], .first_ns = a->first_ns, .last_ns = a->last_ns, .end_ns = a->end_ns, .bytes = a->collective->bytes });
    d->now_ns = clock_ns();
    record_queue(d, a->end_ns, d->now_ns);
    record_memory_of(d);
}

/* ---- meetings --------------------------------------------------------------------------------------------- */

static void meeting_complete(Arrival *a)
{
    Device *d = (Device *)((char *)a - offsetof(Device, arrival));
    Run *r = d->run;
    d->waiting = NULL;
    d->resumed = true;
    atomic_fetch_add(&r->active, 1);
    pool_push(r->pool, &d->task);
}

/* Arrives with the operands. True if the device can continue; otherwise it is parked, and the caller must not access it any more. */
static bool meet(Device *d, const Instr *in)
{
    Run *r = d->run;
    const Collective *c = in->collective;
    int group = c->group_of[d->index];
    d->brought = d->held;
    for (int i = 0; i < in->n_in; i++)
        d->meet_in[i] = buffer_ref(d->slots[in->in[i]]);
    device_release(d, in);
    d->brought -= d->held;
    d->pc++;
    if (group < 0) {
        size_t missing;
        bool room = collective_absent(c, d->meet_out, r->buffers, &missing);
        for (int i = 0; i < in->n_in; i++) {
            buffer_unref(d->meet_in[i]);
            d->meet_in[i] = NULL;
        }
        if (!room)
            fail_for(d, in, (Shortage){ missing, "its result" });
        for (int k = 0; room && k < in->n_out; k++)
            device_slot_set(d, in->out[k], d->meet_out[k]);
        return true;
    }
    d->waiting = in;
    d->arrival = (Arrival){ .collective = c, .group = group, .device = d->index, .operands = d->meet_in, .results = d->meet_out,
                            .arrive_ns = r->events ? clock_ns() : 0, .complete = meeting_complete };
    record_core(d, d->arrival.arrive_ns);
    Pool *pool = r->pool; /* once it has arrived, the device may run elsewhere, and the run end */
    pool_hold(pool);
    bool here = r->transport->arrive(r->transport, &d->arrival);
    pool_release(pool);
    if (!here)
        return false;
    d->waiting = NULL;
    d->resumed = true;
    return true;
}

/* Takes the results of a collective. */
static void take_met(Device *d, const Instr *in)
{
    Run *r = d->run;
    const Arrival *a = &d->arrival;
    if (a->missing) /* continues, and finds that the run has failed */
        fail_for(d, in, (Shortage){ a->missing, "its results" });
    d->held += d->brought; /* operands were in use until the results were complete */
    for (int k = 0; !a->missing && k < in->n_out; k++)
        device_slot_set(d, in->out[k], d->meet_out[k]);
    d->held -= d->brought;
    d->received += a->collective->bytes;
    if (a->collective->position_of[d->index] == 0)
        atomic_fetch_add_explicit(&r->n_meetings, 1, memory_order_relaxed);
    d->resumed = false;
    record_meeting(d, in);
}

/* ---- the task ------------------------------------------------------------------------------------------------- */

static void leave(Run *r)
{
    if (atomic_fetch_sub(&r->active, 1) == 1) {
        Pool *pool = r->pool; /* the run may be freed as soon as it is known to be done */
        atomic_store(&r->done, true);
        pool_wake(pool);
    }
}

/* Called by the transport if no member of another rank will arrive. */
static void run_stuck(void *user)
{
    leave(user);
}

static void device_main(Task *task)
{
    Device *d = (Device *)task;
    Run *r = d->run;
    const Instr *code = r->program->code;
    if (r->events) {
        d->on_core_ns = clock_ns();
        if (!d->resumed) {
            d->now_ns = d->on_core_ns;
            record_queue(d, r->start_ns, d->now_ns);
        }
    }
    for (;;) {
        if (d->resumed)
            take_met(d, &code[d->pc - 1]);
        if (stop_requested(r->stop) || atomic_load_explicit(&r->failed, memory_order_relaxed))
            break;
        const Instr *in = &code[d->pc];
        if (d->index == r->delay_device && (in->kind == INSTR_KERNEL || in->kind == INSTR_COLLECTIVE))
            usleep((useconds_t)r->delay_us);
        switch (in->kind) {
        case INSTR_KERNEL:
            if (!run_kernel(d, in))
                break;
            d->pc++;
            device_record(d, in);
            continue;
        case INSTR_COLLECTIVE:
            if (!meet(d, in)) {
                leave(r);
                return;
            }
            continue;
        case INSTR_MOVE:
            if (r->binding->loop_at && r->binding->loop_at[d->pc] && r->delay_device < 0) {
                if (loop_run(d, r->binding->loop_at[d->pc]))
                    continue;
                break;
            }
            run_move(d, in);
            d->pc++;
            continue;
        case INSTR_JUMP:
            device_release(d, in);
            d->pc = in->target;
            continue;
        case INSTR_JUMP_IF_NOT: {
            bool go_on = *(const uint8_t *)d->slots[in->in[0]]->data != 0;
            if (r->taken)
                taken_note(r->taken, d->index - r->first, d->pc, !go_on, 1);
            device_release(d, in);
            d->pc = go_on ? d->pc + 1 : in->target;
            continue;
        }
        case INSTR_SWITCH: {
            int branch = pick_branch(d, in);
            if (r->taken)
                taken_note(r->taken, d->index - r->first, d->pc, branch, 1);
            device_release(d, in);
            d->pc = in->targets[branch];
            continue;
        }
        case INSTR_LABEL:
            device_release(d, in);
            d->pc++;
            continue;
        case INSTR_END:
            break;
        }
        break;
    }
    if (r->events)
        record_core(d, clock_ns());
    buffer_nest_clear(&d->nest);
    d->finished = true;
    if (r->transport->ended)
        r->transport->ended(r->transport, d->index);
    if (atomic_fetch_add(&r->finished, 1) + 1 == r->n_local && r->transport->ended)
        leave(r); /* no device is left that another rank could wake */
    leave(r);
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

Run *run_new(const Program *p, const Binding *binding, Pool *pool, BufferPool *buffers, const Rank *rank)
{
    Transport *transport = rank->transport;
    Run *r = g_new0(Run, 1);
    r->program = p;
    r->binding = binding;
    r->pool = pool;
    r->buffers = buffers;
    r->delay_device = -1;
    r->first = transport ? rank->first : 0;
    r->n_local = transport ? rank->n_local : p->n_devices;
    r->own_transport = !transport;
    r->transport = transport ? transport : transport_local_new(p->collectives, p->n_collectives, pool, buffers);
    if (r->transport->ended) {
        r->transport->stuck = run_stuck;
        r->transport->user = r;
    }
    int max_in = 1, max_out = 1;
    for (int i = 0; i < p->n_code; i++) {
        max_in = MAX(max_in, p->code[i].n_in);
        max_out = MAX(max_out, p->code[i].n_out);
    }
    r->devices = g_new0(Device, r->n_local);
    for (int i = 0; i < r->n_local; i++) {
        Device *d = &r->devices[i];
        d->task.run = device_main;
        d->run = r;
        d->index = r->first + i;
        d->partition = d->index % p->n_partitions;
        d->replica = d->index / p->n_partitions;
        d->slots = g_new0(Buffer *, p->n_slots + 1);
        d->meet_in = g_new0(Buffer *, max_in);
        d->meet_out = g_new0(Buffer *, max_out);
        d->counted = g_new0(bool, p->n_slots + 1);
        d->moved = g_new0(bool, max_in);
        d->args = g_new0(const void *, max_in);
        d->outs = g_new0(void *, max_out);
    }
    return r;
}

void run_reset(Run *r)
{
    const Program *p = r->program;
    r->transport->reset(r->transport); /* operands of a collective that was stuck or stopped */
    for (int i = 0; i < r->n_local; i++) {
        Device *d = &r->devices[i];
        for (int s = 0; s < p->n_slots; s++) {
            if (d->slots[s] && d->slots[s] != r->binding->constants[s])
                buffer_unref(d->slots[s]);
            d->slots[s] = r->binding->constants[s];
        }
        buffer_nest_clear(&d->nest);
        memset(d->counted, 0, sizeof *d->counted * (size_t)p->n_slots);
        d->held = d->high = 0;
        d->waiting = NULL;
        d->resumed = d->finished = false;
        d->pc = 0;
    }
}

void run_free(Run *r)
{
    if (!r)
        return;
    run_reset(r);
    for (int i = 0; i < r->n_local; i++) {
        Device *d = &r->devices[i];
        for (guint k = 0; d->frames && k < r->binding->loops->len; k++)
            loop_frame_free(d->frames[k]);
        g_free(d->frames);
        g_free(d->slots);
        g_free(d->counted);
        g_free(d->moved);
        g_free(d->meet_in);
        g_free(d->meet_out);
        g_free(d->args);
        g_free(d->outs);
    }
    if (r->own_transport)
        r->transport->free(r->transport);
    g_free(r->devices);
    g_free(r);
}

bool run_execute(Run *r)
{
    int n = r->n_local;
    r->start_ns = r->events ? clock_ns() : 0;
    atomic_store(&r->done, false);
    atomic_store(&r->finished, 0);
    atomic_store(&r->failed, NULL);
    r->number++;
    atomic_flag_clear(&r->short_of);
    r->missing = 0;
    atomic_store(&r->n_meetings, 0);
    atomic_store(&r->active, n + (r->transport->ended != NULL));
    for (int i = 0; i < n; i++)
        r->devices[i].received = 0;
    if (n == 0) /* a rank without devices */
        return true;
    pool_hold(r->pool);
    for (int i = 1; i < n; i++)
        pool_push(r->pool, &r->devices[i].task);
    pool_release(r->pool);
    device_main(&r->devices[0].task); /* here, so that a single device needs no other thread */
    pool_work(r->pool, &r->done);
    return atomic_load(&r->finished) == n;
}

/* The collective at which a device of this or another rank waits, or NULL. */
static const Collective *stands_at(const Run *r, int device)
{
    if (device >= r->first && device < r->first + r->n_local) {
        const Device *d = &r->devices[device - r->first];
        return d->waiting ? d->waiting->collective : NULL;
    }
    return r->transport->stands_at ? r->transport->stands_at(r->transport, device) : NULL;
}

static bool has_finished(const Run *r, int device)
{
    return device >= r->first && device < r->first + r->n_local && r->devices[device - r->first].finished;
}

char *run_describe_deadlock(const Run *r, const IrOp **first)
{
    *first = NULL;
    GString *s = g_string_new(NULL);
    for (int i = 0; i < r->program->n_devices; i++) {
        const Collective *c = stands_at(r, i);
        if (!c)
            continue;
        if (!*first)
            *first = c->op;
        int g = c->group_of[i], missing = 0;
        g_string_append_printf(s, "%sdevice %d waits at %s for", s->len ? "; " : "", i, c->op->name);
        for (int k = 0; k < c->group_size[g]; k++) {
            int m = c->members[g][k];
            const Collective *at = stands_at(r, m);
            if (at == c)
                continue;
            g_string_append_printf(s, "%s device %d", missing++ ? "," : "", m);
            if (at)
                g_string_append_printf(s, " (at %s)", at->op->name);
            else if (has_finished(r, m))
                g_string_append(s, " (at its end)");
        }
        if (!missing)
            g_string_append(s, " nobody");
    }
    return g_string_free(s, FALSE);
}
