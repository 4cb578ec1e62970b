/* Programs that call into their caller: once for all devices where these hold the same, by each device in regions of its own; errors; nobody
 * to call. */
#include <stdatomic.h>

#include "tests/unit/library/check.h"

static ShardscopeClient *client_of(int n_devices)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *c = shardscope_client_new(&(ShardscopeClientOptions){ SHARDSCOPE_CLIENT_OPTIONS, .n_devices = n_devices, .n_threads = 2 }, &error);
    no_error(error);
    return c;
}

static ShardscopeExecutable *compiled(ShardscopeClient *c, const char *text, ShardscopeError **error)
{
    ShardscopeProgram *p = shardscope_program_parse("test.mlir", text, strlen(text), error);
    ShardscopeExecutable *e = p ? shardscope_compile(c, p, NULL, error) : NULL;
    shardscope_program_unref(p);
    return e;
}

static atomic_int n_calls, n_elements;
static bool fails;

/* Number 7: adds the count of calls so far. */
static bool answer(void *user, const ShardscopeHostCall *call)
{
    g_assert_cmpstr(user, ==, "user");
    int n = atomic_fetch_add(&n_calls, 1);
    g_assert_cmpint(call->number, ==, 7);
    g_assert_true(shardscope_is_executing());
    if (fails) {
        g_snprintf(call->message, call->room, "call %d fails", n);
        return false;
    }
    g_assert_cmpint(call->n_in, >=, 1);
    atomic_fetch_add(&n_elements, (int)call->in[call->n_in - 1].shape.dims[0]);
    for (int i = 0; call->n_out && call->n_in == 1 && i < call->in[0].shape.dims[0]; i++)
        ((float *)call->out[0].data)[i] = ((const float *)call->in[0].data)[i] + (float)n;
    return true;
}

/* Called three times in a loop, its value divided among 4 devices before and behind. */
static const char loop_text[] =
    "module @loop attributes {mhlo.num_partitions = 4 : i32} {\n"
    "  sdy.mesh @mesh = <[\"x\"=4]>\n"
    "  sdy.mesh @one = <[], device_ids=[0]>\n"
    "  func.func public @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}) {\n"
    "    %zero = stablehlo.constant dense<0> : tensor<i32>\n"
    "    %r:2 = stablehlo.while(%i = %zero, %a = %x) : tensor<i32>, tensor<8xf32>\n"
    "    cond {\n      %three = stablehlo.constant dense<3> : tensor<i32>\n"
    "      %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>\n      stablehlo.return %p : tensor<i1>\n    } do {\n"
    "      %one = stablehlo.constant dense<1> : tensor<i32>\n      %j = stablehlo.add %i, %one : tensor<i32>\n"
    "      %b = stablehlo.custom_call @xla_ffi_python_cpu_callback(%a) {api_version = 4 : i32, backend_config = {index = 7 : ui64}, has_side_effect = true, "
    "sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>} : (tensor<8xf32>) -> tensor<8xf32>\n"
    "      stablehlo.return %j, %b : tensor<i32>, tensor<8xf32>\n    }\n"
    "    return %r#1 : tensor<8xf32>\n  }\n}\n";
/* A call without results by each of 4 devices. */
static const char each_text[] =
    "module @each attributes {mhlo.num_partitions = 4 : i32} {\n"
    "  sdy.mesh @mesh = <[\"x\"=4]>\n"
    "  func.func public @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}) {\n"
    "    %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"x\"}]>] out_shardings=[<@mesh, [{\"x\"}]>] manual_axes={\"x\"} (%l: tensor<2xf32>) {\n"
    "      stablehlo.custom_call @xla_ffi_python_cpu_callback(%l) {api_version = 4 : i32, backend_config = {index = 7 : ui64}, has_side_effect = true} : (tensor<2xf32>) -> ()\n"
    "      sdy.return %l : tensor<2xf32>\n    } : (tensor<8xf32>) -> tensor<8xf32>\n"
    "    return %r : tensor<8xf32>\n  }\n}\n";

