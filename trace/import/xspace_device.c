/* Planes of devices: lines of steps, modules and ops of TPUs, streams of GPUs. */
#include <stdlib.h>
#include <string.h>

#include "trace/import/clocks.h"
#include "trace/import/launches.h"
#include "trace/import/xspace_impl.h"

bool xdevice_is(const char *plane, int64_t *ordinal, bool *is_gpu)
{
    static const char *const begins[] = { "/device:TPU:", "/device:GPU:" };
    for (size_t i = 0; i < G_N_ELEMENTS(begins); i++) {
        const char *at = plane + strlen(begins[i]);
        if (!g_str_has_prefix(plane, begins[i]) || !g_ascii_isdigit(*at))
            continue;
        *ordinal = (int64_t)MIN(g_ascii_strtoull(at, NULL, 10), (guint64)1 << 30);
        *is_gpu = i == 1;
        return true;
    }
    return false;
}

/* " [4711]": profiles of several processes, put together, name the process of each plane. */
static bool is_process(const char *text)
{
    size_t n = g_str_has_prefix(text, " [") ? strspn(text + 2, "0123456789") : 0;
    return n && g_str_equal(text + 2 + n, "]");
}

bool xplane_is(const char *plane, const char *name)
{
    size_t n = strlen(name);
    return strncmp(plane, name, n) == 0 && (!plane[n] || is_process(plane + n));
}

/* "/device:TPU:0 SparseCore 1" */
const char *xdevice_part(const char *plane)
{
    const char *space = strchr(plane, ' ');
    return space && !is_process(space) ? space + 1 : NULL;
}

/* ---- kinds of events ---------------------------------------------------------------------------------------------------------- */

/* "%all-gather-done.1 = bf16[8]{0} all-gather-done(%all-gather-start.1), ..." -> "all-gather-done" and "all-gather-start.1"; nothing if the text is no instruction. */
static void read_instruction(const XEventKind *k, ImportFacts *f)
{
    g_autofree char *text = xspace_text(k->name, MIN(k->n_name, (size_t)1 << 14));
    const char *type = strstr(text, " = "), *at;
    if (!type || text[0] != '%')
        return;
    int level = 0;
    type += 3;
    for (at = type; *at; at++) { /* over the type, which may be a tuple */
        if (*at == '(' || *at == '[' || *at == '{')
            level++;
        else if (*at == ')' || *at == ']' || *at == '}')
            level--;
        else if (*at == ' ' && level == 0)
            break;
    }
    const char *end = strchr(at, '('), *operand = end ? strchr(end, '%') : NULL;
    if (*at != ' ' || !end)
        return;
    if (!f->shape)
        f->shape = g_strndup(type, (size_t)(at - type));
    f->opcode = g_strndup(at + 1, (size_t)(end - at - 1));
    f->operand = operand ? g_strndup(operand + 1, strcspn(operand + 1, " ,)")) : NULL;
}

/* The number of the kind's program; 0 = it is not said. */
static uint64_t program_of(const XPlane *p, const XEventKind *k)
{
    const uint8_t *at = NULL;
    XStat s;
    uint64_t program = 0;
    while (xplane_next_stat(p, k->m, 5, &at, &s))
        if (s.key == XSTAT_program_id)
            program = (uint64_t)xstat_int(&s);
    return program;
}

static void fill_facts(XPlane *p, const XEventKind *k, ImportFacts *f)
{
    const uint8_t *at = NULL;
    XStat s;
    while (xplane_next_stat(p, k->m, 5, &at, &s)) {
        if (s.type == XSTAT_TEXT && !s.ref)
            xplane_check_text(p, s.text, s.n);
        switch ((int)s.key) {
        case XSTAT_hlo_category:
            g_free(f->category);
            f->category = xstat_text(&s);
            break;
        case XSTAT_tf_op:
            g_free(f->op_name);
            f->op_name = xstat_text(&s);
            if (g_str_has_suffix(f->op_name, ":")) /* "jit(f)/dot_general:" and a type that may be empty */
                f->op_name[strlen(f->op_name) - 1] = 0;
            break;
        case XSTAT_source:
            g_free(f->source);
            f->source = xstat_text(&s);
            break;
        case XSTAT_source_stack:
            g_free(f->stack);
            f->stack = xstat_text(&s);
            break;
        case XSTAT_shape_with_layout:
            g_free(f->shape);
            f->shape = xstat_text(&s);
            break;
        case XSTAT_flops:
            f->flops = xstat_real(&s);
            break;
        case XSTAT_model_flops: /* those without computing again */
            f->flops = f->flops < 0 ? xstat_real(&s) : f->flops;
            break;
        case XSTAT_bytes_accessed:
            f->bytes = xstat_real(&s);
            break;
        default:
            break;
        }
    }
}

