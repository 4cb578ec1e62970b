/* Builders for pass_open_sizes. */
#include "runtime/passes/sizes_impl.h"

IrOp *size_number(Sizes *x, int64_t v)
{
    const Type *t = type_scalar(x->m->types, ELEM_s32);
    int32_t small = (int32_t)v;
    IrOp *op = new_ops_add(&x->to, OP_constant, t, 0, NULL);
    op->a.literal = literal_new(x->m, t, &small, true);
    return op;
}

IrOp *size_binary(Sizes *x, OpCode code, IrOp *a, IrOp *b)
{
    return new_ops_add(&x->to, code, a->type, 2, (IrOp *[]){ a, b });
}

IrOp *size_spread(Sizes *x, IrOp *scalar, const Type *like)
{
    IrOp *op = new_ops_add(&x->to, OP_broadcast, type_with_dims(x->m->types, scalar->type, like->rank, like->dims), 1, &scalar);
    op->a.dims = (Ints){ NULL, 0 };
    return op;
}

IrOp *size_places(Sizes *x, const Type *like, int dim)
{
    IrOp *op = new_ops_add(&x->to, OP_iota, type_array(x->m->types, ELEM_s32, like->rank, like->dims), 0, NULL);
    op->a.iota.dim = dim;
    return op;
}

IrOp *size_zero(Sizes *x, ElemType e)
{
    const Type *t = type_scalar(x->m->types, e);
    const uint64_t zero[2] = { 0, 0 };
    IrOp *op = new_ops_add(&x->to, OP_constant, t, 0, NULL);
    op->a.literal = literal_new(x->m, t, zero, true);
    return op;
}

IrOp *size_mask(Sizes *x, IrOp *v, int dim, IrOp *size, IrOp *fill)
{
    IrOp *sides[2] = { size_places(x, v->type, dim), size_spread(x, size, v->type) };
    IrOp *inside = new_ops_add(&x->to, OP_compare, type_array(x->m->types, ELEM_pred, v->type->rank, v->type->dims), 2, sides);
    inside->a.compare.dir = DIR_LT;
    return new_ops_add(&x->to, OP_select, v->type, 3, (IrOp *[]){ inside, v, size_spread(x, fill, v->type) });
}

/* Start indices for an array of `rank` dims: zero but for one of them. */
static IrOp **starts(Sizes *x, int rank, int dim, IrOp *start, IrOp **out)
{
    IrOp *zero = size_number(x, 0);
    for (int d = 0; d < rank; d++)
        out[d] = d == dim ? start : zero;
    return out;
}

IrOp *size_shift(Sizes *x, IrOp *v, int dim, IrOp *start)
{
    const Type *t = v->type;
    int64_t wide[MAX_RANK], none[MAX_RANK] = { 0 }, more[MAX_RANK] = { 0 };
    for (int d = 0; d < t->rank; d++)
        wide[d] = t->dims[d] * (d == dim ? 2 : 1);
    more[dim] = t->dims[dim];
    IrOp *pad = new_ops_add(&x->to, OP_pad, type_with_dims(x->m->types, t, t->rank, wide), 2, (IrOp *[]){ v, size_zero(x, t->elem) });
    pad->a.pad.lo = arena_dup_array(x->m->arena, none, t->rank);
    pad->a.pad.hi = arena_dup_array(x->m->arena, more, t->rank);
    pad->a.pad.interior = arena_dup_array(x->m->arena, none, t->rank);
    IrOp *operands[MAX_RANK + 1] = { pad };
    starts(x, t->rank, dim, start, operands + 1);
    IrOp *slice = new_ops_add(&x->to, OP_dynamic_slice, t, t->rank + 1, operands);
    slice->a.dynamic_slice.sizes = ints_dup(x->m->arena, t->dims, t->rank);
    return slice;
}

IrOp *size_write(Sizes *x, IrOp *onto, IrOp *v, int dim, IrOp *start)
{
    IrOp *operands[MAX_RANK + 2] = { onto, v };
    starts(x, v->type->rank, dim, start, operands + 2);
    return new_ops_add(&x->to, OP_dynamic_update_slice, onto->type, v->type->rank + 2, operands);
}

static IrOp *size_or(Sizes *x, const Type *t, IrOp *const *sizes, int d)
{
    return sizes[d] ? sizes[d] : size_number(x, t->dims[d]);
}

IrOp *size_reshape(Sizes *x, IrOp *v, IrOp *const *from, const Type *type, IrOp *const *to)
{
    const Type *source = v->type;
    IrOp *rank_of = size_spread(x, size_number(x, 0), type), *one = size_number(x, 1);
    for (int d = 0; d < type->rank; d++) { /* the number of each place of the result among those that are there */
        rank_of = size_binary(x, OP_multiply, rank_of, size_spread(x, size_or(x, type, to, d), type));
        rank_of = size_binary(x, OP_add, rank_of, size_places(x, type, d));
    }
    IrOp *at = size_spread(x, size_number(x, 0), type);
    int64_t step = 1;
    for (int d = source->rank - 1; d >= 0; d--) { /* the place of that element in the operand's array */
        IrOp *size = size_spread(x, size_binary(x, OP_maximum, size_or(x, source, from, d), one), type);
        IrOp *place = d ? size_binary(x, OP_remainder, rank_of, size) : rank_of;
        at = size_binary(x, OP_add, at, size_binary(x, OP_multiply, place, size_spread(x, size_number(x, step), type)));
        rank_of = size_binary(x, OP_divide, rank_of, size);
        step *= source->dims[d];
    }
    const int64_t n = source->n_elems, places = type->n_elems, first = 0, single = 1;
    IrOp *line = new_ops_add(&x->to, OP_reshape, type_array(x->m->types, source->elem, 1, &n), 1, &v);
    IrOp *index = new_ops_add(&x->to, OP_reshape, type_array(x->m->types, ELEM_s32, 1, &places), 1, &at);
    IrOp *taken = new_ops_add(&x->to, OP_gather, type_array(x->m->types, source->elem, 1, &places), 2, (IrOp *[]){ line, index });
    taken->a.gather = (GatherDims){ .collapsed = ints_dup(x->m->arena, &first, 1), .map = ints_dup(x->m->arena, &first, 1),
                                    .index_vector_dim = 1, .slice_sizes = ints_dup(x->m->arena, &single, 1) };
    return new_ops_add(&x->to, OP_reshape, type, 1, &taken);
}
