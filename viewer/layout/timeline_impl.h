/* What timeline.c (the view) and timeline_row.c (one device's events) share. */
#pragma once

#include "viewer/layout/bins.h"
#include "viewer/layout/timeline.h"

#define KNOWN 256

typedef struct TimelineDraw {
    Scene *s;
    const Rows *rows;
    const TimelineRows *t;
    const Viewport *vp;
    const Metrics *m;
    const RunRows *run;
    TimePlot p;
    double row_h;
    int labels;
    int64_t sel_coll, sel_inst; /* of the selected event */
    int64_t sel_reshard;        /* events of the collectives that it became */
    double mark_y[2];           /* first and last row of the selected meeting */
    bool path;                  /* the critical path is drawn through the devices */
    double *y_of;               /* [MAX_DEVICES] middle of a device's row, < 0 = not in sight; NULL without path */
    GHashTable *lane_y;         /* lane id -> y + 1, for arrows */
    struct Known {              /* roles of what stands in columns, found once a frame: there are a hundred thousand columns */
        int64_t inst, name, cat;
        Role role;
        bool set;
    } known[KNOWN];
} TimelineDraw;

/* Where on the scene a time is. */
double timeline_x(const TimePlot *p, int64_t t);
const char *timeline_name(const TimelineDraw *d, int64_t name_id);
/* The collective that an instruction is; NULL for others. */
const TraceCollRow *timeline_coll(const TimelineDraw *d, int64_t inst_id);
Role timeline_role(const TimelineDraw *d, int64_t inst_id, int64_t name_id, int64_t cat);
/* The events of a lane at y. */
void timeline_row(TimelineDraw *d, const LaneData *lane, const LaneEvents *row, double y);
