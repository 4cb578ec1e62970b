/* A hash set of strings with open addressing. */
#include "runtime/base/str.h"

#include <glib.h>
#include <string.h>

#include "runtime/base/hash.h"

typedef struct Slot {
    const char *s;
    uint32_t hash, len, tag;
} Slot;

struct StrTable {
    Arena *arena;
    Slot *slots;
    uint32_t n, mask;
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
    g_free(t);
}

static void grow(StrTable *t)
{
    Slot *old = t->slots;
    uint32_t n_old = t->mask + 1;
    t->mask = n_old * 2 - 1;
    t->slots = g_new0(Slot, t->mask + 1);
    for (uint32_t i = 0; i < n_old; i++) {
        if (!old[i].s)
            continue;
        uint32_t k = old[i].hash & t->mask;
        while (t->slots[k].s)
            k = (k + 1) & t->mask;
        t->slots[k] = old[i];
    }
    g_free(old);
}

const char *str_intern_tag(StrTable *t, const char *s, size_t n, uint32_t **tag)
{
    if (t->n * 2 >= t->mask)
        grow(t);
    uint32_t h = hash_bytes(s, n);
    uint32_t k = h & t->mask;
    for (; t->slots[k].s; k = (k + 1) & t->mask)
        if (t->slots[k].hash == h && t->slots[k].len == n && memcmp(t->slots[k].s, s, n) == 0)
            break;
    if (!t->slots[k].s) {
        t->slots[k] = (Slot){ arena_strndup(t->arena, s, n), h, (uint32_t)n, 0 };
        t->n++;
    }
    *tag = &t->slots[k].tag;
    return t->slots[k].s;
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
