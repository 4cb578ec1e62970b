/* Executions: checked when they are asked for, done in order by the client's thread. */
#include "runtime/library/library_impl.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <string.h>

#include "runtime/base/clock.h"
#include "runtime/base/format.h"
#include "runtime/compute/pool.h"
#include "runtime/library/pace.h"

static atomic_int n_executing; /* of all clients: asked for, and not yet through with their devices */

bool shardscope_is_executing(void)
{
    return atomic_load(&n_executing) > 0;
}

static Stop end_of_process; /* requested once, and looked at by all executions of all clients */

void shardscope_stop_executing(void)
{
    stop_request(&end_of_process);
}

const Stop *library_execution_stop(void)
{
    return &end_of_process;
}

typedef struct Execution {
    Work work; /* first */
    ShardscopeExecutable *e;
    Storage **arguments, **results;
    bool *copy;             /* by argument: donated, and yet to stay valid */
    char *step_name;        /* the annotation that it is asked for in; NULL = none, or not recorded */
    void (*done)(void *user, ShardscopeError *why); /* may be NULL */
    void *user;
} Execution;

/* What this thread is asking for just now, and why it failed, if it is this thread that did it. */
typedef struct Asking {
    const Execution *x;
    GError *failed;
    struct Asking *outer; /* in whose execution a call was made that asks for this one */
} Asking;
static _Thread_local Asking *asking;

/* ---- in the client's thread ---------------------------------------------------------------------------------------------------- */

static Buffer ***table_new(int n_devices, int n)
{
    Buffer ***t = g_new0(Buffer **, n_devices);
    for (int d = 0; d < n_devices; d++)
        t[d] = g_new0(Buffer *, n + 1);
    return t;
}

static void table_free(Buffer ***t, int n_devices, int n)
{
    for (int d = 0; d < n_devices; d++) {
        for (int i = 0; i < n; i++)
            if (t[d][i])
                buffer_unref(t[d][i]);
        g_free(t[d]);
    }
    g_free(t);
}

/* The device that holds the piece of an argument or result that the d-th device of the executable computes with. */
static int64_t holder_of(const ShardscopeExecutable *e, int d)
{
    return e->devices ? e->devices[d] : d;
}

static int64_t device_of(const ShardscopeExecutable *e, int partition)
{
    return e->devices ? e->devices[partition] : partition;
}

/* What the device gets of an argument, as a reference that is the only one if `take` and nobody else uses the array. */
static Buffer *shard_for(Storage *s, int64_t device, bool take, bool copy, int64_t bytes)
{
    Buffer *from = storage_shard(s, device);
    if (!from || copy) { /* a device that holds nothing gets zeros, which nothing reads */
        Buffer *b = buffer_pool_try(exec_context_buffers(s->client->cx), (size_t)bytes);
        if (b && from)
            memcpy(b->data, from->data, MIN(from->size, (size_t)bytes));
        else if (b)
            memset(b->data, 0, (size_t)bytes);
        return b;
    }
    if (!take || atomic_load(&s->refs) > 1)
        return buffer_ref(from);
    for (int i = 0; i < s->n_shards; i++)
        if (s->devices[i] == device)
            s->shards[i] = NULL;
    atomic_store_explicit(&from->in_array, false, memory_order_relaxed);
    return from;
}

/* Of all replicas together. */
static int all_arguments(const ShardscopeExecutable *e)
{
    return e->n_replicas * e->n_arguments;
}

static int all_results(const ShardscopeExecutable *e)
{
    return e->n_replicas * e->n_results;
}

static bool donates(const ShardscopeExecutable *e, int i)
{
    return executable_donates(e->exe, i % e->n_arguments);
}

static bool take_arguments(const Execution *x, Buffer ***args, GError **error)
{
    const ShardscopeExecutable *e = x->e;
    int n_partitions = e->n_devices / e->n_replicas;
    for (int a = 0; a < all_arguments(e); a++) {
        int i = a % e->n_arguments, first = a / e->n_arguments * n_partitions;
        Storage *s = x->arguments[a];
        if (s->error) { /* ready, since everything happens in order */
            *error = g_error_copy(s->error);
            return false;
        }
        bool take = donates(e, a) && !x->copy[a];
        int64_t bytes = type_bytes(executable_param_type(e->exe, i));
        for (int d = first; d < first + n_partitions; d++) {
            if (e->is_shared && !library_is_local(e->client, d))
                continue;
            args[d][i] = shard_for(s, holder_of(e, d), take, x->copy[a], bytes);
            g_autofree char *size = args[d][i] ? NULL : format_size(bytes);
            if (!args[d][i])
                return diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "not enough memory for argument %d: %s on each device", i, size);
        }
    }
    return true;
}

