/* Internal to merging: merge.c (parts and what is said of them), merge_program.c (what was compiled), merge_steps.c (what ran). */
#pragma once

#include "trace/writer_impl.h"

/* How times of one run of a part become times of the merged run. */
typedef struct MergeRun {
    int64_t id, to;       /* its row in the part; in the merged file, 0 = not known yet */
    char *of;             /* run.job and run.part_of; NULL = this process's own */
    int64_t zero_ns;      /* on the part's clock, at the run's time 0 */
    int64_t at_ns, off_ns; /* of its clock: host.clock_at_ns, ... */
    double rate;
    int64_t origin_ns;    /* on rank 0's clock, at the merged run's time 0 */
    bool shared;
} MergeRun;

typedef struct MergePart {
    const char *path;
    sqlite3 *db;
    char *job;
    int64_t rank;
    GArray *runs;      /* MergeRun */
    int64_t last_step; /* the highest number of a step that it has, -1 = none */
} MergePart;

typedef struct Merge {
    const char *path; /* of the merged file */
    sqlite3 *db;
    const Watch *watch;
    GArray *parts;    /* MergePart, by rank */
    GArray *exec_end; /* int64_t by row of exec: when its last event ends; INT64_MIN = none yet */
    bool finished;    /* copying is over */
} Merge;

/* Makes, in the part's connection, the temporary tables map_TABLE(old, new), which say what the part's rows of these tables are in the merged file,
 * and stores what that does not have yet: everything of the first part, of the others the runs that are theirs alone. */
bool merge_program(Merge *m, MergePart *p, GError **error);
/* The steps of all parts; then each part's timelines; then what depends on all of them. In this order. */
bool merge_steps(Merge *m, GError **error);

/* Runs a SELECT in the part, and stores each row by a statement of the merged file: the columns are its parameters. each (may be NULL) sees the
 * row first. */
typedef struct MergeCopy {
    const char *select, *insert;
    void (*each)(Merge *m, sqlite3_stmt *row);
} MergeCopy;
bool merge_copy(Merge *m, MergePart *p, const MergeCopy *copy, GError **error);
/* The row's first column, of a SELECT in the merged file with whole numbers as arguments. */
int64_t merge_int(Merge *m, const char *sql, int64_t a, int64_t b);
/* Rows of this table are about what ran. */
bool merge_is_timeline(TraceTableId table);
