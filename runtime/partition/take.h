/* What every op goes through in the walk (insert.c): its operands are taken in the layouts that it needs, it is placed with the
 * layouts of its results, and the log is told how its work is divided; take.c. */
#pragma once

#include "runtime/partition/candidates.h"

/* Operand i of op, an array, in layout `want`: made from the versions there are if none has it. */
void take_operand(Insert *x, IrOp *op, int i, const Sharding *want, const Asker *asker);
/* A value of any type with each array leaf in the layout wanted; want[] per leaf. */
IrOp *take_tuple(Insert *x, IrOp *op, const Sharding *const *want, const Asker *asker);
/* Sets the layouts of an op's results as computed (out[] per leaf) and appends it to the computation. */
void emit_op(Insert *x, IrOp *op, const Sharding *const *out);
/* The same in the layouts that propagation decided. */
void emit_decided(Insert *x, IrOp *op);

/* Log: how the work of op is divided. how: as OpSplit.how; share: each device does 1 / share of the work. */
void note_split(Insert *x, const IrOp *op, int how, AxisList used, double share, const char *why);
/* Log: the ways that were compared (Candidates, the one taken first). Returns the index of the row, -1 = none. */
int note_choice(Insert *x, const IrOp *op, const GPtrArray *ways);
