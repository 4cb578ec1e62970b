/* Buffers and their pool. There are free lists by size class, with four classes per power of two, last in first out,
 * so that memory which was just freed, and is likely still in a cache, is reused first. */
#include "runtime/memory/buffer.h"

#include <glib.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/base/memory_out.h"

enum { N_CLASSES = 256, HUGE_BYTES = 4 << 20 };

struct BufferPool {
    pthread_mutex_t lock; /* guards everything below */
    Buffer *free_list[N_CLASSES];
    size_t live, peak;
    int64_t outstanding; /* buffers in use */
    bool closed;
};

static atomic_size_t allocated; /* by all buffers that own their data, free ones too */
static size_t own_limit;        /* 0 = none */

void buffer_limit(size_t bytes)
{
    own_limit = bytes;
}

/* Three quarters of the machine's memory; asked once. */
static size_t machine_limit(void)
{
    static atomic_size_t known;
    size_t limit = atomic_load_explicit(&known, memory_order_relaxed);
    if (!limit) {
        long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGE_SIZE);
        limit = pages > 0 && size > 0 ? (size_t)pages * (size_t)size / 4 * 3 : (size_t)1 << 33;
        atomic_store_explicit(&known, limit, memory_order_relaxed);
    }
    return limit;
}

size_t buffer_most(void)
{
    return own_limit ? own_limit : machine_limit();
}

static bool fits(size_t bytes)
{
    size_t limit = buffer_most();
    size_t used = atomic_load_explicit(&allocated, memory_order_relaxed);
    return used <= limit && bytes <= limit - used;
}

/* The smallest class that holds `size`, and the bytes of its buffers. */
static int size_class(size_t size, size_t *capacity)
{
    if (size <= 64) {
        *capacity = 64;
        return 0;
    }
    int top = 63 - __builtin_clzll(size - 1); /* 2^top < size <= 2^(top + 1) */
    size_t step = (size_t)1 << (top >= 2 ? top - 2 : 0);
    size_t base = (size_t)1 << top;
    size_t k = (size - base + step - 1) / step; /* 1..4 */
    *capacity = (base + k * step + BUFFER_ALIGN - 1) & ~(size_t)(BUFFER_ALIGN - 1);
    return MIN(N_CLASSES - 1, (top - 6) * 4 + (int)k);
}

static Buffer *buffer_alloc(size_t size, size_t capacity)
{
    size_t bytes = (capacity + BUFFER_SLACK + BUFFER_ALIGN - 1) & ~(size_t)(BUFFER_ALIGN - 1);
    size_t align = bytes >= HUGE_BYTES ? (size_t)2 << 20 : BUFFER_ALIGN;
    Buffer *b = bytes < capacity ? NULL : calloc(1, sizeof *b);
    if (b)
        b->data = memory_get(bytes, align);
    if (!b || !b->data) {
        free(b);
        return NULL;
    }
    if (bytes >= HUGE_BYTES)
        madvise(b->data, bytes, MADV_HUGEPAGE);
    memset((char *)b->data + capacity, 0, bytes - capacity);
    b->size = size;
    b->capacity = capacity;
    atomic_init(&b->refs, 1);
    atomic_fetch_add_explicit(&allocated, capacity, memory_order_relaxed);
    return b;
}

static void buffer_destroy(Buffer *b)
{
    if (!b->borrowed) {
        atomic_fetch_sub_explicit(&allocated, b->capacity, memory_order_relaxed);
        free(b->data);
    }
    free(b);
}

Buffer *buffer_try(size_t size)
{
    return buffer_alloc(size, (size + BUFFER_ALIGN - 1) & ~(size_t)(BUFFER_ALIGN - 1));
}

Buffer *buffer_new(size_t size)
{
    Buffer *b = buffer_try(size);
    if (!b)
        memory_out(size, "a buffer");
    return b;
}

Buffer *buffer_wrap(void *data, size_t size)
{
    Buffer *b = calloc(1, sizeof *b);
    if (!b)
        memory_out(sizeof *b, "a buffer");
    b->data = data;
    b->size = b->capacity = size;
    b->borrowed = true;
    atomic_init(&b->refs, 1);
    return b;
}

