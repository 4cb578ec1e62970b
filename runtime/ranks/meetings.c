/* The transport between ranks. A meeting whose members are all of this rank is left to the transport within a process. Of the others, a rank
 * sends what the other ranks need (parts.c) once all its own members have arrived, and carries out the exchange for its members when
 * it has the same from each of them. Each rank combines the operands in the same order, so results do not depend on the number of
 * ranks. Every rank of a group sends a message for each meeting, if only to say that its members have arrived: no rank is ahead of
 * another by more than one meeting. */
#include <string.h>

#include "runtime/base/clock.h"
#include "runtime/ranks/ranks_impl.h"

typedef struct Packet {
    Incoming *in;
    Buffer **operands; /* [part]: the member's operand with this part in it; several parts of one operand share the buffer */
    void **packed;     /* [part]: where the part was received if not in its operand */
    int n;
    bool complete;     /* all of it is there */
    size_t missing;    /* not 0: there was no room for it, but for so many bytes less */
} Packet;

typedef struct Side {
    int rank;
    PartList sends, receives;
    GQueue packets; /* of Packet, in the order of their heads; the data of a later one may be there sooner */
} Side;

typedef struct Meeting {
    const Collective *c;
    int group;
    int n_here, arrived;
    Arrival **members; /* by position; NULL = not here, or not arrived */
    Side *sides;       /* the other ranks of the group; none: the transport within the process has the meeting */
    int n_sides;
    bool sent;         /* to all sides, in this trip */
} Meeting;

/* A meeting that is complete, and what it needs: it is carried out by whoever has it, without the lock. */
typedef struct Ready {
    Task task; /* first */
    Meetings *m;
    Meeting *meeting;
    Arrival **members;
    Packet **packets; /* by side */
} Ready;

struct Meetings {
    Transport transport; /* first */
    Ranks *r;            /* whose lock protects what follows */
    const Program *program;
    Pool *pool;
    BufferPool *buffers;
    Transport *local;
    int number, first, n_local;
    int *rank_of_device;
    Meeting **meetings;  /* [collective][group] */
    int64_t step;
    bool in_step, told;  /* told: that it is stuck, in this step */
    bool given_up;       /* no meeting with another rank will be complete any more */
    int running, n_ready;
    const Collective **stands; /* by local device: what it waits at */
    int32_t *others;     /* by device, from stuck.c; NULL = not known */
    void (*wake)(Arrival *a); /* what devices gave as `complete` */
    int64_t bytes_sent, passive_since_ns;
};

/* ---- counting ------------------------------------------------------------------------------------------------------- */

/* Requires the lock, as the next ones. */
static void parked(Meetings *m, const Arrival *a)
{
    m->stands[a->device - m->first] = a->collective;
    if (--m->running == 0)
        m->passive_since_ns = clock_ns();
}

static void woken(Meetings *m, const Arrival *a)
{
    m->stands[a->device - m->first] = NULL;
    m->running++;
}

static bool is_parked(const Meetings *m)
{
    for (int i = 0; i < m->n_local; i++)
        if (m->stands[i])
            return true;
    return false;
}

Standing meetings_standing(const Meetings *m)
{
    return (Standing){ .passive = m->in_step && m->running == 0 && !m->n_ready && !m->told && is_parked(m), .since_ns = m->passive_since_ns };
}

int32_t *meetings_stands(const Meetings *m, int *n)
{
    int32_t *out = g_new(int32_t, m->n_local + 1);
    for (int i = 0; i < m->n_local; i++)
        out[i] = m->stands[i] ? m->stands[i]->index : -1;
    *n = m->n_local;
    return out;
}

void meetings_set_stands(Meetings *m, const int32_t *stands, int n)
{
    g_free(m->others);
    m->others = g_new(int32_t, m->program->n_devices + 1);
    for (int i = 0; i < m->program->n_devices; i++)
        m->others[i] = i < n ? stands[i] : -1;
}

