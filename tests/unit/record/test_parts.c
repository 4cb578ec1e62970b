/* A run that several processes recorded in parts: merged, it must be what one recorder would have written that heard all of them. Here both hear the
 * same events of one execution, each part on a clock of its own. */
#include "runtime/record/record.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "runtime/base/clock.h"
#include "runtime/exec/loaded.h"
#include "runtime/text/text.h"
#include "trace/report/report.h"

enum { N_DEVICES = 8, N_PARTS = 3, N_CORES = 2, N_STEPS = 5 };

static const char text[] =
    "HloModule t, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"a\"=4, \"b\"=2]>}}\nENTRY e {\n"
    "  x = f32[64,64] parameter(0), frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{\\\"a\\\"}, {}]>\"}\n"
    "  w = f32[64,64] parameter(1), frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{\\\"a\\\"}, {\\\"b\\\"}]>\"}\n"
    "  y = f32[64,64] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n  z = f32[64,64] tanh(y)\n"
    "  q = f32[64,64] dot(z, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n  ROOT r = f32[64,64] dot(q, x), lhs_contracting_dims={0}, rhs_contracting_dims={0}\n}\n";

/* One that records: everything, or a part on a clock that differs. */
typedef struct Recorder {
    TraceWriter *writer;
    Record *record;
    const EventSink *events;
    int first, n;
    int64_t behind_ns; /* its clock shows so much less than the one that counts */
    double slow;       /* and so much less still for each ns since origin */
    int64_t start_ns, end_ns;
} Recorder;

typedef struct Lane {
    struct Both *of;
    int device;
} Lane;

typedef struct Both {
    Recorder all, part[N_PARTS];
    Lane lane[N_DEVICES];
    void *lanes[N_DEVICES];
    int64_t origin_ns;
} Both;

static const int firsts[N_PARTS + 1] = { 0, 3, 6, 8 };

static int part_of(int device)
{
    return device < 3 ? 0 : device < 6 ? 1 : 2;
}

static int64_t shown(const Both *b, const Recorder *r, int64_t ns)
{
    return ns - r->behind_ns - (int64_t)(r->slow * (double)(ns - b->origin_ns));
}

static void on_event(void *lane, int op_id, int64_t start_ns, int64_t dur_ns, int cat)
{
    const Lane *l = lane;
    Both *b = l->of;
    Recorder *p = &b->part[part_of(l->device)];
    int64_t start = shown(b, p, start_ns), end = shown(b, p, start_ns + dur_ns);
    b->all.events->event(b->all.events->lanes[l->device], op_id, start_ns, dur_ns, cat);
    p->events->event(p->events->lanes[l->device - p->first], op_id, start, end - start, cat);
}

static void on_memory(void *lane, int64_t at_ns, int64_t held, int64_t high)
{
    const Lane *l = lane;
    Both *b = l->of;
    Recorder *p = &b->part[part_of(l->device)];
    b->all.events->memory(b->all.events->lanes[l->device], at_ns, held, high);
    p->events->memory(p->events->lanes[l->device - p->first], shown(b, p, at_ns), held, high);
}

static void on_core(void *user, int core, int device, int64_t start_ns, int64_t dur_ns)
{
    Both *b = user;
    int n = part_of(device);
    Recorder *p = &b->part[n];
    b->all.events->core(b->all.events->user, n * N_CORES + core, device, start_ns, dur_ns);
    p->events->core(p->events->user, core, device, shown(b, p, start_ns), dur_ns);
}

static void begin(Both *b, Recorder *r, const char *path, const Compiled *c, int part)
{
    GError *error = NULL;
    static const char *const hosts[] = { "one", "one", "two" };
    DeviceInfo *devices = exec_devices(N_DEVICES);
    for (int d = 0; d < N_DEVICES; d++)
        devices[d].process = part_of(d);
    RecordPart mine = { .job = "job", .of = "t 0", .rank = part, .first = r->first, .n = r->n };
    RecordInfo info = { .name = "t", .kind = TRACE_RUN_MEASURED, .devices = devices, .n_devices = N_DEVICES, .hosts = hosts, .n_processes = N_PARTS, .part = part >= 0 ? &mine : NULL,
                        .n_steps = N_STEPS };
    r->writer = trace_writer_new(path, &error);
    g_assert_no_error(error);
    r->record = record_run_new(r->writer, &info, shown(b, r, b->origin_ns));
    record_compiled(r->record, c, NULL);
    record_memory(r->record, &c->program->memory);
    r->events = record_events(r->record, part >= 0 ? N_CORES : N_PARTS * N_CORES);
    for (int i = 0; i < N_PARTS; i++) {
        const Recorder *p = &b->part[i];
        int64_t at = shown(b, p, b->origin_ns);
        if (part < 0 || part == i)
            record_host(r->record, i, &(RecordHost){ .clock_at_ns = at, .clock_off_ns = b->origin_ns - at, .clock_rate = 1 / (1 - p->slow) - 1, .clock_err_ns = 100 * i, .sent_bytes = 1000 * i });
    }
    g_free(devices);
}

