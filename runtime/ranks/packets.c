/* What goes between ranks when a group meets: packets with parts of operands, and of results where each rank computes a slice of them. */
#include <stdlib.h>
#include <string.h>

#include "runtime/base/clock.h"
#include "runtime/base/memory_out.h"
#include "runtime/ranks/meetings_impl.h"

/* ---- trips ---------------------------------------------------------------------------------------------------------- */

Trip *trip_at(Meeting *at, int64_t n)
{
    while ((int64_t)at->trips.length <= n - at->n_done) {
        Trip *t = zeroed(sizeof *t + 3 * sizeof(void *) * (size_t)at->n_sides);
        t->packets = (Packet **)(void *)(t + 1);
        t->slices = t->packets + at->n_sides;
        t->out = (Outgoing **)(void *)(t->slices + at->n_sides);
        g_queue_push_tail(&at->trips, t);
    }
    return g_queue_peek_nth(&at->trips, (guint)(n - at->n_done));
}

void packet_free(Packet *p)
{
    for (int i = 0; i < p->n; i++)
        if (p->buffers[i] && p->buffers[i] != &p->wraps[i])
            buffer_unref(p->buffers[i]);
    if (p->posted) {
        memset(p->buffers, 0, sizeof *p->buffers * (size_t)p->n);
        p->complete = false;
        return;
    }
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

void packets_copy(const Meeting *at, const PartSpec *p, const Buffer *b, void *to)
{
    if (p->kind == PART_TILES)
        part_pack(&at->of, p, b->data, to);
    else
        memcpy(to, (char *)b->data + p->offset, p->bytes);
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
    packets_copy(at, p, b, to);
    if (!p->inside)
        outgoing_add(o, (OutPart){ to, p->bytes, free_pack, to });
    return 0;
}

size_t packets_step(const PartSpec *p)
{
    return (p->bytes + BUFFER_SLACK + BUFFER_ALIGN - 1) / BUFFER_ALIGN * BUFFER_ALIGN;
}

/* Room on this rank's board for the parts; NULL: there is none, or it is not for so many readers. */
static char *put_on_board(Meetings *m, const PartList *list, int readers, int64_t *place)
{
    size_t bytes = 0;
    for (int i = 0; i < list->v.n; i++)
        bytes += packets_step(&list->v.v[i]);
    return bytes ? near_put(m->r->near, bytes, readers, place) : NULL;
}

static void on_board(Outgoing *o, Meetings *m, int64_t place)
{
    o->head->place = place;
    o->near = m->r->near;
    o->me = ranks_me(m->r);
}

size_t packets_add_up(Meetings *m, const Meeting *at, Trip *t)
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

/* Puts what a side needs on the board, or into its message. Returns the bytes that are missing, 0 = none. */
static size_t add_parts(Meetings *m, const Meeting *at, const Trip *t, const Side *side, Outgoing *o)
{
    size_t missing = 0;
    int64_t place = 0;
    char *to = near_reaches(m->r->near, side->rank) ? put_on_board(m, &side->sends, 1, &place) : NULL;
    for (int i = 0; i < side->sends.v.n && !missing; i++) {
        const PartSpec *p = &side->sends.v.v[i];
        Buffer *b = packets_operand(at, t, at->members, p->member, p->operand);
        if (!to) {
            missing = add_part(at, o, p, b);
            continue;
        }
        packets_copy(at, p, b, to);
        to += packets_step(p);
    }
    on_board(o, m, place);
    return missing;
}

/* The same of all sides, once. False: there is no room. */
static bool add_alike(Meetings *m, const Meeting *at, Trip *t)
{
    const PartList *list = &at->sides[0].sends;
    int64_t place = 0;
    char *to = at->alike ? put_on_board(m, list, at->n_sides, &place) : NULL;
    if (!to)
        return false;
    for (int i = 0; i < list->v.n; i++) {
        const PartSpec *p = &list->v.v[i];
        packets_copy(at, p, packets_operand(at, t, at->members, p->member, p->operand), to);
        to += packets_step(p);
    }
    for (int s = 0; s < at->n_sides; s++)
        on_board(t->out[s], m, place);
    return true;
}

/* ---- lending -------------------------------------------------------------------------------------------------------- */

bool packets_lie_open(const Meetings *m, const Meeting *at)
{
    const BufferGround *ground = ground_of(near_ground(m->r->near));
    for (int s = 0; ground && s < at->n_sides; s++)
        for (int i = 0; ground && i < at->sides[s].lends.v.n; i++) {
            const PartSpec *p = &at->sides[s].lends.v.v[i];
            if (!buffer_is_on(at->members[p->member]->operands[p->operand], ground))
                ground = NULL;
        }
    return ground != NULL;
}

static void lend(const Meetings *m, Outgoing *o, Buffer *b)
{
    int64_t place = 0;
    bool lent = near_lend(m->r->near, b, 1, &place);
    g_assert(lent);
    memcpy(outgoing_room(o, sizeof place), &place, sizeof place);
    o->near = m->r->near;
    o->me = ranks_me(m->r);
}

static void lend_operands(const Meetings *m, const Meeting *at, const Trip *t)
{
    for (int s = 0; s < at->n_sides; s++) {
        const PartList *list = &side_after(at, s)->lends;
        for (int i = 0; i < list->v.n; i++)
            lend(m, t->out[s], at->members[list->v.v[i].member]->operands[list->v.v[i].operand]);
        t->out[s]->head->n_lent = list->v.n;
    }
}

/* Of the rank whose memory common results are in: where they go, in place of the first member's operand if nobody else has it. Without room each rank makes its own. */
static void make_common(const Meetings *m, const Meeting *at, Trip *t)
{
    const Collective *c = at->c;
    const BufferGround *ground = ground_of(near_ground(m->r->near));
    t->made = g_new0(Buffer *, c->n_results + 1);
    t->common = true;
    for (int k = 0; k < c->n_results; k++) {
        Buffer *first = at->of.sliced && t->lent ? at->members[0]->operands[k] : NULL;
        size_t bytes = (size_t)type_bytes(c->result_types[k]);
        t->made[k] = first && buffer_is_unique(first) ? buffer_ref(first) : buffer_room(m->shared, bytes) ? buffer_pool_try(m->shared, bytes) : NULL;
        t->common &= t->made[k] && buffer_is_on(t->made[k], ground);
    }
    for (int k = 0; !t->common && k < c->n_results; k++)
        buffer_unref(t->made[k]);
    if (!t->common)
        g_clear_pointer(&t->made, g_free);
}

static void lend_common(const Meetings *m, const Meeting *at, const Trip *t)
{
    for (int s = 0; at->owner && t->common && s < at->n_sides; s++) {
        for (int k = 0; k < at->c->n_results; k++)
            lend(m, t->out[s], t->made[k]);
        t->out[s]->head->n_common = at->c->n_results;
    }
}

void packets_times(const Meeting *at, int64_t *first_ns, int64_t *last_ns)
{
    *first_ns = INT64_MAX;
    *last_ns = 0;
    for (int i = 0; i < at->c->group_size[at->group]; i++)
        if (at->members[i]) {
            *first_ns = MIN(*first_ns, at->members[i]->arrive_ns);
            *last_ns = MAX(*last_ns, at->members[i]->arrive_ns);
        }
}

size_t packets_make(Meetings *m, const Meeting *at, Trip *t)
{
    int64_t first_ns, last_ns;
    t->lent = at->lends && packets_lie_open(m, at);
    if (at->common && at->owner)
        make_common(m, at, t);
    size_t missing = t->lent ? 0 : packets_add_up(m, at, t);
    packets_times(at, &first_ns, &last_ns);
    for (int s = 0; s < at->n_sides && !missing; s++)
        t->out[s] = outgoing_new(side_after(at, s)->rank, (Head){ .kind = HEAD_MEETING, .a = at->c->index, .b = at->group, .c = m->step, .d = first_ns, .e = last_ns, .f = m->number });
    if (missing)
        return missing;
    if (t->lent)
        lend_operands(m, at, t);
    lend_common(m, at, t);
    for (int s = 0; at->post && s < at->n_sides; s++)
        post_tell(m, at, t->out[s]);
    bool alike = !t->lent && add_alike(m, at, t);
    for (int s = 0; s < at->n_sides && !missing && !alike && !t->lent; s++)
        missing = add_parts(m, at, t, side_after(at, s), t->out[s]);
    return missing;
}

static void queue(Meetings *m, Outgoing *o, size_t bytes)
{
    vec_push(&m->r->out, o);
    m->r->sent++;
    m->bytes_sent += (int64_t)bytes;
    m->times_lent += o->head->n_lent + o->head->n_common;
}

void packets_send(Meetings *m, const Meeting *at, Trip *t)
{
    for (int s = 0; s < at->n_sides; s++)
        queue(m, g_steal_pointer(&t->out[s]), side_after(at, s)->sends.bytes);
    t->sent = true;
}

/* What the i-th part of this rank's slice is a part of. */
static Buffer *slice_buffer(const Meeting *at, const Trip *t, int i)
{
    const PartSpec *p = &at->slice.v.v[i];
    return at->of.sliced ? t->made[p->operand] : packets_operand(at, t, at->members, p->member, p->operand);
}

void packets_send_slice(Meetings *m, const Meeting *at, const Trip *t)
{
    int64_t place = 0;
    int n = t->common ? 0 : at->slice.v.n;
    char *to = at->near && n ? put_on_board(m, &at->slice, at->n_sides, &place) : NULL;
    for (int k = 0; to && k < n; to += packets_step(&at->slice.v.v[k++]))
        packets_copy(at, &at->slice.v.v[k], slice_buffer(at, t, k), to);
    for (int s = 0; s < at->n_sides; s++) {
        Outgoing *o = outgoing_new(side_after(at, s)->rank, (Head){ .kind = HEAD_SLICE, .a = at->c->index, .b = at->group, .c = m->step, .d = t->common, .f = m->number });
        for (int k = 0; k < n && !place; k++)
            add_part(at, o, &at->slice.v.v[k], slice_buffer(at, t, k));
        on_board(o, m, place);
        queue(m, o, at->slice.bytes);
    }
}
