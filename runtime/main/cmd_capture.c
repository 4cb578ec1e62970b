/* capture: a trace of what a running process does from now on. */
#include <stdio.h>
#include <unistd.h>

#include "runtime/main/cmd.h"

static bool is_told;

static void tell(void *user, int64_t n_steps, double seconds)
{
    const double *of = user;
    static double told = -1;
    const double each = 0.2;
    if (!isatty(STDERR_FILENO) || seconds < told + each)
        return;
    told = seconds;
    is_told = true;
    if (*of > 0)
        fprintf(stderr, "\r\033[K%.1f of %g s, %" G_GINT64_FORMAT " steps", MIN(seconds, *of), *of, n_steps);
    else
        fprintf(stderr, "\r\033[K%.1f s, %" G_GINT64_FORMAT " steps (ctrl-C ends the capture)", seconds, n_steps);
}

static void tell_end(void)
{
    if (is_told)
        fputs("\r\033[K", stderr);
    is_told = false;
}

static void warn(void *user, const char *message)
{
    (void)user;
    tell_end();
    fprintf(stderr, "shardscope: left out: %s\n", message);
}

static void print_result(const char *path, const ShardscopeCaptured *got)
{
    printf("%s: %" G_GINT64_FORMAT " steps of %d program%s", path, got->n_steps, got->n_programs, got->n_programs == 1 ? "" : "s");
    if (got->n_dropped)
        printf("; %" G_GINT64_FORMAT " steps are not in it", got->n_dropped);
    if (got->n_lost_events)
        printf("; %" G_GINT64_FORMAT " events of the others are not in it", got->n_lost_events);
    printf("%s\n", got->process_ended ? "; the process ended meanwhile" : "");
    if (!got->n_steps && !got->process_ended)
        fprintf(stderr, "shardscope: no step ended in that time; the trace holds the programs\n");
}

int cmd_capture(int argc, char **argv)
{
    static double seconds = 5;
    static char *out, *label;
    static const GOptionEntry entries[] = {
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &out, "The trace to write; a trace that exists gets more runs", "FILE.db" },
        { "seconds", 's', 0, G_OPTION_ARG_DOUBLE, &seconds, "How long, default 5; 0 = until Ctrl-C or the end of the process", "SECONDS" },
        { "label", 'l', 0, G_OPTION_ARG_STRING, &label, "Name of the runs in the trace, default the program's", "TEXT" },
        { NULL },
    };
    g_auto(GStrv) args = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, NULL, &args, &status))
        return status;
    if (!args[0] || args[1] || !out)
        return cmd_usage("capture: needs one process and -o FILE.db\n  hint: shardscope capture --help");
    if (!(seconds >= 0 && seconds <= 1e9))
        return cmd_usage("capture: --seconds must be a number from 0 on");
    ShardscopeError *error = NULL;
    ShardscopeCaptured got;
    ShardscopeCaptureOptions o = { SHARDSCOPE_CAPTURE_OPTIONS, .where = args[0], .path = out, .label = label, .seconds = seconds, .stop = cmd_stop_on_signals(),
                                   .progress = tell, .warn = warn, .user = &seconds };
    bool ok = shardscope_capture(&o, &got, &error);
    tell_end();
    if (!ok)
        return cmd_fail(error);
    print_result(out, &got);
    return 0;
}
