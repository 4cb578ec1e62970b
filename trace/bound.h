/* What bounds the step of a run, in one sentence with figures: the same for the Overview, the page and the reports. */
#pragma once

#include "trace/trace.h"

/* What the sentence is made of. Arrays may be NULL or empty: what they would tell is left out. */
typedef struct TraceBoundFacts {
    TraceReal est_ns;       /* predicted step */
    bool predicted;         /* nothing was measured: parts are those of a predicted run, and planned says the same */
    const GArray *parts;    /* TraceStepPartRow of the mean warm step */
    const GArray *reshards; /* TraceReshardRow */
    const GArray *planned;  /* TracePredictedPartRow */
    const GArray *kinds;    /* TraceCollKind */
    const GArray *remedies; /* TraceRemedyRow, by gain */
    const GArray *load;     /* TraceDeviceLoad */
    const TraceOpTotal *op; /* the op that computes longest; NULL = not known */
    const char *op_at;      /* its file:line; may be NULL */
    TraceInt peak, capacity; /* bytes that a device needs, and that it has */
    int n_cores;            /* that the devices shared, or threads of several processes, which may be more than there are cores; 0 = not recorded */
    int n_processes, n_machines; /* on which they ran; 0 = one */
} TraceBoundFacts;

/* To be freed; NULL: there is neither a measured nor a predicted step. */
char *trace_bound_of(const TraceBoundFacts *facts);
/* Asks the trace for them. "" where there is nothing to say; NULL with an error. To be freed. */
char *trace_bound(TraceReader *r, const TraceRunInfo *run, GError **error);
