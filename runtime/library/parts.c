/* Pieces of arrays as arrays of single devices, and arrays put together from those: nothing is copied, and nobody waits. */
#include "runtime/library/library_impl.h"

#include <inttypes.h>
#include <string.h>

/* ---- one piece -------------------------------------------------------------------------------------------------------------------- */

/* A piece that waits for the array to be ready. */
typedef struct Piece {
    Waiting waiting; /* first */
    Storage *to;
    int64_t device;
} Piece;

static void piece_ready(Waiting *w, Storage *from)
{
    Piece *p = (Piece *)w;
    if (from->error) {
        storage_done(p->to, NULL, g_error_copy(from->error));
    } else {
        Buffer **shards = g_new(Buffer *, 1);
        shards[0] = buffer_ref(storage_shard(from, p->device));
        storage_done(p->to, shards, NULL);
    }
    storage_unref(p->to);
    g_free(p);
}

/* An array of the shape, whole on the device, that is not ready. */
static ShardscopeArray *on_device(ShardscopeClient *client, const ShardscopeShape *shape, int64_t device)
{
    ShardscopeSharding *sharding = shardscope_sharding_single_device(device, NULL);
    const Sharding *layout = library_sharding_at(sharding, shape->rank, NULL);
    const Type *type = library_type(client, shape);
    ShardscopeArray *a = library_array_new(client, type, sharding, layout, storage_new_shared(client, sharding, layout, type));
    shardscope_sharding_unref(sharding);
    return a;
}

ShardscopeArray *shardscope_array_shard(ShardscopeArray *a, int64_t device, ShardscopeError **error)
{
    NEED(a, "an array", NULL);
    if (library_shard_of(a->sharding, device) < 0) {
        library_invalid(error, NULL, "device %" PRId64 " holds nothing of the array", device);
        return NULL;
    }
    ShardscopeShape shape = { .dtype = (ShardscopeDtype)((int)a->type->elem + 1) };
    Storage *from = shardscope_shard_shape(a->sharding, a->type->rank, a->type->dims, shape.dims, &shape.rank, error) ? library_array_use(a, false, "the array", error) : NULL;
    if (!from)
        return NULL;
    ShardscopeArray *part = on_device(a->client, &shape, device);
    storage_share(part->storage, 0, from, (int)library_shard_of(a->sharding, device));
    Piece *p = g_new(Piece, 1);
    *p = (Piece){ .waiting = { .ready = piece_ready }, .to = storage_ref(part->storage), .device = device };
    storage_then(from, &p->waiting);
    storage_unref(from);
    return part;
}

/* ---- putting together ------------------------------------------------------------------------------------------------------------ */

/* Done in the client's thread, after everything that makes the parts. */
typedef struct Assembly {
    Work work; /* first */
    Storage *to, **parts;
} Assembly;

static void assembly_free(Assembly *x)
{
    for (int i = 0; i < x->to->n_shards; i++)
        storage_unref(x->parts[i]);
    g_free(x->parts);
    storage_unref(x->to);
    g_free(x);
}

static void assemble(Work *work)
{
    Assembly *x = (Assembly *)work;
    GError *error = NULL;
    for (int i = 0; i < x->to->n_shards && !error; i++)
        error = x->parts[i] && x->parts[i]->error ? g_error_copy(x->parts[i]->error) : NULL;
    Buffer **shards = error ? NULL : g_new0(Buffer *, (guint)x->to->n_shards);
    for (int i = 0; !error && i < x->to->n_shards; i++)
        shards[i] = x->parts[i] ? buffer_ref(x->parts[i]->shards[0]) : NULL;
    Storage *to = storage_ref(x->to);
    assembly_free(x); /* so that the shards are referenced once, if their arrays are gone */
    storage_done(to, shards, error);
    storage_unref(to);
}

static bool all_ready(ShardscopeClient *client, const Assembly *x)
{
    pthread_mutex_lock(&client->lock);
    bool ready = true;
    for (int i = 0; i < x->to->n_shards && ready; i++)
        ready = !x->parts[i] || x->parts[i]->ready;
    pthread_mutex_unlock(&client->lock);
    return ready;
}

static bool check_part(const ShardscopeClient *client, const ShardscopeArray *part, const Type *type, int64_t i, int64_t device, ShardscopeError **error)
{
    if (!part && !library_is_local(client, device))
        return true;
    if (!part)
        return library_invalid(error, NULL, "part %" PRId64 " is NULL", i);
    if (part->client != client)
        return library_invalid(error, NULL, "part %" PRId64 " belongs to another client", i);
    if (library_n_shards(part->sharding) != 1 || library_shard_device(part->sharding, 0) != device)
        return library_invalid(error, NULL, "part %" PRId64 " must be whole on device %" PRId64, i, device);
    if (part->type == type)
        return true;
    g_autofree char *is = type_text(part->type), *want = type_text(type);
    return library_invalid(error, NULL, "part %" PRId64 " must be %s, and is %s", i, want, is);
}

ShardscopeArray *shardscope_array_assemble(ShardscopeClient *client, const ShardscopeShape *shape, ShardscopeArray *const *parts, int64_t n_parts,
                                           ShardscopeSharding *sharding, ShardscopeError **error)
{
    NEED(client, "a client", NULL);
    NEED(sharding, "a sharding", NULL);
    NEED(parts, "the parts", NULL);
    ShardscopeShape part = { 0 };
    if (!library_check_shape(__func__, shape, error) || !shardscope_shard_shape(sharding, shape->rank, shape->dims, part.dims, &part.rank, error))
        return NULL;
    if (n_parts != library_n_shards(sharding)) {
        library_invalid(error, NULL, "%" PRId64 " parts for a sharding of %" PRId64 " devices", n_parts, library_n_shards(sharding));
        return NULL;
    }
    part.dtype = shape->dtype;
    const Type *type = library_type(client, shape), *part_type = library_type(client, &part);
    const Sharding *layout = library_sharding_at(sharding, shape->rank, error);
    for (int64_t i = 0; i < n_parts; i++)
        if (!check_part(client, parts[i], part_type, i, library_shard_device(sharding, i), error))
            return NULL;
    Assembly *x = g_new0(Assembly, 1);
    *x = (Assembly){ .work = { .run = assemble }, .to = storage_new_shared(client, sharding, layout, type), .parts = g_new0(Storage *, (guint)n_parts) };
    for (int64_t i = 0; i < n_parts; i++)
        if (parts[i] && !(x->parts[i] = library_array_use(parts[i], false, "a part", error))) {
            assembly_free(x);
            return NULL;
        }
    for (int i = 0; i < (int)n_parts; i++) {
        if (!x->parts[i])
            continue;
        storage_share(x->to, i, x->parts[i], 0);
        holding_is_part_of(x->parts[i]->held[0].of, type, sharding);
    }
    ShardscopeArray *a = library_array_new(client, type, sharding, layout, storage_ref(x->to));
    if (all_ready(client, x))
        assemble(&x->work);
    else
        library_client_do(client, &x->work);
    return a;
}
