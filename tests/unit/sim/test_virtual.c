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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/virtual/collectives", test_shared);
    g_test_add_func("/sim/virtual/caches", test_caches);
    g_test_add_func("/sim/virtual/groups", test_groups);
    return g_test_run();
}
