/* Questions about memory: what is in use where according to the plan of a final snapshot, and what was measured. The summary, the curve and the
 * buffers at the peak all come from in_use_read(), so that they agree. */
#include "trace/query_impl.h"

#include <stdlib.h>

#include "trace/capped.h"
#include "trace/in_use.h"

/* NULL with *error. */
static InUse *in_use_read(TraceReader *r, int64_t snapshot_id, GError **error)
{
    g_autoptr(GArray) spans = ASK(BufferSpan,
        "SELECT b.id, COALESCE(b.place, -b.id), b.size, b.live_from, b.live_to, b.cat, a.flags FROM alloc a JOIN buffer b ON b.alloc_id = a.id"
        " WHERE a.snapshot_id = ?1 AND a.space = 0 AND (a.flags & 8) = 0 ORDER BY b.id", snapshot_id);
    if (!spans)
        return NULL;
    return in_use_of(g_steal_pointer(&spans));
}

/* Sets the fields about the peak: whether the buffer represents its place there, and the place's bytes. */
static void join_place(InUse *p, TraceBufferRow *b)
{
    guint k = GPOINTER_TO_UINT(g_hash_table_lookup(p->number, &b->place));
    if (!k) /* thread-local: not on the device */
        return;
    const Place *x = &g_array_index(p->list, Place, k - 1);
    b->place_bytes = x->bytes;
    b->at_peak = x->named == b->id;
    if (!b->at_peak)
        return;
    b->cat = x->cat;
    g_free((char *)b->cat_name);
    b->cat_name = g_strdup(trace_buffer_cat_name(x->cat) ? trace_buffer_cat_name(x->cat) : "not known");
}

GArray *trace_query_memory_summary(TraceReader *r, int64_t snapshot_id, GError **error)
{
    g_autoptr(InUse) p = in_use_read(r, snapshot_id, error);
    GArray *rows = p ? ASK(MemorySummary, "SELECT 0, 0, 0, 0, COALESCE(sum(iif(flags & 47, 0, size)), 0), 0, 0, NULL, 0, 0"
                                          " FROM alloc WHERE snapshot_id = ?1 AND space = 0", snapshot_id) : NULL;
    if (!rows)
        return NULL;
    TraceMemorySummary *m = TRACE_AT(rows, TraceMemorySummary, 0);
    for (guint i = 0; i < p->list->len; i++) {
        const Place *x = &g_array_index(p->list, Place, i);
        bool param = x->flags & (FLAG_PARAM | FLAG_BOTH), result = x->flags & (FLAG_RESULT | FLAG_BOTH);
        int64_t *sum = param ? &m->argument : result ? &m->output : x->flags & FLAG_CONSTANT ? &m->constant : NULL;
        if (sum)
            *sum = add_capped(*sum, x->bytes);
        if (param && result)
            m->alias = add_capped(m->alias, x->bytes);
    }
    m->packing = MAX(sub_capped(m->temp, p->temp_live), 0);
    m->reserved = add_capped(add_capped(m->argument, m->output), add_capped(m->constant, m->temp));
    m->n_pos = p->n_pos;
    if (p->spans->len) {
        m->peak = TRACE_INT(p->peak);
        m->peak_pos = p->peak_pos;
    }
    return rows;
}

static gint by_place_bytes(gconstpointer pa, gconstpointer pb)
{
    const TraceBufferRow *a = pa, *b = pb;
    if (a->place_bytes != b->place_bytes)
        return a->place_bytes < b->place_bytes ? 1 : -1;
    return (a->id > b->id) - (a->id < b->id);
}

