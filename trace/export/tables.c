/* Which tables there are (tables.def, the reports, and by name those of the trace itself), and going through their rows. A folder is made
 * beside its place and moved there when it is whole; into one that is there already files are put one by one, each whole. Start reading at
 * export_tables(). */
#include "trace/export/tables.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "trace/export/formats.h"
#include "trace/report/document_impl.h"
#include "trace/report/reports.h"

typedef struct Named {
    const char *name, *columns, *sql;
} Named;
static const Named named[] = {
#define TABLE(name, columns, sql, doc) { #name, columns, sql },
#include "trace/export/tables.def"
};

/* One table while it is written. */
typedef struct Writing {
    const TableCalls *calls;
    void *table;
    TableColumn *columns;
    TableValue *values;
    int n;
    int64_t n_rows;
    GError *failed;
} Writing;

/* ---- columns ------------------------------------------------------------------------------------------------------------------------ */

/* Takes the names. */
static void begin(Export *x, Writing *w, TableColumn *columns, int n)
{
    w->columns = columns;
    w->n = n;
    w->values = g_new0(TableValue, n);
    w->table = w->calls->begin(x, columns, n);
}

static bool end(Export *x, Writing *w, bool ok, GError **error)
{
    ok = ok && w->calls->end(x, w->table, error);
    w->calls->free(w->table);
    for (int i = 0; i < w->n; i++)
        g_free(w->columns[i].name);
    g_free(w->columns);
    g_free(w->values);
    x->done->n_events += w->n_rows;
    return ok;
}

/* "run i, title t" */
static TableColumn *columns_of(const char *text, int *n)
{
    g_auto(GStrv) parts = g_strsplit(text, ", ", -1);
    *n = (int)g_strv_length(parts);
    TableColumn *c = g_new0(TableColumn, *n);
    for (int i = 0; i < *n; i++) {
        char *space = strrchr(parts[i], ' ');
        c[i].type = space[1] == 'i' ? VALUE_INT : space[1] == 'r' ? VALUE_REAL : VALUE_TEXT;
        *space = '\0';
        c[i].name = g_strdup(parts[i]);
    }
    return c;
}

static ValueType type_of(ColumnKind kind)
{
    switch (kind) {
    case COLUMN_REAL:
    case COLUMN_OREAL:
        return VALUE_REAL;
    case COLUMN_TEXT:
    case COLUMN_OTEXT:
    case COLUMN_BLOB:
    case COLUMN_OBLOB:
    case COLUMN_ANY:
        return VALUE_TEXT;
    case COLUMN_KEY:
    case COLUMN_KREF:
    case COLUMN_REF:
    case COLUMN_OREF:
    case COLUMN_INT:
    case COLUMN_INT0:
    case COLUMN_DINT:
    case COLUMN_OINT:
        return VALUE_INT;
    }
    return VALUE_TEXT;
}

/* ---- tables from SQL ------------------------------------------------------------------------------------------------------------------ */

static bool put_row(Export *x, sqlite3_stmt *row, void *data)
{
    Writing *w = data;
    for (int i = 0; i < w->n; i++) {
        TableValue v = { .known = sqlite3_column_type(row, i) != SQLITE_NULL };
        if (v.known && w->columns[i].type == VALUE_INT)
            v.i = sqlite3_column_int64(row, i);
        else if (v.known && w->columns[i].type == VALUE_REAL)
            v.r = sqlite3_column_double(row, i);
        else if (v.known)
            v.s = (const char *)sqlite3_column_text(row, i);
        v.known = v.known && (w->columns[i].type != VALUE_TEXT || v.s);
        w->values[i] = v;
    }
    w->calls->row(x, w->table, w->values);
    w->n_rows++;
    return w->n_rows % 4096 || watch_step(x->watch, "exporting rows", x->done->n_events + w->n_rows, 0, &w->failed);
}

