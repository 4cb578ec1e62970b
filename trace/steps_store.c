/* Storing steps: sorts the events of each lane, gives each a row of its own (depth), joins the members of a collective to meetings and
 * the events of a device to executions. Start at steps_store(). */
#include "trace/steps_impl.h"
#include "trace/waiting.h"

#include <stdlib.h>

#define ROW_NS 500 /* to store a row */

/* ---- meetings and executions of the step that is being stored ---- */

typedef struct Meeting {
    TraceCollExec row; /* inst_id, grp and iter are the key */
    bool stored;       /* without its step, since a drain within the step stored it */
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
    if ((lane->kind != TRACE_LANE_OPS && lane->kind != TRACE_LANE_STREAM) || !lane->device_id)
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
    int64_t x = **(int64_t *const *)a, y = **(int64_t *const *)b; /* id is the first member of both rows */
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
void steps_store_open(TraceWriter *w)
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
void steps_close(TraceWriter *w, int64_t step_id, int64_t module_id, int64_t launch)
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

void steps_store_events(TraceWriter *w, TraceLaneBuffer *b, Slot *s, size_t n)
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
        if (slot_is_loop(&s[i]))
            e->trips = TRACE_INT(s[i].iter - 1);
        trace_put_event(w, e);
        b->row.first_ns = TRACE_INT(b->row.first_ns.known ? MIN(b->row.first_ns.v, e->start_ns) : e->start_ns);
        b->row.last_ns = TRACE_INT(b->row.last_ns.known ? MAX(b->row.last_ns.v, end) : end);
    }
    b->row.n_events = TRACE_INT((b->row.n_events.known ? b->row.n_events.v : 0) + (int64_t)n);
    b->row.depths = TRACE_INT(MAX(1, (int64_t)b->row_end->len));
}

void trace_lane_span(TraceLaneBuffer *b, TraceWriter *w, const TraceSpan *span)
{
    if (!b)
        return;
    TraceLane *row = &b->row;
    int64_t start = span->start_ns, end = start + span->dur_ns;
    trace_put_event(w, &(TraceEvent){ .lane_id = row->id, .depth = span->depth, .start_ns = start, .dur_ns = span->dur_ns, .name_id = span->name_id, .cat = TRACE_CAT_NONE });
    row->first_ns = TRACE_INT(row->first_ns.known ? MIN(row->first_ns.v, start) : start);
    row->last_ns = TRACE_INT(row->last_ns.known ? MAX(row->last_ns.v, end) : end);
    row->n_events = TRACE_INT((row->n_events.known ? row->n_events.v : 0) + 1);
    row->depths = TRACE_INT(MAX(row->depths.known ? row->depths.v : 1, span->depth + 1));
}

void trace_lane_left_out(TraceLaneBuffer *b, int64_t n)
{
    if (!b)
        return;
    lane_lock(b);
    b->dropped += n;
    lane_unlock(b);
}

void steps_store_totals(TraceWriter *w)
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

/* Whether each step gets rows for its parts. Where such rows would take more than a tenth of the time that the steps took, sums over the
 * steps are all that is stored of their parts: op_sum has them (trace_query_step_parts). */
static bool parts_are_stored(const struct Pending *p)
{
    int64_t summed_ns = 0;
    for (guint i = 0; i < p->steps->len; i++) {
        const TraceStep *s = &g_array_index(p->steps, PendingStep, i).row;
        summed_ns += s->n_events.known ? s->dur_ns : 0;
    }
    return p->each_part || (int64_t)p->parts->len * ROW_NS * 10 <= summed_ns;
}

/* What it takes to store steps however few they are: the mean of the last few times. */
static void note_cost(TraceWriter *w, int64_t ns)
{
    int64_t before = atomic_load_explicit(&w->store_ns, memory_order_relaxed);
    atomic_store_explicit(&w->store_ns, before ? (3 * before + ns) / 4 : ns, memory_order_relaxed);
}

int64_t steps_store(TraceWriter *w, struct Pending *p)
{
    writer_begin(w);
    w->hold_commit = true;
    Slot *slots = (Slot *)p->slots->data;
    const Run *run = (const Run *)p->runs->data;
    g_autofree int64_t *ids = g_new0(int64_t, p->steps->len + 1);
    for (guint i = 0; i < p->steps->len && !w->failed; i++) {
        const PendingStep *s = &g_array_index(p->steps, PendingStep, i);
        for (guint k = 0; k < s->n_runs; k++, run++) {
            steps_store_events(w, run->lane, slots, run->n);
            slots += run->n;
        }
        ids[i] = trace_put_step(w, &s->row);
        steps_close(w, ids[i], s->module_id, s->row.num);
    }
    bool with_parts = parts_are_stored(p);
    for (guint i = 0; i < p->parts->len && with_parts && !w->failed; i++) {
        TraceStepPart *row = &g_array_index(p->parts, PendingPart, i).row;
        row->step_id = ids[row->step_id];
        trace_put_step_part(w, row);
    }
    int64_t began_ns = steps_now_ns();
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
    steps_store_totals(w);
    w->hold_commit = false;
    writer_commit(w);
    note_cost(w, steps_now_ns() - began_ns);
    if (p->half >= 0 && !w->failed)
        waiting_forget(w->waiting, p->half);
    int64_t last = p->steps->len ? ids[p->steps->len - 1] : 0;
    if (!w->failed && p->steps->len) {
        w->has_kept = true;
        w->kept_step = g_array_index(p->steps, PendingStep, p->steps->len - 1).row.num;
    }
    return w->failed ? 0 : last;
}
