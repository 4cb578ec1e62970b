/* What PyTorch/XLA says: reports of metrics (torch_xla.debug.metrics.metrics_report()), whose values become counters, and the analyses of PT_XLA_DEBUG, of which
 * each compile becomes a run with its cause. Reports have no times: the n-th stands at n ms. */
#include <math.h>
#include <string.h>

#include "trace/import/log.h"

struct LogTorch {
    Log *log;
    char *name;           /* of the metric or counter that is read; NULL = none */
    bool is_counter;
    int64_t report, lane; /* number of the report; lane: 0 = not stored yet */
    GHashTable *seen;     /* names of the report: one that comes again begins the next */
    GString *cause, *at;  /* of the compile that is read */
    char *graph;
    bool in_cause, in_frames;
};

LogTorch *log_torch_new(Log *log)
{
    LogTorch *t = g_new0(LogTorch, 1);
    t->log = log;
    t->seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    t->cause = g_string_new(NULL);
    t->at = g_string_new(NULL);
    return t;
}

/* ---- metrics -------------------------------------------------------------------------------------------------------------------------- */

static void put(LogTorch *t, const char *what, const char *unit, double value)
{
    ImportRun *r = t->log->run;
    if (!t->lane)
        t->lane = trace_put_lane(r->w, &(TraceLane){ .run_id = r->run_id, .kind = TRACE_LANE_OTHER, .name = "PyTorch/XLA metrics" });
    g_autofree char *name = g_strdup_printf("%s%s%s%s", t->name, what, *unit ? " " : "", unit);
    if (g_hash_table_add(t->seen, g_strdup(name)) && !isnan(value))
        trace_put_counter(r->w, &(TraceCounter){ .lane_id = t->lane, .name_id = trace_str(r->w, name), .ts_ns = t->report * 1000000, .value = value });
}

/* A time or a size, by its text. */
static void put_amount(LogTorch *t, const char *what, const char *text)
{
    double ns = log_duration(text), bytes = ns < 0 ? log_size(text) : -1;
    if (ns >= 0)
        put(t, what, "ns", ns);
    else if (bytes >= 0)
        put(t, what, strchr(text, 'B') ? "bytes" : "", bytes);
}

/* "1%=05ms; 50%=12ms" */
static void put_percentiles(LogTorch *t, const char *text)
{
    g_auto(GStrv) parts = g_strsplit(text, ";", 0);
    for (char **p = parts; *p; p++) {
        char *part = g_strstrip(*p), *eq = strchr(part, '=');
        if (!eq)
            continue;
        *eq = '\0';
        g_autofree char *what = g_strdup_printf(": %s", part);
        put_amount(t, what, eq + 1);
    }
}

static bool metric_line(LogTorch *t, const char *line)
{
    bool counter = g_str_has_prefix(line, "Counter: ");
    if (counter || g_str_has_prefix(line, "Metric: ")) {
        g_free(t->name);
        t->name = g_strstrip(g_strdup(line + (counter ? 9 : 8)));
        t->is_counter = counter;
        g_autofree char *first = g_strdup_printf("%s%s", t->name, counter ? "" : ": samples");
        if (g_hash_table_contains(t->seen, first)) {
            g_hash_table_remove_all(t->seen);
            t->report++;
        }
        return true;
    }
    if (!t->name || !g_str_has_prefix(line, "  "))
        return false;
    const char *text = line + strspn(line, " ");
    if (g_str_has_prefix(text, "Value: "))
        put(t, "", "", g_ascii_strtod(text + 7, NULL));
    else if (g_str_has_prefix(text, "TotalSamples: "))
        put(t, ": samples", "", g_ascii_strtod(text + 14, NULL));
    else if (g_str_has_prefix(text, "Accumulator: "))
        put_amount(t, ": total", text + 13);
    else if (g_str_has_prefix(text, "Rate: "))
        put(t, ": samples a second", "", g_ascii_strtod(text + 6, NULL));
    else if (g_str_has_prefix(text, "Percentiles: "))
        put_percentiles(t, text + 13);
    else
        return g_str_has_prefix(text, "ValueRate: ");
    return true;
}

/* ---- analyses ---------------------------------------------------------------------------------------------------------------------------- */

static void end_compile(LogTorch *t)
{
    if (t->graph) {
        TraceWriter *w = t->log->run->w;
        g_autofree char *name = g_strdup_printf("graph %.12s", t->graph), *why = g_strdup_printf("%s%s%s", t->cause->str, t->at->len ? ", at " : "", t->at->str);
        int64_t run = trace_put_run(w, &(TraceRun){ .name = name, .producer = "import", .kind = TRACE_INT(TRACE_RUN_COMPILED), .end_ns = TRACE_INT(0), .process = t->log->process, .recompiled = *why ? why : NULL });
        trace_put_module(w, &(TraceModule){ .run_id = run, .name = name, .cause = *why ? why : NULL });
    }
    g_clear_pointer(&t->graph, g_free);
    g_string_truncate(t->cause, 0);
    g_string_truncate(t->at, 0);
    t->in_cause = t->in_frames = false;
}

static bool analysis_line(LogTorch *t, const char *line)
{
    const char *mark = "Compilation Analysis: ", *at = strstr(line, mark);
    if (!at || (at > line && strstr(line, "Post Compilation")))
        return false;
    at += strlen(mark);
    if (g_str_has_prefix(at, "====")) {
        end_compile(t);
    } else if (*at != ' ') {
        t->in_cause = g_str_has_prefix(at, "Compilation Cause");
        t->in_frames = g_str_has_prefix(at, "Python Frame");
    } else {
        const char *text = at + strspn(at, " ");
        if (g_str_has_prefix(text, "Graph Hash: "))
            t->graph = t->graph ? t->graph : g_strdup(text + 12);
        else if (t->in_cause)
            g_string_append_printf(t->cause, "%s%s", t->cause->len ? "; " : "", text);
        else if (t->in_frames && !t->at->len && strchr(text, '(')) /* the innermost */
            g_string_append(t->at, text);
    }
    return true;
}

bool log_torch_line(LogTorch *t, const char *line)
{
    return metric_line(t, line) || analysis_line(t, line);
}

void log_torch_end(LogTorch *t)
{
    end_compile(t);
    g_hash_table_unref(t->seen);
    g_string_free(t->cause, TRUE);
    g_string_free(t->at, TRUE);
    g_free(t->name);
    g_free(t);
}
