/* The file: its schema, rows are read back as written, what a killed process leaves, which files are refused. */
#include "tests/unit/trace/sample.h"
#include "trace/db.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *golden_path(const char *name)
{
    return g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "tests", "golden", name, NULL);
}

static void test_schema(void)
{
    g_autofree char *tables = schema_tables(), *indexes = schema_indexes(), *late = schema_late_indexes(), *views = schema_views(false);
    g_autofree char *sql = g_strdup_printf("PRAGMA user_version = %d;\n%s%s-- when finished\n%s%s", TRACE_SCHEMA_MAJOR * 100 + TRACE_SCHEMA_MINOR,
                                           tables, indexes, late, views);
    g_autofree char *path = golden_path("schema.sql");
    if (g_getenv("GOLDEN_UPDATE"))
        g_assert_true(g_file_set_contents(path, sql, -1, NULL));
    g_autofree char *want = NULL;
    g_assert_true(g_file_get_contents(path, &want, NULL, NULL));
    g_assert_cmpstr(sql, ==, want);
}

/* Every column of every table, filled with values that differ by column, comes back as it went in. */
static void fill(const RowType *t, char *row, int salt)
{
    static char texts[64][16];
    for (int i = 0; i < t->n_columns; i++) {
        void *f = row + t->columns[i].offset;
        int64_t v = 1000 * salt + i + 1;
        g_snprintf(texts[i], sizeof texts[i], "%s-%d", "té", (int)v);
        switch (t->columns[i].kind) {
        case COLUMN_KEY: case COLUMN_KREF: case COLUMN_REF: case COLUMN_OREF: case COLUMN_INT: case COLUMN_INT0:
            *(int64_t *)f = v;
            break;
        case COLUMN_DINT: case COLUMN_OINT:
            *(TraceInt *)f = TRACE_INT(v);
            break;
        case COLUMN_REAL:
            *(double *)f = (double)v / 7;
            break;
        case COLUMN_OREAL:
            *(TraceReal *)f = TRACE_REAL((double)v / 7);
            break;
        case COLUMN_TEXT: case COLUMN_OTEXT:
            *(const char **)f = texts[i];
            break;
        case COLUMN_BLOB: case COLUMN_OBLOB:
            *(TraceBytes *)f = (TraceBytes){ texts[i], strlen(texts[i]) };
            break;
        case COLUMN_ANY:
            *(TraceAny *)f = salt % 2 ? (TraceAny){ TRACE_ANY_TEXT, .text = "007" } : (TraceAny){ TRACE_ANY_REAL, .r = 0.5 };
            break;
        }
    }
}

static void check_same(const RowType *t, const char *a, const char *b)
{
    for (int i = 0; i < t->n_columns; i++) {
        const void *x = a + t->columns[i].offset, *y = b + t->columns[i].offset;
        g_test_message("%s.%s", t->name, t->columns[i].name);
        switch (t->columns[i].kind) {
        case COLUMN_KEY: case COLUMN_KREF: case COLUMN_REF: case COLUMN_OREF: case COLUMN_INT: case COLUMN_INT0:
            g_assert_cmpint(*(const int64_t *)x, ==, *(const int64_t *)y);
            break;
        case COLUMN_DINT: case COLUMN_OINT:
            g_assert_true(((const TraceInt *)x)->known && ((const TraceInt *)y)->known);
            g_assert_cmpint(((const TraceInt *)x)->v, ==, ((const TraceInt *)y)->v);
            break;
        case COLUMN_REAL:
            g_assert_cmpfloat(*(const double *)x, ==, *(const double *)y);
            break;
        case COLUMN_OREAL:
            g_assert_true(((const TraceReal *)x)->known && ((const TraceReal *)y)->known);
            g_assert_cmpfloat(((const TraceReal *)x)->v, ==, ((const TraceReal *)y)->v);
            break;
        case COLUMN_TEXT: case COLUMN_OTEXT:
            g_assert_cmpstr(*(char *const *)x, ==, *(char *const *)y);
            break;
        case COLUMN_BLOB: case COLUMN_OBLOB: {
            const TraceBytes *p = x, *q = y;
            g_assert_cmpmem(p->data, p->size, q->data, q->size);
            break;
        }
        case COLUMN_ANY: {
            const TraceAny *p = x, *q = y;
            g_assert_cmpint(p->kind, ==, q->kind);
            g_assert_cmpstr(p->text, ==, q->text);
            g_assert_cmpfloat(p->r, ==, q->r);
            break;
        }
        }
    }
}

