/* The Steps view: what the window asks of it besides reading (steps_load.c) and drawing (layout/timeline.c): moving
 * from event to event, the time of a row, its keys. */
#include "viewer/layout/timeline.h"
#include "viewer/layout/words.h"
#include "viewer/views.h"

#define MOST_NAMES 5000

static bool plot(const Rows *rows, const Viewport *vp, TimePlot *out)
{
    const TimelineRows *t = timeline_rows(rows);
    *out = timeline_plot(rows, vp);
    return t && t->data->len;
}

static int64_t count(const Rows *rows)
{
    const RunRows *run = rows_current(rows);
    return run ? run->info->n_steps : -1;
}

static const char *empty(const TraceRunInfo *run)
{
    return run->n_steps ? NULL : "this run was not executed";
}

/* ---- the time of a row ---- */

static const TraceEventRow *find_event(const TimelineRows *t, Ref ref, guint *lane)
{
    for (guint l = 0; ref.kind == REF_event && l < t->data->len; l++) {
        const LaneData *d = TRACE_AT(t->data, LaneData, l);
        for (guint k = 0; d->lane->id == ref.sub && k < d->rows->len; k++) {
            GArray *spans = TRACE_AT(d->rows, LaneEvents, k)->spans;
            for (guint i = 0; i < spans->len; i++)
                if (TRACE_AT(spans, TraceEventRow, i)->id == ref.id)
                    return *lane = l, TRACE_AT(spans, TraceEventRow, i);
        }
    }
    return NULL;
}

/* The slices of a collective, or of those that a reshard became, in the first warm step that has them. */
static bool slices_time(const Rows *rows, Ref ref, int64_t *begin, int64_t *end)
{
    const TimelineRows *t = timeline_rows(rows);
    const RunRows *run = rows_current(rows);
    const TraceStepRow *warm = NULL;
    for (guint i = 0; run->steps && i < run->steps->len && !warm; i++)
        if (TRACE_AT(run->steps, TraceStepRow, i)->warm)
            warm = TRACE_AT(run->steps, TraceStepRow, i);
    *begin = INT64_MAX;
    *end = INT64_MIN;
    for (guint l = 0; l < t->data->len; l++) {
        GArray *lanes = TRACE_AT(t->data, LaneData, l)->rows;
        for (guint k = 0; k < lanes->len; k++) {
            GArray *spans = TRACE_AT(lanes, LaneEvents, k)->spans;
            for (guint i = 0; i < spans->len; i++) {
                const TraceEventRow *e = TRACE_AT(spans, TraceEventRow, i);
                const TraceCollRow *c = e->inst_id ? g_hash_table_lookup(t->coll, &e->inst_id) : NULL;
                bool mine = ref.kind == REF_inst ? e->inst_id == ref.id : c && c->reshard_id == ref.id;
                if (!mine || (warm && (e->start_ns < warm->start_ns || e->start_ns >= warm->start_ns + warm->dur_ns)))
                    continue;
                *begin = MIN(*begin, e->start_ns);
                *end = MAX(*end, e->start_ns + MAX(e->dur_ns, 1));
            }
        }
    }
    return *begin < *end;
}

static bool step_time(const RunRows *run, int64_t id, int64_t *begin, int64_t *end)
{
    for (guint i = 0; run->steps && i < run->steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, i);
        if (st->id != id)
            continue;
        *begin = st->start_ns;
        *end = st->start_ns + st->dur_ns;
        return true;
    }
    return false;
}

static bool extent(const Rows *rows, Ref ref, int64_t *begin, int64_t *end)
{
    const TimelineRows *t = timeline_rows(rows);
    guint lane;
    const TraceEventRow *e = t ? find_event(t, ref, &lane) : NULL;
    if (e) {
        *begin = e->start_ns;
        *end = e->start_ns + MAX(e->dur_ns, 1);
        return true;
    }
    if (t && ref.kind == REF_step)
        return step_time(rows_current(rows), ref.id, begin, end);
    return t && (ref.kind == REF_reshard || ref.kind == REF_inst) && slices_time(rows, ref, begin, end);
}

