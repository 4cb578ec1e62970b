/* Jobs, files of programs, values, traces and pictures through shardscope.h: what the commands are made of. */
#include "tests/unit/library/check.h"

#include <glib/gstdio.h>

static char *folder;

static const char product[] = "HloModule product\n"
                              "ENTRY e {\n"
                              "  x = f32[8,16] parameter(0), sharding={devices=[4,2]<=[8]}\n"
                              "  y = f32[16,8] parameter(1), sharding={devices=[2,4]<=[8]}\n"
                              "  ROOT d = f32[8,8] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}, sharding={devices=[8,1]<=[8]}\n"
                              "}\n";
/* Two programs; the second one adds shapes that differ. */
static const char two[] = "func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
                          "  %y = stablehlo.add %x, %x : tensor<4xf32>\n"
                          "  return %y : tensor<4xf32>\n"
                          "}\n"
                          "// -----\n"
                          "func.func @main(%x: tensor<4xf32>, %k: tensor<5xf32>) -> tensor<4xf32> {\n"
                          "  %y = \"stablehlo.add\"(%x, %k) : (tensor<4xf32>, tensor<5xf32>) -> tensor<4xf32>\n"
                          "  return %y : tensor<4xf32>\n"
                          "}\n";

static char *written(const char *name, const char *text)
{
    char *path = g_build_filename(folder, name, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    return path;
}

/* ---- jobs ------------------------------------------------------------------------------------------------------------------------ */

static void expect_outcome(const ShardscopeJob *job, int i, const char *label, int64_t n_steps)
{
    ShardscopeError *error = NULL;
    ShardscopeOutcome o;
    g_assert_true(shardscope_job_outcome(job, i, &o, &error));
    g_assert_cmpstr(o.label, ==, label);
    g_assert_cmpint(o.n_devices, ==, 8);
    g_assert_cmpint(o.n_steps, ==, n_steps);
    g_assert_cmpint(o.compile_ns, >, 0);
    g_assert_cmpint(o.n_collectives, >, 0);
    g_assert_cmpint(o.collectives[0].count, >, 0);
    g_assert_nonnull(o.collectives[0].kind);
    g_assert_cmpint(o.traffic, >, 0);
    g_assert_cmpint(o.memory.argument_bytes, >, 0);
    for (int64_t k = 1; k < o.n_steps; k++)
        g_assert_cmpint(o.step_ns[k], >=, o.step_ns[k - 1]);
    g_assert_cmpint(shardscope_job_step_ns(job, i, 1), ==, o.step_ns[o.n_steps - 1]);
}

/* Options and what they point at are gone by the time the job runs. */
static ShardscopeJob *job_of_short_lived(const char *trace)
{
    ShardscopeError *error = NULL;
    char *text = g_strdup(product), *try = g_strdup("halves:x={devices=[8,1]<=[8]}"), *label = g_strdup("new"), *hardware = g_strdup("cpu");
    const char *tries[] = { try, NULL };
    ShardscopeProgramOptions program = { SHARDSCOPE_PROGRAM_OPTIONS, .hardware = hardware };
    ShardscopeJobOptions o = { SHARDSCOPE_JOB_OPTIONS, .program = &program, .path = "product.hlo", .text = text, .text_bytes = strlen(text), .tries = tries,
                               .base = true, .label = label, .steps = 3, .trace = trace, .n_threads = 2 };
    ShardscopeJob *job = shardscope_job_new(&o, &error);
    no_error(error);
    char *const all[] = { text, try, label, hardware };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
        memset(all[i], '#', strlen(all[i]));
        g_free(all[i]);
    }
    memset(&program, 0xff, sizeof program);
    memset(&o, 0xff, sizeof o);
    return job;
}

