/* Statistics of a marked range. See range.h. From the events that are loaded: parts that reach over the range's ends
 * count with what is inside. */
#include "viewer/layout/range.h"

#include "viewer/layout/costs.h"
#include "viewer/layout/table_list.h"
#include "viewer/layout/timeline_impl.h"
#include "viewer/layout/words.h"

typedef struct OpTime {
    int64_t name_id, inst_id, cat, ns, n;
} OpTime;

static gint by_time(gconstpointer a, gconstpointer b)
{
    const OpTime *x = a, *y = b;
    if (x->ns != y->ns)
        return x->ns < y->ns ? 1 : -1;
    return x->name_id < y->name_id ? -1 : x->name_id > y->name_id;
}

/* Events of a row are in order, so the first that can reach into the range is found by halving. */
static guint first_in(const GArray *spans, int64_t t)
{
    guint lo = 0, hi = spans->len;
    while (lo < hi) {
        guint mid = lo + (hi - lo) / 2;
        const TraceEventRow *e = TRACE_AT(spans, TraceEventRow, mid);
        if (e->start_ns + e->dur_ns > t)
            hi = mid;
        else
            lo = mid + 1;
    }
    return lo;
}

typedef struct Sums {
    GArray *ops; /* OpTime */
    GHashTable *at;
    int64_t busy, coll, wait, queue, folded, n;
} Sums;

/* What a device waits inside a collective is no part of moving data. */
static bool is_inside(const TraceEventRow *e)
{
    return e->cat == TRACE_CAT_WAIT && e->depth > 0;
}

static void add_kinds(Sums *k, const TraceEventRow *e, int64_t ns)
{
    int64_t moved = e->cat == TRACE_CAT_COLLECTIVE ? ns : is_inside(e) ? -ns : 0;
    k->coll += moved;
    k->busy += e->cat == TRACE_CAT_QUEUE || e->cat == TRACE_CAT_WAIT ? moved : ns;
    k->wait += e->cat == TRACE_CAT_WAIT ? ns : 0;
    k->queue += e->cat == TRACE_CAT_QUEUE ? ns : 0;
}

/* Takes a wait from the collective that it is inside of, which is in the row above. */
static void take_from_outer(Sums *k, const LaneEvents *outer, const TraceEventRow *wait, int64_t ns)
{
    guint i = outer ? first_in(outer->spans, wait->start_ns) : 0;
    const TraceEventRow *e = outer && i < outer->spans->len ? TRACE_AT(outer->spans, TraceEventRow, i) : NULL;
    guint at = e && e->start_ns <= wait->start_ns ? GPOINTER_TO_UINT(g_hash_table_lookup(k->at, GINT_TO_POINTER(e->name_id))) : 0;
    if (at)
        TRACE_AT(k->ops, OpTime, at - 1)->ns -= ns;
}

/* outer: the row that its events are inside of; NULL = none. */
static void add_row(Sums *k, const LaneEvents *row, const LaneEvents *outer, int64_t t0, int64_t t1)
{
    for (guint i = first_in(row->spans, t0); i < row->spans->len; i++) {
        const TraceEventRow *e = TRACE_AT(row->spans, TraceEventRow, i);
        if (e->start_ns >= t1)
            break;
        int64_t ns = MIN(e->start_ns + e->dur_ns, t1) - MAX(e->start_ns, t0);
        guint at = GPOINTER_TO_UINT(g_hash_table_lookup(k->at, GINT_TO_POINTER(e->name_id)));
        if (!at) {
            OpTime o = { .name_id = e->name_id, .inst_id = e->inst_id, .cat = e->cat };
            g_array_append_val(k->ops, o);
            at = k->ops->len;
            g_hash_table_insert(k->at, GINT_TO_POINTER(e->name_id), GUINT_TO_POINTER(at));
        }
        OpTime *o = TRACE_AT(k->ops, OpTime, at - 1);
        o->ns += ns;
        o->n++;
        add_kinds(k, e, ns);
        if (is_inside(e))
            take_from_outer(k, outer, e, ns);
        k->n++;
    }
    for (guint i = 0; row->buckets && i < row->buckets->len; i++) {
        const TraceBucket *b = TRACE_AT(row->buckets, TraceBucket, i);
        int64_t start = b->bucket << (10 + 2 * row->level);
        if (start < t0 || start >= t1)
            continue;
        k->folded += b->n;
        k->busy += b->busy_ns;
        k->coll += b->coll_ns;
    }
}

static const ReportColumn columns[] = {
    { "op", "op in the marked range", CELL_TEXT }, { "kind", NULL, CELL_TEXT, COL_SAME | COL_KIND }, { "ns", "time, all devices", CELL_NS, COL_SUM },
    { "part", "of the range", CELL_PERCENT, COL_SUM }, { "times", "times", CELL_COUNT, COL_SUM }, { "mean_ns", "mean", CELL_NS },
};

