/* The interface of the trace library. A trace is one SQLite file with one or more runs;
 * tables.def defines its contents. Three parts, in this order: rows, the writer with its lanes, the reader with the questions.
 *
 *     g_autoptr(GError) error = NULL;
 *     TraceWriter *w = trace_writer_new("run.db", &error);
 *     int64_t run = trace_put_run(w, &(TraceRun){ .name = "mlp", .producer = "me 1.0" });
 *     ...                                               facts of the compilation: trace_put_<table>, trace_str, trace_sharding
 *     trace_lane_event(lane, begin, dur, inst, 0, TRACE_CAT_COMPUTE);           from any thread, one thread per lane
 *     trace_end_step(w, &(TraceStep){ .run_id = run, ... }, module, &error);    stores the lanes, commits
 *     trace_writer_finish(w, &error);
 *
 * Threads: a writer, and every reader, belongs to one thread at a time, except for the jobs of trace_later(). Only trace_lane_event(),
 * trace_lane_meet(), trace_lane_trip() and trace_lane_room() may run in other threads meanwhile, each lane in one thread. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- rows ------------------------------------------------------------------------------------------------ */

/* A number that may be NULL, or unset to take the column's default. All zeroes is "unset", so a column that is not set
 * is NULL and never a false 0. A reference that may be NULL is a plain int64_t, 0 = NULL; a text, NULL. */
typedef struct TraceInt {
    int64_t v;
    bool known;
} TraceInt;
typedef struct TraceReal {
    double v;
    bool known;
} TraceReal;
#define TRACE_INT(x) ((TraceInt){ .v = (x), .known = true })
#define TRACE_REAL(x) ((TraceReal){ .v = (x), .known = true })

typedef struct TraceBytes {
    const void *data; /* NULL = SQL NULL, where the column allows it */
    size_t size;
} TraceBytes;

typedef enum TraceAnyKind { TRACE_ANY_NULL, TRACE_ANY_INT, TRACE_ANY_REAL, TRACE_ANY_TEXT } TraceAnyKind;
typedef struct TraceAny {
    TraceAnyKind kind;
    int64_t i;
    double r;
    const char *text;
} TraceAny;

/* One struct per table: TraceMeta, TraceStr, ... TraceReshard, ...; fields are the columns, by their SQL names.
 * A writer borrows the texts and bytes for the call; a reader's rows own theirs through their array. */
#define TABLE(name, T, doc) typedef struct Trace##T {
#define END(name, T) } Trace##T;
#define KEY(T, col, doc) int64_t col;
#define KREF(T, col, target, doc) int64_t col;
#define REF(T, col, target, doc) int64_t col;
#define OREF(T, col, target, doc) int64_t col;
#define INT(T, col, doc) int64_t col;
#define INT0(T, col, doc) int64_t col;
#define DINT(T, col, value, doc) TraceInt col;
#define OINT(T, col, doc) TraceInt col;
#define REAL(T, col, doc) double col;
#define OREAL(T, col, doc) TraceReal col;
#define TEXT(T, col, doc) const char *col;
#define OTEXT(T, col, doc) const char *col;
#define BLOB(T, col, doc) TraceBytes col;
#define OBLOB(T, col, doc) TraceBytes col;
#define ANY(T, col, doc) TraceAny col;
#include "trace/tables.def"

/* TRACE_TABLE_meta, TRACE_TABLE_str, ..., TRACE_N_TABLES */
typedef enum TraceTableId {
#define TABLE(name, T, doc) TRACE_TABLE_##name,
#include "trace/tables.def"
    TRACE_N_TABLES
} TraceTableId;

/* Values of columns that code uses by name; tables.def has the complete lists. */
enum { TRACE_CAT_NONE, TRACE_CAT_COMPUTE, TRACE_CAT_COLLECTIVE, TRACE_CAT_COPY, TRACE_CAT_HOST, TRACE_CAT_IDLE, TRACE_CAT_COMPILE,
       TRACE_CAT_QUEUE, /* the device could run and every core was busy */
       TRACE_CAT_WAIT,  /* at a collective, until the last member arrives */
       TRACE_N_CATS };
enum { TRACE_LANE_STEPS = 1, TRACE_LANE_MODULES, TRACE_LANE_OPS, TRACE_LANE_ASYNC, TRACE_LANE_STREAM, TRACE_LANE_HOST, TRACE_LANE_COMPILE, TRACE_LANE_MARKERS, TRACE_LANE_OTHER,
       TRACE_LANE_CORE /* of the host: its events have the names of the lanes of the devices that it ran */ };
enum { TRACE_RUN_MEASURED = 1, TRACE_RUN_PREDICTED, TRACE_RUN_IMPORTED, TRACE_RUN_COMPILED };
enum { TRACE_STAGE_OTHER, TRACE_STAGE_INPUT, TRACE_STAGE_PROPAGATED, TRACE_STAGE_PARTITIONED, TRACE_STAGE_FINAL };
enum { TRACE_INST_ROOT = 1, TRACE_INST_USER = 2, TRACE_INST_COLLECTIVE = 4, TRACE_INST_REMAT = 8, TRACE_INST_PARTITIONER = 16 };
enum { TRACE_BLOB_HLO = 1, TRACE_BLOB_PROTO, TRACE_BLOB_MLIR, TRACE_BLOB_TEXT, TRACE_BLOB_BYTES };

