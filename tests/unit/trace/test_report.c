/* The reports on the hand-made trace: text against tests/golden/reports.txt; JSON and CSV by their values, and all three
 * show the same rows. */
#include "tests/unit/trace/sample.h"
#include "trace/db.h"
#include "trace/report/reports.h"
#include "trace/units.h"
#include "trace/verdict.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <sqlite3.h>
#include <string.h>

static char *path;
static TraceReader *reader;

static char *report(const char *name, ReportOptions o)
{
    GString *out = g_string_new(NULL);
    GError *error = NULL;
    g_assert_true(report_run(name, reader, &o, out, &error));
    g_assert_no_error(error);
    return g_string_free(out, FALSE);
}

static char *compare(ReportFormat format, double *worst)
{
    GString *out = g_string_new(NULL);
    GError *error = NULL;
    g_assert_true(report_compare(&(CompareSource){ reader, NULL }, 1, &(ReportOptions){ .format = format }, out, worst, &error));
    g_assert_no_error(error);
    return g_string_free(out, FALSE);
}

/* The file's place is another each time. */
static void add(GString *all, const char *title, char *text)
{
    g_auto(GStrv) parts = g_strsplit(text, path, -1);
    g_autofree char *plain = g_strjoinv("TRACE.db", parts);
    g_string_append_printf(all, "==== %s\n%s", title, plain);
    g_free(text);
}

static void test_text(void)
{
    g_autoptr(GString) all = g_string_new(NULL);
    int n;
    const Report *const *list = report_list(&n);
    for (int i = 0; i < n; i++)
        add(all, list[i]->name, report(list[i]->name, (ReportOptions){ 0 }));
    add(all, "steps of one run", report("steps", (ReportOptions){ .run = "split" }));
    add(all, "reshards --remove", report("reshards", (ReportOptions){ .remove = true, .run = "gathered" }));
    add(all, "reshards, number 0", report("reshards", (ReportOptions){ .has_number = true, .run = "gathered" }));
    add(all, "shardings --all", report("shardings", (ReportOptions){ .all = true, .run = "gathered" }));
    add(all, "shardings --why %z", report("shardings", (ReportOptions){ .why = "%z", .run = "gathered" }));
    add(all, "shardings --why %w", report("shardings", (ReportOptions){ .why = "%w", .run = "gathered" }));
    add(all, "memory --all", report("memory", (ReportOptions){ .all = true, .run = "split" }));
    add(all, "compare", compare(REPORT_TEXT, NULL));
    g_autofree char *golden = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "tests", "golden", "reports.txt", NULL);
    if (g_getenv("GOLDEN_UPDATE"))
        g_assert_true(g_file_set_contents(golden, all->str, -1, NULL));
    g_autofree char *want = NULL;
    g_assert_true(g_file_get_contents(golden, &want, NULL, NULL));
    g_assert_cmpstr(all->str, ==, want);
}

static JsonParser *parse(char *text)
{
    JsonParser *p = json_parser_new();
    GError *error = NULL;
    g_assert_true(json_parser_load_from_data(p, text, -1, &error));
    g_assert_no_error(error);
    g_free(text);
    return p;
}

static JsonObject *run_of(JsonParser *p, guint i)
{
    JsonObject *root = json_node_get_object(json_parser_get_root(p));
    return json_array_get_object_element(json_object_get_array_member(root, "runs"), i);
}

static JsonObject *row_of(JsonObject *run, const char *table, guint i)
{
    return json_array_get_object_element(json_object_get_array_member(run, table), i);
}

