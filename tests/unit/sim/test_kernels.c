/* Kernels of one device, by class: what is formed, and times beside what the data sheet's rates allow. */
#include "runtime/sim/simulate.h"

#include "runtime/text/text.h"

typedef struct Ran {
    IrModule *m;
    Simulation *s;
} Ran;

static Ran run(const char *text, const char *hardware, const SimOptions *o)
{
    g_autoptr(GError) error = NULL;
    IrModule *m = program_parse("test.hlo", text, strlen(text), &error);
    g_assert_no_error(error);
    return (Ran){ m, simulation_new(m, NULL, hardware_named(hardware), o) };
}

static void done(Ran r)
{
    simulation_free(r.s);
    module_free(r.m);
}

static double step_of(const char *text, const char *hardware)
{
    SimOptions o = { 0 };
    Ran r = run(text, hardware, &o);
    double ns = r.s->step.ns;
    done(r);
    return ns;
}

static double copy_ns(const char *hardware, double bytes)
{
    const Hardware *hw = hardware_named(hardware);
    return bytes / (hw->hbm * hw->hbm_share);
}

/* Two results of one chain, each op of which is read twice: one kernel reads the arguments, nothing between is stored. */
static void test_chain(void)
{
    g_autoptr(GString) text = g_string_new("HloModule m\nENTRY e {\n  a0 = u32[33554432] parameter(0)\n  b0 = u32[33554432] parameter(1)\n");
    for (int i = 0; i < 12; i++)
        g_string_append_printf(text, "  a%d = u32[33554432] add(a%d, b%d)\n  b%d = u32[33554432] xor(b%d, a%d)\n", i + 1, i, i, i + 1, i, i + 1);
    g_string_append(text, "  ROOT t = (u32[33554432], u32[33554432]) tuple(a12, b12)\n}\n");
    SimOptions o = { 0 };
    Ran r = run(text->str, "mi350x1", &o);
    g_assert_cmpint(r.s->kernels->entry->n, ==, 2);
    for (int i = 0; i < 2; i++) /* the second only writes */
        g_assert_cmpfloat(r.s->kernels->entry->nodes[i].bytes, ==, (i ? 1.0 : 3.0) * 4 * 33554432);
    g_assert_cmpint(r.s->kernels->n_kernels, ==, 1);
    done(r);
    /* What three kernels need and much is read for is stored. */
    static const char many[] = "HloModule m\nsum {\n  p = f32[] parameter(0)\n  q = f32[] parameter(1)\n  ROOT s = f32[] add(p, q)\n}\nENTRY e {\n"
                               "  a = f32[4096,4096] parameter(0)\n  b = f32[4096,4096] parameter(1)\n  c = f32[4096,4096] parameter(2)\n  d = f32[4096,4096] parameter(3)\n"
                               "  ab = f32[4096,4096] add(a, b)\n  cd = f32[4096,4096] add(c, d)\n  x = f32[4096,4096] multiply(ab, cd)\n  z = f32[] constant(0)\n"
                               "  r = f32[4096] reduce(x, z), dimensions={1}, to_apply=sum\n  k = f32[4096] reduce(x, z), dimensions={0}, to_apply=sum\n"
                               "  n = f32[4096,4096] negate(x)\n  ROOT t = (f32[4096], f32[4096], f32[4096,4096]) tuple(r, k, n)\n}\n";
    r = run(many, "mi350x1", &o);
    g_assert_cmpint(r.s->kernels->entry->n, ==, 4);
    done(r);
}

