/* The import pass: GSPMD's annotations, programs without annotations, annotations that do not fit, and which
 * collectives manual code may contain. */
#include "tests/unit/passes/import_help.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/shard/spell.h"
#include "runtime/text/text.h"

/* ---- GSPMD's annotations and none ------------------------------------------------------------------------------------- */

static void test_gspmd(void)
{
    IrModule *m = imported("HloModule m, num_partitions=8\n"
                           "ENTRY e {\n"
                           "  p = f32[8,8] parameter(0), sharding={devices=[2,4]<=[8]}\n"
                           "  q = (f32[8,8], f32[4]) parameter(1), sharding={{devices=[1,2,4]<=[4,2]T(1,0) "
                           "last_tile_dim_replicate}, {replicated}}\n"
                           "  q0 = f32[8,8] get-tuple-element(q), index=0\n"
                           "  q1 = f32[4] get-tuple-element(q), index=1\n"
                           "  n = f32[8,8] negate(q0), sharding={devices=[8,1]<=[8]}\n"
                           "  ROOT s = f32[8,8] add(p, n), sharding={devices=[1,8]<=[8]}\n"
                           "}\n", NULL);
    assert_mesh(m, "<[\"axis0\"=2, \"axis1\"=2, \"axis2\"=2]>");
    assert_sharding(param_sharding(m, 0), "[{\"axis0\"}, {\"axis1\", \"axis2\"}]");
    assert_sharding(param_sharding(m, 1), "[{}, {\"axis2\"}], replicated={\"axis0\", \"axis1\"}");
    assert_sharding(m->entry->params[1]->shardings[1], "[{}]");
    assert_sharding(only_op(m, OP_negate)->shardings[0], "[{\"axis0\", \"axis1\", \"axis2\"}, {}]");
    assert_sharding(result_sharding(m, 0), "[{}, {\"axis0\", \"axis1\", \"axis2\"}]");
    module_free(m);
}

/* Who asks for the device's number: a region that begins with it, a partitioner's output, or nobody who may. */
static void test_device_numbers(void)
{
    IrModule *m = imported("HloModule m, num_partitions=2\nENTRY e {\n  i = u32[] partition-id(), sharding={manual}\n"
                           "  b = u32[4] broadcast(i), dimensions={}, sharding={manual}\n"
                           SPMD("  ROOT u = u32[8] custom-call(b)", "SPMDShardToFullShape", "{devices=[2]<=[2]}") "}\n", NULL);
    g_assert_true(m->entry->root == only_op(m, OP_manual));
    assert_sharding(m->entry->root->a.manual.out[0], "[{\"axis0\"}]");
    g_assert_true(only_op(m, OP_partition_id)->parent == m->entry->root->comps[0]); /* not in a region around that region */
    module_free(m);
    m = imported("HloModule m, num_partitions=2\nENTRY e {\n  x = u32[4] parameter(0), sharding={devices=[2]<=[2]}\n  i = u32[] partition-id()\n"
                 "  b = u32[4] broadcast(i), dimensions={}, sharding={replicated}\n  ROOT a = u32[4] add(x, b), sharding={devices=[2]<=[2]}\n}\n", NULL);
    g_assert_true(m->entry->root == only_op(m, OP_manual));
    g_assert_true(!m->entry->params[0]->shardings && (!m->entry->results || !m->entry->results[0].sharding)); /* a tile is no whole that is divided */
    module_free(m);
    /* One that does not ask, but has the name that XLA's partitioner gives; here devices exchange tiles in a branch. */
    m = imported("HloModule m, num_partitions=2\na {\n  x = u32[2,2] parameter(0)\n  ROOT y = u32[2,2] all-to-all(x), channel_id=1, replica_groups={{0,1}}, dimensions={1}\n}\n"
                 "b {\n  x = u32[2,2] parameter(0)\n  ROOT y = u32[2,2] negate(x)\n}\n"
                 "ENTRY main.3_spmd {\n  x = u32[2,2] parameter(0), sharding={devices=[2,1]<=[2]}\n  p = pred[] parameter(1), sharding={replicated}\n"
                 "  ROOT c = u32[2,2] conditional(p, x, x), true_computation=a, false_computation=b\n}\n", NULL);
    g_assert_true(m->entry->root == only_op(m, OP_manual));
    g_assert_false(m->entry->params[0]->shardings);
    module_free(m);
    assert_refused("HloModule m, num_partitions=2\nENTRY e {\n  x = u32[8] parameter(0), sharding={devices=[2]<=[2]}\n  i = u32[] partition-id()\n"
                   SPMD("  s = u32[4] custom-call(x)", "SPMDFullToShardShape", "{manual}") "  n = u32[4] add(s, s), sharding={manual}\n"
                   SPMD("  u = u32[8] custom-call(n)", "SPMDShardToFullShape", "{devices=[2]<=[2]}")
                   "  b = u32[8] broadcast(i), dimensions={}\n  ROOT a = u32[8] add(u, b)\n}\n", NULL, SHARD_ERROR_UNSUPPORTED, "asks for the number of the device");
}

