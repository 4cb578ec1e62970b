/* Sets of time spans: unions, and how much of an interval they cover. A set is a GArray of Span. */
#pragma once

#include <glib.h>
#include <stdint.h>

typedef struct Span {
    int64_t start, end;
    int64_t before; /* in a merged set: length of all spans before this one */
} Span;

/* Appends a span; an empty one is left out. The set must be merged before it is measured. */
void span_add(GArray *set, int64_t start, int64_t end);
/* Sorts the spans, joins those that touch, and fills in `before`. */
void spans_merge(GArray *set);
/* The merged set with the spans of both, which must be merged; one of them, if it has all. To be unreferenced, not to be changed. */
GArray *spans_union(GArray *a, GArray *b);
/* Length of the part of a merged set that is in [start, end). */
int64_t spans_length_in(const GArray *set, int64_t start, int64_t end);