void xdevice_facts(ImportRun *r, XPlane *p)
{
    GHashTableIter it;
    gpointer value;
    g_hash_table_iter_init(&it, p->kinds);
    while (g_hash_table_iter_next(&it, NULL, &value)) {
        const XEventKind *k = value;
        uint64_t program = program_of(p, k);
        g_autofree char *name = xkind_name(k);
        if (import_programs_said(r->programs, program, name)) /* by another device */
            continue;
        ImportFacts *f = g_new(ImportFacts, 1);
        *f = (ImportFacts){ .flops = -1, .bytes = -1 };
        fill_facts(p, k, f);
        read_instruction(k, f);
        import_programs_say(r->programs, program, name, f);
    }
}

uint32_t xkind_name_id(ImportRun *r, const XEventKind *k)
{
    if (!k)
        return (uint32_t)trace_str(r->w, "?");
    if (!k->str_id) {
        g_autofree char *name = xkind_name(k);
        ((XEventKind *)k)->str_id = trace_str(r->w, *name ? name : "?");
    }
    return (uint32_t)k->str_id;
}

/* ---- events ---------------------------------------------------------------------------------------------------------------------- */

static bool is_line(const XLine *l, const char *name)
{
    return g_str_equal(l->name, name);
}

/* Lines that XProf adds when it shows a profile have numbers from here on, 32 bits of them with or without a sign. */
static bool is_derived(const XLine *l)
{
    const uint32_t first = 0xdeadbeefu, enough = 4096;
    int64_t above = l->id >> 32;
    return (above == 0 || above == -1) && (uint32_t)l->id - first < enough;
}

/* What CUPTI and rocprofiler say of work on a stream has at least one of these; lines of overhead and of tables have none. */
static bool has_kernels(ImportRun *r, const XPlane *p, const XLine *l)
{
    enum { ENOUGH = 16 };
    static const XStatKey keys[] = { XSTAT_kernel_details, XSTAT_memcpy_details, XSTAT_correlation_id, XSTAT_hlo_op };
    const XEvent *e;
    XStat s;
    bool found = false;
    xevents_begin(r->events, p, l, NULL);
    for (int i = 0; i < ENOUGH && !found && (e = xevents_next(r->events)) != NULL; i++)
        for (size_t k = 0; k < G_N_ELEMENTS(keys); k++)
            found |= xevent_stat(p, e, keys[k], &s);
    xevents_end(r->events);
    return found;
}

static int lane_kind(ImportRun *r, const XPlane *p, const XLine *l, bool is_gpu)
{
    int kind = import_lane_kind(l->name, is_gpu);
    if (kind && is_gpu && is_derived(l) && kind != TRACE_LANE_STEPS && kind != TRACE_LANE_MODULES)
        return TRACE_LANE_MARKERS;
    if (kind)
        return kind;
    return is_gpu && !is_derived(l) && has_kernels(r, p, l) ? TRACE_LANE_STREAM : TRACE_LANE_OTHER;
}

/* ---- first look ------------------------------------------------------------------------------------------------------------------- */

static int64_t step_number(const XPlane *p, const XEvent *e, int64_t fallback)
{
    XStat s;
    if (xevent_stat(p, e, XSTAT_step_num, &s))
        return xstat_int(&s);
    g_autofree char *name = e->kind ? xkind_name(e->kind) : NULL;
    char *end = NULL;
    int64_t v = name ? g_ascii_strtoll(name, &end, 10) : 0;
    if (name && end != name && !*end)
        return v;
    return xevent_stat(p, e, XSTAT_group_id, &s) ? xstat_int(&s) : fallback;
}

