/* Set-up of OpenBLAS without its endless retries when memory cannot be mapped. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Before calls into it, and cheap after the first of a thread: each thread that is in OpenBLAS works in a block of 128 MiB of
 * address space, and where that cannot be had the library tries again without end. False if there is none, *missing is its size then. */
bool blas_ready(size_t *missing);
