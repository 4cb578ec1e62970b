/* What a simulated step comes to, in words and as JSON. */
#pragma once

#include "runtime/sim/simulate.h"

/* Time with its interval, terms, collectives, memory. As JSON an object in one line, with the label if there is one (may be NULL). To be freed. */
char *predict_text(const Simulation *s, int64_t n_devices, const char *label, bool json);
