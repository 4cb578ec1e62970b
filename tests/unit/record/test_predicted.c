/* A run that is not executed: a small program is walked with invented times on devices that do not exist here, and recorded through
 * the interface that the executor uses. The reader opens the trace and reports the run as predicted. And which steps are recorded with all their events. */
#include "runtime/record/record.h"

#include <glib/gstdio.h>
#include <string.h>

#include "runtime/text/text.h"
#include "trace/report/report.h"

static const char text[] =
    "HloModule t, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"a\"=4]>}}\nENTRY e {\n"
    "  x = f32[64,64] parameter(0), frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{\\\"a\\\"}, {}]>\"}\n"
    "  w = f32[64,64] parameter(1), frontend_attributes={xla.sdy.sharding=\"#sdy.sharding<@mesh, [{\\\"a\\\"}, {}]>\"}\n"
    "  s = f32[64,64] sine(x)\n"
    "  y = f32[64,64] dot(s, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
    "  z = f32[64,64] dot(w, y), lhs_contracting_dims={0}, rhs_contracting_dims={0}\n"
    "  ROOT r = f32[64,64] cosine(z)\n}\n";

enum { N = 4, STEPS = 3, MEET_NS = 700, LATE = 2, LATE_NS = 5000 };
static const int64_t zero_ns = 1000000;

/* Duration of a kernel on device d; device LATE starts its first LATE_NS later. */
static int64_t kernel_ns(const Instr *in, int device)
{
    int64_t bytes = 0;
    for (int i = 0; i < in->n_out; i++)
        bytes += in->out_bytes[i];
    return 100 + bytes / 16 + device;
}

typedef struct Walked {
    int64_t now;         /* the clock of the simulated run */
    int n_events[N];     /* of one step, without waits */
    int n_meetings;
    int64_t wait_ns[N];  /* of all steps, in all collectives */
} Walked;

static int64_t walked_now(void *user)
{
    return ((const Walked *)user)->now;
}

/* One step of straight-line code: all devices execute instruction after instruction. */
static StepStats walk(const Program *p, const EventSink *to, Walked *w)
{
    StepStats stats = { .start_ns = w->now, .end_ns = w->now };
    int64_t at[N];
    memset(w->n_events, 0, sizeof w->n_events);
    w->n_meetings = 0;
    for (int d = 0; d < N; d++)
        at[d] = w->now + (d == LATE ? LATE_NS : 0);
    for (int i = 0; p->code[i].kind != INSTR_END; i++) {
        const Instr *in = &p->code[i];
        if (in->kind == INSTR_COLLECTIVE) {
            const Collective *c = in->collective;
            for (int g = 0; g < c->n_groups; g++) {
                int64_t last = 0;
                for (int k = 0; k < c->group_size[g]; k++)
                    last = MAX(last, at[c->members[g][k]]);
                for (int k = 0; k < c->group_size[g]; k++) {
                    int d = c->members[g][k];
                    if (last > at[d]) {
                        w->n_events[d]++; /* is recorded in the trace beside the collective's time */
                        to->event(to->lanes[d], in->op->id, at[d], last - at[d], EVENT_WAIT);
                    }
                    to->event(to->lanes[d], in->op->id, last, MEET_NS, EVENT_COLLECTIVE);
                    w->wait_ns[d] += last - at[d];
                    at[d] = last + MEET_NS;
                    w->n_events[d]++;
                }
                w->n_meetings++;
            }
            continue;
        }
        g_assert_cmpint(in->kind, ==, INSTR_KERNEL);
        for (int d = 0; d < N; d++) {
            int64_t ns = kernel_ns(in, d);
            to->event(to->lanes[d], in->op->id, at[d], ns, in->cat);
            at[d] += ns;
            to->memory(to->lanes[d], at[d], 4096, 8192);
            w->n_events[d]++;
        }
    }
    for (int d = 0; d < N; d++)
        stats.end_ns = MAX(stats.end_ns, at[d]);
    w->now = stats.end_ns;
    return stats;
}