static void test_json(void)
{
    g_autoptr(JsonParser) steps = parse(report("steps", (ReportOptions){ .format = REPORT_JSON }));
    g_assert_cmpstr(json_object_get_string_member(run_of(steps, 1), "label"), ==, "split");
    JsonObject *summary = row_of(run_of(steps, 0), "summary", 0);
    g_assert_cmpint(json_object_get_int_member(summary, "median_ns"), ==, 101500);
    g_assert_cmpint(json_object_get_int_member(row_of(run_of(steps, 0), "devices", 0), "exposed_collective_ns"), ==, 15000);
    g_autoptr(JsonParser) reshards = parse(report("reshards", (ReportOptions){ .format = REPORT_JSON, .run = "gathered" }));
    JsonObject *row = row_of(run_of(reshards, 0), "reshards", 0);
    g_assert_cmpint(json_object_get_int_member(row, "bytes"), ==, 8388608);
    g_assert_cmpstr(json_object_get_string_member(row, "plan"), ==, "all-gather(dim 1, a)");
    g_assert_true(json_object_get_null_member(row, "shared_with"));
    g_autoptr(JsonParser) why = parse(report("shardings", (ReportOptions){ .format = REPORT_JSON, .why = "z", .run = "gathered" }));
    g_assert_cmpuint(json_array_get_length(json_object_get_array_member(run_of(why, 0), "chain")), ==, 4);
    g_autoptr(JsonParser) compared = parse(compare(REPORT_JSON, NULL));
    g_assert_cmpint(json_object_get_int_member(row_of(run_of(compared, 0), "runs", 0), "all_gather_count"), ==, 1);
    g_assert_cmpint(json_object_get_int_member(row_of(run_of(compared, 0), "runs", 1), "all_gather_count"), ==, 0);
    g_assert_nonnull(strstr(json_object_get_string_member(row_of(run_of(compared, 0), "slower", 0), "why"), "because the contracting"));
}

/* Rows of the main table, in each format: as many in JSON as lines in CSV less the heading, each with as many fields
 * as the heading. */
