/* Collectives of the reference evaluator: the groups of each mode, the result of each member; and manual regions.
 * Device d is given the numbers 10 d, 10 d + 1, ..., and the expected rows are computed by hand. */
#include "runtime/reference/reference.h"
#include "runtime/passes/import.h"
#include "runtime/text/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct Case {
    const char *name, *header, *text;
    int n_devices;
    const char *want; /* rows of numbers, one for each device, separated by ';' */
} Case;

static IrModule *parse(const char *header, const char *text)
{
    g_autofree char *whole = g_strdup_printf("HloModule test%s\n%s", header, text);
    GError *error = NULL;
    IrModule *m = program_parse("test.hlo", whole, strlen(whole), &error);
    g_assert_no_error(error);
    return m;
}

static bool run(const Case *c, IrModule *m, GPtrArray *results, GError **error)
{
    g_autoptr(GPtrArray) args = tensor_array_new();
    for (int d = 0; d < c->n_devices; d++)
        for (int p = 0; p < m->entry->n_params; p++) {
            Tensor *t = tensor_new(m->entry->params[p]->type);
            for (int64_t i = 0; i < t->type->n_elems; i++)
                tensor_set_f64(t, i, 10 * d + 100 * p + (double)i);
            g_ptr_array_add(args, t);
        }
    return reference_eval_spmd(m, (const Tensor *const *)args->pdata, m->entry->n_params, &(RefOptions){ .n_devices = c->n_devices }, results, error);
}

static void run_case(gconstpointer data)
{
    const Case *c = data;
    g_autoptr(IrModule) m = parse(c->header, c->text);
    g_autoptr(GPtrArray) results = tensor_array_new();
    GError *error = NULL;
    run(c, m, results, &error);
    g_assert_no_error(error);
    g_auto(GStrv) rows = g_strsplit(c->want, ";", -1);
    g_assert_cmpuint(g_strv_length(rows), ==, (guint)c->n_devices);
    int per_device = (int)results->len / c->n_devices;
    for (int d = 0; d < c->n_devices; d++) {
        const char *at = rows[d];
        for (int r = 0; r < per_device; r++) {
            const Tensor *t = results->pdata[d * per_device + r];
            for (int64_t i = 0; i < t->type->n_elems; i++) {
                char *end;
                double want = g_ascii_strtod(at, &end);
                g_assert_true(end > at); /* as many numbers as elements */
                at = end;
                if (tensor_get_f64(t, i) != want)
                    g_test_message("device %d result %d element %d", d, r, (int)i);
                g_assert_cmpfloat(tensor_get_f64(t, i), ==, want);
            }
        }
        g_assert_true(at[strspn(at, " ")] == 0);
    }
}

#define ADD "add { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT r = f32[] add(a, b) }\n"
#define SUB "sub { a = f32[] parameter(0)  b = f32[] parameter(1)  ROOT r = f32[] subtract(a, b) }\n"

