/* What collectives compute: from the operands of all members of a group, the results of the members asked for. How operands come
 * together from where the members are is up to the Transport (transport.h). */
#pragma once

#include "runtime/compute/pool.h"
#include "runtime/memory/buffer.h"
#include "runtime/plan/collective.h"

/* One execution of a collective by one group. operands[i] are member i's, as references that the member keeps; an operand without
 * other references may be overwritten. results[i] are filled with new references; members may share a buffer. */
typedef struct CollectiveArgs {
    const Collective *c;
    int group;
    Buffer *const **operands; /* [member][operand] */
    Buffer ***results;        /* [member][result]; NULL for a member whose results are not needed here */
    BufferPool *buffers;
    Pool *pool;
    /* For members whose operands came from elsewhere, each may be NULL: */
    const bool *packed; /* [member]: of reduce-scatter and all-to-all: its operands are only the tiles of members whose results are wanted, in their order, dense */
    Buffer **made;      /* [result]: of all-gather: where the result goes, instead of new memory, and where operands that are NULL already are. Taken over */
} CollectiveArgs;
/* Computes the results. They are the same to the bit whichever members they are asked for. If there is not enough memory: false, no results,
 * and *missing is the number of bytes that could not be had. */
bool collective_exchange(const CollectiveArgs *x, size_t *missing);
/* Of an all-reduce of one op (c->plain), elements [from, from + n) of result k alone, at their place in `to`; operands of packed members are
 * only these elements. */
void collective_combine(const CollectiveArgs *x, int k, int64_t from, int64_t n, void *to);
/* Upper bound of the bytes that collective_exchange takes from the pool for a group. */
size_t collective_new_bytes(const Collective *c, int group);
/* Fills the results of a device that is in no group: zeros. False as collective_exchange. */
bool collective_absent(const Collective *c, Buffer **results, BufferPool *buffers, size_t *missing);
