/* Divides inputs into tiles and runs steps; loaded_results.c assembles outputs from tiles. */
#include "runtime/exec/loaded_impl.h"

#include <stdatomic.h>

#include "runtime/base/format.h"
#include "runtime/base/parallel.h"
#include "runtime/tensor/cut.h"

static void read_signature(LoadedProgram *s)
{
    const IrComp *entry = s->c->whole->entry;
    int leaf = 0;
    for (int i = 0; i < entry->n_params; i++) {
        const IrOp *p = entry->params[i];
        for (int k = 0; k < type_n_leaves(p->type); k++, leaf++) {
            s->arg_type[leaf] = type_leaf(p->type, k);
            s->arg_sharding[leaf] = p->shardings ? p->shardings[k] : NULL;
        }
    }
    for (int i = 0; i < s->n_results; i++) {
        s->result_type[i] = type_leaf(entry->root->type, i);
        s->result_sharding[i] = entry->results ? entry->results[i].sharding : NULL;
    }
}

static Buffer ***table_new(int n_devices, int n)
{
    Buffer ***t = g_new0(Buffer **, n_devices);
    for (int d = 0; d < n_devices; d++)
        t[d] = g_new0(Buffer *, n + 1);
    return t;
}

static void table_drop(Buffer ***t, int n_devices, int n)
{
    for (int d = 0; d < n_devices; d++)
        for (int i = 0; i < n; i++) {
            if (t[d][i])
                buffer_unref(t[d][i]);
            t[d][i] = NULL;
        }
}

static void table_free(Buffer ***t, int n_devices, int n)
{
    table_drop(t, n_devices, n);
    for (int d = 0; d < n_devices; d++)
        g_free(t[d]);
    g_free(t);
}

/* Ranks that compile the same program run the same one, unless they are different versions of Shardscope, or read different files. */
static bool all_have_it(const Compiled *c, Ranks *ranks, GError **error)
{
    g_autofree char *text = hlo_print(c->local, SPELL_HLO), *sum = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
    return ranks_agree(ranks, "the compiled program", sum, NULL, error);
}

LoadedProgram *loaded_new(const Compiled *c, int n_workers, GError **error)
{
    return loaded_new_on(c, n_workers, NULL, error);
}

LoadedProgram *loaded_new_on(const Compiled *c, int n_workers, Ranks *ranks, GError **error)
{
    if (!c->program) {
        g_assert(c->plan_error);
        g_propagate_error(error, g_error_copy(c->plan_error));
        return NULL;
    }
    Executable *exe = executable_new(c->program, error);
    if (!exe)
        return NULL;
    LoadedProgram *s = g_new0(LoadedProgram, 1);
    s->c = c;
    s->exe = exe;
    if (ranks && n_workers == 0) /* ranks of a machine share its cores, unless they are bound to some */
        n_workers = MAX(1, (int)g_get_num_processors() / ranks_n_sharing(ranks));
    s->cx = exec_context_new(n_workers);
    s->n_devices = (int)c->n_devices;
    s->ranks = ranks;
    if (ranks && !all_have_it(c, ranks, error)) {
        executable_free(exe);
        exec_context_free(s->cx);
        g_free(s);
        return NULL;
    }
    ranks_block(ranks, ranks_me(ranks), s->n_devices, &s->first, &s->n_here);
    if (ranks) {
        s->transport = ranks_transport_new(ranks, c->program, NULL, exec_context_pool(s->cx), exec_context_buffers(s->cx));
        exec_context_rank(s->cx, s->transport, s->first, s->n_here);
        exec_context_results(s->cx, true);
    }
    s->n_partitions = (int)c->n_partitions;
    s->n_args = executable_n_params(exe);
    s->n_results = executable_n_results(exe);
    s->arg_type = g_new0(const Type *, s->n_args + 1);
    s->arg_sharding = g_new0(const Sharding *, s->n_args + 1);
    s->result_type = g_new0(const Type *, s->n_results + 1);
    s->result_sharding = g_new0(const Sharding *, s->n_results + 1);
    read_signature(s);
    s->loaded = table_new(s->n_here, s->n_args);
    s->args = table_new(s->n_here, s->n_args);
    s->results = table_new(s->n_here, s->n_results);
    return s;
}

void loaded_free(LoadedProgram *s)
{
    if (!s)
        return;
    table_free(s->loaded, s->n_here, s->n_args);
    table_free(s->args, s->n_here, s->n_args);
    table_free(s->results, s->n_here, s->n_results);
    executable_free(s->exe);
    if (s->transport)
        s->transport->free(s->transport);
    exec_context_free(s->cx);
    g_free(s->arg_type);
    g_free(s->arg_sharding);
    g_free(s->result_type);
    g_free(s->result_sharding);
    g_free(s);
}

