/* Loading the timeline. A run of up to WHOLE events is read once and drawn at any zoom; of a longer one the range
 * that is visible is read, with as much again on both sides, at the level of detail that its pixels can show: big
 * events singly, small ones as counts. */
#include "viewer/model/load.h"
#include "viewer/views/steps.h"

#define WHOLE 400000
#define AT_ONCE 150000 /* events read singly for one picture, about: 3 us of processor time each */
#define MAX_STEPS_OF_MEETINGS 8

/* ---- the rows ---- */

static void lane_events_clear(gpointer p)
{
    LaneEvents *e = p;
    g_clear_pointer(&e->spans, g_array_unref);
    g_clear_pointer(&e->buckets, g_array_unref);
}

static void lane_data_clear(gpointer p)
{
    g_clear_pointer(&((LaneData *)p)->rows, g_array_unref);
}

static TimelineRows *timeline_rows_new(void)
{
    TimelineRows *t = g_new0(TimelineRows, 1);
    t->data = g_array_new(FALSE, TRUE, sizeof(LaneData));
    g_array_set_clear_func(t->data, lane_data_clear);
    t->name = g_hash_table_new(g_int64_hash, g_int64_equal);
    t->meeting = g_hash_table_new(g_int64_hash, g_int64_equal);
    t->coll = g_hash_table_new(g_int64_hash, g_int64_equal);
    t->inst = g_hash_table_new(g_int64_hash, g_int64_equal);
    t->last = g_hash_table_new(g_int64_hash, g_int64_equal);
    t->on_path = g_hash_table_new(g_int64_hash, g_int64_equal);
    t->gaps = g_array_new(FALSE, FALSE, sizeof(TimeGap));
    t->meetings = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
    return t;
}

static void timeline_free(gpointer p)
{
    TimelineRows *t = p;
    for (guint i = 0; i < t->data->len; i++)
        if (TRACE_AT(t->data, LaneData, i)->rows)
            g_array_set_clear_func(TRACE_AT(t->data, LaneData, i)->rows, lane_events_clear);
    g_array_unref(t->data);
    g_hash_table_unref(t->name);
    g_hash_table_unref(t->meeting);
    g_hash_table_unref(t->coll);
    g_hash_table_unref(t->last);
    g_hash_table_unref(t->on_path);
    g_clear_pointer(&t->crit, g_array_unref);
    g_clear_pointer(&t->flows, g_array_unref);
    g_array_unref(t->gaps);
    g_ptr_array_unref(t->meetings);
    g_clear_pointer(&t->lanes, g_array_unref);
    g_clear_pointer(&t->names, g_array_unref);
    g_clear_pointer(&t->insts, g_array_unref);
    g_hash_table_unref(t->inst);
    g_clear_pointer(&t->coll_rows, g_array_unref);
    g_free(t);
}

const TimelineRows *timeline_rows(const Rows *rows)
{
    return rows_own(rows, timeline_free);
}

/* ---- reading them ---- */

static void sane_spans(GArray *spans)
{
    for (guint i = 0; spans && i < spans->len; i++) {
        TraceEventRow *e = TRACE_AT(spans, TraceEventRow, i);
        e->start_ns = sane_time(e->start_ns);
        e->dur_ns = MAX(sane_time(e->dur_ns), 0);
    }
}

static void sane_buckets(GArray *buckets, int level)
{
    int64_t most = ((int64_t)1 << 60) >> (10 + 2 * level);
    for (guint i = 0; buckets && i < buckets->len; i++) {
        TraceBucket *b = TRACE_AT(buckets, TraceBucket, i);
        b->bucket = CLAMP(b->bucket, 0, most);
        b->busy_ns = CLAMP(b->busy_ns, 0, (int64_t)1 << 50);
        b->n = CLAMP(b->n, 0, (int64_t)1 << 40);
    }
}

static void sane_meetings(GArray *some)
{
    for (guint i = 0; some && i < some->len; i++) {
        TraceMeetingRow *m = TRACE_AT(some, TraceMeetingRow, i);
        m->first_ns = sane_time(m->first_ns);
        m->last_ns = MAX(sane_time(m->last_ns), m->first_ns);
        m->end_ns = MAX(sane_time(m->end_ns), m->last_ns);
    }
}

static LaneEvents *add_row(LaneData *d, int depth, int level)
{
    LaneEvents e = { .depth = depth, .level = level };
    g_array_append_val(d->rows, e);
    return &g_array_index(d->rows, LaneEvents, d->rows->len - 1);
}

