/* What virtual devices of one machine take: collectives in the memory that they share, caches, and the loops that the device program makes. */
#include "runtime/sim/coll_time.h"

#include <string.h>

#include "runtime/passes/predicted.h"
#include "runtime/text/text.h"

static double shared_ns(CollKind kind, double bytes, int64_t n)
{
    Hardware hw = *hardware_named("cpu");
    hw.n_devices = 8, hw.hbm = 4, hw.link = 6, hw.hand_on = 20, hw.exchange = 2, hw.is_row = false;
    Wires w = { .n = n, .n_domains = 1, .extent = { 1, 1, 1 }, .stride = { 1, 1, 1 }, .pair = 1 };
    return coll_estimate(&hw, kind, bytes, &w, COLL_HOLD_NONE).ns;
}

/* Virtual devices have one memory: what is gathered is written once for a group, what is summed read once by each, what is passed on stays. */
static void test_shared(void)
{
    const double bytes = 8e6;
    g_assert_cmpfloat_with_epsilon(shared_ns(COLL_ALL_GATHER, bytes, 2) / shared_ns(COLL_ALL_GATHER, bytes, 8), 4, 0.01);
    g_assert_cmpfloat_with_epsilon(shared_ns(COLL_ALL_REDUCE, bytes, 2) / shared_ns(COLL_ALL_REDUCE, bytes, 8), 1.5 / 1.125, 0.01);
    g_assert_cmpfloat_with_epsilon(shared_ns(COLL_ALL_TO_ALL, bytes, 2) / shared_ns(COLL_ALL_TO_ALL, bytes, 8), 1, 0.01);
    g_assert_cmpfloat(shared_ns(COLL_PERMUTE, bytes, 8), <, 100);
    g_assert_cmpfloat_with_epsilon(shared_ns(COLL_ALL_REDUCE, 2 << 20, 8), 2 * 0.875 * (2 << 20) / 6, 10); /* as it was measured */
}

static void test_caches(void)
{
    Hardware hw = *hardware_named("cpu");
    g_assert_cmpfloat(hardware_cached_gain(&hw, 1e3), ==, 1);
    hw.hbm = 5, hw.cached = 20, hw.cache_bytes = 2e6;
    g_assert_cmpfloat_with_epsilon(hardware_cached_gain(&hw, 1e5), 4, 1e-9);
    g_assert_cmpfloat_with_epsilon(hardware_cached_gain(&hw, 2e6), 2, 1e-9);
    g_assert_cmpfloat_with_epsilon(hardware_cached_gain(&hw, 1e8), 1, 1e-9);
}

/* Values that the executor reads through views and computes in one loop are one kernel, which is started once; transposes are kernels of their own. */
static void test_groups(void)
{
    GError *error = NULL;
    const char *text = "HloModule m\nENTRY e {\n  x = f32[64,64] parameter(0)\n  y = f32[64] parameter(1)\n  b = f32[64,64] broadcast(y), dimensions={1}\n  s = f32[64,64] add(x, b)\n"
                       "  t = f32[64,64] tanh(s)\n  u = f32[64,64] transpose(t), dimensions={1,0}\n  v = f32[64,64] multiply(u, x)\n  ROOT r = (f32[64,64], f32[64,64]) tuple(s, v)\n}\n";
    IrModule *m = program_parse("test.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    Compiled c = { .local = m, .whole = m, .model = hardware_named("cpu") };
    Simulation *s = compiled_simulation(&c, NULL);
    g_assert_cmpint(s->kernels->n_kernels, ==, 3); /* add with tanh, the transpose, the product */
    g_assert_cmpint(s->kernels->entry->n, ==, 4);
    simulation_free(s);
    module_free(m);
}

/* The rows of a table are updated, which is an all-gather's result, or zeros. */
static double update_step_ns(const char *table)
{
    GError *error = NULL;
    g_autofree char *text = g_strdup_printf("HloModule m, num_partitions=8\nENTRY e {\n  x = f32[1024,512] parameter(0)\n  u = f32[1,512] parameter(1)\n  z = s32[] constant(0)\n  zero = f32[] constant(0)\n  t = f32[8192,512] %s\n"
                                            "  ROOT r = f32[8192,512] dynamic-update-slice(t, u, z, z)\n}\n", table);
    IrModule *m = program_parse("test.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    Compiled c = { .local = m, .whole = m, .model = hardware_named("cpu") };
    Simulation *s = compiled_simulation(&c, NULL);
    double ns = 0;
    for (int i = 0; i < s->kernels->entry->n; i++)
        ns += s->kernels->entry->nodes[i].op->code == OP_dynamic_update_slice ? s->kernels->entry->nodes[i].time.ns : 0;
    simulation_free(s);
    module_free(m);
    return ns;
}

/* What a collective made is shared, so that an update of it is one of a copy. */
static void test_updates(void)
{
    double copied = update_step_ns("all-gather(x), channel_id=1, replica_groups={{0,1,2,3,4,5,6,7}}, dimensions={0}, use_global_device_ids=true"), in_place = update_step_ns("broadcast(zero), dimensions={}");
    g_assert_cmpfloat(copied, >, 100 * in_place);
}

static double loop_step_ns(int width, double gap_ns)
{
    GError *error = NULL;
    Hardware hw = *hardware_named("cpu");
    hw.gap_ns = gap_ns;
    g_autofree char *text = g_strdup_printf("HloModule m\nbody {\n  s = (s32[], f32[%d]) parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n  x = f32[%d] get-tuple-element(s), index=1\n"
                                            "  one = s32[] constant(1)\n  n = s32[] add(i, one)\n  y = f32[%d] add(x, x)\n  ROOT r = (s32[], f32[%d]) tuple(n, y)\n}\n"
                                            "cond {\n  s = (s32[], f32[%d]) parameter(0)\n  i = s32[] get-tuple-element(s), index=0\n  n = s32[] constant(1000)\n  ROOT l = pred[] compare(i, n), direction=LT\n}\n"
                                            "ENTRY e {\n  z = s32[] constant(0)\n  x = f32[%d] parameter(0)\n  s = (s32[], f32[%d]) tuple(z, x)\n  w = (s32[], f32[%d]) while(s), condition=cond, body=body\n"
                                            "  ROOT r = f32[%d] get-tuple-element(w), index=1\n}\n", width, width, width, width, width, width, width, width, width);
    IrModule *m = program_parse("test.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    Compiled c = { .local = m, .whole = m, .model = &hw };
    Simulation *s = compiled_simulation(&c, NULL);
    double ns = s->step.ns;
    simulation_free(s);
    module_free(m);
    return ns;
}

/* Loops whose trips do little are one piece of machine code, in which what is not work costs a fiftieth; those of much are not. */
static void test_loops(void)
{
    const double gap = 240, trips = 1000;
    g_assert_cmpfloat(loop_step_ns(4, gap), <, trips * gap / 10);
    g_assert_cmpfloat(loop_step_ns(1 << 20, gap) - loop_step_ns(1 << 20, 0), >=, trips * gap);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/virtual/collectives", test_shared);
    g_test_add_func("/sim/virtual/caches", test_caches);
    g_test_add_func("/sim/virtual/groups", test_groups);
    g_test_add_func("/sim/virtual/loops", test_loops);
    g_test_add_func("/sim/virtual/updates", test_updates);
    return g_test_run();
}
