/* Where time went. For each device, the events of its lanes become sets of spans by category, in which the innermost
 * event counts; from these follow the parts of each step (step_part), how much of a collective no compute covered
 * (coll_exec.exposed_ns, inst_stat.exposed_ns), and the totals of each instruction (inst_stat). */
#include "trace/writer_impl.h"

#include <stdlib.h>

typedef struct Span {
    int64_t start, end;
    int64_t before; /* in a merged set: length of all spans before this one */
} Span;

typedef struct Event {
    int64_t lane, depth, start, end, cat, inst, coll, self;
} Event;

/* Times of a damaged file may be anything; within these bounds sums of two cannot overflow. */
static int64_t sane(int64_t t)
{
    return CLAMP(t, -(INT64_C(1) << 60), INT64_C(1) << 60);
}

typedef struct StepSpan {
    int64_t id, start, end;
    bool warm;
} StepSpan;

enum { N_CATS = TRACE_CAT_COMPILE + 1 };

/* ---- sets of spans ---- */

static int by_start(const void *pa, const void *pb)
{
    const Span *a = pa, *b = pb;
    return (a->start > b->start) - (a->start < b->start);
}

/* Sorts and joins what touches; fills in `before`. */
static void spans_merge(GArray *set)
{
    if (!set->len)
        return;
    Span *s = (Span *)set->data;
    qsort(s, set->len, sizeof *s, by_start);
    guint n = 1;
    for (guint i = 1; i < set->len; i++) {
        if (s[i].start <= s[n - 1].end)
            s[n - 1].end = MAX(s[n - 1].end, s[i].end);
        else
            s[n++] = s[i];
    }
    g_array_set_size(set, n);
    int64_t length = 0;
    for (guint i = 0; i < n; i++) {
        s[i].before = length;
        length += s[i].end - s[i].start;
    }
}

static GArray *spans_union(GArray *a, GArray *b)
{
    GArray *both = g_array_sized_new(FALSE, FALSE, sizeof(Span), a->len + b->len);
    g_array_append_vals(both, a->data, a->len);
    g_array_append_vals(both, b->data, b->len);
    spans_merge(both);
    return both;
}

/* Length of a merged set before time t. */
static int64_t length_before(const GArray *set, int64_t t)
{
    guint lo = 0, hi = set->len;
    while (lo < hi) {
        guint mid = lo + (hi - lo) / 2;
        if (g_array_index(set, Span, mid).start < t)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (!lo)
        return 0;
    const Span *s = &g_array_index(set, Span, lo - 1);
    return s->before + MIN(t, s->end) - s->start;
}

static int64_t length_in(const GArray *set, int64_t start, int64_t end)
{
    return end > start ? length_before(set, end) - length_before(set, start) : 0;
}

static void span_add(GArray *set, int64_t start, int64_t end)
{
    if (end > start)
        g_array_append_val(set, ((Span){ start, end, 0 }));
}

/* Splits the events of one device (by lane, start, depth) into spans by category. An event counts where no event
 * nested in it runs; events of one lane that overlap without nesting both count. */
static void spans_of(const GArray *events, GArray **cats)
{
    GArray *open = g_array_new(FALSE, FALSE, sizeof(Event)); /* by depth; .start moves past what children took */
    int64_t lane = 0;
    for (guint i = 0; i <= events->len; i++) {
        const Event *e = i < events->len ? &g_array_index(events, Event, i) : NULL;
        if (!e || e->lane != lane) {
            for (guint d = 0; d < open->len; d++) {
                const Event *o = &g_array_index(open, Event, d);
                span_add(cats[o->cat], o->start, o->end);
            }
            g_array_set_size(open, 0);
            if (!e)
                break;
            lane = e->lane;
        }
        for (int64_t d = MIN(e->depth, (int64_t)open->len) - 1; d >= 0; d--) {
            Event *parent = &g_array_index(open, Event, d);
            if (parent->end >= e->end) {
                span_add(cats[parent->cat], parent->start, e->start);
                parent->start = MAX(parent->start, e->end);
                break;
            }
        }
        while ((int64_t)open->len <= e->depth)
            g_array_append_val(open, ((Event){ 0 }));
        Event *at = &g_array_index(open, Event, e->depth);
        span_add(cats[at->cat], at->start, at->end);
        *at = *e;
    }
    g_array_unref(open);
}

/* ---- what is asked of the file ---- */

static GArray *load_steps(sqlite3 *db, const char *path, int64_t run_id, GError **error)
{
    sqlite3_stmt *stmt = db_prepare(db, path, "SELECT id, start_ns, dur_ns, warm FROM step WHERE run_id = ?1 ORDER BY start_ns", error);
    if (!stmt)
        return NULL;
    sqlite3_bind_int64(stmt, 1, run_id);
    GArray *steps = g_array_new(FALSE, FALSE, sizeof(StepSpan));
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        int64_t start = sane(sqlite3_column_int64(stmt, 1));
        StepSpan s = { sqlite3_column_int64(stmt, 0), start, start + sane(sqlite3_column_int64(stmt, 2)), sqlite3_column_int64(stmt, 3) != 0 };
        g_array_append_val(steps, s);
    }
    sqlite3_finalize(stmt);
    return steps;
}

