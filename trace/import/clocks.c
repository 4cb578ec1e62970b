/* See clocks.h. */
#include "trace/import/clocks.h"

#include <stdlib.h>

static int meeting_order(gconstpointer pa, gconstpointer pb)
{
    const ClockMeeting *a = pa, *b = pb;
    return a->what != b->what ? (a->what < b->what ? -1 : 1) : (a->end_ns > b->end_ns) - (a->end_ns < b->end_ns);
}

static int by_value(const void *pa, const void *pb)
{
    int64_t a = *(const int64_t *)pa, b = *(const int64_t *)pb;
    return (a > b) - (a < b);
}

static guint run_of(const GArray *v, guint from)
{
    guint n = 0;
    while (from + n < v->len && g_array_index(v, ClockMeeting, from + n).what == g_array_index(v, ClockMeeting, from).what)
        n++;
    return n;
}

static void add_differences(const ClockMeeting *ref, guint n_ref, const ClockMeeting *mine, guint n_mine, bool by_clock, GArray *out)
{
    guint k = 0;
    for (guint i = 0; i < n_mine; i++) {
        if (!by_clock && i >= n_ref)
            break;
        while (by_clock && k + 1 < n_ref && ABS(ref[k + 1].end_ns - mine[i].end_ns) <= ABS(ref[k].end_ns - mine[i].end_ns))
            k++;
        int64_t d = ref[by_clock ? k : i].end_ns - mine[i].end_ns;
        g_array_append_val(out, d);
    }
}

/* All members of a collective leave it within microseconds. So hosts' clocks differ by as much as the ends of equal collectives do; where both say
 * when they began, the nearest in time is the same one, else the one with the same number. */
bool clock_difference(const GArray *ref, const GArray *mine, bool by_clock, int64_t *out)
{
    g_autoptr(GArray) d = g_array_new(FALSE, FALSE, sizeof(int64_t));
    for (guint i = 0, k = 0; i < ref->len && k < mine->len;) {
        const ClockMeeting *a = &g_array_index(ref, ClockMeeting, i), *b = &g_array_index(mine, ClockMeeting, k);
        guint n_a = run_of(ref, i), n_b = run_of(mine, k);
        if (a->what == b->what)
            add_differences(a, n_a, b, n_b, by_clock, d);
        i += a->what <= b->what ? n_a : 0;
        k += b->what <= a->what ? n_b : 0;
    }
    if (!d->len)
        return false;
    qsort(d->data, d->len, sizeof(int64_t), by_value);
    *out = g_array_index(d, int64_t, d->len / 2);
    return true;
}

void clock_sort(GArray *meetings)
{
    g_array_sort(meetings, meeting_order);
}
