/* Levels of detail for drawing, and the totals of each lane. Level L has buckets of 1024 << (2 L) ns and counts
 * only events with szc <= L, so no counted event is wider than a bucket; wider ones are drawn individually. The events of a lane
 * row come sorted by start, so each level needs one open bucket: a first pass counts the buckets, a second stores them; only lanes
 * with few events are held in memory in between, others are read again. The lowest level of a lane is the first with at most an eighth as many buckets as events; a lane that is too small
 * for that has no levels (lod_min = 15) and is always read directly. */
#include "trace/writer_impl.h"
#include "trace/capped.h"

enum { LEVEL_FIRST = 2, LEVEL_LAST = 14, LEVEL_NONE = 15, EVENTS_PER_BUCKET = 8 };
enum { MAX_DEPTHS = 4096 }; /* a lane with more (in a damaged file) gets no levels */

typedef struct Event {
    int64_t id, start, dur, name;
    int szc;
    int cat;
} Event;

enum { MOST_KEPT = 1 << 20 };

/* The events of a lane, row by row: from the file, and from memory once they have been read. */
typedef struct Source {
    sqlite3_stmt *select;
    int64_t lane_id, depth;
    GArray *kept;   /* Event of all rows, one row behind the other; NULL = they are not kept */
    GArray *first;  /* guint by depth: where its events begin; one more at the end */
    guint at;
    bool again;     /* all are in `kept` */
    int64_t end_ns; /* of the last of all events so far */
} Source;

static void start_row(Source *s, int64_t depth)
{
    s->depth = depth;
    if (s->again) {
        s->at = g_array_index(s->first, guint, depth);
        return;
    }
    if (s->kept)
        g_array_append_val(s->first, s->kept->len);
    sqlite3_bind_int64(s->select, 1, s->lane_id);
    sqlite3_bind_int64(s->select, 2, depth);
}

static bool next_event(Source *s, Event *e)
{
    if (s->again) {
        if (s->at >= g_array_index(s->first, guint, s->depth + 1))
            return false;
        *e = g_array_index(s->kept, Event, s->at++);
        return true;
    }
    sqlite3_stmt *select = s->select;
    if (sqlite3_step(select) != SQLITE_ROW) {
        sqlite3_reset(select);
        return false;
    }
    *e = (Event){ .id = sqlite3_column_int64(select, 0), .start = sqlite3_column_int64(select, 1),
                  .dur = CLAMP(sqlite3_column_int64(select, 2), 0, INT64_C(1) << 40), .cat = sqlite3_column_int(select, 3),
                  .name = sqlite3_column_int64(select, 4) };
    e->szc = trace_size_class(e->dur);
    s->end_ns = MAX(s->end_ns, add_capped(e->start, sqlite3_column_int64(select, 2)));
    if (s->kept)
        g_array_append_val(s->kept, *e);
    return true;
}

static int64_t bucket_of(const Event *e, int level)
{
    return e->start >> (10 + 2 * level);
}

static void count_buckets(Source *s, int64_t *n)
{
    int64_t last[LEVEL_LAST + 1];
    for (int level = 0; level <= LEVEL_LAST; level++)
        last[level] = INT64_MIN;
    Event e;
    while (next_event(s, &e))
        for (int level = MAX(LEVEL_FIRST, e.szc); level <= LEVEL_LAST; level++)
            if (bucket_of(&e, level) != last[level]) {
                last[level] = bucket_of(&e, level);
                n[level]++;
            }
}

static bool store(sqlite3_stmt *insert, const TraceLod *row)
{
    if (!row->n)
        return true;
    bool ok = row_bind(insert, table_type(TRACE_TABLE_lod), row) == SQLITE_OK && sqlite3_step(insert) == SQLITE_DONE;
    sqlite3_reset(insert);
    return ok;
}

/* The bucket of a level that events fall into now. */
typedef struct Open {
    TraceLod row;
    int64_t longest;
} Open;

static bool add_event(sqlite3_stmt *insert, Open *o, const Event *e)
{
    TraceLod *row = &o->row;
    bool ok = true;
    if (row->n && bucket_of(e, (int)row->level) != row->bucket) {
        ok = store(insert, row);
        *row = (TraceLod){ .lane_id = row->lane_id, .depth = row->depth, .level = row->level };
        o->longest = -1;
    }
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
    return ok;
}

