/* Copies a part of a trace, a range of time or some devices, to a new file and makes the derived tables again.
 * What the compiler decided is copied completely. Rows outside the part are never read by row, so the time depends on what is kept; events are
 * found by the index event_draw if the trace has been finished, otherwise by reading all of them. */
#include "trace/writer_impl.h"

#include <glib/gstdio.h>

typedef struct Cut {
    const char *path, *out_path;
    sqlite3 *in, *out;
    const Watch *watch;
} Cut;

/* ---- what is kept, as temporary tables of the source's connection ---- */

/* kept_run: the range of each run, grown so that no step is divided and no steps that are summed together (op_sum) are separated; the parts of
 * a divided step and the sums would be wrong.
 * kept_step: the steps of that range. */
static bool keep_time(const Cut *c, int64_t from_ns, int64_t to_ns, GError **error)
{
    g_autofree char *sql = g_strdup_printf(
        "CREATE TEMP TABLE kept_run AS SELECT r.id, min(%1$" G_GINT64_FORMAT ", COALESCE(min(s.start_ns), %1$" G_GINT64_FORMAT ")) AS t0,"
        " max(%2$" G_GINT64_FORMAT ", COALESCE(max(s.start_ns + s.dur_ns), %2$" G_GINT64_FORMAT ")) AS t1,"
        " min(iif(s.n_events IS NULL, NULL, s.id)) AS first, max(iif(s.n_events IS NULL, NULL, s.id)) AS last"
        " FROM run r LEFT JOIN step s ON s.run_id = r.id AND s.start_ns < %2$" G_GINT64_FORMAT " AND s.start_ns + s.dur_ns > %1$" G_GINT64_FORMAT
        " GROUP BY r.id;"
        "CREATE TEMP TABLE summed AS SELECT s.run_id, s.id FROM step s WHERE EXISTS (SELECT 1 FROM op_sum o WHERE o.step_id = s.id);"
        "UPDATE kept_run SET first = COALESCE((SELECT max(u.id) FROM summed u WHERE u.run_id = kept_run.id AND u.id < first), 0) + 1,"
        "                    last = COALESCE((SELECT min(u.id) FROM summed u WHERE u.run_id = kept_run.id AND u.id >= last), last)"
        " WHERE first IS NOT NULL;"
        "UPDATE kept_run SET"
        " t0 = min(t0, COALESCE((SELECT min(s.start_ns) FROM step s WHERE s.run_id = kept_run.id AND s.n_events IS NOT NULL AND s.id BETWEEN first AND last), t0)),"
        " t1 = max(t1, COALESCE((SELECT max(s.start_ns + s.dur_ns) FROM step s WHERE s.run_id = kept_run.id AND s.n_events IS NOT NULL AND s.id BETWEEN first AND last), t1))"
        " WHERE first IS NOT NULL;"
        "CREATE TEMP TABLE kept_step(id INTEGER PRIMARY KEY);"
        "INSERT INTO kept_step SELECT s.id FROM step s JOIN kept_run k ON k.id = s.run_id WHERE s.start_ns < k.t1 AND s.start_ns + max(s.dur_ns, 1) > k.t0;",
        from_ns, to_ns);
    return db_exec(c->in, c->path, sql, error);
}

/* kept_device and kept_lane, each with the range of its run. */
static bool keep_devices(const Cut *c, const int64_t *devices, int n_devices, GError **error)
{
    g_autoptr(GString) only = g_string_new(NULL);
    for (int i = 0; i < n_devices; i++)
        g_string_append_printf(only, "%s%" G_GINT64_FORMAT, i ? "," : " WHERE d.global_id IN (", devices[i]);
    g_autofree char *sql = g_strdup_printf(
        "CREATE TEMP TABLE kept_device(id INTEGER PRIMARY KEY, t0, t1);"
        "INSERT INTO kept_device SELECT d.id, k.t0, k.t1 FROM device d JOIN kept_run k ON k.id = d.run_id%s%s;"
        "CREATE TEMP TABLE kept_lane(id INTEGER PRIMARY KEY, t0, t1);"
        "INSERT INTO kept_lane SELECT l.id, k.t0, k.t1 FROM lane l JOIN kept_run k ON k.id = l.run_id"
        " WHERE l.device_id IS NULL OR l.device_id IN (SELECT id FROM kept_device);", only->str, n_devices ? ")" : "");
    return db_exec(c->in, c->path, sql, error);
}

/* kept_row: the rows of lanes, with the position in the index from which to read: events of a row never overlap, so of those that began
 * before the range only the last can reach into it. */
