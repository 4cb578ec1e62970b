/* The import pass: manual computations as shard_map and GSPMD write them. */
#include "tests/unit/passes/import_help.h"
#include "tests/unit/passes/import_texts.h"

#include <stdlib.h>
#include <string.h>

#include "runtime/text/text.h"

static void test_sdy_manual(void)
{
    char *text = g_strdup_printf(shard_map, "8", "8", "8");
    IrModule *m = imported(text, NULL);
    const IrOp *op = only_op(m, OP_manual);
    g_assert_true(op->a.manual.mesh == m->mesh);
    g_assert_cmpint(op->a.manual.axes.n, ==, 1);
    g_assert_cmpint(op->n_operands, ==, 2);
    g_assert_true(op->operands[0] == m->entry->params[0] && op->operands[1] == m->entry->params[1]);
    assert_sharding(op->a.manual.in[0], "[{\"a\"}, {}]");
    assert_sharding(op->a.manual.in[1], "[{?}], replicated={\"a\"}");
    assert_sharding(op->a.manual.out[0], "[{\"a\", \"b\"}, {}]");
    assert_sharding(op->a.manual.out[1], "[{}], replicated={\"a\"}");
    g_assert_cmpint(op->comps[0]->n_ops, ==, 4);
    g_assert_cmpint(count_targets(m), ==, 0);
    g_assert_cmpint(m->entry->n_ops, ==, 6);
    module_free(m);
    assert_refused(text, &(ImportOptions){ .mesh = "a=2,b=2,one=1" }, SHARD_ERROR_SHARDING,
                   "cuts dimension 0 of size 8 into 2 parts, its body has size 2\n  hint: its body was written for");
    g_free(text);
}

