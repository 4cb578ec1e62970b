/* A set of intervals that finds those that overlap a given one. A segment tree: each node holds the intervals that cover it. */
#pragma once

typedef struct Spans Spans;

/* A set for times 0 to `last`. Free it with spans_free. */
Spans *spans_new(int last);
void spans_free(Spans *s);
/* Removes all intervals. */
void spans_clear(Spans *s);
/* Adds the interval from..to, both included. Intervals are numbered from 0 in the order in which they are added. */
void spans_add(Spans *s, int from, int to);
/* Writes the numbers of the intervals that overlap from..to to `out`, each once, in any order; `out` has room for all. Returns how many. */
int spans_find(Spans *s, int from, int to, int *out);
