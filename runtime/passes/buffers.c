/* Values in buffers, which XLA's programs make to say that an array stays in its place: a buffer holds what its array holds, so
 * both are the array here, and pinning one or letting it go is a copy. A call that was written into its buffer gives the new
 * content as its result already. Start at pass_open_buffers. */
#include <string.h>

#include "runtime/passes/optimise.h"

static const Type *held(TypeTable *t, const Type *type)
{
    if (type->kind == TYPE_BUFFER)
        return type->parts[0];
    if (type->kind != TYPE_TUPLE || !type->n_parts)
        return type;
    g_autofree const Type **parts = g_new(const Type *, (gsize)type->n_parts);
    bool same = true;
    for (int i = 0; i < type->n_parts; i++) { /* recursion is bounded by MAX_TUPLE_DEPTH */
        parts[i] = held(t, type->parts[i]);
        same &= parts[i] == type->parts[i];
    }
    return same ? type : type_tuple(t, type->n_parts, parts);
}

static bool pins(const IrOp *op)
{
    static const char *const names[] = { "Pin", "PinToDevice", "Unpin" };
    if (op->code != OP_custom_call || op->n_operands != 1 || op->type != op->operands[0]->type || !op->a.custom.target)
        return false;
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        if (strcmp(op->a.custom.target, names[i]) == 0)
            return true;
    return false;
}

int pass_open_buffers(IrModule *m)
{
    int n = 0;
    for (int k = 0; k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++) {
            IrOp *op = m->comps[k]->ops[i];
            const Type *type = held(m->types, op->type);
            n += type != op->type;
            op->type = type;
        }
    for (int k = 0; n && k < m->n_comps; k++)
        for (int i = 0; i < m->comps[k]->n_ops; i++) {
            IrOp *op = m->comps[k]->ops[i];
            if (!pins(op))
                continue;
            op->code = OP_copy;
            op_set_comps(op, 0, NULL);
            memset(&op->a, 0, sizeof op->a);
            op->n_extra = 0;
        }
    return n;
}
