/* A meeting that can go on: when that is so, and what is carried out then, by whoever has it. Of one in two phases this rank's slice is made first, and sent. */
#include "runtime/base/clock.h"
#include "runtime/ranks/meetings_impl.h"

static void carry_out(Task *task);

static Ready *ready_new(Meetings *m, Meeting *at, Trip *trip)
{
    int n = at->c->group_size[at->group];
    Ready *ready = zeroed(sizeof *ready);
    *ready = (Ready){ .task = { .run = carry_out }, .m = m, .meeting = at, .trip = trip, .members = g_memdup2(at->members, sizeof(Arrival *) * (gsize)n) };
    m->n_ready++;
    return ready;
}

Ready *ready_trip_over(Meetings *m, Meeting *at, size_t missing)
{
    Ready *ready = ready_new(m, at, trip_at(at, at->n_done));
    ready->missing = missing;
    g_queue_pop_head(&at->trips);
    for (int i = 0; at->open && i < m->open.n; i++)
        if (m->open.v[i] == at) {
            m->open.v[i] = m->open.v[--m->open.n];
            at->open = false;
        }
    at->n_done++;
    at->arrived = 0;
    memset(at->members, 0, sizeof(Arrival *) * (size_t)at->c->group_size[at->group]);
    return ready;
}

Ready *ready_if_all(Meetings *m, Meeting *at)
{
    if (m->given_up || at->arrived < at->n_here || !at->n_here)
        return NULL;
    Trip *t = trip_at(at, at->n_done);
    size_t missing = 0;
    if (!t->sent)
        return NULL;
    posts_see(m, at, t);
    for (int i = 0; i < at->n_sides; i++) {
        const Packet *p = t->packets[i];
        if (!p || !p->complete || p->in->head.c != m->step) /* of another step: some device has left out a meeting, and they are stuck */
            return NULL;
        missing += p->missing;
    }
    if (missing || !at->two_phase)
        return ready_trip_over(m, at, missing);
    if (!t->combining) {
        missing = t->common ? 0 : trip_make(m, at, t);
        if (missing) {
            m->r->deaf = true; /* what the others send for it is of no use */
            return ready_trip_over(m, at, missing);
        }
        Ready *ready = ready_new(m, at, t);
        ready->combines = t->combining = true;
        return ready;
    }
    for (int i = 0; i < at->n_sides; i++)
        if (!t->slices[i] || !t->slices[i]->complete)
            return NULL;
    return t->combined ? ready_trip_over(m, at, 0) : NULL;
}

/* Since when a packet could have been read here: what comes through memory is there when it is sent. */
static int64_t there_since(const Meetings *m, const Packet *p)
{
    return near_reaches(m->r->near, p->in->from) && !p->in->parts.n ? MIN(p->noticed_ns, p->in->head.sent_ns + ranks_clock(m->r, p->in->from)) : p->noticed_ns;
}

/* Since when all was there that the exchange needs of others. */
static int64_t all_since(const Ready *ready)
{
    int64_t since_ns = 0;
    for (int s = 0; s < ready->meeting->n_sides; s++)
        since_ns = MAX(since_ns, there_since(ready->m, ready->meeting->two_phase ? ready->trip->slices[s] : ready->trip->packets[s]));
    return MAX(since_ns, ready->trip->combined_ns);
}

/* Hands the members of this rank their results. */
static void exchange(Ready *ready)
{
    Meetings *m = ready->m;
    const Meeting *at = ready->meeting;
    int n = at->c->group_size[at->group];
    int64_t first_ns = INT64_MAX, last_ns = 0;
    bool timed = false;
    for (int i = 0; i < n; i++) {
        const Arrival *a = ready->members[i];
        if (!a)
            continue;
        timed |= a->arrive_ns != 0;
        first_ns = MIN(first_ns, a->arrive_ns);
        last_ns = MAX(last_ns, a->arrive_ns);
    }
    for (int s = 0; s < at->n_sides && timed && !ready->missing; s++) {
        const Head *h = &ready->trip->packets[s]->in->head;
        int64_t clock = ranks_clock(m->r, at->sides[s].rank);
        if (h->e) {
            first_ns = MIN(first_ns, h->d + clock);
            last_ns = MAX(last_ns, h->e + clock);
        }
    }
    int64_t began_ns = timed ? clock_ns() : 0, ready_ns = timed && !ready->missing ? MIN(MAX(all_since(ready), last_ns), began_ns) : began_ns;
    if (!ready->missing)
        ready->missing = exchange_compute(ready);
    int64_t end_ns = timed ? clock_ns() : 0;
    for (int i = 0; i < n; i++) {
        Arrival *a = ready->members[i];
        if (!a)
            continue;
        arrival_drop(a);
        a->first_ns = first_ns;
        a->last_ns = MIN(last_ns, end_ns);
        a->end_ns = end_ns;
        a->ready_ns = ready_ns;
        a->began_ns = began_ns;
        a->missing = ready->missing;
    }
}

/* Lets the members go on; the caller lets go on `but` itself. */
static void wake(Ready *ready, const Arrival *but)
{
    Meetings *m = ready->m;
    int n = ready->meeting->c->group_size[ready->meeting->group];
    pthread_mutex_lock(&m->r->lock);
    for (int i = 0; i < n; i++)
        if (ready->members[i])
            standing_woken(m, ready->members[i]);
    trip_free(ready->meeting, ready->trip);
    m->n_ready--;
    bool stuck = standing_tells(m);
    void (*go_on)(Arrival *) = m->wake;
    pthread_mutex_unlock(&m->r->lock);
    if (stuck)
        meetings_tell(m);
    for (int i = 0; i < n; i++)
        if (ready->members[i] && ready->members[i] != but)
            go_on(ready->members[i]);
    g_free(ready->members);
    g_free(ready);
}

/* Computes this rank's slice and sends it. Returns what can be carried out next, or NULL. */
static Ready *combine_and_send(Ready *ready)
{
    Meetings *m = ready->m;
    exchange_combine(ready);
    pthread_mutex_lock(&m->r->lock);
    packets_send_slice(m, ready->meeting, ready->trip);
    ready->trip->combined = true;
    ready->trip->combined_ns = clock_ns();
    m->n_ready--;
    Ranks *r = m->r;
    Ready *next = ready_if_all(m, ready->meeting);
    if (!next && m->running == 0)
        m->passive_since_ns = clock_ns();
    bool stuck = standing_tells(m);
    pthread_mutex_unlock(&m->r->lock);
    if (stuck)
        meetings_tell(m);
    if (!meetings_helping()) /* who sends it otherwise */
        ranks_push(r);
    g_free(ready->members);
    g_free(ready);
    return next;
}

bool ready_go_through(Ready *ready, const Arrival *but)
{
    if (ready && ready->combines)
        ready = combine_and_send(ready);
    if (!ready)
        return false;
    exchange(ready);
    wake(ready, but);
    return true;
}

static void carry_out(Task *task)
{
    ready_go_through((Ready *)task, NULL);
}