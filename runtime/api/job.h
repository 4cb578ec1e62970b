/* A job: a program compiled, recorded and run on virtual devices, once or under several choices of shardings, with what would
 * remove its collectives looked for. `shardscope run` is its first client.
 *
 *     JobOptions o = { .path = "mlp.hlo", .trace = "run.db", .steps = 10, .remedies_s = JOB_REMEDIES_DEFAULT };
 *     g_autoptr(Job) job = job_new(&o, &error);
 *     if (job && job_run(job, &error))
 *         for (int i = 0; i < job_n_outcomes(job); i++)
 *             ... job_outcome(job, i)->step_ns ...
 *
 * Jobs share nothing that one could see: any number of them may run at once, each in a thread of its own. One trace file is
 * one job's at a time. */
#pragma once

#include "runtime/api/program.h"
#include "runtime/plan/memory.h"
#include "runtime/tensor/fill.h"

typedef struct Job Job;

/* What a job does now. Called by the thread that is in job_run, or of JOB_REMEDIES by one of the threads that it made; never
 * by two at a time. Some phases are called back thousands of times a second: whoever draws must leave most calls out. */
typedef enum JobPhase { JOB_READ, JOB_COMPILE, JOB_FILL, JOB_STEPS, JOB_RESULTS, JOB_REMEDIES, JOB_FINISH } JobPhase;
typedef struct JobProgress {
    JobPhase phase;
    const char *what;          /* "reading", "filling arguments", "steps", ... */
    const char *label;         /* of the run; NULL = there is one, without a label */
    int64_t done, total;       /* in the phase's own unit; total 0 = not known */
    double phase_s;            /* since the phase began */
    double left_s;             /* of this phase, if it goes on as it went; -1 = not known */
} JobProgress;

#define JOB_REMEDIES_DEFAULT (-1.0) /* 2 s, of slow compiles up to 5 */
enum { JOB_MAX_STEPS = 2147483647 };

/* Strings, lists and what they point to are borrowed, and stay as they are until job_free. All zeroes but for the program and
 * the number of steps is what the command line does without options and -o. */
typedef struct JobOptions {
    const char *path;          /* the program's file, "-" = standard input */
    const char *text;          /* or its text; `path` is then what messages and the trace call it */
    size_t text_bytes;
    ProgramOptions program;    /* its `stop` is not used: see job_cancel */
    char *const *tries;        /* "LABEL:NAME=SPEC,...": a run for each, under these overrides besides; NULL = one run */
    bool base;                 /* with tries: first a run without any */
    const char *label;         /* of the run; with tries in front of their labels */
    int64_t steps;             /* measured ones, at least 1; with more, an unmeasured one goes first */
    FillKind fill;
    uint64_t seed;
    const char *inputs, *outputs; /* .npz files; NULL = made-up arguments, no file */
    bool keep_results;         /* outcomes hold the results of the last step */
    const char *trace;         /* recorded there; NULL = not recorded */
    int whole_steps;           /* of more steps than this about so many are recorded with all events; 0 = all */
    bool trace_optional;       /* a trace that cannot be written any more ends the recording, not the run: `warn` says so */
    void (*warn)(void *user, const char *message); /* may be NULL */
    double remedies_s;         /* with a trace: for how long changes are looked for; 0 = not, JOB_REMEDIES_DEFAULT */
    int try_best;              /* then runs that many of the best of them */
    bool no_execute;           /* compile and record only */
    bool force;                /* run even what needs more memory than there is, or hours */
    int n_workers;             /* threads of the executor; 0 = one per core */
    const char *dump;          /* folder for the module's text after each pass; NULL = none */
    void (*progress)(void *user, const JobProgress *p);
    void *user;
} JobOptions;

/* What one run came to. */
typedef struct JobOutcome {
    const char *label;         /* NULL = none */
    int64_t n_devices, compile_ns;
    CollTotal collectives[N_COLL_KINDS]; /* of one step, by kind */
    int64_t traffic;           /* bytes that a device receives in a step */
    int fallbacks;             /* ops that were not supported sharded */
    MemoryPlan memory;         /* sums only; all zeroes where nothing was planned */
    int64_t *step_ns;          /* measured steps, sorted */
    int64_t n_steps;
    GPtrArray *results;        /* of Tensor, a leaf each; NULL = not kept */
    Compiled *compiled;        /* what results' types belong to; NULL without them */
} JobOutcome;

/* SHARD_ERROR_USAGE if the options do not go together. */
Job *job_new(const JobOptions *options, GError **error);
void job_free(Job *job);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Job, job_free)

/* Once for each job. False with an error if a run fails, also after others went well: job_n_outcomes counts those. After
 * job_cancel: SHARD_ERROR_STOPPED; the trace holds all steps that were finished. */
bool job_run(Job *job, GError **error);
/* From any thread, and from signal handlers, at any time until job_free. */
void job_cancel(Job *job);
/* What job_cancel requests: for handlers that are set before the job is there. */
Stop *job_stop(Job *job);

int job_n_outcomes(const Job *job);
const JobOutcome *job_outcome(const Job *job, int i); /* until job_free */
/* The q-th part of the sorted steps, 0.5 = the median; 0 without steps. */
int64_t job_step_ns(const JobOutcome *o, double q);