/* The memory of a result is its own, also where the program returns an argument, or one value twice: who looks into arrays can tell. What a collective gave to
 * several devices is copied when somebody looks. NULL if there is not enough memory. Takes the reference. */
static Buffer *own(Buffer *b, BufferPool *pool)
{
    if (!b || buffer_is_unique(b))
        return b;
    if (!atomic_load_explicit(&b->in_array, memory_order_relaxed)) {
        atomic_store(&b->several, true);
        return b;
    }
    Buffer *copy = buffer_pool_try(pool, b->size);
    if (copy)
        memcpy(copy->data, b->data, b->size);
    buffer_unref(b);
    return copy;
}

/* Results that the sharding leaves on some of the devices are dropped on the others. */
static void give_results(const Execution *x, Buffer ***results)
{
    const ShardscopeExecutable *e = x->e;
    int n_partitions = e->n_devices / e->n_replicas;
    storage_hold_users();
    for (int a = 0; a < all_results(e); a++) {
        int i = a % e->n_results;
        Storage *s = x->results[a];
        Buffer **shards = g_new0(Buffer *, s->n_shards);
        bool room = true;
        for (int k = 0; k < s->n_shards; k++)
            for (int d = 0; d < e->n_devices; d++)
                if (holder_of(e, d) == s->devices[k] && d / n_partitions == a / e->n_results) {
                    bool any = results[d][i] != NULL;
                    shards[k] = own(g_steal_pointer(&results[d][i]), exec_context_buffers(e->client->cx));
                    room = room && (shards[k] || !any);
                }
        GError *error = NULL;
        if (!room) {
            g_autofree char *size = format_size(s->shard_bytes);
            diag(&error, SHARD_ERROR_LIMIT, NULL, NULL, "not enough memory for result %d: %s on each device", i, size);
            for (int k = 0; k < s->n_shards; k++)
                buffer_unref(shards[k]);
            g_clear_pointer(&shards, g_free);
        }
        storage_done(s, shards, error);
    }
    storage_release_users();
}

/* Of a failed execution. A result without elements is there all the same: it is what tokens are made of, and who is given one is not harmed. */
static void fail_result(const Execution *x, Storage *s, const GError *error)
{
    Buffer **shards = s->shard_bytes ? NULL : g_new0(Buffer *, s->n_shards);
    for (int k = 0; shards && k < s->n_shards; k++)
        shards[k] = buffer_pool_try(exec_context_buffers(x->e->client->cx), 0);
    storage_done(s, shards, shards ? NULL : g_error_copy(error));
}

static void run(Work *work)
{
    Execution *x = (Execution *)work;
    ShardscopeExecutable *e = x->e;
    ShardscopeClient *client = e->client;
    Buffer ***args = table_new(e->n_devices, e->n_arguments), ***results = table_new(e->n_devices, e->n_results);
    GError *error = NULL;
    StepStats stats = { 0 };
    int64_t extra = e->compiled->program->memory.peak_bytes - e->compiled->program->memory.argument_bytes;
    bool ok = take_arguments(x, args, &error);
    if (ok) {
        for (int d = 0; d < e->n_devices; d++)
            library_use(client, device_of(e, d), extra, 0);
        pool_wakes(exec_context_pool(client->cx), !e->is_short || e->calls_host);
        exec_context_record(client->cx, watch_step_begin(e->watched, recording_events(client, e->recorded)));
        ok = e->is_shared ? library_run_shared(e, args + client->first_here, results + client->first_here, &stats, &error) : executable_run(e->exe, client->cx, args, results, &stats, &error);
        exec_context_record(client->cx, NULL);
        atomic_store_explicit(&e->last_ns, stats.end_ns - stats.start_ns, memory_order_relaxed);
        watch_step_end(e->watched, x->step_name, ok ? &stats : NULL);
        for (int d = 0; d < e->n_devices; d++)
            library_use(client, device_of(e, d), -extra, 0);
    }
    table_free(args, e->n_devices, e->n_arguments);
    atomic_fetch_sub(&n_executing, 1); /* before its results are there for whoever waits for them */
    for (int i = 0; i < all_arguments(e); i++)
        storage_unref(x->arguments[i]);
    if (ok) {
        recording_step(client, e->recorded, x->step_name, &stats);
        give_results(x, results);
    } else {
        for (int i = 0; i < all_results(e); i++)
            fail_result(x, x->results[i], error);
    }
    bool told = error && asking && asking->x == x;
    if (told)
        asking->failed = g_error_copy(error);
    if (x->done && !told) {
        ShardscopeError *why = NULL;
        if (error)
            library_fail(&why, g_error_copy(error));
        x->done(x->user, why);
    }
    g_clear_error(&error);
    table_free(results, e->n_devices, e->n_results);
    for (int i = 0; i < all_results(e); i++)
        storage_unref(x->results[i]);
    g_free(x->arguments);
    g_free(x->results);
    g_free(x->copy);
    g_free(x->step_name);
    g_free(x);
    shardscope_executable_unref(e);
}

