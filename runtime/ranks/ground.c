/* Free ranges are kept in order of their place, and joined; the first that is large enough is taken. Pools keep buffers that come free, so that this is seldom called. */
#include "runtime/ranks/ground.h"

#include <errno.h>
#include <glib.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/base/vec.h"

enum { PAGE = 4096 };

typedef struct Range {
    size_t at, bytes;
} Range;

/* Kept as long as `until`, which may be the same, is read. */
typedef struct Loan {
    Buffer *b, *until;
} Loan;

struct Ground {
    BufferGround ground; /* first */
    char *memory;
    atomic_int refs;
    pthread_mutex_t lock; /* protects what follows */
    bool closed;
    VEC(Range) unused;
    VEC(Loan) loans;
};

/* The pages are there from now on: else touching them could end the process, where the place for shared memory is full. */
static bool populate(char *from, size_t bytes)
{
#ifdef MADV_POPULATE_WRITE
    char *first = from - (size_t)from % PAGE;
    return madvise(first, (size_t)(from + bytes - first), MADV_POPULATE_WRITE) == 0 || errno == EINVAL;
#else
    (void)from;
    (void)bytes;
    return true;
#endif
}

/* Range i and the next, if nothing is between them. */
static void join(Ground *g, int i)
{
    if (i < 0 || i + 1 >= g->unused.n)
        return;
    Range *r = &g->unused.v[i];
    if (r->at + r->bytes != r[1].at)
        return;
    r->bytes += r[1].bytes;
    memmove(r + 1, r + 2, sizeof(Range) * (size_t)(--g->unused.n - i - 1));
}

/* Requires the lock. */
static void put_back(Ground *g, Range r)
{
    int i = 0;
    while (i < g->unused.n && g->unused.v[i].at < r.at)
        i++;
    vec_push(&g->unused, r);
    memmove(g->unused.v + i + 1, g->unused.v + i, sizeof(Range) * (size_t)(g->unused.n - 1 - i));
    g->unused.v[i] = r;
    join(g, i);
    join(g, i - 1);
}

/* Requires the lock. */
static bool find(Ground *g, size_t bytes, size_t *at)
{
    for (int i = 0; i < g->unused.n; i++) {
        Range *r = &g->unused.v[i];
        if (r->bytes < bytes)
            continue;
        *at = r->at;
        r->at += bytes;
        r->bytes -= bytes;
        if (!r->bytes)
            memmove(r, r + 1, sizeof(Range) * (size_t)(--g->unused.n - i));
        return true;
    }
    return false;
}

static void *take(BufferGround *of, size_t bytes)
{
    Ground *g = (Ground *)of;
    size_t at = 0, whole = bytes + GROUND_LINE;
    pthread_mutex_lock(&g->lock);
    bool found = whole > bytes && !g->closed && find(g, whole, &at), there = found && populate(g->memory + at, whole);
    if (found && !there)
        put_back(g, (Range){ at, whole });
    pthread_mutex_unlock(&g->lock);
    if (!there)
        return NULL;
    char *data = g->memory + at + GROUND_LINE;
    atomic_store_explicit(ground_counter(data), 0, memory_order_relaxed);
    return data;
}

static void give(BufferGround *of, void *data, size_t bytes)
{
    Ground *g = (Ground *)of;
    char *from = (char *)data - GROUND_LINE, *end = (char *)data + bytes;
    char *first = from + (PAGE - (size_t)from % PAGE) % PAGE, *last = end - (size_t)end % PAGE;
    pthread_mutex_lock(&g->lock);
    if (!g->closed) {
        if (last > first)
            madvise(first, (size_t)(last - first), MADV_REMOVE); /* nobody reads them; what cannot be given back stays */
        put_back(g, (Range){ (size_t)(from - g->memory), (size_t)(end - from) });
    }
    pthread_mutex_unlock(&g->lock);
}

bool ground_lend(Ground *g, Buffer *b, int readers)
{
    if (!g || !buffer_is_on(b, &g->ground))
        return false;
    atomic_fetch_add_explicit(ground_counter(b->data), readers, memory_order_relaxed);
    ground_keep(g, buffer_ref(b), b);
    return true;
}

void ground_keep(Ground *g, Buffer *b, Buffer *until)
{
    buffer_ref(until);
    pthread_mutex_lock(&g->lock);
    vec_push(&g->loans, ((Loan){ b, until }));
    pthread_mutex_unlock(&g->lock);
}

static bool next_returned(Ground *g, Loan *loan)
{
    bool found = false;
    pthread_mutex_lock(&g->lock);
    for (int i = 0; !found && i < g->loans.n; i++)
        if (atomic_load_explicit(ground_counter(g->loans.v[i].until->data), memory_order_acquire) == 0) {
            found = true;
            *loan = g->loans.v[i];
            g->loans.v[i] = g->loans.v[--g->loans.n];
        }
    pthread_mutex_unlock(&g->lock);
    return found;
}

static void drop(Loan loan)
{
    buffer_unref(loan.b);
    buffer_unref(loan.until);
}

void ground_reap(Ground *g)
{
    for (Loan loan; g && next_returned(g, &loan);)
        drop(loan);
}

static void reap(BufferGround *of)
{
    ground_reap((Ground *)of);
}

static void unref(BufferGround *of)
{
    Ground *g = (Ground *)of;
    if (atomic_fetch_sub(&g->refs, 1) != 1)
        return;
    pthread_mutex_destroy(&g->lock);
    vec_clear(&g->unused);
    vec_clear(&g->loans);
    g_free(g);
}

const BufferGround *ground_of(const Ground *g)
{
    return &g->ground;
}

BufferGround *ground_ref(Ground *g)
{
    atomic_fetch_add(&g->refs, 1);
    return &g->ground;
}

Ground *ground_new(char *memory, size_t bytes)
{
    Ground *g = g_new0(Ground, 1);
    *g = (Ground){ .ground = { take, give, reap, unref }, .memory = memory };
    atomic_init(&g->refs, 1);
    pthread_mutex_init(&g->lock, NULL);
    vec_push(&g->unused, ((Range){ 0, bytes }));
    return g;
}

void ground_close(Ground *g)
{
    if (!g)
        return;
    pthread_mutex_lock(&g->lock);
    g->closed = true;
    pthread_mutex_unlock(&g->lock);
    while (g->loans.n) /* readers that were ended */
        drop(g->loans.v[--g->loans.n]);
    unref(&g->ground);
}
