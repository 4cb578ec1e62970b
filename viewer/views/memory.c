/* The Memory view: its data and its callbacks. The picture is in layout/memory.c. */
#include "viewer/views/memory.h"

#include "trace/report/memory.h"
#include "viewer/layout/words.h"
#include "viewer/model/facts_impl.h"
#include "viewer/views.h"

#define MAX_SAMPLED 512

static void samples_clear(gpointer p)
{
    g_clear_pointer(&((DeviceSamples *)p)->samples, g_array_unref);
}

static void rows_free(gpointer p)
{
    MemoryRows *x = p;
    GArray **all[] = { &x->summary, &x->buffers, &x->peak, &x->curve, &x->samples, &x->moments };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        g_clear_pointer(all[i], g_array_unref);
    arranged_free(x->folded);
    table_free(x->table);
    table_free(x->copies);
    g_free(x);
}

const MemoryRows *memory_rows(const Rows *rows)
{
    return rows_own(rows, rows_free);
}

/* What was measured on each device: those with most first, in the order of their ids after that. */
static bool load_samples(TraceReader *r, int64_t run_id, MemoryRows *own, GError **error)
{
    g_autoptr(GArray) peaks = trace_query_peaks(r, run_id, error);
    if (!peaks)
        return false;
    const TracePeakRow *top = peaks->len ? TRACE_AT(peaks, TracePeakRow, 0) : NULL;
    own->capacity = top && top->capacity.known ? sane_size(top->capacity.v) : 0;
    own->samples = g_array_new(FALSE, TRUE, sizeof(DeviceSamples));
    g_array_set_clear_func(own->samples, samples_clear);
    for (guint i = 0; i < peaks->len && i < MAX_SAMPLED; i++) {
        const TracePeakRow *p = TRACE_AT(peaks, TracePeakRow, i);
        if (!p->measured.known)
            continue;
        DeviceSamples d = { p->global_id, p->capacity.known ? p->capacity.v : 0, trace_query_mem_samples(r, p->device_id, error) };
        if (!d.samples)
            return false;
        for (guint k = 0; k < d.samples->len; k++) {
            TraceSampleRow *x = TRACE_AT(d.samples, TraceSampleRow, k);
            x->ts_ns = sane_time(x->ts_ns);
            x->in_use = sane_size(x->in_use);
        }
        g_array_append_val(own->samples, d);
        if (!own->moments && !(own->moments = trace_query_memory_moments(r, run_id, p->device_id, error)))
            return false;
    }
    for (guint i = 0; own->moments && i < own->moments->len; i++) {
        TraceMemoryMoment *m = TRACE_AT(own->moments, TraceMemoryMoment, i);
        m->ts_ns = sane_time(m->ts_ns);
        m->in_use = sane_size(m->in_use);
        m->planned = sane_size(m->planned);
    }
    return true;
}

static void make_sane(GArray *buffers)
{
    for (guint i = 0; i < buffers->len; i++) {
        TraceBufferRow *b = TRACE_AT(buffers, TraceBufferRow, i);
        b->size = sane_size(b->size);
        b->place_bytes = sane_size(b->place_bytes);
        b->off = sane_size(b->off);
    }
}

static bool load(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error)
{
    if (!load_runs(r, q, prev, out, LOAD_steps, error))
        return false;
    const RunRows *run = rows_current(out);
    if (!run)
        return true;
    int64_t final = run->info->final_snap;
    MemoryRows *own = g_new0(MemoryRows, 1);
    rows_give(out, own, rows_free);
    if (!load_samples(r, run->info->id, own, error) || !(own->summary = trace_query_memory_summary(r, final, error)) ||
        !(own->buffers = trace_query_buffers(r, final, false, error)) || !(own->peak = trace_query_buffers(r, final, true, error)) ||
        !(own->curve = trace_query_memory_curve(r, final, error)))
        return false;
    make_sane(own->buffers);
    make_sane(own->peak);
    g_autoptr(TraceLayers) layers = trace_layers(r, run->info->module_id, error);
    g_autoptr(GArray) copies = layers ? trace_query_copies(r, final, error) : NULL;
    if (!copies)
        return false;
    own->copies = memory_copies_table(copies, layers);
    own->table = memory_peak_table(own->peak, layers);
    own->folded = table_arrange(own->table, &(Arrangement){ .sort = -1, .fold = true });
    for (guint i = 0; i < own->curve->len; i++)
        TRACE_AT(own->curve, TraceCurvePoint, i)->bytes = sane_size(TRACE_AT(own->curve, TraceCurvePoint, i)->bytes);
    TraceMemorySummary *sum = own->summary->len ? TRACE_AT(own->summary, TraceMemorySummary, 0) : NULL;
    if (sum && sum->peak.known)
        sum->peak.v = sane_size(sum->peak.v);
    return true;
}

static const char *empty(const TraceRunInfo *run)
{
    return run->final_snap ? NULL : "no memory plan was recorded";
}

/* What of this line of the list belongs to an instruction. */
static void add_held(const MemoryRows *own, const ListLine *line, int64_t inst, bool *any, Facts *f)
{
    const TraceBufferRow *first = NULL;
    guint n = 0;
    int64_t its = 0, all = 0;
    for (guint k = 0; k < line->n; k++) {
        const TraceBufferRow *b = TRACE_AT(own->peak, TraceBufferRow, g_array_index(own->folded->order, guint, line->first + k));
        all += b->place_bytes;
        if (b->inst_id != inst)
            continue;
        first = first ? first : b;
        its += b->place_bytes;
        n++;
    }
    if (!first)
        return;
    if (!*any)
        facts_heading(f, "In use at the peak");
    *any = true;
    g_autofree char *times = n > 1 ? g_strdup_printf(" in %u buffers", n) : g_strdup("");
    g_autofree char *among = n < line->n ? g_strdup_printf("; %u of %u alike, %s in all", n, line->n, word_bytes(all).s) : g_strdup("");
    facts_addf(f, NULL, "%s: %s%s, %s%s%s%s", first->label ? first->label : first->value ? first->value : first->cat_name, word_bytes(its).s, times, first->cat_name,
               first->shape ? ", " : "", first->shape ? shape_show(first->shape).s : "", among);
}

/* A line of the list is a buffer, and what is selected the instruction that made it, which may have made others. */
static void facts(const Rows *rows, Ref ref, Facts *f)
{
    const MemoryRows *own = memory_rows(rows);
    bool any = false;
    for (guint i = 0; own && own->folded && ref.kind == REF_inst && i < own->folded->lines->len; i++)
        add_held(own, arranged_line(own->folded, i), ref.id, &any, f);
}

static void stops(const Rows *rows, const Viewport *vp, bool all, GArray *out)
{
    (void)all;
    const RunRows *run = rows_current(rows);
    const MemoryRows *own = memory_rows(rows);
    if (!run || !own || !own->table)
        return;
    TableList list = memory_list(own, run->info->id);
    table_list_stops(vp, &list, out);
}

static bool frame(const Rows *rows, Viewport *vp)
{
    const MemoryRows *own = memory_rows(rows);
    vp->height = 640;
    return own && own->buffers->len;
}

static const ViewPage page = { .heading = "What fills a device's memory over the schedule", .frame = frame };

const View view_memory = {
    .name = "memory",
    .title = "Memory",
    .hint = "What fills a device's memory, and what is replicated.",
    .load = load,
    .layout = layout_memory,
    .accepts = REF_BIT(REF_value) | REF_BIT(REF_inst),
    .empty = empty,
    .stops = stops,
    .facts = facts,
    .page = &page,
    .report = "memory",
};
