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
    bool on_partials;      /* takes partial values as they are */
    uint64_t whole;        /* operands of which it takes dims whole though it divides its work along them */
    int base;              /* number of what candidate_base() gave for these factors of this kind of op; 0 = it could not be remembered */
    const char *text;
} Candidate;

/* How much computing counts beside moving when it is asked whether moving more is worth it. The model foretells neither better than
 * that: what a plan wins by moving more must be more than its error, and fewer bytes are fewer for sure. */
#define SURE_OF_COMPUTING 0.8

/* What ways are compared by: computing, and moving to and from the op; computing counts `sure`. */
static inline double candidate_price(const Candidate *c, double sure)
{
    return sure * c->compute_ns + c->comm_ns;
}

/* With the costs of the op itself: computing, and what its lowering moves. One for all ops of the kind: not to be changed. */
Candidate *candidate_base(Insert *x, IrOp *op, const Rule *rule, const Way *w);
/* A copy of it. */
Candidate *candidate_make(Insert *x, IrOp *op, const Rule *rule, const Way *w);
/* The candidate that has tensor `t` of the rule in layout `want` and the rest as `now` (way_following); NULL if there is none. Not
 * to be changed. */
Candidate *candidate_following(Insert *x, IrOp *op, const Rule *rule, const RuleTensor *t, const Sharding *want, const Candidate *now);

/* The ways to run `op` sharded, cheapest first. At least one (everything replicated). *supported false: the op has no
 * rule and only runs on whole operands. */
GPtrArray *candidates_of(Insert *x, IrOp *op, const Rule *rule);

/* Running `op` on partial values as they are, the sum left for later: sums are linear. NULL if the op is not linear in
 * those of its operands that are partial in the layouts at[]; own costs only. */
Candidate *candidate_on_parts(Insert *x, IrOp *op, const Rule *rule, const Sharding *const *at);
/* The bits of operands that are finite numbers, everywhere the same: what on_parts looks at besides the kind. */
uint64_t splat_operands(const IrOp *op);
/* The same on the operands as computed, priced; NULL also if someone else needs the sum of one anyway, unless forced. */
Candidate *candidate_on_partials(Insert *x, IrOp *op, const Rule *rule, bool forced);
/* The candidate with those axes per factor, priced. */
Candidate *candidate_with(Insert *x, IrOp *op, const Rule *rule, const AxisList *factors, uint64_t whole);
/* Text of a candidate for the log. */
const char *candidate_text(Insert *x, const IrOp *op, const Rule *rule, const Candidate *c);