static void look_at_steps(ImportRun *r, const XHost *h, const XPlane *p, const XLine *l)
{
    const XEvent *e;
    xevents_begin(r->events, p, l, NULL);
    for (int64_t i = 0; (e = xevents_next(r->events)) != NULL; i++) {
        int64_t from, to;
        XStat s;
        xevent_span(l, e, &from, &to);
        TraceInt warm = xevent_stat(p, e, XSTAT_own_warm, &s) ? TRACE_INT(xstat_int(&s) != 0) : (TraceInt){ 0 };
        if (!e->is_sum)
            timeline_step(r->timeline, 2, step_number(p, e, i), from + h->shift_ns, to + h->shift_ns, warm);
    }
}

static void look_at_modules(ImportRun *r, const XHost *h, XDevice *d, const XPlane *p, const XLine *l)
{
    xevents_begin(r->events, p, l, NULL);
    for (const XEvent *e; (e = xevents_next(r->events)) != NULL;) {
        int64_t from, to;
        XStat s;
        if (e->is_sum || !e->kind)
            continue;
        xevent_span(l, e, &from, &to);
        g_autofree char *name = xkind_name(e->kind);
        bool has_id = xevent_stat(p, e, XSTAT_program_id, &s);
        ImportProgram *g = import_programs_find(r->programs, name, has_id, has_id ? (uint64_t)xstat_int(&s) : 0);
        if (g)
            timeline_exec(d->device, g, from + h->shift_ns, to + h->shift_ns, 0);
    }
}

/* The line's bytes are the file's, and so the same the next time; those of a damaged line are put together each time. */
static bool is_of_file(const XPlane *p, const XLine *l)
{
    return l->m.p >= p->m.p && l->m.p < p->m.p + p->m.n;
}

static void look_at_stream(ImportRun *r, const XHost *h, XDevice *d, const XPlane *p, const XLine *l, GArray *kernels)
{
    static const XStatKey wanted[] = { XSTAT_hlo_op, XSTAT_hlo_module, XSTAT_hlo_category, XSTAT_correlation_id, XSTAT_program_id, XSTAT_OTHER };
    GArray *ops = g_array_sized_new(FALSE, FALSE, sizeof(XFound), (guint)MIN(l->n_events, 1 << 28));
    if (!d->found)
        d->found = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
    g_hash_table_insert(d->found, is_of_file(p, l) ? (gpointer)l->m.p : NULL, ops);
    xevents_begin(r->events, p, l, wanted);
    for (const XEvent *e; (e = xevents_next(r->events)) != NULL;) {
        ImportKernel k;
        if (e->is_sum)
            continue;
        XFound found = { 0 };
        k.op = found.op = xevent_op(r, e, &k.program, &found.correlation);
        g_array_append_val(ops, found);
        xevent_span(l, e, &k.start, &k.end);
        k.start += h->shift_ns;
        k.end += h->shift_ns;
        if (k.program)
            g_array_append_val(kernels, k);
    }
}

void xdevice_look(ImportRun *r, XHost *h, XDevice *d, XPlane *p)
{
    xplane_begin_ops(r);
    g_autoptr(GArray) kernels = g_array_new(FALSE, FALSE, sizeof(ImportKernel));
    const uint8_t *at = NULL;
    XLine l;
    bool modules = false;
    while (xplane_next_line(p, &at, &l)) {
        if (is_line(&l, "Steps"))
            look_at_steps(r, h, p, &l);
        else if (is_line(&l, "XLA Modules") && l.n_events) {
            look_at_modules(r, h, d, p, &l);
            modules = true;
        }
        d->device->has_async |= (is_line(&l, "Async XLA Ops") || g_str_equal(import_plain_lane(l.name), IMPORT_WORKED_OUT)) && l.n_events > 0;
        g_free(l.name);
    }
    at = NULL;
    while (d->is_gpu && !modules && xplane_next_line(p, &at, &l)) {
        if (lane_kind(r, p, &l, true) == TRACE_LANE_STREAM)
            look_at_stream(r, h, d, p, &l, kernels);
        g_free(l.name);
    }
    import_find_execs(d->device, kernels);
}

