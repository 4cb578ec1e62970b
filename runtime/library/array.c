/* Arrays on the devices of a client: copied from and to the host, waited for, deleted. */
#include "runtime/library/library_impl.h"

#include <inttypes.h>
#include <string.h>

#include "runtime/base/clock.h"
#include "runtime/base/format.h"
#include "runtime/library/pace.h"
#include "runtime/shard/tiles.h"
#include "runtime/tensor/cut.h"
#include "runtime/tensor/strided.h"

/* ---- storage ----------------------------------------------------------------------------------------------------------------- */

Storage *storage_new_shared(ShardscopeClient *client, ShardscopeSharding *sharding, const Sharding *layout, const Type *type)
{
    Storage *s = g_new0(Storage, 1);
    atomic_init(&s->refs, 1);
    s->client = client;
    s->n_shards = (int)library_n_shards(sharding);
    s->devices = g_new(int64_t, s->n_shards);
    int64_t dims[SHARDSCOPE_MAX_RANK];
    tile_dims(layout, type->rank, type->dims, dims);
    s->shard_bytes = elem_info[type->elem].bytes;
    for (int d = 0; d < type->rank; d++)
        s->shard_bytes *= dims[d];
    for (int i = 0; i < s->n_shards; i++)
        s->devices[i] = library_shard_device(sharding, i);
    s->held = g_malloc0(sizeof *s->held * (size_t)s->n_shards);
    return s;
}

Storage *storage_new(ShardscopeClient *client, ShardscopeSharding *sharding, const Sharding *layout, const Type *type, char *line)
{
    Storage *s = storage_new_shared(client, sharding, layout, type);
    Holding *h = holding_new(client, sharding, type, s->shard_bytes, line);
    for (int i = 0; i < s->n_shards; i++) {
        s->held[i].of = h;
        s->held[i].i = i;
    }
    return s;
}

void storage_share(Storage *s, int shard, const Storage *from, int from_shard)
{
    holding_take(from->held[from_shard].of, from->held[from_shard].i);
    s->held[shard] = from->held[from_shard];
}

Storage *storage_ref(Storage *s)
{
    atomic_fetch_add(&s->refs, 1);
    return s;
}

void storage_unref(Storage *s)
{
    if (!s || atomic_fetch_sub(&s->refs, 1) != 1 || !library_is_here(s->client)) /* the memory of a process that was forked off goes with it */
        return;
    for (int i = 0; i < s->n_shards; i++) {
        if (s->shards && s->shards[i])
            buffer_unref(s->shards[i]);
        if (s->seen)
            buffer_unref(s->seen[i]);
        if (s->held[i].of)
            holding_drop(s->held[i].of, s->held[i].i);
    }
    g_free(s->held);
    g_free(s->shards);
    g_free(s->seen);
    g_free(s->devices);
    g_clear_error(&s->error);
    g_free(s);
}

Buffer *storage_shard(const Storage *s, int64_t device)
{
    if (device >= 0 && device < s->n_shards && s->devices[device] == device)
        return s->shards[device];
    for (int i = 0; i < s->n_shards; i++)
        if (s->devices[i] == device)
            return s->shards[i];
    return NULL;
}

/* A user of storage that has become ready, who is told later. */
typedef struct Held {
    Waiting *who;
    Storage *s;
} Held;

static _Thread_local GArray *held_users; /* of Held; NULL = they are told at once */

void storage_hold_users(void)
{
    held_users = g_array_new(FALSE, FALSE, sizeof(Held));
}

void storage_release_users(void)
{
    g_autoptr(GArray) held = g_steal_pointer(&held_users);
    for (guint i = 0; i < held->len; i++) {
        Held *h = &g_array_index(held, Held, i);
        h->who->ready(h->who, h->s);
        storage_unref(h->s);
    }
}

static void wake(Waiting *w, Storage *s)
{
    Held held = { w, s };
    if (w->is_user && held_users) {
        storage_ref(s);
        g_array_append_val(held_users, held);
    } else {
        w->ready(w, s);
    }
}

