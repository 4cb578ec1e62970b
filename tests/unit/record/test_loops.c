/* Loops that run as one piece of code are recorded with their trips: in the events of steps that are stored whole, and in the sums of others. */
#include "runtime/record/record.h"

#include <string.h>

#include "runtime/base/clock.h"
#include "runtime/compute/code_x86.h"
#include "runtime/exec/loaded.h"
#include "runtime/text/text.h"
#include "tests/unit/trace/sample.h"

enum { OUTER = 7, STEPS = 9, WHOLE = 3 };

/* A loop of 7 trips with one of 5 in it, and one whose condition is false from the beginning. */
static const char text[] =
    "HloModule t\n\n"
    "c5 { p = (s32[], f32[]) parameter(0) i = s32[] get-tuple-element(p), index=0 n = s32[] constant(5) ROOT r = pred[] compare(i, n), direction=LT }\n"
    "b5 { p = (s32[], f32[]) parameter(0) i = s32[] get-tuple-element(p), index=0 x = f32[] get-tuple-element(p), index=1 one = s32[] constant(1)\n"
    " n = s32[] add(i, one) y = f32[] add(x, x) ROOT t = (s32[], f32[]) tuple(n, y) }\n"
    "c7 { p = (s32[], f32[]) parameter(0) i = s32[] get-tuple-element(p), index=0 n = s32[] constant(7) ROOT r = pred[] compare(i, n), direction=LT }\n"
    "b7 { p = (s32[], f32[]) parameter(0) i = s32[] get-tuple-element(p), index=0 x = f32[] get-tuple-element(p), index=1 one = s32[] constant(1) zero = s32[] constant(0)\n"
    " a = (s32[], f32[]) tuple(zero, x) w = (s32[], f32[]) while(a), condition=c5, body=b5 y = f32[] get-tuple-element(w), index=1\n"
    " n = s32[] add(i, one) ROOT t = (s32[], f32[]) tuple(n, y) }\n"
    "ENTRY e { x = f32[] parameter(0) from = s32[] parameter(1) zero = s32[] constant(0) a = (s32[], f32[]) tuple(zero, x)\n"
    " long = (s32[], f32[]) while(a), condition=c7, body=b7 y = f32[] get-tuple-element(long), index=1 k = s32[] constant(1000) far = s32[] add(from, k)\n"
    " b = (s32[], f32[]) tuple(far, y) none = (s32[], f32[]) while(b), condition=c5, body=b5 ROOT r = f32[] get-tuple-element(none), index=1 }\n";

static void run_recorded(Record *r, const Compiled *c)
{
    GError *error = NULL;
    g_autoptr(LoadedProgram) p = loaded_new(c, 1, &error);
    g_assert_no_error(error);
    g_assert_true(loaded_fill_args(p, &(FillOptions){ .kind = FILL_ZEROS }, &error));
    exec_context_record(loaded_context(p), record_events(r, 1));
    for (int i = 0; i < STEPS; i++) {
        StepStats stats;
        g_assert_true(loaded_step(p, &stats, &error));
        g_assert_true(record_step(r, NULL, i, true, &stats, &error));
    }
    exec_context_record(loaded_context(p), NULL);
    g_assert_true(record_run_end(r, &error));
}

static void record_it(const char *path)
{
    GError *error = NULL;
    TraceWriter *w = trace_writer_new(path, &error);
    IrModule *m = program_parse("t", text, strlen(text), &error);
    g_assert_no_error(error);
    g_autoptr(Compiled) c = compile(m, &(CompileOptions){ 0 }, &error);
    g_assert_no_error(error);
    g_autofree DeviceInfo *devices = exec_devices(1);
    Record *r = record_run_new(w, &(RecordInfo){ .name = "t", .kind = TRACE_RUN_MEASURED, .devices = devices, .n_devices = 1, .n_steps = STEPS, .whole_steps = WHOLE }, c->start_ns);
    record_compiled(r, c, NULL);
    record_memory(r, &c->program->memory);
    run_recorded(r, c);
    record_free(r);
    trace_writer_finish(w, &error);
    g_assert_no_error(error);
}

static void test_trips(void)
{
    GError *error = NULL;
    char *path = sample_path("a.db");
    record_it(path);
    TraceReader *r = trace_open(path, &error);
    g_assert_no_error(error);
    g_autoptr(GArray) loops = trace_query_loops(r, 1, &error), events = trace_read_rows(r, TRACE_TABLE_event, "WHERE trips = 7", NULL, 0, &error),
                      sums = trace_read_rows(r, TRACE_TABLE_op_sum, "WHERE trips > 0", NULL, 0, &error);
    g_assert_no_error(error);
    if (!code_can_run()) {
        g_assert_cmpuint(loops->len + events->len + sums->len, ==, 0);
    } else {
        int64_t n = events->len, trips = OUTER * n;
        g_assert_cmpint(n, >, 0);
        g_assert_cmpint(n, <, STEPS);
        for (guint i = 0; i < sums->len; i++) {
            n += TRACE_AT(sums, TraceOpSum, i)->n;
            trips += TRACE_AT(sums, TraceOpSum, i)->trips.v;
        }
        g_assert_cmpint(n, ==, STEPS);
        g_assert_cmpint(trips, ==, STEPS * OUTER);
        g_assert_cmpuint(loops->len, >=, 1); /* that of no trips may have taken no time that the clock shows */
        for (guint i = 0; i < loops->len; i++) {
            const TraceLoopRow *x = TRACE_AT(loops, TraceLoopRow, i);
            bool is_long = x->trips > 0;
            g_assert_cmpint((int64_t)x->trips, ==, is_long ? OUTER : 0);
            g_assert_cmpint(x->least.v, ==, x->most.v);
            g_assert_true(!is_long || x->n == 1);
        }
    }
    trace_close(r);
    sample_remove(path);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/record/loops/trips", test_trips);
    return g_test_run();
}
