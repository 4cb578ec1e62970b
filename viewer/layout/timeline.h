/* Geometry of the Steps view that the canvas needs to turn the pointer into a time. */
#pragma once

#include "viewer/layout/viewport.h"

typedef struct TimePlot {
    double x, w;         /* px */
    int64_t t0, t1;      /* visible, ns */
    int64_t first, last; /* of the whole run */
} TimePlot;

TimePlot timeline_plot(const Rows *rows, const Viewport *vp);
int64_t timeline_time_at(const TimePlot *p, double x);
/* Rows that zoom was asked for, kept inside the run; the least span is 100 ns. */
void timeline_clamp(const TimePlot *p, int64_t *t0, int64_t *t1);
/* True if these rows can be drawn at that viewport without reading more. */
bool timeline_covers(const Rows *rows, const Viewport *vp);
