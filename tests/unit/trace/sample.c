/* See sample.h. */
#include "tests/unit/trace/sample.h"

#include <glib/gstdio.h>

enum { US = 1000, STEP = 100 * US };

char *sample_path(const char *name)
{
    g_autofree char *dir = g_dir_make_tmp("trace-XXXXXX", NULL);
    g_assert_nonnull(dir);
    return g_build_filename(dir, name, NULL);
}

void sample_remove(char *path)
{
    static const char *const suffixes[] = { "", "-wal", "-shm", "-journal" };
    for (size_t i = 0; i < G_N_ELEMENTS(suffixes); i++) {
        g_autofree char *p = g_strconcat(path, suffixes[i], NULL);
        g_remove(p);
    }
    g_autofree char *dir = g_path_get_dirname(path);
    g_rmdir(dir);
    g_free(path);
}

static int64_t sharding(TraceWriter *w, int64_t mesh, const char *text, int split_dim)
{
    TraceShardingDim dim = { .dim = split_dim, .parts = 2, .axes = "a" };
    TraceShardingPiece piece = { .dim = split_dim, .stride = 1, .size = 2, .mult = 1 };
    bool split = split_dim >= 0;
    return trace_sharding(w, &(TraceShardingParts){
        .row = { .text = text, .mesh_id = mesh, .kind = split ? 3 : 0, .shards = split ? 2 : 1, .copies = split ? 1 : 0 },
        .dims = &dim, .n_dims = split, .pieces = &piece, .n_pieces = split });
}

typedef struct Value {
    const char *name, *opcode, *shape, *op_name;
    int64_t bytes_out, bytes_full, sharding, flags, origin;
    int param, line, ord;
} Value;

static int64_t value(TraceWriter *w, int64_t comp, Value v)
{
    TraceInst row = { .comp_id = comp, .ord = v.ord, .name_id = trace_str(w, v.name), .opcode_id = trace_str(w, v.opcode),
                      .shape_id = trace_str(w, v.shape), .op_name_id = trace_str(w, v.op_name),
                      .sharding_id = v.sharding, .flags = v.flags, .origin_id = v.origin,
                      .bytes_out = TRACE_INT(v.bytes_out), .bytes_full = TRACE_INT(v.bytes_full) };
    if (v.param >= 0)
        row.param_no = TRACE_INT(v.param);
    if (v.line)
        row.loc_id = trace_loc_at(w, "train.py", v.line, 1);
    return trace_put_inst(w, &row);
}

/* What the devices run in each step: two products, with or without a gather between them. */
typedef struct StepOps {
    int64_t dot1, dot2;
    bool gathers;
} StepOps;

static void record_steps(TraceWriter *w, SampleIds *s, const char *label, TraceLaneBuffer **lanes, StepOps ops)
{
    bool gathers = ops.gathers;
    /* Step n takes 100 us + n us; device 1 reaches the gather 5 us late. dot1 20 us, gather 10 us, dot2 30 us. */
    int64_t t = 0;
    for (int n = 0; n < 3; n++) {
        int64_t dur = (gathers ? STEP : STEP / 2) + n * US;
        for (int d = 0; d < 2; d++) {
            int64_t late = d * 5 * US;
            trace_lane_event(lanes[d], t + late, 20 * US, ops.dot1, 0, TRACE_CAT_COMPUTE);
            int64_t at = t + 20 * US;
            if (gathers) {
                trace_lane_meet(lanes[d], &(TraceMeet){ .start_ns = t + 20 * US + late, .dur_ns = 15 * US - late, .inst_id = s->gather, .n_members = 2 });
                at = t + 35 * US;
            }
            trace_lane_event(lanes[d], at + (gathers ? 0 : late), 20 * US, ops.dot2, 0, TRACE_CAT_COMPUTE);
        }
        s->step[n] = trace_end_step(w, &(TraceStep){ .run_id = s->run, .num = n, .start_ns = t, .dur_ns = dur, .source = 1,
                                                     .warm = TRACE_INT(n > 0), .name_id = trace_str(w, label) }, s->module, NULL);
        t += dur;
    }
}

