/* Steps before they are stored. At the end of a step the contents of the lanes are moved here (trace_step, trace_end_step). They
 * wait, together with other steps, until some time has passed or there are many events; then all of them are stored in one transaction
 * (steps_store.c). Meanwhile they are in a file beside the trace too, from which they are recovered after a process that was killed (waiting.c).
 *
 * Short steps are stored in the writer's thread while the next steps run, since storing a step takes longer than some steps do. For long steps
 * storing takes little time in comparison, and another thread would take a core from the next step and make the measured step slower.
 * So long steps are stored before the caller continues. */
#include "trace/steps_impl.h"
#include "trace/waiting.h"

#include <string.h>
#include <time.h>

enum { MOST_SLOTS = 1 << 17, MOST_STEPS = 1 << 14 }; /* limits of what may wait */
#define STORE_AFTER_NS 250000000 /* at most, after the end of the first waiting step */
enum { STORE_SHARE = 100 }; /* what storing costs beside the rows of the steps themselves is to be at most so small a part of the time */
#define SHORT_STEP_NS 200000

int64_t steps_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

struct Pending *pending_new(void)
{
    struct Pending *p = g_new0(struct Pending, 1);
    p->steps = g_array_new(FALSE, FALSE, sizeof(PendingStep));
    p->runs = g_array_new(FALSE, FALSE, sizeof(Run));
    p->slots = g_array_new(FALSE, FALSE, sizeof(Slot));
    p->parts = g_array_new(FALSE, FALSE, sizeof(PendingPart));
    p->sums = g_array_new(FALSE, FALSE, sizeof(PendingSum));
    p->samples = g_array_new(FALSE, FALSE, sizeof(TraceMemSample));
    p->counters = g_array_new(FALSE, FALSE, sizeof(TraceCounter));
    p->warm = p->half = -1;
    return p;
}

void pending_free(void *data)
{
    struct Pending *p = data;
    GArray *all[] = { p->steps, p->runs, p->slots, p->parts, p->sums, p->samples, p->counters };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        g_array_unref(all[i]);
    g_free(p);
}

static void store_job(TraceWriter *w, void *data)
{
    steps_store(w, data);
}

TraceOpSum pending_sum(const OpTotal *t, int64_t step, int64_t lane_id)
{
    return (TraceOpSum){ .step_id = step, .lane_id = lane_id, .inst_id = t->inst_id, .name_id = t->name_id, .cat = t->cat,
                         .n = t->n, .total_ns = t->total_ns, .self_ns = t->self_ns, .min_ns = t->min_ns, .max_ns = t->max_ns,
                         .trips = t->loops ? TRACE_INT(t->trips) : (TraceInt){ 0 } };
}

/* The last step of a lane's run whose events are not stored: of functions that take turns, each has its own sums. */
static int64_t last_sum_of(const struct Pending *p, int64_t run_id)
{
    for (guint i = p->last_sum + 1; i-- > 0;) {
        const TraceStep *s = &g_array_index(p->steps, PendingStep, i).row;
        if (s->run_id == run_id && s->n_events.known)
            return i;
    }
    return p->last_sum;
}

/* Takes the sums of the lanes since the last call, as rows of the last step of each lane's run. */
static void take_sums(TraceWriter *w, struct Pending *p)
{
    if (p->warm < 0)
        return;
    p->warm = -1;
    for (guint i = 0; i < w->lanes->len; i++) {
        TraceLaneBuffer *b = w->lanes->pdata[i];
        int64_t step = -1;
        for (uint32_t k = 0; k < b->batch.room; k++) {
            const OpTotal *t = &b->batch.v[k];
            if (!t->n)
                continue;
            step = step >= 0 ? step : last_sum_of(p, b->row.run_id);
            PendingSum sum = { pending_sum(t, step, b->row.id) };
            g_array_append_val(p->sums, sum);
        }
        totals_clear(&b->batch);
    }
}

/* Stores the waiting steps; in the writer's thread if `later`. */
static int64_t store_now(TraceWriter *w, bool later)
{
    struct Pending *p = g_steal_pointer(&w->pending);
    if (!p)
        return 0;
    take_sums(w, p);
    if (w->waiting)
        p->half = waiting_hand_over(w->waiting);
    if (later) {
        trace_later(w, store_job, p, pending_free);
        return 0;
    }
    trace_wait(w);
    int64_t id = steps_store(w, p);
    pending_free(p);
    return id;
}