/* shard_as makes groups of constraints; the shardings of a tuple of arguments are attributes of the module. */
static void test_gspmd_oddities(void)
{
    IrModule *m = imported("HloModule m, num_partitions=2\n"
                           "ENTRY e {\n"
                           "  p = f32[8] parameter(0)\n"
                           SPMD("  ps = f32[8] custom-call(p)", "Sharding", "{unknown shard_as 5}")
                           "  ROOT n = f32[8] negate(ps)\n"
                           "}\n", NULL);
    const IrOp *group = only_op(m, OP_sharding_group);
    g_assert_cmpint(group->a.group.id, ==, 5);
    g_assert_true(group->operands[0] == only_op(m, OP_constraint));
    assert_sharding(only_op(m, OP_constraint)->shardings[0], "[{?}]");
    module_free(m);
    m = imported("HloModule m, frontend_attributes={xla.sdy.meshes={mesh = #sdy.mesh<[\"x\"=2]>},"
                 "xla.sdy.tuple_args_shardings=\"{{devices=[2]<=[2]}, {replicated}}\","
                 "xla.sdy.tuple_results_shardings=\"{{devices=[2]<=[2]}}\",xla.sdy.use_tuple_args=\"t\"}\n"
                 "ENTRY e {\n"
                 "  p = (f32[8], f32[]) parameter(0)\n"
                 "  a = f32[8] get-tuple-element(p), index=0\n"
                 "  ROOT t = (f32[8]) tuple(a)\n"
                 "}\n", NULL);
    assert_sharding(m->entry->params[0]->shardings[0], "[{\"x\"}]");
    assert_sharding(m->entry->params[0]->shardings[1], "[]");
    assert_sharding(result_sharding(m, 0), "[{\"x\"}]");
    module_free(m);
}

static const char plain[] = "HloModule m\nENTRY e { p = f32[8] parameter(0)  ROOT n = f32[8] negate(p) }\n";

static void test_no_annotations(void)
{
    IrModule *m = imported(plain, NULL);
    assert_mesh(m, NULL);
    g_assert_cmpint(m->n_partitions, ==, 1);
    g_assert_null(m->entry->params[0]->shardings);
    module_free(m);
    const ImportShard shard = { "p", "P('d')" };
    m = imported(plain, &(ImportOptions){ .n_devices = 4, .shards = &shard, .n_shards = 1 });
    assert_mesh(m, "<[\"d\"=4]>");
    assert_sharding(param_sharding(m, 0), "[{\"d\"}]");
    module_free(m);
    m = imported(plain, &(ImportOptions){ .mesh = "a=2,b=2" });
    assert_mesh(m, "<[\"a\"=2, \"b\"=2]>");
    module_free(m);
    assert_refused(plain, &(ImportOptions){ .shards = &shard, .n_shards = 1 }, SHARD_ERROR_USAGE,
                   "the program is for one device: there is no mesh for 'P('d')'\n  hint: give it a mesh, a=4,b=2");
    assert_refused(plain, &(ImportOptions){ .mesh = "a=2", .n_devices = 4 }, SHARD_ERROR_USAGE,
                   "4 devices were asked for, and the mesh has 2");
}

