/* The link over MPI: a module of its own, so that a process that is not part of an MPI run does not load MPI. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/ranks/link.h"

enum { TAG_HEAD = 1, TAG_DATA = 2, MOST = 1 << 30 /* bytes of one MPI message, whose lengths are ints */ };

/* Bytes in flight, in as many messages as they need. */
typedef struct Transfer {
    int n;
    MPI_Request *requests;
    void *copy; /* of a head; freed at its end */
    struct Transfer *next;
} Transfer;

typedef struct Mpi {
    Link link; /* first */
    MPI_Comm comm;
    Transfer *heads; /* sent, and not yet done */
    char name[64];
} Mpi;

static Transfer *transfer_new(size_t bytes)
{
    Transfer *t = calloc(1, sizeof *t);
    t->n = (int)((bytes + MOST - 1) / MOST);
    t->n = t->n ? t->n : 1;
    t->requests = calloc((size_t)t->n, sizeof *t->requests);
    return t;
}

static int part_bytes(size_t bytes, int i)
{
    size_t left = bytes - (size_t)i * MOST;
    return (int)(left < MOST ? left : MOST);
}

static bool transfer_done(Transfer *t)
{
    int flag = 0;
    MPI_Testall(t->n, t->requests, &flag, MPI_STATUSES_IGNORE);
    if (!flag)
        return false;
    free(t->requests);
    free(t->copy);
    free(t);
    return true;
}

static void forget_heads(Mpi *m)
{
    for (Transfer **at = &m->heads; *at;) {
        Transfer *next = (*at)->next;
        if (transfer_done(*at))
            *at = next;
        else
            at = &(*at)->next;
    }
}

static void mpi_send_head(Link *l, int to, const void *head, size_t bytes)
{
    Mpi *m = (Mpi *)l;
    Transfer *t = transfer_new(bytes);
    t->copy = malloc(bytes + 1);
    memcpy(t->copy, head, bytes);
    MPI_Isend(t->copy, (int)bytes, MPI_BYTE, to, TAG_HEAD, m->comm, t->requests);
    t->next = m->heads;
    m->heads = t;
    forget_heads(m);
}

static int mpi_next_head(Link *l, int *from, void *head)
{
    Mpi *m = (Mpi *)l;
    int flag = 0, bytes;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, TAG_HEAD, m->comm, &flag, &status);
    if (m->heads)
        forget_heads(m);
    if (!flag)
        return -1;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    MPI_Recv(head, bytes, MPI_BYTE, status.MPI_SOURCE, TAG_HEAD, m->comm, MPI_STATUS_IGNORE);
    *from = status.MPI_SOURCE;
    return bytes;
}

static void *mpi_send(Link *l, int to, const void *data, size_t bytes)
{
    Mpi *m = (Mpi *)l;
    Transfer *t = transfer_new(bytes);
    for (int i = 0; i < t->n; i++)
        MPI_Isend((const char *)data + (size_t)i * MOST, part_bytes(bytes, i), MPI_BYTE, to, TAG_DATA, m->comm, &t->requests[i]);
    return t;
}

static void *mpi_receive(Link *l, int from, void *data, size_t bytes)
{
    Mpi *m = (Mpi *)l;
    Transfer *t = transfer_new(bytes);
    for (int i = 0; i < t->n; i++)
        MPI_Irecv((char *)data + (size_t)i * MOST, part_bytes(bytes, i), MPI_BYTE, from, TAG_DATA, m->comm, &t->requests[i]);
    return t;
}

static bool mpi_done(Link *l, void *transfer)
{
    (void)l;
    return transfer_done(transfer);
}

static void mpi_leave(Link *l, bool clean)
{
    Mpi *m = (Mpi *)l;
    if (!clean)
        MPI_Abort(m->comm, 1); /* does not return */
    while (m->heads)
        forget_heads(m);
    MPI_Comm_free(&m->comm);
    MPI_Finalize();
    free(m);
}

__attribute__((visibility("default"))) Link *shardscope_link_open(int version, char *why, size_t room);
Link *shardscope_link_open(int version, char *why, size_t room)
{
    int given = 0, is_init = 0, length;
    if (version != LINK_VERSION) {
        snprintf(why, room, "the module is of version %d, the library wants %d", LINK_VERSION, version);
        return NULL;
    }
    MPI_Initialized(&is_init);
    if (is_init) {
        snprintf(why, room, "MPI is in use in this process already");
        return NULL;
    }
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &given) != MPI_SUCCESS) {
        snprintf(why, room, "MPI_Init_thread failed");
        return NULL;
    }
    if (given < MPI_THREAD_SERIALIZED) {
        snprintf(why, room, "this MPI cannot be used by more than one thread");
        return NULL;
    }
    Mpi *m = calloc(1, sizeof *m);
    m->link = (Link){ .name = m->name, .send_head = mpi_send_head, .next_head = mpi_next_head, .send = mpi_send, .receive = mpi_receive, .done = mpi_done, .leave = mpi_leave };
    MPI_Comm_dup(MPI_COMM_WORLD, &m->comm);
    MPI_Comm_rank(m->comm, &m->link.me);
    MPI_Comm_size(m->comm, &m->link.n);
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    MPI_Get_library_version(text, &length);
    text[strcspn(text, ",\n")] = '\0';
    snprintf(m->name, sizeof m->name, "%.60s", text);
    return &m->link;
}