/* Of the run that was chosen, or of all. */
static bool put_runs(Export *x, Writing *w, const char *sql, GError **error)
{
    bool ok = true;
    for (guint i = 0; ok && i < x->runs->len; i++) {
        const TraceRunInfo *run = TRACE_AT(x->runs, TraceRunInfo, i);
        if (!x->run || x->run->id == run->id)
            ok = export_each(x, EXPORT_ASK(sql, run->id, x->from_ns, x->to_ns), put_row, w, error);
    }
    return ok;
}

/* A table of the trace as it is; bytes as hexadecimal digits. */
static bool put_raw(Export *x, Writing *w, const RowType *t, GError **error)
{
    TableColumn *c = g_new0(TableColumn, t->n_columns);
    g_autoptr(GString) sql = g_string_new("SELECT ");
    for (int i = 0; i < t->n_columns; i++) {
        bool blob = t->columns[i].kind == COLUMN_BLOB || t->columns[i].kind == COLUMN_OBLOB;
        c[i] = (TableColumn){ g_strdup(t->columns[i].name), type_of(t->columns[i].kind) };
        g_string_append_printf(sql, blob ? "%siif(%s IS NULL, NULL, hex(%s))" : "%s%s", i ? ", " : "", t->columns[i].name, t->columns[i].name);
    }
    g_string_append_printf(sql, " FROM %s", t->name);
    begin(x, w, c, t->n_columns);
    return export_each(x, (ExportAsk){ sql->str, NULL, 0 }, put_row, w, error);
}

/* ---- tables of reports ------------------------------------------------------------------------------------------------------------------ */

static ValueType type_of_cells(CellKind kind)
{
    switch (kind) {
    case CELL_COUNT:
    case CELL_BYTES:
    case CELL_NS:
        return VALUE_INT;
    case CELL_FLOPS:
    case CELL_RATE:
    case CELL_PERCENT:
        return VALUE_REAL;
    case CELL_TEXT:
    case CELL_BELOW:
    case CELL_LINE:
        return VALUE_TEXT;
    }
    return VALUE_TEXT;
}

static TableValue value_of(const TableCell *c, ValueType type)
{
    TableValue v = { .known = c->is != CELL_UNKNOWN };
    if (type == VALUE_TEXT)
        v.known = (v.s = c->is == CELL_STRING ? c->s : NULL) != NULL;
    else if (c->is == CELL_INTEGER)
        v = (TableValue){ true, c->i, (double)c->i, NULL };
    else if (c->is == CELL_REAL && isfinite(c->r))
        v = (TableValue){ true, fabs(c->r) < 9e18 ? llround(c->r) : 0, c->r, NULL };
    else
        v.known = false;
    return v;
}

static void put_cells(Export *x, Writing *w, const Table *t, int64_t run)
{
    for (guint row = 0; row < table_n_rows(t); row++) {
        w->values[0] = (TableValue){ true, run, 0, NULL };
        for (int k = 0; k < t->n_columns && k + 1 < w->n; k++)
            w->values[k + 1] = value_of(table_at(t, row, k), w->columns[k + 1].type);
        w->calls->row(x, w->table, w->values);
        w->n_rows++;
    }
}

static TableColumn *columns_of_table(const Table *t)
{
    TableColumn *c = g_new0(TableColumn, t->n_columns + 1);
    c[0] = (TableColumn){ g_strdup("run"), VALUE_INT };
    for (int k = 0; k < t->n_columns; k++)
        c[k + 1] = (TableColumn){ g_strdup(t->columns[k].key), type_of_cells(t->columns[k].kind) };
    return c;
}

/* The tables with this key, of all runs one behind the other. */
static void put_document(Export *x, Writing *w, const Document *d, const char *key)
{
    bool begun = false;
    for (guint i = 0; i < d->blocks->len; i++) {
        const Block *b = d->blocks->pdata[i];
        for (guint k = 0; k < b->tables->len; k++) {
            const Table *t = b->tables->pdata[k];
            if (!g_str_equal(t->key, key))
                continue;
            if (!begun)
                begin(x, w, columns_of_table(t), t->n_columns + 1);
            begun = true;
            put_cells(x, w, t, b->run_id);
        }
    }
}

