/* Memory for buffers of middling size, many together on large pages: each by itself would be on small ones, whose addresses a processor looks up again and again.
 *
 * Called from any thread, but seldom: pools keep what comes free. */
#pragma once

#include <stddef.h>

typedef struct Region Region;

/* Sizes that are worth it: below, many are on a small page; above, one fills large pages alone. */
enum { REGION_LEAST = 16 << 10, REGION_MOST = 4 << 20 };

/* `bytes`, a multiple of 64, aligned to 64; `of` becomes its region. NULL if there is no room for another region, or the process's addresses are limited. */
void *region_take(size_t bytes, Region **of);
/* The region goes back to the system with its last block. */
void region_give(Region *of, void *block, size_t bytes);
