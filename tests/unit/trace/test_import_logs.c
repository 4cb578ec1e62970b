/* Logs as text: JAX's compiles and why they were needed, PyTorch/XLA's metrics and analyses, and what filled the memory when it ran out. */
#include <string.h>

#include "tests/unit/trace/import_help.h"

static void import_text(Fixture *f, const char *text)
{
    g_autofree char *path = save(f, "train.log", text, strlen(text));
    import_one(f, path);
    check_file(f);
}

/* As jax 0.10 writes it: f is traced with g in it, compiled, and again for other types. */
static void test_jax(Fixture *f, gconstpointer data)
{
    (void)data;
    import_text(f, "step 1 of 9\n"
                   "TRACING CACHE MISS at /tmp/t.py:7 (<module>):\n"
                   "  never seen function:\n"
                   "    f id=140417622049952 defined at /tmp/t.py:5\n"
                   "Finished tracing g for jit in 0.000500000 sec\n"
                   "Finished tracing f for jit in 0.001750000 sec\n"
                   "Compiling jit(f) with global shapes and types (ShapedArray(float32[8,8]),). Argument mapping: (UnspecifiedValue,).\n"
                   "Finished jaxpr to MLIR module conversion jit(f) in 0.004 sec\n"
                   "Finished XLA compilation of jit(f) in 0.25 sec\n"
                   "TRACING CACHE MISS at /tmp/t.py:8 (<module>):\n"
                   "  for f defined at /tmp/t.py:5\n"
                   "  all previously seen cache keys differ. For the closest previous key:\n"
                   "  different input types:\n"
                   "  * at x, now f32[16,8] and before f32[8,8]\n"
                   "Finished tracing f for jit in 0.001 sec\n"
                   "Compiling f with global shapes and types [ShapedArray(float32[16,8])]. Argument mapping: [UnspecifiedValue].\n"
                   "Finished XLA compilation of jit(f) in 0.5 sec\n"
                   "Finished XLA compilation of jit(unended in\n");
    EXPECT(f, "SELECT group_concat(name || ' ' || compile_dur_ns || ' ' || cause, ', ') FROM module", "jit_f 255750000 first call, jit_f 501000000 different input types: at x, now f32[16,8] and before f32[8,8]");
    EXPECT(f, "SELECT group_concat(process || ' ' || coalesce(recompiled, '')  || ' ' || kind, ', ') FROM run WHERE process IS NOT NULL", "train.log  4, train.log different input types: at x, now f32[16,8] and before f32[8,8] 4");
    EXPECT(f, "SELECT group_concat(s.s || ' ' || p.start_ns || ' ' || p.dur_ns, ', ') FROM pass p JOIN str s ON s.id = p.name_id WHERE module_id = 1", "tracing 0 1750000, to StableHLO 1750000 4000000, XLA 5750000 250000000");
    EXPECT(f, "SELECT group_concat(s.s || ' ' || e.depth, ', ') FROM event e JOIN str s ON s.id = e.name_id WHERE e.start_ns = 0", "f: tracing 0, g: tracing 1");
    EXPECT(f, "SELECT n FROM import_note WHERE code = 'other_lines'", "2");
}

/* With the times of Python's logging. */
static void test_times(Fixture *f, gconstpointer data)
{
    (void)data;
    import_text(f, "2026-11-23 10:06:16,500 jax._src.dispatch WARNING: Finished tracing f for jit in 0.5 sec\n"
                   "2026-11-23 10:06:18,000 jax._src.dispatch WARNING: Finished XLA compilation of jit(f) in 1.25 sec\n");
    EXPECT(f, "SELECT group_concat(start_ns || ' ' || dur_ns, ', ') FROM event", "0 500000000, 750000000 1250000000");
    EXPECT(f, "SELECT epoch_ns FROM run WHERE process IS NOT NULL", "1795428376000000000");
}

