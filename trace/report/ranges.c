/* Texts that differ in numbers. See ranges.h. */
#include "trace/report/ranges.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The next whole number at or after p; *end gets its end. NULL: there is none. Fractions, 0.0031, are no numbers of layers: what is in them is text. */
static const char *digits(const char *p, const char **end)
{
    for (;;) {
        while (*p && !g_ascii_isdigit(*p))
            p++;
        const char *e = p;
        while (g_ascii_isdigit(*e))
            e++;
        bool fraction = false;
        while (*e == '.' && g_ascii_isdigit(e[1])) {
            fraction = true;
            for (e++; g_ascii_isdigit(*e); e++)
                ;
        }
        *end = e;
        if (!fraction)
            return e > p ? p : NULL;
        p = e;
    }
}

typedef struct Range {
    int64_t least, most;
    int64_t first; /* in the first text */
} Range;

/* Adds the numbers of `text` to the ranges; false if it differs from `first` in more than numbers, or if its numbers do not
 * all differ from those of `first` by the same amount, or by none. */
static bool widen(const char *first, const char *text, GArray *ranges)
{
    const char *a = first, *b = text;
    int64_t shift = 0;
    for (guint i = 0;; i++) {
        const char *a_end, *b_end, *x = digits(a, &a_end), *y = digits(b, &b_end);
        size_t before = (size_t)((x ? x : a_end) - a);
        if (!x != !y || before != (size_t)((y ? y : b_end) - b) || strncmp(a, b, before) != 0)
            return false;
        if (!x)
            return true;
        int64_t u = g_ascii_strtoll(x, NULL, 10), v = g_ascii_strtoll(y, NULL, 10);
        if (i == ranges->len) {
            Range r = { u, u, u };
            g_array_append_val(ranges, r);
        }
        if (u != v && shift && v - u != shift)
            return false;
        shift = u != v ? v - u : shift;
        Range *r = &g_array_index(ranges, Range, i);
        r->least = MIN(r->least, v);
        r->most = MAX(r->most, v);
        a = a_end;
        b = b_end;
    }
}

char *ranges_text(const char *const *texts, int n)
{
    if (n == 0 || !texts[0])
        return NULL;
    g_autoptr(GArray) ranges = g_array_new(FALSE, FALSE, sizeof(Range));
    for (int k = 1; k < n; k++)
        if (!texts[k] || !widen(texts[0], texts[k], ranges))
            return NULL;
    GString *s = g_string_new(NULL);
    const char *p = texts[0], *end;
    for (guint i = 0; i < ranges->len; i++) {
        const char *x = digits(p, &end);
        const Range *r = &g_array_index(ranges, Range, i);
        g_string_append_len(s, p, x - p);
        if (r->least == r->most)
            g_string_append_len(s, x, end - x);
        else
            g_string_append_printf(s, "%" G_GINT64_FORMAT "…%" G_GINT64_FORMAT, r->least, r->most);
        p = end;
    }
    g_string_append(s, p);
    return g_string_free(s, FALSE);
}
