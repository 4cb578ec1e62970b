/* Memory in use according to a plan, from the rows of `buffer`.
 *
 * It is defined here alone: values with the same place share memory; a place takes the bytes of its largest value from the first position at which one
 * of its values is alive to the last; memory in use at a position is the sum over the places in use there; the peak is the highest such sum. */
#pragma once

#include "trace/trace.h"

/* Of alloc.flags. */
enum { FLAG_PARAM = 1, FLAG_RESULT = 2, FLAG_CONSTANT = 4, FLAG_THREAD_LOCAL = 8, FLAG_TEMPORARY = 16, FLAG_BOTH = 32, FLAG_TUPLE = 64, FLAGS_OWN = 47 /* not in the arena */ };

typedef struct Place {
    int64_t key, bytes, from, to, cat, flags;
    int64_t named; /* the buffer to name at the peak, 0 = not in use there */
    int64_t named_from, named_to;
    int64_t largest;
} Place;

/* Read only. */
typedef struct InUse {
    GArray *spans;      /* TraceBufferSpan */
    GArray *list;       /* Place */
    GHashTable *number; /* &Place.key (of spans) -> index in list + 1 */
    int64_t peak, peak_pos, n_pos, temp_live;
} InUse;

/* Memory changes by `bytes` of `place` (position in list) at `pos`. */
typedef struct PlaceChange {
    int64_t pos, bytes, place;
} PlaceChange;

/* spans: TraceBufferSpan, taken. */
InUse *in_use_of(GArray *spans);
void in_use_free(InUse *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(InUse, in_use_free)
/* All changes in order; a place that is in use from the start begins at 0. The caller frees them. */
PlaceChange *in_use_changes(const InUse *p, size_t *n);
