/* A collective of the program: its kind, the groups of devices, and what each member contributes and receives. groups.c derives it from
 * the op; collective/ exchanges the data. */
#pragma once

#include "runtime/compute/tile.h"
#include "runtime/ir/ir.h"
#include "runtime/sim/collective.h"

typedef struct Collective Collective;

struct Collective {
    CollKind kind;
    bool by_tuple;         /* an all-to-all whose operands are the parts: operand i goes to member i */
    const IrOp *op;
    int index;             /* in Program.collectives */
    int n_groups;
    int *group_size;
    int **members;         /* [group][position] = device */
    int *group_of, *position_of; /* per device; group -1: in no group (its results are zeros) */
    int *source_of;        /* permute: per device, the device that sends to it, or -1 */
    int n_operands, n_results;
    const Type *const *operand_types, *const *result_types; /* per leaf */
    TileProg *reduction;   /* of the called computation: inputs x, y; or NULL */
    OpCode plain;          /* the reduction as a single op, or N_OPCODES */
    int64_t bytes;         /* received per member (coll_traffic) */
};

/* Interprets groups by the op's mode (channel, use_global_device_ids). Errors have the op's position. */
Collective *collective_new(Arena *arena, const IrOp *op, int n_replicas, int n_partitions, GError **error);
