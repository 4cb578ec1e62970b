/* Clients: devices, the thread that executes on them one thing after the other, memory in use. */
#include "runtime/library/library_impl.h"

#include <string.h>

#include "runtime/base/limits.h"
#include "runtime/base/memory_out.h"

/* ---- the client's thread ---------------------------------------------------------------------------------------------------- */

static gpointer serve(gpointer data)
{
    ShardscopeClient *client = data;
    pthread_mutex_lock(&client->lock);
    for (;;) {
        while (client->busy || (!client->first && !client->closing)) /* busy: a caller does something short itself */
            pthread_cond_wait(&client->work_came, &client->lock);
        Work *work = client->first;
        if (!work)
            break;
        client->first = work->next;
        if (!client->first)
            client->last = NULL;
        client->busy = true;
        pthread_mutex_unlock(&client->lock);
        work->run(work);
        pthread_mutex_lock(&client->lock);
        client->busy = false;
        pthread_cond_broadcast(&client->changed);
    }
    pthread_mutex_unlock(&client->lock);
    return NULL;
}

void library_client_do(ShardscopeClient *client, Work *work)
{
    work->next = NULL;
    pthread_mutex_lock(&client->lock);
    if (client->last)
        client->last->next = work;
    else
        client->first = work;
    client->last = work;
    pthread_cond_signal(&client->work_came);
    pthread_mutex_unlock(&client->lock);
}

void library_client_do_short(ShardscopeClient *client, Work *work)
{
    pthread_mutex_lock(&client->lock);
    bool idle = !client->busy && !client->first;
    client->busy |= idle;
    pthread_mutex_unlock(&client->lock);
    if (!idle) {
        library_client_do(client, work);
        return;
    }
    work->run(work);
    pthread_mutex_lock(&client->lock);
    client->busy = false;
    if (client->first || client->closing) /* it may have looked for work meanwhile */
        pthread_cond_signal(&client->work_came);
    pthread_cond_broadcast(&client->changed);
    pthread_mutex_unlock(&client->lock);
}

static void wait_idle(ShardscopeClient *client)
{
    pthread_mutex_lock(&client->lock);
    while (client->first || client->busy)
        pthread_cond_wait(&client->changed, &client->lock);
    pthread_mutex_unlock(&client->lock);
}

void library_wait_idle_until(ShardscopeClient *client, const struct timespec *deadline)
{
    pthread_mutex_lock(&client->lock);
    while ((client->first || client->busy) && pthread_cond_timedwait(&client->changed, &client->lock, deadline) == 0)
        ;
    pthread_mutex_unlock(&client->lock);
}

typedef struct Idle {
    Work work; /* first */
    void (*done)(void *user);
    void *user;
} Idle;

static void tell_idle(Work *work)
{
    Idle *idle = (Idle *)work;
    idle->done(idle->user);
    g_free(idle);
}

bool shardscope_client_on_idle(ShardscopeClient *client, void (*done)(void *user), void *user, ShardscopeError **error)
{
    NEED(client, "a client", false);
    NEED(done, "a function", false);
    Idle *idle = g_new(Idle, 1);
    *idle = (Idle){ .work = { .run = tell_idle }, .done = done, .user = user };
    library_client_do(client, &idle->work);
    return true;
}

bool shardscope_client_wait(ShardscopeClient *client, ShardscopeError **error)
{
    NEED(client, "a client", false);
    if (!library_here(client, error))
        return false;
    wait_idle(client);
    return true;
}

/* ---- life -------------------------------------------------------------------------------------------------------------------- */

static atomic_int forks; /* of this process's line, since the library was first used */

static void on_fork(void)
{
    atomic_fetch_add(&forks, 1);
}

static void watch_forks(void)
{
    pthread_atfork(NULL, NULL, on_fork);
}

bool library_is_here(const ShardscopeClient *client)
{
    return client->forks == atomic_load_explicit(&forks, memory_order_relaxed);
}

void library_lock(const ShardscopeClient *client, pthread_mutex_t *lock)
{
    if (library_is_here(client))
        pthread_mutex_lock(lock);
}

