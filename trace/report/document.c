/* Filling a document: blocks, tables, cells. */
#include "trace/report/document_impl.h"

#include <math.h>

static void cell_clear(void *p)
{
    g_free(((Cell *)p)->s);
}

static void table_free(void *p)
{
    Table *t = p;
    g_free(t->title);
    g_array_unref(t->cells);
    g_free(t);
}

static void block_free(void *p)
{
    Block *b = p;
    g_free(b->label);
    g_ptr_array_unref(b->tables);
    g_ptr_array_unref(b->notes);
    g_free(b);
}

Document *document_new(const char *name)
{
    Document *d = g_new0(Document, 1);
    d->name = name;
    d->blocks = g_ptr_array_new_with_free_func(block_free);
    return d;
}

void document_free(Document *d)
{
    if (!d)
        return;
    g_ptr_array_unref(d->blocks);
    g_free(d);
}

Block *document_block(Document *d, const TraceRunInfo *run)
{
    Block *b = g_new0(Block, 1);
    b->tables = g_ptr_array_new_with_free_func(table_free);
    b->notes = g_ptr_array_new_with_free_func(g_free);
    if (run) {
        b->has_run = true;
        b->run_id = run->id;
        b->label = g_strdup(run->title);
    }
    g_ptr_array_add(d->blocks, b);
    return b;
}

Table *block_table(Block *b, const char *key, const char *title, const ReportColumn *columns, int n_columns)
{
    Table *t = g_new0(Table, 1);
    *t = (Table){ .key = key, .title = g_strdup(title), .columns = columns, .n_columns = n_columns };
    t->cells = g_array_new(FALSE, TRUE, sizeof(Cell));
    g_array_set_clear_func(t->cells, cell_clear);
    g_ptr_array_add(b->tables, t);
    return t;
}

void block_note(Block *b, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    g_ptr_array_add(b->notes, g_strdup_vprintf(fmt, args));
    va_end(args);
}

void table_aside(Table *t)
{
    t->aside = true;
}

void table_not_in_text(Table *t)
{
    t->not_in_text = true;
}

static void add(Table *t, Cell c)
{
    g_array_append_val(t->cells, c);
}

void cell_text(Table *t, const char *s)
{
    add(t, s ? (Cell){ .is = STRING, .s = g_strdup(s) } : (Cell){ .is = UNKNOWN });
}

void cell_int(Table *t, int64_t v)
{
    add(t, (Cell){ .is = INTEGER, .i = v });
}

void cell_oint(Table *t, TraceInt v)
{
    add(t, (Cell){ .is = v.known ? INTEGER : UNKNOWN, .i = v.v });
}

void cell_real(Table *t, double v)
{
    add(t, (Cell){ .is = isfinite(v) ? REAL : UNKNOWN, .r = v });
}

void cell_oreal(Table *t, TraceReal v)
{
    add(t, (Cell){ .is = v.known && isfinite(v.v) ? REAL : UNKNOWN, .r = v.v });
}

void cell_id(Table *t, int64_t id)
{
    add(t, (Cell){ .is = id ? INTEGER : UNKNOWN, .i = id });
}
