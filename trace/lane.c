/* Event lanes: a ring of fixed size for each thread that records, written by that thread alone and emptied by the
 * writer's thread, without a lock. trace_lane_event() is the producer's side; trace_drain() the consumer's: it
 * sorts a lane's events, gives each a row of its own (depth), joins the members of a collective to meetings, and
 * stores them. trace_end_step() closes a step. */
#include "trace/writer_impl.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

typedef struct Slot {
    int64_t start_ns, dur_ns;
    int64_t inst_id, name_id;
    int64_t iter;
    int32_t grp, n_members; /* n_members 0: not at a collective */
    int32_t cat;
} Slot;

struct TraceLaneBuffer {
    /* The producer's line. */
    _Alignas(64) _Atomic uint64_t head; /* slots written so far */
    uint64_t seen_tail;                 /* tail when last looked at */
    _Atomic int64_t dropped;
    /* The consumer's line. */
    _Alignas(64) _Atomic uint64_t tail; /* slots emptied so far */
    TraceLane row;
    GArray *row_end; /* int64_t: end of the last event of each depth */
    /* Both. */
    uint64_t mask;
    Slot *slots;
};

/* ---- producer ---- */

static void push(TraceLaneBuffer *lane, const Slot *event)
{
    uint64_t head = atomic_load_explicit(&lane->head, memory_order_relaxed);
    if (head - lane->seen_tail > lane->mask) {
        lane->seen_tail = atomic_load_explicit(&lane->tail, memory_order_acquire);
        if (head - lane->seen_tail > lane->mask) {
            atomic_fetch_add_explicit(&lane->dropped, 1, memory_order_relaxed);
            return;
        }
    }
    lane->slots[head & lane->mask] = *event;
    atomic_store_explicit(&lane->head, head + 1, memory_order_release);
}

void trace_lane_event(TraceLaneBuffer *lane, int64_t start_ns, int64_t dur_ns, int64_t inst_id, int64_t name_id,
                      int cat)
{
    if (lane)
        push(lane, &(Slot){ .start_ns = start_ns, .dur_ns = dur_ns, .inst_id = inst_id, .name_id = name_id, .cat = cat });
}

void trace_lane_meet(TraceLaneBuffer *lane, int64_t start_ns, int64_t dur_ns, int64_t inst_id, int64_t name_id,
                     int64_t iter, int grp, int n_members)
{
    if (lane)
        push(lane, &(Slot){ .start_ns = start_ns, .dur_ns = dur_ns, .inst_id = inst_id, .name_id = name_id,
                            .cat = TRACE_CAT_COLLECTIVE, .iter = iter, .grp = grp, .n_members = MAX(n_members, 1) });
}

int trace_lane_room(const TraceLaneBuffer *lane)
{
    if (!lane)
        return 0;
    uint64_t head = atomic_load_explicit(&lane->head, memory_order_acquire);
    uint64_t tail = atomic_load_explicit(&lane->tail, memory_order_acquire);
    return (int)(lane->mask + 1 - (head - tail));
}

/* ---- lanes ---- */

TraceLaneBuffer *trace_lane_new(TraceWriter *w, const TraceLane *lane, int capacity)
{
    trace_wait(w);
    if (!w)
        return NULL;
    uint64_t n = 16;
    while (n < (uint64_t)MAX(capacity, 1))
        n *= 2;
    TraceLaneBuffer *b = aligned_alloc(64, (sizeof *b + 63) / 64 * 64);
    g_assert(b);
    memset(b, 0, sizeof *b);
    atomic_init(&b->head, 0);
    atomic_init(&b->tail, 0);
    atomic_init(&b->dropped, 0);
    b->mask = n - 1;
    b->slots = g_new0(Slot, n); /* touched here: no page fault in a step */
    memset(b->slots, 0, n * sizeof(Slot));
    b->row_end = g_array_new(FALSE, FALSE, sizeof(int64_t));
    b->row = *lane;
    b->row.id = 0;
    b->row.id = trace_put_lane(w, &b->row);
    /* The row borrows its name from the caller until here; totals are stored by id alone. */
    b->row.name = NULL;
    g_ptr_array_add(w->lanes, b);
    return b;
}

int64_t trace_lane_id(const TraceLaneBuffer *lane)
{
    return lane ? lane->row.id : 0;
}

static void lane_free(gpointer p)
{
    TraceLaneBuffer *b = p;
    g_array_unref(b->row_end);
    g_free(b->slots);
    free(b);
}

/* ---- meetings and executions of the step that is under way ---- */

typedef struct Meeting {
    TraceCollExec row; /* inst_id, grp and iter are the key */
} Meeting;

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
    TraceExec *x = g_hash_table_lookup(w->execs, GSIZE_TO_POINTER(lane->device_id));
    if (!x) {
        if (w->last_exec < 0)
            w->last_exec = last_id(w, "SELECT max(id) FROM exec");
        x = g_new0(TraceExec, 1);
        *x = (TraceExec){ .id = ++w->last_exec, .device_id = lane->device_id, .start_ns = start_ns, .dur_ns = end_ns - start_ns };
        g_hash_table_insert(w->execs, GSIZE_TO_POINTER(lane->device_id), x);
    }
    int64_t end = MAX(x->start_ns + x->dur_ns, end_ns);
    x->start_ns = MIN(x->start_ns, start_ns);
    x->dur_ns = end - x->start_ns;
    return x->id;
}

