/* The import pass: small programs for every notation of Shardy's annotations and of manual code. */
#include "tests/unit/passes/import_help.h"
#include "tests/unit/passes/import_texts.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/shard/spell.h"
#include "runtime/text/text.h"

/* ---- Shardy's annotations ----------------------------------------------------------------------------------------- */

static void test_sdy(void)
{
    IrModule *m = imported(mlp, NULL);
    assert_mesh(m, "<[\"a\"=4, \"one\"=1, \"b\"=2]>");
    g_assert_cmpint(m->n_partitions, ==, 8);
    assert_sharding(param_sharding(m, 0), "[{\"a\"}, {}]");
    assert_sharding(param_sharding(m, 1), "[{}, {\"b\"}]");
    assert_sharding(param_sharding(m, 2), "[]");
    assert_sharding(result_sharding(m, 0), "[{\"b\"}, {}]");
    assert_sharding(result_sharding(m, 1), "[{}, {\"a\"}]");
    assert_sharding(result_sharding(m, 2), NULL);
    g_assert_cmpint(count_targets(m), ==, 0);
    int n_constraints = 0;
    for (int i = 0; i < m->entry->n_ops; i++) {
        const IrOp *op = m->entry->ops[i];
        if (op->code == OP_constraint) /* the annotated one, and an open one because of n.1 */
            assert_sharding(op->shardings[0], n_constraints++ ? "[{?}, {?}]" : "[{\"a\"}, {?}]");
        else if (op->code != OP_parameter)
            g_assert_null(op->shardings);
    }
    g_assert_cmpint(n_constraints, ==, 2);
    const IrOp *root = m->entry->root;
    g_assert_cmpint(root->operands[0]->code, ==, OP_constraint); /* does not propagate through the open one */
    assert_sharding(root->operands[0]->shardings[0], "[{\"a\"}, {?}]");
    g_assert_cmpint(root->operands[1]->code, ==, OP_negate);
    module_free(m);
}

static void test_log(void)
{
    IrModule *m = import_text(mlp);
    DecisionLog *log = decision_log_new();
    GError *error = NULL;
    const ImportShard shard = { "w['w1']", "P('a', None)" };
    pass_import(m, &(ImportOptions){ .shards = &shard, .n_shards = 1 }, log, &error);
    g_assert_no_error(error);
    int kinds[16] = { 0 };
    for (int i = 0; i < log->annotations.n; i++) {
        const Annotation *a = &log->annotations.v[i];
        kinds[a->kind]++;
        g_assert_nonnull(a->text);
        if (a->kind == 8) {
            g_assert_cmpstr(a->text, ==, "P('a', None)");
            assert_sharding(a->sharding, "[{\"a\"}, {}]");
        }
        if (a->kind == 3)
            g_assert_cmpstr(a->text, ==, "#sdy.sharding_per_value<[<@mesh, [{\"a\"}, {?}]>]>");
    }
    g_assert_cmpint(kinds[1], ==, 2);
    g_assert_cmpint(kinds[2], ==, 2);
    g_assert_cmpint(kinds[3], ==, 1);
    g_assert_cmpint(kinds[8], ==, 1);
    decision_log_free(log);
    module_free(m);
}

