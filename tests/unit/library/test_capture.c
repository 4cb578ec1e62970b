/* Traces taken on demand of running processes: what is in them, several at a time, processes that are killed meanwhile, processes that lie. */
#include <glib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/library/watched.h"

static char *trace_path(const char *name)
{
    char *path = g_build_filename(watched_folder(), name, NULL);
    g_unlink(path);
    return path;
}

/* The first number that a question about the trace gives; the trace is a whole database. */
static int64_t number(const char *path, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *q;
    g_assert_cmpint(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_prepare_v2(db, sql, -1, &q, NULL), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_step(q), ==, SQLITE_ROW);
    int64_t v = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    sqlite3_close(db);
    return v;
}

static ShardscopeCaptureOptions options_of(const char *where, const char *path, double seconds)
{
    return (ShardscopeCaptureOptions){ SHARDSCOPE_CAPTURE_OPTIONS, .where = where, .path = path, .seconds = seconds };
}

/* Half a second of a process, into a trace. */
static ShardscopeCaptured captured_from(int pid, const char *path)
{
    g_autofree char *where = g_strdup_printf("%d", pid);
    ShardscopeError *error = NULL;
    ShardscopeCaptured got;
    ShardscopeCaptureOptions o = options_of(where, path, 0.5);
    g_assert_true(shardscope_capture(&o, &got, &error));
    return got;
}

static void end(int pid)
{
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
}

/* ---- what is in a trace --------------------------------------------------------------------------------------------------------- */

static void test_whole(void)
{
    int pid = watched_spawn("forever");
    g_autofree char *path = trace_path("whole.db");
    ShardscopeCaptured got = captured_from(pid, path);
    g_assert_cmpint(got.n_programs, ==, 1);
    g_assert_cmpint(got.n_steps, >, 5);
    g_assert_cmpint(got.n_dropped, ==, 0);
    g_assert_cmpint(got.n_lost_events, ==, 0);
    g_assert_false(got.process_ended);
    g_assert_cmpint(number(path, "SELECT count(*) FROM step"), ==, got.n_steps);
    g_assert_cmpint(number(path, "SELECT count(*) FROM run WHERE end_ns IS NOT NULL"), ==, 1);
    g_assert_cmpint(number(path, "SELECT value FROM meta WHERE key = 'finalized'"), ==, 1);
    g_assert_cmpint(number(path, "SELECT count(*) FROM step WHERE num = 0"), ==, 0); /* it was over before */
    g_assert_cmpint(number(path, "SELECT max(num) - min(num) + 1 FROM step"), ==, got.n_steps);
    g_assert_cmpint(number(path, "SELECT count(*) FROM pass"), >, 5);
    g_assert_cmpint(number(path, "SELECT count(*) FROM reshard WHERE length(why) > 10"), ==, 1);
    g_assert_cmpint(number(path, "SELECT count(*) FROM loc JOIN str ON str.id = loc.file_id WHERE str.s = 'train.py' AND loc.line = 12"), >, 0);
    g_assert_cmpint(number(path, "SELECT count(*) FROM coll_exec"), ==, number(path, "SELECT count(*) FROM step WHERE id IN (SELECT step_id FROM exec)")); /* an all-reduce each */
    g_assert_cmpint(number(path, "SELECT count(*) FROM coll_exec"), >=, MIN(got.n_steps, 100)); /* of more steps some are kept as sums */
    g_assert_cmpint(number(path, "SELECT compile_ns < 0 FROM module"), ==, 1);
    g_assert_cmpint(number(path, "SELECT min(start_ns) >= 0 AND max(start_ns) < 2000000000 FROM step"), ==, 1);
    g_assert_cmpint(number(path, "SELECT count(*) FROM counter"), ==, 0); /* those would be of this process */
    end(pid);
}

/* A program that was built has no text of its own: it is captured from the text that says the same. */
static void test_built(void)
{
    int pid = watched_spawn("built");
    g_autofree char *path = trace_path("built.db");
    ShardscopeCaptured got = captured_from(pid, path);
    g_assert_cmpint(got.n_programs, ==, 1);
    g_assert_cmpint(got.n_left_out, ==, 0);
    g_assert_cmpint(got.n_steps, >, 5);
    g_assert_cmpint(number(path, "SELECT count(*) FROM run WHERE name = 'built'"), ==, 1);
    end(pid);
}

