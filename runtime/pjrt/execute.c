/* Executing: buffers of devices as arrays, and results as buffers. */
#include "runtime/pjrt/table.h"

#include <string.h>

/* True for a partition whose device is in this process: of lists, which are of these devices, it has the (p - x->first)-th. */
static bool is_here(const PjrtExecutable *x, int p)
{
    return p >= x->first && p < x->first + x->n_here;
}

/* The pieces of an argument of a replica as one array; a reference. `a`: its number among those of all replicas. */
static ShardscopeArray *argument(const PjrtExecutable *x, PjrtBuffer *const *const *lists, int a, ShardscopeError **error)
{
    int n_partitions = x->n_devices / x->n_replicas, i = a % x->n_arguments, first = a / x->n_arguments * n_partitions;
    if (n_partitions == 1)
        return shardscope_array_ref(lists[first][i]->array);
    g_autofree ShardscopeArray **parts = g_new0(ShardscopeArray *, n_partitions);
    int64_t n = shardscope_sharding_n_devices(x->argument_sharding[a]);
    for (int p = 0; p < n_partitions && p < n; p++) /* shards are numbered as partitions are */
        parts[p] = is_here(x, first + p) ? lists[first + p - x->first][i]->array : NULL;
    return shardscope_array_assemble(x->client->client, &x->argument_shape[i], parts, n, x->argument_sharding[a], error);
}

/* The pieces of a result of a replica as buffers, by device. */
static bool spread(const PjrtExecutable *x, ShardscopeArray *result, int a, void **const *outputs, ShardscopeError **error)
{
    int n_partitions = x->n_devices / x->n_replicas, i = a % x->n_results, first = a / x->n_results * n_partitions;
    for (int d = first; d < first + n_partitions; d++) {
        if (!is_here(x, d))
            continue;
        ShardscopeArray *part = n_partitions == 1 ? shardscope_array_ref(result) : shardscope_array_shard(result, x->devices[d]->id, error);
        if (!part)
            return false;
        outputs[d - x->first][i] = buffer_of(part, x->devices[d]->memories[x->result_kinds.kind[i]], &x->result_layouts[i]);
    }
    return true;
}

static bool is_kept(const PjrtExecuteOptions *o, int i)
{
    for (size_t k = 0; o && k < o->num_non_donatable_input_indices; k++)
        if (o->non_donatable_input_indices[k] == i)
            return true;
    return false;
}

static void ended(void *user, ShardscopeError *why)
{
    PjrtEvent *e = user;
    event_complete(e, pjrt_error_of(why));
    event_unref(e);
}

/* done: completed by the execution's end; NULL = nobody asks. */
static bool run(PjrtExecutable *x, Pjrt_LoadedExecutable_Execute *args, PjrtEvent *done, ShardscopeError **error)
{
    PjrtBuffer *const *const *lists = args->argument_lists;
    void **const *outputs = args->output_lists;
    int n_arguments = x->n_replicas * x->n_arguments, n_results = x->n_replicas * x->n_results, n_partitions = x->n_devices / x->n_replicas;
    g_autofree ShardscopeArray **arguments = g_new0(ShardscopeArray *, n_arguments + 1), **results = g_new0(ShardscopeArray *, n_results + 1);
    g_autofree int *keep = g_new0(int, n_arguments + 1);
    int n_keep = 0;
    bool ok = true;
    for (int a = 0; a < n_arguments && ok; a++) {
        int i = a % x->n_arguments, first = a / x->n_arguments * n_partitions;
        ok = (arguments[a] = argument(x, lists, a, error)) != NULL;
        if (x->donated[i] && is_kept(args->options, i))
            keep[n_keep++] = a;
        else if (ok && x->donated[i] && n_partitions > 1)
            for (int d = first; d < first + n_partitions; d++)
                if (is_here(x, d))
                    shardscope_array_delete(lists[d - x->first][i]->array);
    }
    const ShardscopeExecuteOptions options = { SHARDSCOPE_EXECUTE_OPTIONS, .keep = keep, .n_keep = n_keep, .done = done ? ended : NULL, .user = done ? event_ref(done) : NULL };
    ok = ok && shardscope_execute(x->e, arguments, n_arguments, &options, results, error);
    if (!ok && done)
        event_unref(done);
    for (int i = 0; i < n_arguments; i++)
        shardscope_array_unref(arguments[i]);
    for (int i = 0; ok && i < n_results; i++)
        ok = spread(x, results[i], i, outputs, error);
    for (int i = 0; i < n_results; i++)
        shardscope_array_unref(results[i]);
    return ok;
}