/* A running sum passes over its data a few times: it does not add up all before each element again. */
static void test_scan(void)
{
    static const char text[] = "HloModule m\nsum {\n  p = f32[] parameter(0)\n  q = f32[] parameter(1)\n  ROOT s = f32[] add(p, q)\n}\nENTRY e {\n"
                               "  x = f32[16777216] parameter(0)\n  z = f32[] constant(0)\n"
                               "  ROOT w = f32[16777216] reduce-window(x, z), window={size=16777216 pad=16777215_0}, to_apply=sum\n}\n";
    static const char *const names[] = { "mi350x1", "h100x1", "v5p-2" };
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        double once = copy_ns(names[i], 2 * 4 * 16777216.0);
        g_assert_cmpfloat(step_of(text, names[i]), >, 0.9 * once);
        g_assert_cmpfloat(step_of(text, names[i]), <, 5 * once + 1e5);
    }
    static const char pool[] = "HloModule m\nmax {\n  p = f32[] parameter(0)\n  q = f32[] parameter(1)\n  ROOT s = f32[] maximum(p, q)\n}\nENTRY e {\n"
                               "  x = f32[16384,16384] parameter(0)\n  z = f32[] constant(0)\n"
                               "  ROOT w = f32[8192,8192] reduce-window(x, z), window={size=2x2 stride=2x2}, to_apply=max\n}\n"; /* much larger than any cache */
    g_assert_cmpfloat(fabs(step_of(pool, "mi350x1") - hardware_named("mi350x1")->gap_ns - copy_ns("mi350x1", 5 * 4 * 67108864.0)), <, 1);
}

/* An update writes over its operand: an argument that the caller keeps is copied first, one that was given away is not; zeros are written. */
static void test_updates(void)
{
    static const char form[] = "HloModule m%s\nsum {\n  p = f32[] parameter(0)\n  q = f32[] parameter(1)\n  ROOT s = f32[] add(p, q)\n}\nENTRY e {\n  %s\n"
                               "  i = s32[1024,1] parameter(%d)\n  u = f32[1024,4096] parameter(%d)\n"
                               "  ROOT s = f32[32000,4096] scatter(t, i, u), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=sum\n}\n";
    static const char table[] = "t = f32[32000,4096] parameter(0)", zeros[] = "z = f32[] constant(0)\n  t = f32[32000,4096] broadcast(z), dimensions={}";
    g_autofree char *kept = g_strdup_printf(form, "", table, 1, 2), *given = g_strdup_printf(form, ", input_output_alias={ {}: (0, {}, may-alias) }", table, 1, 2);
    g_autofree char *fresh = g_strdup_printf(form, "", zeros, 0, 1);
    double all = 4.0 * 32000 * 4096, gap = hardware_named("mi350x1")->gap_ns;
    double in_place = step_of(given, "mi350x1");
    g_assert_cmpfloat(fabs(step_of(kept, "mi350x1") - in_place - copy_ns("mi350x1", 2 * all) - gap), <, 1);
    g_assert_cmpfloat(fabs(step_of(fresh, "mi350x1") - in_place - copy_ns("mi350x1", all) - gap), <, 1);
    g_assert_cmpfloat(fabs(step_of(fresh, "v6e-1") - step_of(given, "v6e-1") - copy_ns("v6e-1", all) - hardware_named("v6e-1")->gap_ns), <, 1); /* also where much is fused */
    static const char slice[] = "HloModule m%s\nENTRY e {\n  t = f32[32000,4096] parameter(0)\n  u = f32[1,4096] parameter(1)\n  i = s32[] parameter(2)\n  z = s32[] constant(0)\n"
                                "  ROOT d = f32[32000,4096] dynamic-update-slice(t, u, i, z)\n}\n";
    g_autofree char *copied = g_strdup_printf(slice, ""), *over = g_strdup_printf(slice, ", input_output_alias={ {}: (0, {}, may-alias) }");
    g_assert_cmpfloat(fabs(step_of(copied, "mi350x1") - step_of(over, "mi350x1") - copy_ns("mi350x1", 2 * all) - gap), <, 1);
}

