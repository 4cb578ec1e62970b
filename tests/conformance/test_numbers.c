/* Consistency of recorded numbers: programs are run and recorded by the command line, and numbers that a trace contains in two places are
 * compared: rows, questions, reports as JSON, the page. Programs of ../shared are used if they are there. */
#include "tests/conformance/numbers.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "trace/report/report.h"
#include "trace/units.h"

/* Every sharding has its text in each of the languages, and output uses the requested one. */
static void check_spelling(const NumbersTrace *t, const TraceRunInfo *run)
{
    static const char *const begins[TRACE_N_SPELLINGS] = { [TRACE_SPELLING_JAX] = "P(", [TRACE_SPELLING_SHARDY] = "[", [TRACE_SPELLING_GSPMD] = "{" };
    for (int k = 0; k < TRACE_N_SPELLINGS; k++) {
        TraceSpelling back;
        g_assert_true(trace_spelling_from_name(trace_spelling_name((TraceSpelling)k), &back));
        g_assert_cmpint(back, ==, k);
        trace_set_spelling(t->r, back);
        g_autoptr(GArray) values = trace_query_values(t->r, run->input_snap, NULL);
        g_autoptr(GArray) buffers = trace_query_buffers(t->r, run->final_snap, true, NULL);
        g_autoptr(GArray) reshards = trace_query_reshards(t->r, run->module_id, NULL);
        for (guint i = 0; i < values->len; i++)
            if (TRACE_AT(values, TraceValueRow, i)->sharding_id)
                g_assert_true(g_str_has_prefix(TRACE_AT(values, TraceValueRow, i)->spec, begins[k]));
        for (guint i = 0; i < buffers->len; i++)
            if (TRACE_AT(buffers, TraceBufferRow, i)->sharding)
                g_assert_true(g_str_has_prefix(TRACE_AT(buffers, TraceBufferRow, i)->sharding, begins[k]));
        for (guint i = 0; i < reshards->len; i++) {
            g_assert_true(g_str_has_prefix(TRACE_AT(reshards, TraceReshardRow, i)->from_spec, begins[k]));
            g_assert_true(g_str_has_prefix(TRACE_AT(reshards, TraceReshardRow, i)->to_spec, begins[k]));
            const char *why = TRACE_AT(reshards, TraceReshardRow, i)->why, *asked = TRACE_AT(reshards, TraceReshardRow, i)->asked_by;
            if (k == TRACE_SPELLING_SHARDY) /* nor is another notation in sentences */
                g_assert_true(!(why && strstr(why, " P(")) && !(asked && strstr(asked, " P(")));
        }
    }
    trace_set_spelling(t->r, TRACE_SPELLING_JAX);
    g_assert_null(trace_spelling_name(TRACE_N_SPELLINGS));
}