/* ---- sending --------------------------------------------------------------------------------------------------------- */

static void unref_buffer(void *b)
{
    buffer_unref(b);
}

static void send_to(Meetings *m, Meeting *at, const Side *side, int64_t first_ns, int64_t last_ns)
{
    Outgoing *o = outgoing_new(side->rank, (Head){ .kind = HEAD_MEETING, .a = at->c->index, .b = at->group, .c = m->step, .d = first_ns, .e = last_ns, .f = m->number });
    bool inside = side->sends.bytes <= HEAD_INLINE;
    for (int i = 0; i < side->sends.v.n; i++) {
        const PartSpec *p = &side->sends.v.v[i];
        Buffer *operand = at->members[p->member]->operands[p->operand];
        size_t offset;
        if (part_is_flat(at->c, p, &offset)) {
            outgoing_add(o, (OutPart){ (char *)operand->data + offset, p->bytes, inside ? NULL : unref_buffer, inside ? NULL : buffer_ref(operand) });
        } else {
            void *dense = g_malloc(p->bytes);
            part_pack(at->c, p, operand->data, dense);
            outgoing_add(o, (OutPart){ dense, p->bytes, g_free, dense });
        }
    }
    ranks_queue(m->r, o);
    m->r->sent++;
    m->bytes_sent += (int64_t)side->sends.bytes;
}

static void send_all(Meetings *m, Meeting *at)
{
    int64_t first_ns = INT64_MAX, last_ns = 0;
    for (int i = 0; i < at->c->group_size[at->group]; i++)
        if (at->members[i]) {
            first_ns = MIN(first_ns, at->members[i]->arrive_ns);
            last_ns = MAX(last_ns, at->members[i]->arrive_ns);
        }
    for (int i = 0; i < at->n_sides; i++)
        send_to(m, at, &at->sides[i], first_ns, last_ns);
    at->sent = true;
}

/* ---- receiving ------------------------------------------------------------------------------------------------------- */

static void packet_free(Packet *p)
{
    for (int i = 0; i < p->n; i++) {
        if (p->operands[i])
            buffer_unref(p->operands[i]);
        g_free(p->packed[i]);
    }
    g_free(p->operands);
    g_free(p->packed);
    incoming_free(p->in);
    g_free(p);
}

static Ready *complete_if_all(Meetings *m, Meeting *at);
static void carry_out(Task *task);

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
    if (!m || in->head.f != m->number) { /* its transport is no more */
        pthread_mutex_unlock(&r->lock);
        packet_free(p);
        return;
    }
    Meeting *at = &m->meetings[in->head.a][in->head.b];
    p->complete = true;
    Ready *ready = complete_if_all(m, at);
    if (!ready)
        stuck_news(r->stuck);
    pthread_mutex_unlock(&r->lock);
    if (ready)
        pool_push(m->pool, &ready->task);
}

/* The buffer that the part goes into: of an operand of which a part came before, the same. NULL if there is no memory. */
static Buffer *operand_for(Meetings *m, const Side *side, const Packet *p, int i)
{
    const PartSpec *part = &side->receives.v.v[i];
    for (int k = 0; k < i; k++)
        if (side->receives.v.v[k].member == part->member && side->receives.v.v[k].operand == part->operand)
            return p->operands[k] ? buffer_ref(p->operands[k]) : NULL;
    const Collective *c = m->meetings[p->in->head.a][p->in->head.b].c;
    return buffer_pool_try(m->buffers, (size_t)type_bytes(c->operand_types[part->operand]));
}

