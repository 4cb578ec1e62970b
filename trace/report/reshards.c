/* report reshards: every layout change with its reason and its cost; --remove: what would remove them; one number:
 * everything about that one. */
#include "trace/report/reports.h"
#include "trace/capped.h"

#include <math.h>

static const ReportColumn columns[] = {
    { "number", "#", CELL_COUNT },
    { "value", "value", CELL_TEXT },
    { "shape", "shape", CELL_TEXT },
    { "from", "from", CELL_TEXT },
    { "to", "to", CELL_TEXT },
    { "kinds", "becomes", CELL_TEXT },
    { "axes", "axes", CELL_TEXT },
    { "bytes", "bytes", CELL_BYTES },
    { "trips", "trips", CELL_COUNT },
    { "bytes_once", NULL, CELL_BYTES },
    { "bytes_full", NULL, CELL_BYTES },
    { "est_ns", "predicted", CELL_NS },
    { "total_ns", "measured", CELL_NS },
    { "exposed_ns", "exposed", CELL_NS },
    { "n_instructions", NULL, CELL_COUNT },
    { "consumer", NULL, CELL_TEXT },
    { "consumer_op", NULL, CELL_TEXT },
    { "operand", NULL, CELL_COUNT },
    { "cause", NULL, CELL_COUNT },
    { "cause_name", NULL, CELL_TEXT },
    { "plan", NULL, CELL_TEXT },
    { "pass", NULL, CELL_TEXT },
    { "rematerialised", NULL, CELL_COUNT },
    { "certainty", NULL, CELL_COUNT },
    { "shared_with", NULL, CELL_COUNT },
    { "why", "why:  ", CELL_BELOW },
    { "at", "at:   ", CELL_BELOW },
    { "remedy", "gone: ", CELL_BELOW },
};

static const ReportColumn plan_columns[] = {
    { "rank", "rank", CELL_COUNT },       { "plan", "plan", CELL_TEXT },        { "est_ns", "predicted", CELL_NS },
    { "bytes", "bytes", CELL_BYTES },     { "peak_bytes", "needs", CELL_BYTES }, { "chosen", "chosen", CELL_COUNT },
    { "rejected_because", "not taken because", CELL_TEXT },
};

static const ReportColumn instruction_columns[] = {
    { "name", "instruction", CELL_TEXT }, { "kind", "kind", CELL_TEXT },       { "shape", "shape", CELL_TEXT },
    { "groups", "groups", CELL_TEXT },    { "axes", "axes", CELL_TEXT },       { "bytes", "bytes", CELL_BYTES },
    { "trips", "trips", CELL_COUNT },     { "total_ns", "measured", CELL_NS }, { "exposed_ns", "exposed", CELL_NS },
};

static const ReportColumn remedy_columns[] = {
    { "number", "", CELL_COUNT },
    { "status", NULL, CELL_COUNT },
    { "gain_ns", "gain", CELL_NS },
    { "gain_percent", "of the step", CELL_PERCENT },
    { "before_ns", "predicted", CELL_NS },
    { "after_ns", "after", CELL_NS },
    { "before_bytes", "bytes", CELL_BYTES },
    { "after_bytes", "after", CELL_BYTES },
    { "peak_change_bytes", "memory", CELL_BYTES },
    { "n_collectives", "collectives", CELL_COUNT },
    { "n_removed", "removes", CELL_COUNT },
    { "n_cheaper", NULL, CELL_COUNT },
    { "n_dearer", NULL, CELL_COUNT },
    { "change", "change:  ", CELL_BELOW },
    { "removes", "removes: ", CELL_BELOW },
    { "cheaper", "cheaper: ", CELL_BELOW },
    { "brings", "brings:  ", CELL_BELOW },
    { "try_with", "try:     ", CELL_BELOW },
    { "note", "note:    ", CELL_BELOW },
};

static void add_row(Table *t, const TraceReshardRow *x)
{
    cell_int(t, x->seq);
    cell_text(t, x->value);
    cell_text(t, x->shape);
    cell_text(t, x->from_text);
    cell_text(t, x->to_text);
    cell_text(t, x->kinds ? x->kinds : x->shared_with ? "shared" : "slice");
    cell_text(t, x->axes);
    cell_oint(t, x->traffic);
    cell_int(t, x->trips);
    cell_oint(t, x->bytes_moved);
    cell_oint(t, x->bytes_full);
    cell_oreal(t, x->est_ns);
    cell_oint(t, x->total_ns);
    cell_oint(t, x->exposed_ns);
    cell_int(t, x->n_inst);
    cell_text(t, x->consumer);
    cell_text(t, x->consumer_op);
    cell_oint(t, x->user_pos);
    cell_int(t, x->cause);
    cell_text(t, x->cause_name);
    cell_text(t, x->plan);
    cell_text(t, x->pass);
    cell_int(t, x->is_remat);
    cell_int(t, x->certainty);
    cell_id(t, x->shared_with);
    cell_text(t, x->why);
    cell_text(t, x->at);
    if (x->remedy && x->remedy_gain_ns.known) {
        g_autofree char *gain = report_ns(fabs(x->remedy_gain_ns.v));
        g_autofree char *text = g_strdup_printf("with %s (predicted step %s by %s)", x->remedy, x->remedy_gain_ns.v >= 0 ? "shorter" : "longer", gain);
        cell_text(t, text);
    } else {
        cell_text(t, x->remedy);
    }
}