/* CROSS JOIN: lanes first, whatever the planner thinks of a file without statistics; else it reads all events for every
 * device. Rows of steps, modules and markers repeat what other lanes say in detail. */
static GArray *load_events(sqlite3 *db, const char *path, int64_t device_id, GError **error)
{
    sqlite3_stmt *stmt = db_prepare(db, path,
        "SELECT e.lane_id, e.depth, e.start_ns, e.dur_ns, e.cat, e.inst_id, e.coll_id, e.self_ns "
        "FROM lane l CROSS JOIN event e ON e.lane_id = l.id WHERE l.device_id = ?1 AND l.kind NOT IN (1, 2, 8) "
        "ORDER BY e.lane_id, e.start_ns, e.depth", error);
    if (!stmt)
        return NULL;
    sqlite3_bind_int64(stmt, 1, device_id);
    GArray *events = g_array_new(FALSE, FALSE, sizeof(Event));
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        int64_t start = sane(sqlite3_column_int64(stmt, 2)), dur = MAX(sane(sqlite3_column_int64(stmt, 3)), 0);
        int64_t cat = sqlite3_column_int64(stmt, 4);
        Event e = { .lane = sqlite3_column_int64(stmt, 0), .depth = CLAMP(sqlite3_column_int64(stmt, 1), 0, 4096),
                    .start = start, .end = start + dur, .cat = cat > 0 && cat < N_CATS ? cat : 0,
                    .inst = sqlite3_column_int64(stmt, 5), .coll = sqlite3_column_int64(stmt, 6),
                    .self = sqlite3_column_type(stmt, 7) == SQLITE_NULL ? dur : sane(sqlite3_column_int64(stmt, 7)) };
        g_array_append_val(events, e);
    }
    if (sqlite3_finalize(stmt) != SQLITE_OK) {
        db_fail(db, path, error);
        g_clear_pointer(&events, g_array_unref);
    }
    return events;
}

/* ---- what is stored ---- */

typedef struct Out {
    sqlite3 *db;
    const char *path;
    sqlite3_stmt *part, *stat, *exposed;
} Out;

static bool put(Out *o, sqlite3_stmt *stmt, TraceTableId table, const void *row, GError **error)
{
    bool ok = row_bind(stmt, table_type(table), row) == SQLITE_OK && sqlite3_step(stmt) == SQLITE_DONE;
    if (!ok)
        db_fail(o->db, o->path, error);
    sqlite3_reset(stmt);
    return ok;
}

