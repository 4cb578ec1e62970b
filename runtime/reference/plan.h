/* Plans for evaluating computations; each is made when it is first asked for. */
#pragma once

#include "runtime/reference/reference_impl.h"

/* Computed once per computation: where the leaves of each op are stored among the values, and which
 * values are not used after an op. */
typedef struct RefPlan {
    int n_slots, n_args, n_results;
    int *slot; /* by op position: its first leaf */
    int *n_leaves;
    int *first_dead; /* slots dead after op p: dead[first_dead[p] .. first_dead[p + 1]) */
    int *dead;
    bool *skip; /* by op position: its result is not needed */
    bool has_collectives;
} RefPlan;

typedef struct RefShared {
    GHashTable *plans;     /* IrComp -> RefPlan */
    GHashTable *constants; /* IrOp -> Tensor */
} RefShared;

/* The computation's plan. Plans of the computations that it calls are made too. */
const RefPlan *ref_plan(RefCx *cx, const IrComp *comp);
void ref_plan_free(gpointer plan);
