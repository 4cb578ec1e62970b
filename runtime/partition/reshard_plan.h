/* Plans that bring a value from one sharding to another: the cheapest sequence of single moves, or blocks sent directly to the devices
 * that lack them.
 *
 * A move is a slice (free), all-gather, all-to-all, collective-permute, reduce-scatter or all-reduce along some mesh
 * axes. The planner is a shortest-path search over shardings of the value; a value is
 * not made whole when a cheaper way exists. Uneven dims allow only moves between tilings whose tiles line up. */
#pragma once

#include "runtime/ir/decision.h"
#include "runtime/sim/cost.h"
#include "runtime/partition/blocks.h"

typedef enum StepKind { STEP_SLICE, STEP_ALL_GATHER, STEP_ALL_TO_ALL, STEP_PERMUTE, STEP_REDUCE_SCATTER, STEP_ALL_REDUCE,
               STEP_BLOCKS, STEP_KEEP_ONE } StepKind;
/* KEEP_ONE makes a value partial: the first device along the axes keeps it, the others hold the neutral element. */

typedef struct PlanStep {
    StepKind kind;
    int dim, to_dim;          /* the dim sliced, gathered or scattered; all-to-all: dim loses the axes, to_dim gains them */
    AxisList axes;            /* that move; empty for a permute */
    const Sharding *from, *to;
    int64_t bytes;            /* received per device */
    double ns;
    const BlockPlan *blocks;   /* of that kind: who sends what */
} PlanStep;

typedef struct ReshardPlan {
    int n_steps;
    const PlanStep *steps;
    int64_t bytes, peak_bytes; /* sum over steps; largest storage of one device on the way */
    double ns;
    int64_t far_bytes;         /* those of them that cross between hosts or slices, if the hardware has several: wires_far_bytes() */
    const char *text;          /* "all-gather(dim 1, b) ; slice(dim 0, a)", with several hosts "all-gather(dim 1, b inside a host)"; "nothing" if n_steps = 0 */
    bool is_remat;             /* goes through a wholly replicated value although the target is split */
    bool is_rough;             /* good enough for comparing prices; planner_plan_final() searches further */
    int n_options;             /* what was considered, the chosen one included; cheapest first */
    const PlanOption *options;
} ReshardPlan;

typedef struct Planner Planner;
typedef struct KeptPlans KeptPlans; /* kept_plans.h */
/* Plans are cached by (dims, element size, from, to) and live in m's arena. */
Planner *planner_new(IrModule *m, const Hardware *model);
void planner_free(Planner *p);
/* Looks for plans there first, and keeps what it finds there; borrowed, NULL = nowhere. */
void planner_share(Planner *p, KeptPlans *kept);
KeptPlans *planner_kept(const Planner *p);
/* Never NULL. from and to on the same mesh. */
const ReshardPlan *planner_plan(Planner *p, const Type *type, const Sharding *from, const Sharding *to);
/* The plan for a reshard that the program really makes: searched further, which may find a cheaper one on meshes of many devices. */
const ReshardPlan *planner_plan_final(Planner *p, const Type *type, const Sharding *from, const Sharding *to);
const Hardware *planner_model(const Planner *p);
/* What far_bytes are between: "hosts" or "slices". Static text. */
const char *planner_far(const Planner *p);
/* The module that results live in. */
IrModule *planner_module(const Planner *p);

/* For gathering a dim of size n in `parts` tiles over groups of g where most members of a group hold only padding: the number of members,
 * the first ones, that broadcast their tiles one after the other; 0 = one all-gather is better. */
int64_t gather_senders(int64_t n, int64_t parts, int64_t g);

/* True if a dim of size n in `parts` tiles can be cut into parts * k, or joined back, with whole tiles. */
bool tiles_nest(int64_t n, int64_t parts, int64_t k);