/* Every event of the lane, given out to its rows. The texts of an event are ids, so rows may copy it. */
static bool load_whole(TraceReader *r, LaneData *d, GError **error)
{
    g_autoptr(GArray) all = trace_query_events(r, d->lane->id, 0, error);
    if (!all)
        return false;
    sane_spans(all);
    int depths = (int)CLAMP(d->lane->depths, 1, 64);
    for (int i = 0; i < depths; i++)
        add_row(d, i, -1)->spans = g_array_new(FALSE, TRUE, sizeof(TraceEventRow));
    for (guint i = 0; i < all->len; i++) {
        const TraceEventRow *e = TRACE_AT(all, TraceEventRow, i);
        int depth = (int)CLAMP(e->depth, 0, depths - 1);
        g_array_append_val(g_array_index(d->rows, LaneEvents, depth).spans, *e);
    }
    return true;
}

static gint by_start(gconstpointer a, gconstpointer b)
{
    const TraceEventRow *x = a, *y = b;
    return x->start_ns < y->start_ns ? -1 : x->start_ns > y->start_ns;
}

static bool load_range(TraceReader *r, LaneData *d, int level, int64_t t0, int64_t t1, GError **error)
{
    int depths = (int)CLAMP(d->lane->depths, 1, 64);
    bool counted = trace_is_finished(r) && level >= d->lane->lod_min;
    for (int i = 0; i < depths; i++) {
        LaneEvents *e = add_row(d, i, level);
        if (counted) {
            TraceDraw draw = { d->lane->id, i, level, t0, t1 };
            e->buckets = trace_query_draw_lod(r, draw, error);
            e->spans = e->buckets ? trace_query_draw_big(r, draw, error) : NULL;
            if (e->spans) /* they come size by size */
                g_array_sort(e->spans, by_start);
        } else {
            e->spans = trace_query_draw_raw(r, d->lane->id, i, t0, t1, error);
        }
        if (!e->spans)
            return false;
        sane_spans(e->spans);
        sane_buckets(e->buckets, level);
    }
    return true;
}

static bool load_meetings(TraceReader *r, const RunRows *run, TimelineRows *t, bool whole, GError **error)
{
    if (whole) {
        GArray *all = trace_query_meetings(r, run->info->id, 0, error);
        sane_meetings(all);
        if (all)
            g_ptr_array_add(t->meetings, all);
        return all != NULL;
    }
    int n = 0;
    for (guint i = 0; i < run->steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, i);
        n += st->start_ns < t->t1 && st->start_ns + st->dur_ns > t->t0;
    }
    for (guint i = 0; i < run->steps->len && n <= MAX_STEPS_OF_MEETINGS; i++) {
        const TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, i);
        if (st->start_ns >= t->t1 || st->start_ns + st->dur_ns <= t->t0)
            continue;
        GArray *some = trace_query_meetings(r, run->info->id, st->id, error);
        if (!some)
            return false;
        sane_meetings(some);
        g_ptr_array_add(t->meetings, some);
    }
    return true;
}

/* What layout looks up: meetings by id, and who came last at each. */
static void index_meetings(TimelineRows *t)
{
    for (guint k = 0; k < t->meetings->len; k++) {
        GArray *some = g_ptr_array_index(t->meetings, k);
        for (guint i = 0; i < some->len; i++) {
            TraceMeetingRow *m = TRACE_AT(some, TraceMeetingRow, i);
            g_hash_table_insert(t->meeting, &m->id, m);
        }
    }
    for (guint l = 0; l < t->data->len; l++) {
        GArray *rows = TRACE_AT(t->data, LaneData, l)->rows;
        for (guint k = 0; k < rows->len; k++) {
            GArray *spans = TRACE_AT(rows, LaneEvents, k)->spans;
            for (guint i = 0; i < spans->len; i++) {
                TraceEventRow *e = TRACE_AT(spans, TraceEventRow, i);
                const TraceMeetingRow *m = e->coll_id ? g_hash_table_lookup(t->meeting, &e->coll_id) : NULL;
                if (m && m->last_ns == e->start_ns)
                    g_hash_table_insert(t->last, &e->coll_id, GUINT_TO_POINTER(l + 1));
            }
        }
    }
}

#define MAX_PARTS 200000
#define MAX_FLOWS 2000

