/* Passes over the per-device program: the results of each device stay equal to the bit, and no more bytes move. */
#include <string.h>

#include "runtime/tensor/fill.h"
#include "runtime/reference/reference.h"
#include "runtime/passes/optimise.h"
#include "runtime/passes/pipeline.h"
#include "runtime/text/text.h"
#include "tests/conformance/conform.h"
#include "tests/unit/passes/random_region.h"

static Compiled *compiled(const char *text, const char *stop_after)
{
    g_autoptr(GError) error = NULL;
    IrModule *m = program_parse(g_str_has_prefix(text, "HloModule") ? "t.hlo" : "t.mlir", text, strlen(text), &error);
    g_assert_no_error(error);
    CompileOptions o = { .stop_after = stop_after, .verify = true };
    Compiled *c = compile(m, &o, &error);
    g_assert_no_error(error);
    return c;
}

static GPtrArray *run(const IrModule *local, const GPtrArray *pieces, int64_t n)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *out = tensor_array_new();
    reference_eval_spmd(local, (const Tensor *const *)pieces->pdata, local->entry->n_params, &(RefOptions){ .n_devices = n }, out, &error);
    g_assert_no_error(error);
    return out;
}

static int64_t traffic(const IrModule *local)
{
    int64_t bytes;
    module_traffic(local, NULL, &bytes);
    return bytes;
}

/* Runs the pass on the program after the pass `stop_after`: results are bitwise equal and no more bytes are moved. Returns the bytes
 * saved. */
static int64_t check_pass(const char *text, const char *stop_after, int (*pass)(IrModule *))
{
    g_autoptr(GError) error = NULL;
    g_autoptr(Compiled) c = compiled(text, stop_after);
    g_autoptr(GPtrArray) args = fill_arguments(c->whole, FILL_RANDOM, 7, 5, &error);
    g_autoptr(GPtrArray) pieces = conform_cut(c->whole, args, c->local, c->n_devices), before = run(c->local, pieces, c->n_devices);
    int64_t had = traffic(c->local);
    pass(c->local);
    module_verify(c->local, &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) after = run(c->local, pieces, c->n_devices);
    g_assert_cmpint(before->len, ==, after->len);
    for (guint i = 0; i < before->len; i++) {
        const Tensor *a = g_ptr_array_index(before, i), *b = g_ptr_array_index(after, i);
        if (memcmp(a->data, b->data, (size_t)type_bytes(a->type)) != 0) {
            g_test_message("result %u differs:\n%s", i, text);
            g_test_fail();
        }
    }
    g_assert_cmpint(traffic(c->local), <=, had);
    return had - traffic(c->local);
}

static void test_equal_random(void)
{
    int fewer = 0;
    guint n = g_test_slow() ? 20000 : 300;
    for (guint seed = 0; seed < n; seed++) {
        g_autofree char *text = random_region(seed);
        fewer += check_pass(text, "cse", pass_equal) > 0;
    }
    g_assert_cmpint(fewer, >, (int)n / 4); /* the pass changed something */
    g_assert_cmpint(fewer, <, (int)n);
}

static void test_scatter_random(void)
{
    int fewer = 0;
    guint n = g_test_slow() ? 10000 : 150;
    for (guint seed = 0; seed < n; seed++) {
        g_autofree char *text = random_region(seed);
        fewer += check_pass(text, "equal", pass_scatter) > 0;
    }
    g_assert_cmpint(fewer, >, (int)n / 20);
}

/* The same reduction twice, with reducers of different names, is moved once; over other dims, or with another op, it is a different
 * value. */
