/* Which runs a comparison is of, and all that is read of each: the runs of one function after those of another, each with the run that it is compared with. */
#include "trace/report/compare_impl.h"

#include "trace/capped.h"
#include "trace/functions.h"
#include "trace/report/report.h"

/* ---- answers about a run ---- */

static void compared_clear(void *p)
{
    Compared *c = p;
    g_free(c->label);
    g_free(c->function);
    g_clear_pointer(&c->info, g_array_unref);
    g_clear_pointer(&c->summary, g_array_unref);
    g_clear_pointer(&c->kinds, g_array_unref);
    g_clear_pointer(&c->load, g_array_unref);
    g_clear_pointer(&c->parts, g_array_unref);
    g_clear_pointer(&c->peaks, g_array_unref);
    g_clear_pointer(&c->reshards, g_array_unref);
    g_clear_pointer(&c->splits, g_array_unref);
    g_clear_pointer(&c->ops, g_array_unref);
    g_clear_pointer(&c->kept, g_array_unref);
    g_clear_pointer(&c->each, g_array_unref);
    g_clear_pointer(&c->predicted, g_array_unref);
    g_clear_pointer(&c->planned, g_array_unref);
}

/* Reads all answers about one run. */
static bool compared_fill(Compared *c, TraceReader *r, GArray *info, guint index, GError **error)
{
    c->info = g_array_ref(info);
    c->run = TRACE_AT(info, TraceRunInfo, index);
    c->reader = r;
    if (!(c->summary = trace_query_step_summary(r, c->run->id, error)) ||
        !(c->kinds = trace_query_coll_kinds(r, c->run->module_id, error)) ||
        !(c->load = trace_query_device_load(r, c->run->id, error)) ||
        !(c->parts = trace_query_step_parts(r, c->run->id, 0, error)) ||
        !(c->peaks = trace_query_peaks(r, c->run->id, error)) ||
        !(c->reshards = trace_query_reshards(r, c->run->module_id, error)) ||
        !(c->splits = trace_query_op_splits(r, c->run->module_id, error)) ||
        !(c->ops = trace_query_op_totals(r, c->run->id, error)) ||
        !(c->each = trace_query_steps(r, c->run->id, error)) ||
        !(c->predicted = trace_query_predictions(r, c->run->id, error)) ||
        !(c->planned = trace_query_predicted_parts(r, c->run->id, error)) ||
        !(c->kept = trace_query_kept(r, c->run->id, error)))
        return false;
    c->kept_note = TRACE_AT(c->kept, TraceKept, 0)->note;
    const TraceStepSummary *s = TRACE_AT(c->summary, TraceStepSummary, 0);
    c->steps = s;
    c->measured = s->median_ns.known && trace_run_has_measured_steps(c->run);
    c->step_ns = s->median_ns.known ? TRACE_REAL((double)s->median_ns.v) : c->run->est_ns;
    for (guint i = 0; i < c->kinds->len; i++)
        c->traffic = add_capped(c->traffic, TRACE_AT(c->kinds, TraceCollKind, i)->traffic);
    return true;
}

/* ---- which runs ---- */

/* A run that is to be compared, before anything else is read of it. */
typedef struct Candidate {
    GArray *info;
    guint index;
    int source;
    bool compared;
} Candidate;

/* The runs to choose from, and what is known of their functions. */
typedef struct Candidates {
    GArray *all; /* Candidate */
    GPtrArray *infos;
    TraceFunctions *functions;
    bool several_files; /* labels include the file */
} Candidates;

static void candidates_clear(Candidates *c)
{
    g_clear_pointer(&c->all, g_array_unref);
    g_clear_pointer(&c->infos, g_ptr_array_unref);
    g_clear_pointer(&c->functions, trace_functions_free);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Candidates, candidates_clear)

static const TraceRunInfo *candidate_run(const Candidate *c)
{
    return TRACE_AT(c->info, TraceRunInfo, c->index);
}

/* The functions of all runs of these, which must be in the order of the files. */
static TraceFunctions *functions_of(const GArray *all)
{
    g_autofree const TraceRunInfo **runs = g_new0(const TraceRunInfo *, all->len + 1);
    g_autofree int *file = g_new0(int, all->len + 1);
    for (guint i = 0; i < all->len; i++) {
        runs[i] = candidate_run(TRACE_AT(all, Candidate, i));
        file[i] = TRACE_AT(all, Candidate, i)->source;
    }
    return trace_functions_new(runs, file, all->len);
}

