/* Results of a loaded program: whole tensors, or their elements a few MiB at a time, from the tiles of this rank and of others. */
#include "runtime/exec/loaded_impl.h"

#include <string.h>

#include "runtime/tensor/cut.h"

/* ---- whole --------------------------------------------------------------------------------------------------------------- */

/* What device d has of result i: here, or from the rank that runs it. To be unreferenced. */
static GBytes *tile_of(const LoadedProgram *s, int d, int i, GError **error)
{
    int rank = ranks_of_device(s->ranks, s->n_devices, d);
    if (rank != ranks_me(s->ranks))
        return ranks_receive(s->ranks, rank, RANKS_RESULTS, NULL, error);
    const Buffer *b = s->results[d - s->first][i];
    return g_bytes_new_static(b->data, (gsize)type_bytes(executable_result_type(s->exe, i)));
}

/* The partitions whose tiles make up result i, ascending: of equal tiles the first device's, since a program may make copies differ, but all parts
 * of sums. */
static GArray *parts_of_result(const LoadedProgram *s, int i)
{
    const Type *t = s->result_type[i];
    bool adds = s->result_sharding[i] && s->result_sharding[i]->unreduced.n;
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
    GArray *out = g_array_new(FALSE, FALSE, sizeof(int));
    for (int p = 0; p < s->n_partitions; p++) {
        struct { int64_t start[MAX_RANK], size[MAX_RANK], local[MAX_RANK]; } at = { 0 };
        bool needed = adds || (s->result_sharding[i] && s->result_sharding[i]->maximal) || t->kind != TYPE_ARRAY;
        if (!needed && (tile_place(t, s->result_sharding[i], p, at.start, at.size, at.local) || (p == 0 && !t->n_elems)))
            needed = g_hash_table_add(seen, g_bytes_new(&at, sizeof at));
        if (needed)
            g_array_append_val(out, p);
    }
    return out;
}

/* Of several ranks: this one's tiles go to rank 0, in the order in which whole_result wants them. */
static void send_tiles(const LoadedProgram *s, int first, int i)
{
    g_autoptr(GArray) parts = parts_of_result(s, i);
    for (guint k = 0; k < parts->len; k++) {
        int d = first + g_array_index(parts, int, k);
        if (d >= s->first && d < s->first + s->n_here)
            ranks_send(s->ranks, 0, RANKS_RESULTS, g_bytes_new(s->results[d - s->first][i]->data, (gsize)type_bytes(executable_result_type(s->exe, i))));
    }
}

/* Of the replica whose devices begin at `first`. */
static Tensor *whole_result(const LoadedProgram *s, int first, int i, GError **error)
{
    Tensor *whole = tensor_try_new(s->result_type[i], NULL, error);
    g_autoptr(GArray) parts = parts_of_result(s, i);
    for (guint k = 0; whole && k < parts->len; k++) {
        int p = g_array_index(parts, int, k);
        g_autoptr(GBytes) tile = tile_of(s, first + p, i, error);
        if (!tile) {
            tensor_unref(whole);
            return NULL;
        }
        tile_paste(whole, s->result_sharding[i], p, g_bytes_get_data(tile, NULL));
    }
    return whole;
}

GPtrArray *loaded_results(LoadedProgram *s, GError **error)
{
    if (!s->have_results) {
        diag(error, SHARD_ERROR_RUN, NULL, NULL, "no step has been run");
        return NULL;
    }
    g_autoptr(GPtrArray) out = tensor_array_new();
    for (int first = 0; first < s->n_devices; first += s->n_partitions)
        for (int i = 0; i < s->n_results; i++) {
            if (ranks_me(s->ranks) != 0) {
                send_tiles(s, first, i);
                continue;
            }
            Tensor *whole = whole_result(s, first, i, error);
            if (!whole)
                return NULL;
            g_ptr_array_add(out, whole);
        }
    return g_steal_pointer(&out);
}

/* ---- a few MiB at a time ------------------------------------------------------------------------------------------------------ */

enum { SLAB_BYTES = 8 << 20 };

