/* Of a predicted run: what the step comes to, where it goes, and what it would be if something were different. */
#include "trace/report/predicted.h"

#include "trace/slices.h"

static const ReportColumn summary_columns[] = {
    { "hardware", "predicted on", CELL_TEXT }, { "step_ns", "step", CELL_NS },         { "low_ns", "from", CELL_NS },
    { "high_ns", "to", CELL_NS },              { "used_percent", "of peak", CELL_PERCENT }, { "least_ns", "all hidden", CELL_NS },
    { "most_ns", "none hidden", CELL_NS },     { "n_devices", "devices", CELL_COUNT }, { "n_chips", "chips", CELL_COUNT },
    { "peak_bytes", "memory", CELL_BYTES },    { "capacity_bytes", "of", CELL_BYTES }, { "fits", NULL, CELL_COUNT },
    { "price_hour", NULL, CELL_TEXT },         { "step_price", NULL, CELL_TEXT },      { "price_from", NULL, CELL_TEXT },
    { "price", "1,000 steps", CELL_TEXT },
};

static const ReportColumn part_columns[] = {
    { "cause", "where the step goes", CELL_TEXT }, { "axes", "over", CELL_TEXT, COL_KNOWN }, { "ns", "time", CELL_NS }, { "percent", "share", CELL_PERCENT },
};

static const ReportColumn what_if_columns[] = {
    { "what", "what if", CELL_TEXT },          { "step_ns", "step", CELL_NS },    { "low_ns", "from", CELL_NS },
    { "high_ns", "to", CELL_NS },              { "change_percent", "change", CELL_PERCENT }, { "part", "what changes most", CELL_TEXT },
    { "part_ns", "by", CELL_NS },              { "note", NULL, CELL_TEXT },
};

static void add_summary(Block *b, const TracePredictionRow *p)
{
    g_autoptr(GArray) one = g_array_new(FALSE, TRUE, sizeof(TracePredictionRow));
    g_array_append_vals(one, p, 1);
    g_autoptr(GArray) slices = trace_slices(one, 0);
    const TraceSlice *s = TRACE_AT(slices, TraceSlice, 0);
    Table *t = block_table(b, "prediction", NULL, summary_columns, G_N_ELEMENTS(summary_columns));
    table_aside(t);
    cell_text(t, p->hardware);
    cell_real(t, p->step_ns);
    cell_real(t, p->low_ns);
    cell_real(t, p->high_ns);
    cell_real(t, 100 * p->used);
    cell_real(t, p->least_ns);
    cell_real(t, p->most_ns);
    cell_int(t, p->n_devices);
    cell_int(t, p->n_chips);
    cell_int(t, p->peak_bytes);
    cell_int(t, p->capacity_bytes);
    cell_int(t, s->state != TRACE_SLICE_TOO_BIG);
    cell_oreal(t, p->price_hour);
    cell_oreal(t, s->step_price);
    cell_text(t, p->price_from);
    cell_text(t, s->step_price.known ? trace_price(TRACE_REAL(1000 * s->step_price.v)).s : NULL);
    if (s->state == TRACE_SLICE_TOO_BIG)
        block_note(b, "the program does not fit: a device needs %s and has %s", trace_bytes(p->peak_bytes).s, trace_bytes(p->capacity_bytes).s);
}

void predicted_parts_add(Block *b, const GArray *parts)
{
    Table *t = block_table(b, "predicted_parts", NULL, part_columns, G_N_ELEMENTS(part_columns));
    table_aside(t);
    for (guint i = 0; i < parts->len; i++) {
        const TracePredictedPartRow *p = TRACE_AT(parts, TracePredictedPartRow, i);
        cell_text(t, p->cause);
        cell_text(t, p->axes);
        cell_real(t, p->ns);
        cell_real(t, p->percent);
    }
}

bool predicted_add(Block *b, TraceReader *r, const TraceRunInfo *run, GError **error)
{
    g_autoptr(GArray) prediction = trace_query_predictions(r, run->id, error);
    g_autoptr(GArray) parts = prediction ? trace_query_predicted_parts(r, run->id, error) : NULL;
    g_autoptr(GArray) what_ifs = parts ? trace_query_what_ifs(r, run->id, error) : NULL;
    if (!what_ifs)
        return false;
    if (!prediction->len)
        return true;
    add_summary(b, TRACE_AT(prediction, TracePredictionRow, 0));
    predicted_parts_add(b, parts);
    Table *w = block_table(b, "what_if", NULL, what_if_columns, G_N_ELEMENTS(what_if_columns));
    table_aside(w);
    for (guint i = 0; i < what_ifs->len; i++) {
        const TraceWhatIfRow *x = TRACE_AT(what_ifs, TraceWhatIfRow, i);
        cell_text(w, x->what);
        cell_oreal(w, x->step_ns);
        cell_oreal(w, x->low_ns);
        cell_oreal(w, x->high_ns);
        cell_oreal(w, x->change_percent);
        cell_text(w, x->part);
        cell_oreal(w, x->part_ns);
        cell_text(w, x->note);
        if (x->note)
            block_note(b, "%s: %s", x->what, x->note);
    }
    return true;
}