void meetings_head(Meetings *m, Incoming *in)
{
    const Head *h = &in->head;
    bool known = h->a >= 0 && h->a < m->program->n_collectives && h->b >= 0 && h->b < m->program->collectives[h->a]->n_groups;
    Side *side = known ? side_of(&m->meetings[h->a][h->b], in->from) : NULL;
    Packet *p = g_new0(Packet, 1);
    p->in = in;
    in->arrived = packet_arrived;
    in->user = p;
    g_assert(side); /* both ranks have the same program: ranks_agree */
    g_queue_push_tail(&side->packets, p);
    const Collective *c = m->meetings[h->a][h->b].c;
    p->n = side->receives.v.n;
    p->operands = g_new0(Buffer *, p->n + 1);
    p->packed = g_new0(void *, p->n + 1);
    size_t from = 0;
    bool inside = side->receives.bytes <= HEAD_INLINE;
    for (int i = 0; i < p->n; i++) {
        const PartSpec *part = &side->receives.v.v[i];
        size_t offset;
        bool flat = part_is_flat(c, part, &offset);
        p->operands[i] = operand_for(m, side, p, i);
        if (p->operands[i] && !flat)
            p->packed[i] = g_try_malloc(part->bytes);
        if (!p->operands[i] || (!flat && !p->packed[i])) {
            p->missing = (size_t)type_bytes(c->operand_types[part->operand]);
            in->parts.n = 0;
            m->r->deaf = true;
            return;
        }
        void *to = flat ? (char *)p->operands[i]->data + offset : p->packed[i];
        /* What the sender had room for is in the head: parts from the first on, as outgoing_add puts them there. */
        if (inside || (in->parts.n == 0 && from + part->bytes <= (size_t)h->inline_bytes)) {
            memcpy(to, in->text + from, part->bytes);
            from += part->bytes;
        } else {
            vec_push(&in->parts, ((InPart){ to, part->bytes }));
        }
    }
}

/* ---- meeting --------------------------------------------------------------------------------------------------------- */

/* If the members of this rank and the messages of all others are there: what is to be carried out. Requires the lock. */
static Ready *complete_if_all(Meetings *m, Meeting *at)
{
    if (m->given_up || at->arrived < at->n_here || !at->n_here)
        return NULL;
    for (int i = 0; i < at->n_sides; i++) {
        Packet *p = g_queue_peek_head(&at->sides[i].packets);
        if (!p || !p->complete || p->in->head.c != m->step) /* of another step: some device has left out a meeting, and they are stuck */
            return NULL;
    }
    int n = at->c->group_size[at->group];
    Ready *ready = g_new0(Ready, 1);
    *ready = (Ready){ .task = { .run = carry_out }, .m = m, .meeting = at, .members = g_memdup2(at->members, sizeof(Arrival *) * (gsize)n), .packets = g_new0(Packet *, at->n_sides + 1) };
    for (int i = 0; i < at->n_sides; i++)
        ready->packets[i] = g_queue_pop_head(&at->sides[i].packets);
    m->n_ready++;
    at->arrived = 0;
    at->sent = false;
    memset(at->members, 0, sizeof(Arrival *) * (size_t)n);
    return ready;
}

static void drop_operands(Arrival *a)
{
    for (int k = 0; k < a->collective->n_operands; k++) {
        buffer_unref(a->operands[k]);
        a->operands[k] = NULL;
    }
}

/* Puts received operands where the exchange looks for them. */
static void place_operands(const Ready *ready, Buffer ***operands)
{
    const Meeting *at = ready->meeting;
    for (int s = 0; s < at->n_sides; s++) {
        const Side *side = &at->sides[s];
        Packet *p = ready->packets[s];
        for (int i = 0; i < p->n && !p->missing; i++) {
            const PartSpec *part = &side->receives.v.v[i];
            if (p->packed[i])
                part_unpack(at->c, part, p->packed[i], p->operands[i]->data);
            if (!operands[part->member])
                operands[part->member] = g_new0(Buffer *, at->c->n_operands + 1);
            operands[part->member][part->operand] = p->operands[i];
        }
    }
}

