/* See sample.h. Times and sizes are chosen, not measured; a generator with a fixed seed makes devices differ a little. */
#include "tests/unit/viewer/sample.h"

#include <string.h>

enum { US = 1000, N_DEV = 8, SIDE = 2048 };

typedef struct Case {
    const char *label;
    const char *x, *y, *z;          /* "a|-": dim 0 by a, dim 1 whole */
    const char *move, *plan, *to;   /* what has to move: x, y or z */
    int kind;                       /* coll.kind */
    int64_t coll_us, moved;
} Case;

static const Case cases[] = {
    { "case1", "-|a", "a|-", "-|-", "z", "all-reduce(a)", "-|-", 2, 900, 25165824 },
    { "case1b", "-|a", "b|-", "-|-", "y", "all-gather(dim 0, b)", "-|-", 1, 3100, 33554432 },
    { "case2", "b|a", "b|-", "b|-", "z", "reduce-scatter(dim 0, a)", "b|-", 3, 500, 12582912 },
    { "full", "b|a", "b|a", "b|a", "x", "all-to-all(dim 0, dim 1, a)", "b,a|-", 4, 700, 8388608 },
};

static uint32_t next(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static int64_t put_sharding(TraceWriter *w, int64_t mesh, const char *spec)
{
    TraceShardingDim dims[4];
    TraceShardingPiece pieces[8];
    int n_pieces = 0, shards = 1, d = 0;
    g_auto(GStrv) list = g_strsplit(spec, "|", -1);
    for (; list[d]; d++) {
        int parts = 1, first = n_pieces;
        for (const char *p = list[d]; *p; p++) {
            if (*p != 'a' && *p != 'b')
                continue;
            pieces[n_pieces] = (TraceShardingPiece){ .dim = d, .pos = n_pieces - first, .stride = *p == 'a' ? 2 : 1, .size = *p == 'a' ? 4 : 2 };
            parts *= (int)pieces[n_pieces++].size;
        }
        for (int i = n_pieces - 1, mult = 1; i >= first; i--) {
            pieces[i].mult = mult;
            mult *= (int)pieces[i].size;
        }
        dims[d] = (TraceShardingDim){ .dim = d, .parts = parts, .axes = parts > 1 ? list[d] : NULL };
        shards *= parts;
    }
    g_autofree char *text = g_strdup_printf("[{%s}, {%s}]", *list[0] == '-' ? "" : list[0], *list[1] == '-' ? "" : list[1]);
    return trace_sharding(w, &(TraceShardingParts){
        .row = { .text = text, .mesh_id = mesh, .kind = shards > 1 ? 3 : 0, .shards = shards, .copies = shards > 1 ? N_DEV / shards : 0 },
        .dims = dims, .n_dims = d, .pieces = pieces, .n_pieces = n_pieces });
}

/* An instruction: ids of rows are 0 where there is none. */
typedef struct Inst {
    const char *name, *opcode;
    int64_t sharding;
    int line;      /* of matmul.py, from 1 */
    int param;     /* number of the parameter, counted from 1; 0 = none */
    int64_t flags, origin;
} Inst;

static int64_t put_inst(TraceWriter *w, int64_t comp, int ord, Inst i)
{
    TraceInst row = { .comp_id = comp, .ord = ord, .name_id = trace_str(w, i.name), .opcode_id = trace_str(w, i.opcode),
                      .shape_id = trace_str(w, "f32[2048,2048]{1,0}"), .sharding_id = i.sharding, .flags = i.flags, .origin_id = i.origin,
                      .bytes_out = TRACE_INT(SIDE * SIDE / 2), .bytes_full = TRACE_INT((int64_t)SIDE * SIDE * 4),
                      .op_name_id = trace_str(w, i.name), .loc_id = trace_loc_at(w, "matmul.py", i.line, 1) };
    if (i.param)
        row.param_no = TRACE_INT(i.param - 1);
    return trace_put_inst(w, &row);
}

/* Instructions that the steps run. */
typedef struct StepOps {
    int64_t dot, add, coll;
} StepOps;

static void put_steps(TraceWriter *w, int64_t run, int64_t module, const Case *c, TraceLaneBuffer **lanes, StepOps ops)
{
    uint32_t seed = 7;
    int64_t t = 50 * US;
    for (int n = 0; n < 5; n++) {
        int64_t begin = t, arrive[N_DEV], last = 0, end = 0;
        for (int d = 0; d < N_DEV; d++) {
            int64_t at = t + next(&seed) % (20 * US), dur = 1800 * US + next(&seed) % (400 * US) + (d == 5 ? 600 * US : 0);
            trace_lane_event(lanes[d], at, dur, ops.dot, 0, TRACE_CAT_COMPUTE);
            at += dur + 2 * US;
            for (int k = 0; k < 12; k++) {
                trace_lane_event(lanes[d], at, 9 * US, ops.add, 0, TRACE_CAT_COMPUTE);
                at += 10 * US;
            }
            arrive[d] = at;
            last = MAX(last, at);
        }
        for (int d = 0; d < N_DEV; d++) {
            int64_t leave = last + c->coll_us * US + next(&seed) % (30 * US);
            trace_lane_meet(lanes[d], &(TraceMeet){ .start_ns = arrive[d], .dur_ns = leave - arrive[d], .inst_id = ops.coll, .n_members = N_DEV });
            trace_lane_event(lanes[d], leave + US, 200 * US, ops.add, 0, TRACE_CAT_COMPUTE);
            end = MAX(end, leave + 201 * US);
        }
        t = end + 40 * US;
        trace_end_step(w, &(TraceStep){ .run_id = run, .num = n, .start_ns = begin, .dur_ns = end - begin, .source = 1,
                                        .warm = TRACE_INT(n > 0) }, module, NULL);
    }
    trace_end_run(w, run, t);
}

static int put_devices(TraceWriter *w, int64_t run, int n, TraceLaneBuffer **lanes, int room)
{
    int64_t host = trace_put_host(w, &(TraceHost){ .run_id = run, .name = "here" });
    for (int d = 0; d < n; d++) {
        int64_t dev = trace_put_device(w, &(TraceDevice){ .run_id = run, .host_id = host, .global_id = d, .kind = "cpu", .is_virtual = 1 });
        g_autofree char *name = g_strdup_printf("device %d", d);
        lanes[d] = trace_lane_new(w, &(TraceLane){ .run_id = run, .host_id = host, .device_id = dev, .kind = TRACE_LANE_OPS,
                                                   .name = name, .rank = d }, room);
    }
    return n;
}

static void put_reasons(TraceWriter *w, int64_t module, int64_t mesh, const Case *c, const int64_t *v, int64_t dot)
{
    static const char *const names[] = { "x", "y" };
    int seq = 0;
    const char *specs[] = { c->x, c->y };
    for (int i = 0; i < 2; i++) {
        int64_t loc = trace_loc_at(w, "matmul.py", 5 + i, 1);
        g_autofree char *text = g_strdup_printf("P(%s) on %s", specs[i], names[i]);
        trace_put_annotation(w, &(TraceAnnotation){ .inst_id = v[i], .kind = 1, .text = text, .sharding_id = put_sharding(w, mesh, specs[i]), .loc_id = loc });
        for (int d = 0; d < 2; d++) {
            g_auto(GStrv) dims = g_strsplit(specs[i], "|", -1);
            if (*dims[d] != '-')
                trace_put_prop_step(w, &(TracePropStep){ .module_id = module, .seq = seq++, .inst_id = v[i], .dim = TRACE_INT(d), .axes = dims[d], .src_loc = loc, .taken = 1 });
        }
    }
    g_auto(GStrv) z = g_strsplit(c->z, "|", -1);
    for (int d = 0; d < 2; d++) {
        if (*z[d] != '-')
            trace_put_prop_step(w, &(TracePropStep){ .module_id = module, .seq = seq++, .inst_id = v[2], .dim = TRACE_INT(d), .axes = z[d],
                .src_inst = v[d], .via_inst = dot, .factor = d ? "n" : "m", .direction = TRACE_INT(1), .taken = 1 });
    }
    trace_put_prop_step(w, &(TracePropStep){ .module_id = module, .seq = seq++, .inst_id = v[2], .dim = TRACE_INT(1), .axes = "a",
        .src_inst = v[0], .via_inst = dot, .factor = "k", .taken = 0, .why = "k is contracted: it is no dimension of the result" });
}

static void put_case(TraceWriter *w, const Case *c)
{
    int64_t run = trace_put_run(w, &(TraceRun){ .name = "matmul", .label = c->label, .producer = "by hand 1", .hardware = "cpu" });
    TraceLaneBuffer *lanes[N_DEV];
    put_devices(w, run, N_DEV, lanes, 256);
    int64_t mesh = trace_mesh(w, &(TraceMeshParts){ .row = { .run_id = run, .name = "mesh" }, .n_axes = 2, .axes = (const char *[]){ "a", "b" }, .sizes = (int64_t[]){ 4, 2 } });
    int64_t module = trace_put_module(w, &(TraceModule){ .run_id = run, .name = "jit_matmul", .partitions = TRACE_INT(N_DEV), .mesh_id = mesh,
        .traffic = TRACE_INT(c->moved), .peak_bytes = TRACE_INT(40 << 20), .est_ns = TRACE_REAL(2e6 + 1e3 * (double)c->coll_us) });
    int64_t input = trace_put_snapshot(w, &(TraceSnapshot){ .module_id = module, .seq = 0, .stage = TRACE_STAGE_INPUT, .label = "import" });
    int64_t final = trace_put_snapshot(w, &(TraceSnapshot){ .module_id = module, .seq = 1, .stage = TRACE_STAGE_FINAL, .label = "plan-memory" });
    const char *texts[] = { "HloModule m\n  x = parameter(0)\n  y = parameter(1)\n  z = dot(x, y)\n", "HloModule m\n  x = parameter(0)\n  y = parameter(1)\n  part = dot(x, y)\n  z = all-reduce(part)\n" };
    int64_t snaps[2];
    for (int i = 0; i < 2; i++)
        snaps[i] = trace_put_snapshot(w, &(TraceSnapshot){ .module_id = module, .seq = 2 + i, .stage = TRACE_STAGE_OTHER, .label = "text", .text_id = trace_blob(w, TRACE_BLOB_HLO, texts[i], strlen(texts[i])) });
    trace_put_pass(w, &(TracePass){ .module_id = module, .seq = 0, .name_id = trace_str(w, "propagate"), .dur_ns = TRACE_INT(40000), .changed = TRACE_INT(0), .inst_before = TRACE_INT(3), .inst_after = TRACE_INT(3) });
    trace_put_pass(w, &(TracePass){ .module_id = module, .seq = 1, .name_id = trace_str(w, "localise"), .dur_ns = TRACE_INT(90000), .changed = TRACE_INT(1), .inst_before = TRACE_INT(3), .inst_after = TRACE_INT(4),
        .coll_before = TRACE_INT(0), .coll_after = TRACE_INT(1), .bytes_after = TRACE_INT(c->moved), .snap_before = snaps[0], .snap_after = snaps[1] });
    int64_t c1 = trace_put_computation(w, &(TraceComputation){ .snapshot_id = input, .name = "main", .kind = 1, .trips = TRACE_INT(1) });
    int64_t v[3];
    v[0] = put_inst(w, c1, 0, (Inst){ .name = "x", .opcode = "parameter", .sharding = put_sharding(w, mesh, c->x), .line = 5, .param = 1 });
    v[1] = put_inst(w, c1, 1, (Inst){ .name = "y", .opcode = "parameter", .sharding = put_sharding(w, mesh, c->y), .line = 6, .param = 2 });
    v[2] = put_inst(w, c1, 2, (Inst){ .name = "z", .opcode = "dot", .sharding = put_sharding(w, mesh, c->z), .line = 8, .flags = TRACE_INST_ROOT });
    trace_put_operand(w, &(TraceOperand){ .inst_id = v[2], .pos = 0, .src_id = v[0] });
    trace_put_operand(w, &(TraceOperand){ .inst_id = v[2], .pos = 1, .src_id = v[1] });
    put_reasons(w, module, mesh, c, v, v[2]);
    int64_t c2 = trace_put_computation(w, &(TraceComputation){ .snapshot_id = final, .name = "main", .kind = 1, .trips = TRACE_INT(1) });
    int64_t dot = put_inst(w, c2, 0, (Inst){ .name = "dot.1", .opcode = "dot", .line = 8, .origin = v[2] }), add = put_inst(w, c2, 1, (Inst){ .name = "add.2", .opcode = "add", .line = 9 });
    static const char *const ops[] = { "", "all-gather", "all-reduce", "reduce-scatter", "all-to-all" };
    g_autofree char *name = g_strdup_printf("%s.3", ops[c->kind]);
    int64_t coll = put_inst(w, c2, 2, (Inst){ .name = name, .opcode = ops[c->kind], .line = 8, .flags = TRACE_INST_COLLECTIVE | TRACE_INST_PARTITIONER, .origin = v[2] });
    int64_t groups = trace_group_set(w, "{{0,1,2,3,4,5,6,7}}", 1, N_DEV, (int64_t[]){ 0, 1, 2, 3, 4, 5, 6, 7 }, "a,b");
    trace_put_coll(w, &(TraceColl){ .inst_id = coll, .kind = c->kind, .mode = 2, .gset_id = groups, .bytes_in = c->moved / 4, .bytes_out = c->moved, .bytes_wire = c->moved });
    int moved = *c->move - 'x';
    const char *from[] = { c->x, c->y, "a|-" };
    g_autofree char *why = g_strdup_printf("the contracted dimension of dot.1 is split over %s in x and %s in y", strchr(c->x, 'a') ? "a" : "b", strchr(c->y, 'b') ? "b" : "a");
    int64_t reshard = trace_put_reshard(w, &(TraceReshard){ .module_id = module, .seq = 1, .inst_id = v[moved], .user_id = v[2], .user_pos = TRACE_INT(moved % 2),
        .from_id = put_sharding(w, mesh, from[moved]), .to_id = put_sharding(w, mesh, c->to), .cause = 6, .cause_inst = v[2], .cause_loc = trace_loc_at(w, "matmul.py", 8, 1),
        .why = why, .plan = c->plan, .bytes_full = TRACE_INT((int64_t)SIDE * SIDE * 4), .bytes_moved = TRACE_INT(c->moved), .est_ns = TRACE_REAL(1e3 * (double)c->coll_us) });
    trace_put_reshard_inst(w, &(TraceReshardInst){ .reshard_id = reshard, .inst_id = coll });
    trace_put_reshard_plan(w, &(TraceReshardPlan){ .reshard_id = reshard, .rank = 0, .plan = c->plan, .est_ns = TRACE_REAL(1e3 * (double)c->coll_us), .bytes_moved = TRACE_INT(c->moved), .peak_bytes = TRACE_INT(16 << 20), .chosen = 1 });
    trace_put_reshard_plan(w, &(TraceReshardPlan){ .reshard_id = reshard, .rank = 1, .plan = "all-gather(dim 0, a) ; slice(dim 1, b)", .est_ns = TRACE_REAL(2e3 * (double)c->coll_us), .bytes_moved = TRACE_INT(2 * c->moved), .peak_bytes = TRACE_INT(32 << 20), .rejected_because = "moves more" });
    int64_t args = trace_put_alloc(w, &(TraceAlloc){ .snapshot_id = final, .idx = 0, .size = 8 << 20, .flags = 1, .param_no = TRACE_INT(0) });
    int64_t temp = trace_put_alloc(w, &(TraceAlloc){ .snapshot_id = final, .idx = 1, .size = 32 << 20, .flags = 16 });
    trace_put_buffer(w, &(TraceBuffer){ .alloc_id = args, .inst_id = dot, .size = 8 << 20, .cat = 1, .at_peak = 1 });
    trace_put_buffer(w, &(TraceBuffer){ .alloc_id = temp, .inst_id = add, .size = 16 << 20, .live_from = TRACE_INT(0), .live_to = TRACE_INT(2), .cat = 5, .at_peak = 1 });
    trace_put_buffer(w, &(TraceBuffer){ .alloc_id = temp, .inst_id = coll, .off = 16 << 20, .size = 16 << 20, .live_from = TRACE_INT(1), .live_to = TRACE_INT(2), .cat = 6, .at_peak = 1 });
    put_steps(w, run, module, c, lanes, (StepOps){ dot, add, coll });
}

static TraceWriter *begin(const char *path)
{
    GError *error = NULL;
    TraceWriter *w = trace_writer_new(path, &error);
    g_assert_no_error(error);
    return w;
}

static void finish(TraceWriter *w)
{
    GError *error = NULL;
    trace_writer_finish(w, &error);
    g_assert_no_error(error);
}

void sample_cases(const char *path)
{
    TraceWriter *w = begin(path);
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        put_case(w, &cases[i]);
        g_assert_true(trace_commit(w, NULL));
    }
    finish(w);
}

