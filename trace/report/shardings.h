/* The table of values and their shardings, for the report and the viewer's list. */
#pragma once

#include "trace/layers.h"
#include "trace/report/table.h"

/* A row for each value (TraceValueRow): parameters, results, then the values inside. RowFacts.id is the instruction. */
Table *shardings_table(const GArray *values, const TraceLayers *layers);
