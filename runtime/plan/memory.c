/* Computes places (values that share memory), the peak of memory in use, and the layout of the arena of temporaries: places are
 * put one by one into the smallest gap that is free during their whole lifetime. */
#include "runtime/plan/memory.h"

#include <glib.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/plan/spans.h"

typedef struct Block {
    int root; /* index of the first buffer */
    int64_t size, offset;
    int from, to;
} Block;

static int64_t round_up(int64_t n)
{
    return (n + 63) & ~(int64_t)63;
}

/* For each buffer, the first buffer of its place. Chains may be as long as a program that updates one value in place. */
static int *find_roots(const MemoryPlan *p)
{
    int *roots = g_new(int, p->n_buffers + 1);
    for (int i = 0; i < p->n_buffers; i++)
        roots[i] = -1;
    for (int i = 0; i < p->n_buffers; i++) {
        int root = i;
        while (roots[root] < 0 && p->buffers[root].shares >= 0)
            root = p->buffers[root].shares;
        root = roots[root] < 0 ? root : roots[root];
        for (int k = i; roots[k] < 0 && k != root; k = p->buffers[k].shares)
            roots[k] = root;
        roots[root] = root;
    }
    return roots;
}

static int by_size(const void *a, const void *b)
{
    const Block *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? 1 : -1;
    return x->from != y->from ? (x->from > y->from) - (x->from < y->from) : x->root - y->root;
}

/* Orders blocks by size times lifetime, largest first. */
static int by_area(const void *a, const void *b)
{
    const Block *x = a, *y = b;
    double p = (double)x->size * (x->to - x->from + 1), q = (double)y->size * (y->to - y->from + 1);
    return p != q ? (p < q ? 1 : -1) : by_size(a, b);
}

static int by_start(const void *a, const void *b)
{
    const Block *x = a, *y = b;
    return x->from != y->from ? (x->from > y->from) - (x->from < y->from) : by_size(a, b);
}

static int by_offset(const void *a, const void *b)
{
    const Block *x = *(Block *const *)a, *y = *(Block *const *)b;
    return (x->offset > y->offset) - (x->offset < y->offset);
}

/* The tightest gap among the blocks placed so far that are alive together with `b`. */
static void place(Block *b, Block **busy, int n_busy)
{
    int64_t at = 0, best = -1, best_gap = INT64_MAX;
    for (int i = 0; i < n_busy; i++) {
        int64_t gap = busy[i]->offset - at;
        if (gap >= b->size && gap < best_gap) {
            best = at;
            best_gap = gap;
        }
        at = MAX(at, busy[i]->offset + busy[i]->size);
    }
    b->offset = best >= 0 ? best : at;
}

/* Places blocks in the given order; returns the bytes needed. Times are counted from -1. */
static int64_t pack(Block *blocks, int n, Spans *placed)
{
    Block **busy = g_new(Block *, n + 1);
    int *found = g_new(int, n + 1);
    int64_t bytes = 0;
    spans_clear(placed);
    for (int i = 0; i < n; i++) {
        Block *b = &blocks[i];
        int n_found = spans_find(placed, b->from + 1, b->to + 1, found), n_busy = 0;
        for (int k = 0; k < n_found; k++)
            if (blocks[found[k]].size)
                busy[n_busy++] = &blocks[found[k]];
        qsort(busy, (size_t)n_busy, sizeof *busy, by_offset);
        place(b, busy, n_busy);
        bytes = MAX(bytes, b->offset + b->size);
        spans_add(placed, b->from + 1, b->to + 1);
    }
    g_free(found);
    g_free(busy);
    return bytes;
}

/* Adds bytes over [from, to] to the changes per position, which are counted from -1. */
static void add_span(int64_t *delta, int from, int to, int64_t bytes)
{
    delta[MAX(from, -1) + 1] += bytes;
    delta[to + 2] -= bytes;
}

/* The highest running sum of `delta`, and the first position where it is reached. */
static int64_t highest(const int64_t *delta, int n, int *at)
{
    int64_t live = 0, most = 0;
    *at = -1;
    for (int t = 0; t < n; t++) {
        live += delta[t];
        if (live > most) {
            most = live;
            *at = t - 1;
        }
    }
    return most;
}

/* For each place alive at the peak, marks the value that represents it: the last one defined among those alive, otherwise among those defined before. */
static void mark_peak(MemoryPlan *p, const Block *places)
{
    g_autofree int *named = g_new(int, p->n_buffers + 1);
    for (int i = 0; i < p->n_buffers; i++)
        named[i] = -1;
    for (int i = 0; i < p->n_buffers; i++) {
        PlannedBuffer *b = &p->buffers[i];
        const Block *place = &places[b->place];
        b->at_peak = false;
        if (place->from > p->peak_at || place->to < p->peak_at || b->live_from > p->peak_at || place->size == 0)
            continue;
        int other = named[b->place];
        bool alive = b->live_to >= p->peak_at, other_alive = other >= 0 && p->buffers[other].live_to >= p->peak_at;
        if (other < 0 || (alive && !other_alive) || (alive == other_alive && b->live_from > p->buffers[other].live_from))
            named[b->place] = i;
    }
    for (int i = 0; i < p->n_buffers; i++)
        if (named[i] >= 0)
            p->buffers[named[i]].at_peak = true;
}

