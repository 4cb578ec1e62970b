/* Buffers and their pool. There are free lists by size class, with four classes per power of two, last in first out,
 * so that memory which was just freed, and is likely still in a cache, is reused first. Small buffers come and go so often that threads would wait
 * for each other: each thread has a shelf with lists of its own, and looks at the others' only when that has nothing. */
#include "runtime/memory/buffer.h"

#include <glib.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/base/memory_out.h"
#include "runtime/base/sanitized.h"
#include "runtime/memory/regions.h"

enum { N_CLASSES = 256, SMALL_CLASS = 32 /* up to 16 KiB */, N_SHELVES = 8 };

typedef struct Shelf {
    _Alignas(64) pthread_mutex_t lock;
    Buffer *free_list[N_CLASSES]; /* of large ones only the first shelf has any */
} Shelf;

struct BufferPool {
    Shelf shelf[N_SHELVES];
    atomic_size_t live, peak;
    BufferGround *ground;      /* NULL = the system's memory */
    BufferPool *parent;        /* if it has a ground */
    atomic_int_fast64_t users; /* buffers in use, and one more until the pool is closed: who takes the last away frees the pool */
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

/* The smallest class that holds `size`, and the bytes of its buffers, whose class is the same: what comes back is found again. */
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
    k = (*capacity - base + step - 1) / step;
    return MIN(N_CLASSES - 1, (top - 6) * 4 + (int)k);
}

static size_t bytes_of(size_t capacity)
{
    return (capacity + BUFFER_SLACK + BUFFER_ALIGN - 1) & ~(size_t)(BUFFER_ALIGN - 1);
}

/* On large pages where the buffer is large enough for that to count. */
static void *system_take(size_t bytes, Region **of)
{
    void *data = !SANITIZED && bytes >= REGION_LEAST && bytes < REGION_MOST ? region_take(bytes, of) : NULL;
    if (data)
        return data;
    *of = NULL;
    data = memory_get(bytes, bytes >= REGION_MOST ? (size_t)2 << 20 : BUFFER_ALIGN);
    if (data && bytes >= REGION_MOST)
        madvise(data, bytes, MADV_HUGEPAGE);
    return data;
}

static Buffer *buffer_alloc(size_t size, size_t capacity, BufferGround *ground)
{
    size_t bytes = bytes_of(capacity);
    Buffer *b = bytes < capacity ? NULL : calloc(1, sizeof *b);
    if (b)
        b->data = ground ? ground->take(ground, bytes) : system_take(bytes, &b->region);
    if (!b || !b->data) {
        free(b);
        return NULL;
    }
    memset((char *)b->data + capacity, 0, bytes - capacity);
    b->size = size;
    b->capacity = capacity;
    atomic_init(&b->refs, 1);
    atomic_fetch_add_explicit(&allocated, capacity, memory_order_relaxed);
    return b;
}

static void buffer_destroy(Buffer *b)
{
    if (b->lent) {
        atomic_fetch_sub_explicit(b->lent, 1, memory_order_release);
    } else if (!b->borrowed) {
        atomic_fetch_sub_explicit(&allocated, b->capacity, memory_order_relaxed);
        if (b->pool && b->pool->ground)
            b->pool->ground->give(b->pool->ground, b->data, bytes_of(b->capacity));
        else if (b->region)
            region_give(b->region, b->data, bytes_of(b->capacity));
        else
            free(b->data);
    }
    free(b);
}

Buffer *buffer_try(size_t size)
{
    return buffer_alloc(size, (size + BUFFER_ALIGN - 1) & ~(size_t)(BUFFER_ALIGN - 1), NULL);
}

Buffer *buffer_new(size_t size)
{
    Buffer *b = buffer_try(size);
    if (!b)
        memory_out(size, "a buffer");
    return b;
}

void buffer_borrow(Buffer *b, void *data, size_t size)
{
    memset(b, 0, sizeof *b);
    b->data = data;
    b->size = b->capacity = size;
    b->borrowed = true;
    atomic_init(&b->refs, 1);
}

