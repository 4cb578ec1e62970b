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

/* ---- texts that count up ---- */

/* The text with a mark in the place of its number `which`, or of all (-1). */
static char *without_number(const char *text, int which)
{
    GString *s = g_string_new(NULL);
    const char *p = text, *end;
    for (int i = 0;; i++) {
        const char *x = digits(p, &end);
        if (!x)
            break;
        g_string_append_len(s, p, (which < 0 || which == i ? x : end) - p);
        if (which < 0 || which == i)
            g_string_append_c(s, '\1');
        p = end;
    }
    g_string_append(s, p);
    return g_string_free(s, FALSE);
}

/* Its number `which`; false: it has no such one. */
static bool number_of(const char *text, int which, int64_t *value)
{
    const char *p = text, *end, *x = NULL;
    for (int i = 0; i <= which; i++, p = end)
        if (!(x = digits(p, &end)))
            return false;
    *value = g_ascii_strtoll(x, NULL, 10);
    return true;
}

/* Adds position i to the group that goes by this name. */
static void put_in_group(GHashTable *by_name, GPtrArray *groups, char *take_name, guint i)
{
    GArray *g = g_hash_table_lookup(by_name, take_name);
    if (!g) {
        g = g_array_new(FALSE, FALSE, sizeof(guint));
        g_ptr_array_add(groups, g);
        g_hash_table_insert(by_name, g_strdup(take_name), g);
    }
    g_array_append_val(g, i);
    g_free(take_name);
}

static GPtrArray *groups_new(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
}

/* Of texts alike but for numbers, the number that takes most values. */
static int number_that_counts(const char *const *texts, const GArray *alike)
{
    int best = 0;
    guint most = 0;
    int64_t v;
    for (int k = 0; number_of(texts[g_array_index(alike, guint, 0)], k, &v); k++) {
        g_autoptr(GHashTable) values = g_hash_table_new(g_int64_hash, g_int64_equal);
        g_autofree int64_t *all = g_new(int64_t, alike->len);
        for (guint i = 0; i < alike->len; i++) {
            number_of(texts[g_array_index(alike, guint, i)], k, &all[i]);
            g_hash_table_add(values, &all[i]);
        }
        if (g_hash_table_size(values) > most) {
            most = g_hash_table_size(values);
            best = k;
        }
    }
    return best;
}

typedef struct Counted {
    int64_t value;
    guint at;
} Counted;

static gint by_value(gconstpointer a, gconstpointer b)
{
    const Counted *x = a, *y = b;
    if (x->value != y->value)
        return x->value < y->value ? -1 : 1;
    return x->at < y->at ? -1 : x->at > y->at;
}

/* Of texts that differ in their number `which` alone: those that follow each other without a gap. */
static void add_without_gaps(GPtrArray *out, const char *const *texts, const GArray *alike, int which)
{
    g_autoptr(GArray) sorted = g_array_new(FALSE, FALSE, sizeof(Counted));
    for (guint i = 0; i < alike->len; i++) {
        Counted c = { 0, g_array_index(alike, guint, i) };
        number_of(texts[c.at], which, &c.value);
        g_array_append_val(sorted, c);
    }
    g_array_sort(sorted, by_value);
    GArray *g = NULL;
    for (guint i = 0; i < sorted->len; i++) {
        const Counted *c = &g_array_index(sorted, Counted, i);
        if (!g || c->value != c[-1].value + 1)
            g_ptr_array_add(out, g = g_array_new(FALSE, FALSE, sizeof(guint)));
        g_array_append_val(g, c->at);
    }
}

static gint by_first(gconstpointer a, gconstpointer b)
{
    const GArray *x = *(GArray *const *)a, *y = *(GArray *const *)b;
    guint i = UINT_MAX, k = UINT_MAX;
    for (guint n = 0; n < x->len; n++)
        i = MIN(i, g_array_index(x, guint, n));
    for (guint n = 0; n < y->len; n++)
        k = MIN(k, g_array_index(y, guint, n));
    return i < k ? -1 : i > k;
}

GPtrArray *ranges_groups(const char *const *texts, guint n)
{
    g_autoptr(GPtrArray) alike = groups_new();
    g_autoptr(GHashTable) by_name = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    for (guint i = 0; i < n; i++)
        put_in_group(by_name, alike, without_number(texts[i], -1), i);
    GPtrArray *out = groups_new();
    for (guint k = 0; k < alike->len; k++) {
        const GArray *a = alike->pdata[k];
        int which = number_that_counts(texts, a);
        g_autoptr(GPtrArray) parts = groups_new();
        g_autoptr(GHashTable) by_rest = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        for (guint i = 0; i < a->len; i++) {
            guint at = g_array_index(a, guint, i);
            put_in_group(by_rest, parts, without_number(texts[at], which), at);
        }
        for (guint i = 0; i < parts->len; i++)
            add_without_gaps(out, texts, parts->pdata[i], which);
    }
    g_ptr_array_sort(out, by_first);
    return out;
}
