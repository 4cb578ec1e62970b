/* A rank of this machine whose process ends without a word: killed, or crashed. A thread waits for the ends of the processes of the others (pidfd), so that it knows at once; the run
 * then ends here with an error that says who is lost and what it was at. Launchers may end the ranks that are left within milliseconds, so whoever tells it does that first: the
 * process outside the run (witness.c) or, where there is none, the first rank that is left. Of ranks of other machines the launcher tells. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/ranks/meetings_impl.h"

enum { TEXT = 256 };

struct Lost {
    Ranks *r;
    pthread_t thread;
    int n;
    struct pollfd *ends; /* by rank: its process, fd -1 = is not watched; the last, [n], is told to end the thread */
};

static bool has_witness(const Lost *l)
{
    bool has = false;
    for (int i = 0; i < l->n; i++)
        has |= note_of(l->r, i) && atomic_load(&note_of(l->r, i)->witness);
    return has;
}

/* True if no rank before this one is left on this machine. */
static bool is_first(const Lost *l)
{
    bool first = true;
    for (int i = 0; i < ranks_me(l->r); i++) {
        RankNote *n = note_of(l->r, i);
        first &= !n || l->ends[i].fd < 0 || l->ends[i].revents || atomic_load(&n->leaves);
    }
    return first;
}

/* A process has ended. */
static void take_end(Lost *l, int rank)
{
    Ranks *r = l->r;
    RankNote *n = note_of(r, rank);
    Meetings *m = NULL;
    char text[TEXT];
    pthread_mutex_lock(&r->lock);
    if (!atomic_load(&n->leaves) && !r->peers[rank].bye && !r->trouble && !r->failed && !r->said_bye) {
        note_describe(n, rank, ranks_host(r, rank), text, sizeof text);
        bool witnessed = has_witness(l), tells = !witnessed && is_first(l);
        if (tells)
            note_say(text);
        r->trouble = witnessed || tells ? g_strdup_printf("rank %d on %s is lost", rank, ranks_host(r, rank)) : g_strdup(text); /* not everything twice */
        pthread_cond_broadcast(&r->news);
        m = r->meetings && meetings_give_up(r->meetings) ? r->meetings : NULL;
    }
    pthread_mutex_unlock(&r->lock);
    if (m)
        meetings_tell(m);
}

static void *watch(void *data)
{
    Lost *l = data;
    while (poll(l->ends, (nfds_t)l->n + 1, -1) >= 0 || errno == EINTR) {
        if (l->ends[l->n].revents)
            break;
        for (int i = 0; i < l->n; i++)
            if (l->ends[i].fd >= 0 && l->ends[i].revents)
                take_end(l, i);
        for (int i = 0; i < l->n; i++)
            if (l->ends[i].fd >= 0 && l->ends[i].revents) {
                close(l->ends[i].fd);
                l->ends[i].fd = -1;
            }
    }
    return NULL;
}

/* The ranks of this machine that can be watched; false: there are none. */
static bool open_ends(Lost *l)
{
    bool any = false;
    for (int i = 0; i < l->n; i++) {
        int pid = note_process(l->r, i);
        l->ends[i] = (struct pollfd){ .fd = pid ? (int)syscall(SYS_pidfd_open, pid, 0) : -1, .events = POLLIN };
        any |= l->ends[i].fd >= 0;
    }
    l->ends[l->n] = (struct pollfd){ .fd = eventfd(0, EFD_CLOEXEC), .events = POLLIN };
    return any && l->ends[l->n].fd >= 0;
}

static void lost_clear(Lost *l)
{
    for (int i = 0; i <= l->n; i++)
        if (l->ends[i].fd >= 0)
            close(l->ends[i].fd);
    g_free(l->ends);
    g_free(l);
}

Lost *lost_watch(Ranks *r)
{
    Lost *l = g_new0(Lost, 1);
    *l = (Lost){ .r = r, .n = ranks_n(r), .ends = g_new0(struct pollfd, ranks_n(r) + 1) };
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are for the program's threads */
    bool ok = open_ends(l) && pthread_create(&l->thread, NULL, watch, l) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!ok)
        g_clear_pointer(&l, lost_clear);
    return l;
}

void lost_end(Lost *l)
{
    if (!l)
        return;
    uint64_t one = 1;
    if (write(l->ends[l->n].fd, &one, sizeof one) == (ssize_t)sizeof one)
        pthread_join(l->thread, NULL);
    lost_clear(l);
}