/* The summary numbers of the comparison equal those of each run, and those that `run --json` printed. */
static void check_compare(const NumbersTrace *t, const GArray *runs, const char *printed)
{
    g_autoptr(JsonNode) said = printed ? json_from_string(printed, NULL) : NULL;
    g_assert_true(!printed || said);
    g_autofree char *text = numbers_run((const char *[]){ "compare", t->path, "--json", NULL });
    g_assert_nonnull(text);
    g_autoptr(JsonNode) root = json_from_string(text, NULL);
    JsonArray *rows = json_object_get_array_member(numbers_run_of(root, 0), "runs");
    g_assert_cmpuint(json_array_get_length(rows), >, 0);
    if (TRACE_AT(runs, TraceRunInfo, 0)->process) /* of the functions of a process one */
        g_assert_cmpuint(json_array_get_length(rows), <=, runs->len);
    else
        g_assert_cmpuint(json_array_get_length(rows), ==, runs->len);
    for (guint i = 0; i < runs->len; i++) {
        const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, i);
        JsonObject *row = numbers_compared(rows, run);
        if (!row && TRACE_AT(runs, TraceRunInfo, 0)->process)
            continue;
        g_assert_cmpint(json_object_get_int_member(row, "peak_bytes"), ==, run->peak_bytes.v);
        g_assert_cmpint(json_object_get_int_member(row, "bytes"), ==, run->traffic.v);
        g_autoptr(GArray) summary = trace_query_step_summary(t->r, run->id, NULL);
        const TraceStepSummary *steps = TRACE_AT(summary, TraceStepSummary, 0);
        bool measured = steps->median_ns.known && run->kind != TRACE_RUN_PREDICTED;
        g_assert_cmpint(json_object_get_null_member(row, "median_ns"), ==, !measured);
        if (measured)
            g_assert_cmpint(json_object_get_int_member(row, "median_ns"), ==, steps->median_ns.v);
        if (run->est_ns.known) /* of a predicted run its step */
            g_assert_cmpint(json_object_get_int_member(row, "est_ns"), ==, (int64_t)(run->est_ns.v + 0.5));
        if (run->kind == TRACE_RUN_PREDICTED)
            g_assert_cmpint(steps->median_ns.v, ==, (int64_t)(run->est_ns.v + 0.5));
        if (!said)
            continue;
        JsonObject *own = JSON_NODE_HOLDS_ARRAY(said) ? json_array_get_object_element(json_node_get_array(said), i) : json_node_get_object(said);
        double median_s = json_object_get_double_member(json_object_get_object_member(own, "step_s"), "median");
        g_assert_cmpint(json_object_get_int_member(row, "median_ns"), ==, (int64_t)(median_s * 1e9 + 0.5));
    }
}

char *numbers_scene(const char *db, const char *view, const char *run)
{
    const char *viewer = g_getenv("SHARDSCOPE_VIEWER");
    if (!viewer)
        return NULL;
    g_autofree char *out = g_strconcat(db, ".txt", NULL), *err = NULL;
    char *args[] = { (char *)viewer, "--render", (char *)view, (char *)db, "--run", (char *)run, "-o", out, "--size", "1400x900", NULL };
    int status = 0;
    g_assert_true(g_spawn_sync(NULL, args, NULL, G_SPAWN_DEFAULT, NULL, NULL, NULL, &err, &status, NULL));
    if (status != 0)
        g_error("%s: %s", view, err);
    char *text = NULL;
    g_assert_true(g_file_get_contents(out, &text, NULL, NULL));
    g_unlink(out);
    return text;
}

static void must_have(const char *view, const char *text, const char *word)
{
    if (!strstr(text, word))
        g_error("the %s view does not say \"%s\"", view, word);
}

/* The Overview begins with the report's first reshard, or with all that are alike: so many times its bytes. */
static void check_first_reshard(const NumbersTrace *t, const char *run, const char *overview)
{
    g_autofree char *out = numbers_run((const char *[]){ "report", t->path, "reshards", "--json", "--run", run, NULL });
    g_autoptr(JsonNode) root = out ? json_from_string(out, NULL) : NULL;
    g_assert_nonnull(root);
    JsonObject *own = json_array_get_object_element(json_object_get_array_member(json_node_get_object(root), "runs"), 0);
    JsonArray *rows = json_object_get_array_member(own, "reshards");
    if (!json_array_get_length(rows) || json_object_get_null_member(json_array_get_object_element(rows, 0), "bytes"))
        return;
    int64_t bytes = json_object_get_int_member(json_array_get_object_element(rows, 0), "bytes");
    bool said = false;
    for (guint k = 1; k <= json_array_get_length(rows) && !said; k++)
        said = strstr(overview, trace_bytes((int64_t)k * bytes).s) != NULL;
    if (!said)
        g_error("%s: the overview does not say \"%s\", nor a multiple of it", t->program, trace_bytes(bytes).s);
}

