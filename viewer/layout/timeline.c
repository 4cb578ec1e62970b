/* The Steps view: a lane for each device, time to the right. Events at least a pixel wide are boxes; narrower ones are
 * summed up per column of pixels. In a collective the time before the last device arrives is hatched: that is waiting. What
 * is around the lanes is in timeline_frame.c. Start reading at layout_timeline(). */
#include "viewer/layout/timeline_impl.h"

#include <math.h>

#include "viewer/layout/costs.h"
#include "viewer/layout/list.h"
#include "viewer/layout/path.h"
#include "viewer/layout/range.h"
#include "viewer/layout/waits.h"
#include "viewer/layout/words.h"

#define PATH_H 14.0
#define PIN 8.0 /* px that the sign of a pinned row takes, left of its name */
#define MAX_DEVICES 4096

TimePlot timeline_plot(const Rows *rows, const Viewport *vp)
{
    const TimelineRows *t = timeline_rows(rows);
    double gutter = vp->width < 700 ? 110 : 190;
    TimePlot p = { .x = gutter, .w = MAX(vp->width - gutter - 10, 10) };
    if (!t)
        return p;
    p.first = t->first_ns;
    p.last = MAX(t->last_ns, t->first_ns + 1);
    p.t0 = vp->t1 > vp->t0 ? vp->t0 : t->view0;
    p.t1 = vp->t1 > vp->t0 ? vp->t1 : MAX(t->view1, t->view0 + 1);
    p.gaps = vp->option[2] == 2 && t->gaps->len ? t->gaps : NULL;
    return p;
}

bool timeline_covers(const Rows *rows, const Viewport *vp)
{
    const TimelineRows *t = timeline_rows(rows);
    if (!t || t->level < 0)
        return true;
    TimePlot p = timeline_plot(rows, vp);
    int level = trace_draw_level(MAX((p.t1 - p.t0) / (int64_t)MAX(p.w, 1), 1));
    return level == t->level && p.t0 >= t->t0 && p.t1 <= t->t1;
}

static int64_t sane_ns(int64_t ns)
{
    return CLAMP(ns, -((int64_t)1 << 60), (int64_t)1 << 60);
}

/* Name of the lane, and where its device's time goes in the mean step. */
static void draw_gutter(TimelineDraw *d, const LaneData *lane, double y, double h)
{
    if (h < 10)
        return;
    const TraceLaneRow *l = lane->lane;
    double line = d->m[FONT_small].line_h, ty = y + MAX((MIN(h, d->row_h) - line) / 2, -1), bar_w = d->p.x > 150 ? 70 : 0;
    bool pinned = viewport_is_pinned(d->vp, l->id);
    Item *pin = scene_box(d->s, pinned ? ROLE_select : ROLE_none, (Rect){ 2, ty + 3, PIN, PIN });
    pin->edge = ROLE_grid;
    pin->ref = (Ref){ REF_pin, d->run->info->id, l->id, 0 };
    pin->tip = pinned ? "unpin this row (X)" : "pin this row to the top (X)";
    Item *it = scene_text(d->s, FONT_small, ROLE_text, (Spot){ 8 + PIN, ty, d->p.x - bar_w - 20 - PIN }, l->name);
    it->trim = TRIM_middle;
    it->ref = (Ref){ REF_lane, d->run->info->id, l->id, 0 };
    it->tip = scene_keepf(d->s, "%s: %s events%s%s", l->name, word_count(l->n_events).s,
                          l->dropped ? ", events lost because the recording buffer was full: " : "", l->dropped ? word_count(l->dropped).s : "");
    for (guint i = 0; bar_w > 0 && d->run->parts && i < d->run->parts->len; i++) {
        const TraceStepPartRow *part = TRACE_AT(d->run->parts, TraceStepPartRow, i);
        if (part->device_id != l->device_id || part->dur_ns <= 0)
            continue;
        const struct {
            int64_t ns;
            Role role;
        } share[] = { { part->compute_ns, ROLE_compute }, { part->exposed_coll_ns, ROLE_comm }, { part->wait_ns, ROLE_waiting }, { part->queue_ns, ROLE_queue },
                      { part->exposed_copy_ns, ROLE_copy }, { part->host_ns, ROLE_host }, { part->idle_ns, ROLE_idle } };
        double x = d->p.x - bar_w - 8, by = ty + 2;
        const char *tip = scene_keepf(d->s, "in the mean step of %s: compute %s, exposed collectives %s (hidden under compute %s), waiting for a device %s, for a core %s, idle %s",
                                      word_ns((double)part->dur_ns).s, word_ns((double)part->compute_ns).s, word_ns((double)part->exposed_coll_ns).s,
                                      word_ns((double)part->hidden_coll_ns).s, word_ns((double)part->wait_ns).s, word_ns((double)part->queue_ns).s,
                                      word_ns((double)part->idle_ns).s);
        for (size_t k = 0; k < G_N_ELEMENTS(share); k++) {
            double w = bar_w * (double)share[k].ns / (double)part->dur_ns;
            if (w < 0.5)
                continue;
            Item *box = scene_box(d->s, share[k].role, (Rect){ x, by, MIN(w, d->p.x - 8 - x), line - 4 });
            box->tip = tip;
            box->ref = (Ref){ REF_lane, d->run->info->id, l->id, 0 };
            x += w;
        }
        break;
    }
}

