/* Keys of the canvas, and walking from row to row with them. */
#include "viewer/widgets/canvas_impl.h"

#include <string.h>

#include "viewer/layout/passes.h"
#include "viewer/layout/sharding.h"

/* ---- rows in the order in which a view shows them ---- */

typedef struct Stop {
    Ref ref;
    const char *text;
} Stop;

static void stop(GArray *out, Ref ref, const char *text)
{
    Stop s = { ref, text };
    g_array_append_val(out, s);
}

static void event_stops(GArray *out, const Rows *rows, const RunRows *run, Ref at, bool all)
{
    const TimelineRows *t = rows->time;
    for (guint l = 0; l < t->data->len; l++) {
        const LaneData *d = TRACE_AT(t->data, LaneData, l);
        if (!all && d->lane->id != at.sub)
            continue;
        for (guint k = 0; k < d->rows->len; k++) {
            GArray *spans = TRACE_AT(d->rows, LaneEvents, k)->spans;
            for (guint i = 0; i < spans->len; i++) {
                const TraceEventRow *e = TRACE_AT(spans, TraceEventRow, i);
                const TraceNameRow *n = g_hash_table_lookup(t->name, &e->name_id);
                stop(out, (Ref){ REF_event, run->info->id, e->id, d->lane->id }, n ? n->name : "");
            }
        }
    }
}

static GArray *stops(ShardCanvas *c, bool all_lanes)
{
    GArray *out = g_array_new(FALSE, FALSE, sizeof(Stop));
    const Rows *rows = session_rows(c->session);
    const RunRows *run = rows ? rows_current(rows) : NULL;
    const View *v = session_view(c->session);
    if (!run)
        return out;
    static const char *const roles[] = { "parameter", "result", "value" };
    for (int k = 0; v->layout == layout_shardings && k < 3; k++) {
        for (guint i = 0; run->values && i < run->values->len; i++) {
            const TraceValueRow *x = TRACE_AT(run->values, TraceValueRow, i);
            if (g_strcmp0(x->role, roles[k]) == 0)
                stop(out, (Ref){ REF_value, run->info->id, x->inst_id, 0 }, value_title(x));
        }
    }
    for (guint i = 0; v->layout == layout_reshards && run->reshards && i < run->reshards->len; i++) {
        const TraceReshardRow *x = TRACE_AT(run->reshards, TraceReshardRow, i);
        stop(out, (Ref){ REF_reshard, run->info->id, x->id, 0 }, x->value ? x->value : x->plan);
    }
    for (guint i = 0; v->layout == layout_passes && run->passes && i < run->passes->len; i++) {
        const TracePassRow *x = TRACE_AT(run->passes, TracePassRow, i);
        stop(out, (Ref){ REF_pass, run->info->id, x->id, 0 }, x->name);
    }
    if (canvas_has_time(c))
        event_stops(out, rows, run, session_viewport(c->session)->select, all_lanes);
    return out;
}

/* The time of an event, to bring it into sight. */
static bool event_time(const Rows *rows, Ref ref, int64_t *begin, int64_t *end)
{
    for (guint l = 0; rows->time && l < rows->time->data->len; l++) {
        const LaneData *d = TRACE_AT(rows->time->data, LaneData, l);
        for (guint k = 0; d->lane->id == ref.sub && k < d->rows->len; k++) {
            GArray *spans = TRACE_AT(d->rows, LaneEvents, k)->spans;
            for (guint i = 0; i < spans->len; i++) {
                const TraceEventRow *e = TRACE_AT(spans, TraceEventRow, i);
                if (e->id != ref.id)
                    continue;
                *begin = e->start_ns;
                *end = e->start_ns + MAX(e->dur_ns, 1);
                return true;
            }
        }
    }
    return false;
}

static void bring_into_sight(ShardCanvas *c, Ref ref, guint index)
{
    Viewport *vp = session_viewport(c->session);
    int64_t b, e;
    if (canvas_has_time(c)) {
        TimePlot p = timeline_plot(session_rows(c->session), vp);
        if (event_time(session_rows(c->session), ref, &b, &e) && (e < p.t0 || b > p.t1)) {
            int64_t span = p.t1 - p.t0, mid = b + (e - b) / 2;
            canvas_set_time(c, mid - span / 2, mid + span - span / 2);
        }
        return;
    }
    const Scene *s = shard_canvas_scene(c);
    if (s->n_panes <= PANE_LIST)
        return;
    double y = index * 22.0, h = s->panes[PANE_LIST].h;
    if (session_view(c->session)->layout == layout_shardings)
        y += 66; /* headings of the groups */
    if (y < vp->scroll[PANE_LIST] + 22)
        vp->scroll[PANE_LIST] = MAX(y - 66, 0);
    else if (y > vp->scroll[PANE_LIST] + h - 44)
        vp->scroll[PANE_LIST] = y - h + 66;
    shard_canvas_update(c);
}