/* What JAX takes for the caller's mistake, and not for a failure of the platform. */
static PjrtError *find_deleted(const PjrtExecutable *x, const Pjrt_LoadedExecutable_Execute *args)
{
    PjrtBuffer *const *const *lists = args->argument_lists;
    for (int d = 0; d < x->n_here; d++)
        for (int i = 0; i < x->n_arguments; i++)
            if (shardscope_array_is_deleted(lists[d][i]->array))
                return python_place(pjrt_error(PJRT_INVALID_ARGUMENT, "Invalid buffer passed to Execute() as argument %d of %s: Buffer has been deleted or donated", i,
                                               shardscope_executable_name(x->e)));
    return NULL;
}

/* Donated, and given for another argument as well: in the words that JAX's users know. Looked for on the first device, since an array's pieces are given
 * together. */
static PjrtError *find_given_twice(const PjrtExecutable *x, const Pjrt_LoadedExecutable_Execute *args)
{
    bool any = false;
    for (int i = 0; i < x->n_arguments && !any; i++)
        any = x->donated[i];
    if (!any || !x->n_here || x->n_arguments < 2)
        return NULL;
    g_autoptr(GHashTable) first = g_hash_table_new(NULL, NULL); /* buffer -> argument + 1 */
    for (int i = 0; i < x->n_arguments; i++) {
        void *buffer = ((PjrtBuffer *const *const *)args->argument_lists)[0][i];
        int k = GPOINTER_TO_INT(g_hash_table_lookup(first, buffer)) - 1;
        bool now = x->donated[i] && !is_kept(args->options, i), before = k >= 0 && x->donated[k] && !is_kept(args->options, k);
        if (k < 0)
            g_hash_table_insert(first, buffer, GINT_TO_POINTER(i + 1));
        else if (now || before)
            return pjrt_error(PJRT_INVALID_ARGUMENT, "%s: Attempt to %s Execute() (flattened argument %d, replica 0, partition 0, first use: %d). Toy example for this bug: `f(%s, %s)`.",
                              shardscope_executable_name(x->e),
                              now && before ? "donate the same buffer twice in" : now ? "donate a buffer which is also used by the same call to"
                                                                                     : "use a buffer that was previously donated in the same call to",
                              i, k, before ? "donate(a)" : "a", now ? "donate(a)" : "a");
    }
    return NULL;
}

PjrtError *pjrt_LoadedExecutable_Execute(Pjrt_LoadedExecutable_Execute *args)
{
    PjrtExecutable *x = args->executable;
    if (atomic_load(&x->deleted))
        return pjrt_error(PJRT_FAILED_PRECONDITION, "%s was deleted", shardscope_executable_name(x->e));
    if (args->num_args != (size_t)x->n_arguments || args->num_devices != (size_t)x->n_here)
        return pjrt_error(PJRT_INVALID_ARGUMENT, "%s takes %d arguments on %d devices: %zu on %zu given%s", shardscope_executable_name(x->e), x->n_arguments, x->n_here,
                          args->num_args, args->num_devices, args->num_devices < (size_t)x->n_here ? "\n  hint: with PyTorch/XLA, torch_xla.runtime.use_spmd(), or one device: SHARDSCOPE_DEVICES=1" : "");
    PjrtError *wrong = find_deleted(x, args);
    wrong = wrong ? wrong : find_given_twice(x, args);
    if (wrong)
        return wrong;
    void **events = args->device_complete_events;
    PjrtEvent *done = events ? event_new() : NULL;
    ShardscopeError *error = NULL;
    bool ok = run(x, args, done, &error);
    for (int p = 0; ok && events && p < x->n_here; p++)
        events[p] = event_ref(done);
    if (done)
        event_unref(done);
    return ok ? NULL : pjrt_error_of(error);
}
