/* Which annotations a value's sharding goes back to: the log's steps of propagation followed from value to value, as the
 * reports do it over a trace (trace/query_why.c). */
#pragma once

#include "runtime/ir/decision.h"

typedef struct Roots Roots;

/* Borrows the log, which must not grow meanwhile. */
Roots *roots_new(const DecisionLog *log);
void roots_free(Roots *r);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Roots, roots_free)

/* Appends indices of annotations (int, each once, nearest first) behind the value's sharding, of those steps that share an
 * axis with `axes` (n = 0: any). */
void roots_of(Roots *r, int op, int leaf, AxisList axes, GArray *out);
/* Mesh axes about which the two layouts of a reshard disagree. In the arena. */
AxisList roots_axes(Arena *arena, const Reshard *r);
/* Behind the layout that the reshard's value has; of partial sums also those behind what is summed. */
void roots_of_value(Roots *r, const Reshard *reshard, const IrOp *value, AxisList axes, GArray *out);
/* Behind the layout that its user wants: the user's other operands and its result. `value` and `user` may be NULL. */
void roots_of_user(Roots *r, const IrOp *value, const IrOp *user, AxisList axes, GArray *out);
/* The annotation on the value itself; -1 if there is none. */
int roots_annotation_on(const Roots *r, int op, int leaf);