/* The exchange for the members of this rank. */
static void exchange(Ready *ready)
{
    Meetings *m = ready->m;
    const Meeting *at = ready->meeting;
    const Collective *c = at->c;
    int n = c->group_size[at->group];
    int64_t first_ns = INT64_MAX, last_ns = 0;
    bool timed = false;
    Buffer ***operands = g_new0(Buffer **, n), ***results = g_new0(Buffer **, n);
    place_operands(ready, operands);
    for (int i = 0; i < n; i++) {
        Arrival *a = ready->members[i];
        if (!a)
            continue;
        operands[i] = a->operands;
        results[i] = a->results;
        timed |= a->arrive_ns != 0;
        first_ns = MIN(first_ns, a->arrive_ns);
        last_ns = MAX(last_ns, a->arrive_ns);
    }
    for (int s = 0; s < at->n_sides; s++) {
        const Head *h = &ready->packets[s]->in->head;
        int64_t clock = ranks_clock(m->r, at->sides[s].rank, NULL);
        if (timed && h->e) {
            first_ns = MIN(first_ns, h->d + clock);
            last_ns = MAX(last_ns, h->e + clock);
        }
    }
    size_t missing = 0;
    for (int s = 0; s < at->n_sides; s++)
        missing += ready->packets[s]->missing;
    if (!missing && transport_room(c, at->group, m->buffers, &missing))
        collective_exchange(&(CollectiveArgs){ .c = c, .group = at->group, .operands = (Buffer *const **)operands, .results = results, .buffers = m->buffers, .pool = m->pool }, &missing);
    int64_t end_ns = timed ? clock_ns() : 0;
    for (int i = 0; i < n; i++) {
        Arrival *a = ready->members[i];
        if (!a) {
            g_free(operands[i]);
            continue;
        }
        drop_operands(a);
        a->first_ns = first_ns;
        a->last_ns = MIN(last_ns, end_ns);
        a->end_ns = end_ns;
        a->missing = missing;
    }
    for (int s = 0; s < at->n_sides; s++)
        packet_free(ready->packets[s]);
    g_free(operands);
    g_free(results);
}

/* Requires the lock. True if the devices of this rank that are parked can never go on, and the run is to be told now: once a step. */
static bool should_tell(Meetings *m)
{
    if (!m->in_step || m->told || !m->given_up || m->n_ready)
        return false;
    for (int i = 0; i < m->n_local && !m->told; i++) {
        const Collective *c = m->stands[i];
        m->told = c && (m->running == 0 || m->meetings[c->index][c->group_of[m->first + i]].n_sides);
    }
    return m->told;
}

void meetings_tell(Meetings *m)
{
    m->transport.stuck(m->transport.user); /* the run may end, and m be freed */
}

/* Lets the members go on; the caller lets go on `but` itself. */
static void wake(Ready *ready, const Arrival *but)
{
    Meetings *m = ready->m;
    int n = ready->meeting->c->group_size[ready->meeting->group];
    pthread_mutex_lock(&m->r->lock);
    for (int i = 0; i < n; i++)
        if (ready->members[i])
            woken(m, ready->members[i]);
    m->n_ready--;
    bool stuck = should_tell(m);
    void (*go_on)(Arrival *) = m->wake;
    pthread_mutex_unlock(&m->r->lock);
    if (stuck)
        meetings_tell(m);
    for (int i = 0; i < n; i++)
        if (ready->members[i] && ready->members[i] != but)
            go_on(ready->members[i]);
    g_free(ready->members);
    g_free(ready->packets);
    g_free(ready);
}

static void carry_out(Task *task)
{
    Ready *ready = (Ready *)task;
    exchange(ready);
    wake(ready, NULL);
}


/* A member of a meeting within this rank goes on. */
static void woken_here(Arrival *a)
{
    Meetings *m = a->of_transport;
    pthread_mutex_lock(&m->r->lock);
    woken(m, a);
    void (*go_on)(Arrival *) = m->wake;
    pthread_mutex_unlock(&m->r->lock);
    go_on(a);
}

