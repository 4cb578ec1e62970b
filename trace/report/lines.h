/* The table of report lines, for the viewer. */
#pragma once

#include "trace/report/table.h"

/* A row for each TraceLineTotal; RowFacts.id is g_str_hash() of its "file:line". */
Table *lines_table(const GArray *totals);
/* Where the lines together take longer than the step does: a sentence on why, to be freed; NULL = they do not. totals: TraceLineTotal; step_ns: the mean step,
 * 0 = not known. */
char *lines_beside(const GArray *totals, double step_ns);
/* The mean measured step of a run, else the predicted one; 0 = not known. false with an error. */
bool lines_step(TraceReader *r, const TraceRunInfo *run, double *step_ns, GError **error);
