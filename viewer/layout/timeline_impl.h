/* What timeline.c (the view), timeline_hosts.c (machines and processes), timeline_row.c (one device's events) and timeline_frame.c (ruler, steps, legend) share. */
#pragma once

#include "viewer/layout/bins.h"
#include "viewer/layout/timeline.h"

#define KNOWN 256
#define RULER_H 22.0
#define STEPS_H 20.0
#define OVERVIEW_H 30.0

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
    bool grouped;               /* several processes ran it: each has a heading, and can be folded */
    int64_t *machine;           /* by lane: host.id of the first process of its machine; NULL = no machine has several, so there are no headings for them */
    bool path;                  /* the critical path is drawn through the devices */
    double *y_of;               /* [MAX_DEVICES] middle of a device's row, < 0 = not in sight; NULL without path */
    GHashTable *members;        /* ids of the events of the selected collective; NULL = not asked for */
    GHashTable *lane_y;         /* lane id -> y + 1, for arrows */
    struct Known {              /* roles of what is in columns, found once a frame: there are a hundred thousand columns */
        int64_t inst, name, cat;
        Role role;
        bool set;
    } known[KNOWN];
} TimelineDraw;

const char *timeline_name(const TimelineDraw *d, int64_t name_id);
/* What an instruction is called: the call and its line, "dot_general (mlp.py:12)"; NULL = nothing but its own name. */
const char *timeline_said(const TimelineRows *t, int64_t inst_id);
/* The collective that an instruction is; NULL for others. */
const TraceCollRow *timeline_coll(const TimelineDraw *d, int64_t inst_id);
Role timeline_role(const TimelineDraw *d, int64_t inst_id, int64_t name_id, int64_t cat);
/* ---- timeline_hosts.c ---- */
#define HEADING_H 20.0 /* px of a machine's heading, and of a process's */
/* Finds out which headings there are; d->machine is to be freed. */
void timeline_group(TimelineDraw *d);
/* True if the rows of its machine or process are folded away. */
bool timeline_is_folded(const TimelineDraw *d, const LaneData *lane);
/* How many headings stand before lane i, and drawing them at y. */
int timeline_n_headings(const TimelineDraw *d, guint i);
void timeline_headings(TimelineDraw *d, guint i, double y);

/* ---- timeline_frame.c ---- */
void timeline_ruler(TimelineDraw *d);
/* The steps below the ruler, and lines between them down to `bottom`. */
void timeline_steps(TimelineDraw *d, double bottom);
/* The whole run with the visible part, at y. */
void timeline_overview(TimelineDraw *d, double y);
/* Options, and every colour that is drawn by item `first` and those after it, at y. Height: timeline_legend_h(). */
void timeline_legend(TimelineDraw *d, guint first, double y);
double timeline_legend_h(const TimelineDraw *d);

/* The events of a lane at y. */
void timeline_row(TimelineDraw *d, const LaneData *lane, const LaneEvents *row, double y);
