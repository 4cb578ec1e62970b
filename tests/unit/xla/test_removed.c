/* What would remove XLA's collectives: an import looks for changes of annotations, whose effects on XLA's own reshards are stored as those of our runs are, so that every
 * view that shows these shows them; and the run can be made again under them. The dump is one that jaxlib wrote (dumps/moves/program.py). */
#include <glib/gstdio.h>
#include <string.h>

#include "runtime/api/job.h"
#include "runtime/xla/import.h"
#include "trace/verdict.h"

static char *trace;

static void collect(void *user, const char *line)
{
    g_string_append_printf(user, "%s\n", line);
}

static void import(const char *name, double seconds, GString *told)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *dir = g_dir_make_tmp("xla-removed-XXXXXX", NULL), *path = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "tests/unit/xla/dumps", name, NULL);
    g_free(trace);
    trace = g_build_filename(dir, "x.db", NULL);
    char *paths[] = { path };
    XlaImported out;
    g_assert_true(xla_import(&(XlaImportOptions){ .paths = paths, .n_paths = 1, .trace = trace, .remedies_s = seconds, .no_plan = true, .tell = collect, .user = told }, &out, &error));
    g_assert_no_error(error);
}

static void end(void)
{
    g_autofree char *dir = g_path_get_dirname(trace);
    g_unlink(trace);
    g_rmdir(dir);
}

static const TraceRunInfo *first_run(TraceReader *r, GArray **runs)
{
    *runs = trace_query_runs(r, NULL);
    return TRACE_AT(*runs, TraceRunInfo, 0);
}

/* Every reshard that sends something has a change that removes it, changes that were tried, or a sentence that says why there are none. */
static void test_rows(void)
{
    g_autoptr(GString) told = g_string_new(NULL);
    import("moves", 0.2, told);
    g_autoptr(TraceReader) r = trace_open(trace, NULL);
    g_autoptr(GArray) runs = NULL;
    const TraceRunInfo *run = first_run(r, &runs);
    g_autoptr(GArray) reshards = trace_query_reshards(r, run->module_id, NULL), remedies = trace_query_remedies(r, run->module_id, 0, NULL);
    int n = 0, removed = 0, silent = 0;
    for (guint i = 0; i < reshards->len; i++) {
        const TraceReshardRow *x = TRACE_AT(reshards, TraceReshardRow, i);
        if (x->shared_with || x->traffic.v <= 0)
            continue;
        g_autoptr(GArray) tried = trace_query_tried(r, x->id, NULL);
        n++;
        removed += x->remedy != NULL;
        silent += !x->remedy && tried->len == 0;
        g_assert_nonnull(trace_remedy_none(run, tried->len > 0));
    }
    g_assert_cmpint(n, ==, 11);
    g_assert_cmpint(removed, >=, 6);
    g_assert_cmpint(silent, <=, 2);
    g_autofree char *line = g_strdup_printf("changes of annotations would remove %d of %d changes of layout", removed, n);
    g_assert_nonnull(strstr(told->str, line));
    for (guint i = 0; i < remedies->len; i++) {
        const TraceRemedyRow *y = TRACE_AT(remedies, TraceRemedyRow, i);
        g_assert_cmpint(y->before_traffic.v, ==, run->traffic.v); /* XLA's own bytes */
        g_assert_true(y->after_traffic.known && y->after_traffic.v >= 0);
        g_assert_false(y->n_coll.known || y->checked.known);      /* XLA has not been asked */
        g_assert_nonnull(y->edits);
    }
    end();
}

/* A change of one table removes that table's sums: the other's stay, as XLA does with all that is laid out as it was, whatever our own plan would do then. */
static void test_as_before(void)
{
    g_autoptr(GString) told = g_string_new(NULL);
    import("two_tables", 0.2, told);
    g_autoptr(TraceReader) r = trace_open(trace, NULL);
    g_autoptr(GArray) runs = NULL;
    const TraceRunInfo *run = first_run(r, &runs);
    g_autoptr(GArray) reshards = trace_query_reshards(r, run->module_id, NULL);
    g_assert_cmpuint(reshards->len, ==, 2);
    int of_one = 0;
    for (guint i = 0; i < reshards->len; i++) {
        const TraceReshardRow *x = TRACE_AT(reshards, TraceReshardRow, i);
        bool up = strstr(x->why, "gather (two_tables.py:10)") != NULL;
        const char *mine = up ? " up:" : " down:", *other = up ? " down:" : " up:";
        g_autoptr(GArray) remedies = trace_query_remedies(r, run->module_id, x->id, NULL);
        for (guint k = 0; k < remedies->len; k++) {
            const char *text = TRACE_AT(remedies, TraceRemedyRow, k)->text;
            g_assert_true(strstr(text, mine) || !strstr(text, other));
            of_one += !strstr(text, other);
        }
    }
    g_assert_cmpint(of_one, >=, 2);
    end();
}

/* The program as given to XLA is in the trace, so that it is made again under a change; the collectives that were said to go are gone. */
static void test_again(void)
{
    g_autoptr(GString) told = g_string_new(NULL);
    import("moves", 0.2, told);
    g_autoptr(GError) error = NULL;
    JobOptions o = { .again = trace, .again_run = "1", .remedy = 1, .no_execute = true };
    g_autoptr(Job) job = job_new(&o, &error);
    g_assert_no_error(error);
    g_assert_true(job_run(job, &error));
    g_autoptr(TraceReader) r = trace_open(trace, NULL);
    g_autoptr(GArray) runs = NULL;
    const TraceRunInfo *xla = first_run(r, &runs);
    g_assert_cmpuint(runs->len, ==, 2);
    g_assert_true(xla->can_again);
    g_assert_cmpint(TRACE_AT(runs, TraceRunInfo, 1)->traffic.v, <, xla->traffic.v);
    g_clear_pointer(&r, trace_close);
    end();
}

/* Nothing is looked for unless asked for, and the sentence is then left out. */
static void test_not_asked(void)
{
    g_autoptr(GString) told = g_string_new(NULL);
    import("moves", 0, told);
    g_autoptr(TraceReader) r = trace_open(trace, NULL);
    g_autoptr(GArray) runs = NULL;
    const TraceRunInfo *run = first_run(r, &runs);
    g_assert_false(run->remedies_tried.known);
    g_assert_null(trace_remedy_none(run, false));
    g_assert_null(strstr(told->str, "changes of annotations"));
    end();
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xla/removed/rows", test_rows);
    g_test_add_func("/xla/removed/as-before", test_as_before);
    g_test_add_func("/xla/removed/again", test_again);
    g_test_add_func("/xla/removed/not-asked", test_not_asked);
    int status = g_test_run();
    g_free(trace);
    return status;
}
