/* The rule of every op of rules.mlir is the one written next to it, which Shardy's own table gave; texts of rules
 * are read back to the same rule. */
#include "runtime/propagate/rules.h"
#include "runtime/text/text.h"

static char *own_rule(RuleCache *cache, IrOp *op)
{
    int n = op->n_pairs;
    op->n_pairs = 0; /* a rule stated on the op would take precedence */
    const Rule *rule = rule_of(cache, op);
    op->n_pairs = n;
    GString *text = g_string_new(NULL);
    if (rule)
        rule_print(text, rule);
    return g_string_free(text, FALSE);
}

static char *stated_rule(const IrOp *op)
{
    const char *text = pair_get(op->pairs, op->n_pairs, "xla.sdy.sharding_rule");
    if (!text)
        return g_strdup("");
    const char *from = strchr(text, '<');
    g_assert_nonnull(from);
    return g_strndup(from + 1, strlen(from + 1) - 1);
}

static void test_table(void)
{
    g_autofree char *path = g_build_filename(g_getenv("SHARDSCOPE_SOURCE") ? g_getenv("SHARDSCOPE_SOURCE") : ".", "tests",
                                             "unit", "propagate", "rules.mlir", NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(IrModule) m = program_read(path, NULL, &error);
    g_assert_no_error(error);
    Arena *arena = arena_new_root();
    RuleCache *cache = rule_cache_new(arena, false);
    int wrong = 0, stated = 0;
    for (int i = 0; i < m->entry->n_ops; i++) {
        IrOp *op = m->entry->ops[i];
        if (op->code == OP_get_tuple_element || op->code == OP_tuple || opcode_is_chlo(op->code))
            continue;
        g_autofree char *want = stated_rule(op), *got = own_rule(cache, op);
        stated += *want != 0;
        if (strcmp(want, got) == 0)
            continue;
        g_test_message("%s:%d: %%%s %s\n   want %s\n   got  %s", path, op->at.line, op->name, op_info[op->code].id, want, got);
        wrong++;
    }
    g_assert_cmpint(wrong, ==, 0);
    g_assert_cmpint(stated, >, 150);
    rule_cache_free(cache);
    arena_free(arena);
}

static IrModule *dot_module(IrOp **dot)
{
    static const char text[] = "func.func @main(%a: tensor<4x8xf32>, %b: tensor<8x16xf32>) -> tensor<4x16xf32> {\n"
                               "  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : "
                               "(tensor<4x8xf32>, tensor<8x16xf32>) -> tensor<4x16xf32>\n"
                               "  return %0 : tensor<4x16xf32>\n}\n";
    g_autoptr(GError) error = NULL;
    IrModule *m = program_parse("dot.mlir", text, sizeof text - 1, &error);
    g_assert_no_error(error);
    *dot = m->entry->root;
    return m;
}

/* Reading what was printed gives the same text, for every op of the table that has a rule. */
static void test_text_round_trip(void)
{
    IrOp *dot;
    g_autoptr(IrModule) m = dot_module(&dot);
    g_assert_nonnull(m);
    Arena *arena = arena_new_root();
    RuleCache *cache = rule_cache_new(arena, false);
    g_autofree char *text = own_rule(cache, dot);
    g_assert_cmpstr(text, ==, "([i, k], [k, j])->([i, j]) {i=4, j=16, k=8} reduction={k}");
    g_autoptr(GError) error = NULL;
    const Rule *again = rule_parse(arena, text, dot, &error);
    g_assert_no_error(error);
    GString *printed = g_string_new(NULL);
    rule_print(printed, again);
    g_assert_cmpstr(printed->str, ==, text);
    g_string_free(printed, TRUE);
    rule_cache_free(cache);
    arena_free(arena);
}

static void test_text_errors(void)
{
    static const char *const bad[] = {
        "", "([i, k], [k, j])", "([i, k])->([i, j]) {i=4, j=16, k=8}", "([i, k], [k, j])->([i, j]) {i=4, j=16}",
        "([i, k], [k, j])->([i, j]) {i=4, j=16, k=8} reduction={l}", "([i, k], [k, j])->([i, j]) {i=4, j=-2, k=8}",
        "([i, k], [k, j])->([i, j]) {i=4, j=16, k=8} odd={k}", "([i, 1], [k, j])->([i, j]) {i=4, j=16, k=8}",
        "([i, k], [k, j])->([i, j]) {i=4611686018427387904, j=16, k=4611686018427387904}",
        "([i, z_99999999999], [k, j])->([i, j]) {i=4, j=16, k=8}",
    };
    IrOp *dot;
    g_autoptr(IrModule) m = dot_module(&dot);
    g_assert_nonnull(m);
    Arena *arena = arena_new_root();
    for (int i = 0; i < (int)G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        g_assert_null(rule_parse(arena, bad[i], dot, &error));
        g_assert_error(error, SHARD_ERROR, SHARD_ERROR_SHARDING);
    }
    const Rule *custom = rule_parse(arena, "#sdy.op_sharding_rule<([i, jk], [jk, l])->([i, l]) {i=4, j=2, k=4, l=16} reduction={j, k}, custom>",
                                    dot, NULL);
    g_assert_nonnull(custom);
    g_assert_true(custom->custom);
    g_assert_cmpint(custom->n_factors, ==, 4);
    int dim, at;
    g_assert_true(rule_tensor_has(rule_operand(custom, 0), 2, &dim, &at));
    g_assert_cmpint(dim, ==, 1);
    g_assert_cmpint(at, ==, 1);
    arena_free(arena);
}

/* Calls that state their number of batch dims can be sharded along these only; the number must fit all of their values. */
static void test_batch_dims(void)
{
    static const char *const format = "module { func.func @main(%%a: tensor<8x4x4xf32>) -> (tensor<8x4x4xf32>, tensor<8xi32>) {\n"
        "%%0:2 = stablehlo.custom_call @solver(%%a) {mhlo.frontend_attributes = {num_batch_dims = \"%s\"}} : "
        "(tensor<8x4x4xf32>) -> (tensor<8x4x4xf32>, tensor<8xi32>)\n return %%0#0, %%0#1 : tensor<8x4x4xf32>, tensor<8xi32> } }";
    static const char *const want[][2] = { { "1", "([i, j, k])->([i, l, m], [i]) {i=8, j=4, k=4, l=4, m=4} need_replication={j, k, l, m}" },
                                           { "2", "" }, { "0", "" }, { "-1", "" }, { "x", "" } };
    for (gsize i = 0; i < G_N_ELEMENTS(want); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *text = g_strdup_printf(format, want[i][0]);
        g_autoptr(IrModule) m = program_parse("batch.mlir", text, strlen(text), &error);
        g_assert_no_error(error);
        Arena *arena = arena_new_root();
        RuleCache *cache = rule_cache_new(arena, false);
        IrOp *call = NULL;
        for (int k = 0; k < m->entry->n_ops; k++)
            call = m->entry->ops[k]->code == OP_custom_call ? m->entry->ops[k] : call;
        g_assert_nonnull(call);
        const Rule *rule = rule_of(cache, call);
        GString *got = g_string_new(NULL);
        if (rule)
            rule_print(got, rule);
        g_assert_cmpstr(got->str, ==, want[i][1]);
        g_string_free(got, TRUE);
        rule_cache_free(cache);
        arena_free(arena);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/propagate/rules/table", test_table);
    g_test_add_func("/propagate/rules/text", test_text_round_trip);
    g_test_add_func("/propagate/rules/text-errors", test_text_errors);
    g_test_add_func("/propagate/rules/batch-dims", test_batch_dims);
    return g_test_run();
}
