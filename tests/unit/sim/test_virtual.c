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
    /* Where two of eight devices compute at a time, what one has just touched is met again before the others touch anything. */
    g_assert_cmpfloat(hardware_own_bytes(&hw, 8e6), ==, 8e6);
    hw.n_devices = 8, hw.workers = 2;
    g_assert_cmpfloat(hardware_own_bytes(&hw, 8e6), ==, 2e6);
    hw.workers = 16;
    g_assert_cmpfloat(hardware_own_bytes(&hw, 8e6), ==, 8e6);
}

/* A chain of `n` copies of 4 MB: the first reads an argument, the others what was just written. */
static double chain_ns(int n, double workers)
{
    GString *text = g_string_new("HloModule m, num_partitions=8\nENTRY e {\n  z = f32[] constant(0)\n  v0 = f32[16384,64] parameter(0)\n");
    for (int i = 0; i < n; i++)
        g_string_append_printf(text, "  %sv%d = f32[%d,64] pad(v%d, z), padding=4_4x0_0\n", i + 1 == n ? "ROOT " : "", i + 1, 16384 + 8 * (i + 1), i);
    g_string_append(text, "}\n");
    GError *error = NULL;
    IrModule *m = program_parse("test.hlo", text->str, text->len, &error);
    g_assert_no_error(error);
    Hardware hw = *hardware_named("cpu");
    hw.hbm = 6, hw.cached = 20, hw.cache_bytes = 2.2e6, hw.gap_ns = 400, hw.n_devices = 8, hw.workers = workers, hw.is_row = false;
    Compiled c = { .local = m, .whole = m, .model = &hw };
    Simulation *s = compiled_simulation(&c, NULL);
    double ns = s->step.ns;
    simulation_free(s);
    module_free(m);
    g_string_free(text, TRUE);
    return ns;
}

static void test_chains(void)
{
    double argument = chain_ns(1, 2), three = chain_ns(3, 2), apart = chain_ns(3, 8);
    g_assert_cmpfloat_with_epsilon(apart / chain_ns(1, 8), 3, 0.01);
    g_assert_cmpfloat(three, <, 0.8 * apart);
    g_assert_cmpfloat(three - argument, <, 2 * argument); /* an argument was touched a step ago */
}

static double pad_ns(const char *to, const char *padding)
{
    GError *error = NULL;
    g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n  x = f32[4000,1000] parameter(0)\n  z = f32[] constant(0)\n  ROOT p = f32[%s] pad(x, z), padding=%s\n}\n", to, padding);
    IrModule *m = program_parse("test.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    Compiled c = { .local = m, .whole = m, .model = hardware_named("cpu") };
    Simulation *s = compiled_simulation(&c, NULL);
    double ns = s->step.ns;
    simulation_free(s);
    module_free(m);
    return ns;
}

/* Rows behind an array are added to it; where each row gets longer, the result is filled first. */
static void test_pads(void)
{
    g_assert_cmpfloat_with_epsilon(pad_ns("4000,1004", "0_0x2_2") / pad_ns("4004,1000", "2_2x0_0"), 1.5, 0.01);
}