static void end(Recorder *r)
{
    GError *error = NULL;
    record_run_end(r->record, &error);
    g_assert_no_error(error);
    record_free(r->record);
    trace_writer_finish(r->writer, &error);
    g_assert_no_error(error);
}

/* Steps of parts begin a little apart, as those of processes do. */
static void put_step(Both *b, int k, const StepStats *s)
{
    GError *error = NULL;
    record_step(b->all.record, NULL, k, k > 0, s, &error);
    g_assert_no_error(error);
    for (int i = 0; i < N_PARTS; i++) {
        Recorder *p = &b->part[i];
        StepStats own = *s;
        own.start_ns = shown(b, p, s->start_ns + (i == k % N_PARTS ? 0 : 10 * i));
        own.end_ns = shown(b, p, s->end_ns - (i == (k + 1) % N_PARTS ? 0 : 7));
        record_step(p->record, NULL, k, k > 0, &own, &error);
        g_assert_no_error(error);
    }
}

typedef struct Clocks {
    int64_t behind_ns[N_PARTS];
    double slow[N_PARTS];
} Clocks;

static void record_both(const char *dir, const Clocks *clocks)
{
    GError *error = NULL;
    IrModule *m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    g_autoptr(Compiled) c = compile(m, &(CompileOptions){ 0 }, &error);
    g_assert_no_error(error);
    g_autoptr(LoadedProgram) p = loaded_new(c, N_CORES, &error);
    g_assert_no_error(error);
    g_assert_true(loaded_fill_args(p, &(FillOptions){ .kind = FILL_IOTA }, &error));
    Both b = { .origin_ns = clock_ns(), .all = { .n = N_DEVICES } };
    for (int i = 0; i < N_PARTS; i++)
        b.part[i] = (Recorder){ .first = firsts[i], .n = firsts[i + 1] - firsts[i], .behind_ns = clocks->behind_ns[i], .slow = clocks->slow[i] };
    g_autofree char *whole = g_build_filename(dir, "whole.db", NULL);
    begin(&b, &b.all, whole, c, -1);
    for (int i = 0; i < N_PARTS; i++) {
        g_autofree char *run = g_build_filename(dir, "run.db", NULL), *path = trace_part_path(run, i);
        begin(&b, &b.part[i], path, c, i);
    }
    for (int d = 0; d < N_DEVICES; d++) {
        b.lane[d] = (Lane){ &b, d };
        b.lanes[d] = &b.lane[d];
    }
    EventSink sink = { .event = on_event, .memory = on_memory, .core = on_core, .lanes = b.lanes, .n_cores = N_CORES, .user = &b };
    exec_context_record(loaded_context(p), &sink);
    for (int k = 0; k < N_STEPS; k++) {
        StepStats s = { 0 };
        g_assert_true(loaded_step(p, &s, &error));
        g_assert_no_error(error);
        put_step(&b, k, &s);
    }
    end(&b.all);
    for (int i = 0; i < N_PARTS; i++)
        end(&b.part[i]);
}

/* ---- comparing ------------------------------------------------------------------------------------------------------------------------ */