/* ---- second look -------------------------------------------------------------------------------------------------------------------- */

/* From the start of an op to the end of its other half, for devices whose profile has no line of them. */
static void make_async(ImportRun *r, const XHost *h, XDevice *d, const GArray *ops)
{
    g_autoptr(GArray) out = g_array_new(FALSE, FALSE, sizeof(TimelineEvent));
    g_autoptr(GHashTable) open = g_hash_table_new(NULL, NULL); /* op that starts -> place of its event + 1 */
    for (guint i = 0; i < ops->len; i++) {
        const TimelineEvent *e = &g_array_index(ops, TimelineEvent, i);
        if (e->op && e->op->starts && e->op->pair)
            g_hash_table_insert(open, e->op, GUINT_TO_POINTER(i + 1));
        guint at = e->op && e->op->ends && e->op->pair ? GPOINTER_TO_UINT(g_hash_table_lookup(open, e->op->pair)) : 0;
        if (!at)
            continue;
        g_hash_table_remove(open, e->op->pair);
        const TimelineEvent *from = &g_array_index(ops, TimelineEvent, at - 1);
        TimelineEvent pair = { .start_ns = from->start_ns, .dur_ns = e->start_ns + e->dur_ns - from->start_ns, .op = e->op, .name_id = (uint32_t)e->op->pair->name_id, .cat = e->cat };
        g_array_append_val(out, pair);
    }
    timeline_lane(r->timeline, &(TimelineLane){ d->device, h->row, TRACE_LANE_ASYNC, IMPORT_WORKED_OUT, false, false }, out);
}

void xdevice_collectives(ImportRun *r, XHost *h, XDevice *d, XPlane *p, GArray *out)
{
    enum { ENOUGH = 100000 };
    xplane_begin_ops(r);
    const uint8_t *at = NULL;
    XLine l;
    while (xplane_next_line(p, &at, &l)) {
        int kind = lane_kind(r, p, &l, d->is_gpu);
        const XEvent *e;
        xevents_begin(r->events, p, &l, NULL);
        while ((kind == TRACE_LANE_OPS || kind == TRACE_LANE_STREAM) && out->len < ENOUGH && (e = xevents_next(r->events)) != NULL) {
            TimelineEvent event = { 0 };
            int64_t to;
            if (!e->kind || e->is_sum)
                continue;
            xevent_span(&l, e, &event.start_ns, &to);
            xdevice_find_op(r, d, p, e, false, &event);
            if (event.cat == TRACE_CAT_COLLECTIVE && event.op && event.op->inst_id && !(event.op->starts && event.op->pair))
                g_array_append_val(out, ((ClockMeeting){ event.op->inst_id, to + h->shift_ns }));
        }
        xevents_end(r->events);
        g_free(l.name);
    }
    xplane_end_ops(p);
}

/* Several events in one, without a place in time. counts: for the totals by category. */
static void add_sum(ImportRun *r, XDevice *d, const XPlane *p, const XEvent *e, bool counts)
{
    TimelineEvent out = { 0 };
    XStat s;
    r->n_left++;
    import_note(r, 0, "aggregates", 1, "events are sums of several, without a place in time");
    if (!counts || !e->kind)
        return;
    xdevice_find_op(r, d, p, e, false, &out);
    int64_t self = xevent_stat(p, e, XSTAT_self_duration_ps, &s) ? xstat_int(&s) : e->dur_ps;
    timeline_sum(r->timeline, out.op, out.cat, MAX(e->n_sum, 1), self);
}

/* What no op hides of a collective of our own simulated links, among the device's ops: XProf counts it, and not the collective on its link. */
static void add_part(ImportRun *r, XDevice *d, const XPlane *p, const XEvent *e)
{
    TimelineEvent out = { 0 };
    if (!e->kind)
        return;
    xdevice_find_op(r, d, p, e, false, &out);
    timeline_sum(r->timeline, out.op, out.cat, 1, e->dur_ps);
}

