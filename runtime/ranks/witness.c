/* A process outside the run, one on each machine, that waits for the ends of the ranks' processes and says on stderr which was the first that ended without a word. Launchers that kill
 * all ranks at once where one has died do not kill it, and pass on what it says, since they wait until stderr is closed: MPICH's names only a process, and sometimes the wrong one.
 * It is forked by the machine's first rank while that is small, for what is written there later would be copied; so it has that rank's memory and one thread, and calls
 * nothing that takes a lock. It ends with the ranks. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/ranks/ranks_impl.h"

enum { TEXT = 256, MOST = 512 /* ranks of a machine that are watched */ };

typedef struct Seen {
    RankNote *note;
    int rank, pid;
    const char *host;
} Seen;

typedef struct Witness {
    Seen of[MOST];
    struct pollfd ends[MOST];
    int n;
} Witness;

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

static _Noreturn void look_on(Witness *w)
{
    int left = w->n;
    bool told = false; /* then what ends is ended by the launcher */
    while (left > 0 && !told && (poll(w->ends, (nfds_t)w->n, -1) >= 0 || errno == EINTR))
        for (int i = 0; i < w->n; i++) {
            if (w->ends[i].fd < 0 || !w->ends[i].revents)
                continue;
            told |= tell_end(&w->of[i]); /* several at once: which was the first cannot be known */
            w->ends[i].fd = -1;
            left--;
        }
    _exit(0);
}

/* In the process outside: no child of the launcher's, not of its group, none of its descriptors but stderr. */
static _Noreturn void begin(Witness *w)
{
    setsid();
    if (fork() != 0)
        _exit(0);
    prctl(PR_SET_NAME, "rank-witness");
    signal(SIGPIPE, SIG_IGN);
    syscall(SYS_close_range, 3u, ~0u, 0u);
    close(STDIN_FILENO);
    close(STDOUT_FILENO);
    for (int i = 0; i < w->n; i++)
        w->ends[i] = (struct pollfd){ .fd = (int)syscall(SYS_pidfd_open, w->of[i].pid, 0), .events = POLLIN };
    look_on(w);
}

/* Memory of the process that is not shared, in bytes. */
static int64_t own_memory(void)
{
    long long all, resident = INT64_MAX, shared = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%lld %lld %lld", &all, &resident, &shared) != 3)
        resident = INT64_MAX / 2;
    if (f)
        fclose(f);
    return (resident - shared) * sysconf(_SC_PAGESIZE);
}

static int first_here(const Ranks *r)
{
    int i = 0;
    while (i < ranks_n(r) && !note_of(r, i))
        i++;
    return i;
}

void witness_begin(Ranks *r)
{
    enum { MOST_MEMORY = 64 << 20 };
    static Witness w; /* in memory that the other process has as well */
    if (first_here(r) != ranks_me(r) || own_memory() > MOST_MEMORY)
        return;
    w.n = 0;
    for (int i = 0; i < ranks_n(r) && w.n < MOST; i++) {
        int pid = i == ranks_me(r) ? (int)getpid() : note_process(r, i);
        if (pid)
            w.of[w.n++] = (Seen){ .note = note_of(r, i), .rank = i, .pid = pid, .host = ranks_host(r, i) };
    }
    if (w.n < 2)
        return;
    char own[16] = ""; /* its name is its own from its first moment, so that who looks for the ranks does not find it */
    prctl(PR_GET_NAME, own);
    prctl(PR_SET_NAME, "rank-witness");
    pid_t child = fork();
    if (child == 0)
        begin(&w);
    prctl(PR_SET_NAME, own);
    if (child > 0) {
        waitpid(child, NULL, 0);
        atomic_store(&r->note->witness, 1);
    }
}