GArray *trace_query_buffers(TraceReader *r, int64_t snapshot_id, bool at_peak, GError **error)
{
    g_autoptr(InUse) p = in_use_read(r, snapshot_id, error);
    /* The result of the last instruction that was made for a reshard has the layout of the resharded value, and all have its name. */
    GArray *rows = p ? ASK(BufferRow,
        "SELECT b.id, b.alloc_id, b.inst_id, n.s, o.s, sh.s, op.s, a.space, b.off, b.size, b.unpadded, b.live_from, b.live_to,"
        " b.at_peak, b.cat, COALESCE(buffer_cat_name(b.cat), 'not known'), a.flags, sd.id, " SPELLED("sd") ", " COPIES("sd", "m") ", v.at,"
        " COALESCE(b.label, x.value_label, iif(i.param_no IS NOT NULL, op.s, NULL), n.s), COALESCE(i.origin_id, 0), COALESCE(b.place, -b.id), b.size"
        " FROM alloc a JOIN buffer b ON b.alloc_id = a.id JOIN snapshot s ON s.id = a.snapshot_id JOIN module m ON m.id = s.module_id"
        " LEFT JOIN inst i ON i.id = b.inst_id LEFT JOIN str n ON n.id = i.name_id LEFT JOIN str o ON o.id = i.opcode_id"
        " LEFT JOIN inst_leaf lf ON lf.inst_id = i.id AND '{' || lf.leaf || '}' = b.shape_index"
        " LEFT JOIN str sh ON sh.id = COALESCE(lf.shape_id, i.shape_id) LEFT JOIN str op ON op.id = i.op_name_id LEFT JOIN inst g ON g.id = i.origin_id"
        " LEFT JOIN reshard x ON x.id = (SELECT min(reshard_id) FROM reshard_inst WHERE inst_id = i.id)"
        " LEFT JOIN str go ON go.id = g.opcode_id" /* a table of numbers that the partitioner made is not divided as the value it was made for */
        " LEFT JOIN sharding sd ON sd.id = COALESCE(lf.sharding_id, i.sharding_id, iif(o.s = 'constant' AND COALESCE(go.s, '') <> 'constant', NULL, COALESCE(iif(i.id = (SELECT max(inst_id) FROM reshard_inst WHERE reshard_id = x.id), x.to_id, NULL), iif(x.id IS NULL, g.sharding_id, NULL))))"
        " LEFT JOIN v_loc v ON v.id = COALESCE(i.loc_id, g.loc_id)"
        " WHERE a.snapshot_id = ?1 AND a.space = 0 ORDER BY b.size DESC, b.id", snapshot_id) : NULL;
    for (guint i = 0; rows && i < rows->len; i++)
        join_place(p, TRACE_AT(rows, TraceBufferRow, i));
    for (guint i = rows && at_peak ? rows->len : 0; i-- > 0;)
        if (!TRACE_AT(rows, TraceBufferRow, i)->at_peak)
            g_array_remove_index_fast(rows, i);
    if (rows)
        g_array_sort(rows, by_place_bytes);
    return rows;
}

GArray *trace_query_memory_curve(TraceReader *r, int64_t snapshot_id, GError **error)
{
    enum { N_CATS = 9 };
    g_autoptr(InUse) p = in_use_read(r, snapshot_id, error);
    GArray *rows = p ? ASK(CurvePoint, "SELECT 0, 0, 0, 0 WHERE ?1 IS NULL", snapshot_id) : NULL;
    if (!rows)
        return NULL;
    size_t n;
    g_autofree PlaceChange *changes = in_use_changes(p, &n);
    int64_t by_cat[N_CATS] = { 0 }, total = 0;
    for (size_t i = 0; i < n;) {
        bool changed[N_CATS] = { false };
        int64_t pos = changes[i].pos;
        for (; i < n && changes[i].pos == pos; i++) {
            int64_t cat = g_array_index(p->list, Place, changes[i].place).cat;
            cat = cat >= 0 && cat < N_CATS ? cat : 0;
            by_cat[cat] = add_capped(by_cat[cat], changes[i].bytes);
            total = add_capped(total, changes[i].bytes);
            changed[cat] = true;
        }
        for (int k = 0; k < N_CATS; k++)
            if (changed[k])
                g_array_append_val(rows, ((TraceCurvePoint){ .pos = pos, .cat = k, .bytes = by_cat[k], .total = total }));
    }
    return rows;
}

