/* See shares.h. */
#include "trace/shares.h"

const char *trace_share_name(int share)
{
    static const char *const names[TRACE_N_SHARES] = { "compute", "exposed collectives", "waiting for a device", "waiting for a core", "copies", "waiting for the host", "idle" };
    return names[share];
}

TraceShares trace_shares(const GArray *parts)
{
    TraceShares sh = { .n_devices = parts ? (int)parts->len : 0 };
    for (int i = 0; i < sh.n_devices; i++) {
        const TraceStepPartRow *p = TRACE_AT(parts, TraceStepPartRow, i);
        const int64_t ns[TRACE_N_SHARES] = { p->compute_ns, p->exposed_coll_ns, p->wait_ns, p->queue_ns, p->exposed_copy_ns, p->host_ns, p->idle_ns };
        for (int k = 0; k < TRACE_N_SHARES; k++)
            sh.ns[k] += (double)MAX(ns[k], 0) / sh.n_devices;
        sh.hidden_ns += (double)MAX(p->hidden_coll_ns, 0) / sh.n_devices;
        sh.step_ns += (double)p->dur_ns / sh.n_devices;
    }
    for (int k = 0; k < TRACE_N_SHARES; k++)
        sh.sum_ns += sh.ns[k];
    return sh;
}

TraceShares trace_predicted_shares(double step_ns, const GArray *kinds)
{
    TraceShares sh = { .sum_ns = MAX(step_ns, 0), .step_ns = step_ns };
    for (guint i = 0; kinds && i < kinds->len; i++) {
        TraceReal ns = TRACE_AT(kinds, TraceCollKind, i)->est_ns;
        sh.ns[TRACE_SHARE_EXPOSED] += ns.known ? MAX(ns.v, 0) : 0;
    }
    sh.ns[TRACE_SHARE_EXPOSED] = MIN(sh.ns[TRACE_SHARE_EXPOSED], sh.sum_ns);
    sh.ns[TRACE_SHARE_COMPUTE] = sh.sum_ns - sh.ns[TRACE_SHARE_EXPOSED];
    return sh;
}
