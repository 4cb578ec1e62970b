/* Rows out of a trace: one function a view. They run in a worker with its own reader; what they give back is
 * finished and never changes. */
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
bool load_overview(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error);
bool load_graph(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error);
bool load_shardings(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error);
bool load_reshards(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error);
bool load_steps(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error);
bool load_passes(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error);
bool load_memory(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error);
bool load_compare(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error);

/* What can be gone to by name. */
bool load_index(TraceReader *r, const Query *q, const Rows *prev, Rows *out, GError **error);

/* Parts of these, for views to come. */
typedef enum LoadParts { LOAD_values = 1, LOAD_reshards = 2, LOAD_summary = 4, LOAD_steps = 8 } LoadParts;
bool load_runs(TraceReader *r, const Query *q, const Rows *prev, Rows *out, unsigned parts, GError **error);
/* A damaged file may hold any number: times are kept so far from the ends of int64_t that sums of a few cannot
 * overflow, sizes of buffers in 0 .. 16 TiB. */
int64_t sane_time(int64_t ns);
int64_t sane_size(int64_t bytes);
bool load_geom(TraceReader *r, int64_t sharding_id, Rows *out, GError **error);
