/* Tables, stacks and graphs that traces are exported to, compared with the trace and its reports; a part of test_export.c. */
#include "tests/unit/trace/export_read.h"
#include "tests/unit/trace/export_traces.h"

#include <string.h>

#include "trace/query_impl.h"

/* ---- tables ---------------------------------------------------------------------------------------------------------------------------------- */

static int column_of(const GPtrArray *rows, const char *name)
{
    char **heads = rows->pdata[0];
    for (int i = 0; heads[i]; i++)
        if (g_str_equal(heads[i], name))
            return i;
    g_error("no column %s", name);
}

static int64_t sum_of(const GPtrArray *rows, const char *column)
{
    int k = column_of(rows, column);
    int64_t sum = 0;
    for (guint i = 1; i < rows->len; i++)
        sum += g_ascii_strtoll(((char **)rows->pdata[i])[k], NULL, 10);
    return sum;
}

static void check_same(const GPtrArray *a, const GPtrArray *b)
{
    g_assert_cmpuint(a->len, ==, b->len);
    for (guint i = 0; i < a->len; i++) {
        char **x = a->pdata[i], **y = b->pdata[i];
        g_assert_cmpuint(g_strv_length(x), ==, g_strv_length(y));
        for (int k = 0; x[k]; k++)
            g_assert_cmpstr(x[k], ==, y[k]);
    }
}

/* Each table is the same in both forms; the folders have the same files. */
static void test_tables(void)
{
    for (size_t i = 0; i < N_TRACES; i++) {
        g_autoptr(TraceReader) r = open_trace(i);
        g_autofree char *csv = export_to(r, "csv", (TraceExport){ 0 }, NULL), *parquet = export_to(r, "parquet", (TraceExport){ 0 }, NULL);
        GDir *folder = g_dir_open(csv, 0, NULL);
        int n = 0;
        for (const char *name; (name = g_dir_read_name(folder));) {
            if (!g_str_has_suffix(name, ".csv"))
                continue;
            g_autofree char *stem = g_strndup(name, strlen(name) - 4), *other = g_strconcat(stem, ".parquet", NULL);
            g_autofree char *a = g_build_filename(csv, name, NULL), *b = g_build_filename(parquet, other, NULL);
            g_autoptr(GPtrArray) x = read_csv(a), y = read_parquet(b);
            if (x->len) /* a report's table without rows and columns */
                check_same(x, y);
            n++;
        }
        g_dir_close(folder);
        g_assert_cmpint(n, >, 12);
        g_autofree char *events = g_build_filename(csv, "events.csv", NULL), *parts = g_build_filename(csv, "step_parts.csv", NULL);
        g_autoptr(GPtrArray) e = read_csv(events), p = read_csv(parts);
        g_assert_cmpint(sum_of(e, "dur_ns"), ==, number(r, "SELECT COALESCE(sum(dur_ns), 0) FROM event", 0));
        g_assert_cmpint(sum_of(p, "ns"), ==, number(r, "SELECT COALESCE(sum(ns), 0) FROM step_part", 0));
        g_autofree char *notes = g_build_filename(csv, "notes.txt", NULL);
        g_assert_true(!g_str_equal(traces[i].name, "sums.db") || g_file_test(notes, G_FILE_TEST_EXISTS));
    }
}

/* One table: of the list, of a report, of the trace itself; and groups of rows, where there are many. */
static void test_one_table(void)
{
    g_autoptr(TraceReader) r = open_trace(MEASURED);
    static const char *const names[] = { "steps", "report_collectives_collectives", "inst", "blob" };
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *csv = export_to(r, "csv", (TraceExport){ .table = names[i] }, NULL), *parquet = export_to(r, "parquet", (TraceExport){ .table = names[i] }, NULL);
        g_autoptr(GPtrArray) a = read_csv(csv), b = read_parquet(parquet);
        g_assert_cmpuint(a->len, >, 1);
        check_same(a, b);
    }
    g_autoptr(GPtrArray) report = NULL;
    g_autofree char *csv = export_to(r, "csv", (TraceExport){ .table = "report_collectives_collectives" }, NULL);
    report = read_csv(csv);
    g_autoptr(GArray) runs = trace_query_runs(r, NULL);
    g_autoptr(GArray) colls = trace_query_colls(r, TRACE_AT(runs, TraceRunInfo, 0)->module_id, NULL);
    int64_t total = 0;
    for (guint i = 0; i < colls->len; i++)
        total += TRACE_AT(colls, TraceCollRow, i)->total_ns.v;
    g_assert_cmpint(sum_of(report, "total_ns"), ==, total);
    GError *error = NULL;
    g_autofree char *path = in_dir("none");
    TraceExported done;
    g_assert_false(trace_export(r, "csv", path, &(TraceExport){ .table = "nothing" }, &done, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_USAGE);
    g_assert_nonnull(strstr(error->message, "instructions"));
    g_clear_error(&error);
    g_free(done.note);
}

/* More rows than a group holds, in texts of very different lengths. */
static void test_groups(void)
{
    g_autofree char *path = in_dir("many.db");
    TraceWriter *w = trace_writer_new(path, NULL);
    for (int i = 0; i < 70000; i++) {
        g_autofree char *s = g_strdup_printf("%d%*s", i, i % 1000 ? i % 7 : 4000, "");
        trace_str(w, s);
    }
    g_assert_true(trace_writer_finish(w, NULL));
    g_autoptr(TraceReader) r = trace_open(path, NULL);
    g_autofree char *csv = export_to(r, "csv", (TraceExport){ .table = "str" }, NULL), *parquet = export_to(r, "parquet", (TraceExport){ .table = "str" }, NULL);
    g_autoptr(GPtrArray) a = read_csv(csv), b = read_parquet(parquet);
    g_assert_cmpuint(a->len, >=, 70001);
    check_same(a, b);
}