void steps_flush(TraceWriter *w)
{
    if (w->pending && !later_is_job(w))
        store_now(w, false);
}

/* Adds the parts of a step on one device, from sums. This assumes that its events do not overlap; if several lanes of a device overlap, the parts
 * are limited to the length of the step. */
static void add_parts(struct Pending *p, int64_t device_id, const int64_t *cat_ns, int64_t dur_ns)
{
    static const int order[] = { TRACE_CAT_COMPUTE, TRACE_CAT_COLLECTIVE, TRACE_CAT_COPY, TRACE_CAT_COMPILE, TRACE_CAT_HOST, TRACE_CAT_WAIT, TRACE_CAT_QUEUE };
    int64_t left = dur_ns;
    for (size_t k = 0; k < G_N_ELEMENTS(order); k++) {
        int64_t ns = CLAMP(cat_ns[order[k]], 0, left);
        left -= ns;
        PendingPart part = { { .step_id = p->steps->len, .device_id = device_id, .cat = order[k], .ns = ns } };
        if (ns || order[k] == TRACE_CAT_COMPUTE)
            g_array_append_val(p->parts, part);
    }
    PendingPart idle = { { .step_id = p->steps->len, .device_id = device_id, .cat = TRACE_CAT_IDLE, .ns = left } };
    g_array_append_val(p->parts, idle);
}

typedef struct DeviceSum {
    int64_t device_id, cat_ns[N_CATS];
} DeviceSum;

static void add_up(GArray *devices, int64_t device_id, const int64_t *cat_ns)
{
    DeviceSum *d = devices->len ? &g_array_index(devices, DeviceSum, devices->len - 1) : NULL;
    if (!d || d->device_id != device_id) { /* lanes of one device are usually adjacent */
        for (guint i = 0; i < devices->len; i++)
            if (g_array_index(devices, DeviceSum, i).device_id == device_id)
                d = &g_array_index(devices, DeviceSum, i);
        if (!d || d->device_id != device_id) {
            g_array_append_val(devices, ((DeviceSum){ .device_id = device_id }));
            d = &g_array_index(devices, DeviceSum, devices->len - 1);
        }
    }
    for (int c = 0; c < N_CATS; c++)
        d->cat_ns[c] += cat_ns[c];
}

/* Computes the numbers of a step of which not all events are stored. Takes the lanes' locks one after the other. */
static void take_numbers(TraceWriter *w, struct Pending *p, PendingStep *s, bool keep_events)
{
    g_autoptr(GArray) devices = g_array_new(FALSE, FALSE, sizeof(DeviceSum));
    int64_t happened = 0, left_out = 0;
    for (guint i = 0; i < w->lanes->len; i++) {
        TraceLaneBuffer *b = w->lanes->pdata[i];
        lane_lock(b);
        int64_t before[N_CATS], n_before = b->batch.n_events;
        memcpy(before, b->batch.cat_ns, sizeof before);
        if (b->counting)
            totals_merge(&b->batch, &b->step);
        else
            totals_add(&b->batch, b->slots, b->n);
        int64_t own[N_CATS];
        for (int c = 0; c < N_CATS; c++)
            own[c] = b->batch.cat_ns[c] - before[c];
        happened += b->batch.n_events - n_before;
        left_out += b->left_out;
        if (b->row.device_id && b->batch.n_events > n_before)
            add_up(devices, b->row.device_id, own);
        lane_unlock(b);
    }
    for (guint i = 0; i < devices->len; i++) {
        const DeviceSum *d = &g_array_index(devices, DeviceSum, i);
        add_parts(p, d->device_id, d->cat_ns, s->row.dur_ns);
    }
    s->row.n_events = TRACE_INT(happened);
    s->row.n_kept = TRACE_INT(keep_events ? happened - left_out : 0);
}

static bool any_left_out(TraceWriter *w)
{
    bool any = false;
    for (guint i = 0; i < w->lanes->len && !any; i++) {
        TraceLaneBuffer *b = w->lanes->pdata[i];
        lane_lock(b);
        any = b->left_out > 0;
        lane_unlock(b);
    }
    return any;
}

