/* Which branch of a conditional runs: how often each, where the program says it. */
#pragma once

#include "runtime/ir/ir.h"

/* The op that runs the computation at hand (a loop its body, a call, a conditional one branch), and who runs that one in turn. */
typedef struct SimCall {
    const IrOp *op;
    int branch; /* of a conditional */
    const struct SimCall *up;
} SimCall;

/* How often control went which way in executions of the same program. */
typedef struct SimTaken {
    int n_devices, n_ways; /* of a conditional its branches; of a loop two: another trip, the end */
    int64_t *times;        /* [device][way] */
} SimTaken;

/* The share of each branch on the device for which they take longest, since the others wait for it; they add up to 1. taken may be NULL; false: the conditional was not executed. ns: as below. */
bool branch_shares_taken(const SimTaken *taken, const double *ns, double *share);
/* Trips of a loop in one execution, on the device with most, rounded; -1 = it was not executed. taken may be NULL. */
int64_t loop_trips_taken(const SimTaken *taken);

/* The share of a conditional's executions in which each branch runs, which add up to 1. Known where it is chosen by constants, counters of the loops around it and
 * the number of the device; if devices take different branches, the dearest of them counts, since the others wait. ns: by branch, what it takes, to find that.
 * False: it is chosen by a value that is not known, and share[] is not written. */
bool branch_shares(const IrOp *conditional, const SimCall *call, const double *ns, int64_t n_devices, double *share);