/* A range of elements in row-major order as a box: one index in each dimension before the k-th, some in that, all behind it. */
typedef struct Slab {
    int64_t start[MAX_RANK], size[MAX_RANK];
    int64_t bytes;
} Slab;

/* A device's tile. */
typedef struct Part {
    int device;
    int64_t start[MAX_RANK], size[MAX_RANK], local[MAX_RANK];
} Part;

static int64_t inner_bytes(const Type *t, int k)
{
    int64_t bytes = elem_info[t->elem].bytes;
    for (int d = k + 1; d < t->rank; d++)
        bytes *= t->dims[d];
    return bytes;
}

/* The first slab, or the one after it; false behind the last one. k: the first dimension of which one index is at most SLAB_BYTES. */
static bool next_slab(const Type *t, int k, int64_t rows, Slab *at, bool first)
{
    if (first) {
        *at = (Slab){ 0 };
    } else {
        int d = k;
        at->start[k] += rows;
        for (; d > 0 && at->start[d] >= t->dims[d]; d--) {
            at->start[d] = 0;
            at->start[d - 1]++;
        }
        if (at->start[0] >= t->dims[0])
            return false;
    }
    for (int d = 0; d < t->rank; d++)
        at->size[d] = d < k ? 1 : d == k ? MIN(rows, t->dims[d] - at->start[d]) : t->dims[d];
    at->bytes = at->size[k] * inner_bytes(t, k);
    return true;
}

/* What the tile has of the slab: where it begins in both, and its size. False if nothing. */
static bool meet(const Type *t, const Slab *slab, const Part *part, int64_t *in_slab, int64_t *in_part, int64_t *size)
{
    for (int d = 0; d < t->rank; d++) {
        int64_t from = MAX(slab->start[d], part->start[d]), to = MIN(slab->start[d] + slab->size[d], part->start[d] + part->size[d]);
        if (from >= to)
            return false;
        in_slab[d] = from - slab->start[d];
        in_part[d] = from - part->start[d];
        size[d] = to - from;
    }
    return true;
}

typedef struct Stream {
    LoadedProgram *s;
    const Type *t;
    int i;         /* the result */
    GArray *parts; /* of Part */
    int first;     /* device of the replica */
} Stream;

/* Rank 0 asks for each slab when it has room for it: who sent without being asked would fill its memory. One message to each rank that has some of it. */
static void ask_for(const Stream *x, const Slab *slab)
{
    int64_t a[MAX_RANK], b[MAX_RANK], size[MAX_RANK];
    int asked = -1; /* parts are in the order of devices, and so of ranks */
    for (guint k = 0; k < x->parts->len; k++) {
        const Part *part = &g_array_index(x->parts, Part, k);
        int rank = ranks_of_device(x->s->ranks, x->s->n_devices, part->device);
        if (rank == 0 || rank == asked || !meet(x->t, slab, part, a, b, size))
            continue;
        ranks_send(x->s->ranks, rank, RANKS_RESULTS, g_bytes_new(NULL, 0));
        asked = rank;
    }
}

static bool collect_slab(const Stream *x, const Slab *slab, char *to, GError **error)
{
    const LoadedProgram *s = x->s;
    int64_t in_slab[MAX_RANK], in_part[MAX_RANK], size[MAX_RANK], zero[MAX_RANK] = { 0 };
    ask_for(x, slab);
    for (guint k = 0; k < x->parts->len; k++) {
        const Part *part = &g_array_index(x->parts, Part, k);
        if (!meet(x->t, slab, part, in_slab, in_part, size))
            continue;
        int rank = ranks_of_device(s->ranks, s->n_devices, part->device);
        if (rank == ranks_me(s->ranks)) {
            tile_copy(x->t, size, &(TileSide){ slab->size, in_slab, to }, &(TileSide){ part->local, in_part, s->results[part->device - s->first][x->i]->data });
            continue;
        }
        g_autoptr(GBytes) packed = ranks_receive(s->ranks, rank, RANKS_RESULTS, NULL, error);
        if (!packed)
            return false;
        tile_copy(x->t, size, &(TileSide){ slab->size, in_slab, to }, &(TileSide){ size, zero, (void *)(uintptr_t)g_bytes_get_data(packed, NULL) });
    }
    return true;
}

