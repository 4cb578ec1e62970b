/* report collectives: totals by kind; every collective instruction with its reshard; totals by source line. */
#include "trace/layers.h"
#include "trace/report/reports.h"

static const ReportColumn kind_columns[] = {
    { "kind", "kind", CELL_TEXT },           { "count", "instructions", CELL_COUNT },     { "per_step", "executions a step", CELL_COUNT },
    { "bytes", "bytes", CELL_BYTES },
    { "inside", "inside", CELL_BYTES, COL_KNOWN }, { "between_ranks", "between ranks", CELL_BYTES, COL_KNOWN }, { "between_hosts", "between hosts", CELL_BYTES, COL_KNOWN },
    { "result_bytes", "results", CELL_BYTES }, { "est_ns", "predicted", CELL_NS },
    { "total_ns", NULL, CELL_NS },           { "moved_ns", "moved", CELL_NS },      { "waited_ns", "waited", CELL_NS }, { "exposed_ns", "exposed", CELL_NS },
    { "bandwidth", "bus bandwidth", CELL_RATE, COL_KNOWN },
};

static const ReportColumn columns[] = {
    { "kind", "kind", CELL_TEXT, COL_SAME | COL_KIND }, { "label", "of", CELL_TEXT },    { "name", "instruction", CELL_TEXT },        { "shape", "shape", CELL_TEXT, COL_SAME },
    { "axes", "axes", CELL_TEXT, COL_SAME | COL_AXIS },           { "groups", NULL, CELL_TEXT, COL_SAME },        { "n_groups", "groups", CELL_COUNT, COL_SAME },
    { "group_size", "devices in each", CELL_COUNT, COL_SAME },      { "bytes", "bytes", CELL_BYTES, COL_SUM },
    { "inside", "inside", CELL_BYTES, COL_SUM | COL_KNOWN }, { "between_ranks", "between ranks", CELL_BYTES, COL_SUM | COL_KNOWN }, { "between_hosts", "between hosts", CELL_BYTES, COL_SUM | COL_KNOWN },
    { "trips", "trips", CELL_COUNT, COL_SAME },
    { "bytes_in", NULL, CELL_BYTES, COL_SAME },        { "bytes_out", NULL, CELL_BYTES, COL_SAME },    { "est_ns", "predicted", CELL_NS, COL_SUM },
    { "total_ns", NULL, CELL_NS, COL_SUM },           { "moved_ns", "moved", CELL_NS, COL_SUM },      { "waited_ns", "waited", CELL_NS, COL_SUM }, { "exposed_ns", "exposed", CELL_NS, COL_SUM }, { "bandwidth", "bus bandwidth", CELL_RATE, COL_KNOWN }, { "reshard", "reshard", CELL_COUNT },
    { "op_name", NULL, CELL_TEXT },          { "module", "in", CELL_TEXT, COL_KNOWN }, { "at", "at", CELL_TEXT, COL_SAME | COL_LINE },            { "why", "why: ", CELL_BELOW }, { "cause_name", NULL, CELL_TEXT, COL_SAME | COL_CAUSE },
};

static const ReportColumn line_columns[] = {
    { "at", "line", CELL_TEXT }, { "kind", "kind", CELL_TEXT }, { "count", "count", CELL_COUNT }, { "bytes", "bytes", CELL_BYTES },
};

static bool make(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error)
{
    (void)o;
    bool measured_elsewhere = run->kind == TRACE_RUN_IMPORTED; /* virtual devices have no links */
    g_autoptr(GArray) kinds = trace_query_coll_kinds(r, run->module_id, error);
    g_autoptr(GArray) rows = kinds ? trace_query_colls(r, run->module_id, error) : NULL;
    g_autoptr(GArray) lines = rows ? trace_query_lines(r, run->module_id, error) : NULL;
    g_autoptr(TraceLayers) layers = lines ? trace_layers(r, run->module_id, error) : NULL;
    if (!layers)
        return false;
    Table *t = block_table(b, "kinds", NULL, kind_columns, G_N_ELEMENTS(kind_columns));
    table_aside(t);
    for (guint i = 0; i < kinds->len; i++) {
        const TraceCollKind *k = TRACE_AT(kinds, TraceCollKind, i);
        cell_text(t, k->kind_name);
        cell_int(t, k->n);
        cell_int(t, k->n_step);
        cell_int(t, k->traffic);
        cell_oint(t, k->inside);
        cell_oint(t, k->between_ranks);
        cell_oint(t, k->between_hosts);
        cell_int(t, k->bytes);
        cell_oreal(t, k->est_ns);
        cell_oint(t, k->total_ns);
        cell_oint(t, k->moved_ns);
        cell_oint(t, waited(k->total_ns, k->moved_ns));
        cell_oint(t, k->exposed_ns);
        cell_oreal(t, measured_elsewhere ? k->bandwidth : (TraceReal){ 0 });
    }
    t = block_table(b, "collectives", "every collective", columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < rows->len; i++) {
        const TraceCollRow *c = TRACE_AT(rows, TraceCollRow, i);
        cell_text(t, c->kind_name);
        cell_text(t, c->label);
        cell_text(t, c->name);
        cell_text(t, c->shape);
        cell_text(t, c->axes);
        cell_text(t, c->groups);
        cell_oint(t, c->n_groups);
        cell_oint(t, c->group_size);
        cell_int(t, c->traffic);
        cell_oint(t, c->inside);
        cell_oint(t, c->between_ranks);
        cell_oint(t, c->between_hosts);
        cell_int(t, c->trips);
        cell_int(t, c->bytes_in);
        cell_int(t, c->bytes_out);
        cell_oreal(t, c->est_ns);
        cell_oint(t, c->total_ns);
        cell_oint(t, c->moved_ns);
        cell_oint(t, waited(c->total_ns, c->moved_ns));
        cell_oint(t, c->exposed_ns);
        cell_oreal(t, measured_elsewhere ? c->bandwidth : (TraceReal){ 0 });
        cell_oint(t, c->reshard_seq);
        cell_text(t, c->op_name);
        cell_text(t, trace_layer(layers, c->op_name).module);
        cell_text(t, c->at);
        cell_text(t, c->why);
        cell_text(t, c->cause_name);
        TraceLayer layer = trace_layer(layers, c->op_name);
        g_autofree char *loop = table_loop_name(c->trips);
        table_row_facts(t, c->inst_id, trace_layer_key(layers, c->op_name ? c->op_name : c->name, NULL), layer.name ? layer.name : loop);
    }
    t = block_table(b, "lines", "by the source line that causes them", line_columns, G_N_ELEMENTS(line_columns));
    table_aside(t);
    for (guint i = 0; i < lines->len; i++) {
        const TraceLineRow *l = TRACE_AT(lines, TraceLineRow, i);
        cell_text(t, l->at);
        cell_text(t, l->kind_name);
        cell_int(t, l->n);
        cell_int(t, l->traffic);
    }
    if (!rows->len)
        block_note(b, "no collectives");
    else
        block_note(b, "bytes: received by one device in each step, with ring algorithms: an all-gather receives (n-1)/n of its result, an all-reduce 2(n-1)/n, also of results too small for parts");
    if (rows->len && run->inside.known)
        block_note(b, "inside, between: what all devices together receive in each step, by where it comes from");
    return true;
}

const Report collectives_report = {
    .name = "collectives",
    .doc = "collectives by kind, and each one with its reason",
    .make = make,
    .of_events = true,
    .of_predictions = true,
};
