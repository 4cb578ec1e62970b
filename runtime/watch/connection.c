/* One connection: what waits to be written, requests and their answers. See connection.h; protocol.md describes the messages. */
#include "runtime/watch/connection.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "runtime/base/clock.h"
#include "runtime/watch/watch_impl.h"

enum { MAX_QUEUED = 64 << 20, MAX_ANSWERS = 32 << 20 }; /* bytes: of steps, and beyond that of answers */
static const int64_t GREET_NS = 5000000000, STALLED_NS = 30000000000; /* until hello; while a peer takes nothing */

/* What waits to be written. */
typedef struct Item {
    GBytes *bytes;     /* shared by all that capture */
    int64_t program;   /* of which this is a step; 0 = of none */
} Item;

/* ---- writing -------------------------------------------------------------------------------------------------------------------- */

static void item_free(gpointer p)
{
    g_bytes_unref(((Item *)p)->bytes);
    g_free(p);
}

/* Under the lock. */
static void push(Connection *c, GBytes *bytes, int64_t program)
{
    Item *item = g_new(Item, 1);
    *item = (Item){ bytes, program };
    c->queued += g_bytes_get_size(bytes);
    g_queue_push_tail(&c->out, item);
}

/* Takes the text. */
static void answer(Connection *c, char *line)
{
    pthread_mutex_lock(c->lock);
    push(c, g_bytes_new_take(line, strlen(line)), 0);
    c->last |= c->queued > (c->capturing ? MAX_QUEUED + MAX_ANSWERS : MAX_ANSWERS); /* asks, and takes no answers */
    pthread_mutex_unlock(c->lock);
}

static void refuse(Connection *c, const char *why)
{
    GString *line = g_string_new("{\"error\":");
    wire_print_text(line, why);
    g_string_append(line, "}\n");
    answer(c, g_string_free(line, FALSE));
    c->last = true;
}

/* The module of a program whose step is next, in front of that. False if the program is gone, and nothing was kept of it. */
static bool tell_module(Connection *c, int64_t id, bool in_front)
{
    WatchProgram *p = registry_pin(id);
    GBytes *source = NULL;
    char *line = p ? status_module_line(p, &source) : registry_last_words(id, &source);
    if (p)
        registry_unpin(p);
    if (!line)
        return false;
    g_hash_table_add(c->told, GSIZE_TO_POINTER(id));
    pthread_mutex_lock(c->lock);
    Item *items[2] = { g_new(Item, 1), source ? g_new(Item, 1) : NULL };
    *items[0] = (Item){ g_bytes_new_take(line, strlen(line)), 0 };
    if (source)
        *items[1] = (Item){ source, 0 };
    for (int i = 0; i < 2; i++) {
        Item *item = items[in_front ? 1 - i : i];
        if (!item)
            continue;
        c->queued += g_bytes_get_size(item->bytes);
        (in_front ? g_queue_push_head : g_queue_push_tail)(&c->out, item);
    }
    pthread_mutex_unlock(c->lock);
    return true;
}

/* The first item, with its module before it; NULL = nothing is to be written. */
static GBytes *next_bytes(Connection *c)
{
    for (;;) {
        pthread_mutex_lock(c->lock);
        Item *first = g_queue_peek_head(&c->out);
        int64_t program = first ? first->program : 0;
        GBytes *bytes = first ? g_bytes_ref(first->bytes) : NULL;
        pthread_mutex_unlock(c->lock);
        if (!program || g_hash_table_contains(c->told, GSIZE_TO_POINTER(program)))
            return bytes;
        g_bytes_unref(bytes);
        if (tell_module(c, program, true))
            continue;
        pthread_mutex_lock(c->lock);
        Item *gone = g_queue_pop_head(&c->out);
        c->queued -= g_bytes_get_size(gone->bytes);
        c->n_dropped++;
        pthread_mutex_unlock(c->lock);
        item_free(gone);
    }
}