/* The parts of each step on one device. Where several things run at once, the first of this order counts. */
static bool store_parts(Out *o, const GArray *steps, int64_t device_id, GArray **cats, GError **error)
{
    static const int order[] = { TRACE_CAT_COMPUTE, TRACE_CAT_COLLECTIVE, TRACE_CAT_COPY, TRACE_CAT_COMPILE, TRACE_CAT_HOST };
    GArray *busy[G_N_ELEMENTS(order)], *with_compute[G_N_ELEMENTS(order)];
    for (size_t k = 0; k < G_N_ELEMENTS(order); k++) {
        busy[k] = k ? spans_union(busy[k - 1], cats[order[k]]) : g_array_ref(cats[order[0]]);
        with_compute[k] = spans_union(cats[TRACE_CAT_COMPUTE], cats[order[k]]);
    }
    bool ok = true;
    for (guint i = 0; ok && i < steps->len; i++) {
        const StepSpan *s = &g_array_index(steps, StepSpan, i);
        TraceStepPart idle = { .step_id = s->id, .device_id = device_id, .cat = TRACE_CAT_IDLE, .ns = s->end - s->start };
        int64_t compute = length_in(cats[TRACE_CAT_COMPUTE], s->start, s->end);
        for (size_t k = 0; ok && k < G_N_ELEMENTS(order); k++) {
            int64_t under = k ? length_in(busy[k - 1], s->start, s->end) : 0;
            int64_t whole = length_in(cats[order[k]], s->start, s->end);
            TraceStepPart row = { .step_id = s->id, .device_id = device_id, .cat = order[k],
                                  .ns = length_in(busy[k], s->start, s->end) - under };
            if (k)
                row.hidden_ns = whole + compute - length_in(with_compute[k], s->start, s->end);
            idle.ns -= row.ns;
            if (row.ns || row.hidden_ns || order[k] == TRACE_CAT_COMPUTE)
                ok = put(o, o->part, TRACE_TABLE_step_part, &row, error);
        }
        ok = ok && put(o, o->part, TRACE_TABLE_step_part, &idle, error);
    }
    for (size_t k = 0; k < G_N_ELEMENTS(order); k++) {
        g_array_unref(busy[k]);
        g_array_unref(with_compute[k]);
    }
    return ok;
}

