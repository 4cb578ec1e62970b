#include "runtime/ranks/launcher.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK_MS = 100, LOOKS = 20 /* in a row without a process of the launcher's: two seconds */ };

/* The first bytes of a file of /proc; empty if it cannot be read. */
static void proc_read(char *text, size_t room, const char *path)
{
    int f = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = f < 0 ? 0 : read(f, text, room - 1);
    text[n > 0 ? n : 0] = '\0';
    if (f >= 0)
        close(f);
}

/* Whether a process runs still: one that nobody has waited for does not. */
static bool lives(long pid)
{
    char path[64], text[256];
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    proc_read(text, sizeof text, path);
    const char *state = strrchr(text, ')');
    return state && state[1] == ' ' && state[2] != 'Z' && state[2] != 'X';
}

/* Whether something that the launcher started is alive, or that cannot be known. */
static bool has_children(pid_t launcher)
{
    char path[64], text[4096];
    snprintf(path, sizeof path, "/proc/%d/task", (int)launcher);
    DIR *threads = opendir(path);
    bool found = !threads;
    for (struct dirent *e; !found && (e = readdir(threads));) {
        char children[128];
        if (e->d_name[0] == '.')
            continue;
        snprintf(children, sizeof children, "/proc/%d/task/%.20s/children", (int)launcher, e->d_name);
        if (access(children, R_OK)) {
            found = access(path, R_OK) == 0; /* a kernel without this list; a thread that has ended meanwhile shows in the next look */
            continue;
        }
        proc_read(text, sizeof text, children);
        for (char *at = text, *end; !found; at = end) {
            long pid = strtol(at, &end, 10);
            if (end == at)
                break;
            found = lives(pid);
        }
    }
    if (threads)
        closedir(threads);
    return found;
}

/* The process outside the run: descriptor 0 is closed at its other end when the rank ends, 1 is the launcher's. */
static _Noreturn void look_on(pid_t launcher)
{
    char told;
    if (read(0, &told, 1) != 0)
        _exit(0); /* MPI_Init has returned */
    for (int n = 0; n < LOOKS;) {
        struct pollfd ended = { .fd = 1, .events = POLLIN };
        if (poll(&ended, 1, LOOK_MS) != 0)
            _exit(0);
        n = has_children(launcher) ? 0 : n + 1;
    }
    syscall(SYS_pidfd_send_signal, 1, SIGKILL, NULL, 0);
    _exit(0);
}

int launcher_watch(void)
{
    static const char *const names[] = { "mpirun\n", "mpiexec\n", "orterun\n", "mpirun.openmpi\n", "mpiexec.openmp\n", "orted\n", "prterun\n", "prte\n", "prted\n" };
    char path[64], comm[32], own[16] = "";
    pid_t launcher = getppid();
    bool is_known = false;
    snprintf(path, sizeof path, "/proc/%d/comm", (int)launcher);
    proc_read(comm, sizeof comm, path);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        is_known |= !strcmp(comm, names[i]);
    if (!is_known || !getenv("OMPI_COMM_WORLD_RANK"))
        return -1;
    int pair[2], process = (int)syscall(SYS_pidfd_open, launcher, 0);
    if (process < 0)
        return -1;
    if (pipe2(pair, O_CLOEXEC)) {
        close(process);
        return -1;
    }
    /* Its name is its own from its first moment, so that who looks for the ranks does not find it. */
    prctl(PR_GET_NAME, own);
    prctl(PR_SET_NAME, "rank-start");
    pid_t child = fork();
    if (child == 0) {
        /* Outside the run: no child of the launcher's, not of its group, none of its descriptors. */
        setsid();
        if (fork() != 0)
            _exit(0);
        int rank = fcntl(pair[0], F_DUPFD, 3), end = fcntl(process, F_DUPFD, 3);
        if (rank < 0 || end < 0 || dup2(rank, 0) < 0 || dup2(end, 1) < 0 || syscall(SYS_close_range, 2u, ~0u, 0u))
            _exit(0);
        signal(SIGPIPE, SIG_IGN);
        look_on(launcher);
    }
    prctl(PR_SET_NAME, own);
    if (child > 0)
        waitpid(child, NULL, 0);
    close(process);
    close(pair[0]);
    return pair[1];
}

void launcher_watch_end(int watch)
{
    if (watch < 0)
        return;
    /* The process that looks on may be gone; nobody wants to hear of it. */
    sigset_t pipe_only, before;
    sigemptyset(&pipe_only);
    sigaddset(&pipe_only, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_only, &before);
    if (write(watch, "", 1) < 0) {
        struct timespec none = { 0 };
        sigtimedwait(&pipe_only, NULL, &none);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    close(watch);
}
