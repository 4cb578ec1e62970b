/* Each line of the new text is matched with a line of the base by the text before its first '=', which is an instruction's name; of a
 * changed line, the parts before and behind the change are copied. If several lines of the base match, the last one is taken; a poor choice
 * only makes the edit longer. */
#include "trace/edit.h"

#include <string.h>

enum { WORTH_COPYING = 12 }; /* bytes; a shorter copy costs as much as it saves */

/* ---- making ---- */

typedef struct Edit {
    GByteArray *out;
    const char *base, *text;
    gsize copy_at, n_copy;  /* the current copy */
    gsize new_at, n_new;    /* new bytes behind it, in the text */
    gsize last;             /* end of the last copy written */
} Edit;

static void put_number(GByteArray *out, guint64 v)
{
    guint8 bytes[10];
    guint n = 0;
    do
        bytes[n++] = (guint8)((v & 127) | (v > 127 ? 128 : 0));
    while (v >>= 7);
    g_byte_array_append(out, bytes, n);
}

static void write_part(Edit *e)
{
    if (!e->n_copy && !e->n_new)
        return;
    gint64 jump = e->n_copy ? (gint64)e->copy_at - (gint64)e->last : 0;
    put_number(e->out, (guint64)jump << 1 ^ (guint64)(jump >> 63));
    put_number(e->out, e->n_copy);
    put_number(e->out, e->n_new);
    g_byte_array_append(e->out, (const guint8 *)e->text + e->new_at, (guint)e->n_new);
    if (e->n_copy)
        e->last = e->copy_at + e->n_copy;
    e->n_copy = e->n_new = 0;
}

static void add_new(Edit *e, gsize at, gsize n)
{
    if (!e->n_new)
        e->new_at = at;
    e->n_new += n;
}

/* `at`: its position in the text; a short copy may be stored as new bytes instead. */
static void add_copy(Edit *e, gsize base_at, gsize at, gsize n)
{
    if (!e->n_new && e->n_copy && e->copy_at + e->n_copy == base_at) {
        e->n_copy += n;
    } else if (n < WORTH_COPYING) {
        add_new(e, at, n);
    } else {
        write_part(e);
        e->copy_at = base_at;
        e->n_copy = n;
    }
}

typedef struct Line {
    gsize at, n; /* the line end included */
    guint32 hash, n_key;
} Line;

static guint32 hash_key(const char *s, gsize n)
{
    guint64 h = n;
    for (gsize i = 0; i + 8 <= n; i += 8) {
        guint64 word;
        memcpy(&word, s + i, 8);
        h = (h ^ word) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
        h ^= h >> 29;
    }
    guint64 rest = 0;
    memcpy(&rest, s + n / 8 * 8, n % 8);
    h = (h ^ rest) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
    return (guint32)(h >> 32);
}

static Line line_at(const char *text, gsize at, gsize n_text)
{
    const char *start = text + at, *end = memchr(start, '\n', n_text - at);
    Line l = { .at = at, .n = end ? (gsize)(end - start) + 1 : n_text - at };
    const char *key = memchr(start, '=', l.n);
    l.n_key = (guint32)MIN(key ? (gsize)(key - start) : l.n, (gsize)G_MAXUINT32);
    l.hash = hash_key(start, l.n_key);
    return l;
}

static GArray *lines_of(const char *text, gsize n)
{
    GArray *lines = g_array_new(FALSE, FALSE, sizeof(Line));
    for (gsize at = 0; at < n;) {
        Line l = line_at(text, at, n);
        g_array_append_val(lines, l);
        at += l.n;
    }
    return lines;
}

/* By hash of the key: numbers of lines + 1. */
typedef struct Lookup {
    guint32 *slots, mask;
} Lookup;

static Lookup lookup_new(const GArray *lines)
{
    guint32 size = 64;
    while (size < lines->len * 2)
        size *= 2;
    Lookup t = { g_new0(guint32, size), size - 1 };
    for (guint i = 0; i < lines->len; i++) {
        guint32 hash = g_array_index(lines, Line, i).hash, at = hash & t.mask;
        while (t.slots[at] && g_array_index(lines, Line, t.slots[at] - 1).hash != hash)
            at = (at + 1) & t.mask;
        t.slots[at] = i + 1;
    }
    return t;
}