/* What the viewer draws as headlines is what the questions answer. */
static void check_scenes(const NumbersTrace *t, const TraceRunInfo *run)
{
    g_autoptr(GArray) summary = trace_query_step_summary(t->r, run->id, NULL);
    g_autofree char *id = g_strdup_printf("%" G_GINT64_FORMAT, run->id);
    g_autofree char *overview = numbers_scene(t->path, "overview", id), *memory = overview ? numbers_scene(t->path, "memory", id) : NULL,
                    *compare = overview ? numbers_scene(t->path, "compare", id) : NULL;
    if (!overview)
        return;
    const char *median = NULL, *peak = NULL;
    g_autofree char *reshards = numbers_scene(t->path, "reshards", id), *steps = numbers_scene(t->path, "steps", id), *page = g_strconcat(t->path, ".html", NULL), *html = NULL;
    g_autofree char *none = numbers_run((const char *[]){ "report", t->path, "--html", page, NULL });
    g_assert_true(none && g_file_get_contents(page, &html, NULL, NULL));
    g_unlink(page);
    TraceInt of_steps = TRACE_AT(summary, TraceStepSummary, 0)->median_ns;
    TraceWord step = trace_ns(of_steps.known ? (double)of_steps.v : run->est_ns.v), bytes = trace_bytes(run->peak_bytes.v);
    median = step.s;
    peak = bytes.s;
    must_have("overview", overview, median);
    must_have("overview", overview, peak);
    must_have("memory", memory, peak);
    must_have("compare", compare, median);
    must_have("compare", compare, peak);
    must_have("page", html, median);
    must_have("page", html, peak);
    g_assert_nonnull(steps);
    TraceWord traffic = trace_bytes(run->traffic.v);
    must_have("overview", overview, traffic.s);
    must_have("compare", compare, traffic.s);
    must_have("page", html, traffic.s);
    g_autoptr(GArray) moves = trace_query_reshards(t->r, run->module_id, NULL);
    if (moves->len && TRACE_AT(moves, TraceReshardRow, 0)->traffic.known) {
        TraceWord dearest = trace_bytes(TRACE_AT(moves, TraceReshardRow, 0)->traffic.v);
        must_have("reshards", reshards, dearest.s);
    }
    check_first_reshard(t, id, overview);
}

/* Numbers do not depend on sanitizers, which find faults in code: with them, and ten times slower, some of the programs are enough. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define EACH 8
#else
#define EACH 1
#endif

static int n_files;

/* The run that the comparison is about where it does not take all: the function of a process that took most time. */
static const TraceRunInfo *main_run(const GArray *runs)
{
    for (guint i = 0; i < runs->len; i++)
        if (trace_run_is_main(runs, i))
            return TRACE_AT(runs, TraceRunInfo, i);
    return TRACE_AT(runs, TraceRunInfo, 0);
}

/* All of a file. printed: what the command that made it printed as JSON; NULL = it has no such output. */
static void check_file(const char *program, char *db, const char *printed)
{
    GError *error = NULL;
    NumbersTrace t = { .program = program, .path = db, .r = trace_open(db, &error) };
    g_assert_no_error(error);
    g_autoptr(GArray) runs = trace_query_runs(t.r, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(runs->len, >, 0);
    for (guint i = 0; i < runs->len; i++) {
        const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, i);
        numbers_check_memory(&t, run, i);
        numbers_check_times(&t, run, i);
        numbers_check_traffic(&t, run, i, printed);
        numbers_check_predicted(&t, run, i);
    }
    check_compare(&t, runs, printed);
    const TraceRunInfo *drawn = main_run(runs);
    if (n_files++ % (EACH > 1 ? 1000 : 60) == 0) /* hundreds of numbers in dozens of pictures: of some, of the others the headlines */
        numbers_check_pictures(&t, drawn);
    check_scenes(&t, drawn);
    check_spelling(&t, drawn);
    trace_close(t.r);
}

