/* report, compare, optimize, upgrade, cut: what a trace says. */
#include "runtime/main/cmd.h"

#include <stdio.h>

static gboolean as_json, as_csv, remove_changes, all_values;
static char *run_name, *why, *html, *spelling, *group, *sort, *filter;
static int number = -1, top = -1;
static gboolean fold_rows, expand;
static double fail_above = -1;

static ShardscopeTables chosen_tables(void)
{
    return as_json ? SHARDSCOPE_TABLES_JSON : as_csv ? SHARDSCOPE_TABLES_CSV : SHARDSCOPE_TABLES_TEXT;
}

/* What an option means in each report that takes it: "shardings: every value; memory: every buffer". `at`: of the words
 * for it in ShardscopeReportInfo. To be freed. */
static char *option_help(size_t at)
{
    GString *s = g_string_new(NULL);
    ShardscopeReportInfo r;
    for (int i = 0; shardscope_report_info(i, &r); i++) {
        const char *words = G_STRUCT_MEMBER(const char *, &r, at);
        if (words)
            g_string_append_printf(s, "%s%s: %s", s->len ? "; " : "", r.name, words);
    }
    return g_string_free(s, FALSE);
}

/* The first report that takes an option; *takes: whether `report` (may be NULL) does. */
static const char *report_with(size_t at, const char *report, bool *takes)
{
    const char *first = NULL;
    ShardscopeReportInfo r;
    *takes = false;
    for (int i = 0; shardscope_report_info(i, &r); i++) {
        if (!G_STRUCT_MEMBER(const char *, &r, at))
            continue;
        first = first ? first : r.name;
        *takes |= g_strcmp0(report, r.name) == 0;
    }
    return first;
}

/* What there is is reported all the same. */
static void warn_if_damaged(ShardscopeTrace *trace)
{
    ShardscopeError *error = NULL;
    if (trace && !shardscope_trace_check(trace, &error))
        fprintf(stderr, "shardscope: warning: %s\n", shardscope_error_message(error));
    shardscope_error_free(error);
}

/* In the spelling that was asked for. */
static ShardscopeTrace *open_trace(const char *path, ShardscopeSpelling as, ShardscopeError **error)
{
    ShardscopeTrace *trace = shardscope_trace_open(path, error);
    if (spelling)
        shardscope_trace_spell(trace, as, error);
    return trace;
}

static int print_report(const char *path, const char *report, ShardscopeSpelling as, const ShardscopeReportOptions *o)
{
    ShardscopeError *error = NULL;
    ShardscopeTrace *trace = open_trace(path, as, &error);
    char *text = NULL;
    warn_if_damaged(trace);
    bool ok = trace && (!html || shardscope_can_write(html, &error));
    if (ok && html)
        ok = shardscope_report_page(trace, o, html, &error);
    else if (ok)
        ok = (text = shardscope_report(trace, report, o, &error)) != NULL;
    shardscope_trace_unref(trace);
    if (text)
        fputs(text, stdout);
    shardscope_free(text);
    return ok ? 0 : cmd_fail(error);
}

