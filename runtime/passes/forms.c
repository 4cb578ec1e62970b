/* Older forms of ops, made into the one that every later stage knows. Start at pass_plain_forms. */
#include <string.h>

#include "runtime/passes/optimise.h"

/* A new op of the list that is being made anew. */
static IrOp *made(IrComp *c, GPtrArray *ops, OpCode code, const Type *type, IrOp *operand, const IrOp *from)
{
    IrOp *op = op_new(c, code, type, from->name, 1, &operand);
    c->n_ops--;
    op_inherit(op, from);
    g_ptr_array_add(ops, op);
    return op;
}

/* Entry d of a vector as a scalar. */
static IrOp *entry_of(IrComp *c, GPtrArray *ops, IrOp *vector, int64_t d, const IrOp *from)
{
    IrModule *m = c->module;
    const int64_t one = 1, limit = d + 1;
    IrOp *slice = made(c, ops, OP_slice, type_array(m->types, vector->type->elem, 1, &one), vector, from);
    slice->a.slice.start = arena_dup_array(m->arena, &d, 1);
    slice->a.slice.limit = arena_dup_array(m->arena, &limit, 1);
    slice->a.slice.stride = arena_dup_array(m->arena, &one, 1);
    return made(c, ops, OP_reshape, type_scalar(m->types, vector->type->elem), slice, from);
}

/* Start indices used to be one vector; now there is a scalar for each dimension. The scalars are added to `ops`. */
static bool unpack_starts(IrComp *c, IrOp *op, GPtrArray *ops)
{
    int first = op->code == OP_dynamic_slice ? 1 : op->code == OP_dynamic_update_slice ? 2 : 0;
    if (!first || op->n_operands != first + 1 || op->operands[first]->type->kind != TYPE_ARRAY || op->operands[first]->type->rank != 1)
        return false;
    IrOp *vector = op->operands[first];
    int64_t n = vector->type->dims[0];
    IrOp **operands = arena_array(c->module->arena, IrOp *, first + n);
    memcpy(operands, op->operands, sizeof *operands * (size_t)first);
    for (int64_t d = 0; d < n; d++)
        operands[first + d] = entry_of(c, ops, vector, d, op);
    op->operands = operands;
    op->n_operands = first + (int)n;
    return true;
}

int pass_plain_forms(IrModule *m)
{
    int changed = 0;
    for (int k = 0; k < m->n_comps; k++) {
        IrComp *c = m->comps[k];
        g_autoptr(GPtrArray) ops = g_ptr_array_new();
        int before = changed;
        for (int i = 0; i < c->n_ops; i++) {
            changed += unpack_starts(c, c->ops[i], ops);
            g_ptr_array_add(ops, c->ops[i]);
        }
        if (changed == before)
            continue;
        c->ops = arena_dup_array(m->arena, (IrOp **)ops->pdata, (int)ops->len);
        c->n_ops = c->cap = (int)ops->len;
        comp_renumber(c);
    }
    return changed;
}
