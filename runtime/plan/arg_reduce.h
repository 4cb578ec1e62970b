/* Reductions to the greatest or least element and its position, as argmax and argmin are written: a reduce of an array and of the positions in it. */
#pragma once

#include "runtime/ir/ir.h"

typedef struct ArgReduce {
    bool least;       /* else the greatest */
    bool last;        /* of equal elements, the last; else the first */
    bool nan_passes;  /* whatever follows a NaN takes its place, and a NaN that of what it follows; else the first NaN is the result */
    int64_t a, r, c;  /* the array seen as [a, r, c], reduced over r */
    int64_t start_at; /* the position that the start value has */
} ArgReduce;

/* True if the op is such a reduction, combined from the first element to the last; *to may be NULL. Its positions, operand 1, count along the reduced dim, so
 * that nobody has to read them. */
bool arg_reduce_of(const IrOp *op, ArgReduce *to);
