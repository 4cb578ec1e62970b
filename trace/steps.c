/* Steps on their way into the file. What the lanes hold at the end of a step is taken over at once (trace_step, trace_end_step) and
 * waits with other steps until some time has passed or there is much of it; then it is stored, all steps in one transaction.
 * Storing sorts a lane's events, gives each a row of its own (depth) and joins the members of a collective to meetings.
 *
 * Short steps are stored in the writer's thread while the next ones run: storing one takes longer than some steps do. Of long steps
 * that is a small part, and in another thread it would take a core from the next step and lengthen what is measured. So these
 * are stored before the caller goes on. */
#include "trace/lane_impl.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_SLOTS = 1 << 17, MOST_STEPS = 1 << 14 }; /* that wait */
#define STORE_AFTER_NS 250000000 /* so long after the first of those that wait ended */
#define SHORT_STEP_NS 200000

typedef struct PendingStep {
    TraceStep row;
    int64_t module_id;
    guint n_runs; /* of `runs`, of this step */
} PendingStep;

/* Events of one lane in one step: the next n of `slots`. */
typedef struct Run {
    TraceLaneBuffer *lane;
    guint n;
} Run;

/* A fact of a step whose row has no id yet. */
typedef struct PendingPart {
    TraceStepPart row; /* step_id: index among the steps */
} PendingPart;

typedef struct PendingSum {
    TraceOpSum row; /* likewise */
} PendingSum;

struct Pending {
    GArray *steps, *runs, *slots, *parts, *sums, *samples, *counters;
    int64_t since_ns; /* when the first of them came */
    int warm;         /* of the steps that are summed, -1 = none is: sums are of steps of one kind */
    guint last_sum;   /* the last of them */
};

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static struct Pending *pending_new(void)
{
    struct Pending *p = g_new0(struct Pending, 1);
    p->steps = g_array_new(FALSE, FALSE, sizeof(PendingStep));
    p->runs = g_array_new(FALSE, FALSE, sizeof(Run));
    p->slots = g_array_new(FALSE, FALSE, sizeof(Slot));
    p->parts = g_array_new(FALSE, FALSE, sizeof(PendingPart));
    p->sums = g_array_new(FALSE, FALSE, sizeof(PendingSum));
    p->samples = g_array_new(FALSE, FALSE, sizeof(TraceMemSample));
    p->counters = g_array_new(FALSE, FALSE, sizeof(TraceCounter));
    p->warm = -1;
    return p;
}

static void pending_free(void *data)
{
    struct Pending *p = data;
    GArray *all[] = { p->steps, p->runs, p->slots, p->parts, p->sums, p->samples, p->counters };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        g_array_unref(all[i]);
    g_free(p);
}

/* ---- meetings and executions of the step that is being stored ---- */

typedef struct Meeting {
    TraceCollExec row; /* inst_id, grp and iter are the key */
    bool stored;       /* without its step, since a drain within the step came first */
} Meeting;

typedef struct Execution {
    TraceExec row;
    bool stored;
} Execution;

static guint meeting_hash(gconstpointer p)
{
    const TraceCollExec *r = &((const Meeting *)p)->row;
    uint64_t h = (uint64_t)r->inst_id * 0x9e3779b97f4a7c15u;
    return (guint)((h ^ (uint64_t)r->iter.v * 0xc2b2ae3d27d4eb4fu ^ (uint64_t)r->grp.v * 0x165667b19e3779f9u) >> 30);
}

static gboolean meeting_equal(gconstpointer pa, gconstpointer pb)
{
    const TraceCollExec *a = &((const Meeting *)pa)->row, *b = &((const Meeting *)pb)->row;
    return a->inst_id == b->inst_id && a->iter.v == b->iter.v && a->grp.v == b->grp.v;
}

