/* Profiles with the lines, stats and planes that TPUs and GPUs write beside those of ops: each event is in a table or counted, and times by category
 * are those that XProf (2.24) shows of the same file. */
#include <glib/gstdio.h>
#include <string.h>

#include "tests/unit/trace/import_help.h"
#include "tests/unit/trace/xspace_make.h"
#include "tests/unit/trace/xspace_text.h"
#include "trace/import/programs_impl.h"
#include "trace/trace.h"
#include "trace/wire_put.h"

static void import_text(Fixture *f, const char *text)
{
    g_autoptr(GString) s = xspace_of_text(text, NULL);
    g_autofree char *path = save(f, "t.xplane.pb", s->str, s->len);
    import_one(f, path);
    check_file(f);
}

/* Events of the file are rows of events (but for waits, which are worked out), samples of counters, or left out. */
static void check_count(const Fixture *f)
{
    EXPECT(f, "SELECT (SELECT n FROM import_note WHERE code = 'events') - (SELECT count(*) FROM event WHERE cat <> 8) - (SELECT count(*) FROM counter)"
              " - coalesce((SELECT n FROM import_note WHERE code = 'left_out'), 0)", "0");
}

/* Durations below a ns, ops in a loop, a category that the program's text does not have; a sparse core; lines of other units. */
static void test_tpu_lines(Fixture *f, gconstpointer data)
{
    (void)data;
    import_text(f, "plane /device:TPU:0 SparseCore 1\n"
                   "line Sparse Core Ops|1|0\n"
                   "event sc.1|1000000|500000\n"
                   "plane /device:TPU:0\n"
                   "stat device_type_string=TPU v6 lite\n"
                   "kind %while.1 = f32[8]{0} while(%p)|while.1|program_id=u42|symbol_id=u1|hlo_category=while\n"
                   "kind %fusion.1 = f32[8]{0} fusion(%p)|fusion.1|program_id=u42|symbol_id=u2|hlo_category=&loop fusion\n"
                   "kind %all-gather-start.1 = f32[8]{0} all-gather-start(%p)|all-gather-start.1|program_id=u42|symbol_id=u3|hlo_category=async-start\n"
                   "line XLA Modules|1|0\n"
                   "event jit_f(42)|1000000|9000000|run_id=u5|program_id=u42\n"
                   "line XLA Ops|2|0\n"
                   "event while.1|1000000|4000\n"
                   "event fusion.1|1000200|600|device_duration_ps=u600\n"
                   "event fusion.1|1000800|700|device_duration_ps=u750\n"
                   "event fusion.1|1003500|500\n"
                   "event all-gather-start.1|1005000|1500\n"
                   "line Async XLA Ops|3|0\n"
                   "event gather|1005000|2000000|hlo_op=&all-gather-start.1|flow=u9\n"
                   "line Scalar Unit|4|0\n"
                   "event x|1000000|1000\n"
                   "line _counters_|5|0\n"
                   "event HBM power|1000000|0|counter_value=u7\n"
                   "event HBM power|1000000|0|counter_value=u8\n"
                   "event HBM power|500000|0|counter_value=3.5\n"
                   "event nothing|1|0\n"
                   "line counters_0|6|0\n"
                   "event firmware|1000|0|% util=55.5\n"
                   "plane #Chip TPU Non-Core HBM 0\n"
                   "line HBM|1|0\n"
                   "event read|1|2000\n"
                   "plane Task Environment\n"
                   "stat profile_start_time=u1700000000000000000\n"
                   "line odd|1|0\n"
                   "event odd|1000|1000\n");
    check_count(f);
    g_assert_cmpint(f->done.n_left, ==, 2);
    EXPECT(f, "SELECT count(*) || ' ' || kind FROM device", "1 TPU v6 lite");
    EXPECT(f, "SELECT group_concat(name, ', ') FROM (SELECT name FROM lane ORDER BY name)",
           "#Chip TPU Non-Core HBM 0: HBM, Task Environment: odd, _counters_, counters_0, device 0, device 0: Async XLA Ops, device 0: Scalar Unit, device 0: SparseCore 1: Sparse Core Ops, device 0: XLA Modules");
    EXPECT(f, "SELECT group_concat(s.s || ' ' || ts_ns || ' ' || value, ', ') FROM counter c JOIN str s ON s.id = c.name_id", "HBM power 500 3.5, HBM power 1000 8.0, firmware: % util 1 55.5");
    EXPECT(f, "SELECT s.s FROM event e JOIN lane l ON l.id = e.lane_id JOIN inst i ON i.id = e.inst_id JOIN str s ON s.id = i.name_id WHERE l.kind = 4", "all-gather-start.1");
    /* the device's own clock counts 600 + 750 + 500 ps in the loop */
    g_assert_nonnull(strstr(f->said->str, "while                         0.000002150 ms  39.1 %         1 events"));
    g_assert_nonnull(strstr(f->said->str, "loop fusion                   0.000001850 ms  33.6 %         3 events"));
    g_assert_nonnull(strstr(f->said->str, "async-start                   0.000001500 ms  27.3 %         1 events"));
}

