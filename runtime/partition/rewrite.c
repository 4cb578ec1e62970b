/* Rewrites that keep the meaning, made before ops are divided: they leave less to move. */
#include "runtime/partition/partition.h"

#include <string.h>

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

/* XLA's call that picks the k largest, in descending order, lower indices first. */
static bool is_topk_call(const IrOp *op)
{
    return op->code == OP_custom_call && op->a.custom.target && strcmp(op->a.custom.target, "TopK") == 0 && op->n_operands == 1 &&
           op->operands[0]->type->kind == TYPE_ARRAY && op->operands[0]->type->rank > 0 && type_n_leaves(op->type) == 2 &&
           type_leaf(op->type, 0)->kind == TYPE_ARRAY && type_leaf(op->type, 0)->rank == op->operands[0]->type->rank;
}

void name_topk_calls(IrModule *m)
{
    for (int c = 0; c < m->n_comps; c++)
        for (int i = 0; i < m->comps[c]->n_ops; i++) {
            IrOp *op = m->comps[c]->ops[i];
            if (!is_topk_call(op))
                continue;
            IrOp picked = *op;
            memset(&picked.a, 0, sizeof picked.a);
            picked.code = OP_topk;
            picked.n_comps = 0;
            picked.a.topk.largest = picked.a.topk.stable = true;
            picked.a.topk.k = type_leaf(op->type, 0)->dims[op->operands[0]->type->rank - 1];
            const Type *type = op_infer(&picked, NULL);
            if (!type || type->plain != op->type->plain)
                continue;
            op->code = OP_topk;
            op->a = picked.a;
            op_set_comps(op, 0, NULL);
        }
}
