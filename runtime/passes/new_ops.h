/* Ops that a pass adds to a computation whose list of ops it makes anew. */
#pragma once

#include "runtime/ir/ir.h"

typedef struct NewOps {
    IrComp *comp;
    GPtrArray *list;  /* the new list: ops are appended */
    const IrOp *from; /* new ops get its name, position and what else op_inherit hands on */
} NewOps;

IrOp *new_ops_add(const NewOps *to, OpCode code, const Type *type, int n_operands, IrOp *const *operands);
/* The computation's ops are those of the list from now on, in its order. The root stays. */
void new_ops_take(IrComp *c, const GPtrArray *list);
