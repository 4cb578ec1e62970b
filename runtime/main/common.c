/* Code shared by the subcommands: error messages, the options of compiling, signals, progress of work on traces. */
#include "runtime/main/cmd.h"

#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

/* ---- several processes ------------------------------------------------------------------------------------------------ */

ShardscopeRanks *cmd_ranks;

/* True on the ranks whose words rank 0 says. */
static bool is_silent(void)
{
    return shardscope_ranks_me(cmd_ranks) != 0;
}

/* True if a launcher has started this process as another than the first. */
static bool is_later_process(void)
{
    static const char *const names[] = { "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID" };
    const char *rank = NULL;
    for (size_t i = 0; i < G_N_ELEMENTS(names) && !rank; i++)
        rank = g_getenv(names[i]);
    return rank && atoi(rank) > 0;
}

bool cmd_join_ranks(void)
{
    ShardscopeError *error = NULL;
    cmd_ranks = shardscope_ranks_join(&error);
    bool ok = error == NULL;
    if (error && shardscope_error_status(error) == SHARDSCOPE_RUN && is_later_process())
        shardscope_error_free(error); /* another has failed before all had joined, and rank 0 has said so */
    else if (error)
        cmd_fail(error);
    else if (is_silent() && !freopen("/dev/null", "w", stdout))
        fclose(stdout);
    return ok;
}

int cmd_leave_ranks(int status)
{
    ShardscopeError *error = NULL;
    ShardscopeRanks *ranks = cmd_ranks;
    bool silent = is_silent(), well = shardscope_ranks_leave(ranks, status == 0, &error);
    cmd_ranks = NULL;
    if (error && !silent)
        return cmd_fail(error);
    shardscope_error_free(error);
    /* A launcher ends all processes when one returns another status than 0: that is left to rank 0, which says why. */
    return silent ? 0 : status || well ? status : 1;
}

/* ---- messages ---------------------------------------------------------------------------------------------------------- */

/* The library's messages name fields of its structs of options between backquotes; here they are options of commands. */
static char *with_options(const char *message)
{
    static const struct { const char *field, *option; } of[] = {
        { "`again`", "--again" }, { "`base`", "--base" }, { "`force`", "--force" }, { "`n_threads`", "--workers" }, { "`no_execute`", "--no-execute" }, { "`outputs`", "--outputs" },
        { "`remedies_s`", "--remedies" }, { "`remedy`", "--remedy" }, { "`steps`", "--steps" }, { "`trace`", "-o" }, { "`tries`", "--try" }, { "`try_best`", "--try-best" },
    };
    GString *s = g_string_new(message);
    for (size_t i = 0; i < G_N_ELEMENTS(of); i++)
        g_string_replace(s, of[i].field, of[i].option, 0);
    return g_string_free(s, FALSE);
}

int cmd_fail(ShardscopeError *error)
{
    g_autofree char *message = with_options(shardscope_error_message(error));
    if (!is_silent())
        fprintf(stderr, "shardscope: %s\n", message);
    int status = shardscope_error_status(error) == SHARDSCOPE_INVALID ? 2 : 1;
    shardscope_error_free(error);
    return status;
}

void cmd_print_error(const char *path, const char *name, const ShardscopeError *error)
{
    const char *message = shardscope_error_message(error);
    bool placed = g_str_has_prefix(message, path) || g_str_equal(path, "-");
    printf("error %s%s%s\n", placed ? "" : name, placed ? "" : ": ", message);
}

int cmd_usage(const char *format, ...)
{
    va_list ap;
    if (is_silent())
        return 2;
    va_start(ap, format);
    fputs("shardscope: ", stderr);
    vfprintf(stderr, format, ap);
    fputc('\n', stderr);
    va_end(ap);
    return 2;
}

int cmd_wrong_spelling(const char *given)
{
    return cmd_usage("--spelling %s: must be jax, sdy or gspmd", given);
}

int cmd_one_program(const char *command, char *const *files)
{
    if (!files[0])
        return cmd_usage("%s: no program given\n  hint: shardscope %s --help", command, command);
    return files[1] ? cmd_usage("%s: takes one program, so \"%s\" is one too many", command, files[1]) : 0;
}

int cmd_fill_kind(const char *name, const char *inputs, ShardscopeFill *out)
{
    *out = SHARDSCOPE_FILL_RANDOM;
    if (name && !shardscope_fill_parse(name, out))
        return cmd_usage("--fill %s: must be random, zeros or iota", name);
    return name && inputs ? cmd_usage("--fill %s and --inputs %s: arguments are either made up or read from a file, not both", name, inputs) : 0;
}

