/* The table of passes, for the report and for the viewer's list. */
#pragma once

#include "trace/report/table.h"

/* A row for each pass (TracePassRow), in their order. RowFacts.id is the pass. */
Table *passes_table(const GArray *passes);
