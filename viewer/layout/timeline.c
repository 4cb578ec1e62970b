/* The Steps view: a lane for each device, time to the right. Events at least a pixel wide are boxes; narrower ones are
 * summed up per column of pixels. In a collective the time before the last device arrives is hatched: that is waiting. Start reading
 * at layout_timeline(). */
#include "viewer/layout/timeline_impl.h"

#include <math.h>

#include "viewer/layout/choices.h"
#include "viewer/layout/costs.h"
#include "viewer/layout/list.h"
#include "viewer/layout/path.h"
#include "viewer/layout/range.h"
#include "viewer/layout/ruler.h"
#include "viewer/layout/waits.h"
#include "viewer/layout/words.h"

#define RULER_H 22.0
#define STEPS_H 20.0
#define OVERVIEW_H 30.0
#define LEGEND_H 24.0
#define PATH_H 14.0
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
    p.t0 = vp->t1 > vp->t0 ? vp->t0 : p.first;
    p.t1 = vp->t1 > vp->t0 ? vp->t1 : p.last;
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
    Item *it = scene_text(d->s, FONT_small, ROLE_text, (Spot){ 8, ty, d->p.x - bar_w - 20 }, l->name);
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

static void draw_ruler(TimelineDraw *d)
{
    Scene *s = d->s;
    int64_t step = ruler_tick(d->p.t1 - d->p.t0, d->p.w, 96);
    const struct {
        int64_t ns;
        const char *name;
    } units[] = { { 1000000000, "s" }, { 1000000, "ms" }, { 1000, "µs" }, { 1, "ns" } };
    int u = 0;
    while (step < units[u].ns)
        u++;
    scene_box(s, ROLE_panel, (Rect){ 0, 0, d->vp->width, RULER_H })->ref = (Ref){ REF_time, 0, 0, 0 };
    for (int64_t t = d->p.t0 / step * step; t <= d->p.t1; t += step) {
        double x = timeline_x(&d->p, t);
        if (x < d->p.x - 1)
            continue;
        scene_line(s, ROLE_grid, x, RULER_H - 6, x, RULER_H);
        double room = MIN(90, d->p.x + d->p.w - x - 3);
        if (room > 40)
            scene_textf(s, FONT_small, ROLE_dim, (Spot){ x + 3, 3, room }, "%s %s", word_count(t / units[u].ns).s, units[u].name);
    }
    char span[64];
    g_snprintf(span, sizeof span, "%s shown", word_ns((double)(d->p.t1 - d->p.t0)).s);
    scene_text(s, FONT_small, ROLE_dim, (Spot){ 8, 3, d->p.x - 16 }, span);
}

static void draw_steps(TimelineDraw *d, double bottom)
{
    Scene *s = d->s;
    const GArray *steps = d->run->steps;
    for (guint i = 0; steps && i < steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(steps, TraceStepRow, i);
        if (st->start_ns >= d->p.t1 || st->start_ns + st->dur_ns <= d->p.t0)
            continue;
        double x0 = MAX(timeline_x(&d->p, st->start_ns), d->p.x), x1 = MIN(timeline_x(&d->p, st->start_ns + st->dur_ns), d->p.x + d->p.w);
        Item *it = scene_box(s, i & 1 ? ROLE_step_alt : ROLE_step, (Rect){ x0, RULER_H, x1 - x0, STEPS_H - 2 });
        it->ref = (Ref){ REF_step, d->run->info->id, st->id, 0 };
        it->tip = scene_keepf(s, "step %" G_GINT64_FORMAT ": %s%s", st->num, word_ns((double)st->dur_ns).s,
                              st->warm ? "" : ", warm-up: not counted in medians");
        g_autofree char *label = g_strdup_printf("step %" G_GINT64_FORMAT "  %s%s", st->num, word_ns((double)st->dur_ns).s,
                                                 st->warm ? "" : "  (warm-up)");
        char number[24], with[32];
        g_snprintf(number, sizeof number, "%" G_GINT64_FORMAT, st->num);
        g_snprintf(with, sizeof with, "step %s", number);
        const char *fits = text_width(d->m, FONT_small, label) + 6 <= x1 - x0    ? label
                           : text_width(d->m, FONT_small, with) + 6 <= x1 - x0   ? with
                           : text_width(d->m, FONT_small, number) + 4 <= x1 - x0 ? number : NULL;
        it->font = FONT_small;
        it->label = scene_keep(s, fits);
        if (x1 - x0 > 4)
            scene_line(s, ROLE_grid, x0, RULER_H + STEPS_H, x0, bottom);
    }
}