static void test_overrides(void)
{
    static const struct {
        const char *name, *spec, *sharding;
        int param;
    } rows[] = {
        { "w['w1']", "P('a', None)", "[{\"a\"}, {}]", 1 },
        { "w__w1__", "P(None, 'a')", "[{}, {\"a\"}]", 1 },
        { "w__w1__.1", "[{\"b\"}, {\"a\"}]", "[{\"b\"}, {\"a\"}]", 1 },
        { "arg1", "P(('a', 'one', 'b'))", "[{\"a\", \"b\"}, {}]", 1 },
        { "x", "{devices=[1,8]<=[8]}", "[{}, {\"a\", \"b\"}]", 0 },
        { "arg2", "P()", "[]", 2 },
    };
    for (size_t i = 0; i < G_N_ELEMENTS(rows); i++) {
        const ImportShard shard = { rows[i].name, rows[i].spec };
        IrModule *m = imported(mlp, &(ImportOptions){ .shards = &shard, .n_shards = 1 });
        assert_sharding(param_sharding(m, rows[i].param), rows[i].sharding);
        if (rows[i].param != 0)
            assert_sharding(param_sharding(m, 0), "[{\"a\"}, {}]");
        module_free(m);
    }
    const ImportShard none = { "w['w2']", "P()" }, axis = { "x", "P('z')" }, rank = { "x", "P(None, None, 'a')" };
    assert_refused(mlp, &(ImportOptions){ .shards = &none, .n_shards = 1 }, SHARD_ERROR_USAGE,
                   "t.hlo: the program has no parameter 'w['w2']'\n  hint: did you mean w['w1']? the parameters are x, "
                   "w['w1'], s.1");
    assert_refused(mlp, &(ImportOptions){ .shards = &axis, .n_shards = 1 }, SHARD_ERROR_SHARDING,
                   "unknown axis \"z\" in sharding 'P('z')'\n  hint: the mesh has a, one, b");
    assert_refused(mlp, &(ImportOptions){ .shards = &rank, .n_shards = 1 }, SHARD_ERROR_SHARDING,
                   "3 entries for a value of 2 dimensions");
}

static void test_nearest_parameter(void)
{
    const ImportShard shard = { "w['w2']", "P()" };
    assert_refused("HloModule m\nENTRY e { w__w1__.1 = f32[8] parameter(0)  x.1 = f32[8] parameter(1)  "
                   "ROOT n = f32[8] add(w__w1__.1, x.1) }\n",
                   &(ImportOptions){ .n_devices = 2, .shards = &shard, .n_shards = 1 }, SHARD_ERROR_USAGE,
                   "did you mean w__w1__.1? the parameters are w__w1__.1, x.1");
}

static void test_other_mesh(void)
{
    IrModule *m = imported(mlp, &(ImportOptions){ .mesh = "b=2,a=2,one=1" });
    assert_mesh(m, "<[\"b\"=2, \"a\"=2, \"one\"=1]>");
    g_assert_cmpint(m->n_partitions, ==, 4);
    assert_sharding(param_sharding(m, 0), "[{\"a\"}, {}]");
    assert_sharding(result_sharding(m, 0), "[{\"b\"}, {}]");
    module_free(m);
    assert_refused(mlp, &(ImportOptions){ .mesh = "a=8,one=1" }, SHARD_ERROR_SHARDING,
                   "unknown axis \"b\" in sharding '#sdy.sharding<@mesh, [{}, {\"b\", \"one\"}]>'\n  hint: the mesh has a, one");
    assert_refused(mlp, &(ImportOptions){ .n_devices = 4 }, SHARD_ERROR_USAGE, "4 devices were asked for, and the mesh has 8");
    assert_refused(mlp, &(ImportOptions){ .mesh = "a=4" , .n_devices = 8 }, SHARD_ERROR_SHARDING, "unknown axis");
    assert_refused(mlp, &(ImportOptions){ .mesh = "a=" }, SHARD_ERROR_SHARDING, "expected a number at the end in mesh 'a='");

    IrModule *read = import_text(mlp);
    GError *error = NULL;
    g_assert_cmpint(import_n_devices(read, NULL, &error), ==, 8);
    g_assert_cmpint(import_n_devices(read, &(ImportOptions){ .mesh = "x=2,y=3" }, &error), ==, 6);
    g_assert_cmpint(import_n_devices(read, &(ImportOptions){ .n_devices = 5 }, &error), ==, 5);
    g_assert_no_error(error);
    module_free(read);
}

