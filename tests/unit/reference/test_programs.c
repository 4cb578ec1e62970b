/* The acceptance test of the reference evaluator: recorded programs, in both notations, as read and as imported, give
 * the recorded outputs on the recorded inputs. */
#include "runtime/reference/reference.h"
#include "runtime/passes/import.h"
#include "runtime/text/text.h"

#include <string.h>

static char *reference_dir(void)
{
    const char *source = g_getenv("SHARDSCOPE_SOURCE");
    return g_build_filename(source ? source : ".", "..", "shared", "reference", NULL);
}

/* The module's arguments from a file's arg0, arg1, ... */
static GPtrArray *read_args(const IrModule *m, const char *path, GError **error)
{
    g_autoptr(GPtrArray) file = npz_read(path, error);
    g_autoptr(GPtrArray) args = tensor_array_new();
    for (int i = 0; file && i < m->entry->n_params; i++) {
        g_autofree char *name = g_strdup_printf("arg%d", i);
        const NpyArray *a = npz_find(file, name);
        g_assert_nonnull(a);
        Tensor *t = tensor_from_npy(a, m->entry->params[i]->type, error);
        if (!t)
            return NULL;
        g_ptr_array_add(args, t);
    }
    return file ? g_steal_pointer(&args) : NULL;
}

static void check_outputs(const GPtrArray *got, const char *path)
{
    GError *error = NULL;
    g_autoptr(GPtrArray) file = npz_read(path, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < got->len; i++) {
        const Tensor *t = got->pdata[i];
        g_autofree char *name = g_strdup_printf("out%u", i);
        const NpyArray *a = npz_find(file, name);
        g_assert_nonnull(a);
        g_autoptr(Tensor) want = tensor_from_npy(a, t->type, &error);
        g_assert_no_error(error);
        double max_abs = 0, max_rel = 0;
        bool ok = tensor_compare(t, want, &max_abs, &max_rel);
        if (!ok)
            g_test_message("%s: %s: max_abs %g max_rel %g", path, name, max_abs, max_rel);
        else if (g_test_verbose())
            g_test_message("%s: %s: max_rel %g", path, name, max_rel);
        g_assert_true(ok);
    }
}

static void run_program(const char *dir, const char *file, bool import)
{
    g_autofree char *program = g_build_filename(dir, file, NULL), *inputs = g_build_filename(dir, "inputs.npz", NULL);
    g_autofree char *expected = g_build_filename(dir, "expected.npz", NULL);
    GError *error = NULL;
    g_autoptr(IrModule) m = program_read(program, NULL, &error);
    g_assert_no_error(error);
    if (import) {
        pass_import(m, NULL, NULL, &error);
        g_assert_no_error(error);
    }
    g_autoptr(GPtrArray) args = read_args(m, inputs, &error);
    g_assert_no_error(error);
    g_autoptr(GPtrArray) results = tensor_array_new();
    reference_eval(m, (const Tensor *const *)args->pdata, (int)args->len, NULL, results, &error);
    if (!import && g_str_has_suffix(dir, "manual_collectives")) { /* manual regions exist only after import */
        g_assert_error(error, SHARD_ERROR, SHARD_ERROR_UNSUPPORTED);
        g_assert_nonnull(strstr(error->message, "run the import pass first"));
        g_clear_error(&error);
        return;
    }
    g_assert_no_error(error);
    check_outputs(results, expected);
}

static void test_program(gconstpointer data)
{
    const char *path = g_test_get_path();
    run_program(data, strstr(path, "stablehlo") ? "program.mlir" : "program.hlo", strstr(path, "imported") != NULL);
}

static void test_none(void)
{
    g_test_skip("no reference programs beside the source tree");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_autofree char *root = reference_dir();
    g_autoptr(GDir) dir = g_dir_open(root, 0, NULL);
    const char *name;
    int n = 0;
    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *inputs = g_build_filename(root, name, "inputs.npz", NULL);
        if (!g_file_test(inputs, G_FILE_TEST_EXISTS))
            continue;
        for (int k = 0; k < 4; k++) {
            g_autofree char *path = g_strdup_printf("/exec/reference/programs/%s/%s%s", name, k & 1 ? "stablehlo" : "hlo",
                                                    k & 2 ? "-imported" : "");
            g_test_add_data_func_full(path, g_build_filename(root, name, NULL), test_program, g_free);
        }
        n++;
    }
    if (!n)
        g_test_add_func("/exec/reference/programs/none", test_none);
    return g_test_run();
}
