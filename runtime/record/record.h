/* A compiled program and its run, written into a trace. With a NULL writer nothing is recorded and every call is cheap.
 * The order: record_texts_new before the compile, then record_run_new, record_compiled, record_memory, record_events, then a record_step after each step,
 * record_run_end.
 *
 * What was compiled is stored in the writer's thread (trace_later) while the caller goes on: the compiled program stays as it
 * is, and alive, until record_wait or record_free; what cannot be stored is reported by record_step and record_run_end. */
#pragma once

#include "runtime/remedy/remedy.h"
#include "runtime/plan/events.h"
#include "runtime/plan/memory.h"
#include "trace/trace.h"

typedef struct Record Record;

/* The program's texts, taken while it is compiled: record_texts_take is its CompileOptions.on_text. One for each compile. They are
 * packed in the writer's thread, but nothing is in the trace before record_compiled. */
typedef struct RecordTexts RecordTexts;
RecordTexts *record_texts_new(TraceWriter *w);
void record_texts_free(RecordTexts *t);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RecordTexts, record_texts_free)
void record_texts_take(void *texts, HloText *text);

typedef struct RecordInfo {
    const char *name;       /* of the program */
    const char *label;      /* the user's, may be NULL */
    const char *config;     /* JSON object text, may be NULL */
    const char *hardware;   /* may be NULL */
    int kind;               /* TRACE_RUN_*: measured, predicted, or compiled only */
    const DeviceInfo *devices; /* what runs it; copied */
    int n_devices;          /* 0: no rows of devices, and no events */
    RunClock clock;         /* that the times of events and steps are on */
    int64_t n_steps;        /* that will be run, the unmeasured one included */
    int whole_steps;        /* of more steps than this, about so many are recorded whole: the first ones, each that is slower than all
                             * before it, and every n-th; the others as sums. 0 = all are whole */
} RecordInfo;

/* Starts a run in the trace; its time 0 is zero_ns on info's clock. The writer is borrowed. */
Record *record_run_new(TraceWriter *w, const RecordInfo *info, int64_t zero_ns);
void record_free(Record *r);
/* Its row; 0 without a writer. Waits for what is being stored. */
int64_t record_run_id(Record *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Record, record_free)

/* Module, snapshots, passes, shardings, annotations and every decision; devices and mesh. Takes the texts; NULL = none were kept. */
void record_compiled(Record *r, const Compiled *c, RecordTexts *texts);
/* Until the compiled program is stored. NULL-safe. */
void record_wait(Record *r);
/* Planned buffers; the plan is copied. */
void record_memory(Record *r, const MemoryPlan *plan);
/* A timeline for each device, and where the events of the steps go from now on: to be given to whoever runs the program, until
 * the last record_step. n_cores: of the host, each of which gets a timeline of the devices that it ran; 0 where that means nothing. Once
 * for each run, after record_compiled. NULL without a writer. Belongs to r. */
const EventSink *record_events(Record *r, int n_cores);
/* Changes that would remove collectives; after record_memory. */
void record_remedies(Record *r, const Remedies *found);
/* After a step: its row, its events. name: what the program that runs the steps calls it, may be NULL. warm: not the first. Stored within half a second (trace_step); a failure may be reported by
 * a later step, or by record_run_end. */
bool record_step(Record *r, const char *name, int num, bool warm, const StepStats *stats, GError **error);
bool record_run_end(Record *r, GError **error);
