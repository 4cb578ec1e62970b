/* Simulated steps: what is a kernel, what overlaps, loops, memory, attention. Programs are HLO text. */
#include "runtime/api/predict_run.h"
#include "runtime/sim/order.h"
#include "runtime/sim/what_if.h"

#include "runtime/text/text.h"

typedef struct Ran {
    IrModule *m;
    Simulation *s;
} Ran;

static Ran run_with(const char *text, const char *hardware, SimOptions o)
{
    GError *error = NULL;
    static SimOptions kept;
    kept = o;
    IrModule *m = program_parse("test.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    return (Ran){ m, simulation_new(m, NULL, hardware_named(hardware), &kept) };
}

static Ran run(const char *text, const char *hardware)
{
    return run_with(text, hardware, (SimOptions){ 0 });
}

static void done(Ran r)
{
    simulation_free(r.s);
    module_free(r.m);
}

static int count(const SimList *l, SimClass cls)
{
    int n = 0;
    for (int i = 0; i < l->n; i++)
        n += l->nodes[i].cls == cls;
    return n;
}

static void test_fusion(void)
{
    /* Three element-wise ops and a broadcast are one kernel; it reads x and y once, and writes its result. */
    Ran r = run("HloModule m\nENTRY e {\n  x = f32[1024,1024] parameter(0)\n  y = f32[1024] parameter(1)\n  b = f32[1024,1024] broadcast(y), dimensions={1}\n"
                "  s = f32[1024,1024] add(x, b)\n  t = f32[1024,1024] tanh(s)\n  ROOT u = f32[1024,1024] multiply(t, s)\n}\n", "h100x1");
    const SimList *l = r.s->kernels->entry;
    g_assert_cmpint(l->n, ==, 1);
    g_assert_cmpint(l->nodes[0].cls, ==, SIM_FUSION);
    g_assert_cmpfloat(l->nodes[0].bytes, ==, 2.0 * 4 * 1024 * 1024 + 4 * 1024);
    g_assert_cmpfloat(r.s->step.ns, ==, l->nodes[0].time.ns);
    done(r);
    /* A slice reads what it keeps. */
    r = run("HloModule m\nENTRY e {\n  x = f32[1024,1024] parameter(0)\n  s = f32[4,1024] slice(x), slice={[0:4], [0:1024]}\n  ROOT t = f32[4,1024] negate(s)\n}\n", "h100x1");
    g_assert_cmpfloat(r.s->kernels->entry->nodes[0].bytes, ==, 2.0 * 4 * 4 * 1024);
    done(r);
}

static void test_product(void)
{
    static const char text[] = "HloModule m\nENTRY e {\n  x = bf16[4096,4096] parameter(0)\n  y = bf16[4096,4096] parameter(1)\n"
                               "  ROOT d = bf16[4096,4096] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n";
    Ran r = run(text, "h100x1");
    GemmShape s = { 1, 4096, 4096, 4096, ELEM_bf16, ELEM_bf16, ELEM_bf16 };
    const Hardware *hw = hardware_named("h100x1");
    g_assert_cmpfloat(fabs(r.s->step.ns - (gemm_estimate(hw, &s, false).ns - gemm_start_ns(hw, &s) + hw->gap_ns)), <, 1);
    g_assert_cmpfloat(r.s->flops, ==, 2.0 * 4096 * 4096 * 4096);
    g_assert_cmpfloat(r.s->use, >, 0.6);
    g_assert_cmpfloat(r.s->use, <, 1);
    g_assert_cmpint(r.s->memory.peak_bytes, ==, 3 * 2 * 4096 * 4096);
    g_assert_true(r.s->memory.fits);
    done(r);
}

/* A product that does not need the gathered value runs beside the gather. */
static const char beside[] = "HloModule m, num_partitions=8\nENTRY e {\n  x = bf16[1024,8192] parameter(0)\n  y = bf16[8192,8192] parameter(1)\n"
    "  g = bf16[8192,8192] all-gather(x), replica_groups={{0,1,2,3,4,5,6,7}}, dimensions={0}, channel_id=1, use_global_device_ids=true\n"
    "  d = bf16[8192,8192] dot(y, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
    "  ROOT t = (bf16[8192,8192], bf16[8192,8192]) tuple(g, d)\n}\n";
/* One that does, waits. */
static const char after[] = "HloModule m, num_partitions=8\nENTRY e {\n  x = bf16[1024,8192] parameter(0)\n  y = bf16[8192,8192] parameter(1)\n"
    "  g = bf16[8192,8192] all-gather(x), replica_groups={{0,1,2,3,4,5,6,7}}, dimensions={0}, channel_id=1, use_global_device_ids=true\n"
    "  ROOT d = bf16[8192,8192] dot(y, g), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n";

static void test_overlap(void)
{
    Ran a = run(beside, "v5e-8"), b = run(after, "v5e-8"), c = run_with(beside, "v5e-8", (SimOptions){ .no_overlap = true });
    double moving = a.s->collective_ns, work = a.s->ns[SIM_GEMM];
    g_assert_cmpfloat(moving, >, 1e5);
    g_assert_cmpfloat(fabs(a.s->step.ns - fmax(moving, work)), <, 1);
    g_assert_cmpfloat(fabs(b.s->step.ns - (moving + work)), <, 1);
    g_assert_cmpfloat(fabs(c.s->step.ns - (moving + work)), <, 1);
    g_assert_cmpfloat(b.s->ns[SIM_COLLECTIVE], >, 0.9 * moving);
    g_assert_cmpint(b.s->n_axes, ==, 1);
    g_assert_cmpfloat(b.s->axes[0].bytes, ==, 2.0 * 8192 * 8192 * 7 / 8);
    done(a);
    done(b);
    done(c);
}

/* A gather, and one that needs nothing of it where `second` has its groups, each of so many columns. */
static double gathers(const char *hardware, const char *first, const char *second, int columns)
{
    g_autofree char *other = !second ? g_strdup("") : g_strdup_printf("  h = f32[1048576,%d] all-gather(y), replica_groups=%s, dimensions={0}, channel_id=2, use_global_device_ids=true\n", columns, second);
    g_autofree char *text = g_strdup_printf("HloModule m, num_partitions=256\nENTRY e {\n  x = f32[65536,%d] parameter(0)\n  y = f32[65536,%d] parameter(1)\n"
        "  g = f32[1048576,%d] all-gather(x), replica_groups=%s, dimensions={0}, channel_id=1, use_global_device_ids=true\n%s"
        "  ROOT t = (f32[1048576,%d], f32[%d,%d]) tuple(g, %s)\n}\n", columns, columns, columns, first, other, columns, second ? 1048576 : 65536, columns, second ? "h" : "y");
    Ran r = run(text, hardware);
    double ns = r.s->step.ns;
    done(r);
    return ns;
}

/* Collectives on different axes of a torus run at the same time; those on the same wires share them: two halves take as long as the whole. */
static void test_contention(void)
{
    static const char rows[] = "[16,16]<=[256]", over[] = "[16,16]<=[16,16]T(1,0)";
    double one = gathers("v6e-256", rows, NULL, 16), same = gathers("v6e-256", rows, rows, 16), other = gathers("v6e-256", rows, over, 16), whole = gathers("v6e-256", rows, NULL, 32);
    g_assert_cmpfloat(fabs(other / one - 1), <, 0.01);
    g_assert_cmpfloat(fabs(same / one - 2), <, 0.01);
    g_assert_cmpfloat(fabs(same / whole - 1), <, 0.03); /* a latency more */
    /* GPUs have one in flight, be it over links or over network cards. */
    double near = gathers("h100x256", rows, NULL, 16), far = gathers("h100x256", over, NULL, 16), all = gathers("h100x256", rows, over, 16);
    g_assert_cmpfloat(near, <, far);
    g_assert_cmpfloat(fabs(all / (near + far) - 1), <, 0.01);
}

/* Which axis is where decides: a group along the axis of 16, which closes to a ring, takes half of what one along 8 takes that does not, for as many bytes; on GPUs one
 * inside a node a fraction of one across nodes. */
static void test_wires_differ(void)
{
    static const char form[] = "HloModule m, num_partitions=64\nENTRY e {\n  x = f32[1048576,32] parameter(0)\n"
                               "  ROOT g = f32[8388608,32] all-gather(x), replica_groups=%s, dimensions={0}, channel_id=1, use_global_device_ids=true\n}\n";
    g_autofree char *inner = g_strdup_printf(form, "[8,8]<=[64]"), *outer = g_strdup_printf(form, "[8,8]<=[8,8]T(1,0)");
    Ran near = run(inner, "h100x64"), far = run(outer, "h100x64"), rows = run(inner, "v5p-4x2x8"), columns = run(outer, "v5p-4x2x8");
    g_assert_cmpfloat(far.s->step.ns, >, 3 * near.s->step.ns);
    g_assert_cmpfloat(columns.s->step.ns / rows.s->step.ns, <, 0.75); /* four of a ring and two are faster than a ring of eight */
    int64_t place[64];
    for (int64_t i = 0; i < 64; i++)
        place[i] = i % 8 * 8 + i / 8;
    Ran turned = run_with(inner, "v5p-4x2x8", (SimOptions){ .place = place, .n_places = 64 });
    g_assert_cmpfloat(turned.s->step.ns, ==, columns.s->step.ns); /* devices in another order are as good as groups of others */
    done(near);
    done(far);
    done(rows);
    done(columns);
    done(turned);
}

/* Collectives along axes of the mesh have their names; those along a part of one say among how many. */
static void test_axes(void)
{
    static const MeshAxis axes[] = { { "data", 2 }, { "model", 4 } };
    Mesh mesh = { .name = "m", .n_axes = 2, .axes = axes, .n_devices = 8 };
    static const struct { const char *groups, *axes; } all[] = {
        { "{{0,1,2,3},{4,5,6,7}}", "model" }, { "{{0,4},{1,5},{2,6},{3,7}}", "data" }, { "{{0,1,2,3,4,5,6,7}}", "data,model" }, { "{{0,1},{2,3},{4,5},{6,7}}", "model: 2 devices" },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
        g_autofree char *text = g_strdup_printf("HloModule m, num_partitions=8\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT s = f32[] add(a, b) }\nENTRY e {\n"
                                                "  x = f32[64] parameter(0)\n  ROOT r = f32[64] all-reduce(x), replica_groups=%s, channel_id=1, use_global_device_ids=true, to_apply=add\n}\n", all[i].groups);
        GError *error = NULL;
        IrModule *m = program_parse("test.hlo", text, strlen(text), &error);
        g_assert_no_error(error);
        SimOptions o = { 0 };
        Simulation *s = simulation_new(m, &mesh, hardware_named("h100x8"), &o);
        g_assert_cmpint(s->n_axes, ==, 1);
        g_assert_cmpstr(s->axes[0].axes, ==, all[i].axes);
        simulation_free(s);
        module_free(m);
    }
}

/* A loop of many trips takes its first trip and the others at the pace it settles at; collectives of its own operands come early. */
static void test_loops(void)
{
    static const char form[] =
        "HloModule m, num_partitions=8\n"
        "c {\n  p = (s32[], bf16[8192,8192], bf16[1024,8192]) parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  n = s32[] constant(%d)\n  ROOT l = pred[] compare(i, n), direction=LT\n}\n"
        "b {\n  p = (s32[], bf16[8192,8192], bf16[1024,8192]) parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  x = bf16[8192,8192] get-tuple-element(p), index=1\n"
        "  w = bf16[1024,8192] get-tuple-element(p), index=2\n  one = s32[] constant(1)\n  j = s32[] add(i, one)\n"
        "  g = bf16[8192,8192] all-gather(w), replica_groups={{0,1,2,3,4,5,6,7}}, dimensions={0}, channel_id=1, use_global_device_ids=true\n"
        "  d = bf16[8192,8192] dot(x, g), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
        "  ROOT t = (s32[], bf16[8192,8192], bf16[1024,8192]) tuple(j, d, w)\n}\n"
        "ENTRY e {\n  x = bf16[8192,8192] parameter(0)\n  w = bf16[1024,8192] parameter(1)\n  z = s32[] constant(0)\n"
        "  t = (s32[], bf16[8192,8192], bf16[1024,8192]) tuple(z, x, w)\n  l = (s32[], bf16[8192,8192], bf16[1024,8192]) while(t), condition=c, body=b\n"
        "  ROOT r = bf16[8192,8192] get-tuple-element(l), index=1\n}\n";
    g_autofree char *few = g_strdup_printf(form, 10), *many = g_strdup_printf(form, 100);
    Ran a = run(few, "v5e-8"), b = run(many, "v5e-8");
    const SimNode *loop = NULL;
    for (int i = 0; i < b.s->kernels->entry->n; i++)
        if (b.s->kernels->entry->nodes[i].cls == SIM_LOOP)
            loop = &b.s->kernels->entry->nodes[i];
    g_assert_nonnull(loop);
    g_assert_cmpint(loop->trips, ==, 100);
    g_assert_cmpfloat(loop->parts[0].list->first_ns, >, loop->parts[0].list->next_ns * 1.1); /* the first gather is not hidden */
    g_assert_cmpfloat(fabs(b.s->step.ns - a.s->step.ns - 90 * loop->parts[0].list->next_ns), <, 10);
    g_assert_cmpfloat(b.s->flops, ==, 100 * 2.0 * 8192 * 8192 * 8192);
    g_assert_cmpfloat(b.s->axes[0].count, ==, 100);
    for (int i = 0; i < 2; i++) { /* the parts are all of the step, what the first trip waits included */
        const Simulation *s = i ? b.s : a.s;
        double sum = 0;
        for (int c = 0; c < N_SIM_CLASSES; c++)
            sum += s->ns[c];
        g_assert_cmpfloat(fabs(sum - s->step.ns), <, 1e-3 * s->step.ns);
    }
    done(a);
    done(b);
}

/* Events of one lane, told one after the other. */
static void follow_event(void *lane, int op_id, int64_t start_ns, int64_t dur_ns, int cat)
{
    int64_t *told = lane;
    (void)op_id;
    (void)cat;
    g_assert_cmpint(start_ns, >=, told[0]);
    told[0] = start_ns + dur_ns;
    told[1]++;
}

/* Kernels that follow one another do not overlap by a nanosecond, also where the clock has more digits than a double. */
static void test_events(void)
{
    g_autoptr(GString) text = g_string_new("HloModule m\nENTRY e {\n  x0 = f32[3700,500] parameter(0)\n");
    enum { N = 80 };
    for (int i = 0, k = 500, n; i < N; i++, k = n) { /* times with many digits */
        n = 500 + 37 * (i + 1) % 900;
        g_string_append_printf(text, "  w%d = f32[%d,%d] parameter(%d)\n", i, k, n, i + 1);
        g_string_append_printf(text, "  %sx%d = f32[3700,%d] dot(x%d, w%d), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n", i == N - 1 ? "ROOT " : "", i + 1, n, i, i);
    }
    g_string_append(text, "}\n");
    Ran r = run(text->str, "v5e-1");
    for (int64_t at = 12345; at < INT64_MAX / 31; at *= 31) {
        int64_t told[2] = { at, 0 };
        void *lanes[] = { told };
        predict_emit(r.s, &(EventSink){ .event = follow_event, .lanes = lanes }, NULL, 1, at);
        g_assert_cmpint(told[1], ==, N);
        g_assert_cmpfloat(fabs((double)(told[0] - at) - r.s->step.ns), <, 1 + 1e-9 * r.s->step.ns);
    }
    done(r);
}

static const char attention[] =
    "HloModule m\nmx {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT m = f32[] maximum(a, b)\n}\nsm {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT s = f32[] add(a, b)\n}\n"
    "ENTRY e {\n  q = bf16[8,4096,128] parameter(0)\n  k = bf16[8,4096,128] parameter(1)\n  v = bf16[8,4096,128] parameter(2)\n"
    "  s = f32[8,4096,4096] dot(q, k), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={2}\n"
    "  z = f32[] constant(0)\n  m = f32[8,4096] reduce(s, z), dimensions={2}, to_apply=mx\n  mb = f32[8,4096,4096] broadcast(m), dimensions={0,1}\n"
    "  d = f32[8,4096,4096] subtract(s, mb)\n  x = f32[8,4096,4096] exponential(d)\n  t = f32[8,4096] reduce(x, z), dimensions={2}, to_apply=sm\n"
    "  tb = f32[8,4096,4096] broadcast(t), dimensions={0,1}\n  p = f32[8,4096,4096] divide(x, tb)\n  pb = bf16[8,4096,4096] convert(p)\n"
    "  ROOT o = bf16[8,4096,128] dot(pb, v), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}\n}\n";

static void test_attention(void)
{
    Ran flash = run(attention, "h100x1"), plain = run_with(attention, "h100x1", (SimOptions){ .no_flash = true });
    g_assert_cmpint(count(flash.s->kernels->entry, SIM_ATTENTION), >=, 2);
    g_assert_cmpfloat(flash.s->ns[SIM_FUSION], ==, 0); /* maxima and sums of the scores are the flash kernel's */
    g_assert_cmpint(count(plain.s->kernels->entry, SIM_ATTENTION), ==, 0);
    g_assert_cmpfloat(flash.s->step.ns, <, 0.7 * plain.s->step.ns);
    g_assert_cmpint(flash.s->memory.peak_bytes, <, 100 << 20);
    g_assert_cmpint(plain.s->memory.peak_bytes, >, 500 << 20);
    Ran wide = run(attention, "v6e-1"), narrow = run(attention, "v5p-2"); /* heads of 128 fill half of v6e's matrix units, and all of v5p's */
    g_assert_cmpfloat(wide.s->ns[SIM_ATTENTION] * wide.s->kernels->hw->bf16 * wide.s->kernels->hw->gemm_share, >, 1.9 * narrow.s->ns[SIM_ATTENTION] * narrow.s->kernels->hw->bf16 * narrow.s->kernels->hw->gemm_share);
    done(wide);
    done(narrow);
    done(flash);
    done(plain);
}

/* Known work of a custom call counts, and what is not known is said. */
static void test_custom(void)
{
    Ran r = run("HloModule m\nENTRY e {\n  x = f32[1024] parameter(0)\n  a = f32[1024] custom-call(x), custom_call_target=\"mine\"\n"
                "  ROOT b = f32[1024] custom-call(a), custom_call_target=\"yours\", backend_config={\"cost_estimate\":{\"flops\":1e12,\"bytes_accessed\":1000}}\n}\n", "h100x1");
    g_assert_cmpint(r.s->kernels->n_unknown, ==, 1);
    g_assert_cmpfloat(r.s->step.ns, >, 1e6);
    g_assert_cmpfloat(r.s->step.high_ns / r.s->step.ns, >, 1.5);
    done(r);
}

/* Late devices: a factor on one device's kernels is on the step's; jitter counts from meeting to meeting. */
static void test_late(void)
{
    Ran b = run(after, "v5e-8"), slow = run_with(after, "v5e-8", (SimOptions){ .slowest = 1.5, .slow_device = 3 });
    double work = b.s->ns[SIM_GEMM];
    g_assert_cmpfloat(fabs(slow.s->late_ns - 0.5 * work), <, 1);
    g_assert_cmpfloat(fabs(slow.s->step.ns - b.s->step.ns - 0.5 * work), <, 1);
    g_assert_cmpfloat(slow.s->ns[SIM_GEMM], ==, work); /* what is late is a part of its own */
    Ran vary = run_with(after, "v5e-8", (SimOptions){ .jitter = 0.1 });
    g_assert_cmpfloat(fabs(vary.s->late_ns - 0.1 * sqrt(2 * log(8)) * work), <, 1); /* one product, and all eight end the step */
    done(b);
    done(slow);
    done(vary);
}

/* Without the latency-hiding scheduler a product that needs no gather stands behind one that does; in pieces a product begins with the first. */
static void test_flags(void)
{
    static const char two[] = "HloModule m, num_partitions=8\nENTRY e {\n  x = bf16[1024,8192] parameter(0)\n  y = bf16[8192,8192] parameter(1)\n"
                              "  g = bf16[8192,8192] all-gather(x), replica_groups={{0,1,2,3,4,5,6,7}}, dimensions={0}, channel_id=1, use_global_device_ids=true\n"
                              "  d = bf16[8192,8192] dot(y, g), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                              "  f = bf16[8192,8192] dot(y, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                              "  ROOT t = (bf16[8192,8192], bf16[8192,8192]) tuple(d, f)\n}\n";
    Ran hides = run(two, "v5e-8"), order = run_with(two, "v5e-8", (SimOptions){ .no_hiding = true }), apart = run_with(two, "v5e-8", (SimOptions){ .no_overlap = true });
    g_assert_cmpfloat(hides.s->step.ns, <, order.s->step.ns);
    g_assert_cmpfloat(order.s->step.ns, <=, apart.s->step.ns + 1);
    g_assert_cmpfloat(fabs(order.s->step.ns - (hides.s->collective_ns + 2 * hides.s->ns[SIM_GEMM] / 2)), <, 1); /* the gather is waited for, then both products */
    Ran whole = run(after, "v5e-8"), pieces = run_with(after, "v5e-8", (SimOptions){ .windows = true });
    double gather = whole.s->collective_ns, product = whole.s->ns[SIM_GEMM], gap = hardware_named("v5e-8")->gap_ns;
    g_assert_cmpfloat(fabs(pieces.s->step.ns - (gather / 8 + fmax(product + 7 * gap, gather * 7 / 8))), <, 1);
    g_assert_cmpfloat(pieces.s->step.ns, <, whole.s->step.ns);
    done(hides);
    done(order);
    done(apart);
    done(whole);
    done(pieces);
}

/* A loop of T trips that passes a value on along S devices: S - 1 trips fill and drain the pipeline; as many trips as devices are a ring. */
static void test_bubble(void)
{
    static const char form[] =
        "HloModule m, num_partitions=4\n"
        "c {\n  p = (s32[], bf16[4096,4096]) parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  n = s32[] constant(%d)\n  ROOT l = pred[] compare(i, n), direction=LT\n}\n"
        "b {\n  p = (s32[], bf16[4096,4096]) parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  x = bf16[4096,4096] get-tuple-element(p), index=1\n"
        "  one = s32[] constant(1)\n  j = s32[] add(i, one)\n  d = bf16[4096,4096] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
        "  s = bf16[4096,4096] collective-permute(d), source_target_pairs={%s}, channel_id=1\n  ROOT t = (s32[], bf16[4096,4096]) tuple(j, s)\n}\n"
        "ENTRY e {\n  x = bf16[4096,4096] parameter(0)\n  z = s32[] constant(0)\n  t = (s32[], bf16[4096,4096]) tuple(z, x)\n  l = (s32[], bf16[4096,4096]) while(t), condition=c, body=b\n"
        "  ROOT r = bf16[4096,4096] get-tuple-element(l), index=1\n}\n";
    static const char *const shifts[] = { "{0,1},{1,2},{2,3}", "{0,1},{1,2},{2,3},{3,0}" };
    for (int k = 0; k < 2; k++) {
        g_autofree char *pipeline = g_strdup_printf(form, 12, shifts[k]), *ring = g_strdup_printf(form, 4, shifts[k]);
        Ran a = run(pipeline, "h100x4"), b = run(ring, "h100x4");
        g_assert_cmpfloat(b.s->bubble_ns, ==, 0);
        double sum = a.s->bubble_ns + a.s->late_ns;
        for (int c = 0; c < N_SIM_CLASSES; c++)
            sum += a.s->ns[c];
        g_assert_cmpfloat(fabs(sum / a.s->step.ns - 1), <, 0.05); /* parts still add up to the step */
        g_assert_cmpfloat(fabs(a.s->bubble_ns / a.s->step.ns - 3.0 / 12), <, 0.02);
        g_assert_cmpfloat(a.s->flops, ==, 9 * 2.0 * 4096 * 4096 * 4096); /* of 12 trips 9 are of use */
        done(a);
        done(b);
    }
}

/* A permutation that only brings shards into another order is no pipeline, however long its cycles are. */
static void test_no_bubble(void)
{
    static const char shuffle[] =
        "HloModule m, num_partitions=8\n"
        "c {\n  p = (s32[], bf16[512,512]) parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  n = s32[] constant(12)\n  ROOT l = pred[] compare(i, n), direction=LT\n}\n"
        "b {\n  p = (s32[], bf16[512,512]) parameter(0)\n  i = s32[] get-tuple-element(p), index=0\n  x = bf16[512,512] get-tuple-element(p), index=1\n"
        "  one = s32[] constant(1)\n  j = s32[] add(i, one)\n"
        "  s = bf16[512,512] collective-permute(x), source_target_pairs={{0,0},{4,1},{1,2},{5,3},{2,4},{6,5},{3,6},{7,7}}, channel_id=1\n  ROOT t = (s32[], bf16[512,512]) tuple(j, s)\n}\n"
        "ENTRY e {\n  x = bf16[512,512] parameter(0)\n  z = s32[] constant(0)\n  t = (s32[], bf16[512,512]) tuple(z, x)\n  l = (s32[], bf16[512,512]) while(t), condition=c, body=b\n"
        "  ROOT r = bf16[512,512] get-tuple-element(l), index=1\n}\n";
    Ran r = run(shuffle, "h100x8");
    g_assert_cmpfloat(r.s->bubble_ns, ==, 0);
    done(r);
}

/* Sums between devices keep the cores of a TPU busy before Ironwood; gathers run beside products everywhere. */
static void test_sums(void)
{
    static const char form[] = "HloModule m, num_partitions=8\na {\n  x = bf16[] parameter(0)\n  y = bf16[] parameter(1)\n  ROOT s = bf16[] add(x, y)\n}\n"
                               "ENTRY e {\n  x = bf16[4096,4096] parameter(0)\n  y = bf16[4096,4096] parameter(1)\n"
                               "  c = %s, channel_id=1, use_global_device_ids=true\n"
                               "  d = bf16[4096,4096] dot(y, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n  ROOT t = (bf16[%d,4096], bf16[4096,4096]) tuple(c, d)\n}\n";
    g_autofree char *sum = g_strdup_printf(form, "bf16[512,4096] reduce-scatter(x), replica_groups={{0,1,2,3,4,5,6,7}}, dimensions={0}, to_apply=a", 512);
    g_autofree char *move = g_strdup_printf(form, "bf16[32768,4096] all-gather(x), replica_groups={{0,1,2,3,4,5,6,7}}, dimensions={0}", 32768);
    static const struct {
        const char *hardware;
        bool beside;
    } cases[] = { { "v6e-8", false }, { "v5p-16", false }, { "v7x-8", true }, { "h100x8", true } };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        Ran s = run(sum, cases[i].hardware), m = run(move, cases[i].hardware);
        double both = s.s->collective_ns + s.s->ns[SIM_GEMM];
        g_assert_cmpint(s.s->step.ns < 0.99 * both, ==, cases[i].beside);
        g_assert_cmpfloat(m.s->step.ns, <, 0.99 * (m.s->collective_ns + m.s->ns[SIM_GEMM]));
        done(s);
        done(m);
    }
}

/* What products of f32 take, as precise as they are asked to be. */
static void test_precision(void)
{
    static const char form[] = "HloModule m\nENTRY e {\n  x = f32[8192,8192] parameter(0)\n  ROOT d = f32[8192,8192] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}%s\n}\n";
    static const struct {
        const char *hardware;
        double high, highest; /* times the default */
    } cases[] = { { "v6e-1", 3, 6 }, { "v5p-2", 3, 6 }, { "h100x1", 1, 494. / 67 }, { "a100x1", 1, 8 }, { "mi350x1", 1, 1 } };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        double ns[3];
        static const char *const words[] = { "", ", operand_precision={high,high}", ", operand_precision={highest,highest}" };
        for (int k = 0; k < 3; k++) {
            g_autofree char *text = g_strdup_printf(form, words[k]);
            Ran r = run(text, cases[i].hardware);
            ns[k] = r.s->step.ns;
            done(r);
        }
        g_assert_cmpfloat(fabs(ns[1] / ns[0] / cases[i].high - 1), <, 0.05);
        g_assert_cmpfloat(fabs(ns[2] / ns[0] / cases[i].highest - 1), <, cases[i].highest == 1 ? 0.01 : 0.3);
    }
    static const char mixed[] = "HloModule m\nENTRY e {\n  x = bf16[8192,8192] parameter(0)\n  y = f32[8192,8192] parameter(1)\n"
                                "  ROOT d = f32[8192,8192] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n";
    Ran half = run(mixed, "mi350x1");
    g_assert_cmpfloat(half.s->step.ns, >, 2.0 * 8192 * 8192 * 8192 / 144e3); /* no faster than the wider operand's type allows */
    done(half);
}

