/* The command line as a child process. See child.h. */
#include "viewer/model/child.h"

#include <gio/gio.h>
#include <signal.h>
#include <string.h>

struct Child {
    GSubprocess *process;
    GDataInputStream *said;  /* its standard error: progress, then what is wrong */
    ChildCalls calls;
    GString *out, *error;    /* error: from its first line that names the program on */
    GCancellable *forgotten;
    char chunk[4096];
    int open;                /* of its two streams and itself, what has not ended */
    bool failed, stopped;
};

static char *find_program(void)
{
    g_autofree char *self = g_file_read_link("/proc/self/exe", NULL), *dir = self ? g_path_get_dirname(self) : g_strdup(".");
    const char *given = g_getenv("SHARDSCOPE_COMMAND"); /* tests are another program in another folder */
    char *const places[] = { g_strdup(given ? given : ""), g_build_filename(dir, "shardscope", NULL), g_build_filename(dir, "..", "runtime", "shardscope", NULL) };
    char *found = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(places); i++) {
        if (!found && g_file_test(places[i], G_FILE_TEST_IS_EXECUTABLE) && !g_file_test(places[i], G_FILE_TEST_IS_DIR))
            found = g_strdup(places[i]);
        g_free(places[i]);
    }
    return found ? found : g_find_program_in_path("shardscope");
}

static void child_free(Child *c)
{
    g_object_unref(c->process);
    g_object_unref(c->said);
    g_object_unref(c->forgotten);
    g_string_free(c->out, TRUE);
    g_string_free(c->error, TRUE);
    g_free(c);
}

/* One of the three has ended. */
static void one_less(Child *c)
{
    if (--c->open)
        return;
    if (!g_cancellable_is_cancelled(c->forgotten)) {
        g_strchomp(c->error->str);
        const char *error = !c->failed ? NULL : c->stopped ? "stopped" : *c->error->str ? c->error->str : "it ended without saying why";
        c->calls.ended(c->out->str, error, c->calls.data);
    }
    child_free(c);
}

static void read_line(Child *c);

static void got_line(GObject *source, GAsyncResult *result, gpointer data)
{
    Child *c = data;
    static const char name[] = "shardscope: ";
    g_autofree char *line = g_data_input_stream_read_line_finish(G_DATA_INPUT_STREAM(source), result, NULL, NULL);
    if (!line) {
        one_less(c);
        return;
    }
    if (c->error->len || g_str_has_prefix(line, name))
        g_string_append_printf(c->error, "%s\n", g_str_has_prefix(line, name) ? line + sizeof name - 1 : line);
    else if (c->calls.progress && *line && !g_cancellable_is_cancelled(c->forgotten))
        c->calls.progress(line, c->calls.data);
    read_line(c);
}

static void read_line(Child *c)
{
    g_data_input_stream_read_line_async(c->said, G_PRIORITY_DEFAULT, NULL, got_line, c);
}

static void read_out(Child *c);

static void got_out(GObject *source, GAsyncResult *result, gpointer data)
{
    Child *c = data;
    gssize n = g_input_stream_read_finish(G_INPUT_STREAM(source), result, NULL);
    if (n <= 0) {
        one_less(c);
        return;
    }
    g_string_append_len(c->out, c->chunk, n);
    read_out(c);
}

static void read_out(Child *c)
{
    g_input_stream_read_async(g_subprocess_get_stdout_pipe(c->process), c->chunk, sizeof c->chunk, G_PRIORITY_DEFAULT, NULL, got_out, c);
}

static void came_to_end(GObject *process, GAsyncResult *result, gpointer data)
{
    Child *c = data;
    g_subprocess_wait_finish(G_SUBPROCESS(process), result, NULL);
    c->failed = !g_subprocess_get_successful(c->process);
    one_less(c);
}

Child *child_start(char *const *args, const ChildCalls *calls, GError **error)
{
    g_autofree char *program = find_program();
    if (!program) {
        g_set_error(error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT, "the program shardscope was not found beside the viewer or on the path");
        return NULL;
    }
    g_auto(GStrv) copy = g_strdupv((char **)args);
    g_free(copy[0]);
    copy[0] = g_steal_pointer(&program);
    GSubprocess *p = g_subprocess_newv((const char *const *)copy, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE, error);
    if (!p)
        return NULL;
    Child *c = g_new0(Child, 1);
    *c = (Child){ .process = p, .said = g_data_input_stream_new(g_subprocess_get_stderr_pipe(p)), .calls = *calls, .out = g_string_new(NULL),
                  .error = g_string_new(NULL), .forgotten = g_cancellable_new(), .open = 3 };
    read_line(c);
    read_out(c);
    g_subprocess_wait_async(p, NULL, came_to_end, c);
    return c;
}

void child_stop(Child *c)
{
    c->stopped = true;
    g_subprocess_send_signal(c->process, SIGINT);
}

void child_forget(Child *c)
{
    if (!c)
        return;
    g_cancellable_cancel(c->forgotten);
    child_stop(c);
}
