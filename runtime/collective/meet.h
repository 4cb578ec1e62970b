/* Where devices meet: one Collective per collective op of the program, one Meeting per group of devices in it.
 *
 * A device that arrives leaves its operands' references and parks. The last of its group to arrive makes the
 * exchange (collective/combine.c) for all of them and makes the others runnable; so a meeting needs no lock, only a
 * count, and can be used again by the next iteration of a loop, because nobody comes back before being released.
 * Whatever carries references between address spaces later (MPI ranks) has to offer this much: collect what members
 * bring, call exchange once it is complete, hand out what it made. */
#pragma once

#include <stdatomic.h>

#include "runtime/compute/pool.h"
#include "runtime/memory/buffer.h"
#include "runtime/plan/collective.h"

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