/* Several meshes with the same device order become one. */
static void test_meshes_merged(void)
{
    IrModule *m = imported("HloModule m, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"x\"=8]>, "
                           "mesh_0 = #sdy.mesh<[\"a\"=2, \"b\"=4]>, other = #sdy.mesh<[\"q\"=3]>}}\n"
                           "ENTRY e {\n"
                           "  p = f32[8,8] parameter(0), " SDY("@mesh, [{\\\"x\\\"}, {}]") "\n"
                           "  q = f32[8,8] parameter(1), " SDY("@mesh_0, [{\\\"b\\\"}, {?}]") "\n"
                           "  ROOT s = f32[8,8] add(p, q)\n"
                           "}\n", NULL);
    assert_mesh(m, "<[\"a\"=2, \"b\"=4]>"); /* the one with more axes */
    assert_sharding(param_sharding(m, 0), "[{\"a\", \"b\"}, {}]");
    assert_sharding(param_sharding(m, 1), "[{\"b\"}, {?}]");
    module_free(m);
    m = imported("HloModule m, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"a\"=6, \"b\"=4]>, "
                 "mesh_0 = #sdy.mesh<[\"x\"=2, \"y\"=12]>}}\n"
                 "ENTRY e {\n"
                 "  p = f32[48,8] parameter(0), " SDY("@mesh, [{\\\"a\\\"}, {}]") "\n"
                 "  q = f32[48,8] parameter(1), " SDY("@mesh_0, [{\\\"y\\\"}, {?}]") "\n"
                 "  ROOT s = f32[48,8] add(p, q)\n"
                 "}\n", NULL);
    assert_mesh(m, "<[\"a\"=6, \"b\"=4]>");
    assert_sharding(param_sharding(m, 1), "[{\"a\":(2)3, \"b\"}, {?}]");
    module_free(m);
    m = imported("HloModule m, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"a\"=4, \"b\"=2]>, "
                 "empty = #sdy.mesh<[]>, one = #sdy.mesh<[], device_ids=[3]>}}\n"
                 "ENTRY e {\n"
                 "  p = f32[8] parameter(0), " SDY("@one, []") "\n"
                 "  q = f32[8] parameter(1), " SDY("@empty, [{?}]") "\n"
                 "  ROOT s = f32[8] add(p, q)\n"
                 "}\n", NULL);
    assert_mesh(m, "<[\"a\"=4, \"b\"=2]>");
    g_assert_true(param_sharding(m, 0)->maximal);
    assert_sharding(param_sharding(m, 1), "[{?}]");
    g_assert_true(param_sharding(m, 1)->mesh == m->mesh);
    module_free(m);
    /* Device orders that no single mesh has: the axes are those of one, and who holds what is said apart. */
    m = imported("HloModule m, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"x\"=4]>, "
                 "mesh_0 = #sdy.mesh<[\"x\"=4], device_ids=[1, 0, 2, 3]>}}\n"
                 "ENTRY e {\n"
                 "  p = f32[8] parameter(0), " SDY("@mesh, [{\\\"x\\\"}]") "\n"
                 "  q = f32[8] parameter(1), " SDY("@mesh_0, [{\\\"x\\\"}]") "\n"
                 "  ROOT s = f32[8] add(p, q)\n"
                 "}\n", NULL);
    assert_mesh(m, "<[\"x\"=4]>");
    assert_sharding(param_sharding(m, 1), "[{\"x\"}]");
    g_assert_true(m->mixed_orders && m->n_placements == 2 && m->placements[1].leaf == 1);
    g_assert_cmpint(mesh_device_at(m->placements[1].mesh, 0), ==, 1);
    g_assert_true(m->placements[0].mesh == m->mesh);
    module_free(m);
    /* Numbers of devices that do not divide one another: of the smaller mesh all devices hold the whole. */
    m = imported("HloModule m, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"x\"=4]>, mesh_0 = #sdy.mesh<[\"x\"=6]>}}\n"
                 "ENTRY e {\n"
                 "  p = f32[8] parameter(0), " SDY("@mesh, [{\\\"x\\\"}]") "\n"
                 "  q = f32[8] parameter(1), " SDY("@mesh_0, [{\\\"x\\\"}]") "\n"
                 "  ROOT s = f32[8] add(p, q)\n"
                 "}\n", NULL);
    assert_mesh(m, "<[\"x\"=6]>");
    assert_sharding(param_sharding(m, 0), "[{}]");
    module_free(m);
}

