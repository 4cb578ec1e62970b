/* See xspace_make.h. Field numbers are those of xplane.proto and hlo.proto. */
#include "tests/unit/trace/xspace_make.h"

#include <string.h>

#include "trace/wire_put.h"

/* ---- the program ------------------------------------------------------------------------------------------------------------------- */

static void put_shape(GString *out, int number, int type, const int64_t *dims, int n)
{
    g_autoptr(GString) s = g_string_new(NULL), layout = g_string_new(NULL);
    wire_put_int(s, 2, type);
    wire_put_ints(s, 3, dims, n);
    int64_t order[4];
    for (int i = 0; i < n; i++)
        order[i] = n - 1 - i;
    wire_put_ints(layout, 1, order, n);
    wire_put_message(s, 5, layout);
    wire_put_message(out, number, s);
}

typedef struct MakeInst {
    const char *name, *opcode, *fusion, *op_name;
    int64_t id, operand, line, called;
    int rows; /* of f32[rows, 256] */
    bool groups;
} MakeInst;

static void put_inst(GString *comp, const MakeInst *i, int n_devices)
{
    g_autoptr(GString) s = g_string_new(NULL), metadata = g_string_new(NULL), list = g_string_new(NULL), group = g_string_new(NULL);
    wire_put_text(s, 1, i->name);
    wire_put_text(s, 2, i->opcode);
    put_shape(s, 3, 11, (const int64_t[]){ i->rows, 256 }, 2);
    wire_put_text(metadata, 2, i->op_name);
    wire_put_text(metadata, 3, i->op_name ? "train.py" : NULL);
    wire_put_int(metadata, 4, i->line);
    wire_put_message(s, 7, metadata);
    wire_put_text(s, 11, i->fusion);
    wire_put_int(s, 35, i->id);
    if (i->operand)
        wire_put_ints(s, 36, &i->operand, 1);
    if (i->called)
        wire_put_ints(s, 38, &i->called, 1);
    if (i->groups) {
        g_autofree int64_t *ids = g_new(int64_t, n_devices);
        for (int d = 0; d < n_devices; d++)
            ids[d] = d;
        wire_put_int(s, 26, 1);
        wire_put_int(s, 71, 1);
        wire_put_ints(group, 1, ids, n_devices);
        wire_put_message(list, 1, group);
        wire_put_message(s, 87, list);
    }
    wire_put_message(comp, 2, s);
}

GString *xspace_make_program(int n_devices)
{
    g_autoptr(GString) module = g_string_new(NULL), fused = g_string_new(NULL), adder = g_string_new(NULL), entry = g_string_new(NULL), assignment = g_string_new(NULL), list = g_string_new(NULL);
    GString *out = g_string_new(NULL);
    wire_put_text(module, 1, "jit_step");
    wire_put_text(module, 2, "main");
    wire_put_text(fused, 1, "fused");
    put_inst(fused, &(MakeInst){ .name = "p.9", .opcode = "parameter", .id = 90, .rows = 128 }, n_devices);
    put_inst(fused, &(MakeInst){ .name = "tanh.9", .opcode = "tanh", .id = 91, .operand = 90, .rows = 128 }, n_devices);
    wire_put_int(fused, 5, 2);
    wire_put_int(fused, 6, 91);
    wire_put_message(module, 3, fused);
    wire_put_text(adder, 1, "add");
    put_inst(adder, &(MakeInst){ .name = "x.8", .opcode = "parameter", .id = 80, .rows = 1 }, n_devices);
    wire_put_int(adder, 5, 3);
    wire_put_int(adder, 6, 80);
    wire_put_message(module, 3, adder);
    wire_put_text(entry, 1, "main");
    const MakeInst insts[] = {
        { .name = "param.0", .opcode = "parameter", .id = 10, .rows = 128 },
        { .name = "fusion.1", .opcode = "fusion", .fusion = "kLoop", .op_name = "jit(step)/tanh", .id = 11, .operand = 10, .line = 3, .called = 2, .rows = 128 },
        { .name = "all-gather-start.3", .opcode = "all-gather-start", .op_name = "jit(step)/dot_general", .id = 13, .operand = 11, .line = 4, .rows = 128 * (n_devices + 1), .groups = true },
        { .name = "fusion.4", .opcode = "fusion", .fusion = "kOutput", .op_name = "jit(step)/dot_general", .id = 14, .operand = 11, .line = 4, .called = 2, .rows = 128 },
        { .name = "all-gather-done.3", .opcode = "all-gather-done", .op_name = "jit(step)/dot_general", .id = 15, .operand = 13, .line = 4, .rows = 128 * n_devices },
        { .name = "copy.5", .opcode = "copy", .op_name = "jit(step)/transpose", .id = 16, .operand = 14, .line = 5, .rows = 128 },
        { .name = "all-reduce.2", .opcode = "all-reduce", .op_name = "jit(step)/reduce_sum", .id = 12, .operand = 16, .line = 6, .called = 3, .rows = 128, .groups = true },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(insts); i++)
        put_inst(entry, &insts[i], n_devices);
    wire_put_int(entry, 5, 1);
    wire_put_int(entry, 6, 12);
    wire_put_message(module, 3, entry);
    wire_put_int(module, 5, 7);
    wire_put_int(module, 6, 1);
    wire_put_int(assignment, 1, 1);
    wire_put_int(assignment, 2, n_devices);
    for (int64_t d = 0; d < n_devices; d++) {
        wire_put_ints(list, 1, &d, 1);
        wire_put_message(assignment, 3, list);
    }
    wire_put_message(module, 15, assignment);
    wire_put_message(out, 1, module);
    return out;
}