void lanes_init(TraceWriter *w)
{
    w->lanes = g_ptr_array_new_with_free_func(lane_free);
    w->meetings = g_hash_table_new_full(meeting_hash, meeting_equal, NULL, g_free);
    w->execs = g_hash_table_new_full(g_direct_hash, g_direct_equal, NULL, g_free);
    w->last_meeting = w->last_exec = -1;
}

void lanes_clear(TraceWriter *w)
{
    g_clear_pointer(&w->pending, pending_free);
    g_ptr_array_unref(w->lanes);
    g_hash_table_unref(w->meetings);
    g_hash_table_unref(w->execs);
}

static int64_t last_id(TraceWriter *w, const char *sql)
{
    writer_flush(w);
    return db_int(w->db, sql, NULL, 0, 0);
}

static int64_t meet(TraceWriter *w, const Slot *s)
{
    Meeting key = { .row = { .inst_id = s->inst_id, .iter = TRACE_INT(s->iter), .grp = TRACE_INT(s->grp) } };
    int64_t end = s->start_ns + s->dur_ns;
    Meeting *m = g_hash_table_lookup(w->meetings, &key);
    if (!m) {
        if (w->last_meeting < 0)
            w->last_meeting = last_id(w, "SELECT max(id) FROM coll_exec");
        m = g_memdup2(&key, sizeof key);
        m->row.id = ++w->last_meeting;
        m->row.first_ns = m->row.last_ns = s->start_ns;
        m->row.end_ns = end;
        g_hash_table_insert(w->meetings, m, m);
    }
    m->row.first_ns = MIN(m->row.first_ns, s->start_ns);
    m->row.last_ns = MAX(m->row.last_ns, s->start_ns);
    m->row.end_ns = MAX(m->row.end_ns, end);
    m->row.n_seen++;
    m->row.n_expected = MAX(m->row.n_expected, s->n_members);
    return m->row.id;
}

static int64_t exec_of(TraceWriter *w, const TraceLane *lane, int64_t start_ns, int64_t end_ns)
{
    if (lane->kind != TRACE_LANE_OPS || !lane->device_id)
        return 0;
    Execution *x = g_hash_table_lookup(w->execs, GSIZE_TO_POINTER(lane->device_id));
    if (!x) {
        if (w->last_exec < 0)
            w->last_exec = last_id(w, "SELECT max(id) FROM exec");
        x = g_new0(Execution, 1);
        x->row = (TraceExec){ .id = ++w->last_exec, .device_id = lane->device_id, .start_ns = start_ns, .dur_ns = end_ns - start_ns };
        g_hash_table_insert(w->execs, GSIZE_TO_POINTER(lane->device_id), x);
    }
    int64_t end = MAX(x->row.start_ns + x->row.dur_ns, end_ns);
    x->row.start_ns = MIN(x->row.start_ns, start_ns);
    x->row.dur_ns = end - x->row.start_ns;
    return x->row.id;
}

static int by_id(const void *a, const void *b)
{
    int64_t x = **(int64_t *const *)a, y = **(int64_t *const *)b; /* id is the first field of both rows */
    return (x > y) - (x < y);
}

static gpointer *sorted_keys(GHashTable *table, guint *n)
{
    g_autoptr(GPtrArray) rows = g_ptr_array_new();
    GHashTableIter it;
    gpointer value;
    g_hash_table_iter_init(&it, table);
    while (g_hash_table_iter_next(&it, NULL, &value))
        g_ptr_array_add(rows, value);
    if (rows->len)
        qsort(rows->pdata, rows->len, sizeof(gpointer), by_id);
    *n = rows->len;
    return g_ptr_array_free(g_steal_pointer(&rows), FALSE);
}

/* Stores the meetings and executions that events point at and that are not stored yet: what is committed in the middle of a step
 * holds together. */