static void draw_overview(TimelineDraw *d, double y)
{
    Scene *s = d->s;
    TimePlot all = d->p;
    all.t0 = d->p.first;
    all.t1 = d->p.last;
    scene_box(s, ROLE_panel, (Rect){ 0, y, d->vp->width, OVERVIEW_H });
    scene_text(s, FONT_small, ROLE_dim, (Spot){ 8, y + 7, d->p.x - 16 }, "whole run");
    for (guint i = 0; d->run->steps && i < d->run->steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(d->run->steps, TraceStepRow, i);
        double x0 = timeline_x(&all, st->start_ns), x1 = timeline_x(&all, st->start_ns + st->dur_ns);
        if (x1 - x0 < 1 && d->run->steps->len > 2000 && i % (d->run->steps->len / 1000) != 0)
            continue;
        scene_box(s, st->warm ? ROLE_bar : ROLE_wait, (Rect){ x0, y + 8, MAX(x1 - x0 - 1, 1), OVERVIEW_H - 16 })->tint = i & 1 ? 120 : 190;
    }
    double x0 = timeline_x(&all, d->p.t0), x1 = timeline_x(&all, d->p.t1);
    Item *win = scene_box(s, ROLE_none, (Rect){ x0 - 1, y + 3, MAX(x1 - x0, 3) + 2, OVERVIEW_H - 6 });
    win->edge = ROLE_select;
    win->edge_w = 2;
    scene_box(s, ROLE_none, (Rect){ d->p.x, y, d->p.w, OVERVIEW_H })->ref = (Ref){ REF_overview, 0, 0, 0 };
}

