/* Between job.c (a job's life), job_run.c (one run of it) and job_fit.c (can it be run at all). */
#pragma once

#include "runtime/api/job.h"
#include "runtime/record/record.h"

struct Job {
    JobOptions o;
    Stop stop;
    GPtrArray *tries;          /* ShardChoice */
    GArray *outcomes;          /* JobOutcome */
    GPtrArray *labels;         /* strings that outcomes borrow */
    TraceWriter *writer;       /* NULL = not recorded */
    char *name;                /* of the program, in the trace */
    bool unrecorded;           /* from a failure on, the job goes on without a trace */
    int64_t finish_until_ns;   /* once it is stopped; clock_ns() */
    bool has_runs;             /* the trace got one */
    int64_t phase_start_ns;
    JobPhase phase;
    bool in_phase;
};

/* ---- job.c ---- */

/* Says how far a phase is; the first call of a phase begins it. */
void job_progress(Job *job, JobPhase phase, const char *what, const char *label, int64_t done, int64_t total);

/* What recording came to: true if the job goes on, with *error cleared. */
bool job_goes_on(Job *job, bool ok, GError **error);

/* ---- job_run.c ---- */

/* One run: adds its outcome, and those of the changes that were measured. choice: NULL = the program as it is. */
bool job_run_one(Job *job, const char *label, const ShardChoice *choice, GError **error);

/* ---- job_fit.c ---- */

/* False with an error and a hint if the machine has not the memory for it, or the steps would take hours. Before anything of
 * it is allocated. */
bool job_fits(const Job *job, const Compiled *c, const MemoryPlan *plan, GError **error);