Executable *loaded_executable(LoadedProgram *s)
{
    return s->exe;
}

ExecContext *loaded_context(LoadedProgram *s)
{
    return s->cx;
}

static bool no_memory(const LoadedProgram *s, int i, int64_t bytes, GError **error)
{
    g_autofree char *type = type_text(executable_param_type(s->exe, i)), *size = format_size(bytes);
    return diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "not enough memory for argument %d: %s takes %s on each of %d devices", i, type, size, s->n_here);
}

/* Where the tile of one device is. */
typedef struct Tile {
    int64_t start[MAX_RANK], size[MAX_RANK], local[MAX_RANK];
    int replica;
    int of; /* the first tile that is equal */
    bool any;
} Tile;

static bool same_tile(const Tile *a, const Tile *b, int rank)
{
    return a->any == b->any && a->replica == b->replica && memcmp(a->start, b->start, sizeof *a->start * (size_t)rank) == 0 && memcmp(a->size, b->size, sizeof *a->size * (size_t)rank) == 0;
}

/* The tiles of argument i on the devices of this rank; `of` of one that another device before has is that one's index. */
static Tile *tiles_new(const LoadedProgram *s, int i)
{
    const Type *t = s->arg_type[i];
    Tile *tiles = g_new0(Tile, s->n_here + 1);
    for (int k = 0; k < s->n_here; k++) {
        int d = s->first + k;
        Tile *tile = &tiles[k];
        tile->replica = d / s->n_partitions;
        tile->any = t->kind == TYPE_ARRAY && tile_place(t, s->arg_sharding[i], d % s->n_partitions, tile->start, tile->size, tile->local);
        while (!same_tile(&tiles[tile->of], tile, t->rank))
            tile->of++;
    }
    return tiles;
}

/* Memory for argument i on the devices of this rank: those with equal tiles share it. Donated arguments are copied before each step, so that
 * nobody writes into it. */
static bool make_room(LoadedProgram *s, int i, const Tile *tiles, GError **error)
{
    int64_t bytes = type_bytes(executable_param_type(s->exe, i));
    size_t n_own = 0;
    for (int k = 0; k < s->n_here; k++)
        n_own += tiles[k].of == k;
    if (!buffer_room(NULL, (size_t)bytes * n_own))
        return no_memory(s, i, bytes, error);
    for (int k = 0; k < s->n_here; k++) {
        s->loaded[k][i] = tiles[k].of < k ? buffer_ref(s->loaded[tiles[k].of][i]) : exec_context_argument(s->cx, s->exe, i);
        if (!s->loaded[k][i])
            return no_memory(s, i, bytes, error);
    }
    return true;
}

bool loaded_set_args(LoadedProgram *s, const GPtrArray *args, GError **error)
{
    int n_replicas = s->n_devices / s->n_partitions;
    if ((int)args->len != s->n_args * n_replicas)
        return diag(error, SHARD_ERROR_RUN, NULL, NULL, "the program takes %d arguments on %d replicas, but %u are given", s->n_args, n_replicas, args->len);
    table_drop(s->loaded, s->n_here, s->n_args);
    s->prepared = false;
    for (int i = 0; i < s->n_args; i++) {
        g_autofree Tile *tiles = tiles_new(s, i);
        if (!make_room(s, i, tiles, error))
            return false;
        for (int k = 0; k < s->n_here; k++) {
            int d = s->first + k;
            if (tiles[k].of == k)
                tile_cut(g_ptr_array_index(args, d / s->n_partitions * s->n_args + i), s->arg_sharding[i], d % s->n_partitions, s->loaded[k][i]->data);
        }
    }
    return true;
}

/* ---- made-up arguments ------------------------------------------------------------------------------------------ */

/* Filling one argument on the devices of this rank. */
typedef struct Filling {
    const FillOptions *o;
    int index; /* of the argument */
    int64_t done, total;
} Filling;

static int64_t elements(const int64_t *dims, int rank)
{
    int64_t n = 1;
    for (int d = 0; d < rank; d++)
        n *= dims[d];
    return n;
}

/* A tile that is filled by all cores, some rows at a time. */
typedef struct TileFill {
    const Filling *f;
    FillOptions o;
    const Type *t;
    const Tile *tile;
    void *to;
    int64_t row, n_rows, per_task; /* elements of a row; rows */
    atomic_int_fast64_t done;      /* elements */
    GThread *caller;               /* tells of progress */
} TileFill;

/* Where row i of the tile begins: in the whole array, and in the device's. */
static void find_row(const TileFill *w, int64_t i, int64_t *from, int64_t *local)
{
    int64_t at[MAX_RANK] = { 0 };
    for (int d = w->t->rank - 2; d >= 0; d--) {
        at[d] = i % w->tile->size[d];
        i /= w->tile->size[d];
    }
    *from = *local = 0;
    for (int d = 0; d < w->t->rank; d++) {
        *from = *from * w->t->dims[d] + w->tile->start[d] + at[d];
        *local = *local * w->tile->local[d] + at[d];
    }
}

