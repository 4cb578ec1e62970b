/* Values brought into the order of devices in which they are used (orders.h), while a module is localised. All of it does nothing in
 * modules of one order. */
#pragma once

#include "runtime/partition/local_impl.h"
#include "runtime/partition/orders.h"

/* Sets x->mesh for lowering the op, and makes x->map hold its operands in the order in which it runs. Returns what the map had, for
 * order_operands_back and g_free; NULL = nothing was moved. */
IrOp **order_operands(Local *x, const IrOp *op);
void order_operands_back(Local *x, const IrOp *op, IrOp *const *kept);
/* Shardings of the op for its local op: on the mesh in whose order it runs. */
const Sharding **order_shown(Local *x, const IrOp *op);
/* The tuple of the program's results, each in the order in which it is returned; NULL for other ops and modules of one order. */
IrOp *order_results(Local *x, const IrOp *op);
/* The entry's result in the order in which it is returned, where it is one array. */
IrOp *order_root(Local *x, const IrComp *from, IrOp *root);