/* The event that is selected, wherever it is. */
static const TraceEventRow *find_event(const TimelineRows *t, int64_t id)
{
    for (guint l = 0; l < t->data->len; l++) {
        GArray *rows = TRACE_AT(t->data, LaneData, l)->rows;
        for (guint k = 0; k < rows->len; k++) {
            GArray *spans = TRACE_AT(rows, LaneEvents, k)->spans;
            for (guint i = 0; i < spans->len; i++)
                if (TRACE_AT(spans, TraceEventRow, i)->id == id)
                    return TRACE_AT(spans, TraceEventRow, i);
        }
    }
    return NULL;
}

/* The moment at which the last member came, through all lanes of the group, and who it was. */
static void draw_meeting(TimelineDraw *d)
{
    const TraceMeetingRow *m = d->sel_coll ? g_hash_table_lookup(d->t->meeting, &d->sel_coll) : NULL;
    if (!m || d->mark_y[0] > d->mark_y[1])
        return;
    double x = time_plot_x(&d->p, m->last_ns);
    if (x < d->p.x || x > d->p.x + d->p.w)
        return;
    Item *spine = scene_line(d->s, ROLE_select, x, d->mark_y[0] - 2, x, d->mark_y[1] + 2);
    spine->edge_w = 2;
    guint last = GPOINTER_TO_UINT(g_hash_table_lookup(d->t->last, &d->sel_coll));
    g_autofree char *text = g_strdup_printf("last to arrive: %s, %s after the first",
                                            last ? TRACE_AT(d->t->data, LaneData, last - 1)->lane->name : "not recorded",
                                            word_ns((double)(m->last_ns - m->first_ns)).s);
    double w = text_width(d->m, FONT_small, text) + 10, h = d->m[FONT_small].line_h + 2;
    double tx = x + 6 + w > d->p.x + d->p.w ? x - 6 - w : x + 6;
    const Pane *p = &d->s->panes[PANE_LIST];
    Item *box = scene_box(d->s, ROLE_background, (Rect){ tx, CLAMP(d->mark_y[1] + 3, p->y, p->y + p->h - h), w, h });
    box->edge = ROLE_select;
    box->font = FONT_small;
    box->label = scene_keep(d->s, text);
}

/* Where lanes are too low for their names, every so many get one. */
static void draw_sparse_name(TimelineDraw *d, const LaneData *lane, double y, double top)
{
    Item *it = scene_text(d->s, FONT_small, ROLE_dim, (Spot){ 8, MAX(y - 3, top), d->p.x - 16 }, lane->lane->name);
    it->trim = TRIM_middle;
    scene_line(d->s, ROLE_grid, d->p.x - 6, y, d->p.x, y);
}

/* Events of the selected collective, or the selected event alone. */
static bool is_member(const TimelineDraw *d, int64_t event)
{
    return (d->vp->select.kind == REF_event && d->vp->select.id == event) || (d->members && g_hash_table_contains(d->members, &event));
}

