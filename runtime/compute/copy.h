/* Strided copies: one engine behind slice, transpose, reverse, broadcast, pad, concatenate and the collectives. */
#pragma once

#include "runtime/compute/pool.h"
#include "runtime/ir/ir.h"

/* dst[sum i_k * dst_strides[k]] = src[sum i_k * src_strides[k]] over all i < dims; strides in elements of `width`
 * bytes, of any sign, 0 in src for repetition; dst elements are distinct. Large copies are cut over the pool. */
void copy_strided(Pool *pool, int width, int rank, const int64_t *dims, const int64_t *src_strides, const int64_t *dst_strides,
                  const void *src, void *dst);
/* n elements equal to *value. */
void copy_fill(Pool *pool, int width, int64_t n, const void *value, void *dst);
/* Plain memory. */
void copy_flat(Pool *pool, int64_t bytes, const void *src, void *dst);
/* Row-major strides of dims. */
void strides_of(int rank, const int64_t *dims, int64_t *strides);
