/* Insides of localise, shared by localise.c (the walk), lower_*.c (one file per kind of op) and halo.c.
 *
 * Conventions. A local op holds one tile: storage of tile_size() elements per dim, of which those inside the whole
 * array are valid; the rest is unspecified, and whoever would let it be seen (a sum, a window) masks it first. */
#pragma once

#include "runtime/base/vec.h"
#include "runtime/partition/partition.h"
#include "runtime/shard/tiles.h"

typedef struct AlongAxes {
    AxisList axes;
    Groups groups;
} AlongAxes;

typedef struct Local {
    const IrModule *m;
    IrModule *out;
    DecisionLog *log;
    const Hardware *model;
    const Mesh *mesh;
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

/* ---- local_build.c: small builders; all give ops of x->comp with x->current's provenance ---- */

const Type *lb_type(Local *x, const Type *of_m);                         /* the same type in out */
const Type *lb_local_type(Local *x, const Type *whole, const Sharding *s); /* one tile of it */
IrOp *lb_op(Local *x, OpCode code, const Type *type, int n, IrOp *const *operands);
void lb_annotate(Local *x, IrOp *made, const IrOp *op);
IrOp *lb_unary(Local *x, OpCode code, IrOp *a);
IrOp *lb_binary(Local *x, OpCode code, IrOp *a, IrOp *b);
IrOp *lb_compare(Local *x, CompareDir dir, IrOp *a, IrOp *b);
IrOp *lb_select(Local *x, IrOp *p, IrOp *t, IrOp *f);
IrOp *lb_convert(Local *x, IrOp *a, ElemType e);
IrOp *lb_scalar(Local *x, ElemType e, int64_t value);                    /* an integer, as any type; a place that is too large for s32 as s64 */
IrOp *lb_constant(Local *x, const Type *type, const void *element);      /* splat */
const Literal *lb_literal(Local *x, const Type *type, const Literal *l); /* the same array in the local module, of its type; {...} stays that */
IrOp *lb_spread(Local *x, IrOp *scalar, const Type *like);               /* scalar to the dims of `like` */
IrOp *lb_along(Local *x, IrOp *vector, const Type *like, int dim);       /* rank 1 along one dim of `like` */
IrOp *lb_iota(Local *x, const Type *like, int dim);                      /* places along dim: s32 or s64, dims of `like` */
IrOp *lb_reshape(Local *x, IrOp *a, int rank, const int64_t *dims);
IrOp *lb_slice_dim(Local *x, IrOp *a, int dim, int64_t lo, int64_t hi, int64_t stride);
IrOp *lb_pad_dim(Local *x, IrOp *a, int dim, int64_t lo, int64_t hi, IrOp *fill); /* fill NULL = zero */
IrOp *lb_concat(Local *x, int dim, int n, IrOp *const *parts);
IrOp *lb_dynamic_slice_dim(Local *x, IrOp *a, int dim, IrOp *start, int64_t size);
const Type *lb_with_dim(Local *x, const Type *t, int dim, int64_t size);

/* The type of places up to `last`: s32 where sums of two fit it as well, else s64. lb_binary and lb_compare widen what is narrower. */
ElemType lb_place_elem(int64_t last);
/* Widens to s64 if one of them is that: the starts of a slice are of one type. */
void lb_same_places(Local *x, int n, IrOp **places);

/* A scalar place that is values[device id] on each device; a constant where all are equal. */
IrOp *lb_table(Local *x, const int64_t *values);
/* The same from a number per shard along the axes. */
IrOp *lb_table_of_shards(Local *x, AxisList axes, const int64_t *by_shard);
/* Index of this device along the axes, times `scale`. */
IrOp *lb_index(Local *x, AxisList axes, int64_t scale);
/* `a` (tile of a dim of whole size n split over axes) with the elements beyond n replaced by the scalar fill. */
IrOp *lb_mask_dim(Local *x, IrOp *a, int dim, int64_t n, AxisList axes, IrOp *fill);
/* The value as it is here, zeros in the tails of those of its dims that are about to be summed over. Both operands of a product
 * need it: a zero against an unspecified NaN is still NaN. */
IrOp *lb_mask_contracted(Local *x, const IrOp *value, Ints dims);
IrOp *lb_zero(Local *x, ElemType e);
IrComp *lb_reducer(Local *x, Reduction r, ElemType e);
IrComp *lb_copy_comp(Local *x, const IrComp *c);                         /* a scalar computation, once per module */
/* Of a comparator: one that is given more operands and does not look at them. */
IrComp *lb_copy_comp_for(Local *x, const IrComp *c, int more, const ElemType *elems);
/* Groups of a collective along axes. */
Groups lb_groups(Local *x, AxisList axes);
IrOp *lb_all_gather(Local *x, IrOp *a, int dim, AxisList axes);
/* Records that op moves parts of value (or of itself) to be divided as it is, `row` saying what is not in these; what is made from now on is
 * owed to it. */
void note_rule(Local *x, const IrOp *op, const IrOp *value, Reshard row);

/* ---- halo.c ---- */

/* Rows [row, row + n) of shard `from`, to be rows [at, at + n) of shard `to`. */
typedef struct Piece {
    int from, to;
    int64_t row, at, n;
    int round;
} Piece;

/* What shards need, in pieces (pieces.c). Rounds are copies on the spot first, then permutes. */
typedef struct Pieces {
    int64_t k, tile, size;   /* shards; rows that each has, and gets */
    int n, room, n_own, n_rounds;
    Piece *v;
    int64_t *length;         /* of a round: rows that travel */
} Pieces;

void pieces_put(Pieces *p, Arena *arena, Piece piece);
/* Shard `to` gets n rows from row `whole` of the whole dim on, as its rows from `at` on. */
void pieces_add(Pieces *p, Arena *arena, int to, int64_t whole, int64_t at, int64_t n);
/* Deals them out to rounds. */
void pieces_pack(Pieces *p, Arena *arena);
/* Rows that each device receives. */
int64_t pieces_rows(const Pieces *p);
/* The rows on each shard; those that no piece brings are `fill` (NULL = unspecified). */
IrOp *pieces_fetch(Local *x, const Pieces *p, IrOp *a, int dim, AxisList axes, IrOp *fill);

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

/* ---- lower_*.c: op of m to its local op; operands already in x->map ---- */

typedef IrOp *(*LowerFn)(Local *x, const IrOp *op);

static inline IrOp *local_of(Local *x, const IrOp *op)
{
    return x->map[op->id];
}
static inline const Sharding *sharding_of(const IrOp *op)
{
    return op->shardings[0];
}

IrOp *lower_reshard(Local *x, const IrOp *op);                                  /* lower_reshard.c */
IrOp *lower_plain(Local *x, const IrOp *op);                                    /* same op on tiles */
IrOp *lower_iota(Local *x, const IrOp *op);
IrOp *lower_constant(Local *x, const IrOp *op);
IrOp *lower_slice(Local *x, const IrOp *op);
IrOp *lower_pad(Local *x, const IrOp *op);
IrOp *lower_concatenate(Local *x, const IrOp *op);                              /* lower_concatenate.c */
/* Of operands in layouts in[], all pieces of the result together, where that moves less than operand by operand; else NULL. */
const Pieces *concatenate_plan(Arena *arena, const IrOp *op, const Sharding *const *in, int64_t k);
IrOp *lower_roll(Local *x, const IrOp *op);
/* Shard i of k tiles gets what stands `by` rows further on, from the start again behind the end. */
Fetch lower_roll_plan(Arena *arena, int64_t n, int64_t k, int64_t by);
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
