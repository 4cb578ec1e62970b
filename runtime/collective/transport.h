/* How members of a collective come together. A device that reaches one says so by arrive(); once all members of its group
 * have, wherever they are, the transport makes the exchange and hands each member its results.
 *
 * A rank is a process, or a part of one, that runs some of the program's devices (exec_context_rank). transport_local is for a rank that
 * runs all of them: operands change hands by reference. A transport between ranks has to bring operands to where
 * collective_exchange is called for the members there; every rank may do so for its own. */
#pragma once

#include <stdbool.h>

#include "runtime/collective/combine.h"

typedef struct Arrival Arrival;
typedef struct Transport Transport;

/* One member at one meeting. Filled by the device, except for the last group, and valid until it is told that it is complete. */
struct Arrival {
    const Collective *collective;
    int group, device;
    Buffer **operands;             /* n_operands references, which are the transport's from arrive() on */
    int64_t arrive_ns;             /* clock_ns(); 0 = nobody asks for times */
    void (*complete)(Arrival *a);  /* from any thread, once the fields below are set, if arrive() returned false */

    Buffer **results;              /* room for n_results new references */
    int64_t first_ns, last_ns, end_ns; /* the first and the last member came, the exchange was over; if arrive_ns is set */
    size_t missing;                /* if not 0, there are no results: no memory for so many bytes */
};

struct Transport {
    /* True if the meeting is complete and so is `a`: the device goes on. Else it parks, and complete() is called later, maybe
     * before this returns. The same device arrives nowhere else until then. */
    bool (*arrive)(Transport *t, Arrival *a);
    /* Drops what has arrived here and was never completed. Between runs. */
    void (*reset)(Transport *t);
    void (*free)(Transport *t);

    /* ---- where some members are on other ranks; else NULL ---- */

    /* A device of this rank has ended, well or not: it will not arrive any more. */
    void (*ended)(Transport *t, int device);
    /* The collective at which a device of another rank stands, NULL = at none. Called once all are stuck. */
    const Collective *(*stands_at)(Transport *t, int device);
    /* Set by the run: to be called once in a run if devices of this rank have parked and nobody, here or elsewhere, can ever make
     * their meetings complete; from any thread. */
    void (*stuck)(void *user);
    void *user;
};

/* All members are in this process and share its buffers. The program's collectives must outlive it. */
Transport *transport_local_new(Collective *const *collectives, int n, Pool *pool, BufferPool *buffers);
/* The question worth asking before an exchange: false if its buffers find no room, and *missing says how many bytes that are. */
bool transport_room(const Collective *c, int group, BufferPool *buffers, size_t *missing);
