/* Memory of a program as XLA laid it out: its buffer-assignment and live-range reports, as one of our memory plans. */
#pragma once

#include "runtime/ir/ir.h"
#include "runtime/plan/memory.h"

/* assignment: the text of *-buffer-assignment.txt. lives: of *-live-range.txt; NULL = values live all the time. Values are those of `final`, by
 * name; lines that cannot be read, and those that are missing as far as it can be seen, are counted in *skipped. False if there is no allocation in it. Free with memory_plan_clear. */
bool xla_memory_read(const char *assignment, const char *lives, const IrModule *final, MemoryPlan *out, int *skipped);

/* The same two reports of a serialised final program that has its plan of memory with it (HloProto), in *assignment and *lives, to be freed. False if
 * it has none. */
bool xla_memory_of_proto(const char *bytes, size_t n, char **assignment, char **lives);