static void test_cse_whole(void)
{
    static const char form[] =
        "HloModule m, num_partitions=4\n one { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT r = f32[] add(a, b) }\n"
        "two { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT r = f32[] %s(b, a) }\n"
        "ENTRY e { x = f32[16,16] parameter(0), sharding={devices=[2,2]<=[4]}\n z = f32[] constant(0)\n y = f32[] constant(0)\n"
        " p = f32[16] reduce(x, z), dimensions={1}, to_apply=one\n q = f32[16] reduce(x, y), dimensions={%d}, to_apply=two\n"
        " n = f32[16] negate(q)\n ROOT t = (f32[16], f32[16]) tuple(p, n), sharding={{replicated}, {replicated}} }\n";
    static const struct { const char *op; int dim; } other[] = { { "add", 1 }, { "add", 0 }, { "maximum", 1 } };
    int64_t bytes[3];
    for (int i = 0; i < 3; i++) {
        g_autofree char *text = g_strdup_printf(form, other[i].op, other[i].dim);
        g_autoptr(Compiled) c = compiled(text, NULL);
        bytes[i] = c->traffic;
    }
    g_assert_cmpint(2 * bytes[0], ==, bytes[1]);
    g_assert_cmpint(2 * bytes[0], ==, bytes[2]);
}

static int n_of(const IrModule *m, OpCode code)
{
    int n = 0;
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++)
            n += m->comps[k]->ops[i]->code == code;
    return n;
}

/* A roll by nothing joins the whole array with an empty slice: nothing is left of it. What is joined with others keeps the others in their order. */
static void test_empty_parts(void)
{
    static const char text[] =
        "HloModule m\nENTRY e { x = f32[6,4] parameter(0)\n y = f32[6,3] parameter(1)\n none = f32[6,0] slice(x), slice={[0:6], [4:4]}\n"
        " r = f32[6,4] concatenate(x, none), dimensions={1}\n s = f32[6,7] concatenate(none, x, none, y), dimensions={1}\n"
        " all = f32[6,0] concatenate(none, none), dimensions={1}\n ROOT t = (f32[6,4], f32[6,7], f32[6,0]) tuple(r, s, all) }\n";
    check_pass(text, "localise", pass_simplify);
    g_autoptr(Compiled) c = compiled(text, NULL);
    g_assert_cmpint(n_of(c->local, OP_concatenate), ==, 1);
}

static int combine_on_h100(IrModule *m)
{
    return pass_combine(m, hardware_named("h100x8"));
}

static int n_collectives(const IrModule *m)
{
    int n = 0;
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++)
            n += op_is_collective(m->comps[k]->ops[i]);
    return n;
}

static void test_combine_random(void)
{
    guint n = g_test_slow() ? 5000 : 150, fewer = 0;
    for (guint seed = 0; seed < n; seed++) {
        g_autofree char *text = random_region(seed);
        g_assert_cmpint(check_pass(text, "equal", combine_on_h100), ==, 0);
        g_autoptr(Compiled) c = compiled(text, "equal");
        int had = n_collectives(c->local), removed = combine_on_h100(c->local);
        g_assert_cmpint(n_collectives(c->local), ==, had - removed);
        fewer += removed > 0;
    }
    g_assert_cmpint(fewer, >, n / 20);
}

/* Two chains in opposite order: a1 before b1, and b2 before a2, where a are sums and b gathers. Either the sums or the gathers can be
 * combined; both would make a cycle. */
