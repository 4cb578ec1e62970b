/* Internal declarations of compare.c and compare_why.c. */
#pragma once

#include "trace/report/document.h"

/* A run with the answers that a comparison needs. */
typedef struct Compared {
    char *label;
    TraceReader *reader;
    const TraceRunInfo *run;        /* in info */
    const TraceStepSummary *steps;  /* in summary */
    TraceReal step_ns;              /* median of the warm steps, otherwise the prediction */
    int64_t traffic;                /* bytes a device receives a step */
    const char *kept_note;          /* in kept */
    GArray *info, *summary, *kinds, *load, *parts, *peaks, *reshards, *splits, *ops, *kept;
} Compared;

/* One sentence on why `c` is slower than `fastest`, as far as it was recorded. The caller frees it. */
char *compare_why(const Compared *c, const Compared *fastest);
