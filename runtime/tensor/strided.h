/* Arrays of somebody else's, with any strides, as row-major ones. */
#pragma once

#include "runtime/tensor/tensor.h"

/* True if strides (in bytes, one per dimension, of any sign) are those of a row-major array without gaps. */
bool strided_is_packed(const Type *type, const int64_t *strides);
/* Copies the elements of an array to a row-major one without gaps, in blocks where another dimension than the last is the one whose elements stand next to each
 * other in `from`, so that each line of the cache is read once. `from` is the address of element 0; `to` has type_bytes(type) bytes. */
void strided_pack(const Type *type, const void *from, const int64_t *strides, void *to);