static void test_combine_crossing(void)
{
    static const char text[] =
        "module @m {\n  sdy.mesh @mesh = <[\"a\"=8]>\n  func.func public @main(%x: tensor<8x8xf32>, %y: tensor<8x8xf32>) -> (tensor<64x8xf32>, tensor<64x8xf32>) {\n"
        "    %0:2 = sdy.manual_computation(%x, %y) in_shardings=[<@mesh, [{\"a\"}, {}]>, <@mesh, [{\"a\"}, {}]>] out_shardings=[<@mesh, [{\"a\"}, {}]>, <@mesh, [{\"a\"}, {}]>] "
        "manual_axes={\"a\"} (%v: tensor<1x8xf32>, %w: tensor<1x8xf32>) {\n"
        "      %s1 = \"stablehlo.all_reduce\"(%v) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0,1,2,3,4,5,6,7]]> : tensor<1x8xi64>, use_global_device_ids}> ({\n"
        "      ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n        %r = stablehlo.add %p, %q : tensor<f32>\n        stablehlo.return %r : tensor<f32>\n      }) : (tensor<1x8xf32>) -> tensor<1x8xf32>\n"
        "      %m1 = stablehlo.multiply %s1, %v : tensor<1x8xf32>\n"
        "      %g1 = \"stablehlo.all_gather\"(%m1) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0,1,2,3,4,5,6,7]]> : tensor<1x8xi64>, use_global_device_ids}> : (tensor<1x8xf32>) -> tensor<8x8xf32>\n"
        "      %g2 = \"stablehlo.all_gather\"(%w) <{all_gather_dim = 0 : i64, channel_handle = #stablehlo.channel_handle<handle = 2, type = 1>, replica_groups = dense<[[0,1,2,3,4,5,6,7]]> : tensor<1x8xi64>, use_global_device_ids}> : (tensor<1x8xf32>) -> tensor<8x8xf32>\n"
        "      %c2 = stablehlo.slice %g2 [2:3, 0:8] : (tensor<8x8xf32>) -> tensor<1x8xf32>\n      %m2 = stablehlo.add %c2, %w : tensor<1x8xf32>\n"
        "      %s2 = \"stablehlo.all_reduce\"(%m2) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0,1,2,3,4,5,6,7]]> : tensor<1x8xi64>, use_global_device_ids}> ({\n"
        "      ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n        %r = stablehlo.add %p, %q : tensor<f32>\n        stablehlo.return %r : tensor<f32>\n      }) : (tensor<1x8xf32>) -> tensor<1x8xf32>\n"
        "      %b2 = stablehlo.concatenate %s2, %s2, %s2, %s2, %s2, %s2, %s2, %s2, dim = 0 : (tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<8x8xf32>\n"
        "      sdy.return %g1, %b2 : tensor<8x8xf32>, tensor<8x8xf32>\n    } : (tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<64x8xf32>, tensor<64x8xf32>)\n"
        "    return %0#0, %0#1 : tensor<64x8xf32>, tensor<64x8xf32>\n  }\n}\n";
    check_pass(text, "equal", combine_on_h100);
    g_autoptr(Compiled) c = compiled(text, "equal");
    g_assert_cmpint(n_collectives(c->local), ==, 4);
    g_assert_cmpint(combine_on_h100(c->local), ==, 1);
}

/* Thousands of small sums, each of a different value, are combined a few dozen at a time. */
static void test_combine_many(void)
{
    enum { MANY = 5000 };
    g_autoptr(GString) text = g_string_new(
        "module @m {\n  sdy.mesh @mesh = <[\"a\"=2]>\n  func.func public @main(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
        "    %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"a\"}]>] out_shardings=[<@mesh, [{\"a\"}]>] manual_axes={\"a\"} (%t0: tensor<2xf32>) {\n");
    for (int i = 1; i <= MANY; i++)
        g_string_append_printf(text, "      %%v%d = stablehlo.%s %%%s%d, %%t0 : tensor<2xf32>\n"
                               "      %%s%d = \"stablehlo.all_reduce\"(%%v%d) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = "
                               "dense<[[0,1]]> : tensor<1x2xi64>, use_global_device_ids}> ({\n      ^bb0(%%p: tensor<f32>, %%q: tensor<f32>):\n"
                               "        %%r = stablehlo.add %%p, %%q : tensor<f32>\n        stablehlo.return %%r : tensor<f32>\n      }) : (tensor<2xf32>) -> tensor<2xf32>\n"
                               "      %%t%d = stablehlo.add %%t%d, %%s%d : tensor<2xf32>\n",
                               i, i > 1 ? "add" : "multiply", i > 1 ? "v" : "t", i - 1, i, i, i, i - 1, i);
    g_string_append_printf(text, "      sdy.return %%t%d : tensor<2xf32>\n    } : (tensor<4xf32>) -> tensor<4xf32>\n    return %%0 : tensor<4xf32>\n  }\n}\n", MANY);
    g_autoptr(GError) error = NULL;
    g_autoptr(Compiled) c = compiled(text->str, "localise");
    g_assert_cmpint(n_collectives(c->local), ==, MANY);
    int removed = combine_on_h100(c->local);
    module_verify(c->local, &error);
    g_assert_no_error(error);
    g_assert_cmpint(n_collectives(c->local), ==, MANY - removed);
    g_assert_cmpint(n_collectives(c->local), <, MANY / 20);
}

