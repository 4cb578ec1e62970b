/* Readers of tables and stacks; see export_read.h. */
#include "tests/unit/trace/export_read.h"

#include <gio/gio.h>
#include <string.h>

#include "trace/wire.h"

/* ---- CSV ------------------------------------------------------------------------------------------------------------------------------------ */

GPtrArray *read_csv(const char *path)
{
    char *data;
    g_assert_true(g_file_get_contents(path, &data, NULL, NULL));
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev), *row = g_ptr_array_new();
    GString *cell = g_string_new(NULL);
    for (const char *p = data; *p;) {
        if (*p == '"') {
            for (p++; *p && !(*p == '"' && p[1] != '"'); p++) {
                g_string_append_c(cell, *p);
                p += *p == '"';
            }
            g_assert_cmpint(*p++, ==, '"');
        }
        while (*p && *p != ',' && *p != '\r')
            g_string_append_c(cell, *p++);
        g_ptr_array_add(row, g_strdup(cell->str));
        g_string_truncate(cell, 0);
        if (*p++ == ',')
            continue;
        g_assert_cmpint(*p++, ==, '\n');
        g_ptr_array_add(row, NULL);
        g_ptr_array_add(rows, g_ptr_array_free(row, FALSE));
        row = g_ptr_array_new();
    }
    g_assert_cmpuint(row->len, ==, 0);
    g_ptr_array_unref(row);
    g_string_free(cell, TRUE);
    g_free(data);
    return rows;
}

/* ---- Parquet -------------------------------------------------------------------------------------------------------------------------------- */

/* Thrift's compact protocol, as far as such files have it: a cursor over structs, lists, numbers and texts. */
typedef struct Cursor {
    const uint8_t *p, *end;
} Cursor;

static uint64_t varint(Cursor *c)
{
    uint64_t v;
    g_assert_true(wire_varint_at(&c->p, c->end, &v));
    return v;
}

static int64_t zigzag(Cursor *c)
{
    uint64_t v = varint(c);
    return (int64_t)(v >> 1) ^ -(int64_t)(v & 1);
}

/* The next field of a struct: its type, 0 at the end; *number is the last one's before. */
static int next_field(Cursor *c, int *field)
{
    g_assert_true(c->p < c->end);
    int byte = *c->p++;
    if (!byte)
        return 0;
    *field = byte >> 4 ? *field + (byte >> 4) : (int)zigzag(c);
    return byte & 15;
}

static uint64_t list_size(Cursor *c)
{
    int byte = *c->p++;
    return byte >> 4 == 15 ? varint(c) : (uint64_t)byte >> 4;
}

static char *bytes(Cursor *c)
{
    uint64_t n = varint(c);
    g_assert_cmpuint(n, <=, (guint64)(c->end - c->p));
    c->p += n;
    return g_strndup((const char *)c->p - n, n);
}

static void skip(Cursor *c, int type)
{
    int field = 0;
    switch (type) {
    case 5:
    case 6:
        zigzag(c);
        break;
    case 8:
        g_free(bytes(c));
        break;
    case 9: {
        int of = *c->p & 15;
        for (uint64_t n = list_size(c); n; n--)
            skip(c, of);
        break;
    }
    case 12:
        for (int t; (t = next_field(c, &field));)
            skip(c, t);
        break;
    default:
        g_assert_not_reached();
    }
}

typedef struct Leaf {
    char *name;
    int type;
} Leaf;

static void leaf_clear(void *p)
{
    g_free(((Leaf *)p)->name);
}

static GArray *read_schema(Cursor *c)
{
    GArray *leaves = g_array_new(FALSE, TRUE, sizeof(Leaf));
    g_array_set_clear_func(leaves, leaf_clear);
    uint64_t n = list_size(c);
    for (uint64_t i = 0; i < n; i++) {
        Leaf l = { 0 };
        int field = 0, children = 0;
        for (int t; (t = next_field(c, &field));) {
            if (field == 1)
                l.type = (int)zigzag(c);
            else if (field == 4)
                l.name = bytes(c);
            else if (field == 5)
                children = (int)zigzag(c);
            else
                skip(c, t);
        }
        if (i)
            g_array_append_val(leaves, l);
        else
            g_assert_cmpuint((guint)children, ==, n - 1);
        if (!i)
            g_free(l.name);
    }
    return leaves;
}

static uint64_t little(Cursor *c, int n)
{
    uint64_t v = 0;
    g_assert_cmpint(c->end - c->p, >=, n);
    for (int i = 0; i < n; i++)
        v |= (uint64_t)*c->p++ << (8 * i);
    return v;
}

