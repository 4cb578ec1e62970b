/* Questions about the lowerings of each op family (lower_*.c): which dims they can split, and what they move by themselves. Answers are in
 * lower_rules.c (rules), lower_can.c (yes or no per factor), lower_halo.c (bytes) and beside the lowerings. */
#pragma once

#include "runtime/sim/cost.h"
#include "runtime/propagate/rules.h"

/* The rule to partition by: the one given (propagation's), or another where the lowering can split more, as in a dynamic slice of a split
 * dim. May be NULL, and take NULL. */
const Rule *lower_rule(Arena *arena, const IrOp *op, const Rule *rule);
/* May a factor of that kind be split over devices for this op? */
bool lower_can_pass(const IrOp *op, const Rule *rule, int factor);
bool lower_can_reduce(const IrOp *op, const Rule *rule, int factor);
bool lower_can_permute(const IrOp *op, const Rule *rule, int factor);
/* True if operands may be whole in dims that the work is divided along: windows, slices and the like cut out what they need. */
bool lower_may_take_whole(const IrOp *op);
/* Drops axes of factors that cannot be split at the same time. axes[] is per factor; new lists are in `arena`. */
void lower_restrict(Arena *arena, const IrOp *op, const Rule *rule, AxisList *axes);
/* After splitting reduction factors: true if the result is partial on each device (unreduced), false if the lowering
 * itself completes it. */
bool lower_leaves_partial(const IrOp *op);
/* Bytes that each device receives inside the op's own lowering: halos of windows, slices, pads, concatenations. */
int64_t lower_halo_bytes(const IrOp *op, const Sharding *const *in, const Sharding *const *out);

/* True if a reversal moves whole tiles along dim d: together with all other such dims, in one permute (lower_shape.c). */
bool lower_swaps_tiles(const IrOp *op, const Sharding *s, int d);

/* ---- reshapes (lower_reshape.c) ---- */

/* The rule with dims of one element, of which the first device alone has something, paired from left to right. */
const Rule *lower_reshape_rule(Arena *arena, const IrOp *op, const Rule *given);
/* True if factor f of a reshape may be split unevenly: it begins a run of dims on both sides, and no other dim of the run is
 * split. */
bool lower_cuts_unevenly(const IrOp *op, const Rule *rule, int f, const AxisList *axes);
/* Gives all axes of the major dim of a run to its first factor, where they do not fit its factors; false if it changed none. */
bool lower_major_run(Arena *arena, const IrOp *op, const Rule *rule, AxisList *axes);
/* Bytes that each device receives because of it. */
int64_t lower_reshape_bytes(const IrOp *op, const Sharding *in, const Sharding *out);

/* Of a scatter whose updates replace what was there, the last one winning: the dim of the indices that may be split, devices
 * then having consecutive updates; -1 if there is none, or if it combines (lower_index.c). */
int lower_overwrites(const IrOp *op);

/* The dim that a ragged dot's attribute `key` names; -1 if it names none (lower_contract.c). */
int64_t lower_ragged_dim(const IrOp *op, const char *key);

/* True if a top-k, exact or approximate, may have the dim that it picks along split (lower_topk.c). */
bool lower_can_pick(const IrOp *op);
/* True of custom-calls that may give any of the best: the exact best are among their answers. */
bool lower_is_approx_pick(const IrOp *op);

/* ---- orders (lower_sort_order.c) ---- */

/* The worst element of the type, as bytes (at most 8); false for types whose order is not known here. */
bool lower_worst_of(ElemType e, bool largest, void *out);
typedef struct SortOrder {
    int key;                 /* operand that decides; -1 = more than one, or not known */
    bool same_bits;          /* the only operand, and elements that it finds equal are the same */
    char worst[16];          /* nothing sorts behind this key */
} SortOrder;
/* What the comparator of a sort asks for. */
SortOrder lower_sort_order(const IrOp *op);
/* True if the comparator is strict, as far as can be told: it puts no element before itself. One that is not reverses equal elements,
 * an order that sorted pieces do not keep. */
bool lower_sort_is_strict(const IrOp *op);

/* ---- sorts (lower_sort.c) ---- */

/* True if a sort may have the dim that it sorts along split. */
bool lower_can_sort(const IrOp *op);
/* The axes, or as many of the first of them as leave pieces of n elements that are long enough. */
AxisList lower_sort_axes(Arena *arena, int64_t n, AxisList axes);
typedef struct SortPrice {
    int64_t bytes;           /* that each device receives */
    double ns;               /* for that */
    double passes;           /* over its pieces of operands and results that a device makes */
} SortPrice;
/* Of a sort whose operands come in that layout. */
SortPrice lower_sort_price(const Hardware *model, const Mesh *mesh, const IrOp *op, const Sharding *in);

/* ---- Fourier transforms (lower_fft.c) ---- */

/* True if that dim of a transform may be split although it is transformed. */
bool lower_can_transform(const IrOp *op, int dim);
/* The axes, or as many of the first of them as cut n elements as that needs. */
AxisList lower_fft_axes(Arena *arena, int64_t n, AxisList axes);
/* Bytes that each device receives, in three exchanges. */
int64_t lower_fft_bytes(const IrOp *op, const Sharding *in);

/* ---- scans (lower_scan.c) ---- */

/* The rule of a scan whose step works element by element; NULL for others. */
const Rule *lower_scan_rule(Arena *arena, const IrOp *op);
/* True if the dim that it goes along may be split: a running sum, product, maximum .. */
bool lower_scan_runs(const IrOp *op);
/* Bytes that each device then receives. */
int64_t lower_scan_bytes(const IrOp *op, const Sharding *const *in);

/* True if each device can draw its own part of the random bits (lower_random.c). */
bool lower_can_draw(const IrOp *op);

/* ---- windows (lower_window.c) ---- */

/* The one dim along which a window reduction is a running sum, product, maximum .. of all before or behind a place; -1. */
int lower_running_dim(const IrOp *op);
/* Of a window's taps split in so many parts, the last shorter: how many that one has, if zeros must not fill it up. They would meet
 * elements of the input, and these may be infinite. 0 if they may, or if none are needed. */
int64_t lower_taps_left(const WindowDim *w, int64_t n, int64_t parts);
/* Where what k shards of a window's taps see of a dim of n begins, each shard with `tile` taps. */
void lower_tap_starts(const WindowDim *w, int64_t n, int64_t tile, int64_t k, int64_t *start);
/* Elements of a dim of n, from the first on, that so many windows see. */
int64_t lower_elements_seen(const WindowDim *w, int64_t n, int64_t places);
/* True if a reduction with such a dim, split as `out`, takes the totals of pieces rather than their rows: fewer bytes. */
bool lower_runs(const IrOp *op, const Sharding *in, const Sharding *out);
/* True if a select-and-scatter may have windowed dims split: its selection is a comparison, its sum a plain one. */
bool lower_can_window_back(const IrOp *op);
typedef struct WindowsSeen { /* windows that see some of the `tile` rows that a shard has */
    int64_t count, span;     /* at most so many on any shard; rows that so many see */
} WindowsSeen;
/* Of k shards; first, row (of k): the first window that sees some of shard i, and where it begins. */
WindowsSeen lower_windows_seen(const WindowDim *w, int64_t tile, int64_t k, int64_t *first, int64_t *row);
