/* What is small, and goes between ranks of one machine trip after trip: each rank has a place for a meeting that the others know, writes there what it has, and counts it. That
 * spares the messages, with what they need on both sides. The first trip goes by message, which says where the place is. Of an all-to-all it writes where its operands are, if the
 * others can read them there, and keeps them meanwhile. */
#include "runtime/ranks/meetings_impl.h"

#include "runtime/base/clock.h"

enum { MOST_EACH = 32 << 10, MOST_ALL = 16 << 20 };

static size_t list_bytes(const PartList *list)
{
    size_t bytes = 0;
    for (int i = 0; i < list->v.n; i++)
        bytes += packets_step(&list->v.v[i]);
    return bytes;
}

/* Asks for all lines before the first is used: those that another core has come at the same time then. */
static void fetch(const char *from, size_t bytes)
{
    enum { LINE = 64, MOST = 16 << 10 };
    for (size_t i = 0; i < MIN(bytes, MOST); i += LINE)
        __builtin_prefetch(from + i);
}

static Post *post_of(const Buffer *b)
{
    return b->data;
}

/* Where the n-th trip goes. */
static PostPlace *place_of(const Post *p, int n_ranks, int64_t n)
{
    size_t head = (sizeof(Post) + sizeof(int64_t) * (size_t)n_ranks + BUFFER_ALIGN - 1) / BUFFER_ALIGN * BUFFER_ALIGN;
    return (PostPlace *)(void *)((char *)(uintptr_t)p + head + (size_t)p->place_bytes * (size_t)(n % 2));
}

/* ---- this rank's ---------------------------------------------------------------------------------------------------- */

static void find_places(const Meeting *at, Post *p, size_t place_bytes)
{
    atomic_init(&p->n, 0);
    atomic_init(&p->over, 0);
    p->place_bytes = (int64_t)place_bytes;
    memset(p->at, 0, sizeof *p->at * (size_t)at->of.n_ranks);
    int64_t next = 0;
    for (int s = 0; s < at->n_sides && !at->alike; s++) {
        p->at[at->sides[s].index] = next;
        next += (int64_t)list_bytes(&at->sides[s].sends);
    }
}

static int n_held(const Meeting *at)
{
    return at->c->group_size[at->group] * at->c->n_operands;
}

void post_make(Meetings *m, Meeting *at)
{
    if (!at->n_sides || !at->near || at->two_phase || at->lends)
        return;
    size_t data = 0, head = (sizeof(Post) + sizeof(int64_t) * (size_t)at->of.n_ranks + BUFFER_ALIGN - 1) / BUFFER_ALIGN * BUFFER_ALIGN;
    for (int s = 0; s < (at->alike ? 1 : at->n_sides); s++)
        data += list_bytes(&at->sides[s].sends);
    size_t place = sizeof(PostPlace) + data, all = head + 2 * place;
    if (data > MOST_EACH || m->post_bytes + all > MOST_ALL)
        return;
    Buffer *b = buffer_pool_try(m->shared, all);
    if (!b || !buffer_is_on(b, ground_of(near_ground(m->r->near)))) {
        buffer_unref(b);
        return;
    }
    find_places(at, post_of(b), place);
    at->post = b;
    m->post_bytes += all;
    for (int turn = 0; turn < 2 && at->posts_places; turn++)
        at->held[turn] = g_new0(Buffer *, n_held(at) + 1);
}

void post_tell(const Meetings *m, const Meeting *at, Outgoing *o)
{
    near_lend(m->r->near, at->post, 1, &o->head->post);
    o->near = m->r->near;
    o->me = ranks_me(m->r);
}

bool post_is_next(const Meeting *at)
{
    return at->post && at->n_done > 0;
}

static void copy_parts(const Meeting *at, const Trip *t, const PartList *list, char *to)
{
    for (int i = 0; i < list->v.n; i++) {
        const PartSpec *p = &list->v.v[i];
        packets_copy(at, p, packets_operand(at, t, at->members, p->member, p->operand), to);
        to += packets_step(p);
    }
}

/* Operands of the trip before the last, which all have done with, and those of the next. */
static void drop_held(const Meeting *at, Buffer **held)
{
    for (int i = 0; held && i < n_held(at); i++)
        g_clear_pointer(&held[i], buffer_unref);
}

static void hold(const Meeting *at, Buffer **held)
{
    int n = at->c->n_operands;
    for (int i = 0; i < at->c->group_size[at->group]; i++)
        for (int k = 0; at->members[i] && k < n; k++)
            held[i * n + k] = buffer_ref(at->members[i]->operands[k]);
}

/* Where the operands are that a side reads. */
static void tell_places(const Meetings *m, const Meeting *at, const Side *side, char *to)
{
    for (int i = 0; i < side->lends.v.n; i++) {
        const PartSpec *p = &side->lends.v.v[i];
        int64_t place = near_place(m->r->near, at->members[p->member]->operands[p->operand]);
        memcpy(to + sizeof place * (size_t)i, &place, sizeof place);
    }
}

size_t post_trip(Meetings *m, Meeting *at, Trip *t)
{
    int turn = (int)(at->n_posted % 2);
    Post *p = post_of(at->post);
    PostPlace *place = place_of(p, at->of.n_ranks, at->n_posted);
    size_t missing = packets_add_up(m, at, t);
    if (missing)
        return missing;
    place->step = m->step;
    packets_times(at, &place->first_ns, &place->last_ns);
    place->sent_ns = place->last_ns ? clock_ns() : 0;
    place->lends = at->posts_places && packets_lie_open(m, at);
    drop_held(at, at->held[turn]);
    if (place->lends)
        hold(at, at->held[turn]);
    for (int s = 0; s < at->n_sides && place->lends; s++)
        tell_places(m, at, &at->sides[s], (char *)(place + 1) + p->at[at->sides[s].index]);
    for (int s = 0; s < (at->alike ? 1 : at->n_sides) && !place->lends; s++)
        copy_parts(at, t, &at->sides[s].sends, (char *)(place + 1) + p->at[at->sides[s].index]);
    atomic_store(&p->n, ++at->n_posted);
    for (int s = 0; s < at->n_sides; s++)
        bell_tell(m->r->link->bells[at->sides[s].rank]);
    return 0;
}

