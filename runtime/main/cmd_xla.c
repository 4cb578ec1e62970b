/* xla: runs a command with XLA's dumps on, and imports what it wrote. */
#include "runtime/main/cmd.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static char *out, *keep;
static gint devices, seconds = 120;
static gboolean no_profile, view;

/* What Python runs before a script: see there. */
static const char hook[] =
#include "runtime/wrapped.py.inc"
    ;

/* Where everything goes: FOLDER/dump of the first process, FOLDER/others/PID of further ones, FOLDER/profiles, FOLDER/hook and the log. */
typedef struct Places {
    char *folder, *dump, *others, *profiles, *hook, *log;
} Places;

static bool places_new(Places *p, char *folder)
{
    *p = (Places){ folder, g_build_filename(folder, "dump", NULL), g_build_filename(folder, "others", NULL), g_build_filename(folder, "profiles", NULL),
                   g_build_filename(folder, "hook", NULL), g_build_filename(folder, "partitioner.log", NULL) };
    g_autofree char *script = g_build_filename(p->hook, "sitecustomize.py", NULL);
    return g_mkdir_with_parents(p->dump, 0777) == 0 && g_mkdir_with_parents(p->others, 0777) == 0 && g_mkdir_with_parents(p->hook, 0777) == 0 &&
           g_file_set_contents(script, hook, -1, NULL);
}

static void places_clear(Places *p)
{
    g_free(p->folder);
    g_free(p->dump);
    g_free(p->others);
    g_free(p->profiles);
    g_free(p->hook);
    g_free(p->log);
}

