/* What the names of lines say, and the executions of programs where a profile has kernels alone. */
#pragma once

#include "trace/import/timeline.h"

/* A kernel, for finding executions. */
typedef struct ImportKernel {
    int64_t start, end;
    ImportProgram *program;
    ImportOp *op;           /* NULL = not known */
} ImportKernel;

/* GPUs record no modules: a program runs again when its first op does. The kernels of a device, which are sorted. */
void import_find_execs(TimelineDevice *d, GArray *kernels);
/* The name without a device's before it, as timeline_lane() puts one there. */
const char *import_plain_lane(const char *name);
/* TRACE_LANE_* of a device's line by its name, as XLA's profiler names them; 0 = none of these. */
int import_lane_kind(const char *name, bool is_gpu);