void post_done(Meetings *m, Meeting *at, Trip *t)
{
    m->r->sent += at->n_sides;
    m->times_posted++;
    bool lends = place_of(post_of(at->post), at->of.n_ranks, at->n_posted - 1)->lends != 0;
    for (int s = 0; s < at->n_sides; s++) {
        m->bytes_sent += (int64_t)at->sides[s].sends.bytes;
        m->times_lent += lends ? at->sides[s].lends.v.n : 0;
    }
    t->sent = true;
    at->open = true;
    vec_push(&m->open, at);
}

/* ---- the others' ---------------------------------------------------------------------------------------------------- */

static void posted_free(Packet *p)
{
    if (p)
        g_free(p->in);
    g_free(p);
}

/* Others may still read them: until they do not know of the post any more. */
static void keep_held(const Meetings *m, const Meeting *at, Buffer **held)
{
    for (int i = 0; held && i < n_held(at); i++)
        if (held[i])
            ground_keep(near_ground(m->r->near), held[i], at->post);
    g_free(held);
}

void posts_clear(Meetings *m, Meeting *at)
{
    for (int i = 0; i < at->n_sides; i++) {
        Side *side = &at->sides[i];
        if (side->post)
            vec_push(&m->r->left, ((LeftPost){ side->post, side->n_seen }));
        posted_free(side->posted);
    }
    for (int turn = 0; turn < 2; turn++)
        keep_held(m, at, g_steal_pointer(&at->held[turn]));
    if (at->post)
        atomic_store_explicit(&post_of(at->post)->over, 1, memory_order_release);
    buffer_unref(at->post);
}

void posts_count_left(Ranks *r)
{
    for (int i = 0; i < r->left.n; i++) {
        LeftPost *left = &r->left.v[i];
        bool over = atomic_load_explicit(&post_of(left->post)->over, memory_order_acquire) != 0;
        int64_t n = atomic_load_explicit(&post_of(left->post)->n, memory_order_acquire);
        if (n > left->n_seen) {
            r->received += n - left->n_seen;
            left->n_seen = n;
            stuck_news(r->stuck);
        }
        if (over) {
            buffer_unref(left->post);
            r->left.v[i--] = r->left.v[--r->left.n];
        }
    }
}

void posts_forget_left(Ranks *r)
{
    for (int i = 0; i < r->left.n; i++)
        buffer_unref(r->left.v[i].post);
    vec_clear(&r->left);
}

void post_found(Side *side, const Incoming *in)
{
    side->post = near_borrow(in->near, in->from, in->head.post, sizeof(Post));
    Incoming *as = zeroed(sizeof *as);
    as->from = in->from;
    side->posted = packet_new(as, &side->receives, true);
    side->posted->posted = true;
}

/* Operands that stay where they are. */
static void read_places(const Meetings *m, const Meeting *at, const Side *side, Packet *p)
{
    const char *places = p->board;
    p->parts = &side->borrows;
    p->board = NULL;
    p->in->head.n_lent = p->parts->v.n;
    for (int i = 0; i < p->parts->v.n; i++) {
        int64_t place;
        memcpy(&place, places + sizeof place * (size_t)i, sizeof place);
        p->buffers[i] = &p->wraps[i];
        buffer_borrow(&p->wraps[i], near_at(m->r->near, side->rank, place), (size_t)type_bytes(at->c->operand_types[p->parts->v.v[i].operand]));
        for (int k = 0; k < side->receives.v.n; k++) {
            const PartSpec *part = &side->receives.v.v[k];
            if (part->kind == PART_PIECE && part->member == p->parts->v.v[i].member && part->operand == p->parts->v.v[i].operand)
                fetch((const char *)p->wraps[i].data + part->offset, part->bytes);
        }
    }
}

/* The n-th trip that a side has posted becomes its packet. */
static void take_post(const Meetings *m, const Meeting *at, const Side *side, Trip *t, int64_t n)
{
    const Post *post = post_of(side->post);
    const PostPlace *place = place_of(post, at->of.n_ranks, n);
    Packet *p = side->posted;
    p->in->head = (Head){ .kind = HEAD_MEETING, .a = at->c->index, .b = at->group, .c = place->step, .d = place->first_ns, .e = place->last_ns, .sent_ns = place->sent_ns };
    p->board = (const char *)(place + 1) + post->at[at->index];
    p->parts = &side->receives;
    if (place->lends)
        read_places(m, at, side, p);
    else
        fetch(p->board, list_bytes(&side->receives));
    p->complete = true;
    p->noticed_ns = place->sent_ns ? clock_ns() : 0;
    t->packets[side - at->sides] = p;
}

void posts_see(Meetings *m, Meeting *at, Trip *t)
{
    for (int s = 0; s < at->n_sides; s++) {
        Side *side = &at->sides[s];
        if (!side->post)
            continue;
        int64_t n = atomic_load(&post_of(side->post)->n);
        if (n > side->n_seen) {
            m->r->received += n - side->n_seen;
            side->n_seen = n;
            stuck_news(m->r->stuck);
        }
        int64_t wanted = at->n_done - side->n_heads; /* those before came by message */
        if (t && !t->packets[s] && wanted >= 0 && n > wanted)
            take_post(m, at, side, t, wanted);
    }
}
