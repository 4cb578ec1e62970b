/* What the subcommands share: options, errors, programs, inputs, numbers for people. */
#include "runtime/main/cmd.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "runtime/sim/hardware.h"


int cmd_fail(GError *error)
{
    fprintf(stderr, "shardscope: %s\n", error->message);
    int status = g_error_matches(error, SHARD_ERROR, SHARD_ERROR_USAGE) || error->domain == G_OPTION_ERROR ? 2 : 1;
    g_error_free(error);
    return status;
}

int cmd_usage(const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    fputs("shardscope: ", stderr);
    vfprintf(stderr, format, ap);
    fputc('\n', stderr);
    va_end(ap);
    return 2;
}

int cmd_one_program(const char *command, char *const *files)
{
    if (!files[0])
        return cmd_usage("%s: no program given\n  hint: shardscope %s --help", command, command);
    return files[1] ? cmd_usage("%s: one program at a time, and \"%s\" is one too many", command, files[1]) : 0;
}

int cmd_fill_kind(const char *name, const char *inputs, FillKind *out)
{
    *out = FILL_RANDOM;
    if (name && !fill_kind_parse(name, out))
        return cmd_usage("--fill %s: random, zeros or iota", name);
    return name && inputs ? cmd_usage("--fill %s and --inputs %s: arguments are made up or read, not both", name, inputs) : 0;
}

/* The models, a line each, with how they are named for other numbers of devices. */
static void print_hardware(void)
{
    g_auto(GStrv) names = g_strsplit(hardware_names(), ", ", -1);
    printf("%-10s %10s %10s %10s %10s  %s\n", "model", "bf16", "memory", "bandwidth", "link", "numbers from");
    for (char **name = names; *name; name++) {
        bool any_number = g_str_has_suffix(*name, "N");
        g_autofree char *part = g_strndup(*name, strlen(*name) - (any_number ? 2 : 0));
        const Hardware *hw = hardware_named(part);
        if (hw)
            printf("%-10s %7.4g TF %7.4g GB %5.4g GB/s %5.4g GB/s  %s\n", *name, hw->bf16 / 1e3, hw->memory_bytes / 1e9, hw->hbm, hw->link, hw->source);
    }
}

bool cmd_options(int argc, char **argv, const GOptionEntry *entries, const GOptionEntry *more, char ***rest, int *status)
{
    const Command *c = commands;
    while (!g_str_equal(c->name, argv[0]))
        c++;
    g_autofree char *usage = g_strdup_printf("%s - %s", c->args, c->summary);
    g_autoptr(GOptionContext) cx = g_option_context_new(usage);
    g_option_context_set_help_enabled(cx, FALSE);
    gboolean help = FALSE;
    GOptionEntry help_entry[] = { { "help", 'h', 0, G_OPTION_ARG_NONE, &help, "Show this help", NULL }, { NULL } };
    g_option_context_add_main_entries(cx, entries, NULL);
    if (more)
        g_option_context_add_main_entries(cx, more, NULL);
    g_option_context_add_main_entries(cx, help_entry, NULL);
    char **args = g_new0(char *, argc + 1);
    for (int i = 0; i < argc; i++)
        args[i] = g_strdup(argv[i]);
    GError *error = NULL;
    g_autofree char *name = g_strdup_printf("shardscope %s", argv[0]);
    g_set_prgname(name);
    if (!g_option_context_parse_strv(cx, &args, &error)) {
        fprintf(stderr, "shardscope %s: %s\n  hint: shardscope %s --help\n", argv[0], error->message, argv[0]);
        g_error_free(error);
        g_strfreev(args);
        *status = 2;
        return false;
    }
    if (help) {
        g_autofree char *text = g_option_context_get_help(cx, TRUE, NULL);
        fputs(text, stdout);
        g_strfreev(args);
        *status = 0;
        return false;
    }
    if (more == compile_entries && compile_flags.hardware && g_str_equal(compile_flags.hardware, "list")) {
        print_hardware();
        g_strfreev(args);
        *status = 0;
        return false;
    }
    char **left = g_strdupv(args + 1);
    g_strfreev(args);
    *rest = left;
    for (char **a = left; *a; a++)
        if ((*a)[0] == '-' && (*a)[1] == '-' && (*a)[2] == '\0') { /* a lone "--" */
            g_free(*a);
            memmove(a, a + 1, sizeof *a * (g_strv_length(a + 1) + 1));
            break;
        }
    return true;
}

