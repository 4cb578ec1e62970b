/* The timeline of an imported profile: devices, lanes, executions, meetings, steps. Readers of formats bring events lane by lane; rows, nesting, the
 * joining of collectives over devices and the finding of steps are here, for all formats alike.
 *
 * Order of the calls: devices and their executions (timeline_exec); timeline_launches; lanes with their events; timeline_finish. */
#pragma once

#include "trace/import/arrows.h"
#include "trace/import/programs.h"

typedef struct Timeline Timeline;

/* One execution of a program on a device. */
typedef struct TimelineExec {
    int64_t start_ns, end_ns;
    ImportProgram *program;
    int64_t key;        /* equal on all devices of a launch, where the profile has such a number; 0 = none */
    int64_t row, launch;
} TimelineExec;

typedef struct TimelineDevice {
    int64_t row, host_row, global_id;
    GArray *execs;      /* TimelineExec, by start after timeline_launches */
    GHashTable *counts; /* op -> how often it ran in the execution at hand */
    guint exec_at;      /* where the last event was found */
    bool launched;      /* its executions have rows */
    bool has_async;     /* a lane of asynchronous ops comes from the profile */
} TimelineDevice;

typedef struct TimelineEvent {
    int64_t start_ns, dur_ns;
    ImportOp *op;       /* NULL = none is known */
    int64_t self_ns;    /* filled in; of a lane by_device, first its start in ps on the device's clock */
    int32_t more_ps;    /* what it took beyond dur_ns, which is rounded; for totals */
    int32_t self_more_ps; /* filled in: likewise beyond self_ns */
    int64_t key;        /* of its execution, as TimelineExec.key; 0 = by time */
    uint32_t name_id;   /* str */
    uint32_t exec;      /* filled in: place + 1 in the device's executions */
    uint32_t meets;     /* number of the meeting that it takes part in, where the file has one; 0 = not said */
    uint32_t arrow;     /* as timeline_arrow gave it; 0 = none */
    uint32_t coll;      /* filled in: place + 1 of its meeting */
    uint16_t depth;     /* filled in */
    uint16_t start_ps, end_ps; /* of its exact start and end, beyond start_ns and start_ns + dur_ns, where the profile has them: which event is in which */
    uint8_t cat;        /* TRACE_CAT_* */
    uint8_t coll_kind;  /* of a collective without an instruction: coll.kind */
} TimelineEvent;

typedef struct TimelineLane {
    TimelineDevice *device;  /* NULL = of the host */
    int64_t host_row;
    int kind;                /* TRACE_LANE_* */
    const char *name;
    bool joins;              /* its collectives are joined with those of other devices */
    bool counts;             /* its times count for the totals by category */
    bool by_device;          /* which event is in which is told by the device's clock */
} TimelineLane;

/* What a category took: self times of ops lanes and streams. */
typedef struct TimelineTotal {
    int64_t category_id; /* str */
    int64_t n, self_ps;
} TimelineTotal;

/* device_rows: devices that the run has already, by global id; borrowed. */
Timeline *timeline_new(TraceWriter *w, int64_t run_id, const int64_t *device_rows, int n_device_rows);
void timeline_free(Timeline *t);

int64_t timeline_host(Timeline *t, const char *name, int index);
/* ordinal: its number on the host. The global id is this number plus that of the devices of hosts before, or what is asked for. */
TimelineDevice *timeline_device(Timeline *t, const TraceDevice *row);
const GPtrArray *timeline_devices(const Timeline *t);
void timeline_exec(TimelineDevice *d, ImportProgram *program, int64_t start_ns, int64_t end_ns, int64_t key);
/* Sorts the executions, finds which belong to one launch, stores them. */
void timeline_launches(Timeline *t);
/* The execution that an event falls into: place + 1, 0 = none. */
uint32_t timeline_exec_at(TimelineDevice *d, int64_t start_ns, int64_t key);

/* By start, longest first. */
int import_event_order(const void *a, const void *b);
void import_event_sort(GArray *events);
/* Stores a lane; its events (TimelineEvent) are sorted in place. Returns its row; 0 without events, where nothing is stored. */
int64_t timeline_lane(Timeline *t, const TimelineLane *lane, GArray *events);

/* Work of which the profile has but the sum: n events, self_ps. It counts for the totals. */
void timeline_sum(Timeline *t, const ImportOp *op, int cat, int64_t n, int64_t self_ps);

/* An arrow begins or ends at the event that gets the returned number as its `arrow`; see arrows.h. */
uint32_t timeline_arrow(Timeline *t, uint32_t with, int kind, uint32_t space, uint64_t key, ArrowEnd end);
int64_t timeline_n_arrows(const Timeline *t);

/* A step that the profile names: on a device's line of steps (source 2), or by the user's annotation on the host (source 1). warm: as
 * step.warm, where the profile says it. */
void timeline_step(Timeline *t, int source, int64_t num, int64_t start_ns, int64_t end_ns, TraceInt warm);
/* Stores meetings and steps; steps are found from repeated launches where none were named. *first, *last: what the timeline spans. */
void timeline_finish(Timeline *t, int64_t *last_ns);
int timeline_n_steps(const Timeline *t);
int timeline_n_meetings(const Timeline *t);
int64_t timeline_n_events(const Timeline *t);
/* TimelineTotal, largest first. The timeline's. */
const GArray *timeline_totals(Timeline *t);
/* The program that ran longest; NULL = none ran. */
ImportProgram *timeline_main_program(const Timeline *t);
