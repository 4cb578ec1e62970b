/* Free ranges of a region are a list in order of their place, which stands in the ranges themselves, so that giving back needs no memory; neighbours are joined, and the
 * first range that is large enough is taken. */
#include "runtime/memory/regions.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { REGION_BYTES = 32 << 20, LARGE_PAGE = 2 << 20 };

typedef struct Range Range;
struct Range {
    Range *next;
    size_t bytes; /* with this head */
};

struct Region {
    Region *next, **here; /* `here` points to this region */
    char *memory;
    Range *unused;
    size_t most; /* no free range has more bytes */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects what follows, and all regions */
static Region *first;

/* Addresses are reserved by the region: where they are limited, others may need them. */
static bool is_limited(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY;
}

/* Addresses for a region, aligned to large pages; NULL if there are none. */
static char *map(void)
{
    char *from = mmap(NULL, REGION_BYTES + LARGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (from == MAP_FAILED)
        return NULL;
    size_t before = (LARGE_PAGE - (uintptr_t)from % LARGE_PAGE) % LARGE_PAGE;
    if (before)
        munmap(from, before);
    munmap(from + before + REGION_BYTES, LARGE_PAGE - before);
    madvise(from + before, REGION_BYTES, MADV_HUGEPAGE);
    return from + before;
}

/* Requires the lock. */
static Region *region_new(void)
{
    Region *r = is_limited() ? NULL : calloc(1, sizeof *r);
    if (!r || !(r->memory = map())) {
        free(r);
        return NULL;
    }
    r->unused = (Range *)(void *)r->memory;
    *r->unused = (Range){ NULL, REGION_BYTES };
    r->most = REGION_BYTES;
    r->next = first;
    r->here = &first;
    if (first)
        first->here = &r->next;
    first = r;
    return r;
}

/* Requires the lock. */
static void region_free(Region *r)
{
    *r->here = r->next;
    if (r->next)
        r->next->here = r->here;
    munmap(r->memory, REGION_BYTES);
    free(r);
}

/* From the end of the first range that is large enough; NULL if none is. Requires the lock. */
static void *take_from(Region *r, size_t bytes)
{
    size_t most = 0;
    for (Range **p = &r->unused; *p; p = &(*p)->next) {
        Range *range = *p;
        if (range->bytes >= bytes) {
            range->bytes -= bytes;
            if (!range->bytes)
                *p = range->next;
            return (char *)range + range->bytes;
        }
        most = range->bytes > most ? range->bytes : most;
    }
    r->most = most;
    return NULL;
}

/* A process that is forked off goes on with the thread that did it: the lock must not be another one's then. */
static void before_fork(void)
{
    pthread_mutex_lock(&lock);
}

static void after_fork(void)
{
    pthread_mutex_unlock(&lock);
}

static void watch_forks(void)
{
    pthread_atfork(before_fork, after_fork, after_fork);
}

void *region_take(size_t bytes, Region **of)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, watch_forks);
    void *block = NULL;
    pthread_mutex_lock(&lock);
    for (Region *r = first; r && !block; r = r->next)
        if (r->most >= bytes && (block = take_from(r, bytes)))
            *of = r;
    if (!block && bytes <= REGION_BYTES && (*of = region_new()))
        block = take_from(*of, bytes);
    pthread_mutex_unlock(&lock);
    return block;
}

/* The range and the next become one, if nothing is between them. */
static void join(Range *range)
{
    Range *next = range->next;
    if (next && (char *)range + range->bytes == (char *)next)
        *range = (Range){ next->next, range->bytes + next->bytes };
}

void region_give(Region *of, void *block, size_t bytes)
{
    pthread_mutex_lock(&lock);
    Range **p = &of->unused, *before = NULL, *made = block;
    for (; *p && (void *)*p < block; p = &(*p)->next)
        before = *p;
    *made = (Range){ *p, bytes };
    *p = made;
    join(made);
    if (before)
        join(before);
    Range *joined = before && (char *)before + before->bytes > (char *)block ? before : made;
    of->most = joined->bytes > of->most ? joined->bytes : of->most;
    if (joined->bytes == REGION_BYTES)
        region_free(of);
    pthread_mutex_unlock(&lock);
}
