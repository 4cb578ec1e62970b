/* Of the Overview: the functions of the process that the run belongs to, and the other runs of the file. */
#include "viewer/layout/overview_impl.h"
#include "viewer/layout/shares.h"
#include "viewer/layout/table_list.h"
#include "viewer/layout/words.h"

bool overview_is_function(const Draw *d, const TraceRunInfo *info)
{
    return d->run->info->process && g_strcmp0(info->process, d->run->info->process) == 0;
}

/* The list, in which the run that is shown is marked; each row leads to its run. */
static double list_runs(Draw *d, TableList *list, Spot spot, guint most)
{
    Viewport marked = *d->vp;
    marked.select = (Ref){ REF_run, d->run->info->id, d->run->info->id, 0 };
    list->kind = REF_run;
    list->of_runs = true;
    list->go = "overview";
    return table_list_flow(d->s, &marked, list, spot, most);
}

static const ReportColumn function_columns[] = {
    { "function", "function", CELL_TEXT },         { "calls", "calls", CELL_COUNT },        { "steps_ns", "time", CELL_NS, COL_SUM },
    { "part", "of all", CELL_PERCENT, COL_SUM }, { "traffic", "received", CELL_BYTES }, { "peak", "peak memory", CELL_BYTES },
};

static Table *functions_table(const GPtrArray *functions)
{
    Table *t = table_new("functions", NULL, function_columns, G_N_ELEMENTS(function_columns));
    t->order = "steps_ns";
    double sum = 0;
    for (guint i = 0; i < functions->len; i++)
        sum += (double)((const TraceRunInfo *)functions->pdata[i])->steps_ns;
    for (guint i = 0; i < functions->len; i++) {
        const TraceRunInfo *f = functions->pdata[i];
        cell_text(t, f->title);
        cell_int(t, f->n_steps);
        cell_int(t, f->steps_ns);
        cell_real(t, sum > 0 ? 100 * (double)f->steps_ns / sum : 0);
        cell_oint(t, f->traffic);
        cell_oint(t, f->peak_bytes);
        table_row_facts(t, f->id, NULL, NULL);
    }
    return t;
}

static Role function_bar(const Table *t, guint row)
{
    (void)t, (void)row;
    return ROLE_bar;
}

double overview_functions(Draw *d, Spot spot)
{
    static const TableColumn all[] = {
        { .key = "function", .look = { NULL, -1.6, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
        { .key = "calls", .look = { NULL, 48, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "steps_ns", .look = { NULL, 76, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "part", .look = { NULL, 56, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "traffic", .look = { NULL, 76, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "peak", .look = { NULL, 90, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
    };
    g_autoptr(GPtrArray) functions = trace_run_functions(d->rows->runs, (guint)d->rows->current);
    spot.y = overview_head(d, spot, "The functions of this process", "Compare ›", "compare");
    spot.y = scene_paragraph(d->s, d->m, FONT_small, ROLE_dim, spot, d->run->info->process) + 4;
    g_autoptr(Table) t = functions_table(functions);
    TableList list = { .table = t, .columns = all, .n = G_N_ELEMENTS(all), .slot = OVERVIEW_FUNCTIONS, .role = function_bar };
    return list_runs(d, &list, spot, 15);
}

static const ReportColumn run_columns[] = {
    { "run", "run", CELL_TEXT },
    { "step_ns", "step", CELL_NS },
    { "traffic", "received", CELL_BYTES },
    { "peak", "peak memory", CELL_BYTES },
    { "mesh", "mesh", CELL_TEXT },
    { "kind", "kind", CELL_TEXT, COL_KIND },
    { "predicted", NULL, CELL_COUNT },
};

static Table *runs_table(const Draw *d)
{
    Table *t = table_new("runs", NULL, run_columns, G_N_ELEMENTS(run_columns));
    t->order = "step_ns";
    for (guint i = 0; i < d->rows->run->len; i++) {
        const RunRows *r = g_ptr_array_index(d->rows->run, i);
        if (overview_is_function(d, r->info))
            continue;
        Shares sh = shares_of(r);
        cell_text(t, r->info->title);
        cell_oreal(t, (TraceReal){ sh.step_ns, sh.step_ns >= 0 });
        cell_oint(t, r->info->traffic);
        cell_oint(t, r->info->peak_bytes);
        cell_text(t, r->info->mesh);
        cell_text(t, trace_run_kind_name(r->info->kind));
        cell_int(t, sh.predicted);
        table_row_facts(t, r->info->id, NULL, NULL);
    }
    return t;
}

double overview_runs(Draw *d, Spot spot)
{
    static const TableColumn all[] = {
        { .key = "run", .look = { NULL, -1.6, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
        { .key = "step_ns", .look = { NULL, 92, ALIGN_right, TRIM_end, FONT_small, ROLE_none }, .about = "predicted" },
        { .key = "traffic", .look = { NULL, 76, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "peak", .look = { NULL, 90, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "mesh", .look = { NULL, -1, ALIGN_left, TRIM_end, FONT_small, ROLE_dim } },
    };
    spot.y = overview_head(d, spot, d->run->info->process ? "Other runs of this file" : d->rows->run->len == 1 ? "The run" : "The runs of this file", "Compare ›", "compare");
    g_autoptr(Table) t = runs_table(d);
    TableList list = { .table = t, .columns = all, .n = G_N_ELEMENTS(all), .slot = OVERVIEW_RUNS };
    return list_runs(d, &list, spot, 40);
}
