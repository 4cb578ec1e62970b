/* Tables as Parquet: groups of rows, in each a page a column, plain and not compressed; behind them the description of it all, which readers
 * begin with. Columns are optional: a level a row says whether there is a value, as runs. Memory holds one group.
 * Source: parquet-format's README, Encodings and parquet.thrift; Thrift's compact protocol. */
#include "trace/export/formats.h"
#include "trace/export/tables.h"

#include <string.h>

#include "trace/wire_put.h"

enum { GROUP_ROWS = 65536, GROUP_BYTES = 16 << 20 };
enum { TYPE_INT64 = 2, TYPE_DOUBLE = 5, TYPE_BYTE_ARRAY = 6 };
enum { PLAIN = 0, RLE = 3, OPTIONAL = 1, UTF8 = 0 };

/* ---- Thrift's compact protocol ------------------------------------------------------------------------------------------------------- */

enum { T_I32 = 5, T_I64 = 6, T_BINARY = 8, T_LIST = 9, T_STRUCT = 12 };

typedef struct Thrift {
    GString *out;
    int last[8]; /* the last field's number, by depth of structs */
    int depth;
} Thrift;

static void t_field(Thrift *t, int number, int type)
{
    g_string_append_c(t->out, (char)((number - t->last[t->depth]) << 4 | type));
    t->last[t->depth] = number;
}

static void t_number(Thrift *t, int64_t v)
{
    wire_put_varint(t->out, (uint64_t)v << 1 ^ (uint64_t)(v >> 63));
}

static void t_int(Thrift *t, int number, int type, int64_t v)
{
    t_field(t, number, type);
    t_number(t, v);
}

static void t_bytes(Thrift *t, const char *s)
{
    wire_put_varint(t->out, strlen(s));
    g_string_append(t->out, s);
}

static void t_text(Thrift *t, int number, const char *s)
{
    t_field(t, number, T_BINARY);
    t_bytes(t, s);
}

static void t_list(Thrift *t, int number, int type, size_t n)
{
    t_field(t, number, T_LIST);
    if (n < 15) {
        g_string_append_c(t->out, (char)(n << 4 | (unsigned)type));
        return;
    }
    g_string_append_c(t->out, (char)(0xf0 | type));
    wire_put_varint(t->out, n);
}

static void t_begin(Thrift *t)
{
    t->last[++t->depth] = 0;
}

static void t_end(Thrift *t)
{
    g_string_append_c(t->out, 0);
    t->depth--;
}

/* ---- groups of rows -------------------------------------------------------------------------------------------------------------------- */

/* Where a column of a group is in the file. */
typedef struct Chunk {
    int64_t offset, bytes;
} Chunk;

typedef struct ParquetColumn {
    char *name;
    ValueType type;
    GString *levels, *values;
    bool known;  /* of the run of rows that is not in `levels` yet: whether they have values */
    uint64_t run; /* their number */
} ParquetColumn;

typedef struct Parquet {
    ParquetColumn *columns;
    int n;
    int64_t n_rows, in_group, offset; /* of all; of this group; of the file */
    size_t bytes;                     /* in this group */
    GArray *chunks;                   /* Chunk, column by column of each group */
    GArray *group_rows;               /* int64_t */
    GString *page;
} Parquet;

static void put_counted(Export *x, Parquet *p, const void *bytes, size_t n)
{
    put(x, bytes, n);
    p->offset += (int64_t)n;
}

static void *begin(Export *x, const TableColumn *columns, int n)
{
    Parquet *p = g_new0(Parquet, 1);
    *p = (Parquet){ .columns = g_new0(ParquetColumn, n), .n = n, .chunks = g_array_new(FALSE, FALSE, sizeof(Chunk)),
                    .group_rows = g_array_new(FALSE, FALSE, sizeof(int64_t)), .page = g_string_new(NULL) };
    for (int i = 0; i < n; i++)
        p->columns[i] = (ParquetColumn){ .name = g_strdup(columns[i].name), .type = columns[i].type, .levels = g_string_new(NULL), .values = g_string_new(NULL) };
    put_counted(x, p, "PAR1", 4);
    return p;
}

static void end_run(ParquetColumn *c)
{
    if (c->run) {
        wire_put_varint(c->levels, c->run << 1);
        g_string_append_c(c->levels, c->known);
    }
    c->run = 0;
}

static void append_le(GString *out, uint64_t v, int bytes)
{
    for (int i = 0; i < bytes; i++)
        g_string_append_c(out, (char)(v >> (8 * i)));
}

static void append_value(ParquetColumn *c, const TableValue *v)
{
    uint64_t bits = (uint64_t)v->i;
    if (c->type == VALUE_TEXT) {
        bool valid = g_utf8_validate(v->s, -1, NULL);
        g_autofree char *made = valid ? NULL : g_utf8_make_valid(v->s, -1);
        const char *s = valid ? v->s : made;
        append_le(c->values, strlen(s), 4);
        g_string_append(c->values, s);
        return;
    }
    if (c->type == VALUE_REAL)
        memcpy(&bits, &v->r, sizeof bits);
    append_le(c->values, bits, 8);
}

