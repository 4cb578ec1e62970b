/* Element-wise functions that are too rare for vector kernels: special functions in f32 and f64, as scalar loops. */
#pragma once

#include "runtime/compute/tile_ops.h"

/* NULL if there is none. Computed in f64. */
TileFn special_fn(OpCode code, CType ct);
void special_reduce_precision_f64(void *d, const void *a, const void *b, const void *c, int n);
