/* A pool of as many worker threads as there are cores, shared by all virtual devices.
 *
 * There are two kinds of work. A task runs until it waits or ends: a device's program. A job is a loop of
 * independent blocks that a running task starts and that idle workers help with: a large kernel. A task never blocks
 * a worker. The thread that calls pool_work is worker 0, so a pool of one worker creates no threads.
 * Results must not depend on which worker runs a block: divide work by shape, not by the number of workers. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Pool Pool;

typedef struct Task Task;
struct Task {
    void (*run)(Task *task);
    Task *next;
};

/* n_workers counts the caller; 0 = one per core. */
Pool *pool_new(int n_workers);
void pool_free(Pool *p);

int pool_n_workers(const Pool *p);
/* The number of the calling worker, below pool_n_workers; 0 is the thread that called pool_work. */
int pool_worker(void);

/* Whether workers that sleep are woken for work that comes from now on; at first they are. Work of some microseconds is over before they would be up. */
void pool_wakes(Pool *p, bool wakes);

/* Makes a task runnable. It must not be in the queue already. Its function may free it. */
void pool_push(Pool *p, Task *task);
/* Between the two, tasks that the calling thread pushes become runnable together, at pool_release: cheaper than one by one. Not nested. */
void pool_hold(Pool *p);
void pool_release(Pool *p);
/* Runs tasks and jobs on the calling thread too, until *done is set (by a task). One caller at a time. */
void pool_work(Pool *p, atomic_bool *done);
/* Wakes the thread in pool_work, so that it checks its flag. */
void pool_wake(Pool *p);

/* Calls fn(arg, i) once for each i in [0, n), in any order and on any worker, and returns when all have
 * returned. From inside tasks only (or with p NULL: runs inline). */
void pool_for(Pool *p, int64_t n, void (*fn)(void *arg, int64_t i), void *arg);

/* Scratch memory of the calling worker, valid until its next call; do not use it across pool_for. 64-byte aligned. NULL if there is
 * not enough memory, which pool_short has noted then: the caller just returns. */
void *pool_scratch(size_t bytes);
/* A second scratch memory, for functions that are called while the first is in use. */
void *pool_scratch2(size_t bytes);
/* Memory for the work of a kernel, 64-byte aligned. NULL as of pool_scratch. */
void *pool_temp(int64_t bytes);
void pool_temp_free(void *p);
/* Gives the system what is kept of such memory. */
void pool_temp_trim(void);

/* Memory that a kernel did not get. */
typedef struct Shortage {
    size_t bytes;     /* 0 = none */
    const char *what; /* what it was for: "the work of a kernel" */
} Shortage;
/* Notes it for the calling thread, or for the one whose block of pool_for this is. What the kernel leaves in its results does not matter then. */
void pool_short(size_t bytes, const char *what);
/* What was noted since the last call in this thread, including the blocks of its calls of pool_for. Who runs a kernel asks after each. */
Shortage pool_take_short(void);