static void read_line(ImportRun *r, const XHost *h, XDevice *d, XPlane *p, const XLine *l)
{
    GArray *events = import_scratch(r);
    int kind = lane_kind(r, p, l, d->is_gpu);
    bool ops = kind == TRACE_LANE_OPS || kind == TRACE_LANE_STREAM;
    const char *part = xdevice_part(p->name);
    g_autofree char *name = part ? g_strdup_printf("%s: %s", part, l->name) : g_strdup(l->name);
    int64_t n = 0;
    bool by_device = kind == TRACE_LANE_OPS, arrows = xplane_has_arrows(p) && kind != TRACE_LANE_MARKERS, launched_only = !xplane_has_contexts(p);
    const GArray *found = d->found && is_of_file(p, l) ? g_hash_table_lookup(d->found, l->m.p) : NULL;
    static const XStatKey none[] = { XSTAT_OTHER };
    bool has_all = found && launched_only && !p->is_own && found->len == l->n_events; /* what the stats say was found at the first look */
    xevents_begin(r->events, p, l, has_all ? none : NULL);
    for (const XEvent *e; (e = xevents_next(r->events)) != NULL;) {
        TimelineEvent out = { 0 };
        n++;
        if (e->is_sum) {
            add_sum(r, d, p, e, ops && !part);
            continue;
        }
        if (p->is_own && kind == TRACE_LANE_OPS && xevent_stat(p, e, XSTAT_own_part, &(XStat){ 0 })) {
            r->n_left++;
            import_note(r, 0, "own_parts", 1, "parts of collectives that ran beside ops, which are there as a whole");
            add_part(r, d, p, e);
            continue;
        }
        by_device &= xevent_times(l, e, kind == TRACE_LANE_OPS, &out);
        out.start_ns += h->shift_ns;
        if (!e->kind)
            import_note(r, 2, "nameless", 1, "events without a name: the plane's table of names has no such entry");
        if (!e->kind)
            out.name_id = xkind_name_id(r, NULL);
        else if (found && events->len < found->len)
            xdevice_find_kernel(r, p, e, g_array_index(found, XFound, events->len).op, &out);
        else if (ops || kind == TRACE_LANE_ASYNC)
            xdevice_find_op(r, d, p, e, kind == TRACE_LANE_ASYNC, &out);
        else
            out.name_id = xkind_name_id(r, e->kind);
        if (found && launched_only && events->len < found->len)
            out.arrow = xkernel_arrow(r, h, g_array_index(found, XFound, events->len).correlation);
        else if (arrows)
            out.arrow = xevent_arrows(r, h, p, e, true);
        if (ops) {
            r->n_ops++;
            r->n_joined += out.op && out.op->inst_id;
        }
        g_array_append_val(events, out);
    }
    if (found)
        g_hash_table_remove(d->found, l->m.p);
    import_source_release(h->source, l->m.p + l->m.n);
    r->n_seen += n;
    import_saw(r, kind == TRACE_LANE_STREAM && !part ? "streams" : l->name, n);
    /* A part's collectives are those of its device's ops, which are joined already, and XProf counts its time below them. */
    bool links = p->is_own && kind == TRACE_LANE_STREAM && !d->is_gpu;
    timeline_lane(r->timeline, &(TimelineLane){ d->device, h->row, kind, name, ops && !part, ops && !part && !links, by_device }, events);
    if (kind == TRACE_LANE_OPS && !d->device->has_async && !d->is_gpu)
        make_async(r, h, d, events);
}

void xdevice_read(ImportRun *r, XHost *h, XDevice *d, XPlane *p)
{
    xplane_begin_ops(r);
    const uint8_t *at = NULL;
    XLine l;
    while (xplane_next_line(p, &at, &l)) {
        if (xline_is_counters(&l))
            xdevice_read_counters(r, h, d, p, &l);
        else
            read_line(r, h, d, p, &l);
        g_free(l.name);
        if (r->o->stop && r->o->stop(r->o->user))
            break;
    }
    xplane_end_ops(p);
}
