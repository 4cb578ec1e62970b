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
/* Of a step that was predicted and not executed: the prices of its collectives (kinds: TraceCollKind; NULL counts as none), the rest computing and copying. The
 * parts add up to step_ns. */
TraceShares trace_predicted_shares(double step_ns, const GArray *kinds);
const char *trace_share_name(int share); /* "exposed collectives" */
