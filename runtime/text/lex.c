/* A cursor over program text; see lex.h. */
#include "runtime/text/lex.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

enum { LETTER = 1, INSIDE = 2, DIGIT = 4, BLANK = 8 };

static const unsigned char class_of[256] = {
    ['a' ... 'z'] = LETTER | INSIDE,
    ['A' ... 'Z'] = LETTER | INSIDE,
    ['_'] = LETTER | INSIDE,
    ['0' ... '9'] = INSIDE | DIGIT,
    ['.'] = INSIDE,
    ['-'] = INSIDE,
    [' '] = BLANK,
    ['\t'] = BLANK,
    ['\r'] = BLANK,
    ['\n'] = BLANK,
};

static inline bool is(char c, int class)
{
    return (class_of[(unsigned char)c] & class) != 0;
}

void lex_init(Lex *lx, const char *file, const char *text, size_t n, GError **error)
{
    *lx = (Lex){text, text, text + n, file, error, text, text, 1};
    if (n >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) /* byte order mark */
        lx->p = lx->text = lx->counted = lx->line_start = text + 3;
}

TextPos lex_pos(Lex *lx, const char *at)
{
    if (at < lx->counted) {
        lx->counted = lx->line_start = lx->text;
        lx->line = 1;
    }
    for (const char *nl; (nl = memchr(lx->counted, '\n', (size_t)(at - lx->counted))); lx->line++)
        lx->counted = lx->line_start = nl + 1;
    lx->counted = at;
    return (TextPos){lx->file, lx->line, (int)MIN(at - lx->line_start + 1, G_MAXINT)};
}

bool lex_fail(Lex *lx, const char *at, ShardError code, const char *hint, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    g_autofree char *message = g_strdup_vprintf(fmt, ap);
    va_end(ap);
    TextPos pos = lex_pos(lx, at);
    return diag(lx->error, code, &pos, hint, "%s", message);
}

/* What is at the cursor, for messages: a word, a number, a string's beginning or a character.
 */
static char *found(const Lex *lx)
{
    const char *p = lx->p;
    if (p >= lx->end)
        return g_strdup("the end of the text");
    if (*p == 0)
        return g_strdup("a NUL byte");
    size_t n = 1;
    if (is(*p, INSIDE) || *p == '%')
        while (n < 60 && is(p[n], INSIDE))
            n++;
    else if (*p == '"')
        while (n < 30 && p[n] && p[n] != '\n' && p[n - (n > 1)] != '"')
            n++;
    else if (p[0] == '/' && p[1] == '*')
        return g_strdup("a comment that does not end");
    g_autofree char *raw = g_strndup(p, n);
    g_autofree char *text = g_utf8_make_valid(raw, -1);
    return g_strdup_printf("'%s'", text);
}

bool lex_expected(Lex *lx, const char *what)
{
    lex_skip(lx);
    g_autofree char *text = found(lx);
    const char *hint = lx->p >= lx->end && lx->end > lx->text ? "the text may be cut short" : NULL;
    return lex_fail(lx, lx->p, SHARD_ERROR_PARSE, hint, "expected %s, found %s", what, text);
}

void lex_skip_slow(Lex *lx)
{
    const char *p = lx->p;
    for (;;) {
        while (is(*p, BLANK))
            p++;
        if (p[0] == '/' && p[1] == '*') {
            const char *close = memmem(p + 2, (size_t)(lx->end - p - 2), "*/", 2);
            if (!close)
                break;
            p = close + 2;
        } else if (p[0] == '/' && p[1] == '/') {
            while (p < lx->end && *p != '\n' && *p != '\r')
                p++;
        } else {
            break;
        }
    }
    lx->p = p;
}

bool lex_expect(Lex *lx, char c)
{
    if (lex_accept(lx, c))
        return true;
    const char what[] = {'\'', c, '\'', 0};
    return lex_expected(lx, what);
}

bool lex_accept_text(Lex *lx, const char *s)
{
    lex_skip(lx);
    size_t n = strlen(s);
    if ((size_t)(lx->end - lx->p) < n || memcmp(lx->p, s, n) != 0)
        return false;
    lx->p += n;
    return true;
}

Span lex_word(Lex *lx)
{
    lex_skip(lx);
    const char *p = lx->p;
    if (!is(*p, LETTER))
        return (Span){p, 0};
    do
        p++;
    while (is(*p, INSIDE));
    Span word = {lx->p, (size_t)(p - lx->p)};
    lx->p = p;
    return word;
}

bool lex_name(Lex *lx, Span *out, bool *sigil, const char *what)
{
    bool has = lex_peek(lx) == '%';
    if (has && !is(lx->p[1], LETTER))
        return lex_expected(lx, what);
    lx->p += has;
    if (sigil)
        *sigil = has;
    *out = lex_word(lx);
    return out->n > 0 || lex_expected(lx, what);
}

