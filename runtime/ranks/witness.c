/* A process outside the run, one on each machine, that says on stderr which rank's process was the first that ended without a word. Launchers that kill all ranks at once where one
 * has died do not kill it, and pass on what it says, since they wait until stderr is closed: MPICH's names only a process, and sometimes the wrong one.
 *
 * Each rank is connected to it, and learns of nothing; that the connection closes is known at the moment at which a launcher sees the rank's output close. (A process's end as such,
 * a pidfd, comes later, and of ranks that are killed soon after each other in any order.) It is forked by the machine's first rank while that is small, for what is written there
 * later would be copied; so it has that rank's memory and one thread, and calls nothing that takes a lock. It ends with the ranks. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/ranks/ranks_impl.h"

enum { TEXT = 256, MOST = 512 /* ranks of a machine that are watched */, LISTENER = 3 /* its descriptor, in the process outside */ };

typedef struct Seen {
    RankNote *note;
    int rank;
    const char *host;
} Seen;

typedef struct Witness {
    Seen of[MOST];
    int n;
    struct pollfd ends[1 + MOST]; /* the listener; connections, n_ends in all */
    const Seen *whose[1 + MOST];
    int n_ends;
} Witness;

static int first_here(const Ranks *r)
{
    int i = 0;
    while (i < ranks_n(r) && !note_of(r, i))
        i++;
    return i;
}

/* Of the witness that the process with this id starts. Names of this kind have no file, and are gone with it. */
static socklen_t address_of(int pid, struct sockaddr_un *a)
{
    *a = (struct sockaddr_un){ .sun_family = AF_UNIX };
    int n = snprintf(a->sun_path + 1, sizeof a->sun_path - 1, "shardscope-witness-%d", pid);
    return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)n);
}

/* ---- the process outside ----------------------------------------------------------------------------------------------------------- */

/* Writes a line; what cannot be written is of no use to anybody. */
static void say(const char *text)
{
    char line[TEXT + 16];
    int n = snprintf(line, sizeof line, "shardscope: %s\n", text);
    while (write(STDERR_FILENO, line, (size_t)n) < 0 && errno == EINTR)
        ;
}

/* True if it ended without a word. */
static bool tell_end(const Seen *s)
{
    char text[TEXT];
    if (atomic_load(&s->note->leaves))
        return false;
    note_describe(s->note, s->rank, s->host, text, sizeof text);
    say(text);
    return true;
}

/* Somebody connects: a rank, or it is turned away. */
static void take_one(Witness *w)
{
    struct ucred who = { 0 };
    socklen_t n = sizeof who;
    int fd = accept4(LISTENER, NULL, NULL, SOCK_CLOEXEC);
    if (fd < 0)
        return;
    bool known = getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &who, &n) == 0 && w->n_ends <= MOST;
    for (int i = 0; known && i < w->n; i++)
        if (atomic_load(&w->of[i].note->pid) == who.pid) {
            w->ends[w->n_ends] = (struct pollfd){ .fd = fd, .events = POLLIN };
            w->whose[w->n_ends++] = &w->of[i];
            return;
        }
    close(fd);
}

static _Noreturn void look_on(Witness *w)
{
    bool told = false; /* then what ends is ended by the launcher */
    w->ends[0] = (struct pollfd){ .fd = LISTENER, .events = POLLIN };
    w->n_ends = 1;
    take_one(w); /* the rank that made it is connected already */
    while (w->n_ends > 1 && !told && (poll(w->ends, (nfds_t)w->n_ends, -1) >= 0 || errno == EINTR)) {
        for (int i = 1; i < w->n_ends; i++)
            if (w->ends[i].revents)
                told |= tell_end(w->whose[i]); /* several at once: which was the first cannot be known */
        int n = 1;
        for (int i = 1; i < w->n_ends; i++)
            if (!w->ends[i].revents) {
                w->ends[n] = w->ends[i];
                w->whose[n++] = w->whose[i];
            }
        w->n_ends = n;
        if (w->ends[0].revents)
            take_one(w);
    }
    _exit(0);
}

/* No child of the launcher's, not of its group, none of its descriptors but stderr. */
static _Noreturn void begin(Witness *w, int listener)
{
    setsid();
    if (fork() != 0)
        _exit(0);
    prctl(PR_SET_NAME, "rank-witness");
    signal(SIGPIPE, SIG_IGN);
    if (listener != LISTENER && dup2(listener, LISTENER) < 0)
        _exit(0);
    syscall(SYS_close_range, LISTENER + 1u, ~0u, 0u);
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    look_on(w);
}

/* ---- ranks ------------------------------------------------------------------------------------------------------------------------- */

/* Memory of the process that is not shared, in bytes. */
static int64_t own_memory(void)
{
    long long all, resident = 0, shared = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    bool ok = f && fscanf(f, "%lld %lld %lld", &all, &resident, &shared) == 3;
    if (f)
        fclose(f);
    return ok ? (resident - shared) * sysconf(_SC_PAGESIZE) : INT64_MAX;
}

void witness_listen(Ranks *r)
{
    enum { MOST_MEMORY = 64 << 20 };
    struct sockaddr_un a;
    r->witness = r->listener = -1;
    if (first_here(r) != ranks_me(r) || own_memory() > MOST_MEMORY)
        return;
    socklen_t n = address_of((int)getpid(), &a);
    r->listener = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (r->listener >= 0 && (bind(r->listener, (struct sockaddr *)&a, n) != 0 || listen(r->listener, MOST) != 0)) {
        close(r->listener);
        r->listener = -1;
    }
    atomic_store(&r->note->witness, r->listener >= 0);
}

static void start(Ranks *r)
{
    static Witness w; /* in memory that the other process has as well */
    w.n = 0;
    for (int i = 0; i < ranks_n(r) && w.n < MOST; i++)
        if (note_of(r, i))
            w.of[w.n++] = (Seen){ .note = note_of(r, i), .rank = i, .host = ranks_host(r, i) };
    char own[16] = ""; /* its name is its own from its first moment, so that who looks for the ranks does not find it */
    prctl(PR_GET_NAME, own);
    prctl(PR_SET_NAME, "rank-witness");
    pid_t child = fork();
    if (child == 0)
        begin(&w, r->listener);
    prctl(PR_SET_NAME, own);
    if (child > 0)
        waitpid(child, NULL, 0);
    else
        atomic_store(&r->note->witness, 0);
}

void witness_begin(Ranks *r)
{
    int first = first_here(r);
    RankNote *n = note_of(r, first);
    struct sockaddr_un a;
    if (!n || !atomic_load(&n->witness))
        return;
    socklen_t length = address_of(atomic_load(&n->pid), &a);
    r->witness = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (r->witness >= 0 && connect(r->witness, (struct sockaddr *)&a, length) != 0) {
        close(r->witness);
        r->witness = -1;
    }
    if (first == ranks_me(r) && r->witness >= 0)
        start(r);
    if (r->listener >= 0)
        close(r->listener);
}
