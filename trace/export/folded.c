/* Folded stacks, which flamegraph.pl and its kin draw: "program;function;file:line;op value", a line a stack. */
#include "trace/export/formats.h"

#include <string.h>

#include "trace/export/stacks.h"

const char *trace_export_value_name(int i)
{
    return stack_value_name(i);
}

/* Semicolons divide frames, the last space the value, lines the stacks. */
static void put_frame(GString *out, const char *name)
{
    if (out->len)
        g_string_append_c(out, ';');
    for (; *name; name++)
        g_string_append_c(out, *name == ';' ? ',' : *name == '\n' || *name == '\r' || *name == '\t' ? ' ' : *name);
}

static void put_stack(Export *x, GString *line, const ExportStack *s, StackValue value)
{
    for (guint i = 0; i < s->frames->len; i++) {
        const StackFrame *f = &g_array_index(s->frames, StackFrame, i);
        /* The line stands between its function and the op. */
        if (i + 1 == s->frames->len && f->file) {
            g_autofree char *at = f->line ? g_strdup_printf("%s:%" G_GINT64_FORMAT, f->file, f->line) : g_strdup(f->file);
            put_frame(line, at);
        }
        put_frame(line, f->name);
    }
    g_string_append_printf(line, " %" G_GINT64_FORMAT "\n", s->value[value]);
    put_string(x, line);
}

bool export_folded(Export *x, GError **error)
{
    int value = 0;
    while (x->o->value && stack_value_name(value) && !g_str_equal(stack_value_name(value), x->o->value))
        value++;
    if (!stack_value_name(value)) {
        g_set_error(error, TRACE_ERROR, TRACE_ERROR_USAGE, "folded stacks cannot count \"%s\"\n  hint: time, bytes or memory", x->o->value);
        return false;
    }
    g_autoptr(GPtrArray) stacks = export_stacks(x, error);
    g_autoptr(GString) line = g_string_new(NULL);
    for (guint i = 0; stacks && i < stacks->len; i++) {
        const ExportStack *s = stacks->pdata[i];
        if (s->value[value] > 0)
            put_stack(x, line, s, (StackValue)value);
    }
    return stacks != NULL;
}
