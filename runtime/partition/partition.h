/* From a program with a sharding on every value to the program that each device runs. Three passes:
 *
 *   insert_reshards   picks for every op how its work is divided, and inserts a `reshard` op wherever an operand or a
 *                     result has another layout than that needs. Types are still those of whole values.
 *   plan_reshards     turns each reshard into a sequence of slices and collectives (reshard_plan.h).
 *   localise          makes the per-device module: local shapes, collectives, index arithmetic, masks, halos.
 *
 * Why a layout changes is written into the log at the moment it is decided. Calls must have been inlined. */
#pragma once

#include "runtime/base/stop.h"
#include "runtime/ir/decision.h"
#include "runtime/partition/reshard_plan.h"

/* What a plan comes to once it is lowered and cleaned up: what is combined, hoisted or left out afterwards is seen here, which prices of single ops do
 * not see. */
typedef struct LoweredPrice {
    double moving;   /* what its collectives take, ns; infinitely much if that cannot be told */
    double meetings; /* collectives in an execution */
    double step;     /* of accelerators: the simulated step, ns; 0 = it was not simulated */
    bool fits;       /* of accelerators: it finds room in a device's memory */
} LoweredPrice;

enum { RIVAL_NONE = -1 };

typedef struct PartitionOptions {
    bool first_match; /* GSPMD-like: operands follow the result, no prices compared */
    bool quick;       /* prices compared op by op, no search over the whole program: a first look, for comparing programs */
    LoweredPrice (*lowered)(IrModule *m, void *user); /* of m as it is laid out, plans of its reshards not yet made. NULL = nobody looks */
    void *user;
    int rival;  /* plans by prices of other hardware (sim/rivals.h) are compared too: all of them (0), those of one (n), none (RIVAL_NONE) */
    int *taken; /* the one whose plan was taken, RIVAL_NONE for our own; NULL = nobody asks */
    const Stop *stop; /* once it is requested, insert_reshards ends with SHARD_ERROR_STOPPED; NULL = never */
} PartitionOptions;

/* Sums of bf16, f16 and smaller floats that may be divided, as far as propagation tells, become sums in f32 with a convert
 * behind them; and what insert_reshards left whole of that goes back (widen.c). Both edit m in place. */
void widen_partial_sums(IrModule *m);
void narrow_whole_sums(IrModule *m);

/* Makes a dim along which the indices of a gather or scatter only count a batch dim (parallel.c). insert_reshards does it first. */
void batch_counted_indices(IrModule *m);

/* Turns a concatenation of the end and the beginning of one value into a roll of that value (lower_roll.c). Done first, too. */
void join_rolls(IrModule *m);

/* Makes slices of slices, concatenations, pads and copies read from the original; ops without effect become copies (shorten.c). */
void shorten_cuts(IrModule *m);

/* Replaces an update that overwrites everything by a copy of the update (rewrite.c). */
void forget_overwritten(IrModule *m);
/* Turns custom-calls named TopK into the op topk, which can be divided (rewrite.c). */
void name_topk_calls(IrModule *m);

/* Edits m in place. In: m->mesh, op->shardings of all values, entry->results[].sharding. Out: operands of every op
 * have exactly the layout its local version needs; op->shardings say the layout of the op as computed (results of
 * contractions unreduced). The planner must be of this module. */
bool insert_reshards(IrModule *m, Planner *planner, const PartitionOptions *options, DecisionLog *log, GError **error);

/* Sets a.reshard.plan of every reshard op, and plan, bytes and options of its row in the log; drops reshards that move
 * nothing. */
bool plan_reshards(IrModule *m, Planner *planner, DecisionLog *log, GError **error);

/* A new module for one of m->mesh->n_devices devices (n_partitions of the result) of each of its replicas, to be freed by the caller. Ops have the
 * origins, locations and reshard ids of what they came from. m stays as it is. */
IrModule *localise(const IrModule *m, const Hardware *model, DecisionLog *log, GError **error);

/* *out: a collective of such a module with its groups or pairs as lists of devices (lists in the arena), where it numbers
 * the partitions of each replica or the replicas of each partition. */
void name_devices(Arena *arena, const IrOp *op, IrOp *out);

/* Number of ops marked "not supported sharded" in the log. */
int partition_fallbacks(const DecisionLog *log);