/* As much as the peer takes. False if it is gone. */
static bool write_some(Connection *c)
{
    GBytes *bytes;
    while ((bytes = next_bytes(c))) {
        gsize n;
        const char *data = g_bytes_get_data(bytes, &n);
        ssize_t k = n > c->written ? send(c->fd, data + c->written, n - c->written, MSG_NOSIGNAL | MSG_DONTWAIT) : 0;
        g_bytes_unref(bytes);
        if (k < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
        c->since_ns = clock_ns();
        c->written += (size_t)k;
        if (c->written < n)
            continue;
        pthread_mutex_lock(c->lock);
        Item *done = g_queue_pop_head(&c->out);
        c->queued -= n;
        c->written = 0;
        pthread_mutex_unlock(c->lock);
        item_free(done);
    }
    return true;
}

static void newest_program(WatchProgram *p, void *newest)
{
    *(int64_t *)newest = MAX(*(int64_t *)newest, p->id);
}

static void set_capturing(Connection *c, bool on)
{
    pthread_mutex_lock(c->lock);
    if (c->capturing != on)
        atomic_fetch_add(&watch_n_capturing, on ? 1 : -1);
    c->capturing = on;
    pthread_mutex_unlock(c->lock);
}

typedef struct Untold {
    Connection *c;
    bool all;
    GArray *ids;
} Untold;

static void find_untold(WatchProgram *p, void *user)
{
    Untold *u = user;
    if (!g_hash_table_contains(u->c->told, GSIZE_TO_POINTER(p->id)) && (u->all || p->id > u->c->newest))
        g_array_append_val(u->ids, p->id);
}

/* Its module goes in front of that step, when the step is written: told here, behind the step, it would come too late. */
static bool has_queued_step(Connection *c, int64_t program)
{
    pthread_mutex_lock(c->lock);
    const GList *at = c->out.head;
    while (at && ((const Item *)at->data)->program != program)
        at = at->next;
    pthread_mutex_unlock(c->lock);
    return at != NULL;
}

/* Programs that were compiled meanwhile and did not run yet; where no step was sent at all, all programs that there are, up to a number. */
static void tell_other_modules(Connection *c)
{
    enum { MOST = 64 };
    pthread_mutex_lock(c->lock);
    Untold u = { c, c->n_steps == 0, g_array_new(FALSE, FALSE, sizeof(int64_t)) };
    pthread_mutex_unlock(c->lock);
    registry_each_program(find_untold, &u);
    for (guint i = u.ids->len > MOST ? u.ids->len - MOST : 0; i < u.ids->len; i++)
        if (!has_queued_step(c, g_array_index(u.ids, int64_t, i)))
            tell_module(c, g_array_index(u.ids, int64_t, i), false);
    g_array_unref(u.ids);
}

static void end_capture(Connection *c)
{
    set_capturing(c, false);
    tell_other_modules(c);
    pthread_mutex_lock(c->lock);
    char *line = g_strdup_printf("{\"end\":{\"steps\":%" G_GINT64_FORMAT ",\"dropped\":%" G_GINT64_FORMAT "}}\n", c->n_steps, c->n_dropped);
    pthread_mutex_unlock(c->lock);
    answer(c, line);
}

static void begin_capture(Connection *c)
{
    c->newest = 0;
    registry_each_program(newest_program, &c->newest);
    g_hash_table_remove_all(c->told);
    pthread_mutex_lock(c->lock);
    c->n_steps = c->n_dropped = 0;
    pthread_mutex_unlock(c->lock);
    answer(c, g_strdup_printf("{\"capture\":{\"now_ns\":%" G_GINT64_FORMAT "}}\n", clock_ns()));
    set_capturing(c, true);
}

static void greet(Connection *c, const WireRequest *r)
{
    if (r->version != WIRE_VERSION) {
        refuse(c, "this process speaks version 1 of the protocol");
    } else if (c->token && !wire_same_token(c->token, r->token)) {
        refuse(c, "the token is wrong, or none was given");
    } else {
        if (!c->greeted)
            atomic_fetch_add(&watch_n_connected, 1);
        c->greeted = true;
        answer(c, status_hello_line());
    }
}

static void handle(Connection *c, const char *line, size_t n)
{
    WireRequest r;
    const char *why;
    if (!wire_read_request(line, n, &r, &why)) {
        refuse(c, why);
        return;
    }
    if (r.ask != WIRE_HELLO && !c->greeted) {
        refuse(c, "the first request must be hello");
        return;
    }
    switch (r.ask) {
    case WIRE_HELLO:
        greet(c, &r);
        break;
    case WIRE_STATUS:
        answer(c, status_line());
        break;
    case WIRE_CAPTURE:
        if (c->capturing)
            refuse(c, "this connection captures already");
        else
            begin_capture(c);
        break;
    case WIRE_END:
        if (c->capturing)
            end_capture(c);
        else
            refuse(c, "this connection does not capture");
        break;
    }
}

/* One turn: what has come, line by line. False if the peer is gone. */
static bool read_some(Connection *c)
{
    ssize_t k = recv(c->fd, c->in + c->n_in, sizeof c->in - c->n_in, MSG_DONTWAIT);
    if (k < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
    if (k == 0) { /* what it asked for is still written */
        set_capturing(c, false);
        c->ended = c->last = true;
        return true;
    }
    c->n_in += (size_t)k;
    const char *end;
    while (!c->last && (end = memchr(c->in, '\n', c->n_in))) {
        size_t n = (size_t)(end - c->in);
        handle(c, c->in, n);
        c->n_in -= n + 1;
        memmove(c->in, end + 1, c->n_in);
    }
    if (!c->last && c->n_in == sizeof c->in)
        refuse(c, "a request is longer than 4096 bytes");
    if (c->last)
        c->n_in = 0; /* what follows is read and forgotten */
    return true;
}

/* ---- life ------------------------------------------------------------------------------------------------------------------------------- */

Connection *connection_new(int fd, pthread_mutex_t *lock, const char *token)
{
    Connection *c = g_new0(Connection, 1);
    *c = (Connection){ .fd = fd, .lock = lock, .token = token, .since_ns = clock_ns(), .told = g_hash_table_new(NULL, NULL) };
    return c;
}

void connection_free(Connection *c)
{
    set_capturing(c, false);
    if (c->greeted && atomic_fetch_sub(&watch_n_connected, 1) == 1)
        registry_forget();
    close(c->fd);
    g_queue_clear_full(&c->out, item_free);
    g_hash_table_unref(c->told);
    g_free(c);
}

void connection_step(Connection *c, GBytes *bytes, int64_t program)
{
    if (!c->capturing)
        return;
    if (c->queued + g_bytes_get_size(bytes) > MAX_QUEUED) {
        c->n_dropped++;
        return;
    }
    c->n_steps++;
    push(c, g_bytes_ref(bytes), program);
}

bool connection_has_output(Connection *c)
{
    pthread_mutex_lock(c->lock);
    bool any = !g_queue_is_empty(&c->out);
    pthread_mutex_unlock(c->lock);
    return any;
}

/* False if it is to be closed. */
bool connection_turn(Connection *c, short events)
{
    if ((events & (POLLIN | POLLHUP | POLLERR)) && !c->ended && !read_some(c))
        return false;
    if (!write_some(c))
        return false;
    bool waits = connection_has_output(c);
    if (c->last && !waits)
        return false;
    int64_t now_ns = clock_ns();
    if (c->greeted && !waits)
        c->since_ns = now_ns;
    int64_t quiet_ns = now_ns - c->since_ns;
    return quiet_ns < (c->greeted ? STALLED_NS : GREET_NS);
}