/* By buffer, filled for the first of each place: unrounded size, life, and offset -1 if it is not in the arena. */
static Block *find_places(MemoryPlan *p)
{
    g_autofree int *roots = find_roots(p);
    Block *places = g_new0(Block, p->n_buffers + 1);
    for (int i = 0; i < p->n_buffers; i++)
        places[i] = (Block){ .root = i, .from = INT_MAX, .to = -1 };
    for (int i = 0; i < p->n_buffers; i++) {
        PlannedBuffer *b = &p->buffers[i];
        b->place = roots[i];
        Block *place = &places[b->place];
        place->size = MAX(place->size, b->size);
        place->from = MIN(place->from, b->live_from);
        place->to = MAX(place->to, b->live_to);
        if (b->offset == -1)
            place->offset = -1;
    }
    return places;
}

/* The sums, and the peak. */
static void add_up(MemoryPlan *p, const Block *places)
{
    int last = 0;
    for (int i = 0; i < p->n_buffers; i++)
        last = MAX(last, p->buffers[i].live_to);
    p->n_positions = last + 1;
    g_autofree int64_t *all = g_new0(int64_t, (gsize)last + 3), *temps = g_new0(int64_t, (gsize)last + 3);
    g_autofree bool *has_param = g_new0(bool, p->n_buffers + 1), *has_result = g_new0(bool, p->n_buffers + 1);
    for (int i = 0; i < p->n_buffers; i++) {
        const PlannedBuffer *b = &p->buffers[i];
        has_param[b->place] |= b->param >= 0;
        has_result[b->place] |= b->result >= 0;
    }
    p->own_output_bytes = 0;
    for (int i = 0; i < p->n_buffers; i++) {
        const Block *place = &places[i];
        if (p->buffers[i].place != i)
            continue;
        add_span(all, place->from, place->to, place->size);
        if (place->offset != -1)
            add_span(temps, place->from, place->to, place->size);
        if (has_result[i] && !has_param[i])
            p->own_output_bytes += place->size;
    }
    int unused;
    p->peak_bytes = highest(all, last + 2, &p->peak_at);
    p->temp_live_bytes = highest(temps, last + 2, &unused);
}

/* Packs the places that are in the arena; blocks are rounded up to whole cache lines. */
static void pack_arena(MemoryPlan *p, Block *places)
{
    Block *blocks = g_new0(Block, p->n_buffers + 1);
    int n = 0, last = 0;
    int64_t least = 0;
    g_autofree int64_t *rounded = g_new0(int64_t, (gsize)p->n_positions + 3);
    for (int i = 0; i < p->n_buffers; i++) {
        if (p->buffers[i].place != i || places[i].offset == -1)
            continue;
        blocks[n] = places[i];
        blocks[n].size = round_up(places[i].size);
        add_span(rounded, blocks[n].from, blocks[n].to, blocks[n].size);
        last = MAX(last, blocks[n].to);
        n++;
    }
    int unused;
    least = highest(rounded, last + 2, &unused);

    /* No single order is best; the best of a few orders is within a few per cent of the live peak on real programs. */
    static int (*const orders[])(const void *, const void *) = { by_size, by_area, by_start };
    p->temp_bytes = INT64_MAX;
    Spans *placed = spans_new(last + 1);
    for (int k = 0; k < (int)G_N_ELEMENTS(orders) && p->temp_bytes > least; k++) {
        qsort(blocks, (size_t)n, sizeof *blocks, orders[k]);
        int64_t bytes = pack(blocks, n, placed);
        if (bytes >= p->temp_bytes)
            continue;
        p->temp_bytes = bytes;
        for (int i = 0; i < n; i++)
            places[blocks[i].root].offset = blocks[i].offset;
    }
    spans_free(placed);
    g_free(blocks);
}

void memory_plan_solve(MemoryPlan *p)
{
    g_autofree Block *places = find_places(p);
    add_up(p, places);
    pack_arena(p, places);
    for (int i = 0; i < p->n_buffers; i++)
        p->buffers[i].offset = places[p->buffers[i].place].offset;
    mark_peak(p, places);
}

int64_t memory_plan_reserved(const MemoryPlan *p)
{
    return p->argument_bytes + p->own_output_bytes + p->constant_bytes + p->temp_bytes;
}

void memory_plan_clear(MemoryPlan *p)
{
    g_free(p->buffers);
    memset(p, 0, sizeof *p);
}
