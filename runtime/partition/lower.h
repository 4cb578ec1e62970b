/* What the local lowering of each op family can have split, and what it costs beyond moving operands. One switch per
 * question, next to the lowerings that answer it (lower_*.c). */
#pragma once

#include "runtime/propagate/rules.h"

/* The rule to partition by: the table's, except where the lowering can do more (a dynamic slice of a split dim). NULL
 * stays NULL. */
const Rule *lower_rule(Arena *arena, const IrOp *op, const Rule *rule);
/* May a factor of that kind be split over devices for this op? */
bool lower_can_pass(const IrOp *op, const Rule *rule, int factor);
bool lower_can_reduce(const IrOp *op, const Rule *rule, int factor);
bool lower_can_permute(const IrOp *op, const Rule *rule, int factor);
/* Drops what cannot go together; axes[] is per factor and may be shortened. */
void lower_restrict(const IrOp *op, const Rule *rule, AxisList *axes);
/* After splitting reduction factors: true if the result is partial on each device (unreduced), false if the lowering
 * itself completes it. */
bool lower_leaves_partial(const IrOp *op);
/* Bytes that each device receives inside the op's own lowering: halos of windows, slices, pads, concatenations. */
int64_t lower_halo_bytes(const IrOp *op, const Sharding *const *in, const Sharding *const *out);
