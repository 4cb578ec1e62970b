/* The import pass on real programs: the reference programs carry both kinds of annotations, which must agree. */
#include <stdlib.h>
#include <string.h>

#include "runtime/shard/spell.h"
#include "runtime/text/text.h"
#include "tests/unit/passes/import_help.h"

static void print_one(GString *out, const char *what, int i, const Sharding *s)
{
    g_string_append_printf(out, "%s %d ", what, i);
    if (s)
        sharding_print_sdy(out, s, true);
    g_string_append_c(out, '\n');
}

static int compare_lines(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* All information of the annotations, without names and order, in which the two texts differ. */
static void describe(GString *out, const IrModule *m)
{
    GString *inner = g_string_new(NULL);
    mesh_print_sdy(out, m->mesh);
    g_string_append_c(out, '\n');
    for (int i = 0; i < m->entry->n_params; i++)
        print_one(out, "param", i, param_sharding(m, i));
    for (int i = 0; i < type_n_leaves(m->entry->root->type); i++)
        print_one(out, "result", i, result_sharding(m, i));
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            const IrOp *op = m->comps[i]->ops[k];
            if (op->code == OP_manual) {
                for (int j = 0; j < op->a.manual.n_in; j++)
                    print_one(inner, "in", j, op->a.manual.in[j]);
                for (int j = 0; j < op->a.manual.n_out; j++)
                    print_one(inner, "out", j, op->a.manual.out[j]);
            } else if (op->code != OP_parameter) {
                for (int j = 0; op->shardings && j < type_n_leaves(op->type); j++)
                    print_one(inner, op_info[op->code].id, j, op->shardings[j]);
            }
        }
    char **lines = g_strsplit(inner->str, "\n", -1);
    qsort(lines, g_strv_length(lines), sizeof *lines, compare_lines);
    char *sorted = g_strjoinv("\n", lines);
    g_string_append(out, sorted);
    g_free(sorted);
    g_strfreev(lines);
    g_string_free(inner, TRUE);
}

static bool import_file(const char *path, int *n_compared)
{
    GError *error = NULL;
    g_autoptr(IrModule) m = program_read(path, NULL, &error);
    g_assert_no_error(error);
    g_autoptr(GHashTable) written = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            IrOp *op = m->comps[i]->ops[k];
            if (op->sharding_text && pair_get(op->pairs, op->n_pairs, "xla.sdy.sharding"))
                g_hash_table_insert(written, op, (gpointer)op->sharding_text);
        }
    pass_import(m, NULL, NULL, &error);
    g_assert_no_error(error);
    assert_ordered(m);
    module_verify(m, &error);
    g_assert_no_error(error);
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++) {
            IrOp *op = m->comps[i]->ops[k];
            const char *target = op->code == OP_custom_call ? op->a.custom.target : "";
            g_assert_null(strstr(target, "xla.sdy."));
            g_assert_cmpstr(target, !=, "Sharding");
            const char *text = g_hash_table_lookup(written, op);
            if (!text)
                continue;
            GString *printed = g_string_new(NULL);
            sharding_print_gspmd(printed, op->shardings[0]);
            g_assert_cmpstr(printed->str, ==, text);
            g_string_free(printed, TRUE);
            ++*n_compared;
        }
    return true;
}

/* Every annotation of a real program in both spellings: Shardy's annotations, printed by us as GSPMD, equal the GSPMD text that JAX
 * wrote. */
static void import_folder(const char *folder, const char *suffix, int min_compared)
{
    const char *source = g_getenv("SHARDSCOPE_SOURCE");
    g_autofree char *path = g_build_filename(source ? source : ".", "..", "shared", folder, NULL);
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    if (!dir) {
        g_test_skip("../shared is not here");
        return;
    }
    int n_files = 0, n_compared = 0;
    for (const char *name; (name = g_dir_read_name(dir));) {
        g_autofree char *file = g_str_has_suffix(name, suffix)
                                    ? g_build_filename(path, name, NULL)
                                    : g_strdup_printf("%s/%s/program%s", path, name, suffix);
        if (g_file_test(file, G_FILE_TEST_IS_REGULAR))
            n_files += import_file(file, &n_compared);
    }
    g_test_message("%d programs, %d annotations in both spellings", n_files, n_compared);
    g_assert_cmpint(n_files, >, 10);
    g_assert_cmpint(n_compared, >=, min_compared);
}

static void test_reference_hlo(void)
{
    import_folder("reference", ".hlo", 60);
}

/* Both texts of each reference program have the same annotations. */
static void test_reference_spellings(void)
{
    const char *source = g_getenv("SHARDSCOPE_SOURCE");
    g_autofree char *path = g_build_filename(source ? source : ".", "..", "shared", "reference", NULL);
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    if (!dir) {
        g_test_skip("../shared is not here");
        return;
    }
    int n_programs = 0;
    for (const char *name; (name = g_dir_read_name(dir));) {
        g_autofree char *hlo = g_build_filename(path, name, "program.hlo", NULL);
        g_autofree char *mlir = g_build_filename(path, name, "program.mlir", NULL);
        if (!g_file_test(hlo, G_FILE_TEST_IS_REGULAR) || !g_file_test(mlir, G_FILE_TEST_IS_REGULAR))
            continue;
        GError *error = NULL;
        g_autoptr(IrModule) a = program_read(hlo, NULL, &error);
        g_assert_no_error(error);
        g_autoptr(IrModule) b = program_read(mlir, NULL, &error);
        g_assert_no_error(error);
        pass_import(a, NULL, NULL, &error);
        g_assert_no_error(error);
        pass_import(b, NULL, NULL, &error);
        g_assert_no_error(error);
        assert_ordered(b);
        module_verify(b, &error);
        g_assert_no_error(error);
        g_test_message("%s", name);
        GString *said[2] = { g_string_new(NULL), g_string_new(NULL) };
        const IrModule *const both[2] = { a, b };
        for (int i = 0; i < 2; i++)
            describe(said[i], both[i]);
        g_assert_cmpstr(said[0]->str, ==, said[1]->str);
        g_string_free(said[0], TRUE);
        g_string_free(said[1], TRUE);
        n_programs++;
    }
    g_assert_cmpint(n_programs, >, 20);
}

static void test_corpus(void)
{
    import_folder("corpus", ".hlo", 1500);
}

/* A collective of Shardy's must lead from the operand's sharding to the result's. `wanted`: accepted or refused. */

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/passes/import/reference-hlo", test_reference_hlo);
    g_test_add_func("/passes/import/reference-spellings", test_reference_spellings);
    g_test_add_func("/passes/import/corpus", test_corpus);
    return g_test_run();
}
