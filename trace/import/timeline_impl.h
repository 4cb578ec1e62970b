/* Insides shared by timeline.c, timeline_steps.c and timeline_meet.c. */
#pragma once

#include "trace/events.h"
#include "trace/import/timeline.h"

enum { CHUNK_OF_IDS = 4096 };

typedef struct NamedStep {
    int source;
    int64_t num, start_ns, end_ns;
    TraceInt warm; /* as step.warm, where the profile says it */
} NamedStep;

typedef struct Held {
    size_t row;           /* place among the events; a row for the wait is behind it */
    uint32_t coll;        /* place + 1 of its meeting */
} Held;

struct Timeline {
    TraceWriter *w;
    int64_t run_id;
    const int64_t *device_rows; /* see timeline_new */
    int n_device_rows;
    GPtrArray *devices;   /* TimelineDevice */
    EventSet *events;     /* the writer's */
    guint first_lane;     /* of this timeline among them */
    GArray *held;         /* Held: events at meetings, which change when the last arrival is known */
    GArray *meetings;     /* TraceCollExec; ids are filled in as they come */
    GHashTable *meeting_of; /* key -> place + 1 */
    GArray *steps;        /* NamedStep */
    GHashTable *totals;   /* category -> TimelineTotal */
    GArray *sorted_totals;
    Arrows *arrows;
    int64_t n_arrows;
    int64_t last_ns, n_events;
    int64_t n_waits;
    int n_steps, n_lanes;
    int64_t next_meeting; /* id */
};

/* Joins the collectives among a lane's events, which are in order of time, to meetings. */
void timeline_meet(Timeline *t, TimelineDevice *d, GArray *events);
/* Stores the events at meetings, each with its wait for the last member. */
void timeline_put_held(Timeline *t);
void timeline_put_meetings(Timeline *t, const GArray *steps);
/* The steps as they are stored: TraceStep with ids, by start. */
GArray *timeline_put_steps(Timeline *t);
