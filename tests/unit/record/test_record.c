/* Recording a compilation asynchronously: a process that is killed at any moment leaves a file that opens and for which
 * every report works; a process that is not killed leaves the complete record. */
#include "runtime/record/record.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "runtime/text/text.h"
#include "trace/report/report.h"

/* Layers of a perceptron, sharded so that every layer needs a collective. */
static char *program(int layers)
{
    GString *s = g_string_new("HloModule t, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"a\"=4, \"b\"=2]>}}\nENTRY e {\n");
    g_string_append(s, "  x0 = f32[64,64] parameter(0), frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{\\\"a\\\"}, {}]>\"}\n");
    g_string_append(s, "  w = f32[64,64] parameter(1), frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{\\\"a\\\"}, {\\\"b\\\"}]>\"}\n");
    for (int i = 0; i < layers; i++)
        g_string_append_printf(s, "  y%d = f32[64,64] dot(x%d, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n  x%d = f32[64,64] tanh(y%d)\n", i, i, i + 1, i);
    g_string_append_printf(s, "  ROOT r = f32[64,64] copy(x%d)\n}\n", layers);
    return g_string_free(s, FALSE);
}

static void record(const char *db, const char *text, GError **error)
{
    TraceWriter *w = trace_writer_new(db, error);
    g_assert_nonnull(w);
    IrModule *m = program_parse("t.hlo", text, strlen(text), error);
    g_assert_nonnull(m);
    RecordTexts *texts = record_texts_new(w);
    g_autoptr(Compiled) c = compile(m, &(CompileOptions){ .on_text = record_texts_take, .on_text_user = texts }, error);
    g_assert_nonnull(c);
    Record *r = record_run_new(w, &(RecordInfo){ .name = "t", .kind = TRACE_RUN_COMPILED }, c->start_ns);
    record_compiled(r, c, texts);
    record_run_end(r, error);
    record_free(r);
    trace_writer_finish(w, error);
}

/* Makes every report. Returns the number of rows in all tables; 0 if the file does not exist. */
static int64_t ask_everything(const char *db)
{
    GError *error = NULL;
    int64_t rows = 0;
    TraceReader *r = trace_open(db, &error);
    struct stat st;
    if (!r && g_stat(db, &st) == 0 && st.st_size == 0) {
        g_clear_error(&error);
        return 0;
    }
    g_assert_no_error(error);
    g_autoptr(GArray) runs = trace_query_runs(r, &error);
    g_assert_no_error(error);
    for (int i = 0; i < TRACE_N_TABLES; i++) {
        g_autoptr(GArray) all = trace_read_rows(r, (TraceTableId)i, NULL, NULL, 0, &error);
        g_assert_no_error(error);
        rows += all->len;
    }
    g_autoptr(GArray) snapshots = trace_read_rows(r, TRACE_TABLE_snapshot, "WHERE text_id IS NOT NULL", NULL, 0, &error);
    for (guint i = 0; i < snapshots->len; i++) {
        g_autofree char *text = trace_snapshot_text(r, TRACE_AT(snapshots, TraceSnapshot, i)->id, &error);
        g_assert_no_error(error);
        g_assert_nonnull(text);
    }
    int n;
    const Report *const *list = report_list(&n);
    for (int i = 0; i < n && runs->len; i++) {
        g_autoptr(GString) out = g_string_new(NULL);
        ReportOptions options = { 0 };
        if (!report_run(list[i]->name, r, &options, out, &error)) { /* its data is not recorded yet */
            g_assert_error(error, TRACE_ERROR, TRACE_ERROR_MISSING);
            g_clear_error(&error);
        }
    }
    trace_close(r);
    return rows;
}

/* The moments are spread over the time that storing takes: the child is killed as soon as the file, journal included, has a given size.
 * On a busy machine the child may get further, so this is tried until one try interrupts it half-way. */
