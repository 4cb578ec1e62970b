/* A string's tag says whether the name is taken and, of a stem, the last suffix that was given to it. */
#include "runtime/ir/names.h"

#include <glib.h>
#include <string.h>

#include "runtime/base/str.h"

#define TAKEN 0x80000000u

struct NameTable {
    StrTable *strings;
};

NameTable *name_table_new(Arena *arena)
{
    NameTable *t = g_new0(NameTable, 1);
    t->strings = str_table_new(arena);
    return t;
}

void name_table_free(NameTable *t)
{
    if (!t)
        return;
    str_table_free(t->strings);
    g_free(t);
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
    uint32_t *tag;
    const char *taken = str_intern_tag(t->strings, name, n, &tag);
    if (!(*tag & TAKEN)) {
        *tag |= TAKEN;
        return taken;
    }
    size_t stem = stem_length(name, n);
    str_intern_tag(t->strings, name, stem, &tag);
    uint32_t next = *tag & ~TAKEN;
    g_autofree char *text = g_malloc(stem + 16);
    memcpy(text, name, stem);
    do {
        int len = g_snprintf(text + stem, 16, ".%u", ++next);
        taken = str_intern_tag(t->strings, text, stem + (size_t)len, &tag);
    } while (*tag & TAKEN);
    *tag |= TAKEN;
    str_intern_tag(t->strings, name, stem, &tag);
    *tag = (*tag & TAKEN) | next;
    return taken;
}
