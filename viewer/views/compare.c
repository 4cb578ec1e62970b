/* The Compare view: reading runs to compare, those of the file and those of other files that were opened with it, and
 * what the window asks of it. The picture is in layout/compare.c. */
#include "viewer/views/compare.h"

#include "trace/functions.h"
#include "viewer/views.h"

enum { MOST_PAIRED = 12, MOST_PAIRED_STEPS = 40000 }; /* runs, and runs times steps, of which any two are compared */

static void run_clear(gpointer p)
{
    g_clear_pointer(&((CompareRun *)p)->ops, g_array_unref);
    g_clear_pointer(&((CompareRun *)p)->splits, g_array_unref);
    g_clear_pointer(&((CompareRun *)p)->to, g_array_unref);
    trace_layers_free(((CompareRun *)p)->layers);
    g_free(((CompareRun *)p)->function_name);
}

static void rows_free(gpointer p)
{
    CompareRows *x = p;
    g_array_unref(x->runs);
    g_array_unref(x->predictions);
    g_ptr_array_unref(x->answers);
    g_free(x);
}

const CompareRun *compare_run(const Rows *rows, guint i)
{
    const CompareRows *own = rows_own(rows, rows_free);
    return own && i < own->runs->len ? TRACE_AT(own->runs, CompareRun, i) : NULL;
}

const GArray *compare_predictions(const Rows *rows)
{
    const CompareRows *own = rows_own(rows, rows_free);
    return own ? own->predictions : NULL;
}

static bool load_predictions(TraceReader *r, CompareRows *own, GError **error)
{
    GArray *answer = trace_query_predictions(r, 0, error);
    if (!answer)
        return false;
    g_ptr_array_add(own->answers, answer);
    g_array_append_vals(own->predictions, answer->data, answer->len);
    return true;
}

/* What a comparison needs of one run. */
static bool load_one(TraceReader *r, RunRows *run, CompareRows *own, GError **error)
{
    CompareRun c = { 0 };
    bool ok = (run->parts = trace_query_step_parts(r, run->info->id, 0, error)) && (c.ops = trace_query_op_totals(r, run->info->id, error)) &&
              (c.splits = trace_query_op_splits(r, run->info->module_id, error)) &&
              (c.layers = trace_layers(r, run->info->module_id, error));
    g_array_append_val(own->runs, c);
    return ok;
}

/* What the list says of a function that is not compared. */
static bool load_listed(TraceReader *r, RunRows *run, CompareRows *own, GError **error)
{
    CompareRun c = { .layers = trace_layers_of(NULL, NULL, 0) };
    g_array_append_val(own->runs, c);
    return (run->parts = trace_query_step_parts(r, run->info->id, 0, error)) != NULL;
}

/* A function is compared when it takes most time of its process or is the one that the window shows; one that was shown before stays. */
static bool is_read_whole(const Rows *out, guint i)
{
    const RunRows *run = g_ptr_array_index(out->run, i);
    return !rows_is_other_function(out, (int)i) || run->values || trace_run_is_main(out->runs, i);
}

/* Runs of another file have ids of their own there; here they must differ from all others. */
static bool load_foreign(const char *path, int number, Rows *out, CompareRows *own, GError **error)
{
    g_autoptr(TraceReader) r = trace_open(path, error);
    GArray *runs = r ? trace_query_runs(r, error) : NULL;
    if (!runs)
        return false;
    g_ptr_array_add(out->foreign, runs);
    if (!load_predictions(r, own, error))
        return false;
    g_autofree char *base = g_path_get_basename(path);
    for (guint i = 0; i < runs->len; i++) {
        TraceRunInfo *info = TRACE_AT(runs, TraceRunInfo, i);
        RunRows *run = rows_add_run(out, info);
        run->foreign = true;
        if (!load_one(r, run, own, error) || !(run->values = trace_query_values(r, info->input_snap, error)) ||
            !(run->reshards = trace_query_reshards(r, info->module_id, error)) || !(run->summary = trace_query_step_summary(r, info->id, error)) ||
            !(run->kept = trace_query_kept(r, info->id, error)) || !(run->coll_kinds = trace_query_coll_kinds(r, info->module_id, error)) ||
            !(run->planned = trace_query_predicted_parts(r, info->id, error)) || !(run->steps = trace_query_steps(r, info->id, error)))
            return false;
        for (guint k = 0; k < run->steps->len; k++)
            TRACE_AT(run->steps, TraceStepRow, k)->dur_ns = MAX(sane_time(TRACE_AT(run->steps, TraceStepRow, k)->dur_ns), 0);
        info->id = ((int64_t)number << 40) + (info->id & (((int64_t)1 << 40) - 1));
        char *title = g_strdup_printf("%s: %s", base, info->title);
        g_free((char *)info->title); /* texts go with their array */
        info->title = title;
    }
    return true;
}