static const Case cases[] = {
    {"all-reduce/flattened", "", ADD "ENTRY e { x = f32[2] parameter(0)  ROOT r = f32[2] all-reduce(x), channel_id=1, replica_groups={{0,3},{1,2}}, use_global_device_ids=true, to_apply=add }",
     4, "30 32; 30 32; 30 32; 30 32"},
    {"all-reduce/group-order", "", SUB "ENTRY e { x = f32[1] parameter(0)  ROOT r = f32[1] all-reduce(x), channel_id=1, replica_groups={{2,0,1}}, use_global_device_ids=true, to_apply=sub }",
     3, "10; 10; 10"},
    /* two replicas of two partitions: device = 2 r + p */
    {"modes/cross-replica", ", replica_count=2", ADD "ENTRY e { x = f32[1] parameter(0)  ROOT r = f32[1] all-reduce(x), replica_groups={{0,1}}, to_apply=add }", 4, "20; 40; 20; 40"},
    {"modes/both", ", replica_count=2", ADD "ENTRY e { x = f32[1] parameter(0)  ROOT r = f32[1] all-reduce(x), channel_id=1, replica_groups={{0},{1}}, to_apply=add }", 4, "10; 10; 50; 50"},
    {"modes/all", ", replica_count=2", ADD "ENTRY e { x = f32[1] parameter(0)  ROOT r = f32[1] all-reduce(x), channel_id=1, replica_groups={}, to_apply=add }", 4, "60; 60; 60; 60"},
    {"modes/channel-zero", ", replica_count=2", ADD "ENTRY e { x = f32[1] parameter(0)  ROOT r = f32[1] all-reduce(x), channel_id=0, replica_groups={{0,1}}, to_apply=add }", 4, "20; 40; 20; 40"},
    {"modes/cross-partition", ", replica_count=2", "ENTRY e { x = f32[2] parameter(0)  ROOT r = f32[2] all-to-all(x), channel_id=1, replica_groups={{1,0}}, dimensions={0} }", 4,
     "11 1; 10 0; 31 21; 30 20"},
    {"modes/ids", ", replica_count=2", "ENTRY e { x = f32[1] parameter(0)  p = u32[] partition-id()  r = u32[] replica-id()  ROOT t = (u32[], u32[]) tuple(p, r) }", 4, "0 0; 1 0; 0 1; 1 1"},
    {"all-gather/order", "", "ENTRY e { x = f32[1,2] parameter(0)  ROOT r = f32[1,6] all-gather(x), channel_id=1, replica_groups={{2,0,1}}, use_global_device_ids=true, dimensions={1} }", 3,
     "20 21 0 1 10 11; 20 21 0 1 10 11; 20 21 0 1 10 11"},
    {"all-gather/two-operands", "", "ENTRY e { x = f32[1] parameter(0)  y = f32[1] parameter(1)  ROOT r = (f32[2], f32[2]) all-gather(x, y), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, dimensions={0} }", 2,
     "0 10 100 110; 0 10 100 110"},
    {"reduce-scatter", "", ADD "ENTRY e { x = f32[4] parameter(0)  ROOT r = f32[2] reduce-scatter(x), channel_id=1, replica_groups={{1,0}}, use_global_device_ids=true, dimensions={0}, to_apply=add }", 2,
     "14 16; 10 12"},
    {"all-to-all/array", "", "ENTRY e { x = f32[2,2] parameter(0)  ROOT r = f32[2,2] all-to-all(x), channel_id=1, replica_groups={{0,1}}, dimensions={1} }", 2, "0 10 2 12; 1 11 3 13"},
    {"all-to-all/tuple", "", "ENTRY e { x = f32[1] parameter(0)  y = f32[1] parameter(1)  ROOT r = (f32[1], f32[1]) all-to-all(x, y), channel_id=1, replica_groups={{0,1}} }", 2, "0 10; 100 110"},
    {"permute/zeros", "", "ENTRY e { x = f32[2] parameter(0)  ROOT r = f32[2] collective-permute(x), channel_id=1, source_target_pairs={{0,1},{2,0}} }", 3, "20 21; 0 1; 0 0"},
    {"broadcast/root-first", "", "ENTRY e { x = f32[1] parameter(0)  ROOT r = f32[1] collective-broadcast(x), channel_id=1, replica_groups={{2,0}} }", 3, "20; 0; 20"},
    {"async/all-reduce", "", ADD "ENTRY e { x = f32[1] parameter(0)  s = f32[1] all-reduce-start(x), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=add\n  ROOT r = f32[1] all-reduce-done(s) }", 2, "10; 10"},
    {"async/all-gather", "", "ENTRY e { x = f32[1] parameter(0)  s = (f32[1], f32[2]) all-gather-start(x), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, dimensions={0}\n  ROOT r = f32[2] all-gather-done(s) }", 2, "0 10; 0 10"},
    {"async/permute", "", "ENTRY e { x = f32[1] parameter(0)  s = (f32[1], f32[1], u32[], u32[]) collective-permute-start(x), channel_id=1, source_target_pairs={{0,1},{1,0}}\n  ROOT r = f32[1] collective-permute-done(s) }", 2, "10; 0"},
    {"async/generic", "", "w { p = f32[2] parameter(0)  ROOT a = f32[2] all-to-all(p), channel_id=1, replica_groups={{0,1}}, dimensions={0} }\n"
                          "ENTRY e { x = f32[2] parameter(0)  s = ((f32[2]), f32[2], u32[]) async-start(x), calls=w  u = ((f32[2]), f32[2], u32[]) async-update(s)  ROOT r = f32[2] async-done(u) }", 2, "0 10; 1 11"},
    {"ragged-all-to-all", "", "ENTRY e { x = f32[2] parameter(0)  o = f32[3] parameter(1)  p = u32[] partition-id()  q = s32[] convert(p)  i = s32[2] constant({0,1})  n = s32[2] constant({1,1})\n"
                              "  at = s32[2] broadcast(q), dimensions={}  ROOT r = f32[3] ragged-all-to-all(x, o, i, n, at, n), channel_id=1, replica_groups={{0,1}} }", 2, "0 10 102; 1 11 112"},
    /* device d leaves its loop after d trips */
    {"control/own-trip-counts", "", "c { s = (s32[], s32[], f32[1]) parameter(0)  i = s32[] get-tuple-element(s), index=0  n = s32[] get-tuple-element(s), index=1  ROOT r = pred[] compare(i, n), direction=LT }\n"
                                    "b { s = (s32[], s32[], f32[1]) parameter(0)  i = s32[] get-tuple-element(s), index=0  n = s32[] get-tuple-element(s), index=1  x = f32[1] get-tuple-element(s), index=2\n"
                                    "  o = s32[] constant(1)  j = s32[] add(i, o)  y = f32[1] add(x, x)  ROOT r = (s32[], s32[], f32[1]) tuple(j, n, y) }\n"
                                    "ENTRY e { x = f32[1] parameter(0)  p = u32[] partition-id()  n = s32[] convert(p)  z = s32[] constant(0)  t = (s32[], s32[], f32[1]) tuple(z, n, x)\n"
                                    "  w = (s32[], s32[], f32[1]) while(t), condition=c, body=b  ROOT g = f32[1] get-tuple-element(w), index=2 }", 4, "0; 20; 80; 240"},
    {"control/own-branches", "", "p { x = f32[1] parameter(0)  ROOT r = f32[1] negate(x) }\nq { x = f32[1] parameter(0)  ROOT r = f32[1] add(x, x) }\n"
                                 "ENTRY e { x = f32[1] parameter(0)  i = u32[] partition-id()  k = s32[] convert(i)  ROOT r = f32[1] conditional(k, x, x), branch_computations={p, q} }", 3, "-0; 20; 40"},
    {"control/collective-in-common-loop", "", ADD "c { s = (s32[], f32[1]) parameter(0)  i = s32[] get-tuple-element(s), index=0  n = s32[] constant(2)  ROOT r = pred[] compare(i, n), direction=LT }\n"
                                    "b { s = (s32[], f32[1]) parameter(0)  i = s32[] get-tuple-element(s), index=0  x = f32[1] get-tuple-element(s), index=1  o = s32[] constant(1)  j = s32[] add(i, o)\n"
                                    "  y = f32[1] all-reduce(x), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=add  ROOT r = (s32[], f32[1]) tuple(j, y) }\n"
                                    "ENTRY e { x = f32[1] parameter(0)  z = s32[] constant(0)  t = (s32[], f32[1]) tuple(z, x)  w = (s32[], f32[1]) while(t), condition=c, body=b  ROOT g = f32[1] get-tuple-element(w), index=1 }", 2, "20; 20"},
};

