/* report passes: the time of each pass and what it changed. */
#include "trace/report/passes.h"
#include "trace/report/reports.h"
#include "trace/capped.h"

static const ReportColumn columns[] = {
    { "number", "#", CELL_COUNT },
    { "pass", "pass", CELL_TEXT },
    { "pipeline", NULL, CELL_TEXT },
    { "dur_ns", "time", CELL_NS },
    { "changed", "changed", CELL_TEXT },
    { "instructions", "instructions", CELL_COUNT },
    { "instructions_change", "change", CELL_COUNT },
    { "collectives", "collectives", CELL_COUNT },
    { "collectives_change", "change", CELL_COUNT },
    { "bytes", "bytes per step", CELL_BYTES },
    { "bytes_change", "change", CELL_BYTES },
};

static TraceInt change(TraceInt before, TraceInt after)
{
    return before.known && after.known ? TRACE_INT(sub_capped(after.v, before.v)) : (TraceInt){ 0 };
}

static void fill(Table *t, const GArray *rows)
{
    t->order = "dur_ns";
    for (guint i = 0; i < rows->len; i++) {
        const TracePassRow *p = TRACE_AT(rows, TracePassRow, i);
        cell_int(t, p->seq);
        cell_text(t, p->name);
        cell_text(t, p->pipeline);
        cell_oint(t, p->dur_ns);
        cell_text(t, !p->changed.known ? NULL : p->changed.v ? "yes" : "no");
        cell_oint(t, p->inst_after);
        cell_oint(t, change(p->inst_before, p->inst_after));
        cell_oint(t, p->coll_after);
        cell_oint(t, change(p->coll_before, p->coll_after));
        cell_oint(t, p->bytes_after);
        cell_oint(t, change(p->bytes_before, p->bytes_after));
        table_row_facts(t, p->id, NULL, NULL);
    }
}

Table *passes_table(const GArray *rows)
{
    Table *t = table_new("passes", NULL, columns, G_N_ELEMENTS(columns));
    fill(t, rows);
    return t;
}

static bool make(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error)
{
    (void)o;
    g_autoptr(GArray) rows = trace_query_passes(r, run->module_id, error);
    if (!rows)
        return false;
    fill(block_table(b, "passes", NULL, columns, G_N_ELEMENTS(columns)), rows);
    int64_t sum = 0;
    for (guint i = 0; i < rows->len; i++) {
        const TracePassRow *p = TRACE_AT(rows, TracePassRow, i);
        if (!p->parent_id)
            sum = add_capped(sum, p->dur_ns.v);
    }
    if (rows->len) {
        g_autofree char *time = g_strdup(trace_ns((double)sum).s);
        block_note(b, "%u passes, %s", rows->len, time);
    } else {
        block_note(b, "no passes recorded");
    }
    return true;
}

const Report passes_report = {
    .name = "passes",
    .doc = "the time that each compiler pass took, and what it changed",
    .make = make,
};