static void store_open(TraceWriter *w)
{
    guint n;
    g_autofree gpointer *meetings = sorted_keys(w->meetings, &n);
    for (guint i = 0; i < n; i++) {
        Meeting *m = meetings[i];
        if (!m->stored)
            trace_put_coll_exec(w, &m->row);
        m->stored = true;
    }
    g_autofree gpointer *execs = sorted_keys(w->execs, &n);
    for (guint i = 0; i < n; i++) {
        Execution *x = execs[i];
        if (!x->stored)
            trace_put_exec(w, &x->row);
        x->stored = true;
    }
}

static void put_or_set(TraceWriter *w, TraceTableId table, const void *row, bool stored)
{
    if (stored)
        trace_set_row(w, table, row);
    else
        trace_put_row(w, table, row);
}

/* Stores the meetings and executions gathered, in the order of their ids, and forgets them. */
static void close_step(TraceWriter *w, int64_t step_id, int64_t module_id, int64_t launch)
{
    G_STATIC_ASSERT(offsetof(Execution, row.id) == 0 && offsetof(Meeting, row.id) == 0);
    guint n;
    g_autofree gpointer *meetings = sorted_keys(w->meetings, &n);
    for (guint i = 0; i < n; i++) {
        Meeting *m = meetings[i];
        m->row.step_id = step_id;
        m->row.launch = TRACE_INT(launch);
        put_or_set(w, TRACE_TABLE_coll_exec, &m->row, m->stored);
    }
    g_hash_table_remove_all(w->meetings);
    g_autofree gpointer *execs = sorted_keys(w->execs, &n);
    for (guint i = 0; i < n; i++) {
        Execution *x = execs[i];
        x->row.step_id = step_id;
        x->row.module_id = module_id;
        x->row.launch = launch;
        put_or_set(w, TRACE_TABLE_exec, &x->row, x->stored);
    }
    g_hash_table_remove_all(w->execs);
}

/* ---- storing ---- */

static bool is_sorted(const Slot *s, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (slot_compare(&s[i - 1], &s[i]) > 0)
            return false;
    return true;
}

static void store_events(TraceWriter *w, TraceLaneBuffer *b, Slot *s, size_t n)
{
    if (!n)
        return;
    g_autofree TraceEvent *out = g_new0(TraceEvent, n);
    if (!is_sorted(s, n))
        qsort(s, n, sizeof *s, slot_compare);
    slots_nest(b->row_end, s, n, out);
    for (size_t i = 0; i < n; i++) {
        int64_t end = s[i].start_ns + s[i].dur_ns;
        TraceEvent *e = &out[i];
        e->lane_id = b->row.id;
        e->start_ns = s[i].start_ns;
        e->dur_ns = s[i].dur_ns;
        e->inst_id = s[i].inst_id;
        e->name_id = s[i].name_id;
        if (!e->name_id)
            e->name_id = (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(w->inst_names, GSIZE_TO_POINTER(e->inst_id)));
        if (!e->name_id)
            e->name_id = trace_str(w, "?");
        e->cat = s[i].cat;
        e->exec_id = exec_of(w, &b->row, e->start_ns, end);
        e->coll_id = s[i].n_members ? meet(w, &s[i]) : 0;
        trace_put_event(w, e);
        b->row.first_ns = TRACE_INT(b->row.first_ns.known ? MIN(b->row.first_ns.v, e->start_ns) : e->start_ns);
        b->row.last_ns = TRACE_INT(b->row.last_ns.known ? MAX(b->row.last_ns.v, end) : end);
    }
    b->row.n_events = TRACE_INT((b->row.n_events.known ? b->row.n_events.v : 0) + (int64_t)n);
    b->row.depths = TRACE_INT(MAX(1, (int64_t)b->row_end->len));
}

