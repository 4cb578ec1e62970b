/* Every so many-th element of an array, packed. */
#pragma once

#include <stdint.h>

/* d[i] = s[i * stride] for i < n; elements of 1, 2, 4, 8 or 16 bytes. Nothing beyond the last element that is wanted is read. */
void load_every(void *d, const void *s, int64_t stride, int bytes, int64_t n);