static bool keep_rows(const Cut *c, GError **error)
{
    return db_exec(c->in, c->path,
        "CREATE TEMP TABLE kept_row AS WITH RECURSIVE r(lane_id, depth, most, t0, t1) AS ("
        " SELECT id, 0, min((SELECT max(depth) FROM event WHERE lane_id = kept_lane.id), 1 << 20), t0, t1 FROM kept_lane"
        " UNION ALL SELECT lane_id, depth + 1, most, t0, t1 FROM r WHERE depth < most)"
        "SELECT lane_id, depth, t0, t1, COALESCE((SELECT max(e.start_ns) FROM event e WHERE e.lane_id = r.lane_id AND e.depth = r.depth AND e.start_ns <= t0), t0)"
        " AS begin FROM r WHERE most IS NOT NULL", error);
}

/* ---- copying ---- */

#define IN_RANGE(start, dur) " x." start " < k.t1 AND x." start " + max(" dur ", 1) > k.t0 "
#define KEPT_EVENT(id) " EXISTS (SELECT 1 FROM event e JOIN kept_lane k ON k.id = e.lane_id WHERE e.id = " id " AND e.start_ns < k.t1 AND e.start_ns + max(e.dur_ns, 1) > k.t0) "

/* The FROM and WHERE clauses for a table of which not all rows are copied; the rows are called x. "": no rows, they are made again. */
static const char *const sources[TRACE_N_TABLES] = {
    [TRACE_TABLE_lane] = "kept_lane k CROSS JOIN lane x ON x.id = k.id",
    [TRACE_TABLE_exec] = "exec x CROSS JOIN kept_device k ON k.id = x.device_id WHERE" IN_RANGE("start_ns", "x.dur_ns"),
    [TRACE_TABLE_step] = "kept_step k CROSS JOIN step x ON x.id = k.id",
    [TRACE_TABLE_op_sum] = "kept_step k CROSS JOIN op_sum x ON x.step_id = k.id WHERE x.lane_id IN (SELECT id FROM kept_lane)",
    [TRACE_TABLE_step_part] = "kept_step k CROSS JOIN step_part x ON x.step_id = k.id WHERE x.device_id IN (SELECT id FROM kept_device)",
    [TRACE_TABLE_coll_exec] = "kept_step k CROSS JOIN coll_exec x ON x.step_id = k.id",
    [TRACE_TABLE_event] = "event x CROSS JOIN kept_lane k ON k.id = x.lane_id WHERE" IN_RANGE("start_ns", "x.dur_ns"),
    [TRACE_TABLE_event_arg] = "event_arg x WHERE" KEPT_EVENT("x.event_id"),
    [TRACE_TABLE_flow] = "flow x WHERE" KEPT_EVENT("x.from_event") "AND" KEPT_EVENT("x.to_event"),
    [TRACE_TABLE_counter] = "kept_lane k CROSS JOIN counter x ON x.lane_id = k.id WHERE" IN_RANGE("ts_ns", "1"),
    [TRACE_TABLE_mem_sample] = "kept_device k CROSS JOIN mem_sample x ON x.device_id = k.id WHERE" IN_RANGE("ts_ns", "1"),
    [TRACE_TABLE_mem_event] = "mem_event x CROSS JOIN kept_device k ON k.id = x.device_id WHERE"
                              IN_RANGE("ts_ns", "COALESCE(x.free_ns, 1 << 62) - x.ts_ns"),
    [TRACE_TABLE_lod] = "",
    [TRACE_TABLE_inst_stat] = "",
    [TRACE_TABLE_event_pack] = "",
    [TRACE_TABLE_crit] = "",
};

static const char indexed_events[] =
    "kept_row k CROSS JOIN event x ON x.lane_id = k.lane_id AND x.depth = k.depth AND x.start_ns >= k.begin AND x.start_ns < k.t1"
    " WHERE x.start_ns + max(x.dur_ns, 1) > k.t0 ORDER BY x.id";

static bool copy_rows(const Cut *c, TraceTableId table, const char *source, GError **error)
{
    const RowType *t = table_type(table);
    g_autoptr(GString) select = g_string_new("SELECT ");
    for (int i = 0; i < t->n_columns; i++)
        g_string_append_printf(select, "%sx.%s", i ? ", " : "", t->columns[i].name);
    g_string_append_printf(select, " FROM %s", source);
    g_autofree char *insert = schema_insert(t);
    sqlite3_stmt *from = db_prepare(c->in, c->path, select->str, error), *to = from ? db_prepare(c->out, c->out_path, insert, error) : NULL;
    bool ok = to != NULL;
    while (ok && sqlite3_step(from) == SQLITE_ROW) {
        for (int i = 0; i < t->n_columns; i++)
            sqlite3_bind_value(to, i + 1, sqlite3_column_value(from, i));
        ok = sqlite3_step(to) == SQLITE_DONE || db_fail(c->out, c->out_path, error);
        sqlite3_reset(to);
    }
    if (from && sqlite3_finalize(from) != SQLITE_OK && ok)
        ok = db_fail(c->in, c->path, error);
    sqlite3_finalize(to);
    return ok;
}

