/* Kinds of collectives, their traffic, FLOPs and prices, using sim/ only, as a simulator would. */
#include "runtime/sim/coll_time.h"
#include "runtime/sim/cost.h"

#include <string.h>

#include "runtime/text/text.h"
#include "trace/trace.h"

static void test_names(void)
{
    for (int k = COLL_NONE; k <= N_COLL_KINDS; k++)
        g_assert_cmpstr(k < N_COLL_KINDS ? coll_kind_names[k] : NULL, ==, trace_coll_name(k));
    for (int code = 0; code < N_OPCODES; code++) {
        CollKind kind = coll_kind_of((OpCode)code);
        if (kind == COLL_NONE || kind == COLL_SEND_RECV)
            continue;
        g_autofree char *start = g_strconcat(coll_kind_names[kind], "-start", NULL);
        g_assert_true(g_str_equal(op_info[code].hlo, coll_kind_names[kind]) || g_str_equal(op_info[code].hlo, start));
    }
}

/* Simulates a ring of g members that pass pieces of the given size on until each has all of them; counts the bytes that member 0
 * receives. */
static int64_t gathered(int64_t piece, int g)
{
    bool has[16] = { true };
    int64_t bytes = 0;
    for (int round = 1; round < g; round++) {
        int from = (g - round) % g; /* the piece that the neighbour received in the round before */
        g_assert_false(has[from]);
        has[from] = true;
        bytes += piece;
    }
    for (int i = 0; i < g; i++)
        g_assert_true(has[i]);
    return bytes;
}

static void test_traffic(void)
{
    for (int g = 1; g <= 16; g++)
        for (int64_t piece = 1; piece < 5000; piece = piece * 3 + 1) {
            g_assert_cmpint(coll_traffic(COLL_ALL_GATHER, piece * g, g), ==, gathered(piece, g));
            g_assert_cmpint(coll_traffic(COLL_ALL_TO_ALL, piece * g, g), ==, piece * (g - 1));
            g_assert_cmpint(coll_traffic(COLL_RAGGED_ALL_TO_ALL, piece * g, g), ==, piece * (g - 1));
            g_assert_cmpint(coll_traffic(COLL_ALL_REDUCE, piece * g, g), ==,
                            coll_traffic(COLL_REDUCE_SCATTER, piece, g) + coll_traffic(COLL_ALL_GATHER, piece * g, g));
            g_assert_cmpint(coll_traffic(COLL_BROADCAST, piece, g), ==, g > 1 ? piece : 0);
            g_assert_cmpint(coll_traffic(COLL_PERMUTE, piece, g), ==, piece);
        }
    int64_t most = INT64_MAX / 2;
    g_assert_cmpint(coll_traffic(COLL_ALL_REDUCE, most, 4), >, most); /* no overflow in intermediate results */
    g_assert_cmpint(coll_traffic(COLL_NONE, 100, 4), ==, 0);
}

/* On each device: one all-gather of 64 bytes, and five times an all-reduce of 128 bytes after a product of 2 * 4 * 8 * 8 FLOPs. */
static const char looping[] =
    "HloModule m, num_partitions=4\n"
    "add { a = f32[] parameter(0) b = f32[] parameter(1) ROOT r = f32[] add(a, b) }\n"
    "body { t = (s32[], f32[4,8], f32[8,8]) parameter(0)\n"
    "  i = s32[] get-tuple-element(t), index=0\n"
    "  x = f32[4,8] get-tuple-element(t), index=1\n"
    "  w = f32[8,8] get-tuple-element(t), index=2\n"
    "  one = s32[] constant(1)\n"
    "  next = s32[] add(i, one)\n"
    "  y = f32[4,8] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
    "  z = f32[4,8] all-reduce(y), replica_groups={{0,1},{2,3}}, channel_id=1, use_global_device_ids=true, to_apply=add\n"
    "  ROOT r = (s32[], f32[4,8], f32[8,8]) tuple(next, z, w) }\n"
    "condition { t = (s32[], f32[4,8], f32[8,8]) parameter(0)\n"
    "  i = s32[] get-tuple-element(t), index=0\n"
    "  n = s32[] constant(5)\n"
    "  ROOT r = pred[] compare(i, n), direction=LT }\n"
    "ENTRY e { x = f32[4,8] parameter(0)\n"
    "  w = f32[8,8] parameter(1)\n"
    "  v = f32[4] parameter(2)\n"
    "  zero = s32[] constant(0)\n"
    "  t = (s32[], f32[4,8], f32[8,8]) tuple(zero, x, w)\n"
    "  l = (s32[], f32[4,8], f32[8,8]) while(t), condition=condition, body=body\n"
    "  g = f32[16] all-gather(v), replica_groups={{0,1,2,3}}, channel_id=2, use_global_device_ids=true, dimensions={0}\n"
    "  y = f32[4,8] get-tuple-element(l), index=1\n"
    "  ROOT r = (f32[4,8], f32[16]) tuple(y, g) }\n";

