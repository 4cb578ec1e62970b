/* A set of intervals that finds those that overlap a given one. A segment tree: each node holds the intervals that cover it. */
#pragma once

typedef struct Spans Spans;

/* For times 0 to `last`. The caller frees it. */
Spans *spans_new(int last);
void spans_free(Spans *s);
/* Empty again. */
void spans_clear(Spans *s);
/* Adds times from..to, both included; numbers are given in the order spans come, the first 0. */
void spans_add(Spans *s, int from, int to);
/* Numbers of the spans that share a time with from..to, each once, in no order, into `out`, which has room for all; how many. */
int spans_find(Spans *s, int from, int to, int *out);
