/* Starting the program with windows. See app.h. The application is not unique: each start is a process of its own and
 * needs no session bus. */
#include "viewer/app.h"

#include <stdio.h>

#include "viewer/model/find.h"
#include "viewer/window.h"

typedef struct Start {
    Browser **browsers;
    int n;
    const AppOptions *o;
    int64_t run; /* id, 0 = the first */
    Ref select;
} Start;

static void activate(GtkApplication *app, gpointer data)
{
    Start *s = data;
    if (s->o->theme)
        window_begin_with_theme(*s->o->theme);
    for (int i = 0; i < s->n; i++) {
        window_new(app, s->browsers[i], s->o->view);
        if (i == 0 && s->run)
            browser_set_run(s->browsers[i], s->run);
        if (i == 0 && s->select.kind != REF_none)
            browser_go_in(s->browsers[i], s->o->view, s->select);
    }
    if (s->n == 0)
        window_new_empty(app);
    s->n = 0; /* the windows have them now */
}

/* What the window is to begin with, by name. */
static bool find_beginning(const char *trace, const AppOptions *o, Start *start, GError **error)
{
    if (!o->run && !o->select)
        return true;
    g_autoptr(TraceReader) r = trace_open(trace, error);
    if (!r || (o->run && !trace_find_run(r, o->run, &start->run, error)))
        return false;
    if (!o->select)
        return true;
    const View *view = o->view ? view_find(o->view) : NULL;
    g_autoptr(Rows) rows = rows_new(trace);
    return load_runs(r, &(Query){ .run_id = start->run }, NULL, rows, 0, error) && find_row(r, rows_current(rows), o->select, view ? view->accepts : 0, &start->select, error);
}

static void drop_all(Start *start)
{
    for (int k = 0; k < start->n; k++)
        browser_free(start->browsers[k]);
}

int app_run(char *const *traces, int n, const AppOptions *o)
{
    g_autofree Browser **browsers = g_new0(Browser *, n + 1);
    Start start = { .browsers = browsers, .o = o };
    for (int i = 0; i < n; i++) {
        g_autoptr(GError) error = NULL;
        if (i > 0 && !o->separate) { /* one window; its Compare covers them all */
            if (browser_add_file(browsers[0], traces[i], &error))
                continue;
        } else {
            browsers[start.n] = browser_new(traces[i], &error);
        }
        if (!error && i == 0)
            start.n += !find_beginning(traces[i], o, &start, &error);
        if (error) {
            fprintf(stderr, "shardscope-viewer: %s\n", error->message);
            drop_all(&start);
            return 1;
        }
        start.n++;
    }
    if (!gtk_init_check(NULL, NULL)) {
        fprintf(stderr, "shardscope-viewer: there is no display to open a window on\n"
                        "  hint: --render VIEW TRACE -o FILE.png needs none\n");
        drop_all(&start);
        return 1;
    }
    gtk_window_set_default_icon_name("org.shardscope.Viewer");
    g_autoptr(GtkApplication) app = gtk_application_new("org.shardscope.Viewer", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(app, "activate", G_CALLBACK(activate), &start);
    return g_application_run(G_APPLICATION(app), 0, NULL);
}
