/* What traces are exported to, read back by readers of the formats (export_read.c) and compared with the trace and its reports: a trace made by
 * hand, one as an importer makes it (overlapping events, arrows, counters, texts that need quoting), and by the command line a measured run,
 * one with steps that are kept as sums, a predicted one, and one of XLA's dumps. */
#include "trace/export/export.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/unit/trace/export_read.h"
#include "tests/unit/trace/sample.h"
#include "trace/query_impl.h"

static char *dir; /* the test's own, with everything it writes */

static char *in_dir(const char *name)
{
    return g_build_filename(dir, name, NULL);
}

static char *command(void)
{
    return g_build_filename(g_getenv("SHARDSCOPE_BUILD"), "runtime", "shardscope", NULL);
}

/* Runs `shardscope` with arguments that are divided by spaces; its exit status. *err gets what it said. */
static int shardscope(const char *args, char **err)
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

/* The traces that there are to test; those of the command line are made once. */
static const struct { const char *name, *make; } traces[] = {
    { "sample.db", NULL },
    { "imported.db", NULL },
    { "measured.db", "run program.hlo --steps 4 --remedies 0 -o measured.db" },
    { "sums.db", "run program.hlo --steps 6 --whole-steps 2 --remedies 0 -o sums.db" },
    { "predicted.db", "simulate program.hlo --hardware v6e-4 -o predicted.db" },
    { "xla.db", "import %s/tests/unit/xla/dumps/mlp_train_mismatch --no-plan -o xla.db" },
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

static void make_traces(void)
{
    g_autofree char *hlo = in_dir("program.hlo");
    g_assert_true(g_file_set_contents(hlo, program, -1, NULL));
    for (size_t i = 0; i < G_N_ELEMENTS(traces); i++) {
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

static TraceReader *open_trace(size_t i)
{
    g_autofree char *path = in_dir(traces[i].name);
    GError *error = NULL;
    TraceReader *r = trace_open(path, &error);
    g_assert_no_error(error);
    return r;
}

/* Exports and gives the path; with --step if step >= 0. To be freed. */
static char *export_to(TraceReader *r, const char *format, TraceExport o, TraceExported *done)
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

static int64_t number(TraceReader *r, const char *sql, int64_t arg)
{
    return db_int(r->db, sql, &arg, 1, -1);
}

static int64_t last_run(TraceReader *r)
{
    int64_t run;
    g_assert_true(trace_find_run(r, NULL, &run, NULL));
    return run;
}

/* ---- timelines ------------------------------------------------------------------------------------------------------------------------------ */

/* What tests ask of the slices of a timeline. */
static int64_t slices_of(const Timeline *t, const char *category, int64_t *n)
{
    int64_t sum = 0;
    *n = 0;
    for (guint i = 0; i < t->slices->len; i++) {
        const ReadSlice *s = &g_array_index(t->slices, ReadSlice, i);
        if (s->step >= 0 || g_strcmp0(s->category, category) != 0)
            continue;
        sum += s->self_ns;
        ++*n;
    }
    return sum;
}

/* Totals and numbers of events by category are the trace's. */
static void check_categories(TraceReader *r, const Timeline *t)
{
    int64_t run = last_run(r), all = 0;
    for (int cat = 0; cat < TRACE_N_CATS; cat++) {
        g_autofree char *where = g_strdup_printf("FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ?1 AND e.cat = %d", cat);
        g_autofree char *sum = g_strdup_printf("SELECT COALESCE(sum(COALESCE(e.self_ns, e.dur_ns)), 0) %s", where), *count = g_strdup_printf("SELECT count(*) %s", where);
        int64_t n, ns = slices_of(t, cat ? trace_cat_name(cat) : NULL, &n);
        g_assert_cmpint(ns, ==, number(r, sum, run));
        g_assert_cmpint(n, ==, number(r, count, run));
        all += n;
    }
    g_assert_cmpint(all, ==, number(r, "SELECT count(*) FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ?1", run));
}

/* Begins and ends are the trace's, moved by one offset at most. */
static void check_steps(TraceReader *r, const Timeline *t, int64_t base)
{
    g_autoptr(GArray) steps = trace_query_steps(r, last_run(r), NULL);
    guint n = 0;
    for (guint i = 0; i < t->slices->len; i++) {
        const ReadSlice *s = &g_array_index(t->slices, ReadSlice, i);
        if (s->step < 0)
            continue;
        const TraceStepRow *want = TRACE_AT(steps, TraceStepRow, n++);
        g_assert_cmpint(s->step, ==, want->num);
        g_assert_cmpint(s->start_ns, ==, want->start_ns + base);
        g_assert_cmpint(s->dur_ns, ==, want->dur_ns);
    }
    g_assert_cmpuint(n, ==, steps->len);
}

/* Of each collective in the report the time of a step is that of its slices in warm steps, where all steps have their events. */
static void check_collectives(TraceReader *r, const Timeline *t)
{
    int64_t run = last_run(r);
    g_autoptr(GArray) runs = trace_query_runs(r, NULL);
    const TraceRunInfo *info = TRACE_AT(runs, TraceRunInfo, runs->len - 1);
    g_assert_cmpint(info->id, ==, run);
    g_autoptr(GArray) colls = trace_query_colls(r, info->module_id, NULL), steps = trace_query_steps(r, run, NULL);
    bool whole = number(r, "SELECT count(*) FROM step WHERE run_id = ?1 AND n_events IS NOT NULL", run) == 0;
    int64_t n_warm = MAX(info->n_warm ? info->n_warm : info->n_steps, 1);
    for (guint k = 0; k < colls->len && whole && info->n_steps; k++) {
        const TraceCollRow *c = TRACE_AT(colls, TraceCollRow, k);
        g_autoptr(GHashTable) devices = g_hash_table_new(NULL, NULL);
        int64_t sum = 0;
        for (guint i = 0; i < t->slices->len; i++) {
            const ReadSlice *s = &g_array_index(t->slices, ReadSlice, i);
            bool warm = false;
            for (guint m = 0; m < steps->len && !warm; m++) {
                const TraceStepRow *step = TRACE_AT(steps, TraceStepRow, m);
                warm = (step->warm || !info->n_warm) && s->start_ns >= step->start_ns && s->start_ns < step->start_ns + step->dur_ns;
            }
            if (!warm || !s->meeting || g_strcmp0(s->name, c->name) != 0)
                continue;
            g_assert_cmpstr(s->category, ==, "collective");
            g_assert_cmpint(s->bytes, ==, c->bytes_out);
            g_hash_table_add(devices, GINT_TO_POINTER(s->process));
            sum += s->dur_ns;
        }
        if (c->total_ns.known)
            g_assert_cmpint(labs((long)(sum / MAX(g_hash_table_size(devices), 1) / n_warm - c->total_ns.v)), <=, 1);
    }
}

/* Each meeting of two or more that is recorded is one flow, with an end a member. Of arrows both ends count. */
static void check_flows(TraceReader *r, const Timeline *t, bool arrows_too)
{
    int64_t run = last_run(r), ends = 0;
    GHashTableIter it;
    gpointer n;
    g_hash_table_iter_init(&it, t->flows);
    for (gpointer id; g_hash_table_iter_next(&it, &id, &n);)
        ends += GPOINTER_TO_UINT(n) > 1 ? GPOINTER_TO_UINT(n) : 0;
    int64_t members = number(r, "SELECT COALESCE(sum(n), 0) FROM (SELECT count(*) AS n FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ?1 AND e.coll_id IS NOT NULL AND e.cat <> 8"
                                " GROUP BY e.coll_id HAVING count(*) > 1)", run);
    int64_t arrows = number(r, "SELECT count(*) FROM flow f JOIN event e ON e.id = f.from_event JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ?1", run);
    g_assert_cmpint(ends, ==, members + (arrows_too ? 2 * arrows : 0));
}

static void check_counters(TraceReader *r, const Timeline *t)
{
    int64_t run = last_run(r), n_memory = 0, n_recorded = 0;
    double memory = 0, recorded = 0;
    for (guint i = 0; i < t->counters->len; i++) {
        const ReadCounter *c = &g_array_index(t->counters, ReadCounter, i);
        bool own = g_str_has_prefix(c->name, "memory") || g_str_has_prefix(c->name, "bandwidth");
        n_memory += g_str_equal(c->name, "memory in use");
        memory += g_str_equal(c->name, "memory in use") ? c->value : 0;
        n_recorded += !own;
        recorded += own ? 0 : c->value;
        g_assert_true(isfinite(c->value) && c->value >= 0);
    }
    g_assert_cmpint(n_memory, ==, number(r, "SELECT count(*) FROM mem_sample m JOIN device d ON d.id = m.device_id WHERE d.run_id = ?1", run));
    g_assert_cmpint((int64_t)memory, ==, number(r, "SELECT COALESCE(sum(in_use), 0) FROM mem_sample m JOIN device d ON d.id = m.device_id WHERE d.run_id = ?1", run));
    g_assert_cmpint(n_recorded, ==, number(r, "SELECT count(*) FROM counter c JOIN lane l ON l.id = c.lane_id WHERE l.run_id = ?1", run));
    g_assert_cmpint((int64_t)recorded, ==, number(r, "SELECT CAST(COALESCE(sum(value), 0) AS INTEGER) FROM counter c JOIN lane l ON l.id = c.lane_id WHERE l.run_id = ?1", run));
}

/* Every lane is a thread of its place, in the viewer's order; rows of overlapping slices have its name too. */
static void check_tracks(TraceReader *r, const Timeline *t)
{
    g_autoptr(GArray) lanes = trace_query_lanes(r, last_run(r), NULL);
    for (guint i = 0; i < lanes->len; i++) {
        GHashTableIter it;
        gpointer key, name;
        bool found = false;
        g_hash_table_iter_init(&it, t->threads);
        while (!found && g_hash_table_iter_next(&it, &key, &name))
            found = g_str_equal(name, TRACE_AT(lanes, TraceLaneRow, i)->name);
        g_assert_true(found);
    }
    g_assert_cmpint(g_hash_table_size(t->processes), >, 1);
}

static void test_timelines(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(traces); i++) {
        g_autoptr(TraceReader) r = open_trace(i);
        if (number(r, "SELECT count(*) FROM lane WHERE run_id = ?1", last_run(r)) == 0)
            continue; /* a program that was not run: the formats have the run alone */
        TraceExported done;
        g_autofree char *perfetto = export_to(r, "perfetto", (TraceExport){ 0 }, &done), *chrome = export_to(r, "chrome", (TraceExport){ 0 }, NULL);
        g_autoptr(Timeline) p = read_perfetto(perfetto), c = read_chrome(chrome);
        int64_t base = MAX(-number(r, "SELECT min(first_ns) FROM lane WHERE run_id = ?1", last_run(r)), 0);
        check_categories(r, p);
        check_categories(r, c);
        check_steps(r, p, base);
        check_steps(r, c, 0);
        check_flows(r, p, true);
        check_flows(r, c, true);
        check_counters(r, p);
        check_counters(r, c);
        check_tracks(r, p);
        check_tracks(r, c);
        if (!base) {
            check_collectives(r, p);
            check_collectives(r, c);
        }
        g_assert_cmpint(done.n_events, ==, number(r, "SELECT count(*) FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ?1", last_run(r)));
        /* What is left out is in the files and told. */
        bool sums = g_str_equal(traces[i].name, "sums.db");
        g_assert_true(!sums || (strstr(done.note, "as sums") && *p->note && g_str_equal(p->note, done.note) && g_str_equal(c->note, done.note)));
        g_free(done.note);
    }
}

/* Profiles have no categories of ours, but those of ops, and the time of each; programs with the plan of memory come with the command line. */
static void test_xspace(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(traces); i++) {
        g_autoptr(TraceReader) r = open_trace(i);
        int64_t run = last_run(r), n_steps = 0, n_modules = 0, n = 0, ns = 0, coll_ns = 0, devices = number(r, "SELECT count(*) FROM device WHERE run_id = ?1", run);
        g_autofree char *plain = export_to(r, "xspace", (TraceExport){ 0 }, NULL), *path = in_dir("x.xplane.pb"), *args = g_strdup_printf("export %s --to xspace -o x.xplane.pb", traces[i].name);
        g_assert_cmpint(shardscope(args, NULL), ==, 0);
        g_autoptr(Timeline) t = read_xspace(path), without = read_xspace(plain);
        g_assert_cmpuint(t->slices->len, ==, without->slices->len);
        for (guint k = 0; k < t->slices->len; k++) {
            const ReadSlice *s = &g_array_index(t->slices, ReadSlice, k);
            n_steps += s->step >= 0;
            n_modules += g_strcmp0(s->category, "module") == 0;
            if (s->step >= 0 || g_strcmp0(s->category, "module") == 0)
                continue;
            n++;
            ns += s->dur_ns;
            coll_ns += g_strcmp0(s->category, "all-gather") == 0 ? s->dur_ns : 0;
        }
        g_assert_cmpint(n_steps, ==, devices * number(r, "SELECT count(*) FROM step WHERE run_id = ?1", run));
        g_assert_cmpint(n_modules, ==, number(r, "SELECT count(*) FROM exec e JOIN device d ON d.id = e.device_id WHERE d.run_id = ?1 AND e.module_id IS NOT NULL", run));
        g_assert_cmpint(n, ==, number(r, "SELECT count(*) FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ?1", run));
        g_assert_cmpint(ns, ==, number(r, "SELECT COALESCE(sum(e.dur_ns), 0) FROM event e JOIN lane l ON l.id = e.lane_id WHERE l.run_id = ?1", run));
        g_assert_cmpint(coll_ns, ==, number(r, "SELECT COALESCE(sum(e.dur_ns), 0) FROM event e JOIN lane l ON l.id = e.lane_id JOIN coll k ON k.inst_id = e.inst_id WHERE l.run_id = ?1 AND k.kind = 1", run));
        check_counters(r, t);
        check_flows(r, t, false);
        int n_insts;
        g_autoptr(GArray) runs = trace_query_runs(r, NULL);
        g_autoptr(GArray) memory = trace_query_memory_summary(r, TRACE_AT(runs, TraceRunInfo, runs->len - 1)->final_snap, NULL);
        if (traces[i].make) {
            g_assert_cmpint(read_xspace_peak(path, &n_insts), ==, TRACE_AT(memory, TraceMemorySummary, 0)->peak.v);
            g_assert_cmpint(n_insts, >, 5);
            g_assert_nonnull(strstr(without->note, "left out"));
        }
        g_assert_true(!g_str_equal(traces[i].name, "sums.db") || strstr(t->note, "as sums"));
    }
}

/* Only what begins in the step. */
static void test_one_step(void)
{
    g_autoptr(TraceReader) r = open_trace(2);
    g_autofree char *chrome = export_to(r, "chrome", (TraceExport){ .has_step = true, .step = 2 }, NULL);
    g_autoptr(Timeline) t = read_chrome(chrome);
    g_autoptr(GArray) steps = trace_query_steps(r, last_run(r), NULL);
    const TraceStepRow *step = TRACE_AT(steps, TraceStepRow, 2);
    g_assert_cmpuint(t->slices->len, >, 1);
    for (guint i = 0; i < t->slices->len; i++) {
        const ReadSlice *s = &g_array_index(t->slices, ReadSlice, i);
        g_assert_true(s->start_ns >= step->start_ns && s->start_ns < step->start_ns + step->dur_ns);
        g_assert_true(s->step < 0 || s->step == step->num);
    }
    GError *error = NULL;
    g_autofree char *path = in_dir("none");
    TraceExported done;
    g_assert_false(trace_export(r, "chrome", path, &(TraceExport){ .has_step = true, .step = 99 }, &done, &error));
    g_assert_error(error, TRACE_ERROR, TRACE_ERROR_MISSING);
    g_assert_false(g_file_test(path, G_FILE_TEST_EXISTS));
    g_clear_error(&error);
    g_free(done.note);
}

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
    for (size_t i = 0; i < G_N_ELEMENTS(traces); i++) {
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
    g_autoptr(TraceReader) r = open_trace(2);
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
    for (size_t i = 0; i < G_N_ELEMENTS(traces); i++) {
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
        bool own = traces[i].make && !g_str_has_prefix(traces[i].name, "xla");
        if (own) { /* what its report says: the time of warm steps but for idling, and the peak */
            int64_t parts = number(r, "SELECT COALESCE(sum(p.ns), 0) FROM step s JOIN step_part p ON p.step_id = s.id WHERE s.run_id = ?1 AND p.cat <> 5"
                                      " AND (s.warm = 1 OR NOT EXISTS (SELECT 1 FROM step w WHERE w.run_id = ?1 AND w.warm = 1))", run);
            g_assert_cmpint(p->sum[0], ==, parts);
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
    for (size_t i = 2; i < G_N_ELEMENTS(traces); i++) {
        g_autoptr(TraceReader) r = open_trace(i);
        g_autofree char *path = export_to(r, "dot", (TraceExport){ 0 }, NULL), *text = NULL;
        g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
        g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
        g_autoptr(GHashTable) nodes = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        int64_t ops = 0, collectives = 0;
        for (char **l = lines; *l; l++) {
            const char *of = strstr(*l, ", ops="), *arrow = strstr(*l, " -> ");
            if (of) {
                g_hash_table_add(nodes, g_strndup(*l + 2, strcspn(*l + 2, " ")));
                ops += g_ascii_strtoll(of + 6, NULL, 10);
                collectives += strstr(*l, "class=collective") != NULL;
            } else if (arrow) {
                g_autofree char *from = g_strndup(*l + 2, strcspn(*l + 2, " ")), *to = g_strndup(arrow + 4, strcspn(arrow + 4, " ;"));
                g_assert_true(g_hash_table_contains(nodes, from) && g_hash_table_contains(nodes, to));
            }
        }
        int64_t module = number(r, "SELECT max(id) FROM module WHERE run_id = ?1", last_run(r));
        g_assert_cmpint(ops, ==, number(r, "SELECT count(*) FROM inst i JOIN computation c ON c.id = i.comp_id JOIN snapshot s ON s.id = c.snapshot_id WHERE s.module_id = ?1 AND s.stage = 4"
                                           " AND c.kind NOT IN (2, 6)", module));
        g_assert_cmpint(collectives, ==, number(r, "SELECT count(*) FROM coll k JOIN inst i ON i.id = k.inst_id JOIN computation c ON c.id = i.comp_id JOIN snapshot s ON s.id = c.snapshot_id"
                                                   " WHERE s.module_id = ?1 AND s.stage = 4", module));
        g_assert_nonnull(strstr(text, "cluster_shardings"));
    }
}

/* ---- files and errors ---------------------------------------------------------------------------------------------------------------------------- */

static void test_errors(void)
{
    static const struct { const char *args; int status; const char *says; } cases[] = {
        { "export", 2, "no trace given" },
        { "export measured.db", 2, "perfetto, chrome, xspace, csv" },
        { "export measured.db --to perfeto -o x", 2, "did you mean perfetto" },
        { "export measured.db --to zzz -o x", 2, "the formats are perfetto" },
        { "export measured.db --to chrome", 2, "-o FILE" },
        { "export measured.db --to csv", 2, "-o FOLDER" },
        { "export measured.db --to chrome -o x --table steps", 2, "--table belongs to" },
        { "export measured.db --to chrome -o x --value time", 2, "--value belongs to" },
        { "export measured.db --to folded -o x --value mass", 1, "time, bytes or memory" },
        { "export measured.db --to chrome -o x --run nobody", 1, "nobody" },
        { "export measured.db:nobody --to chrome -o x", 1, "nobody" },
        { "export missing.db --to chrome -o x", 1, "missing.db" },
        { "export measured.db --to chrome -o nowhere/x", 1, "nowhere/x" },
        { "export measured.db --to csv -o measured.db", 1, "folder" },
        { "export imported.db --to dot -o x", 1, "no program" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *said = NULL, *x = in_dir("x"), *part = in_dir("x.part");
        int status = shardscope(cases[i].args, &said);
        if (status == 2 || (status == 1 && cases[i].status == 1))
            status = cases[i].status; /* usage that the library finds, too */
        g_assert_cmpint(status, ==, cases[i].status);
        if (!strstr(said, cases[i].says))
            g_error("%s: %s", cases[i].args, said);
        g_assert_false(g_file_test(x, G_FILE_TEST_EXISTS) || g_file_test(part, G_FILE_TEST_EXISTS));
    }
}

/* Links stay and are written through, a FIFO gets the bytes, what was there is replaced. */
static void test_places(void)
{
    g_autofree char *plain = in_dir("plain"), *link = in_dir("link"), *fifo = in_dir("fifo"), *want = NULL, *got = NULL, *said = NULL;
    gsize n, m;
    g_assert_cmpint(shardscope("export measured.db --to perfetto -o plain", NULL), ==, 0);
    g_assert_true(g_file_get_contents(plain, &want, &n, NULL));
    g_assert_cmpint(symlink("behind", link), ==, 0);
    g_assert_cmpint(shardscope("export measured.db --to perfetto -o link", NULL), ==, 0);
    g_assert_true(g_file_test(link, G_FILE_TEST_IS_SYMLINK) && g_file_get_contents(link, &got, &m, NULL));
    g_assert_true(m == n && memcmp(got, want, n) == 0);
    g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
    int fd = open(fifo, O_RDWR | O_CLOEXEC);
    char head[8];
    g_autofree char *script = g_strdup_printf("%s", "export measured.db --to folded -o fifo");
    g_assert_cmpint(shardscope(script, NULL), ==, 0);
    g_assert_cmpint(read(fd, head, sizeof head), ==, sizeof head);
    close(fd);
    GStatBuf st;
    g_assert_true(g_lstat(fifo, &st) == 0 && S_ISFIFO(st.st_mode));
    g_assert_cmpint(shardscope("export sums.db --to chrome -o sums.json", &said), ==, 0);
    g_assert_nonnull(strstr(said, "shardscope: ")); /* what the file does not have */
}

static bool stop_at_once(void *user)
{
    (void)user;
    return true;
}

static void test_stop(void)
{
    g_autoptr(TraceReader) r = open_trace(2);
    g_autofree char *path = in_dir("stopped");
    const TraceWatch watch = { .stop = stop_at_once };
    TraceExportFormat f;
    for (int i = 0; trace_export_format(i, &f); i++) {
        GError *error = NULL;
        TraceExported done;
        if (!trace_export(r, f.name, path, &(TraceExport){ .watch = &watch }, &done, &error))
            g_assert_error(error, TRACE_ERROR, TRACE_ERROR_STOPPED);
        g_assert_true((!error) == g_file_test(path, G_FILE_TEST_EXISTS));
        g_unlink(path);
        g_clear_error(&error);
        g_free(done.note);
    }
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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    dir = g_dir_make_tmp("export-XXXXXX", NULL);
    make_traces();
    g_test_add_func("/trace/export/timelines", test_timelines);
    g_test_add_func("/trace/export/xspace", test_xspace);
    g_test_add_func("/trace/export/one-step", test_one_step);
    g_test_add_func("/trace/export/tables", test_tables);
    g_test_add_func("/trace/export/one-table", test_one_table);
    g_test_add_func("/trace/export/groups", test_groups);
    g_test_add_func("/trace/export/stacks", test_stacks);
    g_test_add_func("/trace/export/graph", test_graph);
    g_test_add_func("/trace/export/errors", test_errors);
    g_test_add_func("/trace/export/places", test_places);
    g_test_add_func("/trace/export/stop", test_stop);
    int status = g_test_run();
    remove_all(dir);
    g_free(dir);
    return status;
}
