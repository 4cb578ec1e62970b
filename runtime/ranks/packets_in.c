/* Packets that come in: where their data goes, what of it stays where its sender put it, and results that are made of it. packets.c sends them. */
#include "runtime/ranks/meetings_impl.h"

#include <stdlib.h>

#include "runtime/base/clock.h"

/* ---- receiving ------------------------------------------------------------------------------------------------------ */

static Side *side_of(Meeting *at, int rank)
{
    for (int i = 0; i < at->n_sides; i++)
        if (at->sides[i].rank == rank)
            return &at->sides[i];
    return NULL;
}

static void packet_arrived(Ranks *r, Incoming *in)
{
    Packet *p = in->user;
    pthread_mutex_lock(&r->lock);
    Meetings *m = r->meetings;
    r->received++;
    p->complete = true;
    p->noticed_ns = clock_ns();
    bool gone = p->orphan || !m || in->head.f != m->number; /* its transport is no more */
    Ready *ready = gone ? NULL : meetings_arrived(m, &m->meetings[in->head.a][in->head.b]);
    pthread_mutex_unlock(&r->lock); /* whoever has the trip may free p now */
    if (gone)
        packet_free(p);
    if (ready)
        meetings_carry_out(ready);
}

/* Where part i goes, and its buffer; NULL if there is no memory. */
static void *place_of(Meetings *m, Meeting *at, Trip *t, const PartSpec *part, bool is_slice, Buffer **buffer)
{
    bool sums = is_slice && at->of.sliced;
    size_t offset = sums ? part->offset : at->gathers ? part->bytes * (size_t)part->member : 0;
    if (!sums && !at->gathers)
        *buffer = buffer_pool_try(m->buffers, part->bytes);
    else if (!trip_make(m, at, t) && t->made[part->operand])
        *buffer = buffer_ref(t->made[part->operand]);
    return *buffer ? (char *)(*buffer)->data + offset : NULL;
}

Packet *packet_new(Incoming *in, const PartList *parts, bool board)
{
    int n = parts->v.n;
    Packet *p = zeroed(sizeof *p + (sizeof(Buffer *) + (board ? sizeof(Buffer) : 0)) * (size_t)n);
    *p = (Packet){ .in = in, .parts = parts, .n = n, .wraps = (Buffer *)(void *)(p + 1) };
    p->buffers = (Buffer **)(void *)(board ? p->wraps + n : p->wraps);
    return p;
}

/* The i-th thing that is lent. */
static Buffer *borrow(const Incoming *in, int i, size_t bytes)
{
    int64_t place;
    memcpy(&place, in->text + sizeof place * (size_t)i, sizeof place);
    return near_borrow(in->near, in->from, place, bytes);
}

/* What another rank lends: its operands, and memory for common results. */
static void borrow_all(const Meeting *at, Trip *t, Packet *p)
{
    Incoming *in = p->in;
    const Head *h = &in->head;
    g_assert((!h->n_lent || h->n_lent == p->n) && (!h->n_common || h->n_common == at->c->n_results));
    for (int i = 0; i < h->n_lent; i++)
        p->buffers[i] = borrow(in, i, (size_t)type_bytes(at->c->operand_types[p->parts->v.v[i].operand]));
    if (h->n_common)
        t->made = g_new0(Buffer *, at->c->n_results + 1);
    for (int k = 0; k < h->n_common; k++)
        t->made[k] = borrow(in, h->n_lent + k, (size_t)type_bytes(at->c->result_types[k]));
    if (h->n_common) /* the owner reads it without the lock */
        t->common = true;
    in->taken = true;
}

void meetings_head(Meetings *m, Incoming *in)
{
    const Head *h = &in->head;
    bool known = h->a >= 0 && h->a < m->program->n_collectives && h->b >= 0 && h->b < m->program->collectives[h->a]->n_groups, is_slice = h->kind == HEAD_SLICE;
    Meeting *at = known ? &m->meetings[h->a][h->b] : NULL;
    Side *side = at ? side_of(at, in->from) : NULL;
    g_assert(side); /* both ranks have the same program: ranks_agree */
    Packet *p = packet_new(in, is_slice ? &side->slices : h->n_lent ? &side->borrows : &side->receives, h->place != 0);
    in->arrived = packet_arrived;
    in->user = p;
    Trip *t = trip_at(at, is_slice ? side->n_slices++ : side->n_heads++);
    *(is_slice ? &t->slices[side - at->sides] : &t->packets[side - at->sides]) = p;
    if (in->near)
        borrow_all(at, t, p);
    if (h->post)
        post_found(side, in);
    if (h->place)
        p->board = near_look(in->near, in->from, h->place);
    size_t from = sizeof(int64_t) * (size_t)(h->n_lent + h->n_common);
    bool here = h->place || h->n_lent || (is_slice && h->d);
    for (int i = 0; i < p->parts->v.n && !here; i++) {
        const PartSpec *part = &p->parts->v.v[i];
        void *to = place_of(m, at, t, part, is_slice, &p->buffers[i]);
        if (!to) {
            p->missing = part->bytes;
            in->parts.n = 0;
            m->r->deaf = true;
            return;
        }
        if (part->inside) {
            memcpy(to, in->text + from, part->bytes);
            from += part->bytes;
        } else {
            vec_push(&in->parts, ((InPart){ to, part->bytes }));
        }
    }
}

/* ---- what is on boards ---------------------------------------------------------------------------------------------- */

/* Collectives whose results may be operands themselves: they stay as long as somebody has them. */
static bool hands_on(const Collective *c)
{
    return c->kind == COLL_PERMUTE || c->kind == COLL_BROADCAST || (c->kind == COLL_ALL_TO_ALL && c->by_tuple);
}

/* Where a part's place in the result is; NULL: it is an operand, of which the result is made yet. */
static void *in_result(const Meeting *at, const Trip *t, const PartSpec *p, bool is_slice)
{
    if (at->of.sliced ? !is_slice : !at->gathers)
        return NULL;
    return (char *)t->made[p->operand]->data + (is_slice && at->of.sliced ? p->offset : p->bytes * (size_t)p->member);
}

/* Part i of a packet; `to`: as in_result. False if there is no memory. */
static bool land(Meetings *m, const Meeting *at, Packet *in, int i, const char *from, void *to)
{
    const PartSpec *p = &in->parts->v.v[i];
    if (to) {
        memcpy(to, from, p->bytes);
        return true;
    }
    if (!hands_on(at->c)) {
        in->buffers[i] = &in->wraps[i];
        buffer_borrow(in->buffers[i], (void *)(uintptr_t)from, p->bytes);
        return true;
    }
    in->buffers[i] = buffer_pool_try(m->buffers, p->bytes);
    if (in->buffers[i])
        memcpy(in->buffers[i]->data, from, p->bytes);
    return in->buffers[i] != NULL;
}

size_t packets_land(Meetings *m, const Meeting *at, const Trip *t, bool slices)
{
    for (int s = 0; s < at->n_sides; s++) {
        Packet *p = slices ? t->slices[s] : t->packets[s];
        const char *from = p->board;
        for (int i = 0; from && i < p->n; i++) {
            if (!land(m, at, p, i, from, in_result(at, t, &p->parts->v.v[i], slices)))
                return p->parts->v.v[i].bytes;
            from += packets_step(&p->parts->v.v[i]);
        }
    }
    return 0;
}