/* Streams by what is on them; ops within loops by the innermost name; lines that XProf adds repeat streams. */
static void test_gpu_lines(Fixture *f, gconstpointer data)
{
    (void)data;
    import_text(f, "plane /device:GPU:0\n"
                   "stat device_vendor=Nvidia\n"
                   "stat gpu_device_name=NVIDIA H100 80GB HBM3\n"
                   "line Stream #14(Compute,MemcpyD2D)|14|0\n"
                   "event k1|1000000|500000|correlation_id=1|hlo_module=&jit_f|program_id=7|hlo_op=&while.1::fusion.3|kernel_details=&regs:1\n"
                   "event k2|1200000|100000|correlation_id=2|hlo_module=&jit_f|program_id=7|hlo_op=&fusion.4\n"
                   "event MemoryAlloc|1900000|1000|correlation_id=3|memalloc_details=&kind:device num_bytes:8\n"
                   "line unnamed|15|0\n"
                   "event k3|1000000|300000|correlation_id=4|hlo_module=&jit_f|program_id=7|hlo_op=&fusion.4\n"
                   "line XLA Ops - from #14|-559038700|0\n"
                   "event fusion.3|1000000|500000|correlation_id=1\n"
                   "line CUPTI overhead|3735928565|0\n"
                   "event flush|1000000|500000\n"
                   "line Graph table|1|0\n"
                   "event map|0|0|cuda_graph_id=u5\n"
                   "line _counters_|99|0\n"
                   "event sm__cycles|1000|0|sm__cycles=1.5\n");
    check_count(f);
    EXPECT(f, "SELECT kind FROM device", "NVIDIA H100 80GB HBM3");
    EXPECT(f, "SELECT group_concat(name || ' ' || kind, ', ') FROM (SELECT name, kind FROM lane ORDER BY name)",
           "_counters_ 9, device 0: CUPTI overhead 8, device 0: Graph table 9, device 0: Stream #14(Compute,MemcpyD2D) 5, device 0: XLA Ops - from #14 8, device 0: unnamed 5");
    EXPECT(f, "SELECT group_concat(s, ' ') FROM (SELECT s.s FROM event e JOIN inst i ON i.id = e.inst_id JOIN str s ON s.id = i.name_id ORDER BY e.start_ns, e.dur_ns)", "fusion.4 fusion.3 fusion.4");
    EXPECT(f, "SELECT s.s || ' ' || value FROM counter c JOIN str s ON s.id = c.name_id", "sm__cycles 1.5");
    /* kernels on a stream that overlap run beside each other: 500 + 100 + 300 us */
    g_assert_nonnull(strstr(f->said->str, "loop fusion                   0.000900000 ms"));
    g_assert_nonnull(strstr(f->said->str, "none                          0.000001000 ms"));
}

