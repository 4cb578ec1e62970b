/* Recordings that meet an end: killed at any moment, stopped, without room on the disk or in memory, two at once. Whatever was
 * committed stays, every file that is left can be read and recorded into again, and whoever fails says so. `-m slow` kills more
 * often. */
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "trace/db.h"

/* A program whose steps take a few µs. */
static const char tiny[] = "sdy.mesh @mesh = <[\"a\"=4, \"b\"=2]>\n"
                           "func.func @main(%x: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"a\"}]>},\n"
                           "                %y: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}, {}]>}) -> tensor<32x32xf32> {\n"
                           "  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>\n"
                           "  %1 = stablehlo.add %0, %x : tensor<32x32xf32>\n"
                           "  return %1 : tensor<32x32xf32>\n"
                           "}\n";

typedef struct Place {
    char *dir, *db, *program;
} Place;

static Place place_new(void)
{
    Place p = { .dir = g_dir_make_tmp("torture-XXXXXX", NULL) };
    p.db = g_build_filename(p.dir, "t.db", NULL);
    p.program = g_build_filename(p.dir, "tiny.mlir", NULL);
    g_assert_true(g_file_set_contents(p.program, tiny, -1, NULL));
    return p;
}

static void place_clear(Place *p)
{
    GDir *d = g_dir_open(p->dir, 0, NULL);
    for (const char *name; d && (name = g_dir_read_name(d));) {
        g_autofree char *path = g_build_filename(p->dir, name, NULL);
        g_unlink(path);
    }
    g_dir_close(d);
    g_rmdir(p->dir);
    g_free(p->dir);
    g_free(p->db);
    g_free(p->program);
}

/* ---- programs under limits ---- */

typedef struct Limit {
    int resource; /* resource of setrlimit; -1 = none */
    rlim_t value;
} Limit;

static void set_limit(gpointer data)
{
    const Limit *l = data;
    if (l->resource >= 0 && setrlimit((__rlimit_resource_t)l->resource, &(struct rlimit){ l->value, l->value }) != 0)
        _exit(99);
}

typedef struct Child {
    GPid pid;
    FILE *err;
} Child;

/* Standard error goes into a file, so that it need not be read while the program runs. */
static Child start(const char *const *args, Limit *limit)
{
    Child c = { .err = tmpfile() };
    g_assert_nonnull(c.err);
    g_autoptr(GPtrArray) argv = g_ptr_array_new();
    g_ptr_array_add(argv, (char *)g_getenv("SHARDSCOPE_BIN"));
    for (; *args; args++)
        g_ptr_array_add(argv, (char *)*args);
    g_ptr_array_add(argv, NULL);
    Limit none = { .resource = -1 };
    GError *error = NULL;
    int null = g_open("/dev/null", O_WRONLY, 0);
    g_spawn_async_with_fds(NULL, (char **)argv->pdata, NULL, G_SPAWN_DO_NOT_REAP_CHILD, set_limit, limit ? limit : &none, &c.pid, -1, null, fileno(c.err), &error);
    g_assert_no_error(error);
    close(null);
    return c;
}

/* Returns the status as of waitpid; *said (may be NULL) becomes the error output. Fails if it takes longer than so many seconds. */
static int end(Child *c, int seconds, char **said)
{
    int status = 0;
    gint64 until = g_get_monotonic_time() + seconds * G_USEC_PER_SEC;
    for (pid_t done; (done = waitpid(c->pid, &status, WNOHANG)) != c->pid;) {
        g_assert_cmpint(done, ==, 0);
        if (g_get_monotonic_time() > until) {
            kill(c->pid, SIGKILL);
            waitpid(c->pid, &status, 0);
            g_error("still running after %d s", seconds);
        }
        g_usleep(2000);
    }
    g_spawn_close_pid(c->pid);
    if (said) {
        char text[4096];
        rewind(c->err);
        size_t n = fread(text, 1, sizeof text - 1, c->err);
        *said = g_strndup(text, n);
    }
    fclose(c->err);
    return status;
}

static int run_to_end(const char *const *args, Limit *limit, char **said)
{
    Child c = start(args, limit);
    return end(&c, 500, said); /* much, since the machine may be busy */
}

