/* The devices of this rank as tasks on the worker pool. A task runs the device's program until it waits at a collective or ends. */
#pragma once

#include "runtime/collective/transport.h"
#include "runtime/exec/bind.h"

typedef struct Run Run;

typedef struct Device {
    Task task; /* first: the pool hands back its address */
    Run *run;
    int index;                    /* in the program; its place in Run.devices is less by Run.first */
    int pc;
    Buffer **slots;
    int64_t held;                 /* bytes in slots that are counted; kept while somebody records */
    int64_t high;                 /* the most since the last event that was recorded */
    int64_t brought;              /* to the meeting that it waits at: released here, in use until it has taken place */
    bool *counted;                /* by slot: not an argument, a constant, or what another slot counts already */
    Buffer **meet_in, **meet_out; /* what it brought to a meeting and what it gets */
    bool *moved;                  /* room: whether what moves takes its count along */
    const void **args;            /* room for a kernel's pointers */
    void **outs;
    const Instr *waiting;         /* the collective it stands at, or NULL */
    Arrival arrival;              /* there */
    bool resumed;                 /* came back from one whose results are not taken yet */
    int64_t now_ns;               /* end of the last event */
    int64_t on_core_ns;           /* since when the calling worker runs it */
    int64_t received;             /* bytes in collectives so far, as Collective.bytes counts them */
    bool finished;
} Device;

/* One execution. */
struct Run {
    const Program *program;
    const Binding *binding;
    Pool *pool;
    BufferPool *buffers;
    const EventSink *events; /* or NULL */
    Device *devices;
    int first, n_local;           /* the devices of this rank: `first` and the following */
    Transport *transport;
    bool own_transport;
    atomic_int active;            /* devices that run or can run, and one more while other ranks may wake some; at 0 the run is over, well or stuck */
    atomic_int finished;
    atomic_bool done;
    const Stop *stop;             /* or NULL */
    atomic_size_t missing; /* the bytes that `failed` found no memory for, or 0 */
    _Atomic(const IrOp *) failed; /* an op that could not be evaluated: ends the run */
    int delay_device, delay_us;
    atomic_int_fast64_t n_meetings;
    int64_t start_ns;             /* kept while somebody records */
};

/* The devices that one rank runs: n_local of them, from `first` on. They meet those of other ranks through the transport. */
typedef struct Rank {
    Transport *transport; /* borrowed; NULL: the rank has all devices, and first and n_local do not count */
    int first, n_local;
} Rank;

Run *run_new(const Program *p, const Binding *binding, Pool *pool, BufferPool *buffers, const Rank *rank);
void run_free(Run *r);
/* Drops all values; ready for the next execution. */
void run_reset(Run *r);
/* Executes; slots of parameters are set. True if all devices ended. */
bool run_execute(Run *r);
/* Which devices wait, at what, and for whom. */
char *run_describe_deadlock(const Run *r);