GArray *trace_query_peaks(TraceReader *r, int64_t run_id, GError **error)
{
    return ASK(PeakRow,
        "SELECT d.id, d.global_id, (SELECT max(peak_bytes) FROM module WHERE run_id = ?1), x.bytes, x.at, COALESCE(d.mem_bytes, (SELECT capacity_bytes FROM prediction WHERE run_id = ?1))"
        " FROM device d LEFT JOIN (SELECT device_id, max(max(in_use, COALESCE(peak, 0))) AS bytes, ts_ns AS at"
        "  FROM mem_sample WHERE space = 0 GROUP BY device_id) x ON x.device_id = d.id"
        " WHERE d.run_id = ?1 ORDER BY x.bytes DESC, d.global_id", run_id);
}

static gint by_could_free(gconstpointer pa, gconstpointer pb)
{
    const TraceCopyRow *a = pa, *b = pb;
    return (a->could_free.v < b->could_free.v) - (a->could_free.v > b->could_free.v);
}

GArray *trace_query_copies(TraceReader *r, int64_t snapshot_id, GError **error)
{
    g_autoptr(GArray) peak = trace_query_buffers(r, snapshot_id, true, error);
    GArray *rows = peak ? ASK(CopyRow, "SELECT 0, '', NULL, NULL, '', 0, NULL, NULL, '', NULL WHERE ?1 IS NULL", snapshot_id) : NULL;
    if (!rows)
        return NULL;
    double sum = 0;
    for (guint i = 0; i < peak->len; i++)
        sum += (double)TRACE_AT(peak, TraceBufferRow, i)->place_bytes;
    for (guint i = 0; i < peak->len; i++) {
        const TraceBufferRow *b = TRACE_AT(peak, TraceBufferRow, i);
        if (!b->sharding || !b->copies.known || b->copies.v < 2 || (double)b->place_bytes < 0.01 * sum)
            continue;
        TraceCopyRow row = { .inst_id = b->origin_id, .value = g_strdup(b->label ? b->label : ""), .shape = g_strdup(b->shape), .bytes_out = TRACE_INT(b->place_bytes),
                             .sharding = g_strdup(b->sharding), .copies = b->copies.v, .could_free = TRACE_INT(b->place_bytes - b->place_bytes / b->copies.v),
                             .part = TRACE_REAL((double)b->place_bytes / sum), .cat_name = g_strdup(b->cat_name), .at = g_strdup(b->at) };
        g_array_append_val(rows, row);
    }
    g_array_sort(rows, by_could_free);
    return rows;
}

GArray *trace_query_memory_live(TraceReader *r, int64_t device_id, int64_t at_ns, GError **error)
{
    return ASK(LiveRow,
        "SELECT count(*), sum(x.bytes), s.s, x.cat, v.at FROM mem_event x LEFT JOIN str s ON s.id = x.what_id LEFT JOIN v_loc v ON v.id = x.loc_id"
        " WHERE x.device_id = ?1 AND x.ts_ns <= ?2 AND (x.free_ns IS NULL OR x.free_ns > ?2) GROUP BY x.what_id, x.cat, x.loc_id ORDER BY 2 DESC, 1 DESC, 3, 5", device_id, at_ns);
}

/* Fills in what the plan has in use at the moment's position. */
static void fill_moment(const InUse *p, TraceMemoryMoment *m)
{
    int64_t *const by_cat[] = { &m->not_known, &m->parameter, &m->optimiser, &m->gradient, &m->activation, &m->temporary, &m->collective, &m->constant, &m->output };
    for (guint i = 0; i < p->list->len; i++) {
        const Place *x = &g_array_index(p->list, Place, i);
        if (x->from > m->pos.v || x->to < m->pos.v)
            continue;
        int64_t *sum = by_cat[x->cat >= 0 && x->cat < (int64_t)G_N_ELEMENTS(by_cat) ? x->cat : 0];
        *sum = add_capped(*sum, x->bytes);
        m->planned = add_capped(m->planned, x->bytes);
    }
}

