/* Element-wise functions that are rare enough for plain scalar loops: special functions in f32 and f64. */
#pragma once

#include "runtime/compute/tile_ops.h"

/* NULL if there is none. Computed in f64. */
TileFn special_fn(OpCode code, CType ct);
void special_reduce_precision_f64(void *d, const void *a, const void *b, const void *c, int n);