/* All devices keep the same trips: those that the one with the most events kept, or fewer, by `stride`. */
static void agree_on_trips(TraceWriter *w, uint32_t stride)
{
    for (guint i = 0; i < w->lanes->len; i++)
        stride = MAX(stride, ((TraceLaneBuffer *)w->lanes->pdata[i])->stride);
    for (guint i = 0; i < w->lanes->len && stride > 1; i++) {
        TraceLaneBuffer *b = w->lanes->pdata[i];
        lane_lock(b);
        lane_count(b);
        uint32_t n = 0;
        for (uint32_t k = 0; k < b->n; k++)
            if (!b->slots[k].trip || (b->slots[k].trip - 1) % stride == 0)
                b->slots[n++] = b->slots[k];
        b->left_out += b->n - n;
        b->n = n;
        lane_unlock(b);
    }
}

/* ---- how many events of all steps ---------------------------------------------------------------------------------------------- */

/* Of the events allowed: half go to steps as they come, of the rest a step gets such a part of what is left, one of the first steps of a program at least
 * such a part of all. */
enum { PART_OF_REST = 64, PART_OF_FIRST = 256, N_STRIDES = 32 };

/* Events of the step that are held: those of no trip, and of trips by the largest stride, a power of two, that keeps them. */
static int64_t held_events(TraceWriter *w, int64_t by_stride[N_STRIDES])
{
    int64_t others = 0;
    for (guint i = 0; i < w->lanes->len; i++) {
        TraceLaneBuffer *b = w->lanes->pdata[i];
        lane_lock(b);
        for (uint32_t k = 0; k < b->n; k++) {
            uint32_t trip = b->slots[k].trip;
            if (trip == 0)
                others++;
            else
                by_stride[trip == 1 ? N_STRIDES - 1 : __builtin_ctz(trip - 1)]++;
        }
        lane_unlock(b);
    }
    return others;
}

/* By which stride trips are to be kept (1: all of them), so that the step has no more events than it may; 0: it is to be stored as sums. */
static uint32_t stride_allowed(TraceWriter *w, bool is_first)
{
    int64_t left = w->most_events - w->n_events;
    if (left <= 0 && !is_first)
        return 0;
    int64_t by_stride[N_STRIDES] = { 0 };
    int64_t kept = held_events(w, by_stride), most = MAX(left, 0) / PART_OF_REST;
    most = MAX(most, w->most_events / 2 - w->n_events);
    if (is_first)
        most = MAX(most, w->most_events / PART_OF_FIRST);
    for (int i = 0; i < N_STRIDES; i++)
        kept += by_stride[i];
    int shift = 0;
    while (shift < N_STRIDES - 1 && kept > most)
        kept -= by_stride[shift++];
    return 1u << shift;
}

void trace_bound_events(TraceWriter *w, int64_t most)
{
    if (w)
        w->most_events = MAX(most, 0);
}

static void take_step(TraceWriter *w, const TraceStep *step, int64_t module_id, bool whole, const TraceStepMore *more)
{
    if (!w->pending)
        w->pending = pending_new();
    struct Pending *p = w->pending;
    int warm = step->warm.known ? step->warm.v != 0 : 1;
    uint32_t stride = 1;
    if (whole && w->most_events && !(more && more->each_part)) {
        stride = stride_allowed(w, more && more->is_first);
        whole = stride > 0;
    }
    bool complete = whole && stride == 1 && !any_left_out(w);
    if (!complete && p->warm >= 0 && p->warm != warm) {
        take_sums(w, p); /* rows of the step before */
        if (w->waiting)
            waiting_keep(w->waiting, p, true);
    }
    if (!p->steps->len)
        p->since_ns = steps_now_ns();
    PendingStep s = { .row = *step, .module_id = module_id };
    s.row.id = 0;
    if (!complete) {
        agree_on_trips(w, MAX(stride, 1));
        take_numbers(w, p, &s, whole);
        p->warm = warm;
        p->last_sum = p->steps->len;
    }
    for (guint i = 0; i < w->lanes->len; i++) {
        TraceLaneBuffer *b = w->lanes->pdata[i];
        lane_lock(b);
        if (whole && b->n) {
            g_array_append_vals(p->slots, b->slots, b->n);
            g_array_append_val(p->runs, ((Run){ b, b->n }));
            s.n_runs++;
            w->n_events += b->n;
        }
        lane_reset(b);
        lane_unlock(b);
    }
    p->each_part |= !more || more->each_part;
    if (more) {
        g_array_append_vals(p->samples, more->samples, more->n_samples);
        g_array_append_vals(p->counters, more->counters, more->n_counters);
    }
    g_array_append_val(p->steps, s);
}