/* Twice as much of memory is dearer, and by little more than twice, through caches too. */
static void test_sizes(void)
{
    static const char *const parts[] = { "a100x1", "h100x1", "b200x1", "mi300x1", "mi350x1", "v5p-2", "v6e-1" };
    for (size_t i = 0; i < G_N_ELEMENTS(parts); i++) {
        double before = 0;
        for (int rows = 1; rows <= 1 << 18; rows *= 2) {
            g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n  x = f32[%d,1024] parameter(0)\n  ROOT y = f32[%d,1024] tanh(x)\n}\n", rows, rows);
            Ran r = run(text, parts[i]);
            g_assert_cmpfloat(r.s->step.ns, >=, before);
            g_assert_true(before == 0 || r.s->step.ns <= 2.25 * before);
            before = r.s->step.ns;
            done(r);
        }
    }
}

static const WhatIf *what_if(const WhatIfs *all, const char *what)
{
    for (int i = 0; i < all->list.n; i++)
        if (g_str_equal(all->list.v[i].what, what))
            return &all->list.v[i];
    g_test_message("nothing is said of %s", what);
    g_test_fail();
    abort();
}

/* A step that waits for a gather is faster on faster links; one that is all products on faster products. */
static void test_what_if(void)
{
    SimOptions o = { 0 };
    Ran b = run(after, "h100x8");
    g_autoptr(WhatIfs) all = sim_what_ifs(b.m, NULL, b.s, &o);
    double step = b.s->step.ns, moving = b.s->collective_ns;
    const WhatIf *products = what_if(all, "products twice as fast"), *links = what_if(all, "links twice as fast");
    g_assert_cmpfloat(products->step.ns, <, step);
    g_assert_cmpstr(products->part, ==, "products");
    g_assert_cmpfloat(products->part_ns, <, 0);
    g_assert_cmpfloat(links->step.ns, <, step - 0.3 * moving);
    g_assert_true(g_str_has_prefix(links->part, "exposed collectives over "));
    g_assert_cmpfloat(what_if(all, "half the latencies")->step.ns, <, step);
    int n = 5;
    g_autofree SimPlace *places = sim_places(b.s, &n);
    g_assert_cmpint(n, ==, 2);
    g_assert_cmpfloat(places[0].ns, >=, places[1].ns);
    g_assert_cmpstr(places[0].node->cls == SIM_GEMM ? places[0].bound : places[1].bound, ==, "products");
    done(b);
}