/* The name of the function that a process spent most time in, of the first process. */
static const char *main_function(const Rows *rows)
{
    for (guint i = 0; i < rows->runs->len; i++)
        if (TRACE_AT(rows->runs, TraceRunInfo, i)->process && trace_run_is_main(rows->runs, i))
            return TRACE_AT(rows->runs, TraceRunInfo, i)->name;
    for (guint f = 0; f < rows->foreign->len; f++) {
        const GArray *runs = rows->foreign->pdata[f];
        for (guint i = 0; i < runs->len; i++)
            if (TRACE_AT(runs, TraceRunInfo, i)->process && trace_run_is_main(runs, i))
                return TRACE_AT(runs, TraceRunInfo, i)->name;
    }
    return NULL;
}

static bool is_compared(const GArray *runs, const TraceRunInfo *info, const char *name)
{
    for (guint i = 0; i < runs->len; i++)
        if (TRACE_AT(runs, TraceRunInfo, i) == info)
            return trace_run_is_compared(runs, i, name);
    return false;
}

bool compare_is_choice(const Rows *rows, const TraceRunInfo *info)
{
    if (!info->process)
        return true;
    const char *name = main_function(rows);
    bool is = is_compared(rows->runs, info, name);
    for (guint f = 0; !is && f < rows->foreign->len; f++)
        is = is_compared(rows->foreign->pdata[f], info, name);
    return is;
}

/* The number that a run's id has for the file that it stands in; see load_foreign(). */
static int file_of(const RunRows *run)
{
    return run->foreign ? (int)(run->info->id >> 40) : 0;
}

static void find_functions(const Rows *out, CompareRows *own)
{
    g_autofree const TraceRunInfo **runs = g_new0(const TraceRunInfo *, out->run->len + 1);
    g_autofree int *file = g_new0(int, out->run->len + 1);
    for (guint i = 0; i < out->run->len; i++) {
        const RunRows *run = g_ptr_array_index(out->run, i);
        runs[i] = run->info;
        file[i] = file_of(run);
    }
    g_autoptr(TraceFunctions) f = trace_functions_new(runs, file, out->run->len);
    for (guint i = 0; i < out->run->len; i++) {
        TRACE_AT(own->runs, CompareRun, i)->place = i;
        TRACE_AT(own->runs, CompareRun, i)->function = trace_function_of(f, i);
        TRACE_AT(own->runs, CompareRun, i)->function_name = g_strdup(f->names->pdata[i]);
    }
}

/* The fastest measured run of a function, of those that are choices. */
static const RunRows *fastest_of(const Rows *out, const CompareRows *own, guint function)
{
    const RunRows *base = NULL;
    int64_t best = INT64_MAX;
    for (guint i = 0; i < out->run->len; i++) {
        const RunRows *run = g_ptr_array_index(out->run, i);
        const TraceStepSummary *s = run->summary && run->summary->len ? TRACE_AT(run->summary, TraceStepSummary, 0) : NULL;
        if (TRACE_AT(own->runs, CompareRun, i)->function == function && s && s->median_ns.known && s->median_ns.v < best &&
            compare_is_choice(out, run->info) && trace_run_has_measured_steps(run->info)) {
            best = s->median_ns.v;
            base = run;
        }
    }
    return base;
}

static bool is_executed_choice(const Rows *out, guint i)
{
    const RunRows *run = g_ptr_array_index(out->run, i);
    return run->steps && trace_run_has_measured_steps(run->info) && compare_is_choice(out, run->info);
}

