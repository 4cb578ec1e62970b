/* gather and scatter: computes the position of each window from the indices, then copies or combines the window. A window whose
 * inner dims are complete is contiguous in memory (a row of an embedding). */
#include <string.h>

#include "runtime/compute/copy.h"
#include "runtime/exec/kernel.h"
#include "runtime/plan/reduce.h"

/* The plan of gather and scatter: an index array, a large array that it addresses, a small array with batch and window dims. */
typedef struct IndexPlan {
    int width;
    ElemType elem, index;
    int rank;                       /* of the large array */
    int64_t dims[MAX_RANK], strides[MAX_RANK], slice[MAX_RANK];
    int n_map;
    int64_t map[MAX_RANK], map_stride; /* large dim of each index component; its stride in the index array */
    /* batch dims: sizes, strides in the index array, strides in the small array, and large dim they select or -1 */
    int n_batch;
    int64_t batch[MAX_RANK], index_stride[MAX_RANK], small_batch[MAX_RANK], selects[MAX_RANK];
    /* window dims */
    int n_window;
    int64_t window[MAX_RANK], small_window[MAX_RANK], large_window[MAX_RANK];
    int64_t n_positions, n_slice;
    int64_t run;                    /* elements that are contiguous on both sides at the end of the window */
    int n_outer;                    /* window dims before the run */
    /* scatter */
    OpCode plain;                   /* combine as one op; OP_copy = overwrite; N_OPCODES = prog */
    TileProg *prog;
    int n_arrays;
    int64_t bytes;
    const Type *const *small_types;
} IndexPlan;

static IndexPlan *index_plan(Arena *arena, const GatherDims *g, const Type *large, const Type *index, const Type *small)
{
    IndexPlan *p = arena_new(arena, IndexPlan);
    int64_t is[MAX_RANK], sm[MAX_RANK];
    p->width = elem_info[large->elem].bytes;
    p->elem = large->elem;
    p->index = index->elem;
    p->rank = large->rank;
    memcpy(p->dims, large->dims, sizeof(int64_t) * (size_t)large->rank);
    strides_of(large->rank, large->dims, p->strides);
    strides_of(index->rank, index->dims, is);
    strides_of(small->rank, small->dims, sm);
    p->n_map = g->map.n;
    for (int i = 0; i < g->map.n; i++)
        p->map[i] = g->map.v[i];
    p->map_stride = g->index_vector_dim < index->rank ? is[g->index_vector_dim] : 0;
    /* small dims that are not window dims are the batch, in order of the index array's other dims */
    int b = 0;
    p->n_positions = 1;
    for (int d = 0; d < index->rank; d++) {
        if (d == g->index_vector_dim)
            continue;
        p->batch[b] = index->dims[d];
        p->index_stride[b] = is[d];
        p->selects[b] = -1;
        for (int i = 0; i < g->indices_batching.n; i++)
            if (g->indices_batching.v[i] == d)
                p->selects[b] = g->operand_batching.v[i];
        p->n_positions *= p->batch[b];
        b++;
    }
    p->n_batch = b;
    b = 0;
    for (int d = 0; d < small->rank; d++)
        if (!ints_have(g->offset, d))
            p->small_batch[b++] = sm[d];
    int w = 0;
    p->n_slice = 1;
    for (int d = 0; d < large->rank; d++) {
        p->slice[d] = 1;
        if (ints_have(g->collapsed, d) || ints_have(g->operand_batching, d))
            continue;
        int64_t s = g->offset.v[w];
        p->window[w] = small->dims[s];
        p->small_window[w] = sm[s];
        p->large_window[w] = p->strides[d];
        p->slice[d] = small->dims[s];
        p->n_slice *= p->window[w];
        w++;
    }
    p->n_window = w;
    p->run = 1;
    p->n_outer = w;
    while (p->n_outer > 0 && (p->window[p->n_outer - 1] == 1 || (p->small_window[p->n_outer - 1] == p->run && p->large_window[p->n_outer - 1] == p->run)))
        p->run *= p->window[--p->n_outer];
    return p;
}

