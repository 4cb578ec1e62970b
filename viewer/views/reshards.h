/* The Reshards view's rows: besides the reshards of the run, all about the one that is shown. */
#pragma once

#include "viewer/layout/table_list.h"
#include "viewer/layout/viewport.h"

typedef struct ReshardsRows {
    GArray *why;       /* TraceWhyRow: how its value got its sharding */
    GArray *why_other; /* TraceWhyRow: how its cause got its own */
    Table *table; /* the list, as `report reshards --all` has it; shared */
    int64_t first; /* the reshard on top of that list, which is shown while none is selected */
    char *alike;       /* what it is among those that the list folds; NULL = it is by itself */
    GArray *plans;     /* TracePlanRow: ways that were weighed */
    GArray *colls;     /* TraceCollRow: what it became */
    GArray *options;   /* TracePlanRow: strategies of the op behind it; NULL = none were weighed */
    GArray *remedies;  /* TraceRemedyRow */
} ReshardsRows;

const ReshardsRows *reshards_rows(const Rows *rows); /* NULL: the run has no reshards */
/* The one whose details are shown: the selected one, or the first of the list. */
const TraceReshardRow *reshards_shown(const Rows *rows, Ref select);
/* The list above the details. */
TableList reshards_list(const ReshardsRows *own, int64_t run);
void layout_reshards(const Rows *rows, const Viewport *vp, Scene *out);