/* One all-reduce along an axis of 8; groups of the mesh with that axis outermost go through two nodes, with it innermost through one. */
static void test_order(void)
{
    static const char across[] = "HloModule m, num_partitions=16\nadd {\n  p = f32[] parameter(0)\n  q = f32[] parameter(1)\n  ROOT s = f32[] add(p, q)\n}\nENTRY e {\n  x = f32[1024,1024] parameter(0)\n"
                                 "  ROOT r = f32[1024,1024] all-reduce(x), replica_groups={{0,2,4,6,8,10,12,14},{1,3,5,7,9,11,13,15}}, to_apply=add, channel_id=1, use_global_device_ids=true\n}\n";
    static const char within[] = "HloModule m, num_partitions=16\nadd {\n  p = f32[] parameter(0)\n  q = f32[] parameter(1)\n  ROOT s = f32[] add(p, q)\n}\nENTRY e {\n  x = f32[1024,1024] parameter(0)\n"
                                 "  ROOT r = f32[1024,1024] all-reduce(x), replica_groups={{0,1,2,3,4,5,6,7},{8,9,10,11,12,13,14,15}}, to_apply=add, channel_id=1, use_global_device_ids=true\n}\n";
    static const MeshAxis axes[] = { { "a", 8 }, { "one", 1 }, { "b", 2 } };
    Mesh mesh = { .name = "m", .n_axes = 3, .axes = axes, .n_devices = 16 };
    SimOptions o = { 0 };
    Ran far = run(across, "h100x16"), near = run(within, "h100x16");
    int n;
    SimOrdering what = { .local = far.m, .mesh = &mesh, .hw = hardware_named("h100x16"), .o = &o, .most = 119 };
    g_autofree SimOrder *orders = sim_orders(&what, &n);
    g_assert_cmpint(n, ==, 1);
    g_assert_cmpint(orders[0].axes[0], ==, 2);
    g_assert_cmpint(orders[0].axes[1], ==, 1);
    g_assert_cmpint(orders[0].axes[2], ==, 0);
    g_assert_cmpfloat(orders[0].step.ns, <, far.s->step.ns);
    g_assert_cmpfloat(orders[0].step.ns, ==, near.s->step.ns); /* renumbered devices are those of the other groups */
    g_autofree char *text = sim_order_text(&mesh, orders[0].axes), *jax = sim_order_in_jax(text);
    g_assert_cmpstr(text, ==, "b=2,one=1,a=8");
    g_assert_cmpstr(jax, ==, "jax.make_mesh((2, 1, 8), ('b', 'one', 'a'))");
    g_autofree char *single = sim_order_in_jax("x=4");
    g_assert_cmpstr(single, ==, "jax.make_mesh((4,), ('x',))");
    what.most = 0;
    g_assert_null(sim_orders(&what, &n)); /* more than are to be looked at */
    g_assert_cmpint(n, ==, 0);
    mesh.inferred = true; /* nobody wrote its axes */
    g_assert_cmpint(sim_n_orders(&mesh), ==, 0);
    mesh.inferred = false;
    g_autoptr(WhatIfs) all = sim_what_ifs(far.m, &mesh, far.s, &o);
    g_assert_cmpfloat(what_if(all, "mesh axes in the order b=2,one=1,a=8")->step.ns, ==, near.s->step.ns);
    done(far);
    done(near);
}

