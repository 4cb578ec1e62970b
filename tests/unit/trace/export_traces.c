/* See export_traces.h. */
#include "tests/unit/trace/export_traces.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/wait.h>

#include "tests/unit/trace/sample.h"
#include "trace/query_impl.h"

static char *dir;

char *in_dir(const char *name)
{
    return g_build_filename(dir, name, NULL);
}

static char *command(void)
{
    return g_build_filename(g_getenv("SHARDSCOPE_BUILD"), "runtime", "shardscope", NULL);
}

int shardscope(const char *args, char **err)
{
    g_autofree char *program = command(), *line = g_strdup_printf("%s %s", program, args), *out = NULL, *said = NULL;
    g_autoptr(GError) error = NULL;
    g_auto(GStrv) argv = g_strsplit(line, " ", -1);
    int status = 0;
    g_spawn_sync(dir, argv, NULL, 0, NULL, NULL, &out, &said, &status, &error);
    g_assert_no_error(error);
    if (err)
        *err = g_steal_pointer(&said);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128;
}

/* ---- traces ------------------------------------------------------------------------------------------------------------------------------- */

/* As an importer makes them: no program, asynchronous events that overlap, a host's thread whose events nest, arrows, counters. */
static void write_imported(const char *path)
{
    TraceWriter *w = trace_writer_new(path, NULL);
    int64_t run = trace_put_run(w, &(TraceRun){ .name = "a \"b\", c;\nd", .producer = "test", .kind = TRACE_INT(3), .epoch_ns = 1700000000000000000, .end_ns = TRACE_INT(2000000) });
    int64_t host = trace_put_host(w, &(TraceHost){ .run_id = run, .name = "h,1" });
    int64_t device = trace_put_device(w, &(TraceDevice){ .run_id = run, .host_id = host, .global_id = 3, .kind = "TPU v9" });
    int64_t thread = trace_put_lane(w, &(TraceLane){ .run_id = run, .host_id = host, .kind = TRACE_LANE_HOST, .name = "main", .rank = 1, .depths = TRACE_INT(3) });
    int64_t ops = trace_put_lane(w, &(TraceLane){ .run_id = run, .host_id = host, .device_id = device, .kind = TRACE_LANE_OPS, .name = "XLA Ops", .rank = 1 });
    int64_t async = trace_put_lane(w, &(TraceLane){ .run_id = run, .host_id = host, .device_id = device, .kind = TRACE_LANE_ASYNC, .name = "Async XLA Ops", .rank = 2, .depths = TRACE_INT(3) });
    const char *const names[] = { "fusion.1", "line\nbreak", "quote\"; comma, back\\slash", "α→β" };
    int64_t name[4], event[400];
    for (int i = 0; i < 4; i++)
        name[i] = trace_str(w, names[i]);
    for (int i = 0; i < 100; i++) {
        int64_t t = i * 10000 - 50000;
        event[4 * i] = trace_put_event(w, &(TraceEvent){ .lane_id = ops, .start_ns = t, .dur_ns = 7001, .szc = 2, .name_id = name[i % 4], .cat = 1 });
        /* three rows of overlapping ones, and a thread of three levels; every tenth has no length */
        event[4 * i + 1] = trace_put_event(w, &(TraceEvent){ .lane_id = async, .depth = i % 3, .start_ns = t + 123, .dur_ns = i % 10 ? 25000 : 0, .szc = 3, .name_id = name[0], .cat = 2 });
        event[4 * i + 2] = trace_put_event(w, &(TraceEvent){ .lane_id = thread, .start_ns = t, .dur_ns = 9000, .szc = 2, .name_id = name[1], .self_ns = TRACE_INT(1000) });
        event[4 * i + 3] = trace_put_event(w, &(TraceEvent){ .lane_id = thread, .depth = 1, .start_ns = t, .dur_ns = 8000, .szc = 2, .name_id = name[2], .cat = 4 });
        trace_put_flow(w, &(TraceFlow){ .from_event = event[4 * i + 2], .to_event = event[4 * i], .kind = 1 });
        trace_put_counter(w, &(TraceCounter){ .lane_id = ops, .name_id = name[3], .ts_ns = t, .value = i / 7.0 });
        trace_put_mem_sample(w, &(TraceMemSample){ .device_id = device, .ts_ns = t, .in_use = 1000 + i, .reserved = TRACE_INT(INT64_C(1) << 40) });
    }
    g_assert_true(trace_writer_finish(w, NULL));
}