static bool send_slab(const Stream *x, const Slab *slab, GError **error)
{
    const LoadedProgram *s = x->s;
    int64_t in_slab[MAX_RANK], in_part[MAX_RANK], size[MAX_RANK], zero[MAX_RANK] = { 0 };
    bool asked = false;
    for (guint k = 0; k < x->parts->len; k++) {
        const Part *part = &g_array_index(x->parts, Part, k);
        if (part->device < s->first || part->device >= s->first + s->n_here || !meet(x->t, slab, part, in_slab, in_part, size))
            continue;
        g_autoptr(GBytes) ask = asked ? NULL : ranks_receive(s->ranks, 0, RANKS_RESULTS, NULL, error);
        if (!asked && !ask)
            return false;
        asked = true;
        size_t bytes = (size_t)elem_info[x->t->elem].bytes;
        for (int d = 0; d < x->t->rank; d++)
            bytes *= (size_t)size[d];
        char *packed = g_try_malloc(bytes);
        if (!packed)
            return diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "not enough memory to send result %d: %zu bytes", x->i, bytes);
        tile_copy(x->t, size, &(TileSide){ size, zero, packed }, &(TileSide){ part->local, in_part, s->results[part->device - s->first][x->i]->data });
        ranks_send(s->ranks, 0, RANKS_RESULTS, g_bytes_new_take(packed, bytes));
    }
    return true;
}

static bool stream_slabs(const Stream *x, LoadedTake take, void *user, GError **error)
{
    int k = 0;
    while (k < x->t->rank - 1 && inner_bytes(x->t, k) > SLAB_BYTES)
        k++;
    int64_t rows = MAX(1, SLAB_BYTES / inner_bytes(x->t, k));
    bool collects = ranks_me(x->s->ranks) == 0;
    Slab slab;
    g_autofree char *room = NULL;
    for (bool more = next_slab(x->t, k, rows, &slab, true); more; more = next_slab(x->t, k, rows, &slab, false)) {
        if (collects && !room && !(room = g_try_malloc0((gsize)slab.bytes)))
            return diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "not enough memory for a part of result %d: %" G_GINT64_FORMAT " bytes", x->i, slab.bytes);
        if (!(collects ? collect_slab(x, &slab, room, error) && take(user, room, (size_t)slab.bytes, error) : send_slab(x, &slab, error)))
            return false;
    }
    return true;
}

bool loaded_stream_result(LoadedProgram *s, int replica, int i, LoadedTake take, void *user, GError **error)
{
    if (!s->have_results)
        return diag(error, SHARD_ERROR_RUN, NULL, NULL, "no step has been run");
    const Type *t = s->result_type[i];
    const Sharding *sharding = s->result_sharding[i];
    int first = replica * s->n_partitions;
    if (t->kind != TYPE_ARRAY || t->rank == 0 || t->n_elems == 0 || (sharding && sharding->unreduced.n)) { /* nothing to divide, or parts of a sum */
        if (ranks_me(s->ranks) != 0) {
            send_tiles(s, first, i);
            return true;
        }
        g_autoptr(Tensor) whole = whole_result(s, first, i, error);
        return whole && take(user, whole->data, t->kind == TYPE_ARRAY ? (size_t)type_bytes(t) : 0, error);
    }
    g_autoptr(GArray) places = parts_of_result(s, i), parts = g_array_new(FALSE, FALSE, sizeof(Part));
    for (guint k = 0; k < places->len; k++) {
        Part part = { .device = first + g_array_index(places, int, k) };
        if (tile_place(t, sharding, g_array_index(places, int, k), part.start, part.size, part.local))
            g_array_append_val(parts, part);
    }
    return stream_slabs(&(Stream){ s, t, i, parts, first }, take, user, error);
}

int loaded_n_results(const LoadedProgram *s)
{
    return s->n_results;
}

const Type *loaded_result_type(const LoadedProgram *s, int i)
{
    return s->result_type[i];
}