static void check(const char *db, const Walked *w, const StepStats *steps)
{
    g_autoptr(GError) error = NULL;
    TraceReader *r = trace_open(db, &error);
    g_assert_no_error(error);
    g_autoptr(GArray) runs = trace_query_runs(r, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(runs->len, ==, 1);
    const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, 0);
    g_assert_cmpint(run->kind, ==, TRACE_RUN_PREDICTED);
    g_assert_cmpint(run->n_devices, ==, N);
    g_assert_cmpint(run->n_steps, ==, STEPS);
    g_assert_cmpint(run->end_ns.v, ==, w->now - zero_ns);
    g_autoptr(GArray) devices = trace_read_rows(r, TRACE_TABLE_device, "ORDER BY global_id", NULL, 0, &error);
    g_assert_cmpuint(devices->len, ==, N);
    for (int d = 0; d < N; d++) {
        g_assert_cmpstr(TRACE_AT(devices, TraceDevice, d)->kind, ==, "h100");
        g_assert_cmpint(TRACE_AT(devices, TraceDevice, d)->is_virtual, ==, 0);
    }
    g_autoptr(GArray) rows = trace_query_steps(r, run->id, &error);
    for (int i = 0; i < STEPS; i++) {
        g_assert_cmpint(TRACE_AT(rows, TraceStepRow, i)->start_ns, ==, steps[i].start_ns - zero_ns);
        g_assert_cmpint(TRACE_AT(rows, TraceStepRow, i)->dur_ns, ==, steps[i].end_ns - steps[i].start_ns);
    }
    g_autoptr(GArray) lanes = trace_query_lanes(r, run->id, &error);
    g_assert_cmpuint(lanes->len, ==, 2 * N); /* of a device what it computes, and its links; no timeline of this process, because it ran nothing */
    for (int d = 0; d < N; d++) {
        const TraceLaneRow *lane = TRACE_AT(lanes, TraceLaneRow, 2 * d), *links = lane + 1;
        g_autofree char *name = g_strdup_printf("GPU %d", d), *beside = g_strdup_printf("device %d: links", d);
        g_assert_cmpstr(lane->name, ==, name);
        g_assert_cmpstr(links->name, ==, beside);
        g_autoptr(GArray) events = trace_query_events(r, lane->id, 0, &error), moves = trace_query_events(r, links->id, 0, &error);
        g_assert_cmpuint(events->len + moves->len, ==, (guint)(STEPS * w->n_events[d]));
        g_assert_cmpuint(moves->len, >, 0);
        for (guint i = 0; i < moves->len; i++)
            g_assert_cmpint(TRACE_AT(moves, TraceEventRow, i)->cat, ==, TRACE_CAT_COLLECTIVE);
    }
    g_autoptr(GArray) meetings = trace_query_meetings(r, run->id, 0, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(meetings->len, ==, (guint)(STEPS * w->n_meetings));
    int64_t waited[N] = { 0 };
    for (guint i = 0; i < meetings->len; i++) {
        const TraceMeetingRow *m = TRACE_AT(meetings, TraceMeetingRow, i);
        g_autoptr(GArray) members = trace_query_members(r, m->id, &error);
        g_assert_cmpint(m->n_seen, ==, m->n_expected);
        for (guint k = 0; k < members->len; k++) {
            const TraceMemberRow *one = TRACE_AT(members, TraceMemberRow, k);
            waited[one->global_id.v] += m->last_ns - one->start_ns;
        }
    }
    for (int d = 0; d < N; d++)
        g_assert_cmpint(waited[d], ==, w->wait_ns[d]);
    g_assert_cmpint(waited[LATE], <, waited[0]);
    int n;
    const Report *const *list = report_list(&n);
    for (int i = 0; i < n; i++) { /* every report has rows, or says what is missing */
        g_autoptr(GString) out = g_string_new(NULL);
        ReportOptions options = { 0 };
        GError *why = NULL;
        if (!report_run(list[i]->name, r, &options, out, &why))
            g_assert_error(why, TRACE_ERROR, TRACE_ERROR_MISSING);
        g_clear_error(&why);
    }
    trace_close(r);
}

static void test_predicted(void)
{
    GError *error = NULL;
    g_autofree char *dir = g_dir_make_tmp("predicted-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL);
    IrModule *m = program_parse("t.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    g_autoptr(Compiled) c = compile(m, &(CompileOptions){ 0 }, &error);
    g_assert_no_error(error);
    const Program *p = c->program;
    DeviceInfo devices[N];
    char *names[N];
    for (int d = 0; d < N; d++) {
        names[d] = g_strdup_printf("GPU %d", d);
        devices[d] = (DeviceInfo){ .id = d, .kind = "h100", .name = names[d] };
    }
    Walked w = { .now = zero_ns };
    TraceWriter *writer = trace_writer_new(db, &error);
    g_assert_no_error(error);
    Record *rec = record_run_new(writer, &(RecordInfo){ .name = "t", .hardware = "h100x4", .kind = TRACE_RUN_PREDICTED, .devices = devices, .n_devices = N,
                                                        .clock = { walked_now, &w } }, zero_ns);
    record_compiled(rec, c, NULL);
    record_memory(rec, &p->memory);
    const EventSink *to = record_events(rec, 0);
    StepStats steps[STEPS];
    for (int i = 0; i < STEPS; i++) {
        steps[i] = walk(p, to, &w);
        g_assert_true(record_step(rec, NULL, i, true, &steps[i], &error));
        g_assert_no_error(error);
    }
    g_assert_cmpint(w.n_meetings, >, 0);
    g_assert_true(record_run_end(rec, &error));
    record_free(rec);
    g_assert_true(trace_writer_finish(writer, &error));
    g_assert_no_error(error);
    for (int d = 0; d < N; d++)
        g_free(names[d]);
    check(db, &w, steps);
    g_unlink(db);
    g_rmdir(dir);
}

/* Of steps that get slower and slower not each is recorded with all its events. */
static void test_slower(void)
{
    enum { ALL = 2000, WHOLE = 10 };
    GError *error = NULL;
    g_autofree char *dir = g_dir_make_tmp("slower-XXXXXX", NULL), *db = g_build_filename(dir, "t.db", NULL);
    IrModule *m = program_parse("t.hlo", text, strlen(text), &error);
    g_autoptr(Compiled) c = compile(m, &(CompileOptions){ 0 }, &error);
    DeviceInfo devices[N];
    for (int d = 0; d < N; d++)
        devices[d] = (DeviceInfo){ .id = d, .kind = "cpu", .name = "device" };
    TraceWriter *writer = trace_writer_new(db, &error);
    Record *rec = record_run_new(writer, &(RecordInfo){ .name = "t", .kind = TRACE_RUN_MEASURED, .devices = devices, .n_devices = N, .n_steps = ALL, .whole_steps = WHOLE }, 0);
    record_compiled(rec, c, NULL);
    record_memory(rec, &c->program->memory);
    record_events(rec, 0);
    for (int i = 0; i < ALL; i++) {
        record_step(rec, NULL, i, true, &(StepStats){ .start_ns = i * 20000, .end_ns = i * 20000 + 1000 + i }, &error);
        g_assert_no_error(error);
    }
    record_run_end(rec, &error);
    g_assert_no_error(error);
    record_free(rec);
    g_assert_true(trace_writer_finish(writer, &error));
    TraceReader *r = trace_open(db, &error);
    g_autoptr(GArray) kept = trace_query_kept(r, 1, &error);
    g_assert_no_error(error);
    g_assert_cmpint(TRACE_AT(kept, TraceKept, 0)->n_steps, ==, ALL);
    g_assert_cmpint(TRACE_AT(kept, TraceKept, 0)->n_whole, >=, 2 * WHOLE - 2);
    g_assert_cmpint(TRACE_AT(kept, TraceKept, 0)->n_whole, <=, 3 * WHOLE);
    trace_close(r);
    g_unlink(db);
    g_rmdir(dir);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/record/slower", test_slower);
    g_test_add_func("/record/predicted", test_predicted);
    return g_test_run();
}
