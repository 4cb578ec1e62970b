/* How a rank that sleeps is woken: a counter in memory that the ranks of one machine share, and on which the kernel lets threads wait. Whoever has sent
 * something rings, so that nobody has to ask the engine again and again, which takes the core from ranks that compute. A ring may
 * be lost without harm (its rank was ended, say): whoever waits has a time limit. */
#pragma once

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct Bell {
    atomic_uint rings; /* all zeroes is a bell that nobody has rung */
    atomic_uint sleepers, watchers;
    atomic_uint idle;  /* 1 = its rank waits for others, and has nothing to compute until one of them has come */
    char own_line[48]; /* of the cache */
} Bell;

/* Wakes all who wait. */
void bell_ring(Bell *b);
/* For what whoever waits looks for by itself: rings only if somebody watches, which takes no line of the cache from others if nobody does. What there is to see was stored before, with the
 * order that atomic_store has. */
static inline void bell_tell(Bell *b)
{
    if (atomic_load(&b->watchers))
        bell_ring(b);
}
/* Before looking, and then waiting with bell_wait: from now on it is rung for all. */
static inline void bell_watch(Bell *b)
{
    atomic_fetch_add(&b->watchers, 1);
}
static inline void bell_unwatch(Bell *b)
{
    atomic_fetch_sub(&b->watchers, 1);
}
/* To be read before looking for what there may be to do. */
static inline unsigned bell_heard(Bell *b)
{
    return atomic_load(&b->rings);
}
/* For so long that looking again may be worth it. */
void bell_relax(void);
/* Between two looks at something: the core is kept if spin_ns is not 0, else it is given to others. */
void bell_pause(int64_t spin_ns);
/* Until the bell has been rung since `heard`, at most about max_ns. The core is kept for the first spin_ns; then it is given to others so many times, each of which takes
 * less time than falling asleep and being woken; then the thread sleeps. True if it slept. */
bool bell_wait(Bell *b, unsigned heard, int64_t spin_ns, int yields, int64_t max_ns);
