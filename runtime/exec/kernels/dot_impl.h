/* Internal declarations of dot.c (dots of all types) and dot_int.c (products of integers). */
#pragma once

#include "runtime/compute/tile_ops.h"
#include "runtime/compute/pool.h"

/* An operand as matrices by strides, in elements: element (f, c) of a batch's matrix is f * free_stride + c * con_stride after
 * the batch's begin. */
typedef struct DotView {
    const char *data;
    CType ct; /* of its elements in memory: integers or pred */
    int64_t free_stride, con_stride;
} DotView;

typedef struct DotInt {
    DotView a, b;
    char *out; /* [batch, m, n] of ct, an integer or pred */
    CType ct;
    int64_t batch, m, n, k; /* none 0 */
    const void *plan;
    void (*batch_start)(const void *plan, int64_t batch, int64_t *a, int64_t *b); /* elements at which a batch begins */
} DotInt;

/* out = a b, exact modulo the result's range; of pred: whether any pair is true in both. */
void dot_int(const DotInt *d, Pool *pool, int n_devices);
