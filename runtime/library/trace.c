/* Traces: reports about them, the page, comparisons, and what changes their files. The texts are made by the trace library. */
#include "runtime/library/library_impl.h"

#include <inttypes.h>
#include <string.h>

#include "runtime/api/arrays.h"
#include "trace/outfile.h"
#include "trace/report/page.h"
#include "trace/report/report.h"

struct ShardscopeTrace {
    TraceReader *reader;
};

ShardscopeTrace *shardscope_trace_open(const char *path, ShardscopeError **error)
{
    NEED(path, "a path", NULL);
    GError *why = NULL;
    TraceReader *r = trace_open(path, &why);
    if (!r) {
        library_fail(error, why);
        return NULL;
    }
    ShardscopeTrace *trace = g_new0(ShardscopeTrace, 1);
    trace->reader = r;
    return trace;
}

void shardscope_trace_unref(ShardscopeTrace *trace)
{
    if (!trace)
        return;
    trace_close(trace->reader);
    g_free(trace);
}

bool shardscope_trace_check(ShardscopeTrace *trace, ShardscopeError **error)
{
    NEED(trace, "a trace", false);
    g_autofree char *wrong = trace_damage(trace->reader);
    return !wrong || library_fail(error, g_error_new(TRACE_ERROR, TRACE_ERROR_FORMAT, "%s: the file is damaged, so rows may be missing and numbers wrong: %s", trace_path(trace->reader), wrong));
}

static const TraceSpelling spellings[] = { [SHARDSCOPE_SPELL_JAX] = TRACE_SPELLING_JAX, [SHARDSCOPE_SPELL_SDY] = TRACE_SPELLING_SHARDY,
                                           [SHARDSCOPE_SPELL_GSPMD] = TRACE_SPELLING_GSPMD };

bool shardscope_trace_spell(ShardscopeTrace *trace, ShardscopeSpelling spelling, ShardscopeError **error)
{
    NEED(trace, "a trace", false);
    if ((unsigned)spelling >= G_N_ELEMENTS(spellings))
        return library_invalid(error, NULL, "there is no spelling %d", (int)spelling);
    trace_set_spelling(trace->reader, spellings[spelling]);
    return true;
}

bool shardscope_spelling_parse(const char *name, ShardscopeSpelling *out)
{
    TraceSpelling s;
    if (!name || !out || !trace_spelling_from_name(name, &s))
        return false;
    for (int i = 0; i < (int)G_N_ELEMENTS(spellings); i++)
        if (spellings[i] == s)
            *out = (ShardscopeSpelling)i;
    return true;
}

/* ---- reports -------------------------------------------------------------------------------------------------------------------- */

bool shardscope_report_info(int i, ShardscopeReportInfo *out)
{
    int n;
    const Report *const *list = report_list(&n);
    if (!out || i < 0 || i >= n)
        return false;
    *out = (ShardscopeReportInfo){ list[i]->name, list[i]->doc, list[i]->why, list[i]->remove, list[i]->number, list[i]->all };
    return true;
}

const char *shardscope_view_name(int i)
{
    for (int k = 0; k < i; k++) /* it knows no place beyond the last */
        if (!page_view_name(k))
            return NULL;
    return i >= 0 ? page_view_name(i) : NULL;
}

static bool format_of(ShardscopeTables tables, ReportFormat *out, ShardscopeError **error)
{
    static const ReportFormat of[] = { [SHARDSCOPE_TABLES_TEXT] = REPORT_TEXT, [SHARDSCOPE_TABLES_JSON] = REPORT_JSON, [SHARDSCOPE_TABLES_CSV] = REPORT_CSV };
    if ((unsigned)tables >= G_N_ELEMENTS(of))
        return library_invalid(error, NULL, "there is no form %d of tables", (int)tables);
    *out = of[tables];
    return true;
}

static bool report_options(const ShardscopeReportOptions *given, ReportOptions *out, ShardscopeError **error)
{
    ShardscopeReportOptions o;
    if (!library_options(&o, sizeof o, given, "ShardscopeReportOptions", error))
        return false;
    *out = (ReportOptions){ .run = o.run, .why = o.why, .remove = o.remove, .number = o.number, .has_number = o.numbered, .all = o.all,
                            .group = o.group, .sort = o.sort, .filter = o.filter, .top = o.top, .fold = o.fold, .expand = o.expand };
    static const char *const groupings[] = { "layer", "line", "kind", "axis", "cause", NULL };
    if (o.group && !g_strv_contains(groupings, o.group))
        return library_invalid(error, "layer, line, kind, axis or cause", "group \"%s\"", o.group);
    if (o.top < 0)
        return library_invalid(error, NULL, "top is %" PRId64 ": must be at least 0", o.top);
    return format_of(o.tables, &out->format, error);
}

char *shardscope_report(ShardscopeTrace *trace, const char *name, const ShardscopeReportOptions *options, ShardscopeError **error)
{
    NEED(trace, "a trace", NULL);
    ReportOptions o;
    if (!report_options(options, &o, error))
        return NULL;
    int n;
    GError *why = NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    if (report_run(name ? name : report_list(&n)[0]->name, trace->reader, &o, out, &why))
        return g_string_free(g_steal_pointer(&out), FALSE);
    library_fail(error, why);
    return NULL;
}

bool shardscope_report_page(ShardscopeTrace *trace, const ShardscopeReportOptions *options, const char *path, ShardscopeError **error)
{
    NEED(trace, "a trace", false);
    NEED(path, "a path", false);
    ReportOptions o;
    if (!report_options(options, &o, error))
        return false;
    GError *why = NULL;
    g_autoptr(GString) out = g_string_new(NULL);
    return (page_write(trace->reader, &o, out, &why) && outfile_write(path, out->str, out->len, &why)) || library_fail(error, why);
}

