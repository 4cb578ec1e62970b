/* Records a compiled program and its run in a trace. With a NULL writer nothing is recorded and every call is cheap.
 * Order of the calls: record_texts_new before the compile; then record_run_new, record_compiled, record_memory, record_events; record_step
 * after each step; record_run_end or record_run_cut.
 *
 * The compiled program is stored by the writer's thread (trace_later) while the caller goes on: it must stay alive and unchanged until
 * record_wait or record_free. record_step and record_run_end report errors of storing. */
#pragma once

#include "runtime/remedy/remedy.h"
#include "runtime/plan/events.h"
#include "runtime/plan/memory.h"
#include "trace/trace.h"

typedef struct Record Record;

/* Collects the program's texts during one compile: use record_texts_take as its CompileOptions.on_text. The writer's thread compresses
 * them; record_compiled writes them into the trace. */
typedef struct RecordTexts RecordTexts;
RecordTexts *record_texts_new(TraceWriter *w);
void record_texts_free(RecordTexts *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RecordTexts, record_texts_free)
void record_texts_take(void *texts, HloText *text);
/* The text after the next pass of a program that another compiler made, NUL-terminated behind its bytes; not together with the above. */
void record_texts_add(RecordTexts *texts, GBytes *text);

/* Where the program comes from, so that the run can be made again. */
typedef struct RecordSource {
    const char *path;          /* absolute; NULL = no file */
    uint8_t hash[TRACE_HASH_BYTES]; /* SHA-256 of the program as it was read */
    GBytes *text;              /* the program, where it is from no file; else NULL */
} RecordSource;
void record_source_hash(const void *data, gsize n, uint8_t out[TRACE_HASH_BYTES]);

/* What one of several processes records of a run that they share: its own devices' timelines. Parts of one job can be merged. */
typedef struct RecordPart {
    const char *job;  /* as run.job */
    const char *of;   /* as run.part_of; NULL = the run is this process's alone */
    int rank;
    int first, n;     /* its devices */
} RecordPart;

/* A process's clock beside that of rank 0, as the columns of `host` have it, and what it sent; sent_bytes -1 = not known. */
typedef struct RecordHost {
    int64_t clock_at_ns, clock_off_ns, clock_err_ns;
    double clock_rate;
    int64_t sent_bytes;
} RecordHost;

typedef struct RecordInfo {
    const char *name;       /* of the program */
    const char *label;      /* given by the user; may be NULL */
    const char *config;     /* JSON object text, may be NULL */
    const char *hardware;   /* may be NULL */
    const char *options;    /* as run.options has them; may be NULL */
    const char *process;    /* as run.process has it; may be NULL */
    const char *recompiled; /* likewise */
    const RecordSource *source; /* copied; may be NULL = not known */
    int kind;               /* TRACE_RUN_*: measured, predicted, or compiled only */
    const DeviceInfo *devices; /* what runs it; copied */
    int n_devices;          /* 0: no rows of devices, and no events */
    const char *const *hosts; /* the machine of each process that shares the run; NULL = this process alone */
    const int *n_cores;     /* that each may use, 0 = not known; NULL = of none, or this process alone */
    int n_processes;
    const RecordPart *part; /* copied; NULL = the run is recorded whole, by this process */
    int n_lanes;            /* so many of them have a timeline, the first ones; 0 = all */
    bool elsewhere;         /* another process executes the steps: nothing is recorded of this one */
    RunClock clock;         /* clock of the times of events and steps */
    int64_t n_steps;        /* steps that will be run, including the unmeasured one */
    const SimOptions *sim;  /* how its predicted step is simulated; copied, what it points at must outlive the recording. NULL = as usual */
    int whole_steps;        /* about so many steps are recorded with every event: the first ones, every n-th, and those slower than all before them, as
                             * many again and then each that is slower by a quarter; the others as totals. 0 = all with every event */
} RecordInfo;

/* Starts a run in the trace; its time 0 is zero_ns on info's clock. The writer is borrowed. */
Record *record_run_new(TraceWriter *w, const RecordInfo *info, int64_t zero_ns);
void record_free(Record *r);
/* What is known by now of a process that shares the run. */
void record_host(Record *r, int process, const RecordHost *host);
/* The run's row in the trace; 0 without a writer. Waits until pending jobs are stored. */
int64_t record_run_id(Record *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Record, record_free)
/* What belongs to the run later, such as a profile of it, refers to these rows. */
typedef struct RecordRows {
    int64_t run_id, module_id;
    GHashTable *insts;    /* name of an instruction of the final program -> its row */
    int64_t *devices;     /* rows of devices by their place; n_devices of them */
    int n_devices;
} RecordRows;
/* Waits until the program is stored; after record_compiled. Free with record_rows_clear. */
void record_rows(Record *r, RecordRows *out);
void record_rows_clear(RecordRows *rows);

/* Records module, snapshots, passes, shardings, annotations, every decision, devices and mesh. Takes ownership of the texts; NULL = none
 * were kept. */
void record_compiled(Record *r, const Compiled *c, RecordTexts *texts);
/* Waits until the compiled program is stored. r may be NULL. */
void record_wait(Record *r);
/* Records the planned buffers; the plan is copied. */
void record_memory(Record *r, const MemoryPlan *plan);
/* Makes a timeline for each device and returns the sink for the events of the steps, to be given to the executor until the last
 * record_step. n_cores: cores of the host, each of which gets a timeline of the devices that it ran; 0 = none. Call once for each run,
 * after record_compiled. NULL without a writer. Owned by r. */
const EventSink *record_events(Record *r, int n_cores);
/* Records the remedies found; call after record_memory. */
void record_remedies(Record *r, const Remedies *found);
/* After a step: its row, its events. name: what the program that runs the steps calls it, may be NULL. warm: not the first. Stored within half a second (trace_step); a failure may be reported by
 * a later step, or by record_run_end. */
bool record_step(Record *r, const char *name, int num, bool warm, const StepStats *stats, GError **error);
/* What threads of the host did meanwhile: the user's annotations, and calls that ask for steps or wait for their results. Spans of a thread lie in one another,
 * `depth` deep. Of a run with very many the first are stored, and the others counted. */
typedef struct RecordSpan {
    int thread;            /* any number that is its own */
    int depth;
    const char *name;
    int64_t start_ns, end_ns; /* on the run's clock; what was before its time 0 is cut off */
} RecordSpan;
void record_spans(Record *r, const RecordSpan *spans, int n);
bool record_run_end(Record *r, GError **error);
/* Instead, if it goes no further: why. Accepts NULL. */
void record_run_cut(Record *r, const char *why);
