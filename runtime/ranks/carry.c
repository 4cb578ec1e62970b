/* Who carries messages: a thread, and whoever waits for one does it first itself (help.c). */
#include "runtime/ranks/ranks_impl.h"

#include <sched.h>

#include "runtime/base/clock.h"

/* ---- what goes out ------------------------------------------------------------------------------------------------- */

void ranks_stir(Ranks *r)
{
    bell_ring(r->bell);
    if (!r->helped)
        pthread_cond_signal(&r->work);
}

void ranks_queue(Ranks *r, Outgoing *o)
{
    vec_push(&r->out, o);
    ranks_stir(r);
}

/* Whether who takes the head asks for data that follows it: what nobody asks for would be taken for the next data that somebody does. */
static bool has_data(const Head *h)
{
    return h->kind == HEAD_MEETING || h->kind == HEAD_SLICE || h->kind == HEAD_MAIL;
}

static void send_out(Ranks *r, Outgoing *o)
{
    g_assert(!o->parts.n || has_data(o->head));
    size_t bytes = sizeof(Head) + (size_t)o->head->inline_bytes;
    o->head->sent_ns = clock_ns();
    if (near_reaches(r->near, o->to))
        near_send_head(r->near, o->to, o->head, bytes);
    else
        r->link->send_head(r->link, o->to, o->head, bytes);
    for (int i = 0; i < o->parts.n; i++) {
        OutPart part = o->parts.v[i];
        vec_push(&r->flights, ((Flight){ .transfer = r->link->send(r->link, o->to, part.data, part.bytes), .out = part }));
    }
    r->rings[o->to] = true;
    vec_clear(&o->parts);
    g_free(o);
}

static void ring_all(Ranks *r)
{
    for (int i = 0; i < r->link->n; i++)
        if (r->rings[i]) {
            r->rings[i] = false;
            if (r->link->bells && r->link->bells[i])
                bell_ring(r->link->bells[i]);
        }
}

/* Rings when all is sent: whom that wakes may want this core. */
static bool send_all(Ranks *r)
{
    bool any = false;
    for (;;) {
        pthread_mutex_lock(&r->lock);
        Outgoing *o = NULL;
        if (r->out.n) {
            o = r->out.v[0];
            memmove(r->out.v, r->out.v + 1, sizeof(Outgoing *) * (size_t)--r->out.n);
        }
        pthread_mutex_unlock(&r->lock);
        if (!o)
            break;
        send_out(r, o);
        any = true;
    }
    if (any)
        ring_all(r);
    return any;
}

static bool land(Ranks *r)
{
    bool any = false;
    for (int i = 0; i < r->flights.n;) {
        Flight f = r->flights.v[i];
        if (!r->link->done(r->link, f.transfer)) {
            i++;
            continue;
        }
        any = true;
        memmove(r->flights.v + i, r->flights.v + i + 1, sizeof(Flight) * (size_t)(--r->flights.n - i));
        if (f.in && --f.in->n_left == 0)
            f.in->arrived(r, f.in);
        if (!f.in && f.out.release)
            f.out.release(f.out.owner);
    }
    return any;
}

/* ---- the thread ---------------------------------------------------------------------------------------------------- */

/* Until there may be something to do. Where all ranks are on this machine they ring when they have sent something. Else engines have to be asked for news
 * again and again: often while somebody waits for it or data is on its way; else it can wait, until there is something to send. */
static void wait_for_work(Ranks *r, unsigned heard, bool watched, int idle, int64_t *n_helped)
{
    enum { YIELDS = 20, SOON_NS = 50000, LATE_NS = 1000000, NEAR_NS = 5000000, HELPED_NS = 2000000, LATE = 4000 };
    pthread_mutex_lock(&r->lock);
    bool helped = r->helped || r->n_helped != *n_helped; /* or it was a moment ago: whoever helps wants no other thread woken */
    *n_helped = r->n_helped;
    bool urgent = r->n_coming || (r->far && (r->waiting_ns || r->n_flights || (r->meetings && meetings_wait(r->meetings)))), rung = watched && !helped, more = r->out.n > 0;
    int64_t rung_ns = r->n_flights ? SOON_NS : NEAR_NS;
    bool yields = urgent && idle < YIELDS && !r->helped;
    if (!yields && !rung && (!more || r->helped))
        ranks_wait_for(r, &r->work, r->helped || (helped && !urgent) ? HELPED_NS : urgent && idle < LATE ? SOON_NS : LATE_NS);
    pthread_mutex_unlock(&r->lock);
    if (yields)
        sched_yield();
    else if (rung && !more)
        bell_wait(r->bell, heard, 0, 0, rung_ns);
}