/* Allocations on one thread, releases on another that the file has first; the frames of Python around them. */
static void test_allocations(Fixture *f, gconstpointer data)
{
    (void)data;
    import_text(f, "plane /device:TPU:0\n"
                   "plane /host:CPU\n"
                   "line releases|2|0\n"
                   "event MemoryDeallocation|5000000|0|index_on_host=0|addr=u4096|allocation_bytes=100|bytes_allocated=50|peak_bytes_in_use=150\n"
                   "line python|1|0\n"
                   "event $train.py:3 main|0|9000000\n"
                   "event $model.py:12 layer|1000000|1500000\n"
                   "event matmul|1100000|1000000\n"
                   "event MemoryAllocation|1200000|0|index_on_host=0|addr=u4096|allocation_bytes=100|bytes_allocated=100|fragmentation=0.25|tf_op=dot|region_type=temp\n"
                   "event MemoryAllocation|3000000|0|index_on_host=0|addr=u8192|allocation_bytes=50|requested_bytes=40|bytes_allocated=150|region_type=output|shape=f32[10]\n"
                   "event MemoryAllocation|3000000|0|allocator_name=cpu|addr=u9|allocation_bytes=7\n");
    check_count(f);
    EXPECT(f, "SELECT group_concat(ts_ns || ' ' || in_use, ', ') FROM mem_sample", "1200 100, 3000 150, 5000 50");
    EXPECT(f, "SELECT group_concat(ts_ns || '-' || coalesce(free_ns, '') || ' ' || bytes || ' ' || coalesce(requested, '') || ' ' || s.s || ' ' || x.cat || ' ' || v.at, ', ') FROM mem_event x JOIN str s ON s.id = x.what_id JOIN v_loc v ON v.id = x.loc_id",
           "1200-5000 100  dot 5 model.py:12, 3000- 50 40 f32[10] 8 train.py:3");
    EXPECT(f, "SELECT n FROM import_note WHERE code = 'memory_elsewhere'", "1");
    GError *error = NULL;
    TraceReader *r = trace_open(f->db, &error);
    g_assert_no_error(error);
    g_autofree char *device = ask(f->db, "SELECT id FROM device");
    GArray *live = trace_query_memory_live(r, g_ascii_strtoll(device, NULL, 10), 3000, &error);
    g_assert_no_error(error);
    g_assert_cmpint(live->len, ==, 2);
    g_assert_cmpint(TRACE_AT(live, TraceLiveRow, 0)->bytes, ==, 100);
    g_assert_cmpstr(TRACE_AT(live, TraceLiveRow, 0)->at, ==, "model.py:12");
    g_array_unref(live);
    trace_close(r);
}

/* What runs directly within a pipeline is a pass of its module, also if it is a pipeline itself; annotations say it themselves. */
static void test_passes(Fixture *f, gconstpointer data)
{
    (void)data;
    import_text(f, "plane /host:CPU\n"
                   "line main|1|0\n"
                   "event algsimp|100000|100000\n"
                   "event spmd-partitioner (jit_f)|1000000|5000000|module=&jit_f|_src=external/xla/hlo/pass/hlo_pass_pipeline.cc\n"
                   "event RunInvariantCheckers|1100000|1000\n"
                   "event spmd-partitioning|1500000|1000000\n"
                   "event Inner::Work|1600000|1000\n"
                   "event cleanup pipeline|3000000|2000000\n"
                   "event cleanup (jit_f)|3100000|1000000|module=&jit_f|_src=external/xla/hlo/pass/hlo_pass_pipeline.cc\n"
                   "event $x.py:1 f|3150000|10000\n"
                   "event dce|3200000|1000\n"
                   "event XlaPass|7000000|2000|name=&cse|module=&jit_g|program_id=9\n"
                   "event XlaPass:#name=fusion,module=jit_g,program_id=9#|8000000|3000\n");
    check_count(f);
    EXPECT(f, "SELECT group_concat(m.name || ' ' || p.seq || ' ' || s.s || ' ' || coalesce(i.s, '') || ' ' || p.start_ns || ' ' || p.dur_ns || ' ' || coalesce(o.seq, ''), ', ') FROM pass p JOIN module m ON m.id = p.module_id"
              " JOIN str s ON s.id = p.name_id LEFT JOIN str i ON i.id = p.pipeline_id LEFT JOIN pass o ON o.id = p.parent_id",
           "jit_f 0 spmd-partitioning spmd-partitioner 1500 1000 , jit_f 1 cleanup pipeline spmd-partitioner 3000 2000 , jit_f 2 dce cleanup 3200 1 1, jit_g 0 cse  7000 2 , jit_g 1 fusion  8000 3 ");
    EXPECT(f, "SELECT program_id FROM module WHERE name = 'jit_g'", "9");
}

