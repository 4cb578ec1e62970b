/* What a simulated step comes to, in words and as JSON. */
#pragma once

#include "runtime/sim/what_if.h"
#include "trace/trace.h"

typedef struct PredictTold {
    const Simulation *s;
    int64_t n_devices;
    const char *label;      /* may be NULL */
    const WhatIf *what_ifs;
    int n_what_ifs;
} PredictTold;
/* Time with its interval, terms, collectives, memory, what takes longest, what would help. As JSON an object in one line. To be freed. */
char *predict_text(const PredictTold *t, bool json);

/* The same as a row of the trace; run_id is 0, price_from is static. */
TracePrediction predict_row(const Simulation *s, int64_t n_devices);
/* Stores what a simulated step comes to, and what it would be if something were different; its parts are stored with the compiled program. */
void predict_record(const PredictTold *t, TraceWriter *w, int64_t run_id);
