/* Events in memory, lane by lane: what the derived tables and the indexes of events are made from. An import fills a set as it reads;
 * of recorded runs it is loaded from the file. */
#pragma once

#include "trace/db.h"

/* One event, 48 bytes. Ids of a file are below 2^32; of a damaged one, which may say anything, others are read as 0. */
typedef struct EventRow {
    int64_t start_ns, dur_ns;
    int64_t self_ns;       /* EVENT_NO_SELF = not known */
    uint32_t id, name_id;
    uint32_t inst_id, exec_id, coll_id; /* 0 = none */
    uint32_t depth : 24, cat : 8;
} EventRow;

#define EVENT_NO_SELF INT64_MIN
enum { EVENT_DEPTHS = 1 << 24 };

/* A lane, and where its events are. */
typedef struct EventLane {
    int64_t id, run_id, device_id; /* device_id: 0 = none */
    int64_t kind;                  /* TRACE_LANE_* */
    int64_t depths;                /* 1 + the largest depth of its events */
    size_t first, n;               /* in EventSet.rows: by start, depth and id */
} EventLane;

/* An arrow between two events. */
typedef struct EventFlow {
    uint32_t from, to; /* ids */
    uint32_t kind;
} EventFlow;

typedef struct EventSet {
    EventRow *rows;
    size_t n, room;
    GArray *lanes; /* EventLane, by id */
    GArray *flows; /* EventFlow, by from, then to; stored with the rows. Of a set that was loaded there are none */
} EventSet;

/* The events of a writer that are stored when the file is finished; borrowed. Their lanes are stored already. */
EventSet *writer_events(TraceWriter *w);

EventSet *event_set_new(void);
void event_set_free(EventSet *s);
/* Appends n rows of no particular content and returns them; borrowed until more are added. */
EventRow *event_set_add(EventSet *s, size_t n);
/* The events of all lanes of the runs from first_run on, lanes without events included. NULL on failure. */
EventSet *event_set_load(sqlite3 *db, const char *path, int64_t first_run, GError **error);
/* Adds the lanes of these runs that the set does not have: they have no events. */
bool event_set_add_lanes(EventSet *s, sqlite3 *db, const char *path, int64_t first_run, GError **error);
/* Puts the rows of a lane into their order, and finds its depths. */
void event_lane_sort(EventSet *s, EventLane *lane);
/* Removes the rows without a name from the lane and those behind it, sorts each lane, and numbers the rows. Returns how many there are; ids are from first_id on. */
size_t event_set_close_gaps(EventSet *s, guint from_lane);
void event_set_number(EventSet *s, guint from_lane, int64_t first_id);

static inline const EventRow *event_lane_rows(const EventSet *s, const EventLane *lane)
{
    return s->rows + lane->first;
}

/* The first row of a lane that starts at t or later. */
size_t event_lane_from(const EventSet *s, const EventLane *lane, int64_t t);
/* The rows of a lane by depth, then in their order: row numbers within the lane. first[d]: where depth d begins, and one more at the end; free both with g_free. */
uint32_t *event_lane_by_depth(const EventSet *s, const EventLane *lane, size_t **first);