void storage_done(Storage *s, Buffer **shards, GError *error)
{
    for (int i = 0; shards && i < s->n_shards; i++)
        if (shards[i])
            atomic_store_explicit(&shards[i]->in_array, true, memory_order_relaxed);
    library_lock(s->client, &s->client->lock);
    s->shards = shards;
    s->error = error;
    s->ready = true;
    GSList *waiting = g_slist_reverse(g_steal_pointer(&s->waiting));
    pthread_cond_broadcast(&s->client->changed);
    library_unlock(s->client, &s->client->lock);
    while (waiting) {
        Waiting *w = waiting->data;
        waiting = g_slist_delete_link(waiting, waiting);
        wake(w, s);
    }
}

void storage_then(Storage *s, Waiting *w)
{
    library_lock(s->client, &s->client->lock);
    bool ready = s->ready;
    if (!ready)
        s->waiting = g_slist_prepend(s->waiting, w);
    library_unlock(s->client, &s->client->lock);
    if (ready)
        w->ready(w, s);
}

/* ---- handles ------------------------------------------------------------------------------------------------------------------ */

ShardscopeArray *library_array_new(ShardscopeClient *client, const Type *type, ShardscopeSharding *sharding, const Sharding *layout, Storage *storage)
{
    ShardscopeArray *a = g_new0(ShardscopeArray, 1);
    atomic_init(&a->refs, 1);
    a->client = shardscope_client_ref(client);
    a->type = type;
    a->sharding = shardscope_sharding_ref(sharding);
    a->layout = layout;
    a->storage = storage;
    return a;
}

ShardscopeArray *shardscope_array_ref(ShardscopeArray *a)
{
    if (a)
        atomic_fetch_add(&a->refs, 1);
    return a;
}

void shardscope_array_unref(ShardscopeArray *a)
{
    if (!a || atomic_fetch_sub(&a->refs, 1) != 1)
        return;
    storage_unref(a->storage);
    shardscope_sharding_unref(a->sharding);
    shardscope_client_unref(a->client);
    g_free(a);
}

static GError *deleted(const ShardscopeArray *a, const char *what)
{
    g_autofree char *type = type_text(a->type);
    GError *e = NULL;
    diag(&e, SHARD_ERROR_RUN, NULL, "an argument that is donated is deleted by the execution: ShardscopeExecuteOptions.keep copies it",
         "%s has been deleted or donated to an execution: %s", what, type);
    return e;
}

Storage *library_array_use(ShardscopeArray *a, bool take, const char *what, ShardscopeError **error)
{
    library_lock(a->client, &a->client->lock);
    Storage *s = a->storage;
    if (s && take)
        a->storage = NULL;
    else if (s)
        storage_ref(s);
    library_unlock(a->client, &a->client->lock);
    if (!s)
        library_fail(error, deleted(a, what));
    return s;
}

void shardscope_array_delete(ShardscopeArray *a)
{
    if (!a)
        return;
    library_lock(a->client, &a->client->lock);
    Storage *s = g_steal_pointer(&a->storage);
    library_unlock(a->client, &a->client->lock);
    storage_unref(s);
}

bool shardscope_array_is_deleted(const ShardscopeArray *a)
{
    if (!a)
        return true;
    library_lock(a->client, &a->client->lock);
    bool gone = !a->storage;
    library_unlock(a->client, &a->client->lock);
    return gone;
}

bool shardscope_array_shape(const ShardscopeArray *a, ShardscopeShape *out, ShardscopeError **error)
{
    NEED(a, "an array", false);
    NEED(out, "a place for the result", false);
    *out = (ShardscopeShape){ .dtype = (ShardscopeDtype)((int)a->type->elem + 1), .rank = a->type->rank };
    memcpy(out->dims, a->type->dims, sizeof *out->dims * (size_t)a->type->rank);
    return true;
}

int64_t shardscope_array_bytes(const ShardscopeArray *a)
{
    return a ? type_bytes(a->type) : -1;
}

ShardscopeSharding *shardscope_array_sharding(const ShardscopeArray *a)
{
    return a ? shardscope_sharding_ref(a->sharding) : NULL;
}

/* ---- from the host -------------------------------------------------------------------------------------------------------------- */

static bool on_client(const ShardscopeClient *client, const ShardscopeSharding *s, ShardscopeError **error)
{
    for (int64_t i = 0; i < library_n_shards(s); i++)
        if (library_shard_device(s, i) >= client->n_devices)
            return library_invalid(error, NULL, "the sharding names device %" PRId64 ", and the client has %d devices", library_shard_device(s, i), client->n_devices);
    return true;
}