/* The critical paths of the steps in sight, one behind the other. Nothing borrows a row's texts: only
 * numbers are copied. */
static bool load_path(TraceReader *r, const RunRows *run, TimelineRows *t, GError **error)
{
    t->crit = g_array_new(FALSE, TRUE, sizeof(TraceCritRow));
    for (guint i = 0; i < run->steps->len && t->crit->len < MAX_PARTS; i++) {
        const TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, i);
        if (st->start_ns >= t->t1 || st->start_ns + st->dur_ns <= t->t0)
            continue;
        g_autoptr(GArray) some = trace_query_crit(r, st->id, t->t0, t->t1, MAX_PARTS - (int64_t)t->crit->len, error);
        if (!some)
            return false;
        for (guint k = 0; k < some->len; k++) {
            const TraceCritRow *c = TRACE_AT(some, TraceCritRow, k);
            TraceCritRow own = { .seq = c->seq, .event_id = c->event_id, .global_id = c->global_id, .inst_id = c->inst_id,
                                 .start_ns = sane_time(c->start_ns), .dur_ns = MAX(sane_time(c->dur_ns), 0), .cat = c->cat, .via = c->via };
            g_array_append_val(t->crit, own);
        }
    }
    for (guint i = 0; i < t->crit->len; i++)
        g_hash_table_add(t->on_path, &TRACE_AT(t->crit, TraceCritRow, i)->event_id);
    t->flows = trace_query_flows(r, run->info->id, t->t0, t->t1, MAX_FLOWS, error);
    return t->flows != NULL;
}

static int steps_in_sight(const RunRows *run, const TimelineRows *t)
{
    int n = 0;
    for (guint i = 0; i < run->steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, i);
        n += st->start_ns < t->t1 && st->start_ns + st->dur_ns > t->t0;
    }
    return n;
}

static void find_extent(const RunRows *run, TimelineRows *t, int64_t *events)
{
    t->first_ns = INT64_MAX;
    t->last_ns = INT64_MIN;
    for (guint i = 0; i < t->lanes->len; i++) {
        const TraceLaneRow *l = TRACE_AT(t->lanes, TraceLaneRow, i);
        *events += CLAMP(l->n_events, 0, (int64_t)1 << 40);
        if (l->first_ns.known && l->last_ns.known) {
            t->first_ns = MIN(t->first_ns, sane_time(l->first_ns.v));
            t->last_ns = MAX(t->last_ns, sane_time(l->last_ns.v));
        }
    }
    for (guint i = 0; i < run->steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, i);
        t->first_ns = MIN(t->first_ns, st->start_ns);
        t->last_ns = MAX(t->last_ns, st->start_ns + st->dur_ns);
    }
    if (t->first_ns > t->last_ns)
        t->first_ns = t->last_ns = 0;
    t->view0 = t->first_ns;
    t->view1 = t->last_ns;
    const TraceStepRow *first = run->steps->len ? TRACE_AT(run->steps, TraceStepRow, 0) : NULL, *last = first ? TRACE_AT(run->steps, TraceStepRow, run->steps->len - 1) : NULL;
    int64_t begin = first ? first->start_ns : 0, end = last ? last->start_ns + last->dur_ns : 0, margin = (end - begin) / 50;
    if (first && end > begin && (double)(end - begin) < 0.75 * (double)(t->last_ns - t->first_ns)) {
        t->view0 = MAX(begin - margin, t->first_ns);
        t->view1 = MIN(end + margin, t->last_ns);
    }
}

/* Whether the level of the picture is among those that the trace keeps counts of, for most lanes. */
static bool counted_at(TraceReader *r, const TimelineRows *t)
{
    guint n = 0;
    for (guint i = 0; i < t->lanes->len; i++)
        n += t->level >= TRACE_AT(t->lanes, TraceLaneRow, i)->lod_min;
    return trace_is_finished(r) && 2 * n >= t->lanes->len;
}

static void row_clear(LaneEvents *e)
{
    g_clear_pointer(&e->spans, g_array_unref);
    g_clear_pointer(&e->buckets, g_array_unref);
}

static gint longest_first(gconstpointer a, gconstpointer b)
{
    const TraceEventRow *x = a, *y = b;
    return x->start_ns != y->start_ns ? (x->start_ns > y->start_ns) - (x->start_ns < y->start_ns) : (x->dur_ns < y->dur_ns) - (x->dur_ns > y->dur_ns);
}

