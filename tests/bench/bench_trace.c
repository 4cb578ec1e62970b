/* Measures the trace library: bench_trace DIR [DEVICES [STEPS [EVENTS]]]. Records a generated run with so many events per step and device
 * into DIR/trace.db, finishes it, cuts one per cent of its time out of the middle, and exports it. Prints seconds, events per second, and the
 * most memory that the process had by then. On 10 million events of 64 devices exports take 7 to 21 s of processor time and 150 MB, of which 128 are SQLite's view of the file. */
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "trace/export/export.h"

static double seconds(void)
{
    return (double)g_get_monotonic_time() / 1e6;
}

static void tell(const char *what, double since, double n)
{
    double s = seconds() - since;
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    printf("%-8s %8.2f s  %10.0f events a second  %6ld MB\n", what, s, n / s, use.ru_maxrss / 1024);
    fflush(stdout);
}

static void check(bool ok, GError *error)
{
    if (ok)
        return;
    fprintf(stderr, "bench_trace: %s\n", error ? error->message : "?");
    exit(1);
}

static void record(TraceWriter *w, int n_devices, int n_steps, int n_events)
{
    GError *error = NULL;
    int64_t run = trace_put_run(w, &(TraceRun){ .name = "made up", .producer = "bench" });
    int64_t module = trace_put_module(w, &(TraceModule){ .run_id = run, .name = "m" });
    int64_t snapshot = trace_put_snapshot(w, &(TraceSnapshot){ .module_id = module, .stage = TRACE_STAGE_FINAL, .label = "l" });
    int64_t comp = trace_put_computation(w, &(TraceComputation){ .snapshot_id = snapshot, .name = "c", .kind = 1 });
    g_autofree int64_t *inst = g_new(int64_t, n_events);
    for (int k = 0; k < n_events; k++) {
        g_autofree char *name = g_strdup_printf("op.%d", k);
        inst[k] = trace_put_inst(w, &(TraceInst){ .comp_id = comp, .name_id = trace_str(w, name), .opcode_id = trace_str(w, "add"), .ord = k });
    }
    g_autofree TraceLaneBuffer **lanes = g_new(TraceLaneBuffer *, n_devices);
    for (int d = 0; d < n_devices; d++) {
        int64_t device = trace_put_device(w, &(TraceDevice){ .run_id = run, .global_id = d, .kind = "cpu" });
        lanes[d] = trace_lane_new(w, &(TraceLane){ .run_id = run, .device_id = device, .kind = TRACE_LANE_OPS, .name = "ops" }, 1 << 16);
    }
    int64_t step_ns = (int64_t)n_events * 1000 + 5000;
    for (int n = 0; n < n_steps; n++) {
        for (int d = 0; d < n_devices; d++)
            for (int k = 0; k < n_events; k++) {
                int64_t t = n * step_ns + k * 1000;
                if (k % 20 == 19)
                    trace_lane_meet(lanes[d], &(TraceMeet){ .start_ns = t + d * 7, .dur_ns = 900 - d * 7 % 500, .inst_id = inst[k], .n_members = n_devices });
                else
                    trace_lane_event(lanes[d], t, 800, inst[k], 0, TRACE_CAT_COMPUTE);
            }
        TraceStep step = { .run_id = run, .num = n, .start_ns = n * step_ns, .dur_ns = step_ns, .source = 1, .warm = TRACE_INT(n > 0) };
        check(trace_step(w, &step, module, true, NULL, &error), error);
    }
    check(trace_commit(w, &error), error);
}

static void export_all(const char *trace, const char *dir)
{
    static const char *const formats[] = { "perfetto", "chrome", "xspace", "parquet", "folded" };
    GError *error = NULL;
    TraceReader *r = trace_open(trace, &error);
    check(r != NULL, error);
    for (size_t i = 0; i < G_N_ELEMENTS(formats); i++) {
        g_autofree char *name = g_strconcat("out.", formats[i], NULL), *path = g_build_filename(dir, name, NULL);
        TraceExported done;
        double t = seconds();
        check(trace_export(r, formats[i], path, &(TraceExport){ .table = g_str_equal(formats[i], "parquet") ? "events" : NULL }, &done, &error), error);
        tell(formats[i], t, (double)done.n_events);
        g_free(done.note);
    }
    trace_close(r);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s DIR [DEVICES [STEPS [EVENTS]]]\n", argv[0]);
        return 2;
    }
    int devices = argc > 2 ? atoi(argv[2]) : 8, steps = argc > 3 ? atoi(argv[3]) : 1250, events = argc > 4 ? atoi(argv[4]) : 1000;
    double n = (double)devices * steps * events;
    g_autofree char *path = g_build_filename(argv[1], "trace.db", NULL), *part = g_build_filename(argv[1], "part.db", NULL);
    g_unlink(path);
    g_unlink(part);
    GError *error = NULL;
    double t = seconds();
    TraceWriter *w = trace_writer_new(path, &error);
    check(w != NULL, error);
    record(w, devices, steps, events);
    tell("record", t, n);
    t = seconds();
    check(trace_writer_finish(w, &error), error);
    tell("finish", t, n);
    int64_t end = ((int64_t)events * 1000 + 5000) * steps;
    t = seconds();
    check(trace_cut(path, part, &(TraceCut){ .from_ns = end / 2, .to_ns = end / 2 + end / 100 }, NULL, &error), error);
    tell("cut 1 %", t, n / 100);
    export_all(path, argv[1]);
    return 0;
}