/* One collective on an argument that is equal along axis b: the collective that remains. */
static int64_t bytes_left(const char *collective, const char *result)
{
    g_autofree char *text = g_strdup_printf(
        "module @m {\n  sdy.mesh @mesh = <[\"a\"=4, \"b\"=2]>\n"
        "  func.func public @main(%%x: tensor<32x8xf32>) -> %s {\n"
        "    %%0 = sdy.manual_computation(%%x) in_shardings=[<@mesh, [{\"a\"}, {}]>] out_shardings=[<@mesh, [{\"a\", \"b\"}, {}]>] manual_axes={\"a\", \"b\"} (%%v: tensor<8x8xf32>) {\n"
        "%s      sdy.return %%r : tensor<8x8xf32>\n    } : (tensor<32x8xf32>) -> %s\n    return %%0 : %s\n  }\n}\n",
        result, collective, result, result);
    g_autoptr(Compiled) c = compiled(text, NULL);
    return c->traffic;
}

#define REDUCE(groups)                                                                                                        \
    "      %r = \"stablehlo.all_reduce\"(%v) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = " groups \
    ", use_global_device_ids}> ({\n      ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n        %s = stablehlo.add %p, %q : tensor<f32>\n"         \
    "        stablehlo.return %s : tensor<f32>\n      }) : (tensor<8x8xf32>) -> tensor<8x8xf32>\n"

static void test_equal_sums(void)
{
    const char *whole = "tensor<64x8xf32>";
    g_assert_cmpint(bytes_left(REDUCE("dense<[[0, 1], [2, 3], [4, 5], [6, 7]]> : tensor<4x2xi64>"), whole), ==, 0);
    g_assert_cmpint(bytes_left(REDUCE("dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>"), whole), ==, 2 * 256 * 3 / 4);
    /* over all devices: reduced to those whose values differ, and doubled */
    g_assert_cmpint(bytes_left(REDUCE("dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>"), whole), ==, 2 * 256 * 3 / 4);
}

/* A loop of `trips` over an array of type `stack`: trip i takes the row of type `row` at `index` and multiplies it with w (`dot`). */
typedef struct Scan {
    const char *stack, *index, *slice, *row, *w, *product, *dot;
    int sizes_at;          /* dim of the stack along which rows are taken */
    int trips, expect;     /* expected number of products moved in front of the loop */
} Scan;

static char *scan_text(const Scan *s)
{
    static const char *const starts[] = { "i, z, z", "z, i, z", "z, z, i" };
    g_autofree char *sizes = g_strdup(strchr(s->slice, '[') + 1);
    *strchr(sizes, ']') = '\0';
    const char *fixed = s->w[0] == '!' ? "negate(w)" : "copy(w)", *w = s->w + (s->w[0] == '!');
    GString *t = g_string_new("HloModule m, num_partitions=1\n");
    g_string_append_printf(t, "cond { p = (s32[], %s, %s, %s) parameter(0)\n k = s32[] get-tuple-element(p), index=0\n n = s32[] constant(%d)\n ROOT c = pred[] compare(k, n), direction=LT }\n",
                           s->stack, w, s->product, s->trips);
    g_string_append_printf(t, "body { p = (s32[], %s, %s, %s) parameter(0)\n k = s32[] get-tuple-element(p), index=0\n x = %s get-tuple-element(p), index=1\n w = %s get-tuple-element(p), index=2\n"
                           " sum = %s get-tuple-element(p), index=3\n z = s32[] constant(0)\n one = s32[] constant(1)\n last = s32[] constant(%d)\n %s\n"
                           " slice = %s dynamic-slice(x, %s), dynamic_slice_sizes={%s}\n row = %s %s(slice)\n dot = %s %s\n two = s32[] constant(3)\n twos = %s broadcast(two), dimensions={}\n"
                           " more = %s multiply(sum, twos)\n next = %s add(more, dot)\n kk = s32[] add(k, one)\n other = %s %s\n ROOT r = (s32[], %s, %s, %s) tuple(kk, x, other, next) }\n",
                           s->stack, w, s->product, s->stack, w, s->product, s->trips - 1, s->index, s->slice, starts[s->sizes_at], sizes, s->row,
                           strcmp(s->row, s->slice) == 0 ? "copy" : "reshape", s->product, s->dot, s->product, s->product, s->product, w, fixed, s->stack, w, s->product);
    g_string_append_printf(t, "ENTRY e { x = %s parameter(0)\n w = %s parameter(1)\n z = s32[] constant(0)\n zs = %s broadcast(z), dimensions={}\n t = (s32[], %s, %s, %s) tuple(z, x, w, zs)\n"
                           " l = (s32[], %s, %s, %s) while(t), condition=cond, body=body\n ROOT o = %s get-tuple-element(l), index=3 }\n",
                           s->stack, w, s->product, s->stack, w, s->product, s->stack, w, s->product, s->product);
    return g_string_free(t, FALSE);
}

