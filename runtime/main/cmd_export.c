/* export: a run of a trace in the format of another tool. */
#include "runtime/main/cmd.h"

#include <stdio.h>
#include <string.h>

static char *format, *out, *run, *table, *value;
static int64_t step = -1;

/* "perfetto, chrome, ..."; to be freed. */
static char *format_names(void)
{
    GString *s = g_string_new(NULL);
    ShardscopeExportFormatInfo f;
    for (int i = 0; shardscope_export_format(i, &f); i++)
        g_string_append_printf(s, "%s%s", i ? ", " : "", f.name);
    return g_string_free(s, FALSE);
}

static bool find_format(const char *name, ShardscopeExportFormatInfo *out_info)
{
    for (int i = 0; shardscope_export_format(i, out_info); i++)
        if (g_str_equal(out_info->name, name))
            return true;
    return false;
}

static int unknown_format(void)
{
    const char *names[32];
    size_t n = 0;
    ShardscopeExportFormatInfo f;
    for (int i = 0; n + 1 < G_N_ELEMENTS(names) && shardscope_export_format(i, &f); i++)
        names[n++] = f.name;
    names[n] = NULL;
    const char *near = shardscope_nearest(format, names);
    g_autofree char *all = format_names();
    return near ? cmd_usage("export: there is no format \"%s\"\n  hint: did you mean %s? The formats are %s", format, near, all)
                : cmd_usage("export: there is no format \"%s\"\n  hint: the formats are %s", format, all);
}

static void print_formats(void)
{
    ShardscopeExportFormatInfo f;
    for (int i = 0; shardscope_export_format(i, &f); i++)
        printf("%-9s %s\n", f.name, f.summary);
}

/* What was left out goes to standard error, a line each. */
static void tell_note(const char *note)
{
    g_auto(GStrv) lines = g_strsplit(note, "\n", -1);
    for (char **l = lines; *l; l++)
        if (**l)
            fprintf(stderr, "shardscope: %s\n", *l);
}

int cmd_export(int argc, char **argv)
{
    static gboolean only_list;
    const GOptionEntry entries[] = {
        { "to", 0, 0, G_OPTION_ARG_STRING, &format, "Format to write; --list says what each is", "FORMAT" },
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &out, "File to write; for tables a folder, or with --table a file", "PATH" },
        { "run", 'r', 0, G_OPTION_ARG_STRING, &run, "Export this run, given by its label, name or number; default: the last one, of tables all", "RUN" },
        { "step", 0, 0, G_OPTION_ARG_INT64, &step, "Export only what happened in this step", "N" },
        { "table", 0, 0, G_OPTION_ARG_STRING, &table, "csv, parquet: write this table alone; the folder's files have the tables' names", "TABLE" },
        { "value", 0, 0, G_OPTION_ARG_STRING, &value, "folded: count time (default), bytes or memory", "WHAT" },
        { "list", 0, 0, G_OPTION_ARG_NONE, &only_list, "Print the formats", NULL },
        { NULL },
    };
    g_auto(GStrv) args = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, NULL, &args, &status))
        return status;
    if (only_list) {
        print_formats();
        return 0;
    }
    if (!args[0] || args[1])
        return cmd_usage("export: %s\n  hint: shardscope export TRACE.db --to perfetto -o FILE", args[0] ? "takes one trace" : "no trace given");
    ShardscopeExportFormatInfo info;
    g_autofree char *names = format_names();
    if (!format)
        return cmd_usage("export: no format given\n  hint: --to with one of %s", names);
    if (!find_format(format, &info))
        return unknown_format();
    if (!out)
        return cmd_usage("export: no %s to write given\n  hint: -o %s", info.folder && !table ? "folder" : "file", info.folder && !table ? "FOLDER" : "FILE");
    if (table && !info.folder)
        return cmd_usage("export: --table belongs to csv and parquet, not to %s", format);
    if (value && strcmp(format, "folded") != 0)
        return cmd_usage("export: --value belongs to folded, not to %s", format);
    if (step < -1)
        return cmd_usage("export: --step %" G_GINT64_FORMAT ": must be at least 0", step);
    ShardscopeWatch watch = cmd_watch(cmd_stop_on_signals());
    ShardscopeExportOptions o = { SHARDSCOPE_EXPORT_OPTIONS, .run = run, .one_step = step >= 0, .step = step, .table = table, .value = value, .watch = &watch };
    ShardscopeExported done;
    ShardscopeError *error = NULL;
    bool ok = shardscope_trace_export(args[0], format, out, &o, &done, &error);
    cmd_watch_end();
    if (ok)
        tell_note(done.note);
    shardscope_free(done.note);
    return ok ? 0 : cmd_fail(error);
}
