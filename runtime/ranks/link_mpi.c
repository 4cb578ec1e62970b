/* The link over MPI: a module of its own, so that a process that is not part of an MPI run does not load MPI. */
#include <mpi.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "runtime/ranks/link.h"
#include "runtime/ranks/link_memory.h"

enum { PAGE = 4096, LEAST_SHARED = 16 << 20 };
enum { TAG_HEAD = 1, TAG_DATA = 2, MOST = 1 << 30 /* bytes of one MPI message, whose lengths are ints */ };

/* Bytes in flight, in as many messages as they need. */
typedef struct Transfer {
    int n_left;
    void *head; /* freed at its end; NULL = data, whose end somebody asks for */
} Transfer;

/* A head that has come. */
typedef struct Came {
    struct Came *next;
    int from;
    size_t bytes;
    void *head;
} Came;

typedef struct Mpi {
    Link link; /* first */
    MPI_Comm comm;
    /* Requests that have not ended. The first is the head that comes next, from anywhere. One call asks for news of all: each call gives the core
     * to others if there is none. */
    MPI_Request *requests;
    Transfer **of;
    int *indices;
    MPI_Status *statuses;
    int n, room, n_heads; /* n_heads: transfers of heads on their way out */
    void *next;           /* into which the next head is received, and then copied to where it needs no more room than it has */
    Came *first, *last;
    bool gave;            /* since news was asked for: asking in vain gives the core to others, and the caller has something to do */
    char name[64];
    MPI_Comm near;        /* the ranks of this machine, */
    LinkMemory shared;    /* and the memory that they share */
} Mpi;

static MPI_Request *request_new(Mpi *m, Transfer *t)
{
    if (m->n == m->room) {
        m->room = m->room ? 2 * m->room : 16;
        m->requests = realloc(m->requests, sizeof *m->requests * (size_t)m->room);
        m->of = realloc(m->of, sizeof *m->of * (size_t)m->room);
        m->indices = realloc(m->indices, sizeof *m->indices * (size_t)m->room);
        m->statuses = realloc(m->statuses, sizeof *m->statuses * (size_t)m->room);
    }
    m->of[m->n] = t;
    return &m->requests[m->n++];
}

static Transfer *transfer_new(size_t bytes)
{
    Transfer *t = malloc(sizeof *t);
    int n = (int)((bytes + MOST - 1) / MOST);
    *t = (Transfer){ .n_left = n ? n : 1 };
    return t;
}

static int part_bytes(size_t bytes, int i)
{
    size_t left = bytes - (size_t)i * MOST;
    return (int)(left < MOST ? left : MOST);
}

static void take_head(Mpi *m, const MPI_Status *status)
{
    int bytes;
    MPI_Get_count(status, MPI_BYTE, &bytes);
    Came *c = malloc(sizeof *c);
    *c = (Came){ .from = status->MPI_SOURCE, .bytes = (size_t)bytes, .head = malloc((size_t)bytes + 1) };
    memcpy(c->head, m->next, (size_t)bytes);
    if (m->last)
        m->last->next = c;
    else
        m->first = c;
    m->last = c;
    MPI_Start(&m->requests[0]);
}

/* Forgets the requests that have ended. */
static void close_gaps(Mpi *m)
{
    int n = 1;
    for (int i = 1; i < m->n; i++)
        if (m->requests[i] != MPI_REQUEST_NULL) {
            m->requests[n] = m->requests[i];
            m->of[n++] = m->of[i];
        }
    m->n = n;
}

/* Returns how many requests have ended. */
static int ask(Mpi *m)
{
    int n = 0;
    MPI_Testsome(m->n, m->requests, &n, m->indices, m->statuses);
    for (int i = 0; i < n; i++) {
        Transfer *t = m->of[m->indices[i]];
        if (!t)
            take_head(m, &m->statuses[i]);
        else if (--t->n_left == 0 && t->head) {
            free(t->head);
            free(t);
            m->n_heads--;
        }
    }
    if (n > 0)
        close_gaps(m);
    return n;
}

/* What has been sent is there afterwards. Open MPI looks for messages only if no request has ended, and says what that brought when it is asked again. */
static void ask_for_news(Mpi *m)
{
    enum { IN_VAIN = 2 };
    for (int n = 0; n < IN_VAIN && !m->first;)
        n = ask(m) ? 0 : n + 1;
}

static void mpi_send_head(Link *l, int to, void *head, size_t bytes)
{
    Mpi *m = (Mpi *)l;
    Transfer *t = transfer_new(bytes);
    t->head = head;
    m->n_heads++;
    MPI_Isend(head, (int)bytes, MPI_BYTE, to, TAG_HEAD, m->comm, request_new(m, t));
}

static void *mpi_next_head(Link *l, int *from, size_t *bytes)
{
    Mpi *m = (Mpi *)l;
    if (!m->first && !m->gave)
        ask_for_news(m);
    Came *c = m->first;
    m->gave = c != NULL;
    if (!c)
        return NULL;
    m->first = c->next;
    if (!m->first)
        m->last = NULL;
    void *head = c->head;
    *from = c->from;
    *bytes = c->bytes;
    free(c);
    return head;
}

static void *mpi_send(Link *l, int to, const void *data, size_t bytes)
{
    Mpi *m = (Mpi *)l;
    Transfer *t = transfer_new(bytes);
    for (int i = 0, n = t->n_left; i < n; i++)
        MPI_Isend((const char *)data + (size_t)i * MOST, part_bytes(bytes, i), MPI_BYTE, to, TAG_DATA, m->comm, request_new(m, t));
    return t;
}

