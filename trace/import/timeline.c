/* Lanes and their events; see timeline.h. Start at timeline_lane(). */
#include <stdlib.h>
#include <string.h>

#include "trace/import/launches.h"
#include "trace/import/nest.h"
#include "trace/import/timeline_impl.h"

static void device_free(gpointer p)
{
    TimelineDevice *d = p;
    g_array_unref(d->execs);
    g_hash_table_unref(d->counts);
    g_free(d);
}

Timeline *timeline_new(TraceWriter *w, int64_t run_id, const int64_t *device_rows, int n_device_rows)
{
    Timeline *t = g_new0(Timeline, 1);
    t->w = w;
    t->run_id = run_id;
    t->device_rows = device_rows;
    t->n_device_rows = n_device_rows;
    t->devices = g_ptr_array_new_with_free_func(device_free);
    t->meetings = g_array_new(FALSE, TRUE, sizeof(TraceCollExec));
    t->held = g_array_new(FALSE, FALSE, sizeof(Held));
    t->meeting_of = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    t->steps = g_array_new(FALSE, FALSE, sizeof(NamedStep));
    t->totals = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
    t->arrows = arrows_new();
    t->events = writer_events(w);
    t->first_lane = t->events->lanes->len;
    return t;
}

void timeline_free(Timeline *t)
{
    if (!t)
        return;
    arrows_free(t->arrows);
    g_ptr_array_unref(t->devices);
    g_array_unref(t->meetings);
    g_array_unref(t->held);
    g_hash_table_unref(t->meeting_of);
    g_array_unref(t->steps);
    g_hash_table_unref(t->totals);
    g_clear_pointer(&t->sorted_totals, g_array_unref);
    g_free(t);
}

int64_t timeline_host(Timeline *t, const char *name, int index)
{
    return trace_put_host(t->w, &(TraceHost){ .run_id = t->run_id, .name = name, .process_index = TRACE_INT(index) });
}

TimelineDevice *timeline_device(Timeline *t, const TraceDevice *row)
{
    TimelineDevice *d = g_new0(TimelineDevice, 1);
    TraceDevice mine = *row;
    mine.run_id = t->run_id;
    bool have = row->global_id >= 0 && row->global_id < t->n_device_rows;
    d->row = have ? t->device_rows[row->global_id] : trace_put_device(t->w, &mine);
    d->host_row = row->host_id;
    d->global_id = row->global_id;
    d->execs = g_array_new(FALSE, FALSE, sizeof(TimelineExec));
    d->counts = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, g_free);
    g_ptr_array_add(t->devices, d);
    return d;
}

const GPtrArray *timeline_devices(const Timeline *t)
{
    return t->devices;
}

/* ---- rows of a lane ----------------------------------------------------------------------------------------------------- */

int import_event_order(const void *pa, const void *pb)
{
    const TimelineEvent *a = pa, *b = pb;
    if (a->start_ns != b->start_ns)
        return a->start_ns < b->start_ns ? -1 : 1;
    if (a->start_ps != b->start_ps)
        return a->start_ps < b->start_ps ? -1 : 1;
    if (a->dur_ns != b->dur_ns)
        return a->dur_ns > b->dur_ns ? -1 : 1;
    if (a->end_ps != b->end_ps)
        return a->end_ps > b->end_ps ? -1 : 1;
    return (a->name_id > b->name_id) - (a->name_id < b->name_id);
}

void import_event_sort(GArray *events)
{
    const TimelineEvent *e = (const TimelineEvent *)events->data;
    for (guint i = 1; i < events->len; i++)
        if (import_event_order(&e[i - 1], &e[i]) > 0) {
            qsort(events->data, events->len, sizeof *e, import_event_order);
            return;
        }
}

/* Of damaged files, times may add up to more than a number holds. */
static int64_t sum_ps(int64_t ps, int64_t ns, int64_t more_ps)
{
    int64_t add, sum;
    bool ok = !__builtin_mul_overflow(ns, INT64_C(1000), &add) && !__builtin_add_overflow(add, more_ps, &add) && !__builtin_add_overflow(ps, add, &sum);
    return ok ? sum : ns < 0 ? INT64_MIN : INT64_MAX;
}

