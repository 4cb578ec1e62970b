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

/* ---- counting ------------------------------------------------------------------------------------------------------- */

/* Requires the lock, as the next ones. */
static void parked(Meetings *m, const Arrival *a)
{
    m->stands[a->device - m->first] = a->collective;
    note_at(m->r, a->collective);
    if (--m->running == 0)
        m->passive_since_ns = clock_ns();
}

static void woken(Meetings *m, const Arrival *a)
{
    m->stands[a->device - m->first] = NULL;
    m->running++;
    m->n_woken++;
    if (m->r->helped && !helper)
        bell_ring(m->r->bell); /* who helps has devices to run */
}

static bool is_parked(const Meetings *m)
{
    for (int i = 0; i < m->n_local; i++)
        if (m->stands[i])
            return true;
    return false;
}

Standing meetings_standing(const Meetings *m)
{
    return (Standing){ .passive = m->in_step && m->running == 0 && !m->n_ready && !m->told && is_parked(m), .since_ns = m->passive_since_ns };
}

bool meetings_wait(const Meetings *m)
{
    return m->in_step && m->running == 0 && !m->n_ready;
}

int32_t *meetings_stands(const Meetings *m, int *n)
{
    int32_t *out = g_new(int32_t, m->n_local + 1);
    for (int i = 0; i < m->n_local; i++)
        out[i] = m->stands[i] ? m->stands[i]->index : -1;
    *n = m->n_local;
    return out;
}

void meetings_set_stands(Meetings *m, const int32_t *stands, int n)
{
    g_free(m->others);
    m->others = g_new(int32_t, m->program->n_devices + 1);
    for (int i = 0; i < m->program->n_devices; i++)
        m->others[i] = i < n ? stands[i] : -1;
}

/* ---- meeting --------------------------------------------------------------------------------------------------------- */

static void carry_out(Task *task);

static Ready *ready_new(Meetings *m, Meeting *at, Trip *trip)
{
    int n = at->c->group_size[at->group];
    Ready *ready = zeroed(sizeof *ready);
    *ready = (Ready){ .task = { .run = carry_out }, .m = m, .meeting = at, .trip = trip, .members = g_memdup2(at->members, sizeof(Arrival *) * (gsize)n) };
    m->n_ready++;
    return ready;
}

/* The trip under way is over for its members, which are then forgotten. Requires the lock. */
static Ready *trip_over(Meetings *m, Meeting *at, size_t missing)
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

/* If the members of this rank and the messages of all others are there: what is to be carried out. Requires the lock. */
static Ready *complete_if_all(Meetings *m, Meeting *at)
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
        return trip_over(m, at, missing);
    if (!t->combining) {
        missing = t->common ? 0 : trip_make(m, at, t);
        if (missing) {
            m->r->deaf = true; /* what the others send for it is of no use */
            return trip_over(m, at, missing);
        }
        Ready *ready = ready_new(m, at, t);
        ready->combines = t->combining = true;
        return ready;
    }
    for (int i = 0; i < at->n_sides; i++)
        if (!t->slices[i] || !t->slices[i]->complete)
            return NULL;
    return t->combined ? trip_over(m, at, 0) : NULL;
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

/* Requires the lock. True if the devices of this rank that are parked can never go on, and the run is to be told now: once a step. */
static bool should_tell(Meetings *m)
{
    if (!m->in_step || m->told || !m->given_up || m->n_ready)
        return false;
    for (int i = 0; i < m->n_local && !m->told; i++) {
        const Collective *c = m->stands[i];
        m->told = c && (m->running == 0 || m->meetings[c->index][c->group_of[m->first + i]].n_sides);
    }
    return m->told;
}

void meetings_tell(Meetings *m)
{
    m->transport.stuck(m->transport.user); /* the run may end, and m be freed */
}

