/* Clean-ups of a local module, in place. Each returns how many ops it removed or changed. */
#pragma once

#include "runtime/ir/ir.h"

/* Equal ops on equal operands become one (cse.c). Collectives and ops with effects are left alone. */
int pass_cse(IrModule *m);
/* Ops that do nothing or undo each other: reshape of reshape, slice of everything, select by a constant, converts of
 * constants (simplify.c). */
int pass_simplify(IrModule *m);
/* Ops that nobody reads, collectives included. */
int pass_dce(IrModule *m);
/* Before reshards are inserted: values that are annotated as partial but are made whole are whole (partial.c). */
int pass_whole_partials(IrModule *m);
