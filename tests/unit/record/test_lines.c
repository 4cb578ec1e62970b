/* A call that goes through an installed package is reported as the user's line, in every report; the package's line stays what the
 * label and the call stack say. */
#include "runtime/record/record.h"

#include <string.h>

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "runtime/text/text.h"
#include "trace/report/report.h"

#define PACKAGE "/opt/venv/lib/python3.12/site-packages/flax/linen/linear.py"
#define USER "/home/u/train.py"

/* A product over a divided dim, which needs a sum, and a constraint, both written by way of a package; the user's second line is behind two of the package's. */
static const char mlir[] =
    "module @t {\n  sdy.mesh @mesh = <[\"data\"=4, \"model\"=2]>\n"
    "  func.func public @main(%x: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"data\"}, {\"model\"}]>}, %w: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"model\"}, {}]>}) -> tensor<64x64xf32> {\n"
    "    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> loc(#product)\n"
    "    %1 = sdy.sharding_constraint %0 <@mesh, [{}, {\"data\"}]> : tensor<64x64xf32> loc(#constraint)\n"
    "    %2 = stablehlo.tanh %1 : tensor<64x64xf32> loc(#activation)\n"
    "    return %2 : tensor<64x64xf32>\n  }\n}\n"
    "#line = loc(\"apply\"(\"" USER "\":30:8 to :20))\n"
    "#dense = loc(\"__call__\"(\"" PACKAGE "\":271:6 to :30))\n"
    "#inner = loc(\"dot\"(\"" PACKAGE "\":199:6 to :30))\n"
    "#product = loc(\"jit(step)/dot_general\"(callsite(#inner at callsite(#dense at #line))))\n"
    "#constraint = loc(\"jit(step)/sharding_constraint\"(callsite(#dense at \"" USER "\":31:8)))\n"
    "#activation = loc(\"jit(step)/tanh\"(\"" PACKAGE "\":7:1))\n";

static const char hlo[] =
    "HloModule t, num_partitions=8\n\n"
    "FileNames\n1 \"" USER "\"\n2 \"" PACKAGE "\"\n\nFunctionNames\n1 \"apply\"\n2 \"__call__\"\n3 \"dot\"\n\n"
    "FileLocations\n1 {file_name_id=1 function_name_id=1 line=30 end_line=30 column=8 end_column=20}\n2 {file_name_id=2 function_name_id=2 line=271 end_line=271 column=6 end_column=30}\n"
    "3 {file_name_id=2 function_name_id=3 line=199 end_line=199 column=6 end_column=30}\n4 {file_name_id=1 function_name_id=1 line=31 end_line=31 column=8 end_column=20}\n"
    "5 {file_name_id=2 function_name_id=1 line=7 end_line=7 column=1 end_column=2}\n\n"
    "StackFrames\n1 {file_location_id=1 parent_frame_id=1}\n2 {file_location_id=2 parent_frame_id=2}\n3 {file_location_id=3 parent_frame_id=3}\n"
    "4 {file_location_id=4 parent_frame_id=1}\n5 {file_location_id=2 parent_frame_id=5}\n6 {file_location_id=5 parent_frame_id=1}\n\n"
    "ENTRY e {\n"
    "  x = f32[64,64] parameter(0), sharding={devices=[4,2]<=[8]}\n"
    "  w = f32[64,64] parameter(1), sharding={devices=[2,1,4]<=[4,2]T(1,0) last_tile_dim_replicate}\n"
    "  y = f32[64,64] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name=\"jit(step)/dot_general\" stack_frame_id=3}\n"
    "  c = f32[64,64] custom-call(y), custom_call_target=\"Sharding\", sharding={devices=[1,4,2]<=[8] last_tile_dim_replicate}, metadata={op_name=\"jit(step)/sharding_constraint\" stack_frame_id=5}\n"
    "  ROOT r = f32[64,64] tanh(c), metadata={op_name=\"jit(step)/tanh\" stack_frame_id=6}\n}\n";