/* On GPUs a softmax reads its rows once and writes the result once; where rows are too long for that, or sums go over columns, and on TPUs, it reads them again. */
static void test_rows(void)
{
    static const char form[] = "HloModule m\nsum {\n  p = f32[] parameter(0)\n  q = f32[] parameter(1)\n  ROOT s = f32[] add(p, q)\n}\nmost {\n  p = f32[] parameter(0)\n  q = f32[] parameter(1)\n  ROOT s = f32[] maximum(p, q)\n}\nENTRY e {\n"
                               "  x = f32[%d,%d] parameter(0)\n  z = f32[] constant(0)\n  l = f32[] constant(-inf)\n  m = f32[%d] reduce(x, l), dimensions={%d}, to_apply=most\n"
                               "  mr = f32[%d,1] reshape(m)\n  mk = f32[%d] reshape(mr)\n  mb = f32[%d,%d] broadcast(mk), dimensions={%d}\n  d = f32[%d,%d] subtract(x, mb)\n  e = f32[%d,%d] exponential(d)\n"
                               "  t = f32[%d] reduce(e, z), dimensions={%d}, to_apply=sum\n  tb = f32[%d,%d] broadcast(t), dimensions={%d}\n  ROOT r = f32[%d,%d] divide(e, tb)\n}\n";
    static const struct {
        const char *hardware;
        int rows, columns, along;
        double passes;
    } cases[] = { { "h100x1", 8192, 4096, 1, 2 }, { "mi350x1", 8192, 4096, 1, 2 }, { "h100x1", 8192, 65536, 1, 4 }, { "h100x1", 8192, 4096, 0, 4 }, { "v6e-1", 8192, 4096, 1, 4 } };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        int r = cases[i].rows, c = cases[i].columns, along = cases[i].along, left = along ? r : c;
        g_autofree char *text = g_strdup_printf(form, r, c, left, along, left, left, r, c, !along, r, c, r, c, left, along, r, c, !along, r, c);
        SimOptions o = { 0 };
        Ran ran = run(text, cases[i].hardware, &o);
        double bytes = 0;
        for (int k = 0; k < ran.s->kernels->entry->n; k++)
            bytes += ran.s->kernels->entry->nodes[k].bytes;
        g_test_message("%s, %d x %d along %d: %.2f passes", cases[i].hardware, r, c, along, bytes / (4.0 * r * c));
        g_assert_cmpfloat(fabs(bytes / (4.0 * r * c) - cases[i].passes), <, 0.01);
        done(ran);
    }
}

/* What a product's epilogue computes is written in its place; where it is no kernel's result but read by two, those read the product. */
static void test_epilogue(void)
{
    static const char form[] = "HloModule m\nsum {\n  p = f32[] parameter(0)\n  q = f32[] parameter(1)\n  ROOT s = f32[] add(p, q)\n}\nENTRY e {\n  x = bf16[8192,64] parameter(0)\n  y = bf16[64,8192] parameter(1)\n"
                               "  d = bf16[8192,8192] dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n  c = f32[8192,8192] convert(d)\n  z = f32[] constant(0)\n%s}\n";
    g_autofree char *alone = g_strdup_printf(form, "  ROOT n = f32[8192,8192] negate(c)\n"),
                    *both = g_strdup_printf(form, "  a = f32[8192] reduce(c, z), dimensions={0}, to_apply=sum\n  b = f32[8192] reduce(c, z), dimensions={1}, to_apply=sum\n  ROOT t = (f32[8192], f32[8192]) tuple(a, b)\n");
    SimOptions o = { 0 };
    Ran one = run(alone, "h100x1", &o), two = run(both, "h100x1", &o);
    double value = 2.0 * 8192 * 8192;
    g_assert_cmpint(one.s->kernels->entry->n, ==, 2);
    g_assert_cmpfloat(one.s->kernels->entry->nodes[0].bytes, ==, 2.0 * 2 * 8192 * 64); /* its result is the other's */
    g_assert_cmpfloat(one.s->kernels->entry->nodes[1].bytes, ==, 2 * value);
    g_assert_cmpint(two.s->kernels->entry->n, ==, 3);
    g_assert_cmpfloat(two.s->kernels->entry->nodes[0].bytes, ==, 2.0 * 2 * 8192 * 64 + value);
    g_assert_cmpfloat(two.s->kernels->entry->nodes[1].bytes, >=, value);
    done(one);
    done(two);
}