static const Line *look_up(const Lookup *t, const GArray *lines, guint32 hash)
{
    for (guint32 at = hash & t->mask; t->slots[at]; at = (at + 1) & t->mask) {
        const Line *l = &g_array_index(lines, Line, t->slots[at] - 1);
        if (l->hash == hash)
            return l;
    }
    return NULL;
}

static gsize common_start(const char *a, const char *b, gsize most)
{
    gsize n = 0;
    for (; n + 8 <= most && memcmp(a + n, b + n, 8) == 0; n += 8)
        ;
    while (n < most && a[n] == b[n])
        n++;
    return n;
}

static gsize common_end(const char *a_end, const char *b_end, gsize most)
{
    gsize n = 0;
    for (; n + 8 <= most && memcmp(a_end - n - 8, b_end - n - 8, 8) == 0; n += 8)
        ;
    while (n < most && a_end[-(gssize)n - 1] == b_end[-(gssize)n - 1])
        n++;
    return n;
}

GByteArray *edit_make(const char *base, gsize n_base, const char *text, gsize n_text, gsize most)
{
    Edit e = { .out = g_byte_array_new(), .base = base, .text = text };
    g_autoptr(GArray) old = lines_of(base, n_base);
    Lookup by_key = lookup_new(old);
    guint next = 0; /* usually the match is the base's line behind the last match */
    for (gsize at = 0; at < n_text && e.out->len <= most;) {
        Line l = line_at(text, at, n_text);
        const Line *was = next < old->len && g_array_index(old, Line, next).hash == l.hash ? &g_array_index(old, Line, next) : look_up(&by_key, old, l.hash);
        gsize start = was ? common_start(base + was->at, text + at, MIN(was->n, l.n)) : 0;
        gsize end = was && start < l.n ? common_end(base + was->at + was->n, text + at + l.n, MIN(was->n, l.n) - start) : 0;
        if (start)
            add_copy(&e, was->at, at, start);
        if (start + end < l.n)
            add_new(&e, at + start, l.n - start - end);
        if (end)
            add_copy(&e, was->at + was->n - end, at + l.n - end, end);
        if (was)
            next = (guint)(was - &g_array_index(old, Line, 0)) + 1;
        at += l.n;
    }
    write_part(&e);
    g_free(by_key.slots);
    if (e.out->len > most)
        g_clear_pointer(&e.out, g_byte_array_unref);
    return e.out;
}

/* ---- applying ---- */

static gboolean get_number(const guint8 **at, const guint8 *end, guint64 *out)
{
    *out = 0;
    for (int shift = 0; *at < end && shift < 64; shift += 7) {
        guint8 byte = *(*at)++;
        *out |= (guint64)(byte & 127) << shift;
        if (byte < 128)
            return TRUE;
    }
    return FALSE;
}

char *edit_apply(const char *base, gsize n_base, const guint8 *edit, gsize n_edit, gsize n_text)
{
    g_autofree char *text = g_try_malloc(n_text + 1);
    const guint8 *at = edit, *end = edit + n_edit;
    gsize n = 0, last = 0;
    while (text && at < end) {
        guint64 jump, n_copy, n_new;
        if (!get_number(&at, end, &jump) || !get_number(&at, end, &n_copy) || !get_number(&at, end, &n_new))
            return NULL;
        guint64 from = last + ((jump >> 1) ^ (~(jump & 1) + 1)); /* wraps, and is then beyond the base */
        if (from > n_base || n_copy > n_base - from || n_copy > n_text - n || n_new > n_text - n - n_copy || n_new > (gsize)(end - at))
            return NULL;
        memcpy(text + n, base + from, n_copy);
        memcpy(text + n + n_copy, at, n_new);
        n += n_copy + n_new;
        at += n_new;
        last = from + n_copy;
    }
    if (!text || n != n_text)
        return NULL;
    text[n] = '\0';
    return g_steal_pointer(&text);
}
