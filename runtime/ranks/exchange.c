/* What the members of this rank get of a meeting: computed from their operands and from what has come of the others'. */
#include "runtime/ranks/meetings_impl.h"

void arrival_drop(Arrival *a)
{
    for (int k = 0; k < a->collective->n_operands; k++) {
        buffer_unref(a->operands[k]);
        a->operands[k] = NULL;
    }
}

/* What an exchange reads and fills. */
typedef struct Tables {
    Buffer ***operands, ***results; /* by member */
    bool *packed;
} Tables;

static Buffer **operands_of(const Ready *ready, Tables *x, int member)
{
    int n = ready->meeting->c->n_operands;
    if (x->operands[member])
        return x->operands[member];
    x->operands[member] = g_new0(Buffer *, n + 1);
    for (int k = 0; k < n && !ready->meeting->gathers; k++)
        x->operands[member][k] = ready->m->empty;
    return x->operands[member];
}

/* The operands of members here, and of others what has been received of them. */
static void tables_fill(const Ready *ready, Tables *x)
{
    const Meeting *at = ready->meeting;
    int n = at->c->group_size[at->group];
    *x = (Tables){ g_new0(Buffer **, n), g_new0(Buffer **, n), g_new0(bool, n) };
    for (int i = 0; i < n; i++)
        if (ready->members[i]) {
            x->operands[i] = ready->members[i]->operands;
            x->results[i] = ready->members[i]->results;
        } else {
            x->packed[i] = at->of.sliced || (!at->c->by_tuple && (at->c->kind == COLL_REDUCE_SCATTER || at->c->kind == COLL_ALL_TO_ALL));
            operands_of(ready, x, i);
        }
    for (int s = 0; s < at->n_sides && !at->gathers; s++) {
        const Packet *p = ready->trip->packets[s];
        for (int i = 0; i < p->parts->v.n; i++)
            x->operands[p->parts->v.v[i].member][p->parts->v.v[i].operand] = p->buffers[i];
    }
}

static void tables_clear(const Ready *ready, Tables *x)
{
    for (int i = 0; i < ready->meeting->c->group_size[ready->meeting->group]; i++)
        if (!ready->members[i])
            g_free(x->operands[i]);
    g_free(x->operands);
    g_free(x->results);
    g_free(x->packed);
}

static CollectiveArgs args_of(const Ready *ready, const Tables *x)
{
    return (CollectiveArgs){ .c = ready->meeting->c, .group = ready->meeting->group, .operands = (Buffer *const **)x->operands, .results = x->results,
                             .buffers = ready->m->buffers, .pool = ready->m->pool, .packed = x->packed, .made = ready->meeting->gathers ? ready->trip->made : NULL };
}

size_t exchange_compute(const Ready *ready)
{
    const Meeting *at = ready->meeting;
    int n = at->c->group_size[at->group];
    size_t missing = 0;
    if (at->of.sliced) { /* they are there */
        for (int i = 0; i < n; i++)
            for (int k = 0; ready->members[i] && k < at->c->n_results; k++)
                ready->members[i]->results[k] = buffer_ref(ready->trip->made[k]);
        return 0;
    }
    if (!at->gathers && !transport_room(at->c, at->group, ready->m->buffers, &missing))
        return missing;
    Tables x;
    tables_fill(ready, &x);
    CollectiveArgs args = args_of(ready, &x);
    collective_exchange(&args, &missing);
    if (at->gathers)
        g_clear_pointer(&ready->trip->made, g_free); /* taken over */
    tables_clear(ready, &x);
    return missing;
}

void exchange_combine(const Ready *ready)
{
    const Meeting *at = ready->meeting;
    Tables x;
    tables_fill(ready, &x);
    CollectiveArgs args = args_of(ready, &x);
    for (int k = 0; k < at->c->n_results; k++) {
        int64_t from, n;
        slice_of(at->c->result_types[k], at->of.n_ranks, at->index, &from, &n);
        if (n)
            collective_combine(&args, k, from, n, ready->trip->made[k]->data);
    }
    tables_clear(ready, &x);
}