bool shard_canvas_find(ShardCanvas *c, const char *text, int dir)
{
    g_autoptr(GArray) all = stops(c, text != NULL);
    Ref now = session_viewport(c->session)->select;
    int n = (int)all->len, at = dir > 0 ? -1 : n;
    for (int i = 0; i < n; i++)
        if (ref_equal(g_array_index(all, Stop, i).ref, now))
            at = i;
    g_autofree char *want = text ? g_utf8_strdown(text, -1) : NULL;
    for (int k = 1; k <= n; k++) {
        int i = text ? ((at + dir * k) % n + n) % n : at + dir * k;
        if (i < 0 || i >= n)
            return false;
        const Stop *s = &g_array_index(all, Stop, i);
        g_autofree char *have = want ? g_utf8_strdown(s->text, -1) : NULL;
        if (want && !strstr(have, want))
            continue;
        session_select(c->session, s->ref);
        bring_into_sight(c, s->ref, (guint)i);
        return true;
    }
    return false;
}

int shard_canvas_hits(ShardCanvas *c, const char *text, int dir, int *at)
{
    *at = 0;
    if (!shard_canvas_find(c, text, dir))
        return 0;
    g_autoptr(GArray) all = stops(c, true);
    g_autofree char *want = g_utf8_strdown(text, -1);
    Ref now = session_viewport(c->session)->select;
    int n = 0;
    for (guint i = 0; i < all->len; i++) {
        const Stop *s = &g_array_index(all, Stop, i);
        g_autofree char *have = g_utf8_strdown(s->text, -1);
        if (!strstr(have, want))
            continue;
        n++;
        if (ref_equal(s->ref, now))
            *at = n;
    }
    return n;
}

void shard_canvas_fit_selection(ShardCanvas *c)
{
    canvas_fit_selection(c);
}

/* The slices of a collective, or of those that a reshard became, in the first warm step that has them. */
static bool slices_time(const Rows *rows, Ref ref, int64_t *begin, int64_t *end)
{
    const TimelineRows *t = rows->time;
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

void canvas_show_selection(ShardCanvas *c)
{
    Viewport *vp = session_viewport(c->session);
    int64_t b, e;
    if (!canvas_has_time(c) || ref_equal(c->shown, vp->select))
        return;
    c->shown = vp->select;
    if ((vp->select.kind != REF_reshard && vp->select.kind != REF_inst) || !slices_time(session_rows(c->session), vp->select, &b, &e))
        return;
    canvas_set_time(c, b - (e - b), e + (e - b));
}

void canvas_fit_selection(ShardCanvas *c)
{
    int64_t b, e;
    Ref sel = session_viewport(c->session)->select;
    if (!canvas_has_time(c))
        return;
    if (sel.kind == REF_step) {
        const RunRows *run = rows_current(session_rows(c->session));
        for (guint i = 0; run->steps && i < run->steps->len; i++) {
            const TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, i);
            if (st->id == sel.id)
                canvas_set_time(c, st->start_ns, st->start_ns + st->dur_ns);
        }
    } else if ((sel.kind == REF_reshard || sel.kind == REF_inst) && slices_time(session_rows(c->session), sel, &b, &e)) {
        canvas_set_time(c, b - (e - b) / 4, e + (e - b) / 4);
    } else if (sel.kind == REF_event && event_time(session_rows(c->session), sel, &b, &e)) {
        canvas_set_time(c, b - (e - b), e + (e - b));
    } else if (sel.kind == REF_none) {
        const Viewport *vp = session_viewport(c->session);
        if (vp->mark1 > vp->mark0)
            canvas_set_time(c, vp->mark0, vp->mark1);
    }
}

/* The same place in the step before or after. */
static void step_by(ShardCanvas *c, int dir)
{
    const RunRows *run = rows_current(session_rows(c->session));
    TimePlot p = timeline_plot(session_rows(c->session), session_viewport(c->session));
    int64_t mid = p.t0 + (p.t1 - p.t0) / 2;
    for (guint i = 0; run->steps && i < run->steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, i);
        if (mid < st->start_ns || mid >= st->start_ns + st->dur_ns)
            continue;
        int k = (int)i + dir;
        if (k < 0 || k >= (int)run->steps->len)
            return;
        int64_t by = TRACE_AT(run->steps, TraceStepRow, k)->start_ns - st->start_ns;
        canvas_set_time(c, p.t0 + by, p.t1 + by);
        return;
    }
    canvas_pan(c, dir * p.w);
}