/* What others count on. Requires link_lock. */
static void count_flights(Ranks *r)
{
    int coming = 0;
    for (int i = 0; i < r->flights.n; i++)
        coming += r->flights.v[i].in != NULL;
    pthread_mutex_lock(&r->lock);
    r->n_flights = r->flights.n;
    r->n_coming = coming;
    r->n_unsent = near_unsent(r->near);
    pthread_mutex_unlock(&r->lock);
}

bool carry_drive(Ranks *r)
{
    bool busy = send_all(r);
    busy |= r->near && near_flush(r->near);
    busy |= heads_take(r);
    busy |= land(r);
    busy |= meetings_look(r);
    count_flights(r);
    if (busy)
        return true;
    for (int i = 0; i < r->flights.n; i++)
        if (r->flights.v[i].in)
            r->rings[r->flights.v[i].in->from] = true; /* who sends it may have to do something */
    ring_all(r);
    return false;
}

bool carry_has_load(const Ranks *r)
{
    return r->out.n || r->n_coming || r->n_unsent || (r->far && r->n_flights);
}

void ranks_push(Ranks *r)
{
    if (pthread_mutex_trylock(&r->link_lock) == 0) {
        send_all(r);
        count_flights(r);
        pthread_mutex_unlock(&r->link_lock);
    }
    pthread_mutex_lock(&r->lock);
    if (carry_has_load(r))
        ranks_stir(r);
    pthread_mutex_unlock(&r->lock);
}

void *ranks_carry(void *data)
{
    Ranks *r = data;
    int64_t end_ns = 0, n_helped = 0;
    for (int idle = 0;;) {
        pthread_mutex_lock(&r->lock);
        bool helped = r->helped, watches = !r->far && !helped && r->n_helped == n_helped;
        pthread_mutex_unlock(&r->lock);
        if (watches)
            bell_watch(r->bell);
        unsigned heard = bell_heard(r->bell);
        bool busy = false;
        if (!helped) {
            pthread_mutex_lock(&r->link_lock);
            busy = carry_drive(r);
            pthread_mutex_unlock(&r->link_lock);
        }
        pthread_mutex_lock(&r->lock);
        if (r->meetings)
            meetings_count_posts(r->meetings);
        posts_count_left(r);
        if (slots_see(r))
            pthread_cond_broadcast(&r->news);
        bool over = stuck_look(r->stuck) || gone_look(r) || silence_look(r);
        Meetings *tell = over && r->meetings && meetings_give_up(r->meetings) ? r->meetings : NULL;
        clocks_look(r);
        if (!helped && r->helped)
            bell_ring(r->bell); /* whoever began to help could not have the link */
        bool closing = r->closing && !r->out.n && !r->helped;
        pthread_mutex_unlock(&r->lock);
        if (tell)
            meetings_tell(tell);
        end_ns = closing && !end_ns ? clock_ns() + RANKS_LEAVE_MS * (int64_t)1000000 : end_ns;
        if (closing && ((!r->flights.n && !near_unsent(r->near)) || clock_ns() > end_ns)) {
            if (watches)
                bell_unwatch(r->bell);
            break;
        }
        idle = busy ? 0 : idle + 1;
        if (!busy)
            wait_for_work(r, heard, watches, idle, &n_helped);
        if (watches)
            bell_unwatch(r->bell);
    }
    r->quiet = !r->flights.n && !near_unsent(r->near) && !r->deaf;
    return NULL;
}