/* A program that says where collectives start and where they are waited for runs in its own order. */
static void test_as_written(void)
{
    static const char form[] = "HloModule m, is_scheduled=true, num_partitions=8\nENTRY e {\n  x = bf16[1024,8192] parameter(0)\n  y = bf16[8192,8192] parameter(1)\n"
        "  s = (bf16[1024,8192], bf16[8192,8192]) all-gather-start(x), replica_groups={{0,1,2,3,4,5,6,7}}, dimensions={0}, channel_id=1, use_global_device_ids=true\n"
        "%s  d = bf16[8192,8192] dot(y, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n%s"
        "  ROOT e2 = bf16[8192,8192] dot(d, g), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n";
    static const char wait[] = "  g = bf16[8192,8192] all-gather-done(s)\n";
    g_autofree char *early = g_strdup_printf(form, wait, ""), *late = g_strdup_printf(form, "", wait);
    Ran a = run(early, "v5e-8"), b = run(late, "v5e-8");
    g_assert_true(b.s->kernels->as_written);
    g_assert_cmpfloat(b.s->ns[SIM_COLLECTIVE], <, 0.1 * b.s->collective_ns);
    g_assert_cmpfloat(a.s->step.ns, >=, b.s->step.ns);
    done(a);
    done(b);
}

