/* Internal declarations of the writer: writer.c, intern.c, lane.c, steps.c and derived.c. */
#pragma once

#include "trace/db.h"

/* Room in memory and in the journal for what one program's compile leaves: else pages are written many times, since rows of all
 * tables come mixed. */
#define WRITER_ROOM "PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 8192; "

/* Rows between two commits, which bounds the journal: high for steps, of which each should come whole; in jobs, which store
 * compile facts, what a killed process may lose of them. */
enum { COMMIT_ROWS = 65536, JOB_COMMIT_ROWS = 8192 };

/* How long the transaction of another program, a database browser say, is waited for. */
enum { PATIENCE_MS = 60000 };

typedef struct Later Later;
typedef struct Batch Batch;

struct TraceWriter {
    sqlite3 *db;
    char *path;
    FileLock *lock;
    Batch *batch[TRACE_N_TABLES];         /* rows not stored yet; made when first used */
    sqlite3_stmt *update[TRACE_N_TABLES]; /* likewise */
    int64_t last_id[TRACE_N_TABLES];      /* of tables with a row id: given out last; 0 = not looked up yet */
    sqlite3_stmt *find_str, *find_blob, *find_sharding, *find_groups;
    Later *later;   /* the thread that stores while the caller goes on; NULL = none yet */
    GError *failed; /* the first failure; nothing is stored after it */
    bool in_transaction;
    bool grown; /* the file had rows before: look shared things up before making them */
    int n_rows; /* since the last commit */
    int64_t first_run; /* runs from here on have no derived tables yet */
    GHashTable *strings;    /* text -> id */
    GHashTable *locs;       /* TraceLoc -> id */
    GHashTable *meshes;     /* run, name, axes, devices as text -> id */
    GHashTable *shardings;  /* "mesh text" -> id */
    GHashTable *groups;     /* text -> id */
    GHashTable *inst_names; /* inst.id -> name_id, for events without a name */
    GPtrArray *lanes;       /* TraceLaneBuffer */
    _Atomic int64_t slots_held; /* memory of all lanes together */
    struct Pending *pending; /* steps that wait to be stored (steps.c); NULL = none */
    bool hold_commit;        /* what is being stored is to be there as a whole or not at all */
    bool has_kept;           /* a step was committed, */
    int64_t kept_step;       /* the last one with this number */
    GHashTable *meetings;   /* of the step that is being stored, by instruction, group and occurrence */
    GHashTable *execs;      /* likewise, by device */
    int64_t last_meeting, last_exec; /* ids given out; their rows are stored at the end of the step */
};

/* Keeps SQLite's message as the writer's failure. */
void writer_fail(TraceWriter *w);
void writer_begin(TraceWriter *w);
void writer_commit(TraceWriter *w);
/* A copy of the failure, for the caller: with what was kept. */
GError *writer_error(const TraceWriter *w);
/* Stores the rows that wait in batches: before any statement that reads or changes tables. */
void writer_flush(TraceWriter *w);
/* Whether this thread runs the writer's jobs. */
bool later_is_job(const TraceWriter *w);
/* Whether jobs are left: then what the writer holds is theirs. */
bool later_is_busy(const TraceWriter *w);
/* Ends the thread of trace_later(), its jobs done. */
void later_end(TraceWriter *w);

/* Rows of one table that wait to be stored (batch.c). A copy of the row is added; the name of a column that must not be empty
 * and is, and then no row; NULL = added, and *first its first column, which may still be changed where it is an id. A full one must be stored before more is added. */
Batch *batch_new(sqlite3 *db, const char *path, const RowType *type, GError **error);
void batch_free(Batch *b);
const char *batch_add(Batch *b, const void *row, int64_t **first);
bool batch_is_full(const Batch *b);
/* False if SQLite refused; the batch is empty in any case. */
bool batch_store(Batch *b);

void intern_init(TraceWriter *w);
void intern_clear(TraceWriter *w);

void lane_free(gpointer lane);
void lanes_init(TraceWriter *w);
void lanes_clear(TraceWriter *w);
/* Stores the steps that wait. */
void steps_flush(TraceWriter *w);
/* Stores what the buffers hold, and in the lane rows the totals of each. */
void lanes_close(TraceWriter *w);

/* Who waits for something long: may be told how far it is, and may end it. Every function accepts NULL. */
typedef TraceWatch Watch;
/* Between two parts of the work: tells (at most ten times a second) and asks. False with TRACE_ERROR_STOPPED. */
bool watch_step(const Watch *watch, const char *what, int64_t done, int64_t of, GError **error);
bool watch_go_on(const Watch *watch, GError **error);
/* SQLite's statements on this connection end too when they are to; before the connection is closed, NULL again. */
void watch_db(const Watch *watch, sqlite3 *db);

/* Derived tables of one run, made again from its rows, inside the caller's transaction: where the steps' time went,
 * instruction statistics and exposure (derived_times.c); critical paths (derived_crit.c); lane totals and
 * levels of detail (derived_lod.c), which the critical paths need. Each takes time in proportion to the rows there are, and memory
 * that does not grow with them. */
bool derive_times(sqlite3 *db, const char *path, int64_t run_id, const Watch *watch, GError **error);
bool derive_crit(sqlite3 *db, const char *path, int64_t run_id, const Watch *watch, GError **error);
bool derive_lod(sqlite3 *db, const char *path, int64_t run_id, const Watch *watch, GError **error);
/* Indexes, derived tables, statistics, one plain file. Stopped, it leaves the file as it was before. */
bool finish_file(sqlite3 *db, const char *path, int64_t first_run, const Watch *watch, GError **error);

/* Adds the tables and columns that an older minor version lacks, inside the caller's transaction. */
bool migrate_up(sqlite3 *db, const char *path, GError **error);
/* The same for a reader: temporary views over the tables, with NULL for the missing columns. */
bool migrate_shadow(sqlite3 *db, const char *path, GError **error);