/* Everything that was worked out, or put together, by what does not depend on the order in which rows came. */
static const char *const tables[] = {
    "SELECT num, start_ns, dur_ns, warm, n_events FROM step ORDER BY num",
    "SELECT s.num, d.global_id, x.start_ns, x.dur_ns, x.launch FROM exec x JOIN step s ON s.id = x.step_id JOIN device d ON d.id = x.device_id ORDER BY 1, 2",
    ("SELECT s.num, n.s, c.iter, c.grp, c.first_ns, c.last_ns, c.end_ns, c.n_seen, c.n_expected, c.exposed_ns FROM coll_exec c JOIN step s ON s.id = c.step_id JOIN inst i ON i.id = c.inst_id"
     " JOIN str n ON n.id = i.name_id ORDER BY 1, 2, 3, 4"),
    "SELECT s.num, d.global_id, p.cat, p.ns, p.hidden_ns FROM step_part p JOIN step s ON s.id = p.step_id JOIN device d ON d.id = p.device_id ORDER BY 1, 2, 3",
    "SELECT n.s, d.global_id, t.n, t.total_ns, t.self_ns, t.min_ns, t.max_ns, t.exposed_ns FROM inst_stat t JOIN inst i ON i.id = t.inst_id JOIN str n ON n.id = i.name_id JOIN device d ON d.id = t.device_id ORDER BY 1, 2",
    "SELECT s.num, c.seq, n.s, c.start_ns, c.dur_ns, c.cat, c.via FROM crit c JOIN step s ON s.id = c.step_id LEFT JOIN event e ON e.id = c.event_id LEFT JOIN str n ON n.id = e.name_id ORDER BY 1, 2",
    "SELECT d.global_id, m.ts_ns, m.in_use FROM mem_sample m JOIN device d ON d.id = m.device_id ORDER BY 1, 2",
    "SELECT l.name, e.depth, e.start_ns, e.dur_ns, e.szc, e.cat, n.s, e.self_ns, e.exec_id IS NULL, e.coll_id IS NULL FROM event e JOIN lane l ON l.id = e.lane_id JOIN str n ON n.id = e.name_id ORDER BY 1, 2, 3, 4",
    "SELECT name, kind, rank, depths, first_ns, last_ns, n_events, dropped FROM lane WHERE kind IN (3, 10) ORDER BY 1",
    "SELECT l.name, q.depth, q.level, q.bucket, q.n, q.busy_ns, q.coll_ns, q.top_cat FROM lod q JOIN lane l ON l.id = q.lane_id ORDER BY 1, 2, 3, 4",
    "SELECT name, process_index, COALESCE(recorded, 1), clock_off_ns, clock_err_ns, sent_bytes FROM host ORDER BY 2",
};

static char *rows(const char *db, const char *sql)
{
    sqlite3 *c;
    sqlite3_stmt *s;
    GString *out = g_string_new(NULL);
    g_assert_cmpint(sqlite3_open_v2(db, &c, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_prepare_v2(c, sql, -1, &s, NULL), ==, SQLITE_OK);
    while (sqlite3_step(s) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(s); i++)
            g_string_append_printf(out, "%s%s", i ? " | " : "", sqlite3_column_text(s, i) ? (const char *)sqlite3_column_text(s, i) : "-");
        g_string_append_c(out, '\n');
    }
    sqlite3_finalize(s);
    sqlite3_close(c);
    return g_string_free(out, FALSE);
}

static void same_reports(const char *a, const char *b)
{
    GError *error = NULL;
    g_autoptr(TraceReader) x = trace_open(a, &error), y = trace_open(b, &error);
    g_assert_no_error(error);
    int n;
    const Report *const *list = report_list(&n);
    for (int i = 0; i < n; i++) {
        g_autoptr(GString) one = g_string_new(NULL), other = g_string_new(NULL);
        ReportOptions options = { .format = REPORT_JSON };
        bool ok = report_run(list[i]->name, x, &options, one, NULL);
        g_assert_cmpint(ok, ==, report_run(list[i]->name, y, &options, other, NULL));
        g_assert_cmpstr(one->str, ==, other->str);
    }
}

/* Rows that refer to nothing. */
static void whole_keys(const char *db)
{
    g_autofree char *bad = rows(db, "PRAGMA foreign_key_check"), *check = rows(db, "PRAGMA integrity_check");
    g_assert_cmpstr(bad, ==, "");
    g_assert_cmpstr(check, ==, "ok\n");
}

typedef struct Files {
    char *dir, *whole, *merged, *part[N_PARTS];
} Files;

static Files files_new(const Clocks *clocks)
{
    Files f = { .dir = g_dir_make_tmp("parts-XXXXXX", NULL) };
    record_both(f.dir, clocks);
    f.whole = g_build_filename(f.dir, "whole.db", NULL);
    f.merged = g_build_filename(f.dir, "run.db", NULL);
    for (int i = 0; i < N_PARTS; i++)
        f.part[i] = trace_part_path(f.merged, i);
    return f;
}

