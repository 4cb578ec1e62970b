/* Internal declarations of the writer: writer.c, intern.c, lane.c, steps.c and derived.c. */
#pragma once

#include <stdatomic.h>

#include "trace/db.h"

/* Cache and journal large enough for the rows of one compilation. With less, pages would be written many times, since rows of all
 * tables are interleaved. */
#define WRITER_ROOM "PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 8192; "

/* Rows between two commits, which limits the journal: many for steps, each of which should be stored as a whole; fewer in jobs, which store
 * facts of the compilation, to limit what a killed process loses. */
enum { COMMIT_ROWS = 65536, JOB_COMMIT_ROWS = 8192 };

/* How long to wait for the transaction of another program, for example a database browser. */
enum { PATIENCE_MS = 60000 };

typedef struct Later Later;
typedef struct Batch Batch;

struct TraceWriter {
    sqlite3 *db;
    char *path;
    FileLock *lock;
    Batch *batch[TRACE_N_TABLES];         /* rows not stored yet; made when first used */
    sqlite3_stmt *update[TRACE_N_TABLES]; /* likewise */
    int64_t last_id[TRACE_N_TABLES];      /* of tables with a row id: the last one allocated; 0 = not looked up yet */
    sqlite3_stmt *find_str, *find_blob, *find_sharding, *find_groups;
    Later *later;   /* the thread of asynchronous jobs; NULL = none yet */
    GError *failed; /* the first failure; nothing is stored after it */
    bool in_transaction;
    bool grown; /* the file had rows before: look up shared values in it */
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
    struct Waiting *waiting; /* where steps that wait are kept (waiting.c); NULL = none had to wait, or it cannot be made: cannot_wait */
    bool cannot_wait;
    int64_t most_events;     /* of all steps together, about; 0 = as many as there are (trace_bound_events) */
    int64_t n_events;        /* of steps, stored so far or waiting to be */
    int64_t referred;        /* steps.c: the last ids, added up, of the rows that steps refer to, when they were last committed */
    bool hold_commit;        /* no commit now: what is being stored must be in one transaction */
    atomic_int_fast64_t store_ns; /* steps.c: what a transaction takes beside the rows of its steps; 0 = there was none */
    bool has_kept;           /* a step was committed */
    int64_t kept_step;       /* the number of the last one */
    GHashTable *meetings;   /* of the step that is being stored, by instruction, group and occurrence */
    GHashTable *execs;      /* likewise, by device */
    struct EventSet *events; /* of an import: stored when the file is finished; NULL = none */
    int64_t last_meeting, last_exec; /* last ids allocated; the rows are stored at the end of the step */
};

/* Keeps SQLite's message as the writer's failure. */
void writer_fail(TraceWriter *w);
void writer_begin(TraceWriter *w);
void writer_commit(TraceWriter *w);
/* A copy of the failure for the caller, which also says up to which step the file is complete. */
GError *writer_error(const TraceWriter *w);
/* Stores the rows that wait in batches: before any statement that reads or changes tables. */
void writer_flush(TraceWriter *w);
/* True if this thread runs the writer's jobs. */
bool later_is_job(const TraceWriter *w);
/* True if jobs are left: then only they may use the writer. */
bool later_is_busy(const TraceWriter *w);
/* Ends the thread of trace_later() after its jobs are done. */
void later_end(TraceWriter *w);

/* Rows of one table that wait to be stored (batch.c). batch_add adds a copy of the row and returns NULL; *first points at its first column,
 * which may still be changed if it is an id. If a required column is empty, nothing is added and the column's name is returned. A full batch
 * must be stored before more rows are added. */
Batch *batch_new(sqlite3 *db, const char *path, const RowType *type, GError **error);
void batch_free(Batch *b);
const char *batch_add(Batch *b, const void *row, int64_t **first);
bool batch_is_full(const Batch *b);
/* False if SQLite refused; the batch is empty in any case. */
bool batch_store(Batch *b);
/* Stores n rows that lie elsewhere, without copying them; the batch must be empty. */
bool batch_store_rows(Batch *b, const void *rows, int n);

void intern_init(TraceWriter *w);
void intern_clear(TraceWriter *w);

void lane_free(gpointer lane);
void lanes_init(TraceWriter *w);
void lanes_clear(TraceWriter *w);
/* Stores the steps that wait. */
void steps_flush(TraceWriter *w);
/* Keeps why a run was cut short beside the trace, if steps are kept there. Waits for nothing. */
void steps_cut(TraceWriter *w, int64_t run_id, const char *why);
/* Stores the events that the lanes hold, and the totals of each lane in its row. */
void lanes_close(TraceWriter *w);

/* Progress and cancellation of a long operation. Every function accepts NULL. */
typedef TraceWatch Watch;
/* Call between two parts of the work: reports progress (at most ten times a second) and checks for cancellation. False with
 * TRACE_ERROR_STOPPED. */
bool watch_step(const Watch *watch, const char *what, int64_t done, int64_t of, GError **error);
bool watch_go_on(const Watch *watch, GError **error);
/* Makes cancellation interrupt SQLite's statements on this connection. Call with NULL before the connection is closed. */
void watch_db(const Watch *watch, sqlite3 *db);

typedef struct Finish {
    sqlite3 *db;
    const char *path;
    int64_t first_run;        /* runs from here on have no derived tables yet */
    struct EventSet *events;  /* events that are not in the file yet; NULL = all are */
} Finish;

/* Makes indexes, derived tables and statistics, and leaves one file. If it is cancelled, the file is as before. */
bool finish_file(const Finish *f, const Watch *watch, GError **error);

/* Adds the tables and columns that an older minor version lacks, inside the caller's transaction. */
bool migrate_up(sqlite3 *db, const char *path, GError **error);
/* The same for a reader: temporary views over the tables, with NULL for the missing columns. */
bool migrate_shadow(sqlite3 *db, const char *path, GError **error);
