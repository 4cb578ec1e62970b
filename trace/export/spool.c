/* See spool.h. */
#include "trace/export/spool.h"

#include <errno.h>

#include "trace/wire_put.h"

enum { IN_MEMORY = 1 << 20, BLOCK = 1 << 16 };

struct Spool {
    GString *tail;
    FILE *file;  /* NULL = none yet */
    size_t size; /* of the file's content */
    int failed;  /* errno of what went wrong first; 0 = nothing */
};

Spool *spool_new(void)
{
    Spool *s = g_new0(Spool, 1);
    s->tail = g_string_new(NULL);
    return s;
}

void spool_free(Spool *s)
{
    if (!s)
        return;
    g_string_free(s->tail, TRUE);
    if (s->file)
        fclose(s->file);
    g_free(s);
}

GString *spool_tail(Spool *s)
{
    return s->tail;
}

static void spill(Spool *s)
{
    errno = 0;
    if (!s->file)
        s->file = tmpfile();
    bool ok = s->file && fwrite(s->tail->str, 1, s->tail->len, s->file) == s->tail->len;
    if (!ok && !s->failed)
        s->failed = errno ? errno : EIO;
    s->size += s->tail->len;
    g_string_truncate(s->tail, 0);
}

void spool_settle(Spool *s)
{
    if (s->tail->len > IN_MEMORY)
        spill(s);
}

/* Hands its bytes to `put` and empties it. */
static void drain(Spool *s, void (*put_bytes)(void *to, const char *bytes, size_t n), void *to)
{
    if (s->file) {
        char block[BLOCK];
        size_t left = s->size;
        rewind(s->file);
        while (left && !s->failed) {
            size_t n = fread(block, 1, MIN(left, sizeof block), s->file);
            if (n == 0)
                s->failed = errno ? errno : EIO;
            put_bytes(to, block, n);
            left -= n;
        }
        rewind(s->file);
    }
    put_bytes(to, s->tail->str, s->tail->len);
    g_string_truncate(s->tail, 0);
    s->size = 0;
}

static void to_spool(void *to, const char *bytes, size_t n)
{
    Spool *s = to;
    g_string_append_len(s->tail, bytes, (gssize)n);
    spool_settle(s);
}

static void to_file(void *to, const char *bytes, size_t n)
{
    put(to, bytes, n);
}

static void put_head(GString *out, int number, const Spool *s)
{
    wire_put_varint(out, (uint64_t)number << 3 | 2);
    wire_put_varint(out, spool_size(s));
}

void spool_append(Spool *into, Spool *from)
{
    drain(from, to_spool, into);
    into->failed = into->failed ? into->failed : from->failed;
}

static void to_string(void *to, const char *bytes, size_t n)
{
    g_string_append_len(to, bytes, (gssize)n);
}

void spool_take(Spool *from, GString *into)
{
    drain(from, to_string, into);
}

size_t spool_size(const Spool *s)
{
    return s->size + s->tail->len;
}

void spool_put(Spool *into, int number, Spool *from)
{
    put_head(into->tail, number, from);
    spool_append(into, from);
}

bool spool_write(Export *x, int number, Spool *from, GError **error)
{
    g_autoptr(GString) head = g_string_new(NULL);
    put_head(head, number, from);
    put_string(x, head);
    drain(from, to_file, x);
    if (from->failed)
        g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(from->failed), "a temporary file: %s", g_strerror(from->failed));
    return !from->failed;
}
