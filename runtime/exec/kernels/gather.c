/* gather: copies the windows that the indices select. */
#include <string.h>

#include "runtime/compute/copy.h"
#include "runtime/exec/kernels/index_plan.h"

enum {
    POSITIONS = 256, /* that are looked up before their windows are copied */
    LONG = 16,       /* positions along the last dim of the batch */
    SHORT = 32,      /* bytes of runs that are copied for all these positions, before the next run of their windows is */
};

typedef struct IndexRun {
    const IndexPlan *p;
    const Kernel *k;
    int64_t per;
} IndexRun;

/* The dim of the large array that indices address, if there is one index per contiguous run (embeddings, the edges
 * of a graph); otherwise -1. */
static int row_dim(const IndexPlan *p)
{
    return p->n_map == 1 && p->n_batch == 1 && p->n_outer == 0 && p->selects[0] < 0 ? (int)p->map[0] : -1;
}

#define COPY_SINGLE(T)                                                                             \
    for (int64_t i = 0; i < n; i++)                                                                \
    ((T *)dst)[small[i]] = ((const T *)src)[large[i]]

/* Runs of a length that the compiler knows. */
#define COPY_FEW(bytes)                                                                            \
    for (int64_t i = 0; i < n; i++)                                                                \
    memcpy(dst + small[i] * w, src + large[i] * w, (bytes))

/* The same run of n windows. */
static void copy_runs(const IndexPlan *p, char *dst, const char *src, int64_t n, const int64_t *large, const int64_t *small)
{
    int w = p->width;
    if (p->run == 1)
        switch (w) {
        case 1: COPY_SINGLE(uint8_t); return;
        case 2: COPY_SINGLE(uint16_t); return;
        case 4: COPY_SINGLE(uint32_t); return;
        case 8: COPY_SINGLE(uint64_t); return;
        default: break;
        }
    switch (p->run * w) {
    case 2: COPY_FEW(2); return;
    case 3: COPY_FEW(3); return;
    case 4: COPY_FEW(4); return;
    case 8: COPY_FEW(8); return;
    case 12: COPY_FEW(12); return;
    case 16: COPY_FEW(16); return;
    case 24: COPY_FEW(24); return;
    case 32: COPY_FEW(32); return;
    default:
        for (int64_t i = 0; i < n; i++)
            memcpy(dst + small[i] * w, src + large[i] * w, (size_t)(p->run * w));
    }
}

#define COPY_ROW(T)                                                                                \
    do {                                                                                           \
        const T *s_ = (const T *)src;                                                              \
        T *d_ = (T *)dst;                                                                          \
        if (by == 1)                                                                               \
            for (int64_t i = 0; i < n; i++)                                                        \
                d_[i] = s_[large[i]];                                                              \
        else                                                                                       \
            for (int64_t i = 0; i < n; i++)                                                        \
                d_[i * by] = s_[large[i]];                                                         \
    } while (0)

/* The same element of n windows, which are `by` apart in the result. */
static void copy_row(int width, char *dst, int64_t by, const char *src, int64_t n, const int64_t *large)
{
    switch (width) {
    case 1: COPY_ROW(uint8_t); break;
    case 2: COPY_ROW(uint16_t); break;
    case 4: COPY_ROW(uint32_t); break;
    default: COPY_ROW(uint64_t); break;
    }
}

/* Windows of single elements, whose positions are in long rows. */
static void gather_elements(const IndexRun *r, int64_t first, int64_t end)
{
    const IndexPlan *p = r->p;
    const char *src = r->k->args[0];
    char *dst = r->k->outs[0];
    int64_t large[POSITIONS], w = p->width;
    for (int64_t i = first, n; i < end; i += n) {
        IndexRow row;
        n = index_row(&(IndexSource){ p, r->k->args[1], true }, i, MIN(POSITIONS, end - i), large, &row);
        EACH_RUN(p, copy_row(p->width, dst + (row.first + so) * w, row.by, src + lo * w, n, large));
    }
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
    int64_t end = MIN(p->n_positions, (block + 1) * r->per), large[POSITIONS], small[POSITIONS];
    if (p->run == 1 && w <= 8 && p->n_batch > 0 && p->batch[p->n_batch - 1] >= LONG) {
        gather_elements(r, block * r->per, end);
        return;
    }
    for (int64_t i = block * r->per, n; i < end; i += n) {
        n = MIN(POSITIONS, end - i);
        index_offsets(&(IndexSource){ p, r->k->args[1], true }, i, n, large, small);
        if (p->run * w <= SHORT) {
            EACH_RUN(p, copy_runs(p, dst + so * w, src + lo * w, n, large, small));
            continue;
        }
        for (int64_t k = 0; k < n; k++)
            EACH_RUN(p, memcpy(dst + (small[k] + so) * w, src + (large[k] + lo) * w, (size_t)(p->run * w)));
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
    } else if (p->index == ELEM_u32) {                                                             \
        PICK_BY(T, ((const uint32_t *)index)[j * by])                                              \
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
