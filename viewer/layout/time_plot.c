/* See time_plot.h. */
#include "viewer/layout/time_plot.h"

#define LEAST_SPAN 100

/* The last gap that begins at or before a time (folded: before a time without gaps); NULL: none. */
static const TimeGap *gap_before(const GArray *gaps, int64_t t, gboolean folded)
{
    guint lo = 0, hi = gaps ? gaps->len : 0;
    while (lo < hi) {
        guint mid = lo + (hi - lo) / 2;
        const TimeGap *g = &g_array_index(gaps, TimeGap, mid);
        if (g->from - (folded ? g->before : 0) <= t)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo ? &g_array_index(gaps, TimeGap, lo - 1) : NULL;
}

int64_t time_plot_fold(const TimePlot *p, int64_t t)
{
    const TimeGap *g = gap_before(p->gaps, t, FALSE);
    return g ? t - g->before - (MIN(t, g->to) - g->from) : t;
}

int64_t time_plot_unfold(const TimePlot *p, int64_t folded)
{
    const TimeGap *g = gap_before(p->gaps, folded, TRUE);
    return g ? folded + g->before + (g->to - g->from) : folded;
}

int64_t time_plot_at(const TimePlot *p, double x)
{
    int64_t a = time_plot_fold(p, p->t0), b = time_plot_fold(p, p->t1);
    return time_plot_unfold(p, a + (int64_t)((x - p->x) / p->w * (double)(b - a)));
}

double time_plot_x(const TimePlot *p, int64_t t)
{
    int64_t a = time_plot_fold(p, p->t0), b = time_plot_fold(p, p->t1);
    return p->x + (double)(time_plot_fold(p, t) - a) / (double)MAX(b - a, 1) * p->w;
}

void time_plot_clamp(const TimePlot *p, int64_t *t0, int64_t *t1)
{
    int64_t all = p->last - p->first, span = CLAMP(*t1 - *t0, MIN(LEAST_SPAN, all), all);
    int64_t start = CLAMP(*t0, p->first, p->last - span);
    *t0 = start;
    *t1 = start + span;
}
