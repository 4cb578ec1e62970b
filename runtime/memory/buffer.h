/* Reference-counted host memory, and the pool that recycles it.
 *
 * A buffer may be written by the holder of its only reference and is read-only while it is shared. So
 * collectives can give one result to many devices without a copy, and an op can tell whether it may overwrite
 * its operand. All functions may be called from any thread. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Buffer Buffer;
typedef struct BufferPool BufferPool;
typedef struct BufferGround BufferGround;

struct Buffer {
    void *data;       /* 64-byte aligned; BUFFER_SLACK readable bytes follow the last one */
    size_t size;      /* bytes asked for */
    size_t capacity;  /* bytes there are */
    atomic_int refs;
    BufferPool *pool; /* the pool it returns to, or NULL */
    Buffer *next;     /* in the pool's free list */
    struct Region *region; /* that the data is a block of; NULL = of none (memory/regions.h) */
    bool borrowed;    /* data is not owned, and outlives the buffer */
    atomic_bool in_array; /* of an array that somebody has, who may know the address */
    atomic_int *lent;     /* the data is another process's, which keeps it until this counter, which it sees, is 0: of those who read it. NULL = it is not */
    atomic_bool several;  /* of pieces that became arrays at once: who looks into one of them, and may write there, gets a copy */
};

enum { BUFFER_ALIGN = 64, BUFFER_SLACK = 64 };

/* True if so many more bytes may be allocated: all buffers together stay below three quarters of the machine's memory, since
 * the system overcommits memory and would kill the process later. If necessary, the pool (may be NULL) frees the buffers that it keeps.
 * Callers that need much memory call this first and report an error if it returns false. */
bool buffer_room(BufferPool *p, size_t bytes);
/* Limits the memory of all buffers, instead of by the machine's memory; 0 = no own limit. */
void buffer_limit(size_t bytes);
/* The limit that holds. */
size_t buffer_most(void);

/* Uninitialised memory with one reference. NULL if there is not enough memory. */
Buffer *buffer_try(size_t size);
/* The same, never NULL: for tests, which memory_out ends (base/memory_out.h). */
Buffer *buffer_new(size_t size);
/* Wraps memory that outlives every reference. */
Buffer *buffer_wrap(void *data, size_t size);
/* The same in a Buffer of the caller's, which nobody must have a reference to when it goes. */
void buffer_borrow(Buffer *b, void *data, size_t size);
/* Data that another process lends: the last reference takes 1 from the counter, which is where that process sees it. Nobody may write it. */
Buffer *buffer_lent(void *data, size_t size, atomic_int *lent);
Buffer *buffer_ref(Buffer *b);
void buffer_unref(Buffer *b);
static inline bool buffer_is_unique(Buffer *b)
{
    return !b->borrowed && !b->lent && atomic_load_explicit(&b->refs, memory_order_acquire) == 1;
}

/* Keeps freed buffers by size for the next step, so that later steps need no new pages from the system. */
BufferPool *buffer_pool_new(void);
/* Buffers that are still referenced stay valid and free themselves later. */
void buffer_pool_free(BufferPool *p);
/* Where a pool's memory comes from, if not from the system. Called by any thread. */
struct BufferGround {
    void *(*take)(BufferGround *g, size_t bytes); /* aligned to BUFFER_ALIGN; NULL: there is no room */
    void (*give)(BufferGround *g, void *data, size_t bytes);
    void (*reap)(BufferGround *g);                /* drops references to buffers that were only kept for others who have done with them */
    void (*unref)(BufferGround *g);
};
/* A pool on such a ground, of which it takes over a reference. Where that has no room it takes buffers of `parent`, which counts what is in use in both. */
BufferPool *buffer_pool_on(BufferGround *g, BufferPool *parent);
/* True if the buffer's memory is of that ground. */
bool buffer_is_on(const Buffer *b, const BufferGround *g);
/* NULL if there is not enough memory even after freeing the buffers that the pool keeps. */
Buffer *buffer_pool_try(BufferPool *p, size_t size);
/* Frees the buffers that the pool keeps. */
void buffer_pool_trim(BufferPool *p);
/* Bytes in use now, and the maximum since the last reset. */
size_t buffer_pool_live(BufferPool *p);
size_t buffer_pool_peak(BufferPool *p, bool reset);

/* Small buffers that came free where they are soon needed again, as in each trip of a loop: taken and given back without a lock, by one thread at a time.
 * To the pool they are in use. All zeroes is empty. */
enum { NEST_CLASSES = 21 /* up to 2 KiB */, NEST_MOST = 32 /* of a class: what others made and this one frees, as of collectives, goes on to the pool */ };
typedef struct BufferNest {
    Buffer *free_list[NEST_CLASSES];
    int n[NEST_CLASSES];
} BufferNest;
/* NULL if it has none of that size. */
Buffer *buffer_nest_take(BufferNest *n, size_t size);
/* As buffer_unref, but keeps a small one of the pool that nobody else refers to, unless there are many. */
void buffer_nest_unref(BufferNest *n, BufferPool *p, Buffer *b);
/* Returns all to their pool, which must still be there. */
void buffer_nest_clear(BufferNest *n);