/* Statistics count an event where it begins: in a warm step, in any step if none is warm, anywhere without steps. */
static bool counts(const GArray *steps, bool only_warm, int64_t t)
{
    guint lo = 0, hi = steps->len;
    if (!hi)
        return true;
    while (lo < hi) {
        guint mid = lo + (hi - lo) / 2;
        if (g_array_index(steps, StepSpan, mid).start <= t)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (!lo)
        return false;
    const StepSpan *s = &g_array_index(steps, StepSpan, lo - 1);
    return t < s->end && (s->warm || !only_warm);
}

static int by_inst(const void *pa, const void *pb)
{
    const TraceInstStat *a = *(TraceInstStat *const *)pa, *b = *(TraceInstStat *const *)pb;
    return (a->inst_id > b->inst_id) - (a->inst_id < b->inst_id);
}

static bool store_stats(Out *o, const GArray *steps, int64_t device_id, const GArray *events, const GArray *compute,
                        GHashTable *exposed, GError **error)
{
    bool only_warm = false;
    for (guint i = 0; i < steps->len; i++)
        only_warm |= g_array_index(steps, StepSpan, i).warm;
    g_autoptr(GHashTable) stats = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
    for (guint i = 0; i < events->len; i++) {
        const Event *e = &g_array_index(events, Event, i);
        int64_t dur = e->end - e->start, open = 0;
        if (e->cat == TRACE_CAT_COLLECTIVE)
            open = dur - length_in(compute, e->start, e->end);
        if (e->coll) {
            int64_t *sum = g_hash_table_lookup(exposed, &e->coll);
            if (!sum) {
                int64_t *pair = g_new0(int64_t, 2); /* id and sum; the key points at the value */
                pair[0] = e->coll;
                g_hash_table_insert(exposed, pair, pair + 1);
                sum = pair + 1;
            }
            *sum += open;
        }
        if (!e->inst || !counts(steps, only_warm, e->start))
            continue;
        TraceInstStat *st = g_hash_table_lookup(stats, &e->inst);
        if (!st) {
            st = g_new0(TraceInstStat, 1);
            *st = (TraceInstStat){ .inst_id = e->inst, .device_id = device_id, .min_ns = dur };
            g_hash_table_insert(stats, &st->inst_id, st);
        }
        st->n++;
        st->total_ns += dur;
        st->self_ns += e->self;
        st->min_ns = MIN(st->min_ns, dur);
        st->max_ns = MAX(st->max_ns, dur);
        st->exposed_ns += open;
    }
    GPtrArray *rows = g_ptr_array_new();
    GHashTableIter it;
    gpointer row;
    g_hash_table_iter_init(&it, stats);
    while (g_hash_table_iter_next(&it, NULL, &row))
        g_ptr_array_add(rows, row);
    if (rows->len)
        qsort(rows->pdata, rows->len, sizeof(gpointer), by_inst);
    bool ok = true;
    for (guint i = 0; ok && i < rows->len; i++)
        ok = put(o, o->stat, TRACE_TABLE_inst_stat, rows->pdata[i], error);
    g_ptr_array_unref(rows);
    return ok;
}

static bool derive_device(Out *o, const GArray *steps, int64_t device_id, GHashTable *exposed, GError **error)
{
    g_autoptr(GArray) events = load_events(o->db, o->path, device_id, error);
    if (!events)
        return false;
    if (!events->len)
        return true; /* nothing recorded is not the same as idle */
    GArray *cats[N_CATS];
    for (int c = 0; c < N_CATS; c++)
        cats[c] = g_array_new(FALSE, FALSE, sizeof(Span));
    spans_of(events, cats);
    for (int c = 0; c < N_CATS; c++)
        spans_merge(cats[c]);
    bool ok = store_parts(o, steps, device_id, cats, error) &&
              store_stats(o, steps, device_id, events, cats[TRACE_CAT_COMPUTE], exposed, error);
    for (int c = 0; c < N_CATS; c++)
        g_array_unref(cats[c]);
    return ok;
}

static bool store_exposed(Out *o, GHashTable *exposed, GError **error)
{
    GHashTableIter it;
    gpointer id, sum;
    bool ok = true;
    g_hash_table_iter_init(&it, exposed);
    while (ok && g_hash_table_iter_next(&it, &id, &sum)) {
        sqlite3_bind_int64(o->exposed, 1, *(int64_t *)id);
        sqlite3_bind_int64(o->exposed, 2, *(int64_t *)sum);
        ok = sqlite3_step(o->exposed) == SQLITE_DONE || db_fail(o->db, o->path, error);
        sqlite3_reset(o->exposed);
    }
    return ok;
}

static bool forget(sqlite3 *db, const char *path, int64_t run_id, GError **error)
{
    g_autofree char *sql = g_strdup_printf(
        "DELETE FROM step_part WHERE step_id IN (SELECT id FROM step WHERE run_id = %1$" G_GINT64_FORMAT ");"
        "DELETE FROM inst_stat WHERE device_id IN (SELECT id FROM device WHERE run_id = %1$" G_GINT64_FORMAT ");", run_id);
    return db_exec(db, path, sql, error);
}

bool derive_times(sqlite3 *db, const char *path, int64_t run_id, GError **error)
{
    /* An imported run may bring its own parts and no events to make them from. */
    if (db_int(db, "SELECT count(*) FROM (SELECT 1 FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ?1 LIMIT 1)",
               &run_id, 1, 0) == 0)
        return true;
    g_autoptr(GArray) steps = load_steps(db, path, run_id, error);
    if (!steps || !forget(db, path, run_id, error))
        return false;
    g_autofree char *part = schema_insert(table_type(TRACE_TABLE_step_part));
    g_autofree char *stat = schema_insert(table_type(TRACE_TABLE_inst_stat));
    Out o = { .db = db, .path = path, .part = db_prepare(db, path, part, error), .stat = db_prepare(db, path, stat, error),
              .exposed = db_prepare(db, path, "UPDATE coll_exec SET exposed_ns = ?2 WHERE id = ?1", error) };
    sqlite3_stmt *devices = db_prepare(db, path, "SELECT id FROM device WHERE run_id = ?1 ORDER BY id", error);
    bool ok = o.part && o.stat && o.exposed && devices;
    g_autoptr(GHashTable) exposed = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
    if (ok)
        sqlite3_bind_int64(devices, 1, run_id);
    while (ok && sqlite3_step(devices) == SQLITE_ROW)
        ok = derive_device(&o, steps, sqlite3_column_int64(devices, 0), exposed, error);
    ok = ok && store_exposed(&o, exposed, error);
    sqlite3_finalize(devices);
    sqlite3_finalize(o.part);
    sqlite3_finalize(o.stat);
    sqlite3_finalize(o.exposed);
    return ok;
}
