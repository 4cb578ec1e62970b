/* Starting the program with windows. See app.h. The application is not unique: each start is a process of its own and
 * needs no session bus. */
#include "viewer/app.h"

#include <stdio.h>

#include "viewer/window.h"

typedef struct Start {
    Browser **browsers;
    int n;
    const char *view;
} Start;

static void activate(GtkApplication *app, gpointer data)
{
    Start *s = data;
    for (int i = 0; i < s->n; i++)
        window_new(app, s->browsers[i], s->view);
    if (s->n == 0)
        window_new_empty(app);
    s->n = 0; /* the windows have them now */
}

int app_run(char *const *traces, int n, const char *view, bool separate)
{
    g_autofree Browser **browsers = g_new0(Browser *, n + 1);
    Start start = { .browsers = browsers, .view = view };
    for (int i = 0; i < n; i++) {
        g_autoptr(GError) error = NULL;
        if (i > 0 && !separate) { /* one window; its Compare covers them all */
            if (browser_add_file(browsers[0], traces[i], &error))
                continue;
        } else {
            browsers[start.n] = browser_new(traces[i], &error);
        }
        if (error) {
            fprintf(stderr, "shardscope-viewer: %s\n", error->message);
            for (int k = 0; k < start.n; k++)
                browser_free(browsers[k]);
            return 1;
        }
        start.n++;
    }
    if (!gtk_init_check(NULL, NULL)) {
        fprintf(stderr, "shardscope-viewer: there is no display to open a window on\n"
                        "  hint: --render VIEW TRACE -o FILE.png needs none\n");
        for (int k = 0; k < start.n; k++)
            browser_free(browsers[k]);
        return 1;
    }
    gtk_window_set_default_icon_name("org.shardscope.Viewer");
    g_autoptr(GtkApplication) app = gtk_application_new("org.shardscope.Viewer", G_APPLICATION_NON_UNIQUE);
    g_signal_connect(app, "activate", G_CALLBACK(activate), &start);
    return g_application_run(G_APPLICATION(app), 0, NULL);
}
