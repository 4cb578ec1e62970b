/* Lanes: all events that threads write are stored, nested and counted; events that do not fit are counted too. */
#include "tests/unit/trace/sample.h"
#include "trace/report/report.h"

#include <pthread.h>
#include <sched.h>
#include <string.h>

typedef struct Start {
    TraceWriter *writer;
    int64_t run, device;
    char *path;
} Start;

static Start begin(void)
{
    Start s = { .path = sample_path("a.db") };
    GError *error = NULL;
    s.writer = trace_writer_new(s.path, &error);
    g_assert_no_error(error);
    s.run = trace_put_run(s.writer, &(TraceRun){ .name = "r", .producer = "t" });
    s.device = trace_put_device(s.writer, &(TraceDevice){ .run_id = s.run, .kind = "cpu" });
    return s;
}

static TraceLaneBuffer *lane(Start *s, int capacity)
{
    return trace_lane_new(s->writer, &(TraceLane){ .run_id = s->run, .device_id = s->device, .kind = TRACE_LANE_OPS, .name = "ops" }, capacity);
}

static GArray *rows_of(Start *s, TraceTableId table, const char *tail)
{
    TraceReader *r = trace_open(s->path, NULL);
    GError *error = NULL;
    GArray *rows = trace_read_rows(r, table, tail, NULL, 0, &error);
    g_assert_no_error(error);
    trace_close(r);
    return rows;
}

static void stop(Start *s)
{
    trace_writer_free(s->writer);
    sample_remove(s->path);
}

static void test_drop(void)
{
    Start s = begin();
    TraceLaneBuffer *l = lane(&s, 20); /* rounded up to 32 */
    int64_t name = trace_str(s.writer, "e");
    g_assert_cmpint(trace_lane_room(l), ==, 32);
    for (int i = 0; i < 50; i++)
        trace_lane_event(l, i * 10, 10, 0, name, TRACE_CAT_COMPUTE);
    g_assert_cmpint(trace_lane_room(l), ==, 0);
    g_assert_cmpint(trace_end_step(s.writer, &(TraceStep){ .run_id = s.run, .dur_ns = 500, .source = 1 }, 0, NULL), >, 0);
    g_assert_cmpint(trace_lane_room(l), ==, 32);
    for (int i = 50; i < 60; i++) /* free space again after the drain */
        trace_lane_event(l, i * 10, 10, 0, name, TRACE_CAT_COMPUTE);
    g_assert_cmpint(trace_end_step(s.writer, &(TraceStep){ .run_id = s.run, .num = 1, .start_ns = 500, .dur_ns = 100, .source = 1 }, 0, NULL), >, 0);
    g_autoptr(GArray) lanes = rows_of(&s, TRACE_TABLE_lane, NULL);
    g_assert_cmpint(TRACE_AT(lanes, TraceLane, 0)->dropped, ==, 18);
    g_assert_cmpint(TRACE_AT(lanes, TraceLane, 0)->n_events.v, ==, 42);
    g_assert_cmpint(TRACE_AT(lanes, TraceLane, 0)->last_ns.v, ==, 600);
    g_autoptr(GArray) events = rows_of(&s, TRACE_TABLE_event, "ORDER BY id");
    g_assert_cmpuint(events->len, ==, 42);
    g_assert_cmpint(TRACE_AT(events, TraceEvent, 31)->start_ns, ==, 310);
    g_assert_cmpint(TRACE_AT(events, TraceEvent, 32)->start_ns, ==, 500);
    stop(&s);
}