static const struct {
    Case c;
    const char *message;
} refusals[] = {
    {{"", "", ADD "ENTRY e { x = f32[1] parameter(0)  ROOT r = f32[1] all-reduce(x), channel_id=1, replica_groups={{0,1},{1,2}}, use_global_device_ids=true, to_apply=add }", 3, ""}, "is in two groups"},
    {{"", "", ADD "ENTRY e { x = f32[1] parameter(0)  ROOT r = f32[1] all-reduce(x), channel_id=1, replica_groups={{0,5}}, use_global_device_ids=true, to_apply=add }", 3, ""}, "group member 5"},
    {{"", "", ADD "ENTRY e { x = f32[1] parameter(0)  ROOT r = f32[1] all-reduce(x), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=add }", 3, ""}, "device 2 is in no group"},
    {{"", "", "ENTRY e { x = f32[1] parameter(0)  ROOT r = f32[1] collective-permute(x), channel_id=1, source_target_pairs={{0,3}} }", 3, ""}, "beyond 3"},
    {{"", ", replica_count=2", "ENTRY e { ROOT x = f32[1] parameter(0) }", 3, ""}, "3 devices for 2 replicas"},
    {{"", "", ADD "p { x = f32[1] parameter(0)  ROOT r = f32[1] all-reduce(x), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=add }\nq { ROOT x = f32[1] parameter(0) }\n"
      "ENTRY e { x = f32[1] parameter(0)  i = u32[] partition-id()  k = s32[] convert(i)  ROOT r = f32[1] conditional(k, x, x), branch_computations={p, q} }", 2, ""}, "different branches"},
    {{"", "", ADD "c { s = (s32[], f32[1]) parameter(0)  i = s32[] get-tuple-element(s), index=0  n = s32[] constant(2)  ROOT r = pred[] compare(i, n), direction=LT }\n"
      "b { s = (s32[], f32[1]) parameter(0)  i = s32[] get-tuple-element(s), index=0  x = f32[1] get-tuple-element(s), index=1  o = s32[] constant(1)  j = s32[] add(i, o)\n"
      "  y = f32[1] all-reduce(x), channel_id=1, replica_groups={{0,1}}, use_global_device_ids=true, to_apply=add  ROOT r = (s32[], f32[1]) tuple(j, y) }\n"
      "ENTRY e { x = f32[1] parameter(0)  p = u32[] partition-id()  z = s32[] convert(p)  t = (s32[], f32[1]) tuple(z, x)  w = (s32[], f32[1]) while(t), condition=c, body=b  ROOT g = f32[1] get-tuple-element(w), index=1 }", 2, ""},
     "disagree whether loop"},
};

