/* Internal declarations of compare.c, compare_runs.c and compare_why.c. */
#pragma once

#include "trace/report/document.h"
#include "trace/report/report.h"
#include "trace/verdict.h"

/* A run with the answers that a comparison needs. */
typedef struct Compared {
    char *label, *function;         /* the function that the run is of; NULL = all runs are choices for one program */
    guint group;                    /* runs of one function have the same */
    const struct Compared *base;    /* the fastest run of the function, that this one is compared with; of predicted ones the fastest predicted. NULL = no step times are known */
    bool beside;                    /* predicted, while other runs of the function are measured */
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

/* Reads the runs of the first `most` functions, a function after the other, the dearest first: Compared. *n_left gets how many functions are left out.
 * NULL with an error. */
GArray *compared_load(const CompareSource *sources, int n_sources, guint most, guint *n_left, GError **error);
