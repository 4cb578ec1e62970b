/* Packing live ranges into an arena. Buffers that share a place are one block, alive from the first's birth to the
 * last's death; blocks are placed one by one into the tightest gap that no block of the same time is in the way of. */
#include "runtime/memory/plan.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/memory/spans.h"

typedef struct Block {
    int root; /* index of the first buffer */
    int64_t size, offset;
    int from, to;
} Block;

static int64_t round_up(int64_t n)
{
    return (n + 63) & ~(int64_t)63;
}

/* By buffer: the one whose place it has in the end. Chains are as long as a program that updates one value in place. */
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

/* Size times time: what takes most of the picture first. */
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

/* The lowest-waste gap among the already placed blocks that are alive together with `b`. */
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

/* Places blocks in the given order; bytes needed. Times count from -1. */
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

static void find_peak(MemoryPlan *p, const Block *blocks, int n, int last)
{
    int64_t *delta = g_new0(int64_t, (gsize)last + 3);
    for (int i = 0; i < n; i++) {
        delta[MAX(blocks[i].from, -1) + 1] += blocks[i].size;
        delta[blocks[i].to + 2] -= blocks[i].size;
    }
    int64_t live = 0;
    p->peak_live_bytes = 0;
    p->peak_at = -1;
    for (int t = 0; t <= last + 1; t++) {
        live += delta[t];
        if (live > p->peak_live_bytes) {
            p->peak_live_bytes = live;
            p->peak_at = t - 1;
        }
    }
    g_free(delta);
}

void memory_plan_solve(MemoryPlan *p)
{
    Block *blocks = g_new0(Block, p->n_buffers + 1);
    int *block_of = g_new(int, p->n_buffers + 1);
    g_autofree int *roots = find_roots(p);
    int n = 0, last = 0;
    for (int i = 0; i < p->n_buffers; i++) {
        PlannedBuffer *b = &p->buffers[i];
        int root = roots[i];
        block_of[i] = -1;
        if (p->buffers[root].offset == -1)
            continue;
        if (root == i) {
            block_of[i] = n;
            blocks[n++] = (Block){ .root = i, .size = 0, .from = b->live_from, .to = b->live_to };
        }
    }
    for (int i = 0; i < p->n_buffers; i++) {
        PlannedBuffer *b = &p->buffers[i];
        int k = block_of[roots[i]];
        if (k < 0)
            continue;
        blocks[k].size = MAX(blocks[k].size, round_up(b->size));
        blocks[k].from = MIN(blocks[k].from, b->live_from);
        blocks[k].to = MAX(blocks[k].to, b->live_to);
        last = MAX(last, blocks[k].to);
    }
    find_peak(p, blocks, n, last);

    /* No single order is best; the tightest of a few is within a few per cent of the live peak on real programs. */
    static int (*const orders[])(const void *, const void *) = { by_size, by_area, by_start };
    p->temp_bytes = INT64_MAX;
    Spans *placed = spans_new(last + 1);
    for (int k = 0; k < (int)G_N_ELEMENTS(orders) && p->temp_bytes > p->peak_live_bytes; k++) {
        qsort(blocks, (size_t)n, sizeof *blocks, orders[k]);
        int64_t bytes = pack(blocks, n, placed);
        if (bytes >= p->temp_bytes)
            continue;
        p->temp_bytes = bytes;
        for (int i = 0; i < n; i++)
            p->buffers[blocks[i].root].offset = blocks[i].offset;
    }
    for (int i = 0; i < p->n_buffers; i++) {
        PlannedBuffer *b = &p->buffers[i];
        b->offset = p->buffers[roots[i]].offset;
        b->at_peak = b->live_from <= p->peak_at && b->live_to >= p->peak_at;
    }
    spans_free(placed);
    g_free(block_of);
    g_free(blocks);
}

void memory_plan_clear(MemoryPlan *p)
{
    g_free(p->buffers);
    memset(p, 0, sizeof *p);
}
