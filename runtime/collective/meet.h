/* Where devices meet: one Collective per collective op of the program, one Meeting per group of devices in it.
 *
 * A device that arrives leaves its operands' references and parks. The last of its group to arrive makes the
 * exchange (collective/combine.c) for all of them and makes the others runnable; so a meeting needs no lock, only a
 * count, and can be used again by the next iteration of a loop, because nobody comes back before being released.
 * Whatever carries references between address spaces later (MPI ranks) has to offer this much: collect what members
 * bring, call exchange once it is complete, hand out what it made. */
#pragma once

#include "runtime/plan/program.h"
#include "runtime/sim/collective.h"

struct Collective {
    CollKind kind;
    bool by_tuple;         /* an all-to-all whose operands are the parts: operand i goes to member i */
    const IrOp *op;
    int index;             /* in Program.collectives */
    int n_groups;
    int *group_size;
    int **members;         /* [group][position] = device */
    int *group_of, *position_of; /* per device; group -1: in none (its results are zeros) */
    int *source_of;        /* permute: per device, who sends to it, or -1 */
    int n_operands, n_results;
    const Type *const *operand_types, *const *result_types; /* per leaf */
    TileProg *reduction;   /* of the called computation: inputs x, y; or NULL */
    OpCode plain;          /* it as one op, or N_OPCODES */
    int64_t bytes;         /* received per member (coll_traffic) */
};

/* Understands groups by the op's mode (channel, use_global_device_ids). Errors carry the op's position. */
Collective *collective_new(Arena *arena, const IrOp *op, int n_replicas, int n_partitions, GError **error);

/* ---- at run time -------------------------------------------------------------------------------- */

typedef struct Meeting {
    atomic_int arrived;
} Meeting;

/* What one exchange sees: for member i of the group, operand references it keeps and results it gets (new references,
 * which may be shared between members). An operand with no other reference may be written. */
typedef struct Exchange {
    const Collective *c;
    int group;
    Buffer *const **operands; /* [member][operand] */
    Buffer ***results;        /* [member][result] */
    BufferPool *buffers;
    Pool *pool;
} Exchange;
void collective_exchange(const Exchange *x);
/* Bytes that the exchange of a group takes from the pool at most. */
size_t collective_new_bytes(const Collective *c, int group);
/* Results of a device that is in no group: zeros. */
void collective_absent(const Collective *c, int device, Buffer *const *operands, Buffer **results, BufferPool *buffers);
