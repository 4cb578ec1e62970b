/* Passes over the per-device program: whatever they do, each device's results stay to the bit, and fewer bytes move. */
#include <string.h>

#include "runtime/exec/fill.h"
#include "runtime/exec/reference.h"
#include "runtime/passes/optimise.h"
#include "runtime/passes/pipeline.h"
#include "runtime/text/text.h"
#include "tests/conformance/conform.h"
#include "tests/unit/passes/random_region.h"

static Compiled *compiled(const char *text, const char *stop_after)
{
    g_autoptr(GError) error = NULL;
    IrModule *m = program_parse("t.mlir", text, strlen(text), &error);
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
    reference_eval_spmd(local, (const Tensor *const *)pieces->pdata, local->entry->n_params, n, out, &error);
    g_assert_no_error(error);
    return out;
}

static int64_t traffic(const IrModule *local)
{
    int64_t bytes;
    module_traffic(local, NULL, &bytes);
    return bytes;
}

/* The pass on the program as it comes out of `stop_after`: same results to the bit, no more bytes. Returns the bytes saved. */
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
    g_assert_cmpint(fewer, >, (int)n / 4); /* it has found something to do */
    g_assert_cmpint(fewer, <, (int)n);
}

/* One collective on an argument that is alike along axis b: what is left of it. */
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
    /* over all devices: over those that differ, and doubled */
    g_assert_cmpint(bytes_left(REDUCE("dense<[[0, 1, 2, 3, 4, 5, 6, 7]]> : tensor<1x8xi64>"), whole), ==, 2 * 256 * 3 / 4);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/passes/equal/random-regions", test_equal_random);
    g_test_add_func("/passes/equal/sums", test_equal_sums);
    return g_test_run();
}
