/* How two runs differ, op by op and value by value: for the comparison's report and for the viewer's lists. */
#pragma once

#include "trace/layers.h"
#include "trace/report/table.h"

typedef struct OpChange {
    const TraceOpTotal *here, *there; /* in the run that is compared, in the base; NULL = it has no such op */
    int64_t ns, coll_ns;              /* longer here, in all and in collectives */
} OpChange;

/* Ops of the same name and kind in two answers of trace_query_op_totals(), the largest change first: OpChange, which
 * point into both. To be freed. */
GArray *op_changes(const GArray *there, const GArray *here);
/* A row for each that changed; keys label, opcode, there_ns, here_ns, change_ns, and bar_ns, the change once more.
 * RowFacts.id is the instruction. layers NULL: nothing is folded. */
Table *op_changes_table(const GArray *changes, const TraceLayers *layers);
/* A row for each value (TraceValueRow) that two runs shard in different ways, what the user sees first: keys value, there,
 * here, bytes, kind, at. RowFacts.id is the instruction of the run that is compared. */
Table *value_changes_table(const GArray *there, const GArray *here, const TraceLayers *layers);