/* Wrong annotations, and the location that each error names. */
static void test_errors(void)
{
#define ONE(attrs) "HloModule m, num_partitions=8, " MESH "\nENTRY e {\n  p = f32[8,8] parameter(0), " attrs "\n" \
    "  ROOT n = f32[8,8] negate(p)\n}\n"
    assert_refused(ONE(SDY("@mesh, [{\\\"z\\\"}, {}]")), NULL, SHARD_ERROR_SHARDING, "t.hlo:3:");
    assert_refused(ONE(SDY("@mesh, [{\\\"z\\\"}, {}]")), NULL, SHARD_ERROR_SHARDING,
                   "unknown axis \"z\" in sharding '#sdy.sharding<@mesh, [{\"z\"}, {}]>'\n  hint: the mesh has a, one, b");
    assert_refused(ONE(SDY("@mesh, [{\\\"a\\\"}]")), NULL, SHARD_ERROR_SHARDING,
                   "the sharding has 1 dimension, the value has 2");
    assert_refused(ONE(SDY("@nomesh, [{}, {}]")), NULL, SHARD_ERROR_SHARDING, "unknown mesh @nomesh");
    assert_refused(ONE(SDY("@mesh, [{\\\"a\\\"}, {\\\"a\\\"}]")), NULL, SHARD_ERROR_SHARDING,
                   "axis \"a\" is used twice");
    assert_refused(ONE("frontend_attributes={xla.sdy.sharding=\"#sdy.sharding_per_value<[<@mesh, [{}, {}]>, <@mesh, [{}]>]>\"}"),
                   NULL, SHARD_ERROR_SHARDING, "2 shardings for 1 value");
    assert_refused("HloModule m, num_partitions=4, " MESH "\nENTRY e { p = f32[8] parameter(0), " SDY("@mesh, [{\\\"a\\\"}]")
                   "  ROOT n = f32[8] negate(p) }\n", NULL, SHARD_ERROR_SHARDING,
                   "the module is for 4 partitions, its mesh has 8 devices");
    assert_refused("HloModule m, num_partitions=4\nENTRY e { p = f32[8] parameter(0), sharding={devices=[8]<=[8]}"
                   "  ROOT n = f32[8] negate(p) }\n", NULL, SHARD_ERROR_SHARDING,
                   "a sharding of 8 devices in a program for 4");
    assert_refused("HloModule m, num_partitions=8\nENTRY e { p = f32[8] parameter(0), sharding={devices=[2,4]<=[8]}"
                   "  ROOT n = f32[8] negate(p) }\n", NULL, SHARD_ERROR_SHARDING,
                   "the sharding tiles 2 dimensions, the value has 1");
    assert_refused("HloModule m, num_partitions=8\nENTRY e { p = f32[8] parameter(0), sharding={{replicated},{replicated}}"
                   "  ROOT n = f32[8] negate(p) }\n", NULL, SHARD_ERROR_SHARDING, "2 shardings for 1 value");
    /* A mesh, or a number of devices, that contradicts the program's collectives. */
    static const char *const own[] = { "all-reduce(p), replica_groups={{0,1},{2,3}}, channel_id=1, use_global_device_ids=true, to_apply=add",
                                       "collective-permute(p), source_target_pairs={{3,0}}, channel_id=1",
                                       "all-gather(p), replica_groups=[1,4]<=[4], channel_id=1, use_global_device_ids=true, dimensions={0}" };
    for (int i = 0; i < (int)G_N_ELEMENTS(own); i++) {
        g_autofree char *text = g_strdup_printf("HloModule m, num_partitions=4\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] add(a, b) }\n"
                                                "ENTRY e {\n  p = f32[8] parameter(0)\n  ROOT s = f32[%d] %s\n}\n", i == 2 ? 32 : 8, own[i]);
        assert_refused(text, &(ImportOptions){ .mesh = "x=2" }, SHARD_ERROR_SHARDING, "t.hlo:7:8: ");
        assert_refused(text, &(ImportOptions){ .n_devices = 2 }, SHARD_ERROR_SHARDING, " names device 3, the mesh that was asked for has 2");
        IrModule *m = import_text(text);
        g_assert_true(pass_import(m, &(ImportOptions){ .mesh = "x=4" }, NULL, NULL));
        module_free(m);
    }
    /* A device that none of the groups has. */
    static const char *const groups[] = { "{{0,1}}", "{{0,1},{3}}" };
    for (gsize i = 0; i < G_N_ELEMENTS(groups); i++) {
        g_autofree char *text = g_strdup_printf("HloModule m, num_partitions=4\nadd { a = f32[] parameter(0)\n b = f32[] parameter(1)\n ROOT c = f32[] add(a, b) }\n"
                                                "ENTRY e {\n  p = f32[8] parameter(0)\n  ROOT s = f32[8] all-reduce(p), replica_groups=%s, channel_id=1, use_global_device_ids=true, to_apply=add\n}\n", groups[i]);
        assert_refused(text, NULL, SHARD_ERROR_SHARDING, i ? "t.hlo:7:8: the groups of all-reduce have 3 of 4 devices" : "t.hlo:7:8: the groups of all-reduce have 2 of 4 devices");
    }
    /* A broadcast gives those zeros. */
    static const char some[] = "HloModule m, num_partitions=4\nENTRY e {\n  p = f32[8] parameter(0)\n  ROOT s = f32[8] collective-broadcast(p), replica_groups={{2,1}}, channel_id=1\n}\n";
    GError *error = NULL;
    IrModule *m = hlo_parse("t.hlo", some, strlen(some), &error);
    g_assert_no_error(error);
    g_assert_true(pass_import(m, &(ImportOptions){ 0 }, NULL, &error));
    g_assert_no_error(error);
    module_free(m);
}