static bool arrive_here(Meetings *m, Arrival *a)
{
    pthread_mutex_lock(&m->r->lock);
    m->wake = a->complete;
    a->complete = woken_here;
    a->of_transport = m;
    parked(m, a);
    m->n_ready++; /* perhaps */
    pthread_mutex_unlock(&m->r->lock);
    bool complete = m->local->arrive(m->local, a);
    pthread_mutex_lock(&m->r->lock);
    m->n_ready--;
    if (complete)
        woken(m, a);
    else if (m->running == 0)
        m->passive_since_ns = clock_ns();
    bool stuck = should_tell(m);
    pthread_mutex_unlock(&m->r->lock);
    if (stuck)
        meetings_tell(m);
    return complete;
}

static bool meetings_arrive(Transport *t, Arrival *a)
{
    Meetings *m = (Meetings *)t;
    Meeting *at = &m->meetings[a->collective->index][a->group];
    if (!at->n_sides)
        return arrive_here(m, a);
    pthread_mutex_lock(&m->r->lock);
    m->wake = a->complete;
    at->members[at->c->position_of[a->device]] = a;
    at->arrived++;
    parked(m, a);
    if (at->arrived == at->n_here && !m->given_up)
        send_all(m, at);
    Ready *ready = complete_if_all(m, at);
    bool stuck = should_tell(m);
    pthread_mutex_unlock(&m->r->lock);
    if (stuck)
        meetings_tell(m);
    if (!ready)
        return false;
    exchange(ready);
    wake(ready, a);
    return true;
}

static void meetings_ended(Transport *t, int device)
{
    Meetings *m = (Meetings *)t;
    (void)device;
    pthread_mutex_lock(&m->r->lock);
    if (--m->running == 0)
        m->passive_since_ns = clock_ns();
    bool stuck = should_tell(m);
    pthread_mutex_unlock(&m->r->lock);
    if (stuck)
        meetings_tell(m);
}

bool meetings_give_up(Meetings *m)
{
    m->given_up = true;
    return should_tell(m);
}

static const Collective *meetings_stands_at(Transport *t, int device)
{
    const Meetings *m = (const Meetings *)t;
    pthread_mutex_lock(&m->r->lock);
    int32_t at = m->others ? m->others[device] : -1;
    pthread_mutex_unlock(&m->r->lock);
    return at >= 0 && at < m->program->n_collectives ? m->program->collectives[at] : NULL;
}

static const char *meetings_why(Transport *t)
{
    return ranks_trouble(((Meetings *)t)->r);
}

/* ---- runs --------------------------------------------------------------------------------------------------------------- */

static void meetings_reset(Transport *t)
{
    Meetings *m = (Meetings *)t;
    pthread_mutex_lock(&m->r->lock);
    for (int i = 0; i < m->program->n_collectives; i++)
        for (int g = 0; g < m->program->collectives[i]->n_groups; g++) {
            Meeting *at = &m->meetings[i][g];
            for (int k = 0; at->n_sides && k < at->c->group_size[g]; k++)
                if (at->members[k]) {
                    drop_operands(at->members[k]);
                    at->members[k] = NULL;
                }
            at->arrived = 0;
        }
    memset(m->stands, 0, sizeof *m->stands * (size_t)m->n_local);
    pthread_mutex_unlock(&m->r->lock);
    m->local->reset(m->local);
}

void ranks_step_begin(Transport *t)
{
    Meetings *m = (Meetings *)t;
    pthread_mutex_lock(&m->r->lock);
    m->step++;
    m->running = m->n_local;
    m->in_step = true;
    m->told = false;
    pthread_mutex_unlock(&m->r->lock);
}

void ranks_step_end(Transport *t)
{
    Meetings *m = (Meetings *)t;
    pthread_mutex_lock(&m->r->lock);
    m->in_step = false;
    pthread_mutex_unlock(&m->r->lock);
}

int64_t ranks_bytes_sent(Transport *t)
{
    Meetings *m = (Meetings *)t;
    pthread_mutex_lock(&m->r->lock);
    int64_t n = m->bytes_sent;
    pthread_mutex_unlock(&m->r->lock);
    return n;
}

