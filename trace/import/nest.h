/* The rows of a lane: which event lies in which, where several overlap. */
#pragma once

#include "trace/import/timeline_impl.h"

enum { NEST_MAX_DEPTH = 60000 };

/* Of events in order (import_event_order): gives each the first row that is free at its start, and its time less that of events nested in it.
 * Returns the number of rows, at most NEST_MAX_DEPTH + 1. Takes time n * log(rows). */
int import_nest(GArray *events);
/* Times less those of events nested, by the device's own clock, in which an event's start is self_ns (ps) and its length dur_ns and more_ps. Before
 * import_nest_rows. */
void import_nest_by_device(GArray *events);
/* import_nest for events that have these times already. */
int import_nest_rows(GArray *events);
