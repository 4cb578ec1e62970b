/* merge: one trace of the parts that the processes of a run recorded. */
#include "runtime/main/cmd.h"

#include <stdio.h>

int cmd_merge(int argc, char **argv)
{
    static char *out;
    static const GOptionEntry entries[] = {
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &out, "The trace to write", "TRACE.db" },
        { NULL },
    };
    g_auto(GStrv) args = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, NULL, &args, &status))
        return status;
    if (!args[0] || !out)
        return cmd_usage("merge: needs the parts and -o TRACE.db\n  hint: shardscope merge run.rank-*.db -o run.db");
    ShardscopeError *error = NULL;
    if (!shardscope_can_write(out, &error))
        return cmd_fail(error);
    int n = (int)g_strv_length(args);
    ShardscopeWatch watch = cmd_watch(cmd_stop_on_signals());
    char *told = NULL;
    bool ok = shardscope_trace_merge((const char *const *)args, n, out, &watch, &told, &error);
    cmd_watch_end();
    if (!ok)
        return cmd_fail(error);
    fputs(told, stderr);
    shardscope_free(told);
    return 0;
}
