/* report memory: the plan in a few numbers, the peak of each device, what is in use at the peak, and which of these values are
 * replicated. */
#include "trace/report/memory.h"

#include "trace/report/reports.h"
#include "trace/capped.h"

static const ReportColumn summary_columns[] = {
    { "peak_bytes", "peak", CELL_BYTES },          { "argument_bytes", "arguments", CELL_BYTES }, { "output_bytes", "results", CELL_BYTES },
    { "alias_bytes", "results stored in arguments", CELL_BYTES }, { "constant_bytes", "constants", CELL_BYTES }, { "temp_bytes", "temporaries", CELL_BYTES },
    { "packing_bytes", "gaps between them", CELL_BYTES }, { "reserved_bytes", "reserved in all", CELL_BYTES },
};

static const ReportColumn peak_columns[] = {
    { "device", "device", CELL_COUNT },       { "planned_bytes", "planned", CELL_BYTES }, { "measured_bytes", "measured", CELL_BYTES },
    { "at_ns", "measured at", CELL_NS },      { "capacity_bytes", "capacity", CELL_BYTES },
};

/* Of a run that was predicted nothing was measured: the same numbers are those of its timeline. */
static const ReportColumn predicted_peak_columns[] = {
    { "device", "device", CELL_COUNT },       { "planned_bytes", "planned", CELL_BYTES }, { "measured_bytes", "over time", CELL_BYTES },
    { "at_ns", "then at", CELL_NS },          { "capacity_bytes", "capacity", CELL_BYTES },
};

static const ReportColumn category_columns[] = {
    { "category", "in use at the peak", CELL_TEXT }, { "count", "buffers", CELL_COUNT }, { "bytes", "bytes", CELL_BYTES }, { "percent", "share", CELL_PERCENT },
};

static const ReportColumn buffer_columns[] = {
    { "label", "value", CELL_TEXT },       { "value", NULL, CELL_TEXT },          { "opcode", "op", CELL_TEXT, COL_SAME },         { "shape", "shape", CELL_TEXT, COL_SAME },
    { "bytes", "bytes", CELL_BYTES, COL_SUM },      { "unpadded_bytes", NULL, CELL_BYTES }, { "category", "kind", CELL_TEXT, COL_SAME | COL_KIND },
    { "sharding", "sharding", CELL_TEXT, COL_SAME }, { "copies", "copies", CELL_COUNT, COL_SAME },    { "offset", NULL, CELL_BYTES },
    { "live_from", "live from", CELL_COUNT }, { "live_to", "to", CELL_COUNT },       { "at_peak", NULL, CELL_COUNT, COL_SAME },
    { "op_name", NULL, CELL_TEXT },        { "at", "at", CELL_TEXT, COL_SAME | COL_LINE },
};

static const ReportColumn copy_columns[] = {
    { "value", "value", CELL_TEXT },      { "category", "kind", CELL_TEXT, COL_SAME | COL_KIND },   { "shape", "shape", CELL_TEXT, COL_SAME }, { "sharding", "sharding", CELL_TEXT, COL_SAME },
    { "copies", "copies", CELL_COUNT, COL_SAME },   { "bytes", "bytes", CELL_BYTES, COL_SUM },  { "percent", "of the peak", CELL_PERCENT, COL_SUM },
    { "could_free_bytes", "could free", CELL_BYTES, COL_SUM }, { "at", "at", CELL_TEXT, COL_SAME | COL_LINE },
};

static const ReportColumn live_columns[] = {
    { "bytes", "live bytes", CELL_BYTES }, { "count", "allocations", CELL_COUNT }, { "what", "of", CELL_TEXT }, { "category", "kind", CELL_TEXT }, { "at", "made at", CELL_TEXT },
};