static void test_job(void)
{
    ShardscopeError *error = NULL;
    g_autofree char *trace = g_build_filename(folder, "job.db", NULL);
    ShardscopeJob *job = job_of_short_lived(trace);
    g_assert_true(shardscope_job_run(job, &error));
    no_error(error);
    g_assert_cmpint(shardscope_job_n_outcomes(job), ==, 2);
    expect_outcome(job, 0, "new: base", 3);
    expect_outcome(job, 1, "new: halves", 3);
    char *json = shardscope_job_json(job, &error);
    g_assert_true(g_str_has_prefix(json, "[{\"label\":\"new: base\",\"step_s\":{\"min\":"));
    shardscope_free(json);
    g_assert_false(shardscope_job_outcome(job, 2, &(ShardscopeOutcome){ 0 }, &error));
    expect(&error, SHARDSCOPE_INVALID, "outcome 2 of 2");
    g_assert_false(shardscope_job_run(job, &error));
    expect(&error, SHARDSCOPE_INVALID, "run before");
    shardscope_job_unref(job);
}

static void test_job_options(void)
{
    ShardscopeError *error = NULL;
    ShardscopeJobOptions o = { SHARDSCOPE_JOB_OPTIONS, .steps = 1 };
    g_assert_null(shardscope_job_new(&o, &error));
    expect(&error, SHARDSCOPE_INVALID, "no program");
    o.path = "p.hlo";
    o.steps = 0;
    g_assert_null(shardscope_job_new(&o, &error));
    expect(&error, SHARDSCOPE_INVALID, "at least 1");
    o.steps = 1;
    o.whole_steps = -1;
    g_assert_null(shardscope_job_new(&o, &error));
    expect(&error, SHARDSCOPE_INVALID, "whole_steps");
    o.whole_steps = 0;
    o.fill = (ShardscopeFill)9;
    g_assert_null(shardscope_job_new(&o, &error));
    expect(&error, SHARDSCOPE_INVALID, "fill");
    o.fill = SHARDSCOPE_FILL_ZEROS;
    o.struct_size = 3;
    g_assert_null(shardscope_job_new(&o, &error));
    expect(&error, SHARDSCOPE_INVALID, "struct_size");
    o.struct_size = sizeof o;
    o.path = "nothing-is-here.hlo";
    ShardscopeJob *job = shardscope_job_new(&o, &error);
    no_error(error);
    g_assert_false(shardscope_job_run(job, &error));
    expect(&error, SHARDSCOPE_IO, "nothing-is-here.hlo");
    shardscope_job_unref(job);
    shardscope_job_cancel(NULL);
    g_assert_false(shardscope_job_run(NULL, &error));
    expect(&error, SHARDSCOPE_INVALID, "NULL");
}

/* Cancels in the middle of the steps. */
typedef struct Watched {
    ShardscopeJob *job;
    int phases; /* a bit for each that was seen */
} Watched;

static void on_progress(void *user, const ShardscopeProgress *at)
{
    Watched *w = user;
    w->phases |= 1 << at->phase;
    if (at->phase == SHARDSCOPE_PHASE_STEPS && at->done == 5)
        shardscope_job_cancel(w->job);
}

static void test_cancel(void)
{
    ShardscopeError *error = NULL;
    Watched w = { 0 };
    ShardscopeJobOptions o = { SHARDSCOPE_JOB_OPTIONS, .path = "product.hlo", .text = product, .text_bytes = strlen(product), .steps = 100000,
                               .n_threads = 2, .progress = on_progress, .user = &w };
    ShardscopeJob *before = shardscope_job_new(&o, &error);
    w.job = before;
    shardscope_job_cancel(before);
    g_assert_false(shardscope_job_run(before, &error));
    expect(&error, SHARDSCOPE_STOPPED, "stopped");
    shardscope_job_unref(before);
    w.phases = 0;
    w.job = shardscope_job_new(&o, &error);
    no_error(error);
    g_assert_false(shardscope_job_run(w.job, &error));
    expect(&error, SHARDSCOPE_STOPPED, "stopped");
    const int seen = 1 << SHARDSCOPE_PHASE_READ | 1 << SHARDSCOPE_PHASE_COMPILE | 1 << SHARDSCOPE_PHASE_FILL | 1 << SHARDSCOPE_PHASE_STEPS;
    g_assert_cmpint(w.phases & seen, ==, seen);
    shardscope_job_unref(w.job);
}

/* ---- files of programs ------------------------------------------------------------------------------------------------------------ */

