/* The cursor over MLIR text. Newlines are counted while white space is skipped, so the position of an op
 * costs nothing; other positions (errors, aliases) are counted from the start of the text. */
#include "runtime/text/mlir_lex.h"

#include <stdarg.h>
#include <string.h>

void mlir_init(Mlir *x, IrModule *m, const char *path, int first_line, Str text, GError **error)
{
    char *copy = g_malloc(text.n + 1);
    memcpy(copy, text.s, text.n);
    copy[text.n] = 0;
    mlir_init_binary(x, m, path, (Str){ copy, text.n }, error);
    x->binary = false;
    x->line = x->first_line = first_line;
}

void mlir_init_binary(Mlir *x, IrModule *m, const char *path, Str bytes, GError **error)
{
    *x = (Mlir){ .m = m, .error = error, .binary = true, .line = 1, .first_line = 1 };
    x->text = x->cur = x->line_start = bytes.s;
    x->end = bytes.s + bytes.n;
    x->scratch = arena_new_root();
    x->lasting = arena_new_root();
    x->names = str_table_new(x->lasting);
    x->types = arena_array(x->lasting, MTypeText, MLIR_TYPE_CACHE);
    x->path = str_intern(m->strs, path);
}

void mlir_clear(Mlir *x)
{
    if (x->aliases)
        g_hash_table_unref(x->aliases);
    str_table_free(x->names);
    arena_free(x->scratch);
    arena_free(x->lasting);
    if (!x->binary)
        g_free((char *)x->text);
}

TextPos mlir_pos(const Mlir *x, const char *at)
{
    const char *line_start = x->text;
    int line = x->first_line;
    if ((uintptr_t)at < (uintptr_t)x->text || (uintptr_t)at > (uintptr_t)x->end) /* what the reader added itself: an attribute without a value */
        at = x->cur;
    if (x->binary)
        return (TextPos){ x->path, (int)MIN(at - x->text, G_MAXINT), TEXT_POS_BYTES };
    if (at >= x->line_start && at <= x->cur) {
        line_start = x->line_start;
        line = x->line;
    }
    for (const char *s = line_start; (s = memchr(s, '\n', (size_t)(at - s))) != NULL; line++)
        line_start = ++s;
    return (TextPos){ x->path, line, (int)MIN(at - line_start + 1, G_MAXINT) };
}

bool mlir_fail_as(Mlir *x, const char *at, ShardError code, const char *hint, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    g_autofree char *message = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    TextPos pos = mlir_pos(x, at);
    return diag(x->error, code, &pos, hint, "%s", message);
}

bool mlir_fail(Mlir *x, const char *at, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    g_autofree char *message = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    TextPos pos = mlir_pos(x, at);
    return diag(x->error, SHARD_ERROR_PARSE, &pos, NULL, "%s", message);
}

bool mlir_expected(Mlir *x, const char *what)
{
    char c = mlir_peek(x);
    if (!c && x->cur >= x->end)
        return mlir_fail(x, x->cur, "expected %s, found the end of the text", what);
    if (g_ascii_isalnum(c) || strchr("_%#@^!\"", c)) {
        const char *e = x->cur + 1;
        while (mlir_is_name_char(*e))
            e++;
        return mlir_fail(x, x->cur, "expected %s, found '%.*s'", what, (int)MIN(e - x->cur, 40), x->cur);
    }
    if (c >= ' ' && c <= '~')
        return mlir_fail(x, x->cur, "expected %s, found '%c'", what, c);
    return mlir_fail(x, x->cur, "expected %s, found byte 0x%02x", what, (unsigned char)c);
}

bool mlir_enter(Mlir *x)
{
    if (x->depth++ < MLIR_MAX_DEPTH)
        return true;
    x->depth--;
    return mlir_fail_as(x, x->cur, SHARD_ERROR_LIMIT, NULL, "nesting deeper than %d levels", (int)MLIR_MAX_DEPTH);
}

