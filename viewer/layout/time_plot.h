/* The axis of a view that shows time: where it is and what it shows. */
#pragma once

#include <stdint.h>

typedef struct TimePlot {
    double x, w;         /* px */
    int64_t t0, t1;      /* visible, ns */
    int64_t first, last; /* of the whole run */
} TimePlot;

int64_t time_plot_at(const TimePlot *p, double x);
/* A range that was asked for, kept inside the run; the least span is 100 ns. */
void time_plot_clamp(const TimePlot *p, int64_t *t0, int64_t *t1);
