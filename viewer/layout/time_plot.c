/* See time_plot.h. */
#include "viewer/layout/time_plot.h"

#include <glib.h>

#define LEAST_SPAN 100

int64_t time_plot_at(const TimePlot *p, double x)
{
    return p->t0 + (int64_t)((x - p->x) / p->w * (double)(p->t1 - p->t0));
}

void time_plot_clamp(const TimePlot *p, int64_t *t0, int64_t *t1)
{
    int64_t all = p->last - p->first, span = CLAMP(*t1 - *t0, MIN(LEAST_SPAN, all), all);
    int64_t start = CLAMP(*t0, p->first, p->last - span);
    *t0 = start;
    *t1 = start + span;
}