static bool add_detail(TraceReader *r, Block *b, const TraceReshardRow *x, GError **error)
{
    g_autoptr(GArray) plans = trace_query_reshard_plans(r, x->id, error);
    g_autoptr(GArray) insts = plans ? trace_query_reshard_colls(r, x->id, error) : NULL;
    if (!insts)
        return false;
    Table *t = block_table(b, "plans", "plans weighed", plan_columns, G_N_ELEMENTS(plan_columns));
    table_aside(t);
    for (guint i = 0; i < plans->len; i++) {
        const TracePlanRow *p = TRACE_AT(plans, TracePlanRow, i);
        cell_int(t, p->rank);
        cell_text(t, p->text);
        cell_oreal(t, p->est_ns);
        cell_oint(t, p->bytes_moved);
        cell_oint(t, p->peak_bytes);
        cell_int(t, p->chosen);
        cell_text(t, p->rejected_because);
    }
    t = block_table(b, "instructions", "became", instruction_columns, G_N_ELEMENTS(instruction_columns));
    table_aside(t);
    for (guint i = 0; i < insts->len; i++) {
        const TraceCollRow *c = TRACE_AT(insts, TraceCollRow, i);
        cell_text(t, c->name);
        cell_text(t, c->kind_name);
        cell_text(t, c->shape);
        cell_text(t, c->groups);
        cell_text(t, c->axes);
        cell_int(t, c->traffic);
        cell_int(t, c->trips);
        cell_oint(t, c->total_ns);
        cell_oint(t, c->exposed_ns);
    }
    if (x->consumer)
        block_note(b, "asked for by operand %" G_GINT64_FORMAT " of %s (%s)", x->user_pos.v, x->consumer, x->consumer_op);
    return true;
}

enum { REMEDIES_IN_TEXT = 12 };

static bool add_remedies(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error)
{
    g_autoptr(GArray) rows = trace_query_remedies(r, run->module_id, 0, error);
    if (!rows)
        return false;
    Table *t = block_table(b, "remedies", "changes of annotations that were compiled again, most gained first", remedy_columns, G_N_ELEMENTS(remedy_columns));
    guint shown = o->format == REPORT_TEXT && !o->all ? MIN(rows->len, REMEDIES_IN_TEXT) : rows->len;
    for (guint i = 0; i < shown; i++) {
        const TraceRemedyRow *x = TRACE_AT(rows, TraceRemedyRow, i);
        cell_int(t, i + 1);
        cell_int(t, x->status);
        cell_oreal(t, x->gain_ns);
        cell_oreal(t, x->gain_ns.known && x->before_ns.v > 0 ? TRACE_REAL(100 * x->gain_ns.v / x->before_ns.v) : (TraceReal){ 0 });
        cell_oreal(t, x->before_ns);
        cell_oreal(t, x->after_ns);
        cell_oint(t, x->before_traffic);
        cell_oint(t, x->after_traffic);
        cell_oint(t, x->peak_change);
        cell_oint(t, x->n_coll);
        cell_int(t, x->n_gone);
        cell_int(t, x->n_cheaper);
        cell_int(t, x->n_dearer);
        cell_text(t, x->text);
        cell_text(t, x->removes);
        cell_text(t, x->cheaper);
        cell_text(t, x->brings);
        cell_text(t, x->try_with);
        cell_text(t, x->status == 1 ? x->note : x->note ? x->note : x->status == 2 ? "did not compile" : "not finished in the time given");
    }
    if (shown < rows->len)
        block_note(b, "%u more that gain less: --all", rows->len - shown);
    if (rows->len)
        block_note(b, "memory: change of a device's planned peak; a gain below zero costs more than it saves");
    if (run->remedies_tried.known && run->remedies_tried.v == 0)
        block_note(b, "nothing to remove: no collective goes back to an annotation");
    else if (run->remedies_tried.known)
        block_note(b, "%" G_GINT64_FORMAT " changes were compiled; %" G_GINT64_FORMAT " more were not reached%s", run->remedies_tried.v,
                   run->remedies_left.v, run->remedies_left.v ? ": shardscope run --remedies SECONDS gives them time" : "");
    else if (!rows->len)
        block_note(b, "no changes were tried: shardscope run -o records them");
    return true;
}

bool report_reshards(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error)
{
    if (o->remove)
        return add_remedies(r, run, o, b, error);
    g_autoptr(GArray) rows = trace_query_reshards(r, run->module_id, error);
    if (!rows)
        return false;
    Table *t = block_table(b, "reshards", NULL, columns, G_N_ELEMENTS(columns));
    int64_t bytes = 0, exposed = 0;
    bool found = false;
    for (guint i = 0; i < rows->len; i++) {
        const TraceReshardRow *x = TRACE_AT(rows, TraceReshardRow, i);
        bytes = add_capped(bytes, x->traffic.v);
        exposed = add_capped(exposed, x->exposed_ns.v);
        if (o->has_number && x->seq != o->number)
            continue;
        add_row(t, x);
        if (o->has_number && !add_detail(r, b, x, error))
            return false;
        found = true;
    }
    if (o->has_number) {
        if (!found)
            g_set_error(error, TRACE_ERROR, TRACE_ERROR_MISSING, "%s: run %s has no reshard %" G_GINT64_FORMAT, trace_path(r), run->title, o->number);
        return found;
    }
    if (!rows->len) {
        block_note(b, run->module_id ? "no reshards: every use found its input where it needed it" : "no program recorded");
        return true;
    }
    g_autofree char *sum = report_bytes(bytes), *time = report_ns((double)exposed);
    if (exposed)
        block_note(b, "%u reshard%s, %s received by a device each step, %s of it exposed", rows->len, rows->len == 1 ? "" : "s", sum, time);
    else
        block_note(b, "%u reshard%s, %s received by a device each step", rows->len, rows->len == 1 ? "" : "s", sum);
    return true;
}
