/* Set-up of OpenBLAS without its endless retries when memory cannot be mapped. */
#pragma once

/* Before the first call into it by a thread, and cheap after that: each thread that is in OpenBLAS works in a block of 128 MiB of
 * address space, and where that cannot be had the library tries again without end. Ends the process with a message instead
 * (base/memory_out.h). */
void blas_ready(void);