/* The edge of one of a row's events that is nearest to t, if it is nearer than `best`. */
static int64_t nearest_edge(const GArray *spans, int64_t t, int64_t best)
{
    guint lo = 0, hi = spans->len;
    while (lo < hi) { /* the first event that ends at t or later: events of a row do not overlap */
        guint mid = lo + (hi - lo) / 2;
        const TraceEventRow *e = TRACE_AT(spans, TraceEventRow, mid);
        if (e->start_ns + e->dur_ns >= t)
            hi = mid;
        else
            lo = mid + 1;
    }
    for (guint i = lo ? lo - 1 : 0; i < MIN(lo + 2, spans->len); i++) {
        const TraceEventRow *e = TRACE_AT(spans, TraceEventRow, i);
        const int64_t edges[] = { e->start_ns, e->start_ns + e->dur_ns };
        for (int k = 0; k < 2; k++)
            best = ABS(edges[k] - t) < ABS(best - t) ? edges[k] : best;
    }
    return best;
}

static int64_t snap(const Rows *rows, int64_t t, int64_t within)
{
    const TimelineRows *own = timeline_rows(rows);
    int64_t best = t + within + 1;
    for (guint l = 0; own && l < own->data->len; l++) {
        if (TRACE_AT(own->data, LaneData, l)->lane->kind == TRACE_LANE_CORE)
            continue;
        GArray *lanes = TRACE_AT(own->data, LaneData, l)->rows;
        for (guint k = 0; k < lanes->len; k++)
            best = nearest_edge(TRACE_AT(lanes, LaneEvents, k)->spans, t, best);
    }
    return best == t + within + 1 ? t : best;
}

static const ViewTime time_axis = { plot, timeline_covers, extent, snap };

/* ---- from event to event ---- */

static void stops(const Rows *rows, const Viewport *vp, bool all, GArray *out)
{
    const TimelineRows *t = timeline_rows(rows);
    const RunRows *run = rows_current(rows);
    for (guint l = 0; t && l < t->data->len; l++) {
        const LaneData *d = TRACE_AT(t->data, LaneData, l);
        if (!all && d->lane->id != vp->select.sub)
            continue;
        for (guint k = 0; k < d->rows->len; k++) {
            GArray *spans = TRACE_AT(d->rows, LaneEvents, k)->spans;
            for (guint i = 0; i < spans->len; i++) {
                const TraceEventRow *e = TRACE_AT(spans, TraceEventRow, i);
                const TraceNameRow *n = g_hash_table_lookup(t->name, &e->name_id);
                view_stop_add(out, (Ref){ REF_event, run->info->id, e->id, d->lane->id }, n ? n->name : "", 0);
            }
        }
    }
}

/* In this lane, the event of the same op that begins nearest to `at`, in direction dir (0: either). */
static const TraceEventRow *nearest_same(const LaneData *d, const TraceEventRow *e, int64_t at, int dir)
{
    const TraceEventRow *best = NULL;
    for (guint k = 0; k < d->rows->len; k++) {
        GArray *spans = TRACE_AT(d->rows, LaneEvents, k)->spans;
        for (guint i = 0; i < spans->len; i++) {
            const TraceEventRow *x = TRACE_AT(spans, TraceEventRow, i);
            bool right_way = dir > 0 ? x->start_ns > at : dir < 0 ? x->start_ns < at : true;
            if (x->name_id == e->name_id && right_way && (!best || ABS(x->start_ns - at) < ABS(best->start_ns - at)))
                best = x;
        }
    }
    return best;
}

/* The same op before or after on the same device, or at about the same time on the next device. */
static Ref same_op(const Rows *rows, Ref select, int dir, bool other_device)
{
    const TimelineRows *t = timeline_rows(rows);
    guint lane;
    const TraceEventRow *e = find_event(t, select, &lane);
    int n = (int)t->data->len;
    for (int i = other_device ? 1 : 0; e && i < (other_device ? n : 1); i++) {
        const LaneData *d = TRACE_AT(t->data, LaneData, (guint)((((int)lane + dir * i) % n + n) % n));
        const TraceEventRow *x = nearest_same(d, e, e->start_ns, other_device ? 0 : dir);
        if (x)
            return (Ref){ REF_event, rows_current(rows)->info->id, x->id, d->lane->id };
    }
    return (Ref){ 0 };
}

