/* Tables as CSV: a line with the columns' names, then a line a row, as RFC 4180 has it; what is not known is empty. */
#include "trace/export/formats.h"
#include "trace/export/tables.h"

#include "trace/report/document_impl.h"

typedef struct Csv {
    TableColumn *columns; /* borrowed names */
    int n;
    GString *line;
} Csv;

static void *begin(Export *x, const TableColumn *columns, int n)
{
    Csv *c = g_new0(Csv, 1);
    *c = (Csv){ g_memdup2(columns, (gsize)n * sizeof *columns), n, g_string_new(NULL) };
    for (int i = 0; i < n; i++) {
        g_string_append(c->line, i ? "," : "");
        document_csv_text(c->line, columns[i].name);
    }
    g_string_append(c->line, "\r\n");
    put_string(x, c->line);
    return c;
}

static void put_row(Export *x, void *table, const TableValue *v)
{
    Csv *c = table;
    char number[G_ASCII_DTOSTR_BUF_SIZE];
    for (int i = 0; i < c->n; i++) {
        if (i)
            g_string_append_c(c->line, ',');
        if (!v[i].known)
            continue;
        if (c->columns[i].type == VALUE_INT)
            g_string_append_printf(c->line, "%" G_GINT64_FORMAT, v[i].i);
        else if (c->columns[i].type == VALUE_REAL)
            g_string_append(c->line, g_ascii_dtostr(number, sizeof number, v[i].r));
        else
            document_csv_text(c->line, v[i].s);
    }
    g_string_append(c->line, "\r\n");
    put_string(x, c->line);
}

static bool end(Export *x, void *table, GError **error)
{
    (void)x, (void)table, (void)error;
    return true;
}

static void csv_free(void *table)
{
    Csv *c = table;
    g_free(c->columns);
    g_string_free(c->line, TRUE);
    g_free(c);
}

bool export_csv(Export *x, GError **error)
{
    static const TableCalls calls = { ".csv", begin, put_row, end, csv_free };
    return export_tables(x, &calls, error);
}
