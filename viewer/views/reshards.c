/* The Reshards view: its data and its callbacks. The picture is in layout/reshards.c. */
#include "viewer/views/reshards.h"

#include "trace/report/arrange.h"
#include "trace/report/reshards.h"
#include "viewer/layout/list.h"
#include "viewer/layout/words.h"
#include "viewer/views.h"

static void rows_free(gpointer p)
{
    ReshardsRows *x = p;
    GArray **all[] = { &x->why, &x->why_other, &x->plans, &x->colls, &x->options, &x->remedies };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        g_clear_pointer(all[i], g_array_unref);
    table_free(x->table);
    g_free(x->alike);
    g_free(x);
}

const ReshardsRows *reshards_rows(const Rows *rows)
{
    return rows_own(rows, rows_free);
}

/* The chain of reasons behind an instruction; id 0: none. */
static GArray *load_why(TraceReader *r, int64_t id, GError **error)
{
    return id ? trace_query_why(r, id, false, error) : g_array_new(FALSE, TRUE, sizeof(TraceWhyRow));
}

static bool load_details(TraceReader *r, const TraceRunInfo *run, const TraceReshardRow *about, ReshardsRows *own, GError **error)
{
    int64_t other = about->cause_inst ? about->cause_inst : about->user_id;
    return (own->plans = trace_query_reshard_plans(r, about->id, error)) &&
           (own->colls = trace_query_reshard_colls(r, about->id, error)) &&
           (own->remedies = trace_query_remedies(r, run->module_id, about->id, error)) &&
           (own->why = load_why(r, about->inst_id, error)) &&
           (own->why_other = load_why(r, other != about->inst_id ? other : 0, error)) &&
           (!about->choice_id || (own->options = trace_query_choice_options(r, about->choice_id, error)));
}

/* The list: that of the rows before, if they are of the same run. */
static Table *load_table(TraceReader *r, const Rows *prev, const RunRows *run, GError **error)
{
    const RunRows *before = prev ? rows_current(prev) : NULL;
    const ReshardsRows *old = prev ? reshards_rows(prev) : NULL;
    if (old && old->table && before && before->reshards == run->reshards)
        return table_ref(old->table);
    g_autoptr(TraceLayers) layers = trace_layers(r, run->info->module_id, error);
    return layers ? reshards_table(run->reshards, layers) : NULL;
}

/* The row on top of the list as it is before the user sorts it. */
static int64_t first_listed(const Table *t)
{
    g_autoptr(Arranged) a = table_arrange(t, &(Arrangement){ .sort = -1, .fold = true });
    return a->lines->len ? table_facts(t, arranged_row(a, 0))->id : 0;
}

const TraceReshardRow *reshards_shown(const Rows *rows, Ref select)
{
    const TraceReshardRow *r = select.kind == REF_reshard ? rows_reshard(rows, select.id, NULL) : NULL;
    const ReshardsRows *own = reshards_rows(rows);
    if (!r && own)
        r = rows_reshard(rows, own->first, NULL);
    return r ? r : TRACE_AT(rows_current(rows)->reshards, TraceReshardRow, 0);
}

static Ref shows(const Rows *rows)
{
    const RunRows *run = rows_current(rows);
    const ReshardsRows *own = run ? reshards_rows(rows) : NULL;
    return own ? (Ref){ REF_reshard, run->info->id, reshards_shown(rows, (Ref){ 0 })->id, 0 } : (Ref){ 0 };
}

static bool load(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error)
{
    if (!load_runs(r, q, prev, out, LOAD_values | LOAD_reshards | LOAD_summary, error))
        return false;
    const RunRows *run = rows_current(out);
    if (!run || !run->reshards || run->reshards->len == 0)
        return true;
    ReshardsRows *own = g_new0(ReshardsRows, 1);
    rows_give(out, own, rows_free);
    if (!(own->table = load_table(r, prev, run, error)))
        return false;
    own->first = first_listed(own->table);
    const TraceReshardRow *about = reshards_shown(out, q->select);
    own->alike = table_alike(own->table, about->id);
    return load_geom(r, about->from_id, out, error) && load_geom(r, about->to_id, out, error) && load_details(r, run->info, about, own, error);
}

static int64_t count(const Rows *rows)
{
    const TraceRunCounts *n = rows_counts(rows);
    return n ? n->n_reshards : -1;
}

static const Table *table(const Rows *rows, RefKind kind)
{
    const ReshardsRows *own = reshards_rows(rows);
    return own && kind == REF_reshard ? own->table : NULL;
}

static void stops(const Rows *rows, const Viewport *vp, bool all, GArray *out)
{
    (void)all;
    const RunRows *run = rows_current(rows);
    const ReshardsRows *own = reshards_rows(rows);
    if (!run || !own || !own->table)
        return;
    TableList list = reshards_list(own, run->info->id);
    table_list_stops(vp, &list, out);
}

static bool names(TraceReader *r, const Rows *rows, Names *out, GError **error)
{
    const RunRows *run = rows_current(rows);
    g_autoptr(GArray) all = run ? trace_query_reshards(r, run->info->module_id, error) : NULL;
    for (guint i = 0; all && i < all->len; i++) {
        const TraceReshardRow *x = TRACE_AT(all, TraceReshardRow, i);
        g_autofree char *t = g_strdup_printf("#%" G_GINT64_FORMAT " %s", x->seq, reshard_value(x));
        names_add(out, (Ref){ REF_reshard, run->info->id, x->id, 0 }, NULL, t, "reshard: %s", x->plan);
    }
    return all || !run;
}

static bool frame(const Rows *rows, Viewport *vp)
{
    (void)vp;
    return reshards_rows(rows) != NULL;
}

static const ViewPage page = { .heading = "The costliest reshard: its reason, its collectives, how to remove it", .frame = frame };

const View view_reshards = {
    .name = "reshards",
    .title = "Reshards",
    .hint = "Which values change their layout, what that costs, and which line causes it.",
    .load = load,
    .layout = layout_reshards,
    .accepts = REF_BIT(REF_reshard),
    .home = REF_BIT(REF_reshard),
    .reads_selection = true,
    .tells = true,
    .count = count,
    .shows = shows,
    .stops = stops,
    .table = table,
    .names = names,
    .page = &page,
    .report = "reshards",
};
