/* Planes of devices: lines of steps, modules and ops of TPUs, streams of GPUs. */
#include <stdlib.h>
#include <string.h>

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

/* ---- kinds of events ---------------------------------------------------------------------------------------------------------- */

/* "%all-reduce.1 = bf16[8]{0} all-reduce(...), ..." -> "all-reduce"; NULL if the text is no instruction. */
static char *opcode_in(const XEventKind *k)
{
    g_autofree char *text = xspace_text(k->name, MIN(k->n_name, (size_t)1 << 14));
    const char *at = strstr(text, " = ");
    if (!at || text[0] != '%')
        return NULL;
    int level = 0;
    for (at += 3; *at; at++) { /* over the type, which may be a tuple */
        if (*at == '(' || *at == '[' || *at == '{')
            level++;
        else if (*at == ')' || *at == ']' || *at == '}')
            level--;
        else if (*at == ' ' && level == 0)
            break;
    }
    const char *end = strchr(at, '(');
    return *at == ' ' && end ? g_strndup(at + 1, (size_t)(end - at - 1)) : NULL;
}

static void fill_facts(const XPlane *p, const XEventKind *k, ImportFacts *f, bool *has_program, uint64_t *program)
{
    const uint8_t *at = NULL;
    XStat s;
    while (xplane_next_stat(p, k->m, 5, &at, &s)) {
        switch ((int)s.key) {
        case XSTAT_program_id:
            *program = (uint64_t)xstat_int(&s);
            *has_program = true;
            break;
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
        case XSTAT_shape_with_layout:
            g_free(f->shape);
            f->shape = xstat_text(&s);
            break;
        case XSTAT_flops:
            f->flops = xstat_real(&s);
            break;
        case XSTAT_bytes_accessed:
            f->bytes = xstat_real(&s);
            break;
        default:
            break;
        }
    }
}