/* Arrows between the members of the selected collective: launches, transfers, asynchronous starts and ends. Without a
 * selection there are none: over all events they say nothing. */
static void draw_flows(TimelineDraw *d)
{
    int drawn = 0;
    for (guint i = 0; d->t->flows && i < d->t->flows->len && drawn < 200; i++) {
        const TraceFlowRow *f = TRACE_AT(d->t->flows, TraceFlowRow, i);
        int from = GPOINTER_TO_INT(g_hash_table_lookup(d->lane_y, &f->from_lane)), to = GPOINTER_TO_INT(g_hash_table_lookup(d->lane_y, &f->to_lane));
        double x0 = time_plot_x(&d->p, sane_ns(f->from_ns)), x1 = time_plot_x(&d->p, sane_ns(f->to_ns));
        if (!from || !to || x1 < d->p.x || x0 > d->p.x + d->p.w || !(is_member(d, f->from_event) || is_member(d, f->to_event)))
            continue;
        double mid = floor((x0 + x1) / 2); /* an elbow */
        scene_line(d->s, ROLE_select, x0, from, mid, from);
        scene_line(d->s, ROLE_select, mid, from, mid, to);
        scene_line(d->s, ROLE_select, mid, to, x1, to)->arrow = true;
        drawn++;
    }
}

/* The range that was marked, over all lanes. */
static void draw_mark(TimelineDraw *d, double top, double h)
{
    if (d->vp->mark1 <= d->vp->mark0)
        return;
    double x0 = CLAMP(time_plot_x(&d->p, d->vp->mark0), d->p.x, d->p.x + d->p.w), x1 = CLAMP(time_plot_x(&d->p, d->vp->mark1), d->p.x, d->p.x + d->p.w);
    if (x1 - x0 < 1)
        return;
    Item *band = scene_box(d->s, ROLE_none, (Rect){ x0, top, x1 - x0, h });
    band->edge = ROLE_select;
    band->dash = true;
    Word length = word_ns((double)(d->vp->mark1 - d->vp->mark0));
    double w = text_width(d->m, FONT_small, length.s) + 12;
    Item *it = scene_box(d->s, ROLE_row_select, (Rect){ CLAMP((x0 + x1 - w) / 2, d->p.x, d->p.x + d->p.w - w), top, w, d->m[FONT_small].line_h + 2 });
    it->font = FONT_small;
    it->label = scene_keep(d->s, length.s);
}

/* Rows of the host's cores stand there where asked for. */
static bool is_wanted(const TimelineDraw *d, const LaneData *lane)
{
    return lane->lane->kind != TRACE_LANE_CORE || d->vp->option[1] == 2;
}

static bool is_shown(const TimelineDraw *d, const LaneData *lane)
{
    return is_wanted(d, lane) && (viewport_is_pinned(d->vp, lane->lane->id) || !timeline_is_folded(d, lane));
}

typedef struct Lanes {
    double content; /* px, of those that scroll */
    double pinned;  /* px, of those that do not */
    double gap;
    double least;  /* px, of a lane: so few have a name each */
    guint every; /* so many lanes share a name where they are too low for one each */
} Lanes;

#define NAMED_LANES 64

static double lane_height(const TimelineDraw *d, const Lanes *l, const LaneData *lane)
{
    return MAX(lane->rows->len * d->row_h, l->least);
}