/* A loop around two ops, the second with a child of its own, pushed in the order of their ends; and an op that overlaps without nesting. */
static void test_nesting(void)
{
    Start s = begin();
    TraceLaneBuffer *l = lane(&s, 16);
    int64_t name = trace_str(s.writer, "e");
    trace_lane_event(l, 110, 20, 0, name, TRACE_CAT_COMPUTE);
    trace_lane_event(l, 160, 10, 0, name, TRACE_CAT_COMPUTE);
    trace_lane_event(l, 150, 40, 0, name, TRACE_CAT_COMPUTE);
    trace_lane_event(l, 100, 100, 0, name, TRACE_CAT_NONE);
    trace_lane_event(l, 195, 30, 0, name, TRACE_CAT_COPY);
    trace_drain(s.writer);
    g_assert_true(trace_commit(s.writer, NULL));
    g_autoptr(GArray) events = rows_of(&s, TRACE_TABLE_event, "ORDER BY start_ns");
    static const struct { int64_t start, depth, self; } want[] = { { 100, 0, 40 }, { 110, 1, 20 }, { 150, 1, 30 }, { 160, 2, 10 }, { 195, 1, 30 } };
    g_assert_cmpuint(events->len, ==, G_N_ELEMENTS(want));
    for (guint i = 0; i < events->len; i++) {
        const TraceEvent *e = TRACE_AT(events, TraceEvent, i);
        g_assert_cmpint(e->start_ns, ==, want[i].start);
        g_assert_cmpint(e->depth, ==, want[i].depth);
        g_assert_cmpint(e->self_ns.v, ==, want[i].self);
    }
    stop(&s);
}

/* Random spans: events in one row never overlap, also across several drains. */
static void test_rows_never_overlap(void)
{
    Start s = begin();
    TraceLaneBuffer *l = lane(&s, 512);
    int64_t name = trace_str(s.writer, "e");
    g_autoptr(GRand) rand = g_rand_new_with_seed(7);
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 300; i++)
            trace_lane_event(l, round * 700 + g_rand_int_range(rand, 0, 1000), g_rand_int_range(rand, 0, 60), 0, name, 1);
        trace_drain(s.writer);
    }
    g_assert_true(trace_commit(s.writer, NULL));
    g_autoptr(GArray) events = rows_of(&s, TRACE_TABLE_event, "ORDER BY depth, start_ns, dur_ns");
    g_assert_cmpuint(events->len, ==, 3000);
    for (guint i = 1; i < events->len; i++) {
        const TraceEvent *a = TRACE_AT(events, TraceEvent, i - 1), *b = TRACE_AT(events, TraceEvent, i);
        g_assert_true(a->depth != b->depth || a->start_ns + a->dur_ns <= b->start_ns);
    }
    stop(&s);
}

typedef struct Producer {
    TraceLaneBuffer *lane;
    int64_t name;
    int n;
} Producer;

static void *produce(void *p)
{
    Producer *q = p;
    for (int i = 0; i < q->n; i++) {
        while (trace_lane_room(q->lane) == 0 && sched_yield() == 0)
            ;
        if (i % 10 == 9)
            trace_lane_meet(q->lane, &(TraceMeet){ .start_ns = i * 10, .dur_ns = 10, .inst_id = 5, .name_id = q->name, .iter = i, .n_members = 4 });
        else
            trace_lane_event(q->lane, i * 10, 10, 0, q->name, TRACE_CAT_COMPUTE);
    }
    return NULL;
}

/* Four threads write while the writer drains: nothing is lost or stored twice, and collectives are complete. */
static void test_threads(void)
{
    Start s = begin();
    enum { N = 4, EVENTS = 5000 };
    pthread_t threads[N];
    Producer producers[N];
    for (int i = 0; i < N; i++)
        producers[i] = (Producer){ lane(&s, 64), trace_str(s.writer, "e"), EVENTS };
    for (int i = 0; i < N; i++)
        g_assert_cmpint(pthread_create(&threads[i], NULL, produce, &producers[i]), ==, 0);
    int64_t drained = 0;
    while (drained < N * EVENTS) {
        trace_drain(s.writer);
        g_assert_true(trace_commit(s.writer, NULL));
        g_autoptr(GArray) events = rows_of(&s, TRACE_TABLE_event, NULL);
        drained = events->len;
    }
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], NULL);
    g_assert_cmpint(trace_end_step(s.writer, &(TraceStep){ .run_id = s.run, .dur_ns = EVENTS * 10, .source = 1 }, 0, NULL), >, 0);
    g_assert_cmpint(drained, ==, N * EVENTS);
    for (int i = 0; i < N; i++) {
        g_autofree char *tail = g_strdup_printf("WHERE lane_id = %d AND depth = 0 ORDER BY start_ns", (int)trace_lane_id(producers[i].lane));
        g_autoptr(GArray) events = rows_of(&s, TRACE_TABLE_event, tail);
        g_assert_cmpuint(events->len, ==, EVENTS);
        for (int k = 0; k < EVENTS; k++)
            g_assert_cmpint(TRACE_AT(events, TraceEvent, k)->start_ns, ==, k * 10);
    }
    g_autoptr(GArray) meetings = rows_of(&s, TRACE_TABLE_coll_exec, NULL);
    g_assert_cmpuint(meetings->len, ==, EVENTS / 10);
    for (guint i = 0; i < meetings->len; i++) {
        g_assert_cmpint(TRACE_AT(meetings, TraceCollExec, i)->n_seen, ==, N);
        g_assert_cmpint(TRACE_AT(meetings, TraceCollExec, i)->n_expected, ==, 4);
    }
    g_autoptr(GArray) lanes = rows_of(&s, TRACE_TABLE_lane, "WHERE dropped > 0");
    g_assert_cmpuint(lanes->len, ==, 0);
    stop(&s);
}

