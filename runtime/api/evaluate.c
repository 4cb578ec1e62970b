/* Evaluates programs, and programs of one device on all of them, with the reference evaluator: arguments in, results out. */
#include "runtime/api/evaluate.h"

#include <string.h>

#include "runtime/base/memory_out.h"
#include "runtime/passes/optimise.h"
#include "runtime/reference/reference.h"

/* ---- per-device programs ------------------------------------------------------------------------------------------ */

/* The argument of one device from an array of a file: the array itself, or the device's row if the array has an extra first
 * dimension with a row for each device. */
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

/* The arrays of an .npz file, for n_devices devices. */
typedef struct NpzFile {
    const char *path;
    GPtrArray *arrays;
    int64_t n_devices;
} NpzFile;

static bool read_device(const IrModule *m, const NpzFile *npz, int64_t device, GPtrArray *out, GError **error)
{
    for (int p = 0, leaf = 0; p < m->entry->n_params; p++)
        for (int k = 0; k < type_n_leaves(m->entry->params[p]->type); k++, leaf++) {
            g_autofree char *name = g_strdup_printf("arg%d", leaf);
            const NpyArray *a = npz_find(npz->arrays, name);
            if (!a)
                return diag(error, SHARD_ERROR_IO, NULL, "its arrays must be named arg0, arg1, ... by parameter number", "%s: no array \"%s\" in it", npz->path, name);
            Tensor *t = part_of(a, type_leaf(m->entry->params[p]->type, k), device, npz->n_devices, error);
            if (!t) {
                g_prefix_error(error, "%s: ", npz->path);
                return false;
            }
            g_ptr_array_add(out, t);
        }
    return true;
}

GPtrArray *device_arguments(const IrModule *m, const ArgumentSource *from, int64_t n_devices, GError **error)
{
    g_autoptr(GPtrArray) out = tensor_array_new(), arrays = from->npz ? npz_read(from->npz, error) : NULL;
    if (from->npz && !arrays)
        return NULL;
    for (int64_t d = 0; d < n_devices; d++) {
        if (arrays) {
            if (!read_device(m, &(NpzFile){ from->npz, arrays, n_devices }, d, out, error))
                return NULL;
            continue;
        }
        FillOptions fill = from->fill;
        fill.seed += (uint64_t)d;
        g_autoptr(GPtrArray) filled = fill_arguments_with(m, &fill, error);
        if (!filled)
            return NULL;
        for (guint i = 0; i < filled->len; i++)
            g_ptr_array_add(out, tensor_ref(filled->pdata[i]));
    }
    return g_steal_pointer(&out);
}

bool device_arguments_load(LoadedProgram *p, const IrModule *m, const ArgumentSource *from, int64_t n_replicas, GError **error)
{
    if (!from->npz)
        return loaded_fill_args(p, &from->fill, error);
    if (n_replicas == 1)
        return arguments_load(p, m, from, error);
    g_autoptr(GPtrArray) args = device_arguments(m, from, n_replicas, error);
    return args && loaded_set_args(p, args, error);
}

/* Of replicas that were asked for each has as many devices as were; devices alone are all there are. */
static bool evaluate_devices(IrModule *m, const EvaluateOptions *o, GPtrArray *results, int64_t *n_devices, GError **error)
{
    int64_t asked = o->import->n_devices, replicas = o->import->n_replicas;
    if (replicas)
        m->n_replicas = replicas;
    int64_t n = *n_devices = asked && !replicas ? asked : MAX(m->n_replicas, 1) * (asked ? asked : MAX(m->n_partitions, 1));
    g_autoptr(GPtrArray) args = device_arguments(m, &o->arguments, n, error);
    return args && reference_eval_spmd(m, (const Tensor *const *)args->pdata, (int)(args->len / n), &(RefOptions){ .n_devices = n, .stop = o->stop },
                                       results, error);
}

