/* Ranks: joining, mail, failure, and the end. Messages are carried by carry.c. */
#include "runtime/ranks/ranks_impl.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

#include "runtime/base/clock.h"
#include "runtime/base/diag.h"
#include "runtime/ranks/launcher.h"

void ranks_wait_for(Ranks *r, pthread_cond_t *cond, long ns)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += ns;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(cond, &r->lock, &until);
}

/* ---- mail ---------------------------------------------------------------------------------------------------------- */

static void unref_bytes(void *bytes)
{
    g_bytes_unref(bytes);
}

static bool put_in_slot(Ranks *r, int to, const void *data, size_t bytes)
{
    pthread_mutex_lock(&r->lock);
    int64_t number = ++r->peers[to].n_said;
    r->sent++;
    pthread_mutex_unlock(&r->lock);
    if (slot_put(r, to, number, data, bytes))
        return true;
    pthread_mutex_lock(&r->lock);
    r->sent--; /* it is counted when it is queued */
    pthread_mutex_unlock(&r->lock);
    return false;
}

void ranks_send(Ranks *r, int to, int channel, GBytes *mail)
{
    gsize n;
    const void *data = g_bytes_get_data(mail, &n);
    if (channel == RANKS_STEP && put_in_slot(r, to, data, n)) {
        g_bytes_unref(mail);
        return;
    }
    Outgoing *o = outgoing_new(to, (Head){ .kind = HEAD_MAIL, .a = channel, .b = (int64_t)n });
    if (n > HEAD_INLINE) {
        outgoing_add(o, (OutPart){ data, n, unref_bytes, mail });
    } else {
        outgoing_text(o, data, n);
        g_bytes_unref(mail);
    }
    pthread_mutex_lock(&r->lock);
    vec_push(&r->out, o);
    r->sent++;
    pthread_mutex_unlock(&r->lock);
    ranks_push(r);
}

/* Waits for news, at most a tenth of a second, so that a stop is noticed. Requires the lock. */
static void wait_for_news(Ranks *r)
{
    ranks_wait_for(r, &r->news, 100000000);
}

/* The first of a channel, if it is there. */
static GBytes *first_mail(GQueue *mail)
{
    const Mail *first = g_queue_peek_head(mail);
    return first ? first->bytes : NULL;
}

/* Mail that somebody waits for. */
typedef struct Expected {
    Ranks *r;
    GQueue *mail;
    int from;
    bool is_short;
} Expected;

static bool in_slot(const Expected *e)
{
    return e->is_short && slot_has(e->r, e->from, e->r->peers[e->from].n_heard + 1);
}

static bool mail_is_there(void *user)
{
    const Expected *e = user;
    return in_slot(e) || first_mail(e->mail) || e->r->trouble;
}

/* NULL: there is none. Requires the lock. */
static GBytes *take_mail(const Expected *e)
{
    GBytes *bytes = in_slot(e) ? slot_take(e->r, e->from) : first_mail(e->mail);
    if (bytes && bytes == first_mail(e->mail))
        g_free(g_queue_pop_head(e->mail));
    e->r->peers[e->from].n_heard += bytes && e->is_short;
    return bytes;
}

GBytes *ranks_receive(Ranks *r, int from, int channel, const Stop *stop, GError **error)
{
    Expected e = { r, &r->mail[from * N_RANKS_CHANNELS + channel], from, channel == RANKS_STEP };
    ranks_help(r, mail_is_there, NULL, &e, e.is_short && near_reaches(r->near, from));
    pthread_mutex_lock(&r->lock);
    r->waiting_ns = clock_ns();
    while (!mail_is_there(&e) && (!r->peers[from].bye || r->peers[from].coming) && !stop_requested(stop))
        wait_for_news(r);
    r->waiting_ns = 0;
    GBytes *bytes = take_mail(&e);
    bool gone = !bytes && !r->trouble && r->peers[from].bye;
    pthread_mutex_unlock(&r->lock);
    if (bytes)
        return bytes;
    if (gone)
        diag(error, SHARD_ERROR_RUN, NULL, NULL, "rank %d on %s has left the run", from, ranks_host(r, from));
    else if (ranks_go_on(r, error))
        stop_error(NULL, error);
    return NULL;
}

