/* See driver.h. */
#include "tests/unit/viewer/driver.h"

#include <string.h>

#include "tests/unit/viewer/args.h"

const char *driver_theme = "Adwaita", *driver_folder;

void driver_xdotool(const char *first, ...)
{
    va_list more;
    va_start(more, first);
    g_autoptr(GPtrArray) args = args_of("xdotool", first, more);
    va_end(more);
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
void driver_wait_for(Driver *d, const char *want)
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

/* Until it no longer says this. */
void driver_wait_past(Driver *d, const char *old)
{
    while (d->state && strstr(d->state, old)) {
        g_clear_pointer(&d->state, g_free);
        driver_wait_for(d, "view=");
    }
}

/* name: of the file in the window's title. */
Driver driver_start_command(const char *const *command, const char *name)
{
    Driver d = { .loop = g_main_loop_new(NULL, FALSE) };
    g_autoptr(GSubprocessLauncher) l = g_subprocess_launcher_new(G_SUBPROCESS_FLAGS_STDOUT_PIPE);
    g_subprocess_launcher_setenv(l, "SHARDSCOPE_VIEWER_STATE", "1", TRUE);
    g_subprocess_launcher_setenv(l, "G_DEBUG", "fatal-criticals", TRUE);
    g_subprocess_launcher_setenv(l, "NO_AT_BRIDGE", "1", TRUE);
    g_subprocess_launcher_setenv(l, "GSETTINGS_BACKEND", "memory", TRUE);
    g_subprocess_launcher_setenv(l, "GTK_THEME", driver_theme, TRUE);
    g_subprocess_launcher_setenv(l, "XDG_CONFIG_HOME", driver_folder, TRUE); /* what it remembers is the test's alone */
    g_subprocess_launcher_setenv(l, "XDG_DATA_HOME", driver_folder, TRUE);
    g_autoptr(GError) error = NULL;
    d.program = g_subprocess_launcher_spawnv(l, command, &error);
    g_assert_no_error(error);
    d.out = g_data_input_stream_new(g_subprocess_get_stdout_pipe(d.program));
    driver_wait_for(&d, "rows=1");
    driver_xdotool("search", "--sync", "--onlyvisible", "--name", name, "windowfocus", NULL);
    return d;
}

/* more (may be NULL): a second file. */
Driver driver_start(const char *view, const char *file, const char *more)
{
    g_autofree char *name = g_path_get_basename(file);
    return driver_start_command((const char *const[]){ g_getenv("SHARDSCOPE_VIEWER"), "--view", view, file, more, NULL }, name);
}

void driver_stop(Driver *d)
{
    driver_xdotool("key", "ctrl+w", NULL);
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
