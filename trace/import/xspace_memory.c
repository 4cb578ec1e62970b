/* Allocations and releases that an allocator reported to the profiler, as events of whichever thread caused them: memory in use over time, and what lived
 * when. Start at xmemory_store(). */
#include <stdlib.h>
#include <string.h>

#include "trace/import/xspace_impl.h"

/* An allocator's numbers after an allocation or a release. */
typedef struct Note {
    int64_t ts_ns, index, in_use, reserved, peak, addr, bytes, requested;
    double frag;
    const TimelineDevice *device;
    int64_t what_id, loc_id; /* str, loc; 0 = not known */
    int ord, cat;            /* ord: in the file */
    bool release, has_in_use, has_reserved, has_peak, has_addr, has_frag, has_requested;
} Note;

struct XMemory {
    ImportRun *r;
    XHost *h;
    GArray *notes;           /* Note */
    guint thread;            /* first of the thread that is read */
    GHashTable *frames;      /* str id of a frame -> loc */
};

XMemory *xmemory_new(ImportRun *r, XHost *h)
{
    XMemory *m = g_new0(XMemory, 1);
    m->r = r;
    m->h = h;
    m->notes = g_array_new(FALSE, FALSE, sizeof(Note));
    m->frames = g_hash_table_new(NULL, NULL);
    return m;
}

/* XLA's names of what memory is for. */
static int cat_of(const XStat *s)
{
    g_autofree char *text = xstat_text(s);
    return g_str_equal(text, "output") ? 8 : g_str_equal(text, "temp") ? 5 : 0;
}

/* Returns whether it is the host's. */
static bool read_note(ImportRun *r, const XEvent *e, Note *n)
{
    XStat shape = { 0 };
    bool host = false;
    for (const XStat *s = e->stats; s < e->stats + e->n_stats; s++) {
        g_autofree char *text = NULL;
        switch ((int)s->key) {
        case XSTAT_index_on_host:
        case XSTAT_device_ordinal:
            n->index = xstat_int(s);
            break;
        case XSTAT_bytes_allocated:
            n->in_use = xstat_int(s);
            n->has_in_use = true;
            break;
        case XSTAT_bytes_reserved:
            n->reserved = xstat_int(s);
            n->has_reserved = true;
            break;
        case XSTAT_peak_bytes_in_use:
            n->peak = xstat_int(s);
            n->has_peak = true;
            break;
        case XSTAT_fragmentation:
            n->frag = xstat_real(s);
            n->has_frag = true;
            break;
        case XSTAT_addr:
            n->addr = xstat_int(s);
            n->has_addr = true;
            break;
        case XSTAT_allocation_bytes:
            n->bytes = xstat_int(s);
            break;
        case XSTAT_requested_bytes:
            n->requested = xstat_int(s);
            n->has_requested = true;
            break;
        case XSTAT_allocator_name:
            text = xstat_text(s);
            host = strstr(text, "host") || strstr(text, "cpu");
            break;
        case XSTAT_tf_op:
            text = xstat_text(s);
            n->what_id = *text ? trace_str(r->w, text) : 0;
            break;
        case XSTAT_region_type:
            n->cat = cat_of(s);
            break;
        case XSTAT_shape:
            shape = *s;
            break;
        default:
            break;
        }
    }
    if (!n->what_id && shape.n) {
        g_autofree char *text = xstat_text(&shape);
        n->what_id = trace_str(r->w, text);
    }
    return host;
}

void xmemory_note(XMemory *m, const XEvent *e, int64_t ts_ns, bool release)
{
    Note n = { .ts_ns = ts_ns, .index = -1, .release = release, .ord = (int)m->notes->len };
    bool host = read_note(m->r, e, &n);
    for (guint i = 0; i < m->h->devices->len && !host && !n.device; i++)
        if (n.index < 0 || ((const XDevice *)m->h->devices->pdata[i])->ordinal == n.index)
            n.device = ((const XDevice *)m->h->devices->pdata[i])->device;
    if (n.device)
        g_array_append_val(m->notes, n);
    else
        import_note(m->r, 0, "memory_elsewhere", 1, "allocations are of the host, or of devices that the profile does not have");
}

void xmemory_name(XMemory *m, uint32_t name_id, const char *name)
{
    const char *colon = *name == '$' ? strchr(name, ':') : NULL;
    if (!colon || !g_ascii_isdigit(colon[1]))
        return;
    g_autofree char *file = g_strndup(name + 1, (gsize)(colon - name - 1));
    const char *space = strchr(colon, ' ');
    TraceLoc row = { .file_id = trace_str(m->r->w, file), .line = TRACE_INT(atoi(colon + 1)), .func_id = space && space[1] ? trace_str(m->r->w, space + 1) : 0 };
    g_hash_table_insert(m->frames, GUINT_TO_POINTER(name_id), GSIZE_TO_POINTER((gsize)trace_loc(m->r->w, &row)));
}

static int64_t frame_of(const XMemory *m, uint32_t name_id)
{
    return (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(m->frames, GUINT_TO_POINTER(name_id)));
}

static int by_time(gconstpointer pa, gconstpointer pb)
{
    const Note *a = pa, *b = pb;
    return a->ts_ns != b->ts_ns ? (a->ts_ns < b->ts_ns ? -1 : 1) : a->ord - b->ord;
}

