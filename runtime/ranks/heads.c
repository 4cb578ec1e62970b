/* Heads that come in: each is dealt with in the order in which its rank sent them, and the data that follows it is asked for. */
#include <stdlib.h>
#include <string.h>

#include "runtime/ranks/ranks_impl.h"

/* Asks for the data that the head announced. */
static void receive_parts(Ranks *r, Incoming *in)
{
    in->n_left = in->parts.n;
    for (int i = 0; i < in->parts.n; i++) {
        InPart part = in->parts.v[i];
        vec_push(&r->flights, ((Flight){ .transfer = r->link->receive(r->link, in->from, part.data, part.bytes), .in = in }));
    }
    if (!in->n_left)
        in->arrived(r, in);
}

static void mail_arrived(Ranks *r, Incoming *in)
{
    gsize n = (gsize)in->head.b;
    Mail *mail = in->user;
    pthread_mutex_lock(&r->lock);
    mail->bytes = in->parts.n ? g_bytes_new_take(in->parts.v[0].data, n) : g_bytes_new(in->text, n);
    r->peers[in->from].coming--;
    r->received++;
    stuck_news(r->stuck);
    pthread_cond_broadcast(&r->news);
    pthread_mutex_unlock(&r->lock);
    incoming_free(in);
}

static void take_trouble(Ranks *r, const Incoming *in)
{
    g_autofree char *why = g_strndup(in->text, (gsize)in->head.inline_bytes), *valid = g_utf8_make_valid(why, -1);
    pthread_mutex_lock(&r->lock);
    if (!r->trouble)
        r->trouble = r->link->n > 1 ? g_strdup_printf("rank %d on %s: %s", in->from, r->peers[in->from].host ? r->peers[in->from].host : "another machine", valid) : g_strdup(valid);
    pthread_cond_broadcast(&r->news);
    Meetings *m = r->meetings;
    bool tell = m && meetings_give_up(m);
    pthread_mutex_unlock(&r->lock);
    if (tell)
        meetings_tell(m);
}

/* There is no memory for mail: this rank cannot go on. */
static void refuse_mail(Ranks *r, Incoming *in)
{
    g_autofree char *text = g_strdup_printf("not enough memory for %" G_GINT64_FORMAT " MiB of rank %d", in->head.b >> 20, in->from);
    pthread_mutex_lock(&r->lock);
    bool before = r->deaf; /* then what comes is not told apart any more */
    r->deaf = true;
    note_leaves(r);
    if (!before && !r->trouble && !r->failed) {
        ranks_tell_failure(r, text);
        r->trouble = g_steal_pointer(&text);
    }
    pthread_cond_broadcast(&r->news);
    pthread_mutex_unlock(&r->lock);
    incoming_free(in);
}

/* Heads that are dealt with in the order in which they come. False: not yet, its transport is not there. */
static bool dispatch(Ranks *r, Incoming *in)
{
    switch ((HeadKind)in->head.kind) {
    case HEAD_MEETING:
    case HEAD_SLICE: {
        pthread_mutex_lock(&r->lock);
        bool later = in->head.f > r->n_transports, gone = !later && (!r->meetings || in->head.f < r->n_transports); /* gone: its run has failed */
        gone |= r->deaf;
        if (gone)
            r->received++;
        else if (!later)
            meetings_head(r->meetings, in);
        pthread_mutex_unlock(&r->lock);
        if (later && !gone)
            return false;
        if (gone)
            incoming_free(in);
        else
            receive_parts(r, in);
        return true;
    }
    case HEAD_MAIL:
        if (in->head.inline_bytes < in->head.b) {
            pthread_mutex_lock(&r->lock);
            bool deaf = r->deaf;
            pthread_mutex_unlock(&r->lock);
            void *to = deaf ? NULL : g_try_malloc((gsize)in->head.b);
            if (!to) {
                refuse_mail(r, in);
                return true;
            }
            vec_push(&in->parts, ((InPart){ to, (size_t)in->head.b }));
        }
        in->arrived = mail_arrived;
        in->user = g_new0(Mail, 1);
        pthread_mutex_lock(&r->lock);
        g_queue_push_tail(&r->mail[in->from * N_RANKS_CHANNELS + in->head.a], in->user);
        r->peers[in->from].coming++;
        pthread_mutex_unlock(&r->lock);
        receive_parts(r, in);
        return true;
    case HEAD_FAIL:
    case HEAD_BYE:
    case HEAD_PASSIVE:
    case HEAD_PROBE:
    case HEAD_PING:
    case HEAD_PONG:
    case HEAD_CALL:
    case HEAD_STUCK: break;
    }
    incoming_free(in);
    return true;
}

