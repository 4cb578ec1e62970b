/* Programs of the reference set, before and after Shardy's own propagation: every value must agree. With arguments
 * (BEFORE AFTER [STRATEGY]) the program compares one pair and prints the differences. */
#include "runtime/passes/import.h"
#include "runtime/propagate/propagate.h"
#include "runtime/text/text.h"
#include "tests/unit/propagate/compare.h"

static IrModule *read_imported(const char *path)
{
    g_autoptr(GError) error = NULL;
    IrModule *m = program_read(path, NULL, &error);
    g_assert_no_error(error);
    pass_import(m, NULL, NULL, &error);
    g_assert_no_error(error);
    return m;
}

static Comparison compare_pair(const char *before, const char *after, PropagateStrategy strategy)
{
    g_autoptr(IrModule) want = read_imported(after);
    g_autoptr(IrModule) got = read_imported(before);
    g_autoptr(GError) error = NULL;
    DecisionLog *log = decision_log_new();
    propagate(got, strategy, log, &error);
    g_assert_no_error(error);
    module_verify(got, &error);
    g_assert_no_error(error);
    decision_log_free(log);
    return compare_shardings(want, got);
}

static void test_pair(gconstpointer folder)
{
    g_autofree char *before = g_build_filename(folder, "shardy_before.mlir", NULL);
    g_autofree char *after = g_build_filename(folder, "shardy_after.mlir", NULL);
    Comparison c = compare_pair(before, after, PROPAGATE_USER_PRIORITY);
    if (c.equal != c.total)
        g_test_message("%s: %d of %d equal\n%s", (const char *)folder, c.equal, c.total, c.differences->str);
    g_assert_cmpint(c.equal, ==, c.total);
    g_assert_cmpint(c.total, >, 0);
    g_string_free(c.differences, TRUE);
}

static void test_absent(void)
{
    g_test_skip("the reference set is not here");
}

static void add_pairs(void)
{
    const char *source = g_getenv("SHARDSCOPE_SOURCE");
    g_autofree char *set = g_build_filename(source ? source : ".", "..", "shared", "reference", NULL);
    GDir *dir = g_dir_open(set, 0, NULL);
    if (!dir) {
        g_test_add_func("/propagate/shardy/set", test_absent);
        return;
    }
    for (const char *name = g_dir_read_name(dir); name; name = g_dir_read_name(dir)) {
        g_autofree char *folder = g_build_filename(set, name, NULL);
        g_autofree char *after = g_build_filename(folder, "shardy_after.mlir", NULL);
        g_autofree char *test = g_strdup_printf("/propagate/shardy/%s", name);
        if (g_file_test(after, G_FILE_TEST_EXISTS))
            g_test_add_data_func_full(test, g_strdup(folder), test_pair, g_free);
    }
    g_dir_close(dir);
}

int main(int argc, char **argv)
{
    if (argc >= 3 && argv[1][0] != '-') {
        PropagateStrategy strategy = PROPAGATE_USER_PRIORITY;
        if (argc > 3 && !propagate_strategy_named(argv[3], &strategy))
            return 2;
        Comparison c = compare_pair(argv[1], argv[2], strategy);
        g_print("%s%d of %d equal\n", c.differences->str, c.equal, c.total);
        int different = c.equal != c.total;
        g_string_free(c.differences, TRUE);
        return different;
    }
    g_test_init(&argc, &argv, NULL);
    add_pairs();
    return g_test_run();
}
