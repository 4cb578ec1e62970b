/* monitor: what a running process holds and does, in the terminal, again and again; without a process, a list of those that listen. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "runtime/main/cmd.h"
#include "runtime/main/frame.h"

static struct {
    gboolean once, json;
    double interval;
} opt = { .interval = 1 };

/* ---- the list ------------------------------------------------------------------------------------------------------------------ */

static double steps_per_s(const ShardscopeSnapshot *s)
{
    ShardscopeSeenProgram p;
    double best = 0;
    for (int i = 0; shardscope_snapshot_program(s, i, &p); i++)
        best = MAX(best, p.steps_per_s);
    return best;
}

static void list_row(FrameTable *t, int64_t pid, const ShardscopeSnapshot *s)
{
    ShardscopeSeenProcess p = { 0 };
    ShardscopeSeenDevice d;
    shardscope_snapshot_process(s, &p);
    int64_t used = 0;
    int n = 0;
    for (; shardscope_snapshot_device(s, n, &d); n++)
        used += d.bytes_in_use;
    frame_table_row(t, g_strdup_printf("%" G_GINT64_FORMAT, pid), g_strdup_printf("%d", n), g_strdup(shardscope_bytes_word(used).text),
                    frame_rate(steps_per_s(s)), g_strdup(p.command));
}

static int list(void)
{
    int n, seen = 0;
    int64_t *pids = shardscope_listeners(&n);
    FrameTable t;
    frame_table_init(&t, "rrrrl");
    frame_table_row(&t, g_strdup("PROCESS"), g_strdup("DEVICES"), g_strdup("IN USE"), g_strdup("STEPS/S"), g_strdup("COMMAND"));
    for (int i = 0; i < n; i++) {
        g_autofree char *where = g_strdup_printf("%" G_GINT64_FORMAT, pids[i]);
        ShardscopeError *error = NULL;
        ShardscopePeer *peer = shardscope_peer_connect(where, NULL, &error);
        ShardscopeSnapshot *s = shardscope_peer_look(peer, &error);
        if (s && opt.json)
            puts(shardscope_snapshot_json(s));
        else if (s)
            list_row(&t, pids[i], s);
        else
            fprintf(stderr, "shardscope: process %s: %s\n", where, shardscope_error_message(error));
        seen += s != NULL;
        shardscope_snapshot_unref(s);
        shardscope_peer_unref(peer);
        shardscope_error_free(error);
    }
    shardscope_free(pids);
    g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
    frame_table_end(&t, lines);
    for (guint i = 0; i < lines->len && seen && !opt.json; i++)
        puts(lines->pdata[i]);
    if (!n)
        fprintf(stderr, "shardscope: no process of this user listens\n  hint: one that is started with SHARDSCOPE_LISTEN=1 does\n");
    return 0;
}

/* ---- once ------------------------------------------------------------------------------------------------------------------------ */

static int64_t all_steps(const ShardscopeSnapshot *s)
{
    ShardscopeSeenProgram p;
    int64_t n = 0;
    for (int i = 0; shardscope_snapshot_program(s, i, &p); i++)
        n += p.n_steps;
    return n;
}

/* Collectives are timed only while somebody is connected: up to a second, until a step has run through. */
static ShardscopeSnapshot *look_after_a_step(ShardscopePeer *peer, ShardscopeError **error)
{
    enum { TRIES = 20, PAUSE_US = 50000 };
    ShardscopeSnapshot *s = shardscope_peer_look(peer, error);
    int64_t first = s ? all_steps(s) : 0;
    for (int i = 0; s && i < TRIES && steps_per_s(s) > 0 && all_steps(s) < first + 2; i++) {
        shardscope_snapshot_unref(s);
        g_usleep(PAUSE_US);
        s = shardscope_peer_look(peer, error);
    }
    return s;
}

/* ---- in the terminal ----------------------------------------------------------------------------------------------------------------- */

static char *title_of(const ShardscopeSnapshot *s)
{
    ShardscopeSeenProcess p = { 0 };
    shardscope_snapshot_process(s, &p);
    g_autoptr(GDateTime) now = g_date_time_new_now_local();
    g_autofree char *time = g_date_time_format(now, "%H:%M:%S");
    return g_strdup_printf("%s  process %" G_GINT64_FORMAT "  %s", time, p.pid, p.command);
}