static int by_id(const void *a, const void *b)
{
    int64_t x = **(int64_t *const *)a, y = **(int64_t *const *)b; /* id is the first field of both rows */
    return (x > y) - (x < y);
}

/* Stores the meetings and executions gathered, in the order of their ids, and forgets them. */
static void close_step(TraceWriter *w, int64_t step_id, int64_t module_id, int64_t launch)
{
    G_STATIC_ASSERT(offsetof(TraceExec, id) == 0 && offsetof(Meeting, row.id) == 0);
    guint n;
    gpointer *rows = g_hash_table_get_keys_as_array(w->meetings, &n);
    qsort(rows, n, sizeof *rows, by_id);
    for (guint i = 0; i < n; i++) {
        TraceCollExec *row = &((Meeting *)rows[i])->row;
        row->step_id = step_id;
        row->launch = TRACE_INT(launch);
        trace_put_coll_exec(w, row);
    }
    g_free(rows);
    g_hash_table_remove_all(w->meetings);

    GList *execs = g_hash_table_get_values(w->execs);
    GPtrArray *sorted = g_ptr_array_new();
    for (GList *l = execs; l; l = l->next)
        g_ptr_array_add(sorted, l->data);
    g_list_free(execs);
    if (sorted->len)
        qsort(sorted->pdata, sorted->len, sizeof(gpointer), by_id);
    for (guint i = 0; i < sorted->len; i++) {
        TraceExec *x = sorted->pdata[i];
        x->step_id = step_id;
        x->module_id = module_id;
        x->launch = launch;
        trace_put_exec(w, x);
    }
    g_ptr_array_unref(sorted);
    g_hash_table_remove_all(w->execs);
}

/* ---- consumer ---- */

static int by_start_longest_first(const void *pa, const void *pb)
{
    const Slot *a = pa, *b = pb;
    if (a->start_ns != b->start_ns)
        return a->start_ns < b->start_ns ? -1 : 1;
    return (a->dur_ns < b->dur_ns) - (a->dur_ns > b->dur_ns);
}

/* The first row that is free at `start`. Events come by start, longest first, so for nested ones this is the
 * nesting level, and others never overlap either. */
static int64_t free_row(TraceLaneBuffer *b, int64_t start, int64_t end)
{
    guint d = 0;
    while (d < b->row_end->len && g_array_index(b->row_end, int64_t, d) > start)
        d++;
    if (d == b->row_end->len)
        g_array_append_val(b->row_end, end);
    g_array_index(b->row_end, int64_t, d) = end;
    return d;
}

/* Depth and self time of n sorted events: time of an event counts to the innermost one around it. */
static void nest(TraceLaneBuffer *b, const Slot *s, size_t n, TraceEvent *out)
{
    GArray *open = g_array_new(FALSE, FALSE, sizeof(size_t)); /* by depth: event that was put there last */
    const size_t none = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        int64_t end = s[i].start_ns + s[i].dur_ns;
        int64_t depth = free_row(b, s[i].start_ns, end);
        out[i].depth = depth;
        out[i].self_ns = TRACE_INT(s[i].dur_ns);
        for (int64_t d = MIN(depth, (int64_t)open->len) - 1; d >= 0; d--) {
            size_t p = g_array_index(open, size_t, d);
            if (p != none && s[p].start_ns + s[p].dur_ns >= end) {
                out[p].self_ns.v -= s[i].dur_ns;
                break;
            }
        }
        while ((int64_t)open->len <= depth)
            g_array_append_val(open, none);
        g_array_index(open, size_t, depth) = i;
    }
    g_array_unref(open);
}

static void drain_lane(TraceWriter *w, TraceLaneBuffer *b)
{
    uint64_t tail = atomic_load_explicit(&b->tail, memory_order_relaxed);
    uint64_t head = atomic_load_explicit(&b->head, memory_order_acquire);
    size_t n = (size_t)(head - tail);
    if (!n)
        return;
    Slot *s = g_new(Slot, n);
    for (size_t i = 0; i < n; i++)
        s[i] = b->slots[(tail + i) & b->mask];
    atomic_store_explicit(&b->tail, head, memory_order_release);

    TraceEvent *out = g_new0(TraceEvent, n);
    qsort(s, n, sizeof *s, by_start_longest_first);
    for (size_t i = 0; i < n; i++)
        s[i].dur_ns = MAX(s[i].dur_ns, 0);
    nest(b, s, n, out);
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
    g_free(out);
    g_free(s);
}

static void store_totals(TraceWriter *w)
{
    sqlite3_stmt *stmt = NULL;
    writer_flush(w);
    for (guint i = 0; i < w->lanes->len && !w->failed; i++) {
        TraceLaneBuffer *b = w->lanes->pdata[i];
        int64_t dropped = atomic_load_explicit(&b->dropped, memory_order_relaxed);
        if (!b->row.n_events.known && !dropped)
            continue;
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

void trace_drain(TraceWriter *w)
{
    trace_wait(w);
    if (!w)
        return;
    for (guint i = 0; i < w->lanes->len; i++)
        drain_lane(w, w->lanes->pdata[i]);
}

int64_t trace_end_step(TraceWriter *w, const TraceStep *step, int64_t module_id, GError **error)
{
    trace_wait(w);
    if (!w)
        return 0;
    trace_drain(w);
    TraceStep row = *step;
    row.id = 0;
    int64_t id = trace_put_step(w, &row);
    close_step(w, id, module_id, row.num);
    store_totals(w);
    return trace_commit(w, error) ? id : 0;
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
