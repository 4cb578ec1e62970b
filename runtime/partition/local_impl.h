/* Insides of localise: the state of the walk (localise.c), and the functions that lower one op each (lower_*.c). local_build.h has
 * builders of local ops, halo.h and pieces.h fetch rows from neighbours.
 *
 * Conventions. A local op holds one tile: tile_size() elements per dim. Elements of it that lie outside the whole array are
 * unspecified; a lowering that would let them be seen, as a sum or a window does, masks them first. */
#pragma once

#include "runtime/base/vec.h"
#include "runtime/partition/partition.h"
#include "runtime/shard/tiles.h"

typedef struct AlongAxes {
    const Mesh *mesh;
    AxisList axes;
    Groups groups;
} AlongAxes;

typedef struct Local {
    const IrModule *m;
    IrModule *out;
    DecisionLog *log;
    const Hardware *model;
    const Mesh *mesh;        /* of the op being lowered: the module's axes, in the order of devices in which it runs */
    const Mesh **orders;     /* of all ops, by id; NULL = one order (orders.h) */
    GHashTable *moved;       /* "id mesh" of a value -> the local op that has it in that order; of comp */
    IrComp *comp;            /* being built */
    IrOp **map;              /* op id of m -> op of out */
    const IrOp *current;     /* the op being lowered: provenance of all that is made */
    int reshard_id;          /* of the halo or reshard being lowered, 0 = none */
    int64_t trips;           /* of comp per step */
    GHashTable *types;       /* Type of m -> of out */
    GHashTable *comps;       /* called computations of m -> of out */
    GHashTable *tables;      /* device tables of comp by content -> scalar op */
    VEC(AlongAxes) groups;   /* groups of collectives made so far: those along the same axes are one list */
    IrOp *device;            /* partition-id of comp */
    IrComp *reducers[8][N_ELEMS];
} Local;

/* With several replicas, groups of collectives become lists of devices (replicas.c). */
void spread_over_replicas(IrModule *local);

static inline IrOp *local_of(Local *x, const IrOp *op)
{
    return x->map[op->id];
}
static inline const Sharding *sharding_of(const IrOp *op)
{
    return op->shardings[0];
}

/* ---- lower_*.c: an op of the module as a local op; its operands are in x->map already. Never NULL. ---- */

typedef IrOp *(*LowerFn)(Local *x, const IrOp *op);

IrOp *lower_reshard(Local *x, const IrOp *op);                                  /* lower_reshard.c */
IrOp *lower_plain(Local *x, const IrOp *op);                                    /* same op on tiles */
IrOp *lower_iota(Local *x, const IrOp *op);
IrOp *lower_constant(Local *x, const IrOp *op);
IrOp *lower_slice(Local *x, const IrOp *op);
IrOp *lower_pad(Local *x, const IrOp *op);
IrOp *lower_concatenate(Local *x, const IrOp *op);                              /* lower_concatenate.c */
IrOp *lower_roll(Local *x, const IrOp *op);
IrOp *lower_reshape(Local *x, const IrOp *op);                                  /* lower_reshape.c */
IrOp *lower_reverse(Local *x, const IrOp *op);
IrOp *lower_dynamic_slice(Local *x, const IrOp *op);
IrOp *lower_dynamic_update_slice(Local *x, const IrOp *op);
IrOp *lower_dot(Local *x, const IrOp *op);
IrOp *lower_ragged_dot(Local *x, const IrOp *op);
IrOp *lower_convolution(Local *x, const IrOp *op);
IrOp *lower_reduce(Local *x, const IrOp *op);
IrOp *lower_reduce_window(Local *x, const IrOp *op);
IrOp *lower_select_and_scatter(Local *x, const IrOp *op);
IrOp *lower_topk(Local *x, const IrOp *op);
IrOp *lower_fft(Local *x, const IrOp *op);
IrOp *lower_approx_pick(Local *x, const IrOp *op);
IrOp *lower_sort(Local *x, const IrOp *op);
IrOp *lower_scan(Local *x, const IrOp *op);
IrOp *lower_rng_bits(Local *x, const IrOp *op);
IrOp *lower_gather(Local *x, const IrOp *op);
IrOp *lower_scatter(Local *x, const IrOp *op);
