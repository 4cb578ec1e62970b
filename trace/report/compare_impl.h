/* Internal declarations of compare.c and compare_why.c. */
#pragma once

#include "trace/report/document.h"
#include "trace/verdict.h"

/* A run with the answers that a comparison needs. */
typedef struct Compared {
    char *label;
    TraceReader *reader;
    const TraceRunInfo *run;        /* in info */
    const TraceStepSummary *steps;  /* in summary */
    TraceReal step_ns;              /* median of the warm steps, otherwise the prediction */
    bool measured;                  /* step_ns is the median of executed steps: not to be compared with a prediction */
    int64_t traffic;                /* bytes a device receives a step */
    const char *kept_note;          /* in kept */
    GArray *info, *summary, *kinds, *load, *parts, *peaks, *reshards, *splits, *ops, *kept, *each, *predicted, *planned;
} Compared;

/* Of step times; of one step each where they are predicted. Not known between a measured and a predicted run. */
TraceDifference compared_difference(const Compared *c, const Compared *base);
