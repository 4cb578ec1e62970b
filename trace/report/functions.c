/* See functions.h. */
#include "trace/report/functions.h"

#include "trace/capped.h"

static const ReportColumn columns[] = {
    { "run", "function", CELL_TEXT },
    { "calls", "calls", CELL_COUNT },
    { "steps_ns", "time", CELL_NS },
    { "part", "of all", CELL_PERCENT },
    { "mean_ns", "mean", CELL_NS },
    { "compile_ns", "compile", CELL_NS },
    { "traffic", "received a call", CELL_BYTES },
    { "peak_bytes", "peak memory", CELL_BYTES },
};

static int by_id(gconstpointer a, gconstpointer b)
{
    const TraceRunInfo *x = *(const TraceRunInfo *const *)a, *y = *(const TraceRunInfo *const *)b;
    return (x->id > y->id) - (x->id < y->id);
}

/* Why functions were compiled again, in the order in which they were; of those of the table's order, which is left as it was. */
static void add_recompiled(Block *b, const GPtrArray *functions)
{
    enum { MOST_AGAIN = 10 };
    g_autoptr(GPtrArray) again = g_ptr_array_new();
    for (guint i = 0; i < functions->len; i++)
        if (((const TraceRunInfo *)functions->pdata[i])->recompiled)
            g_ptr_array_add(again, functions->pdata[i]);
    g_ptr_array_sort(again, by_id);
    for (guint i = 0; i < MIN(again->len, MOST_AGAIN); i++) {
        const TraceRunInfo *run = again->pdata[i];
        block_note(b, "%s was compiled again: %s", run->title, run->recompiled);
    }
    if (again->len > MOST_AGAIN)
        block_note(b, "%u more functions were compiled again", again->len - MOST_AGAIN);
}

static void add_process(Document *d, const char *process, const GPtrArray *functions)
{
    enum { MOST = 20 };
    int64_t sum = 0;
    Block *b = document_block(d, NULL);
    Table *t = block_table(b, "functions", process, columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < functions->len; i++)
        sum = add_capped(sum, ((const TraceRunInfo *)functions->pdata[i])->steps_ns);
    for (guint i = 0; i < MIN(functions->len, MOST); i++) {
        const TraceRunInfo *run = functions->pdata[i];
        cell_text(t, run->title);
        cell_int(t, run->n_steps);
        cell_int(t, run->steps_ns);
        cell_real(t, sum ? 100.0 * (double)run->steps_ns / (double)sum : 0);
        cell_oint(t, run->n_steps ? TRACE_INT(run->steps_ns / run->n_steps) : (TraceInt){ 0 });
        cell_oint(t, run->compile_dur_ns);
        cell_oint(t, run->traffic);
        cell_oint(t, run->peak_bytes);
    }
    add_recompiled(b, functions);
    if (functions->len > MOST)
        block_note(b, "%u more functions took less time", functions->len - MOST);
    if (functions->len > 1)
        block_note(b, "What follows is about %s, which took most; --run NAME shows another function", ((const TraceRunInfo *)functions->pdata[0])->title);
}

void functions_add(Document *d, const GArray *runs)
{
    for (guint i = 0; i < runs->len; i++) {
        const TraceRunInfo *run = TRACE_AT(runs, TraceRunInfo, i);
        if (!run->process || !trace_run_is_main(runs, i))
            continue;
        g_autoptr(GPtrArray) functions = trace_run_functions(runs, i);
        if (functions->len > 1)
            add_process(d, run->process, functions);
    }
}
