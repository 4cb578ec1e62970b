/* Values and the layouts in which they exist while a program is laid out; versions.c. */
#pragma once

#include "runtime/base/vec.h"
#include "runtime/ir/decision.h"

typedef struct Insert Insert;
typedef struct Asker Asker;

/* A value in one layout. The first version of a value is the op itself as computed. */
typedef struct Version {
    IrOp *op;
    const Sharding *sharding;
    int reshard;           /* id in the log of the reshard that made it; 0 = as computed */
} Version;

typedef VEC(Version) Versions;
typedef VEC(const Sharding *) Layouts;

/* Appends an existing op to the computation that is being laid out. */
void comp_place(IrComp *c, IrOp *op);

/* Records the first version of `op` (an array): the layout in which it is computed. */
void value_define(Insert *x, IrOp *op, const Sharding *sharding);
/* The op of the value (array-typed, of the module as it came in) behind operand `op`: sees through barriers, makes
 * get_tuple_element ops for leaves as needed. */
IrOp *value_leaf(Insert *x, IrOp *op, int leaf);
/* Keeps a get_tuple_element that reads an array out of an op with several results as the op of that leaf. Other tuple ops are looked
 * through; value_leaf() makes those that are needed again. */
void value_keep(Insert *x, IrOp *op);
/* Loops over the versions from which another layout may be made: those of the value itself, and those of the value that it is a copy
 * of, if each device holds in them all that it holds of the value. */
#define FOR_SOURCES(v, x, op)                                                                                         \
    for (const IrOp *o_ = (op); o_; o_ = o_->id < (x)->n_input ? (x)->behind[o_->id] : NULL)                          \
        for (const Version *v = (x)->versions[o_->id].v; v < (x)->versions[o_->id].v + (x)->versions[o_->id].n; v++)  \
            if (o_ == (op) || sharding_holds((op)->type, v->sharding, value_layout(x, op)))

/* Price of having the value in that layout, 0 if it exists; *from (may be NULL) is the version to start from. */
double value_price(Insert *x, IrOp *op, const Sharding *want, const Version **from);
/* Values that cost nothing to make in any layout: constants, iotas, and scalars spread out. */
bool value_is_free(const IrOp *op);
/* True if every device has in `whole` all that it has in `part`. */
bool sharding_holds(const Type *type, const Sharding *whole, const Sharding *part);
/* Layouts in which a value exists, in an array of the caller's. */
typedef struct MadeLayouts {
    const Sharding **v;
    int n;
} MadeLayouts;
/* Price of making all wants, each from the cheapest layout that exists by then; a want that serves many comes first. Appends them to
 * `made`, which must have room for them (at most 24 in all). parents[] (may be NULL), per want: the layout it is made from, numbered
 * as in `made` afterwards. */
double layouts_price(Insert *x, const Type *type, MadeLayouts *made, const Sharding *const *wants, int n_wants, int *parents);
/* The value in that layout: an existing version, or a new reshard op appended to comp, and its row in the log. */
IrOp *value_request(Insert *x, IrOp *op, const Sharding *want, const Asker *asker);
/* The layout that propagation decided for leaf `leaf` of op; replicated if it decided nothing. */
const Sharding *decided(Insert *x, const IrOp *op, int leaf);
/* The layout nearest to "as computed" that is not unreduced: what to assume of a value for explanations. */
const Sharding *value_layout(Insert *x, IrOp *op);
/* The layout of a value of that type that every device holds whole. */
const Sharding *value_replicated(Insert *x, const Type *type);
