/* A run that several processes share: each rank runs a contiguous block of the program's devices, and devices of different ranks meet
 * through the transport made here. Every rank compiles the program itself; rank 0 writes the trace and prints.
 *
 *     Ranks *ranks = ranks_join(&error);                      NULL without an error: this process runs alone
 *     ranks_block(ranks, n_devices, &first, &n);
 *     Transport *t = ranks_transport_new(ranks, program, pool, buffers);
 *     exec_context_rank(cx, t, first, n);
 *     ranks_step_begin(t); executable_run(...); ranks_step_end(t);
 *     ranks_leave(ranks, true, &error);
 *
 * If one rank fails it says so with ranks_fail; what waits on the others then ends with an error that names it. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

#include "runtime/base/stop.h"
#include "runtime/collective/transport.h"
#include "runtime/plan/program.h"
#include "runtime/ranks/link.h"

typedef struct Ranks Ranks;

/* Joins the run that a launcher has started this process for. NULL without an error if it was started alone. */
Ranks *ranks_join(GError **error);
/* The same over a link, which is owned from then on. */
Ranks *ranks_new(Link *link, GError **error);
/* Leaves. ok: waits until all ranks have called this; false with an error if another has failed meanwhile. Otherwise the other ranks are told,
 * unless ranks_fail has, and given a few seconds to end by themselves, and it returns false without one. Frees it. NULL does nothing, and returns true. */
bool ranks_leave(Ranks *r, bool ok, GError **error);

/* Says that no device of this rank will meet others any more: those that wait for one end with an error that names it. ranks_leave comes later. */
void ranks_farewell(Ranks *r);

int ranks_me(const Ranks *r); /* 0 for NULL */
int ranks_n(const Ranks *r);  /* 1 for NULL */
const char *ranks_engine(const Ranks *r);
/* The devices of a rank; all of them if r is NULL. Blocks differ by one at most; of more ranks than devices, the last have none. */
void ranks_block(const Ranks *r, int rank, int n_devices, int *first, int *n);
int ranks_of_device(const Ranks *r, int n_devices, int device);
/* What turns a time of a rank's clock_ns() into rank 0's: t + off_ns + rate * (t - at_ns), to within err_ns for as long as they were compared. All
 * but at_ns are 0 for ranks of rank 0's machine, which share its clock. */
typedef struct RanksClock {
    int64_t at_ns, off_ns, err_ns;
    double rate;
} RanksClock;
int64_t ranks_clock_apply(const RanksClock *c, int64_t ns);
/* As it is known by now: clocks are compared when ranks join, and every second from then on, and the line between the best comparisons is taken. */
RanksClock ranks_clock_now(Ranks *r, int rank);
/* Compares once more, and tells all ranks. All ranks call it. */
bool ranks_clock_again(Ranks *r, const Stop *stop, GError **error);
/* What must be added to a present time of another rank's clock_ns() to have it on this rank's clock. */
int64_t ranks_clock(Ranks *r, int rank);
/* The same text on all ranks that joined together, and no others'. */
const char *ranks_job(const Ranks *r);
/* A name for the next run of this kind, the same on all ranks if each asks for the same names in the same order. To be freed. */
char *ranks_run_key(Ranks *r, const char *name);
/* How many ranks run on this rank's machine; 1 for NULL. */
int ranks_n_here(const Ranks *r);
/* How many of them may use the same cores as this one: all, unless the launcher has bound them; 1 for NULL. */
int ranks_n_sharing(const Ranks *r);
/* Lets the calling thread, and those that it starts, use the cores of all ranks of this machine, which wait meanwhile; and only its own again. */
void ranks_take_machine(Ranks *r);
void ranks_leave_machine(Ranks *r);
/* How many cores a rank may use; 0 = not known. */
int ranks_cores(const Ranks *r, int rank);
/* The name of the machine that a rank runs on. */
const char *ranks_host(const Ranks *r, int rank);

/* ---- mail: what is neither the data of a meeting nor urgent ---- */

/* Sends; takes over the reference. Mail of one channel from one rank arrives in order. */
void ranks_send(Ranks *r, int to, int channel, GBytes *mail);
/* Waits for mail. NULL with an error if a rank has failed, or after a stop. */
GBytes *ranks_receive(Ranks *r, int from, int channel, const Stop *stop, GError **error);
typedef enum RanksChannel { RANKS_HELLO, RANKS_PROGRAM, RANKS_STEP, RANKS_RESULTS, RANKS_CLOCK, N_RANKS_CHANNELS } RanksChannel;

/* True if text is the same on all ranks; else an error that names one that differs. `what` is its name in the message. */
bool ranks_agree(Ranks *r, const char *what, const char *text, const Stop *stop, GError **error);

/* Each rank says a number, and hears all: of ranks_n. */
bool ranks_hear(Ranks *r, int32_t mine, int32_t *all, GError **error);

/* Tells all others that this rank cannot go on; the first message counts. */
void ranks_fail(Ranks *r, const char *message);
/* Why another rank cannot go on, or NULL. Valid until ranks_leave. */
const char *ranks_trouble(Ranks *r);
/* The error that follows from it: false. If there is none, leaves *error alone and returns true. */
bool ranks_go_on(Ranks *r, GError **error);

/* ---- devices that meet ---- */

/* A transport for the program's devices, of which this rank runs its block, or those that ranks_of says, rank by rank in order. Everything given must outlive it. Free with ->free. */
Transport *ranks_transport_new(Ranks *r, const Program *p, const int *ranks_of, Pool *pool, BufferPool *buffers);
/* All-reduces of at least so many bytes are computed by slices, by transports made from now on: 128 KiB unless said; and where ranks share memory, operands of as many are lent. The same on all ranks. */
void ranks_slice_from(Ranks *r, int64_t bytes);
/* Ranks of other machines are called so often, instead of once a second, and given up after so many calls without an answer, instead of 30 or what the environment says. For tests. */
void ranks_patience(Ranks *r, int64_t every_ns, int calls);
/* Around each run of the program. */
void ranks_step_begin(Transport *t);
void ranks_step_end(Transport *t);
/* Bytes that this rank has sent to others for meetings so far, or that they have read where they were. */
int64_t ranks_bytes_sent(Transport *t);
/* How often it has let others read, or write, where its data is. */
int64_t ranks_times_lent(Transport *t);
/* How often it has put what it had where the others look, instead of sending it. */
int64_t ranks_times_posted(Transport *t);
