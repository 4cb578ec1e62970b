/* Rings, boards and grounds. A rank's memory has a ring and a slot for each other rank of the machine, which that one writes, then its board, and then its ground. A ring is a
 * stream: of each head its length, then its bytes, filled up to a multiple of 8; a long one goes through it piece by piece. What is on a board is freed in the order in which it was put there. */
#include "runtime/ranks/near.h"

#include <glib.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/vec.h"

enum { LINE = 64, WORD = 8, LEAST_RING = 512, MOST_RING = 16 << 10 };

/* Of a ring; positions only grow. */
typedef struct Ends {
    atomic_uint_fast64_t put;
    char own_line[LINE - sizeof(atomic_uint_fast64_t)];
    atomic_uint_fast64_t taken;
    atomic_uint wanted; /* who writes has found no room, and is to be rung */
    char other_line[LINE - sizeof(atomic_uint_fast64_t) - sizeof(atomic_uint)];
} Ends;

/* What is before the data at a place of a board. */
typedef struct Spot {
    atomic_int readers;
    char line[LINE - sizeof(atomic_int)];
} Spot;

/* A head on its way: `done` bytes of the stream are written, or read. */
typedef struct Piece {
    char *head;
    size_t bytes, done;
} Piece;

typedef struct Neighbour {
    char *memory; /* NULL = it is not near */
    int index;    /* among those that are */
    GQueue unsent; /* of Piece */
    Piece coming;  /* head: NULL = none */
} Neighbour;

/* A place that is in use. */
typedef struct Used {
    size_t at, bytes;
} Used;

struct Near {
    const Link *link;
    Neighbour *of; /* by rank */
    int n, n_near, n_unsent, next;
    bool slots;    /* there is room for some */
    size_t rings_at, ring_bytes, board_at, board_bytes;
    pthread_mutex_t lock; /* protects `used`, the places of this rank's board, in the order in which they were taken; the first n_gone are no more */
    VEC(Used) used;
    int n_gone;
    Ground *ground; /* NULL = there is none */
};

static size_t up(size_t bytes, size_t to)
{
    return (bytes + to - 1) / to * to;
}

/* What is left of a rank's memory goes to its board and its ground, if it is not too little for both. */
static void share_out(Near *n)
{
    enum { MOST_BOARD = 4 << 20, LEAST_BOTH = 256 << 10, PAGE = 4096 };
    size_t left = n->link->shared_bytes - n->board_at;
    n->board_bytes = left < LEAST_BOTH ? left : MIN(left / 2, MOST_BOARD);
    size_t at = up(n->board_at + n->board_bytes, PAGE), end = n->link->shared_bytes / PAGE * PAGE;
    if (left >= LEAST_BOTH)
        n->ground = ground_new(n->of[n->link->me].memory + at, end - at);
}

Near *near_new(const Link *l)
{
    if (!l->shared || !l->shared[l->me])
        return NULL;
    Near *n = g_new0(Near, 1);
    *n = (Near){ .link = l, .n = l->n, .of = g_new0(Neighbour, l->n), .ring_bytes = MOST_RING };
    for (int i = 0; i < l->n; i++)
        if (l->shared[i])
            n->of[i] = (Neighbour){ .memory = l->shared[i], .index = n->n_near++ };
    while (n->ring_bytes > LEAST_RING && n->ring_bytes * (size_t)n->n_near > l->shared_bytes / 4)
        n->ring_bytes /= 2;
    n->slots = (sizeof(Ends) + NEAR_SLOT) * (size_t)n->n_near <= LINK_ZERO_BYTES;
    n->rings_at = (sizeof(Ends) + (n->slots ? NEAR_SLOT : 0)) * (size_t)n->n_near;
    n->board_at = up(n->rings_at + n->ring_bytes * (size_t)n->n_near, LINE);
    if (sizeof(Ends) * (size_t)n->n_near > LINK_ZERO_BYTES || n->board_at > l->shared_bytes || n->n_near < 2) {
        g_free(n->of);
        g_free(n);
        return NULL;
    }
    share_out(n);
    pthread_mutex_init(&n->lock, NULL);
    return n;
}

void near_free(Near *n)
{
    for (int i = 0; n && i < n->n; i++) {
        free(n->of[i].coming.head);
        for (Piece *p; (p = g_queue_pop_head(&n->of[i].unsent)) != NULL; g_free(p))
            free(p->head);
    }
    if (!n)
        return;
    pthread_mutex_destroy(&n->lock);
    vec_clear(&n->used);
    ground_close(n->ground);
    g_free(n->of);
    g_free(n);
}

bool near_reaches(const Near *n, int rank)
{
    return n && rank != n->link->me && n->of[rank].memory;
}

bool near_reaches_all(const Near *n)
{
    return n && n->n_near == n->n;
}