static int n_fissions;

static int fission(IrModule *m)
{
    return n_fissions = pass_fission(m);
}

/* Rows taken forwards, backwards, along another dim, as right operand, with a batch dim, with the row's dim kept; and cases that stay as
 * they are: some rows are not taken, the other operand changes, or the products need much more memory than the rows. */
static void test_fission(void)
{
    static const char plain[] = "dot(row, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}";
    static const char same[] = "i = s32[] copy(k)", back[] = "i = s32[] subtract(last, k)";
    static const Scan scans[] = {
        { "s32[6,3,5]", same, "s32[1,3,5]", "s32[3,5]", "s32[5,4]", "s32[3,4]", plain, 0, 6, 1 },
        { "s32[6,3,5]", back, "s32[1,3,5]", "s32[3,5]", "s32[5,4]", "s32[3,4]", plain, 0, 6, 1 },
        { "s32[6,3,5]", "i = s32[] clamp(z, k, last)", "s32[1,3,5]", "s32[3,5]", "s32[5,4]", "s32[3,4]", plain, 0, 6, 1 },
        { "s32[3,6,5]", same, "s32[3,1,5]", "s32[3,5]", "s32[5,4]", "s32[3,4]", plain, 1, 6, 1 },
        { "s32[3,5,6]", same, "s32[3,5,1]", "s32[3,5]", "s32[5,4]", "s32[3,4]", plain, 2, 6, 1 },
        { "s32[6,3,5]", same, "s32[1,3,5]", "s32[3,5]", "s32[4,3]", "s32[4,5]", "dot(w, row), lhs_contracting_dims={1}, rhs_contracting_dims={0}", 0, 6, 1 },
        { "s32[3,6,5]", same, "s32[3,1,5]", "s32[3,5]", "s32[3,5,4]", "s32[3,4]", "dot(row, w), lhs_batch_dims={0}, rhs_batch_dims={0}, lhs_contracting_dims={1}, rhs_contracting_dims={1}", 1, 6, 1 },
        { "s32[6,3,5]", same, "s32[1,3,5]", "s32[1,3,5]", "s32[5,4]", "s32[1,3,4]", "dot(slice, w), lhs_contracting_dims={2}, rhs_contracting_dims={0}", 0, 6, 1 },
        { "s32[6,3,5]", same, "s32[1,3,5]", "s32[1,3,5]", "s32[4,3]", "s32[4,1,5]", "dot(w, slice), lhs_contracting_dims={1}, rhs_contracting_dims={1}", 0, 6, 1 },
        { "s32[7,3,5]", same, "s32[1,3,5]", "s32[3,5]", "s32[5,4]", "s32[3,4]", plain, 0, 6, 0 },                      /* one row is not taken */
        { "s32[6,3,5]", "i = s32[] multiply(k, z)", "s32[1,3,5]", "s32[3,5]", "s32[5,4]", "s32[3,4]", plain, 0, 6, 0 }, /* the same row in every trip */
        { "s32[6,3,5]", same, "s32[1,3,5]", "s32[3,5]", "!s32[5,4]", "s32[3,4]", plain, 0, 6, 0 },                     /* w differs in each trip */
        { "s32[6,3,5]", same, "s32[1,3,5]", "s32[3,5]", "s32[5,400]", "s32[3,400]", plain, 0, 6, 0 },                  /* the products are too large */
        { "s32[3,3,5]", same, "s32[1,3,5]", "s32[3,5]", "s32[5,4]", "s32[3,4]", plain, 0, 3, 0 },                      /* too few trips */
    };
    for (size_t i = 0; i < G_N_ELEMENTS(scans); i++) {
        g_autofree char *text = scan_text(&scans[i]);
        check_pass(text, "cse", fission);
        g_test_message("scan %d", (int)i);
        g_assert_cmpint(n_fissions, ==, scans[i].expect);
    }
}

