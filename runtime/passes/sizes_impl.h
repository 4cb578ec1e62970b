/* What the files of pass_open_sizes share: the walk (sizes.c) and builders of ops (sizes_build.c). */
#pragma once

#include "runtime/passes/new_ops.h"

typedef struct Sizes {
    IrModule *m;
    NewOps to;          /* the list made, and the op that is being rewritten */
    GHashTable *of;     /* op -> IrOp **: the size of each dim of each leaf, [leaf * MAX_RANK + dim]; NULL = the type's */
    GHashTable *value;  /* op -> the op whose value it now is */
} Sizes;

IrOp *size_number(Sizes *x, int64_t v);                                  /* s32[] */
IrOp *size_binary(Sizes *x, OpCode code, IrOp *a, IrOp *b);              /* of equal types */
IrOp *size_spread(Sizes *x, IrOp *scalar, const Type *like);             /* to all places */
IrOp *size_places(Sizes *x, const Type *like, int dim);                  /* s32: the place along dim */
IrOp *size_zero(Sizes *x, ElemType e);                                   /* a scalar */
/* `v` with `fill`, a scalar of its type, from place `size` on along dim. */
IrOp *size_mask(Sizes *x, IrOp *v, int dim, IrOp *size, IrOp *fill);
/* Rows from `start` on, as many as there are: what is beyond the end is unspecified. */
IrOp *size_shift(Sizes *x, IrOp *v, int dim, IrOp *start);
/* `v` written over `onto` from place `start` along dim on. */
IrOp *size_write(Sizes *x, IrOp *onto, IrOp *v, int dim, IrOp *start);
/* The elements of v, of which `from` are there, in their order, as an array of type `type`, of which `to` are (NULL entries: all). */
IrOp *size_reshape(Sizes *x, IrOp *v, IrOp *const *from, const Type *type, IrOp *const *to);
