/* Open addressing; a slot is a name that is taken, or a stem whose counter was needed, or both. */
#include "runtime/ir/names.h"

#include <glib.h>
#include <string.h>

#include "runtime/base/hash.h"

typedef struct NameSlot {
    const char *s;
    uint32_t hash, len, next;
    bool taken;
} NameSlot;

struct NameTable {
    Arena *arena;
    NameSlot *slots;
    uint32_t n, mask;
};

NameTable *name_table_new(Arena *arena)
{
    NameTable *t = g_new0(NameTable, 1);
    t->arena = arena;
    t->mask = 255;
    t->slots = g_new0(NameSlot, t->mask + 1);
    return t;
}

void name_table_free(NameTable *t)
{
    if (!t)
        return;
    g_free(t->slots);
    g_free(t);
}

static void grow(NameTable *t)
{
    NameSlot *old = t->slots;
    uint32_t n_old = t->mask + 1;
    t->mask = n_old * 2 - 1;
    t->slots = g_new0(NameSlot, t->mask + 1);
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

/* The slot of the name, made if it is new. Valid until the next call. */
static NameSlot *slot_of(NameTable *t, const char *s, size_t n)
{
    if (t->n * 2 >= t->mask)
        grow(t);
    uint32_t h = hash_bytes(s, n);
    uint32_t k = h & t->mask;
    for (; t->slots[k].s; k = (k + 1) & t->mask)
        if (t->slots[k].hash == h && t->slots[k].len == n && memcmp(t->slots[k].s, s, n) == 0)
            return &t->slots[k];
    t->slots[k] = (NameSlot){arena_strndup(t->arena, s, n), h, (uint32_t)n, 0, false};
    t->n++;
    return &t->slots[k];
}

static size_t stem_length(const char *s, size_t n)
{
    size_t k = n;
    while (k > 0 && g_ascii_isdigit(s[k - 1]))
        k--;
    return k < n && k > 1 && s[k - 1] == '.' ? k - 1 : n;
}

const char *name_take(NameTable *t, const char *name, size_t n)
{
    NameSlot *slot = slot_of(t, name, n);
    if (!slot->taken) {
        slot->taken = true;
        return slot->s;
    }
    size_t stem = stem_length(name, n);
    uint32_t next = slot_of(t, name, stem)->next;
    g_autofree char *text = g_malloc(stem + 16);
    memcpy(text, name, stem);
    do {
        int len = g_snprintf(text + stem, 16, ".%u", ++next);
        slot = slot_of(t, text, stem + (size_t)len);
    } while (slot->taken);
    slot->taken = true;
    const char *taken = slot->s;
    slot_of(t, name, stem)->next = next;
    return taken;
}