/* Of any two, since the user may take any for the base: a second at most. */
static void find_all_differences(const Rows *out, CompareRows *own)
{
    guint n = 0, steps = 0;
    for (guint i = 0; i < out->run->len; i++)
        if (is_executed_choice(out, i)) {
            n++;
            steps += MIN(((const RunRows *)g_ptr_array_index(out->run, i))->steps->len, 2000);
        }
    for (guint i = 0; i < out->run->len && n <= MOST_PAIRED && n * steps <= MOST_PAIRED_STEPS; i++) {
        CompareRun *c = TRACE_AT(own->runs, CompareRun, i);
        c->to = is_executed_choice(out, i) ? g_array_sized_new(FALSE, TRUE, sizeof(TraceDifference), out->run->len) : NULL;
        for (guint k = 0; c->to && k < out->run->len; k++) {
            bool both = k != i && is_executed_choice(out, k) && TRACE_AT(own->runs, CompareRun, k)->function == c->function;
            TraceDifference d = both ? trace_difference(((RunRows *)g_ptr_array_index(out->run, i))->steps, ((RunRows *)g_ptr_array_index(out->run, k))->steps) : (TraceDifference){ 0 };
            g_array_append_val(c->to, d);
        }
    }
}

/* To the fastest measured run of the same function. */
static void find_differences(const Rows *out, CompareRows *own)
{
    find_all_differences(out, own);
    for (guint i = 0; i < out->run->len; i++) {
        const RunRows *run = g_ptr_array_index(out->run, i);
        if (!run->steps || !trace_run_has_measured_steps(run->info) || !compare_is_choice(out, run->info))
            continue;
        CompareRun *c = TRACE_AT(own->runs, CompareRun, i);
        const RunRows *base = fastest_of(out, own, c->function);
        if (base && base != run)
            c->difference = trace_difference(run->steps, base->steps);
    }
}

static bool load(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error)
{
    if (!load_runs(r, q, prev, out, LOAD_summary | LOAD_reshards | LOAD_steps | LOAD_values | LOAD_functions, error))
        return false;
    CompareRows *own = g_new0(CompareRows, 1);
    own->runs = g_array_new(FALSE, TRUE, sizeof(CompareRun));
    g_array_set_clear_func(own->runs, run_clear);
    own->predictions = g_array_new(FALSE, TRUE, sizeof(TracePredictionRow));
    own->answers = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    rows_give(out, own, rows_free);
    if (!load_predictions(r, own, error))
        return false;
    for (guint i = 0; i < out->run->len; i++)
        if (!(is_read_whole(out, i) ? load_one : load_listed)(r, g_ptr_array_index(out->run, i), own, error))
            return false;
    for (int i = 0; q->others && q->others[i]; i++)
        if (!load_foreign(q->others[i], i + 1, out, own, error))
            return false;
    find_functions(out, own);
    find_differences(out, own);
    return true;
}

static int64_t count(const Rows *rows)
{
    return rows->run->len;
}

static bool frame(const Rows *rows, Viewport *vp)
{
    (void)vp;
    return rows->run->len > 1;
}

static bool key(const Rows *rows, Viewport *vp, gunichar key, Ref *select)
{
    (void)rows, (void)select;
    const Ref *on = vp->select.kind == REF_run ? &vp->select : vp->hover.kind == REF_run || vp->hover.kind == REF_pin ? &vp->hover : NULL;
    if (key != 'x' || !on)
        return false;
    viewport_pin(vp, on->id);
    return true;
}

static const ViewKey keys[] = { { NULL, "Compare" }, { "x", "Compare this run with the others that are ticked" }, { 0 } };

static const ViewPage page = { .heading = "Two runs compared", .of_file = true, .frame = frame };

const View view_compare = {
    .name = "compare",
    .title = "Compare",
    .hint = "Which run is faster, and why.",
    .load = load,
    .layout = layout_compare,
    .accepts = REF_BIT(REF_run),
    .other_files = true,
    .stops = compare_stops,
    .key = key,
    .keys = keys,
    .count = count,
    .page = &page,
};