static void record(const char *db, const char *text)
{
    GError *error = NULL;
    TraceWriter *w = trace_writer_new(db, &error);
    IrModule *m = program_parse("t", text, strlen(text), &error);
    g_assert_no_error(error);
    g_autoptr(Compiled) c = compile(m, &(CompileOptions){ 0 }, &error);
    g_assert_no_error(error);
    Record *r = record_run_new(w, &(RecordInfo){ .name = "t", .kind = TRACE_RUN_COMPILED }, c->start_ns);
    record_compiled(r, c, NULL);
    record_memory(r, &c->program->memory);
    record_run_end(r, &error);
    g_assert_no_error(error);
    record_free(r);
    trace_writer_finish(w, &error);
    g_assert_no_error(error);
}

/* How often a report names a place, whole. */
static int named(TraceReader *r, const char *report, const char *place)
{
    GError *error = NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    report_run(report, r, &(ReportOptions){ .format = REPORT_JSON, .all = true }, out, &error);
    g_assert_no_error(error);
    int n = 0;
    for (const char *at = out->str; (at = strstr(at, place)); at++)
        n++;
    return n;
}

/* A file of the version before named the package's line; it has every column there is. */
static void test_older(void)
{
    g_autofree char *dir = g_dir_make_tmp("lines-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL);
    record(db, mlir);
    sqlite3 *file;
    g_assert_cmpint(sqlite3_open(db, &file), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_exec(file, "DROP VIEW v_loc; CREATE VIEW v_loc AS SELECT l.id, f.s || ':' || l.line AS at FROM loc l JOIN str f ON f.id = l.file_id; PRAGMA user_version = 118", NULL, NULL, NULL), ==, SQLITE_OK);
    sqlite3_close(file);
    GError *error = NULL;
    TraceReader *r = trace_open(db, &error);
    g_assert_no_error(error);
    g_assert_cmpint(named(r, "reshards", USER ":31"), >, 0);
    g_assert_cmpint(named(r, "reshards", PACKAGE ":271\""), ==, 0);
    trace_close(r);
    g_unlink(db);
    g_rmdir(dir);
}

static void test_lines(gconstpointer text)
{
    g_autofree char *dir = g_dir_make_tmp("lines-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL);
    GError *error = NULL;
    record(db, text);
    TraceReader *r = trace_open(db, &error);
    g_assert_no_error(error);
    static const char *const reports[] = { "reshards", "collectives", "ops", "shardings", "memory" };
    for (size_t i = 0; i < G_N_ELEMENTS(reports); i++) {
        g_test_message("%s", reports[i]);
        g_assert_cmpint(named(r, reports[i], USER ":3"), >, 0);
        g_assert_cmpint(named(r, reports[i], PACKAGE ":199\""), ==, 0);
        g_assert_cmpint(named(r, reports[i], PACKAGE ":271\""), ==, 0);
    }
    g_assert_cmpint(named(r, "ops", PACKAGE ":7\""), >, 0); /* nobody of the user's called it */
    g_assert_cmpint(named(r, "reshards", "linear.py:199"), >, 0); /* the label says where in the package */
    g_autoptr(GArray) runs = trace_query_runs(r, &error);
    g_autoptr(GArray) lines = trace_query_line_totals(r, TRACE_AT(runs, TraceRunInfo, 0), &error);
    g_assert_no_error(error);
    g_assert_true(g_str_has_prefix(TRACE_AT(lines, TraceLineTotal, 0)->at, USER));
    int64_t own[2] = { 0 }, all[2] = { 0 };
    for (guint i = 0; i < lines->len; i++) {
        const TraceLineTotal *x = TRACE_AT(lines, TraceLineTotal, i);
        int which = g_str_equal(x->at, USER ":31") ? 0 : g_str_equal(x->at, PACKAGE ":271") ? 1 : -1;
        if (which >= 0) {
            own[which] += x->traffic;
            all[which] += x->all_traffic.v;
        }
    }
    g_assert_cmpint(own[0], >, 0);
    g_assert_cmpint(own[1], ==, 0);
    g_assert_cmpint(all[0], ==, own[0]);
    g_assert_cmpint(all[1], ==, own[0]);
    trace_close(r);
    g_unlink(db);
    g_rmdir(dir);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/record/lines/stablehlo", mlir, test_lines);
    g_test_add_data_func("/record/lines/hlo", hlo, test_lines);
    g_test_add_func("/record/lines/older", test_older);
    return g_test_run();
}