enum { PART = 1 << 16 }; /* elements between two checks of the stop */

static void fill_rows(void *user, int64_t task)
{
    TileFill *w = user;
    for (int64_t i = task * w->per_task; i < MIN(w->n_rows, (task + 1) * w->per_task); i++) {
        int64_t from, local;
        find_row(w, i, &from, &local);
        for (int64_t k = 0; k < w->row && !stop_requested(w->o.stop); k += PART)
            fill_elements(&w->o, w->f->index, (FillRange){ w->t->elem, from + k, local + k, MIN(PART, w->row - k) }, w->to);
    }
    int64_t done = atomic_fetch_add(&w->done, w->per_task * w->row) + w->per_task * w->row;
    if (w->o.progress && g_thread_self() == w->caller)
        w->o.progress(w->o.user, w->f->done + MIN(done, w->n_rows * w->row), w->f->total);
}

static bool fill_tile(Filling *f, const Type *t, const Tile *tile, void *to, GError **error)
{
    TileFill w = { .f = f, .o = *f->o, .t = t, .tile = tile, .to = to, .row = t->rank ? tile->size[t->rank - 1] : 1, .caller = g_thread_self() };
    if (!w.row)
        return true;
    w.o.seed += (uint64_t)tile->replica;
    w.n_rows = elements(tile->size, t->rank) / w.row;
    w.per_task = (PART + w.row - 1) / w.row;
    parallel_for((w.n_rows + w.per_task - 1) / w.per_task, fill_rows, &w);
    f->done += w.n_rows * w.row;
    return !stop_requested(f->o->stop) || stop_error(NULL, error);
}

/* Padding is zero. */
static void clear_tiles(LoadedProgram *s, int i, const Tile *tiles)
{
    for (int k = 0; k < s->n_here; k++)
        if (tiles[k].of == k)
            memset(s->loaded[k][i]->data, 0, (size_t)type_bytes(executable_param_type(s->exe, i)));
}

/* Argument f->index on all devices of this rank: tiles that several of them hold are made once. */
static bool fill_argument(LoadedProgram *s, Filling *f, GError **error)
{
    int i = f->index;
    const Type *t = s->arg_type[i];
    g_autofree Tile *tiles = tiles_new(s, i);
    if (!make_room(s, i, tiles, error))
        return false;
    clear_tiles(s, i, tiles);
    for (int k = 0; k < s->n_here; k++) {
        if (tiles[k].of < k)
            f->done += tiles[k].any ? elements(tiles[k].size, t->rank) : 0;
        else if (tiles[k].any && !fill_tile(f, t, &tiles[k], s->loaded[k][i]->data, error))
            return false;
    }
    return true;
}

bool loaded_fill_args(LoadedProgram *s, const FillOptions *o, GError **error)
{
    Filling f = { .o = o };
    table_drop(s->loaded, s->n_here, s->n_args);
    s->prepared = false;
    for (int i = 0; i < s->n_args; i++)
        f.total += s->arg_type[i]->kind == TYPE_ARRAY ? executable_param_type(s->exe, i)->n_elems * s->n_here : 0;
    for (f.index = 0; f.index < s->n_args; f.index++)
        if (!fill_argument(s, &f, error))
            return false;
    return true;
}

/* ---- arguments from a file --------------------------------------------------------------------------------------- */

/* What is read of one tile: runs of elements that are together in the file, in the file's order. */
typedef struct Runs {
    const Type *t;
    const Tile *tile;
    char *to;
    int order[MAX_RANK]; /* dimensions as the file has them, the slowest first */
    int64_t at[MAX_RANK];
    int64_t n_left, from; /* runs; the element in the file at which the next begins */
} Runs;

static void runs_seek(Runs *r)
{
    r->from = 0;
    for (int k = 0; k < r->t->rank; k++) {
        int d = r->order[k];
        r->from = r->from * r->t->dims[d] + r->tile->start[d] + r->at[d];
    }
}

static void runs_begin(Runs *r, bool fortran)
{
    int rank = r->t->rank;
    for (int k = 0; k < rank; k++)
        r->order[k] = fortran ? rank - 1 - k : k;
    r->n_left = elements(r->tile->size, rank) / (rank ? MAX(1, r->tile->size[r->order[rank - 1]]) : 1);
    runs_seek(r);
}

