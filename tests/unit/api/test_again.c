/* Runs made again from their trace: every change that was tried comes to what the search said of it, runs made again are made again in
 * turn, and what has changed or is not there any more is said. */
#include "runtime/api/job.h"

#include <glib/gstdio.h>
#include <string.h>

#include "trace/again.h"
#include "trace/report/settings.h"

/* The contracted dimension lies on different axes in x and y, and the result is constrained: changes of all kinds can be made. */
static const char product[] = "HloModule product, num_partitions=4\n"
                              "ENTRY main {\n"
                              "  x = f32[64,64] parameter(0), sharding={devices=[1,4]<=[4]}\n"
                              "  y = f32[64,64] parameter(1), sharding={devices=[4,1]<=[4]}\n"
                              "  d = f32[64,64] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                              "  c = f32[64,64] custom-call(d), custom_call_target=\"Sharding\", sharding={devices=[4,1]<=[4]}\n"
                              "  ROOT r = f32[64,64] add(c, x), sharding={devices=[1,4]<=[4]}\n"
                              "}\n";

static char *folder, *program, *trace;

static void begin(void)
{
    folder = g_dir_make_tmp("shardscope-again-XXXXXX", NULL);
    program = g_build_filename(folder, "product.hlo", NULL);
    trace = g_build_filename(folder, "t.db", NULL);
    g_assert_true(g_file_set_contents(program, product, -1, NULL));
}

static void end(void)
{
    g_unlink(program);
    g_unlink(trace);
    g_assert_cmpint(g_rmdir(folder), ==, 0);
    g_free(folder);
    g_free(program);
    g_free(trace);
}

static void run(JobOptions o)
{
    GError *error = NULL;
    g_autoptr(Job) job = job_new(&o, &error);
    g_assert_no_error(error);
    job_run(job, &error);
    g_assert_no_error(error);
}

static void record(const char *text)
{
    char *const shards[] = { "y=P(None, \"axis0\")", NULL };
    run((JobOptions){ .path = text ? "product.hlo" : program, .text = text, .text_bytes = text ? strlen(text) : 0, .program.shards = shards, .steps = 3, .seed = 7,
                      .fill = FILL_IOTA, .trace = trace, .remedies_s = 1, .n_workers = 2, .label = "first" });
}

static JobOptions again(const char *which, int remedy)
{
    return (JobOptions){ .again = trace, .again_run = which, .remedy = remedy, .remedies_s = 0, .no_execute = true };
}

static void refuse(JobOptions o, const char *text)
{
    GError *error = NULL;
    g_autoptr(Job) job = job_new(&o, &error);
    if (job)
        g_assert_false(job_run(job, &error));
    g_assert_nonnull(error);
    if (!strstr(error->message, text))
        g_error("\"%s\" is not in \"%s\"", text, error->message);
    g_error_free(error);
}

static TraceModule last_module(TraceReader *r)
{
    g_autoptr(GArray) rows = trace_read_rows(r, TRACE_TABLE_module, "ORDER BY id DESC LIMIT 1", NULL, 0, NULL);
    g_assert_cmpuint(rows->len, ==, 1);
    return *TRACE_AT(rows, TraceModule, 0); /* its texts are gone, its numbers are not */
}

static void expect_same(const TraceRemedy *want, const TraceModule *got)
{
    g_assert_true(want->traffic.known && got->traffic.known && want->est_ns.known && got->est_ns.known);
    g_assert_cmpint(got->traffic.v, ==, want->traffic.v);
    g_assert_cmpfloat(got->est_ns.v, ==, want->est_ns.v);
    g_assert_cmpint(got->peak_bytes.v, ==, want->peak_bytes.v);
}

static void every_remedy(const char *text)
{
    begin();
    record(text);
    g_autoptr(TraceReader) r = trace_open(trace, NULL);
    g_autoptr(GArray) remedies = trace_read_rows(r, TRACE_TABLE_remedy, "WHERE idle = 0 ORDER BY seq", NULL, 0, NULL);
    g_assert_cmpuint(remedies->len, >, 1);
    for (guint i = 0; i < remedies->len; i++) {
        const TraceRemedy *x = TRACE_AT(remedies, TraceRemedy, i);
        run(again("first", (int)x->seq + 1));
        TraceModule m = last_module(r);
        expect_same(x, &m);
        g_autoptr(GArray) runs = trace_query_runs(r, NULL);
        const TraceRunInfo *base = TRACE_AT(runs, TraceRunInfo, 0), *made = TRACE_AT(runs, TraceRunInfo, runs->len - 1);
        g_assert_true(made->can_again);
        g_autofree char *label = g_strdup_printf("first: change %u", i + 1), *change = trace_settings_change(base, made);
        g_assert_cmpstr(made->label, ==, label);
        g_assert_true(strstr(change, x->text));
        g_autoptr(GArray) rows = trace_query_remedies(r, base->module_id, 0, NULL);
        bool found = false;
        for (guint k = 0; k < rows->len; k++)
            found |= TRACE_AT(rows, TraceRemedyRow, k)->number == (int64_t)i + 1 && TRACE_AT(rows, TraceRemedyRow, k)->try_run == made->id;
        g_assert_true(found);
    }
    end();
}