/* Rows are as high as the room allows, less what the table below them needs. */
static Lanes measure(TimelineDraw *d, double h)
{
    Lanes l = { .gap = 2, .every = 1 };
    int n_rows = 0, n_headings = 0;
    guint n_lanes = 0;
    for (guint i = 0; i < d->t->data->len; i++) {
        const LaneData *lane = TRACE_AT(d->t->data, LaneData, i);
        n_headings += timeline_n_headings(d, i);
        if (!is_shown(d, lane))
            continue;
        n_rows += (int)lane->rows->len;
        n_lanes++;
    }
    h -= n_headings * HEADING_H;
    guint below = d->vp->mark1 > d->vp->mark0 ? 8 : MIN(g_hash_table_size(d->t->coll), 6) + 1;
    double table = h > 360 ? MIN((below + 1) * LIST_ROW_H + 52, h * 0.4) : 0, auto_h = (h - table - l.gap * n_lanes) / MAX(n_rows, 1);
    if (auto_h < 14) /* rather readable rows than a table */
        auto_h = (h - l.gap * n_lanes) / MAX(n_rows, 1);
    d->row_h = d->vp->row_h > 0 ? d->vp->row_h : floor(CLAMP(auto_h, auto_h < 7 && n_rows > 64 ? 4 : 14, 72));
    if (d->row_h < 8)
        l.gap = 0;
    while (d->row_h * l.every < 16)
        l.every *= 2;
    l.least = n_lanes <= NAMED_LANES ? floor(MIN(d->m[FONT_small].line_h, 14)) : 0;
    l.content = n_headings * HEADING_H;
    for (guint i = 0; i < d->t->data->len; i++) {
        const LaneData *lane = TRACE_AT(d->t->data, LaneData, i);
        if (is_shown(d, lane))
            *(viewport_is_pinned(d->vp, lane->lane->id) ? &l.pinned : &l.content) += lane_height(d, &l, lane) + l.gap;
    }
    return l;
}

static void draw_lane(TimelineDraw *d, const Lanes *l, guint i, double y, double top)
{
    const LaneData *lane = TRACE_AT(d->t->data, LaneData, i);
    double lane_h = lane_height(d, l, lane);
    draw_gutter(d, lane, y, lane_h);
    if (lane_h < 10 && i % l->every == 0)
        draw_sparse_name(d, lane, y, top);
    if (d->y_of && lane->lane->global_id.known && lane->lane->global_id.v >= 0 && lane->lane->global_id.v < MAX_DEVICES)
        d->y_of[lane->lane->global_id.v] = y + d->row_h / 2;
    g_hash_table_insert(d->lane_y, (gpointer)&lane->lane->id, GINT_TO_POINTER((int)(y + d->row_h / 2) + 1));
    for (guint k = 0; k < lane->rows->len; k++)
        timeline_row(d, lane, TRACE_AT(lane->rows, LaneEvents, k), y + k * d->row_h);
    if (l->gap > 0)
        scene_line(d->s, ROLE_grid, 0, y + lane_h, d->vp->width, y + lane_h);
}

/* Lanes that are pinned, or those that are not, from y down; only those within [top, end). */
static void draw_some(TimelineDraw *d, const Lanes *l, bool pinned, double y, double top, double end)
{
    for (guint i = 0; i < d->t->data->len; i++) {
        const LaneData *lane = TRACE_AT(d->t->data, LaneData, i);
        int n_headings = pinned ? 0 : timeline_n_headings(d, i);
        if (n_headings && y + n_headings * HEADING_H >= top && y < end)
            timeline_headings(d, i, y);
        y += n_headings * HEADING_H;
        if (!is_shown(d, lane) || viewport_is_pinned(d->vp, lane->lane->id) != pinned)
            continue;
        double lane_h = lane_height(d, l, lane);
        if (y + lane_h >= top && y < end)
            draw_lane(d, l, i, y, top);
        y += lane_h + l->gap;
    }
}

static void draw_lanes(TimelineDraw *d, double top, double h)
{
    Lanes l = measure(d, h);
    if (l.pinned > 0) {
        scene_box(d->s, ROLE_none, (Rect){ d->p.x, top, d->p.w, MIN(l.pinned, h) })->ref = (Ref){ REF_time, 0, 0, 0 };
        draw_some(d, &l, true, top, top, top + h);
        scene_line(d->s, ROLE_select, 0, top + l.pinned, d->vp->width, top + l.pinned);
        top += MIN(l.pinned + 2, h);
        h = MAX(h - l.pinned - 2, 1);
    }
    double scroll = layout_clamp_scroll(d->vp->scroll[PANE_LIST], l.content, h);
    scene_pane(d->s, PANE_LIST, (Rect){ 0, top, d->vp->width, h }, l.content);
    scene_box(d->s, ROLE_none, (Rect){ d->p.x, top, d->p.w, h })->ref = (Ref){ REF_time, 0, 0, 0 };
    draw_some(d, &l, false, top - scroll, top, top + h);
    if (d->path)
        path_jumps(d->s, d->rows, &d->p, d->y_of, MAX_DEVICES);
    draw_flows(d);
    draw_mark(d, top, h);
    bool marked = d->vp->mark1 > d->vp->mark0;
    double below = marked ? MIN(top + l.content + 20, top + h - 8 * LIST_ROW_H) : top + l.content + 20;
    if (marked && h > 12 * LIST_ROW_H)
        range_draw(d->s, d->vp, d->rows, (Rect){ 0, below, d->vp->width - 8, top + h - below - 6 });
    else if (top + l.content + 24 < top + h)
        waits_draw(d->s, d->vp, d->rows, (Rect){ 0, top + l.content + 20, d->vp->width - 8, h - l.content - 26 });
    draw_meeting(d);
    layout_scrollbar(d->s, PANE_LIST, scroll);
    scene_use_pane(d->s, 0);
}

