/* Ranges of a split dim fetched from neighbours; halo.c. Of dims with holes: lower_window.c. */
#pragma once

#include "runtime/partition/pieces.h"

/* Geometry of fetching: shard i of k needs [start[i], start[i] + size) of a dim of whole size n. */
typedef struct FetchSlot {
    int64_t lo, hi;          /* of the source's tile, the same for all */
    bool local;              /* every device has it already */
    int n_rounds;            /* permutes needed */
    int *source;             /* per target shard, -1 = none */
} FetchSlot;

typedef struct Fetch {
    int64_t n, k, size, tile;
    const int64_t *start;
    const int64_t *count;    /* how many of its rows a shard really needs; NULL = all */
    bool whole;              /* everyone gets all of the dim, in one gather; the rest is not set then */
    int n_slots;
    FetchSlot *slots;
    int64_t *at;             /* per shard: place of element start[i] in the joined slots, may be negative */
    int64_t joined;          /* length of the joined slots */
    bool exact;        /* one slot, of which senders cut out what each target needs */
    const Pieces *pieces;    /* the same in pieces, where that moves less; NULL = slots it is */
} Fetch;

/* Starts for k shards, in `arena`: base + i * step. */
int64_t *fetch_evenly(Arena *arena, int64_t k, int64_t base, int64_t step);
/* In `arena`. Tiles are those of a dim of n elements. */
Fetch fetch_plan(Arena *arena, int64_t n, int64_t k, const int64_t *start, int64_t size);
/* The same of tiles of that many elements each, of which shard i looks only at count[i] (NULL = at all). */
Fetch fetch_plan_tiles(Arena *arena, int64_t n, int64_t k, int64_t tile, const int64_t *start, const int64_t *count, int64_t size);
/* Bytes each device receives, when one element of the dim is row_bytes. */
int64_t fetch_bytes(const Fetch *f, int64_t row_bytes);
/* Element t of the result on shard i is whole element start[i] + t; outside [0, n) it is `fill` (NULL = unspecified), also where
 * the dim is longer: nobody sends what only the tails of uneven tiles would see.
 * Records a reshard of cause halo when data moves. */
IrOp *fetch_dim(Local *x, IrOp *a, const IrOp *value, int dim, int64_t n, AxisList axes, const int64_t *start,
                int64_t size, IrOp *fill, const char *what);
/* The same where shard i looks only at the first count[i] of them. */
IrOp *fetch_counted(Local *x, IrOp *a, const IrOp *value, int dim, int64_t n, AxisList axes, const int64_t *start,
                    const int64_t *count, int64_t size, IrOp *fill, const char *what);

/* Records that reshard; what is made from now on is owed to it. */
void note_fetch(Local *x, const Fetch *f, const IrOp *a, const IrOp *value, int dim, AxisList axes, const char *what);
/* What f.pieces brings. Records a reshard as above. */
IrOp *fetch_in_pieces(Local *x, const Fetch *f, IrOp *a, const IrOp *value, int dim, AxisList axes, IrOp *fill, const char *what);
/* The slots of a plan of which every shard needs all, joined. Records a reshard as above. */
IrOp *fetch_planned(Local *x, const Fetch *f, IrOp *a, const IrOp *value, int dim, AxisList axes, const char *what);

/* A stretch of a dim whose elements have dilation - 1 holes between them: shard i needs positions [start[i], start[i] + span)
 * of the dilated dim, which takes elements first[i] .. first[i] + count[i], n at most; the first of them stands lead[i] positions behind start[i]. */
typedef struct Stretch {
    int64_t n, most_lead;    /* most_lead: the largest of lead[] */
    int64_t *first, *count, *lead;
    bool alike;              /* lead[] is the same on every shard */
} Stretch;

/* In `arena`. */
Stretch stretch_of(Arena *arena, int64_t k, const int64_t *start, int64_t span, int64_t dilation);
/* The stretch itself, span elements on each shard: holes and what lies outside the first n elements of the dim are `fill`. */
IrOp *fetch_stretch(Local *x, IrOp *a, const IrOp *value, int dim, int64_t n, AxisList axes, const int64_t *start, int64_t span,
                    int64_t dilation, IrOp *fill, const char *what);
/* Of a dim of n elements those that positions up to `last` of the dilated dim see. */
int64_t elements_seen(int64_t n, int64_t last, int64_t dilation);

/* ---- what two lowerings fetch: plans that lower_halo.c prices and the lowering carries out ---- */

/* A concatenation of operands in layouts in[] on k shards: the pieces of all operands together, if that moves less than one operand after
 * the other; else NULL (lower_concatenate.c). */
const Pieces *concatenate_plan(Arena *arena, const IrOp *op, const Sharding *const *in, int64_t k);
/* A roll of a dim of n rows by `by` rows on k shards: shard i gets the rows that begin `by` rows after its own, around the end
 * (lower_roll.c). */
Fetch lower_roll_plan(Arena *arena, int64_t n, int64_t k, int64_t by);
