/* The thread that answers whoever watches this process: it accepts connections and serves them (connection.c), and never keeps the program
 * waiting. Start at serve(). */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#include "runtime/base/diag.h"
#include "runtime/watch/connection.h"
#include "runtime/watch/place.h"
#include "runtime/watch/watch_impl.h"

enum { MAX_CONNECTIONS = 16, TICK_MS = 500 };

typedef struct Server {
    WatchPlace place;
    char *token;       /* NULL = none */
    int fd, wake_fd;
    pthread_t thread;
    atomic_bool closing;
    pthread_mutex_t lock;
    Connection *connections[MAX_CONNECTIONS]; /* NULL = free; changed by the thread, under the lock */
} Server;

static pthread_mutex_t server_lock = PTHREAD_MUTEX_INITIALIZER; /* of the next */
static Server *server;

void server_step(int64_t program, char *line, GByteArray *body)
{
    size_t n = strlen(line);
    GByteArray *all = g_byte_array_sized_new((guint)(n + body->len));
    g_byte_array_append(all, (const guint8 *)line, (guint)n);
    g_byte_array_append(all, body->data, body->len);
    g_free(line);
    g_byte_array_unref(body);
    GBytes *bytes = g_byte_array_free_to_bytes(all);
    pthread_mutex_lock(&server_lock);
    Server *s = server;
    if (s)
        pthread_mutex_lock(&s->lock);
    for (int i = 0; s && i < MAX_CONNECTIONS; i++)
        if (s->connections[i])
            connection_step(s->connections[i], bytes, program);
    if (s) {
        pthread_mutex_unlock(&s->lock);
        eventfd_write(s->wake_fd, 1);
    }
    pthread_mutex_unlock(&server_lock);
    g_bytes_unref(bytes);
}

static void drop(Server *s, int i)
{
    Connection *c = s->connections[i];
    pthread_mutex_lock(&s->lock);
    s->connections[i] = NULL;
    pthread_mutex_unlock(&s->lock);
    connection_free(c);
}

static void send_at_once(int fd, const char *line)
{
    ssize_t k = send(fd, line, strlen(line), MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)k; /* who does not take it is closed all the same */
}

