/* What goes between ranks when a group meets: packets with parts of operands, and of results where each rank computes a slice of them. */
#include <stdlib.h>
#include <string.h>

#include "runtime/base/memory_out.h"
#include "runtime/ranks/meetings_impl.h"

/* ---- trips ---------------------------------------------------------------------------------------------------------- */

Trip *trip_at(Meeting *at, int64_t n)
{
    while ((int64_t)at->trips.length <= n - at->n_done) {
        Trip *t = g_new0(Trip, 1);
        t->packets = g_new0(Packet *, at->n_sides + 1);
        t->slices = g_new0(Packet *, at->n_sides + 1);
        t->out = g_new0(Outgoing *, at->n_sides + 1);
        g_queue_push_tail(&at->trips, t);
    }
    return g_queue_peek_nth(&at->trips, (guint)(n - at->n_done));
}

static void packet_free(Packet *p)
{
    for (int i = 0; i < p->n; i++)
        if (p->buffers[i])
            buffer_unref(p->buffers[i]);
    g_free(p->buffers);
    incoming_free(p->in);
    g_free(p);
}

static void packet_leave(Packet *p)
{
    if (!p)
        return;
    if (p->complete)
        packet_free(p);
    else
        p->orphan = true;
}

void trip_free(const Meeting *at, Trip *t)
{
    for (int i = 0; i < at->n_sides; i++) {
        packet_leave(t->packets[i]);
        packet_leave(t->slices[i]);
        if (t->out[i])
            outgoing_free(t->out[i]);
    }
    for (int i = 0; t->sums && i < at->c->group_size[at->group] * at->c->n_operands; i++)
        if (t->sums[i])
            buffer_unref(t->sums[i]);
    for (int k = 0; t->made && k < at->c->n_results; k++)
        if (t->made[k])
            buffer_unref(t->made[k]);
    g_free(t->packets);
    g_free(t->slices);
    g_free(t->out);
    g_free(t->sums);
    g_free(t->made);
    g_free(t);
}

size_t trip_make(Meetings *m, Meeting *at, Trip *t)
{
    size_t missing = 0;
    if (t->made || !(at->gathers || at->of.sliced))
        return 0;
    t->made = g_new0(Buffer *, at->c->n_results + 1);
    if (!transport_room(at->c, at->group, m->buffers, &missing))
        return missing;
    for (int k = 0; k < at->c->n_results; k++) {
        size_t bytes = (size_t)type_bytes(at->c->result_types[k]);
        t->made[k] = buffer_pool_try(m->buffers, bytes);
        if (!t->made[k])
            return MAX(bytes, 1);
    }
    return 0;
}

/* ---- sending -------------------------------------------------------------------------------------------------------- */

static void unref_buffer(void *b)
{
    buffer_unref(b);
}

static void free_pack(void *p)
{
    free(p);
}

/* Adds one part of a buffer. Returns the bytes that are missing, 0 = none. */
static size_t add_part(const Meeting *at, Outgoing *o, const PartSpec *p, Buffer *b)
{
    bool packs = p->kind == PART_TILES;
    if (!p->inside && !packs) {
        outgoing_add(o, (OutPart){ (char *)b->data + p->offset, p->bytes, unref_buffer, buffer_ref(b) });
        return 0;
    }
    void *to = p->inside ? outgoing_room(o, p->bytes) : memory_get(p->bytes, 64);
    if (!to)
        return p->bytes;
    if (packs)
        part_pack(&at->of, p, b->data, to);
    else
        memcpy(to, (char *)b->data + p->offset, p->bytes);
    if (!p->inside)
        outgoing_add(o, (OutPart){ to, p->bytes, free_pack, to });
    return 0;
}

/* Combines what can be combined before it is sent. Returns the bytes that are missing, 0 = none. */
static size_t add_up(Meetings *m, const Meeting *at, Trip *t)
{
    const Collective *c = at->c;
    int n = c->group_size[at->group];
    g_autofree const char **src = g_new(const char *, n);
    for (int i = 0; i < n; i++)
        for (int k = 0; at->members[i] && at->of.spans[i] > 1 && k < c->n_operands; k++) {
            Buffer *first = at->members[i]->operands[k], *to = buffer_is_unique(first) ? first : buffer_pool_try(m->buffers, first->size);
            if (!to)
                return MAX(first->size, 1);
            for (int j = 0; j < at->of.spans[i]; j++)
                src[j] = at->members[i + j]->operands[k]->data;
            collective_subtree(c, k, at->of.spans[i], src, to->data, m->pool);
            if (to == first)
                continue;
            t->sums = t->sums ? t->sums : g_new0(Buffer *, n * c->n_operands);
            t->sums[i * c->n_operands + k] = to;
        }
    return pool_take_short().bytes;
}

