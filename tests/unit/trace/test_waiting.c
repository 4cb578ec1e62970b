/* A recorder that is killed: every step that it was told is finished is in the trace, with its events or sums, once somebody opens it. */
#include "tests/unit/trace/sample.h"
#include "trace/db.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OPS = 5, LANES = 2, FUNCTIONS = 2, NS = 1000 };

typedef struct Recording {
    TraceWriter *w;
    int64_t run[FUNCTIONS], device, name, inst[OPS];
    TraceLaneBuffer *lane[FUNCTIONS][LANES];
    int steps[FUNCTIONS];
} Recording;

static Recording begin(const char *path)
{
    GError *error = NULL;
    Recording r = { .w = trace_writer_new(path, &error) };
    g_assert_no_error(error);
    r.name = trace_str(r.w, "e");
    for (int f = 0; f < FUNCTIONS; f++) {
        r.run[f] = trace_put_run(r.w, &(TraceRun){ .name = "f", .producer = "t" });
        for (int l = 0; l < LANES; l++) {
            int64_t device = trace_put_device(r.w, &(TraceDevice){ .run_id = r.run[f], .kind = "cpu", .global_id = l });
            r.device = r.device ? r.device : device;
            r.lane[f][l] = trace_lane_new(r.w, &(TraceLane){ .run_id = r.run[f], .device_id = device, .kind = TRACE_LANE_OPS, .name = "ops" }, 64);
        }
    }
    for (int i = 0; i < OPS; i++)
        r.inst[i] = trace_put_inst(r.w, &(TraceInst){ .comp_id = 1, .name_id = r.name, .opcode_id = r.name });
    return r;
}

/* One step of function f; every `whole`-th with its events, of `ops` ops on each device. */
static void step(Recording *r, int f, int whole, int ops)
{
    GError *error = NULL;
    int num = r->steps[f]++;
    int64_t at = (int64_t)num * NS;
    TraceMemSample sample = { .device_id = r->device, .ts_ns = at, .in_use = num };
    for (int l = 0; l < LANES; l++)
        for (int i = 0; i < ops; i++)
            trace_lane_event(r->lane[f][l], at + i * 10, 5 + i % OPS, r->inst[i % OPS], 0, TRACE_CAT_COMPUTE);
    g_assert_true(trace_step(r->w, &(TraceStep){ .run_id = r->run[f], .num = num, .start_ns = at, .dur_ns = 600, .source = 1, .warm = TRACE_INT(num > 0) }, 0, num % whole == 0,
                             &(TraceStepMore){ .samples = &sample, .n_samples = f == 0 }, &error));
    g_assert_no_error(error);
}

typedef struct Case {
    const char *name;
    int steps, whole, ops, functions;
} Case;

static void record(Recording *r, const Case *c)
{
    for (int n = 0; n < c->steps; n++)
        step(r, n % c->functions, c->whole, c->ops);
}

/* What the trace says of everything that was recorded. */
static char *contents(const char *path)
{
    static const char *const questions[] = {
        "SELECT count(*) FROM step", "SELECT sum(num + start_ns + dur_ns + warm + run_id * num) FROM step", "SELECT count(*) FROM step WHERE n_events IS NULL", "SELECT sum(n_events) FROM step",
        "SELECT count(*) FROM event", "SELECT sum(start_ns + dur_ns * lane_id + inst_id) FROM event", "SELECT count(*) FROM event e JOIN exec x ON x.id = e.exec_id JOIN step s ON s.id = x.step_id",
        "SELECT sum(n) FROM op_sum", "SELECT sum(total_ns) FROM op_sum", "SELECT sum(n * lane_id * inst_id) FROM op_sum", "SELECT sum(n) FROM op_sum o JOIN step s ON s.id = o.step_id WHERE s.warm", "SELECT max(max_ns) FROM op_sum",
        "SELECT count(*) FROM op_sum o JOIN step s ON s.id = o.step_id JOIN lane l ON l.id = o.lane_id WHERE l.run_id <> s.run_id", "SELECT count(*) FROM mem_sample", "SELECT sum(in_use) FROM mem_sample",
        "SELECT sum(n_events) FROM lane", "SELECT count(*) FROM pragma_foreign_key_check",
    };
    GError *error = NULL;
    TraceReader *r = trace_open(path, &error); /* who opens it recovers them */
    g_assert_no_error(error);
    trace_close(r);
    sqlite3 *db = db_open(path, SQLITE_OPEN_READONLY, &error);
    GString *out = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(questions); i++)
        g_string_append_printf(out, "%s: %" G_GINT64_FORMAT "\n", questions[i], db_int(db, questions[i], NULL, 0, -1));
    sqlite3_close(db);
    return g_string_free(out, FALSE);
}

