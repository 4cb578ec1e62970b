/* Per-device programs in step: recorded partitioned modules on tiles of the inputs give the recorded whole outputs. This test divides and
 * joins by the tile functions of runtime/shard, which the evaluator does not use. */
#include "runtime/reference/reference.h"
#include "runtime/shard/spell.h"
#include "runtime/shard/tiles.h"
#include "runtime/text/text.h"

#include <json-glib/json-glib.h>
#include <string.h>

enum { N_DEVICES = 8 };

static char *reference_file(const char *name, const char *file)
{
    const char *source = g_getenv("SHARDSCOPE_SOURCE");
    return g_build_filename(source ? source : ".", "..", "shared", "reference", name, file, NULL);
}

static int64_t row_major(int rank, const int64_t *dims, const int64_t *start, const int64_t *index)
{
    int64_t at = 0;
    for (int d = 0; d < rank; d++)
        at = at * dims[d] + start[d] + index[d];
    return at;
}

/* Copies a device's valid box between the whole array and its tile. */
static void move_tile(const Sharding *s, int64_t device, Tensor *whole, Tensor *tile, bool out)
{
    const Type *w = whole->type, *t = tile->type;
    int64_t start[MAX_RANK] = {0}, size[MAX_RANK] = {0}, index[MAX_RANK] = {0}, zero[MAX_RANK] = {0};
    if (!tile_box(s, w->rank, w->dims, device, start, size))
        return;
    int64_t n = 1;
    for (int d = 0; d < w->rank; d++)
        n *= size[d];
    size_t bytes = (size_t)elem_info[w->elem].bytes;
    for (int64_t i = 0; i < n; i++) {
        char *a = (char *)whole->data + (size_t)row_major(w->rank, w->dims, start, index) * bytes;
        char *b = (char *)tile->data + (size_t)row_major(w->rank, t->dims, zero, index) * bytes;
        memcpy(out ? b : a, out ? a : b, bytes);
        for (int d = w->rank - 1; d >= 0 && ++index[d] == size[d]; d--)
            index[d] = 0;
    }
}

/* The one mesh that the whole program's header names. */
static const Mesh *read_mesh(const char *name, ShardingTable *shardings)
{
    g_autofree char *path = reference_file(name, "program.hlo"), *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    const char *from = strstr(text, "#sdy.mesh<");
    g_autofree char *mesh = g_strndup(from, (gsize)(strchr(from, '>') + 1 - from));
    GError *error = NULL;
    const Mesh *m = mesh_parse_sdy(shardings, "mesh", mesh, NULL, &error);
    g_assert_no_error(error);
    return m;
}

static Tensor *from_file(const GPtrArray *file, const char *prefix, int i, const IrModule *m)
{
    g_autofree char *name = g_strdup_printf("%s%d", prefix, i);
    const NpyArray *a = npz_find(file, name);
    g_assert_nonnull(a);
    for (int e = 0; e < N_ELEMS; e++) { /* the type of the file's array; the caller handles bf16 */
        bool fits = elem_info[e].bytes == a->item_bytes;
        switch (elem_info[e].cls) {
        case CLASS_PRED: fits = fits && a->kind == 'b'; break;
        case CLASS_SIGNED: fits = fits && a->kind == 'i' && elem_info[e].bits >= 8; break;
        case CLASS_UNSIGNED: fits = fits && a->kind == 'u' && elem_info[e].bits >= 8; break;
        case CLASS_FLOAT: fits = fits && a->kind == 'f'; break;
        case CLASS_COMPLEX: fits = fits && a->kind == 'c'; break;
        }
        if (fits)
            return tensor_from_npy(a, type_array(m->types, (ElemType)e, a->rank, a->dims), NULL);
    }
    g_assert_not_reached();
}

static Tensor *as_elem(Tensor *t, ElemType e, const IrModule *m)
{
    if (t->type->elem == e)
        return t;
    Tensor *other = tensor_of(type_with_elem(m->types, t->type, e), t->data);
    tensor_unref(t);
    return other;
}

static void test_partitioned(gconstpointer data)
{
    const char *name = data;
    g_autofree char *path = reference_file(name, "partitioned.hlo"), *inputs = reference_file(name, "inputs.npz");
    g_autofree char *expected = reference_file(name, "expected.npz"), *facts = reference_file(name, "xla.json");
    GError *error = NULL;
    g_autoptr(IrModule) m = program_read(path, NULL, &error);
    g_assert_no_error(error);
    const Mesh *mesh = read_mesh(name, m->shardings);
    g_autoptr(GPtrArray) in = npz_read(inputs, &error), want = npz_read(expected, &error);
    g_assert_no_error(error);

    int n_args = m->entry->n_params;
    g_autoptr(GPtrArray) args = tensor_array_new(), results = tensor_array_new();
    g_ptr_array_set_size(args, n_args * N_DEVICES);
    for (int i = 0; i < n_args; i++) {
        const IrOp *param = m->entry->params[i];
        g_autoptr(Tensor) whole = as_elem(from_file(in, "arg", i, m), param->type->elem, m);
        const Sharding *s = param->sharding_text ? sharding_parse_any(m->shardings, param->sharding_text, mesh, param->type->rank, &error)
                                                 : sharding_replicated(m->shardings, mesh, param->type->rank);
        g_assert_no_error(error);
        for (int d = 0; d < N_DEVICES; d++) {
            Tensor *tile = tensor_new(param->type);
            move_tile(s, d, whole, tile, true);
            args->pdata[d * n_args + i] = tile;
        }
    }
    reference_eval_spmd(m, (const Tensor *const *)args->pdata, n_args, &(RefOptions){ .n_devices = N_DEVICES }, results, &error);
    g_assert_no_error(error);

    g_autoptr(JsonParser) json = json_parser_new();
    g_assert_true(json_parser_load_from_file(json, facts, NULL));
    JsonArray *specs = json_object_get_array_member(json_node_get_object(json_parser_get_root(json)), "output_shardings");
    int n_out = (int)results->len / N_DEVICES;
    g_assert_cmpuint(json_array_get_length(specs), ==, (guint)n_out);
    for (int i = 0; i < n_out; i++) {
        ElemType e = ((Tensor *)results->pdata[i])->type->elem;
        g_autoptr(Tensor) right = as_elem(from_file(want, "out", i, m), e, m);
        const Sharding *s = sharding_parse_any(m->shardings, json_array_get_string_element(specs, (guint)i), mesh, right->type->rank, &error);
        g_assert_no_error(error);
        g_autoptr(Tensor) whole = tensor_new(right->type);
        for (int d = 0; d < N_DEVICES; d++) {
            Tensor *tile = results->pdata[d * n_out + i];
            g_autoptr(Tensor) check = tensor_new(tile->type);
            move_tile(s, d, whole, tile, false);
            move_tile(s, d, right, check, true);
            double max_rel = 0;
            tensor_compare(tile, check, NULL, &max_rel); /* every copy, not only the joined array */
            g_assert_cmpfloat(max_rel, <=, 100 * tensor_tolerance(e)); /* relative to the tile, whose values may all be small */
        }
        double max_rel = 0;
        if (!tensor_compare(whole, right, NULL, &max_rel))
            g_error("%s: result %d: max_rel %g", name, i, max_rel);
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
        g_autofree char *path = g_strdup_printf("/exec/reference/spmd/%s", name);
        g_test_add_data_func_full(path, g_strdup(name), test_partitioned, g_free);
        n++;
    }
    if (!n)
        g_test_add_func("/exec/reference/spmd/none", test_none);
    return g_test_run();
}