Buffer *packets_operand(const Meeting *at, const Trip *t, Arrival *const *members, int member, int k)
{
    Buffer *sum = t->sums ? t->sums[member * at->c->n_operands + k] : NULL;
    return sum ? sum : members[member]->operands[k];
}

/* The side after this rank's i-th: each rank begins with the one after it. */
static Side *side_after(const Meeting *at, int i)
{
    return &at->sides[(at->index + i) % at->n_sides];
}

size_t packets_make(Meetings *m, const Meeting *at, Trip *t)
{
    int64_t first_ns = INT64_MAX, last_ns = 0;
    size_t missing = add_up(m, at, t);
    for (int i = 0; i < at->c->group_size[at->group]; i++)
        if (at->members[i]) {
            first_ns = MIN(first_ns, at->members[i]->arrive_ns);
            last_ns = MAX(last_ns, at->members[i]->arrive_ns);
        }
    for (int s = 0; s < at->n_sides && !missing; s++) {
        const Side *side = side_after(at, s);
        Outgoing *o = outgoing_new(side->rank, (Head){ .kind = HEAD_MEETING, .a = at->c->index, .b = at->group, .c = m->step, .d = first_ns, .e = last_ns, .f = m->number });
        t->out[s] = o;
        for (int i = 0; i < side->sends.v.n && !missing; i++) {
            const PartSpec *p = &side->sends.v.v[i];
            missing = add_part(at, o, p, packets_operand(at, t, at->members, p->member, p->operand));
        }
    }
    return missing;
}

static void queue(Meetings *m, Outgoing *o, size_t bytes)
{
    vec_push(&m->r->out, o);
    m->r->sent++;
    m->bytes_sent += (int64_t)bytes;
}

void packets_send(Meetings *m, const Meeting *at, Trip *t)
{
    for (int s = 0; s < at->n_sides; s++)
        queue(m, g_steal_pointer(&t->out[s]), side_after(at, s)->sends.bytes);
    t->sent = true;
}

void packets_send_slice(Meetings *m, const Meeting *at, const Trip *t)
{
    for (int s = 0; s < at->n_sides; s++) {
        Outgoing *o = outgoing_new(side_after(at, s)->rank, (Head){ .kind = HEAD_SLICE, .a = at->c->index, .b = at->group, .c = m->step, .f = m->number });
        for (int k = 0; k < at->slice.v.n; k++)
            add_part(at, o, &at->slice.v.v[k], t->made[at->slice.v.v[k].operand]);
        queue(m, o, at->slice.bytes);
    }
}

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
    size_t offset = is_slice ? part->offset : at->gathers ? part->bytes * (size_t)part->member : 0;
    if (!is_slice && !at->gathers)
        *buffer = buffer_pool_try(m->buffers, part->bytes);
    else if (!trip_make(m, at, t) && t->made[part->operand])
        *buffer = buffer_ref(t->made[part->operand]);
    return *buffer ? (char *)(*buffer)->data + offset : NULL;
}

void meetings_head(Meetings *m, Incoming *in)
{
    const Head *h = &in->head;
    bool known = h->a >= 0 && h->a < m->program->n_collectives && h->b >= 0 && h->b < m->program->collectives[h->a]->n_groups, is_slice = h->kind == HEAD_SLICE;
    Meeting *at = known ? &m->meetings[h->a][h->b] : NULL;
    Side *side = at ? side_of(at, in->from) : NULL;
    g_assert(side); /* both ranks have the same program: ranks_agree */
    Packet *p = g_new0(Packet, 1);
    p->in = in;
    p->parts = is_slice ? &side->slices : &side->receives;
    p->n = p->parts->v.n;
    in->arrived = packet_arrived;
    in->user = p;
    Trip *t = trip_at(at, is_slice ? side->n_slices++ : side->n_heads++);
    *(is_slice ? &t->slices[side - at->sides] : &t->packets[side - at->sides]) = p;
    p->buffers = g_new0(Buffer *, p->parts->v.n + 1);
    size_t from = 0;
    for (int i = 0; i < p->parts->v.n; i++) {
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