/* A sum over dims of size 1 is no kernel. Functions and divisions take more steps than sums, integers on NVIDIA two each; adding to them is never faster. */
static void test_steps(void)
{
    static const char one[] = "HloModule m\nsum {\n  p = f32[] parameter(0)\n  q = f32[] parameter(1)\n  ROOT s = f32[] add(p, q)\n}\nENTRY e {\n"
                              "  x = f32[4096,1,512] parameter(0)\n  z = f32[] constant(0)\n  m = f32[4096,512] reduce(x, z), dimensions={1}, to_apply=sum\n  ROOT n = f32[4096,512] negate(m)\n}\n";
    SimOptions o = { 0 };
    Ran r = run(one, "h100x1", &o);
    g_assert_cmpint(r.s->kernels->entry->n, ==, 1);
    done(r);
    static const struct {
        const char *type, *op;
        double steps;
    } cases[] = { { "f32", "add(v, x)", 1 }, { "f32", "tanh(v)", 14 }, { "f32", "divide(v, x)", 6 }, { "s32", "add(v, x)", 2 }, { "s32", "divide(v, x)", 50 } };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        double ns[2];
        for (int n = 0; n < 2; n++) {
            g_autoptr(GString) text = g_string_new(NULL);
            g_string_append_printf(text, "HloModule m\nENTRY e {\n  x = %s[16777216] parameter(0)\n  v0 = %s[16777216] parameter(1)\n", cases[i].type, cases[i].type);
            int count = n ? 1600 : 800;
            for (int k = 0; k < count; k++) {
                g_autofree char *from = g_strdup_printf("v%d", k), **parts = g_strsplit(cases[i].op, "(v", 2);
                g_string_append_printf(text, "  %sv%d = %s[16777216] %s(%s%s\n", k + 1 == count ? "ROOT " : "", k + 1, cases[i].type, parts[0], from, parts[1]);
                g_free(parts[0]);
                g_free(parts[1]);
            }
            g_string_append(text, "}\n");
            ns[n] = step_of(text->str, "h100x1");
        }
        g_assert_cmpfloat(fabs((ns[1] - ns[0]) / (800 * cases[i].steps * 16777216 / 33.5e3) - 1), <, 0.01);
    }
}

/* A program that is full of products of 8-bit floats holds less of their peak than one product: power runs out. In one product it does not. */
static void test_narrow(void)
{
    g_autoptr(GString) text = g_string_new("HloModule m\nENTRY e {\n  x = f8e4m3fn[8192,8192] parameter(0)\n  w = f8e4m3fn[8192,8192] parameter(1)\n  x0 = f8e4m3fn[8192,8192] copy(x)\n");
    enum { MANY = 4000 };
    for (int i = 0; i < MANY; i++)
        g_string_append_printf(text, "  %sx%d = f8e4m3fn[8192,8192] dot(x%d, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n", i + 1 == MANY ? "ROOT " : "", i + 1, i);
    g_string_append(text, "}\n");
    static const char one[] = "HloModule m\nENTRY e {\n  x = f8e4m3fn[8192,8192] parameter(0)\n  w = f8e4m3fn[8192,8192] parameter(1)\n"
                              "  ROOT d = f8e4m3fn[8192,8192] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n";
    static const char *const names[] = { "h100x1", "b200x1", "gb200x1" };
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        const Hardware *hw = hardware_named(names[i]);
        double flops = 2.0 * 8192 * 8192 * 8192, full = step_of(text->str, names[i]) / MANY;
        g_assert_cmpfloat(full, >=, 0.999 * flops / (hw->fp8 * hw->hold_narrow));
        g_assert_cmpfloat(step_of(one, names[i]), <, 0.9 * full);
    }
}

