/* The transport between ranks. A meeting whose members are all of this rank is left to the transport within a process. Of the others, a rank
 * sends what the other ranks need (parts.c) once all its own members have arrived, and carries out the exchange for its members when
 * it has the same from each of them. Of a large all-reduce each rank needs, and computes, a slice of the elements for all ranks, which it then
 * sends to the others. Operands are combined as the same tree for any number of ranks (combine.h), so that results do not depend on it; what a rank has
 * of whole subtrees it combines before it sends. Every rank of a group
 * sends a message for each meeting, if only to say that its members have arrived: no rank is ahead of another by more than one meeting. */
#include <string.h>

#include "runtime/base/clock.h"
#include "runtime/ranks/meetings_impl.h"

/* What the calling worker helps with: what becomes ready is carried out by it, instead of waking another worker. */
typedef struct Helper {
    Ranks *r;
    const Meetings *m;
    int64_t step, n_woken;
    bool idle; /* there is nothing to wait for */
    Ready *ready;
} Helper;
static _Thread_local Helper *helper;

bool meetings_helping(void)
{
    return helper != NULL;
}

/* Some device of this rank can go on, or none ever will. */
static bool has_helped(void *user)
{
    const Helper *h = user;
    return h->r->meetings != h->m || h->m->step != h->step || h->m->n_woken != h->n_woken || !meetings_wait(h->m) || h->m->given_up;
}

static void carry_out_ready(void *user)
{
    Helper *h = user;
    while (h->ready) {
        Ready *ready = h->ready;
        h->ready = ready->next;
        ready_go_through(ready, NULL);
    }
}

/* Requires the lock. */
static Helper helper_of(const Meetings *m)
{
    return (Helper){ .r = m->r, .m = m, .step = m->step, .n_woken = m->n_woken, .idle = !meetings_wait(m) || !standing_any(m) };
}

/* Until a device of this rank has been woken, if all wait. m may be no more. */
static void help(Ranks *r, Helper h)
{
    if (h.idle)
        return;
    helper = &h;
    ranks_help(r, has_helped, carry_out_ready, &h, false);
    helper = NULL;
}

bool meetings_look(Ranks *r)
{
    Ready *first = NULL;
    pthread_mutex_lock(&r->lock);
    Meetings *m = r->meetings;
    for (int i = 0; m && i < m->open.n; i++) {
        Ready *ready = ready_if_all(m, m->open.v[i]);
        if (!ready)
            continue;
        ready->next = first;
        first = ready;
        i--; /* it is not open any more */
    }
    pthread_mutex_unlock(&r->lock);
    for (Ready *ready = first, *next; ready; ready = next) {
        next = ready->next;
        ready->next = NULL;
        meetings_carry_out(ready);
    }
    return first != NULL;
}

bool meetings_posted(const Meetings *m)
{
    return m->open.n > 0;
}

void meetings_count_posts(Meetings *m)
{
    enum { LATE_NS = 50000000 };
    if (!meetings_wait(m) || !m->post_bytes || clock_ns() - m->passive_since_ns < LATE_NS)
        return;
    for (int i = 0; i < m->program->n_collectives; i++)
        for (int g = 0; g < m->program->collectives[i]->n_groups; g++)
            posts_see(m, &m->meetings[i][g], NULL);
}

Ready *meetings_arrived(Meetings *m, Meeting *at)
{
    Ready *ready = ready_if_all(m, at);
    if (!ready)
        stuck_news(m->r->stuck);
    return ready;
}

void meetings_carry_out(Ready *ready)
{
    if (!helper) {
        Ranks *r = ready->m->r;
        pool_push(ready->m->pool, &ready->task);
        pthread_mutex_lock(&r->lock);
        if (r->helped)
            ranks_stir(r); /* it may be the only worker */
        pthread_mutex_unlock(&r->lock);
        return;
    }
    ready->next = helper->ready;
    helper->ready = ready;
}

/* A member of a meeting within this rank goes on. */
static void woken_here(Arrival *a)
{
    Meetings *m = a->of_transport;
    pthread_mutex_lock(&m->r->lock);
    standing_woken(m, a);
    void (*go_on)(Arrival *) = m->wake;
    pthread_mutex_unlock(&m->r->lock);
    go_on(a);
}

static bool arrive_here(Meetings *m, Arrival *a)
{
    pthread_mutex_lock(&m->r->lock);
    m->wake = a->complete;
    a->complete = woken_here;
    a->of_transport = m;
    standing_parked(m, a);
    m->n_ready++; /* perhaps */
    pthread_mutex_unlock(&m->r->lock);
    bool complete = m->local->arrive(m->local, a);
    pthread_mutex_lock(&m->r->lock);
    m->n_ready--;
    if (complete)
        standing_woken(m, a);
    else if (m->running == 0)
        m->passive_since_ns = clock_ns();
    bool stuck = standing_tells(m);
    Ranks *r = m->r;
    Helper h = helper_of(m);
    pthread_mutex_unlock(&r->lock);
    if (stuck)
        meetings_tell(m);
    else if (!complete)
        help(r, h);
    return complete;
}

/* All members of this rank are there: sends what the others need. Returns what can be carried out then, or NULL. With the lock, which is let go meanwhile. */
static Ready *send(Meetings *m, Meeting *at)
{
    Trip *t = trip_at(at, at->n_done);
    size_t missing = at->common ? 0 : trip_make(m, at, t);
    bool posts = post_is_next(at);
    m->n_ready++;
    pthread_mutex_unlock(&m->r->lock);
    missing = missing ? missing : posts ? post_trip(m, at, t) : packets_make(m, at, t); /* nobody else touches what is there of this rank's */
    pthread_mutex_lock(&m->r->lock);
    m->n_ready--;
    if (m->given_up)
        return NULL;
    if (!missing) {
        if (posts)
            post_done(m, at, t);
        else
            packets_send(m, at, t);
        return ready_if_all(m, at);
    }
    m->r->deaf = true; /* what the others send for it is of no use */
    return ready_trip_over(m, at, missing);
}

bool meetings_arrive(Transport *t, Arrival *a)
{
    Meetings *m = (Meetings *)t;
    Meeting *at = &m->meetings[a->collective->index][a->group];
    if (!at->n_sides)
        return arrive_here(m, a);
    pthread_mutex_lock(&m->r->lock);
    m->wake = a->complete;
    at->members[at->c->position_of[a->device]] = a;
    standing_parked(m, a);
    Ready *ready = ++at->arrived == at->n_here && !m->given_up ? send(m, at) : NULL;
    if (!ready && m->running == 0)
        m->passive_since_ns = clock_ns();
    bool stuck = standing_tells(m), waits = meetings_wait(m), sends = m->r->out.n > 0;
    Ranks *r = m->r;
    Helper h = helper_of(m);
    pthread_mutex_unlock(&r->lock);
    if (stuck)
        meetings_tell(m);
    if (sends && !waits)
        ranks_push(r);
    if (ready_go_through(ready, a))
        return true;
    h.idle = !waits && !ready;
    help(r, h);
    return false;
}

void meetings_ended(Transport *t, int device)
{
    Meetings *m = (Meetings *)t;
    (void)device;
    pthread_mutex_lock(&m->r->lock);
    if (--m->running == 0)
        m->passive_since_ns = clock_ns();
    bool stuck = standing_tells(m);
    Ranks *r = m->r;
    Helper h = helper_of(m);
    pthread_mutex_unlock(&r->lock);
    if (stuck)
        meetings_tell(m);
    else
        help(r, h);
}
