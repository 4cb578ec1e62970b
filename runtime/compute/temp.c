/* Memory for the work of kernels. Large blocks are kept for the next kernel that asks for about as much: new pages of the system cost as much as a pass over the block,
 * and a process whose heap is somebody else's gets small ones. Each block stands behind its size. */
#include "runtime/compute/pool.h"

#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "runtime/base/memory_out.h"
#include "runtime/base/sanitized.h"

enum { HEAD = 64, LARGE_PAGE = 2 << 20, KEPT_LEAST = 1 << 20, N_KEPT = 8, KEPT_MOST = 128 << 20 /* bytes, of all that are kept */ };

typedef struct Block {
    size_t bytes; /* with this head */
} Block;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects what follows */
static Block *kept[N_KEPT];                              /* the longest kept first */
static int n_kept;
static size_t kept_bytes;

/* Requires the lock. */
static Block *take_out(int i)
{
    Block *b = kept[i];
    n_kept--;
    for (; i < n_kept; i++)
        kept[i] = kept[i + 1];
    kept_bytes -= b->bytes;
    return b;
}

/* The smallest that is large enough, and not much larger; NULL if there is none. */
static Block *take_kept(size_t bytes)
{
    pthread_mutex_lock(&lock);
    int best = -1;
    for (int i = 0; i < n_kept; i++)
        if (kept[i]->bytes >= bytes && kept[i]->bytes - bytes <= bytes / 4 && (best < 0 || kept[i]->bytes < kept[best]->bytes))
            best = i;
    Block *b = best < 0 ? NULL : take_out(best);
    pthread_mutex_unlock(&lock);
    return b;
}

static Block *block_new(size_t bytes)
{
    bool large = bytes >= 2 * LARGE_PAGE;
    Block *b = memory_get(bytes, large ? LARGE_PAGE : HEAD);
    if (!b)
        return NULL;
    if (large)
        madvise(b, bytes, MADV_HUGEPAGE);
    b->bytes = bytes;
    return b;
}

void pool_temp_trim(void)
{
    pthread_mutex_lock(&lock);
    while (n_kept)
        free(take_out(0));
    pthread_mutex_unlock(&lock);
}

void *pool_temp(int64_t bytes)
{
    size_t all = bytes < 0 ? 0 : (size_t)bytes + HEAD;
    bool may_be_kept = !SANITIZED && all >= KEPT_LEAST;
    Block *b = may_be_kept ? take_kept(all) : NULL;
    if (!b && bytes >= 0)
        b = block_new(all);
    if (!b && may_be_kept) {
        pool_temp_trim();
        b = block_new(all);
    }
    if (b)
        return (char *)b + HEAD;
    pool_short((size_t)bytes, "the work of a kernel");
    return NULL;
}

void pool_temp_free(void *p)
{
    if (!p)
        return;
    Block *b = (Block *)(void *)((char *)p - HEAD);
    if (SANITIZED || b->bytes < KEPT_LEAST || b->bytes > KEPT_MOST) {
        free(b);
        return;
    }
    pthread_mutex_lock(&lock);
    while (n_kept == N_KEPT || kept_bytes + b->bytes > KEPT_MOST)
        free(take_out(0));
    kept[n_kept++] = b;
    kept_bytes += b->bytes;
    pthread_mutex_unlock(&lock);
}