void sample_one(const char *path)
{
    TraceWriter *w = begin(path);
    put_case(w, &cases[1]);
    finish(w);
}

void sample_long(const char *path, int n)
{
    TraceWriter *w = begin(path);
    int64_t run = trace_put_run(w, &(TraceRun){ .name = "long", .producer = "by hand 1" });
    TraceLaneBuffer *lanes[2];
    put_devices(w, run, 2, lanes, 4096);
    int64_t name = trace_str(w, "add"), big = trace_str(w, "dot");
    uint32_t seed = 1;
    int64_t t[2] = { 0, 0 };
    for (int i = 0; i < n; i++) {
        for (int d = 0; d < 2; d++) {
            int64_t dur = i % 50 == 0 ? 20 * US + next(&seed) % (20 * US) : 300 + next(&seed) % 900;
            trace_lane_event(lanes[d], t[d], dur, 0, i % 50 == 0 ? big : name, TRACE_CAT_COMPUTE);
            t[d] += dur + next(&seed) % 500;
        }
        if (trace_lane_room(lanes[0]) < 8)
            trace_drain(w);
    }
    trace_end_step(w, &(TraceStep){ .run_id = run, .num = 0, .start_ns = 0, .dur_ns = MAX(t[0], t[1]), .source = 1 }, 0, NULL);
    trace_end_run(w, run, MAX(t[0], t[1]));
    finish(w);
}