static void check(const char *program, const char *const *more)
{
    g_autofree char *dir = g_dir_make_tmp("numbers-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL);
    g_autoptr(GPtrArray) args = g_ptr_array_new();
    const char *const run[] = { "run", program, "--steps", "4", "--remedies", "0", "--json", "-o", db };
    for (guint i = 0; i < G_N_ELEMENTS(run); i++)
        g_ptr_array_add(args, (char *)run[i]);
    for (; more && *more; more++)
        g_ptr_array_add(args, (char *)*more);
    g_ptr_array_add(args, NULL);
    g_autofree char *out = numbers_run((const char *const *)args->pdata);
    g_assert_nonnull(out);
    check_file(program, db, out);
    g_unlink(db);
    g_rmdir(dir);
}

/* Files that other commands make: predicted runs, a measured run with its predicted one, and what was imported from XLA. */
static void test_other_files(void)
{
    const char *source = g_getenv("SHARDSCOPE_SOURCE");
    g_autofree char *program = g_build_filename(source, "data", "matmul.mlir", NULL), *dump = g_build_filename(source, "tests", "unit", "xla", "dumps", "mlp_train_mismatch", NULL);
    g_autofree char *dir = g_dir_make_tmp("numbers-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL);
    const char *const commands[][14] = {
        { "simulate", program, "--mesh", "a=4,b=2", "--hardware", "h100x8", "--try", "one:x=P(None,\"a\"),y=P(\"a\",None)", "--try", "two:x=P(\"b\",\"a\")", "-o", db },
        { "run", program, "--mesh", "a=4,b=2", "--hardware", "h100x8", "--steps", "3", "--remedies", "0", "-o", db },
        { "import", dump, "-o", db },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *out = numbers_run(commands[i]);
        g_assert_nonnull(out);
        check_file(commands[i][0], db, NULL);
        g_unlink(db);
    }
    g_rmdir(dir);
}

static void test_demo(void)
{
    g_autofree char *program = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "data", "matmul.mlir", NULL);
    check(program, (const char *[]){ "--mesh", "a=4,b=2", "--try", "case1:x=P(None,\"a\"),y=P(\"a\",None)", "--try", "case1b:x=P(None,\"a\"),y=P(\"b\",None)",
                                     "--try", "full:x=P(\"b\",\"a\"),y=P(\"b\",\"a\")", NULL });
}

/* Steps kept as sums: every report that shows times of steps says so in the same sentence. */
static void test_kept(void)
{
    g_autofree char *program = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "data", "matmul.mlir", NULL);
    g_autofree char *dir = g_dir_make_tmp("numbers-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL), *page = g_build_filename(dir, "t.html", NULL);
    g_autofree char *out = numbers_run((const char *[]){ "run", program, "--mesh", "a=4,b=2", "--steps", "60", "--whole-steps", "5", "--remedies", "0", "-o", db, NULL });
    g_assert_nonnull(out);
    TraceReader *r = trace_open(db, NULL);
    g_autoptr(GArray) kept = trace_query_kept(r, 1, NULL);
    const TraceKept *k = TRACE_AT(kept, TraceKept, 0);
    g_assert_cmpint(k->n_steps, ==, 61);
    g_assert_cmpint(k->n_whole, <, 20);
    g_assert_true(g_str_has_suffix(k->note, "."));
    static const char *const places[][3] = { { "steps" }, { "reshards" }, { "collectives" }, { "memory" }, { "steps", "--json" }, { "memory", "--json" } };
    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
        g_autofree char *text = numbers_run((const char *[]){ "report", db, places[i][0], places[i][1], NULL });
        g_assert_nonnull(strstr(text, k->note));
    }
    g_autofree char *compared = numbers_run((const char *[]){ "compare", db, NULL });
    g_assert_nonnull(strstr(compared, k->note));
    g_autofree char *html = NULL;
    g_free(numbers_run((const char *[]){ "report", db, "--html", page, NULL }));
    g_assert_true(g_file_get_contents(page, &html, NULL, NULL));
    g_assert_nonnull(strstr(html, k->note));
    static const char *const views[] = { "overview", "steps", "compare" };
    for (size_t i = 0; i < G_N_ELEMENTS(views) && g_getenv("SHARDSCOPE_VIEWER"); i++) {
        g_autofree char *text = numbers_scene(db, views[i], "1"), *flat = g_strdelimit(text, "\n", ' ');
        text = NULL;
        must_have(views[i], flat, "event by event");
    }
    trace_close(r);
    check_file(program, db, NULL);
    g_unlink(page);
    g_unlink(db);
    g_rmdir(dir);
}

