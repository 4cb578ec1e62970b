/* What a simulated step comes to, in words and as JSON. */
#pragma once

#include "runtime/sim/what_if.h"

typedef struct PredictTold {
    const Simulation *s;
    int64_t n_devices;
    const char *label;      /* may be NULL */
    const WhatIf *what_ifs; /* N_WHAT_IFS of them */
} PredictTold;
/* Time with its interval, terms, collectives, memory, what takes longest, what would help. As JSON an object in one line. To be freed. */
char *predict_text(const PredictTold *t, bool json);
