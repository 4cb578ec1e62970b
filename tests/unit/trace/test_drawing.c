/* What the timeline is drawn from: random events at every zoom, and which part of a collective compute covers. */
#include "tests/unit/trace/sample.h"

#include <sqlite3.h>
#include <string.h>

/* For any window and zoom, the raw query finds every event that overlaps the window; buckets and large events together contain every
 * event that begins in it exactly once. */
static void test_drawing(void)
{
    char *big = sample_path("big.db");
    GError *error = NULL;
    TraceWriter *w = trace_writer_new(big, &error);
    int64_t r = trace_put_run(w, &(TraceRun){ .name = "r", .producer = "t" });
    TraceLaneBuffer *lane = trace_lane_new(w, &(TraceLane){ .run_id = r, .kind = TRACE_LANE_OPS, .name = "l" }, 4096);
    g_autoptr(GRand) rand = g_rand_new_with_seed(3);
    int64_t t = 0, name = trace_str(w, "e"), start[4000], end[4000];
    for (int i = 0; i < 4000; i++) {
        int64_t dur = g_rand_int_range(rand, 1, 1 << g_rand_int_range(rand, 4, 22));
        start[i] = t;
        end[i] = t + dur;
        trace_lane_event(lane, t, dur, 0, name, i % 2 + 1);
        t = end[i] + g_rand_int_range(rand, 0, 2000);
    }
    int64_t lane_id = trace_lane_id(lane);
    g_assert_true(trace_writer_finish(w, &error));
    TraceReader *q = trace_open(big, &error);
    g_autoptr(GArray) lanes = trace_query_lanes(q, r, &error);
    int lod_min = (int)TRACE_AT(lanes, TraceLaneRow, 0)->lod_min;
    g_assert_cmpint(lod_min, <, 15);
    for (int k = 0; k < 200; k++) {
        int64_t t0 = (int64_t)(g_rand_double(rand) * (double)t), t1 = t0 + 1 + (int64_t)(g_rand_double(rand) * (double)(t - t0));
        g_autoptr(GArray) raw = trace_query_draw_raw(q, lane_id, 0, t0, t1, &error);
        guint touching = 0;
        for (int i = 0; i < 4000; i++)
            touching += start[i] < t1 && end[i] >= t0;
        g_assert_cmpuint(raw->len, ==, touching);
        int level = MAX(lod_min, trace_draw_level((t1 - t0) / 50));
        TraceDraw draw = { lane_id, 0, level, t0, t1 };
        g_autoptr(GArray) buckets = trace_query_draw_lod(q, draw, &error);
        g_autoptr(GArray) wide = trace_query_draw_big(q, draw, &error);
        int64_t width = INT64_C(1024) << (2 * level), n = 0, busy = 0, coll = 0, want_n = 0, want_busy = 0, want_coll = 0;
        for (guint i = 0; i < buckets->len; i++) {
            const TraceBucket *b = TRACE_AT(buckets, TraceBucket, i);
            n += b->n;
            busy += b->busy_ns;
            coll += b->coll_ns;
            g_assert_cmpint(b->top_name_id, ==, TRACE_AT(raw, TraceEventRow, 0)->name_id);
        }
        guint want_wide = 0;
        for (int i = 0; i < 4000; i++) {
            int64_t dur = end[i] - start[i], bucket = start[i] / width;
            bool small = trace_size_class(dur) <= level;
            g_assert_true(!small || dur <= width);
            want_wide += !small && start[i] < t1 && end[i] > t0;
            if (small && bucket >= t0 / width - 1 && bucket <= t1 / width) {
                want_n++;
                want_busy += dur;
                want_coll += i % 2 + 1 == TRACE_CAT_COLLECTIVE ? dur : 0;
            }
        }
        g_assert_cmpint(n, ==, want_n);
        g_assert_cmpint(busy, ==, want_busy);
        g_assert_cmpint(coll, ==, want_coll);
        g_assert_cmpuint(wide->len, ==, want_wide);
    }
    g_assert_no_error(error);
    trace_close(q);
    sample_remove(big);
}

/* A run of one device, with a lane for its ops and one for what runs beside them. */
typedef struct TwoLanes {
    TraceWriter *w;
    int64_t run, name; /* of all events */
    TraceLaneBuffer *ops, *async;
} TwoLanes;

static TwoLanes two_lanes(const char *file)
{
    GError *error = NULL;
    TwoLanes t = { .w = trace_writer_new(file, &error) };
    g_assert_no_error(error);
    t.run = trace_put_run(t.w, &(TraceRun){ .name = "r", .producer = "t" });
    t.name = trace_str(t.w, "e");
    int64_t device = trace_put_device(t.w, &(TraceDevice){ .run_id = t.run, .kind = "cpu" });
    t.ops = trace_lane_new(t.w, &(TraceLane){ .run_id = t.run, .device_id = device, .kind = TRACE_LANE_OPS, .name = "ops" }, 16);
    t.async = trace_lane_new(t.w, &(TraceLane){ .run_id = t.run, .device_id = device, .kind = TRACE_LANE_ASYNC, .name = "async" }, 16);
    return t;
}

