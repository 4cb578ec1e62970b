/* Copies tiles out of whole arrays and back. A NULL sharding means that every device has the whole array. */
#pragma once

#include "runtime/tensor/tensor.h"
#include "runtime/shard/sharding.h"

/* Copies the device's tile to local storage of tile_dims() elements; elements beyond the array are zero. If devices hold
 * partial sums, the first one gets the whole value and the others zeros. */
void tile_cut(const Tensor *whole, const Sharding *s, int64_t device, void *local);
/* Copies the valid part of the device's tile into the whole array, which is zero at first: partial sums are added. */
void tile_paste(Tensor *whole, const Sharding *s, int64_t device, const void *local);
