/* A device that is at least as good in every number never takes longer for the same program; nor does one whose memory, products or links are twice as fast, or
 * whose latencies are halved; nor do more devices that meet take less for as much on each. */
#include "runtime/sim/simulate.h"
#include "runtime/sim/what_if.h"

#include "runtime/text/text.h"

#define SUM "sum {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT s = f32[] add(a, b)\n}\n"
#define ALL "replica_groups={{0,1,2,3,4,5,6,7}}, channel_id=1, use_global_device_ids=true"
#define FOURS "replica_groups={{0,1,2,3},{4,5,6,7}}, channel_id=2, use_global_device_ids=true"
#define TWOS "replica_groups={{0,4},{1,5},{2,6},{3,7}}, channel_id=3, use_global_device_ids=true"

/* Programs of eight devices, named by what takes their time. */
static const struct {
    const char *name, *text;
} programs[] = {
    { "products", "ENTRY e {\n  x = bf16[1000,4096] parameter(0)\n  w = bf16[4096,6000] parameter(1)\n  y = bf16[1000,6000] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                  "  v = bf16[6000,64] parameter(2)\n  ROOT z = bf16[1000,64] dot(y, v), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n" },
    { "small products", "ENTRY e {\n  x = f32[3,200] parameter(0)\n  w = f32[200,300] parameter(1)\n  y = f32[3,300] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n  ROOT t = f32[3,300] tanh(y)\n}\n" },
    { "products of 8 bits", "ENTRY e {\n  x = f8e4m3fn[2048,2048] parameter(0)\n  w = f8e4m3fn[2048,2048] parameter(1)\n  ROOT y = bf16[2048,2048] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n" },
    { "convolution", "ENTRY e {\n  x = f32[8,56,56,64] parameter(0)\n  w = f32[3,3,64,64] parameter(1)\n  ROOT y = f32[8,56,56,64] convolution(x, w), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f\n}\n" },
    { "elements", SUM "ENTRY e {\n  x = f32[4096,4096] parameter(0)\n  e = f32[4096,4096] exponential(x)\n  z = f32[] constant(0)\n  r = f32[4096] reduce(e, z), dimensions={1}, to_apply=sum\n"
                  "  b = f32[4096,4096] broadcast(r), dimensions={0}\n  d = f32[4096,4096] divide(e, b)\n  ROOT t = f32[4096,4096] transpose(d), dimensions={1,0}\n}\n" },
    { "sorts", "lt {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = pred[] compare(a, b), direction=LT\n}\nENTRY e {\n  x = f32[512,4096] parameter(0)\n  s = f32[512,4096] sort(x), dimensions={1}, to_apply=lt\n"
               "  i = s32[512,8] iota(), iota_dimension=1\n  ROOT g = f32[512,8] slice(s), slice={[0:512], [0:8]}\n}\n" },
    { "attention", SUM "ENTRY e {\n  q = bf16[8,2048,128] parameter(0)\n  k = bf16[8,2048,128] parameter(1)\n  s = f32[8,2048,2048] dot(q, k), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={2}\n"
                   "  x = f32[8,2048,2048] exponential(s)\n  z = f32[] constant(0)\n  t = f32[8,2048] reduce(x, z), dimensions={2}, to_apply=sum\n  b = f32[8,2048,2048] broadcast(t), dimensions={0,1}\n"
                   "  p = f32[8,2048,2048] divide(x, b)\n  h = bf16[8,2048,2048] convert(p)\n  ROOT o = bf16[8,2048,128] dot(h, k), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}\n}\n" },
    { "gathers", "ENTRY e {\n  x = f32[256,2048] parameter(0)\n  a = f32[2048,2048] all-gather(x), " ALL ", dimensions={0}\n  y = f32[512,64] parameter(1)\n  b = f32[2048,64] all-gather(y), " FOURS ", dimensions={0}\n"
                 "  ROOT d = f32[2048,64] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n" },
    { "sums", SUM "ENTRY e {\n  x = f32[4096,1024] parameter(0)\n  a = f32[4096,1024] all-reduce(x), " ALL ", to_apply=sum\n  b = f32[1024,1024] reduce-scatter(a), " FOURS ", dimensions={0}, to_apply=sum\n"
              "  c = f32[1024,1024] all-reduce(b), " TWOS ", to_apply=sum\n  d = f32[] constant(1)\n  s = f32[] all-reduce(d), " ALL ", to_apply=sum\n  w = f32[1024,1024] broadcast(s), dimensions={}\n  ROOT r = f32[1024,1024] add(c, w)\n}\n" },
    { "exchanges", "ENTRY e {\n  x = bf16[512,2048] parameter(0)\n  a = bf16[512,2048] all-to-all(x), replica_groups={{0,1,2,3,4,5,6,7}}, channel_id=1, dimensions={0}\n  b = bf16[512,2048] all-to-all(a), replica_groups={{0,4},{1,5},{2,6},{3,7}}, channel_id=3, dimensions={0}\n"
                   "  ROOT p = bf16[512,2048] collective-permute(b), source_target_pairs={{0,1},{1,2},{2,3},{3,4},{4,5},{5,6},{6,7},{7,0}}, channel_id=9\n}\n" },
    { "overlap", "ENTRY e {\n  x = bf16[2048,2048] parameter(0)\n  w = bf16[256,2048] parameter(1)\n  v = bf16[512,2048] parameter(2)\n  a = bf16[2048,2048] all-gather(w), " ALL ", dimensions={0}\n  b = bf16[2048,2048] all-gather(v), " FOURS ", dimensions={0}\n"
                 "  y = bf16[2048,2048] dot(x, a), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n  t = bf16[2048,2048] tanh(y)\n  z = bf16[2048,2048] dot(t, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                 "  p = bf16[2048,2048] collective-permute(t), source_target_pairs={{0,1},{1,0},{2,3},{3,2},{4,5},{5,4},{6,7},{7,6}}, channel_id=9\n  ROOT r = bf16[2048,2048] add(z, p)\n}\n" },
    { "loop", SUM "c {\n  p = (s32[], f32[64,512], f32[64,512]) parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  n = s32[] constant(20)\n  ROOT l = pred[] compare(i, n), direction=LT\n}\n"
              "b {\n  p = (s32[], f32[64,512], f32[64,512]) parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  x = f32[64,512] get-tuple-element(p), index=1\n  w = f32[64,512] get-tuple-element(p), index=2\n"
              "  g = f32[512,512] all-gather(w), " ALL ", dimensions={0}\n  y = f32[64,512] dot(x, g), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n  s = f32[64,512] all-reduce(y), " TWOS ", to_apply=sum\n"
              "  one = s32[] constant(1)\n  j = s32[] add(i, one)\n  ROOT t = (s32[], f32[64,512], f32[64,512]) tuple(j, s, w)\n}\n"
              "ENTRY e {\n  x = f32[64,512] parameter(0)\n  w = f32[64,512] parameter(1)\n  z = s32[] constant(0)\n  t = (s32[], f32[64,512], f32[64,512]) tuple(z, x, w)\n"
              "  l = (s32[], f32[64,512], f32[64,512]) while(t), condition=c, body=b\n  ROOT r = f32[64,512] get-tuple-element(l), index=1\n}\n" },
};

enum { N_PROGRAMS = G_N_ELEMENTS(programs) };

static const char *const rows[] = { "a100x8", "h100x8", "h200x8", "b200x8", "gb200x8", "b300x8", "gb300x8", "l4x8", "mi250x8", "mi300x8", "mi325x8", "mi350x8", "mi355x8",
                                    "v3-16", "v4-16", "v5e-8", "v5p-16", "v6e-8", "tpu7x-8" };
enum { N_ROWS = G_N_ELEMENTS(rows) };

static IrModule *modules[N_PROGRAMS];

static void parse_all(void)
{
    for (int i = 0; i < N_PROGRAMS && !modules[i]; i++) {
        GError *error = NULL;
        g_autofree char *text = g_strdup_printf("HloModule m, num_partitions=8\n%s", programs[i].text);
        modules[i] = program_parse(programs[i].name, text, strlen(text), &error);
        g_assert_no_error(error);
    }
}

/* Devices lie as they are numbered, so that two models differ in their numbers alone. */
static double step_ns(int program, const Hardware *hw)
{
    static const SimOptions as_numbered = { .as_numbered = true };
    Simulation *s = simulation_new(modules[program], NULL, hw, &as_numbered);
    double ns = s->step.ns;
    g_assert_cmpfloat(s->step.low_ns, >, 0);
    g_assert_cmpfloat(s->step.low_ns, <, ns);
    g_assert_cmpfloat(s->step.high_ns, >, ns);
    g_assert_cmpfloat(s->step.high_ns, <, INFINITY);
    simulation_free(s);
    return ns;
}

static bool same_text(const char *a, const char *b)
{
    return (!a && !b) || (a && b && g_str_equal(a, b));
}

/* In every number that programs without f64 feel. Measurements of a part itself, rather than of its relative, are numbers too. */
static bool is_as_good(const Hardware *a, const Hardware *b)
{
    const double up[][2] = { { a->bf16 * a->gemm_share * a->hold_share, b->bf16 * b->gemm_share * b->hold_share }, { a->f32 * a->gemm_share, b->f32 * b->gemm_share },
                             { a->fp8 * a->hold_narrow, b->fp8 * b->hold_narrow }, { a->bf16 * a->conv_share, b->bf16 * b->conv_share }, { a->f32 * a->conv_share, b->f32 * b->conv_share },
                             { a->bf16 / a->cores, b->bf16 / b->cores }, { a->hbm, b->hbm }, { a->hbm * a->hbm_share, b->hbm * b->hbm_share }, { a->link * a->net_share, b->link * b->net_share }, { a->nic, b->nic },
                             { a->steps, b->steps }, { a->cache_bytes, b->cache_bytes }, { a->cores, b->cores }, { a->flash, b->flash }, { a->sums_beside, b->sums_beside },
                             { b->gather_ns, a->gather_ns }, { b->reduce_ns, a->reduce_ns }, { b->exchange_ns, a->exchange_ns }, { b->permute_ns, a->permute_ns }, { b->hop_ns, a->hop_ns }, { b->gap_ns, a->gap_ns } };
    for (size_t i = 0; i < G_N_ELEMENTS(up); i++)
        if (up[i][0] < up[i][1] * (1 - 1e-12))
            return false;
    bool measured_apart = a->coll_part && !same_text(a->coll_part, b->coll_part);
    return a->wiring == b->wiring && a->mxu == b->mxu && a->per_chip == b->per_chip && same_text(a->gemm_part, b->gemm_part) && !measured_apart && !memcmp(a->torus, b->torus, sizeof a->torus);
}

static void test_rows(void)
{
    int compared = 0;
    parse_all();
    for (int a = 0; a < N_ROWS; a++)
        for (int b = 0; b < N_ROWS; b++) {
            const Hardware *x = hardware_named(rows[a]), *y = hardware_named(rows[b]);
            if (a == b || !is_as_good(x, y))
                continue;
            compared++;
            for (int i = 0; i < N_PROGRAMS; i++)
                if (step_ns(i, x) > step_ns(i, y) * (1 + 1e-6))
                    g_error("%s: %.1f us on %s, which is as good as %s in everything, where it takes %.1f us", programs[i].name, step_ns(i, x) / 1e3, rows[a], rows[b], step_ns(i, y) / 1e3);
        }
    g_assert_cmpint(compared, >=, 3); /* H200 and H100, B300 and B200, MI325X and MI300X at least */
}

static void double_rates(Hardware *hw, int what)
{
    double *peaks[] = { &hw->bf16, &hw->f16, &hw->f32, &hw->f64, &hw->fp8, &hw->int8, &hw->vector };
    double *waits[] = { &hw->gather_ns, &hw->reduce_ns, &hw->exchange_ns, &hw->permute_ns, &hw->hop_ns, &hw->gap_ns };
    hw->is_row = false;
    for (size_t i = 0; i < G_N_ELEMENTS(peaks) && what == 0; i++)
        *peaks[i] *= 2;
    hw->hbm *= what == 1 ? 2 : 1;
    hw->link *= what == 2 ? 2 : 1;
    hw->nic *= what == 2 ? 2 : 1;
    hw->latency_scale = what == 3 ? 0.5 : 1;
    for (size_t i = 0; i < G_N_ELEMENTS(waits) && what == 3; i++)
        *waits[i] /= 2;
}

/* Beside overlap, where a list of tasks that are shorter may be run in an order that is worse, by little. */
static void test_changes(void)
{
    static const char *const names[] = { "products", "memory", "links", "latencies" };
    const double anomaly = 0.02;
    parse_all();
    for (int r = 0; r < N_ROWS; r += 2)
        for (int i = 0; i < N_PROGRAMS; i++) {
            Hardware same = *hardware_named(rows[r]);
            same.is_row = false;
            double before = step_ns(i, &same);
            for (int what = 0; what < 4; what++) {
                Hardware better = same;
                double_rates(&better, what);
                double after = step_ns(i, &better);
                if (after > before * (1 + anomaly))
                    g_error("%s on %s: %.1f us, and %.1f with better %s", programs[i].name, rows[r], before / 1e3, after / 1e3, names[what]);
            }
        }
}

static void check_what_ifs(const IrModule *m, const char *name, const char *row)
{
    static const SimOptions plain;
    Simulation *s = simulation_new(m, NULL, hardware_named(row), &plain);
    WhatIfs *w = sim_what_ifs(m, NULL, s, &plain);
    for (int k = 0; k < w->list.n; k++) {
        const WhatIf *x = &w->list.v[k];
        bool faster = strstr(x->what, "twice as fast") || strstr(x->what, "half the");
        if (faster && x->step.ns > s->step.ns)
            g_error("%s on %s: %.2f us, %s %.2f us", name, row, s->step.ns / 1e3, x->what, x->step.ns / 1e3);
        g_assert_true(x->step.ns <= 0 || (x->step.low_ns <= x->step.ns && x->step.ns <= x->step.high_ns));
    }
    what_ifs_free(w);
    simulation_free(s);
}

/* Products, gathers, sums and exchanges that need each other at random. */
static char *random_program(GRand *random)
{
    enum { N = 14 };
    GString *t = g_string_new("HloModule m, num_partitions=8\n" SUM "ENTRY e {\n  v0 = bf16[512,512] parameter(0)\n  v1 = bf16[512,512] parameter(1)\n");
    for (int i = 2; i < N; i++) {
        int a = g_rand_int_range(random, MAX(0, i - 5), i), b = g_rand_int_range(random, 0, i);
        switch (g_rand_int_range(random, 0, 5)) {
        case 0: g_string_append_printf(t, "  v%d = bf16[512,512] all-reduce(v%d), " ALL ", to_apply=sum\n", i, a); break;
        case 1: g_string_append_printf(t, "  v%d = bf16[512,512] all-reduce(v%d), " TWOS ", to_apply=sum\n", i, a); break;
        case 2: g_string_append_printf(t, "  v%d = bf16[512,512] collective-permute(v%d), source_target_pairs={{0,1},{1,0},{2,3},{3,2},{4,5},{5,4},{6,7},{7,6}}, channel_id=9\n", i, a); break;
        default: g_string_append_printf(t, "  v%d = bf16[512,512] dot(v%d, v%d), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n", i, a, b); break;
        }
    }
    g_string_append(t, "  ROOT r = (bf16[512,512]");
    for (int i = 1; i < N; i++)
        g_string_append(t, ", bf16[512,512]");
    g_string_append(t, ") tuple(v0");
    for (int i = 1; i < N; i++)
        g_string_append_printf(t, ", v%d", i);
    return g_string_free(g_string_append(t, ")\n}\n"), FALSE);
}

/* What is asked of a simulation is never answered with a longer step by something faster, in any order of tasks: lists of tasks may take longer when each is shorter. */
static void test_what_ifs(void)
{
    parse_all();
    for (int r = 1; r < N_ROWS; r += 3)
        for (int i = 0; i < N_PROGRAMS; i++)
            check_what_ifs(modules[i], programs[i].name, rows[r]);
    g_autoptr(GRand) random = g_rand_new_with_seed(19);
    for (int i = 0; i < 20; i++) {
        g_autofree char *text = random_program(random);
        GError *error = NULL;
        IrModule *m = program_parse("random", text, strlen(text), &error);
        g_assert_no_error(error);
        check_what_ifs(m, "random", rows[i % 2 ? 16 : 1]);
        module_free(m);
    }
}

/* The pieces of 1 MiB that so many devices have: more of them bring more together, which takes no less. */
static void test_members(void)
{
    static const char *const parts[] = { "h100", "b200", "gb200", "mi350", "v5e", "v5p", "v6e", "tpu7x" };
    const CollKind kinds[] = { COLL_ALL_GATHER, COLL_REDUCE_SCATTER, COLL_ALL_REDUCE };
    const double piece = 1 << 20, noise = 0.1; /* what measured times differ by from one to the next */
    for (size_t p = 0; p < G_N_ELEMENTS(parts); p++)
        for (size_t k = 0; k < G_N_ELEMENTS(kinds); k++) {
            double last = 0;
            for (int64_t n = 2; n <= 8; n *= 2) {
                int64_t ids[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
                const Hardware *hw = hardware_named(parts[p]);
                Wires w = wires_between(hw, ids, n);
                double ns = coll_estimate(hw, kinds[k], kinds[k] == COLL_ALL_REDUCE ? piece : piece * (double)n, &w, COLL_HOLD_NONE).ns;
                bool mesh = hw->wiring == WIRING_MESH && kinds[k] == COLL_ALL_REDUCE; /* more members have more links */
                bool ring = hw->family == DEVICE_TPU && kinds[k] == COLL_ALL_REDUCE;   /* so do more axes */
                if (ns < last * (1 - noise) && !mesh && !ring)
                    g_error("%s, kind %d: %.1f us among %" G_GINT64_FORMAT ", less than the %.1f among half of them", parts[p], (int)kinds[k], ns / 1e3, n, last / 1e3);
                last = ns;
            }
        }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/ranking/rows", test_rows);
    g_test_add_func("/sim/ranking/changes", test_changes);
    g_test_add_func("/sim/ranking/what-ifs", test_what_ifs);
    g_test_add_func("/sim/ranking/members", test_members);
    int failed = g_test_run();
    for (int i = 0; i < N_PROGRAMS; i++)
        if (modules[i])
            module_free(modules[i]);
    return failed;
}
