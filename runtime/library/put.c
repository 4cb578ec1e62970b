/* Arrays moved on the devices: other shardings, slices. Between shardings on the same devices a small program does it, planned and
 * recorded as any other; between different sets of devices the host does. */
#include "runtime/library/library_impl.h"

#include <inttypes.h>
#include <string.h>

#include "runtime/base/format.h"
#include "runtime/shard/spell.h"
#include "runtime/tensor/cut.h"

/* Small programs that are kept: those that a process needs again and again are few. */
enum { MAX_MOVES = 256 };

void library_moves_clear(ShardscopeClient *client)
{
    GHashTableIter it;
    gpointer e;
    g_hash_table_iter_init(&it, client->moves);
    while (g_hash_table_iter_next(&it, NULL, &e))
        shardscope_executable_unref(e);
    g_hash_table_remove_all(client->moves);
}

/* ---- the small programs ------------------------------------------------------------------------------------------------------------ */

/* What happens to an array between its two shardings. */
typedef struct Move {
    const Type *from_type, *to_type;
    const Sharding *from, *to;
    const int64_t *start; /* of a slice, in from_type; NULL = all of it */
} Move;

static void print_sharding(GString *out, const Sharding *s, bool named)
{
    if (named) {
        g_string_append(out, "#sdy.sharding");
        sharding_print_sdy(out, s, true);
    } else {
        sharding_print_gspmd(out, s);
    }
}

/* With the names of the mesh, which both are on. */
static void print_named(GString *out, const Move *m)
{
    g_string_append_printf(out, "module @%s {\n  sdy.mesh @%s = ", m->start ? "slice" : "device_put", m->from->mesh->name);
    mesh_print_sdy(out, m->from->mesh);
    g_string_append(out, "\n  func.func public @main(%arg0: ");
    type_print_mlir(out, m->from_type);
    g_string_append(out, " {sdy.sharding = ");
    print_sharding(out, m->from, true);
    g_string_append(out, "}) -> (");
    type_print_mlir(out, m->to_type);
    g_string_append(out, " {sdy.sharding = ");
    print_sharding(out, m->to, true);
    g_string_append(out, "}) {\n");
    if (m->start) {
        g_string_append(out, "    %0 = stablehlo.slice %arg0 [");
        for (int d = 0; d < m->from_type->rank; d++)
            g_string_append_printf(out, "%s%" PRId64 ":%" PRId64, d ? ", " : "", m->start[d], m->start[d] + m->to_type->dims[d]);
        g_string_append(out, "] : (");
        type_print_mlir(out, m->from_type);
        g_string_append(out, ") -> ");
        type_print_mlir(out, m->to_type);
        g_string_append_c(out, '\n');
    }
    g_string_append_printf(out, "    return %s : ", m->start ? "%0" : "%arg0");
    type_print_mlir(out, m->to_type);
    g_string_append(out, "\n  }\n}\n");
}

static void print_tiled(GString *out, const Move *m, int64_t n_devices)
{
    g_string_append_printf(out, "HloModule %s, num_partitions=%" PRId64 "\n\nENTRY main {\n  p = ", m->start ? "slice" : "device_put", n_devices);
    type_print(out, m->from_type, false);
    g_string_append(out, " parameter(0), sharding=");
    print_sharding(out, m->from, false);
    g_string_append(out, "\n  ROOT r = ");
    type_print(out, m->to_type, false);
    g_string_append(out, m->start ? " slice(p), slice={" : " copy(p)");
    for (int d = 0; m->start && d < m->from_type->rank; d++)
        g_string_append_printf(out, "%s[%" PRId64 ":%" PRId64 "]", d ? ", " : "", m->start[d], m->start[d] + m->to_type->dims[d]);
    g_string_append(out, m->start ? "}, sharding=" : ", sharding=");
    print_sharding(out, m->to, false);
    g_string_append(out, "\n}\n");
}

/* A reference to the executable of that text. */
static ShardscopeExecutable *move_of(ShardscopeClient *client, const char *text, const int64_t *devices, ShardscopeError **error)
{
    g_autoptr(GString) key = g_string_new(text);
    pthread_mutex_lock(&client->moves_lock);
    for (int i = 0; devices && i < client->n_devices; i++)
        g_string_append_printf(key, "%" PRId64 " ", devices[i]);
    ShardscopeExecutable *e = shardscope_executable_ref(g_hash_table_lookup(client->moves, key->str));
    if (!e) {
        ShardscopeProgram *program = shardscope_program_parse("device_put", text, strlen(text), error);
        ShardscopeCompileOptions o = { SHARDSCOPE_COMPILE_OPTIONS, .device_assignment = devices };
        e = program ? library_compile(client, program, &o, error) : NULL;
        shardscope_program_unref(program);
        if (e && g_hash_table_size(client->moves) >= MAX_MOVES)
            library_moves_clear(client);
        if (e)
            g_hash_table_insert(client->moves, g_strdup(key->str), shardscope_executable_ref(e));
    }
    pthread_mutex_unlock(&client->moves_lock);
    return e;
}

