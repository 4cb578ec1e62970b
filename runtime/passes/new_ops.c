/* See new_ops.h. */
#include "runtime/passes/new_ops.h"

IrOp *new_ops_add(const NewOps *to, OpCode code, const Type *type, int n_operands, IrOp *const *operands)
{
    IrOp *op = op_new(to->comp, code, type, to->from->name, n_operands, operands);
    to->comp->n_ops--; /* op_new appends to the old list */
    op_inherit(op, to->from);
    g_ptr_array_add(to->list, op);
    return op;
}

void new_ops_take(IrComp *c, const GPtrArray *list)
{
    c->n_ops = c->cap = (int)list->len;
    c->ops = arena_dup_array(c->module->arena, (IrOp **)list->pdata, list->len);
    comp_renumber(c);
}