static bool store_levels(Source *s, sqlite3_stmt *insert, int lod_min)
{
    Open open[LEVEL_LAST + 1];
    for (int level = lod_min; level <= LEVEL_LAST; level++)
        open[level] = (Open){ { .lane_id = s->lane_id, .depth = s->depth, .level = level }, -1 };
    bool ok = true;
    Event e;
    while (next_event(s, &e))
        for (int level = MAX(lod_min, e.szc); ok && level <= LEVEL_LAST; level++)
            ok = add_event(insert, &open[level], &e);
    for (int level = lod_min; ok && level <= LEVEL_LAST; level++)
        ok = store(insert, &open[level].row);
    return ok;
}

static bool derive_lane(sqlite3 *db, sqlite3_stmt *select, sqlite3_stmt *insert, int64_t lane_id)
{
    int64_t depths = add_capped(1, db_int(db, "SELECT max(depth) FROM event WHERE lane_id = ?1", &lane_id, 1, 0));
    int64_t n_events = db_int(db, "SELECT count(*) FROM event WHERE lane_id = ?1", &lane_id, 1, 0);
    int64_t n[LEVEL_LAST + 1] = { 0 };
    int lod_min = LEVEL_NONE;
    bool ok = true;
    Source s = { .select = select, .lane_id = lane_id, .end_ns = INT64_MIN };
    if (n_events <= MOST_KEPT) {
        s.kept = g_array_new(FALSE, FALSE, sizeof(Event));
        s.first = g_array_new(FALSE, FALSE, sizeof(guint));
    }
    if (n_events >= EVENTS_PER_BUCKET && depths <= MAX_DEPTHS) {
        for (int64_t d = 0; d < depths; d++) {
            start_row(&s, d);
            count_buckets(&s, n);
        }
        s.again = s.kept != NULL;
        if (s.again)
            g_array_append_val(s.first, s.kept->len);
        for (int level = LEVEL_LAST; level >= LEVEL_FIRST && n[level] * EVENTS_PER_BUCKET <= n_events; level--)
            lod_min = level;
        for (int64_t d = 0; ok && d < depths && lod_min < LEVEL_NONE; d++) {
            start_row(&s, d);
            ok = store_levels(&s, insert, lod_min);
        }
    }
    if (s.kept) {
        g_array_unref(s.kept);
        g_array_unref(s.first);
    }
    g_autofree char *known_end = s.end_ns != INT64_MIN ? g_strdup_printf("%" G_GINT64_FORMAT, s.end_ns) : g_strdup("(SELECT max(start_ns + dur_ns) FROM event WHERE lane_id = lane.id)");
    g_autofree char *sql = g_strdup_printf(
        "UPDATE lane SET lod_min = %2$d, depths = %3$" G_GINT64_FORMAT ", n_events = %4$" G_GINT64_FORMAT ","
        " first_ns = (SELECT min(start_ns) FROM event WHERE lane_id = lane.id),"
        " last_ns = %5$s WHERE id = %1$" G_GINT64_FORMAT,
        lane_id, lod_min, depths, n_events, known_end);
    return ok && sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

bool derive_lod(sqlite3 *db, const char *path, int64_t run_id, const Watch *watch, GError **error)
{
    g_autofree char *insert_sql = schema_insert(table_type(TRACE_TABLE_lod));
    g_autofree char *forget = g_strdup_printf(
        "DELETE FROM lod WHERE lane_id IN (SELECT id FROM lane WHERE run_id = %" G_GINT64_FORMAT ")", run_id);
    if (!db_exec(db, path, forget, error))
        return false;
    sqlite3_stmt *lanes = db_prepare(db, path, "SELECT id FROM lane WHERE run_id = ?1 ORDER BY id", error);
    sqlite3_stmt *select = db_prepare(db, path,
        "SELECT id, start_ns, dur_ns, cat, name_id FROM event WHERE lane_id = ?1 AND depth = ?2 ORDER BY start_ns, id", error);
    sqlite3_stmt *insert = db_prepare(db, path, insert_sql, error);
    bool ok = lanes && select && insert;
    int64_t n = db_int(db, "SELECT count(*) FROM lane WHERE run_id = ?1", &run_id, 1, 0);
    if (ok)
        sqlite3_bind_int64(lanes, 1, run_id);
    for (int64_t i = 0; ok && sqlite3_step(lanes) == SQLITE_ROW; i++)
        ok = watch_step(watch, "levels of detail", i, n, error) && (derive_lane(db, select, insert, sqlite3_column_int64(lanes, 0)) || db_fail(db, path, error));
    sqlite3_finalize(lanes);
    sqlite3_finalize(select);
    sqlite3_finalize(insert);
    return ok;
}
