/* Rows: what a view was given to draw, as plain values. load.c fills them in a worker; layouts only read them. A
 * finished Rows is never changed, and is counted, so a picture being drawn keeps its rows. */
#pragma once

#include "trace/trace.h"
#include "viewer/layout/scene.h"

/* A sharding with the tile of every device. */
typedef struct ShardGeom {
    int64_t id;
    TraceShardingInfo info; /* texts belong to `own` */
    GArray *own;            /* TraceShardingInfo */
    GArray *dims;           /* TraceShardingDim */
    GArray *axes;           /* TraceShardingAxis */
    GArray *tiles;          /* TraceTileRow */
} ShardGeom;

typedef struct MeshGeom {
    int64_t id;
    GArray *axes;    /* TraceMeshAxis, major to minor */
    GArray *devices; /* TraceMeshDevice, by position */
} MeshGeom;

/* Measured memory of a device. */
typedef struct DeviceSamples {
    int64_t global_id, capacity; /* capacity 0 = not known */
    GArray *samples;             /* TraceSampleRow, by time */
} DeviceSamples;

/* The program of one run. NULL arrays were not asked for. */
typedef struct RunRows {
    const TraceRunInfo *info;  /* belongs to Rows.runs */
    GArray *values;            /* TraceValueRow of the input snapshot */
    GArray *reshards;          /* TraceReshardRow */
    GArray *steps;             /* TraceStepRow */
    GArray *summary;           /* TraceStepSummary, one row */
    GArray *parts;             /* TraceStepPartRow, mean warm step of each device */
    GArray *coll_kinds;        /* TraceCollKind */
    GArray *passes;            /* TracePassRow */
    GArray *memory;            /* TraceMemorySummary, one row */
    GArray *buffers;           /* TraceBufferRow, biggest first */
    GArray *peak;              /* TraceBufferRow, those alive at the peak */
    GArray *copies;            /* TraceCopyRow */
    GArray *peaks;             /* TracePeakRow, the device with most first */
    GArray *samples;           /* DeviceSamples */
    GArray *crit;              /* TraceCritTotal, most time first */
    GArray *splits;            /* TraceOpSplitRow */
    GArray *tried;             /* TraceRemedyRow: all changes that were compiled again */
    GArray *lanes;             /* TraceLaneRow */
    GArray *ops;               /* TraceOpTotal */
    bool foreign;              /* of another file: only Compare knows it */
    bool noise_known;          /* the difference of its median step to the fastest run's, relative: with 95 % between these */
    double noise_lo, noise_hi;
} RunRows;

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
    int64_t first_ns, last_ns; /* of the whole run */
    int64_t t0, t1;            /* range that the events cover */
    int level;                 /* -1: all events are here, whatever the zoom */
} TimelineRows;

/* The instructions of a snapshot and how they hang together. Counted, since it is big and every neighbourhood needs it. */
typedef struct GraphRows {
    gatomicrefcount refs;
    GArray *insts;      /* TraceInstRow */
    GArray *operands;   /* TraceOperand */
    GHashTable *index;  /* id -> index + 1 */
    int *op_at, *ops;   /* operands of instruction i: operands[ops[op_at[i] .. op_at[i + 1])] */
    int *user_at, *users;
} GraphRows;

typedef struct Rows {
    gatomicrefcount refs;
    char *path;
    GArray *runs;         /* TraceRunInfo */
    GPtrArray *run;       /* RunRows, same order; runs of other files behind them */
    GPtrArray *foreign;   /* GArray of TraceRunInfo, one another file */
    int current;          /* index of the run that the view is about; -1 = the file has none */
    GHashTable *geoms;    /* sharding id -> ShardGeom */
    GHashTable *meshes;   /* mesh id -> MeshGeom */
    /* about one value or reshard, where the view was asked about one */
    Ref about;
    GArray *why;          /* TraceWhyRow: how `about` got its sharding */
    GArray *why_other;    /* TraceWhyRow: of a reshard, how its cause got its own */
    GArray *plans;        /* TracePlanRow */
    GArray *colls;        /* TraceCollRow: what the reshard became */
    GArray *options;      /* TracePlanRow: strategies of the op behind it */
    GArray *remedies;     /* TraceRemedyRow */
    char *text_before, *text_after; /* of the program, around a pass; NULL = not kept */
    GArray *diff;         /* DiffLine between the two */
    GPtrArray *marks;     /* names of the instruction that is followed through the passes, in all its forms; NULL = none */
    GArray *touched;      /* TraceTouchRow: passes that did something to it; NULL = none, or not recorded */
    TimelineRows *time;
    GraphRows *program, *local; /* of the input and of the final snapshot; NULL = not asked for, or not kept */
    int64_t centre[2];          /* the instruction in the middle of each, 0 = none */
} Rows;

Rows *rows_new(const char *path);
Rows *rows_ref(Rows *r);
void rows_unref(Rows *r); /* accepts NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Rows, rows_unref)

const ShardGeom *rows_geom(const Rows *r, int64_t sharding_id); /* NULL: not loaded, or none */
const MeshGeom *rows_mesh(const Rows *r, int64_t mesh_id);
void rows_add_geom(Rows *r, ShardGeom *geom); /* takes it */
void rows_add_mesh(Rows *r, MeshGeom *mesh);  /* takes it */
RunRows *rows_add_run(Rows *r, const TraceRunInfo *info);
const RunRows *rows_current(const Rows *r); /* NULL: the file has no run */
int rows_run_index(const Rows *r, int64_t run_id); /* -1: none */
/* The value with this id in any run; *run gets its index. */
const TraceValueRow *rows_value(const Rows *r, int64_t inst_id, int *run);
const TraceReshardRow *rows_reshard(const Rows *r, int64_t id, int *run);
TimelineRows *timeline_rows_new(void);
GArray *device_samples_new(void); /* DeviceSamples */
GraphRows *graph_rows_new(GArray *insts, GArray *operands); /* takes both; the indexes are still empty */
GraphRows *graph_rows_ref(GraphRows *g); /* accepts NULL */