static void files_clear(Files *f)
{
    g_unlink(f->merged);
    g_unlink(f->whole);
    for (int i = 0; i < N_PARTS; i++) {
        g_unlink(f->part[i]);
        g_free(f->part[i]);
    }
    g_rmdir(f->dir);
    g_free(f->dir);
    g_free(f->whole);
    g_free(f->merged);
}

static char *merge(const Files *f, const char *const *parts, int n)
{
    GError *error = NULL;
    char *told = NULL;
    g_unlink(f->merged);
    trace_merge(&(TraceMerge){ parts, n, f->merged }, NULL, &told, &error);
    g_assert_no_error(error);
    whole_keys(f->merged);
    return told;
}

/* Clocks that go alike, however far apart: equal in every number. */
static void test_equal(void)
{
    Files f = files_new(&(Clocks){ .behind_ns = { 0, 7000000000, -123456789 } });
    const char *parts[] = { f.part[2], f.part[0], f.part[1] };
    g_autofree char *told = merge(&f, parts, N_PARTS);
    g_assert_cmpstr(told, ==, "");
    for (size_t i = 0; i < G_N_ELEMENTS(tables); i++) {
        g_autofree char *a = rows(f.whole, tables[i]), *b = rows(f.merged, tables[i]);
        if (!g_str_equal(a, b))
            g_printerr("%s\n%s----\n%s", tables[i], a, b);
        g_assert_cmpstr(a, ==, b);
    }
    same_reports(f.whole, f.merged);
    files_clear(&f);
}

/* Clocks that drift: times are off by rounding, and meetings have their order. */
static void test_drift(void)
{
    Files f = files_new(&(Clocks){ .behind_ns = { 0, 50000000, 1 }, .slow = { 0, 3e-3, -2e-3 } });
    g_free(merge(&f, (const char *const *)f.part, N_PARTS));
    g_autofree char *a = rows(f.whole, "SELECT l.name, e.start_ns, n.s FROM event e JOIN lane l ON l.id = e.lane_id JOIN str n ON n.id = e.name_id WHERE l.kind = 3 AND e.cat <> 8 ORDER BY 1, 2, 3"),
                    *b = rows(f.merged, "SELECT l.name, e.start_ns, n.s FROM event e JOIN lane l ON l.id = e.lane_id JOIN str n ON n.id = e.name_id WHERE l.kind = 3 AND e.cat <> 8 ORDER BY 1, 2, 3");
    g_auto(GStrv) x = g_strsplit(a, "\n", -1), y = g_strsplit(b, "\n", -1);
    g_assert_cmpuint(g_strv_length(x), ==, g_strv_length(y));
    for (guint i = 0; x[i] && x[i][0]; i++) {
        g_auto(GStrv) s = g_strsplit(x[i], " | ", 3), t = g_strsplit(y[i], " | ", 3);
        g_assert_cmpstr(s[0], ==, t[0]);
        g_assert_cmpstr(s[2], ==, t[2]);
        gint64 off = g_ascii_strtoll(s[1], NULL, 10) - g_ascii_strtoll(t[1], NULL, 10);
        g_assert_cmpint(ABS(off), <=, 3);
    }
    g_autoptr(TraceReader) r = trace_open(f.merged, NULL);
    g_autoptr(GArray) hosts = trace_query_hosts(r, 1, NULL);
    g_assert_cmpuint(hosts->len, ==, N_PARTS);
    const TraceHostRow *h = TRACE_AT(hosts, TraceHostRow, 1);
    g_assert_cmpstr(h->title, ==, "rank 1 on one");
    g_assert_cmpfloat_with_epsilon(h->clock_ppm.v, 3009, 1);
    g_assert_cmpint(h->clock_err_ns.v, ==, 100);
    g_assert_cmpint(h->first_device.v, ==, 3);
    files_clear(&f);
}

