/* Formatting numbers and lists, the same in every view. A Word is returned by value: word_bytes(n).s */
#pragma once

#include "trace/shape.h"
#include "trace/trace.h"
#include "trace/units.h"

typedef TraceWord Word;

Word word_bytes(int64_t n);            /* as the reports write them: 7 MiB */
Word word_ns(double ns);               /* 412.0 µs */
Word word_count(int64_t n);            /* 12,345 */
Word word_maybe_bytes(TraceInt n);     /* – where not known */
Word word_maybe_ns(TraceReal ns);
Word word_maybe_time(TraceInt ns);
/* When: "2.40 ms into step 4", outside of steps (TraceStepRow, in order; NULL = none known) "at 514.3 ms". To be freed. */
char *word_when(const GArray *steps, int64_t ns);
/* Ids in ascending order, at most `room` characters: "0,1,2", else runs and steps "0-7", "0-448 by 64", else the
 * first ones and how many: "0,1,5 (40)". "" where not even that fits. */
Word word_ids(const int64_t *ids, int n, int room);

/* A shape without the layout behind it: f32[8,16]{1,0} is f32[8,16]. */
Word shape_show(const char *text);
/* The value that a reshard moves, as its user knows it: "w['w1']", "dot_general (mlp.py:12)". */
const char *reshard_value(const TraceReshardRow *r);