static gint by_start(gconstpointer a, gconstpointer b)
{
    const TraceEventRow *x = *(const TraceEventRow *const *)a, *y = *(const TraceEventRow *const *)b;
    return x->start_ns < y->start_ns ? -1 : x->start_ns > y->start_ns;
}

/* The event of the lane that begins next, before (dir -1) or after the selected one; where none is selected, the first
 * one in sight of the first lane. */
static Ref next_event(const Rows *rows, const Viewport *vp, int dir)
{
    const TimelineRows *t = timeline_rows(rows);
    guint lane = 0;
    const TraceEventRow *now = find_event(t, vp->select, &lane);
    while (!now && lane + 1 < t->data->len && TRACE_AT(t->data, LaneData, lane)->lane->kind == TRACE_LANE_CORE)
        lane++;
    TimePlot p = timeline_plot(rows, vp);
    const LaneData *d = TRACE_AT(t->data, LaneData, lane);
    g_autoptr(GPtrArray) all = g_ptr_array_new();
    for (guint k = 0; k < d->rows->len; k++) {
        GArray *spans = TRACE_AT(d->rows, LaneEvents, k)->spans;
        for (guint i = 0; i < spans->len; i++)
            g_ptr_array_add(all, TRACE_AT(spans, TraceEventRow, i));
    }
    g_ptr_array_sort(all, by_start);
    for (guint i = 0; i < all->len; i++) {
        const TraceEventRow *e = all->pdata[i];
        if (now ? e == now : e->start_ns + e->dur_ns > p.t0) {
            int to = now ? (int)i + dir : (int)i;
            e = to >= 0 && to < (int)all->len ? all->pdata[to] : e;
            return (Ref){ REF_event, rows_current(rows)->info->id, e->id, d->lane->id };
        }
    }
    return (Ref){ 0 };
}

/* The row of an event, 0 = it is not in sight. */
static int64_t lane_of(const Rows *rows, Ref event)
{
    guint lane = 0;
    const TimelineRows *t = timeline_rows(rows);
    return find_event(t, event, &lane) ? TRACE_AT(t->data, LaneData, lane)->lane->id : 0;
}

/* What is pointed at by its name, what is selected, else what is pointed at in any way. */
static void pin_selected(const Rows *rows, Viewport *vp)
{
    bool named = vp->hover.kind == REF_lane || vp->hover.kind == REF_pin;
    int64_t lane = named ? vp->hover.id : vp->select.kind == REF_lane ? vp->select.id : lane_of(rows, vp->select);
    if (!lane)
        lane = lane_of(rows, vp->hover);
    if (lane)
        viewport_pin(vp, lane);
}

static bool key(const Rows *rows, Viewport *vp, gunichar key, Ref *select)
{
    const TimelineRows *t = timeline_rows(rows);
    if (!t || !t->data->len)
        return false;
    switch (key) {
    case ',': *select = same_op(rows, vp->select, -1, false); return true;
    case '.': *select = same_op(rows, vp->select, 1, false); return true;
    case 'j': *select = same_op(rows, vp->select, 1, true); return true;
    case 'k': *select = same_op(rows, vp->select, -1, true); return true;
    case 'c': vp->option[0] = vp->option[0] == 2 ? 1 : 2; return true; /* the critical path, shown or not */
    case 'o': vp->option[1] = vp->option[1] == 2 ? 1 : 2; return true; /* the host's cores, shown or not */
    case 'g': vp->option[2] = vp->option[2] == 2 ? 1 : 2; return true; /* time between steps, folded or not */
    case 'n': *select = next_event(rows, vp, 1); return true;
    case 'b': *select = next_event(rows, vp, -1); return true;
    case 'x': pin_selected(rows, vp); return true;
    default: return false;
    }
}

static const ViewKey keys[] = {
    { NULL, "Time" }, { "w s", "Zoom in, out at the pointer" }, { "a d", "Pan; with Shift, far" }, { "Home End", "To the beginning, to the end" },
    { "Page_Up Page_Down", "Previous, next step" }, { "f", "Fit the selection, or the marked range" },
    { NULL, "Events" }, { "b n", "Previous, next event of the device" }, { "Left Right", "The same, while one is selected" }, { "comma period", "Previous, next run of the same op" }, { "j k", "The same op on the next device" },
    { NULL, "Marks" }, { "c", "Critical path" }, { "o", "Cores" }, { "g", "Fold the time between steps" }, { "x", "Pin the row of the selected event, or the one under the pointer" }, { "m", "Mark the visible range" },
    { NULL, "Mouse: wheel zooms, drag pans, drag on the ruler (or Ctrl+drag) marks a range, double click zooms to an event" },
    { NULL, NULL },
};

