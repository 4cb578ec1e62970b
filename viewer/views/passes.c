/* The Passes view: its data and its callbacks. The picture is in layout/passes.c. */
#include "viewer/views/passes.h"

#include "trace/report/passes.h"
#include "viewer/layout/diff.h"
#include "viewer/layout/passes.h"
#include "viewer/views.h"

PassesRows *passes_rows_new(void)
{
    return g_new0(PassesRows, 1);
}

void passes_rows_free(gpointer p)
{
    PassesRows *x = p;
    GArray **all[] = { &x->passes, &x->diff, &x->touched };
    for (size_t i = 0; i < G_N_ELEMENTS(all); i++)
        g_clear_pointer(all[i], g_array_unref);
    g_clear_pointer(&x->marks, g_ptr_array_unref);
    table_free(x->table);
    g_free(x->text_before);
    g_free(x->text_after);
    g_free(x);
}

const PassesRows *passes_rows(const Rows *rows)
{
    return rows_own(rows, passes_rows_free);
}

static void mark(PassesRows *out, const char *name)
{
    for (guint i = 0; i < out->marks->len; i++)
        if (g_str_equal(g_ptr_array_index(out->marks, i), name))
            return;
    if (out->marks->len < 24)
        g_ptr_array_add(out->marks, g_strdup(name));
}

static bool mark_all(PassesRows *out, GArray *insts)
{
    for (guint i = 0; insts && i < insts->len; i++)
        mark(out, TRACE_AT(insts, TraceInstRow, i)->name);
    if (insts)
        g_array_unref(insts);
    return insts != NULL;
}

/* The names that the selected instruction has, had and will have; of a reshard, those of its value, of who asked for
 * it, and of what it became. */
static bool load_marks(TraceReader *r, const Query *q, PassesRows *out, GError **error)
{
    out->marks = g_ptr_array_new_with_free_func(g_free);
    if (q->select.kind == REF_reshard) {
        g_autoptr(GArray) one = trace_query_reshard(r, q->select.id, error);
        g_autoptr(GArray) colls = one ? trace_query_reshard_colls(r, q->select.id, error) : NULL;
        if (!colls)
            return false;
        for (guint i = 0; i < colls->len; i++)
            mark(out, TRACE_AT(colls, TraceCollRow, i)->name);
        const TraceReshardRow *x = one->len ? TRACE_AT(one, TraceReshardRow, 0) : NULL;
        if (x && x->consumer)
            mark(out, x->consumer);
        return true;
    }
    if (q->select.kind != REF_value && q->select.kind != REF_inst)
        return true;
    return mark_all(out, trace_query_inst(r, q->select.id, error)) && mark_all(out, trace_query_origins(r, q->select.id, error)) &&
           mark_all(out, trace_query_descendants(r, q->select.id, error));
}

/* The pass that is asked for, else the first that changed the number of instructions. */
static const TracePassRow *choose_pass(const GArray *passes, Ref select, const PassesRows *prev)
{
    const TracePassRow *first = NULL;
    for (guint i = 0; i < passes->len; i++) { /* a reshard becomes collectives where these first appear */
        const TracePassRow *p = TRACE_AT(passes, TracePassRow, i);
        if (select.kind == REF_reshard && p->coll_before.known && p->coll_after.known && p->coll_after.v > p->coll_before.v)
            return p;
        if (select.kind != REF_pass && select.kind != REF_reshard && prev && prev->about.kind == REF_pass && p->id == prev->about.id)
            return p; /* following something: stay */
    }
    for (guint i = 0; i < passes->len; i++) {
        const TracePassRow *p = TRACE_AT(passes, TracePassRow, i);
        if (select.kind == REF_pass && p->id == select.id)
            return p;
        if (!first && p->inst_before.known && p->inst_after.known && p->inst_before.v != p->inst_after.v)
            first = p;
    }
    return first ? first : passes->len ? TRACE_AT(passes, TracePassRow, 0) : NULL;
}

/* What is followed, and where it was touched: the same as before when only another pass was selected. */
static bool load_followed(TraceReader *r, const Query *q, int64_t module, const PassesRows *prev, PassesRows *own, GError **error)
{
    if (!load_marks(r, q, own, error))
        return false;
    if (q->select.kind == REF_pass && prev && prev->marks)
        for (guint i = 0; i < prev->marks->len; i++) /* another pass: the same is followed */
            mark(own, g_ptr_array_index(prev->marks, i));
    if (own->marks->len && q->select.kind != REF_pass)
        own->touched = trace_query_touches(r, module, q->select.kind == REF_reshard ? 0 : q->select.id,
                                           q->select.kind == REF_reshard ? q->select.id : 0, NULL);
    else if (own->marks->len)
        own->touched = share_array(prev->touched);
    return true;
}