bool lex_int(Lex *lx, int64_t *out, const char *what)
{
    lex_skip(lx);
    const char *p = lx->p;
    bool negative = *p == '-';
    p += negative;
    if (!is(*p, DIGIT))
        return lex_expected(lx, what);
    uint64_t v = 0;
    bool overflow = false;
    for (; is(*p, DIGIT); p++)
        overflow = overflow || __builtin_mul_overflow(v, 10, &v) ||
                   __builtin_add_overflow(v, (uint64_t)(*p - '0'), &v);
    if (overflow || v > (uint64_t)INT64_MAX + negative)
        return lex_fail(lx, lx->p, SHARD_ERROR_PARSE, NULL, "%.*s does not fit 64 bits",
                        (int)MIN(p - lx->p, 60), lx->p);
    *out = negative ? (int64_t)-v : (int64_t)v;
    lx->p = p;
    return true;
}

/* Converts small decimals exactly, by one multiplication or division of exact doubles; *done = false: use
 * strtod. */
static const char *fast_decimal(const char *p, double *out, bool *done)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    bool negative = *p == '-';
    p += negative;
    uint64_t mantissa = 0;
    int digits = 0, exponent = 0;
    for (; is(*p, DIGIT); p++, digits += mantissa != 0)
        mantissa = mantissa * 10 + (uint64_t)(*p - '0');
    if (*p == '.')
        for (p++; is(*p, DIGIT); p++, exponent--, digits += mantissa != 0)
            mantissa = mantissa * 10 + (uint64_t)(*p - '0');
    if ((*p == 'e' || *p == 'E') &&
        (is(p[1], DIGIT) || ((p[1] == '-' || p[1] == '+') && is(p[2], DIGIT)))) {
        bool minus = *++p == '-';
        p += minus || *p == '+';
        int e = 0;
        for (; is(*p, DIGIT); p++)
            e = MIN(e * 10 + (*p - '0'), 100000);
        exponent += minus ? -e : e;
    }
    *done = digits <= 15 && ABS(exponent) <= 22;
    if (*done) {
        double v = (double)mantissa;
        v = exponent < 0 ? v / powers[-exponent] : v * powers[exponent];
        *out = negative ? -v : v;
    }
    return p;
}

bool lex_double(Lex *lx, double *out, const char *what)
{
    lex_skip(lx);
    const char *p = lx->p + (*lx->p == '-');
    if (is(*p, LETTER)) {
        const char *start = lx->p;
        lx->p = p;
        Span word = lex_word(lx);
        if (span_is(word, "inf"))
            *out = INFINITY;
        else if (span_is(word, "nan"))
            *out = NAN;
        else {
            lx->p = start;
            return lex_expected(lx, what);
        }
        if (*start == '-')
            *out = -*out;
        return true;
    }
    if (!is(*p, DIGIT) && !(*p == '.' && is(p[1], DIGIT)))
        return lex_expected(lx, what);
    bool done;
    const char *after = fast_decimal(lx->p, out, &done);
    if (!done)
        *out = g_ascii_strtod(lx->p, NULL);
    lx->p = after;
    return true;
}

bool lex_bool(Lex *lx, bool *out)
{
    const char *start = lx->p;
    Span word = lex_word(lx);
    *out = span_is(word, "true");
    if (*out || span_is(word, "false"))
        return true;
    lx->p = start;
    return lex_expected(lx, "true or false");
}

/* Behind the closing quote of the string that opens at p, or NULL. */
static const char *string_end(const char *p, const char *end, bool *escaped)
{
    char quote = *p++;
    *escaped = false;
    const char *q = memchr(p, quote, (size_t)(end - p));
    while (q) {
        /* Escapes before the quote decide whether it closes. */
        const char *slash = memchr(p, '\\', (size_t)(q - p));
        if (!slash)
            return q + 1;
        *escaped = true;
        p = slash + 2;
        if (p > q)
            q = p <= end ? memchr(p, quote, (size_t)(end - p)) : NULL;
    }
    return NULL;
}

bool lex_string(Lex *lx, Span *inside, bool *escaped)
{
    char quote = lex_peek(lx);
    if (quote != '"' && quote != '\'')
        return lex_expected(lx, "a string");
    const char *after = string_end(lx->p, lx->end, escaped);
    if (!after)
        return lex_fail(lx, lx->p, SHARD_ERROR_PARSE, "the text may be cut short",
                        "a string that does not end");
    for (const char *p = lx->p + 1; *escaped && p < after - 1; p++)
        if (*p == '\\' && !strchr("ntrabfvxu01234567\"'\\?", *++p))
            return lex_fail(lx, p - 1, SHARD_ERROR_PARSE, NULL,
                            "\\%c is not an escape in a string", *p);
    *inside = (Span){lx->p + 1, (size_t)(after - lx->p - 2)};
    lx->p = after;
    return true;
}