/* Of a file, the runs that its source names: those of a function of a dump, else one run. */
static bool mark_named(Candidates *c, int source, const CompareSource *of, GError **error)
{
    int64_t only = 0;
    bool any = false;
    for (guint i = 0; i < c->all->len; i++) {
        Candidate *x = TRACE_AT(c->all, Candidate, i);
        if (x->source != source)
            continue;
        x->compared = !candidate_run(x)->process && g_strcmp0(c->functions->names->pdata[i], of->run) == 0;
        any |= x->compared;
    }
    if (any)
        return true;
    if (!trace_find_run(of->reader, of->run, &only, error))
        return false;
    for (guint i = 0; i < c->all->len; i++) {
        Candidate *x = TRACE_AT(c->all, Candidate, i);
        x->compared |= x->source == source && candidate_run(x)->id == only;
    }
    return true;
}

/* All runs; of functions of a process those of the name that is compared. */
static bool mark_compared(Candidates *c, const CompareSource *sources, int n_sources, GError **error)
{
    const char *function = NULL; /* of the first process: others are compared by the function of that name */
    for (int i = 0; i < n_sources; i++)
        if (sources[i].run && !mark_named(c, i, &sources[i], error))
            return false;
    for (guint i = 0; i < c->all->len; i++) {
        Candidate *x = TRACE_AT(c->all, Candidate, i);
        if (!sources[x->source].run)
            x->compared = trace_run_is_compared(x->info, x->index, function);
        if (x->compared && candidate_run(x)->process && !function)
            function = candidate_run(x)->name;
    }
    return true;
}

static bool find_candidates(Candidates *c, const CompareSource *sources, int n_sources, GError **error)
{
    c->all = g_array_new(FALSE, TRUE, sizeof(Candidate));
    c->infos = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    for (int i = 0; i < n_sources; i++) {
        GArray *info = trace_query_runs(sources[i].reader, error);
        if (!info)
            return false;
        c->several_files |= !g_str_equal(trace_path(sources[i].reader), trace_path(sources[0].reader));
        g_ptr_array_add(c->infos, info);
        for (guint k = 0; k < info->len; k++)
            g_array_append_val(c->all, ((Candidate){ info, k, i, false }));
    }
    c->functions = functions_of(c->all);
    return mark_compared(c, sources, n_sources, error);
}

static bool load_run(GArray *all, const Candidates *c, guint i, const CompareSource *sources, GError **error)
{
    const Candidate *x = TRACE_AT(c->all, Candidate, i);
    TraceReader *r = sources[x->source].reader;
    g_autofree char *file = g_path_get_basename(trace_path(r));
    const char *title = candidate_run(x)->title;
    g_array_set_size(all, all->len + 1);
    Compared *run = TRACE_AT(all, Compared, all->len - 1);
    run->label = c->several_files ? g_strdup_printf("%s:%s", file, title) : g_strdup(title);
    run->function = g_strdup(c->functions->names->pdata[i]);
    run->group = trace_function_of(c->functions, i);
    return compared_fill(run, r, x->info, x->index, error);
}

/* ---- reading them ---- */

/* The fastest run of each function, of measured ones for these and of predicted ones for those: a prediction says nothing of a measurement elsewhere. */
static void find_bases(GArray *runs)
{
    for (guint i = 0, from = 0; i < runs->len; from = i) {
        const Compared *fastest[2] = { NULL, NULL }; /* predicted, measured */
        int n_predicted = 0;
        for (; i < runs->len && TRACE_AT(runs, Compared, i)->group == TRACE_AT(runs, Compared, from)->group; i++) {
            const Compared *c = TRACE_AT(runs, Compared, i), **best = &fastest[c->measured];
            n_predicted += c->step_ns.known && !c->measured;
            if (c->step_ns.known && (!*best || c->step_ns.v < (*best)->step_ns.v))
                *best = c;
        }
        for (guint k = from; k < i; k++) {
            Compared *c = TRACE_AT(runs, Compared, k);
            c->beside = !c->measured && c->step_ns.known && fastest[true];
            c->base = fastest[c->measured || (fastest[true] && (!c->beside || n_predicted == 1))]; /* one prediction alone: op by op with what was measured */
        }
    }
}

GArray *compared_load(const CompareSource *sources, int n_sources, guint most, guint *n_left, GError **error)
{
    g_auto(Candidates) c = { 0 };
    if (!find_candidates(&c, sources, n_sources, error))
        return NULL;
    g_autoptr(GArray) all = g_array_new(FALSE, TRUE, sizeof(Compared));
    g_array_set_clear_func(all, compared_clear);
    guint n = 0;
    for (guint group = 0; group < c.functions->n; group++) {
        bool any = false;
        for (guint i = 0; i < c.all->len; i++) {
            if (!TRACE_AT(c.all, Candidate, i)->compared || trace_function_of(c.functions, i) != group)
                continue;
            any = true;
            if (n < most && !load_run(all, &c, i, sources, error))
                return NULL;
        }
        n += any;
    }
    for (guint i = 0; n < 2 && i < all->len; i++) /* of one function all runs are choices */
        g_clear_pointer(&TRACE_AT(all, Compared, i)->function, g_free);
    *n_left = n > most ? n - most : 0;
    find_bases(all);
    return g_steal_pointer(&all);
}
