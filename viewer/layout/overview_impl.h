/* What the files of the Overview share. */
#pragma once

#include "viewer/views/overview.h"

typedef struct Draw {
    Scene *s;
    const Viewport *vp;
    const Metrics *m;
    const Rows *rows;
    const RunRows *run;
    const OverviewRows *own;
} Draw;

/* Title of a card and, at its right, the view that it leads to. Returns the y below, as all cards do. */
double overview_head(Draw *d, Spot spot, const char *title, const char *more, const char *go);

/* Whether a run is a function of the same process as the shown one. */
bool overview_is_function(const Draw *d, const TraceRunInfo *info);
/* What the process compiled and called, by the time that it took: no choice of one or the other. */
double overview_functions(Draw *d, Spot spot);
/* The runs that are not functions of that process. */
double overview_runs(Draw *d, Spot spot);