static char *path_of_steps(const char *path)
{
    return g_strconcat(path, "-steps", NULL);
}

/* Records in another process, which is killed as soon as the last step is told to be finished. */
static void record_and_die(const char *path, const Case *c)
{
    pid_t child = fork();
    if (child == 0) {
        Recording r = begin(path);
        record(&r, c);
        kill(getpid(), SIGKILL);
    }
    int status;
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static void test_killed(gconstpointer data)
{
    const Case *c = data;
    char *lived = sample_path("lived.db"), *died = sample_path("died.db");
    g_autofree char *rest = path_of_steps(died);
    Recording r = begin(lived);
    record(&r, c);
    trace_writer_free(r.w); /* all is stored, and as in a trace that was cut short nothing is derived of it */
    record_and_die(died, c);
    g_autofree char *want = contents(lived), *got = contents(died), *again = contents(died);
    g_assert_cmpstr(got, ==, want);
    g_assert_cmpstr(again, ==, want);
    g_assert_false(g_file_test(rest, G_FILE_TEST_EXISTS));
    sample_remove(lived);
    sample_remove(died);
}

static const char asked[] = "it was asked to stop, by the test";

static bool is_said(const char *rest)
{
    g_autofree char *text = NULL;
    gsize n = 0;
    return g_file_get_contents(rest, &text, &n, NULL) && memmem(text, n, asked, sizeof asked);
}

/* Stores without an end, until it is killed: as soon as it is said why, or after some seconds without that. */
static void store_for_ever(TraceWriter *w, void *data)
{
    enum { LOOKS = 5000, LOOK_US = 1000 };
    (void)w;
    for (int i = 0; i < LOOKS && !is_said(data); i++)
        g_usleep(LOOK_US);
    kill(getpid(), SIGKILL);
}

/* Why a run was cut short is kept in the moment in which it is known: a launcher does not give a process the time to store all that waits. */
static void test_cut(void)
{
    char *path = sample_path("cut.db");
    g_autofree char *rest = path_of_steps(path);
    GError *error = NULL;
    pid_t child = fork();
    if (child == 0) {
        Recording r = begin(path);
        record(&r, &(Case){ .steps = 8, .whole = 4, .ops = 2, .functions = FUNCTIONS });
        trace_later(r.w, store_for_ever, rest, NULL);
        trace_cut_run(r.w, r.run[1], asked);
        _exit(0);
    }
    int status;
    g_assert_cmpint(waitpid(child, &status, 0), ==, child);
    g_assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    TraceReader *r = trace_open(path, &error);
    g_assert_no_error(error);
    g_autoptr(GArray) runs = trace_query_runs(r, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(runs->len, ==, FUNCTIONS);
    for (guint i = 0; i < runs->len; i++) {
        const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, i);
        g_assert_cmpstr(run->cut_short, ==, run->id == 2 ? asked : NULL);
    }
    trace_close(r);
    sample_remove(path);
}

/* Beside the mean step of a trace that was cut short stands that its parts are those of some steps only, until the trace is finished. */
static void test_parts_said(void)
{
    char *path = sample_path("p.db");
    GError *error = NULL;
    record_and_die(path, &(Case){ .steps = 60, .whole = 20, .ops = 3, .functions = 1 });
    for (int finished = 0; finished < 2; finished++) {
        TraceReader *r = trace_open(path, &error);
        g_assert_no_error(error);
        g_autoptr(GArray) kept = trace_query_kept(r, 1, &error);
        g_assert_no_error(error);
        const char *note = TRACE_AT(kept, TraceKept, 0)->note;
        g_assert_nonnull(strstr(note, "3 of 60 steps are recorded event by event"));
        g_assert_cmpint(strstr(note, "until shardscope optimize FILE works it out for all") == NULL, ==, finished);
        trace_close(r);
        g_assert_true(trace_optimize(path, NULL, &error));
    }
    sample_remove(path);
}

/* Another run is recorded into the trace of a killed one: its steps are there first. */
static void test_added(void)
{
    Case c = { .steps = 500, .whole = 100, .ops = 3, .functions = 1 };
    char *path = sample_path("a.db");
    GError *error = NULL;
    record_and_die(path, &c);
    Recording r = begin(path);
    record(&r, &c);
    trace_writer_finish(r.w, &error);
    g_assert_no_error(error);
    sqlite3 *db = db_open(path, SQLITE_OPEN_READONLY, &error);
    g_assert_cmpint(db_int(db, "SELECT count(*) FROM step", NULL, 0, 0), ==, 2 * c.steps);
    g_assert_cmpint(db_int(db, "SELECT sum(n) FROM op_sum", NULL, 0, 0), ==, 2 * (c.steps - c.steps / c.whole) * c.ops * LANES);
    sqlite3_close(db);
    sample_remove(path);
}

/* Who reads while somebody records leaves the steps to the recorder. */
static void test_alive(void)
{
    Case c = { .steps = 300, .whole = 100, .ops = 3, .functions = 1 };
    char *path = sample_path("a.db");
    g_autofree char *rest = path_of_steps(path);
    GError *error = NULL;
    Recording r = begin(path);
    record(&r, &c);
    trace_wait(r.w);
    g_assert_true(g_file_test(rest, G_FILE_TEST_EXISTS));
    TraceReader *reader = trace_open(path, &error);
    g_assert_no_error(error);
    trace_close(reader);
    g_assert_true(g_file_test(rest, G_FILE_TEST_EXISTS));
    record(&r, &c);
    trace_writer_finish(r.w, &error);
    g_assert_no_error(error);
    g_assert_false(g_file_test(rest, G_FILE_TEST_EXISTS));
    sqlite3 *db = db_open(path, SQLITE_OPEN_READONLY, &error);
    g_assert_cmpint(db_int(db, "SELECT count(*) FROM step", NULL, 0, 0), ==, 2 * c.steps);
    sqlite3_close(db);
    sample_remove(path);
}

static void check_readable(const char *path)
{
    GError *error = NULL;
    TraceReader *r = trace_open(path, &error);
    g_assert_no_error(error);
    g_autoptr(GArray) runs = trace_query_runs(r, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(runs->len, ==, FUNCTIONS);
    trace_close(r);
}

/* The trace of a killed process as one file, and what lies beside it. */
typedef struct Left {
    char *path, *rest_path, *trace, *rest;
    gsize n_trace, n_rest;
} Left;

static Left left_by(const Case *c)
{
    Left l = { .path = sample_path("a.db") };
    l.rest_path = path_of_steps(l.path);
    record_and_die(l.path, c);
    g_assert_true(g_file_get_contents(l.rest_path, &l.rest, &l.n_rest, NULL));
    sqlite3 *db = db_open(l.path, SQLITE_OPEN_READWRITE, NULL);
    g_assert_true(db_exec(db, l.path, "PRAGMA journal_mode = DELETE", NULL)); /* one file, without what waits */
    g_assert_cmpint(db_int(db, "SELECT count(*) FROM step", NULL, 0, 0), <, c->steps);
    sqlite3_close(db);
    g_assert_true(g_file_get_contents(l.path, &l.trace, &l.n_trace, NULL));
    return l;
}

/* The trace with `rest` beside it can be read. */
static void check_beside(const Left *l, const char *rest, gsize n)
{
    g_assert_true(g_file_set_contents(l->path, l->trace, (gssize)l->n_trace, NULL));
    g_assert_true(g_file_set_contents(l->rest_path, rest, (gssize)n, NULL));
    check_readable(l->path);
}

static void left_free(Left *l)
{
    g_free(l->trace);
    g_free(l->rest);
    g_free(l->rest_path);
    sample_remove(l->path);
}

/* What lies beside a trace may be anything: of another trace, cut off, changed byte by byte. A finished trace is not touched. */
static void test_anything(void)
{
    Case c = { .steps = 200, .whole = 10, .ops = 3, .functions = 1 };
    Left l = left_by(&c);
    gsize used = MIN(l.n_rest, 4096 + 64 * 1024);
    for (int i = 0; i < 25; i++) {
        g_autofree char *bad = g_memdup2(l.rest, l.n_rest);
        gsize length = i % 3 == 0 ? (gsize)g_test_rand_int_range(0, (gint32)used) : l.n_rest;
        for (int k = 0; k < i; k++) {
            gsize at = (gsize)g_test_rand_int_range(k % 2 ? 4096 : 16, (gint32)used);
            memset(bad + at, g_test_rand_int_range(0, 256), MIN(l.n_rest - at, (gsize)g_test_rand_int_range(1, 9)));
        }
        check_beside(&l, bad, length);
    }
    check_beside(&l, "not ours", strlen("not ours"));
    g_assert_true(g_file_test(l.rest_path, G_FILE_TEST_EXISTS));
    check_beside(&l, l.rest, l.n_rest);
    sqlite3 *db = db_open(l.path, SQLITE_OPEN_READONLY, NULL);
    g_assert_cmpint(db_int(db, "SELECT count(*) FROM step", NULL, 0, 0), ==, c.steps);
    sqlite3_close(db);
    left_free(&l);
}

/* A fact that is known says so with a 1, which may have become any number. */
static void test_flags(void)
{
    Left l = left_by(&(Case){ .steps = 20, .whole = 10, .ops = 1, .functions = 1 });
    int changed = 0;
    for (gsize at = 4096; at + 8 <= l.n_rest && changed < 50; at += 8) {
        if (memcmp(l.rest + at, &(int64_t){ 1 }, 8) != 0)
            continue;
        changed++;
        l.rest[at] = 9;
        check_beside(&l, l.rest, l.n_rest);
        l.rest[at] = 1;
    }
    g_assert_cmpint(changed, ==, 50);
    left_free(&l);
}

int main(int argc, char **argv)
{
    static const Case cases[] = {
        { "whole", 300, 1, 3, 1 },       /* every step with its events */
        { "sums", 5000, 1000, 5, 1 },    /* hardly any */
        { "mixed", 2000, 7, 20, 1 },
        { "turns", 3000, 50, 5, 2 },     /* functions that take turns */
        { "large", 60, 1, 2000, 1 },     /* more events than a lane holds */
        { "first", 1, 1, 3, 1 },
        { "many", 20000, 100, 1, 1 },    /* more than may wait */
    };
    g_test_init(&argc, &argv, NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *name = g_strdup_printf("/trace/waiting/killed/%s", cases[i].name);
        g_test_add_data_func(name, &cases[i], test_killed);
    }
    g_test_add_func("/trace/waiting/parts-said", test_parts_said);
    g_test_add_func("/trace/waiting/cut", test_cut);
    g_test_add_func("/trace/waiting/added", test_added);
    g_test_add_func("/trace/waiting/alive", test_alive);
    g_test_add_func("/trace/waiting/anything", test_anything);
    g_test_add_func("/trace/waiting/flags", test_flags);
    return g_test_run();
}
