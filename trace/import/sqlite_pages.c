/* See sqlite_pages.h. Start at sqlite_scan_next(). */
#include "trace/import/sqlite_pages_impl.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_ROW = 1 << 24 }; /* bytes of a row with parts elsewhere */

typedef struct Level {
    uint8_t *buffer;
    TreePage page;
    uint32_t next; /* cell */
} Level;

struct SqliteScan {
    SqlitePages *p;
    Level levels[DEEPEST_TREE];
    int depth;             /* levels in use; the last is a leaf */
    uint8_t *seen;         /* a bit for each page */
    int *place_of, n_columns;
    uint32_t root;
    bool begun;
    int64_t damage;
    GByteArray *whole;     /* a row that is in several pages */
};

/* ---- pages ------------------------------------------------------------------------------------------------------------------------- */

static bool has_log(const char *path)
{
    g_autofree char *wal = g_strconcat(path, "-wal", NULL), *journal = g_strconcat(path, "-journal", NULL);
    struct stat st;
    return (stat(wal, &st) == 0 && st.st_size > 0) || (stat(journal, &st) == 0 && st.st_size > 0);
}

SqlitePages *sqlite_pages_open(const char *path)
{
    enum { UTF8 = 1 };
    uint8_t head[100];
    struct stat st;
    int fd = has_log(path) ? -1 : open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return NULL;
    uint32_t size = 0;
    if (pread(fd, head, sizeof head, 0) == (ssize_t)sizeof head && memcmp(head, "SQLite format 3", 16) == 0 && fstat(fd, &st) == 0)
        size = be16(head + 16) == 1 ? 65536 : be16(head + 16);
    bool ok = size >= 512 && (size & (size - 1)) == 0 && head[20] <= 32 && be32(head + 56) <= UTF8 && st.st_size / size < INT32_MAX;
    if (!ok) {
        close(fd);
        return NULL;
    }
    SqlitePages *p = g_new0(SqlitePages, 1);
    *p = (SqlitePages){ fd, size, size - head[20], (uint32_t)(st.st_size / size) };
    return p;
}

void sqlite_pages_free(SqlitePages *p)
{
    if (p)
        close(p->fd);
    g_free(p);
}

bool sqlite_page_read(const SqlitePages *p, uint32_t number, uint8_t *buffer)
{
    return number && number <= p->n_pages && pread(p->fd, buffer, p->page_size, (off_t)(number - 1) * p->page_size) == (ssize_t)p->page_size;
}

bool sqlite_page_look(const SqlitePages *p, uint32_t number, const uint8_t *bytes, TreePage *out)
{
    uint32_t head = number == 1 ? 100 : 0;
    uint8_t type = bytes[head];
    if (type != INDEX_INNER && type != TABLE_INNER && type != INDEX_LEAF && type != TABLE_LEAF)
        return false;
    bool inner = type == INDEX_INNER || type == TABLE_INNER;
    *out = (TreePage){ bytes, number, head, type, be16(bytes + head + 3), head + (inner ? 12 : 8) };
    return out->cells + 2 * out->n_cells <= p->usable;
}

/* How much of n bytes is in the page. */
static uint32_t local_part(const SqlitePages *p, uint8_t type, uint64_t n)
{
    uint32_t u = p->usable, most = type == TABLE_LEAF ? u - 35 : (u - 12) * 64 / 255 - 23, least = (u - 12) * 32 / 255 - 23;
    if (n <= most)
        return (uint32_t)n;
    uint32_t k = least + (uint32_t)((n - least) % (u - 4));
    return k <= most ? k : least;
}

bool sqlite_cell(const SqlitePages *p, const TreePage *page, uint32_t i, TreeCell *out)
{
    uint32_t place = be16(page->bytes + page->cells + 2 * i);
    const uint8_t *from = page->bytes + place, *end = page->bytes + p->usable, *at = from;
    uint64_t rowid = 0;
    *out = (TreeCell){ .at = place };
    if (place < page->cells + 2 * page->n_cells || place + 4 > p->usable)
        return false;
    if (page->type == INDEX_INNER || page->type == TABLE_INNER) {
        out->child = be32(at);
        at += 4;
    }
    if (page->type != TABLE_INNER && !sqlite_varint(&at, end, &out->n))
        return false;
    if ((page->type == TABLE_INNER || page->type == TABLE_LEAF) && !sqlite_varint(&at, end, &rowid))
        return false;
    out->rowid = (int64_t)rowid;
    if (page->type != TABLE_INNER) {
        out->n_local = local_part(p, page->type, out->n);
        uint32_t more = out->n > out->n_local ? 4 : 0;
        if (out->n > UINT32_MAX || out->n_local + more > (uint64_t)(end - at))
            return false;
        out->local = at;
        at += out->n_local;
        out->more = more ? be32(at) : 0;
        at += more;
    }
    out->size = (uint32_t)MAX(at - from, 4);
    return true;
}

/* ---- rows -------------------------------------------------------------------------------------------------------------------------- */

