/* Makes a program's arguments or reads them from a file; writes its results. */
#include "runtime/api/arrays.h"

#include "runtime/passes/optimise.h"

#include <errno.h>
#include <unistd.h>

/* "its arrays must be named arg0, arg1, ... by parameter number; there are x, y" */
static char *name_members(const GPtrArray *arrays)
{
    enum { SHOWN = 6 };
    GString *s = g_string_new("its arrays must be named arg0, arg1, ... by parameter number; there ");
    g_string_append(s, arrays->len == 0 ? "are none" : arrays->len == 1 ? "is " : "are ");
    for (guint i = 0; i < MIN(arrays->len, SHOWN); i++)
        g_string_append_printf(s, "%s%s", i ? ", " : "", ((const NpyArray *)arrays->pdata[i])->name);
    if (arrays->len > SHOWN)
        g_string_append_printf(s, " and %u more", arrays->len - SHOWN);
    return g_string_free(s, FALSE);
}

/* The array of each leaf of the entry's parameters, of the file's: NULL with an error if one is not there. */
static const NpyArray **find_arguments(const IrModule *m, const char *npz, const GPtrArray *arrays, GError **error)
{
    g_autoptr(GPtrArray) out = g_ptr_array_new();
    for (int p = 0; p < m->entry->n_params; p++) {
        const IrOp *op = m->entry->params[p];
        for (int k = 0; k < type_n_leaves(op->type); k++) {
            g_autofree char *name = g_strdup_printf("arg%u", out->len);
            const NpyArray *a = npz_find(arrays, name);
            if (!a) {
                g_autofree char *hint = name_members(arrays);
                diag(error, SHARD_ERROR_IO, NULL, hint, "%s: no array \"%s\" in it, for parameter %s", npz, name, op->op_name ? op->op_name : op->name);
                return NULL;
            }
            if (!tensor_fits_npy(a, type_leaf(op->type, k), error)) {
                g_prefix_error(error, "%s: ", npz);
                return NULL;
            }
            g_ptr_array_add(out, (gpointer)a);
        }
    }
    g_ptr_array_add(out, NULL);
    return (const NpyArray **)g_ptr_array_free(g_steal_pointer(&out), FALSE);
}

/* The parameter's type with the array's sizes in place of those that are open. */
static const Type *type_with_sizes(IrModule *m, const IrOp *param, const NpyArray *a)
{
    const Type *t = param->type;
    if (t->kind != TYPE_ARRAY || !t->unbounded || !a || a->rank != t->rank)
        return t;
    int64_t dims[MAX_RANK];
    for (int d = 0; d < t->rank; d++)
        dims[d] = t->unbounded[d] ? a->dims[d] : t->dims[d];
    if (!type_dims_fit(t->elem, t->rank, dims))
        return t;
    return type_array_like(m->types, &(Type){ .elem = t->elem, .rank = t->rank, .dims = dims, .dyn = t->dyn, .layout = t->layout, .quant = t->quant });
}

bool arguments_refine(IrModule *m, const ArgumentSource *from, GError **error)
{
    bool open = false;
    for (int p = 0; p < m->entry->n_params; p++)
        open = open || m->entry->params[p]->type->unbounded;
    if (!open || !from->npz)
        return pass_refine_sizes(m, NULL, error);
    g_autoptr(GPtrArray) whole = g_str_has_suffix(from->npz, ".npy") ? npz_read(from->npz, error) : NULL;
    g_autoptr(NpzFile) file = whole || g_str_has_suffix(from->npz, ".npy") ? NULL : npz_open(from->npz, error);
    if (!whole && !file)
        return false;
    g_autofree const Type **types = g_new(const Type *, (gsize)m->entry->n_params);
    for (int p = 0, leaf = 0; p < m->entry->n_params; leaf += type_n_leaves(m->entry->params[p++]->type)) {
        g_autofree char *name = g_strdup_printf("arg%d", leaf);
        types[p] = type_with_sizes(m, m->entry->params[p], npz_find(whole ? whole : npz_heads(file), name));
    }
    return pass_refine_sizes(m, types, error);
}