/* Its only page: the header, the levels with their length before them, the values. */
static void put_column(Export *x, Parquet *p, ParquetColumn *c)
{
    end_run(c);
    size_t body = 4 + c->levels->len + c->values->len;
    Chunk at = { .offset = p->offset };
    Thrift t = { .out = p->page };
    t_int(&t, 1, T_I32, 0);
    t_int(&t, 2, T_I32, (int64_t)body);
    t_int(&t, 3, T_I32, (int64_t)body);
    t_field(&t, 5, T_STRUCT);
    t_begin(&t);
    t_int(&t, 1, T_I32, p->in_group);
    t_int(&t, 2, T_I32, PLAIN);
    t_int(&t, 3, T_I32, RLE);
    t_int(&t, 4, T_I32, RLE);
    t_end(&t);
    g_string_append_c(p->page, 0);
    append_le(p->page, c->levels->len, 4);
    put_counted(x, p, p->page->str, p->page->len);
    put_counted(x, p, c->levels->str, c->levels->len);
    put_counted(x, p, c->values->str, c->values->len);
    at.bytes = p->offset - at.offset;
    g_array_append_val(p->chunks, at);
    g_string_truncate(p->page, 0);
    g_string_truncate(c->levels, 0);
    g_string_truncate(c->values, 0);
}

static void put_group(Export *x, Parquet *p)
{
    if (!p->in_group)
        return;
    for (int i = 0; i < p->n; i++)
        put_column(x, p, &p->columns[i]);
    g_array_append_val(p->group_rows, p->in_group);
    p->n_rows += p->in_group;
    p->in_group = 0;
    p->bytes = 0;
}

static void put_row(Export *x, void *table, const TableValue *v)
{
    Parquet *p = table;
    for (int i = 0; i < p->n; i++) {
        ParquetColumn *c = &p->columns[i];
        if (c->run && c->known != v[i].known)
            end_run(c);
        c->known = v[i].known;
        c->run++;
        size_t before = c->values->len;
        if (v[i].known)
            append_value(c, &v[i]);
        p->bytes += c->values->len - before;
    }
    if (++p->in_group >= GROUP_ROWS || p->bytes >= GROUP_BYTES)
        put_group(x, p);
}

/* ---- the description ---------------------------------------------------------------------------------------------------------------------- */

static int type_of(ValueType type)
{
    return type == VALUE_INT ? TYPE_INT64 : type == VALUE_REAL ? TYPE_DOUBLE : TYPE_BYTE_ARRAY;
}

static void put_schema(Thrift *t, const Parquet *p)
{
    t_list(t, 2, T_STRUCT, (size_t)p->n + 1);
    t_begin(t);
    t_text(t, 4, "schema");
    t_int(t, 5, T_I32, p->n);
    t_end(t);
    for (int i = 0; i < p->n; i++) {
        t_begin(t);
        t_int(t, 1, T_I32, type_of(p->columns[i].type));
        t_int(t, 3, T_I32, OPTIONAL);
        t_text(t, 4, p->columns[i].name);
        if (p->columns[i].type == VALUE_TEXT)
            t_int(t, 6, T_I32, UTF8);
        t_end(t);
    }
}

static void put_chunk(Thrift *t, const ParquetColumn *c, const Chunk *at, int64_t rows)
{
    t_begin(t);
    t_int(t, 2, T_I64, at->offset);
    t_field(t, 3, T_STRUCT);
    t_begin(t);
    t_int(t, 1, T_I32, type_of(c->type));
    t_list(t, 2, T_I32, 2);
    t_number(t, PLAIN);
    t_number(t, RLE);
    t_list(t, 3, T_BINARY, 1);
    t_bytes(t, c->name);
    t_int(t, 4, T_I32, 0);
    t_int(t, 5, T_I64, rows);
    t_int(t, 6, T_I64, at->bytes);
    t_int(t, 7, T_I64, at->bytes);
    t_int(t, 9, T_I64, at->offset);
    t_end(t);
    t_end(t);
}

static void put_groups(Thrift *t, const Parquet *p)
{
    t_list(t, 4, T_STRUCT, p->group_rows->len);
    for (guint g = 0; g < p->group_rows->len; g++) {
        int64_t rows = g_array_index(p->group_rows, int64_t, g), bytes = 0;
        const Chunk *chunks = &g_array_index(p->chunks, Chunk, g * (guint)p->n);
        t_begin(t);
        t_list(t, 1, T_STRUCT, (size_t)p->n);
        for (int i = 0; i < p->n; i++) {
            put_chunk(t, &p->columns[i], &chunks[i], rows);
            bytes += chunks[i].bytes;
        }
        t_int(t, 2, T_I64, bytes);
        t_int(t, 3, T_I64, rows);
        t_end(t);
    }
}

static bool end(Export *x, void *table, GError **error)
{
    (void)error;
    Parquet *p = table;
    put_group(x, p);
    Thrift t = { .out = p->page };
    t_int(&t, 1, T_I32, 1);
    put_schema(&t, p);
    t_int(&t, 3, T_I64, p->n_rows);
    put_groups(&t, p);
    t_text(&t, 6, "shardscope");
    g_string_append_c(p->page, 0);
    size_t n = p->page->len;
    append_le(p->page, n, 4);
    g_string_append(p->page, "PAR1");
    put_string(x, p->page);
    return true;
}

static void parquet_free(void *table)
{
    Parquet *p = table;
    for (int i = 0; i < p->n; i++) {
        g_free(p->columns[i].name);
        g_string_free(p->columns[i].levels, TRUE);
        g_string_free(p->columns[i].values, TRUE);
    }
    g_free(p->columns);
    g_array_unref(p->chunks);
    g_array_unref(p->group_rows);
    g_string_free(p->page, TRUE);
    g_free(p);
}

bool export_parquet(Export *x, GError **error)
{
    static const TableCalls calls = { ".parquet", begin, put_row, end, parquet_free };
    return export_tables(x, &calls, error);
}
