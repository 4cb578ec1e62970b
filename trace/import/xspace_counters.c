/* Lines of counters in planes of devices: samples of power, temperatures, use of units, what CUPTI samples. */
#include <string.h>

#include "trace/import/memory.h"
#include "trace/import/xspace_impl.h"

bool xline_is_counters(const XLine *l)
{
    return g_str_equal(l->name, "_counters_") || g_str_has_prefix(l->name, "counters_");
}

typedef struct Sample {
    int64_t ts_ns;
    uint32_t name_id;
    guint ord;
    int memory; /* MEMORY_*; 0 = another counter */
    double value;
} Sample;

static int sample_order(gconstpointer pa, gconstpointer pb)
{
    const Sample *a = pa, *b = pb;
    if (a->name_id != b->name_id)
        return a->name_id < b->name_id ? -1 : 1;
    if (a->ts_ns != b->ts_ns)
        return a->ts_ns < b->ts_ns ? -1 : 1;
    return (a->ord > b->ord) - (a->ord < b->ord);
}

static void add(GArray *samples, int64_t ts, uint32_t name, const XStat *s, int memory)
{
    Sample sample = { ts, name, samples->len, memory, xstat_real(s) };
    g_array_append_val(samples, sample);
}

/* TPUs name the stat by what it is: the event is the counter, and its stat the value. CUPTI's has the name of the counter again. Others have several
 * numbers in one event, of which each is a counter. Returns how many were added. */
static int add_values(ImportRun *r, const XPlane *p, const XEvent *e, int64_t ts, GArray *samples)
{
    XStat s;
    if (xevent_stat(p, e, XSTAT_counter_value, &s) || xevent_stat(p, e, XSTAT_scaled_value, &s)) {
        g_autofree char *name = e->kind ? xkind_name(e->kind) : NULL;
        add(samples, ts, xkind_name_id(r, e->kind), &s, name ? import_memory_named(name) : 0);
        return 1;
    }
    int n = 0;
    const uint8_t *at = NULL;
    while (xplane_next_stat(p, e->m, 4, &at, &s)) {
        if (s.key != XSTAT_OTHER || !s.name || (s.type != XSTAT_INT && s.type != XSTAT_DOUBLE))
            continue;
        uint32_t name = xkind_name_id(r, e->kind);
        if (!e->kind || s.name->n != e->kind->n_name || (s.name->n && memcmp(s.name->name, e->kind->name, s.name->n) != 0)) {
            g_autofree char *of = e->kind ? xkind_name(e->kind) : g_strdup("?"), *what = xspace_text(s.name->name, s.name->n), *both = g_strdup_printf("%s: %s", of, what);
            name = (uint32_t)trace_str(r->w, both);
        }
        add(samples, ts, name, &s, 0);
        n++;
    }
    return n;
}

void xdevice_read_counters(ImportRun *r, const XHost *h, const XDevice *d, const XPlane *p, const XLine *l)
{
    g_autoptr(GArray) samples = g_array_new(FALSE, FALSE, sizeof(Sample));
    int64_t n = 0, empty = 0, twice = 0;
    xevents_begin(r->events, p, l, NULL);
    for (const XEvent *e; (e = xevents_next(r->events)) != NULL;) {
        int64_t from, to;
        xevent_span(l, e, &from, &to);
        n++;
        empty += e->is_sum || !add_values(r, p, e, from + h->shift_ns, samples);
    }
    r->n_seen += n;
    import_saw(r, "counters", n);
    g_array_sort(samples, sample_order);
    g_autoptr(ImportMemory) memory = import_memory_new();
    int64_t lane = 0;
    for (guint i = 0; i < samples->len; i++) {
        const Sample *s = &g_array_index(samples, Sample, i);
        if (i + 1 < samples->len && s[1].name_id == s->name_id && s[1].ts_ns == s->ts_ns)
            twice++; /* a later one of the same moment counts */
        else if (s->memory)
            import_memory_add(memory, d->device->row, s->ts_ns, s->memory, s->value);
        else {
            if (!lane)
                lane = trace_put_lane(r->w, &(TraceLane){ .run_id = r->run_id, .host_id = h->row, .device_id = d->device->row, .kind = TRACE_LANE_OTHER, .name = l->name });
            trace_put_counter(r->w, &(TraceCounter){ .lane_id = lane, .name_id = s->name_id, .ts_ns = s->ts_ns, .value = s->value });
        }
    }
    import_memory_store(r, memory);
    r->n_left += empty + twice;
    if (empty)
        import_note(r, 1, "counters_without_value", empty, "samples of counters have no value");
    if (twice)
        import_note(r, 1, "counters_twice", twice, "samples of counters were followed by another of the same moment");
}
