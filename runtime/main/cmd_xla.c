/* xla: runs a command with XLA's dumps on, and imports what it wrote. */
#include "runtime/main/cmd.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

static char *out, *keep;
static gint devices;

/* The child's environment: XLA_FLAGS lengthened, and the partitioner's log on. To be freed with g_strfreev. */
static char **child_environment(const char *dump)
{
    char **env = g_get_environ();
    const char *flags = g_environ_getenv(env, "XLA_FLAGS");
    g_autoptr(GString) s = g_string_new(flags);
    if (devices > 0)
        g_string_append_printf(s, " --xla_force_host_platform_device_count=%d", devices);
    g_string_append_printf(s, " --xla_dump_to=%s --xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.* --xla_dump_module_metadata", dump);
    env = g_environ_setenv(env, "XLA_FLAGS", s->str, TRUE);
    env = g_environ_setenv(env, "TF_CPP_MIN_LOG_LEVEL", "0", TRUE);
    env = g_environ_setenv(env, "TF_CPP_VMODULE", "spmd_partitioner=2", TRUE);
    return devices > 0 ? g_environ_setenv(env, "JAX_PLATFORMS", "cpu", FALSE) : env;
}

static void on_interrupt(int number)
{
    (void)number;
}

/* Lines of the compiler's log, and what it goes on with behind a tab, go to the file alone; all others are the command's own, and are passed on. */
static void copy_errors(int fd, FILE *log)
{
    FILE *in = fdopen(fd, "r");
    char *line = NULL;
    size_t room = 0;
    bool kept = false;
    for (ssize_t n; in && (n = getline(&line, &room, in)) > 0;) {
        fwrite(line, 1, (size_t)n, log);
        bool compilers = strchr("IWE", line[0]) && strstr(line, ".cc:") && strchr(line, ']');
        kept = (compilers && line[0] != 'E') || (kept && line[0] == '\t');
        if (!kept)
            fwrite(line, 1, (size_t)n, stderr);
    }
    free(line);
    if (in)
        fclose(in);
}

/* Ctrl-C is the command's, which gets it too: what it wrote until then is imported. A handler, and not SIG_IGN, which the command would inherit. */
static void leave_interrupts(void)
{
    struct sigaction nothing = { .sa_handler = on_interrupt, .sa_flags = SA_RESTART };
    sigaction(SIGINT, &nothing, NULL);
}

/* The command's exit status, 127 if it could not be started. */
static int run_child(char **command, const char *dump, const char *log_path)
{
    g_auto(GStrv) env = child_environment(dump);
    g_autoptr(GError) error = NULL;
    GPid pid;
    int fd, status = 0;
    FILE *log = g_fopen(log_path, "w");
    if (!log) {
        fprintf(stderr, "shardscope: %s: %s\n", log_path, g_strerror(errno));
        return 127;
    }
    leave_interrupts();
    if (!g_spawn_async_with_pipes(NULL, command, env, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL, &pid, NULL, NULL, &fd, &error)) {
        fprintf(stderr, "shardscope: %s\n", error->message);
        fclose(log);
        return 127;
    }
    copy_errors(fd, log);
    fclose(log);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    g_spawn_close_pid(pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

static void remove_folder(const char *path)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *full = g_build_filename(path, name, NULL);
        if (g_file_test(full, G_FILE_TEST_IS_DIR) && !g_file_test(full, G_FILE_TEST_IS_SYMLINK))
            remove_folder(full);
        else
            g_unlink(full);
    }
    if (dir)
        g_dir_close(dir);
    g_rmdir(path);
}

int cmd_xla(int argc, char **argv)
{
    static const GOptionEntry entries[] = {
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &out, "Trace to write, or to add runs to", "TRACE.db" },
        { "devices", 0, 0, G_OPTION_ARG_INT, &devices, "Give the command so many CPU devices, so that XLA divides for them", "N" },
        { "keep", 0, 0, G_OPTION_ARG_FILENAME, &keep, "Folder for what XLA writes, which is kept; default: a temporary one", "DIR" },
        { NULL },
    };
    g_auto(GStrv) command = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, import_entries, &command, &status))
        return status;
    char **rest = command[0] && g_str_equal(command[0], "--") ? command + 1 : command;
    if (!rest[0] || !out)
        return cmd_usage("xla: %s\n  hint: shardscope xla -o x.db -- python train.py", rest[0] ? "no trace given" : "no command given");
    g_autofree char *dump = keep ? g_canonicalize_filename(keep, NULL) : g_dir_make_tmp("shardscope-xla-XXXXXX", NULL);
    if (!dump || g_mkdir_with_parents(dump, 0777) != 0)
        return cmd_usage("xla: %s: %s", keep ? keep : "a temporary folder", g_strerror(errno));
    g_autofree char *log = g_build_filename(dump, "partitioner.log", NULL);
    int child = run_child(rest, dump, log);
    if (child)
        fprintf(stderr, "shardscope: the command ended with status %d; what it wrote until then is imported\n", child);
    const char *paths[] = { dump };
    status = child == 127 ? 1 : cmd_import_paths(paths, 1, out);
    if (!keep)
        remove_folder(dump);
    return status ? status : child;
}
