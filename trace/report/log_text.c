/* Instructions of a module's text found by name, with types on operands, layouts and metadata, as XLA's logs print them. */
#include "trace/report/log_text.h"

#include <string.h>

/* Parts of a line "NAME = SHAPE OPCODE(OPERANDS), ATTRIBUTES" of the text. */
typedef struct Line {
    char *shape, *operands, *attributes;
} Line;

struct LogText {
    GHashTable *lines; /* name -> Line */
};

static void line_free(gpointer p)
{
    Line *l = p;
    g_free(l->shape);
    g_free(l->operands);
    g_free(l->attributes);
    g_free(l);
}

/* Behind the bracket that closes the one at p, or the end of the text. Quoted parts are skipped. */
static const char *behind(const char *p)
{
    int depth = 0;
    for (bool quoted = false; *p; p++) {
        if (quoted && *p == '\\' && p[1])
            p++;
        else if (*p == '"')
            quoted = !quoted;
        else if (!quoted && strchr("([{", *p))
            depth++;
        else if (!quoted && strchr(")]}", *p) && --depth == 0)
            return p + 1;
    }
    return p;
}

/* Attributes but for those that only a front end reads. */
static char *without_front_end(const char *attributes)
{
    static const char key[] = ", frontend_attributes=";
    const char *at = strstr(attributes, key);
    if (!at)
        return g_strdup(attributes);
    return g_strdup_printf("%.*s%s", (int)(at - attributes), attributes, behind(at + sizeof key - 1));
}

static void read_line(LogText *t, const char *s)
{
    while (*s == ' ')
        s++;
    s += g_str_has_prefix(s, "ROOT ") ? 5 : 0;
    s += *s == '%';
    const char *equals = strstr(s, " = ");
    if (!equals || memchr(s, ' ', (size_t)(equals - s)))
        return;
    const char *shape = equals + 3, *shape_end = *shape == '(' ? behind(shape) : shape + strcspn(shape, " "), *open = strchr(shape_end, '(');
    if (!open)
        return;
    const char *close = behind(open);
    Line *l = g_new(Line, 1);
    *l = (Line){ .shape = g_strndup(shape, (gsize)(shape_end - shape)), .operands = g_strndup(open + 1, close > open + 1 ? (gsize)(close - open - 2) : 0),
                 .attributes = without_front_end(close) };
    g_hash_table_replace(t->lines, g_strndup(s, (gsize)(equals - s)), l);
}

LogText *log_text_new(const char *text)
{
    LogText *t = g_new(LogText, 1);
    t->lines = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, line_free);
    g_auto(GStrv) lines = text ? g_strsplit(text, "\n", -1) : NULL;
    for (char **l = lines; l && *l; l++)
        read_line(t, *l);
    return t;
}

void log_text_free(LogText *t)
{
    if (!t)
        return;
    g_hash_table_unref(t->lines);
    g_free(t);
}

/* "f32[4,8]" becomes "f32[4,8]{1,0}": arrays lie row-major. */
static void put_shape(GString *out, const char *shape)
{
    int rank = 0;
    for (const char *p = shape; *p; p++) {
        g_string_append_c(out, *p);
        rank = *p == '[' && p[1] != ']' ? 1 : *p == ',' && rank ? rank + 1 : rank;
        if (*p != ']')
            continue;
        for (int d = rank - 1; d >= 0 && p[1] != '{'; d--)
            g_string_append_printf(out, "%s%d%s", d == rank - 1 ? "{" : ",", d, d ? "" : "}");
        rank = 0;
    }
}

/* Changes of layout that the text of the whole program has as custom calls: the value that they are of. */
static const char *moved_value(const LogText *t, const char *name)
{
    for (const Line *l; (l = g_hash_table_lookup(t->lines, name)) && strstr(l->attributes, "custom_call_target=\"Sharding\"") && strcmp(name, l->operands) != 0;)
        name = l->operands;
    return name;
}

/* Names get their types; a parameter's number and a constant's value stay as they are. */
static void put_operands(const LogText *t, GString *out, const char *operands)
{
    g_auto(GStrv) names = g_strsplit(operands, ", ", -1);
    for (guint i = 0; names[i]; i++) {
        const char *name = moved_value(t, names[i] + (*names[i] == '%'));
        const Line *l = g_hash_table_lookup(t->lines, name);
        g_string_append(out, i ? ", " : "");
        if (l)
            put_shape(out, l->shape);
        g_string_append_printf(out, "%s%s", l ? " %" : "", l ? name : names[i]);
    }
}

char *log_instruction(const LogText *t, const TraceLogInst *x)
{
    const Line *l = g_hash_table_lookup(t->lines, x->name);
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "%%%s = ", x->name);
    put_shape(out, x->shape ? x->shape : "");
    g_string_append_printf(out, " %s(", x->opcode);
    put_operands(t, out, l ? l->operands : "");
    g_string_append_printf(out, ")%s", l ? l->attributes : "");
    if (x->gspmd && !(l && strstr(l->attributes, ", sharding={")))
        g_string_append_printf(out, ", sharding=%s", x->gspmd);
    if (!x->op_name && !x->file)
        return g_string_free(out, FALSE);
    g_string_append(out, ", metadata={");
    if (x->op_name)
        g_string_append_printf(out, "op_name=\"%s\"%s", x->op_name, x->file ? " " : "");
    if (x->file)
        g_string_append_printf(out, "source_file=\"%s\" source_line=%" G_GINT64_FORMAT, x->file, x->line.v);
    g_string_append_c(out, '}');
    return g_string_free(out, FALSE);
}

char *log_bytes(int64_t bytes)
{
    static const char units[] = "KMGTPE";
    if (bytes < 1024)
        return g_strdup_printf("%" G_GINT64_FORMAT "B", bytes);
    double v = (double)bytes / 1024;
    int unit = 0;
    for (; v >= 1024 && units[unit + 1]; unit++)
        v /= 1024;
    return g_strdup_printf(unit ? "%.2f%ciB" : "%.1f%ciB", v, units[unit]);
}
