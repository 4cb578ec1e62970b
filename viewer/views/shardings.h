/* The Shardings view's rows: besides the values of all runs, why the selected one got its sharding. */
#pragma once

#include "viewer/layout/viewport.h"

typedef struct ShardingsRows {
    Ref about;   /* the value that the rest is about; REF_none = nothing is selected */
    GArray *why; /* TraceWhyRow: how it got its sharding */
} ShardingsRows;

const ShardingsRows *shardings_rows(const Rows *rows); /* NULL: no value was asked about */
void layout_shardings(const Rows *rows, const Viewport *vp, Scene *out);
