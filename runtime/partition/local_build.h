/* Builders of local ops; local_build.c. All ops are appended to x->comp and take the provenance of x->current. */
#pragma once

#include "runtime/partition/local_impl.h"

const Type *lb_type(Local *x, const Type *of_m);                         /* the same type in out */
const Type *lb_local_type(Local *x, const Type *whole, const Sharding *s); /* one tile of it */
IrOp *lb_op(Local *x, OpCode code, const Type *type, int n, IrOp *const *operands);
void lb_annotate(Local *x, IrOp *made, const IrOp *op);
IrOp *lb_unary(Local *x, OpCode code, IrOp *a);
IrOp *lb_binary(Local *x, OpCode code, IrOp *a, IrOp *b);
IrOp *lb_compare(Local *x, CompareDir dir, IrOp *a, IrOp *b);
IrOp *lb_select(Local *x, IrOp *p, IrOp *t, IrOp *f);
IrOp *lb_convert(Local *x, IrOp *a, ElemType e);
IrOp *lb_scalar(Local *x, ElemType e, int64_t value);                    /* an integer as any type; a position that does not fit s32 becomes s64 */
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
/* Rows first .. first + size - 1 of a along dim, where first is a scalar place known at run time that may lie outside: what stands for rows that a
 * has not is unspecified. */
IrOp *lb_rows_from(Local *x, IrOp *a, int dim, IrOp *first, int64_t size);
const Type *lb_with_dim(Local *x, const Type *t, int dim, int64_t size);

/* The type of positions up to `last`: s32 if sums of two of them fit too, else s64. lb_binary and lb_compare widen the narrower operand. */
ElemType lb_place_elem(int64_t last);
/* Widens all to s64 if one of them is: the start indices of a slice have one type. */
void lb_same_places(Local *x, int n, IrOp **places);

/* A scalar that is values[device id] on each device; a constant if all are equal. */
IrOp *lb_table(Local *x, const int64_t *values);
/* The same from one number per shard along the axes. */
IrOp *lb_table_of_shards(Local *x, AxisList axes, const int64_t *by_shard);
/* Index of this device along the axes, times `scale`. */
IrOp *lb_index(Local *x, AxisList axes, int64_t scale);
/* `a` (tile of a dim of whole size n split over axes) with the elements beyond n replaced by the scalar fill. */
IrOp *lb_mask_dim(Local *x, IrOp *a, int dim, int64_t n, AxisList axes, IrOp *fill);
/* The local tile of the value, with zeros in the unspecified tails of dims that are going to be summed over. Both operands of a product
 * need this: zero times an unspecified NaN is NaN. */
IrOp *lb_mask_contracted(Local *x, const IrOp *value, Ints dims);
IrOp *lb_zero(Local *x, ElemType e);
IrComp *lb_reducer(Local *x, Reduction r, ElemType e);
IrComp *lb_copy_comp(Local *x, const IrComp *c);                         /* a scalar computation, once per module */
/* A copy of a comparator that takes `more` further operands and ignores them. */
IrComp *lb_copy_comp_for(Local *x, const IrComp *c, int more, const ElemType *elems);
/* Groups of a collective along axes. */
Groups lb_groups(Local *x, AxisList axes);
IrOp *lb_all_gather(Local *x, IrOp *a, int dim, AxisList axes);
/* The tile of device source[d] on each device d; source is a permutation. Behind another such permute, both are one. */
IrOp *lb_permute(Local *x, IrOp *a, const int64_t *source);
/* Logs a reshard: op moves parts of value (or of its own result) because of how it is divided. `row` brings what does not follow from
 * these. Ops made from now on carry its id. */
void note_rule(Local *x, const IrOp *op, const IrOp *value, Reshard row);