/* Fills a column of n rows from the page at the cursor. */
static void read_page(Cursor c, const Leaf *leaf, GPtrArray *rows, guint first, guint column)
{
    int field = 0, inner = 0;
    int64_t size = 0, n = 0;
    for (int t; (t = next_field(&c, &field));) {
        if (field == 5) {
            for (int u; (u = next_field(&c, &inner));) {
                int64_t v = zigzag(&c);
                n = inner == 1 ? v : n;
                g_assert_true(inner != 2 || v == 0);
            }
        } else {
            int64_t v = zigzag(&c);
            size = field == 3 ? v : size;
        }
    }
    g_assert_cmpint(size, <=, c.end - c.p);
    c.end = c.p + size;
    uint64_t level_bytes = little(&c, 4);
    Cursor levels = { c.p, c.p + level_bytes };
    c.p += level_bytes;
    guint row = first;
    while (levels.p < levels.end) {
        uint64_t run = varint(&levels);
        g_assert_cmpuint(run & 1, ==, 0);
        bool known = *levels.p++;
        for (run >>= 1; run; run--, row++) {
            char **cells = rows->pdata[row];
            uint64_t bits = known ? little(&c, leaf->type == 6 ? 4 : 8) : 0;
            double real;
            char text[G_ASCII_DTOSTR_BUF_SIZE];
            memcpy(&real, &bits, sizeof real);
            if (!known)
                cells[column] = g_strdup("");
            else if (leaf->type == 6)
                cells[column] = g_strndup((const char *)c.p, bits);
            else
                cells[column] = leaf->type == 5 ? g_strdup(g_ascii_dtostr(text, sizeof text, real)) : g_strdup_printf("%" G_GINT64_FORMAT, (int64_t)bits);
            c.p += known && leaf->type == 6 ? bits : 0;
        }
    }
    g_assert_cmpint(row - first, ==, n);
    g_assert_true(c.p == c.end);
}

static int64_t page_offset(Cursor *c)
{
    int field = 0, inner = 0;
    int64_t at = -1;
    for (int t; (t = next_field(c, &field));) {
        if (field != 3) {
            skip(c, t);
            continue;
        }
        inner = 0;
        for (int u; (u = next_field(c, &inner));) {
            if (inner == 9)
                at = zigzag(c);
            else
                skip(c, u);
        }
    }
    return at;
}

static void read_groups(Cursor *c, Cursor file, const GArray *leaves, GPtrArray *rows)
{
    for (uint64_t n = list_size(c); n; n--) {
        int field = 0;
        g_autoptr(GArray) offsets = g_array_new(FALSE, FALSE, sizeof(int64_t));
        int64_t n_rows = 0;
        for (int t; (t = next_field(c, &field));) {
            if (field == 1) {
                for (uint64_t k = list_size(c); k; k--) {
                    int64_t at = page_offset(c);
                    g_array_append_val(offsets, at);
                }
            } else if (field == 3) {
                n_rows = zigzag(c);
            } else {
                skip(c, t);
            }
        }
        guint first = rows->len;
        for (int64_t i = 0; i < n_rows; i++)
            g_ptr_array_add(rows, g_new0(char *, leaves->len + 1));
        g_assert_cmpuint(offsets->len, ==, leaves->len);
        for (guint k = 0; k < leaves->len; k++)
            read_page((Cursor){ file.p + g_array_index(offsets, int64_t, k), file.end }, &g_array_index(leaves, Leaf, k), rows, first, k);
    }
}

GPtrArray *read_parquet(const char *path)
{
    char *data;
    gsize n;
    g_assert_true(g_file_get_contents(path, &data, &n, NULL));
    g_assert_cmpuint(n, >, 12);
    g_assert_true(memcmp(data, "PAR1", 4) == 0 && memcmp(data + n - 4, "PAR1", 4) == 0);
    Cursor file = { (const uint8_t *)data, (const uint8_t *)data + n }, tail = { file.end - 8, file.end };
    uint64_t size = little(&tail, 4);
    Cursor c = { file.end - 8 - size, file.end - 8 };
    GPtrArray *rows = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
    GArray *leaves = NULL;
    int field = 0;
    int64_t n_rows = -1;
    for (int t; (t = next_field(&c, &field));) {
        if (field == 2) {
            leaves = read_schema(&c);
            char **names = g_new0(char *, leaves->len + 1);
            for (guint i = 0; i < leaves->len; i++)
                names[i] = g_strdup(g_array_index(leaves, Leaf, i).name);
            g_ptr_array_add(rows, names);
        } else if (field == 3) {
            n_rows = zigzag(&c);
        } else if (field == 4) {
            read_groups(&c, file, leaves, rows);
        } else {
            skip(&c, t);
        }
    }
    g_assert_cmpint(n_rows, ==, rows->len - 1);
    g_array_unref(leaves);
    g_free(data);
    return rows;
}