/* A loop of 1000 trips of 4 ops in a lane for 256 events, on two devices, one of which has one more op in front: whole trips are kept,
 * the same ones on both devices; sums, parts and statistics include all trips. */
static void test_thinned(void)
{
    Start s = begin();
    enum { TRIPS = 1000, OPS = 4 };
    int64_t devices[2] = { s.device, trace_put_device(s.writer, &(TraceDevice){ .run_id = s.run, .global_id = 1, .kind = "cpu" }) };
    int64_t name = trace_str(s.writer, "e");
    int64_t inst[OPS];
    for (int k = 0; k < OPS; k++)
        inst[k] = trace_put_inst(s.writer, &(TraceInst){ .comp_id = 1, .name_id = name, .opcode_id = name, .ord = k });
    for (int d = 0; d < 2; d++) {
        TraceLaneBuffer *l = trace_lane_new(s.writer, &(TraceLane){ .run_id = s.run, .device_id = devices[d], .kind = TRACE_LANE_OPS, .name = "ops" }, 256);
        int64_t t = 0;
        for (int i = 0; i < d; i++, t += 10)
            trace_lane_event(l, t, 10, inst[0], 0, TRACE_CAT_COMPUTE);
        for (int trip = 1; trip <= TRIPS; trip++) {
            trace_lane_trip(l, trip);
            for (int k = 0; k < OPS; k++, t += 10)
                trace_lane_event(l, t, 5 + k, inst[k], 0, k == 3 ? TRACE_CAT_COLLECTIVE : TRACE_CAT_COMPUTE);
        }
        trace_lane_trip(l, 0);
        trace_lane_event(l, t, 10, inst[0], 0, TRACE_CAT_COPY);
    }
    GError *error = NULL;
    g_assert_cmpint(trace_end_step(s.writer, &(TraceStep){ .run_id = s.run, .dur_ns = 50000, .source = 1 }, 0, &error), >, 0);
    g_assert_no_error(error);
    g_assert_true(trace_writer_finish(g_steal_pointer(&s.writer), &error));
    g_assert_no_error(error);

    g_autoptr(GArray) trips = rows_of(&s, TRACE_TABLE_event, "WHERE cat = 2 ORDER BY lane_id, start_ns");
    g_assert_cmpuint(trips->len % 2, ==, 0);
    guint n = trips->len / 2;
    g_assert_cmpuint(n, >, 256 / OPS / 4);
    int64_t every = TRACE_AT(trips, TraceEvent, 1)->start_ns - TRACE_AT(trips, TraceEvent, 0)->start_ns;
    for (guint i = 0; i < n; i++) { /* evenly spaced, and the same on both */
        g_assert_cmpint(TRACE_AT(trips, TraceEvent, i)->start_ns, ==, 30 + i * every);
        g_assert_cmpint(TRACE_AT(trips, TraceEvent, n + i)->start_ns, ==, 40 + i * every);
    }
    g_autoptr(GArray) events = rows_of(&s, TRACE_TABLE_event, NULL);
    g_assert_cmpuint(events->len, ==, 2 * n * OPS + 3); /* whole trips, and events outside of the loop */
    g_autoptr(GArray) steps = rows_of(&s, TRACE_TABLE_step, NULL);
    g_assert_cmpint(TRACE_AT(steps, TraceStep, 0)->n_events.v, ==, 2 * TRIPS * OPS + 3);
    g_assert_cmpint(TRACE_AT(steps, TraceStep, 0)->n_kept.v, ==, events->len);
    g_autoptr(GArray) stats = rows_of(&s, TRACE_TABLE_inst_stat, "ORDER BY device_id, inst_id");
    g_assert_cmpuint(stats->len, ==, 2 * OPS);
    for (int d = 0; d < 2; d++)
        for (int k = 0; k < OPS; k++) {
            const TraceInstStat *st = TRACE_AT(stats, TraceInstStat, d * OPS + k);
            g_assert_cmpint(st->n, ==, TRIPS + (k == 0) * (1 + d));
            g_assert_cmpint(st->self_ns, ==, TRIPS * (5 + k) + (k == 0) * (1 + d) * 10);
            g_assert_cmpint(st->exposed_ns, ==, k == 3 ? TRIPS * 8 : 0);
        }
    g_autoptr(GArray) parts = rows_of(&s, TRACE_TABLE_step_part, "ORDER BY device_id, cat");
    const int64_t want[2][4] = { { TRIPS * 18, TRIPS * 8, 10, 50000 - TRIPS * 26 - 10 }, { TRIPS * 18 + 10, TRIPS * 8, 10, 50000 - TRIPS * 26 - 20 } };
    g_assert_cmpuint(parts->len, ==, 8);
    for (int i = 0; i < 8; i++)
        g_assert_cmpint(TRACE_AT(parts, TraceStepPart, i)->ns, ==, want[i / 4][i % 4]);
    TraceReader *r = trace_open(s.path, NULL);
    g_autoptr(GArray) kept = trace_query_kept(r, s.run, &error);
    g_assert_no_error(error);
    g_assert_cmpint(TRACE_AT(kept, TraceKept, 0)->n_thinned, ==, 1);
    const char *note = TRACE_AT(kept, TraceKept, 0)->note;
    g_assert_nonnull(strstr(note, "of 8,003 events of one step are recorded"));
    int n_reports;
    const Report *const *reports = report_list(&n_reports);
    for (int i = 0; i < n_reports; i++) { /* reported wherever times of steps are, and nowhere else */
        g_autoptr(GString) text = g_string_new(NULL);
        g_assert_true(report_run(reports[i]->name, r, &(ReportOptions){ .format = REPORT_TEXT }, text, &error));
        g_assert_cmpint(strstr(text->str, note) != NULL, ==, reports[i]->of_events);
    }
    g_autoptr(GString) compared = g_string_new(NULL);
    g_assert_true(report_compare(&(CompareSource){ r, NULL }, 1, &(ReportOptions){ .format = REPORT_TEXT }, compared, NULL, &error));
    g_assert_nonnull(strstr(compared->str, note));
    trace_close(r);
    stop(&s);
}

