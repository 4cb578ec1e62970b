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

/* The share that a part of a predicted step belongs to: kernels that copy are computing, since collectives are hidden beside them too. */
static int share_of(const char *cause)
{
    static const struct {
        const char *cause;
        int share;
    } of[] = { { "exposed collectives", TRACE_SHARE_EXPOSED }, { "starting the step", TRACE_SHARE_HOST }, { "pipeline bubble", TRACE_SHARE_WAIT },
               { "waiting for the slowest device", TRACE_SHARE_WAIT }, { "waiting", TRACE_SHARE_WAIT } };
    for (size_t i = 0; i < G_N_ELEMENTS(of); i++)
        if (g_str_equal(cause, of[i].cause))
            return of[i].share;
    return TRACE_SHARE_COMPUTE;
}

TraceShares trace_predicted_shares(double step_ns, const GArray *parts, const GArray *kinds)
{
    TraceShares sh = { .sum_ns = MAX(step_ns, 0), .step_ns = step_ns };
    double rest = sh.sum_ns;
    for (guint i = 0; parts && i < parts->len; i++) {
        const TracePredictedPartRow *p = TRACE_AT(parts, TracePredictedPartRow, i);
        double ns = CLAMP(p->ns, 0, rest);
        sh.ns[share_of(p->cause)] += ns;
        rest -= ns;
    }
    for (guint i = 0; !(parts && parts->len) && kinds && i < kinds->len; i++) {
        TraceReal ns = TRACE_AT(kinds, TraceCollKind, i)->est_ns;
        double mine = ns.known ? CLAMP(ns.v, 0, rest) : 0;
        sh.ns[TRACE_SHARE_EXPOSED] += mine;
        rest -= mine;
    }
    sh.ns[TRACE_SHARE_COMPUTE] += rest;
    return sh;
}

TraceShares trace_run_shares(const TraceRunInfo *run, const GArray *parts, const GArray *planned, const GArray *kinds)
{
    TraceShares measured = trace_shares(parts);
    bool told = run->kind == TRACE_RUN_PREDICTED && planned && planned->len;
    if (!run->est_ns.known || !(told || measured.sum_ns <= 0))
        return measured;
    TraceShares sh = trace_predicted_shares(run->est_ns.v, planned, kinds);
    sh.hidden_ns = measured.hidden_ns;
    return sh;
}
