/* view: the viewer, on traces, or on a running process, of which a trace is taken meanwhile that the viewer follows. */
#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/main/cmd.h"

static char *render, *out, *size, *selected, *spelling, *theme, *first, *run;

/* ---- the viewer ---------------------------------------------------------------------------------------------------------------- */

/* Its command line for those files: from the folder of this program, from the build tree, or from the path. NULL = it was not found, which is
 * printed. `files` is borrowed. */
static GPtrArray *viewer_command(char **files)
{
    g_autofree char *self = g_file_read_link("/proc/self/exe", NULL), *dir = self ? g_path_get_dirname(self) : g_strdup(".");
    g_autofree char *beside = g_build_filename(dir, "shardscope-viewer", NULL);
    g_autofree char *tree = g_build_filename(dir, "..", "viewer", "shardscope-viewer", NULL);
    char *found = g_file_test(beside, G_FILE_TEST_IS_EXECUTABLE) ? g_strdup(beside) :
                  g_file_test(tree, G_FILE_TEST_IS_EXECUTABLE)   ? g_strdup(tree) :
                                                                   g_find_program_in_path("shardscope-viewer");
    if (!found) {
        fprintf(stderr, "shardscope: shardscope-viewer was not found\n  hint: it is built only if GTK 3 is installed\n");
        return NULL;
    }
    GPtrArray *list = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(list, found);
    const struct { const char *name; char *value; } given[] = { { "--render", render }, { "-o", out }, { "--size", size }, { "--select", selected }, { "--spelling", spelling },
                                                               { "--theme", theme },   { "--view", first }, { "--run", run } };
    for (size_t i = 0; i < G_N_ELEMENTS(given); i++)
        if (given[i].value) {
            g_ptr_array_add(list, g_strdup(given[i].name));
            g_ptr_array_add(list, g_strdup(given[i].value));
        }
    for (char **f = files; *f; f++)
        g_ptr_array_add(list, g_strdup(*f));
    g_ptr_array_add(list, NULL);
    return list;
}

int cmd_view_traces(char **files)
{
    ShardscopeError *error = NULL;
    for (char **f = files; *f; f++) { /* say what is wrong with a file here, before a window comes up */
        ShardscopeTrace *trace = shardscope_trace_open(*f, &error);
        if (!trace)
            return cmd_fail(error);
        shardscope_trace_unref(trace);
    }
    g_autoptr(GPtrArray) list = viewer_command(files);
    if (!list)
        return 1;
    execv(list->pdata[0], (char **)list->pdata);
    fprintf(stderr, "shardscope: %s: %s\n", (char *)list->pdata[0], g_strerror(errno));
    return 1;
}

/* ---- a running process ------------------------------------------------------------------------------------------------------------ */

/* A number that is no file, a socket, a port. */
static bool is_process(const char *arg)
{
    GStatBuf st;
    if (g_stat(arg, &st) == 0)
        return S_ISSOCK(st.st_mode);
    return g_str_has_prefix(arg, "tcp:") || g_ascii_string_to_unsigned(arg, 10, 1, G_MAXINT32, NULL, NULL);
}

typedef struct Live {
    GPtrArray *command;
    ShardscopeStop *stop;
    GPid viewer;        /* 0 = not started */
    bool closed;        /* the viewer has ended */
    double first_step_s; /* when the first step was there; 0 = not yet */
    bool waits;         /* said that no step ends */
    GError *failed;
} Live;

