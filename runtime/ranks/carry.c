/* Who carries messages: a thread, and whoever waits for one does it first itself (ranks_help), since waking a thread takes longer than a small
 * message. */
#include "runtime/ranks/ranks_impl.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/base/clock.h"

/* ---- what goes out ------------------------------------------------------------------------------------------------- */

Outgoing *outgoing_new(int to, Head head)
{
    Outgoing *o = zeroed(sizeof *o);
    o->to = to;
    o->head = malloc(sizeof head);
    *o->head = head;
    return o;
}

void *outgoing_room(Outgoing *o, size_t bytes)
{
    size_t used = sizeof(Head) + (size_t)o->head->inline_bytes;
    o->head = realloc(o->head, used + bytes);
    o->head->inline_bytes += (int32_t)bytes;
    return (char *)o->head + used;
}

void outgoing_add(Outgoing *o, OutPart part)
{
    vec_push(&o->parts, part);
}

void outgoing_text(Outgoing *o, const void *text, size_t bytes)
{
    bytes = MIN(bytes, HEAD_INLINE - (size_t)o->head->inline_bytes);
    if (bytes) /* text may be NULL else */
        memcpy(outgoing_room(o, bytes), text, bytes);
}

/* What a head of rank `of` says is lent, which nobody borrows. */
static void decline_all(const Near *near, int of, const Head *h, const char *places)
{
    for (int i = 0; i < h->n_lent + h->n_common; i++) {
        int64_t place;
        memcpy(&place, places + sizeof place * (size_t)i, sizeof place);
        near_decline(near, of, place);
    }
}

void outgoing_free(Outgoing *o)
{
    if (o->near && o->head->place)
        near_done(o->near, o->me, o->head->place);
    if (o->near && o->head->post)
        near_decline(o->near, o->me, o->head->post);
    decline_all(o->near, o->me, o->head, (char *)(o->head + 1));
    for (int i = 0; i < o->parts.n; i++)
        if (o->parts.v[i].release)
            o->parts.v[i].release(o->parts.v[i].owner);
    vec_clear(&o->parts);
    free(o->head);
    g_free(o);
}

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

/* ---- what comes in ------------------------------------------------------------------------------------------------- */

void incoming_free(Incoming *in)
{
    if (in->near && in->head.post && !in->taken)
        near_decline(in->near, in->from, in->head.post);
    if (in->near && in->head.place)
        near_done(in->near, in->from, in->head.place);
    if (in->near && !in->taken)
        decline_all(in->near, in->from, &in->head, in->text);
    vec_clear(&in->parts);
    free(in->block);
    g_free(in);
}

/* Asks for the data that the head announced. */
static void receive_parts(Ranks *r, Incoming *in)
{
    in->n_left = in->parts.n;
    for (int i = 0; i < in->parts.n; i++) {
        InPart part = in->parts.v[i];
        vec_push(&r->flights, ((Flight){ .transfer = r->link->receive(r->link, in->from, part.data, part.bytes), .in = in }));
    }
    if (!in->n_left)
        in->arrived(r, in);
}

static void mail_arrived(Ranks *r, Incoming *in)
{
    gsize n = (gsize)in->head.b;
    Mail *mail = in->user;
    pthread_mutex_lock(&r->lock);
    mail->bytes = in->parts.n ? g_bytes_new_take(in->parts.v[0].data, n) : g_bytes_new(in->text, n);
    r->peers[in->from].coming--;
    r->received++;
    stuck_news(r->stuck);
    pthread_cond_broadcast(&r->news);
    pthread_mutex_unlock(&r->lock);
    incoming_free(in);
}

static void take_trouble(Ranks *r, const Incoming *in)
{
    g_autofree char *why = g_strndup(in->text, (gsize)in->head.inline_bytes), *valid = g_utf8_make_valid(why, -1);
    pthread_mutex_lock(&r->lock);
    if (!r->trouble)
        r->trouble = r->link->n > 1 ? g_strdup_printf("rank %d on %s: %s", in->from, r->peers[in->from].host ? r->peers[in->from].host : "another machine", valid) : g_strdup(valid);
    pthread_cond_broadcast(&r->news);
    Meetings *m = r->meetings;
    bool tell = m && meetings_give_up(m);
    pthread_mutex_unlock(&r->lock);
    if (tell)
        meetings_tell(m);
}

/* There is no memory for mail: this rank cannot go on. */
static void refuse_mail(Ranks *r, Incoming *in)
{
    g_autofree char *text = g_strdup_printf("not enough memory for %" G_GINT64_FORMAT " MiB of rank %d", in->head.b >> 20, in->from);
    pthread_mutex_lock(&r->lock);
    bool before = r->deaf; /* then what comes is not told apart any more */
    r->deaf = true;
    note_leaves(r);
    if (!before && !r->trouble && !r->failed) {
        ranks_tell_failure(r, text);
        r->trouble = g_steal_pointer(&text);
    }
    pthread_cond_broadcast(&r->news);
    pthread_mutex_unlock(&r->lock);
    incoming_free(in);
}

