/* The critical path of a step in few lines: what is the same in each layer of a model is one. */
#pragma once

#include "trace/trace.h"

/* Parts of a path that have the same category, kind of instruction, name for people and line. */
typedef struct CritFold {
    const TraceCritTotal *first; /* the one that takes longest */
    char *label;                 /* as its user knows it; NULL = it has none */
    char *name;                  /* of the instruction, of several "reduce-scatter × 24"; NULL = nothing ran */
    int64_t ns;                  /* a step, of all of them */
    int n;
} CritFold;

/* CritFold, most time first. totals: trace_query_crit_totals(), which the answer points into. Unreferenced, it frees its texts. */
GArray *crit_fold(const GArray *totals);
