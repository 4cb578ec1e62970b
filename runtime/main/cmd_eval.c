/* eval: the reference evaluator on whole arrays; of a file with several programs on each. With --per-device the program is
 * one device's part already, and all devices are evaluated in step. */
#include "runtime/reference/reference.h"
#include "runtime/main/cmd.h"

#include <stdio.h>
#include <string.h>

static char *inputs, *outputs, *fill_name;
static gint64 seed = 0;
static gboolean per_device;

static void print_result(const char *where, guint i, const Tensor *t)
{
    g_autofree char *type = type_text(t->type);
    printf("%sout%u %s", where, i, type);
    int64_t n = MIN(t->type->n_elems, 8);
    for (int64_t k = 0; k < n; k++)
        printf("%s%.6g", k ? ", " : " = ", tensor_get_f64(t, k));
    printf("%s\n", t->type->n_elems > n ? ", ..." : "");
}

/* ---- one device's program on all of them -------------------------------------------------------------------------- */

/* One device's part of a file's array: the array itself, or its row along a first dimension of as many rows as devices. */
static Tensor *part_of(const NpyArray *a, const Type *want, int64_t device, int64_t n_devices, GError **error)
{
    if (want->kind != TYPE_ARRAY || a->rank != want->rank + 1 || a->dims[0] != n_devices)
        return tensor_from_npy(a, want, error);
    NpyArray row = *a;
    row.rank--;
    int64_t n = 1;
    for (int d = 0; d < row.rank; d++)
        n *= row.dims[d] = a->dims[d + 1];
    row.n_items = n;
    row.data = (char *)a->data + device * n * a->item_bytes;
    return tensor_from_npy(&row, want, error);
}

/* [device * leaves + leaf] */
static GPtrArray *device_arguments(const IrModule *m, FillKind fill, int64_t n_devices, GError **error)
{
    g_autoptr(GPtrArray) out = tensor_array_new(), arrays = inputs ? npz_read(inputs, error) : NULL;
    if (inputs && !arrays)
        return NULL;
    for (int64_t d = 0; d < n_devices; d++) {
        if (!inputs) {
            g_autoptr(GPtrArray) filled = fill_arguments(m, fill, (uint64_t)seed + (uint64_t)d, 3, error);
            if (!filled)
                return NULL;
            for (guint i = 0; i < filled->len; i++)
                g_ptr_array_add(out, tensor_ref(filled->pdata[i]));
            continue;
        }
        for (int p = 0, leaf = 0; p < m->entry->n_params; p++)
            for (int k = 0; k < type_n_leaves(m->entry->params[p]->type); k++, leaf++) {
                g_autofree char *name = g_strdup_printf("arg%d", leaf);
                const NpyArray *a = npz_find(arrays, name);
                Tensor *t = a ? part_of(a, type_leaf(m->entry->params[p]->type, k), d, n_devices, error) : NULL;
                if (!a)
                    diag(error, SHARD_ERROR_IO, NULL, "members are arg0, arg1, ... by parameter number", "%s: no member \"%s\"", inputs, name);
                else if (!t)
                    g_prefix_error(error, "%s: ", inputs);
                if (!t)
                    return NULL;
                g_ptr_array_add(out, t);
            }
    }
    return g_steal_pointer(&out);
}

/* out0, ..: all devices' results along a new first dimension. */
static bool write_stacked(const GPtrArray *results, int64_t n_devices, GError **error)
{
    g_autoptr(GPtrArray) arrays = g_ptr_array_new_with_free_func((GDestroyNotify)npy_free);
    guint n = results->len / (guint)n_devices;
    for (guint i = 0; i < n; i++) {
        g_autofree char *name = g_strdup_printf("out%u", i);
        NpyArray *a = tensor_to_npy(results->pdata[i], name);
        g_ptr_array_add(arrays, a);
        size_t bytes = (size_t)a->n_items * (size_t)a->item_bytes;
        if (a->rank == NPY_MAX_RANK)
            return diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "%s: a file's arrays have at most %d dimensions", name, (int)NPY_MAX_RANK);
        a->data = g_realloc(a->data, MAX(bytes * (size_t)n_devices, 1));
        for (int64_t d = 1; d < n_devices; d++) {
            NpyArray *part = tensor_to_npy(results->pdata[(guint)d * n + i], name);
            if (bytes)
                memcpy((char *)a->data + (size_t)d * bytes, part->data, bytes);
            npy_free(part);
        }
        memmove(a->dims + 1, a->dims, sizeof *a->dims * (size_t)a->rank++);
        a->dims[0] = n_devices;
        a->n_items *= n_devices;
    }
    return npz_write(outputs, arrays, error);
}

