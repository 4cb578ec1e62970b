/* The link over MPI: a module of its own, so that a process that is not part of an MPI run does not load MPI. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "runtime/ranks/link.h"

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
    MPI_Win shared;       /* and the memory that they share. MPI_WIN_NULL = none */
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

static void mpi_leave(Link *l, bool clean)
{
    Mpi *m = (Mpi *)l;
    if (!clean)
        MPI_Abort(m->comm, 1); /* does not return */
    while (m->n_heads)
        ask(m);
    MPI_Cancel(&m->requests[0]);
    MPI_Wait(&m->requests[0], MPI_STATUS_IGNORE);
    MPI_Request_free(&m->requests[0]);
    if (m->shared != MPI_WIN_NULL)
        MPI_Win_free(&m->shared);
    MPI_Comm_free(&m->near);
    MPI_Comm_free(&m->comm);
    MPI_Finalize();
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

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* How much memory the ranks of this machine may share: a part of the place where engines keep it, which may be small, of the machine's memory, and of the addresses that
 * a process may use. Pages that nobody touches take none of the first two. */
static size_t all_shared(void)
{
    enum { PLACE = 4, MACHINE = 2, ADDRESSES = 8 };
    struct statvfs place;
    struct rlimit limit;
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGE_SIZE);
    size_t all = LEAST_SHARED;
    if (pages > 0 && page > 0 && statvfs("/dev/shm", &place) == 0)
        all = least((size_t)pages * (size_t)page / MACHINE, (size_t)place.f_bavail * place.f_frsize / PLACE);
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        all = least(all, (size_t)limit.rlim_cur / ADDRESSES);
    return all > LEAST_SHARED ? all : LEAST_SHARED;
}

static size_t each_of(size_t all, int n)
{
    size_t each = all / (size_t)n / PAGE * PAGE;
    return each > LINK_ZERO_BYTES ? each : LINK_ZERO_BYTES;
}

/* So many bytes, of the first rank, with room to align them. False: some rank did not get them; what others may have is left to the end of the process. */
static int allocate(Mpi *m, int me, size_t bytes)
{
    char *own = NULL;
    int got = MPI_Win_allocate_shared((MPI_Aint)(me ? 0 : bytes + PAGE), 1, MPI_INFO_NULL, m->near, &own, &m->shared) == MPI_SUCCESS, all_got = 0;
    MPI_Allreduce(&got, &all_got, 1, MPI_INT, MPI_MIN, m->near);
    if (!all_got)
        m->shared = MPI_WIN_NULL;
    return all_got;
}

/* Memory that the ranks of this machine share: a page with its bell and its note of each rank, then what is free for use. Without it there is none.
 * SHARDSCOPE_TEST_APART: there is none, as between machines. */
static void share_memory(Mpi *m)
{
    int n = 0, me = 0;
    unsigned long all = getenv("SHARDSCOPE_TEST_APART") ? 0 : all_shared(), agreed = 0;
    m->shared = MPI_WIN_NULL;
    MPI_Comm_split_type(m->comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &m->near);
    MPI_Comm_set_errhandler(m->near, MPI_ERRORS_RETURN);
    MPI_Comm_size(m->near, &n);
    MPI_Comm_rank(m->near, &me);
    MPI_Allreduce(&all, &agreed, 1, MPI_UNSIGNED_LONG, MPI_MIN, m->near);
    if (!agreed)
        return;
    size_t each = each_of(agreed, n);
    if (!allocate(m, me, (PAGE + each) * (size_t)n)) {
        each = each_of(LEAST_SHARED, n);
        if (!allocate(m, me, (PAGE + each) * (size_t)n))
            return;
    }
    MPI_Aint bytes;
    int unit, *there = malloc(sizeof *there * (size_t)n);
    void *base = NULL;
    MPI_Win_shared_query(m->shared, 0, &bytes, &unit, &base);
    char *first = (char *)base + (PAGE - (size_t)base % PAGE) % PAGE; /* all have the same offset into a page */
    memset(first + (PAGE + each) * (size_t)me, 0, PAGE + LINK_ZERO_BYTES);
    MPI_Barrier(m->near);
    find_near(m, n, there);
    m->link.bells = calloc((size_t)m->link.n, sizeof(Bell *));
    m->link.notes = calloc((size_t)m->link.n, sizeof(RankNote *));
    m->link.shared = calloc((size_t)m->link.n, sizeof(char *));
    m->link.shared_bytes = each;
    for (int i = 0; i < n; i++) {
        m->link.bells[there[i]] = (Bell *)(void *)(first + (PAGE + each) * (size_t)i);
        m->link.notes[there[i]] = (RankNote *)(void *)(m->link.bells[there[i]] + 1);
        m->link.shared[there[i]] = (char *)m->link.bells[there[i]] + PAGE;
    }
    free(there);
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