static void test_killed(void)
{
    g_autofree char *text = program(600), *dir = g_dir_make_tmp("record-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL),
                    *wal = g_strconcat(db, "-wal", NULL), *shm = g_strconcat(db, "-shm", NULL), *journal_file = g_strconcat(db, "-journal", NULL);
    const char *files[] = { db, wal, shm, journal_file };
    GError *error = NULL;
    record(db, text, &error);
    g_assert_no_error(error);
    int64_t whole = ask_everything(db);
    g_assert_cmpint(whole, >, 12000);
    struct stat st;
    g_assert_cmpint(g_stat(db, &st), ==, 0);
    int64_t size = st.st_size;
    int n_killed = 0, n_partly = 0;
    for (int moment = 0; moment < 6 || (!n_partly && moment < 100); moment++) {
        gint64 enough = moment < 6 ? size * moment / 5 : size * g_test_rand_int_range(1, 100) / 100;
        if (moment == 0)
            g_unlink(db);
        pid_t pid = fork();
        if (pid == 0) {
            record(db, text, NULL);
            _exit(0);
        }
        int status = 0;
        pid_t ended = 0;
        for (;;) {
            struct stat now, journal;
            gint64 bytes = (g_stat(db, &now) == 0 ? now.st_size : 0) + (g_stat(wal, &journal) == 0 ? journal.st_size : 0);
            if ((ended = waitpid(pid, &status, WNOHANG)) != 0 || bytes > enough)
                break;
            g_usleep(200);
        }
        if (!ended) {
            kill(pid, SIGKILL);
            g_assert_cmpint(waitpid(pid, &status, 0), ==, pid);
        }
        n_killed += WIFSIGNALED(status);
        g_assert_true(WIFSIGNALED(status) || (WIFEXITED(status) && WEXITSTATUS(status) == 0));
        int64_t rows = ask_everything(db);
        g_assert_cmpint(rows, <=, whole);
        n_partly += rows > 100 && rows < whole;
        g_test_message("%d: %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " rows", moment, rows, whole);
        if (rows) { /* the file can be finished, and recording can continue */
            g_assert_true(trace_optimize(db, NULL, &error));
            g_assert_no_error(error);
            g_assert_cmpint(ask_everything(db), >=, rows);
        }
        if (moment % 3 == 0) {
            record(db, text, &error);
            g_assert_no_error(error);
            g_assert_cmpint(ask_everything(db), >, rows);
        }
        for (int i = 0; i < 4; i++)
            g_unlink(files[i]);
    }
    g_assert_cmpint(n_partly, >, 0);
    g_assert_cmpint(n_killed, >, 0);
    g_unlink(db);
    g_rmdir(dir);
}

/* x is gathered along 'b'; y along 'b', then along 'a'. The gatherings along 'b' become one, of which y has as little as it is then. */
static const char two_gathered[] =
    "HloModule t, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"a\"=4, \"b\"=2]>}}\nENTRY e {\n"
    "  x = f32[16,16] parameter(0), frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{\\\"b\\\"}, {}]>\"}\n"
    "  y = f32[16,16] parameter(1), frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{\\\"b\\\"}, {\\\"a\\\"}]>\"}\n"
    "  u = f32[16,16] custom-call(x), custom_call_target=\"Sharding\", frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{}, {}]>\"}\n"
    "  v = f32[16,16] custom-call(y), custom_call_target=\"Sharding\", frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{}, {}]>\"}\n"
    "  ROOT r = (f32[16,16], f32[16,16]) tuple(u, v)\n}\n";

/* A collective that several were combined into is divided by what it carries for each: a reshard receives what its plan says. */
static void test_combined(void)
{
    g_autofree char *dir = g_dir_make_tmp("record-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL);
    GError *error = NULL;
    record(db, two_gathered, &error);
    g_assert_no_error(error);
    TraceReader *r = trace_open(db, &error);
    g_assert_no_error(error);
    g_autoptr(GArray) runs = trace_query_runs(r, &error);
    g_assert_no_error(error);
    int64_t module = TRACE_AT(runs, TraceRunInfo, 0)->module_id;
    g_autoptr(GArray) colls = trace_query_colls(r, module, &error);
    g_assert_no_error(error);
    g_assert_cmpint(colls->len, ==, 2); /* of three that the plans name */
    g_autoptr(GArray) reshards = trace_query_reshards(r, module, &error);
    g_assert_no_error(error);
    int n_moved = 0;
    for (guint i = 0; i < reshards->len; i++) {
        const TraceReshardRow *x = TRACE_AT(reshards, TraceReshardRow, i);
        if (!x->traffic.v) /* it has what another one gathered */
            continue;
        n_moved++;
        g_assert_cmpint(x->traffic.v, ==, strstr(x->plan, ";") ? 16 * 4 * 4 / 2 + 16 * 16 * 4 * 3 / 4 : 16 * 16 * 4 / 2);
    }
    g_assert_cmpint(n_moved, ==, 2);
    trace_close(r);
    g_unlink(db);
    g_rmdir(dir);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/record/combined", test_combined);
    g_test_add_func("/record/killed", test_killed);
    return g_test_run();
}