/* Two devices that exchange with another slice: their numbers there are others, in the same order. */
static void test_megascale(Fixture *f, gconstpointer data)
{
    (void)data;
    import_text(f, "plane /device:TPU:3\n"
                   "plane /device:TPU:1\n"
                   "plane /device:CUSTOM:Megascale Trace\n"
                   "line a|1|0\n"
                   "event device_200007_gid_all-reduce.3$1^i0|1000000|9000000|graph_key=device_200007_gid_all-reduce.3$1^i0|collective_type=ALL_REDUCE\n"
                   "event DeviceToHost END|1500000|500000|graph_key=device_200007_gid_all-reduce.3$1^i0\n"
                   "event NetworkSend END|2000000|3000000|graph_key=device_200007_gid_all-reduce.3$1^i0\n"
                   "event device_200004_gid_all-reduce.3$1^i0|1000000|8000000|graph_key=device_200004_gid_all-reduce.3$1^i0\n"
                   "event NetworkReceive END|3000000|3000000|graph_key=nonsense\n");
    check_count(f);
    EXPECT(f, "SELECT group_concat(l.name || ' | ' || s.s || ' ' || e.cat || ' ' || e.depth || ' ' || e.self_ns, ', ') FROM event e JOIN lane l ON l.id = e.lane_id JOIN str s ON s.id = e.name_id",
           "device 1: between slices | all-reduce.3 2 0 8000, device 3: between slices | all-reduce.3 2 0 5500, device 3: between slices | DeviceToHost END 3 1 500, device 3: between slices | NetworkSend END 2 1 3000,"
           " /device:CUSTOM:Megascale Trace | NetworkReceive END 4 0 3000");
}

enum { N_EVENTS = 40 };

/* Three devices, of which each has a line of steps and one of N_EVENTS ops. */
static GString *three_devices(void)
{
    g_autoptr(GString) text = g_string_new(NULL);
    for (int d = 0; d < 3; d++) {
        g_string_append_printf(text, "plane /device:TPU:%d\nline Steps|1|0\nevent 1|1000|100000000\nline XLA Ops|2|0\n", d);
        for (int i = 0; i < N_EVENTS; i++)
            g_string_append_printf(text, "event fusion.%d|%d|1000|run_id=u%d\n", i % 7, 1000 + 2000 * i, 1000 + i);
    }
    g_string_append(text, "host h\n");
    return xspace_of_text(text->str, NULL);
}

/* Whatever byte is changed, what stands before and behind it is read: of 123 events at most a line's are lost. */
static void test_resync(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) s = three_devices();
    g_autofree char *path = NULL;
    int64_t least = INT64_MAX, damaged = 0;
    for (gsize at = 0; at < s->len; at += 97) {
        g_autoptr(GString) copy = g_string_new_len(s->str, (gssize)s->len);
        copy->str[at] = (char)(copy->str[at] ^ (at % 2 ? 0x80 : 0x15));
        g_free(path);
        path = save(f, "t.xplane.pb", copy->str, copy->len);
        import_one(f, path);
        check_count(f);
        least = MIN(least, f->done.n_events);
        damaged += f->done.n_damaged;
    }
    g_assert_cmpint(damaged, >, 5);
    g_assert_cmpint(least, >=, 3 * (N_EVENTS + 1) - 3);
}

/* A hole in the middle of a plane, and bytes that are none of a profile's between two. */
static void test_holes(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autoptr(GString) s = three_devices();
    gsize plane = s->len / 3, hole = plane + plane / 2;
    g_string_erase(s, (gssize)hole, 50);
    g_string_insert_len(s, (gssize)(plane / 2), "\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", 12);
    g_autofree char *path = save(f, "t.xplane.pb", s->str, s->len);
    import_one(f, path);
    check_file(f);
    check_count(f);
    g_assert_cmpint(f->done.n_damaged, ==, 1);
    g_assert_cmpint(f->done.n_events, >=, 3 * (N_EVENTS + 1) - 8);
    EXPECT(f, "SELECT count(*) FROM device", "3");
    EXPECT(f, "SELECT count(*) FROM import_note WHERE code = 'skipped_bytes' AND n BETWEEN 12 AND 200", "1");
}