static GPtrArray *read_arguments(const IrModule *m, const char *npz, GError **error)
{
    g_autoptr(GPtrArray) arrays = npz_read(npz, error), out = tensor_array_new();
    g_autofree const NpyArray **found = arrays ? find_arguments(m, npz, arrays, error) : NULL;
    if (!found)
        return NULL;
    for (int p = 0, leaf = 0; p < m->entry->n_params; p++)
        for (int k = 0; k < type_n_leaves(m->entry->params[p]->type); k++)
            g_ptr_array_add(out, tensor_from_npy(found[leaf++], type_leaf(m->entry->params[p]->type, k), error));
    return g_steal_pointer(&out);
}

bool arguments_load(LoadedProgram *p, const IrModule *m, const ArgumentSource *from, GError **error)
{
    if (g_str_has_suffix(from->npz, ".npy")) { /* a single array */
        g_autoptr(GPtrArray) args = read_arguments(m, from->npz, error);
        return args && loaded_set_args(p, args, error);
    }
    g_autoptr(NpzFile) file = npz_open(from->npz, error);
    g_autofree const NpyArray **heads = file ? find_arguments(m, from->npz, npz_heads(file), error) : NULL;
    return heads && loaded_read_args(p, file, heads, from->fill.stop, error);
}

GPtrArray *arguments_make(const IrModule *m, const ArgumentSource *from, GError **error)
{
    return from->npz ? read_arguments(m, from->npz, error) : fill_arguments_with(m, &from->fill, error);
}

bool results_write(const char *path, const GPtrArray *results, GError **error)
{
    g_autoptr(GPtrArray) arrays = g_ptr_array_new_with_free_func((GDestroyNotify)npy_free);
    for (guint i = 0; i < results->len; i++) {
        g_autofree char *name = g_strdup_printf("out%u", i);
        g_ptr_array_add(arrays, tensor_to_npy(g_ptr_array_index(results, i), name));
    }
    return npz_write(path, arrays, error);
}

static bool take_elements(void *user, const void *data, size_t bytes, GError **error)
{
    return npz_writer_data(user, data, bytes, error);
}

static bool begin_result(NpzWriter *w, const Type *t, int i, int n_replicas, GError **error)
{
    g_autofree char *name = g_strdup_printf("out%d", i);
    if (t->kind == TYPE_ARRAY && t->rank + (n_replicas > 1) > NPY_MAX_RANK)
        return diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "%s has too many dimensions for a file: with one for the replicas, at most %d are possible", name, (int)NPY_MAX_RANK);
    g_autoptr(NpyArray) head = type_to_npy(t, name, n_replicas > 1 ? n_replicas : 0);
    return npz_writer_array(w, head, error);
}

bool results_stream(const char *path, LoadedProgram *p, int n_replicas, GError **error)
{
    NpzWriter *w = path ? npz_writer_new(path, error) : NULL;
    bool ok = !path || w;
    for (int i = 0; ok && i < loaded_n_results(p); i++) {
        ok = !w || begin_result(w, loaded_result_type(p, i), i, n_replicas, error);
        for (int r = 0; ok && r < n_replicas; r++)
            ok = loaded_stream_result(p, r, i, take_elements, w, error);
    }
    return w ? npz_writer_end(w, ok, error) : ok;
}

bool path_can_write(const char *path, GError **error)
{
    if (!*path)
        return diag(error, SHARD_ERROR_IO, NULL, "give the name of a file", "cannot write results: the file's name is empty");
    if (g_file_test(path, G_FILE_TEST_IS_DIR))
        return diag(error, SHARD_ERROR_IO, NULL, "give the name of a file in it", "cannot write %s: it is a directory", path);
    if (g_file_test(path, G_FILE_TEST_EXISTS))
        return access(path, W_OK) == 0 || diag(error, SHARD_ERROR_IO, NULL, NULL, "cannot write %s: %s", path, g_strerror(errno));
    g_autofree char *dir = g_path_get_dirname(path);
    if (!g_file_test(dir, G_FILE_TEST_EXISTS))
        return diag(error, SHARD_ERROR_IO, NULL, "create the directory first", "cannot write %s: there is no directory %s", path, dir);
    return access(dir, W_OK | X_OK) == 0 || diag(error, SHARD_ERROR_IO, NULL, NULL, "cannot write %s: %s", path, g_strerror(errno));
}
