/* Which devices of this rank wait, and at what: counted as they park and are woken, asked by stuck.c, and told to the run when they can never go on. */
#include "runtime/base/clock.h"
#include "runtime/ranks/meetings_impl.h"

void standing_parked(Meetings *m, const Arrival *a)
{
    m->stands[a->device - m->first] = a->collective;
    note_at(m->r, a->collective);
    if (--m->running == 0)
        m->passive_since_ns = clock_ns();
}

void standing_woken(Meetings *m, const Arrival *a)
{
    m->stands[a->device - m->first] = NULL;
    m->running++;
    m->n_woken++;
    if (m->r->helped && !meetings_helping())
        bell_ring(m->r->bell); /* who helps has devices to run */
}

bool standing_any(const Meetings *m)
{
    for (int i = 0; i < m->n_local; i++)
        if (m->stands[i])
            return true;
    return false;
}

Standing meetings_standing(const Meetings *m)
{
    return (Standing){ .passive = m->in_step && m->running == 0 && !m->n_ready && !m->told && standing_any(m), .since_ns = m->passive_since_ns };
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

/* ---- what the run is told ---------------------------------------------------------------------------------------------- */

bool standing_tells(Meetings *m)
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

bool meetings_give_up(Meetings *m)
{
    m->given_up = true;
    ranks_stir(m->r);
    return standing_tells(m);
}

const Collective *standing_at(Transport *t, int device)
{
    const Meetings *m = (const Meetings *)t;
    pthread_mutex_lock(&m->r->lock);
    int32_t at = m->others ? m->others[device] : -1;
    pthread_mutex_unlock(&m->r->lock);
    return at >= 0 && at < m->program->n_collectives ? m->program->collectives[at] : NULL;
}

const char *standing_why(Transport *t)
{
    return ranks_trouble(((Meetings *)t)->r);
}

char *standing_who(Transport *t)
{
    enum { MOST = 16 };
    const Meetings *m = (const Meetings *)t;
    GString *s = g_string_new(NULL);
    int n_ranks = ranks_n(m->r), first, n;
    for (int i = 0; i < MIN(n_ranks, MOST); i++) {
        first = n = 0;
        for (int d = 0; d < m->program->n_devices; d++) {
            first += m->rank_of_device[d] < i;
            n += m->rank_of_device[d] == i;
        }
        if (n)
            g_string_append_printf(s, "%srank %d on %s runs device%s %d", i ? "; " : "", i, ranks_host(m->r, i), n > 1 ? "s" : "", first);
        if (n > 1)
            g_string_append_printf(s, " to %d", first + n - 1);
    }
    if (n_ranks > MOST)
        g_string_append(s, "; and so on");
    return g_string_free(s, FALSE);
}
