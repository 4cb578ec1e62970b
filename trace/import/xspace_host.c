/* Planes of hosts: threads, the ops that they ran as a CPU's devices, steps that the user named. */
#include <string.h>

#include "trace/import/xspace_impl.h"

bool xplane_knows(const XPlane *p, XStatKey key)
{
    GHashTableIter it;
    gpointer name;
    g_hash_table_iter_init(&it, p->stat_names);
    while (g_hash_table_iter_next(&it, NULL, &name))
        if (((const XStatName *)name)->key == key)
            return true;
    return false;
}

/* ---- the host as devices ---------------------------------------------------------------------------------------------------------- */

typedef struct Window {
    int64_t ordinal, run;   /* which device, which execution */
    int64_t start_ns, end_ns;
    ImportProgram *program;
} Window;

static guint window_hash(gconstpointer p)
{
    const Window *w = p;
    return (guint)(((uint64_t)w->run * 0x9e3779b97f4a7c15u ^ (uint64_t)w->ordinal * 0xc2b2ae3d27d4eb4fu) >> 32);
}

static gboolean window_equal(gconstpointer pa, gconstpointer pb)
{
    const Window *a = pa, *b = pb;
    return a->ordinal == b->ordinal && a->run == b->run;
}

static int window_order(gconstpointer pa, gconstpointer pb)
{
    const Window *a = *(Window *const *)pa, *b = *(Window *const *)pb;
    return a->ordinal != b->ordinal ? (a->ordinal < b->ordinal ? -1 : 1) : a->start_ns != b->start_ns ? (a->start_ns < b->start_ns ? -1 : 1) : (a->run > b->run) - (a->run < b->run);
}

static bool runs_op(const XEvent *e, int64_t *ordinal, int64_t *run)
{
    bool op = false, device = false;
    *run = 0;
    for (const XStat *s = e->stats; s < e->stats + e->n_stats; s++) {
        op |= s->key == XSTAT_hlo_op;
        if (s->key == XSTAT_run_id)
            *run = xstat_int(s);
        if (s->key == XSTAT_device_ordinal) {
            device = true;
            *ordinal = xstat_int(s);
        }
    }
    return op && device && *ordinal >= 0 && *ordinal < 1 << 20;
}

static void look_at_op(ImportRun *r, const XHost *h, const XLine *l, const XEvent *e, GHashTable *windows)
{
    Window w = { 0 };
    if (!runs_op(e, &w.ordinal, &w.run))
        return;
    xevent_op(r, e, &w.program, NULL);
    xevent_span(l, e, &w.start_ns, &w.end_ns);
    w.start_ns += h->shift_ns;
    w.end_ns += h->shift_ns;
    Window *have = g_hash_table_lookup(windows, &w);
    if (have) {
        have->start_ns = MIN(have->start_ns, w.start_ns);
        have->end_ns = MAX(have->end_ns, w.end_ns);
        have->program = have->program ? have->program : w.program;
    } else {
        have = g_memdup2(&w, sizeof w);
        g_hash_table_add(windows, have);
    }
}

static void put_windows(ImportRun *r, XHost *h, GHashTable *windows)
{
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    GHashTableIter it;
    gpointer w;
    g_hash_table_iter_init(&it, windows);
    while (g_hash_table_iter_next(&it, &w, NULL))
        g_ptr_array_add(all, w);
    g_ptr_array_sort(all, window_order);
    for (guint i = 0; i < all->len; i++) {
        const Window *x = all->pdata[i];
        XDevice *d = xhost_device(r, h, x->ordinal, &(TraceDevice){ .kind = "cpu", .is_virtual = 1 });
        if (x->program)
            timeline_exec(d->device, x->program, x->start_ns, x->end_ns, x->run);
    }
}

static void look_at_annotation(ImportRun *r, const XHost *h, const XPlane *p, const XLine *l, const XEvent *e)
{
    int64_t from, to;
    XStat s;
    if (!xevent_stat(p, e, XSTAT_step_num, &s))
        return;
    xevent_span(l, e, &from, &to);
    if (to > from)
        timeline_step(r->timeline, 1, xstat_int(&s), from + h->shift_ns, to + h->shift_ns, (TraceInt){ 0 });
}

void xhost_look(ImportRun *r, XHost *h, XPlane *p)
{
    static const XStatKey step[] = { XSTAT_step_num, XSTAT_OTHER };
    xplane_begin_ops(r);
    bool devices = !h->has_devices && xplane_knows(p, XSTAT_device_ordinal) && xplane_knows(p, XSTAT_hlo_op), annotated = xplane_knows(p, XSTAT_step_num);
    g_autoptr(GHashTable) windows = g_hash_table_new_full(window_hash, window_equal, g_free, NULL);
    const uint8_t *at = NULL;
    XLine l;
    while ((devices || annotated) && xplane_next_line(p, &at, &l)) {
        xevents_begin(r->events, p, &l, devices ? NULL : step);
        for (const XEvent *e; (e = xevents_next(r->events)) != NULL;) {
            if (devices && !e->is_sum)
                look_at_op(r, h, &l, e, windows);
            if (annotated && !e->is_sum)
                look_at_annotation(r, h, p, &l, e);
        }
        g_free(l.name);
    }
    put_windows(r, h, windows);
}

