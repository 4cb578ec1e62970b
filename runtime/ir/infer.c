/* Result types of ops that state theirs. */
#include "runtime/ir/ir.h"
const Type *op_infer(const IrOp *op, GError **error)
{
    if (op->type)
        return op->type;
    diag(error, SHARD_ERROR_VERIFY, &op->at, NULL, "%s needs its result type before the opcode", op_info[op->code].id);
    return NULL;
}
