/* See pages.h. A tree has one unfinished page for each level. A full leaf is written, and what separates it from the next one goes to the page above:
 * in a table the leaf's last id, in an index its last entry, which is taken out of the leaf. Pages above are filled and split alike. */
#include "trace/pages.h"

#include <glib.h>
#include <string.h>

enum { LEVELS = 24, BUFFER = 1 << 16 }; /* SQLite's function that writes takes less than 128 KiB at once */
enum { LOCK_BYTE = 1 << 30 }; /* the page with this byte stays empty: SQLite locks bytes there */
enum { INDEX_INNER = 0x02, TABLE_INNER = 0x05, INDEX_LEAF = 0x0a, TABLE_LEAF = 0x0d };
enum { MOST_CELL = PAGES_MOST_ROW + 4 + 9 + 9 };

struct Pages {
    int size;
    int64_t next;    /* number of the next page */
    uint8_t *buffer;
    int n;           /* bytes in it */
    PagesWrite write;
    void *user;
    bool failed;
};

/* A page while it is filled: cells from the end downwards, their places from the head upwards. */
typedef struct Level {
    uint8_t *page; /* NULL = the tree has no such level yet */
    int n, low;    /* cells, and where the last one begins */
    int last;      /* its size */
} Level;

struct Tree {
    Pages *out;
    bool is_index;
    int64_t last_id;
    Level level[LEVELS]; /* 0 = leaves */
};

/* ---- bytes --------------------------------------------------------------------------------------------------------------- */

static void put_big(uint8_t *at, uint64_t v, int n)
{
    for (int i = n; i-- > 0; v >>= 8)
        at[i] = (uint8_t)v;
}

static int bits_of(uint64_t v)
{
    return 64 - __builtin_clzll(v | 1);
}

static int varint_size(uint64_t v)
{
    return v >> 56 ? 9 : (bits_of(v) + 6) / 7;
}

/* SQLite's numbers of variable length: seven bits a byte, the highest first; a ninth byte has eight. */
static int put_varint(uint8_t *at, uint64_t v)
{
    int n = varint_size(v);
    if (n == 9) {
        at[8] = (uint8_t)v;
        v >>= 8;
        for (int i = 8; i-- > 0; v >>= 7)
            at[i] = (uint8_t)(v | 128);
        return 9;
    }
    for (int i = n; i-- > 0; v >>= 7)
        at[i] = (uint8_t)(v | 128);
    at[n - 1] &= 127;
    return n;
}

static const uint8_t size_of_type[] = { 0, 1, 2, 3, 4, 6, 8, 0, 0, 0 };

/* The type of a value in SQLite's records. */
static inline int type_of(PagesInt v)
{
    static const uint8_t by_bits[] = { [0 ... 7] = 1, [8 ... 15] = 2, [16 ... 23] = 3, [24 ... 31] = 4, [32 ... 47] = 5, [48 ... 64] = 6 };
    if (v.null)
        return 0;
    if ((uint64_t)v.v < 2)
        return 8 + (int)v.v;
    return by_bits[bits_of((uint64_t)(v.v < 0 ? ~v.v : v.v))];
}

int pages_row(uint8_t *out, const PagesInt *v, int n)
{
    uint8_t *at = out + n + 1;
    out[0] = (uint8_t)(n + 1);
    for (int i = 0; i < n; i++) {
        int type = type_of(v[i]), size = size_of_type[type];
        out[1 + i] = (uint8_t)type;
        if (!size)
            continue;
        uint64_t big = GUINT64_TO_BE((uint64_t)v[i].v << (64 - 8 * size)); /* eight bytes, of which the next value writes over what is too much */
        memcpy(at, &big, sizeof big);
        at += size;
    }
    return (int)(at - out);
}

int pages_row_size(const PagesInt *v, int n)
{
    int size = n + 1;
    for (int i = 0; i < n; i++)
        size += size_of_type[type_of(v[i])];
    return size;
}

/* ---- pages --------------------------------------------------------------------------------------------------------------- */

Pages *pages_new(int page_size, int64_t next, PagesWrite write, void *user)
{
    g_assert(page_size >= PAGES_LEAST_SIZE && page_size <= 65536);
    Pages *p = g_new0(Pages, 1);
    *p = (Pages){ .size = page_size, .next = next, .buffer = g_malloc(BUFFER), .write = write, .user = user };
    return p;
}

void pages_free(Pages *p)
{
    if (!p)
        return;
    g_free(p->buffer);
    g_free(p);
}

static void flush(Pages *p)
{
    int64_t first = p->next - p->n / p->size;
    if (p->n && !p->failed)
        p->failed = !p->write(p->user, p->buffer, p->n, (first - 1) * p->size);
    p->n = 0;
}

static int64_t append(Pages *p, const uint8_t *page)
{
    if (!p->write)
        return p->next++;
    if (page)
        memcpy(p->buffer + p->n, page, (size_t)p->size);
    else
        memset(p->buffer + p->n, 0, (size_t)p->size);
    p->n += p->size;
    int64_t number = p->next++;
    if (p->n == BUFFER)
        flush(p);
    return number;
}

