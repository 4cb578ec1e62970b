/* Shared by layout.c (from which sharding to which), needs.c (what rules and collectives say of it) and arrive.c (what elements say of it). */
#pragma once

#include "runtime/xla/align_impl.h"
#include "runtime/xla/exact.h"

/* ---- needs.c ---- */

/* The layout that operand `pos` must have so that each part of the result is computed where it lies. NULL = not known. */
const Sharding *layout_needed(Explain *x, const IrOp *op, int pos, const Sharding *from);
/* What the collectives leave of a layout: the axes that they gather are gone. *moves: some move axes to other dims. */
const Sharding *layout_after_moves(Explain *x, const Sharding *from, const Found *const *chain, int n, bool *moves);
/* The shape in which the value arrives at its consumer; NULL = not known. */
const Type *arriving_piece(const Found *const *chain, int n, int rank);
/* True if a device's piece of a value laid out so has this shape. */
bool layout_gives(const Sharding *s, const Type *whole, const Type *piece);
/* The layout with axes that all-to-alls took from one dim put on the dim whose pieces became so much smaller; NULL = there is none such. */
const Sharding *layout_spread(Explain *x, const Sharding *left, const Sharding *from, const Type *type, const Type *piece);
/* The layout after an all-to-all, from what each device sends to each other: the axes that it takes from one dim divide another one instead. NULL = it is none, or several dims
 * may be that. */
const Sharding *layout_exchanged(Explain *x, const Sharding *left, const Sharding *from, const Type *type, const Found *f);

/* ---- arrive.c ---- */

/* The value of local as which the moved one arrives, of those after the last collective the first that has the value's rank. */
typedef struct Arrival {
    IrOp *op;
    int leaf;
} Arrival;

Arrival arrival_of(Explain *x, const Found *f);
/* Both layouts from elements; false if they could not be followed. */
bool arrive_layouts(Explain *x, const Found *const *chain, int n, Layouts *l);
/* True if the elements of the value where it arrives, laid out as l->to, come from l->from through the collectives: where a table of the
 * partitioner's is not in the text, both layouts are known only by agreeing with each other. */
bool arrive_leads_from(Explain *x, Arrival at, const Found *const *chain, int n, const Layouts *l);
/* What follows the collective until ops of the program: the first value with the pieces of a layout. */
Arrival arrive_laid_out(Explain *x, const Found *f, const Type *whole, const Sharding *to);
/* True if each collective of the chain is one of those on the way. */
bool arrive_through_all(GHashTable *through, const Found *const *chain, int n);
