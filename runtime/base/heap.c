/* Puts malloc's heap on large pages. The C library can do that only through an environment variable that is read before main(),
 * so the heap is grown once at start, which reserves address space and no memory, and the system is advised to use large
 * pages for it. */
#include "runtime/base/heap.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { ROOM = 256 << 20, STEP = 8 << 20, OWN_MAPPING = 32 << 20, LARGE = 1 << 20, PAGE = 4096 };

static bool ours; /* the heap was set up here */

void heap_use_large_pages(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
        mallopt(M_ARENA_MAX, 1); /* there is no room to spare, and none for 64 MiB of each thread */
        return;
    }
    char *before = sbrk(0);
    mallopt(M_MMAP_THRESHOLD, OWN_MAPPING);
    mallopt(M_TRIM_THRESHOLD, ROOM * 2);
    mallopt(M_TOP_PAD, ROOM);
    void *volatile first = malloc(ROOM / 64); /* more than the heap has left, less than what is mapped apart; volatile, or the compiler leaves it out */
    mallopt(M_TOP_PAD, STEP);
    char *from = (char *)(((uintptr_t)before + PAGE - 1) & ~(uintptr_t)(PAGE - 1)), *to = sbrk(0);
    if (to > from)
        madvise(from, (size_t)(to - from), MADV_HUGEPAGE);
    free(first);
    ours = true;
}

void heap_map_large_blocks(void)
{
    if (!ours)
        return;
    mallopt(M_MMAP_THRESHOLD, LARGE);
    mallopt(M_TRIM_THRESHOLD, STEP);
    malloc_trim(0);
}
#else
void heap_use_large_pages(void)
{
}

void heap_map_large_blocks(void)
{
}
#endif
