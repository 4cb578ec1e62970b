/* Internal to the job: shared by job.c (the job as a whole), job_run.c (one run) and job_fit.c (is the machine large enough). */
#pragma once

#include "runtime/api/job.h"
#include "runtime/record/record.h"
#include "runtime/watch/watch.h"

struct Job {
    JobOptions o;
    Stop stop;
    GPtrArray *tries;          /* ShardChoice */
    GArray *outcomes;          /* JobOutcome */
    GPtrArray *labels;         /* strings that outcomes borrow */
    TraceWriter *writer;       /* NULL = not recorded */
    char *name;                /* of the program, in the trace */
    GPtrArray *kept;           /* strings and lists that options read from a trace point at */
    GPtrArray *changes;        /* JobChange: made in the program besides what the options say */
    RecordSource source;       /* where the program is */
    bool has_source;           /* source is known */
    struct {
        const char *title;     /* of the run that is made again */
        uint8_t hash[TRACE_HASH_BYTES]; /* of its program */
        int64_t remedy_id;     /* row of the change that is made; 0 = none */
    } from;
    bool unrecorded;           /* writing the trace failed, and the job goes on without recording */
    int64_t finish_until_ns;   /* after a stop: clock_ns() until which the trace may be finished */
    bool has_runs;             /* a run was added to the trace */
    int64_t phase_start_ns;
    JobPhase phase;
    bool in_phase;
};

/* ---- job.c ---- */

/* Reports progress; the first call with another phase begins that phase. */
void job_progress(Job *job, JobPhase phase, const char *what, const char *label, int64_t done, int64_t total);

/* Call after each recording. `ok` false: recording failed. True if the job goes on all the same, with *error cleared. */
bool job_goes_on(Job *job, bool ok, GError **error);

/* ---- job_run.c ---- */

/* Makes one run and adds its outcome, and those of the changes that were run too (try_best). choice: NULL = the program's shardings. */
bool job_run_one(Job *job, const char *label, const ShardChoice *choice, GError **error);

/* ---- job_watch.c ---- */

/* What a run's program was compiled from. source: NULL = it was changed after reading. */
typedef struct JobText {
    GBytes *source;
    const ShardChoice *choice;
} JobText;

/* A run's program as those who watch the process see it, until job_watch_end. */
typedef struct JobWatch {
    const Compiled *c;
    const MemoryPlan *plan;
    WatchGroup *group;
    WatchProgram *program;
} JobWatch;
void job_watch_begin(JobWatch *w, const Job *job, const Compiled *c, int n_cores, const JobText *text);
void job_watch_end(JobWatch *w);

/* ---- job_fit.c ---- */

/* False with an error and a hint if the machine has too little memory for the program, or the steps would take hours. To be called
 * before the run allocates anything. */
bool job_fits(const Job *job, const Compiled *c, const MemoryPlan *plan, GError **error);
