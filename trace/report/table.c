/* Tables of cells. See table.h. */
#include "trace/report/table.h"
#include "trace/units.h"

#include <math.h>
#include <string.h>

static void cell_clear(void *p)
{
    g_free(((TableCell *)p)->s);
}

static void facts_clear(void *p)
{
    g_free(((RowFacts *)p)->like);
    g_free(((RowFacts *)p)->layer);
}

Table *table_new(const char *key, const char *title, const ReportColumn *columns, int n_columns)
{
    Table *t = g_new0(Table, 1);
    *t = (Table){ .key = key, .title = g_strdup(title), .columns = columns, .n_columns = n_columns };
    g_atomic_ref_count_init(&t->refs);
    t->cells = g_array_new(FALSE, TRUE, sizeof(TableCell));
    g_array_set_clear_func(t->cells, cell_clear);
    t->facts = g_array_new(FALSE, TRUE, sizeof(RowFacts));
    g_array_set_clear_func(t->facts, facts_clear);
    return t;
}

Table *table_ref(Table *t)
{
    g_atomic_ref_count_inc(&t->refs);
    return t;
}

void table_free(Table *t)
{
    if (!t || !g_atomic_ref_count_dec(&t->refs))
        return;
    g_free(t->title);
    g_array_unref(t->cells);
    g_array_unref(t->facts);
    g_free(t->own_columns);
    g_free(t);
}

guint table_n_rows(const Table *t)
{
    g_assert(t->n_columns > 0 && t->cells->len % (guint)t->n_columns == 0);
    return t->cells->len / (guint)t->n_columns;
}

const TableCell *table_at(const Table *t, guint row, int column)
{
    return &g_array_index(t->cells, TableCell, row * (guint)t->n_columns + (guint)column);
}

int table_column(const Table *t, const char *name)
{
    for (int k = 0; k < t->n_columns; k++)
        if (g_str_equal(t->columns[k].key, name))
            return k;
    for (int k = 0; k < t->n_columns; k++)
        if (t->columns[k].heading && g_ascii_strcasecmp(t->columns[k].heading, name) == 0)
            return k;
    return -1;
}

int table_sort_column(const Table *t, const char *sort, bool *descending)
{
    if (!sort)
        return -1;
    const char *colon = strrchr(sort, ':');
    bool way = colon && (g_str_equal(colon, ":desc") || g_str_equal(colon, ":asc"));
    g_autofree char *name = way ? g_strndup(sort, (gsize)(colon - sort)) : g_strdup(sort);
    *descending = way && g_str_equal(colon, ":desc");
    return table_column(t, name);
}

int table_line_column(const Table *t)
{
    for (int k = 0; k < t->n_columns; k++)
        if (t->columns[k].kind == CELL_LINE)
            return k;
    return -1;
}

bool table_is_shown(const Table *t, int column)
{
    const ReportColumn *c = &t->columns[column];
    bool known = !(c->use & COL_KNOWN);
    for (guint i = 0; !known && i < table_n_rows(t); i++)
        known = table_at(t, i, column)->is != CELL_UNKNOWN;
    return c->heading && c->kind != CELL_BELOW && known;
}

void table_aside(Table *t)
{
    t->aside = true;
}

void table_not_in_text(Table *t)
{
    t->not_in_text = true;
}

/* ---- filling ---- */

static void add(Table *t, TableCell c)
{
    g_array_append_val(t->cells, c);
}

void cell_add(Table *t, TableCell *c)
{
    add(t, *c);
    *c = (TableCell){ .is = CELL_UNKNOWN };
}

void cell_text(Table *t, const char *s)
{
    add(t, s ? (TableCell){ .is = CELL_STRING, .s = g_strdup(s) } : (TableCell){ .is = CELL_UNKNOWN });
}

void cell_int(Table *t, int64_t v)
{
    add(t, (TableCell){ .is = CELL_INTEGER, .i = v });
}

void cell_oint(Table *t, TraceInt v)
{
    add(t, (TableCell){ .is = v.known ? CELL_INTEGER : CELL_UNKNOWN, .i = v.v });
}

void cell_real(Table *t, double v)
{
    add(t, (TableCell){ .is = isfinite(v) ? CELL_REAL : CELL_UNKNOWN, .r = v });
}

void cell_oreal(Table *t, TraceReal v)
{
    add(t, (TableCell){ .is = v.known && isfinite(v.v) ? CELL_REAL : CELL_UNKNOWN, .r = v.v });
}

void cell_id(Table *t, int64_t id)
{
    add(t, (TableCell){ .is = id ? CELL_INTEGER : CELL_UNKNOWN, .i = id });
}

void table_row_facts(Table *t, int64_t id, char *like, const char *layer)
{
    guint n = table_n_rows(t);
    g_assert(n > 0);
    if (t->facts->len < n)
        g_array_set_size(t->facts, n);
    RowFacts *f = &g_array_index(t->facts, RowFacts, n - 1);
    facts_clear(f);
    *f = (RowFacts){ .like = like, .layer = g_strdup(layer), .id = id };
}

void table_row_part(Table *t, int64_t part)
{
    g_array_index(t->facts, RowFacts, table_n_rows(t) - 1).part = part;
}

const RowFacts *table_facts(const Table *t, guint row)
{
    static const RowFacts none;
    return row < t->facts->len ? &g_array_index(t->facts, RowFacts, row) : &none;
}

char *table_loop_name(int64_t trips)
{
    return trips > 1 ? g_strdup_printf("in a loop of %" G_GINT64_FORMAT " trips", trips) : NULL;
}

/* ---- for people ---- */

char *cell_show(const TableCell *c, CellKind kind)
{
    double v = c->is == CELL_INTEGER ? (double)c->i : c->r;
    if (c->is == CELL_UNKNOWN)
        return g_strdup("–");
    if (c->is == CELL_STRING)
        return g_strdup(c->s);
    switch (kind) {
    case CELL_BYTES:
        return g_strdup(trace_bytes(c->is == CELL_INTEGER ? c->i : (int64_t)v).s);
    case CELL_NS:
        return g_strdup(trace_ns(v).s);
    case CELL_FLOPS:
        return g_strdup(trace_flops(v).s);
    case CELL_RATE:
        return v < 1e9 ? g_strdup_printf("%.1f MB/s", v / 1e6) : g_strdup_printf("%.1f GB/s", v / 1e9);
    case CELL_PERCENT:
        return g_strdup(trace_percent(v).s);
    case CELL_TEXT:
    case CELL_COUNT:
    case CELL_BELOW:
    case CELL_LINE:
        break;
    }
    return c->is == CELL_INTEGER ? g_strdup_printf("%" G_GINT64_FORMAT, c->i) : g_strdup_printf("%g", v);
}
