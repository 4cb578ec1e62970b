/* Numbers of memory: see numbers.h. */
#include "tests/conformance/numbers.h"

#include <string.h>

/* The sum over places at each position, computed directly from the rows of `buffer`, without queries. */
static int64_t highest_from_rows(TraceReader *r, int64_t snapshot)
{
    GError *error = NULL;
    g_autoptr(GArray) rows = trace_read_rows(r, TRACE_TABLE_buffer, "WHERE alloc_id IN (SELECT id FROM alloc WHERE snapshot_id = ?1) ORDER BY place", &snapshot, 1, &error);
    g_assert_no_error(error);
    int64_t n = 1, most = 0;
    for (guint i = 0; i < rows->len; i++)
        n = MAX(n, TRACE_AT(rows, TraceBuffer, i)->live_to.known ? TRACE_AT(rows, TraceBuffer, i)->live_to.v + 1 : 0);
    g_autofree int64_t *in_use = g_new0(int64_t, n);
    for (guint i = 0; i < rows->len;) {
        int64_t place = TRACE_AT(rows, TraceBuffer, i)->place.v, from = n - 1, to = 0, size = 0;
        for (; i < rows->len && TRACE_AT(rows, TraceBuffer, i)->place.v == place; i++) {
            const TraceBuffer *b = TRACE_AT(rows, TraceBuffer, i);
            g_assert_true(b->place.known);
            from = MIN(from, b->live_from.known ? b->live_from.v : 0);
            to = MAX(to, b->live_to.known ? b->live_to.v : n - 1);
            size = MAX(size, b->size);
        }
        for (int64_t t = from; t <= to; t++)
            in_use[t] += size;
    }
    for (int64_t t = 0; t < n; t++)
        most = MAX(most, in_use[t]);
    return most;
}

void numbers_check_memory(const NumbersTrace *t, const TraceRunInfo *run, guint number)
{
    GError *error = NULL;
    g_autoptr(GArray) summary = trace_query_memory_summary(t->r, run->final_snap, &error);
    g_autoptr(GArray) curve = trace_query_memory_curve(t->r, run->final_snap, &error);
    g_autoptr(GArray) peak = trace_query_buffers(t->r, run->final_snap, true, &error);
    g_autoptr(GArray) all = trace_query_buffers(t->r, run->final_snap, false, &error);
    g_autoptr(GArray) rows = trace_read_rows(t->r, TRACE_TABLE_buffer, "WHERE at_peak = 1 AND alloc_id IN (SELECT id FROM alloc WHERE snapshot_id = ?1)", &run->final_snap, 1, &error);
    g_assert_no_error(error);
    const TraceMemorySummary *m = TRACE_AT(summary, TraceMemorySummary, 0);
    g_test_message("%s: %" G_GINT64_FORMAT " bytes at the peak", t->program, m->peak.v);

    g_assert_cmpint(run->peak_bytes.v, ==, m->peak.v);
    g_assert_cmpint(highest_from_rows(t->r, run->final_snap), ==, m->peak.v);
    int64_t highest = 0, listed = 0, by_cat[9] = { 0 }, at_peak[9] = { 0 };
    for (guint i = 0; i < curve->len; i++) {
        const TraceCurvePoint *p = TRACE_AT(curve, TraceCurvePoint, i);
        highest = MAX(highest, p->total);
        if (p->pos <= m->peak_pos)
            at_peak[p->cat] = p->bytes;
    }
    g_assert_cmpint(highest, ==, m->peak.v);
    for (guint i = 0; i < peak->len; i++) {
        const TraceBufferRow *b = TRACE_AT(peak, TraceBufferRow, i);
        listed += b->place_bytes;
        by_cat[b->cat] += b->place_bytes;
        g_assert_nonnull(b->label);
        g_assert_cmpstr(b->label, !=, "while");
    }
    g_assert_cmpint(listed, ==, m->peak.v);
    for (int k = 0; k < 9; k++)
        g_assert_cmpint(by_cat[k], ==, at_peak[k]);
    g_assert_cmpuint(rows->len, ==, peak->len); /* the recording named the same values */
    for (guint i = 0; i < peak->len; i++) {
        bool there = false;
        for (guint k = 0; k < rows->len; k++)
            there |= TRACE_AT(rows, TraceBuffer, k)->id == TRACE_AT(peak, TraceBufferRow, i)->id;
        g_assert_true(there);
    }
    int64_t lowest = m->argument + m->constant, arena = 0;
    for (guint i = 0; i < all->len; i++) {
        const TraceBufferRow *b = TRACE_AT(all, TraceBufferRow, i);
        if (b->alloc_flags == 16)
            arena = MAX(arena, b->off + b->size);
    }
    g_assert_cmpint(m->peak.v, >=, lowest);
    g_assert_cmpint(m->peak.v, <=, m->reserved);
    g_assert_cmpint(m->temp, >=, arena);
    g_assert_cmpint(m->reserved, ==, m->argument + m->output + m->constant + m->temp);

    /* Over time: the highest moment is the measured peak of the device, and what the plan has in use there is told by category. */
    g_autoptr(GArray) peaks = trace_query_peaks(t->r, run->id, &error);
    const TracePeakRow *top = TRACE_AT(peaks, TracePeakRow, 0);
    g_autoptr(GArray) moments = trace_query_memory_moments(t->r, run->id, top->device_id, &error);
    g_assert_no_error(error);
    int64_t in_use = 0, n_known = 0;
    for (guint i = 0; i < moments->len; i++) {
        const TraceMemoryMoment *x = TRACE_AT(moments, TraceMemoryMoment, i);
        in_use = MAX(in_use, x->in_use);
        n_known += x->pos.known;
        g_assert_cmpint(x->not_known + x->parameter + x->optimiser + x->gradient + x->activation + x->temporary + x->collective + x->constant + x->output, ==, x->planned);
        g_assert_cmpint(x->planned, <=, m->peak.v);
        g_assert_cmpint(x->planned > 0, ==, x->pos.known);
        g_assert_true(!x->step_id == !x->num.known && !x->step_id == !x->into_ns.known);
    }
    if (moments->len) {
        g_assert_cmpint(in_use, ==, top->measured.v);
        bool computes = false; /* or it returns what it is given */
        for (guint i = 0; i < all->len; i++)
            computes |= TRACE_AT(all, TraceBufferRow, i)->live_from.known;
        g_assert_true(n_known > 0 || !computes);
    }

    g_autoptr(JsonNode) root = numbers_report(t->path, "memory");
    JsonObject *json = numbers_run_of(root, number);
    g_assert_cmpint(numbers_sum(json, "summary", "peak_bytes"), ==, m->peak.v);
    g_assert_cmpint(numbers_sum(json, "categories", "bytes"), ==, m->peak.v);
    g_assert_cmpint(numbers_sum(json, "buffers", "bytes"), ==, m->peak.v);
    JsonArray *over_time = moments->len ? json_object_get_array_member(json, "over_time") : NULL;
    in_use = 0;
    for (guint i = 0; over_time && i < json_array_get_length(over_time); i++)
        in_use = MAX(in_use, json_object_get_int_member(json_array_get_object_element(over_time, i), "in_use_bytes"));
    g_assert_true(!moments->len || in_use == top->measured.v);
    JsonArray *devices = json_object_get_array_member(json, "devices");
    for (guint i = 0; i < json_array_get_length(devices); i++)
        g_assert_cmpint(json_object_get_int_member(json_array_get_object_element(devices, i), "planned_bytes"), ==, m->peak.v);
}