/* The next event is where the picture is: nothing scrolls. */
static void selected(Viewport *vp)
{
    (void)vp;
}

static bool names(TraceReader *r, const Rows *rows, Names *out, GError **error)
{
    const RunRows *run = rows_current(rows);
    g_autoptr(GArray) steps = run ? trace_query_steps(r, run->info->id, error) : NULL;
    for (guint i = 0; steps && i < steps->len && i < MOST_NAMES; i++) {
        const TraceStepRow *st = TRACE_AT(steps, TraceStepRow, i);
        g_autofree char *t = g_strdup_printf("step %" G_GINT64_FORMAT, st->num);
        names_add(out, (Ref){ REF_step, run->info->id, st->id, 0 }, NULL, t, "%s", word_ns((double)sane_time(st->dur_ns)).s);
    }
    return steps || !run;
}

/* ---- on the page: one step ---- */

#define PAGE_LANES 64

static bool frame(const Rows *rows, Viewport *vp)
{
    const TimelineRows *t = timeline_rows(rows);
    const RunRows *run = rows_current(rows);
    if (!t || !t->data->len || !run->steps->len)
        return false;
    guint middle = run->steps->len / 2, rows_of_lanes = 0;
    while (middle + 1 < run->steps->len && !TRACE_AT(run->steps, TraceStepRow, middle)->warm)
        middle++;
    const TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, middle);
    vp->t0 = st->start_ns;
    vp->t1 = st->start_ns + MAX(st->dur_ns, 100);
    for (guint i = 0; i < MIN(t->data->len, PAGE_LANES); i++)
        rows_of_lanes += TRACE_AT(t->data, LaneData, i)->rows->len;
    vp->row_h = rows_of_lanes > 32 ? 10 : 18;
    vp->height = CLAMP(rows_of_lanes * (vp->row_h + 2) + 130 + 200, 300, 1800); /* ruler and strips; below, who waited for whom */
    return true;
}

/* How many events stand singly and how many are summed up in the columns of the picture. */
static char *note(const Rows *rows, const Scene *s)
{
    const TimelineRows *t = timeline_rows(rows);
    int64_t single = 0, folded = 0;
    guint lanes = 0;
    g_autoptr(GHashTable) seen = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (guint i = 0; i < s->items->len; i++) {
        const Item *it = &g_array_index(s->items, Item, i);
        if (it->ref.kind == REF_event && it->kind == ITEM_box && g_hash_table_add(seen, (gpointer)&it->ref.id))
            single++;
        else if (it->ref.kind == REF_fold)
            folded += it->ref.sub;
        lanes += it->ref.kind == REF_lane && it->y < s->panes[PANE_LIST].y + s->panes[PANE_LIST].h;
    }
    GString *out = g_string_new(NULL);
    g_string_append_printf(out, "One step: %s events are drawn individually", word_count(single).s);
    if (folded)
        g_string_append_printf(out, "; %s events narrower than a pixel are summed up per column of pixels, darker where busier", word_count(folded).s);
    if (lanes < t->data->len)
        g_string_append_printf(out, "; %u of %u devices are shown", lanes, t->data->len);
    g_string_append_c(out, '.');
    return g_string_free(out, FALSE);
}

static const ViewPage page = { .heading = "What every device did in one step", .frame = frame, .note = note };

const View view_steps = {
    .name = "steps",
    .title = "Steps",
    .hint = "What every device did when, and which devices waited for which.",
    .load = load_steps,
    .layout = layout_timeline,
    .accepts = REF_BIT(REF_event) | REF_BIT(REF_step) | REF_BIT(REF_meeting) | REF_BIT(REF_inst) | REF_BIT(REF_reshard),
    .home = REF_BIT(REF_event) | REF_BIT(REF_step),
    .time = &time_axis,
    .count = count,
    .empty = empty,
    .stops = stops,
    .key = key,
    .keys = keys,
    .selected = selected,
    .names = names,
    .page = &page,
    .report = "steps",
};