/* Parts that are missing are named, whichever they are; what is there is there. */
static void test_missing(void)
{
    Files f = files_new(&(Clocks){ .behind_ns = { 0, 1000, 2000 } });
    g_autofree char *steps = rows(f.whole, "SELECT count(*) FROM step");
    for (int gone = 0; gone < N_PARTS; gone++) {
        const char *parts[N_PARTS - 1];
        for (int i = 0, k = 0; i < N_PARTS; i++)
            if (i != gone)
                parts[k++] = f.part[i];
        g_autofree char *told = merge(&f, parts, N_PARTS - 1);
        g_autofree char *want = g_strdup_printf("rank %d on %s: its part is missing", gone, gone == 2 ? "two" : "one"), *n = rows(f.merged, "SELECT count(*) FROM step"),
                        *lanes = rows(f.merged, "SELECT count(DISTINCT device_id) FROM lane"), *devices = g_strdup_printf("%d\n", N_DEVICES - (firsts[gone + 1] - firsts[gone]));
        g_assert_nonnull(strstr(told, want));
        g_assert_cmpstr(n, ==, steps);
        g_assert_cmpstr(lanes, ==, devices);
        g_autoptr(TraceReader) r = trace_open(f.merged, NULL);
        g_autoptr(GArray) hosts = trace_query_hosts(r, 1, NULL);
        for (int i = 0; i < N_PARTS; i++)
            g_assert_cmpint(TRACE_AT(hosts, TraceHostRow, i)->recorded, ==, i != gone);
    }
    files_clear(&f);
}

static void refuse(const Files *f, const char *a, const char *b, const char *why)
{
    GError *error = NULL;
    const char *parts[] = { a, b };
    g_unlink(f->merged);
    g_assert_false(trace_merge(&(TraceMerge){ parts, 2, f->merged }, NULL, NULL, &error));
    if (!strstr(error->message, why))
        g_printerr("%s\n", error->message);
    g_assert_nonnull(strstr(error->message, why));
    g_assert_false(g_file_test(f->merged, G_FILE_TEST_EXISTS));
    g_error_free(error);
}

static void change(const char *db, const char *sql)
{
    sqlite3 *c;
    g_assert_cmpint(sqlite3_open(db, &c), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_exec(c, sql, NULL, NULL, NULL), ==, SQLITE_OK);
    sqlite3_close(c);
}

/* What does not belong together, and parts that end early. */
static void test_refused(void)
{
    Files f = files_new(&(Clocks){ .behind_ns = { 0, 1000, 2000 } });
    refuse(&f, f.part[0], f.part[0], "are both the part of rank 0");
    refuse(&f, f.part[0], f.whole, "not a part");
    refuse(&f, f.part[0], "/nowhere/x.db", "no such file");
    change(f.part[2], "DELETE FROM event WHERE exec_id IN (SELECT x.id FROM exec x JOIN step s ON s.id = x.step_id WHERE s.num >= 3); DELETE FROM coll_exec WHERE step_id IN (SELECT id FROM step WHERE num >= 3);"
                      "DELETE FROM exec WHERE step_id IN (SELECT id FROM step WHERE num >= 3); DELETE FROM step_part WHERE step_id IN (SELECT id FROM step WHERE num >= 3);"
                      "DELETE FROM crit WHERE step_id IN (SELECT id FROM step WHERE num >= 3); DELETE FROM step WHERE num >= 3; UPDATE run SET end_ns = NULL");
    g_autofree char *told = merge(&f, (const char *const *)f.part, N_PARTS), *ended = rows(f.merged, "SELECT end_ns FROM run"), *steps = rows(f.merged, "SELECT max(num) FROM step");
    g_assert_nonnull(strstr(told, "the part of rank 2 ends with step 2, others with step 4"));
    g_assert_cmpstr(ended, ==, "-\n");
    g_assert_cmpstr(steps, ==, "4\n");
    change(f.part[1], "UPDATE run SET job = 'other'");
    refuse(&f, f.part[0], f.part[1], "parts of different runs");
    change(f.part[1], "UPDATE run SET job = 'job'; UPDATE inst SET name_id = 1 WHERE id = (SELECT max(id) FROM inst)");
    refuse(&f, f.part[0], f.part[1], "its compiled programs are not those of");
    g_assert_true(g_file_set_contents(f.part[1], "", 0, NULL)); /* a process that ended before it had anything to store */
    g_autofree char *empty = merge(&f, (const char *const *)f.part, N_PARTS);
    g_assert_nonnull(strstr(empty, "rank 1 on one: its part is missing, so devices 3 to 5 have no timelines"));
    files_clear(&f);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/parts/equal", test_equal);
    g_test_add_func("/parts/drift", test_drift);
    g_test_add_func("/parts/missing", test_missing);
    g_test_add_func("/parts/refused", test_refused);
    return g_test_run();
}
