/* Strided copies, used by slice, transpose, reverse, broadcast, pad, concatenate and the collectives. */
#pragma once

#include "runtime/compute/pool.h"
#include "runtime/ir/ir.h"

/* A copy between two strided arrays: dst[sum i_k * dst_strides[k]] = src[sum i_k * src_strides[k]] over all i < dims. */
typedef struct StridedCopy {
    int width, rank;                          /* bytes of an element; dims */
    const int64_t *dims;
    const int64_t *src_strides, *dst_strides; /* in elements, of any sign; 0 in src repeats; elements of dst are distinct */
} StridedCopy;

/* Large copies are divided among the workers of the pool; pool NULL: on the calling thread. */
void copy_strided(Pool *pool, const StridedCopy *c, const void *src, void *dst);
/* n elements equal to *value. */
void copy_fill(Pool *pool, int width, int64_t n, const void *value, void *dst);
/* Plain memory. */
void copy_flat(Pool *pool, int64_t bytes, const void *src, void *dst);
/* Row-major strides of dims. */
void strides_of(int rank, const int64_t *dims, int64_t *strides);
