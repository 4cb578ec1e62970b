/* Candidates: ways to divide an op, with the layouts and the prices that follow; candidates.c. */
#pragma once

#include "runtime/partition/ways.h"

typedef struct Candidate {
    const Sharding **in;   /* per operand; NULL for operands that are no arrays */
    const Sharding **out;  /* per result leaf, as computed */
    AxisList *factors;     /* axes of each factor of the rule; NULL without a rule */
    AxisList used;         /* all axes that divide the work */
    double comm_ns, compute_ns, flops;
    double share;          /* each device does 1 / share of the work */
    double inner_ns;       /* part of comm_ns that the op's own lowering moves: halos, partial results compared */
    int64_t bytes;
    int64_t far_bytes;     /* those of them that cross between hosts or slices, if the hardware has several: wires_far_bytes() */
    bool on_partials;      /* computes on partial sums, which are added up later */
    uint64_t whole;        /* a bit per operand: each device reads windowed dims from a whole copy */
    int base;              /* number of the shared candidate (candidate_base) for these factors of this kind of op; 0 = it was not remembered */
    const char *text;
} Candidate;

/* Weight of computing against moving when a plan that moves more is compared with one that moves less. Predictions are not more
 * exact than that: computing time won must exceed their error, while bytes saved are certain. */
#define SURE_OF_COMPUTING 0.8

/* The price by which ways are compared: computing, weighted by `sure`, and moving operands and results. */
static inline double candidate_price(const Candidate *c, double sure)
{
    return sure * c->compute_ns + c->comm_ns;
}

/* The candidate with the op's own costs only: computing, and what its lowering moves. Shared by all ops of the kind: read-only. */
Candidate *candidate_base(Insert *x, IrOp *op, const Rule *rule, const Way *w);
/* A copy of it that may be changed. */
Candidate *candidate_make(Insert *x, IrOp *op, const Rule *rule, const Way *w);
/* The candidate that has tensor `t` of the rule in layout `want` and the rest as `now` (way_following); NULL if there is none. Shared:
 * read-only. */
Candidate *candidate_following(Insert *x, IrOp *op, const Rule *rule, const RuleTensor *t, const Sharding *want, const Candidate *now);

/* The ways to run `op` sharded, cheapest first. At least one (everything replicated). */
GPtrArray *candidates_of(Insert *x, IrOp *op, const Rule *rule);

/* Running `op` on partial values as they are, the sum left for later: sums are linear. NULL if the op is not linear in
 * those of its operands that are partial in the layouts at[]; own costs only. */
Candidate *candidate_on_parts(Insert *x, IrOp *op, const Rule *rule, const Sharding *const *at);
/* A bit per operand that is one finite number everywhere: what candidate_on_parts() depends on besides the op's kind. */
uint64_t splat_operands(const IrOp *op);
/* The same for the operands as computed, with the price of moving. NULL also if another op needs the sum of one of them anyway, unless
 * forced. */
Candidate *candidate_on_partials(Insert *x, IrOp *op, const Rule *rule, bool forced);
/* The candidate with those axes per factor, priced. */
Candidate *candidate_with(Insert *x, IrOp *op, const Rule *rule, const AxisList *factors, uint64_t whole);
/* Text of a candidate for the log. */
const char *candidate_text(Insert *x, const IrOp *op, const Rule *rule, const Candidate *c);
