/* What rounding alone does to a program's results. Some results are the difference of numbers that cancel, such as the gradient of
 * a bias in front of a softmax: zero on paper, and nothing but rounding in any program that computes it. To tell that from a
 * wrong program, the inputs are moved by a unit in their last place: what that changes, no other order of the sums can keep. */
#pragma once

#include "runtime/exec/tensor.h"
#include "runtime/ir/ir.h"

/* noise[i]: by how much (largest absolute difference, as tensor_compare measures it) result i of the program on `args` changes at most
 * in a few trials in which about half of the numbers in floating-point arguments move to a neighbour. results: those on args.
 * False if the program fails. */
bool results_noise(const IrModule *m, const GPtrArray *args, const GPtrArray *results, double *noise, GError **error);