/* The first manual computation of the entry, NULL if there is none; *n becomes the number of manual computations. */
static const IrOp *manual_of(const IrModule *m, int *n)
{
    const IrOp *found = NULL;
    *n = 0;
    for (int i = 0; i < m->entry->n_ops; i++)
        if (m->entry->ops[i]->code == OP_manual) {
            found = found ? found : m->entry->ops[i];
            *n += 1;
        }
    return found;
}

/* Collectives outside of manual regions: a program without any annotation becomes one manual region; otherwise each collective gets a
 * region of its own. */
static void test_device_code(void)
{
    static const char sum[] = "add { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] add(a, b) }\n";
    static const char *const said[] = { "", ", sharding={manual}", ", sharding={devices=[2,2]<=[4] last_tile_dims={manual}}", ", sharding={devices=[4]<=[4]}" };
    for (int i = 0; i < (int)G_N_ELEMENTS(said); i++) {
        g_autofree char *text = g_strdup_printf("HloModule m, num_partitions=4\n%s"
            "ENTRY e {\n  p = (f32[8], f32[8]) parameter(0)\n  q = f32[8] get-tuple-element(p), index=0%s\n  id = u32[] %s\n"
            "  r = f32[8] all-reduce(q), replica_groups={{0,1},{2,3}}, channel_id=1, use_global_device_ids=true, to_apply=add%s\n"
            "  u = (u32[]) tuple(id)\n  ROOT t = (f32[8], (u32[])) tuple(r, u)\n}\n", sum, said[i], i == 3 ? "constant(7)" : "partition-id()", i == 3 ? "" : said[i]);
        IrModule *m = imported(text, NULL);
        int n;
        const IrOp *op = manual_of(m, &n);
        g_assert_cmpint(n, ==, 1);
        g_assert_cmpint(op->a.manual.axes.n, ==, 1);
        g_assert_cmpint(axis_list_size(op->a.manual.axes), ==, i == 2 ? 2 : 4);
        g_assert_cmpint(op->n_operands, ==, i < 3 ? 2 : 1);
        g_assert_cmpint(op->comps[0]->root->code, ==, i < 3 ? OP_tuple : OP_all_reduce);
        g_assert_cmpint(m->entry->root->type->n_parts, ==, 2);
        module_free(m);
    }
    /* Each device has a different result, so there is no single value of the whole program. */
    int n;
    IrModule *m = imported("HloModule m, num_partitions=4\nENTRY e {\n  p = f32[8] parameter(0), sharding={devices=[4]<=[4]}\n"
                           "  ROOT r = f32[8] all-to-all(p), replica_groups={{0,1,2,3}}, channel_id=1, dimensions={0}\n}\n", NULL);
    g_assert_null(manual_of(m, &n));
    module_free(m);
    /* Collectives between replicas of which there is only one. */
    static const char *const lone[] = { "collective-permute(p), source_target_pairs={{0,0}}", "collective-permute(p), source_target_pairs={}",
                                        "all-gather(p), replica_groups={{0}}, dimensions={0}", "all-to-all(p), replica_groups={{0}}, dimensions={0}" };
    for (int i = 0; i < (int)G_N_ELEMENTS(lone); i++) {
        g_autofree char *text = g_strdup_printf("HloModule m, num_partitions=4\nENTRY e {\n  p = f32[8] parameter(0), sharding={devices=[4]<=[4]}\n"
                                                "  ROOT r = f32[8] %s\n}\n", lone[i]);
        m = imported(text, NULL);
        g_assert_cmpint(m->entry->root->code, ==, i == 1 ? OP_constant : OP_copy);
        module_free(m);
    }
}

static void test_small_calls(void)
{
    char *text = g_strdup_printf(small_calls, "1 : i32");
    IrModule *m = imported(text, NULL);
    g_assert_cmpint(only_op(m, OP_propagation_barrier)->a.barrier.direction, ==, 1);
    g_assert_cmpint(only_op(m, OP_sharding_group)->a.group.id, ==, 21);
    assert_sharding(only_op(m, OP_constraint)->shardings[0], "[{\"a\"}, {\"b\", ?}]");
    g_assert_cmpstr(only_op(m, OP_custom_call)->a.custom.target, ==, "SomethingElse");
    module_free(m);
    g_free(text);
    text = g_strdup_printf(small_calls, "3 : i32");
    assert_refused(text, NULL, SHARD_ERROR_VERIFY, "a propagation barrier that allows direction '3 : i32'");
    g_free(text);
}

