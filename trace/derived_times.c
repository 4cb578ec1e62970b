/* Where time went. For each device, the events of its lanes become sets of spans by category; of nested events the innermost
 * counts. From these sets follow the parts of each step (step_part), the part of each collective that was not hidden by compute
 * (coll_exec.exposed_ns, inst_stat.exposed_ns), and the totals of each instruction (inst_stat). */
#include "trace/derived.h"
#include "trace/spans.h"

#include <stdlib.h>

typedef struct Event {
    int64_t depth, start, end, cat, inst, coll, self;
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

/* The events of a lane that are looked at together. */
typedef struct Part {
    const EventRow *rows;
    size_t from, to, n;
} Part;

static Event event_of(const EventRow *row)
{
    int64_t start = sane(row->start_ns), dur = MAX(sane(row->dur_ns), 0);
    return (Event){ .depth = MIN(row->depth, 4096), .start = start, .end = start + dur, .cat = row->cat < N_CATS ? row->cat : 0, .inst = row->inst_id, .coll = row->coll_id,
                    .self = row->self_ns == EVENT_NO_SELF ? dur : sane(row->self_ns) };
}

/* ---- from events to spans ---- */

/* Splits the events of one device into spans by category. An event counts where no event nested in it runs; events of one lane
 * that overlap without nesting both count. */
static void spans_of(const GArray *parts, GArray **cats)
{
    GArray *open = g_array_new(FALSE, FALSE, sizeof(Event)); /* by depth; .start is moved past the time of nested events */
    for (guint p = 0; p < parts->len; p++) {
        const Part *part = &g_array_index(parts, Part, p);
        for (size_t i = part->from; i < part->to; i++) {
            Event e = event_of(&part->rows[i]);
            for (int64_t d = MIN(e.depth, (int64_t)open->len) - 1; d >= 0; d--) {
                Event *parent = &g_array_index(open, Event, d);
                if (parent->end >= e.end) {
                    span_add(cats[parent->cat], parent->start, e.start);
                    parent->start = MAX(parent->start, e.end);
                    break;
                }
            }
            while ((int64_t)open->len <= e.depth)
                g_array_append_val(open, ((Event){ 0 }));
            Event *at = &g_array_index(open, Event, e.depth);
            span_add(cats[at->cat], at->start, at->end);
            *at = e;
        }
        for (guint d = 0; d < open->len; d++) {
            const Event *o = &g_array_index(open, Event, d);
            span_add(cats[o->cat], o->start, o->end);
        }
        g_array_set_size(open, 0);
    }
    g_array_unref(open);
}

/* ---- what is asked of the file ---- */

/* The steps of which there are events. */
static GArray *load_steps(sqlite3 *db, const char *path, int64_t run_id, GError **error)
{
    sqlite3_stmt *stmt = db_prepare(db, path, "SELECT id, start_ns, dur_ns, warm, n_events IS NULL FROM step WHERE run_id = ?1 AND " STEP_HAS_EVENTS " ORDER BY start_ns", error);
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

/* The lanes of a device, window by window. Lanes of steps, modules and markers are left out: they repeat what other lanes have in detail. */
static GArray *told_lanes(const EventSet *set, int64_t device_id, size_t *n)
{
    GArray *parts = g_array_new(FALSE, FALSE, sizeof(Part));
    *n = 0;
    for (guint i = 0; i < set->lanes->len; i++) {
        const EventLane *l = &g_array_index(set->lanes, EventLane, i);
        if (l->device_id != device_id || !l->n || l->kind == TRACE_LANE_STEPS || l->kind == TRACE_LANE_MODULES || l->kind == TRACE_LANE_MARKERS)
            continue;
        g_array_append_val(parts, ((Part){ .rows = event_lane_rows(set, l), .n = l->n }));
        *n += l->n;
    }
    return parts;
}

/* The part whose next event starts first; NULL when there are no more. */
static Part *next_part(const GArray *parts)
{
    Part *best = NULL;
    for (guint i = 0; i < parts->len; i++) {
        Part *p = &g_array_index(parts, Part, i);
        if (p->to < p->n && (!best || p->rows[p->to].start_ns < best->rows[best->to].start_ns))
            best = p;
    }
    return best;
}

/* Moves the parts on to the next window; false when there are no more. *until: the end of the window. */
static bool next_window(const GArray *parts, size_t n_left, const GArray *steps, int64_t *until)
{
    *until = INT64_MAX;
    for (guint i = 0; i < parts->len; i++) {
        Part *p = &g_array_index(parts, Part, i);
        p->from = p->to;
        if (n_left <= WINDOW_EVENTS)
            p->to = p->n;
    }
    if (n_left <= WINDOW_EVENTS)
        return n_left > 0;
    int64_t end = INT64_MIN;
    size_t n = 0;
    for (Part *p; (p = next_part(parts)) != NULL; p->to++, n++) {
        Event e = event_of(&p->rows[p->to]);
        if (n >= WINDOW_EVENTS && e.start >= end && !in_a_step(steps, e.start)) {
            *until = e.start;
            break;
        }
        end = MAX(end, e.end);
    }
    return true;
}

static size_t window_size(const GArray *parts)
{
    size_t n = 0;
    for (guint i = 0; i < parts->len; i++)
        n += g_array_index(parts, Part, i).to - g_array_index(parts, Part, i).from;
    return n;
}

/* ---- what is stored ---- */

typedef struct Out {
    sqlite3 *db;
    const char *path;
    sqlite3_stmt *part, *stat, *exposed, *sums;
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
    if (device->next_step >= device->steps->len)
        return true;
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

static void add_stat(DeviceTimes *device, const Event *e, int64_t open)
{
    if (!e->inst || !counts(device->steps, device->only_warm, e->start))
        return;
    int64_t dur = e->end - e->start;
    TraceInstStat *st = stat_of(device->stats, e->inst, device->device_id);
    st->n++;
    st->total_ns += dur;
    st->self_ns += MAX(e->self, open); /* what several threads did at once may leave a collective less than it was alone */
    st->min_ns = MIN(st->min_ns, dur);
    st->max_ns = MAX(st->max_ns, dur);
    st->exposed_ns += open;
}

/* covered: when the device computed or waited for data. */
static void add_stats(DeviceTimes *device, const GArray *parts, const GArray *covered)
{
    Exposed *exposed = device->exposed;
    for (guint p = 0; p < parts->len; p++) {
        const Part *part = &g_array_index(parts, Part, p);
        for (size_t i = part->from; i < part->to; i++) {
            Event e = event_of(&part->rows[i]);
            int64_t open = e.cat == TRACE_CAT_COLLECTIVE ? e.end - e.start - spans_length_in(covered, e.start, e.end) : 0;
            if (e.coll >= exposed->first && e.coll - exposed->first < exposed->n)
                exposed->ns[e.coll - exposed->first] += open;
            add_stat(device, &e, open);
        }
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

static bool derive_device(Out *o, const Derive *d, DeviceTimes *device, GError **error)
{
    g_autoptr(GHashTable) stats = g_hash_table_new_full(g_int64_hash, g_int64_equal, NULL, g_free);
    device->stats = stats;
    size_t n_left;
    g_autoptr(GArray) parts = told_lanes(d->events, device->device_id, &n_left);
    int64_t until;
    bool ok = true; /* nothing recorded is not the same as idle: no events, no parts */
    while (ok && n_left && next_window(parts, n_left, device->steps, &until)) {
        GArray *cats[N_CATS];
        for (int c = 0; c < N_CATS; c++)
            cats[c] = g_array_new(FALSE, FALSE, sizeof(Span));
        spans_of(parts, cats);
        for (int c = 0; c < N_CATS; c++)
            spans_merge(cats[c]);
        ok = store_parts(o, device, until, cats, error);
        g_autoptr(GArray) waits = spans_union(cats[TRACE_CAT_WAIT], cats[TRACE_CAT_QUEUE]), covered = spans_union(cats[TRACE_CAT_COMPUTE], waits);
        add_stats(device, parts, covered);
        for (int c = 0; c < N_CATS; c++)
            g_array_unref(cats[c]);
        n_left -= window_size(parts);
        ok = ok && watch_go_on(d->watch, error);
    }
    return ok && add_sums(o, device, error) && store_stats(o, stats, error);
}

static bool any_warm(sqlite3 *db, int64_t run_id)
{
    return db_int(db, "SELECT EXISTS (SELECT 1 FROM step WHERE run_id = ?1 AND warm)", &run_id, 1, 0) != 0;
}

static bool store_exposed(Out *o, const Exposed *exposed, const int64_t run_id, GError **error)
{
    sqlite3_stmt *ids = db_prepare(o->db, o->path,
        "SELECT c.id" MEETINGS_OF_RUN " AND c.id BETWEEN ?2 AND ?3", error);
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

static size_t n_events_of(const Derive *d)
{
    size_t n = 0;
    for (guint i = 0; i < d->events->lanes->len; i++) {
        const EventLane *l = &g_array_index(d->events->lanes, EventLane, i);
        n += l->run_id == d->run_id ? l->n : 0;
    }
    return n;
}

bool derive_times(const Derive *d, GError **error)
{
    sqlite3 *db = d->db;
    const char *path = d->path;
    int64_t run_id = d->run_id;
    /* An imported run may bring its own parts and no events to make them from. */
    if (!n_events_of(d) && db_int(db, "SELECT count(*) FROM (SELECT 1 FROM op_sum o JOIN lane l ON l.id = o.lane_id WHERE l.run_id = ?1 LIMIT 1)", &run_id, 1, 0) == 0)
        return true;
    g_autoptr(GArray) steps = load_steps(db, path, run_id, error);
    if (!steps || !forget(db, path, run_id, error))
        return false;
    g_autofree char *part = schema_insert(table_type(TRACE_TABLE_step_part));
    g_autofree char *stat = schema_insert(table_type(TRACE_TABLE_inst_stat));
    Out o = { .db = db, .path = path, .part = db_prepare(db, path, part, error), .stat = db_prepare(db, path, stat, error),
              .exposed = db_prepare(db, path, "UPDATE coll_exec SET exposed_ns = ?2 WHERE id = ?1", error),
              .sums = db_prepare(db, path,
                  "SELECT o.inst_id, sum(o.n), sum(o.total_ns), sum(o.self_ns), min(o.min_ns), max(o.max_ns), sum(iif(o.cat = 2, o.self_ns, 0))"
                  " FROM lane l CROSS JOIN op_sum o ON o.lane_id = l.id JOIN step s ON s.id = o.step_id"
                  " WHERE l.device_id = ?1 AND o.inst_id > 0 AND (s.warm = 1 OR ?2 = 0) GROUP BY o.inst_id", error) };
    sqlite3_stmt *devices = db_prepare(db, path, "SELECT id FROM device WHERE run_id = ?1 ORDER BY id", error);
    bool ok = o.part && o.stat && o.exposed && o.sums && devices;
    Exposed exposed = { .first = db_int(db, "SELECT min(c.id)" MEETINGS_OF_RUN, &run_id, 1, 1) };
    exposed.n = CLAMP(db_int(db, "SELECT max(c.id)" MEETINGS_OF_RUN, &run_id, 1, 0) - exposed.first + 1, 0, MAX_MEETINGS);
    exposed.ns = g_try_new0(int64_t, MAX(exposed.n, 1));
    if (!exposed.ns)
        exposed.n = 0;
    int64_t n = db_int(db, "SELECT count(*) FROM device WHERE run_id = ?1", &run_id, 1, 0);
    bool only_warm = any_warm(db, run_id);
    if (ok)
        sqlite3_bind_int64(devices, 1, run_id);
    for (int64_t i = 0; ok && sqlite3_step(devices) == SQLITE_ROW; i++)
        ok = watch_step(d->watch, "where the time went", i, n, error) &&
             derive_device(&o, d, &(DeviceTimes){ .device_id = sqlite3_column_int64(devices, 0), .steps = steps, .only_warm = only_warm, .exposed = &exposed }, error);
    ok = ok && store_exposed(&o, &exposed, run_id, error);
    g_free(exposed.ns);
    sqlite3_finalize(devices);
    sqlite3_finalize(o.part);
    sqlite3_finalize(o.stat);
    sqlite3_finalize(o.exposed);
    sqlite3_finalize(o.sums);
    return ok;
}
