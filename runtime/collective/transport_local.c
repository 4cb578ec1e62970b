/* The transport for members that share memory: the last member to arrive carries out the exchange for all and makes the others
 * runnable. A meeting needs no lock, only a counter. Each trip of a loop uses the same meeting again: no member can arrive for the
 * next trip before it was released from this one. */
#include "runtime/collective/transport.h"

#include <glib.h>
#include <stdatomic.h>

#include "runtime/base/clock.h"

typedef struct Meeting {
    atomic_int arrived;
    Arrival **members;        /* by position; NULL = not here */
    Buffer *const **operands; /* room for an exchange */
    Buffer ***results;
} Meeting;

typedef struct Local {
    Transport transport; /* first */
    Collective *const *collectives;
    int n;
    Pool *pool;
    BufferPool *buffers;
    Meeting **meetings; /* [collective][group] */
} Local;

enum { ASK_BYTES = 1 << 20 }; /* only for exchanges of this size is it checked that the buffers can be allocated */

bool transport_room(const Collective *c, int group, BufferPool *buffers, size_t *missing)
{
    size_t bytes = collective_new_bytes(c, group);
    *missing = bytes < ASK_BYTES || buffer_room(buffers, bytes) ? 0 : bytes;
    return *missing == 0;
}

static void drop_operands(Arrival *a)
{
    for (int k = 0; k < a->collective->n_operands; k++) {
        buffer_unref(a->operands[k]);
        a->operands[k] = NULL;
    }
}

static void finish(Local *l, Meeting *m, Arrival *last)
{
    const Collective *c = last->collective;
    int n = c->group_size[last->group];
    size_t missing;
    bool timed = last->arrive_ns != 0;
    int64_t last_ns = last->arrive_ns, first_ns = last_ns;
    for (int i = 0; i < n; i++) {
        m->operands[i] = m->members[i]->operands;
        m->results[i] = m->members[i]->results;
        first_ns = MIN(first_ns, m->members[i]->arrive_ns);
        last_ns = MAX(last_ns, m->members[i]->arrive_ns);
    }
    if (transport_room(c, last->group, l->buffers, &missing))
        collective_exchange(&(CollectiveArgs){ .c = c, .group = last->group, .operands = m->operands, .results = m->results, .buffers = l->buffers, .pool = l->pool }, &missing);
    int64_t end_ns = timed ? clock_ns() : 0;
    for (int i = 0; i < n; i++) { /* drop all operands before any member goes on: a member may overwrite a buffer that it alone refers to */
        drop_operands(m->members[i]);
        m->members[i]->first_ns = first_ns;
        m->members[i]->last_ns = last_ns;
        m->members[i]->end_ns = end_ns;
        m->members[i]->missing = missing;
    }
    /* A member that goes on may arrive at this meeting again, so everything needed of the meeting is read first. */
    atomic_store_explicit(&m->arrived, 0, memory_order_relaxed);
    for (int i = 0; i < n; i++) {
        Arrival *a = m->members[i];
        m->members[i] = NULL;
        if (a != last)
            a->complete(a);
    }
}

static bool local_arrive(Transport *t, Arrival *a)
{
    Local *l = (Local *)t;
    const Collective *c = a->collective;
    Meeting *m = &l->meetings[c->index][a->group];
    int n = c->group_size[a->group];
    m->members[c->position_of[a->device]] = a;
    /* Once counted, *a is the last one's: its device may already be arriving somewhere else. */
    if (atomic_fetch_add_explicit(&m->arrived, 1, memory_order_acq_rel) + 1 < n)
        return false;
    finish(l, m, a);
    return true;
}

static void local_reset(Transport *t)
{
    Local *l = (Local *)t;
    for (int i = 0; i < l->n; i++)
        for (int g = 0; g < l->collectives[i]->n_groups; g++) {
            Meeting *m = &l->meetings[i][g];
            for (int k = 0; k < l->collectives[i]->group_size[g]; k++)
                if (m->members[k]) {
                    drop_operands(m->members[k]);
                    m->members[k] = NULL;
                }
            atomic_store(&m->arrived, 0);
        }
}

static void local_free(Transport *t)
{
    Local *l = (Local *)t;
    for (int i = 0; i < l->n; i++) {
        for (int g = 0; g < l->collectives[i]->n_groups; g++) {
            g_free(l->meetings[i][g].members);
            g_free(l->meetings[i][g].operands);
            g_free(l->meetings[i][g].results);
        }
        g_free(l->meetings[i]);
    }
    g_free(l->meetings);
    g_free(l);
}

Transport *transport_local_new(Collective *const *collectives, int n, Pool *pool, BufferPool *buffers)
{
    Local *l = g_new0(Local, 1);
    *l = (Local){ .transport = { .arrive = local_arrive, .reset = local_reset, .free = local_free }, .collectives = collectives, .n = n, .pool = pool, .buffers = buffers };
    l->meetings = g_new0(Meeting *, n + 1);
    for (int i = 0; i < n; i++) {
        const Collective *c = collectives[i];
        l->meetings[i] = g_new0(Meeting, c->n_groups + 1);
        for (int g = 0; g < c->n_groups; g++) {
            l->meetings[i][g].members = g_new0(Arrival *, c->group_size[g]);
            l->meetings[i][g].operands = g_new0(Buffer *const *, c->group_size[g]);
            l->meetings[i][g].results = g_new0(Buffer **, c->group_size[g]);
        }
    }
    return &l->transport;
}
