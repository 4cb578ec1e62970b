/* See chrome_arrows.h. Start at chrome_arrows_bind(). */
#include "trace/import/chrome_arrows.h"

#include <stdlib.h>
#include <string.h>

typedef struct Passage {
    Track *track;
    int64_t ts_ns;
    uint64_t key;
    uint32_t ord;
    uint8_t kind, end;
} Passage;

struct ChromeArrows {
    GArray *all; /* Passage */
};

ChromeArrows *chrome_arrows_new(void)
{
    ChromeArrows *a = g_new0(ChromeArrows, 1);
    a->all = g_array_new(FALSE, FALSE, sizeof(Passage));
    return a;
}

void chrome_arrows_free(ChromeArrows *a)
{
    g_array_unref(a->all);
    g_free(a);
}

/* FNV-1a, of 64 bits. */
static uint64_t hash_of(uint64_t h, const char *text)
{
    for (; *text; text++)
        h = (h ^ (uint8_t)*text) * UINT64_C(0x100000001b3);
    return (h ^ 0xff) * UINT64_C(0x100000001b3);
}

void chrome_arrows_add(ChromeArrows *a, Track *track, int64_t ts_ns, char phase, const char *cat, const char *id)
{
    enum { LAUNCH = 1, OTHER = 9 };
    bool launch = strcmp(cat, "ac2g") == 0 || strcmp(cat, "async_gpu") == 0 || strcmp(cat, "launch") == 0; /* Kineto's, from a call on a CPU to the GPU; ours */
    Passage p = { track, ts_ns, hash_of(hash_of(UINT64_C(0xcbf29ce484222325), cat), id), a->all->len, launch ? LAUNCH : OTHER, phase == 's' ? ARROW_FROM : phase == 'f' ? ARROW_TO : ARROW_BOTH };
    g_array_append_val(a->all, p);
}

static int by_track(const void *pa, const void *pb)
{
    const Passage *a = pa, *b = pb;
    if (a->track != b->track)
        return a->track->process != b->track->process ? (a->track->process < b->track->process ? -1 : 1) : (a->track->thread > b->track->thread) - (a->track->thread < b->track->thread);
    return (a->ord > b->ord) - (a->ord < b->ord);
}

static int by_start(gconstpointer pa, gconstpointer pb, gpointer data)
{
    const TrackEvent *e = data;
    guint a = *(const guint *)pa, b = *(const guint *)pb;
    if (e[a].start_ns != e[b].start_ns)
        return e[a].start_ns < e[b].start_ns ? -1 : 1;
    if (e[a].dur_ns != e[b].dur_ns)
        return e[a].dur_ns > e[b].dur_ns ? -1 : 1;
    return e[a].name_id != e[b].name_id ? (e[a].name_id > e[b].name_id ? 1 : -1) : (a > b) - (a < b);
}

/* Places of a track's events, by start and, of equal ones, the longest first. */
static guint *order_of(const Track *t)
{
    guint *out = g_new(guint, t->events->len + 1);
    for (guint i = 0; i < t->events->len; i++)
        out[i] = i;
    g_qsort_with_data(out, (gint)t->events->len, sizeof *out, by_start, t->events->data);
    return out;
}

/* The innermost event around the moment, but for waits of ours, which are worked out again; else, of what ends there, the next that begins; NULL = there is none. */
static TrackEvent *event_at(const Track *t, const guint *order, const Passage *p, uint32_t wait)
{
    enum { MOST_BACK = 256 };
    TrackEvent *e = (TrackEvent *)t->events->data;
    guint low = 0, high = t->events->len;
    while (low < high) {
        guint mid = (low + high) / 2;
        if (e[order[mid]].start_ns <= p->ts_ns)
            low = mid + 1;
        else
            high = mid;
    }
    for (guint i = low, back = 0; i-- > 0 && back < MOST_BACK; back++)
        if (e[order[i]].start_ns + e[order[i]].dur_ns >= p->ts_ns && e[order[i]].name_id != wait)
            return &e[order[i]];
    return p->end == ARROW_TO && low < t->events->len ? &e[order[low]] : NULL;
}

int64_t chrome_arrows_bind(ChromeArrows *a, Tracks *tracks)
{
    int64_t lost = 0;
    guint *order = NULL;
    uint32_t wait = a->all->len ? (uint32_t)trace_str(tracks->run->w, IMPORT_WAIT_NAME) : 0;
    if (a->all->len)
        qsort(a->all->data, a->all->len, sizeof(Passage), by_track);
    for (guint i = 0; i < a->all->len; i++) {
        const Passage *p = &g_array_index(a->all, Passage, i);
        if (!i || p[-1].track != p->track) {
            g_free(order);
            order = order_of(p->track);
        }
        TrackEvent *e = event_at(p->track, order, p, wait);
        if (e)
            e->arrow = timeline_arrow(tracks->run->timeline, e->arrow, p->kind, tracks->space + 1, p->key, (ArrowEnd)p->end);
        lost += !e;
    }
    g_free(order);
    return lost;
}