/* Programs that are freed as soon as they ran are in the trace with their steps. */
static void test_fleeting(void)
{
    int pid = watched_spawn("fleeting");
    g_autofree char *path = trace_path("fleeting.db");
    ShardscopeCaptured got = captured_from(pid, path);
    g_assert_cmpint(got.n_steps, >, 2);
    g_assert_cmpint(got.n_dropped, ==, 0);
    g_assert_cmpint(got.n_left_out, ==, 0);
    g_assert_cmpint(number(path, "SELECT count(*) FROM step"), ==, got.n_steps);
    end(pid);
}

/* The same process recorded by itself, and captured, has the same program. */
static void test_same_as_recorded(void)
{
    Watched w;
    ShardscopeError *error = NULL;
    g_autofree char *recorded = trace_path("recorded.db"), *captured = trace_path("captured.db"), *where = g_strdup_printf("%d", (int)getpid());
    g_setenv("SHARDSCOPE_LISTEN", "1", TRUE);
    watched_init_recorded(&w, recorded);
    watched_step(&w);
    ShardscopeCaptureOptions o = options_of(where, captured, 0.1);
    ShardscopeCaptured got;
    g_assert_true(shardscope_capture(&o, &got, &error)); /* nothing runs: the programs alone */
    g_assert_cmpint(got.n_steps, ==, 0);
    g_assert_cmpint(got.n_programs, ==, 1);
    watched_clear(&w);
    shardscope_listen_end();
    g_unsetenv("SHARDSCOPE_LISTEN");
    const char *questions[] = { "SELECT count(*) FROM inst", "SELECT count(*) FROM reshard", "SELECT count(*) FROM pass", "SELECT sum(length(text)) FROM sharding", "SELECT sum(size) FROM buffer",
                                "SELECT count(*) FROM prop_step", "SELECT sum(bytes_moved) FROM reshard" };
    for (size_t i = 0; i < G_N_ELEMENTS(questions); i++)
        g_assert_cmpint(number(recorded, questions[i]), ==, number(captured, questions[i]));
}

/* ---- a run made again under a change of annotations -------------------------------------------------------------------------------- */

static gpointer run_again(gpointer job)
{
    return GINT_TO_POINTER(shardscope_job_run(job, NULL));
}

static void test_changed(void)
{
    static const char text[] =
        "module @changed {\n"
        "  sdy.mesh @mesh = <[\"a\"=4]>\n"
        "  func.func public @main(%x: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}, {}]>}) -> (tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}, {}]>}) {\n"
        "    %0 = stablehlo.tanh %x : tensor<64x64xf32>\n"
        "    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {\"a\"}]> : tensor<64x64xf32>\n"
        "    %2 = stablehlo.exponential %1 : tensor<64x64xf32>\n"
        "    return %2 : tensor<64x64xf32>\n"
        "  }\n"
        "}\n";
    ShardscopeError *error = NULL;
    g_autofree char *program = trace_path("changed.mlir"), *recorded = trace_path("before.db"), *path = trace_path("changed.db"), *where = g_strdup_printf("%d", (int)getpid());
    g_assert_true(g_file_set_contents(program, text, -1, NULL));
    ShardscopeJobOptions first = { SHARDSCOPE_JOB_OPTIONS, .path = program, .steps = 2, .trace = recorded, .remedies_s = SHARDSCOPE_REMEDIES_DEFAULT };
    ShardscopeJob *job = shardscope_job_new(&first, &error);
    g_assert_true(shardscope_job_run(job, &error));
    shardscope_job_unref(job);
    g_assert_cmpint(number(recorded, "SELECT count(*) FROM remedy"), >, 0);
    g_assert_cmpint(number(recorded, "SELECT count(*) FROM reshard"), >, 0);
    g_setenv("SHARDSCOPE_LISTEN", "1", TRUE);
    ShardscopeJobOptions again = { SHARDSCOPE_JOB_OPTIONS, .again = recorded, .remedy = 1, .steps = 100000000 };
    job = shardscope_job_new(&again, &error);
    GThread *thread = g_thread_new("again", run_again, job);
    ShardscopeCaptured got = { 0 };
    ShardscopeCaptureOptions o = options_of(where, path, 0.3);
    while (!got.n_steps) { /* it may not run yet */
        ShardscopeError *early = NULL;
        shardscope_capture(&o, &got, &early);
        g_assert_cmpint(got.n_left_out, ==, 0);
        shardscope_error_free(early);
    }
    shardscope_job_cancel(job);
    g_thread_join(thread);
    shardscope_job_unref(job);
    shardscope_listen_end();
    g_unsetenv("SHARDSCOPE_LISTEN");
    g_assert_cmpint(number(path, "SELECT count(*) FROM reshard"), ==, 0); /* that is what the change is for */
    g_assert_null(error);
}

