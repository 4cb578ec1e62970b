/* Whether all pages of a file of SQLite's belong to something, and are full of what they say they have: of a page or a cell that a flipped bit took out of its tree, no
 * query says that it is missing. See sqlite_pages.h. Start at sqlite_pages_intact(). */
#include "trace/import/sqlite_pages_impl.h"

typedef struct Check {
    SqlitePages *p;
    uint8_t *seen;       /* a bit for each page */
    uint8_t *buffers[DEEPEST_TREE];
    uint8_t *other;      /* a page of a chain */
    int64_t last;        /* number of the row before */
} Check;

static bool take(Check *c, uint32_t number)
{
    uint8_t bit = (uint8_t)(1 << number % 8);
    if (!number || number > c->p->n_pages || c->seen[number / 8] & bit)
        return false;
    c->seen[number / 8] |= bit;
    return true;
}

static bool chain_is_whole(Check *c, const TreeCell *cell)
{
    uint64_t left = cell->n - cell->n_local;
    uint32_t at = cell->more;
    while (left) {
        if (!take(c, at) || !sqlite_page_read(c->p, at, c->other))
            return false;
        left -= MIN(left, c->p->usable - 4);
        at = be32(c->other);
    }
    return at == 0;
}

/* The sizes that a row's header has add up to the row. */
static bool row_is_whole(const TreeCell *cell)
{
    const uint8_t *at = cell->local, *end = at + cell->n_local;
    uint64_t head, sum, serial;
    if (!sqlite_varint(&at, end, &head) || head > cell->n)
        return false;
    if (head > cell->n_local)
        return true; /* hundreds of columns, or long names of types: not looked at */
    sum = head;
    for (const uint8_t *stop = cell->local + head; at < stop;) {
        int64_t size = sqlite_varint(&at, stop, &serial) ? sqlite_size_of(serial) : -1;
        if (size < 0)
            return false;
        sum += (uint64_t)size;
    }
    return sum == cell->n;
}

/* Bytes of the page that are free, as it says; -1: it contradicts itself. */
static int64_t free_bytes(const Check *c, const TreePage *page)
{
    const uint8_t *b = page->bytes;
    int64_t sum = b[page->head + 7];
    uint32_t content = be16(b + page->head + 5), at = be16(b + page->head + 1), behind = page->cells + 2 * page->n_cells;
    content = content ? content : 65536;
    if (content < behind || content > c->p->usable)
        return -1;
    sum += content - behind;
    while (at) {
        if (at < content || at + 4 > c->p->usable)
            return -1;
        uint32_t next = be16(b + at), size = be16(b + at + 2);
        if (size < 4 || at + size > c->p->usable || (next && next < at + size))
            return -1;
        sum += size;
        at = next;
    }
    return sum;
}

static bool tree_is_whole(Check *c, uint32_t number, int depth, bool table)
{
    TreePage page;
    if (depth >= DEEPEST_TREE || !take(c, number))
        return false;
    if (!c->buffers[depth])
        c->buffers[depth] = g_malloc(c->p->page_size);
    if (!sqlite_page_read(c->p, number, c->buffers[depth]) || !sqlite_page_look(c->p, number, c->buffers[depth], &page) || table != (page.type == TABLE_LEAF || page.type == TABLE_INNER))
        return false;
    int64_t sum = free_bytes(c, &page);
    bool inner = page.type == TABLE_INNER || page.type == INDEX_INNER, ok = sum >= 0;
    for (uint32_t i = 0; ok && i < page.n_cells; i++) {
        TreeCell cell;
        ok = sqlite_cell(c->p, &page, i, &cell) && (!inner || tree_is_whole(c, cell.child, depth + 1, table)) && (!cell.more || chain_is_whole(c, &cell));
        if (ok && page.type == TABLE_LEAF)
            ok = row_is_whole(&cell) && cell.rowid > c->last;
        if (ok && table)
            ok = !inner || cell.rowid >= c->last;
        c->last = ok && table ? cell.rowid : c->last;
        sum += cell.size;
    }
    ok = ok && sum == (int64_t)c->p->usable - page.cells - 2 * page.n_cells;
    return ok && (!inner || tree_is_whole(c, be32(page.bytes + page.head + 8), depth + 1, table));
}

/* Pages that nothing uses: lists of them, one behind the other. */
static bool free_pages_are_whole(Check *c, uint32_t first, uint32_t n)
{
    while (first) {
        if (!take(c, first) || !sqlite_page_read(c->p, first, c->other) || !n--)
            return false;
        uint32_t here = be32(c->other + 4);
        if (here > c->p->usable / 4 - 2 || here > n)
            return false;
        n -= here;
        for (uint32_t i = 0; i < here; i++)
            if (!take(c, be32(c->other + 8 + 4 * i)))
                return false;
        first = be32(c->other);
    }
    return n == 0;
}

bool sqlite_pages_intact(SqlitePages *p, const uint32_t *roots, int n_roots)
{
    enum { LOCK = 1 << 30 };
    Check c = { .p = p, .seen = g_malloc0(p->n_pages / 8 + 1), .other = g_malloc(p->page_size) };
    g_autofree uint8_t *head = g_malloc(p->page_size);
    bool ok = sqlite_page_read(p, 1, head) && be32(head + 52) == 0 && (be32(head + 28) == p->n_pages || be32(head + 92) != be32(head + 24)); /* 52: pages that say who uses others, of databases that shrink by themselves */
    if (ok && (int64_t)p->n_pages * p->page_size > LOCK)
        take(&c, LOCK / p->page_size + 1); /* where SQLite locks */
    ok = ok && free_pages_are_whole(&c, be32(head + 32), be32(head + 36));
    for (int i = -1; ok && i < n_roots; i++) {
        uint32_t root = i < 0 ? 1 : roots[i];
        TreePage page;
        c.last = INT64_MIN;
        ok = sqlite_page_read(p, root, c.other) && sqlite_page_look(p, root, c.other, &page) && tree_is_whole(&c, root, 0, page.type == TABLE_INNER || page.type == TABLE_LEAF);
    }
    for (uint32_t i = 1; ok && i <= p->n_pages; i++)
        ok = c.seen[i / 8] >> i % 8 & 1;
    for (int i = 0; i < DEEPEST_TREE; i++)
        g_free(c.buffers[i]);
    g_free(c.seen);
    g_free(c.other);
    return ok;
}
