/* Levels of detail for drawing, and the totals of each lane. Level L has buckets of 1024 << (2 L) ns and counts
 * only events with szc <= L, so no counted event is wider than a bucket; wider ones are drawn individually. The events of a lane
 * row come sorted by start, so each level needs one open bucket: a first pass counts the buckets, a second stores them.
 * The lowest level of a lane is the first with at most an eighth as many buckets as events; a lane that is too small
 * for that has no levels (lod_min = 15) and is always read directly. */
#include "trace/capped.h"
#include "trace/derived.h"

enum { LEVEL_FIRST = 2, LEVEL_LAST = 14, LEVEL_NONE = 15, EVENTS_PER_BUCKET = 8 };
enum { MAX_DEPTHS = 4096 }; /* a lane with more (in a damaged file) gets no levels */

typedef struct Event {
    int64_t id, start, dur, name;
    int szc;
    int cat;
} Event;

/* The events of a lane, row by row. */
typedef struct Source {
    const EventRow *rows;
    uint32_t *order; /* by depth */
    size_t *first;   /* by depth: where its events begin in `order`; one more at the end */
} Source;

static Event event_of(const EventRow *row)
{
    Event e = { .id = row->id, .start = row->start_ns, .dur = CLAMP(row->dur_ns, 0, INT64_C(1) << 40), .cat = (int)row->cat, .name = row->name_id };
    e.szc = trace_size_class(e.dur);
    return e;
}

static int64_t bucket_of(const Event *e, int level)
{
    return e->start >> (10 + 2 * level);
}

static void count_buckets(const Source *s, int64_t depth, int64_t *n)
{
    int64_t last[LEVEL_LAST + 1];
    for (int level = 0; level <= LEVEL_LAST; level++)
        last[level] = INT64_MIN;
    for (size_t i = s->first[depth]; i < s->first[depth + 1]; i++) {
        Event e = event_of(&s->rows[s->order[i]]);
        /* Where the bucket of a level is the last one's, so are those above, each of which holds four of those below. */
        for (int level = MAX(LEVEL_FIRST, e.szc); level <= LEVEL_LAST && bucket_of(&e, level) != last[level]; level++) {
            last[level] = bucket_of(&e, level);
            n[level]++;
        }
    }
}

/* The bucket of a level that events fall into now. */
typedef struct Open {
    TraceLod row;
    int64_t longest;
} Open;

/* Ends a bucket: it is stored, and its events count in that of the level above. */
static void end_bucket(GArray **done, Open *open, int level)
{
    TraceLod *row = &open[level].row;
    g_array_append_vals(done[level], row, 1);
    if (level < LEVEL_LAST) {
        Open *up = &open[level + 1];
        up->row.bucket = row->bucket >> 2;
        up->row.n += row->n;
        up->row.busy_ns += row->busy_ns;
        up->row.coll_ns += row->coll_ns;
        if (open[level].longest > up->longest) {
            up->longest = open[level].longest;
            up->row.top_id = row->top_id;
            up->row.top_name = row->top_name;
            up->row.top_cat = row->top_cat;
        }
    }
    *row = (TraceLod){ .lane_id = row->lane_id, .depth = row->depth, .level = row->level };
    open[level].longest = -1;
}

static void add_event(Open *o, const Event *e)
{
    TraceLod *row = &o->row;
    row->bucket = bucket_of(e, (int)row->level);
    row->n++;
    row->busy_ns += e->dur;
    row->coll_ns += e->cat == TRACE_CAT_COLLECTIVE ? e->dur : 0;
    if (e->dur > o->longest) {
        o->longest = e->dur;
        row->top_id = e->id;
        row->top_name = TRACE_INT(e->name);
        row->top_cat = TRACE_INT(e->cat);
    }
}

/* Stores the buckets of all levels of a depth, in the order of the table. An event counts in the lowest level that it fits, and comes to those above with
 * the bucket: events of different levels differ in length, so that the first of the longest stays the first. */
