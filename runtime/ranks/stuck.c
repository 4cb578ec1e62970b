/* Finds out that no device of any rank can go on. A rank none of whose devices can go on for a while says so to rank 0, with how many messages
 * for meetings it has sent and used. If all have said so and no message is on its way, rank 0 asks all again; if the answers are the
 * same, none has gone on in between (F. Mattern, Algorithms for distributed termination detection, 1987: the four-counter method). */
#include <string.h>

#include "runtime/base/clock.h"
#include "runtime/ranks/ranks_impl.h"

enum { PATIENCE_MS = 200 };

typedef struct Said {
    bool known, passive;
    int64_t sent, received, wave;
    int32_t *stands; /* of the rank's devices */
    int n;
} Said;

struct Stuck {
    Ranks *r;
    int64_t told_ns; /* since when this rank was passive when it last said so */
    /* only on rank 0 */
    Said *said;      /* by rank */
    int64_t wave;    /* the last that was asked for; 0 = none */
    bool asking;     /* its answers are on their way */
    int64_t sent;    /* by all ranks, before the wave */
};

Stuck *stuck_new(Ranks *r)
{
    Stuck *s = g_new0(Stuck, 1);
    *s = (Stuck){ .r = r, .said = g_new0(Said, ranks_n(r)) };
    return s;
}

void stuck_free(Stuck *s)
{
    for (int i = 0; i < ranks_n(s->r); i++)
        g_free(s->said[i].stands);
    g_free(s->said);
    g_free(s);
}

static Standing standing(const Ranks *r)
{
    if (r->waiting_ns)
        return (Standing){ true, r->waiting_ns };
    return r->meetings ? meetings_standing(r->meetings) : (Standing){ false, 0 };
}

/* All ranks are passive, and what was sent has arrived: true, with what was sent. */
static bool all_quiet(const Stuck *s, int64_t wave, int64_t *sent)
{
    int64_t received = 0;
    *sent = 0;
    for (int i = 0; i < ranks_n(s->r); i++) {
        if (!s->said[i].known || !s->said[i].passive || s->said[i].wave != wave)
            return false;
        *sent += s->said[i].sent;
        received += s->said[i].received;
    }
    return *sent == received;
}

static bool all_answered(const Stuck *s)
{
    for (int i = 0; i < ranks_n(s->r); i++)
        if (s->said[i].wave != s->wave)
            return false;
    return true;
}

static void send_to(Stuck *s, int to, Head head, const GArray *stands)
{
    Outgoing *o = outgoing_new(to, head);
    if (stands && stands->len) /* of more devices than a head has room for, the first */
        outgoing_text(o, stands->data, sizeof(int32_t) * stands->len);
    ranks_queue(s->r, o);
}

static void take_verdict(Stuck *s, const int32_t *stands, int n)
{
    if (s->r->meetings)
        meetings_set_stands(s->r->meetings, stands, n);
}

/* Tells all ranks; true for this one. */
static bool give_verdict(Stuck *s)
{
    g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(int32_t));
    for (int i = 0; i < ranks_n(s->r); i++)
        g_array_append_vals(all, s->said[i].stands, (guint)s->said[i].n);
    for (int i = 1; i < ranks_n(s->r); i++)
        send_to(s, i, (Head){ .kind = HEAD_STUCK }, all);
    take_verdict(s, (const int32_t *)(const void *)all->data, (int)all->len);
    return true;
}

static void note(Stuck *s, int from, Said said, const int32_t *stands)
{
    g_free(s->said[from].stands);
    said.stands = g_memdup2(stands, sizeof *stands * (gsize)said.n);
    said.known = true;
    s->said[from] = said;
}

static Said own_state(Stuck *s, int64_t wave, int32_t **stands)
{
    Said said = { .passive = standing(s->r).passive, .sent = s->r->sent, .received = s->r->received, .wave = wave };
    if (s->r->meetings) {
        *stands = meetings_stands(s->r->meetings, &said.n);
    } else { /* its devices have ended */
        said.n = s->r->n_here;
        *stands = g_new(int32_t, said.n + 1);
        memset(*stands, -1, sizeof **stands * (size_t)said.n);
    }
    return said;
}

static void ask_all(Stuck *s)
{
    g_autofree int32_t *stands = NULL;
    s->asking = true;
    s->wave++;
    for (int i = 1; i < ranks_n(s->r); i++)
        send_to(s, i, (Head){ .kind = HEAD_PROBE, .a = s->wave }, NULL);
    Said own = own_state(s, s->wave, &stands);
    note(s, 0, own, stands);
}

/* On rank 0. True: they are stuck. */
static bool take_report(Stuck *s, int from, Said said, const int32_t *stands)
{
    int64_t sent;
    if (said.wave != (s->asking ? s->wave : 0))
        return false; /* said before it was asked, or asked too late: there will be another */
    note(s, from, said, stands);
    if (!s->asking) {
        if (all_quiet(s, 0, &sent)) {
            s->sent = sent;
            ask_all(s);
        }
        return false;
    }
    if (!all_answered(s))
        return false;
    s->asking = false;
    if (all_quiet(s, s->wave, &sent) && sent == s->sent)
        return give_verdict(s);
    for (int i = 0; i < ranks_n(s->r); i++) {
        s->said[i].wave = 0;
        s->said[i].known = s->said[i].passive; /* who goes on will say so when it no longer does */
    }
    return false;
}

static bool report(Stuck *s, int64_t wave)
{
    g_autofree int32_t *stands = NULL;
    Said own = own_state(s, wave, &stands);
    if (ranks_me(s->r) == 0)
        return take_report(s, 0, own, stands);
    g_autoptr(GArray) list = g_array_new(FALSE, FALSE, sizeof(int32_t));
    g_array_append_vals(list, stands, (guint)own.n);
    send_to(s, 0, (Head){ .kind = HEAD_PASSIVE, .a = own.passive, .b = own.sent, .c = own.received, .d = wave }, list);
    return false;
}

bool stuck_look(Stuck *s)
{
    Standing now = standing(s->r);
    if (!now.passive || now.since_ns == s->told_ns || clock_ns() - now.since_ns < PATIENCE_MS * (int64_t)1000000)
        return false;
    s->told_ns = now.since_ns;
    return report(s, 0);
}

void stuck_news(Stuck *s)
{
    s->told_ns = 0;
}

bool stuck_head(Stuck *s, const Incoming *in)
{
    const Head *h = &in->head;
    const int32_t *stands = (const int32_t *)(const void *)in->text;
    int n = h->inline_bytes / (int)sizeof(int32_t);
    switch ((HeadKind)h->kind) {
    case HEAD_PASSIVE:
        return take_report(s, in->from, (Said){ .passive = h->a != 0, .sent = h->b, .received = h->c, .wave = h->d, .n = n }, stands);
    case HEAD_PROBE:
        return report(s, h->a);
    case HEAD_STUCK:
        take_verdict(s, stands, n);
        return true;
    case HEAD_MEETING:
    case HEAD_SLICE:
    case HEAD_MAIL:
    case HEAD_FAIL:
    case HEAD_PING:
    case HEAD_PONG:
    case HEAD_CALL:
    case HEAD_BYE: break;
    }
    return false;
}
