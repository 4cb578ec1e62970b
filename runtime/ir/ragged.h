/* Ragged products: which dimensions of the left operand have group sizes of their own. */
#pragma once

#include "runtime/ir/ir.h"

/* Group sizes are one list for all, or [.., groups] with a list for each index of these dims of the left operand: its batch dims,
 * then those that lie in front of the ragged one among its kind (rows, what is summed over, or batches). Fills dims[0 .. MAX_RANK)
 * with them in order; returns how many. */
int ragged_dot_prefix(const IrOp *op, int64_t ragged, int64_t *dims);
