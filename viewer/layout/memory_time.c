/* Measured memory over time: a curve of the device that uses most, and a heat map with a row for every device, darker
 * where more is in use. See memory_impl.h. */
#include <math.h>
#include <string.h>

#include "viewer/layout/memory_impl.h"
#include "viewer/layout/ruler.h"

#define ROW 14.0
#define AXIS_H 16.0  /* ticks of time */
#define STRIP_H 16.0 /* the steps */

#define SEEN 2 /* px that a moment of which nothing is known afterwards is wide */

/* By sample: whether of its step only the highest moment was recorded, and that nothing is left at its end: then it says nothing of the
 * time after it. To be freed. */
static bool *find_alone(const GArray *samples, const GArray *steps)
{
    bool *alone = g_new0(bool, samples->len + 1);
    guint from = 0;
    for (guint k = 0; steps && k < steps->len; k++) {
        const TraceStepRow *st = TRACE_AT(steps, TraceStepRow, k);
        while (from < samples->len && TRACE_AT(samples, TraceSampleRow, from)->ts_ns <= st->start_ns)
            from++;
        guint end = from;
        while (end < samples->len && TRACE_AT(samples, TraceSampleRow, end)->ts_ns <= st->start_ns + st->dur_ns)
            end++;
        for (guint i = from; i < end && end - from <= 2; i++)
            alone[i] = true;
        from = end;
    }
    return alone;
}

/* The most that is in use in each column: a spike shorter than a pixel is seen. Between samples the last one holds, unless it is alone: 0 where nothing is known. */
static void columns_of(const GArray *samples, const bool *alone, int64_t t0, int64_t t1, int64_t *out, int n)
{
    int64_t now = 0;
    guint i = 0;
    for (int c = 0, since = 0; c < n; c++) {
        int64_t end = t0 + (int64_t)((double)(t1 - t0) * (c + 1) / n), most = i && alone[i - 1] && c >= since + SEEN ? 0 : now;
        for (; i < samples->len && TRACE_AT(samples, TraceSampleRow, i)->ts_ns < end; i++) {
            now = TRACE_AT(samples, TraceSampleRow, i)->in_use;
            most = MAX(most, now);
            since = c;
        }
        out[c] = most;
    }
}

/* Bytes in use: the most within each pixel's time; the axis ends at `most`, and what is above `capacity` (0: not known)
 * stands out. */
typedef struct Curve {
    const int64_t *columns;
    int n;
    int64_t most, capacity;
    const GArray *moments; /* TraceMemoryMoment */
    const guint *moment;   /* by column: which of them, from 1; NULL = not known of which categories it is */
    bool *drawn;           /* by category: set where it is seen */
} Curve;

/* By column: the moment (from 1) with the most in use in it, 0 = none yet. Between moments the last one holds. */
static guint *moments_of(const GArray *moments, int64_t t0, int64_t t1, int n)
{
    guint *out = g_new0(guint, n), i = 0, now = 0;
    for (int c = 0; c < n; c++) {
        int64_t end = t0 + (int64_t)((double)(t1 - t0) * (c + 1) / n);
        out[c] = now;
        for (; i < moments->len && TRACE_AT(moments, TraceMemoryMoment, i)->ts_ns < end; i++) {
            now = i + 1;
            if (!out[c] || TRACE_AT(moments, TraceMemoryMoment, i)->in_use > TRACE_AT(moments, TraceMemoryMoment, out[c] - 1)->in_use)
                out[c] = now;
        }
    }
    return out;
}

enum { PARAMETER = 1, OPTIMISER = 2, CONSTANT = 7 }; /* as trace_buffer_cat_name() numbers them */

/* What the plan has in use while the op of a moment runs, by category. */
static void planned_of(const TraceMemoryMoment *m, int64_t *by_cat)
{
    const int64_t all[N_BUFFER_CATS] = { m->not_known, m->parameter, m->optimiser, m->gradient, m->activation, m->temporary, m->collective, m->constant, m->output };
    memcpy(by_cat, all, sizeof all);
}

/* What was measured, divided into categories: parameters and constants stand all the time, and what there is beyond them is divided as the
 * plan divides it. Where less is in use than they take, as in a profile that does not count them, all of it is. false: the plan says nothing of it. */
static bool divide_moment(const TraceMemoryMoment *m, double *parts)
{
    int64_t by_cat[N_BUFFER_CATS];
    planned_of(m, by_cat);
    if (!m->pos.known || m->planned <= 0)
        return false;
    double standing = (double)m->parameter + (double)m->optimiser + (double)m->constant, rest = (double)m->planned - standing, left = (double)m->in_use - standing;
    bool stand = left >= 0 && (rest > 0 || left < 1);
    for (int k = 0; k < N_BUFFER_CATS; k++) {
        bool standing_one = k == PARAMETER || k == OPTIMISER || k == CONSTANT;
        parts[k] = !stand ? (double)m->in_use * (double)by_cat[k] / (double)m->planned : standing_one ? (double)by_cat[k] : rest > 0 ? left * (double)by_cat[k] / rest : 0;
    }
    return true;
}