Buffer *buffer_wrap(void *data, size_t size)
{
    Buffer *b = calloc(1, sizeof *b);
    if (!b)
        memory_out(sizeof *b, "a buffer");
    buffer_borrow(b, data, size);
    return b;
}

Buffer *buffer_lent(void *data, size_t size, atomic_int *lent)
{
    Buffer *b = buffer_wrap(data, size);
    b->borrowed = false;
    b->lent = lent;
    return b;
}

Buffer *buffer_ref(Buffer *b)
{
    atomic_fetch_add_explicit(&b->refs, 1, memory_order_relaxed);
    return b;
}

static void drop_free(BufferPool *p)
{
    for (int k = 0; k < N_SHELVES; k++) {
        pthread_mutex_lock(&p->shelf[k].lock);
        for (int i = 0; i < N_CLASSES; i++) {
            for (Buffer *b = p->shelf[k].free_list[i], *next; b; b = next) {
                next = b->next;
                buffer_destroy(b);
            }
            p->shelf[k].free_list[i] = NULL;
        }
        pthread_mutex_unlock(&p->shelf[k].lock);
    }
}

/* One user less. */
static void pool_leave(BufferPool *p)
{
    if (atomic_fetch_sub(&p->users, 1) != 1)
        return;
    drop_free(p);
    for (int k = 0; k < N_SHELVES; k++)
        pthread_mutex_destroy(&p->shelf[k].lock);
    if (p->ground) {
        p->ground->unref(p->ground);
        pool_leave(p->parent);
    }
    free(p);
}

bool buffer_room(BufferPool *p, size_t bytes)
{
    if (fits(bytes) || !p)
        return fits(bytes);
    drop_free(p);
    if (p->parent)
        drop_free(p->parent);
    return fits(bytes);
}

void buffer_pool_trim(BufferPool *p)
{
    drop_free(p);
}

/* Threads take turns, so that few share one. */
static int own_shelf(int cls)
{
    static atomic_int n_threads;
    static _Thread_local int own; /* from 1 */
    if (cls > SMALL_CLASS)
        return 0;
    if (!own)
        own = 1 + atomic_fetch_add_explicit(&n_threads, 1, memory_order_relaxed) % N_SHELVES;
    return own - 1;
}

static void pool_put(BufferPool *p, Buffer *b)
{
    size_t capacity = b->capacity, unused;
    int cls = size_class(capacity, &unused);
    Shelf *s = &p->shelf[own_shelf(cls)];
    pthread_mutex_lock(&s->lock);
    b->next = s->free_list[cls];
    s->free_list[cls] = b;
    pthread_mutex_unlock(&s->lock);
    atomic_fetch_sub_explicit(&(p->parent ? p->parent : p)->live, capacity, memory_order_relaxed);
    pool_leave(p);
}

/* The last class holds everything beyond the table: only what fits is taken. */
static Buffer *shelf_take(Shelf *s, int cls, size_t capacity)
{
    pthread_mutex_lock(&s->lock);
    Buffer *b = s->free_list[cls];
    if (b && b->capacity >= capacity)
        s->free_list[cls] = b->next;
    else
        b = NULL;
    pthread_mutex_unlock(&s->lock);
    return b;
}

static Buffer *pool_take(BufferPool *p, int cls, size_t capacity)
{
    int own = own_shelf(cls);
    Buffer *b = shelf_take(&p->shelf[own], cls, capacity);
    for (int k = 1; !b && cls <= SMALL_CLASS && k < N_SHELVES; k++)
        b = shelf_take(&p->shelf[(own + k) % N_SHELVES], cls, capacity);
    return b;
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
    BufferPool *p = NULL;
    if (posix_memalign((void **)&p, 64, sizeof *p))
        memory_out(sizeof *p, "a pool of buffers");
    memset(p, 0, sizeof *p);
    for (int k = 0; k < N_SHELVES; k++)
        pthread_mutex_init(&p->shelf[k].lock, NULL);
    atomic_init(&p->users, 1);
    return p;
}

