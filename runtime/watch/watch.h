/* A running program, watched: what whoever executes programs tells, so that the process can be looked at by others. Clients and jobs
 * make a group, in it a WatchProgram for each compiled program, and tell of each step. That costs less than a tenth of a microsecond a
 * step as long as nobody is connected. The thread that answers is in server.c, what it answers in status.c; protocol.md describes it.
 *
 *     WatchGroup *group = watch_group_new(&ops, client, n_devices);
 *     WatchProgram *p = watch_program_new(group, &(WatchProgramInfo){ .compiled = c, ... });
 *     exec_context_record(cx, watch_step_begin(p, events));
 *     ... execute ...
 *     watch_step_end(p, NULL, &stats);
 *     watch_program_free(p);
 *     watch_group_free(group);
 *
 * Threads: steps of one program are told by one thread at a time; everything else from any thread. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/passes/pipeline.h"
#include "runtime/plan/events.h"

typedef struct WatchGroup WatchGroup;
typedef struct WatchProgram WatchProgram;

/* ---- what exists (registry.c) ------------------------------------------------------------------------------------------- */

/* Of one device, in bytes. limit 0 = not known. */
typedef struct WatchMemory {
    int64_t in_use, peak, limit, n_arrays;
} WatchMemory;

/* Arrays that are alike: made at the same line, of one type and sharding. Texts are borrowed for the call. */
typedef struct WatchArrays {
    const char *line;     /* "train.py:40", or where else it came from; never NULL */
    const char *type;     /* "f32[8,64]", of the whole array */
    const char *sharding; /* in JAX's spelling */
    int64_t bytes;        /* on all devices */
    double count;         /* a piece counts as its part of the array */
} WatchArrays;

/* How a group is asked; called by the thread that answers. The group is not freed meanwhile. */
typedef struct WatchOps {
    const char *kind; /* "client", "run" */
    void (*memory)(void *user, int device, WatchMemory *out);
    void (*arrays)(void *user, void (*add)(void *to, const WatchArrays *a), void *to);
} WatchOps;

WatchGroup *watch_group_new(const WatchOps *ops, void *user, int n_devices);
/* Waits until nobody asks it. Its programs must be freed before. */
void watch_group_free(WatchGroup *group);

typedef struct WatchProgramInfo {
    const Compiled *compiled; /* borrowed until the program is freed */
    GBytes *source;           /* the text it is compiled from by others; NULL = none: it was changed after reading */
    const char *source_name;  /* as messages call it; copied */
    int n_cores;              /* that execute it */
    char *options;            /* under which it was compiled, a key file (library/serialise.c); taken. NULL = it cannot be compiled again elsewhere */
} WatchProgramInfo;

WatchProgram *watch_program_new(WatchGroup *group, const WatchProgramInfo *info);
/* Waits until nobody asks it. NULL is fine. */
void watch_program_free(WatchProgram *p);

/* ---- steps (step.c) ------------------------------------------------------------------------------------------------------ */

/* Before a step: what its events are to be given to, until watch_step_end: `recorder` (may be NULL) itself if nobody is connected. */
const EventSink *watch_step_begin(WatchProgram *p, const EventSink *recorder);
/* After it. name: what its program calls the step, may be NULL. stats NULL = it failed. */
void watch_step_end(WatchProgram *p, const char *name, const StepStats *stats);

/* Whether anybody is connected: then it is worth to name steps. */
bool watch_is_connected(void);

/* ---- listening (server.c) ------------------------------------------------------------------------------------------------- */

/* From now on the process listens at `where` (place.h): NULL or "" = as the environment's SHARDSCOPE_LISTEN says, nowhere without it.
 * token: what those who connect must know, WIRE_MIN_TOKEN to WIRE_MAX_TOKEN characters; needed for ports. NULL = the environment's
 * SHARDSCOPE_TOKEN. True if the process listens there already; an error if it listens elsewhere. */
bool watch_listen(const char *where, const char *token, GError **error);
/* Closes all connections. */
void watch_listen_end(void);
/* Where the process listens; NULL = nowhere. To be freed. */
char *watch_listening(void);