static void start_viewer(Live *live)
{
    if (live->waits && isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    if (!g_spawn_async(NULL, (char **)live->command->pdata, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &live->viewer, &live->failed))
        shardscope_stop_request(live->stop);
}

/* The viewer comes up once the trace has a step, which takes up to half a second to be stored; and its end ends the capture. */
static void look(void *user, int64_t n_steps, double seconds)
{
    Live *live = user;
    const double stored_s = 0.6, patience_s = 2;
    if (n_steps && live->first_step_s == 0)
        live->first_step_s = seconds;
    if (!n_steps && !live->waits && seconds > patience_s) {
        live->waits = true;
        fprintf(stderr, "shardscope: waiting for a step of the process (ctrl-C ends)%s", isatty(STDERR_FILENO) ? "" : "\n");
    }
    if (!live->viewer && live->first_step_s > 0 && seconds > live->first_step_s + stored_s)
        start_viewer(live);
    if (live->viewer && !live->closed && waitpid(live->viewer, NULL, WNOHANG) == live->viewer) {
        live->closed = true;
        shardscope_stop_request(live->stop);
    }
}

static int follow(const char *where, Live *live, const char *path)
{
    ShardscopeError *error = NULL;
    ShardscopeCaptured got;
    ShardscopeCaptureOptions o = { SHARDSCOPE_CAPTURE_OPTIONS, .where = where, .path = path, .stop = live->stop, .progress = look, .user = live };
    bool ok = shardscope_capture(&o, &got, &error);
    if (ok && !live->viewer && !shardscope_stop_requested(live->stop))
        start_viewer(live); /* the process ended soon */
    if (live->viewer && !live->closed && ok && got.process_ended)
        waitpid(live->viewer, NULL, 0);
    if (live->failed) {
        fprintf(stderr, "shardscope: %s\n", live->failed->message);
        g_clear_error(&live->failed);
        return 1;
    }
    if (live->closed)
        shardscope_error_free(error);
    return ok || live->closed ? 0 : cmd_fail(error);
}

/* The trace lies in a folder of its own, which goes with the window. */
static int view_process(char **args)
{
    if (args[1])
        return cmd_usage("view: takes one process, so \"%s\" is one too many", args[1]);
    if (render)
        return cmd_usage("view: --render draws a trace\n  hint: shardscope capture %s -o FILE.db takes one of a running process", args[0]);
    GError *error = NULL;
    g_autofree char *folder = g_dir_make_tmp("shardscope-view-XXXXXX", &error), *name = g_path_get_basename(args[0]);
    if (!folder) {
        fprintf(stderr, "shardscope: %s\n", error->message);
        g_error_free(error);
        return 1;
    }
    g_autofree char *file = g_strdup_printf("process %s.db", name), *path = g_build_filename(folder, g_strdelimit(file, ":", ' '), NULL);
    g_autoptr(GPtrArray) command = viewer_command((char *[]){ path, NULL });
    Live live = { .command = command, .stop = cmd_stop_on_signals() };
    int status = command ? follow(args[0], &live, path) : 1;
    static const char *const ends[] = { "", "-wal", "-shm", "-journal", "-steps" };
    for (size_t i = 0; i < G_N_ELEMENTS(ends); i++) {
        g_autofree char *part = g_strconcat(path, ends[i], NULL);
        g_unlink(part);
    }
    g_rmdir(folder);
    return status;
}

/* ---- the command ---------------------------------------------------------------------------------------------------------------------- */

int cmd_view(int argc, char **argv)
{
    static gboolean only_list;
    static const GOptionEntry entries[] = {
        { "render", 0, 0, G_OPTION_ARG_STRING, &render, "Draw this view into a file; needs no display. shardscope-viewer --help lists more options", "VIEW" },
        { "output", 'o', 0, G_OPTION_ARG_FILENAME, &out, "With --render: the file to write, .png, .svg, .pdf or .txt", "FILE" },
        { "size", 0, 0, G_OPTION_ARG_STRING, &size, "With --render: size of the picture, default 1280x800", "WxH" },
        { "select", 0, 0, G_OPTION_ARG_STRING, &selected, "Select a value by its name, or a reshard by its number", "NAME" },
        { "run", 0, 0, G_OPTION_ARG_STRING, &run, "Show this run, by its label, name or number; by default the first", "LABEL" },
        { "view", 0, 0, G_OPTION_ARG_STRING, &first, "Open the window with this view", "VIEW" },
        { "theme", 0, 0, G_OPTION_ARG_STRING, &theme, "Colours: light, dark, or print, in which collectives have patterns too", "NAME" },
        CMD_SPELLING_OPTION(&spelling),
        { "list", 0, 0, G_OPTION_ARG_NONE, &only_list, "Print the names of the views", NULL },
        { NULL },
    };
    g_auto(GStrv) args = NULL;
    int status = 0;
    if (!cmd_options(argc, argv, entries, NULL, &args, &status))
        return status;
    for (int i = 0; only_list && shardscope_view_name(i); i++)
        printf("%s\n", shardscope_view_name(i));
    if (only_list)
        return 0;
    if (!args[0])
        return cmd_usage("view: no trace given");
    if (spelling && !shardscope_spelling_parse(spelling, &(ShardscopeSpelling){ 0 }))
        return cmd_wrong_spelling(spelling);
    if (!render != !out)
        return cmd_usage("view: --render VIEW and -o FILE go together");
    return is_process(args[0]) ? view_process(args) : cmd_view_traces(args);
}
