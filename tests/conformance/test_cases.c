/* The reference evaluator against the recorded results of XLA:CPU. Every piece of cases/NAME.mlir
 * holds inputs, one op (or a few) and checks of the result; make_cases.py and make_more_cases.py describe
 * their contents and what was left out. interpreter.mlir, regions.mlir and the files in HLO were
 * written by hand. */
#include <string.h>

#include "runtime/text/text.h"
#include "tests/conformance/conform.h"

/* Counts checks, because a case whose check did not run would prove nothing. */
static int n_checks(const IrModule *m)
{
    int n = 0;
    for (int i = 0; i < m->entry->n_ops; i++)
        n += m->entry->ops[i]->code == OP_custom_call &&
             strncmp(m->entry->ops[i]->a.custom.target, "check.expect_", 13) == 0;
    return n;
}

static void test_file(gconstpointer data)
{
    const char *path = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) pieces = program_read_all(path, NULL, &error);
    g_assert_no_error(error);
    guint failed = 0;
    for (guint i = 0; i < pieces->len; i++) {
        IrModule *m = pieces->pdata[i];
        g_autoptr(GError) wrong = NULL;
        g_assert_cmpint(n_checks(m), >, 0);
        if (!conform_run(m, &wrong)) {
            g_test_message("%s: %s", m->entry->name, wrong->message);
            failed++;
        }
    }
    g_assert_cmpuint(pieces->len, >, 0);
    g_assert_cmpuint(failed, ==, 0);
}

/* A text that is read, printed and read again must mean the same; StableHLO cannot express everything that HLO can. */
static void test_printed(gconstpointer data)
{
    const char *path = data;
    g_autoptr(GError) error = NULL;
    g_autoptr(GPtrArray) pieces = program_read_all(path, NULL, &error);
    g_assert_no_error(error);
    guint failed = 0;
    for (guint i = 0; i < pieces->len; i++) {
        IrModule *m = pieces->pdata[i];
        for (int spelling = 0; spelling < (g_str_has_suffix(path, ".hlo") ? 1 : 2); spelling++) {
            g_autofree char *text = module_print(m, spelling ? SPELL_STABLEHLO : SPELL_HLO);
            g_autoptr(GError) wrong = NULL;
            g_autoptr(IrModule) again = program_parse("printed", text, strlen(text), &wrong);
            if (!again || !conform_run(again, &wrong)) {
                g_test_message("%s (%s): %s", m->entry->name, spelling ? "StableHLO" : "HLO",
                               wrong->message);
                failed++;
            }
        }
    }
    g_assert_cmpuint(failed, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    const char *source = g_getenv("SHARDSCOPE_SOURCE");
    g_autofree char *folder =
        g_build_filename(source ? source : ".", "tests", "conformance", "cases", NULL);
    GDir *dir = g_dir_open(folder, 0, NULL);
    if (!dir)
        g_error("%s: no such folder; set SHARDSCOPE_SOURCE", folder);
    g_autoptr(GPtrArray) paths = g_ptr_array_new_with_free_func(g_free);
    for (const char *name; (name = g_dir_read_name(dir)) != NULL;) {
        if (!g_str_has_suffix(name, ".mlir") && !g_str_has_suffix(name, ".hlo"))
            continue;
        char *path = g_build_filename(folder, name, NULL);
        g_ptr_array_add(paths, path);
        g_autofree char *test = g_strdup_printf("/conformance/cases/%s", name),
                        *printed = g_strdup_printf("/conformance/printed/%s", name);
        g_test_add_data_func(test, path, test_file);
        g_test_add_data_func(printed, path, test_printed);
    }
    g_dir_close(dir);
    return g_test_run();
}
