/* The first rank makes a file that only exists in memory, and the others open it through that process. */
#include "runtime/ranks/link_memory.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#ifndef MFD_NOEXEC_SEAL
#define MFD_NOEXEC_SEAL 8U /* of Linux 6.3; C libraries know it later */
#endif

enum { PAGE = 4096 };

/* What a rank tells of the file: where it is, and which one, since process ids may mean others' in a container. */
typedef struct Where {
    long pid, fd; /* fd: -1 = there is none */
    unsigned long device, inode;
} Where;

static int all_of(MPI_Comm near, int mine)
{
    int all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MIN, near);
    return all;
}

/* Systems can be told to refuse files that may be executed; older ones do not know the flag. */
static int file_make(void)
{
    int fd = memfd_create("shardscope", MFD_CLOEXEC | MFD_NOEXEC_SEAL);
    return fd >= 0 ? fd : memfd_create("shardscope", MFD_CLOEXEC);
}

static Where file_new(size_t bytes)
{
    struct stat s;
    Where w = { .pid = getpid(), .fd = file_make() };
    if (w.fd >= 0 && (ftruncate((int)w.fd, (off_t)bytes) != 0 || fstat((int)w.fd, &s) != 0)) {
        close((int)w.fd);
        w.fd = -1;
    }
    if (w.fd >= 0) {
        w.device = s.st_dev;
        w.inode = s.st_ino;
    }
    return w;
}

static int file_open(const Where *w)
{
    char path[64];
    struct stat s;
    snprintf(path, sizeof path, "/proc/%ld/fd/%ld", w->pid, w->fd);
    int fd = open(path, O_RDWR | O_CLOEXEC);
    if (fd >= 0 && (fstat(fd, &s) != 0 || s.st_dev != w->device || s.st_ino != w->inode)) {
        close(fd);
        fd = -1;
    }
    return fd;
}

/* Without a name. */
static int make(LinkMemory *m, MPI_Comm near, size_t bytes)
{
    int me;
    Where w = { .fd = -1 };
    MPI_Comm_rank(near, &me);
    if (me == 0)
        w = file_new(bytes);
    MPI_Bcast(&w, (int)sizeof w, MPI_BYTE, 0, near);
    int fd = w.fd < 0 ? -1 : me == 0 ? (int)w.fd : file_open(&w);
    void *at = fd < 0 ? MAP_FAILED : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    m->at = at == MAP_FAILED ? NULL : at;
    m->bytes = bytes;
    int all = all_of(near, m->at != NULL); /* they have opened it */
    if (fd >= 0)
        close(fd);
    if (m->at && !all) {
        munmap(m->at, bytes);
        m->at = NULL;
    }
    return all;
}

/* The engine's, all of it with the first rank. What some have that others did not get is left to the end of the process. */
static int take(LinkMemory *m, MPI_Comm near, size_t bytes)
{
    char *own = NULL;
    void *base = NULL;
    int me, unit;
    MPI_Aint there;
    MPI_Comm_rank(near, &me);
    if (!all_of(near, MPI_Win_allocate_shared((MPI_Aint)(me ? 0 : bytes + PAGE), 1, MPI_INFO_NULL, near, &own, &m->window) == MPI_SUCCESS)) {
        m->window = MPI_WIN_NULL;
        return 0;
    }
    MPI_Win_shared_query(m->window, 0, &there, &unit, &base);
    m->at = (char *)base + (PAGE - (size_t)base % PAGE) % PAGE; /* all have the same offset into a page */
    m->bytes = bytes;
    return 1;
}

static unsigned long least_of(MPI_Comm near, size_t mine)
{
    unsigned long own = mine, least = 0;
    MPI_Allreduce(&own, &least, 1, MPI_UNSIGNED_LONG, MPI_MIN, near);
    return least;
}

/* A part of the machine's memory, and of the addresses that a process may use. Pages that nobody touches take none of the first. */
static size_t most(void)
{
    enum { MACHINE = 2, ADDRESSES = 8 };
    struct rlimit limit;
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGE_SIZE);
    size_t all = pages > 0 && page > 0 ? (size_t)pages * (size_t)page / MACHINE : 0;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur / ADDRESSES < all)
        all = (size_t)limit.rlim_cur / ADDRESSES;
    return all;
}

/* A part of the place where engines keep theirs, which may be small. */
static size_t place_most(void)
{
    enum { PLACE = 4 };
    struct statvfs place;
    return statvfs("/dev/shm", &place) == 0 ? (size_t)place.f_bavail * place.f_frsize / PLACE : 0;
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* SHARDSCOPE_TEST_NAMED: as where there are no files without names. */
int link_memory_new(LinkMemory *m, MPI_Comm near, size_t least)
{
    int named = getenv("SHARDSCOPE_TEST_NAMED") != NULL;
    size_t all = larger(least_of(near, most()), least), here = larger(least_of(near, place_most()), least);
    *m = (LinkMemory){ .window = MPI_WIN_NULL };
    return (all_of(near, !named) && make(m, near, all)) || take(m, near, here < all ? here : all) || take(m, near, least);
}

void link_memory_free(LinkMemory *m)
{
    if (m->window != MPI_WIN_NULL)
        MPI_Win_free(&m->window);
    else if (m->at)
        munmap(m->at, m->bytes);
    *m = (LinkMemory){ .window = MPI_WIN_NULL };
}
