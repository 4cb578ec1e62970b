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
    const int *spans;   /* [member]: its operands are those of so many members from it on, combined in advance; 0 = they are in an earlier one's. Of whole subtrees only */
    const bool *packed; /* [member]: of reduce-scatter and all-to-all: its operands are only the tiles of members whose results are wanted, in their order, dense */
    Buffer **made;      /* [result]: of all-gather: where the result goes, instead of new memory, and where operands that are NULL already are. Taken over */
} CollectiveArgs;
/* Computes the results. They are the same to the bit whichever members they are asked for. If there is not enough memory: false, no results,
 * and *missing is the number of bytes that could not be had. */
bool collective_exchange(const CollectiveArgs *x, size_t *missing);
/* Of an all-reduce of one op (c->plain), elements [from, from + n) of result k alone, at their place in `to`; operands of packed members are
 * only these elements. */
void collective_combine(const CollectiveArgs *x, int k, int64_t from, int64_t n, void *to);
/* Reductions of one op over elements that need no wider type combine members as a tree: first each two neighbours, then pairs of pairs. The order is
 * the same for any number of ranks, and what a rank holds of whole subtrees it can combine before it sends. Other reductions go from the first
 * member to the last. */
bool collective_is_tree(const Collective *c);
/* The subtree of members [lo, hi), two at least, combines those of [lo, middle) and [middle, hi). */
int combine_middle(int lo, int hi);
/* Combines n members that are a whole subtree: element by element of operand k, which may be computed in place of the first. */
void collective_subtree(const Collective *c, int k, int n, const char *const *src, void *to, Pool *pool);
/* Of an all-gather, copies operand k of a member to its place in the result. */
void collective_gather_one(const Collective *c, int k, int member, const void *operand, void *result, Pool *pool);
/* Upper bound of the bytes that collective_exchange takes from the pool for a group. */
size_t collective_new_bytes(const Collective *c, int group);
/* Fills the results of a device that is in no group: zeros. False as collective_exchange. */
bool collective_absent(const Collective *c, Buffer **results, BufferPool *buffers, size_t *missing);
