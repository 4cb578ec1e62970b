/* What HLO has and StableHLO has not: printing it would give text that nobody reads. Ops that StableHLO lacks are no such case, they are printed as
 * custom calls. */
#include "runtime/base/diag.h"
#include "runtime/text/text.h"

/* The words for what is wrong with a type, NULL if nothing is. */
static const char *lacks_type(const Type *t)
{
    for (int i = 0; i < type_n_leaves(t); i++) {
        const Type *leaf = type_leaf(t, i);
        if (leaf->kind == TYPE_OPAQUE)
            return "type opaque";
        if (leaf->kind == TYPE_ARRAY && leaf->elem == ELEM_s1)
            return "signed integers of one bit (s1)";
    }
    return NULL;
}

static bool op_is_legal(const IrOp *op, GError **error)
{
    const char *type = lacks_type(op->type);
    if (type)
        return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), "HLO text has them: --emit hlo", "StableHLO has no %s, which %%%s gives", type, op->name);
    int n = 0;
    for (int i = 0; i < op->n_operands; i++)
        n += type_n_leaves(op->operands[i]->type);
    if (op->code == OP_collective_permute && n != type_n_leaves(op->type))
        return diag(error, SHARD_ERROR_UNSUPPORTED, OP_AT(op), "HLO text has it: --emit hlo",
                    "StableHLO has no collective-permute into a given array, as %%%s is", op->name);
    return true;
}

bool stablehlo_can_print(const IrModule *m, GError **error)
{
    for (int i = 0; i < m->n_comps; i++)
        for (int k = 0; k < m->comps[i]->n_ops; k++)
            if (!op_is_legal(m->comps[i]->ops[k], error))
                return false;
    return true;
}