/* The same, in the order that a token says. */
static const char ordered_text[] =
    "module @ordered attributes {mhlo.num_partitions = 4 : i32} {\n"
    "  sdy.mesh @mesh = <[\"x\"=4]>\n"
    "  func.func public @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}) {\n"
    "    %t = stablehlo.after_all : !stablehlo.token\n"
    "    %r:2 = sdy.manual_computation(%t, %x) in_shardings=[<@mesh, []>, <@mesh, [{\"x\"}]>] out_shardings=[<@mesh, []>, <@mesh, [{\"x\"}]>] manual_axes={\"x\"} "
    "(%u: !stablehlo.token, %l: tensor<2xf32>) {\n"
    "      %v = stablehlo.custom_call @xla_ffi_python_cpu_callback(%u, %l) {api_version = 4 : i32, backend_config = {index = 7 : ui64}, has_side_effect = true} : "
    "(!stablehlo.token, tensor<2xf32>) -> !stablehlo.token\n"
    "      sdy.return %v, %l : !stablehlo.token, tensor<2xf32>\n    } : (!stablehlo.token, tensor<8xf32>) -> (!stablehlo.token, tensor<8xf32>)\n"
    "    return %r#1 : tensor<8xf32>\n  }\n}\n";
/* And outside of a region that is written for each device. */
static const char parted_text[] =
    "module @parted attributes {mhlo.num_partitions = 4 : i32} {\n"
    "  sdy.mesh @mesh = <[\"x\"=4]>\n"
    "  func.func public @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}) {\n"
    "    stablehlo.custom_call @xla_ffi_partitioned_python_cpu_callback(%x) {api_version = 4 : i32, backend_config = {index = 7 : ui64}, has_side_effect = true} : (tensor<8xf32>) -> ()\n"
    "    return %x : tensor<8xf32>\n  }\n}\n";

static bool run(ShardscopeClient *c, ShardscopeExecutable *e, float *out, ShardscopeError **error)
{
    ShardscopeSharding *s;
    shardscope_executable_argument(e, 0, &(ShardscopeValueInfo){ 0 }, &s, NULL);
    const float x[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    ShardscopeArray *a = shardscope_array_from_host(c, &(ShardscopeShape){ SHARDSCOPE_F32, 1, { 8 } }, x, NULL, s, error), *r = NULL;
    bool ok = a && shardscope_execute(e, &a, 1, NULL, &r, error) && shardscope_array_to_host(r, out, sizeof x, error);
    shardscope_array_unref(a);
    shardscope_array_unref(r);
    shardscope_sharding_unref(s);
    return ok;
}

static void test_once(void)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(4);
    ShardscopeExecutable *e = compiled(c, loop_text, &error);
    no_error(error);
    float out[8];
    for (int round = 0; round < 20; round++) {
        atomic_store(&n_calls, 0);
        g_assert_true(run(c, e, out, &error));
        g_assert_cmpint(atomic_load(&n_calls), ==, 3);
        for (int i = 0; i < 8; i++)
            g_assert_cmpfloat(out[i], ==, (float)(i + 0 + 1 + 2));
    }
    shardscope_executable_unref(e);
    shardscope_client_unref(c);
}

static void test_each(void)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(4);
    const char *const texts[] = { each_text, ordered_text, parted_text };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        ShardscopeExecutable *e = compiled(c, texts[i], &error);
        no_error(error);
        float out[8];
        atomic_store(&n_calls, 0);
        atomic_store(&n_elements, 0);
        g_assert_true(run(c, e, out, &error));
        g_assert_cmpint(atomic_load(&n_calls), ==, 4);
        g_assert_cmpint(atomic_load(&n_elements), ==, 8);
        shardscope_executable_unref(e);
    }
    shardscope_client_unref(c);
}