/* A library's product reads memory: on GPUs what is computed or cut out for it is a kernel of its own, also behind a reshape, which is none. */
static void test_read_by_products(void)
{
    static const char form[] = "HloModule m\nENTRY e {\n  x = bf16[8,1024,4096] parameter(0)\n  w = bf16[16,4096,4096] parameter(1)\n  i = s32[] parameter(2)\n  z = s32[] constant(0)\n"
                               "  %s\n  r = bf16[8192,4096] reshape(y)\n  ws = bf16[1,4096,4096] %s\n  v = bf16[4096,4096] reshape(ws)\n"
                               "  ROOT d = bf16[8192,4096] dot(r, v), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n";
    static const char *const left[] = { "y = bf16[8,1024,4096] copy(x)", "y = bf16[8,1024,4096] tanh(x)" };
    static const char *const right[] = { "slice(w), slice={[3:4], [0:4096], [0:4096]}", "dynamic-slice(w, i, z, z), dynamic_slice_sizes={1,4096,4096}" };
    SimOptions o = { 0 };
    for (int k = 0; k < 2; k++) {
        g_autofree char *text = g_strdup_printf(form, left[k], right[k]);
        Ran gpu = run(text, "mi350x1", &o), tpu = run(text, "v5p-2", &o);
        const SimList *l = gpu.s->kernels->entry;
        g_assert_cmpint(l->n, ==, 3);
        double of_x = 2.0 * 8192 * 4096, of_w = 2.0 * 4096 * 4096;
        g_assert_cmpfloat(l->nodes[0].bytes + l->nodes[1].bytes, ==, 2 * of_x + 2 * of_w + (k ? 4 : 0));
        g_assert_cmpfloat(l->nodes[2].bytes, ==, 2 * of_x + of_w);
        g_assert_cmpint(tpu.s->kernels->entry->n, ==, 1); /* fused into what its matrix units read */
        done(gpu);
        done(tpu);
    }
}

/* Weights of 8 bits are converted in the kernels of GPUs that multiply with them, perhaps with a scale for each column, and read as they are: a tenth of what storing and reading them in 16 bits
 * would move besides. What is made narrower is written first, and so is what something else reads too. */
static void test_widened(void)
{
    static const char form[] = "HloModule m\nENTRY e {\n  x = bf16[4,8192] parameter(0)\n  w = %s[8192,8192] parameter(1)\n  s = bf16[8192] parameter(2)\n  c = bf16[8192,8192] convert(w)\n%s"
                               "  d = bf16[4,8192] dot(x, %s), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n  ROOT t = (bf16[4,8192]%s) tuple(d%s)\n}\n";
    static const char scaled[] = "  sb = bf16[8192,8192] broadcast(s), dimensions={1}\n  m = bf16[8192,8192] multiply(c, sb)\n";
    static const struct {
        const char *type, *scale, *right, *kept_type, *kept;
        int kernels;
    } cases[] = { { "s8", "", "c", "", "", 1 }, { "f8e4m3fn", scaled, "m", "", "", 1 }, { "f32", "", "c", "", "", 2 }, { "s8", "", "c", ", bf16[8192,8192]", ", c", 2 } };
    static const char *const names[] = { "h100x1", "mi350x1" };
    SimOptions o = { 0 };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++)
        for (size_t k = 0; k < G_N_ELEMENTS(names); k++) {
            g_autofree char *text = g_strdup_printf(form, cases[i].type, cases[i].scale, cases[i].right, cases[i].kept_type, cases[i].kept);
            Ran r = run(text, names[k], &o);
            const SimList *l = r.s->kernels->entry;
            g_assert_cmpint(l->n, ==, cases[i].kernels);
            if (l->n == 1) {
                g_assert_cmpfloat(l->nodes[0].bytes, <, 1.01 * 8192 * 8192);
                g_assert_cmpfloat(l->nodes[0].time.ns, <, 3 * 8192.0 * 8192 / hardware_named(names[k])->hbm + 5e3);
            }
            done(r);
        }
}

static SimNode *convolution_of(Ran r)
{
    for (int i = 0; i < r.s->kernels->entry->n; i++)
        if (r.s->kernels->entry->nodes[i].cls == SIM_CONVOLUTION)
            return &r.s->kernels->entry->nodes[i];
    g_assert_not_reached();
}

/* Convolutions: arguments are turned into the library's order once; few places fill few cores; with a filter for each feature, or a gradient of
 * such, memory is far from its rate; those of 16 bits are no faster than products of their shape. */
