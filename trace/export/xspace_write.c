/* Events, lines and metadata of an XSpace profile's planes. See xspace.h. */
#include "trace/export/xspace.h"

#include <string.h>

#include "trace/import/programs.h"
#include "trace/wire.h"
#include "trace/wire_put.h"

static const char *const stat_names[STAT_count] = { [STAT_program_id] = "program_id", [STAT_symbol_id] = "symbol_id", [STAT_hlo_category] = "hlo_category", [STAT_hlo_module] = "hlo_module", [STAT_hlo_op] = "hlo_op", [STAT_kernel_details] = "kernel_details",
    [STAT_tf_op] = "tf_op", [STAT_source] = "source", [STAT_flops] = "flops", [STAT_bytes_accessed] = "bytes_accessed", [STAT_shape] = "shape_with_layout",
    [STAT_step_num] = "step_num", [STAT_group_id] = "group_id", [STAT_run_id] = "run_id", [STAT_flow] = "flow", [STAT_hlo_proto] = "Hlo Proto",
    [STAT_device_type] = "device_type_string", [STAT_peak_flops] = "peak_teraflops_per_second", [STAT_peak_memory] = "peak_hbm_bw_gigabytes_per_second",
    [STAT_memory_size] = "memory_size", [STAT_start] = "profile_start_time", [STAT_stop] = "profile_stop_time", [STAT_counter] = "counter_value",
    [STAT_own_category] = "shardscope_category", [STAT_own_warm] = "shardscope_warm",
    [STAT_producer_type] = "_pt", [STAT_producer] = "_p", [STAT_consumer_type] = "_ct", [STAT_consumer] = "_c",
    [STAT_own_part] = "shardscope_part" };

/* ---- stats ------------------------------------------------------------------------------------------------------------------------------- */

void xspace_put_stat(XSpace *s, GString *out, int field)
{
    wire_put_message(out, field, s->stat);
}

void xspace_stat_int(XSpace *s, GString *out, int field, Stat stat, int64_t v)
{
    wire_put_int(s->stat, 1, stat);
    wire_put_int_always(s->stat, AS_INT, v);
    xspace_put_stat(s, out, field);
}

void xspace_stat_uint(XSpace *s, GString *out, int field, Stat stat, uint64_t v)
{
    wire_put_int(s->stat, 1, stat);
    wire_put_int_always(s->stat, AS_UINT, (int64_t)v);
    xspace_put_stat(s, out, field);
}

void xspace_stat_double(XSpace *s, GString *out, int field, Stat stat, double v)
{
    wire_put_int(s->stat, 1, stat);
    wire_put_double(s->stat, AS_DOUBLE, v);
    xspace_put_stat(s, out, field);
}

void xspace_stat_text(XSpace *s, GString *out, int field, Stat stat, const char *v)
{
    if (!v || !*v)
        return;
    g_autofree char *valid = g_utf8_make_valid(v, -1);
    wire_put_int(s->stat, 1, stat);
    wire_put_text(s->stat, AS_TEXT, valid);
    xspace_put_stat(s, out, field);
}

/* ---- events and lines ---------------------------------------------------------------------------------------------------------------------- */

static int64_t ps(const XSpace *s, int64_t ns)
{
    return (int64_t)((uint64_t)(ns + s->base_ns) * 1000);
}

Spool *xspace_row_of(XSpace *s, int row)
{
    while ((int)s->rows->len <= row)
        g_ptr_array_add(s->rows, spool_new());
    return s->rows->pdata[row];
}

void xspace_begin_event(XSpace *s, int64_t metadata, int64_t start_ns, int64_t dur_ns)
{
    wire_put_int(s->event, EVENT_METADATA_ID, metadata);
    wire_put_int(s->event, EVENT_OFFSET, ps(s, start_ns));
    wire_put_int(s->event, EVENT_DURATION, (int64_t)((uint64_t)dur_ns * 1000));
}

static void end_event_in(XSpace *s, Spool *to)
{
    wire_put_message(spool_tail(to), EVENTS, s->event);
    spool_settle(to);
}

void xspace_end_event(XSpace *s, int row)
{
    end_event_in(s, xspace_row_of(s, row));
}

void xspace_line_free(gpointer p)
{
    XLine *l = p;
    g_free(l->name);
    spool_free(l->events);
    g_free(l);
}