/* ---- making it ------------------------------------------------------------------------------------------------------------ */

static void meeting_init(Meetings *m, Meeting *at, const Collective *c, int group)
{
    int me = ranks_me(m->r), n = c->group_size[group];
    g_autofree bool *met = g_new0(bool, ranks_n(m->r));
    *at = (Meeting){ .c = c, .group = group, .members = g_new0(Arrival *, n + 1) };
    for (int i = 0; i < n; i++) {
        int rank = m->rank_of_device[c->members[group][i]];
        at->n_here += rank == me;
        at->n_sides += rank != me && !met[rank];
        met[rank] = true;
    }
    if (!at->n_here)
        at->n_sides = 0;
    at->sides = g_new0(Side, at->n_sides + 1);
    for (int rank = 0, k = 0; k < at->n_sides; rank++)
        if (met[rank] && rank != me) {
            Side *s = &at->sides[k++];
            s->rank = rank;
            parts_between(c, group, m->rank_of_device, me, rank, &s->sends);
            parts_between(c, group, m->rank_of_device, rank, me, &s->receives);
        }
}

static void meeting_clear(Meeting *at)
{
    for (int i = 0; i < at->n_sides; i++) {
        while (!g_queue_is_empty(&at->sides[i].packets)) {
            Packet *p = g_queue_pop_head(&at->sides[i].packets);
            if (p->complete) /* else packet_arrived frees it */
                packet_free(p);
        }
        vec_clear(&at->sides[i].sends.v);
        vec_clear(&at->sides[i].receives.v);
    }
    g_free(at->sides);
    g_free(at->members);
}

static void meetings_free(Transport *t)
{
    Meetings *m = (Meetings *)t;
    pthread_mutex_lock(&m->r->lock);
    m->r->meetings = NULL;
    pthread_mutex_unlock(&m->r->lock);
    for (int i = 0; i < m->program->n_collectives; i++) {
        for (int g = 0; g < m->program->collectives[i]->n_groups; g++)
            meeting_clear(&m->meetings[i][g]);
        g_free(m->meetings[i]);
    }
    m->local->free(m->local);
    g_free(m->meetings);
    g_free(m->rank_of_device);
    g_free(m->stands);
    g_free(m->others);
    g_free(m);
}

Transport *ranks_transport_new(Ranks *r, const Program *p, Pool *pool, BufferPool *buffers)
{
    Meetings *m = g_new0(Meetings, 1);
    *m = (Meetings){ .transport = { .arrive = meetings_arrive, .reset = meetings_reset, .free = meetings_free, .ended = meetings_ended, .stands_at = meetings_stands_at, .why = meetings_why },
                     .r = r, .program = p, .pool = pool, .buffers = buffers };
    ranks_block(r, ranks_me(r), p->n_devices, &m->first, &m->n_local);
    m->local = transport_local_new(p->collectives, p->n_collectives, pool, buffers);
    m->rank_of_device = g_new(int, p->n_devices + 1);
    for (int d = 0; d < p->n_devices; d++)
        m->rank_of_device[d] = ranks_of_device(r, p->n_devices, d);
    m->stands = g_new0(const Collective *, m->n_local + 1);
    m->meetings = g_new0(Meeting *, p->n_collectives + 1);
    for (int i = 0; i < p->n_collectives; i++) {
        const Collective *c = p->collectives[i];
        m->meetings[i] = g_new0(Meeting, c->n_groups + 1);
        for (int g = 0; g < c->n_groups; g++)
            meeting_init(m, &m->meetings[i][g], c, g);
    }
    pthread_mutex_lock(&r->lock);
    m->number = ++r->n_transports;
    r->n_here = m->n_local;
    m->given_up = r->trouble != NULL;
    r->meetings = m;
    pthread_cond_signal(&r->work); /* heads may be held for it */
    pthread_mutex_unlock(&r->lock);
    return &m->transport;
}
