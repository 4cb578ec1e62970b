/* The rows of a lane: which event lies in which, where several overlap. */
#pragma once

#include "trace/import/timeline_impl.h"

enum { NEST_MAX_DEPTH = 60000 };

/* Of events in order (import_event_order): gives each the first row that is free at its start, and its time less that of events nested in it.
 * Returns the number of rows, at most NEST_MAX_DEPTH + 1. Takes time n * log(rows). */
int import_nest(GArray *events);
