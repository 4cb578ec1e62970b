/* The table of report lines, for the viewer. */
#pragma once

#include "trace/report/table.h"

/* A row for each TraceLineTotal; RowFacts.id is g_str_hash() of its "file:line". */
Table *lines_table(const GArray *totals);
