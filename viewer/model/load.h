/* Reading rows from a trace: what the load functions of views share. They run in a worker thread with its own reader;
 * the rows they return never change. */
#pragma once

#include "viewer/model/rows.h"

/* What a view was asked for. */
typedef struct Query {
    int64_t run_id; /* 0 = the first run */
    Ref select;     /* about this the details are read */
    int64_t t0, t1; /* visible time; t1 <= t0 = the whole run */
    int width;      /* px that the time has */
    char *const *others; /* other files to compare with, NULL at the end; may be NULL */
} Query;

/* Fills `out`, new and empty. prev (may be NULL): the last rows of the same file, from which what has not changed is
 * shared. False with an error: nothing in `out` may be drawn. */
typedef bool (*LoadFn)(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error);

/* What all views want of the runs: fills out->runs, ->run, ->current and the meshes, and of each run these parts. */
typedef enum LoadParts { LOAD_values = 1, LOAD_reshards = 2, LOAD_summary = 4, LOAD_steps = 8, LOAD_functions = 16 } LoadParts; /* LOAD_functions: also of those functions of a process that are not shown: of the main one all, of others summary and steps */
bool load_runs(TraceReader *r, const Query *q, const Rows *prev, Rows *out, unsigned parts, GError **error);
/* A damaged file may hold any number: times are kept so far from the ends of int64_t that sums of a few cannot
 * overflow, sizes of buffers in 0 .. 16 TiB. */
int64_t sane_time(int64_t ns);
int64_t sane_size(int64_t bytes);
/* A reference to an array that does not change; accepts NULL. */
GArray *share_array(GArray *a);
/* A sharding with its tiles and its mesh; once. */
bool load_geom(TraceReader *r, int64_t sharding_id, Rows *out, GError **error);