void library_unlock(const ShardscopeClient *client, pthread_mutex_t *lock)
{
    if (library_is_here(client))
        pthread_mutex_unlock(lock);
}

bool library_here(const ShardscopeClient *client, ShardscopeError **error)
{
    if (library_is_here(client))
        return true;
    GError *why = NULL;
    diag(&why, SHARD_ERROR_RUN, NULL, "make the client after the fork, or start processes that begin anew (Python: multiprocessing's \"spawn\")",
         "this process was forked off the one that made the client, and its devices stayed there");
    return library_fail(error, why);
}

static bool n_devices_of(const ShardscopeClientOptions *o, int *out, ShardscopeError **error)
{
    const char *text = o->n_devices ? NULL : g_getenv("SHARDSCOPE_DEVICES");
    gint64 n = o->n_devices ? o->n_devices : 1;
    if (text && text[0] && !g_ascii_string_to_signed(text, 10, 1, MAX_DEVICES, &n, NULL))
        return library_invalid(error, NULL, "SHARDSCOPE_DEVICES is \"%s\": a number from 1 to %d is needed", text, MAX_DEVICES);
    if (n < 1 || n > MAX_DEVICES)
        return library_invalid(error, NULL, "a client of %d devices: there can be 1 to %d", (int)n, MAX_DEVICES);
    *out = (int)n;
    return true;
}

static gpointer client_free(gpointer data);

ShardscopeClient *shardscope_client_new(const ShardscopeClientOptions *options, ShardscopeError **error)
{
    if (failed_before(error))
        return NULL;
    ShardscopeClientOptions o;
    int n = 0;
    if (!library_options(&o, sizeof o, options, "ShardscopeClientOptions", error) || !n_devices_of(&o, &n, error))
        return NULL;
    if (o.n_threads < 0 || o.n_threads > 4096) {
        library_invalid(error, NULL, "%d threads: there can be 1 to 4096, 0 = one per core", o.n_threads);
        return NULL;
    }
    ShardscopeClient *client = g_new0(ShardscopeClient, 1);
    atomic_init(&client->refs, 1);
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    client->forks = atomic_load(&forks);
    client->n_devices = n;
    client->warn = o.warn;
    client->warn_user = o.user;
    client->trace_events = o.trace_events;
    if (!library_join(client, library_ranks(o.ranks), error)) {
        g_free(client->process_of);
        g_free(client);
        return NULL;
    }
    client->use = g_new0(DeviceUse, client->n_devices);
    client->cx = exec_context_new(o.n_threads);
    exec_context_stop(client->cx, library_execution_stop());
    pthread_mutex_init(&client->transport_lock, NULL);
    pthread_mutex_init(&client->lock, NULL);
    pthread_mutex_init(&client->types_lock, NULL);
    pthread_mutex_init(&client->record_lock, NULL);
    pthread_mutex_init(&client->moves_lock, NULL);
    pthread_mutex_init(&client->annotations_lock, NULL);
    pthread_mutex_init(&client->holdings_lock, NULL);
    pthread_cond_init(&client->work_came, NULL);
    pthread_cond_init(&client->changed, NULL);
    client->types_arena = arena_new_root();
    client->types = type_table_new(client->types_arena);
    client->annotations = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
    client->moves = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    GError *why = NULL;
    client->thread = g_thread_try_new("shardscope", serve, client, &why);
    if (!client->thread) {
        library_fail(error, why);
        client_free(client);
        return NULL;
    }
    client->watched = library_watch(client);
    bool ok = watch_listen(o.listen, o.listen_token, &why) || library_fail(error, why);
    if (ok && (!o.trace || shardscope_client_record(client, o.trace, o.label, error)))
        return client;
    shardscope_client_unref(client);
    return NULL;
}

ShardscopeClient *shardscope_client_ref(ShardscopeClient *client)
{
    if (client)
        atomic_fetch_add(&client->refs, 1);
    return client;
}

