/* The Overview: its data and its callbacks. The picture is in layout/overview.c. */
#include "viewer/views/overview.h"

#include "trace/bound.h"
#include "trace/report/memory.h"
#include "trace/report/reshards.h"
#include "viewer/views.h"

extern const View view_overview;

/* More critical path rows than this take longer to add up than a first page may. */
#define MANY_EVENTS 3000000

static void rows_free(gpointer p)
{
    OverviewRows *x = p;
    GArray **all[] = { &x->lanes, &x->peaks, &x->peak, &x->copies, &x->splits, &x->imported, &x->tried, &x->prediction, &x->what_ifs, &x->crit, &x->ops };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        g_clear_pointer(all[i], g_array_unref);
    table_free(x->moves);
    table_free(x->held);
    g_free(x->verdict);
    g_free(x->clocks);
    g_free(x->hosts);
    g_free(x);
}

const OverviewRows *overview_rows(const Rows *rows)
{
    return rows_own(rows, rows_free);
}

static int64_t count_events(const GArray *lanes)
{
    int64_t n = 0;
    for (guint i = 0; i < lanes->len; i++)
        n += CLAMP(TRACE_AT(lanes, TraceLaneRow, i)->n_events, 0, (int64_t)1 << 40);
    return n;
}

/* The lists, as the reports and the views of their own have them. */
static bool load_tables(TraceReader *r, const RunRows *run, OverviewRows *own, GError **error)
{
    g_autoptr(TraceLayers) layers = trace_layers(r, run->info->module_id, error);
    if (!layers)
        return false;
    own->moves = run->reshards && run->reshards->len ? reshards_table(run->reshards, layers) : NULL;
    own->held = own->peak ? memory_peak_table(own->peak, layers) : NULL;
    return true;
}

static bool load(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error)
{
    if (!load_runs(r, q, prev, out, LOAD_reshards | LOAD_summary | LOAD_steps, error))
        return false;
    if (out->current < 0)
        return true;
    RunRows *run = g_ptr_array_index(out->run, out->current);
    const TraceRunInfo *info = run->info;
    OverviewRows *own = g_new0(OverviewRows, 1);
    rows_give(out, own, rows_free);
    if (!(own->lanes = trace_query_lanes(r, info->id, error)) || !(run->parts = trace_query_step_parts(r, info->id, 0, error)) ||
        !(own->peaks = trace_query_peaks(r, info->id, error)) || !(own->splits = trace_query_op_splits(r, info->module_id, error)) ||
        !(own->imported = trace_query_imported(r, info->id, error)) || !(own->tried = trace_query_remedies(r, info->module_id, 0, error)) ||
        !(own->prediction = trace_query_predictions(r, info->id, error)) || !(own->what_ifs = trace_query_what_ifs(r, info->id, error)))
        return false;
    if (info->final_snap && !(own->peak = trace_query_buffers(r, info->final_snap, true, error)))
        return false;
    if (info->final_snap && !(own->copies = trace_query_copies(r, info->final_snap, error)))
        return false;
    for (guint i = 0; own->peak && i < own->peak->len; i++)
        TRACE_AT(own->peak, TraceBufferRow, i)->place_bytes = sane_size(TRACE_AT(own->peak, TraceBufferRow, i)->place_bytes);
    if (!load_tables(r, run, own, error))
        return false;
    g_autoptr(GArray) hosts = trace_query_hosts(r, info->id, error);
    if (!hosts || !(own->verdict = trace_bound(r, info, error)))
        return false;
    own->clocks = trace_clocks_said(hosts);
    own->hosts = trace_hosts_said(hosts);
    if (run->steps && !run->steps->len && info->est_ns.known && !(own->ops = trace_query_op_totals(r, info->id, error)))
        return false;
    return count_events(own->lanes) > MANY_EVENTS || (own->crit = trace_query_crit_totals(r, info->id, error)) != NULL;
}

static bool names(TraceReader *r, const Rows *rows, Names *out, GError **error)
{
    (void)r, (void)error;
    for (guint i = 0; i < rows->run->len; i++) {
        const TraceRunInfo *info = ((const RunRows *)g_ptr_array_index(rows->run, i))->info;
        names_add(out, (Ref){ REF_run, info->id, info->id, 0 }, view_overview.name, info->title, "run");
    }
    return true;
}

static const ViewPage page = { 0 };

const View view_overview = {
    .name = "overview",
    .title = "Overview",
    .hint = "Where the time goes, what moves and what fills the memory, on one page.",
    .load = load,
    .layout = layout_overview,
    .accepts = REF_BIT(REF_run),
    .names = names,
    .page = &page,
    .report = "steps",
};
