/* The table of reports. To add a report, add a row here and a file in this folder that defines NAME_report. */
#include "trace/report/reports.h"
#include "trace/report/functions.h"

#include <string.h>

/* In the order of the help. */
#define REPORTS(ROW) \
    ROW(steps)       \
    ROW(reshards)    \
    ROW(collectives) \
    ROW(lines)       \
    ROW(passes)      \
    ROW(memory)      \
    ROW(shardings)   \
    ROW(ops)         \
    ROW(imports)     \
    ROW(log)

#define DECLARE(name) extern const Report name##_report;
REPORTS(DECLARE)
#undef DECLARE

#define POINTER(name) &name##_report,
static const Report *const reports[] = { REPORTS(POINTER) };
#undef POINTER

const Report *const *report_list(int *n)
{
    *n = G_N_ELEMENTS(reports);
    return reports;
}

static const Report *find(const char *name, GError **error)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(reports); i++) {
        if (g_str_equal(name, reports[i]->name))
            return reports[i];
        g_string_append_printf(names, "%s%s", i ? ", " : "", reports[i]->name);
    }
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_USAGE, "there is no report \"%s\"\n  hint: the reports are %s", name, names->str);
    return NULL;
}

static bool make_block(const Report *report, TraceReader *reader, const TraceRunInfo *run, const ReportOptions *options, Block *b, GError **error)
{
    bool asks = report->of_events || report->of_predictions;
    g_autoptr(GArray) kept = asks ? trace_query_kept(reader, run->id, error) : NULL;
    if ((asks && !kept) || !report->make(reader, run, options, b, error))
        return false;
    const TraceKept *k = kept ? TRACE_AT(kept, TraceKept, 0) : NULL;
    if (report->of_events && *k->note)
        block_note(b, "%s", k->note);
    if (report->of_predictions && *k->predicted_note)
        block_note(b, "%s", k->predicted_note);
    return true;
}

Document *report_make(const char *name, TraceReader *reader, const ReportOptions *options, GError **error)
{
    const Report *report = find(name, error);
    if (!report)
        return NULL;
    int64_t only = 0;
    if (options->run && !trace_find_run(reader, options->run, &only, error))
        return NULL;
    g_autoptr(GArray) runs = trace_query_runs(reader, error);
    if (!runs)
        return NULL;
    g_autoptr(Document) d = document_new(report->name);
    bool any = false, for_people = options->format == REPORT_TEXT || options->format == REPORT_HTML;
    if (!only && for_people)
        functions_add(d, runs);
    for (guint i = 0; i < runs->len; i++) {
        const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, i);
        if (only ? run->id != only : for_people && !trace_run_is_main(runs, i))
            continue;
        g_autoptr(GError) local = NULL;
        if (make_block(report, reader, run, options, document_block(d, run), &local)) {
            any = true;
            continue;
        }
        /* With several runs, it is not an error if only some of them have the value. */
        if (!g_error_matches(local, TRACE_ERROR, TRACE_ERROR_MISSING) || (i + 1 == runs->len && !any) || only) {
            g_propagate_error(error, g_steal_pointer(&local));
            return NULL;
        }
    }
    return document_arrange(d, options, error) ? g_steal_pointer(&d) : NULL;
}

bool report_run(const char *name, TraceReader *reader, const ReportOptions *options, GString *out, GError **error)
{
    g_autoptr(Document) d = report_make(name, reader, options, error);
    if (d)
        document_print(d, options->format, out);
    return d != NULL;
}
