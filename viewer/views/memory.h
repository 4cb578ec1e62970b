/* The Memory view's rows. */
#pragma once

#include "trace/report/arrange.h"
#include "viewer/layout/table_list.h"

/* Measured memory of a device. */
typedef struct DeviceSamples {
    int64_t global_id, capacity; /* capacity 0 = not known */
    GArray *samples;             /* TraceSampleRow, by time */
} DeviceSamples;

typedef struct MemoryRows {
    int64_t capacity; /* bytes of a device; 0 = not known */
    GArray *summary; /* TraceMemorySummary, one row */
    GArray *buffers; /* TraceBufferRow, biggest first */
    GArray *peak;    /* TraceBufferRow, one for each place in use at the peak */
    Table *table;    /* the same, as `report memory` has it; NULL = the plan was not recorded */
    Arranged *folded; /* its rows, those that differ in their layer alone as one line, largest first; NULL without a table */
    GArray *curve;   /* TraceCurvePoint */
    Table *copies;   /* the table of what is replicated, as `report memory` has it */
    GArray *samples; /* DeviceSamples, the one with the highest peak first */
    GArray *moments; /* TraceMemoryMoment of that device */
} MemoryRows;

const MemoryRows *memory_rows(const Rows *rows); /* NULL: there is no run */
TableList memory_list(const MemoryRows *own, int64_t run); /* with own->table */
void layout_memory(const Rows *rows, const Viewport *vp, Scene *out);