/* An error ends the execution, and the next one is as if it had not been. */
static void test_fails(void)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(4);
    ShardscopeExecutable *e = compiled(c, loop_text, &error);
    no_error(error);
    float out[8];
    atomic_store(&n_calls, 0);
    fails = true;
    g_assert_false(run(c, e, out, &error));
    fails = false;
    g_assert_nonnull(strstr(shardscope_error_message(error), "call 0 fails"));
    shardscope_error_free(error);
    error = NULL;
    atomic_store(&n_calls, 0);
    g_assert_true(run(c, e, out, &error));
    g_assert_cmpfloat(out[0], ==, 3);
    shardscope_executable_unref(e);
    shardscope_client_unref(c);
}

/* A call and no results. */
static const char nothing_text[] =
    "module @nothing {\n  func.func public @main(%x: tensor<8xf32>) {\n"
    "    stablehlo.custom_call @xla_ffi_python_cpu_callback(%x) {api_version = 4 : i32, backend_config = {index = 7 : ui64}, has_side_effect = true} : (tensor<8xf32>) -> ()\n"
    "    return\n  }\n}\n";

typedef struct Ended {
    int n;
    char *why; /* NULL = well */
} Ended;

static void ended(void *user, ShardscopeError *why)
{
    Ended *end = user;
    end->n++;
    end->why = why ? g_strdup(shardscope_error_message(why)) : NULL;
    shardscope_error_free(why);
}

static bool is_well(ShardscopeExecutable *e, ShardscopeArray *a, Ended *end, ShardscopeError **error)
{
    return shardscope_execute(e, &a, 1, &(ShardscopeExecuteOptions){ SHARDSCOPE_EXECUTE_OPTIONS, .done = ended, .user = end }, NULL, error);
}

/* Without results, the options' function is told the end. A call that fails is the execution's failure, and that of the call that asked for it: it is short. */
static void test_ends(void)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(1);
    ShardscopeExecutable *e = compiled(c, nothing_text, &error);
    no_error(error);
    const float x[8] = { 0 };
    ShardscopeArray *a = shardscope_array_from_host(c, &(ShardscopeShape){ SHARDSCOPE_F32, 1, { 8 } }, x, NULL, NULL, &error);
    no_error(error);
    Ended end = { 0 };
    fails = true;
    g_assert_false(is_well(e, a, &end, &error));
    fails = false;
    g_assert_nonnull(strstr(shardscope_error_message(error), "fails"));
    shardscope_error_free(g_steal_pointer(&error));
    g_assert_cmpint(end.n, ==, 0);
    g_assert_true(is_well(e, a, &end, &error));
    g_assert_true(shardscope_client_wait(c, &error));
    g_assert_cmpint(end.n, ==, 1);
    g_assert_null(end.why);
    g_assert_false(shardscope_is_executing());
    shardscope_array_unref(a);
    shardscope_executable_unref(e);
    shardscope_client_unref(c);
}

/* Calls with a token, after enough work that the calling thread does not do it. */
static const char token_text[] =
    "module @ordered {\n  func.func public @main(%t: tensor<0xi1>, %x: tensor<512x512xf32>) -> (tensor<0xi1>, tensor<512x512xf32>) {\n"
    "    %y = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>\n"
    "    stablehlo.custom_call @xla_ffi_python_cpu_callback(%y) {api_version = 4 : i32, backend_config = {index = 7 : ui64}, has_side_effect = true} : (tensor<512x512xf32>) -> ()\n"
    "    return %t, %y : tensor<0xi1>, tensor<512x512xf32>\n  }\n}\n";

typedef struct Next {
    ShardscopeExecutable *e;
    ShardscopeArray *a;
    Ended end;
    bool asked;
} Next;

/* In the client's thread, which then does what it asked for itself. */
static void ask_next(void *user, ShardscopeError *why)
{
    Next *next = user;
    ShardscopeError *error = NULL;
    shardscope_error_free(why);
    next->asked = is_well(next->e, next->a, &next->end, &error);
    shardscope_error_free(error);
}

