/* See in_use.h. */
#include "trace/in_use.h"

#include <stdlib.h>

#include "trace/capped.h"

void in_use_free(InUse *p)
{
    g_clear_pointer(&p->spans, g_array_unref);
    g_clear_pointer(&p->list, g_array_unref);
    g_clear_pointer(&p->number, g_hash_table_unref);
    g_free(p);
}

static int by_pos(const void *pa, const void *pb)
{
    const PlaceChange *a = pa, *b = pb;
    if (a->pos != b->pos)
        return a->pos < b->pos ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

PlaceChange *in_use_changes(const InUse *p, size_t *n)
{
    PlaceChange *list = g_new(PlaceChange, (gsize)p->list->len * 2 + 1);
    *n = 0;
    for (guint i = 0; i < p->list->len; i++) {
        const Place *x = &g_array_index(p->list, Place, i);
        list[(*n)++] = (PlaceChange){ x->from, x->bytes, i };
        if (x->to < p->n_pos - 1)
            list[(*n)++] = (PlaceChange){ x->to + 1, -x->bytes, i };
    }
    qsort(list, *n, sizeof *list, by_pos);
    return list;
}

static Place *place_of(InUse *p, const TraceBufferSpan *b)
{
    guint k = GPOINTER_TO_UINT(g_hash_table_lookup(p->number, &b->place));
    if (!k) {
        g_array_append_val(p->list, ((Place){ .key = b->place, .from = INT64_MAX, .to = -1 }));
        k = p->list->len;
        g_hash_table_insert(p->number, (gpointer)&b->place, GUINT_TO_POINTER(k));
    }
    return &g_array_index(p->list, Place, k - 1);
}

static int64_t span_from(const TraceBufferSpan *b)
{
    return b->live_from.known ? MAX(b->live_from.v, 0) : 0;
}

static int64_t span_to(const InUse *p, const TraceBufferSpan *b)
{
    return b->live_from.known && b->live_to.known ? MAX(b->live_to.v, span_from(b)) : p->n_pos - 1;
}

static void add_span(InUse *p, const TraceBufferSpan *b)
{
    Place *x = place_of(p, b);
    if (!x->largest || b->size > x->bytes) {
        x->bytes = CLAMP(b->size, 0, INT64_MAX / 4);
        x->largest = b->id;
        x->cat = b->cat;
    }
    x->from = MIN(x->from, span_from(b));
    x->to = MAX(x->to, span_to(p, b));
    x->flags |= b->alloc_flags;
}

/* Where the sum is highest, and how high that of the arena gets. */
static void find_peak(InUse *p)
{
    size_t n;
    g_autofree PlaceChange *changes = in_use_changes(p, &n);
    int64_t all = 0, temps = 0;
    p->peak = -1;
    for (size_t i = 0; i < n; i++) {
        const Place *x = &g_array_index(p->list, Place, changes[i].place);
        all = add_capped(all, changes[i].bytes);
        if (!(x->flags & FLAGS_OWN))
            temps = add_capped(temps, changes[i].bytes);
        if (i + 1 < n && changes[i + 1].pos == changes[i].pos)
            continue;
        if (all > p->peak) {
            p->peak = all;
            p->peak_pos = changes[i].pos;
        }
        p->temp_live = MAX(p->temp_live, temps);
    }
}

/* For each place in use at the peak, the value that represents it: the last one defined among those alive, otherwise among those defined
 * before. */
static void name_at_peak(InUse *p)
{
    for (guint i = 0; i < p->spans->len; i++) {
        const TraceBufferSpan *b = TRACE_AT(p->spans, TraceBufferSpan, i);
        Place *x = place_of(p, b);
        int64_t from = b->live_from.known ? span_from(b) : -1, to = span_to(p, b), t = p->peak_pos; /* an argument was there before what overwrites it */
        if (x->from > t || x->to < t || from > t || x->bytes == 0)
            continue;
        bool alive = to >= t, other_alive = x->named && x->named_to >= t;
        if (!x->named || (alive && !other_alive) || (alive == other_alive && from > x->named_from)) {
            x->named = b->id;
            x->named_from = from;
            x->named_to = to;
            x->cat = b->cat;
        }
    }
    for (guint i = 0; i < p->list->len; i++) { /* a place that holds an argument is an argument, even if a result overwrites it */
        Place *x = &g_array_index(p->list, Place, i);
        if (x->flags & (FLAG_PARAM | FLAG_BOTH))
            x->cat = x->cat == 2 ? 2 : 1;
        else if (x->flags & FLAG_RESULT)
            x->cat = 8;
        else if (x->flags & FLAG_CONSTANT)
            x->cat = 7;
    }
}

InUse *in_use_of(GArray *spans)
{
    InUse *p = g_new0(InUse, 1);
    p->spans = spans;
    p->list = g_array_new(FALSE, TRUE, sizeof(Place));
    p->number = g_hash_table_new(g_int64_hash, g_int64_equal);
    p->n_pos = 1;
    for (guint i = 0; i < p->spans->len; i++) {
        const TraceBufferSpan *b = TRACE_AT(p->spans, TraceBufferSpan, i);
        int64_t last = b->live_to.known ? b->live_to.v : b->live_from.known ? b->live_from.v : 0;
        p->n_pos = MAX(p->n_pos, last < INT64_MAX / 2 ? last + 1 : 1);
    }
    for (guint i = 0; i < p->spans->len; i++)
        add_span(p, TRACE_AT(p->spans, TraceBufferSpan, i));
    find_peak(p);
    name_at_peak(p);
    return p;
}