/* Waiting for a core within a collective is drawn over it. */
static void lay_over(GArray *row, const GArray *waits)
{
    for (guint i = 0; i < waits->len; i++)
        if (TRACE_AT(waits, TraceEventRow, i)->cat == TRACE_CAT_QUEUE)
            g_array_append_vals(row, TRACE_AT(waits, TraceEventRow, i), 1);
    g_array_sort(row, longest_first);
}

/* Waiting for members is part of its collective, which is drawn with its wait hatched: it needs no row of its own. */
static void drop_waits(LaneData *d)
{
    for (guint k = d->rows->len; k-- > 1;) {
        LaneEvents *e = &g_array_index(d->rows, LaneEvents, k);
        bool only_waits = d->lane->kind == TRACE_LANE_OPS && d->lane->device_id;
        for (guint i = 0; e->spans && i < e->spans->len && only_waits; i++)
            only_waits = TRACE_AT(e->spans, TraceEventRow, i)->cat == TRACE_CAT_WAIT || TRACE_AT(e->spans, TraceEventRow, i)->cat == TRACE_CAT_QUEUE;
        GArray *under = g_array_index(d->rows, LaneEvents, k - 1).spans;
        if (!only_waits || !e->spans || e->spans->len == 0 || !under)
            continue;
        lay_over(under, e->spans);
        row_clear(e);
        g_array_remove_index(d->rows, k);
    }
}

/* The time before, between and after the steps. */
static void find_gaps(const RunRows *run, TimelineRows *t)
{
    int64_t at = t->first_ns, before = 0;
    for (guint i = 0; i <= run->steps->len && run->steps->len; i++) {
        const TraceStepRow *st = i < run->steps->len ? TRACE_AT(run->steps, TraceStepRow, i) : NULL;
        TimeGap g = { at, st ? st->start_ns : t->last_ns, before };
        if (g.to > g.from) {
            g_array_append_val(t->gaps, g);
            before += g.to - g.from;
        }
        at = MAX(at, st ? st->start_ns + st->dur_ns : at);
    }
}

/* Events of a lane between two moments, if they lie evenly between its first and its last. */
static double evenly_within(const TraceLaneRow *l, int64_t a, int64_t b)
{
    if (!l->first_ns.known || !l->last_ns.known)
        return 0;
    double from = (double)sane_time(l->first_ns.v), span = MAX((double)sane_time(l->last_ns.v) - from, 1), seen = MIN((double)b, from + span) - MAX((double)a, from);
    return (double)CLAMP(l->n_events, 0, (int64_t)1 << 40) * CLAMP(seen / span, 0, 1);
}

/* The same by the counts that the trace keeps: most of a step's events may be within a tenth of it. Below 0: it keeps none that are fine enough. */
static double counted_within(TraceReader *r, const TraceLaneRow *l, int64_t a, int64_t b)
{
    enum { PARTS = 16, COARSEST = 14 };
    int level = MAX(trace_draw_level(MAX((b - a) / PARTS, 1)), l->lod_min);
    int64_t width = INT64_C(1024) << (2 * CLAMP(level, 0, COARSEST));
    if (level > COARSEST || width > b - a)
        return -1;
    double n = 0;
    for (int depth = 0; depth < (int)CLAMP(l->depths, 1, 64); depth++) {
        g_autoptr(GArray) buckets = trace_query_draw_lod(r, (TraceDraw){ l->id, depth, level, a, b }, NULL);
        for (guint i = 0; buckets && i < buckets->len; i++) {
            const TraceBucket *x = TRACE_AT(buckets, TraceBucket, i);
            double from = (double)x->bucket * (double)width, seen = MIN((double)b, from + (double)width) - MAX((double)a, from);
            n += (double)CLAMP(x->n, 0, (int64_t)1 << 40) * CLAMP(seen / (double)width, 0, 1);
        }
    }
    return n;
}

/* Lane by lane: all events of one may be within a hundredth of another's time. */
static double events_within(TraceReader *r, const TimelineRows *t, int64_t a, int64_t b)
{
    enum { FEW_LANES = 512 };
    double n = 0;
    for (guint i = 0; i < t->lanes->len; i++) {
        const TraceLaneRow *l = TRACE_AT(t->lanes, TraceLaneRow, i);
        double counted = trace_is_finished(r) && t->lanes->len <= FEW_LANES && l->n_events ? counted_within(r, l, a, b) : -1;
        n += counted >= 0 ? counted : evenly_within(l, a, b);
    }
    return n;
}