/* The rows that steps refer to are to be in the file, if this thread can see to that. */
static void commit_referred(TraceWriter *w)
{
    static const TraceTableId tables[] = { TRACE_TABLE_run, TRACE_TABLE_module, TRACE_TABLE_lane, TRACE_TABLE_device, TRACE_TABLE_inst, TRACE_TABLE_str };
    int64_t sum = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++)
        sum += w->last_id[tables[i]];
    if (sum != w->referred)
        writer_commit(w);
    w->referred = sum;
}

/* Makes the file beside the trace, if it is not there. Nothing is being stored. */
static void open_waiting(TraceWriter *w)
{
    if (w->waiting || w->cannot_wait)
        return;
    w->waiting = waiting_open(w->path, waiting_made(w));
    w->cannot_wait = !w->waiting;
    for (guint i = 0; w->waiting && i < w->lanes->len; i++)
        lane_keep(w->lanes->pdata[i], w->waiting);
}

/* Keeps the waiting steps in the file beside the trace. False: there is one, but it is full. */
static bool keep(TraceWriter *w)
{
    if (later_is_busy(w)) { /* then there is one, unless what is being stored has nothing to do with steps */
        if (!w->waiting && !w->cannot_wait)
            return true;
    } else {
        commit_referred(w);
        open_waiting(w);
    }
    return !w->waiting || waiting_keep(w->waiting, w->pending, false);
}

void steps_cut(TraceWriter *w, int64_t run_id, const char *why)
{
    if (w && w->waiting)
        waiting_cut(w->waiting, run_id, why);
}

bool trace_step(TraceWriter *w, const TraceStep *step, int64_t module_id, bool whole, const TraceStepMore *more, GError **error)
{
    if (!w)
        return true;
    take_step(w, step, module_id, whole, more);
    struct Pending *p = w->pending;
    bool full = p->slots->len >= MOST_SLOTS || p->steps->len >= MOST_STEPS;
    int64_t since_ns = steps_now_ns() - p->since_ns;
    int64_t after_ns = MIN(STORE_AFTER_NS, STORE_SHARE * (int64_t)atomic_load_explicit(&w->store_ns, memory_order_relaxed));
    /* By the mean, since it is the long ones among short steps that are likely to end the wait. */
    bool is_short = since_ns / (int64_t)p->steps->len < SHORT_STEP_NS;
    bool waits = !full && (since_ns < after_ns || later_is_busy(w)); /* busy: the previous steps are still being stored */
    if ((waits || is_short) && !keep(w))
        waits = is_short = false;
    if (waits)
        return true;
    trace_wait(w);
    if (!w->failed)
        store_now(w, is_short);
    if (later_is_busy(w) || !w->failed)
        return true;
    g_propagate_error(error, writer_error(w));
    return false;
}

int64_t trace_end_step(TraceWriter *w, const TraceStep *step, int64_t module_id, GError **error)
{
    trace_wait(w);
    if (!w)
        return 0;
    take_step(w, step, module_id, true, NULL);
    int64_t id = store_now(w, false);
    return trace_commit(w, error) ? id : 0;
}

void trace_drain(TraceWriter *w)
{
    trace_wait(w);
    if (!w)
        return;
    steps_flush(w);
    for (guint i = 0; i < w->lanes->len; i++) {
        TraceLaneBuffer *b = w->lanes->pdata[i];
        lane_lock(b);
        lane_count(b); /* events that are removed now could not be summed later */
        guint n = b->n;
        g_autofree Slot *s = g_memdup2(b->slots, n * sizeof *s);
        b->n = 0;
        lane_unlock(b);
        steps_store_events(w, b, s, n);
    }
    steps_store_open(w);
}

void lanes_close(TraceWriter *w)
{
    trace_drain(w);
    steps_close(w, 0, 0, 0);
    if (w->lanes->len && !w->failed) {
        writer_begin(w);
        steps_store_totals(w);
    }
}

int trace_size_class(int64_t dur_ns)
{
    if (dur_ns < 1024)
        return 0;
    return 1 + (63 - __builtin_clzll((unsigned long long)dur_ns) - 10) / 2;
}
