/* What a program may be said as before its ops are divided, so that less is asked for. */
#include "runtime/partition/partition.h"

static bool same_dims(const Type *a, const Type *b)
{
    for (int d = 0; d < a->rank; d++)
        if (a->dims[d] != b->dims[d])
            return false;
    return a->rank == b->rank;
}

void forget_overwritten(IrModule *m)
{
    for (int c = 0; c < m->n_comps; c++)
        for (int i = 0; i < m->comps[c]->n_ops; i++) {
            IrOp *op = m->comps[c]->ops[i];
            if (op->code != OP_dynamic_update_slice || !same_dims(op->type, op->operands[1]->type))
                continue;
            op->code = OP_copy;
            op->operands[0] = op->operands[1];
            op->n_operands = 1;
        }
}