static void *mpi_receive(Link *l, int from, void *data, size_t bytes)
{
    Mpi *m = (Mpi *)l;
    Transfer *t = transfer_new(bytes);
    for (int i = 0, n = t->n_left; i < n; i++)
        MPI_Irecv((char *)data + (size_t)i * MOST, part_bytes(bytes, i), MPI_BYTE, from, TAG_DATA, m->comm, request_new(m, t));
    return t;
}

static bool mpi_done(Link *l, void *transfer)
{
    Transfer *t = transfer;
    (void)l;
    if (t->n_left)
        return false;
    free(t);
    return true;
}

/* All is done, and MPI_Finalize does not return. well: NULL if the run failed. */
static void *end_anyway(void *well)
{
    enum { PATIENCE_S = 20 };
    static const char text[] = "shardscope: all is done and written, but MPI_Finalize does not return: ended without it\n";
    sleep(PATIENCE_S);
    fflush(NULL);
    (void)!write(STDERR_FILENO, text, sizeof text - 1);
    _exit(well ? 0 : 1);
}

/* MPICH over UCX closes connections between machines one after another there, and the last may wait for a rank that has closed its own and waits for all: any program of
 * MPICH 4.0 then hangs. */
static void finalize(bool well)
{
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* signals are for the program's threads */
    bool watched = pthread_create(&thread, NULL, end_anyway, well ? &all : NULL) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    MPI_Finalize();
    if (watched) {
        pthread_cancel(thread);
        pthread_join(thread, NULL);
    }
}

static void mpi_leave(Link *l, bool clean, bool well)
{
    Mpi *m = (Mpi *)l;
    if (!clean)
        MPI_Abort(m->comm, 1); /* does not return */
    while (m->n_heads)
        ask(m);
    MPI_Cancel(&m->requests[0]);
    MPI_Wait(&m->requests[0], MPI_STATUS_IGNORE);
    MPI_Request_free(&m->requests[0]);
    link_memory_free(&m->shared);
    MPI_Comm_free(&m->near);
    MPI_Comm_free(&m->comm);
    finalize(well);
    free(m->link.bells);
    free(m->link.notes);
    free(m->link.shared);
    free(m->next);
    free(m->requests);
    free(m->of);
    free(m->indices);
    free(m->statuses);
    free(m);
}

/* The ranks, in all, of those of this machine, n of them. */
static void find_near(const Mpi *m, int n, int *there)
{
    MPI_Group all, here;
    int *ranks = malloc(sizeof *ranks * (size_t)n);
    for (int i = 0; i < n; i++)
        ranks[i] = i;
    MPI_Comm_group(m->comm, &all);
    MPI_Comm_group(m->near, &here);
    MPI_Group_translate_ranks(here, n, ranks, all, there);
    MPI_Group_free(&all);
    MPI_Group_free(&here);
    free(ranks);
}

/* To each rank of this machine its part of the memory. */
static void share_out(Mpi *m, int n, size_t each)
{
    int *there = malloc(sizeof *there * (size_t)n);
    find_near(m, n, there);
    m->link.bells = calloc((size_t)m->link.n, sizeof(Bell *));
    m->link.notes = calloc((size_t)m->link.n, sizeof(RankNote *));
    m->link.shared = calloc((size_t)m->link.n, sizeof(char *));
    m->link.shared_bytes = each - PAGE;
    for (int i = 0; i < n; i++) {
        m->link.bells[there[i]] = (Bell *)(void *)(m->shared.at + each * (size_t)i);
        m->link.notes[there[i]] = (RankNote *)(void *)(m->link.bells[there[i]] + 1);
        m->link.shared[there[i]] = (char *)m->link.bells[there[i]] + PAGE;
    }
    free(there);
}

/* Memory that the ranks of this machine share: a page with its bell and its note of each rank, then what is free for use. Without it there is none.
 * SHARDSCOPE_TEST_APART: there is none, as between machines. */
static void share_memory(Mpi *m)
{
    int n = 0, me = 0, apart = getenv("SHARDSCOPE_TEST_APART") != NULL, some = 0;
    MPI_Comm_split_type(m->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &m->near);
    MPI_Comm_set_errhandler(m->near, MPI_ERRORS_RETURN);
    MPI_Comm_size(m->near, &n);
    MPI_Comm_rank(m->near, &me);
    MPI_Allreduce(&apart, &some, 1, MPI_INT, MPI_MAX, m->near);
    size_t least = (size_t)n * (PAGE + LINK_ZERO_BYTES);
    if (some || !link_memory_new(&m->shared, m->near, least > LEAST_SHARED ? least : LEAST_SHARED))
        return;
    size_t each = m->shared.bytes / (size_t)n / PAGE * PAGE;
    memset(m->shared.at + each * (size_t)me, 0, PAGE + LINK_ZERO_BYTES);
    MPI_Barrier(m->near);
    share_out(m, n, each);
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
    m->shared.window = MPI_WIN_NULL;
    share_memory(m);
    char text[MPI_MAX_LIBRARY_VERSION_STRING];
    m->next = malloc(LINK_HEAD_BYTES);
    MPI_Recv_init(m->next, LINK_HEAD_BYTES, MPI_BYTE, MPI_ANY_SOURCE, TAG_HEAD, m->comm, request_new(m, NULL));
    MPI_Start(&m->requests[0]);
    MPI_Get_library_version(text, &length);
    text[strcspn(text, ",\n")] = '\0';
    snprintf(m->name, sizeof m->name, "%.60s", text);
    return &m->link;
}
