/* A job compiles a program, records it, runs it on virtual devices, once or under several choices of shardings, and searches for
 * changes of annotations that remove collectives. `shardscope run` is a job.
 *
 *     JobOptions o = { .path = "mlp.hlo", .trace = "run.db", .steps = 10, .remedies_s = JOB_REMEDIES_DEFAULT };
 *     g_autoptr(Job) job = job_new(&o, &error);
 *     if (job && job_run(job, &error))
 *         for (int i = 0; i < job_n_outcomes(job); i++)
 *             ... job_outcome(job, i)->step_ns ...
 *
 * Jobs are independent: any number of them may run at once, each in a thread of its own. Only one job at a time can write a
 * trace file. */
#pragma once

#include "runtime/api/program.h"
#include "runtime/plan/memory.h"
#include "runtime/ranks/ranks.h"
#include "runtime/sim/kernels.h"
#include "runtime/tensor/fill.h"
#include "trace/trace.h"

typedef struct Job Job;

/* Progress of a job. The callback runs in the thread that called job_run, in JOB_REMEDIES in a thread that the job made; never in
 * two threads at a time. Some phases call it thousands of times a second, so a callback that draws must skip most calls. */
typedef enum JobPhase { JOB_READ, JOB_COMPILE, JOB_FILL, JOB_STEPS, JOB_RESULTS, JOB_REMEDIES, JOB_FINISH } JobPhase;
typedef struct JobProgress {
    JobPhase phase;
    const char *what;          /* "reading", "filling arguments", "steps", ... */
    const char *label;         /* of the run; NULL = the job has one run, without a label */
    int64_t done, total;       /* in the phase's own unit; total 0 = not known */
    double phase_s;            /* seconds since the phase began */
    double left_s;             /* seconds to the phase's end at its rate so far; -1 = not known */
} JobProgress;

#define JOB_REMEDIES_DEFAULT (-1.0) /* 2 s, or up to 5 s for programs that compile slowly */
enum { JOB_MAX_STEPS = 2147483647 };

/* Strings, lists and what they point to are borrowed and must not change until job_free. With only the program and the number of
 * steps set and everything else 0, a job does what `shardscope run PROGRAM` does. */
typedef struct JobOptions {
    const char *path;          /* the program's file, "-" = standard input */
    const char *text;          /* the program's text instead; `path` is then its name in messages and in the trace */
    size_t text_bytes;
    ProgramOptions program;    /* its `stop` is not used: see job_cancel */
    char *const *tries;        /* "LABEL:NAME=SPEC,...": a run for each, with these parameters' shardings replaced; NULL = one run */
    bool base;                 /* with tries: make a run with the program's own shardings first */
    const char *label;         /* of the run; with tries, a prefix of the runs' labels */
    int64_t steps;             /* measured steps, at least 1; if more than 1, an unmeasured step runs first */
    FillKind fill;
    uint64_t seed;
    const char *inputs, *outputs; /* .npz files; NULL = made-up arguments, results not written */
    bool keep_results;         /* keep the results of the last step in the outcome */
    const char *trace;         /* file to record into; NULL = none */
    int whole_steps;           /* about so many steps are recorded with every event, the others as totals; 0 = all with every event */
    bool trace_optional;       /* if writing the trace fails, `warn` is called and the run goes on without recording */
    void (*warn)(void *user, const char *message); /* may be NULL */
    double remedies_s;         /* with a trace: seconds to search for changes of annotations; 0 = no search, or JOB_REMEDIES_DEFAULT */
    int try_best;              /* run the program under so many of the best changes, too */
    bool no_execute;           /* compile and record, but do not run */
    bool predict;              /* simulate the steps on the program options' hardware in place of running them */
    bool per_device;           /* of predictions: the program is what one device runs, also if it does not look so */
    SimOptions sim;            /* of predictions */
    bool force;                /* run even a program that needs more memory than the machine has, or hours */
    int n_workers;             /* threads of the executor; 0 = one per core */
    const char *dump;          /* folder for the program's text after each pass; NULL = none */
    void (*progress)(void *user, const JobProgress *p);
    void *user;
    /* A run of a trace made again: its program, which must not have changed since, and its options. `path`, `text` and `tries` are then
     * NULL; of the program options those that are set take the place of the recorded ones (shards come on top), and so do steps other
     * than 0; fill, seed, inputs and whole_steps are as recorded. Recorded into the same trace if `trace` is NULL. */
    const char *again;         /* the trace; NULL = none */
    const char *again_run;     /* the run, by number, label or name; NULL = the last */
    int remedy;                /* with this one of its changes of annotations, numbered from 1 as reports do; 0 = none */
    Ranks *ranks;              /* the processes that share this job, each of which makes one with the same options; NULL = this one alone */
    bool trace_parts;          /* with ranks and a trace: each records its own devices into a file of its own (trace_part_path), for trace_merge */
} JobOptions;

/* The outcome of one run. */
typedef struct JobOutcome {
    const char *label;         /* NULL = none */
    int64_t n_devices, compile_ns;
    CollTotal collectives[N_COLL_KINDS]; /* of one step, by kind */
    int64_t traffic;           /* bytes that a device receives in a step */
    int fallbacks;             /* ops that were not supported sharded */
    MemoryPlan memory;         /* totals only; all zero if the memory was not planned */
    int64_t *step_ns;          /* measured steps, sorted */
    int64_t n_steps;
    int64_t processor_ns;      /* of all threads in a measured step, the median: what it would take on one core that nothing else uses */
    int n_workers;             /* threads that computed */
    GPtrArray *results;        /* of Tensor, one for each leaf; NULL = not kept */
    char *prediction, *told;   /* of a predicted run: what predict_text says, as JSON and for people; else NULL */
    TracePrediction predicted; /* of a predicted run, else all 0; its price_from is not owned, its run_id not set */
    Compiled *compiled;        /* owns the results' types; NULL without results */
} JobOutcome;

/* NULL with SHARD_ERROR_USAGE if options contradict each other. */
Job *job_new(const JobOptions *options, GError **error);
void job_free(Job *job);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Job, job_free)

/* Runs the job; call it once. False with an error as soon as a run fails; job_n_outcomes counts the runs that succeeded before it.
 * After job_cancel the error is SHARD_ERROR_STOPPED, and the trace holds all steps that were finished. */
bool job_run(Job *job, GError **error);
/* Asks the job to stop. May be called from any thread and from signal handlers, until job_free. */
void job_cancel(Job *job);
/* The token that job_cancel sets, for a signal handler. */
Stop *job_stop(Job *job);

int job_n_outcomes(const Job *job);
const JobOutcome *job_outcome(const Job *job, int i); /* valid until job_free */
/* Quantile q of the step times in ns: 0 = the shortest, 0.5 = the median, 1 = the longest. 0 if no step was measured. */
int64_t job_step_ns(const JobOutcome *o, double q);
