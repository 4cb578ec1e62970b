/* The real window on a display (Xvfb in the test run): views, selection, zoom and places by real keys and clicks. The
 * program says on standard output what it shows, so nothing here sleeps in the hope that it is enough. Any GTK
 * warning of the critical kind ends the program, and with it the test. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "tests/unit/viewer/sample.h"

static char *folder, *trace;

typedef struct Driver {
    GSubprocess *program;
    GDataInputStream *out;
    char *state; /* the last line */
    GMainLoop *loop;
    const char *want;
    bool found;
} Driver;

static void xdotool(const char *first, ...)
{
    g_autoptr(GPtrArray) args = g_ptr_array_new();
    g_ptr_array_add(args, (gpointer) "xdotool");
    va_list more;
    va_start(more, first);
    for (const char *a = first; a; a = va_arg(more, const char *))
        g_ptr_array_add(args, (gpointer)a);
    va_end(more);
    g_ptr_array_add(args, NULL);
    g_autoptr(GError) error = NULL;
    g_spawn_sync(NULL, (char **)args->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL, &error);
    g_assert_no_error(error);
}

static void next_line(Driver *d);

static void got_line(GObject *source, GAsyncResult *result, gpointer data)
{
    Driver *d = data;
    g_autoptr(GError) error = NULL;
    char *line = g_data_input_stream_read_line_finish(G_DATA_INPUT_STREAM(source), result, NULL, &error);
    if (!line) {
        d->found = false;
        g_main_loop_quit(d->loop);
        return;
    }
    g_free(d->state);
    d->state = line;
    d->found = strstr(line, d->want) != NULL;
    if (d->found)
        g_main_loop_quit(d->loop);
    else
        next_line(d);
}

static void next_line(Driver *d)
{
    g_data_input_stream_read_line_async(d->out, G_PRIORITY_DEFAULT, NULL, got_line, d);
}

static gboolean too_late(gpointer data)
{
    g_error("waited in vain for \"%s\"; the last state is %s", ((Driver *)data)->want, ((Driver *)data)->state);
    return G_SOURCE_REMOVE;
}

/* Until the window says that it shows this. */
static void wait_for(Driver *d, const char *want)
{
    if (d->state && strstr(d->state, want))
        return;
    d->want = want;
    d->found = false;
    guint timer = g_timeout_add_seconds(40, too_late, d);
    next_line(d);
    g_main_loop_run(d->loop);
    g_source_remove(timer);
    if (!d->found)
        g_error("the window is gone while waiting for \"%s\"; the last state was %s", want, d->state);
}

static Driver start(const char *view)
{
    Driver d = { .loop = g_main_loop_new(NULL, FALSE) };
    g_autoptr(GSubprocessLauncher) l = g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE);
    g_subprocess_launcher_setenv(l, "SHARDSCOPE_VIEWER_STATE", "1", TRUE);
    g_subprocess_launcher_setenv(l, "G_DEBUG", "fatal-criticals", TRUE);
    g_subprocess_launcher_setenv(l, "NO_AT_BRIDGE", "1", TRUE);
    g_subprocess_launcher_setenv(l, "GSETTINGS_BACKEND", "memory", TRUE);
    g_subprocess_launcher_setenv(l, "GTK_THEME", "Adwaita", TRUE);
    g_autoptr(GError) error = NULL;
    d.program = g_subprocess_launcher_spawn(l, &error, g_getenv("SHARDSCOPE_VIEWER"), "--view", view, trace, NULL);
    g_assert_no_error(error);
    d.out = g_data_input_stream_new(g_subprocess_get_stdout_pipe(d.program));
    wait_for(&d, "rows=1");
    xdotool("search", "--sync", "--onlyvisible", "--name", "cases.db", "windowfocus", NULL);
    return d;
}

static void stop(Driver *d)
{
    xdotool("key", "ctrl+w", NULL);
    g_autoptr(GError) error = NULL;
    g_subprocess_wait(d->program, NULL, &error);
    g_assert_no_error(error);
    g_assert_true(g_subprocess_get_if_exited(d->program));
    g_assert_cmpint(g_subprocess_get_exit_status(d->program), ==, 0);
    g_object_unref(d->out);
    g_object_unref(d->program);
    g_main_loop_unref(d->loop);
    g_free(d->state);
}

static void test_views_and_places(void)
{
    Driver d = start("overview");
    static const char *const names[] = { "view=overview", "view=shardings", "view=reshards", "view=passes",
                                         "view=steps", "view=memory", "view=compare", "view=graph" };
    const int n = G_N_ELEMENTS(names);
    for (int i = 1; i < n; i++) {
        g_autofree char *key = g_strdup_printf("alt+%d", i + 1);
        xdotool("key", key, NULL);
        wait_for(&d, names[i]);
        wait_for(&d, "rows=1");
    }
    for (int i = n - 2; i >= 0; i--) {
        xdotool("key", "alt+Left", NULL);
        wait_for(&d, names[i]);
    }
    xdotool("key", "alt+Right", NULL);
    wait_for(&d, "view=shardings");
    stop(&d);
}

static void test_lists(void)
{
    Driver d = start("shardings");
    xdotool("key", "Down", NULL);
    wait_for(&d, "facts=x");
    wait_for(&d, "select=value:");
    xdotool("key", "Down", NULL);
    wait_for(&d, "facts=y");
    xdotool("key", "Escape", NULL);
    wait_for(&d, "select=none");
    xdotool("key", "ctrl+f", NULL);
    xdotool("type", "z", NULL); /* also a letter that could be a key of the canvas */
    wait_for(&d, "facts=z");
    xdotool("key", "Escape", NULL);
    xdotool("key", "alt+3", NULL);
    wait_for(&d, "view=reshards");
    xdotool("key", "j", NULL);
    wait_for(&d, "focus=device:0");
    xdotool("key", "j", NULL);
    wait_for(&d, "focus=device:1");
    stop(&d);
}

static void test_zoom(void)
{
    Driver d = start("steps");
    g_assert_nonnull(strstr(d.state, "span=0 "));
    xdotool("mousemove", "600", "300", NULL);
    xdotool("click", "4", NULL);
    wait_for(&d, "span=1"); /* 19 ms at first */
    xdotool("key", "w", NULL);
    xdotool("key", "w", NULL);
    wait_for(&d, "span=8");
    xdotool("key", "0", NULL);
    wait_for(&d, "span=0 ");
    stop(&d);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_autofree char *tool = g_find_program_in_path("xdotool");
    if (!g_getenv("DISPLAY") || !tool)
        return 77; /* no display to try it on */
    folder = g_dir_make_tmp("viewer-XXXXXX", NULL);
    trace = g_build_filename(folder, "cases.db", NULL);
    sample_cases(trace);
    g_test_add_func("/viewer/window/views", test_views_and_places);
    g_test_add_func("/viewer/window/lists", test_lists);
    g_test_add_func("/viewer/window/zoom", test_zoom);
    int failed = g_test_run();
    g_remove(trace);
    g_rmdir(folder);
    g_free(trace);
    g_free(folder);
    return failed;
}