static Role mark(const void *of, const Table *t, guint row)
{
    const OpTime *o = TRACE_AT((const GArray *)of, OpTime, row);
    const char *kind = table_at(t, row, 1)->s;
    return kind ? role_of_plan(kind) : role_of_cat(o->cat);
}

static Table *table_of(const TimelineRows *t, const Sums *k, double whole)
{
    Table *out = table_new("range", NULL, columns, G_N_ELEMENTS(columns));
    for (guint i = 0; i < k->ops->len; i++) {
        const OpTime *o = TRACE_AT(k->ops, OpTime, i);
        const TraceNameRow *name = g_hash_table_lookup(t->name, &o->name_id);
        const TraceCollRow *coll = o->inst_id ? g_hash_table_lookup(t->coll, &o->inst_id) : NULL;
        const char *said = timeline_said(t, o->inst_id);
        g_autofree char *both = said ? g_strdup_printf("%s: %s", said, name ? name->name : "–") : NULL;
        cell_text(out, both ? both : name ? name->name : NULL);
        cell_text(out, coll ? coll->kind_name : NULL);
        cell_int(out, o->ns);
        cell_real(out, whole > 0 ? 100 * (double)o->ns / whole : 0);
        cell_int(out, o->n);
        cell_int(out, o->ns / MAX(o->n, 1));
        table_row_facts(out, o->inst_id, NULL, NULL);
    }
    return out;
}

void range_draw(Scene *s, const Viewport *vp, const Rows *rows, Rect box)
{
    static const TableColumn shown[] = {
        { .key = "op", .look = { NULL, -2, ALIGN_left, TRIM_middle, FONT_small, ROLE_none } },
        { .key = "ns", .look = { NULL, 120, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "part", .look = { NULL, 92, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "times", .look = { NULL, 66, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
        { .key = "mean_ns", .look = { NULL, 84, ALIGN_right, TRIM_end, FONT_small, ROLE_none } },
    };
    const TimelineRows *t = timeline_rows(rows);
    const Metrics *m = vp->metrics;
    Sums k = { .ops = g_array_new(FALSE, TRUE, sizeof(OpTime)), .at = g_hash_table_new(NULL, NULL) };
    guint n_lanes = 0;
    for (guint l = 0; l < t->data->len; l++) {
        const LaneData *d = TRACE_AT(t->data, LaneData, l);
        const GArray *lanes = d->rows;
        if (d->lane->kind == TRACE_LANE_CORE) /* the same work again, by core */
            continue;
        n_lanes++;
        for (guint i = 0; i < lanes->len; i++)
            add_row(&k, TRACE_AT(lanes, LaneEvents, i), i ? TRACE_AT(lanes, LaneEvents, i - 1) : NULL, vp->mark0, vp->mark1);
    }
    g_array_sort(k.ops, by_time);
    double span = (double)(vp->mark1 - vp->mark0), lanes = MAX(n_lanes, 1);
    scene_box(s, ROLE_background, box);
    double whole = span * lanes, part = whole > 0 ? 100 / whole : 0;
    g_autoptr(GString) title = g_string_new(NULL);
    g_string_printf(title, "marked range: %s; %s events on %u lanes; busy %s, of which collectives %s", word_ns(span).s, word_count(k.n + k.folded).s,
                    n_lanes, trace_percent(part * (double)k.busy).s, trace_percent(k.busy > 0 ? 100 * (double)k.coll / (double)k.busy : 0).s);
    if (k.wait > 0)
        g_string_append_printf(title, "; waiting for devices %s", trace_percent(part * (double)k.wait).s);
    if (k.queue > 0)
        g_string_append_printf(title, "; waiting for a core %s", trace_percent(part * (double)k.queue).s);
    double below = scene_paragraph(s, m, FONT_bold, ROLE_text, (Spot){ box.x + 8, box.y + 2, box.w - 16 }, title->str) + 4;
    box.h -= below - box.y;
    box.y = below;
    g_autoptr(Table) table = table_of(t, &k, whole);
    TableList list = { .table = table, .columns = shown, .n = G_N_ELEMENTS(shown), .kind = REF_inst, .run = rows_current(rows)->info->id, .mark = mark, .of = k.ops,
                       .slot = 1, .pane = PANE_DETAIL };
    if (table_n_rows(table) && box.h > 3 * LIST_ROW_H)
        table_list_draw(s, vp, &list, box, vp->select);
    scene_use_pane(s, PANE_LIST);
    g_array_unref(k.ops);
    g_hash_table_unref(k.at);
}