/* ---- planes ------------------------------------------------------------------------------------------------------------------------ */

typedef struct Plane {
    GString *m;
    GHashTable *names, *stats; /* text -> id */
} Plane;

static Plane plane_new(const char *name)
{
    Plane p = { g_string_new(NULL), g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL) };
    wire_put_text(p.m, 2, name);
    return p;
}

static int64_t stat_id(Plane *p, const char *name)
{
    int64_t id = GPOINTER_TO_INT(g_hash_table_lookup(p->stats, name));
    if (id)
        return id;
    id = (int64_t)g_hash_table_size(p->stats) + 1;
    g_hash_table_insert(p->stats, g_strdup(name), GINT_TO_POINTER((int)id));
    g_autoptr(GString) entry = g_string_new(NULL), value = g_string_new(NULL);
    wire_put_int(entry, 1, id);
    wire_put_int(value, 1, id);
    wire_put_text(value, 2, name);
    wire_put_message(entry, 2, value);
    wire_put_message(p->m, 5, entry);
    return id;
}

static void put_stat_int(Plane *p, GString *out, int number, const char *name, int64_t v)
{
    g_autoptr(GString) s = g_string_new(NULL);
    wire_put_int(s, 1, stat_id(p, name));
    wire_put_int_always(s, 3, v);
    wire_put_message(out, number, s);
}

static void put_stat_text(Plane *p, GString *out, int number, const char *name, const char *text)
{
    g_autoptr(GString) s = g_string_new(NULL);
    wire_put_int(s, 1, stat_id(p, name));
    wire_put_text(s, 5, text);
    wire_put_message(out, number, s);
}

/* The text is the name of another stat. */
static void put_stat_ref(Plane *p, GString *out, int number, const char *name, const char *text)
{
    g_autoptr(GString) s = g_string_new(NULL);
    wire_put_int(s, 1, stat_id(p, name));
    wire_put_int(s, 7, stat_id(p, text));
    wire_put_message(out, number, s);
}

typedef struct Kind {
    const char *name, *display, *category, *tf_op, *source;
    int64_t program_id, flops, bytes;
} Kind;

static int64_t kind_id(Plane *p, const Kind *k)
{
    int64_t id = GPOINTER_TO_INT(g_hash_table_lookup(p->names, k->name));
    if (id)
        return id;
    id = (int64_t)g_hash_table_size(p->names) + 1;
    g_hash_table_insert(p->names, g_strdup(k->name), GINT_TO_POINTER((int)id));
    g_autoptr(GString) entry = g_string_new(NULL), value = g_string_new(NULL);
    wire_put_int(entry, 1, id);
    wire_put_int(value, 1, id);
    wire_put_text(value, 2, k->name);
    wire_put_text(value, 4, k->display);
    if (k->program_id)
        put_stat_int(p, value, 5, "program_id", k->program_id);
    if (k->category)
        put_stat_text(p, value, 5, "hlo_category", k->category);
    if (k->tf_op)
        put_stat_text(p, value, 5, "tf_op", k->tf_op);
    if (k->source)
        put_stat_text(p, value, 5, "source", k->source);
    if (k->flops)
        put_stat_int(p, value, 5, "flops", k->flops);
    if (k->bytes)
        put_stat_int(p, value, 5, "bytes_accessed", k->bytes);
    wire_put_message(entry, 2, value);
    wire_put_message(p->m, 4, entry);
    return id;
}