/* A run that was not executed has no step times: what is predicted for it stands in a column of its own, and is compared with
 * nothing that was measured. */
static void test_not_executed(void)
{
    g_autofree char *program = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "data", "matmul.mlir", NULL);
    g_autofree char *dir = g_dir_make_tmp("numbers-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL);
    for (int i = 0; i < 2; i++) { /* alone; then beside one that was */
        g_autofree char *out = numbers_run((const char *[]){ "run", program, "--mesh", "a=4,b=2", "--remedies", "0", "-o", db, i ? "--steps=4" : "--no-execute", NULL });
        g_assert_nonnull(out);
        g_autofree char *text = numbers_run((const char *[]){ "compare", db, "--json", NULL });
        g_autoptr(JsonNode) root = json_from_string(text, NULL);
        JsonArray *rows = json_object_get_array_member(numbers_run_of(root, 0), "runs");
        g_assert_cmpuint(json_array_get_length(rows), ==, i + 1);
        JsonObject *row = json_array_get_object_element(rows, 0);
        g_assert_true(json_object_get_null_member(row, "median_ns"));
        g_assert_false(json_object_get_null_member(row, "est_ns"));
        g_assert_cmpint(json_object_get_null_member(row, "slower_percent"), ==, i == 1);
        if (i)
            g_assert_false(json_object_get_null_member(json_array_get_object_element(rows, 1), "median_ns"));
    }
    g_unlink(db);
    g_rmdir(dir);
}

/* Several choices that are executed and predicted for another machine: each kind is compared with the fastest of its own. */
static void test_predicted_beside(void)
{
    g_autofree char *program = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "data", "matmul.mlir", NULL);
    g_autofree char *dir = g_dir_make_tmp("numbers-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL);
    g_autofree char *out = numbers_run((const char *[]){ "run", program, "--mesh", "a=4,b=2", "--remedies", "0", "-o", db, "--hardware", "h100x8", "--steps=2", "--base",
                                                         "--try", "one:x=P(None,\"a\"),y=P(\"a\",None)", NULL });
    g_assert_nonnull(out);
    g_autofree char *text = numbers_run((const char *[]){ "compare", db, "--json", NULL });
    g_autoptr(JsonNode) root = json_from_string(text, NULL);
    JsonArray *rows = json_object_get_array_member(numbers_run_of(root, 0), "runs");
    g_assert_cmpuint(json_array_get_length(rows), ==, 4);
    int fastest[2] = { 0 }, slower[2] = { 0 };
    for (guint i = 0; i < 4; i++) {
        JsonObject *row = json_array_get_object_element(rows, i);
        bool predicted = g_str_equal(json_object_get_string_member(row, "kind"), "predicted");
        double more = json_object_get_double_member(row, "slower_percent");
        fastest[predicted] += more == 0;
        slower[predicted] += more > 0;
    }
    for (int kind = 0; kind < 2; kind++) {
        g_assert_cmpint(fastest[kind], ==, 1);
        g_assert_cmpint(slower[kind], ==, 1);
    }
    g_unlink(db);
    g_rmdir(dir);
}

