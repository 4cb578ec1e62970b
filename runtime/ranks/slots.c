/* Short mail between ranks of one machine, such as what is said before and after each step: each pair of ranks has a slot in memory that both see, where one puts it and the other looks. That
 * spares the message with all it needs on both sides, and waking whoever carries messages. What finds no room there goes as messages do; mail is numbered, so that it is taken in order. */
#include <string.h>

#include "runtime/ranks/ranks_impl.h"

typedef struct MailSlot {
    atomic_int_fast64_t put, taken; /* numbers of the last mail that was put there, and taken */
    int64_t bytes;
    char data[NEAR_SLOT - 3 * sizeof(int64_t)];
} MailSlot;

static MailSlot *slot_of(const Ranks *r, int owner, int writer)
{
    return near_slot(r->near, owner, writer);
}

bool slot_put(Ranks *r, int to, int64_t number, const void *data, size_t bytes)
{
    MailSlot *s = slot_of(r, to, ranks_me(r));
    if (!s || bytes > sizeof s->data || atomic_load_explicit(&s->taken, memory_order_acquire) != atomic_load_explicit(&s->put, memory_order_relaxed))
        return false;
    s->bytes = (int64_t)bytes;
    if (bytes)
        memcpy(s->data, data, bytes);
    atomic_store(&s->put, number);
    bell_tell(r->link->bells[to]);
    return true;
}

bool slot_has(const Ranks *r, int from, int64_t number)
{
    MailSlot *s = slot_of(r, ranks_me(r), from);
    return s && atomic_load(&s->put) == number;
}

/* Counts what has come. */
static bool see(Ranks *r, int from)
{
    MailSlot *s = slot_of(r, ranks_me(r), from);
    int64_t put = s ? atomic_load(&s->put) : 0;
    if (put == r->peers[from].n_seen)
        return false;
    r->peers[from].n_seen = put; /* the next can only come when this one is taken */
    r->received++;
    stuck_news(r->stuck);
    return true;
}

GBytes *slot_take(Ranks *r, int from)
{
    MailSlot *s = slot_of(r, ranks_me(r), from);
    see(r, from);
    GBytes *bytes = g_bytes_new(s->data, (gsize)s->bytes);
    atomic_store_explicit(&s->taken, atomic_load(&s->put), memory_order_release);
    return bytes;
}

bool slots_see(Ranks *r)
{
    bool any = false;
    for (int i = 0; r->near && i < r->link->n; i++)
        any |= see(r, i);
    return any;
}