/* ---- files ---------------------------------------------------------------------------------------------------------------------------------- */

/* What to write into one file: one of these. */
typedef struct Wanted {
    const Named *table;
    const RowType *raw;
    const Document *document;
    const char *key;
} Wanted;

static bool write_table(Export *x, const TableCalls *calls, const char *path, const Wanted *what, GError **error)
{
    OutFile out;
    if (!outfile_begin(&out, path, error))
        return false;
    x->file = fopen(out.part, "wbe");
    int number = errno;
    bool ok = x->file != NULL;
    if (ok) {
        Writing w = { .calls = calls };
        if (what->table) {
            int n;
            TableColumn *c = columns_of(what->table->columns, &n);
            begin(x, &w, c, n);
            ok = put_runs(x, &w, what->table->sql, error);
        } else if (what->raw) {
            ok = put_raw(x, &w, what->raw, error);
        } else {
            put_document(x, &w, what->document, what->key);
        }
        if (w.failed) {
            g_clear_error(error);
            g_propagate_error(error, w.failed);
            ok = false;
        }
        ok = end(x, &w, ok, error);
        errno = 0;
        bool well = !ferror(x->file);
        well = fclose(x->file) == 0 && well;
        number = errno ? errno : EIO;
        x->file = NULL;
        if (ok && !well)
            g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(number), "%s: %s", path, g_strerror(number));
        ok = ok && well;
    } else {
        g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(number), "%s: %s", path, g_strerror(number));
    }
    x->done->n_files += ok;
    return outfile_end(&out, ok, error);
}

/* A report about the run, or about all. */
static Document *make_report(Export *x, const Report *report, GError **error)
{
    g_autofree char *run = x->run ? g_strdup_printf("%" G_GINT64_FORMAT, x->run->id) : NULL;
    const ReportOptions o = { .format = REPORT_JSON, .run = run, .all = false };
    return report_make(report->name, x->r, &o, error);
}

/* The keys of its tables, each once. To be freed; the keys are the tables'. */
static GPtrArray *keys_of(const Document *d)
{
    GPtrArray *keys = g_ptr_array_new();
    for (guint i = 0; i < d->blocks->len; i++) {
        const Block *b = d->blocks->pdata[i];
        for (guint k = 0; k < b->tables->len; k++) {
            const Table *t = b->tables->pdata[k];
            if (!g_ptr_array_find_with_equal_func(keys, t->key, g_str_equal, NULL))
                g_ptr_array_add(keys, (gpointer)t->key);
        }
    }
    return keys;
}

static char *report_table_name(const Report *report, const char *key)
{
    return g_strdup_printf("report_%s_%s", report->name, key);
}

/* ---- one table ---------------------------------------------------------------------------------------------------------------------------------- */

static bool find_report_table(Export *x, const TableCalls *calls, bool *found, GError **error)
{
    int n;
    const Report *const *list = report_list(&n);
    for (int i = 0; i < n && !*found; i++) {
        g_autofree char *prefix = g_strdup_printf("report_%s_", list[i]->name);
        if (!g_str_has_prefix(x->o->table, prefix))
            continue;
        g_autoptr(Document) d = make_report(x, list[i], error);
        if (!d)
            return false;
        g_autoptr(GPtrArray) keys = keys_of(d);
        for (guint k = 0; k < keys->len && !*found; k++) {
            g_autofree char *name = report_table_name(list[i], keys->pdata[k]);
            if (!g_str_equal(name, x->o->table))
                continue;
            *found = true;
            if (!write_table(x, calls, x->to, &(Wanted){ .document = d, .key = keys->pdata[k] }, error))
                return false;
        }
    }
    return true;
}

static bool no_table(Export *x, GError **error)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(named); i++)
        g_string_append_printf(names, "%s%s", i ? ", " : "", named[i].name);
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_USAGE, "there is no table \"%s\" to export\n  hint: %s, report_REPORT_TABLE, or a table that sqlite3 FILE .schema shows", x->o->table, names->str);
    return false;
}

