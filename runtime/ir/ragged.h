/* Ragged dot products: dims of the left operand that have group sizes of their own. */
#pragma once

#include "runtime/ir/ir.h"

/* Group sizes are one list for all, or [.., groups] with a list for each index of some dims of the left operand: its batch dims, then the
 * dims before the ragged one of the same kind (rows, contracted or batch). Fills dims[0 .. MAX_RANK) with these dims in order; returns how
 * many. */
int ragged_dot_prefix(const IrOp *op, int64_t ragged, int64_t *dims);
