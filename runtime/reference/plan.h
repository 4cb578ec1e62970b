/* Plans for evaluating computations; each is made when it is first asked for. */
#pragma once

#include "runtime/reference/reference_impl.h"

/* What is worked out once per computation: where each op's leaves stand among the values, and which
 * values nobody needs after an op. */
typedef struct RefPlan {
    int n_slots, n_args, n_results;
    int *slot; /* by op position: its first leaf */
    int *n_leaves;
    int *first_dead; /* slots dead after op p: dead[first_dead[p] .. first_dead[p + 1]) */
    int *dead;
    bool *skip; /* by op position: nothing needs it */
    bool has_collectives;
} RefPlan;

typedef struct RefShared {
    GHashTable *plans;     /* IrComp -> RefPlan */
    GHashTable *constants; /* IrOp -> Tensor */
} RefShared;

/* The computation's plan; those of what it calls are made on the way. */
const RefPlan *ref_plan(RefCx *cx, const IrComp *comp);
void ref_plan_free(gpointer plan);