/* ---- collectives of all trips at once ---- */

/* A loop whose trips bring what `made` is of the rows of %v and get `meet` of it, of `rows` x `columns`. */
typedef struct Trips {
    int from, to, step;
    const char *made, *meet;
    int rows, columns, expect; /* expect: collectives moved in front of the loop */
} Trips;

#define SLICE "        %row = stablehlo.dynamic_slice %v, %i, %z, sizes = [1, 4] : (tensor<12x4xf32>, tensor<i32>, tensor<i32>) -> tensor<1x4xf32>\n"
#define MADE SLICE "        %p = stablehlo.multiply %row, %row : tensor<1x4xf32>\n"
#define HANDLE "channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>"
#define SUM "({\n      ^bb0(%f: tensor<f32>, %g: tensor<f32>):\n        %h = stablehlo.add %f, %g : tensor<f32>\n        stablehlo.return %h : tensor<f32>\n      })"
#define ALL_REDUCE "        %m = \"stablehlo.all_reduce\"(%p) <{" HANDLE ", replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> " SUM " : (tensor<1x4xf32>) -> tensor<1x4xf32>\n"

static char *trips_text(const Trips *t)
{
    g_autofree char *local = g_strdup_printf("tensor<%dx%dxf32>", t->rows, t->columns), *whole = g_strdup_printf("tensor<%dx%dxf32>", 2 * t->rows, 2 * t->columns);
    return g_strdup_printf(
        "module @m {\n  sdy.mesh @mesh = <[\"a\"=2, \"b\"=2]>\n  func.func public @main(%%x: tensor<24x8xf32>) -> %s {\n"
        "    %%0 = sdy.manual_computation(%%x) in_shardings=[<@mesh, [{\"a\"}, {\"b\"}]>] out_shardings=[<@mesh, [{\"a\"}, {\"b\"}]>] manual_axes={\"a\", \"b\"} (%%v: tensor<12x4xf32>) {\n"
        "      %%z = stablehlo.constant dense<0> : tensor<i32>\n      %%from = stablehlo.constant dense<%d> : tensor<i32>\n      %%to = stablehlo.constant dense<%d> : tensor<i32>\n"
        "      %%step = stablehlo.constant dense<%d> : tensor<i32>\n      %%none = stablehlo.constant dense<0.5> : %s\n"
        "      %%r:2 = stablehlo.while(%%i = %%from, %%s = %%none) : tensor<i32>, %s\n       cond {\n        %%c = stablehlo.compare NE, %%i, %%to : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
        "        stablehlo.return %%c : tensor<i1>\n      } do {\n%s%s        %%half = stablehlo.multiply %%s, %%none : %s\n        %%next = stablehlo.add %%half, %%m : %s\n"
        "        %%j = stablehlo.add %%i, %%step : tensor<i32>\n        stablehlo.return %%j, %%next : tensor<i32>, %s\n      }\n"
        "      sdy.return %%r#1 : %s\n    } : (tensor<24x8xf32>) -> %s\n    return %%0 : %s\n  }\n}\n",
        whole, t->from, t->to, t->step, local, local, t->made, t->meet, local, local, local, local, whole, whole);
}

/* Collectives in each trip of a loop that follow from its number are one before it, with the same results; those that follow from what trips before them made, or would
 * make much twice, stay. */
