/* Rows: the data that a view draws, as plain values. The view's load function fills them in a worker thread; layouts
 * only read them. A finished Rows never changes and is reference-counted, so a picture being drawn keeps its rows. Here
 * are the data that several views need of runs, meshes and shardings; the rest is in the view's own struct (rows_own). */
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

/* What several views want of one run. NULL arrays were not asked for; what one view alone wants is in its own rows. */
typedef struct RunRows {
    const TraceRunInfo *info;  /* belongs to Rows.runs */
    GArray *values;            /* TraceValueRow of the input snapshot */
    GArray *reshards;          /* TraceReshardRow */
    GArray *steps;             /* TraceStepRow */
    GArray *summary;           /* TraceStepSummary, one row */
    GArray *parts;             /* TraceStepPartRow, mean warm step of each device */
    GArray *coll_kinds;        /* TraceCollKind */
    GArray *planned;           /* TracePredictedPartRow */
    GArray *kept;              /* TraceKept, one row: comes with summary */
    GArray *counts;            /* TraceRunCounts, one row: of the current run */
    bool foreign;              /* of another file */
} RunRows;

typedef struct Rows {
    gatomicrefcount refs;
    char *path;
    GArray *runs;         /* TraceRunInfo */
    GPtrArray *run;       /* RunRows, same order; runs of other files behind them */
    GPtrArray *foreign;   /* GArray of TraceRunInfo, one another file */
    int current;          /* index of the run that the view is about; -1 = the file has none */
    GHashTable *geoms;    /* sharding id -> ShardGeom */
    GHashTable *meshes;   /* mesh id -> MeshGeom */
    void *own;            /* the view's own rows, a struct that only the view knows; NULL = none. rows_own() reads it */
    GDestroyNotify free_own;
} Rows;

Rows *rows_new(const char *path);
Rows *rows_ref(Rows *r);
void rows_unref(Rows *r); /* accepts NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Rows, rows_unref)

/* The view's own rows: `free` tells whose they are. Taken; given once. */
void rows_give(Rows *r, void *own, GDestroyNotify free_own);
/* NULL: these are the rows of another view, or were never filled. Read only: finished rows never change. */
void *rows_own(const Rows *r, GDestroyNotify free_own);

const ShardGeom *rows_geom(const Rows *r, int64_t sharding_id); /* NULL: not loaded, or none */
const MeshGeom *rows_mesh(const Rows *r, int64_t mesh_id);
void rows_add_geom(Rows *r, ShardGeom *geom); /* takes it */
void rows_add_mesh(Rows *r, MeshGeom *mesh);  /* takes it */
/* How many things the current run has; NULL = it has none. */
const TraceRunCounts *rows_counts(const Rows *r);
RunRows *rows_add_run(Rows *r, const TraceRunInfo *info);
const RunRows *rows_current(const Rows *r); /* NULL: the file has no run */
int rows_run_index(const Rows *r, int64_t run_id); /* -1: none */
/* Whether a run is another function of the process that the current run is a function of: it runs beside it, and is no choice of one or the other. */
bool rows_is_other_function(const Rows *r, int run);
/* The value with this id in any run; *run gets its index. */
const TraceValueRow *rows_value(const Rows *r, int64_t inst_id, int *run);
const TraceReshardRow *rows_reshard(const Rows *r, int64_t id, int *run);
