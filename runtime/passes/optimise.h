/* Clean-ups of a local module, in place. Each returns how many ops it removed or changed. */
#pragma once

#include "runtime/ir/decision.h"
#include "runtime/sim/cost.h"

/* Equal ops on equal operands become one (cse.c). Ops with effects are left alone. */
int pass_cse(IrModule *m);
/* The same before reshards are inserted, of ops that propagation laid out alike, so that none is moved twice. What the log says
 * of those that go is said of those that stay. */
int pass_cse_whole(IrModule *m, DecisionLog *log);
/* Ops that do nothing or undo each other: reshape of reshape, slice of everything, slice of copies (simplify.c). */
int pass_simplify(IrModule *m);
/* Integer arithmetic on constants, and what is neutral in it (fold.c). */
int pass_fold(IrModule *m);
/* What an elementwise op of integers makes of operands that are one number each (fold.c); false if that is not known. The number
 * is as the op's type holds it. */
bool op_int_value(const IrOp *op, const int64_t *operands, int64_t *out);
/* Collectives between devices that hold the same value are worked out by each of them (equal.c). */
int pass_equal(IrModule *m);
/* Sums over devices of which each keeps a slice become reduce-scatters (scatter.c). */
int pass_scatter(IrModule *m);
/* What no trip of a loop changes is worked out before it (hoist.c). */
int pass_hoist(IrModule *m);
/* Products of rows that a loop takes one by one are made of all rows before it (fission.c). */
int pass_fission(IrModule *m);
/* Ops that nobody reads, collectives included (dce.c). */
int pass_dce(IrModule *m);
/* Collectives that can run together become one of several operands, where the hardware says that it pays (combine.c). */
int pass_combine(IrModule *m, const Hardware *model);
/* Before reshards are inserted: values that are annotated as partial but are made whole are whole (partial.c). */
int pass_whole_partials(IrModule *m);
/* Before reshards are inserted: batch normalisations of divided values as sums and products (norms.c). */
int pass_expand_norms(IrModule *m);
/* Before reshards are inserted: reductions and scatters of several operands that have nothing to do with each other (separate.c). */
int pass_separate(IrModule *m);
/* Before reshards are inserted: XLA's calls for values near each other as slices, pads and concatenations (spmd_calls.c); false with
 * *error if one of them does not fit its text. */
bool pass_expand_spmd_calls(IrModule *m, GError **error);
/* Before import: bitcasts of arrays whose layouts are not the natural ones (bitcast.c). */
int pass_expand_bitcasts(IrModule *m);
/* Before import: slices at positions in one vector get a scalar for each dimension (forms.c). */
int pass_plain_forms(IrModule *m);
/* Before import: strides, dilations and gaps that step over nothing (strides.c). */
int pass_bound_strides(IrModule *m);