/* Who asks for an execution from the function that is told another's end hears of its failure as everybody does. */
static void test_asked_by_the_client(void)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(1);
    ShardscopeExecutable *e = compiled(c, nothing_text, &error), *slow = compiled(c, token_text, &error);
    no_error(error);
    g_autofree float *x = g_new0(float, 512 * 512);
    ShardscopeArray *in[2], *out[2];
    Next next = { .e = e };
    next.a = shardscope_array_from_host(c, &(ShardscopeShape){ SHARDSCOPE_F32, 1, { 8 } }, x, NULL, NULL, &error);
    in[0] = shardscope_array_from_host(c, &(ShardscopeShape){ SHARDSCOPE_PRED, 1, { 0 } }, x, NULL, NULL, &error);
    in[1] = shardscope_array_from_host(c, &(ShardscopeShape){ SHARDSCOPE_F32, 2, { 512, 512 } }, x, NULL, NULL, &error);
    fails = true;
    g_assert_true(shardscope_execute(slow, in, 2, &(ShardscopeExecuteOptions){ SHARDSCOPE_EXECUTE_OPTIONS, .done = ask_next, .user = &next }, out, &error));
    for (int i = 0; i < 2; i++)
        g_assert_true(shardscope_client_wait(c, &error));
    fails = false;
    g_assert_true(next.asked);
    g_assert_cmpint(next.end.n, ==, 1);
    g_assert_nonnull(strstr(next.end.why, "fails"));
    g_free(next.end.why);
    shardscope_array_unref(next.a);
    for (int i = 0; i < 2; i++) {
        shardscope_array_unref(in[i]);
        shardscope_array_unref(out[i]);
    }
    shardscope_executable_unref(e);
    shardscope_executable_unref(slow);
    shardscope_client_unref(c);
}

/* Tokens are arrays without elements: what a failed execution returned of them can be given to another, which is not harmed. */
static void test_tokens(void)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(1);
    ShardscopeExecutable *e = compiled(c, token_text, &error);
    no_error(error);
    g_autofree float *x = g_new0(float, 512 * 512);
    ShardscopeArray *in[2], *out[2], *again[2];
    in[0] = shardscope_array_from_host(c, &(ShardscopeShape){ SHARDSCOPE_PRED, 1, { 0 } }, x, NULL, NULL, &error);
    in[1] = shardscope_array_from_host(c, &(ShardscopeShape){ SHARDSCOPE_F32, 2, { 512, 512 } }, x, NULL, NULL, &error);
    fails = true;
    g_assert_true(shardscope_execute(e, in, 2, NULL, out, &error));
    g_assert_true(shardscope_client_wait(c, &error));
    fails = false;
    g_assert_false(shardscope_array_wait(out[1], &error));
    shardscope_error_free(g_steal_pointer(&error));
    g_assert_true(shardscope_execute(e, (ShardscopeArray *[]){ out[0], in[1] }, 2, NULL, again, &error));
    g_assert_true(shardscope_array_wait(again[1], &error));
    no_error(error);
    for (int i = 0; i < 2; i++) {
        shardscope_array_unref(in[i]);
        shardscope_array_unref(out[i]);
        shardscope_array_unref(again[i]);
    }
    shardscope_executable_unref(e);
    shardscope_client_unref(c);
}

static void test_nobody(void)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(4);
    shardscope_set_host_call(NULL, NULL);
    g_assert_null(compiled(c, loop_text, &error));
    g_assert_cmpint(shardscope_error_status(error), ==, SHARDSCOPE_UNSUPPORTED);
    shardscope_error_free(error);
    shardscope_set_host_call(answer, (void *)"user");
    shardscope_client_unref(c);
}