static void put_event(GString *line, int64_t kind, int64_t start_ns, int64_t dur_ns, GString *stats)
{
    g_autoptr(GString) e = g_string_new(NULL);
    wire_put_int(e, 1, kind);
    wire_put_int(e, 2, start_ns * 1000);
    wire_put_int(e, 3, dur_ns * 1000);
    if (stats) {
        g_string_append_len(e, stats->str, (gssize)stats->len);
        g_string_truncate(stats, 0);
    }
    wire_put_message(line, 4, e);
}

static GString *line_new(int64_t id, const char *name)
{
    GString *l = g_string_new(NULL);
    wire_put_int(l, 1, id);
    wire_put_text(l, 2, name);
    return l;
}

static void put_line(Plane *p, GString *line)
{
    wire_put_message(p->m, 3, line);
    g_string_free(line, TRUE);
}

static void put_plane(GString *space, Plane *p)
{
    wire_put_message(space, 1, p->m);
    g_string_free(p->m, TRUE);
    g_hash_table_unref(p->names);
    g_hash_table_unref(p->stats);
}

/* ---- devices ------------------------------------------------------------------------------------------------------------------------- */

enum { PROGRAM = 42 };

typedef struct Op {
    const char *text, *name, *category, *tf_op, *source, *kernel;
    int64_t at, dur;
} Op;

/* The ops of a step on device d of the program. */
static void ops_of(int d, Op out[6])
{
    const Op ops[] = {
        { "%fusion.1 = f32[128,256]{1,0} fusion(%param.0), kind=kLoop", "fusion.1", "loop fusion", "jit(step)/tanh:", "train.py:3", "loop_tanh_fusion", 0, XMAKE_FUSION },
        { "%all-gather-start.3 = (f32[128,256]{1,0}, f32[512,256]{1,0}) all-gather-start(%fusion.1)", "all-gather-start.3", "async-start", "jit(step)/dot_general:", "train.py:4", "ncclDevKernel_AllGather_RING_LL", 10000, XMAKE_START },
        { "%fusion.4 = f32[128,256]{1,0} fusion(%fusion.1), kind=kOutput", "fusion.4", "convolution fusion", "jit(step)/dot_general:", "train.py:4", "gemm_fusion_dot", 11000, XMAKE_DOT },
        { "%all-gather-done.3 = f32[512,256]{1,0} all-gather-done(%all-gather-start.3)", "all-gather-done.3", "async-done", "jit(step)/dot_general:", "train.py:4", NULL, 31000, XMAKE_DONE },
        { "%copy.5 = f32[128,256]{0,1} copy(%fusion.4)", "copy.5", "data formatting", "jit(step)/transpose:", "train.py:5", "MemcpyD2D", 34000, XMAKE_COPY },
        { "%all-reduce.2 = f32[128,256]{1,0} all-reduce(%copy.5)", "all-reduce.2", "all-reduce", "jit(step)/reduce_sum:", "train.py:6", "ncclDevKernel_AllReduce_Sum_f32_RING_LL", 40000 + 1000 * (int64_t)d, 0 },
    };
    memcpy(out, ops, sizeof ops);
    out[5].dur = XMAKE_REDUCE_END - out[5].at;
}

/* What a TPU says of each op: its own clock's times, and the execution. */
static void put_op_stats(Plane *p, GString *out, int64_t start_ns, int64_t run)
{
    put_stat_int(p, out, 4, "device_offset_ps", start_ns * 1000 + 777777777777);
    put_stat_int(p, out, 4, "device_duration_ps", 1000);
    put_stat_int(p, out, 4, "run_id", 1000000 + run);
    put_stat_int(p, out, 4, "scope_range_id", 123456 + run);
    put_stat_int(p, out, 4, "flow", (int64_t)1 << 40 | run << 2);
    put_stat_int(p, out, 4, "program_counter", 70000 + start_ns % 5000);
}

/* What the profiler says of a kernel, and of the call that launched it. */
static void put_kernel_stats(Plane *p, GString *out, int64_t correlation, const char *op)
{
    put_stat_int(p, out, 4, "correlation_id", correlation);
    put_stat_ref(p, out, 4, "context_id", "$$1");
    put_stat_ref(p, out, 4, "tf_op", "XlaModule");
    put_stat_ref(p, out, 4, "hlo_op", op);
    put_stat_ref(p, out, 4, "hlo_module", "jit_step");
    put_stat_int(p, out, 4, "program_id", 42);
    put_stat_int(p, out, 4, "theoretical_occupancy_pct", 50);
    put_stat_int(p, out, 4, "occupancy_min_grid_size", 132);
    put_stat_int(p, out, 4, "occupancy_suggested_block_size", 1024);
    put_stat_ref(p, out, 4, "kernel_details", "regs:32 static_shared:0 dynamic_shared:0 grid:64,1,1 block:128,1,1 occ_pct:50");
}

