/* Shared by exact.c (layouts from elements) and moved.c (ops that only move elements). */
#pragma once

#include "runtime/xla/elements.h"
#include "runtime/xla/exact.h"

/* ElementEnds: ops of local at which a value begins that has a match, or that is what a computation takes. user: an Explain. */
bool exact_ends(const void *user, const IrOp *op);
/* Notes the value that an element was followed to. expected: the value of whole that an op of its kind and name computes, where it was not matched; -1 = none. */
bool exact_set_base(const Explain *x, Exact *e, const Element *el, int expected);
/* The layout that the base has as propagation says, of the ops of whole that are this value the one whose pieces have its shape. */
const Sharding *exact_base_sharding(const Explain *x, const IrOp *base, int leaf, int value, const Type **type);
/* True if pieces of an array laid out like this have a piece's dims. */
bool exact_fits(const Type *piece, const Type *whole, const Sharding *s);

/* The ends of each dim: element 0 or the last one, by bit. */
void exact_corner(const Type *t, int which, int64_t *at);
enum { EXACT_ALONG = 32 };
/* Elements of a piece by number: EXACT_ALONG along each dim, evenly spread, then some anywhere. False behind the last. */
bool exact_sample(const Type *t, int which, int64_t *at);