char mlir_peek(Mlir *x)
{
    const char *s = x->cur;
    for (;; s++) {
        if (*s == ' ' || *s == '\t' || *s == '\r')
            continue;
        if (*s == '\n') {
            x->line++;
            x->line_start = s + 1;
            continue;
        }
        if (*s == '/' && s[1] == '/') {
            const char *e = memchr(s, '\n', (size_t)(x->end - s));
            s = (e ? e : x->end) - 1;
            continue;
        }
        break;
    }
    x->cur = s;
    return *s;
}

bool mlir_accept(Mlir *x, char c)
{
    if (mlir_peek(x) != c)
        return false;
    x->cur++;
    return true;
}

bool mlir_expect(Mlir *x, char c)
{
    char what[4] = { '\'', c, '\'', 0 };
    return mlir_accept(x, c) || mlir_expected(x, what);
}

bool mlir_accept_text(Mlir *x, const char *punctuation)
{
    size_t n = strlen(punctuation);
    if (mlir_peek(x) != *punctuation || strncmp(x->cur, punctuation, n) != 0)
        return false;
    x->cur += n;
    return true;
}

bool mlir_is_name_char(char c)
{
    return g_ascii_isalnum(c) || c == '_' || c == '$' || c == '.' || c == '-';
}

Str mlir_peek_word(Mlir *x)
{
    char c = mlir_peek(x);
    Str w = { x->cur, 0 };
    if (!g_ascii_isalpha(c) && c != '_')
        return w;
    const char *e = x->cur + 1;
    while (g_ascii_isalnum(*e) || *e == '_' || *e == '$' || *e == '.')
        e++;
    w.n = (size_t)(e - x->cur);
    return w;
}

Str mlir_accept_word(Mlir *x)
{
    Str w = mlir_peek_word(x);
    x->cur += w.n;
    return w;
}

bool mlir_accept_keyword(Mlir *x, const char *word)
{
    Str w = mlir_peek_word(x);
    if (!str_is(w, word))
        return false;
    x->cur += w.n;
    return true;
}

bool mlir_expect_keyword(Mlir *x, const char *word)
{
    if (mlir_accept_keyword(x, word))
        return true;
    g_autofree char *what = g_strdup_printf("'%s'", word);
    return mlir_expected(x, what);
}

const char *mlir_read_string(Mlir *x, size_t *n)
{
    if (mlir_peek(x) != '"') {
        mlir_expected(x, "a string");
        return NULL;
    }
    const char *start = x->cur++, *e = x->cur;
    bool escaped = false;
    for (; *e != '"'; e++) {
        if (*e == '\n' || e >= x->end) {
            mlir_fail(x, start, "the string has no closing quote in its line");
            return NULL;
        }
        if (*e == '\\') {
            escaped = true;
            if (e[1] == '"' || e[1] == '\\')
                e++;
        }
    }
    size_t len = (size_t)(e - x->cur);
    char *s = arena_strndup(x->scratch, x->cur, len);
    x->cur = e + 1;
    if (escaped) {
        char *to = s;
        for (const char *p = s; p < s + len; p++) {
            if (*p != '\\') {
                *to++ = *p;
            } else if (p[1] == 'n' || p[1] == 't') {
                *to++ = *++p == 'n' ? '\n' : '\t';
            } else if (g_ascii_isxdigit(p[1]) && g_ascii_isxdigit(p[2])) {
                *to++ = (char)(g_ascii_xdigit_value(p[1]) * 16 + g_ascii_xdigit_value(p[2]));
                p += 2;
            } else if (p[1] == '"' || p[1] == '\\') {
                *to++ = *++p;
            } else {
                mlir_fail(x, start, "unknown escape '\\%c' in the string", p[1] ? p[1] : ' ');
                return NULL;
            }
        }
        *to = 0;
        len = (size_t)(to - s);
    }
    if (n)
        *n = len;
    return s;
}

