/* Decides whether rounding alone explains that results differ. Some results are differences of numbers that cancel, such as the gradient
 * of a bias in front of a softmax: mathematically zero, and in any program the value is only rounding error. To tell such a
 * result from that of a wrong program, the program is evaluated on inputs that are changed by one unit in the last place. A change of that
 * size cannot be distinguished from another order of summation.
 *
 * Each number is judged by itself, so that one unstable number does not excuse others. A float may differ by a few times as much as it
 * changed with the inputs, or as the median number of its result changed. An integer must be within the values seen. NaN or an infinity
 * must have been seen at the same place, but for an infinity in place of a number that is within that difference of the largest of its type. Numbers of f64 are
 * changed by what f32 rounds to if the program computes with f32 anywhere. */
#pragma once

#include "runtime/base/stop.h"
#include "runtime/tensor/tensor.h"
#include "runtime/ir/ir.h"

/* Results that are in question. */
typedef struct NoiseCase {
    const IrModule *m;
    const GPtrArray *args; /* of Tensor: what the program was given */
    const GPtrArray *want; /* of Tensor: the program's results on `args` */
    const GPtrArray *got;  /* of Tensor: the results to judge */
    const bool *off;       /* per result: got differs from want by more than the tolerance */
} NoiseCase;

/* The number of the first result that is off and that rounding does not explain; -1 if rounding explains all of them; -2 with an error if
 * the program fails, or `stop` (may be NULL) is requested. */
int noise_leaves(const NoiseCase *c, const Stop *stop, GError **error);
