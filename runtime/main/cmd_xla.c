/* xla: runs a command with XLA's dumps on and a profile taken, imports what it wrote, and opens the viewer.
 *
 * What is collected lies in a folder: dump/ is what processes wrote that the hook is not in, process-N/ what those with it wrote, each with profile/.
 * The hook is data/python/shardscope_xla/sitecustomize.py, which every Python of the command runs when it starts. */
#include "runtime/main/cmd.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *out, *keep;
static gint devices;
static double seconds = 120;
static gboolean no_profile, no_execute, view, no_view;

static const char hook[] =
#include "runtime/wrapped.py.inc"
    ;

/* ---- the command's environment -------------------------------------------------------------------------------------------------- */

/* Writes the hook into a folder of its own, which is made first on PYTHONPATH. Without it there are dumps all the same. */
static char **add_hook(char **env, const char *folder)
{
    g_autofree char *dir = g_build_filename(folder, "hook", NULL), *file = g_build_filename(dir, "sitecustomize.py", NULL);
    if (g_mkdir_with_parents(dir, 0777) != 0 || !g_file_set_contents(file, hook, -1, NULL))
        return env;
    const char *old = g_environ_getenv(env, "PYTHONPATH");
    g_autofree char *path = old && old[0] ? g_strconcat(dir, ":", old, NULL) : g_strdup(dir);
    return g_environ_setenv(env, "PYTHONPATH", path, TRUE);
}

/* XLA_FLAGS lengthened, the partitioner's log on, no cache of compiled programs, and what the hook has to know. To be freed with g_strfreev. */
static char **child_environment(const char *folder)
{
    char **env = g_get_environ();
    const char *flags = g_environ_getenv(env, "XLA_FLAGS");
    g_autoptr(GString) ours = g_string_new("--xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.* --xla_dump_module_metadata");
    if (devices > 0)
        g_string_append_printf(ours, " --xla_force_host_platform_device_count=%d", devices);
    g_autofree char *all = g_strdup_printf("%s %s --xla_dump_to=%s/dump", flags ? flags : "", ours->str, folder);
    g_autofree char *n = g_strdup_printf("%d", MAX(devices, 0)), *time = g_strdup_printf("%g", seconds);
    /* Where nothing divided runs, a profile would be of what makes its arguments on one device. */
    const struct { const char *name, *value; } always[] = {
        { "XLA_FLAGS", all }, { "TF_CPP_MIN_LOG_LEVEL", "0" }, { "TF_CPP_VMODULE", "spmd_partitioner=2" }, { "JAX_ENABLE_COMPILATION_CACHE", "false" },
        { "SHARDSCOPE_XLA_FOLDER", folder }, { "SHARDSCOPE_XLA_FLAGS", ours->str }, { "SHARDSCOPE_XLA_DEVICES", n },
        { "SHARDSCOPE_XLA_SECONDS", no_profile || no_execute ? "" : time }, { "SHARDSCOPE_XLA_NO_EXECUTE", no_execute ? "1" : "" },
    }, fake[] = { { "JAX_PLATFORMS", "cpu" }, { "PJRT_DEVICE", "CPU" }, { "CPU_NUM_DEVICES", n } },
      lines[] = { { "XLA_IR_DEBUG", "1" }, { "XLA_HLO_DEBUG", "1" } }; /* PyTorch/XLA names ops after the user's, and says where they are, only if asked */
    for (size_t i = 0; i < G_N_ELEMENTS(always); i++)
        env = g_environ_setenv(env, always[i].name, always[i].value, TRUE);
    for (size_t i = 0; devices > 0 && i < G_N_ELEMENTS(fake); i++)
        env = g_environ_setenv(env, fake[i].name, fake[i].value, FALSE);
    for (size_t i = 0; i < G_N_ELEMENTS(lines); i++)
        env = g_environ_setenv(env, lines[i].name, lines[i].value, FALSE);
    return add_hook(env, folder);
}

/* ---- running it ------------------------------------------------------------------------------------------------------------------- */

static void on_interrupt(int number)
{
    (void)number;
}

static volatile pid_t command_pid; /* 0 = it does not run */
static volatile sig_atomic_t early; /* a signal that came before there was a command to pass it on to; 0 = none */

static void pass_on(int number)
{
    if (command_pid > 0)
        kill(command_pid, number);
    else
        early = number;
}