static void drop_shards(Buffer **shards, int n)
{
    for (int i = 0; i < n; i++)
        buffer_unref(shards[i]);
    g_free(shards);
}

static Buffer **shards_new(const Storage *s, ShardscopeError **error)
{
    Buffer **shards = g_new0(Buffer *, s->n_shards);
    BufferPool *pool = exec_context_buffers(s->client->cx); /* with pages that were in use before: new ones cost more than the copy */
    bool room = buffer_room(pool, (size_t)s->shard_bytes * (size_t)s->n_shards);
    for (int i = 0; i < s->n_shards && room; i++)
        room = (shards[i] = buffer_pool_try(pool, (size_t)s->shard_bytes)) != NULL;
    if (room)
        return shards;
    drop_shards(shards, s->n_shards);
    GError *e = NULL;
    g_autofree char *size = format_size(s->shard_bytes);
    diag(&e, SHARD_ERROR_LIMIT, NULL, NULL, "not enough memory for an array: %s on each device", size);
    library_fail(error, e);
    return NULL;
}

/* An array without data yet, of the sharding or whole on device 0. */
static ShardscopeArray *array_like(ShardscopeClient *client, const Type *type, ShardscopeSharding *sharding, ShardscopeError **error)
{
    ShardscopeSharding *s = sharding ? shardscope_sharding_ref(sharding) : shardscope_sharding_single_device(0, error);
    const Sharding *layout = s && on_client(client, s, error) ? library_sharding_at(s, type->rank, error) : NULL;
    ShardscopeArray *a = layout ? library_array_new(client, type, s, layout, storage_new(client, s, layout, type, NULL)) : NULL;
    shardscope_sharding_unref(s);
    return a;
}

ShardscopeArray *shardscope_array_from_host(ShardscopeClient *client, const ShardscopeShape *shape, const void *data, const int64_t *strides,
                                            ShardscopeSharding *sharding, ShardscopeError **error)
{
    NEED(client, "a client", NULL);
    if (!library_check_shape(__func__, shape, error))
        return NULL;
    const Type *type = library_type(client, shape);
    NEED(data || type->n_elems == 0, "the data", NULL);
    ShardscopeArray *a = array_like(client, type, sharding, error);
    Buffer **shards = a ? shards_new(a->storage, error) : NULL;
    if (!shards) {
        shardscope_array_unref(a);
        return NULL;
    }
    bool is_packed = !strides || strided_is_packed(type, strides), at_once = a->storage->n_shards == 1 && a->storage->shard_bytes == type_bytes(type);
    GError *why = NULL;
    g_autoptr(Tensor) packed = is_packed || at_once ? NULL : tensor_try_new(type, NULL, &why);
    if (why) {
        drop_shards(shards, a->storage->n_shards);
        shardscope_array_unref(a);
        library_fail(error, why);
        return NULL;
    }
    if (!is_packed)
        strided_pack(type, data, strides, packed ? packed->data : shards[0]->data);
    Tensor whole = { .type = type, .data = packed ? packed->data : (void *)data, .bytes = type_bytes(type), .refs = 1 };
    if (is_packed || packed)
        for (int i = 0; i < a->storage->n_shards; i++)
            tile_cut(&whole, a->layout, library_shard_id(a->layout, i), shards[i]->data);
    for (int i = 0; i < a->storage->n_shards; i++)
        scalar_trim(type->elem, shards[i]->data, a->storage->shard_bytes);
    storage_done(a->storage, shards, NULL);
    return a;
}

