/* What the subcommands share: options, errors, programs, inputs, numbers for people. */
#include "runtime/main/cmd.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>


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

bool cmd_can_write(const char *path, GError **error)
{
    if (g_file_test(path, G_FILE_TEST_IS_DIR))
        return diag(error, SHARD_ERROR_IO, NULL, "name a file in it", "cannot write %s: this is a directory", path);
    if (g_file_test(path, G_FILE_TEST_EXISTS))
        return access(path, W_OK) == 0 || diag(error, SHARD_ERROR_IO, NULL, NULL, "cannot write %s: %s", path, g_strerror(errno));
    g_autofree char *dir = g_path_get_dirname(path);
    if (!g_file_test(dir, G_FILE_TEST_EXISTS))
        return diag(error, SHARD_ERROR_IO, NULL, "make it first", "cannot write %s: there is no directory %s", path, dir);
    return access(dir, W_OK | X_OK) == 0 || diag(error, SHARD_ERROR_IO, NULL, NULL, "cannot write %s: %s", path, g_strerror(errno));
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

static Stop stop; /* of the command that runs: the one thing that signal handlers can reach */

enum { NOT_GIVEN = INT_MIN };
CompileFlags compile_flags = { .devices = NOT_GIVEN };
const GOptionEntry compile_entries[] = {
    { "devices", 'd', 0, G_OPTION_ARG_INT, &compile_flags.devices, "Number of devices; must be the mesh's where there is one", "N" },
    { "mesh", 'm', 0, G_OPTION_ARG_STRING, &compile_flags.mesh, "Replaces the program's mesh", "x=4,y=2" },
    { "shard", 's', 0, G_OPTION_ARG_STRING_ARRAY, &compile_flags.shard, "Overrides a parameter's sharding: w1='P(\"x\",None)'", "NAME=SPEC" },
    { "propagation", 0, 0, G_OPTION_ARG_STRING, &compile_flags.propagation, "user-priority (default), op-priority, aggressive or basic", "HOW" },
    { "planner", 0, 0, G_OPTION_ARG_STRING, &compile_flags.planner, "search (default) or first-match", "HOW" },
    { "hardware", 0, 0, G_OPTION_ARG_STRING, &compile_flags.hardware, "Model that prices the plan; default cpu", "MODEL" },
    { NULL },
};

/* NAME=SPEC at the first '=' outside brackets and quotes. */
static bool split_override(const char *text, char **name, char **spec, GError **error)
{
    int depth = 0;
    char quote = 0;
    for (const char *p = text; *p; p++) {
        if (quote) {
            quote = *p == quote ? 0 : quote;
        } else if (*p == '\'' || *p == '"') {
            quote = *p;
        } else if (strchr("[({", *p)) {
            depth++;
        } else if (strchr("])}", *p)) {
            depth--;
        } else if (*p == '=' && depth == 0) {
            *name = g_strndup(text, (gsize)(p - text));
            *spec = g_strdup(p + 1);
            g_strstrip(*name);
            g_strstrip(*spec);
            return true;
        }
    }
    return diag(error, SHARD_ERROR_USAGE, NULL, "write NAME=SPEC, for example x='P(\"a\",None)'", "no \"=\" in override \"%s\"", text);
}

bool compile_options_from_flags(CompileOptions *out, char *const *more, GError **error)
{
    *out = (CompileOptions){ .hardware = compile_flags.hardware, .stop_after = compile_flags.stop_after, .stop = &stop };
    const char *planner = compile_flags.planner;
    if (planner && !g_str_equal(planner, "search") && !g_str_equal(planner, "first-match"))
        return diag(error, SHARD_ERROR_USAGE, NULL, "search or first-match", "unknown planner \"%s\"", planner);
    out->first_match = planner && g_str_equal(planner, "first-match");
    if (compile_flags.propagation && !propagate_strategy_named(compile_flags.propagation, &out->strategy))
        return diag(error, SHARD_ERROR_USAGE, NULL, "user-priority, op-priority, aggressive or basic", "unknown propagation \"%s\"",
                    compile_flags.propagation);
    bool devices = compile_flags.devices != NOT_GIVEN;
    if (devices && compile_flags.devices < 1)
        return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "--devices %d: must be at least 1", compile_flags.devices);
    out->import.mesh = compile_flags.mesh;
    out->import.n_devices = devices ? compile_flags.devices : 0;
    g_autoptr(GArray) overrides = g_array_new(FALSE, TRUE, sizeof(ImportShard));
    char *const *lists[2] = { compile_flags.shard, more };
    bool ok = true;
    for (int k = 0; k < 2 && ok; k++)
        for (char *const *s = lists[k]; s && *s && ok; s++) {
            char *name = NULL, *spec = NULL;
            ok = split_override(*s, &name, &spec, error);
            if (!ok)
                break;
            ImportShard o = { .name = name, .spec = spec };
            g_array_append_val(overrides, o);
        }
    out->import.n_shards = (int)overrides->len;
    out->import.shards = (ImportShard *)(void *)g_array_free(g_steal_pointer(&overrides), FALSE);
    return ok;
}

void compile_options_clear(CompileOptions *o)
{
    for (int i = 0; i < o->import.n_shards; i++) {
        g_free((char *)o->import.shards[i].name);
        g_free((char *)o->import.shards[i].spec);
    }
    g_free((gpointer)o->import.shards);
}

