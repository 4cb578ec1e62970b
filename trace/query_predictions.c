/* Questions about predicted runs. */
#include "trace/query_impl.h"

GArray *trace_query_predictions(TraceReader *r, int64_t run_id, GError **error)
{
    return ASK(PredictionRow,
        "SELECT p.run_id, r.name, r.label, COALESCE(r.hardware, ''), NULL, p.n_devices, p.n_chips, p.step_ns, p.low_ns, p.high_ns, p.least_ns, p.most_ns, p.used, p.peak_bytes,"
        " p.capacity_bytes, p.price_hour, p.price_from FROM prediction p JOIN run r ON r.id = p.run_id WHERE ?1 IN (0, p.run_id) ORDER BY p.run_id", run_id);
}

GArray *trace_query_predicted_parts(TraceReader *r, int64_t run_id, GError **error)
{
    return ASK(PredictedPartRow,
        "SELECT cause, axes, ns, 100.0 * ns / max(sum(ns) OVER (), 1e-9) FROM predicted_part WHERE run_id = ?1 ORDER BY ns DESC, seq", run_id);
}

GArray *trace_query_what_ifs(TraceReader *r, int64_t run_id, GError **error)
{
    return ASK(WhatIfRow,
        "SELECT w.what, w.step_ns, w.low_ns, w.high_ns, 100.0 * (w.step_ns - p.step_ns) / nullif(p.step_ns, 0), w.part, w.part_ns, w.note"
        " FROM what_if w JOIN prediction p ON p.run_id = w.run_id WHERE w.run_id = ?1 ORDER BY w.seq", run_id);
}
