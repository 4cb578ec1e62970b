/* The Compare view: reading runs to compare, those of the file and those of other files that were opened with it, and
 * what the window asks of it. The picture is in layout/compare.c. */
#include "viewer/views/compare.h"

#include <math.h>
#include <stdlib.h>

#include "viewer/views.h"

#define DRAWS 1000

static void run_clear(gpointer p)
{
    g_clear_pointer(&((CompareRun *)p)->ops, g_array_unref);
}

static void rows_free(gpointer p)
{
    CompareRows *x = p;
    g_array_unref(x->runs);
    g_free(x);
}

const CompareRun *compare_run(const Rows *rows, guint i)
{
    const CompareRows *own = rows_own(rows, rows_free);
    return own && i < own->runs->len ? TRACE_AT(own->runs, CompareRun, i) : NULL;
}

/* What a comparison needs of one run. */
static bool load_one(TraceReader *r, RunRows *run, CompareRows *own, GError **error)
{
    CompareRun c = { 0 };
    bool ok = (run->parts = trace_query_step_parts(r, run->info->id, 0, error)) && (c.ops = trace_query_op_totals(r, run->info->id, error));
    g_array_append_val(own->runs, c);
    return ok;
}

/* Runs of another file have ids of their own there; here they must differ from all others. */
static bool load_foreign(const char *path, int number, Rows *out, CompareRows *own, GError **error)
{
    g_autoptr(TraceReader) r = trace_open(path, error);
    GArray *runs = r ? trace_query_runs(r, error) : NULL;
    if (!runs)
        return false;
    g_ptr_array_add(out->foreign, runs);
    g_autofree char *base = g_path_get_basename(path);
    for (guint i = 0; i < runs->len; i++) {
        TraceRunInfo *info = TRACE_AT(runs, TraceRunInfo, i);
        RunRows *run = rows_add_run(out, info);
        run->foreign = true;
        if (!load_one(r, run, own, error) || !(run->values = trace_query_values(r, info->input_snap, error)) ||
            !(run->reshards = trace_query_reshards(r, info->module_id, error)) || !(run->summary = trace_query_step_summary(r, info->id, error)) ||
            !(run->coll_kinds = trace_query_coll_kinds(r, info->module_id, error)) || !(run->steps = trace_query_steps(r, info->id, error)))
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

/* ---- how sure a difference of medians is ---- */

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static GArray *warm_steps(const RunRows *run)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(double));
    for (guint i = 0; run->steps && i < run->steps->len && out->len < 2000; i++) {
        const TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, i);
        double ns = (double)st->dur_ns;
        if (st->warm || run->info->n_warm == 0)
            g_array_append_val(out, ns);
    }
    return out;
}

static double drawn_median(const GArray *from, double *room, GRand *r)
{
    for (guint i = 0; i < from->len; i++)
        room[i] = g_array_index(from, double, g_rand_int_range(r, 0, (int)from->len));
    qsort(room, from->len, sizeof *room, by_value);
    return from->len % 2 ? room[from->len / 2] : (room[from->len / 2 - 1] + room[from->len / 2]) / 2;
}

/* The middle 95 % of relative differences of medians, both drawn again and again with replacement (the bootstrap of
 * B. Efron, 1979). The seed is fixed: the same trace gives the same interval. */
static void find_noise(const RunRows *base, const RunRows *run, CompareRun *out)
{
    g_autoptr(GArray) a = warm_steps(base), b = warm_steps(run);
    if (a->len < 3 || b->len < 3 || run == base)
        return;
    g_autoptr(GRand) r = g_rand_new_with_seed(1979);
    g_autofree double *room = g_new(double, MAX(a->len, b->len)), *ratios = g_new(double, DRAWS);
    for (int i = 0; i < DRAWS; i++) {
        double x = drawn_median(a, room, r), y = drawn_median(b, room, r);
        ratios[i] = x > 0 ? y / x - 1 : 0;
    }
    qsort(ratios, DRAWS, sizeof *ratios, by_value);
    out->noise_known = true;
    out->noise_lo = ratios[DRAWS * 25 / 1000];
    out->noise_hi = ratios[DRAWS * 975 / 1000 - 1];
}

static void find_all_noise(const Rows *out, CompareRows *own)
{
    const RunRows *base = NULL;
    int64_t best = INT64_MAX;
    for (guint i = 0; i < out->run->len; i++) {
        const RunRows *run = g_ptr_array_index(out->run, i);
        const TraceStepSummary *s = run->summary && run->summary->len ? TRACE_AT(run->summary, TraceStepSummary, 0) : NULL;
        if (s && s->median_ns.known && s->median_ns.v < best) {
            best = s->median_ns.v;
            base = run;
        }
    }
    for (guint i = 0; base && i < out->run->len; i++)
        find_noise(base, g_ptr_array_index(out->run, i), TRACE_AT(own->runs, CompareRun, i));
}

static bool load(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error)
{
    if (!load_runs(r, q, prev, out, LOAD_summary | LOAD_reshards | LOAD_steps | LOAD_values, error))
        return false;
    CompareRows *own = g_new0(CompareRows, 1);
    own->runs = g_array_new(FALSE, TRUE, sizeof(CompareRun));
    g_array_set_clear_func(own->runs, run_clear);
    rows_give(out, own, rows_free);
    for (guint i = 0; i < out->run->len; i++)
        if (!load_one(r, g_ptr_array_index(out->run, i), own, error))
            return false;
    for (int i = 0; q->others && q->others[i]; i++)
        if (!load_foreign(q->others[i], i + 1, out, own, error))
            return false;
    find_all_noise(out, own);
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

static const ViewPage page = { .heading = "The fastest run compared with the next", .of_file = true, .frame = frame };

const View view_compare = {
    .name = "compare",
    .title = "Compare",
    .hint = "Which run is faster, and why.",
    .load = load,
    .layout = layout_compare,
    .accepts = REF_BIT(REF_run),
    .other_files = true,
    .count = count,
    .page = &page,
};
