/* SpanMap: a hash table whose keys are names in a program's text; declared in hlo_impl.h. */
#include "runtime/text/hlo_impl.h"

#include <string.h>

#include "runtime/base/hash.h"

static void span_map_grow(SpanMap *m)
{
    SpanSlot *old = m->slots;
    uint32_t n_old = old ? m->mask + 1 : 0;
    m->mask = n_old ? n_old * 2 - 1 : 255;
    m->slots = g_new0(SpanSlot, (gsize)m->mask + 1);
    for (uint32_t i = 0; i < n_old; i++) {
        if (!old[i].entry)
            continue;
        uint32_t k = old[i].hash & m->mask;
        while (m->slots[k].entry)
            k = (k + 1) & m->mask;
        m->slots[k] = old[i];
    }
    g_free(old);
}

/* The slot of the key, or the free slot for it. */
static SpanSlot *span_slot(const SpanMap *m, Span key, uint32_t hash)
{
    uint32_t k = hash & m->mask;
    for (; m->slots[k].entry; k = (k + 1) & m->mask) {
        if (m->slots[k].hash != hash)
            continue;
        const SpanEntry *e = &m->entries.v[m->slots[k].entry - 1];
        if (e->n == key.n && memcmp(e->s, key.s, key.n) == 0)
            break;
    }
    return &m->slots[k];
}

void *span_map_get(const SpanMap *m, Span key, int scope)
{
    if (!m->slots)
        return NULL;
    const SpanSlot *slot = span_slot(m, key, hash_name_bytes(key.s, key.n));
    if (!slot->entry)
        return NULL;
    const SpanEntry *e = &m->entries.v[slot->entry - 1];
    return e->scope == scope ? e->value : NULL;
}

void *span_map_add(SpanMap *m, Span key, int scope, void *value)
{
    if (!m->slots || (uint32_t)m->entries.n * 2 >= m->mask)
        span_map_grow(m);
    uint32_t hash = hash_name_bytes(key.s, key.n);
    SpanSlot *slot = span_slot(m, key, hash);
    SpanEntry entry = {key.s, (uint32_t)key.n, scope, value};
    if (!slot->entry) {
        vec_push(&m->entries, entry);
        *slot = (SpanSlot){hash, (uint32_t)m->entries.n};
        return NULL;
    }
    SpanEntry *e = &m->entries.v[slot->entry - 1];
    if (e->scope == scope)
        return e->value;
    *e = entry;
    return NULL;
}

void span_map_clear(SpanMap *m)
{
    g_free(m->slots);
    vec_clear(&m->entries);
    *m = (SpanMap){0};
}