/* The latency of a collective is its cost for almost no data, on all topologies. */
static void test_latency(void)
{
    static const char *const models[] = { "cpu", "h100x8", "h100x16", "gb200x72", "mi300x8", "v5e-16", "v5p-64" };
    for (size_t i = 0; i < G_N_ELEMENTS(models); i++)
        for (int64_t n = 2; n <= 16; n *= 2)
            for (int p = PATTERN_GATHER; p <= PATTERN_PERMUTE; p++) {
                const Hardware *hw = hardware_named(models[i]);
                int64_t ids[16];
                for (int64_t k = 0; k < n; k++)
                    ids[k] = k;
                Wires w = wires_between(hw, ids, n);
                g_assert_cmpfloat(wires_ns(hw, &w, (Pattern)p, 0), >, 0);
                g_assert_cmpfloat_with_epsilon(wires_ns(hw, &w, (Pattern)p, 0), wires_ns(hw, &w, (Pattern)p, 1), 3);
            }
}

static const IrOp *find(const IrModule *m, OpCode code)
{
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++)
            if (m->comps[k]->ops[i]->code == code)
                return m->comps[k]->ops[i];
    g_assert_not_reached();
}

static void test_module(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = program_parse("t.hlo", looping, strlen(looping), &error);
    g_assert_no_error(error);
    CollTotal totals[N_COLL_KINDS];
    int64_t traffic;
    module_traffic(m, totals, &traffic);
    g_assert_cmpint(totals[COLL_ALL_GATHER].count, ==, 1);
    g_assert_cmpint(totals[COLL_ALL_GATHER].bytes, ==, 64);
    g_assert_cmpint(totals[COLL_ALL_GATHER].traffic, ==, 48);
    g_assert_cmpint(totals[COLL_ALL_REDUCE].count, ==, 1);
    g_assert_cmpint(totals[COLL_ALL_REDUCE].bytes, ==, 128);
    g_assert_cmpint(totals[COLL_ALL_REDUCE].traffic, ==, 5 * 128); /* 2 * 128 * (2 - 1) / 2 in each trip */
    g_assert_cmpint(traffic, ==, 48 + 5 * 128);

    const IrOp *dot = find(m, OP_dot), *reduce = find(m, OP_all_reduce), *gather = find(m, OP_all_gather);
    g_assert_cmpfloat(op_flops(dot), ==, 2 * 4 * 8 * 8);
    g_assert_cmpfloat(op_memory_bytes(dot), ==, 4 * (32 + 64 + 32));
    g_assert_cmpint(coll_group_size(reduce, 4), ==, 2);
    g_assert_cmpint(coll_group_size(gather, 4), ==, 4);
    g_assert_cmpfloat(module_flops(m), >=, 5 * op_flops(dot));
    g_assert_cmpfloat(module_flops(m), <, 6 * op_flops(dot));

    const Hardware *hw = hardware_named("h100x8");
    StepPrices *prices = step_prices_new(hw, NULL, m->n_partitions);
    int64_t pair[] = { 0, 1 };
    Wires wires = wires_between(hw, pair, 2);
    double in_loop = op_step_ns(reduce, prices), once = op_step_ns(gather, prices);
    g_assert_cmpfloat(in_loop, ==, coll_traffic_ns(hw, COLL_ALL_REDUCE, 128, &wires));
    g_assert_cmpfloat(op_latency_ns(reduce, prices), <, in_loop);
    g_assert_cmpfloat(op_latency_ns(dot, prices), ==, 0);
    g_assert_cmpfloat_with_epsilon(module_moving_ns(m, hw), 5 * in_loop + once, 1e-6);
    g_assert_cmpfloat(module_meetings(m), ==, 5 + 1);
    g_assert_cmpfloat(module_step_ns(m, hw), >, module_moving_ns(m, hw) + 5 * op_step_ns(dot, prices) - 1e-6);
    step_prices_free(prices);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/cost/names", test_names);
    g_test_add_func("/sim/cost/traffic", test_traffic);
    g_test_add_func("/sim/cost/latency", test_latency);
    g_test_add_func("/sim/cost/module", test_module);
    return g_test_run();
}
