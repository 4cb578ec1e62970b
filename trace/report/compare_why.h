/* Why one run is slower than another, in a sentence: for the comparison of reports and for the viewer's. */
#pragma once

#include "trace/shares.h"
#include "trace/trace.h"
#include "trace/verdict.h"

/* What of a run the sentence is made of; all borrowed. */
typedef struct WhySide {
    const TraceRunInfo *run;
    int64_t traffic;        /* bytes a device receives a step */
    const GArray *reshards; /* TraceReshardRow */
    const GArray *splits;   /* TraceOpSplitRow */
    TraceShares shares;     /* of its step */
    const GArray *planned;  /* TracePredictedPartRow, of a run whose step is predicted and not measured; NULL = of others */
    const GArray *ops;      /* TraceOpTotal, beside planned */
} WhySide;

/* The side of a run: planned and ops count only where it has no measured step. */
WhySide why_side(const TraceRunInfo *run, int64_t traffic, const TraceShares *shares, const GArray *planned, const GArray *ops);
/* One sentence on why `c` is slower than `fastest`, as far as it was recorded. d: of their step times; NULL = not known. To be freed. */
char *compare_why(const WhySide *c, const WhySide *fastest, const TraceDifference *d);