/* Lets the members go on; the caller lets go on `but` itself. */
static void wake(Ready *ready, const Arrival *but)
{
    Meetings *m = ready->m;
    int n = ready->meeting->c->group_size[ready->meeting->group];
    pthread_mutex_lock(&m->r->lock);
    for (int i = 0; i < n; i++)
        if (ready->members[i])
            woken(m, ready->members[i]);
    trip_free(ready->meeting, ready->trip);
    m->n_ready--;
    bool stuck = should_tell(m);
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
    Ready *next = complete_if_all(m, ready->meeting);
    if (!next && m->running == 0)
        m->passive_since_ns = clock_ns();
    bool stuck = should_tell(m);
    pthread_mutex_unlock(&m->r->lock);
    if (stuck)
        meetings_tell(m);
    if (!helper) /* who sends it otherwise */
        ranks_push(r);
    g_free(ready->members);
    g_free(ready);
    return next;
}

/* Carries out what is ready; the caller lets go on `but` itself if this returns true. */
static bool go_through(Ready *ready, const Arrival *but)
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
    go_through((Ready *)task, NULL);
}

/* ---- helping --------------------------------------------------------------------------------------------------------- */

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
        go_through(ready, NULL);
    }
}

/* Requires the lock. */
static Helper helper_of(const Meetings *m)
{
    return (Helper){ .r = m->r, .m = m, .step = m->step, .n_woken = m->n_woken, .idle = !meetings_wait(m) || !is_parked(m) };
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
        Ready *ready = complete_if_all(m, m->open.v[i]);
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
    Ready *ready = complete_if_all(m, at);
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
    woken(m, a);
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
    parked(m, a);
    m->n_ready++; /* perhaps */
    pthread_mutex_unlock(&m->r->lock);
    bool complete = m->local->arrive(m->local, a);
    pthread_mutex_lock(&m->r->lock);
    m->n_ready--;
    if (complete)
        woken(m, a);
    else if (m->running == 0)
        m->passive_since_ns = clock_ns();
    bool stuck = should_tell(m);
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
        return complete_if_all(m, at);
    }
    m->r->deaf = true; /* what the others send for it is of no use */
    return trip_over(m, at, missing);
}

static bool meetings_arrive(Transport *t, Arrival *a)
{
    Meetings *m = (Meetings *)t;
    Meeting *at = &m->meetings[a->collective->index][a->group];
    if (!at->n_sides)
        return arrive_here(m, a);
    pthread_mutex_lock(&m->r->lock);
    m->wake = a->complete;
    at->members[at->c->position_of[a->device]] = a;
    parked(m, a);
    Ready *ready = ++at->arrived == at->n_here && !m->given_up ? send(m, at) : NULL;
    if (!ready && m->running == 0)
        m->passive_since_ns = clock_ns();
    bool stuck = should_tell(m), waits = meetings_wait(m), sends = m->r->out.n > 0;
    Ranks *r = m->r;
    Helper h = helper_of(m);
    pthread_mutex_unlock(&r->lock);
    if (stuck)
        meetings_tell(m);
    if (sends && !waits)
        ranks_push(r);
    if (go_through(ready, a))
        return true;
    h.idle = !waits && !ready;
    help(r, h);
    return false;
}

static void meetings_ended(Transport *t, int device)
{
    Meetings *m = (Meetings *)t;
    (void)device;
    pthread_mutex_lock(&m->r->lock);
    if (--m->running == 0)
        m->passive_since_ns = clock_ns();
    bool stuck = should_tell(m);
    Ranks *r = m->r;
    Helper h = helper_of(m);
    pthread_mutex_unlock(&r->lock);
    if (stuck)
        meetings_tell(m);
    else
        help(r, h);
}

bool meetings_give_up(Meetings *m)
{
    m->given_up = true;
    ranks_stir(m->r);
    return should_tell(m);
}

static const Collective *meetings_stands_at(Transport *t, int device)
{
    const Meetings *m = (const Meetings *)t;
    pthread_mutex_lock(&m->r->lock);
    int32_t at = m->others ? m->others[device] : -1;
    pthread_mutex_unlock(&m->r->lock);
    return at >= 0 && at < m->program->n_collectives ? m->program->collectives[at] : NULL;
}

