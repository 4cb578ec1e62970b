/* How the members of a collective meet. A device that reaches a collective calls arrive(); when all members of its group have arrived,
 * in this process or elsewhere, the transport carries out the exchange and hands each member its results.
 *
 * A rank is a process, or a part of one, that runs some of the program's devices (exec_context_rank). transport_local is for a rank that
 * runs all of them: operands are passed by reference. A transport between ranks brings the operands of all members to each rank,
 * which then calls collective_exchange for its own members. */
#pragma once

#include <stdbool.h>

#include "runtime/base/stop.h"
#include "runtime/collective/combine.h"

typedef struct Arrival Arrival;
typedef struct Transport Transport;

/* One member's arrival at one meeting. The device fills the first part, the transport the part from `results` on. Must stay valid until
 * the meeting is complete. */
struct Arrival {
    const Collective *collective;
    int group, device;
    Buffer **operands;             /* n_operands references; arrive() takes them over */
    int64_t arrive_ns;             /* clock_ns(); 0 = times are not wanted */
    void (*complete)(Arrival *a);  /* called from any thread when the fields below are set, if arrive() returned false */

    Buffer **results;              /* room for n_results new references */
    int64_t first_ns, last_ns, end_ns; /* when the first and the last member arrived and when the exchange ended; set if arrive_ns is */
    int64_t ready_ns, began_ns;    /* if other ranks take part: since when all that the exchange needed was there, and when a core of this rank began it; else 0 */
    size_t missing;                /* not 0: there are no results, because so many bytes could not be allocated */
    void *of_transport;            /* for its own use */
};

struct Transport {
    /* True: the meeting is complete, `a` is filled, and the device goes on. False: the device parks, and a->complete() is called
     * later, possibly before this returns; until then the device must not arrive anywhere else. */
    bool (*arrive)(Transport *t, Arrival *a);
    /* Drops arrivals at meetings that were never completed. To be called between runs. */
    void (*reset)(Transport *t);
    void (*free)(Transport *t);

    /* ---- only for transports between ranks; else NULL ---- */

    /* Where values are made that other ranks read where they are: those whose slot, by number, has true, and that are not too small. */
    BufferPool *shared;
    const bool *meets;
    int64_t least_shared;

    /* A device of this rank has finished or failed: it will not arrive any more. */
    void (*ended)(Transport *t, int device);
    /* The collective at which a device of another rank waits; NULL = none. Called after a deadlock was found. */
    const Collective *(*stands_at)(Transport *t, int device);
    /* Why the devices that are parked cannot go on, if it is not that they wait for each other: another rank has failed. NULL, or a text
     * that is valid as long as the transport. May be NULL. */
    const char *(*why)(Transport *t);
    /* Which rank runs which devices, for who reads that devices wait for each other. To be freed. May be NULL. */
    char *(*who)(Transport *t);
    /* Set by the run. The transport calls it once, from any thread, if devices of this rank are parked at meetings that can never
     * become complete, because no device on any rank can go on: a deadlock. */
    void (*stuck)(void *user);
    void *user;
    /* Set by the run: what asks it to stop. Devices that are parked are then stuck as well: nobody is to be waited for. */
    _Atomic(const Stop *) stop;
};

/* A transport for members that are all in this process and share its buffers. `collectives` must outlive it. */
Transport *transport_local_new(Collective *const *collectives, int n, Pool *pool, BufferPool *buffers);
/* Checks before an exchange that its buffers can be allocated; if not, false, and *missing is the number of bytes that it needs. */
bool transport_room(const Collective *c, int group, BufferPool *buffers, size_t *missing);