static void test_refusals(void)
{
    for (guint i = 0; i < G_N_ELEMENTS(refusals); i++) {
        g_autoptr(IrModule) m = parse(refusals[i].c.header, refusals[i].c.text);
        g_autoptr(GPtrArray) results = tensor_array_new();
        g_autoptr(GError) error = NULL;
        g_assert_false(run(&refusals[i].c, m, results, &error));
        g_assert_nonnull(error);
        if (!strstr(error->message, refusals[i].message))
            g_error("%s", error->message);
    }
}

/* ---- manual regions ----------------------------------------------------------------------------- */

/* One array in, one out; the argument counts 0, 1, 2, ... */
static Tensor *eval_region(const char *text, int64_t n_devices, GError **error)
{
    g_autoptr(GPtrArray) results = tensor_array_new(), args = tensor_array_new();
    static IrModule *m; /* types of the result live in it */
    module_free(m);
    m = program_parse("test.mlir", text, strlen(text), error);
    if (!m || !pass_import(m, NULL, NULL, error))
        return NULL;
    Tensor *x = tensor_new(m->entry->params[0]->type);
    for (int64_t i = 0; i < x->type->n_elems; i++)
        tensor_set_i64(x, i, i);
    g_ptr_array_add(args, x);
    if (!reference_eval(m, (const Tensor *const *)args->pdata, 1, &(RefOptions){ .n_devices = n_devices }, results, error))
        return NULL;
    return tensor_ref(results->pdata[0]);
}

