/* Loading the first page: totals only, so that it is there at once whatever the trace's size. */
#include "viewer/model/load.h"

/* More critical path rows than this take longer to add up than a first page may. */
#define MANY_EVENTS 3000000

static int64_t count_events(const GArray *lanes)
{
    int64_t n = 0;
    for (guint i = 0; i < lanes->len; i++)
        n += CLAMP(TRACE_AT(lanes, TraceLaneRow, i)->n_events, 0, (int64_t)1 << 40);
    return n;
}

static void sane_buffers(GArray *buffers)
{
    for (guint i = 0; buffers && i < buffers->len; i++)
        TRACE_AT(buffers, TraceBufferRow, i)->size = sane_size(TRACE_AT(buffers, TraceBufferRow, i)->size);
}

bool load_overview(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error)
{
    if (!load_runs(r, q, prev, out, LOAD_reshards | LOAD_summary | LOAD_steps, error))
        return false;
    if (out->current < 0)
        return true;
    RunRows *run = g_ptr_array_index(out->run, out->current);
    const TraceRunInfo *info = run->info;
    if (!(run->lanes = trace_query_lanes(r, info->id, error)) || !(run->parts = trace_query_step_parts(r, info->id, 0, error)) ||
        !(run->peaks = trace_query_peaks(r, info->id, error)) || !(run->splits = trace_query_op_splits(r, info->module_id, error)) ||
        !(run->tried = trace_query_remedies(r, info->module_id, 0, error)))
        return false;
    if (info->final_snap && !(run->peak = trace_query_buffers(r, info->final_snap, true, error)))
        return false;
    if (info->input_snap && !(run->copies = trace_query_copies(r, info->input_snap, error)))
        return false;
    sane_buffers(run->peak);
    return count_events(run->lanes) > MANY_EVENTS || (run->crit = trace_query_crit_totals(r, info->id, error)) != NULL;
}
