/* What slices of TPUs exchange over the data centre's network: a plane of its own, whose events name their device and transfer by `graph_key`,
 * "device_200001_gid_allreduce.3$1^i0". The numbers of devices there are others than those of planes; both in ascending order belong together. Each device gets one
 * line of them; transfers are collectives, what they do on the host is nested in them.
 * Source: XProf's megascale_perfetto/xspace_loader.cc, for the names. Start at xmegascale_read(). */
#include <stdlib.h>
#include <string.h>

#include "trace/import/xspace_impl.h"

bool xmegascale_is(const char *plane)
{
    return g_str_equal(plane, "/device:CUSTOM:Megascale Trace");
}

/* A number of the plane's and the events of its device. */
typedef struct Slice {
    int64_t raw;
    GArray *events; /* TimelineEvent */
} Slice;

static void slice_clear(gpointer p)
{
    g_array_unref(((Slice *)p)->events);
}

static int by_raw(gconstpointer pa, gconstpointer pb)
{
    const Slice *a = pa, *b = pb;
    return (a->raw > b->raw) - (a->raw < b->raw);
}

/* "device_200001_gid_allreduce.3$1^i0": 200001 and "allreduce.3". False if the text is none. */
static bool split_key(const char *key, int64_t *raw, char **transfer)
{
    char *end = NULL;
    if (!g_str_has_prefix(key, "device_") || !g_ascii_isdigit(key[7]))
        return false;
    *raw = g_ascii_strtoll(key + 7, &end, 10);
    if (!g_str_has_prefix(end, "_gid_"))
        return false;
    end += strlen("_gid_");
    *transfer = g_strndup(end, strcspn(end, "$"));
    return true;
}

static GArray *events_of(GArray *slices, int64_t raw)
{
    for (guint i = 0; i < slices->len; i++)
        if (g_array_index(slices, Slice, i).raw == raw)
            return g_array_index(slices, Slice, i).events;
    Slice s = { raw, g_array_new(FALSE, FALSE, sizeof(TimelineEvent)) };
    g_array_append_val(slices, s);
    return s.events;
}

/* The transfer as a whole has the key as its name; else it is a part: "NetworkSend END", "DeviceToHost START". */
static void fill(ImportRun *r, const XPlane *p, const XEvent *e, const char *transfer, TimelineEvent *out)
{
    g_autofree char *name = xkind_name(e->kind), *whole = NULL;
    int64_t raw;
    XStat s;
    int kind = 0;
    if (split_key(name, &raw, &whole))
        out->name_id = (uint32_t)trace_str(r->w, transfer);
    else
        out->name_id = xkind_name_id(r, e->kind);
    g_autofree char *type = xevent_stat(p, e, XSTAT_collective_type, &s) ? xstat_text(&s) : g_strdup(transfer);
    g_autofree char *lower = g_ascii_strdown(type, -1);
    import_cat_of(g_strdelimit(lower, "_", '-'), &kind);
    out->coll_kind = (uint8_t)kind;
    out->cat = g_str_has_prefix(name, "DeviceToHost") || g_str_has_prefix(name, "HostToDevice") ? TRACE_CAT_COPY : TRACE_CAT_COLLECTIVE;
}

static void read_events(ImportRun *r, const XHost *h, const XPlane *p, const XLine *l, GArray *slices, GArray *others)
{
    enum { MOST_SLICES = 4096 };
    int64_t n = 0;
    xevents_begin(r->events, p, l, NULL);
    for (const XEvent *e; (e = xevents_next(r->events)) != NULL;) {
        XStat s;
        TimelineEvent out = { .cat = TRACE_CAT_HOST, .name_id = xkind_name_id(r, e->kind) };
        int64_t raw;
        n++;
        if (e->is_sum) {
            r->n_left++;
            import_note(r, 0, "aggregates", 1, "events are sums of several, without a place in time");
            continue;
        }
        xevent_times(l, e, false, &out);
        out.start_ns += h->shift_ns;
        g_autofree char *key = e->kind && xevent_stat(p, e, XSTAT_graph_key, &s) ? xstat_text(&s) : NULL, *transfer = NULL;
        if (key && slices->len < MOST_SLICES && split_key(key, &raw, &transfer)) {
            fill(r, p, e, transfer, &out);
            g_array_append_val(events_of(slices, raw), out);
        } else {
            g_array_append_val(others, out);
        }
    }
    r->n_seen += n;
    import_saw(r, "between slices", n);
}

static int by_ordinal(gconstpointer pa, gconstpointer pb)
{
    const XDevice *a = *(XDevice *const *)pa, *b = *(XDevice *const *)pb;
    return (a->ordinal > b->ordinal) - (a->ordinal < b->ordinal);
}

void xmegascale_read(ImportRun *r, XHost *h, XPlane *p)
{
    g_autoptr(GArray) slices = g_array_new(FALSE, FALSE, sizeof(Slice)), others = g_array_new(FALSE, FALSE, sizeof(TimelineEvent));
    g_array_set_clear_func(slices, slice_clear);
    const uint8_t *at = NULL;
    XLine l;
    while (xplane_next_line(p, &at, &l)) {
        read_events(r, h, p, &l, slices, others);
        g_free(l.name);
    }
    g_array_sort(slices, by_raw);
    g_autoptr(GPtrArray) devices = g_ptr_array_new();
    for (guint i = 0; i < h->devices->len; i++)
        g_ptr_array_add(devices, h->devices->pdata[i]);
    g_ptr_array_sort(devices, by_ordinal);
    if (slices->len && slices->len != devices->len)
        import_note(r, 1, "megascale_devices", slices->len, "devices exchange with other slices, of %u in the profile: which is which is a guess", devices->len);
    for (guint i = 0; i < slices->len; i++) {
        const Slice *s = &g_array_index(slices, Slice, i);
        TimelineDevice *d = i < devices->len ? ((XDevice *)devices->pdata[i])->device : NULL;
        g_autofree char *name = d ? g_strdup("between slices") : g_strdup_printf("between slices: device %" G_GINT64_FORMAT, s->raw);
        timeline_lane(r->timeline, &(TimelineLane){ d, h->row, d ? TRACE_LANE_ASYNC : TRACE_LANE_HOST, name, false, false }, s->events);
    }
    timeline_lane(r->timeline, &(TimelineLane){ NULL, h->row, TRACE_LANE_HOST, p->name, false, false }, others);
}
