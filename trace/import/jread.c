/* See jread.h. */
#include "trace/import/jread.h"

#include <string.h>

enum { MAX_DEPTH = 64, MAX_TEXT = 1 << 20 };

/* What ends a run of plain characters of a text; characters of numbers. */
static const uint8_t ends_run[256] = { [0] = 1, ['"'] = 1, ['\\'] = 1 },
                     in_number[256] = { ['0'] = 1, ['1'] = 1, ['2'] = 1, ['3'] = 1, ['4'] = 1, ['5'] = 1, ['6'] = 1, ['7'] = 1, ['8'] = 1, ['9'] = 1, ['+'] = 1, ['-'] = 1, ['.'] = 1, ['e'] = 1, ['E'] = 1 };

/* Moves to what ends the run; zero bytes are odd, and go on. */
static void skip_run(JsonReader *j, bool *odd)
{
    for (;; j->p++) {
        while (j->p < j->end && !ends_run[(uint8_t)*j->p])
            j->p++;
        if (j->p >= j->end || *j->p)
            return;
        *odd = true;
    }
}

static bool fail(JsonReader *j)
{
    j->bad = true;
    return false;
}

char jread_peek_on(JsonReader *j)
{
    while (!j->bad && j->p < j->end && (*j->p == ' ' || *j->p == '\n' || *j->p == '\r' || *j->p == '\t'))
        j->p++;
    return j->bad || j->p >= j->end ? 0 : *j->p;
}

bool jread_at_end(JsonReader *j)
{
    jread_peek(j);
    return j->p >= j->end;
}

bool jread_more(JsonReader *j, char close, bool *first)
{
    if (jread_take(j, close))
        return false;
    if (!*first && !jread_take(j, ','))
        return fail(j);
    if (!*first && jread_take(j, close)) /* a comma behind the last, as cut traces have it */
        return false;
    *first = false;
    return jread_peek(j) ? true : fail(j);
}

static bool put_escape(JsonReader *j, GString *out)
{
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    char c = j->p < j->end ? *j->p++ : 0;
    const char *at = c ? strchr(from, c) : NULL;
    if (at) {
        g_string_append_c(out, to[at - from]);
        return true;
    }
    if (c != 'u' || j->end - j->p < 4)
        return fail(j);
    gunichar v = 0;
    for (int i = 0; i < 4; i++) {
        int digit = g_ascii_xdigit_value(*j->p++);
        if (digit < 0)
            return fail(j);
        v = 16 * v + (gunichar)digit;
    }
    g_string_append_unichar(out, v && g_unichar_validate(v) ? v : 0xfffd);
    return true;
}

bool jread_text(JsonReader *j, GString *out)
{
    if (out)
        g_string_truncate(out, 0);
    if (!jread_take(j, '"'))
        return fail(j);
    for (;;) {
        const char *from = j->p;
        bool odd = false;
        skip_run(j, &odd);
        j->n_odd += odd;
        if (out && out->len < MAX_TEXT)
            g_string_append_len(out, from, j->p - from);
        if (j->p >= j->end)
            return fail(j);
        if (*j->p++ == '"')
            return true;
        g_autoptr(GString) none = out ? NULL : g_string_new(NULL);
        if (!put_escape(j, out ? out : none))
            return false;
    }
}

bool jread_key(JsonReader *j, GString *out)
{
    return jread_text(j, out) && (jread_take(j, ':') || fail(j));
}

bool jread_name(JsonReader *j, GString *out, const char **name, size_t *n)
{
    JsonReader here = *j;
    bool odd = false;
    if (jread_take(j, '"')) {
        *name = j->p;
        skip_run(j, &odd);
        *n = (size_t)(j->p - *name);
        if (!odd && j->p < j->end && *j->p == '"') {
            j->p++;
            return jread_take(j, ':') || fail(j);
        }
    }
    *j = here;
    if (!jread_key(j, out))
        return false;
    *name = out->str;
    *n = out->len;
    return true;
}

/* The characters of a number. */
static bool number_span(JsonReader *j, const char **from, const char **to)
{
    bool quoted = jread_take(j, '"');
    jread_peek(j);
    *from = j->p;
    while (j->p < j->end && in_number[(uint8_t)*j->p])
        j->p++;
    *to = j->p;
    if (*to == *from || *to - *from > 64 || (quoted && !jread_take(j, '"')))
        return fail(j);
    return true;
}

