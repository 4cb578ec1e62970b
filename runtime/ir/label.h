/* Names of values for users who write JAX and do not know the compiler's program: by the argument's name, by the call that computes the
 * value and its line, or by what a loop carries. */
#pragma once

#include "runtime/ir/decision.h"

typedef struct Labels Labels;

/* Finds out which loop each body belongs to; ops may be moved and added afterwards. Texts live in the log's arena. */
Labels *labels_new(const IrModule *m, DecisionLog *log);
void labels_free(Labels *l);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Labels, labels_free)

/* "w['w1']", "w['w1'] after squeeze (mlp.py:12)", "a trip's slice of w['w1']", "the result of dot_general (mlp.py:12)", "the
 * loop carry computed by add (mlp.py:20)", "tanh (mlp.py:19) saved by every trip", of collectives that the partitioner made
 * "all-gather of w['w1']". */
const char *label_value(Labels *l, const IrOp *op, int leaf);
/* "the loop (mlp.py:18)". */
const char *label_loop(Labels *l, const IrOp *loop);
/* A result of the entry: "result[0]['w1']", "result 2". */
const char *label_result(Labels *l, const IrModule *m, int leaf);