static void test_convolutions(void)
{
    SimOptions o = { 0 };
    static const char twice[] = "HloModule m\nENTRY e {\n  x = f32[64,56,56,64] parameter(0)\n  w = f32[3,3,64,64] parameter(1)\n"
                                "  a = f32[64,56,56,64] convolution(x, w), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f\n"
                                "  ROOT b = f32[64,56,56,64] convolution(a, w), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f\n}\n";
    Ran r = run(twice, "mi350x1", &o);
    const SimList *l = r.s->kernels->entry;
    g_assert_cmpint(l->n, ==, 2);
    double turned = 2 * 4 * (64.0 * 56 * 56 * 64 + 9 * 64 * 64);
    g_assert_cmpfloat(l->nodes[0].bytes - l->nodes[1].bytes, ==, turned);
    g_assert_cmpfloat(l->nodes[0].time.ns - l->nodes[1].time.ns, >, 2 * hardware_named("mi350x1")->gap_ns);
    g_assert_cmpfloat(l->nodes[1].flops / l->nodes[1].time.ns, >, 0.2 * hardware_named("mi350x1")->f32);
    g_assert_cmpfloat(l->nodes[1].flops / l->nodes[1].time.ns, <, 0.45 * hardware_named("mi350x1")->f32);
    done(r);
    static const char form[] = "HloModule m\nENTRY e {\n  x = %s[%d,14,14,512] parameter(0)\n  w = %s[3,3,512,512] parameter(1)\n"
                               "  ROOT a = %s[%d,14,14,512] convolution(x, w), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f\n}\n";
    double rate[4];
    for (int i = 0; i < 4; i++) {
        const char *type = i < 2 ? "f32" : "bf16";
        int batch = i % 2 ? 128 : 1;
        g_autofree char *text = g_strdup_printf(form, type, batch, type, type, batch);
        r = run(text, "mi350x1", &o);
        rate[i] = convolution_of(r)->flops / convolution_of(r)->time.ns;
        done(r);
    }
    g_assert_cmpfloat(rate[0], <, 0.7 * rate[1]);
    g_assert_cmpfloat(rate[2], <, 0.7 * rate[3]);
    g_assert_cmpfloat(rate[3], <, 0.35 * hardware_named("mi350x1")->bf16);
    g_assert_cmpfloat(rate[3], >, 2 * rate[1]);
    static const char each[] = "HloModule m\nENTRY e {\n  x = f32[64,56,56,144] parameter(0)\n  w = f32[3,3,1,144] parameter(1)\n"
                               "  ROOT a = f32[64,56,56,144] convolution(x, w), window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f, feature_group_count=144\n}\n";
    static const char back[] = "HloModule m\nENTRY e {\n  x = f32[64,56,56,144] parameter(0)\n  g = f32[64,56,56,144] parameter(1)\n"
                               "  ROOT a = f32[3,3,1,144] convolution(x, g), window={size=56x56 pad=1_1x1_1}, dim_labels=f01b_i01o->01bf, batch_group_count=144\n}\n";
    double once = copy_ns("mi350x1", 2 * 4 * 64.0 * 56 * 56 * 144);
    g_assert_cmpfloat(step_of(each, "mi350x1"), >, 5 * once);
    g_assert_cmpfloat(step_of(back, "mi350x1"), >, 5 * once);
}

/* XLA makes no flash kernel for AMD: what is written there is what runs, unless it is asked for. */
static void test_flash(void)
{
    static const char text[] = "HloModule m\nENTRY e {\n  q = bf16[8,2048,64] parameter(0)\n  k = bf16[8,2048,64] parameter(1)\n  v = bf16[8,2048,64] parameter(2)\n"
                               "  s = bf16[8,2048,2048] dot(q, k), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={2}\n"
                               "  x = bf16[8,2048,2048] exponential(s)\n"
                               "  ROOT o = bf16[8,2048,64] dot(x, v), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={2}, rhs_contracting_dims={1}\n}\n";
    static const struct {
        const char *hardware;
        SimOptions o;
        bool flash;
    } cases[] = { { "mi350x1", { 0 }, false }, { "mi350x1", { .flash = true }, true }, { "mi350x1", { .flash = true, .no_flash = true }, false },
                  { "h100x1", { 0 }, true }, { "h100x1", { .no_flash = true }, false }, { "v5p-2", { 0 }, true }, { "cpu", { .flash = true }, false } };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        Ran r = run(text, cases[i].hardware, &cases[i].o);
        g_assert_cmpint(r.s->ns[SIM_ATTENTION] > 0, ==, cases[i].flash);
        done(r);
    }
}

