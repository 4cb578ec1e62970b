/* What is around the lanes of the Steps view: the ruler with the time within the step, the steps, the options, the
 * legend and the strip of the whole run. */
#include "viewer/layout/timeline_impl.h"

#include <math.h>

#include "viewer/layout/choices.h"
#include "viewer/layout/costs.h"
#include "viewer/layout/ruler.h"
#include "viewer/layout/words.h"

#define LEGEND_LINE 22.0
#define STEP_WITH_RULER 120.0 /* px: a step as wide as this has ticks of its own */

typedef struct Unit {
    int64_t ns;
    const char *name;
} Unit;

static Unit unit_of(int64_t tick)
{
    static const Unit units[] = { { 1000000000, "s" }, { 1000000, "ms" }, { 1000, "µs" }, { 1, "ns" } };
    int u = 0;
    while (tick < units[u].ns)
        u++;
    return units[u];
}

/* Ticks of [from, to), `zero` being 0 on the ruler. */
static void draw_ticks(TimelineDraw *d, int64_t tick, int64_t zero, int64_t from, int64_t to)
{
    Unit u = unit_of(tick);
    double end = MIN(time_plot_x(&d->p, to), d->p.x + d->p.w);
    for (int64_t t = zero + (from - zero + tick - 1) / tick * tick; t < to; t += tick) {
        double x = time_plot_x(&d->p, t);
        scene_line(d->s, ROLE_grid, x, RULER_H - 6, x, RULER_H);
        g_autofree char *text = t == zero ? g_strdup("0") : g_strdup_printf("%s %s", word_count((t - zero) / u.ns).s, u.name);
        if (text_width(d->m, FONT_small, text) + 6 <= end - x)
            scene_text(d->s, FONT_small, ROLE_dim, (Spot){ x + 3, 3, end - x - 3 }, text);
    }
}

void timeline_ruler(TimelineDraw *d)
{
    const GArray *steps = d->run->steps;
    Item *back = scene_box(d->s, ROLE_panel, (Rect){ 0, 0, d->vp->width, RULER_H });
    back->ref = (Ref){ REF_time, 0, 1, 0 };
    back->tip = "drag here to mark a range; its ends snap to those of slices";
    int64_t shown = time_plot_fold(&d->p, d->p.t1) - time_plot_fold(&d->p, d->p.t0), tick = ruler_tick(shown, d->p.w, 96);
    double px = d->p.w / (double)MAX(shown, 1);
    bool within = false;
    for (guint i = 0; steps && i < steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(steps, TraceStepRow, i);
        int64_t from = MAX(st->start_ns, d->p.t0), to = MIN(st->start_ns + st->dur_ns, d->p.t1);
        if (from >= to || (double)st->dur_ns * px < STEP_WITH_RULER)
            continue;
        draw_ticks(d, tick, st->start_ns, from, to);
        within = true;
    }
    if (!within && !d->p.gaps)
        draw_ticks(d, tick, 0, d->p.t0, d->p.t1);
    g_autofree char *text = g_strdup_printf("%s%s", word_ns((double)shown).s, within ? "; time in the step" : " shown");
    scene_text(d->s, FONT_small, ROLE_dim, (Spot){ 8, 3, d->p.x - 12 }, text);
}