BufferPool *buffer_pool_on(BufferGround *g, BufferPool *parent)
{
    BufferPool *p = buffer_pool_new();
    p->ground = g;
    p->parent = parent;
    atomic_fetch_add_explicit(&parent->users, 1, memory_order_relaxed);
    return p;
}

bool buffer_is_on(const Buffer *b, const BufferGround *g)
{
    return b->pool && b->pool->ground == g;
}

void buffer_pool_free(BufferPool *p)
{
    if (p)
        pool_leave(p);
}

static void note_use(BufferPool *p, size_t capacity)
{
    size_t live = atomic_fetch_add_explicit(&p->live, capacity, memory_order_relaxed) + capacity;
    size_t peak = atomic_load_explicit(&p->peak, memory_order_relaxed);
    while (live > peak && !atomic_compare_exchange_weak_explicit(&p->peak, &peak, live, memory_order_relaxed, memory_order_relaxed))
        ;
}

/* As new. */
static void again(Buffer *b, size_t size)
{
    b->size = size;
    b->next = NULL;
    atomic_store_explicit(&b->in_array, false, memory_order_relaxed);
    atomic_store_explicit(&b->several, false, memory_order_relaxed);
    atomic_store_explicit(&b->refs, 1, memory_order_relaxed);
}

/* One that others have done with, if there is. */
static Buffer *pool_take_reaped(BufferPool *p, int cls, size_t capacity)
{
    Buffer *b = pool_take(p, cls, capacity);
    if (b || !p->ground)
        return b;
    p->ground->reap(p->ground);
    return pool_take(p, cls, capacity);
}

Buffer *buffer_pool_try(BufferPool *p, size_t size)
{
    size_t capacity;
    int cls = size_class(size, &capacity);
    Buffer *b = pool_take_reaped(p, cls, capacity);
    if (b) {
        again(b, size);
    } else {
        b = buffer_alloc(size, capacity, p->ground);
        if (!b) {
            drop_free(p);
            b = buffer_alloc(size, capacity, p->ground); /* with what the pool had kept */
        }
        if (!b)
            return p->parent ? buffer_pool_try(p->parent, size) : NULL;
        b->pool = p;
    }
    atomic_fetch_add_explicit(&p->users, 1, memory_order_relaxed);
    note_use(p->parent ? p->parent : p, b->capacity);
    return b;
}

size_t buffer_pool_live(BufferPool *p)
{
    return atomic_load_explicit(&p->live, memory_order_relaxed);
}

size_t buffer_pool_peak(BufferPool *p, bool reset)
{
    size_t peak = atomic_load_explicit(&p->peak, memory_order_relaxed);
    if (reset)
        atomic_store_explicit(&p->peak, atomic_load_explicit(&p->live, memory_order_relaxed), memory_order_relaxed);
    return peak;
}

/* ---- nests --------------------------------------------------------------------------------------------------------------------- */

Buffer *buffer_nest_take(BufferNest *n, size_t size)
{
    size_t capacity;
    int cls = size_class(size, &capacity);
    Buffer *b = cls < NEST_CLASSES ? n->free_list[cls] : NULL;
    if (!b)
        return NULL;
    n->free_list[cls] = b->next;
    n->n[cls]--;
    again(b, size);
    return b;
}

void buffer_nest_unref(BufferNest *n, BufferPool *p, Buffer *b)
{
    size_t unused;
    int cls = !p || b->pool != p || !buffer_is_unique(b) ? NEST_CLASSES : size_class(b->capacity, &unused);
    if (cls >= NEST_CLASSES || n->n[cls] == NEST_MOST) {
        buffer_unref(b);
        return;
    }
    b->next = n->free_list[cls];
    n->free_list[cls] = b;
    n->n[cls]++;
}

void buffer_nest_clear(BufferNest *n)
{
    for (int i = 0; i < NEST_CLASSES; i++) {
        for (Buffer *b = n->free_list[i], *next; b; b = next) {
            next = b->next;
            buffer_unref(b);
        }
        n->free_list[i] = NULL;
        n->n[i] = 0;
    }
}
