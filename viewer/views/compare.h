/* The Compare view's rows: of each run, what a comparison needs. */
#pragma once

#include "trace/layers.h"
#include "trace/verdict.h"
#include "viewer/layout/viewport.h"

typedef struct CompareRun {
    GArray *ops;      /* TraceOpTotal */
    GArray *splits;   /* TraceOpSplitRow */
    TraceLayers *layers; /* of its program */
    guint function;   /* number of the function that it is of, 0 for the dearest: only runs of the same one are compared */
    char *function_name; /* NULL = all runs are choices for one program */
    guint place;      /* in CompareRows.runs */
    GArray *to;       /* TraceDifference: of its steps to those of each run, by place; NULL = that is known of the fastest only, as among many runs */
    TraceDifference difference; /* of its steps to those of the fastest run of its function; not known of that itself, and where either was not executed */
} CompareRun;

typedef struct CompareRows {
    GArray *runs; /* CompareRun, in the order of Rows.run */
    GArray *predictions; /* TracePredictionRow of all files, whose texts are in answers */
    GPtrArray *answers;
} CompareRows;
const GArray *compare_predictions(const Rows *rows); /* NULL likewise */

/* Functions of a process are no choice of one or the other: of those only the one that took most time is compared, with what was compiled under the same name, also in
 * other files. All other runs always are. */
bool compare_is_choice(const Rows *rows, const TraceRunInfo *info);

const CompareRun *compare_run(const Rows *rows, guint i); /* NULL: these are the rows of another view */
void layout_compare(const Rows *rows, const Viewport *vp, Scene *out);
/* The runs as they are listed: View.stops. */
void compare_stops(const Rows *rows, const Viewport *vp, bool all, GArray *out);
