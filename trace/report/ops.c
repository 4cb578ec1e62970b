/* report ops: how the work of each op was divided and why, what repeated work costs, and which strategies were considered. */
#include "trace/layers.h"
#include "trace/report/reports.h"

#include <math.h>

static const ReportColumn columns[] = {
    { "label", "op", CELL_TEXT },
    { "op", "instruction", CELL_TEXT },
    { "opcode", "kind", CELL_TEXT, COL_SAME | COL_KIND },
    { "shape", "shape", CELL_TEXT, COL_SAME },
    { "how", "division", CELL_TEXT, COL_SAME },
    { "axes", "split over", CELL_TEXT, COL_SAME | COL_AXIS },
    { "idle_axes", "repeated over", CELL_TEXT, COL_SAME },
    { "flops_one", "work", CELL_FLOPS, COL_SUM },
    { "flops_sum", "done by all devices", CELL_FLOPS, COL_SUM },
    { "at", "at", CELL_TEXT, COL_SAME | COL_LINE },
    { "why", "why: ", CELL_BELOW },
};

static const ReportColumn choice_columns[] = {
    { "number", "#", CELL_COUNT },         { "op", "op", CELL_TEXT },         { "what", "choice", CELL_TEXT },
    { "rank", "rank", CELL_COUNT },        { "option", "option", CELL_TEXT }, { "chosen", "chosen", CELL_TEXT },
    { "est_ns", "planned", CELL_NS },    { "bytes", "bytes", CELL_BYTES },  { "peak_bytes", "memory", CELL_BYTES },
    { "flops", "FLOP", CELL_FLOPS },       { "rejected_because", "rejected because", CELL_TEXT },
};

static bool add_choices(TraceReader *r, const TraceRunInfo *run, bool all, Block *b, GError **error)
{
    g_autoptr(GArray) choices = trace_query_choices(r, run->module_id, error);
    if (!choices)
        return false;
    Table *t = block_table(b, "choices", "strategies compared", choice_columns, G_N_ELEMENTS(choice_columns));
    table_aside(t);
    if (!all)
        table_not_in_text(t);
    for (guint i = 0; i < choices->len; i++) {
        const TraceChoiceRow *c = TRACE_AT(choices, TraceChoiceRow, i);
        g_autoptr(GArray) options = trace_query_choice_options(r, c->id, error);
        if (!options)
            return false;
        for (guint k = 0; k < options->len; k++) {
            const TracePlanRow *p = TRACE_AT(options, TracePlanRow, k);
            cell_int(t, c->seq);
            cell_text(t, c->name);
            cell_text(t, c->what);
            cell_int(t, p->rank);
            cell_text(t, p->text);
            cell_text(t, p->chosen ? "yes" : "no");
            cell_oreal(t, p->est_ns);
            cell_oint(t, p->bytes_moved);
            cell_oint(t, p->peak_bytes);
            cell_oreal(t, p->flops);
            cell_text(t, p->rejected_because);
        }
    }
    return true;
}

static bool make(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error)
{
    g_autoptr(GArray) rows = trace_query_op_splits(r, run->module_id, error);
    if (!rows)
        return false;
    g_autoptr(TraceLayers) layers = trace_layers(r, run->module_id, error);
    if (!layers)
        return false;
    Table *t = block_table(b, "ops", NULL, columns, G_N_ELEMENTS(columns));
    guint n[4] = { 0 };
    for (guint i = 0; i < rows->len; i++) {
        const TraceOpSplitRow *x = TRACE_AT(rows, TraceOpSplitRow, i);
        cell_text(t, x->label);
        cell_text(t, x->name);
        cell_text(t, x->opcode);
        cell_text(t, x->shape);
        cell_text(t, x->how_name);
        cell_text(t, x->axes);
        cell_text(t, x->idle_axes);
        cell_oreal(t, x->flops_one);
        cell_oreal(t, x->flops_sum);
        cell_text(t, x->at);
        cell_text(t, x->why);
        table_row_facts(t, x->inst_id, trace_layer_key(layers, x->op_name ? x->op_name : x->name, NULL), trace_layer(layers, x->op_name).name);
        if (x->how >= 0 && x->how < 4)
            n[x->how]++;
    }
    if (!add_choices(r, run, o->all, b, error))
        return false;
    if (!rows->len) {
        block_note(b, "no ops recorded");
        return true;
    }
    block_note(b, "%u split, %u partly, %u repeated on every device, %u not supported sharded", n[1], n[2], n[0], n[3]);
    if (run->flops_one.known && run->flops_sum.known) {
        g_autofree char *one = g_strdup(trace_flops(run->flops_one.v).s), *sum = g_strdup(trace_flops(run->flops_sum.v).s);
        double listed = 0;
        for (guint i = 0; i < rows->len; i++)
            listed += TRACE_AT(rows, TraceOpSplitRow, i)->flops_sum.v;
        bool differs = fabs(listed - run->flops_sum.v) > 1e-6 * fabs(run->flops_sum.v);
        block_note(b, "the program is %s of work a step; all devices together do %s%s", one, sum,
                   differs ? ": loops by their trips, and after ops were merged and left out; the table has each op once, as it was divided" : "");
    }
    return true;
}

const Report ops_report = {
    .name = "ops",
    .doc = "how each op was divided: split, repeated or not supported, and why",
    .make = make,
    .all = "the strategies that were compared",
};
