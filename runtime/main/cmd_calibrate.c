/* calibrate: this machine's virtual devices measured, as a file for --hardware. */
#include "runtime/main/cmd.h"

#include <stdio.h>

int cmd_calibrate(int argc, char **argv)
{
    static char *to;
    static int devices = 8;
    static const GOptionEntry entries[] = {
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &to, "Write the file here; without it, it is printed", "FILE.ini" },
        { "devices", 'd', 0, G_OPTION_ARG_INT, &devices, "Measure so many virtual devices at once, default 8", "N" },
        { NULL },
    };
    g_auto(GStrv) rest = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, NULL, &rest, &status))
        return status;
    if (rest[0])
        return cmd_usage("calibrate: takes no arguments, so \"%s\" is one too many", rest[0]);
    if (to && !g_str_has_suffix(to, ".ini"))
        return cmd_usage("calibrate -o %s: the name must end in .ini, by which --hardware knows a file", to);
    ShardscopeError *error = NULL;
    char *text = shardscope_calibrate(devices, cmd_stop_on_signals(), &error);
    if (!text)
        return cmd_fail(error);
    GError *why = NULL;
    if (!to) {
        fputs(text, stdout);
    } else if (!g_file_set_contents(to, text, -1, &why)) {
        fprintf(stderr, "shardscope: %s\n", why->message);
        g_error_free(why);
        status = 1;
    }
    shardscope_free(text);
    return status;
}
