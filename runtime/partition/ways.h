/* Ways to divide one op over the mesh: mesh axes for each factor of its rule; ways.c. */
#pragma once

#include "runtime/partition/insert_impl.h"

enum { MAX_FACTORS = 48 };

/* How an op is divided: axes per factor of its rule. */
typedef struct Way {
    AxisList f[MAX_FACTORS];
    uint64_t whole; /* a bit per operand: each device has its windowed dims whole, and cuts out what it needs */
} Way;
typedef VEC(Way) Ways;

/* True if one layout cannot hold both axes: they share a part of an axis, or cut it at places that no common refinement
 * has (2 x 3 and 3 x 2 of an axis of 6). */
bool axes_clash(AxisRef a, AxisRef b);
bool way_equal(const Rule *rule, const Way *a, const Way *b);
/* The axes of one dim under the way. */
AxisList way_dim(Insert *x, const RuleDim *dim, const Way *w);
/* What a layout of one tensor of the rule says about the factors. */
Way way_project(Insert *x, const Rule *rule, const RuleTensor *t, const Sharding *s);
/* Drops what the local lowering cannot do. */
void way_legalise(Insert *x, const IrOp *op, const Rule *rule, Way *w);
/* All ways worth pricing, from what was seen at the op's tensors. */
void ways_of(Insert *x, const IrOp *op, const Rule *rule, const Way *seen, int n_seen, Ways *out);
/* A layout of one tensor of a rule. */
typedef struct TensorLayout {
    const RuleTensor *tensor;
    const Sharding *layout;
} TensorLayout;
/* The way in which that tensor has that layout; factors that it lacks are divided as in `now`, one per factor (NULL = not at all). False
 * if there is none. */
bool way_following(Insert *x, const IrOp *op, const Rule *rule, const TensorLayout *at, const AxisList *now, Way *out);