typedef struct Taking {
    char *where, *path;
    ShardscopeCaptured got;
    bool ok;
} Taking;

static gpointer take(gpointer data)
{
    Taking *t = data;
    ShardscopeCaptureOptions o = options_of(t->where, t->path, 0.5);
    t->ok = shardscope_capture(&o, &t->got, NULL);
    return NULL;
}

static void test_two_at_once(void)
{
    int pid = watched_spawn("forever");
    Taking t[2];
    GThread *threads[2];
    for (int i = 0; i < 2; i++) {
        t[i] = (Taking){ .where = g_strdup_printf("%d", pid), .path = trace_path(i ? "second.db" : "first.db") };
        threads[i] = g_thread_new("take", take, &t[i]);
    }
    for (int i = 0; i < 2; i++) {
        g_thread_join(threads[i]);
        g_assert_true(t[i].ok);
        g_assert_cmpint(t[i].got.n_steps, >, 5);
        g_assert_cmpint(number(t[i].path, "SELECT count(*) FROM step"), ==, t[i].got.n_steps);
        g_free(t[i].where);
        g_free(t[i].path);
    }
    end(pid);
}

/* ---- ends ---------------------------------------------------------------------------------------------------------------------------- */

static gpointer kill_soon(gpointer pid)
{
    g_usleep(G_USEC_PER_SEC / 2);
    kill(GPOINTER_TO_INT(pid), SIGKILL);
    return NULL;
}

static void test_killed(void)
{
    int pid = watched_spawn("forever");
    g_autofree char *where = g_strdup_printf("%d", pid), *path = trace_path("killed.db");
    ShardscopeError *error = NULL;
    ShardscopeCaptured got;
    ShardscopeCaptureOptions o = options_of(where, path, 60);
    GThread *killer = g_thread_new("kill", kill_soon, GINT_TO_POINTER(pid));
    g_assert_true(shardscope_capture(&o, &got, &error));
    g_thread_join(killer);
    waitpid(pid, NULL, 0);
    g_assert_true(got.process_ended);
    g_assert_cmpint(got.n_steps, >, 5);
    g_assert_cmpint(number(path, "SELECT count(*) FROM step"), ==, got.n_steps);
    g_assert_cmpint(number(path, "SELECT value FROM meta WHERE key = 'finalized'"), ==, 1);
    ShardscopeTrace *trace = shardscope_trace_open(path, &error);
    char *report = shardscope_report(trace, "reshards", NULL, &error);
    g_assert_null(error);
    g_assert_nonnull(strstr(report, "train.py:12"));
    shardscope_free(report);
    shardscope_trace_unref(trace);
}

static gpointer stop_soon(gpointer stop)
{
    g_usleep(G_USEC_PER_SEC / 2);
    shardscope_stop_request(stop);
    return NULL;
}

static void test_stopped(void)
{
    int pid = watched_spawn("forever");
    g_autofree char *where = g_strdup_printf("%d", pid), *path = trace_path("stopped.db");
    ShardscopeError *error = NULL;
    ShardscopeCaptured got;
    ShardscopeCaptureOptions o = options_of(where, path, 0);
    o.stop = shardscope_stop_new();
    GThread *stopper = g_thread_new("stop", stop_soon, o.stop);
    g_assert_true(shardscope_capture(&o, &got, &error));
    g_thread_join(stopper);
    g_assert_false(got.process_ended);
    g_assert_cmpint(number(path, "SELECT count(*) FROM step"), ==, got.n_steps);
    shardscope_stop_unref(o.stop);
    end(pid);
}

static void test_nothing(void)
{
    ShardscopeError *error = NULL;
    g_assert_true(shardscope_listen("1", NULL, &error));
    g_autofree char *where = g_strdup_printf("%d", (int)getpid()), *path = trace_path("nothing.db");
    ShardscopeCaptureOptions o = options_of(where, path, 0.05);
    g_assert_false(shardscope_capture(&o, NULL, &error));
    g_assert_cmpint(shardscope_error_status(error), ==, SHARDSCOPE_RUN);
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
    shardscope_error_free(error);
    error = NULL;
    shardscope_listen_end();
    g_assert_false(shardscope_capture(&o, NULL, &error));
    shardscope_error_free(error);
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
}

/* ---- a process that lies -------------------------------------------------------------------------------------------------------------- */