static void put_numbers(GString *out, int number, const int64_t *field, int n)
{
    g_autoptr(GString) m = g_string_new(NULL);
    for (int i = 0; i < n; i += 2)
        wire_put_int(m, (int)field[i], field[i + 1]);
    wire_put_message(out, number, m);
}

/* A value, and where it is defined: {id, instruction's id, size}. */
static void put_logical(GString *out, int64_t id, int64_t inst, int64_t size)
{
    g_autoptr(GString) m = g_string_new(NULL), at = g_string_new(NULL);
    wire_put_int(m, 1, id);
    wire_put_int(m, 2, size);
    wire_put_int(at, 4, inst);
    wire_put_message(m, 3, at);
    wire_put_message(out, 1, m);
}

static void put_allocation(GString *out, const int64_t *field, int n, const int64_t (*values)[3], int n_values)
{
    g_autoptr(GString) m = g_string_new(NULL);
    for (int i = 0; i < n; i += 2)
        wire_put_int(m, (int)field[i], field[i + 1]);
    for (int i = 0; i < n_values; i++)
        put_numbers(m, 9, (const int64_t[]){ 1, values[i][0], 2, values[i][1], 3, values[i][2] }, 6);
    wire_put_message(out, 3, m);
}

static void put_heap_event(GString *heap, int64_t kind, int64_t id, const char *name, int64_t with)
{
    g_autoptr(GString) m = g_string_new(NULL);
    wire_put_int(m, 1, kind);
    wire_put_int(m, 2, id);
    wire_put_text(m, 4, name);
    wire_put_int(m, 5, with);
    wire_put_message(heap, 1, m);
}

/* An argument of 1000 bytes, a result of 200; on the heap fusion.1 (64) and fusion.4 (32), whose place copy.5 takes over; a constant; a kernel's own. */
static void test_planned(Fixture *f, gconstpointer data)
{
    (void)data;
    enum { ALLOC, FREE, SHARE };
    g_autoptr(GString) proto = xspace_make_program(2), plan = g_string_new(NULL), heap = g_string_new(NULL);
    put_logical(plan, 1, 10, 1000);
    put_logical(plan, 2, 11, 64);
    put_logical(plan, 3, 14, 32);
    put_logical(plan, 4, 16, 32);
    put_logical(plan, 5, 12, 200);
    put_allocation(plan, (const int64_t[]){ 1, 0, 2, 1000, 5, 1, 6, 0 }, 8, (const int64_t[][3]){ { 1, 0, 1000 } }, 1);
    put_allocation(plan, (const int64_t[]){ 1, 1, 2, 200, 7, 1 }, 6, (const int64_t[][3]){ { 5, 0, 200 } }, 1);
    put_allocation(plan, (const int64_t[]){ 1, 2, 2, 96 }, 4, (const int64_t[][3]){ { 2, 0, 64 }, { 3, 64, 32 }, { 4, 64, 32 } }, 3);
    put_allocation(plan, (const int64_t[]){ 1, 3, 2, 4, 3, 1 }, 6, NULL, 0);
    put_heap_event(heap, ALLOC, 2, "fusion.1", 0);
    put_heap_event(heap, ALLOC, 3, "fusion.4", 0);
    put_heap_event(heap, FREE, 2, "fusion.1", 0);
    put_heap_event(heap, SHARE, 4, "copy.5", 3);
    put_heap_event(heap, FREE, 3, "fusion.4", 0);
    put_heap_event(heap, FREE, 4, "copy.5", 0);
    wire_put_message(plan, 4, heap);
    wire_put_message(proto, 3, plan);
    g_autoptr(GString) s = xspace_of_text("plane /host:metadata\nkind @42 jit_step(42)||Hlo Proto=bytes\n", proto);
    g_autofree char *path = save(f, "t.xplane.pb", s->str, s->len);
    import_one(f, path);
    check_file(f);
    EXPECT(f, "SELECT peak_bytes FROM module", "1296");
    EXPECT(f, "SELECT sum(bytes) FROM v_memory_peak", "1296");
    EXPECT(f, "SELECT group_concat(size || ' ' || flags, ', ') FROM alloc", "1000 1, 200 2, 96 16");
    EXPECT(f, "SELECT group_concat(s.s || ' ' || b.size || ' ' || b.cat || ' ' || coalesce(b.live_from || '-' || b.live_to, '') || ' ' || at_peak, ', ') FROM buffer b JOIN inst i ON i.id = b.inst_id JOIN str s ON s.id = i.name_id ORDER BY i.id",
           "param.0 1000 1  1, fusion.1 64 5 1-3 1, fusion.4 32 5 3-5 1, copy.5 32 5 5-5 0, all-reduce.2 200 8  1");
    EXPECT(f, "SELECT result_no FROM buffer WHERE cat = 8", "0");
}