enum { BOUND_STEPS = 60, BOUND_TRIPS = 256, BOUND_OPS = 4 };

/* Steps with a loop and an op after it, of a trace that is to have `most` events; the first two are said to be the first of their program. */
static void put_loops(Start *s, int64_t most)
{
    trace_bound_events(s->writer, most);
    TraceLaneBuffer *l = lane(s, 1 << 16);
    int64_t name = trace_str(s->writer, "e"), inst = trace_put_inst(s->writer, &(TraceInst){ .comp_id = 1, .name_id = name, .opcode_id = name });
    for (int n = 0, t = 0; n < BOUND_STEPS; n++) {
        for (int trip = 1; trip <= BOUND_TRIPS; trip++) {
            trace_lane_trip(l, (uint32_t)trip);
            for (int k = 0; k < BOUND_OPS; k++, t += 10)
                trace_lane_event(l, t, 5, inst, 0, TRACE_CAT_COMPUTE);
        }
        trace_lane_trip(l, 0);
        trace_lane_event(l, t, 5, inst, 0, TRACE_CAT_COPY);
        GError *error = NULL;
        g_assert_true(trace_step(s->writer, &(TraceStep){ .run_id = s->run, .num = n, .start_ns = n * 20000, .dur_ns = 15000, .source = 1, .warm = TRACE_INT(n > 0) }, 0, true,
                                 &(TraceStepMore){ .is_first = n < 2 }, &error));
        g_assert_no_error(error);
        t = (n + 1) * 20000;
    }
    GError *error = NULL;
    g_assert_true(trace_writer_finish(g_steal_pointer(&s->writer), &error));
    g_assert_no_error(error);
}

