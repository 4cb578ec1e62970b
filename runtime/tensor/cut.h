/* Copies tiles out of whole arrays and back. A NULL sharding means that every device has the whole array. */
#pragma once

#include "runtime/tensor/tensor.h"
#include "runtime/shard/sharding.h"

/* The device's tile into local storage of tile_dims() elements; what lies beyond the array is zero. Where devices hold
 * parts of a sum, the first holds it all and the others zeros. */
void tile_cut(const Tensor *whole, const Sharding *s, int64_t device, void *local);
/* The valid part of the device's tile into the whole array, which was zeros: parts of a sum are added up. */
void tile_paste(Tensor *whole, const Sharding *s, int64_t device, const void *local);
