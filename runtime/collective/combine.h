/* What collectives compute: from the operands of all members of a group to the results of those members that are asked for.
 * It knows nothing of where members are; how operands come together is a Transport's business (transport.h). */
#pragma once

#include "runtime/compute/pool.h"
#include "runtime/memory/buffer.h"
#include "runtime/plan/collective.h"

/* For member i of the group, operand references that it keeps and results that it gets (new references, which may be shared
 * between members). An operand with no other reference may be written. */
typedef struct CollectiveArgs {
    const Collective *c;
    int group;
    Buffer *const **operands; /* [member][operand] */
    Buffer ***results;        /* [member][result]; NULL for a member whose results nobody here wants */
    BufferPool *buffers;
    Pool *pool;
} CollectiveArgs;
/* Results do not depend on which members they are asked for. */
void collective_exchange(const CollectiveArgs *x);
/* Bytes that the exchange of a group takes from the pool at most. */
size_t collective_new_bytes(const Collective *c, int group);
/* Results of a device that is in no group: zeros. */
void collective_absent(const Collective *c, Buffer **results, BufferPool *buffers);
