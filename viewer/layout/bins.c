/* Binning events into columns of pixels. See bins.h. */
#include "viewer/layout/bins.h"

/* The first event that ends after t: events of a row do not overlap, so their ends ascend too. */
static guint first_after(const GArray *spans, int64_t t)
{
    guint lo = 0, hi = spans->len;
    while (lo < hi) {
        guint mid = lo + (hi - lo) / 2;
        const TraceEventRow *e = TRACE_AT(spans, TraceEventRow, mid);
        if (e->start_ns + MAX(e->dur_ns, 1) > t)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

static void keep_longest(Column1 *c, int64_t dur, int64_t id, int64_t name, int64_t inst, int64_t cat)
{
    if (c->n > 0 && dur <= c->longest_ns)
        return;
    c->longest_ns = dur;
    c->top_id = id;
    c->top_name = name;
    c->top_inst = inst;
    c->top_cat = cat;
}

Bins *bins_new(const LaneEvents *row, int64_t t0, int64_t t1, int n)
{
    Bins *b = g_new0(Bins, 1);
    b->n = MAX(n, 1);
    b->columns = g_new0(Column1, b->n);
    b->spans = g_array_new(FALSE, FALSE, sizeof(TraceEventRow *));
    if (t1 <= t0)
        return b;
    double ns = (double)(t1 - t0) / b->n;
    for (guint i = first_after(row->spans, t0); i < row->spans->len; i++) {
        const TraceEventRow *e = TRACE_AT(row->spans, TraceEventRow, i);
        if (e->start_ns >= t1)
            break;
        if ((double)e->dur_ns >= ns) {
            g_array_append_val(b->spans, e);
            continue;
        }
        Column1 *c = &b->columns[CLAMP((int)((double)(e->start_ns - t0) / ns), 0, b->n - 1)];
        keep_longest(c, e->dur_ns, e->id, e->name_id, e->inst_id, e->cat);
        c->busy_ns += e->dur_ns;
        c->n++;
    }
    for (guint i = 0; row->buckets && i < row->buckets->len; i++) {
        const TraceBucket *k = TRACE_AT(row->buckets, TraceBucket, i);
        int shift = 10 + 2 * row->level;
        int64_t start = k->bucket << shift, end = start + ((int64_t)1 << shift);
        if (end <= t0 || start >= t1)
            continue;
        /* A bucket may be wider than a column by now: its time is spread over all that it covers. */
        int first = CLAMP((int)((double)(start - t0) / ns), 0, b->n - 1);
        int last = CLAMP((int)((double)(end - 1 - t0) / ns), first, b->n - 1);
        for (int c = first; c <= last; c++) {
            keep_longest(&b->columns[c], k->busy_ns / MAX(k->n, 1), k->top_id, k->top_name_id, 0, k->top_cat);
            b->columns[c].busy_ns += k->busy_ns / (last - first + 1);
            b->columns[c].n += c == first ? k->n : 0;
            if (b->columns[c].n == 0)
                b->columns[c].n = 1;
        }
    }
    return b;
}

void bins_free(Bins *b)
{
    if (!b)
        return;
    g_free(b->columns);
    g_array_unref(b->spans);
    g_free(b);
}