/* What an execution takes besides its kernels comes once, whatever the step holds. */
static void test_own(void)
{
    GError *error = NULL;
    const char *text = "HloModule m\nless {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT l = pred[] compare(a, b), direction=LT\n}\n"
                       "ENTRY e {\n  x = f32[64] parameter(0)\n  s = f32[64] sort(x), dimensions={0}, to_apply=less\n  ROOT r = f32[64] sort(s), dimensions={0}, to_apply=less\n}\n";
    IrModule *m = program_parse("test.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    Hardware hw = *hardware_named("cpu");
    hw.gap_ns = 400, hw.is_row = false;
    double ns[2], sum = 0;
    for (int i = 0; i < 2; i++) {
        Compiled c = { .local = m, .whole = m, .model = &hw };
        Simulation *s = compiled_simulation(&c, NULL);
        ns[i] = s->step.ns;
        sum = s->own_ns;
        for (int k = 0; k < N_SIM_CLASSES; k++)
            sum += s->ns[k];
        g_assert_cmpfloat_with_epsilon(sum, s->step.ns, 1e-6 * sum);
        g_assert_cmpfloat_with_epsilon(s->least_ns, s->step.ns, 1e-6 * sum);
        simulation_free(s);
        hw.step_ns = 5000;
    }
    g_assert_cmpfloat_with_epsilon(ns[1] - ns[0], 5000, 1e-6);
    module_free(m);
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

/* Of one op on a machine whose cores were measured, less the start of a kernel. */
static double op_ns(const char *text)
{
    GError *error = NULL;
    IrModule *m = program_parse("test.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    Hardware hw = *hardware_named("cpu");
    hw.hbm = 25, hw.cached = 83, hw.cache_bytes = 9e6, hw.f32 = 99, hw.conv_share = 0.87, hw.turned = 16, hw.gap_ns = 100, hw.is_row = false; /* of a core */
    Compiled c = { .local = m, .whole = m, .model = &hw };
    Simulation *s = compiled_simulation(&c, NULL);
    double ns = s->step.ns - hw.gap_ns;
    simulation_free(s);
    module_free(m);
    return ns;
}

static double convolution_ns(int64_t batch, int64_t side, int64_t in, int64_t out, const char *labels)
{
    bool features_first = labels[1] == 'f';
    g_autofree char *x = features_first ? g_strdup_printf("f32[%d,%d,%d,%d]", (int)batch, (int)in, (int)side, (int)side) : g_strdup_printf("f32[%d,%d,%d,%d]", (int)batch, (int)side, (int)side, (int)in);
    g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n  x = %s parameter(0)\n  w = f32[3,3,%d,%d] parameter(1)\n  ROOT y = f32[%d,%d,%d,%d] convolution(x, w), window={size=3x3 pad=1_1x1_1}, dim_labels=%s\n}\n",
                                            x, (int)in, (int)out, (int)batch, (int)side, (int)side, (int)out, labels);
    return op_ns(text);
}

static void between(double ns, double low, double high)
{
    if (ns < low || ns > high)
        g_error("%.0f ns is not between %.0f and %.0f", ns, low, high);
}

/* As measured alone, within a factor of two where they are small: 1.1, 3.9, 9.9, 32 and 199 us, of which the product is 0.07, 0.74, 3, 24 and 191. */
static void test_convolutions(void)
{
    between(convolution_ns(1, 4, 3, 8, "b01f_01io->b01f"), 550, 2200);
    between(convolution_ns(2, 8, 4, 8, "b01f_01io->b01f"), 1900, 7700);
    between(convolution_ns(4, 8, 8, 8, "b01f_01io->b01f"), 4900, 19800);
    between(convolution_ns(4, 16, 8, 16, "b01f_01io->b01f"), 25e3, 42e3);
    between(convolution_ns(8, 16, 16, 32, "b01f_01io->b01f"), 160e3, 250e3);
    double rows = convolution_ns(4, 16, 8, 16, "b01f_01io->b01f"), planes = convolution_ns(4, 16, 8, 16, "bf01_01io->b01f");
    g_assert_cmpfloat_with_epsilon(planes - rows, 2 * 4 * 16 * 16 * 8 * 4 / 16.0, 1); /* its input is turned first */
}

static double sort_ns(int64_t rows, int64_t n)
{
    g_autofree char *text = g_strdup_printf("HloModule m\nlt {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = pred[] compare(a, b), direction=LT\n}\n"
                                            "ENTRY e {\n  x = f32[%d,%d] parameter(0)\n  ROOT s = f32[%d,%d] sort(x), dimensions={1}, to_apply=lt\n}\n", (int)rows, (int)n, (int)rows, (int)n);
    return op_ns(text);
}

static double largest_ns(int64_t rows, int64_t n, int64_t k)
{
    g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n  x = f32[%d,%d] parameter(0)\n  ROOT s = (f32[%d,%d], s32[%d,%d]) topk(x), k=%d, largest=true\n}\n", (int)rows, (int)n, (int)rows, (int)k, (int)rows, (int)k, (int)k);
    return op_ns(text);
}