/* The step that the moment is in; an op that began before it has nothing to say. *next: where the last search ended, steps and moments
 * being in the order of time. */
static void join_step(TraceMemoryMoment *m, const GArray *steps, guint *next)
{
    while (*next < steps->len && TRACE_AT(steps, TraceStepRow, *next)->start_ns + TRACE_AT(steps, TraceStepRow, *next)->dur_ns < m->ts_ns)
        ++*next;
    const TraceStepRow *s = *next < steps->len ? TRACE_AT(steps, TraceStepRow, *next) : NULL;
    int64_t since_op = m->into_ns.known ? m->into_ns.v : 0;
    bool inside = s && s->start_ns < m->ts_ns;
    m->into_ns = inside ? TRACE_INT(m->ts_ns - s->start_ns) : (TraceInt){ 0 };
    if (inside) {
        m->step_id = s->id;
        m->num = TRACE_INT(s->num);
    }
    if (inside && since_op <= m->into_ns.v)
        return;
    m->inst_id = 0;
    m->pos = (TraceInt){ 0 };
    g_free((char *)m->op);
    g_free((char *)m->at);
    m->op = m->at = NULL;
}

/* A sample is taken at the end of an op, which is the last one that began before it. */
GArray *trace_query_memory_moments(TraceReader *r, int64_t run_id, int64_t device_id, GError **error)
{
    const int64_t snapshot = db_int(r->db, "SELECT max(s.id) FROM snapshot s WHERE s.stage = 4 AND s.module_id = " MAIN_MODULE("?1"), &run_id, 1, 0);
    g_autoptr(InUse) p = in_use_read(r, snapshot, error);
    g_autoptr(GArray) steps = p ? trace_query_steps(r, run_id, error) : NULL;
    GArray *rows = steps ? ASK(MemoryMoment,
        "WITH o AS (SELECT m.ts_ns, m.in_use, (SELECT e.id FROM lane l CROSS JOIN event e ON e.lane_id = l.id AND e.depth = 0 AND e.start_ns < m.ts_ns"
        "   WHERE l.run_id = ?1 AND l.device_id = ?2 AND l.kind = 3 AND e.inst_id IS NOT NULL ORDER BY e.start_ns DESC LIMIT 1) AS event_id"
        "  FROM mem_sample m WHERE m.device_id = ?2 AND m.space = 0)"
        "SELECT o.ts_ns, o.in_use, 0, NULL, o.ts_ns - e.start_ns, e.inst_id, (SELECT COALESCE(min(b.label), n.s) FROM buffer b WHERE b.inst_id = e.inst_id), v.at,"
        " (SELECT min(b.live_from) FROM buffer b WHERE b.inst_id = e.inst_id), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0"
        " FROM o LEFT JOIN event e ON e.id = o.event_id LEFT JOIN inst i ON i.id = e.inst_id LEFT JOIN str n ON n.id = i.name_id LEFT JOIN v_loc v ON v.id = i.loc_id"
        " ORDER BY o.ts_ns", run_id, device_id) : NULL;
    guint next = 0;
    for (guint i = 0; rows && i < rows->len; i++) {
        TraceMemoryMoment *m = TRACE_AT(rows, TraceMemoryMoment, i);
        join_step(m, steps, &next);
        if (m->pos.known)
            fill_moment(p, m);
    }
    return rows;
}

GArray *trace_query_mem_samples(TraceReader *r, int64_t device_id, GError **error)
{
    return ASK(SampleRow, "SELECT ts_ns, in_use, reserved, resident FROM mem_sample WHERE device_id = ?1 AND space = 0 ORDER BY ts_ns", device_id);
}
