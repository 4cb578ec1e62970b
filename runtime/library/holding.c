/* Memory that arrays take on devices, counted once however many handles share it: an array and its pieces, pieces and the array that was put
 * together from them. And the list of it all, which whoever watches the process is told. */
#include "runtime/library/library_impl.h"

typedef struct Held {
    int64_t device;
    atomic_int refs;       /* storages that have this piece */
} Held;

struct Holding {
    atomic_int refs;       /* over all pieces */
    ShardscopeClient *client;
    int64_t shard_bytes;
    /* Under the client's holdings_lock: */
    const Type *whole;     /* the array that it is, or is a part of */
    ShardscopeSharding *sharding; /* of that */
    char *line;            /* a GRefString; NULL = it came from the host */
    Holding **at, *next;   /* in the client's list */
    /* */
    int n;
    Held shards[];
};

Holding *holding_new(ShardscopeClient *client, ShardscopeSharding *sharding, const Type *type, int64_t shard_bytes, char *line)
{
    int n = (int)library_n_shards(sharding);
    Holding *h = g_malloc(sizeof *h + sizeof *h->shards * (size_t)n);
    *h = (Holding){ .client = client, .shard_bytes = shard_bytes, .whole = type, .sharding = shardscope_sharding_ref(sharding), .n = n,
                    .line = line ? g_ref_string_acquire(line) : NULL };
    atomic_init(&h->refs, n);
    for (int i = 0; i < n; i++) {
        h->shards[i].device = library_shard_device(sharding, i);
        atomic_init(&h->shards[i].refs, 1);
        library_use(client, h->shards[i].device, shard_bytes, 1);
    }
    pthread_mutex_lock(&client->holdings_lock);
    h->next = client->holdings;
    h->at = &client->holdings;
    if (h->next)
        h->next->at = &h->next;
    client->holdings = h;
    pthread_mutex_unlock(&client->holdings_lock);
    return h;
}

void holding_take(Holding *h, int i)
{
    atomic_fetch_add(&h->refs, 1);
    atomic_fetch_add(&h->shards[i].refs, 1);
}

void holding_drop(Holding *h, int i)
{
    ShardscopeClient *client = h->client;
    if (atomic_fetch_sub(&h->shards[i].refs, 1) == 1)
        library_use(client, h->shards[i].device, -h->shard_bytes, -1);
    if (atomic_fetch_sub(&h->refs, 1) != 1)
        return;
    pthread_mutex_lock(&client->holdings_lock);
    *h->at = h->next;
    if (h->next)
        h->next->at = h->at;
    pthread_mutex_unlock(&client->holdings_lock);
    shardscope_sharding_unref(h->sharding);
    if (h->line)
        g_ref_string_release(h->line);
    g_free(h);
}

void holding_is_part_of(Holding *h, const Type *whole, ShardscopeSharding *sharding)
{
    if (h->n != 1)
        return;
    ShardscopeSharding *old = NULL;
    pthread_mutex_lock(&h->client->holdings_lock);
    if (library_n_shards(h->sharding) == 1) {
        old = h->sharding;
        h->sharding = shardscope_sharding_ref(sharding);
        h->whole = whole;
    }
    pthread_mutex_unlock(&h->client->holdings_lock);
    shardscope_sharding_unref(old);
}

/* ---- the list -------------------------------------------------------------------------------------------------------------- */

typedef struct Alike {
    const Type *whole;
    ShardscopeSharding *sharding;
    char *line;
    int64_t bytes;
    double count;
} Alike;

static guint alike_hash(gconstpointer p)
{
    const Alike *a = p;
    return g_direct_hash(a->whole) * 31 + g_direct_hash(a->sharding) * 17 + g_direct_hash(a->line);
}

static gboolean alike_equal(gconstpointer x, gconstpointer y)
{
    const Alike *a = x, *b = y;
    return a->whole == b->whole && a->sharding == b->sharding && a->line == b->line;
}

static void alike_free(gpointer p)
{
    Alike *a = p;
    shardscope_sharding_unref(a->sharding);
    if (a->line)
        g_ref_string_release(a->line);
    g_free(a);
}

/* The lock is held for some nanoseconds an array; texts are made after it. */
static GHashTable *all_alike(ShardscopeClient *client)
{
    GHashTable *all = g_hash_table_new_full(alike_hash, alike_equal, alike_free, NULL);
    pthread_mutex_lock(&client->holdings_lock);
    for (const Holding *h = client->holdings; h; h = h->next) {
        int n = 0;
        for (int i = 0; i < h->n; i++)
            n += atomic_load(&h->shards[i].refs) > 0;
        Alike key = { .whole = h->whole, .sharding = h->sharding, .line = h->line }, *a = g_hash_table_lookup(all, &key);
        if (!a) {
            a = g_new(Alike, 1);
            *a = (Alike){ .whole = h->whole, .sharding = shardscope_sharding_ref(h->sharding), .line = h->line ? g_ref_string_acquire(h->line) : NULL };
            g_hash_table_add(all, a);
        }
        a->bytes += n * h->shard_bytes;
        a->count += (double)n / (double)library_n_shards(h->sharding);
    }
    pthread_mutex_unlock(&client->holdings_lock);
    return all;
}

void holdings_each(ShardscopeClient *client, void (*add)(void *to, const WatchArrays *a), void *to)
{
    g_autoptr(GHashTable) all = all_alike(client);
    GHashTableIter it;
    gpointer p;
    g_hash_table_iter_init(&it, all);
    while (g_hash_table_iter_next(&it, &p, NULL)) {
        const Alike *a = p;
        g_autofree char *type = type_text(a->whole);
        bool single = library_n_shards(a->sharding) == 1;
        char *sharding = single ? g_strdup_printf("on device %d", (int)library_shard_device(a->sharding, 0)) :
                                  shardscope_sharding_text(a->sharding, a->whole->rank, SHARDSCOPE_SPELL_JAX, NULL);
        add(to, &(WatchArrays){ .line = a->line ? a->line : "copied from the host", .type = type, .sharding = sharding, .bytes = a->bytes, .count = a->count });
        g_free(sharding);
    }
}
