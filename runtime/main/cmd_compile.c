/* The subcommand compile: prints the program as it stands after a pass, as text or as a summary in JSON. */
#include "runtime/main/cmd.h"

#include <stdio.h>

static char *emit_name;

int cmd_compile(int argc, char **argv)
{
    static const GOptionEntry entries[] = {
        { "stop-after", 0, 0, G_OPTION_ARG_STRING, &compile_flags.last_pass,
          "parse, import, propagate, reshard, plan-reshards, localise, fold, simplify, cse, hoist, optimise or plan-memory", "PASS" },
        { "emit", 0, 0, G_OPTION_ARG_STRING, &emit_name, "Form of the output: hlo (default), hlo-short, hlo-dump, hlo-proto (a serialised module), stablehlo, or json (a summary of the passes)", "FORM" },
        { NULL },
    };
    g_auto(GStrv) files = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, compile_entries, &files, &status))
        return status;
    if ((status = cmd_one_program("compile", files)))
        return status;
    ShardscopeError *error = NULL;
    ShardscopeFormat format = SHARDSCOPE_HLO;
    ShardscopeProgramOptions program;
    if (emit_name && !shardscope_format_parse(emit_name, &format, &error))
        return cmd_fail(error);
    if ((status = cmd_program_options(cmd_stop_on_signals(), &program)))
        return status;
    size_t n;
    char *text = shardscope_emit_bytes(files[0], &program, format, &n, &error);
    if (!text)
        return cmd_fail(error);
    fwrite(text, 1, n, stdout);
    shardscope_free(text);
    return 0;
}
