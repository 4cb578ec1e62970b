/* What was committed is preserved, whatever happens: recordings that fail, and several recorders of one file. */
#include "tests/unit/trace/sample.h"
#include "trace/db.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int64_t count_runs(const char *path)
{
    GError *error = NULL;
    TraceReader *r = trace_open(path, &error);
    g_assert_no_error(error);
    g_autoptr(GArray) runs = trace_query_runs(r, &error);
    g_assert_no_error(error);
    int64_t n = runs->len;
    trace_close(r);
    return n;
}

/* An empty new file is deleted; a file with a run stays, and so does one that existed before. */
static void test_give_up(void)
{
    GError *error = NULL;
    char *path = sample_path("a.db");
    TraceWriter *w = trace_writer_new(path, &error);
    g_assert_no_error(error);
    trace_writer_give_up(w);
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));

    w = trace_writer_new(path, &error);
    trace_put_run(w, &(TraceRun){ .name = "r", .producer = "t" });
    g_assert_true(trace_commit(w, &error));
    trace_writer_give_up(w);
    g_assert_cmpint(count_runs(path), ==, 1);

    w = trace_writer_new(path, &error);
    g_assert_no_error(error);
    trace_writer_give_up(w);
    g_assert_cmpint(count_runs(path), ==, 1);
    sample_remove(path);

    path = sample_path("b.db");
    g_assert_true(g_file_set_contents(path, "", 0, NULL)); /* the user's file, although it is empty */
    w = trace_writer_new(path, &error);
    g_assert_no_error(error);
    trace_writer_give_up(w);
    g_assert_true(g_file_test(path, G_FILE_TEST_EXISTS));
    sample_remove(path);
}

/* A recording of which not even the first run found room leaves no file, also where nobody gave it up. */
static void try_with_room(rlim_t bytes)
{
    char *path = sample_path("none.db");
    struct rlimit was, little = { 0 };
    g_assert_cmpint(getrlimit(RLIMIT_FSIZE, &was), ==, 0);
    little = (struct rlimit){ bytes, was.rlim_max };
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &little), ==, 0);
    GError *error = NULL;
    TraceWriter *w = trace_writer_new(path, &error);
    trace_put_run(w, &(TraceRun){ .name = "none" });
    bool ok = w && trace_writer_finish(w, &error);
    g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &was), ==, 0);
    signal(SIGXFSZ, handler);
    g_assert_false(ok);
    g_assert_nonnull(error);
    g_clear_error(&error);
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
    sample_remove(path);
}

static void test_no_room(void)
{
    try_with_room(0);
    try_with_room(8192);
}

/* A file that another process has open is not deleted either: that process may add a run. */
static void test_give_up_shared(void)
{
    char *path = sample_path("a.db");
    TraceWriter *w = trace_writer_new(path, NULL);
    g_assert_true(trace_commit(w, NULL));
    sqlite3 *other = db_open(path, SQLITE_OPEN_READWRITE, NULL);
    g_assert_cmpint(db_int(other, "SELECT count(*) FROM run", NULL, 0, -1), ==, 0);
    trace_writer_give_up(w);
    g_assert_true(g_file_test(path, G_FILE_TEST_EXISTS));
    sqlite3_close(other);
    sample_remove(path);
}