static const char *moment_tip(Scene *s, const TraceMemoryMoment *m)
{
    int64_t by_cat[N_BUFFER_CATS];
    planned_of(m, by_cat);
    g_autoptr(GString) t = g_string_new(NULL);
    g_string_append_printf(t, "%s in use", word_bytes(m->in_use).s);
    if (m->num.known && m->into_ns.known)
        g_string_append_printf(t, ", %s into step %" G_GINT64_FORMAT, word_ns((double)m->into_ns.v).s, m->num.v);
    if (m->op)
        g_string_append_printf(t, "\nat %s%s%s%s", m->op, m->at ? " (" : "", m->at ? m->at : "", m->at ? ")" : "");
    for (int k = 0; m->pos.known && k < N_BUFFER_CATS; k++)
        if (by_cat[k] > 0)
            g_string_append_printf(t, "\n%s %s by the plan", trace_buffer_cat_name(k) ? trace_buffer_cat_name(k) : "not known", word_bytes(by_cat[k]).s);
    return scene_keep(s, t->str);
}

/* One column, h of which is what was measured: divided as the plan is at the op that ran. `drawn`: the categories that are seen in it. */
static void draw_moment(Scene *s, const TraceMemoryMoment *m, Rect box, bool *drawn)
{
    double parts[N_BUFFER_CATS], y = box.y + box.h;
    const char *tip = moment_tip(s, m);
    bool known = divide_moment(m, parts);
    for (int k = 0; k < (known ? N_BUFFER_CATS : 1); k++) {
        double h = known && m->in_use > 0 ? box.h * parts[k] / (double)m->in_use : box.h;
        y -= h;
        if (h < 0.5)
            continue;
        drawn[k] |= known;
        Item *it = scene_box(s, known ? role_of_buffer(k) : ROLE_other, (Rect){ box.x, y, box.w, h });
        it->tint = 220;
        it->tip = tip;
        if (m->inst_id)
            it->ref = (Ref){ REF_inst, 0, m->inst_id, 0 };
    }
}

/* Ticks of time and the steps, below a curve over [t0, t1). */
static void draw_axis(Scene *s, const Metrics *m, const RunRows *run, int64_t t0, int64_t t1, Rect box)
{
    int64_t span = MAX(t1 - t0, 1), tick = MAX(ruler_tick(span, box.w, 90), 1);
    for (int64_t t = 0; t < span; t += tick) {
        double x = box.x + box.w * (double)t / (double)span;
        scene_line(s, ROLE_grid, x, box.y, x, box.y + 5);
        scene_text(s, FONT_small, ROLE_dim, (Spot){ x + 3, box.y, MIN(84, box.x + box.w - x - 3) }, t ? word_ns((double)t).s : "0");
    }
    double y = box.y + AXIS_H;
    for (guint i = 0; run->steps && i < run->steps->len; i++) {
        const TraceStepRow *st = TRACE_AT(run->steps, TraceStepRow, i);
        double x0 = box.x + box.w * CLAMP((double)(st->start_ns - t0) / (double)span, 0, 1),
               x1 = box.x + box.w * CLAMP((double)(st->start_ns + st->dur_ns - t0) / (double)span, 0, 1);
        if (x1 - x0 < 1)
            continue;
        Item *it = scene_box(s, i & 1 ? ROLE_step_alt : ROLE_step, (Rect){ x0, y, x1 - x0, STRIP_H - 2 });
        it->ref = (Ref){ REF_step, run->info->id, st->id, 0 };
        it->go = "steps";
        it->tip = scene_keepf(s, "step %" G_GINT64_FORMAT ": %s", st->num, word_ns((double)st->dur_ns).s);
        g_autofree char *with = g_strdup_printf("step %" G_GINT64_FORMAT, st->num), *number = g_strdup_printf("%" G_GINT64_FORMAT, st->num);
        it->font = FONT_small;
        it->label = scene_keep(s, text_width(m, FONT_small, with) + 6 <= x1 - x0 ? with : text_width(m, FONT_small, number) + 4 <= x1 - x0 ? number : NULL);
    }
}

static void draw_curve(Scene *s, const Metrics *m, const Curve *curve, double x, double y, double h)
{
    const int64_t *columns = curve->columns, capacity = curve->capacity;
    int n = curve->n;
    int64_t top = MAX(curve->most, 1), tick = 1;
    for (int c = 0; c < n;) {
        guint moment = curve->moment ? curve->moment[c] : 0;
        int e = c + 1;
        while (e < n && columns[e] == columns[c] && (!curve->moment || curve->moment[e] == moment))
            e++;
        double bh = h * (double)columns[c] / (double)top;
        Rect box = { x + c, y + h - bh, e - c, bh };
        if (bh >= 0.5 && capacity > 0 && columns[c] > capacity)
            scene_box(s, ROLE_bad, box)->tint = 200;
        else if (bh >= 0.5 && moment)
            draw_moment(s, TRACE_AT(curve->moments, TraceMemoryMoment, moment - 1), box, curve->drawn);
        else if (bh >= 0.5)
            scene_box(s, ROLE_axis_0, box)->tint = 200;
        c = e;
    }
    while ((double)tick / (double)top * h < 34 && tick < INT64_MAX / 4)
        tick *= 2;
    for (int64_t v = 0; v <= top; v += tick) {
        double ly = y + h - h * (double)v / (double)top;
        scene_line(s, ROLE_grid, x - 4, ly, x + n, ly);
        scene_text(s, FONT_small, ROLE_dim, (Spot){ x - 74, ly - m[FONT_small].line_h / 2, 66 }, word_bytes(v).s)->align = ALIGN_right;
    }
}