/* What a client looks at stays, also where the array is gone. */
static void test_view(void)
{
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(1);
    const float x[2] = { 1, 2 };
    ShardscopeArray *a = shardscope_array_from_host(c, &(ShardscopeShape){ SHARDSCOPE_F32, 1, { 2 } }, x, NULL, NULL, &error);
    const void *data;
    g_assert_null(shardscope_array_view(a, 1, &data, &error));
    shardscope_error_free(g_steal_pointer(&error));
    ShardscopeView *v = shardscope_array_view(a, 0, &data, &error);
    no_error(error);
    shardscope_array_delete(a);
    shardscope_array_unref(a);
    g_assert_cmpmem(data, sizeof x, x, sizeof x);
    shardscope_view_free(v);
    shardscope_client_unref(c);
}

/* What a collective gives to all devices is each device's own to who looks into it, and may write there; arguments that are returned have other memory. */
static void test_views_of_one_result(void)
{
    static const char text[] =
        "module @sum attributes {mhlo.num_partitions = 4 : i32} {\n"
        "  sdy.mesh @mesh = <[\"x\"=4]>\n"
        "  func.func public @main(%x: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}) -> (tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}, "
        "tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"x\"}]>}) {\n"
        "    %z = stablehlo.constant dense<0.0> : tensor<f32>\n"
        "    %s = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>\n"
        "    return %s, %x : tensor<f32>, tensor<8xf32>\n  }\n}\n";
    ShardscopeError *error = NULL;
    ShardscopeClient *c = client_of(4);
    ShardscopeExecutable *e = compiled(c, text, &error);
    no_error(error);
    const float x[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    ShardscopeSharding *s;
    g_assert_true(shardscope_executable_argument(e, 0, NULL, &s, &error));
    ShardscopeArray *a = shardscope_array_from_host(c, &(ShardscopeShape){ SHARDSCOPE_F32, 1, { 8 } }, x, NULL, s, &error), *r[2];
    no_error(error);
    const void *before, *after, *data[4], *again;
    ShardscopeView *of_argument = shardscope_array_view(a, 1, &before, &error);
    g_assert_true(shardscope_execute(e, &a, 1, NULL, r, &error));
    no_error(error);
    ShardscopeView *of_result = shardscope_array_view(r[1], 1, &after, &error), *v[4];
    g_assert_true(before != after);
    for (int d = 0; d < 4; d++) {
        v[d] = shardscope_array_view(r[0], d, &data[d], &error);
        no_error(error);
        for (int k = 0; k < d; k++)
            g_assert_true(data[k] != data[d]);
        g_assert_cmpfloat(*(const float *)data[d], ==, 36);
    }
    *(float *)(uintptr_t)data[2] = 7;
    float other;
    g_assert_true(shardscope_array_shard_to_host(r[0], 3, &other, sizeof other, &error));
    g_assert_cmpfloat(other, ==, 36);
    shardscope_view_free(v[2]);
    v[2] = shardscope_array_view(r[0], 2, &again, &error);
    g_assert_true(again == data[2]);
    for (int d = 0; d < 4; d++)
        shardscope_view_free(v[d]);
    shardscope_view_free(of_argument);
    shardscope_view_free(of_result);
    shardscope_array_unref(a);
    shardscope_array_unref(r[0]);
    shardscope_array_unref(r[1]);
    shardscope_sharding_unref(s);
    shardscope_executable_unref(e);
    shardscope_client_unref(c);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    shardscope_set_host_call(answer, (void *)"user");
    g_test_add_func("/library/views-of-one-result", test_views_of_one_result);
    g_test_add_func("/library/host-call/once", test_once);
    g_test_add_func("/library/host-call/each", test_each);
    g_test_add_func("/library/host-call/fails", test_fails);
    g_test_add_func("/library/host-call/ends", test_ends);
    g_test_add_func("/library/host-call/tokens", test_tokens);
    g_test_add_func("/library/host-call/asked-by-the-client", test_asked_by_the_client);
    g_test_add_func("/library/host-call/nobody", test_nobody);
    g_test_add_func("/library/view", test_view);
    return g_test_run();
}
