/* Products of matrices of a few elements, as in batches of rotations, where a call of OpenBLAS takes longer than the product. */
#pragma once

#include "runtime/compute/tile_ops.h"

/* c[m, n] = a[m, k] b[k, n]; c by rows, the others with strides in elements. */
typedef struct DotTiny {
    CType ct; /* a float or complex type */
    int64_t m, n, k;
    int64_t am, ak, bk, bn;
} DotTiny;

/* Whether this is faster than a call of OpenBLAS. */
bool dot_tiny_pays(const DotTiny *t);
/* Each element is a sum over k in order. k is at least 1. */
void dot_tiny(const DotTiny *t, const void *a, const void *b, void *c);
