/* Executes a partitioned program on N virtual devices.
 *
 * executable_new binds kernels to the program that all devices share (plan/program.h);
 * executable_run executes it once on every device and returns the results. Device d is partition
 * d % P of replica d / P (P = partitions). The executor does not access files or the trace; events go to an
 * EventSink.
 *
 *     Program *program = program_new(local, 8, &error);
 *     Executable *exe = executable_new(program, &error);
 *     ExecContext *cx = exec_context_new(0);
 *     executable_run(exe, cx, args, results, &stats, &error); */
#pragma once

#include <glib.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/base/stop.h"
#include "runtime/memory/buffer.h"
#include "runtime/collective/transport.h"
#include "runtime/exec/taken.h"
#include "runtime/plan/program.h"

typedef struct Executable Executable;
typedef struct ExecContext ExecContext;

/* Binds kernels to a planned program. An error names the op that has no kernel, and its position. The program must outlive the executable. */
Executable *executable_new(const Program *p, GError **error);
/* Frees what an execution leaves for the next: before the transport of its context is freed. */
void executable_unload(Executable *e);
void executable_free(Executable *e);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Executable, executable_free)

int executable_n_params(const Executable *e);  /* leaves */
int executable_n_results(const Executable *e); /* leaves */
const Type *executable_param_type(const Executable *e, int leaf);
const Type *executable_result_type(const Executable *e, int leaf);
/* True if the program may overwrite this argument (module aliases): see executable_run. */
bool executable_donates(const Executable *e, int leaf);

/* Loops that are run as one piece of machine code each (exec/loop.h). */
int executable_n_loops(const Executable *e);

/* A description of n devices of this executor: virtual devices of kind "cpu". The caller frees the array, not the texts. */
DeviceInfo *exec_devices(int n);

/* n_workers counts the calling thread; 0 = one per core. */
ExecContext *exec_context_new(int n_workers);
int exec_context_n_workers(const ExecContext *cx);
void exec_context_free(ExecContext *cx);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ExecContext, exec_context_free)
/* NULL turns recording off. Borrowed until changed. */
void exec_context_record(ExecContext *cx, const EventSink *events);
/* Counts which way control goes on the devices that this context runs; NULL turns it off. Borrowed until changed. */
void exec_context_count(ExecContext *cx, Taken *taken);
/* Once it is requested, the run in progress ends with SHARD_ERROR_STOPPED as soon as each device reaches its next
 * instruction, and later runs do not start. NULL = never. Borrowed until changed. */
void exec_context_stop(ExecContext *cx, const Stop *stop);
/* Makes this context a rank that runs n of a program's devices, from `first` on, and meets those of other ranks through
 * `transport`, which it borrows and which must have `ended`. Call before the first run. Lanes of events, args and results are then those of its own devices. */
void exec_context_rank(ExecContext *cx, Transport *transport, int first, int n);
/* Results will be dropped before their ranks leave, and may be memory that ranks share; else they are copied out of it. */
void exec_context_results(ExecContext *cx, bool short_lived);
/* Memory for an argument on a device: where other ranks can read it, if a collective takes it as it is. To be dropped before the ranks leave. NULL: there is not enough. */
Buffer *exec_context_argument(ExecContext *cx, const Executable *e, int leaf);
/* The buffers of the run's values and the workers, for transports. */
BufferPool *exec_context_buffers(ExecContext *cx);
Pool *exec_context_pool(ExecContext *cx);
/* For tests: device `device` sleeps `delay_us` before each instruction that takes time. -1 = none. */
void exec_context_delay(ExecContext *cx, int device, int delay_us);

/* One step on all devices.
 *   args[device][leaf]     parameter leaves, row-major, of at least the type's bytes. Borrowed, and read only,
 *                          unless donated and not referenced elsewhere: those are consumed, and the entry
 *                          becomes NULL.
 *   results[device][leaf]  room for the results; each is a new reference (possibly to a buffer that other
 *                          devices or arguments share).
 * On error (deadlock, stopped) nothing is returned. One run per context at a time. stats may be NULL. */
bool executable_run(Executable *e, ExecContext *cx, Buffer **const *args, Buffer ***results, StepStats *stats,
                    GError **error);