static const ReportColumn time_columns[] = {
    { "step", "step", CELL_COUNT },             { "start_ns", "from", CELL_NS },              { "device", NULL, CELL_COUNT },
    { "into_ns", "most after", CELL_NS },       { "in_use_bytes", "in use", CELL_BYTES },     { "op", "at op", CELL_TEXT },
    { "at", "at", CELL_TEXT },                  { "planned_bytes", "planned there", CELL_BYTES }, { "parameter_bytes", "parameters", CELL_BYTES },
    { "optimiser_bytes", NULL, CELL_BYTES },    { "gradient_bytes", NULL, CELL_BYTES },       { "activation_bytes", "activations", CELL_BYTES },
    { "temporary_bytes", "temporaries", CELL_BYTES }, { "collective_bytes", "collectives", CELL_BYTES }, { "constant_bytes", "constants", CELL_BYTES },
    { "output_bytes", "results", CELL_BYTES },
};

enum { STEPS_IN_TEXT = 12 };
enum { BUFFERS = 50, N_CATEGORIES = 9 };

static void add_categories(Block *b, const GArray *peak)
{
    int64_t n[N_CATEGORIES] = { 0 }, bytes[N_CATEGORIES] = { 0 }, sum = 0;
    for (guint i = 0; i < peak->len; i++) {
        const TraceBufferRow *x = TRACE_AT(peak, TraceBufferRow, i);
        int c = x->cat >= 0 && x->cat < N_CATEGORIES ? (int)x->cat : 0;
        n[c]++;
        bytes[c] = add_capped(bytes[c], x->place_bytes);
        sum = add_capped(sum, x->place_bytes);
    }
    Table *t = block_table(b, "categories", NULL, category_columns, G_N_ELEMENTS(category_columns));
    table_aside(t);
    /* Biggest first; nine rows need no better sort. */
    for (int done = 0; done < N_CATEGORIES; done++) {
        int top = 0;
        for (int c = 1; c < N_CATEGORIES; c++)
            top = bytes[c] > bytes[top] ? c : top;
        if (!n[top] || bytes[top] < 0)
            break;
        cell_text(t, trace_buffer_cat_name(top));
        cell_int(t, n[top]);
        cell_int(t, bytes[top]);
        cell_real(t, sum > 0 ? 100.0 * (double)bytes[top] / (double)sum : 0);
        bytes[top] = -1;
    }
}

static void add_buffer(Table *t, const TraceBufferRow *x, bool all, const TraceLayers *layers)
{
    cell_text(t, x->label);
    cell_text(t, x->value);
    cell_text(t, x->opcode);
    cell_text(t, x->shape);
    cell_int(t, all && !x->at_peak ? x->size : x->place_bytes); /* those at the peak add up to it */
    cell_oint(t, x->unpadded);
    cell_text(t, x->cat_name);
    cell_text(t, x->sharding);
    cell_oint(t, x->copies);
    cell_int(t, x->off);
    cell_oint(t, x->live_from);
    cell_oint(t, x->live_to);
    cell_int(t, x->at_peak);
    cell_text(t, x->op_name);
    cell_text(t, x->at);
    TraceLayer layer = trace_layer(layers, x->op_name);
    table_row_facts(t, x->inst_id, trace_layer_key(layers, x->op_name ? x->op_name : x->label, NULL), layer.name);
    table_row_part(t, x->id);
}

Table *memory_peak_table(const GArray *peak, const TraceLayers *layers)
{
    Table *t = table_new("buffers", NULL, buffer_columns, G_N_ELEMENTS(buffer_columns));
    t->order = "bytes";
    for (guint i = 0; i < peak->len; i++)
        add_buffer(t, TRACE_AT(peak, TraceBufferRow, i), false, layers);
    return t;
}

static void add_buffers(Block *b, const GArray *rows, bool all, const TraceLayers *layers)
{
    Table *t = block_table(b, "buffers", all ? "buffers, largest first" : "buffers in use at the peak, largest first", buffer_columns, G_N_ELEMENTS(buffer_columns));
    for (guint i = 0; i < rows->len; i++)
        add_buffer(t, TRACE_AT(rows, TraceBufferRow, i), all, layers);
    t->top = all ? 0 : BUFFERS;
    t->order = "bytes";
}