static const char *meetings_why(Transport *t)
{
    return ranks_trouble(((Meetings *)t)->r);
}

static char *meetings_who(Transport *t)
{
    enum { MOST = 16 };
    const Meetings *m = (const Meetings *)t;
    GString *s = g_string_new(NULL);
    int n_ranks = ranks_n(m->r), first, n;
    for (int i = 0; i < MIN(n_ranks, MOST); i++) {
        ranks_block(m->r, i, m->program->n_devices, &first, &n);
        if (n)
            g_string_append_printf(s, "%srank %d on %s runs device%s %d", i ? "; " : "", i, ranks_host(m->r, i), n > 1 ? "s" : "", first);
        if (n > 1)
            g_string_append_printf(s, " to %d", first + n - 1);
    }
    if (n_ranks > MOST)
        g_string_append(s, "; and so on");
    return g_string_free(s, FALSE);
}

/* ---- runs --------------------------------------------------------------------------------------------------------------- */

static void meetings_reset(Transport *t)
{
    Meetings *m = (Meetings *)t;
    pthread_mutex_lock(&m->r->lock);
    for (int i = 0; i < m->program->n_collectives; i++)
        for (int g = 0; g < m->program->collectives[i]->n_groups; g++) {
            Meeting *at = &m->meetings[i][g];
            for (int k = 0; at->n_sides && k < at->c->group_size[g]; k++)
                if (at->members[k]) {
                    arrival_drop(at->members[k]);
                    at->members[k] = NULL;
                }
            at->arrived = 0;
            at->open = false;
        }
    m->open.n = 0;
    memset(m->stands, 0, sizeof *m->stands * (size_t)m->n_local);
    pthread_mutex_unlock(&m->r->lock);
    m->local->reset(m->local);
}

void ranks_step_begin(Transport *t)
{
    Meetings *m = (Meetings *)t;
    cores_go_home(m->r);
    pthread_mutex_lock(&m->r->lock);
    m->step++;
    note_run(m->r, m->step, false);
    m->running = m->n_local;
    m->in_step = true;
    m->told = false;
    pthread_mutex_unlock(&m->r->lock);
}

void ranks_step_end(Transport *t)
{
    Meetings *m = (Meetings *)t;
    pthread_mutex_lock(&m->r->lock);
    m->in_step = false;
    note_run(m->r, m->step, true);
    if (m->r->helped)
        ranks_stir(m->r);
    pthread_mutex_unlock(&m->r->lock);
}

/* What is counted under the lock. */
static int64_t counted(Meetings *m, const int64_t *n)
{
    pthread_mutex_lock(&m->r->lock);
    int64_t now = *n;
    pthread_mutex_unlock(&m->r->lock);
    return now;
}

int64_t ranks_bytes_sent(Transport *t)
{
    Meetings *m = (Meetings *)t;
    return counted(m, &m->bytes_sent);
}

int64_t ranks_times_lent(Transport *t)
{
    Meetings *m = (Meetings *)t;
    return counted(m, &m->times_lent);
}

int64_t ranks_times_posted(Transport *t)
{
    Meetings *m = (Meetings *)t;
    return counted(m, &m->times_posted);
}

/* ---- making it ------------------------------------------------------------------------------------------------------------ */

static void meetings_free(Transport *t)
{
    Meetings *m = (Meetings *)t;
    pthread_mutex_lock(&m->r->lock);
    m->r->meetings = NULL;
    ranks_stir(m->r);
    while (m->r->helped) /* a worker that has not noticed yet */
        pthread_cond_wait(&m->r->news, &m->r->lock);
    for (int i = 0; i < m->program->n_collectives; i++) { /* with the lock: packets that are on their way become nobody's, as they arrive */
        for (int g = 0; g < m->program->collectives[i]->n_groups; g++)
            meeting_clear(m, &m->meetings[i][g]);
        g_free(m->meetings[i]);
    }
    vec_clear(&m->open);
    pthread_mutex_unlock(&m->r->lock);
    m->local->free(m->local);
    buffer_pool_free(m->shared);
    buffer_unref(m->empty);
    g_free(m->meets);
    g_free(m->meetings);
    g_free(m->rank_of_device);
    g_free(m->stands);
    g_free(m->others);
    g_free(m);
}