bool jread_number(JsonReader *j, double *out)
{
    const char *from, *to;
    char text[72];
    if (!number_span(j, &from, &to))
        return false;
    memcpy(text, from, (size_t)(to - from));
    text[to - from] = 0;
    *out = g_ascii_strtod(text, NULL);
    return true;
}

/* Digits, and a point with some more, in all so few that nothing overflows; scale is 1 or 1000. False: it takes more care. */
static bool scaled_plainly(const char *p, const char *to, int64_t scale, int64_t *out)
{
    enum { FEW = 15 };
    int64_t v = 0;
    const char *from = p;
    while (p < to && *p >= '0' && *p <= '9')
        v = 10 * v + (*p++ - '0');
    if (p - from > FEW || p == from || (scale != 1 && scale != 1000))
        return false;
    v *= scale;
    if (p < to && *p == '.') {
        int64_t left = scale / 10;
        for (p++; p < to && *p >= '0' && *p <= '9'; p++) {
            v += left * (*p - '0');
            left /= 10;
        }
    }
    *out = v;
    return p == to;
}

bool jread_scaled(JsonReader *j, int64_t scale, int64_t *out)
{
    const char *from, *to;
    if (!number_span(j, &from, &to))
        return false;
    if (to - from < 64 && scaled_plainly(from, to, scale, out))
        return true;
    bool negative = *from == '-';
    __int128 v = 0;
    int64_t left = 0; /* scale that digits behind the point have; 0 = before it */
    for (const char *p = from; p < to; p++) {
        if (*p == 'e' || *p == 'E') { /* rare, and then exactness is of no use */
            char text[72];
            memcpy(text, from, (size_t)(to - from));
            text[to - from] = 0;
            double d = g_ascii_strtod(text, NULL) * (double)scale;
            *out = d > -9e18 && d < 9e18 ? (int64_t)d : 0;
            return true;
        }
        if (*p == '.') {
            v *= scale;
            left = scale;
        } else if (g_ascii_isdigit(*p) && !left && v < INT64_MAX / 16) {
            v = 10 * v + (*p - '0');
        } else if (g_ascii_isdigit(*p) && left > 1) {
            left /= 10;
            v += (*p - '0') * left;
        }
    }
    if (!memchr(from, '.', (size_t)(to - from)))
        v *= scale;
    v = MIN(v, (__int128)INT64_MAX);
    *out = negative ? -(int64_t)v : (int64_t)v;
    return true;
}

bool jread_scalar(JsonReader *j, GString *out)
{
    if (jread_peek(j) == '"')
        return jread_text(j, out);
    const char *from = j->p;
    if (!jread_skip(j))
        return false;
    g_string_truncate(out, 0);
    g_string_append_len(out, from, j->p - from);
    return true;
}

bool jread_skip(JsonReader *j)
{
    int depth = 0;
    do {
        char c = jread_peek(j);
        if (c == '"') {
            if (!jread_text(j, NULL))
                return false;
        } else if (c == '{' || c == '[') {
            j->p++;
            if (++depth > MAX_DEPTH)
                return fail(j);
        } else if (c == '}' || c == ']') {
            if (!depth)
                return fail(j);
            j->p++;
            depth--;
        } else if (c == ',' || c == ':') {
            if (!depth)
                return fail(j);
            j->p++;
        } else if (c) {
            const char *from = j->p;
            while (j->p < j->end && (g_ascii_isalnum(*j->p) || *j->p == '+' || *j->p == '-' || *j->p == '.'))
                j->p++;
            if (j->p == from)
                return fail(j);
        } else {
            return fail(j);
        }
    } while (depth);
    return true;
}

bool jread_resync(JsonReader *j)
{
    j->bad = false;
    while (j->p < j->end) {
        const char *comma = memchr(j->p, ',', (size_t)(j->end - j->p));
        if (!comma)
            break;
        j->p = comma + 1;
        JsonReader ahead = *j;
        if (jread_peek(&ahead) == '{') {
            j->p = ahead.p;
            return true;
        }
    }
    j->p = j->end;
    return false;
}