/* All steps have a loop of many ops: the file has about as many events as it may, the first steps all of theirs, later ones whole trips, the last maybe
 * none; sums include all. Where even the first steps are too long they have some trips. */
static void test_bounded(void)
{
    enum { EACH = BOUND_TRIPS * BOUND_OPS + 1 };
    for (int64_t most = 0; most <= 20000; most += 10000) {
        Start s = begin();
        put_loops(&s, most ? most : 0);
        g_autoptr(GArray) events = rows_of(&s, TRACE_TABLE_event, NULL), steps = rows_of(&s, TRACE_TABLE_step, "ORDER BY num"), stats = rows_of(&s, TRACE_TABLE_inst_stat, NULL),
                          whole = rows_of(&s, TRACE_TABLE_step, "WHERE n_events IS NULL OR n_events = n_kept");
        g_assert_cmpuint(steps->len, ==, BOUND_STEPS);
        g_assert_cmpuint(whole->len, ==, most ? most / 2 / EACH : BOUND_STEPS);
        g_assert_cmpint(events->len, ==, most ? events->len : BOUND_STEPS * EACH);
        g_assert_cmpint(events->len, <=, most ? most : BOUND_STEPS * EACH);
        g_assert_cmpint(TRACE_AT(stats, TraceInstStat, 0)->n, ==, (BOUND_STEPS - 1) * EACH); /* of warm steps, whatever is kept */
        for (guint i = whole->len; i < steps->len; i++) {
            const TraceStep *x = TRACE_AT(steps, TraceStep, i);
            g_assert_cmpint(x->n_events.v, ==, EACH);
            g_assert_cmpint(x->n_kept.v, <=, EACH / 2 + 1);
            g_assert_cmpint(x->n_kept.v % BOUND_OPS, ==, 1); /* whole trips, and the op after the loop */
        }
        stop(&s);
    }
    Start s = begin();
    put_loops(&s, 1000);
    g_autoptr(GArray) steps = rows_of(&s, TRACE_TABLE_step, "ORDER BY num");
    for (int i = 0; i < 2; i++) {
        g_assert_cmpint(TRACE_AT(steps, TraceStep, i)->n_kept.v, >, 1);
        g_assert_cmpint(TRACE_AT(steps, TraceStep, i)->n_kept.v, <, EACH / 2 + 1);
    }
    stop(&s);
    s = begin();
    put_loops(&s, 10); /* spent by the first steps, which have events in any case */
    g_autoptr(GArray) later = rows_of(&s, TRACE_TABLE_step, "WHERE num >= 2 AND n_kept > 0"), first = rows_of(&s, TRACE_TABLE_step, "WHERE num < 2 AND n_kept > 0");
    g_assert_cmpuint(first->len, ==, 2);
    g_assert_cmpuint(later->len, ==, 0);
    stop(&s);
}

/* Most steps are kept as sums: the numbers include all steps, and the file is much smaller. Steps as short as these have no parts of their own
 * unless they are asked for; the mean step is the same. */