static const char program[] = "HloModule m, num_partitions=2\nENTRY main {\n  ROOT x = f32[8] parameter(0), sharding={devices=[2]<=[2]}\n}\n";

/* Answers as a process that captures, with wrong programs and steps. */
static gpointer lie(gpointer data)
{
    int fd = accept(GPOINTER_TO_INT(data), NULL, NULL);
    GString *s = g_string_new("{\"hello\":{\"pid\":1,\"command\":\"x\",\"now_ns\":5}}\n{\"capture\":{\"now_ns\":-1}}\n");
    g_string_append_printf(s, "{\"module\":{\"program\":1,\"name\":\"m\",\"source\":\"m.hlo\",\"devices\":2,\"cores\":2,\"compiled_ns\":1,\"fingerprint\":\"wrong\",\"options\":\"[options]\\npartitions=0\\n\"},\"bytes\":%zu}\n%s",
                           strlen(program), program);
    g_string_append(s, "{\"module\":{\"program\":2,\"name\":\"n\",\"options\":\"[options]\\npartitions=zero\\n\"},\"bytes\":3}\nabc");
    g_string_append(s, "{\"module\":{\"program\":3,\"name\":\"o\",\"cores\":-1,\"options\":null},\"bytes\":0}\n{\"step\":{\"program\":1},\"bytes\":0}\n{\"step\":{\"program\":77,\"start_ns\":1},\"bytes\":5}\n12345");
    g_string_append(s, "{\"module\":{\"program\":4},\"bytes\":9999999999}\n");
    ssize_t k = send(fd, s->str, s->len, MSG_NOSIGNAL);
    (void)k;
    g_string_free(s, TRUE);
    char block[1000];
    while (recv(fd, block, sizeof block, 0) > 0)
        ;
    close(fd);
    return NULL;
}

static void count_warning(void *user, const char *message)
{
    g_assert_null(strchr(message, '\x1b'));
    ++*(int *)user;
}

static void test_liar(void)
{
    g_autofree char *at_path = g_build_filename(watched_folder(), "liar.sock", NULL), *path = trace_path("liar.db");
    struct sockaddr_un at = { .sun_family = AF_UNIX };
    g_strlcpy(at.sun_path, at_path, sizeof at.sun_path);
    int listening = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0), warnings = 0;
    g_assert_cmpint(bind(listening, (struct sockaddr *)&at, sizeof at), ==, 0);
    g_assert_cmpint(listen(listening, 1), ==, 0);
    GThread *liar = g_thread_new("lie", lie, GINT_TO_POINTER(listening));
    ShardscopeCaptureOptions o = options_of(at_path, path, 5);
    o.warn = count_warning;
    o.user = &warnings;
    ShardscopeError *error = NULL;
    g_assert_false(shardscope_capture(&o, NULL, &error));
    g_assert_cmpint(warnings, ==, 3);
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
    shardscope_error_free(error);
    g_thread_join(liar);
    close(listening);
    g_unlink(at_path);
}

static void remove_traces(void)
{
    GDir *dir = g_dir_open(watched_folder(), 0, NULL);
    for (const char *name; (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(watched_folder(), name, NULL);
        if (g_str_has_suffix(name, ".db") || g_str_has_suffix(name, ".mlir"))
            g_unlink(path);
    }
    g_dir_close(dir);
}

int main(int argc, char **argv)
{
    if (argc == 3 && g_str_equal(argv[1], "--watched"))
        return watched_main(argv[2]);
    g_test_init(&argc, &argv, NULL);
    g_unsetenv("SHARDSCOPE_TOKEN");
    g_unsetenv("SHARDSCOPE_LISTEN");
    watched_folder();
    g_test_add_func("/capture/whole", test_whole);
    g_test_add_func("/library/capture/built", test_built);
    g_test_add_func("/capture/fleeting", test_fleeting);
    g_test_add_func("/capture/same-as-recorded", test_same_as_recorded);
    g_test_add_func("/capture/changed", test_changed);
    g_test_add_func("/capture/two-at-once", test_two_at_once);
    g_test_add_func("/capture/killed", test_killed);
    g_test_add_func("/capture/stopped", test_stopped);
    g_test_add_func("/capture/nothing", test_nothing);
    g_test_add_func("/capture/liar", test_liar);
    int status = g_test_run();
    int n; /* removes the sockets of those that were killed */
    shardscope_free(shardscope_listeners(&n));
    remove_traces();
    watched_folder_remove();
    return status;
}