static void test_fission_meetings(void)
{
    static const Trips cases[] = {
        { 0, 12, 1, MADE, ALL_REDUCE, 1, 4, 1 },
        { 3, 11, 2, MADE, ALL_REDUCE, 1, 4, 1 },
        { 11, -1, -1, MADE, ALL_REDUCE, 1, 4, 1 },
        { 0, 12, 1, MADE, "        %m = \"stablehlo.all_gather\"(%p) <{all_gather_dim = 1 : i64, " HANDLE ", replica_groups = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<1x4xf32>) -> tensor<1x8xf32>\n", 1, 8, 1 },
        { 0, 12, 1, MADE, "        %m = \"stablehlo.all_gather\"(%p) <{all_gather_dim = 0 : i64, " HANDLE ", replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> : (tensor<1x4xf32>) -> tensor<2x4xf32>\n", 2, 4, 1 },
        { 0, 12, 1, MADE, "        %m = \"stablehlo.reduce_scatter\"(%p) <{" HANDLE ", replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, scatter_dimension = 1 : i64, use_global_device_ids}> " SUM " : (tensor<1x4xf32>) -> tensor<1x2xf32>\n", 1, 2, 1 },
        { 0, 12, 1, MADE, "        %m = \"stablehlo.collective_permute\"(%p) <{" HANDLE ", source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>\n", 1, 4, 1 },
        /* one after the other: the second gets what the first made */
        { 0, 12, 1, SLICE "        %p = \"stablehlo.collective_permute\"(%row) <{" HANDLE ", source_target_pairs = dense<[[0, 1], [1, 2], [2, 0]]> : tensor<3x2xi64>}> : (tensor<1x4xf32>) -> tensor<1x4xf32>\n", ALL_REDUCE, 1, 4, 2 },
        { 0, 3, 1, MADE, ALL_REDUCE, 1, 4, 0 },                                                                 /* too few trips */
        { 0, 12, 1, SLICE "        %p = stablehlo.multiply %row, %s : tensor<1x4xf32>\n", ALL_REDUCE, 1, 4, 0 }, /* of the trip before */
        { 0, 12, 1, "        %p = stablehlo.slice %v [2:3, 0:4] : (tensor<12x4xf32>) -> tensor<1x4xf32>\n", ALL_REDUCE, 1, 4, 0 }, /* the same in each trip */
        /* a product that is needed for the collective and for the loop */
        { 0, 12, 1, SLICE "        %q = stablehlo.dot_general %row, %v, contracting_dims = [1] x [1] : (tensor<1x4xf32>, tensor<12x4xf32>) -> tensor<1x12xf32>\n"
          "        %p = stablehlo.slice %q [0:1, 0:4] : (tensor<1x12xf32>) -> tensor<1x4xf32>\n        %e = stablehlo.slice %q [0:1, 4:8] : (tensor<1x12xf32>) -> tensor<1x4xf32>\n",
          "        %n = \"stablehlo.all_reduce\"(%p) <{" HANDLE ", replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, use_global_device_ids}> " SUM " : (tensor<1x4xf32>) -> tensor<1x4xf32>\n"
          "        %m = stablehlo.add %n, %e : tensor<1x4xf32>\n", 1, 4, 0 },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = trips_text(&cases[i]);
        g_test_message("case %d", (int)i);
        check_pass(text, "hoist", fission);
        g_assert_cmpint(n_fissions, ==, cases[i].expect);
    }
}

/* The bytes of an element of the only op with this code. */
static int bytes_of_the(const IrModule *m, OpCode code)
{
    for (int i = 0; i < m->entry->n_ops; i++)
        if (m->entry->ops[i]->code == code)
            return elem_info[m->entry->ops[i]->type->elem].bytes;
    return -1;
}