static gpointer client_free(gpointer data)
{
    ShardscopeClient *client = data;
    if (!library_is_here(client)) { /* its threads and its trace are another process's */
        library_unjoin(client);
        return NULL;
    }
    wait_idle(client);
    library_moves_clear(client);
    recording_end(client, NULL);
    pthread_mutex_lock(&client->lock);
    client->closing = true;
    pthread_cond_signal(&client->work_came);
    pthread_mutex_unlock(&client->lock);
    if (client->thread)
        g_thread_join(client->thread);
    library_forget_transport(client, client->transport_of);
    watch_group_free(client->watched);
    exec_context_free(client->cx);
    type_table_free(client->types);
    arena_free(client->types_arena);
    g_hash_table_unref(client->annotations);
    g_hash_table_unref(client->moves);
    pthread_mutex_destroy(&client->lock);
    pthread_mutex_destroy(&client->transport_lock);
    pthread_mutex_destroy(&client->types_lock);
    pthread_mutex_destroy(&client->record_lock);
    pthread_mutex_destroy(&client->annotations_lock);
    pthread_mutex_destroy(&client->holdings_lock);
    pthread_cond_destroy(&client->work_came);
    pthread_cond_destroy(&client->changed);
    pthread_mutex_destroy(&client->moves_lock);
    g_free(client->use);
    g_free(client->process_of);
    library_unjoin(client);
    g_free(client);
    return NULL;
}

/* Where there is no thread for it, the client stays. */
static void end_elsewhere(ShardscopeClient *client)
{
    GThread *thread = g_thread_try_new("shardscope-end", client_free, client, NULL);
    if (thread)
        g_thread_unref(thread);
}

void shardscope_client_unref(ShardscopeClient *client)
{
    if (!client || atomic_fetch_sub(&client->refs, 1) != 1)
        return;
    if (g_thread_self() == client->thread) /* the last execution let go of it: the thread cannot wait for itself */
        end_elsewhere(client);
    else
        client_free(client);
}

int shardscope_client_n_devices(const ShardscopeClient *client)
{
    return client ? client->n_devices : -1;
}

typedef struct TypeAsked {
    ShardscopeClient *client;
    const ShardscopeShape *shape;
    const Type *type;
} TypeAsked;

static void make_type(void *arg)
{
    TypeAsked *x = arg;
    x->type = type_array(x->client->types, (ElemType)(x->shape->dtype - 1), x->shape->rank, x->shape->dims);
}

const Type *library_type(ShardscopeClient *client, const ShardscopeShape *shape)
{
    TypeAsked x = { client, shape, NULL };
    size_t bytes;
    const char *what;
    pthread_mutex_lock(&client->types_lock);
    bool ok = memory_tried(make_type, &x, &bytes, &what);
    pthread_mutex_unlock(&client->types_lock);
    if (!ok)
        memory_out(bytes, what); /* once the lock is free */
    return x.type;
}

/* ---- memory -------------------------------------------------------------------------------------------------------------------- */

void library_use(ShardscopeClient *client, int64_t device, int64_t bytes, int arrays)
{
    if (device < 0 || device >= client->n_devices)
        return;
    DeviceUse *use = &client->use[device];
    int64_t now = atomic_fetch_add(&use->bytes, bytes) + bytes, peak = atomic_load(&use->peak);
    atomic_fetch_add(&use->arrays, arrays);
    while (now > peak && !atomic_compare_exchange_weak(&use->peak, &peak, now))
        ;
}

bool shardscope_device_memory(ShardscopeClient *client, int device, ShardscopeMemoryStats *out, ShardscopeError **error)
{
    NEED(client, "a client", false);
    NEED(out, "a place for the result", false);
    if (device < 0 || device >= client->n_devices)
        return library_invalid(error, NULL, "device %d of %d", device, client->n_devices);
    const DeviceUse *use = &client->use[device];
    *out = (ShardscopeMemoryStats){ .bytes_in_use = atomic_load(&use->bytes), .peak_bytes_in_use = atomic_load(&use->peak), .n_arrays = atomic_load(&use->arrays),
                                    .limit_bytes = (int64_t)buffer_most() };
    return true;
}