static int hex_digits(const char *s, const char *end, int most, uint32_t *v)
{
    int n = 0;
    for (*v = 0; n < most && s + n < end && g_ascii_isxdigit(s[n]); n++)
        *v = *v * 16 + (uint32_t)g_ascii_xdigit_value(s[n]);
    return n;
}

char *lex_unescape(Arena *a, Span inside, size_t *n_out)
{
    char *out = arena_alloc(a, inside.n + 1);
    size_t n = 0;
    const char *end = inside.s + inside.n;
    for (const char *s = inside.s; s < end; s++) {
        if (*s != '\\' || s + 1 == end) {
            out[n++] = *s;
            continue;
        }
        static const char from[] = "ntrabfv", to[] = "\n\t\r\a\b\f\v";
        const char *known = strchr(from, *++s);
        uint32_t v;
        int digits;
        if (*s && known) {
            out[n++] = to[known - from];
        } else if (*s >= '0' && *s <= '7') {
            v = 0;
            for (digits = 0; digits < 3 && s + digits < end && s[digits] >= '0' && s[digits] <= '7';
                 digits++)
                v = v * 8 + (uint32_t)(s[digits] - '0');
            out[n++] = (char)v;
            s += digits - 1;
        } else if (*s == 'x' && (digits = hex_digits(s + 1, end, 2, &v)) > 0) {
            out[n++] = (char)v;
            s += digits;
        } else if (*s == 'u' && hex_digits(s + 1, end, 4, &v) == 4 && (v < 0xD800 || v > 0xDFFF)) {
            n += (size_t)g_unichar_to_utf8(v, out + n); /* at most 3 bytes for 6 */
            s += 4;
        } else {
            out[n++] = *s; /* the character itself: \" \' \\ \? */
        }
    }
    out[n] = 0;
    if (n_out)
        *n_out = n;
    return out;
}

bool lex_string_dup(Lex *lx, Arena *a, char **out)
{
    Span inside;
    bool escaped;
    if (!lex_string(lx, &inside, &escaped))
        return false;
    *out = escaped ? lex_unescape(a, inside, NULL) : arena_strndup(a, inside.s, inside.n);
    return true;
}

/* Brackets nest only as counters: any depth, no recursion. The kinds must close in order; up to 64
 * levels are told apart in detail, beyond that only counted. */
bool lex_balanced(Lex *lx, Span *out, bool single)
{
    lex_skip(lx);
    const char *open = lx->p;
    char expect[64];
    int depth = 0;
    const char *p = open;
    do {
        char close = 0;
        bool escaped;
        switch (*p) {
        case '{': close = '}'; break;
        case '(': close = ')'; break;
        case '[': close = ']'; break;
        case '}':
        case ')':
        case ']':
            if (depth == 0)
                return lex_expected(lx, "'{'");
            depth--;
            if (depth < 64 && expect[depth] != *p) {
                lx->p = p;
                const char what[] = {'\'', expect[depth], '\'', 0};
                return lex_expected(lx, what);
            }
            break;
        case '\'':
            if (!single)
                break;
            /* fall through */
        case '"': {
            const char *after = string_end(p, lx->end, &escaped);
            if (!after)
                return lex_fail(lx, p, SHARD_ERROR_PARSE, NULL, "a string that does not end");
            p = after - 1;
            break;
        }
        case '/':
            if (p[1] == '*') {
                const char *after = memmem(p + 2, (size_t)(lx->end - p - 2), "*/", 2);
                if (after)
                    p = after + 1;
            }
            break;
        case 0:
            if (p >= lx->end)
                return lex_fail(lx, open, SHARD_ERROR_PARSE, "the text may be cut short",
                                "'%c' is never closed", *open);
            break;
        }
        if (close) {
            if (depth < 64)
                expect[depth] = close;
            depth++;
        } else if (depth == 0 && p == open) {
            return lex_expected(lx, "'{'");
        }
        p++;
    } while (depth > 0);
    *out = (Span){open, (size_t)(p - open)};
    lx->p = p;
    return true;
}

bool lex_value(Lex *lx, Span *out)
{
    lex_skip(lx);
    const char *start = lx->p;
    Span part;
    bool escaped;
    for (;;) {
        if (*lx->p == '"') {
            if (!lex_string(lx, &part, &escaped))
                return false;
        } else if (*lx->p && strchr("{([", *lx->p)) {
            if (!lex_balanced(lx, &part, false))
                return false;
        } else if (*lx->p && !strchr(",)}] \t\r\n", *lx->p) &&
                   !(*lx->p == '/' && (lx->p[1] == '*' || lx->p[1] == '/'))) {
            lx->p++;
        } else {
            break;
        }
    }
    *out = (Span){start, (size_t)(lx->p - start)};
    return out->n > 0 || lex_expected(lx, "a value");
}
