/* Finds out that nobody is to be waited for any more. A rank has left whose devices others wait for: its process ended by itself, as after exit(), and had nothing to say.
 * What it sent before it left has come before its farewell, so a meeting that still lacks something of it stays as it is. (A rank that waits for the others as it leaves
 * takes part in finding out who waits for whom: stuck.c.) Or this rank is to stop: the others stop as well, or were killed, and will not come; and what there is to write
 * is to be written before the launcher loses patience. */
#include "runtime/base/clock.h"
#include "runtime/ranks/meetings_impl.h"

#define CERTAIN_NS INT64_C(200000000) /* what has come may not have been looked at yet */

static bool lacks(const Meeting *at, const Side *s)
{
    return s->n_heads <= at->n_done || (at->of.sliced && s->n_slices <= at->n_done);
}

/* A rank that has left and is missed by a meeting at which devices of this rank are; -1 = none. */
static int missed(const Ranks *r)
{
    const Meetings *m = r->meetings;
    for (int i = 0; m && m->in_step && i < m->program->n_collectives; i++)
        for (int g = 0; g < m->program->collectives[i]->n_groups; g++) {
            const Meeting *at = &m->meetings[i][g];
            for (int s = 0; at->arrived && s < at->n_sides; s++)
                if (r->peers[at->sides[s].rank].gone && lacks(at, &at->sides[s]))
                    return at->sides[s].rank;
        }
    return -1;
}

/* All devices of this rank wait, and the run is to stop. */
static bool waits_in_vain(const Ranks *r)
{
    const Meetings *m = r->meetings;
    return m && m->in_step && !m->given_up && stop_requested(atomic_load(&m->transport.stop)) && meetings_wait(m);
}

bool gone_look(Ranks *r)
{
    if (waits_in_vain(r)) {
        r->vain_ns = r->vain_ns ? r->vain_ns : clock_ns();
        return clock_ns() - r->vain_ns >= CERTAIN_NS;
    }
    r->vain_ns = 0;
    bool any = false;
    for (int i = 0; i < r->link->n; i++)
        any |= r->peers[i].gone;
    int rank = any && !r->trouble && !r->failed ? missed(r) : -1;
    if (rank < 0) {
        r->missed_ns = 0;
        return false;
    }
    int64_t now = clock_ns();
    r->missed_ns = r->missed_ns ? r->missed_ns : now;
    if (now - r->missed_ns < CERTAIN_NS)
        return false;
    r->trouble = g_strdup_printf("rank %d on %s has left the run: its process has ended", rank, r->peers[rank].host ? r->peers[rank].host : "another machine");
    pthread_cond_broadcast(&r->news);
    return true;
}