/* ---- rings ------------------------------------------------------------------------------------------------------------------------- */

/* The ring in `owner`'s memory that `writer` writes. */
static Ends *ends_of(const Near *n, int owner, int writer)
{
    return (Ends *)(void *)n->of[owner].memory + n->of[writer].index;
}

static char *ring_of(const Near *n, int owner, int writer)
{
    return n->of[owner].memory + n->rings_at + n->ring_bytes * (size_t)n->of[writer].index;
}

/* Copies to or from a ring, from position `at` on. */
static void ring_copy(const Near *n, char *ring, uint64_t at, char *data, size_t bytes, bool write)
{
    size_t from = (size_t)(at & (n->ring_bytes - 1)), first = MIN(bytes, n->ring_bytes - from);
    if (write) {
        memcpy(ring + from, data, first);
        memcpy(ring, data + first, bytes - first);
    } else {
        memcpy(data, ring + from, first);
        memcpy(data + first, ring, bytes - first);
    }
}

/* How many bytes of a piece are next, of so many at most, and how many of them are its own. */
static size_t piece_next(const Piece *p, size_t most, size_t *own)
{
    size_t step = MIN(most, up(p->bytes, WORD) - p->done);
    *own = p->done < p->bytes ? MIN(step, p->bytes - p->done) : 0;
    return step;
}

/* Writes what there is room for. True when that was all; `begun`: its length has been written. */
static bool piece_write(const Near *n, int to, Piece *p, bool *begun)
{
    Ends *e = ends_of(n, to, n->link->me);
    char *ring = ring_of(n, to, n->link->me);
    uint64_t put = atomic_load_explicit(&e->put, memory_order_relaxed);
    size_t room = n->ring_bytes - (size_t)(put - atomic_load(&e->taken)), own;
    if (!*begun && room >= WORD) {
        uint64_t length = p->bytes;
        ring_copy(n, ring, put, (char *)&length, WORD, true);
        put += WORD;
        room -= WORD;
        *begun = true;
    }
    if (*begun) {
        size_t step = piece_next(p, room, &own);
        ring_copy(n, ring, put, p->head + p->done, own, true);
        p->done += step;
        put += step;
    }
    atomic_store_explicit(&e->put, put, memory_order_release);
    return *begun && p->done == up(p->bytes, WORD);
}

/* Of a piece that waits, done counts from the length on, which is WORD bytes. */
static bool piece_go_on(Near *n, int to, Piece *p)
{
    bool begun = p->done >= WORD, all;
    Piece rest = { p->head, p->bytes, begun ? p->done - WORD : 0 };
    all = piece_write(n, to, &rest, &begun);
    if (!all) { /* perhaps there is room by now, else the reader will ring */
        atomic_store(&ends_of(n, to, n->link->me)->wanted, 1);
        all = piece_write(n, to, &rest, &begun);
    }
    p->done = begun ? rest.done + WORD : 0;
    return all;
}

void near_send_head(Near *n, int to, void *head, size_t bytes)
{
    Piece p = { head, bytes, 0 };
    GQueue *unsent = &n->of[to].unsent;
    if (g_queue_is_empty(unsent) && piece_go_on(n, to, &p)) {
        free(head);
        return;
    }
    g_queue_push_tail(unsent, g_memdup2(&p, sizeof p));
    n->n_unsent++;
}

bool near_flush(Near *n)
{
    bool any = false;
    for (int to = 0; n->n_unsent && to < n->n; to++)
        for (Piece *p; (p = g_queue_peek_head(&n->of[to].unsent)) != NULL;) {
            size_t before = p->done;
            bool all = piece_go_on(n, to, p);
            if (p->done != before) {
                any = true;
                bell_ring(n->link->bells[to]);
            }
            if (!all)
                break;
            n->n_unsent--;
            free(p->head);
            g_free(g_queue_pop_head(&n->of[to].unsent));
        }
    return any;
}

int near_unsent(const Near *n)
{
    return n ? n->n_unsent : 0;
}

/* Reads what is there of the head that comes from a rank. True when that is all of it. */
static bool piece_read(Near *n, int from)
{
    Ends *e = ends_of(n, n->link->me, from);
    char *ring = ring_of(n, n->link->me, from);
    Piece *p = &n->of[from].coming;
    uint64_t taken = atomic_load_explicit(&e->taken, memory_order_relaxed);
    size_t there = (size_t)(atomic_load_explicit(&e->put, memory_order_acquire) - taken), own;
    if (!there)
        return false;
    if (!p->head) {
        uint64_t length;
        ring_copy(n, ring, taken, (char *)&length, WORD, false);
        g_assert(length <= LINK_HEAD_BYTES);
        *p = (Piece){ malloc((size_t)length + 1), (size_t)length, 0 };
        taken += WORD;
        there -= WORD;
    }
    size_t step = piece_next(p, there, &own);
    ring_copy(n, ring, taken, p->head + p->done, own, false);
    p->done += step;
    atomic_store(&e->taken, taken + step);
    if (atomic_load(&e->wanted) && atomic_exchange(&e->wanted, 0))
        bell_ring(n->link->bells[from]);
    return p->done == up(p->bytes, WORD);
}