/* Ids of all events of a collective's execution. */
static GHashTable *members_of(const TimelineRows *t, int64_t coll_id)
{
    GHashTable *out = g_hash_table_new(g_int64_hash, g_int64_equal);
    for (guint l = 0; l < t->data->len; l++) {
        GArray *rows = TRACE_AT(t->data, LaneData, l)->rows;
        for (guint k = 0; k < rows->len; k++) {
            GArray *spans = TRACE_AT(rows, LaneEvents, k)->spans;
            for (guint i = 0; i < spans->len; i++) {
                TraceEventRow *e = TRACE_AT(spans, TraceEventRow, i);
                if (e->coll_id == coll_id)
                    g_hash_table_add(out, &e->id);
            }
        }
    }
    return out;
}

void layout_timeline(const Rows *rows, const Viewport *vp, Scene *s)
{
    const RunRows *run = rows_current(rows);
    const TimelineRows *t = timeline_rows(rows);
    if (!run || !t || t->data->len == 0) {
        layout_empty(s, vp, (Rect){ 0, 0, vp->width, vp->height }, "No timeline",
                     run && run->info->kind == TRACE_RUN_COMPILED ? "This run was compiled, not executed: shardscope run without --no-execute records what devices do, and the list of hardware beside "
                                                                    "the run's name predicts a step on a model of your choice."
                                                                  : "No events were recorded for this run.");
        return;
    }
    TimelineDraw d = { .s = s, .rows = rows, .t = t, .vp = vp, .m = vp->metrics, .run = run, .p = timeline_plot(rows, vp),
               .mark_y = { 1e9, -1e9 } };
    const TraceEventRow *sel = vp->select.kind == REF_event ? find_event(t, vp->select.id) : NULL;
    if (vp->select.kind == REF_inst)
        d.sel_inst = vp->select.id;
    if (vp->select.kind == REF_reshard)
        d.sel_reshard = vp->select.id;
    if (sel) {
        d.sel_coll = sel->coll_id;
        d.sel_inst = sel->inst_id;
    }
    g_autofree double *y_of = g_new(double, MAX_DEVICES);
    for (int i = 0; i < MAX_DEVICES; i++)
        y_of[i] = -1;
    d.y_of = y_of;
    d.path = vp->option[0] == 2;
    timeline_group(&d);
    d.lane_y = g_hash_table_new(g_int64_hash, g_int64_equal);
    d.members = d.sel_coll && t->flows && t->flows->len ? members_of(t, d.sel_coll) : NULL;
    bool has_path = t->crit && t->crit->len;
    double legend = timeline_legend_h(&d), top = RULER_H + STEPS_H + (has_path ? PATH_H : 0), bottom = vp->height - OVERVIEW_H - legend;
    scene_box(s, ROLE_background, (Rect){ 0, 0, vp->width, vp->height });
    timeline_ruler(&d);
    timeline_steps(&d, bottom);
    guint first = s->items->len;
    if (has_path)
        path_strip(s, rows, &d.p, RULER_H + STEPS_H, PATH_H - 4);
    draw_lanes(&d, top, MAX(bottom - top, 20));
    timeline_legend(&d, first, bottom);
    timeline_overview(&d, vp->height - OVERVIEW_H);
    g_hash_table_unref(d.lane_y);
    g_free(d.machine);
    g_clear_pointer(&d.members, g_hash_table_unref);
}
