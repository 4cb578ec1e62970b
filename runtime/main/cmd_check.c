/* The subcommand check: reads programs, verifies them and imports their shardings; prints one line per file. */
#include "runtime/main/cmd.h"

#include <stdio.h>

static bool check_one(const char *path, ShardscopeError **error)
{
    ShardscopeFile *file = shardscope_file_read(path, NULL, error);
    ShardscopeFileFacts facts;
    bool ok = shardscope_file_check(file, &facts, error);
    if (ok)
        printf("ok %s instructions=%" G_GINT64_FORMAT " computations=%" G_GINT64_FORMAT "\n", path, facts.n_instructions, facts.n_computations);
    for (int i = 0; ok && i < shardscope_file_n_programs(file); i++) {
        const char *remark = shardscope_file_remark(file, i);
        if (remark)
            fprintf(stderr, "shardscope: %s\n", remark);
    }
    shardscope_file_unref(file);
    return ok;
}

int cmd_check(int argc, char **argv)
{
    static const GOptionEntry none[] = { { NULL } };
    g_auto(GStrv) files = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, none, NULL, &files, &status))
        return status;
    if (!files[0])
        return cmd_usage("check: no program given\n  hint: shardscope check --help");
    for (char **f = files; *f; f++) {
        ShardscopeError *error = NULL;
        if (check_one(*f, &error))
            continue;
        cmd_print_error(*f, *f, error);
        shardscope_error_free(error);
        status = 1;
    }
    return status;
}