/* Conversions and moves of elements: `code` works on elements of so many bytes in the end, and results stay the same. */
static void test_moves(void)
{
    static const struct { const char *text; OpCode code; int bytes; } cases[] = {
        /* widened before: moved as it was */
        { "x = s8[5,7,3] parameter(0)\n c = f32[5,7,3] convert(x)\n ROOT t = f32[3,5,7] transpose(c), dimensions={2,0,1}", OP_transpose, 1 },
        { "x = f16[5,7,3] parameter(0)\n c = f32[5,7,3] convert(x)\n r = f32[35,3] reshape(c)\n t = f32[3,35] transpose(r), dimensions={1,0}\n"
          " ROOT n = f32[3,35] negate(t)", OP_transpose, 2 },
        { "x = s16[50] parameter(0)\n c = f64[50] convert(x)\n r = f64[50] reverse(c), dimensions={0}\n ROOT s = f64[9] slice(r), slice={[3:12]}", OP_slice, 2 },
        { "x = bf16[50,8] parameter(0)\n i = s32[6,1] parameter(1)\n c = f32[50,8] convert(x)\n ROOT g = f32[6,8] gather(c, i), offset_dims={1}, "
          "collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,8}", OP_gather, 2 },
        { "x = bf16[50,8] parameter(0)\n k = s32[] parameter(1)\n c = f32[50,8] convert(x)\n z = s32[] constant(0)\n two = s32[] add(k, k)\n"
          " ROOT g = f32[6,8] dynamic-slice(c, two, z), dynamic_slice_sizes={6,8}", OP_dynamic_slice, 2 },
        /* made narrower behind: moved as it will be */
        { "x = f32[5,7,3] parameter(0)\n n = f32[5,7,3] negate(x)\n t = f32[3,5,7] transpose(n), dimensions={2,0,1}\n ROOT c = bf16[3,5,7] convert(t)", OP_transpose, 2 },
        { "x = f32[5,7,3] parameter(0)\n n = f32[5,7,3] negate(x)\n t = f32[3,5,7] transpose(n), dimensions={2,0,1}\n r = f32[15,7] reshape(t)\n"
          " v = f32[15,7] reverse(r), dimensions={1}\n c = s8[15,7] convert(v)\n d = s8[15,7] negate(c)\n ROOT e = s8[15,7] add(c, d)", OP_transpose, 1 },
        /* read by others, by a product, or as rows: left as it is */
        { "x = f32[5,7,3] parameter(0)\n n = f32[5,7,3] negate(x)\n t = f32[3,5,7] transpose(n), dimensions={2,0,1}\n c = bf16[3,5,7] convert(t)\n"
          " ROOT u = (f32[3,5,7], bf16[3,5,7]) tuple(t, c)", OP_transpose, 4 },
        { "x = s8[5,7] parameter(0)\n y = f32[5,4] parameter(1)\n c = f32[5,7] convert(x)\n t = f32[7,5] transpose(c), dimensions={1,0}\n"
          " ROOT d = f32[7,4] dot(t, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}", OP_transpose, 4 },
        { "x = f32[5,7,40] parameter(0)\n n = f32[5,7,40] negate(x)\n t = f32[7,5,40] transpose(n), dimensions={1,0,2}\n ROOT c = bf16[7,5,40] convert(t)", OP_transpose, 4 },
        /* transpositions become one */
        { "x = s16[2,3,4,5] parameter(0)\n a = s16[4,2,5,3] transpose(x), dimensions={2,0,3,1}\n b = s16[3,4,5,2] transpose(a), dimensions={3,0,2,1}\n"
          " ROOT c = s16[2,3,5,4] transpose(b), dimensions={3,0,2,1}", OP_transpose, 2 },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *text = g_strdup_printf("HloModule m\nENTRY e { %s }\n", cases[i].text);
        check_pass(text, "localise", pass_simplify);
        check_pass(text, "combine", pass_moves);
        check_pass(text, "cse", pass_optimise);
        g_autoptr(Compiled) c = compiled(text, NULL);
        g_test_message("case %d", (int)i);
        g_assert_cmpint(bytes_of_the(c->local, cases[i].code), ==, cases[i].bytes);
        g_assert_cmpint(n_of(c->local, OP_transpose), <=, 1);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/passes/equal/random-regions", test_equal_random);
    g_test_add_func("/passes/equal/sums", test_equal_sums);
    g_test_add_func("/passes/cse/whole", test_cse_whole);
    g_test_add_func("/passes/simplify/empty-parts", test_empty_parts);
    g_test_add_func("/passes/scatter/random-regions", test_scatter_random);
    g_test_add_func("/passes/combine/random-regions", test_combine_random);
    g_test_add_func("/passes/combine/crossing", test_combine_crossing);
    g_test_add_func("/passes/combine/many", test_combine_many);
    g_test_add_func("/passes/fission", test_fission);
    g_test_add_func("/passes/fission-meetings", test_fission_meetings);
    g_test_add_func("/passes/moves", test_moves);
    return g_test_run();
}