/* The device after this one, for pairs. */
static void device_by(ShardCanvas *c, int dir)
{
    const Rows *rows = session_rows(c->session);
    const RunRows *run = rows ? rows_current(rows) : NULL;
    Ref f = session_viewport(c->session)->focus;
    if (!run || run->info->n_devices < 1)
        return;
    int64_t n = run->info->n_devices, at = f.kind == REF_device ? f.id : dir > 0 ? -1 : n;
    session_focus(c->session, (Ref){ REF_device, run->info->id, ((at + dir) % n + n) % n, 0 });
}

static const TraceEventRow *selected_event(const Rows *rows, Ref sel, guint *lane)
{
    for (guint l = 0; sel.kind == REF_event && l < rows->time->data->len; l++) {
        const LaneData *d = TRACE_AT(rows->time->data, LaneData, l);
        for (guint k = 0; d->lane->id == sel.sub && k < d->rows->len; k++) {
            GArray *spans = TRACE_AT(d->rows, LaneEvents, k)->spans;
            for (guint i = 0; i < spans->len; i++)
                if (TRACE_AT(spans, TraceEventRow, i)->id == sel.id)
                    return *lane = l, TRACE_AT(spans, TraceEventRow, i);
        }
    }
    return NULL;
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

static void go_to_event(ShardCanvas *c, const LaneData *d, const TraceEventRow *e)
{
    if (!e)
        return;
    Ref ref = { REF_event, session_run(c->session), e->id, d->lane->id };
    session_select(c->session, ref);
    bring_into_sight(c, ref, 0);
}

/* The same op before or after, on the same device. */
static void same_op(ShardCanvas *c, int dir)
{
    guint lane;
    const Rows *rows = session_rows(c->session);
    const TraceEventRow *e = selected_event(rows, session_viewport(c->session)->select, &lane);
    if (e)
        go_to_event(c, TRACE_AT(rows->time->data, LaneData, lane), nearest_same(TRACE_AT(rows->time->data, LaneData, lane), e, e->start_ns, dir));
}

/* The same op at about the same time on the next device. */
static void same_op_device(ShardCanvas *c, int dir)
{
    guint lane;
    const Rows *rows = session_rows(c->session);
    const TraceEventRow *e = selected_event(rows, session_viewport(c->session)->select, &lane);
    int n = (int)rows->time->data->len;
    for (int i = 1; e && i < n; i++) {
        const LaneData *d = TRACE_AT(rows->time->data, LaneData, (guint)((((int)lane + dir * i) % n + n) % n));
        const TraceEventRow *x = nearest_same(d, e, e->start_ns, 0);
        if (x) {
            go_to_event(c, d, x);
            return;
        }
    }
}

static bool time_key(ShardCanvas *c, guint key, bool shift)
{
    double far = shift ? 320 : 80;
    TimePlot p = timeline_plot(session_rows(c->session), session_viewport(c->session));
    int64_t span = p.t1 - p.t0;
    Ref sel = session_viewport(c->session)->select;
    switch (key) {
    case GDK_KEY_w: case GDK_KEY_plus: case GDK_KEY_KP_Add: case GDK_KEY_equal: canvas_zoom(c, 1 / 1.4, c->pointer_x); return true;
    case GDK_KEY_s: case GDK_KEY_minus: case GDK_KEY_KP_Subtract: canvas_zoom(c, 1.4, c->pointer_x); return true;
    case GDK_KEY_a: canvas_pan(c, -far); return true;
    case GDK_KEY_d: canvas_pan(c, far); return true;
    case GDK_KEY_Left: case GDK_KEY_Right:
        if (sel.kind != REF_event || !shard_canvas_find(c, NULL, key == GDK_KEY_Left ? -1 : 1))
            canvas_pan(c, key == GDK_KEY_Left ? -far : far);
        return true;
    case GDK_KEY_Up: canvas_scroll_pane(c, PANE_LIST, -60); return true;
    case GDK_KEY_Down: canvas_scroll_pane(c, PANE_LIST, 60); return true;
    case GDK_KEY_Home: canvas_set_time(c, p.first, p.first + span); return true;
    case GDK_KEY_End: canvas_set_time(c, p.last - span, p.last); return true;
    case GDK_KEY_Page_Up: step_by(c, -1); return true;
    case GDK_KEY_Page_Down: step_by(c, 1); return true;
    case GDK_KEY_f: canvas_fit_selection(c); return true;
    case GDK_KEY_c: canvas_set_option(c, 0, session_viewport(c->session)->option[0] == 2 ? 1 : 2); return true;
    case GDK_KEY_m: { /* what is in sight, marked */
        Viewport *vp = session_viewport(c->session);
        vp->mark0 = p.t0;
        vp->mark1 = p.t1;
        shard_canvas_update(c);
        return true;
    }
    case GDK_KEY_comma: same_op(c, -1); return true;
    case GDK_KEY_period: same_op(c, 1); return true;
    case GDK_KEY_j: same_op_device(c, 1); return true;
    case GDK_KEY_k: same_op_device(c, -1); return true;
    default: return false;
    }
}

static bool graph_key(ShardCanvas *c, guint key)
{
    switch (key) {
    case GDK_KEY_Left: case GDK_KEY_a: canvas_pan_graph(c, 60, 0); return true;
    case GDK_KEY_Right: case GDK_KEY_d: canvas_pan_graph(c, -60, 0); return true;
    case GDK_KEY_Up: canvas_pan_graph(c, 0, 60); return true;
    case GDK_KEY_Down: canvas_pan_graph(c, 0, -60); return true;
    default: return false;
    }
}

static bool hunk_by(ShardCanvas *c, int dir)
{
    Viewport *vp = session_viewport(c->session);
    const Rows *rows = session_rows(c->session);
    double to = rows ? passes_next(rows, vp, dir) : -1;
    if (to < 0)
        return false;
    vp->scroll[PANE_DETAIL] = MAX(to, 0.5); /* 0 would mean: not scrolled yet */
    shard_canvas_update(c);
    return true;
}

static bool list_key(ShardCanvas *c, guint key)
{
    const Scene *s = shard_canvas_scene(c);
    int detail = s->n_panes > PANE_DETAIL ? PANE_DETAIL : PANE_LIST;
    switch (key) {
    case GDK_KEY_Up: return shard_canvas_find(c, NULL, -1);
    case GDK_KEY_Down: return shard_canvas_find(c, NULL, 1);
    case GDK_KEY_Page_Up: canvas_scroll_pane(c, detail, -s->height * 0.8); return true;
    case GDK_KEY_Page_Down: canvas_scroll_pane(c, detail, s->height * 0.8); return true;
    case GDK_KEY_Home: canvas_scroll_pane(c, detail, -1e9); return true;
    case GDK_KEY_End: canvas_scroll_pane(c, detail, 1e9); return true;
    case GDK_KEY_n: return session_view(c->session)->layout == layout_passes && hunk_by(c, 1);
    case GDK_KEY_p: return session_view(c->session)->layout == layout_passes && hunk_by(c, -1);
    case GDK_KEY_j: device_by(c, 1); return true;
    case GDK_KEY_k: device_by(c, -1); return true;
    case GDK_KEY_t: {
        Viewport *vp = session_viewport(c->session);
        vp->transpose = !vp->transpose;
        shard_canvas_update(c);
        return true;
    }
    default: return false;
    }
}

/* The choices that the picture offers are on it; the one after the present is taken. */
static bool next_option(ShardCanvas *c, int option)
{
    const Scene *s = shard_canvas_scene(c);
    int now = session_viewport(c->session)->option[option], most = 0;
    for (guint i = 0; i < s->items->len; i++) {
        Ref r = g_array_index(s->items, Item, i).ref;
        if (r.kind == REF_option && r.id == option)
            most = MAX(most, (int)r.sub);
    }
    if (most == 0)
        return false;
    canvas_set_option(c, option, MAX(now, 1) % most + 1);
    return true;
}

gboolean canvas_key(GtkWidget *w, GdkEventKey *e)
{
    ShardCanvas *c = SHARD_CANVAS(w);
    if (e->state & (GDK_CONTROL_MASK | GDK_MOD1_MASK))
        return FALSE;
    guint key = gdk_keyval_to_lower(e->keyval);
    if (key == GDK_KEY_0 || key == GDK_KEY_KP_0) {
        shard_canvas_fit(c);
        return TRUE;
    }
    if (key == GDK_KEY_Return || key == GDK_KEY_KP_Enter) {
        Ref now = session_viewport(c->session)->select;
        if (now.kind != REF_none)
            session_go(c->session, now);
        return TRUE;
    }
    if ((key == GDK_KEY_o || (key == GDK_KEY_p && session_view(c->session)->layout != layout_passes)) && next_option(c, key == GDK_KEY_o ? 0 : 1))
        return TRUE;
    if (key == GDK_KEY_Escape && session_viewport(c->session)->select.kind == REF_none && session_viewport(c->session)->mark1) {
        Viewport *vp = session_viewport(c->session); /* first what is selected goes, then the marked range */
        vp->mark0 = vp->mark1 = 0;
        shard_canvas_update(c);
        return TRUE;
    }
    if (key == GDK_KEY_Escape) {
        session_select(c->session, (Ref){ 0 });
        return TRUE;
    }
    if (canvas_is_graph(c) && graph_key(c, key))
        return TRUE;
    return canvas_has_time(c) ? time_key(c, key, e->state & GDK_SHIFT_MASK) : list_key(c, key);
}
