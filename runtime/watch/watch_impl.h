/* Internal to watch/: shared by registry.c, step.c, status.c and server.c.
 *
 * Locks, in the order in which they may be taken: the server's, the registry's, a program's. */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "runtime/watch/watch.h"
#include "runtime/watch/wire.h"

/* ---- registry.c ------------------------------------------------------------------------------------------------------------------ */

struct WatchGroup {
    WatchOps ops;
    void *user;
    int n_devices;
    int number;            /* of groups, from 1 */
    int pins;              /* under the registry's lock, as is next */
    WatchGroup *next;
};

/* The last meeting of a collective, over all groups of devices. */
typedef struct LastMeeting {
    int64_t first_ns, last_ns, end_ns, bytes;
    int64_t count;         /* in the last step in which it ran */
    int64_t step;          /* the number of that step, from 1; 0 = it never ran */
} LastMeeting;

enum { WATCH_RECENT = 32 }; /* steps whose times are kept */

typedef struct StepLane StepLane;

struct WatchProgram {
    WatchGroup *group;
    const Compiled *compiled;
    GBytes *source;
    char *source_name, *options;
    int n_cores;           /* that execute it */
    int64_t id;            /* of the process's programs, from 1 */
    int pins;              /* under the registry's lock, as is next */
    WatchProgram *next;
    char *fingerprint;     /* of the partitioned program; made when it is first asked for, by the thread that answers */

    atomic_int_fast64_t began_ns; /* when the step that runs began; 0 = none runs */
    pthread_mutex_t lock;  /* of what follows up to `sink` */
    int64_t n_steps;       /* that ended well */
    int64_t ends[WATCH_RECENT]; /* of the last steps, in a ring: n_steps % WATCH_RECENT is next */
    int64_t last_ns;       /* duration of the last step */
    LastMeeting *met;      /* by op id of the local module; NULL = nobody looked yet */

    /* Used by the thread that tells of steps, and by those that execute one. */
    EventSink sink;
    const EventSink *recorder;
    bool watched, captured; /* the step that runs */
    bool sent;             /* steps of it were sent to whoever captures */
    StepLane *lanes;       /* of devices, then of cores */
    void **lane_pointers;  /* of devices */
    int n_lanes;
};

/* Calls fn for each program, then for each group, in the order in which they were made; they are not freed during the call. */
void registry_each_program(void (*fn)(WatchProgram *p, void *user), void *user);
void registry_each_group(void (*fn)(WatchGroup *g, void *user), void *user);
/* The program of that id, which is not freed before registry_unpin; NULL = it is gone. */
WatchProgram *registry_pin(int64_t id);
void registry_unpin(WatchProgram *p);
/* What is said of a program that is gone, of which steps were sent: as status_module_line(). NULL = nothing is kept of it. */
char *registry_last_words(int64_t id, GBytes **source);
/* Forgets them: nobody captures any more. */
void registry_forget(void);
/* Around fork(): the child can go on using the registry. */
void registry_fork(bool before);

/* ---- step.c ------------------------------------------------------------------------------------------------------------------------ */

/* How many are connected, and of those how many capture. */
extern atomic_int watch_n_connected, watch_n_capturing;
void step_lanes_free(WatchProgram *p);

/* ---- status.c ---------------------------------------------------------------------------------------------------------------------- */

/* The answer to WIRE_STATUS, a line; the caller frees it. */
char *status_line(void);
/* What a capture needs to know of a program before its steps: a line, which is followed by the bytes of *source (a reference, or NULL). */
char *status_module_line(WatchProgram *p, GBytes **source);
/* The first answer: who this is. */
char *status_hello_line(void);

/* ---- server.c ----------------------------------------------------------------------------------------------------------------------- */

/* A step to all that capture. line: with its end; body may be NULL. Both are taken. */
void server_step(int64_t program, char *line, GByteArray *body);
