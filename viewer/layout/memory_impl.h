/* What the files of the Memory view share. */
#pragma once

#include "viewer/layout/costs.h"
#include "viewer/layout/viewport.h"
#include "viewer/layout/words.h"
#include "viewer/views/memory.h"

/* Planned memory over the schedule. */
typedef struct MemoryChart {
    double x, y, w, h;
    int64_t n_pos, peak, peak_pos, capacity; /* capacity 0 = not known */
    int64_t *live; /* [n_pos][N_BUFFER_CATS] bytes alive */
} MemoryChart;

/* Names of the categories that are drawn, by category, each with its bytes (NULL = without) beside a box of its colour; returns the y below. */
double memory_legend(Scene *s, const Metrics *m, Spot spot, const bool *drawn, const int64_t *bytes);
void memory_chart_fill(MemoryChart *c, const MemoryRows *own);
void memory_chart_draw(Scene *s, const Metrics *m, const MemoryChart *c);
/* Every buffer as a box: its life to the right over n_pos positions of the schedule, its place in its region downwards,
 * regions one under the other. */
void memory_map_draw(Scene *s, const Viewport *vp, const RunRows *run, const GArray *buffers, int64_t n_pos, Rect box);
/* What was measured on the devices over time: the one that holds most as a curve by category with the time and the steps below it, all
 * of them as rows under that. */
void memory_time_draw(Scene *s, const Viewport *vp, const RunRows *run, const MemoryRows *own, Rect box);
/* A treemap of what is in use at the peak: the area of a box is its size. What differs in its layer alone stands together. */
void memory_tree_draw(Scene *s, const Viewport *vp, const RunRows *run, const MemoryRows *own, Rect box);

/* A buffer is a part of the instruction that made it, which may have made others; where the instruction is selected elsewhere, all of its buffers are. */
Ref memory_ref(const RunRows *run, const TraceBufferRow *b);
bool memory_is_shown(Ref buffer, Ref shown);
/* The value as its user knows it; NULL = not known. */
const char *memory_name(const TraceBufferRow *b);