/* Names of codes: "all-gather", "op rule", "compute", "parameter"; NULL for an unknown code. */
const char *trace_coll_name(int64_t kind);
const char *trace_cause_name(int64_t cause);
const char *trace_cat_name(int64_t cat);
const char *trace_buffer_cat_name(int64_t cat);
const char *trace_annotation_name(int64_t kind);
const char *trace_run_kind_name(int64_t kind);
/* How a reshard is known that was not recorded by who made it: reshard.certainty. NULL if it was recorded. */
const char *trace_certainty_name(int64_t certainty);
/* The kind of the first collective that a plan or a line of a program names: "all-gather(dim 0, x) ; slice" gives that of
 * all-gather; 0 = none. */
int64_t trace_coll_in(const char *text);

#define TRACE_APPLICATION_ID 0x53545243 /* "STRC" */
#define TRACE_SCHEMA_MAJOR 1
#define TRACE_SCHEMA_MINOR 22 /* 1.1: lane.dropped; 1.2: what remedies bring, prop_step.src_leaf; 1.3: code and check of remedies, sharding.spec; 1.4: names in lod; 1.5: texts as edits of others; 1.6: choices share their options; 1.7: buffer.place, label, result_no; 1.8: op_sum, step.n_events; sharding.gspmd; 1.9: module.remedies_cut; 1.10: run.source_path, run.options, remedy.edits: what makes a run again; 1.11: remedy.patch; 1.12: inst.label_id; 1.13: run.process; 1.14: run.recompiled; 1.15: inst.category_id; 1.16: parts of runs, clocks of hosts; 1.17: predictions, simulated gains of remedies; 1.18: reshard_inst.bytes; 1.19: v_loc names the user's line; 1.20: reshard.gone; 1.21: trips of loops; 1.22: why a run was cut short, cores of hosts */

typedef enum TraceError {
    TRACE_ERROR_OPEN,    /* no such file, no permission */
    TRACE_ERROR_FORMAT,  /* not a database, not a trace, damaged */
    TRACE_ERROR_VERSION, /* made by a newer program */
    TRACE_ERROR_SQL,     /* SQLite failed: disk full, locked, interrupted */
    TRACE_ERROR_BUSY,    /* another process records into it */
    TRACE_ERROR_MISSING, /* there is no such run, value or report */
    TRACE_ERROR_USAGE,
    TRACE_ERROR_STOPPED, /* cancelled by a TraceWatch */
} TraceError;
#define TRACE_ERROR (trace_error_quark())
GQuark trace_error_quark(void);

/* Progress and cancellation of long operations: finishing, optimize, cut. Both functions may be NULL; they are called in the caller's thread. */
typedef struct TraceWatch {
    void (*progress)(void *user, const char *what, int64_t done, int64_t of); /* where `what` changes, else at most ten times a second */
    bool (*stop)(void *user); /* true: end with TRACE_ERROR_STOPPED; called often */
    void *user;
} TraceWatch;

/* ---- writer ---------------------------------------------------------------------------------------------- */

typedef struct TraceWriter TraceWriter;

/* Creates the file, or opens an existing trace to add a run; any other existing file is an
 * error and is not changed. One writer at a time: while another writer has the file, in this process or another, this fails with
 * TRACE_ERROR_BUSY at once and names that process's id. The tables of a new file are made in the writer's thread; if that fails,
 * trace_commit() reports it. Every function below accepts a NULL writer, records nothing and returns 0 or true. */
TraceWriter *trace_writer_new(const char *path, GError **error);
/* True if there is no file, or one to which trace_writer_new() would add a run, writers and permissions apart: a trace of this format. To be asked before long work. */
bool trace_can_add(const char *path, GError **error);
/* Closes without finishing, like a killed process: what was committed can be read. Accepts NULL. */
void trace_writer_free(TraceWriter *w);
/* The same after a recording that failed. If this writer made the file, no other process has it open and it contains no
 * run, it is removed; otherwise it is not changed. */
void trace_writer_give_up(TraceWriter *w);
/* Commits, stores what lanes still hold, makes the indexes and derived tables of the runs added, and leaves one
 * file. The writer is freed, also on failure; a file that it made and in which no run found room is removed then. */
bool trace_writer_finish(TraceWriter *w, GError **error);
/* The same with progress and cancellation. If it is cancelled, the file is as after trace_writer_free(): valid, with all steps;
 * trace_optimize() can finish it. */
