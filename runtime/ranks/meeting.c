/* One group of a collective: which ranks it spans, and what they send each other. */
#include "runtime/ranks/meetings_impl.h"

/* Sliced if that is worth it: what is small is sent whole, in one message less. Only of a reduction that is one op: loops of others may compute elements differently at their ends. */
static bool is_sliced(const Ranks *r, const Collective *c)
{
    int64_t bytes = 0;
    for (int k = 0; k < c->n_operands; k++)
        bytes += type_bytes(c->operand_types[k]);
    return c->kind == COLL_ALL_REDUCE && c->plain != N_OPCODES && bytes >= r->slice_from;
}

static bool same_parts(const PartList *a, const PartList *b)
{
    bool same = a->v.n == b->v.n;
    for (int i = 0; same && i < a->v.n; i++) {
        const PartSpec *x = &a->v.v[i], *y = &b->v.v[i];
        same = x->member == y->member && x->operand == y->operand && x->kind == y->kind && x->kind != PART_TILES && x->offset == y->offset && x->bytes == y->bytes;
    }
    return same;
}

/* Which meetings of ranks of one machine spare copies: what is small is sent sooner than lent. */
static void find_common(const Meetings *m, Meeting *at)
{
    const Collective *c = at->c;
    enum { GATHER = 4 /* whose first messages carry nothing */ };
    int64_t most = 0, results = 0;
    for (int k = 0; k < c->n_operands; k++)
        most = MAX(most, type_bytes(c->operand_types[k]));
    for (int k = 0; k < c->n_results; k++)
        results += type_bytes(c->result_types[k]);
    bool shared = at->n_sides && at->near && near_ground(m->r->near);
    at->common = shared && (at->of.sliced || (c->kind == COLL_ALL_GATHER && results >= GATHER * m->r->slice_from));
    at->owner = m->rank_of_device[c->members[at->group][0]] == ranks_me(m->r);
    at->two_phase = at->of.sliced || at->common;
    at->posts_places = shared && most < m->r->lend_from && c->kind == COLL_ALL_TO_ALL && !c->by_tuple; /* each member reads a little of each operand */
    at->lends = shared && most >= m->r->lend_from && c->kind != COLL_ALL_GATHER && (c->kind != COLL_ALL_REDUCE || at->of.sliced || c->plain == N_OPCODES);
}

/* What goes between this rank and another. */
static void find_parts(const Meetings *m, const Meeting *at, Side *s)
{
    int me = ranks_me(m->r);
    g_autofree int *ones = g_new(int, at->c->group_size[at->group] + 1);
    for (int i = 0; i < at->c->group_size[at->group]; i++)
        ones[i] = 1;
    PartsOf whole = at->of;
    whole.spans = ones;
    whole.sliced = false;
    if (at->common && !at->of.sliced) {
        parts_between(&at->of, s->rank, me, at->index, &s->slices);
        return;
    }
    parts_between(&at->of, me, s->rank, s->index, &s->sends);
    parts_between(&at->of, s->rank, me, at->index, &s->receives);
    results_between(&at->of, s->index, &s->slices);
    if (at->lends || at->posts_places) {
        parts_between(&whole, me, s->rank, s->index, &s->lends);
        parts_between(&whole, s->rank, me, at->index, &s->borrows);
    }
}

static void find_near(const Meetings *m, Meeting *at)
{
    at->near = true;
    for (int i = 0; i < at->n_sides; i++)
        at->near &= near_reaches(m->r->near, at->sides[i].rank);
    find_common(m, at);
    for (int i = 0; i < at->n_sides; i++)
        find_parts(m, at, &at->sides[i]);
    if (at->common && !at->of.sliced && at->n_sides)
        parts_between(&at->of, ranks_me(m->r), at->sides[0].rank, at->sides[0].index, &at->slice);
    else
        results_between(&at->of, at->index, &at->slice);
    at->alike = at->near;
    for (int i = 1; i < at->n_sides; i++)
        at->alike &= same_parts(&at->sides[0].sends, &at->sides[i].sends);
}

void meeting_init(Meetings *m, Meeting *at, const Collective *c, int group)
{
    int me = ranks_me(m->r), n = c->group_size[group], index = 0;
    g_autofree bool *met = g_new0(bool, ranks_n(m->r));
    *at = (Meeting){ .c = c, .group = group, .members = g_new0(Arrival *, n + 1), .spans = g_new(int, n + 1), .of = { .c = c, .group = group, .rank_of_device = m->rank_of_device, .sliced = is_sliced(m->r, c) }, .gathers = gather_is_flat(c) };
    for (int i = 0; i < n; i++) {
        int rank = m->rank_of_device[c->members[group][i]];
        at->n_here += rank == me;
        at->of.n_ranks += !met[rank];
        met[rank] = true;
    }
    at->of.spans = at->spans;
    parts_spans(&at->of, at->spans);
    at->n_sides = at->n_here ? at->of.n_ranks - 1 : 0;
    at->sides = g_new0(Side, at->n_sides + 1);
    for (int rank = 0; rank < me; rank++)
        at->index += met[rank];
    for (int rank = 0, k = 0; k < at->n_sides; rank++) {
        if (met[rank] && rank != me) {
            Side *s = &at->sides[k++];
            s->rank = rank;
            s->index = index;
        }
        index += met[rank];
    }
    find_near(m, at);
}

void meeting_clear(Meetings *m, Meeting *at)
{
    while (!g_queue_is_empty(&at->trips))
        trip_free(at, g_queue_pop_head(&at->trips));
    for (int i = 0; i < at->n_sides; i++) {
        vec_clear(&at->sides[i].sends.v);
        vec_clear(&at->sides[i].receives.v);
        vec_clear(&at->sides[i].slices.v);
        vec_clear(&at->sides[i].lends.v);
        vec_clear(&at->sides[i].borrows.v);
    }
    posts_clear(m, at);
    vec_clear(&at->slice.v);
    g_free(at->sides);
    g_free(at->members);
    g_free(at->spans);
}
