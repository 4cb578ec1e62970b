/* The command line as the viewer's child: what it printed, what was wrong, progress, and stopping it. */
#include "viewer/model/child.h"

#include <glib/gstdio.h>
#include <string.h>

typedef struct Seen {
    GMainLoop *loop;
    char *out, *error;
    int n_progress, n_ended;
    bool stop_at_progress;
    Child *child;
} Seen;

static void on_progress(const char *text, void *data)
{
    Seen *s = data;
    g_assert_true(*text);
    s->n_progress++;
    if (s->stop_at_progress && s->n_progress == 1)
        child_stop(s->child);
}

static void on_end(const char *out, const char *error, void *data)
{
    Seen *s = data;
    s->out = g_strdup(out);
    s->error = g_strdup(error);
    s->n_ended++;
    g_main_loop_quit(s->loop);
}

static gboolean late(gpointer unused)
{
    (void)unused;
    g_error("the child does not come to an end");
    return FALSE;
}

static Seen run(const char *const *args, bool stop)
{
    Seen s = { .loop = g_main_loop_new(NULL, FALSE), .stop_at_progress = stop };
    const ChildCalls calls = { on_progress, on_end, &s };
    g_autoptr(GError) error = NULL;
    s.child = child_start((char *const *)args, &calls, &error);
    g_assert_no_error(error);
    guint timer = g_timeout_add_seconds(60, late, NULL);
    g_main_loop_run(s.loop);
    g_source_remove(timer);
    g_main_loop_unref(s.loop);
    g_assert_cmpint(s.n_ended, ==, 1);
    return s;
}

static void clear(Seen *s)
{
    g_free(s->out);
    g_free(s->error);
}

static void test_output(void)
{
    Seen s = run((const char *const[]){ "shardscope", "compile", "--hardware", "list", NULL }, false);
    g_assert_null(s.error);
    g_assert_nonnull(strstr(s.out, "h100xN"));
    clear(&s);
}

static void test_failure(void)
{
    Seen s = run((const char *const[]){ "shardscope", "run", "--again", "/nowhere/run.db", NULL }, false);
    g_assert_nonnull(s.error);
    g_assert_nonnull(strstr(s.error, "/nowhere/run.db: no such file"));
    g_assert_null(strstr(s.error, "shardscope: "));
    clear(&s);
}

/* A program that takes hours: its progress is heard of, and then it is stopped. */
static void test_stop(void)
{
    g_autofree char *path = NULL;
    int fd = g_file_open_tmp("loop-XXXXXX.mlir", &path, NULL);
    g_assert_cmpint(fd, >=, 0);
    g_close(fd, NULL);
    static const char text[] = "func.func @main(%x: tensor<64xf32>) -> tensor<64xf32> {\n"
                               "  %y = stablehlo.add %x, %x : tensor<64xf32>\n"
                               "  return %y : tensor<64xf32>\n"
                               "}\n";
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    Seen s = run((const char *const[]){ "shardscope", "run", path, "--steps", "1000000000", "--force", "--progress", NULL }, true);
    g_assert_cmpstr(s.error, ==, "stopped");
    g_assert_cmpint(s.n_progress, >, 0);
    clear(&s);
    g_unlink(path);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/viewer/child/output", test_output);
    g_test_add_func("/viewer/child/failure", test_failure);
    g_test_add_func("/viewer/child/stop", test_stop);
    return g_test_run();
}