/* Heads that are dealt with in the order in which they come. False: not yet, its transport is not there. */
static bool dispatch(Ranks *r, Incoming *in)
{
    switch ((HeadKind)in->head.kind) {
    case HEAD_MEETING:
    case HEAD_SLICE: {
        pthread_mutex_lock(&r->lock);
        bool later = in->head.f > r->n_transports, gone = !later && (!r->meetings || in->head.f < r->n_transports); /* gone: its run has failed */
        gone |= r->deaf;
        if (gone)
            r->received++;
        else if (!later)
            meetings_head(r->meetings, in);
        pthread_mutex_unlock(&r->lock);
        if (later && !gone)
            return false;
        if (gone)
            incoming_free(in);
        else
            receive_parts(r, in);
        return true;
    }
    case HEAD_MAIL:
        if (in->head.inline_bytes < in->head.b) {
            pthread_mutex_lock(&r->lock);
            bool deaf = r->deaf;
            pthread_mutex_unlock(&r->lock);
            void *to = deaf ? NULL : g_try_malloc((gsize)in->head.b);
            if (!to) {
                refuse_mail(r, in);
                return true;
            }
            vec_push(&in->parts, ((InPart){ to, (size_t)in->head.b }));
        }
        in->arrived = mail_arrived;
        in->user = g_new0(Mail, 1);
        pthread_mutex_lock(&r->lock);
        g_queue_push_tail(&r->mail[in->from * N_RANKS_CHANNELS + in->head.a], in->user);
        r->peers[in->from].coming++;
        pthread_mutex_unlock(&r->lock);
        receive_parts(r, in);
        return true;
    case HEAD_FAIL:
    case HEAD_BYE:
    case HEAD_PASSIVE:
    case HEAD_PROBE:
    case HEAD_PING:
    case HEAD_PONG:
    case HEAD_CALL:
    case HEAD_STUCK: break;
    }
    incoming_free(in);
    return true;
}

/* Heads that carry no data are dealt with at once. */
static bool dispatch_now(Ranks *r, Incoming *in)
{
    Meetings *m = NULL;
    switch ((HeadKind)in->head.kind) {
    case HEAD_FAIL:
        take_trouble(r, in);
        return true;
    case HEAD_BYE:
        pthread_mutex_lock(&r->lock);
        r->peers[in->from].bye = true;
        r->peers[in->from].well = in->head.a != 0;
        r->peers[in->from].gone = in->head.a == 2;
        pthread_cond_broadcast(&r->news);
        pthread_mutex_unlock(&r->lock);
        return true;
    case HEAD_PING:
    case HEAD_PONG:
        pthread_mutex_lock(&r->lock);
        clocks_head(r, in);
        pthread_mutex_unlock(&r->lock);
        return true;
    case HEAD_CALL:
        pthread_mutex_lock(&r->lock);
        silence_called(r, in->from);
        pthread_mutex_unlock(&r->lock);
        return true;
    case HEAD_PASSIVE:
    case HEAD_PROBE:
    case HEAD_STUCK:
        pthread_mutex_lock(&r->lock);
        if (stuck_head(r->stuck, in) && r->meetings && meetings_give_up(r->meetings))
            m = r->meetings;
        pthread_mutex_unlock(&r->lock);
        if (m)
            meetings_tell(m);
        return true;
    case HEAD_MEETING:
    case HEAD_SLICE:
    case HEAD_MAIL: break;
    }
    return false;
}

static void take_head(Ranks *r, int from, void *block)
{
    Incoming *in = zeroed(sizeof *in);
    in->from = from;
    in->block = block;
    memcpy(&in->head, block, sizeof in->head);
    in->text = (char *)block + sizeof in->head;
    silence_heard(r->silence, from);
    in->near = in->head.place || in->head.n_lent || in->head.n_common || in->head.post ? r->near : NULL;
    if (dispatch_now(r, in)) {
        incoming_free(in);
        return;
    }
    GQueue *held = &r->held[from];
    if (!g_queue_is_empty(held) || !dispatch(r, in))
        g_queue_push_tail(held, in);
}

static bool take_held(Ranks *r)
{
    bool any = false;
    for (int i = 0; i < r->link->n; i++)
        while (!g_queue_is_empty(&r->held[i]) && dispatch(r, g_queue_peek_head(&r->held[i]))) {
            g_queue_pop_head(&r->held[i]);
            any = true;
        }
    return any;
}

/* The engine is asked only if it has something to carry: asking takes long, and gives the core to others. */
static void *next_head(Ranks *r, int *from, size_t *bytes)
{
    void *head = r->near ? near_next_head(r->near, from, bytes) : NULL;
    if (!head && (r->flights.n || !near_reaches_all(r->near)))
        head = r->link->next_head(r->link, from, bytes);
    return head;
}

static bool take_heads(Ranks *r)
{
    bool any = false;
    int from;
    size_t bytes;
    for (void *head; (head = next_head(r, &from, &bytes)) != NULL;) {
        g_assert(bytes >= sizeof(Head));
        take_head(r, from, head);
        any = true;
    }
    return take_held(r) || any;
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

/* Sends and receives what can be at once. Requires link_lock. */
static bool drive(Ranks *r)
{
    bool busy = send_all(r);
    busy |= r->near && near_flush(r->near);
    busy |= take_heads(r);
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

/* Somebody has to go on carrying. Requires the lock. */
static bool has_load(const Ranks *r)
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
    if (has_load(r))
        ranks_stir(r);
    pthread_mutex_unlock(&r->lock);
}

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
        busy = drive(r);
        pthread_mutex_unlock(&r->link_lock);
    }
    return busy;
}

/* Somebody else may carry messages from now on. Requires the lock. */
static void end_help(Ranks *r)
{
    r->helped = false;
    if (r->far || has_load(r)) /* else the thread looks soon enough */
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
            busy = drive(r);
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