/* ---- asking for one -------------------------------------------------------------------------------------------------------------- */

static bool wrong_type(const ShardscopeExecutable *e, const ShardscopeArray *a, int i, ShardscopeError **error)
{
    g_autofree char *is = type_text(a->type), *want = type_text(e->arguments[i].type);
    const ShardscopeValueInfo *info = e->argument_info->pdata[i % e->n_arguments];
    return library_invalid(error, NULL, "argument %d%s%s of %s must be %s, and is %s", i, info->name ? ", " : "", info->name ? info->name : "",
                           shardscope_executable_name(e), want, is);
}

/* Both have an array on the same devices, in any order. */
static bool on_same_devices(const ShardscopeSharding *a, const ShardscopeSharding *b)
{
    bool same = library_n_shards(a) == library_n_shards(b);
    for (int64_t i = 0; same && i < library_n_shards(a); i++)
        same = library_shard_of(b, library_shard_device(a, i)) >= 0;
    return same;
}

static bool wrong_sharding(const ShardscopeExecutable *e, const ShardscopeArray *a, int i, ShardscopeError **error)
{
    int rank = a->type->rank;
    g_autofree char *is = shardscope_sharding_text(a->sharding, rank, SHARDSCOPE_SPELL_JAX, NULL),
                    *want = shardscope_sharding_text(e->arguments[i].sharding, rank, SHARDSCOPE_SPELL_JAX, NULL);
    const ShardscopeValueInfo *info = e->argument_info->pdata[i % e->n_arguments];
    bool other_devices = !on_same_devices(a->sharding, e->arguments[i].sharding);
    GError *why = NULL;
    diag(&why, SHARD_ERROR_SHARDING, NULL, "shardscope_array_put gives an array another sharding", "argument %d%s%s of %s must be laid out as %s%s, and is %s%s", i,
         info->name ? ", " : "", info->name ? info->name : "", shardscope_executable_name(e), want, other_devices ? " on the executable's devices" : "", is,
         other_devices ? " on others" : "");
    return library_fail(error, why);
}

static bool check_argument(ShardscopeExecutable *e, ShardscopeArray *a, int i, ShardscopeError **error)
{
    if (!a)
        return library_invalid(error, NULL, "argument %d of %s is NULL", i, shardscope_executable_name(e));
    if (a->client != e->client)
        return library_invalid(error, NULL, "argument %d of %s belongs to another client", i, shardscope_executable_name(e));
    Signature *s = &e->arguments[i];
    if (a->type != s->type)
        return wrong_type(e, a, i, error);
    if (a->sharding == s->sharding || a->sharding == atomic_load(&s->accepted))
        return true;
    if (!shardscope_sharding_equivalent(a->sharding, s->sharding, a->type->rank))
        return wrong_sharding(e, a, i, error);
    ShardscopeSharding *none = NULL;
    if (atomic_compare_exchange_strong(&s->accepted, &none, a->sharding))
        shardscope_sharding_ref(a->sharding);
    return true;
}

/* Arguments that are passed twice cannot be donated. */
static bool check_donation(const ShardscopeExecutable *e, ShardscopeArray *const *arguments, const bool *copy, ShardscopeError **error)
{
    for (int i = 0; i < all_arguments(e); i++) {
        if (!donates(e, i) || copy[i])
            continue;
        for (int k = 0; k < all_arguments(e); k++)
            if (k != i && arguments[k] == arguments[i])
                return library_invalid(error, "pass a copy, or name it in ShardscopeExecuteOptions.keep", "argument %d of %s is donated, and the same array is argument %d", i,
                                       shardscope_executable_name(e), k);
    }
    return true;
}

static bool use_arguments(Execution *x, ShardscopeArray *const *arguments, ShardscopeError **error)
{
    const ShardscopeExecutable *e = x->e;
    for (int pass = 0; pass < 2; pass++) /* what is donated goes only once all others are there */
        for (int i = 0; i < all_arguments(e); i++) {
            bool take = donates(e, i) && !x->copy[i];
            if (take != (pass == 1))
                continue;
            char what[40];
            g_snprintf(what, sizeof what, "argument %d", i);
            x->arguments[i] = library_array_use(arguments[i], take, what, error);
            if (!x->arguments[i])
                return false;
        }
    return true;
}

/* "step 12", the innermost annotation of the calling thread; to be freed, or NULL. */
static char *step_name(ShardscopeClient *client)
{
    int64_t number;
    g_autofree char *name = library_annotation(client, &number);
    return !name ? NULL : number < 0 ? g_strdup(name) : g_strdup_printf("%s %" PRId64, name, number);
}