bool trace_writer_finish_watched(TraceWriter *w, const TraceWatch *watch, GError **error);
/* Asynchronous storing: job(w, data) and then done(data) (may be NULL) run in the writer's thread, jobs in the order in which they were
 * queued. All other functions of this part, called outside of jobs, wait until no job is left; what a job
 * reads must not change until then. NULL writer: the job runs at once, with NULL. */
typedef void (*TraceJob)(TraceWriter *w, void *data);
void trace_later(TraceWriter *w, TraceJob job, void *data, GDestroyNotify done);
/* Waits until no job is left. */
void trace_wait(TraceWriter *w);
/* Makes everything since the last commit permanent. Also reports the first failure of a trace_put_* since then. */
bool trace_commit(TraceWriter *w, GError **error);

/* Makes the indexes for questions about programs, which a new file does not have. Call it after most rows have been stored: making an
 * index at once takes a third of the time of updating it row by row. Without the indexes a reader gives the same answers, more slowly;
 * trace_writer_finish() makes missing ones. */
void trace_index(TraceWriter *w);

/* int64_t trace_put_<table>(w, const Trace<Type> *row), for every table: stores the row and returns its id (1 for
 * tables with a key of their own). After a failure nothing more is stored and the result is 0; trace_commit() reports why.
 * The writer computes Event.szc. */