static int64_t sum_ns(int64_t a, int64_t b)
{
    int64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

static TimelineTotal *total_of(Timeline *t, const ImportOp *op, int cat)
{
    int64_t category = op ? op->category_id : 0;
    if (!category)
        category = -1 - (int64_t)cat; /* has no category of XLA's: by what it is */
    TimelineTotal *total = g_hash_table_lookup(t->totals, &category);
    if (!total) {
        total = g_new0(TimelineTotal, 1);
        total->category_id = category;
        g_hash_table_insert(t->totals, &total->category_id, total);
    }
    return total;
}

/* Kernels of one stream that overlap run beside each other, none within the other. */
static void count(Timeline *t, const TimelineEvent *e, bool stream)
{
    TimelineTotal *total = total_of(t, e->op, e->cat);
    total->n++;
    total->self_ps = stream ? sum_ps(total->self_ps, e->dur_ns, e->more_ps) : sum_ps(total->self_ps, e->self_ns, e->self_more_ps);
    if (e->op && e->self_ns > 0)
        e->op->program->ops_ns = sum_ns(e->op->program->ops_ns, e->self_ns);
}

void timeline_sum(Timeline *t, const ImportOp *op, int cat, int64_t n, int64_t self_ps)
{
    TimelineTotal *total = total_of(t, op, cat);
    total->n = MIN(total->n, INT64_MAX / 2) + CLAMP(n, 0, INT64_MAX / 2);
    total->self_ps = sum_ps(total->self_ps, self_ps / 1000, self_ps % 1000);
}

/* ---- storing ----------------------------------------------------------------------------------------------------------------- */

static void put_events(Timeline *t, const TimelineLane *lane, int64_t lane_row, const GArray *events, int64_t depths)
{
    const TimelineEvent *e = (const TimelineEvent *)events->data;
    size_t n = events->len;
    for (guint i = 0; i < events->len; i++)
        n += e[i].coll != 0;
    EventLane row = { .id = lane_row, .run_id = t->run_id, .device_id = lane->device ? lane->device->row : 0, .kind = lane->kind, .depths = depths, .first = t->events->n, .n = n };
    EventRow *out = event_set_add(t->events, n);
    g_array_append_val(t->events->lanes, row);
    for (guint i = 0; i < events->len; i++, out++) {
        const TimelineExec *exec = e[i].exec ? &g_array_index(lane->device->execs, TimelineExec, e[i].exec - 1) : NULL;
        *out = (EventRow){ .id = e[i].arrow, .start_ns = e[i].start_ns, .dur_ns = e[i].dur_ns, .self_ns = e[i].self_ns, .name_id = e[i].name_id, .cat = e[i].cat, .depth = e[i].depth,
                           .inst_id = e[i].op ? (uint32_t)e[i].op->inst_id : 0, .exec_id = exec ? (uint32_t)exec->row : 0 };
        if (!e[i].coll)
            continue;
        out->coll_id = (uint32_t)g_array_index(t->meetings, TraceCollExec, e[i].coll - 1).id;
        g_array_append_val(t->held, ((Held){ (size_t)(out - t->events->rows), e[i].coll }));
        *++out = (EventRow){ 0 };
    }
}

int64_t timeline_lane(Timeline *t, const TimelineLane *lane, GArray *events)
{
    if (!events->len)
        return 0;
    import_event_sort(events);
    if (lane->by_device)
        import_nest_by_device(events);
    int depths = (lane->by_device ? import_nest_rows(events) : import_nest(events)) + (lane->device && lane->joins); /* one for waits at meetings */
    const TimelineEvent *e = (const TimelineEvent *)events->data;
    int64_t last = 0;
    if (lane->device) {
        lane->device->exec_at = 0;
        for (guint i = 0; i < events->len; i++)
            g_array_index(events, TimelineEvent, i).exec = timeline_exec_at(lane->device, e[i].start_ns, e[i].key);
    }
    if (lane->device && lane->joins)
        timeline_meet(t, lane->device, events);
    for (guint i = 0; i < events->len; i++) {
        last = MAX(last, e[i].start_ns + e[i].dur_ns);
        if (lane->counts)
            count(t, &e[i], lane->kind == TRACE_LANE_STREAM);
    }
    t->last_ns = MAX(t->last_ns, last);
    t->n_events += events->len;
    /* A device's line of ops stands for it; its other lines are told apart by its number. */
    g_autofree char *name = !lane->device ? g_strdup(lane->name) : lane->kind == TRACE_LANE_OPS ? g_strdup_printf("device %" G_GINT64_FORMAT, lane->device->global_id) :
                            g_strdup_printf("device %" G_GINT64_FORMAT ": %s", lane->device->global_id, import_plain_lane(lane->name));
    int64_t row = trace_put_lane(t->w, &(TraceLane){ .run_id = t->run_id, .host_id = lane->host_row, .device_id = lane->device ? lane->device->row : 0, .kind = lane->kind, .name = name,
                                                     .rank = t->n_lanes++, .depths = TRACE_INT(depths), .first_ns = TRACE_INT(e[0].start_ns), .last_ns = TRACE_INT(last), .n_events = TRACE_INT(events->len) });
    if (row)
        put_events(t, lane, row, events, depths);
    return row;
}

/* A member that came before the last one waited until then. */
void timeline_put_held(Timeline *t)
{
    uint32_t wait_name = (uint32_t)trace_str(t->w, IMPORT_WAIT_NAME);
    for (guint i = 0; i < t->held->len; i++) {
        const Held *h = &g_array_index(t->held, Held, i);
        const TraceCollExec *m = &g_array_index(t->meetings, TraceCollExec, h->coll - 1);
        EventRow *row = &t->events->rows[h->row];
        int64_t wait = MIN(m->last_ns - row->start_ns, row->dur_ns);
        if (wait <= 0)
            continue;
        row->self_ns = MAX(row->self_ns - wait, 0);
        row[1] = (EventRow){ .depth = row->depth + 1, .start_ns = row->start_ns, .dur_ns = wait, .name_id = wait_name, .cat = TRACE_CAT_WAIT, .exec_id = row->exec_id, .self_ns = wait };
        t->n_waits++;
    }
    size_t n = event_set_close_gaps(t->events, t->first_lane);
    int64_t first_id = n ? trace_reserve(t->w, TRACE_TABLE_event, (int64_t)n) : 0;
    t->n_arrows = arrows_store(t->arrows, t->events, t->first_lane, first_id);
    if (n)
        event_set_number(t->events, t->first_lane, first_id);
}

/* ---- what came of it ------------------------------------------------------------------------------------------------------- */

static int by_time(gconstpointer a, gconstpointer b)
{
    const TimelineTotal *x = a, *y = b;
    return x->self_ps != y->self_ps ? (x->self_ps < y->self_ps ? 1 : -1) : (x->category_id > y->category_id) - (x->category_id < y->category_id);
}

const GArray *timeline_totals(Timeline *t)
{
    g_clear_pointer(&t->sorted_totals, g_array_unref);
    t->sorted_totals = g_array_new(FALSE, FALSE, sizeof(TimelineTotal));
    GHashTableIter it;
    gpointer total;
    g_hash_table_iter_init(&it, t->totals);
    while (g_hash_table_iter_next(&it, NULL, &total))
        g_array_append_vals(t->sorted_totals, total, 1);
    g_array_sort(t->sorted_totals, by_time);
    return t->sorted_totals;
}

int timeline_n_steps(const Timeline *t)
{
    return t->n_steps;
}

int timeline_n_meetings(const Timeline *t)
{
    return (int)t->meetings->len;
}

uint32_t timeline_arrow(Timeline *t, uint32_t with, int kind, uint32_t space, uint64_t key, ArrowEnd end)
{
    return arrows_end(t->arrows, with, kind, space, key, end);
}

int64_t timeline_n_arrows(const Timeline *t)
{
    return t->n_arrows;
}

int64_t timeline_n_events(const Timeline *t)
{
    return t->n_events;
}

void timeline_step(Timeline *t, int source, int64_t num, int64_t start_ns, int64_t end_ns, TraceInt warm)
{
    g_array_append_val(t->steps, ((NamedStep){ source, num, start_ns, MAX(end_ns, start_ns), warm }));
}

void timeline_finish(Timeline *t, int64_t *last_ns)
{
    g_autoptr(GArray) steps = timeline_put_steps(t);
    timeline_put_meetings(t, steps);
    timeline_put_held(t);
    *last_ns = t->last_ns;
}
