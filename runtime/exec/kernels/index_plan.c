#include "runtime/exec/kernels/index_plan.h"

#include <string.h>

#include "runtime/compute/copy.h"

IndexPlan *index_plan(Arena *arena, const GatherDims *g, const Type *large, const Type *index, const Type *small)
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

#define OUTSIDE (-((int64_t)1 << 56)) /* no array has so many elements, and a window is outside along at most MAX_RANK = 2^6 dims */

/* m positions in a row: the first one's component k of the index is at `at`, the next `by` further on. */
typedef struct Row {
    int64_t at, by, m;
    int k;
} Row;

/* What is there already: before[i], or one value for all. */
#define ADD_PLACES(T, place)                                                                       \
    do {                                                                                           \
        const T *v_ = (const T *)s->indices + row->at;                                             \
        if (before)                                                                                \
            for (int64_t i = 0; i < row->m; i++, v_ += by) {                                       \
                T v = *v_;                                                                         \
                to[i] = before[i] + (place);                                                       \
            }                                                                                      \
        else                                                                                       \
            for (int64_t i = 0; i < row->m; i++, v_ += by) {                                       \
                T v = *v_;                                                                         \
                to[i] = before0 + (place);                                                         \
            }                                                                                      \
    } while (0)

/* Indices of 32 bits that windows of the dim's size allow; false for others. */
static bool add_words(const IndexSource *s, const Row *row, const int64_t *before, int64_t before0, int64_t *to)
{
    const IndexPlan *p = s->plan;
    int64_t limit = p->dims[p->map[row->k]] - p->slice[p->map[row->k]], step = p->strides[p->map[row->k]], by = row->by;
    if (limit < 0 || limit > INT32_MAX || (p->index != ELEM_s32 && p->index != ELEM_u32))
        return false;
    int32_t most = (int32_t)limit;
    if (!s->clamp) /* what is below zero is above as well, without a sign */
        ADD_PLACES(uint32_t, v > (uint32_t)most ? OUTSIDE : (int64_t)v * step);
    else if (p->index == ELEM_s32)
        ADD_PLACES(int32_t, (int64_t)CLAMP(v, 0, most) * step);
    else
        ADD_PLACES(uint32_t, (int64_t)MIN(v, (uint32_t)most) * step);
    return true;
}

/* to[i] = before[i], or before0 without `before`, + the window's place along one dim. */
static void add_dim(const IndexSource *s, const Row *row, const int64_t *before, int64_t before0, int64_t *to)
{
    const IndexPlan *p = s->plan;
    if (add_words(s, row, before, before0, to))
        return;
    int64_t limit = p->dims[p->map[row->k]] - p->slice[p->map[row->k]], step = p->strides[p->map[row->k]];
    for (int64_t i = 0; i < row->m; i++) {
        int64_t v = index_at(p->index, s->indices, row->at + i * row->by);
        to[i] = (before ? before[i] : before0) + (s->clamp ? CLAMP(v, 0, limit) * step : v < 0 || v > limit ? OUTSIDE : v * step);
    }
}

/* Both components of an index of two, moved into the array: in one pass. False: they are none of s32, or too large. */
static bool add_two(const IndexSource *s, const Row *row, int64_t before0, int64_t *to)
{
    const IndexPlan *p = s->plan;
    int64_t limits[2];
    for (int k = 0; k < 2; k++)
        limits[k] = p->dims[p->map[k]] - p->slice[p->map[k]];
    if (p->index != ELEM_s32 || !s->clamp || limits[0] < 0 || limits[1] < 0 || limits[0] > INT32_MAX || limits[1] > INT32_MAX)
        return false;
    int64_t step = p->strides[p->map[0]], step2 = p->strides[p->map[1]], by = row->by, n = row->m;
    const int32_t *v = (const int32_t *)s->indices + row->at, *v2 = v + p->map_stride;
    IndexPairs pairs = { before0, { (int32_t)limits[0], (int32_t)limits[1] }, { (int32_t)step, (int32_t)step2 } };
    if (by == 2 && p->map_stride == 1 && step <= INT32_MAX && step2 <= INT32_MAX) {
        tile_table()->index_pairs(to, v, NULL, &pairs, (int)n);
        return true;
    }
    for (int64_t i = 0; i < n; i++, v += by, v2 += by)
        to[i] = before0 + CLAMP(*v, 0, pairs.most[0]) * step + CLAMP(*v2, 0, pairs.most[1]) * step2;
    return true;
}

int64_t index_row(const IndexSource *s, int64_t first, int64_t n, int64_t *large, IndexRow *small)
{
    const IndexPlan *p = s->plan;
    int last = p->n_batch - 1;
    int64_t length = last < 0 ? 1 : p->batch[last], j = first % length, rest = first / length, at = 0, large0 = 0;
    int64_t m = MIN(n, length - j);
    *small = (IndexRow){ .by = last < 0 ? 0 : p->small_batch[last] };
    for (int b = last - 1; b >= 0; b--) {
        int64_t pos = rest % p->batch[b];
        rest /= p->batch[b];
        at += pos * p->index_stride[b];
        small->first += pos * p->small_batch[b];
        large0 += p->selects[b] >= 0 ? pos * p->strides[p->selects[b]] : 0;
    }
    int64_t by = last < 0 ? 0 : p->index_stride[last], large_by = last >= 0 && p->selects[last] >= 0 ? p->strides[p->selects[last]] : 0;
    at += j * by;
    large0 += j * large_by;
    small->first += j * small->by;
    if (p->n_map == 2 && !large_by && add_two(s, &(Row){ at, by, m, 0 }, large0, large))
        return m;
    for (int64_t i = 0; large_by && i < m; i++)
        large[i] = large0 + i * large_by;
    bool known = large_by != 0; /* what is in `large` counts */
    for (int k = 0; k < p->n_map; k++, at += p->map_stride, known = true)
        add_dim(s, &(Row){ at, by, m, k }, known ? large : NULL, large0, large);
    for (int64_t i = 0; !known && i < m; i++)
        large[i] = large0;
    return m;
}

void index_offsets(const IndexSource *s, int64_t first, int64_t n, int64_t *large, int64_t *small)
{
    for (int64_t done = 0, m; done < n; done += m) {
        IndexRow row;
        m = index_row(s, first + done, n - done, large + done, &row);
        int64_t *to = small + done;
        for (int64_t i = 0; i < m; i++)
            to[i] = row.first + i * row.by;
    }
}