enum { NOT_GIVEN = INT_MIN };
CompileFlags compile_flags = { .devices = NOT_GIVEN };
const GOptionEntry compile_entries[] = {
    { "devices", 'd', 0, G_OPTION_ARG_INT, &compile_flags.devices, "Number of devices; must be the mesh's where there is one", "N" },
    { "mesh", 'm', 0, G_OPTION_ARG_STRING, &compile_flags.mesh, "Replaces the program's mesh", "x=4,y=2" },
    { "shard", 's', 0, G_OPTION_ARG_STRING_ARRAY, &compile_flags.shard, "Overrides a parameter's sharding: w1='P(\"x\",None)'", "NAME=SPEC" },
    { "propagation", 0, 0, G_OPTION_ARG_STRING, &compile_flags.propagation, "user-priority (default), op-priority, aggressive or basic", "HOW" },
    { "planner", 0, 0, G_OPTION_ARG_STRING, &compile_flags.planner, "search (default) or first-match", "HOW" },
    { "hardware", 0, 0, G_OPTION_ARG_STRING, &compile_flags.hardware, "Model that prices the plan; default cpu; list prints them", "MODEL" },
    { NULL },
};

ProgramOptions cmd_program_options(void)
{
    bool devices = compile_flags.devices != NOT_GIVEN;
    return (ProgramOptions){ .has_devices = devices, .n_devices = devices ? compile_flags.devices : 0, .mesh = compile_flags.mesh,
                             .shards = compile_flags.shard, .propagation = compile_flags.propagation, .planner = compile_flags.planner,
                             .hardware = compile_flags.hardware, .stop_after = compile_flags.stop_after };
}

/* ---- signals ---------------------------------------------------------------------------------------------------------- */

enum { PATIENCE_US = 900000 }; /* for work to end by itself */

static Stop *_Atomic stop_of_command; /* NULL = nothing runs that could be stopped */

/* What did not look at the token in time ends with the process. What a trace was given is committed step by step, so that it
 * stays readable; files are written beside their place and moved there when they are whole. */
static void on_alarm(int sig)
{
    static const char text[] = "shardscope: stopped\n";
    (void)sig;
    ssize_t n = write(STDERR_FILENO, text, sizeof text - 1);
    (void)n;
    _exit(1);
}

static void on_signal(int sig)
{
    (void)sig;
    Stop *stop = atomic_load(&stop_of_command);
    if (stop)
        stop_request(stop);
    setitimer(ITIMER_REAL, &(struct itimerval){ .it_value = { 0, PATIENCE_US } }, NULL);
}

void cmd_stop_on_signals(Stop *stop)
{
    atomic_store(&stop_of_command, stop);
    if (!stop)
        return;
    struct sigaction how = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND }, late = { .sa_handler = on_alarm };
    sigaction(SIGALRM, &late, NULL);
    sigaction(SIGINT, &how, NULL);
    sigaction(SIGTERM, &how, NULL);
}

static bool is_told;

static void tell(void *user, const char *what, int64_t done, int64_t of)
{
    (void)user;
    if (!isatty(2))
        return;
    is_told = true;
    fprintf(stderr, of > 1 ? "\r\033[K%s: %d of %d" : "\r\033[K%s", what, (int)done, (int)of);
}

static bool asked_to_stop(void *user)
{
    return stop_requested(user);
}

TraceWatch cmd_watch(Stop *s)
{
    return (TraceWatch){ .progress = tell, .stop = asked_to_stop, .user = s };
}

void cmd_watch_end(void)
{
    if (is_told)
        fputs("\r\033[K", stderr);
    is_told = false;
}

char *cmd_program_name(const char *path, const IrModule *m, guint n_programs)
{
    return n_programs == 1 ? g_strdup(path) : g_strdup_printf("%s:%d", path, m->entry->at.line);
}

