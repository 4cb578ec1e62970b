/* A small hand-made trace with two runs of y = x w, z = y v on a mesh of two devices: the first gathers y, the
 * second does not. Every number in it is chosen by hand, so that tests know the answer to each question. */
#pragma once

#include "trace/trace.h"

/* A new empty folder, and a path in it; freed and removed by sample_remove(). */
char *sample_path(const char *name);
void sample_remove(char *path);
/* Records both runs and finishes the file. */
void sample_write(const char *path);
/* Ids of the first run. */
typedef struct SampleIds {
    int64_t run, module, input, final, x, w, y, v, dot2, gather, reshard, lane[2], device[2], step[3];
} SampleIds;
SampleIds sample_run(TraceWriter *writer, const char *label, bool gathers);