static void store_totals(TraceWriter *w)
{
    sqlite3_stmt *stmt = NULL;
    writer_flush(w);
    for (guint i = 0; i < w->lanes->len && !w->failed; i++) {
        TraceLaneBuffer *b = w->lanes->pdata[i];
        lane_lock(b);
        int64_t dropped = b->dropped + b->left_out;
        lane_unlock(b);
        if ((!b->row.n_events.known && !dropped) || (b->row.n_events.v == b->stored_events && dropped == b->stored_dropped))
            continue;
        b->stored_events = b->row.n_events.v;
        b->stored_dropped = dropped;
        if (!stmt)
            stmt = db_prepare(w->db, w->path, "UPDATE lane SET first_ns = ?2, last_ns = ?3, n_events = ?4, depths = ?5, "
                                              "dropped = ?6 WHERE id = ?1", &w->failed);
        if (!stmt)
            return;
        const TraceInt v[] = { TRACE_INT(b->row.id), b->row.first_ns, b->row.last_ns, b->row.n_events,
                               b->row.depths.known ? b->row.depths : TRACE_INT(1), TRACE_INT(dropped) };
        for (int k = 0; k < (int)G_N_ELEMENTS(v); k++) {
            if (v[k].known)
                sqlite3_bind_int64(stmt, k + 1, v[k].v);
            else
                sqlite3_bind_null(stmt, k + 1);
        }
        if (sqlite3_step(stmt) != SQLITE_DONE)
            writer_fail(w);
        sqlite3_reset(stmt);
    }
    sqlite3_finalize(stmt);
}

/* All of it in one transaction. Returns the id of the last step. */
static int64_t store_pending(TraceWriter *w, struct Pending *p)
{
    writer_begin(w);
    w->hold_commit = true;
    Slot *slots = (Slot *)p->slots->data;
    const Run *run = (const Run *)p->runs->data;
    g_autofree int64_t *ids = g_new0(int64_t, p->steps->len + 1);
    for (guint i = 0; i < p->steps->len && !w->failed; i++) {
        const PendingStep *s = &g_array_index(p->steps, PendingStep, i);
        for (guint k = 0; k < s->n_runs; k++, run++) {
            store_events(w, run->lane, slots, run->n);
            slots += run->n;
        }
        ids[i] = trace_put_step(w, &s->row);
        close_step(w, ids[i], s->module_id, s->row.num);
    }
    for (guint i = 0; i < p->parts->len && !w->failed; i++) {
        TraceStepPart *row = &g_array_index(p->parts, PendingPart, i).row;
        row->step_id = ids[row->step_id];
        trace_put_step_part(w, row);
    }
    for (guint i = 0; i < p->sums->len && !w->failed; i++) {
        TraceOpSum *row = &g_array_index(p->sums, PendingSum, i).row;
        row->step_id = ids[row->step_id];
        if (!row->name_id)
            row->name_id = (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(w->inst_names, GSIZE_TO_POINTER(row->inst_id)));
        if (!row->name_id)
            row->name_id = trace_str(w, "?");
        trace_put_op_sum(w, row);
    }
    for (guint i = 0; i < p->samples->len && !w->failed; i++)
        trace_put_mem_sample(w, &g_array_index(p->samples, TraceMemSample, i));
    for (guint i = 0; i < p->counters->len && !w->failed; i++)
        trace_put_counter(w, &g_array_index(p->counters, TraceCounter, i));
    store_totals(w);
    w->hold_commit = false;
    writer_commit(w);
    int64_t last = p->steps->len ? ids[p->steps->len - 1] : 0;
    if (!w->failed && p->steps->len) {
        w->has_kept = true;
        w->kept_step = g_array_index(p->steps, PendingStep, p->steps->len - 1).row.num;
    }
    return w->failed ? 0 : last;
}

static void store_job(TraceWriter *w, void *data)
{
    store_pending(w, data);
}

/* ---- taking over ---- */