/* Where position i's window begins in the large array (index components as they are in start[]), and in the small. */
static void locate(const IndexPlan *p, const void *indices, int64_t i, int64_t *start, int64_t *small)
{
    int64_t at = 0, rest = i, pos[MAX_RANK];
    *small = 0;
    memset(start, 0, sizeof(int64_t) * (size_t)p->rank);
    for (int b = p->n_batch - 1; b >= 0; b--) {
        pos[b] = rest % p->batch[b];
        rest /= p->batch[b];
        at += pos[b] * p->index_stride[b];
        *small += pos[b] * p->small_batch[b];
        if (p->selects[b] >= 0)
            start[p->selects[b]] = pos[b];
    }
    for (int k = 0; k < p->n_map; k++)
        start[p->map[k]] = index_at(p->index, indices, at + k * p->map_stride);
}

typedef struct IndexRun {
    const IndexPlan *p;
    const Kernel *k;
    int64_t per;
} IndexRun;

/* Calls for each run of the window; offsets in elements relative to its begin. */
#define EACH_RUN(p, body)                                                                          \
    do {                                                                                           \
        int64_t lo = 0, so = 0, w_[MAX_RANK];                                                      \
        for (int i_ = 0; i_ < (p)->n_outer; i_++)                                                  \
            w_[i_] = 0;                                                                            \
        for (;;) {                                                                                 \
            body;                                                                                  \
            int d_ = (p)->n_outer - 1;                                                             \
            for (; d_ >= 0; d_--) {                                                                \
                lo += (p)->large_window[d_];                                                       \
                so += (p)->small_window[d_];                                                       \
                if (++w_[d_] < (p)->window[d_])                                                    \
                    break;                                                                         \
                lo -= (p)->window[d_] * (p)->large_window[d_];                                     \
                so -= (p)->window[d_] * (p)->small_window[d_];                                     \
                w_[d_] = 0;                                                                        \
            }                                                                                      \
            if (d_ < 0)                                                                            \
                break;                                                                             \
        }                                                                                          \
    } while (0)

static void copy_elems(char *d, const char *s, int64_t n, int width)
{
    if (n == 1 && width == 4)
        memcpy(d, s, 4);
    else
        memcpy(d, s, (size_t)(n * width));
}

/* The dim of the large array that indices address, if there is one index per contiguous run (embeddings, the edges
 * of a graph); otherwise -1. */
static int row_dim(const IndexPlan *p)
{
    return p->n_map == 1 && p->n_batch == 1 && p->n_outer == 0 && p->selects[0] < 0 ? (int)p->map[0] : -1;
}

static void gather_block(void *arg, int64_t block)
{
    const IndexRun *r = arg;
    const IndexPlan *p = r->p;
    const char *src = r->k->args[0];
    char *dst = r->k->outs[0];
    int w = p->width, dim = row_dim(p);
    if (dim >= 0) {
        int64_t limit = p->dims[dim] - p->slice[dim], step = p->strides[dim] * w, run = p->run * w;
        for (int64_t i = block * r->per; i < MIN(p->n_positions, (block + 1) * r->per); i++) {
            int64_t at = index_at(p->index, r->k->args[1], i * p->index_stride[0]);
            memcpy(dst + i * p->small_batch[0] * w, src + CLAMP(at, 0, limit) * step, (size_t)run);
        }
        return;
    }
    for (int64_t i = block * r->per; i < MIN(p->n_positions, (block + 1) * r->per); i++) {
        int64_t start[MAX_RANK], small, large = 0;
        locate(p, r->k->args[1], i, start, &small);
        for (int d = 0; d < p->rank; d++)
            large += CLAMP(start[d], 0, p->dims[d] - p->slice[d]) * p->strides[d];
        EACH_RUN(p, copy_elems(dst + (small + so) * w, src + (large + lo) * w, p->run, w));
    }
}

#define PICK_BY(T, place)                                                                          \
    for (int64_t j = 0; j < n; j++) {                                                              \
        int64_t v = place;                                                                         \
        ((T *)dst)[j * to] = ((const T *)src)[CLAMP(v, 0, limit) * step + j * along];              \
    }
#define PICK(T)                                                                                    \
    if (p->index == ELEM_s32) {                                                                    \
        PICK_BY(T, ((const int32_t *)index)[j * by])                                               \
    } else {                                                                                       \
        PICK_BY(T, index_at(p->index, index, j * by))                                              \
    }