ShardscopeArray *shardscope_array_from_shards(ShardscopeClient *client, const ShardscopeShape *shape, const void *const *shards, int64_t n_shards,
                                              ShardscopeSharding *sharding, ShardscopeError **error)
{
    NEED(client, "a client", NULL);
    NEED(shards, "the pieces", NULL);
    NEED(sharding, "a sharding", NULL);
    int64_t shard[SHARDSCOPE_MAX_RANK];
    int shard_rank;
    if (!library_check_shape(__func__, shape, error) || !shardscope_shard_shape(sharding, shape->rank, shape->dims, shard, &shard_rank, error))
        return NULL;
    if (n_shards != library_n_shards(sharding)) {
        library_invalid(error, NULL, "%" PRId64 " pieces for a sharding of %" PRId64 " devices", n_shards, library_n_shards(sharding));
        return NULL;
    }
    ShardscopeArray *a = array_like(client, library_type(client, shape), sharding, error);
    Buffer **made = a ? shards_new(a->storage, error) : NULL;
    for (int i = 0; made && i < a->storage->n_shards; i++) {
        if (!shards[i] && a->storage->shard_bytes) {
            library_invalid(error, NULL, "%s: piece %d is NULL", __func__, i);
            drop_shards(g_steal_pointer(&made), a->storage->n_shards);
            break;
        }
        if (a->storage->shard_bytes)
            memcpy(made[i]->data, shards[i], (size_t)a->storage->shard_bytes);
        scalar_trim(a->type->elem, made[i]->data, a->storage->shard_bytes);
    }
    if (!made) {
        shardscope_array_unref(a);
        return NULL;
    }
    storage_done(a->storage, made, NULL);
    return a;
}

/* ---- to the host ---------------------------------------------------------------------------------------------------------------- */

/* Until it is ready; a reference to its memory, or NULL + error. */
static Storage *finished(ShardscopeArray *a, ShardscopeError **error)
{
    pace_waits(clock_ns());
    Storage *s = library_array_use(a, false, "the array", error);
    if (!s)
        return NULL;
    if (!library_is_here(a->client) && !s->ready) {
        storage_unref(s);
        library_here(a->client, error);
        return NULL;
    }
    library_lock(a->client, &a->client->lock);
    if (!s->ready) {
        library_unlock(a->client, &a->client->lock);
        HostCall call = library_call_begin(a->client, s->run);
        library_lock(a->client, &a->client->lock);
        while (!s->ready)
            pthread_cond_wait(&a->client->changed, &a->client->lock);
        library_unlock(a->client, &a->client->lock);
        library_call_end(&call, "wait for a result");
        library_lock(a->client, &a->client->lock);
    }
    GError *why = s->error ? g_error_copy(s->error) : NULL;
    library_unlock(a->client, &a->client->lock);
    if (!why)
        return s;
    storage_unref(s);
    library_fail(error, why);
    return NULL;
}

bool shardscope_array_wait(ShardscopeArray *a, ShardscopeError **error)
{
    NEED(a, "an array", false);
    Storage *s = finished(a, error);
    storage_unref(s);
    return s != NULL;
}

bool shardscope_array_is_ready(const ShardscopeArray *a)
{
    if (!a)
        return true;
    library_lock(a->client, &a->client->lock);
    bool ready = !a->storage || a->storage->ready;
    library_unlock(a->client, &a->client->lock);
    return ready;
}

static bool check_bytes(const char *function, size_t bytes, int64_t want, ShardscopeError **error)
{
    return bytes == (size_t)want || library_invalid(error, NULL, "%s: room for %zu bytes, and there are %" PRId64, function, bytes, want);
}

bool shardscope_array_to_host(ShardscopeArray *a, void *out, size_t bytes, ShardscopeError **error)
{
    NEED(a, "an array", false);
    NEED(out || bytes == 0, "a place for the data", false);
    if (!check_bytes(__func__, bytes, type_bytes(a->type), error))
        return false;
    Storage *s = finished(a, error);
    if (!s)
        return false;
    if (s->n_shards == 1 && s->shard_bytes == (int64_t)bytes) {
        memcpy(out, s->shards[0]->data, bytes);
        storage_unref(s);
        return true;
    }
    for (int k = 0; k < s->n_shards; k++)
        if (!s->shards[k]) {
            storage_unref(s);
            return library_invalid(error, "shardscope_array_shard_to_host copies a piece that is here", "device %" PRId64 ", which has a piece of the array, is in another process", s->devices[k]);
        }
    memset(out, 0, bytes);
    Tensor whole = { .type = a->type, .data = out, .bytes = (int64_t)bytes, .refs = 1 };
    bool adds = a->layout->unreduced.n > 0;
    int copies = adds || a->layout->maximal ? 1 : (int)tile_copies(a->layout);
    for (int k = 0; k < s->n_shards; k++) { /* of copies the first device's stays: a program may make them differ */
        int i = adds ? k : s->n_shards - 1 - k;
        if (copies == s->n_shards && i > 0)
            continue; /* all hold the whole */
        tile_paste(&whole, a->layout, library_shard_id(a->layout, i), s->shards[i]->data);
    }
    storage_unref(s);
    return true;
}

