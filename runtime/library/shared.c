/* Clients whose devices are in several processes: each runs its own part of a program that is for all devices. Every process must ask for the same
 * executions of such programs in the same order; those for devices of one process alone are its own affair. */
#include "runtime/library/library_impl.h"

#include <inttypes.h>

static pthread_mutex_t sharing_lock = PTHREAD_MUTEX_INITIALIZER;
static GPtrArray *sharing; /* clients whose devices are in several processes, until they are freed */
static pthread_cond_t unjoined = PTHREAD_COND_INITIALIZER;

static void enter(ShardscopeClient *client)
{
    pthread_mutex_lock(&sharing_lock);
    sharing = sharing ? sharing : g_ptr_array_new();
    g_ptr_array_add(sharing, client);
    pthread_mutex_unlock(&sharing_lock);
}

/* All devices, in the order of the processes, each of which has as many as it was asked for. */
static bool find_devices(ShardscopeClient *client, GError **error)
{
    int n_processes = ranks_n(client->ranks);
    g_autofree int32_t *each = g_new0(int32_t, n_processes);
    if (!ranks_hear(client->ranks, client->n_here, each, error))
        return false;
    client->n_devices = 0;
    for (int p = 0; p < n_processes; p++) {
        client->first_here = p == ranks_me(client->ranks) ? client->n_devices : client->first_here;
        client->process_of = g_renew(int, client->process_of, client->n_devices + each[p] + 1);
        for (int k = 0; k < each[p]; k++)
            client->process_of[client->n_devices++] = p;
    }
    return true;
}

bool library_join(ShardscopeClient *client, Ranks *ranks, ShardscopeError **error)
{
    GError *why = NULL;
    client->ranks = ranks;
    client->n_here = client->n_devices;
    client->process_of = g_new0(int, client->n_devices + 1);
    if (!ranks)
        return true;
    if (!find_devices(client, &why))
        return library_fail(error, why);
    enter(client);
    return true;
}

void library_unjoin(ShardscopeClient *client)
{
    if (!client->ranks)
        return;
    pthread_mutex_lock(&sharing_lock);
    if (sharing)
        g_ptr_array_remove(sharing, client);
    pthread_cond_broadcast(&unjoined);
    pthread_mutex_unlock(&sharing_lock);
}

/* A reference, unless the last is gone already. */
static bool still_used(ShardscopeClient *client)
{
    int refs = atomic_load(&client->refs);
    while (refs > 0 && !atomic_compare_exchange_weak(&client->refs, &refs, refs + 1))
        ;
    return refs > 0;
}

/* Those that are still used; to be unreferenced. */
static GPtrArray *users_of(const Ranks *ranks)
{
    GPtrArray *now = g_ptr_array_new_with_free_func((GDestroyNotify)shardscope_client_unref);
    pthread_mutex_lock(&sharing_lock);
    for (guint i = 0; sharing && i < sharing->len; i++)
        if (((ShardscopeClient *)sharing->pdata[i])->ranks == ranks && still_used(sharing->pdata[i]))
            g_ptr_array_add(now, sharing->pdata[i]);
    pthread_mutex_unlock(&sharing_lock);
    return now;
}

void library_finish_shared(const Ranks *ranks)
{
    g_autoptr(GPtrArray) now = users_of(ranks);
    for (guint i = 0; i < now->len; i++)
        shardscope_client_wait(now->pdata[i], NULL);
}

/* True while a client of theirs that nobody refers to is not freed yet. Under the lock. */
static bool one_ends(const Ranks *ranks)
{
    for (guint i = 0; sharing && i < sharing->len; i++) {
        ShardscopeClient *client = sharing->pdata[i];
        if (client->ranks == ranks && atomic_load(&client->refs) == 0)
            return true;
    }
    return false;
}