/* True if both are on the same devices and call them by the same ids. */
static bool same_ids(const ShardscopeSharding *a, const ShardscopeSharding *b)
{
    int64_t n = library_n_shards(a);
    if (n != library_n_shards(b) || a->mesh->maximal || b->mesh->maximal)
        return false;
    for (int64_t i = 0; i < n; i++)
        if (library_shard_device(a, i) != library_shard_device(b, i))
            return false;
    return true;
}

/* True if the compiler has taken both shardings as they are meant: orders of devices that no one mesh has are beyond it. */
static bool is_of(const ShardscopeExecutable *e, const ShardscopeArray *a, const ShardscopeSharding *to)
{
    return shardscope_sharding_equivalent(e->arguments[0].sharding, a->sharding, a->type->rank) &&
           shardscope_sharding_equivalent(e->results[0].sharding, to, e->results[0].type->rank);
}

static ShardscopeArray *move_through_host(ShardscopeArray *a, const Move *m, ShardscopeSharding *to, ShardscopeError **error);

static ShardscopeArray *move_on_devices(ShardscopeArray *a, const Move *m, ShardscopeSharding *to, ShardscopeError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    bool named = mesh_same(m->from->mesh, m->to->mesh) && m->from->mesh->name && a->sharding->kind == SHARDSCOPE_NAMED && to->kind == SHARDSCOPE_NAMED;
    if (named)
        print_named(text, m);
    else
        print_tiled(text, m, library_n_shards(to));
    ShardscopeExecutable *e = move_of(a->client, text->str, to->devices, error);
    ShardscopeArray *made = NULL, *result = NULL;
    if (e && !is_of(e, a, to))
        result = move_through_host(a, m, to, error);
    else if (e && shardscope_execute(e, &a, 1, NULL, &made, error)) {
        result = library_array_new(a->client, made->type, to, m->to, storage_ref(made->storage)); /* under the name that was asked for */
        shardscope_array_unref(made);
    }
    shardscope_executable_unref(e);
    return result;
}

/* ---- through the host ------------------------------------------------------------------------------------------------------------------ */

typedef struct HostMove {
    Work work; /* first */
    Storage *from, *to;
    ShardscopeSharding *from_sharding, *to_sharding;
    Move move;
    int64_t start[SHARDSCOPE_MAX_RANK];
} HostMove;

/* Elements from start on, of to's shape, of a whole array. */
static void cut_slice(const Tensor *from, Tensor *to, const int64_t *start, int dim, int64_t from_at, int64_t *to_at)
{
    int64_t elem = elem_info[to->type->elem].bytes;
    if (dim == to->type->rank) {
        memcpy((char *)to->data + *to_at * elem, (const char *)from->data + from_at * elem, (size_t)elem);
        (*to_at)++;
        return;
    }
    for (int64_t i = 0; i < to->type->dims[dim]; i++)
        cut_slice(from, to, start, dim + 1, from_at * from->type->dims[dim] + start[dim] + i, to_at);
}

static Buffer **moved_shards(const HostMove *x, GError **error)
{
    const Move *m = &x->move;
    g_autoptr(Tensor) whole = tensor_try_new(m->from_type, NULL, error), part = whole && m->start ? tensor_try_new(m->to_type, NULL, error) : NULL;
    if (!whole || (m->start && !part))
        return NULL;
    for (int i = x->from->n_shards - 1; i >= 0; i--)
        tile_paste(whole, m->from, library_shard_id(m->from, i), x->from->shards[i]->data);
    int64_t at = 0;
    if (part)
        cut_slice(whole, part, m->start, 0, 0, &at);
    Buffer **shards = g_new0(Buffer *, x->to->n_shards);
    for (int i = 0; i < x->to->n_shards; i++) {
        shards[i] = buffer_pool_try(exec_context_buffers(x->to->client->cx), (size_t)x->to->shard_bytes);
        if (!shards[i]) {
            g_autofree char *size = format_size(x->to->shard_bytes);
            diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "not enough memory for an array: %s on each device", size);
            for (int k = 0; k < i; k++)
                buffer_unref(shards[k]);
            g_free(shards);
            return NULL;
        }
        tile_cut(part ? part : whole, m->to, library_shard_id(m->to, i), shards[i]->data);
    }
    return shards;
}