void memory_time_draw(Scene *s, const Viewport *vp, const RunRows *run, const MemoryRows *own, Rect box)
{
    const GArray *all = own->samples;
    const Metrics *m = vp->metrics;
    int n = MAX((int)box.w, 1);
    int64_t t0 = INT64_MAX, t1 = INT64_MIN, most = 0, capacity = 0;
    guint top = 0, shown = 0;
    for (guint i = 0; all && i < all->len; i++) {
        const DeviceSamples *d = TRACE_AT(all, DeviceSamples, i);
        for (guint k = 0; k < d->samples->len; k++) {
            const TraceSampleRow *p = TRACE_AT(d->samples, TraceSampleRow, k);
            t0 = MIN(t0, p->ts_ns);
            t1 = MAX(t1, p->ts_ns);
            if (p->in_use > most) {
                most = p->in_use;
                top = i;
                capacity = d->capacity;
            }
        }
        shown += d->samples->len > 0;
    }
    if (!shown || t1 <= t0) {
        layout_empty(s, vp, box, "Not recorded", "Memory in use over time was not recorded; the plan is under \"schedule\".");
        return;
    }
    g_autofree int64_t *columns = g_new0(int64_t, n);
    g_autofree Cell *cells = g_new0(Cell, n);
    const DeviceSamples *one = TRACE_AT(all, DeviceSamples, top);
    bool drawn[N_BUFFER_CATS] = { false }, known = top == 0 && own->moments && own->moments->len;
    double line = m[FONT_small].line_h, rows_h = MIN(all->len * ROW + 20, box.h * 0.5);
    double ch = MAX(box.h - rows_h - 40 - AXIS_H - STRIP_H - (known ? 2 * line : 0), 30);
    scene_textf(s, FONT_small, ROLE_dim, (Spot){ box.x, box.y, box.w }, "device %" G_GINT64_FORMAT " uses most: %s, over %s of the run, from %s on",
                one->global_id, word_bytes(most).s, word_ns((double)(t1 - t0)).s, word_ns((double)t0).s);
    box.y += line + 6;
    g_autofree bool *alone = find_alone(one->samples, run->steps);
    columns_of(one->samples, alone, t0, t1, columns, n);
    g_autofree guint *moment = known ? moments_of(own->moments, t0, t1, n) : NULL;
    draw_curve(s, m, &(Curve){ columns, n, most, capacity, own->moments, moment, drawn }, box.x, box.y, ch);
    box.y += ch + 3;
    draw_axis(s, m, run, t0, t1, (Rect){ box.x, box.y, n, AXIS_H + STRIP_H });
    box.y += AXIS_H + STRIP_H + 5;
    if (known)
        box.y = memory_legend(s, m, (Spot){ box.x, box.y, box.w }, drawn, NULL);
    box.y = scene_paragraph(s, m, FONT_small, ROLE_dim, (Spot){ box.x, box.y, box.w }, memchr(alone, true, one->samples->len) ? "all devices; darker means more memory in use; of later steps only the highest moment is recorded"
                                                     : "all devices; darker means more memory in use") + 4;
    double room = rows_h - 20, rh = CLAMP(floor(room / all->len), 1, ROW);
    for (guint i = 0; i < all->len && (i + 1) * rh <= room + ROW; i++) {
        const DeviceSamples *d = TRACE_AT(all, DeviceSamples, i);
        g_autofree bool *few = find_alone(d->samples, run->steps);
        columns_of(d->samples, few, t0, t1, columns, n);
        int64_t peak = 0;
        for (int c = 0; c < n; c++) {
            cells[c] = (Cell){ columns[c] ? ROLE_axis_0 : ROLE_none, (uint8_t)(20 + 235 * (double)columns[c] / (double)MAX(most, 1)) };
            peak = MAX(peak, columns[c]);
        }
        Item *it = scene_strip(s, box.x, box.y + i * rh, MAX(rh - (rh > 4 ? 2 : 0), 1), cells, n);
        it->ref = (Ref){ REF_device, run->info->id, d->global_id, 0 };
        it->tip = scene_keepf(s, "device %" G_GINT64_FORMAT ": at most %s", d->global_id, word_bytes(peak).s);
        if (rh >= ROW - 2)
            scene_textf(s, FONT_small, ROLE_dim, (Spot){ box.x - 74, box.y + i * rh - 2, 68 }, "device %" G_GINT64_FORMAT,
                        d->global_id)->align = ALIGN_right;
    }
}
