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
    int *spans;
    bool *packed;
} Tables;

/* What a rank has sent, or lent, of the operands. */
static const Packet *packet_of(const Ready *ready, int side)
{
    const Meeting *at = ready->meeting;
    return at->two_phase && !at->of.sliced ? ready->trip->slices[side] : ready->trip->packets[side];
}

/* The operands of members here, and of others what has been received of them. */
static void tables_fill(const Ready *ready, Tables *x)
{
    const Meeting *at = ready->meeting;
    int n = at->c->group_size[at->group], n_operands = at->c->n_operands;
    x->all = zeroed((sizeof(void *) * (size_t)(n_operands + 2) + sizeof(int) + sizeof(bool)) * (size_t)n);
    x->operands = (Buffer ***)(void *)(x->all + n * n_operands);
    x->results = x->operands + n;
    x->spans = (int *)(void *)(x->results + n);
    x->packed = (bool *)(void *)(x->spans + n);
    for (int i = 0; i < n; i++) {
        const Arrival *a = ready->members[i];
        x->operands[i] = x->all + i * n_operands;
        x->results[i] = a ? a->results : NULL;
        x->spans[i] = a && ready->trip->lent ? 1 : at->spans[i];
        x->packed[i] = !a && (at->of.sliced || (!at->c->by_tuple && (at->c->kind == COLL_REDUCE_SCATTER || at->c->kind == COLL_ALL_TO_ALL)));
        for (int k = 0; k < n_operands; k++)
            x->operands[i][k] = a ? packets_operand(at, ready->trip, ready->members, i, k) : at->gathers ? NULL : ready->m->empty;
    }
    for (int s = 0; s < at->n_sides && !at->gathers; s++) {
        const Packet *p = packet_of(ready, s);
        for (int i = 0; i < p->parts->v.n; i++) {
            const PartSpec *part = &p->parts->v.v[i];
            x->operands[part->member][part->operand] = p->buffers[i];
            if (p->in->head.n_lent) { /* whole, and not combined */
                x->packed[part->member] = false;
                x->spans[part->member] = 1;
            }
        }
    }
}

static void tables_clear(Tables *x)
{
    g_free(x->all); /* the others are in the same block */
}

static CollectiveArgs args_of(const Ready *ready, const Tables *x)
{
    return (CollectiveArgs){ .c = ready->meeting->c, .group = ready->meeting->group, .operands = (Buffer *const **)x->operands, .results = x->results,
                             .buffers = ready->meeting->feeds ? ready->m->shared : ready->m->buffers, .pool = ready->m->pool, .packed = x->packed, .spans = x->spans, .made = ready->meeting->gathers ? ready->trip->made : NULL };
}

size_t exchange_compute(const Ready *ready)
{
    const Meeting *at = ready->meeting;
    int n = at->c->group_size[at->group];
    size_t missing = 0;
    missing = packets_land(ready->m, at, ready->trip, at->two_phase);
    if (missing)
        return missing;
    if (at->of.sliced || ready->trip->common) { /* they are there */
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

/* Members of this rank to their places in common results. */
static void gather_own(const Ready *ready)
{
    const Meeting *at = ready->meeting;
    for (int i = 0; ready->trip->common && i < at->c->group_size[at->group]; i++)
        for (int k = 0; ready->members[i] && k < at->c->n_results; k++)
            collective_gather_one(at->c, k, i, ready->members[i]->operands[k]->data, ready->trip->made[k]->data, ready->m->pool);
}

void exchange_combine(const Ready *ready)
{
    const Meeting *at = ready->meeting;
    if (!at->of.sliced) {
        gather_own(ready);
        return;
    }
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