int cmd_report(int argc, char **argv)
{
    static gboolean only_list;
    g_autofree char *why_help = option_help(offsetof(ShardscopeReportInfo, why)), *remove_help = option_help(offsetof(ShardscopeReportInfo, remove));
    g_autofree char *number_help = option_help(offsetof(ShardscopeReportInfo, number)), *all_help = option_help(offsetof(ShardscopeReportInfo, all));
    const GOptionEntry entries[] = {
        { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print as JSON", NULL },
        { "csv", 0, 0, G_OPTION_ARG_NONE, &as_csv, "Print the main table as CSV", NULL },
        { "run", 'r', 0, G_OPTION_ARG_STRING, &run_name, "Report on one run only, given by its label, name or number", "RUN" },
        { "why", 0, 0, G_OPTION_ARG_STRING, &why, why_help, "NAME" },
        { "remove", 0, 0, G_OPTION_ARG_NONE, &remove_changes, remove_help, NULL },
        { "number", 0, 0, G_OPTION_ARG_INT, &number, number_help, "N" },
        { "all", 0, 0, G_OPTION_ARG_NONE, &all_values, all_help, NULL },
        { "group", 'g', 0, G_OPTION_ARG_STRING, &group, "Print a list as totals by layer, line, kind, axis or cause", "BY" },
        { "sort", 's', 0, G_OPTION_ARG_STRING, &sort, "Sort a list by a column, given by its heading or its name in JSON; COLUMN:desc sorts in descending order", "COLUMN" },
        { "top", 0, 0, G_OPTION_ARG_INT, &top, "Print only the first N lines of a list; 0 = all", "N" },
        { "filter", 0, 0, G_OPTION_ARG_STRING, &filter, "Print only the rows of a list that contain these words", "WORDS" },
        { "expand", 0, 0, G_OPTION_ARG_NONE, &expand, "Print each row of a list, also those that differ only in their layer or belong to one group", NULL },
        { "fold", 0, 0, G_OPTION_ARG_NONE, &fold_rows, "Join rows that differ only in their layer in JSON and CSV too", NULL },
        { "html", 0, 0, G_OPTION_ARG_FILENAME, &html, "Every report and picture as one page in this file", "FILE" },
        CMD_SPELLING_OPTION(&spelling),
        { "list", 0, 0, G_OPTION_ARG_NONE, &only_list, "Print the names of the reports", NULL },
        { NULL },
    };
    g_auto(GStrv) args = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, NULL, &args, &status))
        return status;
    ShardscopeReportInfo info;
    for (int i = 0; only_list && shardscope_report_info(i, &info); i++)
        printf("%s\n", info.name);
    if (only_list)
        return 0;
    if (html && (group || sort || filter || top >= 0))
        return cmd_usage("report: --group, --sort, --filter and --top apply to a report, not to --html");
    if (!args[0] || (args[1] && args[2])) {
        fprintf(stderr, "usage: shardscope report TRACE.db [REPORT]\n");
        for (int i = 0; shardscope_report_info(i, &info); i++)
            fprintf(stderr, "  %-12s %s\n", info.name, info.summary);
        return 2;
    }
    if (as_json && as_csv)
        return cmd_usage("report: --json or --csv, not both");
    static const char *const groupings[] = { "layer", "line", "kind", "axis", "cause", NULL };
    if (group && !g_strv_contains(groupings, group))
        return cmd_usage("report: --group %s: must be layer, line, kind, axis or cause", group);
    if (top < -1)
        return cmd_usage("report: --top %d: must be at least 0", top);
    if (fold_rows && expand)
        return cmd_usage("report: give --fold or --expand, not both");
    ShardscopeSpelling as = SHARDSCOPE_SPELL_JAX;
    if (spelling && !shardscope_spelling_parse(spelling, &as))
        return cmd_wrong_spelling(spelling);
    const struct { const char *option; size_t at; bool given; } only[] = { { "--why", offsetof(ShardscopeReportInfo, why), why != NULL },
        { "--remove", offsetof(ShardscopeReportInfo, remove), remove_changes }, { "--number", offsetof(ShardscopeReportInfo, number), number >= 0 } };
    const char *report = args[1];
    for (size_t i = 0; i < G_N_ELEMENTS(only); i++) {
        bool takes;
        const char *with = report_with(only[i].at, report, &takes);
        if (only[i].given && report && !html && !takes)
            return cmd_usage("report: %s belongs to the report %s, not to %s", only[i].option, with, report);
        if (only[i].given && !report)
            report = with;
    }
    ShardscopeReportOptions o = { SHARDSCOPE_REPORT_OPTIONS, .tables = chosen_tables(), .run = run_name, .why = why, .remove = remove_changes,
                                  .numbered = number >= 0, .number = number, .all = all_values, .group = group, .sort = sort, .filter = filter,
                                  .top = top == 0 ? INT64_MAX : MAX(top, 0), .fold = fold_rows, .expand = expand };
    return print_report(args[0], report, as, &o);
}

int cmd_compare(int argc, char **argv)
{
    const GOptionEntry entries[] = {
        { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print as JSON", NULL },
        { "csv", 0, 0, G_OPTION_ARG_NONE, &as_csv, "Print as CSV", NULL },
        { "sort", 's', 0, G_OPTION_ARG_STRING, &sort, "Sort runs, or their ops, by a column, given by its heading or its name in JSON; COLUMN:desc sorts in descending order", "COLUMN" },
        { "top", 0, 0, G_OPTION_ARG_INT, &top, "Print the first N runs, and N ops of each (all runs and 5 ops unless given); 0 = all", "N" },
        { "filter", 0, 0, G_OPTION_ARG_STRING, &filter, "Print only the runs and the ops that contain these words", "WORDS" },
        { "expand", 0, 0, G_OPTION_ARG_NONE, &expand, "Print each op, also those that differ only in their layer", NULL },
        { "fold", 0, 0, G_OPTION_ARG_NONE, &fold_rows, "Join ops that differ only in their layer in JSON and CSV too", NULL },
        CMD_SPELLING_OPTION(&spelling),
        { "fail-above", 0, 0, G_OPTION_ARG_DOUBLE, &fail_above, "Exit with status 1 if a run is slower than the first one by more than this", "PERCENT" },
        { NULL },
    };
    g_auto(GStrv) args = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, NULL, &args, &status))
        return status;
    int n = (int)g_strv_length(args);
    if (n == 0)
        return cmd_usage("compare: no trace given");
    if (as_json && as_csv)
        return cmd_usage("compare: give --json or --csv, not both");
    if (fail_above < 0 && fail_above != -1)
        return cmd_usage("compare: --fail-above %g: a percentage, at least 0", fail_above);
    if (top < -1)
        return cmd_usage("compare: --top %d: must be at least 0", top);
    if (fold_rows && expand)
        return cmd_usage("compare: give --fold or --expand, not both");
    ShardscopeCompareOptions o = { SHARDSCOPE_COMPARE_OPTIONS, .tables = chosen_tables(), .spelling = SHARDSCOPE_SPELL_JAX, .sort = sort, .filter = filter,
                                   .top = top == 0 ? INT64_MAX : MAX(top, 0), .fold = fold_rows, .expand = expand };
    if (spelling && !shardscope_spelling_parse(spelling, &o.spelling))
        return cmd_wrong_spelling(spelling);
    double worst = 0;
    ShardscopeError *error = NULL;
    char *text = shardscope_trace_compare_as((const char *const *)args, n, &o, fail_above >= 0 ? &worst : NULL, &error);
    if (!text)
        return cmd_fail(error);
    fputs(text, stdout);
    shardscope_free(text);
    return fail_above >= 0 && worst > fail_above ? 1 : 0;
}