static bool has_to_lie_open(const Meeting *at)
{
    return at->lends || at->posts_places;
}

/* Which values of the program may be lent, and which meetings make some. */
static void find_lent(Meetings *m)
{
    enum { LEAST_OPEN = 512 }; /* what is smaller is copied as soon */
    const Program *p = m->program;
    m->shared = buffer_pool_on(ground_ref(near_ground(m->r->near)), m->buffers);
    m->meets = g_new0(bool, p->n_slots + 1);
    bool more = false;
    for (int i = 0; i < p->n_code; i++) {
        const Instr *in = &p->code[i];
        for (int g = 0; in->kind == INSTR_COLLECTIVE && g < in->collective->n_groups; g++)
            for (int k = 0; has_to_lie_open(&m->meetings[in->collective->index][g]) && k < in->n_in; k++)
                more = m->meets[in->in[k]] = true;
    }
    while (more) {
        more = false;
        for (int i = p->n_code - 1; i >= 0; i--)
            for (int k = 0; p->code[i].kind == INSTR_MOVE && k < p->code[i].n_out; k++)
                if (m->meets[p->code[i].out[k]] && !m->meets[p->code[i].in[k]])
                    more = m->meets[p->code[i].in[k]] = true;
    }
    for (int i = 0; i < p->n_code; i++)
        for (int k = 0; p->code[i].kind == INSTR_COLLECTIVE && k < p->code[i].n_out; k++)
            for (int g = 0; m->meets[p->code[i].out[k]] && g < p->code[i].collective->n_groups; g++)
                m->meetings[p->code[i].collective->index][g].feeds = true;
    m->transport.shared = m->shared;
    m->transport.meets = m->meets;
    m->transport.least_shared = MIN(m->r->lend_from, LEAST_OPEN);
}

Transport *ranks_transport_new(Ranks *r, const Program *p, Pool *pool, BufferPool *buffers)
{
    Meetings *m = g_new0(Meetings, 1);
    *m = (Meetings){ .transport = { .arrive = meetings_arrive, .reset = meetings_reset, .free = meetings_free, .ended = meetings_ended, .stands_at = meetings_stands_at, .why = meetings_why, .who = meetings_who },
                     .r = r, .program = p, .pool = pool, .buffers = buffers };
    ranks_block(r, ranks_me(r), p->n_devices, &m->first, &m->n_local);
    m->local = transport_local_new(p->collectives, p->n_collectives, pool, buffers);
    m->empty = buffer_wrap(m, 0);
    m->rank_of_device = g_new(int, p->n_devices + 1);
    for (int d = 0; d < p->n_devices; d++)
        m->rank_of_device[d] = ranks_of_device(r, p->n_devices, d);
    m->stands = g_new0(const Collective *, m->n_local + 1);
    m->meetings = g_new0(Meeting *, p->n_collectives + 1);
    for (int i = 0; i < p->n_collectives; i++) {
        const Collective *c = p->collectives[i];
        m->meetings[i] = g_new0(Meeting, c->n_groups + 1);
        for (int g = 0; g < c->n_groups; g++)
            meeting_init(m, &m->meetings[i][g], c, g);
    }
    if (near_ground(r->near))
        find_lent(m);
    for (int i = 0; m->shared && i < p->n_collectives; i++)
        for (int g = 0; g < p->collectives[i]->n_groups; g++)
            post_make(m, &m->meetings[i][g]);
    pthread_mutex_lock(&r->lock);
    m->number = ++r->n_transports;
    r->n_here = m->n_local;
    m->given_up = r->trouble != NULL;
    r->meetings = m;
    ranks_stir(r); /* heads may be held for it */
    pthread_mutex_unlock(&r->lock);
    return &m->transport;
}
