/* A queue of messages, and the thread that fills it. See inbox.h. */
#include "runtime/watch/inbox.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "runtime/base/diag.h"

static const size_t MAX_WAITING = (size_t)512 << 20;

struct Inbox {
    Dial *dial;
    pthread_t thread;
    pthread_mutex_t lock;   /* of what follows */
    pthread_cond_t changed;
    GQueue messages;        /* of Message */
    size_t waiting;         /* bytes of them */
    GError *ended;          /* why no more come */
    bool quit;
};

void message_clear(Message *m)
{
    g_clear_object(&m->parser);
    g_clear_pointer(&m->bytes, g_bytes_unref);
}

static size_t size_of(const Message *m)
{
    enum { LINE = 4096 }; /* about what a line takes once it is read */
    return LINE + (m->bytes ? g_bytes_get_size(m->bytes) : 0);
}

/* DIAL_NOTHING: it was woken to end. */
static DialResult read_one(Dial *d, Message *m, GError **error)
{
    char *line;
    size_t n;
    *m = (Message){ 0 };
    DialResult r = dial_line(d, -1, &line, &n, error);
    if (r != DIAL_OK)
        return r;
    m->parser = dial_read(line, n, &m->object, error);
    int64_t bytes = m->parser ? dial_int(m->object, "bytes") : 0;
    if (m->parser && bytes < 0)
        diag(error, SHARD_ERROR_IO, NULL, NULL, "what listens there does not speak this protocol");
    else if (m->parser && (bytes == 0 || (m->bytes = dial_bytes(d, (size_t)bytes, error))))
        return DIAL_OK;
    message_clear(m);
    return DIAL_FAILED;
}

static void *fill(void *data)
{
    Inbox *box = data;
    for (;;) {
        Message m;
        GError *error = NULL;
        DialResult r = read_one(box->dial, &m, &error);
        pthread_mutex_lock(&box->lock);
        if (r == DIAL_OK) {
            Message *kept = g_new(Message, 1);
            *kept = m;
            box->waiting += size_of(kept);
            g_queue_push_tail(&box->messages, kept);
        } else if (r == DIAL_FAILED) {
            box->ended = error;
        }
        pthread_cond_broadcast(&box->changed);
        while (box->waiting > MAX_WAITING && !box->quit)
            pthread_cond_wait(&box->changed, &box->lock);
        bool done = box->quit || r == DIAL_FAILED;
        pthread_mutex_unlock(&box->lock);
        if (done)
            return NULL;
    }
}

Inbox *inbox_new(Dial *dial)
{
    Inbox *box = g_new0(Inbox, 1);
    box->dial = dial;
    dial->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&box->lock, NULL);
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&box->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = dial->wake_fd >= 0 && pthread_create(&box->thread, NULL, fill, box) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!ok) {
        box->quit = true; /* there is no thread */
        diag(&box->ended, SHARD_ERROR_LIMIT, NULL, NULL, "no thread could be made: %s", g_strerror(errno));
    }
    return box;
}

void inbox_free(Inbox *box)
{
    if (!box)
        return;
    pthread_mutex_lock(&box->lock);
    bool has_thread = !box->quit;
    box->quit = true;
    pthread_cond_broadcast(&box->changed);
    pthread_mutex_unlock(&box->lock);
    if (has_thread) {
        eventfd_write(box->dial->wake_fd, 1);
        pthread_join(box->thread, NULL);
    }
    if (box->dial->wake_fd >= 0)
        close(box->dial->wake_fd);
    box->dial->wake_fd = -1;
    for (Message *m; (m = g_queue_pop_head(&box->messages));) {
        message_clear(m);
        g_free(m);
    }
    g_clear_error(&box->ended);
    pthread_mutex_destroy(&box->lock);
    pthread_cond_destroy(&box->changed);
    g_free(box);
}

DialResult inbox_take(Inbox *box, int wait_ms, Message *out, GError **error)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    int64_t ns = until.tv_nsec + (int64_t)wait_ms * 1000000;
    until.tv_sec += ns / 1000000000;
    until.tv_nsec = ns % 1000000000;
    DialResult result = DIAL_NOTHING;
    pthread_mutex_lock(&box->lock);
    while (g_queue_is_empty(&box->messages) && !box->ended && pthread_cond_timedwait(&box->changed, &box->lock, &until) == 0)
        ;
    Message *m = g_queue_pop_head(&box->messages);
    if (m) {
        *out = *m;
        g_free(m);
        box->waiting -= size_of(out);
        pthread_cond_broadcast(&box->changed);
        result = DIAL_OK;
    } else if (box->ended) {
        g_propagate_error(error, g_error_copy(box->ended));
        result = DIAL_FAILED;
    }
    pthread_mutex_unlock(&box->lock);
    return result;
}
