/* Parts of traces: what is kept gives the same answers as in the whole trace, also for steps recorded as sums, and every reference has its row. */
#include "tests/unit/trace/sample.h"
#include "trace/db.h"

#include <glib/gstdio.h>

enum { DEVICES = 3, STEPS = 300, OPS = 6, STEP_NS = 10000, WHOLE_EACH = 10 };

/* A run of short steps on some devices, with a collective in each; most steps are recorded as sums. Which steps share a sum depends on
 * when the writer stores them: here, at each trace_commit(). */
static int64_t record(TraceWriter *w, int commit_each)
{
    int64_t run = trace_put_run(w, &(TraceRun){ .name = "r", .producer = "t" });
    int64_t name = trace_str(w, "e"), inst[OPS], device[DEVICES];
    TraceLaneBuffer *lane[DEVICES];
    int64_t module = trace_put_module(w, &(TraceModule){ .run_id = run, .name = "m" });
    int64_t snapshot = trace_put_snapshot(w, &(TraceSnapshot){ .module_id = module, .stage = TRACE_STAGE_FINAL, .label = "l" });
    int64_t comp = trace_put_computation(w, &(TraceComputation){ .snapshot_id = snapshot, .name = "c", .kind = 1 });
    for (int k = 0; k < OPS; k++)
        inst[k] = trace_put_inst(w, &(TraceInst){ .comp_id = comp, .name_id = name, .opcode_id = name, .ord = k });
    for (int d = 0; d < DEVICES; d++) {
        device[d] = trace_put_device(w, &(TraceDevice){ .run_id = run, .global_id = d, .kind = "cpu" });
        lane[d] = trace_lane_new(w, &(TraceLane){ .run_id = run, .device_id = device[d], .kind = TRACE_LANE_OPS, .name = "ops" }, 64);
    }
    GError *error = NULL;
    for (int n = 0; n < STEPS; n++) {
        int64_t t0 = (int64_t)n * STEP_NS;
        for (int d = 0; d < DEVICES; d++) {
            for (int k = 0; k < OPS - 1; k++)
                trace_lane_event(lane[d], t0 + k * 1000, 500 + d, inst[k], 0, TRACE_CAT_COMPUTE);
            trace_lane_meet(lane[d], &(TraceMeet){ .start_ns = t0 + OPS * 1000 + d, .dur_ns = 700, .inst_id = inst[OPS - 1], .n_members = DEVICES });
        }
        TraceMemSample sample = { .device_id = device[0], .ts_ns = t0 + 5, .in_use = n };
        TraceStep step = { .run_id = run, .num = n, .start_ns = t0, .dur_ns = STEP_NS - 1000, .source = 1, .warm = TRACE_INT(n > 0) };
        g_assert_true(trace_step(w, &step, module, n % WHOLE_EACH == 0, &(TraceStepMore){ .samples = &sample, .n_samples = 1, .each_part = true }, &error));
        if (n % commit_each == commit_each - 1)
            g_assert_true(trace_commit(w, &error));
    }
    g_assert_no_error(error);
    return run;
}

static int64_t ask(sqlite3 *db, const char *sql)
{
    return db_int(db, sql, NULL, 0, INT64_MIN);
}