/* As measured alone, within a fifth; of small rows and of the largest, within a factor of two or more. */
static void test_sorts(void)
{
    between(sort_ns(64, 16), 3.5e3, 14e3);       /* 6.9 us */
    between(sort_ns(64, 64), 38e3, 57e3);        /* 47.6 */
    between(sort_ns(64, 256), 214e3, 321e3);     /* 267 */
    between(sort_ns(64, 1024), 520e3, 780e3);    /* 650 */
    between(sort_ns(1, 65536), 483e3, 724e3);    /* 603 */
    between(largest_ns(64, 4096, 8), 258e3, 387e3);  /* 323 */
    between(largest_ns(64, 4096, 64), 754e3, 1130e3); /* 942 */
    between(largest_ns(64, 64, 4), 4e3, 20e3);   /* 7.8 */
    g_assert_cmpfloat(largest_ns(64, 4096, 4096), ==, sort_ns(64, 4096));
}

static double product_ns(const char *type, int m, int k, int n, bool turned)
{
    g_autofree char *right = turned ? g_strdup_printf("%d,%d", n, k) : g_strdup_printf("%d,%d", k, n);
    g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n  x = %s[%d,%d] parameter(0)\n  w = %s[%s] parameter(1)\n  ROOT y = %s[%d,%d] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={%d}\n}\n", type, m, k, type, right,
                                            type, m, n, turned);
    return op_ns(text);
}

/* Few rows times what lies along k, and floats that are widened, took 3.0 and 2.3 times as long; many rows times what lies along k 1.2 times. */
static void test_products(void)
{
    double few = product_ns("f32", 8, 256, 1024, false), many = product_ns("f32", 256, 64, 256, false);
    g_assert_cmpfloat(product_ns("f32", 8, 256, 1024, true), >, 2 * few);
    g_assert_cmpfloat(product_ns("bf16", 8, 256, 1024, false), >, 1.5 * few);
    between(product_ns("f32", 256, 64, 256, true) / many, 1.1, 1.3);
    between(product_ns("f32", 256, 512, 512, false) / product_ns("f32", 64, 512, 512, false), 3.2, 3.9); /* packing is paid once */
}

static double gather_ns(int rows, int width, int n)
{
    g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n  x = f32[%d,%d] parameter(0)\n  i = s32[%d,1] parameter(1)\n  ROOT y = f32[%d,%d] gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,%d}\n}\n",
                                            rows, width, n, n, width, width);
    return op_ns(text);
}

/* An index takes its time however short its row is, and longer where the rows lie in memory. */
static void test_gathers(void)
{
    double one = gather_ns(1024, 1, 4096), wide = gather_ns(1024, 16, 256), far = gather_ns(1 << 20, 1, 4096);
    g_assert_cmpfloat(one, >, 4 * wide); /* the same bytes */
    g_assert_cmpfloat(far, >, 2 * one);
}

static double turn_ns(int side)
{
    g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n  x = f32[%d,%d] parameter(0)\n  ROOT y = f32[%d,%d] transpose(x), dimensions={1,0}\n}\n", side, side, side, side);
    return op_ns(text);
}

/* Measured: 2.6 and 809 us, 64 times the bytes. */
static void test_turns(void)
{
    between(turn_ns(512) / turn_ns(64), 200, 400);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/virtual/collectives", test_shared);
    g_test_add_func("/sim/virtual/caches", test_caches);
    g_test_add_func("/sim/virtual/chains", test_chains);
    g_test_add_func("/sim/virtual/own", test_own);
    g_test_add_func("/sim/virtual/pads", test_pads);
    g_test_add_func("/sim/virtual/groups", test_groups);
    g_test_add_func("/sim/virtual/loops", test_loops);
    g_test_add_func("/sim/virtual/updates", test_updates);
    g_test_add_func("/sim/virtual/convolutions", test_convolutions);
    g_test_add_func("/sim/virtual/products", test_products);
    g_test_add_func("/sim/virtual/gathers", test_gathers);
    g_test_add_func("/sim/virtual/turns", test_turns);
    g_test_add_func("/sim/virtual/sorts", test_sorts);
    return g_test_run();
}
