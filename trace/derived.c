/* The end of a recording: makes indexes, the derived tables of each new run and statistics for SQLite's planner, and leaves one
 * file without a journal. The command `optimize` does the same for a file that was cut short. */
#include "trace/derived.h"

#include "trace/bulk.h"

static GArray *runs_from(sqlite3 *db, const char *path, int64_t first_run, GError **error)
{
    sqlite3_stmt *stmt = db_prepare(db, path, "SELECT id FROM run WHERE id >= ?1 ORDER BY id", error);
    if (!stmt)
        return NULL;
    sqlite3_bind_int64(stmt, 1, first_run);
    GArray *ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        int64_t id = sqlite3_column_int64(stmt, 0);
        g_array_append_val(ids, id);
    }
    sqlite3_finalize(stmt);
    return ids;
}

static bool derive_runs(sqlite3 *db, const char *path, int64_t first_run, const EventSet *events, const Watch *watch, GError **error)
{
    g_autoptr(GArray) runs = runs_from(db, path, first_run, error);
    bool ok = runs != NULL;
    for (guint i = 0; ok && i < runs->len; i++) {
        Derive d = { .db = db, .path = path, .events = events, .run_id = g_array_index(runs, int64_t, i), .watch = watch };
        ok = derive_lod(&d, error) && derive_times(&d, error) && derive_crit(&d, error);
    }
    return ok;
}

/* bulk: events are written already; NULL = not. */
static bool derive_all(const Finish *f, const Bulk *bulk, const Watch *watch, GError **error)
{
    sqlite3 *db = f->db;
    const char *path = f->path;
    g_autofree char *indexes = schema_indexes(), *late = schema_late_indexes();
    bool ok = watch_step(watch, "indexes", 0, 1, error) && (!f->events || (bulk ? bulk_install(db, path, bulk, error) : bulk_insert(db, path, f->events, error))) &&
              db_exec(db, path, indexes, error) && db_exec(db, path, late, error);
    EventSet *loaded = NULL, *events = f->events;
    if (ok && bulk) {
        ok = event_set_add_lanes(events, db, path, f->first_run, error);
    } else if (ok) {
        ok = watch_step(watch, "events", 0, 1, error) && (loaded = event_set_load(db, path, f->first_run, error)) != NULL;
        events = loaded;
    }
    ok = ok && derive_runs(db, path, f->first_run, events, watch, error);
    event_set_free(loaded);
    return ok && watch_step(watch, "statistics", 0, 1, error) &&
           db_exec(db, path, "PRAGMA analysis_limit = 1000; ANALYZE; UPDATE meta SET value = 1 WHERE key = 'finalized'; COMMIT", error);
}

bool finish_file(const Finish *f, const Watch *watch, GError **error)
{
    sqlite3 *db = f->db;
    /* Leave WAL mode first: this transaction mostly appends pages, which a rollback journal need not contain and WAL
     * would write twice. This fails while a viewer has the file open; everything else works anyway. */
    sqlite3_busy_timeout(db, 1000);
    sqlite3_exec(db, "PRAGMA wal_checkpoint(TRUNCATE)", NULL, NULL, NULL);
    sqlite3_exec(db, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    sqlite3_busy_timeout(db, PATIENCE_MS);
    Bulk bulk;
    if (!watch_step(watch, "events", 0, 1, error))
        return false;
    bool written = f->events && f->events->n && !db_int(db, "SELECT 1 FROM event LIMIT 1", NULL, 0, 0) && bulk_write(db, f->events, true, &bulk);
    if (!db_exec(db, f->path, "BEGIN IMMEDIATE", error))
        return false;
    watch_db(watch, db);
    bool ok = derive_all(f, written ? &bulk : NULL, watch, error);
    watch_db(NULL, db);
    if (!ok) {
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
        if (error && *error) /* SQLite reports a cancelled statement as "interrupted" */
            watch_go_on(watch, error);
    }
    return ok;
}
