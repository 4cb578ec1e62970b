/* Changes to a computation that applying constraints needs (constraints.c). */
#pragma once

#include "runtime/ir/ir.h"

static inline bool same_value(IrValue a, IrValue b)
{
    return a.op == b.op && a.leaf == b.leaf;
}

/* Moves an op of the computation to right behind `anchor`. */
void comp_place_after(IrComp *c, IrOp *op, const IrOp *anchor);
/* Takes apart the tuples that hold v and are passed on whole, so that v has an operand slot of its own. */
void comp_expose(IrComp *c, IrValue v);
/* The first op of the computation whose result is v: its own op, or a get_tuple_element. NULL if there is none. */
IrOp *comp_first_name(IrComp *c, IrValue v);
/* The last of the parameters and get_tuple_elements that follow `name`: constraints on a loop's arguments are put behind it, so that the last one
 * comes first. */
IrOp *comp_last_name(IrComp *c, const IrOp *name);
/* Takes a constraint out of its computation: its readers read its operand. */
void comp_lift(IrOp *constraint);