static void fill_copies(Table *t, const GArray *copies, const TraceLayers *layers)
{
    t->order = "could_free_bytes";
    for (guint i = 0; i < copies->len; i++) {
        const TraceCopyRow *x = TRACE_AT(copies, TraceCopyRow, i);
        cell_text(t, x->value);
        cell_text(t, x->cat_name);
        cell_text(t, x->shape);
        cell_text(t, x->sharding);
        cell_int(t, x->copies);
        cell_oint(t, x->bytes_out);
        cell_real(t, x->part.known ? 100 * x->part.v : 0);
        cell_oint(t, x->could_free);
        cell_text(t, x->at);
        table_row_facts(t, x->inst_id, trace_layer_key(layers, x->value, NULL), trace_layer(layers, x->value).name);
    }
}

Table *memory_copies_table(const GArray *copies, const TraceLayers *layers)
{
    Table *t = table_new("copies", NULL, copy_columns, G_N_ELEMENTS(copy_columns));
    fill_copies(t, copies, layers);
    return t;
}

static void add_copies(Block *b, const GArray *copies, const TraceLayers *layers)
{
    Table *t = block_table(b, "copies", "values of which several devices hold the same copy at the peak", copy_columns, G_N_ELEMENTS(copy_columns));
    table_aside(t);
    t->top = BUFFERS;
    fill_copies(t, copies, layers);
}

static void add_peaks(Block *b, const GArray *peaks, bool predicted)
{
    Table *t = block_table(b, "devices", NULL, predicted ? predicted_peak_columns : peak_columns, G_N_ELEMENTS(peak_columns));
    table_aside(t);
    for (guint i = 0; i < peaks->len; i++) {
        const TracePeakRow *x = TRACE_AT(peaks, TracePeakRow, i);
        cell_int(t, x->global_id);
        cell_oint(t, x->planned);
        cell_oint(t, x->measured);
        cell_oint(t, x->at_ns);
        cell_oint(t, x->capacity);
    }
}

static void add_moment(Table *t, const TraceMemoryMoment *m, int64_t global_id)
{
    cell_oint(t, m->num);
    cell_int(t, m->ts_ns - m->into_ns.v);
    cell_int(t, global_id);
    cell_oint(t, m->into_ns);
    cell_int(t, m->in_use);
    cell_text(t, m->op);
    cell_text(t, m->at);
    bool known = m->pos.known;
    const int64_t planned[] = { m->planned, m->parameter, m->optimiser, m->gradient, m->activation, m->temporary, m->collective, m->constant, m->output };
    for (size_t i = 0; i < G_N_ELEMENTS(planned); i++)
        cell_oint(t, known ? TRACE_INT(planned[i]) : (TraceInt){ 0 });
}

/* Of each step in which it was measured, the moment with the most in use, on the device that needs most; what the plan has in use at
 * the op that ran then is beside it. */
static bool add_time(TraceReader *r, const TraceRunInfo *run, const TracePeakRow *top, bool all, Block *b, GError **error)
{
    g_autoptr(GArray) moments = trace_query_memory_moments(r, run->id, top->device_id, error);
    if (!moments)
        return false;
    Table *t = block_table(b, "over_time", run->kind == TRACE_RUN_PREDICTED ? "over time, as predicted: the most in the step" : "measured over time: the most in each step, on the device that needs most", time_columns, G_N_ELEMENTS(time_columns));
    table_aside(t);
    guint n = 0;
    for (guint i = 0; i < moments->len;) {
        const TraceMemoryMoment *most = NULL;
        int64_t step = TRACE_AT(moments, TraceMemoryMoment, i)->step_id;
        for (; i < moments->len && TRACE_AT(moments, TraceMemoryMoment, i)->step_id == step; i++)
            if (!most || TRACE_AT(moments, TraceMemoryMoment, i)->in_use > most->in_use)
                most = TRACE_AT(moments, TraceMemoryMoment, i);
        if (step && (all || n++ < STEPS_IN_TEXT))
            add_moment(t, most, top->global_id);
    }
    if (n > STEPS_IN_TEXT)
        block_note(b, "%u more steps in which memory was measured: --all", n - STEPS_IN_TEXT);
    if (n)
        block_note(b, "planned there: what the plan has in use while that op runs; measured and planned differ where the executor holds a value for a shorter or longer time than the plan");
    return true;
}