/* ---- stacks --------------------------------------------------------------------------------------------------------------------------------- */

static GBytes *unzipped(const char *path)
{
    g_autoptr(GFile) file = g_file_new_for_path(path);
    g_autoptr(GError) error = NULL;
    g_autoptr(GFileInputStream) in = g_file_read(file, NULL, &error);
    g_assert_no_error(error);
    g_autoptr(GZlibDecompressor) z = g_zlib_decompressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP);
    g_autoptr(GInputStream) plain = g_converter_input_stream_new(G_INPUT_STREAM(in), G_CONVERTER(z));
    g_autoptr(GOutputStream) out = g_memory_output_stream_new_resizable();
    g_output_stream_splice(out, plain, G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, NULL, &error);
    g_assert_no_error(error);
    return g_memory_output_stream_steal_as_bytes(G_MEMORY_OUTPUT_STREAM(out));
}

Profile *read_pprof(const char *path)
{
    g_autoptr(GBytes) data = unzipped(path);
    bool bad = false;
    gsize n;
    const uint8_t *bytes_at = g_bytes_get_data(data, &n);
    WireMessage all = { bytes_at, n, &bad }, m;
    Profile *p = g_new0(Profile, 1);
    p->functions = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GPtrArray) texts = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GHashTable) places = g_hash_table_new(NULL, NULL), functions = g_hash_table_new(NULL, NULL);
    for (const uint8_t *at = NULL; wire_each(all, 6, &at, &m);)
        g_ptr_array_add(texts, g_strndup((const char *)m.p, m.n));
    g_assert_cmpstr(texts->pdata[0], ==, "");
    for (const uint8_t *at = NULL; wire_each(all, 1, &at, &m);)
        p->type[p->n_types++] = g_strdup(texts->pdata[wire_int(m, 1, 0)]);
    for (const uint8_t *at = NULL; wire_each(all, 5, &at, &m);) {
        g_hash_table_add(functions, GSIZE_TO_POINTER((gsize)wire_int(m, 1, 0)));
        g_hash_table_add(p->functions, g_strdup(texts->pdata[wire_int(m, 2, 0)]));
    }
    for (const uint8_t *at = NULL; wire_each(all, 4, &at, &m);) {
        g_assert_true(g_hash_table_contains(functions, GSIZE_TO_POINTER((gsize)wire_int(wire_message(m, 4), 1, 0))));
        g_hash_table_add(places, GSIZE_TO_POINTER((gsize)wire_int(m, 1, 0)));
    }
    for (const uint8_t *at = NULL; wire_each(all, 2, &at, &m);) {
        WireInts values = { 0 }, stack = { 0 };
        wire_ints(m, 2, &values);
        wire_ints(m, 1, &stack);
        g_assert_cmpint(values.n, ==, p->n_types);
        for (int i = 0; i < values.n; i++)
            p->sum[i] += values.v[i];
        for (int i = 0; i < stack.n; i++)
            g_assert_true(g_hash_table_contains(places, GSIZE_TO_POINTER((gsize)stack.v[i])));
        p->deepest = MAX(p->deepest, (guint)stack.n);
        p->n_samples++;
        g_free(values.v);
        g_free(stack.v);
    }
    g_assert_false(bad);
    return p;
}

void profile_free(Profile *p)
{
    for (int i = 0; i < p->n_types; i++)
        g_free(p->type[i]);
    g_hash_table_unref(p->functions);
    g_free(p);
}

int64_t read_folded(const char *path, int *lines)
{
    char *data;
    g_assert_true(g_file_get_contents(path, &data, NULL, NULL));
    g_auto(GStrv) each = g_strsplit(data, "\n", -1);
    int64_t sum = 0;
    *lines = 0;
    for (char **l = each; *l; l++) {
        if (!**l)
            continue;
        char *space = strrchr(*l, ' ');
        g_assert_nonnull(space);
        sum += g_ascii_strtoll(space + 1, NULL, 10);
        (*lines)++;
    }
    g_free(data);
    return sum;
}