void xspace_put_line(XSpace *s, const char *name, Spool *events)
{
    int nth = GPOINTER_TO_INT(g_hash_table_lookup(s->of_run, name));
    g_hash_table_insert(s->of_run, g_strdup(name), GINT_TO_POINTER(nth + 1));
    XLine *line = NULL;
    for (guint i = 0; !line && i < s->lines->len; i++) {
        XLine *l = s->lines->pdata[i];
        if (l->nth == nth && g_str_equal(l->name, name))
            line = l;
    }
    if (!line) {
        line = g_new(XLine, 1);
        *line = (XLine){ g_strdup(name), nth, spool_new(), 0 };
        g_ptr_array_add(s->lines, line);
    }
    line->n_parts += spool_size(events) > 0;
    spool_append(line->events, events);
}

typedef struct XEvent {
    int64_t start, dur;
    const uint8_t *bytes;
    size_t n;
} XEvent;

static int compare_events(gconstpointer a, gconstpointer b)
{
    const XEvent *p = a, *q = b;
    if (p->start != q->start)
        return p->start < q->start ? -1 : 1;
    return p->dur != q->dur ? (p->dur > q->dur ? -1 : 1) : (p->bytes > q->bytes) - (p->bytes < q->bytes);
}

/* Events of several runs in the order of time, which is that of profiles. */
static void sort_events(XLine *l)
{
    g_autoptr(GString) all = g_string_new(NULL);
    spool_take(l->events, all);
    g_autoptr(GArray) events = g_array_new(FALSE, FALSE, sizeof(XEvent));
    const uint8_t *at = (const uint8_t *)all->str, *end = at + all->len;
    bool bad = false;
    for (WireField f; wire_next(&at, end, &f, &bad);) {
        const WireMessage m = { f.bytes, f.n, &bad };
        g_array_append_val(events, ((XEvent){ wire_int(m, EVENT_OFFSET, 0), wire_int(m, EVENT_DURATION, 0), f.bytes, f.n }));
    }
    g_array_sort(events, compare_events);
    for (guint i = 0; i < events->len; i++) {
        const XEvent *e = &g_array_index(events, XEvent, i);
        wire_put_bytes(spool_tail(l->events), EVENTS, (const char *)e->bytes, e->n);
        spool_settle(l->events);
    }
}

void xspace_write_lines(XSpace *s)
{
    for (guint i = 0; i < s->lines->len; i++) {
        XLine *l = s->lines->pdata[i];
        if (l->n_parts > 1)
            sort_events(l);
        g_autoptr(GString) head = g_string_new(NULL);
        Spool *whole = spool_new();
        bool added = s->is_gpu && g_str_equal(l->name, "Steps"); /* of GPUs it is XProf that adds lines, with numbers from here on */
        wire_put_int(head, LINE_ID, added ? INT64_C(0xdeadbeef) : i + 1);
        wire_put_text(head, LINE_NAME, l->name);
        wire_put_int(head, TIMESTAMP, s->line_ns);
        wire_put_int(head, DISPLAY_ID, i + 1);
        /* A message's fields may come in pieces: the events are appended as they are. */
        g_string_append_len(spool_tail(whole), head->str, (gssize)head->len);
        spool_append(whole, l->events);
        spool_put(s->plane, LINES, whole);
        spool_free(whole);
    }
    g_ptr_array_set_size(s->lines, 0);
}

const char *xspace_line_name(const TraceLaneRow *l)
{
    switch (l->kind) {
    case TRACE_LANE_STEPS:
        return "Steps";
    case TRACE_LANE_MODULES:
        return "XLA Modules";
    case TRACE_LANE_OPS:
        return l->device_id ? "XLA Ops" : l->name;
    case TRACE_LANE_ASYNC:
        return "Async XLA Ops";
    case TRACE_LANE_MARKERS:
        return "XLA TraceMe";
    case TRACE_LANE_STREAM: { /* "device 3: Stream #14(Compute)" */
        const char *colon = l->device_id && g_str_has_prefix(l->name, "device ") ? strstr(l->name, ": ") : NULL;
        return colon ? colon + 2 : l->name;
    }
    default:
        return l->name;
    }
}

static void note_busy(XSpace *s, int64_t from, int64_t to)
{
    XSpan *last = s->busy->len ? &g_array_index(s->busy, XSpan, s->busy->len - 1) : NULL;
    if (last && from <= last->to)
        last->to = MAX(last->to, to);
    else
        g_array_append_val(s->busy, ((XSpan){ from, to }));
}

static void put_exposed(XSpace *s, int64_t metadata, int64_t from, int64_t to)
{
    if (to <= from)
        return;
    xspace_begin_event(s, metadata, from, to - from);
    xspace_stat_int(s, s->event, EVENT_STATS, STAT_own_part, 1);
    end_event_in(s, s->exposed);
}