static void check_busy(const char *path, int pid)
{
    GError *error = NULL;
    g_assert_null(trace_writer_new(path, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_BUSY);
    g_test_message("%s", error->message);
    g_autofree char *who = g_strdup_printf("process %d is recording into this file", pid);
    g_assert_nonnull(strstr(error->message, who));
    g_assert_nonnull(strstr(error->message, path));
    g_clear_error(&error);
    g_assert_false(trace_optimize(path, NULL, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_BUSY);
    g_clear_error(&error);
}

/* Within one process; the second attempt does not release the first one's lock. */
static void test_two_writers(void)
{
    char *path = sample_path("a.db");
    GError *error = NULL;
    TraceWriter *w = trace_writer_new(path, &error);
    g_assert_no_error(error);
    g_assert_null(trace_writer_new(path, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_BUSY);
    g_clear_error(&error);
    g_assert_true(trace_commit(w, &error));
    check_busy(path, getpid());
    trace_put_run(w, &(TraceRun){ .name = "r", .producer = "t" });
    g_assert_true(trace_commit(w, &error));
    g_assert_cmpint(count_runs(path), ==, 1); /* reading is always allowed */
    trace_put_run(w, &(TraceRun){ .name = "r", .producer = "t" });
    g_assert_true(trace_writer_finish(w, &error));
    g_assert_cmpint(count_runs(path), ==, 2);
    w = trace_writer_new(path, &error);
    g_assert_no_error(error);
    trace_writer_free(w);
    sample_remove(path);
}

/* Many processes open one new file at once: the runs of those that are admitted are in the file, the others get an error before they
 * begin. */
static void test_many_processes(void)
{
    enum { N = 8 };
    for (int round = 0; round < 10; round++) {
        char *path = sample_path("a.db");
        pid_t pids[N];
        for (int i = 0; i < N; i++) {
            pids[i] = fork();
            if (pids[i])
                continue;
            GError *error = NULL;
            TraceWriter *w = trace_writer_new(path, &error);
            if (!w) {
                if (!g_error_matches(error, TRACE_ERROR, TRACE_ERROR_BUSY))
                    fprintf(stderr, "process %d: %s\n", i, error->message);
                _exit(g_error_matches(error, TRACE_ERROR, TRACE_ERROR_BUSY) ? 1 : 2);
            }
            g_usleep(1000 * (i % 3));
            if (i % 2 == 0) {
                trace_writer_give_up(w);
                _exit(3);
            }
            sample_run(w, "r", true);
            bool ok = trace_writer_finish(w, &error);
            if (!ok)
                fprintf(stderr, "process %d: at the end: %s\n", i, error->message);
            _exit(ok ? 0 : 2);
        }
        int n_ended = 0;
        for (int i = 0; i < N; i++) {
            int status;
            g_assert_cmpint(waitpid(pids[i], &status, 0), ==, pids[i]);
            g_assert_true(WIFEXITED(status));
            g_assert_cmpint(WEXITSTATUS(status), !=, 2);
            n_ended += WEXITSTATUS(status) == 0;
        }
        if (g_file_test(path, G_FILE_TEST_EXISTS))
            g_assert_cmpint(count_runs(path), ==, n_ended);
        else
            g_assert_cmpint(n_ended, ==, 0);
        sample_remove(path);
    }
}

/* The error names the process that holds the lock, and the lock is released when that process dies. */
static void test_other_process(void)
{
    char *path = sample_path("a.db");
    int ready[2], stop[2];
    g_assert_true(pipe(ready) == 0 && pipe(stop) == 0);
    pid_t pid = fork();
    if (pid == 0) {
        close(stop[1]);
        TraceWriter *w = trace_writer_new(path, NULL);
        sample_run(w, "r", true);
        bool ok = trace_commit(w, NULL) && write(ready[1], "x", 1) == 1;
        char c;
        if (read(stop[0], &c, 1) < 0)
            ok = false;
        _exit(!ok); /* without closing, as when killed */
    }
    char c;
    close(stop[0]);
    g_assert_cmpint(read(ready[0], &c, 1), ==, 1);
    check_busy(path, pid);
    close(stop[1]);
    int status;
    g_assert_cmpint(waitpid(pid, &status, 0), ==, pid);
    g_assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    GError *error = NULL;
    TraceWriter *w = trace_writer_new(path, &error);
    g_assert_no_error(error);
    sample_run(w, "second", true);
    g_assert_true(trace_writer_finish(w, &error));
    g_assert_cmpint(count_runs(path), ==, 2);
    close(ready[0]);
    close(ready[1]);
    sample_remove(path);
}

/* Another program, which is no recorder, writes into the file for a while, or reads from it: adding a run waits for it. */
static void check_waits(const char *begin)
{
    char *path = sample_path("a.db");
    GError *error = NULL;
    TraceWriter *w = trace_writer_new(path, &error);
    sample_run(w, "r", true);
    g_assert_true(trace_writer_finish(w, &error));
    int ready[2];
    g_assert_true(pipe(ready) == 0);
    pid_t pid = fork();
    if (pid == 0) {
        sqlite3 *db = db_open(path, SQLITE_OPEN_READWRITE, NULL);
        bool ok = db && db_exec(db, path, begin, NULL) && write(ready[1], "x", 1) == 1;
        g_usleep(300000);
        ok = ok && db_exec(db, path, "COMMIT", NULL);
        sqlite3_close(db);
        _exit(!ok);
    }
    char c;
    g_assert_cmpint(read(ready[0], &c, 1), ==, 1);
    w = trace_writer_new(path, &error);
    g_assert_no_error(error);
    sample_run(w, "second", true);
    g_assert_true(trace_writer_finish(w, &error));
    int status;
    g_assert_cmpint(waitpid(pid, &status, 0), ==, pid);
    g_assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    g_assert_cmpint(count_runs(path), ==, 2);
    close(ready[0]);
    close(ready[1]);
    sample_remove(path);
}

static void test_waits_for_others(void)
{
    check_waits("BEGIN IMMEDIATE");
    check_waits("BEGIN; SELECT count(*) FROM run");
}

/* Runs in a forked child without write permission: root changes its user first. Exits with the number of runs that it reads, 255 =
 * error. */
static int runs_seen_by_stranger(const char *path)
{
    pid_t pid = fork();
    if (pid == 0) {
        if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
            _exit(254);
        TraceReader *r = trace_open(path, NULL);
        GArray *runs = r ? trace_query_runs(r, NULL) : NULL;
        _exit(runs ? (int)runs->len : 255);
    }
    int status;
    g_assert_cmpint(waitpid(pid, &status, 0), ==, pid);
    g_assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* A recording that was killed, copied without its -shm file into a read-only folder. */
static void test_read_only_folder(void)
{
    char *path = sample_path("a.db"), *copy = sample_path("b.db");
    TraceWriter *w = trace_writer_new(path, NULL);
    sample_run(w, "r", true);
    sample_run(w, "s", true);
    g_assert_true(trace_commit(w, NULL));
    g_autofree char *wal = g_strconcat(path, "-wal", NULL), *wal_copy = g_strconcat(copy, "-wal", NULL), *dir = g_path_get_dirname(copy);
    const char *pairs[][2] = { { path, copy }, { wal, wal_copy } };
    for (int i = 0; i < 2; i++) {
        g_autofree char *bytes = NULL;
        gsize size;
        g_assert_true(g_file_get_contents(pairs[i][0], &bytes, &size, NULL));
        g_assert_true(g_file_set_contents(pairs[i][1], bytes, (gssize)size, NULL));
        g_chmod(pairs[i][1], 0444);
    }
    g_chmod(dir, 0555);
    g_assert_cmpint(runs_seen_by_stranger(copy), ==, 2);
    g_chmod(dir, 0755);
    trace_writer_free(w);
    sample_remove(path);
    sample_remove(copy);
}

/* SQLite gives some file names a special meaning. */
static void test_names(void)
{
    GError *error = NULL;
    g_assert_null(trace_writer_new("", &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_OPEN);
    g_clear_error(&error);
    char *path = sample_path("a.db");
    g_autofree char *dir = g_path_get_dirname(path), *before = g_get_current_dir();
    g_assert_cmpint(g_chdir(dir), ==, 0);
    const char *names[] = { ":memory:", "file:x.db", "file:y.db?mode=memory" };
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        TraceWriter *w = trace_writer_new(names[i], &error);
        g_assert_no_error(error);
        sample_run(w, "r", true);
        g_assert_true(trace_writer_finish(w, &error));
        g_assert_true(g_file_test(names[i], G_FILE_TEST_IS_REGULAR));
        g_assert_cmpint(count_runs(names[i]), ==, 1);
        g_unlink(names[i]);
    }
    g_assert_cmpint(g_chdir(before), ==, 0);
    sample_remove(path);
}

/* A recorder of an older version that was killed during a step left events without executions: a run added later reuses those ids, and
 * must not get those events. */
static void test_events_without_owner(void)
{
    char *path = sample_path("a.db");
    GError *error = NULL;
    TraceWriter *w = trace_writer_new(path, &error);
    SampleIds s = sample_run(w, "first", true);
    for (int i = 0; i < 100; i++)
        trace_put_event(w, &(TraceEvent){ .lane_id = s.lane[0], .start_ns = 10000000 + i, .dur_ns = 1, .name_id = 1, .exec_id = 7 + i % 2, .coll_id = 90 });
    g_assert_true(trace_commit(w, &error));
    trace_writer_free(w);
    w = trace_writer_new(path, &error);
    g_assert_no_error(error);
    sample_run(w, "second", true);
    g_assert_true(trace_writer_finish(w, &error));
    g_assert_no_error(error);
    sqlite3 *db = db_open(path, SQLITE_OPEN_READONLY, NULL);
    g_assert_cmpint(db_int(db, "SELECT count(*) FROM pragma_foreign_key_check WHERE \"table\" = 'event'", NULL, 0, 0), ==, 0);
    g_assert_cmpint(db_int(db, "SELECT count(*) FROM event WHERE dur_ns = 1 AND exec_id IS NULL AND coll_id IS NULL", NULL, 0, 0), ==, 100);
    sqlite3_close(db);
    sample_remove(path);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/trace/kept/give-up", test_give_up);
    g_test_add_func("/trace/kept/no-room", test_no_room);
    g_test_add_func("/trace/kept/give-up-shared", test_give_up_shared);
    g_test_add_func("/trace/kept/two-writers", test_two_writers);
    g_test_add_func("/trace/kept/many-processes", test_many_processes);
    g_test_add_func("/trace/kept/other-process", test_other_process);
    g_test_add_func("/trace/kept/waits-for-others", test_waits_for_others);
    g_test_add_func("/trace/kept/read-only-folder", test_read_only_folder);
    g_test_add_func("/trace/kept/events-without-owner", test_events_without_owner);
    g_test_add_func("/trace/kept/names", test_names);
    return g_test_run();
}
