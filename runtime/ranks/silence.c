/* A machine that vanishes: its power or its network is gone, and engines wait for its ranks as long as the system believes in a connection, a quarter of an hour and more.
 * Once a second rank 0 calls each rank that it cannot watch (lost.c), which answers; between them any other message will do. Who has not been heard for long is the trouble there
 * is. Seconds are counted one by one as this rank looks, so that a run that was stopped as a whole, as by Ctrl-Z, is not silent afterwards. */
#include <stdlib.h>

#include "runtime/base/clock.h"
#include "runtime/ranks/ranks_impl.h"

enum { SECOND_NS = 1000000000, PATIENCE_S = 30, WORD_S = 4 /* then it is said that somebody is silent */ };

struct Silence {
    int64_t every_ns, next_ns;
    int patience;      /* in calls, which are a second apart; 0 = without end */
    atomic_int *since; /* by rank: so many calls ago it was heard for the last time; -1 = it is not listened for */
    bool *called;      /* rank 0: it has not answered */
};

/* SHARDSCOPE_PATIENCE=SECONDS: how long others may be silent, 0 = for ever. */
static int patience_of(const char *text)
{
    char *end = NULL;
    long s = text ? strtol(text, &end, 10) : PATIENCE_S;
    return text && (end == text || *end || s < 0 || s > INT32_MAX / 2) ? PATIENCE_S : (int)s;
}

Silence *silence_new(const Ranks *r)
{
    const Link *l = r->link;
    Silence *s = g_new0(Silence, 1);
    *s = (Silence){ .every_ns = SECOND_NS, .next_ns = clock_ns() + SECOND_NS, .patience = patience_of(g_getenv("SHARDSCOPE_PATIENCE")), .since = g_new0(atomic_int, l->n), .called = g_new0(bool, l->n) };
    for (int i = 0; i < l->n; i++)
        if (i == l->me || (i && l->me) || (l->bells && l->bells[i]))
            s->since[i] = -1;
    return s;
}

void silence_free(Silence *s)
{
    g_free(s->since);
    g_free(s->called);
    g_free(s);
}

void ranks_patience(Ranks *r, int64_t every_ns, int calls)
{
    pthread_mutex_lock(&r->lock);
    r->silence->every_ns = every_ns;
    r->silence->next_ns = clock_ns() + every_ns;
    r->silence->patience = calls;
    pthread_mutex_unlock(&r->lock);
}

static const char *host_of(const Ranks *r, int rank)
{
    return r->peers[rank].host ? r->peers[rank].host : "another machine";
}

/* Of several ranks of a machine that notice it, one says so. */
static bool is_first_here(const Ranks *r)
{
    bool first = true;
    for (int i = 0; i < ranks_me(r); i++)
        first &= g_strcmp0(r->peers[i].host, r->peers[ranks_me(r)].host) != 0;
    return first;
}

void silence_heard(Ranks *r, int from)
{
    Silence *s = r->silence;
    int since = atomic_load(&s->since[from]);
    if (since > 0)
        atomic_store(&s->since[from], 0);
    if (since > WORD_S && is_first_here(r)) {
        g_autofree char *text = g_strdup_printf("rank %d on %s is heard again", from, host_of(r, from));
        note_say(text);
    }
}

/* Long before the run gives up, since whoever looks at it would wonder. */
static void say_silent(const Ranks *r, int rank)
{
    const Silence *s = r->silence;
    g_autoptr(GString) text = g_string_new(NULL);
    g_string_append_printf(text, "rank %d on %s has not been heard for %d s: its machine may be gone, or the way to it", rank, host_of(r, rank), WORD_S);
    if (s->patience)
        g_string_append_printf(text, "; the run is given up in %d s (SHARDSCOPE_PATIENCE)", s->patience - WORD_S);
    note_say(text->str);
}

void silence_called(Ranks *r, int from)
{
    r->silence->called[from] = false;
    if (ranks_me(r))
        ranks_queue(r, outgoing_new(from, (Head){ .kind = HEAD_CALL }));
}

/* True if it has been silent for too long. */
static bool count(Ranks *r, int rank)
{
    Silence *s = r->silence;
    if (atomic_load(&s->since[rank]) < 0 || r->peers[rank].bye)
        return false;
    if (!ranks_me(r) && !s->called[rank]) {
        s->called[rank] = true;
        ranks_queue(r, outgoing_new(rank, (Head){ .kind = HEAD_CALL }));
    }
    int since = atomic_fetch_add(&s->since[rank], 1);
    if (since == WORD_S && (s->patience > WORD_S || !s->patience) && is_first_here(r))
        say_silent(r, rank);
    return since >= s->patience && s->patience;
}

bool silence_look(Ranks *r)
{
    int64_t now = clock_ns();
    if (now < r->silence->next_ns || r->closing || r->trouble || r->failed)
        return false;
    r->silence->next_ns = now + r->silence->every_ns;
    int silent = -1;
    for (int i = 0; i < r->link->n && silent < 0; i++)
        silent = count(r, i) ? i : -1;
    if (silent < 0)
        return false;
    r->peers[silent].bye = true; /* nor will it say that */
    r->deaf = r->vanished = true;
    r->trouble = g_strdup_printf("rank %d on %s has been silent for %d s: its machine, or the way to it, is gone", silent, host_of(r, silent), r->silence->patience);
    ranks_tell_failure(r, r->trouble);
    pthread_cond_broadcast(&r->news);
    return true;
}
