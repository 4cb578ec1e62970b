/* See spans.h. */
#include "trace/spans.h"

#include <stdbool.h>
#include <stdlib.h>

static int by_start(const void *pa, const void *pb)
{
    const Span *a = pa, *b = pb;
    return (a->start > b->start) - (a->start < b->start);
}

static bool in_order(const Span *s, guint n)
{
    for (guint i = 1; i < n; i++)
        if (s[i].start < s[i - 1].start)
            return false;
    return true;
}

/* Joins spans in order of their start that touch, and fills in `before`. */
static void join(GArray *set)
{
    Span *s = (Span *)set->data;
    guint n = 1;
    for (guint i = 1; i < set->len; i++) {
        if (s[i].start <= s[n - 1].end)
            s[n - 1].end = MAX(s[n - 1].end, s[i].end);
        else
            s[n++] = s[i];
    }
    g_array_set_size(set, n);
    int64_t length = 0;
    for (guint i = 0; i < n; i++) {
        s[i].before = length;
        length += s[i].end - s[i].start;
    }
}

void spans_merge(GArray *set)
{
    if (!set->len)
        return;
    if (!in_order((const Span *)set->data, set->len))
        qsort(set->data, set->len, sizeof(Span), by_start);
    join(set);
}

GArray *spans_union(GArray *a, GArray *b)
{
    if (a == b || !b->len)
        return g_array_ref(a);
    if (!a->len)
        return g_array_ref(b);
    GArray *both = g_array_sized_new(FALSE, FALSE, sizeof(Span), a->len + b->len);
    g_array_set_size(both, a->len + b->len);
    const Span *x = (const Span *)a->data, *y = (const Span *)b->data;
    Span *out = (Span *)both->data;
    guint i = 0, k = 0;
    while (i + k < both->len) {
        bool first = k == b->len || (i < a->len && x[i].start <= y[k].start);
        out[i + k] = first ? x[i] : y[k];
        if (first)
            i++;
        else
            k++;
    }
    join(both);
    return both;
}

/* Length of a merged set before time t. */
static int64_t length_before(const GArray *set, int64_t t)
{
    guint lo = 0, hi = set->len;
    while (lo < hi) {
        guint mid = lo + (hi - lo) / 2;
        if (g_array_index(set, Span, mid).start < t)
            lo = mid + 1;
        else
            hi = mid;
    }
    if (!lo)
        return 0;
    const Span *s = &g_array_index(set, Span, lo - 1);
    return s->before + MIN(t, s->end) - s->start;
}

int64_t spans_length_in(const GArray *set, int64_t start, int64_t end)
{
    return end > start ? length_before(set, end) - length_before(set, start) : 0;
}

void span_add(GArray *set, int64_t start, int64_t end)
{
    if (end > start)
        g_array_append_val(set, ((Span){ start, end, 0 }));
}
