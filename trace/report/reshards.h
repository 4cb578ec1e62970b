/* Internal declarations of reshards.c (the list) and reshard_detail.c (one reshard). */
#pragma once

#include "trace/layers.h"
#include "trace/report/reports.h"

/* Plans and strategies considered, the ops that were made, the data of each device before and after, and changes that would remove it. */
bool reshard_put_detail(TraceReader *r, const TraceRunInfo *run, Block *b, const TraceReshardRow *x, GError **error);
/* What the device that must fetch most has, needs and fetches. Nothing where a sharding's tiles are not those of the run's devices. */
bool reshard_put_need(TraceReader *r, const TraceRunInfo *run, Block *b, const TraceReshardRow *x, GError **error);
/* The first n of the rows (TraceRemedyRow). */
void reshard_put_remedies(TraceReader *r, const TraceRunInfo *run, Block *b, const char *title, const GArray *rows, guint n);
/* The list (TraceReshardRow) as its table, a row each; RowFacts.id is the reshard. */
Table *reshards_table(const GArray *rows, const TraceLayers *layers);
