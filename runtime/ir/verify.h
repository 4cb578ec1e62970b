/* The checks of module_verify for one op alone. */
#pragma once

#include "runtime/ir/ir.h"

/* Checks types and attributes of an op whose operands have been checked. */
bool op_verify(const IrOp *op, GError **error);