static void test_sums(gconstpointer each_part)
{
    TraceStepMore more = { .each_part = each_part != NULL };
    enum { STEPS = 1000, OPS = 5 };
    Start s = begin();
    TraceLaneBuffer *l = lane(&s, 64);
    int64_t name = trace_str(s.writer, "e"), inst = trace_put_inst(s.writer, &(TraceInst){ .comp_id = 1, .name_id = name, .opcode_id = name });
    GError *error = NULL;
    for (int n = 0; n < STEPS; n++) {
        for (int i = 0; i < OPS; i++)
            trace_lane_event(l, n * 1000 + i * 100, 50, inst, 0, TRACE_CAT_COMPUTE);
        g_assert_true(trace_step(s.writer, &(TraceStep){ .run_id = s.run, .num = n, .start_ns = n * 1000, .dur_ns = 600, .source = 1, .warm = TRACE_INT(n > 0) },
                                 0, n % 100 == 0, &more, &error));
        g_assert_no_error(error);
    }
    g_assert_true(trace_writer_finish(g_steal_pointer(&s.writer), &error));
    g_assert_no_error(error);
    g_autoptr(GArray) steps = rows_of(&s, TRACE_TABLE_step, NULL), whole = rows_of(&s, TRACE_TABLE_step, "WHERE n_events IS NULL");
    g_assert_cmpuint(steps->len, ==, STEPS);
    g_assert_cmpuint(whole->len, ==, STEPS / 100);
    g_autoptr(GArray) events = rows_of(&s, TRACE_TABLE_event, NULL);
    g_assert_cmpuint(events->len, ==, STEPS / 100 * OPS);
    g_autoptr(GArray) stats = rows_of(&s, TRACE_TABLE_inst_stat, NULL);
    g_assert_cmpint(TRACE_AT(stats, TraceInstStat, 0)->n, ==, (STEPS - 1) * OPS); /* the warm steps */
    g_assert_cmpint(TRACE_AT(stats, TraceInstStat, 0)->self_ns, ==, (STEPS - 1) * OPS * 50);
    g_autoptr(GArray) compute = rows_of(&s, TRACE_TABLE_step_part, "WHERE cat = 1 AND ns = 250"), idle = rows_of(&s, TRACE_TABLE_step_part, "WHERE cat = 5 AND ns = 350");
    g_assert_cmpuint(compute->len, ==, each_part ? STEPS : STEPS / 100);
    g_assert_cmpuint(idle->len, ==, each_part ? STEPS : STEPS / 100);
    TraceReader *r = trace_open(s.path, NULL);
    g_autoptr(GArray) mean = trace_query_step_parts(r, s.run, 0, &error), load = trace_query_device_load(r, s.run, &error),
                      short_step = trace_query_step_parts(r, s.run, TRACE_AT(steps, TraceStep, 7)->id, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(mean->len, ==, 1);
    const TraceStepPartRow *m = TRACE_AT(mean, TraceStepPartRow, 0);
    g_assert_cmpint(m->dur_ns, ==, 600);
    g_assert_cmpint(m->compute_ns, ==, 250);
    g_assert_cmpint(m->idle_ns, ==, 350);
    g_assert_cmpint(TRACE_AT(load, TraceDeviceLoad, 0)->compute_ns.v, ==, 250);
    g_assert_cmpint(TRACE_AT(load, TraceDeviceLoad, 0)->idle_ns.v, ==, 350);
    g_assert_cmpuint(short_step->len, ==, each_part ? 1 : 0);
    trace_close(r);
    stop(&s);
}

/* A process that is killed keeps what is in the file: the first step is there soon after it is over, since what storing costs is not known yet, and in the end
 * all are. Without that it would wait for a step that ends a quarter of a second later. */
static void test_stored_soon(void)
{
    Start s = begin();
    GError *error = NULL;
    guint stored = 0;
    for (int n = 0; n < 3; n++) {
        g_assert_true(trace_step(s.writer, &(TraceStep){ .run_id = s.run, .num = n, .start_ns = n * 1000, .dur_ns = 600, .source = 1, .warm = TRACE_INT(n > 0) }, 0, true, NULL, &error));
        g_assert_no_error(error);
        for (int tries = 0; tries < 10000 && !stored; tries++, g_usleep(1000)) { /* the writer's thread stores it */
            g_autoptr(GArray) steps = rows_of(&s, TRACE_TABLE_step, NULL);
            stored = steps->len;
        }
        g_assert_cmpuint(stored, >=, 1);
        g_assert_cmpuint(stored, <=, (guint)n + 1);
    }
    g_assert_true(trace_writer_finish(g_steal_pointer(&s.writer), &error));
    g_autoptr(GArray) all = rows_of(&s, TRACE_TABLE_step, NULL);
    g_assert_cmpuint(all->len, ==, 3);
    stop(&s);
}

/* Functions of a process take turns, and most of their steps are kept as sums: each has its own, also one that does nothing in them. */
static void test_sums_in_turns(void)
{
    enum { STEPS = 90, FUNCTIONS = 3 };
    Start s = begin();
    int64_t run[FUNCTIONS] = { s.run }, device[FUNCTIONS] = { s.device };
    TraceLaneBuffer *l[FUNCTIONS] = { lane(&s, 64) };
    for (int f = 1; f < FUNCTIONS; f++) {
        run[f] = trace_put_run(s.writer, &(TraceRun){ .name = "f", .producer = "t" });
        device[f] = trace_put_device(s.writer, &(TraceDevice){ .run_id = run[f], .kind = "cpu" });
        l[f] = trace_lane_new(s.writer, &(TraceLane){ .run_id = run[f], .device_id = device[f], .kind = TRACE_LANE_OPS, .name = "ops" }, 64);
    }
    int64_t name = trace_str(s.writer, "e"), inst = trace_put_inst(s.writer, &(TraceInst){ .comp_id = 1, .name_id = name, .opcode_id = name });
    GError *error = NULL;
    for (int n = 0; n < STEPS; n++) {
        int f = n % FUNCTIONS, nth = n / FUNCTIONS;
        if (f < 2 || nth % 10 == 1)
            trace_lane_event(l[f], n * 1000, 50 * (f + 1), inst, 0, TRACE_CAT_COMPUTE);
        g_assert_true(trace_step(s.writer, &(TraceStep){ .run_id = run[f], .num = nth, .start_ns = n * 1000, .dur_ns = 600, .source = 1, .warm = TRACE_INT(nth > 0) },
                                 0, nth % 10 == 1, NULL, &error));
        g_assert_no_error(error);
    }
    g_assert_true(trace_writer_finish(g_steal_pointer(&s.writer), &error));
    g_assert_no_error(error);
    TraceReader *r = trace_open(s.path, NULL);
    for (int f = 0; f < FUNCTIONS; f++) {
        g_autoptr(GArray) mean = trace_query_step_parts(r, run[f], 0, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(mean->len, ==, 1);
        const TraceStepPartRow *m = TRACE_AT(mean, TraceStepPartRow, 0);
        g_assert_cmpint(m->device_id, ==, device[f]);
        g_assert_cmpint(m->dur_ns, ==, 600);
        g_assert_cmpint(m->compute_ns, ==, f < 2 ? 50 * (f + 1) : 150 * 3 / 29);
        g_assert_cmpint(m->idle_ns, ==, 600 - m->compute_ns);
    }
    trace_close(r);
    stop(&s);
}

static void test_size_class(void)
{
    g_assert_cmpint(trace_size_class(0), ==, 0);
    g_assert_cmpint(trace_size_class(1023), ==, 0);
    for (int k = 1; k < 20; k++) { /* class k: [1024 * 4^(k-1), 1024 * 4^k) */
        g_assert_cmpint(trace_size_class(INT64_C(1024) << (2 * (k - 1))), ==, k);
        g_assert_cmpint(trace_size_class((INT64_C(1024) << (2 * k)) - 1), ==, k);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/lane/drop", test_drop);
    g_test_add_func("/lane/nesting", test_nesting);
    g_test_add_func("/lane/rows-never-overlap", test_rows_never_overlap);
    g_test_add_func("/lane/threads", test_threads);
    g_test_add_func("/lane/thinned", test_thinned);
    g_test_add_func("/lane/bounded", test_bounded);
    g_test_add_data_func("/lane/sums", "each part", test_sums);
    g_test_add_data_func("/lane/sums-short", NULL, test_sums);
    g_test_add_func("/lane/stored-soon", test_stored_soon);
    g_test_add_func("/lane/sums-in-turns", test_sums_in_turns);
    g_test_add_func("/lane/size-class", test_size_class);
    return g_test_run();
}
