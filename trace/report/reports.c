/* The table of reports. A new one is a row here and a file beside this one. */
#include "trace/report/reports.h"

#include <string.h>

static const Report reports[] = {
    { "steps", "step times, and where they went on each device" },
    { "reshards", "every layout change with its reason and its cost, dearest first" },
    { "collectives", "collectives by kind, and each with what it is for" },
    { "passes", "what each compiler pass took and changed" },
    { "memory", "planned and measured memory, and what stands at the peak" },
    { "shardings", "how parameters, results and annotated values lie on the devices; the chain behind one" },
    { "ops", "how each op was divided: split, repeated or not supported, and why" },
};

static const ReportFn functions[] = {
    report_steps, report_reshards, report_collectives, report_passes, report_memory, report_shardings, report_ops,
};
G_STATIC_ASSERT(G_N_ELEMENTS(reports) == G_N_ELEMENTS(functions));

const Report *report_list(int *n)
{
    *n = G_N_ELEMENTS(reports);
    return reports;
}

static int find(const char *name, GError **error)
{
    g_autoptr(GString) names = g_string_new(NULL);
    for (size_t i = 0; i < G_N_ELEMENTS(reports); i++) {
        if (g_str_equal(name, reports[i].name))
            return (int)i;
        g_string_append_printf(names, "%s%s", i ? ", " : "", reports[i].name);
    }
    g_set_error(error, TRACE_ERROR, TRACE_ERROR_USAGE, "no report \"%s\": there are %s", name, names->str);
    return -1;
}

Document *report_make(const char *name, TraceReader *reader, const ReportOptions *options, GError **error)
{
    int which = find(name, error);
    if (which < 0)
        return NULL;
    int64_t only = 0;
    if (options->run && !trace_find_run(reader, options->run, &only, error))
        return NULL;
    g_autoptr(GArray) runs = trace_query_runs(reader, error);
    if (!runs)
        return NULL;
    g_autoptr(Document) d = document_new(reports[which].name);
    bool any = false;
    for (guint i = 0; i < runs->len; i++) {
        const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, i);
        if (only && run->id != only)
            continue;
        g_autoptr(GError) local = NULL;
        if (functions[which](reader, run, options, document_block(d, run), &local)) {
            any = true;
            continue;
        }
        /* With several runs, a value that only some of them have is no failure. */
        if (!g_error_matches(local, TRACE_ERROR, TRACE_ERROR_MISSING) || (i + 1 == runs->len && !any) || only) {
            g_propagate_error(error, g_steal_pointer(&local));
            return NULL;
        }
    }
    return g_steal_pointer(&d);
}

bool report_run(const char *name, TraceReader *reader, const ReportOptions *options, GString *out, GError **error)
{
    g_autoptr(Document) d = report_make(name, reader, options, error);
    if (d)
        document_print(d, options->format, out);
    return d != NULL;
}