/* Places with those that led to them, written from the op outwards or the other way round; and an op of which no more is known than its whole text. */
static void test_places(Fixture *f, gconstpointer data)
{
    (void)data;
    static const struct {
        const char *source, *stack, *chain;
    } cases[] = { { "a.py:3", "a.py:3:5\nb.py:7:1\nmain.py:9:2\n", "a.py:3 b.py:7 main.py:9" }, { "a.py:3", "main.py:9:2\nb.py:7:1\na.py:3:5", "a.py:3 b.py:7 main.py:9" },
                  { "c.py:1", "a.py:3:5\nb.py:7", "c.py:1 a.py:3 b.py:7" }, { "a.py:3", NULL, "a.py:3" }, { NULL, "C:/x/a.py:3\n", "C:/x/a.py:3" }, { "a.py:3", "\n\n", "a.py:3" }, { NULL, "", NULL } };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;
        g_unlink(f->db);
        TraceWriter *w = trace_writer_new(f->db, &error);
        int64_t row = import_loc(w, cases[i].source, cases[i].stack);
        g_assert_true(trace_writer_finish(w, &error));
        g_autofree char *sql = g_strdup_printf("WITH RECURSIVE up(id, d) AS (SELECT %" G_GINT64_FORMAT ", 0 UNION ALL SELECT l.parent_id, d + 1 FROM up JOIN loc l ON l.id = up.id WHERE l.parent_id) "
                                               "SELECT group_concat(s.s || ':' || l.line, ' ') FROM (SELECT * FROM up ORDER BY d) u JOIN loc l ON l.id = u.id JOIN str s ON s.id = l.file_id", row);
        EXPECT(f, sql, cases[i].chain);
    }
    import_text(f, "plane /device:TPU:0\n"
                   "kind %fusion.1 = (f32[8]{0:T(8,128)}, s32[]) fusion(%p)|fusion.1|program_id=u42|hlo_category=loop fusion|model_flops=640\n"
                   "line XLA Modules|1|0\n"
                   "event jit_f(42)|1000000|9000000|program_id=u42\n"
                   "line XLA Ops|2|0\n"
                   "event fusion.1|1000000|9000000\n");
    EXPECT(f, "SELECT s.s || ' ' || CAST(i.flops AS INTEGER) FROM inst i JOIN str s ON s.id = i.shape_id", "(f32[8]{0:T(8,128)}, s32[]) 640");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add("/import/lines/tpu", Fixture, NULL, set_up, test_tpu_lines, tear_down);
    g_test_add("/import/lines/gpu", Fixture, NULL, set_up, test_gpu_lines, tear_down);
    g_test_add("/import/lines/allocations", Fixture, NULL, set_up, test_allocations, tear_down);
    g_test_add("/import/lines/passes", Fixture, NULL, set_up, test_passes, tear_down);
    g_test_add("/import/lines/megascale", Fixture, NULL, set_up, test_megascale, tear_down);
    g_test_add("/import/lines/resync", Fixture, NULL, set_up, test_resync, tear_down);
    g_test_add("/import/lines/holes", Fixture, NULL, set_up, test_holes, tear_down);
    g_test_add("/import/lines/planned", Fixture, NULL, set_up, test_planned, tear_down);
    g_test_add("/import/lines/places", Fixture, NULL, set_up, test_places, tear_down);
    return g_test_run();
}
