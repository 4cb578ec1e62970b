/* Tables of a predicted run; see predicted.c. */
#pragma once

#include "trace/report/document.h"

/* Nothing is added for other runs. False with an error. */
bool predicted_add(Block *b, TraceReader *r, const TraceRunInfo *run, GError **error);
/* Where the predicted step goes. parts: TracePredictedPartRow. */
void predicted_parts_add(Block *b, const GArray *parts);