static void check_whole(sqlite3 *db)
{
    g_assert_cmpint(ask(db, "SELECT count(*) FROM pragma_foreign_key_check"), ==, 0);
    g_assert_cmpint(ask(db, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check != 'ok'"), ==, 0);
    /* the parts add up to the step's time, on every device and in every step */
    g_assert_cmpint(ask(db, "SELECT count(*) FROM (SELECT 1 FROM step s JOIN step_part p ON p.step_id = s.id GROUP BY s.id, p.device_id HAVING sum(p.ns) != s.dur_ns)"), ==, 0);
    g_assert_cmpint(ask(db, "SELECT value FROM meta WHERE key = 'finalized'"), ==, 1);
}

static sqlite3 *cut(const char *path, const char *out, int from, int to, const int64_t *devices, int n_devices)
{
    GError *error = NULL;
    g_assert_true(trace_cut(path, out, &(TraceCut){ (int64_t)from * STEP_NS, (int64_t)to * STEP_NS, devices, n_devices }, NULL, &error));
    g_assert_no_error(error);
    sqlite3 *db = db_open(out, SQLITE_OPEN_READONLY, NULL);
    check_whole(db);
    return db;
}

/* Steps 110 to 129 lie within the sums of 101 to 149: these are kept together, with the times of the whole range. */
static void test_sums(void)
{
    for (int finished = 0; finished < 2; finished++) { /* with and without the index of events */
        char *path = sample_path("a.db"), *out = sample_path("b.db"), *one = sample_path("c.db");
        GError *error = NULL;
        TraceWriter *w = trace_writer_new(path, &error);
        record(w, 50);
        record(w, 50);
        if (finished)
            g_assert_true(trace_writer_finish(w, &error));
        else
            trace_writer_free(w);
        sqlite3 *db = cut(path, out, 110, 130, NULL, 0);
        enum { FIRST = 101, KEPT = 49, WHOLE = 4 };
        for (int run = 1; run <= 2; run++) {
            const int64_t r = run;
            g_assert_cmpint(db_int(db, "SELECT count(*) FROM step WHERE run_id = ?1", &r, 1, -1), ==, KEPT);
            g_assert_cmpint(db_int(db, "SELECT min(num) FROM step WHERE run_id = ?1", &r, 1, -1), ==, FIRST);
            g_assert_cmpint(db_int(db, "SELECT count(*) FROM step_part p JOIN step s ON s.id = p.step_id WHERE run_id = ?1 AND cat = 1", &r, 1, -1), ==, KEPT * DEVICES);
            g_assert_cmpint(db_int(db, "SELECT sum(t.n) FROM inst_stat t JOIN device d ON d.id = t.device_id WHERE d.run_id = ?1", &r, 1, -1), ==, KEPT * DEVICES * OPS);
            g_assert_cmpint(db_int(db, "SELECT sum(p.ns) FROM step_part p JOIN step s ON s.id = p.step_id WHERE run_id = ?1 AND cat = 1", &r, 1, -1), ==,
                            KEPT * (OPS - 1) * (DEVICES * 500 + 3));
            g_assert_cmpint(db_int(db, "SELECT count(*) FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ?1", &r, 1, -1), ==,
                            WHOLE * DEVICES * OPS);
            g_assert_cmpint(db_int(db, "SELECT count(*) FROM mem_sample m JOIN device d ON d.id = m.device_id WHERE d.run_id = ?1", &r, 1, -1), ==, KEPT);
            g_assert_cmpint(db_int(db, "SELECT n_events FROM lane WHERE run_id = ?1", &r, 1, -1), ==, WHOLE * OPS);
        }
        g_assert_cmpint(ask(db, "SELECT count(*) FROM event WHERE exec_id IS NULL OR (coll_id IS NULL) = (cat = 2)"), ==, 0);
        g_assert_cmpint(ask(db, "SELECT count(*) FROM coll_exec WHERE step_id IS NULL OR n_seen != 3"), ==, 0);
        sqlite3_close(db);
        db = cut(path, one, 0, STEPS, &(int64_t){ 2 }, 1);
        g_assert_cmpint(ask(db, "SELECT count(*) FROM step"), ==, 2 * STEPS);
        g_assert_cmpint(ask(db, "SELECT count(*) FROM lane"), ==, 2);
        g_assert_cmpint(ask(db, "SELECT count(DISTINCT device_id) FROM step_part"), ==, 2);
        g_assert_cmpint(ask(db, "SELECT sum(n) FROM inst_stat"), ==, 2 * (STEPS - 1) * OPS);
        sqlite3_close(db);
        sample_remove(path);
        sample_remove(out);
        sample_remove(one);
    }
}

/* A cut of everything equals the source row by row, and a cut of a cut is a cut. */
static void test_everything(void)
{
    char *path = sample_path("a.db"), *out = sample_path("b.db"), *again = sample_path("c.db");
    TraceWriter *w = trace_writer_new(path, NULL);
    sample_run(w, "gathers", true);
    sample_run(w, "not", false);
    record(w, 40);
    g_assert_true(trace_writer_finish(w, NULL));
    sqlite3 *whole = db_open(path, SQLITE_OPEN_READONLY, NULL), *all = cut(path, out, -1000, STEPS + 1000, NULL, 0);
    for (int i = 0; i < TRACE_N_TABLES; i++) {
        g_autofree char *sql = g_strdup_printf("SELECT count(*) FROM %s", table_type((TraceTableId)i)->name);
        g_test_message("%s: %d", sql, (int)ask(whole, sql));
        g_assert_cmpint(ask(all, sql), ==, ask(whole, sql));
    }
    sqlite3_close(whole);
    sqlite3_close(all);
    sqlite3_close(cut(out, again, 0, 1, NULL, 0));
    sample_remove(path);
    sample_remove(out);
    sample_remove(again);
}

static bool stop_now(void *user)
{
    return ++*(int *)user > 3;
}

/* A cancelled cut leaves no file. */
static void test_stopped(void)
{
    char *path = sample_path("a.db"), *out = sample_path("b.db");
    TraceWriter *w = trace_writer_new(path, NULL);
    record(w, 50);
    g_assert_true(trace_writer_finish(w, NULL));
    int asked = 0;
    GError *error = NULL;
    TraceWatch watch = { .stop = stop_now, .user = &asked };
    g_assert_false(trace_cut(path, out, &(TraceCut){ .to_ns = 1000000 }, &watch, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_STOPPED);
    g_clear_error(&error);
    g_assert_false(g_file_test(out, G_FILE_TEST_EXISTS));
    sample_remove(path);
    sample_remove(out);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/trace/cut/sums", test_sums);
    g_test_add_func("/trace/cut/everything", test_everything);
    g_test_add_func("/trace/cut/stopped", test_stopped);
    return g_test_run();
}
