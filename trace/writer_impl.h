/* Insides of the writer, shared by writer.c, intern.c, lane.c and derived.c. */
#pragma once

#include "trace/db.h"

#define COMMIT_ROWS 65536 /* rows of compile facts between two commits: bounds the journal */

struct TraceWriter {
    sqlite3 *db;
    char *path;
    sqlite3_stmt *insert[TRACE_N_TABLES], *update[TRACE_N_TABLES]; /* made when first used */
    sqlite3_stmt *find_str, *find_blob, *find_sharding, *find_groups;
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
    GHashTable *meetings;   /* of the current step, by instruction, group and occurrence */
    GHashTable *execs;      /* of the current step, by device */
    int64_t last_meeting, last_exec; /* ids given out; their rows are stored at the end of the step */
};

/* Keeps SQLite's message as the writer's failure. */
void writer_fail(TraceWriter *w);
void writer_begin(TraceWriter *w);

void intern_init(TraceWriter *w);
void intern_clear(TraceWriter *w);

void lanes_init(TraceWriter *w);
void lanes_clear(TraceWriter *w);
/* Stores what the buffers hold, and in the lane rows the totals of each. */
void lanes_close(TraceWriter *w);

/* Derived tables of one run, made again from its rows, inside the caller's transaction: where the steps' time went,
 * instruction statistics and exposure (derived_times.c); critical paths (derived_crit.c); lane totals and
 * levels of detail (derived_lod.c), which the critical paths need. */
bool derive_times(sqlite3 *db, const char *path, int64_t run_id, GError **error);
bool derive_crit(sqlite3 *db, const char *path, int64_t run_id, GError **error);
bool derive_lod(sqlite3 *db, const char *path, int64_t run_id, GError **error);
/* Indexes, derived tables, statistics, one plain file. */
bool finish_file(sqlite3 *db, const char *path, int64_t first_run, GError **error);

/* Adds the tables and columns that an older minor version lacks, inside the caller's transaction. */
bool migrate_up(sqlite3 *db, const char *path, GError **error);
/* The same for a reader: temporary views over the tables, with NULL for the missing columns. */
bool migrate_shadow(sqlite3 *db, const char *path, GError **error);
