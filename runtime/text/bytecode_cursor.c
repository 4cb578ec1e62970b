/* The cursor over bytecode: numbers, references and spans, each checked against the bytes that are left. */
#include "runtime/text/bytecode_impl.h"

#include <stdarg.h>
#include <string.h>

bool bc_fail(BcCursor *c, const char *at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    g_autofree char *message = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    mlir_fail(c->b->x, at, "%s", message);
    c->p = c->end;
    return false;
}

static bool cut_short(BcCursor *c)
{
    return bc_failed(c->b) || bc_fail(c, c->p, "the file is cut short, or a length in it is wrong");
}

unsigned bc_byte(BcCursor *c)
{
    if (c->p < c->end)
        return (unsigned char)*c->p++;
    cut_short(c);
    return 0;
}

/* The first byte's trailing zeros count the bytes that follow; none set: eight follow. */
uint64_t bc_varint(BcCursor *c)
{
    if (c->p < c->end && (*c->p & 1))
        return (unsigned char)*c->p++ >> 1;
    if (c->p == c->end)
        return cut_short(c);
    unsigned first = (unsigned char)*c->p;
    size_t n = first ? (size_t)__builtin_ctz(first) + 1 : 9;
    if (bc_left(c) < n)
        return cut_short(c);
    uint64_t v = 0;
    memcpy(&v, c->p + (n == 9), MIN(n, 8)); /* little-endian hosts only, as everywhere in the runtime */
    c->p += n;
    return n == 9 ? v : v >> n;
}

uint64_t bc_small(BcCursor *c)
{
    uint64_t v = bc_varint(c);
    return MIN(v, (uint64_t)G_MAXINT);
}

int64_t bc_svarint(BcCursor *c)
{
    uint64_t v = bc_varint(c);
    return (int64_t)(v >> 1) ^ -(int64_t)(v & 1);
}

uint64_t bc_flagged(BcCursor *c, bool *flag)
{
    uint64_t v = bc_varint(c);
    *flag = v & 1;
    return v >> 1;
}

size_t bc_count(BcCursor *c)
{
    const char *at = c->p;
    uint64_t n = bc_varint(c);
    if (n <= bc_left(c) && n < G_MAXINT)
        return (size_t)n;
    bc_fail(c, at, "%" G_GUINT64_FORMAT " items in %zu bytes: the file is cut short, or a length in it is wrong", n, bc_left(c));
    return 0;
}

Str bc_bytes(BcCursor *c, uint64_t n)
{
    if (n > bc_left(c)) {
        cut_short(c);
        return (Str){ "", 0 };
    }
    Str s = { c->p, (size_t)n };
    c->p += n;
    return s;
}

Str bc_blob(BcCursor *c)
{
    return bc_bytes(c, bc_varint(c));
}

Str bc_string(BcCursor *c)
{
    const char *at = c->p;
    uint64_t id = bc_varint(c);
    if (id < c->b->n_strings)
        return c->b->strings[id];
    if (!bc_failed(c->b))
        bc_fail(c, at, "there is no string %" G_GUINT64_FORMAT ", the file has %zu", id, c->b->n_strings);
    return (Str){ "", 0 };
}

Ints bc_svarints(BcCursor *c)
{
    size_t n = bc_count(c);
    int64_t *v = arena_array(c->b->x->lasting, int64_t, MAX(n, 1));
    for (size_t i = 0; i < n; i++)
        v[i] = bc_svarint(c);
    return (Ints){ v, (int)n };
}

bool bc_at_end(BcCursor *c, const char *what)
{
    if (bc_failed(c->b))
        return false;
    return c->p == c->end || bc_fail(c, c->p, "%zu bytes are left over behind %s", bc_left(c), what);
}