/* The child's environment: XLA_FLAGS lengthened, the partitioner's log on, and what Python puts before the script. To be freed with g_strfreev. */
static char **child_environment(const Places *p)
{
    char **env = g_get_environ();
    g_autoptr(GString) ours = g_string_new("--xla_dump_to=@ --xla_dump_hlo_as_text --xla_dump_hlo_pass_re=.* --xla_dump_module_metadata");
    if (devices > 0)
        g_string_append_printf(ours, " --xla_force_host_platform_device_count=%d", devices);
    const char *flags = g_environ_getenv(env, "XLA_FLAGS"), *path = g_environ_getenv(env, "PYTHONPATH");
    g_autoptr(GString) all = g_string_new(flags);
    g_string_append_printf(all, " %s", ours->str);
    g_string_replace(all, "@", p->dump, 1);
    g_autofree char *first = g_strconcat(p->hook, path && *path ? ":" : NULL, path, NULL), *limit = g_strdup_printf("%d", no_profile ? 0 : seconds);
    const char *const set[][2] = { { "XLA_FLAGS", all->str }, { "TF_CPP_MIN_LOG_LEVEL", "0" }, { "TF_CPP_VMODULE", "spmd_partitioner=2" }, { "PYTHONPATH", first },
                                   { "SHARDSCOPE_XLA_FOLDER", p->folder }, { "SHARDSCOPE_XLA_FLAGS", ours->str }, { "SHARDSCOPE_XLA_SECONDS", limit } };
    for (size_t i = 0; i < G_N_ELEMENTS(set); i++)
        env = g_environ_setenv(env, set[i][0], set[i][1], TRUE);
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
static int run_child(char **command, const Places *p)
{
    g_auto(GStrv) env = child_environment(p);
    g_autoptr(GError) error = NULL;
    GPid pid;
    int fd, status = 0;
    FILE *log = g_fopen(p->log, "w");
    if (!log) {
        fprintf(stderr, "shardscope: %s: %s\n", p->log, g_strerror(errno));
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

/* Files of modules in a folder; 0 if there is no such folder. */
static int n_dumped(const char *path)
{
    int n = 0;
    GDir *dir = g_dir_open(path, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));)
        n += strstr(name, "module_") != NULL;
    if (dir)
        g_dir_close(dir);
    return n;
}

/* The folder with most of them among those of processes after the first, and how many processes wrote any; NULL = none did. To be freed. */
static char *largest_other(const Places *p, int *n_processes)
{
    char *best = NULL;
    int most = 0;
    *n_processes = 0;
    GDir *dir = g_dir_open(p->others, 0, NULL);
    for (const char *name; dir && (name = g_dir_read_name(dir));) {
        g_autofree char *path = g_build_filename(p->others, name, NULL);
        int n = n_dumped(path);
        *n_processes += n > 0;
        if (n > most) {
            most = n;
            g_free(best);
            best = g_steal_pointer(&path);
        }
    }
    if (dir)
        g_dir_close(dir);
    return best;
}

/* What the first process that compiled anything wrote, the log and the profile. */
static int import_it(const Places *p)
{
    int n_others, n = 0;
    g_autofree char *other = largest_other(p, &n_others);
    bool own = n_dumped(p->dump) > 0;
    const char *paths[3];
    if (own || other)
        paths[n++] = own ? p->dump : other;
    if (n)
        paths[n++] = p->log;
    if (g_file_test(p->profiles, G_FILE_TEST_IS_DIR))
        paths[n++] = p->profiles;
    if (!n) {
        fprintf(stderr, "shardscope: xla: the command compiled nothing with XLA, so there is nothing to import\n");
        return 1;
    }
    n_others -= !own && other;
    if (n_others > 0 && keep)
        fprintf(stderr, "shardscope: %d more process%s compiled programs: import %s/PID\n", n_others, n_others == 1 ? "" : "es", p->others);
    else if (n_others > 0)
        fprintf(stderr, "shardscope: %d more process%s compiled programs, which are left out\n  hint: --keep DIR keeps what each of them wrote\n", n_others, n_others == 1 ? "" : "es");
    return cmd_import_paths(paths, n, out);
}

/* Goes on as the viewer; returns only if that fails. */
static int open_viewer(void)
{
    char *const command[] = { "shardscope", "view", out, NULL };
    execv("/proc/self/exe", command);
    fprintf(stderr, "shardscope: %s\n", g_strerror(errno));
    return 1;
}

int cmd_xla(int argc, char **argv)
{
    static const GOptionEntry entries[] = {
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &out, "Trace to write, or to add runs to", "TRACE.db" },
        { "devices", 0, 0, G_OPTION_ARG_INT, &devices, "Give the command so many CPU devices, so that XLA divides for them", "N" },
        { "keep", 0, 0, G_OPTION_ARG_FILENAME, &keep, "Folder for what XLA writes, which is kept; default: a temporary one", "DIR" },
        { "profile", 0, 0, G_OPTION_ARG_INT, &seconds, "A Python script of JAX's is profiled from its first use of a device on, for so long at most; default 120", "SECONDS" },
        { "no-profile", 0, 0, G_OPTION_ARG_NONE, &no_profile, "Do not profile it", NULL },
        { "view", 0, 0, G_OPTION_ARG_NONE, &view, "Open the trace in the viewer then", NULL },
        { NULL },
    };
    g_auto(GStrv) command = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, import_entries, &command, &status))
        return status;
    char **rest = command[0] && g_str_equal(command[0], "--") ? command + 1 : command;
    if (!rest[0] || !out)
        return cmd_usage("xla: %s\n  hint: shardscope xla -o x.db -- python train.py", rest[0] ? "no trace given" : "no command given");
    if (seconds < 1)
        return cmd_usage("xla: --profile %d: a number of seconds from 1 on is needed\n  hint: --no-profile takes none", seconds);
    char *folder = keep ? g_canonicalize_filename(keep, NULL) : g_dir_make_tmp("shardscope-xla-XXXXXX", NULL);
    Places p = { 0 };
    if (!folder || !places_new(&p, folder)) {
        status = cmd_usage("xla: %s: %s", keep ? keep : "a temporary folder", g_strerror(errno));
        places_clear(&p);
        return status;
    }
    int child = run_child(rest, &p);
    if (child)
        fprintf(stderr, "shardscope: the command ended with status %d; what it wrote until then is imported\n", child);
    status = child == 127 ? 1 : import_it(&p);
    if (!keep)
        remove_folder(p.folder);
    places_clear(&p);
    return status ? status : child ? child : view ? open_viewer() : 0;
}
