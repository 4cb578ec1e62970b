/* The options of a subcommand: read by GLib, once to see what was given twice, and once for their values. Start at cmd_options(). */
#include "runtime/main/cmd.h"

#include <stdio.h>
#include <string.h>

/* ---- options given twice --------------------------------------------------------------------------------------------- */

/* An option that takes one value, and all that it was given. */
typedef struct Given {
    const GOptionEntry *entry;
    char **values;
} Given;

/* Adds `entries` in the form in which each that takes a value can be repeated: `given[i]` gets what the i-th was given. */
static void add_repeated(GArray *to, Given *given, const GOptionEntry *entries, gboolean *flag)
{
    for (const GOptionEntry *e = entries; e && e->long_name; e++) {
        bool none = e->arg == G_OPTION_ARG_NONE, file = e->arg == G_OPTION_ARG_FILENAME || e->arg == G_OPTION_ARG_FILENAME_ARRAY;
        GOptionEntry open = *e;
        given[to->len].entry = e;
        open.arg = none ? G_OPTION_ARG_NONE : file ? G_OPTION_ARG_FILENAME_ARRAY : G_OPTION_ARG_STRING_ARRAY;
        open.arg_data = none ? (gpointer)flag : (gpointer)&given[to->len].values;
        g_array_append_val(to, open);
    }
}

/* Says nothing of wrong options: the second reading does. */
static void read_repeated(int argc, char **argv, const GOptionEntry *entries)
{
    g_autoptr(GOptionContext) cx = g_option_context_new(NULL);
    g_option_context_set_help_enabled(cx, FALSE);
    g_option_context_add_main_entries(cx, entries, NULL);
    g_auto(GStrv) args = g_new0(char *, argc + 1);
    for (int i = 0; i < argc; i++)
        args[i] = g_strdup(argv[i]);
    g_option_context_parse_strv(cx, &args, NULL);
}

/* Of two values the last would win, and nobody would be told. --hardware takes a list, which may come in parts: these are joined into *models. */
static int check_given(const char *command, const Given *given, char **models)
{
    int status = 0;
    for (const Given *g = given; g->entry && !status; g++) {
        const GOptionEntry *e = g->entry;
        bool many = e->arg == G_OPTION_ARG_STRING_ARRAY || e->arg == G_OPTION_ARG_FILENAME_ARRAY;
        if (many || !g->values || !g->values[1])
            continue;
        if (e->arg_data == &compile_flags.hardware) {
            *models = g_strjoinv(",", g->values);
            continue;
        }
        for (int i = 1; g->values[i] && !status; i++)
            if (!g_str_equal(g->values[i], g->values[0]))
                status = cmd_usage("%s: --%s is given twice, as %s and as %s\n  hint: it takes one value", command, e->long_name, g->values[0], g->values[i]);
    }
    return status;
}

static size_t n_entries(const GOptionEntry *entries)
{
    size_t n = 0;
    while (entries && entries[n].long_name)
        n++;
    return n;
}

static int check_twice(int argc, char **argv, const GOptionEntry *entries, const GOptionEntry *more, char **models)
{
    g_autoptr(GArray) open = g_array_new(TRUE, TRUE, sizeof(GOptionEntry));
    gboolean flag = FALSE;
    g_autofree Given *given = g_new0(Given, n_entries(entries) + n_entries(more) + 1);
    add_repeated(open, given, entries, &flag);
    add_repeated(open, given, more, &flag);
    read_repeated(argc, argv, (const GOptionEntry *)(void *)open->data);
    int status = check_given(argv[0], given, models);
    for (Given *g = given; g->entry; g++)
        g_strfreev(g->values);
    return status;
}

/* ---- reading them ---------------------------------------------------------------------------------------------------- */

/* Prints the hardware models, a line each. A name that ends in N represents any number of devices. */
static void print_hardware(void)
{
    ShardscopeHardware hw;
    printf("%-10s %10s %10s %10s %10s  %s\n", "model", "bf16", "memory", "bandwidth", "link", "numbers from");
    for (int i = 0; shardscope_hardware(i, &hw); i++)
        printf("%-10s %7.4g TF %7.4g GB %5.4g GB/s %5.4g GB/s  %s\n", hw.name, hw.bf16_flops_per_ns / 1e3, hw.memory_bytes / 1e9,
               hw.memory_bytes_per_ns, hw.link_bytes_per_ns, hw.source);
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
    g_autofree char *models = NULL;
    if ((*status = check_twice(argc, argv, entries, more, &models)) != 0)
        return false;
    char **args = g_new0(char *, argc + 1);
    for (int i = 0; i < argc; i++)
        args[i] = g_strdup(argv[i]);
    GError *error = NULL;
    g_autofree char *name = g_strdup_printf("shardscope %s", argv[0]);
    g_set_prgname(name);
    if (!g_option_context_parse_strv(cx, &args, &error)) {
        if (shardscope_ranks_me(cmd_ranks) == 0)
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
    if (models) {
        g_free(compile_flags.hardware);
        compile_flags.hardware = g_steal_pointer(&models);
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
