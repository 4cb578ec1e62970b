/* Internal to the job: shared by job.c (the job as a whole), job_run.c (one run) and job_fit.c (is the machine large enough). */
#pragma once

#include "runtime/api/job.h"
#include "runtime/exec/taken.h"
#include "runtime/record/record.h"
#include "runtime/watch/watch.h"

/* The part of a run that is shared by several ranks; NULL for one. */
typedef struct JobRanks JobRanks;

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
    bool told_elided;        /* that constants have made-up values */
    bool is_recorded;          /* by this rank, or by rank 0 */
    bool has_outputs;          /* results are written by rank 0 */
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

/* ---- job_ranks.c ---- */

/* Takes from the options what only rank 0 does. Error: what several ranks cannot do. */
bool job_share(Job *job, GError **error);
/* After a failure: tells the other ranks. */
void job_tell_others(Job *job, bool ok, GError **error);
/* The hardware to plan for where none was named: "cpu-4" if ranks run on several machines that have four devices each; NULL if they are on one, or differ. Held by the job. */
const char *job_host_hardware(Job *job, int64_t n_devices);
/* The machine of each rank, and in `devices` which rank runs each; NULL for one rank. The caller frees the list, not the names. */
const char **job_hosts(const Job *job, DeviceInfo *devices, int n, int **n_cores);
/* Around the steps of a run. */
JobRanks *job_ranks_begin(const Job *job, const Compiled *c, int n_cores);
void job_ranks_end(JobRanks *r);
/* Where this rank's events go: `own`, or to rank 0. */
const EventSink *job_ranks_sink(JobRanks *r, const EventSink *own);
/* What this rank records of a run that is recorded in parts; NULL if it is not. To be freed with job_part_free. */
RecordPart *job_part(const Job *job, const char *name, int n_devices);
void job_part_free(RecordPart *part);
/* After each step, and at_end after the last: what is known of clocks, and what was sent, goes into the recording. stats: this rank's own. */
bool job_ranks_note(JobRanks *r, Record *rec, const StepStats *own, bool at_end, GError **error);
/* Before each step: none begins before rank 0 is through with the last one, so that steps of ranks that have nothing to do with each other do not
 * run apart. */
bool job_ranks_together(JobRanks *r, const Stop *stop, GError **error);
/* After each step: on rank 0 adds the other ranks' part of it to stats and their events to the sink; the others send theirs. */
bool job_ranks_step(JobRanks *r, const EventSink *sink, StepStats *stats, const Stop *stop, GError **error);

/* ---- job_fit.c ---- */

/* False with an error and a hint if the machine has too little memory for the program, or the steps would take hours. To be called
 * before the run allocates anything. */
bool job_fits(const Job *job, const Compiled *c, GError **error);

/* ---- job_predict.c ---- */

/* A clock that stands at *now, which begins with the present time. */
RunClock job_predict_clock(int64_t *now);
/* n devices of the model. The caller frees the array. */
DeviceInfo *job_predict_devices(const Hardware *hw, int n);
/* What joins the model's devices more closely than others: its nodes, or slices, by name; the caller frees the list with g_strfreev. NULL if
 * n devices are in one. */
char **job_predict_nodes(const Hardware *hw, int n);

/* False with an error if the model has fewer devices than the program needs, or not the one that is to be slow. */
bool job_predict_fits(const Job *job, const Compiled *c, GError **error);

/* Where a prediction goes: the run's recording, whose clock is at *now, and the outcome. */
typedef struct JobPredicted {
    Record *rec;
    int64_t *now;
    JobOutcome *out;
    const SimOptions *sim;
} JobPredicted;
/* What executions of the program did, as SimOptions.taken has it. */
GHashTable *job_predict_taken(const Taken *taken);
/* Simulates the compiled program and records its memory and its steps. */
bool job_predict(Job *job, Compiled *c, const JobPredicted *to, GError **error);
