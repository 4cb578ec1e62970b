/* Custom-calls that the program's caller partitions: asked with the shardings that were propagated, answered with what a device computes of its pieces. */
#include "tests/unit/library/check.h"

static ShardscopeExecutable *compiled(ShardscopeClient *c, const char *text, ShardscopeError **error)
{
    ShardscopeProgram *p = shardscope_program_parse("test.mlir", text, strlen(text), error);
    ShardscopeExecutable *e = p ? shardscope_compile(c, p, NULL, error) : NULL;
    shardscope_program_unref(p);
    return e;
}

/* Rows of x are divided; the sum over each row is asked for, in a function that is called for two values. */
static const char text[] =
    "module @rows attributes {mhlo.num_partitions = 4 : i32} {\n"
    "  sdy.mesh @mesh = <[\"x\"=4]>\n"
    "  func.func private @f(%x: tensor<8x4xf32>) -> tensor<8xf32> {\n"
    "    %r = stablehlo.custom_call @Rows(%x) {backend_config = \"sum\", sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([i]) {i=8, j=4} reduction={j}, custom>} : (tensor<8x4xf32>) -> tensor<8xf32>\n"
    "    return %r : tensor<8xf32>\n  }\n"
    "  func.func public @main(%x: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}, {}]>}, %y: tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {\"x\"}]>})\n"
    "      -> (tensor<8xf32>, tensor<8xf32>) {\n"
    "    %l = stablehlo.custom_call @Look(%y) {has_side_effect = true} : (tensor<8x4xf32>) -> tensor<8x4xf32>\n"
    "    %a = func.call @f(%x) : (tensor<8x4xf32>) -> tensor<8xf32>\n"
    "    %b = func.call @f(%l) : (tensor<8x4xf32>) -> tensor<8xf32>\n"
    "    return %a, %b : tensor<8xf32>, tensor<8xf32>\n  }\n}\n";

typedef struct Seen {
    int n_rows, n_looks;
    const char *refuse, *program; /* instead of an answer */
} Seen;

static bool partition(void *user, const ShardscopePartitioning *p)
{
    Seen *seen = user;
    if (seen->refuse) {
        shardscope_partitioning_refuse(p, seen->refuse);
        return false;
    }
    g_assert_cmpint(p->n_operands, ==, 1);
    g_assert_cmpint(p->n_results, ==, 1);
    g_assert_cmpint(p->shapes[0].dims[1], ==, 4);
    if (!strcmp(p->target, "Look")) {
        g_assert_cmpstr(p->shardings[0], ==, "{devices=[1,4]<=[4]}");
        seen->n_looks++;
        shardscope_partitioning_answer(p, NULL, 0, NULL);
        return true;
    }
    g_assert_cmpstr(p->config, ==, "sum");
    seen->n_rows++;
    bool by_rows = !strcmp(p->shardings[0], "{devices=[4,1]<=[4]}");
    static const char rows[] = "module @r {\n  func.func public @main(%x: tensor<2x4xf32>) -> tensor<2xf32> {\n    %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
        "    %r = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<2x4xf32>, tensor<f32>) -> tensor<2xf32>\n    return %r : tensor<2xf32>\n  }\n}\n";
    static const char columns[] = "module @c {\n  func.func public @main(%x: tensor<8x1xf32>) -> tensor<8xf32> {\n    %p = stablehlo.reshape %x : (tensor<8x1xf32>) -> tensor<8xf32>\n"
        "    %r = \"stablehlo.all_reduce\"(%p) <{replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> ({\n"
        "    ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n      %s = stablehlo.add %a, %b : tensor<f32>\n      stablehlo.return %s : tensor<f32>\n    }) : (tensor<8xf32>) -> tensor<8xf32>\n"
        "    return %r : tensor<8xf32>\n  }\n}\n";
    const char *program = seen->program ? seen->program : by_rows ? rows : columns;
    shardscope_partitioning_answer(p, program, strlen(program), by_rows ? (const char *const[]){ "[{\"x\"}, {}]", "[{\"x\"}]", NULL } : (const char *const[]){ "[{}, {\"x\"}]", "[{}]", NULL });
    return true;
}

static void test_answered(void)
{
    ShardscopeError *error = NULL;
    Seen seen = { 0 };
    ShardscopeClient *c = shardscope_client_new(&(ShardscopeClientOptions){ SHARDSCOPE_CLIENT_OPTIONS, .n_devices = 4 }, &error);
    shardscope_set_partitioner(partition, &seen, (const char *const[]){ "Rows", "Look", NULL });
    ShardscopeExecutable *e = compiled(c, text, &error);
    no_error(error);
    g_assert_cmpint(seen.n_rows, ==, 2); /* the two calls hold differently divided values */
    g_assert_cmpint(seen.n_looks, ==, 1);
    ShardscopeArray *in[2], *out[2];
    float x[32], got[8];
    for (int i = 0; i < 32; i++)
        x[i] = (float)i;
    for (int i = 0; i < 2; i++) {
        ShardscopeSharding *s = NULL;
        shardscope_executable_argument(e, i, NULL, &s, &error);
        in[i] = shardscope_array_from_host(c, &(ShardscopeShape){ SHARDSCOPE_F32, 2, { 8, 4 } }, x, NULL, s, &error);
        shardscope_sharding_unref(s);
    }
    g_assert_true(shardscope_execute(e, in, 2, NULL, out, &error));
    no_error(error);
    for (int k = 0; k < 2; k++) {
        g_assert_true(shardscope_array_to_host(out[k], got, sizeof got, &error));
        for (int i = 0; i < 8; i++)
            g_assert_cmpfloat(got[i], ==, (float)(16 * i + 6));
        shardscope_array_unref(in[k]);
        shardscope_array_unref(out[k]);
    }
    shardscope_executable_unref(e);

    seen.refuse = "not today";
    g_assert_null(compiled(c, text, &error));
    expect(&error, SHARDSCOPE_RUN, "could not be partitioned: not today");
    seen.refuse = NULL;
    seen.program = "module {\n  func.func public @main() -> tensor<f32> {\n    %z = stablehlo.constant dense<0.0> : tensor<f32>\n    return %z : tensor<f32>\n  }\n}\n";
    g_assert_null(compiled(c, text, &error));
    expect(&error, SHARDSCOPE_VERIFY, "takes or returns another number of values");
    seen.program = "no program";
    g_assert_null(compiled(c, text, &error));
    expect(&error, SHARDSCOPE_PARSE, "custom partitioning:1");
    shardscope_set_partitioner(NULL, NULL, NULL);
    g_assert_null(compiled(c, text, &error)); /* nobody to ask */
    expect(&error, SHARDSCOPE_UNSUPPORTED, "is not known");
    shardscope_client_unref(c);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/library/partitioner/answered", test_answered);
    return g_test_run();
}