static int exit_of(int status)
{
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- what is left ---- */

static void check_keys(const char *path)
{
    GError *error = NULL;
    sqlite3 *db = db_open(path, SQLITE_OPEN_READONLY, &error);
    g_assert_no_error(error);
    g_assert_cmpint(db_int(db, "SELECT count(*) FROM pragma_foreign_key_check", NULL, 0, -1), ==, 0);
    /* Each step is stored completely or not at all: for all devices, with events or as sums. */
    g_assert_cmpint(db_int(db, "SELECT count(*) FROM (SELECT 1 FROM exec WHERE step_id IS NOT NULL GROUP BY step_id HAVING count(*) != 8)", NULL, 0, -1), ==, 0);
    g_assert_cmpint(db_int(db, "SELECT count(*) FROM step WHERE n_events IS NULL AND id NOT IN (SELECT step_id FROM exec WHERE step_id IS NOT NULL)", NULL, 0, -1), ==, 0);
    sqlite3_close(db);
}

/* Number of steps of all runs; -1: no trace, or an empty one. */
static int check_left(const char *path)
{
    GStatBuf st;
    if (g_stat(path, &st) != 0 || st.st_size == 0)
        return -1;
    GError *error = NULL;
    TraceReader *r = trace_open(path, &error);
    if (!r && g_error_matches(error, TRACE_ERROR, TRACE_ERROR_FORMAT) && strstr(error->message, "empty file")) { /* everything was in the journal */
        g_clear_error(&error);
        return -1;
    }
    g_assert_no_error(error);
    g_autoptr(GArray) runs = trace_query_runs(r, &error);
    g_assert_no_error(error);
    int n = 0;
    for (guint i = 0; i < runs->len; i++) {
        const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, i);
        g_autoptr(GArray) steps = trace_query_steps(r, run->id, &error);
        g_assert_no_error(error);
        for (guint k = 0; k < steps->len; k++) /* the first steps, without gaps */
            g_assert_cmpint(TRACE_AT(steps, TraceStepRow, k)->num, ==, (int)k);
        n += (int)steps->len;
    }
    trace_close(r);
    check_keys(path);
    return n;
}

/* Files are kept by the recorder whatever it is built with: with sanitizers, and ten times slower, it is tried less often. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { KILLS = 3, STOPS = 2, PAIRS = 2 };
#else
enum { KILLS = 9, STOPS = 4, PAIRS = 4 };
#endif

/* So many steps that a recording takes a good part of a second, and some MiB. */
#define MANY "2500"

#define RECORD(p, steps) { "run", (p)->program, "--remedies", "0", "--steps", steps, "-o", (p)->db, NULL }

/* Another run can be added to the interrupted file; foreign keys are valid, and the old rows stay. */
static void check_again(const Place *p, int steps_before)
{
    g_autofree char *said = NULL;
    int status = run_to_end((const char *const[])RECORD(p, "3"), NULL, &said);
    if (exit_of(status) != 0)
        g_error("recording into what is left: %s", said);
    g_assert_cmpint(check_left(p->db), ==, MAX(steps_before, 0) + 4);
}

/* ---- killed, stopped ---- */

static double seconds_of(const Place *p, const char *steps)
{
    gint64 t = g_get_monotonic_time();
    g_assert_cmpint(exit_of(run_to_end((const char *const[])RECORD(p, steps), NULL, NULL)), ==, 0);
    double s = (double)(g_get_monotonic_time() - t) / 1e6;
    g_unlink(p->db);
    return s;
}

static void end_at_random(int signal_number, int times)
{
    Place p = place_new();
    double whole_s = seconds_of(&p, MANY);
    for (int i = 0; i < times; i++) {
        int before = check_left(p.db);
        Child c = start((const char *const[])RECORD(&p, MANY), NULL);
        g_usleep((gulong)(1e6 * whole_s * g_test_rand_double_range(0, 1.1)));
        kill(c.pid, signal_number);
        g_autofree char *said = NULL;
        int status = end(&c, 20, &said);
        if (signal_number == SIGKILL)
            g_assert_true(exit_of(status) == 0 || WIFSIGNALED(status));
        else /* before or after it handles signals */
            g_assert_true(exit_of(status) == 0 || (exit_of(status) == 1 && strstr(said, "stopped")) || (WIFSIGNALED(status) && WTERMSIG(status) == signal_number));
        int n = check_left(p.db);
        g_assert_cmpint(n, >=, before);
        g_test_message("%d: %d steps left", i, n);
        check_again(&p, n);
        if (i % 3 == 2) /* otherwise the next recording uses the same file */
            g_unlink(p.db);
    }
    place_clear(&p);
}

static void test_killed(void)
{
    end_at_random(SIGKILL, g_test_slow() ? 150 : KILLS);
}

static void test_stopped(void)
{
    end_at_random(SIGTERM, g_test_slow() ? 60 : STOPS);
}