enum { NOT_GIVEN = INT_MIN };
CompileFlags compile_flags = { .devices = NOT_GIVEN, .replicas = NOT_GIVEN };
const GOptionEntry compile_entries[] = {
    { "devices", 'd', 0, G_OPTION_ARG_INT, &compile_flags.devices, "Number of devices; must equal the mesh's if the program has one", "N" },
    { "replicas", 0, 0, G_OPTION_ARG_INT, &compile_flags.replicas, "Run so many replicas of the program, each on devices and with arguments of its own; default as the program says", "N" },
    { "mesh", 'm', 0, G_OPTION_ARG_STRING, &compile_flags.mesh, "Use this mesh in place of the program's", "x=4,y=2" },
    { "shard", 's', 0, G_OPTION_ARG_STRING_ARRAY, &compile_flags.shard, "Replace a parameter's sharding: w1='P(\"x\",None)'. May be repeated", "NAME=SPEC" },
    { "propagation", 0, 0, G_OPTION_ARG_STRING, &compile_flags.propagation, "Strategy of propagation: user-priority (default), op-priority, aggressive or basic", "HOW" },
    { "planner", 0, 0, G_OPTION_ARG_STRING, &compile_flags.planner, "How reshards become collectives: search for the cheapest (default), or first-match, as XLA does", "HOW" },
    { "hardware", 0, 0, G_OPTION_ARG_STRING, &compile_flags.hardware, "Hardware model that predicts times and chooses between plans, default cpu; simulate takes several, A,B; --hardware list prints the models", "MODEL" },
    { NULL },
};

int cmd_program_options(ShardscopeStop *stop, ShardscopeProgramOptions *out)
{
    bool devices = compile_flags.devices != NOT_GIVEN;
    *out = (ShardscopeProgramOptions){ SHARDSCOPE_PROGRAM_OPTIONS, .mesh = compile_flags.mesh, .shardings = (const char *const *)compile_flags.shard,
                                       .propagation = compile_flags.propagation, .planner = compile_flags.planner,
                                       .hardware = compile_flags.hardware, .last_pass = compile_flags.last_pass, .stop = stop };
    if (devices && compile_flags.devices < 1)
        return cmd_usage("--devices %d: must be at least 1", compile_flags.devices);
    bool replicas = compile_flags.replicas != NOT_GIVEN;
    if (replicas && compile_flags.replicas < 1)
        return cmd_usage("--replicas %d: must be at least 1", compile_flags.replicas);
    out->n_replicas = replicas ? compile_flags.replicas : 0;
    out->n_devices = devices ? compile_flags.devices : 0;
    return 0;
}

/* ---- signals ---------------------------------------------------------------------------------------------------------- */

enum { GRACE_US = 900000 }; /* how long work may take to stop by itself after a signal */

static struct {
    void (*cancel)(void *what);
    void *_Atomic what; /* NULL = nothing runs that could be stopped */
} running;

/* What did not end in time ends with the process. What a trace was given is committed step by step, so that it
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
    void *what = atomic_load(&running.what);
    if (what)
        running.cancel(what);
    setitimer(ITIMER_REAL, &(struct itimerval){ .it_value = { 0, GRACE_US } }, NULL);
}

void cmd_cancel_on_signals(void (*cancel)(void *what), void *what)
{
    if (!what) {
        atomic_store(&running.what, NULL);
        return;
    }
    running.cancel = cancel;
    atomic_store(&running.what, what);
    struct sigaction how = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND }, late = { .sa_handler = on_alarm };
    sigaction(SIGALRM, &late, NULL);
    sigaction(SIGINT, &how, NULL);
    sigaction(SIGTERM, &how, NULL);
}

static void request(void *stop)
{
    shardscope_stop_request(stop);
}

ShardscopeStop *cmd_stop_on_signals(void)
{
    static ShardscopeStop *stop;
    stop = stop ? stop : shardscope_stop_new();
    cmd_cancel_on_signals(request, stop);
    return stop;
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

ShardscopeWatch cmd_watch(ShardscopeStop *stop)
{
    return (ShardscopeWatch){ SHARDSCOPE_WATCH, .progress = tell, .stop = stop };
}

void cmd_watch_end(void)
{
    if (is_told)
        fputs("\r\033[K", stderr);
    is_told = false;
}

char *cmd_program_name(const char *path, const ShardscopeFile *file, int i)
{
    return shardscope_file_n_programs(file) == 1 ? g_strdup(path) : g_strdup_printf("%s:%d", path, shardscope_file_line(file, i));
}

char *cmd_collectives_text(const ShardscopeCollective *list, int n)
{
    GString *s = g_string_new(n ? NULL : "none");
    for (int i = 0; i < n; i++)
        g_string_append_printf(s, "%s%s:%" G_GINT64_FORMAT, i ? "," : "", list[i].kind, list[i].count);
    return g_string_free(s, FALSE);
}