/* Sums of the lanes since they were last asked for, as rows of the step before. */
static void take_sums(TraceWriter *w, struct Pending *p)
{
    if (p->warm < 0)
        return;
    p->warm = -1;
    for (guint i = 0; i < w->lanes->len; i++) {
        TraceLaneBuffer *b = w->lanes->pdata[i];
        for (uint32_t k = 0; k < b->batch.room; k++) {
            const OpTotal *t = &b->batch.v[k];
            if (!t->n)
                continue;
            PendingSum sum = { { .step_id = p->last_sum, .lane_id = b->row.id, .inst_id = t->inst_id, .name_id = t->name_id, .cat = t->cat,
                                 .n = t->n, .total_ns = t->total_ns, .self_ns = t->self_ns, .min_ns = t->min_ns, .max_ns = t->max_ns } };
            g_array_append_val(p->sums, sum);
        }
        totals_clear(&b->batch);
    }
}

/* Stores what waits: in the writer's thread if `later`. */
static int64_t store_now(TraceWriter *w, bool later)
{
    struct Pending *p = g_steal_pointer(&w->pending);
    if (!p)
        return 0;
    take_sums(w, p);
    if (later) {
        trace_later(w, store_job, p, pending_free);
        return 0;
    }
    trace_wait(w);
    int64_t id = store_pending(w, p);
    pending_free(p);
    return id;
}

void steps_flush(TraceWriter *w)
{
    if (w->pending && !later_is_job(w))
        store_now(w, false);
}

/* Where the time of a device went, from sums: its events follow one another. What several lanes of one device did at the same time
 * is cut off at the length of the step. */
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
    if (!d || d->device_id != device_id) { /* lanes of a device mostly follow one another */
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

/* Numbers of a step of which not all events are stored; the lanes' locks are held by the caller in turn. */
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

/* All devices keep the same trips: those that the one with the most events kept. */
static void agree_on_trips(TraceWriter *w)
{
    uint32_t stride = 1;
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

static void take_step(TraceWriter *w, const TraceStep *step, int64_t module_id, bool whole, const TraceStepMore *more)
{
    if (!w->pending)
        w->pending = pending_new();
    struct Pending *p = w->pending;
    int warm = step->warm.known ? step->warm.v != 0 : 1;
    bool complete = whole && !any_left_out(w);
    if (!complete && p->warm >= 0 && p->warm != warm)
        take_sums(w, p); /* rows of the step before */
    if (!p->steps->len)
        p->since_ns = now_ns();
    PendingStep s = { .row = *step, .module_id = module_id };
    s.row.id = 0;
    if (!complete) {
        agree_on_trips(w);
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
        }
        lane_reset(b);
        lane_unlock(b);
    }
    if (more) {
        g_array_append_vals(p->samples, more->samples, more->n_samples);
        g_array_append_vals(p->counters, more->counters, more->n_counters);
    }
    g_array_append_val(p->steps, s);
}

bool trace_step(TraceWriter *w, const TraceStep *step, int64_t module_id, bool whole, const TraceStepMore *more, GError **error)
{
    if (!w)
        return true;
    take_step(w, step, module_id, whole, more);
    struct Pending *p = w->pending;
    bool full = p->slots->len >= MOST_SLOTS || p->steps->len >= MOST_STEPS;
    if (!full && now_ns() - p->since_ns < STORE_AFTER_NS)
        return true;
    if (later_is_busy(w) && !full)
        return true; /* the last ones are still on their way */
    trace_wait(w);
    if (!w->failed)
        store_now(w, step->dur_ns < SHORT_STEP_NS);
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
        lane_count(b); /* what goes now cannot be counted later, if it comes to that */
        guint n = b->n;
        g_autofree Slot *s = g_memdup2(b->slots, n * sizeof *s);
        b->n = 0;
        lane_unlock(b);
        store_events(w, b, s, n);
    }
    store_open(w);
}

void lanes_close(TraceWriter *w)
{
    trace_drain(w);
    close_step(w, 0, 0, 0);
    if (w->lanes->len && !w->failed) {
        writer_begin(w);
        store_totals(w);
    }
}

int trace_size_class(int64_t dur_ns)
{
    if (dur_ns < 1024)
        return 0;
    return 1 + (63 - __builtin_clzll((unsigned long long)dur_ns) - 10) / 2;
}
