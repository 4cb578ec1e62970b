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
    const Sharding *base_layout; /* of exact_layout: how the base is laid out */
} Exact;

/* The layout of leaf `leaf` of an op of local, from that of the value that it is. through: collectives on the way are added; may be NULL. */
Exact exact_layout(const Explain *x, IrOp *op, int leaf, GHashTable *through);
/* The layout in which the value is computed whose elements leaf `leaf` of op has, where they are laid out as `to`. */
Exact exact_origin(const Explain *x, IrOp *op, int leaf, const Sharding *to, GHashTable *through);
/* 1 if an op of local cuts out what a slice of whole does, -1 if it does not, 0 = unknown. The partitioner makes slices of its own to cut edges
 * off, of the same value and with the same name. */
int exact_cuts(const Explain *x, IrOp *local, const IrOp *whole);
/* The layout of what goes into a collective (layout.c); ops that only prepare it (reshapes, pads, slices) are looked through. */
Exact explain_before(const Explain *x, const Found *f);
