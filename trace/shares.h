/* How a step's time is divided among categories: the shares of the mean device. */
#pragma once

#include "trace/trace.h"

enum { TRACE_SHARE_COMPUTE, TRACE_SHARE_EXPOSED, TRACE_SHARE_WAIT, TRACE_SHARE_QUEUE, TRACE_SHARE_COPY, TRACE_SHARE_HOST, TRACE_SHARE_IDLE, TRACE_N_SHARES };

typedef struct TraceShares {
    double ns[TRACE_N_SHARES]; /* per step, mean over devices */
    double sum_ns;             /* of these */
    double hidden_ns;          /* collectives hidden by compute: not in the sum */
    double step_ns;            /* mean time of the step itself */
    int n_devices;             /* the number of devices in the means; 0 = shares were not recorded */
} TraceShares;

/* parts: TraceStepPartRow of each device; NULL counts as none. */
TraceShares trace_shares(const GArray *parts);
/* Of a step that was predicted and not executed, by its parts (TracePredictedPartRow). Files in which no parts were stored: the prices of its
 * collectives (kinds: TraceCollKind), the rest computing. NULL counts as none. The shares add up to step_ns. */
TraceShares trace_predicted_shares(double step_ns, const GArray *parts, const GArray *kinds);
/* Of the run's step: as it was measured; of a predicted run, and of one that nothing executed, as it is predicted. parts: as of trace_shares. */
TraceShares trace_run_shares(const TraceRunInfo *run, const GArray *parts, const GArray *planned, const GArray *kinds);
const char *trace_share_name(int share); /* "exposed collectives" */
