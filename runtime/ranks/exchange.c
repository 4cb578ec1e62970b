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
    Buffer **all;                   /* operands of one member after another */
    Buffer ***operands, ***results; /* by member */
    bool *packed;
} Tables;

/* The operands of members here, and of others what has been received of them. */
static void tables_fill(const Ready *ready, Tables *x)
{
    const Meeting *at = ready->meeting;
    int n = at->c->group_size[at->group], n_operands = at->c->n_operands;
    x->all = zeroed((sizeof(void *) * (size_t)(n_operands + 2) + sizeof(bool)) * (size_t)n);
    x->operands = (Buffer ***)(void *)(x->all + n * n_operands);
    x->results = x->operands + n;
    x->packed = (bool *)(void *)(x->results + n);
    for (int i = 0; i < n; i++) {
        const Arrival *a = ready->members[i];
        x->operands[i] = x->all + i * n_operands;
        x->results[i] = a ? a->results : NULL;
        x->packed[i] = !a && (at->of.sliced || (!at->c->by_tuple && (at->c->kind == COLL_REDUCE_SCATTER || at->c->kind == COLL_ALL_TO_ALL)));
        for (int k = 0; k < n_operands; k++)
            x->operands[i][k] = a ? packets_operand(at, ready->trip, ready->members, i, k) : at->gathers ? NULL : ready->m->empty;
    }
    for (int s = 0; s < at->n_sides && !at->gathers; s++) {
        const Packet *p = ready->trip->packets[s];
        for (int i = 0; i < p->parts->v.n; i++)
            x->operands[p->parts->v.v[i].member][p->parts->v.v[i].operand] = p->buffers[i];
    }
}

static void tables_clear(Tables *x)
{
    g_free(x->all); /* the others are in the same block */
}

static CollectiveArgs args_of(const Ready *ready, const Tables *x)
{
    return (CollectiveArgs){ .c = ready->meeting->c, .group = ready->meeting->group, .operands = (Buffer *const **)x->operands, .results = x->results,
                             .buffers = ready->m->buffers, .pool = ready->m->pool, .packed = x->packed, .spans = ready->meeting->spans, .made = ready->meeting->gathers ? ready->trip->made : NULL };
}

size_t exchange_compute(const Ready *ready)
{
    const Meeting *at = ready->meeting;
    int n = at->c->group_size[at->group];
    size_t missing = 0;
    missing = packets_land(ready->m, at, ready->trip, at->of.sliced);
    if (missing)
        return missing;
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
    tables_clear(&x);
    return missing;
}

void exchange_combine(const Ready *ready)
{
    const Meeting *at = ready->meeting;
    Tables x;
    packets_land(ready->m, at, ready->trip, false); /* nothing is taken from its board here */
    tables_fill(ready, &x);
    CollectiveArgs args = args_of(ready, &x);
    for (int k = 0; k < at->c->n_results; k++) {
        int64_t from, n;
        slice_of(at->c->result_types[k], at->of.n_ranks, at->index, &from, &n);
        if (n)
            collective_combine(&args, k, from, n, ready->trip->made[k]->data);
    }
    tables_clear(&x);
}
