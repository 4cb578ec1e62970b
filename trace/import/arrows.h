/* Arrows between events: from the call that launches a kernel to the kernel, from a producer to its consumer. An event that an arrow begins or ends at says so
 * while it is read, by a key that both ends have; rows are made when all events are stored. */
#pragma once

#include "trace/events.h"

typedef enum ArrowEnd { ARROW_TO = 1, ARROW_FROM = 2, ARROW_BOTH = 3 } ArrowEnd;

typedef struct Arrows Arrows;

Arrows *arrows_new(void);
void arrows_free(Arrows *a);
/* Number for the event's TimelineEvent.arrow, whose number before is `with`: an event may have several ends. kind: flow.kind; space: keys of different ones
 * differ. Ends beyond what a file can hold are left out. */
uint32_t arrows_end(Arrows *a, uint32_t with, int kind, uint32_t space, uint64_t key, ArrowEnd end);
/* The rows of events, from the lane on, whose ids are those numbers still: stores an arrow to each end from the latest event before it that has the key
 * and begins one; for launches, whose clocks may differ, else from the first after it. Ids of events are from first_id on. Returns the number of arrows. */
int64_t arrows_store(Arrows *a, EventSet *events, guint from_lane, int64_t first_id);
/* Ends that found no other. After arrows_store. */
int64_t arrows_n_alone(const Arrows *a);