static void test_file(void)
{
    ShardscopeError *error = NULL;
    g_autofree char *path = written("two.mlir", two);
    ShardscopeFile *file = shardscope_file_read(path, NULL, &error);
    no_error(error);
    g_assert_cmpint(shardscope_file_n_programs(file), ==, 2);
    g_assert_cmpint(shardscope_file_line(file, 0), ==, 1);
    g_assert_cmpint(shardscope_file_line(file, 1), ==, 6);
    g_assert_cmpint(shardscope_file_line(file, 2), ==, 0);
    ShardscopeProgram *first = shardscope_file_program(file, 0, &error);
    no_error(error);
    g_assert_cmpint(shardscope_program_n_arguments(first), ==, 1);
    shardscope_program_unref(first);
    g_assert_null(shardscope_file_program(file, 1, &error));
    expect(&error, SHARDSCOPE_VERIFY, "two.mlir:7:");
    g_assert_false(shardscope_file_check(file, NULL, &error));
    expect(&error, SHARDSCOPE_VERIFY, "two.mlir:7:");
    /* What was read is printed even if it is wrong. */
    ShardscopeProgramOptions as_read = { SHARDSCOPE_PROGRAM_OPTIONS, .last_pass = "parse" };
    char *text = shardscope_emit(path, &as_read, SHARDSCOPE_STABLEHLO, &error);
    no_error(error);
    g_assert_nonnull(strstr(text, "\n// -----\n"));
    shardscope_free(text);
    g_assert_null(shardscope_emit(path, NULL, SHARDSCOPE_HLO, &error));
    expect(&error, SHARDSCOPE_VERIFY, "two.mlir:7:");
    as_read.last_pass = "pars";
    g_assert_null(shardscope_emit(path, &as_read, SHARDSCOPE_HLO, &error));
    expect(&error, SHARDSCOPE_INVALID, "did you mean parse");
    ShardscopeStop *stop = shardscope_stop_new();
    ShardscopeVerifyOptions stopped = { SHARDSCOPE_VERIFY_OPTIONS, .program = &(ShardscopeProgramOptions){ SHARDSCOPE_PROGRAM_OPTIONS, .stop = stop } };
    ShardscopeVerified v;
    g_assert_true(!shardscope_stop_requested(stop) && shardscope_file_verify(file, 0, &stopped, &v, &error) && v.equal);
    shardscope_stop_request(stop);
    g_assert_true(shardscope_stop_requested(stop));
    g_assert_false(shardscope_file_verify(file, 0, &stopped, &v, &error));
    shardscope_file_unref(file);
    expect(&error, SHARDSCOPE_STOPPED, "stopped");
    shardscope_stop_unref(stop);
}

static void test_emit_and_verify(void)
{
    ShardscopeError *error = NULL;
    g_autofree char *path = written("product.hlo", product);
    ShardscopeFile *file = shardscope_file_read(path, NULL, &error);
    ShardscopeFileFacts facts;
    g_assert_true(shardscope_file_check(file, &facts, &error));
    g_assert_cmpint(facts.n_instructions, ==, 3);
    g_assert_cmpint(facts.n_computations, ==, 1);
    char *local = shardscope_emit(path, NULL, SHARDSCOPE_HLO, &error);
    no_error(error);
    g_assert_nonnull(strstr(local, "reduce-scatter"));
    shardscope_free(local);
    char *json = shardscope_emit(path, &(ShardscopeProgramOptions){ SHARDSCOPE_PROGRAM_OPTIONS, .last_pass = "import" }, SHARDSCOPE_FACTS, &error);
    no_error(error);
    g_assert_nonnull(strstr(json, "\"devices\" : 8"));
    g_assert_null(strstr(json, "propagate"));
    shardscope_free(json);
    for (int i = 0; i < 2; i++) {
        ShardscopeVerified v;
        g_assert_true(shardscope_file_verify(file, 0, NULL, &v, &error));
        g_assert_true(v.equal);
        g_assert_null(v.what);
        g_assert_cmpint(v.n_devices, ==, 8);
        g_assert_cmpint(v.n_collectives, >, 0);
        g_assert_cmpint(v.traffic, >, 0);
    }
    ShardscopeProgramOptions wrong = { SHARDSCOPE_PROGRAM_OPTIONS, .planner = "luck" };
    g_assert_false(shardscope_program_options_check(&wrong, &error));
    expect(&error, SHARDSCOPE_INVALID, "luck");
    g_assert_false(shardscope_file_verify(file, 0, &(ShardscopeVerifyOptions){ SHARDSCOPE_VERIFY_OPTIONS, .program = &wrong }, &(ShardscopeVerified){ 0 }, &error));
    expect(&error, SHARDSCOPE_INVALID, "luck");
    g_assert_false(shardscope_file_verify(file, 1, NULL, &(ShardscopeVerified){ 0 }, &error));
    expect(&error, SHARDSCOPE_INVALID, "program 1 of a file with 1");
    shardscope_file_unref(file);
    ShardscopeFormat format;
    g_assert_true(shardscope_format_parse("hlo-dump", &format, &error) && format == SHARDSCOPE_HLO_DUMP);
    g_assert_false(shardscope_format_parse("hlo-dum", &format, &error));
    expect(&error, SHARDSCOPE_INVALID, "hlo-dum");
    g_assert_cmpstr(shardscope_pass_names()[0], ==, "parse");
    g_assert_cmpstr(shardscope_nearest("propgate", shardscope_pass_names()), ==, "propagate");
}

