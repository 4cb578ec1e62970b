/* Where time went. For each device, the events of its lanes become sets of spans by category; of nested events the innermost
 * counts. From these sets follow the parts of each step (step_part), the part of each collective that was not hidden by compute
 * (coll_exec.exposed_ns, inst_stat.exposed_ns), and the totals of each instruction (inst_stat). */
#include "trace/spans.h"
#include "trace/writer_impl.h"

#include <stdlib.h>

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
    bool warm, whole; /* whole: all its events are there; else its parts were recorded, and its sums are in op_sum */
} StepSpan;

enum { N_CATS = TRACE_N_CATS };
/* Events of a device that are in memory at once; a window ends where the device runs nothing, outside of steps. */
enum { WINDOW_EVENTS = 1 << 20, MAX_MEETINGS = 1 << 27 };

/* ---- from events to spans ---- */

/* Splits the events of one device (by lane, start, depth) into spans by category. An event counts where no event
 * nested in it runs; events of one lane that overlap without nesting both count. */
static void spans_of(const GArray *events, GArray **cats)
{
    GArray *open = g_array_new(FALSE, FALSE, sizeof(Event)); /* by depth; .start is moved past the time of nested events */
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
    sqlite3_stmt *stmt = db_prepare(db, path, "SELECT id, start_ns, dur_ns, warm, n_events IS NULL FROM step WHERE run_id = ?1 ORDER BY start_ns", error);
    if (!stmt)
        return NULL;
    sqlite3_bind_int64(stmt, 1, run_id);
    GArray *steps = g_array_new(FALSE, FALSE, sizeof(StepSpan));
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        int64_t start = sane(sqlite3_column_int64(stmt, 1));
        StepSpan s = { sqlite3_column_int64(stmt, 0), start, start + sane(sqlite3_column_int64(stmt, 2)), sqlite3_column_int64(stmt, 3) != 0,
                       sqlite3_column_int64(stmt, 4) != 0 };
        g_array_append_val(steps, s);
    }
    sqlite3_finalize(stmt);
    return steps;
}

/* Reads the events of a device in the order of time, window by window. */
typedef struct Source {
    sqlite3_stmt *stmt;
    const GArray *steps;
    Event next; /* read already, but belongs to the next window */
    bool has_next, at_end;
} Source;

/* CROSS JOIN makes SQLite read lanes first; without statistics its planner would read all events for every
 * device. Lanes of steps, modules and markers are left out: they repeat what other lanes have in detail. */
#define EVENTS_OF "SELECT e.lane_id, e.depth, e.start_ns, e.dur_ns, e.cat, e.inst_id, e.coll_id, e.self_ns "
#define TOLD_LANES " l.kind NOT IN (1, 2, 8) "

static sqlite3_stmt *prepare_events(sqlite3 *db, const char *path, GError **error)
{
    return db_prepare(db, path, EVENTS_OF
        "FROM lane l CROSS JOIN event e ON e.lane_id = l.id WHERE l.device_id = ?1 AND" TOLD_LANES "ORDER BY e.start_ns", error);
}

/* The events of a lane with one row, which the index has in the order of time. */
static sqlite3_stmt *prepare_lane(sqlite3 *db, const char *path, GError **error)
{
    return db_prepare(db, path, EVENTS_OF "FROM event e WHERE e.lane_id = ?1 AND e.depth = 0 ORDER BY e.start_ns", error);
}

/* The only lane of a device, if it has one row; else 0. */
static int64_t lane_in_order(sqlite3 *db, int64_t device_id)
{
    return db_int(db, "SELECT iif(count(*) = 1 AND max(depths) = 1, max(id), 0) FROM lane l WHERE l.device_id = ?1 AND" TOLD_LANES, &device_id, 1, 0);
}