void sample_wide(const char *path, int n)
{
    TraceWriter *w = begin(path);
    int64_t run = trace_put_run(w, &(TraceRun){ .name = "wide", .producer = "by hand 1" });
    g_autofree TraceLaneBuffer **lanes = g_new0(TraceLaneBuffer *, n);
    put_devices(w, run, n, lanes, 64);
    int64_t mesh = trace_mesh(w, &(TraceMeshParts){ .row = { .run_id = run, .name = "mesh" }, .n_axes = 3,
        .axes = (const char *[]){ "data", "fsdp", "tensor" }, .sizes = (int64_t[]){ n / 8, 4, 2 } });
    int64_t module = trace_put_module(w, &(TraceModule){ .run_id = run, .name = "jit_wide", .partitions = TRACE_INT(n), .mesh_id = mesh });
    int64_t input = trace_put_snapshot(w, &(TraceSnapshot){ .module_id = module, .seq = 0, .stage = TRACE_STAGE_INPUT, .label = "import" });
    int64_t final = trace_put_snapshot(w, &(TraceSnapshot){ .module_id = module, .seq = 1, .stage = TRACE_STAGE_FINAL, .label = "final" });
    int64_t c1 = trace_put_computation(w, &(TraceComputation){ .snapshot_id = input, .name = "main", .kind = 1, .trips = TRACE_INT(1) });
    int64_t c2 = trace_put_computation(w, &(TraceComputation){ .snapshot_id = final, .name = "main", .kind = 1, .trips = TRACE_INT(1) });
    TraceShardingDim dims[] = { { .dim = 0, .parts = 4, .axes = "fsdp" }, { .dim = 1, .parts = 2, .axes = "tensor" } };
    TraceShardingPiece pieces[] = { { .dim = 0, .stride = 2, .size = 4, .mult = 1 }, { .dim = 1, .stride = 1, .size = 2, .mult = 1 } };
    int64_t split = trace_sharding(w, &(TraceShardingParts){ .row = { .text = "[{fsdp}, {tensor}]", .mesh_id = mesh, .kind = 3, .shards = 8, .copies = n / 8 },
                                                             .dims = dims, .n_dims = 2, .pieces = pieces, .n_pieces = 2 });
    put_inst(w, c1, 0, (Inst){ .name = "w", .opcode = "parameter", .sharding = split, .line = 5, .param = 1 });
    int64_t dot = put_inst(w, c2, 0, (Inst){ .name = "dot.1", .opcode = "dot", .line = 8 }), coll = put_inst(w, c2, 1, (Inst){ .name = "all-reduce.1", .opcode = "all-reduce", .line = 8, .flags = TRACE_INST_COLLECTIVE });
    trace_put_coll(w, &(TraceColl){ .inst_id = coll, .kind = 2, .mode = 2, .bytes_in = 1 << 20, .bytes_out = 1 << 20, .bytes_wire = 2 << 20 });
    uint32_t seed = 3;
    g_autofree int64_t *at = g_new0(int64_t, n);
    int64_t now = 0;
    for (int step = 0; step < 3; step++) {
        int64_t begun = now;
        for (int k = 0; k < 3; k++) {
            int64_t last = 0;
            for (int d = 0; d < n; d++) {
                int64_t dur = 400 * US + next(&seed) % (80 * US) + (d % 37 == 5 ? 60 * US : 0);
                trace_lane_event(lanes[d], now, dur, dot, 0, TRACE_CAT_COMPUTE);
                at[d] = now + dur;
                last = MAX(last, at[d]);
            }
            for (int d = 0; d < n; d++)
                trace_lane_meet(lanes[d], &(TraceMeet){ .start_ns = at[d], .dur_ns = last + 90 * US - at[d], .inst_id = coll, .iter = k, .n_members = n });
            now = last + 95 * US;
        }
        trace_end_step(w, &(TraceStep){ .run_id = run, .num = step, .start_ns = begun, .dur_ns = now - begun, .source = 1 }, module, NULL);
    }
    trace_end_run(w, run, now);
    finish(w);
}

void sample_bare(const char *path)
{
    TraceWriter *w = begin(path);
    int64_t run = trace_put_run(w, &(TraceRun){ .name = "bare", .producer = "by hand 1", .kind = TRACE_INT(TRACE_RUN_COMPILED) });
    trace_end_run(w, run, 1);
    finish(w);
}
