/* See respell.h. Start reading at trace_respell(). */
#include "trace/respell.h"

#include <string.h>

/* Behind a name in quotes, which begins at p; NULL: it does not end. */
static const char *skip_quoted(const char *p)
{
    const char *end = strchr(p + 1, *p);
    return end ? end + 1 : NULL;
}

/* Behind the bracket that closes the one at p; NULL: none does, or there is something else than names, None and tuples. */
static const char *skip_spec(const char *p)
{
    int depth = 0;
    while (*p) {
        if (*p == '\'' || *p == '"') {
            if (!(p = skip_quoted(p)))
                return NULL;
            continue;
        }
        if (*p == '(')
            depth++;
        else if (*p == ')' && --depth == 0)
            return p + 1;
        else if (!strchr(", ){}=.", *p) && !g_ascii_isalpha(*p))
            return NULL;
        p++;
    }
    return NULL;
}

/* Of the parts between the brackets of P(...), or of a tuple in it: appends {"a"}, {} or, of a tuple, its names alone. */
static bool append_parts(GString *out, const char **at, bool in_tuple)
{
    const char *p = *at;
    bool first = true;
    for (;;) {
        while (*p == ' ' || *p == ',')
            p++;
        if (*p == ')')
            break;
        g_string_append(out, first ? "" : ", ");
        first = false;
        if (*p == '\'' || *p == '"') {
            const char *end = skip_quoted(p);
            g_string_append_printf(out, in_tuple ? "\"%.*s\"" : "{\"%.*s\"}", (int)(end - p) - 2, p + 1);
            p = end;
        } else if (!in_tuple && *p == '(') {
            p++;
            g_string_append_c(out, '{');
            if (!append_parts(out, &p, true))
                return false;
            g_string_append_c(out, '}');
        } else if (!in_tuple && g_str_has_prefix(p, "None")) {
            g_string_append(out, "{}");
            p += 4;
        } else if (!in_tuple && g_str_has_prefix(p, "P.UNCONSTRAINED")) {
            g_string_append(out, "{?}");
            p += strlen("P.UNCONSTRAINED");
        } else if (in_tuple && g_str_has_prefix(p, "...")) {
            g_string_append_c(out, '?');
            p += 3;
        } else {
            return false;
        }
    }
    *at = p + 1;
    return true;
}

/* P('a', None) as [{"a"}, {}], P('a', unreduced={'b'}) as [{"a"}], unreduced={"b"}; NULL: it has something else in it. */
static char *as_shardy(const char *spec)
{
    static const char *const further[] = { "replicated={", "unreduced={", "reduced={" };
    g_autoptr(GString) out = g_string_new("["), more = g_string_new(NULL);
    g_autofree char *dims = g_strdup(spec);
    for (size_t i = 0; i < G_N_ELEMENTS(further); i++) {
        char *at = strstr(dims, further[i]), *end = at ? strchr(at, '}') : NULL;
        if (!end || at == dims || !strchr(" (", at[-1]))
            continue;
        g_autofree char *set = g_strndup(at, (gsize)(end - at) + 1);
        g_string_append_printf(more, ", %s", g_strdelimit(set, "'", '"'));
        memset(at, ' ', (size_t)(end - at) + 1);
    }
    const char *p = dims + 2;
    if (!append_parts(out, &p, false))
        return NULL;
    g_string_append_printf(out, "]%s", more->str);
    return g_strdup(out->str);
}

char *trace_respell(const char *text, TraceSpelling as, RespellGspmd gspmd, void *data)
{
    GString *out = g_string_new(NULL);
    for (const char *p = text; *p;) {
        bool begins = p[0] == 'P' && p[1] == '(' && (p == text || !(g_ascii_isalnum(p[-1]) || p[-1] == '_' || p[-1] == '.'));
        const char *end = begins && as != TRACE_SPELLING_JAX ? skip_spec(p + 1) : NULL;
        g_autofree char *spec = end ? g_strndup(p, (gsize)(end - p)) : NULL;
        g_autofree char *said = !spec ? NULL : as == TRACE_SPELLING_SHARDY ? as_shardy(spec) : gspmd ? gspmd(spec, data) : NULL;
        g_string_append_len(out, said ? said : p, said ? -1 : 1);
        p = said ? end : p + 1;
    }
    return g_string_free(out, FALSE);
}