const ExportTrace traces[] = {
    { "sample.db", NULL },
    { "imported.db", NULL },
    { "measured.db", "run program.hlo --steps 4 --remedies 0 -o measured.db" },
    { "sums.db", "run program.hlo --steps 6 --whole-steps 2 --remedies 0 -o sums.db" },
    { "predicted.db", "simulate program.hlo --hardware v6e-4 -o predicted.db" },
    { "xla.db", "import %s/tests/unit/xla/dumps/mlp_train_mismatch --no-plan -o xla.db" },
    { "profile.db", "import %s/data/profiles/cpu.xplane.pb.gz -o profile.db" },
};

/* With an all-gather in a loop, and a collective behind it. */
static const char program[] =
    "HloModule t, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"a\"=4]>}}\n"
    "body {\n  p = (s32[], f32[64,64], f32[64,64]) parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  one = s32[] constant(1)\n  j = s32[] add(i, one)\n"
    "  v = f32[64,64] get-tuple-element(p), index=1\n  w = f32[64,64] get-tuple-element(p), index=2\n"
    "  u = f32[64,64] dot(v, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name=\"jit(f)/while/body/dot_general\" source_file=\"train.py\" source_line=7}\n"
    "  ROOT t = (s32[], f32[64,64], f32[64,64]) tuple(j, u, w)\n}\n"
    "cond {\n  p = (s32[], f32[64,64], f32[64,64]) parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  n = s32[] constant(3)\n  ROOT r = pred[] compare(i, n), direction=LT\n}\n"
    "ENTRY e {\n"
    "  x = f32[64,64] parameter(0), frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{\\\"a\\\"}, {}]>\"}\n"
    "  w = f32[64,64] parameter(1), frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{\\\"a\\\"}, {}]>\"}\n"
    "  s = f32[64,64] sine(x)\n"
    "  zero = s32[] constant(0)\n"
    "  init = (s32[], f32[64,64], f32[64,64]) tuple(zero, s, w)\n"
    "  loop = (s32[], f32[64,64], f32[64,64]) while(init), condition=cond, body=body\n"
    "  y = f32[64,64] get-tuple-element(loop), index=1\n"
    "  z = f32[64,64] dot(w, y), lhs_contracting_dims={0}, rhs_contracting_dims={0}, metadata={op_name=\"jit(f)/dot_general\" source_file=\"train.py\" source_line=9}\n"
    "  ROOT r = f32[64,64] cosine(z)\n}\n";

void make_traces(void)
{
    dir = g_dir_make_tmp("export-XXXXXX", NULL);
    g_autofree char *hlo = in_dir("program.hlo");
    g_assert_true(g_file_set_contents(hlo, program, -1, NULL));
    for (size_t i = 0; i < N_TRACES; i++) {
        g_autofree char *path = in_dir(traces[i].name), *said = NULL;
        if (traces[i].make) {
            g_auto(GStrv) parts = g_strsplit(traces[i].make, "%s", 2);
            g_autofree char *args = g_strjoinv(g_getenv("SHARDSCOPE_SOURCE"), parts);
            int status = shardscope(args, &said);
            if (status)
                g_error("%s: %s", args, said);
        } else if (i) {
            write_imported(path);
        } else {
            sample_write(path);
        }
    }
}

TraceReader *open_trace(size_t i)
{
    g_autofree char *path = in_dir(traces[i].name);
    GError *error = NULL;
    TraceReader *r = trace_open(path, &error);
    g_assert_no_error(error);
    return r;
}

char *export_to(TraceReader *r, const char *format, TraceExport o, TraceExported *done)
{
    static int number;
    g_autofree char *name = g_strdup_printf("out%d.%s", number++, format);
    char *path = in_dir(name);
    GError *error = NULL;
    TraceExported unused;
    trace_export(r, format, path, &o, done ? done : &unused, &error);
    g_assert_no_error(error);
    if (!done)
        g_free(unused.note);
    return path;
}

int64_t number(TraceReader *r, const char *sql, int64_t arg)
{
    return db_int(r->db, sql, &arg, 1, -1);
}

int64_t last_run(TraceReader *r)
{
    int64_t run;
    g_assert_true(trace_find_run(r, NULL, &run, NULL));
    return run;
}

static void remove_all(const char *path)
{
    GDir *d = g_dir_open(path, 0, NULL);
    for (const char *name; d && (name = g_dir_read_name(d));) {
        g_autofree char *p = g_build_filename(path, name, NULL);
        if (g_file_test(p, G_FILE_TEST_IS_DIR) && !g_file_test(p, G_FILE_TEST_IS_SYMLINK))
            remove_all(p);
        else
            g_unlink(p);
    }
    if (d)
        g_dir_close(d);
    g_rmdir(path);
}

void remove_traces(void)
{
    remove_all(dir);
    g_free(dir);
}
