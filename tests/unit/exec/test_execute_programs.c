/* The executor on real partitioned modules: results equal those of the reference evaluator on every device. */
#include <string.h>

#include "runtime/tensor/cut.h"
#include "runtime/shard/spell.h"
#include "runtime/text/text.h"
#include "tests/unit/exec/run_both.h"

enum { N_DEVICES = 8 };

static char *reference_file(const char *name, const char *file)
{
    const char *source = g_getenv("SHARDSCOPE_SOURCE");
    return g_build_filename(source ? source : ".", "..", "shared", "reference", name, file, NULL);
}

static const Mesh *read_mesh(const char *name, ShardingTable *shardings)
{
    g_autofree char *path = reference_file(name, "program.hlo"), *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    const char *from = strstr(text, "#sdy.mesh<");
    g_autofree char *mesh = g_strndup(from, (gsize)(strchr(from, '>') + 1 - from));
    return mesh_parse_sdy(shardings, "mesh", mesh, NULL, NULL);
}

static void test_program(gconstpointer data)
{
    const char *name = data;
    g_autofree char *path = reference_file(name, "partitioned.hlo"), *inputs = reference_file(name, "inputs.npz");
    GError *error = NULL;
    g_autoptr(IrModule) m = program_read(path, NULL, &error);
    g_assert_no_error(error);
    const Mesh *mesh = read_mesh(name, m->shardings);
    g_autoptr(GPtrArray) in = npz_read(inputs, &error);
    g_assert_no_error(error);
    int n_args = m->entry->n_params;
    g_autoptr(GPtrArray) args = tensor_array_new();
    g_ptr_array_set_size(args, n_args * N_DEVICES);
    for (int i = 0; i < n_args; i++) {
        const IrOp *param = m->entry->params[i];
        g_autofree char *key = g_strdup_printf("arg%d", i);
        const NpyArray *a = npz_find(in, key);
        const Sharding *s = param->sharding_text ? sharding_parse_any(m->shardings, param->sharding_text, mesh, param->type->rank, &error) : NULL;
        g_assert_no_error(error);
        g_autoptr(Tensor) whole = tensor_from_npy(a, type_array(m->types, param->type->elem, a->rank, a->dims), &error);
        g_assert_no_error(error);
        for (int d = 0; d < N_DEVICES; d++) {
            Tensor *tile = tensor_new(param->type);
            tile_cut(whole, s, d, tile->data);
            args->pdata[d * n_args + i] = tile;
        }
    }
    check_against_reference(m, N_DEVICES, args, name);

    /* Results are bitwise equal, whichever thread runs which instruction. */
    g_autoptr(GPtrArray) one = run_executor(m, N_DEVICES, args, 1, &error), four = run_executor(m, N_DEVICES, args, 4, &error);
    g_assert_no_error(error);
    for (guint i = 0; i < one->len; i++) {
        const Tensor *a = one->pdata[i], *b = four->pdata[i];
        g_assert_cmpmem(a->data, type_bytes(a->type), b->data, type_bytes(b->type));
    }
}

static void test_none(void)
{
    g_test_skip("no reference programs beside the source tree");
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_autofree char *root = reference_file("", NULL);
    g_autoptr(GDir) dir = g_dir_open(root, 0, NULL);
    const char *name;
    int n = 0;
    while (dir && (name = g_dir_read_name(dir))) {
        g_autofree char *file = reference_file(name, "partitioned.hlo");
        if (!g_file_test(file, G_FILE_TEST_EXISTS))
            continue;
        g_autofree char *path = g_strdup_printf("/exec/execute/%s", name);
        g_test_add_data_func_full(path, g_strdup(name), test_program, g_free);
        n++;
    }
    if (!n)
        g_test_add_func("/exec/execute/none", test_none);
    return g_test_run();
}
