/* The table of waits in collectives. See waits.h. */
#include "viewer/layout/waits.h"

#include "viewer/layout/costs.h"
#include "viewer/layout/table_list.h"

typedef struct Wait {
    int64_t inst;
    const char *name;
    int64_t kind, n, sum_ns, max_ns, moved_ns; /* first to last arrival; from the last on until the last member has ended, waits for cores included: more than a device moves */
    guint worst; /* LaneData index + 1 of who came last most often */
    int64_t worst_n;
    GHashTable *last; /* LaneData index + 1 -> how often */
} Wait;

static void wait_clear(gpointer p)
{
    g_hash_table_unref(((Wait *)p)->last);
}

static gint by_sum(gconstpointer a, gconstpointer b)
{
    const Wait *x = a, *y = b;
    if (x->sum_ns == y->sum_ns) /* as in predicted runs, where nobody waits */
        return x->moved_ns > y->moved_ns ? -1 : x->moved_ns < y->moved_ns;
    return x->sum_ns > y->sum_ns ? -1 : 1;
}

static void count(GArray *waits, GHashTable *index, const TimelineRows *t, const TraceMeetingRow *m)
{
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(index, &m->inst_id));
    if (!at) {
        Wait w = { .inst = m->inst_id, .name = m->name ? m->name : "?", .kind = m->kind.known ? m->kind.v : 0,
                   .last = g_hash_table_new(NULL, NULL) };
        g_array_append_val(waits, w);
        at = waits->len;
        g_hash_table_insert(index, (gpointer)&m->inst_id, GUINT_TO_POINTER(at));
    }
    Wait *w = &g_array_index(waits, Wait, at - 1);
    w->n++;
    w->sum_ns += m->last_ns - m->first_ns;
    w->max_ns = MAX(w->max_ns, m->last_ns - m->first_ns);
    w->moved_ns += MAX(m->end_ns - m->last_ns, 0);
    gpointer last = g_hash_table_lookup(t->last, &m->id);
    if (!last)
        return;
    guint n = GPOINTER_TO_UINT(g_hash_table_lookup(w->last, last)) + 1;
    g_hash_table_insert(w->last, last, GUINT_TO_POINTER(n));
    if (n > w->worst_n) {
        w->worst_n = n;
        w->worst = GPOINTER_TO_UINT(last);
    }
}

static const ReportColumn columns[] = {
    { "label", "collective", CELL_TEXT },  { "kind", "kind", CELL_TEXT, COL_SAME | COL_KIND }, { "times", "meetings", CELL_COUNT, COL_SUM },
    { "moved_ns", "last to end", CELL_NS },     { "mean_ns", "first to last", CELL_NS }, { "longest_ns", "longest", CELL_NS },               { "sum_ns", "in all", CELL_NS, COL_SUM },
    { "all_moved_ns", "last to end in all", CELL_NS, COL_SUM }, { "last", "most often waits for", CELL_TEXT }, { "why", "reason", CELL_TEXT },
};

/* waited: some device waited in some collective, so that it is worth telling how long. */
static void add_row(Table *out, const TimelineRows *t, const Wait *a, bool waited)
{
    const TraceCollRow *k = g_hash_table_lookup(t->coll, &a->inst);
    g_autofree char *who = a->worst && a->max_ns > 0 ? g_strdup_printf("%s, last %" G_GINT64_FORMAT " of %" G_GINT64_FORMAT " times",
                                                      TRACE_AT(t->data, LaneData, a->worst - 1)->lane->name, a->worst_n, a->n) : NULL;
    g_autofree char *name = k ? g_strdup_printf("%s of %s", k->kind_name, k->label) : g_strdup(a->name);
    cell_text(out, name);
    cell_text(out, k ? k->kind_name : NULL);
    cell_int(out, a->n);
    cell_int(out, a->moved_ns / MAX(a->n, 1));
    cell_oint(out, (TraceInt){ a->sum_ns / MAX(a->n, 1), waited });
    cell_oint(out, (TraceInt){ a->max_ns, waited });
    cell_oint(out, (TraceInt){ a->sum_ns, waited });
    cell_oint(out, (TraceInt){ a->moved_ns, !waited }); /* what the list is in the order of is in sight */
    cell_text(out, who);
    cell_text(out, k ? k->why : NULL);
    table_row_facts(out, a->inst, NULL, NULL);
}

static Role mark(const void *of, const Table *t, guint row)
{
    (void)of;
    const char *kind = table_at(t, row, 1)->s;
    return kind ? role_of_plan(kind) : ROLE_none;
}

/* What is in sight, from the first warm step on if one is. */
static void warm_range(const Rows *rows, const TimePlot *p, int64_t *from, int64_t *to)
{
    const GArray *steps = rows_current(rows)->steps;
    *from = p->t0;
    *to = p->t1;
    for (guint i = 0; steps && i < steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(steps, TraceStepRow, i);
        if (st->warm && st->start_ns < p->t1 && st->start_ns + st->dur_ns > p->t0) {
            *from = MAX(*from, i ? st->start_ns : *from);
            return;
        }
    }
}

void waits_draw(Scene *s, const Viewport *vp, const Rows *rows, Rect box)
{
    static const TableColumn shown[] = {
        { .key = "label", .look = { NULL, -1.4, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
        { .key = "times", .look = { NULL, 70, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "moved_ns", .look = { NULL, 92, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "mean_ns", .look = { NULL, 84, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "sum_ns", .look = { NULL, 66, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "all_moved_ns", .look = { NULL, 124, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "longest_ns", .look = { NULL, 76, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "last", .look = { NULL, 190, ALIGN_left, TRIM_end, FONT_small, ROLE_none } },
        { .key = "why", .look = { NULL, -2, ALIGN_left, TRIM_end, FONT_small, ROLE_dim } },
    };
    const TimelineRows *t = timeline_rows(rows);
    TimePlot p = timeline_plot(rows, vp);
    if (box.h < 3 * LIST_ROW_H)
        return;
    g_autoptr(GArray) waits = g_array_new(FALSE, TRUE, sizeof(Wait));
    g_array_set_clear_func(waits, wait_clear);
    g_autoptr(GHashTable) index = g_hash_table_new(g_int64_hash, g_int64_equal);
    int64_t from, to; /* a warm-up tells little of the others */
    warm_range(rows, &p, &from, &to);
    for (guint i = 0; i < t->meetings->len; i++) {
        const GArray *some = g_ptr_array_index(t->meetings, i);
        for (guint k = 0; k < some->len; k++) {
            const TraceMeetingRow *m = TRACE_AT(some, TraceMeetingRow, k);
            if (m->end_ns >= from && m->first_ns < to)
                count(waits, index, t, m);
        }
    }
    if (waits->len == 0)
        return;
    g_array_sort(waits, by_sum);
    g_autoptr(Table) table = table_new("waits", NULL, columns, G_N_ELEMENTS(columns));
    bool waited = g_array_index(waits, Wait, 0).sum_ns > 0;
    table->order = waited ? "sum_ns" : "all_moved_ns";
    for (guint i = 0; i < waits->len; i++)
        add_row(table, t, &g_array_index(waits, Wait, i), waited);
    TableList list = { .table = table, .columns = shown, .n = G_N_ELEMENTS(shown), .kind = REF_inst, .run = rows_current(rows)->info->id, .mark = mark, .pane = PANE_DETAIL };
    table_list_draw(s, vp, &list, box, vp->select);
    scene_use_pane(s, PANE_LIST);
}