/* Gathers single elements along one dim (as in take_along_axis), a row of the last batch dim at a time. */
static void pick_row(void *arg, int64_t row)
{
    const IndexRun *r = arg;
    const IndexPlan *p = r->p;
    int b = p->n_batch - 1;
    int64_t n = p->batch[b], at = 0, small = 0, large = 0, rest = row, w = p->width;
    for (int d = b - 1; d >= 0; d--) {
        int64_t pos = rest % p->batch[d];
        rest /= p->batch[d];
        at += pos * p->index_stride[d];
        small += pos * p->small_batch[d];
        large += p->selects[d] >= 0 ? pos * p->strides[p->selects[d]] : 0;
    }
    int64_t limit = p->dims[p->map[0]] - p->slice[p->map[0]], step = p->strides[p->map[0]];
    int64_t along = p->selects[b] >= 0 ? p->strides[p->selects[b]] : 0, by = p->index_stride[b], to = p->small_batch[b];
    const char *index = (const char *)r->k->args[1] + at * elem_info[p->index].bytes, *src = (const char *)r->k->args[0] + large * w;
    char *dst = (char *)r->k->outs[0] + small * w;
    switch (w) {
    case 1:
        PICK(uint8_t)
        break;
    case 2:
        PICK(uint16_t)
        break;
    case 4:
        PICK(uint32_t)
        break;
    default:
        PICK(uint64_t)
        break;
    }
}

static void run_gather(const Kernel *k)
{
    const IndexPlan *p = k->plan;
    if (p->n_positions == 0 || p->n_slice == 0)
        return;
    if (p->n_slice == 1 && p->n_map == 1 && p->n_batch > 0 && p->width <= 8 && p->batch[p->n_batch - 1] >= 16) {
        IndexRun rows = { p, k, 1 };
        pool_for(k->pool, p->n_positions / p->batch[p->n_batch - 1], pick_row, &rows);
        return;
    }
    IndexRun r = { p, k, MAX(1, BLOCK_ELEMS / p->n_slice) };
    pool_for(k->pool, (p->n_positions + r.per - 1) / r.per, gather_block, &r);
}

bool make_gather(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    (void)error;
    to->plan = index_plan(arena, &op->a.gather, op->operands[0]->type, op->operands[1]->type, op->type);
    to->fn = run_gather;
    return true;
}

/* ---- scatter --------------------------------------------------------------------------------------------- */

/* Combines a run of updates into the result; a program may combine several arrays at once. */
static void combine_run(const IndexPlan *p, const Kernel *k, int64_t large, int64_t small, TileRun *tile)
{
    const TileTable *tab = tile_table();
    int w = p->width, n = p->n_arrays;
    if (p->plain == OP_copy) {
        copy_elems((char *)k->outs[0] + large * w, (const char *)k->args[2] + small * w, p->run, w);
        return;
    }
    if (p->plain != N_OPCODES) {
        char *d = (char *)k->outs[0] + large * w;
        const char *u = (const char *)k->args[2] + small * w;
        TileFn fn = tab->op[p->plain][ctype_of(p->elem)];
        if (elem_is_ctype(p->elem)) {
            for (int64_t i = 0; i < p->run; i += 1 << 20)
                fn(d + i * w, d + i * w, u + i * w, NULL, (int)MIN(1 << 20, p->run - i));
            return;
        }
        float x[512], y[512];
        for (int64_t i = 0; i < p->run; i += 512) {
            int m = (int)MIN(512, p->run - i);
            tab->load[p->elem](x, d + i * w, NULL, NULL, m);
            tab->load[p->elem](y, u + i * w, NULL, NULL, m);
            fn(x, x, y, NULL, m);
            tab->store[p->elem](d + i * w, x, NULL, NULL, m);
        }
        return;
    }
    /* One element at a time, through copies: the program may write a result before it has read all operands. */
    for (int64_t i = 0; i < p->run; i++) {
        char old[16][16];
        for (int a = 0; a < n; a++) {
            int wa = elem_info[p->small_types[a]->elem].bytes;
            memcpy(old[a], (char *)k->outs[a] + (large + i) * wa, (size_t)wa);
            ((const void **)(uintptr_t)tile->in)[a] = old[a];
            ((const void **)(uintptr_t)tile->in)[n + a] = (const char *)k->args[n + 1 + a] + (small + i) * wa;
            ((void **)(uintptr_t)tile->out)[a] = (char *)k->outs[a] + (large + i) * wa;
        }
        tile_run(tile, 0, 1);
    }
}