/* ---- threads ------------------------------------------------------------------------------------------------------------------------- */

typedef enum HostKind { HOST_EVENT, HOST_ALLOCATION, HOST_RELEASE, HOST_PASS } HostKind;

/* What events of a plane's threads say beside themselves. */
typedef struct Beside {
    XMemory *memory;
    XPasses *passes;
} Beside;

static HostKind host_kind(const Beside *b, const XPlane *p, const XEvent *e)
{
    g_autofree char *name = xkind_name(e->kind);
    xmemory_name(b->memory, (uint32_t)e->kind->str_id, name);
    if (xpasses_kind(b->passes, p, e, (uint32_t)e->kind->str_id, name))
        return HOST_PASS;
    return g_str_equal(name, "MemoryAllocation") ? HOST_ALLOCATION : g_str_equal(name, "MemoryDeallocation") ? HOST_RELEASE : HOST_EVENT;
}

static void read_thread(ImportRun *r, XHost *h, XPlane *p, const XLine *l, bool devices, const Beside *beside)
{
    GArray *events = import_scratch(r);
    bool arrows = xplane_has_arrows(p);
    int64_t n = 0, n_ops = 0;
    xevents_begin(r->events, p, l, NULL);
    for (const XEvent *e; (e = xevents_next(r->events)) != NULL;) {
        TimelineEvent out = { .cat = TRACE_CAT_HOST };
        int64_t to, ordinal = -1;
        n++;
        if (e->is_sum) {
            r->n_left++;
            import_note(r, 0, "aggregates", 1, "events are sums of several, without a place in time");
            continue;
        }
        if (!e->kind)
            import_note(r, 2, "nameless", 1, "events without a name: the plane's table of names has no such entry");
        xevent_span(l, e, &out.start_ns, &to);
        out.dur_ns = to - out.start_ns;
        out.start_ns += h->shift_ns;
        out.name_id = xkind_name_id(r, e->kind);
        if (e->kind && !e->kind->user)
            ((XEventKind *)e->kind)->user = GINT_TO_POINTER(1 + host_kind(beside, p, e));
        int kind = e->kind ? GPOINTER_TO_INT(e->kind->user) - 1 : HOST_EVENT;
        if (kind == HOST_PASS)
            xpasses_note(beside->passes, p, e, out.start_ns, out.dur_ns);
        else if (kind != HOST_EVENT)
            xmemory_note(beside->memory, e, out.start_ns, kind == HOST_RELEASE);
        if (devices && runs_op(e, &ordinal, &out.key)) {
            ImportProgram *program;
            out.op = xevent_op(r, e, &program, NULL);
            out.cat = out.op ? (uint8_t)out.op->cat : TRACE_CAT_COMPUTE;
            r->n_ops++;
            n_ops++;
            r->n_joined += out.op && out.op->inst_id;
            XDevice *d = xhost_device(r, h, ordinal, &(TraceDevice){ .kind = "cpu", .is_virtual = 1 });
            if (!d->events)
                d->events = g_array_new(FALSE, FALSE, sizeof(TimelineEvent));
            g_array_append_val(d->events, out);
        } else {
            out.arrow = arrows ? xevent_arrows(r, h, p, e, false) : 0;
            g_array_append_val(events, out);
        }
    }
    import_source_release(h->source, l->m.p + l->m.n);
    r->n_seen += n;
    import_saw(r, "host threads", n - n_ops);
    import_saw(r, "ops run by host threads", n_ops);
    /* Threads of the host's own plane are named as they are; those of other planes by both. */
    g_autofree char *name = g_str_equal(p->name, "/host:CPU") && *l->name ? g_strdup(l->name) : *l->name ? g_strdup_printf("%s: %s", p->name, l->name) : g_strdup(p->name);
    timeline_lane(r->timeline, &(TimelineLane){ NULL, h->row, TRACE_LANE_HOST, name, false, false }, events);
    xmemory_end_thread(beside->memory, events);
    xpasses_end_thread(beside->passes, events);
}

void xhost_read(ImportRun *r, XHost *h, XPlane *p)
{
    xplane_begin_ops(r);
    bool devices = !h->has_devices && xplane_knows(p, XSTAT_device_ordinal) && xplane_knows(p, XSTAT_hlo_op);
    Beside beside = { xmemory_new(r, h), xpasses_new(r) };
    const uint8_t *at = NULL;
    XLine l;
    while (xplane_next_line(p, &at, &l)) {
        read_thread(r, h, p, &l, devices, &beside);
        g_free(l.name);
        if (r->o->stop && r->o->stop(r->o->user))
            break;
    }
    xmemory_store(beside.memory);
    xpasses_store(beside.passes);
    for (guint i = 0; i < h->devices->len; i++) {
        XDevice *d = h->devices->pdata[i];
        if (d->events)
            timeline_lane(r->timeline, &(TimelineLane){ d->device, h->row, TRACE_LANE_OPS, "XLA Ops", true, true }, d->events);
        g_clear_pointer(&d->events, g_array_unref);
    }
}
