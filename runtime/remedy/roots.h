/* Finds the annotations that decided a value's sharding, by following the steps of propagation in the log from value to value.
 * trace/query_why.c does the same over a trace, for reports. */
#pragma once

#include "runtime/ir/decision.h"

typedef struct Roots Roots;

/* Borrows the log, which must not change until roots_free. */
Roots *roots_new(const DecisionLog *log);
void roots_free(Roots *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Roots, roots_free)

/* Appends to `out` the indices (int) of the annotations that decided the value's sharding, each once, nearest first. Only steps that
 * share an axis with `axes` are followed (n = 0: all). */
void roots_of(Roots *r, int op, int leaf, AxisList axes, GArray *out);
/* The mesh axes that the two layouts of a reshard use differently. In the arena. */
AxisList roots_axes(Arena *arena, const Reshard *r);
/* Appends the annotations that decided the layout which the reshard's value has; for partial sums also those of the operands summed. */
void roots_of_value(Roots *r, const Reshard *reshard, const IrOp *value, AxisList axes, GArray *out);
/* Appends the annotations that decided the layout which the reshard's user needs: those of its other operands and of its result.
 * `value` and `user` may be NULL. */
void roots_of_user(Roots *r, const IrOp *value, const IrOp *user, AxisList axes, GArray *out);
/* The annotation on the value itself; -1 if there is none. */
int roots_annotation_on(const Roots *r, int op, int leaf);