static bool read_event(sqlite3_stmt *stmt, Event *e)
{
    if (sqlite3_step(stmt) != SQLITE_ROW)
        return false;
    int64_t start = sane(sqlite3_column_int64(stmt, 2)), dur = MAX(sane(sqlite3_column_int64(stmt, 3)), 0);
    int64_t cat = sqlite3_column_int64(stmt, 4);
    *e = (Event){ .lane = sqlite3_column_int64(stmt, 0), .depth = CLAMP(sqlite3_column_int64(stmt, 1), 0, 4096),
                  .start = start, .end = start + dur, .cat = cat > 0 && cat < N_CATS ? cat : 0,
                  .inst = sqlite3_column_int64(stmt, 5), .coll = sqlite3_column_int64(stmt, 6),
                  .self = sqlite3_column_type(stmt, 7) == SQLITE_NULL ? dur : sane(sqlite3_column_int64(stmt, 7)) };
    return true;
}

static int by_lane(const void *pa, const void *pb)
{
    const Event *a = pa, *b = pb;
    if (a->lane != b->lane)
        return a->lane < b->lane ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return (a->depth > b->depth) - (a->depth < b->depth);
}

/* The last step that begins at t or before; -1 = none. */
static int64_t step_before(const GArray *steps, int64_t t)
{
    guint lo = 0, hi = steps->len;
    while (lo < hi) {
        guint mid = lo + (hi - lo) / 2;
        if (g_array_index(steps, StepSpan, mid).start <= t)
            lo = mid + 1;
        else
            hi = mid;
    }
    return (int64_t)lo - 1;
}

static bool in_a_step(const GArray *steps, int64_t t)
{
    int64_t i = step_before(steps, t);
    const StepSpan *s = i >= 0 ? &g_array_index(steps, StepSpan, i) : NULL;
    return s && s->start < t && t < s->end;
}

/* Fills `events`, sorted by lane, start and depth; false when there are no more. *until: the end of the window. */
static bool next_window(Source *src, GArray *events, int64_t *until)
{
    g_array_set_size(events, 0);
    int64_t end = INT64_MIN;
    *until = INT64_MAX;
    for (;;) {
        if (!src->has_next && !src->at_end)
            src->at_end = !(src->has_next = read_event(src->stmt, &src->next)); /* another sqlite3_step would restart the statement */
        if (!src->has_next)
            break;
        if (events->len >= WINDOW_EVENTS && src->next.start >= end && !in_a_step(src->steps, src->next.start)) {
            *until = src->next.start;
            break;
        }
        g_array_append_val(events, src->next);
        end = MAX(end, src->next.end);
        src->has_next = false;
    }
    if (events->len)
        qsort(events->data, events->len, sizeof(Event), by_lane);
    return events->len > 0;
}

/* ---- what is stored ---- */

typedef struct Out {
    sqlite3 *db;
    const char *path;
    sqlite3_stmt *part, *stat, *exposed, *events, *one_lane, *sums;
} Out;

static bool put(Out *o, sqlite3_stmt *stmt, TraceTableId table, const void *row, GError **error)
{
    bool ok = row_bind(stmt, table_type(table), row) == SQLITE_OK && sqlite3_step(stmt) == SQLITE_DONE;
    if (!ok)
        db_fail(o->db, o->path, error);
    sqlite3_reset(stmt);
    return ok;
}

/* ns during which members of a meeting computed nothing, by its id: a run's meetings are numbered without large gaps. */
typedef struct Exposed {
    int64_t first, n, *ns;
} Exposed;

/* One device while its events are read window by window. */
typedef struct DeviceTimes {
    int64_t device_id;
    const GArray *steps;  /* of StepSpan */
    guint next_step;      /* the first without parts */
    bool only_warm;       /* statistics count warm steps only */
    GHashTable *stats;    /* inst_id -> TraceInstStat */
    Exposed *exposed;     /* of the run */
} DeviceTimes;