static void test_values(void)
{
    ShardscopeError *error = NULL;
    g_autofree char *path = written("product.hlo", product), *npz = g_build_filename(folder, "out.npz", NULL);
    ShardscopeFile *file = shardscope_file_read(path, NULL, &error);
    ShardscopeEvaluation *v = shardscope_file_evaluate(file, 0, &(ShardscopeEvaluateOptions){ SHARDSCOPE_EVALUATE_OPTIONS, .fill = SHARDSCOPE_FILL_IOTA }, &error);
    no_error(error);
    shardscope_file_unref(file); /* values live on */
    g_assert_cmpint(shardscope_evaluation_n_devices(v), ==, 1);
    g_assert_cmpint(shardscope_evaluation_n_results(v), ==, 1);
    ShardscopeShape shape;
    g_assert_true(shardscope_evaluation_shape(v, 0, 0, &shape, &error));
    g_assert_true(shape.dtype == SHARDSCOPE_F32 && shape.rank == 2 && shape.dims[0] == 8 && shape.dims[1] == 8);
    float d[64], x00 = 0;
    g_assert_true(shardscope_evaluation_copy(v, 0, 0, d, sizeof d, &error));
    for (int k = 0; k < 16; k++) /* x[0][k] = k, y[k][0] = 8k */
        x00 += (float)k * (float)(8 * k);
    g_assert_cmpfloat(d[0], ==, x00);
    g_assert_false(shardscope_evaluation_copy(v, 0, 0, d, sizeof d - 1, &error));
    expect(&error, SHARDSCOPE_INVALID, "256 bytes");
    char *text = shardscope_evaluation_text(v, 0, 0, 1, &error);
    g_assert_cmpstr(text, ==, "f32[8,8] = 9920, ...");
    shardscope_free(text);
    g_assert_null(shardscope_evaluation_text(v, 1, 0, 1, &error));
    expect(&error, SHARDSCOPE_INVALID, "device 1");
    g_assert_true(shardscope_can_write(npz, &error) && shardscope_evaluation_write(v, npz, &error));
    g_assert_true(g_file_test(npz, G_FILE_TEST_EXISTS));
    g_assert_false(shardscope_can_write("/nowhere/at/all", &error));
    expect(&error, SHARDSCOPE_IO, "/nowhere/at/all");
    shardscope_evaluation_unref(v);
}

/* ---- traces ------------------------------------------------------------------------------------------------------------------------ */

static void told(void *user, const char *what, int64_t done, int64_t of)
{
    (void)what;
    (void)done;
    (void)of;
    ++*(int *)user;
}

static void record(const char *trace)
{
    ShardscopeError *error = NULL;
    ShardscopeJob *job = job_of_short_lived(trace);
    g_assert_true(shardscope_job_run(job, &error));
    no_error(error);
    shardscope_job_unref(job);
}