static void print_frame(const ShardscopeSnapshot *s, bool terminal)
{
    struct winsize size = { 0 };
    if (terminal)
        ioctl(STDOUT_FILENO, TIOCGWINSZ, &size);
    g_autofree char *title = title_of(s);
    g_autoptr(GPtrArray) lines = frame_of(s, title, size.ws_col, size.ws_row);
    GString *out = g_string_new(terminal ? "\033[H" : NULL);
    guint n = terminal && size.ws_row ? MIN(lines->len, size.ws_row) : lines->len;
    for (guint i = 0; i < n; i++) /* no end of line behind the last: the terminal would scroll */
        g_string_append_printf(out, "%s%s%s", (char *)lines->pdata[i], terminal ? "\033[K" : "", terminal && i + 1 == n ? "" : "\n");
    g_string_append(out, terminal ? "\033[J" : "");
    fwrite(out->str, 1, out->len, stdout);
    g_string_free(out, TRUE);
}

static void print_snapshot(const ShardscopeSnapshot *s, bool terminal, bool first)
{
    if (opt.json)
        puts(shardscope_snapshot_json(s));
    else if (!terminal && !first)
        putchar('\n');
    if (!opt.json)
        print_frame(s, terminal);
    fflush(stdout);
}

static void on_resize(int sig)
{
    (void)sig; /* it ends the pause */
}

/* The interval, or until a signal comes: of another size the frame is drawn at once. */
static void pause_for(double seconds)
{
    struct timespec t = { (time_t)seconds, (long)(1e9 * (seconds - (double)(time_t)seconds)) };
    nanosleep(&t, NULL);
}

static int follow(ShardscopePeer *peer, ShardscopeError **error)
{
    bool terminal = isatty(STDOUT_FILENO) && !opt.json;
    ShardscopeStop *stop = cmd_stop_on_signals();
    struct sigaction resize = { .sa_handler = on_resize };
    sigaction(SIGWINCH, &resize, NULL);
    if (terminal)
        fputs("\033[?1049h\033[?25l", stdout);
    ShardscopeSnapshot *last = NULL, *s;
    while (!shardscope_stop_requested(stop) && (s = shardscope_peer_look(peer, error))) {
        print_snapshot(s, terminal, !last);
        shardscope_snapshot_unref(last);
        last = s;
        if (ferror(stdout))
            break;
        if (!shardscope_stop_requested(stop))
            pause_for(opt.interval);
    }
    if (terminal) {
        fputs("\033[?25h\033[?1049l", stdout);
        if (last) /* what was seen last stays */
            print_frame(last, false);
    }
    shardscope_snapshot_unref(last);
    return shardscope_stop_requested(stop);
}

/* ---- the command ------------------------------------------------------------------------------------------------------------------------ */

int cmd_monitor(int argc, char **argv)
{
    static const GOptionEntry entries[] = {
        { "once", 0, 0, G_OPTION_ARG_NONE, &opt.once, "Print what the process holds and does now, and end", NULL },
        { "json", 0, 0, G_OPTION_ARG_NONE, &opt.json, "Print JSON, an object in one line each time", NULL },
        { "interval", 0, 0, G_OPTION_ARG_DOUBLE, &opt.interval, "Seconds between two looks, default 1", "SECONDS" },
        { NULL },
    };
    g_auto(GStrv) args = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, NULL, &args, &status))
        return status;
    if (args[0] && args[1])
        return cmd_usage("monitor: takes one process, so \"%s\" is one too many", args[1]);
    if (!(opt.interval >= 0.01 && opt.interval <= 86400))
        return cmd_usage("monitor: --interval must be 0.01 to 86400 seconds");
    if (!args[0])
        return list();
    ShardscopeError *error = NULL;
    ShardscopePeer *peer = shardscope_peer_connect(args[0], NULL, &error);
    if (peer && opt.once) {
        ShardscopeSnapshot *s = look_after_a_step(peer, &error);
        if (s)
            print_snapshot(s, false, true);
        shardscope_snapshot_unref(s);
    } else if (peer) {
        bool stopped = follow(peer, &error);
        if (error && !stopped)
            fprintf(stderr, "shardscope: %s\n", shardscope_error_message(error));
        shardscope_error_free(error);
        error = NULL;
    }
    shardscope_peer_unref(peer);
    return error ? cmd_fail(error) : 0;
}
