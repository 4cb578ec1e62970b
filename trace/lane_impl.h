/* The contents of a lane while a step runs: shared by lane.c, whose functions the recording threads call, and by steps.c and steps_store.c,
 * which empty lanes and store steps. */
#pragma once

#include "trace/writer_impl.h"

#include <stdatomic.h>

enum { N_CATS = TRACE_N_CATS };

/* An event. */
typedef struct Slot {
    int64_t start_ns, dur_ns;
    int64_t inst_id, name_id;
    int64_t iter; /* of a loop that ran as one piece of code: 1 + its trips, while n_members is 0 */
    int32_t grp, n_members; /* n_members 0: not at a collective */
    int32_t cat;
    uint32_t trip; /* as set by trace_lane_trip() */
} Slot;

static inline bool slot_is_loop(const Slot *s)
{
    return s->n_members == 0 && s->iter > 0;
}

/* Sums over events of one instruction, name and category. */
typedef struct OpTotal {
    int64_t inst_id, name_id;
    int64_t n, total_ns, self_ns, min_ns, max_ns; /* n 0: a free slot */
    int64_t loops, trips; /* of these, loops that ran as one piece of code, and their trips */
    int32_t cat;
} OpTotal;

/* A hash table of such sums. All zeroes is empty. */
typedef struct Totals {
    OpTotal *v; /* `room` of them, a power of two */
    uint32_t n, room;
    int64_t cat_ns[N_CATS]; /* self time by category */
    int64_t n_events;
    struct Waiting *keep; /* where v is, or is to be; NULL = on the heap */
    int64_t lane_id;      /* for that */
    bool is_kept;
} Totals;

void totals_clear(Totals *t);
void totals_merge(Totals *into, const Totals *from);
/* Adds n events of a lane, in any order. */
void totals_add(Totals *t, const Slot *s, size_t n);

/* The last events that ended, so that the self time of an enclosing event that ends later can be computed. */
enum { RECENT = 32 };
typedef struct Recent {
    int64_t start[RECENT], dur[RECENT];
    int n;
} Recent;

struct TraceLaneBuffer {
    _Alignas(64) atomic_flag busy; /* guards all members up to `row`; only a drain within a step competes with the recording thread */
    Slot *slots;
    uint32_t n, room, most; /* events held; allocated; allowed */
    uint32_t trip, last_trip, stride; /* trip of the next events; highest trip so far; one of so many trips is kept */
    bool counting;                    /* this step's events are summed as they come, since not all are held */
    int64_t left_out, dropped;        /* of this step, and in the steps before */
    Totals step;            /* sums of this step, if counting */
    Recent recent;
    _Atomic int64_t *held;  /* slots of all lanes of the writer */
    /* Used by the writer only. */
    TraceLane row;
    int64_t stored_events, stored_dropped; /* the values in the stored row */
    Totals batch;    /* sums of steps whose events are not stored, since sums were stored last */
    GArray *row_end; /* int64_t: end of the last event of each depth */
};

void lane_lock(TraceLaneBuffer *b);
void lane_unlock(TraceLaneBuffer *b);
/* From now on the step's events are summed, including those held. Call under the lock. */
void lane_count(TraceLaneBuffer *b);
/* From now on the sums of steps are kept (waiting.c), those there are included. */
void lane_keep(TraceLaneBuffer *b, struct Waiting *keep);
/* A lane that is in the trace already, so that what is left of it can be stored. */
TraceLaneBuffer *lane_again(TraceWriter *w, const TraceLane *row, int64_t dropped);
/* Empties the lane for the next step. Call under the lock. */
void lane_reset(TraceLaneBuffer *b);

int slot_compare(const void *a, const void *b);
/* Computes depth and self time of n sorted events; the time of an event is subtracted from that of the innermost event around it.
 * row_end: int64_t by depth, kept from call to call. */
void slots_nest(GArray *row_end, const Slot *s, size_t n, TraceEvent *out);
