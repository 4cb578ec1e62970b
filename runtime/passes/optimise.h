/* Clean-ups of modules, in place. Each returns how many ops it removed or changed. */
#pragma once

#include "runtime/ir/decision.h"
#include "runtime/sim/hardware.h"

/* Of a local module: the passes of passes.def, which says what each does. */
#define LOCAL_PASS(id, name) int pass_##id(IrModule *m);
#define PRICED_PASS(id, name) int pass_##id(IrModule *m, const Hardware *hw);
#include "runtime/passes/passes.def"

/* Drops ops whose results nothing reads, collectives included (dce.c). */
int pass_dce(IrModule *m);

/* Takes the maximum of what has its argmax taken as well from there (extremes.c). */
int pass_extremes(IrModule *m);

/* Puts conversions where elements are moved while they are narrow (moves.c). */
int pass_moves(IrModule *m);

/* ---- before import ---- */

/* Rewrites bitcasts of arrays whose memory layouts are not the natural ones (bitcast.c). */
int pass_expand_bitcasts(IrModule *m);
/* Gives slices and updates at positions in one vector a scalar for each dimension; makes calls of asynchronous ops that move no
 * data between devices, and of what is plain otherwise (forms.c). */
int pass_plain_forms(IrModule *m);
/* Takes values in buffers as the arrays that they hold (buffers.c). */
int pass_open_buffers(IrModule *m);
/* Finds sizes that the text leaves open, ?, from those of the entry's parameters (a type for each, without unknown sizes; NULL = as they are), and makes
 * static ops of those that take their sizes from operands (refine.c). What does not follow from these stays open. False with *error if sizes contradict
 * each other, or an assertion about them does not hold. */
bool pass_refine_sizes(IrModule *m, const Type *const *params, GError **error);
/* Makes arrays of known size, and numbers that say how much of them counts, of those whose sizes change at run time (sizes.c); false with *error if
 * there is an op of which it does not know what that means. */
bool pass_open_sizes(IrModule *m, GError **error);
/* Makes collective-permutes of sends and receives between partitions (send_recv.c). */
int pass_join_sends(IrModule *m);
/* Makes strides, dilations and gaps small that step over nothing (strides.c). */
int pass_bound_strides(IrModule *m);

/* ---- between propagation and the insertion of reshards ---- */

/* Merges equal ops that propagation laid out alike, so that no value is moved twice (cse.c). Rows of the log about ops that
 * disappear then name the ops that stay. */
int pass_cse_whole(IrModule *m, DecisionLog *log);
/* Drops annotations that ask for partial sums of a value that is computed whole (partial.c). */
int pass_whole_partials(IrModule *m);
/* Writes batch normalisations of divided values out as sums and products (norms.c). */
int pass_expand_norms(IrModule *m);
/* Writes XLA's calls for values near each other as slices, pads and concatenations (spmd_calls.c); false with *error if one of
 * them does not fit its text. */
bool pass_expand_spmd_calls(IrModule *m, GError **error);
/* Splits reductions and scatters of several operands that do not depend on each other into one op per operand (separate.c). */
int pass_separate(IrModule *m);

/* ---- for other passes ---- */

/* The result of an element-wise integer op whose operands are one number each, in the op's own type (fold.c); false if it is not
 * known. */
bool op_int_value(const IrOp *op, const int64_t *operands, int64_t *out);