void *near_next_head(Near *n, int *from, size_t *bytes)
{
    for (int i = 0; i < n->n; i++) {
        int rank = (n->next + i) % n->n;
        if (!near_reaches(n, rank) || !piece_read(n, rank))
            continue;
        Piece *p = &n->of[rank].coming;
        void *head = p->head;
        *from = rank;
        *bytes = p->bytes;
        p->head = NULL;
        n->next = rank;
        return head;
    }
    return NULL;
}

void *near_slot(const Near *n, int owner, int writer)
{
    return n && n->slots && owner != writer && n->of[owner].memory && n->of[writer].memory ? n->of[owner].memory + sizeof(Ends) * (size_t)n->n_near + NEAR_SLOT * (size_t)n->of[writer].index : NULL;
}

/* ---- boards ------------------------------------------------------------------------------------------------------------------------ */

static Spot *spot_of(const Near *n, int rank, size_t at)
{
    return (Spot *)(void *)(n->of[rank].memory + n->board_at + at);
}

/* Forgets the places, from the first on, that all have read. */
static void forget_read(Near *n)
{
    while (n->n_gone < n->used.n && atomic_load_explicit(&spot_of(n, n->link->me, n->used.v[n->n_gone].at)->readers, memory_order_acquire) == 0)
        n->n_gone++;
    if (2 * n->n_gone > n->used.n) {
        n->used.n -= n->n_gone;
        memmove(n->used.v, n->used.v + n->n_gone, sizeof(Used) * (size_t)n->used.n);
        n->n_gone = 0;
    }
}

/* Where so many bytes may go; false: nowhere. As near the board's begin as can be, so that what the caches hold is used again. */
static bool find_place(const Near *n, size_t bytes, size_t *at)
{
    *at = 0;
    if (n->n_gone == n->used.n)
        return bytes <= n->board_bytes;
    size_t first = n->used.v[n->n_gone].at, last = n->used.v[n->used.n - 1].at, end = last + n->used.v[n->used.n - 1].bytes;
    if (last >= first && first >= bytes)
        return true;
    *at = end;
    return bytes <= (last >= first ? n->board_bytes : first) - end;
}

void *near_put(Near *n, size_t bytes, int readers, int64_t *place)
{
    size_t at, whole = sizeof(Spot) + up(bytes, LINE);
    pthread_mutex_lock(&n->lock);
    forget_read(n);
    bool there = whole > bytes && find_place(n, whole, &at);
    if (there) {
        vec_push(&n->used, ((Used){ at, whole }));
        atomic_store_explicit(&spot_of(n, n->link->me, at)->readers, readers, memory_order_relaxed);
    }
    pthread_mutex_unlock(&n->lock);
    if (!there)
        return NULL;
    *place = (int64_t)at + 1;
    return spot_of(n, n->link->me, at) + 1;
}

void *near_look(const Near *n, int rank, int64_t place)
{
    g_assert(near_reaches(n, rank) && place > 0 && (size_t)place < n->board_bytes);
    return spot_of(n, rank, (size_t)place - 1) + 1;
}

void near_done(Near *n, int rank, int64_t place)
{
    atomic_fetch_sub_explicit(&spot_of(n, rank, (size_t)place - 1)->readers, 1, memory_order_release);
}

/* ---- grounds ----------------------------------------------------------------------------------------------------------------------- */

Ground *near_ground(const Near *n)
{
    return n ? n->ground : NULL;
}

int64_t near_place(const Near *n, const Buffer *b)
{
    return (char *)b->data - n->of[n->link->me].memory;
}

bool near_lend(const Near *n, Buffer *b, int readers, int64_t *place)
{
    if (!n || !ground_lend(n->ground, b, readers))
        return false;
    *place = near_place(n, b);
    return true;
}

static char *lent_at(const Near *n, int rank, int64_t place)
{
    g_assert(n->of[rank].memory && place > GROUND_LINE && (size_t)place < n->link->shared_bytes);
    return n->of[rank].memory + place;
}

void *near_at(const Near *n, int rank, int64_t place)
{
    return lent_at(n, rank, place);
}

Buffer *near_borrow(const Near *n, int rank, int64_t place, size_t bytes)
{
    char *data = lent_at(n, rank, place);
    return buffer_lent(data, bytes, ground_counter(data));
}

void near_decline(const Near *n, int rank, int64_t place)
{
    atomic_fetch_sub_explicit(ground_counter(lent_at(n, rank, place)), 1, memory_order_release);
}