static void put_more_ops(Plane *p, GString *line, const XMake *m, int64_t at, int64_t program)
{
    g_autoptr(GString) stats = g_string_new(NULL);
    for (int i = 0; i < m->more_ops; i++) {
        char name[64], text[96];
        g_snprintf(name, sizeof name, "fusion.%d", 100 + i % 1000);
        g_snprintf(text, sizeof text, "%%%s = f32[8]{0} fusion(%%param.0)", name);
        if (m->stats)
            put_op_stats(p, stats, at + 62000 + i, at / 1000);
        put_event(line, kind_id(p, &(Kind){ text, name, "loop fusion", NULL, NULL, program, 0, 0 }), at + 62000 + i, 1, stats);
    }
}

static void put_tpu(GString *space, const XMake *m, int d)
{
    g_autofree char *name = g_strdup_printf("/device:TPU:%d", d);
    Plane p = plane_new(name);
    put_stat_text(&p, p.m, 6, "device_type_string", "TPU v9");
    GString *steps = line_new(1, "Steps"), *modules = line_new(2, "XLA Modules"), *ops = line_new(3, "XLA Ops"), *async = line_new(4, "Async XLA Ops"), *marks = line_new(5, "XLA TraceMe");
    int64_t program = m->no_program_ids ? 0 : PROGRAM;
    int64_t module = kind_id(&p, &(Kind){ "jit_step(42)", NULL, NULL, NULL, NULL, program, 0, 0 }), wait = kind_id(&p, &(Kind){ .name = "dependency-wait" });
    for (int s = 0; s < m->n_steps; s++) {
        int64_t t = 1000 + (int64_t)s * (XMAKE_STEP + 1000 * (m->more_ops / 1000)) - m->skew_ns;
        char number[16];
        g_snprintf(number, sizeof number, "%d", 10 + s);
        put_event(steps, kind_id(&p, &(Kind){ .name = number }), t, 90000, NULL);
        put_event(modules, module, t, 61000, NULL);
        put_event(marks, wait, t + 500, 100, NULL);
        Op op[6];
        ops_of(m->first_device + d, op);
        for (int i = 0; i < 6; i++)
            put_event(ops, kind_id(&p, &(Kind){ op[i].text, op[i].name, op[i].category, op[i].tf_op, op[i].source, program, 1000, 2000 }), t + op[i].at, op[i].dur, NULL);
        put_more_ops(&p, ops, m, t, program);
        g_autoptr(GString) stats = g_string_new(NULL);
        put_stat_ref(&p, stats, 4, "hlo_op", "all-gather-done.3");
        put_event(async, kind_id(&p, &(Kind){ op[3].text, op[3].name, op[3].category, NULL, NULL, program, 0, 0 }), t + 10000, 24000, stats);
    }
    GString *all[] = { m->steps_line ? steps : NULL, modules, ops, m->no_async_line ? NULL : async, marks };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        if (all[i])
            put_line(&p, all[i]);
    if (!m->steps_line)
        g_string_free(steps, TRUE);
    if (m->no_async_line)
        g_string_free(async, TRUE);
    put_plane(space, &p);
}

