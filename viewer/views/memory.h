/* The Memory view's rows. */
#pragma once

#include "viewer/layout/viewport.h"

/* Measured memory of a device. */
typedef struct DeviceSamples {
    int64_t global_id, capacity; /* capacity 0 = not known */
    GArray *samples;             /* TraceSampleRow, by time */
} DeviceSamples;

typedef struct MemoryRows {
    GArray *summary; /* TraceMemorySummary, one row */
    GArray *buffers; /* TraceBufferRow, biggest first */
    GArray *peak;    /* TraceBufferRow, one for each place in use at the peak */
    GArray *curve;   /* TraceCurvePoint */
    GArray *copies;  /* TraceCopyRow */
    GArray *samples; /* DeviceSamples, the one with the highest peak first */
    GArray *moments; /* TraceMemoryMoment of that device */
} MemoryRows;

const MemoryRows *memory_rows(const Rows *rows); /* NULL: there is no run */
void layout_memory(const Rows *rows, const Viewport *vp, Scene *out);
