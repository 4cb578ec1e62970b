/* Set-up of OpenBLAS: kernels that the processor is worth, and no endless retries when memory cannot be mapped. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Before calls into it, and cheap after the first of a thread: each thread that is in OpenBLAS works in a block of 128 MiB of
 * address space, and where that cannot be had the library tries again without end. False if there is none, *missing is its size then. */
bool blas_ready(size_t *missing);

/* OpenBLAS takes the kernels of the processor's model; of models that are newer than the library it knows none, and computes as for one of 2004, at a
 * fifth of the speed. This makes it take those of the instruction set, before the first call into it; nothing where it knows the model, or where OPENBLAS_CORETYPE
 * names kernels. Once in a process, and not while another thread is in OpenBLAS. */
void blas_choose_kernels(void);
/* The kernels to take in place of those of this name; NULL = these are good. */
const char *blas_better_kernels(const char *name);