static void run_host_move(Work *work)
{
    HostMove *x = (HostMove *)work;
    GError *error = x->from->error ? g_error_copy(x->from->error) : NULL;
    Buffer **shards = error ? NULL : moved_shards(x, &error);
    storage_done(x->to, shards, error);
    storage_unref(x->from);
    storage_unref(x->to);
    shardscope_sharding_unref(x->from_sharding);
    shardscope_sharding_unref(x->to_sharding);
    g_free(x);
}

static ShardscopeArray *move_through_host(ShardscopeArray *a, const Move *m, ShardscopeSharding *to, ShardscopeError **error)
{
    Storage *from = library_array_use(a, false, "the array", error);
    if (!from)
        return NULL;
    Storage *made = storage_new(a->client, to, m->to, m->to_type, NULL);
    HostMove *x = g_new0(HostMove, 1);
    *x = (HostMove){ .work = { .run = run_host_move }, .from = from, .to = storage_ref(made), .from_sharding = shardscope_sharding_ref(a->sharding),
                     .to_sharding = shardscope_sharding_ref(to), .move = *m };
    if (m->start) {
        memcpy(x->start, m->start, sizeof *m->start * (size_t)m->from_type->rank);
        x->move.start = x->start;
    }
    ShardscopeArray *result = library_array_new(a->client, m->to_type, to, m->to, made);
    library_client_do(a->client, &x->work);
    return result;
}

/* ---- asking for it ---------------------------------------------------------------------------------------------------------------------- */

static ShardscopeArray *move(ShardscopeArray *a, const Type *type, const int64_t *start, ShardscopeSharding *to, ShardscopeError **error)
{
    for (int64_t i = 0; i < library_n_shards(to); i++)
        if (library_shard_device(to, i) >= a->client->n_devices) {
            library_invalid(error, NULL, "the sharding names device %" PRId64 ", and the client has %d devices", library_shard_device(to, i), a->client->n_devices);
            return NULL;
        }
    const Sharding *layout = library_sharding_at(to, type->rank, error);
    if (!layout)
        return NULL;
    if (!library_here(a->client, error))
        return NULL;
    Move m = { .from_type = a->type, .to_type = type, .from = a->layout, .to = layout, .start = start };
    bool sums = a->layout->unreduced.n || layout->unreduced.n;
    return same_ids(a->sharding, to) || sums ? move_on_devices(a, &m, to, error) : move_through_host(a, &m, to, error);
}

ShardscopeArray *shardscope_array_put(ShardscopeArray *a, ShardscopeSharding *sharding, ShardscopeError **error)
{
    NEED(a, "an array", NULL);
    NEED(sharding, "a sharding", NULL);
    return move(a, a->type, NULL, sharding, error);
}

ShardscopeArray *shardscope_array_slice(ShardscopeArray *a, const ShardscopeBox *box, ShardscopeSharding *sharding, ShardscopeError **error)
{
    NEED(a, "an array", NULL);
    NEED(box, "where the slice begins and ends", NULL);
    ShardscopeShape shape;
    shardscope_array_shape(a, &shape, NULL);
    const int64_t *start = box->start, *stop = box->stop;
    for (int d = 0; d < a->type->rank; d++) {
        if (start[d] < 0 || stop[d] < start[d] || stop[d] > a->type->dims[d]) {
            library_invalid(error, NULL, "elements %" PRId64 " to %" PRId64 " of dimension %d, which has %" PRId64, start[d], stop[d], d, a->type->dims[d]);
            return NULL;
        }
        shape.dims[d] = stop[d] - start[d];
    }
    const Type *type = library_type(a->client, &shape);
    ShardscopeSharding *to = shardscope_sharding_ref(sharding);
    int64_t shard[SHARDSCOPE_MAX_RANK];
    int shard_rank;
    if (!to && shardscope_shard_shape(a->sharding, type->rank, shape.dims, shard, &shard_rank, NULL))
        to = shardscope_sharding_ref(a->sharding);
    if (!to)
        to = library_sharding_new(a->sharding->kind, a->sharding->mesh, a->sharding->devices, -1);
    ShardscopeArray *made = move(a, type, start, to, error);
    shardscope_sharding_unref(to);
    return made;
}