const char *mlir_read_symbol(Mlir *x)
{
    const char *name = NULL;
    do {
        if (mlir_peek(x) != '@') {
            mlir_expected(x, "a symbol");
            return NULL;
        }
        x->cur++;
        if (*x->cur == '"') {
            name = mlir_read_string(x, NULL);
            if (!name)
                return NULL;
            continue;
        }
        const char *s = x->cur;
        while (mlir_is_name_char(*x->cur))
            x->cur++;
        if (x->cur == s) {
            mlir_expected(x, "a name after '@'");
            return NULL;
        }
        name = arena_strndup(x->scratch, s, (size_t)(x->cur - s));
    } while (x->cur[0] == ':' && x->cur[1] == ':' && (x->cur += 2));
    return name;
}

bool mlir_read_int(Mlir *x, int64_t *out)
{
    char c = mlir_peek(x);
    const char *s = x->cur;
    bool negative = c == '-';
    if (negative)
        s++;
    if (!g_ascii_isdigit(*s))
        return mlir_expected(x, "an integer");
    uint64_t v = 0;
    bool overflow = false;
    if (s[0] == '0' && s[1] == 'x' && g_ascii_isxdigit(s[2])) {
        for (s += 2; g_ascii_isxdigit(*s); s++) {
            overflow = overflow || v >> 60;
            v = v << 4 | (uint64_t)g_ascii_xdigit_value(*s);
        }
    } else {
        for (; g_ascii_isdigit(*s); s++) {
            overflow = overflow || __builtin_mul_overflow(v, 10u, &v);
            overflow = overflow || __builtin_add_overflow(v, (uint64_t)(*s - '0'), &v);
        }
    }
    if (overflow || (negative && v > (uint64_t)G_MAXINT64 + 1))
        return mlir_fail(x, x->cur, "the integer does not fit 64 bits");
    *out = negative ? (int64_t)(0 - v) : (int64_t)v;
    x->cur = s;
    return true;
}

/* The quote that closes a string whose inside starts at s; NULL if its line ends before. Strings may be literals of
 * hundreds of megabytes. */
static const char *string_end(const Mlir *x, const char *s)
{
    const char *start = s, *e = s;
    for (;;) {
        e = memchr(e, '"', (size_t)(x->end - e));
        if (!e || memchr(s, '\n', (size_t)(e - s)))
            return NULL;
        int slashes = 0;
        while (e - slashes > start && e[-1 - slashes] == '\\')
            slashes++;
        if (slashes % 2 == 0)
            return e;
        s = ++e; /* an escaped quote */
    }
}

bool mlir_skip_balanced(Mlir *x, Str *out)
{
    char stack[MLIR_MAX_DEPTH];
    int n = 0;
    mlir_peek(x);
    const char *start = x->cur, *s = start;
    int lines = 0;
    const char *last_line = NULL;
    do {
        char c = *s;
        char close = c == '(' ? ')' : c == '[' ? ']' : c == '{' ? '}' : c == '<' ? '>' : 0;
        if (close) {
            if (n == MLIR_MAX_DEPTH)
                return mlir_fail_as(x, s, SHARD_ERROR_LIMIT, NULL, "nesting deeper than %d levels", (int)MLIR_MAX_DEPTH);
            stack[n++] = close;
        } else if (c == '-' && s[1] == '>') {
            s++;
        } else if (c == ')' || c == ']' || c == '}' || c == '>') {
            if (!n || stack[n - 1] != c)
                return mlir_fail(x, s, "unbalanced '%c'", c);
            n--;
        } else if (c == '"') {
            const char *from = s + 1;
            s = string_end(x, from);
            if (!s)
                return mlir_fail(x, from - 1, "the string has no closing quote in its line");
        } else if (c == '\n') {
            lines++;
            last_line = s + 1;
        } else if (s >= x->end) {
            return mlir_fail(x, start, "'%c' is never closed", *start);
        }
        s++;
    } while (n);
    x->cur = s;
    if (lines) {
        x->line += lines;
        x->line_start = last_line;
    }
    *out = (Str){ start, (size_t)(s - start) };
    return true;
}
