/* Levels of detail for drawing, and the totals of each lane. A level L has buckets of 1024 << (2 L) ns and counts
 * only events with szc <= L, so none is wider than a bucket and wider ones are drawn singly. The events of a lane
 * row come sorted by start, hence each level needs one open bucket, and one pass makes them all. A lane's lowest
 * level is the first with at most an eighth as many buckets as events; a lane too small for that has none
 * (lod_min = 15) and is always read directly. */
#include "trace/writer_impl.h"
#include "trace/capped.h"

enum { LEVEL_FIRST = 2, LEVEL_LAST = 14, LEVEL_NONE = 15, EVENTS_PER_BUCKET = 8 };
enum { HELD_EVENTS = 4000000 };
enum { MAX_DEPTHS = 4096 }; /* a lane that claims more (a damaged file) is drawn without levels */

typedef struct Event {
    int64_t id, start, dur, name;
    int szc;
    int cat;
} Event;

static GArray *load_row(sqlite3_stmt *stmt, int64_t lane_id, int64_t depth)
{
    GArray *events = g_array_new(FALSE, FALSE, sizeof(Event));
    sqlite3_bind_int64(stmt, 1, lane_id);
    sqlite3_bind_int64(stmt, 2, depth);
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        Event e = { .id = sqlite3_column_int64(stmt, 0), .start = sqlite3_column_int64(stmt, 1),
                    .dur = CLAMP(sqlite3_column_int64(stmt, 2), 0, INT64_C(1) << 40), .cat = sqlite3_column_int(stmt, 3),
                    .name = sqlite3_column_int64(stmt, 4) };
        e.szc = trace_size_class(e.dur);
        g_array_append_val(events, e);
    }
    sqlite3_reset(stmt);
    return events;
}

static int64_t bucket_of(const Event *e, int level)
{
    return e->start >> (10 + 2 * level);
}

static void count_buckets(const GArray *events, int64_t *n)
{
    for (int level = LEVEL_FIRST; level <= LEVEL_LAST; level++) {
        int64_t last = INT64_MIN;
        for (guint i = 0; i < events->len; i++) {
            const Event *e = &g_array_index(events, Event, i);
            if (e->szc <= level && bucket_of(e, level) != last) {
                last = bucket_of(e, level);
                n[level]++;
            }
        }
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

static bool store_level(sqlite3_stmt *insert, const GArray *events, int64_t lane_id, int64_t depth, int level)
{
    TraceLod row = { .lane_id = lane_id, .depth = depth, .level = level };
    int64_t longest = -1;
    bool ok = true;
    for (guint i = 0; ok && i < events->len; i++) {
        const Event *e = &g_array_index(events, Event, i);
        if (e->szc > level)
            continue;
        if (row.n && bucket_of(e, level) != row.bucket) {
            ok = store(insert, &row);
            row = (TraceLod){ .lane_id = lane_id, .depth = depth, .level = level };
            longest = -1;
        }
        row.bucket = bucket_of(e, level);
        row.n++;
        row.busy_ns += e->dur;
        row.coll_ns += e->cat == TRACE_CAT_COLLECTIVE ? e->dur : 0;
        if (e->dur > longest) {
            longest = e->dur;
            row.top_id = e->id;
            row.top_name = TRACE_INT(e->name);
            row.top_cat = TRACE_INT(e->cat);
        }
    }
    return ok && store(insert, &row);
}

/* Events of each depth of a lane, or, of a lane too large to hold, nothing: its rows are then read twice. */
static GPtrArray *load_lane(sqlite3_stmt *select, int64_t lane_id, int64_t depths, int64_t n_events)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    for (int64_t d = 0; d < depths && n_events <= HELD_EVENTS; d++)
        g_ptr_array_add(rows, load_row(select, lane_id, d));
    return rows;
}

static GArray *row_at(GPtrArray *held, sqlite3_stmt *select, int64_t lane_id, int64_t depth)
{
    return held->len ? g_array_ref(held->pdata[depth]) : load_row(select, lane_id, depth);
}

static bool derive_lane(sqlite3 *db, sqlite3_stmt *select, sqlite3_stmt *insert, int64_t lane_id)
{
    int64_t depths = add_capped(1, db_int(db, "SELECT max(depth) FROM event WHERE lane_id = ?1", &lane_id, 1, 0));
    int64_t n_events = db_int(db, "SELECT count(*) FROM event WHERE lane_id = ?1", &lane_id, 1, 0);
    int64_t n[LEVEL_LAST + 1] = { 0 };
    int lod_min = LEVEL_NONE;
    bool ok = true;
    if (n_events >= EVENTS_PER_BUCKET && depths <= MAX_DEPTHS) {
        g_autoptr(GPtrArray) held = load_lane(select, lane_id, depths, n_events);
        for (int64_t d = 0; d < depths; d++) {
            g_autoptr(GArray) events = row_at(held, select, lane_id, d);
            count_buckets(events, n);
        }
        for (int level = LEVEL_LAST; level >= LEVEL_FIRST && n[level] * EVENTS_PER_BUCKET <= n_events; level--)
            lod_min = level;
        for (int64_t d = 0; ok && d < depths && lod_min < LEVEL_NONE; d++) {
            g_autoptr(GArray) events = row_at(held, select, lane_id, d);
            for (int level = lod_min; ok && level <= LEVEL_LAST; level++)
                ok = store_level(insert, events, lane_id, d, level);
        }
    }
    g_autofree char *sql = g_strdup_printf(
        "UPDATE lane SET lod_min = %2$d, depths = %3$" G_GINT64_FORMAT ", n_events = %4$" G_GINT64_FORMAT ","
        " first_ns = (SELECT min(start_ns) FROM event WHERE lane_id = lane.id),"
        " last_ns = (SELECT max(start_ns + dur_ns) FROM event WHERE lane_id = lane.id) WHERE id = %1$" G_GINT64_FORMAT,
        lane_id, lod_min, depths, n_events);
    return ok && sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

bool derive_lod(sqlite3 *db, const char *path, int64_t run_id, GError **error)
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
    if (ok)
        sqlite3_bind_int64(lanes, 1, run_id);
    while (ok && sqlite3_step(lanes) == SQLITE_ROW)
        ok = derive_lane(db, select, insert, sqlite3_column_int64(lanes, 0)) || db_fail(db, path, error);
    sqlite3_finalize(lanes);
    sqlite3_finalize(select);
    sqlite3_finalize(insert);
    return ok;
}
