/* The devices of this rank as tasks on the worker pool. A task runs the device's program until it waits at a collective or ends. */
#pragma once

#include "runtime/collective/transport.h"
#include "runtime/exec/bind.h"
#include "runtime/exec/taken.h"

typedef struct Run Run;

typedef struct Device {
    Task task; /* first member: the pool passes its address to device_main */
    Run *run;
    int index;                    /* in the program; its index in Run.devices is index - Run.first */
    int partition, replica;
    int pc;
    Buffer **slots;
    int64_t held;                 /* bytes in slots that are counted; only while events are recorded */
    int64_t high;                 /* the maximum of `held` since the last recorded event */
    int64_t brought;              /* bytes of operands of the collective that it waits at: released here, in use until the collective has run */
    bool *counted;                /* by slot: false for arguments, constants, and memory that another slot counts already */
    Buffer **meet_in, **meet_out; /* operands and results of the current collective */
    bool *moved;                  /* scratch: whether a moved value is counted */
    const void **args;            /* scratch: a kernel's pointers */
    void **outs;
    const Instr *waiting;         /* the collective that it waits at, or NULL */
    Arrival arrival;              /* at that collective */
    bool resumed;                 /* resumed after a collective whose results are not yet in slots */
    int64_t now_ns;               /* end of the last event */
    int64_t on_core_ns;           /* when the calling worker began to run it */
    int64_t received;             /* bytes in collectives so far, as Collective.bytes counts them */
    bool finished;
    LoopFrame **frames;           /* of compiled loops, by index; or NULL */
    BufferNest nest;              /* small buffers that came free in this run */
} Device;

/* One execution. */
struct Run {
    const Program *program;
    const Binding *binding;
    Pool *pool;
    BufferPool *buffers;
    const EventSink *events; /* or NULL */
    Taken *taken;            /* or NULL */
    Device *devices;
    int first, n_local;           /* the devices of this rank: `first` and the following */
    Transport *transport;
    bool own_transport;
    atomic_int active;            /* devices that run or can run, plus one while other ranks may wake some; at 0 the run has ended or is stuck */
    atomic_int finished;
    atomic_bool done;
    const Stop *stop;             /* or NULL */
    atomic_flag short_of;         /* set by the device that found no memory first, before the next three */
    size_t missing;               /* bytes that could not be allocated for `failed`, or 0 */
    const char *missing_what;     /* what for: "its result" */
    int missing_device;
    _Atomic(const IrOp *) failed; /* an op that could not be evaluated: ends the run */
    _Atomic(char *) why;          /* a message about `failed`, or NULL */
    int64_t number;               /* of this execution */
    int delay_device, delay_us;
    atomic_int_fast64_t n_meetings;
    int64_t start_ns;             /* only while events are recorded */
};

/* The devices that one rank runs: n_local of them, from `first` on. They meet those of other ranks through the transport. */
typedef struct Rank {
    Transport *transport; /* borrowed; NULL: the rank has all devices, and first and n_local are ignored */
    int first, n_local;
} Rank;

Run *run_new(const Program *p, const Binding *binding, Pool *pool, BufferPool *buffers, const Rank *rank);
void run_free(Run *r);
/* Drops all values; ready for the next execution. */
void run_reset(Run *r);
/* Executes; slots of parameters are set. True if all devices ended. */
bool run_execute(Run *r);
/* A text for the error of a stuck run: which devices wait, at which instruction, and for which devices. The caller frees it. *first: what
 * the first of them waits at; NULL = none waits. */
char *run_describe_deadlock(const Run *r, const IrOp **first);