static void move(const char *from, const char *op, const char *to, bool wanted)
{
    g_autofree char *text = g_strdup_printf("module {\n sdy.mesh @mesh = <[\"x\"=2, \"y\"=2, \"z\"=4]>\n func.func @main(%%x: tensor<16x16xf32> {sdy.sharding = "
                                            "#sdy.sharding<@mesh, %s>}) -> tensor<16x16xf32> {\n %%0 = sdy.%s out_sharding=<@mesh, %s> : tensor<16x16xf32>\n"
                                            " return %%0 : tensor<16x16xf32>\n }\n}\n", from, op, to);
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = program_parse("move", text, strlen(text), &error);
    g_assert_no_error(error);
    bool taken = pass_import(m, NULL, NULL, &error);
    if (taken != wanted)
        g_test_message("%s from %s to %s: %s", op, from, to, error ? error->message : "taken");
    g_assert_cmpint(taken, ==, wanted);
}

static void test_moves(void)
{
    move("[{\"x\", \"z\"}, {}]", "all_gather [{\"z\":(2)2}, {}] %x", "[{\"x\", \"z\":(1)2}, {}]", true);
    move("[{\"x\", \"z\"}, {}]", "all_gather [{\"z\":(1)2}, {}] %x", "[{\"x\", \"z\":(2)2}, {}]", false);
    move("[{\"x\"}, {}]", "all_gather [{\"x\"}] %x", "[{}, {}]", false);
    move("[{\"x\"}, {}]", "all_slice [{\"y\"}, {}] %x", "[{\"x\", \"y\"}, {}]", true);
    move("[{\"x\"}, {}]", "all_slice [{\"y\"}, {}] %x", "[{\"y\", \"x\"}, {}]", false);
    move("[{\"x\"}, {}]", "all_to_all [{\"x\"}: 0->1] %x", "[{}, {\"x\"}]", true);
    move("[{\"x\"}, {}]", "all_to_all [{\"x\"}: 0->0] %x", "[{\"x\"}, {}]", false);
    move("[{\"x\"}, {}]", "all_to_all [{\"x\"}: 0->5] %x", "[{}, {\"x\"}]", false);
    move("[{\"x\"}, {\"y\"}]", "all_to_all [{\"x\"}: 0->1, {\"y\"}: 1->0] %x", "[{\"y\"}, {\"x\"}]", false);
    move("[{\"x\"}, {}]", "all_reduce {\"y\"} %x", "[{\"x\"}, {}]", true);
    move("[{\"x\"}, {}]", "all_reduce {\"x\"} %x", "[{\"x\"}, {}]", false);
    move("[{\"x\"}, {}]", "all_reduce {\"z\", \"y\"} %x", "[{\"x\"}, {}]", false);
    move("[{\"x\"}, {}], replicated={\"y\"}", "all_reduce {\"y\"} %x", "[{\"x\"}, {}]", false);
    move("[{\"x\"}, {}]", "reduce_scatter [{\"y\"}, {}] %x", "[{\"x\", \"y\"}, {}]", true);
    move("[{\"x\"}, {}]", "collective_permute %x", "[{\"y\"}, {}]", true);
    move("[{\"x\"}, {}]", "collective_permute %x", "[{\"z\"}, {}]", false);
    move("[{\"x\"}, {}]", "sharded_to_unreduced [{\"x\"}, {}] %x", "[{}, {}], unreduced={\"x\"}", true);
    move("[{\"x\"}, {}]", "sharded_to_unreduced [{\"x\"}, {}] %x", "[{}, {}]", false);
    move("[{\"x\"}, {}]", "replicated_to_unreduced {\"y\"} %x", "[{\"x\"}, {}], unreduced={\"y\"}", true);
    move("[{\"x\"}, {}]", "replicated_to_unreduced {\"x\"} %x", "[{\"x\"}, {}], unreduced={\"y\"}", false);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/passes/import/gspmd", test_gspmd);
    g_test_add_func("/passes/import/gspmd-oddities", test_gspmd_oddities);
    g_test_add_func("/passes/import/device-numbers", test_device_numbers);
    g_test_add_func("/passes/import/no-annotations", test_no_annotations);
    g_test_add_func("/passes/import/errors", test_errors);
    g_test_add_func("/import/moves", test_moves);
    return g_test_run();
}