static bool load_lanes(TraceReader *r, const Query *q, const RunRows *run, TimelineRows *t, GError **error)
{
    int64_t events = 0;
    find_extent(run, t, &events);
    find_gaps(run, t);
    bool whole = events <= WHOLE;
    int64_t a = q->t1 > q->t0 ? q->t0 : t->view0, b = q->t1 > q->t0 ? q->t1 : t->view1;
    t->level = whole ? -1 : trace_draw_level(MAX((b - a) / MAX(q->width, 1), 1));
    /* As much again on both sides, so that panning seldom waits; less where that would be very many events. */
    double about = events_within(r, t, a, b);
    /* Between the recorded levels of detail and single events there is a zoom at which the events would be too many:
     * there the counts are drawn, though they are a few pixels wide. */
    bool coarse = about > AT_ONCE;
    double margin = coarse || counted_at(r, t) || events_within(r, t, a - (b - a), b + (b - a)) <= AT_ONCE ? 1 : 0.08;
    t->t0 = whole ? t->first_ns : a - (int64_t)(margin * (double)(b - a));
    t->t1 = whole ? t->last_ns : b + (int64_t)(margin * (double)(b - a));
    for (guint i = 0; i < t->lanes->len; i++) {
        const TraceLaneRow *l = TRACE_AT(t->lanes, TraceLaneRow, i);
        if (l->n_events == 0)
            continue;
        LaneData d = { .lane = l, .rows = g_array_new(FALSE, TRUE, sizeof(LaneEvents)) };
        g_array_append_val(t->data, d);
        LaneData *at = TRACE_AT(t->data, LaneData, t->data->len - 1);
        if (!(whole ? load_whole(r, at, error) : load_range(r, at, coarse ? (int)CLAMP(l->lod_min, t->level, 15) : t->level, t->t0, t->t1, error)))
            return false;
        drop_waits(at);
    }
    if (!load_meetings(r, run, t, whole, error))
        return false;
    if ((whole || steps_in_sight(run, t) <= MAX_STEPS_OF_MEETINGS) && !load_path(r, run, t, error))
        return false;
    index_meetings(t);
    return true;
}

bool load_steps(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error)
{
    if (!load_runs(r, q, prev, out, LOAD_summary | LOAD_steps, error))
        return false;
    if (out->current < 0)
        return true;
    RunRows *run = g_ptr_array_index(out->run, out->current);
    if (!run->steps)
        run->steps = g_array_new(FALSE, TRUE, sizeof(TraceStepRow));
    const TimelineRows *old = prev && prev->current == out->current ? timeline_rows(prev) : NULL;
    const RunRows *old_run = old ? rows_current(prev) : NULL;
    TimelineRows *t = timeline_rows_new();
    rows_give(out, t, timeline_free);
    if (old && old->coll_rows && old_run->parts) { /* only the events depend on what is in sight */
        run->parts = g_array_ref(old_run->parts);
        t->lanes = g_array_ref(old->lanes);
        t->names = g_array_ref(old->names);
        t->coll_rows = g_array_ref(old->coll_rows);
        t->insts = g_array_ref(old->insts);
    } else {
        run->parts = trace_query_step_parts(r, run->info->id, 0, error);
        t->lanes = run->parts ? trace_query_lanes(r, run->info->id, error) : NULL;
        t->names = t->lanes ? trace_query_names(r, run->info->id, error) : NULL;
        t->coll_rows = t->names ? trace_query_colls(r, run->info->module_id, error) : NULL;
        t->insts = t->coll_rows ? trace_query_insts(r, run->info->final_snap, error) : NULL;
    }
    if (!t->insts)
        return false;
    for (guint i = 0; i < t->insts->len; i++) {
        TraceInstRow *x = TRACE_AT(t->insts, TraceInstRow, i);
        g_hash_table_insert(t->inst, &x->id, x);
    }
    for (guint i = 0; i < t->names->len; i++) {
        TraceNameRow *n = TRACE_AT(t->names, TraceNameRow, i);
        g_hash_table_insert(t->name, &n->id, n);
    }
    for (guint i = 0; i < t->coll_rows->len; i++) {
        TraceCollRow *k = TRACE_AT(t->coll_rows, TraceCollRow, i);
        g_hash_table_insert(t->coll, &k->inst_id, k);
    }
    return load_lanes(r, q, run, t, error);
}
