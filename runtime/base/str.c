/* A hash set of strings with open addressing. */
#include "runtime/base/str.h"

#include <glib.h>
#include <string.h>

#include "runtime/base/hash.h"
#include "runtime/base/vec.h"

typedef struct Entry { /* in the order the strings came */
    const char *s;
    uint32_t len, tag;
} Entry;

typedef struct Slot { /* small, so that large tables stay in the cache */
    uint32_t hash, entry; /* number + 1, 0 = free */
} Slot;

struct StrTable {
    Arena *arena;
    Slot *slots;
    uint32_t mask;
    VEC(Entry) entries;
};

StrTable *str_table_new(Arena *arena)
{
    StrTable *t = g_new0(StrTable, 1);
    t->arena = arena;
    t->mask = 255;
    t->slots = g_new0(Slot, t->mask + 1);
    return t;
}

void str_table_free(StrTable *t)
{
    if (!t)
        return;
    g_free(t->slots);
    vec_clear(&t->entries);
    g_free(t);
}

/* Written, not taken as zeroed pages: those are met twice, when a slot is read and when it is filled. */
static Slot *slots_new(gsize n)
{
    return memset(g_malloc(sizeof(Slot) * n), 0, sizeof(Slot) * n);
}

static void grow(StrTable *t)
{
    Slot *old = t->slots;
    uint32_t n_old = t->mask + 1;
    t->mask = n_old * 2 - 1;
    t->slots = slots_new((gsize)t->mask + 1);
    for (uint32_t i = 0; i < n_old; i++) {
        if (!old[i].entry)
            continue;
        uint32_t k = old[i].hash & t->mask;
        while (t->slots[k].entry)
            k = (k + 1) & t->mask;
        t->slots[k] = old[i];
    }
    g_free(old);
}

const char *str_intern_tag(StrTable *t, const char *s, size_t n, uint32_t **tag)
{
    if ((uint32_t)t->entries.n * 2 >= t->mask)
        grow(t);
    uint32_t h = hash_name_bytes(s, n);
    uint32_t k = h & t->mask;
    for (; t->slots[k].entry; k = (k + 1) & t->mask) {
        if (t->slots[k].hash != h)
            continue;
        Entry *e = &t->entries.v[t->slots[k].entry - 1];
        if (e->len == n && memcmp(e->s, s, n) == 0) {
            *tag = &e->tag;
            return e->s;
        }
    }
    Entry made = { arena_strndup(t->arena, s, n), (uint32_t)n, 0 };
    vec_push(&t->entries, made);
    t->slots[k] = (Slot){ h, (uint32_t)t->entries.n };
    *tag = &t->entries.v[t->entries.n - 1].tag;
    return made.s;
}

const char *str_intern_n(StrTable *t, const char *s, size_t n)
{
    uint32_t *tag;
    return str_intern_tag(t, s, n, &tag);
}

const char *str_intern(StrTable *t, const char *s)
{
    return s ? str_intern_n(t, s, strlen(s)) : NULL;
}