static bool eval_devices(IrModule *m, const CompileOptions *o, FillKind fill, GError **error)
{
    int64_t replicas = MAX(m->n_replicas, 1), n = o->import.n_devices ? o->import.n_devices : replicas * MAX(m->n_partitions, 1);
    g_autoptr(GPtrArray) args = NULL, results = tensor_array_new();
    if (!module_verify(m, error) || !module_check_runnable(m, error) || !(args = device_arguments(m, fill, n, error)) ||
        !reference_eval_spmd(m, (const Tensor *const *)args->pdata, (int)(args->len / n), &(RefOptions){ .n_devices = n, .stop = o->stop }, results, error) ||
        (outputs && !write_stacked(results, n, error)))
        return false;
    guint each = results->len / (guint)n;
    for (guint i = 0; !outputs && i < results->len; i++) {
        g_autofree char *where = g_strdup_printf("device %u ", i / each);
        if (((Tensor *)results->pdata[i])->type->kind == TYPE_ARRAY)
            print_result(where, i % each, results->pdata[i]);
    }
    return true;
}

/* ---- whole arrays ------------------------------------------------------------------------------------------------- */

/* Whoever gives a partitioned program to be evaluated as a whole one is told how it is done. */
static void hint_at_devices(const IrModule *m, GError **error)
{
    bool talks = false;
    for (int i = 0; i < m->entry->n_ops; i++)
        talks = talks || op_is_collective(m->entry->ops[i]);
    if (talks && error && *error && !g_error_matches(*error, SHARD_ERROR, SHARD_ERROR_STOPPED) && !strstr((*error)->message, "hint:")) {
        GError *more = g_error_new((*error)->domain, (*error)->code, "%s\n  hint: --per-device evaluates a program that is one device's already on all devices",
                                   (*error)->message);
        g_clear_error(error);
        *error = more;
    }
}

static bool eval_whole(IrModule *m, const CompileOptions *o, FillKind fill, GError **error)
{
    g_autoptr(GPtrArray) args = NULL, results = tensor_array_new();
    if (!module_verify(m, error) || !module_check_runnable(m, error) || !pass_import(m, &o->import, NULL, error) ||
        !(args = cmd_arguments(m, inputs, fill, (uint64_t)seed, 3, error)))
        return false;
    if (!reference_eval(m, (const Tensor *const *)args->pdata, (int)args->len, &(RefOptions){ .stop = o->stop }, results, error)) {
        hint_at_devices(m, error);
        return false;
    }
    if (outputs && !cmd_write_outputs(outputs, results, error))
        return false;
    for (guint i = 0; !outputs && i < results->len; i++)
        if (((Tensor *)results->pdata[i])->type->kind == TYPE_ARRAY)
            print_result("", i, results->pdata[i]);
    return true;
}

int cmd_eval(int argc, char **argv)
{
    static const GOptionEntry entries[] = {
        { "inputs", 0, 0, G_OPTION_ARG_FILENAME, &inputs, "Arguments arg0, arg1, ...", "FILE.npz" },
        { "outputs", 0, 0, G_OPTION_ARG_FILENAME, &outputs, "Writes results out0, out1, ...", "FILE.npz" },
        { "fill", 0, 0, G_OPTION_ARG_STRING, &fill_name, "random (default), zeros or iota", "HOW" },
        { "seed", 0, 0, G_OPTION_ARG_INT64, &seed, "Of random arguments", "S" },
        { "per-device", 0, 0, G_OPTION_ARG_NONE, &per_device,
          "The program is one device's already: evaluates it on all of them. An argument is every device's, or has a row for "
          "each along a dimension in front; results have such rows. --devices if the program does not say how many", NULL },
        { NULL },
    };
    g_auto(GStrv) files = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, compile_entries, &files, &status))
        return status;
    if ((status = cmd_one_program("eval", files)))
        return status;
    FillKind fill;
    if ((status = cmd_fill_kind(fill_name, inputs, &fill)))
        return status;
    CompileOptions o = { 0 };
    const Stop *stop = cmd_stop_on_signals();
    GError *error = NULL;
    if (outputs && !cmd_can_write(outputs, &error))
        return cmd_fail(error);
    g_autoptr(GPtrArray) programs = program_read_all(files[0], stop, &error);
    if (programs && programs->len > 1 && (inputs || outputs))
        return cmd_usage("eval: %s holds %u programs, --inputs and --outputs are for one", files[0], programs->len);
    bool ok = programs && compile_options_from_flags(&o, NULL, &error);
    for (guint i = 0; ok && i < programs->len; i++)
        ok = (per_device ? eval_devices : eval_whole)(programs->pdata[i], &o, fill, &error);
    compile_options_clear(&o);
    return ok ? 0 : cmd_fail(error);
}
