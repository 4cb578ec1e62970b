/* Steps that wait to be stored: steps.c gathers them, steps_store.c stores them. */
#pragma once

#include "trace/lane_impl.h"

typedef struct PendingStep {
    TraceStep row;
    int64_t module_id;
    guint n_runs; /* of `runs`, of this step */
} PendingStep;

/* Events of one lane in one step: the next n of `slots`. */
typedef struct Run {
    TraceLaneBuffer *lane;
    guint n;
} Run;

/* A fact of a step whose row has no id yet. */
typedef struct PendingPart {
    TraceStepPart row; /* step_id: index among the steps */
} PendingPart;

typedef struct PendingSum {
    TraceOpSum row; /* likewise */
} PendingSum;

struct Pending {
    GArray *steps, *runs, *slots, *parts, *sums, *samples, *counters;
    int64_t since_ns; /* when the first of them came */
    int warm;         /* of the steps that are summed, -1 = none is: sums are of steps of one kind */
    guint last_sum;   /* the last of them */
    bool each_part;   /* parts are stored of each step, however short */
    guint kept[7];    /* of each array, in their order: what is in the file beside the trace (waiting.c) */
    bool is_full;     /* that has had no room for something of them */
    int half;         /* of that file; -1 = not in it, or steps are still added */
};

struct Pending *pending_new(void);
void pending_free(void *pending);
/* The row of a sum; step: the step's index. */
TraceOpSum pending_sum(const OpTotal *t, int64_t step, int64_t lane_id);
/* By a clock of its own. */
int64_t steps_now_ns(void);

/* Stores all of it in one transaction. Returns the id of the last step. */
int64_t steps_store(TraceWriter *w, struct Pending *p);
/* Stores events of one lane; their meetings and executions are gathered until steps_close. */
void steps_store_events(TraceWriter *w, TraceLaneBuffer *b, Slot *s, size_t n);
/* Stores the meetings and executions that events point at and that are not stored yet. */
void steps_store_open(TraceWriter *w);
/* Stores the meetings and executions gathered, as those of a step, and forgets them. */
void steps_close(TraceWriter *w, int64_t step_id, int64_t module_id, int64_t launch);
/* Updates the rows of lanes: first and last event, how many there are, how many were left out. */
void steps_store_totals(TraceWriter *w);