static void test_round_trip(void)
{
    char *path = sample_path("a.db");
    GError *error = NULL;
    TraceWriter *w = trace_writer_new(path, &error);
    g_assert_no_error(error);
    for (int i = 0; i < TRACE_N_TABLES; i++) {
        const RowType *t = table_type((TraceTableId)i);
        g_autofree char *row = g_malloc0(t->size);
        fill(t, row, i + 1);
        if (i == TRACE_TABLE_event)
            ((TraceEvent *)row)->szc = trace_size_class(((TraceEvent *)row)->dur_ns);
        int64_t id = trace_put_row(w, (TraceTableId)i, row);
        g_assert_cmpint(id, >, 0);
        if (t->columns[0].kind == COLUMN_KEY)
            g_assert_cmpint(id, ==, *(int64_t *)row);
    }
    g_assert_true(trace_commit(w, &error));
    TraceReader *r = trace_open(path, &error);
    g_assert_no_error(error);
    g_assert_false(trace_is_finished(r));
    for (int i = 0; i < TRACE_N_TABLES; i++) {
        const RowType *t = table_type((TraceTableId)i);
        g_autofree char *row = g_malloc0(t->size);
        fill(t, row, i + 1);
        if (i == TRACE_TABLE_event)
            ((TraceEvent *)row)->szc = trace_size_class(((TraceEvent *)row)->dur_ns);
        g_autoptr(GArray) rows = trace_read_rows(r, (TraceTableId)i, i == TRACE_TABLE_meta ? "WHERE key LIKE 't%'" : NULL, NULL, 0, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(rows->len, ==, 1);
        check_same(t, row, rows->data);
    }
    trace_close(r);
    trace_writer_free(w);
    sample_remove(path);
}

/* What nobody filled in is NULL, or the column's default. */
static void test_unset(void)
{
    char *path = sample_path("a.db");
    TraceWriter *w = trace_writer_new(path, NULL);
    trace_put_inst(w, &(TraceInst){ .comp_id = 1, .name_id = 1, .opcode_id = 1 });
    trace_put_reshard(w, &(TraceReshard){ .module_id = 1, .from_id = 1, .to_id = 1, .plan = "" });
    g_assert_true(trace_commit(w, NULL));
    sqlite3 *db = db_open(path, SQLITE_OPEN_READONLY, NULL);
    g_assert_cmpint(db_int(db, "SELECT count(*) FROM inst WHERE loc_id IS NULL AND bytes_out IS NULL AND flops IS NULL AND flags = 0", NULL, 0, -1), ==, 1);
    g_assert_cmpint(db_int(db, "SELECT count(*) FROM reshard WHERE trips = 1 AND certainty = 100 AND why IS NULL AND bytes_moved IS NULL AND pass_id IS NULL", NULL, 0, -1), ==, 1);
    sqlite3_close(db);
    /* A reference that must be there and is not: the commit says which table. */
    g_assert_cmpint(trace_put_inst(w, &(TraceInst){ .comp_id = 0, .name_id = 1, .opcode_id = 1 }), ==, 0);
    g_assert_cmpint(trace_str(w, "later"), ==, 0);
    GError *error = NULL;
    g_assert_false(trace_commit(w, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_SQL);
    g_assert_nonnull(strstr(error->message, "\"inst\""));
    g_clear_error(&error);
    trace_writer_free(w);
    sample_remove(path);
}

static void test_null_writer(void)
{
    g_assert_cmpint(trace_put_run(NULL, &(TraceRun){ .name = "x" }), ==, 0);
    g_assert_cmpint(trace_str(NULL, "x"), ==, 0);
    g_assert_cmpint(trace_sharding(NULL, &(TraceShardingParts){ 0 }), ==, 0);
    g_assert_null(trace_lane_new(NULL, &(TraceLane){ 0 }, 8));
    trace_lane_event(NULL, 0, 0, 0, 0, 0);
    g_assert_cmpint(trace_end_step(NULL, &(TraceStep){ 0 }, 0, NULL), ==, 0);
    g_assert_true(trace_commit(NULL, NULL));
    g_assert_true(trace_writer_finish(NULL, NULL));
}

static int64_t mesh_row(TraceWriter *w, int64_t run, const int64_t *device_ids)
{
    return trace_mesh(w, &(TraceMeshParts){ .row = { .run_id = run, .name = "m" }, .n_axes = 1, .axes = (const char *[]){ "x" },
                                            .sizes = (int64_t[]){ 2 }, .device_ids = device_ids });
}

/* Shared things get one row, also across two writers of one file. */
static void test_intern(void)
{
    char *path = sample_path("a.db");
    int64_t first[5] = { 0 };
    for (int round = 0; round < 2; round++) {
        TraceWriter *w = trace_writer_new(path, NULL);
        g_autofree char *big = g_strnfill(100000, 'a');
        TraceShardingDim dim = { .dim = 0, .parts = 2, .axes = "x" };
        TraceShardingParts s = { .row = { .text = "{x}", .kind = 3, .shards = 2, .copies = 1 }, .dims = &dim, .n_dims = 1 };
        int64_t ids[5];
        for (int again = 0; again < 2; again++) {
            ids[0] = trace_str(w, "dot");
            ids[1] = trace_blob(w, TRACE_BLOB_TEXT, big, 100000);
            ids[2] = trace_sharding(w, &s);
            ids[3] = trace_group_set(w, "{{0,1},{2}}", 2, 2, (int64_t[]){ 0, 1, 2, -1 }, "x");
            ids[4] = trace_strn(w, "dots", 3);
            g_assert_cmpint(trace_loc_at(w, "a.py", 3, 0), ==, trace_loc_at(w, "a.py", 3, 0));
            g_assert_cmpint(trace_loc_at(w, "a.py", 3, 0), !=, trace_loc_at(w, "a.py", 4, 0));
            int64_t run = trace_put_run(w, &(TraceRun){ .name = "r", .producer = "t" });
            int64_t mesh = mesh_row(w, run, NULL);
            g_assert_cmpint(mesh, ==, mesh_row(w, run, NULL));
            g_assert_cmpint(mesh, !=, mesh_row(w, run, (int64_t[]){ 1, 0 }));
            for (int i = 0; i < 5; i++) {
                if (!first[i])
                    first[i] = ids[i];
                g_assert_cmpint(ids[i], >, 0);
                g_assert_cmpint(ids[i], ==, first[i]);
            }
        }
        g_assert_cmpint(ids[0], ==, ids[4]);
        g_assert_true(trace_writer_finish(w, NULL));
    }
    sqlite3 *db = db_open(path, SQLITE_OPEN_READONLY, NULL);
    g_assert_cmpint(db_int(db, "SELECT count(*) FROM group_member", NULL, 0, -1), ==, 3);
    g_assert_cmpint(db_int(db, "SELECT count(*) FROM sharding_dim", NULL, 0, -1), ==, 1);
    g_assert_cmpint(db_int(db, "SELECT length(data) < 1000 AND codec = 1 AND size = 100000 FROM blob", NULL, 0, -1), ==, 1);
    sqlite3_close(db);
    sample_remove(path);
}

/* A process that dies in the middle of a step leaves every finished step, and a file that optimize finishes. */
static void test_killed(void)
{
    char *path = sample_path("a.db");
    pid_t pid = fork();
    if (pid == 0) {
        TraceWriter *w = trace_writer_new(path, NULL);
        SampleIds s = sample_run(w, "killed", true); /* three steps */
        trace_commit(w, NULL);
        for (int n = 3; n < 1000; n++) {
            TraceEvent e = { .lane_id = s.lane[0], .start_ns = n, .dur_ns = 1, .name_id = 1 };
            trace_put_event(w, &e);
            if (n == 20) /* in the middle: nothing of step 20 is committed */
                kill(getpid(), SIGKILL);
            trace_end_step(w, &(TraceStep){ .run_id = s.run, .num = n, .start_ns = n * 1000000, .dur_ns = 1000, .source = 1 }, 0, NULL);
        }
        _exit(1);
    }
    int status;
    g_assert_cmpint(waitpid(pid, &status, 0), ==, pid);
    g_assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);

    GError *error = NULL;
    for (int finished = 0; finished < 2; finished++) {
        TraceReader *r = trace_open(path, &error);
        g_assert_no_error(error);
        g_assert_cmpint(trace_is_finished(r), ==, finished);
        g_autoptr(GArray) steps = trace_read_rows(r, TRACE_TABLE_step, "ORDER BY num", NULL, 0, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(steps->len, ==, 20);
        g_assert_cmpint(TRACE_AT(steps, TraceStep, 19)->num, ==, 19);
        g_autoptr(GArray) events = trace_read_rows(r, TRACE_TABLE_event, "WHERE dur_ns = 1", NULL, 0, &error);
        g_assert_cmpuint(events->len, ==, 17);
        g_autoptr(GArray) parts = trace_read_rows(r, TRACE_TABLE_step_part, NULL, NULL, 0, &error);
        g_assert_cmpint(parts->len > 0, ==, finished);
        trace_close(r);
        if (!finished) {
            trace_optimize(path, NULL, &error);
            g_assert_no_error(error);
        }
    }
    sample_remove(path);
}

static void check_refused(const char *path, int code, const char *says)
{
    g_autofree char *before = NULL, *after = NULL;
    gsize n_before = 0, n_after = 0;
    bool there = g_file_get_contents(path, &before, &n_before, NULL);
    GError *error = NULL;
    g_assert_null(trace_open(path, &error));
    g_assert_error(error, TRACE_ERROR, code);
    g_test_message("%s", error->message);
    g_assert_nonnull(strstr(error->message, says));
    g_assert_nonnull(strstr(error->message, path));
    g_assert_null(strchr(error->message, '\n'));
    g_clear_error(&error);
    if (!there)
        return;
    g_assert_null(trace_writer_new(path, &error));
    g_assert_nonnull(strstr(error->message, says));
    g_clear_error(&error);
    g_assert_true(g_file_get_contents(path, &after, &n_after, NULL));
    g_assert_cmpmem(before, n_before, after, n_after);
}

static void test_refuses(void)
{
    char *path = sample_path("a.db");
    check_refused(path, TRACE_ERROR_OPEN, "no such file");
    g_file_set_contents(path, "HloModule m\n", -1, NULL);
    check_refused(path, TRACE_ERROR_FORMAT, "no SQLite database");
    g_autofree char *noise = g_strnfill(8192, 'x');
    g_file_set_contents(path, noise, 8192, NULL);
    check_refused(path, TRACE_ERROR_FORMAT, "no SQLite database");
    sample_remove(path);

    path = sample_path("b.db");
    sqlite3 *db = db_open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    g_assert_true(db_exec(db, path, "CREATE TABLE t(a)", NULL));
    sqlite3_close(db);
    check_refused(path, TRACE_ERROR_FORMAT, "not a Shardscope trace");
    sample_remove(path);

    path = sample_path("c.db");
    sample_write(path);
    db = db_open(path, SQLITE_OPEN_READWRITE, NULL);
    g_assert_true(db_exec(db, path, "PRAGMA user_version = 300", NULL));
    sqlite3_close(db);
    check_refused(path, TRACE_ERROR_VERSION, "written by a newer version of Shardscope: its format is 3.0, this version reads up to 1");
    db = db_open(path, SQLITE_OPEN_READWRITE, NULL);
    g_assert_true(db_exec(db, path, "PRAGMA user_version = 190", NULL));
    sqlite3_close(db);
    TraceReader *r = trace_open(path, NULL); /* a newer minor version is read */
    g_assert_nonnull(r);
    trace_close(r);
    sample_remove(path);
}

/* Version 1.0 had no lane.dropped: it reads as if it were there, and upgrade adds it. */
static void test_older(void)
{
    char *path = sample_path("a.db");
    GError *error = NULL;
    sample_write(path);
    sqlite3 *db = db_open(path, SQLITE_OPEN_READWRITE, NULL);
    db_exec(db, path, "ALTER TABLE lane DROP COLUMN dropped; DROP TABLE crit; PRAGMA user_version = 100", &error);
    g_assert_no_error(error);
    sqlite3_close(db);
    g_assert_null(trace_writer_new(path, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_VERSION);
    g_clear_error(&error);
    for (int upgraded = 0; upgraded < 2; upgraded++) {
        TraceReader *r = trace_open(path, &error);
        g_assert_no_error(error);
        g_assert_cmpint(trace_version(r), ==, upgraded ? TRACE_SCHEMA_MAJOR * 100 + TRACE_SCHEMA_MINOR : 100);
        g_autoptr(GArray) lanes = trace_read_rows(r, TRACE_TABLE_lane, "ORDER BY id", NULL, 0, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(lanes->len, ==, 4);
        g_assert_cmpint(TRACE_AT(lanes, TraceLane, 0)->dropped, ==, 0);
        g_assert_cmpint(TRACE_AT(lanes, TraceLane, 0)->n_events.v, ==, 9);
        g_autoptr(GArray) crit = trace_read_rows(r, TRACE_TABLE_crit, NULL, NULL, 0, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(crit->len, ==, 0);
        trace_close(r);
        g_assert_true(trace_upgrade(path, &error));
    }
    TraceWriter *w = trace_writer_new(path, &error);
    g_assert_no_error(error);
    trace_writer_free(w);
    sample_remove(path);
}

/* Cut to the second step and one device: that is left of the timeline, all of the program, and it is consistent. */
static void test_cut(void)
{
    char *path = sample_path("a.db"), *out = sample_path("cut.db");
    GError *error = NULL;
    sample_write(path);
    g_assert_true(trace_cut(path, out, &(TraceCut){ 120000, 130000, &(int64_t){ 1 }, 1 }, NULL, &error)); /* inside step 1 of the first run, 2 of the other */
    g_assert_no_error(error);
    sqlite3 *whole = db_open(path, SQLITE_OPEN_READONLY, NULL), *part = db_open(out, SQLITE_OPEN_READONLY, NULL);
    static const char *const kept[] = { "SELECT count(*) FROM inst", "SELECT count(*) FROM reshard", "SELECT count(*) FROM prop_step" };
    for (size_t i = 0; i < G_N_ELEMENTS(kept); i++)
        g_assert_cmpint(db_int(part, kept[i], NULL, 0, -1), ==, db_int(whole, kept[i], NULL, 0, -2));
    g_assert_cmpint(db_int(part, "SELECT count(*) FROM step", NULL, 0, -1), ==, 2);
    g_assert_cmpint(db_int(part, "SELECT num FROM step WHERE run_id = 1", NULL, 0, -1), ==, 1);
    g_assert_cmpint(db_int(part, "SELECT count(*) FROM lane", NULL, 0, -1), ==, 2);
    g_assert_cmpint(db_int(part, "SELECT count(*) FROM event WHERE start_ns < 100000 OR start_ns >= 201000", NULL, 0, -1), ==, 0);
    g_assert_cmpint(db_int(part, "SELECT count(*) FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = 1", NULL, 0, -1), ==, 3);
    g_assert_cmpint(db_int(part, "SELECT count(*) FROM step_part", NULL, 0, -1), >, 0);
    sqlite3_stmt *stmt = db_prepare(part, out, "PRAGMA foreign_key_check", NULL);
    g_assert_cmpint(sqlite3_step(stmt), ==, SQLITE_DONE);
    sqlite3_finalize(stmt);
    sqlite3_close(whole);
    sqlite3_close(part);
    g_assert_false(trace_cut(path, out, &(TraceCut){ .to_ns = 1 }, NULL, &error)); /* never over an existing file */
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_OPEN);
    g_clear_error(&error);
    TraceReader *r = trace_open(out, &error);
    g_assert_no_error(error);
    g_assert_true(trace_is_finished(r));
    trace_close(r);
    sample_remove(path);
    sample_remove(out);
}

/* The finished file is plain, whole, and consistent. */
static void test_finished(void)
{
    char *path = sample_path("a.db");
    sample_write(path);
    g_autofree char *wal = g_strconcat(path, "-wal", NULL);
    g_assert_false(g_file_test(wal, G_FILE_TEST_EXISTS));
    sqlite3 *db = db_open(path, SQLITE_OPEN_READONLY, NULL);
    sqlite3_stmt *stmt = db_prepare(db, path, "PRAGMA integrity_check", NULL);
    g_assert_cmpint(sqlite3_step(stmt), ==, SQLITE_ROW);
    g_assert_cmpstr((const char *)sqlite3_column_text(stmt, 0), ==, "ok");
    sqlite3_finalize(stmt);
    stmt = db_prepare(db, path, "PRAGMA foreign_key_check", NULL);
    g_assert_cmpint(sqlite3_step(stmt), ==, SQLITE_DONE);
    sqlite3_finalize(stmt);
    g_assert_cmpint(db_int(db, "PRAGMA page_size", NULL, 0, 0), ==, 8192);
    g_assert_cmpint(db_int(db, "SELECT count(*) FROM sqlite_master WHERE type = 'index' AND name = 'event_draw'", NULL, 0, 0), ==, 1);
    g_assert_cmpint(db_int(db, "SELECT count(*) FROM run WHERE end_ns IS NOT NULL", NULL, 0, 0), ==, 2);
    /* Parts add up to the step, on every device of every step. */
    g_assert_cmpint(db_int(db, "SELECT count(*) FROM (SELECT 1 FROM step_part p JOIN step s ON s.id = p.step_id GROUP BY step_id, device_id HAVING sum(ns) <> s.dur_ns)", NULL, 0, -1), ==, 0);
    g_assert_cmpint(db_int(db, "SELECT count(DISTINCT step_id || ' ' || device_id) FROM step_part", NULL, 0, -1), ==, 12);
    /* External SQL over the views works. */
    static const char *const views[] = { "v_loc", "v_tile", "v_inst", "v_coll", "v_step" };
    for (size_t i = 0; i < G_N_ELEMENTS(views); i++) {
        g_autofree char *sql = g_strdup_printf("SELECT count(*) FROM %s", views[i]);
        g_assert_cmpint(db_int(db, sql, NULL, 0, -1), >, 0);
    }
    sqlite3_close(db);
    sample_remove(path);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/trace/schema", test_schema);
    g_test_add_func("/trace/round-trip", test_round_trip);
    g_test_add_func("/trace/unset", test_unset);
    g_test_add_func("/trace/null-writer", test_null_writer);
    g_test_add_func("/trace/intern", test_intern);
    g_test_add_func("/trace/killed", test_killed);
    g_test_add_func("/trace/refuses", test_refuses);
    g_test_add_func("/trace/older", test_older);
    g_test_add_func("/trace/cut", test_cut);
    g_test_add_func("/trace/finished", test_finished);
    return g_test_run();
}
