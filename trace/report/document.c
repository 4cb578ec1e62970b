/* Filling a document: blocks, tables, notes; listing its main tables. */
#include "trace/report/document_impl.h"

static void free_table(void *p)
{
    table_free(p);
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
    b->tables = g_ptr_array_new_with_free_func(free_table);
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
    Table *t = table_new(key, title, columns, n_columns);
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

/* ---- listing ---- */

bool report_folds(const ReportOptions *o)
{
    return o->fold || ((o->format == REPORT_TEXT || o->format == REPORT_HTML) && !o->expand && !o->has_number);
}

/* What the options ask of a table. Of tables beside the main one, lists (those with a number of lines) are filtered, folded and cut; each is
 * sorted and grouped where it has the column. */
static Arrangement arrangement_of(const Table *t, const ReportOptions *o)
{
    bool for_people = o->format == REPORT_TEXT || o->format == REPORT_HTML, whole = t->aside && !t->top;
    Arrangement a = { .sort = -1 };
    a.sort = table_sort_column(t, o->sort, &a.descending);
    a.group = o->group && table_can_group(t, o->group) && !whole ? o->group : NULL;
    if (whole)
        return a;
    a.filter = o->filter;
    a.fold = report_folds(o);
    a.expand = o->expand;
    a.top = o->top ? o->top : a.group || !for_people ? 0 : t->top; /* programs get the whole list */
    return a;
}

/* Whether some table of the block has what --sort and --group name; the error lists what the main one has. */
static bool can_arrange(const Document *d, const Block *b, const ReportOptions *o, GError **error)
{
    const Table *main = NULL;
    bool sorts = !o->sort, groups = !o->group, down;
    for (guint k = 0; k < b->tables->len; k++) {
        const Table *t = b->tables->pdata[k];
        main = main || t->aside ? main : t;
        sorts |= table_sort_column(t, o->sort, &down) >= 0;
        groups |= o->group && table_can_group(t, o->group);
    }
    if (!main || (sorts && groups))
        return true;
    if (!groups) {
        g_autofree char *may = table_groupings(main);
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_USAGE, "--group %s: report %s has no such column%s%s", o->group, d->name,
                    may ? "\n  hint: it can be grouped by " : "", may ? may : "");
        return false;
    }
    g_autoptr(GString) keys = g_string_new(NULL);
    for (int k = 0; k < main->n_columns; k++)
        g_string_append_printf(keys, "%s%s", k ? ", " : "", main->columns[k].key);
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_USAGE, "--sort %s: no such column\n  hint: there are %s", o->sort, keys->str);
    return false;
}

/* Returns the table in place of `t`; `t` itself where nothing is to be done. */
static Table *arrange_one(Block *b, Table *t, const ReportOptions *o)
{
    Arrangement a = arrangement_of(t, o);
    g_autoptr(Arranged) list = table_arrange(t, &a);
    if (!list->folds && !a.group && a.sort < 0 && !a.filter && !list->left_out)
        return t;
    Table *listed = table_listed(t, list, &a);
    listed->aside = t->aside;
    listed->not_in_text = t->not_in_text && !a.group && a.sort < 0 && !a.filter && !o->top;
    if (list->left_out && t->aside)
        block_note(b, "%u more %s of \"%s\" left out: --top says how many are listed", list->left_out, list->left_out == 1 ? "line" : "lines", t->title ? t->title : t->key);
    else if (list->left_out)
        block_note(b, "%u more %s left out: --top says how many are listed", list->left_out, list->left_out == 1 ? "line" : "lines");
    if (list->folds && (o->format == REPORT_TEXT || o->format == REPORT_HTML) && !b->told_folds) {
        block_note(b, "×: rows alike in everything but their layer, in one line; --expand lists each");
        b->told_folds = true;
    }
    return listed;
}

bool document_arrange(Document *d, const ReportOptions *o, GError **error)
{
    for (guint i = 0; i < d->blocks->len; i++) {
        Block *b = d->blocks->pdata[i];
        if (!can_arrange(d, b, o, error))
            return false;
        bool main = false; /* it was found; of further tables that are not aside, nothing changes */
        for (guint k = 0; k < b->tables->len; k++) {
            Table *t = b->tables->pdata[k];
            if (main && !t->aside)
                continue;
            main |= !t->aside;
            b->tables->pdata[k] = arrange_one(b, t, o);
            if (b->tables->pdata[k] != t)
                table_free(t);
        }
    }
    return true;
}
