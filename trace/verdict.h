/* What may be said of a difference between runs, and of a predicted time beside a measured one: in one place, so that reports, page
 * and viewer say the same. */
#pragma once

#include "trace/trace.h"
#include "trace/units.h"

/* Median step time of a run against that of another. */
typedef struct TraceDifference {
    bool known;    /* both have steps */
    double part;   /* 0.089: it takes 8.9 % longer */
    bool sure;     /* lo and hi are known: both have three steps at least */
    double lo, hi; /* 95 % confidence interval of the part */
} TraceDifference;

/* Of TraceStepRow: warm steps, or all where none is warm, of the run and of the one that it is compared with. The same rows give the
 * same numbers. */
TraceDifference trace_difference(const GArray *steps, const GArray *base);
/* The difference may be none at all: nobody is to be called slower or faster by it. */
bool trace_is_noise(const TraceDifference *d);
/* "within the noise", "beyond the noise", "too few steps to say"; NULL where there is no difference to speak of. */
const char *trace_difference_verdict(const TraceDifference *d);
/* "+8.9 % (+7.1 to +10.2)", "+1.2 %, within the noise", "-". */
TraceWord trace_difference_text(const TraceDifference *d);

/* What a change gains by prediction, of a step predicted to take before_ns: "12 % of the predicted step, 2.7 µs of 22.6 µs". */
TraceWord trace_gain_text(double gain_ns, double before_ns);

/* What the times of a reshard's plans are beside its predicted time, where the two differ: how many executions, and what the final program made of it. To be
 * freed; NULL = they are the same, or one is not known. plans: TracePlanRow. */
char *trace_planned_said(const TraceReshardRow *r, const GArray *plans);
/* How much of what its collectives (TraceCollRow) receive is for a reshard, where they serve others too. To be freed; NULL = they serve it alone. */
char *trace_combined_said(const TraceReshardRow *r, const GArray *colls);

/* How the changes of a run were tried: "compiled, not run". */
const char *trace_remedy_trial(const TraceRunInfo *run);
/* Why a reshard has no change that removes it or lets it move less: some were `tried` for it, or none. NULL = none were looked for in the whole run. */
const char *trace_remedy_none(const TraceRunInfo *run, bool tried);