/* Killed while the file is being finished: nothing is lost, and `optimize` finishes it. */
static void test_stopped_finish(void)
{
    Place p = place_new();
    Child c = start((const char *const[]){ "run", p.program, "--remedies", "0", "--steps", "9000", "--whole-steps", "0", "--progress", "-o", p.db, NULL }, NULL);
    char text[1 << 16];
    bool finishing = false;
    while (!finishing && waitpid(c.pid, NULL, WNOHANG) == 0) {
        ssize_t n = pread(fileno(c.err), text, sizeof text - 1, 0);
        text[MAX(n, 0)] = '\0';
        finishing = strstr(text, "levels of detail") || strstr(text, "where the time went") || strstr(text, "indexes");
        g_usleep(1000);
    }
    if (!finishing) {
        g_test_skip("it was finished before it could be stopped");
        fclose(c.err);
        place_clear(&p);
        return;
    }
    kill(c.pid, SIGTERM);
    gint64 t = g_get_monotonic_time();
    g_autofree char *said = NULL;
    int status = end(&c, 20, &said);
    g_test_message("ended %.3f s after the signal", (double)(g_get_monotonic_time() - t) / 1e6);
    g_assert_cmpint(g_get_monotonic_time() - t, <, 5 * G_USEC_PER_SEC);
    g_assert_cmpint(exit_of(status), ==, 1);
    g_assert_cmpint(check_left(p.db), ==, 9001);
    g_assert_cmpint(exit_of(run_to_end((const char *const[]){ "optimize", p.db, NULL }, NULL, NULL)), ==, 0);
    TraceReader *r = trace_open(p.db, NULL);
    g_assert_true(trace_is_finished(r));
    g_autoptr(GArray) parts = trace_query_step_parts(r, 1, 0, NULL);
    g_assert_cmpuint(parts->len, ==, 8);
    trace_close(r);
    check_keys(p.db);
    place_clear(&p);
}

/* ---- no room on the disk ---- */

/* The number after "the steps up to number "; -1 where there is none. */
static int last_kept(const char *said)
{
    const char *at = strstr(said, "the steps up to number ");
    return at ? atoi(at + strlen("the steps up to number ")) : -1;
}

static void check_full(const Place *p, const char *said)
{
    g_test_message("%s", said);
    g_assert_nonnull(strstr(said, p->db));
    g_assert_nonnull(strstr(said, " free in "));
    int kept = last_kept(said), there = check_left(p->db);
    if (kept < 0)
        g_assert_nonnull(strstr(said, "no step of this run is kept"));
    g_assert_cmpint(kept, ==, there - 1); /* numbered from 0 */
}

/* File sizes are limited: the run completes, even if recording has to stop. */
static void test_full(void)
{
    static const int64_t limits[] = { 1 << 20, 4 << 20 };
    for (size_t i = 0; i < G_N_ELEMENTS(limits); i++)
        for (int go_on = 0; go_on < 2; go_on++) {
            Place p = place_new();
            g_autofree char *said = NULL;
            int status = run_to_end((const char *const[]){ "run", p.program, "--remedies", "0", "--steps", MANY, "--whole-steps", "0", "--on-trace-error",
                                                           go_on ? "go-on" : "stop", "-o", p.db, NULL },
                                    &(Limit){ RLIMIT_FSIZE, (rlim_t)limits[i] }, &said);
            g_assert_cmpint(exit_of(status), ==, go_on ? 0 : 1);
            check_full(&p, said);
            int n = check_left(p.db);
            check_again(&p, n);
            place_clear(&p);
        }
}

/* A full file system, where one can be mounted: as root, or in a user namespace. The file is also read there. */
static void test_full_disk(void)
{
    Place p = place_new();
    static const char script[] =
        "set -e\n"
        "mkdir -p \"$1/disk\"; mount -t tmpfs -o size=2500k tmpfs \"$1/disk\" 2>/dev/null || exit 77\n"
        "status=0; \"$SHARDSCOPE_BIN\" run \"$2\" --remedies 0 --steps " MANY " --whole-steps 0 -o \"$1/disk/t.db\" >/dev/null 2>\"$1/said\" || status=$?\n"
        "[ $status = 1 ] || exit 2\n"
        "\"$SHARDSCOPE_BIN\" report \"$1/disk/t.db\" steps --json >\"$1/steps\" || exit 3\n"
        "cp \"$1\"/disk/t.db* \"$1\"/; umount \"$1/disk\"; rmdir \"$1/disk\"\n";
    g_autofree char *said_path = g_build_filename(p.dir, "said", NULL), *said = NULL, *out = NULL, *err = NULL;
    int status = 0;
    char *argv[] = { "unshare", "-Urm", "sh", "-c", (char *)script, "sh", p.dir, p.program, NULL };
    bool ran = g_spawn_sync(NULL, argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out, &err, &status, NULL);
    if (!ran || exit_of(status) == 77 || strstr(err, "unshare")) {
        g_test_skip("no file system can be mounted here");
    } else {
        g_assert_cmpint(exit_of(status), ==, 0);
        g_assert_true(g_file_get_contents(said_path, &said, NULL, NULL));
        g_assert_nonnull(strstr(said, "the disk is full"));
        g_assert_nonnull(strstr(said, " free in "));
        g_assert_cmpint(last_kept(said), ==, check_left(p.db) - 1);
        check_again(&p, check_left(p.db));
    }
    place_clear(&p);
}

