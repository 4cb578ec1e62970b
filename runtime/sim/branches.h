/* Which branch of a conditional runs: how often each, where the program says it. */
#pragma once

#include "runtime/ir/ir.h"

/* The op that runs the computation at hand (a loop its body, a call, a conditional one branch), and who runs that one in turn. */
typedef struct SimCall {
    const IrOp *op;
    int branch; /* of a conditional */
    const struct SimCall *up;
} SimCall;

/* The share of a conditional's executions in which each branch runs, which add up to 1. Known where it is chosen by constants, counters of the loops around it and
 * the number of the device; if devices take different branches, the dearest of them counts, since the others wait. ns: by branch, what it takes, to find that.
 * False: it is chosen by a value that is not known, and share[] is not written. */
bool branch_shares(const IrOp *conditional, const SimCall *call, const double *ns, int64_t n_devices, double *share);