/* Reads the next run. */
static bool runs_read(Runs *r, NpzReader *reader, GError **error)
{
    int rank = r->t->rank, last = rank ? r->order[rank - 1] : 0, width = elem_info[r->t->elem].bytes;
    int64_t n = rank ? r->tile->size[last] : 1, at = 0, step = 1;
    for (int d = 0; d < rank; d++) {
        at = at * r->tile->local[d] + r->at[d];
        step = d > last ? step * r->tile->local[d] : 1;
    }
    char *to = r->to + at * width;
    if (step == 1) {
        if (!npz_reader_read(reader, r->from * width, to, (size_t)(n * width), error))
            return false;
    } else {
        for (int64_t i = 0; i < n; i++)
            if (!npz_reader_read(reader, (r->from + i) * width, to + i * step * width, (size_t)width, error))
                return false;
    }
    r->n_left--;
    for (int k = rank - 2; k >= 0 && ++r->at[r->order[k]] == r->tile->size[r->order[k]]; k--)
        r->at[r->order[k]] = 0;
    runs_seek(r);
    return true;
}

/* All tiles of one argument in one pass through the file. */
static bool read_argument(LoadedProgram *s, int i, NpzReader *reader, const Stop *stop, GError **error)
{
    const Type *t = s->arg_type[i];
    g_autofree Tile *tiles = tiles_new(s, i);
    if (!make_room(s, i, tiles, error))
        return false;
    clear_tiles(s, i, tiles);
    g_autofree Runs *runs = g_new0(Runs, s->n_here + 1);
    int n = 0;
    for (int k = 0; k < s->n_here; k++)
        if (tiles[k].any && tiles[k].of == k) {
            runs[n] = (Runs){ .t = t, .tile = &tiles[k], .to = s->loaded[k][i]->data };
            runs_begin(&runs[n++], npz_reader_fortran(reader));
        }
    for (int64_t count = 0;; count++) {
        Runs *next = NULL;
        for (int k = 0; k < n; k++)
            if (runs[k].n_left && (!next || runs[k].from < next->from))
                next = &runs[k];
        if (!next)
            break;
        if (count % 256 == 0 && stop_requested(stop))
            return stop_error(NULL, error);
        if (!runs_read(next, reader, error))
            return false;
    }
    for (int k = 0; k < s->n_here; k++)
        if (tiles[k].of == k)
            tensor_store_form(t->elem, s->loaded[k][i]->data, executable_param_type(s->exe, i)->n_elems);
    return true;
}

bool loaded_read_args(LoadedProgram *s, NpzFile *file, const NpyArray *const *heads, const Stop *stop, GError **error)
{
    table_drop(s->loaded, s->n_here, s->n_args);
    s->prepared = false;
    for (int i = 0; i < s->n_args; i++) {
        g_autoptr(NpzReader) reader = s->n_here ? npz_reader_new(file, heads[i], error) : NULL;
        if (s->n_here && (!reader || !read_argument(s, i, reader, stop, error)))
            return false;
    }
    return true;
}

void loaded_drop(LoadedProgram *s)
{
    table_drop(s->loaded, s->n_here, s->n_args);
    s->prepared = false;
    table_drop(s->args, s->n_here, s->n_args);
    table_drop(s->results, s->n_here, s->n_results);
    s->have_results = false;
    buffer_pool_trim(exec_context_buffers(s->cx));
}

bool loaded_prepare(LoadedProgram *s, GError **error)
{
    if (s->prepared)
        return true;
    table_drop(s->results, s->n_here, s->n_results);
    table_drop(s->args, s->n_here, s->n_args);
    s->have_results = false;
    if (s->ranks && !ranks_go_on(s->ranks, error))
        return false;
    for (int d = 0; d < s->n_here; d++)
        for (int i = 0; i < s->n_args; i++) {
            Buffer *from = s->loaded[d][i];
            if (!executable_donates(s->exe, i)) {
                s->args[d][i] = buffer_ref(from);
                continue;
            }
            bool room = from->size >> 20 == 0 || buffer_room(NULL, from->size);
            s->args[d][i] = room ? exec_context_argument(s->cx, s->exe, i) : NULL;
            if (!s->args[d][i]) {
                g_autofree char *type = type_text(executable_param_type(s->exe, i));
                return diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "not enough memory for a copy of the donated argument %d, %s", i, type);
            }
            memcpy(s->args[d][i]->data, from->data, from->size);
        }
    s->prepared = true;
    return true;
}

bool loaded_step(LoadedProgram *s, StepStats *stats, GError **error)
{
    if (!loaded_prepare(s, error))
        return false;
    s->prepared = false;
    if (s->transport)
        ranks_step_begin(s->transport);
    s->have_results = executable_run(s->exe, s->cx, s->args, s->results, stats, error);
    if (s->transport)
        ranks_step_end(s->transport);
    if (s->transport && stats)
        stats->sent_bytes = ranks_bytes_sent(s->transport);
    return s->have_results;
}