/* Runs scatters with one index per contiguous run of updates, combined by one op. False if the scatter is not of that kind. */
static bool run_row_scatter(const Kernel *k)
{
    const IndexPlan *p = k->plan;
    int dim = row_dim(p), w = p->width;
    if (dim < 0 || p->plain == N_OPCODES || (p->plain != OP_copy && !elem_is_ctype(p->elem)) || p->run > 1 << 20)
        return false;
    TileFn fn = p->plain == OP_copy ? NULL : tile_table()->op[p->plain][ctype_of(p->elem)];
    int64_t limit = p->dims[dim] - p->slice[dim], step = p->strides[dim] * w;
    for (int64_t i = 0; i < p->n_positions; i++) {
        int64_t at = index_at(p->index, k->args[1], i * p->index_stride[0]);
        if (at < 0 || at > limit)
            continue;
        char *d = (char *)k->outs[0] + at * step;
        const char *u = (const char *)k->args[2] + i * p->small_batch[0] * w;
        if (fn)
            fn(d, d, u, NULL, (int)p->run);
        else
            memcpy(d, u, (size_t)(p->run * w));
    }
    return true;
}

static void run_scatter(const Kernel *k)
{
    const IndexPlan *p = k->plan;
    int n = p->n_arrays;
    for (int a = 0; a < n; a++)
        if (k->outs[a] != k->args[a]) {
            int64_t count = 1;
            for (int d = 0; d < p->rank; d++)
                count *= p->dims[d];
            copy_flat(k->pool, count * elem_info[p->small_types[a]->elem].bytes, k->args[a], k->outs[a]);
        }
    if (p->n_positions == 0 || p->n_slice == 0)
        return;
    if (run_row_scatter(k))
        return;
    TileRun tile = { 0 };
    const void *in[32] = { 0 };
    void *out[16] = { 0 };
    if (p->prog) {
        void *scratch = pool_scratch(tile_run_bytes(p->prog));
        if (!scratch)
            return;
        tile_run_init(&tile, p->prog, in, out, scratch);
    }
    const Kernel one = { .in = k->in, .args = k->args, .outs = k->outs };
    for (int64_t i = 0; i < p->n_positions; i++) {
        int64_t start[MAX_RANK], small, large = 0;
        bool inside = true;
        locate(p, k->args[n], i, start, &small);
        for (int d = 0; d < p->rank; d++) {
            inside &= start[d] >= 0 && start[d] <= p->dims[d] - p->slice[d];
            large += inside ? start[d] * p->strides[d] : 0;
        }
        if (inside)
            EACH_RUN(p, combine_run(p, &one, large + lo, small + so, &tile));
    }
}

/* True for the computation that returns its second parameter. */
static bool is_overwrite(const IrComp *c)
{
    const IrOp *r = c->root;
    while ((r->code == OP_copy || r->code == OP_reshape) && r->n_operands == 1)
        r = r->operands[0];
    return r->code == OP_parameter && r->a.parameter.number == 1 && c->n_params == 2;
}

bool make_scatter(Arena *arena, const IrOp *op, Bound *to, GError **error)
{
    int n = op->n_operands / 2;
    if (n < 1 || n > 16 || op->n_operands != 2 * n + 1)
        return diag(error, SHARD_ERROR_LIMIT, OP_AT(op), NULL, "scatter of %d arrays; at most 16", n);
    const GatherDims *g = &op->a.gather;
    IndexPlan *p = index_plan(arena, g, op->operands[0]->type, op->operands[n]->type, op->operands[n + 1]->type);
    const Type **types = arena_array(arena, const Type *, n);
    for (int i = 0; i < n; i++)
        types[i] = op->operands[i]->type;
    p->small_types = types;
    p->n_arrays = n;
    p->plain = N_OPCODES;
    if (n == 1) {
        p->plain = is_overwrite(op->comps[0]) ? OP_copy : reduce_opcode(comp_reduce_kind(op->comps[0]));
        if (p->plain != N_OPCODES && p->plain != OP_copy && !tile_table()->op[p->plain][ctype_of(p->elem)])
            p->plain = N_OPCODES;
    }
    if (p->plain == N_OPCODES) {
        p->prog = tile_prog_of_comp(arena, op->comps[0], error);
        if (!p->prog)
            return false;
    }
    to->fn = run_scatter;
    to->plan = p;
    for (int i = 0; i < n; i++)
        g_assert(op_overwrites(op, i, i));
    to->over = true;
    return true;
}