/* An optimiser's new moments and weight are one kernel, which reads the four arrays once; what needs the first result by way of another kernel,
 * or at other places, is not part of it. */
static void test_joined(void)
{
    static const char adam[] = "HloModule m\nENTRY e {\n  w = f32[4096,4096] parameter(0)\n  m = f32[4096,4096] parameter(1)\n  v = f32[4096,4096] parameter(2)\n"
                               "  g = f32[4096,4096] parameter(3)\n  m2 = f32[4096,4096] add(m, g)\n  gg = f32[4096,4096] multiply(g, g)\n"
                               "  v2 = f32[4096,4096] add(v, gg)\n  s = f32[4096,4096] sqrt(v2)\n  d = f32[4096,4096] divide(m2, s)\n"
                               "  w2 = f32[4096,4096] subtract(w, d)\n  ROOT t = (f32[4096,4096], f32[4096,4096], f32[4096,4096]) tuple(w2, m2, v2)\n}\n";
    static const char turned[] = "HloModule m\nENTRY e {\n  w = f32[4096,4096] parameter(0)\n  a = f32[4096,4096] negate(w)\n  at = f32[4096,4096] transpose(a), dimensions={1,0}\n"
                                 "  b = f32[4096,4096] add(w, at)\n  p = f32[4096,4096] dot(a, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                                 "  c = f32[4096,4096] multiply(w, p)\n  ROOT t = (f32[4096,4096], f32[4096,4096], f32[4096,4096]) tuple(a, b, c)\n}\n";
    static const char *const cards[] = { "mi350x1", "h100x1", "v5p-2" };
    for (size_t i = 0; i < G_N_ELEMENTS(cards); i++) {
        SimOptions o = { 0 };
        Ran r = run(adam, cards[i], &o);
        double bytes = 0;
        for (int k = 0; k < r.s->kernels->entry->n; k++)
            bytes += r.s->kernels->entry->nodes[k].bytes;
        g_assert_cmpfloat(bytes, ==, 7.0 * 4 * 4096 * 4096);
        g_assert_cmpint(r.s->kernels->n_kernels, ==, 1);
        done(r);
    }
    SimOptions o = { 0 };
    Ran r = run(turned, "mi350x1", &o);
    g_assert_cmpint(r.s->kernels->entry->n, ==, 4);
    g_assert_cmpint(r.s->kernels->n_kernels, ==, 3); /* the second with the fourth */
    done(r);
}

/* Factorisations are priced by their sizes, as ops and as calls of the libraries; twice the columns take twice to eight times as long. */
static void test_factorisations(void)
{
    static const char call[] = "HloModule m\nENTRY e {\n  x = f32[%d,%d] parameter(0)\n  ROOT c = (f32[%d,%d], f32[%d], s32[]) custom-call(x), custom_call_target=\"%s\"\n}\n";
    static const char op[] = "HloModule m\nENTRY e {\n  x = f32[%d,%d] parameter(0)\n  ROOT c = f32[%d,%d] cholesky(x), lower=true\n}\n";
    static const char *const targets[] = { NULL, "lapack_spotrf_ffi", "lapack_ssyevd_ffi", "hipsolver_geqrf_ffi", "cusolver_gesvd_ffi" };
    static const char *const cards[] = { "mi350x1", "h100x1", "v5p-2" };
    for (size_t t = 0; t < G_N_ELEMENTS(targets); t++)
        for (size_t i = 0; i < G_N_ELEMENTS(cards); i++) {
            double last = 0;
            for (int n = 64; n <= 4096; n *= 2) {
                g_autofree char *text = targets[t] ? g_strdup_printf(call, n, n, n, n, n, targets[t]) : g_strdup_printf(op, n, n, n, n);
                SimOptions o = { 0 };
                Ran r = run(text, cards[i], &o);
                double ns = r.s->step.ns;
                g_assert_cmpint(r.s->kernels->n_unknown, ==, 0);
                g_assert_cmpfloat(ns, >, n * 500.0);
                if (last > 0) {
                    g_assert_cmpfloat(ns, >, 1.8 * last);
                    g_assert_cmpfloat(ns, <, 8.2 * last);
                }
                last = ns;
                done(r);
            }
        }
}

