/* From one sharding to another as the cheapest sequence of single moves, or by blocks sent straight to where they are missing.
 *
 * A move is a slice (free), all-gather, all-to-all, collective-permute, reduce-scatter or all-reduce along some mesh
 * axes. The planner is a shortest-path search over shardings of the value; a value that need not be whole anywhere is
 * never made whole when a cheaper way exists. Uneven dims restrict the moves to those whose tiles line up. */
#pragma once

#include "runtime/ir/decision.h"
#include "runtime/sim/cost.h"
#include "runtime/partition/blocks.h"

typedef enum StepKind { STEP_SLICE, STEP_ALL_GATHER, STEP_ALL_TO_ALL, STEP_PERMUTE, STEP_REDUCE_SCATTER, STEP_ALL_REDUCE,
               STEP_BLOCKS, STEP_KEEP_ONE } StepKind;
/* KEEP_ONE makes a value partial: the first device along the axes keeps it, the others hold what adds nothing. */

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
    const char *text;          /* "all-gather(dim 1, b) ; slice(dim 0, a)"; "nothing" if n_steps = 0 */
    bool is_remat;             /* goes through a wholly replicated value although the target is split */
    bool is_rough;             /* made for its price; planner_plan_final looks closer */
    int n_options;             /* what was considered, the chosen one included; cheapest first */
    const PlanOption *options;
} ReshardPlan;

typedef struct Planner Planner;
/* Plans are cached by (dims, element size, from, to) and live in m's arena. */
Planner *planner_new(IrModule *m, const Hardware *model);
void planner_free(Planner *p);
/* Never NULL. from and to on the same mesh. */
const ReshardPlan *planner_plan(Planner *p, const Type *type, const Sharding *from, const Sharding *to);
/* The same for a reshard that the program makes: on meshes of many devices there may be a cheaper one. */
const ReshardPlan *planner_plan_final(Planner *p, const Type *type, const Sharding *from, const Sharding *to);
const Hardware *planner_model(const Planner *p);
/* The module that results live in. */
IrModule *planner_module(const Planner *p);

/* Of gathering a dim of size n in `parts` tiles over groups of g: where most members of a group have nothing but padding, so many of
 * them, the first, send their tiles to all, one by one; 0 = all gather at once. */
int64_t gather_senders(int64_t n, int64_t parts, int64_t g);

/* True if a dim of size n in `parts` tiles can be cut into parts * k, or joined back, with whole tiles. */
bool tiles_nest(int64_t n, int64_t parts, int64_t k);
