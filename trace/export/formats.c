/* The table of formats, and what happens before and after each writes: the run is found, the file opened, what is left out is said. To add
 * a format, add a row here and a file in this folder. Start reading at trace_export(). */
#include "trace/export/formats.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>

static const ExportFormat formats[] = {
#define FORMAT(name, folder, timeline, suffix, doc) { { #name, doc, suffix, folder }, timeline, export_##name },
    EXPORT_FORMATS(FORMAT)
#undef FORMAT
};

bool trace_export_format(int i, TraceExportFormat *out)
{
    if (i < 0 || i >= (int)G_N_ELEMENTS(formats))
        return false;
    *out = formats[i].is;
    return true;
}

static const ExportFormat *find(const char *name, GError **error)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(formats); i++) {
        if (g_str_equal(name, formats[i].is.name))
            return &formats[i];
        g_string_append_printf(names, "%s%s", i ? ", " : "", formats[i].is.name);
    }
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_USAGE, "there is no format \"%s\" to export to\n  hint: the formats are %s", name, names->str);
    return NULL;
}

/* ---- for the formats ---------------------------------------------------------------------------------------------------------------- */

void put(Export *x, const void *bytes, size_t n)
{
    if (n)
        fwrite(bytes, 1, n, x->file);
}

void put_string(Export *x, GString *s)
{
    put(x, s->str, s->len);
    g_string_truncate(s, 0);
}

void export_note(Export *x, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    g_autofree char *text = g_strdup_vprintf(fmt, args);
    va_end(args);
    if (!*text || strstr(x->note->str, text))
        return;
    if (x->note->len)
        g_string_append_c(x->note, '\n');
    g_string_append(x->note, text);
}

bool export_each(Export *x, ExportAsk ask, ExportRow row, void *data, GError **error)
{
    sqlite3_stmt *s = db_prepare(x->db, x->r->path, ask.sql, error);
    if (!s)
        return false;
    for (int i = 0; i < ask.n_args; i++)
        sqlite3_bind_int64(s, i + 1, ask.args[i]);
    int rc = SQLITE_ROW;
    bool on = true;
    while (on && (rc = sqlite3_step(s)) == SQLITE_ROW)
        on = row(x, s, data);
    bool ok = !on || rc == SQLITE_DONE || db_fail(x->db, x->r->path, error);
    sqlite3_finalize(s);
    return ok;
}

/* ---- what is written ---------------------------------------------------------------------------------------------------------------- */

/* Only the step that is asked for stays in x->steps, and its time is the range. */
static bool choose_step(Export *x, GError **error)
{
    x->steps = trace_query_steps(x->r, x->run->id, error);
    x->from_ns = INT64_MIN;
    x->to_ns = INT64_MAX;
    for (guint i = 0; x->steps && i < x->steps->len; i++) {
        TraceStepRow *s = TRACE_AT(x->steps, TraceStepRow, i);
        s->start_ns = export_sane(s->start_ns);
        s->dur_ns = MAX(export_sane(s->dur_ns), 0);
    }
    if (!x->steps || !x->o->has_step)
        return x->steps != NULL;
    for (guint i = x->steps->len; i-- > 0;)
        if (TRACE_AT(x->steps, TraceStepRow, i)->num != x->o->step)
            g_array_remove_index(x->steps, i);
    if (!x->steps->len) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_MISSING, "%s: %s has no step %" G_GINT64_FORMAT, x->r->path, x->run->title, x->o->step);
        return false;
    }
    const TraceStepRow *s = TRACE_AT(x->steps, TraceStepRow, 0);
    x->from_ns = s->start_ns;
    x->to_ns = s->start_ns + s->dur_ns;
    if (db_int(x->db, "SELECT n_events IS NOT NULL AND COALESCE(n_kept, 0) = 0 FROM step WHERE id = ?1", &s->id, 1, 0))
        export_note(x, "step %" G_GINT64_FORMAT " was recorded as sums: it has no events", s->num);
    return true;
}

bool export_turn_to(Export *x, const TraceRunInfo *run, GError **error)
{
    x->run = run;
    g_clear_pointer(&x->steps, g_array_unref);
    return choose_step(x, error);
}

/* The runs that one timeline shows: the functions of a process take turns on its devices. */
static GPtrArray *side_by_side(Export *x, guint chosen, bool timeline)
{
    GPtrArray *of = NULL;
    if (timeline && x->o->all_runs) {
        of = g_ptr_array_new();
        for (guint i = 0; i < x->runs->len; i++)
            g_ptr_array_add(of, TRACE_AT(x->runs, TraceRunInfo, i));
    } else if (timeline && !x->o->run && !x->o->has_step) {
        of = trace_run_functions(x->runs, chosen);
    }
    if (of && of->len)
        return of;
    g_clear_pointer(&of, g_ptr_array_unref);
    of = g_ptr_array_new();
    g_ptr_array_add(of, TRACE_AT(x->runs, TraceRunInfo, chosen));
    return of;
}

