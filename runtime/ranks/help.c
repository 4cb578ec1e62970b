/* Whoever waits for messages carries them meanwhile, since waking a thread takes longer than a small message. */
#include "runtime/ranks/ranks_impl.h"

#include <unistd.h>

#include "runtime/base/clock.h"

/* At first an answer may come sooner than a thread falls asleep. Where ranks cannot ring, or data is on its way, the engine is asked again and
 * again, which gives up the core if it knows that there are too few. True if the thread slept. */
static bool wait_a_moment(const Ranks *r, unsigned heard, bool coming, int64_t idle_ns)
{
    enum { SPIN_NS = 200000, SLEEP_US = 20, RUNG_NS = 1000000, YIELDS = 50 };
    if (!r->far && !coming)
        return bell_wait(r->bell, heard, r->spin_ns, idle_ns > SPIN_NS ? 0 : YIELDS, RUNG_NS);
    if (idle_ns > SPIN_NS)
        usleep(SLEEP_US);
    return idle_ns > SPIN_NS;
}

/* Who waits. It looks at what is posted so many times more before anything else is done: in turns with others it is there soon. */
typedef struct Patience {
    int quick;
    int64_t busy_ns, kept_ns; /* since when there was nothing, and since when it has kept the core */
    bool slept;
} Patience;

/* There was nothing. While others compute on cores of their own this one is kept for about as long as it would take to go to another rank and back. */
static void wait_between(Ranks *r, Patience *p, unsigned heard, bool coming, int64_t now)
{
    enum { KEEP_NS = 1000 };
    if (p->quick > 0 && !r->spin_ns && now - p->kept_ns < KEEP_NS && cores_suffice(r)) {
        bell_relax();
        return;
    }
    if (p->quick > 0)
        bell_pause(r->spin_ns);
    else
        p->slept |= wait_a_moment(r, heard, coming, now - p->busy_ns);
    p->kept_ns = clock_ns();
    if (--p->quick == 0)
        bell_watch(r->bell);
}

/* Takes what has come. True if something has. */
static bool look(Ranks *r, const Patience *p)
{
    if (p->quick > 0)
        return meetings_look(r);
    bool busy = pthread_mutex_trylock(&r->link_lock) == 0;
    if (busy) {
        busy = carry_drive(r);
        pthread_mutex_unlock(&r->link_lock);
    }
    return busy;
}

/* Somebody else may carry messages from now on. Requires the lock. */
static void end_help(Ranks *r)
{
    r->helped = false;
    if (r->far || carry_has_load(r)) /* else the thread looks soon enough */
        ranks_stir(r);
    pthread_cond_broadcast(&r->news);
}

void ranks_help(Ranks *r, bool (*enough)(void *user), void (*between)(void *user), void *user, bool looks)
{
    enum { PATIENCE_NS = 20000000, QUICK = 100 };
    pthread_mutex_lock(&r->lock);
    bool first = !r->helped && !enough(user);
    if (!first && r->out.n)
        ranks_stir(r);
    r->helped |= first;
    r->n_helped += first;
    Patience p = { .quick = !r->out.n && (looks || (r->meetings && meetings_posted(r->meetings))) ? QUICK : 0 };
    pthread_mutex_unlock(&r->lock);
    if (!first)
        return;
    if (!p.quick)
        bell_watch(r->bell);
    atomic_store_explicit(&r->bell->idle, 1, memory_order_relaxed);
    p.busy_ns = p.kept_ns = clock_ns();
    for (bool done = false; !done;) {
        unsigned heard = bell_heard(r->bell);
        bool busy = look(r, &p);
        if (between)
            between(user);
        int64_t now = clock_ns();
        p.busy_ns = busy ? now : p.busy_ns;
        pthread_mutex_lock(&r->lock);
        bool coming = r->n_coming > 0;
        done = now - p.busy_ns > PATIENCE_NS || enough(user);
        if (done)
            end_help(r);
        pthread_mutex_unlock(&r->lock);
        if (!done && !busy)
            wait_between(r, &p, heard, coming, now);
    }
    atomic_store_explicit(&r->bell->idle, 0, memory_order_relaxed);
    if (p.quick <= 0)
        bell_unwatch(r->bell);
    if (p.slept) /* the system woke it where it liked */
        cores_go_home(r);
}
