/* The Shardings view's rows: besides the values of all runs, why the selected one got its sharding. */
#pragma once

#include "viewer/layout/table_list.h"

/* A picture beside others: of a value, and of as many in all that differ from it in their layer alone. */
typedef struct Pictured {
    const TraceValueRow *value; /* of RunRows.values */
    guint n;
} Pictured;

typedef struct ShardingsRows {
    Table *table; /* of the current run's values, as the report has it; NULL = it has none */
    GPtrArray *pictured; /* by run: a GArray of Pictured, its parameters and results; NULL = none of it is shown */
    Ref about;   /* the value that the rest is about; REF_none = nothing is selected */
    char *alike; /* what it is among those that the list folds; NULL = it is by itself */
    GArray *why; /* TraceWhyRow: how it got its sharding */
} ShardingsRows;

const ShardingsRows *shardings_rows(const Rows *rows); /* NULL: none were loaded */
TableList shardings_list(const ShardingsRows *own, int64_t run); /* with own->table */
void layout_shardings(const Rows *rows, const Viewport *vp, Scene *out);
