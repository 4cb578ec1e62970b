/* Without memory: wherever an allocation fails, the execution or the compile ends as an error, and the client stays usable. */
#include <string.h>

#include "runtime/base/memory_out.h"
#include "runtime/memory/buffer.h"
#include "tests/unit/library/check.h"

/* Under the address sanitizer: what a compile without memory leaves behind stays, as memory_out.h says. */
void __lsan_disable(void) __attribute__((weak));
void __lsan_enable(void) __attribute__((weak));

/* Products with operands that are widened or put into order, reductions of either side, windows, sorts, a scatter, and what the evaluator computes. */
static const char kernels[] =
    "module @kernels attributes {mhlo.num_partitions = 4 : i32} {\n"
    "  sdy.mesh @m = <[\"x\"=4]>\n"
    "  func.func public @main(%a: tensor<64x64xbf16> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {}]>}, %b: tensor<64x64xf32> {sdy.sharding = #sdy.sharding<@m, [{}, {\"x\"}]>},\n"
    "      %i: tensor<64x64xi32> {sdy.sharding = #sdy.sharding<@m, [{\"x\"}, {}]>}) -> (tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xi32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {\n"
    "    %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
    "    %w = stablehlo.dot_general %a, %a, contracting_dims = [0] x [1] : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>\n"
    "    %wf = stablehlo.convert %w : (tensor<64x64xbf16>) -> tensor<64x64xf32>\n"
    "    %d = stablehlo.dot_general %wf, %b, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>\n"
    "    %r = stablehlo.reduce(%d init: %z) applies stablehlo.add across dimensions = [0] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>\n"
    "    %ii = stablehlo.dot_general %i, %i, contracting_dims = [1] x [0] : (tensor<64x64xi32>, tensor<64x64xi32>) -> tensor<64x64xi32>\n"
    "    %c = \"stablehlo.reduce_window\"(%d, %z) <{padding = dense<[[63, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 64, 1>}> ({\n"
    "      ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
    "        %s = stablehlo.add %p, %q : tensor<f32>\n"
    "        stablehlo.return %s : tensor<f32>\n"
    "      }) : (tensor<64x64xf32>, tensor<f32>) -> tensor<64x64xf32>\n"
    "    %o = \"stablehlo.sort\"(%d) <{dimension = 1 : i64, is_stable = true}> ({\n"
    "      ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
    "        %s = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
    "        stablehlo.return %s : tensor<i1>\n"
    "      }) : (tensor<64x64xf32>) -> tensor<64x64xf32>\n"
    "    %f = stablehlo.fft %b, type = RFFT, length = [64] : (tensor<64x64xf32>) -> tensor<64x33xcomplex<f32>>\n"
    "    %g = stablehlo.fft %f, type = IRFFT, length = [64] : (tensor<64x33xcomplex<f32>>) -> tensor<64x64xf32>\n"
    "    %x4 = stablehlo.reshape %b : (tensor<64x64xf32>) -> tensor<1x64x8x8xf32>\n"
    "    %k4 = stablehlo.reshape %wf : (tensor<64x64xf32>) -> tensor<64x64x1x1xf32>\n"
    "    %v = stablehlo.convolution(%x4, %k4) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} :\n"
    "        (tensor<1x64x8x8xf32>, tensor<64x64x1x1xf32>) -> tensor<1x64x8x8xf32>\n"
    "    %v2 = stablehlo.reshape %v : (tensor<1x64x8x8xf32>) -> tensor<64x64xf32>\n"
    "    return %d, %r, %ii, %c, %o, %g, %v2 : tensor<64x64xf32>, tensor<64xf32>, tensor<64x64xi32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>\n"
    "  }\n"
    "}\n";

enum { N_ARGUMENTS = 3, N_RESULTS = 7, N = 64 };

typedef struct Case {
    ShardscopeClient *client;
    ShardscopeExecutable *step;
    ShardscopeArray *arguments[N_ARGUMENTS];
    uint8_t *want[N_RESULTS];
} Case;

static size_t bytes_of(int result)
{
    return (result == 1 ? N : N * N) * sizeof(float);
}

static ShardscopeArray *argument(const Case *c, int i)
{
    ShardscopeError *error = NULL;
    ShardscopeValueInfo info;
    ShardscopeSharding *sharding = NULL;
    g_assert_true(shardscope_executable_argument(c->step, i, &info, &sharding, &error));
    size_t width = shardscope_dtype_bytes(info.shape.dtype);
    g_autofree uint8_t *data = g_malloc0(N * N * width);
    for (int k = 0; k < N * N; k++) {
        float f = (float)(k * (i + 3) % 17 - 8) / 8;
        uint32_t bits;
        memcpy(&bits, &f, sizeof bits);
        if (width == 2)
            ((uint16_t *)(void *)data)[k] = (uint16_t)(bits >> 16);
        else if (i == 2)
            ((int32_t *)(void *)data)[k] = k % 17 - 8;
        else
            memcpy(data + (size_t)k * width, &f, width);
    }
    ShardscopeArray *a = shardscope_array_from_host(c->client, &info.shape, data, NULL, sharding, &error);
    no_error(error);
    shardscope_sharding_unref(sharding);
    return a;
}