static void draw_legend(TimelineDraw *d, double y)
{
    struct {
        Role role;
        const char *name;
        uint8_t tint;
    } all[20] = { { ROLE_compute, "matrix product", 255 }, { ROLE_compute, "other compute", 150 }, { ROLE_wait, "waiting for others", 0 } };
    int n = 3;
    for (int64_t kind = 1; trace_coll_name(kind) && n < 17; kind++) { /* one entry a colour, by the first kind that has it */
        bool had = false;
        for (int i = 3; i < n; i++)
            had |= all[i].role == role_of_coll(kind);
        if (!had) {
            all[n].role = role_of_coll(kind);
            all[n].name = coll_short(kind);
            all[n++].tint = 235;
        }
    }
    all[n].role = ROLE_copy, all[n].name = "copy", all[n++].tint = 235;
    all[n].role = ROLE_queue, all[n].name = "waiting for a core", all[n++].tint = 255;
    all[n].role = ROLE_host, all[n].name = "host", all[n++].tint = 235;
    static const char *const ways[] = { "off", "on" };
    double x = d->p.x;
    if (d->t->crit && d->t->crit->len)
        choices_draw(d->s, d->vp, &(Choices){ 0, d->p.x > 150 ? "critical path" : NULL, ways, 2, d->path }, 8, y + 1);
    bool has_cores = false;
    for (guint i = 0; i < d->t->data->len; i++)
        has_cores |= TRACE_AT(d->t->data, LaneData, i)->lane->kind == TRACE_LANE_CORE;
    double right = d->vp->width;
    if (has_cores && d->vp->width > 700) {
        right -= 118;
        choices_draw(d->s, d->vp, &(Choices){ 1, "cores", ways, 2, d->vp->option[1] == 2 }, right + 6, y + 1);
    }
    for (int i = 0; i < n; i++) {
        double w = text_width(d->m, FONT_small, all[i].name) + 2;
        if (x + 18 + w > right)
            break;
        if (all[i].tint == 0) {
            scene_box(d->s, ROLE_idle, (Rect){ x, y + 6, 12, 11 });
            scene_hatch(d->s, all[i].role, (Rect){ x, y + 6, 12, 11 });
        } else {
            scene_box(d->s, all[i].role, (Rect){ x, y + 6, 12, 11 })->tint = all[i].tint;
        }
        scene_text(d->s, FONT_small, ROLE_dim, (Spot){ x + 16, y + 4, w }, all[i].name);
        x += 16 + w + 14;
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
    double x = timeline_x(&d->p, m->last_ns);
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

/* Arrows between events: launches, transfers, asynchronous starts and ends. */
static void draw_flows(TimelineDraw *d)
{
    int drawn = 0;
    for (guint i = 0; d->t->flows && i < d->t->flows->len && drawn < 200; i++) {
        const TraceFlowRow *f = TRACE_AT(d->t->flows, TraceFlowRow, i);
        int from = GPOINTER_TO_INT(g_hash_table_lookup(d->lane_y, &f->from_lane)), to = GPOINTER_TO_INT(g_hash_table_lookup(d->lane_y, &f->to_lane));
        double x0 = timeline_x(&d->p, sane_ns(f->from_ns)), x1 = timeline_x(&d->p, sane_ns(f->to_ns));
        bool about = d->vp->select.kind == REF_event && (f->from_event == d->vp->select.id || f->to_event == d->vp->select.id);
        if (!from || !to || x1 < d->p.x || x0 > d->p.x + d->p.w || (!about && d->t->flows->len > 60))
            continue;
        Role role = about ? ROLE_select : ROLE_hover;
        double mid = floor((x0 + x1) / 2); /* an elbow */
        scene_line(d->s, role, x0, from, mid, from);
        scene_line(d->s, role, mid, from, mid, to);
        scene_line(d->s, role, mid, to, x1, to)->arrow = true;
        drawn++;
    }
}

/* The range that was marked, over all lanes. */
static void draw_mark(TimelineDraw *d, double top, double h)
{
    if (d->vp->mark1 <= d->vp->mark0)
        return;
    double x0 = CLAMP(timeline_x(&d->p, d->vp->mark0), d->p.x, d->p.x + d->p.w), x1 = CLAMP(timeline_x(&d->p, d->vp->mark1), d->p.x, d->p.x + d->p.w);
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
static bool is_shown(const TimelineDraw *d, const LaneData *lane)
{
    return lane->lane->kind != TRACE_LANE_CORE || d->vp->option[1] == 2;
}

static void draw_lanes(TimelineDraw *d, double top, double h)
{
    guint every = 1;
    int n_rows = 0;
    guint n_lanes = 0;
    for (guint i = 0; i < d->t->data->len; i++) {
        const LaneData *lane = TRACE_AT(d->t->data, LaneData, i);
        n_rows += is_shown(d, lane) ? (int)lane->rows->len : 0;
        n_lanes += is_shown(d, lane);
    }
    double gap = 2, auto_h = (h - gap * n_lanes) / MAX(n_rows, 1);
    d->row_h = d->vp->row_h > 0 ? d->vp->row_h : floor(CLAMP(auto_h, auto_h < 7 && n_rows > 64 ? 4 : 14, 30));
    if (d->row_h < 8)
        gap = 0;
    while (d->row_h * every < 16)
        every *= 2;
    double content = n_rows * d->row_h + gap * n_lanes;
    double scroll = layout_clamp_scroll(d->vp->scroll[PANE_LIST], content, h);
    scene_pane(d->s, PANE_LIST, (Rect){ 0, top, d->vp->width, h }, content);
    scene_box(d->s, ROLE_none, (Rect){ d->p.x, top, d->p.w, h })->ref = (Ref){ REF_time, 0, 0, 0 };
    double y = top - scroll;
    for (guint i = 0; i < d->t->data->len; i++) {
        const LaneData *lane = TRACE_AT(d->t->data, LaneData, i);
        if (!is_shown(d, lane))
            continue;
        double lane_h = lane->rows->len * d->row_h;
        if (y + lane_h >= top && y < top + h) {
            draw_gutter(d, lane, y, lane_h);
            if (lane_h < 10 && i % every == 0)
                draw_sparse_name(d, lane, y, top);
            if (d->y_of && lane->lane->global_id.known && lane->lane->global_id.v >= 0 && lane->lane->global_id.v < MAX_DEVICES)
                d->y_of[lane->lane->global_id.v] = y + d->row_h / 2;
            g_hash_table_insert(d->lane_y, (gpointer)&lane->lane->id, GINT_TO_POINTER((int)(y + d->row_h / 2) + 1));
            for (guint k = 0; k < lane->rows->len; k++)
                timeline_row(d, lane, TRACE_AT(lane->rows, LaneEvents, k), y + k * d->row_h);
            if (gap > 0)
                scene_line(d->s, ROLE_grid, 0, y + lane_h, d->vp->width, y + lane_h);
        }
        y += lane_h + gap;
    }
    if (d->path)
        path_jumps(d->s, d->rows, &d->p, d->y_of, MAX_DEVICES);
    draw_flows(d);
    draw_mark(d, top, h);
    bool marked = d->vp->mark1 > d->vp->mark0;
    double below = marked ? MIN(top + content + 20, top + h - 8 * LIST_ROW_H) : top + content + 20;
    if (marked && h > 12 * LIST_ROW_H)
        range_draw(d->s, d->vp, d->rows, (Rect){ 0, below, d->vp->width - 8, top + h - below - 6 });
    else if (top + content + 24 < top + h)
        waits_draw(d->s, d->vp, d->rows, (Rect){ 0, top + content + 20, d->vp->width - 8, h - content - 26 });
    draw_meeting(d);
    layout_scrollbar(d->s, PANE_LIST, scroll);
    scene_use_pane(d->s, 0);
}

void layout_timeline(const Rows *rows, const Viewport *vp, Scene *s)
{
    const RunRows *run = rows_current(rows);
    const TimelineRows *t = timeline_rows(rows);
    if (!run || !t || t->data->len == 0) {
        layout_empty(s, vp, (Rect){ 0, 0, vp->width, vp->height }, "No timeline",
                     run && run->info->kind == TRACE_RUN_COMPILED ? "This run was compiled, not executed."
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
    d.lane_y = g_hash_table_new(g_int64_hash, g_int64_equal);
    bool has_path = t->crit && t->crit->len;
    double top = RULER_H + STEPS_H + (has_path ? PATH_H : 0), bottom = vp->height - OVERVIEW_H - LEGEND_H;
    scene_box(s, ROLE_background, (Rect){ 0, 0, vp->width, vp->height });
    draw_ruler(&d);
    draw_steps(&d, bottom);
    if (has_path)
        path_strip(s, rows, &d.p, RULER_H + STEPS_H, PATH_H - 4);
    draw_lanes(&d, top, MAX(bottom - top, 20));
    draw_legend(&d, bottom);
    draw_overview(&d, vp->height - OVERVIEW_H);
    g_hash_table_unref(d.lane_y);
}