static int pointers_by_time(gconstpointer pa, gconstpointer pb)
{
    return by_time(*(const Note *const *)pa, *(const Note *const *)pb);
}

void xmemory_end_thread(XMemory *m, const GArray *events)
{
    enum { MAX_OPEN = 256 };
    guint n = m->notes->len - m->thread, n_open = 0, next = 0;
    Note *note = &g_array_index(m->notes, Note, m->thread);
    const TimelineEvent *open[MAX_OPEN];
    if (n)
        qsort(note, n, sizeof *note, by_time);
    for (guint i = 0; i < n; i++) {
        for (; next < events->len && g_array_index(events, TimelineEvent, next).start_ns <= note[i].ts_ns; next++) {
            const TimelineEvent *e = &g_array_index(events, TimelineEvent, next);
            while (n_open && open[n_open - 1]->start_ns + open[n_open - 1]->dur_ns < e->start_ns + e->dur_ns)
                n_open--; /* the innermost that are around it stay */
            if (n_open < MAX_OPEN && frame_of(m, e->name_id))
                open[n_open++] = e;
        }
        while (n_open && open[n_open - 1]->start_ns + open[n_open - 1]->dur_ns < note[i].ts_ns)
            n_open--;
        note[i].loc_id = n_open ? frame_of(m, open[n_open - 1]->name_id) : 0;
    }
    m->thread = m->notes->len;
}

/* ---- rows ---------------------------------------------------------------------------------------------------------------------------- */

/* One for each moment: the last. */
static void put_sample(ImportRun *r, const Note *n)
{
    TraceMemSample row = { .device_id = n->device->row, .ts_ns = n->ts_ns, .in_use = n->in_use };
    if (n->has_reserved)
        row.reserved = TRACE_INT(n->reserved);
    if (n->has_peak)
        row.peak = TRACE_INT(n->peak);
    if (n->has_frag)
        row.frag = TRACE_REAL(n->frag);
    import_mem_sample(r, &row);
}

static TraceMemEvent *event_of(const Note *n)
{
    TraceMemEvent row = { .device_id = n->device->row, .ts_ns = n->ts_ns, .addr = TRACE_INT(n->addr), .bytes = n->bytes, .what_id = n->what_id, .loc_id = n->loc_id, .cat = n->cat };
    if (n->has_requested)
        row.requested = TRACE_INT(n->requested);
    return g_memdup2(&row, sizeof row);
}

typedef struct Key {
    int64_t device, addr;
} Key;

static guint key_hash(gconstpointer p)
{
    const Key *k = p;
    return (guint)(((uint64_t)k->device * 0x9e3779b97f4a7c15u ^ (uint64_t)k->addr * 0xc2b2ae3d27d4eb4fu) >> 32);
}

static gboolean key_equal(gconstpointer pa, gconstpointer pb)
{
    const Key *a = pa, *b = pb;
    return a->device == b->device && a->addr == b->addr;
}

static int by_start(gconstpointer pa, gconstpointer pb)
{
    const TraceMemEvent *a = pa, *b = pb;
    if (a->ts_ns != b->ts_ns)
        return a->ts_ns < b->ts_ns ? -1 : 1;
    return a->device_id != b->device_id ? (a->device_id < b->device_id ? -1 : 1) : (a->addr.v > b->addr.v) - (a->addr.v < b->addr.v);
}

void xmemory_store(XMemory *m)
{
    g_autoptr(GHashTable) open = g_hash_table_new_full(key_hash, key_equal, g_free, g_free);
    GHashTable *last = g_hash_table_new(NULL, NULL); /* device -> its last note */
    g_array_sort(m->notes, by_time);
    for (guint i = 0; i < m->notes->len; i++) {
        const Note *n = &g_array_index(m->notes, Note, i), *before = g_hash_table_lookup(last, n->device);
        if (before && before->ts_ns < n->ts_ns)
            put_sample(m->r, before);
        if (n->has_in_use)
            g_hash_table_insert(last, (gpointer)n->device, (gpointer)n);
        else if (before && before->ts_ns < n->ts_ns)
            g_hash_table_remove(last, n->device);
        Key key = { n->device->row, n->addr };
        TraceMemEvent *have = n->has_addr ? g_hash_table_lookup(open, &key) : NULL;
        if (have) { /* what is allocated where something is was released unseen */
            have->free_ns = TRACE_INT(n->ts_ns);
            trace_put_mem_event(m->r->w, have);
            g_hash_table_remove(open, &key);
        }
        if (!n->release && n->has_addr && n->bytes > 0)
            g_hash_table_insert(open, g_memdup2(&key, sizeof key), event_of(n));
    }
    GHashTableIter it;
    gpointer note;
    g_autoptr(GPtrArray) ends = g_ptr_array_new();
    g_hash_table_iter_init(&it, last);
    while (g_hash_table_iter_next(&it, NULL, &note))
        g_ptr_array_add(ends, note);
    g_ptr_array_sort(ends, pointers_by_time);
    for (guint i = 0; i < ends->len; i++)
        put_sample(m->r, ends->pdata[i]);
    g_autoptr(GList) live = g_list_sort(g_hash_table_get_values(open), by_start);
    for (const GList *l = live; l; l = l->next)
        trace_put_mem_event(m->r->w, l->data);
    g_hash_table_unref(last);
    g_hash_table_unref(m->frames);
    g_array_unref(m->notes);
    g_free(m);
}