static bool copy_table(const Cut *c, TraceTableId table, GError **error)
{
    const char *name = table_type(table)->name, *source = sources[table];
    if (source && !*source)
        return true;
    g_autofree char *all = g_strconcat(name, " x", NULL);
    if (table == TRACE_TABLE_event && db_int(c->in, "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = 'event_draw'", NULL, 0, 0)) {
        if (!keep_rows(c, error))
            return false;
        source = indexed_events;
    }
    if (!copy_rows(c, table, source ? source : all, error))
        return false;
    /* Meetings outside of steps. */
    return table != TRACE_TABLE_coll_exec || copy_rows(c, table, "coll_exec x WHERE x.step_id IS NULL AND x.id IN (SELECT e.coll_id FROM event e WHERE e.coll_id = x.id)", error);
}

/* References to rows that were not copied. */
static bool cut_loose_ends(const Cut *c, GError **error)
{
    return db_exec(c->out, c->out_path,
        "UPDATE event SET exec_id = NULL WHERE exec_id NOT IN (SELECT id FROM exec);"
        "UPDATE event SET coll_id = NULL WHERE coll_id NOT IN (SELECT id FROM coll_exec);"
        "UPDATE exec SET step_id = NULL WHERE step_id NOT IN (SELECT id FROM step);"
        "UPDATE lane SET parent_id = NULL WHERE parent_id NOT IN (SELECT id FROM lane);"
        "UPDATE meta SET value = 0 WHERE key = 'finalized'", error);
}

static bool copy_all(const Cut *c, GError **error)
{
    g_autofree char *tables = schema_tables(), *views = schema_views(false);
    g_autofree char *sql = g_strdup_printf("PRAGMA page_size = 8192; PRAGMA synchronous = OFF; " WRITER_ROOM "PRAGMA application_id = %d; BEGIN IMMEDIATE; %s %s PRAGMA user_version = %d",
                                           TRACE_APPLICATION_ID, tables, views, TRACE_SCHEMA_MAJOR * 100 + TRACE_SCHEMA_MINOR);
    bool ok = db_exec(c->out, c->out_path, sql, error);
    watch_db(c->watch, c->in);
    for (int i = 0; ok && i < TRACE_N_TABLES; i++)
        ok = watch_step(c->watch, "copying", i, TRACE_N_TABLES, error) && copy_table(c, (TraceTableId)i, error);
    watch_db(NULL, c->in);
    if (!ok && error && *error) /* SQLite reports a cancelled statement as "interrupted" */
        watch_go_on(c->watch, error);
    return ok && cut_loose_ends(c, error) && db_exec(c->out, c->out_path, "COMMIT; PRAGMA synchronous = FULL", error);
}

static bool check_version(const Cut *c, GError **error)
{
    int version;
    if (!db_check(c->in, c->path, &version, error))
        return false;
    if (version >= TRACE_SCHEMA_MAJOR * 100 + TRACE_SCHEMA_MINOR)
        return true;
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_VERSION, "%s: its format is the older %d.%d\n  hint: shardscope upgrade converts it", c->path, version / 100, version % 100);
    return false;
}

bool trace_cut(const char *path, const char *out, const TraceCut *keep, const TraceWatch *watch, GError **error)
{
    int64_t from_ns = keep->from_ns, to_ns = keep->to_ns;
    TraceFileKind kind = db_file_kind(path, error);
    if (kind == TRACE_FILE_ABSENT || kind == TRACE_FILE_EMPTY)
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_OPEN, "%s: %s", path, kind == TRACE_FILE_EMPTY ? "an empty file, not a trace" : "no such file");
    if (kind != TRACE_FILE_OURS)
        return false;
    if (g_file_test(out, G_FILE_TEST_EXISTS)) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_OPEN, "%s: the file exists already", out);
        return false;
    }
    if (from_ns >= to_ns) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_USAGE, "the range is empty: from %" G_GINT64_FORMAT " ns to %" G_GINT64_FORMAT " ns", from_ns, to_ns);
        return false;
    }
    Cut c = { .path = path, .out_path = out, .watch = watch, .in = db_open_read_only(path, error) };
    /* A transaction, so that one state of the source is read even if it is being recorded. */
    bool ok = c.in && check_version(&c, error) && db_exec(c.in, path, "PRAGMA temp_store = MEMORY; BEGIN", error) && keep_time(&c, from_ns, to_ns, error) &&
              keep_devices(&c, keep->devices, keep->n_devices, error);
    c.out = ok ? db_open(out, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, error) : NULL;
    ok = c.out && copy_all(&c, error) && finish_file(&(Finish){ c.out, out, 1, NULL }, watch, error);
    sqlite3_close(c.in);
    sqlite3_close(c.out);
    if (!ok && c.out)
        g_unlink(out);
    return ok;
}
