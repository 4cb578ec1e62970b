/* Block exchange: a change of layout in which each device receives the blocks that it lacks, one per round, from devices that have
 * them. It moves only what is missing, where a chain of collectives would carry the same data twice.
 *
 * Blocks are what both tilings together cut a value into, of one size unless tiles of uneven dims meet. Which device sends which block is
 * settled so that nobody sends or receives two at once; a round is then one collective-permute. The number of rounds is the
 * largest number of blocks that one device sends or receives: a bipartite multigraph can be edge-coloured with as many
 * colours as its largest degree (König). */
#pragma once

#include "runtime/ir/ir.h"

enum { MAX_BLOCK_DEVICES = 256, MAX_BLOCK_ROUNDS = 16, MAX_BLOCKS = 64, MAX_BLOCK_DIMS = 8 };

typedef struct BlockMove {
    int source;               /* mesh position; -1 = this device gets nothing in this round */
    int64_t from[MAX_BLOCK_DIMS];   /* where the block is in the tile of the source */
    int64_t to[MAX_BLOCK_DIMS];     /* and in that of the receiver; of an idle one, a place that is written again later */
    int64_t size[MAX_BLOCK_DIMS]; /* of the block: less than what moves if blocks are ragged, 0 of an idle one */
} BlockMove;

typedef struct BlockPlan {
    int n_devices, n_rounds, n_local; /* n_local: blocks at most that a device keeps */
    bool ragged;              /* blocks differ in size: each is cut and put down by its own */
    bool whole[MAX_BLOCK_DIMS];                    /* every block has all of its tile in this dim */
    int64_t block[MAX_BLOCK_DIMS];                 /* the largest */
    int64_t own_block[MAX_BLOCK_DIMS];             /* of those that devices keep */
    int64_t (*round_block)[MAX_BLOCK_DIMS];        /* of those that move in each round */
    int64_t elems;            /* that a device receives, over all rounds */
    BlockMove *rounds;     /* n_rounds x n_devices, by mesh position of the receiver */
    BlockMove *local;      /* n_local x n_devices: own blocks to their new places */
    bool local_first;         /* own blocks are put down before the rounds, else after them */
    bool guarded;             /* some device has no place for what it gets while idle: it must not write it */
} BlockPlan;

/* NULL if it needs more of any of these than above, or if a layout is partial. Neither may be maximal. */
BlockPlan *blocks_plan(Arena *arena, const Type *type, const Sharding *from, const Sharding *to);

/* By mesh position, in `arena`: each device's place along what neither layout divides by. Who gets a tile from a copy of it takes
 * the copy at its own place: what is at other places is another value in a manual region, or of a sum not added up yet. */
int64_t *blocks_places(Arena *arena, const Sharding *from, const Sharding *to);
