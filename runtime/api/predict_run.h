/* A simulated step told as the events and the memory of a run, so that the recorder stores it as it stores measured ones. */
#pragma once

#include "runtime/plan/events.h"
#include "runtime/plan/memory.h"
#include "runtime/sim/simulate.h"

/* So many devices of a predicted run have timelines: all run the same, so one stands for the others; a few show who meets whom. */
enum { PREDICT_LANES = 8 };

/* Emits one step that begins at at_ns on the first n_lanes lanes. A collective's event is as long as it takes, also where kernels run
 * beside it; plan: its memory. Loops are emitted trip by trip while there is room for that, else as one event. */
void predict_emit(const Simulation *s, const EventSink *sink, const MemoryPlan *plan, int n_lanes, int64_t at_ns);

/* What is in memory and how long, by position of the nodes of the entry; free with memory_plan_clear. */
void predict_memory(Simulation *s, const IrModule *local, MemoryPlan *out);
