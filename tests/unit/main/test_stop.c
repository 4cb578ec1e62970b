/* Commands that are told to stop by a signal say so, exit as a failure does, and leave nothing behind. */
#include <glib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Counts for some hundred years. */
static const char loop[] = "func.func @main() -> tensor<i64> {\n"
                           "  %zero = stablehlo.constant dense<0> : tensor<i64>\n"
                           "  %many = stablehlo.constant dense<9000000000000000000> : tensor<i64>\n"
                           "  %one = stablehlo.constant dense<1> : tensor<i64>\n"
                           "  %r = stablehlo.while(%i = %zero) : tensor<i64>\n"
                           "  cond {\n"
                           "    %p = stablehlo.compare LT, %i, %many : (tensor<i64>, tensor<i64>) -> tensor<i1>\n"
                           "    stablehlo.return %p : tensor<i1>\n"
                           "  } do {\n"
                           "    %k = stablehlo.add %i, %one : tensor<i64>\n"
                           "    stablehlo.return %k : tensor<i64>\n"
                           "  }\n"
                           "  return %r : tensor<i64>\n"
                           "}\n";

/* True once the process has a handler of its own for the signal, as the kernel sees it. */
static bool catches(GPid pid, int signal_number)
{
    g_autofree char *path = g_strdup_printf("/proc/%d/status", (int)pid), *text = NULL;
    const char *mask = g_file_get_contents(path, &text, NULL, NULL) ? strstr(text, "SigCgt:") : NULL;
    return mask && (g_ascii_strtoull(mask + strlen("SigCgt:"), NULL, 16) >> (signal_number - 1) & 1);
}

static char *read_all(int fd)
{
    GString *s = g_string_new(NULL);
    char block[4096];
    for (ssize_t n; (n = read(fd, block, sizeof block)) > 0;)
        g_string_append_len(s, block, n);
    close(fd);
    return g_string_free(s, FALSE);
}

/* argv is run in `folder`, and gets the signal as soon as it looks out for it. Its input is a pipe that stays open. */
static void check_stop(const char *folder, char **argv, int signal_number)
{
    GPid pid;
    int in, out, err, status;
    g_autoptr(GError) error = NULL;
    g_spawn_async_with_pipes(folder, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &pid, &in, &out, &err, &error);
    g_assert_no_error(error);
    for (int i = 0; !catches(pid, signal_number); i++) {
        g_assert_cmpint(i, <, 60000);
        g_usleep(1000);
    }
    g_usleep(20000);
    kill(pid, signal_number);
    g_autofree char *said = read_all(out), *complained = read_all(err);
    g_assert_cmpint(waitpid(pid, &status, 0), ==, pid);
    close(in);
    g_spawn_close_pid(pid);
    g_assert_cmpstr(said, ==, "");
    if (!g_str_has_prefix(complained, "shardscope: ") || !g_str_has_suffix(complained, "stopped\n"))
        g_error("%s: %s", argv[1], complained);
    g_assert_true(WIFEXITED(status));
    g_assert_cmpint(WEXITSTATUS(status), ==, 1);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    const char *bin = g_getenv("SHARDSCOPE_BIN");
    if (!bin || !g_file_test("/proc/self/status", G_FILE_TEST_EXISTS)) {
        g_print("1..0 # SKIP needs SHARDSCOPE_BIN and /proc\n");
        return 0;
    }
    g_autofree char *folder = g_dir_make_tmp("shardscope-stop-XXXXXX", NULL), *file = g_build_filename(folder, "loop.mlir", NULL);
    g_assert_true(g_file_set_contents(file, loop, -1, NULL));
    char *eval[] = { (char *)bin, "eval", "loop.mlir", "--outputs", "out.npz", NULL };
    char *verify[] = { (char *)bin, "verify", "loop.mlir", "--devices", "2", NULL };
    char *compile[] = { (char *)bin, "compile", "-", NULL };
    check_stop(folder, eval, SIGINT);
    check_stop(folder, verify, SIGINT);
    check_stop(folder, verify, SIGTERM);
    check_stop(folder, compile, SIGINT); /* while it waits for its program */
    g_unlink(file);
    g_assert_cmpint(g_rmdir(folder), ==, 0); /* nothing else is in it */
    g_print("1..1\nok 1 /main/stop\n");
    return 0;
}