static bool store_levels(const Source *s, Batch *out, int64_t lane_id, int64_t depth, int lod_min)
{
    Open open[LEVEL_LAST + 1];
    GArray *done[LEVEL_LAST + 1];
    for (int level = lod_min; level <= LEVEL_LAST; level++) {
        open[level] = (Open){ { .lane_id = lane_id, .depth = depth, .level = level }, -1 };
        done[level] = g_array_new(FALSE, FALSE, sizeof(TraceLod));
    }
    for (size_t i = s->first[depth]; i < s->first[depth + 1]; i++) {
        Event e = event_of(&s->rows[s->order[i]]);
        for (int level = lod_min; level <= LEVEL_LAST; level++) {
            const TraceLod *row = &open[level].row;
            if (row->n && bucket_of(&e, level) == row->bucket)
                break; /* so are those above */
            if (row->n)
                end_bucket(done, open, level);
        }
        if (e.szc <= LEVEL_LAST)
            add_event(&open[MAX(lod_min, e.szc)], &e);
    }
    bool ok = true;
    for (int level = lod_min; level <= LEVEL_LAST; level++) {
        if (open[level].row.n)
            end_bucket(done, open, level);
        ok = ok && (!done[level]->len || batch_store_rows(out, done[level]->data, (int)done[level]->len));
        g_array_unref(done[level]);
    }
    return ok;
}

/* First start and last end, for the lane's row. */
static void find_ends(const EventSet *set, const EventLane *lane, TraceInt *first, TraceInt *last)
{
    const EventRow *row = event_lane_rows(set, lane);
    if (lane->n)
        *first = TRACE_INT(row[0].start_ns);
    for (size_t i = 0; i < lane->n; i++) {
        int64_t end = add_capped(row[i].start_ns, row[i].dur_ns);
        *last = TRACE_INT(last->known ? MAX(last->v, end) : end);
    }
}

static void bind(sqlite3_stmt *stmt, int at, TraceInt v)
{
    if (v.known)
        sqlite3_bind_int64(stmt, at, v.v);
    else
        sqlite3_bind_null(stmt, at);
}

static bool derive_lane(const EventSet *set, const EventLane *lane, Batch *out, sqlite3_stmt *totals)
{
    int64_t n[LEVEL_LAST + 1] = { 0 };
    int lod_min = LEVEL_NONE;
    bool ok = true;
    if (lane->n >= EVENTS_PER_BUCKET && lane->depths <= MAX_DEPTHS) {
        Source s = { .rows = event_lane_rows(set, lane) };
        s.order = event_lane_by_depth(set, lane, &s.first);
        for (int64_t d = 0; d < lane->depths; d++)
            count_buckets(&s, d, n);
        for (int level = LEVEL_LAST; level >= LEVEL_FIRST && n[level] * EVENTS_PER_BUCKET <= (int64_t)lane->n; level--)
            lod_min = level;
        for (int64_t d = 0; ok && d < lane->depths && lod_min < LEVEL_NONE; d++)
            ok = store_levels(&s, out, lane->id, d, lod_min);
        g_free(s.order);
        g_free(s.first);
    }
    TraceInt first = { 0 }, last = { 0 };
    find_ends(set, lane, &first, &last);
    const TraceInt v[] = { TRACE_INT(lane->id), TRACE_INT(lod_min), TRACE_INT(lane->depths), TRACE_INT((int64_t)lane->n), first, last };
    for (int i = 0; i < (int)G_N_ELEMENTS(v); i++)
        bind(totals, i + 1, v[i]);
    ok = ok && sqlite3_step(totals) == SQLITE_DONE;
    sqlite3_reset(totals);
    return ok;
}

bool derive_lod(const Derive *d, GError **error)
{
    g_autofree char *forget = g_strdup_printf(
        "DELETE FROM lod WHERE lane_id IN (SELECT id FROM lane WHERE run_id = %" G_GINT64_FORMAT ")", d->run_id);
    if (!db_exec(d->db, d->path, forget, error))
        return false;
    Batch *out = batch_new(d->db, d->path, table_type(TRACE_TABLE_lod), error);
    sqlite3_stmt *totals = out ? db_prepare(d->db, d->path, "UPDATE lane SET lod_min = ?2, depths = ?3, n_events = ?4, first_ns = ?5, last_ns = ?6 WHERE id = ?1", error) : NULL;
    bool ok = totals != NULL;
    const GArray *lanes = d->events->lanes;
    for (guint i = 0; ok && i < lanes->len; i++) {
        const EventLane *lane = &g_array_index(lanes, EventLane, i);
        if (lane->run_id == d->run_id)
            ok = watch_step(d->watch, "levels of detail", i, lanes->len, error) && (derive_lane(d->events, lane, out, totals) || db_fail(d->db, d->path, error));
    }
    sqlite3_finalize(totals);
    batch_free(out);
    return ok;
}