static void test_torch(Fixture *f, gconstpointer data)
{
    (void)data;
    import_text(f, "Metric: CompileTime\n"
                   "  TotalSamples: 7\n"
                   "  Accumulator: 01m02s820ms143.500us\n"
                   "  ValueRate: 04s / second\n"
                   "  Rate: 0.25 / second\n"
                   "  Percentiles: 1%=05ms; 50%=001s200ms\n"
                   "Metric: InboundData\n"
                   "  TotalSamples: 2\n"
                   "  Accumulator: 1.50KB\n"
                   "Counter: aten::nonzero\n"
                   "  Value: 96\n"
                   "Metric: CompileTime\n"
                   "  TotalSamples: 9\n"
                   "Compilation Analysis: ================\n"
                   "Compilation Analysis: Compilation Cause\n"
                   "Compilation Analysis:   most likely user code trying to access tensor value\n"
                   "Compilation Analysis: Graph Info: \n"
                   "Compilation Analysis:   Graph Hash: c74c3b91b855b2b123f833b0d5f86943\n"
                   "Compilation Analysis: Python Frame Triggered Execution: \n"
                   "Compilation Analysis:   sync (/x/xla_model.py:1055)\n"
                   "Compilation Analysis:   next (/x/loader.py:44)\n"
                   "Compilation Analysis: ================\n");
    EXPECT(f, "SELECT group_concat(s.s || '=' || printf('%g', c.value), ', ') FROM counter c JOIN str s ON s.id = c.name_id WHERE ts_ns = 0",
           "CompileTime: samples=7, CompileTime: total ns=6.28201e+10, CompileTime: samples a second=0.25, CompileTime: 1% ns=5e+06, CompileTime: 50% ns=1.2e+09, InboundData: samples=2, InboundData: total bytes=1500, aten::nonzero=96");
    g_autofree char *report = save(f, "report.txt", "Counter: x\n  Value: 1\n", 22), *other = save(f, "other.txt", "HloModule x\n", 12);
    g_assert_true(trace_is_profile(report));
    g_assert_false(trace_is_profile(other));
    EXPECT(f, "SELECT group_concat(ts_ns || ' ' || value) FROM counter WHERE ts_ns > 0", "1000000 9.0");
    EXPECT(f, "SELECT name || ': ' || cause FROM module", "graph c74c3b91b855: most likely user code trying to access tensor value, at sync (/x/xla_model.py:1055)");
}

static void test_memory(Fixture *f, gconstpointer data)
{
    (void)data;
    import_text(f, "jax.errors.JaxRuntimeError: RESOURCE_EXHAUSTED: Out of memory while trying to allocate 1099511627776 bytes.\n"
                   "BufferAssignment stats:\n"
                   "             parameter allocation:    4.00GiB\n"
                   "Peak buffers:\n"
                   "\tBuffer 1:\n"
                   "\t\tSize: 1.00GiB\n"
                   "\t\tOperator: op_name=\"jit(f)/jit(main)/dot_general\" source_file=\"/tmp/mlp.py\" source_line=12\n"
                   "\t\tXLA Label: fusion\n"
                   "\t\tShape: f32[16384,16384]\n"
                   "\t\t==========================\n"
                   "\n"
                   "\tBuffer 2:\n"
                   "\t\tSize: 2.0MiB\n"
                   "\t\tEntry Parameter Subshape: f32[524288]\n"
                   "\t\t==========================\n"
                   "\n"
                   "Traceback (most recent call last):\n"
                   "  Largest program allocations in hbm:\n"
                   "\n"
                   "  1. Size: 2.00G\n"
                   "     Operator: op_name=\"jit(g)/mul\" source_file=\"a.py\" source_line=3\n"
                   "     Shape: bf16[8,128]{1,0:T(8,128)}\n"
                   "     Unpadded size: 1.00G\n"
                   "     Extra memory due to padding: 1.00G (2.0x expansion)\n"
                   "     XLA label: %fusion.3 = bf16[8,128]{1,0} fusion(%p), kind=kLoop\n"
                   "     Allocation type: HLO temp\n"
                   "     ==========================\n");
    EXPECT(f, "SELECT group_concat(m.name || ' ' || peak_bytes || ' ' || coalesce(cause, ''), ', ') FROM module m",
           "out of memory 1075838976 Out of memory while trying to allocate 1099511627776 bytes., out of memory 2 2147483648 Out of memory while trying to allocate 1099511627776 bytes.");
    EXPECT(f, "SELECT group_concat(b.label || ' ' || b.size || ' ' || coalesce(b.unpadded, '') || ' ' || b.cat || ' ' || coalesce(v.at, '') || ' ' || o.s, ', ') FROM buffer b JOIN inst i ON i.id = b.inst_id JOIN str o ON o.id = i.opcode_id"
              " LEFT JOIN v_loc v ON v.id = i.loc_id",
           "dot_general (mlp.py:12) 1073741824  5 /tmp/mlp.py:12 fusion, parameter.1 2097152  1  parameter, mul (a.py:3) 2147483648 1073741824 5 a.py:3 fusion");
    EXPECT(f, "SELECT group_concat(bytes) FROM (SELECT bytes FROM v_memory_peak ORDER BY bytes)", "2097152,1073741824,2147483648");
}

/* Text of another kind is no log of these. */
static void test_other(Fixture *f, gconstpointer data)
{
    (void)data;
    g_autofree char *path = save(f, "x.log", "hello\n", 6);
    GError *error = NULL;
    g_assert_false(import_paths(f, (const char *const[]){ path }, 1, f->db, &error));
    g_assert_nonnull(strstr(error->message, "x.log"));
    g_clear_error(&error);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add("/import/logs/jax", Fixture, NULL, set_up, test_jax, tear_down);
    g_test_add("/import/logs/times", Fixture, NULL, set_up, test_times, tear_down);
    g_test_add("/import/logs/torch", Fixture, NULL, set_up, test_torch, tear_down);
    g_test_add("/import/logs/memory", Fixture, NULL, set_up, test_memory, tear_down);
    g_test_add("/import/logs/other", Fixture, NULL, set_up, test_other, tear_down);
    return g_test_run();
}
