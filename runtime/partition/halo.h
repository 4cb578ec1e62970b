/* Ranges of a split dim fetched from neighbours; halo.c. Of dims with holes: lower_window.c. */
#pragma once

#include "runtime/partition/pieces.h"

/* Rows that shards need: shard i gets `size` rows, from row start[i] of the whole dim on. Rows outside [0, n) may be asked for. */
typedef struct FetchRows {
    int64_t n;               /* rows of the whole dim that count; storage may be longer */
    const int64_t *start;    /* per shard; may be negative */
    int64_t size;
    const int64_t *count;    /* per shard: rows of these that it looks at, the first ones; NULL = all of them */
} FetchRows;

/* Where they come from: the local tile `a` of a value, with dim `dim` split over axes. */
typedef struct FetchFrom {
    IrOp *a;
    const IrOp *value;
    int dim;
    AxisList axes;
    const char *what;        /* what the op does with the rows, for the log: "reads a window" */
} FetchFrom;

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
    bool whole;              /* every device gets the whole dim in one all-gather; the fields below are not set then */
    int n_slots;
    FetchSlot *slots;
    int64_t *at;             /* per shard: place of element start[i] in the joined slots, may be negative */
    int64_t joined;          /* length of the joined slots */
    bool exact;        /* one slot, of which senders cut out exactly what each target needs */
    const Pieces *pieces;    /* the same rows in pieces, if that moves less; NULL = use the slots */
} Fetch;

/* Starts for k shards, in `arena`: base + i * step. */
int64_t *fetch_evenly(Arena *arena, int64_t k, int64_t base, int64_t step);
/* In `arena`: `size` rows from start[i] on for k shards, whose tiles are those of a dim of n rows. */
Fetch fetch_plan(Arena *arena, int64_t n, int64_t k, const int64_t *start, int64_t size);
/* The same for tiles of `tile` rows each. */
Fetch fetch_plan_tiles(Arena *arena, int64_t k, int64_t tile, const FetchRows *rows);
/* Bytes that each device receives, when one row is row_bytes. */
int64_t fetch_bytes(const Fetch *f, int64_t row_bytes);

/* The rows on each shard. Those outside [0, n) are `fill`, a scalar (NULL = unspecified), also where the storage is longer than n rows.
 * Logs a reshard of cause halo when data moves. */
IrOp *fetch_dim(Local *x, const FetchFrom *from, const FetchRows *rows, IrOp *fill);
/* The rows of a plan in pieces (f->pieces). Logs a reshard as above. */
IrOp *fetch_in_pieces(Local *x, const Fetch *f, const FetchFrom *from, IrOp *fill);
/* The slots of a plan of which every shard needs all, joined. Logs a reshard as above. */
IrOp *fetch_planned(Local *x, const Fetch *f, const FetchFrom *from);
/* Logs that reshard alone; ops made from now on carry its id, until x->reshard_id is reset. */
void note_fetch(Local *x, const Fetch *f, const FetchFrom *from);

/* A stretch of a dim whose elements have dilation - 1 holes between them: shard i needs positions [start[i], start[i] + span)
 * of the dilated dim, which takes elements first[i] .. first[i] + count[i], n at most; the first of them is lead[i] positions behind start[i]. */
typedef struct Stretch {
    int64_t n, most_lead;    /* most_lead: the largest of lead[] */
    int64_t *first, *count, *lead;
    bool alike;              /* lead[] is the same on every shard */
} Stretch;

/* In `arena`. */
Stretch stretch_of(Arena *arena, int64_t k, const int64_t *start, int64_t span, int64_t dilation);
/* rows->size positions of the dilated dim on each shard: holes, and what is outside the first rows->n elements, are `fill`. */
IrOp *fetch_stretch(Local *x, const FetchFrom *from, const FetchRows *rows, int64_t dilation, IrOp *fill);
/* Number of elements, of a dim of n, that positions up to `last` of the dilated dim read. */
int64_t elements_seen(int64_t n, int64_t last, int64_t dilation);

/* ---- what two lowerings fetch: plans that lower_halo.c prices and the lowering carries out ---- */

/* A concatenation of operands in layouts in[] on k shards: the pieces of all operands together, if that moves less than one operand after
 * the other; else NULL (lower_concatenate.c). */
const Pieces *concatenate_plan(Arena *arena, const IrOp *op, const Sharding *const *in, int64_t k);
/* A roll of a dim of n rows by `by` rows on k shards: shard i gets the rows that begin `by` rows after its own, around the end
 * (lower_roll.c). */
Fetch lower_roll_plan(Arena *arena, int64_t n, int64_t k, int64_t by);