void xdevice_facts(ImportRun *r, const XPlane *p)
{
    GHashTableIter it;
    gpointer value;
    g_hash_table_iter_init(&it, p->kinds);
    while (g_hash_table_iter_next(&it, NULL, &value)) {
        const XEventKind *k = value;
        ImportFacts *f = g_new(ImportFacts, 1);
        *f = (ImportFacts){ .flops = -1, .bytes = -1 };
        bool has_program = false;
        uint64_t program = 0;
        fill_facts(p, k, f, &has_program, &program);
        f->opcode = opcode_in(k);
        g_autofree char *name = xkind_name(k);
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

/* Looked up once for all events of the kind. */
static XKindInfo *info_of(ImportRun *r, const XPlane *p, const XEventKind *k)
{
    if (k->user)
        return k->user;
    XKindInfo *info = g_new0(XKindInfo, 1);
    ((XEventKind *)k)->user = info;
    info->name_id = xkind_name_id(r, k);
    const uint8_t *at = NULL;
    XStat s;
    g_autofree char *category = NULL, *module = NULL;
    bool has_id = false;
    uint64_t id = 0;
    while (xplane_next_stat(p, k->m, 5, &at, &s)) {
        if (s.key == XSTAT_program_id) {
            has_id = true;
            id = (uint64_t)xstat_int(&s);
        } else if (s.key == XSTAT_hlo_category && !category) {
            category = xstat_text(&s);
        } else if (s.key == XSTAT_own_category) {
            g_autofree char *own = xstat_text(&s);
            info->own_cat = (uint8_t)import_own_cat(own);
        } else if (s.key == XSTAT_hlo_module && !module) {
            module = xstat_text(&s);
        }
    }
    if (has_id || module)
        info->program = import_programs_find(r->programs, module, has_id, id);
    int kind;
    info->cat = (uint8_t)import_cat_of(category, &kind);
    info->coll_kind = (uint8_t)kind;
    return info;
}

static void free_infos(XPlane *p)
{
    GHashTableIter it;
    gpointer kind;
    g_hash_table_iter_init(&it, p->kinds);
    while (g_hash_table_iter_next(&it, NULL, &kind))
        g_clear_pointer(&((XEventKind *)kind)->user, g_free);
}

/* An op of a program by the name of the kind; made from what the profile says of it where the program came without instructions. */
static ImportOp *op_named(ImportRun *r, ImportProgram *g, const XEventKind *k)
{
    g_autofree char *name = xkind_name(k);
    ImportOp *op = import_program_op(g, name, strlen(name));
    return op ? op : import_programs_make_op(r->programs, g, name);
}

/* ---- events ---------------------------------------------------------------------------------------------------------------------- */

static bool is_line(const XLine *l, const char *name)
{
    return g_str_equal(l->name, name);
}

static int lane_kind(const XLine *l, bool is_gpu)
{
    int kind = import_lane_kind(l->name, is_gpu);
    return kind ? kind : is_gpu && l->n_events && !g_str_has_prefix(l->name, "Derived") ? TRACE_LANE_STREAM : TRACE_LANE_OTHER;
}

typedef struct OpKey {
    const void *text;
    size_t n;
    const void *program;
} OpKey;

static guint op_key_hash(gconstpointer p)
{
    const OpKey *k = p;
    return (guint)(((uintptr_t)k->text * 0x9e3779b97f4a7c15u ^ (uintptr_t)k->program * 0xc2b2ae3d27d4eb4fu) >> 32);
}

static gboolean op_key_equal(gconstpointer pa, gconstpointer pb)
{
    const OpKey *a = pa, *b = pb;
    return a->text == b->text && a->n == b->n && a->program == b->program;
}

/* Interned texts have one address, so that a program and an op are looked up once for each text. */
static gpointer cached(GHashTable *cache, const OpKey *key, bool *found)
{
    gpointer value;
    *found = g_hash_table_lookup_extended(cache, key, NULL, &value);
    return *found ? value : NULL;
}

void xplane_begin_ops(ImportRun *r)
{
    g_clear_pointer(&r->op_cache, g_hash_table_unref);
    g_clear_pointer(&r->program_cache, g_hash_table_unref);
    r->op_cache = g_hash_table_new_full(op_key_hash, op_key_equal, g_free, NULL);
    r->program_cache = g_hash_table_new_full(op_key_hash, op_key_equal, g_free, NULL);
}

ImportOp *xevent_op(ImportRun *r, const XPlane *p, const XEvent *e, ImportProgram **program)
{
    const uint8_t *at = NULL;
    XStat s, op = { 0 }, module = { 0 };
    bool has_id = false, found;
    int64_t id = 0;
    while (xplane_next_stat(p, e->m, 4, &at, &s)) {
        if (s.key == XSTAT_hlo_op)
            op = s;
        else if (s.key == XSTAT_hlo_module)
            module = s;
        else if (s.key == XSTAT_program_id) {
            has_id = true;
            id = xstat_int(&s);
        }
    }
    *program = NULL;
    if (!has_id && !module.n)
        return NULL;
    OpKey key = { module.text, module.n, GSIZE_TO_POINTER((gsize)id * 2 + has_id) };
    *program = cached(r->program_cache, &key, &found);
    if (!found) {
        g_autofree char *name = module.n ? xstat_text(&module) : NULL;
        *program = import_programs_find(r->programs, name, has_id, (uint64_t)id);
        g_hash_table_insert(r->program_cache, g_memdup2(&key, sizeof key), *program);
    }
    if (!op.n || !*program)
        return NULL;
    key = (OpKey){ op.text, op.n, *program };
    ImportOp *out = cached(r->op_cache, &key, &found);
    if (!found) {
        g_autofree char *name = xstat_text(&op);
        out = import_program_op(*program, name, strlen(name));
        if (!out)
            out = import_programs_make_op(r->programs, *program, name);
        g_hash_table_insert(r->op_cache, g_memdup2(&key, sizeof key), out);
    }
    return out;
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
    const uint8_t *at = NULL;
    XEvent e;
    for (int64_t i = 0; xline_next_event(p, l, &at, &e); i++) {
        int64_t from, to;
        XStat s;
        xevent_span(l, &e, &from, &to);
        TraceInt warm = xevent_stat(p, &e, XSTAT_own_warm, &s) ? TRACE_INT(xstat_int(&s) != 0) : (TraceInt){ 0 };
        if (!e.is_sum)
            timeline_step(r->timeline, 2, step_number(p, &e, i), from + h->shift_ns, to + h->shift_ns, warm);
    }
}

static void look_at_modules(ImportRun *r, const XHost *h, XDevice *d, const XPlane *p, const XLine *l)
{
    const uint8_t *at = NULL;
    XEvent e;
    while (xline_next_event(p, l, &at, &e)) {
        int64_t from, to;
        XStat s;
        if (e.is_sum || !e.kind)
            continue;
        xevent_span(l, &e, &from, &to);
        g_autofree char *name = xkind_name(e.kind);
        bool has_id = xevent_stat(p, &e, XSTAT_program_id, &s);
        ImportProgram *g = import_programs_find(r->programs, name, has_id, has_id ? (uint64_t)xstat_int(&s) : 0);
        if (g)
            timeline_exec(d->device, g, from + h->shift_ns, to + h->shift_ns, 0);
    }
}

static void look_at_stream(ImportRun *r, const XHost *h, const XPlane *p, const XLine *l, GArray *kernels)
{
    const uint8_t *at = NULL;
    XEvent e;
    while (xline_next_event(p, l, &at, &e)) {
        ImportKernel k;
        if (e.is_sum)
            continue;
        k.op = xevent_op(r, p, &e, &k.program);
        xevent_span(l, &e, &k.start, &k.end);
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
        d->device->has_async |= is_line(&l, "Async XLA Ops") && l.n_events > 0;
        g_free(l.name);
    }
    at = NULL;
    while (d->is_gpu && !modules && xplane_next_line(p, &at, &l)) {
        if (lane_kind(&l, true) == TRACE_LANE_STREAM)
            look_at_stream(r, h, p, &l, kernels);
        g_free(l.name);
    }
    import_find_execs(d->device, kernels);
}

/* ---- second look -------------------------------------------------------------------------------------------------------------------- */

/* What an event runs: by its own stats on GPUs, by its kind's on TPUs, else by the execution around it. */
static void find_op(ImportRun *r, const XDevice *d, const XPlane *p, const XEvent *e, TimelineEvent *out)
{
    XKindInfo *info = info_of(r, p, e->kind);
    out->name_id = info->name_id;
    ImportProgram *program = NULL;
    if (d->is_gpu) {
        out->op = xevent_op(r, p, e, &program);
        int kind;
        if (!info->looked) {
            g_autofree char *name = xkind_name(e->kind);
            info->cat = (uint8_t)import_cat_of_kernel(name, &kind);
            info->coll_kind = (uint8_t)kind;
            info->looked = true;
        }
        out->cat = info->cat == TRACE_CAT_COMPUTE && out->op ? (uint8_t)out->op->cat : info->cat;
        if (out->cat == TRACE_CAT_NONE)
            out->cat = TRACE_CAT_COMPUTE; /* a kernel of a loop or branch */
        out->coll_kind = info->coll_kind;
        if (info->cat == TRACE_CAT_COPY && out->op && out->op->cat == TRACE_CAT_COLLECTIVE)
            out->cat = TRACE_CAT_COLLECTIVE; /* a collective of one device copies */
        return;
    }
    if (info->program) {
        if (!info->looked)
            info->op = op_named(r, info->program, e->kind);
        info->looked = true;
        out->op = info->op;
    } else {
        uint32_t exec = timeline_exec_at(d->device, out->start_ns, 0);
        program = exec ? g_array_index(d->device->execs, TimelineExec, exec - 1).program : NULL;
        OpKey key = { e->kind, 0, program };
        bool found;
        out->op = program ? cached(r->op_cache, &key, &found) : NULL;
        if (program && !found)
            g_hash_table_insert(r->op_cache, g_memdup2(&key, sizeof key), out->op = op_named(r, program, e->kind));
    }
    out->cat = info->own_cat ? info->own_cat : out->op ? (uint8_t)out->op->cat : info->cat;
    out->coll_kind = out->op ? (uint8_t)out->op->coll_kind : info->coll_kind;
}

/* A line of counters: one value an event. */
static void read_counters(ImportRun *r, const XHost *h, XDevice *d, const XPlane *p, const XLine *l)
{
    const uint8_t *at = NULL;
    XEvent e;
    int64_t n = 0, lane = trace_put_lane(r->w, &(TraceLane){ .run_id = r->run_id, .host_id = h->row, .device_id = d->device->row, .kind = TRACE_LANE_OTHER, .name = l->name });
    g_autoptr(GHashTable) last = g_hash_table_new(NULL, NULL);
    while (xline_next_event(p, l, &at, &e)) {
        int64_t from, to;
        XStat s;
        xevent_span(l, &e, &from, &to);
        uint32_t name = xkind_name_id(r, e.kind);
        int64_t ts = from + h->shift_ns, before = (int64_t)GPOINTER_TO_SIZE(g_hash_table_lookup(last, GUINT_TO_POINTER(name)));
        n++;
        if (e.is_sum || (!xevent_stat(p, &e, XSTAT_counter_value, &s) && !xevent_stat(p, &e, XSTAT_scaled_value, &s)) || (before && before >= ts + 1)) {
            r->n_left++;
            import_note(r, 1, "counters_without_value", 1, "samples of counters without a value, or out of order");
            continue;
        }
        g_hash_table_insert(last, GUINT_TO_POINTER(name), GSIZE_TO_POINTER((gsize)ts + 1));
        trace_put_counter(r->w, &(TraceCounter){ .lane_id = lane, .name_id = name, .ts_ns = ts, .value = xstat_real(&s) });
    }
    r->n_seen += n;
    import_saw(r, "counters", n);
}

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
    timeline_lane(r->timeline, &(TimelineLane){ d->device, h->row, TRACE_LANE_ASYNC, "from start to done (worked out)", false, false }, out);
}

void xdevice_collectives(ImportRun *r, XHost *h, XDevice *d, XPlane *p, GArray *out)
{
    enum { ENOUGH = 100000 };
    xplane_begin_ops(r);
    const uint8_t *at = NULL;
    XLine l;
    while (xplane_next_line(p, &at, &l)) {
        int kind = lane_kind(&l, d->is_gpu);
        const uint8_t *in = NULL;
        XEvent e;
        while ((kind == TRACE_LANE_OPS || kind == TRACE_LANE_STREAM) && out->len < ENOUGH && xline_next_event(p, &l, &in, &e)) {
            TimelineEvent event = { 0 };
            int64_t to;
            if (!e.kind || e.is_sum)
                continue;
            xevent_span(&l, &e, &event.start_ns, &to);
            find_op(r, d, p, &e, &event);
            if (event.cat == TRACE_CAT_COLLECTIVE && event.op && event.op->inst_id && !(event.op->starts && event.op->pair))
                g_array_append_val(out, ((XMeeting){ event.op->inst_id, to + h->shift_ns }));
        }
        g_free(l.name);
    }
    free_infos(p);
}

static void read_line(ImportRun *r, const XHost *h, XDevice *d, XPlane *p, const XLine *l)
{
    g_autoptr(GArray) events = g_array_sized_new(FALSE, FALSE, sizeof(TimelineEvent), (guint)MIN(l->n_events, 1 << 28));
    int kind = lane_kind(l, d->is_gpu);
    bool ops = kind == TRACE_LANE_OPS || kind == TRACE_LANE_STREAM;
    const uint8_t *at = NULL;
    XEvent e;
    int64_t n = 0;
    while (xline_next_event(p, l, &at, &e)) {
        TimelineEvent out = { 0 };
        int64_t to;
        n++;
        if (e.is_sum) {
            r->n_left++;
            import_note(r, 0, "aggregates", 1, "events are sums of several, without a place in time");
            continue;
        }
        xevent_span(l, &e, &out.start_ns, &to);
        out.dur_ns = to - out.start_ns;
        out.start_ns += h->shift_ns;
        if (!e.kind)
            import_note(r, 2, "nameless", 1, "events without a name: the plane's table of names has no such entry");
        if (!e.kind)
            out.name_id = xkind_name_id(r, NULL);
        else if (ops || kind == TRACE_LANE_ASYNC)
            find_op(r, d, p, &e, &out);
        else
            out.name_id = xkind_name_id(r, e.kind);
        if (ops) {
            r->n_ops++;
            r->n_joined += out.op && out.op->inst_id;
        }
        g_array_append_val(events, out);
    }
    import_source_release(h->source, l->m.p + l->m.n);
    r->n_seen += n;
    import_saw(r, kind == TRACE_LANE_STREAM ? "streams" : l->name, n);
    timeline_lane(r->timeline, &(TimelineLane){ d->device, h->row, kind, l->name, ops, ops }, events);
    if (kind == TRACE_LANE_OPS && !d->device->has_async && !d->is_gpu)
        make_async(r, h, d, events);
}

void xdevice_read(ImportRun *r, XHost *h, XDevice *d, XPlane *p)
{
    xplane_begin_ops(r);
    const uint8_t *at = NULL;
    XLine l;
    while (xplane_next_line(p, &at, &l)) {
        if (is_line(&l, "_counters_"))
            read_counters(r, h, d, p, &l);
        else
            read_line(r, h, d, p, &l);
        g_free(l.name);
        if (r->o->stop && r->o->stop(r->o->user))
            break;
    }
    free_infos(p);
}