static bool write_one(Export *x, const TableCalls *calls, GError **error)
{
    for (size_t i = 0; i < G_N_ELEMENTS(named); i++)
        if (g_str_equal(named[i].name, x->o->table))
            return write_table(x, calls, x->to, &(Wanted){ .table = &named[i] }, error);
    bool found = false;
    if (!find_report_table(x, calls, &found, error))
        return false;
    for (int i = 0; i < TRACE_N_TABLES && !found; i++)
        if (g_str_equal(table_type((TraceTableId)i)->name, x->o->table))
            return write_table(x, calls, x->to, &(Wanted){ .raw = table_type((TraceTableId)i) }, error);
    return found || no_table(x, error);
}

/* ---- the folder ---------------------------------------------------------------------------------------------------------------------------------- */

static bool write_into(Export *x, const TableCalls *calls, const char *folder, GError **error)
{
    bool ok = true;
    for (size_t i = 0; ok && i < G_N_ELEMENTS(named); i++) {
        g_autofree char *file = g_strconcat(named[i].name, calls->suffix, NULL), *path = g_build_filename(folder, file, NULL);
        ok = write_table(x, calls, path, &(Wanted){ .table = &named[i] }, error);
    }
    int n;
    const Report *const *list = report_list(&n);
    if (x->o->has_step)
        export_note(x, "reports are about the whole run, not about a step");
    for (int i = 0; ok && i < n; i++) {
        g_autoptr(GError) why = NULL;
        g_autoptr(Document) d = make_report(x, list[i], &why);
        if (!d) {
            if (g_error_matches(why, TRACE_ERROR, TRACE_ERROR_SQL)) {
                g_propagate_error(error, g_steal_pointer(&why));
                return false;
            }
            export_note(x, "report %s is left out: %s", list[i]->name, why->message);
            continue;
        }
        g_autoptr(GPtrArray) keys = keys_of(d);
        for (guint k = 0; ok && k < keys->len; k++) {
            g_autofree char *name = report_table_name(list[i], keys->pdata[k]), *file = g_strconcat(name, calls->suffix, NULL), *path = g_build_filename(folder, file, NULL);
            ok = write_table(x, calls, path, &(Wanted){ .document = d, .key = keys->pdata[k] }, error);
        }
    }
    g_autofree char *notes = g_build_filename(folder, "notes.txt", NULL);
    return ok && (!x->note->len || outfile_write(notes, x->note->str, x->note->len, error));
}

/* With the files in it, which are only ours. */
static void remove_folder(const char *path)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *file = g_build_filename(path, name, NULL);
        g_unlink(file);
    }
    if (dir)
        g_dir_close(dir);
    g_rmdir(path);
}

static bool fail(const char *path, int number, GError **error)
{
    g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(number), "%s: %s", path, g_strerror(number));
    return false;
}

bool export_tables(Export *x, const TableCalls *calls, GError **error)
{
    if (!x->run) { /* all runs, all of their time */
        x->from_ns = INT64_MIN;
        x->to_ns = INT64_MAX;
    }
    if (x->o->table)
        return write_one(x, calls, error);
    if (g_file_test(x->to, G_FILE_TEST_IS_DIR))
        return write_into(x, calls, x->to, error);
    if (g_file_test(x->to, G_FILE_TEST_EXISTS)) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_USAGE, "%s: a file, where a folder for the tables is needed\n  hint: --table NAME writes one table into a file", x->to);
        return false;
    }
    g_autofree char *part = g_strconcat(x->to, ".part", NULL);
    if (g_mkdir(part, 0777) != 0)
        return fail(part, errno, error);
    bool ok = write_into(x, calls, part, error);
    if (ok && g_rename(part, x->to) != 0)
        ok = fail(x->to, errno, error);
    if (!ok)
        remove_folder(part);
    return ok;
}
