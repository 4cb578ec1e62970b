/* Measured memory over time: a curve of the device that uses most, and a heat map with a row for every device, darker
 * where more is in use. See memory_impl.h. */
#include <math.h>

#include "viewer/layout/memory_impl.h"

#define ROW 14.0

/* The most that is in use in each column: a spike shorter than a pixel is seen. Between samples the last one holds. */
static void columns_of(const GArray *samples, int64_t t0, int64_t t1, int64_t *out, int n)
{
    int64_t now = 0;
    guint i = 0;
    for (int c = 0; c < n; c++) {
        int64_t end = t0 + (int64_t)((double)(t1 - t0) * (c + 1) / n), most = now;
        for (; i < samples->len && TRACE_AT(samples, TraceSampleRow, i)->ts_ns < end; i++) {
            now = TRACE_AT(samples, TraceSampleRow, i)->in_use;
            most = MAX(most, now);
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
} Curve;

static void draw_curve(Scene *s, const Metrics *m, const Curve *curve, double x, double y, double h)
{
    const int64_t *columns = curve->columns, capacity = curve->capacity;
    int n = curve->n;
    int64_t top = MAX(curve->most, 1), tick = 1;
    for (int c = 0; c < n;) {
        int e = c + 1;
        while (e < n && columns[e] == columns[c])
            e++;
        double bh = h * (double)columns[c] / (double)top;
        if (bh >= 0.5)
            scene_box(s, capacity > 0 && columns[c] > capacity ? ROLE_bad : ROLE_axis_0, (Rect){ x + c, y + h - bh, e - c, bh })->tint = 200;
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

void memory_time_draw(Scene *s, const Viewport *vp, const RunRows *run, const GArray *all, Rect box)
{
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
        layout_empty(s, vp, box, "Not measured", "Memory in use over time was not recorded; the plan is under \"schedule\".");
        return;
    }
    g_autofree int64_t *columns = g_new0(int64_t, n);
    g_autofree Cell *cells = g_new0(Cell, n);
    const DeviceSamples *one = TRACE_AT(all, DeviceSamples, top);
    double rows_h = MIN(all->len * ROW + 20, box.h * 0.5), ch = MAX(box.h - rows_h - 40, 30);
    scene_textf(s, FONT_small, ROLE_dim, (Spot){ box.x, box.y, box.w }, "device %" G_GINT64_FORMAT " uses most: %s, over %s of the run",
                one->global_id, word_bytes(most).s,
                word_ns((double)(t1 - t0)).s);
    box.y += m[FONT_small].line_h + 6;
    columns_of(one->samples, t0, t1, columns, n);
    draw_curve(s, m, &(Curve){ columns, n, most, capacity }, box.x, box.y, ch);
    box.y += ch + 10;
    scene_text(s, FONT_small, ROLE_dim, (Spot){ box.x, box.y, box.w }, "all devices; darker means more memory in use");
    box.y += m[FONT_small].line_h + 4;
    double room = rows_h - 20, rh = CLAMP(floor(room / all->len), 1, ROW);
    for (guint i = 0; i < all->len && (i + 1) * rh <= room + ROW; i++) {
        const DeviceSamples *d = TRACE_AT(all, DeviceSamples, i);
        columns_of(d->samples, t0, t1, columns, n);
        int64_t peak = 0;
        for (int c = 0; c < n; c++) {
            cells[c] = (Cell){ ROLE_axis_0, (uint8_t)(20 + 235 * (double)columns[c] / (double)MAX(most, 1)) };
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