int64_t pages_end(Pages *p)
{
    flush(p);
    return p->failed ? 0 : p->next - 1;
}

/* ---- one level of a tree ---------------------------------------------------------------------------------------------------- */

static bool counts_only(const Tree *t)
{
    return !t->out->write;
}

static int head_size(int level)
{
    return level ? 12 : 8;
}

static void start_page(const Tree *t, Level *l)
{
    if (!l->page)
        l->page = g_malloc(t->out->size);
    if (!counts_only(t))
        memset(l->page, 0, (size_t)t->out->size);
    l->n = 0;
    l->low = t->out->size;
}

static bool fits(const Tree *t, int level, int n)
{
    const Level *l = &t->level[level];
    return head_size(level) + 2 * (l->n + 1) + n <= l->low;
}

/* Room for a cell of n bytes. */
static uint8_t *new_cell(Tree *t, int level, int n)
{
    Level *l = &t->level[level];
    l->low -= n;
    l->last = n;
    if (!counts_only(t))
        put_big(l->page + head_size(level) + 2 * l->n, (uint64_t)l->low, 2);
    l->n++;
    return l->page + l->low;
}

/* Removes the last cell; returns its size. No other is taken from this page. */
static int take_cell(Tree *t, int level, uint8_t *cell)
{
    Level *l = &t->level[level];
    uint8_t *place = l->page + head_size(level) + 2 * --l->n;
    int n = l->last;
    if (!counts_only(t)) {
        memcpy(cell, l->page + l->low, (size_t)n);
        memset(l->page + l->low, 0, (size_t)n);
        memset(place, 0, 2);
    }
    l->low += n;
    return n;
}

static void put_head(const Tree *t, int level, int64_t right)
{
    const Level *l = &t->level[level];
    l->page[0] = level ? (t->is_index ? INDEX_INNER : TABLE_INNER) : t->is_index ? INDEX_LEAF : TABLE_LEAF;
    put_big(l->page + 3, (uint64_t)l->n, 2);
    put_big(l->page + 5, (uint64_t)l->low, 2); /* 65536 is written as 0 */
    if (level)
        put_big(l->page + 8, (uint64_t)right, 4);
}

/* right: the page with what comes after the last cell, for a page above the leaves. */
static int64_t end_page(Tree *t, int level, int64_t right)
{
    if (!counts_only(t))
        put_head(t, level, right);
    if (t->out->next == LOCK_BYTE / t->out->size + 1)
        append(t->out, NULL);
    return append(t->out, t->level[level].page);
}

/* Adds to a page above: a page below, and the key that separates it from the next. */
static void put_child(Tree *t, int level, int64_t child, const uint8_t *key, int n_key)
{
    g_assert(level < LEVELS);
    if (!t->level[level].page)
        start_page(t, &t->level[level]);
    if (!fits(t, level, n_key + 4)) {
        uint8_t last[MOST_CELL] = { 0 };
        int n = take_cell(t, level, last);
        int64_t right = (int64_t)last[0] << 24 | last[1] << 16 | last[2] << 8 | last[3];
        put_child(t, level + 1, end_page(t, level, right), last + 4, n - 4);
        start_page(t, &t->level[level]);
    }
    uint8_t *cell = new_cell(t, level, n_key + 4);
    if (counts_only(t))
        return;
    put_big(cell, (uint64_t)child, 4);
    memcpy(cell + 4, key, (size_t)n_key);
}

/* ---- a tree ------------------------------------------------------------------------------------------------------------------ */

Tree *tree_new(Pages *out, bool is_index)
{
    Tree *t = g_new0(Tree, 1);
    t->out = out;
    t->is_index = is_index;
    start_page(t, &t->level[0]);
    return t;
}

static void end_leaf(Tree *t)
{
    uint8_t key[MOST_CELL];
    int n = t->is_index ? take_cell(t, 0, key) : put_varint(key, (uint64_t)t->last_id);
    put_child(t, 1, end_page(t, 0, 0), key, n);
    start_page(t, &t->level[0]);
}

void tree_add(Tree *t, int64_t id, const uint8_t *row, int n)
{
    g_assert(n <= PAGES_MOST_ROW);
    int head = varint_size((uint64_t)n) + (t->is_index ? 0 : varint_size((uint64_t)id));
    if (!fits(t, 0, head + n))
        end_leaf(t);
    uint8_t *cell = new_cell(t, 0, head + n);
    t->last_id = id;
    if (counts_only(t))
        return;
    int at = put_varint(cell, (uint64_t)n);
    if (!t->is_index)
        put_varint(cell + at, (uint64_t)id);
    memcpy(cell + head, row, (size_t)n);
}

int64_t tree_end(Tree *t)
{
    int64_t page = end_page(t, 0, 0);
    for (int level = 1; level < LEVELS && t->level[level].page; level++)
        page = end_page(t, level, page);
    for (int level = 0; level < LEVELS; level++)
        g_free(t->level[level].page);
    g_free(t);
    return page;
}