bool results_write_stacked(const char *path, const GPtrArray *results, int64_t n_devices, GError **error)
{
    g_autoptr(GPtrArray) arrays = g_ptr_array_new_with_free_func((GDestroyNotify)npy_free);
    guint n = results->len / (guint)n_devices;
    for (guint i = 0; i < n; i++) {
        g_autofree char *name = g_strdup_printf("out%u", i);
        NpyArray *a = tensor_to_npy(results->pdata[i], name);
        g_ptr_array_add(arrays, a);
        size_t bytes = (size_t)a->n_items * (size_t)a->item_bytes;
        if (a->rank == NPY_MAX_RANK)
            return diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "%s has too many dimensions for a file: with one for the devices, at most %d are possible", name, (int)NPY_MAX_RANK);
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
    return npz_write(path, arrays, error);
}

/* ---- whole arrays ------------------------------------------------------------------------------------------------- */

/* If a program with collectives fails to be evaluated as a whole, the error names --per-device. */
static void hint_at_devices(const IrModule *m, GError **error)
{
    bool talks = false;
    for (int i = 0; i < m->entry->n_ops; i++)
        talks = talks || op_is_collective(m->entry->ops[i]);
    if (talks && error && *error && !g_error_matches(*error, SHARD_ERROR, SHARD_ERROR_STOPPED) && !strstr((*error)->message, "hint:")) {
        GError *more = g_error_new((*error)->domain, (*error)->code, "%s\n  hint: if the program is what one device runs, --per-device evaluates it on all devices",
                                   (*error)->message);
        g_clear_error(error);
        *error = more;
    }
}

static bool evaluate_whole(IrModule *m, const EvaluateOptions *o, GPtrArray *results, int64_t *n_replicas, GError **error)
{
    if (!pass_import(m, o->import, NULL, error))
        return false;
    *n_replicas = m->n_replicas;
    g_autoptr(GPtrArray) args = m->n_replicas > 1 ? device_arguments(m, &o->arguments, m->n_replicas, error) : arguments_make(m, &o->arguments, error);
    if (!args)
        return false;
    bool ok = reference_eval_replicas(m, (const Tensor *const *)args->pdata, (int)args->len, &(RefOptions){ .stop = o->stop }, results, error);
    if (!ok)
        hint_at_devices(m, error);
    return ok;
}

typedef struct Evaluate {
    IrModule *m;
    const EvaluateOptions *o;
    GPtrArray *results;
    int64_t *n_devices;
    bool ok;
    GError *error;
} Evaluate;

static void do_evaluate(void *arg)
{
    Evaluate *x = arg;
    x->ok = x->o->per_device ? evaluate_devices(x->m, x->o, x->results, x->n_devices, &x->error) : evaluate_whole(x->m, x->o, x->results, x->n_devices, &x->error);
}

char *elided_filled(IrModule *m)
{
    const IrOp *first;
    int n = reference_fill_elided(m, &first);
    if (!n)
        return NULL;
    TextPos where = op_place(first);
    g_autofree char *at = where.file ? g_strdup_printf("%s:%d:%d: ", where.file, where.line, where.col) : g_strdup("");
    g_autofree char *others = n == 1 ? g_strdup("") : g_strdup_printf(" and of %d other constant%s", n - 1, n == 2 ? "" : "s");
    return g_strdup_printf("%sthe text leaves the values of %s%s out as {...}: results are those of the values that XLA's tools put there, not of the program's own\n"
                           "  hint: print the program with large constants, as with --xla_dump_large_constants", at, first->name, others);
}

bool program_evaluate(IrModule *m, const EvaluateOptions *o, GPtrArray *results, int64_t *n_devices, GError **error)
{
    *n_devices = 1;
    if (!module_verify(m, error))
        return false;
    pass_open_buffers(m);
    if (!arguments_refine(m, &o->arguments, error) || !module_check_runnable(m, error) || !pass_open_sizes(m, error))
        return false;
    g_autofree char *said = elided_filled(m);
    if (said && o->warn)
        o->warn(o->user, said);
    Evaluate x = { m, o, results, n_devices, false, NULL };
    if (memory_guarded(do_evaluate, &x, error) && x.error)
        g_propagate_error(error, x.error);
    return x.ok;
}
