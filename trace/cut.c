/* A trace cut down to a range of time, or to some devices: a copy of the file, with the timeline outside taken away
 * and the derived tables made again. What the compiler decided stays whole. */
#include "trace/writer_impl.h"

#include <glib/gstdio.h>

/* Steps that reach over an end of the range stay whole: a step half cut would lie about its parts. So the range of
 * each run grows to its steps first. */
static bool cut_time(sqlite3 *db, const char *path, int64_t from_ns, int64_t to_ns, GError **error)
{
    g_autofree char *ranges = g_strdup_printf(
        "CREATE TEMP TABLE range AS SELECT r.id AS run_id, min(%1$" G_GINT64_FORMAT ", COALESCE(min(s.start_ns), %1$" G_GINT64_FORMAT ")) AS t0,"
        " max(%2$" G_GINT64_FORMAT ", COALESCE(max(s.start_ns + s.dur_ns), %2$" G_GINT64_FORMAT ")) AS t1 FROM run r LEFT JOIN step s"
        " ON s.run_id = r.id AND s.start_ns < %2$" G_GINT64_FORMAT " AND s.start_ns + s.dur_ns > %1$" G_GINT64_FORMAT " GROUP BY r.id", from_ns, to_ns);
    if (!db_exec(db, path, ranges, error))
        return false;
    /* A row's run is that of its owner: the row of `owner` that column `by` points at. */
    static const struct { const char *table, *by, *owner, *run, *start, *dur; } timed[] = {
        { "event", "lane_id", "lane", "run_id", "start_ns", "dur_ns" },
        { "counter", "lane_id", "lane", "run_id", "ts_ns", "1" },
        { "exec", "device_id", "device", "run_id", "start_ns", "dur_ns" },
        { "mem_sample", "device_id", "device", "run_id", "ts_ns", "1" },
        { "mem_event", "device_id", "device", "run_id", "ts_ns", "COALESCE(free_ns, 1 << 62) - ts_ns" },
        { "step", "run_id", "run", "id", "start_ns", "dur_ns" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(timed); i++) {
        g_autofree char *sql = g_strdup_printf(
            "DELETE FROM %1$s WHERE EXISTS (SELECT 1 FROM %3$s o JOIN range k ON k.run_id = o.%4$s WHERE o.id = %1$s.%2$s"
            " AND (%1$s.%5$s >= k.t1 OR %1$s.%5$s + max(%6$s, 1) <= k.t0))",
            timed[i].table, timed[i].by, timed[i].owner, timed[i].run, timed[i].start, timed[i].dur);
        if (!db_exec(db, path, sql, error))
            return false;
    }
    return db_exec(db, path, "DROP TABLE range;"
                             "DELETE FROM coll_exec WHERE step_id IS NOT NULL AND step_id NOT IN (SELECT id FROM step)", error);
}

static bool cut_devices(sqlite3 *db, const char *path, const int64_t *devices, int n_devices, GError **error)
{
    g_autoptr(GString) ids = g_string_new(NULL);
    for (int i = 0; i < n_devices; i++)
        g_string_append_printf(ids, "%s%" G_GINT64_FORMAT, i ? "," : "", devices[i]);
    g_autofree char *sql = g_strdup_printf(
        "CREATE TEMP TABLE gone AS SELECT id FROM device WHERE global_id NOT IN (%s);"
        "DELETE FROM event WHERE lane_id IN (SELECT id FROM lane WHERE device_id IN (SELECT id FROM gone));"
        "DELETE FROM counter WHERE lane_id IN (SELECT id FROM lane WHERE device_id IN (SELECT id FROM gone));"
        "DELETE FROM lane WHERE device_id IN (SELECT id FROM gone);"
        "DELETE FROM exec WHERE device_id IN (SELECT id FROM gone);"
        "DELETE FROM mem_sample WHERE device_id IN (SELECT id FROM gone);"
        "DELETE FROM mem_event WHERE device_id IN (SELECT id FROM gone);"
        "DROP TABLE gone;", ids->str);
    return db_exec(db, path, sql, error);
}

/* What pointed at rows that are gone. */
static bool cut_loose_ends(sqlite3 *db, const char *path, GError **error)
{
    return db_exec(db, path,
        "DELETE FROM event_arg WHERE event_id NOT IN (SELECT id FROM event);"
        "DELETE FROM flow WHERE from_event NOT IN (SELECT id FROM event) OR to_event NOT IN (SELECT id FROM event);"
        "UPDATE event SET exec_id = NULL WHERE exec_id NOT IN (SELECT id FROM exec);"
        "UPDATE event SET coll_id = NULL WHERE coll_id NOT IN (SELECT id FROM coll_exec);"
        "UPDATE exec SET step_id = NULL WHERE step_id NOT IN (SELECT id FROM step);"
        "UPDATE coll_exec SET step_id = NULL WHERE step_id NOT IN (SELECT id FROM step);"
        "DELETE FROM step_part; DELETE FROM inst_stat; DELETE FROM crit; DELETE FROM lod; DELETE FROM event_pack;", error);
}

static bool copy(const char *path, const char *out, GError **error)
{
    sqlite3 *db = db_open(path, SQLITE_OPEN_READONLY, error);
    if (!db)
        return false;
    int version;
    bool ok = db_check(db, path, &version, error);
    if (ok && version < TRACE_SCHEMA_MAJOR * 100 + TRACE_SCHEMA_MINOR) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_VERSION, "%s: its format is %d.%d: upgrade it first", path, version / 100, version % 100);
        ok = false;
    }
    sqlite3_stmt *stmt = ok ? db_prepare(db, path, "VACUUM INTO ?1", error) : NULL;
    if (stmt) {
        sqlite3_bind_text(stmt, 1, out, -1, SQLITE_STATIC);
        ok = sqlite3_step(stmt) == SQLITE_DONE || db_fail(db, path, error);
        sqlite3_finalize(stmt);
    }
    sqlite3_close(db);
    return ok && stmt;
}

bool trace_cut(const char *path, const char *out, int64_t from_ns, int64_t to_ns, const int64_t *devices, int n_devices,
               const TraceWatch *watch, GError **error)
{
    TraceFileKind kind = db_file_kind(path, error);
    if (kind == TRACE_FILE_ABSENT || kind == TRACE_FILE_EMPTY)
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_OPEN, "%s: %s", path, kind == TRACE_FILE_EMPTY ? "an empty file, not a trace" : "no such file");
    if (kind != TRACE_FILE_OURS)
        return false;
    if (g_file_test(out, G_FILE_TEST_EXISTS)) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_OPEN, "%s: there is a file of that name already", out);
        return false;
    }
    if (from_ns >= to_ns) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_USAGE, "the range is empty: from %" G_GINT64_FORMAT " ns to %" G_GINT64_FORMAT " ns", from_ns, to_ns);
        return false;
    }
    bool ok = copy(path, out, error);
    sqlite3 *db = ok ? db_open(out, SQLITE_OPEN_READWRITE, error) : NULL;
    ok = db && db_exec(db, out, "BEGIN IMMEDIATE", error) && cut_time(db, out, from_ns, to_ns, error) &&
         (!n_devices || cut_devices(db, out, devices, n_devices, error)) && cut_loose_ends(db, out, error) &&
         db_exec(db, out, "COMMIT", error) && finish_file(db, out, 1, watch, error) && db_exec(db, out, "VACUUM", error);
    sqlite3_close(db);
    if (!ok)
        g_unlink(out);
    return ok;
}