/* ---- stacks, graphs ---------------------------------------------------------------------------------------------------------------------------- */

static void test_stacks(void)
{
    for (size_t i = 0; i < N_TRACES; i++) {
        g_autoptr(TraceReader) r = open_trace(i);
        TraceExported done;
        g_autofree char *path = export_to(r, "pprof", (TraceExport){ 0 }, &done);
        g_autoptr(Profile) p = read_pprof(path);
        g_assert_cmpint(p->n_types, ==, 3);
        for (int k = 0; k < p->n_types; k++) {
            int lines;
            g_assert_cmpstr(p->type[k], ==, trace_export_value_name(k));
            g_autofree char *folded = export_to(r, "folded", (TraceExport){ .value = p->type[k] }, NULL);
            g_assert_cmpint(read_folded(folded, &lines), ==, p->sum[k]);
            g_assert_cmpint(lines, <=, p->n_samples);
        }
        int64_t run = last_run(r), peak = number(r, "SELECT COALESCE(max(peak_bytes), 0) FROM module WHERE run_id = ?1", run);
        bool own = i == MEASURED || i == SUMS || i == PREDICTED;
        if (own) { /* what its report says: the time of warm steps but for idling, what is hidden beside computing too, and the peak */
            int64_t parts = number(r, "SELECT COALESCE(sum(p.ns + p.hidden_ns), 0) FROM step s JOIN step_part p ON p.step_id = s.id WHERE s.run_id = ?1 AND p.cat <> 5"
                                      " AND (s.warm = 1 OR NOT EXISTS (SELECT 1 FROM step w WHERE w.run_id = ?1 AND w.warm = 1))", run);
            int64_t sums = number(r, "SELECT COALESCE(sum(o.self_ns), 0) FROM step s JOIN op_sum o ON o.step_id = s.id JOIN lane l ON l.id = o.lane_id WHERE s.run_id = ?1"
                                     " AND s.warm = 1 AND l.device_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM step_part p WHERE p.step_id = s.id)", run);
            g_assert_cmpint(p->sum[0], ==, parts + sums); /* sums: of steps too short for rows of their own */
            g_assert_cmpint(p->sum[2], ==, peak);
            g_assert_cmpint(p->sum[1], >, 0);
            g_assert_true(g_hash_table_contains(p->functions, "jit_f") || g_hash_table_size(p->functions) > 5);
        }
        g_assert_true(!g_str_equal(traces[i].name, "xla.db") || (p->sum[1] > 0 && p->sum[2] == peak && p->deepest > 3 && strstr(done.note, "predicted")));
        g_free(done.note);
    }
}

static void test_graph(void)
{
    for (size_t i = MEASURED; i < N_TRACES; i++) {
        g_autoptr(TraceReader) r = open_trace(i);
        g_autofree char *path = export_to(r, "dot", (TraceExport){ 0 }, NULL), *text = NULL;
        g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
        g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
        g_autoptr(GHashTable) nodes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        int64_t ops = 0, collectives = 0;
        for (char **l = lines; *l; l++) {
            const char *of = strstr(*l, ", ops="), *arrow = strstr(*l, " -> ");
            g_assert_false(g_regex_match_simple("^ +s[0-9]+ \\[label=\"P\\((None(, None)*)?\\)\"", *l, 0, 0)); /* what replicates has one colour, whatever its rank */
            if (of) {
                g_hash_table_add(nodes, g_strndup(*l + 2, strcspn(*l + 2, " ")));
                ops += g_ascii_strtoll(of + 6, NULL, 10);
                collectives += strstr(*l, "class=collective") != NULL;
            } else if (arrow) {
                g_autofree char *from = g_strndup(*l + 2, strcspn(*l + 2, " ")), *to = g_strndup(arrow + 4, strcspn(arrow + 4, " ;"));
                g_assert_true(g_hash_table_contains(nodes, from) && g_hash_table_contains(nodes, to));
            }
        }
        g_autoptr(GArray) runs = trace_query_runs(r, NULL);
        int64_t module = TRACE_AT(runs, TraceRunInfo, runs->len - 1)->module_id;
        g_assert_cmpint(ops, ==, number(r, "SELECT count(*) FROM inst i JOIN computation c ON c.id = i.comp_id JOIN snapshot s ON s.id = c.snapshot_id WHERE s.module_id = ?1 AND s.stage = 4"
                                           " AND c.kind NOT IN (2, 6)", module));
        g_assert_cmpint(collectives, ==, number(r, "SELECT count(*) FROM coll k JOIN inst i ON i.id = k.inst_id JOIN computation c ON c.id = i.comp_id JOIN snapshot s ON s.id = c.snapshot_id"
                                                   " WHERE s.module_id = ?1 AND s.stage = 4", module));
        g_assert_true(i == PROFILE || strstr(text, "cluster_shardings")); /* the profile's program says nothing of shardings */
    }
}

void add_table_tests(void)
{
    g_test_add_func("/trace/export/tables", test_tables);
    g_test_add_func("/trace/export/one-table", test_one_table);
    g_test_add_func("/trace/export/groups", test_groups);
    g_test_add_func("/trace/export/stacks", test_stacks);
    g_test_add_func("/trace/export/graph", test_graph);
}
