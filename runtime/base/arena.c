/* Bump allocation out of a chain of blocks; each block is twice the last, up to 4 MiB. */
#include "runtime/base/arena.h"

#include <glib.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/base/memory_out.h"

typedef struct Block {
    struct Block *prev;
    size_t size, used;
    _Alignas(16) char data[];
} Block;

struct Arena {
    Block *last;
    size_t total;
};

enum { FIRST_BLOCK = 16 << 10, MAX_BLOCK = 4 << 20, LARGE_PAGE = 2 << 20 };

/* Blocks of full size lie on large pages where the system has them: a module of a million instructions is a hundred
 * thousand small ones, each met with a fault. */
static Block *block_new(size_t size, Block *prev)
{
    Block *b = NULL;
    void *large = size == MAX_BLOCK ? memory_get(MAX_BLOCK, LARGE_PAGE) : NULL;
    if (large) {
        madvise(large, MAX_BLOCK, MADV_HUGEPAGE);
        b = large;
        size -= sizeof *b;
    } else {
        b = memory_get(sizeof *b + size, 16);
        if (!b)
            memory_out(sizeof *b + size, "the program");
    }
    b->prev = prev;
    b->size = size;
    b->used = 0;
    return b;
}

Arena *arena_new_root(void)
{
    return g_new0(Arena, 1);
}

static void blocks_free(Block *b)
{
    while (b) {
        Block *prev = b->prev;
        free(b);
        b = prev;
    }
}

void arena_free(Arena *a)
{
    if (!a)
        return;
    blocks_free(a->last);
    g_free(a);
}

void arena_reset(Arena *a)
{
    if (a->last) {
        blocks_free(a->last->prev);
        a->last->prev = NULL;
        a->last->used = 0;
    }
    a->total = 0;
}

ArenaMark arena_mark(const Arena *a)
{
    return (ArenaMark){ a->last, a->last ? a->last->used : 0, a->total };
}

void arena_release(Arena *a, ArenaMark mark)
{
    while (a->last && a->last != mark.block && (mark.block || a->last->prev)) {
        Block *prev = a->last->prev;
        free(a->last);
        a->last = prev;
    }
    if (a->last)
        a->last->used = mark.used; /* with nothing before the mark the first block stays, empty */
    a->total = mark.total;
}

/* Not zeroed. */
static void *take(Arena *a, size_t size)
{
    size = (size + 15) & ~(size_t)15;
    if (size == 0)
        size = 16;
    if (!a->last || a->last->size - a->last->used < size) {
        size_t want = a->last ? MIN(a->last->size * 2, (size_t)MAX_BLOCK) : (size_t)FIRST_BLOCK;
        a->last = block_new(size > MAX_BLOCK - sizeof *a->last ? MAX(size, (size_t)MAX_BLOCK + 1) : MAX(want, size), a->last);
    }
    void *p = a->last->data + a->last->used;
    a->last->used += size;
    a->total += size;
    return p;
}

void *arena_alloc(Arena *a, size_t size)
{
    return memset(take(a, size), 0, size ? size : 16);
}

void *arena_memdup(Arena *a, const void *p, size_t size)
{
    void *q = take(a, size);
    if (size)
        memcpy(q, p, size);
    return q;
}

char *arena_strndup(Arena *a, const char *s, size_t n)
{
    char *q = take(a, n + 1);
    memcpy(q, s, n);
    q[n] = '\0';
    return q;
}

char *arena_strdup(Arena *a, const char *s)
{
    return s ? arena_strndup(a, s, strlen(s)) : NULL;
}

char *arena_printf(Arena *a, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    g_autofree char *s = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    return arena_strdup(a, s);
}

size_t arena_used(const Arena *a)
{
    return a->total;
}
