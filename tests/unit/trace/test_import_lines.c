/* Profiles with the lines, stats and planes that TPUs and GPUs write beside those of ops: each event is in a table or counted, and times by category
 * are those that XProf (2.24) shows of the same file. */
#include <string.h>

#include "tests/unit/trace/import_help.h"
#include "tests/unit/trace/xspace_text.h"

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
    g_assert_nonnull(strstr(f->said->str, "while                            0.000002 ms  39.1 %         1 events"));
    g_assert_nonnull(strstr(f->said->str, "loop fusion                      0.000002 ms  33.6 %         3 events"));
    g_assert_nonnull(strstr(f->said->str, "async-start                      0.000002 ms  27.3 %         1 events"));
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
    g_assert_nonnull(strstr(f->said->str, "loop fusion                      0.000900 ms"));
    g_assert_nonnull(strstr(f->said->str, "none                             0.000001 ms"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add("/import/lines/tpu", Fixture, NULL, set_up, test_tpu_lines, tear_down);
    g_test_add("/import/lines/gpu", Fixture, NULL, set_up, test_gpu_lines, tear_down);
    return g_test_run();
}