bool ranks_agree(Ranks *r, const char *what, const char *text, const Stop *stop, GError **error)
{
    int me = ranks_me(r), n = ranks_n(r);
    for (int i = 0; i < n; i++)
        if (i != me)
            ranks_send(r, i, RANKS_PROGRAM, g_bytes_new(text, strlen(text)));
    for (int i = 0; i < n; i++) {
        g_autoptr(GBytes) other = i == me ? NULL : ranks_receive(r, i, RANKS_PROGRAM, stop, error);
        if (i != me && !other)
            return false;
        gsize size = 0;
        const char *theirs = other ? g_bytes_get_data(other, &size) : NULL;
        if (other && (size != strlen(text) || memcmp(theirs, text, size) != 0))
            return diag(error, SHARD_ERROR_RUN, NULL, "each rank reads the program and its options itself: they must be the same, and so must Shardscope",
                        "%s of rank %d on %s is not that of rank %d on %s", what, i, ranks_host(r, i), me, ranks_host(r, me));
    }
    return true;
}

bool ranks_hear(Ranks *r, int32_t mine, int32_t *all, GError **error)
{
    int me = ranks_me(r), n = ranks_n(r);
    for (int i = 0; i < n; i++)
        if (i != me)
            ranks_send(r, i, RANKS_PROGRAM, g_bytes_new(&mine, sizeof mine));
    for (int i = 0; i < n; i++) {
        g_autoptr(GBytes) mail = i == me ? g_bytes_new(&mine, sizeof mine) : ranks_receive(r, i, RANKS_PROGRAM, NULL, error);
        if (!mail)
            return false;
        if (g_bytes_get_size(mail) != sizeof mine)
            return diag(error, SHARD_ERROR_RUN, NULL, "start the same program, and the same Shardscope, on all", "rank %d on %s is at another point than rank %d on %s", i, ranks_host(r, i), me, ranks_host(r, me));
        memcpy(&all[i], g_bytes_get_data(mail, NULL), sizeof mine);
    }
    return true;
}

/* ---- failure and end ------------------------------------------------------------------------------------------------ */

void ranks_tell_failure(Ranks *r, const char *message)
{
    for (int i = 0; i < r->link->n; i++)
        if (i != r->link->me) {
            Outgoing *o = outgoing_new(i, (Head){ .kind = HEAD_FAIL });
            outgoing_text(o, message, strlen(message));
            ranks_queue(r, o);
        }
}

void ranks_fail(Ranks *r, const char *message)
{
    pthread_mutex_lock(&r->lock);
    bool first = !r->failed && !r->trouble;
    r->failed = true;
    note_leaves(r);
    if (first)
        ranks_tell_failure(r, message);
    pthread_mutex_unlock(&r->lock);
}

const char *ranks_trouble(Ranks *r)
{
    pthread_mutex_lock(&r->lock);
    const char *why = r->trouble;
    pthread_mutex_unlock(&r->lock);
    return why;
}

bool ranks_go_on(Ranks *r, GError **error)
{
    const char *why = ranks_trouble(r);
    if (!why && r->failed)
        why = "this rank has failed before";
    return !why || diag(error, SHARD_ERROR_RUN, NULL, NULL, "%s", why);
}

/* Requires the lock. */
static bool all_said_bye(const Ranks *r)
{
    for (int i = 0; i < r->link->n; i++)
        if (i != r->link->me && !r->peers[i].bye)
            return false;
    return true;
}

/* how: as the head says. */
static void say_bye(Ranks *r, int how)
{
    pthread_mutex_lock(&r->lock);
    bool before = r->said_bye;
    r->said_bye = true;
    note_leaves(r);
    for (int i = 0; i < r->link->n && !before; i++)
        if (i != r->link->me)
            ranks_queue(r, outgoing_new(i, (Head){ .kind = HEAD_BYE, .a = how }));
    pthread_mutex_unlock(&r->lock);
}

static void ranks_free(Ranks *r)
{
    for (int i = 0; i < r->link->n; i++) {
        while (!g_queue_is_empty(&r->held[i]))
            incoming_free(g_queue_pop_head(&r->held[i]));
        g_free(r->peers[i].host);
    }
    for (int i = 0; i < r->link->n * N_RANKS_CHANNELS; i++)
        while (!g_queue_is_empty(&r->mail[i])) {
            Mail *mail = g_queue_pop_head(&r->mail[i]);
            g_clear_pointer(&mail->bytes, g_bytes_unref);
            g_free(mail);
        }
    for (int i = 0; i < r->flights.n; i++)
        if (!r->flights.v[i].in && r->flights.v[i].out.release)
            r->flights.v[i].out.release(r->flights.v[i].out.owner);
    vec_clear(&r->flights);
    vec_clear(&r->out);
    posts_forget_left(r);
    near_free(r->near);
    stuck_free(r->stuck);
    clocks_free(r->clocks);
    silence_free(r->silence);
    g_clear_pointer(&r->runs, g_hash_table_unref);
    g_free(r->held);
    g_free(r->rings);
    g_free(r->mail);
    g_free(r->peers);
    g_free(r->trouble);
    pthread_cond_destroy(&r->work);
    pthread_cond_destroy(&r->news);
    pthread_mutex_destroy(&r->lock);
    pthread_mutex_destroy(&r->link_lock);
    g_free(r);
}

