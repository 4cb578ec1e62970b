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

/* What the options ask of a table; false: there is no such column. */
static bool arrangement_of(const Table *t, const ReportOptions *o, Arrangement *a, GError **error)
{
    bool for_people = o->format == REPORT_TEXT || o->format == REPORT_HTML;
    *a = (Arrangement){ .group = o->group, .sort = -1, .filter = o->filter, .fold = o->fold || (for_people && !o->expand && !o->has_number),
                        .expand = o->expand, .top = o->top ? o->top : o->group ? 0 : t->top };
    if (!o->sort)
        return true;
    const char *colon = strrchr(o->sort, ':');
    bool way = colon && (g_str_equal(colon, ":desc") || g_str_equal(colon, ":asc"));
    g_autofree char *name = way ? g_strndup(o->sort, (gsize)(colon - o->sort)) : g_strdup(o->sort);
    a->descending = way && g_str_equal(colon, ":desc");
    a->sort = table_column(t, name);
    if (a->sort >= 0)
        return true;
    g_autoptr(GString) keys = g_string_new(NULL);
    for (int k = 0; k < t->n_columns; k++)
        g_string_append_printf(keys, "%s%s", k ? ", " : "", t->columns[k].key);
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_USAGE, "--sort %s: no such column\n  hint: there are %s", o->sort, keys->str);
    return false;
}

bool document_arrange(Document *d, const ReportOptions *o, GError **error)
{
    for (guint i = 0; i < d->blocks->len; i++) {
        Block *b = d->blocks->pdata[i];
        for (guint k = 0; k < b->tables->len; k++) {
            Table *t = b->tables->pdata[k];
            if (t->aside)
                continue;
            Arrangement a;
            if (!arrangement_of(t, o, &a, error))
                return false;
            if (a.group && !table_can_group(t, a.group)) {
                g_autofree char *may = table_groupings(t);
                g_set_error(error, TRACE_ERROR, TRACE_ERROR_USAGE, "--group %s: report %s has no such column%s%s", a.group, d->name,
                            may ? "\n  hint: it can be grouped by " : "", may ? may : "");
                return false;
            }
            g_autoptr(Arranged) list = table_arrange(t, &a);
            if (!list->folds && !a.group && a.sort < 0 && !a.filter && !list->left_out)
                break;
            Table *listed = b->tables->pdata[k] = table_listed(t, list, &a);
            listed->not_in_text = t->not_in_text && !a.group && a.sort < 0 && !a.filter && !o->top;
            if (list->left_out)
                block_note(b, "%u more %s left out: --top says how many are listed", list->left_out, list->left_out == 1 ? "line" : "lines");
            if (list->folds && (o->format == REPORT_TEXT || o->format == REPORT_HTML))
                block_note(b, "×: rows alike in everything but their layer, in one line; --expand lists each");
            table_free(t);
            break;
        }
    }
    return true;
}