/* Compute that overlaps with a gather on another lane: the overlapped part counts as hidden, and a loop around ops counts only where
 * none of them runs. */
static void test_overlap(void)
{
    char *file = sample_path("o.db");
    GError *error = NULL;
    TwoLanes t = two_lanes(file);
    trace_lane_event(t.ops, 0, 100, 0, t.name, TRACE_CAT_COMPUTE); /* a loop */
    trace_lane_event(t.ops, 10, 30, 0, t.name, TRACE_CAT_COLLECTIVE);
    trace_lane_event(t.ops, 50, 20, 0, t.name, TRACE_CAT_COPY);
    trace_lane_event(t.async, 30, 30, 0, t.name, TRACE_CAT_COLLECTIVE); /* 10..60 in total; compute overlaps 40..50 */
    int64_t step = trace_end_step(t.w, &(TraceStep){ .run_id = t.run, .dur_ns = 120, .source = 1 }, 0, &error);
    g_assert_true(trace_writer_finish(t.w, &error));
    TraceReader *q = trace_open(file, &error);
    g_autoptr(GArray) rows = trace_query_step_parts(q, t.run, step, &error);
    const TraceStepPartRow *p = TRACE_AT(rows, TraceStepPartRow, 0);
    g_assert_cmpint(p->compute_ns, ==, 10 + 10 + 30);
    g_assert_cmpint(p->exposed_coll_ns, ==, 40);
    g_assert_cmpint(p->hidden_coll_ns, ==, 10);
    g_assert_cmpint(p->exposed_copy_ns, ==, 10);
    g_assert_cmpint(p->idle_ns, ==, 20);
    trace_close(q);
    sample_remove(file);
}

static int64_t number_in(const char *file, const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *q;
    g_assert_cmpint(sqlite3_open(file, &db), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_prepare_v2(db, sql, -1, &q, NULL), ==, SQLITE_OK);
    g_assert_cmpint(sqlite3_step(q), ==, SQLITE_ROW);
    int64_t v = sqlite3_column_int64(q, 0);
    sqlite3_finalize(q);
    sqlite3_close(db);
    return v;
}

/* What a collective moved is never less than what of it nothing hid, however events lie in and beside each other: nested in it on its own lane, computing on
 * another one, a wait within. */
static void test_exposed(void)
{
    char *file = sample_path("x.db");
    GError *error = NULL;
    TwoLanes t = two_lanes(file);
    trace_lane_event(t.async, 0, 100, 7, t.name, TRACE_CAT_COLLECTIVE); /* with a copy nested in it, and computing beside it */
    trace_lane_event(t.async, 20, 60, 8, t.name, TRACE_CAT_COPY);
    trace_lane_event(t.ops, 0, 30, 9, t.name, TRACE_CAT_COMPUTE);
    trace_lane_event(t.async, 100, 50, 10, t.name, TRACE_CAT_COLLECTIVE); /* with a wait nested in it */
    trace_lane_event(t.async, 110, 20, 11, t.name, TRACE_CAT_WAIT);
    trace_end_step(t.w, &(TraceStep){ .run_id = t.run, .dur_ns = 200, .source = 1 }, 0, &error);
    g_assert_true(trace_writer_finish(t.w, &error));
    static const struct { int64_t inst, moved, exposed; } want[] = { { 7, 70, 70 }, { 10, 30, 30 } };
    for (size_t i = 0; i < G_N_ELEMENTS(want); i++) {
        g_autofree char *moved = g_strdup_printf("SELECT self_ns FROM inst_stat WHERE inst_id = %" G_GINT64_FORMAT, want[i].inst);
        g_autofree char *exposed = g_strdup_printf("SELECT exposed_ns FROM inst_stat WHERE inst_id = %" G_GINT64_FORMAT, want[i].inst);
        g_assert_cmpint(number_in(file, moved), ==, want[i].moved);
        g_assert_cmpint(number_in(file, exposed), ==, want[i].exposed);
    }
    g_assert_cmpint(number_in(file, "SELECT count(*) FROM inst_stat WHERE exposed_ns > self_ns OR self_ns > total_ns"), ==, 0);
    sample_remove(file);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/query/drawing", test_drawing);
    g_test_add_func("/query/overlap", test_overlap);
    g_test_add_func("/query/exposed", test_exposed);
    return g_test_run();
}
