/* Statistics of a marked range. See range.h. From the events that are loaded: parts that reach over the range's ends
 * count with what is inside. */
#include "viewer/layout/range.h"

#include "viewer/layout/costs.h"
#include "viewer/layout/list.h"
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
    int64_t busy, coll, folded, n;
} Sums;

static void add_row(Sums *k, const LaneEvents *row, int64_t t0, int64_t t1)
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
        k->busy += e->cat == TRACE_CAT_QUEUE || e->cat == TRACE_CAT_WAIT ? 0 : ns;
        k->coll += e->cat == TRACE_CAT_COLLECTIVE ? ns : 0;
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

void range_draw(Scene *s, const Viewport *vp, const Rows *rows, Rect box)
{
    static const Column all[] = {
        { "", 22, ALIGN_left, TRIM_end, FONT_small, ROLE_none },          { "op in the marked range", -2, ALIGN_left, TRIM_middle, FONT_small, ROLE_none },
        { "time, all devices", 120, ALIGN_right, TRIM_end, FONT_small, ROLE_none }, { "of busy time", 82, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
        { "times", 62, ALIGN_right, TRIM_end, FONT_small, ROLE_none },     { "mean", 82, ALIGN_right, TRIM_end, FONT_small, ROLE_none },
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
            add_row(&k, TRACE_AT(lanes, LaneEvents, i), vp->mark0, vp->mark1);
    }
    g_array_sort(k.ops, by_time);
    double span = (double)(vp->mark1 - vp->mark0), lanes = MAX(n_lanes, 1);
    scene_box(s, ROLE_background, box);
    g_autofree char *title = g_strdup_printf("marked range: %s; %s events on %u lanes; busy %.0f %%, of which collectives %.0f %%", word_ns(span).s,
                                             word_count(k.n + k.folded).s, n_lanes, span > 0 ? 100 * (double)k.busy / span / lanes : 0,
                                             k.busy > 0 ? 100 * (double)k.coll / (double)k.busy : 0);
    scene_text(s, FONT_bold, ROLE_text, (Spot){ box.x + 8, box.y + 2, box.w - 16 }, title);
    box.y += m[FONT_bold].line_h + 6;
    List l = list_fit(s, vp, all, G_N_ELEMENTS(all), box.w);
    int room = (int)((box.h - m[FONT_bold].line_h - 6) / LIST_ROW_H) - 1;
    list_header(&l, box.x, box.y);
    for (int i = 0; i < MIN((int)k.ops->len, room); i++) {
        const OpTime *o = TRACE_AT(k.ops, OpTime, i);
        const TraceNameRow *name = g_hash_table_lookup(t->name, &o->name_id);
        const TraceCollRow *coll = o->inst_id ? g_hash_table_lookup(t->coll, &o->inst_id) : NULL;
        char part[24];
        g_snprintf(part, sizeof part, "%.1f %%", k.busy > 0 ? 100 * (double)o->ns / (double)k.busy : 0);
        Word time = word_ns((double)o->ns), times = word_count(o->n), mean = word_ns((double)o->ns / (double)MAX(o->n, 1));
        const char *texts[] = { "", name ? name->name : "?", time.s, part, times.s, mean.s };
        Ref ref = o->inst_id ? (Ref){ REF_inst, rows_current(rows)->info->id, o->inst_id, 0 } : (Ref){ 0 };
        double ry = box.y + (i + 1) * LIST_ROW_H;
        list_row(&l, (Spot){ box.x, ry, box.w }, texts, ref, coll ? coll->why : NULL);
        scene_box(s, coll ? role_of_coll(coll->kind) : role_of_cat(o->cat), (Rect){ box.x + 6, ry + 6, 10, 10 });
    }
    g_array_unref(k.ops);
    g_hash_table_unref(k.at);
}
