/* The Compare view's rows: of each run, what a comparison needs. */
#pragma once

#include "trace/verdict.h"
#include "viewer/layout/viewport.h"

typedef struct CompareRun {
    GArray *ops;      /* TraceOpTotal */
    TraceDifference difference; /* of its steps to the fastest run's; not known of that itself, and where either was not executed */
} CompareRun;

typedef struct CompareRows {
    GArray *runs; /* CompareRun, in the order of Rows.run */
} CompareRows;

const CompareRun *compare_run(const Rows *rows, guint i); /* NULL: these are the rows of another view */
void layout_compare(const Rows *rows, const Viewport *vp, Scene *out);
