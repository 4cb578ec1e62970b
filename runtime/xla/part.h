/* What a collective of a divided program does for one of its operands: combined ones serve several values. */
#pragma once

#include "runtime/ir/ir.h"

typedef struct CollPart {
    char *name;              /* the framework's name path; NULL = it has none */
    const Loc *loc;          /* NULL = unknown */
    bool own;                /* name and place are this operand's alone */
} CollPart;

/* From the op that takes this part of the result, which keeps name and place of the collective that was combined, else from the list of names
 * that XLA gives to combined ones: jit(f)/(a:b/c). Clear with coll_part_clear. */
CollPart coll_part(const IrOp *coll, int operand);
void coll_part_clear(CollPart *p);
/* The leaf of its result that belongs to an operand. */
int coll_part_leaf(const IrOp *coll, int operand);
