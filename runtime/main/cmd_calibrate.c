/* calibrate: the virtual devices of this machine, or of those of a launched run, measured, as a file for --hardware. */
#include "runtime/main/cmd.h"

#include <errno.h>
#include <stdio.h>

/* A link stays one, and what it leads to is written. */
static bool write_file(const char *path, const char *text)
{
    GError *why = NULL;
    bool ok;
    if (g_file_test(path, G_FILE_TEST_IS_SYMLINK)) {
        FILE *f = fopen(path, "w");
        ok = f && fputs(text, f) >= 0;
        int number = errno;
        if (f && fclose(f) != 0) {
            ok = false;
            number = errno;
        }
        if (!ok)
            fprintf(stderr, "shardscope: %s: %s\n", path, g_strerror(number));
        return ok;
    }
    ok = g_file_set_contents(path, text, -1, &why);
    if (!ok)
        fprintf(stderr, "shardscope: %s\n", why->message);
    g_clear_error(&why);
    return ok;
}

int cmd_calibrate(int argc, char **argv)
{
    static char *to;
    static int devices = 8;
    static const GOptionEntry entries[] = {
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &to, "Write the file here; without it, it is printed", "FILE.ini" },
        { "devices", 'd', 0, G_OPTION_ARG_INT, &devices, "Measure so many virtual devices at once, default 8; of all processes together", "N" },
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
    char *text = shardscope_calibrate_ranks(cmd_ranks, devices, cmd_stop_on_signals(), &error);
    if (!text)
        return cmd_fail(error);
    if (!to)
        fputs(text, stdout); /* nothing, but on rank 0 */
    else if (!shardscope_ranks_me(cmd_ranks) && !write_file(to, text))
        status = 1;
    shardscope_free(text);
    return status;
}