/* Executes once. True if there was memory; the results are right then. */
static bool execute(const Case *c, ShardscopeError **error)
{
    ShardscopeArray *results[N_RESULTS] = { NULL };
    bool ok = shardscope_execute(c->step, (ShardscopeArray **)c->arguments, N_ARGUMENTS, NULL, results, error);
    for (int i = 0; ok && i < N_RESULTS; i++) {
        g_autofree uint8_t *got = g_malloc0(bytes_of(i));
        ok = shardscope_array_to_host(results[i], got, bytes_of(i), error);
        if (ok && c->want[i])
            g_assert_cmpmem(got, bytes_of(i), c->want[i], bytes_of(i));
        else if (ok)
            ((Case *)(uintptr_t)c)->want[i] = g_steal_pointer(&got);
    }
    for (int i = 0; i < N_RESULTS; i++)
        shardscope_array_unref(results[i]);
    return ok;
}

static ShardscopeProgram *program(void)
{
    ShardscopeError *error = NULL;
    ShardscopeProgram *p = shardscope_program_parse("kernels.mlir", kernels, strlen(kernels), &error);
    no_error(error);
    return p;
}

static void case_init(Case *c, int n_threads)
{
    ShardscopeError *error = NULL;
    *c = (Case){ .client = shardscope_client_new(&(ShardscopeClientOptions){ SHARDSCOPE_CLIENT_OPTIONS, .n_devices = 4, .n_threads = n_threads }, &error) };
    ShardscopeProgram *p = program();
    c->step = shardscope_compile(c->client, p, NULL, &error);
    no_error(error);
    shardscope_program_unref(p);
    for (int i = 0; i < N_ARGUMENTS; i++)
        c->arguments[i] = argument(c, i);
    execute(c, &error);
    no_error(error);
}

static void case_clear(Case *c)
{
    for (int i = 0; i < N_ARGUMENTS; i++)
        shardscope_array_unref(c->arguments[i]);
    for (int i = 0; i < N_RESULTS; i++)
        g_free(c->want[i]);
    shardscope_executable_unref(c->step);
    shardscope_client_unref(c->client);
}

/* The n-th allocation of an execution fails, for each n; then all from the n-th on. */
static void test_execution(gconstpointer n_threads)
{
    Case c;
    ShardscopeError *error = NULL;
    case_init(&c, GPOINTER_TO_INT(n_threads));
    for (int all = 0; all < 2; all++) {
        long n_failed = 0, calls = 1;
        for (long n = 1; n <= calls; n++) {
            memory_fail(n, all);
            bool ok = execute(&c, &error);
            if (all == 0)
                calls = MAX(calls, MIN(memory_calls(), 2000));
            else
                calls = 40;
            memory_fail(0, false);
            n_failed += !ok;
            if (!ok)
                expect(&error, SHARDSCOPE_LIMIT, "not enough memory");
            if (!ok) {
                g_assert_true(execute(&c, &error)); /* and the next works */
                no_error(error);
            }
        }
        g_assert_cmpint(n_failed, >, 0);
    }
    case_clear(&c);
}

/* Messages say what is missing, for what, where, and what helps. */
static void test_message(void)
{
    Case c;
    ShardscopeError *error = NULL;
    case_init(&c, 1);
    buffer_limit(1);
    ShardscopeArray *big = shardscope_array_from_host(c.client, &(ShardscopeShape){ SHARDSCOPE_F32, 2, { N, N } }, c.want[0], NULL, NULL, &error);
    g_assert_null(big);
    expect(&error, SHARDSCOPE_LIMIT, "not enough memory");
    buffer_limit(0);
    memory_fail(1, true);
    g_assert_false(execute(&c, &error));
    memory_fail(0, false);
    g_assert_nonnull(strstr(shardscope_error_message(error), "iB for "));
    g_assert_nonnull(strstr(shardscope_error_message(error), " on device "));
    g_assert_nonnull(shardscope_error_hint(error));
    expect(&error, SHARDSCOPE_LIMIT, "not enough memory for ");
    case_clear(&c);
}

/* Reading and compiling, each with the n-th allocation failing. */
static void test_compile(void)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *client = shardscope_client_new(&(ShardscopeClientOptions){ SHARDSCOPE_CLIENT_OPTIONS, .n_devices = 4 }, &error);
    no_error(error);
    if (__lsan_disable)
        __lsan_disable();
    int n_failed = 0;
    bool ok = false;
    for (long n = 1; !ok; n++) {
        memory_fail(n, true);
        ShardscopeProgram *p = shardscope_program_parse("kernels.mlir", kernels, strlen(kernels), &error);
        ShardscopeExecutable *e = p ? shardscope_compile(client, p, NULL, &error) : NULL;
        ok = e != NULL;
        memory_fail(0, false);
        n_failed += !ok;
        if (!ok)
            expect(&error, SHARDSCOPE_LIMIT, "not enough memory");
        shardscope_executable_unref(e);
        shardscope_program_unref(p);
    }
    g_assert_cmpint(n_failed, >, 2);
    if (__lsan_enable)
        __lsan_enable();
    shardscope_client_unref(client);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/library/memory/execution/one-thread", GINT_TO_POINTER(1), test_execution);
    g_test_add_data_func("/library/memory/execution/two-threads", GINT_TO_POINTER(2), test_execution);
    g_test_add_func("/library/memory/message", test_message);
    g_test_add_func("/library/memory/compile", test_compile);
    return g_test_run();
}
