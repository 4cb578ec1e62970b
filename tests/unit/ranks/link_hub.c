#include "tests/unit/ranks/link_hub.h"

#include <glib.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/base/clock.h"

typedef struct Message {
    int64_t at_ns; /* when it arrives */
    GBytes *bytes;
} Message;

typedef struct HubLink {
    Link link; /* first */
    Hub *hub;
} HubLink;

typedef struct Receiving {
    int from;
    void *to; /* NULL: a send, which is done at once */
    size_t bytes;
    int64_t number; /* of the data from that rank */
} Receiving;

struct Hub {
    pthread_mutex_t lock;
    int n;
    HubLink *links;
    Bell *bells;             /* of ranks */
    char **memory;           /* by rank */
    GQueue *heads, *data;    /* [to * n + from] of Message */
    int64_t *taken, *asked;  /* [to * n + from]: data received, and asked for */
    GRand *random;
    bool broken;
    int cut; /* -1 = none */
};

static void push(Hub *h, GQueue *q, const void *bytes, size_t n)
{
    Message *m = g_new(Message, 1);
    *m = (Message){ .at_ns = clock_ns() + g_rand_int_range(h->random, 0, 100) * (g_rand_int_range(h->random, 0, 8) ? 100 : 10000), .bytes = g_bytes_new(bytes, n) };
    g_queue_push_tail(q, m);
}

/* The first, if it has arrived. */
static GBytes *pop(GQueue *q)
{
    Message *m = g_queue_peek_head(q);
    if (!m || m->at_ns > clock_ns())
        return NULL;
    GBytes *bytes = m->bytes;
    g_free(g_queue_pop_head(q));
    return bytes;
}

static void hub_send_head(Link *l, int to, void *head, size_t bytes)
{
    Hub *h = ((HubLink *)l)->hub;
    pthread_mutex_lock(&h->lock);
    if (h->cut != to && h->cut != l->me)
        push(h, &h->heads[to * h->n + l->me], head, bytes);
    pthread_mutex_unlock(&h->lock);
    free(head);
}

static void *hub_next_head(Link *l, int *from, size_t *size)
{
    Hub *h = ((HubLink *)l)->hub;
    void *head = NULL;
    pthread_mutex_lock(&h->lock);
    for (int i = 0; i < h->n && !head; i++) {
        GBytes *bytes = pop(&h->heads[l->me * h->n + i]);
        if (!bytes)
            continue;
        *size = g_bytes_get_size(bytes);
        head = malloc(*size);
        memcpy(head, g_bytes_get_data(bytes, NULL), *size);
        g_bytes_unref(bytes);
        *from = i;
    }
    pthread_mutex_unlock(&h->lock);
    return head;
}

static void *hub_send(Link *l, int to, const void *data, size_t bytes)
{
    Hub *h = ((HubLink *)l)->hub;
    pthread_mutex_lock(&h->lock);
    if (h->cut != to && h->cut != l->me)
        push(h, &h->data[to * h->n + l->me], data, bytes);
    pthread_mutex_unlock(&h->lock);
    return g_new0(Receiving, 1);
}

static void *hub_receive(Link *l, int from, void *data, size_t bytes)
{
    Hub *h = ((HubLink *)l)->hub;
    Receiving *r = g_new(Receiving, 1);
    pthread_mutex_lock(&h->lock);
    *r = (Receiving){ from, data, bytes, h->asked[l->me * h->n + from]++ };
    pthread_mutex_unlock(&h->lock);
    return r;
}

static bool hub_done(Link *l, void *transfer)
{
    Hub *h = ((HubLink *)l)->hub;
    Receiving *r = transfer;
    GBytes *bytes = NULL;
    pthread_mutex_lock(&h->lock);
    int of = l->me * h->n + r->from;
    if (r->to && h->taken[of] == r->number && (bytes = pop(&h->data[of])))
        h->taken[of]++;
    pthread_mutex_unlock(&h->lock);
    if (r->to && !bytes)
        return false;
    if (bytes) {
        g_assert_cmpuint(g_bytes_get_size(bytes), ==, r->bytes);
        memcpy(r->to, g_bytes_get_data(bytes, NULL), r->bytes);
        g_bytes_unref(bytes);
    }
    g_free(r);
    return true;
}

static void hub_leave(Link *l, bool clean, bool well)
{
    (void)well;
    Hub *h = ((HubLink *)l)->hub;
    pthread_mutex_lock(&h->lock);
    h->broken |= !clean;
    pthread_mutex_unlock(&h->lock);
}

/* As the engine hands it out: zero where that is promised, anything elsewhere. */
static char *memory_new(size_t bytes)
{
    char *m = g_aligned_alloc(1, bytes, 4096);
    memset(m, 0xa5, bytes);
    memset(m, 0, MIN(bytes, LINK_ZERO_BYTES));
    return m;
}

/* What a rank sees of the others. */
static void see_near(HubLink *l, int near, size_t bytes)
{
    int n = l->link.n, me = l->link.me;
    l->link.bells = n % 2 && !near ? NULL : g_new0(Bell *, n);
    l->link.shared = near ? g_new0(char *, n) : NULL;
    l->link.shared_bytes = bytes;
    for (int i = 0; i < n; i++) {
        bool is_near = near && i / near == me / near;
        if (is_near)
            l->link.shared[i] = l->hub->memory[i];
        if (is_near || (!near && n % 2 == 0))
            l->link.bells[i] = &l->hub->bells[i];
    }
}

Hub *hub_new(int n, int near, size_t bytes)
{
    Hub *h = g_new0(Hub, 1);
    *h = (Hub){ .n = n, .links = g_new0(HubLink, n), .heads = g_new0(GQueue, n * n), .data = g_new0(GQueue, n * n), .taken = g_new0(int64_t, n * n),
                .asked = g_new0(int64_t, n * n), .random = g_rand_new_with_seed(1), .cut = -1 };
    pthread_mutex_init(&h->lock, NULL);
    h->bells = g_new0(Bell, n);
    h->memory = g_new0(char *, n);
    for (int i = 0; near && i < n; i++)
        h->memory[i] = memory_new(bytes);
    for (int i = 0; i < n; i++) {
        h->links[i] = (HubLink){ { .me = i, .n = n, .name = "threads", .send_head = hub_send_head, .next_head = hub_next_head, .send = hub_send, .receive = hub_receive,
                                   .done = hub_done, .leave = hub_leave }, h };
        see_near(&h->links[i], near, bytes);
    }
    return h;
}

static void message_free(gpointer p)
{
    g_bytes_unref(((Message *)p)->bytes);
    g_free(p);
}

bool hub_free(Hub *h)
{
    bool clean = !h->broken;
    for (int i = 0; i < h->n * h->n; i++) {
        g_queue_clear_full(&h->heads[i], message_free);
        g_queue_clear_full(&h->data[i], message_free);
    }
    pthread_mutex_destroy(&h->lock);
    g_rand_free(h->random);
    for (int i = 0; i < h->n; i++) {
        g_free(h->links[i].link.bells);
        g_free(h->links[i].link.shared);
        g_aligned_free(h->memory[i]);
    }
    g_free(h->links);
    g_free(h->bells);
    g_free(h->memory);
    g_free(h->heads);
    g_free(h->data);
    g_free(h->taken);
    g_free(h->asked);
    g_free(h);
    return clean;
}

Link *hub_link(Hub *h, int rank)
{
    return &h->links[rank].link;
}

void hub_cut(Hub *h, int rank)
{
    pthread_mutex_lock(&h->lock);
    h->cut = rank;
    pthread_mutex_unlock(&h->lock);
}
