/* Lanes: what threads push comes out whole, nested and counted; what does not fit is counted too. */
#include "tests/unit/trace/sample.h"

#include <pthread.h>

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
    for (int i = 50; i < 60; i++) /* room again after the drain */
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

/* A loop around two ops, the second with one of its own, pushed in the order of their ends; and one that overlaps
 * without nesting. */
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

/* Any mixture of spans: events of one row never overlap, over several drains too. */
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
        while (trace_lane_room(q->lane) == 0)
            ;
        if (i % 10 == 9)
            trace_lane_meet(q->lane, i * 10, 10, 5, q->name, i, 0, 4);
        else
            trace_lane_event(q->lane, i * 10, 10, 0, q->name, TRACE_CAT_COMPUTE);
    }
    return NULL;
}

/* Four threads write while the writer drains: nothing lost, nothing twice, meetings whole. */
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
    g_test_add_func("/lane/size-class", test_size_class);
    return g_test_run();
}