static void test_csv(void)
{
    static const struct { const char *name, *table; } mains[] = {
        { "steps", "steps" }, { "reshards", "reshards" }, { "collectives", "collectives" }, { "passes", "passes" },
        { "memory", "buffers" }, { "shardings", "shardings" }, { "ops", "ops" }, { "log", "reshards" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(mains); i++) {
        g_autofree char *csv = report(mains[i].name, (ReportOptions){ .format = REPORT_CSV });
        g_auto(GStrv) lines = g_strsplit(csv, "\r\n", -1);
        g_autoptr(JsonParser) json = parse(report(mains[i].name, (ReportOptions){ .format = REPORT_JSON }));
        guint rows = 0, columns = 0;
        for (guint k = 0; k < 2; k++) {
            JsonArray *table = json_object_get_array_member(run_of(json, k), mains[i].table);
            rows += json_array_get_length(table);
            if (json_array_get_length(table))
                columns = json_object_get_size(json_array_get_object_element(table, 0));
        }
        g_assert_cmpuint(g_strv_length(lines), ==, rows + 2); /* heading, rows, end */
        g_assert_true(g_str_has_prefix(lines[0], "run,"));
        for (guint k = 0; k <= rows; k++) {
            guint fields = 1;
            bool quoted = false;
            for (const char *p = lines[k]; *p; p++) {
                quoted ^= *p == '"';
                fields += !quoted && *p == ',';
            }
            g_assert_false(quoted);
            g_assert_cmpuint(fields, ==, columns + 1);
        }
    }
    g_autofree char *passes = report("passes", (ReportOptions){ .format = REPORT_CSV, .run = "split" });
    g_assert_nonnull(strstr(passes, "\r\nsplit,1,reshard,,700000,no,5,0,0,0,0,0\r\n"));
    g_autofree char *shardings = report("shardings", (ReportOptions){ .format = REPORT_CSV, .run = "split" });
    g_assert_nonnull(strstr(shardings, ",\"{a, _}\",\"{a, _}\",2,1,8388608,16777216,user,\"P('a', None)\",\"P('a', None)\",train.py:10,x\r\n"));
}

static void test_compare(void)
{
    double worst;
    g_free(compare(REPORT_TEXT, &worst));
    g_assert_cmpfloat(worst, ==, 0); /* the first run is the slower one */
    int64_t b;
    g_assert_true(trace_find_run(reader, "split", &b, NULL));
    TraceReader *other = trace_open(path, NULL);
    GString *out = g_string_new(NULL);
    CompareSource sources[] = { { reader, "split" }, { other, "gathered" } };
    g_assert_true(report_compare(sources, 2, &(ReportOptions){ .format = REPORT_TEXT }, out, &worst, NULL));
    g_assert_cmpfloat(fabs(worst - 100 * (101500. / 51500 - 1)), <, 1e-9);
    g_assert_nonnull(strstr(out->str, "\ngathered: all-gather of y, 8 MiB, because the contracting dimension of z is split over a in y and whole in v (train.py:13); 1.5"));
    g_string_truncate(out, 0);
    /* Listed as asked: the runs by a column, and so many of them. */
    static const struct { const char *sort; int64_t top; const char *first; bool second; } lists[] = {
        { "median_ns", 0, "\n  split ", true }, { "median_ns:desc", 0, "\n  gathered ", true }, { "step median", 1, "\n  split ", false }, { "bytes:desc", 1, "\n  gathered ", false },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(lists); i++) {
        g_assert_true(report_compare(sources, 2, &(ReportOptions){ .format = REPORT_TEXT, .sort = lists[i].sort, .top = lists[i].top }, out, NULL, NULL));
        const char *a = strstr(out->str, "\n  split "), *b_at = strstr(out->str, "\n  gathered "), *first = strstr(out->str, lists[i].first);
        g_assert_nonnull(first);
        if (lists[i].second)
            g_assert_true(first == (a < b_at ? a : b_at));
        else
            g_assert_true(strstr(out->str, "1 more line left out"));
        g_string_truncate(out, 0);
    }
    GError *error = NULL;
    g_assert_false(report_compare(sources, 2, &(ReportOptions){ .format = REPORT_TEXT, .sort = "size of the moon" }, out, NULL, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_USAGE);
    g_clear_error(&error);
    g_assert_cmpuint(out->len, ==, 0);
    trace_close(other);
    /* From two files, the labels name them. */
    char *second = sample_path("b.db");
    sample_write(second);
    sources[1].reader = other = trace_open(second, NULL);
    g_assert_true(report_compare(sources, 2, &(ReportOptions){ .format = REPORT_TEXT }, out, &worst, NULL));
    g_assert_nonnull(strstr(out->str, "\nb.db:gathered: all-gather of y, 8 MiB, because"));
    g_assert_nonnull(strstr(out->str, "  a.db:split "));
    trace_close(other);
    sample_remove(second);
    g_string_free(out, TRUE);
}

static void test_errors(void)
{
    GString *out = g_string_new(NULL);
    GError *error = NULL;
    g_assert_false(report_run("stepz", reader, &(ReportOptions){ 0 }, out, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_USAGE);
    g_clear_error(&error);
    g_assert_false(report_run("steps", reader, &(ReportOptions){ .run = "third" }, out, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_MISSING);
    g_clear_error(&error);
    g_assert_false(report_run("shardings", reader, &(ReportOptions){ .why = "%q" }, out, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_MISSING);
    g_clear_error(&error);
    g_assert_false(report_run("reshards", reader, &(ReportOptions){ .has_number = true, .number = 9 }, out, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_MISSING);
    g_clear_error(&error);
    g_assert_cmpuint(out->len, ==, 0);
    g_string_free(out, TRUE);
}

/* A trace with nothing in it reports nothing, in every format, and does not fail. */
static void test_empty(void)
{
    char *file = sample_path("e.db");
    TraceWriter *w = trace_writer_new(file, NULL);
    trace_put_run(w, &(TraceRun){ .name = "empty", .producer = "t" });
    g_assert_true(trace_writer_finish(w, NULL));
    TraceReader *r = trace_open(file, NULL);
    int n;
    const Report *const *list = report_list(&n);
    GString *out = g_string_new(NULL);
    GError *error = NULL;
    for (int i = 0; i < n; i++)
        for (int f = REPORT_TEXT; f <= REPORT_CSV; f++) {
            g_assert_true(report_run(list[i]->name, r, &(ReportOptions){ .format = (ReportFormat)f }, out, &error));
            g_assert_no_error(error);
        }
    g_assert_true(report_compare(&(CompareSource){ r, NULL }, 1, &(ReportOptions){ .format = REPORT_TEXT }, out, NULL, &error));
    g_assert_nonnull(strstr(out->str, "no run can be called faster"));
    g_string_free(out, TRUE);
    trace_close(r);
    sample_remove(file);
}

static void test_units(void)
{
    static const struct { int64_t v; const char *s; } bytes[] = {
        { 0, "0 B" }, { 1023, "1023 B" }, { 1024, "1 KiB" }, { 8388608, "8 MiB" }, { 8912896, "8.5 MiB" }, { -1536, "-1.5 KiB" },
        { INT64_MAX, "8388608 TiB" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(bytes); i++) {
        g_autofree char *s = g_strdup(trace_bytes(bytes[i].v).s);
        g_assert_cmpstr(s, ==, bytes[i].s);
    }
    static const struct { double v; const char *s; } times[] = {
        { 0, "0 ns" }, { 999, "999 ns" }, { 1000, "1.00 µs" }, { 101500, "101.5 µs" }, { 12345678, "12.3 ms" }, { -45000, "-45.0 µs" }, { 5e9, "5.00 s" },
        { -0.3, "0 ns" }, { -0.0, "0 ns" }, { -0.6, "-1 ns" }, { 728.5, "729 ns" }, { 999.5, "1.00 µs" }, { 86949.9476, "87.0 µs" }, { 86950, "87.0 µs" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(times); i++) {
        g_autofree char *s = g_strdup(trace_ns(times[i].v).s);
        g_assert_cmpstr(s, ==, times[i].s);
    }
    g_assert_cmpstr(trace_percent(-0.04).s, ==, "0.0 %");
    g_assert_cmpstr(trace_percent(12.34).s, ==, "12.3 %");
    g_assert_cmpstr(trace_change(-0.04).s, ==, "0.0 %");
    g_assert_cmpstr(trace_change(0.04).s, ==, "0.0 %");
    g_assert_cmpstr(trace_change(-1.26).s, ==, "-1.3 %");
    g_assert_cmpstr(trace_change(1.26).s, ==, "+1.3 %");
}

/* As a process leaves it that was killed while it compiled. */
static void test_no_run(void)
{
    char *file = sample_path("n.db");
    GError *error = NULL;
    TraceWriter *w = trace_writer_new(file, &error);
    g_assert_no_error(error);
    trace_writer_free(w);
    g_autoptr(TraceReader) r = trace_open(file, &error);
    g_assert_no_error(error);
    int n;
    const Report *const *list = report_list(&n);
    for (int i = 0; i < n; i++) {
        g_autoptr(GString) out = g_string_new(NULL);
        g_assert_true(report_run(list[i]->name, r, &(ReportOptions){ 0 }, out, &error));
        g_assert_no_error(error);
        g_assert_nonnull(strstr(out->str, "This trace holds no run"));
    }
    trace_close(g_steal_pointer(&r));
    sample_remove(file);
}

static GArray *steps_of(int n, int64_t base, int64_t spread)
{
    GArray *rows = g_array_new(FALSE, TRUE, sizeof(TraceStepRow));
    for (int i = 0; i < n; i++) {
        TraceStepRow s = { .num = i, .warm = i > 0, .dur_ns = i ? base + i * 7919 % 11 * spread : 100 * base };
        g_array_append_val(rows, s);
    }
    return rows;
}

/* Whether a difference is noise is said by one function: never of a run and itself, nor of what is clearly apart. */
/* Runs that are the functions of a process: people get a list of them and the one that took most, programs get all. */
static void test_process(void)
{
    char *file = sample_path("process.db");
    sample_write(file);
    sqlite3 *db;
    g_assert_cmpint(sqlite3_open(file, &db), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_exec(db, "UPDATE run SET process = 'python train.py, process 7'", NULL, NULL, NULL), ==, SQLITE_OK);
    sqlite3_close(db);
    GError *error = NULL;
    TraceReader *r = trace_open(file, &error);
    g_assert_no_error(error);
    g_autoptr(GArray) runs = trace_query_runs(r, &error);
    g_assert_cmpuint(runs->len, >, 1);
    const TraceRunInfo *main_run = NULL;
    for (guint i = 0; i < runs->len; i++)
        if (trace_run_is_main(runs, i)) {
            g_assert_null(main_run);
            main_run = TRACE_AT(runs, TraceRunInfo, i);
        }
    g_assert_nonnull(main_run);
    for (guint i = 0; i < runs->len; i++)
        g_assert_cmpint(TRACE_AT(runs, TraceRunInfo, i)->steps_ns, <=, main_run->steps_ns);
    g_autoptr(GString) text = g_string_new(NULL), json = g_string_new(NULL), both = g_string_new(NULL);
    g_assert_true(report_run("steps", r, &(ReportOptions){ 0 }, text, &error));
    g_assert_true(report_run("steps", r, &(ReportOptions){ .format = REPORT_JSON }, json, &error));
    g_assert_true(report_compare(&(CompareSource){ r, NULL }, 1, &(ReportOptions){ .format = REPORT_TEXT }, both, NULL, &error));
    g_assert_nonnull(strstr(text->str, "python train.py, process 7"));
    g_assert_nonnull(strstr(text->str, "--run NAME shows another function"));
    for (guint i = 0; i < runs->len; i++) {
        const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, i);
        g_autofree char *heading = g_strdup_printf("run %s\n", run->title), *member = g_strdup_printf("\"%s\"", run->title);
        g_assert_true((strstr(text->str, heading) != NULL) == (run == main_run));
        g_assert_nonnull(strstr(json->str, member));
    }
    g_assert_nonnull(strstr(both->str, main_run->title));
    trace_close(r);
    sample_remove(file);
}

/* The sample with its rows changed. To be closed, and its file removed. */
static TraceReader *edited(const char *file, const char *sql)
{
    sample_write(file);
    sqlite3 *db;
    g_assert_cmpint(sqlite3_open(file, &db), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_exec(db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
    sqlite3_close(db);
    GError *error = NULL;
    TraceReader *r = trace_open(file, &error);
    g_assert_no_error(error);
    return r;
}

/* What all collectives of the run took. */
static int64_t collectives_ns(TraceReader *r, char **note)
{
    g_autoptr(GArray) runs = trace_query_runs(r, NULL);
    const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, 0);
    g_autoptr(GArray) kinds = trace_query_coll_kinds(r, run->module_id, NULL), kept = trace_query_kept(r, run->id, NULL);
    int64_t sum = 0;
    for (guint i = 0; i < kinds->len; i++)
        sum += TRACE_AT(kinds, TraceCollKind, i)->total_ns.v;
    *note = g_strdup(TRACE_AT(kept, TraceKept, 0)->note);
    return sum;
}

/* Without steps, times are of a launch where launches are known, else of all that was recorded; both are said. */
static void test_no_steps(void)
{
    static const struct { const char *sql, *said; int launches; } all[] = {
        { "DELETE FROM step; UPDATE inst_stat SET n = 5", "the mean of the 5 launches", 5 },
        { "DELETE FROM step; UPDATE inst_stat SET n = 1", "the one launch", 1 },
        { "DELETE FROM step; UPDATE computation SET kind = 0", "of the whole profile", 1 },
    };
    int64_t whole = 0;
    for (size_t i = G_N_ELEMENTS(all); i-- > 0;) {
        char *file = sample_path("w.db");
        TraceReader *r = edited(file, all[i].sql);
        g_autofree char *note = NULL;
        int64_t ns = collectives_ns(r, &note);
        whole = whole ? whole : ns;
        g_assert_cmpint(ns, >, 0);
        g_assert_cmpint(ns, ==, whole / all[i].launches);
        g_assert_nonnull(strstr(note, all[i].said));
        for (int f = REPORT_TEXT; f <= REPORT_JSON; f++) {
            g_autoptr(GString) out = g_string_new(NULL);
            g_assert_true(report_run("collectives", r, &(ReportOptions){ .format = (ReportFormat)f }, out, NULL));
            g_assert_nonnull(strstr(out->str, all[i].said));
        }
        trace_close(r);
        sample_remove(file);
    }
}

/* Predicted steps have no median in either report: nobody measured them. */
static void test_no_median(void)
{
    char *file = sample_path("p.db");
    TraceReader *r = edited(file, "UPDATE run SET kind = 2");
    GString *steps = g_string_new(NULL), *both = g_string_new(NULL);
    g_assert_true(report_run("steps", r, &(ReportOptions){ .format = REPORT_JSON }, steps, NULL));
    g_assert_true(report_compare(&(CompareSource){ r, NULL }, 1, &(ReportOptions){ .format = REPORT_JSON }, both, NULL, NULL));
    g_autoptr(JsonParser) a = parse(g_string_free(steps, FALSE)), b = parse(g_string_free(both, FALSE));
    static const char *const measured[] = { "median_ns", "p5_ns", "p95_ns" };
    for (size_t i = 0; i < G_N_ELEMENTS(measured); i++) {
        g_assert_true(json_object_get_null_member(row_of(run_of(a, 0), "summary", 0), measured[i]));
        g_assert_true(json_object_get_null_member(row_of(run_of(b, 0), "runs", 0), measured[i]));
    }
    trace_close(r);
    sample_remove(file);
}

/* A trace as `import` makes it of a dump with n functions: of each XLA's plan, and ours, which is predicted to take twice as long. */
static TraceReader *dump_of(const char *file, int n)
{
    TraceWriter *w = trace_writer_new(file, NULL);
    for (int i = 0; i < 2 * n; i++) {
        g_autofree char *name = g_strdup_printf("jit_%d", i / 2), *label = g_strdup_printf("%s jit_%d", i % 2 ? "Shardscope" : "XLA", i / 2);
        g_autofree char *config = g_strdup_printf("{\"program\": \"%s\", \"shard\": \"x=P(None,\\\"%s\\\")\"}", name, i % 2 ? "b" : "a");
        int64_t run = trace_put_run(w, &(TraceRun){ .name = name, .label = label, .producer = "t", .config = config, .kind = TRACE_INT(TRACE_RUN_IMPORTED) });
        double ns = 1e3 * pow(10, i / 2 % 5) * (1 + i % 2);
        trace_put_module(w, &(TraceModule){ .run_id = run, .name = name, .est_ns = TRACE_REAL(ns), .flops_one = TRACE_REAL(1e6 * (i / 2 + 1)) });
    }
    g_assert_true(trace_writer_finish(w, NULL));
    return trace_open(file, NULL);
}

static char *compared(TraceReader *r, const char *run, ReportFormat format, double *worst)
{
    GString *out = g_string_new(NULL);
    GError *error = NULL;
    report_compare(&(CompareSource){ r, run }, 1, &(ReportOptions){ .format = format }, out, worst, &error);
    g_assert_no_error(error);
    return g_string_free(out, FALSE);
}

/* Runs of different functions are never set against each other; those of one are, the dearest function first. */
static void test_functions(void)
{
    char *file = sample_path("dump.db");
    TraceReader *r = dump_of(file, 3);
    double worst = 0;
    g_autoptr(JsonParser) p = parse(compared(r, NULL, REPORT_JSON, &worst));
    g_assert_cmpfloat(worst, ==, 100);
    static const char *const order[] = { "XLA jit_2", "Shardscope jit_2", "XLA jit_1", "Shardscope jit_1", "XLA jit_0", "Shardscope jit_0" };
    for (guint i = 0; i < G_N_ELEMENTS(order); i++) {
        JsonObject *row = row_of(run_of(p, 0), "runs", i);
        g_assert_cmpstr(json_object_get_string_member(row, "run"), ==, order[i]);
        g_assert_true(g_str_has_suffix(order[i], json_object_get_string_member(row, "function")));
        g_assert_cmpfloat(json_object_get_double_member(row, "slower_percent"), ==, i % 2 ? 100 : 0);
    }
    for (guint i = 0; i < 3; i++) {
        JsonObject *row = row_of(run_of(p, 0), "slower", i);
        g_assert_cmpstr(json_object_get_string_member(row, "run"), ==, order[2 * i + 1]);
        g_assert_cmpstr(json_object_get_string_member(row, "than"), ==, order[2 * i]);
    }
    /* Nor are their settings: what differs is told of each function by itself, as a user of JAX writes it. */
    JsonArray *settings = json_object_get_array_member(run_of(p, 0), "settings");
    g_assert_cmpuint(json_array_get_length(settings), ==, 6);
    for (guint i = 0; i < 6; i++) {
        JsonObject *row = json_array_get_object_element(settings, i);
        g_assert_cmpstr(json_object_get_string_member(row, "run"), ==, order[i]);
        g_assert_cmpstr(json_object_get_string_member(row, "setting"), ==, "shard");
        g_assert_cmpstr(json_object_get_string_member(row, "value"), ==, i % 2 ? "x=P(None, 'b')" : "x=P(None, 'a')");
    }
    g_autofree char *one = compared(r, "jit_1", REPORT_TEXT, NULL), *alone = compared(r, "XLA jit_1", REPORT_TEXT, NULL);
    g_assert_true(strstr(one, "XLA jit_1") && strstr(one, "Shardscope jit_1") && !strstr(one, "jit_0") && !strstr(one, "function"));
    g_assert_true(strstr(alone, "XLA jit_1") && !strstr(alone, "Shardscope jit_1"));
    trace_close(r);
    sample_remove(file);
}

/* Two programs of one name in a dump are two functions; of one program there is none to tell apart, and of many only some are shown. */
static void test_functions_named(void)
{
    char *file = sample_path("same.db");
    TraceReader *r = dump_of(file, 12);
    g_autofree char *text = compared(r, NULL, REPORT_TEXT, NULL), *csv = compared(r, NULL, REPORT_CSV, NULL), *page = compared(r, NULL, REPORT_HTML, NULL);
    g_assert_true(strstr(text, "4 more functions") && strstr(page, "4 more functions") && strstr(text, "FILE:FUNCTION") && strstr(text, "jit_9") && !strstr(text, "jit_10"));
    g_assert_nonnull(strstr(csv, "jit_10"));
    trace_close(r);
    sqlite3 *db;
    g_assert_cmpint(sqlite3_open(file, &db), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_exec(db, "UPDATE run SET name = 'jit_f', label = iif(id % 2, 'XLA jit_f', 'Shardscope jit_f')", NULL, NULL, NULL), ==, SQLITE_OK);
    r = trace_open(file, NULL);
    double worst = 0;
    g_autofree char *same = compared(r, NULL, REPORT_CSV, &worst);
    g_assert_cmpfloat(worst, ==, 100);
    g_assert_nonnull(strstr(same, "jit_f (12)"));
    trace_close(r);
    g_assert_cmpint(sqlite3_exec(db, "UPDATE module SET flops_one = 1", NULL, NULL, NULL), ==, SQLITE_OK);
    sqlite3_close(db);
    r = trace_open(file, NULL);
    g_autofree char *choices = compared(r, NULL, REPORT_TEXT, &worst);
    g_assert_true(worst > 100 && !strstr(choices, "function"));
    trace_close(r);
    sample_remove(file);
}

static void test_difference(void)
{
    g_autoptr(GArray) a = steps_of(20, 1000, 10), b = steps_of(20, 1010, 10), c = steps_of(20, 2000, 10), few = steps_of(3, 2000, 10), none = steps_of(0, 0, 0);
    TraceDifference same = trace_difference(a, a), near = trace_difference(b, a), far = trace_difference(c, a), unsure = trace_difference(few, a), unknown = trace_difference(none, a);
    g_assert_true(trace_is_noise(&same) && trace_is_noise(&near));
    g_assert_cmpfloat(same.part, ==, 0);
    g_assert_true(far.known && far.sure && !trace_is_noise(&far) && far.lo > 0.8 && far.hi < 1.1);
    g_assert_true(far.lo <= far.part && far.part <= far.hi);
    g_assert_true(unsure.known && !unsure.sure && !trace_is_noise(&unsure));
    g_assert_false(unknown.known);
    g_assert_cmpstr(trace_difference_verdict(&near), ==, "within the noise");
    g_assert_nonnull(strstr(trace_difference_text(&near).s, "within the noise"));
    g_assert_cmpstr(trace_difference_verdict(&far), ==, "beyond the noise");
    g_assert_null(trace_difference_verdict(&unknown));
    TraceDifference again = trace_difference(c, a);
    g_assert_cmpfloat(again.lo, ==, far.lo);
    g_assert_cmpstr(trace_gain_text(-250, 1000).s, ==, "25.0 % of the predicted step, 250 ns of 1.00 µs");
}

/* The time by which a plan was chosen beside what the change of layout takes in a step. */
static void test_planned(void)
{
    g_autoptr(GArray) plans = g_array_new(FALSE, TRUE, sizeof(TracePlanRow)), colls = g_array_new(FALSE, TRUE, sizeof(TraceCollRow));
    TracePlanRow dear = { .est_ns = TRACE_REAL(900) }, chosen = { .est_ns = TRACE_REAL(196), .chosen = 1 };
    g_array_append_val(plans, dear);
    g_array_append_val(plans, chosen);
    TraceReshardRow r = { .trips = 1, .est_ns = TRACE_REAL(196), .traffic = TRACE_INT(769) };
    g_autofree char *same = trace_planned_said(&r, plans), *nothing = trace_planned_said(&r, NULL);
    g_assert_null(same);
    g_assert_null(nothing);
    r.trips = 2;
    r.est_ns.v = 385;
    g_autofree char *loop = trace_planned_said(&r, plans);
    g_assert_cmpstr(loop, ==, "planned: one execution of it by itself, 392 ns for the 2 of a step; predicted 385 ns a step: its collectives as they stand in the final program, where others may be combined with them");
    TraceCollRow one = { .traffic = 769 };
    g_array_append_val(colls, one);
    g_autofree char *alone = trace_combined_said(&r, colls);
    g_assert_null(alone);
    TRACE_AT(colls, TraceCollRow, 0)->traffic = 2304;
    g_autofree char *combined = trace_combined_said(&r, colls);
    g_assert_cmpstr(combined, ==, "other changes of layout are combined with it; of the 2.25 KiB, 769 B is for this one");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    path = sample_path("a.db");
    sample_write(path);
    GError *error = NULL;
    reader = trace_open(path, &error);
    g_assert_no_error(error);
    g_test_add_func("/report/text", test_text);
    g_test_add_func("/report/json", test_json);
    g_test_add_func("/report/csv", test_csv);
    g_test_add_func("/report/compare", test_compare);
    g_test_add_func("/report/errors", test_errors);
    g_test_add_func("/report/empty", test_empty);
    g_test_add_func("/report/no-run", test_no_run);
    g_test_add_func("/report/units", test_units);
    g_test_add_func("/trace/report/process", test_process);
    g_test_add_func("/report/no-steps", test_no_steps);
    g_test_add_func("/report/no-median", test_no_median);
    g_test_add_func("/report/functions", test_functions);
    g_test_add_func("/report/functions-named", test_functions_named);
    g_test_add_func("/trace/report/difference", test_difference);
    g_test_add_func("/trace/report/planned", test_planned);
    int rc = g_test_run();
    trace_close(reader);
    sample_remove(path);
    return rc;
}