static void test_reports(void)
{
    ShardscopeError *error = NULL;
    g_autofree char *path = g_build_filename(folder, "reports.db", NULL), *html = g_build_filename(folder, "page.html", NULL);
    record(path);
    ShardscopeTrace *t = shardscope_trace_open(path, &error);
    no_error(error);
    ShardscopeReportInfo info;
    int n = 0;
    for (; shardscope_report_info(n, &info); n++)
        for (int as = SHARDSCOPE_TABLES_TEXT; as <= SHARDSCOPE_TABLES_CSV; as++) {
            char *text = shardscope_report(t, info.name, &(ShardscopeReportOptions){ SHARDSCOPE_REPORT_OPTIONS, .tables = (ShardscopeTables)as }, &error);
            no_error(error);
            g_assert_cmpint((int)strlen(text), >, 0);
            shardscope_free(text);
        }
    g_assert_cmpint(n, >=, 6);
    char *jax = shardscope_report(t, "shardings", NULL, &error);
    g_assert_true(shardscope_trace_spell(t, SHARDSCOPE_SPELL_GSPMD, &error));
    char *gspmd = shardscope_report(t, "shardings", NULL, &error);
    g_assert_null(strstr(jax, "{devices=["));
    g_assert_nonnull(strstr(gspmd, "{devices=["));
    shardscope_free(jax);
    shardscope_free(gspmd);
    g_assert_null(shardscope_report(t, "reshard", NULL, &error));
    expect(&error, SHARDSCOPE_INVALID, "no report \"reshard\"");
    g_assert_null(shardscope_report(t, NULL, &(ShardscopeReportOptions){ SHARDSCOPE_REPORT_OPTIONS, .run = "nobody" }, &error));
    expect(&error, SHARDSCOPE_TRACE, "nobody");
    g_assert_true(shardscope_report_page(t, NULL, html, &error));
    g_autofree char *page = NULL;
    g_assert_true(g_file_get_contents(html, &page, NULL, NULL));
    g_assert_nonnull(strstr(page, "<svg"));
    shardscope_trace_unref(t);
    g_assert_cmpstr(shardscope_view_name(0), !=, NULL);
    g_assert_null(shardscope_view_name(1000));
    g_assert_null(shardscope_trace_open("nothing.db", &error));
    expect(&error, SHARDSCOPE_TRACE, "nothing.db");
}

static void test_trace_files(void)
{
    ShardscopeError *error = NULL;
    g_autofree char *path = g_build_filename(folder, "files.db", NULL), *cut = g_build_filename(folder, "cut.db", NULL);
    g_autofree char *base_colon = g_strdup_printf("%s:1", path), *other = g_strdup_printf("%s:2", path);
    record(path);
    double slower = -1;
    char *text = shardscope_trace_compare((const char *[]){ base_colon, other }, 2, SHARDSCOPE_TABLES_TEXT, &slower, &error);
    no_error(error);
    g_assert_nonnull(strstr(text, "new: halves"));
    g_assert_cmpfloat(slower, >=, 0);
    shardscope_free(text);
    g_assert_null(shardscope_trace_compare((const char *[]){ path, "nothing.db:1" }, 2, SHARDSCOPE_TABLES_CSV, NULL, &error));
    expect(&error, SHARDSCOPE_TRACE, "nothing.db");
    int calls = 0;
    g_usleep(150000); /* the recording was told of a moment ago; watchers hear ten times a second at most */
    ShardscopeWatch watch = { SHARDSCOPE_WATCH, .progress = told, .user = &calls };
    g_assert_true(shardscope_trace_optimise(path, &watch, &error));
    g_assert_cmpint(calls, >, 0);
    g_assert_true(shardscope_trace_upgrade(path, &error));
    ShardscopeCut keep = { SHARDSCOPE_CUT, .to_ns = INT64_MAX / 2, .devices = (int64_t[]){ 0, 3 }, .n_devices = 2 };
    g_assert_true(shardscope_trace_cut(path, cut, &keep, NULL, &error));
    no_error(error);
    g_assert_true(g_file_test(cut, G_FILE_TEST_EXISTS));
    keep.to_ns = -5;
    g_autofree char *none = g_build_filename(folder, "none.db", NULL);
    g_assert_false(shardscope_trace_cut(path, none, &keep, NULL, &error));
    expect(&error, SHARDSCOPE_INVALID, "the range is empty");
    watch.stop = shardscope_stop_new();
    shardscope_stop_request(watch.stop);
    g_assert_false(shardscope_trace_optimise(path, &watch, &error));
    expect(&error, SHARDSCOPE_STOPPED, "stopped");
    shardscope_stop_unref(watch.stop);
}