SampleIds sample_run(TraceWriter *w, const char *label, bool gathers)
{
    SampleIds s = { 0 };
    s.run = trace_put_run(w, &(TraceRun){ .name = "mlp", .label = label, .producer = "sample 1", .hardware = "cpu",
                                          .config = "{\"devices\": 2}" });
    int64_t host = trace_put_host(w, &(TraceHost){ .run_id = s.run, .name = "here" });
    TraceLaneBuffer *lanes[2];
    for (int d = 0; d < 2; d++) {
        s.device[d] = trace_put_device(w, &(TraceDevice){ .run_id = s.run, .host_id = host, .global_id = d, .kind = "cpu",
                                                          .mem_bytes = TRACE_INT(1 << 30), .is_virtual = 1 });
        g_autofree char *name = g_strdup_printf("device %d", d);
        lanes[d] = trace_lane_new(w, &(TraceLane){ .run_id = s.run, .host_id = host, .device_id = s.device[d],
                                                   .kind = TRACE_LANE_OPS, .name = name, .rank = d }, 64);
        s.lane[d] = trace_lane_id(lanes[d]);
    }
    int64_t mesh = trace_mesh(w, &(TraceMeshParts){ .row = { .run_id = s.run, .name = "mesh" }, .n_axes = 1, .axes = (const char *[]){ "a" }, .sizes = (int64_t[]){ 2 } });
    int64_t rows = sharding(w, mesh, "{a, _}", 0), cols = sharding(w, mesh, "{_, a}", 1), whole = sharding(w, mesh, "{_, _}", -1);

    s.module = trace_put_module(w, &(TraceModule){ .run_id = s.run, .name = "jit_mlp", .partitions = TRACE_INT(2), .mesh_id = mesh,
        .strategy = "user-priority", .planner = "search", .flops_one = TRACE_REAL(4e6), .flops_sum = TRACE_REAL(gathers ? 6e6 : 4e6),
        .traffic = TRACE_INT(gathers ? 8388608 : 0), .peak_bytes = TRACE_INT(gathers ? 33554432 : 16777216), .est_ns = TRACE_REAL(gathers ? 90000 : 45000),
        .compile_ns = TRACE_INT(0), .compile_dur_ns = TRACE_INT(2000000) });
    const char text[] = "HloModule jit_mlp\n";
    s.input = trace_put_snapshot(w, &(TraceSnapshot){ .module_id = s.module, .seq = 0, .stage = TRACE_STAGE_INPUT, .label = "parse",
                                                      .text_id = trace_blob(w, TRACE_BLOB_HLO, text, sizeof text - 1), .n_inst = TRACE_INT(5) });
    s.final = trace_put_snapshot(w, &(TraceSnapshot){ .module_id = s.module, .seq = 1, .stage = TRACE_STAGE_FINAL, .label = "plan-memory" });
    int64_t pass1 = trace_put_pass(w, &(TracePass){ .module_id = s.module, .seq = 0, .name_id = trace_str(w, "propagate"), .start_ns = TRACE_INT(0),
        .dur_ns = TRACE_INT(300000), .changed = TRACE_INT(1), .inst_before = TRACE_INT(5), .inst_after = TRACE_INT(5), .coll_before = TRACE_INT(0), .coll_after = TRACE_INT(0), .snap_before = s.input });
    int64_t pass2 = trace_put_pass(w, &(TracePass){ .module_id = s.module, .seq = 1, .name_id = trace_str(w, "reshard"), .start_ns = TRACE_INT(300000),
        .dur_ns = TRACE_INT(700000), .changed = TRACE_INT(gathers), .inst_before = TRACE_INT(5), .inst_after = TRACE_INT(gathers ? 6 : 5),
        .coll_before = TRACE_INT(0), .coll_after = TRACE_INT(gathers), .bytes_before = TRACE_INT(0), .bytes_after = TRACE_INT(gathers ? 8388608 : 0), .snap_after = s.final });

    int64_t c1 = trace_put_computation(w, &(TraceComputation){ .snapshot_id = s.input, .name = "main", .kind = 1, .trips = TRACE_INT(1) });
    int64_t y_sharding = gathers ? cols : rows;
    s.x = value(w, c1, (Value){ "x", "parameter", "f32[2048,2048]", "x", 8388608, 16777216, rows, 0, 0, 0, 10, 0 });
    s.w = value(w, c1, (Value){ "w", "parameter", "f32[2048,2048]", "params['w']", 16777216, 16777216, whole, 0, 0, 1, 11, 1 });
    s.y = value(w, c1, (Value){ "y", "dot", "f32[2048,2048]", "mlp/dot1", 8388608, 16777216, y_sharding, 0, 0, -1, 12, 2 });
    s.v = value(w, c1, (Value){ "v", "parameter", "f32[2048,2048]", "params['v']", 16777216, 16777216, whole, 0, 0, 2, 11, 3 });
    s.dot2 = value(w, c1, (Value){ "z", "dot", "f32[2048,2048]", "mlp/dot2", 8388608, 16777216, rows, TRACE_INST_ROOT, 0, -1, 13, 4 });
    trace_put_operand(w, &(TraceOperand){ .inst_id = s.y, .pos = 0, .src_id = s.x });
    trace_put_operand(w, &(TraceOperand){ .inst_id = s.y, .pos = 1, .src_id = s.w });
    trace_put_operand(w, &(TraceOperand){ .inst_id = s.dot2, .pos = 0, .src_id = s.y });
    trace_put_operand(w, &(TraceOperand){ .inst_id = s.dot2, .pos = 1, .src_id = s.v });
    int64_t ann_loc = trace_loc_at(w, "train.py", 10, 1);
    trace_put_annotation(w, &(TraceAnnotation){ .inst_id = s.x, .kind = 1, .text = "P('a', None)", .sharding_id = rows, .loc_id = ann_loc });
    trace_put_prop_step(w, &(TracePropStep){ .module_id = s.module, .seq = 0, .pass_id = pass1, .inst_id = s.x, .dim = TRACE_INT(0), .axes = "a", .src_loc = ann_loc, .taken = 1 });
    trace_put_prop_step(w, &(TracePropStep){ .module_id = s.module, .seq = 1, .pass_id = pass1, .inst_id = s.y, .dim = TRACE_INT(0), .axes = "a", .src_inst = s.x, .via_inst = s.y, .factor = "m", .direction = TRACE_INT(1), .taken = 1 });
    trace_put_prop_step(w, &(TracePropStep){ .module_id = s.module, .seq = 2, .pass_id = pass1, .inst_id = s.dot2, .dim = TRACE_INT(0), .axes = "a", .src_inst = s.y, .via_inst = s.dot2, .factor = "m", .direction = TRACE_INT(1), .taken = 1 });
    trace_put_prop_step(w, &(TracePropStep){ .module_id = s.module, .seq = 3, .pass_id = pass1, .inst_id = s.dot2, .dim = TRACE_INT(1), .axes = "a", .src_inst = s.v, .via_inst = s.dot2, .factor = "n", .direction = TRACE_INT(1), .taken = 0, .why = "a already splits dim 0" });
    trace_put_op_split(w, &(TraceOpSplit){ .inst_id = s.y, .how = 1, .axes = "a", .why = "rows of x are split over a", .flops_one = TRACE_REAL(2e6), .flops_sum = TRACE_REAL(2e6) });
    trace_put_op_split(w, &(TraceOpSplit){ .inst_id = s.dot2, .how = gathers ? 0 : 1, .axes = gathers ? NULL : "a", .idle_axes = gathers ? "a" : NULL, .why = gathers ? "y is whole on every device" : "rows of y are split over a", .flops_one = TRACE_REAL(2e6), .flops_sum = TRACE_REAL(gathers ? 4e6 : 2e6) });

    int64_t c2 = trace_put_computation(w, &(TraceComputation){ .snapshot_id = s.final, .name = "main", .kind = 1, .trips = TRACE_INT(1) });
    int64_t xf = value(w, c2, (Value){ "x.1", "parameter", "f32[1024,2048]", "x", 8388608, 8388608, 0, 0, s.x, 0, 10, 0 });
    int64_t yf = value(w, c2, (Value){ "y.1", "dot", "f32[1024,2048]", "mlp/dot1", 8388608, 8388608, 0, 0, s.y, -1, 12, 1 });
    if (gathers)
        trace_put_pass_change(w, &(TracePassChange){ .pass_id = pass2, .seq = 0, .what = 3, .name_before = trace_str(w, "y"), .name_after = trace_str(w, "y.1"), .origin_id = s.y });
    int64_t zf = value(w, c2, (Value){ "z.1", "dot", "f32[1024,2048]", "mlp/dot2", 8388608, 8388608, 0, TRACE_INST_ROOT, s.dot2, -1, 13, 3 });
    if (gathers) {
        s.gather = value(w, c2, (Value){ "all-gather.1", "all-gather", "f32[2048,2048]", "mlp/dot2", 16777216, 16777216, 0, TRACE_INST_COLLECTIVE | TRACE_INST_PARTITIONER, s.y, -1, 13, 2 });
        int64_t groups = trace_group_set(w, "{{0,1}}", 1, 2, (int64_t[]){ 0, 1 }, "a");
        trace_put_coll(w, &(TraceColl){ .inst_id = s.gather, .kind = 1, .mode = 2, .gset_id = groups, .bytes_in = 8388608, .bytes_out = 16777216, .bytes_wire = 8388608 });
        s.reshard = trace_put_reshard(w, &(TraceReshard){ .module_id = s.module, .seq = 0, .inst_id = s.y, .user_id = s.dot2, .user_pos = TRACE_INT(0),
            .from_id = cols, .to_id = whole, .cause = 6, .cause_inst = s.dot2, .cause_loc = trace_loc_at(w, "train.py", 13, 1),
            .why = "the contracting dimension of z is split over a in y and whole in v", .plan = "all-gather(dim 1, a)",
            .bytes_full = TRACE_INT(16777216), .bytes_moved = TRACE_INT(8388608), .est_ns = TRACE_REAL(12000), .pass_id = pass2 });
        trace_put_reshard_inst(w, &(TraceReshardInst){ .reshard_id = s.reshard, .inst_id = s.gather });
        trace_put_reshard_plan(w, &(TraceReshardPlan){ .reshard_id = s.reshard, .rank = 0, .plan = "all-gather(dim 1, a)", .est_ns = TRACE_REAL(12000), .bytes_moved = TRACE_INT(8388608), .chosen = 1 });
        trace_put_reshard_plan(w, &(TraceReshardPlan){ .reshard_id = s.reshard, .rank = 1, .plan = "all-to-all(0, 1, a) ; all-gather(dim 0, a)", .est_ns = TRACE_REAL(18000), .bytes_moved = TRACE_INT(12582912), .chosen = 0, .rejected_because = "moves more" });
        int64_t remedy = trace_put_remedy(w, &(TraceRemedy){ .module_id = s.module, .seq = 0, .text = "--shard 'y=P(\"a\",None)'", .status = 1, .n_coll = TRACE_INT(0),
            .traffic = TRACE_INT(0), .peak_bytes = TRACE_INT(16777216), .est_ns = TRACE_REAL(45000),
            .edits = "[{\"kind\":1,\"op\":1,\"leaf\":0,\"name\":\"y\",\"to\":\"[{\\\"a\\\"}, {}]\"}]", .patch = "jit(f, in_shardings=…)\n-   y: P(None, 'a')\n+   y: P('a', None)\n" });
        trace_put_remedy_reshard(w, &(TraceRemedyReshard){ .remedy_id = remedy, .reshard_id = s.reshard, .effect = 1 });
    }
    int64_t a0 = trace_put_alloc(w, &(TraceAlloc){ .snapshot_id = s.final, .idx = 0, .size = 8388608, .flags = 1, .param_no = TRACE_INT(0) });
    int64_t a1 = trace_put_alloc(w, &(TraceAlloc){ .snapshot_id = s.final, .idx = 1, .size = 8388608, .flags = 2 });
    int64_t a2 = trace_put_alloc(w, &(TraceAlloc){ .snapshot_id = s.final, .idx = 2, .size = 25165824, .flags = 16 });
    trace_put_buffer(w, &(TraceBuffer){ .alloc_id = a0, .inst_id = xf, .size = 8388608, .cat = 1, .at_peak = 1 });
    trace_put_buffer(w, &(TraceBuffer){ .alloc_id = a1, .inst_id = zf, .size = 8388608, .live_from = TRACE_INT(3), .live_to = TRACE_INT(3), .cat = 8 });
    trace_put_buffer(w, &(TraceBuffer){ .alloc_id = a2, .inst_id = yf, .size = 8388608, .live_from = TRACE_INT(1), .live_to = TRACE_INT(2), .cat = 4, .at_peak = 1 });
    if (gathers)
        trace_put_buffer(w, &(TraceBuffer){ .alloc_id = a2, .inst_id = s.gather, .off = 8388608, .size = 16777216, .live_from = TRACE_INT(2), .live_to = TRACE_INT(3), .cat = 6, .at_peak = 1 });

    record_steps(w, &s, "step", lanes, (StepOps){ yf, zf, gathers });
    for (int d = 0; d < 2; d++)
        trace_put_mem_sample(w, &(TraceMemSample){ .device_id = s.device[d], .ts_ns = 40 * US, .in_use = gathers ? 33554432 + d : 16777216 });
    trace_end_run(w, s.run, 3 * STEP);
    return s;
}

void sample_write(const char *path)
{
    GError *error = NULL;
    TraceWriter *w = trace_writer_new(path, &error);
    g_assert_no_error(error);
    sample_run(w, "gathered", true);
    g_assert_true(trace_commit(w, &error));
    sample_run(w, "split", false);
    trace_writer_finish(w, &error);
    g_assert_no_error(error);
}