static double step_of(const char *text, const char *hardware)
{
    Ran r = run(text, hardware);
    double ns = r.s->step.ns;
    done(r);
    return ns;
}

/* How memory is met counts, and nothing beats the bound of the data sheet. */
static void test_access(void)
{
    static const char copy[] = "HloModule m\nENTRY e {\n  x = f32[8192,8192] parameter(0)\n  ROOT t = f32[8192,8192] negate(x)\n}\n";
    static const char turn[] = "HloModule m\nENTRY e {\n  x = f32[8192,8192] parameter(0)\n  ROOT t = f32[8192,8192] transpose(x), dimensions={1,0}\n}\n";
    static const char thin[] = "HloModule m\nENTRY e {\n  x = f32[4194304,16] parameter(0)\n  ROOT t = f32[16,4194304] transpose(x), dimensions={1,0}\n}\n";
    g_assert_cmpfloat(step_of(turn, "mi350x1"), >, 1.1 * step_of(copy, "mi350x1"));
    g_assert_cmpfloat(step_of(thin, "mi350x1"), >, 1.1 * step_of(turn, "mi350x1"));
    static const char rows[] = "HloModule m\nENTRY e {\n  x = f32[8000000,%d] parameter(0)\n  i = s32[1000000,1] parameter(1)\n"
                               "  ROOT g = f32[1000000,%d] gather(x, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,%d}\n}\n";
    g_autofree char *four = g_strdup_printf(rows, 4, 4, 4), *sixteen = g_strdup_printf(rows, 16, 16, 16);
    g_assert_cmpfloat(step_of(four, "h100x1"), >, 0.6 * step_of(sixteen, "h100x1")); /* both read a sector for each row */
    static const char vector[] = "HloModule m\nENTRY e {\n  x = bf16[1,8192] parameter(0)\n  w = bf16[8192,28672] parameter(1)\n"
                                 "  ROOT d = bf16[1,28672] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n";
    const char *const all[] = { copy, turn, thin, four, sixteen, vector };
    const double bytes[] = { 8 << 26, 8 << 26, 8 << 26, 36e6, 132e6, 8192 * 28672 * 2.0 };
    static const char *const names[] = { "h100x1", "b200x1", "mi350x1", "l4x1", "v5p-2", "v6e-1" };
    for (size_t h = 0; h < G_N_ELEMENTS(names); h++)
        for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
            double bound = bytes[i] / hardware_named(names[h])->hbm, ns = step_of(all[i], names[h]);
            g_assert_cmpfloat(ns, >, (bytes[i] < 1e8 ? 0.7 : 1) * bound); /* small ones are found in the cache */
            g_assert_cmpfloat(ns, <, 40 * bound + 1e4);
        }
}