static void accept_one(Server *s)
{
    int fd = accept4(s->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    if (fd < 0) {
        if (errno == EMFILE || errno == ENFILE)
            g_usleep(TICK_MS * 1000); /* it stays in the queue, and poll() would return at once */
        return;
    }
    int i = 0;
    while (i < MAX_CONNECTIONS && s->connections[i])
        i++;
    bool own = s->place.is_port || place_is_own(fd);
    if (!own || i == MAX_CONNECTIONS) {
        send_at_once(fd, own ? "{\"error\":\"16 others are connected already\"}\n" : "{\"error\":\"the process belongs to another user\"}\n");
        close(fd);
        return;
    }
    Connection *c = connection_new(fd, &s->lock, s->token);
    pthread_mutex_lock(&s->lock);
    s->connections[i] = c;
    pthread_mutex_unlock(&s->lock);
}

static void *serve(void *data)
{
    Server *s = data;
    while (!atomic_load(&s->closing)) {
        struct pollfd fds[MAX_CONNECTIONS + 2] = { { .fd = s->fd, .events = POLLIN }, { .fd = s->wake_fd, .events = POLLIN } };
        int which[MAX_CONNECTIONS], n = 0;
        for (int i = 0; i < MAX_CONNECTIONS; i++)
            if (s->connections[i]) {
                which[n] = i;
                fds[2 + n++] = (struct pollfd){ .fd = s->connections[i]->fd,
                                                .events = (short)((s->connections[i]->ended ? 0 : POLLIN) | (connection_has_output(s->connections[i]) ? POLLOUT : 0)) };
            }
        if (poll(fds, (nfds_t)(2 + n), n ? TICK_MS : -1) < 0 && errno != EINTR)
            break;
        eventfd_t unused;
        if (fds[1].revents)
            eventfd_read(s->wake_fd, &unused);
        for (int k = 0; k < n; k++)
            if (!connection_turn(s->connections[which[k]], fds[2 + k].revents))
                drop(s, which[k]);
        if (fds[0].revents)
            accept_one(s);
    }
    for (int i = 0; i < MAX_CONNECTIONS; i++)
        if (s->connections[i])
            drop(s, i);
    return NULL;
}

/* ---- beginning and end ---------------------------------------------------------------------------------------------------------------------- */

static void server_free(Server *s)
{
    if (s->fd >= 0)
        close(s->fd);
    if (s->wake_fd >= 0)
        close(s->wake_fd);
    pthread_mutex_destroy(&s->lock);
    place_clear(&s->place);
    g_free(s->token);
    g_free(s);
}

/* A thread that no signal of the program reaches. */
static bool start_thread(Server *s)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool ok = pthread_create(&s->thread, NULL, serve, s) == 0;
    if (ok)
        pthread_setname_np(s->thread, "shardscope-watch");
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

static bool check_token(const Server *s, GError **error)
{
    size_t n = s->token ? strlen(s->token) : 0;
    if (!s->token && !s->place.is_port)
        return true;
    if (!s->token)
        return diag(error, SHARD_ERROR_USAGE, NULL, "set SHARDSCOPE_TOKEN to a secret of at least 16 characters, here and where you watch",
                    "listening at a port needs a token, because any user of this machine can connect to it");
    bool plain = true;
    for (size_t i = 0; i < n; i++)
        plain &= s->token[i] >= 0x20 && s->token[i] <= 0x7e;
    if (n >= WIRE_MIN_TOKEN && n <= WIRE_MAX_TOKEN && plain)
        return true;
    return diag(error, SHARD_ERROR_USAGE, NULL, NULL, "the token must have %d to %d printable ASCII characters, and has %zu", WIRE_MIN_TOKEN, WIRE_MAX_TOKEN, n);
}

/* Around fork(): the child has no thread that answers, so it listens no more; the parent's socket stays where it is. */
static void before_fork(void)
{
    pthread_mutex_lock(&server_lock);
    if (server)
        pthread_mutex_lock(&server->lock);
    registry_fork(true);
}

static void in_parent(void)
{
    registry_fork(false);
    if (server)
        pthread_mutex_unlock(&server->lock);
    pthread_mutex_unlock(&server_lock);
}

static void in_child(void)
{
    Server *s = server;
    in_parent();
    if (!s)
        return;
    server = NULL;
    for (int i = 0; i < MAX_CONNECTIONS; i++)
        if (s->connections[i])
            close(s->connections[i]->fd);
    close(s->fd);
    close(s->wake_fd);
    atomic_store(&watch_n_connected, 0);
    atomic_store(&watch_n_capturing, 0);
}

/* A socket does not stay behind where the process ends by itself. */
__attribute__((destructor)) static void remove_socket(void)
{
    if (server && !server->place.is_port)
        unlink(server->place.path);
}

static Server *server_new(const char *where, const char *token, GError **error)
{
    static bool prepared;
    if (!prepared)
        pthread_atfork(before_fork, in_parent, in_child);
    prepared = true;
    Server *s = g_new0(Server, 1);
    s->fd = s->wake_fd = -1;
    s->token = g_strdup(token);
    pthread_mutex_init(&s->lock, NULL);
    if (place_to_listen(where, &s->place, error) && check_token(s, error) && (s->fd = place_listen(&s->place, error)) >= 0) {
        s->wake_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
        if (s->wake_fd >= 0 && start_thread(s))
            return s;
        diag(error, SHARD_ERROR_LIMIT, NULL, NULL, "no thread could be made to answer those who watch: %s", g_strerror(errno));
        if (!s->place.is_port)
            unlink(s->place.path);
    }
    server_free(s);
    return NULL;
}

static bool is_at(const Server *s, const char *where)
{
    g_auto(WatchPlace) p = { 0 };
    if (!place_to_listen(where, &p, NULL) || p.is_port != s->place.is_port)
        return false;
    return p.is_port ? p.port == 0 || p.port == s->place.port : g_str_equal(p.path, s->place.path);
}

bool watch_listen(const char *where, const char *token, GError **error)
{
    const char *from = where && where[0] ? where : g_getenv("SHARDSCOPE_LISTEN");
    if (!from || !from[0] || g_str_equal(from, "0"))
        return true;
    if (!token)
        token = g_getenv("SHARDSCOPE_TOKEN");
    pthread_mutex_lock(&server_lock);
    bool ok = true;
    if (!server) {
        ok = (server = server_new(from, token && token[0] ? token : NULL, error)) != NULL;
    } else if (!is_at(server, from)) {
        g_autofree char *at = place_text(&server->place);
        ok = diag(error, SHARD_ERROR_USAGE, NULL, "shardscope_listen_end ends that", "the process listens already, at %s", at);
    }
    pthread_mutex_unlock(&server_lock);
    return ok;
}

void watch_listen_end(void)
{
    pthread_mutex_lock(&server_lock);
    Server *s = server;
    server = NULL;
    pthread_mutex_unlock(&server_lock);
    if (!s)
        return;
    atomic_store(&s->closing, true);
    eventfd_write(s->wake_fd, 1);
    pthread_join(s->thread, NULL);
    if (!s->place.is_port)
        unlink(s->place.path);
    server_free(s);
}

char *watch_listening(void)
{
    pthread_mutex_lock(&server_lock);
    char *text = server ? place_text(&server->place) : NULL;
    pthread_mutex_unlock(&server_lock);
    return text;
}