void library_end_shared(const Ranks *ranks)
{
    enum { MOST_S = 2 };
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += MOST_S;
    g_autoptr(GPtrArray) now = users_of(ranks);
    for (guint i = 0; i < now->len; i++)
        library_wait_idle_until(now->pdata[i], &deadline);
    g_ptr_array_set_size(now, 0);
    pthread_mutex_lock(&sharing_lock);
    while (one_ends(ranks) && pthread_cond_timedwait(&unjoined, &sharing_lock, &deadline) == 0)
        ;
    pthread_mutex_unlock(&sharing_lock);
}

bool library_is_local(const ShardscopeClient *client, int64_t device)
{
    return device >= client->first_here && device < client->first_here + client->n_here;
}

bool library_check_shared(ShardscopeExecutable *e, ShardscopeError **error)
{
    const ShardscopeClient *client = e->client;
    bool in_order = e->n_devices == client->n_devices && e->n_replicas == 1;
    for (int d = 0; d < e->n_devices; d++) {
        int64_t device = e->devices ? e->devices[d] : d;
        e->is_shared |= !library_is_local(client, device);
        in_order &= device == d;
    }
    if (!e->is_shared || in_order)
        return true;
    GError *why = NULL;
    diag(&why, SHARD_ERROR_UNSUPPORTED, NULL, "make the mesh of all devices in their order, or of devices of one process",
         "the program is for %d devices in %d replicas, some of other processes: such programs run on all %d devices, in their order and in one replica", e->n_devices, e->n_replicas, client->n_devices);
    return library_fail(error, why);
}

void library_forget_transport(ShardscopeClient *client, ShardscopeExecutable *of)
{
    pthread_mutex_lock(&client->transport_lock);
    if (client->transport && client->transport_of == of) {
        executable_unload(of->exe);
        client->transport->free(client->transport);
        client->transport = NULL;
        client->transport_of = NULL;
    }
    pthread_mutex_unlock(&client->transport_lock);
}

/* The transport of e; that of another is freed. In the client's thread. */
static Transport *transport_for(ShardscopeExecutable *e)
{
    ShardscopeClient *client = e->client;
    pthread_mutex_lock(&client->transport_lock);
    if (client->transport_of != e) {
        if (client->transport) {
            executable_unload(client->transport_of->exe);
            client->transport->free(client->transport);
        }
        client->transport = ranks_transport_new(client->ranks, e->compiled->program, client->process_of, exec_context_pool(client->cx), exec_context_buffers(client->cx));
        client->transport_of = e;
    }
    Transport *t = client->transport; /* stays while e is executed */
    pthread_mutex_unlock(&client->transport_lock);
    return t;
}

/* Processes that were asked for different programs would wait for each other. */
static bool agree(ShardscopeExecutable *e, GError **error)
{
    g_autofree char *text = e->has_agreed ? NULL : hlo_print(e->compiled->local, SPELL_HLO), *sum = text ? g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1) : NULL;
    g_autofree char *what = g_strdup_printf("the compiled program %s", shardscope_executable_name(e));
    e->has_agreed = e->has_agreed || ranks_agree(e->client->ranks, what, sum, NULL, error);
    return e->has_agreed;
}

bool library_run_shared(ShardscopeExecutable *e, Buffer **const *args, Buffer ***results, StepStats *stats, GError **error)
{
    ShardscopeClient *client = e->client;
    bool ok = ranks_go_on(client->ranks, error) && agree(e, error);
    if (ok) {
        Transport *t = transport_for(e);
        exec_context_rank(client->cx, t, client->first_here, client->n_here);
        ranks_step_begin(t);
        ok = executable_run(e->exe, client->cx, args, results, stats, error);
        ranks_step_end(t);
        exec_context_rank(client->cx, NULL, 0, 0);
    }
    if (!ok)
        ranks_fail(client->ranks, (*error)->message);
    return ok;
}

bool shardscope_client_own_devices(const ShardscopeClient *client, int *first, int *n, ShardscopeError **error)
{
    NEED(client, "a client", false);
    NEED(first && n, "places for the results", false);
    *first = client->first_here;
    *n = client->n_here;
    return true;
}

int shardscope_client_process_of(const ShardscopeClient *client, int device)
{
    return client && device >= 0 && device < client->n_devices ? client->process_of[device] : -1;
}