static bool upgrade(const char *path, const ShardscopeWatch *watch, ShardscopeError **error)
{
    (void)watch;
    return shardscope_trace_upgrade(path, error);
}

/* A command that only does something to each of the traces given. */
static int for_each_trace(int argc, char **argv, const char *name, bool (*act)(const char *, const ShardscopeWatch *, ShardscopeError **))
{
    static const GOptionEntry entries[] = { { NULL } };
    g_auto(GStrv) args = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, NULL, &args, &status))
        return status;
    if (!args[0])
        return cmd_usage("%s: no trace given", name);
    ShardscopeWatch watch = cmd_watch(cmd_stop_on_signals());
    for (char **a = args; *a; a++) {
        ShardscopeError *error = NULL;
        bool ok = act(*a, &watch, &error);
        cmd_watch_end();
        if (!ok)
            return cmd_fail(error);
    }
    return 0;
}

int cmd_optimize(int argc, char **argv)
{
    return for_each_trace(argc, argv, "optimize", shardscope_trace_optimise);
}

int cmd_upgrade(int argc, char **argv)
{
    return for_each_trace(argc, argv, "upgrade", upgrade);
}

int cmd_cut(int argc, char **argv)
{
    static char *out, *devices;
    static double from_ms = 0, to_ms = 1e12;
    static const GOptionEntry entries[] = {
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &out, "The trace to write", "OUT.db" },
        { "from", 0, 0, G_OPTION_ARG_DOUBLE, &from_ms, "Leave out what happened before this time, counted from each run's start", "MS" },
        { "to", 0, 0, G_OPTION_ARG_DOUBLE, &to_ms, "Leave out what happened after this time; no step is cut in two", "MS" },
        { "devices", 0, 0, G_OPTION_ARG_STRING, &devices, "Keep only these devices", "ID,..." },
        { NULL },
    };
    g_auto(GStrv) args = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, NULL, &args, &status))
        return status;
    if (!args[0] || args[1] || !out)
        return cmd_usage("cut: needs one trace and -o OUT.db\n  hint: shardscope cut --help");
    if (!(from_ms >= -1e12 && from_ms <= 1e12 && to_ms >= -1e12 && to_ms <= 1e12))
        return cmd_usage("cut: --from and --to must be milliseconds since the run began");
    g_auto(GStrv) words = g_strsplit(devices ? devices : "", ",", -1);
    g_autoptr(GArray) ids = g_array_new(FALSE, FALSE, sizeof(int64_t));
    for (char **w = words; *w; w++) {
        gint64 id;
        if (!g_ascii_string_to_signed(*w, 10, 0, G_MAXINT32, &id, NULL))
            return cmd_usage("cut: --devices: \"%s\" is not a device number", *w);
        int64_t v = id;
        g_array_append_val(ids, v);
    }
    ShardscopeError *error = NULL;
    if (!shardscope_can_write(out, &error))
        return cmd_fail(error);
    ShardscopeWatch watch = cmd_watch(cmd_stop_on_signals());
    ShardscopeCut keep = { SHARDSCOPE_CUT, .from_ns = (int64_t)(from_ms * 1e6), .to_ns = (int64_t)(to_ms * 1e6), .devices = (const int64_t *)ids->data,
                           .n_devices = (int)ids->len };
    bool ok = shardscope_trace_cut(args[0], out, &keep, &watch, &error);
    cmd_watch_end();
    if (!ok)
        return cmd_fail(error);
    return 0;
}
