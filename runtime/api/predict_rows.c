/* A simulated step as rows of a trace. */
#include "runtime/api/predict.h"

TracePrediction predict_row(const Simulation *s, int64_t n_devices)
{
    const Hardware *hw = s->kernels->hw;
    TracePrediction p = { .n_devices = n_devices, .n_chips = hardware_chips(hw, n_devices), .step_ns = s->step.ns, .low_ns = s->step.low_ns, .high_ns = s->step.high_ns,
                          .least_ns = s->least_ns, .most_ns = s->most_ns, .used = s->use, .peak_bytes = s->memory.peak_bytes, .capacity_bytes = s->memory.capacity_bytes };
    if (hw->chip_hour > 0) {
        p.price_hour = TRACE_REAL(hw->chip_hour * (double)p.n_chips);
        p.price_from = hw->chip_hour_from;
    }
    return p;
}

void predict_record(const PredictTold *t, TraceWriter *w, int64_t run_id)
{
    if (!w)
        return;
    TracePrediction p = predict_row(t->s, t->n_devices);
    p.run_id = run_id;
    trace_put_prediction(w, &p);
    for (int i = 0; i < t->n_what_ifs; i++) {
        const WhatIf *x = &t->what_ifs[i];
        TraceWhatIf row = { .run_id = run_id, .seq = i, .what = x->what, .note = x->note };
        if (x->step.ns > 0) {
            row.step_ns = TRACE_REAL(x->step.ns);
            row.low_ns = TRACE_REAL(x->step.low_ns);
            row.high_ns = TRACE_REAL(x->step.high_ns);
        }
        if (x->part) {
            row.part = x->part;
            row.part_ns = TRACE_REAL(x->part_ns);
        }
        trace_put_what_if(w, &row);
    }
}