/* ---- two at once ---- */

static void test_two_recorders(void)
{
    for (int i = 0; i < PAIRS; i++) {
        Place p = place_new();
        Child a = start((const char *const[])RECORD(&p, MANY), NULL);
        g_usleep((gulong)i * 15000);
        Child b = start((const char *const[])RECORD(&p, MANY), NULL);
        g_autofree char *said_a = NULL, *said_b = NULL;
        int end_a = exit_of(end(&a, 60, &said_a)), end_b = exit_of(end(&b, 60, &said_b));
        g_assert_true(end_a == 0 || end_b == 0);
        if (end_a)
            g_assert_nonnull(strstr(said_a, "is recording into this file"));
        if (end_b)
            g_assert_nonnull(strstr(said_b, "is recording into this file"));
        g_assert_cmpint(check_left(p.db), ==, (atoi(MANY) + 1) * ((end_a == 0) + (end_b == 0)));
        place_clear(&p);
    }
}

/* ---- little memory ---- */

/* With any limit on address space, the command succeeds, or reports what is missing and exits with 1. */
static void test_little_memory(void)
{
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
    g_test_skip("sanitizers take address space of their own");
    return;
#endif
    Place p = place_new();
    g_autofree char *db = g_build_filename(p.dir, "there.db", NULL), *page = g_build_filename(p.dir, "p.html", NULL), *large = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "data", "matmul.mlir", NULL);
    g_assert_cmpint(exit_of(run_to_end((const char *const[]){ "run", p.program, "--steps", "5", "--remedies", "0", "-o", db, NULL }, NULL, NULL)), ==, 0);
    const char *const commands[][12] = {
        { "compile", p.program },
        { "run", p.program, "--steps", "3", "-o", p.db },
        { "run", p.program, "--workers", "1000" },
        { "run", large, "--mesh", "a=4,b=2" },
        { "verify", large, "--mesh", "a=4,b=2", "--devices", "8" },
        { "eval", large },
        { "report", db, "steps" },
        { "report", db, "--html", page },
        { "compare", db },
        { "show", "--shape", "16,16", "--mesh", "a=4,b=2", "--spec", "P(\"b\",\"a\")" },
    };
    static const int mib[] = { 120, 170, 250, 330, 450, 700 };
    int n_refused = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++)
        for (size_t k = 0; k < G_N_ELEMENTS(mib); k++) {
            g_autofree char *said = NULL;
            Child c = start(commands[i], &(Limit){ RLIMIT_AS, (rlim_t)mib[k] << 20 });
            int status = end(&c, 60, &said), code = exit_of(status);
            g_test_message("%s in %d MiB: %d %s", commands[i][0], mib[k], code, said);
            if (code == 127 && strstr(said, "shared librar")) /* the limit is too small to load the libraries */
                continue;
            if (code != 0 && code != 1)
                g_error("%s in %d MiB of address space: status %d: %s", commands[i][0], mib[k], status, said);
            n_refused += code == 1;
        }
    g_assert_cmpint(n_refused, >, 0);
    if (g_file_test(p.db, G_FILE_TEST_EXISTS))
        check_left(p.db);
    place_clear(&p);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/torture/killed", test_killed);
    g_test_add_func("/torture/stopped", test_stopped);
    g_test_add_func("/torture/stopped-finish", test_stopped_finish);
    g_test_add_func("/torture/full", test_full);
    g_test_add_func("/torture/full-disk", test_full_disk);
    g_test_add_func("/torture/two-recorders", test_two_recorders);
    g_test_add_func("/torture/little-memory", test_little_memory);
    return g_test_run();
}