TraceReader *library_open_source(const char *text, char **run, GError **error)
{
    *run = NULL;
    const char *colon = g_file_test(text, G_FILE_TEST_EXISTS) ? NULL : strrchr(text, ':');
    if (!colon)
        return trace_open(text, error);
    g_autofree char *path = g_strndup(text, (gsize)(colon - text));
    *run = g_strdup(colon + 1);
    return trace_open(path, error);
}

char *shardscope_trace_compare(const char *const *sources, int n, ShardscopeTables tables, double *slower, ShardscopeError **error)
{
    return shardscope_trace_compare_as(sources, n, &(ShardscopeCompareOptions){ SHARDSCOPE_COMPARE_OPTIONS, .tables = tables }, slower, error);
}

char *shardscope_trace_compare_as(const char *const *sources, int n, const ShardscopeCompareOptions *options, double *slower, ShardscopeError **error)
{
    NEED(sources, "a list of traces", NULL);
    ShardscopeCompareOptions o;
    ReportFormat format = REPORT_TEXT;
    if (!library_options(&o, sizeof o, options, "ShardscopeCompareOptions", error) || !format_of(o.tables, &format, error))
        return NULL;
    if (o.top < 0 || (unsigned)o.spelling >= G_N_ELEMENTS(spellings)) {
        library_invalid(error, NULL, o.top < 0 ? "top is %" PRId64 ": must be at least 0" : "there is no spelling %" PRId64, o.top < 0 ? o.top : (int64_t)o.spelling);
        return NULL;
    }
    if (n < 1) {
        library_invalid(error, NULL, "%d traces to compare", n);
        return NULL;
    }
    ReportOptions list_as = { .format = format, .sort = o.sort, .filter = o.filter, .top = o.top, .fold = o.fold, .expand = o.expand };
    g_autofree CompareSource *list = g_new0(CompareSource, n);
    g_autofree char **runs = g_new0(char *, n);
    GError *why = NULL;
    int opened = 0;
    while (opened < n && (list[opened].reader = library_open_source(sources[opened], &runs[opened], &why))) {
        list[opened].run = runs[opened];
        trace_set_spelling(list[opened].reader, spellings[o.spelling]);
        opened++;
    }
    g_autoptr(GString) out = g_string_new(NULL);
    double worst = 0;
    bool ok = opened == n && report_compare(list, n, &list_as, out, slower ? &worst : NULL, &why);
    for (int i = 0; i < n; i++) {
        trace_close(list[i].reader);
        g_free(runs[i]);
    }
    if (slower)
        *slower = worst;
    if (ok)
        return g_string_free(g_steal_pointer(&out), FALSE);
    library_fail(error, why);
    return NULL;
}

/* ---- changing files ---------------------------------------------------------------------------------------------------------------- */

static void on_progress(void *user, const char *what, int64_t done, int64_t of)
{
    const ShardscopeWatch *w = user;
    if (w->progress)
        w->progress(w->user, what, done, of);
}

static bool on_stop(void *user)
{
    const ShardscopeWatch *w = user;
    return shardscope_stop_requested(w->stop);
}

bool library_trace_watch(const ShardscopeWatch *given, ShardscopeWatch *copy, TraceWatch *out, ShardscopeError **error)
{
    *out = (TraceWatch){ .progress = on_progress, .stop = on_stop, .user = copy };
    return library_options(copy, sizeof *copy, given, "ShardscopeWatch", error);
}

bool shardscope_trace_optimise(const char *path, const ShardscopeWatch *watch, ShardscopeError **error)
{
    NEED(path, "a path", false);
    ShardscopeWatch copy;
    TraceWatch w;
    GError *why = NULL;
    return library_trace_watch(watch, &copy, &w, error) && (trace_optimize(path, &w, &why) || library_fail(error, why));
}

bool shardscope_trace_upgrade(const char *path, ShardscopeError **error)
{
    NEED(path, "a path", false);
    GError *why = NULL;
    return trace_upgrade(path, &why) || library_fail(error, why);
}

bool shardscope_trace_cut(const char *path, const char *out, const ShardscopeCut *keep, const ShardscopeWatch *watch, ShardscopeError **error)
{
    NEED(path, "a path", false);
    NEED(out, "a path for the new trace", false);
    NEED(keep, "what to keep", false);
    ShardscopeCut c;
    ShardscopeWatch copy;
    TraceWatch w;
    if (!library_options(&c, sizeof c, keep, "ShardscopeCut", error) || !library_trace_watch(watch, &copy, &w, error))
        return false;
    if (c.n_devices < 0 || (c.n_devices && !c.devices))
        return library_invalid(error, NULL, "a list of %d devices", c.n_devices);
    GError *why = NULL;
    TraceCut part = { c.from_ns, c.to_ns, c.devices, c.n_devices };
    return trace_cut(path, out, &part, &w, &why) || library_fail(error, why);
}

bool shardscope_trace_merge(const char *const *parts, int n, const char *out, const ShardscopeWatch *watch, char **told, ShardscopeError **error)
{
    NEED(parts, "a list of parts", false);
    NEED(out, "a path for the new trace", false);
    if (n < 1)
        return library_invalid(error, NULL, "%d parts to merge", n);
    ShardscopeWatch copy;
    TraceWatch w;
    GError *why = NULL;
    return library_trace_watch(watch, &copy, &w, error) && (trace_merge(&(TraceMerge){ parts, n, out }, &w, told, &why) || library_fail(error, why));
}

char *shardscope_trace_part_path(const char *path, int rank)
{
    return path ? trace_part_path(path, rank) : NULL;
}