static void test_spmd_manual(void)
{
    IrModule *m = imported(spmd, NULL);
    assert_mesh(m, "<[\"axis0\"=4, \"axis1\"=2]>");
    const IrOp *op = only_op(m, OP_manual);
    g_assert_cmpint(op->a.manual.axes.n, ==, 2);
    g_assert_cmpint(op->n_operands, ==, 1);
    assert_sharding(op->a.manual.in[0], "[{\"axis0\"}, {}], replicated={\"axis1\"}");
    assert_sharding(op->a.manual.out[0], "[{\"axis0\"}, {}], replicated={\"axis1\"}");
    assert_sharding(op->a.manual.out[1], "[{\"axis0\"}, {\"axis1\"}]");
    const IrComp *body = op->comps[0];
    g_assert_cmpint(body->n_params, ==, 1);
    g_assert_cmpint(body->root->n_operands, ==, 2);
    g_assert_cmpint(count_targets(m), ==, 0);
    for (int i = 0; i < body->n_ops; i++)
        g_assert_null(body->ops[i]->shardings);
    assert_sharding(result_sharding(m, 0), "[{}, {}]");
    assert_sharding(result_sharding(m, 1), "[{\"axis0\", \"axis1\"}, {}]");
    module_free(m);

    /* Some axes stay automatic: their dims are open, in the body too. */
    m = imported("HloModule m, num_partitions=8\n"
                 "ENTRY e {\n"
                 "  p = f32[8,8] parameter(0), sharding={devices=[4,2]<=[8]}\n"
                 "  ps = f32[8,8] custom-call(p), custom_call_target=\"Sharding\", backend_config=\"unspecified_dims=[0,1]\", "
                 "sharding={devices=[4,1,2]<=[8] last_tile_dim_replicate}\n"
                 "  l = f32[2,8] custom-call(ps), custom_call_target=\"SPMDFullToShardShape\", "
                 "sharding={devices=[1,1,4,2]<=[8] last_tile_dims={manual, replicated}}\n"
                 "  d = f32[2,8] custom-call(l), custom_call_target=\"Sharding\", backend_config=\"unspecified_dims=[0]\", "
                 "sharding={devices=[1,2,4]<=[4,2]T(1,0) last_tile_dims={manual}}\n"
                 "  ROOT f = f32[8,8] custom-call(d), custom_call_target=\"SPMDShardToFullShape\", "
                 "sharding={devices=[4,1,2]<=[8] last_tile_dim_replicate}\n"
                 "}\n", NULL);
    op = only_op(m, OP_manual);
    g_assert_cmpint(op->a.manual.axes.n, ==, 1);
    assert_sharding(op->a.manual.in[0], "[{\"axis0\", ?}, {?}]");
    assert_sharding(op->a.manual.out[0], "[{\"axis0\"}, {}], replicated={\"axis1\"}");
    assert_sharding(op->comps[0]->root->shardings[0], "[{?}, {\"axis1\"}]");
    module_free(m);

    /* A manual computation without operands. */
    m = imported("HloModule m, num_partitions=8\n"
                 "body { i = u32[] partition-id()  b = u32[2] broadcast(i), dimensions={}  ROOT n = u32[2] negate(b) }\n"
                 "ENTRY e {\n"
                 "  l = u32[2] call(), to_apply=body, sharding={manual}\n"
                 SPMD("  ROOT f = u32[16] custom-call(l)", "SPMDShardToFullShape", "{devices=[8]<=[8]}")
                 "}\n", NULL);
    op = only_op(m, OP_manual);
    g_assert_cmpint(op->n_operands, ==, 0);
    g_assert_cmpint(op->comps[0]->root->code, ==, OP_call);
    assert_sharding(op->a.manual.out[0], "[{\"axis0\"}]");
    module_free(m);

    /* A replicated value is equal on all devices inside, and so is a value computed only from replicated ones. */
    m = imported("HloModule m, num_partitions=2\n"
                 "ENTRY e {\n"
                 "  p = f32[2] parameter(0)\n"
                 "  w = f32[1] parameter(1)\n"
                 SPMD("  ps = f32[2] custom-call(p)", "Sharding", "{devices=[2]<=[2]}")
                 SPMD("  l = f32[1] custom-call(ps)", "SPMDFullToShardShape", "{manual}")
                 "  d = f32[1] multiply(l, w)\n"
                 "  h = f32[1] negate(w)\n"
                 "  g = f32[1] multiply(d, h)\n"
                 SPMD("  ROOT f = f32[2] custom-call(g)", "SPMDShardToFullShape", "{devices=[2]<=[2]}")
                 "}\n", NULL);
    op = only_op(m, OP_manual);
    g_assert_cmpint(op->n_operands, ==, 2);
    g_assert_true(op->operands[1] == m->entry->params[1]);
    assert_sharding(op->a.manual.in[1], "[{?}], replicated={\"axis0\"}");
    g_assert_cmpint(op->comps[0]->n_ops, ==, 5);
    module_free(m);

    /* Nested manual regions: each lists the axes that it adds. */
    m = imported("HloModule m, num_partitions=4\n"
                 "ENTRY e {\n"
                 "  p = f32[4,6] parameter(0)\n"
                 SPMD("  ps = f32[4,6] custom-call(p)", "Sharding", "{devices=[2,2]<=[4]}")
                 SPMD("  l = f32[2,6] custom-call(ps)", "SPMDFullToShardShape", "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dims={manual}}")
                 SPMD("  ls = f32[2,6] custom-call(l)", "Sharding", "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dims={manual}}")
                 SPMD("  k = f32[2,3] custom-call(ls)", "SPMDFullToShardShape", "{manual}")
                 "  n = f32[2,3] negate(k)\n"
                 SPMD("  b = f32[2,6] custom-call(n)", "SPMDShardToFullShape", "{devices=[1,2,2]<=[2,2]T(1,0) last_tile_dims={manual}}")
                 "  a = f32[2,6] add(b, l)\n"
                 SPMD("  ROOT f = f32[4,6] custom-call(a)", "SPMDShardToFullShape", "{devices=[2,2]<=[4]}")
                 "}\n", NULL);
    const IrOp *outer = m->entry->root;
    g_assert_cmpint(outer->code, ==, OP_manual);
    g_assert_cmpint(outer->a.manual.axes.n, ==, 1);
    op = NULL;
    for (int i = 0; i < outer->comps[0]->n_ops; i++)
        op = outer->comps[0]->ops[i]->code == OP_manual ? outer->comps[0]->ops[i] : op;
    g_assert_nonnull(op);
    g_assert_cmpint(op->a.manual.axes.n, ==, 1);
    g_assert_cmpint(op->a.manual.axes.v[0].axis, !=, outer->a.manual.axes.v[0].axis);
    module_free(m);

    assert_refused("HloModule m, num_partitions=2\n"
                   "ENTRY e {\n"
                   "  p = f32[2] parameter(0)\n"
                   SPMD("  ps = f32[2] custom-call(p)", "Sharding", "{devices=[2]<=[2]}")
                   SPMD("  l = f32[1] custom-call(ps)", "SPMDFullToShardShape", "{manual}")
                   SPMD("  r = f32[2] custom-call(l)", "SPMDShardToFullShape", "{devices=[2]<=[2]}")
                   SPMD("  rs = f32[2] custom-call(r)", "Sharding", "{devices=[2]<=[2]}")
                   SPMD("  k = f32[1] custom-call(rs)", "SPMDFullToShardShape", "{manual}")
                   "  d = f32[1] multiply(l, k)\n"
                   SPMD("  ROOT f = f32[2] custom-call(d)", "SPMDShardToFullShape", "{devices=[2]<=[2]}")
                   "}\n", NULL, SHARD_ERROR_UNSUPPORTED, "a value enters a manual region after another one left it");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/passes/import/sdy-manual", test_sdy_manual);
    g_test_add_func("/passes/import/spmd-manual", test_spmd_manual);
    return g_test_run();
}
