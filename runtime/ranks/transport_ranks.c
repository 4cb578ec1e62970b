/* The transport between ranks as a thing: made for a program, around its steps, what it has counted, and its end. */
#include <string.h>

#include "runtime/ranks/meetings_impl.h"

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

/* Whose each device is, and which are this rank's. */
static void find_devices(Meetings *m, const int *ranks_of)
{
    int n = m->program->n_devices, me = ranks_me(m->r);
    m->rank_of_device = g_new(int, n + 1);
    for (int d = 0; d < n; d++) {
        m->rank_of_device[d] = ranks_of ? ranks_of[d] : ranks_of_device(m->r, n, d);
        m->first += m->rank_of_device[d] < me;
        m->n_local += m->rank_of_device[d] == me;
    }
}

Transport *ranks_transport_new(Ranks *r, const Program *p, const int *ranks_of, Pool *pool, BufferPool *buffers)
{
    Meetings *m = g_new0(Meetings, 1);
    *m = (Meetings){ .transport = { .arrive = meetings_arrive, .reset = meetings_reset, .free = meetings_free, .ended = meetings_ended, .stands_at = standing_at, .why = standing_why, .who = standing_who },
                     .r = r, .program = p, .pool = pool, .buffers = buffers };
    find_devices(m, ranks_of);
    m->local = transport_local_new(p->collectives, p->n_collectives, pool, buffers);
    m->empty = buffer_wrap(m, 0);
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
