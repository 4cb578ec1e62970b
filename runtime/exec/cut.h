/* Tiles of whole arrays: cut out and put back. A NULL sharding means the whole array on every device. */
#pragma once

#include "runtime/exec/tensor.h"
#include "runtime/shard/sharding.h"

/* The device's tile into local storage of tile_dims() elements; what lies beyond the array is zero. */
void tile_cut(const Tensor *whole, const Sharding *s, int64_t device, void *local);
/* The valid part of the device's tile into the whole array. */
void tile_paste(Tensor *whole, const Sharding *s, int64_t device, const void *local);
