/* Plans of reshards that several compiles of one program share. A search for remedies compiles a program some hundred times with one layout
 * changed; nearly all reshards that are priced then are the same, and finding their plans was two thirds of the time.
 *
 * A plan is kept as words that refer to no module: numbers, and the axes of layouts. Whoever takes one makes a plan of its own module of it. Safe from any
 * thread and without locks, so that a thread that runs out of memory in between leaves nothing behind. */
#pragma once

#include "runtime/partition/reshard_plan.h"

KeptPlans *kept_plans_new(void);
void kept_plans_free(KeptPlans *k);

/* What plans depend on beside type and layouts: the hardware, by value. */
uint64_t kept_plans_hardware(const Hardware *hw);

/* What a plan answers. */
typedef struct PlanQuestion {
    uint64_t hardware;      /* kept_plans_hardware() */
    const Type *type;
    const Sharding *from, *to;
    bool final;             /* as of planner_plan_final() */
} PlanQuestion;

/* A plan for that question, in the module's arena and its table of shardings; NULL = none is kept. */
const ReshardPlan *kept_plan(KeptPlans *k, IrModule *m, const PlanQuestion *q);
/* Keeps it, if it is one that can be kept: not by blocks, and on a mesh without ids of devices. */
void kept_plan_add(KeptPlans *k, const PlanQuestion *q, const ReshardPlan *plan);
