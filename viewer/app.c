/* Start-up with windows. See app.h. Not unique: each start is a program of its own and needs no session bus. */
#include "viewer/app.h"

#include <stdio.h>

#include "viewer/window.h"

typedef struct Start {
    Session **sessions;
    int n;
    const char *view;
} Start;

static void activate(GtkApplication *app, gpointer data)
{
    Start *s = data;
    for (int i = 0; i < s->n; i++)
        window_new(app, s->sessions[i], s->view);
    if (s->n == 0)
        window_new_empty(app);
    s->n = 0; /* the windows have them now */
}

int app_run(char *const *traces, int n, const char *view, bool separate)
{
    g_autofree Session **sessions = g_new0(Session *, n + 1);
    Start start = { .sessions = sessions, .view = view };
    for (int i = 0; i < n; i++) {
        g_autoptr(GError) error = NULL;
        if (i > 0 && !separate) { /* one window; its Compare covers them all */
            if (session_add_file(sessions[0], traces[i], &error))
                continue;
        } else {
            sessions[start.n] = session_new(traces[i], &error);
        }
        if (error) {
            fprintf(stderr, "shardscope-viewer: %s\n", error->message);
            for (int k = 0; k < start.n; k++)
                session_free(sessions[k]);
            return 1;
        }
        start.n++;
    }
    if (!gtk_init_check(NULL, NULL)) {
        fprintf(stderr, "shardscope-viewer: there is no display to open a window on\n"
                        "  hint: --render VIEW TRACE -o FILE.png needs none\n");
        for (int k = 0; k < start.n; k++)
            session_free(sessions[k]);
        return 1;
    }
    gtk_window_set_default_icon_name("org.shardscope.Viewer");
    g_autoptr(GtkApplication) app = gtk_application_new("org.shardscope.Viewer", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(app, "activate", G_CALLBACK(activate), &start);
    return g_application_run(G_APPLICATION(app), 0, NULL);
}