Compiled *cmd_compile_program(const char *path, const CompileOptions *o, IrModule **fresh, GError **error)
{
    IrModule *m = program_read(path, o->stop, error);
    return m ? cmd_compile_module(m, o, fresh, error) : NULL;
}

Compiled *cmd_compile_module(IrModule *m, const CompileOptions *o, IrModule **fresh, GError **error)
{
    /* Only printing what was read: the text is shown even if it makes no valid program. */
    bool print_only = o->stop_after && g_str_equal(o->stop_after, "parse");
    if (!print_only && !module_verify(m, error)) {
        module_free(m);
        return NULL;
    }
    if (fresh)
        *fresh = module_clone(m);
    return compile(m, o, error);
}

/* "members are arg0, arg1, ... by parameter number; there are x, y" */
static char *name_members(const GPtrArray *arrays)
{
    enum { SHOWN = 6 };
    GString *s = g_string_new("members are arg0, arg1, ... by parameter number; there ");
    g_string_append(s, arrays->len == 0 ? "are none" : arrays->len == 1 ? "is " : "are ");
    for (guint i = 0; i < MIN(arrays->len, SHOWN); i++)
        g_string_append_printf(s, "%s%s", i ? ", " : "", ((const NpyArray *)arrays->pdata[i])->name);
    if (arrays->len > SHOWN)
        g_string_append_printf(s, " and %u more", arrays->len - SHOWN);
    return g_string_free(s, FALSE);
}

GPtrArray *cmd_arguments(const IrModule *m, const char *npz, FillKind fill, uint64_t seed, int64_t max_int, GError **error)
{
    if (!npz)
        return fill_arguments_until(m, fill, seed, max_int, &stop, error);
    g_autoptr(GPtrArray) arrays = npz_read(npz, error);
    if (!arrays)
        return NULL;
    g_autoptr(GPtrArray) out = tensor_array_new();
    int leaf = 0;
    for (int p = 0; p < m->entry->n_params; p++) {
        const IrOp *op = m->entry->params[p];
        for (int k = 0; k < type_n_leaves(op->type); k++, leaf++) {
            g_autofree char *name = g_strdup_printf("arg%d", leaf);
            const NpyArray *a = npz_find(arrays, name);
            if (!a) {
                g_autofree char *hint = name_members(arrays);
                diag(error, SHARD_ERROR_IO, NULL, hint, "%s: no member \"%s\" (parameter %s)", npz, name, op->op_name ? op->op_name : op->name);
                return NULL;
            }
            Tensor *t = tensor_from_npy(a, type_leaf(op->type, k), error);
            if (!t) {
                g_prefix_error(error, "%s: ", npz);
                return NULL;
            }
            g_ptr_array_add(out, t);
        }
    }
    return g_steal_pointer(&out);
}

bool cmd_write_outputs(const char *path, const GPtrArray *results, GError **error)
{
    g_autoptr(GPtrArray) arrays = g_ptr_array_new_with_free_func((GDestroyNotify)npy_free);
    for (guint i = 0; i < results->len; i++) {
        g_autofree char *name = g_strdup_printf("out%u", i);
        g_ptr_array_add(arrays, tensor_to_npy(g_ptr_array_index(results, i), name));
    }
    return npz_write(path, arrays, error);
}

enum { STOP_SECONDS = 10 }; /* what does not look for the wish in that time ends with the process */

static void on_signal(int sig)
{
    (void)sig;
    stop_request(&stop);
    alarm(STOP_SECONDS);
}

Stop *cmd_stop_on_signals(void)
{
    struct sigaction how = { .sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND };
    sigaction(SIGINT, &how, NULL);
    sigaction(SIGTERM, &how, NULL);
    return &stop;
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

static char *next_buffer(void)
{
    static char buffers[4][32];
    static int at;
    return buffers[at++ & 3];
}

const char *human_bytes(double bytes)
{
    static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
    int u = 0;
    while (bytes >= 1024 && u < 4) {
        bytes /= 1024;
        u++;
    }
    char *s = next_buffer();
    snprintf(s, 32, u == 0 ? "%.0f %s" : bytes < 10 ? "%.2f %s" : "%.1f %s", bytes, units[u]);
    return s;
}

const char *human_ns(double ns)
{
    char *s = next_buffer();
    if (ns < 1e3)
        snprintf(s, 32, "%.0f ns", ns);
    else if (ns < 1e6)
        snprintf(s, 32, "%.1f us", ns / 1e3);
    else if (ns < 1e9)
        snprintf(s, 32, "%.2f ms", ns / 1e6);
    else
        snprintf(s, 32, "%.2f s", ns / 1e9);
    return s;
}

char *collectives_text(const Compiled *c)
{
    GString *s = g_string_new(NULL);
    for (int k = 1; k < N_COLL_KINDS; k++)
        if (c->totals[k].count)
            g_string_append_printf(s, "%s%s:%" G_GINT64_FORMAT, s->len ? "," : "", coll_kind_names[k], c->totals[k].count);
    if (s->len == 0)
        g_string_append(s, "none");
    return g_string_free(s, FALSE);
}
