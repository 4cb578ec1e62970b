/* Whether rounding alone explains that results differ. Some results are the difference of numbers that cancel, such as the gradient of
 * a bias in front of a softmax: zero on paper, and nothing but rounding in any program that computes it. To tell that from a
 * wrong program, the inputs are moved by a unit in their last place: what that changes, no other order of the sums can keep.
 *
 * It is asked of each number by itself, so that one unstable number excuses no other: a number may be off by a few times what
 * the moved inputs did to it, or to the middle one of its result; an integer must be among those seen; and NaN or an infinity must have been
 * seen at its place. */
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