Buffer *buffer_ref(Buffer *b)
{
    atomic_fetch_add_explicit(&b->refs, 1, memory_order_relaxed);
    return b;
}

static void drop_free(BufferPool *p)
{
    for (int i = 0; i < N_CLASSES; i++) {
        for (Buffer *b = p->free_list[i], *next; b; b = next) {
            next = b->next;
            buffer_destroy(b);
        }
        p->free_list[i] = NULL;
    }
}

static void pool_destroy(BufferPool *p)
{
    drop_free(p);
    pthread_mutex_destroy(&p->lock);
    free(p);
}

bool buffer_room(BufferPool *p, size_t bytes)
{
    if (fits(bytes) || !p)
        return fits(bytes);
    pthread_mutex_lock(&p->lock);
    drop_free(p);
    pthread_mutex_unlock(&p->lock);
    return fits(bytes);
}

static void pool_put(BufferPool *p, Buffer *b)
{
    pthread_mutex_lock(&p->lock);
    p->live -= b->capacity;
    p->outstanding--;
    bool last = p->closed && p->outstanding == 0;
    size_t capacity;
    int cls = size_class(b->capacity, &capacity);
    b->next = p->free_list[cls];
    p->free_list[cls] = b;
    pthread_mutex_unlock(&p->lock);
    if (last)
        pool_destroy(p);
}

void buffer_unref(Buffer *b)
{
    if (!b || atomic_fetch_sub_explicit(&b->refs, 1, memory_order_acq_rel) != 1)
        return;
    if (b->pool)
        pool_put(b->pool, b);
    else
        buffer_destroy(b);
}

BufferPool *buffer_pool_new(void)
{
    BufferPool *p = calloc(1, sizeof *p);
    if (!p)
        memory_out(sizeof *p, "a pool of buffers");
    pthread_mutex_init(&p->lock, NULL);
    return p;
}

void buffer_pool_free(BufferPool *p)
{
    if (!p)
        return;
    pthread_mutex_lock(&p->lock);
    p->closed = true;
    bool last = p->outstanding == 0;
    pthread_mutex_unlock(&p->lock);
    if (last)
        pool_destroy(p);
}

Buffer *buffer_pool_try(BufferPool *p, size_t size)
{
    size_t capacity;
    int cls = size_class(size, &capacity);
    pthread_mutex_lock(&p->lock);
    Buffer *b = p->free_list[cls];
    /* The last class holds everything beyond the table: take only what fits. */
    if (b && b->capacity >= capacity)
        p->free_list[cls] = b->next;
    else
        b = NULL;
    p->outstanding++;
    p->live += b ? b->capacity : capacity;
    p->peak = MAX(p->peak, p->live);
    pthread_mutex_unlock(&p->lock);
    if (b) {
        b->size = size;
        b->next = NULL;
        atomic_store_explicit(&b->refs, 1, memory_order_relaxed);
        return b;
    }
    b = buffer_alloc(size, capacity);
    if (b) {
        b->pool = p;
        return b;
    }
    pthread_mutex_lock(&p->lock);
    drop_free(p);
    pthread_mutex_unlock(&p->lock);
    b = buffer_alloc(size, capacity); /* with what the pool had kept */
    pthread_mutex_lock(&p->lock);
    if (!b) {
        p->outstanding--;
        p->live -= capacity;
    }
    pthread_mutex_unlock(&p->lock);
    if (b)
        b->pool = p;
    return b;
}

size_t buffer_pool_live(BufferPool *p)
{
    pthread_mutex_lock(&p->lock);
    size_t live = p->live;
    pthread_mutex_unlock(&p->lock);
    return live;
}

size_t buffer_pool_peak(BufferPool *p, bool reset)
{
    pthread_mutex_lock(&p->lock);
    size_t peak = p->peak;
    if (reset)
        p->peak = p->live;
    pthread_mutex_unlock(&p->lock);
    return peak;
}