static bool choose_run(Export *x, const ExportFormat *f, GError **error)
{
    bool tables = f->is.folder;
    x->runs = trace_query_runs(x->r, error);
    if (!x->runs)
        return false;
    if (tables && !x->o->run && !x->o->has_step)
        return true;
    int64_t id;
    if (!trace_find_run(x->r, x->o->run, &id, error))
        return false;
    guint chosen = 0;
    for (guint i = 0; i < x->runs->len; i++)
        if (TRACE_AT(x->runs, TraceRunInfo, i)->id == id)
            chosen = i;
    for (guint i = x->runs->len; !x->o->run && !TRACE_AT(x->runs, TraceRunInfo, chosen)->n_steps && i-- > 0;)
        if (TRACE_AT(x->runs, TraceRunInfo, i)->n_steps) /* the last that ran */
            chosen = i;
    x->side_by_side = side_by_side(x, chosen, f->timeline);
    const TraceRunInfo *run = TRACE_AT(x->runs, TraceRunInfo, chosen);
    if (x->side_by_side->len == 1 && x->runs->len > 1 && !x->o->run)
        export_note(x, "the file has %u runs, of which %s is exported: --run chooses another", x->runs->len, run->title);
    else if (x->side_by_side->len < x->runs->len && !x->o->run)
        export_note(x, "the file has %u runs, of which the %u of %s are exported: --run chooses another", x->runs->len, x->side_by_side->len, run->process);
    return export_turn_to(x, run, error);
}

/* Which steps are recorded with sums alone, or in part. */
static bool say_what_is_kept(Export *x, GError **error)
{
    bool one = x->side_by_side && x->side_by_side->len == 1;
    for (guint i = 0; i < x->runs->len; i++) {
        const TraceRunInfo *run = TRACE_AT(x->runs, TraceRunInfo, i);
        if (x->side_by_side && !g_ptr_array_find(x->side_by_side, run, NULL))
            continue;
        g_autoptr(GArray) kept = trace_query_kept(x->r, run->id, error);
        if (!kept)
            return false;
        const char *note = TRACE_AT(kept, TraceKept, 0)->note;
        if (*note)
            export_note(x, "%s%s%s", one ? "" : run->title, one ? "" : ": ", note);
    }
    return true;
}

static bool write_file(Export *x, const ExportFormat *f, GError **error)
{
    OutFile out;
    if (!outfile_begin(&out, x->to, error))
        return false;
    x->file = fopen(out.part, "wbe");
    bool ok = x->file != NULL;
    int number = errno;
    if (ok) {
        ok = f->write(x, error);
        errno = 0;
        bool well = !ferror(x->file);
        well = fclose(x->file) == 0 && well;
        number = errno ? errno : EIO;
        x->file = NULL;
        if (ok && !well) {
            ok = false;
            g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(number), "%s: %s", x->to, g_strerror(number));
        }
    } else {
        g_set_error(error, G_FILE_ERROR, (gint)g_file_error_from_errno(number), "%s: %s", x->to, g_strerror(number));
    }
    x->done->n_files += ok;
    return outfile_end(&out, ok, error);
}

bool trace_export(TraceReader *r, const char *format, const char *path, const TraceExport *options, TraceExported *done, GError **error)
{
    static const TraceExport none;
    const TraceWatch *watch = options ? options->watch : NULL;
    *done = (TraceExported){ 0 };
    const ExportFormat *f = find(format, error);
    if (!f)
        return false;
    if (options && options->table && !f->is.folder) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_USAGE, "a table is exported to csv or parquet, not to %s", format);
        return false;
    }
    Export x = { .r = r, .db = r->db, .o = options ? options : &none, .watch = watch, .to = path, .done = done, .note = g_string_new(NULL) };
    watch_db(watch, r->db);
    bool ok = choose_run(&x, f, error) && say_what_is_kept(&x, error) && (f->is.folder ? f->write(&x, error) : write_file(&x, f, error));
    watch_db(NULL, r->db);
    if (!ok && error && *error) /* SQLite reports a cancelled statement as "interrupted" */
        watch_go_on(watch, error);
    export_cache_clear(&x);
    g_clear_pointer(&x.runs, g_array_unref);
    g_clear_pointer(&x.steps, g_array_unref);
    g_clear_pointer(&x.side_by_side, g_ptr_array_unref);
    g_clear_pointer(&x.step_runs, g_ptr_array_unref);
    g_clear_pointer(&x.steps_of, g_ptr_array_unref);
    done->note = g_string_free(x.note, FALSE);
    return ok;
}