/* Heads that carry no data are dealt with at once. */
static bool dispatch_now(Ranks *r, Incoming *in)
{
    Meetings *m = NULL;
    switch ((HeadKind)in->head.kind) {
    case HEAD_FAIL:
        take_trouble(r, in);
        return true;
    case HEAD_BYE:
        pthread_mutex_lock(&r->lock);
        r->peers[in->from].bye = true;
        r->peers[in->from].well = in->head.a != 0;
        r->peers[in->from].gone = in->head.a == 2;
        pthread_cond_broadcast(&r->news);
        pthread_mutex_unlock(&r->lock);
        return true;
    case HEAD_PING:
    case HEAD_PONG:
        pthread_mutex_lock(&r->lock);
        clocks_head(r, in);
        pthread_mutex_unlock(&r->lock);
        return true;
    case HEAD_CALL:
        pthread_mutex_lock(&r->lock);
        silence_called(r, in->from);
        pthread_mutex_unlock(&r->lock);
        return true;
    case HEAD_PASSIVE:
    case HEAD_PROBE:
    case HEAD_STUCK:
        pthread_mutex_lock(&r->lock);
        if (stuck_head(r->stuck, in) && r->meetings && meetings_give_up(r->meetings))
            m = r->meetings;
        pthread_mutex_unlock(&r->lock);
        if (m)
            meetings_tell(m);
        return true;
    case HEAD_MEETING:
    case HEAD_SLICE:
    case HEAD_MAIL: break;
    }
    return false;
}

static void take_head(Ranks *r, int from, void *block)
{
    Incoming *in = zeroed(sizeof *in);
    in->from = from;
    in->block = block;
    memcpy(&in->head, block, sizeof in->head);
    in->text = (char *)block + sizeof in->head;
    silence_heard(r, from);
    in->near = in->head.place || in->head.n_lent || in->head.n_common || in->head.post ? r->near : NULL;
    if (dispatch_now(r, in)) {
        incoming_free(in);
        return;
    }
    GQueue *held = &r->held[from];
    if (!g_queue_is_empty(held) || !dispatch(r, in))
        g_queue_push_tail(held, in);
}

static bool take_held(Ranks *r)
{
    bool any = false;
    for (int i = 0; i < r->link->n; i++)
        while (!g_queue_is_empty(&r->held[i]) && dispatch(r, g_queue_peek_head(&r->held[i]))) {
            g_queue_pop_head(&r->held[i]);
            any = true;
        }
    return any;
}

/* The engine is asked only if it has something to carry: asking takes long, and gives the core to others. */
static void *next_head(Ranks *r, int *from, size_t *bytes)
{
    void *head = r->near ? near_next_head(r->near, from, bytes) : NULL;
    if (!head && (r->flights.n || !near_reaches_all(r->near)))
        head = r->link->next_head(r->link, from, bytes);
    return head;
}

bool heads_take(Ranks *r)
{
    bool any = false;
    int from;
    size_t bytes;
    for (void *head; (head = next_head(r, &from, &bytes)) != NULL;) {
        g_assert(bytes >= sizeof(Head));
        take_head(r, from, head);
        any = true;
    }
    return take_held(r) || any;
}
