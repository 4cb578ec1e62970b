/* report imports: the foreign files that a run came from, and what of them was skipped or could not be read. */
#include "trace/report/reports.h"

static const ReportColumn said_columns[] = {
    { "file", "file", CELL_TEXT },
    { "severity", "", CELL_TEXT },
    { "n", "count", CELL_COUNT },
    { "code", NULL, CELL_TEXT },
    { "text", "what", CELL_TEXT },
};

static const ReportColumn file_columns[] = {
    { "file", "file", CELL_TEXT },
    { "kind", "format", CELL_TEXT },
    { "size", "size", CELL_BYTES },
    { "events", "events", CELL_COUNT },
    { "left_out", "left out", CELL_COUNT },
    { "status", "read", CELL_TEXT },
};

static const char *word(const char *const *words, gsize n, int64_t i)
{
    return i >= 0 && i < (int64_t)n ? words[i] : "?";
}

static void add_files(Block *b, const GArray *rows)
{
    static const char *const statuses[] = { "whole", "in part", "not" };
    Table *t = block_table(b, "files", "the files", file_columns, G_N_ELEMENTS(file_columns));
    table_aside(t);
    for (guint i = 0; i < rows->len; i++) {
        const TraceImportSaid *f = TRACE_AT(rows, TraceImportSaid, i);
        if (i && f->import_id == TRACE_AT(rows, TraceImportSaid, i - 1)->import_id)
            continue;
        cell_text(t, f->file);
        cell_text(t, f->kind);
        cell_oint(t, f->size);
        cell_oint(t, f->n_events);
        cell_oint(t, f->n_events.known ? TRACE_INT(f->n_left) : (TraceInt){ 0 });
        cell_text(t, word(statuses, G_N_ELEMENTS(statuses), f->status));
    }
}

static bool make(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error)
{
    static const char *const severities[] = { "information", "warning", "data lost" };
    (void)o;
    g_autoptr(GArray) rows = trace_query_imported(r, run->id, error);
    if (!rows)
        return false;
    if (!rows->len)
        block_note(b, "nothing of this run was imported from foreign files");
    add_files(b, rows);
    Table *t = block_table(b, "said", "what was said of them: what was skipped or could not be read, with how many of each kind", said_columns, G_N_ELEMENTS(said_columns));
    for (guint i = 0; i < rows->len; i++) {
        const TraceImportSaid *s = TRACE_AT(rows, TraceImportSaid, i);
        if (!s->code)
            continue;
        cell_text(t, s->file);
        cell_text(t, word(severities, G_N_ELEMENTS(severities), s->severity.v));
        cell_oint(t, s->n);
        cell_text(t, s->code);
        cell_text(t, s->text);
    }
    if (rows->len && !table_n_rows(t))
        block_note(b, "everything in the files was read");
    return true;
}

const Report imports_report = {
    .name = "imports",
    .doc = "the files that a run was imported from, and what of them was skipped or could not be read, with counts",
    .make = make,
};
