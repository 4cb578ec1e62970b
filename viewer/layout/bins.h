/* One row of the timeline at one zoom level: which events are at least a pixel wide and are drawn as boxes, and what
 * each column of pixels holds of the narrower ones. */
#pragma once

#include "viewer/views/steps.h"

typedef struct Column1 {
    int64_t busy_ns;    /* of events narrower than a pixel */
    int64_t n;          /* how many */
    int64_t longest_ns;
    int64_t top_id, top_name, top_inst;
    int64_t top_cat;
} Column1;

typedef struct Bins {
    int n;              /* columns */
    Column1 *columns;   /* [n] */
    GArray *spans;      /* const TraceEventRow*, a pixel wide or more, by start */
} Bins;

/* Lays events of [t0, t1) over n columns. */
Bins *bins_new(const LaneEvents *row, int64_t t0, int64_t t1, int n);
void bins_free(Bins *b);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Bins, bins_free)
