/* The axis of a view that shows time: where it is and what it shows. */
#pragma once

#include <glib.h>
#include <stdint.h>

/* Time that is left out of the picture. */
typedef struct TimeGap {
    int64_t from, to; /* ns */
    int64_t before;   /* the sum of all gaps before this one */
} TimeGap;

typedef struct TimePlot {
    double x, w;         /* px */
    int64_t t0, t1;      /* visible, ns */
    int64_t first, last; /* of the whole run */
    const GArray *gaps;  /* TimeGap in order: folded, of no width; NULL = none */
} TimePlot;

/* The time at a place, and the place of a time (outside of the plot for times that are not visible). */
int64_t time_plot_at(const TimePlot *p, double x);
double time_plot_x(const TimePlot *p, int64_t t);
/* Time without the gaps, in which the picture is even; and back: a gap becomes its end. */
int64_t time_plot_fold(const TimePlot *p, int64_t t);
int64_t time_plot_unfold(const TimePlot *p, int64_t folded);
/* A range that was asked for, kept inside the run; the least span is 100 ns. */
void time_plot_clamp(const TimePlot *p, int64_t *t0, int64_t *t1);