/* 'I', 'W', 'E' or 'F' of a line of the compiler's log, "I1123 19:30:03.291 42 dump.cc:5] ..." or "2026-11-23 19:30:03.291: I xla/dump.cc:5] ...", or of
 * what the library that logs says of itself; 0 of any other line. */
static char severity(const char *line)
{
    const char *file = strstr(line, ".cc:"), *dated = g_ascii_isdigit(line[0]) ? strstr(line, ": ") : NULL;
    if (g_str_has_prefix(line, "WARNING: All log messages before absl::InitializeLog()"))
        return 'W';
    const char *level = dated ? dated + 2 : line;
    bool is = level[0] && strchr("IWEF", level[0]) && (dated ? level[1] == ' ' : g_ascii_isdigit(level[1]));
    return is && file && strchr(file, ']') ? level[0] : 0;
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
        char level = severity(line);
        kept = (level && level != 'E' && level != 'F') || (kept && line[0] == '\t');
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

/* A scheduler's end of time, or a terminal that closes, is told to us alone: the command ends, and what it wrote is imported. */
static void pass_ends_on(bool pass)
{
    struct sigaction action = { .sa_handler = pass ? pass_on : SIG_DFL, .sa_flags = SA_RESTART };
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGHUP, &action, NULL);
}

/* The command's exit status, 127 if it could not be started. */
static int run_child(char **command, const char *folder, const char *log_path)
{
    g_auto(GStrv) env = child_environment(folder);
    g_autoptr(GError) error = NULL;
    GPid pid;
    int fd, status = 0;
    FILE *log = g_fopen(log_path, "w");
    if (!log) {
        fprintf(stderr, "shardscope: %s: %s\n", log_path, g_strerror(errno));
        return 127;
    }
    leave_interrupts();
    pass_ends_on(true); /* before there is a command, which may run for a while until this process goes on */
    if (!g_spawn_async_with_pipes(NULL, command, env, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL, &pid, NULL, NULL, &fd, &error)) {
        pass_ends_on(false);
        fprintf(stderr, "shardscope: %s\n", error->message);
        fclose(log);
        return 127;
    }
    command_pid = pid;
    if (early)
        kill(pid, early);
    copy_errors(fd, log);
    fclose(log);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    command_pid = 0;
    pass_ends_on(false);
    g_spawn_close_pid(pid);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* ---- what it wrote ---------------------------------------------------------------------------------------------------------------- */

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

/* The size of the profile in a folder or those in it, 0 = none. */
static int64_t profile_size(const char *path)
{
    int64_t n = 0;
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *full = g_build_filename(path, name, NULL);
        GStatBuf st;
        if (g_lstat(full, &st) == 0)
            n += S_ISDIR(st.st_mode) ? profile_size(full) : g_str_has_suffix(name, ".xplane.pb") ? st.st_size : 0;
    }
    return n;
}

static bool has_modules(const char *path)
{
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));)
        if (strstr(name, "module_"))
            return true;
    return false;
}

/* True if any process wrote some. */
static bool has_any(const char *folder)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *full = g_build_filename(folder, name, NULL);
        if (has_modules(full))
            return true;
    }
    return false;
}