void timeline_steps(TimelineDraw *d, double bottom)
{
    Scene *s = d->s;
    const GArray *steps = d->run->steps;
    for (guint i = 0; steps && i < steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(steps, TraceStepRow, i);
        if (st->start_ns >= d->p.t1 || st->start_ns + st->dur_ns <= d->p.t0)
            continue;
        double x0 = MAX(time_plot_x(&d->p, st->start_ns), d->p.x), x1 = MIN(time_plot_x(&d->p, st->start_ns + st->dur_ns), d->p.x + d->p.w);
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

void timeline_overview(TimelineDraw *d, double y)
{
    Scene *s = d->s;
    TimePlot all = d->p;
    all.t0 = d->p.first;
    all.t1 = d->p.last;
    all.gaps = NULL;
    scene_box(s, ROLE_panel, (Rect){ 0, y, d->vp->width, OVERVIEW_H });
    scene_text(s, FONT_small, ROLE_dim, (Spot){ 8, y + 7, d->p.x - 16 }, "whole run");
    for (guint i = 0; d->run->steps && i < d->run->steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(d->run->steps, TraceStepRow, i);
        double x0 = time_plot_x(&all, st->start_ns), x1 = time_plot_x(&all, st->start_ns + st->dur_ns);
        if (x1 - x0 < 1 && d->run->steps->len > 2000 && i % (d->run->steps->len / 1000) != 0)
            continue;
        scene_box(s, st->warm ? ROLE_bar : ROLE_wait, (Rect){ x0, y + 8, MAX(x1 - x0 - 1, 1), OVERVIEW_H - 16 })->tint = i & 1 ? 120 : 190;
    }
    double x0 = time_plot_x(&all, d->p.t0), x1 = time_plot_x(&all, d->p.t1);
    Item *win = scene_box(s, ROLE_none, (Rect){ x0 - 1, y + 3, MAX(x1 - x0, 3) + 2, OVERVIEW_H - 6 });
    win->edge = ROLE_select;
    win->edge_w = 2;
    scene_box(s, ROLE_none, (Rect){ d->p.x, y, d->p.w, OVERVIEW_H })->ref = (Ref){ REF_overview, 0, 0, 0 };
}

/* ---- the legend ---- */

#define MAX_ENTRIES 24

typedef struct Entry {
    Role role;
    uint8_t tint;
    const char *name;
} Entry;

/* What in this picture has no category: what threads of the process do, and which device a core runs. NULL = neither is drawn. */
static const char *uncategorised(const TimelineDraw *d)
{
    bool host = false, core = false;
    for (guint i = 0; i < d->t->lanes->len; i++) {
        const TraceLaneRow *l = TRACE_AT(d->t->lanes, TraceLaneRow, i);
        host |= l->kind == TRACE_LANE_HOST && l->n_events > 0;
        core |= l->kind == TRACE_LANE_CORE && d->vp->option[1] == 2;
    }
    return host && core ? "calls of the process; devices on cores" : core ? "a device that a core runs" : host ? "calls and annotations of the process" : NULL;
}

/* Every colour that a lane, a bar beside it or the critical path of this run may have; collectives by the first kind of a
 * colour. */
static int all_entries(const TimelineDraw *d, Entry all[MAX_ENTRIES])
{
    static const Entry rest[] = {
        { ROLE_compute, 255, "matrix product" },    { ROLE_compute, 150, "other compute" }, { ROLE_waiting, 255, "waiting for a device" },
        { ROLE_queue, 255, "waiting for a core" },  { ROLE_copy, 235, "copy" },             { ROLE_host, 235, "host" },
        { ROLE_comm, 255, "collectives (bars at the left)" }, { ROLE_compile, 235, "compiling" }, { ROLE_other, 235, "other" },
        { ROLE_idle, 255, "idle" },
    };
    int n = 0;
    const char *other = uncategorised(d);
    for (; n < (int)G_N_ELEMENTS(rest); n++) {
        all[n] = rest[n];
        if (other && all[n].role == ROLE_other)
            all[n].name = other;
    }
    for (int64_t kind = 1; trace_coll_name(kind) && n < MAX_ENTRIES; kind++) {
        bool had = false, there = false;
        for (int i = 0; i < n; i++)
            had |= all[i].role == role_of_coll(kind);
        for (guint i = 0; i < d->t->coll_rows->len; i++)
            there |= role_of_coll(TRACE_AT(d->t->coll_rows, TraceCollRow, i)->kind) == role_of_coll(kind);
        if (there && !had)
            all[n++] = (Entry){ role_of_coll(kind), 235, coll_short(kind) };
    }
    return n;
}

static double entry_w(const TimelineDraw *d, const Entry *e)
{
    return 16 + text_width(d->m, FONT_small, e->name) + 2 + 14;
}

/* As if every colour were drawn: how many are is known only when the lanes have their height. */
double timeline_legend_h(const TimelineDraw *d)
{
    Entry all[MAX_ENTRIES];
    int n = all_entries(d, all), lines = 1;
    double at = 0, room = d->vp->width - d->p.x - 8;
    for (int i = 0; i < n; i++) {
        double w = entry_w(d, &all[i]);
        if (at > 0 && at + w > room) {
            lines++;
            at = 0;
        }
        at += w;
    }
    return MIN(lines, 3) * LEGEND_LINE + LEGEND_LINE + 2;
}

/* Roles of the work that is in the picture; of compute by its tint. */
static void find_drawn(const TimelineDraw *d, guint first, bool role[N_ROLES], bool *product, bool *other)
{
    for (guint i = first; i < d->s->items->len; i++) {
        const Item *it = &g_array_index(d->s->items, Item, i);
        bool bar = it->ref.kind == REF_lane, event = it->ref.kind == REF_event;
        for (int c = 0; c < it->n; c++) {
            const Cell *cell = &g_array_index(d->s->cells, Cell, it->first + c);
            role[cell->role] = true;
            *other |= cell->role == ROLE_compute;
        }
        if (it->kind != ITEM_box || !(bar || event))
            continue;
        role[it->role] = true;
        *product |= it->role == ROLE_compute && it->tint == 255;
        *other |= it->role == ROLE_compute && it->tint < 255;
    }
}

static void draw_options(TimelineDraw *d, double y)
{
    static const char *const ways[] = { "off", "on" }, *const gaps[] = { "shown", "folded" };
    double x = 8;
    if (d->t->crit && d->t->crit->len)
        x = choices_draw(d->s, d->vp, &(Choices){ 0, "critical path", ways, 2, d->path }, x, y);
    bool cores = false;
    for (guint i = 0; i < d->t->data->len; i++)
        cores |= TRACE_AT(d->t->data, LaneData, i)->lane->kind == TRACE_LANE_CORE;
    if (cores)
        x = choices_draw(d->s, d->vp, &(Choices){ 1, "cores", ways, 2, d->vp->option[1] == 2 }, x, y);
    if (d->t->gaps->len && d->run->steps && d->run->steps->len)
        x = choices_draw(d->s, d->vp, &(Choices){ 2, "time between steps", gaps, 2, d->p.gaps != NULL }, x, y);
    const char *note = d->run->kept && d->run->kept->len ? TRACE_AT(d->run->kept, TraceKept, 0)->note : "";
    if (!*note || x + 60 > d->vp->width)
        return;
    Item *it = scene_text(d->s, FONT_small, ROLE_dim, (Spot){ x + 10, y + 3, d->vp->width - x - 18 }, note);
    it->trim = TRIM_end;
    it->tip = scene_keep(d->s, note);
}

void timeline_legend(TimelineDraw *d, guint first, double y)
{
    bool drawn[N_ROLES] = { false }, product = false, other = false;
    find_drawn(d, first, drawn, &product, &other);
    Entry all[MAX_ENTRIES];
    int n = all_entries(d, all);
    double x = d->p.x, right = d->vp->width - 8;
    draw_options(d, y + timeline_legend_h(d) - LEGEND_LINE - 2);
    for (int i = 0; i < n; i++) {
        const Entry *e = &all[i];
        if (e->role == ROLE_compute ? !(e->tint == 255 ? product : other) : !drawn[e->role])
            continue;
        double w = entry_w(d, e);
        if (x > d->p.x && x + w > right) {
            x = d->p.x;
            y += LEGEND_LINE;
        }
        scene_box(d->s, e->role, (Rect){ x, y + 6, 12, 11 })->tint = e->tint;
        if (e->role == ROLE_waiting)
            scene_hatch(d->s, ROLE_wait, (Rect){ x, y + 6, 12, 11 })->tint = 190;
        scene_text(d->s, FONT_small, ROLE_dim, (Spot){ x + 16, y + 4, w - 28 }, e->name);
        x += w;
    }
}
