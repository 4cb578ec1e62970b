/* Commands that a signal stops say so, exit with a failure status, and leave no files behind. */
#include <glib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* A loop that runs for hundreds of years. */
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

/* A program whose argument takes seconds to fill. */
static const char large[] = "HloModule large\n"
                            "ENTRY main {\n"
                            "  x = f32[20000,10000]{1,0} parameter(0)\n"
                            "  ROOT y = f32[1,1]{1,0} slice(x), slice={[0:1], [0:1]}\n"
                            "}\n";

/* True once the process has installed a handler for the signal, according to the kernel. */
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

/* Runs argv in `folder`, and sends the signal after a delay, counted from when it handles the signal. Its input is a pipe that stays
 * open. It must end soon; returns its error output. */
static char *stop_after(const char *folder, char **argv, int signal_number, gulong us)
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
    g_usleep(us);
    gint64 sent = g_get_monotonic_time();
    kill(pid, signal_number);
    g_autofree char *said = read_all(out), *complained = read_all(err);
    g_assert_cmpint(waitpid(pid, &status, 0), ==, pid);
    close(in);
    g_spawn_close_pid(pid);
    g_assert_cmpstr(said, ==, "");
    g_assert_true(WIFEXITED(status));
    g_assert_cmpint(WEXITSTATUS(status), ==, 1);
    g_assert_cmpint(g_get_monotonic_time() - sent, <, 8 * G_USEC_PER_SEC);
    return g_steal_pointer(&complained);
}

static void check_stop(const char *folder, char **argv, int signal_number)
{
    g_autofree char *complained = stop_after(folder, argv, signal_number, 20000);
    if (!g_str_has_prefix(complained, "shardscope: ") || !g_str_has_suffix(complained, "stopped\n"))
        g_error("%s: %s", argv[1], complained);
}

/* More steps than fit into 31 bits together with the warm-up step: they are run. */
static void check_steps(const char *folder, char **argv)
{
    g_autofree char *complained = stop_after(folder, argv, SIGINT, 500000);
    g_assert_true(strstr(complained, "stopped") || strstr(complained, "cancelled")); /* between two steps or within one */
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
    g_autofree char *small = g_build_filename(folder, "small.hlo", NULL), *big = g_build_filename(folder, "large.hlo", NULL);
    g_assert_true(g_file_set_contents(big, large, -1, NULL));
    g_assert_true(g_file_set_contents(small, "HloModule m\nENTRY e {\n  x = f32[8]{0} parameter(0)\n  ROOT y = f32[8]{0} sine(x)\n}\n", -1, NULL));
    char *fill[] = { (char *)bin, "run", "large.hlo", NULL };
    char *steps[] = { (char *)bin, "run", "small.hlo", "--steps", "2147483647", NULL };
    check_stop(folder, fill, SIGINT);
    check_steps(folder, steps);
    g_unlink(big);
    g_unlink(small);
    char *compile[] = { (char *)bin, "compile", "-", NULL };
    check_stop(folder, eval, SIGINT);
    check_stop(folder, verify, SIGINT);
    check_stop(folder, verify, SIGTERM);
    check_stop(folder, compile, SIGINT); /* while it waits for its program */
    g_unlink(file);
    g_assert_cmpint(g_rmdir(folder), ==, 0); /* the folder has no other files */
    g_print("1..1\nok 1 /main/stop\n");
    return 0;
}