void ranks_farewell(Ranks *r)
{
    say_bye(r, 2);
}

bool ranks_leave(Ranks *r, bool ok, GError **error)
{
    if (!r)
        return true;
    ok = ok && !r->failed;
    if (!ok)
        ranks_fail(r, "it has failed");
    say_bye(r, ok);
    int64_t until = 0;
    pthread_mutex_lock(&r->lock);
    r->waiting_ns = clock_ns();
    while (!all_said_bye(r)) {
        bool bad = !ok || r->trouble != NULL;
        for (int i = 0; i < r->link->n; i++)
            bad |= r->peers[i].bye && !r->peers[i].well;
        if (bad && !until)
            until = clock_ns() + RANKS_LEAVE_MS * (int64_t)1000000;
        if (bad && clock_ns() > until)
            break;
        wait_for_news(r);
    }
    bool together = all_said_bye(r), well = ok && !r->trouble;
    for (int i = 0; i < r->link->n; i++)
        well &= i == r->link->me || (r->peers[i].bye && r->peers[i].well);
    if (ok && !well)
        diag(error, SHARD_ERROR_RUN, NULL, NULL, "%s", r->trouble ? r->trouble : "another rank has failed");
    r->closing = true;
    ranks_stir(r);
    pthread_mutex_unlock(&r->lock);
    pthread_join(r->thread, NULL);
    lost_end(r->lost);
    if (r->witness >= 0)
        close(r->witness);
    Link *link = r->link;
    bool clean = together && r->quiet;
    if (r->vanished)
        launcher_watch(); /* until this process has ended; Open MPI's waits for the machine without an end */
    ranks_free(r);
    link->leave(link, clean, well);
    return well;
}

/* ---- joining --------------------------------------------------------------------------------------------------------- */

/* Ranks that share a machine and have a core each wait a little before they give it up: waking takes longer than a small message. */
static void find_bells(Ranks *r)
{
    enum { SPIN_NS = 30000 };
    const Link *l = r->link;
    int near = 0;
    for (int i = 0; l->bells && i < l->n; i++)
        near += l->bells[i] != NULL;
    r->bell = l->bells ? l->bells[l->me] : &r->own_bell;
    r->far = near < l->n;
    r->spin_ns = near <= sysconf(_SC_NPROCESSORS_ONLN) ? SPIN_NS : 0;
}

Ranks *ranks_new(Link *link, GError **error)
{
    Ranks *r = g_new0(Ranks, 1);
    pthread_condattr_t monotonic;
    r->link = link;
    r->stuck = stuck_new(r);
    r->slice_from = 128 << 10;
    r->lend_from = 8 << 10;
    pthread_mutex_init(&r->lock, NULL);
    pthread_mutex_init(&r->link_lock, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&r->work, &monotonic);
    pthread_cond_init(&r->news, &monotonic);
    pthread_condattr_destroy(&monotonic);
    r->mail = g_new0(GQueue, link->n * N_RANKS_CHANNELS);
    r->held = g_new0(GQueue, link->n);
    r->rings = g_new0(bool, link->n);
    find_bells(r);
    note_begin(r);
    witness_listen(r);
    r->near = near_new(link);
    r->silence = silence_new(r);
    r->peers = g_new0(Peer, link->n);
    if (pthread_create(&r->thread, NULL, ranks_carry, r) != 0) {
        diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "no thread can be started for messages between ranks");
        ranks_free(r);
        link->leave(link, false, false);
        return NULL;
    }
    if (!ranks_hello(r, error)) {
        ranks_leave(r, false, NULL);
        return NULL;
    }
    witness_begin(r);
    r->lost = lost_watch(r);
    return r;
}

Ranks *ranks_join(GError **error)
{
    if (!link_was_launched())
        return NULL;
    g_autofree char *why = NULL;
    int watch = launcher_watch();
    Link *link = link_load(&why);
    launcher_watch_end(watch);
    if (!link) {
        diag(error, SHARD_ERROR_UNSUPPORTED, NULL, "install libopenmpi-dev or libmpich-dev and build again, or start a single process",
             "this process was started as one of several, but cannot join them: %s", why);
        return NULL;
    }
    if (link->n < 2) { /* else each would do all of it, and write the same files */
        g_autofree char *engine = g_strdup(link->name);
        link->leave(link, true, false);
        diag(error, SHARD_ERROR_UNSUPPORTED, NULL, "use the launcher of the MPI that Shardscope was built with (with srun: --mpi=pmix or pmi2, as that wants), or start a single process",
             "this process was started as one of several, but %s knows of no others", engine);
        return NULL;
    }
    return ranks_new(link, error);
}
