/* The table of what is in use at the peak of memory, for the report and the viewer's list. */
#pragma once

#include "trace/layers.h"
#include "trace/report/table.h"

/* A row for each place in use at the peak (TraceBufferRow). RowFacts.id is the instruction. */
Table *memory_peak_table(const GArray *peak, const TraceLayers *layers);
/* A row for each value at the peak that several devices hold alike (TraceCopyRow). RowFacts.id is the instruction. */
Table *memory_copies_table(const GArray *copies, const TraceLayers *layers);