static void put_gpu(GString *space, const XMake *m, int d)
{
    g_autofree char *name = g_strdup_printf("/device:GPU:%d", d);
    Plane p = plane_new(name);
    put_stat_text(&p, p.m, 6, "device_vendor", "Nvidia");
    put_stat_int(&p, p.m, 6, "compute_cap_major", 9);
    put_stat_int(&p, p.m, 6, "compute_cap_minor", 0);
    GString *compute = line_new(13, "Stream #13(Kernel,MemcpyD2D)"), *nccl = line_new(20, "Stream #20(Kernel)"), *copies = line_new(21, "Stream #21(MemcpyH2D)");
    g_autoptr(GString) stats = g_string_new(NULL);
    for (int s = 0; s < m->n_steps; s++) {
        int64_t t = 1000 + (int64_t)s * (XMAKE_STEP + 1000 * (m->more_ops / 1000)) - m->skew_ns;
        Op op[6];
        ops_of(m->first_device + d, op);
        for (int i = 0; i < 6; i++) {
            if (!op[i].kernel)
                continue;
            bool coll = g_str_has_prefix(op[i].kernel, "nccl");
            put_stat_ref(&p, stats, 4, "hlo_op", op[i].name);
            put_stat_ref(&p, stats, 4, "hlo_module", "jit_step");
            put_stat_int(&p, stats, 4, "program_id", PROGRAM);
            put_stat_int(&p, stats, 4, "correlation_id", 1000 * s + i);
            put_event(coll ? nccl : compute, kind_id(&p, &(Kind){ .name = op[i].kernel }), t + op[i].at, i == 1 ? 24000 : op[i].dur, stats);
        }
        put_event(copies, kind_id(&p, &(Kind){ .name = "MemcpyH2D" }), t + 70000, 500, NULL);
        for (int i = 0; i < m->more_ops; i++) {
            char kernel[64], of[64];
            g_snprintf(kernel, sizeof kernel, "loop_fusion_%d", i % 1000);
            g_snprintf(of, sizeof of, "fusion.%d", 100 + i % 1000);
            put_kernel_stats(&p, stats, ((int64_t)d * m->n_steps + s) * m->more_ops + i + 1000000, of);
            put_event(compute, kind_id(&p, &(Kind){ .name = kernel }), t + 62000 + i, 1, stats);
        }
    }
    put_line(&p, compute);
    put_line(&p, nccl);
    put_line(&p, copies);
    put_plane(space, &p);
}

static void put_launch_stats(Plane *p, GString *out, int64_t correlation)
{
    put_stat_int(p, out, 4, "device_id", 0);
    put_stat_int(p, out, 4, "correlation_id", correlation);
    put_stat_ref(p, out, 4, "context_id", "$$1");
    put_stat_ref(p, out, 4, "hlo_module", "jit_step");
    put_stat_int(p, out, 4, "program_id", 42);
    put_stat_int(p, out, 4, "group_id", correlation % 20);
}

static void put_thread_stats(Plane *p, GString *out, int64_t i)
{
    put_stat_int(p, out, 4, "_pt", 11);
    put_stat_int(p, out, 4, "_p", 140737488355328 + i);
    put_stat_int(p, out, 4, "device_ordinal", i % 8);
    put_stat_text(p, out, 4, "queue_addr", "0x00007f3a5c001234");
    put_stat_ref(p, out, 4, "kind", "TpuExecute");
    put_stat_int(p, out, 4, "request_id", 900000 + i);
}

GString *xspace_make(const XMake *m)
{
    g_autoptr(GString) stats = g_string_new(NULL);
    GString *space = g_string_new(NULL);
    for (int d = 0; d < m->n_devices; d++) {
        if (m->gpu)
            put_gpu(space, m, d);
        else
            put_tpu(space, m, d);
    }
    Plane host = plane_new("/host:CPU");
    for (int t = 0; t < m->host_threads; t++) {
        GString *line = line_new(100 + t, "python");
        for (int i = 0; i < m->events_each; i++) {
            if (m->stats && m->gpu)
                put_launch_stats(&host, stats, (int64_t)t * m->events_each + i + 1000000);
            else if (m->stats)
                put_thread_stats(&host, stats, i);
            const char *name = m->stats && m->gpu ? "cuLaunchKernel" : i % 2 ? "PjitFunction(step)" : "$train.py:12 main";
            put_event(line, kind_id(&host, &(Kind){ .name = name }), (int64_t)i * 1000, 900, stats);
        }
        put_line(&host, line);
    }
    put_plane(space, &host);
    if (!m->no_hlo) {
        Plane meta = plane_new("/host:metadata");
        g_autoptr(GString) proto = xspace_make_program(m->n_all ? m->n_all : m->n_devices), entry = g_string_new(NULL), value = g_string_new(NULL), stat = g_string_new(NULL);
        wire_put_int(stat, 1, stat_id(&meta, "Hlo Proto"));
        wire_put_bytes(stat, 6, proto->str, proto->len);
        wire_put_int(entry, 1, PROGRAM);
        wire_put_int(value, 1, PROGRAM);
        wire_put_text(value, 2, "jit_step(42)");
        wire_put_message(value, 5, stat);
        wire_put_message(entry, 2, value);
        wire_put_message(meta.m, 4, entry);
        put_plane(space, &meta);
    }
    if (m->start_ns) {
        Plane task = plane_new("Task Environment");
        put_stat_int(&task, task.m, 6, "profile_start_time", m->start_ns);
        put_stat_int(&task, task.m, 6, "profile_stop_time", m->start_ns + 1000000000);
        put_plane(space, &task);
    }
    if (m->host)
        wire_put_text(space, 4, m->host);
    return space;
}