/* Taps that meet padding, and zeros that dilation puts between elements, are no work. */
static void test_taps(void)
{
    Ran r = run("HloModule m\nENTRY e {\n  x = f32[1,4,1] parameter(0)\n  w = f32[3,1,1] parameter(1)\n"
                "  ROOT c = f32[1,4,1] convolution(x, w), window={size=3 pad=1_1}, dim_labels=b0f_0io->b0f\n}\n", "mi350x1");
    g_assert_cmpfloat(r.s->flops, ==, 2 * 10);
    done(r);
    r = run("HloModule m\nENTRY e {\n  x = f32[1,4,1] parameter(0)\n  w = f32[3,1,1] parameter(1)\n"
            "  ROOT c = f32[1,7,1] convolution(x, w), window={size=3 pad=1_1 lhs_dilate=2}, dim_labels=b0f_0io->b0f\n}\n", "mi350x1");
    g_assert_cmpfloat(r.s->flops, ==, 2 * 10);
    done(r);
}

/* Branches within branches: the work grows with their number, and does not double with each. */
static void test_deep_branches(void)
{
    enum { DEEP = 48 };
    g_autoptr(GString) text = g_string_new("HloModule m\nb0 {\n  p = (pred[], f32[1024]) parameter(0)\n  x = f32[1024] get-tuple-element(p), index=1\n  ROOT t = f32[1024] tanh(x)\n}\n");
    for (int i = 1; i <= DEEP; i++)
        g_string_append_printf(text, "n%d {\n  x = f32[1024] parameter(0)\n  ROOT n = f32[1024] negate(x)\n}\n%s%d {\n  p = (pred[], f32[1024]) parameter(0)\n  c = pred[] get-tuple-element(p), index=0\n"
                               "  x = f32[1024] get-tuple-element(p), index=1\n  ROOT r = f32[1024] conditional(c, p, x), true_computation=b%d, false_computation=n%d\n}\n",
                               i, i == DEEP ? "ENTRY b" : "b", i, i - 1, i);
    Ran r = run(text->str, "h100x1");
    g_assert_cmpint(r.s->memory.peak_bytes, <, 4 * 4 * 1024);
    done(r);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/simulate/events", test_events);
    g_test_add_func("/sim/simulate/fusion", test_fusion);
    g_test_add_func("/sim/simulate/product", test_product);
    g_test_add_func("/sim/simulate/overlap", test_overlap);
    g_test_add_func("/sim/simulate/contention", test_contention);
    g_test_add_func("/sim/simulate/wires_differ", test_wires_differ);
    g_test_add_func("/sim/simulate/axes", test_axes);
    g_test_add_func("/sim/simulate/loops", test_loops);
    g_test_add_func("/sim/simulate/deep-branches", test_deep_branches);
    g_test_add_func("/sim/simulate/attention", test_attention);
    g_test_add_func("/sim/simulate/access", test_access);
    g_test_add_func("/sim/simulate/taps", test_taps);
    g_test_add_func("/sim/simulate/custom", test_custom);
    g_test_add_func("/sim/simulate/what_if", test_what_if);
    g_test_add_func("/sim/simulate/order", test_order);
    g_test_add_func("/sim/simulate/late", test_late);
    g_test_add_func("/sim/simulate/flags", test_flags);
    g_test_add_func("/sim/simulate/bubble", test_bubble);
    g_test_add_func("/sim/simulate/no_bubble", test_no_bubble);
    g_test_add_func("/sim/simulate/sums", test_sums);
    g_test_add_func("/sim/simulate/precision", test_precision);
    g_test_add_func("/sim/simulate/sizes", test_sizes);
    g_test_add_func("/sim/simulate/as_written", test_as_written);
    return g_test_run();
}
