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

/* Critical paths that are found while pages are written. */
typedef struct Early {
    const Finish *f;
    const Watch *watch;
    GHashTable *paths; /* run -> GArray of TraceCrit */
    GError *error;
} Early;

static void find_early(void *user)
{
    Early *e = user;
    const Finish *f = e->f;
    g_autoptr(GArray) runs = runs_from(f->db, f->path, f->first_run, &e->error);
    for (guint i = 0; runs && !e->error && i < runs->len; i++) {
        int64_t run = g_array_index(runs, int64_t, i);
        GArray *rows = derive_find_crit(&(Derive){ .db = f->db, .path = f->path, .events = f->events, .run_id = run, .watch = e->watch }, &e->error);
        if (rows)
            g_hash_table_insert(e->paths, GSIZE_TO_POINTER(run), rows);
    }
}

static bool derive_runs(const Finish *f, const EventSet *events, const Early *early, GError **error)
{
    g_autoptr(GArray) runs = runs_from(f->db, f->path, f->first_run, error);
    bool ok = runs != NULL;
    for (guint i = 0; ok && i < runs->len; i++) {
        Derive d = { .db = f->db, .path = f->path, .events = events, .run_id = g_array_index(runs, int64_t, i), .watch = early->watch };
        ok = derive_lod(&d, error) && derive_times(&d, error) && derive_crit(&d, g_hash_table_lookup(early->paths, GSIZE_TO_POINTER(d.run_id)), error);
    }
    return ok;
}

/* bulk: events are written already; NULL = not. */
static bool derive_all(const Finish *f, const Bulk *bulk, const Early *early, GError **error)
{
    const Watch *watch = early->watch;
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
    ok = ok && derive_runs(f, events, early, error);
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
    g_autoptr(GHashTable) paths = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
    Early early = { .f = f, .watch = watch, .paths = paths };
    bool written = f->events && f->events->n && !db_int(db, "SELECT 1 FROM event LIMIT 1", NULL, 0, 0) &&
                   bulk_write(db, f->events, &(BulkWork){ .with_rows = true, .beside = find_early, .user = &early }, &bulk);
    if (early.error) {
        g_propagate_error(error, early.error);
        return false;
    }
    if (!db_exec(db, f->path, "BEGIN IMMEDIATE", error))
        return false;
    watch_db(watch, db);
    bool ok = derive_all(f, written ? &bulk : NULL, &early, error);
    watch_db(NULL, db);
    if (!ok) {
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
        if (error && *error) /* SQLite reports a cancelled statement as "interrupted" */
            watch_go_on(watch, error);
    }
    return ok;
}