/* StableHLO's collective ops, with inlined meshes and names that need quotes. */
static void test_stablehlo(void)
{
    IrModule *m = imported(
        "module @m attributes {mhlo.num_partitions = 8 : i32} {\n"
        "  sdy.mesh @mesh = <[\"a\"=4, \"b\"=2]>\n"
        "  sdy.mesh @\"other mesh\" = <[\"q\"=8]>\n"
        "  sdy.mesh @empty = <[]>\n"
        "  func.func public @main(%arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{\"a\"}, {\"b\", ?}p1]>} "
        "loc(\"w['x']\"), %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@\"other mesh\", [{}, {\"q\":(1)2}]>}, "
        "%arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<mesh<[\"c\"=4, \"d\"=2]>, [{\"d\"}, {}], "
        "unreduced={\"c\"}>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}], "
        "replicated={\"a\"}>}) {\n"
        "    %0 = stablehlo.add %arg0, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{\"b\"}, {}]>]>} : "
        "tensor<8x8xf32>\n"
        "    %1 = sdy.sharding_constraint %0 <@empty, [{}, {}]> : tensor<8x8xf32>\n"
        "    sdy.sharding_group %1 group_id=3 : tensor<8x8xf32>\n"
        "    %2 = sdy.propagation_barrier %1 allowed_direction=BACKWARD : tensor<8x8xf32>\n"
        "    %3 = sdy.manual_computation(%2) in_shardings=[<@mesh, [{\"a\"}, {?}]>] out_shardings=[<@mesh, "
        "[{\"a\"}, {}]>] manual_axes={\"a\"} (%x: tensor<2x8xf32>) {\n"
        "      %4 = stablehlo.negate %x : tensor<2x8xf32>\n"
        "      sdy.return %4 : tensor<2x8xf32>\n"
        "    } : (tensor<8x8xf32>) -> tensor<8x8xf32>\n"
        "    %5 = stablehlo.add %3, %arg2 : tensor<8x8xf32>\n"
        "    return %5 : tensor<8x8xf32>\n"
        "  }\n"
        "}\n", NULL);
    assert_mesh(m, "<[\"a\"=4, \"b\"=2]>");
    assert_sharding(param_sharding(m, 0), "[{\"a\"}, {\"b\", ?}p1]");
    assert_sharding(param_sharding(m, 1), "[{}, {\"a\":(1)2}]");
    assert_sharding(param_sharding(m, 2), "[{\"b\"}, {}], unreduced={\"a\"}");
    assert_sharding(result_sharding(m, 0), "[{?}, {?}], replicated={\"a\"}");
    assert_sharding(only_op(m, OP_constraint)->shardings[0], "[{}, {}]");
    g_assert_cmpint(only_op(m, OP_sharding_group)->a.group.id, ==, 3);
    g_assert_cmpint(only_op(m, OP_propagation_barrier)->a.barrier.direction, ==, 2);
    assert_sharding(only_op(m, OP_manual)->a.manual.in[0], "[{\"a\"}, {?}]");
    GError *error = NULL;
    g_assert_true(import_parameter(m, "w['x']", &error) == m->entry->params[0]);
    g_assert_no_error(error);
    module_free(m);
}

