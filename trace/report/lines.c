/* report lines: what comes from each line of the user's program: ops, time, changes of layout, bytes, memory. */
#include "trace/report/lines.h"
#include "trace/report/reports.h"
#include "trace/units.h"

static const ReportColumn columns[] = {
    { "at", "line", CELL_TEXT, COL_LINE },
    { "n_ops", "ops", CELL_COUNT, COL_SUM },
    { "n_instructions", NULL, CELL_COUNT, COL_SUM },
    { "total_ns", "time", CELL_NS, COL_SUM | COL_KNOWN },
    { "waited_ns", "waited", CELL_NS, COL_SUM | COL_KNOWN },
    { "n_reshards", "reshards", CELL_COUNT, COL_SUM },
    { "bytes", "received", CELL_BYTES, COL_SUM },
    { "est_ns", "predicted", CELL_NS, COL_SUM },
    { "moved_ns", "moved", CELL_NS, COL_SUM | COL_KNOWN },
    { "peak_bytes", "at the peak", CELL_BYTES, COL_SUM },
    { "all_bytes", "received with calls", CELL_BYTES, COL_KNOWN },
    { "all_ns", "time with calls", CELL_NS, COL_KNOWN },
    { "all_waited_ns", NULL, CELL_NS, COL_KNOWN },
    { "all_reshards", NULL, CELL_COUNT, COL_KNOWN },
    { "all_peak_bytes", NULL, CELL_BYTES, COL_KNOWN },
};

enum { LINES = 40 };

static void fill(Table *t, const GArray *rows)
{
    for (guint i = 0; i < rows->len; i++) {
        const TraceLineTotal *x = TRACE_AT(rows, TraceLineTotal, i);
        cell_text(t, x->at);
        cell_int(t, x->n_ops);
        cell_int(t, x->n_insts);
        cell_oint(t, x->total_ns);
        cell_oint(t, x->waited_ns);
        cell_int(t, x->n_reshards);
        cell_int(t, x->traffic);
        cell_oreal(t, x->est_ns);
        cell_oint(t, x->moved_ns);
        cell_int(t, x->peak_bytes);
        cell_oint(t, x->all_traffic);
        cell_oint(t, x->all_ns);
        cell_oint(t, x->all_waited_ns);
        cell_oint(t, x->all_reshards);
        cell_oint(t, x->all_peak_bytes);
        table_row_facts(t, (int64_t)g_str_hash(x->at), NULL, NULL);
    }
}

Table *lines_table(const GArray *totals)
{
    Table *t = table_new("lines", NULL, columns, G_N_ELEMENTS(columns));
    fill(t, totals);
    return t;
}

char *lines_beside(const GArray *totals, double step_ns)
{
    double sum = 0;
    for (guint i = 0; i < totals->len; i++)
        sum += (double)TRACE_AT(totals, TraceLineTotal, i)->total_ns.v;
    if (step_ns <= 0 || sum <= step_ns + totals->len)
        return NULL;
    return g_strdup_printf("All lines together take %s of a step of %s: what runs beside something else, as collectives under compute do, counts whole in its own line", trace_ns(sum).s, trace_ns(step_ns).s);
}

bool lines_step(TraceReader *r, const TraceRunInfo *run, double *step_ns, GError **error)
{
    g_autoptr(GArray) steps = trace_query_step_summary(r, run->id, error);
    if (!steps)
        return false;
    const TraceStepSummary *s = TRACE_AT(steps, TraceStepSummary, 0);
    *step_ns = s->mean_ns.known ? (double)s->mean_ns.v : run->est_ns.known ? run->est_ns.v : 0;
    return true;
}

static bool make(TraceReader *r, const TraceRunInfo *run, const ReportOptions *o, Block *b, GError **error)
{
    double step_ns;
    g_autoptr(GArray) rows = trace_query_line_totals(r, run, error);
    if (!rows || !lines_step(r, run, &step_ns, error))
        return false;
    Table *t = block_table(b, "lines", NULL, columns, G_N_ELEMENTS(columns));
    t->top = o->all || o->format == REPORT_JSON || o->format == REPORT_CSV ? 0 : LINES;
    fill(t, rows);
    bool calls = false;
    for (guint i = 0; i < rows->len && !calls; i++)
        calls = TRACE_AT(rows, TraceLineTotal, i)->all_ns.known || TRACE_AT(rows, TraceLineTotal, i)->all_traffic.known;
    if (!rows->len)
        block_note(b, "no lines recorded: the program's text names none");
    else
        block_note(b, "time: of all ops of a line, a step, mean over devices; waited: in its collectives for devices that had not come, beside that; received, predicted and moved: of the changes of layout that it causes, and of collectives that it has itself%s", calls ? "; with calls: of the line and of all that it calls, so that these do not add up" : "");
    g_autofree char *beside = lines_beside(rows, step_ns);
    if (beside)
        block_note(b, "%s", beside);
    return true;
}

const Report lines_report = {
    .name = "lines",
    .doc = "what each line of the user's program costs: time, changes of layout, bytes, memory",
    .make = make,
    .all = "every line",
};
