/* The Source view: the lines of the user's program by what they cost, and the file around one of them, where it can be
 * found. The picture is in layout/source.c. */
#include "viewer/views/source.h"

#include <string.h>

#include "trace/report/lines.h"
#include "viewer/model/facts.h"
#include "viewer/model/source.h"
#include "viewer/views.h"

static void rows_free(gpointer p)
{
    SourceRows *x = p;
    g_clear_pointer(&x->totals, g_array_unref);
    table_free(x->table);
    g_free(x->beside);
    g_free(x->file);
    g_free(x->path);
    g_strfreev(x->text);
    g_free(x);
}

const SourceRows *source_rows(const Rows *rows)
{
    return rows_own(rows, rows_free);
}

int64_t source_id(const char *at)
{
    return g_str_hash(at);
}

bool source_is(const char *at, int64_t id)
{
    const char *slash = strrchr(at, '/');
    return source_id(at) == id || (slash && source_id(slash + 1) == id);
}

/* The line of what is selected, as the inspector names it; 0: it has none. */
static int64_t line_of(TraceReader *r, const Rows *rows, Ref select)
{
    if (select.kind == REF_source || select.kind == REF_none)
        return select.id;
    Facts *f = facts_load(r, rows, select, NULL);
    int64_t id = 0;
    for (guint i = 0; f && i < f->list->len && !id; i++) {
        Ref to = g_array_index(f->list, Fact, i).link;
        id = to.kind == REF_source ? to.id : 0;
    }
    facts_free(f);
    return id;
}

static bool load(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error)
{
    if (!load_runs(r, q, prev, out, 0, error))
        return false;
    const RunRows *run = rows_current(out);
    if (!run)
        return true;
    SourceRows *own = g_new0(SourceRows, 1);
    own->shown = -1;
    rows_give(out, own, rows_free);
    const SourceRows *old = prev && prev->current == out->current ? source_rows(prev) : NULL;
    own->totals = old && old->totals ? g_array_ref(old->totals) : trace_query_line_totals(r, run->info, error);
    double step_ns;
    if (!own->totals || !lines_step(r, run->info, &step_ns, error))
        return false;
    own->beside = lines_beside(own->totals, step_ns);
    own->table = old && old->table ? table_ref(old->table) : lines_table(own->totals);
    for (guint i = 0; i < own->totals->len && !own->calls; i++)
        own->calls = TRACE_AT(own->totals, TraceLineTotal, i)->all_traffic.known;
    int64_t id = line_of(r, out, q->select);
    for (guint i = 0; i < own->totals->len && own->shown < 0 && id; i++)
        if (source_is(TRACE_AT(own->totals, TraceLineTotal, i)->at, id))
            own->shown = (int)i;
    if (own->shown < 0 && own->totals->len && q->select.kind != REF_source)
        own->shown = 0; /* nothing that has a line is selected: the costliest */
    int line;
    if (own->shown < 0 || !source_split(TRACE_AT(own->totals, TraceLineTotal, own->shown)->at, &own->file, &line))
        return true;
    own->path = source_find(own->file, out->path);
    own->text = own->path ? source_read(own->path) : NULL;
    return true;
}

static void stops(const Rows *rows, const Viewport *vp, bool all, GArray *out)
{
    (void)all;
    const SourceRows *own = source_rows(rows);
    if (!own || !own->table)
        return;
    TableList list = source_list(own, vp, rows_current(rows)->info->id);
    table_list_stops(vp, &list, out);
}

static bool names(TraceReader *r, const Rows *rows, Names *out, GError **error)
{
    const RunRows *run = rows_current(rows);
    g_autoptr(GArray) all = run ? trace_query_line_totals(r, run->info, error) : NULL;
    for (guint i = 0; all && i < all->len; i++) {
        const TraceLineTotal *x = TRACE_AT(all, TraceLineTotal, i);
        names_add(out, (Ref){ REF_source, run->info->id, source_id(x->at), 0 }, NULL, x->at, "line: %d ops", (int)x->n_ops);
    }
    return all || !run;
}

static const char *empty(const TraceRunInfo *run)
{
    return run->input_snap || run->final_snap ? NULL : "no program was recorded";
}

const View view_source = {
    .name = "source",
    .title = "Source",
    .hint = "What each line of your program costs: time, changes of layout, bytes, memory.",
    .load = load,
    .layout = layout_source,
    .accepts = REF_BIT(REF_source),
    .home = REF_BIT(REF_source),
    .reads_selection = true,
    .tells = true,
    .empty = empty,
    .stops = stops,
    .names = names,
    .report = "lines",
};