/* Operands and results of a manual computation differ in number and rank; an annotation inside a reducer shards nothing. */
static void test_stablehlo_manual(void)
{
    IrModule *m = imported(
        "module @m {\n"
        "  sdy.mesh @mesh = <[\"a\"=4, \"b\"=2]>\n"
        "  func.func public @main(%arg0: tensor<8x6xf32>, %arg1: tensor<f32>) -> tensor<6xf32> {\n"
        "    %0 = sdy.manual_computation(%arg0, %arg1) in_shardings=[<@mesh, [{\"a\", ?}, {?}]>, <@mesh, []>] "
        "out_shardings=[<@mesh, [{?}], replicated={\"a\"}>] manual_axes={\"a\"} (%x: tensor<2x6xf32>, %y: tensor<f32>) {\n"
        "      %1 = stablehlo.reduce(%x init: %y) applies stablehlo.add across dimensions = [0] : (tensor<2x6xf32>, "
        "tensor<f32>) -> tensor<6xf32>\n"
        "      %2 = \"stablehlo.all_reduce\"(%1) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, "
        "replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({\n"
        "      ^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
        "        %4 = stablehlo.add %p, %q : tensor<f32>\n"
        "        %5 = sdy.sharding_constraint %4 <@mesh, []> : tensor<f32>\n"
        "        stablehlo.return %5 : tensor<f32>\n"
        "      }) : (tensor<6xf32>) -> tensor<6xf32>\n"
        "      sdy.return %2 : tensor<6xf32>\n"
        "    } : (tensor<8x6xf32>, tensor<f32>) -> tensor<6xf32>\n"
        "    return %0 : tensor<6xf32>\n"
        "  }\n"
        "}\n", NULL);
    const IrOp *op = only_op(m, OP_manual);
    assert_sharding(op->a.manual.in[0], "[{\"a\", ?}, {?}]");
    assert_sharding(op->a.manual.in[1], "[], replicated={\"a\"}");
    assert_sharding(op->a.manual.out[0], "[{?}], replicated={\"a\"}");
    for (int i = 0; i < op->comps[0]->n_ops; i++)
        if (op->comps[0]->ops[i]->code == OP_all_reduce)
            g_assert_cmpint(op->comps[0]->ops[i]->comps[0]->root->code, ==, OP_add);
    module_free(m);
}

/* Corrupted programs that still parse are imported, or refused with a non-empty error message. */
static void test_damaged(void)
{
    char *manual = g_strdup_printf(shard_map, "8", "8", "8"), *calls = g_strdup_printf(small_calls, "1 : i32");
    const char *const texts[] = { mlp, manual, calls, spmd };
    static const char alphabet[] = "{}[]()<>\"@#?:;,=p0128abxyT -*/.%";
    int n_imported = 0, n_refused = 0;
    for (int round = 0; round < 4000; round++) {
        char *text = g_strdup(texts[round % 4]);
        size_t n = strlen(text);
        for (int k = g_test_rand_int_range(1, 4); k > 0; k--)
            text[g_test_rand_int_range(0, (int)n)] = alphabet[g_test_rand_int_range(0, (int)sizeof alphabet - 1)];
        IrModule *m = hlo_parse("t.hlo", text, n, NULL);
        GError *error = NULL;
        if (m && module_verify(m, NULL)) {
            bool ok = pass_import(m, NULL, NULL, &error);
            g_assert_true(ok == (error == NULL));
            if (ok)
                assert_ordered(m);
            n_imported += ok;
            n_refused += !ok;
        }
        g_clear_error(&error);
        module_free(m);
        g_free(text);
    }
    g_test_message("%d imported, %d refused", n_imported, n_refused);
    g_assert_cmpint(n_imported, >, 100);
    g_assert_cmpint(n_refused, >, 100);
    g_free(manual);
    g_free(calls);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/passes/import/device-code", test_device_code);
    g_test_add_func("/passes/import/sdy", test_sdy);
    g_test_add_func("/passes/import/log", test_log);
    g_test_add_func("/passes/import/overrides", test_overrides);
    g_test_add_func("/passes/import/nearest-parameter", test_nearest_parameter);
    g_test_add_func("/passes/import/other-mesh", test_other_mesh);
    g_test_add_func("/passes/import/meshes-merged", test_meshes_merged);
    g_test_add_func("/passes/import/small-calls", test_small_calls);
    g_test_add_func("/passes/import/stablehlo", test_stablehlo);
    g_test_add_func("/passes/import/stablehlo-manual", test_stablehlo_manual);
    g_test_add_func("/passes/import/damaged", test_damaged);
    return g_test_run();
}
