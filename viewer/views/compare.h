/* The Compare view's rows: of each run, what a comparison needs. */
#pragma once

#include "viewer/layout/viewport.h"

typedef struct CompareRun {
    GArray *ops;      /* TraceOpTotal */
    bool noise_known; /* the difference of its median step to the fastest run's, relative: with 95 % between these */
    double noise_lo, noise_hi;
} CompareRun;

typedef struct CompareRows {
    GArray *runs; /* CompareRun, in the order of Rows.run */
} CompareRows;

const CompareRun *compare_run(const Rows *rows, guint i); /* NULL: these are the rows of another view */
void layout_compare(const Rows *rows, const Viewport *vp, Scene *out);
