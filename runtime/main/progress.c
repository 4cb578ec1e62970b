/* Progress of long phases on stderr; see progress.h. */
#include "runtime/main/progress.h"

#include <glib.h>
#include <stdio.h>
#include <unistd.h>

static const double FIRST_AFTER_S = 1, REDRAW_EVERY_S = 0.2, LINE_EVERY_S = 2;

void progress_init(Progress *p, bool asked, bool quiet)
{
    bool terminal = isatty(STDERR_FILENO);
    *p = (Progress){ .on = asked || (terminal && !quiet), .terminal = terminal };
}

static void print_span(GString *s, double seconds)
{
    if (seconds < 100)
        g_string_append_printf(s, "%.0f s", seconds);
    else if (seconds < 6000)
        g_string_append_printf(s, "%.0f min", seconds / 60);
    else
        g_string_append_printf(s, "%.1f h", seconds / 3600);
}

/* key: there is a terminal, on which ctrl-C can be pressed. */
static char *text_of(const ShardscopeProgress *at, bool key)
{
    GString *s = g_string_new(NULL);
    if (at->label)
        g_string_append_printf(s, "%s: ", at->label);
    g_string_append(s, at->what);
    double rate = at->phase_s > 0 ? (double)at->done / at->phase_s : 0;
    if (at->total > 0 && at->phase == SHARDSCOPE_PHASE_FILL)
        g_string_append_printf(s, ", %.0f %%", 100 * (double)at->done / (double)at->total);
    else if (at->total > 0)
        g_string_append_printf(s, ", %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT, at->done, at->total);
    if (at->phase == SHARDSCOPE_PHASE_STEPS && rate > 0)
        g_string_append_printf(s, ", %.3g a second", rate);
    if (at->phase == SHARDSCOPE_PHASE_REMEDIES && key)
        g_string_append(s, " (ctrl-C ends the search)");
    if (at->left_s >= 0 && at->phase != SHARDSCOPE_PHASE_REMEDIES) {
        g_string_append(s, ", ");
        print_span(s, at->left_s);
        g_string_append(s, " left");
    } else {
        g_string_append(s, ", ");
        print_span(s, at->phase_s);
    }
    return g_string_free(s, FALSE);
}

void progress_show(void *progress, const ShardscopeProgress *at)
{
    Progress *p = progress;
    if (!p->on)
        return;
    if (at->phase != p->phase || at->phase_s < p->last_s) {
        progress_end(p);
        p->phase = at->phase;
        p->last_s = 0;
    }
    double wait_s = p->last_s == 0 ? FIRST_AFTER_S : p->terminal ? REDRAW_EVERY_S : LINE_EVERY_S;
    if (at->phase_s < p->last_s + wait_s)
        return;
    g_autofree char *text = text_of(at, p->terminal);
    fprintf(stderr, p->terminal ? "\r\033[K%s" : "%s\n", text);
    p->drawn = p->terminal;
    p->last_s = at->phase_s;
}

void progress_end(Progress *p)
{
    if (p->drawn)
        fputs("\r\033[K", stderr);
    p->drawn = false;
}
