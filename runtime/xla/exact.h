/* Layouts of values between two ops of a divided program, found by following their elements (elements.h). */
#pragma once

#include "runtime/xla/explain_impl.h"

typedef struct Exact {
    bool ok;                 /* every element that was looked at is known */
    IrOp *base;              /* of local: the op that computes the value; a parameter or a loop, too */
    int base_leaf;
    int value;               /* of whole, canonical: what base stands for; -1 = unknown, or elements are of several values */
    int rank;
    const Sharding *layout;  /* NULL = the pieces are none of a sharding: they reach beyond tiles' edges, or overlap */
    bool sized;              /* how the base lies is known by the size of its pieces only: propagation says otherwise */
    bool everywhere;         /* of exact_layout: each device has what the layout says, and the others nothing */
    const Sharding *base_layout; /* of exact_layout: how the base is laid out; where it computes partial results, their sum */
} Exact;

/* The layout of leaf `leaf` of an op of local, from that of the value that it is. through: collectives on the way are added; may be NULL. */
Exact exact_layout(const Explain *x, IrOp *op, int leaf, GHashTable *through);
/* Likewise. Of a dim with fewer elements than devices several layouts say where these are; `asked` is taken if it says, too, which devices have none. */
Exact exact_layout_as(const Explain *x, IrOp *op, int leaf, const Sharding *asked, GHashTable *through);
/* Of the result of an op that the partitioner puts together of parts of one value, as the program's slices, pads and joins: whether all parts are
 * known. No layout: it is the value's no longer. */
Exact exact_parts(const Explain *x, IrOp *op, GHashTable *through);
/* Of an element-wise op of local that later passes moved behind a reshape: the operand whose elements lie as its own. NULL = it is no such op. */
IrOp *exact_reshaped(const Explain *x, const IrOp *op);
/* The layout in which the value is computed whose elements leaf `leaf` of op has, where they are laid out as `to`. value: what it is said to be. */
Exact exact_origin(const Explain *x, IrOp *op, int leaf, int value, const Sharding *to, GHashTable *through);
/* A layout with other axes on the dims that are not as small, or smaller than a piece. XLA's own propagation may find others than ours, and in a final program alone nothing is left of what it
 * found but sizes: where just one axis of the mesh, or all that are left, can have made a dim as small, these did. NULL = others may have, too. */
const Sharding *exact_sized(const Explain *x, const Sharding *s, const Type *whole, const Type *piece);
/* 1 if the result of an op of local is that of a slice, reverse, pad or concatenate of whole, laid out as propagation says; -1 if it is not, 0 =
 * unknown. Partitioners do these in several steps, and cut and join pieces of their own, of the same values and with the same names. A reverse
 * whose pieces lie on the devices in the reverse order, as XLA's partitioner makes it, is one, too, and so is what is computed in an operand's layout, to be moved
 * afterwards: how these lie is noted in x->laid. */
int exact_moves(const Explain *x, IrOp *local, const IrOp *whole);
/* A layout of what a reverse of whole takes or makes, with the devices in reverse order along what it reverses. */
const Sharding *exact_turned(const Explain *x, const IrOp *reverse, const Sharding *s);
/* True if an op of local has the elements of such an op of whole as propagation lays that out, whatever else it is. */
bool exact_is_also(const Explain *x, IrOp *local, const IrOp *whole);
/* True of slices, reverses, pads and concatenates. */
bool exact_only_moves(const IrOp *op);
/* The op of whole whose result a value is, what only passes it on looked through, if it only moves elements; NULL = it computes, or is a parameter. */
const IrOp *exact_mover(IrOp *value);
/* The layout of what goes into a collective (layout.c); ops that only prepare it (reshapes, pads, slices) are looked through. */
Exact explain_before(const Explain *x, const Found *f);