static double predicted_step(const char *db)
{
    TraceReader *r = trace_open(db, NULL);
    g_autoptr(GArray) runs = trace_query_runs(r, NULL);
    double ns = TRACE_AT(runs, TraceRunInfo, 0)->est_ns.v;
    trace_close(r);
    return ns;
}

/* The predicted step of a program on a hardware model is one number: of a run that is compiled for it, of one that is executed here, of a simulation,
 * and of the changes that are proposed. */
static void test_one_prediction(void)
{
    const char *source = g_getenv("SHARDSCOPE_SOURCE");
    g_autofree char *product = g_build_filename(source, "data", "matmul.mlir", NULL), *scan = g_build_filename(source, "data", "ops", "scan.hlo", NULL);
    g_autofree char *train = g_build_filename(source, "..", "shared", "reference", "mlp_train_fsdp", "program.mlir", NULL);
    g_autofree char *dir = g_dir_make_tmp("numbers-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL);
    const struct { const char *program, *mesh; } programs[] = { { product, "--mesh=a=4,b=2" }, { scan, "--devices=4" }, { train, NULL } };
    static const char *const models[] = { "cpu", "h100x8", "v6e-8", "mi350x8" };
    for (size_t p = 0; p < G_N_ELEMENTS(programs); p++)
        for (size_t m = 0; m < G_N_ELEMENTS(models) && g_file_test(programs[p].program, G_FILE_TEST_EXISTS); m++) {
            const char *const commands[][12] = {
                { "simulate", programs[p].program, "--remedies", "0.2", "--hardware", models[m], "-o", db, programs[p].mesh },
                { "run", programs[p].program, "--remedies", "0.2", "--hardware", models[m], "--no-execute", "-o", db, programs[p].mesh },
                { "run", programs[p].program, "--remedies", "0.2", "--hardware", models[m], "--steps=2", "-o", db, programs[p].mesh },
            };
            double step = 0;
            for (size_t i = 0; i < (EACH > 1 ? 2 : G_N_ELEMENTS(commands)); i++) {
                g_autofree char *out = numbers_run(commands[i]);
                g_assert_nonnull(out);
                double here = predicted_step(db);
                g_assert_cmpfloat(here, >, 0);
                if (i)
                    g_assert_cmpfloat(here, ==, step);
                step = here;
                TraceReader *r = trace_open(db, NULL);
                NumbersTrace t = { programs[p].program, db, r };
                g_autoptr(GArray) runs = trace_query_runs(r, NULL);
                for (guint k = 0; k < runs->len; k++) {
                    g_assert_cmpfloat(TRACE_AT(runs, TraceRunInfo, k)->est_ns.v, ==, step);
                    numbers_check_predicted(&t, TRACE_AT(runs, TraceRunInfo, k), k);
                }
                trace_close(r);
                g_unlink(db);
            }
        }
    g_rmdir(dir);
}

/* What several processes recorded: the first of them for all, and each its part, merged. */
static void test_processes(void)
{
    g_autofree char *mpirun = g_find_program_in_path("mpirun"), *program = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "data", "matmul.mlir", NULL);
    g_autofree char *dir = g_dir_make_tmp("numbers-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL), *merged = g_build_filename(dir, "m.db", NULL);
    g_autofree char *build = g_path_get_dirname(g_getenv("SHARDSCOPE_BIN")), *module = g_build_filename(build, "libshardscope_mpi.so", NULL);
    const char *const parts[] = { NULL, "--trace-parts" };
    if (EACH > 1 || !mpirun || !g_file_test(module, G_FILE_TEST_EXISTS)) {
        g_test_skip(EACH > 1 ? "with sanitizers" : "without mpirun or the module");
        g_rmdir(dir);
        return;
    }
    g_setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", TRUE); /* as root, and more processes than cores */
    g_setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", TRUE);
    g_setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", TRUE);
    g_setenv("OMPI_MCA_btl", "self,vader,tcp", TRUE);
    g_setenv("OMPI_MCA_orte_tmpdir_base", dir, TRUE); /* two launchers that begin at once in one folder get into each other's way */
    for (int i = 0; i < 2; i++) {
        const char *args[] = { mpirun, "-n", "2", g_getenv("SHARDSCOPE_BIN"), "run", program, "--mesh", "a=4,b=2", "--steps", "4", "--remedies", "0", "-o", db, parts[i], NULL };
        int status = 0;
        g_autofree char *out = NULL, *err = NULL;
        if (!g_spawn_sync(NULL, (char **)args, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, &err, &status, NULL) || status)
            g_error("%s", err);
        g_autofree char *one = g_build_filename(dir, "t.rank-0.db", NULL), *other = g_build_filename(dir, "t.rank-1.db", NULL), *none = NULL;
        if (!parts[i]) {
            check_file("two processes", db, NULL);
        } else {
            none = numbers_run((const char *[]){ "merge", one, other, "-o", merged, NULL });
            g_assert_nonnull(none);
            check_file("two parts", merged, NULL);
        }
        const char *const made[] = { db, one, other, merged };
        for (size_t k = 0; k < G_N_ELEMENTS(made); k++)
            g_unlink(made[k]);
    }
    g_rmdir(dir);
}

/* The program as it is predicted to run on accelerators, with what else would make it faster. */
static void check_simulated(const char *program, const char *model)
{
    g_autofree char *dir = g_dir_make_tmp("numbers-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL);
    g_autofree char *out = numbers_run((const char *[]){ "simulate", program, "--hardware", model, "--remedies", "0.1", "-o", db, NULL });
    g_assert_nonnull(out);
    check_file(program, db, NULL);
    g_unlink(db);
    g_rmdir(dir);
}

static void check_folder(const char *folder, const char *file)
{
    GDir *dir = g_dir_open(folder, 0, NULL);
    if (!dir) {
        g_test_skip("not there");
        return;
    }
    int n = 0;
    for (const char *name; (name = g_dir_read_name(dir));) {
        if (n++ % EACH != 0)
            continue;
        g_autofree char *path = file ? g_build_filename(folder, name, file, NULL) : g_build_filename(folder, name, NULL);
        bool is_program = file ? g_file_test(path, G_FILE_TEST_EXISTS) : g_str_has_suffix(name, ".hlo") || g_str_has_suffix(name, ".mlir");
        if (is_program)
            check(path, NULL);
        if (is_program && file)
            check_simulated(path, n % 2 ? "h100x8" : "v6e-8");
    }
    g_dir_close(dir);
}

static void test_data(void)
{
    g_autofree char *folder = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "data", "ops", NULL);
    check_folder(folder, NULL);
}

static void test_shared(void)
{
    g_autofree char *folder = g_build_filename(g_getenv("SHARDSCOPE_SOURCE"), "..", "shared", "reference", NULL);
    check_folder(folder, "program.mlir");
}

/* Other programs: NUMBERS_OF=FOLDER. A trace that exists: NUMBERS_OF=FILE.db. */
static void test_asked(void)
{
    const char *of = g_getenv("NUMBERS_OF");
    if (of && g_str_has_suffix(of, ".db"))
        check_file(of, (char *)of, NULL);
    else if (of)
        check_folder(of, NULL);
    else
        g_test_skip("NUMBERS_OF is not set");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/numbers/asked", test_asked);
    g_test_add_func("/numbers/demo", test_demo);
    g_test_add_func("/numbers/one-prediction", test_one_prediction);
    g_test_add_func("/numbers/processes", test_processes);
    g_test_add_func("/numbers/other-files", test_other_files);
    g_test_add_func("/numbers/kept", test_kept);
    g_test_add_func("/numbers/not-executed", test_not_executed);
    g_test_add_func("/numbers/predicted-beside", test_predicted_beside);
    g_test_add_func("/numbers/data", test_data);
    g_test_add_func("/numbers/shared", test_shared);
    return g_test_run();
}