/* A collective of a line of links: what no op hides of it is what XProf is to count for it, among the device's ops. Those of all links come in order of time. */
static void expose(XSpace *s, int64_t metadata, int64_t from, int64_t to)
{
    from = MAX(from, s->exposed_ns);
    guint low = 0, high = s->busy->len;
    while (low < high) {
        guint mid = (low + high) / 2;
        if (g_array_index(s->busy, XSpan, mid).to <= from)
            low = mid + 1;
        else
            high = mid;
    }
    for (; low < s->busy->len && g_array_index(s->busy, XSpan, low).from < to && from < to; low++) {
        put_exposed(s, metadata, from, MIN(g_array_index(s->busy, XSpan, low).from, to));
        from = MAX(from, g_array_index(s->busy, XSpan, low).to);
    }
    put_exposed(s, metadata, from, to);
    s->exposed_ns = MAX(s->exposed_ns, to);
}

/* An arrow begins at the event that has its number as producer, and ends where it is the consumer's. The number is that of the event that it begins at. */
static void put_arrows(XSpace *s, int64_t event)
{
    enum { LAUNCH = 1 };
    sqlite3_bind_int64(s->leaving, 1, event);
    if (sqlite3_step(s->leaving) == SQLITE_ROW) {
        xspace_stat_int(s, s->event, EVENT_STATS, STAT_producer_type, sqlite3_column_int64(s->leaving, 0) == LAUNCH ? CONTEXT_LAUNCH : CONTEXT_OTHER);
        xspace_stat_int(s, s->event, EVENT_STATS, STAT_producer, event);
    }
    sqlite3_reset(s->leaving);
    sqlite3_bind_int64(s->arriving, 1, event);
    while (sqlite3_step(s->arriving) == SQLITE_ROW) {
        xspace_stat_int(s, s->event, EVENT_STATS, STAT_consumer_type, sqlite3_column_int64(s->arriving, 1) == LAUNCH ? CONTEXT_LAUNCH : CONTEXT_OTHER);
        xspace_stat_int(s, s->event, EVENT_STATS, STAT_consumer, sqlite3_column_int64(s->arriving, 0));
    }
    sqlite3_reset(s->arriving);
}

void xspace_put_slice(Export *x, const ExportSlice *e, void *data)
{
    XSpace *s = data;
    bool by_inst = e->inst && !s->is_gpu; /* kernels have names of their own, and say with each event what they run */
    int64_t key = by_inst ? e->inst->id : (int64_t)((uint64_t)e->name_id * TRACE_N_CATS + (uint64_t)CLAMP(e->cat, 0, TRACE_N_CATS - 1));
    GHashTable *used = by_inst ? s->insts : s->names;
    if (!g_hash_table_contains(used, &key)) {
        int64_t *own = g_new(int64_t, 2);
        own[0] = key;
        own[1] = e->cat;
        g_hash_table_insert(used, own, own);
    }
    xspace_begin_event(s, by_inst ? e->inst->id : metadata_of(NAMES, key), e->start_ns, e->dur_ns);
    if (s->is_gpu && e->inst && e->inst->module) {
        xspace_stat_text(s, s->event, EVENT_STATS, STAT_hlo_op, e->inst->name);
        xspace_stat_text(s, s->event, EVENT_STATS, STAT_hlo_module, e->inst->module);
        xspace_stat_text(s, s->event, EVENT_STATS, STAT_hlo_category, e->inst->category);
        xspace_stat_uint(s, s->event, EVENT_STATS, STAT_program_id, (uint64_t)xspace_program_id(x, e->inst->module_id));
    }
    if (s->is_gpu && (e->cat == TRACE_CAT_COMPUTE || e->cat == TRACE_CAT_COLLECTIVE)) /* what XProf knows a kernel by */
        xspace_stat_text(s, s->event, EVENT_STATS, STAT_kernel_details, "regs:0");
    if (e->coll_id && e->cat != TRACE_CAT_WAIT) /* joined with the other members: in both directions */
        xspace_stat_uint(s, s->event, EVENT_STATS, STAT_flow, (uint64_t)e->coll_id << 2 | 3);
    if (s->leaving && s->arriving)
        put_arrows(s, e->id);
    /* Waits are markers beside the ops, as runtimes of TPUs write them: in profiles the time of a collective holds its wait. */
    bool wait = e->cat == TRACE_CAT_WAIT && e->around && (e->track->lane->kind == TRACE_LANE_OPS || e->track->lane->kind == TRACE_LANE_STREAM);
    end_event_in(s, wait ? s->waits : xspace_row_of(s, e->row));
    if (e->track->lane->kind == TRACE_LANE_OPS && e->track->lane->device_id)
        note_busy(s, e->start_ns, e->start_ns + e->dur_ns);
    else if (by_inst && e->cat == TRACE_CAT_COLLECTIVE && e->track->lane->device_id && g_str_has_suffix(e->track->lane->name, "links"))
        expose(s, e->inst->id, e->start_ns, e->start_ns + e->dur_ns);
}