/* Stores the parts of each next step that begins before `until`. If several things run at the same time, the first in this order counts. */
static bool store_parts(Out *o, DeviceTimes *device, int64_t until, GArray **cats, GError **error)
{
    static const int order[] = { TRACE_CAT_COMPUTE, TRACE_CAT_COLLECTIVE, TRACE_CAT_COPY, TRACE_CAT_COMPILE, TRACE_CAT_HOST, TRACE_CAT_WAIT, TRACE_CAT_QUEUE };
    GArray *busy[G_N_ELEMENTS(order)], *with_compute[G_N_ELEMENTS(order)];
    for (size_t k = 0; k < G_N_ELEMENTS(order); k++) {
        busy[k] = k ? spans_union(busy[k - 1], cats[order[k]]) : g_array_ref(cats[order[0]]);
        with_compute[k] = spans_union(cats[TRACE_CAT_COMPUTE], cats[order[k]]);
    }
    bool ok = true;
    for (; ok && device->next_step < device->steps->len; device->next_step++) {
        const StepSpan *s = &g_array_index(device->steps, StepSpan, device->next_step);
        if (s->start >= until)
            break;
        if (!s->whole)
            continue;
        TraceStepPart idle = { .step_id = s->id, .device_id = device->device_id, .cat = TRACE_CAT_IDLE, .ns = s->end - s->start };
        int64_t compute = spans_length_in(cats[TRACE_CAT_COMPUTE], s->start, s->end);
        for (size_t k = 0; ok && k < G_N_ELEMENTS(order); k++) {
            int64_t under = k ? spans_length_in(busy[k - 1], s->start, s->end) : 0;
            int64_t whole = spans_length_in(cats[order[k]], s->start, s->end);
            TraceStepPart row = { .step_id = s->id, .device_id = device->device_id, .cat = order[k],
                                  .ns = spans_length_in(busy[k], s->start, s->end) - under };
            if (k)
                row.hidden_ns = whole + compute - spans_length_in(with_compute[k], s->start, s->end);
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

/* Statistics count an event by its start: in a warm step, in any step if none is warm, anywhere if there are no steps. Events of a step
 * that was recorded as sums are in these sums. */
static bool counts(const GArray *steps, bool only_warm, int64_t t)
{
    if (!steps->len)
        return true;
    int64_t i = step_before(steps, t);
    const StepSpan *s = i >= 0 ? &g_array_index(steps, StepSpan, i) : NULL;
    return s && t < s->end && s->whole && (s->warm || !only_warm);
}

static int by_inst(const void *pa, const void *pb)
{
    const TraceInstStat *a = *(TraceInstStat *const *)pa, *b = *(TraceInstStat *const *)pb;
    return (a->inst_id > b->inst_id) - (a->inst_id < b->inst_id);
}

static TraceInstStat *stat_of(GHashTable *stats, int64_t inst_id, int64_t device_id)
{
    TraceInstStat *st = g_hash_table_lookup(stats, &inst_id);
    if (!st) {
        st = g_new0(TraceInstStat, 1);
        *st = (TraceInstStat){ .inst_id = inst_id, .device_id = device_id, .min_ns = INT64_MAX };
        g_hash_table_insert(stats, &st->inst_id, st);
    }
    return st;
}

/* covered: when the device computed or waited for data. */
static void add_stats(DeviceTimes *device, const GArray *events, const GArray *covered)
{
    Exposed *exposed = device->exposed;
    for (guint i = 0; i < events->len; i++) {
        const Event *e = &g_array_index(events, Event, i);
        int64_t dur = e->end - e->start, open = 0;
        if (e->cat == TRACE_CAT_COLLECTIVE)
            open = dur - spans_length_in(covered, e->start, e->end);
        if (e->coll >= exposed->first && e->coll - exposed->first < exposed->n)
            exposed->ns[e->coll - exposed->first] += open;
        if (!e->inst || !counts(device->steps, device->only_warm, e->start))
            continue;
        TraceInstStat *st = stat_of(device->stats, e->inst, device->device_id);
        st->n++;
        st->total_ns += dur;
        st->self_ns += e->self;
        st->min_ns = MIN(st->min_ns, dur);
        st->max_ns = MAX(st->max_ns, dur);
        st->exposed_ns += open;
    }
}

/* Adds the sums that were recorded while it ran. On such lanes events do not overlap, so compute hides no collective. */
static bool add_sums(Out *o, DeviceTimes *device, GError **error)
{
    sqlite3_bind_int64(o->sums, 1, device->device_id);
    sqlite3_bind_int64(o->sums, 2, device->only_warm);
    while (sqlite3_step(o->sums) == SQLITE_ROW) {
        TraceInstStat *st = stat_of(device->stats, sqlite3_column_int64(o->sums, 0), device->device_id);
        st->n += sqlite3_column_int64(o->sums, 1);
        st->total_ns += sane(sqlite3_column_int64(o->sums, 2));
        st->self_ns += sane(sqlite3_column_int64(o->sums, 3));
        st->min_ns = MIN(st->min_ns, sqlite3_column_int64(o->sums, 4));
        st->max_ns = MAX(st->max_ns, sqlite3_column_int64(o->sums, 5));
        st->exposed_ns += sane(sqlite3_column_int64(o->sums, 6));
    }
    return sqlite3_reset(o->sums) == SQLITE_OK || db_fail(o->db, o->path, error);
}

static bool store_stats(Out *o, GHashTable *stats, GError **error)
{
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

static bool derive_device(Out *o, const GArray *steps, int64_t device_id, Exposed *exposed, const Watch *watch, GError **error)
{
    g_autoptr(GHashTable) stats = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
    DeviceTimes device = { .device_id = device_id, .steps = steps, .stats = stats, .exposed = exposed };
    for (guint i = 0; i < steps->len; i++)
        device.only_warm |= g_array_index(steps, StepSpan, i).warm;
    g_autoptr(GArray) events = g_array_new(FALSE, FALSE, sizeof(Event));
    Source src = { .stmt = o->events, .steps = steps };
    int64_t lane = lane_in_order(o->db, device_id);
    if (lane)
        src.stmt = o->one_lane;
    sqlite3_bind_int64(src.stmt, 1, lane ? lane : device_id);
    int64_t until;
    bool ok = true; /* nothing recorded is not the same as idle: no events, no parts */
    while (ok && next_window(&src, events, &until)) {
        GArray *cats[N_CATS];
        for (int c = 0; c < N_CATS; c++)
            cats[c] = g_array_new(FALSE, FALSE, sizeof(Span));
        spans_of(events, cats);
        for (int c = 0; c < N_CATS; c++)
            spans_merge(cats[c]);
        ok = store_parts(o, &device, until, cats, error);
        g_autoptr(GArray) covered = spans_union(cats[TRACE_CAT_COMPUTE], cats[TRACE_CAT_WAIT]);
        add_stats(&device, events, covered);
        for (int c = 0; c < N_CATS; c++)
            g_array_unref(cats[c]);
        ok = ok && watch_go_on(watch, error);
    }
    ok = (sqlite3_reset(src.stmt) == SQLITE_OK || db_fail(o->db, o->path, error)) && ok;
    return ok && add_sums(o, &device, error) && store_stats(o, stats, error);
}

static bool store_exposed(Out *o, const Exposed *exposed, const int64_t run_id, GError **error)
{
    sqlite3_stmt *ids = db_prepare(o->db, o->path,
        "SELECT c.id FROM step s CROSS JOIN coll_exec c ON c.step_id = s.id WHERE s.run_id = ?1 AND c.id BETWEEN ?2 AND ?3", error);
    if (!ids)
        return false;
    sqlite3_bind_int64(ids, 1, run_id);
    sqlite3_bind_int64(ids, 2, exposed->first);
    sqlite3_bind_int64(ids, 3, exposed->first + exposed->n - 1);
    bool ok = true;
    while (ok && sqlite3_step(ids) == SQLITE_ROW) {
        int64_t id = sqlite3_column_int64(ids, 0);
        sqlite3_bind_int64(o->exposed, 1, id);
        sqlite3_bind_int64(o->exposed, 2, exposed->ns[id - exposed->first]);
        ok = sqlite3_step(o->exposed) == SQLITE_DONE || db_fail(o->db, o->path, error);
        sqlite3_reset(o->exposed);
    }
    return (sqlite3_finalize(ids) == SQLITE_OK || !ok || db_fail(o->db, o->path, error)) && ok;
}

static bool forget(sqlite3 *db, const char *path, int64_t run_id, GError **error)
{
    g_autofree char *sql = g_strdup_printf(
        "DELETE FROM step_part WHERE step_id IN (SELECT id FROM step WHERE run_id = %1$" G_GINT64_FORMAT " AND n_events IS NULL);"
        "DELETE FROM inst_stat WHERE device_id IN (SELECT id FROM device WHERE run_id = %1$" G_GINT64_FORMAT ");", run_id);
    return db_exec(db, path, sql, error);
}

bool derive_times(sqlite3 *db, const char *path, int64_t run_id, const Watch *watch, GError **error)
{
    /* An imported run may bring its own parts and no events to make them from. */
    if (db_int(db, "SELECT count(*) FROM (SELECT 1 FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ?1 LIMIT 1)",
               &run_id, 1, 0) == 0 &&
        db_int(db, "SELECT count(*) FROM (SELECT 1 FROM op_sum o JOIN lane l ON l.id = o.lane_id WHERE l.run_id = ?1 LIMIT 1)", &run_id, 1, 0) == 0)
        return true;
    g_autoptr(GArray) steps = load_steps(db, path, run_id, error);
    if (!steps || !forget(db, path, run_id, error))
        return false;
    g_autofree char *part = schema_insert(table_type(TRACE_TABLE_step_part));
    g_autofree char *stat = schema_insert(table_type(TRACE_TABLE_inst_stat));
    Out o = { .db = db, .path = path, .part = db_prepare(db, path, part, error), .stat = db_prepare(db, path, stat, error),
              .exposed = db_prepare(db, path, "UPDATE coll_exec SET exposed_ns = ?2 WHERE id = ?1", error),
              .events = prepare_events(db, path, error), .one_lane = prepare_lane(db, path, error),
              .sums = db_prepare(db, path,
                  "SELECT o.inst_id, sum(o.n), sum(o.total_ns), sum(o.self_ns), min(o.min_ns), max(o.max_ns), sum(iif(o.cat = 2, o.self_ns, 0))"
                  " FROM lane l CROSS JOIN op_sum o ON o.lane_id = l.id JOIN step s ON s.id = o.step_id"
                  " WHERE l.device_id = ?1 AND o.inst_id > 0 AND (s.warm = 1 OR ?2 = 0) GROUP BY o.inst_id", error) };
    sqlite3_stmt *devices = db_prepare(db, path, "SELECT id FROM device WHERE run_id = ?1 ORDER BY id", error);
    bool ok = o.part && o.stat && o.exposed && o.events && o.one_lane && o.sums && devices;
    static const char meetings[] = " FROM step s CROSS JOIN coll_exec c ON c.step_id = s.id WHERE s.run_id = ?1";
    g_autofree char *lowest = g_strconcat("SELECT min(c.id)", meetings, NULL), *highest = g_strconcat("SELECT max(c.id)", meetings, NULL);
    Exposed exposed = { .first = db_int(db, lowest, &run_id, 1, 1) };
    exposed.n = CLAMP(db_int(db, highest, &run_id, 1, 0) - exposed.first + 1, 0, MAX_MEETINGS);
    exposed.ns = g_try_new0(int64_t, MAX(exposed.n, 1));
    if (!exposed.ns)
        exposed.n = 0;
    int64_t n = db_int(db, "SELECT count(*) FROM device WHERE run_id = ?1", &run_id, 1, 0);
    if (ok)
        sqlite3_bind_int64(devices, 1, run_id);
    for (int64_t i = 0; ok && sqlite3_step(devices) == SQLITE_ROW; i++)
        ok = watch_step(watch, "where the time went", i, n, error) && derive_device(&o, steps, sqlite3_column_int64(devices, 0), &exposed, watch, error);
    ok = ok && store_exposed(&o, &exposed, run_id, error);
    g_free(exposed.ns);
    sqlite3_finalize(devices);
    sqlite3_finalize(o.part);
    sqlite3_finalize(o.stat);
    sqlite3_finalize(o.exposed);
    sqlite3_finalize(o.events);
    sqlite3_finalize(o.one_lane);
    sqlite3_finalize(o.sums);
    return ok;
}