static void load_texts(TraceReader *r, const TracePassRow *p, PassesRows *own)
{
    if (!p->snap_before || !p->snap_after)
        return;
    own->text_before = trace_snapshot_text(r, p->snap_before, NULL); /* a text that was not kept is no failure */
    own->text_after = trace_snapshot_text(r, p->snap_after, NULL);
    if (own->text_before && own->text_after)
        own->diff = diff_lines(own->text_before, own->text_after);
}

static bool load(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error)
{
    if (!load_runs(r, q, prev, out, 0, error))
        return false;
    const RunRows *run = rows_current(out);
    if (!run)
        return true;
    PassesRows *own = passes_rows_new();
    rows_give(out, own, passes_rows_free);
    const PassesRows *last = prev ? passes_rows(prev) : NULL, *same_run = prev && prev->current == out->current ? last : NULL;
    own->passes = trace_query_passes(r, run->info->module_id, error);
    if (!own->passes || !load_followed(r, q, run->info->module_id, same_run, own, error))
        return false;
    own->table = same_run && same_run->table && same_run->passes->len == own->passes->len ? table_ref(same_run->table) : passes_table(own->passes);
    const TracePassRow *p = choose_pass(own->passes, q->select, last);
    bool fresh = !same_run || same_run->about.kind != REF_pass;
    for (guint i = 0; fresh && q->select.kind != REF_pass && q->select.kind != REF_reshard && own->touched && own->touched->len && i < own->passes->len; i++)
        if (TRACE_AT(own->passes, TracePassRow, i)->id == TRACE_AT(own->touched, TraceTouchRow, 0)->pass_id)
            p = TRACE_AT(own->passes, TracePassRow, i); /* the first that did something to what is followed */
    if (!p)
        return true;
    own->about = (Ref){ REF_pass, run->info->id, p->id, 0 };
    load_texts(r, p, own);
    return true;
}

static int64_t count(const Rows *rows)
{
    const TraceRunCounts *n = rows_counts(rows);
    return n ? n->n_passes : -1;
}

static const char *empty(const TraceRunInfo *run)
{
    return run->n_modules ? NULL : "no compile was recorded";
}

static void stops(const Rows *rows, const Viewport *vp, bool all, GArray *out)
{
    (void)all;
    const PassesRows *own = passes_rows(rows);
    if (!own || !own->table)
        return;
    TableList list = passes_list(own, rows_current(rows)->info->id);
    table_list_stops(vp, &list, out);
}

static bool key(const Rows *rows, Viewport *vp, gunichar key, Ref *select)
{
    (void)select;
    if (key != 'n' && key != 'p')
        return false;
    double to = passes_next(rows, vp, key == 'n' ? 1 : -1);
    if (to >= 0)
        vp->scroll[PANE_DETAIL] = MAX(to, 0.5); /* 0 would mean: not scrolled yet */
    return true;
}

static const ViewKey keys[] = { { NULL, "Changes" }, { "n p", "Next, previous change" }, { NULL, NULL } };

static bool names(TraceReader *r, const Rows *rows, Names *out, GError **error)
{
    const RunRows *run = rows_current(rows);
    g_autoptr(GArray) passes = run ? trace_query_passes(r, run->info->module_id, error) : NULL;
    for (guint i = 0; passes && i < passes->len; i++) {
        const TracePassRow *x = TRACE_AT(passes, TracePassRow, i);
        names_add(out, (Ref){ REF_pass, run->info->id, x->id, 0 }, NULL, x->name, "pass");
    }
    return passes || !run;
}

const View view_passes = {
    .name = "passes",
    .title = "Passes",
    .hint = "What each compiler pass did to the program.",
    .load = load,
    .layout = layout_passes,
    .accepts = REF_BIT(REF_pass) | REF_BIT(REF_reshard) | REF_BIT(REF_value) | REF_BIT(REF_inst),
    .home = REF_BIT(REF_pass),
    .reads_selection = true,
    .tells = true,
    .count = count,
    .empty = empty,
    .stops = stops,
    .key = key,
    .keys = keys,
    .names = names,
    .report = "passes",
};
