/* The Steps view's rows: what every device did, as events of the visible range. */
#pragma once

#include "viewer/layout/time_plot.h"
#include "viewer/model/load.h"

/* Events of one row (lane, depth) of the timeline, by start: singly in `spans`; those too small for the level that
 * was asked for are counted in `buckets` (level < 0: everything is in spans). */
typedef struct LaneEvents {
    int depth;
    int level;
    GArray *spans;   /* TraceEventRow */
    GArray *buckets; /* TraceBucket */
} LaneEvents;

typedef struct LaneData {
    const TraceLaneRow *lane; /* belongs to TimelineRows.lanes */
    GArray *rows;             /* LaneEvents, one a depth */
} LaneData;

typedef struct TimelineRows {
    GArray *lanes;      /* TraceLaneRow in drawing order */
    GArray *data;       /* LaneData, same order */
    GArray *names;      /* TraceNameRow */
    GHashTable *name;   /* id -> const TraceNameRow* */
    GPtrArray *meetings;/* GArray of TraceMeetingRow; none where the range has too many */
    GHashTable *meeting;/* id -> const TraceMeetingRow* */
    GHashTable *last;   /* meeting id -> LaneData index + 1 of the device that came last */
    GArray *coll_rows;  /* TraceCollRow of the main module */
    GHashTable *coll;   /* inst id -> const TraceCollRow* */
    GArray *crit;       /* TraceCritRow of the steps in sight, by time; empty where there are too many */
    GHashTable *on_path;/* ids of the events in it */
    GArray *flows;      /* TraceFlowRow in sight; empty where there are too many */
    GArray *gaps;       /* TimeGap: the time outside of steps, in order */
    GArray *insts;      /* TraceInstRow of the program that ran: what instructions are called */
    GHashTable *inst;   /* id -> const TraceInstRow* */
    int64_t first_ns, last_ns; /* of the whole run */
    int64_t view0, view1;      /* what is shown until another range is asked for: the steps, where they are a small part of the run */
    int64_t t0, t1;            /* range that the events cover */
    int level;                 /* -1: all events are here, whatever the zoom */
} TimelineRows;

/* NULL: these are the rows of another view. */
const TimelineRows *timeline_rows(const Rows *rows);
/* As LoadFn. */
bool load_steps(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error);