SqliteScan *sqlite_scan_new(SqlitePages *p, uint32_t root, const int *place_of, int n_columns)
{
    g_autofree uint8_t *buffer = g_malloc(p->page_size);
    TreePage page;
    if (!sqlite_page_read(p, root, buffer) || !sqlite_page_look(p, root, buffer, &page) || (page.type != TABLE_INNER && page.type != TABLE_LEAF))
        return NULL;
    SqliteScan *s = g_new0(SqliteScan, 1);
    s->p = p;
    s->root = root;
    s->seen = g_malloc0(p->n_pages / 8 + 1);
    s->place_of = g_memdup2(place_of, (gsize)n_columns * sizeof *place_of);
    s->n_columns = n_columns;
    s->whole = g_byte_array_new();
    return s;
}

void sqlite_scan_free(SqliteScan *s)
{
    if (!s)
        return;
    for (int i = 0; i < DEEPEST_TREE; i++)
        g_free(s->levels[i].buffer);
    g_free(s->seen);
    g_free(s->place_of);
    g_byte_array_unref(s->whole);
    g_free(s);
}

int64_t sqlite_scan_damage(const SqliteScan *s)
{
    return s->damage;
}

static void go_down(SqliteScan *s, uint32_t number)
{
    uint8_t bit = (uint8_t)(1 << number % 8);
    Level *l = s->depth < DEEPEST_TREE ? &s->levels[s->depth] : NULL;
    if (l && !l->buffer)
        l->buffer = g_malloc(s->p->page_size);
    bool ok = l && number && number <= s->p->n_pages && !(s->seen[number / 8] & bit) && sqlite_page_read(s->p, number, l->buffer) && sqlite_page_look(s->p, number, l->buffer, &l->page) &&
              (l->page.type == TABLE_INNER || l->page.type == TABLE_LEAF);
    if (!ok) {
        s->damage++;
        return;
    }
    s->seen[number / 8] |= bit;
    l->next = 0;
    s->depth++;
}

/* The next cell of a leaf; false at the end. */
static bool next_cell(SqliteScan *s, TreeCell *out)
{
    if (!s->begun)
        go_down(s, s->root);
    s->begun = true;
    while (s->depth) {
        Level *l = &s->levels[s->depth - 1];
        bool leaf = l->page.type == TABLE_LEAF;
        if (l->next >= l->page.n_cells + !leaf) {
            s->depth--;
            continue;
        }
        uint32_t i = l->next++;
        if (i == l->page.n_cells) {
            go_down(s, be32(l->page.bytes + l->page.head + 8));
            continue;
        }
        if (!sqlite_cell(s->p, &l->page, i, out))
            s->damage++;
        else if (leaf)
            return true;
        else
            go_down(s, out->child);
    }
    return false;
}

/* A row that goes on in other pages, in one piece; false if it does not. */
static bool gather(SqliteScan *s, const TreeCell *c)
{
    g_autofree uint8_t *buffer = g_malloc(s->p->page_size);
    g_byte_array_set_size(s->whole, 0);
    if (c->n > MOST_ROW)
        return false;
    g_byte_array_append(s->whole, c->local, c->n_local);
    for (uint32_t page = c->more; s->whole->len < c->n; page = be32(buffer)) {
        if (!sqlite_page_read(s->p, page, buffer))
            return false;
        g_byte_array_append(s->whole, buffer + 4, (guint)MIN(c->n - s->whole->len, s->p->usable - 4));
    }
    return true;
}

static void take_value(uint64_t serial, const uint8_t *at, int64_t n, SqliteValue *out)
{
    *out = (SqliteValue){ SQLITE_IS_NULL };
    if (serial >= 12) {
        *out = (SqliteValue){ .type = SQLITE_IS_TEXT, .text = (const char *)at, .n = (size_t)n };
    } else if (serial == 8 || serial == 9) {
        *out = (SqliteValue){ .type = SQLITE_IS_INT, .i = serial == 9 };
    } else if (n) {
        uint64_t v = serial < 7 && at[0] & 128 ? UINT64_MAX : 0;
        for (int64_t i = 0; i < n; i++)
            v = v << 8 | at[i];
        *out = (SqliteValue){ .type = SQLITE_IS_INT, .i = (int64_t)v };
        if (serial == 7) {
            out->type = SQLITE_IS_REAL;
            memcpy(&out->d, &v, sizeof v);
        }
    }
}

/* The values that are asked for; false if the row is damaged. */
static bool take_row(const SqliteScan *s, const uint8_t *row, uint64_t n, SqliteValue *values)
{
    const uint8_t *at = row, *end = row + n;
    uint64_t head, serial;
    if (!sqlite_varint(&at, end, &head) || head > n)
        return false;
    const uint8_t *stop = row + head, *value = stop;
    for (int c = 0; c < s->n_columns && at < stop; c++) {
        if (!sqlite_varint(&at, stop, &serial))
            return false;
        int64_t size = sqlite_size_of(serial);
        if (size < 0 || size > end - value)
            return false;
        if (s->place_of[c] >= 0)
            take_value(serial, value, size, &values[s->place_of[c]]);
        value += size;
    }
    return true;
}

bool sqlite_scan_next(SqliteScan *s, SqliteValue *values, int64_t *rowid)
{
    TreeCell c;
    while (next_cell(s, &c)) {
        for (int i = 0; i < s->n_columns; i++)
            if (s->place_of[i] >= 0)
                values[s->place_of[i]] = (SqliteValue){ SQLITE_IS_NULL };
        *rowid = c.rowid;
        if (c.more ? gather(s, &c) && take_row(s, s->whole->data, s->whole->len, values) : take_row(s, c.local, c.n, values))
            return true;
        s->damage++;
    }
    return false;
}