bool shardscope_array_shard_to_host(ShardscopeArray *a, int64_t device, void *out, size_t bytes, ShardscopeError **error)
{
    NEED(a, "an array", false);
    NEED(out || bytes == 0, "a place for the data", false);
    Storage *s = finished(a, error);
    if (!s)
        return false;
    const Buffer *b = storage_shard(s, device);
    bool ok = b ? check_bytes(__func__, bytes, s->shard_bytes, error) : library_invalid(error, NULL, "device %" PRId64 " holds nothing of the array", device);
    if (ok && bytes)
        memcpy(out, b->data, bytes);
    storage_unref(s);
    return ok;
}

/* ---- looking into the memory ---------------------------------------------------------------------------------------------------- */

struct ShardscopeView {
    Storage *storage;
    ShardscopeClient *client;
};

/* The memory of a piece for somebody outside, who may write there: the piece's own, or a copy if it is that of other values too. The storage holds it. NULL if there is
 * not enough memory. */
static const Buffer *seen(Storage *s, int shard)
{
    Buffer *b = s->shards[shard];
    if (!atomic_load(&b->several))
        return b;
    library_lock(s->client, &s->client->lock);
    if (!s->seen)
        s->seen = g_new0(Buffer *, s->n_shards);
    if (!s->seen[shard] && (s->seen[shard] = buffer_pool_try(exec_context_buffers(s->client->cx), b->size)))
        memcpy(s->seen[shard]->data, b->data, b->size);
    const Buffer *copy = s->seen[shard];
    library_unlock(s->client, &s->client->lock);
    return copy;
}

static int shard_on(const Storage *s, int64_t device)
{
    for (int i = 0; i < s->n_shards; i++)
        if (s->devices[i] == device && s->shards[i])
            return i;
    return -1;
}

ShardscopeView *shardscope_array_view(ShardscopeArray *a, int64_t device, const void **data, ShardscopeError **error)
{
    NEED(a, "an array", NULL);
    NEED(data, "a place for the result", NULL);
    Storage *s = finished(a, error);
    if (!s)
        return NULL;
    int shard = shard_on(s, device);
    const Buffer *b = shard >= 0 ? seen(s, shard) : NULL;
    if (!b) {
        GError *why = NULL;
        g_autofree char *size = format_size(s->shard_bytes);
        if (shard < 0)
            library_invalid(error, NULL, "device %" PRId64 " holds nothing of the array", device);
        else if (!diag(&why, SHARD_ERROR_LIMIT, NULL, NULL, "not enough memory for a copy of the array: %s", size))
            library_fail(error, why);
        storage_unref(s);
        return NULL;
    }
    *data = b->data;
    ShardscopeView *v = g_new(ShardscopeView, 1);
    *v = (ShardscopeView){ s, shardscope_client_ref(a->client) };
    return v;
}

void shardscope_view_free(ShardscopeView *v)
{
    if (!v)
        return;
    storage_unref(v->storage);
    shardscope_client_unref(v->client);
    g_free(v);
}

/* ---- telling who waits -------------------------------------------------------------------------------------------------------- */

typedef struct Told {
    Waiting waiting; /* first */
    void (*done)(void *user, ShardscopeError *why);
    void *user;
} Told;

static void tell(Waiting *w, Storage *s)
{
    Told *t = (Told *)w;
    ShardscopeError *why = NULL;
    if (s->error)
        library_fail(&why, g_error_copy(s->error));
    t->done(t->user, why);
    g_free(t);
}

bool shardscope_array_on_ready(ShardscopeArray *a, void (*done)(void *user, ShardscopeError *why), void *user, ShardscopeError **error)
{
    NEED(a, "an array", false);
    NEED(done, "a function", false);
    pace_waits(clock_ns());
    Storage *s = library_array_use(a, false, "the array", error);
    if (!s)
        return false;
    if (!library_is_here(a->client) && !s->ready) {
        storage_unref(s);
        return library_here(a->client, error);
    }
    Told *t = g_new(Told, 1);
    *t = (Told){ .waiting = { .ready = tell, .is_user = true }, .done = done, .user = user };
    storage_then(s, &t->waiting);
    storage_unref(s);
    return true;
}
