/* What happened in a step on the devices of another rank, on its way to the recorder of rank 0. */
#pragma once

#include <glib.h>

#include "runtime/plan/events.h"
#include "runtime/ranks/ranks.h"

typedef struct RankEvents RankEvents;
/* For n devices from `first` on, and n_cores cores. */
RankEvents *rank_events_new(int first, int n, int n_cores);
void rank_events_free(RankEvents *e);
/* The sink for the executor's events. Owned by e. */
const EventSink *rank_events_sink(RankEvents *e);
/* The step that has ended, and its events, which are then forgotten. stats may be NULL. */
GBytes *rank_events_take(RankEvents *e, const StepStats *stats);
/* The same without events. */
GBytes *rank_events_none(const StepStats *stats);

/* Gives the events to a sink with lanes for all devices: times on rank 0's clock, cores from first_core on. False if the bytes are not
 * what rank_events_take made. to: NULL = only the stats. */
typedef struct EventShift {
    RanksClock clock; /* of all times */
    int first_core, n_devices;
} EventShift;
bool rank_events_replay(GBytes *bytes, const EventShift *shift, const EventSink *to, StepStats *stats);