/* Splitting and joining is the identity, for every sharding, also uneven ones and on a mesh with its own device order. */
static void test_cut_and_join(void)
{
    static const struct {
        const char *spec, *local;
    } ways[] = {
        {"[{\"a\"}, {\"b\"}]", "2x2"}, {"[{\"b\"}, {\"a\"}]", "4x1"}, {"[{\"a\", \"b\"}, {}]", "1x4"}, {"[{\"b\", \"a\"}, {}]", "1x4"},
        {"[{}, {\"b\"}]", "8x2"},      {"[{}, {}]", "8x4"},          {"[{\"a\":(1)2}, {\"a\":(2)2}]", "4x2"},
    };
    static const char *const meshes[] = {"<[\"a\"=4, \"b\"=2]>", "<[\"a\"=4, \"b\"=2], device_ids=[3, 0, 7, 5, 1, 2, 6, 4]>"};
    for (guint w = 0; w < G_N_ELEMENTS(ways) * 2; w++) {
        const char *spec = ways[w / 2].spec, *local = ways[w / 2].local;
        g_autofree char *text = g_strdup_printf(
            "module @m {\n sdy.mesh @mesh = %s\n func.func public @main(%%x: tensor<8x4xf32>) -> tensor<8x4xf32> {\n"
            "  %%r = sdy.manual_computation(%%x) in_shardings=[<@mesh, %s>] out_shardings=[<@mesh, %s>] manual_axes={\"a\", \"b\"} (%%y: tensor<%sxf32>) {\n"
            "   %%z = stablehlo.add %%y, %%y : tensor<%sxf32>\n   sdy.return %%z : tensor<%sxf32>\n  } : (tensor<8x4xf32>) -> tensor<8x4xf32>\n"
            "  return %%r : tensor<8x4xf32>\n }\n}\n",
            meshes[w & 1], spec, spec, local, local, local);
        GError *error = NULL;
        g_autoptr(Tensor) t = eval_region(text, 8, &error);
        g_assert_no_error(error);
        for (int64_t i = 0; i < 32; i++)
            g_assert_cmpfloat(tensor_get_f64(t, i), ==, 2 * (double)i);
    }
}

static const char sum_region[] =
    "module @m {\n sdy.mesh @mesh = <[\"a\"=4, \"b\"=2]>\n func.func public @main(%x: tensor<8xf32>) -> tensor<2xf32> {\n"
    "  %r = sdy.manual_computation(%x) in_shardings=[<@mesh, [{\"a\"}]>] out_shardings=[<@mesh, [{}]>] manual_axes={\"a\"} (%y: tensor<2xf32>) {\n"
    "   %z = \"stablehlo.all_reduce\"(%y) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({\n"
    "    ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n     %s = stablehlo.add %p, %q : tensor<f32>\n     stablehlo.return %s : tensor<f32>\n   }) : (tensor<2xf32>) -> tensor<2xf32>\n"
    "   sdy.return %z : tensor<2xf32>\n  } : (tensor<8xf32>) -> tensor<2xf32>\n  return %r : tensor<2xf32>\n }\n}\n";

static void test_partly_manual(void)
{
    GError *error = NULL;
    g_autoptr(Tensor) t = eval_region(sum_region, 0, &error);
    g_assert_no_error(error);
    g_assert_cmpfloat(tensor_get_f64(t, 0), ==, 0 + 2 + 4 + 6);
    g_assert_cmpfloat(tensor_get_f64(t, 1), ==, 1 + 3 + 5 + 7);
    g_autoptr(GError) wrong = NULL;
    g_assert_null(eval_region(sum_region, 4, &wrong));
    g_assert_nonnull(strstr(wrong->message, "over 8 devices in a program for 4"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strdup_printf("/exec/reference/collective/%s", cases[i].name);
        g_test_add_data_func(path, &cases[i], run_case);
    }
    g_test_add_func("/exec/reference/collective/refusals", test_refusals);
    g_test_add_func("/exec/reference/manual/cut-and-join", test_cut_and_join);
    g_test_add_func("/exec/reference/manual/partly-manual", test_partly_manual);
    return g_test_run();
}
