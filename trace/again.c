/* The command by which a recorded run is made again. */
#include "trace/again.h"

#include <glib.h>
#include <string.h>

char **trace_again_args(const TraceAgain *a)
{
    g_autoptr(GPtrArray) out = g_ptr_array_new();
    const char *const first[] = { "shardscope", "run", "--again", a->trace, "--run" };
    for (size_t i = 0; i < G_N_ELEMENTS(first); i++)
        g_ptr_array_add(out, g_strdup(first[i]));
    g_ptr_array_add(out, g_strdup_printf("%" G_GINT64_FORMAT, a->run));
    if (a->remedy) {
        g_ptr_array_add(out, g_strdup("--remedy"));
        g_ptr_array_add(out, g_strdup_printf("%" G_GINT64_FORMAT, a->remedy));
    }
    if (a->hardware) {
        g_ptr_array_add(out, g_strdup("--hardware"));
        g_ptr_array_add(out, g_strdup(a->hardware));
    }
    if (a->compile_only)
        g_ptr_array_add(out, g_strdup("--no-execute"));
    g_ptr_array_add(out, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&out), FALSE);
}

static bool is_plain(const char *word)
{
    for (const char *c = word; *c; c++)
        if (!g_ascii_isalnum(*c) && !strchr("-_./=,:+@%", *c))
            return false;
    return *word != '\0';
}

char *trace_again_command(const TraceAgain *a)
{
    g_auto(GStrv) args = trace_again_args(a);
    GString *line = g_string_new(NULL);
    for (char **w = args; *w; w++) {
        g_autofree char *quoted = is_plain(*w) ? g_strdup(*w) : g_shell_quote(*w);
        g_string_append_printf(line, "%s%s", line->len ? " " : "", quoted);
    }
    return g_string_free(line, FALSE);
}