static void test_every_remedy(void)
{
    every_remedy(NULL);
}

/* A program that came from no file is in the trace. */
static void test_text_in_trace(void)
{
    every_remedy(product);
}

/* What a run was made with is there when it is made again: arguments, steps, shardings, and changes on top of each other. */
static void test_again_and_again(void)
{
    begin();
    record(NULL);
    JobOptions o = again("1", 0);
    o.no_execute = false;
    run(o);
    run(again("1", 1));
    g_autoptr(TraceReader) r = trace_open(trace, NULL);
    TraceModule changed = last_module(r);
    run(again("3", 0));
    TraceModule same = last_module(r);
    g_assert_cmpfloat(same.est_ns.v, ==, changed.est_ns.v);
    o = again("1", 0);
    o.program.hardware = "h100x8";
    run(o);
    g_autoptr(GArray) runs = trace_read_rows(r, TRACE_TABLE_run, "ORDER BY id", NULL, 0, NULL);
    g_assert_cmpuint(runs->len, ==, 6);
    g_assert_cmpint(TRACE_AT(runs, TraceRun, 5)->kind.v, ==, TRACE_RUN_PREDICTED); /* made again for other hardware alone: for its prediction */
    const TraceRun *first = TRACE_AT(runs, TraceRun, 0), *second = TRACE_AT(runs, TraceRun, 1), *priced = TRACE_AT(runs, TraceRun, 4);
    g_assert_cmpstr(second->config, ==, first->config);
    g_assert_cmpstr(second->source_path, ==, program);
    g_assert_cmpuint(second->source_hash.size, ==, first->source_hash.size);
    g_assert_cmpint(memcmp(second->source_hash.data, first->source_hash.data, first->source_hash.size), ==, 0);
    g_assert_cmpstr(TRACE_AT(runs, TraceRun, 3)->config, ==, TRACE_AT(runs, TraceRun, 2)->config);
    g_assert_cmpstr(priced->label, ==, "first (1) on h100x8");
    g_assert_cmpstr(priced->hardware, ==, "h100x8");
    int64_t two = second->id;
    g_autoptr(GArray) steps = trace_query_steps(r, two, NULL);
    g_assert_cmpuint(steps->len, ==, 4);
    end();
}

static void test_refused(void)
{
    begin();
    record(NULL);
    refuse(again("nobody", 0), "there is no run \"nobody\"");
    refuse(again(NULL, 1000), "`remedy` 1000");
    refuse((JobOptions){ .again = trace, .path = program }, "takes no program");
    refuse((JobOptions){ .path = program, .steps = 1, .remedy = 1 }, "goes with `again`");
    g_autofree char *other = g_strconcat(product, "\n", NULL);
    g_assert_true(g_file_set_contents(program, other, -1, NULL));
    refuse(again(NULL, 0), "it has changed since run \"first\" was recorded");
    g_assert_cmpint(g_unlink(program), ==, 0);
    refuse(again(NULL, 0), "is not there any more");
    g_assert_true(g_file_set_contents(program, product, -1, NULL));
    run(again(NULL, 0));
    g_autoptr(TraceReader) r = trace_open(trace, NULL);
    g_autoptr(GArray) runs = trace_query_runs(r, NULL);
    g_assert_cmpuint(runs->len, ==, 2); /* what was refused left nothing */
    end();
}

static void test_command(void)
{
    g_autofree char *plain = trace_again_command(&(TraceAgain){ .trace = "run.db", .run = 2, .remedy = 3 });
    g_assert_cmpstr(plain, ==, "shardscope run --again run.db --run 2 --remedy 3");
    g_autofree char *quoted = trace_again_command(&(TraceAgain){ .trace = "my run.db", .run = 1, .hardware = "h100x8", .compile_only = true });
    g_assert_cmpstr(quoted, ==, "shardscope run --again 'my run.db' --run 1 --hardware h100x8 --no-execute");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/again/every-remedy", test_every_remedy);
    g_test_add_func("/again/text-in-trace", test_text_in_trace);
    g_test_add_func("/again/again-and-again", test_again_and_again);
    g_test_add_func("/again/refused", test_refused);
    g_test_add_func("/again/command", test_command);
    return g_test_run();
}
