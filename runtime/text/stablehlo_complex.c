/* Operations that StableHLO defines for complex numbers and HLO does not, expressed in HLO's operations: comparison by the real parts and,
 * where these are equal, by the imaginary parts; conversion to real types and booleans, which drops the imaginary part. */
#include "runtime/text/stablehlo_complex.h"
#include "runtime/text/stablehlo_op.h"

#include "runtime/ir/scalar.h"

bool type_is_complex(const Type *type)
{
    return type->kind == TYPE_ARRAY && elem_info[type->elem].cls == CLASS_COMPLEX;
}

static IrOp *emit(Reader *r, IrComp *c, OpCode code, const Type *type, int n, IrOp *const *operands)
{
    IrOp *op = op_new(c, code, type, NULL, n, operands);
    op->at = r->op->pos;
    op->loc = r->op->loc.frames;
    op->op_name = r->op->loc.name;
    return op;
}

static IrOp *part(Reader *r, IrComp *c, IrOp *x, OpCode code)
{
    return emit(r, c, code, type_with_elem(r->m->types, x->type, elem_part(x->type->elem)), 1, &x);
}

static IrOp *compare(Reader *r, IrComp *c, CompareDir dir, IrOp *a, IrOp *b)
{
    IrOp *op = emit(r, c, OP_compare, type_with_elem(r->m->types, a->type, ELEM_pred), 2, (IrOp *const[]){ a, b });
    op->a.compare.dir = dir;
    return op;
}

IrOp *complex_compare(Reader *r, IrComp *c, CompareDir dir, IrOp *a, IrOp *b)
{
    CompareDir strict = dir == DIR_GT || dir == DIR_GE ? DIR_GT : DIR_LT;
    IrOp *x = part(r, c, a, OP_real), *y = part(r, c, b, OP_real);
    IrOp *same = compare(r, c, DIR_EQ, x, y), *before = compare(r, c, strict, x, y);
    IrOp *then = compare(r, c, dir, part(r, c, a, OP_imag), part(r, c, b, OP_imag));
    then = emit(r, c, OP_and, same->type, 2, (IrOp *const[]){ same, then });
    return emit(r, c, OP_or, same->type, 2, (IrOp *const[]){ before, then });
}

IrOp *complex_pick(Reader *r, IrComp *c, OpCode code, IrOp *a, IrOp *b)
{
    IrOp *first = complex_compare(r, c, code == OP_maximum ? DIR_GT : DIR_LT, a, b);
    return emit(r, c, OP_select, a->type, 3, (IrOp *const[]){ first, a, b });
}

IrOp *complex_to_real(Reader *r, IrOp *x, const Type *type)
{
    IrOp *real = part(r, r->region->comp, x, OP_real);
    return mop_emit(r, OP_convert, type, 1, &real);
}