/* True if the calling thread is to do it, since it will wait for it anyway. Calls into the program's caller may need that thread. */
static bool waits_for(const ShardscopeExecutable *e)
{
    enum { SHORT_NS = 2000000 };
    int64_t last = atomic_load_explicit(&e->last_ns, memory_order_relaxed);
    return pace_is_waiting() && last > 0 && last < SHORT_NS && !e->calls_host && !e->is_shared;
}

/* Starts it; true if it has not failed by then. What is done here because the thread waits anyway fails as if it were not. */
static bool start(ShardscopeExecutable *e, Execution *x, ShardscopeArray **results, ShardscopeError **error)
{
    Asking mine = { .x = e->is_short ? x : NULL, .outer = asking };
    int n = all_results(e);
    asking = &mine;
    shardscope_executable_ref(e);
    atomic_fetch_add(&n_executing, 1);
    if (e->is_short || waits_for(e))
        library_client_do_short(e->client, &x->work);
    else
        library_client_do(e->client, &x->work);
    asking = mine.outer;
    for (int i = 0; mine.failed && i < n; i++) {
        shardscope_array_unref(results[i]);
        results[i] = NULL;
    }
    return !mine.failed || library_fail(error, mine.failed);
}

/* It would fail when the first of them is made; who calls learns it at the call. */
static bool too_large(const ShardscopeExecutable *e, ShardscopeError **error)
{
    const IrOp *root = e->compiled->local->entry->root;
    g_autofree char *size = format_size(e->compiled->program->memory.output_bytes), *most = format_size((int64_t)buffer_most());
    GError *why = NULL;
    diag(&why, SHARD_ERROR_LIMIT, OP_AT(root->code == OP_tuple && root->n_operands ? root->operands[0] : root),
         "split more of the values, or make them smaller", "not enough memory for the results of %s: %s on each device, where %s are the most for all", shardscope_executable_name(e), size, most);
    return library_fail(error, why);
}

bool shardscope_execute(ShardscopeExecutable *e, ShardscopeArray *const *arguments, int n_arguments, const ShardscopeExecuteOptions *options,
                        ShardscopeArray **results, ShardscopeError **error)
{
    NEED(e, "an executable", false);
    if (!library_here(e->client, error))
        return false;
    ShardscopeExecuteOptions o;
    if (!library_options(&o, sizeof o, options, "ShardscopeExecuteOptions", error))
        return false;
    if (n_arguments != all_arguments(e) || (n_arguments && !arguments))
        return library_invalid(error, e->n_replicas > 1 ? "each replica has arguments of its own" : NULL, "%s takes %d arguments, and %d are given", shardscope_executable_name(e),
                               all_arguments(e), arguments ? n_arguments : 0);
    NEED(results || !e->n_results, "a place for the results", false);
    if (e->never_fits)
        return too_large(e, error);
    HostCall call = library_call_begin(e->client, recording_number(e->recorded));
    Execution *x = g_new0(Execution, 1);
    *x = (Execution){ .work = { .run = run }, .e = e, .arguments = g_new0(Storage *, n_arguments + 1), .results = g_new0(Storage *, all_results(e) + 1),
                      .copy = g_new0(bool, n_arguments + 1), .done = o.done, .user = o.user };
    bool ok = true;
    for (int i = 0; i < o.n_keep && ok; i++) {
        ok = o.keep && o.keep[i] >= 0 && o.keep[i] < n_arguments;
        if (ok)
            x->copy[o.keep[i]] = true;
        else
            library_invalid(error, NULL, "ShardscopeExecuteOptions.keep: there is no such argument");
    }
    for (int i = 0; i < n_arguments && ok; i++)
        ok = check_argument(e, arguments[i], i, error);
    ok = ok && check_donation(e, arguments, x->copy, error) && use_arguments(x, arguments, error);
    if (!ok) {
        for (int i = 0; i < n_arguments; i++)
            storage_unref(x->arguments[i]);
        g_free(x->arguments);
        g_free(x->results);
        g_free(x->copy);
        g_free(x);
        library_call_end(&call, "execute");
        return false;
    }
    for (int i = 0; i < all_results(e); i++) {
        const Signature *s = &e->results[i];
        Storage *made = storage_new(e->client, s->sharding, s->layout, s->type, s->line);
        made->run = call.run;
        x->results[i] = storage_ref(made);
        results[i] = library_array_new(e->client, s->type, s->sharding, s->layout, made);
    }
    if (e->recorded || watch_is_connected())
        x->step_name = step_name(e->client);
    bool is_short = e->is_short;
    ok = start(e, x, results, error);
    library_call_end(&call, "execute");
    if (!is_short)
        pace_asked(clock_ns());
    return ok;
}