int64_t trace_put_row(TraceWriter *w, TraceTableId table, const void *row);
/* Replaces the row with the same id, for totals that are known later. Only before trace_writer_finish(). */
void trace_set_row(TraceWriter *w, TraceTableId table, const void *row);
#define TABLE(name, T, doc)                                                                                  \
    static inline int64_t trace_put_##name(TraceWriter *w, const Trace##T *row)                             \
    {                                                                                                       \
        return w ? trace_put_row(w, TRACE_TABLE_##name, row) : 0;                                           \
    }
#include "trace/tables.def"
static inline void trace_set_module(TraceWriter *w, const TraceModule *row)
{
    if (w)
        trace_set_row(w, TRACE_TABLE_module, row);
}
static inline void trace_set_reshard(TraceWriter *w, const TraceReshard *row)
{
    if (w)
        trace_set_row(w, TRACE_TABLE_reshard, row);
}
static inline void trace_set_inst(TraceWriter *w, const TraceInst *row)
{
    if (w)
        trace_set_row(w, TRACE_TABLE_inst, row);
}
/* Sets run.end_ns, which shows that the run was complete. */
void trace_end_run(TraceWriter *w, int64_t run_id, int64_t end_ns);
/* Sets run.cut_short instead: at once, so that it is known also if the process is killed while it waits for what is being stored. */
void trace_cut_run(TraceWriter *w, int64_t run_id, const char *why);
/* What is known of a host's clock, and what it sent, by now; the columns of the same names. */
void trace_set_host(TraceWriter *w, const TraceHost *host);
/* Says which run measured a remedy, also one of an earlier recording (remedy.try_run). */
void trace_set_remedy_run(TraceWriter *w, int64_t remedy_id, int64_t run_id);
void trace_put_fact(TraceWriter *w, const char *key, TraceAny value); /* a meta row, replacing an older one */

/* Gives out n ids of a table that are not used yet, in a row, for rows that are stored later; returns the first. */
int64_t trace_reserve(TraceWriter *w, TraceTableId table, int64_t n);

/* Values that many rows share: returns the id of the row with this content, which is made if necessary. NULL text gives 0. */
int64_t trace_str(TraceWriter *w, const char *s);
int64_t trace_strn(TraceWriter *w, const char *s, size_t n);
int64_t trace_blob(TraceWriter *w, int kind, const void *data, size_t size);
/* A long text prepared for storing, without a writer and in any thread: complete, or as an edit of another text. */
typedef struct TracePacked TracePacked;
enum { TRACE_HASH_BYTES = 32 };
/* base: the result for `base_text`, which must outlive the new one; NULL = none. A text equal to the base shares its row; otherwise an edit
 * is stored if it is much shorter than the text. */
TracePacked *trace_pack(int kind, GBytes *text, const TracePacked *base, GBytes *base_text);
void trace_packed_free(TracePacked *p);
/* The id of its row. The first call compresses and stores it, and must come after that for its base. 0 for NULL. Equal texts with the
 * same bases share a row. */
int64_t trace_packed_row(TraceWriter *w, TracePacked *p);
/* Its blob.hash, TRACE_HASH_BYTES bytes; only after trace_packed_row(). */
const uint8_t *trace_packed_hash(const TracePacked *p);
/* A row whose file_id and func_id are ids of interned texts; the row's own id is ignored. */
int64_t trace_loc(TraceWriter *w, const TraceLoc *loc);
/* The same by file name and line; line 0 = not known; file NULL gives 0. */
int64_t trace_loc_at(TraceWriter *w, const char *file, int line, int col);
/* Whether a source file belongs to an installed package. A place in one is shown as the nearest caller's that is in none. */
bool trace_file_installed(const char *file);

/* A mesh: named axes over as many devices as the product of their sizes. */
typedef struct TraceMeshParts {
    TraceMesh row;
    int n_axes;
    const char *const *axes;
    const int64_t *sizes;
    const int64_t *device_ids; /* global ids by row-major position; NULL = 0, 1, 2, ... */
} TraceMeshParts;
/* One row per run for equal name, axes and devices. */
int64_t trace_mesh(TraceWriter *w, const TraceMeshParts *m);

/* A sharding with its parts; sharding_id in the parts is filled in. One row for equal (mesh_id, text): the parts
 * of a text that is stored already are assumed to be equal. */
typedef struct TraceShardingParts {
    TraceSharding row;
    const TraceShardingDim *dims;
    int n_dims;
    const TraceShardingAxis *axes;
    int n_axes;
    const TraceShardingPiece *pieces;
    int n_pieces;
    const TraceShardingTile *tiles; /* only where row.mesh_id = 0 */
    int n_tiles;
} TraceShardingParts;
int64_t trace_sharding(TraceWriter *w, const TraceShardingParts *s);

/* members[n_groups * group_size]: global ids, group by group; smaller groups are padded with -1. One row for
 * equal text and axes. */
int64_t trace_group_set(TraceWriter *w, const char *text, int n_groups, int group_size, const int64_t *members,
                        const char *axes);

/* ---- lanes: what threads write while a step runs ---------------------------------------------------------- */

typedef struct TraceLaneBuffer TraceLaneBuffer;

/* A lane for the events of a step, at most `capacity` of them (rounded up to a power of two; 56 bytes each, allocated as they come,
 * and about 230 MB for all lanes together). lane->id is ignored. The writer owns the lane. NULL writer: NULL,
 * and every function below accepts a NULL lane. */
TraceLaneBuffer *trace_lane_new(TraceWriter *w, const TraceLane *lane, int capacity);
int64_t trace_lane_id(const TraceLaneBuffer *lane);

/* Records one event; takes a few ns. Events may come in any order and may nest. Events that do not fit are left out and counted in
 * lane.dropped; then the step's row has the number of all events (step.n_events), and sums over all of them are stored (step_part, op_sum).
 * name_id 0: the instruction's name. Times are ns since the run began. */
void trace_lane_event(TraceLaneBuffer *lane, int64_t start_ns, int64_t dur_ns, int64_t inst_id, int64_t name_id,
                      int cat);
/* The event of a loop that ran as one piece of code, and so many trips. */
typedef struct TraceLoopRun {
    int64_t start_ns, dur_ns, inst_id; /* as in trace_lane_event */
    int64_t trips;
    int cat;
} TraceLoopRun;
void trace_lane_loop(TraceLaneBuffer *lane, const TraceLoopRun *x);
/* The event of a device at a collective, from its arrival to its leaving. The members of a group that carry the same inst_id and iter
 * are stored as one meeting. */
typedef struct TraceMeet {
    int64_t start_ns, dur_ns, inst_id, name_id; /* as in trace_lane_event */
    int64_t iter;                               /* occurrence within the step, from 0 */
    int grp, n_members;                         /* the group's number, and its size */
} TraceMeet;
void trace_lane_meet(TraceLaneBuffer *lane, const TraceMeet *m);
/* The following events belong to this trip of a loop, counted from 1 in each step; 0 = to none. If not all events fit, whole trips are
 * left out, evenly over the step and the same ones on all lanes. */
void trace_lane_trip(TraceLaneBuffer *lane, uint32_t trip);
/* The number of events that still fit. When it is low, the writer's thread may call trace_drain() in the middle of a step. */
int trace_lane_room(TraceLaneBuffer *lane);

/* The name of a device's event from its own end to that of the last device, which ends the step. */
#define TRACE_LAST_WAIT "waiting for %s, which ends the step"

/* Ends a step: its row, an exec row for each device that has a lane of kind TRACE_LANE_OPS or TRACE_LANE_STREAM (from its first event to
 * its last), all events that the lanes hold, then a commit: a process killed later keeps this step. step->id is
 * ignored; module_id may be 0. Returns the step's id, 0 on failure. */
int64_t trace_end_step(TraceWriter *w, const TraceStep *step, int64_t module_id, GError **error);
/* The same for many consecutive steps: they are stored together, at the latest with the first step that ends a quarter of a second
 * after the first waiting step, and sooner where that costs less than a hundredth of the time; short ones in the writer's thread. Those that wait are kept in
 * a file beside the trace ("NAME-steps"), so a process that is killed loses none; trace_commit() stores waiting steps. A failure is reported by a later call.
 * whole: stored with its events; otherwise only with sums of them, which take much less space: a step_part row for each part of the step, or,
 * of steps so short that storing those would take more than a tenth of their time, op_sum over many steps. more (may be NULL) is stored with the step. */
typedef struct TraceStepMore {
    const TraceMemSample *samples;
    const TraceCounter *counters;
    unsigned n_samples, n_counters;
    bool each_part; /* step_part has rows of this step even if storing them takes long beside the step */
    bool is_first;  /* among the first of its program: some of its events are stored even when there are enough (trace_bound_events) */
} TraceStepMore;
bool trace_step(TraceWriter *w, const TraceStep *step, int64_t module_id, bool whole, const TraceStepMore *more, GError **error);
/* About so many events are stored of all steps together (trace_step), so that a long script, or one whose steps have loops of many ops, makes a file of
 * bounded size: the first half as they come; then loops' trips are left out, evenly, so that a step takes a small part of what is left; in the end steps are
 * stored as sums. Sums are exact in any case. most 0: all, as without this call. Steps of several processes (each_part) are not bounded: all must keep the same. */
enum { TRACE_USUAL_EVENTS = 500000 }; /* some 40 MB with what is derived of them */
void trace_bound_events(TraceWriter *w, int64_t most);
/* An event of a thread of the host, stored by the writer's thread: outside of steps or over several of them. depth: how many others of the lane
 * it lies in; events of one depth must not overlap. Waits for what is being stored. */
typedef struct TraceSpan {
    int64_t start_ns, dur_ns, name_id;
    int depth;
} TraceSpan;
void trace_lane_span(TraceLaneBuffer *lane, TraceWriter *w, const TraceSpan *span);
/* Events of the lane that are not stored as spans, since there were too many. */
void trace_lane_left_out(TraceLaneBuffer *lane, int64_t n);
/* Stores the events that the lanes hold, outside of steps or in the middle of one; the rest of that step is stored at its end. */
void trace_drain(TraceWriter *w);

/* event.szc of a duration. */
int trace_size_class(int64_t dur_ns);

/* Makes the indexes and derived tables of a file again; finishes the file of a recording that was cut short. */
bool trace_optimize(const char *path, const TraceWatch *watch, GError **error);
/* The part of a timeline that trace_cut keeps. */
typedef struct TraceCut {
    int64_t from_ns, to_ns; /* grown to whole steps */
    const int64_t *devices; /* global ids */
    int n_devices;          /* 0 = all devices */
} TraceCut;
/* Writes `out` (a new file): the trace with that part of its timeline, and with everything about the compilation. */
bool trace_cut(const char *path, const char *out, const TraceCut *keep, const TraceWatch *watch, GError **error);
/* Writes `out` (a new file): one trace of the parts that the processes of one job recorded, in any order. Runs that all processes shared become
 * one, on rank 0's clock; those of one process stay its own. Parts may be missing, and end early. told (may be NULL) gets what there is to
 * say of it, a line each, to be freed. */
typedef struct TraceMerge {
    const char *const *parts;
    int n_parts;
    const char *out;
} TraceMerge;
bool trace_merge(const TraceMerge *merge, const TraceWatch *watch, char **told, GError **error);
/* "run.db" of rank 2: "run.rank-2.db", where parts are written. To be freed. */
char *trace_part_path(const char *path, int rank);
/* Converts a file of an older minor version to this one; does not change newer files. */
bool trace_upgrade(const char *path, GError **error);

/* ---- reader ---------------------------------------------------------------------------------------------- */

typedef struct TraceReader TraceReader;

/* Opens read-only, also a file that is being written or whose recording was cut short. Errors distinguish: no such file, not a
 * database, a database that is not a trace, a trace of a newer major version. */
TraceReader *trace_open(const char *path, GError **error);
/* The notation of shardings in answers; the default is JAX. A sharding that has no such notation (in an older file, or because
 * it cannot be expressed) is written in Shardy's. */
typedef enum TraceSpelling { TRACE_SPELLING_JAX, TRACE_SPELLING_SHARDY, TRACE_SPELLING_GSPMD, TRACE_N_SPELLINGS } TraceSpelling;
/* "jax", "sdy", "gspmd"; NULL for other values. */
const char *trace_spelling_name(TraceSpelling spelling);
/* False if there is no such name. */
bool trace_spelling_from_name(const char *name, TraceSpelling *spelling);
void trace_set_spelling(TraceReader *r, TraceSpelling spelling);
/* The initial notation of readers that are opened from now on in this process. May be called from any thread. */
void trace_default_spelling(TraceSpelling spelling);
TraceSpelling trace_spelling_now(void);
void trace_close(TraceReader *r); /* accepts NULL */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TraceReader, trace_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(TraceWriter, trace_writer_free)
const char *trace_path(const TraceReader *r);
/* What is wrong with the structure of the file, after which rows may be missing and sums wrong; to be freed. NULL = nothing that can be told: a bit that flipped within a
 * number or a name cannot, nor is a file looked through that is larger than TRACE_LOOKED_THROUGH, since that takes 3 ms a MB. */
enum { TRACE_LOOKED_THROUGH = 64 << 20 };
char *trace_damage(TraceReader *r);
bool trace_is_finished(const TraceReader *r); /* indexes and derived tables are there */
int trace_version(const TraceReader *r);      /* major * 100 + minor */
/* Changes whenever another connection has committed; a viewer polls it. */
int64_t trace_data_version(TraceReader *r);
/* Makes the question that is running fail with TRACE_ERROR_SQL. May be called from any thread. */
void trace_interrupt(TraceReader *r);

/* Rows of one table: "WHERE ..." and "ORDER BY ..." in `tail` (may be NULL), its ?1 ?2 ... bound to args. For
 * export, import and tests; questions have functions below. */
GArray *trace_read_rows(TraceReader *r, TraceTableId table, const char *tail, const int64_t *args, int n_args,
                        GError **error);

/* ---- questions: see queries.def for the rows -------------------------------------------------------------- */

#define RESULT(T, doc) typedef struct Trace##T {
#define END(T) } Trace##T;
#define ID(T, col, doc) int64_t col;
#define INT(T, col, doc) int64_t col;
#define OINT(T, col, doc) TraceInt col;
#define REAL(T, col, doc) double col;
#define OREAL(T, col, doc) TraceReal col;
#define TEXT(T, col, doc) const char *col;
#define OTEXT(T, col, doc) const char *col;
#include "trace/queries.def"

/* Every trace_query_* gives a new GArray of the struct named after it (g_array_unref frees it with its texts), or
 * NULL with an error. An answer without rows is an empty array. */
#define TRACE_AT(array, T, i) (&g_array_index((array), T, (i)))

GArray *trace_query_runs(TraceReader *r, GError **error);                                  /* TraceRunInfo */
/* Whether its step times were measured, so that medians and spreads of them tell something; those of a predicted run are the prediction, again and again. */
bool trace_run_has_measured_steps(const TraceRunInfo *run);
/* Where runs are the functions of a process, only the one that took most time stands for it in lists of all runs; any other run is a choice of
 * shardings, and always listed. `runs` of trace_query_runs(). */
bool trace_run_is_main(const GArray *runs, guint i);
/* Of functions of a process, the one to compare with other runs: that of the name (the one that took most of several; NULL = of none), else what
 * took most time. */
bool trace_run_is_compared(const GArray *runs, guint i, const char *name);
/* The functions of the process that run i is of, the one that took most time first: TraceRunInfo, borrowed from `runs`. Empty for a run that is of
 * no process. To be freed with g_ptr_array_unref. */
GPtrArray *trace_run_functions(const GArray *runs, guint i);
/* The run with this id, label, or name (the last of several); the only one or the last for NULL. */
bool trace_find_run(TraceReader *r, const char *which, int64_t *run_id, GError **error);

GArray *trace_query_run_counts(TraceReader *r, const TraceRunInfo *run, GError **error);    /* TraceRunCounts, one row */
GArray *trace_query_hosts(TraceReader *r, int64_t run_id, GError **error);                 /* TraceHostRow */
/* "of what all devices receive, 1.2 MiB stays inside processes, 3 MiB goes between ranks, 1 MiB between hosts", of columns of those names; empty where all is one
 * process. To be freed. */
char *trace_links_said(TraceInt inside, TraceInt between_ranks, TraceInt between_hosts);
/* Where a run of trace_query_hosts()' answer ran, and on how many cores, as a sentence; empty where the file does not say. To be freed. */
char *trace_hosts_said(const GArray *hosts);
/* How exact times of different machines are beside each other, as a sentence of trace_query_hosts()' answer; empty where there is one clock. To be freed. */
char *trace_clocks_said(const GArray *hosts);
/* What is to be said above a critical path: that it is of the steps recorded whole, where these take another time than the mean of all does.
 * totals: trace_query_crit_totals(). Empty where the two agree. To be freed. */
char *trace_path_said(const GArray *totals, const TraceStepSummary *steps);
GArray *trace_query_kept(TraceReader *r, int64_t run_id, GError **error);                  /* TraceKept, one row */
/* What an import said of its files, by file, the gravest first: how many events they have, and what it skipped or could not read. */
GArray *trace_query_imported(TraceReader *r, int64_t run_id, GError **error);              /* TraceImportSaid */
/* Of predicted runs; run_id 0: of all. slices.h says which of them is to be chosen. */
GArray *trace_query_predictions(TraceReader *r, int64_t run_id, GError **error);           /* TracePredictionRow */
GArray *trace_query_predicted_parts(TraceReader *r, int64_t run_id, GError **error);       /* TracePredictedPartRow, longest first */
GArray *trace_query_what_ifs(TraceReader *r, int64_t run_id, GError **error);              /* TraceWhatIfRow */
/* The f-quantile of n > 0 sorted values, with linear interpolation. All medians of step times are computed by this. */
int64_t trace_quantile(const int64_t *sorted, int n, double f);
GArray *trace_query_step_summary(TraceReader *r, int64_t run_id, GError **error);          /* TraceStepSummary, one row */
GArray *trace_query_steps(TraceReader *r, int64_t run_id, GError **error);                 /* TraceStepRow */
/* step_id 0: the mean warm step of each device. */
GArray *trace_query_step_parts(TraceReader *r, int64_t run_id, int64_t step_id, GError **error); /* TraceStepPartRow */
/* The critical path of a step: its parts in [t0, t1), at most `most` of them. */
GArray *trace_query_crit(TraceReader *r, int64_t step_id, int64_t t0, int64_t t1, int64_t most, GError **error); /* TraceCritRow */
GArray *trace_query_crit_totals(TraceReader *r, int64_t run_id, GError **error);           /* TraceCritTotal */
GArray *trace_query_device_load(TraceReader *r, int64_t run_id, GError **error);           /* TraceDeviceLoad */

GArray *trace_query_coll_kinds(TraceReader *r, int64_t module_id, GError **error);         /* TraceCollKind */
GArray *trace_query_coll(TraceReader *r, int64_t inst_id, GError **error);                 /* TraceCollRow; none if it is no collective */
GArray *trace_query_colls(TraceReader *r, int64_t module_id, GError **error);              /* TraceCollRow */
GArray *trace_query_reshards(TraceReader *r, int64_t module_id, GError **error);           /* TraceReshardRow */
GArray *trace_query_reshard(TraceReader *r, int64_t reshard_id, GError **error);           /* TraceReshardRow, 0 or 1 */
/* The reshards for which this instruction of the final module was made. */
GArray *trace_query_reshards_of(TraceReader *r, int64_t inst_id, GError **error);          /* TraceReshardRow */
GArray *trace_query_reshard_plans(TraceReader *r, int64_t reshard_id, GError **error);     /* TracePlanRow */
GArray *trace_query_reshard_colls(TraceReader *r, int64_t reshard_id, GError **error);     /* TraceCollRow */
GArray *trace_query_lines(TraceReader *r, int64_t module_id, GError **error);              /* TraceLineRow */
/* final_snap and input_snap: of the same module, 0 = not recorded. */
GArray *trace_query_line_totals(TraceReader *r, const TraceRunInfo *run, GError **error);  /* TraceLineTotal */
/* Those that remove the reshard or let it move less; reshard_id 0: all of the module. */
GArray *trace_query_remedies(TraceReader *r, int64_t module_id, int64_t reshard_id, GError **error); /* TraceRemedyRow */
GArray *trace_query_tried(TraceReader *r, int64_t reshard_id, GError **error); /* TraceTriedRow: changes that did not remove it */

/* Values of a snapshot: of all opcodes and all computations. */
GArray *trace_query_values(TraceReader *r, int64_t snapshot_id, GError **error);           /* TraceValueRow */
/* The value of the input snapshot with this name: in the text (with or without %), the framework's, or argN.
 * The error suggests similar names. */
bool trace_find_value(TraceReader *r, int64_t module_id, const char *name, int64_t *inst_id, GError **error);
/* An instruction of the final program by its name; 0 if there is none. trace_find_value finds the value it was made for. */
int64_t trace_find_final(TraceReader *r, int64_t module_id, const char *name);
GArray *trace_query_sharding(TraceReader *r, int64_t sharding_id, GError **error);         /* TraceShardingInfo, 0 or 1 */
GArray *trace_query_sharding_dims(TraceReader *r, int64_t sharding_id, GError **error);    /* TraceShardingDim */
GArray *trace_query_sharding_axes(TraceReader *r, int64_t sharding_id, GError **error);    /* TraceShardingAxis */
GArray *trace_query_tiles(TraceReader *r, int64_t sharding_id, GError **error);            /* TraceTileRow */
GArray *trace_query_mesh_axes(TraceReader *r, int64_t mesh_id, GError **error);            /* TraceMeshAxis */
GArray *trace_query_mesh_devices(TraceReader *r, int64_t mesh_id, GError **error);         /* TraceMeshDevice */
/* The chain of reasons for a value's sharding, every link once; with the refusals on the way if asked for. */
GArray *trace_query_why(TraceReader *r, int64_t inst_id, bool refusals, GError **error);   /* TraceWhyRow */
GArray *trace_query_annotations(TraceReader *r, int64_t module_id, GError **error);        /* TraceAnnotationRow */
GArray *trace_query_op_splits(TraceReader *r, int64_t module_id, GError **error);          /* TraceOpSplitRow */
GArray *trace_query_choices(TraceReader *r, int64_t module_id, GError **error);            /* TraceChoiceRow */
GArray *trace_query_choice_options(TraceReader *r, int64_t choice_id, GError **error);     /* TracePlanRow */

GArray *trace_query_passes(TraceReader *r, int64_t module_id, GError **error);             /* TracePassRow */
/* Passes that changed the instruction `inst_id` (of either snapshot) or made the reshard `reshard_id`; 0 = ignored. */
GArray *trace_query_touches(TraceReader *r, int64_t module_id, int64_t inst_id, int64_t reshard_id, GError **error); /* TraceTouchRow */
/* The text of a snapshot; the caller frees it. NULL with an error if it was not recorded. */
char *trace_snapshot_text(TraceReader *r, int64_t snapshot_id, GError **error);
/* The content of a row of blob, with a NUL behind its *size bytes; to be freed. NULL with an error. */
char *trace_blob_text(TraceReader *r, int64_t blob_id, gsize *size, GError **error);
GArray *trace_query_insts(TraceReader *r, int64_t snapshot_id, GError **error);            /* TraceInstRow */
/* What the partitioner's log is made of: the instructions of a snapshot in order, the reshards of a module in the order of decision, and the
 * text of the last program with whole shapes, to be freed. */
GArray *trace_query_log_insts(TraceReader *r, int64_t snapshot_id, GError **error);        /* TraceLogInst */
GArray *trace_query_log_moves(TraceReader *r, int64_t module_id, GError **error);          /* TraceLogMove */
char *trace_whole_text(TraceReader *r, int64_t module_id, GError **error);
GArray *trace_query_inst(TraceReader *r, int64_t inst_id, GError **error);                 /* TraceInstRow, 0 or 1 */
GArray *trace_query_operands(TraceReader *r, int64_t snapshot_id, GError **error);         /* TraceOperand */
/* The origins of an instruction, recursively, and its descendants in later snapshots. */
GArray *trace_query_origins(TraceReader *r, int64_t inst_id, GError **error);              /* TraceInstRow */
GArray *trace_query_descendants(TraceReader *r, int64_t inst_id, GError **error);          /* TraceInstRow */

GArray *trace_query_memory_summary(TraceReader *r, int64_t snapshot_id, GError **error);   /* TraceMemorySummary, one row */
/* at_peak: only buffers that are alive at the peak. */
GArray *trace_query_buffers(TraceReader *r, int64_t snapshot_id, bool at_peak, GError **error); /* TraceBufferRow */
GArray *trace_query_memory_curve(TraceReader *r, int64_t snapshot_id, GError **error);     /* TraceCurvePoint */
GArray *trace_query_peaks(TraceReader *r, int64_t run_id, GError **error);                 /* TracePeakRow, highest first */
GArray *trace_query_copies(TraceReader *r, int64_t snapshot_id, GError **error);           /* TraceCopyRow */
GArray *trace_query_memory_live(TraceReader *r, int64_t device_id, int64_t at_ns, GError **error); /* TraceLiveRow; only imported profiles record allocations */
GArray *trace_query_memory_moments(TraceReader *r, int64_t run_id, int64_t device_id, GError **error); /* TraceMemoryMoment */
GArray *trace_query_mem_samples(TraceReader *r, int64_t device_id, GError **error);        /* TraceSampleRow */

GArray *trace_query_lanes(TraceReader *r, int64_t run_id, GError **error);                 /* TraceLaneRow */
/* Texts by id, including the names of the run's events: all texts except names of other runs' instructions. (Collecting the
 * names from the events would take longer.) */
GArray *trace_query_names(TraceReader *r, int64_t run_id, GError **error);                 /* TraceNameRow */
/* For drawing [t0, t1) of a lane row. Level L has buckets of 1024 << (2 L) ns; use trace_draw_level() of the time per
 * pixel. If level >= lane.lod_min: buckets of small events (lod), and single events that are wider than a bucket (big);
 * otherwise all events (raw). */
int trace_draw_level(int64_t ns_per_pixel);
typedef struct TraceDraw {
    int64_t lane_id;
    int depth, level;
    int64_t t0, t1;
} TraceDraw;
GArray *trace_query_draw_lod(TraceReader *r, TraceDraw d, GError **error); /* TraceBucket */
GArray *trace_query_draw_big(TraceReader *r, TraceDraw d, GError **error); /* TraceEventRow */
GArray *trace_query_draw_raw(TraceReader *r, int64_t lane_id, int depth, int64_t t0, int64_t t1, GError **error); /* TraceEventRow */
/* All events of a lane with id > after, by depth, then start: to load a lane completely, or only new events. */
GArray *trace_query_events(TraceReader *r, int64_t lane_id, int64_t after, GError **error); /* TraceEventRow */
GArray *trace_query_event(TraceReader *r, int64_t event_id, GError **error);               /* TraceEventDetail, 0 or 1 */
/* step_id 0: of the whole run. */
GArray *trace_query_meetings(TraceReader *r, int64_t run_id, int64_t step_id, GError **error); /* TraceMeetingRow */
GArray *trace_query_members(TraceReader *r, int64_t coll_exec_id, GError **error);         /* TraceMemberRow */
/* Arrows in a range of time; none where there are more than `most`. Where the trace has very many, only those from or to an event that begins in the range. */
GArray *trace_query_flows(TraceReader *r, int64_t run_id, int64_t t0, int64_t t1, int64_t most, GError **error); /* TraceFlowRow */
/* Totals by framework op, most time first; of the main module, warm steps. */
GArray *trace_query_loops(TraceReader *r, int64_t run_id, GError **error);                 /* TraceLoopRow, those of most time first */
GArray *trace_query_op_totals(TraceReader *r, int64_t run_id, GError **error);             /* TraceOpTotal */