/* ---- metadata ------------------------------------------------------------------------------------------------------------------------------ */

void xspace_put_metadata(XSpace *s, int field, int64_t id)
{
    g_autoptr(GString) body = g_string_new(NULL);
    wire_put_int(body, 1, id);
    g_string_append_len(body, s->event->str, (gssize)s->event->len);
    g_string_truncate(s->event, 0);
    wire_put_int_always(s->entry, 1, id);
    wire_put_message(s->entry, 2, body);
    wire_put_message(spool_tail(s->plane), field, s->entry);
    spool_settle(s->plane);
}

void xspace_put_name(XSpace *s, int64_t id, const char *name, const char *category)
{
    g_autofree char *valid = g_utf8_make_valid(name, -1);
    wire_put_text(s->event, 2, valid);
    xspace_stat_text(s, s->event, EVENT_META_STATS, STAT_hlo_category, category);
    xspace_stat_text(s, s->event, EVENT_META_STATS, STAT_own_category, category);
    xspace_put_metadata(s, EVENT_METADATA, id);
}

/* As the program in the file calls it: HLO has no exchange of blocks between different dimensions, which is written as one along a dimension of its own,
 * with ops around it that move data on the device. To be freed. */
static char *name_in_program(const XSpace *s, const InstFacts *f)
{
    g_autofree char *key = f->coll ? g_strdup_printf("%" G_GINT64_FORMAT " %s" XSPACE_EXCHANGED, f->module_id, f->name) : NULL;
    bool other = key && g_hash_table_contains(s->exchanged, key);
    return g_strconcat(f->name, other ? XSPACE_EXCHANGED : "", NULL);
}

/* "%dot.3 = f32[8,8] dot(...)" is what XProf takes apart where it knows no better; the name stands beside it. */
static void put_inst(Export *x, XSpace *s, const InstFacts *f, int64_t cat)
{
    g_autofree char *own_name = name_in_program(s, f), *text = g_strdup_printf("%%%s = %s %s()", own_name, f->shape ? f->shape : "", f->opcode), *valid = g_utf8_make_valid(text, -1);
    wire_put_text(s->event, 2, valid);
    wire_put_text(s->event, 4, own_name);
    xspace_stat_uint(s, s->event, EVENT_META_STATS, STAT_program_id, (uint64_t)xspace_program_id(x, f->module_id));
    xspace_stat_uint(s, s->event, EVENT_META_STATS, STAT_symbol_id, (uint64_t)f->id); /* by both numbers XProf tells ops apart */
    xspace_stat_text(s, s->event, EVENT_META_STATS, STAT_hlo_category, f->category ? f->category : f->coll ? f->coll : import_category(f->opcode, NULL));
    xspace_stat_text(s, s->event, EVENT_META_STATS, STAT_tf_op, f->op_name);
    xspace_stat_text(s, s->event, EVENT_META_STATS, STAT_source, f->at);
    xspace_stat_text(s, s->event, EVENT_META_STATS, STAT_shape, f->shape);
    xspace_stat_text(s, s->event, EVENT_META_STATS, STAT_own_category, cat ? trace_cat_name(cat) : NULL); /* by which our importer tells what it was */
    if (f->flops.known)
        xspace_stat_int(s, s->event, EVENT_META_STATS, STAT_flops, (int64_t)CLAMP(f->flops.v, 0, 9e18));
    if (f->bytes_rw.known)
        xspace_stat_int(s, s->event, EVENT_META_STATS, STAT_bytes_accessed, (int64_t)CLAMP(f->bytes_rw.v, 0, 9e18));
    xspace_put_metadata(s, EVENT_METADATA, f->id);
}

void xspace_put_all_metadata(Export *x, XSpace *s)
{
    GHashTableIter it;
    gpointer value;
    g_hash_table_iter_init(&it, s->insts);
    while (g_hash_table_iter_next(&it, NULL, &value)) {
        const int64_t *key = value;
        const InstFacts *f = export_inst(x, key[0]);
        if (f)
            put_inst(x, s, f, key[1]);
    }
    g_hash_table_iter_init(&it, s->names);
    while (g_hash_table_iter_next(&it, NULL, &value)) {
        const int64_t *key = value;
        xspace_put_name(s, metadata_of(NAMES, key[0]), export_text(x, key[0] / TRACE_N_CATS), key[1] ? trace_cat_name(key[1]) : NULL);
    }
    g_hash_table_remove_all(s->insts);
    g_hash_table_remove_all(s->names);
    for (int i = 1; i < STAT_count; i++) {
        wire_put_text(s->event, 2, stat_names[i]);
        xspace_put_metadata(s, STAT_METADATA, i);
    }
}
