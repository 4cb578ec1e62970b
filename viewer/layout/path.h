/* The critical path of steps on a timeline. */
#pragma once

#include "viewer/layout/timeline.h"

/* A row with the critical path of each step: the work that the step's end depends on, in its colours. */
void path_strip(Scene *s, const Rows *rows, const TimePlot *p, double y, double h);
/* Lines where the path goes from one device to another. y_of[n]: the middle of each device's row by its global id,
 * < 0 = not in sight. */
void path_jumps(Scene *s, const Rows *rows, const TimePlot *p, const double *y_of, int n);
