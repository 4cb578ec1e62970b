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

static void put_part(TraceWriter *w, TracePredictedPart *row)
{
    if (!(row->ns > 0))
        return;
    trace_put_predicted_part(w, row);
    row->seq++;
}

/* The classes of kernels, and exposed collectives by the axes that they run along; what the step has besides is waiting. */
static void record_parts(const Simulation *s, TraceWriter *w, int64_t run_id)
{
    TracePredictedPart row = { .run_id = run_id };
    double sum = 0;
    for (int k = 0; k < N_SIM_CLASSES; k++) {
        sum += s->ns[k];
        if (k == SIM_COLLECTIVE)
            continue;
        row.cause = sim_class_names[k];
        row.ns = s->ns[k];
        put_part(w, &row);
    }
    row.cause = "exposed collectives";
    for (int i = 0; i < s->n_axes; i++) {
        row.axes = s->axes[i].axes;
        row.ns = s->axes[i].exposed_ns;
        put_part(w, &row);
    }
    row.axes = NULL;
    row.cause = "pipeline bubble";
    row.ns = s->bubble_ns;
    put_part(w, &row);
    row.cause = "waiting for the slowest device";
    row.ns = s->late_ns;
    put_part(w, &row);
    row.cause = "waiting";
    row.ns = s->step.ns - sum - s->bubble_ns - s->late_ns;
    if (row.ns > 1e-6 * s->step.ns)
        put_part(w, &row);
}

void predict_record(const PredictTold *t, TraceWriter *w, int64_t run_id)
{
    if (!w)
        return;
    TracePrediction p = predict_row(t->s, t->n_devices);
    p.run_id = run_id;
    trace_put_prediction(w, &p);
    record_parts(t->s, w, run_id);
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
