/* The process's heap. */
#pragma once

/* To be called first in main(): what malloc gives out from now on is on large pages where the system has them, up to 256 MiB,
 * and is kept when freed. Compiling meets its memory once, so faults of 4 KiB would be a sixth of its time. Does nothing where
 * the C library is not GNU's. */
void heap_use_large_pages(void);
/* After that: large blocks are mapped by themselves again, and go back to the system when they are freed. For what holds most of its memory in a few arrays that
 * grow, as imports of profiles do. */
void heap_map_large_blocks(void);
