/* Aliases: "#a = .." and "!t = .." at the start of a line. One scan finds them all; each is read at its first use, since
 * its definition may come before or after it. Where text is kept unchanged, aliases in it are replaced by their definitions. */
#include "runtime/text/mlir_attr.h"

#include <string.h>

typedef struct MAlias {
    const char *at;  /* behind '=' */
    int line;
    const char *line_start;
    MAttr *value;    /* once read */
    MLoc loc;
    bool busy, done;
} MAlias;

static void add_alias(Mlir *x, const char *name, const char *at, int line, const char *line_start)
{
    if (g_hash_table_contains(x->aliases, name))
        return;
    MAlias *alias = arena_new(x->lasting, MAlias);
    alias->at = at;
    alias->line = line;
    alias->line_start = line_start;
    g_hash_table_insert(x->aliases, (gpointer)name, alias);
}

/* "#name =" at s: behind the '=', else NULL. *name is interned with its first character. */
static const char *definition_at(Mlir *x, const char *s, const char **name)
{
    if (*s != '#' && *s != '!')
        return NULL;
    const char *e = s + 1;
    while (mlir_is_name_char(*e))
        e++;
    if (e == s + 1)
        return NULL;
    const char *q = e;
    while (*q == ' ' || *q == '\t')
        q++;
    if (*q != '=')
        return NULL;
    *name = str_intern_n(x->names, s, (size_t)(e - s));
    return q + 1;
}

void mlir_find_aliases(Mlir *x)
{
    x->aliases = g_hash_table_new(NULL, NULL);
    const char *s = x->text;
    for (int line = 1; s; line++) {
        const char *line_start = s;
        while (*s == ' ' || *s == '\t')
            s++;
        const char *name;
        const char *at = definition_at(x, s, &name);
        if (at)
            add_alias(x, name, at, line, line_start);
        else if (s[0] == '{' && s[1] == '-' && s[2] == '#')
            x->resources = (Str){ s + 3, (size_t)(x->end - s - 3) };
        s = memchr(s, '\n', (size_t)(x->end - s));
        if (s)
            s++;
    }
}

/* Moves the cursor to the alias's value, reads it, and moves the cursor back. */
static bool read_alias(Mlir *x, MAlias *alias)
{
    if (alias->done)
        return true;
    if (alias->busy)
        return mlir_fail(x, alias->at, "the alias refers to itself");
    if (!mlir_enter(x))
        return false;
    const char *cur = x->cur, *line_start = x->line_start;
    int line = x->line;
    x->cur = alias->at;
    x->line = alias->line;
    x->line_start = alias->line_start;
    alias->busy = true;
    bool ok = true;
    Arena *scratch = x->scratch;
    x->scratch = x->lasting;
    if (str_is(mlir_peek_word(x), "loc"))
        ok = mlir_read_loc(x, &alias->loc);
    else
        ok = (alias->value = mlir_read_attr(x, true)) != NULL;
    x->scratch = scratch;
    alias->busy = false;
    alias->done = ok;
    x->cur = cur;
    x->line = line;
    x->line_start = line_start;
    mlir_leave(x);
    return ok;
}

MAttr *mlir_alias(Mlir *x, const char *name)
{
    MAlias *alias = g_hash_table_lookup(x->aliases, name);
    if (!alias || !read_alias(x, alias))
        return NULL;
    if (alias->value)
        return alias->value;
    MAttr *loc = arena_new(x->scratch, MAttr);
    loc->kind = ATTR_LOC;
    return loc;
}

bool mlir_alias_loc(Mlir *x, const char *at, const char *name, MLoc *out)
{
    MAlias *alias = g_hash_table_lookup(x->aliases, name);
    if (!alias)
        return mlir_fail(x, at, "unknown alias '%s'", name);
    if (!read_alias(x, alias))
        return false;
    *out = alias->loc;
    return true;
}

bool mlir_skip_alias_definition(Mlir *x)
{
    const char *name, *start = x->cur;
    const char *at = definition_at(x, start, &name);
    if (!at)
        return mlir_expected(x, "an operation or an alias definition");
    add_alias(x, name, at, x->line, x->line_start);
    x->cur = at;
    if (str_is(mlir_peek_word(x), "loc")) { /* the common case: read where it is used, if at all */
        mlir_accept_word(x);
        Str body;
        return mlir_peek(x) == '(' ? mlir_skip_balanced(x, &body) : mlir_expect(x, '(');
    }
    Arena *scratch = x->scratch;
    x->scratch = x->lasting;
    MAttr *value = mlir_read_attr(x, true);
    x->scratch = scratch;
    MAlias *alias = g_hash_table_lookup(x->aliases, name);
    if (value && alias->at == at && !alias->done) {
        alias->value = value;
        alias->done = true;
    }
    return value != NULL;
}

/* ---- texts that hold aliases --------------------------------------------------------------------- */

static void expand_into(Mlir *x, Str text, GString *out, int depth)
{
    const char *end = text.s + text.n;
    if (depth > MLIR_MAX_DEPTH || (depth && out->len > MLIR_MAX_EXPANDED)) {
        x->too_long = x->too_long ? x->too_long : text.s;
        return;
    }
    for (const char *s = text.s; s < end && !x->too_long; s++) {
        if (*s == '"') {
            const char *e = s + 1;
            while (e < end && *e != '"')
                e += *e == '\\' && e + 1 < end ? 2 : 1;
            e = MIN(e + 1, end);
            g_string_append_len(out, s, e - s);
            s = e - 1;
            continue;
        }
        if (*s == '#' || *s == '!') {
            const char *e = s + 1;
            while (e < end && mlir_is_name_char(*e))
                e++;
            const MAttr *value = NULL;
            if (e > s + 1) {
                const char *name = str_intern_n(x->names, s, (size_t)(e - s));
                if (g_hash_table_contains(x->aliases, name))
                    value = mlir_alias(x, name);
            }
            if (value && value->text.n) {
                expand_into(x, value->text, out, depth + 1);
                s = e - 1;
                continue;
            }
        }
        g_string_append_c(out, *s);
    }
}

/* Copies a text into the module's arena. Operations may share an attribute, and each gets a copy, so the sum is limited. */
static const char *keep_text(Mlir *x, const char *s, size_t n)
{
    x->n_kept += n;
    if (x->n_kept <= MLIR_MAX_KEPT)
        return arena_strndup(x->m->arena, s, n);
    x->too_long = x->too_long ? x->too_long : x->cur;
    return "";
}

const char *mlir_attr_text(Mlir *x, const MAttr *a)
{
    Str text = a->text;
    bool expand = text.s && (memchr(text.s, '#', text.n) || memchr(text.s, '!', text.n));
    if (text.s && !expand)
        return keep_text(x, text.s, text.n);
    g_autoptr(GString) out = g_string_new(NULL);
    if (expand)
        expand_into(x, text, out, 0);
    else
        mlir_attr_print(out, a);
    if (!expand && out->len > MLIR_MAX_EXPANDED && a->kind != ATTR_DENSE)
        x->too_long = x->too_long ? x->too_long : x->cur;
    return keep_text(x, out->str, out->len);
}