static int by_name(gconstpointer a, gconstpointer b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* What there is to import: the dumps of each process, the log, and the largest profile, which is that of the process that did the work. */
static GPtrArray *collected(const char *folder, const char *log)
{
    GPtrArray *paths = g_ptr_array_new_with_free_func(g_free), *names = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    g_autofree char *largest = NULL;
    int64_t size = 0;
    int n_profiles = 0;
    for (const char *name; dir && (name = g_dir_read_name(dir));)
        g_ptr_array_add(names, g_strdup(name));
    g_ptr_array_sort(names, by_name);
    for (guint i = 0; i < names->len; i++) {
        g_autofree char *full = g_build_filename(folder, names->pdata[i], NULL), *profile = g_build_filename(full, "profile", NULL);
        int64_t n = profile_size(profile);
        n_profiles += n > 0;
        if (n > size) {
            size = n;
            g_free(largest);
            largest = g_steal_pointer(&profile);
        }
        if (has_modules(full))
            g_ptr_array_add(paths, g_steal_pointer(&full));
    }
    g_ptr_array_unref(names);
    if (paths->len > 1)
        fprintf(stderr, "shardscope: %u processes used XLA; each has its runs\n", paths->len);
    if (n_profiles > 1)
        fprintf(stderr, "shardscope: %d processes have profiles, of which the largest is imported\n", n_profiles);
    if (largest)
        g_ptr_array_add(paths, g_steal_pointer(&largest));
    if (paths->len)
        g_ptr_array_add(paths, g_strdup(log));
    return paths;
}

/* The first name that is not taken: a trace that is there might be another program's. */
static char *default_trace(void)
{
    char *path = g_strdup("xla.db");
    for (int i = 2; g_file_test(path, G_FILE_TEST_EXISTS); i++) {
        g_free(path);
        path = g_strdup_printf("xla-%d.db", i);
    }
    return path;
}

static int import_all(const char *folder, const char *log, const char *trace)
{
    g_autoptr(GPtrArray) paths = collected(folder, log);
    if (paths->len)
        return cmd_import_paths((const char *const *)paths->pdata, (int)paths->len, trace);
    fprintf(stderr, "shardscope: the command compiled nothing with XLA, or kept the variable XLA_FLAGS from it\n");
    return 1;
}

/* A window is wanted: by the option, or from a terminal under a display. */
static bool opens(int child)
{
    return view || (!no_view && child == 0 && isatty(STDOUT_FILENO) && (g_getenv("DISPLAY") || g_getenv("WAYLAND_DISPLAY")));
}

/* 0, or wrong usage. */
static int check_options(char *const *command)
{
    if (!command[0])
        return cmd_usage("xla: no command given\n  hint: shardscope xla -o x.db -- python train.py");
    if (devices < 0 || !(seconds >= 0 && seconds <= 1e9))
        return cmd_usage("xla: %s must be a number from 0 on", devices < 0 ? "--devices" : "--profile");
    return view && no_view ? cmd_usage("xla: --view and --no-view exclude each other") : 0;
}

int cmd_xla(int argc, char **argv)
{
    static const GOptionEntry entries[] = {
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &out, "Trace to write, or to add runs to; default: a new xla.db", "TRACE.db" },
        { "devices", 0, 0, G_OPTION_ARG_INT, &devices, "Give the command so many CPU devices, so that XLA divides for them", "N" },
        { "no-execute", 0, 0, G_OPTION_ARG_NONE, &no_execute, "JAX: compile programs for several devices and do not run them; their results are zeros, and no profile is taken", NULL },
        { "profile", 0, 0, G_OPTION_ARG_DOUBLE, &seconds, "JAX: how long a profile is taken from when there are devices; default 120, 0 = to the end", "SECONDS" },
        { "no-profile", 0, 0, G_OPTION_ARG_NONE, &no_profile, "Take no profile", NULL },
        { "keep", 0, 0, G_OPTION_ARG_FILENAME, &keep, "Folder for what XLA writes, which is kept; default: a temporary one", "DIR" },
        { "view", 0, 0, G_OPTION_ARG_NONE, &view, "Open the viewer then; default: from a terminal under a display", NULL },
        { "no-view", 0, 0, G_OPTION_ARG_NONE, &no_view, "Do not open the viewer", NULL },
        { NULL },
    };
    g_auto(GStrv) command = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, import_entries, &command, &status))
        return status;
    char **rest = command[0] && g_str_equal(command[0], "--") ? command + 1 : command;
    if (check_options(rest) != 0)
        return 2;
    g_autofree char *trace = out ? g_strdup(out) : default_trace();
    ShardscopeError *error = NULL;
    if (!shardscope_can_record(trace, &error)) /* said before the command has run for hours */
        return cmd_fail(error);
    g_autofree char *folder = keep ? g_canonicalize_filename(keep, NULL) : g_dir_make_tmp("shardscope-xla-XXXXXX", NULL);
    g_autofree char *dump = folder ? g_build_filename(folder, "dump", NULL) : NULL;
    if (!dump || g_mkdir_with_parents(dump, 0777) != 0)
        return cmd_usage("xla: %s: %s", keep ? keep : "a temporary folder", g_strerror(errno));
    g_autofree char *log = g_build_filename(folder, "partitioner.log", NULL);
    int child = run_child(rest, folder, log);
    if (child)
        fprintf(stderr, "shardscope: the command ended with status %d; what it wrote until then is imported\n", child);
    status = child == 127 ? 1 : import_all(folder, log, trace);
    if (status && child != 127 && has_any(folder))
        fprintf(stderr, "shardscope: what XLA wrote is kept in %s\n", folder);
    else if (!keep)
        remove_folder(folder);
    if (status == 0 && opens(child))
        return cmd_view_traces((char *[]){ trace, NULL });
    return status ? status : child;
}
