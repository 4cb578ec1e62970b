/* Open addressing with linear steps; the table is at most half full. */
#include "runtime/base/memo.h"

#include <glib.h>
#include <string.h>

static uint64_t hash_of(const Key *k)
{
    uint64_t h = (uint64_t)k->n * UINT64_C(0x9e3779b97f4a7c15);
    for (int i = 0; i < k->n; i++) {
        h = (h ^ k->w[i]) * UINT64_C(0xff51afd7ed558ccd);
        h ^= h >> 32;
    }
    return h;
}

void *memo_get(const Memo *m, Key *k)
{
    if (k->full)
        return NULL;
    k->hash = hash_of(k);
    if (m->cap == 0)
        return NULL;
    size_t mask = (size_t)m->cap - 1;
    for (size_t i = (size_t)k->hash & mask; m->rows[i].value; i = (i + 1) & mask) {
        const MemoRow *r = &m->rows[i];
        if (r->hash == k->hash && r->n == k->n && memcmp(r->words, k->w, sizeof *k->w * (size_t)k->n) == 0)
            return r->value;
    }
    return NULL;
}

static void place(Memo *m, MemoRow row)
{
    size_t mask = (size_t)m->cap - 1, i = (size_t)row.hash & mask;
    while (m->rows[i].value)
        i = (i + 1) & mask;
    m->rows[i] = row;
}

static void grow(Memo *m)
{
    MemoRow *old = m->rows;
    int n = m->cap;
    m->cap = n ? n * 2 : 64;
    m->rows = arena_array(m->arena, MemoRow, m->cap);
    for (int i = 0; i < n; i++)
        if (old[i].value)
            place(m, old[i]);
}

void memo_put(Memo *m, const Key *k, void *value)
{
    g_assert(value);
    if (k->full)
        return;
    if (m->n * 2 >= m->cap)
        grow(m);
    place(m, (MemoRow){ k->hash, arena_memdup(m->arena, k->w, sizeof *k->w * (size_t)k->n), k->n, value });
    m->n++;
}
