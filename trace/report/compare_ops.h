/* How two runs differ, op by op and value by value: for the comparison's report and for the viewer's lists. */
#pragma once

#include "trace/layers.h"
#include "trace/report/table.h"

typedef struct OpChange {
    const TraceOpTotal *here, *there; /* in the run that is compared, in the base; NULL = it has no such op */
    TraceInt here_ns, there_ns;       /* a step; not known of an op that is not there */
    int64_t ns, coll_ns;              /* longer here, in all and in collectives */
} OpChange;

typedef struct OpSide {
    const TraceRunInfo *run;
    const GArray *ops; /* answer of trace_query_op_totals() */
} OpSide;

/* True if times of ops are those that they are predicted to take: unless both runs were executed and have times of them. */
bool op_changes_predicted(const OpSide *there, const OpSide *here);
/* Ops of the same name and kind, the largest change first: OpChange, which point into both answers. To be freed. */
GArray *op_changes(const OpSide *there, const OpSide *here);
/* A row for each that changed; keys label, opcode, there_ns, here_ns, change_ns, and bar_ns, the change once more.
 * RowFacts.id is the instruction. layers NULL: nothing is folded. */
Table *op_changes_table(const GArray *changes, const TraceLayers *layers);
/* A row for each value (TraceValueRow) that two runs shard in different ways, what the user sees first: keys value, there,
 * here, bytes, kind, at. RowFacts.id is the instruction of the run that is compared. */
Table *value_changes_table(const GArray *there, const GArray *here, const TraceLayers *layers);
