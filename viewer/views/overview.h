/* The Overview's rows: totals only, so that it is there at once whatever the trace's size. */
#pragma once

#include "trace/report/table.h"
#include "viewer/layout/viewport.h"

typedef struct OverviewRows {
    char *verdict;    /* what bounds the step, a sentence; "" = nothing to say */
    char *hosts;      /* where it ran, as a sentence; empty = not known */
    char *clocks;     /* how exact times of several machines are, likewise */
    GArray *lanes;  /* TraceLaneRow */
    GArray *peaks;  /* TracePeakRow, the device with most first */
    GArray *peak;   /* TraceBufferRow, those alive at the peak; NULL = no plan */
    Table *moves;   /* as report reshards has it; NULL = no reshards */
    Table *held;    /* `peak` as report memory has it; NULL = no plan */
    GArray *copies; /* TraceCopyRow; NULL = no program */
    GArray *splits; /* TraceOpSplitRow */
    GArray *imported; /* TraceImportSaid */
    GArray *tried;  /* TraceRemedyRow: all changes that were compiled again */
    GArray *prediction; /* TracePredictionRow, of a predicted run one */
    GArray *what_ifs; /* TraceWhatIfRow; empty of runs that are not predicted */
    GArray *crit;   /* TraceCritTotal, most time first; NULL = too many to add up */
    GArray *ops;    /* TraceOpTotal, the dearest first, where the step is predicted and nothing was executed; else NULL */
} OverviewRows;

const OverviewRows *overview_rows(const Rows *rows); /* NULL: there is no run */
void layout_overview(const Rows *rows, const Viewport *vp, Scene *out);
