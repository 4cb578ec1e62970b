/* Arrays put side by side, element by element: x[0][i], x[1][i], ..., for each i. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Elements [first, first + rows) of n arrays of elements of `width` bytes, to `to`. False, and nothing is done, for widths and numbers that there is no loop for:
 * 2 arrays of 1 to 8 bytes, 3 and 4 of 4 and 8. */
bool interleave(int width, int n, const void *const *x, int64_t first, int64_t rows, void *to);