/* ---- the rest ------------------------------------------------------------------------------------------------------------------------ */

static void test_show(void)
{
    ShardscopeError *error = NULL;
    int64_t dims[] = { 8, 16, 2 };
    char *plain = shardscope_show("x=4,y=2", "P('x','y')", 2, dims, NULL, &error);
    char *sized = shardscope_show("x=4,y=2", "[{\"x\"}, {\"y\"}]", 2, dims,
                                  &(ShardscopeShowOptions){ SHARDSCOPE_SHOW_OPTIONS, .sized = true, .scale = 1, .min_width = 9, .max_width = 80 }, &error);
    char *coloured = shardscope_show(NULL, "{devices=[4,2]<=[8]}", 2, dims, &(ShardscopeShowOptions){ SHARDSCOPE_SHOW_OPTIONS, .colour = SHARDSCOPE_COLOUR_ALWAYS }, &error);
    no_error(error);
    g_assert_nonnull(strstr(plain, "CPU 7"));
    g_assert_cmpstr(plain, ==, sized);
    g_assert_nonnull(strstr(coloured, "\033[38;2;"));
    shardscope_free(plain);
    shardscope_free(sized);
    shardscope_free(coloured);
    g_assert_null(shardscope_show("x=4,y=2", "P('z')", 1, dims, NULL, &error));
    expect(&error, SHARDSCOPE_SHARDING, "z");
    g_assert_null(shardscope_show("x=4,y=2", "P('x')", 3, dims, NULL, &error));
    expect(&error, SHARDSCOPE_SHARDING, "1 or 2 dimensions");
}

static void test_words(void)
{
    ShardscopeHardware hw;
    int n = 0;
    for (; shardscope_hardware(n, &hw); n++)
        g_assert_true(hw.name[0] && hw.source[0] && hw.bf16_flops_per_ns > 0 && hw.memory_bytes > 0);
    g_assert_cmpint(n, >, 3);
    g_assert_cmpstr(shardscope_bytes_word(8 << 20).text, ==, "8 MiB");
    g_assert_cmpstr(shardscope_ns_word(12300000).text, ==, "12.3 ms");
    ShardscopeSpelling s;
    g_assert_true(shardscope_spelling_parse("sdy", &s) && s == SHARDSCOPE_SPELL_SDY);
    g_assert_false(shardscope_spelling_parse("german", &s));
    ShardscopeFill fill;
    g_assert_true(shardscope_fill_parse("iota", &fill) && fill == SHARDSCOPE_FILL_IOTA);
    g_assert_false(shardscope_fill_parse("ones", &fill));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("shardscope-jobs-XXXXXX", NULL);
    g_test_add_func("/library/job", test_job);
    g_test_add_func("/library/job-options", test_job_options);
    g_test_add_func("/library/cancel", test_cancel);
    g_test_add_func("/library/file", test_file);
    g_test_add_func("/library/emit-and-verify", test_emit_and_verify);
    g_test_add_func("/library/values", test_values);
    g_test_add_func("/library/reports", test_reports);
    g_test_add_func("/library/trace-files", test_trace_files);
    g_test_add_func("/library/show", test_show);
    g_test_add_func("/library/words", test_words);
    int status = g_test_run();
    g_autofree char *command = g_strdup_printf("rm -rf '%s'", folder);
    g_spawn_command_line_sync(command, NULL, NULL, NULL, NULL);
    g_free(folder);
    return status;
}