/* Products of eight bits are counted against their own peak, of which no more than all can be used; f32 against that of bfloat16, as papers do. */
static void test_use(void)
{
    static const char dot[] = "HloModule m\nENTRY e {\n  x = %s[8192,8192] parameter(0)\n  w = %s[8192,8192] parameter(1)\n"
                              "  ROOT p = %s[8192,8192] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n";
    static const char *const cards[] = { "mi350x1", "h100x1", "v6e-1" };
    double use[2];
    for (size_t i = 0; i < G_N_ELEMENTS(cards); i++) {
        for (int k = 0; k < 2; k++) {
            g_autofree char *text = k ? g_strdup_printf(dot, "f32", "f32", "f32") : g_strdup_printf(dot, "s8", "s8", "s32");
            SimOptions o = { 0 };
            Ran r = run(text, cards[i], &o);
            use[k] = r.s->use;
            done(r);
        }
        g_assert_cmpfloat(use[0], >, 0.2);
        g_assert_cmpfloat(use[0], <, 0.91);
        g_assert_cmpfloat(use[1], <, hardware_named(cards[i])->family == DEVICE_TPU ? 0.91 : 0.5); /* where one pass of bf16 is what f32 takes by default */
    }
}

static double largest_bytes(const char *type, int k, const char *hardware)
{
    g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e {\n  x = %s[512,2048] parameter(0)\n  ROOT s = (%s[512,%d], s32[512,%d]) topk(x), k=%d, largest=true\n}\n", type, type, k, k, k);
    static const SimOptions plain;
    Ran r = run(text, hardware, &plain);
    double bytes = r.s->kernels->entry->nodes[0].bytes;
    done(r);
    return bytes;
}

/* The few largest of long rows have a kernel on GPUs that reads them once; more, or of other types, are sorted with their positions. */
static void test_largest(void)
{
    const double once = 512.0 * 2048 * 4, passes = 1 + log2(2048 / 8);
    g_assert_cmpfloat(largest_bytes("f32", 16, "h100x1"), ==, once + 512 * 16 * 8);
    g_assert_cmpfloat_with_epsilon(largest_bytes("f32", 17, "h100x1"), 4 * once * passes, 1);
    g_assert_cmpfloat_with_epsilon(largest_bytes("f16", 16, "mi350x1"), 3 * once * passes, 1);
    g_assert_cmpfloat(largest_bytes("f32", 17, "v6e-1"), ==, once + 512 * 17 * 8);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/kernels/chain", test_chain);
    g_test_add_func("/sim/kernels/joined", test_joined);
    g_test_add_func("/sim/kernels/factorisations", test_factorisations);
    g_test_add_func("/sim/kernels/use", test_use);
    g_test_add_func("/sim/kernels/scan", test_scan);
    g_test_add_func("/sim/kernels/updates", test_updates);
    g_test_add_func("/sim/kernels/rows", test_rows);
    g_test_add_func("/sim/kernels/epilogue", test_epilogue);
    g_test_add_func("/sim/kernels/steps", test_steps);
    g_test_add_func("/sim/kernels/narrow", test_narrow);
    g_test_add_func("/sim/kernels/read-by-products", test_read_by_products);
    g_test_add_func("/sim/kernels/widened", test_widened);
    g_test_add_func("/sim/kernels/convolutions", test_convolutions);
    g_test_add_func("/sim/kernels/flash", test_flash);
    g_test_add_func("/sim/kernels/largest", test_largest);
    return g_test_run();
}
