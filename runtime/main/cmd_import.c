/* import: what XLA did, from its dump folders and profiles, as runs of a trace. */
#include "runtime/main/cmd.h"

#include <stdio.h>

static char *label, *hardware;
static gboolean no_plan, quiet;
static double remedies = SHARDSCOPE_REMEDIES_DEFAULT;

const GOptionEntry import_entries[] = {
    { "label", 0, 0, G_OPTION_ARG_STRING, &label, "Name of the runs, default XLA", "TEXT" },
    { "hardware", 0, 0, G_OPTION_ARG_STRING, &hardware, "Hardware model that prices plans, default cpu", "MODEL" },
    { "no-plan", 0, 0, G_OPTION_ARG_NONE, &no_plan, "Do not add a run of the same program as Shardscope would divide it", NULL },
    { "remedies", 0, 0, G_OPTION_ARG_DOUBLE, &remedies, "How much work goes into changes of annotations that would remove XLA's collectives, for each program, as seconds of two cores; 0 = none. Default 0.5, of large programs up to 2, of all together 20", "SECONDS" },
    { "quiet", 'q', 0, G_OPTION_ARG_NONE, &quiet, "Print only the last line", NULL },
    { NULL },
};

static void tell(void *user, const char *line)
{
    (void)user;
    if (!quiet)
        fprintf(stderr, "%s\n", line);
}

int cmd_import_paths(const char *const *paths, int n, const char *trace)
{
    ShardscopeImportOptions o = { SHARDSCOPE_IMPORT_OPTIONS, .paths = paths, .n_paths = n, .trace = trace, .label = label, .hardware = hardware, .no_plan = no_plan, .remedies_s = remedies,
                                  .stop = cmd_stop_on_signals(), .tell = tell };
    ShardscopeImported done;
    ShardscopeError *error = NULL;
    if (!shardscope_import(&o, &done, &error))
        return cmd_fail(error);
    if (done.n_profiles)
        printf("%s: profiles=%d steps=%d events=%" G_GINT64_FORMAT " joined=%" G_GINT64_FORMAT " left-out=%" G_GINT64_FORMAT "\n", trace, done.n_profiles, done.n_steps, done.n_events, done.n_joined, done.n_left);
    if (done.n_profiles && !done.n_modules)
        return 0;
    printf("%s: runs=%d modules=%d failed=%d collectives=%d explained=%d written=%d unexplained=%d\n", trace, done.n_runs, done.n_modules, done.n_failed, done.n_collectives,
           done.n_explained, done.n_written, done.n_unknown);
    return 0;
}

int cmd_import(int argc, char **argv)
{
    static char *out;
    static const GOptionEntry entries[] = {
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &out, "Trace to write, or to add runs to", "TRACE.db" },
        { NULL },
    };
    g_auto(GStrv) paths = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, import_entries, &paths, &status))
        return status;
    if (!paths[0])
        return cmd_usage("import: nothing to import\n  hint: XLA_FLAGS=\"--xla_dump_to=DIR --xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.*\", or jax.profiler.trace(DIR), makes a program write what import reads");
    if (!out)
        return cmd_usage("import: no trace given\n  hint: -o TRACE.db");
    return cmd_import_paths((const char *const *)paths, (int)g_strv_length(paths), out);
}
