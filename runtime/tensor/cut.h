/* Copies tiles out of whole arrays and back. A NULL sharding means that every device has the whole array. */
#pragma once

#include "runtime/tensor/tensor.h"
#include "runtime/shard/sharding.h"

/* Where a device's tile is in the whole array: the start and size of the valid box, and the dims of its local storage. False if it holds nothing of the
 * array, and its storage is zeros: no elements, or a part of a sum other than the first. Arrays of MAX_RANK; t is an array's type. */
bool tile_place(const Type *t, const Sharding *s, int64_t device, int64_t *start, int64_t *size, int64_t *local);
/* Copies the device's tile to local storage of tile_dims() elements; elements beyond the array are zero. If devices hold
 * partial sums, the first one gets the whole value and the others zeros. */
void tile_cut(const Tensor *whole, const Sharding *s, int64_t device, void *local);
/* Copies the valid part of the device's tile into the whole array, which is zero at first: partial sums are added. */
void tile_paste(Tensor *whole, const Sharding *s, int64_t device, const void *local);
/* A box of elements in row-major storage: the storage's dims and where the box begins in it. Arrays of the type's rank. */
typedef struct TileSide {
    const int64_t *dims, *at;
    void *data;
} TileSide;
/* Copies a box of `size` elements of the type t from one storage to another. */
void tile_copy(const Type *t, const int64_t *size, const TileSide *to, const TileSide *from);