/* What the allocator had given out when the device that needs most needed most. */
static bool add_live(TraceReader *r, const TracePeakRow *top, bool all, Block *b, GError **error)
{
    enum { ROWS_IN_TEXT = 30 };
    g_autoptr(GArray) live = trace_query_memory_live(r, top->device_id, top->at_ns.v, error);
    if (!live)
        return false;
    if (!live->len) /* nothing was recorded of single allocations */
        return true;
    Table *t = block_table(b, "live", "allocations that were live at the measured peak, by what they are and the line that made them", live_columns, G_N_ELEMENTS(live_columns));
    table_aside(t);
    t->top = all ? 0 : ROWS_IN_TEXT;
    for (guint i = 0; i < live->len; i++) {
        const TraceLiveRow *x = TRACE_AT(live, TraceLiveRow, i);
        cell_int(t, x->bytes);
        cell_int(t, x->n);
        cell_text(t, x->what);
        cell_text(t, x->cat ? trace_buffer_cat_name(x->cat) : NULL);
        cell_text(t, x->at);
    }
    return true;
}

static bool make(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error)
{
    g_autoptr(GArray) summary = trace_query_memory_summary(r, run->final_snap, error);
    g_autoptr(GArray) peaks = summary ? trace_query_peaks(r, run->id, error) : NULL;
    g_autoptr(GArray) peak = peaks ? trace_query_buffers(r, run->final_snap, true, error) : NULL;
    g_autoptr(GArray) all = peak && o->all ? trace_query_buffers(r, run->final_snap, false, error) : NULL;
    g_autoptr(GArray) copies = peak ? trace_query_copies(r, run->final_snap, error) : NULL;
    g_autoptr(TraceLayers) layers = copies ? trace_layers(r, run->module_id, error) : NULL;
    if (!layers || (o->all && !all))
        return false;
    const TraceMemorySummary *m = TRACE_AT(summary, TraceMemorySummary, 0);
    bool planned = m->argument || m->output || m->temp || m->peak.known;
    Table *t = block_table(b, "summary", NULL, summary_columns, G_N_ELEMENTS(summary_columns));
    table_aside(t);
    if (planned) {
        cell_oint(t, m->peak);
        cell_int(t, m->argument);
        cell_int(t, m->output);
        cell_int(t, m->alias);
        cell_int(t, m->constant);
        cell_int(t, m->temp);
        cell_int(t, m->packing);
        cell_int(t, m->reserved);
    }
    add_peaks(b, peaks, run->kind == TRACE_RUN_PREDICTED);
    if (peaks->len && TRACE_AT(peaks, TracePeakRow, 0)->measured.known &&
        (!add_time(r, run, TRACE_AT(peaks, TracePeakRow, 0), o->all || o->format != REPORT_TEXT, b, error) || !add_live(r, TRACE_AT(peaks, TracePeakRow, 0), o->all, b, error)))
        return false;
    add_categories(b, peak);
    add_buffers(b, o->all ? all : peak, o->all, layers);
    add_copies(b, copies, layers);
    block_note(b, planned ? "bytes on one device" : "no memory plan recorded");
    return true;
}

const Report memory_report = {
    .name = "memory",
    .doc = "planned and measured memory, and what is in use at the peak",
    .make = make,
    .all = "every buffer",
    .of_events = true,
};
